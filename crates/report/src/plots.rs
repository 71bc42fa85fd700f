//! The plots of a par sheet, each a figure with words for those who do not see it. They are drawn for gray print: the
//! figures are written beside the bars, fills differ in lightness, lines in their dashes.

mod bars;
mod funnel;
mod heat;
mod tornado;

pub use bars::{Bar, bars};
pub use funnel::{Funnel, funnel};
pub use heat::{Cell, Heat, heat};
pub use tornado::{Swing, tornado};
