//! When two hands of 21 are alike: the same future under these rules, whatever the cards.

use croupier_rules::play::is_ace_ten;
use croupier_rules::twenty_one::{Pairs, SplitAceTen, TwentyOne, Winner};
use croupier_rules::{Card, Rank, Suit};

/// What the rules still ask of a hand beside the values of its cards.
#[derive(Clone, Copy, Default)]
struct Asked {
    ranks: bool,
    suits: bool,
    cards: bool,
}

/// Where a hand comes from, as far as the rules ask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Origin {
    /// How many hands the starting hand has become; 1 for the starting hand itself.
    pub(super) parts: u8,
    /// The value of the cards that were split; 0 for the starting hand itself. Rules ask only for aces, but a strategy may
    /// play the same cards otherwise after another split.
    pub(super) pair: u8,
}

impl Origin {
    /// The starting hand itself.
    pub(super) const DEALT: Origin = Origin { parts: 1, pair: 0 };
}

/// The up card as far as the rules ask: one card of its rank stands for all, unless a bonus asks for suits of that rank, so
/// that the up card's suit says something about the cards to come.
pub(super) fn up_like(rules: &TwentyOne, up: Card) -> Card {
    let winner_asks = rules.winners.iter().any(|row| {
        let named = row.when.ranks.as_ref().is_none_or(|ranks| ranks.contains(&up.rank()));
        (row.when.suits.matter() && named) || row.when.exactly.is_some() || row.when.poker.is_some()
    });
    // A dealt blackjack is complete; one of a split hand is still to come.
    let split_blackjack_asks = rules.split.ace_ten == SplitAceTen::Blackjack
        && !rules.blackjack.suited.is_empty()
        && matches!(up.value(), 1 | 10);
    if winner_asks || split_blackjack_asks {
        up
    } else {
        Card::new(up.rank(), Suit::Clubs)
    }
}

/// Two hands with equal likeness (and equal origin, doubles and up card) have the same future.
///
/// The likeness counts the cards by value, and adds ranks, the relation of the suits or the exact cards while some rule
/// that the hand may still meet asks for them. A pair has the futures of the hands that it may be split into, too: what is
/// asked of those is added card by card.
pub(super) fn likeness(rules: &TwentyOne, origin: Origin, doubled: bool, cards: &[Card]) -> Vec<u8> {
    let mut counts = vec![0; 10];
    for card in cards {
        counts[usize::from(card.value()) - 1] += 1;
    }
    let asked = asked(rules, origin, doubled, cards);
    let sorted = |key: fn(&Card) -> u8| {
        let mut keys: Vec<u8> = cards.iter().map(key).collect();
        keys.sort_unstable();
        keys
    };
    if asked.cards {
        counts.push(1);
        counts.extend(sorted(|card| card.index() as u8));
    } else {
        // Below ten the value is the rank.
        if asked.ranks && counts[9] > 0 {
            counts.push(2);
            counts.extend(sorted(|card| card.rank() as u8));
        }
        if asked.suits {
            counts.push(3);
            counts.push(relation(cards));
        }
    }
    if let [one, other] = cards
        && one.value() == other.value()
        && !doubled
    {
        counts.extend(likeness_of_parts(rules, origin, [*one, *other]));
    }
    counts
}

/// What is asked of the hands that a pair may be split into, in the order of its cards: a strategy may split by the first.
fn likeness_of_parts(rules: &TwentyOne, origin: Origin, pair: [Card; 2]) -> impl Iterator<Item = u8> {
    let part = Origin {
        parts: origin.parts + 1,
        pair: pair[0].value(),
    };
    pair.into_iter().flat_map(move |card| {
        let asked = asked(rules, part, false, &[card]);
        match asked {
            Asked { cards: true, .. } | Asked { suits: true, .. } => [4, card.index() as u8],
            Asked { ranks: true, .. } => [5, card.rank() as u8],
            _ => [6, card.value()],
        }
    })
}

fn asked(rules: &TwentyOne, origin: Origin, doubled: bool, cards: &[Card]) -> Asked {
    let split = origin.parts > 1;
    let mut asked = Asked {
        ranks: cards.len() <= 2 && rules.split.pairs == Pairs::Rank,
        ..Asked::default()
    };
    if !rules.blackjack.suited.is_empty() {
        let may_become_one = split && matches!(cards, [card] if matches!(card.value(), 1 | 10));
        let counts = !split || rules.split.ace_ten == SplitAceTen::Blackjack;
        asked.suits = counts && (is_ace_ten(cards) || may_become_one);
    }
    for row in &rules.winners {
        let open = (row.after_split || !split) && (row.after_double || !doubled);
        if open && may_meet(row, cards) {
            asked.ranks |= row.when.ranks.is_some() || row.when.same_rank.is_some();
            asked.suits |= row.when.suits.matter();
            asked.cards |= row.when.exactly.is_some() || row.when.poker.is_some();
        }
    }
    asked
}

/// Whether a hand may still meet the row, now or with more cards.
fn may_meet(row: &Winner, cards: &[Card]) -> bool {
    let when = &row.when;
    let few_enough = when
        .cards
        .is_none_or(|set| set.max().is_some_and(|most| cards.len() <= usize::from(most)));
    let within_ranks = when.ranks.as_ref().is_none_or(|ranks| {
        let times = |rank: Rank| ranks.iter().filter(|other| **other == rank).count();
        let has = |rank: Rank| cards.iter().filter(|card| card.rank() == rank).count();
        cards.iter().all(|card| has(card.rank()) <= times(card.rank()))
    });
    let within_cards = when.exactly.as_ref().is_none_or(|exactly| {
        let times = |card: Card| exactly.iter().filter(|other| **other == card).count();
        let has = |card: Card| cards.iter().filter(|other| **other == card).count();
        cards.iter().all(|card| has(*card) <= times(*card))
    });
    let one_rank = when.same_rank.is_none_or(|ranks| {
        cards
            .iter()
            .all(|card| card.rank() == cards[0].rank() && ranks.contains(card.rank()))
    });
    few_enough && within_ranks && within_cards && one_rank
}

/// How the suits relate: one suit, one color, or neither.
fn relation(cards: &[Card]) -> u8 {
    let first = cards.first().map_or(Suit::Clubs, |card| card.suit());
    if cards.iter().all(|card| card.suit() == first) {
        return first as u8;
    }
    if cards.iter().all(|card| card.suit().is_red() == first.is_red()) {
        return 4 + u8::from(first.is_red());
    }
    6
}
