//! Which row of a pay table the cards meet, found naively from what the rules file says: no function of the engine is asked.

use std::collections::BTreeSet;

use croupier_rules::baccarat::CoupWinner;
use croupier_rules::game::SideBet;
use croupier_rules::meter::{Meter, WinningStake};
use croupier_rules::pattern::{Pattern, Pays, Poker, Suits};
use croupier_rules::single_card::{Drawn, First};
use croupier_rules::{Card, Game, Money, Rank, Ranks, Suit};

/// The cards that a row may look at.
#[derive(Clone, Copy, Default)]
pub(crate) struct Looked<'a> {
    /// The cards that are counted.
    pub(crate) cards: &'a [Card],
    /// How many cards make a poker hand.
    pub(crate) hand_size: usize,
    /// The player's cards that are matched, the first two before others, and the dealer's card they are matched with.
    pub(crate) matched: Option<(&'a [Card], Card)>,
    /// The dealer's up card.
    pub(crate) up: Option<Card>,
    /// The dealer's hole card.
    pub(crate) hole: Option<Card>,
    /// The dealer's third card.
    pub(crate) third: Option<Card>,
    /// The player's first cards.
    pub(crate) first: &'a [Card],
    /// The player's and the banker's hand of a coup of baccarat.
    pub(crate) coup: Option<(&'a [Card], &'a [Card])>,
    /// The cards of a round of single cards.
    pub(crate) stand: Option<Stand<'a>>,
}

/// The cards of a round of single cards.
#[derive(Clone, Copy)]
pub(crate) struct Stand<'a> {
    /// The player's and the dealer's, or the two in the middle.
    pub(crate) first: [Card; 2],
    /// Those that came after, in the same order; empty while not all have.
    pub(crate) drawn: &'a [Card],
    /// Whether player and dealer have cards of their own.
    pub(crate) each: bool,
}

/// What a side bet gains by a row, read off the pay table and the meter as the rules file writes them.
pub(crate) fn side_bet_gains(game: &Game, bet: &SideBet, row: usize, stake: Money) -> Money {
    let table = game.pay_tables.find(&bet.pays).expect("a table of this name");
    let paid = match table.rows[row].pays {
        Pays::Odds(odds) => stake.cents() * i64::from(odds.pays) / i64::from(odds.per),
        Pays::Amount(amount) => amount.cents(),
        Pays::OfMeter { share, .. } => {
            let named = |meter: &&Meter| Some(&meter.id) == bet.meter.as_ref();
            let meter = game.meters.iter().find(named).expect("a meter of this name");
            meter.amount.cents() / 100 * share.parts() / 100
        }
    };
    match bet.winning_stake {
        WinningStake::Returned => Money::from_cents(paid),
        WinningStake::Kept => Money::from_cents(paid) - stake,
    }
}

/// The row that pays most at a stake among those that hold, the first of equals.
pub(crate) fn best_row<'a>(
    rows: impl Iterator<Item = (&'a Pattern, Pays)>,
    looked: Looked,
    stake: Money,
) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (place, (pattern, pays)) in rows.enumerate() {
        // Stakes and odds are small, so that equal payments are equal numbers here.
        let paid = match pays {
            Pays::Odds(odds) => stake.cents() as f64 * f64::from(odds.pays) / f64::from(odds.per),
            Pays::Amount(amount) | Pays::OfMeter { amount, .. } => amount.cents() as f64,
        };
        if meets(pattern, looked) && best.is_none_or(|(_, most)| paid > most) {
            best = Some((place, paid));
        }
    }
    best.map(|(place, _)| place)
}

fn meets(pattern: &Pattern, looked: Looked) -> bool {
    let cards = looked.cards;
    let sorted = |cards: &[Card]| {
        let mut names: Vec<String> = cards.iter().map(Card::to_string).collect();
        names.sort();
        names
    };
    let ranks_of = |ranks: &mut dyn Iterator<Item = Rank>| {
        let mut letters: Vec<char> = ranks.map(Rank::letter).collect();
        letters.sort();
        letters
    };
    let of_one_rank = |ranks: Ranks| {
        ranks
            .iter()
            .any(|rank| !cards.is_empty() && cards.iter().all(|card| card.rank() == rank))
    };
    let conditions = [
        pattern.cards.is_none_or(|set| set.contains(cards.len() as u8)),
        pattern.total.is_none_or(|set| set.contains(points(cards).0)),
        pattern
            .sum
            .is_none_or(|set| set.contains(cards.iter().map(|card| pips(card.rank())).sum())),
        pattern.ranks.as_ref().is_none_or(|wanted| {
            ranks_of(&mut cards.iter().map(|card| card.rank())) == ranks_of(&mut wanted.iter().copied())
        }),
        pattern
            .exactly
            .as_ref()
            .is_none_or(|wanted| sorted(cards) == sorted(wanted)),
        pattern.same_rank.is_none_or(of_one_rank),
        suits_hold(pattern.suits, cards),
        pattern.poker.is_none_or(|hand| contains(hand, pattern.of, looked)),
        pattern
            .suited_matches
            .is_none_or(|set| matches(looked, true).is_some_and(|count| set.contains(count))),
        pattern
            .unsuited_matches
            .is_none_or(|set| matches(looked, false).is_some_and(|count| set.contains(count))),
        pattern
            .spread
            .is_none_or(|set| between(looked).is_some_and(|count| set.contains(count))),
        pattern
            .up
            .is_none_or(|ranks| looked.up.is_some_and(|up| ranks.contains(up.rank()))),
        !pattern.dealer_blackjack
            || looked
                .up
                .zip(looked.hole)
                .is_some_and(|(up, hole)| points(&[up, hole]).0 == 21),
        pattern
            .third
            .is_none_or(|ranks| looked.third.is_some_and(|third| ranks.contains(third.rank()))),
        !pattern.player_blackjack || (looked.first.len() == 2 && points(looked.first).0 == 21),
    ];
    conditions.iter().all(|holds| *holds) && coup_meets(pattern, looked.coup) && stand_meets(pattern, looked.stand)
}

/// Whether a coup of baccarat ends as a row asks.
fn coup_meets(pattern: &Pattern, coup: Option<(&[Card], &[Card])>) -> bool {
    let Some((player, banker)) = coup else {
        return pattern.wins.is_none();
    };
    let [mine, theirs] = [player, banker].map(baccarat_points);
    let winner = match mine.cmp(&theirs) {
        std::cmp::Ordering::Greater => CoupWinner::Player,
        std::cmp::Ordering::Less => CoupWinner::Banker,
        std::cmp::Ordering::Equal => CoupWinner::Tie,
    };
    pattern.wins.is_none_or(|wins| wins == winner)
        && pattern.player_points.is_none_or(|set| set.contains(mine))
        && pattern.banker_points.is_none_or(|set| set.contains(theirs))
        && pattern.player_cards.is_none_or(|set| set.contains(player.len() as u8))
        && pattern.banker_cards.is_none_or(|set| set.contains(banker.len() as u8))
}

/// Whether single cards stand as a row asks.
fn stand_meets(pattern: &Pattern, stand: Option<Stand>) -> bool {
    let Some(stand) = stand else {
        return pattern.first.is_none() && pattern.drawn.is_none();
    };
    let [one, other] = stand.first.map(height);
    let holds = pattern.first.is_none_or(|first| match first {
        First::Higher => stand.each && one > other,
        First::Lower => stand.each && one < other,
        First::Equal => one == other,
        First::Consecutive => !stand.each && one.abs_diff(other) == 1,
        First::Apart => !stand.each && one.abs_diff(other) > 1,
    });
    let next: Vec<usize> = stand.drawn.iter().map(|card| height(*card)).collect();
    let between = |third: usize| one.min(other) < third && third < one.max(other);
    let alike = |third: usize| third == one && third == other;
    holds
        && pattern.drawn.is_none_or(|drawn| match (drawn, next.as_slice()) {
            (Drawn::Higher, [mine, theirs]) => mine > theirs,
            (Drawn::Lower, [mine, theirs]) => mine < theirs,
            (Drawn::Equal, [mine, theirs]) => mine == theirs,
            (Drawn::Equal, [third]) => alike(*third),
            (Drawn::Between, [third]) => between(*third),
            (Drawn::Outside, [third]) => !between(*third) && !alike(*third),
            _ => false,
        })
}

/// Whether more cards than the first decide if a row is met.
pub(crate) fn stays_open(pattern: &Pattern, stand: Stand) -> bool {
    let first = Pattern {
        drawn: None,
        spread: None,
        ..pattern.clone()
    };
    let [one, other] = stand.first.map(height);
    let apart = one.abs_diff(other);
    let spread = pattern
        .spread
        .is_none_or(|set| !stand.each && apart > 1 && set.contains(apart as u8 - 1));
    (pattern.drawn.is_some() || pattern.spread.is_some()) && spread && stand_meets(&first, Some(stand))
}

/// The place of a card in the order 2 to ace.
fn height(card: Card) -> usize {
    let place = "23456789TJQKA".find(card.rank().letter());
    place.expect("every rank is in the order")
}

/// The last digit of what the cards count: an ace 1, tens and face cards 10.
pub(crate) fn baccarat_points(cards: &[Card]) -> u8 {
    cards.iter().map(|card| pips(card.rank())).sum::<u8>() % 10
}

/// Whether the suits of the cards relate as a row asks.
pub(crate) fn suits_hold(suits: Suits, cards: &[Card]) -> bool {
    let found: BTreeSet<Suit> = cards.iter().map(|card| card.suit()).collect();
    let red = found
        .iter()
        .filter(|suit| matches!(suit, Suit::Hearts | Suit::Diamonds))
        .count();
    let mixed_colors = red > 0 && red < found.len();
    let only = |suit: Suit| found.iter().all(|other| *other == suit);
    match suits {
        Suits::Any => true,
        Suits::Same => found.len() <= 1,
        Suits::Mixed => found.len() > 1,
        Suits::SameColor => found.len() > 1 && !mixed_colors,
        Suits::MixedColors => mixed_colors,
        Suits::Clubs => only(Suit::Clubs),
        Suits::Diamonds => only(Suit::Diamonds),
        Suits::Hearts => only(Suit::Hearts),
        Suits::Spades => only(Suit::Spades),
    }
}

/// Whether the cards contain a poker hand of this kind.
fn contains(hand: Poker, of: Option<Ranks>, looked: Looked) -> bool {
    let (cards, size) = (looked.cards, looked.hand_size);
    let of_kind = |least: usize, of: Option<Ranks>| -> Vec<Rank> {
        let often = |rank: &Rank| cards.iter().filter(|card| card.rank() == *rank).count() >= least;
        let wanted = |rank: &Rank| of.is_none_or(|of| of.contains(*rank));
        Rank::ALL
            .into_iter()
            .filter(|rank| often(rank) && wanted(rank))
            .collect()
    };
    let suited = |suit: Suit| -> Vec<Card> { cards.iter().copied().filter(|card| card.suit() == suit).collect() };
    let suits = || [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades].map(suited);
    let highest = |top: usize| of.is_none_or(|of| of.contains(Rank::ALL[top - 1]));
    match hand {
        Poker::Pair => !of_kind(2, of).is_empty(),
        Poker::TwoPair => of_kind(2, None).len() >= 2,
        Poker::ThreeOfAKind => !of_kind(3, of).is_empty(),
        Poker::Straight => runs(cards, size).into_iter().any(highest),
        Poker::Flush => suits().iter().any(|cards| cards.len() >= size),
        Poker::FullHouse => !of_kind(3, None).is_empty() && of_kind(2, None).len() >= 2,
        Poker::FourOfAKind => !of_kind(4, of).is_empty(),
        Poker::StraightFlush => suits().iter().any(|cards| runs(cards, size).into_iter().any(highest)),
        Poker::RoyalFlush => suits().iter().any(|cards| runs(cards, size).contains(&13)),
    }
}

/// Every hand of so many cards that has all of the first ones.
pub(crate) fn hands_with(first: &[Card], others: &[Card], size: usize) -> Vec<Vec<Card>> {
    match others {
        _ if first.len() == size => vec![first.to_vec()],
        [] => Vec::new(),
        [next, rest @ ..] => {
            let with = [first, &[*next]].concat();
            [hands_with(&with, rest, size), hands_with(first, rest, size)].concat()
        }
    }
}

/// The straights of so many cards among these, each by its highest card: 13 for the ace.
fn runs(cards: &[Card], size: usize) -> Vec<usize> {
    // An ace is both below the deuce, at place 0, and above the king, at 13.
    let mut there = [false; 14];
    for card in cards {
        let place = Rank::ALL.iter().position(|rank| *rank == card.rank());
        let place = place.expect("every rank is among all ranks") + 1;
        there[place] = true;
        there[0] |= place == 13;
    }
    (size - 1..14)
        .filter(|high| (0..size).all(|down| there[high - down]))
        .collect()
}

fn matches(looked: Looked, suited: bool) -> Option<u8> {
    let (player, dealer) = looked.matched?;
    let same = |card: &&Card| card.rank() == dealer.rank() && (card.suit() == dealer.suit()) == suited;
    Some(player.iter().filter(same).count() as u8)
}

/// How many ranks lie between the player's two, where the dealer's is one of them.
fn between(looked: Looked) -> Option<u8> {
    let (player, dealer) = looked.matched?;
    let place = |card: Card| Rank::ALL.iter().position(|rank| *rank == card.rank()).unwrap_or(0);
    let (low, high) = (
        place(player[0]).min(place(player[1])),
        place(player[0]).max(place(player[1])),
    );
    let inside: Vec<usize> = (low + 1..high).collect();
    inside.contains(&place(dealer)).then_some(inside.len() as u8)
}

/// The value of a rank, an ace as 1.
fn pips(rank: Rank) -> u8 {
    match rank {
        Rank::Ace => 1,
        Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 10,
        rank => rank as u8 + 2,
    }
}

/// The total as in 21, and whether an ace counts 11.
pub(crate) fn points(cards: &[Card]) -> (u8, bool) {
    let sum: u8 = cards.iter().map(|card| pips(card.rank())).sum();
    let ace = cards.iter().any(|card| card.rank() == Rank::Ace);
    match ace && sum <= 11 {
        true => (sum + 10, true),
        false => (sum, false),
    }
}

/// How good the best hand of so many cards is: its kind, then its ranks, those that come most often first.
pub(crate) fn worth(cards: &[Card], size: usize) -> Vec<u8> {
    let choices = (0u32..1 << cards.len()).filter(|chosen| chosen.count_ones() as usize == size);
    let hands = choices.map(|chosen| {
        let hand = (0..cards.len()).filter(|place| chosen >> place & 1 == 1);
        worth_of_hand(&hand.map(|place| cards[place]).collect::<Vec<_>>())
    });
    hands.max().expect("there are cards enough for a hand")
}

/// The same of a hand that is named by its ranks alone and is no straight and no flush.
pub(crate) fn worth_of_ranks(ranks: &str) -> Vec<u8> {
    let ranks: Vec<u8> = ranks
        .split('-')
        .map(|rank| "23456789TJQKA".find(rank).expect("a rank") as u8)
        .collect();
    let most = ranks
        .iter()
        .map(|rank| ranks.iter().filter(|other| *other == rank).count())
        .max();
    let mut worth = vec![if most == Some(2) { 1 } else { 0 }];
    worth.extend(ranks);
    worth
}

fn worth_of_hand(hand: &[Card]) -> Vec<u8> {
    let times = |rank: u8| hand.iter().filter(|card| card.rank() as u8 == rank).count();
    let mut ranks: Vec<u8> = hand.iter().map(|card| card.rank() as u8).collect();
    ranks.sort_by_key(|rank| std::cmp::Reverse((times(*rank), *rank)));
    let groups: Vec<usize> = {
        let mut distinct = ranks.clone();
        distinct.dedup();
        distinct.iter().map(|rank| times(*rank)).collect()
    };
    let flush = hand.iter().all(|card| card.suit() == hand[0].suit());
    let run = ranks.windows(2).all(|two| two[0] == two[1] + 1);
    let low = ranks[0] == 12
        && ranks[1..]
            .iter()
            .rev()
            .enumerate()
            .all(|(place, rank)| usize::from(*rank) == place);
    if low {
        ranks = (0..hand.len() as u8 - 1).rev().collect();
    }
    let kinds: &[&str] = match hand.len() {
        3 => &["high", "pair", "flush", "straight", "three", "straight flush"],
        4 => &[
            "high",
            "pair",
            "two pair",
            "straight",
            "flush",
            "three",
            "straight flush",
            "four",
        ],
        _ => &[
            "high",
            "pair",
            "two pair",
            "three",
            "straight",
            "flush",
            "full house",
            "four",
            "straight flush",
        ],
    };
    let kind = match (groups.as_slice(), flush, run || low) {
        (_, true, true) => "straight flush",
        (_, true, false) => "flush",
        (_, false, true) => "straight",
        ([4, ..], ..) => "four",
        ([3, 2, ..], ..) => "full house",
        ([3, ..], ..) => "three",
        ([2, 2, ..], ..) => "two pair",
        ([2, ..], ..) => "pair",
        _ => "high",
    };
    let place = kinds
        .iter()
        .position(|other| *other == kind)
        .expect("every kind has its place");
    let mut worth = vec![place as u8];
    worth.extend(ranks);
    worth
}
