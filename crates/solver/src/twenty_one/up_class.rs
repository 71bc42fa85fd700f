//! Up cards that play alike.

use croupier_rules::play::BlackjackCheck;
use croupier_rules::twenty_one::TwentyOne;
use croupier_rules::{Card, Rank};

use super::rows::{RowSet, Rows};

/// Up cards that play alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UpClass {
    /// The value, an ace as 1.
    pub value: u8,
    /// What is known of a blackjack.
    pub check: BlackjackCheck,
    /// The rows whose up card condition is met.
    pub rows: RowSet,
    /// The ranks.
    pub ranks: Vec<Rank>,
    /// The value of the hole card, where somebody has seen it; it makes no blackjack and is out of the shoe.
    pub hole: Option<u8>,
}

impl UpClass {
    /// The classes of all up cards this shoe can show.
    pub fn all(rules: &TwentyOne, rows: &Rows, shoe: &[u32; Card::KINDS]) -> Vec<UpClass> {
        let mut classes: Vec<UpClass> = Vec::new();
        for rank in Rank::ALL {
            let there = Card::all().any(|card| card.rank() == rank && shoe[card.index()] > 0);
            if !there {
                continue;
            }
            let class = UpClass::of(rules, rows, rank);
            let known = classes
                .iter_mut()
                .find(|other| other.value == class.value && other.check == class.check && other.rows == class.rows);
            match known {
                Some(known) => known.ranks.push(rank),
                None => classes.push(class),
            }
        }
        classes
    }

    /// The class of one rank.
    pub fn of(rules: &TwentyOne, rows: &Rows, rank: Rank) -> UpClass {
        UpClass {
            value: rank.value(),
            check: rules.dealer.check_under(rank),
            rows: rows.under(rank),
            ranks: vec![rank],
            hole: None,
        }
    }

    /// The value that makes a blackjack with this up card, as a place from 0.
    pub fn partner(&self) -> Option<usize> {
        match self.value {
            1 if self.hole.is_none() => Some(9),
            10 if self.hole.is_none() => Some(0),
            _ => None,
        }
    }
}
