//! Whether a hand of 21 that grows card by card can still come to meet a row, and whether the suits and ranks of its cards
//! still matter to the row.

use crate::card::{Card, Rank, Suit};
use crate::pattern::{Pattern, Suits};
use crate::play::{Total, ValueCounts};
use crate::twenty_one::Winner;

/// What the cards so far say of a pattern's conditions on suits and ranks, whatever cards follow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outlook {
    /// They rule the pattern out.
    RuledOut,
    /// They hold for certain: only values and numbers of cards decide from here.
    Certain,
    /// They depend on the suits or ranks of cards to come, or on those held.
    Undecided,
}

impl Winner {
    /// Whether the row counts for a hand, by whether that is split and whether it is doubled.
    #[inline]
    pub const fn counts_for(&self, split: bool, doubled: bool) -> bool {
        (self.after_split || !split) && (self.after_double || !doubled)
    }
}

impl Pattern {
    /// Whether suits, or ranks of equal value, are among the conditions, so that the values of the cards do not decide.
    pub fn asks_beyond_values(&self) -> bool {
        let same_rank = self.same_rank.is_some_and(|ranks| ranks.iter().any(is_ten));
        self.suits.matter() || self.exactly.is_some() || self.poker.is_some() || self.names_tens() || same_rank
    }

    /// Whether a hand with these values may come to meet the pattern by more cards, as far as values and numbers of cards
    /// tell.
    pub fn may_grow_from(&self, counts: &ValueCounts) -> bool {
        let cards: u8 = counts.iter().sum();
        let low = Total::of_values(counts).low();
        let within =
            |wanted: &ValueCounts| wanted != counts && counts.iter().zip(wanted).all(|(held, wanted)| held <= wanted);
        self.cards.is_none_or(|set| set.max().is_some_and(|most| most > cards))
            && self.total.is_none_or(|set| set.max().is_some_and(|most| most > low))
            && self.sum.is_none_or(|set| set.max().is_some_and(|most| most > low))
            && self
                .ranks
                .as_ref()
                .is_none_or(|ranks| within(&count_values(ranks.iter().copied())))
            && self
                .exactly
                .as_ref()
                .is_none_or(|cards| within(&count_values(cards.iter().map(|card| card.rank()))))
            && self
                .same_rank
                .is_none_or(|ranks| ranks.iter().any(|rank| counts[usize::from(rank.value()) - 1] == cards))
    }

    /// What these cards say of the conditions on suits and ranks.
    pub fn outlook(&self, cards: &[Card]) -> Outlook {
        let undecided_if = |within: bool| match within {
            true => Outlook::Undecided,
            false => Outlook::RuledOut,
        };
        let mut outlook = self.suits.outlook(cards);
        if let Some(exactly) = &self.exactly {
            let within = is_within(cards.iter(), exactly.iter());
            outlook = outlook.and(undecided_if(within));
        }
        if let Some(ranks) = self.ranks.as_ref().filter(|_| self.names_tens()) {
            let within = is_within(cards.iter().map(|card| card.rank()), ranks.iter().copied());
            outlook = outlook.and(undecided_if(within));
        }
        if let (Some(ranks), Some(first)) = (self.same_rank, cards.first()) {
            let rank = first.rank();
            let within = ranks.contains(rank) && cards.iter().all(|card| card.rank() == rank);
            // Below ten the value is the rank.
            outlook = outlook.and(match within {
                true if !is_ten(rank) => Outlook::Certain,
                _ => undecided_if(within),
            });
        }
        if self.poker.is_some() {
            outlook = outlook.and(Outlook::Undecided);
        }
        outlook
    }

    /// The pattern as far as it looks at values and numbers of cards.
    pub fn by_values(&self) -> Pattern {
        Pattern {
            suits: Suits::Any,
            up: None,
            ..self.clone()
        }
    }

    fn names_tens(&self) -> bool {
        self.ranks.iter().flatten().any(|rank| is_ten(*rank))
    }
}

impl Outlook {
    /// What two conditions say together.
    fn and(self, other: Outlook) -> Outlook {
        match self.min(other) {
            Outlook::RuledOut => Outlook::RuledOut,
            _ => self.max(other),
        }
    }
}

impl Suits {
    /// What the suits of these cards say of the condition, whatever cards follow.
    fn outlook(self, cards: &[Card]) -> Outlook {
        let one_suit = Suits::Same.hold(cards);
        let one_color = !Suits::MixedColors.hold(cards);
        let undecided_if = |open: bool| if open { Outlook::Undecided } else { Outlook::RuledOut };
        let certain_unless = |open: bool| if open { Outlook::Undecided } else { Outlook::Certain };
        let all = |suit: Suit| undecided_if(cards.iter().all(|card| card.suit() == suit));
        match self {
            Suits::Any => Outlook::Certain,
            Suits::Same => undecided_if(one_suit),
            Suits::Mixed => certain_unless(one_suit),
            Suits::SameColor => undecided_if(one_color),
            Suits::MixedColors => certain_unless(one_color),
            Suits::Clubs => all(Suit::Clubs),
            Suits::Diamonds => all(Suit::Diamonds),
            Suits::Hearts => all(Suit::Hearts),
            Suits::Spades => all(Suit::Spades),
        }
    }
}

fn is_ten(rank: Rank) -> bool {
    rank.value() == 10
}

/// Whether no thing is held more often than it is wanted.
fn is_within<T: PartialEq>(held: impl Iterator<Item = T> + Clone, wanted: impl Iterator<Item = T> + Clone) -> bool {
    held.clone().all(|thing| {
        let times = held.clone().filter(|other| *other == thing).count();
        times <= wanted.clone().filter(|other| *other == thing).count()
    })
}

fn count_values(ranks: impl Iterator<Item = Rank>) -> ValueCounts {
    let mut counts = ValueCounts::default();
    for rank in ranks {
        counts[usize::from(rank.value()) - 1] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;
    use crate::numbers::Numbers;
    use crate::pattern::Poker;
    use crate::pay_table::Sight;
    use crate::play::poker_size;

    /// A few cards, some of them several times: hands of up to four of them meet and miss every pattern below.
    fn small_deck() -> Vec<Card> {
        parse_cards("As Ah 3s 3c 7s 7s 7s 7d 7h 7h 7h Ts Js Jh").unwrap()
    }

    fn patterns() -> Vec<Pattern> {
        let numbers = |text: &str| text.parse::<Numbers>().ok();
        let ranks = |text: &str| Some(text.chars().filter_map(Rank::from_letter).collect());
        let pattern = Pattern::default;
        let mut all = vec![
            Pattern {
                ranks: ranks("777"),
                ..pattern()
            },
            Pattern {
                ranks: ranks("7J"),
                ..pattern()
            },
            Pattern {
                ranks: ranks("AJT"),
                ..pattern()
            },
            Pattern {
                exactly: parse_cards("7s 7d Jh").ok(),
                ..pattern()
            },
            Pattern {
                same_rank: "7".parse().ok(),
                ..pattern()
            },
            Pattern {
                same_rank: "7,T-J".parse().ok(),
                cards: numbers("2-3"),
                ..pattern()
            },
            Pattern {
                total: numbers("21"),
                cards: numbers("3-4"),
                ..pattern()
            },
            Pattern {
                sum: numbers("4-11"),
                ..pattern()
            },
            Pattern {
                poker: Some(Poker::Pair),
                cards: numbers("3"),
                ..pattern()
            },
        ];
        for suits in [
            Suits::Same,
            Suits::Mixed,
            Suits::SameColor,
            Suits::MixedColors,
            Suits::Spades,
            Suits::Hearts,
        ] {
            all.push(Pattern {
                suits,
                ranks: ranks("777"),
                ..pattern()
            });
            all.push(Pattern {
                suits,
                total: numbers("21"),
                ..pattern()
            });
        }
        all
    }

    fn holds(pattern: &Pattern, cards: &[Card]) -> bool {
        pattern.holds(&Sight::new(cards, poker_size(cards.len())))
    }

    fn counts(cards: &[Card]) -> ValueCounts {
        count_values(cards.iter().map(|card| card.rank()))
    }

    /// Every hand of one to four cards of the small deck, each with every way it may have begun.
    fn each_hand(mut visit: impl FnMut(&[Card])) {
        let deck = small_deck();
        for set in 1u32..1 << deck.len() {
            if set.count_ones() <= 4 {
                let cards = (0..deck.len()).filter(|place| set >> place & 1 == 1);
                visit(&cards.map(|place| deck[place]).collect::<Vec<Card>>());
            }
        }
    }

    #[test]
    fn a_row_that_is_met_was_open_to_every_part_of_the_hand() {
        for pattern in patterns() {
            let mut met = 0;
            each_hand(|cards| {
                if !holds(&pattern, cards) {
                    return;
                }
                met += 1;
                for part in 1u32..(1 << cards.len()) - 1 {
                    let places = (0..cards.len()).filter(|place| part >> place & 1 == 1);
                    let part: Vec<Card> = places.map(|place| cards[place]).collect();
                    assert_ne!(
                        pattern.outlook(&part),
                        Outlook::RuledOut,
                        "{pattern:?}: {part:?} of {cards:?}"
                    );
                    assert!(
                        pattern.may_grow_from(&counts(&part)),
                        "{pattern:?}: {part:?} of {cards:?}"
                    );
                }
            });
            assert!(met > 0, "{pattern:?} is never met");
        }
    }

    #[test]
    fn once_certain_the_values_decide() {
        for pattern in patterns() {
            let by_values = pattern.by_values();
            each_hand(|cards| {
                let certain = |part: &[Card]| pattern.outlook(part) == Outlook::Certain;
                if (1..=cards.len()).any(|length| certain(&cards[..length])) {
                    assert_eq!(
                        holds(&pattern, cards),
                        holds(&by_values, cards),
                        "{pattern:?}: {cards:?}"
                    );
                }
            });
        }
    }

    #[test]
    fn suits_and_ranks_matter_exactly_where_hands_of_equal_values_differ() {
        for pattern in patterns() {
            let mut by_counts: Vec<(ValueCounts, bool)> = Vec::new();
            let mut differ = false;
            each_hand(|cards| {
                let (counts, met) = (counts(cards), holds(&pattern, cards));
                match by_counts.iter().find(|(known, _)| *known == counts) {
                    Some((_, known)) => differ |= *known != met,
                    None => by_counts.push((counts, met)),
                }
            });
            assert_eq!(pattern.asks_beyond_values(), differ, "{pattern:?}");
        }
    }
}
