//! Holds a dealer's moves against the script: by the book, a permitted variation, or an error.

use std::collections::VecDeque;

use croupier_rules::Game;
use strum::{IntoStaticStr, VariantArray};

use crate::moves::Move;
use crate::script::Script;

/// What a judge says of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The next move by the book.
    ByTheBook {
        /// Its place in the script.
        due: usize,
    },
    /// A move that the document permits here, though another is listed first.
    Variation {
        /// Its place in the script.
        due: usize,
    },
    /// An error.
    Error(Fault),
}

/// An error of a dealer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What the dealer did; `None` for a move left out at the end.
    pub made: Option<Move>,
    /// What was due, as a place in the script; `None` when nothing was.
    pub expected: Option<usize>,
    /// What kind of error it is.
    pub kind: FaultKind,
    /// The move of the script that is done all the same, as its place: the one made too early, or the one due, which the floor has put
    /// right.
    pub carried: Option<usize>,
}

/// The kinds of error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum FaultKind {
    /// Something else comes first.
    Order,
    /// The hands of a pass are settled from the other end.
    Direction,
    /// The wager is settled for another amount.
    Amount,
    /// A bet that won was taken, one that lost was paid, or one that pushes was not left.
    Outcome,
    /// A side bet or insurance was passed over.
    Missed,
    /// A card was dealt, turned or looked at that was not due.
    Exposed,
    /// A card went to the wrong place.
    Place,
    /// A player's wish was misread.
    Signal,
    /// The cards were counted wrong.
    Count,
    /// Nothing calls for the move.
    NotDue,
}

/// When a dealer is told of errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Told {
    /// At once: a wrong move is not carried out, and the one that is due stays due.
    #[default]
    AtOnce,
    /// When the round is over: meanwhile the floor puts every error right, and the round goes on.
    AtTheEnd,
}

/// Holds the moves of one round against its script.
#[derive(Clone, Debug)]
pub struct Judge<'s> {
    script: &'s Script,
    /// The moves still due, in order.
    left: VecDeque<usize>,
    /// The moves done, in the order they were.
    done: Vec<usize>,
    faults: Vec<Fault>,
    told: Told,
}

impl<'s> Judge<'s> {
    /// A judge of a round that is about to begin.
    pub fn new(script: &'s Script, told: Told) -> Judge<'s> {
        Judge {
            script,
            left: (0..script.dues.len()).collect(),
            done: Vec::new(),
            faults: Vec::new(),
            told,
        }
    }

    /// Judges a move.
    pub fn make(&mut self, made: Move) -> Verdict {
        let Some(&first) = self.left.front() else {
            return self.fault(made, None, FaultKind::NotDue, None);
        };
        let permitted = |due: &usize| self.script.may_change_places(first, *due) && self.script.dues[*due].made == made;
        if let Some(place) = self.left.iter().position(permitted) {
            let due = self.carry(place);
            return match due == first {
                true => Verdict::ByTheBook { due },
                false => Verdict::Variation { due },
            };
        }
        let early = self.left.iter().position(|due| self.script.dues[*due].made == made);
        let kind = self.kind_of(made, first, early.map(|place| self.left[place]));
        let carried = match (self.told, early) {
            (Told::AtOnce, _) => None,
            // What was settled too early is settled; what was due before it stays due.
            (Told::AtTheEnd, Some(place)) if self.script.are_of_one_pass(first, self.left[place]) => {
                Some(self.carry(place))
            }
            (Told::AtTheEnd, _) => Some(self.carry(0)),
        };
        self.fault(made, Some(first), kind, carried)
    }

    /// The dealer says that the round is over: whatever is still due was left out.
    pub fn finish(&mut self) {
        while let Some(due) = self.left.pop_front() {
            self.done.push(due);
            self.faults.push(Fault {
                made: None,
                expected: Some(due),
                kind: FaultKind::Missed,
                carried: Some(due),
            });
        }
    }

    /// The move that is due, as its place in the script.
    pub fn expects(&self) -> Option<usize> {
        self.left.front().copied()
    }

    /// The moves done so far, as their places in the script, in the order they were done.
    pub fn done(&self) -> &[usize] {
        &self.done
    }

    /// The errors so far.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    fn carry(&mut self, place: usize) -> usize {
        let due = self.left.remove(place).expect("a place among the moves that are left");
        self.done.push(due);
        due
    }

    fn fault(&mut self, made: Move, expected: Option<usize>, kind: FaultKind, carried: Option<usize>) -> Verdict {
        let fault = Fault {
            made: Some(made),
            expected,
            kind,
            carried,
        };
        self.faults.push(fault.clone());
        Verdict::Error(fault)
    }

    /// What is wrong with a move where another is due; `early` is the place in the script where it would be right.
    fn kind_of(&self, made: Move, due: usize, early: Option<usize>) -> FaultKind {
        let expected = self.script.dues[due].made;
        match (expected, made) {
            (Move::Heed { hand, .. }, Move::Heed { hand: other, .. }) if hand == other => return FaultKind::Signal,
            (Move::Announce(_), Move::Announce(_)) => return FaultKind::Count,
            (Move::Deal { .. }, Move::Deal { .. }) => return FaultKind::Place,
            _ => {}
        }
        if let Some(kind) = self.settlement_kind(expected, made) {
            return kind;
        }
        if made.exposes() {
            return FaultKind::Exposed;
        }
        match early {
            Some(early) if self.script.are_of_one_pass(due, early) => match self.losers_first(due, made) {
                true => FaultKind::Order,
                false => FaultKind::Direction,
            },
            Some(_) if expected.settles().is_some_and(|wager| !is_of_hand(wager.kind)) => FaultKind::Missed,
            Some(_) => FaultKind::Order,
            None => FaultKind::NotDue,
        }
    }

    /// The error in settling a wager that is due, or one of the same hand that may be settled now, in the wrong way.
    fn settlement_kind(&self, expected: Move, made: Move) -> Option<FaultKind> {
        let wager = made.settles()?;
        let first = *self.left.front()?;
        let now = self.left.iter().map_while(|due| {
            self.script
                .may_change_places(first, *due)
                .then(|| self.script.dues[*due].made)
        });
        let same = now.chain([expected]).find(|due| due.settles() == Some(wager))?;
        Some(match (same, made) {
            (Move::Pay { .. }, Move::Pay { .. }) | (Move::Take { .. }, Move::Take { .. }) => FaultKind::Amount,
            _ => FaultKind::Outcome,
        })
    }

    /// Whether losing bets are taken before any is paid in this pass, and the move pays one while one is to be taken.
    fn losers_first(&self, due: usize, made: Move) -> bool {
        let takes = |due: &usize| matches!(self.script.dues[*due].made, Move::Take { .. });
        let pass = || (0..self.script.dues.len()).filter(|other| self.script.are_of_one_pass(due, *other));
        let last_taken = pass().filter(takes).max();
        let first_paid = pass().find(|other| !takes(other));
        let apart = matches!((last_taken, first_paid), (Some(taken), Some(paid)) if taken < paid);
        apart && takes(&due) && !matches!(made, Move::Take { .. })
    }
}

impl Fault {
    /// The error in a sentence: what was done, and what was due.
    pub fn words(&self, game: &Game, script: &Script) -> String {
        let due = self.expected.map(|due| script.dues[due].made.words(game));
        let said = match (&self.made, self.kind) {
            (None, _) => "Left out".to_string(),
            (Some(made), FaultKind::NotDue) => format!("Nothing calls for it: {}", made.words(game)),
            (Some(made), kind) => format!("{}: {}", kind.words(), made.words(game)),
        };
        match due {
            Some(due) => format!("{said}. By the book: {due}."),
            None => format!("{said}. The round is over."),
        }
    }
}

impl FaultKind {
    /// All kinds.
    pub const ALL: &[FaultKind] = FaultKind::VARIANTS;

    /// The kind in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            FaultKind::Order => "Out of order",
            FaultKind::Direction => "Wrong direction",
            FaultKind::Amount => "Wrong amount",
            FaultKind::Outcome => "Wrong outcome",
            FaultKind::Missed => "A bet was passed over",
            FaultKind::Exposed => "A card was exposed",
            FaultKind::Place => "Wrong place for the card",
            FaultKind::Signal => "The player was misread",
            FaultKind::Count => "Counted wrong",
            FaultKind::NotDue => "Not due",
        }
    }

    /// Its word in records and exports: `amount`.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

const fn is_of_hand(kind: croupier_table::WagerKind) -> bool {
    matches!(kind, croupier_table::WagerKind::Main) || kind.is_part_of_main()
}
