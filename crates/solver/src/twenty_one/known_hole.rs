//! What the game is worth to a player who sees the dealer's hole card: a dealer who lifts it too far, a marked card.

use croupier_rules::play::{BetResult, BlackjackCheck, HandFacts, Origin, Total, is_ace_ten, is_half_of_blackjack};
use croupier_rules::twenty_one::HoleCard;
use croupier_rules::{Card, Game, Money};
use rayon::prelude::*;

use super::deal::CardCounts;
use super::full_shoe;
use super::round;
use super::setting::Setting;
use super::up_class::UpClass;

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
    let size: u32 = shoe.iter().sum();
    let parts: Vec<(f64, KnownHole)> = alike_holes(&setting, shoe)
        .into_par_iter()
        .map(|(hole, count)| (f64::from(count) / f64::from(size), beside(&setting, shoe, hole)))
        .collect();
    let sum = |pick: fn(&KnownHole) -> f64| parts.iter().map(|(chance, known)| chance * pick(known)).sum();
    Some(KnownHole {
        value: sum(|known| known.value),
        insurance: sum(|known| known.insurance),
    })
}

/// A hole card for each kind that the rules tell apart, with how many cards are like it. Ranks of equal value are alike
/// over all up cards; suits are unless a row asks for them.
fn alike_holes(setting: &Setting<f64>, shoe: &CardCounts) -> Vec<(Card, u32)> {
    let suited_blackjack = !setting.rules.blackjack.suited.is_empty();
    let suited_insurance = setting
        .rules
        .insurance
        .as_ref()
        .is_some_and(|insured| !insured.suited.is_empty());
    let mut holes: Vec<(Card, u32)> = Vec::new();
    for card in Card::all().filter(|card| shoe[card.index()] > 0) {
        let ace_or_ten = is_half_of_blackjack(card.rank());
        let suited = setting.hands.is_suited(usize::from(card.value()) - 1)
            || (ace_or_ten && (suited_blackjack || suited_insurance));
        let like = |other: &Card| {
            other.value() == card.value()
                && (!suited || other.suit() == card.suit())
                && shoe[other.index()] == shoe[card.index()]
                && (other.rank() == card.rank() || rank_counts_alike(shoe, *other, card))
        };
        let count = shoe[card.index()];
        match holes.iter_mut().find(|(known, _)| like(known)) {
            Some((_, sum)) => *sum += count,
            None => holes.push((card, count)),
        }
    }
    holes
}

/// Whether the shoe holds the same number of each card of two ranks.
fn rank_counts_alike(shoe: &CardCounts, one: Card, other: Card) -> bool {
    let counts = |rank| {
        let cards = Card::all().filter(move |card| card.rank() == rank);
        cards.map(|card| shoe[card.index()]).collect::<Vec<u32>>()
    };
    counts(one.rank()) == counts(other.rank())
}

/// Everything that may be dealt beside one hole card.
fn beside(setting: &Setting<f64>, shoe: &CardCounts, hole: Card) -> KnownHole {
    let mut left = *shoe;
    left[hole.index()] -= 1;
    let mut known = KnownHole {
        value: 0.0,
        insurance: 0.0,
    };
    for mut up in UpClass::all(&setting.rules, &setting.rows, &left) {
        if up.partner() == Some(usize::from(hole.value()) - 1) {
            let lost = dealer_blackjack(setting, &up, hole, &left);
            known.value += lost.value;
            known.insurance += lost.insurance;
        } else {
            up.check = BlackjackCheck::Impossible;
            up.hole = Some(hole.value());
            known.value += round::under(setting, &up, &left).value;
        }
    }
    known
}

/// The dealer has blackjack, and the player knows it before insurance is offered.
fn dealer_blackjack(setting: &Setting<f64>, up: &UpClass, hole: Card, left: &CardCounts) -> KnownHole {
    let size: u32 = left.iter().sum();
    let blackjack = &setting.rules.blackjack;
    let paid = blackjack.beats_blackjack();
    let mut known = KnownHole {
        value: 0.0,
        insurance: 0.0,
    };
    for card in Card::all().filter(|card| up.ranks.contains(&card.rank()) && left[card.index()] > 0) {
        let shown = f64::from(left[card.index()]) / f64::from(size);
        let mut rest = *left;
        rest[card.index()] -= 1;
        let pairs = f64::from(size - 1) * f64::from(size - 2);
        let mut own = 0.0;
        let mut gained = 0.0;
        for one in Card::all() {
            for other in Card::all().filter(|other| is_ace_ten(&[one, *other])) {
                let chance = f64::from(rest[one.index()]) * f64::from(rest[other.index()]) / pairs;
                let (_, odds) = blackjack.pays_for(&[one, other]);
                own += chance;
                gained += if paid { chance * odds.to_f64() } else { 0.0 };
            }
        }
        known.value += shown * (gained - (1.0 - own) * loss(setting, card));
        known.insurance += shown * insured(setting, card, hole, own);
    }
    known
}

/// What a hand loses to a dealer's blackjack that its player knows of: no more than an early surrender costs, where there is one.
fn loss(setting: &Setting<f64>, up: Card) -> f64 {
    let any_hand = HandFacts {
        cards: 2,
        total: Total::default().with_value(5).with_value(10),
        origin: Origin::Dealt,
        doubles: 0,
    };
    match setting.rules.may_surrender_early(&any_hand, up.rank()) {
        true => setting.rules.surrender.loss_of(true, false).to_f64(),
        false => 1.0,
    }
}

/// What the most insurance brings when the dealer has blackjack, with the chance of an own blackjack given.
fn insured(setting: &Setting<f64>, up: Card, hole: Card, own: f64) -> f64 {
    let Some(insurance) = setting.rules.insurance_for(up.rank(), false) else {
        return 0.0;
    };
    let (Some(amounts), (_, BetResult::Wins(odds))) = (insurance.amounts(setting.main), insurance.result([up, hole]))
    else {
        return 0.0;
    };
    let may = if insurance.with_blackjack { 1.0 } else { 1.0 - own };
    may * odds.to_f64() * amounts.max.cents() as f64 / setting.main.cents() as f64
}
