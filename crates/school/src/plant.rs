//! A round dealt with one error in it, planted from a list: for drills that ask to find it, and for tests of the judge.

use croupier_rules::Money;
use croupier_table::random_play::Dice;
use croupier_table::{Place, WagerKind};

use crate::moves::Move;
use crate::script::Script;

/// The errors that can be planted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Planted {
    /// Two moves change places that the document does not let.
    WrongOrder,
    /// A wager is paid another amount.
    WrongPay,
    /// A side bet is passed over.
    MissedSideBet,
    /// A card is dealt or turned that was not due.
    ExposedCard,
    /// A pass along the table goes the other way.
    WrongDirection,
}

/// Moves with one error among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flawed {
    /// The moves as they were made.
    pub moves: Vec<Move>,
    /// Where the judge finds the error, as a place among the moves.
    pub at: usize,
    /// What was planted.
    pub planted: Planted,
}

impl Planted {
    /// All of them.
    pub const ALL: [Planted; 5] = [
        Planted::WrongOrder,
        Planted::WrongPay,
        Planted::MissedSideBet,
        Planted::ExposedCard,
        Planted::WrongDirection,
    ];

    /// The error in words.
    pub const fn words(self) -> &'static str {
        match self {
            Planted::WrongOrder => "wrong order",
            Planted::WrongPay => "wrong pay",
            Planted::MissedSideBet => "missed side bet",
            Planted::ExposedCard => "exposed card",
            Planted::WrongDirection => "wrong direction",
        }
    }

    /// The moves of a script with this error somewhere; `None` where the round has no place for it.
    pub fn plant(self, script: &Script, dice: &mut Dice) -> Option<Flawed> {
        let moves: Vec<Move> = script.dues.iter().map(|due| due.made).collect();
        let places: Vec<usize> = (0..moves.len()).filter(|place| self.fits(script, *place)).collect();
        if places.is_empty() {
            return None;
        }
        let at = places[dice.below(places.len())];
        let mut moves = moves;
        match self {
            Planted::WrongOrder | Planted::WrongDirection => moves.swap(at, at + 1),
            Planted::WrongPay => moves[at] = mispaid(moves[at], dice),
            Planted::MissedSideBet => {
                moves.remove(at);
            }
            Planted::ExposedCard => moves.insert(at, exposure(script, at)?),
        }
        Some(Flawed {
            moves,
            at,
            planted: self,
        })
    }

    /// Whether the error can be made at this place.
    fn fits(self, script: &Script, at: usize) -> bool {
        let made = script.dues[at].made;
        let next = script.dues.get(at + 1).map(|due| due.made);
        let differs = next.is_some_and(|next| next != made) && !script.may_change_places(at, at + 1);
        match self {
            Planted::WrongOrder => differs && !script.are_of_one_pass(at, at + 1),
            Planted::WrongDirection => differs && script.are_of_one_pass(at, at + 1),
            Planted::WrongPay => matches!(made, Move::Pay { .. }),
            // Within a pass the judge cannot know yet whether a bet is passed over or only comes later.
            Planted::MissedSideBet => {
                let is_side = made
                    .settles()
                    .is_some_and(|wager| matches!(wager.kind, WagerKind::Side(_)));
                is_side && next.is_some() && !script.are_of_one_pass(at, at + 1)
            }
            Planted::ExposedCard => exposure(script, at).is_some(),
        }
    }
}

/// A payment as it is got wrong: with the stake counted in, one unit short, doubled or halved.
fn mispaid(made: Move, dice: &mut Dice) -> Move {
    let Move::Pay { wager, amount } = made else {
        return made;
    };
    let unit = Money::from_dollars(1);
    let half = Money::from_cents(amount.cents() / 2);
    let wrong = match dice.below(4) {
        0 => amount + unit,
        1 if amount > unit => amount - unit,
        2 if half > Money::ZERO => half,
        _ => amount * 2,
    };
    Move::Pay { wager, amount: wrong }
}

/// A card that can be exposed before the move at this place: the next one of the shoe where none is due, or the dealer's hole card.
fn exposure(script: &Script, at: usize) -> Option<Move> {
    let due = script.dues[at].made;
    let later = &script.dues[at..];
    let dealt = script.dues[..at]
        .iter()
        .any(|due| due.made == Move::Deal { to: Place::Hole });
    let shown_later = later.iter().any(|due| due.made == Move::Reveal);
    if dealt && shown_later && due != Move::Reveal {
        return Some(Move::Reveal);
    }
    let last = script.dues[..at].iter().rev().find_map(|due| match due.made {
        Move::Deal { to } => Some(to),
        _ => None,
    })?;
    (!matches!(due, Move::Deal { .. })).then_some(Move::Deal { to: last })
}
