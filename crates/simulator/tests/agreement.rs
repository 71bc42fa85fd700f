//! On the same cards the compiled simulator and the round agree: to the cent, and in how every wager ended.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;

use common::{Moody, Restless, bets, bets_on_all_spots, blackjack_with, game, is_empty};
use croupier_rules::load::{self, Change};
use croupier_rules::{Card, Game, Rank, Suit};
use croupier_simulator::cards::{CardSource, CutShoe, Fresh, LANES, Layout, Recorded, Written};
use croupier_simulator::internals::{
    BoardTables, CoupTables, HANDS_MAX, LaneTables, PlayedHand, ShowdownTables, SingleCardTables, Sink, Stopped,
    StudTables, Tables, WINDOW, lanes, stud_lanes,
};
use croupier_simulator::tally::Group;
use croupier_simulator::{Compiled, Fault, Job, Order, Policy, Settled, philox, report, witness};
use croupier_table::{Action, ActionKind, HandWagers, Outcome, Situation, Strategy, Wagers};

const TWENTY_ONE: [&str; 5] = [
    "nh21-plus",
    "nh21-v3",
    "super-fun-21",
    "presque-isle-blackjack",
    "free-bet-blackjack",
];

fn sorted(mut settled: Vec<Settled>) -> Vec<Settled> {
    settled.sort_unstable();
    settled
}

/// A game, a strategy and bets, and the round that plays them.
struct Case<'a> {
    game: &'a Arc<Game>,
    strategy: &'a dyn Strategy,
    wagers: Wagers,
}

impl Case<'_> {
    fn new<'a>(game: &'a Arc<Game>, strategy: &'a dyn Strategy, bets: &HandWagers, seats: u8) -> Case<'a> {
        Case {
            game,
            strategy,
            wagers: witness::wagers(bets, seats),
        }
    }

    /// Holds what the tables found against the round on the same cards.
    fn holds(&self, layout: &croupier_simulator::cards::Layout, cards: &[u8], found: Vec<Vec<Settled>>) {
        let mut written = Written::new(cards);
        let names = || {
            let names: Vec<String> = cards.iter().map(|kind| layout.card(*kind).to_string()).collect();
            format!("{}: {}", self.game.id, names.join(" "))
        };
        let expected = witness::play(self.game, self.strategy, &self.wagers, layout, &mut written).unwrap();
        let expected = expected.unwrap_or_else(|| panic!("the round asks for more cards than the tables: {}", names()));
        assert!(
            is_empty(&mut written),
            "the tables took more cards than the round: {}",
            names()
        );
        for (found, expected) in found.into_iter().zip(expected) {
            assert_eq!(sorted(found), sorted(expected), "{}", names());
        }
    }
}

/// Plays rounds of 21 by the plain kernel; returns how many the tables left to the round.
fn plain_agrees(case: &Case, tables: &Tables, rounds: u64, seed: u64) -> u64 {
    let hands = case.wagers.seats.len();
    let mut ends = [PlayedHand::default(); HANDS_MAX];
    let mut unmet = 0;
    for round in 0..rounds {
        let mut fresh = Fresh::new(&tables.layout, philox::key(seed), round);
        let mut cards = Recorded::new(&mut fresh);
        match tables.play(hands, &mut cards, &mut ends) {
            Ok(()) => {
                let found = ends[..hands].iter().map(|end| tables.settled(end)).collect();
                case.holds(&tables.layout, &cards.cards, found);
            }
            Err(Stopped::Unmet) => unmet += 1,
            Err(Stopped::OutOfCards) => {}
        }
    }
    unmet
}

/// How a round was handed over.
#[derive(Clone)]
enum Told {
    NotYet,
    StopReason(Vec<Settled>),
    Stopped,
}

/// Collects how every round ended.
struct Collected<'a> {
    tables: &'a Tables,
    rounds: Vec<Told>,
    window: Vec<Told>,
}

impl Collected<'_> {
    fn settled_code(&self, code: u32) -> Vec<Settled> {
        let (leaf, digits) = (code / self.tables.digit_codes(), code % self.tables.digit_codes());
        let mut settled = self.tables.leaves[leaf as usize].bets.clone();
        settled.extend(self.tables.settled_digits(digits));
        settled
    }

    fn tell(&mut self, place: usize, told: Told) {
        assert!(matches!(self.window[place], Told::NotYet), "a round is told once");
        self.window[place] = told;
    }
}

impl Sink for Collected<'_> {
    fn codes(&mut self, place: usize, codes: &[u32; LANES]) {
        for (lane, code) in codes.iter().enumerate() {
            if u64::from(*code) < self.tables.codes() {
                self.tell(place + lane, Told::StopReason(self.settled_code(*code)));
            }
        }
    }

    fn code(&mut self, place: usize, code: u32) {
        self.tell(place, Told::StopReason(self.settled_code(code)));
    }

    fn hand(&mut self, place: usize, end: &PlayedHand) {
        self.tell(place, Told::StopReason(self.tables.settled(end)));
    }

    fn stopped(&mut self, place: usize, _round: u64, _why: Stopped) {
        self.tell(place, Told::Stopped);
    }

    fn window(&mut self, rounds: usize) {
        let told = self.window.drain(..rounds);
        self.rounds.extend(told);
        self.window.resize(WINDOW, Told::NotYet);
    }
}

/// Plays rounds of 21 by the lanes and holds each against the round; says whether there are lanes for it.
fn lanes_agree(case: &Case, tables: &Tables, first: u64, groups: u64, seed: u64) -> bool {
    let Some(lane_tables) = LaneTables::new(tables) else {
        return false;
    };
    let mut found = Collected {
        tables,
        rounds: Vec::new(),
        window: vec![Told::NotYet; WINDOW],
    };
    let key = philox::key(seed);
    lanes::play(tables, &lane_tables, key, first, groups, &mut found);
    assert_eq!(found.rounds.len() as u64, LANES as u64 * groups);
    for (round, found) in (first..).zip(found.rounds) {
        let found = match found {
            Told::StopReason(found) => found,
            Told::Stopped => continue,
            Told::NotYet => panic!("{} round {round} was not handed over", case.game.id),
        };
        let mut fresh = Fresh::new(&tables.layout, key, round);
        let expected = witness::play(case.game, case.strategy, &case.wagers, &tables.layout, &mut fresh).unwrap();
        let expected = expected.expect("a shoe is enough for one hand").remove(0);
        assert_eq!(sorted(found), sorted(expected), "{} round {round}", case.game.id);
    }
    true
}

/// The same with a strategy that has lanes wherever the rules have.
fn moody_lanes_agree(game: &Arc<Game>, bets: &HandWagers, groups: u64, seed: u64) -> bool {
    let strategy = Moody(seed);
    match Tables::compile(game, &strategy, bets) {
        Ok(tables) => lanes_agree(&Case::new(game, &strategy, bets, 1), &tables, seed, groups, seed),
        Err(Fault::Openings { .. }) => false,
        Err(fault) => panic!("{seed}: {fault}"),
    }
}

#[test]
fn policies_agree_on_every_game_of_21() {
    for id in TWENTY_ONE {
        let game = game(id);
        let bets = bets(&game);
        for policy in Policy::ALL {
            let tables = Tables::compile(&game, &policy, &bets).unwrap();
            assert_eq!(
                plain_agrees(&Case::new(&game, &policy, &bets, 1), &tables, 20_000, 1),
                0
            );
            assert!(lanes_agree(
                &Case::new(&game, &policy, &bets, 1),
                &tables,
                1 << 33,
                500,
                3
            ));
        }
    }
}

#[test]
fn restless_play_agrees_on_every_game_of_21() {
    for id in TWENTY_ONE {
        let game = game(id);
        let bets = bets(&game);
        {
            let seed = 1;
            let strategy = Restless(seed);
            let tables = Tables::compile(&game, &strategy, &bets).unwrap();
            let unmet = plain_agrees(&Case::new(&game, &strategy, &bets, 1), &tables, 50_000, seed);
            assert!(unmet < 50, "{id}: {unmet} rounds unmet");
            assert!(moody_lanes_agree(&game, &bets, 1_500, seed));
            let seats = game.table.seats.min(4);
            let unmet = plain_agrees(&Case::new(&game, &strategy, &bets, seats), &tables, 20_000, seed + 5);
            assert!(unmet < 200, "{id}: {unmet} rounds unmet");
        }
    }
}

/// With bets on every spot that a game has, too: 2x, 3x and 4x in NH 21 Plus.
#[test]
fn bets_on_several_spots_agree() {
    let mut spots = 0;
    for id in TWENTY_ONE {
        let game = game(id);
        let bets = bets_on_all_spots(&game);
        spots = spots.max(bets.spot_count());
        let strategy = Restless(2);
        let tables = Tables::compile(&game, &strategy, &bets).unwrap();
        let unmet = plain_agrees(&Case::new(&game, &strategy, &bets, 1), &tables, 20_000, 9);
        assert!(unmet < 20, "{id}: {unmet} rounds unmet");
        let seats = game.table.seats.min(3);
        plain_agrees(&Case::new(&game, &strategy, &bets, seats), &tables, 5_000, 10);
        assert!(moody_lanes_agree(&game, &bets, 500, 11));
    }
    assert_eq!(spots, 4, "some game has three spots beside the main bet");
}

/// Splits the pairs that a test names, and stands otherwise.
struct SplitsOnly(fn(&Situation) -> bool);

impl Strategy for SplitsOnly {
    fn choose(&self, game: &Game, situation: &Situation) -> Action {
        let split = situation.offers.iter().find(|offer| offer.kind == ActionKind::Split);
        match split {
            Some(split) if (self.0)(situation) => split.in_full(),
            _ => Policy::Stand.choose(game, situation),
        }
    }
}

/// Where a row is paid on split hands, pairs of equal value are not alike: here kings can become K-Q and tens cannot.
#[test]
fn pairs_are_told_apart_by_what_their_parts_may_meet() {
    let row =
        r#"{"k-q":{"name":"K-Q","when":{"ranks":["K","Q"]},"pays":"5:1","after-split":true,"after-double":false}}"#;
    let game = blackjack_with(&[("winner", row), ("split.pairs", "\"value\"")]);
    fn is_king(card: &Card) -> bool {
        card.rank() == Rank::King
    }
    let kings = SplitsOnly(|situation| situation.cards.iter().all(is_king));
    // The best play may split a split hand again by its first card: there K-T and T-K are different hands.
    let by_first = SplitsOnly(|situation| match situation.split {
        false => situation.cards.iter().any(is_king),
        true => is_king(&situation.cards[0]),
    });
    for strategy in [&kings as &dyn Strategy, &by_first] {
        let tables = Tables::compile(&game, strategy, &bets(&game)).unwrap();
        let case = Case::new(&game, strategy, &bets(&game), 1);
        let unmet = plain_agrees(&case, &tables, 100_000, 5);
        assert!(unmet < 50, "{unmet} rounds unmet");
    }
}

/// The same for a suited blackjack that split hands are paid.
#[test]
fn pairs_are_told_apart_by_the_suited_blackjack_of_their_parts() {
    let game = blackjack_with(&[
        (
            "blackjack.suited",
            r#"{"spades":{"name":"Spades","suits":"spades","pays":"5:1"}}"#,
        ),
        ("split.ace-ten", "\"blackjack\""),
    ]);
    fn is_spade(card: &Card) -> bool {
        card.suit() == Suit::Spades
    }
    let own =
        SplitsOnly(|situation| matches!(situation.cards[0].value(), 1 | 10) && situation.cards.iter().any(is_spade));
    // A ten of spades that the dealer shows is one fewer to come.
    let up = SplitsOnly(|situation| {
        let up = situation.up.filter(|up| matches!(up.value(), 1 | 10));
        matches!(situation.cards[0].value(), 1 | 10) && up.as_ref().is_some_and(is_spade)
    });
    for strategy in [&own as &dyn Strategy, &up] {
        let tables = Tables::compile(&game, strategy, &bets(&game)).unwrap();
        let case = Case::new(&game, strategy, &bets(&game), 1);
        let unmet = plain_agrees(&case, &tables, 100_000, 5);
        assert!(unmet < 50, "{unmet} rounds unmet");
    }
}

/// A deck of tens and aces has no hole card that cannot make a blackjack; play begins under those that do not.
#[test]
fn a_deck_without_low_cards_is_played() {
    for checks in ["\"T-A\"", "\"A\"", "\"none\""] {
        let game = blackjack_with(&[("deck.removed", "\"2-9\""), ("dealer.checks", checks)]);
        for strategy in [&Policy::NeverBust as &dyn Strategy, &Restless(3)] {
            let tables = Tables::compile(&game, strategy, &bets(&game)).unwrap();
            let case = Case::new(&game, strategy, &bets(&game), 1);
            assert_eq!(plain_agrees(&case, &tables, 20_000, 6), 0, "{checks}");
        }
    }
}

/// The most on the main bet, which leaves room for every side bet, and the least on these; on some of the spots.
fn highest(game: &Game, seed: u64) -> HandWagers {
    HandWagers {
        main: game.main_bet.highest(),
        spots: (seed % (1 << game.main_bet.spots.len())) as u8,
        ..bets(game)
    }
}

/// Rules files that nobody wrote. What the tables leave to the round is left to it in the simulator, too; most of them leave
/// it nothing.
#[test]
fn random_rules_of_21_agree() {
    let (mut compiled, mut whole, mut in_lanes, mut left) = (0, 0, 0, 0);
    for seed in 0..84 {
        let game = Arc::new(match seed % 8 {
            0 => croupier_sample::twenty_one(seed),
            1..=3 => croupier_sample::unsuited_twenty_one(seed),
            _ => croupier_sample::tiny_twenty_one(seed),
        });
        let bets = highest(&game, seed);
        if Compiled::is_left_to_the_round(&game, &bets) {
            left += 1;
            continue;
        }
        let strategy = Restless(seed);
        let tables = match Tables::compile(&game, &strategy, &bets) {
            Ok(tables) => tables,
            // The strategy insures at random, which is more than the tables tell apart.
            Err(Fault::Openings { .. }) => continue,
            Err(fault) => panic!("{seed}: {fault}"),
        };
        compiled += 1;
        let unmet = plain_agrees(&Case::new(&game, &strategy, &bets, 1), &tables, 3_000, seed);
        whole += u32::from(unmet == 0);
        let seats = game.table.seats.min(3);
        plain_agrees(&Case::new(&game, &strategy, &bets, seats), &tables, 1_000, seed);
        in_lanes += u32::from(moody_lanes_agree(&game, &bets, 60, seed));
    }
    assert!(compiled >= 30 && whole >= 15, "{compiled} compiled, {whole} whole");
    assert!(in_lanes >= 9, "{in_lanes} in lanes");
    assert!(left >= 5, "{left} left to the round");
}

#[test]
fn random_rules_of_stud_agree() {
    let (mut compiled, mut left) = (0, 0);
    for seed in 0..40 {
        let game = Arc::new(match seed % 2 {
            0 => croupier_sample::stud(seed),
            _ => croupier_sample::tiny_stud(seed),
        });
        let bets = highest(&game, seed);
        if Compiled::is_left_to_the_round(&game, &bets) {
            left += 1;
            continue;
        }
        let strategy = Restless(seed);
        let Some(tables) = StudTables::compile(&game, &strategy, &bets).unwrap() else {
            continue;
        };
        compiled += 1;
        let seats = game.table.seats.min(3);
        let case = Case::new(&game, &strategy, &bets, seats);
        let mut codes = [0; HANDS_MAX];
        for round in 0..3_000 {
            let mut fresh = Fresh::new(&tables.layout, philox::key(seed), round);
            let mut cards = Recorded::new(&mut fresh);
            if !tables.play(usize::from(seats), &mut cards, &mut codes) {
                continue;
            }
            let found = codes[..usize::from(seats)].iter();
            let found = found.map(|code| tables.settled_code(*code)).collect();
            case.holds(&tables.layout, &cards.cards, found);
        }
    }
    assert!(compiled >= 15, "{compiled} compiled");
    assert!(left >= 3, "{left} left to the round");
}

#[test]
fn a_shoe_dealt_to_the_cut_card_agrees() {
    for id in TWENTY_ONE {
        let game = game(id);
        let bets = bets(&game);
        let tables = Tables::compile(&game, &Policy::MimicDealer, &bets).unwrap();
        let seats = game.table.seats;
        let case = Case::new(&game, &Policy::MimicDealer, &bets, seats);
        let behind = game.shoe.cut_card.unwrap().cards(&game.deck);
        let mut shoe = CutShoe::new(&tables.layout, philox::key(4), 0, behind, usize::from(game.shoe.burn));
        let mut ends = [PlayedHand::default(); HANDS_MAX];
        for _ in 0..10_000 {
            shoe.prepare();
            let mut cards = Recorded::new(&mut shoe);
            tables.play(usize::from(seats), &mut cards, &mut ends).unwrap();
            let found = ends[..usize::from(seats)]
                .iter()
                .map(|end| tables.settled(end))
                .collect();
            case.holds(&tables.layout, &cards.cards, found);
        }
    }
}

#[test]
fn stud_agrees() {
    let game = game("nh-holdem");
    for (main, strategy) in [
        (2, &Policy::Stand as &dyn Strategy),
        (10, &Restless(1)),
        (2, &Restless(2)),
        (4, &Restless(7)),
    ] {
        let bets = HandWagers {
            main: croupier_rules::Money::from_dollars(main),
            side: game.side_bets.iter().map(|bet| bet.max).collect(),
            ..bets(&game)
        };
        let tables = StudTables::compile(&game, strategy, &bets).unwrap().unwrap();
        for seats in [1, 5] {
            let case = Case::new(&game, strategy, &bets, seats);
            let mut codes = [0; HANDS_MAX];
            for round in 0..20_000 {
                let mut fresh = Fresh::new(&tables.layout, philox::key(8), round);
                let mut cards = Recorded::new(&mut fresh);
                assert!(tables.play(usize::from(seats), &mut cards, &mut codes));
                let found = codes[..usize::from(seats)]
                    .iter()
                    .map(|code| tables.settled_code(*code))
                    .collect();
                case.holds(&tables.layout, &cards.cards, found);
            }
        }
        let case = Case::new(&game, strategy, &bets, 1);
        let mut round = 1_000_000;
        stud_lanes::play(&tables, philox::key(8), round, 1_000, |code| {
            let mut fresh = Fresh::new(&tables.layout, philox::key(8), round);
            let cards: Vec<u8> = (0..9).map_while(|_| fresh.card()).collect();
            case.holds(&tables.layout, &cards, vec![tables.settled_code(code)]);
            round += 1;
        });
    }
}

/// A royal flush at the most bets is paid no more than the cap, in the order of settlement.
#[test]
fn the_cap_cuts_what_the_round_cuts() {
    let game = game("nh-holdem");
    let bets = HandWagers {
        main: croupier_rules::Money::from_dollars(2),
        side: game.side_bets.iter().map(|bet| bet.max).collect(),
        ..bets(&game)
    };
    let Compiled::Stud(tables, true) = Compiled::new(&game, &Policy::Stand, &bets).unwrap() else {
        panic!("hold'em is compiled for lanes");
    };
    let case = Case::new(&game, &Policy::Stand, &bets, 1);
    for cards in [
        "Ah Kh Qh Jh Th 9h 8h 2c 3c",
        "Ac Kc Qc Jc Tc Ad As Ah Kh",
        "2c 2d 2h 2s 3d 3c 3h 3s 4c",
    ] {
        let cards = croupier_rules::card::parse_cards(cards).unwrap();
        let kinds: Vec<u8> = cards.iter().map(|card| tables.layout.kind(*card)).collect();
        let mut codes = [0; HANDS_MAX];
        assert!(tables.play(1, &mut Written::new(&kinds), &mut codes));
        case.holds(&tables.layout, &kinds, vec![tables.settled_code(codes[0])]);
    }
}

/// Games whose rounds end with one code that the cards alone decide.
enum Coded {
    Showdown(Box<ShowdownTables>),
    Board(Box<BoardTables>),
    Baccarat(Box<CoupTables>),
    SingleCard(Box<SingleCardTables>),
}

impl Coded {
    fn new(game: &Arc<Game>, strategy: &(dyn Strategy + Sync), bets: &HandWagers) -> Option<Coded> {
        match Compiled::new(game, strategy, bets).unwrap() {
            Compiled::Showdown(tables) => Some(Coded::Showdown(tables)),
            Compiled::Board(tables) => Some(Coded::Board(tables)),
            Compiled::Baccarat(tables) => Some(Coded::Baccarat(tables)),
            Compiled::SingleCard(tables) => Some(Coded::SingleCard(tables)),
            _ => None,
        }
    }

    fn layout(&self) -> &Layout {
        match self {
            Coded::Showdown(tables) => &tables.layout,
            Coded::Board(tables) => &tables.layout,
            Coded::Baccarat(tables) => &tables.layout,
            Coded::SingleCard(tables) => &tables.layout,
        }
    }

    fn play(&self, hands: usize, cards: &mut impl CardSource, codes: &mut [u32]) -> bool {
        match self {
            Coded::Showdown(tables) => tables.play(hands, cards, codes),
            Coded::Board(tables) => tables.play(hands, cards, codes),
            Coded::Baccarat(tables) => tables.play(cards, &mut codes[..hands]),
            Coded::SingleCard(tables) => tables.play(hands, cards, codes),
        }
    }

    /// Plays rounds by the plain kernel and holds each against the round.
    fn agrees(&self, case: &Case, rounds: u64, seed: u64) {
        let layout = self.layout();
        let hands = case.wagers.seats.len();
        let mut codes = [0; HANDS_MAX];
        for round in 0..rounds {
            let mut fresh = Fresh::new(layout, philox::key(seed), round);
            let mut cards = Recorded::new(&mut fresh);
            if !self.play(hands, &mut cards, &mut codes) {
                continue;
            }
            let found = codes[..hands].iter().map(|code| match self {
                Coded::Showdown(tables) => tables.settled_code(*code),
                Coded::Board(tables) => tables.settled_code(*code),
                Coded::Baccarat(tables) => tables.settled_code(*code),
                Coded::SingleCard(tables) => tables.settled_code(*code),
            });
            case.holds(layout, &cards.cards, found.collect());
        }
    }
}

fn shipped(id: &str) -> Arc<Game> {
    Arc::new(croupier_rules::load::open(id).unwrap().game)
}

const CODED: [&str; 10] = [
    "three-card-poker",
    "caribbean-stud",
    "four-card-poker",
    "crazy-4-poker",
    "ultimate-texas-holdem",
    "texas-holdem-bonus",
    "baccarat",
    "ez-baccarat",
    "casino-war",
    "red-dog",
];

#[test]
fn dealers_hands_coups_and_single_cards_agree() {
    for id in CODED {
        let game = shipped(id);
        let bets = bets(&game);
        for strategy in [&Policy::Stand as &(dyn Strategy + Sync), &Restless(3), &Restless(4)] {
            let tables = Coded::new(&game, strategy, &bets).expect("tables can say all of the game");
            for (seats, rounds) in [(1, 4_000), (3, 1_000), (game.table.seats, 300)] {
                tables.agrees(&Case::new(&game, strategy, &bets, seats), rounds, 11);
            }
        }
    }
}

/// Rounds drawn side by side are those of the round, wager by wager, over a whole chunk.
#[test]
fn rounds_drawn_side_by_side_come_to_what_the_round_says() {
    const ROUNDS: u64 = 30_011;
    for id in CODED {
        let game = shipped(id);
        let bets = bets(&game);
        let strategy = Restless(5);
        let order = Order {
            bets: bets.clone(),
            seats: 1,
            cut_card: false,
            seed: 9,
            rounds: ROUNDS,
            session: None,
        };
        let job = Job::new(&game, &strategy, &order).unwrap();
        let tally = job.play_chunk(0).unwrap();
        let layout = Layout::new(&game.deck);
        let wagers = witness::wagers(&bets, 1);
        let mut expected: BTreeMap<(Group, Outcome), u64> = BTreeMap::new();
        let mut nets: BTreeMap<Group, i128> = BTreeMap::new();
        for round in 0..ROUNDS {
            let mut fresh = Fresh::new(&layout, philox::key(9), round);
            let settled = witness::play(&game, &strategy, &wagers, &layout, &mut fresh).unwrap();
            for bet in &settled.expect("a shoe is enough for one hand")[0] {
                *nets.entry(Group::of(bet.kind)).or_default() += i128::from(bet.net);
                if !bet.kind.is_part_of_main() {
                    *expected.entry((Group::of(bet.kind), bet.outcome)).or_default() += 1;
                }
            }
        }
        let mut rows = report::rows(&job, &tally);
        rows.retain(|_, count| *count > 0);
        assert_eq!(rows, expected, "{id}");
        let sums = report::sums(&job, &tally);
        for (group, net) in nets {
            assert_eq!(sums[&group].net, net, "{id} {group:?}");
        }
    }
}

#[test]
fn random_rules_against_the_dealer_agree() {
    let (mut compiled, mut left) = (0, 0);
    for seed in 0..60 {
        let game = Arc::new(match seed % 4 {
            0 => croupier_sample::showdown(seed),
            _ => croupier_sample::tiny_showdown(seed),
        });
        let bets = highest(&game, seed);
        let strategy = Restless(seed);
        let Some(tables) = Coded::new(&game, &strategy, &bets) else {
            left += 1;
            continue;
        };
        compiled += 1;
        for seats in [1, game.table.seats.min(3)] {
            tables.agrees(&Case::new(&game, &strategy, &bets, seats), 1_500, seed);
        }
    }
    assert!(
        compiled >= 40 && left >= 10,
        "{compiled} compiled, {left} left to the round"
    );
}

#[test]
fn random_rules_of_single_cards_agree() {
    for seed in 0..60 {
        let game = Arc::new(match seed % 2 {
            0 => croupier_sample::single_card(seed),
            _ => croupier_sample::tiny_single_card(seed),
        });
        let bets = highest(&game, seed);
        let strategy = Restless(seed);
        let tables = Coded::new(&game, &strategy, &bets).expect("tables can say all of single cards");
        for seats in [1, game.table.seats.min(3)] {
            tables.agrees(&Case::new(&game, &strategy, &bets, seats), 1_500, seed);
        }
    }
}

/// Third-card rules that nobody deals: who draws with what runs through forty combinations.
#[test]
fn third_card_rules_that_nobody_deals_agree() {
    let text = include_str!("../../../games/baccarat.toml");
    let upto = |most: u64| format!("0-{most}");
    for seed in 0..40_u64 {
        let after: Vec<String> = (0..10).map(|third| upto((seed * 7 + third * 5) % 7 + 1)).collect();
        let changes = [
            Change::new("coup.natural", if seed % 3 == 0 { "9" } else { "8-9" }),
            Change::new("coup.player-draws", upto(seed % 7 + 1)),
            Change::new("coup.banker-draws", upto(seed / 2 % 7 + 1)),
            Change::new("coup.banker-draws-after", serde_json::json!(after)),
        ];
        let game = Arc::new(load::parse_with(text, &changes).unwrap_or_else(|faults| panic!("{seed}: {faults}")));
        let bets = bets(&game);
        let tables = Coded::new(&game, &Policy::Stand, &bets).expect("tables can say all of a coup");
        for seats in [1, 3] {
            tables.agrees(&Case::new(&game, &Policy::Stand, &bets, seats), 1_500, seed);
        }
    }
}
