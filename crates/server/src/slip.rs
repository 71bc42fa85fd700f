//! Bets as the wire has them, and as the round has them.

use croupier_rules::{Game, Money};
use croupier_table::{HandWagers, SeatWagers, Wagers};

use crate::problem::Problem;
use crate::wire::HandBet;

/// The limits of one table, within those of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The least main bet.
    pub min: Money,
    /// The most.
    pub max: Money,
}

/// The bets of a seat in the round's terms, checked against the rules and the table's limits.
pub fn read(game: &Game, limits: Limits, seat: u8, hands: &[HandBet]) -> Result<Vec<HandWagers>, Problem> {
    let wagers = hands
        .iter()
        .map(|hand| read_hand(game, hand))
        .collect::<Result<Vec<_>, _>>()?;
    let whole = Wagers {
        seats: vec![SeatWagers {
            seat,
            hands: wagers.clone(),
        }],
    };
    whole
        .check(game)
        .map_err(|fault| Problem::new("bet-not-allowed", fault.to_string()))?;
    for hand in &wagers {
        let none = hand.main == Money::ZERO && !game.main_bet.required;
        if !none && (hand.main < limits.min || hand.main > limits.max) {
            return Err(Problem::new(
                "bet-not-allowed",
                format!(
                    "{} on the {} is outside this table's limits; bet {} to {}",
                    hand.main, game.main_bet.name, limits.min, limits.max
                ),
            ));
        }
    }
    Ok(wagers)
}

fn read_hand(game: &Game, bet: &HandBet) -> Result<HandWagers, Problem> {
    let mut hand = HandWagers::new(Money::from_cents(bet.main));
    for name in &bet.multiples {
        let place = game.main_bet.spots.iter().position(|spot| spot == name);
        let place = place.ok_or_else(|| {
            let names: Vec<&str> = game.main_bet.spots.iter().map(|spot| spot.as_str()).collect();
            Problem::new(
                "bet-not-allowed",
                format!("`{name}` is no spot of this felt; it has {names:?}"),
            )
        })?;
        hand.spots |= 1 << place;
    }
    hand.side = vec![Money::ZERO; game.side_bets.len()];
    for (id, cents) in &bet.side {
        let (place, _) = game.side_bet(id).ok_or_else(|| {
            let ids: Vec<&str> = game.side_bets.iter().map(|bet| bet.id.as_str()).collect();
            Problem::new(
                "bet-not-allowed",
                format!("`{id}` is no side bet of this game; it has {ids:?}"),
            )
        })?;
        hand.side[place] = Money::from_cents(*cents);
    }
    Ok(hand)
}

/// The bets of a hand as the wire has them.
pub fn write(game: &Game, hand: &HandWagers) -> HandBet {
    let spots = game.main_bet.spots.iter().enumerate();
    let side = game.side_bets.iter().zip(&hand.side);
    HandBet {
        main: hand.main.cents(),
        multiples: spots
            .filter(|(place, _)| hand.spots >> place & 1 == 1)
            .map(|(_, spot)| spot.clone())
            .collect(),
        side: side
            .filter(|(_, stake)| **stake != Money::ZERO)
            .map(|(bet, stake)| (bet.id.clone(), stake.cents()))
            .collect(),
    }
}

/// What the bets of a seat come to, over all spots.
pub fn total(game: &Game, hands: &[HandWagers]) -> Money {
    hands.iter().map(|hand| hand.total(game)).sum()
}
