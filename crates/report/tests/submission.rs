//! The file for the commission: complete, in order, and with the solver's figures.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::{GAMES, game, headings, others, report};
use croupier_report::document::Block;
use croupier_report::{Kind, render};

#[test]
fn every_game_is_filed_as_it_was_read() {
    for id in GAMES {
        let document = report(Kind::Submission, &game(id));
        insta::assert_snapshot!(format!("submission-{id}"), render::markdown(&document));
    }
}

#[test]
fn the_headings_are_the_commissions_in_order() {
    for id in GAMES.map(str::to_string).into_iter().chain(others()) {
        let document = report(Kind::Submission, &game(&id));
        let headings = headings(&document);
        let wanted = [
            "The name of the game",
            "The object of the game",
            "The rules of the game",
            "The equipment used for the game",
            "Method of play",
            "Types of wagers",
            "Wager amounts",
            "The payouts and payout odds for each wager",
        ];
        assert_eq!(headings[..8], wanted, "{id}");
    }
}

#[test]
fn something_stands_under_every_heading() {
    for id in GAMES.map(str::to_string).into_iter().chain(others()) {
        let document = report(Kind::Submission, &game(&id));
        let blocks = document.blocks.windows(2);
        for pair in blocks {
            if let [Block::Heading(one, text), Block::Heading(other, _)] = pair {
                assert!(one < other, "{id}: nothing stands under \u{201c}{text}\u{201d}");
            }
            let empty = matches!(&pair[1], Block::List(lines) if lines.is_empty());
            assert!(!empty, "{id}: an empty list after {:?}", pair[0]);
        }
    }
}

#[test]
fn nothing_that_a_rules_file_says_is_missing() {
    for id in GAMES.map(str::to_string).into_iter().chain(others()) {
        let loaded = game(&id);
        let game = &loaded.game;
        let words = report(Kind::Submission, &loaded).words();
        let mut said: Vec<&str> = vec![&game.name, &game.object];
        said.extend(game.sources.lines.iter().map(|line| line.says.as_str()));
        said.extend(game.sources.documents.iter().map(|document| document.title.as_str()));
        said.extend(
            game.sources
                .clauses
                .iter()
                .flat_map(|clause| [clause.says.as_str(), &clause.at]),
        );
        said.extend(game.sources.points.iter().flat_map(|point| {
            [
                point.question.as_str(),
                &point.reading,
                &point.reason,
                &point.alternative,
            ]
        }));
        for bet in &game.side_bets {
            said.push(&bet.name);
            said.extend(bet.rows.iter().map(|row| row.name.as_str()));
        }
        for text in said {
            assert!(words.contains(text), "{id} leaves out: {text}");
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
            let table = tables.iter().find(|table| table.caption == title).unwrap();
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
