//! Random games of 21.

use super::dice::{Dice, read};
use super::{frame, rows};
use crate::card::Rank;
use crate::game::{Deck, Family, Format, Game, MainBet, ShoeRules, Shuffled, TableRules};
use crate::money::{Money, Odds};
use crate::numbers::{Numbers, Ranks};
use crate::twenty_one::*;

/// A whole rules file, nearly always a valid one.
pub(super) fn file(dice: &mut Dice) -> Game {
    let decks = dice.between(1, 8);
    let deck = Deck {
        decks,
        decks_allowed: dice.maybe(|dice| Numbers::between(decks, dice.between(decks, 8))),
        removed: if dice.one_in(2) { Ranks::NONE } else { removed(dice, 3) },
    };
    let seats = dice.between(1, if decks == 1 { 5 } else { 7 });
    let hands_max = if decks > 2 { dice.between(1, 2) } else { 1 };
    let table = TableRules {
        seats,
        hands_max,
        several_hands_main_bet_min: None,
        several_hands_side_bet_min: None,
    };
    let mut file = rules(dice, deck, table, 3);
    if file.table.hands_max > 1 && dice.one_in(2) {
        file.table.several_hands_main_bet_min = Some(file.main_bet.highest());
        file.table.several_hands_side_bet_min = file.side_bets.iter().map(|bet| bet.min).min();
    }
    file
}

/// A file whose game can be searched exhaustively. Its cards cannot run out: all hands together hold at most the value
/// that lies in the deck.
pub(super) fn tiny_file(dice: &mut Dice) -> Game {
    loop {
        let deck = Deck {
            decks: 1,
            decks_allowed: None,
            removed: removed(dice, 9),
        };
        let table = TableRules {
            seats: 1,
            hands_max: 1,
            several_hands_main_bet_min: None,
            several_hands_side_bet_min: None,
        };
        let mut file = rules(dice, deck, table, 1);
        file.shoe.burn = 0;
        file.shoe.shuffled = Shuffled::EveryRound;
        file.main_bet.spots.clear();
        let Family::TwentyOne(TwentyOne { split, .. }) = &mut file.family else {
            unreachable!("games of 21 are drawn here");
        };
        split.hands_max = split.hands_max.min(2);
        split.aces_hands_max = split.aces_hands_max.min(2);
        let parts = split.hands_max;
        // A hand ends at 31 at most: 21 and one card more. The dealer's ends at 26.
        let most = u32::from(parts) * 31 + 26;
        let there: u32 = file.deck.cards().map(|card| u32::from(card.value())).sum();
        if there > most {
            return file;
        }
    }
}

fn rules(dice: &mut Dice, deck: Deck, table: TableRules, side_bets: u8) -> Game {
    let split = split(dice);
    let double = double(dice, &split);
    let dealer = dealer(dice);
    let blackjack = blackjack(dice, &double);
    let insurance = if dice.one_in(4) {
        None
    } else {
        Some(insurance(dice, &blackjack))
    };
    let shoe = shoe(dice);
    let main_bet = main_bet(dice);
    let winners = rows::winners(dice);
    let surrender = surrender(dice, &double);
    let mut file = Game {
        format: Format,
        id: "sample-21".to_string(),
        name: "A drawn game of 21".to_string(),
        short_name: "A drawn game of 21".to_string(),
        object: "To come closer to 21 than the dealer.".to_string(),
        deck,
        shoe,
        table,
        main_bet,
        pay_tables: Default::default(),
        side_bets: rows::twenty_one_side_bets(dice, side_bets),
        sources: Default::default(),
        family: Family::TwentyOne(TwentyOne {
            dealer,
            blackjack,
            winners,
            double,
            split,
            surrender,
            insurance,
        }),
        procedure: Default::default(),
        citations: Default::default(),
    };
    file.pay_tables = rows::pay_tables(&file.side_bets, None);
    frame(dice, &mut file);
    if let Family::TwentyOne(TwentyOne { surrender, .. }) = &mut file.family
        && surrender.after_double != SurrenderAfterDouble::Never
    {
        surrender.doubled_after_split = dice.pick(&[None, Some(false), Some(true)]);
    }
    file
}

fn removed(dice: &mut Dice, count: u8) -> Ranks {
    let mut ranks = Rank::ALL.to_vec();
    (0..dice.between(1, count).max(count.saturating_sub(2)))
        .map(|_| ranks.remove(dice.below(ranks.len() as u64) as usize))
        .collect()
}

pub(super) fn shoe(dice: &mut Dice) -> ShoeRules {
    let shuffled = dice.pick(&[Shuffled::EveryRound, Shuffled::AtCutCard]);
    ShoeRules {
        shuffled,
        cut_card: match shuffled {
            Shuffled::AtCutCard => Some(dice.read(&["1/2 shoe", "3/4 shoe", "2/3 shoe", "1 deck", "3/2 decks"])),
            Shuffled::EveryRound => None,
        },
        player_cut_min: dice.maybe(|dice| dice.read(&["1/4 shoe", "1/5 deck", "1/2 deck"])),
        burn: dice.between(0, 2),
        burn_at_dealer_change: dice.between(0, 2),
        sets: dice.between(1, 2),
    }
}

fn main_bet(dice: &mut Dice) -> MainBet {
    let list = dice.one_in(4);
    let min = dice.dollars(1, 10) * 2;
    MainBet {
        name: dice.pick(&["Ante", "Bet"]).to_string(),
        min: (!list).then_some(min),
        max: (!list).then_some(min + dice.dollars(0, 100) * 2),
        step: (!list).then_some(Money::from_dollars(2)),
        amounts: if list { vec![min, min * 2, min * 5] } else { Vec::new() },
        spots: (0..dice.between(0, 3))
            .map(|number| format!("{}x", number + 2))
            .collect(),
    }
}

fn dealer(dice: &mut Dice) -> Dealer {
    let hole_card = if dice.one_in(4) {
        HoleCard::None
    } else {
        HoleCard::Dealt
    };
    Dealer {
        soft_17: dice.pick(&[SoftSeventeen::Hits, SoftSeventeen::Stands]),
        hole_card,
        checks: match hole_card {
            HoleCard::None => Ranks::NONE,
            HoleCard::Dealt => dice.read(&["T-A", "T-A", "J-A", "A", "T-K", "none"]),
        },
        late_blackjack_takes: dice.pick(&[
            LateBlackjackTakes::AllBets,
            LateBlackjackTakes::OriginalBets,
            LateBlackjackTakes::OriginalAndBustedBets,
        ]),
        twenty_two: dice.pick(&[TwentyTwo::Busts, TwentyTwo::Busts, TwentyTwo::Pushes]),
        win_pays: dice.read(&["1:1", "1:1", "1:1", "3:2", "1:2"]),
        tie: dice.pick(&[Tie::Pushes, Tie::Pushes, Tie::DealerWins, Tie::PlayerWins]),
    }
}

fn blackjack(dice: &mut Dice, double: &Double) -> Blackjack {
    let against = dice.pick(&[AgainstDealerBlackjack::Wins, AgainstDealerBlackjack::Pushes]);
    let paid = match against {
        AgainstDealerBlackjack::Wins => dice.pick(&[
            BlackjackPaid::BeforeInsurance,
            BlackjackPaid::AfterCheck,
            BlackjackPaid::InTurn,
        ]),
        AgainstDealerBlackjack::Pushes => dice.pick(&[BlackjackPaid::AfterCheck, BlackjackPaid::InTurn]),
    };
    let doubles = double.times_max > 0 && double.cards.contains(2) && double.soft.contains(21);
    Blackjack {
        pays: dice.read(&["3:2", "6:5", "1:1", "2:1"]),
        suited: rows::suited(dice),
        against_dealer_blackjack: against,
        paid,
        may_double: doubles && paid == BlackjackPaid::InTurn && dice.one_in(2),
    }
}

fn split(dice: &mut Dice) -> Split {
    let hands_max = dice.between(1, 4);
    Split {
        pairs: dice.pick(&[Pairs::Rank, Pairs::Value]),
        hands_max,
        aces_hands_max: dice.between(1, hands_max),
        aces: dice.pick(&[SplitAces::OneCard, SplitAces::PlayOn]),
        ace_ten: dice.pick(&[SplitAceTen::TwentyOne, SplitAceTen::TwentyOne, SplitAceTen::Blackjack]),
    }
}

fn double(dice: &mut Dice, split: &Split) -> Double {
    let times_max = dice.pick(&[0, 1, 1, 1, 2, 2, 3]);
    let after_split = dice.one_in(2);
    let first_max = dice.pick(&[DoubleMax::MainBet, DoubleMax::TotalBet]);
    let first = amount(dice, first_max);
    let again_max = dice.pick(&[DoubleMax::MainBet, DoubleMax::LastDouble, DoubleMax::TotalBet]);
    let again = amount(dice, again_max);
    Double {
        times_max,
        cards: dice.read(&["2", "2+", "2-3", "any"]),
        hard: dice.read(&["any", "9-11", "10-11", "4-21", "8,10"]),
        soft: dice.read(&["any", "none", "13-18", "12-21"]),
        after_split,
        split_aces: after_split && split.aces == SplitAces::PlayOn && dice.one_in(2),
        first,
        again: (times_max >= 2).then_some(again),
    }
}

fn amount(dice: &mut Dice, max: DoubleMax) -> DoubleAmount {
    let min = dice.maybe(|_| Money::from_dollars(2));
    DoubleAmount {
        min,
        max,
        step: if min.is_some() {
            Money::from_dollars(2)
        } else {
            Money::from_dollars(1)
        },
    }
}

fn surrender(dice: &mut Dice, double: &Double) -> Surrender {
    let when = dice.pick(&[SurrenderWhen::Never, SurrenderWhen::FirstAction, SurrenderWhen::AnyTime]);
    let never = when == SurrenderWhen::Never;
    Surrender {
        when,
        after_split: !never && dice.one_in(2),
        after_double: if never || double.times_max == 0 {
            SurrenderAfterDouble::Never
        } else {
            dice.pick(&[
                SurrenderAfterDouble::Never,
                SurrenderAfterDouble::LosesOriginalBet,
                SurrenderAfterDouble::LosesShareOfAll,
            ])
        },
        doubled_after_split: None,
        loses: dice.read(&["1:2", "1:2", "1:4", "3:4"]),
    }
}

fn insurance(dice: &mut Dice, blackjack: &Blackjack) -> Insurance {
    Insurance {
        offered_on: dice.read(&["A", "A", "T-A", "T-K"]),
        min: Money::from_cents(50),
        max: dice.pick(&[read::<Odds>("1:2"), Odds::EVEN, read("1:4")]),
        step: Money::from_cents(50),
        pays: dice.read(&["2:1", "3:1", "5:2"]),
        suited: rows::suited(dice),
        even_money: blackjack.paid != BlackjackPaid::BeforeInsurance && dice.one_in(2),
        with_blackjack: dice.one_in(2),
    }
}
