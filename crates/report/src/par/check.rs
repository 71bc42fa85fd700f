//! The simulation beside the exact figures, and the main game by depth in the shoe.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use croupier_rules::game::{Shuffled, SpotsPay};
use croupier_rules::{Family, Game, Money};
use croupier_simulator::{Control, Exact, Job, Order, Report};
use croupier_solver::pack::Pack;
use croupier_solver::showdown::{self, BoardBook, ShowdownBook, Solved};
use croupier_solver::single_card::CardBook;
use croupier_solver::solution::Solution;
use croupier_solver::stud::{self, StudBook};
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::full_shoe;
use croupier_solver::with_every_spot;
use croupier_table::{FirstOffer, HandWagers, Strategy};

use crate::document::{Document, Holds, Table};
use crate::numbers::{count, figure, signed};
use crate::plots::{Bar, bars};
use crate::report::Fault;

/// What the simulation found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Full shoes, beside the exact figures. Where payments share a cap, main game and side bets are simulated apart.
    pub fresh: Vec<Report>,
    /// Dealt to the cut card, where the game is.
    pub through_shoe: Option<Report>,
}

/// Simulates a game, from full shoes and to the cut card.
pub fn check(game: &Game, solution: &Solution, rounds: u64, seed: u64) -> Result<Checked, Fault> {
    let strategy = best_play(game, Money::from_cents(solution.bet_cents));
    let order = |side, rounds, cut_card| order(game, solution, side, rounds, seed, cut_card);
    let through_shoe = match game.shoe.shuffled {
        Shuffled::AtCutCard => {
            let none = vec![Money::ZERO; game.side_bets.len()];
            Some(run(
                game,
                &*strategy,
                &order(none, rounds / 4, true),
                &Exact::default(),
            )?)
        }
        Shuffled::EveryRound => None,
    };
    Ok(Checked {
        fresh: by_best_play(game, &*strategy, solution, rounds, seed)?,
        through_shoe,
    })
}

/// Simulates a game from full shoes, beside the exact figures.
pub fn from_full_shoes(game: &Game, solution: &Solution, rounds: u64, seed: u64) -> Result<Vec<Report>, Fault> {
    let strategy = best_play(game, Money::from_cents(solution.bet_cents));
    by_best_play(game, &*strategy, solution, rounds, seed)
}

fn by_best_play(
    game: &Game,
    strategy: &(dyn Strategy + Sync),
    solution: &Solution,
    rounds: u64,
    seed: u64,
) -> Result<Vec<Report>, Fault> {
    let mut exact = Exact::default();
    for wager in solution.wagers.iter().filter(|wager| wager.id != "insurance") {
        exact.means.insert(wager.id.clone(), wager.ev);
        for row in &wager.outcomes {
            exact.rows.insert((wager.id.clone(), row.row.clone()), row.probability);
        }
    }
    let order = |side| order(game, solution, side, rounds, seed, false);
    let least: Vec<Money> = game.side_bets.iter().map(|bet| bet.min).collect();
    let capped = game.stud().is_some_and(|rules| !rules.caps.is_empty()) && !least.is_empty();
    if !capped {
        return Ok(vec![run(game, strategy, &order(least), &exact)?]);
    }
    // Under a shared cap the exact figures hold for each bet alone.
    let none = vec![Money::ZERO; game.side_bets.len()];
    let main = run(game, strategy, &order(none), &exact)?;
    exact.means.remove(game.main_bet.wager_id());
    let sides = run(game, strategy, &order(least), &exact)?;
    Ok(vec![main, sides])
}

fn order(game: &Game, solution: &Solution, side: Vec<Money>, rounds: u64, seed: u64, cut_card: bool) -> Order {
    Order {
        bets: HandWagers {
            main: Money::from_cents(solution.bet_cents),
            spots: spots_valued(game),
            side,
        },
        seats: 1,
        cut_card,
        seed,
        rounds,
        session: None,
    }
}

/// The spots that the main bet is valued with: all of them where they are paid otherwise than the main bet.
pub(crate) fn spots_valued(game: &Game) -> u8 {
    match game.main_bet.spots_pay {
        SpotsPay::AsMainBet => 0,
        SpotsPay::Even => (1 << game.main_bet.spots.len()) - 1,
    }
}

/// Simulates a game with this play, beside no other figures.
pub(crate) fn run_alone(game: &Game, strategy: &(dyn Strategy + Sync), order: &Order) -> Result<Report, Fault> {
    run(game, strategy, order, &Exact::default())
}

fn run(game: &Game, strategy: &(dyn Strategy + Sync), order: &Order, exact: &Exact) -> Result<Report, Fault> {
    let job = Job::new(&Arc::new(game.clone()), strategy, order)?;
    let run = job.run(Control {
        threads: 0,
        stop: &AtomicBool::new(false),
        until_se: None,
        checkpoint: None,
        progress: &mut |_| {},
    })?;
    Ok(Report::new(&job, &run, "optimal", exact))
}

/// The best play of a game at a main bet, without insurance.
pub fn best_play(game: &Game, main: Money) -> Box<dyn Strategy + Sync> {
    match &game.family {
        Family::TwentyOne(_) => {
            let averaged = with_every_spot(game).ok().flatten();
            let game = averaged.as_ref().unwrap_or(game);
            let best = BestPlay::<f64>::new(game, main, &full_shoe(game), Insures::Never);
            Box::new(best.expect("the game is of the 21 family"))
        }
        Family::Baccarat(_) => Box::new(FirstOffer),
        Family::SingleCard(rules) => Box::new(CardBook::best(rules, &Pack::fresh(&game.deck), main)),
        Family::Stud(_) => match showdown::solved(game, main) {
            Ok(Some(Solved::Hands(play))) => Box::new(ShowdownBook::best(*play)),
            Ok(Some(Solved::Board(play, main))) => Box::new(BoardBook::best(play, main)),
            _ => Box::new(StudBook::best(
                stud::play(game, main).expect("a game without a dealer's hand is paid by its pay table"),
            )),
        },
    }
}

/// Adds the section.
pub(crate) fn section(page: &mut Document, game: &Game, checked: &Checked) {
    page.heading(1, "Simulation beside the exact figures");
    let first = &checked.fresh[0];
    page.paragraph(format!(
        "A second program that shares no arithmetic with the solver plays the game by the same best strategy: {} rounds from \
         full shoes, seed {}, generator {}. The same command gives the same counts on any machine.",
        count(first.rounds.into()),
        first.seed,
        first.generator
    ));
    let mut table = Table::new(
        "Simulated and exact results, in initial wagers",
        [
            ("Wager", Holds::Words),
            ("Rounds", Holds::Figures),
            ("Simulated", Holds::Figures),
            ("Standard error", Holds::Figures),
            ("Exact", Holds::Figures),
            ("z", Holds::Figures),
            ("Simulated SD", Holds::Figures),
        ],
    );
    let wagers = checked.fresh.iter().flat_map(|report| &report.wagers);
    for wager in wagers.filter(|wager| wager.z.is_some()) {
        table.row([
            wager.name.clone(),
            count(wager.hands.into()),
            signed(wager.mean, 6),
            figure(wager.standard_error, 6),
            wager.exact.map_or_else(String::new, |exact| signed(exact, 6)),
            wager.z.map_or_else(String::new, |z| signed(z, 2)),
            figure(wager.sd, 4),
        ]);
    }
    page.table(table);
    page.paragraph(
        "z is the difference in standard errors. Where both figures are right, it lies between -3 and +3 in 997 cases out of \
         1,000.",
    );
    match &checked.through_shoe {
        Some(report) => depth(page, report),
        None => page.paragraph(format!(
            "{} is shuffled for every round: there is no depth in the shoe to compare.",
            game.short_name
        )),
    }
}

fn depth(page: &mut Document, report: &Report) {
    page.heading(2, "Value by depth in the shoe");
    page.paragraph(format!(
        "{} rounds dealt through shoes to the cut card, one seat, seed {}, with the best play for a full shoe throughout: the \
         main game by the number of cards gone when the round began. The lines are 95% intervals of the simulation.",
        count(report.rounds.into()),
        report.seed
    ));
    // The last slice holds the few rounds begun right before the cut card; its error would dwarf the others.
    let most = report.depths.iter().map(|slice| slice.hands).max().unwrap_or(0);
    let list: Vec<Bar> = report
        .depths
        .iter()
        .filter(|slice| slice.hands * 10 >= most)
        .map(|slice| Bar {
            name: format!("{}\u{2013}{}", slice.from, slice.to - 1),
            value: slice.mean * 100.0,
            written: format!("{:+.2}% ± {:.2}", slice.mean * 100.0, 196.0 * slice.standard_error),
            error: 196.0 * slice.standard_error,
        })
        .collect();
    page.figure(bars(
        &list,
        "player's mean result, % of the initial wager",
        "cards gone from the shoe",
        "The main game by depth in the shoe, with 95% intervals.",
    ));
    let mut table = Table::new(
        "The main game by depth in the shoe",
        [
            ("Cards gone", Holds::Words),
            ("Hands", Holds::Figures),
            ("Player's mean result", Holds::Figures),
            ("Standard error", Holds::Figures),
        ],
    );
    for slice in &report.depths {
        table.row([
            format!("{} to {}", slice.from, slice.to - 1),
            count(slice.hands.into()),
            signed(slice.mean, 6),
            figure(slice.standard_error, 6),
        ]);
    }
    page.table(table);
}
