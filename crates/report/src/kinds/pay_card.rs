//! The pay card: one page for the table, readable at arm's length.

use croupier_rules::Game;
use croupier_rules::print::Sheet;

use crate::document::{Document, Holds, Paper, Table};
use crate::identity::Identity;

/// Builds the pay card of a game.
pub fn pay_card(game: &Game, identity: &Identity) -> Document {
    let sheet = Sheet::of(game);
    let mut page = Document::new(&game.short_name, "What every wager pays", Paper::Card, identity.date);
    for pays in &sheet.pay_tables {
        let mut table = Table::new(&pays.name, [("Hand", Holds::Sentences), ("Pays", Holds::Figures)]);
        for row in &pays.rows {
            table.row([&row.name, &row.pays]);
        }
        page.table(table);
    }
    let mut limits = Table::new("Limits", [("Wager", Holds::Words), ("Amount", Holds::Sentences)]);
    for line in sheet
        .wagers
        .iter()
        .take(1 + game.main_bet.spots.len() + game.side_bets.len())
    {
        limits.row([&line.wager, &line.amount]);
    }
    page.table(limits);
    if let Some(rules) = game.stud() {
        page.list(rules.caps.iter().map(|cap| {
            let bets: Vec<String> = cap.main_bets.iter().map(|bet| bet.to_string()).collect();
            let name = &game.main_bet.name;
            format!(
                "At most {} is paid for a round with {name} {}.",
                cap.max,
                bets.join(" or ")
            )
        }));
    }
    page.paragraph(identity.line());
    page
}
