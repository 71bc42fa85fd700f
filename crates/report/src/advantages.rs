//! What the rules give away: every wager, amount or situation in which the player has the edge, how much and how often, and
//! the smallest change of one rule that takes it back.

use croupier_rules::load::Loaded;
use croupier_rules::{Card, Game, Money};
use croupier_solver::pack::Pack;
use croupier_solver::side_bets::insurance_when;
use croupier_solver::solution::{Solution, WagerValue};

use crate::sensitivity::Effect;

/// A wager in which the player has the edge.
#[derive(Clone, PartialEq, Debug)]
pub struct Advantage {
    /// The wager, and when.
    pub what: String,
    /// The player's expected gain for each unit of the wager.
    pub edge: f64,
    /// How likely it is that a round offers it.
    pub often: f64,
    /// The smallest change of one rule that takes the edge back, in words, and the player's edge then.
    pub remedy: Option<(String, f64)>,
}

/// All that the rules give away. `effects` are those of the base solution.
pub fn advantages(loaded: &Loaded, base: &Solution, effects: &[Effect]) -> Vec<Advantage> {
    let mut found = main_game(loaded, base, effects);
    found.extend(side_bets(loaded, base, effects));
    found.extend(insurance(loaded, effects));
    found
}

/// The main game, at each bet at which the player has the edge.
fn main_game(loaded: &Loaded, base: &Solution, effects: &[Effect]) -> Vec<Advantage> {
    let name = &loaded.game.main_bet.name;
    let Some(main) = base.wagers.first() else {
        return Vec::new();
    };
    let bets: Vec<(i64, f64)> = match base.by_bet.as_slice() {
        [] => vec![(base.bet_cents, main.ev)],
        bets => bets.iter().map(|bet| (bet.bet_cents, bet.ev)).collect(),
    };
    let good = bets.into_iter().filter(|(_, ev)| *ev > 0.0);
    good.map(|(cents, edge)| {
        let bet = Money::from_cents(cents);
        let what = match base.by_bet.is_empty() {
            true => "The main game".to_string(),
            false => format!("The main game at {} of {bet}", article(name)),
        };
        let at_bet = |effect: &Effect| match cents == base.bet_cents {
            true => effect.changed(main).map(|wager| wager.ev),
            false => solved_at(loaded, effect, bet),
        };
        Advantage {
            what,
            edge,
            often: 1.0,
            remedy: smallest(&loaded.game, effects, main, edge, &at_bet),
        }
    })
    .collect()
}

/// Side bets by their pay tables.
fn side_bets(loaded: &Loaded, base: &Solution, effects: &[Effect]) -> Vec<Advantage> {
    let is_side_bet = |wager: &&WagerValue| loaded.game.side_bet(&wager.id).is_some();
    let good = base.wagers.iter().filter(is_side_bet).filter(|wager| wager.ev > 0.0);
    good.map(|wager| Advantage {
        what: format!("The {}", wager.name),
        edge: wager.ev,
        often: 1.0,
        remedy: smallest(&loaded.game, effects, wager, wager.ev, &|effect| {
            effect.changed(wager).map(|wager| wager.ev)
        }),
    })
    .collect()
}

/// Insurance under each up card, whatever the player holds.
fn insurance(loaded: &Loaded, effects: &[Effect]) -> Vec<Advantage> {
    let pack = Pack::fresh(&loaded.game.deck);
    let all: u32 = pack.kinds().map(|(_, count)| count).sum();
    let good = pack
        .kinds()
        .filter_map(|(up, count)| Some((up, count, insured_under(&loaded.game, up)?)));
    good.filter(|(_, _, edge)| *edge > 0.0)
        .map(|(up, count, edge)| {
            let changed = |effect: &Effect| {
                let touches = effect
                    .variant
                    .changes
                    .iter()
                    .any(|change| change.path.starts_with("insurance"));
                let game = touches
                    .then(|| loaded.with(&effect.variant.changes).ok())
                    .flatten()?
                    .game;
                let edge = insured_under(&game, up)?;
                Some((effect.says(&loaded.game), edge))
            };
            let cures = effects.iter().filter_map(changed).filter(|(_, edge)| *edge <= 0.0);
            Advantage {
                what: format!(
                    "Insurance when the up card is the {} of {}",
                    up.rank().name(),
                    up.suit().name()
                ),
                edge,
                often: f64::from(count) / f64::from(all),
                remedy: cures.reduce(|best, next| if next.1 > best.1 { next } else { best }),
            }
        })
        .collect()
}

/// What a unit of insurance is worth under this up card.
fn insured_under(game: &Game, up: Card) -> Option<f64> {
    let insurance = game.twenty_one()?.insurance.as_ref()?;
    let value = insurance_when(insurance, &Pack::fresh(&game.deck), |_, shown| shown == up);
    value.map(|value| value.ev)
}

/// The change that takes the least from the player among those that leave no edge. Those that take about as much as the edge
/// at the bet of the base solution are tried first; what they are worth is found by `value`.
fn smallest(
    game: &Game,
    effects: &[Effect],
    base: &WagerValue,
    edge: f64,
    value: &dyn Fn(&Effect) -> Option<f64>,
) -> Option<(String, f64)> {
    let taken = |effect: &&Effect| effect.changed(base).map_or(0.0, |wager| base.ev - wager.ev);
    let mut candidates: Vec<&Effect> = effects.iter().filter(|effect| taken(effect) > edge / 2.0).collect();
    candidates.sort_by(|one, other| taken(one).total_cmp(&taken(other)));
    candidates.into_iter().find_map(|effect| {
        let left = value(effect)?;
        (left <= 0.0).then(|| (effect.says(game), left))
    })
}

/// The main game under a change, at another bet than the base solution's.
fn solved_at(loaded: &Loaded, effect: &Effect, bet: Money) -> Option<f64> {
    let game = loaded.with(&effect.variant.changes).ok()?.game;
    let solution = croupier_solver::solve(&game, Some(bet)).ok()?;
    solution.wagers.first().map(|main| main.ev)
}

fn article(name: &str) -> String {
    let vowel = name.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}
