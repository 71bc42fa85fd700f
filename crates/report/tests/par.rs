//! The par sheet: complete, and with the figures of the solver and the simulator. One game of each family, because a sheet
//! solves the game a hundred times over; `cargo bench -p croupier-report` makes them all.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::pdf::reads_as_written;
use common::{game, headings, is_sound, report};
use croupier_report::document::{Block, Document, Table};
use croupier_report::{Kind, render};
use croupier_rules::load::Loaded;

#[test]
fn super_fun_21() {
    is_complete_and_true("super-fun-21");
}

#[test]
fn nh_holdem() {
    is_complete_and_true("nh-holdem");
}

#[test]
fn games_never_seen_before_have_whole_par_sheets() {
    let id = "three-card-stud";
    sections_are_there(id, &report(Kind::Par, &game(id)));
}

fn is_complete_and_true(id: &str) {
    let loaded = game(id);
    let document = report(Kind::Par, &loaded);
    sections_are_there(id, &document);
    wagers_are_the_solvers(id, &loaded, &document);
    counts_fill_the_sample_space(id, &document);
    simulation_agrees(id, &document);
    is_sound(id, &render::html(&document));
    assert!(render::markdown(&document).len() > 10_000, "{id}");
    reads_as_written(&format!("{id}-par"), &document);
}

fn sections_are_there(id: &str, document: &Document) {
    assert_eq!(
        headings(document),
        [
            "Identification",
            "Rules as modeled",
            "The wagers",
            "What the rules give away",
            "Outcome tables",
            "Volatility",
            "Play",
            "Sensitivity",
            "Exposures",
            "Simulation beside the exact figures",
        ],
        "{id}"
    );
    let words = document.words();
    assert!(!words.contains("NaN") && !words.contains("inf"), "{id}");
    for block in &document.blocks {
        if let Block::Figure(figure) = block {
            let svg = figure.picture.svg();
            assert!(
                !svg.contains("NaN") && !svg.contains("inf\""),
                "{id}: {}",
                figure.caption
            );
            assert!(!figure.alt.is_empty() && !figure.caption.is_empty(), "{id}");
        }
    }
}

fn wagers_are_the_solvers(id: &str, loaded: &Loaded, document: &Document) {
    let solution = croupier_solver::solve(&loaded.game, None).unwrap();
    let json = serde_json::to_value(&solution).unwrap();
    let worth = table(document, "What each wager is worth");
    let spread = table(document, "How the result of each wager is spread");
    for (place, wager) in json["wagers"].as_array().unwrap().iter().enumerate() {
        let number = |key: &str| wager[key].as_f64().unwrap();
        let percent = |key: &str| format!("{:.4}%", number(key) * 100.0);
        let back = format!("{:.4}%", (1.0 - number("house_edge")) * 100.0);
        let hits = format!("{:.3}%", number("hit_frequency") * 100.0);
        for (table, column, wanted) in [
            (worth, "House edge", percent("house_edge")),
            (worth, "Return", back),
            (worth, "Average wager", format!("{:.6}", number("average_wager"))),
            (worth, "Element of risk", percent("element_of_risk")),
            (spread, "Standard deviation", format!("{:.6}", number("sd"))),
            (spread, "Skewness", format!("{:.4}", number("skewness"))),
            (spread, "Hit frequency", hits),
        ] {
            assert_eq!(cell(table, place, column), wanted, "{id}: {column}");
        }
        let gains: f64 = wager["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|result| result["gain"].as_f64().unwrap() * result["probability"].as_f64().unwrap())
            .sum();
        assert!(
            (gains - number("ev")).abs() < 1e-9,
            "{id}: the distribution has the mean of the wager"
        );
    }
}

/// In every table of counts the last row is their sum, and the probabilities are the counts' shares of it.
fn counts_fill_the_sample_space(id: &str, document: &Document) {
    let counted = document.blocks.iter().filter_map(|block| match block {
        Block::Table(table) if table.total.is_some() => Some(table),
        _ => None,
    });
    let mut seen = 0;
    for table in counted {
        let place = |head: &str| table.columns.iter().position(|column| column.head == head);
        let (Some(count), Some(probability)) = (place("Count"), place("Probability")) else {
            continue;
        };
        let whole = |text: &str| text.replace(',', "").parse::<u128>().unwrap();
        let all = whole(&table.total.as_ref().unwrap()[count]);
        let sum: u128 = table.rows.iter().map(|row| whole(&row[count])).sum();
        assert_eq!(sum, all, "{id}: {}", table.caption);
        for row in &table.rows {
            let share = whole(&row[count]) as f64 / all as f64;
            let shown: f64 = row[probability].parse().unwrap();
            assert!((share - shown).abs() < 5.1e-7, "{id}: {row:?}");
        }
        seen += 1;
    }
    assert!(seen > 0, "{id}");
}

fn simulation_agrees(id: &str, document: &Document) {
    let simulated = table(document, "Simulated and exact results, in initial wagers");
    assert!(!simulated.rows.is_empty());
    for place in 0..simulated.rows.len() {
        let z: f64 = cell(simulated, place, "z").parse().unwrap();
        assert!(z.abs() < 4.5, "{id}: z of {z}");
    }
    let words = document.words();
    assert!(words.contains("seed 1,"));
}

fn table<'a>(document: &'a Document, caption: &str) -> &'a Table {
    let mut tables = document.blocks.iter().filter_map(|block| match block {
        Block::Table(table) if table.caption == caption => Some(table),
        _ => None,
    });
    tables
        .next_back()
        .unwrap_or_else(|| panic!("there is no table “{caption}”"))
}

fn cell<'a>(table: &'a Table, row: usize, head: &str) -> &'a str {
    let place = table.columns.iter().position(|column| column.head == head).unwrap();
    &table.rows[row][place]
}
