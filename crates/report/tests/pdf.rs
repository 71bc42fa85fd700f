//! Reports as PDF, read back by another program: everything is there, in order, as what it is. (Par sheets are read back in
//! `par.rs`, which makes them.)
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::pdf::{read, reads_as_written};
use common::{GAMES, game, options, others, report};
use croupier_report::document::{Document, Holds, Paper, Table, Text};
use croupier_report::{Format, Kind};

#[test]
fn submissions_read_as_they_are_written() {
    for id in GAMES.map(str::to_string).into_iter().chain(others()) {
        let document = report(Kind::Submission, &game(&id));
        let read = reads_as_written(&format!("{id}-submission"), &document);
        assert!(read.pages.len() > 2, "{id}");
    }
}

#[test]
fn cards_read_as_they_are_written_on_one_page() {
    for id in GAMES.map(str::to_string).into_iter().chain(others()) {
        for kind in [Kind::StrategyCard, Kind::PayCard] {
            let name = format!("{id}-{}", kind.name());
            let read = reads_as_written(&name, &report(kind, &game(&id)));
            assert_eq!(read.pages.len(), 1, "{name}");
        }
    }
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    let document = report(Kind::PayCard, &game("nh-holdem"));
    let bytes = || Format::Pdf.lay_out(&document).unwrap();
    assert!(bytes() == bytes());
}

#[test]
fn a_long_table_repeats_its_head_and_keeps_its_total_with_the_last_row() {
    for rows in (38..60).step_by(3) {
        let mut table = Table::new("Long", [("Place", Holds::Words), ("Value", Holds::Figures)]);
        (1..=rows).for_each(|row| table.row([format!("row {row}"), row.to_string()]));
        table.sum(["All of them", "0"]);
        let mut document = empty();
        document.table(table);
        let read = reads_as_written(&format!("long-table-{rows}"), &document);
        let holding = |what: &str| -> Vec<usize> {
            let pages = read.pages.iter().enumerate();
            pages
                .filter(|(_, page)| page.contains(what))
                .map(|(place, _)| place)
                .collect()
        };
        let last = read.pages.len() - 1;
        assert_eq!(
            holding("Place"),
            (0..=last).collect::<Vec<_>>(),
            "the head is on every page"
        );
        assert_eq!(holding("All of them"), [last], "the total is there once");
        assert_eq!(holding(&format!("row {rows} ")), [last], "{rows}");
    }
}

#[test]
fn nothing_is_lost_that_is_wider_or_higher_than_the_page() {
    let mut document = empty();
    document.heading(1, "A heading of many words ".repeat(12).trim());
    document.paragraph(Text::default().code("0123456789abcdef".repeat(40)));
    let wide = (0..24).map(|column| (format!("Head {column}"), Holds::Figures));
    let mut table = Table::new("Wide", wide);
    table.row((0..24).map(|column| format!("{}", 1_000_000 + column)));
    document.table(table);
    let mut table = Table::new("High", [("Name", Holds::Words), ("Says", Holds::Sentences)]);
    table.row(["One", "A sentence that goes on and on. ".repeat(400).trim()]);
    table.row(["Other", "Short."]);
    document.table(table);
    document.note("A note. ".repeat(900).trim());
    document.list(["first ".repeat(700).trim(), "second"]);
    let read = reads_as_written("too-large", &document);
    assert!(read.pages.len() > 3);
}

#[test]
fn letters_of_other_scripts_are_set_or_marked() {
    let mut document = empty();
    document.paragraph("♥ ♦ ♣ ♠ Ω Ж é ﬁ fi and \u{13000}");
    let read = read("scripts", &document);
    assert_eq!(read.lines[2], "P ♥ ♦ ♣ ♠ Ω Ж é ﬁ fi and \u{FFFD}");
}

fn empty() -> Document {
    Document::new(
        "A \"game\" & more",
        "with #markup, $dollars$ and \\ slashes",
        Paper::Pages,
        options().date,
    )
}
