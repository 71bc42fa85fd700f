//! Every kind of hand there is: all choices of so many cards, suits that nothing tells apart counted once.

use arrayvec::ArrayVec;
use croupier_rules::poker::Tally;
use croupier_rules::{Card, Rank, Suit};

use crate::pack::{Pack, choose};

/// The most cards a hand of one walk has.
pub(crate) const CARDS_MAX: usize = 16;

/// The cards of one hand of the walk.
pub(crate) type Cards = ArrayVec<Card, CARDS_MAX>;

/// Walks over every kind of `size` cards of the pack. `visit` gets one hand of each kind and in how many ways the pack
/// holds the kind; the ways add up to all choices of `size` cards. `alike` are the suits in blocks of those that may
/// change places.
pub(crate) fn each_kind(pack: &Pack, alike: &[Vec<Suit>], size: usize, visit: &mut impl FnMut(&Cards, &Tally, u128)) {
    let suits: Vec<(Suit, bool)> = alike
        .iter()
        .flat_map(|block| block.iter().enumerate().map(|(place, suit)| (*suit, place > 0)))
        .collect();
    let choices = suits.iter().map(|(suit, _)| of_suit(pack, *suit, size)).collect();
    let walk = Walk {
        bound: suits.iter().map(|(_, same)| *same).collect(),
        choices,
    };
    walk.suit(0, size, &Cards::new(), &Tally::default(), Ways::default(), visit);
}

struct Walk {
    /// For each suit the choices of cards in it, by how many there are.
    choices: Vec<Vec<Vec<InSuit>>>,
    /// Whether the suit may change places with the one before it.
    bound: Vec<bool>,
}

/// Some cards of one suit, and in how many ways the pack holds them.
struct InSuit {
    cards: Cards,
    ways: u128,
}

#[derive(Clone, Copy)]
struct Ways {
    ways: u128,
    /// The choice of the suit before, which a bound suit may not exceed: its size and place.
    last: (usize, usize),
    /// How many suits of the block are done, and how many of the last have the same choice.
    done: u128,
    equal: u128,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways {
            ways: 1,
            last: (0, 0),
            done: 0,
            equal: 0,
        }
    }
}

impl Walk {
    fn suit(
        &self,
        suit: usize,
        left: usize,
        cards: &Cards,
        tally: &Tally,
        so_far: Ways,
        visit: &mut impl FnMut(&Cards, &Tally, u128),
    ) {
        if suit == self.choices.len() {
            return visit(cards, tally, so_far.ways);
        }
        let bound = self.bound[suit];
        let least = if suit + 1 == self.choices.len() { left } else { 0 };
        for size in least..=left {
            if bound && size > so_far.last.0 {
                break;
            }
            for (place, choice) in self.choices[suit][size].iter().enumerate() {
                let at = (size, place);
                if bound && at > so_far.last {
                    break;
                }
                let mut next = Ways {
                    ways: so_far.ways * choice.ways,
                    last: at,
                    done: 1,
                    equal: 1,
                };
                if bound {
                    // The suits of a block in falling order stand for all their orders: one more suit can stand in
                    // `done + 1` places, and equal ones change nothing.
                    next.done = so_far.done + 1;
                    next.equal = if at == so_far.last { so_far.equal + 1 } else { 1 };
                    next.ways = next.ways * next.done / next.equal;
                }
                let mut cards = cards.clone();
                let mut tally = *tally;
                for card in &choice.cards {
                    cards.push(*card);
                    tally.add(*card);
                }
                self.suit(suit + 1, left - size, &cards, &tally, next, visit);
            }
        }
    }
}

/// All choices of up to `most` cards of one suit, by their number.
fn of_suit(pack: &Pack, suit: Suit, most: usize) -> Vec<Vec<InSuit>> {
    let mut by_size: Vec<Vec<InSuit>> = (0..=most).map(|_| Vec::new()).collect();
    by_size[0].push(InSuit {
        cards: Cards::new(),
        ways: 1,
    });
    for rank in Rank::ALL {
        let card = Card::new(rank, suit);
        let held = pack.count(card);
        for size in (0..most).rev() {
            for take in 1..=usize::from(held).min(most - size) {
                let longer: Vec<InSuit> = by_size[size]
                    .iter()
                    .map(|choice| InSuit {
                        cards: choice
                            .cards
                            .iter()
                            .copied()
                            .chain(std::iter::repeat_n(card, take))
                            .collect(),
                        ways: choice.ways * choose(u32::from(held), take as u32),
                    })
                    .collect();
                by_size[size + take].extend(longer);
            }
        }
    }
    by_size
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::game::Deck;

    fn pack(decks: u8, out: &str) -> Pack {
        let deck = Deck {
            decks,
            decks_allowed: None,
            removed: croupier_rules::Ranks::NONE,
        };
        let out = croupier_rules::card::parse_cards(out).unwrap();
        Pack::fresh(&deck).without(&out).unwrap()
    }

    fn count(pack: &Pack, size: usize) -> (usize, u128) {
        let alike = pack.alike_suits(std::iter::empty());
        let (mut kinds, mut all) = (0, 0);
        each_kind(pack, &alike, size, &mut |cards, tally, ways| {
            assert_eq!(*tally, Tally::of(cards));
            kinds += 1;
            all += ways;
        });
        (kinds, all)
    }

    #[test]
    fn kinds_of_hands_are_those_known_and_stand_for_all() {
        assert_eq!(count(&pack(1, ""), 2), (169, 1326));
        assert_eq!(count(&pack(1, ""), 3), (1755, 22_100));
        assert_eq!(count(&pack(1, ""), 4), (16_432, 270_725));
        assert_eq!(count(&pack(1, ""), 5), (134_459, 2_598_960));
        assert_eq!(count(&pack(1, "2c 3d 4h 5s"), 3), (17_296, 17_296));
        assert_eq!(count(&pack(6, ""), 3).1, choose(312, 3));
        assert_eq!(count(&pack(6, "Ah Ah Kc"), 4).1, choose(309, 4));
    }
}
