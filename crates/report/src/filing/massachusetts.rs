//! Massachusetts: a petition under 205 CMR 147.04(3), whose description of the game has eight headings.

use super::Filed;
use crate::document::{Document, Paper};

/// Builds the petition.
pub(super) fn document(filed: &Filed) -> Document {
    let content = &filed.content;
    let mut page = Document::new(
        &content.game.name,
        "Petition for a new game or game variation, 205 CMR 147.04",
        Paper::Pages,
        filed.identity.date,
    );
    page.heading(1, "Petition: 205 CMR 147.04(3)(a) to (d)");
    page.paragraph(format!(
        "To the Bureau of the Massachusetts Gaming Commission. The petitioner asks for approval of {} under 205 CMR 147.04.",
        content.game.name
    ));
    filed.fields(&mut page, &[("Name of the game", &content.game.name)]);
    filed.how_to_read(&mut page);
    page.heading(1, "(e)1. Summary: objectives, method of play and wagers offered");
    summary(&mut page, filed);
    page.heading(1, "(e)2. Proposed rules, equipment, examples and dealing procedures");
    proposed_rules(&mut page, filed);
    page.heading(1, "(e)3. Procedures to remedy misdeals and malfunctions of equipment");
    content.irregularities(&mut page, 2);
    page.heading(1, "(e)4. True odds, payout odds and house advantage for each wager");
    content.odds(&mut page, 2);
    page.heading(1, "(e)5. Samples of new or modified gaming accessories or apparatuses");
    page.paragraph("To be supplied by the petitioner, where the game uses any that are new or modified.");
    page.heading(1, "(e)6. Sketch of the game layout");
    filed.layout(&mut page);
    page.heading(1, "(e)7. Sketches or pictures of the equipment");
    page.paragraph("To be supplied by the petitioner: pictures of the equipment named under (e)2.");
    page.heading(1, "(e)8. Report of the independent testing laboratory");
    page.paragraph(
        "To be supplied by the petitioner: the report of a Commission-certified independent testing laboratory under 205 CMR \
         147.04(4). The par sheet annexed here is made for that laboratory and does not replace its report.",
    );
    page.heading(1, "(f) Copyrights, trademarks and patents");
    page.paragraph("As stated on the first page.");
    page.heading(1, "(g) Request for a test or experiment");
    page.paragraph("The petitioner requests a test or experiment of the game in accordance with 205 CMR 147.04(5).");
    filed.annexes(&mut page, 'A');
    page
}

fn summary(page: &mut Document, filed: &Filed) {
    let content = &filed.content;
    page.paragraph(&content.game.object);
    let steps: Vec<String> = content
        .sheet
        .method_of_play
        .iter()
        .map(|part| part.heading.to_lowercase())
        .collect();
    page.paragraph(format!("A round is played in this order: {}.", steps.join("; ")));
    content.types_of_wagers(page);
}

fn proposed_rules(page: &mut Document, filed: &Filed) {
    let content = &filed.content;
    page.heading(2, "Rules");
    content.rules(page, 3);
    page.heading(2, "Equipment");
    content.equipment(page);
    page.heading(2, "Dealing procedures");
    content.method(page, 3, "the rules", "the wagers");
    page.heading(2, "Wagers");
    content.wager_amounts(page);
    content.wagers_in_play(page, 3);
    page.heading(3, "Buy-ins and re-buys");
    content.buy_ins(page);
    page.heading(2, "Payouts");
    content.payouts(page, 3);
    page.heading(2, "Examples");
    page.paragraph(
        "Rounds of one player with the lowest bet and every side bet at its minimum, played by the best strategy and described step by \
         step by the program that deals the game.",
    );
    for example in filed.examples {
        page.heading(3, example.title);
        page.list(&example.lines);
    }
}
