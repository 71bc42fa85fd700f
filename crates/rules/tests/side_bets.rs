//! The house edges of published side bets, counted card by card from the rules files in `tests/games/`.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::Path;

use croupier_rules::game::{Deck, Over, SideBet};
use croupier_rules::load::{self, Change};
use croupier_rules::pay_table::{Dealt, total};
use croupier_rules::{Card, Game, Money};

/// Edges in per cent by Michael Shackleford (Wizard of Odds) and recounted with another program; by side bet and decks.
const EDGES: [(&str, &str, u8, f64); 17] = [
    ("side-bets-two-cards", "perfect-pairs", 6, 6.109325),
    ("side-bets-two-cards", "perfect-pairs", 8, 4.096386),
    ("side-bets-two-cards", "royal-match", 2, 8.327110),
    ("side-bets-two-cards", "royal-match", 6, 6.665842),
    ("side-bets-two-cards", "over-13", 2, 6.646751),
    ("side-bets-two-cards", "over-13", 6, 6.554539),
    ("side-bets-two-cards", "under-13", 6, 10.066782),
    ("side-bets-two-cards", "lucky-ladies", 2, 30.045392),
    ("side-bets-two-cards", "lucky-ladies", 6, 24.708906),
    ("side-bets-up-card", "21-plus-3", 4, 4.243920),
    ("side-bets-up-card", "21-plus-3", 6, 3.238572),
    ("side-bets-up-card", "in-between", 4, 6.041714),
    ("side-bets-up-card", "in-between", 6, 5.418206),
    ("side-bets-up-card", "match-the-dealer", 6, 4.061819),
    ("side-bets-up-card", "lucky-lucky", 6, 2.655645),
    ("side-bets-up-card", "lucky-lucky", 8, 2.618635),
    ("spanish-21-redoubling", "match-the-dealer", 6, 3.055481),
];

#[test]
fn published_edges_are_reproduced() {
    for (file, id, decks, published) in EDGES {
        let game = game(file, decks);
        let (_, bet) = game.side_bet(id).unwrap();
        let edge = 100.0 * edge(bet, &game.deck);
        assert!(
            (edge - published).abs() < 1e-6,
            "{file}, {id}, {decks} decks: {edge} against {published}"
        );
    }
}

fn game(file: &str, decks: u8) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/games/{file}.toml"));
    let loaded = load::open(path.to_str().unwrap()).unwrap();
    loaded.with(&[Change::new("deck.decks", decks)]).unwrap().game
}

/// What the bet loses on average, as a share of the stake, from a full shoe.
fn edge(bet: &SideBet, deck: &Deck) -> f64 {
    let dealer_cards = match bet.over {
        Over::FirstTwo if bet.rows.iter().any(|row| row.when.dealer_blackjack) => 2,
        Over::FirstTwo => 0,
        _ => 1,
    };
    let mut shoe: Vec<u64> = Card::all().map(|card| u64::from(deck.count(card))).collect();
    let mut dealt = Vec::new();
    let mut counted = (0i128, 0i128);
    deal(bet, dealer_cards + 2, &mut shoe, 1, &mut dealt, &mut counted);
    -(counted.0 as f64) / (counted.1 as f64 * 100.0)
}

/// Deals every sequence of cards, each as often as the shoe can deal it, and adds up cents won and sequences.
fn deal(bet: &SideBet, left: usize, shoe: &mut [u64], ways: u64, dealt: &mut Vec<Card>, counted: &mut (i128, i128)) {
    if left == 0 {
        counted.0 += i128::from(ways) * i128::from(net(bet, dealt));
        counted.1 += i128::from(ways);
        return;
    }
    for card in Card::all() {
        let many = shoe[card.index()];
        if many > 0 {
            shoe[card.index()] -= 1;
            dealt.push(card);
            deal(bet, left - 1, shoe, ways * many, dealt, counted);
            dealt.pop();
            shoe[card.index()] += 1;
        }
    }
}

/// Cents won or lost on a stake of a dollar. Cards: the player's two, then the dealer's.
fn net(bet: &SideBet, cards: &[Card]) -> i64 {
    let stake = Money::from_dollars(1);
    // All rows of the one bet that looks at four cards ask for a total of 20.
    if cards.len() == 4 && total(&cards[..2]) != 20 {
        return -100;
    }
    let round = Dealt::TwentyOne {
        player: [cards[0], cards[1]],
        up: cards.get(2).copied().unwrap_or(cards[0]),
        hole: cards.get(3).copied(),
        dealer: &[],
    };
    match bet.best_row(&round, stake) {
        Some(row) => bet.rows[row].pays.winnings(stake).unwrap().cents(),
        None => -100,
    }
}
