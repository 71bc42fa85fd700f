//! What the rules give away, as a section.

use crate::advantages::Advantage;
use crate::document::{Document, Holds, Table};
use crate::numbers::{chance, signed_percent};

/// Adds the section.
pub(crate) fn section(page: &mut Document, advantages: &[Advantage]) {
    page.heading(1, "What the rules give away");
    if advantages.is_empty() {
        page.paragraph(
            "Nothing: a player with the best play has the edge on no wager, at no amount and in no situation.",
        );
        return;
    }
    page.paragraph(
        "Every wager, amount or situation in which a player with the best play has the edge. The last two columns name the \
         smallest change of one rule, among those that the par sheet tries under Sensitivity, that takes the edge back.",
    );
    let mut table = Table::new(
        "Where the player has the edge",
        [
            ("Wager", Holds::Sentences),
            ("Player's edge", Holds::Figures),
            ("Offered in a round", Holds::Figures),
            ("A change that takes it back", Holds::Sentences),
            ("Player's edge then", Holds::Figures),
        ],
    );
    for advantage in advantages {
        let (says, left) = match &advantage.remedy {
            Some((says, left)) => (says.clone(), signed_percent(*left, 4)),
            None => ("none of those tried".to_string(), String::new()),
        };
        table.row([
            advantage.what.clone(),
            signed_percent(advantage.edge, 4),
            chance(advantage.often),
            says,
            left,
        ]);
    }
    page.table(table);
}
