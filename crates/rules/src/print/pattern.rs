//! What a row of a pay table asks of the cards, in words.

use super::words::{any_of, card, join, number, one_of, rank_plural, rank_short};
use crate::baccarat::CoupWinner;
use crate::game::{Game, Over};
use crate::numbers::{Numbers, Ranks};
use crate::pattern::{Pattern, Poker, Suits};
use crate::single_card::{Drawn, First, FirstCards};

/// What the cards must show. `over` is `None` for a hand of the main game.
pub(super) fn takes(pattern: &Pattern, over: Option<Over>, game: &Game) -> String {
    let mut words = Vec::new();
    words.extend(count_and_total(pattern));
    if let Some(sum) = pattern.sum {
        words.push(format!("values that add up to {}, aces counting 1", any_of(sum, 60)));
    }
    if let Some(ranks) = &pattern.ranks {
        let ranks: Vec<String> = ranks.iter().map(|rank| rank_short(*rank)).collect();
        words.push(ranks.join("-"));
    }
    if let Some(cards) = &pattern.exactly {
        let cards: Vec<String> = cards.iter().map(|exact| card(*exact)).collect();
        words.push(cards.join(" "));
    }
    if let Some(ranks) = pattern.same_rank {
        words.push(match ranks {
            Ranks::ANY => same_rank(over),
            ranks => format!("all {}", plurals(ranks, "or all")),
        });
    }
    if let Some(hand) = pattern.poker {
        words.push(poker(hand, pattern.of));
    }
    words.extend(matches(pattern));
    words.extend(pattern.first.map(first).map(str::to_string));
    words.extend(drawn(pattern, game).map(str::to_string));
    if let Some(spread) = pattern.spread {
        words.push(between(spread, over));
    }
    words.extend(suits(pattern.suits).map(str::to_string));
    if let Some(up) = pattern.up {
        words.push(format!("with {} as the dealer's up card", one_of(up, &game.deck)));
    }
    if pattern.dealer_blackjack {
        words.push("with a dealer's blackjack".to_string());
    }
    if let Some(third) = pattern.third {
        words.push(format!("with {} as the dealer's third card", one_of(third, &game.deck)));
    }
    if pattern.player_blackjack {
        words.push("with a player's blackjack".to_string());
    }
    words.extend(coup(pattern));
    if words.is_empty() {
        return "any cards".to_string();
    }
    words.join(", ")
}

/// How the suits relate, unless they do not matter.
pub(super) fn suits(suits: Suits) -> Option<&'static str> {
    Some(match suits {
        Suits::Any => return None,
        Suits::Same => "all of one suit",
        Suits::Mixed => "not all of one suit",
        Suits::SameColor => "all of one color but not of one suit",
        Suits::MixedColors => "of both colors",
        Suits::Clubs => "all clubs",
        Suits::Diamonds => "all diamonds",
        Suits::Hearts => "all hearts",
        Suits::Spades => "all spades",
    })
}

/// A poker hand with its article: "three of a kind", "a straight".
pub fn poker(hand: Poker, of: Option<Ranks>) -> String {
    let ranks = of.map(|ranks| plurals(ranks, "or"));
    match (hand, ranks) {
        (Poker::Pair, None) => "a pair".to_string(),
        (Poker::Pair, Some(ranks)) => format!("a pair of {ranks}"),
        (Poker::TwoPair, _) => "two pair".to_string(),
        (Poker::ThreeOfAKind, None) => "three of a kind".to_string(),
        (Poker::ThreeOfAKind, Some(ranks)) => format!("three {ranks}"),
        (Poker::Straight, None) => "a straight".to_string(),
        (Poker::Straight, Some(ranks)) => format!("a straight, its highest card among the {ranks}"),
        (Poker::Flush, _) => "a flush".to_string(),
        (Poker::FullHouse, _) => "a full house".to_string(),
        (Poker::FourOfAKind, None) => "four of a kind".to_string(),
        (Poker::FourOfAKind, Some(ranks)) => format!("four {ranks}"),
        (Poker::StraightFlush, None) => "a straight flush".to_string(),
        (Poker::StraightFlush, Some(ranks)) => format!("a straight flush, its highest card among the {ranks}"),
        (Poker::RoyalFlush, _) => "a royal flush".to_string(),
    }
}

/// What a poker hand of so many cards is.
pub(super) fn poker_hand(hand: Poker, cards: u8) -> String {
    let all = number(usize::from(cards));
    match (hand, cards) {
        (Poker::Pair, _) => "two cards of the same rank".to_string(),
        (Poker::TwoPair, _) => "two cards of one rank and two of another".to_string(),
        (Poker::ThreeOfAKind, _) => "three cards of the same rank".to_string(),
        (Poker::Straight, _) => format!("{all} cards in sequence, the ace high or low"),
        (Poker::Flush, _) => format!("{all} cards of the same suit"),
        (Poker::FullHouse, _) => "three cards of one rank and two of another".to_string(),
        (Poker::FourOfAKind, _) => "four cards of the same rank".to_string(),
        (Poker::StraightFlush, _) => format!("{all} cards in sequence and of the same suit"),
        (Poker::RoyalFlush, 3) => "ace, king and queen of the same suit".to_string(),
        (Poker::RoyalFlush, _) => "ace, king, queen, jack and 10 of the same suit".to_string(),
    }
}

fn count_and_total(pattern: &Pattern) -> Option<String> {
    let total = pattern.total.map(|total| match (total.min(), total.max()) {
        (Some(low), Some(high)) if low < high && low <= 6 && high <= 21 && contiguous(total) => {
            format!("{high} or less")
        }
        _ => any_of(total, 30),
    });
    match (pattern.cards, total) {
        (None, None) => None,
        (None, Some(total)) => Some(format!("a total of {total}")),
        (Some(cards), None) => Some(cards_in(cards)),
        (Some(cards), Some(total)) => Some(format!("{} totaling {total}", cards_in(cards))),
    }
}

/// What a coup of baccarat must come to.
fn coup(pattern: &Pattern) -> Vec<String> {
    let mut words = Vec::new();
    words.extend(pattern.wins.map(|wins| match wins {
        CoupWinner::Player => "the player's hand wins".to_string(),
        CoupWinner::Banker => "the banker's hand wins".to_string(),
        CoupWinner::Tie => "a tie".to_string(),
    }));
    for (hand, cards, points) in [
        ("player's", pattern.player_cards, pattern.player_points),
        ("banker's", pattern.banker_cards, pattern.banker_points),
    ] {
        let points = points.map(|points| format!("{} points", any_of(points, 9)));
        let has: Vec<String> = points.into_iter().chain(cards.map(cards_in)).collect();
        if !has.is_empty() {
            words.push(format!("the {hand} hand has {}", join(&has, "and")));
        }
    }
    words
}

/// How the first two of single cards must stand.
const fn first(first: First) -> &'static str {
    match first {
        First::Higher => "the player's card is higher",
        First::Equal => "both first cards are of one rank",
        First::Lower => "the player's card is lower",
        First::Consecutive => "the ranks are next to each other",
        First::Apart => "ranks lie between the first two cards",
    }
}

/// How the cards must stand that came after.
fn drawn(pattern: &Pattern, game: &Game) -> Option<&'static str> {
    let deal = game.single_card()?.deal.first;
    Some(match (pattern.drawn?, deal) {
        (Drawn::Higher, _) => "the player's second card is higher than the dealer's",
        (Drawn::Equal, FirstCards::OneEach) => "both second cards are of one rank",
        (Drawn::Equal, FirstCards::TwoForAll) => "the third card is of the same rank",
        (Drawn::Lower, _) => "the player's second card is lower than the dealer's",
        (Drawn::Between, _) => "the third card falls between the first two cards",
        (Drawn::Outside, _) if pattern.first == Some(First::Equal) => "the third card is of another rank",
        (Drawn::Outside, _) => "the third card does not fall between the first two cards",
    })
}

fn contiguous(numbers: Numbers) -> bool {
    let members: Vec<u8> = numbers.iter().collect();
    members.windows(2).all(|pair| pair[1] == pair[0] + 1)
}

fn cards_in(cards: Numbers) -> String {
    let noun = if cards == Numbers::only(1) { "card" } else { "cards" };
    format!("{} {noun}", any_of(cards, 62))
}

fn matches(pattern: &Pattern) -> Option<String> {
    let said = |many: Option<Numbers>, kind: &str| match many {
        Some(many) if many == Numbers::only(0) => Some(format!("no {kind} match")),
        Some(many) if many == Numbers::only(1) => Some(format!("one {kind} match")),
        Some(many) if many == Numbers::only(2) => Some(format!("two {kind} matches")),
        Some(many) => Some(format!("{} {kind} matches", any_of(many, 2))),
        None => None,
    };
    let (suited, unsuited) = (pattern.suited_matches, pattern.unsuited_matches);
    match (said(suited, "suited"), said(unsuited, "unsuited")) {
        (None, None) => None,
        (Some(one), None) | (None, Some(one)) => Some(one),
        (Some(suited), Some(unsuited)) => Some(format!("{suited} and {unsuited}")),
    }
}

fn same_rank(over: Option<Over>) -> String {
    let dealer = match over {
        Some(Over::FirstTwoAndUp) => "the dealer's up card",
        Some(Over::FirstTwoAndHole) => "the dealer's hole card",
        _ => return "all of the same rank".to_string(),
    };
    format!("{dealer} and the player's two cards all of the same rank")
}

fn between(spread: Numbers, over: Option<Over>) -> String {
    let (dealer, two) = match over {
        Some(Over::FirstTwoAndHole) => ("the dealer's hole card", "the player's two cards"),
        Some(_) => ("the dealer's up card", "the player's two cards"),
        None => ("the third card", "the first two cards"),
    };
    let ranks = match spread {
        Numbers::ANY => return format!("{dealer} falls between {two}"),
        one if one == Numbers::only(1) => "exactly one rank".to_string(),
        one if one.min() == one.max() => format!("exactly {} ranks", any_of(one, 11)),
        more => format!("{} ranks", any_of(more, 11)),
    };
    format!("{dealer} falls between {two}, which have {ranks} between them")
}

/// Ranks in the plural: "6s to 10s", "jacks to aces", "aces or 8s".
fn plurals(ranks: Ranks, or: &str) -> String {
    let members: Vec<_> = ranks.iter().collect();
    let run = members.windows(2).all(|pair| pair[1] as u8 == pair[0] as u8 + 1);
    match members.as_slice() {
        [] => "no rank".to_string(),
        [low, _, .., high] if run => format!("{} to {}", rank_plural(*low), rank_plural(*high)),
        members => join(&members.iter().map(|rank| rank_plural(*rank)).collect::<Vec<_>>(), or),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_said_in_words() {
        let game = crate::load::open("presque-isle-blackjack").unwrap().game;
        for (pattern, words) in [
            ("cards = '5', total = '21'", "5 cards totaling 21"),
            ("cards = '7+', total = '21'", "7 or more cards totaling 21"),
            ("cards = '6', total = '6-20'", "6 cards totaling 20 or less"),
            ("total = '21'", "a total of 21"),
            ("ranks = ['6', '7', '8'], suits = 'hearts'", "6-7-8, all hearts"),
            (
                "exactly = ['Qh', 'Qh'], dealer-blackjack = true",
                "Q♥ Q♥, with a dealer's blackjack",
            ),
            (
                "same-rank = 'any'",
                "the dealer's up card and the player's two cards all of the same rank",
            ),
            ("same-rank = '7', up = '7'", "all 7s, with a 7 as the dealer's up card"),
            ("poker = 'pair', of = '6-T'", "a pair of 6s to 10s"),
            (
                "suited-matches = '1', unsuited-matches = '1'",
                "one suited match and one unsuited match",
            ),
            ("sum = '14+'", "values that add up to 14 or more, aces counting 1"),
            (
                "spread = '4+'",
                "the dealer's up card falls between the player's two cards, which have 4 or more ranks between them",
            ),
        ] {
            let read: Pattern = pattern.parse().unwrap();
            assert_eq!(takes(&read, Some(Over::FirstTwoAndUp), &game), words);
        }
    }
}
