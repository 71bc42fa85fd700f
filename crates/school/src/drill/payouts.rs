//! What bets are paid, odd ones among them.

use std::sync::Arc;

use croupier_rules::game::SideBet;
use croupier_rules::meter::WinningStake;
use croupier_rules::pattern::{Pays, Row};
use croupier_rules::print::pays_in_words;
use croupier_rules::showdown::{Showdown, StakePays};
use croupier_rules::stud::Stud;
use croupier_rules::{Family, Game, Money, Odds};
use croupier_table::WagerKind;
use croupier_table::random_play::Dice;

use super::settled::find;
use super::{Answer, Level, Question, Topic};
use crate::lesson::Lesson;

/// The topic that is read off rounds: a double, often for less, over all spots.
const DOUBLES: &str = "double.for-less";

/// Everything that pays: rows of all tables, blackjacks, insurance, doubles.
pub(super) fn topics(game: &Game) -> Vec<String> {
    let mut ids: Vec<String> = cases(game).into_iter().map(|case| case.id).collect();
    if game.twenty_one().is_some() {
        ids.push(DOUBLES.to_string());
    }
    ids
}

pub(super) fn ask(game: &Arc<Game>, topic: &Topic, level: Level, dice: &mut Dice) -> Option<Question> {
    if topic.id == DOUBLES {
        return ask_double(game, topic, dice);
    }
    let case = cases(game).into_iter().find(|case| case.id == topic.id)?;
    let main = main_bet(game, level, dice);
    let (stake, on) = match &case.on {
        On::Main => (main, game.main_bet.name.clone()),
        On::Side(bet) => (side_stake(game, bet, main, level, dice), bet.name.clone()),
        On::Insurance => (insurance_stake(game, main, dice)?, "insurance".to_string()),
        On::Street(name, times) => (main * i64::from(*times), format!("the {name}")),
    };
    let pays = case.pays.paid_on(stake);
    let cap = cap_on(game, &case.on, main, stake).filter(|(_, max)| *max < pays);
    let paid = cap.map_or(pays, |(_, max)| max);
    let beside = match case.on {
        On::Main => String::new(),
        _ => format!(" beside {main} on the {}", game.main_bet.name),
    };
    let cut = cap.map_or_else(String::new, |(_, max)| format!(", cut to {max}, the most that is paid"));
    let clauses = case
        .clause
        .into_iter()
        .chain(cap.and_then(|(place, _)| game.citations.caps[place]));
    let stake_kept = match case.on {
        On::Side(bet) => bet.winning_stake,
        _ => WinningStake::Returned,
    };
    let meter = match (&case.on, case.pays) {
        (On::Side(bet), Pays::OfMeter { .. }) => game.meter(bet),
        _ => None,
    };
    let shows = meter.map(|meter| format!("The {} shows {}.", meter.name, meter.amount));
    Some(Question {
        topic: topic.clone(),
        asks: [
            Some(format!("{stake} on {on}{beside}. {}.", case.name)),
            shows,
            Some("Nothing else is paid in the round. What does it pay?".to_string()),
        ]
        .into_iter()
        .flatten()
        .collect(),
        options: Vec::new(),
        answer: Answer::Amount(paid),
        because: format!(
            "{} pays {}: {pays} for {stake}{cut}.",
            case.name,
            pays_in_words(case.pays, stake_kept)
        ),
        clauses: clauses.collect(),
    })
}

/// One thing that pays.
struct Case<'g> {
    id: String,
    name: String,
    on: On<'g>,
    pays: Pays,
    clause: Option<u16>,
}

/// What it is paid on.
enum On<'g> {
    Main,
    Side(&'g SideBet),
    Insurance,
    /// A bet on a street, as so many main bets.
    Street(String, u8),
}

/// Everything that pays by a table. Rows that push pay nothing and are left out.
fn cases(game: &Game) -> Vec<Case<'_>> {
    let mut cases = Vec::new();
    match &game.family {
        Family::TwentyOne(rules) => {
            let plain = |id: &str, name: &str, on, odds: Odds| Case {
                id: id.to_string(),
                name: name.to_string(),
                on,
                pays: Pays::Odds(odds),
                clause: None,
            };
            cases.push(Case {
                clause: game.procedure.get(croupier_rules::game::Procedure::PayBlackjack),
                ..plain("blackjack", "Blackjack", On::Main, rules.blackjack.pays)
            });
            for (place, row) in rules.blackjack.suited.iter().enumerate() {
                cases.push(Case {
                    clause: game.citations.suited_blackjack[place],
                    ..plain(&format!("blackjack.{}", row.id), &row.name, On::Main, row.pays)
                });
            }
            for (place, row) in rules.winners.iter().enumerate() {
                cases.push(Case {
                    id: format!("winner.{}", row.id),
                    name: row.name.clone(),
                    on: On::Main,
                    pays: row.pays,
                    clause: game.citations.winners[place],
                });
            }
            if let Some(insurance) = &rules.insurance {
                let settled = game.procedure.get(croupier_rules::game::Procedure::SettleInsurance);
                cases.push(Case {
                    clause: settled,
                    ..plain("insurance", "The dealer has blackjack", On::Insurance, insurance.pays)
                });
                for (place, row) in insurance.suited.iter().enumerate() {
                    cases.push(Case {
                        clause: game.citations.suited_insurance[place],
                        ..plain(&format!("insurance.{}", row.id), &row.name, On::Insurance, row.pays)
                    });
                }
            }
        }
        Family::Stud(rules) => {
            cases.extend(of_rows("pays", &rules.pays, &game.citations.pays, || {
                paid_by_rows(rules)
            }));
            if let Some(showdown) = &rules.showdown {
                cases.extend(of_rows("bonus", &showdown.bonus_rows, &game.citations.bonus, || {
                    On::Main
                }));
            }
            if let Some(blind) = game.blind() {
                cases.extend(of_rows("blind", &blind.rows, &game.citations.blind, || {
                    On::Street(blind.name.clone(), 1)
                }));
            }
        }
        Family::Baccarat(rules) => cases.extend(of_rows("pays", &rules.pays, &game.citations.pays, || On::Main)),
        Family::SingleCard(rules) => {
            cases.extend(of_rows("pays", &rules.pays, &game.citations.pays, || On::Main));
            cases.extend(of_rows("raise", &rules.raise_pays, &game.citations.raise, || {
                On::Street(rules.raise.name.clone(), 1)
            }));
        }
    }
    for (bet, cited) in game.side_bets.iter().zip(&game.citations.side_bets) {
        let prefix = format!("side-bet.{}", bet.id);
        let stated = bet.rows.iter().map(|row| Row {
            pays: bet.stated(row),
            ..row.clone()
        });
        let stated: Vec<Row> = stated.collect();
        cases.extend(of_rows(&prefix, &stated, &cited.rows, || On::Side(bet)));
    }
    cases.retain(|case| case.pays != Pays::Odds(Odds::PUSH));
    cases
}

/// The bet that the pay table of a game of stud is for: against a dealer, it may be the bet on a street.
fn paid_by_rows<'g>(rules: &Stud) -> On<'g> {
    let by_table = |showdown: &&Showdown| showdown.street_bets.pays == StakePays::ByTable;
    let street = rules
        .streets
        .iter()
        .find(|street| street.bets.iter().any(|times| *times > 0));
    match (rules.showdown.as_ref().filter(by_table), street) {
        (Some(_), Some(street)) => {
            let times = street.bets.iter().copied().max().unwrap_or(1);
            On::Street(format!("{} bet", street.name), times)
        }
        _ => On::Main,
    }
}

fn of_rows<'g>(
    prefix: &str,
    rows: &[Row],
    clauses: &[Option<u16>],
    on: impl Fn() -> On<'g>,
) -> impl Iterator<Item = Case<'g>> {
    let case = |(place, row): (usize, &Row)| Case {
        id: format!("{prefix}.{}", row.id),
        name: row.name.clone(),
        on: on(),
        pays: row.pays,
        clause: clauses.get(place).copied().flatten(),
    };
    rows.iter().enumerate().map(case).collect::<Vec<_>>().into_iter()
}

/// A main bet within the limits.
fn main_bet(game: &Game, level: Level, dice: &mut Dice) -> Money {
    let bet = &game.main_bet;
    match bet.amounts.as_slice() {
        [] if level == Level::One => round_bet(bet.lowest(), bet.highest(), bet.lowest(), dice),
        [] => multiple(bet.lowest(), bet.highest(), bet.step(), dice),
        amounts => amounts[dice.below(amounts.len())],
    }
}

fn side_stake(game: &Game, bet: &SideBet, main: Money, level: Level, dice: &mut Dice) -> Money {
    let (least, most) = (bet.min_beside(main, &game.table, false), bet.max_beside(main));
    if least >= most {
        return least;
    }
    match level {
        Level::One => round_bet(least, most, least.max(bet.step), dice),
        _ => multiple(least, most, bet.step, dice),
    }
}

/// The least bet or up to ten times as much.
fn round_bet(least: Money, most: Money, unit: Money, dice: &mut Dice) -> Money {
    multiple(least, most.min(least + unit * 9), unit, dice)
}

fn insurance_stake(game: &Game, main: Money, dice: &mut Dice) -> Option<Money> {
    let amounts = game.twenty_one()?.insurance.as_ref()?.amounts(main)?.list();
    Some(amounts[dice.below(amounts.len())])
}

/// An amount between two, most of the time one that is not the least.
fn multiple(least: Money, most: Money, step: Money, dice: &mut Dice) -> Money {
    let steps = (most - least).cents() / step.cents().max(1);
    least + step * dice.below(steps as usize + 1) as i64
}

/// The most that is paid, with its place in the rules file.
fn cap_on(game: &Game, on: &On, main: Money, stake: Money) -> Option<(usize, Money)> {
    let rules = game.stud()?;
    let bet = match on {
        On::Side(_) => stake,
        On::Main if rules.showdown.is_none() => main,
        // Against a dealer only side bets are cut.
        _ => return None,
    };
    rules.cap_on_player(main).or_else(|| rules.cap_on_bet(bet))
}

/// A double that won, as a round paid it.
fn ask_double(game: &Arc<Game>, topic: &Topic, dice: &mut Dice) -> Option<Question> {
    let lesson = |dice: &mut Dice| match dice.once_in(2) {
        true => Lesson::Everything,
        false => Lesson::SplitsAndDoubles,
    };
    let (exercise, won) = find(game, lesson, dice, |settled| {
        matches!(settled.wager.kind, WagerKind::Double(_)) && settled.net > Money::ZERO
    })?;
    let at = won.wager.hand;
    let seat = exercise.wagers.seats.iter().find(|seat| seat.seat == at.seat)?;
    let hand = &seat.hands[usize::from(at.hand) - 1];
    let spots = i64::from(hand.spot_count());
    let (stake, net) = (won.stake, won.net);
    let each = Money::from_cents(stake.cents() / spots);
    Some(Question {
        topic: topic.clone(),
        asks: vec![
            format!(
                "{} on the {} and as much on {} further spots.",
                hand.main,
                game.main_bet.name,
                spots - 1
            ),
            format!(
                "The hand is doubled for {each} on each. {}.",
                won.outcome.label(game, won.wager.kind)
            ),
            "What do the doubles pay, over all spots?".to_string(),
        ],
        options: Vec::new(),
        answer: Answer::Amount(net),
        because: format!("{stake} lies on the doubles, and {net} is paid."),
        clauses: won.clause.into_iter().collect(),
    })
}
