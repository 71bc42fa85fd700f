//! What side bets and insurance are worth, exactly, over any cards that may still come.

mod dealer_hand;
mod insurance;
pub mod listed;
mod meter;

use croupier_rules::game::{HoleCardsPlay, Matched, Over, Rides, Settled, SideBet};
use croupier_rules::meter::WinningStake;
use croupier_rules::pattern::{Pays, Row};
use croupier_rules::pay_table::{Dealt, Ranking, Sight, best_row};
use croupier_rules::print::pays_in_words;
use croupier_rules::stud::Stud;
use croupier_rules::{Card, Game, Money, Suit};
use rayon::prelude::*;

pub use dealer_hand::chances as dealer_hand_chances;
pub use insurance::{insurance, insurance_when};

use crate::baccarat;
use crate::kinds::{Cards, each_kind};
use crate::pack::Pack;
use crate::solution::{CappedValue, GainChance, Gains, OutcomeRow, WagerValue, fraction, to_f64};
use crate::twenty_one::riding::row_chances;

/// How many of the equally likely deals meet each row of a side bet, and how many meet none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowCounts {
    /// The deals that are paid by each row, in the order of the rules file.
    pub rows: Vec<u128>,
    /// The deals that lose.
    pub none: u128,
}

/// Whether a side bet has a value of its own: it does not where what it wins depends on how its hand is played, unless that is
/// only whether the hand is split or doubled.
pub fn is_valued(game: &Game, bet: &SideBet) -> bool {
    let unsplit = bet.rides == Rides::UnsplitUndoubled && bet.matched == Matched::FirstTwo;
    unsplit || !game.follows_play(bet)
}

/// What a side bet is worth at this stake over the cards that may still come. `main_bet` is the main bet beside it, which
/// decides the cap on payments where the game has one.
pub fn value(game: &Game, place: usize, pack: &Pack, stake: Money, main_bet: Money) -> WagerValue {
    let bet = &game.side_bets[place];
    if let (Some(rules), Over::DealerHand) = (game.twenty_one(), bet.over) {
        return dealer_hand::value(game, rules, bet, pack, stake);
    }
    if bet.rides == Rides::UnsplitUndoubled && bet.settled == Settled::AtReveal {
        return riding(game, bet, pack, stake, main_bet);
    }
    counted(game, bet, pack, stake, main_bet, &count(game, bet, pack, stake))
}

/// What a side bet is worth that is paid by its rows so often.
pub(crate) fn counted(
    game: &Game,
    bet: &SideBet,
    pack: &Pack,
    stake: Money,
    main_bet: Money,
    counts: &RowCounts,
) -> WagerValue {
    let mut value = WagerValue {
        capped: capped(game, bet, pack, main_bet, counts),
        meter: meter::counted(game, bet, pack, stake, counts),
        ..figures(&bet.id, &bet.name, &bet.rows, counts, stake)
    };
    state(bet, &mut value);
    value
}

/// Lets the rows of a bet say what its pay table says, where that is not what a winner gains.
fn state(bet: &SideBet, value: &mut WagerValue) {
    for (outcome, row) in value.outcomes.iter_mut().zip(&bet.rows) {
        if bet.winning_stake == WinningStake::Kept {
            outcome.pays = pays_in_words(bet.stated(row), bet.winning_stake);
        }
    }
}

/// The figures of a bet that is paid by these rows so often.
pub(crate) fn figures(id: &str, name: &str, rows: &[Row], counts: &RowCounts, stake: Money) -> WagerValue {
    let mut value = WagerValue {
        id: id.to_string(),
        name: name.to_string(),
        stake_cents: stake.cents(),
        ..WagerValue::default()
    };
    let payments: Vec<Payment> = rows.iter().map(|row| Payment::at(row.pays, stake)).collect();
    let all: u128 = counts.rows.iter().sum::<u128>() + counts.none;
    let (gains, unit) = gains(counts, &payments, stake, None);
    value.measure(&gains, unit);
    value.wager(1.0);
    let share = |count: u128| count as f64 / all.max(1) as f64;
    for ((row, payment), count) in rows.iter().zip(&payments).zip(&counts.rows) {
        let contribution = fraction(
            payment.cents * *count as i128,
            all.max(1) * unit_of(stake, payment) as u128,
        );
        value.outcomes.push(OutcomeRow {
            row: row.name.clone(),
            pays: row.pays.to_string(),
            probability: share(*count),
            count: u64::try_from(*count).ok(),
            contribution: to_f64(&contribution),
            ..OutcomeRow::default()
        });
    }
    value.outcomes.push(OutcomeRow {
        row: "Loses".to_string(),
        pays: "lose".to_string(),
        probability: share(counts.none),
        count: u64::try_from(counts.none).ok(),
        contribution: -share(counts.none),
        ..OutcomeRow::default()
    });
    value
}

/// What a bet is worth that is lost on hands that the best play splits or doubles.
fn riding(game: &Game, bet: &SideBet, pack: &Pack, stake: Money, main_bet: Money) -> WagerValue {
    let mut shoe = [0; Card::KINDS];
    for (card, count) in pack.kinds() {
        shoe[card.index()] = count;
    }
    let chances: Vec<f64> = row_chances(game, main_bet, bet, stake, &shoe).expect("only bets of 21 ride on a hand");
    by_chances(game, bet, stake, &chances)
}

/// What a bet is worth that is paid by its rows with these chances.
fn by_chances(game: &Game, bet: &SideBet, stake: Money, chances: &[f64]) -> WagerValue {
    let mut value = WagerValue {
        id: bet.id.clone(),
        name: bet.name.clone(),
        stake_cents: stake.cents(),
        ..WagerValue::default()
    };
    let lost = 1.0 - chances.iter().sum::<f64>();
    let mut results = vec![GainChance {
        gain: -1.0,
        probability: lost,
    }];
    for (row, probability) in bet.rows.iter().zip(chances.iter().copied()) {
        let payment = Payment::at(row.pays, stake);
        let gain = payment.cents as f64 / unit_of(stake, &payment) as f64;
        value.outcomes.push(OutcomeRow {
            row: row.name.clone(),
            pays: row.pays.to_string(),
            probability,
            contribution: gain * probability,
            ..OutcomeRow::default()
        });
        results.push(GainChance { gain, probability });
    }
    value.outcomes.push(OutcomeRow {
        row: "Loses".to_string(),
        pays: "lose".to_string(),
        probability: lost,
        contribution: -lost,
        ..OutcomeRow::default()
    });
    value.measure_chances(results);
    value.wager(1.0);
    let chances: Vec<f64> = value.outcomes.iter().map(|outcome| outcome.probability).collect();
    value.meter = meter::likely(game, bet, stake, value.ev, &chances);
    state(bet, &mut value);
    value
}

/// How often each row of a side bet is paid, over every deal of the cards that may still come. The dealer's hands are no equally
/// likely deals: a bet over them has the chances of [`dealer_hand_chances`].
pub fn count(game: &Game, bet: &SideBet, pack: &Pack, stake: Money) -> RowCounts {
    if let (Some(rules), Over::BothHands) = (game.baccarat(), bet.over) {
        return baccarat::count_side_bet(&rules.coup, bet, pack, stake);
    }
    let mut counts = RowCounts {
        rows: vec![0; bet.rows.len()],
        none: 0,
    };
    let mut add = |row: Option<usize>, ways: u128| match row {
        Some(row) => counts.rows[row] += ways,
        None => counts.none += ways,
    };
    match (game.twenty_one(), game.stud()) {
        (_, Some(rules)) if bet.hole_cards == HoleCardsPlay::MustPlay && bet.over.sees().player => {
            count_with_hole_cards(game, rules, bet, pack, stake, &mut add);
        }
        (None, _) => {
            let size = usize::from(game.cards_seen_by(bet.over));
            let ranking = Ranking::new(&bet.rows, bet.poker_size(size), stake);
            let alike = pack.alike_suits(bet.rows.iter().map(|row| &row.when));
            each_kind(pack, &alike, size, &mut |cards, tally, ways| {
                add(ranking.best(tally, cards), ways);
            });
        }
        (Some(_), _) => count_twenty_one(bet, pack, stake, &mut add),
    }
    counts
}

/// A payment in fractions of a cent, so that it is a whole number: `cents` of them where `per` make a cent.
#[derive(Clone, Copy, Debug)]
struct Payment {
    cents: i128,
    per: i128,
}

impl Payment {
    fn at(pays: Pays, stake: Money) -> Payment {
        match pays {
            Pays::Odds(odds) => Payment {
                cents: i128::from(odds.pays) * i128::from(stake.cents()),
                per: i128::from(odds.per),
            },
            Pays::Amount(amount) | Pays::OfMeter { amount, .. } => Payment {
                cents: i128::from(amount.cents()),
                per: 1,
            },
        }
    }
}

fn unit_of(stake: Money, payment: &Payment) -> i128 {
    i128::from(stake.cents()) * payment.per
}

/// The gains of a bet, and how many of their units make one stake.
fn gains(counts: &RowCounts, payments: &[Payment], stake: Money, cap: Option<Money>) -> (Gains, i128) {
    let scale = payments.iter().fold(1, |scale, payment| lcm(scale, payment.per));
    let most = cap.map_or(i128::MAX, |cap| i128::from(cap.cents()) * scale);
    let unit = i128::from(stake.cents()) * scale;
    let mut gains = Gains::default();
    gains.add(-unit, counts.none);
    for (payment, count) in payments.iter().zip(&counts.rows) {
        gains.add((payment.cents * (scale / payment.per)).min(most), *count);
    }
    (gains, unit)
}

/// The same bet when the cap cuts its own payments, at its least and at its greatest stake; empty where it never does.
fn capped(game: &Game, bet: &SideBet, pack: &Pack, main_bet: Money, counted: &RowCounts) -> Vec<CappedValue> {
    let cap_at = |stake: Money| {
        let rules = game.stud()?;
        let cap = rules.cap_on_player(main_bet).or_else(|| rules.cap_on_bet(stake));
        cap.map(|(_, max)| max)
    };
    let most = bet.max_beside(main_bet);
    let stakes = if bet.min == most {
        vec![most]
    } else {
        vec![bet.min, most]
    };
    let mut values = Vec::new();
    for stake in stakes {
        let payments: Vec<Payment> = bet.rows.iter().map(|row| Payment::at(row.pays, stake)).collect();
        let cap = cap_at(stake);
        let cut = |payment: &Payment| cap.is_some_and(|cap| payment.cents > i128::from(cap.cents()) * payment.per);
        if payments.iter().any(cut) {
            // Only beside fixed amounts does the best row depend on the stake.
            let fixed = bet.rows.iter().any(|row| row.pays.amount().is_some());
            let counts = if fixed {
                count(game, bet, pack, stake)
            } else {
                counted.clone()
            };
            let (gains, unit) = gains(&counts, &payments, stake, cap);
            let mean = gains.mean(unit);
            values.push(CappedValue {
                stake_cents: stake.cents(),
                ev: to_f64(&mean),
                ev_exact: mean.to_string(),
            });
        }
    }
    values
}

/// A game of 21: every two cards of the player, the up card, and the hole card where the bet looks at it.
fn count_twenty_one(bet: &SideBet, pack: &Pack, stake: Money, add: &mut impl FnMut(Option<usize>, u128)) {
    let alike = pack.alike_suits(bet.rows.iter().map(|row| &row.when));
    let needs = bet.decided_by();
    // The card a bet does not look at may be any: it is left out of the sample space, and its place is filled by a card
    // that no condition reads.
    let filler = Card::new(croupier_rules::Rank::Two, Suit::Clubs);
    let mut with_player = |player: [Card; 2], ways: u128, pack: &Pack| {
        let ups = each_or(needs.up, pack, filler);
        for (up, up_ways) in ups {
            let left = if needs.up { without(pack, up) } else { pack.clone() };
            for (hole, hole_ways) in each_or(needs.hole, &left, filler) {
                let dealt = Dealt::TwentyOne {
                    player,
                    up,
                    hole: needs.hole.then_some(hole),
                    dealer: &[],
                };
                add(bet.best_row(&dealt, stake), ways * up_ways * hole_ways);
            }
        }
    };
    if needs.player {
        each_kind(pack, &alike, 2, &mut |cards: &Cards, _, ways| {
            let left = without(&without(pack, cards[0]), cards[1]);
            with_player([cards[0], cards[1]], ways, &left);
        });
    } else {
        with_player([filler; 2], 1, pack);
    }
}

/// A game of stud in which all hole cards must play: every hole cards, and every other cards beside them.
fn count_with_hole_cards(
    game: &Game,
    rules: &Stud,
    bet: &SideBet,
    pack: &Pack,
    stake: Money,
    add: &mut impl FnMut(Option<usize>, u128),
) {
    let size = usize::from(game.cards_seen_by(bet.over));
    let hole_cards = usize::from(rules.hands.hole_cards);
    let hand_size = bet.poker_size(size);
    let alike = pack.alike_suits(bet.rows.iter().map(|row| &row.when));
    let mut hands: Vec<(Cards, u128)> = Vec::new();
    each_kind(pack, &alike, hole_cards, &mut |cards, _, ways| {
        hands.push((cards.clone(), ways))
    });
    let counted: Vec<Vec<(Option<usize>, u128)>> = hands
        .par_iter()
        .map(|(hole, ways)| {
            let left = pack.without(hole).expect("the hole cards were found in the pack");
            let mut rows: Vec<(Option<usize>, u128)> = Vec::new();
            let alike = left.alike_suits_beside(hole, bet.rows.iter().map(|row| &row.when));
            each_kind(&left, &alike, size - hole_cards, &mut |others, _, more| {
                let row = match size > usize::from(hand_size) {
                    true => bet.best_row_with(hole, others, hand_size, stake),
                    false => {
                        let hand: Cards = hole.iter().chain(others).copied().collect();
                        best_row(&bet.rows, &Sight::new(&hand, hand_size), stake)
                    }
                };
                match rows.iter_mut().find(|(known, _)| *known == row) {
                    Some((_, sum)) => *sum += ways * more,
                    None => rows.push((row, ways * more)),
                }
            });
            rows
        })
        .collect();
    for (row, ways) in counted.into_iter().flatten() {
        add(row, ways);
    }
}

fn each_or(needed: bool, pack: &Pack, filler: Card) -> Vec<(Card, u128)> {
    if needed {
        pack.kinds().map(|(card, count)| (card, u128::from(count))).collect()
    } else {
        vec![(filler, 1)]
    }
}

fn without(pack: &Pack, card: Card) -> Pack {
    pack.without(&[card]).expect("the card was found in the pack")
}

/// The least common multiple.
pub(crate) fn lcm(one: i128, other: i128) -> i128 {
    let (mut low, mut high) = (one, other);
    while high != 0 {
        (low, high) = (high, low % high);
    }
    one / low * other
}

#[cfg(test)]
mod tests;
