//! Where the rules of a game come from: documents, clauses, what they leave open, and what is printed beside the rules.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::keyed::Keyed;
use crate::load::Path;
use crate::load::document::{Node, Value};
use crate::load::read::{Read, wrong_type};
use crate::load::report::Report;
use crate::load::section::{section, values, words};
use crate::load::shape::Shape;
use crate::procedure::Procedure;

section! {
    /// `games/ID.sources.toml`: where the rules come from. A game without it is a game.
    pub struct Sources {
        /// The documents the rules come from.
        pub documents as "document": Keyed<Document> where (0..=Sources::ENTRIES_MAX),
        /// The documents, clause by clause.
        pub clauses as "clause": Keyed<Clause> where (0..=Sources::ENTRIES_MAX),
        /// The documents in their own words, sentence by sentence.
        pub quotes as "quote": Keyed<Quote> where (0..=Sources::ENTRIES_MAX),
        /// The clauses that sections, fields and rows come from, by their places.
        pub fields as "source": CitedFields where (0..=Sources::CITATIONS_MAX) = CitedFields::default(),
        /// The clauses that the steps of the procedure carry out. An event cites the first.
        pub steps as "step": CitedSteps = CitedSteps::default(),
        /// What the documents call their pay tables, by the rules that hold them, like `insurance` or `pay-table.match`.
        pub titles as "title": Titles where (0..=Sources::ENTRIES_MAX) = Titles::default(),
        /// Sentences that no rule says, printed where their steps stand.
        pub lines as "line": Keyed<Line> where (0..=Sources::ENTRIES_MAX),
        /// What the documents leave open, and how it is read here.
        pub points as "point": Keyed<Point> where (0..=Sources::ENTRIES_MAX),
        /// What the documents say in a way that can be read as one thing only.
        pub remarks as "remark": Keyed<Remark> where (0..=Sources::ENTRIES_MAX),
    }
}

section! {
    /// `[document.ID]`: where rules come from.
    pub struct Document by id {
        /// Its title.
        pub title: String,
        /// Its date or edition, where it states one.
        pub edition: Option<String>,
    }
}

section! {
    /// `[clause.ID]`: one statement of a document, under the name that rules, events and transcripts call it by.
    pub struct Clause by id {
        /// Where it stands: document and heading, like `000, Method of Play ¶9`; `house ruling` where no document says it.
        pub at: String,
        /// What it says, in a sentence.
        pub says: String,
        /// What it is about.
        pub about: About = About::Play,
    }
}

section! {
    /// `[quote.ID]`: a sentence or a table row of a document in its own words. Either clauses carry it, or it says why none does.
    pub struct Quote by id {
        /// The words.
        pub words: String,
        /// The clauses that say in our words what it says.
        pub clause: Cited = Cited::default(),
        /// Why no clause carries it.
        pub not_carried: Option<String>,
    }
}

section! {
    /// `[line.ID]`: a sentence that no rule says. It is printed behind what the rule sheet says of its step.
    pub struct Line by id {
        /// The step it belongs to.
        pub at: Procedure,
        /// The sentence.
        pub says: String,
        /// The clauses it comes from.
        pub clause: Cited = Cited::default(),
    }
}

section! {
    /// `[point.ID]`: a point the documents leave open, and how it is read here.
    pub struct Point by id {
        /// What is open, and where.
        pub question: String,
        /// The reading chosen.
        pub reading: String,
        /// Why.
        pub reason: String,
        /// The other reading.
        pub alternative: String,
        /// The fields the other reading changes and their values, like `"dealer.checks" = "A"`. A change is what
        /// `croupier sensitivity` tries.
        pub set: Map<String, Json> where (0..=Point::LISTED_MAX) = Map::new(),
        /// The entries the other reading leaves out, like `side-bet.in-between`.
        pub without: Vec<String> where (0..=Point::LISTED_MAX) = Vec::new(),
        /// Why the other reading makes no wager worth more or less, where no field says it.
        pub unchanged: Option<String>,
        /// Further places it is about, like `step.double-card`; what the sheet says of them refers to it.
        pub about: Vec<String> where (0..=Point::LISTED_MAX) = Vec::new(),
    }
}

section! {
    /// `[remark.ID]`: a garbled or odd passage of a document that can be read as one thing only, and so leaves nothing open.
    pub struct Remark by id {
        /// What stands in the document, and where.
        pub on: String,
        /// What it is read as, and why it can be nothing else.
        pub says: String,
    }
}

words! {
    /// What a clause is about, which decides how it is proven.
    pub enum About {
        /// Play and payment: a round can show it. A transcript must.
        Play,
        /// Shuffle, cut and burn: the shoe shows it.
        Shoe,
        /// Equipment, conduct and gestures: printed with the rule sheet.
        Sheet,
    }
}

values!(Sources);

/// The names of clauses: written as a text if there is one, else as a list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Cited(pub Vec<String>);

/// Places of a rules file and the clauses they come from, in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CitedFields(pub Vec<(Path, Cited)>);

/// Places of a rules file and the titles of the documents' pay tables, in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Titles(pub Vec<(Path, String)>);

/// Steps of the procedure and the clauses they carry out, in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CitedSteps(pub Vec<(Procedure, Cited)>);

impl Default for Sources {
    fn default() -> Sources {
        Sources::stand_in()
    }
}

impl Point {
    /// The most fields or places a point may list.
    pub const LISTED_MAX: usize = 100;
}

impl Sources {
    /// The most documents, clauses, lines or points there may be, each.
    pub const ENTRIES_MAX: usize = 1_000;
    /// The most places that may be cited.
    pub const CITATIONS_MAX: usize = 2_000;

    /// Where a citation stands in the file.
    pub(crate) fn place_of_citation(path: &Path) -> Path {
        Path::from_iter(["sources", "source", &path.to_string()])
    }

    /// Where a title stands in the file.
    pub(crate) fn place_of_title(path: &Path) -> Path {
        Path::from_iter(["sources", "title", &path.to_string()])
    }

    /// Where a step stands in the file.
    pub(crate) fn place_of_step(step: Procedure) -> Path {
        Path::from_iter(["sources", "step", step.word()])
    }

    /// Where a line stands in the file.
    pub(crate) fn place_of_line(id: &str) -> Path {
        Path::from_iter(["sources", "line", id])
    }

    /// Where a quote stands in the file.
    pub(crate) fn place_of_quote(id: &str) -> Path {
        Path::from_iter(["sources", "quote", id])
    }

    /// Where a point stands in the file.
    pub(crate) fn place_of_point(id: &str) -> Path {
        Path::from_iter(["sources", "point", id])
    }

    /// The place of a clause among all, as events cite it.
    pub fn clause_index(&self, id: &str) -> Option<u16> {
        self.clauses.place(id).map(|place| place as u16)
    }

    /// The clauses of exactly this place of the rules.
    pub(crate) fn of(&self, at: &Path) -> Option<&Cited> {
        let found = self.fields.0.iter().find(|(path, _)| path == at);
        found.map(|(_, cited)| cited)
    }

    /// What the documents call the pay table of exactly this place.
    pub(crate) fn title_of(&self, at: &Path) -> Option<&str> {
        let found = self.titles.0.iter().find(|(path, _)| path == at);
        found.map(|(_, title)| title.as_str())
    }

    /// The clauses that a step carries out.
    pub(crate) fn of_step(&self, step: Procedure) -> Option<&Cited> {
        let found = self.steps.0.iter().find(|(known, _)| *known == step);
        found.map(|(_, cited)| cited)
    }

    /// The sentences of the documents that a clause carries, in their order.
    pub fn quotes_of<'s>(&'s self, clause: &'s str) -> impl Iterator<Item = &'s Quote> {
        let carries = move |quote: &&Quote| quote.clause.0.iter().any(|id| id == clause);
        self.quotes.iter().filter(carries)
    }

    /// The lines printed at a step.
    pub fn lines_at(&self, step: Procedure) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.at == step)
    }
}

impl Cited {
    /// The clause that is cited before the others.
    pub fn first(&self) -> Option<&str> {
        self.0.first().map(String::as_str)
    }
}

impl Read for Cited {
    fn shape() -> Shape {
        Shape::TextOrList
    }

    fn stand_in() -> Cited {
        Cited::default()
    }

    fn read(node: &Node, at: &Path, report: &mut Report) -> Cited {
        match &node.value {
            Value::Text(id) => Cited(vec![id.clone()]),
            Value::List(_) => Cited(Vec::read(node, at, report)),
            _ => {
                wrong_type(node, at, report, &Self::shape().about());
                Cited::default()
            }
        }
    }

    fn write(&self) -> Option<Json> {
        match self.0.as_slice() {
            [] => None,
            [only] => Some(only.as_str().into()),
            several => Some(several.iter().map(String::as_str).collect()),
        }
    }
}

impl Read for CitedFields {
    fn shape() -> Shape {
        Shape::Open
    }

    fn stand_in() -> CitedFields {
        CitedFields::default()
    }

    fn read(node: &Node, at: &Path, report: &mut Report) -> CitedFields {
        let read = |(field, node, at): (Path, &Node, Path)| (field, Cited::read(node, &at, report));
        CitedFields(cited_places(node, at).into_iter().map(read).collect())
    }

    fn write(&self) -> Option<Json> {
        let entries = self
            .0
            .iter()
            .filter_map(|(path, cited)| Some((path.to_string(), cited.write()?)));
        some(entries.collect())
    }
}

impl Read for Titles {
    fn shape() -> Shape {
        Shape::Open
    }

    fn stand_in() -> Titles {
        Titles::default()
    }

    fn read(node: &Node, at: &Path, report: &mut Report) -> Titles {
        let read = |(field, node, at): (Path, &Node, Path)| (field, String::read(node, &at, report));
        Titles(cited_places(node, at).into_iter().map(read).collect())
    }

    fn write(&self) -> Option<Json> {
        let entries = self
            .0
            .iter()
            .map(|(path, title)| (path.to_string(), title.as_str().into()));
        some(entries.collect())
    }
}

impl Read for CitedSteps {
    fn shape() -> Shape {
        const WORDS: &crate::load::shape::Words = &Procedure::WORDS;
        Shape::Steps(WORDS)
    }

    fn stand_in() -> CitedSteps {
        CitedSteps::default()
    }

    fn read(node: &Node, at: &Path, report: &mut Report) -> CitedSteps {
        let Value::Table(entries) = &node.value else {
            wrong_type(node, at, report, &Self::shape().about());
            return CitedSteps::default();
        };
        let known = crate::load::keys::Known::new(Procedure::ALL.iter().map(|step| step.word()));
        let found = known.sort(entries, at, report).into_iter();
        let steps = found.filter_map(|(word, node)| {
            let step = Procedure::ALL.iter().find(|step| step.word() == word)?;
            Some((*step, Cited::read(&node, &at.key(word), report)))
        });
        CitedSteps(steps.collect())
    }

    fn write(&self) -> Option<Json> {
        let entries = self
            .0
            .iter()
            .filter_map(|(step, cited)| Some((step.word().to_string(), cited.write()?)));
        some(entries.collect())
    }
}

impl Read for Map<String, Json> {
    fn shape() -> Shape {
        Shape::Open
    }

    fn stand_in() -> Map<String, Json> {
        Map::new()
    }

    fn read(node: &Node, at: &Path, report: &mut Report) -> Map<String, Json> {
        let Value::Table(entries) = &node.value else {
            wrong_type(node, at, report, "a table of fields and their values");
            return Map::new();
        };
        entries
            .iter()
            .map(|(field, node)| (field.clone(), node.to_json()))
            .collect()
    }

    fn write(&self) -> Option<Json> {
        some(self.clone())
    }
}

/// What stands in a table by places of a rules file: the place, the value, and where that is. A place may be written as one
/// key in quotes or as keys with dots.
pub(crate) fn cited_places<'n>(node: &'n Node, at: &Path) -> Vec<(Path, &'n Node, Path)> {
    let Value::Table(entries) = &node.value else {
        return Vec::new();
    };
    let below = |(key, node): &'n (String, Node)| {
        let field: Path = key.split('.').collect();
        let at = at.key(key);
        if !matches!(node.value, Value::Table(_)) {
            return vec![(field, node, at)];
        }
        let deeper = cited_places(node, &at).into_iter();
        deeper
            .map(|(more, node, at)| (field.keys().iter().chain(more.keys()).collect(), node, at))
            .collect()
    };
    entries.iter().flat_map(below).collect()
}

fn some(entries: Map<String, Json>) -> Option<Json> {
    (!entries.is_empty()).then_some(Json::Object(entries))
}
