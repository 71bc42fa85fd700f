//! What a strategy does with every pair of hole cards beside every board.

use std::sync::Arc;

use croupier_rules::play::FreeBets;
use croupier_rules::stud::{Betting, Stud};
use croupier_rules::{Game, Money};
use croupier_table::{HandWagers, Offers, Situation, Strategy, offers_on};
use rayon::prelude::*;

use crate::cards::{CardKind, Layout};
use crate::fault::Fault;
use crate::stud::Path;
use crate::stud::hand_kinds::{HandKinds, Named};
use crate::stud::showdown::cards_of;

/// The choices of one street.
#[derive(Clone, Debug)]
pub(super) struct StreetChoices {
    /// How many cards of the board lie open.
    pub(super) open: usize,
    /// The boards of so many cards.
    pub(super) boards: HandKinds,
    /// By what was bet before.
    pub(super) states: Vec<State>,
    pairs: usize,
}

/// The choices of one street of hands that have bet the same before.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The bets on the streets before, in cents on one spot.
    bets: Vec<i64>,
    actions: Packed,
    /// What each action leads to.
    then: Vec<Then>,
}

/// What an action leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Then {
    /// Nothing more is asked: the path that was taken.
    Path(u8),
    /// The next street, with what has been bet so far.
    State(u8),
}

/// Small numbers, side by side in words; those of one board begin with a word.
#[derive(Clone, Debug)]
struct Packed {
    words: Vec<u64>,
    /// How many bits a number has, as a power of two.
    bits: u32,
    words_of_board: usize,
}

/// All that is asked of a strategy, and of whom.
pub(super) struct Asked<'a> {
    pub(super) game: &'a Arc<Game>,
    pub(super) rules: &'a Stud,
    pub(super) strategy: &'a (dyn Strategy + Sync),
    pub(super) bets: &'a HandWagers,
    pub(super) layout: &'a Layout,
}

impl Asked<'_> {
    /// The choices on every street, and the paths that they lead to.
    pub(super) fn streets(&self) -> Result<(Vec<StreetChoices>, Vec<Path>), Fault> {
        let (mut streets, mut paths): (Vec<StreetChoices>, Vec<Path>) = (Vec::new(), Vec::new());
        let mut before = vec![Vec::new()];
        let mut open = 0;
        for (place, street) in self.rules.streets.iter().enumerate() {
            let mut choices = StreetChoices {
                open,
                boards: HandKinds::new(self.layout.kinds(), open),
                states: Vec::new(),
                pairs: self.layout.kinds() * (self.layout.kinds() - 1) / 2,
            };
            let offers = offers_on(street, self.bets.spot_count());
            let mut after: Vec<Vec<i64>> = Vec::new();
            for bets in before {
                let then = offers.iter().map(|offer| {
                    let times = offer.kind.street_bet();
                    self.follow(place, &bets, times, &mut after, &mut paths)
                });
                let then = then.collect();
                let actions = self.ask(&choices, &bets, &offers, streets.first())?;
                choices.states.push(State { bets, actions, then });
            }
            streets.push(choices);
            before = after;
            open += usize::from(street.cards);
        }
        Ok((streets, paths))
    }

    /// What betting so many main bets on a street leads to, or folding.
    fn follow(
        &self,
        street: usize,
        before: &[i64],
        times: Option<u8>,
        after: &mut Vec<Vec<i64>>,
        paths: &mut Vec<Path>,
    ) -> Then {
        let bet = times.map(|times| self.bets.main.cents() * i64::from(times));
        let bets: Vec<i64> = before.iter().copied().chain(bet).collect();
        let once = self.rules.hands.betting == Betting::Once && bet.is_some_and(|bet| bet > 0);
        if times.is_none() || once || street + 1 == self.rules.streets.len() {
            let folded = times.is_none();
            return Then::Path(place_of(Path { bets, folded }, paths));
        }
        Then::State(place_of(bets, after))
    }

    /// Asks for every pair beside every board, but for pairs that never come so far.
    fn ask(
        &self,
        choices: &StreetChoices,
        bets: &[i64],
        offers: &Offers,
        first: Option<&StreetChoices>,
    ) -> Result<Packed, Fault> {
        let mut packed = Packed::new(choices.boards.hands.len(), choices.pairs, offers.len());
        let added: Vec<Money> = bets.iter().map(|cents| Money::from_cents(*cents)).collect();
        let (bits, words) = (packed.bits, packed.words_of_board);
        let boards = choices.boards.hands.par_iter().zip(packed.words.par_chunks_mut(words));
        boards.try_for_each(|(kinds, words)| -> Result<(), Fault> {
            let board = cards_of(self.layout, kinds);
            let looked = self.strategy.beside(self.game, &board);
            let strategy: &dyn Strategy = looked.as_deref().unwrap_or(self.strategy);
            for high in 0..self.layout.kinds() as CardKind {
                for low in 0..high {
                    let pair = pair(low, high);
                    let asked = |first: &StreetChoices| matches!(first.then(0, 0, pair), Then::State(_));
                    if kinds.contains(&low) || kinds.contains(&high) || !first.is_none_or(asked) {
                        continue;
                    }
                    let cards = [low, high].map(|kind| self.layout.card(kind));
                    let situation = Situation {
                        cards: &cards,
                        up: None,
                        hole: None,
                        board: &board,
                        split: false,
                        parts: 1,
                        main: self.bets.main,
                        added: &added,
                        free: FreeBets::NONE,
                        offers,
                    };
                    let action = strategy.choose(self.game, &situation);
                    let place = offers.iter().position(|offer| offer.allows(action));
                    let place = place.ok_or_else(|| Fault::not_offered(action, &situation))?;
                    put(words, bits, pair, place);
                }
            }
            Ok(())
        })?;
        Ok(packed)
    }
}

impl StreetChoices {
    /// What a pair leads to beside a board, from one of the states.
    #[inline(always)]
    pub(super) fn then(&self, state: usize, board: usize, pair: usize) -> Then {
        let state = &self.states[state];
        state.then[state.actions.get(board, pair)]
    }

    /// The kind of a board, and the number of a pair as it is called beside it.
    #[inline(always)]
    pub(super) fn find(&self, found: u32, hole: [CardKind; 2]) -> (usize, usize) {
        let named = Named::new(found);
        let [one, other] = hole.map(|card| named.rename(card));
        (named.kind, pair(one.min(other), one.max(other)))
    }

    /// All numbers of the tables.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        self.states.iter().flat_map(|state| {
            let bets = state.bets.iter().map(|bet| *bet as u64);
            bets.chain(state.actions.words.iter().copied())
        })
    }
}

impl Packed {
    /// Zeros: for so many boards so many numbers each, all below `values`.
    fn new(boards: usize, numbers: usize, values: usize) -> Packed {
        let bits = match values {
            0..=2 => 1,
            3..=4 => 2,
            _ => 4,
        };
        let words_of_board = (numbers * bits as usize).div_ceil(u64::BITS as usize);
        Packed {
            words: vec![0; boards * words_of_board],
            bits,
            words_of_board,
        }
    }

    #[inline(always)]
    fn get(&self, board: usize, number: usize) -> usize {
        let bit = number * self.bits as usize;
        let word = self.words[board * self.words_of_board + bit / 64];
        (word >> (bit % 64)) as usize & ((1 << self.bits) - 1)
    }
}

/// Puts a number into words that hold a zero there.
fn put(words: &mut [u64], bits: u32, number: usize, value: usize) {
    let bit = number * bits as usize;
    words[bit / 64] |= (value as u64) << (bit % 64);
}

/// The number of a pair of cards, the lower first.
#[inline(always)]
fn pair(low: CardKind, high: CardKind) -> usize {
    usize::from(high) * (usize::from(high) - 1) / 2 + usize::from(low)
}

/// The place of a thing in a list, which it is added to where it is new.
fn place_of<T: PartialEq>(thing: T, list: &mut Vec<T>) -> u8 {
    let place = list.iter().position(|known| *known == thing).unwrap_or_else(|| {
        list.push(thing);
        list.len() - 1
    });
    place as u8
}
