//! What may be bet before the deal.

use crate::game::{MainBet, SideBet, TableRules};
use crate::money::Money;

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
        if self.at_most_main_bet {
            self.max.min(main)
        } else {
            self.max
        }
    }
}
