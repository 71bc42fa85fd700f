//! What the letters of a chart mean, said of those that the chart has.

use croupier_rules::Game;
use croupier_solver::twenty_one::chart::Chart;

use super::{NOT_SPLIT, Rows};

/// The legend of a chart, sentence by sentence.
pub fn legend(game: &Game, chart: &Chart) -> Vec<String> {
    let rows = Rows::met(chart);
    let cells: Vec<&str> = rows.cells().collect();
    let lines: Vec<&str> = cells.iter().flat_map(|cell| lines(cell)).collect();
    let begins = |letter: char| lines.iter().any(|line| line.starts_with(letter));
    let named = ['S', 'H', 'D', 'd', 'R', 'P']
        .into_iter()
        .filter(|letter| begins(*letter));
    let named: Vec<String> = named
        .map(|letter| match (letter, begins('d')) {
            ('D', true) => "D double for the most allowed".to_string(),
            ('d', _) => "d double for the least allowed".to_string(),
            _ => format!("{letter} {}", spoken(letter)),
        })
        .collect();
    let mut said = vec![format!("{}.", named.join(", "))];
    said.extend(cells.iter().find_map(|cell| otherwise(cell)));
    said.extend(cells.iter().find_map(|cell| by_cards(cell)));
    if cells.contains(&NOT_SPLIT) {
        said.push(format!("{NOT_SPLIT} do not split: play the total."));
    }
    if game.twenty_one().is_some_and(|rules| rules.insurance.is_some()) {
        said.push("Insurance is never taken.".to_string());
    }
    said
}

/// The lines of a cell: `S/4+H` is `S` and `H`.
fn lines(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('/')
        .map(|line| line.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '+'))
}

/// What is played where the first letter of a cell is not allowed, for a cell of two letters: `Rh`.
fn otherwise(cell: &str) -> Option<String> {
    let mut letters = cell.chars();
    let (first, second) = (letters.next()?, letters.next()?);
    if letters.next().is_some() || !second.is_ascii_lowercase() {
        return None;
    }
    let noun = match first {
        'D' | 'd' => "doubling",
        'R' => "surrender",
        _ => return None,
    };
    let (does, else_does) = (spoken(first), spoken(second));
    Some(format!("{cell}: {does}, or {else_does} where {noun} is not allowed."))
}

/// What is played with more cards, for a cell that says it once: `S/4+H`.
fn by_cards(cell: &str) -> Option<String> {
    let (first, more) = cell.split_once('/')?;
    let (cards, then) = more.split_once('+')?;
    let (does, then) = (spoken(first.chars().next()?), spoken(then.chars().next()?));
    (!more.contains('/')).then(|| format!("{cell}: {does}, but {then} with {cards} or more cards."))
}

fn spoken(letter: char) -> &'static str {
    match letter.to_ascii_uppercase() {
        'S' => "stand",
        'H' => "hit",
        'D' => "double",
        'R' => "surrender",
        'P' => "split",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_explained_by_their_letters() {
        let hit = "Rh: surrender, or hit where surrender is not allowed.";
        assert_eq!(otherwise("Rh").as_deref(), Some(hit));
        assert_eq!(otherwise("H"), None);
        assert_eq!(otherwise("S/4+H"), None);
        let more = "Dh/3+H: double, but hit with 3 or more cards.";
        assert_eq!(by_cards("Dh/3+H").as_deref(), Some(more));
        assert_eq!(by_cards("Dh"), None);
        assert_eq!(lines("S/4+Dh").collect::<Vec<_>>(), ["S", "Dh"]);
    }

    #[test]
    fn a_legend_names_the_letters_of_its_chart_alone() {
        let game = croupier_rules::load::open("presque-isle-blackjack").unwrap().game;
        let (chart, _) = super::super::best(&game, game.main_bet.lowest()).unwrap();
        let said = legend(&game, &chart).join(" ");
        assert!(
            said.starts_with("S stand, H hit, D double, R surrender, P split."),
            "{said}"
        );
        assert!(!said.contains("for the least"), "{said}");
    }

    #[test]
    fn a_chart_has_no_rows_for_doubles_that_it_never_makes() {
        let game = croupier_rules::load::open("nh21-plus").unwrap().game;
        let (chart, _) = super::super::best(&game, game.main_bet.lowest()).unwrap();
        let names = |rows: Rows| rows.sections.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        let (all, met) = (names(Rows::of(&chart)), names(Rows::met(&chart)));
        assert!(
            all.iter().any(|name| name.starts_with("After doubling by $1")),
            "{all:?}"
        );
        assert!(
            met.iter().any(|name| name.starts_with("After doubling by $5")),
            "{met:?}"
        );
        assert!(
            !met.iter().any(|name| name.starts_with("After doubling by $1")),
            "{met:?}"
        );
        let pairs = figure_names(&game, &chart);
        assert!(pairs.contains("J-J to K-K") && !pairs.contains("10-10"), "{pairs}");
    }

    fn figure_names(game: &Game, chart: &Chart) -> String {
        super::super::figure(game, chart, 12.0, "").alt
    }
}
