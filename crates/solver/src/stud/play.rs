//! The best play of a game of stud, in whole numbers.
//!
//! The value of a situation is kept as the sum of the gains over all orders in which the cards to come may be dealt, so
//! that nothing is ever rounded and equally good choices are found to be equal.

use std::collections::BTreeMap;

use croupier_rules::pattern::Pays;
use croupier_rules::pay_table::Ranking;
use croupier_rules::stud::{Street, Stud};
use croupier_rules::{Card, Money};

use super::lattice::{Lattice, LatticeSpec};
use crate::pack::Pack;
use crate::side_bets::lcm;

/// What may be chosen on a street.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StudAction {
    /// Give up the hand.
    Fold,
    /// Bet this multiple of the main bet.
    Bet(u8),
}

/// How equally good choices are resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieRule {
    /// The choice that adds least money is taken; a fold adds none and comes first.
    Least,
    /// The choice that adds most money is taken.
    Most,
}

/// How a hand ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StudResult {
    /// Paid by this row of the pay table.
    Row(usize),
    /// No row was met.
    NoRow,
    /// Folded on this street, from 0.
    Folded(usize),
}

/// How many deals end how, at which total wager in main bets.
pub type ResultCounts = BTreeMap<(StudResult, u32), u128>;

/// A game of stud with its best play, from the cards known at first.
#[derive(Clone, Debug)]
pub struct Play {
    pub(crate) rules: Stud,
    pub(crate) lattice: Lattice,
    pub(crate) main: Money,
    pub(crate) bank: Bank,
    pub(crate) streets: Vec<StreetPlay>,
    /// The value on the first level for each total wager there.
    root: Vec<i128>,
    /// The total wagers possible on the first level.
    root_units: Vec<u32>,
}

/// The decisions of one street.
#[derive(Clone, Debug)]
pub(crate) struct StreetPlay {
    /// The street's place in the rules file.
    pub(crate) street: usize,
    /// The level on which it is decided.
    pub(crate) level: usize,
    /// What may be chosen: a fold first, where it is allowed, then the bets in rising order.
    pub(crate) actions: Vec<StudAction>,
    /// The total wagers with which it may be reached.
    pub(crate) units: Vec<u32>,
    /// The total wagers it may lead to.
    pub(crate) units_after: Vec<u32>,
    /// For each kind, the value after the bets, by total wager after them.
    pub(crate) after: Vec<i128>,
    /// For each kind and each total wager before, the best actions, one bit each.
    pub(crate) best: Vec<u8>,
}

/// What results are worth, in whole parts of a cent.
#[derive(Clone, Debug)]
pub(crate) struct Bank {
    main: Money,
    pays: Vec<Pays>,
    /// The most a player is paid for a round.
    pub(crate) cap: Option<Money>,
    /// The most that one bet of the main bet's amount is paid.
    bet_cap: Option<Money>,
    /// How many parts make a cent.
    pub(crate) scale: i128,
}

impl Play {
    /// Solves a game from the cards known at first (none, for the whole game) with these total wagers possible there.
    /// `street` is the next street to be decided.
    pub fn new(rules: &Stud, pack: &Pack, main: Money, known: &[Card], street: usize, bet: u32) -> Play {
        let ranking = Ranking::new(&rules.pays, rules.hands.hand_size, main);
        let size = rules.hand_cards();
        let lattice = Lattice::new(&LatticeSpec {
            pack,
            known,
            size,
            last_decision: (0..rules.streets.len())
                .map(|street| rules.cards_known_at(street))
                .max()
                .unwrap_or(0),
            rows: &rules.pays,
            ranking: &ranking,
            beside: &[],
        });
        let mut streets = Vec::new();
        let mut units = vec![bet];
        for street in street..rules.streets.len() {
            let next = StreetPlay::new(rules, street, rules.cards_known_at(street) - known.len(), units);
            units = next.units_after.clone();
            streets.push(next);
        }
        let mut play = Play {
            rules: rules.clone(),
            lattice,
            main,
            bank: Bank::new(rules, main),
            streets,
            root: Vec::new(),
            root_units: vec![bet],
        };
        play.solve(&units);
        play
    }

    /// The rules of the street at this place among those still to be decided.
    pub(crate) fn street_rules(&self, place: usize) -> &Street {
        &self.rules.streets[self.streets[place].street]
    }

    /// The expected gain in parts of a cent, over [`Play::deals`].
    pub fn value(&self) -> i128 {
        self.root[0]
    }

    /// How many orders of the cards to come the values are summed over.
    pub fn deals(&self) -> u128 {
        self.deals_from(0)
    }

    /// How many parts of a cent make one main bet.
    pub fn unit(&self) -> i128 {
        i128::from(self.main.cents()) * self.bank.scale
    }

    /// How many orders of the cards to come there are from a level on.
    pub(crate) fn deals_from(&self, level: usize) -> u128 {
        let size = self.rules.hand_cards();
        (self.lattice.root + level..size).fold(1, |deals, card| {
            deals * u128::from(self.lattice.left - (card - self.lattice.root) as u32)
        })
    }

    /// The values of all actions on a street for a kind of cards and a total wager so far.
    pub(crate) fn action_values(&self, street: &StreetPlay, kind: usize, units: u32) -> Vec<(StudAction, i128)> {
        let value = |action: StudAction| match action {
            StudAction::Fold => -i128::from(units) * self.unit() * self.deals_from(street.level) as i128,
            StudAction::Bet(times) => {
                let place = place(&street.units_after, units + u32::from(times));
                street.after[kind * street.units_after.len() + place]
            }
        };
        street.actions.iter().map(|action| (*action, value(*action))).collect()
    }

    /// The best action on a street by a rule for ties.
    pub(crate) fn best(&self, street: &StreetPlay, kind: usize, units: u32, ties: TieRule) -> StudAction {
        let bits = street.best[kind * street.units.len() + place(&street.units, units)];
        let bit = match ties {
            TieRule::Least => bits.trailing_zeros(),
            TieRule::Most => 7 - bits.leading_zeros(),
        };
        street.actions[bit as usize]
    }

    /// Works back from the results to the first level.
    fn solve(&mut self, units_at_end: &[u32]) {
        let last = self.lattice.levels.len() - 1;
        let mut units = units_at_end.to_vec();
        let mut values: Vec<i128> = Vec::new();
        for level in (0..=last).rev() {
            values = if level == last {
                self.result_values(&units)
            } else {
                self.lattice.step_back(level, &values, units.len())
            };
            for place in (0..self.streets.len()).rev() {
                if self.streets[place].level == level {
                    values = self.decide(place, values);
                    units = self.streets[place].units.clone();
                }
            }
        }
        self.root = values;
    }

    /// The values on the last level, by the pay table.
    fn result_values(&self, units: &[u32]) -> Vec<i128> {
        let kinds = self.lattice.levels.last().map_or(0, |level| level.kinds.len());
        let rows = self.rules.pays.len();
        let gains: Vec<Vec<i128>> = (0..=rows)
            .map(|row| {
                if row < rows {
                    StudResult::Row(row)
                } else {
                    StudResult::NoRow
                }
            })
            .map(|result| units.iter().map(|units| self.bank.gain(result, *units)).collect())
            .collect();
        let mut values = vec![0; kinds * units.len()];
        for (kind, sums) in values.chunks_exact_mut(units.len()).enumerate() {
            let results = self.lattice.row_counts(kind).iter().zip(&gains);
            for (count, gains) in results.filter(|(count, _)| **count > 0) {
                for (sum, gain) in sums.iter_mut().zip(gains) {
                    *sum += i128::from(*count) * gain;
                }
            }
        }
        values
    }

    /// Chooses the best on a street, given the values after it; returns the values before it.
    fn decide(&mut self, place_of_street: usize, after: Vec<i128>) -> Vec<i128> {
        let street = &self.streets[place_of_street];
        let width = street.units_after.len();
        let deals = self.deals_from(street.level) as i128;
        // For each total wager, where the value of each action stands: a constant for a fold, a place for a bet.
        let sources: Vec<Vec<Result<usize, i128>>> = street
            .units
            .iter()
            .map(|units| {
                let source = |action: &StudAction| match action {
                    StudAction::Fold => Err(-i128::from(*units) * self.unit() * deals),
                    StudAction::Bet(times) => Ok(place(&street.units_after, units + u32::from(*times))),
                };
                street.actions.iter().map(source).collect()
            })
            .collect();
        let kinds = self.lattice.levels[street.level].kinds.len();
        let mut best = Vec::with_capacity(kinds * sources.len());
        let mut values = Vec::with_capacity(kinds * sources.len());
        for after in after.chunks_exact(width) {
            for sources in &sources {
                let (mut most, mut bits) = (i128::MIN, 0u8);
                for (place, source) in sources.iter().enumerate() {
                    let value = source.map_or_else(|fold| fold, |at| after[at]);
                    if value > most {
                        (most, bits) = (value, 0);
                    }
                    bits |= u8::from(value == most) << place;
                }
                best.push(bits);
                values.push(most);
            }
        }
        let street = &mut self.streets[place_of_street];
        street.after = after;
        street.best = best;
        values
    }

    /// Counts how the deals end when `choose` decides, which is given a street, a kind of its level and the total wager.
    /// The counts add up to [`Play::deals`].
    pub(crate) fn count_results(&self, mut choose: impl FnMut(&StreetPlay, usize, u32) -> StudAction) -> Reached {
        let mut reached = Reached::new(self.streets.len());
        let mut units = self.root_units.clone();
        let mut counts = vec![1u128];
        let last = self.lattice.levels.len() - 1;
        for level in 0..=last {
            for (place, street) in self.streets.iter().enumerate() {
                if street.level == level {
                    counts = self.pass(place, counts, &mut choose, &mut reached);
                    units = street.units_after.clone();
                }
            }
            if level < last {
                counts = self.step_on(level, &counts, units.len());
            }
        }
        self.count_rows(&counts, &units, &mut reached.results);
        reached
    }

    /// Visits every kind and total wager with which a street is reached when `choose` decides before it, with the number of
    /// orders of the cards so far.
    pub(crate) fn walk(
        &self,
        until: usize,
        mut choose: impl FnMut(&StreetPlay, usize, u32) -> StudAction,
        mut visit: impl FnMut(usize, u32, u128),
    ) {
        let mut reached = Reached::new(self.streets.len());
        let mut counts = vec![1u128];
        let mut width = self.root_units.len();
        for level in 0..self.lattice.levels.len() {
            for (place, street) in self.streets.iter().enumerate() {
                if place == until && street.level == level {
                    for (kind, counts) in counts.chunks_exact(width).enumerate() {
                        for (units, count) in street.units.iter().zip(counts).filter(|(_, count)| **count > 0) {
                            visit(kind, *units, *count);
                        }
                    }
                    return;
                }
                if street.level == level {
                    counts = self.pass(place, counts, &mut choose, &mut reached);
                    width = street.units_after.len();
                }
            }
            counts = self.step_on(level, &counts, width);
        }
    }

    /// Adds up how the hands that reach the last level end.
    fn count_rows(&self, counts: &[u128], units: &[u32], results: &mut ResultCounts) {
        let rows = self.rules.pays.len();
        let mut sums = vec![0u128; (rows + 1) * units.len()];
        for (kind, counts) in counts.chunks_exact(units.len()).enumerate() {
            if counts.iter().all(|count| *count == 0) {
                continue;
            }
            let ways = self
                .lattice
                .row_counts(kind)
                .iter()
                .zip(sums.chunks_exact_mut(units.len()));
            for (ways, sums) in ways.filter(|(ways, _)| **ways > 0) {
                for (sum, count) in sums.iter_mut().zip(counts) {
                    *sum += count * u128::from(*ways);
                }
            }
        }
        for (row, sums) in sums.chunks_exact(units.len()).enumerate() {
            let result = if row < rows {
                StudResult::Row(row)
            } else {
                StudResult::NoRow
            };
            for (units, sum) in units.iter().zip(sums).filter(|(_, sum)| **sum > 0) {
                results.insert((result, *units), *sum);
            }
        }
    }

    fn step_on(&self, level: usize, counts: &[u128], units: usize) -> Vec<u128> {
        let next = self.lattice.levels[level + 1].kinds.len();
        let level = &self.lattice.levels[level];
        let mut grown = vec![0; next * units];
        for (kind, counts) in counts.chunks_exact(units).enumerate() {
            if counts.iter().any(|count| *count > 0) {
                for (child, ways) in level.ways(kind) {
                    let child = &mut grown[*child as usize * units..][..units];
                    for (sum, count) in child.iter_mut().zip(counts) {
                        *sum += u128::from(*ways) * count;
                    }
                }
            }
        }
        grown
    }

    /// Lets every hand that reaches a street decide.
    fn pass(
        &self,
        place_of_street: usize,
        counts: Vec<u128>,
        choose: &mut impl FnMut(&StreetPlay, usize, u32) -> StudAction,
        reached: &mut Reached,
    ) -> Vec<u128> {
        let street = &self.streets[place_of_street];
        let deals = self.deals_from(street.level);
        let width = street.units_after.len();
        let mut after = vec![0; self.lattice.levels[street.level].kinds.len() * width];
        for (kind, counts) in counts.chunks_exact(street.units.len()).enumerate() {
            for (units, count) in street.units.iter().zip(counts).filter(|(_, count)| **count > 0) {
                let action = choose(street, kind, *units);
                *reached.actions[place_of_street].entry(action).or_default() += count * deals;
                match action {
                    StudAction::Fold => {
                        let result = (StudResult::Folded(street.street), *units);
                        *reached.results.entry(result).or_default() += count * deals;
                    }
                    StudAction::Bet(times) => {
                        let place = place(&street.units_after, units + u32::from(times));
                        after[kind * width + place] += count;
                    }
                }
            }
        }
        after
    }
}

/// How the deals of a game end under one way of playing it.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub(crate) results: ResultCounts,
    /// On each street, how many deals take each action.
    pub(crate) actions: Vec<BTreeMap<StudAction, u128>>,
}

impl Reached {
    fn new(streets: usize) -> Reached {
        Reached {
            results: ResultCounts::new(),
            actions: vec![BTreeMap::new(); streets],
        }
    }
}

impl StreetPlay {
    pub(crate) fn new(rules: &Stud, street: usize, level: usize, units: Vec<u32>) -> StreetPlay {
        let offered = &rules.streets[street];
        let mut bets: Vec<u8> = offered.bets.clone();
        bets.sort_unstable();
        bets.dedup();
        if !offered.has_choice() {
            bets.push(0);
        }
        let mut units_after: Vec<u32> = units
            .iter()
            .flat_map(|units| bets.iter().map(move |times| units + u32::from(*times)))
            .collect();
        units_after.sort_unstable();
        units_after.dedup();
        let fold = offered.fold.then_some(StudAction::Fold);
        StreetPlay {
            street,
            level,
            actions: fold.into_iter().chain(bets.into_iter().map(StudAction::Bet)).collect(),
            units,
            units_after,
            after: Vec::new(),
            best: Vec::new(),
        }
    }
}

impl Bank {
    pub(crate) fn new(rules: &Stud, main: Money) -> Bank {
        let pays: Vec<Pays> = rules.pays.iter().map(|row| row.pays).collect();
        let scale = pays.iter().fold(1, |scale, pays| match pays {
            Pays::Odds(odds) => lcm(scale, i128::from(odds.per)),
            Pays::Amount(_) | Pays::OfMeter { .. } => scale,
        });
        Bank {
            main,
            pays,
            cap: rules.cap_on_player(main).map(|(_, max)| max),
            bet_cap: rules.cap_on_bet(main).map(|(_, max)| max),
            scale,
        }
    }

    /// What an result gains or loses at a total wager, in parts of a cent.
    pub(crate) fn gain(&self, result: StudResult, units: u32) -> i128 {
        match result {
            StudResult::Row(row) => {
                let paid = self.paid(row, units);
                self.cap
                    .map_or(paid, |cap| paid.min(i128::from(cap.cents()) * self.scale))
            }
            StudResult::NoRow | StudResult::Folded(_) => {
                -i128::from(units) * i128::from(self.main.cents()) * self.scale
            }
        }
    }

    /// What a row pays on the main bet and the street bets, before any cap on the player.
    pub(crate) fn paid(&self, row: usize, units: u32) -> i128 {
        let pays = self.pays[row];
        self.paid_on_one(pays) + i128::from(units - 1) * self.paid_on_one(pays.on_added_bets())
    }

    fn paid_on_one(&self, pays: Pays) -> i128 {
        let paid = match pays {
            Pays::Odds(odds) => {
                i128::from(self.main.cents()) * i128::from(odds.pays) * (self.scale / i128::from(odds.per))
            }
            Pays::Amount(amount) | Pays::OfMeter { amount, .. } => i128::from(amount.cents()) * self.scale,
        };
        self.bet_cap
            .map_or(paid, |cap| paid.min(i128::from(cap.cents()) * self.scale))
    }
}

pub(crate) fn place(units: &[u32], wanted: u32) -> usize {
    units
        .binary_search(&wanted)
        .expect("every total wager that can be reached is listed")
}
