//! What every bet pays and the most that is paid, as lines for a screen.

use croupier_rules::Game;
use croupier_rules::print::Sheet;

/// A line of what is paid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PayLine {
    /// The name of a pay table.
    Heading(String),
    /// A hand with what it pays, or a sentence.
    Text(String),
}

/// What is paid, table by table, and under them the limits of payouts, in lines of this width. What a hand pays ends where its
/// line does.
pub fn pays(game: &Game, width: usize) -> Vec<PayLine> {
    let sheet = Sheet::of(game);
    let mut lines = Vec::new();
    for table in &sheet.pay_tables {
        head(&mut lines, &table.name);
        for row in &table.rows {
            lines.extend(paid(&row.name, &row.pays, width).into_iter().map(PayLine::Text));
        }
    }
    if !game.meters.is_empty() {
        head(&mut lines, "Meters");
        for meter in &game.meters {
            let shows = paid(&meter.name, &meter.amount.to_string(), width);
            lines.extend(shows.into_iter().map(PayLine::Text));
        }
    }
    if !sheet.payout_limits.is_empty() {
        head(&mut lines, "Payout limits");
        let said = sheet.payout_limits.iter();
        lines.extend(
            said.flat_map(|sentence| broken(&sentence.text, width))
                .map(PayLine::Text),
        );
    }
    lines
}

/// A heading, behind a blank line unless it is the first.
fn head(lines: &mut Vec<PayLine>, name: &str) {
    if !lines.is_empty() {
        lines.push(PayLine::Text(String::new()));
    }
    lines.push(PayLine::Heading(name.to_string()));
}

/// A hand in as many lines as its name needs; what it pays ends the last of them.
fn paid(name: &str, pays: &str, width: usize) -> Vec<String> {
    let room = width.saturating_sub(pays.chars().count() + 2);
    let mut lines = broken(name, room);
    if let Some(last) = lines.last_mut() {
        let gap = width.saturating_sub(last.chars().count() + pays.chars().count());
        *last = format!("{last}{}{pays}", " ".repeat(gap));
    }
    lines
}

fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_every_pay_table_and_every_limit_is_there() {
        for id in croupier_rules::load::ids() {
            let game = croupier_rules::load::open(id).unwrap().game;
            let sheet = Sheet::of(&game);
            let lines = pays(&game, 34);
            let text = |line: &PayLine| match line {
                PayLine::Heading(text) | PayLine::Text(text) => text.clone(),
            };
            let all: Vec<String> = lines.iter().map(text).collect();
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let all = words(&all.join(" "));
            for row in sheet.pay_tables.iter().flat_map(|table| &table.rows) {
                let wanted = format!("{} {}", words(&row.name), row.pays);
                assert!(all.contains(&wanted), "{id}: {wanted}");
            }
            for limit in &sheet.payout_limits {
                assert!(all.contains(&limit.text), "{id}: {}", limit.text);
            }
        }
    }

    #[test]
    fn a_pay_ends_where_its_line_ends() {
        let lines = paid("Blackjack against a dealer's blackjack", "push", 24);
        assert_eq!(lines, ["Blackjack against", "a dealer's", "blackjack           push"]);
        assert!(lines.last().is_some_and(|line| line.chars().count() == 24));
    }
}
