//! Limits of bets that contradict each other.

use super::Check;
use crate::bets::TableRules;
use crate::game::{MainBet, SideBet};
use crate::load::section::{key, place};
use crate::load::{Path, message};
use crate::money::{Money, Odds};
use crate::twenty_one::{Double, DoubleAmount, Insurance};

pub(super) fn check(check: &mut Check) {
    main_bet(check);
    side_bets(check);
    several_hands(check);
    doubles(check);
    insurance(check);
}

fn main_bet(check: &mut Check) {
    let bet = &check.game.main_bet;
    let amounts_at = place!(MainBet.amounts);
    let ranged = bet.min.is_some() || bet.max.is_some() || bet.step.is_some();
    match (bet.amounts.is_empty(), bet.min, bet.max) {
        (false, ..) if ranged => check.fault(message::amounts_and_limits(), &[amounts_at.clone(), place!(MainBet)]),
        (true, Some(min), Some(max)) => range(check, &place!(MainBet), [min, max, bet.step()]),
        (true, ..) => check.key_fault(message::missing_limits(), &place!(MainBet)),
        (false, ..) => {}
    }
    for (place, amount) in bet.amounts.iter().enumerate() {
        if bet.amounts[..place].contains(amount) {
            check.entry_fault(message::listed_twice(amount), &amounts_at, place);
        }
    }
}

/// A least, a most and a step.
fn range(check: &mut Check, at: &Path, [min, max, step]: [Money; 3]) {
    let [min_at, max_at, step_at] = [key!(SideBet.min), key!(SideBet.max), key!(SideBet.step)].map(|key| at.key(key));
    if [min, max, step].iter().any(|amount| *amount <= Money::ZERO) {
        return;
    }
    if min > max {
        check.fault(message::least_above_most(min, max), &[min_at.clone(), max_at.clone()]);
    }
    for (amount, place, which) in [(min, min_at, "the least bet"), (max, max_at, "the most")] {
        if !amount.is_multiple_of(step) {
            check.fault(message::not_in_steps(which, amount, step), &[place, step_at.clone()]);
        }
    }
}

fn side_bets(check: &mut Check) {
    let most = check.game.main_bet.highest();
    for bet in &check.game.side_bets {
        range(check, &place!(SideBet[bet.id]), [bet.min, bet.max, bet.step]);
        let least = check.game.main_bet.lowest();
        if bet.equals_main_bet && (bet.min > least || bet.max < most) {
            let places = [
                place!(SideBet[bet.id].equals_main_bet),
                place!(SideBet[bet.id].min),
                place!(SideBet[bet.id].max),
                place!(MainBet),
            ];
            check.fault(message::unlike_main_bet(least, most, bet.min, bet.max), &places);
        }
        if bet.at_most_main_bet && bet.min > most {
            let (min_at, limit_at) = (place!(SideBet[bet.id].min), place!(SideBet[bet.id].at_most_main_bet));
            check.fault(
                message::above_main_bet(bet.min, most),
                &[min_at, limit_at, place!(MainBet)],
            );
        }
    }
}

fn several_hands(check: &mut Check) {
    let game = check.game;
    let main_at = place!(TableRules.several_hands_main_bet_min);
    let side_at = place!(TableRules.several_hands_side_bet_min);
    let (main_min, side_min) = (
        game.table.several_hands_main_bet_min,
        game.table.several_hands_side_bet_min,
    );
    for (given, at) in [(main_min, &main_at), (side_min, &side_at)] {
        if given.is_some() && game.table.hands_max < 2 {
            check.fault(message::one_hand_only(), &[at.clone(), place!(TableRules.hands_max)]);
        }
    }
    if let Some(min) = main_min.filter(|min| *min > Money::ZERO && !game.main_bet.allows(*min)) {
        check.fault(message::no_main_bet_of_several(min), &[main_at, place!(MainBet)]);
    }
    let Some(min) = side_min else {
        return;
    };
    if game.side_bets.is_empty() {
        check.fault(message::no_side_bets(), &[side_at.clone(), place!(SideBet)]);
    }
    for bet in &game.side_bets {
        if min > bet.max || !min.is_multiple_of(bet.step) {
            let message = message::no_side_bet_of_several(min, &bet.name, bet.step, bet.max);
            check.fault(message, &[side_at.clone(), place!(SideBet[bet.id])]);
        }
    }
}

fn doubles(check: &mut Check) {
    let rules = check.game.twenty_one();
    let Some(double) = rules.map(|rules| &rules.double).filter(|double| double.times_max > 0) else {
        return;
    };
    double_amount(check, &place!(Double.first), double.first);
    if let Some(again) = double.again {
        double_amount(check, &place!(Double.again), again);
    }
}

fn double_amount(check: &mut Check, at: &Path, limits: DoubleAmount) {
    let [min_at, step_at] = [key!(DoubleAmount.min), key!(DoubleAmount.step)].map(|key| at.key(key));
    let step = limits.step;
    let Some(min) = limits.min else {
        // A file with every default written out, as `Game::toml` makes it, names the step that nobody gave.
        if check.root.find(&step_at).is_some() && step != DoubleAmount::STEP {
            check.fault(message::step_of_full_double(), &[step_at]);
        }
        return;
    };
    let most = check.game.main_bet.highest();
    if min > most && most > Money::ZERO {
        check.fault(message::double_above_main_bet(min, most), &[min_at, place!(MainBet)]);
    } else if step > Money::ZERO && !min.is_multiple_of(step) {
        check.fault(message::not_in_steps("the least double", min, step), &[min_at, step_at]);
    }
}

fn insurance(check: &mut Check) {
    let Some(insurance) = check.game.twenty_one().and_then(|rules| rules.insurance.as_ref()) else {
        return;
    };
    let (min, max, step) = (insurance.min, insurance.max, insurance.step);
    let [min_at, max_at] = [place!(Insurance.min), place!(Insurance.max)];
    if max.is_push() || max > Odds::EVEN {
        check.fault(message::insurance_not_a_share(max), &[max_at]);
        return;
    }
    let highest = check.game.main_bet.highest();
    let most = Money::from_cents(highest.cents() * i64::from(max.pays) / i64::from(max.per));
    if min > most && highest > Money::ZERO {
        check.fault(
            message::insurance_too_high(min, max, most),
            &[min_at, max_at, place!(MainBet)],
        );
    } else if step > Money::ZERO && !min.is_multiple_of(step) {
        let message = message::not_in_steps("the least insurance", min, step);
        check.fault(message, &[min_at, place!(Insurance.step)]);
    }
}
