//! Who plays in a simulation: a named policy, the best play, a chart, or what somebody has written to a file.

use std::path::Path;

use croupier_rules::single_card::SingleCard;
use croupier_rules::{Card, Family, Game, Money};
use croupier_simulator::Policy;
use croupier_solver::baccarat;
use croupier_solver::pack::Pack;
use croupier_solver::showdown::{self, BoardBook, ShowdownBook, Solved};
use croupier_solver::single_card::CardBook;
use croupier_solver::solution::WagerValue;
use croupier_solver::stud::{self, StudBook, StudStrategy};
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::chart::Chart;
use croupier_solver::twenty_one::playbook::{BookStrategy, Playbook};
use croupier_solver::twenty_one::{self, full_shoe};
use croupier_table::{Action, FirstOffer, Situation, Strategy};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::super::strategy::best_chart;
use crate::failure::Failure;

/// Who plays.
pub(super) enum Player {
    Policy(Policy),
    Best(Box<BestPlay<f64>>),
    Chart(Box<Chart>),
    Book(Box<Book>),
    Stud(Box<StudBook>),
    Showdown(Box<ShowdownBook>),
    Board(Box<BoardBook>),
    SingleCard(Box<CardBook>),
    /// In games in which there is nothing to choose.
    Idle(FirstOffer),
}

/// A playbook from a file, and the player who follows it.
pub(super) struct Book {
    written: Playbook,
    follows: BookStrategy,
}

impl Player {
    /// The player of this name, or the one whose file of this name holds this text.
    pub(super) fn named(name: &str, text: Option<&str>, game: &Game, main: Money) -> Result<Player, Failure> {
        if let Some(text) = text {
            return written(name, text, game, main);
        }
        if let Some(policy) = Policy::from_name(name) {
            return Ok(Player::Policy(policy));
        }
        match (showdown_play(game, main)?, name) {
            (Some(Solved::Hands(play)), "optimal") => {
                return Ok(Player::Showdown(Box::new(ShowdownBook::best(*play))));
            }
            (Some(Solved::Hands(play)), "chart") => return Ok(Player::Showdown(Box::new(ShowdownBook::rule(*play)))),
            (Some(Solved::Board(play, main)), "optimal") => {
                return Ok(Player::Board(Box::new(BoardBook::best(play, main))));
            }
            (Some(Solved::Board(play, main)), "chart") => {
                return Ok(Player::Board(Box::new(BoardBook::rule(play, main))));
            }
            _ => {}
        }
        match (name, &game.family) {
            ("optimal", Family::TwentyOne(_)) => Ok(Player::Best(Box::new(best_play(game, main)?))),
            ("optimal", Family::Stud(_)) => Ok(Player::Stud(Box::new(StudBook::best(stud_play(game, main)?)))),
            ("chart", Family::TwentyOne(_)) => Ok(Player::Chart(Box::new(best_chart(game, Some(main))?.0))),
            ("optimal" | "chart", Family::Baccarat(_)) => Ok(Player::Idle(FirstOffer)),
            ("optimal", Family::SingleCard(rules)) => Ok(single_card(CardBook::best, rules, game, main)),
            ("chart", Family::SingleCard(rules)) => Ok(single_card(CardBook::rule, rules, game, main)),
            ("chart", Family::Stud(_)) => Ok(Player::Stud(Box::new(StudBook::rule(stud_play(game, main)?)))),
            _ => Err(unknown(name)),
        }
    }

    /// The exact figures of the main game when it is played so, where the solver can tell.
    pub(super) fn main_value(&self, game: &Game, main: Money) -> Result<Option<WagerValue>, Failure> {
        Ok(match (self, &game.family) {
            (Player::Policy(policy), Family::TwentyOne(_)) => {
                Chart::by_total(game, main, |total, soft| policy.hits(total, soft)).wager_value(game, main)
            }
            (_, Family::Baccarat(rules)) => Some(baccarat::main_wager(game, rules, &Pack::fresh(&game.deck), main)),
            (Player::Policy(_), Family::SingleCard(rules)) => {
                let pack = Pack::fresh(&game.deck);
                Some(CardBook::by_policy(rules, &pack, main).wager_value(game))
            }
            (Player::SingleCard(book), _) => Some(book.wager_value(game)),
            (Player::Policy(_), Family::Stud(rules)) if rules.showdown.is_some() => {
                showdown_play(game, main)?.map(|play| match play {
                    Solved::Hands(play) => ShowdownBook::smallest_bets(*play).wager_value(game),
                    Solved::Board(play, main) => BoardBook::smallest_bets(play, main).wager_value(game),
                })
            }
            (Player::Policy(_), Family::Stud(_)) => {
                Some(StudBook::smallest_bets(stud_play(game, main)?).wager_value(game))
            }
            (Player::Best(_), _) => twenty_one::solve_main(game, main),
            (Player::Chart(chart), _) => chart.wager_value(game, main),
            (Player::Stud(book), _) => Some(book.wager_value(game)),
            (Player::Showdown(book), _) => Some(book.wager_value(game)),
            (Player::Board(book), _) => Some(book.wager_value(game)),
            (Player::Idle(_), _) => None,
            // A book that has been edited only a simulation values.
            (Player::Book(book), _) if book.written == best_play(game, main)?.playbook(game) => {
                twenty_one::solve_main(game, main)
            }
            (Player::Book(_), _) => None,
        })
    }

    /// Whether the player was asked for a hand that its file does not have.
    pub(super) fn check_gaps(&self, name: &str) -> Result<(), Failure> {
        match self {
            Player::Book(book) => match book.follows.gap() {
                None => Ok(()),
                Some(gap) => Err(Failure::Input(format!(
                    "{name}: the strategy has a gap: no action with {gap}; add the hand to the table of its up card"
                ))),
            },
            _ => Ok(()),
        }
    }
}

impl Player {
    fn follows(&self) -> &dyn Strategy {
        match self {
            Player::Policy(policy) => policy,
            Player::Best(best) => &**best,
            Player::Chart(chart) => &**chart,
            Player::Book(book) => &book.follows,
            Player::Stud(book) => &**book,
            Player::Showdown(book) => &**book,
            Player::Board(book) => &**book,
            Player::SingleCard(book) => &**book,
            Player::Idle(player) => player,
        }
    }
}

impl Strategy for Player {
    fn choose(&self, game: &Game, situation: &Situation) -> Action {
        self.follows().choose(game, situation)
    }

    fn beside<'s>(&'s self, game: &Game, board: &[Card]) -> Option<Box<dyn Strategy + 's>> {
        self.follows().beside(game, board)
    }
}

fn best_play(game: &Game, main: Money) -> Result<BestPlay<f64>, Failure> {
    let best = BestPlay::new(game, main, &full_shoe(game), Insures::WhenItPays);
    best.ok_or_else(|| no_play(game))
}

fn stud_play(game: &Game, main: Money) -> Result<stud::Play, Failure> {
    stud::play(game, main).ok_or_else(|| no_play(game))
}

/// The play of a game against the dealer's hand; `None` for any other.
fn showdown_play(game: &Game, main: Money) -> Result<Option<Solved>, Failure> {
    showdown::solved(game, main).map_err(|fault| Failure::Input(fault.to_string()))
}

fn single_card(
    make: fn(&SingleCard, &Pack, Money) -> CardBook,
    rules: &SingleCard,
    game: &Game,
    main: Money,
) -> Player {
    Player::SingleCard(Box::new(make(rules, &Pack::fresh(&game.deck), main)))
}

fn no_play(game: &Game) -> Failure {
    Failure::Input(format!("the solver knows no play of {}", game.name))
}

fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = Policy::ALL.iter().map(|policy| policy.name()).collect();
    Failure::Input(format!(
        "`{name}` is not a strategy; choose optimal, chart, {}, or name a file that `croupier strategy --format json` wrote",
        names.join(", ")
    ))
}

/// The text of the strategy's file, if it is one and no name.
pub(super) fn text_of(strategy: &str) -> Result<Option<String>, Failure> {
    let is_name = Policy::from_name(strategy).is_some() || ["optimal", "chart"].contains(&strategy);
    if is_name || !Path::new(strategy).is_file() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(strategy);
    text.map(Some)
        .map_err(|fault| Failure::Input(format!("{strategy}: {fault}")))
}

/// The strategy in a file, as `croupier strategy --format json` writes it: a chart, a playbook, or play of stud.
fn written(path: &str, text: &str, game: &Game, main: Money) -> Result<Player, Failure> {
    let wrong = |what: String| Failure::Input(format!("{path}: {what}"));
    let mut json: Value = serde_json::from_str(text).map_err(|fault| wrong(format!("not JSON: {fault}")))?;
    fn read<T: DeserializeOwned>(part: &str, json: Value) -> Result<T, String> {
        serde_json::from_value(json).map_err(|fault| format!("the {part} cannot be read: {fault}"))
    }
    if let Some(chart) = json.get_mut("chart") {
        let chart: Chart = read("chart", chart.take()).map_err(wrong)?;
        chart.check(game).map_err(wrong)?;
        return Ok(Player::Chart(Box::new(chart)));
    }
    if let Some(book) = json.get_mut("playbook") {
        let written: Playbook = read("playbook", book.take()).map_err(wrong)?;
        let follows = BookStrategy::new(&written, game).map_err(|fault| wrong(fault.to_string()))?;
        return Ok(Player::Book(Box::new(Book { written, follows })));
    }
    if json.get("streets").is_some() || json.get("rule").is_some() {
        let strategy: StudStrategy = read("strategy", json).map_err(wrong)?;
        if game.single_card().is_some() {
            let book = CardBook::read(&strategy, game, main).map_err(|fault| wrong(fault.to_string()))?;
            return Ok(Player::SingleCard(Box::new(book)));
        }
        if game.stud().is_some_and(|rules| rules.showdown.is_some()) {
            if game.stud().is_some_and(|rules| rules.community_cards() > 0) {
                let book = BoardBook::read(&strategy, game, main).map_err(|fault| wrong(fault.to_string()))?;
                return Ok(Player::Board(Box::new(book)));
            }
            let book = ShowdownBook::read(&strategy, game, main).map_err(|fault| wrong(fault.to_string()))?;
            return Ok(Player::Showdown(Box::new(book)));
        }
        let book = StudBook::read(&strategy, game, main).map_err(|fault| wrong(fault.to_string()))?;
        return Ok(Player::Stud(Box::new(book)));
    }
    Err(wrong(
        "this is no strategy: there is neither a `chart`, a `playbook`, `streets` nor a `rule`; `croupier strategy \
         --format json` writes one"
            .to_string(),
    ))
}
