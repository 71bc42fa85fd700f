//! Random games that are small enough for the oracle, shared by the tests that need them.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its share")]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use croupier_rules::game::Deck;
use croupier_rules::pattern::{Pattern, Pays, Suits};
use croupier_rules::twenty_one::*;
use croupier_rules::{Family, Game, Money, Numbers, Odds, Rank, Ranks, load};

const BLACKJACK: &str = include_str!("../../../../games/presque-isle-blackjack.toml");

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
pub enum Shape {
    /// No splits, so that the best play of all can be found by trying everything.
    NoSplits,
    /// Splits, up to three hands.
    Splits,
    /// Splits up to four hands, from shoes with few ranks, where many pairs come again.
    FourHands,
    /// The same up to eight hands, from shoes of two ranks.
    EightHands,
    /// The same as with four hands where tens pair by value, and a pair of one rank wins at once: a king and a queen are split, and two kings that
    /// come of it are paid.
    PairsWin,
    /// Rows that look at suits, no splits.
    Suits,
    /// Rows that look at suits, on split hands too.
    SuitsAndSplits,
    /// The same from two decks and more ranks, so that a card pairs with its like: too much for the oracle.
    ManyCards,
}

fn rank_sets(shape: Shape) -> &'static [(&'static str, u8)] {
    match shape {
        Shape::NoSplits => &[("5,T,A", 1), ("4,7,J,A", 1), ("6,9,A", 2), ("3,8,K", 1), ("2,9,Q,A", 1)],
        Shape::Splits => &[("8,T,A", 2), ("9,J,Q", 2), ("7,K,A", 2), ("8,9,A", 2), ("6,T,K", 3)],
        Shape::FourHands => &[("9,T", 2), ("8,K", 2), ("T,A", 2), ("8,9", 2)],
        Shape::EightHands => &[("9,T", 3), ("8,K", 3), ("T,A", 3), ("8,9", 3)],
        Shape::PairsWin => &[("9,K,Q", 1), ("8,J,Q", 1), ("T,K", 2), ("7,J,K", 1)],
        Shape::Suits => &[("7,T", 1), ("7,8", 1), ("T,A", 1)],
        Shape::SuitsAndSplits => &[("7,T", 1), ("T,A", 1), ("J,A", 1)],
        Shape::ManyCards => &[("3,6,7,8,T,K,A", 2), ("2,5,7,8,J,A", 3), ("4,7,9,T,Q,A", 2)],
    }
}

pub fn random_game(seed: u64, shape: Shape) -> Game {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut game = load::parse(BLACKJACK).unwrap();
    let (ranks, decks) = dice.pick(rank_sets(shape));
    let kept: Ranks = ranks.parse().unwrap();
    game.deck = Deck {
        decks,
        removed: Rank::ALL.into_iter().filter(|rank| !kept.contains(*rank)).collect(),
        ..game.deck
    };
    let splits = !matches!(shape, Shape::NoSplits | Shape::Suits);
    let suits = !matches!(
        shape,
        Shape::NoSplits | Shape::Splits | Shape::FourHands | Shape::EightHands | Shape::PairsWin
    );
    let mut rules = random_rules(&mut dice, kept, splits, suits);
    rules.surrender.doubled_after_split = dice.pick(&[None, Some(false), Some(true)]);
    vary(&mut rules, &mut dice);
    if matches!(shape, Shape::FourHands | Shape::PairsWin) {
        (rules.split.hands_max, rules.split.aces_hands_max) = (4, 4);
    }
    if shape == Shape::EightHands {
        (rules.split.hands_max, rules.split.aces_hands_max) = (8, 8);
    }
    if shape == Shape::PairsWin {
        rules.split.pairs = Pairs::Value;
        rules.winners = vec![pair_that_wins(&mut dice, kept)].into();
    }
    // The smallest shoes have too few cards for a dealer who hits every 17.
    let is_small = matches!(
        shape,
        Shape::FourHands | Shape::EightHands | Shape::PairsWin | Shape::Suits
    );
    if !is_small && dice.roll(4) == 0 {
        rules.dealer.soft_17 = SoftSeventeen::HitsEverySeventeen;
    }
    game.family = Family::TwentyOne(rules);
    game.citations.winners = vec![None; 8];
    game.citations.suited_blackjack = vec![None; 8];
    game.citations.suited_insurance = vec![None; 8];
    game.main_bet.spots = ["2x", "3x", "4x"].map(str::to_string).into();
    game
}

/// The same with free doubles, free splits, or both.
#[allow(dead_code, reason = "not every test that shares this module draws them")]
pub fn free_game(seed: u64, shape: Shape) -> Game {
    let mut game = random_game(seed, shape);
    let mut dice = Dice(seed.wrapping_mul(0xd1b5_4a32_d192_ed03) | 1);
    if let Family::TwentyOne(rules) = &mut game.family {
        let double = &mut rules.double;
        double.times_max = double.times_max.max(1);
        let free: Numbers = dice.pick(&["9-18", "4-21", "10-12,17"]).parse().unwrap();
        double.free = free.iter().filter(|total| double.hard.contains(*total)).collect();
        double.free_cards = dice.pick(&["2", "2+", "3"]).parse().unwrap();
        rules.split.free = dice.pick(&["any", "any", "2-9,A", "T-K", "none"]).parse().unwrap();
        if rules.split.free != Ranks::NONE && dice.roll(3) == 0 {
            double.free = Numbers::NONE;
        }
    }
    game
}

/// The same with both of the dealer's cards face up.
pub fn open_game(seed: u64, shape: Shape) -> Game {
    let mut game = random_game(seed, shape);
    if let Family::TwentyOne(rules) = &mut game.family {
        (rules.dealer.hole_card, rules.dealer.checks) = (HoleCard::FaceUp, Ranks::default());
        rules.surrender.check = SurrenderCheck::After;
        rules.insurance = None;
    }
    game
}

/// Rules that came to be known after the others; drawn last, so that the others stay as they were drawn.
fn vary(rules: &mut TwentyOne, dice: &mut Dice) {
    rules.surrender.check = dice.pick(&[SurrenderCheck::After, SurrenderCheck::Before]);
    rules.double.hard_21 = dice.flip();
    if dice.roll(3) == 0 {
        rules.double.then = AfterDouble::MayHit;
    }
    if rules.blackjack.paid == BlackjackPaid::InTurn && dice.flip() {
        rules.blackjack.paid = BlackjackPaid::AtOnce;
        rules.blackjack.against_dealer_blackjack = AgainstDealerBlackjack::Wins;
    }
    // No dice are thrown for it, so that everything else stays as it was drawn.
    if rules.dealer.tie != Tie::Pushes && rules.dealer.soft_17 == SoftSeventeen::Hits {
        rules.dealer.tie_on = "17-19".parse().unwrap();
    }
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
            late_blackjack_takes: dice.pick(&[
                LateBlackjackTakes::AllBets,
                LateBlackjackTakes::OriginalBets,
                LateBlackjackTakes::OriginalAndBustedBets,
            ]),
            twenty_two: dice.pick(&[TwentyTwo::Busts, TwentyTwo::Busts, TwentyTwo::Pushes]),
            win_pays: dice.pick(&[even, even, odds(6, 5)]),
            tie: dice.pick(&[Tie::Pushes, Tie::DealerWins, Tie::PlayerWins]),
            tie_on: Numbers::ANY,
            alone: DealerAlone::Stands,
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
            // The oracle sees the second card of the other hand then, which the solver's play does not look at.
            second_cards: SecondCards::InTurn,
            free: Ranks::NONE,
        },
        surrender: Surrender {
            when: dice.pick(&[SurrenderWhen::Never, SurrenderWhen::FirstAction, SurrenderWhen::AnyTime]),
            after_split: dice.flip(),
            after_double: dice.pick(&[
                SurrenderAfterDouble::Never,
                SurrenderAfterDouble::LosesOriginalBet,
                SurrenderAfterDouble::LosesShareOfAll,
            ]),
            doubled_after_split: None,
            loses: odds(1, 2),
            check: SurrenderCheck::After,
            early_under: Ranks::ANY,
        },
        insurance: dice.flip().then(|| random_insurance(dice, paid, suits)),
    }
}

fn random_insurance(dice: &mut Dice, paid: BlackjackPaid, suits: bool) -> Insurance {
    Insurance {
        offered_on: dice.pick(&["A", "T-A"]).parse().unwrap(),
        // One amount alone, so that trying everything stays short.
        min: Money::from_dollars(5),
        max: Odds { pays: 1, per: 2 },
        step: Money::from_dollars(5),
        pays: dice.pick(&[Odds::EVEN, Odds::to_one(2), Odds::to_one(5)]),
        suited: if suits && dice.flip() {
            vec![suited(dice)].into()
        } else {
            Default::default()
        },
        even_money: paid != BlackjackPaid::BeforeInsurance && dice.flip(),
        with_blackjack: dice.flip(),
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

fn pair_that_wins(dice: &mut Dice, kept: Ranks) -> Winner {
    let tens: Vec<Rank> = kept.iter().filter(|rank| rank.value() == 10).collect();
    let rank = dice.pick(&tens);
    let mut winner = random_winner(dice, kept, false);
    winner.when = Pattern {
        ranks: Some(vec![rank, rank]),
        ..Pattern::default()
    };
    winner.pays = Pays::Odds(dice.pick(&[Odds::to_one(2), Odds::to_one(5)]));
    winner.after_split = true;
    winner
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
        hard_21: false,
        then: AfterDouble::NoHit,
        free: Numbers::NONE,
        free_cards: Double::FREE_CARDS,
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
