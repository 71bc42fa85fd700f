//! The pages themselves: HTML that is valid and self-contained, text that is escaped.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::{GAMES, game, is_sound, options, report, select};
use croupier_report::document::{Document, Figure, Paper, Text};
use croupier_report::picture::Picture;
use croupier_report::{Kind, render};
use scraper::{Html, Selector};

#[test]
fn pages_are_valid_html_with_nothing_to_fetch() {
    for id in GAMES {
        for kind in [Kind::Submission, Kind::StrategyCard, Kind::PayCard] {
            let page = render::html(&report(kind, &game(id)));
            is_sound(&format!("{id} {}", kind.name()), &page);
        }
    }
}

#[test]
fn words_are_never_read_as_markup() {
    let mut document = Document::new("A <b> & \"c\"", "*stars* | bars", Paper::Pages, options().date);
    document.heading(1, "<script>alert(1)</script>");
    document.paragraph(Text::from("a < b & c > d").code("`x`").strong("*bold*"));
    document.figure(Figure {
        picture: Picture::new(1.0, 1.0),
        alt: "with \"quotes\" & <tags>".to_string(),
        caption: "a | b".to_string(),
    });
    let page = render::html(&document);
    let parsed = Html::parse_document(&page);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    assert!(select(&parsed, "script").is_empty());
    let drawn = Selector::parse("svg").unwrap();
    let label = parsed.select(&drawn).next().unwrap().value().attr("aria-label");
    assert_eq!(label, Some("with \"quotes\" & <tags>"));
    let text = render::markdown(&document);
    assert!(text.contains("\\*stars\\* \\| bars"));
    assert!(text.contains("\\<script>"));
}
