//! A filing for a commission: a request, the game under the headings of a regulation, and annexes. The regulations were read on
//! these pages, and no heading is printed that was not seen there:
//!
//! - Lot 7206.07 and 7207.04: <https://regulations.justia.com/states/new-hampshire/lot/chapter-lot-7200/part-lot-7206/section-lot-7206-07/>
//!   (current through March 21, 2024)
//! - 205 CMR 147.04: casetext.com, "Petition for a New Game or Game Variation" (current through December 6, 2024)
//! - 58 Pa. Code Chapter 633a: <https://www.pacodeandbulletin.gov/Display/pacode?file=/secure/pacode/data/058/chapter633a/chap633atoc.html>
//!   (effective through June 29, 2024), and the poker chapters 641a to 684a beside it
//! - 58 Pa. Code Chapter 629a: <http://parules.elaws.us/pacode/title58_partvii_subpartk_chapter629a> (last updated April 5, 2016)

mod applicant;
mod content;
mod examples;
mod form;
mod massachusetts;
mod new_hampshire;
mod pennsylvania;
mod procedures;

pub use applicant::{Applicant, Field};
pub use content::{Content, Home, home_of};
pub use examples::{Example, examples};
pub use form::Form;
pub use procedures::{Games, HouseProcedure, Procedures};

use croupier_rules::print::Sheet;

use crate::document::{Block, Document, Text};
use crate::identity::Identity;
use crate::kinds::par_annex;
use crate::par::Checked;
use crate::plots::layout;

/// How a game is filed: by which form, by whom, with which procedures of the house.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Filing {
    /// The form.
    pub form: Form,
    /// Who files; where nobody is named, blanks are left.
    pub applicant: Option<Applicant>,
    /// The house's own procedures.
    pub procedures: Procedures,
}

/// All that a filing is made from.
pub struct Filed<'a> {
    /// What it says of the game.
    pub content: Content<'a>,
    /// How it is filed.
    pub filing: &'a Filing,
    /// What identifies it.
    pub identity: &'a Identity,
    /// The simulation beside the exact figures.
    pub checked: &'a Checked,
    /// Example rounds.
    pub examples: &'a [Example],
    /// Rounds an hour at one seat.
    pub pace: u32,
}

/// What is filled in by hand.
const BLANK: &str = "________________________________";

impl Filed<'_> {
    /// The filing in its form.
    pub fn document(&self) -> Document {
        match self.filing.form {
            Form::NewHampshire => new_hampshire::document(self),
            Form::Massachusetts => massachusetts::document(self),
            Form::Pennsylvania => pennsylvania::document(self),
        }
    }

    /// The fields of the first page, filled in or left blank, with the day of filing and a line for the signature.
    fn fields(&self, page: &mut Document, first: &[(&str, &str)]) {
        let applicant = self.filing.applicant.as_ref();
        let own = first.iter().map(|(label, text)| (label.to_string(), Text::from(*text)));
        let asked = Field::asked(self.filing.form).filter_map(|field| {
            let text = match applicant {
                None => BLANK,
                Some(applicant) => applicant.get(field)?,
            };
            Some((field.label(self.filing.form).to_string(), text.into()))
        });
        let mut terms: Vec<(String, Text)> = own.chain(asked).collect();
        terms.push(("Date of filing".to_string(), self.identity.date.to_string().into()));
        terms.push(("Signature".to_string(), BLANK.into()));
        page.blocks.push(Block::Terms(terms));
        if applicant.is_none() {
            let dated = applicant::earliest(self.filing.form, self.identity.date).map_or_else(String::new, |day| {
                format!(" The proposed implementation date must be {day} or later.")
            });
            page.note(format!(
                "No applicant was named when this filing was made; the lines left blank are to be filled in by hand.{dated}"
            ));
        }
    }

    /// The layout of the table.
    fn layout(&self, page: &mut Document) {
        page.figure(layout(self.content.game));
    }

    /// What the marks in brackets mean.
    fn how_to_read(&self, page: &mut Document) {
        if !self.content.sheet.documents.is_empty() {
            page.paragraph(
                "Parentheses after a rule give its place in the source document; \u{201c}house ruling\u{201d} marks a rule that \
                 no document states. The documents are named in the last annex.",
            );
        }
    }

    /// The annexes that every form has, lettered from `first`.
    fn annexes(&self, page: &mut Document, first: char) {
        let mut letter = first;
        let mut annex = |page: &mut Document, title: &str| {
            page.heading(1, format!("Annex {letter}: {title}"));
            letter = char::from(letter as u8 + 1);
        };
        annex(page, "par sheet");
        page.append(par_annex(
            self.content.game,
            self.identity,
            self.content.solution,
            self.checked,
            self.pace,
        ));
        if self.filing.form == Form::NewHampshire {
            annex(page, "layout");
            self.layout(page);
            annex(page, "house procedures for irregularities and misdeals");
            page.paragraph(
                "These are house rules in the sense of Lot 7207.04(c)(2). Where they differ from the game procedures above, the \
                 game procedures prevail.",
            );
            self.content.irregularities(page, 2);
        }
        annex(page, "source documents and identification");
        documents(page, &self.content.sheet);
        page.blocks.push(Block::Terms(self.identity.terms()));
    }
}

/// The documents that clauses of the sheet are cited from.
fn documents(page: &mut Document, sheet: &Sheet) {
    let is_cited = |id: &str| {
        sheet
            .clauses
            .iter()
            .any(|clause| clause.at.starts_with(&format!("{id}, ")))
    };
    let cited = sheet.documents.iter().filter(|document| is_cited(&document.id));
    page.list(cited.map(|document| {
        let edition = document.edition.iter().map(|edition| format!(" ({edition})"));
        let edition: String = edition.collect();
        Text::default()
            .strong(format!("Document {}", document.id))
            .plain(format!(": {}{edition}", document.title))
    }));
}
