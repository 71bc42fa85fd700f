//! The three ways a report is laid out.

mod html;
mod markdown;
mod pdf;

pub(crate) use html::escaped;
pub use html::html;
pub use markdown::markdown;
pub use pdf::pdf;
