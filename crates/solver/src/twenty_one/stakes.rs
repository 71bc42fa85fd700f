//! What may be staked on a hand: the doubles made so far and the amounts that may be added.
//!
//! The value of a doubled hand is, card by card, the greatest of functions that are linear in the amounts added (stand:
//! bets times a number; surrender: a share of the bets or of the first alone), so it is convex in them, and so is its
//! mean over the cards to come. A convex function is greatest at an end of its range: only the least and the most need to
//! be tried, and where the range of a later double changes its shape with the amount of an earlier one, the amounts on
//! both sides of that point.

use croupier_rules::Money;
use croupier_rules::twenty_one::{Double, DoubleAmount, DoubleMax};

use crate::number::Number;

/// The doubles made on a hand, and where one more leads.
#[derive(Clone, Debug)]
pub struct Stake<N> {
    /// The doubles made, in order.
    pub added: Vec<Money>,
    /// Their sum in units of the main bet.
    pub added_units: N,
    /// The amounts worth trying for one more double, each with the stake it leads to.
    pub more: Vec<(Money, usize)>,
}

/// All stakes that can be best from a given one on; the first is that one.
#[derive(Clone, Debug)]
pub struct Stakes<N> {
    stakes: Vec<Stake<N>>,
}

impl<N: Number> Stakes<N> {
    /// The stakes from these doubles on.
    pub fn new(double: &Double, main: Money, added: &[Money]) -> Stakes<N> {
        let mut stakes = Stakes { stakes: Vec::new() };
        stakes.add(double, main, added.to_vec());
        stakes
    }

    /// The stakes, the first being the one they start from.
    pub fn all(&self) -> &[Stake<N>] {
        &self.stakes
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.stakes.len()
    }

    fn add(&mut self, double: &Double, main: Money, added: Vec<Money>) -> usize {
        if let Some(place) = self.stakes.iter().position(|stake| stake.added == added) {
            return place;
        }
        let place = self.stakes.len();
        let sum: Money = added.iter().copied().sum();
        self.stakes.push(Stake {
            added: added.clone(),
            added_units: N::share(sum, main),
            more: Vec::new(),
        });
        let more = amounts_worth_trying(double, main, &added)
            .into_iter()
            .map(|amount| {
                let mut added = added.clone();
                added.push(amount);
                (amount, self.add(double, main, added))
            })
            .collect();
        self.stakes[place].more = more;
        place
    }
}

fn amounts_worth_trying(double: &Double, main: Money, added: &[Money]) -> Vec<Money> {
    let Some(amounts) = double.amounts(main, added) else {
        return Vec::new();
    };
    let mut worth = vec![amounts.max, amounts.min];
    let later = double.again.filter(|_| added.len() + 1 < usize::from(double.times_max));
    if let Some(DoubleAmount {
        min: Some(min), max, ..
    }) = later
    {
        // Below this amount the later double has only one size, above it a range.
        let turn = match max {
            DoubleMax::MainBet => None,
            DoubleMax::LastDouble => Some(min),
            DoubleMax::TotalBet => Some(min - main - added.iter().copied().sum()),
        };
        if let Some(turn) = turn {
            let amounts = amounts.list();
            worth.extend(amounts.iter().rev().find(|amount| **amount <= turn));
            worth.extend(amounts.iter().find(|amount| **amount >= turn));
        }
    }
    worth.sort();
    worth.dedup();
    // The largest first, so that of equally good amounts the full one is named.
    worth.reverse();
    worth
}
