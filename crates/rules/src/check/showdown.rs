//! Rules of a dealer's hand that contradict each other.

use super::Check;
use crate::card::Suit;
use crate::load::Kind;
use crate::pattern::Pays;
use crate::showdown::{Showdown, StakePays, Unqualified};
use crate::stud::Stud;

pub(super) fn check(check: &mut Check) {
    let Some(rules) = check.game.stud() else {
        return;
    };
    allowed_tables(check, rules);
    let Some(showdown) = &rules.showdown else {
        if rules.hands.pays.is_none() {
            let what = "the hand is paid by no table, and there is no dealer's hand to beat";
            let remedy = "write `pays`, the name of a pay table, in `[hands]`, or add a section `[showdown]`";
            check.fault(Kind::MissingKey, &["hands.pays", "hands", "showdown"], what, remedy);
        }
        return;
    };
    cards(check, rules, showdown);
    qualifier(check, rules, showdown);
    paid_by_table(check, rules, showdown);
    if let Some(cap) = rules.caps.iter().next() {
        let what = "a game with a dealer's hand has no caps";
        let remedy = "leave out `[cap]`";
        check.fault(
            Kind::Contradiction,
            &[&format!("cap.{}", cap.id), "showdown"],
            what,
            remedy,
        );
    }
}

fn cards(check: &mut Check, rules: &Stud, showdown: &Showdown) {
    let size = usize::from(rules.hands.hand_size);
    let dealt = usize::from(showdown.dealer_cards) + usize::from(rules.community_cards());
    if dealt < size {
        let what = format!("a dealer's hand of {size} cards cannot be made of {dealt}");
        let places = ["showdown.dealer-cards", "hands.hand-size", "street"];
        check.fault(Kind::Contradiction, &places, what, "deal the dealer more cards");
    }
    if check.game.deck.decks != 1 {
        let what = "hands are compared by rank and suit, which needs cards of one deck";
        check.fault(
            Kind::Contradiction,
            &["deck.decks", "showdown"],
            what,
            "write decks = 1",
        );
    }
}

fn qualifier(check: &mut Check, rules: &Stud, showdown: &Showdown) {
    let named = showdown.qualifies.as_ref().map_or(0, |least| least.len());
    if named > usize::from(rules.hands.hand_size) {
        let what = format!("the qualifier names {named} cards, more than a hand has");
        let places = ["showdown.qualifies", "hands.hand-size"];
        check.fault(Kind::Contradiction, &places, what, "name fewer ranks");
    }
    for (key, stake) in [("main-bet", &showdown.main_bet), ("street-bets", &showdown.street_bets)] {
        if showdown.qualifies.is_none() && stake.unqualified != Unqualified::Compared {
            let at = format!("showdown.{key}.unqualified");
            let what = "every dealer's hand qualifies, so nothing can happen where it does not";
            let remedy = "write `qualifies` in `[showdown]`, or leave this out";
            check.fault(Kind::Contradiction, &[&at, "showdown.qualifies"], what, remedy);
        }
    }
}

fn paid_by_table(check: &mut Check, rules: &Stud, showdown: &Showdown) {
    let stakes = [("main-bet", &showdown.main_bet), ("street-bets", &showdown.street_bets)];
    let by_table = stakes.iter().find(|(_, stake)| stake.pays == StakePays::ByTable);
    match (by_table, &rules.hands.pays) {
        (Some((key, _)), None) => {
            let at = format!("showdown.{key}.pays");
            let what = "the bet is paid by the table of the hand, but there is none";
            let remedy = "write `pays`, the name of a pay table, in `[hands]`";
            check.fault(Kind::Contradiction, &[&at, "hands.pays"], what, remedy);
        }
        (None, Some(table)) => {
            let what = format!("no bet is paid by the pay table `{table}`");
            let remedy = "write pays = \"by-table\" for a bet in `[showdown]`, or leave this out";
            check.fault(Kind::Contradiction, &["hands.pays", "showdown"], what, remedy);
        }
        _ => {}
    }
    let bonus = showdown.bonus.as_deref().unwrap_or_default();
    let tables = [(rules.hands.table(), &rules.pays), (bonus, &showdown.bonus_rows)];
    for (table, row) in tables
        .into_iter()
        .flat_map(|(table, rows)| rows.iter().map(move |row| (table, row)))
    {
        let tells_apart = |suit: &Suit| !row.when.allows_swap(Suit::Clubs, *suit);
        if Suit::ALL.iter().any(tells_apart) {
            let what = "the row tells suits apart, which hands that are compared do not";
            let at = format!("pay-table.{table}.{}.when", row.id);
            check.fault(
                Kind::UnfitCondition,
                &[&at, "showdown"],
                what,
                "ask for ranks or a poker hand",
            );
        }
        if let Pays::Amount(_) = row.pays {
            let what = "a bet beside a dealer's hand is paid at odds, not a fixed amount";
            let at = format!("pay-table.{table}.{}.pays", row.id);
            check.fault(
                Kind::Contradiction,
                &[&at, "showdown"],
                what,
                "write odds, like \"3:2\"",
            );
        }
    }
}

/// The tables an operator may choose from must hold the one that is used.
fn allowed_tables(check: &mut Check, rules: &Stud) {
    let hands = &rules.hands;
    let showdown = rules.showdown.as_ref();
    let lists = [
        ("hands.pays", &hands.pays, Some(&hands.pays_allowed)),
        (
            "showdown.bonus",
            &showdown.and_then(|showdown| showdown.bonus.clone()),
            showdown.map(|showdown| &showdown.bonus_allowed),
        ),
    ];
    for (at, used, allowed) in lists {
        let Some(allowed) = allowed.filter(|allowed| !allowed.is_empty()) else {
            continue;
        };
        if !used.as_ref().is_some_and(|used| allowed.contains(used)) {
            let used = used.as_deref().unwrap_or_default();
            let what = format!("the table `{used}` is not among those allowed");
            let list = format!("{at}-allowed");
            let remedy = "choose one of them, or allow it";
            check.fault(Kind::Contradiction, &[at, &list], what, remedy);
        }
    }
}
