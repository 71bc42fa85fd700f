//! What a job counts is what its rounds come to: every sum of every wager, held against rounds that `Round` plays one by one on
//! the same cards and that are added up here, by other code.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::{Moody, bets, bets_on_all_spots, game};
use croupier_rules::Game;
use croupier_simulator::Settled;
use croupier_simulator::cards::{CutShoe, Fresh, Layout};
use croupier_simulator::tally::{Group, Slice, Sums};
use croupier_simulator::{Control, Job, Order, philox, report, witness};
use croupier_table::{HandWagers, Outcome};

/// Sums over rounds, made the slow way.
#[derive(Default)]
struct Counted {
    sums: BTreeMap<Group, Sums>,
    round_squares: BTreeMap<Group, i128>,
    seats: Vec<Slice>,
    rows: BTreeMap<(Group, Outcome), u64>,
    /// By half decks gone before the round.
    depths: Vec<Slice>,
}

impl Counted {
    fn round(&mut self, hands: &[Vec<Settled>], half_decks_gone: usize) {
        let mut of_round: BTreeMap<Group, i128> = BTreeMap::new();
        self.seats.resize(hands.len(), Slice::default());
        let depths = self.depths.len().max(half_decks_gone + 1);
        self.depths.resize(depths, Slice::default());
        for (seat, bets) in hands.iter().enumerate() {
            let mut of_hand: BTreeMap<Group, (i128, i128)> = BTreeMap::new();
            for bet in bets {
                let group = Group::of(bet.kind);
                for group in [group, Group::All] {
                    let (stake, net) = of_hand.entry(group).or_default();
                    *stake += i128::from(bet.stake);
                    *net += i128::from(bet.net);
                }
                if !bet.kind.is_part_of_main() {
                    *self.rows.entry((group, bet.outcome)).or_default() += 1;
                }
            }
            for (group, (stake, net)) in of_hand {
                let sums = self.sums.entry(group).or_default();
                sums.hands += 1;
                sums.stake += stake;
                sums.net += net;
                sums.squares += net.pow(2);
                sums.cubes += net.pow(3);
                *of_round.entry(group).or_default() += net;
                if group == Group::Main {
                    for slice in [&mut self.seats[seat], &mut self.depths[half_decks_gone]] {
                        slice.hands += 1;
                        slice.net += net;
                        slice.squares += net.pow(2);
                    }
                }
            }
        }
        for (group, net) in of_round {
            *self.round_squares.entry(group).or_default() += net.pow(2);
        }
    }
}

fn slowly(game: &Arc<Game>, strategy: &Moody, order: &Order) -> Counted {
    let layout = Layout::new(&game.deck);
    let wagers = witness::wagers(&order.bets, order.seats);
    let key = philox::key(order.seed);
    let behind = game.shoe.cut_card.map_or(0, |depth| depth.cards(&game.deck));
    let mut shoe = CutShoe::new(&layout, key, 0, behind, usize::from(game.shoe.burn));
    let mut counted = Counted::default();
    for round in 0..order.rounds {
        let mut gone = 0;
        let hands = if order.cut_card {
            gone = shoe.prepare();
            witness::play(game, strategy, &wagers, &layout, &mut shoe)
        } else {
            let mut fresh = Fresh::new(&layout, key, round);
            witness::play(game, strategy, &wagers, &layout, &mut fresh)
        };
        counted.round(&hands.unwrap().unwrap(), gone / (game.deck.deck_size() / 2));
    }
    counted
}

fn counts_what_rounds_come_to(id: &str, seats: u8, cut_card: bool) {
    let game = game(id);
    let bets = bets(&game);
    counts_what_bets_come_to(&game, bets, seats, cut_card);
}

fn counts_what_bets_come_to(game: &Arc<Game>, bets: HandWagers, seats: u8, cut_card: bool) {
    let order = Order {
        bets,
        seats,
        cut_card,
        seed: 77,
        rounds: 20_011,
        session: None,
    };
    let strategy = Moody(3);
    let expected = slowly(game, &strategy, &order);
    let job = Job::new(game, &strategy, &order).unwrap();
    let control = Control {
        threads: 1,
        stop: &AtomicBool::new(false),
        until_se: None,
        checkpoint: None,
        progress: &mut |_| {},
    };
    let tally = job.run(control).unwrap().tally;
    let case = format!("{}, {seats} seats, cut card {cut_card}", game.id);
    assert_eq!(report::sums(&job, &tally), expected.sums, "{case}");
    assert_eq!(report::rows(&job, &tally), expected.rows, "{case}");
    if seats > 1 {
        let squares: BTreeMap<_, _> = expected
            .round_squares
            .into_iter()
            .filter(|(_, sum)| *sum != 0)
            .collect();
        assert_eq!(tally.round_squares, squares, "{case}");
        assert_eq!(tally.seats, expected.seats, "{case}");
    }
    if cut_card {
        assert_eq!(tally.depths, expected.depths, "{case}");
    }
}

#[test]
fn one_hand_from_full_shoes() {
    for id in [
        "nh21-plus",
        "nh21-v3",
        "super-fun-21",
        "presque-isle-blackjack",
        "nh-holdem",
    ] {
        counts_what_rounds_come_to(id, 1, false);
    }
}

#[test]
fn several_hands_from_full_shoes() {
    for (id, seats) in [
        ("nh21-plus", 2),
        ("super-fun-21", 4),
        ("presque-isle-blackjack", 3),
        ("nh-holdem", 3),
    ] {
        counts_what_rounds_come_to(id, seats, false);
    }
}

#[test]
fn hands_dealt_to_the_cut_card() {
    for (id, seats) in [("nh21-plus", 3), ("nh21-v3", 1), ("presque-isle-blackjack", 5)] {
        counts_what_rounds_come_to(id, seats, true);
    }
}

/// 2x, 3x and 4x: every sum is that of four bets on one hand.
#[test]
fn bets_on_several_spots() {
    for (seats, cut_card) in [(1, false), (2, false), (1, true)] {
        let game = game("nh21-plus");
        let bets = bets_on_all_spots(&game);
        assert_eq!(bets.spot_count(), 4);
        counts_what_bets_come_to(&game, bets, seats, cut_card);
    }
}
