//! What the game is worth to a player who sees the dealer's hole card: a dealer who lifts it too far, a marked card.

use croupier_rules::play::{BetResult, HandFacts, Origin, Total};
use croupier_rules::twenty_one::HoleCard;
use croupier_rules::{Game, Money};
use rayon::prelude::*;

use super::deal::CardCounts;
use super::full_shoe;
use super::round::{self, own_blackjacks};
use super::setting::Setting;
use super::up_class::{Shown, UpClass};

/// What the game is worth with the hole card known, in main bets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KnownHole {
    /// The expected gain of the main game.
    pub value: f64,
    /// What insurance adds when it is taken for the most allowed, exactly when the dealer has blackjack.
    pub insurance: f64,
}

/// The value with a known hole card; `None` where there is none to know. A dealer's blackjack that the rules do not check
/// for is taken to lose the main bet and no more.
pub fn known_hole(game: &Game, main: Money) -> Option<KnownHole> {
    known_hole_off(game, main, &full_shoe(game))
}

/// The same off any shoe.
pub fn known_hole_off(game: &Game, main: Money, shoe: &CardCounts) -> Option<KnownHole> {
    let setting: Setting<f64> = Setting::new(game, main, shoe, &[])?;
    if setting.rules.dealer.hole_card != HoleCard::Dealt {
        return None;
    }
    let parts: Vec<KnownHole> = UpClass::open_pairs(&setting.rules, &setting.rows, shoe)
        .into_par_iter()
        .map(|up| match up.is_blackjack() {
            true => dealer_blackjack(&setting, &up, shoe),
            false => KnownHole {
                value: round::under(&setting, &up, shoe).value,
                insurance: 0.0,
            },
        })
        .collect();
    let sum = |pick: fn(&KnownHole) -> f64| parts.iter().map(pick).sum();
    Some(KnownHole {
        value: sum(|known| known.value),
        insurance: sum(|known| known.insurance),
    })
}

/// The dealer has blackjack, and the player knows it before insurance is offered.
fn dealer_blackjack(setting: &Setting<f64>, up: &UpClass, shoe: &CardCounts) -> KnownHole {
    let blackjack = &setting.rules.blackjack;
    let mut known = KnownHole {
        value: 0.0,
        insurance: 0.0,
    };
    for (shown, chance) in up.shown::<f64>(shoe, |card| setting.tells_suit(card)) {
        let (mut own, mut gained) = (0.0, 0.0);
        for (cards, chance) in own_blackjacks::<f64>(&shown.out_of(shoe)) {
            own += chance;
            if blackjack.beats_blackjack() {
                gained += chance * blackjack.pays_for(&cards).1.to_f64();
            }
        }
        // What may be done before the check depends on which of the two is the up card.
        let either_way = up.hole.as_ref().is_some_and(|hole| hole.either_way);
        let orders = if either_way {
            vec![shown, shown.turned()]
        } else {
            vec![shown]
        };
        for shown in &orders {
            let chance = chance / orders.len() as f64;
            known.value += chance * (gained - (1.0 - own) * loss(setting, *shown));
            known.insurance += chance * insured(setting, *shown, own);
        }
    }
    known
}

/// What a hand loses to a dealer's blackjack that its player knows of: no more than an early surrender costs, where there is one.
fn loss(setting: &Setting<f64>, shown: Shown) -> f64 {
    let any_hand = HandFacts {
        cards: 2,
        total: Total::default().with_value(5).with_value(10),
        origin: Origin::Dealt,
        doubles: 0,
    };
    match setting.rules.may_surrender_early(&any_hand, shown.up.rank()) {
        true => setting.rules.surrender.loss_of(true, false).to_f64(),
        false => 1.0,
    }
}

/// What the most insurance brings when the dealer has blackjack, with the chance of an own blackjack given.
fn insured(setting: &Setting<f64>, shown: Shown, own: f64) -> f64 {
    let Some((insurance, hole)) = setting.rules.insurance_for(shown.up.rank(), false).zip(shown.hole) else {
        return 0.0;
    };
    let result = insurance.result([shown.up, hole]).1;
    let (Some(amounts), BetResult::Wins(odds)) = (insurance.amounts(setting.main), result) else {
        return 0.0;
    };
    let may = if insurance.with_blackjack { 1.0 } else { 1.0 - own };
    may * odds.to_f64() * amounts.max.cents() as f64 / setting.main.cents() as f64
}
