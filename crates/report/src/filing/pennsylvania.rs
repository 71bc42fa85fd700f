//! Pennsylvania: the headings of the chapters of 58 Pa. Code on the rules of a game: the fourteen of Chapter 633a for games of 21,
//! the thirteen of the poker chapters for games of poker.

use croupier_rules::Family;
use croupier_rules::print::Topic;

use super::Filed;
use crate::document::{Document, Paper};

/// Builds the filing.
pub(super) fn document(filed: &Filed) -> Document {
    let content = &filed.content;
    let (subtitle, says) = match content.game.family {
        Family::TwentyOne(_) => (
            "Rules of the game under the headings of 58 Pa. Code Chapter 633a",
            "The rules stand under the fourteen headings of 58 Pa. Code Chapter 633a (Blackjack), by their numbers.",
        ),
        Family::Stud(_) => (
            "Rules of the game under the headings of the poker chapters of 58 Pa. Code",
            "The rules stand under the thirteen headings that the chapters of 58 Pa. Code on poker games share, by their numbers.",
        ),
        Family::Baccarat(_) => (
            "Rules of the game under the headings of 58 Pa. Code Chapter 629a",
            "The rules stand under the thirteen headings of 58 Pa. Code Chapter 629a (Midibaccarat), by their numbers.",
        ),
    };
    let mut page = Document::new(&content.game.name, subtitle, Paper::Pages, filed.identity.date);
    page.heading(1, "Request");
    page.paragraph(format!(
        "To the Pennsylvania Gaming Control Board. The applicant asks for approval to offer {}. {says}",
        content.game.name
    ));
    filed.fields(&mut page, &[("Game", &content.game.name)]);
    filed.how_to_read(&mut page);
    match content.game.family {
        Family::TwentyOne(_) => twenty_one(&mut page, filed),
        Family::Stud(_) => poker(&mut page, filed),
        Family::Baccarat(_) => baccarat(&mut page, filed),
    }
    filed.annexes(&mut page, 'A');
    page
}

fn twenty_one(page: &mut Document, filed: &Filed) {
    let content = &filed.content;
    table_and_cards(
        page,
        filed,
        ".2. Blackjack table; card reader device; physical characteristics; inspections",
        ".3. Cards; number of decks; value of cards",
    );
    page.heading(1, ".6. Wagers");
    wagers(page, filed);
    page.heading(
        1,
        ".7. Procedure for dealing the cards; completion of each round of play",
    );
    let round = [
        Topic::Deal,
        Topic::SideBets,
        Topic::Blackjack,
        Topic::Check,
        Topic::Turns,
        Topic::DealerHand,
        Topic::Settlement,
        Topic::Further,
    ];
    content.parts(page, 2, &round);
    content.conduct(page, 2);
    for (heading, topic) in [
        (".8. Insurance wager", Topic::Insurance),
        (".9. Surrender", Topic::Surrender),
        (".10. Double Down wager", Topic::Doubling),
        (".11. Splitting pairs", Topic::Splitting),
    ] {
        page.heading(1, heading);
        content.parts(page, 2, &[topic]);
    }
    page.heading(1, ".12. Blackjack variations");
    page.paragraph(
        "The game is offered in this one form. Wherever it differs from other games of 21, the sections above say so; its bonus \
         payouts and side wagers stand in the next section.",
    );
    page.heading(1, ".13. Payout odds; payout limitation");
    content.payouts(page, 2);
    page.heading(1, ".14. Irregularities");
    content.irregularities(page, 2);
}

fn baccarat(page: &mut Document, filed: &Filed) {
    let content = &filed.content;
    table_and_cards(
        page,
        filed,
        ".2. Table physical characteristics",
        ".3. Cards; number of decks",
    );
    page.heading(1, ".6. Value of cards; Point Count of hand");
    page.paragraph("What the cards count, and how a hand is counted, stands under .3.");
    page.heading(1, ".7. Wagers");
    wagers(page, filed);
    page.heading(
        1,
        ".8. Hands of player and banker; procedure for dealing initial two cards to each hand",
    );
    content.parts(page, 2, &[Topic::Deal]);
    page.heading(1, ".9. Procedure for dealing a third card");
    page.paragraph("Third cards are dealt face up, the player's before the banker's, by the rules under .10.");
    page.heading(1, ".10. Rules for determining whether a third card shall be dealt");
    content.parts(page, 2, &[Topic::Turns]);
    page.heading(
        1,
        ".11. Announcement of result of round; payment and collection of wagers",
    );
    content.parts(page, 2, &[Topic::Settlement, Topic::Further]);
    content.conduct(page, 2);
    page.heading(1, ".12. Payout odds; vigorish");
    content.payouts(page, 2);
    page.heading(1, ".13. Irregularities");
    content.irregularities(page, 2);
}

fn poker(page: &mut Document, filed: &Filed) {
    let content = &filed.content;
    table_and_cards(
        page,
        filed,
        ".2. Table physical characteristics",
        ".3. Cards; number of decks",
    );
    page.heading(1, ".6. Rankings");
    page.paragraph("The hands that are paid, and what each requires, stand in the pay tables under .12.");
    page.heading(1, ".7. Wagers");
    wagers(page, filed);
    page.heading(1, ".8. Procedure for dealing the cards from a manual dealing shoe");
    page.paragraph("Where a manual dealing shoe is used, the cards are dealt from it in the order given under .9.");
    page.heading(1, ".9. Procedure for dealing the cards from the hand");
    content.parts(page, 2, &[Topic::Deal]);
    page.heading(1, ".10. Procedure for dealing the cards from an automated dealing shoe");
    page.paragraph("Where an automated dealing shoe is used, the cards are dealt from it in the order given under .9.");
    page.heading(1, ".11. Procedures for completion of each round of play");
    content.parts(page, 2, &[Topic::Streets, Topic::Phases, Topic::Further]);
    content.conduct(page, 2);
    page.heading(1, ".12. Payout odds; Envy Bonus; rate of progression");
    page.paragraph("The game has no Envy Bonus and no progressive payout.");
    content.payouts(page, 2);
    page.heading(1, ".13. Irregularities");
    content.irregularities(page, 2);
}

/// What stands under the first five headings of every chapter.
fn table_and_cards(page: &mut Document, filed: &Filed, table: &str, cards: &str) {
    let content = &filed.content;
    page.heading(1, ".1. Definitions");
    page.paragraph(&content.game.object);
    content.types_of_wagers(page);
    page.heading(1, table);
    content.equipment(page);
    filed.layout(page);
    page.heading(1, cards);
    page.list(
        content.sheet.cards[..content.sheet.about_cards]
            .iter()
            .map(super::content::cited),
    );
    page.heading(1, ".4. Opening of the table for gaming");
    content.opening(page);
    page.heading(1, ".5. Shuffle and cut of the cards");
    content.shuffle(page);
}

fn wagers(page: &mut Document, filed: &Filed) {
    let content = &filed.content;
    content.parts(page, 2, &[Topic::Bets]);
    content.wager_amounts(page);
    page.heading(2, "Buy-ins and re-buys");
    content.buy_ins(page);
}
