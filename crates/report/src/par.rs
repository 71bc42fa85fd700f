//! The parts of a par sheet.

mod advantages;
mod check;
mod effects;
mod exposures;
mod play;
mod volatility;

pub use check::{Checked, best_play, check, from_full_shoes};
pub use exposures::{Exposures, exposures};

pub(crate) use advantages::section as advantages_section;
pub(crate) use check::{run_alone, section as check_section, spots_valued};
pub(crate) use effects::section as effects_section;
pub(crate) use exposures::section as exposures_section;
pub(crate) use play::section as play_section;
pub(crate) use volatility::section as volatility_section;
