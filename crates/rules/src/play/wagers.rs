//! What may be bet before the deal.

use crate::game::{Game, MainBet, SettledFrom, SideBet, SpotsPay, TableRules};
use crate::money::Money;
use crate::play::BetResult;
use crate::showdown::Blind;

impl MainBet {
    /// What a bet over so many spots, the main bet's among them, comes to when its hand ends so.
    pub fn net_over_spots(&self, result: BetResult, stake: Money, spots: u8) -> Money {
        match (self.spots_pay, result) {
            (SpotsPay::Even, BetResult::Wins(odds)) => {
                let one = Money::from_cents(stake.cents() / i64::from(spots.max(1)));
                odds.paid_on(one) + (stake - one)
            }
            _ => result.net(stake),
        }
    }
}

impl TableRules {
    /// The places of so many hands or bets, which lie from the dealer's left to the right, in the order they are settled.
    pub fn settling(&self, count: usize) -> impl Iterator<Item = usize> + use<> {
        let from = self.settled_from;
        (0..count).map(move |place| match from {
            SettledFrom::Right => count - 1 - place,
            SettledFrom::Left => place,
        })
    }
}

impl Game {
    /// How many bets of the size of the main bet lie on each spot before the deal: the main bet itself, a blind bet, and
    /// those on streets that are let ride or pulled back later.
    pub fn bets_before_deal(&self) -> i64 {
        let streets = self.stud().into_iter().flat_map(|rules| &rules.streets);
        let streets = streets.filter(|street| street.lies_before_deal()).count();
        1 + i64::from(self.blind().is_some()) + streets as i64
    }

    /// The bet that every hand makes beside the main bet.
    pub fn blind(&self) -> Option<&Blind> {
        self.stud()?.showdown.as_ref()?.blind.as_ref()
    }
}

impl MainBet {
    /// The least main bet on each hand of a player who plays one or several.
    pub fn min_on_each(&self, table: &TableRules, several_hands: bool) -> Money {
        match table.several_hands_main_bet_min {
            Some(min) if several_hands => min,
            _ => self.lowest(),
        }
    }
}

impl SideBet {
    /// The least stake beside each hand of a player who plays one or several.
    pub fn min_on_each(&self, table: &TableRules, several_hands: bool) -> Money {
        match table.several_hands_side_bet_min {
            Some(min) if several_hands => min,
            _ => self.min,
        }
    }

    /// The most that may be staked beside this main bet.
    pub fn max_beside(&self, main: Money) -> Money {
        if self.at_most_main_bet || self.equals_main_bet {
            self.max.min(main)
        } else {
            self.max
        }
    }

    /// The least that may be staked beside this main bet by a player of one hand or several.
    pub fn min_beside(&self, main: Money, table: &TableRules, several_hands: bool) -> Money {
        let least = self.min_on_each(table, several_hands);
        if self.equals_main_bet { least.max(main) } else { least }
    }
}
