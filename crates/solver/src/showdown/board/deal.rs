//! One whole board: how every pair of hole cards stands to all pairs that the dealer may hold beside it.
//!
//! Cards of one rank are alike beside a board unless a flush may be made in their suit. So there are some hundred kinds of
//! pairs and not a thousand, and they are gone through in rising strength. Of the pairs below a kind those that share a card
//! with it are taken away: they are counted for every kind of card as the strengths rise.

use croupier_rules::poker::Strength;
use croupier_rules::{Card, Rank, Suit};

use super::cards::{BoardCards, pair};
use super::made::{BoardSuits, ByRanks, Made, Maker};
use crate::showdown::terms::{Counts, Terms, by_contest};

/// Pairs of hole cards that make the same with a whole board and stand to as many of the dealer's in every way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alike {
    /// The kinds of its two cards.
    kinds: (u8, u8),
    pub(super) made: Made,
    /// How many of the dealer's pairs stand how to one of them.
    pub(super) counts: Counts,
    /// What one of them gains over all pairs of the dealer.
    pub(super) gains: Gains,
}

/// What a pair gains over all that may come: without a street bet, and for each main bet on a street.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gains {
    pub(super) plain: i64,
    pub(super) each: i64,
}

impl Gains {
    pub(super) fn of(terms: &Terms, counts: &Counts) -> Gains {
        let mut gains = Gains::default();
        for ((count, main), street) in counts.iter().zip(&terms.main).zip(&terms.street) {
            gains.plain += count * (main + terms.bonus);
            gains.each += count * street;
        }
        gains
    }

    pub(super) fn with(self, bet: u8) -> i64 {
        self.plain + i64::from(bet) * self.each
    }
}

/// A pair of hole cards that may be held beside the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    /// Its number.
    pub(super) pair: u16,
    /// The place of those it is alike to.
    pub(super) alike: u16,
}

/// What is seen of whole boards, one after the other.
pub(super) struct Survey<'m> {
    maker: &'m Maker,
    qualifier: u32,
    cards: CardKinds,
    /// What every two kinds of cards make, rising, before they are counted.
    rising: Vec<(Made, u8, u8)>,
    alike: Vec<Alike>,
    /// By two kinds of cards, the place of their pairs.
    places: [[u16; Card::KINDS]; Card::KINDS],
    held: Vec<Held>,
}

/// The cards beside a board by what they are alike to.
struct CardKinds {
    /// By card; [`ON_BOARD`] for those that lie there.
    of_card: [u8; Card::KINDS],
    /// Of each kind the rank, the first two cards and how many there are.
    ranks: Vec<Rank>,
    firsts: Vec<[u8; 2]>,
    sizes: Vec<i32>,
    /// By rank, the kind of the cards that make no flush.
    plain: [u8; Rank::ALL.len()],
}

/// In the place of a kind: there is no such card.
const ON_BOARD: u8 = u8::MAX;

impl<'m> Survey<'m> {
    pub(super) fn new(maker: &'m Maker, qualifier: Option<Strength>) -> Survey<'m> {
        Survey {
            maker,
            qualifier: qualifier.map_or(0, Strength::bits),
            cards: CardKinds::none(),
            rising: Vec::new(),
            alike: Vec::new(),
            places: [[0; Card::KINDS]; Card::KINDS],
            held: Vec::new(),
        }
    }

    /// Looks at a whole board.
    pub(super) fn look(&mut self, board: &BoardCards, by_ranks: &ByRanks) {
        let suits = self.maker.suits(board);
        self.cards.sort(self.maker, board, &suits);
        self.rising.clear();
        match suits.near_flush() {
            false => self.by_rank(by_ranks),
            true => self.by_rank_and_suit(board, &suits, by_ranks),
        }
        self.count();
        self.list();
    }

    /// The pairs beside the board by what they make, rising in strength.
    pub(super) fn alike(&self) -> &[Alike] {
        &self.alike
    }

    /// Every pair beside the board.
    pub(super) fn held(&self) -> &[Held] {
        &self.held
    }

    /// The place of the pairs that this one is alike to; `None` where one of its cards lies on the board.
    pub(super) fn place(&self, (low, high): (u8, u8)) -> Option<usize> {
        let [one, other] = [low, high].map(|card| usize::from(self.cards.of_card[usize::from(card)]));
        self.places.get(one)?.get(other).map(|place| usize::from(*place))
    }

    fn by_rank(&mut self, by_ranks: &ByRanks) {
        for (low, high) in &by_ranks.rising {
            let kinds = [low, high].map(|rank| self.cards.plain[*rank as usize]);
            if !kinds.contains(&ON_BOARD) && self.cards.pairs(kinds[0], kinds[1]) > 0 {
                self.rising.push((by_ranks.of(*low, *high), kinds[0], kinds[1]));
            }
        }
    }

    fn by_rank_and_suit(&mut self, board: &BoardCards, suits: &BoardSuits, by_ranks: &ByRanks) {
        let cards = &self.cards;
        let kinds = cards.sizes.len() as u8;
        for high in 0..kinds {
            for low in (0..=high).filter(|low| cards.pairs(*low, high) > 0) {
                let [first, second] = cards.firsts[usize::from(high)];
                let other = if low == high {
                    second
                } else {
                    cards.firsts[usize::from(low)][0]
                };
                let flush = self.maker.flush(board, suits, other, first);
                let plain = || by_ranks.of(cards.ranks[usize::from(low)], cards.ranks[usize::from(high)]);
                self.rising.push((flush.unwrap_or_else(plain), low, high));
            }
        }
        self.rising.sort_unstable_by_key(|(made, _, _)| made.strength);
    }

    /// Counts the dealer's pairs that stand to each kind of pair in every way.
    fn count(&mut self) {
        self.alike.clear();
        let (mut below, mut unqualified) = (Below::default(), None);
        let mut standing = Vec::with_capacity(self.rising.len());
        for equal in self.rising.chunk_by(|one, other| one.0.strength == other.0.strength) {
            if equal[0].0.strength >= self.qualifier {
                unqualified.get_or_insert(below);
            }
            let lower = equal.iter().map(|(_, low, high)| below.beside(*low, *high));
            standing.extend(lower.map(|lower| (lower, 0)));
            for (_, low, high) in equal {
                below.add(&self.cards, *low, *high);
            }
            let from = standing.len() - equal.len();
            for ((_, not_above), (_, low, high)) in standing[from..].iter_mut().zip(equal) {
                // The pair itself was counted with both its cards.
                *not_above = below.beside(*low, *high) + 1;
            }
        }
        let unqualified = unqualified.unwrap_or(below);
        for ((made, low, high), (lower, not_above)) in self.rising.iter().zip(standing) {
            let qualifies = made.strength >= self.qualifier;
            let not_qualified = unqualified.beside(*low, *high) + i32::from(!qualifies);
            let all = below.beside(*low, *high) + 1;
            let counts = by_contest([not_qualified, lower, not_above, all], qualifies);
            self.alike.push(Alike {
                kinds: (*low, *high),
                made: *made,
                counts,
                gains: Gains::of(&self.maker.terms[usize::from(made.terms)], &counts),
            });
        }
    }

    /// Lists every pair beside the board.
    fn list(&mut self) {
        for (place, alike) in self.alike.iter().enumerate() {
            let (low, high) = (usize::from(alike.kinds.0), usize::from(alike.kinds.1));
            self.places[low][high] = place as u16;
            self.places[high][low] = place as u16;
        }
        self.held.clear();
        let of_card = &self.cards.of_card[..self.maker.cards.len()];
        for (high, kind) in of_card.iter().enumerate().filter(|(_, kind)| **kind != ON_BOARD) {
            let places = &self.places[usize::from(*kind)];
            for (low, kind) in of_card[..high]
                .iter()
                .enumerate()
                .filter(|(_, kind)| **kind != ON_BOARD)
            {
                self.held.push(Held {
                    pair: pair(low as u8, high as u8),
                    alike: places[usize::from(*kind)],
                });
            }
        }
    }
}

/// The pairs below a strength.
#[derive(Clone, Copy)]
struct Below {
    all: i32,
    /// By kind of card, those with one certain card of it.
    with: [i32; Card::KINDS],
}

impl Default for Below {
    fn default() -> Below {
        Below {
            all: 0,
            with: [0; Card::KINDS],
        }
    }
}

impl Below {
    fn add(&mut self, cards: &CardKinds, low: u8, high: u8) {
        self.all += cards.pairs(low, high);
        let (one, other) = (usize::from(low), usize::from(high));
        match one == other {
            true => self.with[one] += cards.sizes[one] - 1,
            false => {
                self.with[one] += cards.sizes[other];
                self.with[other] += cards.sizes[one];
            }
        }
    }

    /// Those that share no card with a pair, the pair itself taken away once too often where it is among them.
    fn beside(&self, low: u8, high: u8) -> i32 {
        self.all - self.with[usize::from(low)] - self.with[usize::from(high)]
    }
}

impl CardKinds {
    fn none() -> CardKinds {
        CardKinds {
            of_card: [ON_BOARD; Card::KINDS],
            ranks: Vec::new(),
            firsts: Vec::new(),
            sizes: Vec::new(),
            plain: [ON_BOARD; Rank::ALL.len()],
        }
    }

    /// Sorts the cards beside a board.
    fn sort(&mut self, maker: &Maker, board: &BoardCards, suits: &BoardSuits) {
        self.ranks.clear();
        self.firsts.clear();
        self.sizes.clear();
        self.plain = [ON_BOARD; Rank::ALL.len()];
        let lies = board.iter().fold(0u64, |lies, card| lies | 1 << card);
        for card in 0..maker.cards.len() as u8 {
            let of_card = &mut self.of_card[usize::from(card)];
            *of_card = ON_BOARD;
            if lies >> card & 1 == 1 {
                continue;
            }
            let rank = maker.cards.at(usize::from(card)).rank();
            let plain = match suits.near[usize::from(card) % Suit::ALL.len()] {
                true => &mut { ON_BOARD },
                false => &mut self.plain[rank as usize],
            };
            if *plain == ON_BOARD {
                *plain = self.sizes.len() as u8;
                self.ranks.push(rank);
                self.firsts.push([card; 2]);
                self.sizes.push(0);
            }
            *of_card = *plain;
            let kind = usize::from(*plain);
            self.sizes[kind] += 1;
            if self.sizes[kind] == 2 {
                self.firsts[kind][1] = card;
            }
        }
    }

    /// How many pairs there are of two kinds of cards.
    fn pairs(&self, low: u8, high: u8) -> i32 {
        let [one, other] = [low, high].map(|kind| self.sizes[usize::from(kind)]);
        if low == high { one * (one - 1) / 2 } else { one * other }
    }
}
