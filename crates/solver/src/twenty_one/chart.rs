//! A chart that a person can carry: what to do by total, number of cards and up card, with its own exact value.
//!
//! A cell lists actions in order of preference, because not every one is always allowed: "surrender, else double, else
//! hit". Where the number of cards matters (a bonus for a long 21 is near), a cell says so: "stand; with 4 cards or more,
//! hit"; where a bonus looks at suits, so do exceptions for two cards of one suit. The chart is found from the hands with most cards back to the first two: for all hands that share a cell, the
//! action with the best weighted value. Its value is then computed by the machinery that values the best play.

mod cells;
mod check;
mod margins;
mod suited;

use std::collections::{BTreeMap, BTreeSet};

use croupier_rules::play::{FreeBets, is_ace_ten};
use croupier_rules::twenty_one::Double;
use croupier_rules::{Card, Game, Money};
use croupier_table::{Action, ActionKind, Situation, Strategy, Total};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::against::{Against, columns};
use super::deal::{CardCounts, StartingPlay, UpPlay};
use super::play::{Decision, Facing, Play};
use super::round::{self, RoundValue};
use super::setting::{CameFrom, Setting};
use super::stakes::Stake;
use super::up_class::UpClass;
use crate::number::Number;
use crate::solution::WagerValue;
use cells::{Sums, cell_sums};
pub use margins::{Margins, PairMargin};
pub use suited::SuitedLine;

/// An exception for hands of more cards must be worth so much of a main bet in a round, or the chart leaves it out.
const WORTH_A_NOTE: f64 = 1e-6;
/// Hands of so many cards and more are one in the chart.
const CARDS_MAX: u8 = 7;

/// A chart for one game at one bet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Chart {
    /// The version of this format: 1.
    pub format: u32,
    /// The game it was made for.
    pub game: String,
    /// The main bet it was made for, in cents.
    pub bet_cents: i64,
    /// One column for each thing that the dealer may show.
    pub columns: Vec<Column>,
}

/// What to do against one up card, or one total of two open cards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Column {
    /// The ranks of the up card, or the total of both cards where both lie open.
    pub up: Against,
    /// Hard totals.
    pub hard: BTreeMap<u8, Cell>,
    /// Soft totals.
    pub soft: BTreeMap<u8, Cell>,
    /// Pairs by the value of a card, an ace as 1: into how many hands they are split; 1 for not at all.
    pub pairs: BTreeMap<u8, u8>,
    /// What to do with hands that have been doubled, where there is a choice then, and with hands split off free, where they are
    /// played otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubled: Vec<Doubled>,
    /// Exceptions for two cards of one suit, where suits matter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suited: Vec<SuitedLine>,
    /// Whether a blackjack is doubled, where that is allowed.
    pub double_blackjack: bool,
}

/// What to do with a hand that has been doubled by certain amounts, or split off free.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Doubled {
    /// The doubles made, in cents.
    pub added_cents: Vec<i64>,
    /// Whether the main bet is free: the hand was split off free.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub free_main: bool,
    /// Of the doubles, those that are free, from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free_doubles: Vec<u8>,
    /// Hard totals.
    pub hard: BTreeMap<u8, Cell>,
    /// Soft totals.
    pub soft: BTreeMap<u8, Cell>,
}

/// One cell: what to do by number of cards, each line in order of preference. The first line holds from two cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub Vec<CellLine>);

/// One line of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CellLine {
    /// It holds from so many cards on.
    pub cards: u8,
    /// What to do, best first; what is not allowed is passed over.
    pub prefer: Vec<Prefer>,
}

/// An action as a chart names it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prefer {
    /// Take no more cards.
    Stand,
    /// Take a card.
    Hit,
    /// Double for the most that is allowed.
    Double,
    /// Double for the least that is allowed.
    DoubleLeast,
    /// Surrender.
    Surrender,
}

impl Chart {
    /// The best chart for a game; `None` when it is of another family.
    pub fn best(game: &Game, main: Money, shoe: &CardCounts) -> Option<Chart> {
        let setting: Setting<f64> = Setting::new(game, main, shoe, &[])?;
        let columns = columns(UpClass::played(&setting.rules, &setting.rows, shoe));
        let columns = columns
            .into_par_iter()
            .map(|(up, classes)| Column::best(&setting, up, &classes, shoe));
        Some(Chart {
            format: 1,
            game: game.id.clone(),
            bet_cents: main.cents(),
            columns: columns.collect(),
        })
    }

    /// A chart that only hits or stands, by total and whether it is soft.
    pub fn by_total(game: &Game, main: Money, hits: impl Fn(u8, bool) -> bool) -> Chart {
        let cell = |hits: bool| {
            let prefer = vec![if hits { Prefer::Hit } else { Prefer::Stand }];
            Cell(vec![CellLine { cards: 2, prefer }])
        };
        let cells = |soft: bool, from: u8| {
            let totals = (from..=21).map(|total| (total, cell(hits(total, soft))));
            totals.collect::<BTreeMap<u8, Cell>>()
        };
        let column = Column {
            up: Against::Up(croupier_rules::Rank::ALL.to_vec()),
            hard: cells(false, 4),
            soft: cells(true, 12),
            pairs: (1..=10).map(|value| (value, 1)).collect(),
            doubled: Vec::new(),
            suited: Vec::new(),
            double_blackjack: false,
        };
        Chart {
            format: 1,
            game: game.id.clone(),
            bet_cents: main.cents(),
            columns: vec![column],
        }
    }

    /// What a round comes to when the chart is followed.
    pub fn value(&self, game: &Game, main: Money, shoe: &CardCounts) -> Option<RoundValue<f64>> {
        let setting: Setting<f64> = Setting::new(game, main, shoe, &[])?;
        let ups = UpClass::all(&setting.rules, &setting.rows, shoe);
        let rounds: Vec<RoundValue<f64>> = ups
            .par_iter()
            .filter_map(|up| {
                if up.is_blackjack() {
                    return Some(round::under(&setting, up, shoe));
                }
                let shown = up.example(shoe)?;
                let column = self.column(shown.up, shown.hole)?;
                Some(round::under_play(&setting, &column.follow(&setting, up, shoe), shoe))
            })
            .collect();
        rounds.into_iter().reduce(|mut sum, round| {
            sum.add(round);
            sum
        })
    }

    /// The column for these cards of the dealer's.
    fn column(&self, up: Card, hole: Option<Card>) -> Option<&Column> {
        self.columns.iter().find(|column| column.up.covers(up, hole))
    }

    /// The figures of the main game when the chart is followed.
    pub fn wager_value(&self, game: &Game, main: Money) -> Option<WagerValue> {
        let round = self.value(game, main, &super::full_shoe(game))?;
        Some(super::report::main_wager(game, main, &round))
    }
}

impl Column {
    /// The best column against these classes.
    fn best(setting: &Setting<f64>, up: Against, classes: &[UpClass], shoe: &CardCounts) -> Column {
        let bases = Base::all(setting, classes, shoe);
        let mut column = Column {
            up,
            hard: BTreeMap::new(),
            soft: BTreeMap::new(),
            pairs: BTreeMap::new(),
            doubled: Vec::new(),
            suited: Vec::new(),
            double_blackjack: false,
        };
        let sums = cell_sums(setting, &bases);
        for ((stake, soft, total), by_cards) in sums {
            let cell = Cell::best(&by_cards);
            let rows = if stake == 0 {
                if soft { &mut column.soft } else { &mut column.hard }
            } else {
                let doubled = column.doubled(setting, stake);
                if soft { &mut doubled.soft } else { &mut doubled.hard }
            };
            rows.insert(total, cell);
        }
        let Column { hard, soft, .. } = &column;
        let alike = |rows: &Doubled| rows.added_cents.is_empty() && (&rows.hard, &rows.soft) == (hard, soft);
        let kept: Vec<Doubled> = column.doubled.iter().filter(|rows| !alike(rows)).cloned().collect();
        column.doubled = kept;
        column.choose_pairs(setting, &bases, shoe);
        column.choose_blackjack(setting, &bases, shoe);
        column.choose_suited(setting, &bases, shoe);
        column
    }

    /// The rows for hands with these doubles, made if there are none yet.
    fn doubled(&mut self, setting: &Setting<f64>, stake: usize) -> &mut Doubled {
        let staked = &setting.stakes.all()[stake];
        let place = self
            .doubled
            .iter()
            .position(|rows| rows.holds(&staked.added, staked.free));
        let place = place.unwrap_or_else(|| {
            let free = (1..=staked.added.len() as u8).filter(|number| staked.free.double(usize::from(*number) - 1));
            self.doubled.push(Doubled {
                added_cents: staked.added.iter().map(|amount| amount.cents()).collect(),
                free_main: staked.free.main,
                free_doubles: free.collect(),
                hard: BTreeMap::new(),
                soft: BTreeMap::new(),
            });
            self.doubled.len() - 1
        });
        &mut self.doubled[place]
    }

    /// Splits every pair that is worth more split than played by this chart.
    fn choose_pairs(&mut self, setting: &Setting<f64>, bases: &[Base], shoe: &CardCounts) {
        let worth = self.pair_values(setting, bases, shoe);
        for value in 1..=10_u8 {
            let best = worth.get(&value).and_then(PairValues::best);
            self.pairs.insert(value, best.map_or(1, |best| best.hands));
        }
    }

    /// What each pair is worth by this chart, played and split.
    fn pair_values(&self, setting: &Setting<f64>, bases: &[Base], shoe: &CardCounts) -> BTreeMap<u8, PairValues> {
        let mut worth: BTreeMap<u8, PairValues> = BTreeMap::new();
        for base in bases {
            let followed = self.follow(setting, &base.play.up, shoe);
            let Some(shown) = base.play.up.example(shoe) else {
                continue;
            };
            let beside = followed.beside(setting, shoe, shown);
            let left = shown.out_of(shoe);
            for value in 1..=10_u8 {
                let Some(cards) = pair_of(value, &left) else { continue };
                let hand = setting.hands.find(&cards, super::deal::DEALT);
                let played = hand.map_or(0.0, |hand| *followed.play.value(setting.hands.get(hand).plain, 0));
                let pair_cards = super::deal::count_pair_cards(setting, cards, &left);
                let pair = worth.entry(value).or_default();
                pair.played += base.share * played;
                for result in followed.split_results(setting, &beside, cards, pair_cards) {
                    *pair.split.entry(result.hands_max).or_default() += base.share * result.value;
                }
            }
        }
        worth
    }

    /// What rounds against these classes come to by this chart.
    fn worth(&self, setting: &Setting<f64>, bases: &[Base], shoe: &CardCounts) -> f64 {
        let rounds = bases
            .iter()
            .map(|base| round::under_play(setting, &self.follow(setting, &base.play.up, shoe), shoe).value);
        rounds.sum()
    }

    /// Doubles a blackjack where the chart's play of it is worth more than its pay.
    fn choose_blackjack(&mut self, setting: &Setting<f64>, bases: &[Base], shoe: &CardCounts) {
        if !setting.rules.may_double_blackjack() {
            return;
        }
        let mut doubled = self.clone();
        doubled.double_blackjack = true;
        self.double_blackjack = doubled.worth(setting, bases, shoe) > self.worth(setting, bases, shoe);
    }

    /// This column as a play that the solver can value.
    fn follow(&self, setting: &Setting<f64>, up: &UpClass, shoe: &CardCounts) -> UpPlay<f64> {
        let follow = |facing: &Facing<f64>, play: &mut Play<f64>, hands: &[u32]| {
            for hand in hands.iter().copied() {
                for stake in 0..setting.stakes.count() {
                    play.choose(hand, stake, self.choice(facing, hand, stake));
                }
            }
        };
        let starting = StartingPlay {
            hands: std::array::from_fn(|value| self.pairs.get(&(value as u8 + 1)).copied().unwrap_or(1)),
            double_blackjack: self.double_blackjack,
        };
        UpPlay::following(setting, up, shoe, starting, &follow)
    }

    /// What the chart says of a hand the solver knows.
    fn choice(&self, facing: &Facing<f64>, hand: u32, stake: usize) -> Decision {
        let setting = facing.setting;
        let held = setting.hands.get(hand);
        let track = setting.track(facing.origin, stake);
        if let Some(row) = setting.winner(facing.up, track, held) {
            return Decision::Win(row as u8);
        }
        let may = setting.may(facing.origin, stake, held);
        let staked = &setting.stakes.all()[stake];
        let dealt = held
            .exact
            .as_deref()
            .filter(|_| facing.origin == CameFrom::Deal && stake == 0);
        let list = dealt
            .and_then(|cards| self.suited_prefer(cards))
            .unwrap_or_else(|| self.prefer(&staked.added, staked.free, held.total, held.cards));
        let allowed = list.iter().find_map(|prefer| match prefer {
            Prefer::Stand => Some(Decision::Stand),
            Prefer::Hit => may.hit.then_some(Decision::Hit),
            Prefer::Double | Prefer::DoubleLeast => {
                let place = staked.double_place(may.double_free, *prefer == Prefer::DoubleLeast);
                place.filter(|_| may.double).map(|place| Decision::Double(place as u8))
            }
            Prefer::Surrender => may.surrender.then_some(Decision::Surrender),
        });
        allowed.unwrap_or(Decision::Stand)
    }

    /// Whether the first action the chart names for the first two cards is to surrender them.
    fn surrenders_first(&self, game: &Game, situation: &Situation) -> bool {
        let Some(rules) = game.twenty_one() else { return false };
        let facts = situation.facts();
        let pair = rules.may_split(situation.cards, false, situation.parts).is_ok();
        let hands = self.pairs.get(&situation.cards[0].value()).copied().unwrap_or(1);
        if pair && hands > 1 {
            return false;
        }
        let list = self
            .suited_prefer(situation.cards)
            .unwrap_or_else(|| self.prefer(&[], FreeBets::NONE, facts.total, facts.cards));
        let first = list.iter().find(|prefer| match prefer {
            Prefer::Stand | Prefer::Hit | Prefer::Surrender => true,
            Prefer::Double | Prefer::DoubleLeast => rules.may_double(&facts).is_ok(),
        });
        first == Some(&Prefer::Surrender)
    }

    /// What to do, best first. Doubles by amounts that the chart does not know are played like others of that number.
    fn prefer(&self, added: &[Money], free: FreeBets, total: Total, cards: u8) -> &[Prefer] {
        let soft = total.is_soft();
        let same = self.doubled.iter().find(|rows| rows.holds(added, free));
        let like = || {
            let mut rows = self.doubled.iter().filter(|_| !added.is_empty());
            rows.find(|rows| rows.added_cents.len() == added.len())
        };
        let rows = match same.or_else(like) {
            Some(rows) => Some(if soft { &rows.soft } else { &rows.hard }),
            None if added.is_empty() => Some(if soft { &self.soft } else { &self.hard }),
            None => None,
        };
        rows.and_then(|rows| rows.get(&total.best()))
            .map_or(&[], |cell| cell.prefer(cards))
    }
}

impl Doubled {
    /// Whether the rows are those of a hand with these doubles, and of its bets these free.
    fn holds(&self, added: &[Money], free: FreeBets) -> bool {
        let main = if self.free_main { FreeBets::MAIN } else { FreeBets::NONE };
        let numbers = self
            .free_doubles
            .iter()
            .filter(|number| (1..=Double::TIMES_MAX).contains(*number));
        let same = numbers.fold(main, |free, number| free.doubled(usize::from(*number) - 1, true));
        same == free
            && self
                .added_cents
                .iter()
                .copied()
                .eq(added.iter().map(|amount| amount.cents()))
    }
}

impl Cell {
    /// What to do with so many cards, best first.
    pub fn prefer(&self, cards: u8) -> &[Prefer] {
        let line = self.0.iter().rev().find(|line| line.cards <= cards).or(self.0.first());
        line.map_or(&[], |line| &line.prefer)
    }

    /// The best cell for these weighted values, by number of cards, with one exception at most.
    fn best(by_cards: &BTreeMap<u8, Sums>) -> Cell {
        let first = by_cards.keys().next().copied().unwrap_or(2);
        // Not every action is allowed with every number of cards, so orders of preference are compared as a whole.
        let line = |from: u8, below: u8| {
            let range = || by_cards.range(from..below).map(|(_, values)| values);
            let all: BTreeSet<Prefer> = range().flat_map(|values| values.keys().copied()).collect();
            let worth = |order: &[Prefer]| -> f64 {
                range()
                    .filter_map(|values| order.iter().find_map(|prefer| values.get(prefer)))
                    .sum()
            };
            // The first is the head of the best order of all, the second of the best order of the rest, and so on: so
            // what stands behind an action is right wherever that action is not allowed.
            let mut left: Vec<Prefer> = all.into_iter().collect();
            let mut prefer = Vec::new();
            while !left.is_empty() {
                let mut best: Option<(f64, Prefer)> = None;
                each_order(&mut left.clone(), 0, &mut |order| {
                    let value = worth(order);
                    if best.is_none_or(|(known, _)| value > known + 1e-15) {
                        best = Some((value, order[0]));
                    }
                });
                let Some((_, first)) = best else { break };
                prefer.push(first);
                left.retain(|other| *other != first);
            }
            CellLine { cards: from, prefer }
        };
        let worth = |cell: &Cell| -> f64 {
            let lines = by_cards.iter().map(|(cards, values)| {
                let allowed = cell.prefer(*cards).iter().find_map(|prefer| values.get(prefer));
                allowed.copied().unwrap_or(0.0)
            });
            lines.sum()
        };
        let plain = Cell(vec![CellLine {
            cards: 2,
            ..line(first, u8::MAX)
        }]);
        let mut best = (worth(&plain) + WORTH_A_NOTE, plain);
        for from in by_cards.keys().copied().filter(|from| *from > first) {
            let cell = Cell(vec![
                CellLine {
                    cards: 2,
                    ..line(first, from)
                },
                line(from, u8::MAX),
            ]);
            let value = worth(&cell);
            if value > best.0 {
                best = (value, cell);
            }
        }
        let mut cell = best.1;
        cell.trim();
        cell
    }

    /// Leaves out what is never looked at: anything behind an action that is always allowed.
    fn trim(&mut self) {
        let doubles = |prefer: &Prefer| matches!(prefer, Prefer::Double | Prefer::DoubleLeast);
        for line in &mut self.0 {
            // Where one amount is not allowed the other is not either.
            if let Some(first) = line.prefer.iter().position(doubles) {
                let kept = line.prefer[first];
                line.prefer.retain(|prefer| !doubles(prefer) || *prefer == kept);
            }
            if let Some(stand) = line.prefer.iter().position(|prefer| *prefer == Prefer::Stand) {
                line.prefer.truncate(stand + 1);
            }
        }
    }
}

/// Visits every order of a list.
fn each_order(list: &mut Vec<Prefer>, from: usize, visit: &mut dyn FnMut(&[Prefer])) {
    if from == list.len() {
        return visit(list);
    }
    for place in from..list.len() {
        list.swap(from, place);
        each_order(list, from + 1, visit);
        list.swap(from, place);
    }
}

/// The best play against one class of a column, and the share of the column that the class is.
struct Base {
    play: UpPlay<f64>,
    share: f64,
}

impl Base {
    fn all(setting: &Setting<f64>, classes: &[UpClass], shoe: &CardCounts) -> Vec<Base> {
        let all: f64 = classes.iter().map(|class| class.chance(shoe)).sum();
        let base = |class: &UpClass| Base {
            play: UpPlay::new(setting, class, shoe),
            share: class.chance(shoe) / all,
        };
        classes.iter().map(base).collect()
    }
}

/// What a pair is worth.
#[derive(Default)]
struct PairValues {
    played: f64,
    /// By the number of hands up to which it is split.
    split: BTreeMap<u8, f64>,
}

impl PairValues {
    /// What is best among splits, if that is better than playing the pair.
    fn best(&self) -> Option<PairMargin> {
        self.best_split().filter(|best| best.gain > 0.0)
    }

    /// The best split.
    fn best_split(&self) -> Option<PairMargin> {
        let splits = self.split.iter();
        let best = splits.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(hands, value)| PairMargin {
            gain: value - self.played,
            hands: *hands,
        })
    }
}

impl Prefer {
    fn of<N: Number>(choice: Decision, staked: &Stake<N>) -> Option<Prefer> {
        match choice {
            Decision::Stand => Some(Prefer::Stand),
            Decision::Hit => Some(Prefer::Hit),
            Decision::Double(place) => {
                let place = usize::from(place);
                let at = |least| staked.double_place(staked.more[place].free, least) == Some(place);
                match (at(false), at(true)) {
                    (true, _) => Some(Prefer::Double),
                    (false, true) => Some(Prefer::DoubleLeast),
                    (false, false) => None,
                }
            }
            Decision::Surrender => Some(Prefer::Surrender),
            _ => None,
        }
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Prefer::Stand => "stand",
            Prefer::Hit => "hit",
            Prefer::Double => "double",
            Prefer::DoubleLeast => "double for the least",
            Prefer::Surrender => "surrender",
        }
    }

    /// The letter charts use.
    pub const fn letter(self) -> char {
        match self {
            Prefer::Stand => 'S',
            Prefer::Hit => 'H',
            Prefer::Double => 'D',
            Prefer::DoubleLeast => 'd',
            Prefer::Surrender => 'R',
        }
    }
}

/// Two cards of one rank and this value that are left.
fn pair_of(value: u8, left: &CardCounts) -> Option<[Card; 2]> {
    let cards = Card::all().filter(|card| card.value() == value);
    let ranks = cards.map(Card::rank).collect::<BTreeSet<_>>();
    ranks.into_iter().find_map(|rank| {
        let copies = Card::all().filter(|card| card.rank() == rank);
        let mut copies = copies.flat_map(|card| std::iter::repeat_n(card, left[card.index()] as usize));
        Some([copies.next()?, copies.next()?])
    })
}

impl Strategy for Chart {
    fn choose(&self, game: &Game, situation: &Situation) -> Action {
        let offered = |kind| situation.offers.iter().find(|offer| offer.kind == kind);
        if let Some(offer) = offered(ActionKind::NoInsurance) {
            return offer.in_full();
        }
        let fallback = offered(ActionKind::Stand).or(situation.offers.first());
        let fallback = fallback.map_or(Action::plain(ActionKind::Stand), |offer| offer.in_full());
        let Some(up) = situation.up else { return fallback };
        let Some(column) = self.column(up, situation.hole) else {
            return fallback;
        };
        let full_double = offered(ActionKind::Double).map(|offer| offer.in_full());
        if offered(ActionKind::Keep).is_some() {
            return Action::plain(match offered(ActionKind::TakeBlackjack) {
                Some(_) if column.double_blackjack => ActionKind::Keep,
                Some(_) => ActionKind::TakeBlackjack,
                None if column.surrenders_first(game, situation) => ActionKind::Surrender,
                None => ActionKind::Keep,
            });
        }
        if offered(ActionKind::TakeBlackjack).is_some() && is_ace_ten(situation.cards) {
            let doubled = full_double.filter(|_| column.double_blackjack);
            return doubled.unwrap_or(Action::plain(ActionKind::TakeBlackjack));
        }
        if let Some(offer) = offered(ActionKind::Split) {
            let hands = column.pairs.get(&situation.cards[0].value()).copied().unwrap_or(1);
            if situation.parts < hands {
                return offer.in_full();
            }
        }
        let total = Total::of(situation.cards);
        let dealt = Some(situation.cards).filter(|_| !situation.split && situation.added.is_empty());
        let list = dealt.and_then(|cards| column.suited_prefer(cards)).unwrap_or_else(|| {
            let cards = situation.cards.len() as u8;
            column.prefer(situation.added, situation.free, total, cards)
        });
        let allowed = list.iter().find_map(|prefer| match prefer {
            Prefer::Stand => offered(ActionKind::Stand).map(|offer| offer.in_full()),
            Prefer::Hit => offered(ActionKind::Hit).map(|offer| offer.in_full()),
            Prefer::Double => full_double,
            Prefer::DoubleLeast => offered(ActionKind::Double).map(|offer| Action {
                kind: ActionKind::Double,
                amount: offer.min,
            }),
            Prefer::Surrender => offered(ActionKind::Surrender).map(|offer| offer.in_full()),
        });
        allowed.unwrap_or(fallback)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use croupier_rules::load::{self, Change};

    use super::*;
    use crate::exhaustive::{Cards, Decides, value};
    use crate::twenty_one::{full_shoe, round_value};

    fn game(id: &str, changes: &[Change]) -> Arc<Game> {
        Arc::new(load::open(id).unwrap().with(changes).unwrap().game)
    }

    #[test]
    fn the_charts_value_is_what_the_round_pays_when_it_is_followed() {
        for (id, removed) in [
            ("super-fun-21", "2-6,8-9,Q-K"),
            ("presque-isle-blackjack", "2-7,J-K"),
            ("double-exposure", "2-4,6-8,J-K"),
        ] {
            let mut game = load::open(id).unwrap().game;
            game.deck.decks = 1;
            game.deck.removed = removed.parse().unwrap();
            if let croupier_rules::Family::TwentyOne(rules) = &mut game.family {
                rules.blackjack.suited.clear();
                rules.split.hands_max = 2;
                rules.split.aces_hands_max = 2;
            }
            let game = Arc::new(game);
            let main = game.main_bet.lowest();
            let shoe = full_shoe(&game);
            let chart = Chart::best(&game, main, &shoe).unwrap();
            let said = chart.value(&game, main, &shoe).unwrap().value;
            let paid = value(&game, main, Decides::Strategy(&chart), Cards::Rank).unwrap();
            let paid = crate::solution::to_f64(&paid);
            assert!(
                (said - paid).abs() < 1e-12,
                "{id}: the solver says {said}, the round pays {paid}"
            );
        }
    }

    #[test]
    fn simplicity_costs_little_and_never_pays() {
        for id in [
            "super-fun-21",
            "presque-isle-blackjack",
            "nh21-plus",
            "nh21-v3",
            "double-exposure",
        ] {
            let game = game(id, &[]);
            let main = game.main_bet.lowest();
            let shoe = full_shoe(&game);
            let chart = Chart::best(&game, main, &shoe).unwrap();
            let simple = chart.value(&game, main, &shoe).unwrap().value;
            let best = round_value::<f64>(&game, main, &shoe).unwrap().value;
            assert!(
                simple <= best + 1e-12,
                "{id}: the chart gains {simple}, the best play {best}"
            );
            assert!(best - simple < 1.5e-3, "{id}: the chart costs {}", best - simple);
        }
    }

    #[test]
    fn a_chart_reads_back_as_it_is_written() {
        let game = game("presque-isle-blackjack", &[]);
        let chart = Chart::best(&game, game.main_bet.lowest(), &full_shoe(&game)).unwrap();
        let text = serde_json::to_string(&chart).unwrap();
        assert_eq!(serde_json::from_str::<Chart>(&text).unwrap(), chart);
    }
}
