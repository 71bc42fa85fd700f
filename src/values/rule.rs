//! The play of a game of stud: as a rule of a few lines, or complete.

use std::fmt::Write as _;

use croupier_rules::{Game, Money};
use croupier_solver::stud::StudStrategy;

use super::chart::escape;

/// The rule as text.
pub fn text(game: &Game, strategy: &StudStrategy) -> String {
    let mut text = format!(
        "{}\nA rule for a main bet of {}.\n",
        game.name,
        Money::from_cents(strategy.bet_cents)
    );
    for line in lines(strategy) {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// The rule as comma-separated values: a line for each of its lines, the first that fits is played.
pub fn csv(strategy: &StudStrategy) -> String {
    let mut text = "street,action,with\n".to_string();
    for street in strategy.rule.iter().flat_map(|rule| &rule.streets) {
        for line in &street.lines {
            let _ = writeln!(text, "{},{},\"{}\"", street.name, line.action, line.with);
        }
        let _ = writeln!(text, "{},{},\"otherwise\"", street.name, street.otherwise);
    }
    text
}

/// The rule as a picture of a card.
pub fn svg(game: &Game, strategy: &StudStrategy) -> String {
    const LINE: usize = 22;
    let lines = lines(strategy);
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (width, height) = (40 + 8 * longest, 80 + LINE * lines.len());
    let name = escape(&game.short_name);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"monospace\" font-size=\"13\">\n\
         <title>A rule of play for {name}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"16\" y=\"30\" font-family=\"sans-serif\" font-size=\"18\" font-weight=\"bold\">{name}, at a bet of {}</text>\n",
        Money::from_cents(strategy.bet_cents)
    );
    for (place, line) in lines.iter().enumerate() {
        let weight = if line.starts_with(' ') { "normal" } else { "bold" };
        let weight = if place < 3 { "normal" } else { weight };
        let _ = writeln!(
            svg,
            "<text x=\"16\" y=\"{}\" font-weight=\"{weight}\" xml:space=\"preserve\">{}</text>",
            60 + LINE * place,
            escape(line)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The complete play as text: cards, then what to do by the total wager so far.
pub fn complete_text(game: &Game, strategy: &StudStrategy) -> String {
    let mut text = format!(
        "{}\nThe best play at a main bet of {}, worth {:.9} ({}) of the bet. Suits may be renamed; {}.\n",
        game.name,
        Money::from_cents(strategy.bet_cents),
        strategy.ev,
        strategy.ev_exact,
        strategy.ties
    );
    for street in &strategy.streets {
        let wagers: Vec<String> = street.wagers.iter().map(u32::to_string).collect();
        let _ = writeln!(
            text,
            "\n{}, by the total wager so far in main bets: {}",
            street.name,
            wagers.join(" ")
        );
        for kind in &street.kinds {
            let _ = writeln!(text, "  {:<18} {}", kind.cards, kind.best.join(" "));
        }
    }
    text
}

/// The complete play as comma-separated values.
pub fn complete_csv(strategy: &StudStrategy) -> String {
    let mut text = "street,cards,wager,action\n".to_string();
    for street in &strategy.streets {
        for kind in &street.kinds {
            for (wager, action) in street.wagers.iter().zip(&kind.best) {
                let _ = writeln!(text, "{},{},{wager},{action}", street.name, kind.cards);
            }
        }
    }
    text
}

/// What the rule is worth, how points are counted, and its lines.
fn lines(strategy: &StudStrategy) -> Vec<String> {
    let Some(rule) = &strategy.rule else {
        return Vec::new();
    };
    let mut lines = vec![
        format!(
            "It is worth {:.9} ({}) of the bet; the best play {:.9} ({}).",
            rule.ev, rule.ev_exact, strategy.ev, strategy.ev_exact
        ),
        format!("Cost of using this rule: {:.6}%.", rule.cost * 100.0),
        rule.points.clone(),
        String::new(),
    ];
    for street in &rule.streets {
        lines.push(street.name.clone());
        lines.extend(
            street
                .lines
                .iter()
                .map(|line| format!("  {:<8} {}", line.action, line.with)),
        );
        lines.push(format!("  {:<8} otherwise", street.otherwise));
        lines.push(String::new());
    }
    lines.pop();
    lines
}
