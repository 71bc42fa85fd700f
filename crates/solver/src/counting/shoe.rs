//! The shoe as a count describes it.

use croupier_rules::game::Deck;
use croupier_rules::{Card, Rank, Suit};
use croupier_table::counting::{CountBy, System};

use crate::twenty_one::CardCounts;

/// A counting system at one depth of one shoe: what a count means for the cards to come.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    system: &'a System,
    deck: &'a Deck,
    /// Cards in the shoe; a true count means the same at any depth.
    left: usize,
}

/// A shoe of as many cards as are left of the full one beside those that are known, with the shares that a count makes likely.
#[derive(Clone, PartialEq, Debug)]
pub struct CountedShoe {
    /// How many of each card, by rank and then by suit; no whole numbers.
    expected: Vec<(Card, f64)>,
}

impl<'a> Reference<'a> {
    /// The system half-way from the full shoe to its cut card.
    pub fn half_way(system: &'a System, deck: &'a Deck, behind_cut: usize) -> Reference<'a> {
        let left = (deck.size() + behind_cut).div_ceil(2);
        Reference { system, deck, left }
    }

    /// The mean tag of the cards to come at this count, in parts.
    pub fn mean_tag(&self, count: f64) -> f64 {
        let parts = count * self.system.per() as f64;
        match self.system.count_by() {
            CountBy::True => -parts / self.deck.deck_size() as f64,
            CountBy::Running => (self.all() - parts) / self.left as f64,
        }
    }

    /// The count at which the cards to come have this mean tag.
    pub fn count(&self, mean_tag: f64) -> f64 {
        let parts = match self.system.count_by() {
            CountBy::True => -mean_tag * self.deck.deck_size() as f64,
            CountBy::Running => self.all() - mean_tag * self.left as f64,
        };
        parts / self.system.per() as f64
    }

    /// The shoe at this count, these cards known and counted; `None` when a count is so far out that a card would have to be fewer
    /// than none.
    pub fn shoe(&self, count: f64, known: &[Card]) -> Option<CountedShoe> {
        let mut pool: CardCounts = std::array::from_fn(|index| {
            let card = Card::from_index(index).expect("there are 52 kinds of card");
            u32::from(self.deck.count(card))
        });
        for card in known {
            pool[card.index()] = pool[card.index()].checked_sub(1)?;
        }
        let tag = |card: Card| f64::from(self.system.parts(card));
        let mean_of = |value: &dyn Fn(Card) -> f64| {
            let (sum, size) = Card::all().fold((0.0, 0.0), |(sum, size), card| {
                let held = f64::from(pool[card.index()]);
                (sum + held * value(card), size + held)
            });
            sum / size
        };
        let mean = mean_of(&tag);
        let variance = mean_of(&|card| (tag(card) - mean).powi(2));
        let tilt = if variance > 0.0 {
            (self.mean_tag(count) - mean) / variance
        } else {
            0.0
        };
        let by_rank = Rank::ALL
            .into_iter()
            .flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit)));
        let expected: Vec<(Card, f64)> = by_rank
            .map(|card| {
                let share = 1.0 + tilt * (tag(card) - mean);
                (card, f64::from(pool[card.index()]) * share)
            })
            .collect();
        let possible = expected.iter().all(|(_, count)| *count >= 0.0);
        possible.then_some(CountedShoe { expected })
    }

    /// The count after these cards are seen, from the count before.
    pub fn after(&self, before: f64, seen: usize, seen_parts: f64) -> f64 {
        let size = self.deck.size() as f64;
        let sum = self.mean_tag(before) * size - seen_parts;
        self.count(sum / (size - seen as f64))
    }

    /// How far counts at this depth lie from their mean: the standard deviation over all shoes.
    pub fn spread(&self) -> f64 {
        let (size, left) = (self.deck.size() as f64, self.left as f64);
        let tags = || self.deck.cards().map(|card| f64::from(self.system.parts(card)));
        let mean = tags().sum::<f64>() / size;
        let variance = tags().map(|tag| (tag - mean).powi(2)).sum::<f64>() / size;
        let of_mean_tag = (variance / left * (size - left) / (size - 1.0)).sqrt();
        self.count(0.0) - self.count(of_mean_tag)
    }

    /// What a card counts, in parts.
    pub fn parts(&self, card: Card) -> i32 {
        self.system.parts(card)
    }

    /// The deck.
    pub fn deck(&self) -> &'a Deck {
        self.deck
    }

    /// What all cards count together from the start of the count, in parts.
    fn all(&self) -> f64 {
        (self.system.sum_parts(self.deck) + self.system.start_parts(self.deck)) as f64
    }
}

impl CountedShoe {
    /// How many cards there are.
    pub fn size(&self) -> f64 {
        self.expected.iter().map(|(_, count)| count).sum()
    }

    /// The mean of something over the cards to come.
    pub fn mean(&self, value: impl Fn(Card) -> f64) -> f64 {
        let sum: f64 = self.expected.iter().map(|(card, count)| count * value(*card)).sum();
        sum / self.size()
    }

    /// So many shoes of whole cards and one size, whose average is this one as nearly as so many can be. No card differs from its
    /// expected number by one or more, no rank does.
    pub fn whole_shoes(&self, many: usize) -> Vec<CardCounts> {
        let shoe = |number: usize| {
            let offset = (number as f64 + 0.5) / many as f64;
            let mut shoe: CardCounts = [0; Card::KINDS];
            let (mut sum, mut taken) = (0.0, 0.0);
            for (card, count) in &self.expected {
                sum += count;
                // Rounded up a hair, lest a sum that is whole but for the rounding of the machine lose a card.
                let upto = (sum + offset + 1e-9).floor();
                shoe[card.index()] = (upto - taken) as u32;
                taken = upto;
            }
            shoe
        };
        (0..many).map(shoe).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::load;

    /// Of all ways to take `left` cards of six decks with one sum of Hi-Lo tags, the mean number of low, neutral and high cards, counted
    /// one by one; beside it the line in the tag.
    #[test]
    fn the_expected_shares_are_those_of_all_shoes_with_that_count() {
        let deck = load::open("blackjack").unwrap().game.deck;
        let system = System::named("hi-lo").unwrap();
        let choose: Vec<Vec<f64>> = (0..=120)
            .map(|of: usize| {
                (0..=of)
                    .scan(1.0, |ways, taken| {
                        let now = *ways;
                        *ways *= (of - taken) as f64 / (taken + 1) as f64;
                        Some(now)
                    })
                    .collect()
            })
            .collect();
        for (left, true_count) in [(234_usize, 2), (156, 4), (156, -3), (104, 6)] {
            let sum = -(true_count * left as i64) / 52;
            let (mut ways, mut low) = (0.0, 0.0);
            for lows in 0..=120_usize {
                let highs = lows as i64 - sum;
                let zeros = left as i64 - lows as i64 - highs;
                if (0..=120).contains(&highs) && (0..=72).contains(&zeros) {
                    let here = choose[120][lows] * choose[120][highs as usize] * choose[72][zeros as usize];
                    ways += here;
                    low += here * lows as f64;
                }
            }
            let exact = low / ways / left as f64;
            let reference = Reference::half_way(&system, &deck, 78);
            let shoe = reference.shoe(-(sum as f64) * 52.0 / left as f64, &[]).unwrap();
            let line = shoe.mean(|card| f64::from(u8::from(system.tag(card) > 0.0)));
            assert!(
                (line - exact).abs() < 4e-4,
                "{left} left, count {true_count}: {line} and {exact}"
            );
        }
    }

    #[test]
    fn whole_shoes_are_the_expected_one_on_average() {
        let game = load::open("nh21-plus").unwrap().game;
        let system = System::named("halves").unwrap();
        let reference = Reference::half_way(&system, &game.deck, 60);
        let known: Vec<Card> = croupier_rules::card::parse_cards("Kh 6c Ad").unwrap();
        let expected = reference.shoe(3.0, &known).unwrap();
        assert!((reference.count(expected.mean(|card| f64::from(system.parts(card)))) - 3.0).abs() < 1e-9);
        let shoes = expected.whole_shoes(8);
        for shoe in &shoes {
            assert_eq!(shoe.iter().sum::<u32>() as usize, game.deck.size() - 3);
        }
        for rank in Rank::ALL {
            let of =
                |shoe: &CardCounts| -> u32 { Suit::ALL.iter().map(|suit| shoe[Card::new(rank, *suit).index()]).sum() };
            let mean = shoes.iter().map(|shoe| f64::from(of(shoe))).sum::<f64>() / 8.0;
            let wanted: f64 = expected
                .expected
                .iter()
                .filter(|(card, _)| card.rank() == rank)
                .map(|(_, count)| count)
                .sum();
            assert!((mean - wanted).abs() <= 0.25, "{rank}: {mean} and {wanted}");
        }
        assert!(reference.shoe(60.0, &[]).is_none());
    }

    /// A running count means little at the start and much at the end; at the pivot it means the same everywhere.
    #[test]
    fn a_running_count_is_read_at_a_depth() {
        let deck = load::open("blackjack").unwrap().game.deck;
        let ko = System::named("ko").unwrap();
        let reference = Reference::half_way(&ko, &deck, 78);
        // At the pivot of 4 the cards to come have no tags on average: four more of the high than a deck has.
        assert!(reference.mean_tag(4.0).abs() < 1e-12);
        assert!((reference.count(reference.mean_tag(-3.0)) + 3.0).abs() < 1e-12);
        assert_eq!(reference.left, 195);
    }
}
