//! One deal played out, of any family.

use std::sync::Arc;

use croupier_rules::{Family, Game, Money};

use crate::baccarat::BaccaratRound;
use crate::event::Event;
use crate::single_card::SingleCardRound;
use crate::step::{Illegal, Next, Step};
use crate::strategy::Situation;
use crate::stud::StudRound;
use crate::twenty_one::TwentyOneRound;
use crate::view::{View, Viewer};
use crate::wagers::{WagerFault, Wagers};

/// One deal of any family, from the bets to the last settlement.
///
/// The round asks, somebody answers: [`Round::next`] says what it waits for, [`Round::play`] gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Round {
    /// A game of 21.
    TwentyOne(TwentyOneRound),
    /// A game of stud.
    Stud(StudRound),
    /// A game of baccarat.
    Baccarat(BaccaratRound),
    /// A game of single cards.
    SingleCard(SingleCardRound),
}

impl Round {
    /// A round with these bets on the table, waiting for its first card.
    pub fn new(game: &Arc<Game>, wagers: &Wagers) -> Result<Round, WagerFault> {
        match &game.family {
            Family::TwentyOne(_) => TwentyOneRound::new(game, wagers).map(Round::TwentyOne),
            Family::Stud(_) => StudRound::new(game, wagers).map(Round::Stud),
            Family::Baccarat(_) => BaccaratRound::new(game, wagers).map(Round::Baccarat),
            Family::SingleCard(_) => SingleCardRound::new(game, wagers).map(Round::SingleCard),
        }
    }

    /// What the round waits for.
    pub fn next(&self) -> Next {
        match self {
            Round::TwentyOne(round) => round.next(),
            Round::Stud(round) => round.next(),
            Round::Baccarat(round) => round.next(),
            Round::SingleCard(round) => round.next(),
        }
    }

    /// Answers what the round waits for. The events it caused are appended in the order of procedure. What was not asked
    /// for or is not offered is refused, and the round is unchanged.
    pub fn play(&mut self, step: Step, events: &mut Vec<Event>) -> Result<(), Illegal> {
        match self {
            Round::TwentyOne(round) => round.play(step, events),
            Round::Stud(round) => round.play(step, events),
            Round::Baccarat(round) => round.play(step, events),
            Round::SingleCard(round) => round.play(step, events),
        }
    }

    /// The rules being played.
    pub fn game(&self) -> &Arc<Game> {
        match self {
            Round::TwentyOne(round) => round.game(),
            Round::Stud(round) => round.game(),
            Round::Baccarat(round) => round.game(),
            Round::SingleCard(round) => round.game(),
        }
    }

    /// What a seat has gained or lost so far, over its resolved wagers.
    pub fn net(&self, seat: u8) -> Money {
        match self {
            Round::TwentyOne(round) => round.net(seat),
            Round::Stud(round) => round.net(seat),
            Round::Baccarat(round) => round.net(seat),
            Round::SingleCard(round) => round.net(seat),
        }
    }

    /// All that this viewer may see.
    pub fn view(&self, viewer: Viewer) -> View {
        match self {
            Round::TwentyOne(round) => round.view(),
            Round::Stud(round) => round.view(viewer),
            Round::Baccarat(round) => round.view(),
            Round::SingleCard(round) => round.view(),
        }
    }

    /// What the player who has to choose knows; `None` when no choice is open.
    pub fn situation(&self) -> Option<Situation<'_>> {
        match self {
            Round::TwentyOne(round) => round.situation(),
            Round::Stud(round) => match round.next() {
                Next::Choice(choice) => round.situation(choice.hand),
                _ => None,
            },
            Round::Baccarat(_) => None,
            Round::SingleCard(round) => round.situation(),
        }
    }
}
