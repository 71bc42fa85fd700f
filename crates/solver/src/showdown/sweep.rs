//! How many dealer's hands are worse than, equal to and better than each player's hand, of those that share no card with it.
//!
//! A dealer's hand must avoid the player's cards. The hands that do are counted by inclusion and exclusion: over all parts of
//! the player's cards, hands that hold the part, added and taken away in turn. How many hands hold a set of cards and are below
//! a certain strength is kept for every class of sets while the players' hands are gone through in rising strength, so that
//! each dealer's hand is added once.

use arrayvec::ArrayVec;
use croupier_rules::Card;
use croupier_rules::poker::{Strength, Tally};
use rayon::prelude::*;

use super::classes::{Cards, Classes, SET_MAX, SUIT_ORDERS, each_set, place_of, ways};

/// How many hands there are below the qualifier, below the player's hand, not above it, and in all.
pub(super) type Below = [i32; 4];

/// The same for each up card, by its place, or once where no card lies up.
pub(super) type ByUp = ArrayVec<(Option<usize>, Below), { Card::KINDS }>;

/// A kind of hand: cards, and in how many ways suits can be named.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// The places of its cards, rising.
    pub(super) cards: ArrayVec<u8, SET_MAX>,
    /// How many hands are of this kind.
    pub(super) ways: u32,
    /// How good it is.
    pub(super) strength: Strength,
}

/// All that the hands of both sides are.
pub(super) struct Sides {
    pub(super) cards: Cards,
    /// The kinds of players' hands, rising in strength.
    pub(super) players: Vec<Kind>,
    /// The kinds of dealers' hands, rising in strength.
    pub(super) dealers: Vec<Kind>,
    pub(super) hand_size: u8,
    /// How many of the dealer's cards lie face up: none or one.
    pub(super) up_cards: usize,
    /// The least strength with which the dealer qualifies.
    pub(super) qualifier: Option<Strength>,
    classes: Classes,
    /// The strength of every dealer's hand by its place, where the table is small enough to keep.
    whole: Vec<u32>,
}

/// Dealer's hands of more cards than this are looked at one by one instead of being kept in a table.
const TABLE_CARDS_MAX: usize = 5;

impl Sides {
    pub(super) fn new(
        cards: Cards,
        players: Vec<Kind>,
        dealers: Vec<Kind>,
        hand_size: u8,
        up_cards: usize,
        qualifier: Option<Strength>,
    ) -> Sides {
        let size = dealers.first().map_or(0, |kind| kind.cards.len());
        let whole = match size {
            0..=TABLE_CARDS_MAX => whole_hands(&cards, size, hand_size),
            _ => Vec::new(),
        };
        Sides {
            classes: Classes::new(cards.len(), size.saturating_sub(1)),
            cards,
            players,
            dealers,
            hand_size,
            up_cards,
            qualifier,
            whole,
        }
    }

    /// Whether a kind of player's hand would qualify if it were the dealer's.
    pub(super) fn as_good_as_qualifier(&self, place: usize) -> bool {
        self.qualifier.is_none_or(|least| self.players[place].strength >= least)
    }

    /// Visits every kind of player's hand with what the dealer's hands are, for each up card or without one. The kinds
    /// are shared out among threads, each with its own sums.
    pub(super) fn survey<T: Send>(
        &self,
        start: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, usize, &[(Option<usize>, Below)]) + Sync,
    ) -> Vec<T> {
        let threads = rayon::current_num_threads().max(1);
        let share = self.players.len().div_ceil(threads).max(1);
        let starts: Vec<usize> = (0..self.players.len()).step_by(share).collect();
        let shares = starts.par_iter().map(|first| {
            let mut sums = start();
            let mut sweep = Sweep::new(self);
            for place in *first..(first + share).min(self.players.len()) {
                let player = &self.players[place];
                sweep.rise_to(player.strength);
                visit(&mut sums, place, &sweep.count(player));
            }
            sums
        });
        shares.collect()
    }
}

/// The strength of every hand of so many cards, by its place.
fn whole_hands(cards: &Cards, size: usize, hand_size: u8) -> Vec<u32> {
    let mut sets = Vec::with_capacity(ways(cards.len(), size));
    each_set(cards.len(), size, |set| sets.push(set));
    let strength = |set: &u64| {
        let mut left = *set;
        let mut tally = Tally::default();
        while left != 0 {
            tally.add(cards.at(left.trailing_zeros() as usize));
            left &= left - 1;
        }
        tally.strength(hand_size).bits()
    };
    sets.par_iter().map(strength).collect()
}

/// The counts of dealers' hands as they stand at one strength of the player's.
struct Sweep<'s> {
    sides: &'s Sides,
    /// By size and class of a set: 24 times the dealers' hands that hold the set.
    holding: Vec<Vec<Below>>,
    /// How many kinds of dealers' hands are counted as below the player's, and as not above it.
    below: usize,
    not_above: usize,
    strength: u32,
}

/// The places of [`Below`].
const UNQUALIFIED: usize = 0;
const BELOW: usize = 1;
const NOT_ABOVE: usize = 2;
const ALL: usize = 3;

impl<'s> Sweep<'s> {
    fn new(sides: &'s Sides) -> Sweep<'s> {
        let size = sides.dealers.first().map_or(0, |kind| kind.cards.len());
        let mut sweep = Sweep {
            sides,
            holding: (0..size).map(|size| vec![[0; 4]; sides.classes.count(size)]).collect(),
            below: 0,
            not_above: 0,
            strength: 0,
        };
        for dealer in &sides.dealers {
            sweep.add(dealer, ALL);
            if sides.qualifier.is_some_and(|least| dealer.strength < least) {
                sweep.add(dealer, UNQUALIFIED);
            }
        }
        sweep
    }

    /// Counts the dealers' hands below this strength and those not above it.
    fn rise_to(&mut self, strength: Strength) {
        let dealers = &self.sides.dealers;
        while dealers.get(self.below).is_some_and(|dealer| dealer.strength < strength) {
            self.add(&dealers[self.below], BELOW);
            self.below += 1;
        }
        while dealers
            .get(self.not_above)
            .is_some_and(|dealer| dealer.strength <= strength)
        {
            self.add(&dealers[self.not_above], NOT_ABOVE);
            self.not_above += 1;
        }
        self.strength = strength.bits();
    }

    /// Adds the hands of a kind to those that hold each part of it.
    fn add(&mut self, dealer: &Kind, place: usize) {
        let size = dealer.cards.len();
        for part in 0..(1u32 << size) - 1 {
            let set = part_of(&dealer.cards, part);
            let class = self.sides.classes.of_size(set.len())[place_of(&set)];
            let share = self.sides.classes.share(set.len(), class);
            self.holding[set.len()][class as usize][place] += dealer.ways as i32 * share;
        }
    }

    /// Counts the dealers' hands that share no card with the player's, for every up card or without one.
    fn count(&self, player: &Kind) -> ByUp {
        let sides = self.sides;
        let size = self.holding.len();
        let mut by_up = [[0i32; 4]; Card::KINDS];
        let mut plain = [0i32; 4];
        for part in 0..1u32 << player.cards.len() {
            let set = part_of(&player.cards, part);
            if set.len() + sides.up_cards > size {
                continue;
            }
            let sign = if set.len() % 2 == 0 { 1 } else { -1 };
            if sides.up_cards == 0 {
                add_signed(&mut plain, self.held(&set), sign);
            } else {
                self.count_with_up(&set, sign, &mut by_up);
            }
        }
        if sides.up_cards == 0 {
            return ByUp::from_iter([(None, per_suit_order(plain))]);
        }
        let ups = (0..sides.cards.len()).filter(|up| !player.cards.contains(&(*up as u8)));
        ups.map(|up| (Some(up), per_suit_order(by_up[up]))).collect()
    }

    /// Adds the hands that hold a set and one more card, for every such card.
    fn count_with_up(&self, set: &ArrayVec<u8, SET_MAX>, sign: i32, by_up: &mut [Below; Card::KINDS]) {
        let size = set.len() + 1;
        let mut from = 0;
        // Between two cards of the set the place of the set with one more card differs by that card alone.
        for at in 0..=set.len() {
            let until = set.get(at).map_or(self.sides.cards.len(), |card| usize::from(*card));
            let below: usize = set[..at]
                .iter()
                .zip(1..)
                .map(|(card, size)| ways(usize::from(*card), size))
                .sum();
            let above: usize = set[at..]
                .iter()
                .zip(at + 2..)
                .map(|(card, size)| ways(usize::from(*card), size))
                .sum();
            let place = |up: usize| below + above + ways(up, at + 1);
            let ups = by_up.iter_mut().enumerate().take(until).skip(from);
            if self.is_whole(size) {
                for (up, sum) in ups {
                    add_signed(sum, self.whole(place(up), set, Some(up)), sign);
                }
            } else {
                let (classes, holding) = (self.sides.classes.of_size(size), &self.holding[size]);
                for (up, sum) in ups {
                    add_signed(sum, holding[classes[place(up)] as usize], sign);
                }
            }
            from = until + 1;
        }
    }

    fn is_whole(&self, size: usize) -> bool {
        size == self.holding.len()
    }

    /// 24 times the dealers' hands that hold the set.
    fn held(&self, set: &ArrayVec<u8, SET_MAX>) -> Below {
        let place = place_of(set);
        if self.is_whole(set.len()) {
            return self.whole(place, set, None);
        }
        let class = self.sides.classes.of_size(set.len())[place];
        self.holding[set.len()][class as usize]
    }

    /// The same for a set, with one more card where there is one, that is a whole hand at this place.
    #[inline]
    fn whole(&self, place: usize, set: &ArrayVec<u8, SET_MAX>, more: Option<usize>) -> Below {
        let strength = match self.sides.whole.get(place) {
            Some(strength) => *strength,
            None => {
                let places = set.iter().map(|place| usize::from(*place)).chain(more);
                let mut tally = Tally::default();
                places.for_each(|place| tally.add(self.sides.cards.at(place)));
                tally.strength(self.sides.hand_size).bits()
            }
        };
        let least = self.sides.qualifier.map_or(0, Strength::bits);
        let counts = [
            strength < least,
            strength < self.strength,
            strength <= self.strength,
            true,
        ];
        counts.map(|counts| SUIT_ORDERS * i32::from(counts))
    }
}

fn part_of(cards: &ArrayVec<u8, SET_MAX>, part: u32) -> ArrayVec<u8, SET_MAX> {
    let held = cards.iter().enumerate().filter(|(place, _)| part >> place & 1 == 1);
    held.map(|(_, card)| *card).collect()
}

#[inline]
fn add_signed(sum: &mut Below, counts: Below, sign: i32) {
    for (sum, count) in sum.iter_mut().zip(counts) {
        *sum = sum.wrapping_add(sign * count);
    }
}

fn per_suit_order(counts: Below) -> Below {
    counts.map(|count| count / SUIT_ORDERS)
}
