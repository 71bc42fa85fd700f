//! On the same cards the compiled tables and the round agree: to the cent, and in how every wager ended.

use std::sync::Arc;

use croupier_rules::{Game, Money, load};
use croupier_simulator::cards::{Fresh, Recorded, Written};
use croupier_simulator::twenty_one::{HANDS_MAX, HandEnd, Settled, Stopped, Tables};
use croupier_simulator::{Policy, philox, witness};
use croupier_table::{Action, ActionKind, HandWagers, Situation, Strategy};

const GAMES: [&str; 4] = [
    include_str!("../../../games/nh21-plus.toml"),
    include_str!("../../../games/nh21-v3.toml"),
    include_str!("../../../games/super-fun-21.toml"),
    include_str!("../../../games/presque-isle-blackjack.toml"),
];

/// A strategy that does a bit of everything, decided by the values of the cards, the up card and the bets.
struct Restless(u64);

impl Strategy for Restless {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        let mut values: Vec<u8> = situation.cards.iter().map(|card| card.value()).collect();
        values.sort_unstable();
        let mut mix = self.0;
        let up = situation.up.map_or(0, |up| up.value());
        let added = situation.added.iter().map(|money| money.cents() as u64);
        for part in values
            .iter()
            .map(|value| u64::from(*value))
            .chain([u64::from(up), u64::from(situation.parts)])
            .chain(added)
        {
            mix = (mix ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mix ^= mix >> 29;
        }
        // Splits are rare by nature, so they are taken more often than not.
        if let Some(split) = situation.offers.iter().find(|offer| offer.kind == ActionKind::Split)
            && mix % 5 < 4
        {
            return split.in_full();
        }
        let offer = &situation.offers[(mix >> 7) as usize % situation.offers.len()];
        let amounts = offer.amounts();
        Action {
            kind: offer.kind,
            amount: amounts[(mix >> 17) as usize % amounts.len()],
        }
    }
}

fn bets(game: &Game) -> HandWagers {
    HandWagers {
        main: game.main_bet.highest().min(Money::from_dollars(10)),
        spots: 0,
        side: game.side_bets.iter().map(|bet| bet.min).collect(),
    }
}

fn sorted(mut settled: Vec<Settled>) -> Vec<Settled> {
    settled.sort_unstable();
    settled
}

/// Plays these rounds both ways and compares; returns how many rounds the tables left to the round itself.
fn agree(game: &Arc<Game>, strategy: &dyn Strategy, bets: &HandWagers, seats: u8, rounds: u64, seed: u64) -> u64 {
    let now = std::time::Instant::now();
    let tables = Tables::compile(game, strategy, bets).unwrap();
    println!("{} compile {:?} entries {} leaves {} openings {} codes {} inspect", game.id, now.elapsed(), tables.entries.len(), tables.leaves.len(), tables.openings.len(), tables.codes());
    let wagers = witness::wagers(bets, seats);
    let mut ends = [HandEnd::default(); HANDS_MAX];
    let mut unmet = 0;
    for round in 0..rounds {
        let mut fresh = Fresh::new(&tables.layout, philox::key(seed), round);
        let mut cards = Recorded::new(&mut fresh);
        match tables.play(usize::from(seats), &mut cards, &mut ends) {
            Ok(()) => {}
            Err(Stopped::Unmet) => {
                unmet += 1;
                continue;
            }
            Err(Stopped::OutOfCards) => panic!("{}: round {round} ran out of cards", game.id),
        }
        let mut written = Written::new(&cards.cards);
        let witness = witness::play(game, strategy, &wagers, &tables.layout, &mut written).unwrap();
        let witness = witness.unwrap_or_else(|| panic!("{}: round {round} asks for more cards", game.id));
        assert!(croupier_simulator::cards::Source::card(&mut written).is_none(), "{}: round {round} left a card", game.id);
        for (seat, expected) in witness.into_iter().enumerate() {
            let found = sorted(tables.settled(&ends[seat]));
            let names: Vec<String> = cards.cards.iter().map(|kind| tables.layout.card(*kind).to_string()).collect();
            assert_eq!(found, sorted(expected), "{} round {round} seat {seat}: {}", game.id, names.join(" "));
        }
    }
    println!("   total {:?}", now.elapsed());
    unmet
}

#[test]
fn plain_kernel_agrees_with_the_round() {
    for text in GAMES {
        let game = Arc::new(load::parse(text).unwrap());
        let bets = bets(&game);
        for policy in Policy::ALL {
            assert_eq!(agree(&game, &policy, &bets, 1, 20_000, 1), 0);
        }
        for seed in 0..4 {
            let unmet = agree(&game, &Restless(seed), &bets, 1, 50_000, seed);
            assert!(unmet < 50, "{}: {unmet} rounds unmet", game.id);
        }
        let unmet = agree(&game, &Restless(9), &bets, game.table.seats.min(4), 30_000, 2);
        assert!(unmet < 200, "{}: {unmet} rounds unmet", game.id);
    }
}
