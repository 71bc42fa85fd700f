//! The plots of a par sheet and the layout of a table, each a figure with words for those who do not see it. They are drawn for
//! gray print: the figures are written beside the bars, fills differ in lightness, lines in their dashes.

mod bars;
mod funnel;
mod heat;
mod layout;
mod tornado;

pub use bars::{Bar, bars};
pub use funnel::{Funnel, funnel};
pub use heat::{Cell, Heat, heat};
pub use layout::layout;
pub use tornado::{Swing, tornado};
