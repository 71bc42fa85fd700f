//! The par sheet: everything a laboratory asks of a game's mathematics.

use croupier_rules::print::Sheet;
use croupier_rules::{Card, Game};
use croupier_solver::solution::Solution;
use croupier_solver::twenty_one::full_shoe;

use crate::advantages::Advantage;
use crate::document::{Block, Document, Holds, Paper, Table, Text};
use crate::findings::Play;
use crate::identity::Identity;
use crate::numbers::{chance, count, figure};
use crate::outcomes;
use crate::par::{self, Checked, Exposures};
use crate::sensitivity::Effect;

/// All that a par sheet tells.
pub struct Findings {
    /// The figures of every wager.
    pub solution: Solution,
    /// How the game is played best.
    pub play: Play,
    /// Every rule changed one at a time.
    pub effects: Vec<Effect>,
    /// What the rules give away.
    pub advantages: Vec<Advantage>,
    /// What is gained by knowing more.
    pub exposures: Exposures,
    /// The simulation.
    pub checked: Checked,
}

/// Builds the par sheet of a game.
pub fn par(game: &Game, identity: &Identity, found: &Findings, pace: u32) -> Document {
    let mut page = Document::new(&game.name, "Par sheet", Paper::Pages, identity.date);
    page.heading(1, "Identification");
    page.blocks.push(Block::Terms(identity.terms()));
    rules_as_modeled(&mut page, game);
    page.heading(1, "The wagers");
    outcomes::summary(&mut page, game, &found.solution);
    par::advantages_section(&mut page, &found.advantages);
    page.heading(1, "Outcome tables");
    the_deal(&mut page, game);
    outcomes::tables(&mut page, game, &found.solution);
    par::volatility_section(&mut page, game, &found.solution, pace);
    par::play_section(&mut page, game, &found.play);
    par::effects_section(&mut page, game, &found.solution, &found.effects);
    par::exposures_section(&mut page, game, &found.solution, &found.exposures);
    par::check_section(&mut page, game, &found.checked);
    page
}

/// The parts of a par sheet that are annexed to a filing: the wagers, their outcomes and volatility, and the simulation. How the
/// rules could be changed or exploited is told in the par sheet itself and in the memorandum.
pub fn annex(game: &Game, identity: &Identity, solution: &Solution, checked: &Checked, pace: u32) -> Document {
    let mut page = Document::new(&game.name, "Par sheet", Paper::Pages, identity.date);
    page.heading(1, "The wagers");
    outcomes::summary(&mut page, game, solution);
    page.heading(1, "Outcome tables");
    the_deal(&mut page, game);
    outcomes::tables(&mut page, game, solution);
    par::volatility_section(&mut page, game, solution, pace);
    par::check_section(&mut page, game, checked);
    page
}

/// The rules as they are modeled: what a round does, without the gestures.
fn rules_as_modeled(page: &mut Document, game: &Game) {
    page.heading(1, "Rules as modeled");
    page.paragraph(
        "The game is solved and simulated from the rules file itself; these are its rules in words. Where the documents \
         leave a point open, the reading is named in the memorandum and its other reading valued under Sensitivity.",
    );
    let sheet = Sheet::of(game);
    page.list(sheet.cards[..sheet.about_cards].iter().map(|sentence| &sentence.text));
    for part in &sheet.method_of_play {
        page.heading(2, &part.heading);
        page.list(
            part.sentences
                .iter()
                .map(|sentence| Text::from(&sentence.text).source(sentence.source())),
        );
    }
}

/// Games of 21: the sample space of the deal, counted. What follows the deal depends on choices, so its outcomes are
/// probabilities rather than counts.
fn the_deal(page: &mut Document, game: &Game) {
    if game.twenty_one().is_none() {
        return;
    }
    page.heading(2, "The deal");
    let (both, own, dealers, neither) = blackjacks(game);
    let all = both + own + dealers + neither;
    let mut table = Table::new(
        "Two cards to the player and two to the dealer: every deal",
        [
            ("Deal", Holds::Words),
            ("Count", Holds::Figures),
            ("Probability", Holds::Figures),
        ],
    );
    for (name, number) in [
        ("Blackjack of both", both),
        ("Blackjack of the player alone", own),
        ("Blackjack of the dealer alone", dealers),
        ("No blackjack", neither),
    ] {
        table.row([name.to_string(), count(number), chance(number as f64 / all as f64)]);
    }
    table.sum(["All".to_string(), count(all), figure(1.0, 6)]);
    page.table(table);
}

/// How many deals hold a blackjack of both, of the player, of the dealer, of neither. The two cards of a hand come in no
/// order.
fn blackjacks(game: &Game) -> (u128, u128, u128, u128) {
    let shoe = full_shoe(game);
    let number = |value: u8| -> u128 {
        let cards = Card::all().filter(|card| card.value() == value);
        cards.map(|card| u128::from(shoe[card.index()])).sum()
    };
    let (aces, tens, size) = (number(1), number(10), game.deck.size() as u128);
    let pairs = |size: u128| size * size.saturating_sub(1) / 2;
    let all = pairs(size) * pairs(size - 2);
    let one = aces * tens * pairs(size - 2);
    let both = aces * tens * aces.saturating_sub(1) * tens.saturating_sub(1);
    (both, one - both, one - both, all - 2 * one + both)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::load;
    use croupier_rules::play::is_ace_ten;

    #[test]
    fn blackjacks_are_counted_as_dealing_every_hand_counts_them() {
        let game = load::open("super-fun-21").unwrap().game;
        let cards: Vec<Card> = game.deck.cards().collect();
        let (mut both, mut own, mut dealers, mut neither) = (0u128, 0u128, 0u128, 0u128);
        for one in 0..cards.len() {
            for other in one + 1..cards.len() {
                let player = is_ace_ten(&[cards[one], cards[other]]);
                for up in (0..cards.len()).filter(|up| *up != one && *up != other) {
                    for hole in (up + 1..cards.len()).filter(|hole| *hole != one && *hole != other) {
                        let dealer = is_ace_ten(&[cards[up], cards[hole]]);
                        match (player, dealer) {
                            (true, true) => both += 1,
                            (true, false) => own += 1,
                            (false, true) => dealers += 1,
                            (false, false) => neither += 1,
                        }
                    }
                }
            }
        }
        assert_eq!(blackjacks(&game), (both, own, dealers, neither));
    }
}
