//! The method of play of a stud game, in words.

use super::pattern::poker;
use super::sheet::{Part, Sentence, Sources, Topic};
use super::showdown;
use super::twenty_one::{cards_of, settling_order};
use super::wagers::{is_several_bets, placing, street_amount};
use super::words::{capital, count, join, number};
use crate::game::{HoleCardsPlay, Over, PayTable, Procedure, Settled, SideBet, TableRules};
use crate::load::section::place;
use crate::stud::{
    Betting, CalledOutIn, Cap, Capped, FoldCollected, FoldTakes, FoldedShown, Hands, Street, Stud, UnneededCards,
};

/// How a round is played, in the order of procedure.
pub(super) fn parts(sources: &Sources, rules: &Stud) -> Vec<Part> {
    let part = |heading: &str, topic: Topic, sentences: Vec<Sentence>| Part {
        heading: heading.to_string(),
        topic,
        sentences,
    };
    vec![
        placing(sources),
        part("The deal", Topic::Deal, deal(sources, rules)),
        part(
            match rules.streets.len() {
                1 if rules.showdown.is_some() => "The decision",
                _ => "The streets",
            },
            Topic::Streets,
            streets(sources, rules),
        ),
        part("Settlement", Topic::Phases, settlement(sources, rules)),
    ]
}

fn deal(sources: &Sources, rules: &Stud) -> Vec<Sentence> {
    let hands = &rules.hands;
    let community: usize = rules.streets.iter().map(|street| usize::from(street.cards)).sum();
    let dealt = format!(
        "The dealer deals {} face down to each hand, one at a time, starting on the dealer's left: the hole cards.",
        count(usize::from(hands.hole_cards), "card", "cards")
    );
    let mut said = vec![sources.say_step(Procedure::Deal, dealt, &[place!(Hands.hole_cards)])];
    said.extend(
        rules
            .showdown
            .as_ref()
            .map(|showdown| showdown::deal(sources, showdown)),
    );
    let mut laid = Vec::new();
    if community > 0 {
        laid.push(count(community, "community card", "community cards"));
    }
    if hands.extra_cards > 0 {
        let bonus = count(usize::from(hands.extra_cards), "bonus card", "bonus cards");
        laid.push(format!("{bonus} for {}", bonus_bets(sources)));
    }
    if !laid.is_empty() {
        let text = format!("The dealer then lays out {}, all face down.", join(&laid, "and"));
        said.push(sources.say_step(Procedure::LayOut, text, &[place!(Hands.extra_cards)]));
    }
    let private = sources.step(Procedure::LookAtCards);
    said.push(sources.say(
        "Each player looks at the hole cards, which must be kept private and remain concealed from the other players.",
        private.or_else(|| sources.step(Procedure::Deal)),
        &[],
    ));
    said
}

/// The bets that look at the bonus cards.
fn bonus_bets(sources: &Sources) -> String {
    let bets = sources.game.side_bets.iter();
    let bets = bets.filter(|bet| bet.over == Over::HoleAndExtra);
    let names: Vec<String> = bets.map(|bet| format!("the {}", bet.name)).collect();
    match names.as_slice() {
        [] => "side bets".to_string(),
        names => join(names, "and"),
    }
}

fn streets(sources: &Sources, rules: &Stud) -> Vec<Sentence> {
    let mut said: Vec<Sentence> = rules
        .streets
        .iter()
        .map(|street| {
            let at = place!(Street[street.id]);
            sources.say(street_sentence(sources, rules, street), sources.home(&at), &[at])
        })
        .collect();
    if rules.hands.betting == Betting::Once {
        let text = "A hand bets once: a player who has bet makes no other choice and stays in to the end.";
        said.push(sources.say_step(Procedure::Bet, text, &[place!(Hands.betting)]));
    }
    if folds(rules) {
        let main = &sources.game.main_bet.name;
        let when = match rules.hands.fold_collected {
            FoldCollected::AtOnce => " at once",
            FoldCollected::WithMainGame => ", which are collected when the main game is settled",
        };
        let bets = match sources.game.blind() {
            Some(blind) => format!("the {main} and the {}", blind.name),
            None => format!("the {main}"),
        };
        let mut text = match may_fold_after_bets(rules) || rules.showdown.is_none() {
            false => format!("A player who folds loses {bets}{when}"),
            true => format!("A player who folds loses {bets} and the street bets made so far{when}"),
        };
        if !sources.game.side_bets.is_empty() {
            text += match rules.hands.fold_takes {
                FoldTakes::MainBets => "; side bets stay in play",
                FoldTakes::EveryBet => "; side bets are lost with them",
            };
        }
        let fields = [place!(Hands.fold_collected), place!(Hands.fold_takes)];
        said.push(sources.say_step(Procedure::Fold, text + ".", &fields));
    }
    if folds(rules) && rules.streets.iter().any(|street| street.cards > 0) {
        let text = match rules.hands.unneeded_cards {
            UnneededCards::FaceDown => {
                "When every player has folded, community cards are turned only where a side bet rides on them."
            }
            UnneededCards::Turned => "The community cards are turned even when every player has folded.",
        };
        let step = sources.step(Procedure::TurnCommunity);
        let said_of_cards = sources.say(text, step, &[place!(Hands.unneeded_cards)]);
        said.push(said_of_cards.at(Procedure::TurnCommunity));
    }
    let tuck = format!(
        "After the last bet{} the hole cards are placed in front of the player's wagers, on the dealer's side of them, and \
         only the dealer touches them from then on.",
        if folds(rules) { " or a fold" } else { "" }
    );
    said.push(sources.say_step(Procedure::Tuck, tuck, &[]));
    said
}

fn street_sentence(sources: &Sources, rules: &Stud, street: &Street) -> String {
    let main = &sources.game.main_bet.name;
    let betting = street.bets.iter().any(|times| *times > 0) && !street.lies_before_deal();
    let mut choices = Vec::new();
    if street.lies_before_deal() {
        choices.push(format!("pull the {} bet back", street.name));
        choices.push("let it ride".to_string());
    }
    if street.fold {
        choices.push("fold".to_string());
    }
    if street.bets.contains(&0) && !street.lies_before_deal() {
        choices.push("stay without a bet".to_string());
    }
    if betting {
        let verb = if is_several_bets(street) { "make" } else { "bet" };
        let bets = format!("{} bets", street.name);
        choices.push(format!("{verb} {}", street_amount(street, main, &bets)));
    }
    let turned = match street.cards {
        0 if rules.showdown.is_some() => String::new(),
        0 => "no card is turned".to_string(),
        1 => "one community card is turned face up in front of the dealer".to_string(),
        many => format!(
            "{} community cards are turned face up in front of the dealer",
            number(usize::from(many))
        ),
    };
    let name = capital(&street.name);
    let is_first = rules.streets.first().is_some_and(|first| first.id == street.id);
    let still_in = match rules.hands.betting {
        Betting::Once if !is_first => " who has not bet",
        _ if folds(rules) => " still in",
        _ => "",
    };
    let turned = match turned.as_str() {
        "" => String::new(),
        turned if choices.is_empty() => turned.to_string(),
        turned => format!("; then {turned}"),
    };
    match choices.len() {
        0 => format!("{name}: {turned}."),
        1 => format!("{name}: each player{still_in} must {}{turned}.", choices[0]),
        _ => {
            let may = if street.bets.contains(&0) { "may" } else { "must either" };
            let choices = join(&choices, "or");
            format!("{name}: each player{still_in} {may} {choices}{turned}.")
        }
    }
}

fn settlement(sources: &Sources, rules: &Stud) -> Vec<Sentence> {
    let order = format!(
        "The phases are settled one at a time, each {}.",
        settling_order(sources)
    );
    let mut said = vec![sources.say_step(Procedure::SettleOrder, order, &[place!(TableRules.settled_from)])];
    let best = "A hand that qualifies for several rows of a pay table is paid only the highest.";
    said.push(sources.say_step(Procedure::BestRow, best, &[]));
    said.extend(side_bets(sources, rules, Settled::BeforeMain));
    if rules.showdown.is_some() {
        said.push(sources.say_step(Procedure::Reveal, "The dealer turns the dealer's cards face up.", &[]));
    }
    said.push(sources.say_step(
        Procedure::ShowHands,
        shown(sources, rules),
        &[place!(Hands.folded_shown)],
    ));
    if let Some(least) = rules.hands.called_out {
        let paid = match rules.hands.called_out_in {
            CalledOutIn::MainGame => "in the main game",
            CalledOutIn::EveryPayTable => "in the main game or on a side bet",
        };
        let text = format!(
            "A hand of {} or better that is paid {paid} is called out by the dealer and acknowledged by the floor manager.",
            poker(least, None).trim_start_matches("a ")
        );
        let fields = [place!(Hands.called_out), place!(Hands.called_out_in)];
        said.push(sources.say_step(Procedure::CallOut, text, &fields));
    }
    if let Some(showdown) = &rules.showdown {
        said.extend(showdown::settlement(sources, rules, showdown));
        said.extend(side_bets(sources, rules, Settled::AfterMain));
        return said;
    }
    let main = format!(
        "{} make the hand; the {} and every street bet are each paid by the pay table of the main game, and all are lost if \
         the hand is not in it.",
        hand(rules),
        sources.game.main_bet.name
    );
    said.push(sources.say_step(
        Procedure::Settle,
        main,
        &[place!(PayTable[rules.hands.table()]), place!(Hands.hand_size)],
    ));
    said.extend(side_bets(sources, rules, Settled::AfterMain));
    said
}

/// Whose hole cards are exposed before the main game is settled.
fn shown(sources: &Sources, rules: &Stud) -> String {
    let riding = sources.game.side_bets.iter();
    let riding = riding.filter(|bet| bet.over.sees().player && bet.settled == Settled::AfterMain);
    let names: Vec<String> = riding.map(|bet| format!("the {}", bet.name)).collect();
    match (folds(rules), rules.hands.folded_shown) {
        (false, _) => "The dealer exposes the hole cards of all hands.".to_string(),
        (true, FoldedShown::WithTheOthers) if !names.is_empty() => format!(
            "The dealer exposes the hole cards of all hands still in, and of folded hands that ride on {}.",
            join(&names, "or")
        ),
        _ => "The dealer exposes the hole cards of all hands still in.".to_string(),
    }
}

/// The cards that make the hand of the main game.
pub(super) fn hand(rules: &Stud) -> String {
    let hole = usize::from(rules.hands.hole_cards);
    let community: usize = rules.streets.iter().map(|street| usize::from(street.cards)).sum();
    let size = usize::from(rules.hands.hand_size);
    if community == 0 && hole == size {
        return format!("The {}", count(hole, "hole card", "hole cards"));
    }
    if hole + community == size {
        return format!(
            "The {} and the {}",
            count(hole, "hole card", "hole cards"),
            count(community, "community card", "community cards")
        );
    }
    format!(
        "The best {} of the hole cards and the community cards",
        count(size, "card", "cards")
    )
}

/// The most that is paid; it stands below the pay tables.
pub(super) fn caps(sources: &Sources, rules: &Stud) -> Vec<Sentence> {
    let main = &sources.game.main_bet.name;
    let mut said: Vec<Sentence> = rules
        .caps
        .iter()
        .map(|cap| {
            let bets: Vec<String> = cap.main_bets.iter().map(|bet| bet.to_string()).collect();
            let bets = join(&bets, "or");
            let text = match rules.hands.capped {
                Capped::Player => format!(
                    "With {} of {bets}, a player is paid at most {} for the round.",
                    super::words::a(main),
                    cap.max
                ),
                Capped::Bet => format!("A bet of {bets} is paid at most {}.", cap.max),
            };
            let at = place!(Cap[cap.id]);
            sources.say(text, sources.home(&at), &[at])
        })
        .collect();
    if !said.is_empty() {
        let text = match rules.hands.capped {
            Capped::Player => {
                "These limits apply to everything the player wins in the round, main game and side bets together; returned \
                 stakes do not count, and what is settled first is counted first."
            }
            Capped::Bet => {
                "Each bet has its own limit, by its own amount: the main bet, every bet on a street and every side bet; \
                 returned stakes do not count. A bet between these amounts has the limit of the amount below it."
            }
        };
        said.push(sources.say_step(Procedure::Cap, text, &[place!(Hands.capped)]));
    }
    said
}

fn side_bets(sources: &Sources, rules: &Stud, settled: Settled) -> Vec<Sentence> {
    let bets = sources.game.side_bets.iter();
    let bets = bets.filter(|bet| bet.settled == settled);
    bets.map(|bet| {
        let text = side_bet(rules, bet);
        let fields = [
            place!(SideBet[bet.id].settled),
            place!(SideBet[bet.id].over),
            place!(SideBet[bet.id].hole_cards),
        ];
        sources.say(text, sources.home(&place!(SideBet[bet.id])), &fields)
    })
    .collect()
}

fn side_bet(rules: &Stud, bet: &SideBet) -> String {
    let moment = match bet.settled {
        Settled::BeforeMain => "Before the main game",
        _ => "After the main game",
    };
    let turned = match bet.over {
        Over::HoleAndExtra => "the bonus cards are turned face up and ",
        _ => "",
    };
    let sees_hole_cards = bet.over.sees().player;
    let rides_on = folds(rules) && rules.hands.fold_takes == FoldTakes::MainBets;
    let folded = match (rides_on, rules.hands.folded_shown) {
        (false, _) => "",
        (true, FoldedShown::WithItsSideBet) if sees_hole_cards => {
            ", also for a hand that has folded, whose hole cards are shown then"
        }
        (true, _) if sees_hole_cards && bet.settled == Settled::BeforeMain => {
            ", also for a hand that has folded, whose hole cards are shown then"
        }
        (true, _) => ", also for a hand that has folded",
    };
    let must_play = match bet.hole_cards {
        HoleCardsPlay::MayPlay => "",
        HoleCardsPlay::MustPlay => ", all hole cards being part of the hand",
    };
    format!(
        "{moment}, {turned}the {} is settled by its pay table; it is decided by {}{must_play}{folded}.",
        bet.name,
        cards_of(bet)
    )
}

/// Whether a hand can be folded on which a street bet was made.
fn may_fold_after_bets(rules: &Stud) -> bool {
    let bets = |street: &Street| street.bets.iter().any(|times| *times > 0);
    let first_bet = rules.streets.iter().position(bets).unwrap_or(rules.streets.len());
    let mut later = rules.streets.iter().skip(first_bet + 1);
    rules.hands.betting == Betting::EveryStreet && later.any(|street| street.fold)
}

/// Whether a hand can be folded at all.
fn folds(rules: &Stud) -> bool {
    rules.streets.iter().any(|street| street.fold)
}
