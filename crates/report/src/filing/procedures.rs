//! The house's own procedures: what a commission asks for and no document of a game says. They come from a file that anybody
//! may change; one is built in.

use croupier_rules::{Family, Game};
use serde::Deserialize;

/// The file that is built in.
const BUILT_IN: &str = include_str!("procedures.toml");

/// What the house does where the documents are silent.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Procedures {
    /// Buy-ins and re-buys.
    pub buy_ins: String,
    /// The licensee's point system, or that there is none.
    pub point_system: String,
    /// How a table is opened.
    pub opening: String,
    /// Irregularities and misdeals.
    #[serde(rename = "procedure", default)]
    pub list: Vec<HouseProcedure>,
}

/// What is done about one irregularity.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct HouseProcedure {
    /// What has happened.
    pub title: String,
    /// The games it is for.
    #[serde(rename = "for")]
    pub games: Games,
    /// What is done.
    pub says: Vec<String>,
}

/// The games a procedure is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Games {
    /// All of them.
    All,
    /// Games of 21.
    TwentyOne,
    /// Games of poker.
    Poker,
}

impl Procedures {
    /// Reads a file of procedures, or tells everything that is wrong with it.
    pub fn read(text: &str) -> Result<Procedures, Vec<String>> {
        let read: Procedures = toml::from_str(text).map_err(|fault| vec![fault.to_string().trim().to_string()])?;
        let faults = read.faults();
        match faults.is_empty() {
            true => Ok(read),
            false => Err(faults),
        }
    }

    /// Those for a game, in the order of the file.
    pub fn of<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = &'a HouseProcedure> {
        let own = match game.family {
            Family::TwentyOne(_) => Games::TwentyOne,
            Family::Stud(_) => Games::Poker,
            // A house writes none for these alone.
            Family::Baccarat(_) | Family::SingleCard(_) => Games::All,
        };
        self.list
            .iter()
            .filter(move |procedure| procedure.games == Games::All || procedure.games == own)
    }

    fn faults(&self) -> Vec<String> {
        let texts = [
            ("buy-ins", &self.buy_ins),
            ("point-system", &self.point_system),
            ("opening", &self.opening),
        ];
        let empty = texts.into_iter().filter(|(_, text)| text.trim().is_empty());
        let mut faults: Vec<String> = empty.map(|(key, _)| format!("`{key}` is empty")).collect();
        if self.list.is_empty() {
            faults.push("there is no [[procedure]]; a filing names what is done about irregularities".to_string());
        }
        for (place, procedure) in self.list.iter().enumerate() {
            let says_nothing = procedure.says.is_empty() || procedure.says.iter().any(|text| text.trim().is_empty());
            if procedure.title.trim().is_empty() {
                faults.push(format!("[[procedure]] {} has an empty `title`", place + 1));
            }
            if says_nothing {
                faults.push(format!(
                    "[[procedure]] {} has an empty text in `says`, or none",
                    place + 1
                ));
            }
        }
        faults
    }
}

impl Default for Procedures {
    fn default() -> Procedures {
        Procedures::read(BUILT_IN).expect("a test reads the procedures that are built in")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_procedures_built_in_are_sound_and_cover_both_families() {
        let built_in = Procedures::default();
        for id in ["super-fun-21", "nh-holdem"] {
            let game = croupier_rules::load::open(id).unwrap().game;
            assert!(built_in.of(&game).count() > 8, "{id}");
        }
    }

    #[test]
    fn faults_are_told() {
        for (from, to, said) in [
            ("buy-ins = ", "buyins = ", "buyins"),
            ("for = \"poker\"", "for = \"bingo\"", "bingo"),
            ("title = \"Disputes\"", "title = \"\"", "empty `title`"),
            (
                "says = [\"The floor supervisor decides. ",
                "says = [\" \", \"",
                "empty text in `says`",
            ),
        ] {
            let faults = Procedures::read(&BUILT_IN.replace(from, to)).unwrap_err();
            assert!(faults.join(" ").contains(said), "{faults:?}");
        }
        let none = "buy-ins = \"\"\npoint-system = \"\"\nopening = \"x\"";
        assert_eq!(Procedures::read(none).unwrap_err().len(), 3);
    }
}
