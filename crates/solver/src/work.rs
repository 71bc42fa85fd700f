//! How much work it is to solve a game of stud, known before it is begun.
//!
//! The work goes with the kinds of cards that a player may have seen (hands that differ only in names of suits are one kind).
//! Their number is found without listing them, by Burnside's lemma: it is the mean, over all ways to exchange suits that may
//! be exchanged, of the number of hands that such an exchange leaves as they are.

use croupier_rules::stud::Stud;
use croupier_rules::{Card, Game, Rank, Suit};

use crate::pack::Pack;

/// An estimate of what solving takes, measured as processor time in 2026. Seconds and bytes are fitted to Mississippi Stud with four
/// hole cards (1.1 million kinds: 2.8 s, 0.47 GB) and with five (7.1 million kinds: 25.6 s, 2.8 GB); where a dealer's hand is made
/// with the same board, to Ultimate Texas Hold 'Em (11.1 s, 0.26 GB) and Texas Hold 'Em Bonus (7.8 s, 0.78 GB).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Work {
    /// How many kinds of cards are valued.
    pub kinds: f64,
    /// How long that takes, in seconds of one core.
    pub seconds: f64,
    /// How much memory, in bytes.
    pub bytes: f64,
}

/// Cards looked at in a second by one core.
const CARDS_PER_SECOND: f64 = 14e6;
/// Memory for each kind.
const BYTES_PER_KIND: f64 = 410.0;
/// Hole cards beside a full board valued in a second by one core.
const BOARD_HANDS_PER_SECOND: f64 = 15e6;
/// Memory for each pair of hole cards beside a board that is still to be filled.
const BYTES_PER_BOARD_HAND: f64 = 32.0;
/// What every solving of such a game keeps at hand.
const BYTES_OF_BOARDS: f64 = 150e6;

impl Work {
    /// The work to solve the main game; `None` for games of another family, whose number of hands is no guide to it.
    pub fn of(game: &Game) -> Option<Work> {
        let rules = game.stud()?;
        let pack = Pack::fresh(&game.deck);
        let alike = pack.alike_suits(rules.pays.iter().map(|row| &row.when));
        if rules.showdown.is_some() && rules.community_cards() > 0 {
            return Some(Work::of_boards(rules, &pack, &alike));
        }
        // The last card is looked at where it completes a hand, and not kept.
        let last_decision = rules.cards_known_at(rules.streets.len().saturating_sub(1));
        let last = last_decision.max(rules.hand_cards().saturating_sub(1));
        let by_level = count_kinds(&pack, &alike, last);
        let looked_at = |(level, kinds): (usize, &f64)| kinds * (f64::from(pack.size()) - level as f64);
        let cards: f64 = by_level.iter().enumerate().map(looked_at).sum();
        let kinds = by_level.iter().sum();
        Some(Work {
            kinds,
            seconds: cards / CARDS_PER_SECOND,
            bytes: kinds * BYTES_PER_KIND,
        })
    }
}

impl Work {
    /// Every kind of full board is valued once with all hole cards, and what they come to is kept for every board on which there
    /// is a decision before.
    fn of_boards(rules: &Stud, pack: &Pack, alike: &[Vec<Suit>]) -> Work {
        let full = usize::from(rules.community_cards());
        let boards = count_kinds(pack, alike, full);
        let hole_cards = usize::from(rules.hands.hole_cards);
        let hands = |board: usize| boards[board] * choose(pack.size() as usize - board, hole_cards);
        let decided = (0..rules.streets.len()).map(|street| rules.cards_known_at(street) - hole_cards);
        let kept: f64 = decided.filter(|board| *board < full).map(hands).sum();
        Work {
            kinds: hands(full),
            seconds: hands(full) / BOARD_HANDS_PER_SECOND,
            bytes: BYTES_OF_BOARDS + kept * BYTES_PER_BOARD_HAND,
        }
    }
}

/// How many ways there are to take so many cards.
fn choose(cards: usize, taken: usize) -> f64 {
    (0..taken).fold(1.0, |ways, place| {
        ways * cards.saturating_sub(place) as f64 / (place + 1) as f64
    })
}

/// How many kinds of 0, 1, … `most` cards the pack holds.
pub(crate) fn count_kinds(pack: &Pack, alike: &[Vec<Suit>], most: usize) -> Vec<f64> {
    let exchanges = exchanges(alike);
    let mut sums = vec![0.0; most + 1];
    for exchange in &exchanges {
        for (sum, fixed) in sums.iter_mut().zip(count_fixed(pack, exchange, most)) {
            *sum += fixed;
        }
    }
    // Whole numbers stay exact until the division, which leaves no rest.
    sums.into_iter().map(|sum| sum / exchanges.len() as f64).collect()
}

/// Every way to exchange suits within their blocks: where each suit goes.
fn exchanges(alike: &[Vec<Suit>]) -> Vec<[usize; 4]> {
    let block_of = |suit: usize| alike.iter().position(|block| block.contains(&Suit::ALL[suit]));
    let places = (0..256).map(|code: usize| std::array::from_fn(|suit| code >> (2 * suit) & 3));
    places
        .filter(|to: &[usize; 4]| {
            (0..4).all(|suit| block_of(suit) == block_of(to[suit]) && (0..suit).all(|other| to[other] != to[suit]))
        })
        .collect()
}

/// How many hands of 0, 1, … `most` cards an exchange of suits leaves as they are: those that hold every card of a cycle equally
/// often.
fn count_fixed(pack: &Pack, exchange: &[usize; 4], most: usize) -> Vec<f64> {
    let mut hands = vec![0.0; most + 1];
    hands[0] = 1.0;
    for rank in Rank::ALL {
        let mut done = [false; 4];
        for first in 0..4 {
            let mut length = 0;
            let mut suit = first;
            while !done[suit] {
                done[suit] = true;
                length += 1;
                suit = exchange[suit];
            }
            if length == 0 {
                continue;
            }
            let copies = usize::from(pack.count(Card::new(rank, Suit::ALL[first])));
            hands = (0..=most)
                .map(|size| {
                    (0..=copies.min(size / length))
                        .map(|times| hands[size - times * length])
                        .sum()
                })
                .collect();
        }
    }
    hands
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::game::Deck;

    /// What was measured, within a half: an estimate that says seconds and gigabytes must be of that size.
    #[test]
    fn a_game_with_a_board_takes_what_it_took() {
        for (text, seconds, bytes) in [
            (include_str!("../../../games/ultimate-texas-holdem.toml"), 11.1, 0.26e9),
            (include_str!("../../../games/texas-holdem-bonus.toml"), 7.8, 0.78e9),
        ] {
            let work = Work::of(&croupier_rules::load::parse(text).expect("a game of the house")).expect("stud");
            assert_eq!(work.kinds, 134_459.0 * 1_081.0);
            assert!((0.5..1.5).contains(&(work.seconds / seconds)), "{work:?}");
            assert!((0.5..1.5).contains(&(work.bytes / bytes)), "{work:?}");
        }
    }

    #[test]
    fn kinds_are_counted_without_being_listed() {
        let deck = |decks| Deck {
            decks,
            decks_allowed: None,
            removed: croupier_rules::Ranks::NONE,
        };
        let pack = Pack::fresh(&deck(1));
        let alike = pack.alike_suits(std::iter::empty());
        // Hand isomorphism classes of hold 'em up to the river (Waugh 2013 gives those of its streets taken together).
        assert_eq!(
            count_kinds(&pack, &alike, 7),
            [1.0, 13.0, 169.0, 1755.0, 16_432.0, 134_459.0, 962_988.0, 6_009_159.0]
        );
        let apart: Vec<Vec<Suit>> = Suit::ALL.iter().map(|suit| vec![*suit]).collect();
        assert_eq!(count_kinds(&pack, &apart, 3), [1.0, 52.0, 1326.0, 22_100.0]);
        for (decks, alike) in [(1, &alike), (2, &alike), (2, &apart)] {
            let pack = Pack::fresh(&deck(decks));
            for size in 1..=4 {
                let mut listed = 0;
                crate::kinds::each_kind(&pack, alike, size, &mut |_, _, _| listed += 1);
                assert_eq!(
                    count_kinds(&pack, alike, size)[size],
                    f64::from(listed),
                    "{decks} decks, {size} cards"
                );
            }
        }
    }
}
