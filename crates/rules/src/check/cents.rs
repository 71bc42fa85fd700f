//! Nothing is rounded: every payment on every amount allowed is a whole number of cents.

use super::Check;
use crate::bets::TableRules;
use crate::game::{MainBet, PayTable, SideBet};
use crate::load::section::{key, place};
use crate::load::{Path, message};
use crate::money::{Money, Odds};
use crate::pattern::{Pays, Row};
use crate::single_card::{Raise, RaiseAmount, SingleCard};
use crate::twenty_one::{
    Blackjack, Dealer, Double, DoubleAmount, DoubleMax, Insurance, SuitedPays, Surrender, SurrenderAfterDouble, Winner,
};

/// Amounts that may be staked, and what all of them are multiples of.
#[derive(Clone)]
struct Stakes {
    unit: Money,
    some: Vec<Money>,
    /// Where the file sets them.
    at: Path,
}

pub(super) fn check(check: &mut Check) {
    let main = main_stakes(&check.game.main_bet);
    if main
        .some
        .iter()
        .chain([&main.unit])
        .any(|amount| *amount <= Money::ZERO)
    {
        return;
    }
    twenty_one(check, &main);
    if let Some(rules) = check.game.stud() {
        for row in &rules.pays {
            let at = place!(PayTable[rules.hands.table()]).key(&row.id).key(key!(Row.pays));
            whole(check, &at, row.pays, &main);
        }
        if let Some(showdown) = &rules.showdown {
            for (table, rows) in showdown.tables_beside_hand() {
                for row in rows {
                    let at = place!(PayTable[table]).key(&row.id).key(key!(Row.pays));
                    whole(check, &at, row.pays, &main);
                }
            }
        }
    }
    if let Some(rules) = check.game.baccarat() {
        for row in &rules.pays {
            let at = place!(PayTable[rules.coup.pays]).key(&row.id).key(key!(Row.pays));
            whole(check, &at, row.pays, &main);
        }
    }
    if let Some(rules) = check.game.single_card() {
        single_card(check, rules, &main);
    }
    side_bets(check);
}

/// The main bet and what a surrender leaves of it; the raise in the steps of the main bet.
fn single_card(check: &mut Check, rules: &SingleCard, main: &Stakes) {
    let raised = match rules.raise.amount {
        RaiseAmount::EqualsMainBet => main.clone(),
        RaiseAmount::UpToMainBet => {
            let mut some = vec![check.game.main_bet.step()];
            some.extend(&main.some);
            Stakes {
                unit: common(&some),
                some,
                at: place!(MainBet),
            }
        }
    };
    let tables = [
        (&rules.deal.pays, &rules.pays, main),
        (&rules.raise.pays, &rules.raise_pays, &raised),
    ];
    for (table, rows, stakes) in tables {
        for row in rows {
            let at = place!(PayTable[table]).key(&row.id).key(key!(Row.pays));
            whole(check, &at, row.pays, stakes);
        }
    }
    if let Some(loses) = rules.raise.surrender_loses {
        whole(check, &place!(Raise.surrender_loses), Pays::Odds(loses), main);
    }
}

fn main_stakes(bet: &MainBet) -> Stakes {
    let some = if !bet.amounts.is_empty() {
        bet.amounts.clone()
    } else if bet.highest() - bet.lowest() >= bet.step() {
        vec![bet.lowest(), bet.lowest() + bet.step()]
    } else {
        vec![bet.lowest()]
    };
    Stakes {
        unit: common(&some),
        some,
        at: place!(MainBet),
    }
}

fn twenty_one(check: &mut Check, main: &Stakes) {
    let Some(rules) = check.game.twenty_one() else {
        return;
    };
    whole(check, &place!(Blackjack.pays), Pays::Odds(rules.blackjack.pays), main);
    suited(check, &place!(Blackjack.suited), &rules.blackjack.suited, main);
    let doubles = double_stakes(&rules.double, main);
    let doubled = |allowed: bool| if allowed { doubles.as_ref() } else { None };
    let odds = Pays::Odds(rules.dealer.win_pays);
    whole_on(check, &place!(Dealer.win_pays), odds, main, doubled(true));
    for row in &rules.winners {
        let at = place!(Winner[row.id].pays);
        whole_on(check, &at, row.pays, main, doubled(row.after_double));
    }
    let all = rules.surrender.after_double == SurrenderAfterDouble::LosesShareOfAll;
    let loses = Pays::Odds(rules.surrender.loses);
    whole_on(check, &place!(Surrender.loses), loses, main, doubled(all));
    if let Some(wager) = &rules.insurance {
        insurance(check, wager, main);
    }
}

/// What may be added at a double. With a least amount, also what lies between in steps.
fn double_stakes(double: &Double, main: &Stakes) -> Option<Stakes> {
    if double.times_max == 0 {
        return None;
    }
    let extra = |limits: DoubleAmount| limits.min.map_or(Vec::new(), |min| vec![min, min + limits.step]);
    let mut some = main.some.clone();
    some.extend(extra(double.first));
    if let Some(again) = double.again.filter(|_| double.times_max > 1) {
        // The full second double is a sum of earlier amounts, so their common unit divides it.
        debug_assert!(matches!(
            again.max,
            DoubleMax::MainBet | DoubleMax::LastDouble | DoubleMax::TotalBet
        ));
        some.extend(extra(again));
    }
    Some(Stakes {
        unit: common(&some),
        some,
        at: place!(Double),
    })
}

fn insurance(check: &mut Check, insurance: &Insurance, main: &Stakes) {
    let share = insurance.max;
    if share.is_push() || insurance.step <= Money::ZERO || insurance.min <= Money::ZERO {
        return;
    }
    let mut some = vec![insurance.min, insurance.min + insurance.step];
    some.extend(main.some.iter().filter_map(|stake| share.winnings(*stake)));
    let stakes = Stakes {
        unit: common(&some),
        some,
        at: place!(Insurance),
    };
    whole(check, &place!(Insurance.max), Pays::Odds(share), main);
    whole(check, &place!(Insurance.pays), Pays::Odds(insurance.pays), &stakes);
    suited(check, &place!(Insurance.suited), &insurance.suited, &stakes);
}

fn suited(check: &mut Check, at: &Path, rows: &[SuitedPays], stakes: &Stakes) {
    for row in rows {
        let at = at.key(&row.id).key(key!(SuitedPays.pays));
        whole(check, &at, Pays::Odds(row.pays), stakes);
    }
}

fn side_bets(check: &mut Check) {
    for bet in &check.game.side_bets {
        if bet.step <= Money::ZERO || bet.min <= Money::ZERO {
            continue;
        }
        let mut some = vec![bet.min];
        if bet.max - bet.min >= bet.step {
            some.push(bet.min + bet.step);
        }
        some.extend(check.game.table.several_hands_side_bet_min);
        let stakes = Stakes {
            unit: common(&some),
            some,
            at: place!(TableRules),
        };
        let limits = [key!(SideBet.min), key!(SideBet.max), key!(SideBet.step)];
        if !check.trusts(&limits.map(|key| place!(SideBet[bet.id]).key(key))) {
            continue;
        }
        for table in bet.tables().filter_map(|id| check.game.pay_tables.find(id)) {
            for row in &table.rows {
                let at = place!(PayTable[table.id]).key(&row.id).key(key!(Row.pays));
                whole(check, &at, row.pays, &stakes);
            }
        }
    }
}

fn whole_on(check: &mut Check, at: &Path, pays: Pays, main: &Stakes, doubles: Option<&Stakes>) {
    if !whole(check, at, pays, main)
        && let Some(doubles) = doubles
    {
        whole(check, at, pays, doubles);
    }
}

/// Reports odds that break a cent on some stake; says whether they do.
fn whole(check: &mut Check, at: &Path, pays: Pays, stakes: &Stakes) -> bool {
    let Pays::Odds(odds) = pays else {
        return false;
    };
    if odds.winnings(stakes.unit).is_some() {
        return false;
    }
    let stake = stakes
        .some
        .iter()
        .copied()
        .find(|stake| odds.winnings(*stake).is_none());
    let stake = stake.unwrap_or(stakes.unit);
    let message = message::broken_cents(odds, stake, parts(odds));
    check.fault(message, &[at.clone(), stakes.at.clone()]);
    true
}

/// The smallest stake that the odds pay in whole cents.
fn parts(odds: Odds) -> Money {
    let shared = common(&[
        Money::from_cents(i64::from(odds.pays)),
        Money::from_cents(i64::from(odds.per)),
    ]);
    Money::from_cents(i64::from(odds.per) / shared.cents())
}

/// The largest amount that all these are multiples of.
fn common(amounts: &[Money]) -> Money {
    fn divisor(one: i64, other: i64) -> i64 {
        if other == 0 { one } else { divisor(other, one % other) }
    }
    Money::from_cents(amounts.iter().fold(0, |unit, amount| divisor(amount.cents(), unit)))
}
