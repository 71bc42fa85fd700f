//! A game and what may be asked about it.

use std::sync::Arc;

use croupier::{StrategyFormat, WhichPlay};
use croupier_rules::card::parse_cards;
use croupier_rules::load::{Change, Files};
use croupier_rules::play::FreeBets;
use croupier_rules::{Card, Money, print};
use croupier_solver::HandQuestion;
use croupier_solver::solution::Solution;
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::table::Table;
use crate::work::{raised, unwatched, wrong};

/// A game, checked.
#[pyclass(frozen, module = "croupier._native")]
pub(crate) struct Game {
    pub(crate) game: Arc<croupier_rules::Game>,
}

#[pymethods]
impl Game {
    /// The game of this id or in this file; `changes` is a JSON object of fields and values.
    #[new]
    #[pyo3(signature = (word, changes, decks))]
    fn new(word: &str, changes: &str, decks: Option<u8>) -> PyResult<Game> {
        let loaded = croupier::open(word, &read_changes(changes)?, decks).map_err(raised)?;
        Ok(Game {
            game: Arc::new(loaded.game),
        })
    }

    /// The game in a text that stands alone, changed likewise.
    #[staticmethod]
    fn parse(text: &str, changes: &str) -> PyResult<Game> {
        let files = Files::new("the rules", text);
        let game = files.read(&read_changes(changes)?).map_err(wrong)?;
        Ok(Game { game: Arc::new(game) })
    }

    /// The rules as a text that stands alone.
    fn toml(&self) -> String {
        self.game.toml()
    }

    /// The game in a few words, as JSON.
    fn summary(&self) -> String {
        croupier::summary(&self.game).to_string()
    }

    /// The rule sheet: `text`, `markdown` or `json`.
    fn rules(&self, format: &str) -> PyResult<String> {
        Ok(match format {
            "text" => print::text(&self.game, 80),
            "markdown" => print::markdown(&self.game),
            "json" => print::json(&self.game).to_string(),
            _ => {
                return Err(wrong(format!(
                    "`{format}` is no format of rules; choose text, markdown or json"
                )));
            }
        })
    }

    /// What every wager is worth: as JSON, and every row as a table.
    #[pyo3(signature = (bet, side))]
    fn solve(&self, py: Python<'_>, bet: Option<&str>, side: Vec<String>) -> PyResult<(String, Table)> {
        let amount = money(bet)?;
        let bets = croupier::bets(&self.game, amount, 0, &side).map_err(raised)?;
        let game = Arc::clone(&self.game);
        let solve = move || croupier::solve_with(&game, &bets, amount.is_none());
        let solution: Solution = unwatched(py, solve)?.map_err(raised)?;
        let rows = croupier::outcome_rows(&solution, &[]);
        Ok((json(&solution)?, Table::new(&croupier::OUTCOMES, rows)?))
    }

    /// What each action of a hand is worth, as JSON.
    #[expect(clippy::too_many_arguments, reason = "a hand is known by as many things")]
    #[pyo3(signature = (cards, up, board, removed, bet, split_hands, free, doubled, insurance, street_bets))]
    fn hand(
        &self,
        py: Python<'_>,
        cards: &str,
        up: Option<&str>,
        board: &str,
        removed: &str,
        bet: Option<&str>,
        split_hands: Option<u8>,
        free: bool,
        doubled: Vec<String>,
        insurance: bool,
        street_bets: Option<Vec<u8>>,
    ) -> PyResult<String> {
        let up: Vec<Card> = parse_cards(up.unwrap_or_default()).map_err(wrong)?;
        if up.len() > 2 {
            return Err(wrong(
                "`up` names more than two cards; the dealer shows one card before play, or two",
            ));
        }
        let question = HandQuestion {
            cards: parse_cards(cards).map_err(wrong)?,
            up: up.first().copied(),
            hole: up.get(1).copied(),
            board: parse_cards(board).map_err(wrong)?,
            removed: parse_cards(removed).map_err(wrong)?,
            bet: money(bet)?,
            split_hands,
            doubled: doubled
                .iter()
                .map(|amount| amount.parse().map_err(wrong))
                .collect::<PyResult<_>>()?,
            free: FreeBets::NONE,
            insurance,
            street_bets,
        };
        let question = question.with_free_bets(&self.game, free);
        let game = Arc::clone(&self.game);
        let value = unwatched(py, move || croupier_solver::hand(&game, &question))?.map_err(wrong)?;
        json(&value)
    }

    /// How to play: `chart` or `complete`, as `text`, `json`, `csv` or `svg`.
    #[pyo3(signature = (bet, play, format))]
    fn strategy(&self, py: Python<'_>, bet: Option<&str>, play: &str, format: &str) -> PyResult<String> {
        let play = match play {
            "chart" => WhichPlay::Chart,
            "complete" => WhichPlay::Complete,
            _ => return Err(wrong(format!("`{play}` is no play; choose chart or complete"))),
        };
        let format = match format {
            "text" => StrategyFormat::Text,
            "json" => StrategyFormat::Json,
            "csv" => StrategyFormat::Csv,
            "svg" => StrategyFormat::Svg,
            _ => return Err(wrong(format!("`{format}` is no format; choose text, json, csv or svg"))),
        };
        let (game, bet) = (Arc::clone(&self.game), money(bet)?);
        unwatched(py, move || croupier::strategy(&game, bet, play, format))?.map_err(raised)
    }
}

/// Changes of rules from a JSON object of fields and values.
fn read_changes(text: &str) -> PyResult<Vec<Change>> {
    let changes: Map<String, Value> = serde_json::from_str(text).map_err(wrong)?;
    Ok(changes
        .into_iter()
        .map(|(path, value)| Change::new(path, value))
        .collect())
}

/// An amount in dollars, if one is named.
pub(crate) fn money(text: Option<&str>) -> PyResult<Option<Money>> {
    text.map(str::parse).transpose().map_err(wrong)
}

/// Anything as JSON.
pub(crate) fn json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(wrong)
}
