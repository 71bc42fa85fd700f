//! The fast kernel of games against the dealer's hand: 64 rounds of one hand side by side. Each lookup is made for all of them before the
//! next, so that the memory answers many at once.

use super::{FLUSH_BITS, HandEnd, ShowdownTables};
use crate::cards::{CardKind, LANES, Layout};
use crate::stud::hand_kinds::{HOLE_MAX, Named};
use crate::stud::lanes::{LaneTables, add_sides, follow, play_lanes};
use crate::table::{Entry, SIZES};

/// The most cards a round may have for the lanes.
const CARDS: usize = 12;

impl ShowdownTables {
    /// Whether the lanes can play this game.
    pub(crate) fn fit_lanes(&self) -> bool {
        let sized = |entries: &[Entry]| SIZES.contains(&entries.len());
        self.cards() <= CARDS
            && self.layout.size() > 2 * CARDS
            && sized(&self.dealers.entries)
            && self.ends.sides.iter().all(|side| sized(&side.rows.entries))
    }

    /// Plays the rounds from `first` on, `groups` times 64 of them, and hands over the codes in order.
    pub(crate) fn play_lanes(&self, key: [u32; 2], first: u64, groups: u64, code: impl FnMut(u32)) {
        play_lanes(self, key, first, groups, code);
    }

    /// The kind of every lane's hand.
    #[inline(always)]
    fn named(&self, cards: &[[u16; LANES]; CARDS]) -> [Named; LANES] {
        let mut places = [0; LANES];
        for card in &cards[..self.hole.min(HOLE_MAX)] {
            let mut lower = [0_u16; LANES];
            for other in &cards[..self.hole.min(HOLE_MAX)] {
                for lane in 0..LANES {
                    lower[lane] += u16::from(other[lane] < card[lane]);
                }
            }
            for lane in 0..LANES {
                places[lane] += self.kinds.before(lower[lane], card[lane]);
            }
        }
        let found: [u32; LANES] = std::array::from_fn(|lane| self.kinds.at(places[lane] as usize));
        found.map(Named::new)
    }

    /// The place of the strength of every lane's dealer.
    #[inline(always)]
    fn dealers_strengths(&self, dealer: &[[u16; LANES]]) -> [u32; LANES] {
        let mut at = [self.dealers.root; LANES];
        let mut suits = [self.dealers.bias; LANES];
        for card in dealer {
            follow(&self.dealers.entries, card, &mut at);
            for lane in 0..LANES {
                suits[lane] += 1 << (8 * (u32::from(card[lane]) & 3));
            }
        }
        let mut strengths = at.map(Entry::payload);
        for lane in 0..LANES {
            if suits[lane] & FLUSH_BITS != 0 {
                let mut cards = [0; CARDS];
                for (place, card) in dealer.iter().enumerate() {
                    cards[place] = card[lane] as CardKind;
                }
                strengths[lane] = self.dealers.with_flush(&cards[..dealer.len()], strengths[lane]);
            }
        }
        strengths
    }
}

impl LaneTables<CARDS> for ShowdownTables {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline(always)]
    fn lane_codes(&self, drawn: &[[u16; LANES]; CARDS]) -> [u32; LANES] {
        let cards = self.deals.arranged(drawn);
        let dealer = &cards[self.hole..][..self.dealer];
        let named = self.named(&cards);
        let hands: [HandEnd; LANES] = std::array::from_fn(|lane| self.hands[named[lane].kind]);
        let decisions: [usize; LANES] =
            std::array::from_fn(|lane| self.decision(named[lane], |up| dealer[up][lane] as CardKind));
        let paths: [u8; LANES] = std::array::from_fn(|lane| self.decisions[decisions[lane]]);
        let dealers = self.dealers_strengths(dealer);
        let mut codes = std::array::from_fn(|lane| self.compared(hands[lane], dealers[lane], paths[lane]));
        add_sides(
            &self.layout,
            &self.ends.sides[self.ends.sides_of_hand..],
            &cards,
            &mut codes,
        );
        codes
    }
}
