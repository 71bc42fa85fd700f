//! A game: its rules, read and checked.

use std::fmt::Write as _;

use serde_json::{Map, Value as Json};
use sha2::{Digest, Sha256};

use crate::baccarat::{Baccarat, Coup};
pub use crate::bets::{
    HoleCardsPlay, MainBet, Matched, Over, PayTable, Rides, SettleOrder, Settled, SettledFrom, SideBet, SpotsPay,
    TableRules,
};
pub use crate::citations::{Citations, ClauseAt, ProcedureClauses, SideBetCitations};
pub use crate::deck::{Deck, Depth, DepthUnit, NotADepth, ShoeRules, Shuffled};
use crate::keyed::Keyed;
use crate::load::document::{Node, Value};
use crate::load::read::{Entries, Read, Section, short, stand_in_section, table_of};
use crate::load::report::Report;
use crate::load::section::{key, place, section, words};
use crate::load::shape::{Field, Shape, Table};
use crate::load::{Path, message, nearest};
use crate::meter::Meter;
use crate::pattern::Row;
pub use crate::procedure::Procedure;
use crate::showdown::{Blind, Showdown};
use crate::single_card::{Deal, Raise, SingleCard};
pub use crate::sources::{
    About, Cited, CitedFields, CitedSteps, Clause, Document, Line, Point, Quote, Remark, Sources,
};
use crate::stud::{Hands, Stud};
use crate::twenty_one::TwentyOne;

section! {
    /// A game. One that exists has been checked; nobody rechecks it.
    pub struct Game {
        /// The version of this file format: 2.
        pub format: Format,
        /// The short name it is called by on the command line: small letters, digits and hyphens.
        pub id: String,
        /// The full name.
        pub name: String,
        /// The name for a heading or a tab; the full name if left out.
        pub short_name: String = String::new(),
        /// What a player tries to do.
        pub object: String,
        /// The cards.
        pub deck: Deck,
        /// Shuffle, cut and burn.
        pub shoe: ShoeRules,
        /// Seats and hands.
        pub table: TableRules,
        /// The bet that buys a hand.
        pub main_bet: MainBet,
        /// Pay tables by their names. Several bets may be paid by one table.
        pub pay_tables as "pay-table": Keyed<PayTable> where (0..=PayTable::COUNT_MAX),
        /// Progressive meters that side bets pay shares of.
        pub meters as "meter": Keyed<Meter> where (0..=Meter::COUNT_MAX),
        /// The bets beside the main bet.
        pub side_bets as "side-bet": Keyed<SideBet> where (0..=SideBet::COUNT_MAX),
        /// Where the rules come from; usually in a file of its own, `ID.sources.toml` beside the game's.
        pub sources: Sources = Sources::default(),
        derived {
            /// The rest of the rules, by family.
            pub family: Family = Family::TwentyOne(stand_in_section()),
            /// The clause each step of the procedure carries out.
            pub procedure: ProcedureClauses = ProcedureClauses::default(),
            /// The clauses of rows and bets.
            pub citations: Citations = Citations::default(),
        }
    }
}

/// The families of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Family {
    /// Games of 21 against a dealer's hand.
    TwentyOne(TwentyOne),
    /// Poker hands against a pay table or against the dealer's hand.
    Stud(Stud),
    /// Two hands that anyone may bet on, drawn by fixed rules.
    Baccarat(Baccarat),
    /// One card against the dealer's, or a card that must fall between two.
    SingleCard(SingleCard),
}

words! {
    /// The family a game belongs to. It decides which sections a rules file needs.
    pub enum FamilyName {
        /// Games of 21 against a dealer's hand.
        TwentyOne,
        /// Poker hands against a pay table or against the dealer's hand.
        Stud,
        /// Two hands that anyone may bet on, drawn by fixed rules.
        Baccarat,
        /// One card against the dealer's, or a card that must fall between two.
        SingleCard,
    }
}

/// The version of the file format that this program reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Format;

impl Game {
    /// The rules of 21, if the game is of that family.
    pub fn twenty_one(&self) -> Option<&TwentyOne> {
        match &self.family {
            Family::TwentyOne(rules) => Some(rules),
            _ => None,
        }
    }

    /// The rules of stud, if the game is of that family.
    pub fn stud(&self) -> Option<&Stud> {
        match &self.family {
            Family::Stud(rules) => Some(rules),
            _ => None,
        }
    }

    /// The rules of baccarat, if the game is of that family.
    pub fn baccarat(&self) -> Option<&Baccarat> {
        match &self.family {
            Family::Baccarat(rules) => Some(rules),
            _ => None,
        }
    }

    /// The rules of single cards, if the game is of that family.
    pub fn single_card(&self) -> Option<&SingleCard> {
        match &self.family {
            Family::SingleCard(rules) => Some(rules),
            _ => None,
        }
    }

    /// The side bet of this name and its place.
    pub fn side_bet(&self, id: &str) -> Option<(usize, &SideBet)> {
        self.side_bets.iter().enumerate().find(|(_, bet)| bet.id == id)
    }

    /// The meter that a side bet pays shares of.
    pub fn meter(&self, bet: &SideBet) -> Option<&Meter> {
        self.meters.find(bet.meter.as_ref()?)
    }

    /// The rules as JSON, with every default written out.
    pub fn json(&self) -> Json {
        let mut entries = Map::new();
        self.write_into(&mut entries);
        entries.insert(FAMILY.to_string(), self.family.name().word().into());
        match &self.family {
            Family::TwentyOne(rules) => rules.write_into(&mut entries),
            Family::Stud(rules) => rules.write_into(&mut entries),
            Family::Baccarat(rules) => rules.write_into(&mut entries),
            Family::SingleCard(rules) => rules.write_into(&mut entries),
        }
        // Bets and sources follow the rules of the family, as in the files of the program.
        for key in ["pay-table", "meter", "side-bet", "sources"] {
            if let Some(section) = entries.shift_remove(key) {
                entries.insert(key.to_string(), section);
            }
        }
        Json::Object(entries)
    }

    /// The rules and their sources as the text of one rules file, with every default written out.
    pub fn toml(&self) -> String {
        crate::load::toml::write(&self.json())
    }

    /// A mark of the rules themselves, 64 hexadecimal digits: the SHA-256 of [`Game::toml`], which is also what the books
    /// of a house keep. Comments, the order of keys and the way a value is written do not change it; every rule and every
    /// sentence does.
    pub fn hash(&self) -> String {
        let digest = Sha256::digest(self.toml());
        digest.iter().fold(String::with_capacity(64), |mut text, byte| {
            write!(text, "{byte:02x}").expect("writing to a String does not fail");
            text
        })
    }

    /// What a rules file looks like.
    pub(crate) fn shape() -> Shape {
        Shape::Table(Table {
            fields: all_fields,
            ..table_of::<Game>()
        })
    }

    /// Reads a game from the tree of its files. It still has to be checked.
    pub(crate) fn read(root: &Node, report: &mut Report) -> Game {
        let at = Path::root();
        let entries = Entries::of(root, &[all_fields(), crate::load::extend::FIELDS], &at, report);
        let mut game = Game::read_from(&entries, "", report);
        let family = entries.read(&FAMILY_FIELD, || None::<FamilyName>, report);
        if report.trusts(&Path::from_iter([FAMILY])) {
            refuse_other_family(root, family, report);
        }
        game.family = match family {
            FamilyName::TwentyOne => Family::TwentyOne(TwentyOne::read_from(&entries, "", report)),
            FamilyName::Stud => Family::Stud(Stud::read_from(&entries, "", report)),
            FamilyName::Baccarat => Family::Baccarat(Baccarat::read_from(&entries, "", report)),
            FamilyName::SingleCard => Family::SingleCard(SingleCard::read_from(&entries, "", report)),
        };
        if game.short_name.is_empty() {
            game.short_name = game.name.clone();
        }
        game.resolve(root, report);
        game
    }

    /// Fills in what names stand for: the rows of pay tables, and the clauses of everything.
    fn resolve(&mut self, root: &Node, report: &mut Report) {
        let tables = &self.pay_tables;
        let home = Path::from_iter(["side-bet"]);
        for bet in self.side_bets.iter_mut() {
            let at = home.key(&bet.id);
            bet.rows = rows_of(tables, &bet.pays, &at.key(key!(SideBet.pays)), root, report);
            let (meter, kept) = (meter_of(&self.meters, bet, root, report), bet.kept_stake());
            for row in bet.rows.iter_mut() {
                row.pays = row.pays.gained(meter, kept);
            }
            for other in &bet.pays_allowed {
                rows_of(tables, other, &at.key(key!(SideBet.pays_allowed)), root, report);
            }
        }
        if let Family::Baccarat(rules) = &mut self.family {
            let at = place!(Coup.pays);
            rules.pays = rows_of(tables, &rules.coup.pays, &at, root, report);
            for other in &rules.coup.pays_allowed {
                let at = place!(Coup.pays_allowed);
                rows_of(tables, other, &at, root, report);
            }
        }
        if let Family::SingleCard(rules) = &mut self.family {
            let named = [
                (
                    &rules.deal.pays,
                    &rules.deal.pays_allowed,
                    place!(Deal.pays),
                    place!(Deal.pays_allowed),
                ),
                (
                    &rules.raise.pays,
                    &rules.raise.pays_allowed,
                    place!(Raise.pays),
                    place!(Raise.pays_allowed),
                ),
            ];
            let [main, raise] = named.map(|(own, others, at, others_at)| {
                for other in others {
                    rows_of(tables, other, &others_at, root, report);
                }
                rows_of(tables, own, &at, root, report)
            });
            (rules.pays, rules.raise_pays) = (main, raise);
        }
        if let Family::Stud(rules) = &mut self.family {
            let at = place!(Hands.pays);
            if let Some(pays) = &rules.hands.pays {
                rules.pays = rows_of(tables, pays, &at, root, report);
            }
            for other in &rules.hands.pays_allowed {
                let at = place!(Hands.pays_allowed);
                rows_of(tables, other, &at, root, report);
            }
            if let Some(blind) = rules.showdown.as_mut().and_then(|showdown| showdown.blind.as_mut()) {
                let at = place!(Showdown.blind);
                let pays = at.key(key!(Blind.pays));
                blind.rows = rows_of(tables, &blind.pays, &pays, root, report);
                for other in &blind.pays_allowed {
                    rows_of(tables, other, &at.key(key!(Blind.pays_allowed)), root, report);
                }
            }
            if let Some(showdown) = &mut rules.showdown {
                let at = place!(Showdown.bonus);
                if let Some(bonus) = &showdown.bonus {
                    showdown.bonus_rows = rows_of(tables, bonus, &at, root, report);
                }
                for other in &showdown.bonus_allowed {
                    let at = place!(Showdown.bonus_allowed);
                    rows_of(tables, other, &at, root, report);
                }
            }
        }
        self.procedure = ProcedureClauses::resolve(&self.sources);
        self.citations = Citations::resolve(self);
    }
}

impl Family {
    /// Its name.
    pub fn name(&self) -> FamilyName {
        match self {
            Family::TwentyOne(_) => FamilyName::TwentyOne,
            Family::Stud(_) => FamilyName::Stud,
            Family::Baccarat(_) => FamilyName::Baccarat,
            Family::SingleCard(_) => FamilyName::SingleCard,
        }
    }
}

pub(crate) const FAMILY: &str = "family";

const FAMILY_FIELD: Field = Field {
    key: FAMILY,
    about: "The family the game belongs to. It decides which of the sections are needed.",
    shape: FamilyName::shape,
    is_required: || true,
    default: || None,
    limits: None,
};

/// The keys of a rules file, those of all families.
pub(crate) fn all_fields() -> &'static [Field] {
    static ALL: std::sync::LazyLock<Vec<Field>> = std::sync::LazyLock::new(|| {
        let (own, mut all) = (Game::fields(), Vec::new());
        all.extend(own);
        all.insert(4, FAMILY_FIELD);
        all.extend(TwentyOne::fields());
        all.extend(Stud::fields());
        all.extend(Baccarat::fields());
        all.extend(SingleCard::fields());
        all
    });
    &ALL
}

/// Reports the sections of other families.
fn refuse_other_family(root: &Node, family: FamilyName, report: &mut Report) {
    let families = [
        (FamilyName::TwentyOne, TwentyOne::fields()),
        (FamilyName::Stud, Stud::fields()),
        (FamilyName::Baccarat, Baccarat::fields()),
        (FamilyName::SingleCard, SingleCard::fields()),
    ];
    let others = families.into_iter().filter(|(other, _)| *other != family);
    for field in others.flat_map(|(_, fields)| fields) {
        if let Some(node) = root.get(field.key) {
            let message = message::section_of_other_family(field.key, family.word());
            report.at_key(message, &Path::from_iter([field.key]), node);
        }
    }
}

/// The rows of the table of this name.
fn rows_of(tables: &Keyed<PayTable>, id: &str, at: &Path, root: &Node, report: &mut Report) -> Keyed<Row> {
    if let Some(table) = tables.find(id) {
        return table.rows.clone();
    }
    if report.trusts(at) {
        let message = match nearest(id, tables.iter().map(|table| table.id.as_str())) {
            Some(near) => message::no_pay_table_like(short(id), near),
            None => message::no_pay_table(short(id)),
        };
        report.at_node(message, at, root.nearest(at));
        report.distrust(at);
    }
    Keyed::default()
}

/// The meter that a side bet names.
fn meter_of<'m>(meters: &'m Keyed<Meter>, bet: &SideBet, root: &Node, report: &mut Report) -> Option<&'m Meter> {
    let id = bet.meter.as_ref()?;
    let (found, at) = (meters.find(id), place!(SideBet[bet.id].meter));
    if found.is_none() && report.trusts(&at) {
        let message = match nearest(id, meters.iter().map(|meter| meter.id.as_str())) {
            Some(near) => message::no_meter_like(short(id), near),
            None => message::no_meter(short(id)),
        };
        report.at_node(message, &at, root.nearest(&at));
        report.distrust(&at);
    }
    found
}

impl Read for Format {
    fn shape() -> Shape {
        Shape::Number(2, 2)
    }

    fn stand_in() -> Format {
        Format
    }

    fn read(node: &Node, at: &Path, report: &mut Report) -> Format {
        if node.value != Value::Number(2) {
            report.at_node(message::other_format(), at, node);
        }
        Format
    }

    fn write(&self) -> Option<Json> {
        Some(2.into())
    }
}
