//! The file for the commission: the game's procedures under the commission's headings, in their order, with the points
//! the documents leave open and the mathematics annexed.

use croupier_rules::Game;
use croupier_rules::game::{Over, Settled, SideBet};
use croupier_rules::print::{Part, PayTable, Sentence, Sheet};
use croupier_solver::solution::Solution;

use crate::document::{Block, Document, Holds, Paper, Table, Text};
use crate::identity::Identity;
use crate::outcomes;

/// Builds the submission of a game.
pub fn submission(game: &Game, identity: &Identity, solution: &Solution) -> Document {
    let sheet = Sheet::of(game);
    let mut page = Document::new(
        &game.name,
        "Game procedures for submission",
        Paper::Pages,
        identity.date,
    );
    opening(&mut page, &sheet, identity);
    page.heading(1, "The name of the game");
    page.paragraph(format!("{}.", game.name));
    page.heading(1, "The object of the game");
    page.paragraph(&game.object);
    rules(&mut page, &sheet);
    equipment(&mut page, &sheet);
    let points = method(&mut page, game, &sheet);
    types_of_wagers(&mut page, game, &sheet, &points);
    wager_amounts(&mut page, &sheet);
    page.heading(1, "The payouts and payout odds for each wager");
    for table in &sheet.pay_tables {
        pay_table(&mut page, table);
    }
    if !sheet.payout_limits.is_empty() {
        page.heading(2, "The most that is paid");
        page.list(sheet.payout_limits.iter().map(cited));
    }
    open_points(&mut page, game);
    page.heading(1, "Annex A: the mathematics of the game");
    outcomes::summary(&mut page, game, solution);
    outcomes::tables(&mut page, game, solution);
    clauses(&mut page, &sheet);
    page
}

fn opening(page: &mut Document, sheet: &Sheet, identity: &Identity) {
    page.paragraph(
        "These are the procedures of the game under the headings under which they are filed. Every sentence is made from \
         the rules by which the game is dealt, paid and valued. The place in the source documents from which a rule comes \
         stands in brackets after it; \"house ruling\" stands where no document says it, and \"open point\" where the \
         documents leave it, or part of it, open and the reading filed is given under that number.",
    );
    page.blocks.push(Block::Terms(identity.terms()));
    if !sheet.documents.is_empty() {
        page.list(sheet.documents.iter().map(|document| {
            let edition = document.edition.iter().map(|edition| format!(" ({edition})"));
            let edition: String = edition.collect();
            Text::default()
                .strong(format!("Document {}", document.id))
                .plain(format!(": {}{edition}", document.title))
        }));
    }
}

fn rules(page: &mut Document, sheet: &Sheet) {
    page.heading(1, "The rules of the game");
    page.list(sheet.cards[..sheet.about_cards].iter().map(cited));
    page.paragraph("How a hand is dealt, played, settled and paid is in the method of play below.");
    if !sheet.conduct.is_empty() {
        page.heading(2, "Conduct and notices at the table");
        page.list(sheet.conduct.iter().map(cited));
    }
}

/// The commission asks for this heading, so it is there even where the rules name nothing.
fn equipment(page: &mut Document, sheet: &Sheet) {
    page.heading(1, "The equipment used for the game");
    if sheet.equipment.is_empty() {
        page.paragraph("The rules name no equipment beyond the cards described above.");
    }
    page.list(sheet.equipment.iter().map(cited));
}

/// Writes the method of play and tells which points each part takes.
fn method(page: &mut Document, game: &Game, sheet: &Sheet) -> Vec<(String, usize, usize)> {
    page.heading(1, "Method of play");
    let shoe = Part {
        heading: of_shoe(game).to_string(),
        sentences: sheet.cards[sheet.about_cards..].to_vec(),
    };
    let mut points = Vec::new();
    let mut next = 1;
    for part in std::iter::once(&shoe).chain(&sheet.method_of_play) {
        if part.sentences.is_empty() {
            continue;
        }
        page.heading(2, &part.heading);
        page.blocks
            .push(Block::Numbered(next, part.sentences.iter().map(cited).collect()));
        let last = next + part.sentences.len() - 1;
        points.push((part.heading.clone(), next, last));
        next = last + 1;
    }
    points
}

/// What is done with the cards before they are dealt, as a heading.
fn of_shoe(game: &Game) -> &'static str {
    let shoe = &game.shoe;
    let cut = shoe.player_cut_min.is_some() || shoe.cut_card.is_some();
    match (cut, shoe.burn + shoe.burn_at_dealer_change > 0) {
        (true, true) => "Shuffle, cut and burn",
        (true, false) => "Shuffle and cut",
        (false, true) => "Shuffle and burn",
        (false, false) => "Shuffle",
    }
}

fn types_of_wagers(page: &mut Document, game: &Game, sheet: &Sheet, points: &[(String, usize, usize)]) {
    page.heading(1, "Types of wagers");
    let main = &game.main_bet.name;
    let mut terms = vec![(
        main.clone(),
        Text::from(format!(
            "The bet a player places, before the deal, to be dealt a hand. A player who places no {main} is dealt no cards."
        )),
    )];
    for spot in &game.main_bet.spots {
        terms.push((
            spot.clone(),
            format!(
                "An optional further bet on the same hand, placed before the deal and equal to the {main}; it wins, loses \
                 or pushes as the {main} does."
            )
            .into(),
        ));
    }
    for bet in &game.side_bets {
        terms.push((bet.name.clone(), side_bet(bet).into()));
    }
    let before = terms.len();
    for line in &sheet.wagers[before..] {
        let place = points
            .iter()
            .find(|(heading, ..)| Some(heading.as_str()) == part_of(&line.wager));
        let mut text = format!("Made {}: {}.", line.when, line.amount);
        if let Some((heading, first, last)) = place {
            text += &format!(" See {heading}, points {first} to {last} of the method of play.");
        }
        terms.push((line.wager.clone(), text.into()));
    }
    page.blocks.push(Block::Terms(terms));
}

/// The part of the method of play that tells how a bet made during play is made.
fn part_of(wager: &str) -> Option<&'static str> {
    match wager.to_lowercase().as_str() {
        "split" => Some("Splitting pairs"),
        "insurance" => Some("Insurance"),
        double if double.ends_with("double down") => Some("Doubling down"),
        _ => None,
    }
}

fn side_bet(bet: &SideBet) -> String {
    let cards = match bet.over {
        Over::FirstTwo => "the player's first two cards",
        Over::FirstTwoAndUp => "the player's first two cards and the dealer's up card",
        Over::FirstTwoAndHole => "the player's first two cards and the dealer's hole card",
        Over::FirstTwoUpAndHole => "the player's first two cards and both of the dealer's cards",
        Over::UpAndHole => "the dealer's up card and hole card",
        Over::Community => "the community cards alone",
        Over::HoleCards => "the player's hole cards alone",
        Over::HoleAndExtra => "the player's hole cards and the bonus cards",
        Over::HoleAndCommunity => "the player's hole cards and the community cards",
        Over::DealerCards => "the dealer's cards alone",
        Over::HoleAndDealer => "the player's hole cards and the dealer's cards",
        Over::PlayerFirstTwo => "the first two cards of the player's hand",
        Over::BankerFirstTwo => "the first two cards of the banker's hand",
        Over::BothHands => "both hands",
    };
    let when = match bet.settled {
        Settled::AfterDeal => "as soon as the cards are dealt, before insurance and play",
        Settled::AtReveal => "when the hole card is shown",
        Settled::BeforeMain => "before the main game is settled",
        Settled::AfterMain => "after the main game is settled",
    };
    format!(
        "An optional bet beside the hand, placed before the deal. It is decided by {cards} and settled {when}, by its own \
         pay table."
    )
}

fn wager_amounts(page: &mut Document, sheet: &Sheet) {
    page.heading(1, "Wager amounts");
    let mut table = Table::new(
        "What may be bet",
        [
            ("Wager", Holds::Words),
            ("Amount", Holds::Sentences),
            ("When", Holds::Remarks),
        ],
    );
    for line in &sheet.wagers {
        table.row([&line.wager, &line.amount, &line.when]);
    }
    page.table(table);
}

/// Adds a pay table with what each row requires and where it comes from.
pub(super) fn pay_table(page: &mut Document, pays: &PayTable) {
    page.heading(2, &pays.name);
    if !pays.notes.is_empty() {
        page.paragraph(pays.notes.join(" "));
    }
    let mut table = Table::new(
        "",
        [
            ("Hand", Holds::Words),
            ("Requires", Holds::Sentences),
            ("Pays", Holds::Words),
            ("Split hands", Holds::Words),
            ("Doubled hands", Holds::Words),
            ("From", Holds::Remarks),
        ],
    );
    let flag = |flag: Option<bool>| match flag {
        Some(true) => "yes",
        Some(false) => "no",
        None => "",
    };
    for row in &pays.rows {
        table.row([
            row.name.as_str(),
            &row.takes,
            &row.pays,
            flag(row.split_hands),
            flag(row.doubled_hands),
            row.cites.as_deref().unwrap_or_default(),
        ]);
    }
    page.table(table);
}

/// The points the documents leave open, with the reading filed.
fn open_points(page: &mut Document, game: &Game) {
    if game.sources.points.is_empty() {
        return;
    }
    page.heading(1, "Points the documents leave open, and the reading filed");
    page.paragraph(
        "Where the documents are silent, garbled or contradict themselves, the game is dealt by the reading filed here. \
         Where the other reading can be stated as a change of the rules file, its effect on every wager is in the par \
         sheet.",
    );
    for (place, point) in game.sources.points.iter().enumerate() {
        page.heading(2, format!("{}. {}", place + 1, point.question));
        page.blocks.push(Block::Terms(vec![
            ("Reading filed".to_string(), (&point.reading).into()),
            ("Reason".to_string(), (&point.reason).into()),
            ("Other reading".to_string(), (&point.alternative).into()),
        ]));
    }
}

fn clauses(page: &mut Document, sheet: &Sheet) {
    if sheet.clauses.is_empty() {
        return;
    }
    page.heading(1, "Annex B: the documents, statement by statement");
    let rulings = sheet.clauses.iter().any(|clause| clause.at.starts_with("house ruling"));
    let rulings = if rulings {
        "; the rulings of the house follow at the end"
    } else {
        ""
    };
    page.paragraph(format!(
        "Every statement that the source documents make about the game, in their order{rulings}."
    ));
    let mut table = Table::new(
        "",
        [
            ("Clause", Holds::Words),
            ("It says", Holds::Sentences),
            ("From", Holds::Remarks),
        ],
    );
    for clause in sheet.clauses {
        table.row([&clause.id, &clause.says, &clause.at]);
    }
    page.table(table);
}

fn cited(sentence: &Sentence) -> Text {
    Text::from(&sentence.text).source(sentence.source())
}
