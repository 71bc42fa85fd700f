//! How a round of single cards runs: how the cards stand, whether more are dealt, when a raise is offered and for how much.

use std::cmp::Ordering;

use super::Amounts;
use crate::bets::MainBet;
use crate::card::Rank;
use crate::money::Money;
use crate::pattern::Row;
use crate::pay_table::Sight;
use crate::single_card::{Drawn, First, FirstCards, RaiseAmount, SingleCard};

/// How the cards of a round stand, as pay tables see them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardsStand {
    /// The first two cards.
    pub first: First,
    /// How many ranks lie between the two, where they are for all and not a pair.
    pub spread: Option<u8>,
    /// The cards that came after, once they have.
    pub drawn: Option<Drawn>,
}

/// How many cards of each rank are left, from 2 to ace.
pub type RanksLeft = [u32; Rank::ALL.len()];

impl FirstCards {
    /// How many cards follow the first two, of the dealer and one player together.
    pub const fn more(self) -> usize {
        match self {
            FirstCards::OneEach => 2,
            FirstCards::TwoForAll => 1,
        }
    }

    /// How these cards stand: the player's and the dealer's, or the two for all, then those that came after in the same order.
    pub fn stand(self, first: [Rank; 2], drawn: &[Rank]) -> CardsStand {
        match self {
            FirstCards::OneEach => CardsStand {
                first: match first[0].cmp(&first[1]) {
                    Ordering::Greater => First::Higher,
                    Ordering::Equal => First::Equal,
                    Ordering::Less => First::Lower,
                },
                spread: None,
                drawn: match drawn {
                    [mine, theirs, ..] => Some(match mine.cmp(theirs) {
                        Ordering::Greater => Drawn::Higher,
                        Ordering::Equal => Drawn::Equal,
                        Ordering::Less => Drawn::Lower,
                    }),
                    _ => None,
                },
            },
            FirstCards::TwoForAll => {
                let (low, high) = (first[0].min(first[1]), first[0].max(first[1]));
                let apart = high as u8 - low as u8;
                CardsStand {
                    first: match apart {
                        0 => First::Equal,
                        1 => First::Consecutive,
                        _ => First::Apart,
                    },
                    spread: apart.checked_sub(1),
                    drawn: drawn.first().map(|third| match *third {
                        third if low < third && third < high => Drawn::Between,
                        third if low == third && third == high => Drawn::Equal,
                        _ => Drawn::Outside,
                    }),
                }
            }
        }
    }

    /// How the cards may stand after these first two, with how many ordered draws from the cards left lead there.
    pub fn draws(self, first: [Rank; 2], left: &RanksLeft) -> Vec<(CardsStand, u64)> {
        let mut draws: Vec<(CardsStand, u64)> = Vec::new();
        let mut add = |drawn: &[Rank], ways: u64| {
            let stand = self.stand(first, drawn);
            match draws.iter_mut().find(|(known, _)| *known == stand) {
                Some((_, sum)) => *sum += ways,
                None => draws.push((stand, ways)),
            }
        };
        let ranks = || Rank::ALL.into_iter().filter(|rank| left[*rank as usize] > 0);
        for one in ranks() {
            let ways = u64::from(left[one as usize]);
            match self {
                FirstCards::TwoForAll => add(&[one], ways),
                FirstCards::OneEach => ranks().for_each(|other| {
                    let rest = left[other as usize] - u32::from(one == other);
                    if rest > 0 {
                        add(&[one, other], ways * u64::from(rest));
                    }
                }),
            }
        }
        draws
    }
}

impl CardsStand {
    /// How many ranks lie between the first two, where the third card is one of them.
    pub fn between(self) -> Option<u8> {
        self.spread.filter(|_| self.drawn == Some(Drawn::Between))
    }

    /// The first cards in words, as a player has them: "a card equal to the dealer's", "a spread of 7".
    pub fn words(self, deal: FirstCards) -> String {
        match (self.first, self.spread, deal) {
            (First::Higher, ..) => "a higher card than the dealer's".to_string(),
            (First::Lower, ..) => "a lower card than the dealer's".to_string(),
            (First::Equal, _, FirstCards::OneEach) => "a card equal to the dealer's".to_string(),
            (First::Equal, _, FirstCards::TwoForAll) => "a pair".to_string(),
            (First::Apart, Some(spread), _) => format!("a spread of {spread}"),
            (First::Apart | First::Consecutive, ..) => "consecutive cards".to_string(),
        }
    }
}

impl SingleCard {
    /// Whether more cards are dealt where the first cards stand so.
    pub fn goes_on(&self, first: CardsStand) -> bool {
        is_open(&self.pays, first) || self.is_raise_offered(first)
    }

    /// Whether a raise is offered where the first cards stand so.
    pub fn is_raise_offered(&self, first: CardsStand) -> bool {
        is_open(&self.raise_pays, first)
    }

    /// What may be raised beside a main bet of so much.
    pub fn raise_amounts(&self, limits: &MainBet, main: Money) -> Amounts {
        let step = limits.step();
        Amounts {
            min: match self.raise.amount {
                RaiseAmount::EqualsMainBet => main,
                RaiseAmount::UpToMainBet => step.min(main),
            },
            max: main,
            step,
        }
    }

    /// What a surrender of this main bet loses; `None` where a player who does not raise stays in.
    pub fn surrendered(&self, main: Money) -> Option<Money> {
        self.raise.surrender_loses?.winnings(main)
    }
}

/// Whether cards to come decide which row of a table is met.
fn is_open(rows: &[Row], first: CardsStand) -> bool {
    let with = |drawn: Option<Drawn>| Sight::of_stand(CardsStand { drawn, ..first });
    rows.iter().any(|row| {
        let ahead = || Drawn::ALL.iter().any(|drawn| row.when.holds(&with(Some(*drawn))));
        !row.when.holds(&with(None)) && ahead()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_stand_as_a_dealer_reads_them() {
        use Rank::*;
        let war = |first, drawn: &[Rank]| {
            let stand = FirstCards::OneEach.stand(first, drawn);
            (stand.first, stand.drawn)
        };
        assert_eq!(war([King, Queen], &[]), (First::Higher, None));
        assert_eq!(war([Two, Ace], &[]), (First::Lower, None));
        assert_eq!(war([Nine, Nine], &[Four, Four]), (First::Equal, Some(Drawn::Equal)));
        assert_eq!(war([Nine, Nine], &[Ace, King]), (First::Equal, Some(Drawn::Higher)));
        let dog = |first, third| {
            let stand = FirstCards::TwoForAll.stand(first, &[third]);
            (stand.first, stand.spread, stand.drawn)
        };
        assert_eq!(dog([Ace, Two], King), (First::Apart, Some(11), Some(Drawn::Between)));
        assert_eq!(dog([Four, Six], Six), (First::Apart, Some(1), Some(Drawn::Outside)));
        assert_eq!(
            dog([Six, Five], Six),
            (First::Consecutive, Some(0), Some(Drawn::Outside))
        );
        assert_eq!(dog([Six, Six], Six), (First::Equal, None, Some(Drawn::Equal)));
        assert_eq!(dog([Six, Six], Ace), (First::Equal, None, Some(Drawn::Outside)));
    }

    #[test]
    fn draws_are_counted_whole() {
        let mut left = [4; 13];
        left[Rank::Nine as usize] -= 2;
        let first = [Rank::Nine, Rank::Nine];
        let sum = |deal: FirstCards| -> u64 { deal.draws(first, &left).iter().map(|(_, ways)| ways).sum() };
        assert_eq!(sum(FirstCards::OneEach), 50 * 49);
        assert_eq!(sum(FirstCards::TwoForAll), 50);
        let three = FirstCards::TwoForAll.draws(first, &left);
        let three = three.iter().find(|(stand, _)| stand.drawn == Some(Drawn::Equal));
        assert_eq!(three.map(|(_, ways)| *ways), Some(2));
    }
}
