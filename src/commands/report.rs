//! `croupier report`: a submission, a memorandum, a par sheet, a strategy card or a pay card, in a file.

mod filing;

use std::path::{Path, PathBuf};

use croupier_report::{Format, Kind, Options, Steps, Trial};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::solve::{changes, with_changes};
use crate::args::{Report, ReportFormat, ReportKind};
use crate::failure::Failure;

/// Makes the reports asked for and writes each whole, or none of it.
pub fn run(args: &Report) -> Result<(), Failure> {
    let loaded = with_changes(&args.rules)?;
    check_place(args)?;
    let format = format(args)?;
    let wrong = |fault: croupier_report::Fault| Failure::Input(fault.to_string());
    let date = date(args)?;
    let options = Options {
        bet: args.rules.bet,
        changes: changes(&args.rules),
        date,
        filing: filing::filing(&args.filer, args.kind, date)?,
        trial: Trial {
            pace: args.pace,
            rounds: args.rounds,
            seed: args.seed,
        },
    };
    let bar = Bar::new();
    let mut made = Vec::new();
    for (kind, path) in places(args, &loaded.game.id, format) {
        let document = croupier_report::make(kind, &loaded, &options, &bar).map_err(wrong)?;
        bar.begin("laying it out");
        made.push((path, format.lay_out(&document).map_err(wrong)?));
    }
    bar.0.finish_and_clear();
    if args.kind == ReportKind::All {
        std::fs::create_dir_all(&args.output).map_err(|fault| unwritable(&args.output, &fault.to_string()))?;
    }
    made.iter().try_for_each(|(path, bytes)| write(path, bytes))
}

/// Refuses a place that cannot be written before any time is spent on what would go there.
fn check_place(args: &Report) -> Result<(), Failure> {
    let output = &args.output;
    if args.kind == ReportKind::All {
        return match output.is_file() {
            true => Err(unwritable(output, "it is a file; all kinds go into a folder")),
            false => Ok(()),
        };
    }
    if output.is_dir() {
        return Err(unwritable(
            output,
            "it is a folder; name a file in it, or ask for --kind all",
        ));
    }
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !folder.is_dir() => Err(unwritable(output, "its folder does not exist")),
        _ => Ok(()),
    }
}

/// The format asked for, or the one the file's name ends in.
fn format(args: &Report) -> Result<Format, Failure> {
    let named = match args.format {
        Some(ReportFormat::Pdf) => Some(Format::Pdf),
        Some(ReportFormat::Html) => Some(Format::Html),
        Some(ReportFormat::Markdown) => Some(Format::Markdown),
        None => None,
    };
    let ending = args.output.extension().and_then(|ending| ending.to_str());
    let ended = [Format::Pdf, Format::Html, Format::Markdown]
        .into_iter()
        .find(|format| ending == Some(format.extension()));
    if args.kind == ReportKind::All {
        return Ok(named.unwrap_or(Format::Html));
    }
    named.or(ended).ok_or_else(|| {
        Failure::Input(format!(
            "`{}` does not say what the report is to be; let it end in .pdf, .html or .md, or name it with --format",
            args.output.display()
        ))
    })
}

/// The day on the report: the one asked for, or today.
fn date(args: &Report) -> Result<jiff::civil::Date, Failure> {
    match &args.date {
        None => Ok(jiff::Zoned::now().date()),
        Some(text) => text
            .parse()
            .map_err(|_| Failure::Input(format!("`{text}` is not a day; write it like 2026-11-15"))),
    }
}

/// Which report goes where. All kinds go into a folder, which is made if it is not there.
fn places(args: &Report, id: &str, format: Format) -> Vec<(Kind, PathBuf)> {
    match args.kind {
        ReportKind::One(kind) => vec![(kind, args.output.clone())],
        ReportKind::All => {
            let places = Kind::ALL.into_iter().map(|kind| {
                let name = format!("{id}-{}.{}", kind.name(), format.extension());
                (kind, args.output.join(name))
            });
            places.collect()
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    croupier_simulator::files::write_whole(path, bytes).map_err(|fault| Failure::Input(fault.to_string()))
}

fn unwritable(path: &Path, why: &str) -> Failure {
    Failure::Input(format!("`{}` cannot be written: {why}", path.display()))
}

/// A bar on standard error, where somebody looks at it.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}");
        bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
        Bar(bar)
    }
}

impl Steps for Bar {
    fn expect(&self, steps: u64) {
        self.0.inc_length(steps);
    }

    fn begin(&self, what: &str) {
        self.0.set_message(what.to_string());
    }

    fn done(&self) {
        self.0.inc(1);
    }
}
