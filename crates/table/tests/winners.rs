//! Hands that win at once: a row that the check of a rules file calls unreachable is never paid, whatever is played. The
//! other tables, over a fixed number of cards, are compared deal by deal in the rules crate.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::sync::Arc;

use croupier_rules::load::{self, Kind};
use croupier_rules::{Game, Ranks};
use croupier_table::random_play::{Dice, Pile, play_out, random_wagers};
use croupier_table::{Outcome, Round, What};

#[path = "laws/games.rs"]
mod games;

/// Ranks that are left in a deck, so that some hands can be held and some cannot.
const LEFT: [&str; 5] = ["2-7", "A,K,Q,J,9,8", "5,6,7,8,A", "7,J,Q,K,A", "3,4,6,T,A"];

#[test]
fn rows_called_unreachable_are_never_paid() {
    let (mut unreachable, mut paid) = (0, 0);
    let winners = |game: &&Arc<Game>| game.twenty_one().is_some_and(|rules| !rules.winners.is_empty());
    for (place, game) in games::all().iter().filter(winners).enumerate() {
        let left = LEFT[place % LEFT.len()];
        let game = Arc::new(narrowed(Game::clone(game), left));
        let said = said_to_be_unreachable(&game);
        let held = held(&game, place as u64);
        for row in &held {
            let id = &game.twenty_one().unwrap().winners[usize::from(*row)].id;
            assert!(
                !said.contains(&format!("winner.{id}.when")),
                "{} from {left}: row {row} was paid",
                game.id
            );
        }
        unreachable += said.len();
        paid += held.len();
    }
    assert!(unreachable > 20 && paid > 20, "{unreachable} and {paid} rows");
}

/// The same game from few cards, for one player.
fn narrowed(mut game: Game, left: &str) -> Game {
    let left: Ranks = left.parse().unwrap();
    let removed: Vec<String> = Ranks::ANY
        .iter()
        .filter(|rank| !left.contains(*rank))
        .map(|rank| rank.letter().to_string())
        .collect();
    game.deck.removed = removed.join(",").parse().unwrap();
    game.deck.decks_allowed = None;
    game.table.seats = 1;
    (game.shoe.cut_card, game.shoe.player_cut_min) = (None, None);
    game.sources = Default::default();
    game
}

fn said_to_be_unreachable(game: &Game) -> BTreeSet<String> {
    let faults = load::parse(&game.toml())
        .err()
        .map_or_else(Vec::new, |faults| faults.list);
    let rows = faults.into_iter().filter(|fault| fault.kind == Kind::UnreachableRow);
    rows.map(|fault| fault.path)
        .filter(|path| path.starts_with("winner"))
        .collect()
}

/// The rows that random play was paid by.
fn held(game: &Arc<Game>, seed: u64) -> BTreeSet<u8> {
    let mut dice = Dice::new(seed);
    let mut pile = Pile::new(game);
    let mut events = Vec::new();
    for _ in 0..4_000 {
        let mut round = Round::new(game, &random_wagers(game, 1, &mut dice)).unwrap();
        pile.gather();
        play_out(&mut round, &mut pile, &mut dice, &mut events);
    }
    let row = |what: &What| match what {
        What::Settled {
            outcome: Outcome::Winner(row),
            ..
        } => Some(*row),
        _ => None,
    };
    events.iter().filter_map(|event| row(&event.what)).collect()
}
