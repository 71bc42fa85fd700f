//! Reports, layouts and rule sheets.

use std::path::PathBuf;

use clap::ValueEnum;
use croupier_report::Kind;
use croupier_report::filing::Field;

use super::simulate::rounds;
use super::values::Rules;

/// `croupier report`.
#[derive(clap::Args, Debug)]
pub struct Report {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// Which report.
    #[arg(long, default_value = Kind::Submission.name(), value_parser = report_kind())]
    pub kind: ReportKind,
    /// How it is laid out; if left out, as the output's name ends.
    #[arg(long, value_enum)]
    pub format: Option<ReportFormat>,
    /// Where to write it: a file, or a folder for all kinds.
    #[arg(short, long, value_name = "PATH")]
    pub output: PathBuf,
    /// How a submission is filed.
    #[command(flatten)]
    pub filer: Filer,
    /// The day on the report and of the filing, like 2026-11-15; today if left out.
    #[arg(long, value_name = "DAY")]
    pub date: Option<String>,
    /// Rounds an hour at one seat, for the win per hour.
    #[arg(long, value_name = "ROUNDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub pace: u32,
    /// Rounds of the simulation that checks the exact figures of a par sheet.
    #[arg(long, value_name = "N", default_value = "4e6", value_parser = rounds_of_check)]
    pub rounds: u64,
    /// The seed of that simulation.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// `croupier layout`.
#[derive(clap::Args, Debug)]
pub struct Layout {
    /// The game's id, or the path of a rules file.
    pub game: String,
    /// Where to write the drawing; standard output if left out.
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

/// How a submission is filed.
#[derive(clap::Args, Debug)]
pub struct Filer {
    /// The regulation whose headings a submission takes; nh if left out.
    #[arg(long, value_enum)]
    pub form: Option<ReportForm>,
    /// Who files: a TOML file of fields like `name = "…"`. Without an applicant the first page has blanks to fill in by hand.
    #[arg(long, value_name = "FILE")]
    pub applicant: Option<PathBuf>,
    #[arg(long, value_name = "FIELD=TEXT", value_parser = field_and_text, help = applicant_fields())]
    pub applicant_set: Vec<(String, String)>,
    /// The house's procedures for buy-ins, opening and irregularities, as a TOML file; built-in ones if left out.
    #[arg(long, value_name = "FILE")]
    pub procedures: Option<PathBuf>,
}

/// The regulation whose headings a submission takes.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportForm {
    /// New Hampshire, Lot 7206.07(c)(1).
    Nh,
    /// Massachusetts, 205 CMR 147.04(3).
    Ma,
    /// Pennsylvania, 58 Pa. Code Chapter 633a, or for poker games the headings of the poker chapters.
    Pa,
}

/// Which report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportKind {
    /// One kind.
    One(Kind),
    /// Every kind, in a folder.
    All,
}

/// The kinds of report by their names.
fn report_kind() -> impl clap::builder::TypedValueParser<Value = ReportKind> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
    let kinds = Kind::ALL.map(|kind| PossibleValue::new(kind.name()).help(kind.about()));
    let all = PossibleValue::new("all").help("Every kind, in a folder");
    PossibleValuesParser::new(kinds.into_iter().chain([all]))
        .map(|name| Kind::named(&name).map_or(ReportKind::All, ReportKind::One))
}

/// How a report is laid out.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportFormat {
    /// Typeset pages.
    Pdf,
    /// One self-contained file for a browser.
    Html,
    /// Markdown.
    Markdown,
}

/// How a rule sheet is printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SheetFormat {
    /// For reading in a terminal.
    Text,
    /// Markdown.
    Markdown,
    /// The rules as JSON, for programs.
    Json,
}

/// What may be said of the applicant, field by field.
fn applicant_fields() -> String {
    format!(
        "One field of the applicant, like `location=\"12 Main Street\"`; goes before the file. May be given often. The fields are {}",
        Field::keys()
    )
}

/// A field of the applicant and its text.
fn field_and_text(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((field, text)) => Ok((field.trim().to_string(), text.trim().to_string())),
        None => Err("write it like location=\"12 Main Street\"".to_string()),
    }
}

/// Rounds enough to check a figure with, and not more than a report should wait for.
fn rounds_of_check(text: &str) -> Result<u64, String> {
    let rounds = rounds(text)?;
    if !(10_000..=10_000_000_000).contains(&rounds) {
        return Err(format!("{rounds} is not in 1e4 to 1e10"));
    }
    Ok(rounds)
}
