//! A felt as it is laid out: its spots, what may be put on each, and what each pays.

use croupier_felt::{Plan, Printed};
use croupier_rules::print::Sheet;
use croupier_rules::stud::Stud;
use croupier_rules::{Family, Game, Money};

use crate::slip::Limits;
use crate::wire::{FamilyName, Layout, SpotRule};

/// The felt of a game within a table's limits.
pub fn layout(game: &Game, limits: Limits) -> Layout {
    let bet = &game.main_bet;
    let printed = Printed::of(game);
    let plan = Plan::new(&printed);
    let within = |amount: &&Money| **amount >= limits.min && **amount <= limits.max;
    let side = game.side_bets.iter().zip(printed.side).map(|(bet, shown)| SpotRule {
        id: shown.id,
        name: shown.name,
        min: bet.min.cents(),
        max: bet.max_beside(limits.max).cents(),
        step: bet.step.cents(),
        amounts: Vec::new(),
        pays: shown.pays,
    });
    Layout {
        family: match game.family {
            Family::TwentyOne(_) => FamilyName::TwentyOne,
            Family::Stud(_) => FamilyName::Stud,
            Family::Baccarat(_) => FamilyName::Baccarat,
            Family::SingleCard(_) => FamilyName::SingleCard,
        },
        seats: printed.seats,
        hands_max: printed.hands_max,
        main: SpotRule {
            id: printed.main.id,
            name: printed.main.name,
            min: limits.min.cents(),
            max: limits.max.cents(),
            step: bet.step().cents(),
            amounts: bet.amounts.iter().filter(within).map(|amount| amount.cents()).collect(),
            pays: printed.main.pays,
        },
        main_required: game.main_bet.required,
        multiples: printed.multiples,
        riding: game.stud().map_or_else(Vec::new, riding),
        side: side.collect(),
        payout_limits: Sheet::of(game)
            .payout_limits
            .into_iter()
            .map(|limit| limit.text)
            .collect(),
        streets: printed.streets,
        shared_hands: printed.shared_hands,
        community: printed.community,
        extra: printed.extra,
        insurance: printed.insurance,
        plan,
    }
}

/// The spots beside the main bet that carry its amount from before the deal: the blind bet, and streets whose bets lie there.
fn riding(stud: &Stud) -> Vec<String> {
    let blind = stud.showdown.as_ref().and_then(|showdown| showdown.blind.as_ref());
    let streets = stud.streets.iter().zip(1..);
    let streets = streets.filter(|(street, _)| street.lies_before_deal());
    let streets = streets.map(|(_, number)| format!("street-{number}"));
    blind.map(|_| "blind".to_string()).into_iter().chain(streets).collect()
}

/// The limits a table has if nobody sets narrower ones.
pub fn widest(game: &Game) -> Limits {
    Limits {
        min: game.main_bet.lowest(),
        max: game.main_bet.highest(),
    }
}
