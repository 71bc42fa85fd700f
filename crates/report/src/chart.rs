//! A chart of play for reading: as rows of letters, as comma-separated values, as a picture.

mod legend;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use croupier_rules::{Game, Money, Rank, Suit};
use croupier_solver::twenty_one::chart::{self, Chart, Column, Doubled, Prefer};
use croupier_solver::twenty_one::{full_shoe, round_value};

use crate::document::Figure;
use crate::numbers::cents;
use crate::picture::{Letters, Picture};
use crate::plots::{Cell, Heat, heat};

pub use legend::legend;

/// What stands in the row of a pair that is not split.
const NOT_SPLIT: &str = "\u{2013}";

/// What a chart is worth beside the best play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// The expected gain when the chart is followed.
    pub chart: f64,
    /// The expected gain of the best play.
    pub best: f64,
}

/// The best chart of a game at a main bet, with what it is worth; `None` when the game is of another family.
pub fn best(game: &Game, main: Money) -> Option<(Chart, Worth)> {
    let shoe = full_shoe(game);
    let chart = Chart::best(game, main, &shoe)?;
    let followed = chart.value(game, main, &shoe)?.value;
    let best = round_value::<f64>(game, main, &shoe)?.value;
    Some((chart, Worth { chart: followed, best }))
}

/// The chart as rows of words: a name, then a cell for each up card.
pub struct Rows {
    /// The head: `Hard`, then the up cards.
    pub head: Vec<String>,
    /// Sections, each with its name and rows.
    pub sections: Vec<(String, Vec<Vec<String>>)>,
}

impl Rows {
    /// The rows of a chart that a player who follows it can meet: nobody who always doubles for the most has doubled for less.
    fn met(chart: &Chart) -> Rows {
        let columns = chart.columns.iter().map(|column| Column {
            doubled: column
                .doubled
                .iter()
                .filter(|doubled| is_met(chart, doubled))
                .cloned()
                .collect(),
            ..column.clone()
        });
        Rows::of(&Chart {
            columns: columns.collect(),
            ..chart.clone()
        })
    }

    /// The rows of a chart.
    pub fn of(chart: &Chart) -> Rows {
        let head = chart.columns.iter().map(|column| column.up.head()).collect();
        let totals = |pick: &dyn Fn(&Column) -> Vec<u8>| {
            let mut totals: Vec<u8> = chart.columns.iter().flat_map(pick).collect();
            totals.sort_unstable();
            totals.dedup();
            totals
        };
        let cell = |cell: Option<&chart::Cell>| cell.map_or(String::new(), short);
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
                    _ => NOT_SPLIT.to_string(),
                });
                let ups = chart.columns.iter().map(|column| column.up.ranks());
                std::iter::once(format!("pair {}", pair(value, ups)))
                    .chain(cells)
                    .collect()
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

    /// The same with neighboring rows that say the same made one: `hard 4 to 7`.
    fn merged(mut self) -> Rows {
        for (_, rows) in &mut self.sections {
            let mut merged: Vec<(String, Vec<String>)> = Vec::new();
            for row in rows.drain(..) {
                match merged.last_mut() {
                    Some((last, kept)) if kept[1..] == row[1..] => *last = row[0].clone(),
                    _ => merged.push((row[0].clone(), row)),
                }
            }
            let named = merged.into_iter().map(|(last, mut row)| {
                if last != row[0] {
                    let word = last.split(' ').next_back().unwrap_or_default();
                    row[0] = format!("{} to {word}", row[0]);
                }
                row
            });
            rows.extend(named.collect::<Vec<_>>());
        }
        self
    }

    /// Every cell that says something.
    fn cells(&self) -> impl Iterator<Item = &str> {
        let rows = self.sections.iter().flat_map(|(_, rows)| rows);
        let cells = rows.flat_map(|row| row.iter().skip(1)).map(String::as_str);
        cells.filter(|cell| !cell.is_empty())
    }

    /// Row by row, for those who do not see the chart.
    fn in_words(&self) -> String {
        let head = self.head.join(" ");
        let mut text = String::new();
        for (name, rows) in &self.sections {
            let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
            let _ = write!(text, "{name} against {head}: {}. ", rows.join("; "));
        }
        text.trim_end().to_string()
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

/// A pair by the value of its cards: `8-8`, and for ten-value cards the ranks that the deck has, `J-J to K-K`.
pub fn pair<'a>(value: u8, mut ups: impl Iterator<Item = &'a [Rank]>) -> String {
    let of_tens = ups.find(|ranks| ranks.contains(&Rank::King));
    match (value, of_tens) {
        (1, _) => "A-A".to_string(),
        (10, Some([first, .., last])) if *first != Rank::Ten => format!("{first}-{first} to {last}-{last}"),
        _ => format!("{value}-{value}"),
    }
}

/// The chart as a picture by itself: with the game, the bet and the legend.
pub fn poster(game: &Game, chart: &Chart) -> Picture {
    const MARGIN: f64 = 18.0;
    let chart_alone = figure(game, chart, 12.0, "").picture;
    let legend = legend(game, chart);
    let above = MARGIN + 30.0;
    let height = above + chart_alone.height + 10.0 + 16.0 * legend.len() as f64 + MARGIN;
    let mut picture = Picture::new(chart_alone.width + 2.0 * MARGIN, height);
    let title = format!("{}, {} {}", game.short_name, game.main_bet.name, cents(chart.bet_cents));
    picture.text(MARGIN, MARGIN + 12.0, Letters::new(16.0).bold(), &title);
    let mut down = above + chart_alone.height + 20.0;
    picture.put((MARGIN, above), chart_alone);
    for sentence in &legend {
        picture.text(MARGIN, down, Letters::new(12.0), sentence);
        down += 16.0;
    }
    picture
}

/// The chart as a picture, in letters of this size. Rows that say the same are drawn as one.
pub fn figure(game: &Game, chart: &Chart, size: f64, caption: &str) -> Figure {
    let rows = Rows::met(chart).merged();
    let said = |(name, section): &(String, Vec<Vec<String>>)| {
        let rows = section.iter().map(|row| {
            let cells = row[1..].iter().map(|cell| Cell {
                letters: cell.clone(),
                fill: color(cell).to_string(),
            });
            (row[0].clone(), cells.collect())
        });
        (name.clone(), rows.collect())
    };
    let map = Heat {
        over: DEALER_SHOWS.to_string(),
        columns: rows.head.clone(),
        sections: rows.sections.iter().map(said).collect(),
    };
    let alt = format!(
        "Chart of play for {}, by the player's hand and the dealer's up card. {}",
        game.short_name,
        rows.in_words()
    );
    let cells = map
        .sections
        .iter()
        .flat_map(|(_, rows)| rows)
        .flat_map(|(_, cells)| cells);
    let longest = cells.map(|cell| cell.letters.chars().count()).max().unwrap_or(0);
    // On a page it is the height that limits a long chart, so its cells may be wide.
    let height: usize = map.sections.iter().map(|(_, rows)| rows.len()).sum();
    let wide = if longest > 4 && height > 30 { 72.0 } else { 58.0 };
    heat(&map, wide, size, &alt, caption)
}

/// What stands over the up cards.
pub const DEALER_SHOWS: &str = "Dealer shows";

/// Whether a player who follows the chart can have doubled like this. Where hands may be doubled for less, a chart names the most
/// or the least, and of those only what its cells say is ever done.
fn is_met(chart: &Chart, doubled: &Doubled) -> bool {
    let all = || chart.columns.iter().flat_map(|column| &column.doubled);
    // A free double has one amount.
    let own = |doubled: &Doubled| !doubled.free_doubles.contains(&1);
    if !own(doubled) {
        return true;
    }
    let firsts = || {
        all()
            .filter(|doubled| own(doubled))
            .filter_map(|doubled| doubled.added_cents.first().copied())
    };
    let (Some(first), Some(most), Some(least)) = (doubled.added_cents.first(), firsts().max(), firsts().min()) else {
        return true;
    };
    let said = |prefer: Prefer| {
        let cells = chart
            .columns
            .iter()
            .flat_map(|column| column.hard.values().chain(column.soft.values()));
        let lines = cells.flat_map(|cell| &cell.0).map(|line| &line.prefer);
        let suited = chart.columns.iter().flat_map(|column| &column.suited);
        lines
            .chain(suited.map(|line| &line.prefer))
            .any(|prefers| prefers.first() == Some(&prefer))
    };
    let by_blackjack = chart.columns.iter().any(|column| column.double_blackjack);
    most == least
        || (*first == most && (said(Prefer::Double) || by_blackjack))
        || (*first == least && said(Prefer::DoubleLeast))
}

/// Fills that stay apart in gray print: the letters carry the meaning.
fn color(cell: &str) -> &'static str {
    match cell.chars().next() {
        Some('S') => "#f3d9b1",
        Some('D' | 'd') => "#9ecb8f",
        Some('R') => "#c4c4c4",
        Some('P') => "#8fb8e8",
        _ => "#ffffff",
    }
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
    type Bets = (Vec<i64>, bool, Vec<u8>);
    let bets = |rows: &Doubled| -> Bets { (rows.added_cents.clone(), rows.free_main, rows.free_doubles.clone()) };
    let kinds: Vec<Bets> = chart
        .columns
        .iter()
        .flat_map(|column| &column.doubled)
        .map(bets)
        .collect();
    let mut seen: Vec<Bets> = Vec::new();
    for kind in kinds {
        if seen.contains(&kind) {
            continue;
        }
        let split_off = kind.0.is_empty();
        let rows = |soft: bool| -> Vec<Vec<String>> {
            (4..=21_u8)
                .filter_map(|total| {
                    let cells: Vec<String> = chart
                        .columns
                        .iter()
                        .map(|column| {
                            let doubled = column.doubled.iter().find(|doubled| bets(doubled) == kind);
                            let rows = doubled.map(|doubled| if soft { &doubled.soft } else { &doubled.hard });
                            let as_others = if soft { &column.soft } else { &column.hard };
                            let rows = rows.or(Some(as_others).filter(|_| split_off));
                            rows.and_then(|rows| rows.get(&total)).map_or(String::new(), short)
                        })
                        .collect();
                    let choice = split_off || cells.iter().any(|cell| !cell.is_empty() && cell != "S");
                    let choice = choice && cells.iter().any(|cell| !cell.is_empty());
                    let name = format!("{} {total}", if soft { "soft" } else { "hard" });
                    choice.then(|| std::iter::once(name).chain(cells).collect())
                })
                .collect()
        };
        let amounts: Vec<String> = (1..)
            .zip(&kind.0)
            .map(|(number, cents)| match kind.2.contains(&number) {
                true => format!("{} free", Money::from_cents(*cents)),
                false => Money::from_cents(*cents).to_string(),
            })
            .collect();
        let title = match (split_off, kind.1) {
            (true, _) => "Hands split off free".to_string(),
            (false, true) => format!(
                "Split off free, after doubling by {} (stand on the rest)",
                amounts.join(" and ")
            ),
            (false, false) => format!("After doubling by {} (stand on the rest)", amounts.join(" and ")),
        };
        let section: Vec<Vec<String>> = rows(false).into_iter().chain(rows(true)).collect();
        if !section.is_empty() {
            sections.push((title, section));
        }
        seen.push(kind);
    }
    sections
}

/// A cell in letters: `Rh`, `S/4+H`.
fn short(cell: &chart::Cell) -> String {
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
