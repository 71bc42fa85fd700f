//! Which row of a pay table a set of cards meets, as lookups.
//!
//! Rows that ask for no suits are read from an automaton over ranks. A row that asks for a flush can only be met when one
//! suit has enough cards; only then is the pay table itself asked. Rows that ask for suits in another way are read from an
//! automaton over the cards themselves where they are few; else the pay table is always asked.

use croupier_rules::pattern::{Pattern, Poker, Row};
use croupier_rules::pay_table::{Sight, best_paid};
use croupier_rules::{Card, Money, Rank, Suit};
use rustc_hash::FxHashMap;

use crate::cards::{CardKind, Layout};
use crate::table::{Entry, Stop, TableBuilder, Turn};

/// The rows of one pay table over a fixed number of cards.
#[derive(Clone, Debug)]
pub struct RowTable {
    /// The automaton over ranks; a leaf is the row plus one, 0 for none.
    pub entries: Vec<Entry>,
    /// Where it begins.
    pub root: Entry,
    /// Which cards of the round it looks at, in the order of the deal.
    pub cards: Vec<u8>,
    /// Added to counts of suits kept in bytes: the highest bit of a byte is set when the pay table itself must be asked.
    pub bias: u32,
    pub(crate) rows: Vec<Row>,
    pub(crate) hand_size: u8,
    stake: Money,
}

impl RowTable {
    /// Compiles a pay table.
    pub fn new(layout: &Layout, rows: &[Row], hand_size: u8, stake: Money, cards: Vec<u8>) -> RowTable {
        let only_flushes = rows
            .iter()
            .all(|row| row.when.exactly.is_none() && !row.when.suits.matter());
        let of_ranks = |ranks: &[Rank]| best_of_ranks(rows, hand_size, stake, ranks);
        let of_cards = |cards: &[Card]| best(rows, |_| true, &Sight::new(cards, hand_size), stake);
        let any_suit = rows.iter().any(|row| asks_suits(&row.when));
        let ((entries, root), least) = match cards.len() {
            few if !only_flushes && few <= BY_CARD_MAX => (card_table(layout, few, &of_cards), NEVER),
            many => {
                let least = match (any_suit, only_flushes) {
                    (false, _) => NEVER,
                    (true, true) => u32::from(hand_size),
                    // Some suit has a card at least: always ask.
                    (true, false) => 1,
                };
                (rank_table(layout, many, &of_ranks), least)
            }
        };
        RowTable {
            entries,
            root,
            cards,
            bias: (128 - least) * 0x0101_0101,
            rows: rows.to_vec(),
            hand_size,
            stake,
        }
    }

    /// How many different ends there are: every row, and none.
    pub fn ends(&self) -> u32 {
        self.rows.len() as u32 + 1
    }

    /// The row these cards of a round meet, plus one; 0 for none.
    pub fn row(&self, layout: &Layout, round: impl Fn(u8) -> CardKind) -> u32 {
        let mut at = self.root;
        let mut suits = self.bias;
        for card in &self.cards {
            let kind = round(*card);
            if at.turn() == Turn::Draw {
                at = self.entries[at.at(kind)];
            }
            suits += 1 << (8 * (kind & 3));
        }
        if suits & 0x8080_8080 == 0 {
            at.payload()
        } else {
            self.ask(layout, round)
        }
    }

    /// The best row, plus one, among those that ask for suits.
    pub(crate) fn best_flush(&self, sight: &Sight) -> u32 {
        best(
            &self.rows,
            |place| asks_suits(&self.rows[place].when),
            sight,
            self.stake,
        )
    }

    /// The better paid of two rows, plus one each; of equals the first.
    pub(crate) fn better(&self, one: u32, other: u32) -> u32 {
        let either = |place: usize| [one, other].contains(&(place as u32 + 1));
        best_paid(self.rows.iter().map(|row| row.pays), either, self.stake).map_or(0, |place| place as u32 + 1)
    }

    /// Asks the pay table itself.
    #[inline(never)]
    pub fn ask(&self, layout: &Layout, round: impl Fn(u8) -> CardKind) -> u32 {
        let mut cards = [Card::new(Rank::Two, Suit::Clubs); 16];
        for (place, card) in self.cards.iter().enumerate() {
            cards[place] = layout.card(round(*card));
        }
        let sight = Sight::new(&cards[..self.cards.len()], self.hand_size);
        best(&self.rows, |_| true, &sight, self.stake)
    }
}

/// The most cards that rows which ask for suits are read from one by one.
const BY_CARD_MAX: usize = 3;

/// More cards of a suit than there are: the pay table is never asked.
const NEVER: u32 = 127;

/// An automaton over the ranks of so many cards, in any order, and where it begins; a leaf is what `of_ranks` says of them.
pub(super) fn rank_table(layout: &Layout, size: usize, of_ranks: &dyn Fn(&[Rank]) -> u32) -> (Vec<Entry>, Entry) {
    let of_cards = |cards: &[Card]| of_ranks(&cards.iter().map(|card| card.rank()).collect::<Vec<Rank>>());
    automaton(layout, size, Suit::ALL.len(), &of_cards)
}

/// The same over the cards themselves.
fn card_table(layout: &Layout, size: usize, of_cards: &dyn Fn(&[Card]) -> u32) -> (Vec<Entry>, Entry) {
    automaton(layout, size, 1, of_cards)
}

/// An automaton in which so many neighboring kinds of cards are alike: the first of them stands for all.
fn automaton(layout: &Layout, size: usize, alike: usize, of_cards: &dyn Fn(&[Card]) -> u32) -> (Vec<Entry>, Entry) {
    let mut builder = Builder {
        layout,
        of_cards,
        size,
        alike,
        known: FxHashMap::default(),
        table: TableBuilder::default(),
    };
    let root = builder.node(&mut Vec::new());
    (builder.table.finish(), root)
}

struct Builder<'a> {
    layout: &'a Layout,
    of_cards: &'a dyn Fn(&[Card]) -> u32,
    size: usize,
    alike: usize,
    known: FxHashMap<Vec<Card>, Entry>,
    table: TableBuilder,
}

impl Builder<'_> {
    /// The node after these cards.
    fn node(&mut self, cards: &mut Vec<Card>) -> Entry {
        let mut sorted = cards.clone();
        sorted.sort_unstable();
        if let Some(entry) = self.known.get(&sorted) {
            return *entry;
        }
        let entry = if cards.len() == self.size {
            Entry::leaf((self.of_cards)(&sorted))
        } else {
            let mut by_kind = Vec::with_capacity(self.layout.kinds());
            for kind in (0..self.layout.kinds()).step_by(self.alike) {
                cards.push(self.layout.card(kind as CardKind));
                let entry = self.node(cards);
                cards.pop();
                by_kind.extend(std::iter::repeat_n(entry, self.alike));
            }
            // Where every card leads to the same end, there is nothing to wait for.
            match by_kind[0].turn() {
                Turn::Leaf if by_kind.iter().all(|entry| *entry == by_kind[0]) => by_kind[0],
                _ => self.table.node(&by_kind),
            }
        };
        self.known.insert(sorted, entry);
        entry
    }
}

/// The best row, plus one, that cards of these ranks meet among the rows that ask for no suits.
fn best_of_ranks(rows: &[Row], hand_size: u8, stake: Money, ranks: &[Rank]) -> u32 {
    let mut cards = Vec::with_capacity(ranks.len());
    for rank in ranks {
        let suit = cards.iter().filter(|card: &&Card| card.rank() == *rank).count() % 4;
        cards.push(Card::new(*rank, Suit::ALL[suit]));
    }
    let sight = Sight::new(&cards, hand_size);
    best(rows, |place| !asks_suits(&rows[place].when), &sight, stake)
}

/// The best paid row that holds, plus one; 0 for none.
pub(super) fn best(rows: &[Row], looked_at: impl Fn(usize) -> bool, sight: &Sight, stake: Money) -> u32 {
    let holds = |place: usize| looked_at(place) && rows[place].when.holds(sight);
    best_paid(rows.iter().map(|row| row.pays), holds, stake).map_or(0, |place| place as u32 + 1)
}

pub(crate) fn asks_suits(pattern: &Pattern) -> bool {
    let flush = matches!(
        pattern.poker,
        Some(Poker::Flush | Poker::StraightFlush | Poker::RoyalFlush)
    );
    flush || pattern.suits.matter() || pattern.exactly.is_some()
}

/// An entry that no card leads to.
pub(super) const NOWHERE: Entry = Entry::stop(Stop::Unmet);
