//! What can be wrong with a job, and what to do about it.

use croupier_table::{Action, Situation, WagerFault};

/// Why a simulation cannot be started or finished. Nothing has been written.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// No rounds, or more than can be counted.
    #[error("{rounds} rounds cannot be simulated; ask for 1 to {max}")]
    Rounds {
        /// What was asked for.
        rounds: u64,
        /// The most that is possible.
        max: u64,
    },
    /// More seats than the table has.
    #[error("{seats} seats are not possible; this table has 1 to {max}")]
    Seats {
        /// What was asked for.
        seats: u8,
        /// How many there are.
        max: u8,
    },
    /// A bet the rules do not allow.
    #[error(transparent)]
    Wagers(#[from] WagerFault),
    /// The game is shuffled before every round.
    #[error("this game is shuffled before every round: there is no shoe to deal to the cut card; use a fresh shoe")]
    NoCutCard,
    /// The same, to somebody who counts.
    #[error(
        "this game is shuffled before every round: no card that is seen says anything about the next round, so there is nothing to count"
    )]
    NothingToCount,
    /// A cut card behind which the whole shoe lies.
    #[error("a cut card with {behind} cards behind it leaves nothing of a shoe of {size} to deal; put it deeper")]
    Penetration {
        /// Cards behind the cut card.
        behind: usize,
        /// Cards in the shoe.
        size: usize,
    },
    /// Steps of bets or play that are none, too many, or out of order.
    #[error("bets and play go by counts that rise, from 1 to {max} of them")]
    Steps {
        /// The most.
        max: usize,
    },
    /// The strategy wants what is not offered.
    #[error("the strategy chooses `{action}` {situation}, which is not offered there; offered: {offered}")]
    NotOffered {
        /// What it wants.
        action: String,
        /// Where.
        situation: String,
        /// What it may choose.
        offered: String,
    },
    /// The strategy tells apart what the tables do not.
    #[error("the strategy insures in more than {max} different ways, which the tables do not hold")]
    Openings {
        /// How many the tables hold.
        max: usize,
    },
    /// Too many results to count one by one.
    #[error("{codes} different results of a round are too many to count; simulate fewer side bets at once")]
    Codes {
        /// How many there are.
        codes: u64,
    },
    /// A session longer than the job or of no rounds.
    #[error("a session of {rounds} rounds is not possible; choose 1 to {max}")]
    Session {
        /// What was asked for.
        rounds: u64,
        /// The most that is possible.
        max: u64,
    },
    /// A round asked for more cards than there are.
    #[error("round {round} asked for more cards than the shoe holds; simulate fewer seats")]
    OutOfCards {
        /// Which.
        round: u64,
    },
    /// A standard error that no number of rounds can reach.
    #[error("a standard error of {aim} cannot be aimed at; name a number above 0")]
    Aim {
        /// What was asked for.
        aim: f64,
    },
    /// The checkpoint is not one, or belongs to another job.
    #[error("{path}: {problem}")]
    Checkpoint {
        /// Where it is.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Parts that do not make up one job.
    #[error("{0}")]
    Part(String),
    /// No GPU, or a job that none plays.
    #[error("{0}")]
    Gpu(String),
    /// A file cannot be written or read.
    #[error("{path}: {source}")]
    File {
        /// Where it is.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
}

impl Fault {
    /// The strategy wants what is not offered.
    pub(crate) fn not_offered(action: Action, situation: &Situation) -> Fault {
        let words =
            |cards: &[croupier_rules::Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let mut text = format!("with {}", words(situation.cards));
        if let Some(up) = situation.up {
            text += &format!(" against {up}");
        }
        if let Some(hole) = situation.hole {
            text += &format!(" and {hole}");
        }
        if !situation.board.is_empty() {
            text += &format!(" and {} on the board", words(situation.board));
        }
        if situation.split {
            text += &format!(", {} hands after splits", situation.parts);
        }
        for amount in situation.added {
            text += &format!(", {amount} added");
        }
        let offered: Vec<&str> = situation.offers.iter().map(|offer| offer.kind.word()).collect();
        Fault::NotOffered {
            action: action.to_string(),
            situation: text,
            offered: offered.join(", "),
        }
    }
}
