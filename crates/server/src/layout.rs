//! A felt as it is laid out: its spots, what may be put on each, and what each pays.

use croupier_rules::pattern::Pays;
use croupier_rules::print::odds_in_words;
use croupier_rules::stud::Stud;
use croupier_rules::{Family, Game, Money};

use crate::scene::capital;
use crate::slip::Limits;
use crate::wire::{FamilyName, Layout, PayRow, SpotRule};

/// The felt of a game within a table's limits.
pub fn layout(game: &Game, limits: Limits) -> Layout {
    let bet = &game.main_bet;
    let stud = game.stud();
    let within = |amount: &&Money| **amount >= limits.min && **amount <= limits.max;
    Layout {
        family: match game.family {
            Family::TwentyOne(_) => FamilyName::TwentyOne,
            Family::Stud(_) => FamilyName::Stud,
            Family::Baccarat(_) => FamilyName::Baccarat,
        },
        seats: game.table.seats,
        hands_max: game.table.hands_max,
        main: SpotRule {
            id: "main".to_string(),
            name: bet.name.clone(),
            min: limits.min.cents(),
            max: limits.max.cents(),
            step: bet.step().cents(),
            amounts: bet.amounts.iter().filter(within).map(|amount| amount.cents()).collect(),
            pays: main_pays(game),
        },
        riding: stud.map_or_else(Vec::new, riding),
        multiples: bet.spots.clone(),
        side: side(game, limits),
        streets: stud.map_or_else(Vec::new, |stud| {
            stud.streets.iter().map(|street| capital(&street.name)).collect()
        }),
        shared_hands: match game.family {
            Family::Baccarat(_) => vec!["Player".to_string(), "Banker".to_string()],
            _ => Vec::new(),
        },
        community: stud.map_or(0, |stud| stud.community_cards()),
        extra: stud.map_or(0, |stud| stud.hands.extra_cards),
        insurance: game.twenty_one().is_some_and(|rules| rules.insurance.is_some()),
    }
}

/// The spots of streets whose bets lie there from before the deal.
fn riding(stud: &Stud) -> Vec<String> {
    let streets = stud.streets.iter().zip(1..);
    let streets = streets.filter(|(street, _)| street.lies_before_deal());
    streets.map(|(_, number)| format!("street-{number}")).collect()
}

/// The limits a table has if nobody sets narrower ones.
pub fn widest(game: &Game) -> Limits {
    Limits {
        min: game.main_bet.lowest(),
        max: game.main_bet.highest(),
    }
}

fn side(game: &Game, limits: Limits) -> Vec<SpotRule> {
    let spot = |bet: &croupier_rules::game::SideBet| SpotRule {
        id: bet.id.clone(),
        name: bet.name.clone(),
        min: bet.min.cents(),
        max: bet.max_beside(limits.max).cents(),
        step: bet.step.cents(),
        amounts: Vec::new(),
        pays: bet
            .rows
            .iter()
            .map(|row| PayRow {
                name: row.name.clone(),
                pays: in_words(row.pays),
            })
            .collect(),
    };
    game.side_bets.iter().map(spot).collect()
}

fn main_pays(game: &Game) -> Vec<PayRow> {
    let row = |name: &str, pays: String| PayRow {
        name: name.to_string(),
        pays,
    };
    match &game.family {
        Family::Stud(stud) => {
            let bonus = stud.showdown.iter().flat_map(|showdown| &showdown.bonus_rows);
            let bonus = bonus.map(|pay| row(&format!("Bonus: {}", pay.name.to_lowercase()), in_words(pay.pays)));
            let pays = stud.pays.iter().map(|pay| row(&pay.name, in_words(pay.pays)));
            pays.chain(bonus).collect()
        }
        Family::Baccarat(rules) => {
            let rows = rules.pays.iter();
            rows.map(|pay| row(&pay.name, in_words(pay.pays))).collect()
        }
        Family::TwentyOne(rules) => {
            let mut rows = vec![row("Blackjack", odds_in_words(rules.blackjack.pays))];
            rows.extend(
                rules
                    .blackjack
                    .suited
                    .iter()
                    .map(|suited| row(&suited.name, odds_in_words(suited.pays))),
            );
            rows.extend(
                rules
                    .winners
                    .iter()
                    .map(|winner| row(&winner.name, in_words(winner.pays))),
            );
            rows
        }
    }
}

fn in_words(pays: Pays) -> String {
    match pays {
        Pays::Odds(odds) => odds_in_words(odds),
        Pays::Amount(amount) => amount.to_string(),
    }
}
