//! Games of 21: compiled tables and the kernels that play from them.

mod compile;
mod dealer;
pub(crate) mod lane_tables;
pub mod lanes;
mod leaf;
mod likeness;
mod play;

use std::sync::Arc;

use croupier_rules::{Card, Game};
use croupier_table::{HandWagers, Strategy};

use crate::cards::Layout;
use crate::fault::Fault;
use crate::settled::Settled;
use crate::sides::Sides;
use crate::table::Entry;
pub use lane_tables::LaneTables;
pub(crate) use leaf::Leaf;
pub(crate) use play::FirstCards;
pub use play::{HANDS_MAX, PlayedHand, Stopped};

/// The most parts a starting hand may become in the tables.
pub(crate) const SPLIT_PARTS: usize = 8;
/// The most openings an entry can name.
const OPENINGS_MAX: usize = 16;

/// How a hand opens: what is insured, and how its main bet ends when the dealer's check finds a blackjack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Insurance in cents on one spot; 0 when none is taken.
    pub insured: i64,
    /// The leaf of a checked dealer's blackjack.
    pub against_blackjack: Option<u32>,
}

/// A game of 21 and a strategy, compiled: all that the kernels read.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The cards of the shoe.
    pub layout: Layout,
    /// The one flat table.
    pub entries: Vec<Entry>,
    /// By first card and up card: the node that the second card is looked up at.
    pub begun: Vec<Entry>,
    /// How hands end.
    pub leaves: Vec<Leaf>,
    /// How hands open.
    pub openings: Vec<Opening>,
    /// By opening, up card and hole card: the digit of insurance.
    pub insurance: Vec<u16>,
    /// What the digits of insurance mean, from digit 1.
    pub insurance_ends: Vec<Settled>,
    /// By up card and hole card: the dealer's hand.
    pub dealer_starts: Vec<u8>,
    /// By up card: the dealer's hand of that card alone.
    pub dealer_singles: Vec<u8>,
    /// By dealer's hand and rank: the dealer's next hand.
    pub dealer_next: Vec<u8>,
    /// Whether a late blackjack leaves the player some bets, so that the ends of split hands depend on each other.
    pub late_blackjack_spares_bets: bool,
    /// The number of the dealer's blackjack.
    pub blackjack: u8,
    /// By up card: whether the dealer checks for blackjack before the players act.
    pub checked: Vec<bool>,
    /// Whether the dealer's second card is dealt before the players act.
    pub has_hole_card: bool,
    /// Whether that card lies face up: the second card of a hand leads to a node that the hole card is looked up at.
    pub hole_is_open: bool,
    /// By up card and hole card: the number of what a player sees of them.
    pub faced: Vec<u16>,
    /// By that number, number of parts and card: the node of a part that begins with that card.
    pub split_starts: Vec<Entry>,
    /// Where among these the nodes of hands that were split off begin: at the start where they play like the first, else behind
    /// the nodes of the first.
    pub split_off_at: usize,
    /// The side bets.
    pub sides: Sides,
}

impl Tables {
    /// Compiles the rules, a strategy and the bets of one hand.
    pub fn compile(game: &Arc<Game>, strategy: &dyn Strategy, bets: &HandWagers) -> Result<Tables, Fault> {
        let rules = game.twenty_one().expect("the caller has looked at the family");
        compile::compile(game, rules, strategy, bets)
    }

    /// Whether insurance is taken with these two cards against this up card.
    pub fn insures(&self, player: [Card; 2], up: Card) -> bool {
        let player = player.map(|card| self.layout.kind(card));
        let opening = self.dealt(player, self.layout.kind(up)).opened() as usize;
        self.openings.get(opening).is_some_and(|opening| opening.insured != 0)
    }

    /// How many codes a hand can end with: leaf, insurance and side bets.
    pub fn codes(&self) -> u64 {
        self.leaves.len() as u64 * u64::from(self.digit_codes())
    }

    /// How many codes insurance and side bets have together.
    pub fn digit_codes(&self) -> u32 {
        self.sides.codes.saturating_mul(self.insurance_ends.len() as u32 + 1)
    }
}

impl Tables {
    /// How every wager of a hand ended.
    pub fn settled(&self, end: &PlayedHand) -> Vec<Settled> {
        let mut settled: Vec<Settled> = end
            .leaves()
            .flat_map(|leaf| self.leaves[leaf as usize].bets.iter().copied())
            .collect();
        settled.extend(self.settled_digits(end.digits));
        settled
    }

    /// How insurance and side bets ended.
    pub fn settled_digits(&self, digits: u32) -> impl Iterator<Item = Settled> + '_ {
        let insurance = (digits / self.sides.codes) as usize;
        let insurance = insurance.checked_sub(1).map(|end| self.insurance_ends[end]);
        let sides = self
            .sides
            .axes
            .iter()
            .map(move |axis| axis.ends[(digits / axis.radix) as usize % axis.ends.len()]);
        insurance.into_iter().chain(sides)
    }
}
