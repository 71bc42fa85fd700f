//! Side bets against counts and edges that others published or enumerated.

use super::*;
use croupier_rules::game::{Over, Settled, SideBet};
use croupier_rules::load;
use croupier_rules::pattern::Row;

fn game(id: &str) -> Game {
    let path = format!("{}/../../games/{id}.toml", env!("CARGO_MANIFEST_DIR"));
    load::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A game with one side bet in place of its own.
fn with_bet(id: &str, over: Over, rows: &[(&str, &str)]) -> Game {
    let rows = rows.iter().map(|(pays, when)| Row {
        id: pays.to_string(),
        name: pays.to_string(),
        when: when.parse().unwrap(),
        pays: pays.parse().unwrap(),
    });
    let mut game = game(id);
    let bet = SideBet {
        id: "bet".to_string(),
        name: "Bet".to_string(),
        max: Money::from_dollars(10),
        over,
        settled: Settled::AtReveal,
        rows: rows.collect(),
        ..game.side_bets[0].clone()
    };
    game.side_bets = vec![bet].into();
    game
}

fn edge(game: &mut Game, decks: u8) -> f64 {
    game.deck.decks = decks;
    let stake = Money::from_dollars(1);
    let value = value(game, 0, &Pack::fresh(&game.deck), stake, game.main_bet.lowest());
    let sum: f64 = value.outcomes.iter().map(|row| row.contribution).sum();
    assert!((sum - value.ev).abs() < 1e-12);
    let sure: f64 = value.outcomes.iter().map(|row| row.probability).sum();
    assert!((sure - 1.0).abs() < 1e-12);
    100.0 * value.house_edge
}

fn near(found: f64, published: f64) {
    assert!((found - published).abs() < 6e-7, "{found} is not {published}");
}

#[test]
fn the_holdem_bonuses() {
    let game = game("nh-holdem");
    let pack = Pack::fresh(&game.deck);
    let stake = Money::from_dollars(2);
    let pair_plus = value(&game, 0, &pack, stake, stake);
    assert_eq!(pair_plus.ev_exact.as_deref(), Some("-402/5525"));
    let counts: Vec<u64> = pair_plus.outcomes.iter().filter_map(|row| row.count).collect();
    assert_eq!(counts, [3744, 1096, 720, 52, 48, 16_440]);
    assert!(pair_plus.capped.is_empty());
    let six = value(&game, 1, &pack, stake, stake);
    let counts: Vec<u64> = six.outcomes.iter().filter_map(|row| row.count).collect();
    let expected = [732_160, 361_620, 205_792, 165_984, 14_664, 1656, 188, 18_876_456];
    assert_eq!(counts, expected);
    near(100.0 * six.house_edge, 19.355_513);
    near(100.0 * six.hit_frequency, 7.279_822);
    // At a $2 ante no more than $1,000 is paid: a royal loses half of its $2,000 at the least stake.
    let lost = 188.0 * 500.0 / 20_358_520.0;
    assert!((six.ev - six.capped[0].ev - lost).abs() < 1e-12);
    assert_eq!(six.capped.len(), 2);
}

#[test]
fn pair_plus_by_other_tables() {
    for (pays, exact) in [
        (["40:1", "30:1", "6:1", "4:1", "1:1"], "-128/5525"),
        (["40:1", "30:1", "5:1", "4:1", "1:1"], "-308/5525"),
        (["40:1", "25:1", "6:1", "4:1", "1:1"], "-193/5525"),
        (["35:1", "25:1", "6:1", "4:1", "1:1"], "-253/5525"),
        (["50:1", "30:1", "6:1", "4:1", "1:1"], "-8/5525"),
    ] {
        let hands = ["straight-flush", "three-of-a-kind", "straight", "flush", "pair"];
        let rows: Vec<(&str, String)> = pays
            .into_iter()
            .zip(hands.map(|hand| format!("poker = '{hand}'")))
            .collect();
        let rows: Vec<(&str, &str)> = rows.iter().map(|(pays, when)| (*pays, when.as_str())).collect();
        let game = with_bet("nh-holdem", Over::Community, &rows);
        let stake = Money::from_dollars(1);
        let value = value(&game, 0, &Pack::fresh(&game.deck), stake, stake);
        assert_eq!(value.ev_exact.as_deref(), Some(exact));
    }
}

#[test]
fn three_card_bets_of_twenty_one() {
    let nines = [
        ("9:1", "poker = 'flush'"),
        ("9:1", "poker = 'straight'"),
        ("9:1", "poker = 'three-of-a-kind'"),
    ];
    let mut bet = with_bet("presque-isle-blackjack", Over::FirstTwoAndUp, &nines);
    for (decks, published) in [
        (1, 13.303_167),
        (2, 7.261_784),
        (4, 4.243_920),
        (6, 3.238_572),
        (8, 2.736_028),
    ] {
        near(edge(&mut bet, decks), published);
    }
    let mut own = game("presque-isle-blackjack");
    near(edge(&mut own, 6), 13.389_610);
    let place = own.side_bet("in-between").unwrap().0;
    own.side_bets.swap(0, place);
    for (decks, published) in [
        (1, 10.461_538),
        (2, 7.758_204),
        (4, 6.041_714),
        (6, 5.418_206),
        (8, 5.097_044),
    ] {
        near(edge(&mut own, decks), published);
    }
    let lucky = [
        ("200:1", "ranks = ['7', '7', '7'], suits = 'same'"),
        ("100:1", "ranks = ['6', '7', '8'], suits = 'same'"),
        ("50:1", "ranks = ['7', '7', '7']"),
        ("30:1", "ranks = ['6', '7', '8']"),
        ("15:1", "total = '21', suits = 'same'"),
        ("3:1", "total = '21'"),
        ("2:1", "total = '19-20'"),
    ];
    near(
        edge(&mut with_bet("presque-isle-blackjack", Over::FirstTwoAndUp, &lucky), 6),
        2.655_645,
    );
}

#[test]
fn matches_of_the_dealers_card() {
    let rows =
        |unsuited: &'static str, suited: &'static str, both: &'static str, twice: &'static str, two: &'static str| {
            [
                (unsuited, "unsuited-matches = '1', suited-matches = '0'"),
                (suited, "unsuited-matches = '0', suited-matches = '1'"),
                (both, "unsuited-matches = '1', suited-matches = '1'"),
                (twice, "unsuited-matches = '0', suited-matches = '2'"),
                (two, "unsuited-matches = '2', suited-matches = '0'"),
            ]
        };
    for over in [Over::FirstTwoAndUp, Over::FirstTwoAndHole] {
        let mut two_decks = with_bet(
            "presque-isle-blackjack",
            over,
            &rows("4:1", "19:1", "23:1", "38:1", "8:1"),
        );
        near(edge(&mut two_decks, 2), 3.312_393);
        let mut spanish = with_bet("nh21-plus", over, &rows("4:1", "9:1", "13:1", "18:1", "8:1"));
        near(edge(&mut spanish, 6), 3.055_481);
    }
    // The same bet by the rules file: given the dealer's card, of 41041.
    let own = game("nh21-plus");
    let pack = Pack::fresh(&own.deck);
    for place in 0..2 {
        let counts = count(&own, &own.side_bets[place], &pack, Money::from_dollars(1));
        let mut found: Vec<u128> = counts.rows.iter().map(|count| count / 288).collect();
        found.sort_unstable();
        assert_eq!(found, [10, 90, 153, 1320, 4752]);
        assert_eq!(counts.none, 34_716 * 288);
    }
}

#[test]
fn two_card_bets_and_the_dealers_blackjack() {
    let ladies = [
        ("1000:1", "exactly = ['Qh', 'Qh'], dealer-blackjack = true"),
        ("125:1", "exactly = ['Qh', 'Qh']"),
        ("19:1", "total = '20', ranks = ['Q', 'Q'], suits = 'same'"),
        ("9:1", "total = '20', suits = 'same'"),
        ("4:1", "total = '20'"),
    ];
    let mut matched = with_bet("presque-isle-blackjack", Over::FirstTwo, &ladies);
    // "Matched 20" is any two equal cards of value ten; the queens of hearts are one of the matches.
    matched.side_bets[0].rows[2].when = "total = '20', poker = 'pair', suits = 'same'".parse().unwrap();
    for (decks, published) in [(1, 38.159_879), (2, 30.045_392), (6, 24.708_906), (8, 24.046_003)] {
        near(edge(&mut matched, decks), published);
    }
    let royal = [
        ("25:1", "ranks = ['K', 'Q'], suits = 'same'"),
        ("5:2", "suits = 'same'"),
    ];
    let mut royal = with_bet("presque-isle-blackjack", Over::FirstTwo, &royal);
    near(edge(&mut royal, 1), 10.859_729);
    near(edge(&mut royal, 6), 6.665_842);
    let mut over = with_bet("presque-isle-blackjack", Over::FirstTwo, &[("1:1", "sum = '14+'")]);
    near(edge(&mut over, 6), 6.554_539);
    let pairs = [
        ("25:1", "same-rank = 'any', suits = 'same'"),
        ("12:1", "same-rank = 'any', suits = 'same-color'"),
        ("6:1", "same-rank = 'any'"),
    ];
    near(
        edge(&mut with_bet("presque-isle-blackjack", Over::FirstTwo, &pairs), 6),
        6.109_325,
    );
}

#[test]
fn insurance_by_decks_and_with_hearts() {
    let own = game("presque-isle-blackjack");
    let rules = own.twenty_one().unwrap().insurance.as_ref().unwrap();
    for (decks, published) in [
        (1, 5.882_353),
        (2, 6.796_117),
        (4, 7.246_377),
        (6, 7.395_498),
        (8, 7.469_880),
    ] {
        let deck = croupier_rules::game::Deck {
            decks,
            ..own.deck.clone()
        };
        let value = insurance(rules, &Pack::fresh(&deck)).unwrap();
        near(100.0 * value.house_edge, published);
    }
    // Six decks of 48: 72 of the 287 other cards make a blackjack; under the ace of hearts 18 of them are hearts.
    let own = game("nh21-plus");
    let rules = own.twenty_one().unwrap().insurance.as_ref().unwrap();
    let value = insurance(rules, &Pack::fresh(&own.deck)).unwrap();
    let exact = fraction(6 * 18 + 2 * (4 * 72 - 18) - 4 * (287 - 72), 4 * 287);
    assert_eq!(value.ev_exact, Some(exact.to_string()));
}

/// Taken with any two cards, insurance is worth what it is without looking at them; taken with no ten in the hand and none with
/// it, what the cards left say: one deck, an ace up, 16 tens among 49 cards.
#[test]
fn insurance_with_some_hands_alone() {
    let own = game("presque-isle-blackjack");
    let rules = own.twenty_one().unwrap().insurance.as_ref().unwrap();
    let pack = Pack::fresh(&own.deck);
    let always = insurance_when(rules, &pack, |_, _| true).unwrap();
    assert_eq!(always.ev_exact, insurance(rules, &pack).unwrap().ev_exact);
    assert!(insurance_when(rules, &pack, |_, _| false).is_none());
    let deck = croupier_rules::game::Deck {
        decks: 1,
        ..own.deck.clone()
    };
    let no_tens = |player: [Card; 2], _: Card| player.iter().all(|card| card.value() != 10);
    let value = insurance_when(rules, &Pack::fresh(&deck), no_tens).unwrap();
    assert_eq!(value.ev_exact, Some(fraction(2 * 16 - 33, 49).to_string()));
}

/// Every deal of a few cards in every order, the slow way.
#[test]
fn remaining_shoes_are_counted_as_dealt_out() {
    let own = game("nh21-plus");
    let keep = croupier_rules::card::parse_cards("7h 7h 7d 8h Ac Kc Kd Qs").unwrap();
    let mut out: Vec<Card> = own.deck.cards().collect();
    for card in &keep {
        out.remove(out.iter().position(|other| other == card).unwrap());
    }
    let pack = Pack::fresh(&own.deck).without(&out).unwrap();
    for place in 0..2 {
        let bet = &own.side_bets[place];
        let counts = count(&own, bet, &pack, Money::from_dollars(1));
        let mut slow = vec![0u128; bet.rows.len() + 1];
        for a in 0..8 {
            for b in (0..8).filter(|b| *b != a) {
                for c in (0..8).filter(|c| *c != a && *c != b) {
                    let dealt = Dealt::TwentyOne {
                        player: [keep[a], keep[b]],
                        up: keep[c],
                        hole: Some(keep[c]),
                        dealer: &[],
                    };
                    slow[bet.best_row(&dealt, Money::from_dollars(1)).unwrap_or(bet.rows.len())] += 1;
                }
            }
        }
        let fast: Vec<u128> = counts
            .rows
            .iter()
            .chain([&counts.none])
            .map(|count| count * 2)
            .collect();
        assert_eq!(fast, slow);
    }
}

/// Hole cards that must play: the count by kinds against every two hole cards and every four bonus cards of a small deck, each
/// looked at as the table looks at it.
#[test]
fn hole_cards_that_must_play_are_counted_as_they_are_dealt() {
    let mut game = load::open("nh-holdem").unwrap().game;
    game.deck.removed = "2-4,9-K".parse().unwrap();
    let place = game
        .side_bets
        .iter()
        .position(|bet| bet.id == "six-card-bonus")
        .unwrap();
    let may_play = game.side_bets[place].clone();
    game.side_bets.get_mut(place).unwrap().hole_cards = HoleCardsPlay::MustPlay;
    let (bet, stake) = (&game.side_bets[place], Money::from_dollars(2));
    let cards: Vec<Card> = Card::all().filter(|card| game.deck.count(*card) > 0).collect();
    let mut expected = RowCounts {
        rows: vec![0; bet.rows.len()],
        none: 0,
    };
    let fours: Vec<u32> = (0u32..1 << cards.len())
        .filter(|chosen| chosen.count_ones() == 4)
        .collect();
    for (first, one) in cards.iter().enumerate() {
        for (second, other) in cards.iter().enumerate().skip(first + 1) {
            for four in fours.iter().filter(|four| *four & (1 << first | 1 << second) == 0) {
                let chosen = cards.iter().enumerate().filter(|(place, _)| four >> place & 1 == 1);
                let extra: Vec<Card> = chosen.map(|(_, card)| *card).collect();
                let dealt = Dealt::Stud {
                    hole: &[*one, *other],
                    dealer: &[],
                    community: &[],
                    extra: &extra,
                };
                match bet.best_row(&dealt, stake) {
                    Some(row) => expected.rows[row] += 1,
                    None => expected.none += 1,
                }
            }
        }
    }
    let pack = Pack::fresh(&game.deck);
    assert_eq!(count(&game, bet, &pack, stake), expected);
    let best_of_six = count(&game, &may_play, &pack, stake);
    assert!(
        best_of_six.none * 15 < expected.none,
        "fewer hands win when hole cards must play"
    );
}
