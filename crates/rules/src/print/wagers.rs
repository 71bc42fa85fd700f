//! The bets that open a round, and the table of all wagers with their limits.

use super::sheet::{Part, Sentence, Sources, WagerLine};
use super::words::{a, capital, count, join, number, ordinal, range, share};
use crate::game::{Family, Game, MainBet, Procedure, SideBet};
use crate::stud::{Street, Stud};
use crate::twenty_one::{DoubleAmount, DoubleMax, Insurance, TwentyOne};

/// How the bets are placed.
pub(super) fn placing(sources: &Sources) -> Part {
    let game = sources.game;
    let main = &game.main_bet.name;
    let seats = count(usize::from(game.table.seats), "player", "players");
    let mut sentences = vec![
        sources.say(format!("Up to {seats} may sit at the table."), None, &["table.seats"]),
        sources.say(
            format!(
                "To be dealt a hand a player places {} of {}.",
                a(main),
                main_amount(&game.main_bet)
            ),
            sources.clause(&game.main_bet.clause),
            &["main-bet"],
        ),
        several_hands(sources),
    ];
    if !game.main_bet.spots.is_empty() {
        let names: Vec<&str> = game.main_bet.spots.iter().map(|spot| spot.name.as_str()).collect();
        let text = format!(
            "The player may place the same amount again on {} of the same hand; every spot is paid as the {main} is.",
            match names.as_slice() {
                [one] => format!("the {one} spot"),
                names => format!("any or all of the {} spots", join(names, "and")),
            }
        );
        sentences.push(sources.say(text, sources.clause(&game.main_bet.spots[0].clause), &["main-bet.spot"]));
    }
    for (place, bet) in game.side_bets.iter().enumerate() {
        let field = format!("side-bet[{place}]");
        let fields = ["min", "max", "step", "at-most-main-bet"].map(|key| format!("{field}.{key}"));
        let text = format!(
            "In addition to the {main} the player may bet {} on {}{}.",
            range(bet.min, bet.max, bet.step),
            bet.name,
            if bet.at_most_main_bet {
                format!(", but not more than the {main}")
            } else {
                String::new()
            }
        );
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        sentences.push(sources.say(text, sources.step(Procedure::PlaceBets), &fields));
    }
    Part {
        heading: "Bets".to_string(),
        sentences,
    }
}

/// Every wager of the game with its limits.
pub(super) fn lines(game: &Game) -> Vec<WagerLine> {
    let main = &game.main_bet.name;
    let mut lines = vec![line(
        main,
        main_amount(&game.main_bet),
        "before the deal, to be dealt a hand",
    )];
    for spot in &game.main_bet.spots {
        lines.push(line(
            &spot.name,
            format!("equal to the {main}"),
            "before the deal, optional",
        ));
    }
    for bet in &game.side_bets {
        lines.push(line(&bet.name, side_amount(game, bet), "before the deal, optional"));
    }
    match &game.family {
        Family::TwentyOne(rules) => lines.extend(twenty_one(game, rules)),
        Family::Stud(rules) => lines.extend(stud(game, rules)),
    }
    lines
}

/// What may be added at a double, without the word for it.
pub(super) fn double_amount(amount: &DoubleAmount, main: &str) -> String {
    let full = match amount.max {
        DoubleMax::MainBet => format!("the {main}"),
        DoubleMax::LastDouble => "the double before".to_string(),
        DoubleMax::TotalBet => "all that is bet on the hand so far".to_string(),
    };
    match amount.min {
        None => format!("an amount equal to {full}"),
        Some(min) => format!("any amount from {min} up to {full}, in multiples of {}", amount.step),
    }
}

/// What may be bet as insurance.
pub(super) fn insurance_amount(insurance: &Insurance, main: &str) -> String {
    format!(
        "from {} up to {}, in multiples of {}",
        insurance.min,
        share(insurance.max, &format!("the {main}")),
        insurance.step
    )
}

/// The bets of a street as multiples of the main bet: "one, two or three times the Ante".
pub(super) fn street_amount(street: &Street, main: &str) -> String {
    let multiples: Vec<String> = street
        .bets
        .iter()
        .filter(|times| **times > 0)
        .map(|times| number(usize::from(*times)))
        .collect();
    match multiples.as_slice() {
        [] => "nothing".to_string(),
        [one] if one == "one" => format!("an amount equal to the {main}"),
        multiples => format!("{} times the {main}", join(multiples, "or")),
    }
}

fn line(wager: &str, amount: impl Into<String>, when: impl Into<String>) -> WagerLine {
    WagerLine {
        wager: wager.to_string(),
        amount: amount.into(),
        when: when.into(),
    }
}

fn main_amount(bet: &MainBet) -> String {
    if bet.amounts.is_empty() {
        range(bet.lowest(), bet.highest(), bet.step())
    } else {
        let amounts: Vec<String> = bet.amounts.iter().map(|amount| amount.to_string()).collect();
        join(&amounts, "or")
    }
}

fn side_amount(game: &Game, bet: &SideBet) -> String {
    let mut amount = range(bet.min, bet.max, bet.step);
    if let Some(min) = game.table.several_hands_side_bet_min
        && min != bet.min
    {
        amount += &format!(" (from {min} with more than one hand)");
    }
    if bet.at_most_main_bet {
        amount += &format!(", at most the {}", game.main_bet.name);
    }
    amount
}

fn several_hands(sources: &Sources) -> Sentence {
    let table = &sources.game.table;
    let main = &sources.game.main_bet.name;
    let mut text = match table.hands_max {
        1 => "A player plays one hand only".to_string(),
        hands => format!("A player may play up to {}", count(usize::from(hands), "hand", "hands")),
    };
    let several: Vec<String> = [
        (table.several_hands_main_bet_min, format!("the {main}")),
        (table.several_hands_side_bet_min, "every side bet placed".to_string()),
    ]
    .into_iter()
    .filter_map(|(min, bet)| Some(format!("{bet} is at least {} on each hand", min?)))
    .collect();
    if table.hands_max > 1 && !several.is_empty() {
        text += &format!("; with more than one, {}", join(&several, "and"));
    }
    let fields = [
        "table.hands-max",
        "table.several-hands-main-bet-min",
        "table.several-hands-side-bet-min",
    ];
    sources.say(text + ".", sources.clause(&table.clause), &fields)
}

fn twenty_one(game: &Game, rules: &TwentyOne) -> Vec<WagerLine> {
    let main = &game.main_bet.name;
    let each_spot = if game.main_bet.spots.is_empty() {
        ""
    } else {
        ", on each spot alike"
    };
    let mut lines = Vec::new();
    if rules.split.hands_max > 1 {
        let amount = format!("equal to the {main}{each_spot}");
        lines.push(line("Split", amount, "on each hand made by a split"));
    }
    let double = &rules.double;
    for time in 1..=double.times_max {
        let amount = if time == 1 {
            &double.first
        } else {
            double.again.as_ref().unwrap_or(&double.first)
        };
        let name = match double.times_max {
            1 => "Double down".to_string(),
            _ => format!("{} double down", capital(&ordinal(usize::from(time)))),
        };
        let when = if time == 1 {
            "in the player's turn"
        } else {
            "after the double before"
        };
        lines.push(line(&name, double_amount(amount, main) + each_spot, when));
    }
    if let Some(insurance) = &rules.insurance {
        let when = format!(
            "when the up card is {}",
            super::words::one_of(insurance.offered_on, &game.deck)
        );
        lines.push(line("Insurance", insurance_amount(insurance, main) + each_spot, when));
    }
    lines
}

fn stud(game: &Game, rules: &Stud) -> Vec<WagerLine> {
    let betting = rules
        .streets
        .iter()
        .filter(|street| street.bets.iter().any(|times| *times > 0));
    betting
        .map(|street| {
            let when = match street.bets.contains(&0) {
                true => format!("before the {}, optional", street.name),
                false => format!("before the {}", street.name),
            };
            let name = format!("{} bet", capital(&street.name));
            line(&name, street_amount(street, &game.main_bet.name), when)
        })
        .collect()
}
