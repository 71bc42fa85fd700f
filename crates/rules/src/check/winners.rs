//! Which hands of 21 that win at once can ever be held: a hand grows card by card as the rules of play allow, and ends where
//! it wins.
//!
//! The walk is over ranks, and over suits only as far as rows can ask for them. Where a row asks for more than that (a
//! flush within a larger hand, certain cards), the walk takes it as possible: it never calls a row unreachable that is not.

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::reach::{Reach, Stakes, Tried, bits, without_suits};
use super::tables::Table;
use crate::card::{Card, Rank, Suit};
use crate::game::{Deck, Game, PayTable};
use crate::pattern::{Pattern, Pays, Poker, Suits};
use crate::pay_table::Sight;
use crate::play::{HandFacts, Origin, ValueCounts, poker_size};
use crate::twenty_one::TwentyOne;

/// For every row of hands that win at once, whether it can be paid.
pub(super) fn search(game: &Game, table: &Table, stakes: Stakes) -> Vec<Reach> {
    let pays: Vec<Pays> = table.rows.iter().map(|row| row.pays).collect();
    let mut tried = Tried::new(&pays, stakes);
    let Some(rules) = game.twenty_one() else {
        return vec![Reach::Paid; pays.len()];
    };
    let by_ranks: Vec<Pattern> = table.patterns().map(without_suits).collect();
    for up in up_cards(table, &game.deck) {
        let walk = Walk {
            table,
            by_ranks: &by_ranks,
            rules,
            up,
            ranks: ranks(table, &game.deck),
            next_classes: [false, true]
                .map(|used_up| std::array::from_fn(|classes| next_classes(classes as u8, used_up))),
        };
        walk.all(&mut tried);
    }
    tried.reaches()
}

/// One up card for each group of up cards that the rows tell apart.
fn up_cards(table: &Table, deck: &Deck) -> Vec<Card> {
    let mut groups: Vec<(Vec<bool>, Card)> = Vec::new();
    for card in deck.cards().filter(|card| card.suit() == Suit::Clubs) {
        let asks: Vec<bool> = table
            .patterns()
            .map(|pattern| pattern.up.is_none_or(|up| up.contains(card.rank())))
            .collect();
        if !groups.iter().any(|(known, _)| *known == asks) {
            groups.push((asks, card));
        }
    }
    groups.into_iter().map(|(_, card)| card).collect()
}

/// A rank to be dealt, and how many such cards the shoe has in one suit: ranks that no row tells apart are one.
type Kind = (Rank, u8);

fn ranks(table: &Table, deck: &Deck) -> Vec<Kind> {
    let tells_apart = table
        .patterns()
        .any(|pattern| without_suits(pattern).asks_beyond_values());
    let mut kinds: Vec<Kind> = Vec::new();
    for rank in Rank::ALL {
        let copies = deck.count(Card::new(rank, Suit::Clubs));
        let known = kinds.iter_mut().find(|(known, _)| known.value() == rank.value());
        match known {
            _ if copies == 0 => {}
            Some((_, known)) if !tells_apart => *known += copies,
            _ => kinds.push((rank, copies)),
        }
    }
    kinds
}

/// How the suits of a hand relate, as far as rows can ask, by the suits that show it: one of four, red, black, or both.
const CLASSES: [&[Suit]; 7] = [
    &[Suit::Clubs],
    &[Suit::Diamonds],
    &[Suit::Hearts],
    &[Suit::Spades],
    &[Suit::Diamonds, Suit::Hearts],
    &[Suit::Clubs, Suit::Spades],
    &[Suit::Clubs, Suit::Diamonds],
];
const ONE_SUIT: u8 = 0b000_1111;

/// The class of a hand with one more card.
fn class_with(class: usize, suit: Suit) -> usize {
    let held = CLASSES[class];
    let is_one = |of: Suits| {
        let cards: ArrayVec<Card, 3> = held
            .iter()
            .chain([&suit])
            .map(|suit| Card::new(Rank::Ace, *suit))
            .collect();
        of.hold(&cards)
    };
    match () {
        () if is_one(Suits::Same) => class,
        () if is_one(Suits::MixedColors) => 6,
        () if suit.is_red() => 4,
        () => 5,
    }
}

/// The classes in which suits relate so, as bits.
fn classes_of(suits: Suits) -> u8 {
    let holds = |class: &usize| {
        let cards: ArrayVec<Card, 2> = CLASSES[*class].iter().map(|suit| Card::new(Rank::Ace, *suit)).collect();
        suits.hold(&cards)
    };
    (0..CLASSES.len())
        .filter(holds)
        .fold(0, |bits, class| bits | 1 << class)
}

/// The classes after one more card; a suit that has no card of the rank left cannot stay alone.
fn next_classes(classes: u8, suit_used_up: bool) -> u8 {
    let mut next = 0;
    for class in (0..CLASSES.len()).filter(|class| classes >> class & 1 == 1) {
        for suit in Suit::ALL {
            let is_alone = CLASSES[class] == [suit];
            if !(is_alone && suit_used_up) {
                next |= 1 << class_with(class, suit);
            }
        }
    }
    next
}

/// How a hand came about: where it comes from, and how often it was doubled, as far as that decides anything.
const STORIES: [(Origin, u8); 6] = [
    (Origin::Dealt, 0),
    (Origin::Split, 0),
    (Origin::SplitAces, 0),
    (Origin::Dealt, 1),
    (Origin::Split, 1),
    (Origin::SplitAces, 1),
];

/// How many cards of each kind a hand has, five bits for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Counts(u128);

impl Counts {
    fn of(self, kind: usize) -> u8 {
        (self.0 >> (5 * kind) & 31) as u8
    }

    fn with(self, kind: usize) -> Counts {
        Counts(self.0 + (1 << (5 * kind)))
    }
}

/// For each story the classes of suits in which hands of the same ranks are still played, as bits.
type Alive = [u8; 6];
type Hand = ArrayVec<Card, 22>;

struct Walk<'a> {
    table: &'a Table<'a>,
    /// The patterns of the rows with every condition on suits taken out.
    by_ranks: &'a [Pattern],
    rules: &'a TwentyOne,
    up: Card,
    ranks: Vec<Kind>,
    /// The classes after one more card, by whether the rank is used up in every suit, and by the classes before.
    next_classes: [[u8; 128]; 2],
}

impl Walk<'_> {
    fn all(&self, tried: &mut Tried) {
        for row in 0..self.by_ranks.len() {
            if tried.pending >> row & 1 == 1 {
                self.toward(row, tried);
            }
        }
    }

    /// Deals the hands that may come to meet this row, until one is paid by it. Each hand is followed as far as it goes
    /// before the next, small cards first: long hands are met soon.
    fn toward(&self, row: usize, tried: &mut Tried) {
        let mut seen: FxHashMap<Counts, Alive> = FxHashMap::default();
        let mut open = self.first_cards();
        open.retain(|(counts, _)| self.leads_to(row, *counts));
        while let Some((counts, alive)) = open.pop() {
            self.deal(counts, &alive, |longer, mut alive| {
                let known = seen.entry(longer).or_insert([0; 6]);
                for (new, known) in alive.iter_mut().zip(known) {
                    *new &= !*known;
                    *known |= *new;
                }
                if alive != [0; 6] && self.leads_to(row, longer) {
                    self.look(longer, &mut alive, tried);
                    open.push((longer, alive));
                }
            });
            if tried.pending >> row & 1 == 0 {
                return;
            }
        }
    }

    /// Whether a hand of these ranks meets the row or may grow into one that does.
    fn leads_to(&self, row: usize, counts: Counts) -> bool {
        let pattern = &self.by_ranks[row];
        let mut values = ValueCounts::default();
        for (place, (rank, _)) in self.ranks.iter().enumerate() {
            values[usize::from(rank.value()) - 1] += counts.of(place);
        }
        pattern.may_grow_from(&values) || pattern.holds(&self.sight(&self.cards(counts)))
    }

    /// One card: of a hand to be dealt, or left of a pair that was split.
    fn first_cards(&self) -> Vec<(Counts, Alive)> {
        let split = &self.rules.split;
        let first = |(place, (rank, copies)): (usize, &Kind)| {
            let card = Card::new(*rank, Suit::Clubs);
            let pairs = self
                .ranks
                .iter()
                .filter(|(other, _)| split.is_pair(card, Card::new(*other, Suit::Clubs)));
            let partners: u32 = pairs.map(|(_, copies)| u32::from(*copies) * 4).sum();
            let is_split = split.hands_max_of(*rank) > 1 && partners > 1 && *copies > 0;
            let begins = |(origin, doubles): (Origin, u8)| {
                doubles == 0 && (origin == Origin::Dealt || (is_split && origin == Origin::split_from(*rank)))
            };
            let alive = STORIES.map(|story| if begins(story) { ONE_SUIT } else { 0 });
            (Counts(0).with(place), alive)
        };
        self.ranks.iter().enumerate().map(first).collect()
    }

    /// Deals one more card to every hand that may take one.
    fn deal(&self, counts: Counts, alive: &Alive, mut longer: impl FnMut(Counts, Alive)) {
        let hand = self.cards(counts);
        let facts = STORIES.map(|(origin, doubles)| HandFacts::of(&hand, origin, doubles.into()));
        let may_take = facts.map(|facts| {
            let is_first = facts.cards == 1;
            let may_hit = !self.rules.is_blackjack(&facts) && self.rules.may_hit(&facts).is_ok();
            (is_first || may_hit, !is_first && self.rules.may_double(&facts).is_ok())
        });
        for (place, (rank, copies)) in self.ranks.iter().enumerate() {
            let is_bust = facts[0].total.with_value(rank.value()).is_bust();
            if is_bust || counts.of(place) >= copies.saturating_mul(4) {
                continue;
            }
            let used_up = usize::from(counts.of(place) >= *copies);
            let mut next = [0; 6];
            for (at, (hits, doubles)) in may_take.iter().enumerate() {
                let classes = self.next_classes[used_up][usize::from(alive[at])];
                next[at] |= if *hits { classes } else { 0 };
                next[at % 3 + 3] |= if *doubles { classes } else { 0 };
            }
            longer(counts.with(place), next);
        }
    }

    /// Looks which rows the hands meet, and ends the hands that win or are paid as a blackjack.
    fn look(&self, counts: Counts, alive: &mut Alive, tried: &mut Tried) {
        let hand = self.cards(counts);
        let sight = self.sight(&hand);
        let rows: ArrayVec<(usize, Fits), { PayTable::ROWS_MAX }> = self
            .table
            .patterns()
            .enumerate()
            .filter_map(|(row, pattern)| Some((row, self.fits(row, pattern, &sight)?)))
            .collect();
        for (alive, (origin, doubles)) in alive.iter_mut().zip(STORIES) {
            let facts = HandFacts::of(&hand, origin, doubles.into());
            if self.rules.is_blackjack(&facts) {
                let goes_on = facts.is_natural() && self.rules.may_double_blackjack();
                *alive &= if goes_on { u8::MAX } else { 0 };
                continue;
            }
            for class in 0..CLASSES.len() {
                if *alive >> class & 1 == 1 && self.wins(&facts, class, &rows, tried) {
                    *alive &= !(1 << class);
                }
            }
        }
    }

    /// Notes the rows a hand may meet; says whether it wins for certain.
    fn wins(&self, hand: &HandFacts, class: usize, rows: &[(usize, Fits)], tried: &mut Tried) -> bool {
        let counts = |row: usize| self.table.rows[row].counts_for(hand.is_split(), hand.is_doubled());
        let rows = || rows.iter().filter(|(row, _)| counts(*row));
        let certain = rows().filter(|(_, fits)| fits.certain >> class & 1 == 1);
        let certain = certain.fold(0, |bits, (row, _)| bits | 1 << row);
        let possible = rows().filter(|(_, fits)| fits.possible >> class & 1 == 1);
        let possible = possible.fold(0, |bits, (row, _)| bits | 1 << row);
        for row in bits(possible & tried.pending) {
            tried.met(row, certain | 1 << row);
        }
        certain != 0
    }

    /// The classes of suits in which these ranks may meet a pattern; `None` when they never do.
    fn fits(&self, row: usize, pattern: &Pattern, sight: &Sight) -> Option<Fits> {
        let (cards, hand_size) = (sight.cards.len(), usize::from(sight.hand_size));
        let is_flush = matches!(
            pattern.poker,
            Some(Poker::Flush | Poker::StraightFlush | Poker::RoyalFlush)
        );
        if !self.by_ranks[row].holds(sight) || (is_flush && cards < hand_size) {
            return None;
        }
        let classes = classes_of(pattern.suits);
        let in_flush = if is_flush { ONE_SUIT } else { u8::MAX };
        let is_left_open = pattern.exactly.is_some() || pattern.poker == Some(Poker::RoyalFlush);
        Some(Fits {
            possible: if cards == hand_size {
                classes & in_flush
            } else {
                classes
            },
            certain: if is_left_open { 0 } else { classes & in_flush },
        })
    }

    fn sight<'h>(&self, hand: &'h [Card]) -> Sight<'h> {
        let mut sight = Sight::new(hand, poker_size(hand.len()));
        sight.up = Some(self.up);
        sight
    }

    fn cards(&self, counts: Counts) -> Hand {
        let cards = |(place, (rank, _)): (usize, &Kind)| {
            std::iter::repeat_n(Card::new(*rank, Suit::Clubs), usize::from(counts.of(place)))
        };
        self.ranks.iter().enumerate().flat_map(cards).collect()
    }
}

/// The classes of suits in which a row may be met, and in which it is met for certain, as bits.
struct Fits {
    possible: u8,
    certain: u8,
}
