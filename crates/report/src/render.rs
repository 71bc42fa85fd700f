//! The three ways a report is laid out.

mod html;
mod markdown;
#[cfg(feature = "pdf")]
mod pdf;

pub use html::html;
pub use markdown::markdown;
#[cfg(feature = "pdf")]
pub use pdf::pdf;
