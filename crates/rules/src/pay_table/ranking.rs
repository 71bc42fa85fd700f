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
    /// For every set of contained poker hands, where the rows that may be met stand in `candidates`; they end with the
    /// first that is met for sure.
    starts: Vec<u32>,
    candidates: Vec<u16>,
}

#[derive(Clone, Debug)]
enum Condition {
    /// Nothing but a poker hand.
    Poker(Poker, Option<Ranks>),
    /// Anything else.
    Pattern(Box<Pattern>),
}

/// How many sets of poker hands there are.
const SETS: u16 = 1 << (Poker::RoyalFlush as u8 + 1);

impl Ranking {
    /// Sorts a pay table whose poker hands have so many cards.
    pub fn new(rows: &[Row], hand_size: u8, stake: Money) -> Ranking {
        let mut places: Vec<usize> = (0..rows.len()).collect();
        places.sort_by(|one, other| rows[*other].pays.cmp_at(rows[*one].pays, stake));
        let rows: Vec<(usize, Condition)> = places
            .into_iter()
            .map(|place| (place, condition(&rows[place].when)))
            .collect();
        let mut starts = vec![0];
        let mut candidates = Vec::new();
        for set in 0..SETS {
            for (order, (_, condition)) in rows.iter().enumerate() {
                let (may, sure) = match condition {
                    Condition::Poker(hand, of) => (set >> *hand as u8 & 1 == 1, of.is_none()),
                    Condition::Pattern(_) => (true, false),
                };
                if may {
                    candidates.push(order as u16);
                    if sure {
                        break;
                    }
                }
            }
            starts.push(candidates.len() as u32);
        }
        Ranking {
            hand_size,
            rows,
            starts,
            candidates,
        }
    }

    /// The row these cards meet; `tally` is of the same cards.
    pub fn best(&self, tally: &Tally, cards: &[Card]) -> Option<usize> {
        if self.rows.is_empty() {
            return None;
        }
        let contained = tally.contains(self.hand_size);
        let set = usize::from(contained.bits());
        let candidates = &self.candidates[self.starts[set] as usize..self.starts[set + 1] as usize];
        for order in candidates {
            let (place, condition) = &self.rows[usize::from(*order)];
            let holds = match condition {
                Condition::Poker(_, None) => true,
                Condition::Poker(hand, Some(of)) => contained.has_of(*hand, *of),
                Condition::Pattern(pattern) => pattern.holds(&Sight::new(cards, self.hand_size)),
            };
            if holds {
                return Some(*place);
            }
        }
        None
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
