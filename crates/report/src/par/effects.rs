//! The sensitivity of every wager to every rule and every unclear point.

use croupier_rules::Game;
use croupier_solver::solution::{Solution, WagerValue};
use croupier_solver::variants::VariantKind;

use crate::document::{Document, Holds, Table};
use crate::numbers::{difference, percent};
use crate::plots::{Swing, tornado};
use crate::sensitivity::Effect;

/// How many changes a tornado shows.
const SHOWN: usize = 16;

/// Adds the section.
pub(crate) fn section(page: &mut Document, game: &Game, base: &Solution, effects: &[Effect]) {
    page.heading(1, "Sensitivity");
    page.paragraph(
        "Every rule changed one at a time and the game solved again, with the best play for the changed rules. Pay lines \
         move by the steps that felts use. A wager that is not named has not changed.",
    );
    for wager in &base.wagers {
        of_wager(page, game, wager, effects);
    }
    unclear(page, game, base, effects);
    let idle: Vec<&str> = effects
        .iter()
        .filter(|effect| effect.is_idle(base) && effect.variant.kind != VariantKind::Unclear)
        .map(|effect| effect.variant.says.as_str())
        .collect();
    if !idle.is_empty() {
        page.heading(2, "Changes without effect on any value");
        page.list(idle);
    }
    let rules = effects
        .iter()
        .filter(|effect| effect.variant.kind != VariantKind::Unclear);
    let refused: Vec<&str> = rules
        .filter(|effect| effect.solved.is_err())
        .map(|effect| effect.variant.says.as_str())
        .collect();
    if !refused.is_empty() {
        page.heading(2, "Changes that make no game");
        page.list(refused);
    }
}

fn of_wager(page: &mut Document, game: &Game, wager: &WagerValue, effects: &[Effect]) {
    let mut changed: Vec<(&Effect, &WagerValue)> = effects
        .iter()
        .filter_map(|effect| Some((effect, effect.changed(wager)?)))
        .collect();
    if changed.is_empty() {
        return;
    }
    changed.sort_by(|(_, one), (_, other)| {
        let far = |value: &WagerValue| (value.house_edge - wager.house_edge).abs();
        far(other).total_cmp(&far(one))
    });
    page.heading(2, format!("{}: {} as filed", wager.name, percent(wager.house_edge, 3)));
    let swings: Vec<Swing> = changed
        .iter()
        .take(SHOWN)
        .map(|(effect, value)| Swing {
            name: effect.says_of_wager(game),
            effect: value.house_edge - wager.house_edge,
        })
        .collect();
    let caption = match changed.len() {
        all if all > SHOWN => format!("{}: the {SHOWN} changes with the largest effect of {all}.", wager.name),
        _ => format!("{}: all changes with an effect.", wager.name),
    };
    page.figure(tornado(&swings, &caption));
    let mut table = Table::new(
        format!("{}: house edge under each change", wager.name),
        [
            ("Change", Holds::Sentences),
            ("House edge", Holds::Figures),
            ("Effect", Holds::Figures),
        ],
    );
    for (effect, value) in &changed {
        table.row([
            effect.says_of_wager(game),
            percent(value.house_edge, 4),
            difference(value.house_edge - wager.house_edge, 4),
        ]);
    }
    page.table(table);
}

/// Every unclear point read the other way, whether it matters or not.
fn unclear(page: &mut Document, game: &Game, base: &Solution, effects: &[Effect]) {
    let points = || {
        effects
            .iter()
            .filter(|effect| effect.variant.kind == VariantKind::Unclear)
    };
    if points().next().is_none() {
        return;
    }
    page.heading(2, "Open points read the other way");
    let mut table = Table::new(
        "",
        [
            ("Other reading", Holds::Sentences),
            ("Effect on the house edge", Holds::Remarks),
        ],
    );
    for effect in points() {
        let said: Vec<String> = match &effect.solved {
            Err(_) => vec!["simulated in the memorandum".to_string()],
            Ok(_) => base
                .wagers
                .iter()
                .filter_map(|wager| {
                    let value = effect.changed(wager)?;
                    let by = difference(value.house_edge - wager.house_edge, 4);
                    Some(format!("{} {by}", wager.name))
                })
                .collect(),
        };
        let said = if said.is_empty() {
            "none".to_string()
        } else {
            said.join(", ")
        };
        table.row([effect.says(game), said]);
    }
    page.table(table);
}
