//! A way of playing a game with a board that can be played at a table: the best one, a rule, or one read from a file.

use std::sync::Arc;

use croupier_rules::{Game, Money};
use croupier_table::{Action, Situation, Strategy};

use super::cards::BoardCards;
use super::deal::Gains;
use super::play::BoardPlay;
use super::rule::{Condition, Lines, Plays, Rule, number_of};
use crate::solution::{SCHEMA, WagerValue};
use crate::stud::{RuleStreet, StudAction, StudBookFault, StudFault, StudStrategy, TieRule};

/// A way of playing a game with a board at one main bet.
pub struct BoardBook {
    play: Arc<BoardPlay>,
    main: Money,
    way: Way,
}

enum Way {
    Best,
    Rule(Rule),
    /// The least bet on every street, whatever the cards.
    Smallest,
}

impl BoardBook {
    /// The best play, the least bet of equally good ones.
    pub fn best(play: Arc<BoardPlay>, main: Money) -> BoardBook {
        let way = Way::Best;
        BoardBook { play, main, way }
    }

    /// The rule that a person can carry.
    pub fn rule(play: Arc<BoardPlay>, main: Money) -> BoardBook {
        let way = Way::Rule(Rule::find(&play));
        BoardBook { play, main, way }
    }

    /// The least bet that is not a fold, whatever the cards.
    pub fn smallest_bets(play: Arc<BoardPlay>, main: Money) -> BoardBook {
        let way = Way::Smallest;
        BoardBook { play, main, way }
    }

    /// The rule written in a file.
    pub fn read(written: &StudStrategy, game: &Game, main: Money) -> Result<BoardBook, StudBookFault> {
        if written.schema != SCHEMA {
            return Err(StudBookFault::Schema(written.schema));
        }
        if written.game != game.id {
            return Err(StudBookFault::Game(written.game.clone(), game.id.clone()));
        }
        let main = crate::stud::checked_bet(game, Some(main))?;
        let play = BoardPlay::of(game).ok_or_else(|| StudFault::unsolved(game))?;
        let Some(rule) = &written.rule else {
            return Err(StudBookFault::Nothing);
        };
        let mut streets = Vec::new();
        for (place, rules) in play.rules.streets.iter().enumerate() {
            let found = rule.streets.iter().find(|street| street.name == rules.name);
            let street = found.ok_or_else(|| StudBookFault::Street {
                street: rules.name.clone(),
                what: "in its rule".to_string(),
            })?;
            streets.push(read_lines(&play, place, street)?);
        }
        let way = Way::Rule(Rule { streets });
        Ok(BoardBook { play, main, way })
    }

    /// The figures of the main game when it is played so.
    pub fn wager_value(&self, game: &Game) -> WagerValue {
        let play = &self.play;
        let endings = match &self.way {
            Way::Best => play.endings(TieRule::Least),
            Way::Rule(rule) => &play.endings_by(&Plays { play, rule }),
            Way::Smallest => &play.endings_of_bets(&self.smallest()),
        };
        play.measured(game, self.main, endings)
    }

    /// The least bet of every street.
    fn smallest(&self) -> Vec<u8> {
        let least = |actions: &[StudAction]| {
            let bets = actions.iter().filter_map(|action| match action {
                StudAction::Bet(times) => Some(*times),
                StudAction::Fold => None,
            });
            bets.min().unwrap_or(0)
        };
        self.play.streets.iter().map(|street| least(&street.actions)).collect()
    }

    /// The place of the action on a street with these cards and bets.
    fn action(&self, street: usize, board: &BoardCards, number: u16, cards: (u8, u8), bet: u8) -> usize {
        let play = &self.play;
        match &self.way {
            Way::Rule(rule) => rule.choose(play, street, board, cards),
            Way::Smallest => {
                let least = StudAction::Bet(self.smallest()[street]);
                play.streets[street]
                    .actions
                    .iter()
                    .position(|action| *action == least)
                    .unwrap_or(0)
            }
            Way::Best if street < play.early_streets() => {
                let (kind, renaming) = play.boards[street].find(&play.pairs, board);
                let column = play.streets[street].before.binary_search(&bet).unwrap_or(0);
                let renamed = play.pairs.renamed(renaming)[usize::from(number)];
                play.best_bits(street, kind, renamed, column).trailing_zeros() as usize
            }
            Way::Best => {
                let (last, mut survey) = (&play.streets[street], play.survey());
                play.look(&mut survey, board);
                let gains = survey.of(cards).map_or_else(Gains::default, |alike| alike.gains);
                let (_, bits) = play.stakes.best(last, bet, last.deals as i64, |bet| gains.with(bet));
                bits.trailing_zeros() as usize
            }
        }
    }
}

impl Strategy for BoardBook {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        let play = &self.play;
        let street = play
            .streets
            .iter()
            .position(|street| street.open == situation.board.len());
        let found = street.zip(number_of(play, situation.cards));
        let Some((street, (number, cards))) = found else {
            return situation.offers[0].in_full();
        };
        let mut board: BoardCards = situation
            .board
            .iter()
            .map(|card| play.maker.cards.place(*card))
            .collect();
        board.sort_unstable();
        let bets = situation
            .added
            .iter()
            .map(|bet| bet.cents() / situation.main.cents().max(1));
        let action = self.action(street, &board, number, cards, bets.sum::<i64>() as u8);
        Action::plain(play.streets[street].actions[action].on(&play.rules.streets[street]))
    }
}

/// The lines of one street as they are written.
fn read_lines(play: &BoardPlay, place: usize, written: &RuleStreet) -> Result<Lines, StudBookFault> {
    let (street, rules) = (&play.streets[place], &play.rules.streets[place]);
    let words: Vec<&str> = street.actions.iter().map(|action| action.on(rules).word()).collect();
    let action = |word: &str, with: &str| {
        let place = words.iter().position(|other| *other == word);
        place.ok_or_else(|| StudBookFault::Action {
            street: written.name.clone(),
            action: word.to_string(),
            cards: with.to_string(),
            offered: words.join(", "),
        })
    };
    let otherwise = action(&written.otherwise, "anything else")?;
    let mut lines = Lines {
        lines: Vec::new(),
        action: otherwise,
        otherwise,
    };
    for line in &written.lines {
        let condition = Condition::from_words(&line.with, play.rules.hands.hand_size);
        lines.lines.push(condition.ok_or_else(|| {
            StudBookFault::Line {
                street: written.name.clone(),
                with: line.with.clone(),
                example:
                    "`a pair of threes or higher`, `K-5 or a higher second card`, as `croupier strategy` writes them"
                        .to_string(),
            }
        })?);
        let place = action(&line.action, &line.with)?;
        if lines.action != otherwise && lines.action != place {
            return Err(StudBookFault::Action {
                street: written.name.clone(),
                action: line.action.clone(),
                cards: line.with.clone(),
                offered: format!("{}, the action of the lines before", words[lines.action]),
            });
        }
        lines.action = place;
    }
    Ok(lines)
}
