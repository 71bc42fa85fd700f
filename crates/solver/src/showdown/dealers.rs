//! How the dealer's hands that may be made of the cards left stand to a player's.
//!
//! What a hand is worth depends on its ranks alone unless it makes a flush. So the dealer's hands are counted by ranks, each set of
//! ranks with the number of its cards, as if there were no flushes; then every hand with cards enough of one suit is looked at, and
//! counted as what it is instead.

use std::cmp::Ordering;

use croupier_rules::poker::{Strength, Tally};
use croupier_rules::stud::Stud;
use croupier_rules::{Card, Rank, Suit};

use super::terms::{CONTESTS, Counts};
use crate::pack::{Pack, choose};

/// The dealer's hands: an up card or none, and so many cards of a pack.
pub(super) struct Dealers<'d> {
    pub(super) rules: &'d Stud,
    pub(super) pack: &'d Pack,
    pub(super) up: Option<Card>,
    pub(super) down: usize,
    /// The player's hand.
    pub(super) player: Strength,
}

/// How many cards of each rank there are.
type ByRank = [u32; Rank::ALL.len()];

impl Dealers<'_> {
    /// How many of them stand how to the player's hand.
    pub(super) fn count(&self) -> Counts {
        let cards = self.down + usize::from(self.up.is_some());
        let two_flushes = cards >= 2 * usize::from(self.rules.hands.hand_size);
        let repeated = self.pack.kinds().any(|(_, copies)| copies > 1);
        match two_flushes || repeated {
            true => self.one_by_one(),
            false => self.by_ranks(),
        }
    }

    /// Every hand looked at.
    fn one_by_one(&self) -> Counts {
        let left: Vec<Card> = self.pack.kinds().map(|(card, _)| card).collect();
        let mut counts = [0; CONTESTS.len()];
        let open = self.up.map_or_else(Tally::default, |card| Tally::of(&[card]));
        self.each(&left, &open, self.down, &mut |tally| counts[self.contest(tally)] += 1);
        counts
    }

    fn each(&self, left: &[Card], tally: &Tally, more: usize, look: &mut dyn FnMut(&Tally)) {
        if more == 0 {
            return look(tally);
        }
        for (place, card) in left.iter().enumerate() {
            let mut longer = *tally;
            longer.add(*card);
            self.each(&left[place + 1..], &longer, more - 1, look);
        }
    }

    fn by_ranks(&self) -> Counts {
        let mut counts = [0; CONTESTS.len()];
        let mut open = Tally::default();
        self.up.iter().for_each(|card| open.add_rank(card.rank()));
        let left = self.left(|_| true);
        each_ranks(&left, 0, self.down, 1, &open, &mut |tally, ways| {
            counts[self.contest(tally)] += ways;
        });
        for suit in Suit::ALL {
            self.flushes(suit, &open, &mut counts);
        }
        counts
    }

    /// Counts the hands with cards enough of a suit as what they are, and no longer as what their ranks make.
    fn flushes(&self, suit: Suit, plain: &Tally, counts: &mut Counts) {
        let suited: Vec<Card> = self
            .pack
            .kinds()
            .map(|(card, _)| card)
            .filter(|card| card.suit() == suit)
            .collect();
        let others = self.left(|card| card.suit() != suit);
        let up = self.up.filter(|card| card.suit() == suit);
        let enough = usize::from(self.rules.hands.hand_size).saturating_sub(up.iter().count());
        // What the other cards add is no part of the flush, so their suits are left out.
        let open = up.map_or(*plain, |card| Tally::of(&[card]));
        for many in enough..=self.down.min(suited.len()) {
            let mut held = Vec::with_capacity(many);
            each_set(&suited, many, &mut held, &mut |held| {
                let (mut flush, mut ranks) = (open, *plain);
                for card in held {
                    flush.add(*card);
                    ranks.add_rank(card.rank());
                }
                let rest = self.down - many;
                each_ranks(&others, 0, rest, 1, &flush, &mut |tally, ways| {
                    counts[self.contest(tally)] += ways;
                });
                each_ranks(&others, 0, rest, 1, &ranks, &mut |tally, ways| {
                    counts[self.contest(tally)] -= ways;
                });
            });
        }
    }

    /// How many cards of each rank may come, of those that are asked for.
    fn left(&self, of: impl Fn(Card) -> bool) -> ByRank {
        let mut left = ByRank::default();
        for (card, copies) in self.pack.kinds().filter(|(card, _)| of(*card)) {
            left[card.rank() as usize] += copies;
        }
        left
    }

    /// The place of the contest with a dealer's hand of these cards.
    fn contest(&self, dealer: &Tally) -> usize {
        let dealer = dealer.strength(self.rules.hands.hand_size);
        let qualifies = self.rules.qualifier().is_none_or(|least| dealer >= least);
        let order = match self.player.cmp(&dealer) {
            Ordering::Greater => 0,
            Ordering::Equal => 1,
            Ordering::Less => 2,
        };
        order + 3 * usize::from(qualifies)
    }
}

/// Every way to take so many more ranks from a place on, with the number of its cards.
fn each_ranks(left: &ByRank, from: usize, more: usize, ways: i64, tally: &Tally, look: &mut impl FnMut(&Tally, i64)) {
    if more == 0 {
        return look(tally, ways);
    }
    for place in from..left.len() {
        let mut longer = *tally;
        for taken in 1..=more.min(left[place] as usize) {
            longer.add_rank(Rank::ALL[place]);
            let ways = ways * choose(left[place], taken as u32) as i64;
            each_ranks(left, place + 1, more - taken, ways, &longer, look);
        }
    }
}

/// Every set of so many cards.
fn each_set(cards: &[Card], many: usize, held: &mut Vec<Card>, look: &mut impl FnMut(&[Card])) {
    if many == 0 {
        return look(held);
    }
    for (place, card) in cards.iter().enumerate() {
        held.push(*card);
        each_set(&cards[place + 1..], many - 1, held, look);
        held.pop();
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::load;

    use super::*;

    /// Hands off random cards, with and without cards known to be out, counted by ranks and one by one.
    #[test]
    fn ranks_and_flushes_count_every_hand_once() {
        let mut dice = 3u64;
        for id in ["three-card-poker", "caribbean-stud", "four-card-poker", "crazy-4-poker"] {
            let game = load::open(id).unwrap().game;
            let rules = game.stud().unwrap();
            let showdown = rules.showdown.as_ref().unwrap();
            for out in [0, 9, 20, 26, 30] {
                let mut cards: Vec<Card> = game.deck.cards().collect();
                let mut draw = || {
                    dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    cards.swap_remove((dice >> 33) as usize % cards.len())
                };
                let hand: Vec<Card> = (0..rules.hands.hole_cards).map(|_| draw()).collect();
                let up = (showdown.up_cards > 0).then(&mut draw);
                for _ in 0..out {
                    draw();
                }
                let pack = Pack::of(&cards);
                let dealers = Dealers {
                    rules,
                    pack: &pack,
                    up,
                    down: usize::from(showdown.dealer_cards) - up.iter().count(),
                    player: rules.strength(&hand),
                };
                let counts = dealers.by_ranks();
                assert_eq!(counts, dealers.one_by_one(), "{id} {hand:?} {up:?}");
                assert_eq!(
                    counts.iter().sum::<i64>() as u128,
                    choose(pack.size(), dealers.down as u32)
                );
            }
        }
    }
}
