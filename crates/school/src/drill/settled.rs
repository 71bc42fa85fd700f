//! Wagers as rounds settled them: what many questions are about.

use std::sync::Arc;

use croupier_rules::{Game, Money};
use croupier_table::random_play::Dice;
use croupier_table::{Event, Outcome, Wager, What};

use crate::lesson::{Exercise, Lesson, Setup};
use crate::script::Happening;

/// How many rounds are looked at for a case of what is asked.
const TRIES: usize = 200;

/// A wager as a round settled it.
#[derive(Clone, Copy)]
pub(super) struct Settled {
    pub(super) wager: Wager,
    pub(super) outcome: Outcome,
    pub(super) stake: Money,
    pub(super) net: Money,
    pub(super) clause: Option<u16>,
}

/// A round of a lesson, chosen anew for each try, in which a wager was settled in such a way.
pub(super) fn find(
    game: &Arc<Game>,
    lesson: impl Fn(&mut Dice) -> Lesson,
    dice: &mut Dice,
    fits: impl Fn(&Settled) -> bool,
) -> Option<(Exercise, Settled)> {
    (0..TRIES).find_map(|_| {
        let lesson = lesson(dice);
        let exercise = Setup::plain(lesson, 2, dice.roll()).deal(game);
        let settled = exercise.happenings.iter().filter_map(settled).find(&fits)?;
        Some((exercise, settled))
    })
}

fn settled(happening: &Happening) -> Option<Settled> {
    let Happening::Round(Event { what, clause }) = *happening else {
        return None;
    };
    match what {
        What::Settled {
            wager,
            outcome,
            stake,
            net,
        } => Some(Settled {
            wager,
            outcome,
            stake,
            net,
            clause,
        }),
        _ => None,
    }
}
