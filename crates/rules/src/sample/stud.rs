//! Random games of stud.

use super::dice::Dice;
use super::{frame, rows, twenty_one};
use crate::card::Rank;
use crate::game::{Deck, Family, Format, Game, MainBet, TableRules};
use crate::money::Money;
use crate::numbers::Ranks;
use crate::pattern::Poker;
use crate::stud::{Cap, Hands, Street, Stud};

/// A whole rules file, nearly always a valid one.
pub(super) fn file(dice: &mut Dice) -> Game {
    let decks = dice.between(1, 2);
    let removed = if dice.one_in(3) { ranks(dice, 4) } else { Ranks::NONE };
    let hole_cards = dice.between(1, 4);
    let streets = streets(dice, 5 - hole_cards.min(4) + 1);
    let seats = dice.between(1, 7);
    rules(dice, decks, removed, hole_cards, streets, seats)
}

/// A file whose game can be searched exhaustively: few ranks, few cards, one seat.
pub(super) fn tiny_file(dice: &mut Dice) -> Game {
    let removed = ranks(dice, 9);
    let hole_cards = dice.between(1, 2);
    let mut streets = streets(dice, 3);
    streets.truncate(2);
    let mut file = rules(dice, 1, removed, hole_cards, streets, 1);
    file.table.hands_max = 1;
    file
}

fn rules(dice: &mut Dice, decks: u8, removed: Ranks, hole_cards: u8, streets: Vec<Street>, seats: u8) -> Game {
    let community: u8 = streets.iter().map(|street| street.cards).sum();
    let extra_cards = if dice.one_in(2) { 0 } else { dice.between(1, 3) };
    let cards = hole_cards + community;
    let hand_size = if cards >= 5 && !dice.one_in(3) { 5 } else { 3 };
    let amounts = [2, 4, 5, 10].map(Money::from_dollars).to_vec();
    let capped = dice.one_in(2);
    let caps = [("low", 0..2, 400), ("high", 2..4, 2000)].map(|(id, bets, dollars)| Cap {
        id: id.to_string(),
        main_bets: amounts[bets].to_vec(),
        max: Money::from_dollars(dollars),
    });
    let shoe = twenty_one::shoe(dice);
    let hands_max = dice.between(1, 2);
    let hands = Hands {
        hole_cards,
        extra_cards,
        hand_size,
        pays: MAIN.to_string(),
        called_out: dice.maybe(|_| Poker::ThreeOfAKind),
    };
    let pays = rows::poker_rows(dice, cards, hand_size);
    let side_bets = rows::stud_side_bets(dice, hole_cards, community, extra_cards);
    let mut file = Game {
        format: Format,
        id: "sample-stud".to_string(),
        name: "A drawn game of stud".to_string(),
        short_name: "A drawn game of stud".to_string(),
        object: "To make a hand that pays.".to_string(),
        deck: Deck {
            decks,
            decks_allowed: None,
            removed,
        },
        shoe,
        table: TableRules {
            seats,
            hands_max,
            several_hands_main_bet_min: None,
            several_hands_side_bet_min: None,
        },
        main_bet: MainBet {
            name: "Ante".to_string(),
            min: (!capped).then_some(Money::from_dollars(5)),
            max: (!capped).then_some(Money::from_dollars(50)),
            step: (!capped).then_some(Money::from_dollars(5)),
            amounts: if capped { amounts } else { Vec::new() },
            spots: Vec::new(),
        },
        pay_tables: rows::pay_tables(&side_bets, Some((MAIN, &pays))),
        side_bets,
        sources: Default::default(),
        family: Family::Stud(Stud {
            hands,
            streets: streets.into(),
            caps: if capped {
                caps.to_vec().into()
            } else {
                Default::default()
            },
            pays: pays.into(),
        }),
        procedure: Default::default(),
        citations: Default::default(),
    };
    frame(dice, &mut file);
    file
}

/// The pay table of the hand.
const MAIN: &str = "main";

/// Streets that turn at most so many cards together, and never fewer than are needed to make a hand of three.
fn streets(dice: &mut Dice, most: u8) -> Vec<Street> {
    let mut left = most;
    let mut streets = Vec::new();
    for number in 1..=dice.between(1, 4) {
        let cards = dice.between(0, left.min(3));
        left -= cards;
        let fold = dice.one_in(2);
        let bets = match dice.below(6) {
            0 if !fold => Vec::new(),
            1 => vec![0, 1],
            2 => vec![1],
            3 => vec![2, 4],
            4 => vec![0],
            _ => vec![1, 2, 3],
        };
        streets.push(Street {
            id: format!("street-{number}"),
            name: format!("street {number}"),
            cards,
            bets,
            fold,
        });
    }
    streets
}

fn ranks(dice: &mut Dice, count: u8) -> Ranks {
    let mut ranks = Rank::ALL.to_vec();
    (0..dice.between(count.saturating_sub(2).max(1), count))
        .map(|_| ranks.remove(dice.below(ranks.len() as u64) as usize))
        .collect()
}
