//! Games with a board: figures of others, and every deal of small decks through the round itself.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use croupier_rules::load::open;
use croupier_solver::showdown::BoardPlay;
use croupier_table::Outcome;

#[test]
fn first_look() {
    for id in ["ultimate-texas-holdem", "texas-holdem-bonus"] {
        let game = open(id).unwrap().game;
        let start = std::time::Instant::now();
        let play = BoardPlay::of(&game, game.main_bet.lowest()).unwrap();
        let edge = play.value() as f64 / (play.deals() as f64 * play.scale() as f64);
        println!("{id} {edge} {} {:?}", play.deals(), start.elapsed());
        let value = play.wager_value(&game);
        println!("{id} {:#?} {:?}", value, start.elapsed());
        if id == "ultimate-texas-holdem" {
            let all = play.endings_of_bets(&[4, 0, 0]);
            let ties: u128 = all.deals.iter().filter(|((o, _, _), _)| *o == Outcome::Tie).map(|(_, n)| *n).sum();
            println!("ties {ties} {:?}", start.elapsed());
        }
    }
}
