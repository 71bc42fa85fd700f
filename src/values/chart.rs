//! A chart of play for reading: as text, as comma-separated values, as a picture.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use croupier_rules::{Game, Money, Rank, Suit};
use croupier_solver::twenty_one::chart::{Cell, Chart, Column, Prefer};

/// What a chart is worth beside the best play.
pub struct Worth {
    /// The expected gain when the chart is followed.
    pub chart: f64,
    /// The expected gain of the best play.
    pub best: f64,
}

/// The chart as rows of words: a name, then a cell for each up card.
pub struct Rows {
    /// The head: `Hard`, then the up cards.
    pub head: Vec<String>,
    /// Sections, each with its name and rows.
    pub sections: Vec<(String, Vec<Vec<String>>)>,
}

impl Rows {
    /// The rows of a chart.
    pub fn of(chart: &Chart) -> Rows {
        let head = chart.columns.iter().map(up).collect();
        let totals = |pick: &dyn Fn(&Column) -> Vec<u8>| {
            let mut totals: Vec<u8> = chart.columns.iter().flat_map(pick).collect();
            totals.sort_unstable();
            totals.dedup();
            totals
        };
        let cell = |cell: Option<&Cell>| cell.map_or(String::new(), short);
        let hard = totals(&|column| column.hard.keys().copied().collect())
            .into_iter()
            .map(|total| {
                let cells = chart.columns.iter().map(|column| cell(column.hard.get(&total)));
                std::iter::once(format!("hard {total}")).chain(cells).collect()
            });
        let soft = totals(&|column| column.soft.keys().copied().collect())
            .into_iter()
            .map(|total| {
                let cells = chart.columns.iter().map(|column| cell(column.soft.get(&total)));
                std::iter::once(format!("soft {total}")).chain(cells).collect()
            });
        let pairs = totals(&|column| column.pairs.keys().copied().collect())
            .into_iter()
            .map(|value| {
                let cells = chart.columns.iter().map(|column| match column.pairs.get(&value) {
                    Some(hands) if *hands > 1 => "P".to_string(),
                    _ => "\u{2013}".to_string(),
                });
                let name = if value == 1 { "A".to_string() } else { value.to_string() };
                std::iter::once(format!("pair {name}-{name}")).chain(cells).collect()
            });
        let mut sections = vec![
            ("Hard totals".to_string(), hard.collect::<Vec<_>>()),
            ("Soft totals".to_string(), soft.collect()),
            ("Pairs".to_string(), pairs.collect()),
        ];
        sections.extend(suited(chart));
        if chart.columns.iter().any(|column| column.double_blackjack) {
            let cells = chart
                .columns
                .iter()
                .map(|column| if column.double_blackjack { "D" } else { "take" });
            let row = std::iter::once("blackjack").chain(cells).map(str::to_string).collect();
            sections.push(("Blackjack".to_string(), vec![row]));
        }
        sections.extend(doubled(chart));
        Rows { head, sections }
    }

    /// As comma-separated values: section, hand, then a column for each up card.
    pub fn csv(&self) -> String {
        let mut text = format!("section,hand,{}\n", self.head.join(","));
        for (name, rows) in &self.sections {
            for row in rows {
                let _ = writeln!(text, "{name},{}", row.join(","));
            }
        }
        text
    }
}

/// The chart as text.
pub fn text(game: &Game, chart: &Chart, worth: &Worth) -> String {
    let rows = Rows::of(chart);
    let mut text = format!(
        "{}\nA chart for a main bet of {}.\n",
        game.name,
        Money::from_cents(chart.bet_cents)
    );
    let _ = writeln!(
        text,
        "Followed to the letter it is worth {:.9} of the bet; the best play is worth {:.9}. The price of simplicity: {:.6}%.\n",
        worth.chart,
        worth.best,
        (worth.best - worth.chart) * 100.0
    );
    for (name, section) in &rows.sections {
        let mut columns = super::columns::Columns::new(1);
        columns.row(std::iter::once(name.clone()).chain(rows.head.iter().cloned()));
        for row in section {
            columns.row(row.iter().cloned());
        }
        let _ = writeln!(text, "{columns}");
    }
    text.push_str(LEGEND);
    text
}

const LEGEND: &str = "\
S stand, H hit, D double for the most allowed, d double for the least, R surrender, P split; what stands behind a letter
is played where the letter is not allowed (Rh: surrender, else hit). S/4+H: stand; with 4 cards or more, hit.
Insurance is never taken.
";

/// The chart as a picture.
pub fn svg(game: &Game, chart: &Chart, worth: &Worth) -> String {
    const CELL: usize = 58;
    const LINE: usize = 24;
    const LEFT: usize = 120;
    let rows = Rows::of(chart);
    let width = LEFT + CELL * rows.head.len() + 20;
    let lines: usize = rows.sections.iter().map(|(_, section)| section.len() + 2).sum();
    let height = 90 + LINE * lines;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>Chart of play for {name}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"10\" y=\"26\" font-size=\"18\" font-weight=\"bold\">{name}</text>\n\
         <text x=\"10\" y=\"48\">At a bet of {bet}: worth {chart:.6} of the bet, the best play {best:.6}.</text>\n",
        name = escape(&game.short_name),
        bet = Money::from_cents(chart.bet_cents),
        chart = worth.chart,
        best = worth.best,
    );
    let mut y = 80;
    for (name, section) in &rows.sections {
        let _ = writeln!(
            svg,
            "<text x=\"10\" y=\"{y}\" font-weight=\"bold\">{}</text>",
            escape(name)
        );
        for (place, up) in rows.head.iter().enumerate() {
            let x = LEFT + CELL * place + CELL / 2;
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-weight=\"bold\">{up}</text>"
            );
        }
        for row in section {
            y += LINE;
            let _ = writeln!(svg, "<text x=\"10\" y=\"{y}\">{}</text>", escape(&row[0]));
            for (place, cell) in row[1..].iter().enumerate() {
                let (x, top) = (LEFT + CELL * place, y - 17);
                let (width, tall) = (CELL - 2, LINE - 2);
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{tall}\" fill=\"{}\" stroke=\"#444444\" stroke-width=\"0.5\"/>\
                     <text x=\"{}\" y=\"{y}\" text-anchor=\"middle\">{}</text>",
                    colour(cell),
                    x + CELL / 2 - 1,
                    escape(cell)
                );
            }
        }
        y += 2 * LINE;
    }
    svg.push_str("</svg>\n");
    svg
}

/// Fills that stay apart in grey print: the letters carry the meaning.
fn colour(cell: &str) -> &'static str {
    match cell.chars().next() {
        Some('S') => "#f7d9c4",
        Some('H') => "#ffffff",
        Some('D' | 'd') => "#b9dfb0",
        Some('R') => "#d0d0d0",
        Some('P') => "#a9c9ee",
        _ => "#ffffff",
    }
}

/// Text as it stands in a picture.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The section of exceptions for cards of one suit, where there are any.
fn suited(chart: &Chart) -> Option<(String, Vec<Vec<String>>)> {
    let lines = chart.columns.iter().flat_map(|column| &column.suited);
    let hands: BTreeSet<_> = lines.map(|line| (line.cards.clone(), line.suit)).collect();
    let row = |(cards, suit): &(Vec<Rank>, Option<Suit>)| {
        let ranks: Vec<String> = cards.iter().map(Rank::to_string).collect();
        let cells = chart.columns.iter().map(|column| {
            let mut lines = column.suited.iter();
            let line = lines.find(|line| line.cards == *cards && line.suit == *suit);
            line.map_or(String::new(), |line| letters(&line.prefer))
        });
        let suit = suit.map_or("one suit", |suit| match suit {
            Suit::Clubs => "clubs",
            Suit::Diamonds => "diamonds",
            Suit::Hearts => "hearts",
            Suit::Spades => "spades",
        });
        std::iter::once(format!("{} of {suit}", ranks.join("-")))
            .chain(cells)
            .collect()
    };
    let rows: Vec<Vec<String>> = hands.iter().map(row).collect();
    (!rows.is_empty()).then_some(("First two cards, suited (else as above)".to_string(), rows))
}

/// The sections for hands that have been doubled.
fn doubled(chart: &Chart) -> Vec<(String, Vec<Vec<String>>)> {
    let mut sections = Vec::new();
    let kinds: Vec<Vec<i64>> = chart
        .columns
        .iter()
        .flat_map(|column| &column.doubled)
        .map(|doubled| doubled.added_cents.clone())
        .collect();
    let mut seen: Vec<Vec<i64>> = Vec::new();
    for added in kinds {
        if seen.contains(&added) {
            continue;
        }
        let rows = |soft: bool| -> Vec<Vec<String>> {
            (4..=21_u8)
                .filter_map(|total| {
                    let cells: Vec<String> = chart
                        .columns
                        .iter()
                        .map(|column| {
                            let doubled = column.doubled.iter().find(|doubled| doubled.added_cents == added);
                            let rows = doubled.map(|doubled| if soft { &doubled.soft } else { &doubled.hard });
                            rows.and_then(|rows| rows.get(&total)).map_or(String::new(), short)
                        })
                        .collect();
                    let choice = cells.iter().any(|cell| !cell.is_empty() && cell != "S");
                    let name = format!("{} {total}", if soft { "soft" } else { "hard" });
                    choice.then(|| std::iter::once(name).chain(cells).collect())
                })
                .collect()
        };
        let amounts: Vec<String> = added
            .iter()
            .map(|cents| Money::from_cents(*cents).to_string())
            .collect();
        let section: Vec<Vec<String>> = rows(false).into_iter().chain(rows(true)).collect();
        if !section.is_empty() {
            sections.push((
                format!("After doubling by {} (stand on the rest)", amounts.join(" and ")),
                section,
            ));
        }
        seen.push(added);
    }
    sections
}

fn up(column: &Column) -> String {
    let ranks: Vec<String> = column.up.iter().map(|rank| rank.to_string()).collect();
    match ranks.len() {
        1 => ranks[0].clone(),
        _ => format!("{}-{}", ranks[0], ranks[ranks.len() - 1]),
    }
}

/// A cell in letters: `Rh`, `S/4+H`.
fn short(cell: &Cell) -> String {
    let mut lines = cell.0.iter();
    let mut text = lines.next().map_or(String::new(), |line| letters(&line.prefer));
    for line in lines {
        let more = letters(&line.prefer);
        if !text.ends_with(&more) || text.len() != more.len() {
            let _ = write!(text, "/{}+{more}", line.cards);
        }
    }
    text
}

/// Actions in order of preference as letters, up to the first that is always allowed: `Rh`.
fn letters(prefer: &[Prefer]) -> String {
    let mut letters = String::new();
    for (place, prefer) in prefer.iter().enumerate() {
        let letter = prefer.letter();
        letters.push(if place == 0 {
            letter
        } else {
            letter.to_ascii_lowercase()
        });
        if matches!(prefer, Prefer::Stand | Prefer::Hit) {
            break;
        }
    }
    letters
}
