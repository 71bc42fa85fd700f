//! The bets that open a round, checked against the game's limits.

use croupier_rules::game::SideBet;
use croupier_rules::{Game, Money};
use serde::{Deserialize, Serialize};

use crate::step::HandAt;

/// All bets placed before the deal, by seat from the dealer's left.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Wagers {
    /// The seats that play, in rising order of their numbers.
    pub seats: Vec<SeatWagers>,
}

/// The bets of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatWagers {
    /// The seat, 1 on the dealer's left.
    pub seat: u8,
    /// Its hands, one for each main bet.
    pub hands: Vec<HandWagers>,
}

/// The bets of one hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandWagers {
    /// The main bet on one spot.
    pub main: Money,
    /// Which further spots carry the same bet: bit 0 for the first spot of the rules file, and so on.
    pub spots: u8,
    /// The side bets in the order of the rules file; zero where none is placed. May be shorter than that list.
    pub side: Vec<Money>,
}

/// A bet that the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WagerFault {
    /// Nobody bets.
    #[error("no bet is placed; a round needs at least one seat with a {main}")]
    NoBets {
        /// What the main bet is called.
        main: String,
    },
    /// The seat does not exist, comes twice, or is out of order.
    #[error("seat {seat} is not possible here; seats are numbered 1 to {seats} and named once, in rising order")]
    Seat {
        /// The seat named.
        seat: u8,
        /// How many there are.
        seats: u8,
    },
    /// Too many or no hands at a seat.
    #[error("seat {seat} has {hands} hands; this game allows 1 to {max}")]
    Hands {
        /// The seat.
        seat: u8,
        /// Hands bet on.
        hands: usize,
        /// The most allowed.
        max: u8,
    },
    /// A main bet outside the limits.
    #[error("seat {seat}: {amount} on the {name} is not allowed; {allowed}")]
    Main {
        /// The seat.
        seat: u8,
        /// What the bet is called.
        name: String,
        /// The amount.
        amount: Money,
        /// What is allowed, in words.
        allowed: String,
    },
    /// A hand without any bet.
    #[error("seat {seat}: a hand has no bet on it; bet on something, or leave the hand out")]
    Nothing {
        /// The seat.
        seat: u8,
    },
    /// A spot that the game does not have.
    #[error("seat {seat}: a bet is placed on a spot this game does not have; it has {spots} beside the main bet")]
    Spot {
        /// The seat.
        seat: u8,
        /// How many spots there are.
        spots: usize,
    },
    /// More side bets than one hand may carry.
    #[error("seat {seat}: {made} side bets are placed on one hand; this game allows {most}")]
    SideBets {
        /// The seat.
        seat: u8,
        /// Side bets placed.
        made: usize,
        /// The most allowed.
        most: u8,
    },
    /// A side bet is missing that every player must make.
    #[error("seat {seat}: no bet is placed on {name}; every hand must bet on it")]
    Required {
        /// The seat.
        seat: u8,
        /// The side bet.
        name: String,
    },
    /// A side bet outside the limits.
    #[error("seat {seat}: {amount} on {name} is not allowed; {allowed}")]
    Side {
        /// The seat.
        seat: u8,
        /// The side bet.
        name: String,
        /// The amount.
        amount: Money,
        /// What is allowed, in words.
        allowed: String,
    },
}

impl Wagers {
    /// One hand at seat 1 with nothing but a main bet.
    pub fn one(main: Money) -> Wagers {
        Wagers {
            seats: vec![SeatWagers {
                seat: 1,
                hands: vec![HandWagers::new(main)],
            }],
        }
    }

    /// The hands that are bet on, from the dealer's left.
    pub(crate) fn starting_hands(&self) -> impl Iterator<Item = (HandAt, &HandWagers)> {
        self.seats.iter().flat_map(|seat| {
            let hands = seat.hands.iter().zip(1..);
            hands.map(|(wagers, hand)| {
                let at = HandAt {
                    seat: seat.seat,
                    hand,
                    part: 1,
                };
                (at, wagers)
            })
        })
    }

    /// Checks every bet against the game's limits.
    pub fn check(&self, game: &Game) -> Result<(), WagerFault> {
        if self.seats.is_empty() {
            return Err(WagerFault::NoBets {
                main: game.main_bet.name.clone(),
            });
        }
        let mut last = 0;
        for seat in &self.seats {
            if seat.seat <= last || seat.seat > game.table.seats {
                return Err(WagerFault::Seat {
                    seat: seat.seat,
                    seats: game.table.seats,
                });
            }
            last = seat.seat;
            if seat.hands.is_empty() || seat.hands.len() > usize::from(game.table.hands_max) {
                return Err(WagerFault::Hands {
                    seat: seat.seat,
                    hands: seat.hands.len(),
                    max: game.table.hands_max,
                });
            }
            let several = seat.hands.len() > 1;
            for hand in &seat.hands {
                hand.check(game, seat.seat, several)?;
            }
        }
        Ok(())
    }
}

impl HandWagers {
    /// A main bet and nothing else.
    pub fn new(main: Money) -> HandWagers {
        HandWagers {
            main,
            spots: 0,
            side: Vec::new(),
        }
    }

    /// How many spots carry the main bet.
    pub fn spot_count(&self) -> u8 {
        1 + self.spots.count_ones() as u8
    }

    /// All money that goes down with these bets before the deal.
    pub fn total(&self, game: &Game) -> Money {
        let main = self.main * i64::from(self.spot_count()) * game.bets_before_deal();
        main + self.side.iter().copied().sum()
    }

    /// The stake on a side bet, zero if none.
    pub fn side_stake(&self, place: usize) -> Money {
        self.side.get(place).copied().unwrap_or(Money::ZERO)
    }

    fn check(&self, game: &Game, seat: u8, several: bool) -> Result<(), WagerFault> {
        let bet = &game.main_bet;
        let least = bet.min_on_each(&game.table, several);
        let none = !bet.required && self.main == Money::ZERO;
        if none && self.side.iter().all(|stake| *stake == Money::ZERO) {
            return Err(WagerFault::Nothing { seat });
        }
        if !none && (!bet.allows(self.main) || self.main < least) {
            let allowed = if bet.amounts.is_empty() {
                format!("bet {least} to {} in steps of {}", bet.highest(), bet.step())
            } else {
                let amounts: Vec<String> = bet
                    .amounts
                    .iter()
                    .filter(|amount| **amount >= least)
                    .map(Money::to_string)
                    .collect();
                format!("bet {}", amounts.join(" or "))
            };
            return Err(WagerFault::Main {
                seat,
                name: bet.name.clone(),
                amount: self.main,
                allowed,
            });
        }
        if self.spots >> bet.spots.len() != 0 {
            return Err(WagerFault::Spot {
                seat,
                spots: bet.spots.len(),
            });
        }
        for (place, stake) in self.side.iter().copied().enumerate() {
            if stake != Money::ZERO {
                self.check_side(game, seat, several, place, stake)?;
            }
        }
        let made = self.side.iter().filter(|stake| **stake != Money::ZERO).count();
        if let Some(most) = game.table.side_bets_max.filter(|most| made > usize::from(*most)) {
            return Err(WagerFault::SideBets { seat, made, most });
        }
        let missing = |(place, bet): &(usize, &SideBet)| bet.required && self.side_stake(*place) == Money::ZERO;
        match game.side_bets.iter().enumerate().find(missing) {
            Some((_, bet)) => Err(WagerFault::Required {
                seat,
                name: bet.name.clone(),
            }),
            None => Ok(()),
        }
    }

    fn check_side(&self, game: &Game, seat: u8, several: bool, place: usize, stake: Money) -> Result<(), WagerFault> {
        let fault = |name: &str, allowed: String| {
            Err(WagerFault::Side {
                seat,
                name: name.to_string(),
                amount: stake,
                allowed,
            })
        };
        let Some(bet) = game.side_bets.get(place) else {
            return fault("an unknown side bet", format!("this game has {}", game.side_bets.len()));
        };
        let (min, max) = (
            bet.min_beside(self.main, &game.table, several),
            bet.max_beside(self.main),
        );
        if stake < min || stake > max || !stake.is_multiple_of(bet.step) {
            return fault(
                &bet.name,
                format!("bet {min} to {max} in steps of {}, or nothing", bet.step),
            );
        }
        Ok(())
    }
}
