//! A player who has the printed chart or rule by heart: basic strategy.

use croupier_rules::{Family, Game, Money};
use croupier_table::{FirstOffer, Strategy};

use crate::pack::Pack;
use crate::showdown::{self, BoardBook, ShowdownBook, Solved};
use crate::single_card::CardBook;
use crate::stud::{self, StudBook};
use crate::twenty_one::chart::Chart;
use crate::twenty_one::full_shoe;

/// Who plays a game by its chart, or by the short rule that stands for one in stud; `None` where the solver has neither.
pub fn chart_player(game: &Game, main: Money) -> Option<Box<dyn Strategy + Send + Sync>> {
    match &game.family {
        Family::TwentyOne(_) => Some(Box::new(Chart::best(game, main, &full_shoe(game))?)),
        Family::Stud(_) => match showdown::solved(game, main).ok()? {
            Some(Solved::Hands(play)) => Some(Box::new(ShowdownBook::rule(*play))),
            Some(Solved::Board(play, main)) => Some(Box::new(BoardBook::rule(play, main))),
            None => Some(Box::new(StudBook::rule(stud::play(game, main)?))),
        },
        Family::Baccarat(_) => Some(Box::new(FirstOffer)),
        Family::SingleCard(rules) => Some(Box::new(CardBook::rule(rules, &Pack::fresh(&game.deck), main))),
    }
}
