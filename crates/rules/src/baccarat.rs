//! The rules of a game of the baccarat family: two hands that anyone may bet on, drawn by fixed rules.

use crate::keyed::Keyed;
use crate::load::read::Home;
use crate::load::section::{section, values, words};
use crate::numbers::Numbers;
use crate::pattern::Row;

section! {
    /// Everything that sets one game of baccarat apart from another.
    pub struct Baccarat {
        /// Baccarat family: when the two hands draw, and what the main bet pays.
        pub coup: Coup,
        derived {
            /// What the main bet pays. A coup that meets no row loses it.
            pub pays: Keyed<Row> = Keyed::default(),
        }
    }
}

section! {
    /// `[coup]`: two cards to the player's hand, two to the banker's, and a third to each by these rules. Points are the last
    /// digit of the sum: an ace counts 1, tens and face cards 0.
    pub struct Coup {
        /// The points of two cards, in either hand, with which neither hand draws.
        pub natural: Numbers,
        /// The points with which the player's hand draws.
        pub player_draws: Numbers,
        /// The points with which the banker's hand draws when the player's has not.
        pub banker_draws: Numbers,
        /// The points with which the banker's hand draws when the player's has: one entry for each of the points 0 to 9 of the
        /// player's third card.
        pub banker_draws_after: Vec<Numbers> where (10..=10),
        /// The pay table of the main bet, a `[pay-table.NAME]`.
        pub pays: String,
        /// The pay tables of the main bet an operator may choose from; just the one if left out.
        pub pays_allowed: Vec<String> = Vec::new(),
    }
}

words! {
    /// How a coup ends.
    pub enum CoupWinner {
        /// The player's hand has more points.
        Player,
        /// The banker's hand has more points.
        Banker,
        /// Both have the same.
        Tie,
    }
}

values!(Coup);

impl Home for Coup {
    const HOME: &'static str = "coup";
}

impl Baccarat {
    /// The names of the pay tables of the main bet, those that may take its place among them, each once.
    pub fn tables(&self) -> impl Iterator<Item = &str> {
        let others = self.coup.pays_allowed.iter().filter(|other| **other != self.coup.pays);
        std::iter::once(&self.coup.pays).chain(others).map(String::as_str)
    }
}
