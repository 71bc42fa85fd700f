//! Games against the dealer's hand: figures of others, and the oracle over `Round`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use croupier_rules::Game;
use croupier_rules::load::open;
use croupier_solver::solution::{Solution, WagerValue};
use croupier_solver::{showdown, solve};

fn game(id: &str) -> Game {
    open(id).unwrap().game
}

fn wager<'s>(solution: &'s Solution, id: &str) -> &'s WagerValue {
    solution.wagers.iter().find(|wager| wager.id == id).unwrap()
}

#[test]
fn three_card_poker_is_worth_what_is_published() {
    let solution = solve(&game("three-card-poker"), None).unwrap();
    let main = wager(&solution, "main");
    println!("{:?}", main.ev_exact);
    for row in &main.outcomes {
        println!("{} {:?} {}", row.row, row.count, row.contribution);
    }
    // https://wizardofodds.com/games/three-card-poker/: 3.37 % of the ante, 2.01 % of all that is bet.
    assert_eq!(format!("{:.4}", main.house_edge), "0.0337");
    assert_eq!(format!("{:.4}", main.element_of_risk), "0.0201");
}

#[test]
fn caribbean_stud_is_worth_what_is_published() {
    let game = game("caribbean-stud");
    let start = std::time::Instant::now();
    let play = showdown::play(&game, game.main_bet.lowest()).unwrap().unwrap();
    println!("{:?}", start.elapsed());
    assert_eq!(play.deals(), 19_933_230_517_200);
    assert_eq!(play.value(), -1_041_372_912_372);
}
