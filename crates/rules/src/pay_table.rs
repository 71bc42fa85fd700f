//! Which row of a pay table the cards meet: of all rows met, the one that pays most at the stake.

mod ranking;

use std::cell::OnceCell;
use std::cmp::Ordering;

use arrayvec::ArrayVec;

use crate::baccarat::Baccarat;
use crate::card::{Card, Rank, Suit};
use crate::game::{HoleCardsPlay, Matched, Over, PayTable, SideBet};
use crate::money::Money;
use crate::numbers::Numbers;
use crate::pattern::{Pattern, Pays, Row, Suits};
pub use crate::play::poker_size;
use crate::play::{CardsStand, CoupEnd, Total, is_ace_ten};
use crate::poker::{Contained, Tally};
use crate::single_card::SingleCard;
use crate::stud::Stud;
use crate::twenty_one::TwentyOne;
pub use ranking::Ranking;

/// The cards a pattern is held against.
#[derive(Clone, Debug)]
pub struct Sight<'a> {
    /// The cards that count, total, ranks, suits and poker hands are read from.
    pub cards: &'a [Card],
    /// How many cards make a poker hand, 3, 4 or 5.
    pub hand_size: u8,
    /// The player's first two cards, for matches and spreads.
    pub player: Option<[Card; 2]>,
    /// What the player has drawn since, where it counts for matches.
    pub drawn: &'a [Card],
    /// The dealer's card that those are compared with.
    pub against: Option<Card>,
    /// The dealer's up card.
    pub up: Option<Card>,
    /// The dealer's hole card.
    pub hole: Option<Card>,
    /// The third card of the dealer's hand, once that is complete.
    pub third: Option<Card>,
    /// Baccarat: how the coup ended.
    pub coup: Option<CoupEnd>,
    /// Single card: how the cards stand.
    pub stand: Option<CardsStand>,
    contained: OnceCell<Contained>,
}

/// The cards of one round that a side bet may look at.
#[derive(Clone, Copy, Debug)]
pub enum Dealt<'a> {
    /// A round of 21.
    TwentyOne {
        /// The player's first two cards.
        player: [Card; 2],
        /// The dealer's up card.
        up: Card,
        /// The dealer's hole card, once somebody may look at it.
        hole: Option<Card>,
        /// The dealer's hand as it lies when the bet is settled. Only a bet over it looks there, which waits until it is complete.
        dealer: &'a [Card],
    },
    /// A round of stud.
    Stud {
        /// The player's hole cards.
        hole: &'a [Card],
        /// The dealer's cards, where the dealer has a hand.
        dealer: &'a [Card],
        /// The community cards.
        community: &'a [Card],
        /// The extra cards.
        extra: &'a [Card],
    },
    /// A coup of baccarat.
    Baccarat {
        /// The player's hand.
        player: &'a [Card],
        /// The banker's hand.
        banker: &'a [Card],
    },
    /// The first cards of a round of single cards.
    SingleCard {
        /// The player's and the dealer's, or the two for all.
        first: [Card; 2],
    },
}

/// The cards a side bet looks at, in the order player, dealer, community, extra.
pub type LookedAt = ArrayVec<Card, 16>;

impl SideBet {
    /// The row these cards meet that pays most at this stake; `None` when the bet loses.
    pub fn best_row(&self, dealt: &Dealt, stake: Money) -> Option<usize> {
        self.best_row_of_hand(dealt, &[], stake)
    }

    /// The same of a hand that has drawn these cards since, which count where every card is matched.
    pub fn best_row_of_hand(&self, dealt: &Dealt, drawn: &[Card], stake: Money) -> Option<usize> {
        let cards = self.over.cards(dealt);
        let hand_size = self.poker_size(cards.len());
        match (self.hole_cards, dealt) {
            (HoleCardsPlay::MustPlay, Dealt::Stud { hole, .. }) if cards.len() > usize::from(hand_size) => {
                self.best_row_with(hole, &cards[hole.len()..], hand_size, stake)
            }
            _ => {
                let sight = Sight {
                    hand_size,
                    drawn: match self.matched {
                        Matched::FirstTwo => &[],
                        Matched::EveryCard => drawn,
                    },
                    ..Sight::of_bet(self.over, dealt, &cards)
                };
                best_row(&self.rows, &sight, stake)
            }
        }
    }

    /// The best row of all hands that are made of these hole cards and as many of the others as a hand lacks.
    pub fn best_row_with(&self, hole: &[Card], others: &[Card], hand_size: u8, stake: Money) -> Option<usize> {
        let lacking = usize::from(hand_size).saturating_sub(hole.len());
        let chosen = (0u32..1 << others.len()).filter(|chosen| chosen.count_ones() as usize == lacking);
        let mut met = [false; PayTable::ROWS_MAX];
        for chosen in chosen {
            let others = others.iter().enumerate();
            let others = others
                .filter(|(place, _)| chosen >> place & 1 == 1)
                .map(|(_, card)| *card);
            let hand: LookedAt = hole.iter().copied().chain(others).collect();
            if let Some(row) = best_row(&self.rows, &Sight::new(&hand, hand_size), stake) {
                met[row] = true;
            }
        }
        best_paid(self.rows.iter().map(|row| row.pays), |place| met[place], stake)
    }

    /// The same for a bet over both hands of baccarat, by how the coup ended.
    pub fn best_row_of_coup(&self, end: CoupEnd, stake: Money) -> Option<usize> {
        best_row(&self.rows, &Sight::of_coup(end), stake)
    }
}

impl Baccarat {
    /// The row of the main bet that a coup meets; `None` when the bet loses.
    pub fn best_row(&self, end: CoupEnd, stake: Money) -> Option<usize> {
        best_row(&self.pays, &Sight::of_coup(end), stake)
    }
}

impl SingleCard {
    /// The row of the main bet that cards meet which stand so; `None` when the bet loses.
    pub fn best_row(&self, stand: CardsStand, stake: Money) -> Option<usize> {
        best_row(&self.pays, &Sight::of_stand(stand), stake)
    }

    /// The same of the raise.
    pub fn best_raise_row(&self, stand: CardsStand, stake: Money) -> Option<usize> {
        best_row(&self.raise_pays, &Sight::of_stand(stand), stake)
    }
}

impl Stud {
    /// The row of the main game that a player's hole cards and community cards meet; `None` when the hand loses.
    pub fn best_row(&self, cards: &[Card], stake: Money) -> Option<usize> {
        best_row(&self.pays, &Sight::new(cards, self.hands.hand_size), stake)
    }
}

impl TwentyOne {
    /// The row by which a hand of 21 wins at once, if it does.
    pub fn best_winner(&self, cards: &[Card], up: Card, split: bool, doubled: bool, main: Money) -> Option<usize> {
        let total = Total::of(cards).best();
        let possible = |pattern: &Pattern| {
            pattern.cards.is_none_or(|set| set.contains(cards.len() as u8))
                && pattern.total.is_none_or(|set| set.contains(total))
                && pattern.ranks.as_ref().is_none_or(|ranks| ranks.len() == cards.len())
        };
        let mut sight = None;
        best_paid(
            self.winners.iter().map(|row| row.pays),
            |place| {
                let row = &self.winners[place];
                row.counts_for(split, doubled) && possible(&row.when) && {
                    let sight = sight.get_or_insert_with(|| Sight {
                        up: Some(up),
                        ..Sight::new(cards, poker_size(cards.len()))
                    });
                    row.when.holds(sight)
                }
            },
            main,
        )
    }
}

/// Of the rows that hold, the one that pays most at this stake; of equals the first.
pub fn best_row(rows: &[Row], sight: &Sight, stake: Money) -> Option<usize> {
    best_paid(
        rows.iter().map(|row| row.pays),
        |place| rows[place].when.holds(sight),
        stake,
    )
}

/// The total as in 21: an ace counts 11 where that does not go over 21, else 1.
pub fn total(cards: &[Card]) -> u8 {
    Total::of(cards).best()
}

impl<'a> Sight<'a> {
    /// The cards alone, with no dealer's card beside them.
    pub fn new(cards: &'a [Card], hand_size: u8) -> Sight<'a> {
        Sight {
            cards,
            hand_size,
            player: None,
            drawn: &[],
            against: None,
            up: None,
            hole: None,
            third: None,
            coup: None,
            stand: None,
            contained: OnceCell::new(),
        }
    }

    /// How a coup ended, with none of its cards.
    pub fn of_coup(end: CoupEnd) -> Sight<'static> {
        Sight {
            coup: Some(end),
            ..Sight::new(&[], poker_size(0))
        }
    }

    /// How single cards stand, with none of the cards.
    pub fn of_stand(stand: CardsStand) -> Sight<'static> {
        Sight {
            stand: Some(stand),
            ..Sight::new(&[], poker_size(0))
        }
    }

    /// How many ranks lie between two cards, where the card they are compared with is one of them.
    fn between(&self) -> Option<u8> {
        match (self.stand, self.player, self.against) {
            (Some(stand), ..) => stand.between(),
            (None, Some(player), Some(against)) => spread(player, against.rank()),
            _ => None,
        }
    }

    /// What a bet sees of a round, of which it looks at these cards.
    pub(crate) fn of_bet(over: Over, dealt: &Dealt, cards: &'a [Card]) -> Sight<'a> {
        let mut sight = Sight::new(cards, poker_size(cards.len()));
        match *dealt {
            Dealt::TwentyOne {
                player,
                up,
                hole,
                dealer,
            } => {
                sight.player = Some(player);
                sight.up = Some(up);
                sight.hole = hole;
                sight.third = dealer.get(2).copied();
                sight.against = over.compared_with(up, hole);
            }
            Dealt::Baccarat { player, banker } => sight.coup = Some(CoupEnd::of(player, banker)),
            Dealt::Stud { .. } | Dealt::SingleCard { .. } => {}
        }
        sight
    }

    fn contained(&self) -> Contained {
        *self
            .contained
            .get_or_init(|| Tally::of(self.cards).contains(self.hand_size))
    }
}

impl Pattern {
    /// Whether every condition of the pattern holds for these cards.
    pub fn holds(&self, sight: &Sight) -> bool {
        let cards = sight.cards;
        self.cards.is_none_or(|set| set.contains(cards.len() as u8))
            && self.total.is_none_or(|set| set.contains(total(cards)))
            && self.sum.is_none_or(|set| set.contains(Total::of(cards).low()))
            && self.poker.is_none_or(|hand| {
                let contained = sight.contained();
                self.of
                    .map_or_else(|| contained.has(hand), |of| contained.has_of(hand, of))
            })
            && self.ranks.as_ref().is_none_or(|ranks| has_ranks(cards, ranks))
            && self.exactly.as_ref().is_none_or(|exactly| has_cards(cards, exactly))
            && self.same_rank.is_none_or(|ranks| {
                let rank = cards.first().map(|card| card.rank());
                rank.is_some_and(|rank| ranks.contains(rank) && cards.iter().all(|card| card.rank() == rank))
            })
            && self.suits.hold(cards)
            && self.dealer_holds(sight)
            && self.coup_holds(sight.coup)
            && self.stand_holds(sight.stand)
    }

    /// The conditions that look at how a coup ended. Without a coup none of them holds.
    fn coup_holds(&self, coup: Option<CoupEnd>) -> bool {
        let numbers = [
            (self.player_points, coup.map(|end| end.player)),
            (self.player_cards, coup.map(|end| end.player_cards)),
            (self.banker_points, coup.map(|end| end.banker)),
            (self.banker_cards, coup.map(|end| end.banker_cards)),
        ];
        let in_set = |(set, number): (Option<Numbers>, Option<u8>)| {
            set.is_none_or(|set| number.is_some_and(|number| set.contains(number)))
        };
        self.wins
            .is_none_or(|wins| coup.is_some_and(|end| end.winner() == wins))
            && numbers.into_iter().all(in_set)
    }

    /// The conditions that look at how single cards stand. Without such cards none of them holds.
    fn stand_holds(&self, stand: Option<CardsStand>) -> bool {
        self.first
            .is_none_or(|first| stand.is_some_and(|stand| stand.first == first))
            && self
                .drawn
                .is_none_or(|drawn| stand.is_some_and(|stand| stand.drawn == Some(drawn)))
    }

    /// The conditions that look at a dealer's card. One that lacks its card does not hold.
    fn dealer_holds(&self, sight: &Sight) -> bool {
        let matches = |set, suited| {
            let pair = sight.player.zip(sight.against);
            pair.is_some_and(|(player, against)| {
                let cards = player.iter().chain(sight.drawn);
                matches(cards, against, suited, set)
            })
        };
        self.suited_matches.is_none_or(|set| matches(set, true))
            && self.unsuited_matches.is_none_or(|set| matches(set, false))
            && self
                .spread
                .is_none_or(|set| sight.between().is_some_and(|between| set.contains(between)))
            && self
                .up
                .is_none_or(|ranks| sight.up.is_some_and(|up| ranks.contains(up.rank())))
            && (!self.dealer_blackjack
                || sight
                    .up
                    .zip(sight.hole)
                    .is_some_and(|(up, hole)| is_ace_ten(&[up, hole])))
            && self
                .third
                .is_none_or(|ranks| sight.third.is_some_and(|third| ranks.contains(third.rank())))
            && (!self.player_blackjack || sight.player.is_some_and(|player| is_ace_ten(&player)))
    }
}

impl Pattern {
    /// Whether the pattern says the same of any cards when two suits change places everywhere.
    pub fn allows_swap(&self, one: Suit, other: Suit) -> bool {
        let is_neither = |suit: Suit| suit != one && suit != other;
        let suits = match self.suits {
            Suits::Any | Suits::Same | Suits::Mixed => true,
            Suits::SameColor | Suits::MixedColors => one.is_red() == other.is_red(),
            Suits::Clubs => is_neither(Suit::Clubs),
            Suits::Diamonds => is_neither(Suit::Diamonds),
            Suits::Hearts => is_neither(Suit::Hearts),
            Suits::Spades => is_neither(Suit::Spades),
        };
        let swap = |card: &Card| match card.suit() {
            suit if suit == one => Card::new(card.rank(), other),
            suit if suit == other => Card::new(card.rank(), one),
            _ => *card,
        };
        suits
            && self.exactly.as_ref().is_none_or(|exactly| {
                let swapped: Vec<Card> = exactly.iter().map(swap).collect();
                has_cards(&swapped, exactly)
            })
    }
}

impl Pays {
    /// Which of two rows pays more at this stake.
    pub fn cmp_at(self, other: Pays, stake: Money) -> Ordering {
        let as_ratio = |pays: Pays| match pays {
            Pays::Odds(odds) => (i128::from(odds.pays) * i128::from(stake.cents()), i128::from(odds.per)),
            Pays::Amount(amount) | Pays::OfMeter { amount, .. } => (i128::from(amount.cents()), 1),
        };
        let ((left, left_per), (right, right_per)) = (as_ratio(self), as_ratio(other));
        (left * right_per).cmp(&(right * left_per))
    }
}

/// The place of the row that pays most at this stake among those that hold; of equals the first.
pub fn best_paid(
    pays: impl Iterator<Item = Pays>,
    mut holds: impl FnMut(usize) -> bool,
    stake: Money,
) -> Option<usize> {
    let mut best: Option<(usize, Pays)> = None;
    for (place, pays) in pays.enumerate() {
        if best.is_none_or(|(_, so_far)| pays.cmp_at(so_far, stake) == Ordering::Greater) && holds(place) {
            best = Some((place, pays));
        }
    }
    best.map(|(place, _)| place)
}

fn has_ranks(cards: &[Card], ranks: &[Rank]) -> bool {
    let of_cards = cards.iter().fold(0u128, |counts, card| counts + one(card.rank()));
    let wanted = ranks.iter().fold(0u128, |counts, rank| counts + one(*rank));
    of_cards == wanted
}

/// One card of a rank, in a number that counts every rank in eight bits of its own.
fn one(rank: Rank) -> u128 {
    1 << (8 * rank as u32)
}

fn has_cards(cards: &[Card], exactly: &[Card]) -> bool {
    let times = |list: &[Card], card: Card| list.iter().filter(|other| **other == card).count();
    cards.len() == exactly.len() && cards.iter().all(|card| times(cards, *card) == times(exactly, *card))
}

fn matches<'c>(cards: impl Iterator<Item = &'c Card>, against: Card, suited: bool, set: Numbers) -> bool {
    let count = cards
        .filter(|card| card.rank() == against.rank() && (card.suit() == against.suit()) == suited)
        .count();
    set.contains(count as u8)
}

/// How many ranks lie between the player's two cards, where the dealer's rank is one of them.
fn spread(player: [Card; 2], against: Rank) -> Option<u8> {
    let [first, second] = player.map(Card::rank);
    let (low, high) = (first.min(second), first.max(second));
    (low < against && against < high).then(|| high as u8 - low as u8 - 1)
}

#[cfg(test)]
mod tests;
