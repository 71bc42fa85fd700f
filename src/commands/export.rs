//! `croupier export`: rounds and transfers of the house, its school, or outcomes of a game, as CSV, JSON lines or Parquet.

mod books;
pub mod outcomes;
mod school;
mod sheet;

use croupier_simulator::files::WholeFile;
use sheet::Sheet;

use crate::args::{Export, ExportWhat};
use crate::failure::Failure;

/// Reads what is asked for and writes it row by row; the file is there whole or not at all.
pub fn run(args: &Export) -> Result<(), Failure> {
    let wrong = |fault: std::io::Error| {
        let path = args.output.display();
        Failure::Input(format!("`{path}` cannot be written: {fault}"))
    };
    let begin = |columns| -> Result<_, Failure> {
        let file = WholeFile::create(&args.output).map_err(wrong)?;
        Sheet::new(std::io::BufWriter::new(file), columns, args.format)
    };
    let sheet = match args.what {
        ExportWhat::Rounds => {
            let address = address(args)?;
            let mut sheet = begin(&books::ROUNDS)?;
            books::rounds(address, &mut sheet)?;
            sheet
        }
        ExportWhat::Transfers => {
            let address = address(args)?;
            let mut sheet = begin(&books::TRANSFERS)?;
            books::transfers(address, &mut sheet)?;
            sheet
        }
        ExportWhat::School => {
            let address = address(args)?;
            let mut sheet = begin(&school::SCHOOL)?;
            school::school(address, &mut sheet)?;
            sheet
        }
        ExportWhat::Outcomes => {
            let mut sheet = begin(&outcomes::OUTCOMES)?;
            outcomes::outcomes(args, &mut sheet)?;
            sheet
        }
    };
    let file = sheet
        .finish()?
        .into_inner()
        .map_err(|fault| wrong(fault.into_error()))?;
    file.keep().map_err(wrong)
}

/// The address of the books, which rounds and transfers come from.
fn address(args: &Export) -> Result<&str, Failure> {
    let what = match args.what {
        ExportWhat::Rounds => "rounds",
        ExportWhat::School => "what was dealt in the school",
        _ => "transfers",
    };
    if let Some(game) = &args.game {
        return Err(Failure::Input(format!(
            "{what} come from the books of the house, not from a game; leave out `{game}`"
        )));
    }
    args.house.as_deref().ok_or_else(|| {
        Failure::Input(format!(
            "{what} come from the books of the house; name them with --house FILE or --house postgres://…"
        ))
    })
}
