//! Cards without replacement: every order of the shoe equally likely, with no shoe copied or put back.
//!
//! The n-th card of a round from a full shoe is found by a Fisher–Yates shuffle that is never carried out: only the few
//! places it would have written to are remembered. Two places are drawn from one 32-bit word (Brackett-Rozinsky and Lemire,
//! "Batched ranged random integer generation", 2024): the word times the number of places left gives a place in its high
//! half and a fresh word in its low half. A word whose rest falls into the remainder that would favor some places is
//! refused and replaced, so that the places are exactly, not nearly, uniform.

mod cut_shoe;
mod drawn;
mod taped;

use arrayvec::ArrayVec;
use croupier_rules::Card;
use croupier_rules::game::Deck;

use crate::philox::{self, Purpose};
pub use cut_shoe::CutShoe;
pub use drawn::{Ahead, Drawn, LANES};
pub(crate) use taped::{Rewound, Taped};

/// A card in the compiled tables: four times the place of its rank among the ranks of the deck, plus its suit.
pub type CardKind = u8;

/// The most cards one round can take.
pub const ROUND_MAX: usize = 416;

/// Where cards come from: a random shoe, or a written list.
pub trait CardSource {
    /// The next card; `None` when there is none left.
    fn card(&mut self) -> Option<CardKind>;
}

/// The cards of a full shoe, numbered.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Every kind of card in the deck.
    kinds: Vec<Card>,
    /// The place of each of the 52 cards among the kinds.
    places: [CardKind; Card::KINDS],
    decks: u16,
    /// 32768 / decks, rounded up: twice a place times this, shifted by 16, is its kind.
    reciprocal: u16,
    /// For the word of the cards 2w and 2w+1: rests below this are refused.
    refused: Vec<u32>,
}

impl Layout {
    /// The layout of a deck.
    pub fn new(deck: &Deck) -> Layout {
        let kinds: Vec<Card> = Card::all().filter(|card| deck.count(*card) > 0).collect();
        let mut places = [CardKind::MAX; Card::KINDS];
        for (place, card) in kinds.iter().enumerate() {
            places[card.index()] = place as CardKind;
        }
        let size = kinds.len() * usize::from(deck.decks);
        let decks = u16::from(deck.decks);
        let reciprocal = 32768_u16.div_ceil(decks);
        debug_assert!((0..size as u16).all(|place| kind_of(place, reciprocal) == place / decks));
        let refused = (0..size / 2)
            .map(|word| {
                let left = (size - 2 * word) as u64;
                ((1_u64 << 32) % (left * (left - 1))) as u32
            })
            .collect();
        Layout {
            kinds,
            places,
            decks,
            reciprocal,
            refused,
        }
    }

    /// How many cards the shoe holds.
    pub fn size(&self) -> usize {
        self.kinds.len() * usize::from(self.decks)
    }

    /// How many different cards there are.
    pub fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// The card of a kind.
    pub fn card(&self, kind: CardKind) -> Card {
        self.kinds[usize::from(kind)]
    }

    /// The kind of a card that the deck holds.
    pub fn kind(&self, card: Card) -> CardKind {
        self.places[card.index()]
    }

    /// The kind of the card at this place of the full shoe.
    pub(crate) fn kind_at(&self, place: u16) -> CardKind {
        kind_of(place, self.reciprocal) as CardKind
    }

    /// For the word of each pair of cards: rests below this are refused.
    pub(crate) fn refused(&self) -> &[u32] {
        &self.refused
    }

    /// The two places that a word draws, among `left` and then one fewer, or `None` when the word is refused.
    fn places(&self, word: u32, pair: usize) -> Option<[u16; 2]> {
        let left = (self.size() - 2 * pair) as u64;
        let first = u64::from(word) * left;
        let second = (first & 0xffff_ffff) * (left - 1);
        (second as u32 >= self.refused[pair]).then_some([(first >> 32) as u16, (second >> 32) as u16])
    }

    /// The two places that the word of this round draws; refused words are replaced until one serves.
    fn places_of(&self, word: u32, pair: usize, round: u64, key: [u32; 2]) -> [u16; 2] {
        if let Some(places) = self.places(word, pair) {
            return places;
        }
        let mut attempt = 0;
        loop {
            let block = (pair as u32) << 16 | attempt;
            let words = philox::block(philox::counter(round, block, Purpose::Again), key);
            if let Some(places) = words.iter().find_map(|word| self.places(*word, pair)) {
                return places;
            }
            attempt += 1;
        }
    }
}

/// The kind that lies at a place, by the high half of one product of 16 bits.
#[inline(always)]
fn kind_of(place: u16, reciprocal: u16) -> u16 {
    ((u32::from(place << 1) * u32::from(reciprocal)) >> 16) as u16
}

/// The cards of one round from a full shoe.
#[derive(Clone, Debug)]
pub struct Fresh<'a> {
    layout: &'a Layout,
    key: [u32; 2],
    round: u64,
    drawn: usize,
    /// The places the shuffle would have written to, and what it would have written.
    written: ArrayVec<(u16, u16), ROUND_MAX>,
    words: [u32; 4],
    pending: u16,
}

impl<'a> Fresh<'a> {
    /// The cards of the round of this number.
    pub fn new(layout: &'a Layout, key: [u32; 2], round: u64) -> Fresh<'a> {
        Fresh {
            layout,
            key,
            round,
            drawn: 0,
            written: ArrayVec::new(),
            words: [0; 4],
            pending: 0,
        }
    }

    fn place(&mut self) -> u16 {
        let pair = self.drawn / 2;
        if self.drawn % 2 == 1 {
            return self.pending;
        }
        if pair.is_multiple_of(4) {
            let counter = philox::counter(self.round, (pair / 4) as u32, Purpose::Fresh);
            self.words = philox::block(counter, self.key);
        }
        let [first, second] = self.layout.places_of(self.words[pair % 4], pair, self.round, self.key);
        self.pending = second;
        first
    }
}

impl CardSource for Fresh<'_> {
    #[inline]
    fn card(&mut self) -> Option<CardKind> {
        let left = self.layout.size() - self.drawn;
        if left == 0 {
            return None;
        }
        let place = self.place();
        let last = left as u16 - 1;
        let (mut drawn, mut moved) = (place, last);
        for &(to, content) in &self.written {
            drawn = if to == place { content } else { drawn };
            moved = if to == last { content } else { moved };
        }
        self.written.push((place, moved));
        self.drawn += 1;
        Some(self.layout.kind_at(drawn))
    }
}

/// Cards somebody wrote down.
#[derive(Clone, Debug)]
pub struct Written<'a> {
    cards: &'a [CardKind],
}

impl<'a> Written<'a> {
    /// Deals these cards in order.
    pub fn new(cards: &'a [CardKind]) -> Written<'a> {
        Written { cards }
    }
}

impl CardSource for Written<'_> {
    fn card(&mut self) -> Option<CardKind> {
        let (first, rest) = self.cards.split_first()?;
        self.cards = rest;
        Some(*first)
    }
}

/// Remembers the cards that another source deals.
#[derive(Debug)]
pub struct Recorded<'a, S> {
    source: &'a mut S,
    /// The cards dealt so far.
    pub cards: Vec<CardKind>,
}

impl<'a, S: CardSource> Recorded<'a, S> {
    /// Deals from this source.
    pub fn new(source: &'a mut S) -> Recorded<'a, S> {
        Recorded {
            source,
            cards: Vec::new(),
        }
    }
}

impl<S: CardSource> CardSource for Recorded<'_, S> {
    fn card(&mut self) -> Option<CardKind> {
        let card = self.source.card()?;
        self.cards.push(card);
        Some(card)
    }
}

#[cfg(test)]
mod tests;
