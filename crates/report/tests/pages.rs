//! The pages themselves: HTML that is valid and self-contained, text that is escaped.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::{GAMES, game, report};
use croupier_report::document::{Document, Figure, Paper, Text};
use croupier_report::{Kind, render};
use scraper::{Html, Selector};

#[test]
fn pages_are_valid_html_with_nothing_to_fetch() {
    for id in GAMES {
        for kind in Kind::ALL {
            let page = render::html(&report(kind, &game(id)));
            let parsed = Html::parse_document(&page);
            assert!(parsed.errors.is_empty(), "{id} {}: {:?}", kind.name(), parsed.errors);
            assert_eq!(select(&parsed, "h1").len(), 1);
            assert_eq!(select(&parsed, "main").len(), 1);
            for outside in ["[src]", "link", "script", "a:not([href^='#'])", "[style*='url']"] {
                assert!(select(&parsed, outside).is_empty(), "{id} {}: {outside}", kind.name());
            }
            assert!(!page.contains("@import") && !page.contains("url("));
            let tables = select(&parsed, "table").len();
            assert_eq!(
                select(&parsed, "[role=region][aria-label][tabindex='0'] > table").len(),
                tables
            );
            assert_eq!(
                select(&parsed, "svg").len(),
                select(&parsed, "svg[role=img][aria-label]").len()
            );
            headings_are_nested(&parsed, id);
            ids_are_unique(&parsed, id);
        }
    }
}

#[test]
fn words_are_never_read_as_markup() {
    let mut document = Document::new("A <b> & \"c\"", "*stars* | bars", Paper::Pages);
    document.heading(1, "<script>alert(1)</script>");
    document.paragraph(Text::from("a < b & c > d").code("`x`").strong("*bold*"));
    document.figure(Figure {
        svg: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"></svg>\n".to_string(),
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

fn select(page: &Html, what: &str) -> Vec<String> {
    let selector = Selector::parse(what).unwrap();
    page.select(&selector).map(|element| element.html()).collect()
}

fn headings_are_nested(page: &Html, id: &str) {
    let selector = Selector::parse("h1, h2, h3, h4, h5").unwrap();
    let mut last = 0;
    for heading in page.select(&selector) {
        let level: u32 = heading.value().name()[1..].parse().unwrap();
        assert!(
            level <= last + 1,
            "{id}: {} after a heading of level {last}",
            heading.html()
        );
        last = level;
    }
}

fn ids_are_unique(page: &Html, id: &str) {
    let selector = Selector::parse("[id]").unwrap();
    let mut ids: Vec<&str> = page
        .select(&selector)
        .filter_map(|element| element.value().id())
        .collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "{id}: ids are repeated");
}
