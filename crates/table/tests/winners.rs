//! Hands that win at once: a row that the check of a rules file calls unreachable is never paid, whatever is played, and
//! nearly every other row is. The other tables, over a fixed number of cards, are compared deal by deal in the rules crate.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::sync::Arc;

use croupier_rules::load::{self, Kind};
use croupier_rules::pattern::{Pattern, Suits};
use croupier_rules::{Card, Game, Ranks, Suit};
use croupier_table::random_play::{Dice, random_action, random_wagers};
use croupier_table::{ActionKind, Next, Outcome, Place, Round, Step, What};

#[path = "laws/games.rs"]
mod games;

/// Ranks that are left in a deck, so that some hands can be held and some cannot.
const LEFT: [&str; 5] = ["2-7", "A,K,Q,J,9,8", "5,6,7,8,A", "7,J,Q,K,A", "3,4,6,T,A"];

#[test]
fn rows_called_unreachable_are_never_paid() {
    let (mut unreachable, mut paid, mut unseen) = (0, 0, 0);
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
        let rows = game.twenty_one().map_or(0, |rules| rules.winners.len());
        unreachable += said.len();
        paid += held.len();
        unseen += rows - said.len() - held.len();
    }
    assert!(unreachable > 20 && paid > 20, "{unreachable} and {paid} rows");
    // A checker that calls too few rows unreachable leaves rows that nobody is ever paid by.
    assert!(
        unseen * 20 < paid,
        "{unseen} rows can be reached and were not paid, beside {paid} that were"
    );
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

/// The rows that somebody was paid by who mostly draws, and whose cards are mostly what one row or another asks for.
fn held(game: &Arc<Game>, seed: u64) -> BTreeSet<u8> {
    let rules = game.twenty_one().unwrap();
    let mut dice = Dice::new(seed);
    let mut events = Vec::new();
    for number in 0..4_000 {
        let mut cards: Vec<Card> = game.deck.cards().collect();
        let row = &rules.winners[number % rules.winners.len()].when;
        let suits = match row.suits {
            Suits::Mixed | Suits::MixedColors => Suit::ALL.to_vec(),
            Suits::SameColor if dice.below(2) == 0 => vec![Suit::Clubs, Suit::Spades],
            Suits::SameColor => vec![Suit::Diamonds, Suit::Hearts],
            _ => vec![Suit::ALL[dice.below(4)]],
        };
        let mut round = Round::new(game, &random_wagers(game, 1, &mut dice)).unwrap();
        loop {
            let step = match round.next() {
                Next::Over => break,
                Next::Card { .. } if cards.is_empty() => break,
                Next::Card { to } => Step::Card(draw(&mut cards, row, &suits, to, &mut dice)),
                Next::Choice(choice) => Step::Choose(match choice.offer(ActionKind::Hit) {
                    Some(hit) if dice.below(4) > 0 => hit.in_full(),
                    _ => random_action(&choice, &mut dice),
                }),
            };
            round.play(step, &mut events).unwrap();
        }
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

/// Takes a random card, nearly always one that the row asks for, of these suits where it looks at suits.
fn draw(cards: &mut Vec<Card>, row: &Pattern, suits: &[Suit], to: Place, dice: &mut Dice) -> Card {
    let asked = |card: &Card| match to {
        Place::Up => row.up.is_none_or(|ranks| ranks.contains(card.rank())),
        Place::Hand(_) => {
            row.ranks.as_ref().is_none_or(|ranks| ranks.contains(&card.rank()))
                && row.exactly.as_ref().is_none_or(|exactly| exactly.contains(card))
                && row.same_rank.is_none_or(|ranks| ranks.contains(card.rank()))
                && (row.suits == Suits::Any || suits.contains(&card.suit()))
        }
        _ => true,
    };
    let wanted: Vec<usize> = (0..cards.len()).filter(|place| asked(&cards[*place])).collect();
    let place = match dice.below(8) > 0 && !wanted.is_empty() {
        true => {
            // Low cards make long hands.
            let tries = if row.cards.is_some() { 1 + dice.below(8) } else { 1 };
            let tries = (0..tries).map(|_| wanted[dice.below(wanted.len())]);
            tries.min_by_key(|place| cards[*place].value()).unwrap_or(0)
        }
        false => dice.below(cards.len()),
    };
    cards.swap_remove(place)
}
