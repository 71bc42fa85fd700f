//! Pennsylvania: the headings of the chapters of 58 Pa. Code on the rules of a game: the fourteen of Chapter 633a for games of 21,
//! the thirteen of the poker chapters for games of poker, those of Chapter 629a for baccarat; for games of single cards, which have no
//! chapter, those that all chapters share.

use croupier_rules::Family;
use croupier_rules::print::Topic;

use super::Filed;
use crate::document::{Document, Paper};

/// A chapter of the code on the rules of a game.
struct Chapter {
    /// What its sections are numbered after; empty for headings that several chapters share.
    number: &'static str,
    /// The chapter in words.
    name: &'static str,
    /// The headings of its sections in their order, and what stands under each.
    sections: &'static [Section],
}

/// A heading, and what stands under it.
type Section = (&'static str, fn(&mut Document, &Filed));

const BLACKJACK: Chapter = Chapter {
    number: "633a.",
    name: "58 Pa. Code Chapter 633a (Blackjack)",
    sections: &[
        ("Definitions", definitions),
        (
            "Blackjack table; card reader device; physical characteristics; inspections",
            table,
        ),
        ("Cards; number of decks; value of cards", cards),
        ("Opening of the table for gaming", opening),
        ("Shuffle and cut of the cards", shuffle),
        ("Wagers", wagers),
        (
            "Procedure for dealing the cards; completion of each round of play",
            |page, filed| {
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
                filed.content.parts(page, 2, &round);
                filed.content.conduct(page, 2);
            },
        ),
        ("Insurance wager", |page, filed| {
            filed.content.parts(page, 2, &[Topic::Insurance])
        }),
        ("Surrender", |page, filed| {
            filed.content.parts(page, 2, &[Topic::Surrender])
        }),
        ("Double Down wager", |page, filed| {
            filed.content.parts(page, 2, &[Topic::Doubling])
        }),
        ("Splitting pairs", |page, filed| {
            filed.content.parts(page, 2, &[Topic::Splitting])
        }),
        ("Blackjack variations", |page, _| {
            page.paragraph(
                "The game is offered in this form alone. Its bonus payouts and side wagers stand under \u{201c}Payout odds; payout \
                 limitation\u{201d}.",
            );
        }),
        ("Payout odds; payout limitation", payouts),
        ("Irregularities", irregularities),
    ],
};

const POKER: Chapter = Chapter {
    number: "",
    name: "the chapters of 58 Pa. Code on poker games",
    sections: &[
        ("Definitions", definitions),
        ("Table physical characteristics", table),
        ("Cards; number of decks", cards),
        ("Opening of the table for gaming", opening),
        ("Shuffle and cut of the cards", shuffle),
        ("Rankings", |page, _| {
            page.paragraph("The hands that are paid, and what each requires, stand in the pay tables under \u{201c}Payout odds\u{201d}.");
        }),
        ("Wagers", wagers),
        (
            "Procedure for dealing the cards from a manual dealing shoe",
            dealt_alike,
        ),
        ("Procedure for dealing the cards from the hand", deal),
        (
            "Procedure for dealing the cards from an automated dealing shoe",
            dealt_alike,
        ),
        ("Procedures for completion of each round of play", |page, filed| {
            filed
                .content
                .parts(page, 2, &[Topic::Streets, Topic::Phases, Topic::Further]);
            filed.content.conduct(page, 2);
        }),
        ("Payout odds; Envy Bonus; rate of progression", |page, filed| {
            page.paragraph("The game has no Envy Bonus and no progressive payout.");
            payouts(page, filed);
        }),
        ("Irregularities", irregularities),
    ],
};

const BACCARAT: Chapter = Chapter {
    number: "629a.",
    name: "58 Pa. Code Chapter 629a (Midibaccarat)",
    sections: &[
        ("Definitions", definitions),
        ("Midibaccarat table physical characteristics", table),
        ("Cards; number of decks", cards),
        ("Opening of the table for gaming", opening),
        ("Shuffle and cut of the cards", shuffle),
        ("Value of cards; Point Count of hand", |page, _| {
            page.paragraph(
                "What the cards count, and how a hand is counted, stands under \u{201c}Cards; number of decks\u{201d}.",
            );
        }),
        ("Wagers", wagers),
        (
            "Hands of player and banker; procedure for dealing initial two cards to each hand",
            deal,
        ),
        ("Procedure for dealing a third card", |page, _| {
            page.paragraph(
                "Third cards are dealt face up, the player's before the banker's, by the rules of the next section.",
            );
        }),
        (
            "Rules for determining whether a third card shall be dealt",
            |page, filed| {
                filed.content.parts(page, 2, &[Topic::Turns]);
            },
        ),
        (
            "Announcement of result of round; payment and collection of wagers",
            |page, filed| {
                filed.content.parts(page, 2, &[Topic::Settlement, Topic::Further]);
                filed.content.conduct(page, 2);
            },
        ),
        ("Payout odds; vigorish", payouts),
        ("Irregularities", irregularities),
    ],
};

const COMMON: Chapter = Chapter {
    number: "",
    name: "the chapters of 58 Pa. Code on table games, none of which is about a game of this kind",
    sections: &[
        ("Definitions", definitions),
        ("Table physical characteristics", table),
        ("Cards; number of decks", cards),
        ("Opening of the table for gaming", opening),
        ("Shuffle and cut of the cards", shuffle),
        ("Wagers", wagers),
        (
            "Procedure for dealing the cards; completion of each round of play",
            |page, filed| {
                let round = [Topic::Deal, Topic::Turns, Topic::Settlement, Topic::Further];
                filed.content.parts(page, 2, &round);
                filed.content.conduct(page, 2);
            },
        ),
        ("Payout odds", payouts),
        ("Irregularities", irregularities),
    ],
};

/// Builds the filing.
pub(super) fn document(filed: &Filed) -> Document {
    let game = filed.content.game;
    let chapter = match game.family {
        Family::TwentyOne(_) => &BLACKJACK,
        Family::Stud(_) => &POKER,
        Family::Baccarat(_) => &BACCARAT,
        Family::SingleCard(_) => &COMMON,
    };
    let subtitle = format!("Rules of the game under the headings of {}", chapter.name);
    let mut page = Document::new(&game.name, &subtitle, Paper::Pages, filed.identity.date);
    page.heading(1, "Request");
    page.paragraph(format!(
        "To the Pennsylvania Gaming Control Board. The applicant asks for approval to offer {}. The rules follow under the {} \
         headings of {}.",
        game.name,
        match chapter.sections.len() {
            9 => "nine",
            13 => "thirteen",
            _ => "fourteen",
        },
        chapter.name
    ));
    filed.fields(&mut page, &[("Game", &game.name)]);
    filed.how_to_read(&mut page);
    for (place, (heading, fill)) in chapter.sections.iter().enumerate() {
        page.heading(1, format!("{}{}. {heading}", chapter.number, place + 1));
        fill(&mut page, filed);
    }
    filed.annexes(&mut page, 'A');
    page
}

fn definitions(page: &mut Document, filed: &Filed) {
    page.paragraph(&filed.content.game.object);
    filed.content.types_of_wagers(page);
}

fn table(page: &mut Document, filed: &Filed) {
    filed.content.equipment(page);
    filed.layout(page);
}

fn cards(page: &mut Document, filed: &Filed) {
    let sheet = &filed.content.sheet;
    page.list(sheet.cards[..sheet.about_cards].iter().map(super::content::cited));
}

fn opening(page: &mut Document, filed: &Filed) {
    filed.content.opening(page);
}

fn shuffle(page: &mut Document, filed: &Filed) {
    filed.content.shuffle(page);
}

fn wagers(page: &mut Document, filed: &Filed) {
    let content = &filed.content;
    content.parts(page, 2, &[Topic::Bets]);
    content.wager_amounts(page);
    page.heading(2, "Buy-ins and re-buys");
    content.buy_ins(page);
}

fn deal(page: &mut Document, filed: &Filed) {
    filed.content.parts(page, 2, &[Topic::Deal]);
}

fn dealt_alike(page: &mut Document, _: &Filed) {
    page.paragraph(
        "Where one is used, the cards are dealt from it in the order given under \u{201c}Procedure for dealing the cards from the \
         hand\u{201d}.",
    );
}

fn payouts(page: &mut Document, filed: &Filed) {
    filed.content.payouts(page, 2);
}

fn irregularities(page: &mut Document, filed: &Filed) {
    filed.content.irregularities(page, 2);
}
