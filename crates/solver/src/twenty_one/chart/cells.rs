//! What each action is worth in every cell of a chart, when hands of more cards are played by the cells too.

use std::collections::BTreeMap;

use super::super::play::{DealerByHand, Decision, Facing, Play};
use super::super::setting::{CameFrom, Setting};
use super::{Base, CARDS_MAX, Prefer};

/// The weighted value of each action.
pub(super) type Sums = BTreeMap<Prefer, f64>;
/// By stake, soft or hard, and total: by number of cards, the weighted value of each action.
pub(super) type CellSums = BTreeMap<(usize, bool, u8), BTreeMap<u8, Sums>>;

/// The weighted values of all actions in every cell, when hands of more cards are played by cells too.
pub(super) fn cell_sums(setting: &Setting<f64>, bases: &[Base]) -> CellSums {
    let mut hands: Vec<u32> = setting.hands.by_value().to_vec();
    hands.retain(|hand| setting.hands.get(*hand).cards >= 2);
    let mut classes: Vec<ByCells> = bases.iter().map(|base| ByCells::new(setting, base, &hands)).collect();
    let mut sums = CellSums::new();
    while let Some(first) = hands.first() {
        let cards = setting.hands.get(*first).cards;
        let end = hands
            .iter()
            .position(|hand| setting.hands.get(*hand).cards != cards)
            .unwrap_or(hands.len());
        let same: Vec<u32> = hands.drain(..end).collect();
        for stake in (0..setting.stakes.count()).rev() {
            if cards < least_cards(setting, stake) {
                continue;
            }
            add_level(&mut classes, &same, stake, &mut sums);
        }
    }
    sums
}

/// One class of a column on its way: hands of more cards are played by the column's cells.
struct ByCells<'a> {
    facing: Facing<'a, f64>,
    share: f64,
    play: Play<f64>,
    dealer: DealerByHand<f64>,
    comes_up: Vec<bool>,
}

impl<'a> ByCells<'a> {
    fn new(setting: &'a Setting<f64>, base: &'a Base, hands: &[u32]) -> ByCells<'a> {
        let facing = base.play.facing(setting);
        let mut dealer = DealerByHand::new(setting);
        dealer.prepare(&facing, hands.iter().copied().filter(|hand| facing.may_stand(*hand)));
        ByCells {
            comes_up: comes_up(&facing),
            share: base.share,
            play: Play::new(setting),
            dealer,
            facing,
        }
    }
}

/// The fewest cards of a hand with this stake: those it may first be doubled with, and one for each double.
fn least_cards(setting: &Setting<f64>, stake: usize) -> u8 {
    let double = &setting.rules.double;
    let doubles =
        |cards: u8| double.cards.contains(cards) || (double.may_be_free() && double.free_cards.contains(cards));
    let first = (2..=21).find(|cards| doubles(*cards)).unwrap_or(2);
    match setting.stakes.all()[stake].added.len() as u8 {
        0 => 2,
        doubles => first + doubles,
    }
}

/// Hands of one number of cards at one stake: sums up their values by cell, and lets each be played by its cell's best.
fn add_level(classes: &mut [ByCells], hands: &[u32], stake: usize, sums: &mut CellSums) {
    let mut level = Level::new();
    let known: Vec<Vec<Valued>> = classes
        .iter_mut()
        .map(|class| class.value_level(hands, stake, &mut level))
        .collect();
    for (class, known) in classes.iter_mut().zip(known) {
        for (hand, key, values) in known {
            let cell = &level[&key];
            let best = values
                .iter()
                .max_by(|one, other| cell[&one.0].total_cmp(&cell[&other.0]));
            if let Some((_, choice, value)) = best {
                class.play.set(hand, stake, *choice, *value);
            }
        }
    }
    let Some(class) = classes.first() else { return };
    let cards = hands
        .first()
        .map_or(2, |hand| class.facing.setting.hands.get(*hand).cards)
        .min(CARDS_MAX);
    for ((soft, total), values) in level {
        let cell = sums.entry((stake, soft, total)).or_default().entry(cards).or_default();
        for (prefer, value) in values {
            *cell.entry(prefer).or_default() += value;
        }
    }
}

/// By soft or hard and total: the weighted value of each action.
type Level = BTreeMap<(bool, u8), Sums>;
/// A hand, its cell, and what each of its actions is worth.
type Valued = (u32, (bool, u8), Vec<(Prefer, Decision, f64)>);

impl ByCells<'_> {
    /// What each action of these hands is worth, added to their cells.
    fn value_level(&mut self, hands: &[u32], stake: usize, level: &mut Level) -> Vec<Valued> {
        let (facing, play) = (&self.facing, &mut self.play);
        let setting = facing.setting;
        let track = setting.track(CameFrom::Deal, stake);
        let mut known = Vec::new();
        for hand in hands.iter().copied() {
            let held = setting.hands.get(hand);
            if !facing.unseen.can_deal(&held.counts) {
                continue;
            }
            if let Some(row) = setting.winner(facing.up, track, held) {
                let value = setting.ended_net(super::super::hand_results::ROWS + row, stake) * facing.weight(hand);
                play.set(hand, stake, Decision::Win(row as u8), value);
                continue;
            }
            let actions = facing.actions(play, &self.dealer, hand, stake, None);
            let weight = if stake > 0 || self.comes_up[hand as usize] {
                self.share * how_often(facing, &held.counts, held.cards)
            } else {
                0.0
            };
            let cell = level.entry((held.total.is_soft(), held.total.best())).or_default();
            let staked = &setting.stakes.all()[stake];
            let mut values: Vec<(Prefer, Decision, f64)> = Vec::new();
            for (choice, value) in actions {
                let Some(prefer) = Prefer::of(choice, staked) else {
                    continue;
                };
                *cell.entry(prefer).or_default() += weight * value;
                values.push((prefer, choice, value));
            }
            known.push((hand, (held.total.is_soft(), held.total.best()), values));
        }
        known
    }
}

/// The undoubled hands that can be held at all: a hand that has won at once takes no more cards.
fn comes_up(facing: &Facing<f64>) -> Vec<bool> {
    let setting = facing.setting;
    let mut comes_up = vec![false; setting.hands.count()];
    for hand in setting.hands.by_value().iter().rev().copied() {
        let held = setting.hands.get(hand);
        let open = held.cards < 2 || comes_up[hand as usize];
        if open && setting.winner(facing.up, super::super::deal::DEALT, held).is_none() {
            for next in setting
                .hands
                .plain(hand)
                .iter()
                .filter(|next| **next != super::super::hands::NONE)
            {
                comes_up[*next as usize] = true;
            }
        }
    }
    comes_up
}

/// How likely the first cards dealt are these, in any order.
fn how_often(facing: &Facing<f64>, counts: &[u8; 10], cards: u8) -> f64 {
    let mut chance = 1.0;
    let mut place = 0.0;
    for (value, copies) in counts.iter().enumerate() {
        for copy in 0..*copies {
            place += 1.0;
            chance *= (facing.unseen.counts[value] - i64::from(copy)) as f64 / f64::from(copy + 1) * place;
        }
    }
    for card in 0..cards {
        chance /= (facing.unseen.size - i64::from(card)) as f64;
    }
    chance
}
