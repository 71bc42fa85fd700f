//! Limits of bets that contradict each other.

use super::Check;
use crate::game::MainBet;
use crate::load::Kind;
use crate::load::section::place;
use crate::money::{Money, Odds};
use crate::twenty_one::DoubleAmount;

pub(super) fn check(check: &mut Check) {
    main_bet(check);
    side_bets(check);
    several_hands(check);
    doubles(check);
    insurance(check);
}

fn main_bet(check: &mut Check) {
    let bet = &check.game.main_bet;
    let ranged = bet.min.is_some() || bet.max.is_some() || bet.step.is_some();
    match (bet.amounts.is_empty(), bet.min, bet.max) {
        (false, ..) if ranged => check.fault(
            Kind::Contradiction,
            &["main-bet.amounts", "main-bet"],
            "`amounts` are given, and `min`, `max` or `step` as well",
            "keep either the list or the range",
        ),
        (true, Some(min), Some(max)) => range(check, "main-bet", min, max, check.game.main_bet.step()),
        (true, ..) => check.key_fault(
            Kind::MissingKey,
            &place!(MainBet),
            "the main bet has no limits",
            "add `min` and `max`, or a list of `amounts`",
        ),
        (false, ..) => {}
    }
    let amounts = &check.game.main_bet.amounts;
    for (place, amount) in amounts.iter().enumerate() {
        if amounts[..place].contains(amount) {
            let what = format!("{amount} is in the list already");
            check.entry_fault(Kind::Doubled, "main-bet.amounts", place, what, "name it once");
        }
    }
}

/// A least, a most and a step.
fn range(check: &mut Check, at: &str, min: Money, max: Money, step: Money) {
    let [min_at, max_at, step_at] = ["min", "max", "step"].map(|key| format!("{at}.{key}"));
    let positive = [min, max, step].iter().all(|amount| *amount > Money::ZERO);
    if !positive {
        return;
    }
    if min > max {
        let what = format!("the least bet, {min}, is more than the most, {max}");
        check.fault(
            Kind::Limits,
            &[&min_at, &max_at],
            what,
            "exchange the two, or change one",
        );
    }
    for (amount, place, name) in [(min, &min_at, "least"), (max, &max_at, "most")] {
        if !amount.is_multiple_of(step) {
            let what = format!("the {name} bet, {amount}, cannot be made in steps of {step}");
            check.fault(
                Kind::Limits,
                &[place, &step_at],
                what,
                format!("write a multiple of {step}, or change `step`"),
            );
        }
    }
}

fn side_bets(check: &mut Check) {
    let most = check.game.main_bet.highest();
    for bet in &check.game.side_bets {
        let at = format!("side-bet.{}", bet.id);
        range(check, &at, bet.min, bet.max, bet.step);
        let main = &check.game.main_bet;
        if bet.equals_main_bet && (bet.min > main.lowest() || bet.max < most) {
            let what = format!(
                "the bet must equal the main bet, which may be {} to {most}, but it may only be {} to {}",
                main.lowest(),
                bet.min,
                bet.max
            );
            let places = [
                format!("{at}.equals-main-bet"),
                format!("{at}.min"),
                format!("{at}.max"),
            ];
            check.fault(
                Kind::Limits,
                &[&places[0], &places[1], &places[2], "main-bet"],
                what,
                format!("write min = \"{}\" and max = \"{most}\" or more", main.lowest()),
            );
        }
        if bet.at_most_main_bet && bet.min > most {
            let what = format!("the least bet, {}, is more than the largest main bet, {most}", bet.min);
            let places = [format!("{at}.min"), format!("{at}.at-most-main-bet")];
            check.fault(
                Kind::Limits,
                &[&places[0], &places[1], "main-bet"],
                what,
                format!("write at most {most}, or at-most-main-bet = false"),
            );
        }
    }
}

fn several_hands(check: &mut Check) {
    let table = &check.game.table;
    let (main_min, side_min) = (table.several_hands_main_bet_min, table.several_hands_side_bet_min);
    for (given, key) in [
        (main_min, "table.several-hands-main-bet-min"),
        (side_min, "table.several-hands-side-bet-min"),
    ] {
        if given.is_some() && check.game.table.hands_max < 2 {
            let what = "a limit for several hands is given, but a player has only one";
            check.fault(
                Kind::Contradiction,
                &[key, "table.hands-max"],
                what,
                "leave it out, or write hands-max = 2",
            );
        }
    }
    if let Some(min) = main_min
        && min > Money::ZERO
        && !check.game.main_bet.allows(min)
    {
        let what = format!("{min} is not a main bet that may be made");
        let remedy = "write an amount within the limits of the main bet";
        check.fault(
            Kind::Limits,
            &["table.several-hands-main-bet-min", "main-bet"],
            what,
            remedy,
        );
    }
    let Some(min) = side_min else {
        return;
    };
    if check.game.side_bets.is_empty() {
        let what = "a limit for side bets is given, but there are none";
        check.fault(
            Kind::Contradiction,
            &["table.several-hands-side-bet-min", "side-bet"],
            what,
            "leave it out",
        );
    }
    for bet in &check.game.side_bets {
        if min > bet.max || !min.is_multiple_of(bet.step) {
            let what = format!("{min} cannot be bet on `{}`", bet.name);
            let remedy = format!("write a multiple of {} up to {}", bet.step, bet.max);
            let at = format!("side-bet.{}", bet.id);
            check.fault(Kind::Limits, &["table.several-hands-side-bet-min", &at], what, remedy);
        }
    }
}

fn doubles(check: &mut Check) {
    let Some(double) = check
        .game
        .twenty_one()
        .map(|rules| &rules.double)
        .filter(|double| double.times_max > 0)
    else {
        return;
    };
    let (first, again) = (double.first, double.again);
    double_amount(check, "double.first", first);
    if let Some(again) = again {
        double_amount(check, "double.again", again);
    }
}

fn double_amount(check: &mut Check, at: &str, limits: DoubleAmount) {
    let Some(min) = limits.min else {
        // A file with every default written out, as `Game::toml` makes it, names the step that nobody gave.
        if check.has(&format!("{at}.step")) && limits.step != DoubleAmount::STEP {
            let what = "a step is given, but only the full amount may be added";
            let remedy = "leave it out, or add `min`";
            check.fault(Kind::Contradiction, &[&format!("{at}.step")], what, remedy);
        }
        return;
    };
    let most = check.game.main_bet.highest();
    let min_at = format!("{at}.min");
    if min > most && most > Money::ZERO {
        let what = format!("the least double, {min}, is more than the largest main bet, {most}");
        check.fault(
            Kind::Limits,
            &[&min_at, "main-bet"],
            what,
            format!("write at most {most}"),
        );
    } else if limits.step > Money::ZERO && !min.is_multiple_of(limits.step) {
        let what = format!("the least double, {min}, cannot be made in steps of {}", limits.step);
        let step_at = format!("{at}.step");
        check.fault(
            Kind::Limits,
            &[&min_at, &step_at],
            what,
            format!("write a multiple of {}", limits.step),
        );
    }
}

fn insurance(check: &mut Check) {
    let Some(insurance) = check.game.twenty_one().and_then(|rules| rules.insurance.as_ref()) else {
        return;
    };
    let (min, max, step) = (insurance.min, insurance.max, insurance.step);
    if max.is_push() || max > Odds::EVEN {
        let what = format!("{max} is not a share of the main bet");
        check.fault(
            Kind::Limits,
            &["insurance.max"],
            what,
            "write a share like \"1:2\", at most \"1:1\"",
        );
        return;
    }
    let highest = check.game.main_bet.highest();
    let most = Money::from_cents(highest.cents() * i64::from(max.pays) / i64::from(max.per));
    if min > most && highest > Money::ZERO {
        let what = format!("insurance of {min} can never be bet: {max} of the largest main bet is {most}");
        check.fault(
            Kind::Limits,
            &["insurance.min", "insurance.max", "main-bet"],
            what,
            format!("write at most {most}"),
        );
    } else if step > Money::ZERO && !min.is_multiple_of(step) {
        let what = format!("the least insurance, {min}, cannot be made in steps of {step}");
        check.fault(
            Kind::Limits,
            &["insurance.min", "insurance.step"],
            what,
            format!("write a multiple of {step}"),
        );
    }
}
