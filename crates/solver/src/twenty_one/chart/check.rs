//! Whether a chart that somebody has written can be played by: no gaps, nothing that the rules do not allow.

use std::collections::BTreeMap;

use croupier_rules::play::is_ace_ten;
use croupier_rules::twenty_one::{SurrenderWhen, TwentyOne};
use croupier_rules::{Card, Game, Rank, Suit};

use super::super::deal::DEALT;
use super::super::full_shoe;
use super::super::hands::Hands;
use super::super::rows::Rows;
use super::{Cell, CellLine, Chart, Column, Prefer};

impl Chart {
    /// Whether the chart says what to do in every situation of a game, and nothing that its rules never allow; if not, what
    /// is wrong, in a sentence.
    pub fn check(&self, game: &Game) -> Result<(), String> {
        let Some(rules) = game.twenty_one() else {
            return Err(format!("a chart is for games of 21; {} is none", game.name));
        };
        if self.format != 1 {
            return Err(format!(
                "the chart has format {}; this program reads format 1",
                self.format
            ));
        }
        if self.game != game.id {
            return Err(format!("the chart is for `{}`, not for `{}`", self.game, game.id));
        }
        let hands = Hands::new(&Rows::new(rules), &full_shoe(game));
        for (up, hole, name) in faced(game, rules) {
            let mut columns = self.columns.iter().filter(|column| column.up.covers(up, hole));
            let column = columns.next();
            let column = column.ok_or_else(|| format!("there is no column for {name}"))?;
            if columns.next().is_some() {
                return Err(format!("there are two columns for {name}"));
            }
            let against = match hole {
                Some(_) => column.up.to_string(),
                None => up.rank().to_string(),
            };
            column.check(rules, &against)?;
            column.check_suited(rules, &against, &hands)?;
        }
        Ok(())
    }
}

/// Everything that the dealer may show, one suit for all, with its name; blackjacks, against which nobody plays, are left out.
fn faced(game: &Game, rules: &TwentyOne) -> Vec<(Card, Option<Card>, String)> {
    let ranks = Rank::ALL.into_iter().filter(|rank| !game.deck.removed.contains(*rank));
    let cards: Vec<Card> = ranks.map(|rank| Card::new(rank, Suit::Clubs)).collect();
    if !rules.dealer.hole_card.is_face_up() {
        let single = |up: &Card| (*up, None, format!("an up card of rank {}", up.rank()));
        return cards.iter().map(single).collect();
    }
    let mut faced = Vec::new();
    for up in &cards {
        for hole in cards.iter().filter(|hole| !is_ace_ten(&[*up, **hole])) {
            let name = format!("a dealer who shows {} and {}", up.rank(), hole.rank());
            faced.push((*up, Some(*hole), name));
        }
    }
    faced
}

impl Column {
    fn check(&self, rules: &TwentyOne, up: &str) -> Result<(), String> {
        // The lowest hard totals are pairs of ranks that may have been removed from the deck.
        for (name, rows, totals) in [("hard", &self.hard, 7..=20), ("soft", &self.soft, 12..=20)] {
            if let Some(total) = totals.into_iter().find(|total| !rows.contains_key(total)) {
                return Err(format!("against {up}, {name} {total} has no action"));
            }
            check_rows(rows, rules, true).map_err(|(total, what)| format!("against {up}, {name} {total} {what}"))?;
        }
        for doubled in &self.doubled {
            for (name, rows) in [("hard", &doubled.hard), ("soft", &doubled.soft)] {
                let kind = if doubled.added_cents.is_empty() {
                    "split off free,"
                } else {
                    "doubled"
                };
                check_rows(rows, rules, doubled.added_cents.is_empty())
                    .map_err(|(total, what)| format!("against {up}, {kind} {name} {total} {what}"))?;
            }
        }
        for value in 1..=10 {
            let name = if value == 1 {
                "aces".to_string()
            } else {
                format!("{value}s")
            };
            let Some(hands) = self.pairs.get(&value) else {
                return Err(format!(
                    "against {up}, a pair of {name} has no number of hands; write 1 for no split"
                ));
            };
            let most = match value {
                1 => rules.split.aces_hands_max,
                _ => rules.split.hands_max,
            };
            if *hands == 0 || *hands > most.max(1) {
                return Err(format!(
                    "against {up}, a pair of {name} is split into {hands} hands; write 1 (no split) to {}",
                    most.max(1)
                ));
            }
        }
        Ok(())
    }
}

impl Column {
    fn check_suited(&self, rules: &TwentyOne, up: &str, hands: &Hands) -> Result<(), String> {
        for line in &self.suited {
            let name: Vec<String> = line.cards.iter().map(Rank::to_string).collect();
            let name = format!("against {up}, {} of one suit", name.join("-"));
            let suit = line.suit.unwrap_or(Suit::Clubs);
            let cards: Vec<Card> = line.cards.iter().map(|rank| Card::new(*rank, suit)).collect();
            let hand = (cards.len() == 2).then(|| hands.find(&cards, DEALT)).flatten();
            if hand.is_none_or(|hand| hands.get(hand).exact.is_none()) {
                return Err(format!(
                    "{name} has an exception, but no row of the rules looks at the suits of these cards"
                ));
            }
            let cell = Cell(vec![CellLine {
                cards: 2,
                prefer: line.prefer.clone(),
            }]);
            check_rows(&BTreeMap::from([(0, cell)]), rules, true).map_err(|(_, what)| format!("{name} {what}"))?;
        }
        Ok(())
    }
}

/// What is wrong with the cells of one section, and at which total.
fn check_rows(rows: &BTreeMap<u8, Cell>, rules: &TwentyOne, undoubled: bool) -> Result<(), (u8, String)> {
    for (total, cell) in rows {
        if cell.0.is_empty() {
            return Err((*total, "has no action".to_string()));
        }
        for line in &cell.0 {
            let never = line.prefer.iter().find(|prefer| !ever_allowed(**prefer, rules));
            if let Some(never) = never {
                return Err((
                    *total,
                    format!("wants to {never}, which the rules of this game never allow"),
                ));
            }
            // What is only sometimes allowed needs something beside it. A doubled hand may always stand.
            let always = |prefer: &Prefer| matches!(prefer, Prefer::Stand | Prefer::Hit);
            if undoubled && !line.prefer.iter().any(always) {
                let what = match line.prefer.last() {
                    None => "has no action".to_string(),
                    Some(last) => format!("ends with {last}, which is not always allowed; end it with stand or hit"),
                };
                return Err((*total, what));
            }
        }
    }
    Ok(())
}

fn ever_allowed(prefer: Prefer, rules: &TwentyOne) -> bool {
    match prefer {
        Prefer::Stand | Prefer::Hit => true,
        Prefer::Double | Prefer::DoubleLeast => rules.double.times_max > 0,
        Prefer::Surrender => rules.surrender.when != SurrenderWhen::Never,
    }
}

impl std::fmt::Display for Prefer {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Prefer::Stand => "stand",
            Prefer::Hit => "hit",
            Prefer::Double => "double",
            Prefer::DoubleLeast => "double-least",
            Prefer::Surrender => "surrender",
        })
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::load;

    use super::*;

    #[test]
    fn a_chart_with_a_gap_or_an_illegal_action_is_refused() {
        let mut game = load::open("presque-isle-blackjack").unwrap().game;
        if let croupier_rules::Family::TwentyOne(rules) = &mut game.family {
            rules.surrender.when = SurrenderWhen::Never;
        }
        let good = Chart::best(&game, game.main_bet.lowest(), &full_shoe(&game)).unwrap();
        assert_eq!(good.check(&game), Ok(()));
        let refused = |change: &dyn Fn(&mut Chart)| {
            let mut chart = good.clone();
            change(&mut chart);
            chart.check(&game).unwrap_err()
        };
        assert!(refused(&|chart| drop(chart.columns.pop())).contains("no column"));
        assert!(refused(&|chart| drop(chart.columns[2].hard.remove(&14))).contains("hard 14 has no action"));
        assert!(refused(&|chart| chart.columns[2].pairs.retain(|value, _| *value != 8)).contains("pair of 8s"));
        assert!(refused(&|chart| chart.columns[2].pairs.extend([(8, 9)])).contains("into 9 hands"));
        let only = |prefer: Vec<Prefer>| Cell(vec![CellLine { cards: 2, prefer }]);
        let surrender = |chart: &mut Chart| drop(chart.columns[0].soft.insert(18, only(vec![Prefer::Surrender])));
        assert!(refused(&surrender).contains("never allow"));
        let double = |chart: &mut Chart| drop(chart.columns[0].hard.insert(11, only(vec![Prefer::Double])));
        assert!(refused(&double).contains("end it with stand or hit"));
        let empty = |chart: &mut Chart| drop(chart.columns[0].hard.insert(11, only(Vec::new())));
        assert!(refused(&empty).contains("has no action"));
        let other = load::open("nh21-plus").unwrap().game;
        assert!(good.check(&other).unwrap_err().contains("not for `nh21-plus`"));
    }
}
