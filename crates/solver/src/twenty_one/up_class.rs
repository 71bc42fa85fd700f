//! What the dealer shows, and which cards of it play alike.

use croupier_rules::play::BlackjackCheck;
use croupier_rules::twenty_one::TwentyOne;
use croupier_rules::{Card, Rank};

use super::deal::CardCounts;
use super::rows::{RowSet, Rows};
use crate::number::Number;

/// The dealer's cards that a player sees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shown {
    /// The up card.
    pub up: Card,
    /// The second card, where it lies face up.
    pub hole: Option<Card>,
}

/// Up cards that play alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UpClass {
    /// The value, an ace as 1.
    pub value: u8,
    /// What is known of a blackjack.
    pub check: BlackjackCheck,
    /// The rows whose up card condition is met.
    pub rows: RowSet,
    /// The ranks.
    pub ranks: Vec<Rank>,
    /// The second card, where players see it.
    pub hole: Option<OpenHole>,
}

/// Second cards that play alike, seen by the players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenHole {
    /// The value, an ace as 1.
    pub value: u8,
    /// The ranks.
    pub ranks: Vec<Rank>,
    /// Whether the class stands for the same cards dealt the other way round, too.
    pub either_way: bool,
}

impl Shown {
    /// The cards.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        [self.up].into_iter().chain(self.hole)
    }

    /// The shoe without them.
    pub fn out_of(self, shoe: &CardCounts) -> CardCounts {
        let mut left = *shoe;
        for card in self.cards() {
            left[card.index()] -= 1;
        }
        left
    }

    /// The same cards dealt the other way round.
    pub fn turned(self) -> Shown {
        match self.hole {
            Some(hole) => Shown {
                up: hole,
                hole: Some(self.up),
            },
            None => self,
        }
    }
}

impl std::fmt::Display for Shown {
    /// `Th`, or `Th+5c`.
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self.hole {
            Some(hole) => write!(f, "{}+{hole}", self.up),
            None => self.up.fmt(f),
        }
    }
}

impl UpClass {
    /// The classes of all that a dealer can show from this shoe: up cards, or both cards where both lie open.
    pub fn all(rules: &TwentyOne, rows: &Rows, shoe: &CardCounts) -> Vec<UpClass> {
        match rules.dealer.hole_card.is_face_up() {
            true => UpClass::open_pairs(rules, rows, shoe),
            false => UpClass::up_cards(rules, rows, shoe),
        }
    }

    /// The same without the blackjacks, against which nobody plays.
    pub fn played(rules: &TwentyOne, rows: &Rows, shoe: &CardCounts) -> Vec<UpClass> {
        let mut classes = UpClass::all(rules, rows, shoe);
        classes.retain(|class| !class.is_blackjack());
        classes
    }

    fn up_cards(rules: &TwentyOne, rows: &Rows, shoe: &CardCounts) -> Vec<UpClass> {
        let mut classes: Vec<UpClass> = Vec::new();
        for rank in Rank::ALL {
            let there = Card::all().any(|card| card.rank() == rank && shoe[card.index()] > 0);
            if !there {
                continue;
            }
            let class = UpClass::of_up(rules, rows, rank);
            let known = classes
                .iter_mut()
                .find(|other| other.value == class.value && other.check == class.check && other.rows == class.rows);
            match known {
                Some(known) => known.ranks.push(rank),
                None => classes.push(class),
            }
        }
        classes
    }

    /// The classes of both cards, seen by the players. Which of two cards came first matters only to rows that ask for it.
    pub fn open_pairs(rules: &TwentyOne, rows: &Rows, shoe: &CardCounts) -> Vec<UpClass> {
        let ups = UpClass::up_cards(rules, rows, shoe);
        let mut pairs = Vec::new();
        for (place, one) in ups.iter().enumerate() {
            for other in &ups[place..] {
                let either_way = one != other && one.rows == other.rows;
                pairs.push(one.with_hole(other, either_way));
                if one.rows != other.rows {
                    pairs.push(other.with_hole(one, false));
                }
            }
        }
        pairs.retain(|pair| pair.ways(shoe) > 0);
        pairs
    }

    /// The class of one up card.
    pub fn of_up(rules: &TwentyOne, rows: &Rows, rank: Rank) -> UpClass {
        UpClass {
            value: rank.value(),
            check: rules.dealer.check_under(rank),
            rows: rows.under(rank),
            ranks: vec![rank],
            hole: None,
        }
    }

    /// The class of these cards.
    pub fn of(rules: &TwentyOne, rows: &Rows, shown: Shown) -> UpClass {
        let class = |card: Card| UpClass::of_up(rules, rows, card.rank());
        match shown.hole {
            Some(hole) => class(shown.up).with_hole(&class(hole), false),
            None => class(shown.up),
        }
    }

    fn with_hole(&self, other: &UpClass, either_way: bool) -> UpClass {
        let mut pair = UpClass {
            check: BlackjackCheck::Impossible,
            hole: Some(OpenHole {
                value: other.value,
                ranks: other.ranks.clone(),
                either_way,
            }),
            ..self.clone()
        };
        if pair.is_blackjack() {
            pair.check = BlackjackCheck::Checked;
        }
        pair
    }

    /// The value of the second card, where players see it.
    pub fn hole_value(&self) -> Option<u8> {
        self.hole.as_ref().map(|hole| hole.value)
    }

    /// Whether two open cards are a blackjack.
    pub fn is_blackjack(&self) -> bool {
        self.hole_value()
            .is_some_and(|hole| (self.value.min(hole), self.value.max(hole)) == (1, 10))
    }

    /// The value that makes a blackjack with this up card, as a place from 0; none where the second card is seen.
    pub fn partner(&self) -> Option<usize> {
        match self.value {
            1 if self.hole.is_none() => Some(9),
            10 if self.hole.is_none() => Some(0),
            _ => None,
        }
    }

    /// Every card or two that the class stands for, with its chance. Of two open cards, one suit stands for all where no rule
    /// tells them apart.
    pub fn shown<N: Number>(&self, shoe: &CardCounts, tells_suit: impl Fn(Card) -> bool) -> Vec<(Shown, N)> {
        let size: i64 = shoe.iter().map(|count| i64::from(*count)).sum();
        let of_class = |ranks: &[Rank]| -> Vec<Card> {
            let there = Card::all().filter(|card| ranks.contains(&card.rank()) && shoe[card.index()] > 0);
            there.collect()
        };
        let ups = of_class(&self.ranks);
        let Some(hole) = &self.hole else {
            let single = |up: Card| (Shown { up, hole: None }, N::ratio(i64::from(shoe[up.index()]), size));
            return ups.into_iter().map(single).collect();
        };
        let orders = if hole.either_way { 2 } else { 1 };
        let mut shown: Vec<(Shown, i64)> = Vec::new();
        for up in ups {
            for other in of_class(&hole.ranks) {
                let ways = i64::from(shoe[up.index()]) * (i64::from(shoe[other.index()]) - i64::from(up == other));
                let like = |one: Card, known: Card| one == known || (one.rank() == known.rank() && !tells_suit(one));
                let known = shown
                    .iter_mut()
                    .find(|(known, _)| like(up, known.up) && known.hole.is_some_and(|known| like(other, known)));
                match known {
                    Some((_, sum)) => *sum += orders * ways,
                    None if ways > 0 => shown.push((Shown { up, hole: Some(other) }, orders * ways)),
                    None => {}
                }
            }
        }
        let all = size * (size - 1);
        shown
            .into_iter()
            .map(|(cards, ways)| (cards, N::ratio(ways, all)))
            .collect()
    }

    /// One card or two that the class stands for.
    pub fn example(&self, shoe: &CardCounts) -> Option<Shown> {
        self.shown::<f64>(shoe, |_| false).first().map(|(shown, _)| *shown)
    }

    /// How likely the class is shown.
    pub fn chance(&self, shoe: &CardCounts) -> f64 {
        let size = shoe.iter().map(|count| i64::from(*count)).sum::<i64>() as f64;
        match self.hole {
            Some(_) => self.ways(shoe) as f64 / (size * (size - 1.0)),
            None => self.ways(shoe) as f64 / size,
        }
    }

    /// In how many ways the class is shown.
    fn ways(&self, shoe: &CardCounts) -> i64 {
        let count = |ranks: &[Rank]| -> i64 {
            let cards = Card::all().filter(|card| ranks.contains(&card.rank()));
            cards.map(|card| i64::from(shoe[card.index()])).sum()
        };
        match &self.hole {
            None => count(&self.ranks),
            Some(hole) if hole.ranks == self.ranks => count(&self.ranks) * (count(&self.ranks) - 1),
            Some(hole) => count(&self.ranks) * count(&hole.ranks) * if hole.either_way { 2 } else { 1 },
        }
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::load;

    use super::*;
    use crate::twenty_one::full_shoe;

    #[test]
    fn open_pairs_are_all_that_can_be_dealt() {
        for id in ["blackjack", "super-fun-21", "spanish-21"] {
            let game = load::open(id).unwrap().game;
            let rules = game.twenty_one().unwrap();
            let shoe = full_shoe(&game);
            let pairs = UpClass::open_pairs(rules, &Rows::new(rules), &shoe);
            let sum: f64 = pairs.iter().map(|pair| pair.chance(&shoe)).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{id}: {sum}");
            for suits_matter in [false, true] {
                let each = pairs.iter().flat_map(|pair| pair.shown::<f64>(&shoe, |_| suits_matter));
                let sum: f64 = each.map(|(_, chance)| chance).sum();
                assert!((sum - 1.0).abs() < 1e-12, "{id}: {sum}");
            }
        }
    }
}
