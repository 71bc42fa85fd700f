//! `croupier effects`: what each card that leaves the shoe does to every wager.

use std::io::Write;

use croupier_rules::game::Shuffled;
use croupier_rules::{Card, Game};
use croupier_solver::effects::{CardEffect, Effects, WagerEffects, effects};
use croupier_table::counting::System;

use super::bets;
use super::count::counting_system;
use super::solve::with_changes;
use crate::args;
use crate::failure::Failure;
use crate::values::columns::Columns;

/// Computes the effects of a game and prints them.
pub fn run(args: &args::Effects) -> Result<(), Failure> {
    let game = with_changes(&args.rules)?.game;
    let bets = bets::checked(&game, args.rules.bet, 0, &[])?;
    let names: Vec<&str> = match &args.system[..] {
        [] => System::NAMES.to_vec(),
        named => named.iter().map(String::as_str).collect(),
    };
    let systems = names.into_iter().map(counting_system).collect::<Result<Vec<_>, _>>()?;
    let found = effects(&game, bets.main, &systems).ok_or_else(|| {
        let name = &game.name;
        Failure::Input(match game.shoe.shuffled {
            Shuffled::EveryRound => format!(
                "{name} is shuffled for every round: no card leaves the shoe before a bet is made, so there are no effects to tell"
            ),
            Shuffled::AtCutCard => format!("effects are told of games of 21 alone, and {name} is none"),
        })
    })?;
    let mut out = anstream::stdout().lock();
    if args.json {
        let json = serde_json::to_string_pretty(&found).map_err(anyhow::Error::from)?;
        writeln!(out, "{json}")?;
    } else {
        out.write_all(text(&game, &found).as_bytes())?;
    }
    Ok(())
}

/// The effects for reading, in percent of the bet.
fn text(game: &Game, found: &Effects) -> String {
    let mut columns = Columns::new(1);
    let head = |wager: &WagerEffects| wager.id.clone();
    columns.row(
        ["Card removed".to_string()]
            .into_iter()
            .chain(found.wagers.iter().map(head)),
    );
    for place in 0..found.wagers[0].cards.len() {
        let effect = |wager: &WagerEffects| format!("{:+.4}%", 100.0 * wager.cards[place].effect);
        let name = name(game, &found.wagers[0].cards[place]);
        columns.row([name].into_iter().chain(found.wagers.iter().map(effect)));
    }
    let sum = |wager: &WagerEffects| format!("{:+.4}%", 100.0 * wager.sum);
    columns.row(
        ["All cards, added".to_string()]
            .into_iter()
            .chain(found.wagers.iter().map(sum)),
    );
    let full = |wager: &WagerEffects| format!("{:+.4}%", 100.0 * wager.ev);
    columns.row(
        ["Full shoe".to_string()]
            .into_iter()
            .chain(found.wagers.iter().map(full)),
    );
    let mut fits = Columns::new(1);
    fits.row(
        ["Correlation with".to_string()]
            .into_iter()
            .chain(found.wagers.iter().map(head)),
    );
    for system in &found.systems {
        let correlations = system.correlations.iter();
        let cell = |correlation: Option<f64>| correlation.map_or("–".to_string(), |found| format!("{found:.3}"));
        let balanced = if system.balanced { "" } else { " (unbalanced)" };
        let name = format!("{}{balanced}", system.system);
        fits.row(
            [name]
                .into_iter()
                .chain(correlations.map(|found| cell(found.correlation))),
        );
    }
    format!(
        "{}\nEffects of removal, in percent of the bet: what one card less in the full shoe changes.\n`main` keeps to the chart of the \
         full shoe; `main-best` plays what is left best.\n\n{columns}\n{fits}",
        game.name
    )
}

/// A rank, or single cards where suits tell.
fn name(game: &Game, effect: &CardEffect) -> String {
    let rank = effect.cards[0].rank();
    let all = Card::all()
        .filter(|card| card.rank() == rank && game.deck.count(*card) > 0)
        .count();
    if effect.cards.len() == all {
        return rank.to_string();
    }
    let cards: Vec<String> = effect.cards.iter().map(ToString::to_string).collect();
    cards.join(" ")
}
