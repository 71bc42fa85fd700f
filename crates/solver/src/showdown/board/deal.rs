//! One whole board: how every pair of hole cards stands to all pairs that the dealer may hold beside it.
//!
//! Pairs are sorted into groups of equal strength. Of the pairs below a group those that share a card with the player's are
//! taken away: they are counted for every card as the groups rise.

use croupier_rules::Card;
use croupier_rules::poker::Strength;

use super::cards::{BoardCards, pair};
use super::made::{ByRanks, Made, Maker};
use crate::showdown::terms::{Counts, by_contest};

/// A pair of hole cards beside a whole board.
#[derive(Clone, Copy)]
pub(super) struct Held {
    /// Its number.
    pub(super) pair: u16,
    pub(super) made: Made,
    /// How many of the dealer's pairs stand how to it.
    pub(super) counts: Counts,
}

/// The memory that boards are looked at with, one after the other.
pub(super) struct Survey<'m> {
    maker: &'m Maker,
    qualifier: u32,
    pairs: Vec<Beside>,
    strengths: Vec<u32>,
    /// By the group of a pair without flushes, its group among all.
    plain_groups: Vec<u16>,
    /// How many pairs are in the groups below each, in all and with each card.
    below: Vec<i32>,
    below_with: Vec<[u8; Card::KINDS]>,
}

struct Beside {
    low: u8,
    high: u8,
    group: u16,
    made: Made,
}

impl<'m> Survey<'m> {
    pub(super) fn new(maker: &'m Maker, qualifier: Option<Strength>) -> Survey<'m> {
        Survey {
            maker,
            qualifier: qualifier.map_or(0, Strength::bits),
            pairs: Vec::new(),
            strengths: Vec::new(),
            plain_groups: Vec::new(),
            below: Vec::new(),
            below_with: Vec::new(),
        }
    }

    /// Visits every pair beside a whole board.
    pub(super) fn board(&mut self, board: &BoardCards, by_ranks: &ByRanks, mut visit: impl FnMut(&Held)) {
        self.list(board, by_ranks);
        self.add_up();
        let groups = self.strengths.len();
        let unqualified = self.strengths.partition_point(|strength| *strength < self.qualifier);
        for beside in &self.pairs {
            let (low, high, group) = (beside.low, beside.high, usize::from(beside.group));
            // The pair itself is in its group and counted with both its cards.
            let below = |until: usize| {
                let with = &self.below_with[until];
                self.below[until] - i32::from(with[usize::from(low)]) - i32::from(with[usize::from(high)])
                    + i32::from(group < until)
            };
            let counts = [below(unqualified), below(group), below(group + 1), below(groups)];
            visit(&Held {
                pair: pair(low, high),
                made: beside.made,
                counts: by_contest(counts, group >= unqualified),
            });
        }
    }

    /// Lists the pairs and the groups they are in.
    fn list(&mut self, board: &BoardCards, by_ranks: &ByRanks) {
        let (maker, suits) = (self.maker, self.maker.suits(board));
        self.pairs.clear();
        self.strengths.clone_from(&by_ranks.strengths);
        let live = |card: &u8| !board.contains(card);
        for high in (0..maker.cards.len() as u8).filter(live) {
            let upper = maker.cards.at(usize::from(high));
            for low in (0..high).filter(live) {
                let plain = by_ranks.of(maker.cards.at(usize::from(low)), upper);
                let flush = match suits.near_flush {
                    true => maker.flush(board, &suits, low, high),
                    false => None,
                };
                self.strengths.extend(flush.map(|made| made.strength));
                let made = flush.unwrap_or(plain);
                self.pairs.push(Beside {
                    low,
                    high,
                    group: made.group,
                    made,
                });
            }
        }
        if suits.near_flush {
            self.sort();
        }
    }

    /// Sorts the strengths again among which are those of flushes.
    fn sort(&mut self) {
        self.strengths.sort_unstable();
        self.strengths.dedup();
        let strengths = &self.strengths;
        let group = |strength: u32| strengths.partition_point(|other| *other < strength) as u16;
        let plain = &mut self.plain_groups;
        plain.clear();
        for beside in &mut self.pairs {
            let made = &beside.made;
            beside.group = match made.group {
                Made::FLUSH => group(made.strength),
                // Pairs of the same ranks are in one group, which is looked for once.
                before => {
                    let before = usize::from(before);
                    if plain.len() <= before {
                        plain.resize(before + 1, u16::MAX);
                    }
                    if plain[before] == u16::MAX {
                        plain[before] = group(made.strength);
                    }
                    plain[before]
                }
            };
        }
    }

    /// Counts the pairs of the groups below each.
    fn add_up(&mut self) {
        let groups = self.strengths.len();
        self.below.clear();
        self.below.resize(groups + 1, 0);
        self.below_with.clear();
        self.below_with.resize(groups + 1, [0; Card::KINDS]);
        for beside in &self.pairs {
            let above = usize::from(beside.group) + 1;
            self.below[above] += 1;
            self.below_with[above][usize::from(beside.low)] += 1;
            self.below_with[above][usize::from(beside.high)] += 1;
        }
        for group in 1..=groups {
            self.below[group] += self.below[group - 1];
            let (before, from) = self.below_with.split_at_mut(group);
            for (sum, below) in from[0].iter_mut().zip(&before[group - 1]) {
                *sum += below;
            }
        }
    }
}
