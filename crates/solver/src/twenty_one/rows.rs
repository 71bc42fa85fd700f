//! Hands that win at once: which rows a hand meets, and whether the suits and ranks of its cards still matter.

use std::cmp::Ordering;

use croupier_rules::pattern::{Pattern, Pays, Suits};
use croupier_rules::pay_table::Sight;
use croupier_rules::twenty_one::{SplitAceTen, TwentyOne};
use croupier_rules::{Card, Money, Numbers, Odds, Rank, Suit};
use croupier_table::Outcome;

/// A set of rows, one bit each.
pub type RowSet = u64;

/// The rows of a game by which a hand wins at once.
#[derive(Clone, Debug)]
pub struct Rows {
    rows: Vec<RowRule>,
}

/// One row.
#[derive(Clone, Debug)]
pub struct RowRule {
    when: Pattern,
    /// What it pays.
    pub pays: Pays,
    /// What the ending is called.
    pub outcome: Outcome,
    after_split: bool,
    after_double: bool,
    /// Only on split hands: an ace with a ten that counts as a blackjack there, paid before any other row.
    split_only: bool,
}

/// Which rows count: those of split or unsplit hands, doubled or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Track {
    /// Whether the hand comes from a split.
    pub split: bool,
    /// Whether the hand has been doubled.
    pub doubled: bool,
}

/// What the cards so far say of a row's suits and ranks, whatever cards follow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Detail {
    /// They rule the row out.
    Dead,
    /// They hold for certain: only values and numbers of cards decide from here.
    Sure,
    /// They depend on the suits or ranks of cards to come, or on those held.
    Open,
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
    /// Whether the very cards must be remembered.
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
            rows.push(RowRule {
                when: winner.when.clone(),
                pays: winner.pays,
                outcome: Outcome::Winner(place),
                after_split: winner.after_split,
                after_double: winner.after_double,
                split_only: false,
            });
        }
        if rules.split.ace_ten == SplitAceTen::Blackjack {
            let blackjack = &rules.blackjack;
            let ace_ten = |suits, pays, outcome| RowRule {
                when: Pattern {
                    cards: Some(Numbers::only(2)),
                    total: Some(Numbers::only(21)),
                    suits,
                    ..Pattern::default()
                },
                pays: Pays::Odds(pays),
                outcome,
                after_split: true,
                after_double: false,
                split_only: true,
            };
            for (row, place) in blackjack.suited.iter().zip(0..) {
                rows.push(ace_ten(row.suits, row.pays, Outcome::SuitedBlackjack(place)));
            }
            rows.push(ace_ten(Suits::Any, blackjack.pays, Outcome::Blackjack));
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
        self.rows.iter().any(|row| row.is_on(track) && row.is_detailed())
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
        rows.filter(|(_, row)| row.when.up.is_none_or(|ranks| ranks.contains(up)))
            .fold(0, |set, (place, _)| set | 1 << place)
    }

    /// Reads a hand whose cards are known one by one.
    pub fn read(&self, track: Track, cards: &[Card], counts: &[u8; 10]) -> Reading {
        let mut reading = Reading {
            met: 0,
            sure: 0,
            open: 0,
            exact: false,
        };
        let sight = Sight::new(cards, if cards.len() == 3 { 3 } else { 5 });
        for (place, row) in self.rows.iter().enumerate() {
            if row.at_any_up().holds(&sight) {
                reading.met |= 1 << place;
            }
            if row.is_detailed() && row.is_on(track) && row.values_may_follow(counts) {
                let detail = row.detail(cards);
                if detail != Detail::Dead {
                    reading.open |= 1 << place;
                }
                match detail {
                    Detail::Dead => {}
                    Detail::Sure => reading.sure |= 1 << place,
                    Detail::Open => reading.exact = true,
                }
            }
        }
        reading
    }

    /// Reads a hand of which only the values are known, with the detailed rows that are sure of it.
    pub fn read_values(&self, track: Track, counts: &[u8; 10], sure: RowSet) -> Reading {
        let mut reading = Reading {
            met: 0,
            sure: 0,
            open: 0,
            exact: false,
        };
        for (place, row) in self.rows.iter().enumerate() {
            let decided = !row.is_detailed() || sure >> place & 1 == 1;
            if decided && row.values_hold(counts) {
                reading.met |= 1 << place;
            }
            if row.is_detailed() && decided && row.is_on(track) && row.values_may_follow(counts) {
                reading.sure |= 1 << place;
                reading.open |= 1 << place;
            }
        }
        reading
    }

    /// The row that is paid among these: a split blackjack first, else the one that pays most at this main bet, of equals
    /// the first.
    pub fn best(&self, met: RowSet, main: Money) -> Option<usize> {
        let mut best: Option<usize> = None;
        for place in (0..self.rows.len()).filter(|place| met >> place & 1 == 1) {
            let row = &self.rows[place];
            let better = best.is_none_or(|so_far| {
                let so_far = &self.rows[so_far];
                match row.split_only.cmp(&so_far.split_only) {
                    Ordering::Equal => row.pays.cmp_at(so_far.pays, main) == Ordering::Greater,
                    order => order == Ordering::Greater,
                }
            });
            if better {
                best = Some(place);
            }
        }
        best
    }
}

impl RowRule {
    fn is_on(&self, track: Track) -> bool {
        let when = &self.when;
        let looks_at_dealer = when.dealer_blackjack
            || when.suited_matches.is_some()
            || when.unsuited_matches.is_some()
            || when.spread.is_some();
        (self.after_split || !track.split)
            && (self.after_double || !track.doubled)
            && (track.split || !self.split_only)
            && !looks_at_dealer
    }

    /// The pattern without its up card, which is asked for apart.
    fn at_any_up(&self) -> Pattern {
        Pattern {
            up: None,
            ..self.when.clone()
        }
    }

    /// Whether suits, or ranks of equal value, are among the conditions.
    fn is_detailed(&self) -> bool {
        let ten = |rank: &Rank| rank.value() == 10;
        self.when.suits.matter()
            || self.when.exactly.is_some()
            || self.when.poker.is_some()
            || self.when.ranks.as_ref().is_some_and(|ranks| ranks.iter().any(ten))
            || self
                .when
                .same_rank
                .is_some_and(|ranks| ranks.iter().any(|rank| ten(&rank)))
    }

    /// Whether the conditions that look at values and numbers alone hold.
    fn values_hold(&self, counts: &[u8; 10]) -> bool {
        let (cards, sum, total) = measure(counts);
        let when = &self.when;
        when.cards.is_none_or(|set| set.contains(cards))
            && when.total.is_none_or(|set| set.contains(total))
            && when.sum.is_none_or(|set| set.contains(sum))
            && when
                .ranks
                .as_ref()
                .is_none_or(|ranks| by_value(ranks.iter().copied()) == *counts)
            && when
                .exactly
                .as_ref()
                .is_none_or(|cards| by_value(cards.iter().map(|card| card.rank())) == *counts)
            && when
                .same_rank
                .is_none_or(|ranks| ranks.iter().any(|rank| counts[usize::from(rank.value()) - 1] == cards))
    }

    /// Whether a hand with these values may still come to meet the row with more cards. `true` may be wrong.
    fn values_may_follow(&self, counts: &[u8; 10]) -> bool {
        let (cards, sum, _) = measure(counts);
        let within =
            |ranks: &[u8; 10]| ranks != counts && counts.iter().zip(ranks).all(|(held, wanted)| held <= wanted);
        let when = &self.when;
        when.cards.is_none_or(|set| set.max().is_some_and(|most| most > cards))
            && when.total.is_none_or(|set| set.max().is_some_and(|most| most > sum))
            && when.sum.is_none_or(|set| set.max().is_some_and(|most| most > sum))
            && when
                .ranks
                .as_ref()
                .is_none_or(|ranks| within(&by_value(ranks.iter().copied())))
            && when
                .exactly
                .as_ref()
                .is_none_or(|cards| within(&by_value(cards.iter().map(|card| card.rank()))))
            && when
                .same_rank
                .is_none_or(|ranks| ranks.iter().any(|rank| counts[usize::from(rank.value()) - 1] == cards))
    }

    /// What the cards say of the conditions on suits and ranks.
    fn detail(&self, cards: &[Card]) -> Detail {
        let mut detail = suits_detail(self.when.suits, cards);
        let worse = |a: Detail, b: Detail| {
            if a == Detail::Dead || b == Detail::Dead {
                Detail::Dead
            } else {
                a.max(b)
            }
        };
        if let Some(exactly) = &self.when.exactly {
            let within = cards.iter().all(|card| {
                let times = |list: &[Card]| list.iter().filter(|other| *other == card).count();
                times(cards) <= times(exactly)
            });
            detail = worse(detail, if within { Detail::Open } else { Detail::Dead });
        }
        if let Some(ranks) = self
            .when
            .ranks
            .as_ref()
            .filter(|ranks| ranks.iter().any(|rank| rank.value() == 10))
        {
            let within = cards.iter().all(|card| {
                let held = cards.iter().filter(|other| other.rank() == card.rank()).count();
                held <= ranks.iter().filter(|rank| **rank == card.rank()).count()
            });
            detail = worse(detail, if within { Detail::Open } else { Detail::Dead });
        }
        if let Some(ranks) = self.when.same_rank {
            let rank = cards[0].rank();
            let within = ranks.contains(rank) && cards.iter().all(|card| card.rank() == rank);
            let met = if rank.value() == 10 { Detail::Open } else { Detail::Sure };
            detail = worse(detail, if within { met } else { Detail::Dead });
        }
        if self.when.poker.is_some() {
            detail = worse(detail, Detail::Open);
        }
        detail
    }
}

/// What the suits so far say of a condition on suits.
fn suits_detail(suits: Suits, cards: &[Card]) -> Detail {
    let one_suit = Suits::Same.hold(cards);
    let one_colour = !Suits::MixedColours.hold(cards);
    let open_if = |open: bool| if open { Detail::Open } else { Detail::Dead };
    let sure_unless = |open: bool| if open { Detail::Open } else { Detail::Sure };
    let all = |suit: Suit| open_if(cards.iter().all(|card| card.suit() == suit));
    match suits {
        Suits::Any => Detail::Sure,
        Suits::Same => open_if(one_suit),
        Suits::Mixed => sure_unless(one_suit),
        Suits::SameColour => open_if(one_colour),
        Suits::MixedColours => sure_unless(one_colour),
        Suits::Clubs => all(Suit::Clubs),
        Suits::Diamonds => all(Suit::Diamonds),
        Suits::Hearts => all(Suit::Hearts),
        Suits::Spades => all(Suit::Spades),
    }
}

/// Number of cards, sum with aces as 1, and total as in 21.
pub fn measure(counts: &[u8; 10]) -> (u8, u8, u8) {
    let cards = counts.iter().sum();
    let sum = counts.iter().zip(1..).map(|(count, value)| count * value).sum();
    (cards, sum, if counts[0] > 0 && sum <= 11 { sum + 10 } else { sum })
}

fn by_value(ranks: impl Iterator<Item = Rank>) -> [u8; 10] {
    let mut counts = [0; 10];
    for rank in ranks {
        counts[usize::from(rank.value()) - 1] += 1;
    }
    counts
}
