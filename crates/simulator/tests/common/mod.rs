//! Games, strategies and rules made up for tests.
#![allow(dead_code)]

use std::sync::Arc;

use croupier_rules::game::Family;
use croupier_rules::twenty_one::*;
use croupier_rules::{Game, Money, Numbers, Odds, load};
use croupier_simulator::cards::Source;
use croupier_simulator::philox;
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
    Arc::new(games.into_iter().find(|game| game.id == id).expect("a known game"))
}

/// The bets of the tests: ten dollars and the least on every side bet.
pub(crate) fn bets(game: &Game) -> HandWagers {
    HandWagers {
        main: game.main_bet.highest().min(Money::from_dollars(10)),
        spots: 0,
        side: game.side_bets.iter().map(|bet| bet.min).collect(),
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

/// Small random numbers from a seed.
pub(crate) struct Dice {
    seed: u64,
    rolled: u64,
}

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice { seed, rolled: 0 }
    }

    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.rolled += 1;
        let counter = philox::counter(self.rolled, 77, philox::Purpose::Again);
        philox::block(counter, philox::key(self.seed))[0] % limit
    }

    pub(crate) fn flip(&mut self) -> bool {
        self.below(2) == 1
    }
}

/// The rules of a game of 21 with much changed at random, all of it within what the rules files allow.
pub(crate) fn changed(game: &Game, seed: u64) -> Arc<Game> {
    let mut game = game.clone();
    let mut dice = Dice::new(seed);
    game.deck.decks = [1, 2, 4, 6, 8][dice.below(5) as usize];
    if dice.flip() {
        game.deck.removed = ["none", "T", "9", "2,3,4,5,6"][dice.below(4) as usize]
            .parse()
            .expect("a set of ranks");
    }
    let Family::TwentyOne(rules) = &mut game.family else {
        panic!("only games of 21 are changed");
    };
    rules.dealer.soft_17 = [SoftSeventeen::Hits, SoftSeventeen::Stands][dice.below(2) as usize];
    rules.dealer.checks = ["none", "A", "T-A"][dice.below(3) as usize]
        .parse()
        .expect("a set of ranks");
    rules.dealer.late_blackjack_takes = [
        LateBlackjackTakes::AllBets,
        LateBlackjackTakes::OriginalBets,
        LateBlackjackTakes::OriginalAndBustedBets,
    ][dice.below(3) as usize];
    rules.dealer.twenty_two = [TwentyTwo::Busts, TwentyTwo::Pushes][dice.below(2) as usize];
    rules.dealer.tie = [Tie::Pushes, Tie::DealerWins, Tie::PlayerWins][dice.below(3) as usize];
    if dice.below(3) == 0
        && game.side_bets.iter().all(|bet| {
            bet.settled == croupier_rules::game::Settled::AtReveal
                || !matches!(bet.over, croupier_rules::game::Over::FirstTwoAndHole)
        })
    {
        rules.dealer.hole_card = HoleCard::None;
    }
    let blackjack = &mut rules.blackjack;
    blackjack.against_dealer_blackjack =
        [AgainstDealerBlackjack::Wins, AgainstDealerBlackjack::Pushes][dice.below(2) as usize];
    blackjack.paid = [
        BlackjackPaid::BeforeInsurance,
        BlackjackPaid::AfterCheck,
        BlackjackPaid::InTurn,
    ][dice.below(3) as usize];
    blackjack.may_double = dice.flip() && blackjack.paid == BlackjackPaid::InTurn;
    let double = &mut rules.double;
    double.times_max = dice.below(3) as u8;
    double.cards = ["2", "2+", "2-3"][dice.below(3) as usize]
        .parse::<Numbers>()
        .expect("a set of numbers");
    double.after_split = dice.flip();
    double.split_aces = dice.flip();
    double.again = Some(DoubleAmount {
        min: None,
        max: [DoubleMax::MainBet, DoubleMax::LastDouble, DoubleMax::TotalBet][dice.below(3) as usize],
        step: Money::from_dollars(1),
    });
    let split = &mut rules.split;
    split.pairs = [Pairs::Rank, Pairs::Value][dice.below(2) as usize];
    split.hands_max = 1 + dice.below(4) as u8;
    split.aces_hands_max = 1 + dice.below(u32::from(split.hands_max)) as u8;
    split.aces = [SplitAces::OneCard, SplitAces::PlayOn][dice.below(2) as usize];
    split.ace_ten = [SplitAceTen::TwentyOne, SplitAceTen::Blackjack][dice.below(2) as usize];
    let surrender = &mut rules.surrender;
    surrender.when = [SurrenderWhen::Never, SurrenderWhen::FirstAction, SurrenderWhen::AnyTime][dice.below(3) as usize];
    surrender.after_split = dice.flip();
    surrender.after_double = [
        SurrenderAfterDouble::Never,
        SurrenderAfterDouble::LosesOriginalBet,
        SurrenderAfterDouble::LosesShareOfAll,
    ][dice.below(3) as usize];
    surrender.loses = Odds { pays: 1, per: 2 };
    if let Some(insurance) = &mut rules.insurance {
        insurance.even_money = dice.flip();
        insurance.with_blackjack = dice.flip();
    }
    for winner in &mut rules.winners {
        winner.after_split = dice.flip();
        winner.after_double = dice.flip();
    }
    Arc::new(game)
}

/// Counts the cards that are left in a list.
pub(crate) fn is_empty(source: &mut impl Source) -> bool {
    source.card().is_none()
}
