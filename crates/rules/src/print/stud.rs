//! The method of play of a stud game, in words.

use super::pattern::poker;
use super::sheet::{Part, Sentence, Sources};
use super::twenty_one::cards_of;
use super::wagers::{placing, street_amount};
use super::words::{capital, count, join, number};
use crate::game::{Procedure, Settled, SideBet};
use crate::stud::{Street, Stud};

/// How a round is played, in the order of procedure.
pub(super) fn parts(sources: &Sources, rules: &Stud) -> Vec<Part> {
    let part = |heading: &str, sentences: Vec<Sentence>| Part {
        heading: heading.to_string(),
        sentences,
    };
    vec![
        placing(sources),
        part("The deal", deal(sources, rules)),
        part("The streets", streets(sources, rules)),
        part("Settlement", settlement(sources, rules)),
    ]
}

fn deal(sources: &Sources, rules: &Stud) -> Vec<Sentence> {
    let hands = &rules.hands;
    let community: usize = rules.streets.iter().map(|street| usize::from(street.cards)).sum();
    let mut said = vec![sources.say(
        format!(
            "The dealer deals {} face down to each hand, one at a time, starting on the dealer's left: the hole cards.",
            count(usize::from(hands.hole_cards), "card", "cards")
        ),
        sources.step(Procedure::Deal),
        &["hands.hole-cards"],
    )];
    let mut laid = Vec::new();
    if community > 0 {
        laid.push(count(community, "community card", "community cards"));
    }
    if hands.extra_cards > 0 {
        laid.push(count(
            usize::from(hands.extra_cards),
            "extra card for side bets",
            "extra cards for side bets",
        ));
    }
    if !laid.is_empty() {
        let text = format!("The dealer then lays out {}, all face down.", join(&laid, "and"));
        said.push(sources.say(text, sources.step(Procedure::LayOut), &["hands.extra-cards"]));
    }
    said.push(sources.say(
        "Each player looks at the hole cards, which remain hidden from the other players.",
        sources.step(Procedure::Deal),
        &[],
    ));
    said
}

fn streets(sources: &Sources, rules: &Stud) -> Vec<Sentence> {
    let mut said: Vec<Sentence> = rules
        .streets
        .iter()
        .enumerate()
        .map(|(place, street)| {
            let fields = [format!("street[{place}]")];
            sources.say(
                street_sentence(sources, rules, street),
                sources.clause(&street.clause),
                &[&fields[0]],
            )
        })
        .collect();
    if folds(rules) {
        let main = &sources.game.main_bet.name;
        let mut text = format!("A player who folds loses the {main} and the street bets made so far at once");
        if !sources.game.side_bets.is_empty() {
            text += "; side bets stay in play";
        }
        said.push(sources.say(text + ".", sources.step(Procedure::Fold), &[]));
    }
    said.push(sources.say(
        format!(
            "After the last bet{} the hole cards are placed in front of the player's wagers, and only the dealer touches \
             them from then on.",
            if folds(rules) { " or a fold" } else { "" }
        ),
        sources.step(Procedure::Tuck),
        &[],
    ));
    said
}

fn street_sentence(sources: &Sources, rules: &Stud, street: &Street) -> String {
    let main = &sources.game.main_bet.name;
    let betting = street.bets.iter().any(|times| *times > 0);
    let mut choices = Vec::new();
    if street.fold {
        choices.push("fold".to_string());
    }
    if street.bets.contains(&0) {
        choices.push("stay without a bet".to_string());
    }
    if betting {
        choices.push(format!("bet {}", street_amount(street, main)));
    }
    let turned = match street.cards {
        0 => "no card is turned".to_string(),
        1 => "one community card is turned face up".to_string(),
        many => format!("{} community cards are turned face up", number(usize::from(many))),
    };
    let name = capital(&street.name);
    let still_in = if folds(rules) { " still in" } else { "" };
    match choices.len() {
        0 => format!("{name}: {turned}."),
        1 => format!("{name}: each player{still_in} must {}; then {turned}.", choices[0]),
        _ => format!(
            "{name}: each player{still_in} may {}; then {turned}.",
            join(&choices, "or")
        ),
    }
}

fn settlement(sources: &Sources, rules: &Stud) -> Vec<Sentence> {
    let game = sources.game;
    let main = &game.main_bet.name;
    let mut said: Vec<Sentence> = side_bets(sources, rules, Settled::BeforeMain);
    said.push(sources.say(
        match folds(rules) {
            true => "The dealer exposes the hole cards of all hands still in.",
            false => "The dealer exposes the hole cards of all hands.",
        },
        sources.step(Procedure::ShowHands),
        &[],
    ));
    if let Some(least) = rules.hands.called_out {
        let text = format!(
            "A hand of {} or better is called out by the dealer and acknowledged by the floor.",
            poker(least, None).trim_start_matches("a ")
        );
        said.push(sources.say(text, sources.step(Procedure::CallOut), &["hands.called-out"]));
    }
    said.push(sources.say(
        format!(
            "The best {} of the hole cards and the community cards make the hand; the {main} and every street bet are each \
             paid by the pay table of the main game, and all are lost if the hand meets no row of it.",
            count(usize::from(rules.hands.hand_size), "card", "cards")
        ),
        sources.step(Procedure::Settle),
        &["pay", "hands.hand-size"],
    ));
    said.push(sources.say(
        "A hand that meets several rows of a pay table is paid the best of them only.",
        None,
        &[],
    ));
    said.extend(side_bets(sources, rules, Settled::AfterMain));
    let order = "Each phase is settled from the dealer's right to left.";
    said.push(sources.say(order, sources.step(Procedure::Settle), &[]));
    said.extend(rules.caps.iter().enumerate().map(|(place, cap)| {
        let bets: Vec<String> = cap.main_bets.iter().map(|bet| bet.to_string()).collect();
        let text = format!(
            "With {} {} of {}, a player is paid at most {} for the round, all wagers together; stakes given back do not count.",
            super::words::a(main).split(' ').next().unwrap_or("a"),
            main,
            join(&bets, "or"),
            cap.max
        );
        let fields = [format!("cap[{place}]")];
        sources.say(text, sources.clause(&cap.clause), &[&fields[0]])
    }));
    said
}

fn side_bets(sources: &Sources, rules: &Stud, settled: Settled) -> Vec<Sentence> {
    let bets: Vec<(usize, &SideBet)> = sources.game.side_bets.iter().enumerate().collect();
    let bets = bets.into_iter().filter(|(_, bet)| bet.settled == settled);
    let folded = if folds(rules) {
        ", also for a hand that has folded"
    } else {
        ""
    };
    let moment = match settled {
        Settled::BeforeMain => "before the main game",
        _ => "after the main game",
    };
    bets.map(|(place, bet)| {
        let turned = match bet.over {
            crate::game::Over::HoleAndExtra => "the extra cards are turned face up and ",
            _ => "",
        };
        let text = format!(
            "{}, {turned}{} is settled by its pay table; it is decided by {}{folded}.",
            capital(moment),
            bet.name,
            cards_of(bet.over)
        );
        let fields = [format!("side-bet[{place}].settled"), format!("side-bet[{place}].over")];
        sources.say(text, sources.clause(&bet.clause), &[&fields[0], &fields[1]])
    })
    .collect()
}

/// Whether a hand can be folded at all.
fn folds(rules: &Stud) -> bool {
    rules.streets.iter().any(|street| street.fold)
}
