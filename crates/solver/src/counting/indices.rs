//! Index plays: the counts at which another action becomes the best.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use croupier_rules::{Card, Game, Money};
use croupier_table::Total;
use rayon::prelude::*;
use serde::Serialize;

use super::shoe::Reference;
use super::wagers::insurance_index;
use crate::twenty_one::against::Against;
use crate::twenty_one::chart::{Cell, CellLine, Chart, Margins, Prefer};

/// Whole shoes for each count.
const SHOES: usize = 4;
/// Counts are this far apart; between them values are taken to lie on a line.
const STEP: usize = 2;

/// Every play that follows the count.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Indices {
    /// The plays, by hand and up card.
    pub plays: Vec<IndexPlay>,
    /// The least count at which insurance gains; `None` where none is offered or none is enough.
    pub insurance: Option<f64>,
}

/// A hand against an up card that is played otherwise from a count on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct IndexPlay {
    /// The hand.
    pub hand: Hand,
    /// What the dealer shows: the ranks of the up card, or the total of two open cards.
    pub up: Against,
    /// The count, the hand's cards and what the dealer shows seen: from here on the play is the second one.
    pub index: f64,
    /// What is done below it.
    pub below: String,
    /// What is done from it on.
    pub from: String,
    /// The same as a chart says it, best first; what is not allowed is passed over. Empty for pairs.
    #[serde(skip)]
    prefer: [Vec<Prefer>; 2],
    /// Pairs: into how many hands they are split where they are.
    #[serde(skip)]
    hands: u8,
}

/// The first two cards, as a chart tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Hand {
    /// A hard total.
    Hard(u8),
    /// A soft total.
    Soft(u8),
    /// A pair of cards of this value, an ace as 1.
    Pair(u8),
}

impl std::fmt::Display for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Hand::Hard(total) => write!(f, "hard {total}"),
            Hand::Soft(total) => write!(f, "soft {total}"),
            Hand::Pair(1) => f.write_str("A-A"),
            Hand::Pair(10) => f.write_str("T-T"),
            Hand::Pair(value) => write!(f, "{value}-{value}"),
        }
    }
}

impl Serialize for Hand {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Indices {
    /// No play that follows the count.
    pub fn none() -> Indices {
        Indices {
            plays: Vec::new(),
            insurance: None,
        }
    }

    /// The plays that change at a count in this range; `None` when the game is of another family.
    pub fn find(game: &Game, main: Money, reference: &Reference, counts: RangeInclusive<i32>) -> Option<Indices> {
        let grid: Vec<i32> = counts.step_by(STEP).collect();
        let tables: Vec<Option<(f64, Vec<Margins>)>> = grid
            .par_iter()
            .map(|count| margins(game, main, reference, f64::from(*count)))
            .collect();
        let tables: Vec<(f64, Vec<Margins>)> = tables.into_iter().flatten().collect();
        let (_, columns) = tables.first()?;
        let mut plays = Vec::new();
        for (place, column) in columns.iter().enumerate() {
            let hard_and_soft = column.totals.keys().map(|(soft, total)| match soft {
                true => Hand::Soft(*total),
                false => Hand::Hard(*total),
            });
            for hand in hard_and_soft.chain(column.pairs.keys().map(|value| Hand::Pair(*value))) {
                let line = Line::of(hand, place, &column.up, &tables, reference);
                plays.extend(line.plays(&column.up));
            }
        }
        plays.sort_by_key(|play| (play.hand, play.up.clone()));
        let insurance = game.twenty_one().and_then(|rules| rules.insurance.as_ref());
        Some(Indices {
            plays,
            insurance: insurance.and_then(|insurance| insurance_index(insurance, reference)),
        })
    }

    /// The whole counts from which on something is played otherwise, in rising order.
    pub fn counts(&self) -> Vec<i32> {
        let mut counts: Vec<i32> = self.plays.iter().map(IndexPlay::whole).collect();
        counts.extend(self.insurance.map(|index| index.ceil() as i32));
        counts.sort_unstable();
        counts.dedup();
        counts
    }

    /// The chart at a count: this one, with every play that is another there.
    pub fn chart(&self, base: &Chart, count: i32) -> Chart {
        let mut chart = base.clone();
        for play in &self.plays {
            let prefer = &play.prefer[usize::from(count >= play.whole())];
            let Some(column) = chart.columns.iter_mut().find(|column| column.up == play.up) else {
                continue;
            };
            match play.hand {
                Hand::Pair(value) => {
                    let split = if count >= play.whole() { &play.from } else { &play.below } == SPLIT;
                    column.pairs.insert(value, if split { play.hands } else { 1 });
                }
                Hand::Hard(total) => replace(column.hard.get_mut(&total), prefer),
                Hand::Soft(total) => replace(column.soft.get_mut(&total), prefer),
            }
        }
        chart
    }

    /// Whether insurance is taken at a count.
    pub fn insures(&self, count: i32) -> bool {
        self.insurance.is_some_and(|index| f64::from(count) >= index)
    }
}

impl IndexPlay {
    /// The least whole count from which on it is played.
    pub fn whole(&self) -> i32 {
        self.index.ceil() as i32
    }
}

const SPLIT: &str = "split";
const DO_NOT_SPLIT: &str = "do not split";

/// What cells say of hands with more cards stays as it is.
fn replace(cell: Option<&mut Cell>, prefer: &[Prefer]) {
    if let Some(CellLine { prefer: first, .. }) = cell.and_then(|cell| cell.0.first_mut()) {
        *first = prefer.to_vec();
    }
}

/// The margins at a count before the hand is seen: the mean over a few whole shoes.
fn margins(game: &Game, main: Money, reference: &Reference, count: f64) -> Option<(f64, Vec<Margins>)> {
    let shoes = reference.shoe(count, &[])?.whole_shoes(SHOES);
    let each = shoes
        .iter()
        .map(|shoe| Margins::all(game, main, shoe))
        .collect::<Option<Vec<_>>>()?;
    let mut all = each.into_iter();
    let mut sum = all.next()?;
    for next in all {
        for (mine, theirs) in sum.iter_mut().zip(&next) {
            mine.add(theirs);
        }
    }
    Some((count, sum))
}

/// One hand against one up card along the counts.
struct Line {
    hand: Hand,
    /// Pairs: into how many hands they are split.
    hands: u8,
    /// By rising count, the hand seen: what each action is worth. Split pairs stand beside nothing at all.
    values: Vec<(f64, BTreeMap<Act, f64>)>,
}

/// What is compared: the actions of a cell, or splitting with not splitting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Act {
    Cell(Prefer),
    Split,
    NoSplit,
}

impl Line {
    fn of(hand: Hand, column: usize, up: &Against, tables: &[(f64, Vec<Margins>)], reference: &Reference) -> Line {
        let tags = mean_tags(hand, up, reference);
        let cards_seen = match up {
            Against::Up(_) => 3,
            Against::Both(_) => 4,
        };
        let at = |(count, columns): &(f64, Vec<Margins>)| {
            let margins = columns.get(column)?;
            let values: BTreeMap<Act, f64> = match hand {
                Hand::Pair(value) => {
                    let gain = margins.pairs.get(&value)?.gain;
                    BTreeMap::from([(Act::Split, gain), (Act::NoSplit, 0.0)])
                }
                Hand::Hard(total) => cell(margins, false, total)?,
                Hand::Soft(total) => cell(margins, true, total)?,
            };
            Some((reference.after(*count, cards_seen, tags), values))
        };
        let pairs = tables.iter().filter_map(|(_, columns)| match hand {
            Hand::Pair(value) => Some(columns.get(column)?.pairs.get(&value)?.hands),
            Hand::Hard(_) | Hand::Soft(_) => None,
        });
        Line {
            hand,
            hands: pairs.max().unwrap_or(1),
            values: tables.iter().filter_map(at).collect(),
        }
    }

    /// Every change of the best action, from the lowest count up.
    fn plays(&self, up: &Against) -> Vec<IndexPlay> {
        let pairs = self.values.windows(2);
        let change = |pair: &[(f64, BTreeMap<Act, f64>)]| {
            let [(low, before), (high, after)] = pair else {
                return None;
            };
            let (below, from) = (best(before)?, best(after)?);
            // Where a third action is best in between it lies within one step of both.
            let gap = |values: &BTreeMap<Act, f64>| Some(values.get(&from)? - values.get(&below)?);
            let (at_low, at_high) = (gap(before)?, gap(after)?);
            (below != from).then(|| IndexPlay {
                hand: self.hand,
                up: up.clone(),
                index: low + (high - low) * at_low / (at_low - at_high),
                below: below.name(),
                from: from.name(),
                prefer: [order(before), order(after)],
                hands: self.hands,
            })
        };
        pairs.filter_map(change).collect()
    }
}

impl Act {
    fn name(self) -> String {
        match self {
            Act::Split => SPLIT.to_string(),
            Act::NoSplit => DO_NOT_SPLIT.to_string(),
            Act::Cell(prefer) => prefer.word().to_string(),
        }
    }
}

impl Margins {
    fn add(&mut self, other: &Margins) {
        for (key, values) in &other.totals {
            let mine = self.totals.entry(*key).or_default();
            for (prefer, value) in values {
                *mine.entry(*prefer).or_default() += value;
            }
        }
        for (value, theirs) in &other.pairs {
            if let Some(mine) = self.pairs.get_mut(value) {
                mine.gain += theirs.gain;
                mine.hands = mine.hands.max(theirs.hands);
            }
        }
    }
}

fn cell(margins: &Margins, soft: bool, total: u8) -> Option<BTreeMap<Act, f64>> {
    let values = margins.totals.get(&(soft, total))?;
    Some(
        values
            .iter()
            .map(|(prefer, value)| (Act::Cell(*prefer), *value))
            .collect(),
    )
}

fn best(values: &BTreeMap<Act, f64>) -> Option<Act> {
    let best = values.iter().max_by(|one, other| one.1.total_cmp(other.1));
    best.map(|(act, _)| *act)
}

/// The actions of a cell, best first, as far as they can be asked for: what is always allowed ends the list.
fn order(values: &BTreeMap<Act, f64>) -> Vec<Prefer> {
    let mut acts: Vec<(Act, f64)> = values.iter().map(|(act, value)| (*act, *value)).collect();
    acts.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut prefer: Vec<Prefer> = Vec::new();
    for (act, _) in acts {
        if let Act::Cell(action) = act {
            prefer.push(action);
            if matches!(action, Prefer::Stand | Prefer::Hit) {
                break;
            }
        }
    }
    prefer
}

/// What the hand and the cards that the dealer shows count together, on average over all cards that make them, in parts.
fn mean_tags(hand: Hand, up: &Against, reference: &Reference) -> f64 {
    let deck = reference.deck();
    let cards: Vec<(Card, f64)> = Card::all().map(|card| (card, f64::from(deck.count(card)))).collect();
    let parts = |card: Card| f64::from(reference.parts(card));
    let mean = |sum: f64, ways: f64| if ways > 0.0 { sum / ways } else { 0.0 };
    let mean_of_two = |made: &dyn Fn(Card, Card) -> bool| {
        let (mut sum, mut ways) = (0.0, 0.0);
        for (one, ones) in &cards {
            for (other, others) in cards.iter().filter(|(other, _)| made(*one, *other)) {
                sum += ones * others * (parts(*one) + parts(*other));
                ways += ones * others;
            }
        }
        mean(sum, ways)
    };
    let own = mean_of_two(&|one, other| {
        let total = Total::of(&[one, other]);
        match hand {
            Hand::Pair(value) => one.value() == other.value() && one.value() == value,
            Hand::Hard(hard) => !total.is_soft() && total.best() == hard,
            Hand::Soft(soft) => total.is_soft() && total.best() == soft,
        }
    });
    let dealer = match up {
        Against::Both(_) => mean_of_two(&|one, other| up.covers(one, Some(other))),
        Against::Up(ranks) => {
            let shown = cards.iter().filter(|(card, _)| ranks.contains(&card.rank()));
            let (sum, ways) = shown.fold((0.0, 0.0), |(sum, ways), (card, count)| {
                (sum + count * parts(*card), ways + count)
            });
            mean(sum, ways)
        }
    };
    own + dealer
}
