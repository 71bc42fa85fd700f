//! The bets that open a round, and the table of all wagers with their limits.

use super::sheet::{Part, Sentence, Sources, Topic, WagerLine};
use super::single_card;
use super::words::{a, capital, count, join, number, ordinal, range, share};
use crate::game::{Family, Game, MainBet, Procedure, SideBet, TableRules};
use crate::load::Path;
use crate::load::section::{key, place};
use crate::meter::{Meter, WinningStake};
use crate::showdown::{Blind, Showdown};
use crate::single_card::Raise;
use crate::stud::{Street, Stud};
use crate::twenty_one::{Double, DoubleAmount, DoubleMax, Insurance, Split, TwentyOne};

/// How the bets are placed.
pub(super) fn placing(sources: &Sources) -> Part {
    let game = sources.game;
    let main = &game.main_bet.name;
    let seats = count(usize::from(game.table.seats), "player", "players");
    let amount = main_amount(&game.main_bet);
    let to_be_dealt = match game.main_bet.required {
        true => format!("To be dealt a hand a player places {} of {amount}.", a(main)),
        false => format!("A player may bet on the {main}: {amount}."),
    };
    let mut sentences = vec![
        sources.say(
            format!("Up to {seats} may sit at the table."),
            None,
            &[place!(TableRules.seats)],
        ),
        main_bet(sources, to_be_dealt).at(Procedure::PlaceBets),
        several_hands(sources),
    ];
    sentences.extend(riding_bets(sources));
    sentences.extend(blind_bet(sources));
    if !game.main_bet.spots.is_empty() {
        let names: Vec<&str> = game.main_bet.spots.iter().map(String::as_str).collect();
        let text = format!(
            "The player may place the same amount again on {} of the same hand.",
            match names.as_slice() {
                [one] => format!("the {one} spot"),
                names => format!("any or all of the {} spots", join(names, "and")),
            }
        );
        sentences.push(sources.say(text, None, &[place!(MainBet.spots)]));
    }
    for bet in &game.side_bets {
        let may = if bet.required { "must" } else { "may" };
        let text = match game.main_bet.required {
            true => format!("In addition to the {main} the player"),
            false => "The player".to_string(),
        };
        let text = format!("{text} {may} bet on the {}: {}.", bet.name, side_amount(game, bet));
        sentences.push(side_bet(sources, bet, text));
        sentences.extend(winning_stake(sources, bet));
        sentences.extend(meter(sources, bet));
    }
    if let Some(most) = game.table.side_bets_max {
        let text = format!(
            "One hand may carry {} at most.",
            count(usize::from(most), "side bet", "side bets")
        );
        sentences.push(sources.say(text, None, &[place!(TableRules.side_bets_max)]));
    }
    Part {
        heading: "Bets".to_string(),
        topic: Topic::Bets,
        sentences,
    }
}

/// The bets on streets that lie beside the main bet from before the deal.
fn riding_bets(sources: &Sources) -> Option<Sentence> {
    let rules = sources.game.stud()?;
    let main = &sources.game.main_bet.name;
    let streets = rules.streets.iter().filter(|street| street.lies_before_deal());
    let (names, places): (Vec<String>, Vec<_>) = streets
        .map(|street| (format!("the {} bet", street.name), place!(Street[street.id].placed)))
        .unzip();
    let bets = join(&names, "and");
    let text = match names.as_slice() {
        [] => return None,
        [_] => format!("Beside it the player places {bets}, equal to the {main}."),
        _ => format!("Beside it the player places {bets}, each equal to the {main}."),
    };
    Some(sources.say(text, sources.step(Procedure::PlaceBets), &places))
}

/// The bet that every hand makes beside the main bet.
fn blind_bet(sources: &Sources) -> Option<Sentence> {
    let (blind, main) = (sources.game.blind()?, &sources.game.main_bet.name);
    let text = format!("Beside it the player places the {}, equal to the {main}.", blind.name);
    let at = place!(Showdown.blind);
    Some(sources.say(text, sources.step(Procedure::PlaceBets), &[at.key(key!(Blind.name))]))
}

/// Something said of the main bet.
fn main_bet(sources: &Sources, text: String) -> Sentence {
    let fields = [
        place!(MainBet.min),
        place!(MainBet.max),
        place!(MainBet.step),
        place!(MainBet.amounts),
        place!(MainBet.name),
        place!(MainBet.required),
    ];
    sources.say(text, sources.home(&place!(MainBet)), &fields)
}

/// Something said of what may be bet on a side bet.
fn side_bet(sources: &Sources, bet: &SideBet, text: String) -> Sentence {
    let mut fields = vec![
        place!(SideBet[bet.id].min),
        place!(SideBet[bet.id].max),
        place!(SideBet[bet.id].step),
        place!(SideBet[bet.id].at_most_main_bet),
        place!(SideBet[bet.id].equals_main_bet),
        place!(SideBet[bet.id].required),
        place!(TableRules.side_bets_max),
    ];
    if sources.game.table.several_hands_side_bet_min.is_some() {
        fields.push(place!(TableRules.several_hands_side_bet_min));
    }
    sources.say(text, sources.step(Procedure::PlaceBets), &fields)
}

/// What becomes of the stake of a side bet that wins, where it is kept.
fn winning_stake(sources: &Sources, bet: &SideBet) -> Option<Sentence> {
    let text = format!(
        "The stake of a winning {} is kept by the house: what its pay table says is all that is paid.",
        bet.name
    );
    let at = place!(SideBet[bet.id]);
    let kept = bet.winning_stake == WinningStake::Kept;
    kept.then(|| sources.say(text, sources.home(&at), &[place!(SideBet[bet.id].winning_stake)]))
}

/// The meter that a side bet pays shares of: what it shows, and what is said of how it grows.
fn meter(sources: &Sources, bet: &SideBet) -> Vec<Sentence> {
    let Some(meter) = sources.game.meter(bet) else {
        return Vec::new();
    };
    let home = || sources.home(&place!(Meter[meter.id]));
    let (name, shown) = (&meter.name, place!(Meter[meter.id].amount));
    let paid = format!(
        "The {} pays shares of the {name}, which shows {}. What it shows when the bets are made is what is paid; each of \
         several winners in one round is paid the share of that amount.",
        bet.name, meter.amount
    );
    let mut said = vec![sources.say(paid, home(), &[shown, place!(SideBet[bet.id].meter)])];
    said.extend(meter.seed.map(|seed| {
        let text = format!("When all of the {name} has been paid, it starts again from {seed}.");
        sources.say(text, home(), &[place!(Meter[meter.id].seed)])
    }));
    said.extend(meter.increment.map(|share| {
        let text = format!("{share} of every bet on the {} is added to the {name}.", bet.name);
        sources.say(text, home(), &[place!(Meter[meter.id].increment)])
    }));
    said
}

/// Every wager of the game with its limits.
pub(super) fn lines(sources: &Sources) -> Vec<WagerLine> {
    let game = sources.game;
    let main = &game.main_bet.name;
    let highest = [place!(MainBet.max), place!(MainBet.amounts)];
    let mut lines = vec![WagerLine {
        house_limit: sources.is_house_limit(&place!(MainBet), &highest),
        ..line(
            main,
            main_amount(&game.main_bet) + &several_main_bets(game),
            match game.main_bet.required {
                true => "before the deal, to be dealt a hand",
                false => "before the deal, optional",
            },
            main_bet(sources, String::new()),
        )
    }];
    for spot in &game.main_bet.spots {
        let from = sources.say("", None, &[place!(MainBet.spots)]);
        lines.push(line(
            spot,
            format!("equal to the {main}"),
            "before the deal, optional",
            from,
        ));
    }
    for bet in &game.side_bets {
        let when = match bet.required {
            true => "before the deal, with every hand",
            false => "before the deal, optional",
        };
        let from = side_bet(sources, bet, String::new());
        let highest = [place!(SideBet[bet.id].max)];
        lines.push(WagerLine {
            house_limit: !bet.equals_main_bet && sources.is_house_limit(&place!(SideBet[bet.id]), &highest),
            ..line(&bet.name, side_amount(game, bet), when, from)
        });
    }
    match &game.family {
        Family::TwentyOne(rules) => lines.extend(twenty_one(sources, rules)),
        Family::Stud(rules) => lines.extend(stud(sources, rules)),
        Family::Baccarat(_) => {}
        Family::SingleCard(rules) => {
            let fields = [place!(Raise.amount), place!(Raise.name)];
            let when = format!("in the player's turn, with {}", single_card::offered_with(rules));
            let from = sources.cite_step(Procedure::Raise, &fields);
            lines.push(line(
                &rules.raise.name,
                single_card::raise_amount(sources, &rules.raise),
                when,
                from,
            ));
        }
    }
    lines
}

/// What may be added at a double of a hand that may be doubled so many times, without the word for it.
pub(super) fn double_amount(amount: &DoubleAmount, main: &str, times: u8) -> String {
    let full = match amount.max {
        DoubleMax::MainBet => format!("the {main}"),
        DoubleMax::LastDouble if times == 2 => "the first double".to_string(),
        DoubleMax::LastDouble => "the double before it".to_string(),
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

/// The fields that say when insurance is offered and for how much.
pub(super) fn insurance_fields() -> [Path; 4] {
    [
        place!(Insurance.offered_on),
        place!(Insurance.min),
        place!(Insurance.max),
        place!(Insurance.step),
    ]
}

/// The bets beside the main bet on the same hand: "each 2x, 3x and 4x bet".
pub(super) fn spot_bets(game: &Game) -> Option<String> {
    let names: Vec<&str> = game.main_bet.spots.iter().map(String::as_str).collect();
    match names.as_slice() {
        [] => None,
        [one] => Some(format!("the {one} bet")),
        names => Some(format!("each {} bet", join(names, "and"))),
    }
}

/// That a bet is made for every spot alike, as the tail of a sentence.
pub(super) fn spots_alike(game: &Game) -> String {
    spot_bets(game).map_or_else(String::new, |bets| format!(", and the same on {bets}"))
}

/// Whether a street offers one bet, two, and so on, rather than multiples of one.
pub(super) fn is_several_bets(street: &Street) -> bool {
    let bets = street.bets.iter().filter(|times| **times > 0);
    bets.clone().count() > 1 && bets.zip(1..).all(|(times, place)| *times == place)
}

/// The bets of a street by the main bet: "one, two or three bets, each equal to the Ante".
pub(super) fn street_amount(street: &Street, main: &str, bets: &str) -> String {
    let multiples: Vec<String> = street
        .bets
        .iter()
        .filter(|times| **times > 0)
        .map(|times| number(usize::from(*times)))
        .collect();
    match multiples.as_slice() {
        [] => "nothing".to_string(),
        [one] if one == "one" => format!("an amount equal to the {main}"),
        several if is_several_bets(street) => format!("{} {bets}, each equal to the {main}", join(several, "or")),
        multiples => format!("{} times the {main}", join(multiples, "or")),
    }
}

fn line(wager: &str, amount: impl Into<String>, when: impl Into<String>, from: Sentence) -> WagerLine {
    WagerLine {
        wager: wager.to_string(),
        amount: amount.into(),
        when: when.into(),
        house_limit: false,
        from: from.origin(),
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
    if bet.equals_main_bet {
        return format!("an amount equal to the {}", game.main_bet.name);
    }
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

/// What the main bet must be with more than one hand, as the tail of an amount.
fn several_main_bets(game: &Game) -> String {
    match game.table.several_hands_main_bet_min {
        Some(min) if game.table.hands_max > 1 => {
            let least = if min == game.main_bet.highest() {
                ""
            } else {
                "at least "
            };
            format!("; {least}{min} on each hand when more than one is played")
        }
        _ => String::new(),
    }
}

fn several_hands(sources: &Sources) -> Sentence {
    let table = &sources.game.table;
    let main = &sources.game.main_bet.name;
    let mut text = match table.hands_max {
        1 => "A player plays one hand only".to_string(),
        hands => format!("A player may play up to {}", count(usize::from(hands), "hand", "hands")),
    };
    let several: Vec<String> = [
        table.several_hands_main_bet_min.map(|min| {
            let must = if min == sources.game.main_bet.highest() {
                "must be"
            } else {
                "is at least"
            };
            format!("the {main} {must} {min} on each hand")
        }),
        table
            .several_hands_side_bet_min
            .map(|min| format!("every side bet placed is at least {min} on each hand")),
    ]
    .into_iter()
    .flatten()
    .collect();
    if table.hands_max > 1 && !several.is_empty() {
        text += &format!("; with more than one, {}", join(&several, "and"));
    }
    let fields = [
        place!(TableRules.hands_max),
        place!(TableRules.several_hands_main_bet_min),
        place!(TableRules.several_hands_side_bet_min),
    ];
    sources.say(text + ".", sources.home(&place!(TableRules)), &fields)
}

fn twenty_one(sources: &Sources, rules: &TwentyOne) -> Vec<WagerLine> {
    let game = sources.game;
    let main = &game.main_bet.name;
    let alike = &spots_alike(game);
    let mut lines = Vec::new();
    if rules.split.hands_max > 1 {
        let free = match rules.split.free.is_empty() {
            true => "",
            false => "; nothing where the split is free",
        };
        let amount = format!("equal to the {main}{alike}{free}");
        let from = sources.cite_step(Procedure::Split, &[place!(Split.pairs)]);
        lines.push(line("Split", amount, "on the new hand, when a pair is split", from));
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
        let when = match time {
            1 => "in the player's turn".to_string(),
            later => format!("after the {} double", ordinal(usize::from(later - 1))),
        };
        let from = match time {
            1 => sources.cite_step(Procedure::Double, &[place!(Double.first)]),
            _ => sources.cite_step(Procedure::DoubleAgain, &[place!(Double.again)]),
        };
        let free = match double.may_be_free() {
            true => "; nothing where the double is free",
            false => "",
        };
        lines.push(line(
            &name,
            double_amount(amount, main, double.times_max) + alike + free,
            when,
            from,
        ));
    }
    if let Some(insurance) = &rules.insurance {
        let when = format!(
            "when the up card is {}",
            super::words::one_of(insurance.offered_on, &game.deck)
        );
        let from = sources.cite_step(Procedure::Insurance, &insurance_fields());
        lines.push(line("Insurance", insurance_amount(insurance, main) + alike, when, from));
    }
    lines
}

fn stud(sources: &Sources, rules: &Stud) -> Vec<WagerLine> {
    let game = sources.game;
    let betting = rules
        .streets
        .iter()
        .filter(|street| street.bets.iter().any(|times| *times > 0));
    let blind = game.blind().map(|blind| {
        let at = place!(Showdown.blind);
        let from = sources.cite_step(Procedure::PlaceBets, &[at.key(key!(Blind.name))]);
        line(
            &blind.name,
            format!("equal to the {}", game.main_bet.name),
            "before the deal",
            from,
        )
    });
    let streets = betting.map(|street| {
        let when = match street.bets.contains(&0) {
            _ if street.lies_before_deal() => {
                format!("before the deal; may be pulled back before the {}", street.name)
            }
            _ if street.cards == 0 && rules.showdown.is_some() => "in the player's turn".to_string(),
            true => format!("before the {}, optional", street.name),
            false => format!("before the {}", street.name),
        };
        let name = format!("{} bet", capital(&street.name));
        let at = place!(Street[street.id]);
        let from = sources.cite(sources.home(&at), &[at.key(key!(Street.bets))]);
        let larger = street.larger_bets_in_words(rules.hands.hand_size);
        let larger = larger.map_or_else(String::new, |hands| format!("; more than the least {hands}"));
        let amount = street_amount(street, &game.main_bet.name, "bets") + &larger;
        line(&name, amount, when, from)
    });
    blind.into_iter().chain(streets).collect()
}
