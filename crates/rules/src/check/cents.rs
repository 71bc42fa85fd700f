//! Nothing is rounded: every payment on every amount allowed is a whole number of cents.

use super::Check;
use crate::game::MainBet;
use crate::load::Kind;
use crate::money::{Money, Odds};
use crate::pattern::Pays;
use crate::twenty_one::{Double, DoubleAmount, DoubleMax, Insurance, SurrenderAfterDouble};

/// Amounts that may be staked, and what all of them are multiples of.
#[derive(Clone)]
struct Stakes {
    unit: Money,
    some: Vec<Money>,
    /// Where the file sets them.
    at: &'static str,
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
            let at = format!("pay-table.{}.{}.pays", rules.hands.table(), row.id);
            whole(check, &at, row.pays, &main);
        }
        if let Some(showdown) = &rules.showdown {
            let table = showdown.bonus.as_deref().unwrap_or_default();
            for row in &showdown.bonus_rows {
                whole(check, &format!("pay-table.{table}.{}.pays", row.id), row.pays, &main);
            }
        }
    }
    side_bets(check);
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
        at: "main-bet",
    }
}

fn twenty_one(check: &mut Check, main: &Stakes) {
    let Some(rules) = check.game.twenty_one() else {
        return;
    };
    whole(check, "blackjack.pays", Pays::Odds(rules.blackjack.pays), main);
    for row in &rules.blackjack.suited {
        let at = format!("blackjack.suited.{}.pays", row.id);
        whole(check, &at, Pays::Odds(row.pays), main);
    }
    let doubles = double_stakes(&rules.double, main);
    let doubled = |allowed: bool| if allowed { doubles.as_ref() } else { None };
    let odds = Pays::Odds(rules.dealer.win_pays);
    whole_on(check, "dealer.win-pays", odds, main, doubled(true));
    for row in &rules.winners {
        let at = format!("winner.{}.pays", row.id);
        whole_on(check, &at, row.pays, main, doubled(row.after_double));
    }
    let all = rules.surrender.after_double == SurrenderAfterDouble::LosesShareOfAll;
    let loses = Pays::Odds(rules.surrender.loses);
    whole_on(check, "surrender.loses", loses, main, doubled(all));
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
        at: "double",
    })
}

fn insurance(check: &mut Check, insurance: &Insurance, main: &Stakes) {
    let share = insurance.max;
    if share.is_push() || insurance.step <= Money::ZERO || insurance.min <= Money::ZERO {
        return;
    }
    let (pays, suited) = (insurance.pays, &insurance.suited);
    let mut some = vec![insurance.min, insurance.min + insurance.step];
    some.extend(main.some.iter().filter_map(|stake| share.winnings(*stake)));
    let stakes = Stakes {
        unit: common(&some),
        some,
        at: "insurance",
    };
    whole(check, "insurance.max", Pays::Odds(share), main);
    whole(check, "insurance.pays", Pays::Odds(pays), &stakes);
    for row in suited {
        let at = format!("insurance.suited.{}.pays", row.id);
        whole(check, &at, Pays::Odds(row.pays), &stakes);
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
            at: "table",
        };
        let limits = ["min", "max", "step"].map(|key| format!("side-bet.{}.{key}", bet.id));
        if !check.trusts(&[&limits[0], &limits[1], &limits[2]]) {
            continue;
        }
        for id in std::iter::once(bet.pays.as_str()).chain(bet.other_tables()) {
            for row in check.game.pay_tables.find(id).iter().flat_map(|table| &table.rows) {
                whole(check, &format!("pay-table.{id}.{}.pays", row.id), row.pays, &stakes);
            }
        }
    }
}

fn whole_on(check: &mut Check, at: &str, pays: Pays, main: &Stakes, doubles: Option<&Stakes>) {
    if !whole(check, at, pays, main)
        && let Some(doubles) = doubles
    {
        whole(check, at, pays, doubles);
    }
}

/// Reports odds that break a cent on some stake; says whether they do.
fn whole(check: &mut Check, at: &str, pays: Pays, stakes: &Stakes) -> bool {
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
    let what = format!("{odds} of {stake} is not a whole number of cents");
    let remedy = format!("allow only multiples of {}, or write other odds", parts(odds));
    check.fault(Kind::BrokenCents, &[at, stakes.at], what, remedy);
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
