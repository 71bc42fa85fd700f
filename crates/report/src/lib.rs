//! Reports from a rules file and the solver: the submission for the commission, and the pay card for
//! the wall. Each is a [`Document`], laid out as Markdown, HTML or PDF.

pub mod document;
pub mod identity;
pub mod kinds;
pub mod numbers;
pub mod outcomes;
pub mod render;
mod report;
pub mod sensitivity;
pub mod spread;

pub use document::Document;
pub use identity::Identity;
pub use report::{Fault, Format, Kind, Options, Steps, make};
