//! How far the actual result may lie from the expected one, by number of rounds, and what an hour brings.

use croupier_rules::Game;
use croupier_solver::solution::{GainChance, Solution, WagerValue};

use crate::document::{Document, Holds, Table};
use crate::numbers::{cents, chance, count, dollars, figure, percent};
use crate::plots::{Bar, Funnel, bars, funnel};
use crate::spread::{Round, Sum};

const ROUNDS: [u64; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];
/// Points of the funnel between those of the table, so that its lines are smooth.
const FUNNEL: [u64; 13] = [
    100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
];

/// Adds the section.
pub(crate) fn section(page: &mut Document, game: &Game, solution: &Solution, pace: u32) {
    page.heading(1, "Volatility");
    page.paragraph(
        "The distribution of the sum of many rounds is computed whole, by the Fourier transform of the distribution of one \
         round, not by a normal curve. What falls outside the computed window has a probability below one in a \
         billion. Rounds are treated as independent.",
    );
    for wager in &solution.wagers {
        page.heading(2, format!("{} at {}", wager.name, cents(wager.stake_cents)));
        results(page, wager);
        bands(page, wager);
    }
    per_hour(page, game, solution, pace);
}

/// The distribution of one round.
fn results(page: &mut Document, wager: &WagerValue) {
    let shown = gathered(wager);
    let list: Vec<Bar> = shown
        .iter()
        .map(|(name, probability)| Bar {
            name: name.clone(),
            value: probability * 100.0,
            written: percent(*probability, if *probability < 0.001 { 4 } else { 2 }),
            error: 0.0,
        })
        .collect();
    page.figure(bars(
        &list,
        "probability, %",
        "result of a round, in initial wagers",
        &format!("{}: the probability of each result.", wager.name),
    ));
    let mut table = Table::new(
        format!("{}: the result of a round", wager.name),
        [
            ("Result in initial wagers", Holds::Words),
            ("Probability", Holds::Figures),
        ],
    );
    for (name, probability) in &shown {
        table.row([name.clone(), chance(*probability)]);
    }
    table.sum([
        "All".to_string(),
        figure(shown.iter().map(|(_, chance)| chance).sum(), 6),
    ]);
    page.table(table);
}

/// The results of a round so that they can be read: the likeliest gains each for itself, the rest together.
fn gathered(wager: &WagerValue) -> Vec<(String, f64)> {
    const MOST: usize = 11;
    let mut chances: Vec<f64> = wager.results.iter().map(|result| result.probability).collect();
    chances.sort_by(|one, other| other.total_cmp(one));
    let least = match wager.results.len() > MOST + 2 {
        true => chances[MOST - 1],
        false => 0.0,
    };
    let (shown, rest): (Vec<&GainChance>, Vec<&GainChance>) =
        wager.results.iter().partition(|result| result.probability >= least);
    let sum = |losses: bool| -> f64 {
        let side = rest.iter().filter(|result| (result.gain < 0.0) == losses);
        side.map(|result| result.probability).sum()
    };
    let mut list: Vec<(String, f64)> = shown
        .iter()
        .map(|result| (gain(result.gain), result.probability))
        .collect();
    if !rest.is_empty() {
        list.insert(0, ("other losses".to_string(), sum(true)));
        list.push(("other gains".to_string(), sum(false)));
    }
    list
}

/// A gain in stakes, without idle zeros.
fn gain(gain: f64) -> String {
    let text = format!("{gain:+.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "+" | "-" | "+0" | "-0" => "0".to_string(),
        text => text.to_string(),
    }
}

/// The bands of the house's result, and how often it is behind.
fn bands(page: &mut Document, wager: &WagerValue) {
    let round = Round::new(&wager.results);
    let stake = wager.stake_cents as f64 / 100.0;
    let mut table = Table::new(
        format!("{}: what the house wins, by number of rounds", wager.name),
        [
            ("Rounds", Holds::Figures),
            ("Expected", Holds::Figures),
            ("SD", Holds::Figures),
            ("90% of the time between", Holds::Figures),
            ("95% of the time between", Holds::Figures),
            ("House behind", Holds::Figures),
        ],
    );
    for rounds in ROUNDS {
        let Some(sum) = round.after(rounds) else { return };
        let between = |(low, high): (f64, f64)| format!("{} and {}", dollars(low * stake), dollars(high * stake));
        table.row([
            count(rounds.into()),
            dollars(-round.mean() * rounds as f64 * stake),
            dollars(round.sd() * (rounds as f64).sqrt() * stake),
            between(house(&sum, 0.9)),
            between(house(&sum, 0.95)),
            percent(sum.above_zero(), 3),
        ]);
    }
    page.table(table);
    let list: Vec<Funnel> = FUNNEL
        .into_iter()
        .filter_map(|rounds| {
            let sum = round.after(rounds)?;
            let share = |(low, high): (f64, f64)| (low / rounds as f64, high / rounds as f64);
            Some(Funnel {
                rounds,
                ninety: share(house(&sum, 0.9)),
                ninety_five: share(house(&sum, 0.95)),
            })
        })
        .collect();
    page.figure(funnel(
        &list,
        -round.mean(),
        &format!("{}: the actual result against the number of rounds.", wager.name),
    ));
}

/// The bounds between which the house's result lies with this probability, in initial stakes.
fn house(sum: &Sum, share: f64) -> (f64, f64) {
    let tail = (1.0 - share) / 2.0;
    (-sum.quantile(1.0 - tail), -sum.quantile(tail))
}

fn per_hour(page: &mut Document, game: &Game, solution: &Solution, pace: u32) {
    page.heading(2, "Expected win per hour and seat");
    let mut said = format!(
        "At a pace of {} an hour, each wager at the stake named.",
        crate::numbers::many(pace as usize, "round", "rounds")
    );
    if solution.wagers.iter().any(|wager| wager.id == "insurance") {
        said += " Insurance is offered in some rounds only and is left out.";
    }
    page.paragraph(said);
    let mut table = Table::new(
        "",
        [
            ("Wager", Holds::Words),
            ("Stake", Holds::Figures),
            ("Wagered an hour", Holds::Figures),
            ("House wins an hour", Holds::Figures),
        ],
    );
    let (mut wagered, mut won) = (0.0, 0.0);
    for wager in solution.wagers.iter().filter(|wager| wager.id != "insurance") {
        let stake = wager.stake_cents as f64 / 100.0 * f64::from(pace);
        wagered += stake * wager.average_wager;
        won += stake * wager.house_edge;
        table.row([
            wager.name.clone(),
            cents(wager.stake_cents),
            dollars(stake * wager.average_wager),
            dollars(stake * wager.house_edge),
        ]);
    }
    table.sum(["All".to_string(), String::new(), dollars(wagered), dollars(won)]);
    page.table(table);
    if !game.main_bet.spots.is_empty() {
        page.paragraph(format!(
            "Every further spot played adds as much again as the {}.",
            game.main_bet.name
        ));
    }
}
