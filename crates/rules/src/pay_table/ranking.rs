//! A pay table sorted by what it pays, for walks over millions of hands.

use super::Sight;
use crate::card::Card;
use crate::money::Money;
use crate::numbers::Ranks;
use crate::pattern::{Pattern, Poker, Row};
use crate::poker::Tally;

/// The rows of a pay table, best paid first at one stake. The first that holds is the row that is paid.
#[derive(Clone, Debug)]
pub struct Ranking {
    hand_size: u8,
    rows: Vec<(usize, Condition)>,
}

#[derive(Clone, Debug)]
enum Condition {
    /// Nothing but a poker hand.
    Poker(Poker, Option<Ranks>),
    /// Anything else.
    Pattern(Box<Pattern>),
}

impl Ranking {
    /// Sorts a pay table whose poker hands have so many cards.
    pub fn new(rows: &[Row], hand_size: u8, stake: Money) -> Ranking {
        let mut places: Vec<usize> = (0..rows.len()).collect();
        places.sort_by(|one, other| rows[*other].pays.cmp_at(rows[*one].pays, stake));
        let rows = places
            .into_iter()
            .map(|place| (place, condition(&rows[place].when)))
            .collect();
        Ranking { hand_size, rows }
    }

    /// The row these cards meet; `tally` is of the same cards.
    pub fn best(&self, tally: &Tally, cards: &[Card]) -> Option<usize> {
        let contained = tally.contains(self.hand_size);
        let holds = |condition: &Condition| match condition {
            Condition::Poker(hand, None) => contained.has(*hand),
            Condition::Poker(hand, Some(of)) => contained.has_of(*hand, *of),
            Condition::Pattern(pattern) => pattern.holds(&Sight::new(cards, self.hand_size)),
        };
        self.rows
            .iter()
            .find(|(_, condition)| holds(condition))
            .map(|(place, _)| *place)
    }

    /// Whether only poker hands are asked for, so that the tally alone decides.
    pub fn is_poker_only(&self) -> bool {
        let poker = |condition: &Condition| matches!(condition, Condition::Poker(..));
        self.rows.iter().all(|(_, condition)| poker(condition))
    }
}

fn condition(when: &Pattern) -> Condition {
    let alone = Pattern {
        poker: when.poker,
        of: when.of,
        ..Pattern::default()
    };
    match when.poker {
        Some(hand) if *when == alone => Condition::Poker(hand, when.of),
        _ => Condition::Pattern(Box::new(when.clone())),
    }
}
