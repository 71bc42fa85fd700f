//! What pairs of hole cards make with a whole board: how strong they are, and on what terms they are paid. It depends on
//! the ranks alone unless a flush is made, so it is found once for all boards of the same ranks.

use croupier_rules::poker::Tally;
use croupier_rules::stud::Stud;
use croupier_rules::{Game, Rank, Suit};
use rustc_hash::FxHashMap;

use super::cards::BoardCards;
use crate::showdown::classes::Cards;
use crate::showdown::terms::{RowsMet, Tables, Terms, scale};

/// How many ranks there are.
const RANKS: usize = Rank::ALL.len();

/// The strength of a hand as a number, and the place of its terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Made {
    pub(super) strength: u32,
    /// How high the kind of hand ranks.
    pub(super) kind: u8,
    pub(super) terms: u8,
}

/// What two ranks make with the ranks of a board, no flush counted.
pub(super) struct ByRanks {
    /// By the two ranks, in either order.
    made: [[Made; RANKS]; RANKS],
    /// Every two ranks, those that make less first.
    pub(super) rising: Vec<(Rank, Rank)>,
}

/// Finds out what hole cards make with boards.
pub(super) struct Maker {
    pub(super) cards: Cards,
    pub(super) hand_size: u8,
    tables: Tables,
    /// Every combination of rows that may be met, with its terms.
    pub(super) terms: Vec<Terms>,
    places: FxHashMap<RowsMet, u8>,
}

impl Maker {
    /// For a game; `None` where a row asks for more than poker hands, or too many different rows are met.
    pub(super) fn new(game: &Game, rules: &Stud) -> Option<Maker> {
        let showdown = rules.showdown.as_ref()?;
        // Rows that pay at odds rank the same whatever the bet.
        let tables = Tables::new(rules, showdown, game.main_bet.lowest());
        let scale = scale(rules, showdown);
        let lists = [
            rules.pays.len(),
            showdown.blind.as_ref().map_or(0, |blind| blind.rows.len()),
            showdown.bonus_rows.len(),
        ];
        let some = |rows: usize| (0..rows).map(Some).chain([None]);
        let (mut terms, mut places) = (Vec::new(), FxHashMap::default());
        for hand in some(lists[0]) {
            for blind in some(lists[1]) {
                for bonus in some(lists[2]) {
                    let met = RowsMet { hand, blind, bonus };
                    places.insert(met, u8::try_from(terms.len()).ok()?);
                    terms.push(Terms::new(rules, showdown, scale, met));
                }
            }
        }
        let hand_size = rules.hands.hand_size;
        tables.are_poker_only().then(|| Maker {
            cards: Cards::new(game.deck.cards()),
            hand_size,
            tables,
            terms,
            places,
        })
    }

    /// What every two ranks make with a board.
    pub(super) fn by_ranks(&self, board: &[u8]) -> ByRanks {
        let mut on_board = Tally::default();
        for card in board {
            on_board.add_rank(self.cards.at(usize::from(*card)).rank());
        }
        let mut made = [[Made::default(); RANKS]; RANKS];
        let mut rising = Vec::new();
        for high in self.ranks() {
            for low in self.ranks().filter(|low| *low <= high) {
                let mut tally = on_board;
                tally.add_rank(high);
                tally.add_rank(low);
                let found = self.made(&tally);
                made[high as usize][low as usize] = found;
                made[low as usize][high as usize] = found;
                rising.push((low, high));
            }
        }
        rising.sort_by_key(|(low, high)| made[*low as usize][*high as usize].strength);
        ByRanks { made, rising }
    }

    /// The ranks of the deck.
    fn ranks(&self) -> impl Iterator<Item = Rank> {
        (0..self.cards.len())
            .step_by(Suit::ALL.len())
            .map(|place| self.cards.at(place).rank())
    }

    /// What these cards make, flushes counted.
    fn made(&self, tally: &Tally) -> Made {
        // Rows that ask for poker hands alone are decided by the tally.
        let met = self.tables.met(tally, &[]);
        let strength = tally.strength(self.hand_size);
        Made {
            strength: strength.bits(),
            kind: strength.kind_place(),
            terms: self.places[&met],
        }
    }

    /// The suits in which two more cards may make a flush with a board, and the ranks of the board in each suit.
    pub(super) fn suits(&self, board: &[u8]) -> BoardSuits {
        let mut suits = BoardSuits::default();
        for card in board {
            let card = self.cards.at(usize::from(*card));
            suits.ranks[card.suit() as usize] |= 1 << card.rank() as u16;
        }
        suits.near = suits
            .ranks
            .map(|ranks| ranks.count_ones() + 2 >= u32::from(self.hand_size));
        suits
    }

    /// What a pair makes with a board on which a flush is near, where it makes one.
    pub(super) fn flush(&self, board: &BoardCards, suits: &BoardSuits, low: u8, high: u8) -> Option<Made> {
        let [one, other] = [low, high].map(|place| self.cards.at(usize::from(place)));
        let mut ranks = suits.ranks;
        ranks[one.suit() as usize] |= 1 << one.rank() as u16;
        ranks[other.suit() as usize] |= 1 << other.rank() as u16;
        let makes = |ranks: &u16| ranks.count_ones() >= u32::from(self.hand_size);
        if !ranks.iter().any(makes) {
            return None;
        }
        let mut tally = Tally::of(&[one, other]);
        for card in board {
            tally.add(self.cards.at(usize::from(*card)));
        }
        Some(self.made(&tally))
    }
}

/// The ranks of a board in each suit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BoardSuits {
    ranks: [u16; 4],
    /// Whether two more cards may make a flush in the suit.
    pub(super) near: [bool; 4],
}

impl BoardSuits {
    pub(super) fn near_flush(&self) -> bool {
        self.near.contains(&true)
    }
}

impl ByRanks {
    #[inline]
    pub(super) fn of(&self, one: Rank, other: Rank) -> Made {
        self.made[one as usize][other as usize]
    }
}

/// The ranks of a board in no order, as a number: three bits for each.
pub(super) fn rank_key(board: &[u8]) -> u64 {
    board.iter().fold(0, |key, card| key + (1 << (3 * (card / 4))))
}
