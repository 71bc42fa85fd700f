//! What a player may choose, in words and prices; what is withheld, and why; and what is chosen when the time runs out.

use croupier_rules::play::Refusal;
use croupier_rules::twenty_one::TwentyOne;
use croupier_rules::{Game, Money};
use croupier_table::{Action, ActionKind, Choice, HandView, Offer, Situation};

use crate::wire;

/// A choice as its player sees it: what may be chosen with so many chips, and what may not.
pub struct Menu {
    /// What may be chosen.
    pub offers: Vec<wire::Offer>,
    /// What is withheld.
    pub withheld: Vec<wire::Withheld>,
}

/// What an action costs: chips that go on the felt.
pub fn price(hand: &HandView, action: Action) -> Money {
    action.price(hand.main, hand.spots)
}

/// The choice for a player with so many chips.
pub fn menu(game: &Game, choice: &Choice, situation: &Situation, hand: &HandView, chips: Money) -> Menu {
    let mut menu = Menu {
        offers: Vec::new(),
        withheld: Vec::new(),
    };
    for offer in &choice.offers {
        match within(hand, offer, chips) {
            Some(offer) => menu.offers.push(in_words(game, hand, &offer)),
            None => {
                let least = Action {
                    kind: offer.kind,
                    amount: offer.min,
                };
                menu.withheld.push(wire::Withheld {
                    action: offer.kind.word().to_string(),
                    why: format!("It costs {}, and you have {chips}.", price(hand, least)),
                });
            }
        }
    }
    if let (Some(rules), true) = (game.twenty_one(), choice.offer(ActionKind::Stand).is_some()) {
        menu.withheld.extend(by_rule(rules, situation));
    }
    menu
}

/// The offer as far as these chips cover it; `None` when they cover none of it.
fn within(hand: &HandView, offer: &Offer, chips: Money) -> Option<Offer> {
    let price_of = |amount| {
        let kind = offer.kind;
        price(hand, Action { kind, amount })
    };
    if price_of(offer.max) <= chips {
        return Some(*offer);
    }
    let max = offer.amounts().into_iter().rfind(|amount| price_of(*amount) <= chips)?;
    Some(Offer { max, ..*offer })
}

fn in_words(game: &Game, hand: &HandView, offer: &Offer) -> wire::Offer {
    wire::Offer {
        action: offer.kind.word().to_string(),
        label: offer.kind.label(game),
        key: offer.kind.key().to_string(),
        min: offer.min.cents(),
        max: offer.max.cents(),
        step: offer.step.cents(),
        spots: offer.spots,
        price: price(hand, offer.in_full()).cents(),
    }
}

/// What is chosen for a player whose time has run out: insurance declined, a blackjack paid, stand; in stud a free street
/// or a bet pulled back, else a fold. None of it puts a chip on the felt.
pub fn safe(choice: &Choice) -> Action {
    const ORDER: [ActionKind; 7] = [
        ActionKind::NoInsurance,
        ActionKind::TakeBlackjack,
        ActionKind::Keep,
        ActionKind::Stand,
        ActionKind::Bet(0),
        ActionKind::PullBack,
        ActionKind::Fold,
    ];
    let kind = ORDER.into_iter().find(|kind| choice.offer(*kind).is_some());
    match kind.and_then(|kind| choice.offer(kind)) {
        Some(offer) => offer.in_full(),
        // A game whose street offers neither a free stay nor a fold: the least bet is all that is left.
        None => choice.offers[0].in_full(),
    }
}

/// What a player of 21 might expect but is not offered, and by which rule.
fn by_rule(rules: &TwentyOne, situation: &Situation) -> Vec<wire::Withheld> {
    let hand = situation.facts();
    let answers = [
        (ActionKind::Hit, rules.may_hit(&hand)),
        (ActionKind::Double, rules.may_double(&hand)),
        (
            ActionKind::Split,
            rules.may_split(situation.cards, hand.is_doubled(), situation.parts),
        ),
        (ActionKind::Surrender, rules.may_surrender(&hand)),
    ];
    let refused = answers
        .into_iter()
        .filter_map(|(kind, answer)| Some((kind, answer.err()?)));
    refused
        // Nobody expects to split what is no pair.
        .filter(|(_, why)| !matches!(why, Refusal::NotTwoCards | Refusal::NotAPair))
        .map(|(kind, why)| wire::Withheld {
            action: kind.word().to_string(),
            why: why.to_string(),
        })
        .collect()
}
