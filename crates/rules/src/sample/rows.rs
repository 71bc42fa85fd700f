//! Random patterns, rows and side bets.

use super::dice::{Dice, read};
use crate::card::{Card, Rank};
use crate::game::{Over, PayTable, Settled, SideBet};
use crate::keyed::Keyed;
use crate::money::{Money, Odds};
use crate::numbers::Numbers;
use crate::pattern::{Pattern, Pays, Poker, Row, Suits};
use crate::twenty_one::{Heading, SuitedPays, Winner};

const SUITS: [Suits; 9] = [
    Suits::Any,
    Suits::Same,
    Suits::Mixed,
    Suits::SameColor,
    Suits::MixedColors,
    Suits::Clubs,
    Suits::Diamonds,
    Suits::Hearts,
    Suits::Spades,
];

const POKER: [Poker; 9] = [
    Poker::Pair,
    Poker::TwoPair,
    Poker::ThreeOfAKind,
    Poker::Straight,
    Poker::Flush,
    Poker::FullHouse,
    Poker::FourOfAKind,
    Poker::StraightFlush,
    Poker::RoyalFlush,
];

/// Rows that pay the more the later they come, so that later rows are seldom outdone by earlier ones.
fn climbing(dice: &mut Dice, patterns: Vec<Pattern>) -> Vec<Row> {
    let mut pays = 0;
    let rows = patterns.into_iter().enumerate().map(|(number, when)| {
        pays += dice.below(4) as u32;
        let pays = match dice.below(12) {
            0 if pays > 5 => Pays::Amount(Money::from_dollars(i64::from(pays) * 100)),
            _ if pays == 0 => Pays::Odds(Odds::PUSH),
            1 => Pays::Odds(Odds {
                pays: 2 * pays + 1,
                per: 2,
            }),
            _ => Pays::Odds(Odds::to_one(pays)),
        };
        Row {
            id: format!("row-{}", number + 1),
            name: format!("Row {}", number + 1),
            when,
            pays,
        }
    });
    rows.collect()
}

/// Rows of poker hands, from the commonest up.
pub(super) fn poker_rows(dice: &mut Dice, cards: u8, hand_size: u8) -> Vec<Row> {
    let order = if hand_size == 3 {
        [0, 4, 3, 2, 7, 8, 8, 8, 8]
    } else {
        [0, 1, 2, 3, 4, 5, 6, 7, 8]
    };
    let needed = |poker: Poker| match poker {
        Poker::Pair => 2,
        Poker::ThreeOfAKind => 3,
        Poker::Straight | Poker::Flush | Poker::StraightFlush | Poker::RoyalFlush => hand_size,
        _ if hand_size == 3 => u8::MAX,
        Poker::TwoPair | Poker::FourOfAKind => 4,
        Poker::FullHouse => 5,
    };
    let mut patterns = Vec::new();
    for poker in order.map(|place| POKER[place]) {
        if needed(poker) > cards || dice.one_in(5) || patterns.iter().any(|row: &Pattern| row.poker == Some(poker)) {
            continue;
        }
        let ranked = matches!(poker, Poker::Pair | Poker::ThreeOfAKind | Poker::FourOfAKind);
        patterns.push(Pattern {
            poker: Some(poker),
            of: if ranked && dice.one_in(2) {
                Some(dice.read(&["J-A", "6-T", "2,5,K", "any"]))
            } else {
                None
            },
            ..Pattern::default()
        });
    }
    if patterns.is_empty() {
        patterns.push(Pattern::default());
    }
    climbing(dice, patterns)
}

/// Hands that win at once.
pub(super) fn winners(dice: &mut Dice) -> Keyed<Winner> {
    let count = if dice.one_in(3) { 0 } else { dice.between(1, 6) };
    (1..=count)
        .map(|number| {
            let pays = match dice.below(8) {
                0 => Pays::Amount(Money::from_dollars(1000)),
                _ => Pays::Odds(dice.odds()),
            };
            Winner {
                id: format!("winner-{number}"),
                name: format!("Winner {number}"),
                when: winner_pattern(dice),
                pays,
                after_split: dice.one_in(2),
                after_double: dice.one_in(2) && matches!(pays, Pays::Odds(_)),
                group: Heading(if number == 1 {
                    "Bonus".to_string()
                } else {
                    String::new()
                }),
            }
        })
        .collect()
}

fn winner_pattern(dice: &mut Dice) -> Pattern {
    let mut pattern = match dice.below(8) {
        0 => total_of(dice, "21"),
        1 => Pattern {
            cards: Some(dice.read(&["5", "6", "7+", "6+"])),
            ..total_of(dice, "21")
        },
        2 => Pattern {
            cards: Some(dice.read(&["5", "6", "7"])),
            ..Pattern::default()
        },
        3 => Pattern {
            ranks: Some(
                dice.pick(&["678", "777", "A23", "55A"])
                    .chars()
                    .filter_map(Rank::from_letter)
                    .collect(),
            ),
            ..Pattern::default()
        },
        4 => Pattern {
            same_rank: Some(dice.read(&["7", "2-5", "any"])),
            cards: Some(Numbers::only(3)),
            ..Pattern::default()
        },
        5 => Pattern {
            exactly: Some(["6h", "7h", "8h"].map(read::<Card>).to_vec()),
            ..Pattern::default()
        },
        6 => Pattern {
            sum: Some(dice.read(&["11", "12-13"])),
            cards: Some(dice.read(&["3", "4"])),
            ..Pattern::default()
        },
        _ => Pattern {
            poker: Some(dice.pick(&[Poker::Straight, Poker::Flush, Poker::StraightFlush, Poker::ThreeOfAKind])),
            cards: Some(Numbers::only(3)),
            ..Pattern::default()
        },
    };
    if pattern.exactly.is_none() && dice.one_in(3) {
        pattern.suits = dice.pick(&SUITS);
    }
    if dice.one_in(8) {
        pattern.up = Some(dice.read(&["7", "2-6", "T-A"]));
    }
    pattern
}

fn total_of(dice: &mut Dice, total: &str) -> Pattern {
    Pattern {
        total: Some(if dice.one_in(6) { read("19-21") } else { read(total) }),
        ..Pattern::default()
    }
}

/// Other odds in certain suits.
pub(super) fn suited(dice: &mut Dice) -> Keyed<SuitedPays> {
    let count = if dice.one_in(2) { 0 } else { dice.between(1, 2) };
    (1..=count)
        .map(|number| SuitedPays {
            id: format!("suits-{number}"),
            name: format!("Suits {number}"),
            suits: dice.pick(&SUITS[1..]),
            pays: Odds::to_one(u32::from(number) + 3),
        })
        .collect()
}

/// Side bets of a game of 21.
pub(super) fn twenty_one_side_bets(dice: &mut Dice, most: u8) -> Keyed<SideBet> {
    let count = dice.between(0, most);
    (1..=count)
        .map(|number| {
            let over = dice.pick(&[
                Over::FirstTwo,
                Over::FirstTwoAndUp,
                Over::FirstTwoAndHole,
                Over::FirstTwoUpAndHole,
                Over::UpAndHole,
            ]);
            let settled = match over {
                Over::FirstTwo | Over::FirstTwoAndUp => dice.pick(&[Settled::AfterDeal, Settled::AtReveal]),
                _ => Settled::AtReveal,
            };
            let patterns = (0..dice.between(2, 6))
                .map(|_| side_pattern(dice, over, settled))
                .collect();
            let rows = climbing(dice, patterns);
            side_bet(dice, number, over, settled, rows)
        })
        .collect()
}

fn side_pattern(dice: &mut Dice, over: Over, settled: Settled) -> Pattern {
    let compares = matches!(over, Over::FirstTwoAndUp | Over::FirstTwoAndHole);
    let mut pattern = match dice.below(9) {
        0 | 1 if compares => Pattern {
            suited_matches: Some(dice.read(&["0", "1", "2", "1+"])),
            unsuited_matches: dice.maybe(|dice| dice.read(&["0", "1", "1+"])),
            ..Pattern::default()
        },
        2 if compares => Pattern {
            unsuited_matches: Some(dice.read(&["1", "2"])),
            ..Pattern::default()
        },
        3 if compares => Pattern {
            spread: Some(dice.read(&["1", "2", "3", "4+"])),
            ..Pattern::default()
        },
        4 => Pattern {
            same_rank: Some(dice.read(&["any", "7", "J-A"])),
            ..Pattern::default()
        },
        5 => Pattern {
            total: Some(dice.read(&["20", "21", "13-15", "9"])),
            ..Pattern::default()
        },
        6 => Pattern {
            sum: Some(dice.read(&["5-9", "11", "17+"])),
            ..Pattern::default()
        },
        7 if over == Over::FirstTwo => Pattern {
            exactly: Some(["Qh", "Qh"].map(read::<Card>).to_vec()),
            ..Pattern::default()
        },
        7 if settled == Settled::AtReveal => Pattern {
            dealer_blackjack: true,
            ..Pattern::default()
        },
        _ => Pattern {
            poker: Some(dice.pick(&[
                Poker::Pair,
                Poker::ThreeOfAKind,
                Poker::Straight,
                Poker::Flush,
                Poker::StraightFlush,
                Poker::RoyalFlush,
            ])),
            ..Pattern::default()
        },
    };
    let three = compares;
    if !three && !matches!(pattern.poker, None | Some(Poker::Pair)) {
        pattern.poker = Some(Poker::Pair);
    }
    if pattern.exactly.is_none() && dice.one_in(3) {
        pattern.suits = dice.pick(&SUITS);
    }
    if dice.one_in(8) {
        pattern.up = Some(dice.read(&["7", "2-6", "T-A"]));
    }
    pattern
}

/// Side bets of a game of stud.
pub(super) fn stud_side_bets(dice: &mut Dice, hole: u8, community: u8, extra: u8) -> Keyed<SideBet> {
    let count = dice.between(0, 2);
    (1..=count)
        .map(|number| {
            let mut overs = vec![(Over::HoleCards, hole)];
            if community > 0 {
                overs.extend([(Over::Community, community), (Over::HoleAndCommunity, hole + community)]);
            }
            if extra > 0 {
                overs.push((Over::HoleAndExtra, hole + extra));
            }
            let (over, cards) = dice.pick(&overs);
            let settled = match over {
                Over::HoleAndExtra => Settled::AfterMain,
                _ => dice.pick(&[Settled::BeforeMain, Settled::AfterMain]),
            };
            let rows = poker_rows(dice, cards, if cards == 3 { 3 } else { 5 });
            side_bet(dice, number, over, settled, rows)
        })
        .collect()
}

/// A side bet with the rows of its table, which `super::mended` gives a name.
fn side_bet(dice: &mut Dice, number: u8, over: Over, settled: Settled, rows: Vec<Row>) -> SideBet {
    let pays = format!("table-{number}");
    let other = dice.one_in(6).then(|| vec![pays.clone(), ANY_CARDS.to_string()]);
    let min = dice.dollars(1, 4) * 2;
    SideBet {
        id: format!("side-{number}"),
        name: format!("Side {number}"),
        min,
        max: min + dice.dollars(0, 20) * 2,
        step: Money::from_dollars(2),
        at_most_main_bet: dice.one_in(4),
        over,
        settled,
        pays,
        pays_allowed: other.unwrap_or_default(),
        rows: rows.into(),
    }
}

/// The pay table that an operator may choose for some bets.
const ANY_CARDS: &str = "any-cards";

/// The pay tables that side bets and the hand of a game of stud are paid by.
pub(super) fn pay_tables(side_bets: &[SideBet], main: Option<(&str, &[Row])>) -> Keyed<PayTable> {
    let bets = side_bets.iter().map(|bet| (bet.pays.as_str(), bet.rows.as_slice()));
    let mut tables: Vec<PayTable> = main
        .into_iter()
        .chain(bets)
        .map(|(id, rows)| PayTable {
            id: id.to_string(),
            title: (id == "table-1").then(|| "Table A".to_string()),
            rows: rows.to_vec().into(),
        })
        .collect();
    if side_bets.iter().any(|bet| bet.other_tables().count() > 0) {
        tables.push(PayTable {
            id: ANY_CARDS.to_string(),
            title: Some("Another table".to_string()),
            rows: Keyed::from(vec![Row {
                id: ANY_CARDS.to_string(),
                name: "Any cards".to_string(),
                when: Pattern::default(),
                pays: Pays::Odds(Odds::EVEN),
            }]),
        });
    }
    tables.into()
}
