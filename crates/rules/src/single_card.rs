//! The rules of a game of the single-card family: one card against the dealer's, or a card that must fall between two.

use crate::keyed::Keyed;
use crate::load::read::Home;
use crate::load::section::{section, values, words};
use crate::money::Odds;
use crate::pattern::Row;

section! {
    /// Everything that sets one game of single cards apart from another.
    pub struct SingleCard {
        /// Single-card family: which cards are dealt, and what the main bet pays.
        pub deal: Deal,
        /// Single-card family: the bet that may be added when the first cards are seen.
        pub raise: Raise,
        derived {
            /// What the main bet pays. Cards that meet no row lose it.
            pub pays: Keyed<Row> = Keyed::default(),
            /// What the raise pays. Cards that meet no row lose it.
            pub raise_pays: Keyed<Row> = Keyed::default(),
        }
    }
}

section! {
    /// `[deal]`: two first cards face up. Where they leave a row of a pay table open that asks for more cards, those are dealt
    /// after the players' choices; everywhere else the first cards decide the main bet.
    pub struct Deal {
        /// Who gets the first cards.
        pub first: FirstCards,
        /// How many cards are burned before more are dealt.
        pub burn: u8 where (0..=Deal::BURN_MAX) = 0,
        /// The pay table of the main bet, a `[pay-table.NAME]`.
        pub pays: String,
        /// The pay tables of the main bet an operator may choose from; just the one if left out.
        pub pays_allowed: Vec<String> = Vec::new(),
    }
}

section! {
    /// `[raise]`: a bet that may be added to the main bet. It is offered where the first cards leave a row of its pay table
    /// open.
    pub struct Raise {
        /// What it is called at the table: Raise, War.
        pub name: String,
        /// How much it is.
        pub amount: RaiseAmount,
        /// What a player who does not raise loses of the main bet, being out of the round then; left out, the player stays in
        /// without raising.
        pub surrender_loses: Option<Odds>,
        /// The pay table it is paid by, a `[pay-table.NAME]`.
        pub pays: String,
        /// The pay tables of the raise an operator may choose from; just the one if left out.
        pub pays_allowed: Vec<String> = Vec::new(),
    }
}

words! {
    /// Who gets the first cards, and those that may follow.
    pub enum FirstCards {
        /// One to every player and one to the dealer; later one more to each.
        OneEach,
        /// Two in the middle of the table, on which all players bet; later a third.
        TwoForAll,
    }
}

words! {
    /// How much a raise is.
    pub enum RaiseAmount {
        /// The same as the main bet.
        EqualsMainBet,
        /// Any amount up to the main bet, in the steps of the main bet.
        UpToMainBet,
    }
}

words! {
    /// How the first two cards stand, from 2 low to ace high.
    pub enum First {
        /// One each: the player's card is higher than the dealer's.
        Higher,
        /// Both have the same rank.
        Equal,
        /// One each: the player's card is lower.
        Lower,
        /// Two for all: the ranks are next to each other.
        Consecutive,
        /// Two for all: ranks lie between the two.
        Apart,
    }
}

words! {
    /// How the cards stand that came after the first.
    pub enum Drawn {
        /// One each: the player's second card is higher than the dealer's second.
        Higher,
        /// One each: both second cards have the same rank. Two for all: the third card has the rank of a pair.
        Equal,
        /// One each: the player's second card is lower.
        Lower,
        /// Two for all: the third card lies between the two.
        Between,
        /// Two for all: the third card neither lies between nor makes three of a kind.
        Outside,
    }
}

values!(Deal, Raise);

impl Home for Deal {
    const HOME: &'static str = "deal";
}

impl Home for Raise {
    const HOME: &'static str = "raise";
}

impl Deal {
    /// The most cards that may be burned before more are dealt.
    pub const BURN_MAX: u8 = 7;
}

impl SingleCard {
    /// The names of the pay tables of the main bet, those that may take its place among them, each once.
    pub fn main_tables(&self) -> impl Iterator<Item = &str> {
        each_once(&self.deal.pays, &self.deal.pays_allowed)
    }

    /// The same of the raise.
    pub fn raise_tables(&self) -> impl Iterator<Item = &str> {
        each_once(&self.raise.pays, &self.raise.pays_allowed)
    }
}

fn each_once<'a>(own: &'a str, allowed: &'a [String]) -> impl Iterator<Item = &'a str> {
    let others = allowed.iter().map(String::as_str).filter(move |other| *other != own);
    std::iter::once(own).chain(others)
}
