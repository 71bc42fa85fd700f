//! Whether the conditions of a pay table's rows fit the cards the table looks at, and bets the moment they are settled.

use super::tables::{LooksAt, Table, TableRow, tables};
use super::{Check, family};
use crate::game::{FamilyName, Matched, Over, Rides, Settled, SideBet};
use crate::load::message::{self, Message};
use crate::load::section::{key, place};
use crate::load::shape::one_of;
use crate::pattern::{Pattern, Poker, Row};
use crate::pay_table::Sight;
use crate::play::poker_size;
use crate::showdown::Showdown;
use crate::stud::{Hands, Street};
use crate::twenty_one::Dealer;

pub(super) fn check(check: &mut Check) {
    for bet in &check.game.side_bets {
        side_bet(check, bet);
    }
    for table in tables(check.game) {
        if table.rows.is_empty() {
            check.fault(message::no_rows(), &[&table.at]);
        }
        for row in &table.rows {
            conditions(check, &table, row);
        }
    }
}

fn side_bet(check: &mut Check, bet: &SideBet) {
    let [over_at, settled_at] = [place!(SideBet[bet.id].over), place!(SideBet[bet.id].settled)];
    let (stud, name) = (check.game.stud(), check.game.family.name());
    let sees = bet.over.sees();
    if bet.over.family() != name {
        let fitting = Over::ALL.iter().filter(|over| over.family() == name);
        let message = message::cards_of_other_family(one_of(fitting.map(|over| over.word())));
        check.fault(message, &[over_at.clone(), family()]);
    }
    if !bet.settled.is_of(name) {
        let fitting = Settled::ALL.iter().filter(|moment| moment.is_of(name));
        let message = message::moment_of_other_family(one_of(fitting.map(|moment| moment.word())));
        check.fault(message, &[settled_at.clone(), family()]);
    }
    dealer_hand(check, bet);
    let rules = check.game.twenty_one();
    let is_open = rules.is_some_and(|rules| rules.dealer.hole_card.is_face_up());
    let waits = bet.over == Over::DealerHand;
    if sees.hole && !waits && bet.settled == Settled::AfterDeal && !is_open {
        check.fault(message::hole_card_face_down(), &[settled_at.clone(), over_at.clone()]);
    }
    if is_open && !waits && bet.settled == Settled::AtReveal {
        let places = [settled_at.clone(), place!(Dealer.hole_card)];
        check.fault(message::nothing_to_reveal(), &places);
    }
    if bet.matched == Matched::EveryCard && bet.settled != Settled::AtReveal {
        let matched_at = place!(SideBet[bet.id].matched);
        check.fault(message::drawn_cards_to_come(), &[matched_at, settled_at.clone()]);
    }
    if sees.extra && bet.settled == Settled::BeforeMain {
        check.fault(message::extra_cards_face_down(), &[settled_at, over_at.clone()]);
    }
    if sees.extra && stud.is_none_or(|rules| rules.hands.extra_cards == 0) {
        check.fault(message::no_extra_cards(), &[over_at.clone(), place!(Hands)]);
    }
    if bet.over.family() == FamilyName::Stud && sees.hole && stud.is_none_or(|rules| rules.dealer_cards() == 0) {
        check.fault(message::no_dealer_cards(), &[over_at.clone(), place!(Showdown)]);
    }
    if sees.community && stud.is_none_or(|rules| rules.community_cards() == 0) {
        check.fault(message::no_community_cards(), &[over_at, place!(Street)]);
    }
}

/// A bet over the dealer's hand of 21 waits until that is complete, whatever becomes of the player's, and no other bet of 21 does.
fn dealer_hand(check: &mut Check, bet: &SideBet) {
    let [over_at, settled_at] = [place!(SideBet[bet.id].over), place!(SideBet[bet.id].settled)];
    let at_end = matches!(bet.settled, Settled::BeforeMain | Settled::AfterMain);
    match bet.over {
        Over::DealerHand if !at_end => check.fault(message::dealer_hand_incomplete(), &[settled_at, over_at]),
        Over::DealerHand if bet.rides != Rides::EveryHand => {
            check.fault(
                message::rides_on_dealer_hand(),
                &[place!(SideBet[bet.id].rides), over_at],
            );
        }
        _ if bet.over != Over::DealerHand && at_end && check.game.twenty_one().is_some() => {
            check.fault(message::settled_with_dealer_hand(), &[settled_at, over_at]);
        }
        _ => {}
    }
}

fn conditions(check: &mut Check, table: &Table, row: &TableRow) {
    let pattern = row.when;
    let at = table.at.key(row.id).key(key!(Row.when));
    if *pattern == Pattern::default() {
        check.fault(message::asks_nothing(), &[&at]);
    }
    if table.over == LooksAt::Coup && pattern.clone().without_coup() != Pattern::default() {
        check.fault(message::cards_of_coup(), &[&at]);
    }
    if table.over == LooksAt::Stand && pattern.clone().without_stand() != Pattern::default() {
        check.fault(message::cards_of_stand(), &[&at]);
    }
    for (is_given, key, unfit) in [
        (
            pattern.suited_matches.is_some(),
            key!(Pattern.suited_matches),
            not_compared as Unfit,
        ),
        (
            pattern.unsuited_matches.is_some(),
            key!(Pattern.unsuited_matches),
            not_compared,
        ),
        (pattern.spread.is_some(), key!(Pattern.spread), not_compared),
        (pattern.up.is_some(), key!(Pattern.up), no_up_card),
        (
            pattern.dealer_blackjack,
            key!(Pattern.dealer_blackjack),
            hole_card_unknown,
        ),
        (pattern.third.is_some(), key!(Pattern.third), no_dealer_hand),
        (pattern.player_blackjack, key!(Pattern.player_blackjack), no_dealer_hand),
        (pattern.exactly.is_some(), key!(Pattern.exactly), long_hand),
        (pattern.poker.is_some(), key!(Pattern.poker), long_hand),
        (pattern.wins.is_some(), key!(Pattern.wins), no_coup),
        (pattern.player_points.is_some(), key!(Pattern.player_points), no_coup),
        (pattern.player_cards.is_some(), key!(Pattern.player_cards), no_coup),
        (pattern.banker_points.is_some(), key!(Pattern.banker_points), no_coup),
        (pattern.banker_cards.is_some(), key!(Pattern.banker_cards), no_coup),
        (pattern.first.is_some(), key!(Pattern.first), no_stand),
        (pattern.drawn.is_some(), key!(Pattern.drawn), no_stand),
    ] {
        if let Some(message) = unfit(table, key).filter(|_| is_given) {
            check.fault(message, &[at.key(key)]);
        }
    }
    let has_rank = matches!(
        pattern.poker,
        Some(Poker::Pair | Poker::ThreeOfAKind | Poker::FourOfAKind | Poker::Straight | Poker::StraightFlush)
    );
    if pattern.of.is_some() && !has_rank {
        check.fault(message::rank_of_nothing(), &[at.key(key!(Pattern.of)), at.clone()]);
    }
    if let (Some(hand), Some(size), false) = (pattern.poker, table.size, table.is_over_dealer_hand()) {
        let places = [at.key(key!(Pattern.poker)), place!(Hands), place!(Street)];
        match hand.cards_needed(table.hand_size) {
            None => check.fault(message::no_such_hand(table.hand_size), &places),
            Some(needed) if size < needed => check.fault(message::needs_more_cards(needed, size), &places),
            Some(_) => {}
        }
    }
    if exact_cards_miss(pattern) {
        check.fault(
            message::exact_cards_miss(),
            &[at.key(key!(Pattern.exactly)), at.clone()],
        );
    }
}

/// Whether the exact cards a row names do not meet what else it asks of them.
fn exact_cards_miss(pattern: &Pattern) -> bool {
    let of_cards = Pattern {
        suited_matches: None,
        unsuited_matches: None,
        spread: None,
        up: None,
        dealer_blackjack: false,
        third: None,
        player_blackjack: false,
        ..pattern.clone()
    }
    .without_coup()
    .without_stand();
    let exactly = pattern.exactly.as_ref();
    exactly.is_some_and(|cards| !of_cards.holds(&Sight::new(cards, poker_size(cards.len()))))
}

fn is_of_21(bet: &SideBet) -> bool {
    bet.over.family() == FamilyName::TwentyOne
}

/// Why a condition cannot be asked of a table, if it cannot.
type Unfit = fn(&Table, &str) -> Option<Message>;

fn not_compared(table: &Table, key: &str) -> Option<Message> {
    let sees = table.bet.map(|bet| bet.over.sees());
    let compares = table.bet.is_some_and(|bet| bet.over != Over::FirstCards);
    match sees {
        _ if table.over == LooksAt::Stand && key == key!(Pattern.spread) => None,
        Some(sees) if compares && sees.player && sees.up != sees.hole => None,
        Some(sees) if sees.player && sees.up && sees.hole => Some(message::compared_with_two(key)),
        _ => Some(message::not_compared(key)),
    }
}

fn no_dealer_hand(table: &Table, key: &str) -> Option<Message> {
    (!table.is_over_dealer_hand()).then(|| message::no_dealer_hand(key))
}

fn long_hand(table: &Table, key: &str) -> Option<Message> {
    table.is_over_dealer_hand().then(|| message::long_hand(key))
}

fn no_coup(table: &Table, key: &str) -> Option<Message> {
    (table.over != LooksAt::Coup).then(|| message::no_coup(key))
}

fn no_stand(table: &Table, key: &str) -> Option<Message> {
    (table.over != LooksAt::Stand).then(|| message::no_stand(key))
}

fn no_up_card(table: &Table, _: &str) -> Option<Message> {
    let has_dealer = table.bet.map_or(table.is_winners(), is_of_21);
    (!has_dealer).then(message::no_up_card)
}

fn hole_card_unknown(table: &Table, _: &str) -> Option<Message> {
    let is_known = |bet: &SideBet| is_of_21(bet) && bet.settled != Settled::AfterDeal;
    (!table.bet.is_some_and(is_known)).then(message::hole_card_unknown)
}
