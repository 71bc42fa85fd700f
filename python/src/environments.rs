//! Tables for learners: many rounds side by side, written straight into NumPy arrays.

use std::sync::Arc;

use croupier_rules::Money;
use croupier_simulator::cards::Layout;
use croupier_solver::HandQuestion;
use croupier_table::{ActionKind, HandWagers, Situation};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;

use crate::cards::Cards;
use crate::episode::{CARDS, Episode, NUMBERS, OutOfCards};
use crate::game::{Game, money};
use crate::menu::{AmountChoice, Menu};
use crate::work::{raised, unwatched, wrong};

/// So many tables of one game, each with so many seats.
#[pyclass(module = "croupier._native")]
pub(crate) struct Environments {
    game: Arc<croupier_rules::Game>,
    menu: Menu,
    layout: Arc<Layout>,
    episodes: Vec<Episode>,
    seats: usize,
    /// How many rounds each table has begun.
    begun: Vec<u64>,
}

#[pymethods]
impl Environments {
    /// Tables of a game; each of `bets` is a main bet, how many more spots carry it, and the side bets.
    #[new]
    #[pyo3(signature = (game, count, seats, bets, every_amount))]
    fn new(
        game: &Game,
        count: usize,
        seats: u8,
        bets: Vec<(Option<String>, u8, Vec<String>)>,
        every_amount: bool,
    ) -> PyResult<Environments> {
        let game = Arc::clone(&game.game);
        if seats == 0 || seats > game.table.seats {
            let max = game.table.seats;
            return Err(wrong(format!(
                "{seats} seats are not possible; this table has 1 to {max}"
            )));
        }
        let checked = |(main, spots, side): &(Option<String>, u8, Vec<String>)| {
            croupier::bets(&game, money(main.as_deref())?, *spots, side).map_err(raised)
        };
        let bets: Vec<HandWagers> = bets.iter().map(checked).collect::<PyResult<_>>()?;
        let amounts = if every_amount {
            AmountChoice::Every
        } else {
            AmountChoice::Most
        };
        let layout = Cards::layout(&game);
        let mut tables = Environments {
            menu: Menu::new(&game, bets, amounts),
            episodes: Vec::new(),
            seats: usize::from(seats),
            begun: vec![0; count],
            layout,
            game,
        };
        tables.reset(0);
        Ok(tables)
    }

    /// What each action is called.
    fn names(&self) -> Vec<String> {
        self.menu.names()
    }

    /// Begins anew: table `i` of `n` plays the rounds `i`, `i + n`, `i + 2n`… of this seed, with the simulator's cards.
    fn reset(&mut self, seed: u64) {
        let count = self.begun.len();
        self.episodes = vec![Episode::new(&self.layout, seed, self.seats); count];
        self.begun.fill(0);
        (0..count).for_each(|table| self.begin(table));
    }

    /// Begins the next round at one table.
    fn begin(&mut self, table: usize) {
        let number = table as u64 + self.begun[table] * self.episodes.len() as u64;
        self.begun[table] += 1;
        self.episodes[table].begin(number);
    }

    /// The seat, from 0, that has to choose at a table; `None` when its round is over.
    fn chooser(&self, table: usize) -> Option<usize> {
        self.episodes[table].chooser()
    }

    /// Plays one action at every table of one seat and writes rewards, ends and refusals. A table whose round was over begins
    /// the next one instead.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut rewards: PyReadwriteArray1<'_, f64>,
        mut over: PyReadwriteArray1<'_, bool>,
        mut refused: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let (actions, rewards) = (actions.as_slice()?, rewards.as_slice_mut()?);
        let (over, refused) = (over.as_slice_mut()?, refused.as_slice_mut()?);
        let count = self.episodes.len();
        if [actions.len(), rewards.len(), over.len(), refused.len()] != [count; 4] {
            return Err(wrong(format!(
                "there are {count} tables, and every array needs as many entries"
            )));
        }
        py.detach(|| {
            for table in 0..count {
                rewards[table] = 0.0;
                refused[table] = false;
                if self.episodes[table].is_over() {
                    self.begin(table);
                } else {
                    refused[table] = !self.choose(table, actions[table])?;
                    rewards[table] = self.episodes[table].take_reward(&self.menu, 0);
                }
                over[table] = self.episodes[table].is_over();
            }
            Ok(())
        })
        .map_err(|OutOfCards| out_of_cards())
    }

    /// Plays one action for the seat that has to choose at a table; says whether it was offered.
    fn play(&mut self, table: usize, action: i64) -> PyResult<bool> {
        self.choose(table, action).map_err(|OutOfCards| out_of_cards())
    }

    /// What a seat has gained or lost since it was last asked, in its main bets.
    fn take_reward(&mut self, table: usize, seat: usize) -> f64 {
        self.episodes[table].take_reward(&self.menu, seat)
    }

    /// Writes what the first seat of every table knows and may choose.
    fn observe(
        &self,
        py: Python<'_>,
        mut cards: PyReadwriteArray1<'_, u8>,
        mut numbers: PyReadwriteArray1<'_, f32>,
        mut mask: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let (cards, numbers, mask) = (cards.as_slice_mut()?, numbers.as_slice_mut()?, mask.as_slice_mut()?);
        let count = self.episodes.len();
        if [cards.len(), numbers.len(), mask.len()] != [CARDS, NUMBERS, self.menu.len()].map(|size| size * count) {
            return Err(wrong("the arrays have not the shape of the observations".to_string()));
        }
        py.detach(|| {
            let rows = cards.chunks_exact_mut(CARDS).zip(numbers.chunks_exact_mut(NUMBERS));
            let rows = rows.zip(mask.chunks_exact_mut(self.menu.len()));
            for (episode, ((cards, numbers), mask)) in self.episodes.iter().zip(rows) {
                episode.observe(&self.game, &self.menu, 0, cards, numbers);
                self.mark(episode, 0, mask);
            }
        });
        Ok(())
    }

    /// Writes what one seat of one table knows and may choose.
    fn observe_seat(
        &self,
        table: usize,
        seat: usize,
        mut cards: PyReadwriteArray1<'_, u8>,
        mut numbers: PyReadwriteArray1<'_, f32>,
        mut mask: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let episode = &self.episodes[table];
        episode.observe(
            &self.game,
            &self.menu,
            seat,
            cards.as_slice_mut()?,
            numbers.as_slice_mut()?,
        );
        self.mark(episode, seat, mask.as_slice_mut()?);
        Ok(())
    }

    /// What each action of the hand to be decided on is worth, exactly, `NaN` where it is not offered; `None` where nothing but bets is chosen, or
    /// where the solver values no such question.
    fn values(&self, py: Python<'_>, table: usize) -> PyResult<Option<Vec<f64>>> {
        let episode = &self.episodes[table];
        let (Some(situation), Some(seat)) = (episode.situation(), episode.chooser()) else {
            return Ok(None);
        };
        let question = question(&self.game, &situation, episode.seen_elsewhere(seat, &situation));
        let game = Arc::clone(&self.game);
        let value = unwatched(py, move || croupier_solver::hand(&game, &question))?;
        Ok(value.ok().map(|value| self.menu.worth(&value)))
    }
}

impl Environments {
    fn choose(&mut self, table: usize, action: i64) -> Result<bool, OutOfCards> {
        match self.menu.get(action) {
            Some(item) => self.episodes[table].choose(&self.game, &self.menu, item),
            None => Ok(false),
        }
    }

    fn mark(&self, episode: &Episode, seat: usize, mask: &mut [i8]) {
        if episode.chooser() != Some(seat) {
            mask.fill(0);
            return;
        }
        let situation = episode.situation();
        self.menu.mark(situation.map(|situation| &situation.offers[..]), mask);
    }
}

/// The hand to be decided on, as the solver is asked about it.
fn question(game: &croupier_rules::Game, situation: &Situation, removed: Vec<croupier_rules::Card>) -> HandQuestion {
    let is_21 = game.twenty_one().is_some();
    let before_play = |kind| {
        matches!(
            kind,
            ActionKind::Insurance | ActionKind::NoInsurance | ActionKind::EvenMoney
        )
    };
    let times = |bet: &Money| (bet.cents() / situation.main.cents()) as u8;
    HandQuestion {
        cards: situation.cards.to_vec(),
        up: situation.up,
        hole: situation.hole,
        board: situation.board.to_vec(),
        removed,
        bet: Some(situation.main),
        split_hands: (is_21 && situation.split).then_some(situation.parts),
        doubled: if is_21 { situation.added.to_vec() } else { Vec::new() },
        free: situation.free,
        insurance: situation.offers.iter().any(|offer| before_play(offer.kind)),
        street_bets: (!is_21).then(|| situation.added.iter().map(times).collect()),
    }
}

fn out_of_cards() -> PyErr {
    wrong("the shoe has run out in the middle of a round; play fewer seats or more decks")
}
