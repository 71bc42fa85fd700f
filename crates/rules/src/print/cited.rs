//! The rule sheet with its sources beside it: every sentence, the clauses it cites, and what the documents say there in their
//! own words. Nothing can prove that a clause says what it is cited for; here a person can read it.

use serde::Serialize;

use super::sheet::{PayRow, Sentence, Sheet, Sources, WagerLine};
use super::walk::Style;
use crate::game::{Clause, Document, Game, Quote};
use crate::keyed::Keyed;
use crate::load::Path;
use crate::load::section::key;

/// A rule sheet beside its sources.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CitedSheet<'g> {
    /// The game's id.
    pub id: &'g str,
    /// The full name.
    pub name: &'g str,
    /// The documents the rules come from.
    pub documents: &'g Keyed<Document>,
    /// The sheet, part by part.
    pub parts: Vec<CitedPart<'g>>,
    /// The documents, sentence by sentence.
    pub quotes: &'g Keyed<Quote>,
}

/// A part of the sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CitedPart<'g> {
    /// Its heading.
    pub heading: String,
    /// What it says.
    pub sentences: Vec<CitedSentence<'g>>,
}

/// A sentence or a row of the sheet and what it cites.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CitedSentence<'g> {
    /// The sentence.
    pub text: String,
    /// The clauses it cites.
    pub clauses: Vec<CitedClause<'g>>,
    /// The open points it depends on, by their names.
    pub points: Vec<&'g str>,
}

/// A clause and the sentences of the documents that it carries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CitedClause<'g> {
    /// Its name.
    pub id: &'g str,
    /// Where it stands.
    pub at: &'g str,
    /// What it says, in our words.
    pub says: &'g str,
    /// What the documents say, in theirs.
    pub words: Vec<&'g str>,
}

impl<'g> CitedSheet<'g> {
    /// The sheet of a game beside its sources.
    pub fn of(game: &'g Game) -> CitedSheet<'g> {
        let sheet = Sheet::of(game);
        let sources = Sources::of(game);
        let own = |text: &str, field| sources.say(text, None, &[Path::from_iter([field])]);
        let top = [own(&game.name, key!(Game.name)), own(&game.object, key!(Game.object))];
        let [name, object] = top.map(|said| vec![said]);
        let lists = [
            ("Name", name),
            ("Object", object),
            ("Equipment", sheet.equipment),
            ("Cards and shoe", sheet.cards),
        ];
        let mut parts: Vec<CitedPart> = Vec::new();
        let mut part = |heading: &str, said: Vec<Sentence>| {
            if !said.is_empty() {
                let sentences = said.iter().map(|said| CitedSentence::of(game, said)).collect();
                let heading = heading.to_string();
                parts.push(CitedPart { heading, sentences });
            }
        };
        for (heading, said) in lists {
            part(heading, said);
        }
        for of_play in sheet.method_of_play {
            part(&of_play.heading, of_play.sentences);
        }
        part(
            "Wagers and limits",
            sheet.wagers.iter().map(WagerLine::sentence).collect(),
        );
        for table in &sheet.pay_tables {
            part(&table.name, table.rows.iter().map(PayRow::sentence).collect());
        }
        part("Payout limits", sheet.payout_limits);
        part("Conduct and notices", sheet.conduct);
        CitedSheet {
            id: &game.id,
            name: &game.name,
            documents: &game.sources.documents,
            parts,
            quotes: &game.sources.quotes,
        }
    }
}

impl<'g> CitedSentence<'g> {
    fn of(game: &'g Game, said: &Sentence) -> CitedSentence<'g> {
        let clauses = said.clauses.iter();
        let clauses = clauses.filter_map(|id| game.sources.clauses.find(id));
        let points = said
            .points
            .iter()
            .filter_map(|number| game.sources.points.get(number - 1));
        CitedSentence {
            text: said.text.clone(),
            clauses: clauses.map(|clause| CitedClause::of(game, clause)).collect(),
            points: points.map(|point| point.id.as_str()).collect(),
        }
    }
}

impl<'g> CitedClause<'g> {
    fn of(game: &'g Game, clause: &'g Clause) -> CitedClause<'g> {
        CitedClause {
            id: &clause.id,
            at: &clause.at,
            says: &clause.says,
            words: game
                .sources
                .quotes_of(&clause.id)
                .map(|quote| quote.words.as_str())
                .collect(),
        }
    }

    /// The words of the documents, or what stands in their place. Words that stand beside the sentence already, as those of
    /// the clause before, are not written again.
    fn quoted(&self, before: &[&str]) -> String {
        let mut words: Vec<String> = Vec::new();
        for quoted in self.words.iter().map(|words| format!("“{words}”")) {
            if !words.contains(&quoted) {
                words.push(quoted);
            }
        }
        if self.words == before {
            words = vec!["the same words.".to_string()];
        }
        let ruling = format!("We rule: {}", self.says);
        match (self.words.is_empty(), self.at.starts_with(HOUSE_RULING)) {
            (true, true) => ruling,
            (true, false) => format!("No words are given. In ours: {}", self.says),
            (false, true) => format!("{ruling} {}", words.join(" … ")),
            (false, false) => words.join(" … "),
        }
    }
}

/// How the place of a clause begins that no document says.
const HOUSE_RULING: &str = "house ruling";

/// Lays the cited sheet out.
pub(super) fn walk(sheet: &CitedSheet, page: &mut impl Style) {
    page.title(sheet.name, sheet.id);
    for document in sheet.documents {
        page.document(&document.id, &document.title);
    }
    if sheet.quotes.is_empty() {
        page.paragraph("The sources of this game give no words of its documents.");
    }
    let mut number = 0;
    for part in &sheet.parts {
        page.heading(&part.heading);
        for said in &part.sentences {
            number += 1;
            page.item(Some(number), &said.text, None);
            let mut before: &[&str] = &[];
            for clause in &said.clauses {
                page.below(&format!("{} ({})", clause.at, clause.id), &clause.quoted(before));
                before = &clause.words;
            }
            match (said.clauses.as_slice(), said.points.as_slice()) {
                ([], []) => page.below("No source", "nothing is cited for it."),
                (_, []) => {}
                (_, points) => page.below("Open", &points.join(", ")),
            }
        }
    }
    if !sheet.quotes.is_empty() {
        page.heading("The documents, sentence by sentence");
        for quote in sheet.quotes {
            page.item(None, &format!("“{}”", quote.words), None);
            match &quote.not_carried {
                Some(reason) => page.below("Not carried", reason),
                None => page.below("Carried by", &quote.clause.0.join(", ")),
            }
        }
    }
}
