//! Wagers that are settled by a row of their pay table or lost, each as a digit of a code.

use croupier_rules::Money;
use croupier_rules::pattern::Row;
use croupier_table::{Outcome, WagerKind};

use crate::settled::Settled;

/// The wagers of a hand as digits, the first the lowest.
#[derive(Clone, Debug)]
pub(crate) struct Digits {
    wagers: Vec<Digit>,
    codes: u32,
}

/// One wager that is bet on.
#[derive(Clone, Debug)]
struct Digit {
    kind: WagerKind,
    stake: i64,
    /// What each row pays.
    pays: Vec<i64>,
    /// What its digit counts in the code: its row plus one, 0 for none.
    radix: u32,
}

impl Digits {
    /// No wagers, of which there is one code.
    pub(crate) const fn new() -> Digits {
        Digits {
            wagers: Vec::new(),
            codes: 1,
        }
    }

    /// How many codes there are.
    pub(crate) const fn codes(&self) -> u32 {
        self.codes
    }

    /// One more wager; returns what its digit counts.
    pub(crate) fn add(&mut self, kind: WagerKind, stake: Money, rows: &[Row]) -> u32 {
        let radix = self.codes;
        self.wagers.push(Digit {
            kind,
            stake: stake.cents(),
            pays: rows.iter().map(|row| row.pays.paid_on(stake).cents()).collect(),
            radix,
        });
        self.codes = self.codes.saturating_mul(rows.len() as u32 + 1);
        radix
    }

    /// How every wager of a code ended.
    pub(crate) fn settled(&self, code: u32) -> impl Iterator<Item = Settled> {
        self.wagers.iter().map(move |wager| {
            let row = code / wager.radix % (wager.pays.len() as u32 + 1);
            let (outcome, net) = match row.checked_sub(1) {
                Some(row) => (Outcome::Row(row as u8), wager.pays[row as usize]),
                None => (Outcome::NoRow, -wager.stake),
            };
            Settled {
                kind: wager.kind,
                outcome,
                stake: wager.stake,
                net,
            }
        })
    }
}

/// The digit of a row.
pub(crate) fn digit(row: Option<usize>) -> u32 {
    row.map_or(0, |row| row as u32 + 1)
}
