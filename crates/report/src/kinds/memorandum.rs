//! The cover memorandum: what an applicant should know about a filing and a commission need not read in it. The points that the
//! documents leave open, what the rules give away, what one changed rule would do, and the documents statement by statement.

use croupier_rules::Game;
use croupier_rules::game::{Clause, Point};
use croupier_rules::print::Sheet;
use croupier_solver::solution::Solution;
use croupier_solver::variants::VariantKind;

use crate::advantages::Advantage;
use crate::document::{Block, Document, Holds, Paper, Table, Text};
use crate::identity::Identity;
use crate::numbers::{cents, count, difference, percent, signed_percent};
use crate::par;
use crate::points::{PointEffect, PointValue, WagerBothWays};
use crate::sensitivity::Effect;

/// How many changed rules are listed.
const CHANGES_SHOWN: usize = 8;

/// All that a memorandum tells.
pub struct Told {
    /// The figures of every wager.
    pub solution: Solution,
    /// Every open point, read both ways.
    pub points: Vec<PointValue>,
    /// Every rule changed one at a time.
    pub effects: Vec<Effect>,
    /// What the rules give away.
    pub advantages: Vec<Advantage>,
}

/// Builds the memorandum of a game.
pub fn memorandum(game: &Game, identity: &Identity, told: &Told) -> Document {
    let sheet = Sheet::of(game);
    let mut page = Document::new(&game.name, "Cover memorandum", Paper::Pages, identity.date);
    page.paragraph(
        "This memorandum accompanies a filing of the game and is not part of it. It says where the source documents leave a point \
         open and which reading was filed, what the rules give away to a player with the best play, and what one changed rule \
         would do.",
    );
    page.blocks.push(Block::Terms(identity.terms()));
    open_points(&mut page, game, told);
    par::advantages_section(&mut page, &told.advantages);
    changes(&mut page, told);
    remarks(&mut page, &sheet);
    clauses(&mut page, &sheet);
    page
}

fn open_points(page: &mut Document, game: &Game, told: &Told) {
    page.heading(1, "Points the documents leave open, and the reading filed");
    if game.sources.points.is_empty() {
        page.paragraph("None is listed in the sources of the rules.");
        return;
    }
    page.paragraph(
        "Where the documents are silent, garbled or contradict themselves, the game is dealt by the reading filed. The effect is \
         that of the other reading on the house edge, with the best play for it.",
    );
    for (place, (point, value)) in game.sources.points.iter().zip(&told.points).enumerate() {
        page.heading(2, format!("{}. {}", place + 1, point.question));
        page.blocks.push(Block::Terms(terms(point, value, &told.solution)));
    }
}

fn terms(point: &Point, value: &PointValue, solution: &Solution) -> Vec<(String, Text)> {
    vec![
        ("Reading filed".to_string(), (&point.reading).into()),
        ("Reason".to_string(), (&point.reason).into()),
        ("Other reading".to_string(), (&point.alternative).into()),
        (
            "Effect of the other reading".to_string(),
            effect(value, solution).into(),
        ),
    ]
}

fn effect(value: &PointValue, solution: &Solution) -> String {
    match value.effect {
        PointEffect::Values => {
            let changed: Vec<String> = value.changed().map(|wager| both_ways(wager, solution)).collect();
            format!("{}.", changed.join("; "))
        }
        PointEffect::NoValue => match &value.unchanged {
            Some(why) => why.clone(),
            None => "None on the house edge of any wager, with the best play.".to_string(),
        },
        PointEffect::Simulated => {
            let changed: Vec<String> = value.changed().map(|wager| both_ways(wager, solution)).collect();
            format!(
                "{}. Found by {} simulated rounds of the play that is best for the main bet: {}.",
                changed.join("; "),
                count(value.rounds.unwrap_or_default().into()),
                value.not_exact.as_deref().unwrap_or_default()
            )
        }
        PointEffect::NotTried => "Not valued.".to_string(),
    }
}

/// The house edge of a wager, read both ways.
fn both_ways(wager: &WagerBothWays, solution: &Solution) -> String {
    let known = solution.wagers.iter().find(|known| known.id == wager.id);
    let name = known.map_or(wager.id.as_str(), |known| known.name.as_str());
    let stake = wager
        .stake_cents
        .map_or_else(String::new, |stake| format!(" at {}", cents(stake)));
    let (here, there) = match (wager.ev, wager.ev_alternative) {
        (Some(here), Some(there)) => (here, there),
        (Some(here), None) => return format!("{name}{stake}: not offered; {} as filed", percent(-here, 4)),
        (None, Some(there)) => return format!("{name}{stake}: {}; not offered as filed", percent(-there, 4)),
        (None, None) => return format!("{name}{stake}: not offered"),
    };
    let (digits, by) = match wager.standard_error {
        None => (4, difference(here - there, 4)),
        Some(error) => {
            let by = signed_percent(here - there, 2);
            (2, format!("{by}, standard error {}", percent(error, 2)))
        }
    };
    format!(
        "{name}{stake}: {} instead of {} ({by})",
        percent(-there, digits),
        percent(-here, 4)
    )
}

/// The changes of one rule that move the main game the most.
fn changes(page: &mut Document, told: &Told) {
    let Some(main) = told.solution.wagers.first() else {
        return;
    };
    let by = |effect: &Effect| effect.changed(main).map(|wager| wager.house_edge - main.house_edge);
    let rules = told
        .effects
        .iter()
        .filter(|effect| effect.variant.kind != VariantKind::Unclear);
    let mut moved: Vec<(&Effect, f64)> = rules.filter_map(|effect| Some((effect, by(effect)?))).collect();
    moved.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
    if moved.is_empty() {
        return;
    }
    page.heading(1, "What one changed rule would do");
    page.paragraph(format!(
        "The changes of a single rule that move the main game the most, from {} as filed. The par sheet has all of them, under \
         Sensitivity.",
        percent(main.house_edge, 4)
    ));
    let mut table = Table::new(
        "One rule changed",
        [
            ("Change", Holds::Sentences),
            ("House edge", Holds::Figures),
            ("Effect", Holds::Figures),
        ],
    );
    for (effect, by) in moved.into_iter().take(CHANGES_SHOWN) {
        table.row([
            effect.variant.says.clone(),
            percent(main.house_edge + by, 4),
            signed_percent(by, 4),
        ]);
    }
    page.table(table);
}

/// Passages of the documents that can be read as one thing only.
fn remarks(page: &mut Document, sheet: &Sheet) {
    if sheet.remarks.is_empty() {
        return;
    }
    page.heading(1, "Remarks on the documents");
    let terms = sheet
        .remarks
        .iter()
        .map(|remark| (remark.on.clone(), Text::from(&remark.says)));
    page.blocks.push(Block::Terms(terms.collect()));
}

fn clauses(page: &mut Document, sheet: &Sheet) {
    if sheet.clauses.is_empty() {
        return;
    }
    page.heading(1, "The documents, statement by statement");
    let is_ruling = |clause: &&Clause| clause.at.starts_with("house ruling");
    let (rulings, stated): (Vec<&Clause>, Vec<&Clause>) = sheet.clauses.iter().partition(is_ruling);
    let rulings_follow = match rulings.is_empty() {
        true => "",
        false => " The house's rulings follow at the end.",
    };
    page.paragraph(format!(
        "Every statement that the source documents make about the game, with the places where it stands.{rulings_follow}"
    ));
    let mut table = Table::new(
        "",
        [
            ("Clause", Holds::Words),
            ("It says", Holds::Sentences),
            ("From", Holds::Remarks),
        ],
    );
    for clause in stated.into_iter().chain(rulings) {
        table.row([&clause.id, &clause.says, &clause.at]);
    }
    page.table(table);
}
