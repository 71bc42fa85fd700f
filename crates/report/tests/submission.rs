//! The file for the commission: complete, in order, and with the solver's figures.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::{GAMES, Silent, game, headings, options, others, report};
use croupier_report::document::Block;
use croupier_report::filing::{Applicant, Form};
use croupier_report::{Document, Filing, Kind, Options, render};
use croupier_rules::load::Loaded;
use croupier_rules::print::Sheet;

#[test]
fn every_game_is_filed_as_it_was_read() {
    for id in GAMES {
        let document = report(Kind::Submission, &game(id));
        insta::assert_snapshot!(format!("submission-{id}"), render::markdown(&document));
    }
}

#[test]
fn filings_are_complete_and_in_order_for_games_never_seen_before() {
    for id in GAMES.map(str::to_string).into_iter().chain(others()) {
        let loaded = game(&id);
        let document = report(Kind::Submission, &loaded);
        headings_are_the_commissions(&id, &document);
        something_stands_under_every_heading(&id, &document);
        nothing_of_the_rules_is_missing(&id, &loaded, &document.words());
    }
}

fn headings_are_the_commissions(id: &str, document: &Document) {
    let wanted = [
        "Request",
        "a. The name of the card game",
        "b. The object of the card game",
        "c. The rules of the card game",
        "d. The equipment used for the card game",
        "e. The method of play for the card game",
        "f. The types of wager or wagers for the card game, including buy-ins and re-buys",
        "g. The wager amounts for the card game",
        "h. The payouts and payout odds for each wager in the card game",
        "i. The rules governing any card game point system established by the licensee",
        "Annex A: par sheet",
        "Annex B: layout",
        "Annex C: house procedures for irregularities and misdeals",
        "Annex D: source documents and identification",
    ];
    assert_eq!(headings(document), wanted, "{id}");
}

#[test]
fn massachusetts_and_pennsylvania_have_their_own_headings() {
    for id in ["super-fun-21", "nh-holdem", "three-card-poker"] {
        let petition = filed(id, Form::Massachusetts);
        let wanted = [
            "(e)1", "(e)2", "(e)3", "(e)4", "(e)5", "(e)6", "(e)7", "(e)8", "(f)", "(g)",
        ];
        let headings_of_petition = headings(&petition);
        for (heading, wanted) in headings_of_petition[1..].iter().zip(wanted) {
            assert!(heading.starts_with(wanted), "{id}: {heading}");
        }
        let words = petition.words();
        for said in [
            "A round the player wins",
            "A round the player loses",
            "The house advantage of every wager",
            " to 1",
        ] {
            assert!(words.contains(said), "{id}: {said}");
        }
        let rules = filed(id, Form::Pennsylvania);
        let all = headings(&rules).len();
        let (numbered, last) = match game(id).game.twenty_one() {
            Some(_) => (14, "633a.14. Irregularities"),
            None => (13, "13. Irregularities"),
        };
        assert_eq!(headings(&rules)[numbered], last, "{id}");
        assert_eq!(all, 1 + numbered + 2, "{id}: the request, the sections, two annexes");
    }
}

#[test]
fn a_filing_argues_nothing_and_marks_what_the_house_adds() {
    let all = GAMES.map(|id| (id, Form::NewHampshire)).into_iter();
    let others = [("super-fun-21", Form::Massachusetts), ("nh-holdem", Form::Pennsylvania)];
    for (id, form) in all.chain(others) {
        let words = filed(id, form).words();
        for argued in ["open point", "Other reading", "give away", "Reason"] {
            assert!(!words.contains(argued), "{id}: {argued}");
        }
        assert!(words.contains("not from a document of the game"), "{id}");
        let silent = ["super-fun-21", "presque-isle-blackjack"].contains(&id);
        assert_eq!(words.contains("(house limit)"), silent, "{id}");
    }
}

#[test]
fn pay_tables_have_the_titles_of_the_document() {
    let words = report(Kind::Submission, &game("nh21-plus")).words();
    for title in [
        "New Hampshire 21 Pay Table 1\n",
        "New Hampshire 21 Pay Table 2: Super 21\n",
        "New Hampshire 21 Pay Table 3: Insurance Pay Table; New Hampshire 21 Pay Table 4: Hearts Insurance Pay Table\n",
        "New Hampshire 21 Pay Table 5: Dealer Up Match and Dealer Down Match\n",
    ] {
        assert_eq!(words.matches(title).count(), 1, "{title}");
    }
}

#[test]
fn the_first_page_names_the_applicant_or_leaves_blanks() {
    let loaded = game("super-fun-21");
    let fields = "name = \"Granite Charity\"\ncapacity = \"charitable organization\"\naddress = \"1 Main Street\"\n\
                  location = \"The Hall\"\ncontact = \"Pat Doe\"\nfirst-date = 2027-01-15\nsigned-by = \"Pat Doe\"";
    let date = options().date;
    let applicant = Applicant::read(Some(fields), &[], Form::NewHampshire, date).unwrap();
    let filing = Filing {
        applicant,
        ..Filing::default()
    };
    let named = Options { filing, ..options() };
    let named = croupier_report::make(Kind::Submission, &loaded, &named, &Silent)
        .unwrap()
        .words();
    assert!(named.contains("Granite Charity") && named.contains("2027-01-15") && !named.contains("left blank"));
    let blank = report(Kind::Submission, &loaded).words();
    assert!(blank.contains("left blank") && blank.contains("must be 2026-12-30 or later"));
}

#[test]
fn the_memorandum_tells_what_the_filing_does_not() {
    for id in GAMES {
        let loaded = game(id);
        let memorandum = report(Kind::Memorandum, &loaded);
        let words = memorandum.words();
        for point in &loaded.game.sources.points {
            for said in [&point.question, &point.reading, &point.reason, &point.alternative] {
                assert!(words.contains(said.as_str()), "{id} leaves out: {said}");
            }
        }
        for clause in &loaded.game.sources.clauses {
            assert!(
                words.contains(&clause.says) && words.contains(&clause.at),
                "{id} leaves out: {}",
                clause.says
            );
        }
        assert!(headings(&memorandum).contains(&"What the rules give away"), "{id}");
    }
    let words = report(Kind::Memorandum, &game("nh21-v3")).words();
    assert!(
        words.contains("The main game at an Ante of $10 | +0.06"),
        "a player's game at $10"
    );
}

fn filed(id: &str, form: Form) -> Document {
    let filing = Filing {
        form,
        ..Filing::default()
    };
    let options = Options { filing, ..options() };
    croupier_report::make(Kind::Submission, &game(id), &options, &Silent).unwrap()
}

fn something_stands_under_every_heading(id: &str, document: &Document) {
    for pair in document.blocks.windows(2) {
        if let [Block::Heading(one, text), Block::Heading(other, _)] = pair {
            assert!(one < other, "{id}: nothing stands under \u{201c}{text}\u{201d}");
        }
        let empty = matches!(&pair[1], Block::List(lines) if lines.is_empty());
        assert!(!empty, "{id}: an empty list after {:?}", pair[0]);
    }
}

/// Points and clauses are told in the memorandum.
fn nothing_of_the_rules_is_missing(id: &str, loaded: &Loaded, words: &str) {
    let game = &loaded.game;
    let mut said: Vec<&str> = vec![&game.name, &game.object];
    said.extend(game.sources.lines.iter().map(|line| line.says.as_str()));
    said.extend(game.sources.documents.iter().map(|document| document.title.as_str()));
    for bet in &game.side_bets {
        said.push(&bet.name);
        said.extend(bet.rows.iter().map(|row| row.name.as_str()));
    }
    for text in said {
        assert!(words.contains(text), "{id} leaves out: {text}");
    }
}

#[test]
fn every_sentence_of_the_sheet_is_in_every_form() {
    let others = [
        ("nh21-plus", Form::Massachusetts),
        ("nh-holdem", Form::Pennsylvania),
        ("presque-isle-blackjack", Form::Pennsylvania),
    ];
    for (id, form) in GAMES.map(|id| (id, Form::NewHampshire)).into_iter().chain(others) {
        let loaded = game(id);
        let sheet = Sheet::of(&loaded.game);
        let parts = sheet.method_of_play.iter().flat_map(|part| &part.sentences);
        let lists = [&sheet.cards, &sheet.equipment, &sheet.conduct, &sheet.payout_limits];
        let said = lists.into_iter().flatten().chain(parts).map(|sentence| &sentence.text);
        let rows = sheet
            .pay_tables
            .iter()
            .flat_map(|table| &table.rows)
            .map(|row| &row.name);
        let amounts = sheet.wagers.iter().map(|line| &line.amount);
        let words = filed(id, form).words();
        for text in said.chain(rows).chain(amounts) {
            assert!(words.contains(text.as_str()), "{id}, {}: {text}", form.name());
        }
    }
}

#[test]
fn the_figures_are_the_solvers() {
    for id in GAMES {
        let loaded = game(id);
        let solution = croupier_solver::solve(&loaded.game, None).unwrap();
        let document = report(Kind::Submission, &loaded);
        let tables: Vec<_> = document
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Table(table) => Some(table),
                _ => None,
            })
            .collect();
        for wager in &solution.wagers {
            let title = format!("{}: every outcome", wager.name);
            let table = tables.iter().find(|table| table.caption == title).expect(&title);
            assert_eq!(table.rows.len(), wager.outcomes.len());
            let place = |head: &str| table.columns.iter().position(|column| column.head == head);
            for (row, outcome) in table.rows.iter().zip(&wager.outcomes) {
                let shown: f64 = row[place("Probability").unwrap()].parse().unwrap();
                assert!((shown - outcome.probability).abs() <= 5.1e-7, "{id}: {row:?}");
                if let Some(place) = place("Count") {
                    assert_eq!(row[place].replace(',', ""), outcome.count.unwrap().to_string());
                }
            }
            if let (Some(place), Some(total)) = (place("Count"), &table.total) {
                let sum: u64 = wager.outcomes.iter().filter_map(|outcome| outcome.count).sum();
                assert_eq!(total[place].replace(',', ""), sum.to_string(), "{id}: the sample space");
            }
        }
        let worth = tables
            .iter()
            .find(|table| table.caption == "What each wager is worth")
            .unwrap();
        for (row, wager) in worth.rows.iter().zip(&solution.wagers) {
            assert_eq!(row[0], wager.name);
            assert_eq!(row[1], format!("{:.4}%", wager.house_edge * 100.0));
        }
    }
}
