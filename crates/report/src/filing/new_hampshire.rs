//! New Hampshire: a written request under Lot 7206.07(b) and the game procedure under the nine headings of Lot 7206.07(c)(1).

use super::Filed;
use crate::document::{Document, Paper};

/// Builds the filing.
pub(super) fn document(filed: &Filed) -> Document {
    let content = &filed.content;
    let mut page = Document::new(
        &content.game.name,
        "Request for approval of game procedures, New Hampshire Lot 7206.07",
        Paper::Pages,
        filed.identity.date,
    );
    page.heading(1, "Request");
    page.paragraph(format!(
        "To the New Hampshire Lottery Commission. Under Lot 7206.07(b) the applicant requests approval of the game procedures \
         below for the card game {}, to be offered at the location and from the proposed implementation date given here.",
        content.game.name
    ));
    filed.fields(&mut page, &[("Game", &content.game.name)]);
    page.paragraph(
        "The game procedures follow under the headings of Lot 7206.07(c)(1), a to i. The annexes go beyond \
         what that rule requires.",
    );
    filed.how_to_read(&mut page);
    page.heading(1, "a. The name of the card game");
    page.paragraph(format!("{}.", content.game.name));
    page.heading(1, "b. The object of the card game");
    page.paragraph(&content.game.object);
    page.heading(1, "c. The rules of the card game");
    content.rules(&mut page, 2);
    page.heading(1, "d. The equipment used for the card game");
    content.equipment(&mut page);
    page.heading(1, "e. The method of play for the card game");
    content.method(&mut page, 2, "c, the rules of the card game", "f, the types of wager");
    page.heading(
        1,
        "f. The types of wager or wagers for the card game, including buy-ins and re-buys",
    );
    content.types_of_wagers(&mut page);
    content.wagers_in_play(&mut page, 2);
    page.heading(2, "Buy-ins and re-buys");
    content.buy_ins(&mut page);
    page.heading(1, "g. The wager amounts for the card game");
    content.wager_amounts(&mut page);
    page.heading(1, "h. The payouts and payout odds for each wager in the card game");
    content.payouts(&mut page, 2);
    page.heading(
        1,
        "i. The rules governing any card game point system established by the licensee",
    );
    content.point_system(&mut page);
    filed.annexes(&mut page, 'A');
    page
}
