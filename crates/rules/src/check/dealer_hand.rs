//! Rows of a bet over the dealer's complete hand that no hand is paid by.

use std::ops::ControlFlow;

use super::reach::{Reach, Stakes, Tried, bits};
use super::tables::Table;
use crate::card::{Card, Rank, Suit};
use crate::game::{Deck, Over};
use crate::pay_table::{Dealt, Sight};
use crate::play::{DealerHands, is_ace_ten};
use crate::twenty_one::SoftSeventeen;

/// For every row, whether it can be paid.
pub(super) fn search(soft_17: SoftSeventeen, table: &Table, deck: &Deck, stakes: Stakes) -> Vec<Reach> {
    let pays: Vec<_> = table.rows.iter().map(|row| row.pays).collect();
    let mut tried = Tried::new(&pays, stakes);
    let asks_player = table.patterns().any(|pattern| pattern.player_blackjack);
    // A hand that is no blackjack, whatever it is, then every blackjack there is.
    let no_blackjack = [Card::new(Rank::Two, Suit::Clubs); 2];
    look(soft_17, table, deck, (no_blackjack, &[]), &mut tried);
    let blackjacks = deck_pairs(deck).filter(|pair| is_ace_ten(pair));
    for pair in blackjacks.filter(|_| asks_player) {
        if tried.pending != 0 {
            look(soft_17, table, deck, (pair, &pair), &mut tried);
        }
    }
    tried.reaches()
}

/// Looks at every hand of the dealer beside these two cards of the player, of which these are out of the deck.
fn look(soft_17: SoftSeventeen, table: &Table, deck: &Deck, (player, gone): ([Card; 2], &[Card]), tried: &mut Tried) {
    let left = |card: Card| {
        let gone = gone.iter().filter(|other| **other == card).count() as u32;
        u32::from(deck.count(card)).saturating_sub(gone)
    };
    let hands = DealerHands::new(soft_17, left, table.patterns());
    let _ = hands.each(|dealer, _| {
        let dealt = Dealt::TwentyOne {
            player,
            up: dealer[0],
            hole: dealer.get(1).copied(),
            dealer,
        };
        let sight = Sight::of_bet(Over::DealerHand, &dealt, dealer);
        let met = (0..table.rows.len())
            .filter(|row| table.rows[*row].when.holds(&sight))
            .fold(0, |bits, row| bits | 1 << row);
        for row in bits(met & tried.pending) {
            tried.met(row, met);
        }
        match tried.pending {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
}

/// Every two different cards of the deck.
fn deck_pairs(deck: &Deck) -> impl Iterator<Item = [Card; 2]> {
    let held = move |card: &Card| deck.count(*card) > 0;
    let pair = move |one: Card| Card::all().filter(held).map(move |other| [one, other]);
    Card::all().filter(held).flat_map(pair)
}
