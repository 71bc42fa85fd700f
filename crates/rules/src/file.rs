//! From a rules file to a game and back, and the mark that tells two games apart.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::citations::Citations;
use crate::game::{Family, FamilyName, Game, GameFile};
use crate::stud::Stud;
use crate::twenty_one::TwentyOne;

impl GameFile {
    /// The game. Only the loader calls this, with a file that has been checked: every section the family needs is there.
    pub(crate) fn into_game(self) -> Game {
        const CHECKED: &str = "the loader has checked that the family's sections are there";
        let place = |id: &str| self.clauses.iter().position(|clause| clause.id == id);
        let procedure = self.procedure.iter();
        let procedure = procedure
            .filter_map(|(step, id)| Some((*step, place(id)? as u16)))
            .collect();
        let family = match self.family {
            FamilyName::TwentyOne => Family::TwentyOne(TwentyOne {
                dealer: self.dealer.expect(CHECKED),
                blackjack: self.blackjack.expect(CHECKED),
                winners: self.winners,
                double: self.double.expect(CHECKED),
                split: self.split.expect(CHECKED),
                surrender: self.surrender.expect(CHECKED),
                insurance: self.insurance,
            }),
            FamilyName::Stud => Family::Stud(Stud {
                hands: self.hands.expect(CHECKED),
                streets: self.streets,
                pays: self.pays,
                caps: self.caps,
            }),
        };
        let citations = Citations::resolve(&family, &self.side_bets, &self.clauses);
        Game {
            id: self.id,
            short_name: self.short_name.unwrap_or_else(|| self.name.clone()),
            name: self.name,
            object: self.object,
            documents: self.documents,
            equipment: self.equipment,
            deck: self.deck,
            shoe: self.shoe,
            table: self.table,
            main_bet: self.main_bet,
            side_bets: self.side_bets,
            family,
            conduct: self.conduct,
            lines: self.lines,
            unclear: self.unclear,
            clauses: self.clauses,
            sources: self.sources,
            procedure,
            citations,
        }
    }
}

impl Game {
    /// The rules file of this game, with every default written out.
    pub fn file(&self) -> GameFile {
        let twenty_one = self.twenty_one();
        let stud = self.stud();
        let clause = |place: u16| self.clauses[usize::from(place)].id.clone();
        GameFile {
            format: 1,
            id: self.id.clone(),
            name: self.name.clone(),
            short_name: Some(self.short_name.clone()),
            family: match self.family {
                Family::TwentyOne(_) => FamilyName::TwentyOne,
                Family::Stud(_) => FamilyName::Stud,
            },
            object: self.object.clone(),
            equipment: self.equipment.clone(),
            conduct: self.conduct.clone(),
            documents: self.documents.clone(),
            deck: self.deck.clone(),
            shoe: self.shoe.clone(),
            table: self.table.clone(),
            main_bet: self.main_bet.clone(),
            dealer: twenty_one.map(|rules| rules.dealer.clone()),
            blackjack: twenty_one.map(|rules| rules.blackjack.clone()),
            winners: twenty_one.map(|rules| rules.winners.clone()).unwrap_or_default(),
            double: twenty_one.map(|rules| rules.double.clone()),
            split: twenty_one.map(|rules| rules.split.clone()),
            surrender: twenty_one.map(|rules| rules.surrender.clone()),
            insurance: twenty_one.and_then(|rules| rules.insurance.clone()),
            hands: stud.map(|rules| rules.hands.clone()),
            streets: stud.map(|rules| rules.streets.clone()).unwrap_or_default(),
            pays: stud.map(|rules| rules.pays.clone()).unwrap_or_default(),
            caps: stud.map(|rules| rules.caps.clone()).unwrap_or_default(),
            side_bets: self.side_bets.clone(),
            lines: self.lines.clone(),
            unclear: self.unclear.clone(),
            procedure: self
                .procedure
                .iter()
                .map(|(step, place)| (step, clause(place)))
                .collect(),
            sources: self.sources.clone(),
            clauses: self.clauses.clone(),
        }
    }

    /// The rules as JSON, with every default written out.
    pub fn json(&self) -> serde_json::Value {
        serde_json::to_value(self.file()).expect("a rules file is plain JSON")
    }

    /// The rules as the text of a rules file, with every default written out.
    pub fn toml(&self) -> String {
        toml::to_string(&self.file()).expect("a rules file is plain TOML")
    }

    /// A mark of the rules themselves, 64 hexadecimal digits: the SHA-256 of their JSON. Comments, the order of keys and
    /// the way a value is written do not change it; every rule and every sentence does.
    pub fn hash(&self) -> String {
        let digest = Sha256::digest(self.json().to_string());
        digest.iter().fold(String::with_capacity(64), |mut text, byte| {
            write!(text, "{byte:02x}").expect("writing to a String does not fail");
            text
        })
    }
}
