//! Nothing is rounded: every payment on every amount allowed is a whole number of cents.

use super::Check;
use crate::game::MainBet;
use crate::load::Kind;
use crate::money::{Money, Odds};
use crate::pattern::Pays;
use crate::twenty_one::{DoubleAmount, DoubleMax, SurrenderAfterDouble};

/// Amounts that may be staked, and what all of them are multiples of.
#[derive(Clone)]
struct Stakes {
    unit: Money,
    some: Vec<Money>,
    /// Where the file sets them.
    at: &'static str,
}

pub(super) fn check(check: &mut Check) {
    let main = main_stakes(&check.file.main_bet);
    if main
        .some
        .iter()
        .chain([&main.unit])
        .any(|amount| *amount <= Money::ZERO)
    {
        return;
    }
    twenty_one(check, &main);
    for place in 0..check.file.pays.len() {
        let pays = check.file.pays[place].pays;
        whole(check, &format!("pay[{place}].pays"), pays, &main);
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
    let file = check.file;
    if let Some(blackjack) = &file.blackjack {
        whole(check, "blackjack.pays", Pays::Odds(blackjack.pays), main);
        for (place, row) in blackjack.suited.iter().enumerate() {
            whole(
                check,
                &format!("blackjack.suited[{place}].pays"),
                Pays::Odds(row.pays),
                main,
            );
        }
    }
    let doubles = double_stakes(check, main);
    let doubled = |allowed: bool| if allowed { doubles.as_ref() } else { None };
    if let Some(dealer) = &file.dealer {
        let odds = Pays::Odds(dealer.win_pays);
        whole_on(check, "dealer.win-pays", odds, main, doubled(true));
    }
    for (place, row) in file.winners.iter().enumerate() {
        whole_on(
            check,
            &format!("winner[{place}].pays"),
            row.pays,
            main,
            doubled(row.after_double),
        );
    }
    if let Some(surrender) = &file.surrender {
        let all = surrender.after_double == SurrenderAfterDouble::LosesShareOfAll;
        whole_on(
            check,
            "surrender.loses",
            Pays::Odds(surrender.loses),
            main,
            doubled(all),
        );
    }
    insurance(check, main);
}

/// What may be added at a double. With a least amount, also what lies between in steps.
fn double_stakes(check: &Check, main: &Stakes) -> Option<Stakes> {
    let double = check.file.double.as_ref().filter(|double| double.times_max > 0)?;
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

fn insurance(check: &mut Check, main: &Stakes) {
    let Some(insurance) = &check.file.insurance else {
        return;
    };
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
    for (place, row) in suited.iter().enumerate() {
        whole(
            check,
            &format!("insurance.suited[{place}].pays"),
            Pays::Odds(row.pays),
            &stakes,
        );
    }
}

fn side_bets(check: &mut Check) {
    for (place, bet) in check.file.side_bets.iter().enumerate() {
        if bet.step <= Money::ZERO || bet.min <= Money::ZERO {
            continue;
        }
        let mut some = vec![bet.min];
        if bet.max - bet.min >= bet.step {
            some.push(bet.min + bet.step);
        }
        some.extend(check.file.table.several_hands_side_bet_min);
        let stakes = Stakes {
            unit: common(&some),
            some,
            at: "table",
        };
        let mut rows = Vec::new();
        rows.extend((0..bet.rows.len()).map(|row| (format!("side-bet[{place}].row[{row}].pays"), bet.rows[row].pays)));
        for (other, table) in bet.other_tables.iter().enumerate() {
            let at = |row: usize| format!("side-bet[{place}].other-table[{other}].row[{row}].pays");
            rows.extend((0..table.rows.len()).map(|row| (at(row), table.rows[row].pays)));
        }
        let limits = ["min", "max", "step"].map(|key| format!("side-bet[{place}].{key}"));
        if check.trusts(&[&limits[0], &limits[1], &limits[2]]) {
            for (at, pays) in rows {
                whole(check, &at, pays, &stakes);
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
