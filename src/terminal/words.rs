//! Offers in words: the price of everything a player may choose, and the choice a player's words mean.

use croupier_rules::{Game, Money};
use croupier_table::{Action, ActionKind, HandView, Offer};

use super::session::{Refused, Session};
use super::slip::{parse_money, plain};

/// What an offer costs, or loses in the case of a surrender; `free` where the house stakes the bet, empty where there is none.
pub fn price(session: &Session, hand: &HandView, offer: &Offer) -> String {
    let cost = |amount| {
        session.cost(
            hand,
            offer,
            Action {
                kind: offer.kind,
                amount,
            },
        )
    };
    match offer.kind {
        ActionKind::Surrender => {
            let lost = surrender_loss(session.game(), hand);
            lost.map_or_else(String::new, |lost| format!("loses {lost}"))
        }
        _ if offer.free => "free".to_string(),
        _ if cost(offer.max) == Money::ZERO => String::new(),
        _ if offer.min < offer.max => format!("{} to {}", cost(offer.min), cost(offer.max)),
        _ => cost(offer.max).to_string(),
    }
}

/// An offer as the line-by-line mode lists it: `double 1 to 5`, with what it costs over all spots.
pub fn in_words(session: &Session, hand: &HandView, offer: &Offer) -> String {
    let mut words = offer.kind.word().to_string();
    if offer.min < offer.max {
        words += &format!(" {} to {}", plain(offer.min), plain(offer.max));
        if offer.spots > 1 {
            words += &format!(" on each of {} spots", offer.spots);
        }
        return words;
    }
    let price = price(session, hand, offer);
    if price.is_empty() {
        words
    } else {
        format!("{words} ({price})")
    }
}

/// The action the player's words mean, among these offers: `hit`, `double 5`, `insurance 2.50`, `bet 2`, `no`.
pub fn parse_action(offers: &[Offer], words: &[&str]) -> Result<Action, Refused> {
    let (kind, amount) = match words {
        ["no"] => (Some(ActionKind::NoInsurance), None),
        ["bet", times] => (bet_of(times), None),
        [word] => (kind_of(word), None),
        [word, amount] => (kind_of(word), Some(parse_money(amount)?)),
        _ => (None, None),
    };
    let offered = || {
        let words: Vec<&str> = offers.iter().map(|offer| offer.kind.word()).collect();
        words.join(", ")
    };
    let Some(kind) = kind else {
        return Err(Refused(format!(
            "`{}` is not understood; say {}",
            words.join(" "),
            offered()
        )));
    };
    let Some(offer) = offers.iter().find(|offer| offer.kind == kind) else {
        return Err(Refused(format!(
            "{} is not offered now; say {}",
            kind.word(),
            offered()
        )));
    };
    let Some(amount) = amount else {
        return Ok(offer.in_full());
    };
    let action = Action { kind, amount };
    if offer.allows(action) {
        Ok(action)
    } else if offer.max == Money::ZERO {
        Err(Refused(format!("{} takes no amount", kind.word())))
    } else if offer.min == offer.max {
        Err(Refused(format!("{} is for {} only", kind.word(), offer.max)))
    } else {
        Err(Refused(format!(
            "{} is for {} to {} on each spot, in steps of {}",
            kind.word(),
            offer.min,
            offer.max,
            offer.step
        )))
    }
}

fn kind_of(word: &str) -> Option<ActionKind> {
    ActionKind::from_word(word)
}

/// `bet 2` and `bet 2x` are twice the main bet.
fn bet_of(times: &str) -> Option<ActionKind> {
    let times = times.trim_end_matches(['x', '×']);
    times.parse().ok().filter(|times| *times < 10).map(ActionKind::Bet)
}

/// What a surrender of this hand loses.
fn surrender_loss(game: &Game, hand: &HandView) -> Option<Money> {
    if let Some(rules) = game.single_card() {
        return rules.surrendered(hand.main);
    }
    let surrender = &game.twenty_one()?.surrender;
    let main = hand.main * i64::from(hand.spots);
    let doubles = hand.added.iter().copied().sum::<Money>() * i64::from(hand.spots);
    let doubled = doubles != Money::ZERO;
    let lost = |is_main, bet| surrender.loss_of(is_main, doubled).winnings(bet);
    Some(lost(true, main)? + lost(false, doubles)?)
}
