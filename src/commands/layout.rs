//! `croupier layout`: the layout of a table, as a drawing.

use std::io::Write;

use super::open::open;
use crate::args::Layout;
use crate::failure::Failure;

/// Draws the layout and writes it where it is asked for.
pub fn run(args: &Layout) -> Result<(), Failure> {
    let loaded = open(&args.game)?;
    let drawing = croupier_report::plots::layout(&loaded.game).picture.svg();
    match &args.output {
        None => Ok(anstream::stdout().lock().write_all(drawing.as_bytes())?),
        Some(path) => croupier_simulator::files::write_whole(path, drawing.as_bytes())
            .map_err(|fault| Failure::Input(fault.to_string())),
    }
}
