//! Which hands of 21 that win at once can ever be held: a hand grows card by card, and ends where it wins.
//!
//! The walk is over ranks, and over suits only as far as rows can ask for them. Where a row asks for more than that (a
//! flush within a larger hand, certain cards), the walk takes it as possible: it never calls a row unreachable that is not.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use arrayvec::ArrayVec;

use super::reach::{ROWS_MAX, Reach, Stakes, Tried, bits, without_suits};
use super::tables::Table;
use crate::card::{Card, Rank, Suit};
use crate::game::{Deck, Game};
use crate::pattern::{Pattern, Pays, Poker, Suits};
use crate::pay_table::{Sight, total};
use crate::twenty_one::{Blackjack, Double, Pairs, Split, SplitAceTen, SplitAces};

/// For every row of hands that win at once, whether it can be paid.
pub(super) fn search(game: &Game, table: &Table, stakes: Stakes) -> Vec<Reach> {
    let pays: Vec<Pays> = table.rows.iter().map(|row| row.pays).collect();
    let mut tried = Tried::new(&pays, stakes);
    let Some(rules) = game.twenty_one() else {
        return vec![Reach::Paid; pays.len()];
    };
    if pays.len() > ROWS_MAX {
        return vec![Reach::Paid; pays.len()];
    }
    let by_ranks: Vec<Pattern> = table.patterns().map(without_suits).collect();
    for up in up_cards(table, &game.deck) {
        let walk = Walk {
            table,
            by_ranks: &by_ranks,
            blackjack: &rules.blackjack,
            double: &rules.double,
            split: &rules.split,
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
    let tells_apart = table.patterns().any(|pattern| {
        pattern.ranks.is_some() && pattern.ranks.iter().flatten().any(|rank| rank.value() == 10)
            || pattern.exactly.iter().flatten().any(|card| card.value() == 10)
            || pattern.same_rank.is_some()
            || pattern.poker.is_some()
    });
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

/// How the suits of a hand relate, as far as rows can ask: one of four suits, red, black, or both.
const CLASSES: usize = 7;
const RED: usize = 4;
const BLACK: usize = 5;
const MIXED: usize = 6;

fn class_with(class: usize, suit: Suit) -> usize {
    let red = |class: usize| class == RED || (class < RED && Suit::ALL[class].is_red());
    if class == suit as usize {
        class
    } else if class == MIXED || red(class) != suit.is_red() {
        MIXED
    } else if suit.is_red() {
        RED
    } else {
        BLACK
    }
}

/// How a hand came about; the place of its seven bits in a set of hands.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Story {
    origin: Origin,
    doubled: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Dealt,
    Split,
    SplitAces,
}

const STORIES: [Story; 6] = {
    const fn story(origin: Origin, doubled: bool) -> Story {
        Story { origin, doubled }
    }
    [
        story(Origin::Dealt, false),
        story(Origin::Split, false),
        story(Origin::SplitAces, false),
        story(Origin::Dealt, true),
        story(Origin::Split, true),
        story(Origin::SplitAces, true),
    ]
};

/// How many cards of each kind a hand has, five bits for each.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Counts(u128);

impl Counts {
    fn of(self, kind: usize) -> u8 {
        (self.0 >> (5 * kind) & 31) as u8
    }

    fn with(self, kind: usize) -> Counts {
        Counts(self.0 + (1 << (5 * kind)))
    }
}

impl std::hash::Hash for Counts {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0 as u64 ^ (self.0 >> 64) as u64);
    }
}

/// A quick hash for a key that is one number: the search looks up many thousands.
#[derive(Default)]
struct Multiply(u64);

impl Hasher for Multiply {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let product = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product ^ product >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// For each story the classes of suits in which hands of the same ranks are still played, as bits.
type Alive = [u8; 6];
type Hands = HashMap<Counts, Alive, BuildHasherDefault<Multiply>>;
type Hand = ArrayVec<Card, 22>;

struct Walk<'a> {
    table: &'a Table<'a>,
    /// The patterns of the rows with every condition on suits taken out.
    by_ranks: &'a [Pattern],
    blackjack: &'a Blackjack,
    double: &'a Double,
    split: &'a Split,
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
        let mut seen = Hands::default();
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

    /// Whether a hand of these ranks may grow into one that meets the row.
    fn leads_to(&self, row: usize, counts: Counts) -> bool {
        let pattern = &self.by_ranks[row];
        let hand = self.cards(counts);
        let wanted = |ranks: &[Rank], card: &Card| ranks.iter().filter(|rank| **rank == card.rank()).count();
        let held = |card: &Card| hand.iter().filter(|other| other.rank() == card.rank()).count();
        pattern
            .cards
            .is_none_or(|set| set.max().is_some_and(|most| hand.len() <= usize::from(most)))
            && pattern
                .ranks
                .as_ref()
                .is_none_or(|ranks| hand.iter().all(|card| held(card) <= wanted(ranks, card)))
            && (pattern.same_rank.is_none() || hand.iter().all(|card| card.rank() == hand[0].rank()))
    }

    /// One card: of a hand to be dealt, or left of a pair that was split.
    fn first_cards(&self) -> Vec<(Counts, Alive)> {
        let mut hands = Vec::new();
        for (place, (rank, copies)) in self.ranks.iter().enumerate() {
            let mut alive = [0; 6];
            alive[0] = 0b1111;
            let ace = *rank == Rank::Ace;
            let hands_max = if ace {
                self.split.aces_hands_max
            } else {
                self.split.hands_max
            };
            let of_value = |kind: &&Kind| kind.0.value() == rank.value();
            let partners: u8 = match self.split.pairs {
                Pairs::Rank => *copies,
                Pairs::Value => self.ranks.iter().filter(of_value).map(|(_, copies)| copies).sum(),
            };
            if hands_max > 1 && partners * 4 > 1 {
                alive[if ace { 2 } else { 1 }] = 0b1111;
            }
            hands.push((Counts(0).with(place), alive));
        }
        hands
    }

    /// Deals one more card to every hand that may take one.
    fn deal(&self, counts: Counts, alive: &Alive, mut longer: impl FnMut(Counts, Alive)) {
        let hand = self.cards(counts);
        let size = hand.len() as u8;
        let best = total(&hand);
        let hard_sum: u8 = hand.iter().map(|card| card.value()).sum();
        let totals = if best > hard_sum {
            self.double.soft
        } else {
            self.double.hard
        };
        for (place, (rank, copies)) in self.ranks.iter().enumerate() {
            if hard_sum + rank.value() > 21 || counts.of(place) >= copies.saturating_mul(4) {
                continue;
            }
            let used_up = usize::from(counts.of(place) >= *copies);
            let mut next = [0; 6];
            for (at, story) in STORIES.iter().enumerate() {
                let classes = self.next_classes[used_up][usize::from(alive[at])];
                if classes == 0 {
                    continue;
                }
                let plain_blackjack = size == 2 && best == 21 && story.origin == Origin::Dealt && !story.doubled;
                if size == 1 || (!story.doubled && !plain_blackjack) {
                    next[at] |= classes;
                }
                let times_left = if story.doubled {
                    self.double.times_max >= 2
                } else {
                    self.double.times_max >= 1 && self.double.cards.contains(size)
                };
                let origin_allows = match story.origin {
                    Origin::Dealt => true,
                    Origin::Split => self.double.after_split,
                    Origin::SplitAces => self.double.after_split && self.double.split_aces,
                };
                if size >= 2 && times_left && origin_allows && totals.contains(best) {
                    next[at % 3 + 3] |= classes;
                }
            }
            longer(counts.with(place), next);
        }
    }

    /// Looks which rows the hands meet, and ends the hands that win or are no longer played.
    fn look(&self, counts: Counts, alive: &mut Alive, tried: &mut Tried) {
        let hand = self.cards(counts);
        let two_card_21 = hand.len() == 2 && total(&hand) == 21;
        let mut sight = Sight::new(&hand, if hand.len() == 3 { 3 } else { 5 });
        sight.up = Some(self.up);
        let rows: ArrayVec<(usize, Fits), ROWS_MAX> = self
            .table
            .patterns()
            .enumerate()
            .filter_map(|(row, pattern)| Some((row, self.fits(row, pattern, &sight)?)))
            .collect();
        for (at, story) in STORIES.iter().enumerate() {
            if two_card_21 && !story.doubled {
                let is_blackjack = match story.origin {
                    Origin::Dealt => true,
                    _ => self.split.ace_ten == SplitAceTen::Blackjack,
                };
                let goes_on = story.origin == Origin::Dealt && self.blackjack.may_double;
                if is_blackjack {
                    alive[at] &= if goes_on { u8::MAX } else { 0 };
                    continue;
                }
            }
            for class in (0..CLASSES)
                .filter(|class| alive[at] >> class & 1 == 1)
                .collect::<Vec<_>>()
            {
                if self.wins(story, class, &rows, tried) {
                    alive[at] &= !(1 << class);
                }
            }
            if story.origin == Origin::SplitAces && self.split.aces == SplitAces::OneCard {
                alive[at] = 0;
            }
        }
    }

    /// Notes the rows a hand may meet; says whether it wins for certain.
    fn wins(&self, story: &Story, class: usize, rows: &[(usize, Fits)], tried: &mut Tried) -> bool {
        let applies = |row: usize| {
            let (after_split, after_double) = self.table.rows[row].flags;
            (after_split || story.origin == Origin::Dealt) && (after_double || !story.doubled)
        };
        let rows = || rows.iter().filter(|(row, _)| applies(*row));
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
        let (hand, hand_size) = (sight.cards, usize::from(sight.hand_size));
        let flush = matches!(
            pattern.poker,
            Some(Poker::Flush | Poker::StraightFlush | Poker::RoyalFlush)
        );
        if !self.by_ranks[row].holds(sight) || (flush && hand.len() < hand_size) {
            return None;
        }
        let mut classes = suits_classes(pattern.suits);
        let mut certain = classes;
        if flush {
            let whole_hand = hand.len() == hand_size;
            classes &= if whole_hand { 0b1111 } else { u8::MAX };
            certain &= if pattern.poker == Some(Poker::RoyalFlush) {
                0
            } else {
                0b1111
            };
        }
        if pattern.exactly.is_some() {
            certain = 0;
        }
        Some(Fits {
            possible: classes,
            certain,
        })
    }

    fn cards(&self, counts: Counts) -> Hand {
        let kinds = self.ranks.iter().enumerate();
        kinds
            .flat_map(|(place, (rank, _))| {
                std::iter::repeat_n(Card::new(*rank, Suit::Clubs), usize::from(counts.of(place)))
            })
            .collect()
    }
}

/// The classes of suits in which a row may be met, and in which it is met for certain, as bits.
struct Fits {
    possible: u8,
    certain: u8,
}

fn suits_classes(suits: Suits) -> u8 {
    match suits {
        Suits::Any => 0b111_1111,
        Suits::Same => 0b000_1111,
        Suits::Mixed => 0b111_0000,
        Suits::SameColor => 1 << RED | 1 << BLACK,
        Suits::MixedColors => 1 << MIXED,
        Suits::Clubs => 1 << Suit::Clubs as u8,
        Suits::Diamonds => 1 << Suit::Diamonds as u8,
        Suits::Hearts => 1 << Suit::Hearts as u8,
        Suits::Spades => 1 << Suit::Spades as u8,
    }
}

/// The classes after one more card; a suit that has no card of the rank left cannot stay alone.
fn next_classes(classes: u8, suit_used_up: bool) -> u8 {
    let mut next = 0;
    for class in (0..CLASSES).filter(|class| classes >> class & 1 == 1) {
        for suit in Suit::ALL {
            let alone = class == suit as usize;
            if !(alone && suit_used_up) {
                next |= 1 << class_with(class, suit);
            }
        }
    }
    next
}
