//! The fast kernel of games with a board: 64 rounds of one hand side by side. Each lookup is made for all of them before the next,
//! so that the memory answers many at once.

use super::{Added, BoardTables, DEALER, HOLE, Then};
use crate::cards::{CardKind, LANES, Layout};
use crate::stud::lanes::{LaneTables, add_sides, play_lanes};
use crate::stud::showdown::HandEnd;
use crate::table::SIZES;

/// How many cards are drawn for a round: an even number, at least as many as it takes.
const CARDS: usize = 10;

/// The cards of every lane.
type Cards = [[u16; LANES]; CARDS];

impl BoardTables {
    /// Whether the lanes can play this game.
    pub(crate) fn fit_lanes(&self) -> bool {
        let mut sides = self.ends.sides[self.ends.sides_of_hand..].iter();
        self.layout.size() > 2 * CARDS && sides.all(|side| SIZES.contains(&side.rows.entries.len()))
    }

    /// Plays the rounds from `first` on, `groups` times 64 of them, and hands over the codes in order.
    pub(crate) fn play_lanes(&self, key: [u32; 2], first: u64, groups: u64, code: impl FnMut(u32)) {
        play_lanes(self, key, first, groups, code);
    }

    /// What cards add to the sums of all lanes.
    #[inline(always)]
    fn sums(&self, before: &[Added; LANES], cards: &[[u16; LANES]]) -> [Added; LANES] {
        let mut sums = *before;
        for card in cards {
            for lane in 0..LANES {
                sums[lane] += self.adds[usize::from(card[lane])];
            }
        }
        sums
    }

    /// What every lane's two cards come to with the board.
    #[inline(always)]
    fn lane_ends(&self, sums: &[Added; LANES], own: &[[u16; LANES]], board: &[[u16; LANES]]) -> [HandEnd; LANES] {
        std::array::from_fn(|lane| {
            let cards = || own.iter().chain(board).map(|card| card[lane] as CardKind);
            self.end(sums[lane], cards)
        })
    }

    /// What every lane's player does as the board is turned.
    #[inline(always)]
    fn lane_paths(&self, hole: &[[u16; LANES]], board: &[[u16; LANES]]) -> [u8; LANES] {
        let (mut paths, mut states) = ([0; LANES], [0_u8; LANES]);
        let mut asked: [u8; LANES] = std::array::from_fn(|lane| lane as u8);
        let (mut count, mut found) = (LANES, [0_u32; LANES]);
        for street in &self.streets {
            let asking = &asked[..count];
            let open = &board[..street.open];
            for (found, lane) in found.iter_mut().zip(asking) {
                *found = street.boards.place_of(open, usize::from(*lane));
            }
            for found in &mut found[..count] {
                *found = street.boards.at(*found as usize);
            }
            let mut left = [0; LANES];
            let mut leave = 0;
            for (found, lane) in found.iter().zip(asking) {
                let at = usize::from(*lane);
                let (kind, pair) = street.find(*found, [hole[0][at] as CardKind, hole[1][at] as CardKind]);
                match street.then(usize::from(states[at]), kind, pair) {
                    Then::Path(path) => paths[at] = path,
                    Then::State(state) => {
                        states[at] = state;
                        left[leave] = *lane;
                        leave += 1;
                    }
                }
            }
            (asked, count) = (left, leave);
        }
        paths
    }
}

impl LaneTables<CARDS> for BoardTables {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline(always)]
    fn lane_codes(&self, drawn: &Cards) -> [u32; LANES] {
        let cards = self.deals.arranged(drawn);
        let (hole, others) = cards.split_at(HOLE);
        let (dealer, board) = others.split_at(DEALER);
        let board = &board[..self.board];
        let on_board = self.sums(&[self.flushes.bias; LANES], board);
        let paths = self.lane_paths(hole, board);
        let hands = self.lane_ends(&self.sums(&on_board, hole), hole, board);
        let dealers = self.lane_ends(&self.sums(&on_board, dealer), dealer, board);
        let mut codes: [u32; LANES] =
            std::array::from_fn(|lane| self.compared(hands[lane], dealers[lane].strength, paths[lane]));
        add_sides(
            &self.layout,
            &self.ends.sides[self.ends.sides_of_hand..],
            &cards,
            &mut codes,
        );
        codes
    }
}
