//! What identifies a report: the rules it is made from, the program that made it, and the day.

use croupier_rules::{Game, Money};
use jiff::civil::Date;

use crate::document::Text;

/// What identifies a report. The same identity and rules give the same bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The game's id.
    pub game: String,
    /// The hash of the rules.
    pub hash: String,
    /// The program and its version.
    pub program: String,
    /// The day the report was made.
    pub date: Date,
    /// The main bet the figures hold at.
    pub bet: Money,
    /// What the main bet is called.
    pub bet_name: String,
}

impl Identity {
    /// The identity of a report about a game at a main bet, made on a day.
    pub fn new(game: &Game, bet: Money, date: Date) -> Identity {
        Identity {
            game: game.id.clone(),
            hash: game.hash(),
            program: format!("Croupier {}", env!("CARGO_PKG_VERSION")),
            date,
            bet,
            bet_name: game.main_bet.name.clone(),
        }
    }

    /// As terms for the head of a report.
    pub fn terms(&self) -> Vec<(String, Text)> {
        vec![
            ("Rules file".to_string(), Text::default().code(&self.game)),
            ("Rules hash".to_string(), Text::default().code(&self.hash)),
            ("Program".to_string(), (&self.program).into()),
            ("Date".to_string(), self.date.to_string().into()),
            (
                "Figures hold at".to_string(),
                format!("a main bet ({}) of {}", self.bet_name, self.bet).into(),
            ),
        ]
    }

    /// In a line, for the foot of a card.
    pub fn line(&self) -> String {
        let short: String = self.hash.chars().take(16).collect();
        format!("{}, rules {short}, {}, {}", self.game, self.program, self.date)
    }
}
