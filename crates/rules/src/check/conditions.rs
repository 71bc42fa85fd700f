//! Whether the conditions of a pay table's rows fit the cards the table looks at, and bets the moment they are settled.

use super::Check;
use super::tables::{Table, tables};
use crate::game::{Over, Settled, SideBet};
use crate::load::Kind;
use crate::pattern::{Pattern, Poker};

pub(super) fn check(check: &mut Check) {
    for bet in &check.game.side_bets {
        side_bet(check, bet);
    }
    for table in tables(check.game) {
        if table.rows.is_empty() {
            let what = "the pay table has no rows, so the bet can never win";
            check.fault(Kind::Empty, &[&table.at], what, "add a row");
        }
        for this in &table.rows {
            row(check, &table, this.when, &format!("{}.{}.when", table.at, this.id));
        }
    }
}

/// How many cards this hand needs; `None` where hands of this size never are it.
pub(super) fn cards_needed(hand: Poker, hand_size: u8) -> Option<usize> {
    let whole = usize::from(hand_size);
    match hand {
        Poker::Pair => Some(2),
        Poker::ThreeOfAKind => Some(3),
        Poker::Straight | Poker::Flush | Poker::StraightFlush | Poker::RoyalFlush => Some(whole),
        _ if hand_size == 3 => None,
        Poker::TwoPair | Poker::FourOfAKind => Some(4),
        Poker::FullHouse if hand_size == 4 => None,
        Poker::FullHouse => Some(5),
    }
}

fn side_bet(check: &mut Check, bet: &SideBet) {
    let [over_at, settled_at] = ["over", "settled"].map(|key| format!("side-bet.{}.{key}", bet.id));
    let stud = check.game.stud().is_some();
    let (over, settled) = (bet.over, bet.settled);
    if is_of_stud(over) != stud {
        let what = "these cards are not dealt in this family of games";
        let remedy = if stud {
            "write \"community\", \"hole-cards\", \"hole-and-extra\", \"hole-and-community\", \"dealer-cards\" or \"hole-and-dealer\""
        } else {
            "write \"first-two\", \"first-two-and-up\", \"first-two-and-hole\", \"first-two-up-and-hole\" or \"up-and-hole\""
        };
        check.fault(Kind::WrongFamily, &[&over_at, "family"], what, remedy);
    }
    if matches!(settled, Settled::BeforeMain | Settled::AfterMain) != stud {
        let what = "bets are not settled at this moment in this family of games";
        let remedy = if stud {
            "write \"before-main\" or \"after-main\""
        } else {
            "write \"after-deal\" or \"at-reveal\""
        };
        check.fault(Kind::WrongFamily, &[&settled_at, "family"], what, remedy);
    }
    let looks_at_hole = matches!(over, Over::FirstTwoAndHole | Over::FirstTwoUpAndHole | Over::UpAndHole);
    if looks_at_hole && settled == Settled::AfterDeal {
        let what = "a bet on the hole card cannot be settled while that card is face down";
        check.fault(
            Kind::Contradiction,
            &[&settled_at, &over_at],
            what,
            "write \"at-reveal\"",
        );
    }
    if over == Over::HoleAndExtra && settled == Settled::BeforeMain {
        let what = "a bet on the extra cards cannot be settled before they are turned";
        check.fault(
            Kind::Contradiction,
            &[&settled_at, &over_at],
            what,
            "write \"after-main\"",
        );
    }
    let extra = check.game.stud().is_some_and(|rules| rules.hands.extra_cards > 0);
    if over == Over::HoleAndExtra && !extra {
        let what = "the bet looks at extra cards, but there are none";
        check.fault(
            Kind::Contradiction,
            &[&over_at, "hands"],
            what,
            "write `extra-cards` in `[hands]`",
        );
    }
    let dealer = check.game.stud().is_some_and(|rules| rules.dealer_cards() > 0);
    if matches!(over, Over::DealerCards | Over::HoleAndDealer) && !dealer {
        let what = "the bet looks at the dealer's cards, but the dealer has none";
        let remedy = "add a section `[showdown]`";
        check.fault(Kind::Contradiction, &[&over_at, "showdown"], what, remedy);
    }
    let community = check.game.stud().is_some_and(|rules| rules.community_cards() > 0);
    if matches!(over, Over::Community | Over::HoleAndCommunity) && !community {
        let what = "the bet looks at community cards, but there are none";
        check.fault(
            Kind::Contradiction,
            &[&over_at, "street"],
            what,
            "let a street turn cards",
        );
    }
}

fn is_of_stud(over: Over) -> bool {
    matches!(
        over,
        Over::Community
            | Over::HoleCards
            | Over::HoleAndExtra
            | Over::HoleAndCommunity
            | Over::DealerCards
            | Over::HoleAndDealer
    )
}

fn row(check: &mut Check, table: &Table, pattern: &Pattern, at: &str) {
    let matched = pattern.suited_matches.is_some() || pattern.unsuited_matches.is_some();
    for (given, key, reason) in [
        (matched, "matches", compares(table)),
        (pattern.spread.is_some(), "spread", compares(table)),
        (pattern.up.is_some(), "up", sees_up(table)),
        (
            pattern.dealer_blackjack,
            "dealer-blackjack",
            sees_dealer_blackjack(table),
        ),
    ] {
        if let (true, Some(reason)) = (given, reason) {
            let key = match key {
                "matches" if pattern.suited_matches.is_some() => "suited-matches",
                "matches" => "unsuited-matches",
                key => key,
            };
            let what = format!("`{key}` cannot be asked here: {reason}");
            check.fault(
                Kind::UnfitCondition,
                &[&format!("{at}.{key}")],
                what,
                "ask for something else",
            );
        }
    }
    if pattern.of.is_some()
        && !matches!(
            pattern.poker,
            Some(Poker::Pair | Poker::ThreeOfAKind | Poker::FourOfAKind)
        )
    {
        let what = "`of` gives the rank of a pair, three or four of a kind, which the row does not ask for";
        let remedy = "add poker = \"pair\", \"three-of-a-kind\" or \"four-of-a-kind\", or leave out `of`";
        check.fault(Kind::UnfitCondition, &[&format!("{at}.of"), at], what, remedy);
    }
    if let (Some(hand), Some(size)) = (pattern.poker, table.size()) {
        let needed = cards_needed(hand, table.hand_size);
        if needed.is_none_or(|needed| size < needed) {
            let what = match needed {
                Some(needed) => format!("the hand needs {needed} cards, and {size} are looked at"),
                None => format!("there is no such hand among hands of {} cards", table.hand_size),
            };
            check.fault(
                Kind::UnfitCondition,
                &[&format!("{at}.poker"), "hands", "street"],
                what,
                "name another hand",
            );
        }
    }
}

/// Why the player's two cards cannot be compared with a dealer's card here.
fn compares(table: &Table) -> Option<&'static str> {
    match table.bet.map(|bet| bet.over) {
        Some(Over::FirstTwoAndUp | Over::FirstTwoAndHole) => None,
        Some(Over::FirstTwoUpAndHole) => Some("the bet looks at two of the dealer's cards, and one must be meant"),
        _ => Some("it compares the player's two cards with a dealer's card, which the table does not look at"),
    }
}

fn sees_up(table: &Table) -> Option<&'static str> {
    match table.bet.map(|bet| is_of_stud(bet.over)) {
        Some(false) => None,
        None if table.is_winners() => None,
        _ => Some("there is no dealer's up card"),
    }
}

fn sees_dealer_blackjack(table: &Table) -> Option<&'static str> {
    let sees = |bet: &SideBet| !is_of_stud(bet.over) && bet.settled == Settled::AtReveal;
    match table.bet {
        Some(bet) if sees(bet) => None,
        _ => Some("the dealer's hole card is not known then"),
    }
}
