//! What a player may choose, in words and prices; what is withheld, and why; and what is chosen when the time runs out.

use croupier_rules::twenty_one::{SplitAces, SurrenderWhen, TwentyOne};
use croupier_rules::{Game, Money, Rank};
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
    let spots = i64::from(hand.spots);
    match action.kind {
        ActionKind::Insurance | ActionKind::Double => action.amount * spots,
        ActionKind::Split => hand.main * spots,
        ActionKind::Bet(times) => hand.main * (i64::from(times) * spots),
        _ => Money::ZERO,
    }
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
        menu.withheld.extend(by_rule(rules, choice, situation));
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

/// What is chosen for a player whose time has run out: insurance declined, a blackjack paid, stand; in stud a free street,
/// else a fold. None of it puts a chip on the felt.
pub fn safe(choice: &Choice) -> Action {
    const ORDER: [ActionKind; 5] = [
        ActionKind::NoInsurance,
        ActionKind::TakeBlackjack,
        ActionKind::Stand,
        ActionKind::Bet(0),
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
fn by_rule(rules: &TwentyOne, choice: &Choice, situation: &Situation) -> Vec<wire::Withheld> {
    let absent = |kind: ActionKind| choice.offer(kind).is_none();
    let mut withheld = Vec::new();
    let mut say = |kind: ActionKind, why: Option<String>| {
        withheld.extend(why.map(|why| wire::Withheld {
            action: kind.word().to_string(),
            why,
        }));
    };
    if absent(ActionKind::Hit) {
        say(ActionKind::Hit, no_hit(rules, situation));
    }
    if absent(ActionKind::Double) {
        say(ActionKind::Double, no_double(rules, situation));
    }
    if absent(ActionKind::Split) {
        say(ActionKind::Split, no_split(rules, situation));
    }
    if absent(ActionKind::Surrender) {
        say(ActionKind::Surrender, no_surrender(rules, situation));
    }
    withheld
}

fn split_aces(situation: &Situation) -> bool {
    situation.split && situation.cards.first().is_some_and(|card| card.rank() == Rank::Ace)
}

fn no_hit(rules: &TwentyOne, situation: &Situation) -> Option<String> {
    if !situation.added.is_empty() {
        return Some("A doubled hand takes one card only.".to_string());
    }
    (split_aces(situation) && rules.split.aces == SplitAces::OneCard)
        .then(|| "Split aces take one card each.".to_string())
}

fn no_double(rules: &TwentyOne, situation: &Situation) -> Option<String> {
    let double = &rules.double;
    let times = situation.added.len();
    let total = croupier_table::Total::of(situation.cards);
    let why = if double.times_max == 0 {
        "This game has no doubles.".to_string()
    } else if times >= usize::from(double.times_max) {
        match double.times_max {
            1 => "A hand is doubled once.".to_string(),
            most => format!("A hand is doubled {most} times at most."),
        }
    } else if situation.split && !double.after_split {
        "Split hands are not doubled.".to_string()
    } else if split_aces(situation) && (!double.split_aces || rules.split.aces == SplitAces::OneCard) {
        "Split aces are not doubled.".to_string()
    } else if times == 0 && !double.cards.contains(situation.cards.len() as u8) {
        format!("A hand is doubled with {} cards.", double.cards)
    } else if total.is_soft() && !double.soft.contains(total.best()) {
        format!("Soft hands are doubled on {} only.", double.soft)
    } else if !total.is_soft() && !double.hard.contains(total.best()) {
        format!("Hard hands are doubled on {} only.", double.hard)
    } else {
        return None;
    };
    Some(why)
}

fn no_split(rules: &TwentyOne, situation: &Situation) -> Option<String> {
    let [one, other] = situation.cards else { return None };
    if one.value() != other.value() || !situation.added.is_empty() {
        return None;
    }
    if one.rank() != other.rank() && rules.split.pairs == croupier_rules::twenty_one::Pairs::Rank {
        return Some("Only cards of equal rank are a pair here.".to_string());
    }
    let aces = one.rank() == Rank::Ace;
    let most = if aces {
        rules.split.aces_hands_max
    } else {
        rules.split.hands_max
    };
    let what = if aces { "Aces" } else { "A pair" };
    match most {
        0 | 1 => Some(format!("{what} cannot be split in this game.")),
        most if situation.parts >= most => Some(format!("{what} may become {most} hands at most.")),
        _ => None,
    }
}

fn no_surrender(rules: &TwentyOne, situation: &Situation) -> Option<String> {
    let surrender = &rules.surrender;
    match surrender.when {
        SurrenderWhen::Never => Some("This game has no surrender.".to_string()),
        _ if situation.split && !surrender.after_split => Some("Split hands are not surrendered.".to_string()),
        SurrenderWhen::FirstAction if situation.cards.len() > 2 => {
            Some("Surrender is the first action on a hand or none.".to_string())
        }
        _ => None,
    }
}
