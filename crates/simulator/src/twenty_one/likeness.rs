//! When two hands of 21 are alike: the same future under these rules, whatever the cards.

use croupier_rules::pay_table::Sight;
use croupier_rules::play::{HandFacts, Origin, Outlook, ValueCounts, is_half_of_blackjack, poker_size};
use croupier_rules::twenty_one::{TwentyOne, Winner};
use croupier_rules::{Card, Rank, Suit};

/// What the rules still ask of a hand beside the values of its cards.
#[derive(Clone, Copy, Default)]
struct Asked {
    ranks: bool,
    suits: bool,
    cards: bool,
}

/// How often a starting hand had been split when a hand came of it, and what it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Splits {
    /// How many hands the starting hand has become; 1 for the starting hand itself.
    pub(super) hands: u8,
    /// The value of the cards that were split; 0 for the starting hand itself. Rules ask only for aces, but a strategy may
    /// play the same cards otherwise after another split.
    pub(super) value: u8,
}

impl Splits {
    /// The starting hand itself.
    pub(super) const NONE: Splits = Splits { hands: 1, value: 0 };

    /// Where the hand comes from, as the rules ask.
    pub(super) fn origin(self) -> Origin {
        match self.value {
            0 => Origin::Dealt,
            1 => Origin::SplitAces,
            _ => Origin::Split,
        }
    }
}

/// A hand as far as its future goes, apart from the bets.
#[derive(Clone, Copy)]
pub(super) struct Held<'a> {
    pub(super) splits: Splits,
    pub(super) doubles: usize,
    pub(super) cards: &'a [Card],
}

impl Held<'_> {
    /// A starting hand.
    pub(super) fn dealt(cards: &[Card]) -> Held<'_> {
        Held {
            splits: Splits::NONE,
            doubles: 0,
            cards,
        }
    }
}

/// What a player sees of the dealer's hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Faced {
    pub(super) up: Card,
    /// The second card, where it lies face up.
    pub(super) hole: Option<Card>,
}

impl Faced {
    /// The same as far as the rules ask.
    pub(super) fn like(self, rules: &TwentyOne) -> Faced {
        Faced {
            up: up_like(rules, self.up),
            hole: self.hole.map(|hole| up_like(rules, hole)),
        }
    }
}

/// The up card as far as the rules ask: one card of its rank stands for all, unless a bonus asks for suits of that rank, so
/// that the up card's suit says something about the cards to come.
fn up_like(rules: &TwentyOne, up: Card) -> Card {
    let winner_asks = rules.winners.iter().any(|row| {
        let named = row.when.ranks.as_ref().is_none_or(|ranks| ranks.contains(&up.rank()));
        (row.when.suits.matter() && named) || row.when.exactly.is_some() || row.when.poker.is_some()
    });
    // A dealt blackjack is complete; one of a split hand is still to come.
    let split_blackjack_asks = is_half_of_blackjack(up.rank())
        && !rules.blackjack.suited.is_empty()
        && [Origin::Split, Origin::SplitAces]
            .into_iter()
            .any(|origin| rules.is_blackjack(&HandFacts::of(&ACE_TEN, origin, 0)));
    if winner_asks || split_blackjack_asks {
        up
    } else {
        Card::new(up.rank(), Suit::Clubs)
    }
}

/// Two hands with equal likeness (and equal splits, doubles and up card) have the same future.
///
/// The likeness counts the cards by value, and adds ranks, the relation of the suits or the exact cards while some rule
/// that the hand may still meet asks for them. A pair has the futures of the hands that it may be split into, too: what is
/// asked of those is added card by card.
pub(super) fn likeness(rules: &TwentyOne, hand: Held) -> Vec<u8> {
    let cards = hand.cards;
    let mut counts = count_values(cards).to_vec();
    let asked = asked(rules, hand);
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
    if let [one, other] = *cards
        && one.value() == other.value()
        && hand.doubles == 0
    {
        counts.extend(likeness_of_split_hands(rules, hand, [one, other]));
    }
    counts
}

/// What is asked of the hands that a pair may be split into, in the order of its cards: a strategy may split by the first.
fn likeness_of_split_hands(rules: &TwentyOne, hand: Held, pair: [Card; 2]) -> impl Iterator<Item = u8> {
    let splits = Splits {
        hands: hand.splits.hands + 1,
        value: pair[0].value(),
    };
    pair.into_iter().flat_map(move |card| {
        let asked = asked(
            rules,
            Held {
                splits,
                cards: &[card],
                ..hand
            },
        );
        match asked {
            Asked { cards: true, .. } | Asked { suits: true, .. } => [4, card.index() as u8],
            Asked { ranks: true, .. } => [5, card.rank() as u8],
            _ => [6, card.value()],
        }
    })
}

fn asked(rules: &TwentyOne, hand: Held) -> Asked {
    let mut asked = Asked {
        ranks: hand.cards.len() <= 2 && !is_pair_by_value(rules),
        suits: !rules.blackjack.suited.is_empty() && may_be_blackjack(rules, hand),
        cards: false,
    };
    for row in rules.winners.iter().filter(|row| asks_still(row, hand)) {
        asked.ranks |= row.when.ranks.is_some() || row.when.same_rank.is_some();
        asked.suits |= row.when.suits.matter();
        asked.cards |= row.when.exactly.is_some() || row.when.poker.is_some();
    }
    asked
}

/// Whether suits or ranks of the hand's cards decide if it meets the row, now or with more cards.
fn asks_still(row: &Winner, hand: Held) -> bool {
    let fits_by_values = || {
        let sight = Sight::new(hand.cards, poker_size(hand.cards.len()));
        row.when.by_values().holds(&sight)
    };
    row.counts_for(hand.splits.origin().is_split(), hand.doubles > 0)
        && row.when.outlook(hand.cards) == Outlook::Undecided
        && (row.when.may_grow_from(&count_values(hand.cards)) || fits_by_values())
}

/// Whether the hand is a blackjack, or a card of a split hand that may become one.
fn may_be_blackjack(rules: &TwentyOne, hand: Held) -> bool {
    let is_blackjack = |cards: &[Card]| rules.is_blackjack(&HandFacts::of(cards, hand.splits.origin(), hand.doubles));
    match *hand.cards {
        [card] => is_half_of_blackjack(card.rank()) && is_blackjack(&ACE_TEN),
        _ => is_blackjack(hand.cards),
    }
}

/// Whether any two cards of equal value are a pair.
fn is_pair_by_value(rules: &TwentyOne) -> bool {
    let [ten, king] = [Rank::Ten, Rank::King].map(|rank| Card::new(rank, Suit::Clubs));
    rules.split.is_pair(ten, king)
}

const ACE_TEN: [Card; 2] = [Card::new(Rank::Ace, Suit::Clubs), Card::new(Rank::Ten, Suit::Clubs)];

fn count_values(cards: &[Card]) -> ValueCounts {
    let mut counts = ValueCounts::default();
    for card in cards {
        counts[usize::from(card.value()) - 1] += 1;
    }
    counts
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
