//! What a player may choose, in words and prices; what is withheld, and why; and what is chosen when the time runs out.

use croupier_rules::play::Refusal;
use croupier_rules::print::odds_in_words;
use croupier_rules::stud::Stud;
use croupier_rules::twenty_one::TwentyOne;
use croupier_rules::{Game, Money};
use croupier_table::{Action, ActionKind, Choice, HandView, Next, Offer, Round, Situation, Viewer};

use crate::scene::capital;
use crate::wire;

/// A choice as its player sees it. Offers and what is withheld fill one row of buttons, which is the same at every
/// decision of its kind, so that no button ever stands where another stood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// What is asked, where it is more than what to do with the hand.
    pub asks: Option<String>,
    /// What may be chosen.
    pub offers: Vec<wire::Offer>,
    /// What is withheld.
    pub withheld: Vec<wire::Withheld>,
}

/// What an action of an offer costs: chips of the player's that go on the felt.
pub fn price(hand: &HandView, offer: &Offer, action: Action) -> Money {
    offer.price(action, hand.main, hand.spots)
}

/// The choice the round waits for, for its player with so many chips; `None` when it waits for none.
pub fn menu(round: &Round, chips: Money) -> Option<Menu> {
    let Next::Choice(choice) = round.next() else {
        return None;
    };
    let situation = round.situation()?;
    let view = round.view(Viewer::Seat(choice.hand.seat));
    let hand = view.hands.iter().find(|hand| hand.at == choice.hand)?;
    let game = round.game();
    let streets = hand.added.len();
    let mut menu = Menu {
        asks: asks(game, &choice, streets),
        ..Menu::default()
    };
    for (place, (kind, answer)) in (0..).zip(row(game, &choice, &situation, hand, chips)) {
        let label = kind.label(game, streets);
        match answer {
            Ok(offer) => menu
                .offers
                .push(in_words(hand, &offer, offer.label(game, streets), place)),
            Err(why) => menu.withheld.push(wire::Withheld {
                action: kind.word().to_string(),
                label,
                place,
                why,
            }),
        }
    }
    Some(menu)
}

/// What is chosen for a player whose time has run out: insurance declined, a blackjack paid, stand; in stud a free street
/// or a bet pulled back, else a fold; with single cards no raise. None of it puts a chip on the felt.
pub fn safe(choice: &Choice) -> Action {
    const ORDER: [ActionKind; 8] = [
        ActionKind::NoInsurance,
        ActionKind::TakeBlackjack,
        ActionKind::Keep,
        ActionKind::Stand,
        ActionKind::Bet(0),
        ActionKind::PullBack,
        ActionKind::Fold,
        ActionKind::Surrender,
    ];
    let kind = ORDER.into_iter().find(|kind| choice.offer(*kind).is_some());
    match kind.and_then(|kind| choice.offer(kind)) {
        Some(offer) => offer.in_full(),
        // A game whose street offers neither a free stay nor a fold: the least bet is all that is left.
        None => choice.offers[0].in_full(),
    }
}

/// Every button of the row in its order, with the offer or the reason why there is none.
fn row(
    game: &Game,
    choice: &Choice,
    situation: &Situation,
    hand: &HandView,
    chips: Money,
) -> Vec<(ActionKind, Result<Offer, String>)> {
    let mut row: Vec<(ActionKind, Result<Offer, String>)> = choice
        .offers
        .iter()
        .map(|offer| (offer.kind, within(hand, offer, chips)))
        .collect();
    if let (Some(rules), true) = (game.twenty_one(), choice.offer(ActionKind::Stand).is_some()) {
        row.extend(by_rule(rules, situation));
    }
    if let Some(stud) = game.stud() {
        row.extend(on_other_streets(stud, choice));
    }
    row.sort_by_key(|(kind, _)| *kind);
    row
}

/// The offer as far as these chips cover it.
fn within(hand: &HandView, offer: &Offer, chips: Money) -> Result<Offer, String> {
    let price_of = |amount| {
        let kind = offer.kind;
        price(hand, offer, Action { kind, amount })
    };
    if price_of(offer.max) <= chips {
        return Ok(*offer);
    }
    let covered = offer.amounts().into_iter().rfind(|amount| price_of(*amount) <= chips);
    covered
        .map(|max| Offer { max, ..*offer })
        .ok_or_else(|| format!("It costs {}, and you have {chips}.", price_of(offer.min)))
}

fn in_words(hand: &HandView, offer: &Offer, label: String, place: u8) -> wire::Offer {
    wire::Offer {
        action: offer.kind.word().to_string(),
        label,
        key: offer.kind.key().to_string(),
        place,
        min: offer.min.cents(),
        max: offer.max.cents(),
        step: offer.step.cents(),
        spots: offer.spots,
        price: price(hand, offer, offer.in_full()).cents(),
    }
}

/// What is asked, where it is more than what to do with the hand.
fn asks(game: &Game, choice: &Choice, streets: usize) -> Option<String> {
    let offers = |kind| choice.offer(kind).is_some();
    if offers(ActionKind::NoInsurance) {
        let pays = game.twenty_one()?.insurance.as_ref()?.pays;
        return Some(format!("Insurance? Pays {}.", odds_in_words(pays).replace(':', " to ")));
    }
    if offers(ActionKind::Keep) && offers(ActionKind::Surrender) {
        return Some("Surrender before the dealer checks for blackjack?".to_string());
    }
    if offers(ActionKind::TakeBlackjack) {
        return Some("Take the blackjack’s pay?".to_string());
    }
    if offers(ActionKind::Raise) {
        return game.single_card().map(|rules| format!("{}?", rules.raise.name));
    }
    let street = game.stud()?.streets.get(streets)?;
    Some(format!("{} bet", capital(&street.name)))
}

/// What a player of 21 might expect but is not offered, and by which rule. What the game does not have at all is not
/// expected.
fn by_rule(rules: &TwentyOne, situation: &Situation) -> Vec<(ActionKind, Result<Offer, String>)> {
    let hand = situation.facts();
    let splits = rules.split.hands_max.max(rules.split.aces_hands_max) > 1;
    let split = rules.may_split(situation.cards, hand.is_doubled(), situation.parts);
    let answers = [
        (ActionKind::Hit, rules.may_hit(&hand)),
        (ActionKind::Double, rules.may_double(&hand)),
        (ActionKind::Split, if splits { split } else { Ok(()) }),
        (ActionKind::Surrender, rules.may_surrender(&hand)),
    ];
    answers
        .into_iter()
        .filter_map(|(kind, answer)| Some((kind, answer.err()?)))
        .filter(|(_, why)| !matches!(why, Refusal::NoDoubles | Refusal::NoSurrender))
        .map(|(kind, why)| (kind, Err(why.to_string())))
        .collect()
}

/// Why a bet or a fold of the game is not offered now.
fn why_not(stud: &Stud, kind: ActionKind) -> String {
    let larger = match stud.streets.as_slice() {
        [street] => street.larger_bets_in_words(stud.hands.hand_size),
        _ => None,
    };
    match larger {
        Some(hands) if kind != ActionKind::Fold => format!("Only {hands}."),
        _ => "Not on this street.".to_string(),
    }
}

/// What the game offers on other streets or to other hands, and not here.
fn on_other_streets(stud: &Stud, choice: &Choice) -> Vec<(ActionKind, Result<Offer, String>)> {
    let bets = stud.streets.iter().flat_map(|street| &street.bets);
    let folds = stud.streets.iter().any(|street| street.fold);
    let kinds = bets
        .map(|times| ActionKind::Bet(*times))
        .chain(folds.then_some(ActionKind::Fold));
    let mut missing: Vec<ActionKind> = kinds.filter(|kind| choice.offer(*kind).is_none()).collect();
    missing.sort();
    missing.dedup();
    missing
        .into_iter()
        .map(|kind| (kind, Err(why_not(stud, kind))))
        .collect()
}
