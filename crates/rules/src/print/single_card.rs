//! The method of play of a game of single cards, in words.

use super::sheet::{Part, Sentence, Sources, Topic};
use super::twenty_one::{cards_of, settling_order};
use super::wagers::placing;
use super::words::{any_of, capital, count, join, share};
use crate::card::Rank;
use crate::game::{PayTable, Procedure, SideBet, TableRules};
use crate::load::section::place;
use crate::numbers::Numbers;
use crate::play::CardsStand;
use crate::single_card::{Deal, First, FirstCards, Raise, RaiseAmount, SingleCard};

/// How a round is played, in the order of procedure.
pub(super) fn parts(sources: &Sources, rules: &SingleCard) -> Vec<Part> {
    let part = |heading: &str, topic: Topic, sentences: Vec<Sentence>| Part {
        heading: heading.to_string(),
        topic,
        sentences,
    };
    vec![
        placing(sources),
        part("The deal", Topic::Deal, deal(sources, rules)),
        part(&rules.raise.name, Topic::Turns, raise(sources, rules)),
        part("Settlement", Topic::Settlement, settlement(sources, rules)),
    ]
}

/// How the cards rank.
pub(super) fn values() -> String {
    "The cards rank from 2 low to ace high; suits do not matter.".to_string()
}

/// What may be raised: "an amount equal to the Ante".
pub(super) fn raise_amount(sources: &Sources, raise: &Raise) -> String {
    let main = &sources.game.main_bet;
    match raise.amount {
        RaiseAmount::EqualsMainBet => format!("an amount equal to the {}", main.name),
        RaiseAmount::UpToMainBet => format!("any amount up to the {}, in multiples of {}", main.name, main.step()),
    }
}

/// The first cards after which a raise is offered: "a spread of 1 to 11".
pub(super) fn offered_with(rules: &SingleCard) -> String {
    in_words(rules, |first| rules.is_raise_offered(first))
}

fn deal(sources: &Sources, rules: &SingleCard) -> Vec<Sentence> {
    let main = &sources.game.main_bet.name;
    let first = [place!(Deal.first)];
    let mut said = match rules.deal.first {
        FirstCards::OneEach => vec![
            sources.say_step(
                Procedure::Deal,
                "One card is dealt face up to each hand in turn.",
                &first,
            ),
            sources.say_step(Procedure::UpCard, "Then the dealer takes one card face up.", &first),
        ],
        FirstCards::TwoForAll => {
            let text = "Two cards are dealt face up in the middle of the table. All players bet on the same cards.";
            vec![sources.say_step(Procedure::Deal, text, &first)]
        }
    };
    said.extend(sources.game.side_bets.iter().map(|bet| {
        let text = format!(
            "The {} is settled by its pay table at once; it is decided by {}.",
            bet.name,
            cards_of(bet)
        );
        let fields = [place!(SideBet[bet.id].settled), place!(SideBet[bet.id].over)];
        sources.say(text, sources.home(&place!(SideBet[bet.id])), &fields)
    }));
    let decided = in_words(rules, |first| !rules.goes_on(first));
    let text = format!("With {decided}, the first cards decide the {main}, and it is settled at once.");
    said.push(sources.say_step(Procedure::Settle, text, &[place!(PayTable[rules.deal.pays])]));
    said
}

fn raise(sources: &Sources, rules: &SingleCard) -> Vec<Sentence> {
    let (main, raise) = (&sources.game.main_bet.name, &rules.raise);
    let with = capital(&format!("with {}", offered_with(rules)));
    let amount = raise_amount(sources, raise);
    let fields = [place!(Raise.amount), place!(Raise.name), place!(PayTable[raise.pays])];
    let otherwise = match raise.surrender_loses {
        Some(loses) => sources.say_step(
            Procedure::Surrender,
            format!(
                "A player who does not raise surrenders, loses {} and is out of the round.",
                share(loses, &format!("the {main}"))
            ),
            &[place!(Raise.surrender_loses)],
        ),
        None => sources.say_step(
            Procedure::Raise,
            "A player who does not raise stays in.",
            &[place!(Raise.surrender_loses)],
        ),
    };
    let mut said = vec![
        sources.say_step(
            Procedure::Raise,
            format!("{with}, a player may bet {amount} on the {}.", raise.name),
            &fields,
        ),
        otherwise,
    ];
    if rules.deal.burn > 0 {
        let many = usize::from(rules.deal.burn);
        let verb = if many == 1 { "is" } else { "are" };
        let text = format!("Then {} {verb} burned face down.", count(many, "card", "cards"));
        said.push(sources.say_step(Procedure::BurnBeforeDraw, text, &[place!(Deal.burn)]));
    }
    let goes_on = in_words(rules, |first| rules.goes_on(first));
    let draw = match rules.deal.first {
        FirstCards::OneEach => {
            "One more card is dealt face up to each hand still in, and one to the dealer. The player's second card is compared \
             with the dealer's second card."
                .to_string()
        }
        FirstCards::TwoForAll => format!("With {goes_on}, a third card is dealt face up."),
    };
    said.push(sources.say_step(Procedure::Draw, draw, &[]));
    said
}

fn settlement(sources: &Sources, rules: &SingleCard) -> Vec<Sentence> {
    let (main, raise) = (&sources.game.main_bet.name, &rules.raise.name);
    let order = format!("Hands are settled one after another, {}.", settling_order(sources));
    let best = "Cards that qualify for several rows of a pay table are paid only by the highest.";
    let text = format!(
        "The {main} and the {raise} are settled by their pay tables, and are lost if the cards are not in them."
    );
    let tables = [place!(PayTable[rules.deal.pays]), place!(PayTable[rules.raise.pays])];
    vec![
        sources.say_step(Procedure::SettleOrder, order, &[place!(TableRules.settled_from)]),
        sources.say_step(Procedure::BestRow, best, &[]),
        sources.say_step(Procedure::SettleDrawn, text, &tables),
    ]
}

/// The first cards of which something holds: "a higher or lower card", "a pair or a spread of 1 to 11".
fn in_words(rules: &SingleCard, holds: impl Fn(CardsStand) -> bool) -> String {
    let deal = rules.deal.first;
    let pairs = Rank::ALL
        .into_iter()
        .flat_map(|one| Rank::ALL.map(|other| [one, other]));
    let mut stands: Vec<CardsStand> = pairs
        .map(|first| deal.stand(first, &[]))
        .filter(|first| holds(*first))
        .collect();
    stands.sort();
    stands.dedup();
    let spreads: Numbers = stands
        .iter()
        .filter(|stand| stand.first == First::Apart)
        .filter_map(|stand| stand.spread)
        .collect();
    let mut words: Vec<String> = Vec::new();
    for stand in &stands {
        words.push(match stand.first {
            First::Apart => format!("a spread of {}", any_of(spreads, 11)),
            _ => stand.words(deal),
        });
    }
    words.dedup();
    join(&words, "or")
}
