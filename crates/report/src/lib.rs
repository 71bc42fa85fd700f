//! Reports from a rules file and the solver: the submission for the commission, the par sheet for the laboratory, the
//! strategy card and the pay card for the wall. Each is a [`Document`], laid out as Markdown, HTML or PDF.

pub mod chart;
pub mod document;
pub mod findings;
pub mod identity;
pub mod kinds;
pub mod numbers;
pub mod outcomes;
pub mod par;
pub mod plots;
pub mod render;
mod report;
pub mod sensitivity;
pub mod spread;
pub mod svg;

pub use document::Document;
pub use identity::Identity;
pub use report::{Fault, Format, Kind, Options, Steps, Trial, make};
