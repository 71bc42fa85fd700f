//! Counting cards: what each card that is seen adds, and the count that a player bets and plays by.
//!
//! A system is a small TOML file; those known by name are such files, built in. Counts are whole numbers of parts, so that nothing
//! is rounded before the count itself is.

mod system;

use croupier_rules::Card;
use croupier_rules::game::Deck;

pub use system::{CountBy, System, SystemFault};

/// The farthest count that is told apart, either way; what lies beyond counts as this.
pub const COUNT_MAX: i32 = 64;

/// The count of one shoe, kept by somebody who sees every card but those burnt.
#[derive(Clone, Debug)]
pub struct Count<'a> {
    system: &'a System,
    deck_size: i64,
    start: i64,
    running: i64,
}

impl<'a> Count<'a> {
    /// The count of a fresh shoe.
    pub fn new(system: &'a System, deck: &Deck) -> Count<'a> {
        let start = system.start_parts(deck);
        Count {
            system,
            deck_size: deck.deck_size() as i64,
            start,
            running: start,
        }
    }

    /// The cards are shuffled.
    pub fn shuffled(&mut self) {
        self.running = self.start;
    }

    /// A card is seen.
    pub fn see(&mut self, card: Card) {
        self.running += i64::from(self.system.parts(card));
    }

    /// The running count in parts of the system.
    pub fn running_parts(&self) -> i64 {
        self.running
    }

    /// The count to bet and play by while so many cards are in the shoe.
    pub fn whole(&self, left: usize) -> i32 {
        whole(self.system, self.deck_size, self.running, left)
    }
}

/// The count that this running count comes to while so many cards are in the shoe: rounded down to a whole number, no farther than
/// [`COUNT_MAX`] either way.
#[inline]
pub fn whole(system: &System, deck_size: i64, running_parts: i64, left: usize) -> i32 {
    let (count, of) = match system.count_by() {
        CountBy::True => (running_parts * deck_size, system.per() * (left as i64).max(1)),
        CountBy::Running => (running_parts, system.per()),
    };
    count.div_euclid(of).clamp(i64::from(-COUNT_MAX), i64::from(COUNT_MAX)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::load;

    fn deck(id: &str) -> Deck {
        load::open(id).unwrap().game.deck
    }

    #[test]
    fn a_count_goes_up_with_low_cards_and_is_divided_by_the_decks_left() {
        let (hi_lo, deck) = (System::named("hi-lo").unwrap(), deck("blackjack"));
        let mut count = Count::new(&hi_lo, &deck);
        for card in croupier_rules::card::parse_cards("2h 3c 4d 5s 6s 7h 8h Kd").unwrap() {
            count.see(card);
        }
        assert_eq!(count.running_parts(), 4);
        assert_eq!([156, 104, 52, 312].map(|left| count.whole(left)), [1, 2, 4, 0]);
        count.shuffled();
        count.see("As".parse().unwrap());
        // Rounded down: a little below nothing is minus one.
        assert_eq!(count.whole(300), -1);
    }

    /// Decks of 48 cards lack the tens: a true count starts where an unbalanced shoe starts, four below nothing a deck.
    #[test]
    fn a_true_count_of_an_unbalanced_shoe_ends_at_nothing() {
        let (hi_lo, deck) = (System::named("hi-lo").unwrap(), deck("nh21-plus"));
        let mut count = Count::new(&hi_lo, &deck);
        assert_eq!(count.running_parts(), -4 * i64::from(deck.decks));
        assert_eq!(count.whole(deck.size()), -4);
        deck.cards().for_each(|card| count.see(card));
        assert_eq!(count.running_parts(), 0);
    }

    #[test]
    fn knock_out_starts_below_nothing_and_is_not_divided() {
        let (ko, deck) = (System::named("ko").unwrap(), deck("blackjack"));
        let mut count = Count::new(&ko, &deck);
        assert_eq!(count.whole(312), -20);
        deck.cards().for_each(|card| count.see(card));
        // The pivot: whatever the number of decks, a shoe ends at four.
        assert_eq!(count.whole(0), 4);
    }
}
