//! Insurance and side bets at a count.

use std::ops::RangeInclusive;

use croupier_rules::twenty_one::Insurance;
use croupier_rules::{Card, Game, Money};
use rayon::prelude::*;
use serde::Serialize;

use super::shoe::Reference;
use crate::number::Number;
use crate::pack::Pack;
use crate::side_bets;
use crate::side_bets::listed::Listed;
use crate::twenty_one::CardCounts;

/// Whole shoes for each count.
const SHOES: usize = 8;
/// Counts are found to this.
const EXACT_TO: f64 = 1e-9;
/// How far counts are searched for where insurance gains.
const FARTHEST: f64 = 40.0;

/// A side bet along the counts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WagerByCount {
    /// Its id.
    pub id: String,
    /// What it is called at the table.
    pub name: String,
    /// The least of these counts from which on it gains; `None` where none is enough.
    pub gains_from: Option<i32>,
    /// By count.
    pub counts: Vec<WagerAt>,
}

/// A wager at one count.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct WagerAt {
    /// The count.
    pub count: i32,
    /// The expected gain, per unit.
    pub ev: f64,
}

/// The least count, the up card seen, at which insurance gains; `None` when none does.
///
/// Insurance is a bet on one card, so what it gains is the mean over the cards to come: no whole shoes are needed.
pub fn insurance_index(insurance: &Insurance, reference: &Reference) -> Option<f64> {
    let up =
        Card::all().find(|card| insurance.offered_on.contains(card.rank()) && reference.deck().count(*card) > 0)?;
    let gain = |count: f64| {
        let shoe = reference.shoe(count, &[up])?;
        Some(shoe.mean(|hole| f64::unit(insurance.result([up, hole]).1)))
    };
    let mut high = (0..=FARTHEST as i32)
        .map(f64::from)
        .take_while(|count| gain(*count).is_some())
        .last()?;
    let mut low = -high;
    if gain(high)? <= 0.0 || gain(low).is_some_and(|gain| gain > 0.0) {
        return None;
    }
    while high - low > EXACT_TO {
        let middle = f64::midpoint(low, high);
        // Counts so low that no shoe has them gain nothing either.
        if gain(middle).is_some_and(|gain| gain > 0.0) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

/// What every side bet is worth at these counts before a round, by valuing it off shoes that have them.
///
/// Where a bet looks at several cards its value is no line in the count, and the shoes of [`Reference::shoe`] are worth the mean over counts
/// that lie around the one asked for, as far apart as counts of that depth do: who knows the count knows that it is none of those. What
/// the curve adds over that spread is therefore taken off.
pub fn side_bets_by_count(
    game: &Game,
    main: Money,
    reference: &Reference,
    counts: RangeInclusive<i32>,
) -> Vec<WagerByCount> {
    let spread = reference.spread();
    let near = |count: i32| -> Option<[Vec<CardCounts>; 3]> {
        let shoes = |apart: f64| Some(reference.shoe(f64::from(count) + apart, &[])?.whole_shoes(SHOES));
        Some([shoes(0.0)?, shoes(-spread)?, shoes(spread)?])
    };
    let shoes: Vec<(i32, [Vec<CardCounts>; 3])> = counts.filter_map(|count| Some((count, near(count)?))).collect();
    let of = |(place, bet): (usize, &croupier_rules::game::SideBet)| {
        let stake = bet.min.min(main);
        let listed = Listed::side_bet(game, place, stake);
        let value = |shoe: &CardCounts| match &listed {
            Some(listed) => listed.value(shoe),
            None => side_bets::value(game, place, &pack(shoe), stake, main).ev,
        };
        let mean = |shoes: &[CardCounts]| {
            let values: Vec<f64> = shoes.par_iter().map(value).collect();
            values.iter().sum::<f64>() / values.len() as f64
        };
        let at = |(count, [here, below, above]): &(i32, [Vec<CardCounts>; 3])| WagerAt {
            count: *count,
            ev: 2.0 * mean(here) - f64::midpoint(mean(below), mean(above)),
        };
        let counts: Vec<WagerAt> = shoes.iter().map(at).collect();
        let losing = counts.iter().rposition(|at| at.ev <= 0.0).map_or(0, |place| place + 1);
        WagerByCount {
            id: bet.id.clone(),
            name: bet.name.clone(),
            gains_from: counts.get(losing).map(|at| at.count),
            counts,
        }
    };
    game.side_bets.iter().enumerate().map(of).collect()
}

fn pack(shoe: &CardCounts) -> Pack {
    let cards = Card::all().flat_map(|card| std::iter::repeat_n(card, shoe[card.index()] as usize));
    Pack::of(&cards.collect::<Vec<Card>>())
}
