//! Rules of a dealer's hand that contradict each other.

use super::Check;
use crate::card::Suit;
use crate::game::{Deck, PayTable};
use crate::load::message;
use crate::load::section::{key, place};
use crate::pattern::{Pays, Row};
use crate::showdown::{Blind, Showdown, Stake, StakePays, Unqualified};
use crate::stud::{Cap, Hands, Street, Stud};

pub(super) fn check(check: &mut Check) {
    let Some(rules) = check.game.stud() else {
        return;
    };
    allowed_tables(check, rules);
    let Some(showdown) = &rules.showdown else {
        if rules.hands.pays.is_none() {
            let places = [place!(Hands.pays), place!(Hands), place!(Showdown)];
            check.fault(message::hand_paid_by_nothing(), &places);
        }
        return;
    };
    cards(check, rules, showdown);
    qualifier(check, rules, showdown);
    paid_by_table(check, rules, showdown);
    rows(check, rules, showdown);
    if let Some(cap) = rules.caps.iter().next() {
        check.fault(message::capped_showdown(), &[place!(Cap[cap.id]), place!(Showdown)]);
    }
}

fn cards(check: &mut Check, rules: &Stud, showdown: &Showdown) {
    let size = usize::from(rules.hands.hand_size);
    let dealt = usize::from(showdown.dealer_cards) + usize::from(rules.community_cards());
    if dealt < size {
        let places = [place!(Showdown.dealer_cards), place!(Hands.hand_size), place!(Street)];
        check.fault(message::too_few_dealer_cards(size, dealt), &places);
    }
    if check.game.deck.decks != 1 {
        check.fault(message::compared_decks(), &[place!(Deck.decks), place!(Showdown)]);
    }
}

fn qualifier(check: &mut Check, rules: &Stud, showdown: &Showdown) {
    let named = showdown.qualifies.as_ref().map_or(0, |least| least.len());
    let at = place!(Showdown.qualifies);
    if named > usize::from(rules.hands.hand_size) {
        check.fault(message::long_qualifier(named), &[at.clone(), place!(Hands.hand_size)]);
    }
    for (place, stake) in stakes(showdown) {
        if showdown.qualifies.is_none() && stake.unqualified != Unqualified::Compared {
            let places = [place.key(key!(Stake.unqualified)), at.clone()];
            check.fault(message::always_qualifies(), &places);
        }
    }
    let blind = showdown.blind.as_ref().map(Blind::terms);
    if showdown.qualifies.is_none() && blind.is_some_and(|terms| terms.unqualified != Unqualified::Compared) {
        let places = [place!(Showdown.blind).key(key!(Blind.unqualified)), at];
        check.fault(message::always_qualifies(), &places);
    }
}

fn paid_by_table(check: &mut Check, rules: &Stud, showdown: &Showdown) {
    let mut by_table = stakes(showdown)
        .into_iter()
        .filter(|(_, stake)| stake.pays == StakePays::ByTable);
    match (by_table.next(), &rules.hands.pays) {
        (Some((at, _)), None) => {
            let places = [at.key(key!(Stake.pays)), place!(Hands.pays)];
            check.fault(message::no_table_for_bet(), &places);
        }
        (None, Some(table)) => {
            let places = [place!(Hands.pays), place!(Showdown)];
            check.fault(message::idle_hand_table(table), &places);
        }
        _ => {}
    }
}

/// Rows of the hand, the blind bet and the bonus pay at odds and do not tell suits apart.
fn rows(check: &mut Check, rules: &Stud, showdown: &Showdown) {
    let hand = std::iter::once((rules.hands.table(), &rules.pays));
    for (table, rows) in hand.chain(showdown.tables_beside_hand()) {
        for row in rows {
            let at = place!(PayTable[table]).key(&row.id);
            if Suit::ALL.iter().any(|suit| !row.when.allows_swap(Suit::Clubs, *suit)) {
                check.fault(
                    message::tells_suits_apart(),
                    &[at.key(key!(Row.when)), place!(Showdown)],
                );
            }
            if let Pays::Amount(_) = row.pays {
                check.fault(
                    message::amount_beside_dealer(),
                    &[at.key(key!(Row.pays)), place!(Showdown)],
                );
            }
        }
    }
}

fn stakes(showdown: &Showdown) -> [(crate::load::Path, &Stake); 2] {
    [
        (place!(Showdown.main_bet), &showdown.main_bet),
        (place!(Showdown.street_bets), &showdown.street_bets),
    ]
}

/// The tables an operator may choose from must hold the one that is used.
fn allowed_tables(check: &mut Check, rules: &Stud) {
    let hands = &rules.hands;
    let mut lists = vec![(
        &hands.pays,
        &hands.pays_allowed,
        [place!(Hands.pays), place!(Hands.pays_allowed)],
    )];
    if let Some(showdown) = &rules.showdown {
        let places = [place!(Showdown.bonus), place!(Showdown.bonus_allowed)];
        lists.push((&showdown.bonus, &showdown.bonus_allowed, places));
    }
    let blind = rules.showdown.as_ref().and_then(|showdown| showdown.blind.as_ref());
    let blind_pays = blind.map(|blind| blind.pays.clone());
    if let Some(blind) = blind {
        let at = place!(Showdown.blind);
        let places = [at.key(key!(Blind.pays)), at.key(key!(Blind.pays_allowed))];
        lists.push((&blind_pays, &blind.pays_allowed, places));
    }
    for (used, allowed, places) in lists {
        let is_allowed = used.as_ref().is_some_and(|used| allowed.contains(used));
        if !allowed.is_empty() && !is_allowed {
            let used = used.as_deref().unwrap_or_default();
            check.fault(message::pay_table_not_allowed(used), &places);
        }
    }
}
