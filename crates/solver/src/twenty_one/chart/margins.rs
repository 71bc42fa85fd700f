//! What each action of a chart's cell is worth, not only which is best: what an index play is found from.

use std::collections::BTreeMap;

use croupier_rules::{Game, Money};
use rayon::prelude::*;

use super::super::against::{Against, columns};
use super::super::deal::CardCounts;
use super::super::setting::Setting;
use super::super::up_class::UpClass;
use super::cells::cell_sums;
use super::{Base, Column, Prefer};

/// The values of a chart's first two cards against one column's cards of the dealer's, weighted by how often they are dealt.
#[derive(Clone, PartialEq, Debug)]
pub struct Margins {
    /// What the dealer shows.
    pub up: Against,
    /// By soft or hard and total: what each action is worth.
    pub totals: BTreeMap<(bool, u8), BTreeMap<Prefer, f64>>,
    /// Pairs by the value of a card, an ace as 1.
    pub pairs: BTreeMap<u8, PairMargin>,
}

/// A pair that may be split.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairMargin {
    /// What more it is worth split than played.
    pub gain: f64,
    /// Into how many hands it is split at best.
    pub hands: u8,
}

impl Margins {
    /// The values of all columns off this shoe; `None` when the game is of another family.
    pub fn all(game: &Game, main: Money, shoe: &CardCounts) -> Option<Vec<Margins>> {
        let setting: Setting<f64> = Setting::new(game, main, shoe, &[])?;
        let columns = columns(UpClass::played(&setting.rules, &setting.rows, shoe)).into_par_iter();
        let margins = columns.map(|(up, classes)| Margins::against(&setting, up, &classes, shoe));
        Some(margins.collect())
    }

    fn against(setting: &Setting<f64>, up: Against, classes: &[UpClass], shoe: &CardCounts) -> Margins {
        let bases = Base::all(setting, classes, shoe);
        let sums = cell_sums(setting, &bases);
        let undoubled = sums.iter().filter(|((stake, ..), _)| *stake == 0);
        let first_two =
            undoubled.filter_map(|((_, soft, total), by_cards)| Some(((*soft, *total), by_cards.get(&2)?.clone())));
        Margins {
            totals: first_two.collect(),
            pairs: pairs(setting, &up, classes, &bases, shoe),
            up,
        }
    }
}

/// What more each pair is worth split than played by the column that is best for the shoe.
fn pairs(
    setting: &Setting<f64>,
    up: &Against,
    classes: &[UpClass],
    bases: &[Base],
    shoe: &CardCounts,
) -> BTreeMap<u8, PairMargin> {
    let column = Column::best(setting, up.clone(), classes, shoe);
    let worth = column.pair_values(setting, bases, shoe);
    let margins = worth.iter().map(|(value, pair)| Some((*value, pair.best_split()?)));
    margins.flatten().collect()
}
