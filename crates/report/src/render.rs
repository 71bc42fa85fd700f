//! The three ways a report is laid out.

mod html;
mod markdown;
mod markup;
#[cfg(feature = "pdf")]
mod pdf;

pub(crate) use html::escaped;
pub use html::html;
pub use markdown::markdown;
pub use markup::markup;
#[cfg(feature = "pdf")]
pub use pdf::pdf;
