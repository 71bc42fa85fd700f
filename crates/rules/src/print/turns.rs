//! What a player may do in a game of 21, in words.

use super::pay_tables::winner_tables;
use super::sheet::{Clauses, Sentence, Sources};
use super::twenty_one::is_checked;
use super::wagers::{double_amount, spot_bets, spots_alike};
use super::words::{any_of, capital, count, join, number, one_of, ordinal, share};
use crate::card::Rank;
use crate::game::Procedure;
use crate::load::Path;
use crate::load::section::place;
use crate::numbers::{Numbers, Ranks};
use crate::twenty_one::{
    AfterDouble, Double, Pairs, SecondCards, Split, SplitAceTen, SplitAces, Surrender, SurrenderAfterDouble,
    SurrenderCheck, SurrenderWhen, TwentyOne, Winner,
};

/// The totals a hand with a choice can have: hard, and soft.
const HARD: std::ops::RangeInclusive<u8> = 4..=21;
const SOFT: std::ops::RangeInclusive<u8> = 12..=21;
const FREE_BET: &str = "A free bet that wins is paid on its face value; one that loses or pushes costs the player nothing, and is \
                        taken down.";
const ANY_TOTAL: &str = " totaling 21 or less";

/// Hit, stand, bust, and the hands that win at once.
pub(super) fn turns(sources: &Sources, rules: &TwentyOne) -> Vec<Sentence> {
    let mut said = vec![
        sources.say_step(
            Procedure::TurnOrder,
            "Hands are played in turn, starting on the dealer's left and moving to the right.",
            &[],
        ),
        sources.say_step(
            Procedure::Hit,
            "A player may hit, taking one card at a time, as long as the hand does not go over 21.",
            &[],
        ),
        sources.say_step(Procedure::Stand, "A player may stand, taking no more cards.", &[]),
        sources.say_step(
            Procedure::Bust,
            "A hand that goes over 21 busts: its bets are lost at once, whatever the dealer has.",
            &[],
        ),
    ];
    said.extend(winners(sources, rules));
    if !rules.winners.iter().any(every_21) {
        let text = match may_double_hard_21(rules) {
            true => "A hard 21 takes no more cards: it may stand, or be doubled, which busts it.",
            false => "A hard 21 takes no more cards: it stands without the player's choice.",
        };
        said.push(sources.say_step(Procedure::HardTwentyOne, text, &[place!(Double.hard_21)]));
    }
    said
}

/// Doubling down.
pub(super) fn double(sources: &Sources, rules: &TwentyOne) -> Vec<Sentence> {
    let double = &rules.double;
    let cites = || {
        sources
            .step(Procedure::Double)
            .or_else(|| sources.home(&place!(Double)))
    };
    if double.times_max == 0 {
        let text = "Doubling down is never allowed.";
        return vec![sources.say(text, sources.home(&place!(Double)), &[place!(Double)])];
    }
    let main = &sources.game.main_bet.name;
    let alike = spots_alike(sources.game);
    let mut said = vec![
        sources.say(
            format!("A player may double down on {}.", hands_to_double(rules)),
            cites(),
            &[
                place!(Double.cards),
                place!(Double.hard),
                place!(Double.soft),
                place!(Double.hard_21),
            ],
        ),
        sources
            .say(
                format!(
                    "To double down the player adds {}{alike}.",
                    double_amount(&double.first, main, double.times_max)
                ),
                cites(),
                &[place!(Double.first)],
            )
            .at(Procedure::Double),
    ];
    if double.may_be_free() {
        said.extend(free_double(sources, double));
    }
    let after = match (double.then, double.times_max) {
        (AfterDouble::NoHit, 1) => "A doubled hand takes exactly one more card and may not hit.",
        (AfterDouble::NoHit, _) => "A hand receives exactly one card for each double, and a doubled hand may not hit.",
        (AfterDouble::MayHit, _) => {
            "A hand receives one card for each double, and a doubled hand may then hit like any other."
        }
    };
    said.push(sources.say_step(Procedure::DoubleCard, after, &[place!(Double.then)]));
    said.push(sources.say(
        again(double, main, &alike),
        again_cites(sources, double),
        &[place!(Double.times_max), place!(Double.again)],
    ));
    if rules.split.hands_max > 1 {
        said.push(sources.say(
            double_after_split(rules),
            cites(),
            &[place!(Double.after_split), place!(Double.split_aces)],
        ));
    }
    said
}

/// Splitting pairs.
pub(super) fn split(sources: &Sources, rules: &TwentyOne) -> Vec<Sentence> {
    let split = &rules.split;
    let cites = || sources.step(Procedure::Split).or_else(|| sources.home(&place!(Split)));
    if split.hands_max <= 1 {
        let text = "Pairs are never split.";
        return vec![sources.say(text, sources.home(&place!(Split)), &[place!(Split)])];
    }
    let game = sources.game;
    let spots = spot_bets(game).map_or_else(String::new, |bets| format!(", and one equal to {bets}"));
    let pair = match split.pairs {
        Pairs::Rank => "of the same rank",
        Pairs::Value => "of the same value (all cards that count 10 are alike)",
    };
    let text = format!(
        "A player whose first two cards are {pair} may split them into two hands by placing on the new hand an amount \
         equal to the {}{spots}; each card then receives a second card.",
        game.main_bet.name
    );
    let first = sources.say(text, cites(), &[place!(Split.pairs)]).at(Procedure::Split);
    let mut said = vec![first];
    if !split.free.is_empty() {
        said.extend(free_split(sources, rules));
    }
    said.push(limits(sources, rules));
    if split.aces_hands_max > 1 {
        let text = match (split.aces, split.aces_hands_max > 2) {
            (SplitAces::PlayOn, _) => play_on(rules),
            (SplitAces::OneCard, false) => "Each split ace receives one card only, and the hand stands.",
            (SplitAces::OneCard, true) => {
                "Each split ace receives one card only, and the hand stands unless that card is another ace that may be split."
            }
        };
        let mut fields = vec![place!(Split.aces)];
        if split.aces == SplitAces::PlayOn {
            fields.push(place!(Double.split_aces));
        }
        said.push(sources.say(text, cites(), &fields));
    }
    let text = match split.ace_ten {
        SplitAceTen::TwentyOne => {
            "On a split hand an ace with a card that counts 10 is a total of 21 and not a blackjack."
        }
        SplitAceTen::Blackjack => {
            "On a split hand an ace with a card that counts 10 is a blackjack and is paid as one at once."
        }
    };
    said.push(sources.say(text, cites(), &[place!(Split.ace_ten)]));
    let order = match split.second_cards {
        SecondCards::InTurn => {
            "Split hands are played one after another: the first is played out before the next receives its second card."
        }
        SecondCards::AtOnce => "Both split hands receive their second cards before the first is played.",
    };
    said.push(sources.say_step(Procedure::SplitOrder, order, &[place!(Split.second_cards)]));
    said
}

/// Doubles that the house stakes.
fn free_double(sources: &Sources, double: &Double) -> [Sentence; 2] {
    let cites = || {
        let steps = [Procedure::FreeDouble, Procedure::Double];
        let step = steps.into_iter().find_map(|step| sources.step(step));
        step.or_else(|| sources.home(&place!(Double)))
    };
    let cards = match any_of(double.free_cards, 21) {
        _ if double.free_cards == Double::FREE_CARDS => "two cards".to_string(),
        any => format!("{any} cards"),
    };
    let text = format!(
        "A double on a hard total of {} with {cards} is a free bet: the house stakes it, for exactly the {} of the hand, and the \
         hand is doubled in no other way.",
        any_of(double.free, 21),
        sources.game.main_bet.name
    );
    let free = sources
        .say(text, cites(), &[place!(Double.free), place!(Double.free_cards)])
        .at(Procedure::FreeDouble);
    [free, sources.say(FREE_BET, cites(), &[])]
}

/// Pairs whose new hand the house stakes.
fn free_split(sources: &Sources, rules: &TwentyOne) -> Vec<Sentence> {
    let steps = [Procedure::FreeSplit, Procedure::Split];
    let cites = || {
        let step = steps.into_iter().find_map(|step| sources.step(step));
        step.or_else(|| sources.home(&place!(Split)))
    };
    let text = format!(
        "{} split free: the house stakes the bet of the new hand, for exactly the {}, the first hand keeps the player's bet, and a \
         hand split off free is split again free.",
        pairs_split_free(rules.split.free),
        sources.game.main_bet.name
    );
    let free = sources.say(text, cites(), &[place!(Split.free)]);
    let mut said = vec![free.at(Procedure::FreeSplit)];
    if !rules.double.may_be_free() {
        said.push(sources.say(FREE_BET, cites(), &[]));
    }
    said
}

/// The pairs in as few words as they need: "Pairs of aces are", "All pairs but those of cards that count 10 are".
fn pairs_split_free(free: Ranks) -> String {
    let named = |ranks: Ranks| {
        let low = ranks.iter().filter(|rank| rank.value() < 10);
        let mut names: Vec<String> = low.map(|rank| rank.plural().to_string()).collect();
        if ranks.iter().any(|rank| rank.value() == 10) {
            names.push("cards that count 10".to_string());
        }
        names
    };
    let others = named(Rank::ALL.into_iter().filter(|rank| !free.contains(*rank)).collect());
    match named(free) {
        _ if others.is_empty() => "All pairs are".to_string(),
        names if names.len() <= others.len() => format!("Pairs of {} are", join(&names, "and")),
        _ => format!("All pairs but those of {} are", join(&others, "and")),
    }
}

/// Giving up part of the bet.
pub(super) fn surrender(sources: &Sources, rules: &TwentyOne) -> Vec<Sentence> {
    let surrender = &rules.surrender;
    let cites = || {
        sources
            .step(Procedure::Surrender)
            .or_else(|| sources.home(&place!(Surrender)))
    };
    let when = match surrender.when {
        SurrenderWhen::Never => {
            let text = "Surrender is never allowed.";
            return vec![sources.say(text, sources.home(&place!(Surrender)), &[place!(Surrender)])];
        }
        SurrenderWhen::FirstAction => "as the first action on the first two cards of a hand",
        SurrenderWhen::AnyTime => {
            "at any time in the player's turn, on any hand of two or more cards that has not busted"
        }
    };
    let game = sources.game;
    let spots = spot_bets(game).map_or_else(String::new, |bets| format!(" and of {bets}"));
    let loses = share(surrender.loses, &format!("the {}", game.main_bet.name));
    let text = format!("A player may surrender {when}, which ends the hand at once and loses {loses}{spots}.");
    let first = sources.say(text, cites(), &[place!(Surrender.when), place!(Surrender.loses)]);
    let mut said = vec![first.at(Procedure::Surrender)];
    if is_checked(rules) {
        let text = match surrender.check {
            SurrenderCheck::After => {
                "Where the dealer checks for blackjack, a player may surrender only after the check.".to_string()
            }
            SurrenderCheck::Before => {
                let under = match surrender.early_under {
                    Ranks::ANY => String::new(),
                    ranks => format!(" with {} up", one_of(ranks, &sources.game.deck)),
                };
                format!(
                    "Where the dealer checks for blackjack{under}, a player may surrender before the check too, and then loses \
                     no more if the dealer has blackjack."
                )
            }
        };
        let fields = [place!(Surrender.check), place!(Surrender.early_under)];
        said.push(sources.say_step(Procedure::SurrenderAfterCheck, text, &fields));
    }
    if rules.split.hands_max > 1 {
        let text = match surrender.after_split {
            true => "Split hands may be surrendered too, each for its own bet.",
            false => "Split hands may not be surrendered.",
        };
        said.push(sources.say(text, cites(), &[place!(Surrender.after_split)]));
    }
    if rules.double.times_max > 0 {
        let text = match surrender.after_double {
            SurrenderAfterDouble::Never => "A doubled hand may not be surrendered.".to_string(),
            SurrenderAfterDouble::LosesOriginalBet => format!(
                "A doubled hand may be surrendered: the whole {} is lost and what was added by doubling is returned.",
                game.main_bet.name
            ),
            SurrenderAfterDouble::LosesShareOfAll => format!(
                "A doubled hand may be surrendered: {} is lost.",
                share(surrender.loses, "all that is bet on the hand")
            ),
        };
        said.push(sources.say(text, cites(), &[place!(Surrender.after_double)]));
        let apart = surrender.allows_split(true) != surrender.allows_split(false);
        if apart && surrender.after_double != SurrenderAfterDouble::Never && rules.split.hands_max > 1 {
            let text = match surrender.allows_split(true) {
                true => "A doubled hand may be surrendered after a split too.",
                false => "A doubled hand may not be surrendered after a split.",
            };
            said.push(sources.say(text, cites(), &[place!(Surrender.doubled_after_split)]));
        }
    }
    said
}

fn winners(sources: &Sources, rules: &TwentyOne) -> Vec<Sentence> {
    let rows = rules.winners.as_slice();
    if rows.is_empty() {
        return Vec::new();
    }
    let tables = winner_tables(rules);
    let tables: Vec<String> = tables.iter().map(|table| format!("\"{}\"", table.name)).collect();
    let text = format!(
        "A hand in the pay table {} wins as soon as it is made and is paid by that table, whatever the dealer has.",
        join(&tables, "or")
    );
    let fields: Vec<Path> = rows.iter().map(|row| place!(Winner[row.id].when)).collect();
    let mut said = vec![sources.say_step(Procedure::Winner, text, &fields)];
    if rows.len() > 1 {
        let best = "A hand that qualifies for several payouts receives only the highest.";
        said.push(sources.say_step(Procedure::BestRow, best, &[]));
    }
    if let Some(row) = rows.iter().find(|row| every_21(row)) {
        let text = "Every 21 that is not a blackjack wins at once, on split and doubled hands too.";
        let fields = [place!(Winner[row.id].after_split), place!(Winner[row.id].after_double)];
        said.push(sources.say(text, sources.step(Procedure::Winner), &fields));
    }
    type Paid = fn(&Winner) -> (bool, Path);
    let split: Paid = |row| (row.after_split, place!(Winner[row.id].after_split));
    let doubled: Paid = |row| (row.after_double, place!(Winner[row.id].after_double));
    for (kind, paid) in [("Split", split), ("Doubled", doubled)] {
        let (yes, no): (Vec<&Winner>, Vec<&Winner>) = rows.iter().partition(|row| paid(row).0);
        let named = |rows: &[&Winner]| {
            let names: Vec<String> = rows.iter().map(|row| format!("\"{}\"", row.name)).collect();
            format!("{} {}", row_word(names.len()), join(&names, "and"))
        };
        let text = match (yes.len(), no.len()) {
            (_, 0) => format!("{kind} hands win at once by this table too."),
            (0, _) => format!("{kind} hands never win at once; they are compared with the dealer's hand."),
            (more, less) if more > less => {
                format!(
                    "{kind} hands win at once by this table too, except by the {}.",
                    named(&no)
                )
            }
            _ => format!(
                "A {} hand wins at once only by the {}{}.",
                kind.to_lowercase(),
                named(&yes),
                withheld(&no, &kind.to_lowercase())
            ),
        };
        let clause = match (yes.as_slice(), no.as_slice()) {
            ([], [row, ..]) | ([row, ..], _) => sources.home(&place!(Winner[row.id])),
            ([], []) => None,
        };
        let fields: Vec<Path> = rows.iter().map(|row| paid(row).1).collect();
        said.push(sources.say(text, clause, &fields));
    }
    said
}

/// The named group that is not paid on such hands, as the tail of a sentence.
fn withheld(rows: &[&Winner], kind: &str) -> String {
    match rows.first().and_then(|row| row.group.text()) {
        Some(group) if rows.iter().all(|row| row.group.text() == Some(group)) => {
            format!("; the {group} is not paid on {kind} hands")
        }
        _ => String::new(),
    }
}

/// How split aces are played where they may take more cards.
fn play_on(rules: &TwentyOne) -> &'static str {
    let double = rules.double.times_max > 0 && rules.double.after_split && rules.double.split_aces;
    match (
        double,
        rules.surrender.after_split && rules.surrender.when != SurrenderWhen::Never,
    ) {
        (true, true) => "A player may hit, stand, double down and surrender on split aces as on any other hand.",
        (true, false) => "A player may hit, stand and double down on split aces as on any other hand.",
        (false, _) => "A player may hit and stand on split aces as on any other hand.",
    }
}

fn row_word(rows: usize) -> &'static str {
    if rows == 1 { "row" } else { "rows" }
}

/// Whether the row pays every 21.
pub(super) fn every_21(row: &Winner) -> bool {
    let plain = crate::pattern::Pattern {
        total: Some(Numbers::only(21)),
        ..Default::default()
    };
    row.when == plain && row.after_split && row.after_double
}

/// The hands that may be doubled: "any two cards", "a hand of two or more cards totaling 21 or less".
fn hands_to_double(rules: &TwentyOne) -> String {
    let double = &rules.double;
    let totals = totals(double);
    let two = double.cards == Numbers::only(2);
    if two && totals == ANY_TOTAL {
        return "any two cards".to_string();
    }
    if two {
        return format!("exactly two cards{totals}");
    }
    let mut any = any_of(double.cards, 21);
    if let Some(low) = any.strip_suffix(" or more").and_then(|low| low.parse().ok()) {
        any = format!("{} or more", number(low));
    }
    let but = match double.hard.contains(21) && !may_double_hard_21(rules) && !rules.winners.iter().any(every_21) {
        true => ", but not on a hard 21",
        false => "",
    };
    format!("a hand of {any} cards{totals}{but}")
}

/// Whether a hard 21 that has not won may be doubled.
fn may_double_hard_21(rules: &TwentyOne) -> bool {
    rules.double.hard_21 && rules.double.hard.contains(21) && rules.double.times_max > 0
}

/// The totals that may be doubled, as the tail of a sentence.
fn totals(double: &Double) -> String {
    let all = |set: Numbers, range: std::ops::RangeInclusive<u8>| range.clone().all(|total| set.contains(total));
    let below = |top: u8| all(double.hard, 4..=top) && all(double.soft, 12..=top);
    if below(21) {
        return ANY_TOTAL.to_string();
    }
    let tops =
        |top: u8| below(top) && !(top + 1..=21).any(|total| double.hard.contains(total) || double.soft.contains(total));
    if let Some(top) = (12..=20).find(|top| tops(*top)) {
        return format!(" totaling {top} or less");
    }
    let part = |set: Numbers, range: std::ops::RangeInclusive<u8>, kind: &str| {
        let held: Numbers = range.clone().filter(|total| set.contains(*total)).collect();
        match held.is_empty() {
            true => format!("no {kind} total"),
            false if all(set, range) => format!("any {kind} total"),
            false => format!(
                "{} {kind} total of {}",
                if kind.starts_with(['a', 'e']) { "an" } else { "a" },
                any_of(held, 21)
            ),
        }
    };
    let (hard, soft) = (part(double.hard, HARD, "hard"), part(double.soft, SOFT, "soft"));
    match (hard.starts_with("no "), soft.starts_with("no ")) {
        (false, true) => format!(" with {hard}, and on {soft}"),
        (true, false) => format!(" with {soft}, and on {hard}"),
        _ => format!(" with {hard} or {soft}"),
    }
}

fn again(double: &Double, main: &str, alike: &str) -> String {
    match (double.times_max, &double.again) {
        (1, _) => "A hand may be doubled once only.".to_string(),
        (many, amount) => {
            let amount = amount.as_ref().unwrap_or(&double.first);
            let later = match many {
                2 => ordinal(2),
                _ => "each later".to_string(),
            };
            format!(
                "A hand may be doubled up to {}; the {later} double adds {}{alike}.",
                count(usize::from(many), "time", "times"),
                double_amount(amount, main, many)
            )
            .replace("the each later", "each later")
        }
    }
}

fn again_cites<'g>(sources: &Sources<'g>, double: &Double) -> Option<Clauses<'g>> {
    match double.times_max {
        1 => sources.step(Procedure::Double),
        _ => sources.step(Procedure::DoubleAgain),
    }
    .or_else(|| sources.home(&place!(Double)))
}

fn double_after_split(rules: &TwentyOne) -> String {
    let double = &rules.double;
    let aces = rules.split.aces_hands_max > 1;
    let aces_too = double.split_aces && rules.split.aces == SplitAces::PlayOn;
    match (double.after_split, aces, aces_too) {
        (false, _, _) => "Split hands may not be doubled.",
        (true, false, _) => "Split hands may be doubled.",
        (true, true, true) => "Split hands may be doubled, split aces too.",
        (true, true, false) => "Split hands may be doubled, but not split aces.",
    }
    .to_string()
}

fn limits(sources: &Sources, rules: &TwentyOne) -> Sentence {
    let split = &rules.split;
    let (most, aces) = (usize::from(split.hands_max), usize::from(split.aces_hands_max));
    let mut text = format!(
        "A hand may be split {}, making at most {}",
        match most {
            2 => "once".to_string(),
            _ => format!("up to {} times", number(most - 1)),
        },
        count(most, "hand", "hands")
    );
    text += &match aces {
        same if same == most => "; this holds for aces too.".to_string(),
        0 | 1 => "; aces may not be split.".to_string(),
        2 => "; aces may be split once only.".to_string(),
        aces => format!(
            "; aces may be split up to {} times, making at most {}.",
            number(aces - 1),
            count(aces, "hand", "hands")
        ),
    };
    let cites = sources.step(Procedure::Split).or_else(|| sources.home(&place!(Split)));
    sources.say(
        capital(&text),
        cites,
        &[place!(Split.hands_max), place!(Split.aces_hands_max)],
    )
}
