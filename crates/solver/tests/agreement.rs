//! The fast solver against the slow oracle over `Round`, in exact fractions, on small shoes and random rules.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use croupier_rules::game::Deck;
use croupier_rules::pattern::{Pattern, Pays, Suits};
use croupier_rules::twenty_one::*;
use croupier_rules::{Family, Game, Money, Numbers, Odds, Rank, Ranks, load};
use croupier_solver::exhaustive::{Cards, Decides, moment, value};
use croupier_solver::number::{Fraction, Number};
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::playbook::{BookStrategy, Playbook};
use croupier_solver::twenty_one::{full_shoe, round_value};

const BLACKJACK: &str = include_str!("../../../games/presque-isle-blackjack.toml");

/// A small random source, so that every seed is the same game for ever.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % sides
    }

    fn flip(&mut self) -> bool {
        self.roll(2) == 0
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len() as u64) as usize].clone()
    }
}

/// What a random game may have.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// No splits, so that the best play of all can be found by trying everything.
    NoSplits,
    /// Splits, up to three hands.
    Splits,
    /// Rows that look at suits, no splits.
    Suits,
    /// Rows that look at suits, on split hands too.
    SuitsAndSplits,
}

fn rank_sets(shape: Shape) -> &'static [(&'static str, u8)] {
    match shape {
        Shape::NoSplits => &[("5,T,A", 1), ("4,7,J,A", 1), ("6,9,A", 2), ("3,8,K", 1), ("2,9,Q,A", 1)],
        Shape::Splits => &[("8,T,A", 2), ("9,J,Q", 2), ("7,K,A", 2), ("8,9,A", 2), ("6,T,K", 3)],
        Shape::Suits => &[("7,T", 1), ("7,8", 1), ("T,A", 1)],
        Shape::SuitsAndSplits => &[("7,T", 1), ("T,A", 1), ("J,A", 1)],
    }
}

fn random_game(seed: u64, shape: Shape) -> Game {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut game = load::parse(BLACKJACK).unwrap();
    let (ranks, decks) = dice.pick(rank_sets(shape));
    let kept: Ranks = ranks.parse().unwrap();
    game.deck = Deck {
        decks,
        removed: Rank::ALL.into_iter().filter(|rank| !kept.contains(*rank)).collect(),
        ..game.deck
    };
    let splits = matches!(shape, Shape::Splits | Shape::SuitsAndSplits);
    let suits = matches!(shape, Shape::Suits | Shape::SuitsAndSplits);
    game.family = Family::TwentyOne(random_rules(&mut dice, kept, splits, suits));
    game.citations.winners = vec![None; 8];
    game.citations.suited_blackjack = vec![None; 8];
    game
}

fn random_rules(dice: &mut Dice, kept: Ranks, splits: bool, suits: bool) -> TwentyOne {
    let even = Odds::EVEN;
    let odds = |pays, per| Odds { pays, per };
    let dealt = dice.roll(4) != 0;
    let paid = dice.pick(&[
        BlackjackPaid::BeforeInsurance,
        BlackjackPaid::AfterCheck,
        BlackjackPaid::InTurn,
    ]);
    TwentyOne {
        dealer: Dealer {
            soft_17: dice.pick(&[SoftSeventeen::Hits, SoftSeventeen::Stands]),
            hole_card: if dealt { HoleCard::Dealt } else { HoleCard::None },
            checks: if dealt {
                dice.pick(&["T-A", "A", "none"])
            } else {
                "none"
            }
            .parse()
            .unwrap(),
            late_blackjack_takes: dice.pick(&[LateBlackjackTakes::AllBets, LateBlackjackTakes::OriginalBets]),
            twenty_two: dice.pick(&[TwentyTwo::Busts, TwentyTwo::Busts, TwentyTwo::Pushes]),
            win_pays: dice.pick(&[even, even, odds(6, 5)]),
            tie: dice.pick(&[Tie::Pushes, Tie::DealerWins, Tie::PlayerWins]),
        },
        blackjack: Blackjack {
            pays: dice.pick(&[odds(3, 2), even, odds(6, 5)]),
            suited: if suits && dice.flip() {
                vec![suited(dice)].into()
            } else {
                Default::default()
            },
            against_dealer_blackjack: dice.pick(&[AgainstDealerBlackjack::Wins, AgainstDealerBlackjack::Pushes]),
            paid,
            may_double: paid == BlackjackPaid::InTurn,
        },
        winners: (0..dice.roll(4)).map(|_| random_winner(dice, kept, suits)).collect(),
        double: random_double(dice),
        split: Split {
            pairs: dice.pick(&[Pairs::Rank, Pairs::Value]),
            hands_max: if splits { 2 + dice.roll(2) as u8 } else { 1 },
            aces_hands_max: if splits { 1 + dice.roll(3) as u8 } else { 1 },
            aces: dice.pick(&[SplitAces::OneCard, SplitAces::PlayOn]),
            ace_ten: dice.pick(&[SplitAceTen::TwentyOne, SplitAceTen::Blackjack]),
        },
        surrender: Surrender {
            when: dice.pick(&[SurrenderWhen::Never, SurrenderWhen::FirstAction, SurrenderWhen::AnyTime]),
            after_split: dice.flip(),
            after_double: dice.pick(&[
                SurrenderAfterDouble::Never,
                SurrenderAfterDouble::LosesOriginalBet,
                SurrenderAfterDouble::LosesShareOfAll,
            ]),
            loses: odds(1, 2),
        },
        insurance: None,
    }
}

fn suited(dice: &mut Dice) -> SuitedPays {
    SuitedPays {
        id: "suited".to_string(),
        name: "Suited blackjack".to_string(),
        suits: dice.pick(&[Suits::Diamonds, Suits::Same, Suits::SameColor]),
        pays: Odds::to_one(2),
    }
}

fn random_winner(dice: &mut Dice, kept: Ranks, suits: bool) -> Winner {
    let ranks: Vec<Rank> = kept.iter().collect();
    let mut when = Pattern::default();
    match dice.roll(3) {
        0 => when.cards = Some(dice.pick(&["3", "4+", "2-3"]).parse().unwrap()),
        1 => when.total = Some(dice.pick(&["21", "20,21", "17"]).parse().unwrap()),
        _ => {
            let rank = dice.pick(&ranks);
            when.ranks = Some(vec![rank, dice.pick(&ranks), dice.pick(&ranks)]);
        }
    }
    if suits {
        when.suits = dice.pick(&[
            Suits::Same,
            Suits::Mixed,
            Suits::Hearts,
            Suits::SameColor,
            Suits::MixedColors,
        ]);
        if dice.roll(3) == 0 {
            when.suits = Suits::Any;
            when.same_rank = Some(kept);
            when.ranks = None;
            when.cards = Some(Numbers::only(3));
        }
    }
    if dice.roll(4) == 0 {
        when.up = Some([dice.pick(&ranks)].into_iter().collect());
    }
    Winner {
        id: "winner".to_string(),
        name: "Winner".to_string(),
        when,
        pays: Pays::Odds(dice.pick(&[Odds::EVEN, Odds::to_one(2), Odds { pays: 3, per: 2 }])),
        after_split: dice.flip(),
        after_double: dice.flip(),
        group: Default::default(),
    }
}

fn random_double(dice: &mut Dice) -> Double {
    let dollars = Money::from_dollars;
    let step = dollars(2);
    let max = dice.pick(&[DoubleMax::MainBet, DoubleMax::LastDouble, DoubleMax::TotalBet]);
    Double {
        times_max: dice.roll(3) as u8,
        cards: dice.pick(&["2", "2+"]).parse().unwrap(),
        hard: dice.pick(&["any", "9-18", "4-20"]).parse().unwrap(),
        soft: dice.pick(&["any", "none", "12-20"]).parse().unwrap(),
        after_split: dice.flip(),
        split_aces: dice.flip(),
        first: DoubleAmount {
            min: dice.pick(&[None, Some(dollars(2))]),
            max: DoubleMax::MainBet,
            step,
        },
        again: dice.pick(&[
            None,
            Some(DoubleAmount { min: None, max, step }),
            Some(DoubleAmount {
                min: Some(dollars(4)),
                max,
                step,
            }),
        ]),
    }
}

fn looks_at_suits(shape: Shape) -> Cards {
    match shape {
        Shape::Suits | Shape::SuitsAndSplits => Cards::One,
        _ => Cards::Rank,
    }
}

/// The value the solver claims for its own play is what `Round` pays for it, to the last digit.
fn own_play_is_worth_what_is_claimed(shape: Shape, seeds: std::ops::Range<u64>) {
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
            .endings
            .values()
            .fold(Fraction::ZERO, |sum, ending| sum + ending.chance.clone());
        split += u64::from(hands > Fraction::ONE);
        assert!(hands >= Fraction::ONE, "seed {seed}: endings add up to {hands} hands");
    }
    assert!(compared > 0, "every shoe was too small");
    let splits = matches!(shape, Shape::Splits | Shape::SuitsAndSplits);
    assert!(split > 0 || !splits, "no game came to a split");
    println!("{compared} compared, {split} with splits");
}

#[test]
fn without_splits_the_play_is_the_best_of_all() {
    let main = Money::from_dollars(10);
    for (shape, seeds) in [(Shape::NoSplits, 0..16), (Shape::Suits, 0..10)] {
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
        println!("{compared} compared");
        assert!(compared > 0, "every shoe was too small");
    }
}

#[test]
fn undivided_hands_are_paid_what_is_claimed() {
    own_play_is_worth_what_is_claimed(Shape::NoSplits, 100..125);
}

#[test]
fn split_hands_are_paid_what_is_claimed() {
    own_play_is_worth_what_is_claimed(Shape::Splits, 200..220);
}

#[test]
fn suited_hands_are_paid_what_is_claimed() {
    own_play_is_worth_what_is_claimed(Shape::Suits, 300..320);
}

#[test]
fn suited_split_hands_are_paid_what_is_claimed() {
    own_play_is_worth_what_is_claimed(Shape::SuitsAndSplits, 400..440);
}

/// A playbook written, read back and played by is worth what the best play is worth.
#[test]
fn playbooks_are_played_as_they_were_written() {
    let main = Money::from_dollars(10);
    for (shape, seeds) in [
        (Shape::Splits, 500..506),
        (Shape::SuitsAndSplits, 400..412),
        (Shape::Suits, 300..304),
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
        assert!(compared > 0, "every shoe was too small");
    }
}

/// Mean squares: exact without splits; with splits the hands are taken as independent once the dealer's end is given,
/// which even in shoes of a dozen cards is off by a few percent at most.
#[test]
fn spreads_are_those_of_the_round() {
    let main = Money::from_dollars(10);
    for (shape, seeds, tolerance) in [(Shape::NoSplits, 600..606, 1e-9), (Shape::Splits, 200..216, 0.04)] {
        let mut worst = 0.0f64;
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
        }
        println!("mean squares off by {worst:e} at most");
        assert!(worst < tolerance, "off by {worst}");
    }
}
