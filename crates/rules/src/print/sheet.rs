//! The rule sheet before it is laid out: sentences, tables and citations.

use serde::Serialize;

use super::{baccarat, cards, pay_tables, single_card, stud, twenty_one, wagers};
use crate::game::{Clause, Document, Family, Game, Line, Point, Procedure, Remark};
use crate::keyed::Keyed;
use crate::load::Path;
use crate::load::shape::Shape;
use crate::sources::Cited;

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
    pub documents: &'g Keyed<Document>,
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
    /// The most that is paid, below the pay tables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub payout_limits: Vec<Sentence>,
    /// Rules of conduct and notices.
    pub conduct: Vec<Sentence>,
    /// What the documents leave open.
    pub points: &'g Keyed<Point>,
    /// What the documents say in a way that can be read as one thing only.
    pub remarks: &'g Keyed<Remark>,
    /// The documents, clause by clause.
    pub clauses: &'g Keyed<Clause>,
}

/// One part of the method of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Part {
    /// Its heading.
    pub heading: String,
    /// What it is about.
    #[serde(skip)]
    pub topic: Topic,
    /// What it says.
    pub sentences: Vec<Sentence>,
}

/// What a part of the method of play is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The bets that open a round.
    Bets,
    /// The deal.
    Deal,
    /// 21: side bets settled before the hands are played.
    SideBets,
    /// 21: blackjack.
    Blackjack,
    /// 21: insurance.
    Insurance,
    /// 21: the dealer's check for blackjack.
    Check,
    /// 21: the players' turns.
    Turns,
    /// 21: doubling down.
    Doubling,
    /// 21: splitting pairs.
    Splitting,
    /// 21: surrender.
    Surrender,
    /// 21: the dealer's hand.
    DealerHand,
    /// Stud: bets and folds, street by street.
    Streets,
    /// 21: how the bets are settled.
    Settlement,
    /// Stud: how the bets are settled, one phase after another.
    Phases,
    /// What no other part has a place for.
    Further,
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
    /// The clauses it cites, by their names.
    #[serde(skip)]
    pub clauses: Vec<String>,
    /// The open points it depends on, by their number from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<usize>,
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
    /// Whether the house sets its limits: no document gives them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub house_limit: bool,
    /// Where it comes from.
    #[serde(skip)]
    pub from: Origin,
}

/// Where a row of a table comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The clauses, by their names.
    pub clauses: Vec<String>,
    /// The open points it depends on, by their number from 1.
    pub points: Vec<usize>,
}

/// A pay table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PayTable {
    /// What it is for.
    pub name: String,
    /// What the documents call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
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
    /// The open points it depends on, by their number from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<usize>,
    /// The same as clauses and points.
    #[serde(skip)]
    pub from: Origin,
}

impl<'g> Sheet<'g> {
    /// The sheet of a game.
    pub fn of(game: &'g Game) -> Sheet<'g> {
        let sources = Sources::of(game);
        let mut sheet = Sheet {
            id: &game.id,
            name: &game.name,
            short_name: &game.short_name,
            documents: &game.sources.documents,
            object: &game.object,
            equipment: sources.lines_at(Procedure::Equipment),
            cards: cards::sentences(&sources),
            about_cards: cards::about_cards(game),
            method_of_play: match &game.family {
                Family::TwentyOne(rules) => twenty_one::parts(&sources, rules),
                Family::Stud(rules) => stud::parts(&sources, rules),
                Family::Baccarat(rules) => baccarat::parts(&sources, rules),
                Family::SingleCard(rules) => single_card::parts(&sources, rules),
            },
            wagers: wagers::lines(&sources),
            pay_tables: pay_tables::tables(&sources),
            payout_limits: match &game.family {
                Family::Stud(rules) => stud::caps(&sources, rules),
                _ => Vec::new(),
            },
            conduct: sources.lines_at(Procedure::Conduct),
            points: &game.sources.points,
            remarks: &game.sources.remarks,
            clauses: &game.sources.clauses,
        };
        let elsewhere = [Procedure::Equipment, Procedure::Conduct, Procedure::Shuffle];
        for line in game.sources.lines.iter().filter(|line| !elsewhere.contains(&line.at)) {
            sheet.put(line.at, sources.line(line));
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
                topic: Topic::Further,
                sentences: vec![said],
            }),
        }
    }
}

impl WagerLine {
    /// The line as a sentence.
    pub(super) fn sentence(&self) -> Sentence {
        self.from
            .sentence(format!("{}: {}; {}.", self.wager, self.amount, self.when))
    }
}

impl PayRow {
    /// The row as a sentence.
    pub(super) fn sentence(&self) -> Sentence {
        let takes = match self.takes.as_str() {
            "" => String::new(),
            takes => format!(" ({takes})"),
        };
        self.from.sentence(format!("{}{takes}: {}.", self.name, self.pays))
    }
}

impl Origin {
    fn sentence(&self, text: String) -> Sentence {
        Sentence {
            text,
            cites: None,
            clauses: self.clauses.clone(),
            points: self.points.clone(),
            step: None,
        }
    }
}

/// The place behind the last sentence that tells a step.
fn behind(sentences: &[Sentence], step: Procedure) -> Option<usize> {
    let last = sentences.iter().rposition(|said| said.step == Some(step))?;
    Some(last + 1)
}

impl Sentence {
    /// Where it comes from.
    pub(super) fn origin(self) -> Origin {
        Origin {
            clauses: self.clauses,
            points: self.points,
        }
    }

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
        source(self.cites.as_deref(), &self.points)
    }
}

impl PayRow {
    /// What stands in brackets after the row, as after a sentence.
    pub fn source(&self) -> Option<String> {
        source(self.cites.as_deref(), &self.points)
    }
}

fn source(cites: Option<&str>, points: &[usize]) -> Option<String> {
    let listed: Vec<String> = points.iter().map(usize::to_string).collect();
    let word = if points.len() == 1 { "point" } else { "points" };
    match points {
        [] => cites.map(str::to_string),
        _ => {
            let cites = cites.unwrap_or("house ruling");
            Some(format!("{cites}; open {word} {}", super::words::join(&listed, "and")))
        }
    }
}

/// Clauses that something comes from.
pub(super) type Clauses<'g> = Vec<&'g Clause>;

/// Where the parts of a game come from: looks up clauses and open points.
pub(super) struct Sources<'g> {
    pub(super) game: &'g Game,
    /// The places each open point is about.
    points: Vec<Vec<Path>>,
    /// Fields with clauses of their own. What the sources say of a whole section or a row holds only where nothing else is
    /// said.
    fields: Vec<(&'g Path, &'g Cited)>,
}

impl<'g> Sources<'g> {
    pub(super) fn of(game: &'g Game) -> Sources<'g> {
        let places = |point: &Point| {
            let places = point.set.keys().chain(&point.without).chain(&point.about);
            places.map(|place| place.split('.').collect()).collect()
        };
        let fields = game.sources.fields.0.iter();
        let fields = fields.filter(|(path, _)| !is_home(path));
        Sources {
            game,
            points: game.sources.points.iter().map(places).collect(),
            fields: fields.map(|(path, cited)| (path, cited)).collect(),
        }
    }

    /// Where exactly this section, row or bet comes from.
    pub(super) fn home(&self, at: &Path) -> Option<Clauses<'g>> {
        self.cited([self.game.sources.of(at)?])
    }

    /// The clauses that a step of the procedure carries out.
    pub(super) fn step(&self, step: Procedure) -> Option<Clauses<'g>> {
        self.cited([self.game.sources.of_step(step)?])
    }

    /// Where these fields come from: their own clauses, or else their section's.
    fn of_fields(&self, fields: &[Path], section: Option<Clauses<'g>>) -> Option<Clauses<'g>> {
        let own = self.fields.iter();
        let own = own.filter(|(path, _)| fields.iter().any(|field| field.touches(path)));
        self.cited(own.map(|(_, cited)| *cited)).or(section)
    }

    /// These clauses, each once.
    fn cited<'c>(&self, cited: impl IntoIterator<Item = &'c Cited>) -> Option<Clauses<'g>> {
        let mut clauses: Clauses = Vec::new();
        for id in cited.into_iter().flat_map(|cited| &cited.0) {
            let found = self.game.sources.clauses.find(id);
            clauses.extend(found.filter(|clause| clauses.iter().all(|known| known.id != clause.id)));
        }
        (!clauses.is_empty()).then_some(clauses)
    }

    /// The places in documents of these clauses.
    fn places(&self, clauses: &[&Clause]) -> Option<String> {
        let places: Vec<&str> = clauses.iter().map(|clause| clause.at.as_str()).collect();
        match places.as_slice() {
            [] => None,
            [only] => Some(only.to_string()),
            several => Some(self.together(several)),
        }
    }

    /// Several citations as one: each place once, the document named only where it changes.
    fn together(&self, cites: &[&str]) -> String {
        let mut places: Vec<(&str, &str)> = Vec::new();
        for cited in cites {
            let mut document = "";
            for piece in cited.split("; ") {
                let (known, place) = match piece.split_once(", ") {
                    Some((id, place)) if self.game.sources.documents.find(id).is_some() => (id, place),
                    _ if document.is_empty() => ("", piece),
                    _ => (document, piece),
                };
                document = known;
                if !places.contains(&(known, place)) {
                    places.push((known, place));
                }
            }
        }
        let several = places.clone();
        // "Method of Play ¶3" says nothing beside "Method of Play ¶3 and ¶10".
        places.retain(|(document, place)| {
            let wider = |(other, wide): &(&str, &str)| {
                let more = wide.strip_prefix(place).unwrap_or_default();
                other == document && (more.starts_with(" and ¶") || more.starts_with(", ¶"))
            };
            !several.iter().any(wider)
        });
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
    pub(super) fn say(&self, text: impl Into<String>, section: Option<Clauses<'g>>, fields: &[Path]) -> Sentence {
        let touched = |places: &Vec<Path>| places.iter().any(|path| fields.iter().any(|field| field.touches(path)));
        let points = self.points.iter().enumerate().filter(|(_, places)| touched(places));
        let clauses = self.of_fields(fields, section).unwrap_or_default();
        Sentence {
            text: text.into(),
            cites: self.places(&clauses),
            clauses: clauses.iter().map(|clause| clause.id.clone()).collect(),
            points: points.map(|(place, _)| place + 1).collect(),
            step: None,
        }
    }

    /// A sentence that tells a step of the procedure and also depends on these fields.
    pub(super) fn say_step(&self, step: Procedure, text: impl Into<String>, fields: &[Path]) -> Sentence {
        let mut fields = fields.to_vec();
        fields.push(Path::from_iter(["step", step.word()]));
        self.say(text, self.step(step), &fields).at(step)
    }

    /// A line of the sources.
    fn line(&self, line: &Line) -> Sentence {
        let at = Path::from_iter(["line", line.id.as_str()]);
        self.say(line.says.as_str(), self.cited([&line.clause]), &[at])
            .at(line.at)
    }

    /// The lines of the sources at a step.
    pub(super) fn lines_at(&self, step: Procedure) -> Vec<Sentence> {
        let lines = self.game.sources.lines_at(step);
        lines.map(|line| self.line(line)).collect()
    }

    /// What a row says of its source that depends on these fields.
    pub(super) fn cite(&self, section: Option<Clauses<'g>>, fields: &[Path]) -> Sentence {
        self.say("", section, fields)
    }

    /// What a row says of its source that tells a step and depends on these fields.
    pub(super) fn cite_step(&self, step: Procedure, fields: &[Path]) -> Sentence {
        self.say_step(step, "", fields)
    }

    /// What the documents call the pay table that these places hold.
    pub(super) fn title(&self, places: &[Path]) -> Option<String> {
        let titles = places.iter().filter_map(|at| self.game.sources.title_of(at));
        let titles: Vec<&str> = titles.collect();
        (!titles.is_empty()).then(|| titles.join("; "))
    }

    /// Whether the house sets these limits: no document gives them, or an open point is about the highest.
    pub(super) fn is_house_limit(&self, section: &Path, highest: &[Path]) -> bool {
        let said = self.say("", self.home(section), highest);
        let given = said.cites.is_some_and(|cites| !cites.starts_with("house ruling"));
        !given || !said.points.is_empty()
    }
}

/// Whether a place is a whole section or a named entry, not a field of one.
fn is_home(path: &Path) -> bool {
    let shape = Game::shape();
    let above: Path = path.keys()[..path.keys().len().saturating_sub(1)].iter().collect();
    if above.is_root() {
        return shape.at(path).is_ok_and(|shape| matches!(shape, Shape::Table(_)));
    }
    shape.at(&above).is_ok_and(|above| above.is_keyed())
}
