//! Hands that win at once: which rows a hand meets, and whether the suits and ranks of its cards still matter.

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use croupier_rules::pattern::{Pattern, Pays, Suits};
use croupier_rules::pay_table::{Sight, best_paid};
use croupier_rules::play::{Outlook, ValueCounts, poker_size};
use croupier_rules::twenty_one::{SplitAceTen, TwentyOne};
use croupier_rules::{Card, Money, Numbers, Odds, Rank, Ranks, Suit};
use croupier_table::Outcome;

use super::hands::rank_of;

/// A set of rows, one bit each.
pub(super) type RowSet = u64;

/// The rows of a game by which a hand wins at once.
#[derive(Clone, Debug)]
pub struct Rows {
    rows: Vec<RowRule>,
}

/// One row.
#[derive(Clone, Debug)]
pub struct RowRule {
    /// What the hand must show, whatever the up card.
    when: Pattern,
    /// The same as far as values and numbers of cards go.
    by_values: Pattern,
    /// The up cards under which it counts.
    up: Option<Ranks>,
    /// What it pays.
    pub pays: Pays,
    /// What the ending is called.
    pub outcome: Outcome,
    /// Whether it counts on each track, by the track's place.
    on: [bool; 4],
    /// An ace with a ten that counts as a blackjack on a split hand is paid before any other row.
    is_blackjack: bool,
    /// Whether suits, or ranks of equal value, are among the conditions.
    is_detailed: bool,
}

/// Which rows count: those of split or unsplit hands, doubled or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Track {
    /// Whether the hand comes from a split.
    pub split: bool,
    /// Whether the hand has been doubled.
    pub doubled: bool,
}

/// What the rows make of a hand that has just received a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The rows the hand meets now, whatever track they count on.
    pub met: RowSet,
    /// The rows with conditions on suits or ranks that hold for certain from here.
    pub sure: RowSet,
    /// The rows with such conditions that may still be met.
    pub open: RowSet,
    /// Whether the exact cards must be remembered.
    pub exact: bool,
}

impl Track {
    /// The four tracks, in the order of [`Track::place`].
    pub const ALL: [Track; 4] = [
        Track {
            split: false,
            doubled: false,
        },
        Track {
            split: false,
            doubled: true,
        },
        Track {
            split: true,
            doubled: false,
        },
        Track {
            split: true,
            doubled: true,
        },
    ];

    /// The place among the four.
    pub const fn place(self) -> usize {
        self.split as usize * 2 + self.doubled as usize
    }
}

impl Rows {
    /// The rows of a game.
    pub fn new(rules: &TwentyOne) -> Rows {
        let mut rows: Vec<RowRule> = Vec::new();
        for (winner, place) in rules.winners.iter().zip(0..) {
            let on = Track::ALL.map(|track| winner.counts_for(track.split, track.doubled));
            rows.push(RowRule::new(&winner.when, winner.pays, Outcome::Winner(place), on));
        }
        if rules.split.ace_ten == SplitAceTen::Blackjack {
            let blackjack = &rules.blackjack;
            let ace_ten = |suits, pays, suited| {
                let when = Pattern {
                    cards: Some(Numbers::only(2)),
                    total: Some(Numbers::only(21)),
                    suits,
                    ..Pattern::default()
                };
                let on = Track::ALL.map(|track| track.split && !track.doubled);
                RowRule {
                    is_blackjack: true,
                    ..RowRule::new(&when, Pays::Odds(pays), Outcome::blackjack(suited), on)
                }
            };
            for (place, row) in blackjack.suited.iter().enumerate() {
                rows.push(ace_ten(row.suits, row.pays, Some(place)));
            }
            rows.push(ace_ten(Suits::Any, blackjack.pays, None));
        }
        Rows { rows }
    }

    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The row at a place.
    pub fn get(&self, place: usize) -> &RowRule {
        &self.rows[place]
    }

    /// Whether suits or ranks of cards can matter on this track at all.
    pub fn has_detail(&self, track: Track) -> bool {
        self.rows.iter().any(|row| row.is_on(track) && row.is_detailed)
    }

    /// The rows that count on a track.
    pub fn on(&self, track: Track) -> RowSet {
        let rows = self.rows.iter().enumerate().filter(|(_, row)| row.is_on(track));
        rows.fold(0, |set, (place, _)| set | 1 << place)
    }

    /// Whether every row pays at least these odds, so that winning at once is never worse than winning later.
    pub fn pay_at_least(&self, least: Odds, main: Money) -> bool {
        let least = Pays::Odds(least);
        self.rows
            .iter()
            .all(|row| row.pays.cmp_at(least, main) != Ordering::Less)
    }

    /// The rows whose up card condition this rank meets.
    pub fn under(&self, up: Rank) -> RowSet {
        let rows = self.rows.iter().enumerate();
        rows.filter(|(_, row)| row.up.is_none_or(|ranks| ranks.contains(up)))
            .fold(0, |set, (place, _)| set | 1 << place)
    }

    /// Reads a hand whose cards are known one by one.
    pub fn read(&self, track: Track, cards: &[Card], counts: &ValueCounts) -> Reading {
        let mut reading = Reading {
            met: 0,
            sure: 0,
            open: 0,
            exact: false,
        };
        let sight = Sight::new(cards, poker_size(cards.len()));
        for (place, row) in self.rows.iter().enumerate() {
            if row.when.holds(&sight) {
                reading.met |= 1 << place;
            }
            if row.is_detailed && row.is_on(track) && row.when.may_grow_from(counts) {
                let outlook = row.when.outlook(cards);
                if outlook != Outlook::RuledOut {
                    reading.open |= 1 << place;
                }
                match outlook {
                    Outlook::RuledOut => {}
                    Outlook::Certain => reading.sure |= 1 << place,
                    Outlook::Undecided => reading.exact = true,
                }
            }
        }
        reading
    }

    /// Reads a hand of which only the values are known, with the detailed rows that are sure of it.
    pub fn read_values(&self, track: Track, counts: &ValueCounts, sure: RowSet) -> Reading {
        let mut reading = Reading {
            met: 0,
            sure: 0,
            open: 0,
            exact: false,
        };
        // Any cards of these values will do, for where more than values matters the row is sure of it.
        let cards = some_cards(counts);
        let sight = Sight::new(&cards, poker_size(cards.len()));
        for (place, row) in self.rows.iter().enumerate() {
            let decided = !row.is_detailed || sure >> place & 1 == 1;
            if decided && row.by_values.holds(&sight) {
                reading.met |= 1 << place;
            }
            if row.is_detailed && decided && row.is_on(track) && row.when.may_grow_from(counts) {
                reading.sure |= 1 << place;
                reading.open |= 1 << place;
            }
        }
        reading
    }

    /// The row that is paid among these: a split blackjack first, else the one that pays most at this main bet, of equals
    /// the first.
    pub fn best(&self, met: RowSet, main: Money) -> Option<usize> {
        let among = |blackjacks: bool| {
            let pays = self.rows.iter().map(|row| row.pays);
            let holds = |place: usize| met >> place & 1 == 1 && self.rows[place].is_blackjack == blackjacks;
            best_paid(pays, holds, main)
        };
        among(true).or_else(|| among(false))
    }
}

impl RowRule {
    fn new(when: &Pattern, pays: Pays, outcome: Outcome, on: [bool; 4]) -> RowRule {
        RowRule {
            by_values: when.by_values(),
            when: Pattern {
                up: None,
                ..when.clone()
            },
            up: when.up,
            pays,
            outcome,
            on,
            is_blackjack: false,
            is_detailed: when.asks_beyond_values(),
        }
    }

    fn is_on(&self, track: Track) -> bool {
        self.on[track.place()]
    }
}

/// Some cards with these values.
fn some_cards(counts: &ValueCounts) -> ArrayVec<Card, 22> {
    let values = counts.iter().enumerate();
    values
        .flat_map(|(value, count)| std::iter::repeat_n(Card::new(rank_of(value), Suit::Clubs), usize::from(*count)))
        .collect()
}
