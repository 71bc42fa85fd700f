//! What each action is worth in one hand of stud.

use croupier_rules::stud::Stud;
use croupier_rules::{Card, Game, Money};

use super::play::{Play, StudAction};
use crate::chances;
use crate::pack::{NotHeld, Pack};
use crate::solution::{ActionValue, HandValue, fraction, to_f64};

/// A hand at the moment of a decision.
#[derive(Clone, Debug)]
pub struct StudHand {
    /// The hole cards.
    pub cards: Vec<Card>,
    /// The community cards turned so far.
    pub board: Vec<Card>,
    /// Other cards known to be out.
    pub removed: Vec<Card>,
    /// The bets made on the streets before, as multiples of the main bet; left out, the least on each.
    pub bets: Option<Vec<u8>>,
    /// The main bet.
    pub main: Money,
}

/// A hand that cannot be valued.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StudHandFault {
    /// The game is not of the stud family.
    #[error("{0} is not a game of stud; a hand of it has an up card, not a board")]
    NotStud(String),
    /// The wrong number of hole cards.
    #[error("a hand has {wanted} hole cards, but {given} are given")]
    HoleCards {
        /// How many are given.
        given: usize,
        /// How many there must be.
        wanted: u8,
    },
    /// A board that no decision comes with.
    #[error("no decision is made with {given} community cards on the board; name {wanted}")]
    Board {
        /// How many are given.
        given: usize,
        /// The numbers at which there is a decision, in words.
        wanted: String,
    },
    /// A card that is not there, or not so often.
    #[error(transparent)]
    NotHeld(#[from] NotHeld),
    /// A main bet that is not allowed.
    #[error("a {name} of {amount} is not allowed in {game}")]
    Main {
        /// What the main bet is called.
        name: String,
        /// The amount.
        amount: Money,
        /// The game.
        game: String,
    },
    /// Street bets that are not allowed.
    #[error(
        "the bets before this street cannot be {given:?}; name one allowed multiple for each of the {streets} streets"
    )]
    Bets {
        /// What is given.
        given: Vec<u8>,
        /// How many streets come before.
        streets: usize,
    },
    /// A game whose shape has no exact solver.
    #[error("{0} is too large to solve exactly; `croupier simulate` plays it")]
    Unsolved(String),
    /// Cards known to be out before any community card lies open.
    #[error(
        "before the first community card a hand is valued with no other card known, since all boards are still to come; leave \
         out --removed"
    )]
    RemovedAtStart,
    /// A game whose dealer shows a card needs it.
    #[error("the dealer shows a card in this game; name it with --up, like --up 9c")]
    NoUp,
    /// A game whose dealer shows none.
    #[error("the dealer shows no card in this game; leave out --up")]
    Up,
    /// Too few cards are left to finish the hand.
    #[error("only {left} cards are left, too few to finish the hand")]
    TooFew {
        /// How many are left.
        left: u32,
    },
}

/// What each action is worth, best first; the expected gain is that of the whole hand, with all that was bet before.
pub fn hand(game: &Game, hand: &StudHand) -> Result<HandValue, StudHandFault> {
    let rules = game.stud().ok_or_else(|| StudHandFault::NotStud(game.name.clone()))?;
    let street = check(game, rules, hand)?;
    let bets = match &hand.bets {
        Some(bets) => bets.clone(),
        None => rules.streets[..street]
            .iter()
            .map(|street| street.bets.iter().copied().min().unwrap_or(0))
            .collect(),
    };
    let units = 1 + bets.iter().map(|times| u32::from(*times)).sum::<u32>();
    let known: Vec<Card> = hand.cards.iter().chain(&hand.board).copied().collect();
    let out: Vec<Card> = known.iter().chain(&hand.removed).copied().collect();
    let pack = Pack::fresh(&game.deck).without(&out)?;
    let to_come = rules.hand_cards() - known.len();
    if (pack.size() as usize) < to_come {
        return Err(StudHandFault::TooFew { left: pack.size() });
    }
    let play = Play::new(rules, &pack, hand.main, &known, street, units);
    let whole = play.deals() * play.unit() as u128;
    let values = play.action_values(&play.streets[0], 0, units);
    let actions = values
        .into_iter()
        .map(|(action, value)| {
            let ev = fraction(value, whole);
            ActionValue {
                action: action.on(&rules.streets[street]).word().to_string(),
                amount_cents: match action {
                    StudAction::Fold => 0,
                    StudAction::Bet(times) => hand.main.cents() * i64::from(times),
                },
                ev: to_f64(&ev),
                ev_exact: Some(ev.to_string()),
                cost: 0.0,
            }
        })
        .collect();
    let chances = chances::of_pay_table(rules, hand.main, &known, &pack, to_come);
    Ok(HandValue::rank(&game.id, hand.main.cents(), actions).with_chances(chances))
}

/// Checks a hand and finds the street it is at.
fn check(game: &Game, rules: &Stud, hand: &StudHand) -> Result<usize, StudHandFault> {
    if hand.cards.len() != usize::from(rules.hands.hole_cards) {
        return Err(StudHandFault::HoleCards {
            given: hand.cards.len(),
            wanted: rules.hands.hole_cards,
        });
    }
    if !game.main_bet.allows(hand.main) {
        return Err(StudHandFault::Main {
            name: game.main_bet.name.clone(),
            amount: hand.main,
            game: game.name.clone(),
        });
    }
    let seen = hand.cards.len() + hand.board.len();
    let streets = 0..rules.streets.len();
    let at: Vec<usize> = streets.filter(|street| rules.streets[*street].has_choice()).collect();
    let fits = |street: &usize| {
        rules.cards_known_at(*street) == seen && hand.bets.as_ref().is_none_or(|bets| bets.len() == *street)
    };
    let Some(street) = at.iter().copied().find(fits) else {
        if let (Some(bets), Some(street)) = (
            &hand.bets,
            at.iter().find(|street| rules.cards_known_at(**street) == seen),
        ) {
            return Err(StudHandFault::Bets {
                given: bets.clone(),
                streets: *street,
            });
        }
        let wanted: Vec<String> = at
            .iter()
            .map(|street| (rules.cards_known_at(*street) - hand.cards.len()).to_string())
            .collect();
        return Err(StudHandFault::Board {
            given: hand.board.len(),
            wanted: wanted.join(" or "),
        });
    };
    let allowed = |(street, times): (usize, &u8)| rules.streets[street].bets.contains(times);
    match &hand.bets {
        Some(bets) if !bets.iter().enumerate().all(allowed) => Err(StudHandFault::Bets {
            given: bets.clone(),
            streets: street,
        }),
        _ => Ok(street),
    }
}
