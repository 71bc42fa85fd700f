//! Games, strategies and rules made up for tests.
#![allow(dead_code)]

use std::sync::Arc;

use croupier_rules::game::{Over, SideBet};
use croupier_rules::load::{self, Change};
use croupier_rules::{Game, Money};
use croupier_simulator::cards::CardSource;
use croupier_table::{Action, ActionKind, HandWagers, Situation, Strategy, Total};

pub(crate) const GAMES: [&str; 5] = [
    include_str!("../../../../games/nh21-plus.toml"),
    include_str!("../../../../games/nh21-v3.toml"),
    include_str!("../../../../games/super-fun-21.toml"),
    include_str!("../../../../games/presque-isle-blackjack.toml"),
    include_str!("../../../../games/nh-holdem.toml"),
];

pub(crate) fn game(id: &str) -> Arc<Game> {
    let games = GAMES.map(|text| load::parse(text).expect("the games of this repository are valid"));
    let found = games.into_iter().find(|game| game.id == id);
    // A game that extends another is read with it.
    Arc::new(found.unwrap_or_else(|| load::open(id).expect("a known game").game))
}

/// An ordinary blackjack from six decks with these changes, each a place in its rules file and a value in JSON.
pub(crate) fn blackjack_with(changes: &[(&str, &str)]) -> Arc<Game> {
    let changes: Vec<Change> = changes
        .iter()
        .map(|(place, value)| {
            let value: serde_json::Value = serde_json::from_str(value).expect("a value in JSON");
            Change::new(*place, value)
        })
        .collect();
    let text = include_str!("../../../../tests/games/blackjack.toml");
    Arc::new(load::parse_with(text, &changes).unwrap_or_else(|faults| panic!("{faults}")))
}

/// The bets of the tests: ten dollars and the least on every side bet that tables are made for. A bet over the dealer's complete
/// hand is left to the round.
pub(crate) fn bets(game: &Game) -> HandWagers {
    let stake = |bet: &SideBet| match bet.over {
        Over::DealerHand => Money::ZERO,
        _ => bet.min,
    };
    HandWagers {
        main: game.main_bet.highest().min(Money::from_dollars(10)),
        spots: 0,
        side: game.side_bets.iter().map(stake).collect(),
    }
}

/// The same bets on every spot that the game has.
pub(crate) fn bets_on_all_spots(game: &Game) -> HandWagers {
    HandWagers {
        spots: (1 << game.main_bet.spots.len()) - 1,
        ..bets(game)
    }
}

/// A strategy that does a bit of everything, decided by the values of the cards and the bets.
pub(crate) struct Restless(pub(crate) u64);

impl Strategy for Restless {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        let mut values: Vec<u8> = situation
            .cards
            .iter()
            .chain(situation.board)
            .map(|card| card.value())
            .collect();
        values.sort_unstable();
        let up = situation.up.map_or(0, |up| up.value());
        let added = situation.added.iter().map(|money| money.cents() as u64);
        let values = values.iter().map(|value| u64::from(*value));
        let seen = values.chain([u64::from(up), u64::from(situation.parts)]).chain(added);
        something(situation, mix(self.0, seen))
    }
}

/// A strategy that does a bit of everything too, but is decided by no more than a chart looks at: total and up card. Lanes can
/// play it, for hands with one total have one future.
pub(crate) struct Moody(pub(crate) u64);

impl Strategy for Moody {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        let total = Total::of(situation.cards);
        let seen = [
            u64::from(total.best()),
            u64::from(total.is_soft()),
            u64::from(situation.cards.len() > 2),
            u64::from(situation.up.map_or(0, |up| up.value())),
        ];
        something(situation, mix(self.0, seen))
    }
}

fn mix(seed: u64, seen: impl IntoIterator<Item = u64>) -> u64 {
    let mut mix = seed;
    for part in seen {
        mix = (mix ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mix ^= mix >> 29;
    }
    mix
}

/// One of the things offered.
fn something(situation: &Situation, mix: u64) -> Action {
    // Splits are rare by nature, so they are taken more often than not.
    if let Some(split) = situation.offers.iter().find(|offer| offer.kind == ActionKind::Split)
        && mix % 5 < 4
    {
        return split.in_full();
    }
    let offer = &situation.offers[(mix >> 7) as usize % situation.offers.len()];
    // The least or the most, for the tables hold only so many ways to insure.
    let amount = if mix >> 17 & 1 == 0 { offer.min } else { offer.max };
    Action {
        kind: offer.kind,
        amount,
    }
}

/// Counts the cards that are left in a list.
pub(crate) fn is_empty(source: &mut impl CardSource) -> bool {
    source.card().is_none()
}
