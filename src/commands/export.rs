//! `croupier export`: rounds and transfers of the house, or outcomes of a game, as CSV, JSON lines or Parquet.

mod books;
mod outcomes;
mod sheet;

use crate::args::{Export, ExportFormat, ExportWhat};
use crate::failure::Failure;

/// Reads what is asked for and writes it whole, or nothing of it.
pub fn run(args: &Export) -> Result<(), Failure> {
    let sheet = match args.what {
        ExportWhat::Rounds => books::rounds(address(args)?)?,
        ExportWhat::Transfers => books::transfers(address(args)?)?,
        ExportWhat::Outcomes => outcomes::sheet(args)?,
    };
    let bytes = match args.format {
        ExportFormat::Csv => sheet.csv(),
        ExportFormat::Jsonl => sheet.json_lines(),
        ExportFormat::Parquet => sheet.parquet()?,
    };
    croupier_simulator::files::write_whole(&args.output, &bytes).map_err(|fault| Failure::Input(fault.to_string()))
}

/// The address of the books, which rounds and transfers come from.
fn address(args: &Export) -> Result<&str, Failure> {
    let what = match args.what {
        ExportWhat::Rounds => "rounds",
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
