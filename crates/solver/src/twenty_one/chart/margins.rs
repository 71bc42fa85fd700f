//! What each action of a chart's cell is worth, not only which is best: what an index play is found from.

use std::collections::BTreeMap;

use croupier_rules::{Game, Money, Rank};
use rayon::prelude::*;

use super::super::deal::{CardCounts, DEALT, UpPlay, count_pair_cards};
use super::super::setting::Setting;
use super::super::up_class::UpClass;
use super::{Column, Prefer, cell_sums, pair_of, shoe_card};

/// The values of a chart's first two cards against one class of up cards, weighted by how often they are dealt.
#[derive(Clone, PartialEq, Debug)]
pub struct Margins {
    /// The ranks of the up card.
    pub up: Vec<Rank>,
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
        let ups = UpClass::all(&setting.rules, &setting.rows, shoe);
        Some(ups.par_iter().map(|up| Margins::against(&setting, up, shoe)).collect())
    }

    fn against(setting: &Setting<f64>, up: &UpClass, shoe: &CardCounts) -> Margins {
        let base = UpPlay::new(setting, up, shoe);
        let sums = cell_sums(setting, &base);
        let undoubled = sums.iter().filter(|((stake, ..), _)| *stake == 0);
        let first_two =
            undoubled.filter_map(|((_, soft, total), by_cards)| Some(((*soft, *total), by_cards.get(&2)?.clone())));
        Margins {
            up: up.ranks.clone(),
            totals: first_two.collect(),
            pairs: pairs(setting, up, shoe),
        }
    }
}

/// What more each pair is worth split than played by the column that is best for the shoe.
fn pairs(setting: &Setting<f64>, up: &UpClass, shoe: &CardCounts) -> BTreeMap<u8, PairMargin> {
    let column = Column::best(setting, up, shoe);
    let followed = column.follow(setting, up, shoe);
    let Some(card) = shoe_card(up, shoe) else {
        return BTreeMap::new();
    };
    let beside = followed.beside(setting, shoe, card);
    let mut left = *shoe;
    left[card.index()] -= 1;
    let gain = |value: u8| {
        let cards = pair_of(value, &left)?;
        let hand = setting.hands.find(&cards, DEALT)?;
        let played = *followed.play.value(setting.hands.get(hand).plain, 0);
        let pair_cards = count_pair_cards(setting, cards, &left);
        let results = followed.split_results(setting, &beside, cards, pair_cards).into_iter();
        let best = results.reduce(|best, next| if next.value > best.value { next } else { best })?;
        let margin = PairMargin {
            gain: best.value - played,
            hands: best.hands_max,
        };
        Some((value, margin))
    };
    (1..=10).filter_map(gain).collect()
}
