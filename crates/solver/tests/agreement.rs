//! The fast solver against the slow oracle over `Round`, in exact fractions, on small shoes and random rules.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};

use croupier_rules::game::{Over, Rides, Settled, SideBet};
use croupier_rules::pattern::Pays;
use croupier_rules::pay_table::Dealt;
use croupier_rules::play::{BlackjackCheck, is_ace_ten};
use croupier_rules::{Card, Game, Money, load};
use croupier_solver::exhaustive::{Cards, Decides, moment, value, value_with};
use croupier_solver::number::{Fraction, Number};
use croupier_solver::pack::Pack;
use croupier_solver::side_bets::count;
use croupier_solver::solution::fraction;
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::playbook::{BookStrategy, Playbook};
use croupier_solver::twenty_one::riding::row_chances;
use croupier_solver::twenty_one::{CardCounts, full_shoe, round_value, solve_main};
use croupier_table::{Action, ActionKind, HandWagers, Situation, Strategy};

use common::{Shape, random_game};

fn looks_at_suits(shape: Shape) -> Cards {
    match shape {
        Shape::Suits | Shape::SuitsAndSplits => Cards::One,
        _ => Cards::Rank,
    }
}

/// Follows another strategy and remembers into how many hands a start was split.
struct Watched<'a> {
    follows: &'a BestPlay<Fraction>,
    parts: AtomicU8,
}

impl Strategy for Watched<'_> {
    fn choose(&self, game: &Game, situation: &Situation) -> Action {
        self.parts.fetch_max(situation.parts, Ordering::Relaxed);
        self.follows.choose(game, situation)
    }
}

/// The value the solver claims for its own play is what `Round` pays for it, to the last digit.
fn own_play_is_worth_what_is_claimed(shape: Shape, seeds: std::ops::Range<u64>, expected: (u64, u64)) {
    let main = Money::from_dollars(10);
    let (mut compared, mut split) = (0, 0);
    for seed in seeds {
        let game = Arc::new(random_game(seed, shape));
        let shoe = full_shoe(&game);
        let best: BestPlay<Fraction> = BestPlay::new(&game, main, &shoe, Insures::Never).unwrap();
        let Ok(paid) = value(&game, main, Decides::Strategy(&best), looks_at_suits(shape)) else {
            continue;
        };
        let claimed = round_value::<Fraction>(&game, main, &shoe).unwrap();
        assert_eq!(claimed.value, paid, "seed {seed}: {:?}", game.family);
        let fast = round_value::<f64>(&game, main, &shoe).unwrap();
        let error = (fast.value - Number::to_f64(&paid)).abs();
        assert!(error < 1e-12, "seed {seed}: floating point is off by {error}");
        compared += 1;
        let hands = claimed
            .outcomes
            .values()
            .fold(Fraction::ZERO, |sum, ending| sum + ending.chance.clone());
        split += u64::from(hands > Fraction::ONE);
        assert!(hands >= Fraction::ONE, "seed {seed}: endings add up to {hands} hands");
    }
    assert_eq!(
        (compared, split),
        expected,
        "how many shoes were large enough, and how many were split"
    );
}

#[test]
fn without_splits_the_play_is_the_best_of_all() {
    let main = Money::from_dollars(10);
    for (shape, seeds, expected) in [(Shape::NoSplits, 0..16, 16), (Shape::Suits, 0..10, 10)] {
        let mut compared = 0;
        for seed in seeds {
            let game = Arc::new(random_game(seed, shape));
            let Ok(best) = value(&game, main, Decides::BestAction, looks_at_suits(shape)) else {
                continue;
            };
            let claimed = round_value::<Fraction>(&game, main, &full_shoe(&game)).unwrap();
            assert_eq!(claimed.value, best, "seed {seed}: {:?}", game.family);
            compared += 1;
        }
        assert_eq!(compared, expected, "how many shoes were large enough");
    }
}

#[test]
fn undivided_hands_are_paid_what_is_claimed() {
    own_play_is_worth_what_is_claimed(Shape::NoSplits, 100..125, (25, 0));
}

#[test]
fn split_hands_are_paid_what_is_claimed() {
    own_play_is_worth_what_is_claimed(Shape::Splits, 200..220, (20, 16));
}

#[test]
fn suited_hands_are_paid_what_is_claimed() {
    own_play_is_worth_what_is_claimed(Shape::Suits, 300..320, (20, 0));
}

#[test]
fn suited_split_hands_are_paid_what_is_claimed() {
    own_play_is_worth_what_is_claimed(Shape::SuitsAndSplits, 400..440, (9, 6));
}

/// Splits to more than four hands, in shoes where that happens.
#[test]
fn eight_split_hands_are_paid_what_is_claimed() {
    let main = Money::from_dollars(10);
    let (mut compared, mut many) = (0, 0);
    for seed in 760..772 {
        let game = Arc::new(random_game(seed, Shape::EightHands));
        let shoe = full_shoe(&game);
        let best: BestPlay<Fraction> = BestPlay::new(&game, main, &shoe, Insures::Never).unwrap();
        let watched = Watched {
            follows: &best,
            parts: AtomicU8::new(0),
        };
        let Ok(paid) = value(&game, main, Decides::Strategy(&watched), Cards::Rank) else {
            continue;
        };
        let claimed = round_value::<Fraction>(&game, main, &shoe).unwrap();
        assert_eq!(claimed.value, paid, "seed {seed}: {:?}", game.family);
        let fast = round_value::<f64>(&game, main, &shoe).unwrap();
        let error = (fast.value - Number::to_f64(&paid)).abs();
        assert!(error < 1e-10, "seed {seed}: floating point is off by {error}");
        compared += 1;
        many += u64::from(watched.parts.into_inner() > 4);
    }
    println!("{compared} shoes, {many} with more than four hands");
    assert!(many > 0, "{compared} shoes, none with more than four hands");
}

/// Splits to four hands, in shoes where that happens.
#[test]
fn four_split_hands_are_paid_what_is_claimed() {
    let main = Money::from_dollars(10);
    let (mut compared, mut four) = (0, 0);
    for seed in 700..716 {
        let game = Arc::new(random_game(seed, Shape::FourHands));
        let shoe = full_shoe(&game);
        let best: BestPlay<Fraction> = BestPlay::new(&game, main, &shoe, Insures::Never).unwrap();
        let watched = Watched {
            follows: &best,
            parts: AtomicU8::new(0),
        };
        let paid = value(&game, main, Decides::Strategy(&watched), Cards::Rank);
        let Ok(paid) = paid else { continue };
        let claimed = round_value::<Fraction>(&game, main, &shoe).unwrap();
        assert_eq!(claimed.value, paid, "seed {seed}: {:?}", game.family);
        compared += 1;
        four += u64::from(watched.parts.into_inner() == 4);
    }
    assert_eq!(
        (compared, four),
        (16, 14),
        "how many shoes were large enough, and how many came to four hands"
    );
}

/// A pair that wins at once on a split hand is not split again.
#[test]
fn pairs_that_win_on_split_hands_are_paid_what_is_claimed() {
    own_play_is_worth_what_is_claimed(Shape::PairsWin, 720..744, (24, 24));
}

/// Insurance and even money, taken where they pay, add exactly what is claimed; and nothing that could be done before the
/// check adds more.
#[test]
fn insured_hands_are_paid_what_is_claimed() {
    let main = Money::from_dollars(10);
    let mut counts = Vec::new();
    for (shape, seeds) in [
        (Shape::NoSplits, 800..816),
        (Shape::Suits, 820..832),
        (Shape::Splits, 840..848),
    ] {
        let (mut compared, mut pays) = (0, 0);
        for seed in seeds {
            let game = Arc::new(random_game(seed, shape));
            let shoe = full_shoe(&game);
            let best: BestPlay<Fraction> = BestPlay::new(&game, main, &shoe, Insures::WhenItPays).unwrap();
            let Ok(paid) = value(&game, main, Decides::Strategy(&best), looks_at_suits(shape)) else {
                continue;
            };
            let claimed = round_value::<Fraction>(&game, main, &shoe).unwrap();
            let insured = claimed.value.clone() + claimed.insurance.clone();
            assert_eq!(insured, paid, "seed {seed}: {:?}", game.family);
            let reported = solve_main(&game, main).unwrap().ev_with_best_insurance;
            let offered = game.twenty_one().unwrap().insurance.is_some();
            assert_eq!(reported.is_some(), offered, "seed {seed}");
            let off = reported.map_or(0.0, |ev| (ev - Number::to_f64(&paid)).abs());
            assert!(off < 1e-12, "seed {seed}: the report is off by {off}");
            if shape == Shape::NoSplits {
                let most = value(&game, main, Decides::BestInsured, looks_at_suits(shape)).unwrap();
                assert_eq!(insured, most, "seed {seed}: {:?}", game.family);
            }
            compared += 1;
            pays += u64::from(claimed.insurance > Fraction::ZERO);
        }
        counts.push((compared, pays));
    }
    assert_eq!(
        counts,
        [(16, 3), (12, 2), (8, 2)],
        "shoes that were large enough, and those where insurance pays"
    );
}

/// A hand on several spots is played once and paid on each: per unit bet it is worth what it is worth on one.
#[test]
fn hands_on_several_spots_are_paid_what_is_claimed() {
    let main = Money::from_dollars(10);
    let mut compared = 0;
    for (seed, spots) in (860..872).zip([0b001, 0b101, 0b111].into_iter().cycle()) {
        let game = Arc::new(random_game(seed, Shape::Splits));
        let shoe = full_shoe(&game);
        let best: BestPlay<Fraction> = BestPlay::new(&game, main, &shoe, Insures::WhenItPays).unwrap();
        let bets = HandWagers {
            main,
            spots,
            side: Vec::new(),
        };
        let Ok(paid) = value_with(&game, &bets, Decides::Strategy(&best), Cards::Rank) else {
            continue;
        };
        let claimed = round_value::<Fraction>(&game, main, &shoe).unwrap();
        assert_eq!(
            claimed.value + claimed.insurance,
            paid,
            "seed {seed}: {:?}",
            game.family
        );
        compared += 1;
    }
    assert_eq!(compared, 12, "how many shoes were large enough");
}

/// Follows another strategy and remembers the first two cards and the up card of every hand that is split or doubled.
struct Risked<'a> {
    follows: &'a BestPlay<Fraction>,
    hands: Mutex<BTreeSet<([Card; 2], Card)>>,
}

impl Strategy for Risked<'_> {
    fn choose(&self, game: &Game, situation: &Situation) -> Action {
        let action = self.follows.choose(game, situation);
        if let (Some(up), ActionKind::Split | ActionKind::Double, false) = (situation.up, action.kind, situation.split)
        {
            let first = [situation.cards[0], situation.cards[1]];
            self.hands.lock().unwrap().insert((first, up));
        }
        action
    }
}

impl Risked<'_> {
    /// Whether the bet would have been paid on one of these hands beside some hole card that lets it be played.
    fn loses(&self, game: &Game, bet: &SideBet, shoe: &CardCounts, stake: Money) -> bool {
        let rules = game.twenty_one().unwrap();
        let hands = self.hands.lock().unwrap();
        hands.iter().any(|(player, up)| {
            let taken = |card: Card| {
                [player[0], player[1], *up]
                    .into_iter()
                    .filter(|out| *out == card)
                    .count() as u32
            };
            let ends =
                |hole: Card| rules.dealer.check_under(up.rank()) == BlackjackCheck::Checked && is_ace_ten(&[*up, hole]);
            let holes = Card::all().filter(|hole| shoe[hole.index()] > taken(*hole) && !ends(*hole));
            holes.into_iter().any(|hole| {
                let dealt = Dealt::TwentyOne {
                    player: *player,
                    up: *up,
                    hole: Some(hole),
                    dealer: &[],
                };
                bet.best_row(&dealt, stake).is_some()
            })
        })
    }
}

/// A side bet that is lost on split and doubled hands is worth what `Round` pays for it beside the best play, and it is worth
/// less than one that always rides exactly where that play splits or doubles a hand on which the bet could be paid.
#[test]
fn bets_that_ride_on_whole_hands_are_paid_what_is_claimed() {
    let main = Money::from_dollars(10);
    let mut counts = Vec::new();
    for (shape, seeds) in [
        (Shape::NoSplits, 900..908),
        (Shape::Splits, 920..928),
        (Shape::Suits, 940..972),
    ] {
        let (mut compared, mut lost) = (0, 0);
        for seed in seeds {
            let mut game = random_game(seed, shape);
            let place = game.side_bets.iter().position(|bet| bet.id == "in-between").unwrap();
            let bet = game.side_bets.get_mut(place).unwrap();
            (bet.over, bet.settled, bet.rides) = (Over::FirstTwoAndHole, Settled::AtReveal, Rides::UnsplitUndoubled);
            if shape == Shape::Suits {
                // From two ranks no card lies between two others, but cards match by rank and suit.
                let matches = load::open("nh21-v3").unwrap().game;
                bet.rows = matches.side_bet("match-down").unwrap().1.rows.clone();
            }
            let bet = bet.clone();
            let game = Arc::new(game);
            let shoe = full_shoe(&game);
            let best: BestPlay<Fraction> = BestPlay::new(&game, main, &shoe, Insures::Never).unwrap();
            let risked = Risked {
                follows: &best,
                hands: Mutex::default(),
            };
            let with = |stake: Money| {
                let mut side = vec![Money::ZERO; game.side_bets.len()];
                side[place] = stake;
                let bets = HandWagers { main, spots: 0, side };
                value_with(&game, &bets, Decides::Strategy(&risked), looks_at_suits(shape))
            };
            let (Ok(alone), Ok(both)) = (with(Money::ZERO), with(main)) else {
                continue;
            };
            let value = |chances: Vec<Fraction>| {
                let rows = bet.rows.iter().zip(chances);
                rows.fold(-Fraction::ONE, |sum, (row, chance)| {
                    let Pays::Odds(odds) = row.pays else {
                        panic!("the row pays odds")
                    };
                    sum + chance * Fraction::from(odds.pays / odds.per + 1)
                })
            };
            let claimed = value(row_chances(&game, main, &bet, main, &shoe).unwrap());
            assert_eq!(both - alone, claimed, "seed {seed}: {:?}", game.family);
            compared += 1;
            let counted = count(&game, &bet, &Pack::fresh(&game.deck), main);
            let all = counted.rows.iter().sum::<u128>() + counted.none;
            let every: Vec<Fraction> = counted.rows.iter().map(|row| fraction(*row as i128, all)).collect();
            let is_less = value(every) > claimed;
            let may_lose = risked.loses(&game, &bet, &shoe, main);
            assert_eq!(is_less, may_lose, "seed {seed}: {:?}", game.family);
            lost += u64::from(is_less);
        }
        counts.push((compared, lost));
    }
    assert_eq!(
        counts,
        [(8, 5), (8, 7), (32, 3)],
        "shoes that were large enough, and those where the bet is worth less for it"
    );
}

/// A playbook written, read back and played by is worth what the best play is worth.
#[test]
fn playbooks_are_played_as_they_were_written() {
    let main = Money::from_dollars(10);
    for (shape, seeds, expected) in [
        (Shape::Splits, 500..506, 6),
        (Shape::SuitsAndSplits, 400..412, 2),
        (Shape::Suits, 300..304, 4),
    ] {
        let mut compared = 0;
        for seed in seeds {
            let game = Arc::new(random_game(seed, shape));
            let shoe = full_shoe(&game);
            let best: BestPlay<Fraction> = BestPlay::new(&game, main, &shoe, Insures::Never).unwrap();
            let text = serde_json::to_string(&best.playbook(&game)).unwrap();
            let book: Playbook = serde_json::from_str(&text).unwrap();
            let strategy = BookStrategy::new(&book, &game).unwrap();
            let Ok(paid) = value(&game, main, Decides::Strategy(&strategy), looks_at_suits(shape)) else {
                continue;
            };
            let claimed = round_value::<Fraction>(&game, main, &shoe).unwrap();
            assert_eq!(claimed.value, paid, "seed {seed}");
            compared += 1;
        }
        assert_eq!(compared, expected, "how many shoes were large enough");
    }
}

/// Mean squares: exact without splits; with splits the hands are taken as independent once the dealer's result is given,
/// which even in shoes of a dozen cards is off by a few percent at most.
#[test]
fn spreads_are_those_of_the_round() {
    let main = Money::from_dollars(10);
    for (shape, seeds, expected, tolerance) in [
        (Shape::NoSplits, 600..606, 6, 1e-9),
        (Shape::Splits, 200..216, 16, 0.04),
    ] {
        let (mut worst, mut compared) = (0.0f64, 0);
        for seed in seeds {
            let game = Arc::new(random_game(seed, shape));
            let shoe = full_shoe(&game);
            let best: BestPlay<Fraction> = BestPlay::new(&game, main, &shoe, Insures::Never).unwrap();
            let Ok(square) = moment(&game, main, Decides::Strategy(&best), looks_at_suits(shape), 2) else {
                continue;
            };
            let round = round_value::<Fraction>(&game, main, &shoe).unwrap();
            let of_gain = |(gain, chance): (&i64, &f64)| (*gain as f64 * 1e-6).powi(2) * chance;
            let reported: f64 = round.gains.iter().map(of_gain).sum();
            let exact = Number::to_f64(&square);
            worst = worst.max((reported / exact - 1.0).abs());
            compared += 1;
        }
        assert_eq!(compared, expected, "how many shoes were large enough");
        println!("mean squares off by {worst:e} at most");
        assert!(worst < tolerance, "off by {worst}");
    }
}
