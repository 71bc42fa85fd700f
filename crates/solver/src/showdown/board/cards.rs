//! Boards and pairs of hole cards of one deck. Boards that differ only in the names of suits are one kind, of which one
//! board is kept; a renaming of suits carries any other board of the kind to it.

use arrayvec::ArrayVec;
use croupier_rules::stud::Hands;
use rustc_hash::FxHashMap;

use super::made::rank_key;
use crate::kinds::each_kind;
use crate::pack::Pack;
use crate::showdown::classes::{Cards, each_set};

/// The places of the cards of a board, rising.
pub(super) type BoardCards = ArrayVec<u8, { Hands::CARDS_MAX as usize }>;

const SUITS: usize = 4;
const RENAMINGS: usize = 24;

/// Every pair of cards by a number, and what renaming suits makes of it.
pub(super) struct Pairs {
    /// The cards of every pair, the lower first.
    cards: Vec<(u8, u8)>,
    /// For each renaming, the pair that each pair becomes.
    renamed: Vec<Vec<u16>>,
    suits: [[u8; SUITS]; RENAMINGS],
    /// The number of a renaming by the places its suits take, two bits each.
    numbers: [u8; 256],
}

impl Pairs {
    /// The pairs of a deck of so many cards.
    pub(super) fn new(cards: usize) -> Pairs {
        let suits = renamings();
        let mut numbers = [0; 256];
        for (number, suits) in suits.iter().enumerate() {
            numbers[code(suits)] = number as u8;
        }
        let cards: Vec<(u8, u8)> = (0..cards as u8)
            .flat_map(|high| (0..high).map(move |low| (low, high)))
            .collect();
        let renamed = suits.iter().map(|suits| {
            let renamed = |(low, high): &(u8, u8)| pair(rename(suits, *low), rename(suits, *high));
            cards.iter().map(renamed).collect()
        });
        Pairs {
            renamed: renamed.collect(),
            cards,
            suits,
            numbers,
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.cards.len()
    }

    /// The cards of every pair, by its number.
    pub(super) fn each(&self) -> impl Iterator<Item = (u8, u8)> {
        self.cards.iter().copied()
    }

    /// The cards of the pair of this number.
    pub(super) fn cards(&self, pair: u16) -> (u8, u8) {
        self.cards[usize::from(pair)]
    }

    /// What a renaming makes of each pair.
    pub(super) fn renamed(&self, renaming: u8) -> &[u16] {
        &self.renamed[usize::from(renaming)]
    }

    /// What a renaming makes of some cards, in rising order.
    pub(super) fn rename(&self, renaming: u8, cards: &[u8]) -> BoardCards {
        let suits = &self.suits[usize::from(renaming)];
        let mut renamed: BoardCards = cards.iter().map(|card| rename(suits, *card)).collect();
        renamed.sort_unstable();
        renamed
    }

    /// The renaming that gives the suits of some cards their places in falling order of their ranks, and a number that all
    /// boards of a kind share.
    fn straighten(&self, cards: &[u8]) -> (u8, u64) {
        let mut ranks = [0u64; SUITS];
        for card in cards {
            ranks[usize::from(*card) % SUITS] |= 1 << (card / SUITS as u8);
        }
        let mut order = [0, 1, 2, 3];
        order.sort_by_key(|suit| (std::cmp::Reverse(ranks[*suit]), *suit));
        let mut suits = [0u8; SUITS];
        for (place, suit) in order.iter().enumerate() {
            suits[*suit] = place as u8;
        }
        let key = order.iter().fold(0, |key, suit| key << 13 | ranks[*suit]);
        (self.numbers[code(&suits)], key)
    }
}

/// The number of a pair of two cards.
pub(super) const fn pair(one: u8, other: u8) -> u16 {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high as u16 * (high as u16 - 1) / 2 + low as u16
}

const fn rename(suits: &[u8; SUITS], card: u8) -> u8 {
    card / SUITS as u8 * SUITS as u8 + suits[card as usize % SUITS]
}

fn code(suits: &[u8; SUITS]) -> usize {
    suits.iter().fold(0, |code, suit| code << 2 | usize::from(*suit))
}

/// Every order of the suits.
fn renamings() -> [[u8; SUITS]; RENAMINGS] {
    let mut all = [[0; SUITS]; RENAMINGS];
    let orders = (0..256u16).map(|code| [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3].map(|suit| suit as u8));
    let orders = orders.filter(|suits| suits.iter().fold(0u8, |seen, suit| seen | 1 << suit) == 0b1111);
    for (order, place) in orders.zip(&mut all) {
        *place = order;
    }
    all
}

/// Every kind of board of one size.
pub(super) struct Boards {
    /// One board of each kind.
    pub(super) kinds: Vec<BoardKind>,
    places: FxHashMap<u64, u32>,
    /// How many cards each has.
    size: usize,
}

/// A kind of board.
pub(super) struct BoardKind {
    /// The cards of the board that is kept.
    pub(super) cards: BoardCards,
    /// How many boards are of the kind.
    pub(super) ways: u32,
}

impl Boards {
    /// The kinds of boards of so many cards, those of the same ranks side by side.
    pub(super) fn new(pack: &Pack, cards: &Cards, pairs: &Pairs, size: usize) -> Boards {
        let mut kinds = Vec::new();
        each_kind(
            pack,
            &pack.alike_suits(std::iter::empty()),
            size,
            &mut |board, _, ways| {
                let board: BoardCards = board.iter().map(|card| cards.place(*card)).collect();
                let (renaming, _) = pairs.straighten(&board);
                kinds.push(BoardKind {
                    cards: pairs.rename(renaming, &board),
                    ways: ways as u32,
                });
            },
        );
        kinds.sort_by_cached_key(|kind| (rank_key(&kind.cards), kind.cards.clone()));
        let places = kinds.iter().enumerate();
        let places = places.map(|(place, kind)| (pairs.straighten(&kind.cards).1, place as u32));
        Boards {
            places: places.collect(),
            kinds,
            size,
        }
    }

    /// The kind of a board, and the renaming that makes it the board that is kept.
    pub(super) fn find(&self, pairs: &Pairs, board: &[u8]) -> (usize, u8) {
        let (renaming, key) = pairs.straighten(board);
        (self.places[&key] as usize, renaming)
    }

    /// Visits the parts of a larger board that are of this size: the kind of each and the renaming that makes it the board
    /// that is kept.
    pub(super) fn each_part(&self, pairs: &Pairs, board: &BoardCards, mut visit: impl FnMut(usize, u8)) {
        each_set(board.len(), self.size, |set| {
            let mut part = BoardCards::new();
            for (place, card) in board.iter().enumerate() {
                if set >> place & 1 == 1 {
                    part.push(*card);
                }
            }
            let (kind, renaming) = self.find(pairs, &part);
            visit(kind, renaming);
        });
    }
}

/// What was added up for pairs beside a board, pairs that renaming suits makes of each other taken together.
pub(super) struct Joined<const W: usize> {
    /// The first pair of each, the sum over all of them, and how many they are.
    pub(super) sums: Vec<(u16, [i64; W], u32)>,
    /// For each pair the first.
    least: Vec<Option<u16>>,
}

impl<const W: usize> Joined<W> {
    /// The pairs that are not the first of theirs, with the first.
    pub(super) fn copies(&self) -> impl Iterator<Item = (u16, u16)> {
        let pairs = self.least.iter().enumerate();
        let pairs = pairs.filter_map(|(pair, least)| least.map(|least| (pair as u16, least)));
        pairs.filter(|(pair, least)| pair != least)
    }
}

impl BoardKind {
    /// Takes together what was added up for pairs that renaming suits makes of each other.
    pub(super) fn join<const W: usize>(&self, pairs: &Pairs, by_pair: &[[i64; W]]) -> Joined<W> {
        let least = self.least_alike(pairs);
        let mut sums: Vec<(u16, [i64; W], u32)> = Vec::with_capacity(by_pair.len());
        let mut places = vec![0u16; by_pair.len()];
        for (pair, first) in least.iter().enumerate() {
            let Some(first) = first else { continue };
            // The first of them is the least.
            if usize::from(*first) == pair {
                places[pair] = sums.len() as u16;
                sums.push((*first, [0; W], 0));
            }
            let (_, sum, many) = &mut sums[usize::from(places[usize::from(*first)])];
            for lane in 0..W {
                sum[lane] += by_pair[pair][lane];
            }
            *many += 1;
        }
        Joined { sums, least }
    }

    /// For each pair the least number among the pairs that renamings of suits make of it without changing the board; `None`
    /// where a card of the pair lies on the board.
    pub(super) fn least_alike(&self, pairs: &Pairs) -> Vec<Option<u16>> {
        let same: Vec<u8> = (0..RENAMINGS as u8)
            .filter(|renaming| pairs.rename(*renaming, &self.cards) == self.cards)
            .collect();
        let alike = pairs.each().enumerate().map(|(number, (low, high))| {
            let lies = self.cards.contains(&low) || self.cards.contains(&high);
            let least = same.iter().map(|renaming| pairs.renamed(*renaming)[number]).min();
            least.filter(|_| !lies)
        });
        alike.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::load::open;

    #[test]
    fn boards_and_pairs_beside_them_are_those_known() {
        let game = open("three-card-poker").expect("a test keeps the games valid").game;
        let (pack, cards) = (Pack::fresh(&game.deck), Cards::new(game.deck.cards()));
        let pairs = Pairs::new(52);
        let counts = |size: usize| {
            let boards = Boards::new(&pack, &cards, &pairs, size);
            let beside = boards.kinds.iter().map(|kind| {
                let alike = kind.least_alike(&pairs);
                let is_least = |(number, least): &(usize, &Option<u16>)| **least == Some(*number as u16);
                alike.iter().enumerate().filter(is_least).count()
            });
            (boards.kinds.len(), beside.sum::<usize>())
        };
        assert_eq!(pairs.len(), 1326);
        assert_eq!(counts(0), (1, 169));
        // Waugh's count of hole cards and flop: 1,286,792.
        assert_eq!(counts(3), (1755, 1_286_792));
    }

    #[test]
    fn a_renaming_carries_a_board_to_the_one_kept() {
        let game = open("three-card-poker").expect("a test keeps the games valid").game;
        let (pack, cards) = (Pack::fresh(&game.deck), Cards::new(game.deck.cards()));
        let pairs = Pairs::new(52);
        let boards = Boards::new(&pack, &cards, &pairs, 3);
        for board in [[0, 5, 17], [3, 7, 11], [50, 51, 2], [8, 9, 10]] {
            let (kind, renaming) = boards.find(&pairs, &board);
            assert_eq!(pairs.rename(renaming, &board), boards.kinds[kind].cards);
        }
    }
}
