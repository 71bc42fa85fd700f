//! What a stud game asks and allows, street by street, and the most it pays.

use crate::money::Money;
use crate::stud::{Street, Stud};

impl Stud {
    /// How many cards a player knows when a street, from 0, is decided: hole cards and community cards turned.
    pub fn cards_known_at(&self, street: usize) -> usize {
        let turned: u8 = self.streets.iter().take(street).map(|street| street.cards).sum();
        usize::from(self.hands.hole_cards + turned)
    }

    /// How many cards a hand is made of in the end.
    pub fn hand_cards(&self) -> usize {
        self.cards_known_at(self.streets.len())
    }

    /// The most a player with this main bet is paid for a round, with the place of the cap in the rules file.
    pub fn cap_at(&self, main: Money) -> Option<(usize, Money)> {
        let mut caps = self.caps.iter().enumerate();
        caps.find(|(_, cap)| cap.main_bets.contains(&main))
            .map(|(place, cap)| (place, cap.max))
    }
}

impl Street {
    /// Whether there is anything to choose on the street; without a choice it is passed without betting.
    pub fn has_choice(&self) -> bool {
        self.fold || !self.bets.is_empty()
    }
}
