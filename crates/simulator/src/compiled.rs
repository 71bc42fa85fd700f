//! A game and a strategy, compiled, of any family.

use std::sync::Arc;

use croupier_rules::game::{HoleCardsPlay, Over, SpotsPay};
use croupier_rules::twenty_one::{DealerAlone, SecondCards, TwentyOne};
use croupier_rules::{Family, Game, Money};
use croupier_table::{HandWagers, Strategy};

use crate::baccarat::CoupTables;
use crate::fault::Fault;
use crate::settled::Settled;
use crate::single_card::SingleCardTables;
use crate::stud::{self, BoardTables, ShowdownTables, StudTables};
use crate::twenty_one::{LaneTables, Tables};

/// The most different results of a hand that are counted one by one.
pub(crate) const CODES_MAX: u64 = 1 << 22;

/// Everything the kernels read.
#[derive(Debug)]
pub enum Compiled {
    /// A game of 21, and what its lanes read where they can play it.
    TwentyOne(Box<Tables>, Option<LaneTables>),
    /// A game of stud, and whether lanes can play it.
    Stud(Box<StudTables>, bool),
    /// A game of stud against the dealer's hand with one decision.
    Showdown(Box<ShowdownTables>),
    /// A game of stud against the dealer's hand beside a board.
    Board(Box<BoardTables>),
    /// A game of baccarat.
    Baccarat(Box<CoupTables>),
    /// A game of single cards.
    SingleCard(Box<SingleCardTables>),
    /// No tables: the round itself plays. For games whose decisions are too many to compile.
    ByRound,
}

impl Compiled {
    /// Compiles the rules, a strategy and the bets of one hand.
    pub fn new(game: &Arc<Game>, strategy: &(dyn Strategy + Sync), bets: &HandWagers) -> Result<Compiled, Fault> {
        let compiled = match &game.family {
            _ if Compiled::is_left_to_the_round(game, bets) => Compiled::ByRound,
            Family::TwentyOne(_) => {
                let tables = Tables::compile(game, strategy, bets)?;
                let lanes = LaneTables::new(&tables);
                Compiled::TwentyOne(Box::new(tables), lanes)
            }
            Family::Stud(rules) if rules.showdown.is_some() && rules.community_cards() > 0 => {
                match BoardTables::compile(game, rules, strategy, bets)? {
                    Some(tables) => Compiled::Board(Box::new(tables)),
                    None => Compiled::ByRound,
                }
            }
            Family::Stud(rules) if rules.showdown.is_some() => {
                match ShowdownTables::compile(game, rules, strategy, bets)? {
                    Some(tables) => Compiled::Showdown(Box::new(tables)),
                    None => Compiled::ByRound,
                }
            }
            Family::Stud(_) => match StudTables::compile(game, strategy, bets)? {
                Some(tables) => {
                    let lanes = stud::lanes::fit(&tables);
                    Compiled::Stud(Box::new(tables), lanes)
                }
                None => Compiled::ByRound,
            },
            Family::Baccarat(rules) => Compiled::Baccarat(Box::new(CoupTables::compile(game, rules, bets))),
            Family::SingleCard(rules) => {
                Compiled::SingleCard(Box::new(SingleCardTables::compile(game, rules, strategy, bets)?))
            }
        };
        let codes = compiled.codes();
        if codes > CODES_MAX {
            return Err(Fault::Codes { codes });
        }
        Ok(compiled)
    }

    /// Whether no tables are made of this game with these bets, because only the round can say how they end.
    pub fn is_left_to_the_round(game: &Game, bets: &HandWagers) -> bool {
        match &game.family {
            Family::TwentyOne(rules) => by_round(game, rules, bets),
            Family::Stud(_) => stud_by_round(game, bets),
            Family::Baccarat(_) | Family::SingleCard(_) => false,
        }
    }

    /// How many codes a hand can end with.
    pub fn codes(&self) -> u64 {
        match self {
            Compiled::TwentyOne(tables, _) => tables.codes(),
            Compiled::Stud(tables, _) => tables.codes(),
            Compiled::Showdown(tables) => tables.codes(),
            Compiled::Board(tables) => tables.codes(),
            Compiled::Baccarat(tables) => tables.codes(),
            Compiled::SingleCard(tables) => tables.codes(),
            Compiled::ByRound => 0,
        }
    }

    /// How every wager of a hand with this code ended.
    pub fn settled_code(&self, code: u32) -> Vec<Settled> {
        match self {
            Compiled::TwentyOne(tables, _) => {
                let (leaf, digits) = (code / tables.digit_codes(), code % tables.digit_codes());
                let mut settled = tables.leaves[leaf as usize].bets.clone();
                settled.extend(tables.settled_digits(digits));
                settled
            }
            Compiled::Stud(tables, _) => tables.settled_code(code),
            Compiled::Showdown(tables) => tables.settled_code(code),
            Compiled::Board(tables) => tables.settled_code(code),
            Compiled::Baccarat(tables) => tables.settled_code(code),
            Compiled::SingleCard(tables) => tables.settled_code(code),
            Compiled::ByRound => Vec::new(),
        }
    }

    /// All numbers of the tables, for a fingerprint.
    pub(crate) fn each_word(&self, mut visit: impl FnMut(u64)) {
        match self {
            Compiled::TwentyOne(tables, _) => {
                tables.entries.iter().for_each(|entry| visit(u64::from(entry.0)));
                tables.split_starts.iter().for_each(|entry| visit(u64::from(entry.0)));
                tables.begun.iter().for_each(|entry| visit(u64::from(entry.0)));
            }
            Compiled::Stud(tables, _) => {
                let all = tables.decisions.entries.iter().chain(&tables.main.entries);
                all.for_each(|entry| visit(u64::from(entry.0)));
            }
            Compiled::Showdown(tables) => tables.each_word(visit),
            Compiled::Board(tables) => tables.each_word(visit),
            Compiled::Baccarat(tables) => tables.each_word(visit),
            Compiled::SingleCard(tables) => tables.each_word(visit),
            Compiled::ByRound => {}
        }
    }
}

/// Whether a game of 21 has rules that no code of a hand can say: a side bet whose end depends on what was done with the hand, or
/// on all of the dealer's cards, spots that are paid otherwise than the main bet, second cards of split hands dealt at once, or cards that the dealer draws
/// though no hand waits for them.
fn by_round(game: &Game, rules: &TwentyOne, bets: &HandWagers) -> bool {
    let is_bet = |place: usize| bets.side_stake(place) > Money::ZERO;
    let mut side_bets = game.side_bets.iter().enumerate();
    let apart = side_bets.any(|(place, bet)| is_bet(place) && (game.follows_play(bet) || bet.over == Over::DealerHand));
    let spots = bets.spot_count() > 1 && game.main_bet.spots_pay != SpotsPay::AsMainBet;
    apart || spots || rules.split.second_cards == SecondCards::AtOnce || rules.dealer.alone == DealerAlone::Draws
}

/// Whether a game of stud has side bets whose end no table over their cards can say: lost with a fold, or paid on hands in
/// which the hole cards must play.
fn stud_by_round(game: &Game, bets: &HandWagers) -> bool {
    let mut side_bets = game.side_bets.iter().enumerate();
    side_bets.any(|(place, bet)| {
        let apart = game.follows_play(bet) || bet.hole_cards == HoleCardsPlay::MustPlay;
        apart && bets.side_stake(place) > Money::ZERO
    })
}
