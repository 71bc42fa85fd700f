//! How a submission is filed, from options and files: the form, the applicant, the house's own procedures.

use std::path::Path;

use croupier_report::filing::{Applicant, Form, Procedures};
use croupier_report::{Filing, Kind};
use jiff::civil::Date;

use crate::args::{Filer, ReportForm, ReportKind};
use crate::failure::Failure;

/// The filing asked for, dated so; or everything that is wrong with it, at once.
pub fn filing(args: &Filer, kind: ReportKind, filed: Date) -> Result<Filing, Failure> {
    refuse_elsewhere(args, kind)?;
    let form = match args.form {
        None | Some(ReportForm::Nh) => Form::NewHampshire,
        Some(ReportForm::Ma) => Form::Massachusetts,
        Some(ReportForm::Pa) => Form::Pennsylvania,
    };
    let file = args.applicant.as_deref().map(read).transpose()?;
    let applicant = Applicant::read(file.as_deref(), &args.applicant_set, form, filed).map_err(|faults| {
        let place = match &args.applicant {
            Some(path) => format!("`{}`", path.display()),
            None => "--applicant-set".to_string(),
        };
        wrong(
            &format!("the applicant of {place} cannot file --form {}", form.name()),
            &faults,
        )
    })?;
    let procedures = match args.procedures.as_deref() {
        None => Procedures::default(),
        Some(path) => Procedures::read(&read(path)?).map_err(|faults| {
            wrong(
                &format!("the procedures of `{}` cannot be used", path.display()),
                &faults,
            )
        })?,
    };
    Ok(Filing {
        form,
        applicant,
        procedures,
    })
}

/// Options of a filing beside a report that is none would be passed over in silence.
fn refuse_elsewhere(args: &Filer, kind: ReportKind) -> Result<(), Failure> {
    let given = [
        (args.form.is_some(), "--form"),
        (args.applicant.is_some(), "--applicant"),
        (!args.applicant_set.is_empty(), "--applicant-set"),
        (args.procedures.is_some(), "--procedures"),
    ];
    let is_filed = matches!(kind, ReportKind::One(Kind::Submission) | ReportKind::All);
    match given.into_iter().find(|(given, _)| *given && !is_filed) {
        Some((_, option)) => Err(Failure::Input(format!(
            "{option} is for a submission; leave it out, or ask for --kind submission"
        ))),
        None => Ok(()),
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path)
        .map_err(|fault| Failure::Input(format!("`{}` cannot be read: {fault}", path.display())))
}

fn wrong(what: &str, faults: &[String]) -> Failure {
    let lines: Vec<String> = faults.iter().map(|fault| format!("  - {fault}")).collect();
    Failure::Input(format!("{what}:\n{}", lines.join("\n")))
}
