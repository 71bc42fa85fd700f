//! What may be staked on a hand: the doubles made so far and the amounts that may be added.
//!
//! The value of a doubled hand is, card by card, the greatest of functions that are linear in the amounts added (stand:
//! bets times a number; surrender: a share of the bets or of the first alone), so it is convex in them, and so is its
//! mean over the cards to come. A convex function is greatest at an end of its range: only the least and the most need to
//! be tried, and where the range of a later double changes its shape with the amount of an earlier one, the amounts on
//! both sides of that point. A free double has one amount, and what it wins is a constant among these functions.
//!
//! A hand split off free is a stake of its own, as is all that follows from it: its main bet is the house's.

use croupier_rules::Money;
use croupier_rules::play::FreeBets;
use croupier_rules::twenty_one::{Double, DoubleAmount, DoubleMax, TwentyOne};

use crate::number::Number;

/// The bets on a hand, and where one more double leads. Units are those of the main bet.
#[derive(Clone, Debug)]
pub struct Stake<N> {
    /// The doubles made, in order.
    pub added: Vec<Money>,
    /// Which bets are free.
    pub free: FreeBets,
    /// The player's main bet: one unit, or none where it is free.
    pub main_units: N,
    /// The player's doubles.
    pub added_units: N,
    /// The house's bets, by their face.
    pub free_units: N,
    /// The doubles worth trying, the player's own by amount.
    pub more: Vec<More>,
}

/// One more double.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct More {
    /// How much.
    pub amount: Money,
    /// Whether the house stakes it.
    pub free: bool,
    /// The stake it leads to.
    pub next: usize,
}

impl<N: Number> Stake<N> {
    /// What the player has staked.
    pub fn own_units(&self) -> N {
        self.main_units.clone() + self.added_units.clone()
    }

    /// The place among `more` of a double for the most or the least: of the player's own, or the free one.
    pub fn double_place(&self, free: bool, least: bool) -> Option<usize> {
        let fits = |more: &More| more.free == free;
        match least {
            true => self.more.iter().rposition(fits),
            false => self.more.iter().position(fits),
        }
    }

    /// What a hand comes to whose bets all come to this for a unit of the player's.
    pub fn net(&self, unit: &N) -> N {
        let own = unit.clone() * self.own_units();
        match *unit > N::zero() {
            true => own + unit.clone() * self.free_units.clone(),
            false => own,
        }
    }
}

/// All stakes that can be best from a given one on; the first is that one.
#[derive(Clone, Debug)]
pub struct Stakes<N> {
    stakes: Vec<Stake<N>>,
    /// The stake of a hand that is split off free.
    split_free: Option<usize>,
}

impl<N: Number> Stakes<N> {
    /// The stakes from these doubles on, of which and of the main bet some are free.
    pub fn new(rules: &TwentyOne, main: Money, added: &[Money], free: FreeBets) -> Stakes<N> {
        let mut stakes = Stakes {
            stakes: Vec::new(),
            split_free: None,
        };
        stakes.add(&rules.double, main, added.to_vec(), free);
        if added.is_empty() && !rules.split.free.is_empty() {
            let split_free = stakes.add(&rules.double, main, Vec::new(), FreeBets::MAIN);
            stakes.split_free = Some(split_free);
        }
        stakes
    }

    /// The stake of a hand that is split off, free or for a bet of the player's own.
    pub fn split_off(&self, free: bool) -> usize {
        self.split_free.filter(|_| free).unwrap_or(0)
    }

    /// The place of a hand's bets among the stakes.
    pub fn find(&self, added: &[Money], free: FreeBets) -> Option<usize> {
        let same = |stake: &Stake<N>| stake.added == added && stake.free == free;
        self.stakes.iter().position(same)
    }

    /// The stakes, the first being the one they start from.
    pub fn all(&self) -> &[Stake<N>] {
        &self.stakes
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.stakes.len()
    }

    fn add(&mut self, double: &Double, main: Money, added: Vec<Money>, free: FreeBets) -> usize {
        if let Some(place) = self.find(&added, free) {
            return place;
        }
        let place = self.stakes.len();
        let units = |wanted: bool| {
            let amounts = added.iter().enumerate();
            let amounts = amounts.filter(|(place, _)| free.double(*place) == wanted);
            N::share(amounts.map(|(_, amount)| *amount).sum(), main)
        };
        let main_units = if free.main { N::zero() } else { N::one() };
        self.stakes.push(Stake {
            free_units: units(true) + (N::one() - main_units.clone()),
            added_units: units(false),
            main_units,
            added: added.clone(),
            free,
            more: Vec::new(),
        });
        let own = amounts_worth_trying(double, main, &added);
        let own = own.into_iter().map(|amount| (amount, false));
        let house = may_be_doubled_free(double, &added).then_some((main, true));
        let more = own.chain(house).map(|(amount, is_free)| {
            let free = free.doubled(added.len(), is_free);
            let added = added.iter().copied().chain([amount]).collect();
            More {
                amount,
                free: is_free,
                next: self.add(double, main, added, free),
            }
        });
        let more = more.collect();
        self.stakes[place].more = more;
        place
    }
}

/// Whether a hand with these doubles can have a number of cards that is doubled free.
fn may_be_doubled_free(double: &Double, added: &[Money]) -> bool {
    let cards_min = added.len() as u8 + 2;
    let more = added.len() < usize::from(double.times_max);
    more && double.may_be_free() && double.free_cards.iter().any(|cards| cards >= cards_min)
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
