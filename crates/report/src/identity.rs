//! What identifies a report: the rules it is made from, the program that made it, and the day.

use std::fmt::Write;

use croupier_rules::Money;
use croupier_rules::load::{Change, Loaded};
use jiff::civil::Date;
use sha2::{Digest, Sha256};

use crate::document::Text;

/// What identifies a report. The same identity and rules give the same bytes.
#[derive(Clone, PartialEq, Debug)]
pub struct Identity {
    /// The game's id.
    pub game: String,
    /// The name of the rules file.
    pub file: String,
    /// The SHA-256 of the rules file, byte for byte: what `sha256sum` prints.
    pub file_hash: String,
    /// The SHA-256 of the rules themselves, which comments and the order of keys do not change: the one in the books of a
    /// house and in an export.
    pub rules_hash: String,
    /// What was changed for this report.
    pub changes: Vec<Change>,
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
    /// The identity of a report about a game at a main bet, made on a day. The game is as it has been changed.
    pub fn new(loaded: &Loaded, changes: &[Change], bet: Money, date: Date) -> Identity {
        let game = &loaded.game;
        Identity {
            game: game.id.clone(),
            file: format!("{}.toml", game.id),
            file_hash: sha256(loaded.files.texts()[0].text.as_bytes()),
            rules_hash: game.hash(),
            changes: changes.to_vec(),
            program: format!("Croupier {}", env!("CARGO_PKG_VERSION")),
            date,
            bet,
            bet_name: game.main_bet.name.clone(),
        }
    }

    /// As terms for the head of a report.
    pub fn terms(&self) -> Vec<(String, Text)> {
        let mut terms = vec![
            ("Rules file".to_string(), Text::default().code(&self.file)),
            (
                "SHA-256 of the file".to_string(),
                Text::default()
                    .code(&self.file_hash)
                    .plain(" (byte for byte, as ")
                    .code("sha256sum")
                    .plain(" prints it)"),
            ),
            (
                "SHA-256 of the rules".to_string(),
                Text::default().code(&self.rules_hash).plain(
                    " (of the rules and their sources with every default written out, as in the books and in exports)",
                ),
            ),
        ];
        if !self.changes.is_empty() {
            let listed: Vec<String> = self.changes.iter().map(Change::to_string).collect();
            terms.push((
                "Changed for this report".to_string(),
                Text::default().code(listed.join("; ")),
            ));
        }
        terms.extend([
            ("Program".to_string(), (&self.program).into()),
            ("Date".to_string(), self.date.to_string().into()),
            (
                "Figures hold at".to_string(),
                format!("a main bet ({}) of {}", self.bet_name, self.bet).into(),
            ),
        ]);
        terms
    }

    /// In a line, for the foot of a card.
    pub fn line(&self) -> String {
        let short: String = self.rules_hash.chars().take(16).collect();
        let changed = if self.changes.is_empty() { "" } else { " with changes" };
        format!("{}{changed}, rules {short}, {}, {}", self.game, self.program, self.date)
    }
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::with_capacity(64), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}
