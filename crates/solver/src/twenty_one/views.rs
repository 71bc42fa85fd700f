//! The best play looked at from different sides: what each up card is worth, and what each action of each first hand is.

use croupier_rules::{Game, Money};
use croupier_table::ActionKind;
use rayon::prelude::*;

use super::against::{Against, columns};
use super::deal::{CardCounts, UpPlay, count_pair_cards};
use super::play::Decision;
use super::round::RoundValue;
use super::setting::Setting;
use super::up_class::UpClass;
use crate::solution::UpCardValue;

/// What rounds come to in which the dealer shows this.
#[derive(Clone, PartialEq, Debug)]
pub struct UpValue {
    /// What the dealer shows.
    pub up: Against,
    /// How likely that is.
    pub chance: f64,
    /// The expected gain given that, in main bets.
    pub value: f64,
}

/// What each action of one kind of first hand is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstHand {
    /// What the dealer shows.
    pub up: Against,
    /// What kind of hand it is.
    pub kind: FirstKind,
    /// How likely it is when the dealer shows that.
    pub chance: f64,
    /// The mean gain of each action, best first, given that the dealer has no blackjack where the dealer has checked.
    pub actions: Vec<(ActionKind, f64)>,
}

/// A kind of first hand, as charts name them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FirstKind {
    /// Two cards of different value without an ace.
    Hard(u8),
    /// An ace and another card.
    Soft(u8),
    /// A pair that may be split, by the value of a card; an ace is 1.
    Pair(u8),
}

/// What each up card is worth with the best play; `None` when the game is of another family.
pub fn by_up_card(game: &Game, main: Money, shoe: &CardCounts) -> Option<Vec<UpValue>> {
    let setting: Setting<f64> = Setting::new(game, main, shoe, &[])?;
    Some(up_values(&super::played_by_up(&setting, shoe), shoe))
}

/// What each thing that the dealer may show is worth, from what rounds with it add to the whole.
pub(super) fn up_values(played: &[(UpClass, RoundValue<f64>)], shoe: &CardCounts) -> Vec<UpValue> {
    let classes = played.iter().map(|(up, _)| up.clone()).collect();
    let value_of = |class: &UpClass| {
        let round = played.iter().find(|(up, _)| up == class);
        round.map_or(0.0, |(_, round)| round.value)
    };
    let columns = columns(classes).into_iter().map(|(up, classes)| {
        let chance: f64 = classes.iter().map(|class| class.chance(shoe)).sum();
        let value: f64 = classes.iter().map(value_of).sum();
        UpValue {
            up,
            chance,
            value: value / chance,
        }
    });
    columns.collect()
}

impl UpValue {
    /// The same as a solution writes it.
    pub(super) fn written(&self) -> UpCardValue {
        UpCardValue {
            up: self.up.to_string(),
            probability: self.chance,
            ev: self.value,
        }
    }
}

/// What each action of each kind of first hand is worth, blackjacks left out; `None` when the game is of another family.
pub fn first_hands(game: &Game, main: Money, shoe: &CardCounts) -> Option<Vec<FirstHand>> {
    let setting: Setting<f64> = Setting::new(game, main, shoe, &[])?;
    let columns = columns(UpClass::played(&setting.rules, &setting.rows, shoe));
    let hands: Vec<Vec<FirstHand>> = columns
        .par_iter()
        .map(|(against, classes)| column(&setting, against, classes, shoe))
        .collect();
    Some(hands.into_iter().flatten().collect())
}

/// The first hands of one column.
fn column(setting: &Setting<f64>, against: &Against, classes: &[UpClass], shoe: &CardCounts) -> Vec<FirstHand> {
    let all: f64 = classes.iter().map(|class| class.chance(shoe)).sum();
    let mut kinds: Vec<FirstHand> = Vec::new();
    for class in classes {
        add_class(setting, against, class, class.chance(shoe) / all, shoe, &mut kinds);
    }
    for hand in &mut kinds {
        for (_, value) in &mut hand.actions {
            *value /= hand.chance;
        }
        hand.actions.sort_by(|one, other| other.1.total_cmp(&one.1));
    }
    kinds
}

/// Adds the first hands against one class, which has this share of its column.
fn add_class(
    setting: &Setting<f64>,
    against: &Against,
    up: &UpClass,
    share: f64,
    shoe: &CardCounts,
    kinds: &mut Vec<FirstHand>,
) {
    let play = UpPlay::new(setting, up, shoe);
    let Some(shown) = up.example(shoe) else { return };
    let beside = play.beside(setting, shoe, shown);
    let left = shown.out_of(shoe);
    for dealt in play.deals(setting, &beside, shoe, &mut Vec::new()) {
        let cards = dealt.cards;
        if croupier_rules::play::is_ace_ten(&cards) {
            continue;
        }
        let held = setting.hands.get(dealt.hand);
        let pair = setting.rules.may_split(&cards, false, 1).is_ok();
        let kind = match (pair, held.total.is_soft()) {
            (true, _) => FirstKind::Pair(cards[0].value()),
            (false, true) => FirstKind::Soft(held.total.best()),
            (false, false) => FirstKind::Hard(held.total.best()),
        };
        let weight = play.facing(setting).weight(dealt.hand);
        let mut actions: Vec<(ActionKind, f64)> = Vec::new();
        for (choice, value) in play.actions(setting, &beside, dealt.hand) {
            let action = match choice {
                Decision::Stand => ActionKind::Stand,
                Decision::Hit => ActionKind::Hit,
                Decision::Surrender => ActionKind::Surrender,
                Decision::Double(_) => ActionKind::Double,
                Decision::Nothing | Decision::Win(_) => continue,
            };
            match actions.iter_mut().find(|(known, _)| *known == action) {
                // Of several amounts to double by, the best counts.
                Some((_, best)) => *best = best.max(value / weight),
                None => actions.push((action, value / weight)),
            }
        }
        if pair {
            let pair_cards = count_pair_cards(setting, cards, &left);
            let results = play.split_results(setting, &beside, cards, pair_cards);
            let best = results.iter().map(|result| result.value / weight).reduce(f64::max);
            actions.extend(best.map(|best| (ActionKind::Split, best)));
        }
        add(kinds, against, kind, share * dealt.chance, &actions);
    }
}

/// Adds the values of one deal to those of its kind, weighted by how likely it is.
fn add(kinds: &mut Vec<FirstHand>, up: &Against, kind: FirstKind, chance: f64, actions: &[(ActionKind, f64)]) {
    let place = kinds.iter().position(|hand| hand.kind == kind);
    let place = place.unwrap_or_else(|| {
        kinds.push(FirstHand {
            up: up.clone(),
            kind,
            chance: 0.0,
            actions: actions.iter().map(|(action, _)| (*action, 0.0)).collect(),
        });
        kinds.len() - 1
    });
    let hand = &mut kinds[place];
    hand.chance += chance;
    for (action, value) in actions {
        if let Some((_, sum)) = hand.actions.iter_mut().find(|(known, _)| known == action) {
            *sum += chance * value;
        }
    }
}
