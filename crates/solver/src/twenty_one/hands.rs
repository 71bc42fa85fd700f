//! Every hand a player can hold, as a graph: which hand follows which by one more card.
//!
//! A hand is its cards by value, 2,000 to 3,000 different ones. Where a row of the rules looks at suits, or at ranks of
//! equal value, a hand is its exact cards, but only as long as the row is still open for it.

use croupier_rules::play::{Total, ValueCounts};
use croupier_rules::{Card, Rank};
use rustc_hash::FxHashMap;

use super::playbook::value_letter;
use super::rows::{Reading, RowSet, Rows, Track};

/// No hand: the card would bust it.
pub(super) const NONE: u32 = u32::MAX;

/// One hand.
#[derive(Clone, Debug)]
pub struct Hand {
    /// How many cards of each value, from the ace.
    pub counts: ValueCounts,
    /// How many cards.
    pub cards: u8,
    /// The total.
    pub total: Total,
    /// The rows it meets.
    pub met: RowSet,
    /// The hand with these values of which nothing more is known.
    pub plain: u32,
    /// The exact cards, where they matter.
    pub exact: Option<Box<[Card]>>,
    /// The rows with conditions on suits or ranks that it may still meet.
    pub open: RowSet,
    sure: RowSet,
}

/// Where one more card leads.
#[derive(Clone, Copy, Debug)]
pub enum Following<'a> {
    /// By the card's value.
    Values(&'a [u32; 10]),
    /// By the exact card.
    Cards(&'a [u32; Card::KINDS]),
}

/// The graph of hands.
#[derive(Clone, Debug)]
pub struct Hands {
    hands: Vec<Hand>,
    /// Where a card leads when no row looks at more than values.
    plain: Vec<[u32; 10]>,
    /// Where a card leads from hands whose suits or ranks matter, by track.
    special: FxHashMap<(u32, usize), Special>,
    /// The empty hand on each track.
    roots: [u32; 4],
    /// The hands known by values, those with more cards first.
    by_value: Vec<u32>,
    /// The hands known card by card, those with more cards first.
    by_card: Vec<u32>,
    /// The hands of two cards and more known by values that hold a card of each value.
    with_value: [Vec<u32>; 10],
    /// The values of which it matters which exact card comes.
    suited: [bool; 10],
}

#[derive(Clone, Debug)]
enum Special {
    Values([u32; 10]),
    Cards(Box<[u32; Card::KINDS]>),
}

/// What makes two hands the same.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    counts: ValueCounts,
    met: RowSet,
    sure: RowSet,
    exact: Option<Box<[Card]>>,
}

struct Builder<'a> {
    rows: &'a Rows,
    shoe: &'a [u32; Card::KINDS],
    hands: Vec<Hand>,
    places: FxHashMap<Key, u32>,
    /// The hand of each values of which nothing more is known. It is asked for from every hand that is a card short of it.
    plain_of: FxHashMap<ValueCounts, u32>,
    plain: Vec<[u32; 10]>,
}

impl Hands {
    /// All hands that a shoe with so many of each card can deal.
    pub fn new(rows: &Rows, shoe: &[u32; Card::KINDS]) -> Hands {
        let mut builder = Builder {
            rows,
            shoe,
            hands: Vec::new(),
            places: FxHashMap::default(),
            plain_of: FxHashMap::default(),
            plain: Vec::new(),
        };
        builder.add_plain_hands();
        let mut special = FxHashMap::default();
        let mut roots = [0; 4];
        let mut waiting: Vec<(u32, Track)> = Vec::new();
        for track in Track::ALL {
            if rows.has_detail(track) && !track.doubled {
                let reading = Reading {
                    met: 0,
                    sure: 0,
                    open: 0,
                    exact: true,
                };
                let root = builder.place([0; 10], reading, Some(Vec::new()));
                roots[track.place()] = root;
                waiting.push((root, track));
            }
        }
        while let Some((hand, track)) = waiting.pop() {
            let doubled = Track { doubled: true, ..track };
            for target in if track.doubled {
                vec![track]
            } else {
                vec![track, doubled]
            } {
                if !rows.has_detail(target) || special.contains_key(&(hand, target.place())) {
                    continue;
                }
                let following = builder.follow(hand, target);
                let places = match &following {
                    Special::Values(places) => &places[..],
                    Special::Cards(places) => &places[..],
                };
                let is_special = |place: &&u32| **place != NONE && builder.hands[**place as usize].is_special();
                waiting.extend(places.iter().filter(is_special).map(|place| (*place, target)));
                special.insert((hand, target.place()), following);
            }
        }
        builder.finish(special, roots)
    }

    /// How many hands there are.
    pub fn count(&self) -> usize {
        self.hands.len()
    }

    /// The hand at a place.
    pub fn get(&self, place: u32) -> &Hand {
        &self.hands[place as usize]
    }

    /// The empty hand.
    pub fn root(&self, track: Track) -> u32 {
        self.roots[track.place()]
    }

    /// The hands known by values, those with more cards first.
    pub fn by_value(&self) -> &[u32] {
        &self.by_value
    }

    /// The hands of two cards and more known by values that hold a card of this value, those with more cards first.
    pub fn with_value(&self, value: usize) -> &[u32] {
        &self.with_value[value]
    }

    /// The hand in writing: its values like `A 2 5`, or its exact cards where they matter. Rows whose suits or ranks the
    /// hand has for certain follow by their places in the rules file from 0, like `6 7 ~3`.
    pub fn name(&self, hand: u32) -> String {
        let hand = self.get(hand);
        let sure: Vec<String> = (0..64)
            .filter(|row| hand.sure >> row & 1 == 1)
            .map(|row| row.to_string())
            .collect();
        let words: Vec<String> = match &hand.exact {
            Some(cards) => cards.iter().map(Card::to_string).collect(),
            None => {
                let values = hand.counts.iter().enumerate();
                let letters = values.flat_map(|(value, count)| std::iter::repeat_n(value, usize::from(*count)));
                letters.map(|value| value_letter(value).to_string()).collect()
            }
        };
        let name = words.join(" ");
        if sure.is_empty() {
            name
        } else {
            format!("{name} ~{}", sure.join(","))
        }
    }

    /// Whether it ever matters which exact card of a value comes.
    pub fn is_suited(&self, value: usize) -> bool {
        self.suited[value]
    }

    /// Whether nothing but the values of a hand matters.
    pub fn is_plain(&self, hand: u32) -> bool {
        !self.hands[hand as usize].is_special()
    }

    /// The hands known card by card, those with more cards first.
    pub fn by_card(&self) -> &[u32] {
        &self.by_card
    }

    /// Where one more card leads.
    pub fn following(&self, hand: u32, track: Track) -> Following<'_> {
        if self.hands[hand as usize].is_special()
            && let Some(special) = self.special.get(&(hand, track.place()))
        {
            return match special {
                Special::Values(places) => Following::Values(places),
                Special::Cards(places) => Following::Cards(places),
            };
        }
        Following::Values(&self.plain[hand as usize])
    }

    /// Where one more card leads, values alone being known.
    pub fn plain(&self, hand: u32) -> &[u32; 10] {
        &self.plain[hand as usize]
    }

    /// The hand of these cards on a track; `None` when it is bust or the shoe cannot deal it.
    pub fn find(&self, cards: &[Card], track: Track) -> Option<u32> {
        cards.iter().try_fold(self.root(track), |hand, card| {
            let next = match self.following(hand, track) {
                Following::Values(places) => places[usize::from(card.value()) - 1],
                Following::Cards(places) => places[card.index()],
            };
            (next != NONE).then_some(next)
        })
    }
}

/// A rank of this value, as a place from 0 for the ace.
#[inline]
pub(super) fn rank_of(value: usize) -> Rank {
    match value {
        0 => Rank::Ace,
        value => Rank::ALL[value - 1],
    }
}

impl Hand {
    fn is_special(&self) -> bool {
        self.sure != 0 || self.exact.is_some()
    }
}

impl Following<'_> {
    /// The hand that follows by this card.
    pub fn by(&self, card: Card) -> u32 {
        match self {
            Following::Values(places) => places[usize::from(card.value()) - 1],
            Following::Cards(places) => places[card.index()],
        }
    }
}

impl Builder<'_> {
    /// All multisets of values up to a sum of 21, fewest cards first.
    fn add_plain_hands(&mut self) {
        let mut values = [0u32; 10];
        for card in Card::all() {
            values[usize::from(card.value()) - 1] += self.shoe[card.index()];
        }
        self.place_plain([0; 10]);
        let mut place = 0;
        while place < self.hands.len() {
            let counts = self.hands[place].counts;
            let low = Total::of_values(&counts).low();
            for value in 0..10 {
                if low + (value as u8) < 21 && u32::from(counts[value]) < values[value] {
                    let mut more = counts;
                    more[value] += 1;
                    self.plain[place][value] = self.place_plain(more);
                }
            }
            place += 1;
        }
    }

    fn place_plain(&mut self, counts: ValueCounts) -> u32 {
        if let Some(place) = self.plain_of.get(&counts) {
            return *place;
        }
        let reading = self.rows.read_values(Track::ALL[0], &counts, 0);
        let key = Key {
            counts,
            met: reading.met,
            sure: 0,
            exact: None,
        };
        let place = self.push(key, reading.open, None);
        self.plain_of.insert(counts, place);
        place
    }

    fn place(&mut self, counts: ValueCounts, reading: Reading, cards: Option<Vec<Card>>) -> u32 {
        let exact = cards.filter(|_| reading.exact).map(|mut cards| {
            cards.sort();
            cards.into_boxed_slice()
        });
        // Once the exact cards are known, what is sure follows from them.
        let sure = if exact.is_some() { 0 } else { reading.sure };
        let key = Key {
            counts,
            met: reading.met,
            sure,
            exact,
        };
        if let Some(place) = self.places.get(&key) {
            return *place;
        }
        let plain = self.place_plain(counts);
        let is_plain = key.sure == 0 && key.exact.is_none() && key.met == self.hands[plain as usize].met;
        match is_plain {
            true => plain,
            false => self.push(key, reading.open, Some(plain)),
        }
    }

    /// A new hand, beside the one of which no more than its values is known, if it is another.
    fn push(&mut self, key: Key, open: RowSet, plain: Option<u32>) -> u32 {
        let place = self.hands.len() as u32;
        self.hands.push(Hand {
            counts: key.counts,
            cards: key.counts.iter().sum(),
            total: Total::of_values(&key.counts),
            met: key.met,
            plain: plain.unwrap_or(place),
            exact: key.exact.clone(),
            open,
            sure: key.sure,
        });
        let following = plain.map_or([NONE; 10], |plain| self.plain[plain as usize]);
        self.plain.push(following);
        self.places.insert(key, place);
        place
    }

    /// Where each card leads from a hand whose suits or ranks matter.
    fn follow(&mut self, hand: u32, track: Track) -> Special {
        let from = self.hands[hand as usize].clone();
        let after = |value: usize| {
            let mut counts = from.counts;
            counts[value] += 1;
            (!Total::of_values(&counts).is_bust()).then_some(counts)
        };
        match &from.exact {
            None => Special::Values(std::array::from_fn(|value| match after(value) {
                Some(counts) if self.plain[from.plain as usize][value] != NONE => {
                    let reading = self.rows.read_values(track, &counts, from.sure);
                    self.place(counts, reading, None)
                }
                _ => NONE,
            })),
            Some(cards) => {
                let mut places = Box::new([NONE; Card::KINDS]);
                for card in Card::all() {
                    let held = cards.iter().filter(|other| **other == card).count() as u32;
                    let Some(counts) = after(usize::from(card.value()) - 1) else {
                        continue;
                    };
                    if held < self.shoe[card.index()] {
                        let mut more = cards.to_vec();
                        more.push(card);
                        let reading = self.rows.read(track, &more, &counts);
                        places[card.index()] = self.place(counts, reading, Some(more));
                    }
                }
                Special::Cards(places)
            }
        }
    }

    fn finish(self, special: FxHashMap<(u32, usize), Special>, roots: [u32; 4]) -> Hands {
        let mut by_value: Vec<u32> = Vec::new();
        let mut by_card: Vec<u32> = Vec::new();
        for (hand, place) in self.hands.iter().zip(0..) {
            match hand.exact {
                Some(_) => by_card.push(place),
                None => by_value.push(place),
            }
        }
        let more_cards_first = |place: &u32| std::cmp::Reverse(self.hands[*place as usize].cards);
        by_value.sort_by_key(more_cards_first);
        by_card.sort_by_key(more_cards_first);
        let with_value = std::array::from_fn(|value| {
            let holds = |place: &&u32| {
                let hand = &self.hands[**place as usize];
                hand.cards >= 2 && hand.counts[value] > 0
            };
            by_value.iter().filter(holds).copied().collect()
        });
        let mut suited = [false; 10];
        for following in special.values() {
            let Special::Cards(places) = following else { continue };
            for (card, other) in Card::all().zip(Card::all().skip(1)) {
                let there = |card: Card| self.shoe[card.index()] > 0;
                let differ = places[card.index()] != places[other.index()];
                if card.value() == other.value() && there(card) && there(other) && differ {
                    suited[usize::from(card.value()) - 1] = true;
                }
            }
        }
        Hands {
            suited,
            with_value,
            hands: self.hands,
            plain: self.plain,
            special,
            roots,
            by_value,
            by_card,
        }
    }
}
