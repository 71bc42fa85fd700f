//! The rule sheet before it is laid out: sentences, tables and citations.

use serde::Serialize;

use super::{cards, pay_tables, stud, twenty_one, wagers};
use crate::game::{Clause, Document, Family, Game, Procedure, Unclear};
use crate::load::Path;

/// Everything a rule sheet says.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Sheet<'g> {
    /// The game's id.
    pub id: &'g str,
    /// The full name.
    pub name: &'g str,
    /// The name for a heading.
    pub short_name: &'g str,
    /// The documents the rules come from.
    pub documents: &'g [Document],
    /// What a player tries to do.
    pub object: &'g str,
    /// What is needed at the table.
    pub equipment: Vec<Sentence>,
    /// The cards, their values, shuffle, cut and burn.
    pub cards: Vec<Sentence>,
    /// How many of them are about the cards themselves; the rest are about shuffle, cut and burn.
    #[serde(skip)]
    pub about_cards: usize,
    /// How a round is played, in the order of procedure.
    pub method_of_play: Vec<Part>,
    /// Every wager with its limits.
    pub wagers: Vec<WagerLine>,
    /// Every pay table.
    pub pay_tables: Vec<PayTable>,
    /// Rules of conduct and notices.
    pub conduct: Vec<Sentence>,
    /// What the documents leave open.
    pub unclear: &'g [Unclear],
    /// The documents, clause by clause.
    pub clauses: &'g [Clause],
}

/// One part of the method of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Part {
    /// Its heading.
    pub heading: String,
    /// What it says.
    pub sentences: Vec<Sentence>,
}

/// A rule in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Sentence {
    /// The sentence.
    pub text: String,
    /// The place in a document it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cites: Option<String>,
    /// The unclear points it depends on, by their place from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unclear: Vec<usize>,
    /// The step of the procedure it tells, behind which the lines of that step stand.
    #[serde(skip)]
    pub step: Option<Procedure>,
}

/// A wager and its limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct WagerLine {
    /// What it is called.
    pub wager: String,
    /// What may be bet.
    pub amount: String,
    /// When it may be made.
    pub when: String,
}

/// A pay table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PayTable {
    /// What it is for.
    pub name: String,
    /// What must be known to read it.
    pub notes: Vec<String>,
    /// Its rows.
    pub rows: Vec<PayRow>,
}

/// A row of a pay table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PayRow {
    /// The row as the rules file names it.
    pub name: String,
    /// What the cards must show, in words; empty where the name says it all.
    pub takes: String,
    /// What it pays, in words.
    pub pays: String,
    /// For hands that win at once: whether split hands are paid so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split_hands: Option<bool>,
    /// For hands that win at once: whether doubled hands are paid so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubled_hands: Option<bool>,
    /// The place in a document it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cites: Option<String>,
}

impl<'g> Sheet<'g> {
    /// The sheet of a game.
    pub fn of(game: &'g Game) -> Sheet<'g> {
        let sources = Sources::of(game);
        let mut sheet = Sheet {
            id: &game.id,
            name: &game.name,
            short_name: &game.short_name,
            documents: &game.documents,
            object: &game.object,
            equipment: sources.list("equipment", &game.equipment),
            cards: cards::sentences(&sources),
            about_cards: cards::about_cards(game),
            method_of_play: match &game.family {
                Family::TwentyOne(rules) => twenty_one::parts(&sources, rules),
                Family::Stud(rules) => stud::parts(&sources, rules),
            },
            wagers: wagers::lines(game),
            pay_tables: pay_tables::tables(&sources),
            conduct: sources.list("conduct", &game.conduct),
            unclear: &game.unclear,
            clauses: &game.clauses,
        };
        for (place, line) in game.lines.iter().enumerate() {
            let fields = [format!("line[{place}]")];
            let said = sources.say(line.says.as_str(), sources.clause(&line.clause), &[&fields[0]]);
            sheet.put(line.at, said.at(line.at));
        }
        sheet
    }

    /// Puts a line of the rules file behind what the sheet says of its step, or else at the end.
    fn put(&mut self, step: Procedure, said: Sentence) {
        if let Some(at) = behind(&self.cards, step) {
            self.about_cards += usize::from(at <= self.about_cards);
            self.cards.insert(at, said);
            return;
        }
        let mut parts = self.method_of_play.iter_mut().rev();
        let part = parts.find_map(|part| Some((behind(&part.sentences, step)?, part)));
        match part {
            Some((at, part)) => part.sentences.insert(at, said),
            None => self.method_of_play.push(Part {
                heading: "Further procedure".to_string(),
                sentences: vec![said],
            }),
        }
    }
}

/// The place behind the last sentence that tells a step.
fn behind(sentences: &[Sentence], step: Procedure) -> Option<usize> {
    let last = sentences.iter().rposition(|said| said.step == Some(step))?;
    Some(last + 1)
}

impl Sentence {
    /// The same, as what tells a step.
    pub(super) fn at(self, step: Procedure) -> Sentence {
        Sentence {
            step: Some(step),
            ..self
        }
    }

    /// What stands in brackets after the sentence, if anything: where it comes from, and which open points touch it. What
    /// an open point touches and no clause says is a house ruling.
    pub fn source(&self) -> Option<String> {
        let points: Vec<String> = self.unclear.iter().map(usize::to_string).collect();
        let word = if points.len() == 1 { "point" } else { "points" };
        let points = super::words::join(&points, "and");
        match (&self.cites, points.as_str()) {
            (cites, "") => cites.clone(),
            (cites, points) => {
                let cites = cites.as_deref().unwrap_or("house ruling");
                Some(format!("{cites}; open {word} {points}"))
            }
        }
    }
}

/// Where the parts of a game come from: looks up clauses and unclear points.
pub(super) struct Sources<'g> {
    pub(super) game: &'g Game,
    /// The fields each unclear point is about.
    unclear: Vec<Vec<Path>>,
    /// Fields that come from another clause than their section's, and where that stands.
    fields: Vec<(Path, String)>,
}

impl<'g> Sources<'g> {
    fn of(game: &'g Game) -> Sources<'g> {
        let fields = |point: &Unclear| {
            let fields = point.set.keys().chain(&point.fields);
            fields.filter_map(|path| path.parse().ok()).collect()
        };
        let mut sources = Sources {
            game,
            unclear: game.unclear.iter().map(fields).collect(),
            fields: Vec::new(),
        };
        for source in &game.sources {
            let Some(cites) = sources.clause(&Some(source.clause.clone())) else {
                continue;
            };
            let paths = source.fields.iter().filter_map(|field| field.parse().ok());
            sources.fields.extend(paths.map(|path| (path, cites.clone())));
        }
        sources
    }

    /// The place in a document of the clause of this id.
    pub(super) fn clause(&self, id: &Option<String>) -> Option<String> {
        let id = id.as_ref()?;
        let clause = self.game.clauses.iter().find(|clause| clause.id == *id)?;
        Some(clause.cites.clone())
    }

    /// The place in a document of the clause that a step of the procedure carries out.
    pub(super) fn step(&self, step: Procedure) -> Option<String> {
        let place = self.game.procedure.get(step)?;
        Some(self.game.clauses.get(usize::from(place))?.cites.clone())
    }

    /// Where these fields come from: their own clauses, or else their section's.
    pub(super) fn of_fields(&self, fields: &[&str], section: Option<String>) -> Option<String> {
        let fields: Vec<Path> = fields.iter().filter_map(|field| field.parse().ok()).collect();
        let own = self.fields.iter();
        let own = own.filter(|(path, _)| fields.iter().any(|field| field.touches(path)));
        let own: Vec<&str> = own.map(|(_, cites)| cites.as_str()).collect();
        if own.is_empty() {
            section
        } else {
            Some(self.together(&own))
        }
    }

    /// Several citations as one: each place once, the document named only where it changes.
    fn together(&self, cites: &[&str]) -> String {
        let mut places: Vec<(&str, &str)> = Vec::new();
        for cited in cites {
            let mut document = "";
            for piece in cited.split("; ") {
                let (known, place) = match piece.split_once(", ") {
                    Some((id, place)) if self.game.documents.iter().any(|document| document.id == id) => (id, place),
                    _ if document.is_empty() => ("", piece),
                    _ => (document, piece),
                };
                document = known;
                if !places.contains(&(known, place)) {
                    places.push((known, place));
                }
            }
        }
        let mut text = String::new();
        let mut last = "";
        for (document, place) in places {
            if !text.is_empty() {
                text += "; ";
            }
            if document != last && !document.is_empty() {
                text += &format!("{document}, ");
            }
            text += place;
            last = document;
        }
        text
    }

    /// A sentence that depends on these fields of the rules file; `section` is where it comes from unless the fields have
    /// clauses of their own.
    pub(super) fn say(&self, text: impl Into<String>, section: Option<String>, fields: &[&str]) -> Sentence {
        let cites = self.of_fields(fields, section);
        let fields: Vec<Path> = fields.iter().filter_map(|field| field.parse().ok()).collect();
        let touched = |paths: &Vec<Path>| paths.iter().any(|path| fields.iter().any(|field| field.touches(path)));
        let unclear = self.unclear.iter().enumerate().filter(|(_, paths)| touched(paths));
        Sentence {
            text: text.into(),
            cites,
            unclear: unclear.map(|(place, _)| place + 1).collect(),
            step: None,
        }
    }

    /// A sentence that tells a step of the procedure and also depends on these fields.
    pub(super) fn say_step(&self, step: Procedure, text: impl Into<String>, fields: &[&str]) -> Sentence {
        let own = step_field(step);
        let fields: Vec<&str> = fields.iter().copied().chain([own.as_str()]).collect();
        self.say(text, self.step(step), &fields).at(step)
    }

    /// The entries of a list of texts, each with its source.
    pub(super) fn list(&self, field: &str, texts: &[String]) -> Vec<Sentence> {
        let texts = texts.iter().enumerate();
        texts
            .map(|(place, text)| self.say(text.as_str(), None, &[&format!("{field}[{place}]")]))
            .collect()
    }

    /// What stands in brackets after something that depends on these fields.
    pub(super) fn cite(&self, section: Option<String>, fields: &[&str]) -> Option<String> {
        self.say("", section, fields).source()
    }

    /// What stands in brackets after something that tells a step and depends on these fields.
    pub(super) fn cite_step(&self, step: Procedure, fields: &[&str]) -> Option<String> {
        self.say_step(step, "", fields).source()
    }
}

/// The field of the rules file that names the clause of a step.
fn step_field(step: Procedure) -> String {
    let name = serde_json::to_value(step).expect("a step is written as a word");
    format!("procedure.{}", name.as_str().unwrap_or_default())
}
