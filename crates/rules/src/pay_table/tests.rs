//! Pay tables are read as their rows say, and the counts of whole decks come out.

use super::*;
use crate::card::parse_cards;
use crate::game::Over;

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

/// Rows written `name = pays: conditions`, one a line.
fn rows(text: &str) -> Vec<Row> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let (name, rest) = line.split_once(" = ").unwrap();
            let (pays, when) = rest.split_once(" | ").unwrap();
            Row {
                id: name.to_string(),
                name: name.to_string(),
                when: when.parse().unwrap(),
                pays: pays.parse().unwrap(),
            }
        })
        .collect()
}

fn side_bet(over: Over, text: &str) -> SideBet {
    SideBet {
        id: "bet".into(),
        name: "Bet".into(),
        min: Money::from_dollars(1),
        max: Money::from_dollars(10),
        step: Money::from_dollars(1),
        at_most_main_bet: false,
        equals_main_bet: false,
        required: false,
        hole_cards: crate::game::HoleCardsPlay::MayPlay,
        matched: crate::game::Matched::FirstTwo,
        rides: crate::game::Rides::EveryHand,
        order: None,
        over,
        settled: crate::game::Settled::AfterDeal,
        pays: "table".into(),
        hand_size: None,
        pays_allowed: Vec::new(),
        meter: None,
        winning_stake: crate::meter::WinningStake::Returned,
        rows: rows(text).into(),
    }
}

const ONE: Money = Money::from_dollars(1);

const MAIN: &str = r#"
    Pair of sixes to tens = push | poker = "pair", of = "6-T"
    Pair of jacks or better = 1:1 | poker = "pair", of = "J-A"
    Two pair = 2:1 | poker = "two-pair"
    Three of a kind = 3:1 | poker = "three-of-a-kind"
    Straight = 4:1 | poker = "straight"
    Flush = 6:1 | poker = "flush"
    Full house = 8:1 | poker = "full-house"
    Four of a kind = 30:1 | poker = "four-of-a-kind"
    Straight flush = 80:1 | poker = "straight-flush"
    Royal flush = 250:1 | poker = "royal-flush"
"#;

const PAIR_PLUS: &str = r#"
    Pair = 1:1 | poker = "pair"
    Flush = 3:1 | poker = "flush"
    Straight = 6:1 | poker = "straight"
    Three of a kind = 30:1 | poker = "three-of-a-kind"
    Straight flush = 40:1 | poker = "straight-flush"
"#;

const MATCH: &str = r#"
    Two suited = 18:1 | suited-matches = "2"
    One of each = 13:1 | suited-matches = "1", unsuited-matches = "1"
    One suited = 9:1 | suited-matches = "1", unsuited-matches = "0"
    Two unsuited = 8:1 | unsuited-matches = "2"
    One unsuited = 4:1 | suited-matches = "0", unsuited-matches = "1"
"#;

const IN_BETWEEN: &str = r#"
    Three of the same rank = 30:1 | same-rank = "any"
    One card spread = 10:1 | spread = "1"
    Two card spread = 6:1 | spread = "2"
    Three card spread = 4:1 | spread = "3"
    Wider = 1:1 | spread = "4+"
"#;

#[test]
fn five_of_52_by_the_rows_of_a_main_game() {
    let rows = rows(MAIN);
    let ranking = Ranking::new(&rows, 5, ONE);
    assert!(ranking.is_poker_only());
    let mut counts = [0u32; 11];
    let all: Vec<Card> = Card::all().collect();
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        let hand = [all[a], all[b], all[c], all[d], all[e]];
                        let row = best_row(&rows, &Sight::new(&hand, 5), ONE);
                        assert_eq!(ranking.best(&Tally::of(&hand), &hand), row);
                        counts[row.unwrap_or(10)] += 1;
                    }
                }
            }
        }
    }
    assert_eq!(
        counts,
        [
            422_400, 337_920, 123_552, 54_912, 10_200, 5108, 3744, 624, 36, 4, 1_640_460
        ]
    );
}

#[test]
fn three_of_52_by_the_rows_of_pair_plus() {
    let bet = side_bet(Over::Community, PAIR_PLUS);
    let mut counts = [0u32; 6];
    let all: Vec<Card> = Card::all().collect();
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                let dealt = Dealt::Stud {
                    hole: &[all[0], all[1]],
                    dealer: &[],
                    community: &[all[a], all[b], all[c]],
                    extra: &[],
                };
                counts[bet.best_row(&dealt, ONE).unwrap_or(5)] += 1;
            }
        }
    }
    assert_eq!(counts, [3744, 1096, 720, 52, 48, 16_440]);
}

#[test]
fn matches_of_two_cards_from_six_decks_of_48() {
    let up: Card = "7h".parse().unwrap();
    let mut shoe: Vec<Card> = Card::all()
        .filter(|card| card.rank() != Rank::Ten)
        .flat_map(|card| [card; 6])
        .collect();
    shoe.remove(shoe.iter().position(|card| *card == up).unwrap());
    for (over, hole) in [(Over::FirstTwoAndUp, None), (Over::FirstTwoAndHole, Some(up))] {
        let bet = side_bet(over, MATCH);
        let mut counts = [0u32; 6];
        for first in 0..shoe.len() {
            for second in first + 1..shoe.len() {
                let dealt = Dealt::TwentyOne {
                    player: [shoe[first], shoe[second]],
                    up: if hole.is_some() { "Kc".parse().unwrap() } else { up },
                    hole,
                    dealer: &[],
                };
                counts[bet.best_row(&dealt, ONE).unwrap_or(5)] += 1;
            }
        }
        assert_eq!(counts, [10, 90, 1320, 153, 4752, 34_716]);
    }
}

#[test]
fn spreads_are_strict_and_the_ace_is_high() {
    let bet = side_bet(Over::FirstTwoAndUp, IN_BETWEEN);
    let row = |player: &str, up: &str| {
        let player = cards(player);
        let dealt = Dealt::TwentyOne {
            player: [player[0], player[1]],
            up: up.parse().unwrap(),
            hole: None,
            dealer: &[],
        };
        bet.best_row(&dealt, ONE)
    };
    assert_eq!(row("6h 8d", "7c"), Some(1));
    assert_eq!(row("8h 6d", "7c"), Some(1));
    assert_eq!(row("Ah Jd", "Kc"), Some(2));
    assert_eq!(row("2h 6d", "3c"), Some(3));
    assert_eq!(row("2h Ad", "3c"), Some(4));
    assert_eq!(row("6h 8d", "8c"), None);
    assert_eq!(row("6h 8d", "6c"), None);
    assert_eq!(row("6h 7d", "7c"), None);
    assert_eq!(row("Ah 3d", "2c"), None);
    assert_eq!(row("9h 9d", "9c"), Some(0));
}

#[test]
fn every_condition_of_a_pattern_is_asked() {
    let holds = |when: &str, hand: &str| {
        let row = rows(&format!("row = 1:1 | {when}")).remove(0);
        row.when.holds(&Sight::new(&cards(hand), 5))
    };
    assert!(holds(r#"cards = "2""#, "Ah Kd") && !holds(r#"cards = "3+""#, "Ah Kd"));
    assert!(holds(r#"total = "21""#, "Ah Kd") && !holds(r#"total = "21""#, "Ah Ad"));
    assert!(holds(r#"total = "12""#, "Ah Ad") && holds(r#"total = "12""#, "Ah Ad Kd"));
    assert!(holds(r#"sum = "11""#, "Ah Kd") && !holds(r#"sum = "21""#, "Ah Kd"));
    assert!(holds(r#"ranks = ["6", "7", "8"]"#, "8h 6d 7c"));
    assert!(!holds(r#"ranks = ["6", "7", "8"]"#, "8h 8d 7c"));
    assert!(!holds(r#"ranks = ["7", "7"]"#, "7h 7d 7c"));
    assert!(holds(r#"exactly = ["Qh", "Qh"]"#, "Qh Qh") && !holds(r#"exactly = ["Qh", "Qd"]"#, "Qh Qh"));
    assert!(holds(r#"same-rank = "2,Q""#, "Qh Qd") && !holds(r#"same-rank = "2,Q""#, "Kh Kd"));
    assert!(!holds(r#"same-rank = "2,Q""#, "Qh 2d"));
    assert!(holds(r#"suits = "hearts""#, "Qh 2h") && !holds(r#"suits = "mixed""#, "Qh 2h"));
    assert!(holds(r#"suits = "same-color""#, "Qh 2d") && !holds(r#"suits = "mixed-colors""#, "Qh 2d"));
    assert!(holds(r#"poker = "pair", of = "Q""#, "Qh Qd 2c") && !holds(r#"poker = "pair", of = "2""#, "Qh Qd 2c"));
    assert!(!holds(r#"total = "21", suits = "hearts""#, "Ah Kd"));
    assert!(
        !holds(r#"up = "A""#, "Ah Kd"),
        "a condition without its card does not hold"
    );
    assert!(!holds(r#"suited-matches = "0""#, "Ah Kd"));
}

#[test]
fn the_dealers_cards_are_looked_at_where_a_row_asks() {
    let bet = side_bet(
        Over::FirstTwo,
        r#"
        Queens of hearts with dealer blackjack = 1000:1 | exactly = ["Qh", "Qh"], dealer-blackjack = true
        Queens of hearts = 125:1 | exactly = ["Qh", "Qh"]
        Any 20 under an ace = 5:1 | total = "20", up = "A"
        Any 20 = 4:1 | total = "20"
        "#,
    );
    let row = |player: &str, up: &str, hole: Option<&str>| {
        let player = cards(player);
        let dealt = Dealt::TwentyOne {
            player: [player[0], player[1]],
            up: up.parse().unwrap(),
            hole: hole.map(|hole| hole.parse().unwrap()),
            dealer: &[],
        };
        bet.best_row(&dealt, ONE)
    };
    assert_eq!(row("Qh Qh", "Ah", Some("Kc")), Some(0));
    assert_eq!(row("Qh Qh", "Ah", Some("9c")), Some(1));
    assert_eq!(row("Qh Qh", "Ah", None), Some(1));
    assert_eq!(row("Qh Kh", "Ah", None), Some(2));
    assert_eq!(row("9h Ah", "2h", None), Some(3));
    assert_eq!(row("9h Kh", "2h", None), None);
}

#[test]
fn a_side_bet_looks_at_its_own_cards_and_no_others() {
    let (two, hole) = (cards("2c 3c"), cards("9d"));
    let dealt = Dealt::TwentyOne {
        player: [two[0], two[1]],
        up: cards("8d")[0],
        hole: Some(hole[0]),
        dealer: &[],
    };
    let (own, community, extra) = (cards("2c 3c"), cards("5d 6d 7d"), cards("Jh Qh"));
    let house = cards("Ks Ah");
    let stud = Dealt::Stud {
        hole: &own,
        dealer: &house,
        community: &community,
        extra: &extra,
    };
    for (over, dealt, looked_at) in [
        (Over::FirstTwo, &dealt, "2c 3c"),
        (Over::FirstTwoAndUp, &dealt, "2c 3c 8d"),
        (Over::FirstTwoAndHole, &dealt, "2c 3c 9d"),
        (Over::FirstTwoUpAndHole, &dealt, "2c 3c 8d 9d"),
        (Over::UpAndHole, &dealt, "8d 9d"),
        (Over::HoleCards, &stud, "2c 3c"),
        (Over::Community, &stud, "5d 6d 7d"),
        (Over::HoleAndCommunity, &stud, "2c 3c 5d 6d 7d"),
        (Over::HoleAndExtra, &stud, "2c 3c Jh Qh"),
        (Over::DealerCards, &stud, "Ks Ah"),
        (Over::HoleAndDealer, &stud, "2c 3c Ks Ah"),
    ] {
        assert_eq!(over.cards(dealt).to_vec(), cards(looked_at), "{over:?}");
    }
}

#[test]
fn the_row_that_pays_most_at_the_stake_is_paid_and_of_equals_the_first() {
    let table = rows(
        r#"
        Pair = 5:1 | poker = "pair"
        Sevens = $20 | same-rank = "7"
        Black = 5:1 | suits = "same-color"
        "#,
    );
    let sevens = cards("7c 7s");
    let row = |dollars| best_row(&table, &Sight::new(&sevens, 5), Money::from_dollars(dollars));
    assert_eq!(row(1), Some(1));
    assert_eq!(row(4), Some(0));
    assert_eq!(row(10), Some(0));
    for dollars in [1, 4, 10] {
        let ranking = Ranking::new(&table, 5, Money::from_dollars(dollars));
        assert_eq!(ranking.best(&Tally::of(&sevens), &sevens), row(dollars));
        assert!(!ranking.is_poker_only());
    }
}

#[test]
fn a_ranking_asks_for_more_than_the_poker_hand_where_the_row_does() {
    let table = rows(
        r#"
        Pair of one color = 9:1 | poker = "pair", suits = "same-color"
        Pair = 1:1 | poker = "pair"
        "#,
    );
    let ranking = Ranking::new(&table, 5, ONE);
    for (hand, row) in [("7c 7s", Some(0)), ("7c 7h", Some(1)), ("7c 8c", None)] {
        let held = cards(hand);
        assert_eq!(best_row(&table, &Sight::new(&held, 5), ONE), row, "{hand}");
        assert_eq!(ranking.best(&Tally::of(&held), &held), row, "{hand}");
    }
}

#[test]
fn odds_are_compared_by_what_they_pay() {
    let table = rows(
        r#"
        three-to-two = 3:2 | cards = "2"
        seven-to-five = 7:5 | cards = "2"
        six-to-four = 6:4 | cards = "2"
        fifteen = $15 | cards = "2"
        "#,
    );
    let [three_to_two, seven_to_five, six_to_four, fifteen] = [0, 1, 2, 3].map(|place: usize| table[place].pays);
    let ten = Money::from_dollars(10);
    assert_eq!(three_to_two.cmp_at(seven_to_five, ten), Ordering::Greater);
    assert_eq!(seven_to_five.cmp_at(three_to_two, ten), Ordering::Less);
    assert_eq!(six_to_four.cmp_at(three_to_two, ten), Ordering::Equal);
    assert_eq!(fifteen.cmp_at(three_to_two, ten), Ordering::Equal);
    assert_eq!(fifteen.cmp_at(three_to_two, Money::from_dollars(11)), Ordering::Less);
    assert_eq!(three_to_two.cmp_at(fifteen, Money::from_dollars(9)), Ordering::Less);
}

#[test]
fn ranks_are_met_by_these_ranks_and_no_others() {
    let sevens = &rows(r#"Sevens = 5:1 | ranks = ["7", "7", "7"]"#)[0].when;
    let run = &rows(r#"Run = 5:1 | ranks = ["6", "7", "8"]"#)[0].when;
    for hand in [
        "7c 7d 7h",
        "8c 6d 6h",
        "6c 7d 8h",
        "8h 6c 7d",
        "6c 7d",
        "6c 7d 8h 8c",
        "5c 7d 9h",
        "7c 7d 8h",
    ] {
        let held = cards(hand);
        let sight = Sight::new(&held, 3);
        assert_eq!(sevens.holds(&sight), hand == "7c 7d 7h", "{hand}");
        assert_eq!(run.holds(&sight), ["6c 7d 8h", "8h 6c 7d"].contains(&hand), "{hand}");
    }
}

#[test]
fn a_hand_of_stud_is_paid_by_its_row() {
    let game = crate::load::open("nh-holdem").unwrap().game;
    let rules = game.stud().unwrap();
    for (hand, row) in [
        ("As Ks Qs Js Ts", Some("Royal Flush")),
        ("9c 8c 7c 6c 5c", Some("Straight Flush")),
        ("6c 6d 2h 3s 4c", Some("Pair of 6s through 10s")),
        ("2c 2d 3h 4s 5c", None),
    ] {
        let found = rules.best_row(&cards(hand), ONE);
        assert_eq!(found.map(|place| rules.pays[place].name.as_str()), row, "{hand}");
    }
}

#[test]
fn a_hand_of_21_wins_at_once_by_the_best_row_that_is_open_to_it() {
    let game = crate::load::open("nh21-plus").unwrap().game;
    let rules = game.twenty_one().unwrap();
    let five = Money::from_dollars(5);
    for (hand, split, doubled, row) in [
        ("7h 7h 7h", false, false, Some("7-7-7 of hearts")),
        ("7h 7h 7h", true, false, Some("21")),
        ("7h 7h 7h", false, true, Some("21")),
        ("6c 7d 8h", false, false, Some("6-7-8 of mixed suits")),
        ("2c 3d 4h 5s 7c", false, false, Some("5-Card 21")),
        ("9c 3d 9h", false, false, Some("21")),
        ("7c 7d 6h", false, false, None),
        ("2c 3d 4h 5s 6c", false, false, None),
    ] {
        let hand_cards = cards(hand);
        let found = rules.best_winner(&hand_cards, cards("9c")[0], split, doubled, five);
        assert_eq!(found.map(|place| rules.winners[place].name.as_str()), row, "{hand}");
    }
}

#[test]
fn a_row_that_wins_at_once_may_ask_for_the_up_card() {
    let game = crate::load::open("nh21-plus").unwrap().game;
    let mut rules = game.twenty_one().unwrap().clone();
    let asking = rows(r#"Sevens against a seven = 9:1 | ranks = ["7", "7", "7"], up = "7""#).remove(0);
    let hearts = rules.winners.iter_mut().find(|row| row.name == "7-7-7 of hearts");
    hearts.unwrap().when = asking.when;
    let sevens = cards("7h 7h 7h");
    let row = |up: &str| {
        let found = rules.best_winner(&sevens, cards(up)[0], false, false, ONE);
        found.map(|place| rules.winners[place].name.as_str())
    };
    assert_eq!(row("7c"), Some("7-7-7 of hearts"));
    assert_ne!(row("8c"), Some("7-7-7 of hearts"));
}

#[test]
fn suits_may_be_swapped_where_no_row_tells_them_apart() {
    use Suit::{Clubs, Diamonds, Hearts, Spades};
    let allows = |when: &str, one, other| {
        let row = rows(&format!("row = 1:1 | {when}")).remove(0);
        row.when.allows_swap(one, other)
    };
    assert!(allows(r#"poker = "flush""#, Clubs, Hearts));
    assert!(allows(r#"suits = "same-color""#, Clubs, Spades));
    assert!(!allows(r#"suits = "same-color""#, Clubs, Hearts));
    for (word, suit) in [
        ("clubs", Clubs),
        ("diamonds", Diamonds),
        ("hearts", Hearts),
        ("spades", Spades),
    ] {
        for one in Suit::ALL {
            for other in Suit::ALL.into_iter().filter(|other| *other != one) {
                let apart = one == suit || other == suit;
                let when = format!(r#"suits = "{word}""#);
                assert_eq!(allows(&when, one, other), !apart, "{word}: {one:?} {other:?}");
            }
        }
    }
    assert!(!allows(r#"exactly = ["Qh", "Qh"]"#, Diamonds, Hearts));
    assert!(allows(r#"exactly = ["Qh", "Qd"]"#, Diamonds, Hearts));
    assert!(allows(r#"exactly = ["Qs", "Qh"]"#, Clubs, Diamonds));
}
