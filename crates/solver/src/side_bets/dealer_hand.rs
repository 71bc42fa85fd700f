//! Bets over the dealer's complete hand.
//!
//! While such a bet is on the table the dealer always completes the hand, and who chooses in a round has not seen the cards that
//! the dealer will draw. So the hand is distributed as if its cards were the first of the shoe, however the players play
//! (`docs/solver.md`); where a row asks for the player's blackjack, the player's two cards come before them.

use std::ops::ControlFlow;

use croupier_rules::game::SideBet;
use croupier_rules::pattern::Pattern;
use croupier_rules::pay_table::Dealt;
use croupier_rules::play::{DealerHands, is_ace_ten};
use croupier_rules::twenty_one::TwentyOne;
use croupier_rules::{Card, Game, Money, Rank, Suit};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Payment, by_chances, unit_of};
use crate::pack::Pack;
use crate::solution::{WagerValue, fraction, to_f64};

/// What the bet is worth at this stake.
pub(super) fn value(game: &Game, rules: &TwentyOne, bet: &SideBet, pack: &Pack, stake: Money) -> WagerValue {
    let chances = chances(rules, bet, pack, stake);
    let mean = bet
        .rows
        .iter()
        .zip(&chances)
        .fold(RBig::from(-1), |sum, (row, chance)| {
            let payment = Payment::at(row.pays, stake);
            let gain = fraction(payment.cents, unit_of(stake, &payment).unsigned_abs());
            sum + (gain + RBig::ONE) * chance
        });
    let chances: Vec<f64> = chances.iter().map(to_f64).collect();
    let mut value = by_chances(game, bet, stake, &chances);
    value.ev = to_f64(&mean);
    value.house_edge = -value.ev;
    value.wager(1.0);
    value.ev_exact = Some(mean.to_string());
    value
}

/// How likely each row is paid.
pub fn chances(rules: &TwentyOne, bet: &SideBet, pack: &Pack, stake: Money) -> Vec<RBig> {
    let no_blackjack = [Card::new(Rank::Two, Suit::Clubs); 2];
    let all = hands(rules, bet, pack);
    let mut chances = rows_beside(bet, &all, pack.size(), no_blackjack, stake);
    if !bet.rows.iter().any(|row| row.when.player_blackjack) {
        return chances;
    }
    // A player's blackjack takes two cards out of the shoe. Hands beside it are paid by other rows than was said above.
    for (player, left, weight) in blackjacks(rules, bet, pack) {
        let size = pack.size().saturating_sub(2);
        let [with, without] = [player, no_blackjack].map(|player| rows_beside(bet, &left, size, player, stake));
        for (chance, (with, without)) in chances.iter_mut().zip(with.into_iter().zip(without)) {
            *chance += weight.clone() * (with - without);
        }
    }
    chances
}

fn hands(rules: &TwentyOne, bet: &SideBet, pack: &Pack) -> DealerHands {
    DealerHands::new(rules.dealer.soft_17, |card| u32::from(pack.count(card)), patterns(bet))
}

fn patterns(bet: &SideBet) -> impl Iterator<Item = &Pattern> + Clone {
    bet.rows.iter().map(|row| &row.when)
}

/// The blackjacks of a player, each with the dealer's hands beside it and how likely it is; those beside which the dealer's hands
/// cannot be told apart are one.
fn blackjacks(rules: &TwentyOne, bet: &SideBet, pack: &Pack) -> Vec<([Card; 2], DealerHands, RBig)> {
    let size = u128::from(pack.size());
    let deals = size * size.saturating_sub(1);
    let mut found: Vec<([Card; 2], DealerHands, RBig)> = Vec::new();
    for (one, count) in pack.kinds() {
        for (other, others) in pack.kinds().filter(|(other, _)| is_ace_ten(&[one, *other])) {
            let left = pack.without(&[one, other]).expect("both cards were found in the pack");
            let left = hands(rules, bet, &left);
            let weight = fraction(i128::from(count) * i128::from(others), deals);
            match found.iter_mut().find(|(_, known, _)| *known == left) {
                Some((_, _, sum)) => *sum += weight,
                None => found.push(([one, other], left, weight)),
            }
        }
    }
    found
}

/// How likely each row is paid beside these two cards of the player, with the dealer's hands dealt from so many cards.
fn rows_beside(bet: &SideBet, hands: &DealerHands, size: u32, player: [Card; 2], stake: Money) -> Vec<RBig> {
    // By number of cards, for hands of one number have one denominator.
    let mut ways: Vec<Vec<u128>> = vec![Vec::new(); bet.rows.len()];
    let _ = hands.clone().each(|dealer, count| {
        let dealt = Dealt::TwentyOne {
            player,
            up: dealer[0],
            hole: dealer.get(1).copied(),
            dealer,
        };
        if let Some(row) = bet.best_row(&dealt, stake) {
            let row = &mut ways[row];
            row.resize(row.len().max(dealer.len() + 1), 0);
            row[dealer.len()] += count;
        }
        ControlFlow::Continue(())
    });
    ways.iter().map(|row| chance(row, size)).collect()
}

/// How likely hands are that can come in so many ways, by their number of cards.
fn chance(ways: &[u128], size: u32) -> RBig {
    let mut deals = UBig::ONE;
    let mut sum = RBig::ZERO;
    for (cards, ways) in ways.iter().enumerate() {
        if *ways > 0 {
            sum += RBig::from_parts(IBig::from(*ways), deals.clone());
        }
        deals *= UBig::from((size as usize).saturating_sub(cards).max(1));
    }
    sum
}
