//! Reports from a rules file and the solver: the submission for the commission and the memorandum beside it, the par sheet for the
//! laboratory, the strategy card and the pay card for the wall. Each is a [`Document`], laid out as Markdown, HTML or PDF.
//!
//! ```
//! use croupier_report::{Filing, Format, Kind, Options, Steps, Trial, make};
//!
//! /// Nobody looks at the progress.
//! struct Silent;
//! impl Steps for Silent {
//!     fn expect(&self, _: u64) {}
//!     fn begin(&self, _: &str) {}
//!     fn done(&self) {}
//! }
//!
//! let loaded = croupier_rules::load::open("nh-holdem")?;
//! let options = Options {
//!     bet: None,
//!     changes: Vec::new(),
//!     date: jiff::civil::date(2026, 11, 15),
//!     trial: Trial::default(),
//!     filing: Filing::default(),
//! };
//! let card = make(Kind::PayCard, &loaded, &options, &Silent)?;
//! let pdf = Format::Pdf.lay_out(&card)?;
//! assert!(pdf.starts_with(b"%PDF-"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Map
//!
//! | module | what is there |
//! |---|---|
//! | `report` | [`make`]: what a report is asked for, what it computes, what may go wrong |
//! | [`identity`] | what identifies a report: the rules file and its hashes, the program, the day |
//! | [`kinds`] | the kinds of report: what each says, in which order |
//! | [`filing`] | the submission: forms of regulations, the applicant, the house's own procedures |
//! | [`outcomes`], [`par`] | the sections: figures of the wagers, outcome tables; volatility, play, sensitivity, exposures, simulation |
//! | [`findings`], [`sensitivity`], [`points`], [`advantages`], [`spread`] | what is computed for them: the best play, every rule changed, every open point read both ways, what the rules give away, sums of many rounds |
//! | [`counting`] | a game played by somebody who counts cards |
//! | [`chart`], [`plots`] over [`picture`] | charts of play and the other pictures, as lists of shapes |
//! | [`document`] | headings, paragraphs, lists, tables, figures: a report before it is laid out |
//! | [`render`] | the three layouts; PDF is set and tagged in `render/pdf` |
//! | [`numbers`] | how figures are written |
//!
//! A new section is a function that takes a `&mut Document` and what was found, and adds blocks. A new kind is a variant of
//! [`Kind`] and a function in [`kinds`]. A new block needs a few lines in each of the three layouts.

pub mod advantages;
pub mod chart;
pub mod counting;
pub mod document;
pub mod filing;
pub mod findings;
pub mod identity;
pub mod kinds;
pub mod numbers;
pub mod outcomes;
pub mod par;
pub mod picture;
pub mod plots;
pub mod points;
pub mod render;
mod report;
pub mod sensitivity;
pub mod spread;

pub use document::Document;
pub use filing::Filing;
pub use identity::Identity;
pub use report::{Fault, Format, Kind, Options, Steps, Trial, make};
