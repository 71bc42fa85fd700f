//! The cards that may still come: a fresh shoe, or what is left of one.

use croupier_rules::game::Deck;
use croupier_rules::pattern::Pattern;
use croupier_rules::{Card, Rank, Suit};

/// How many of each card may still come. All of them are equally likely.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pack {
    counts: [u8; Card::KINDS],
    size: u32,
}

/// A card was taken out of the shoe that is not in it any more.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{card} comes {times} times among the cards named, but the shoe holds {held} of it")]
pub struct NotHeld {
    /// The card.
    pub card: Card,
    /// How often it is named.
    pub times: usize,
    /// How many there are.
    pub held: u8,
}

impl Pack {
    /// The whole shoe.
    pub fn fresh(deck: &Deck) -> Pack {
        let mut counts = [0; Card::KINDS];
        for card in Card::all() {
            counts[card.index()] = deck.count(card);
        }
        Pack {
            counts,
            size: deck.size() as u32,
        }
    }

    /// What is left when these cards are out.
    pub fn without(&self, cards: &[Card]) -> Result<Pack, NotHeld> {
        let mut left = self.clone();
        for card in cards {
            if left.counts[card.index()] == 0 {
                return Err(NotHeld {
                    card: *card,
                    times: cards.iter().filter(|other| *other == card).count(),
                    held: self.count(*card),
                });
            }
            left.counts[card.index()] -= 1;
            left.size -= 1;
        }
        Ok(left)
    }

    /// How many of this card are left.
    pub fn count(&self, card: Card) -> u8 {
        self.counts[card.index()]
    }

    /// How many cards are left.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The different cards left, with how many of each.
    pub fn kinds(&self) -> impl Iterator<Item = (Card, u32)> + '_ {
        Card::all()
            .map(|card| (card, u32::from(self.count(card))))
            .filter(|(_, count)| *count > 0)
    }

    /// These cards and no others.
    pub fn of(cards: &[Card]) -> Pack {
        let mut counts = [0; Card::KINDS];
        for card in cards {
            counts[card.index()] += 1;
        }
        Pack {
            counts,
            size: cards.len() as u32,
        }
    }

    /// The suits in blocks of those that may change places: nothing tells them apart in what is left of the cards nor in
    /// any of these patterns.
    pub fn alike_suits<'a>(&self, patterns: impl Iterator<Item = &'a Pattern> + Clone) -> Vec<Vec<Suit>> {
        self.alike_suits_beside(&[], patterns)
    }

    /// The same beside cards that have been taken out, in which nothing may tell the suits apart either.
    pub fn alike_suits_beside<'a>(
        &self,
        cards: &[Card],
        patterns: impl Iterator<Item = &'a Pattern> + Clone,
    ) -> Vec<Vec<Suit>> {
        let taken = |rank: Rank, suit: Suit| cards.iter().filter(|card| **card == Card::new(rank, suit)).count();
        let mut blocks: Vec<Vec<Suit>> = Vec::new();
        for suit in Suit::ALL {
            let alike = |other: Suit| {
                self.holds_alike(suit, other)
                    && Rank::ALL
                        .into_iter()
                        .all(|rank| taken(rank, suit) == taken(rank, other))
                    && patterns.clone().all(|pattern| pattern.allows_swap(suit, other))
            };
            // Being swappable with one member of a block is being swappable with all: a swap of two is made of swaps
            // with the third.
            match blocks.iter_mut().find(|block| alike(block[0])) {
                Some(block) => block.push(suit),
                None => blocks.push(vec![suit]),
            }
        }
        blocks
    }

    /// Whether the pack holds the same cards of both suits.
    pub fn holds_alike(&self, one: Suit, other: Suit) -> bool {
        Rank::ALL
            .into_iter()
            .all(|rank| self.count(Card::new(rank, one)) == self.count(Card::new(rank, other)))
    }
}

/// How many ways there are to take so many of so many.
pub fn choose(of: u32, take: u32) -> u128 {
    if take > of {
        return 0;
    }
    (0..u128::from(take)).fold(1, |ways, step| ways * (u128::from(of) - step) / (step + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choosing() {
        assert_eq!(choose(52, 5), 2_598_960);
        assert_eq!(choose(3, 4), 0);
        assert_eq!(choose(7, 0), 1);
        assert_eq!(choose(416, 10), (407..=416u128).product::<u128>() / 3_628_800);
    }

    #[test]
    fn cards_that_are_not_there_cannot_be_removed() {
        let deck = Deck {
            decks: 2,
            decks_allowed: None,
            removed: "5".parse().unwrap(),
        };
        let pack = Pack::fresh(&deck);
        assert_eq!(pack.size(), 96);
        let card = |text: &str| text.parse::<Card>().unwrap();
        let left = pack.without(&[card("Ah"), card("Ah")]).unwrap();
        assert_eq!((left.count(card("Ah")), left.size()), (0, 94));
        assert_eq!(left.without(&[card("Ah")]).unwrap_err().held, 0);
        assert!(pack.without(&[card("5c")]).is_err());
        let suits = left.alike_suits(std::iter::empty());
        assert_eq!(
            suits,
            [vec![Suit::Clubs, Suit::Diamonds, Suit::Spades], vec![Suit::Hearts]]
        );
    }
}
