//! A way of playing a game with a board that can be played at a table: the best one, a rule, or one read from a file.

use std::sync::Arc;

use croupier_rules::{Card, Game, Money};
use croupier_table::{Action, Situation, Strategy};

use super::cards::BoardCards;
use super::count::{Best, Chooser};
use super::deal::{Alike, Survey};
use super::play::BoardPlay;
use super::rule::{Condition, Lines, Plays, Rule, number_of};
use super::streets::Street;
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

    /// The places of those bets.
    fn smallest_actions(&self) -> Vec<usize> {
        let streets = self.play.streets.iter().zip(self.smallest());
        let place = |(street, least): (&Street, u8)| {
            let mut actions = street.actions.iter();
            actions
                .position(|action| *action == StudAction::Bet(least))
                .unwrap_or(0)
        };
        streets.map(place).collect()
    }

    /// Looks at the board of a street as one who plays so.
    fn look<'b, C: Chooser + 'b>(&'b self, chooser: C, street: usize, board: BoardCards) -> Box<dyn Strategy + 'b>
    where
        C::Board: 'b,
    {
        let play = &self.play;
        let looked = match street < play.early_streets() {
            true => {
                let (kind, renaming) = play.boards[street].find(&play.pairs, &board);
                let board = chooser.look(street, kind, &play.boards[street].kinds[kind].cards);
                Looked::Kind { board, renaming }
            }
            false => {
                let mut survey = Box::new(play.survey());
                play.look(&mut survey, &board);
                let board = chooser.look_late(&board, survey.alike());
                Looked::Whole { board, survey }
            }
        };
        Box::new(BesideBoard {
            play,
            chooser,
            street,
            looked,
        })
    }

    /// The street that is decided with so many community cards, and these.
    fn street_with(&self, board: &[Card]) -> Option<(usize, BoardCards)> {
        let streets = &self.play.streets;
        let street = streets.iter().position(|street| street.open == board.len())?;
        let mut board: BoardCards = board.iter().map(|card| self.play.maker.cards.place(*card)).collect();
        board.sort_unstable();
        Some((street, board))
    }
}

/// Plays so beside a board that was looked at.
struct BesideBoard<'b, C: Chooser> {
    play: &'b BoardPlay,
    chooser: C,
    street: usize,
    looked: Looked<'b, C::Board>,
}

/// What is known of a board before a hand is asked about.
enum Looked<'b, B> {
    /// The board that is kept of its kind, and what the suits are called there.
    Kind { board: B, renaming: u8 },
    /// The whole board, and how all hands stand beside it.
    Whole { board: B, survey: Box<Survey<'b>> },
}

impl<C: Chooser> BesideBoard<'_, C> {
    /// The place of the action with these cards and bets; `None` with cards that the game does not hold there.
    fn action(&self, cards: &[Card], bet: u8) -> Option<usize> {
        let (number, cards) = number_of(self.play, cards)?;
        let column = self.play.streets[self.street].before.binary_search(&bet).unwrap_or(0);
        Some(match &self.looked {
            Looked::Kind { board, renaming } => {
                let renamed = self.play.pairs.renamed(*renaming)[usize::from(number)];
                self.chooser.choose(board, renamed, 0, column)
            }
            Looked::Whole { board, survey } => self.chooser.choose(board, number, survey.place(cards)?, column),
        })
    }
}

impl<C: Chooser> Strategy for BesideBoard<'_, C> {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        let (street, rules) = (&self.play.streets[self.street], &self.play.rules.streets[self.street]);
        match self.action(situation.cards, bet_before(situation)) {
            Some(action) => Action::plain(street.actions[action].on(rules)),
            None => situation.offers[0].in_full(),
        }
    }
}

/// Always does the same on a street: the place of the action, by street.
struct Always(Vec<usize>);

impl Chooser for Always {
    type Board = usize;

    fn look(&self, street: usize, _: usize, _: &BoardCards) -> usize {
        self.0[street]
    }

    fn look_late(&self, _: &BoardCards, _: &[Alike]) -> usize {
        self.0.last().copied().unwrap_or(0)
    }

    fn choose(&self, action: &usize, _: u16, _: usize, _: usize) -> usize {
        *action
    }
}

/// How many main bets a hand has bet.
fn bet_before(situation: &Situation) -> u8 {
    let main = situation.main.cents().max(1);
    situation.added.iter().map(|bet| bet.cents() / main).sum::<i64>() as u8
}

impl Strategy for BoardBook {
    fn choose(&self, game: &Game, situation: &Situation) -> Action {
        match self.beside(game, situation.board) {
            Some(beside) => beside.choose(game, situation),
            None => situation.offers[0].in_full(),
        }
    }

    fn beside<'s>(&'s self, _game: &Game, board: &[Card]) -> Option<Box<dyn Strategy + 's>> {
        let (street, board) = self.street_with(board)?;
        let play = &self.play;
        Some(match &self.way {
            Way::Best => self.look(Best::new(play, TieRule::Least), street, board),
            Way::Rule(rule) => self.look(Plays { play, rule }, street, board),
            Way::Smallest => self.look(Always(self.smallest_actions()), street, board),
        })
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
