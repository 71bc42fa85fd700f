//! How hands compare with the dealer's in a game of the stud family, and what that does to each bet.

use std::cmp::Ordering;

use super::BetResult;
use crate::card::Card;
use crate::money::Odds;
use crate::poker::{Strength, Tally};
use crate::showdown::{Blind, BlindPaid, Showdown, Stake, StakePays, Unqualified};
use crate::stud::Stud;
use crate::twenty_one::Tie;

/// A player's hand beside the dealer's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Contest {
    /// How the player's hand compares.
    pub player: Ordering,
    /// Whether the dealer's hand qualifies.
    pub qualifies: bool,
}

impl Stud {
    /// How good the best hand among these cards is.
    pub fn strength(&self, cards: &[Card]) -> Strength {
        Tally::of(cards).strength(self.hands.hand_size)
    }

    /// The least strength with which the dealer qualifies, where not every hand does.
    pub fn qualifier(&self) -> Option<Strength> {
        let least = self.showdown.as_ref()?.qualifies.as_ref()?;
        Some(least.strength(self.hands.hand_size))
    }

    /// A player's hand beside the dealer's.
    pub fn contest(&self, player: Strength, dealer: Strength) -> Contest {
        Contest {
            player: player.cmp(&dealer),
            qualifies: self.qualifier().is_none_or(|least| dealer >= least),
        }
    }
}

impl Showdown {
    /// What becomes of a bet; `row` is what the pay table pays for the player's hand, where it meets a row.
    pub fn result(&self, stake: &Stake, contest: Contest, row: Option<Odds>) -> BetResult {
        let wins = match stake.pays {
            StakePays::Even => BetResult::Wins(Odds::EVEN),
            StakePays::ByTable => row.map_or(BetResult::Pushes, BetResult::Wins),
        };
        match (contest.qualifies, stake.unqualified) {
            (false, Unqualified::Wins) => wins,
            (false, Unqualified::Pushes) => BetResult::Pushes,
            _ => match (contest.player, self.tie) {
                (Ordering::Greater, _) | (Ordering::Equal, Tie::PlayerWins) => wins,
                (Ordering::Equal, Tie::Pushes) => BetResult::Pushes,
                (Ordering::Less, _) | (Ordering::Equal, Tie::DealerWins) => BetResult::Loses,
            },
        }
    }
}

impl Showdown {
    /// What becomes of the blind bet; `row` is what its table pays for the player's hand, where it meets a row.
    pub fn blind_result(&self, blind: &Blind, contest: Contest, row: Option<Odds>) -> BetResult {
        match (blind.paid, row) {
            (BlindPaid::EveryHand, Some(odds)) => BetResult::Wins(odds),
            _ => self.result(&blind.terms(), contest, row),
        }
    }
}

impl Blind {
    /// What becomes of the bet where its table does not pay whatever the dealer has.
    pub const fn terms(&self) -> Stake {
        Stake {
            unqualified: self.unqualified,
            pays: StakePays::ByTable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contest(player: Ordering, qualifies: bool) -> Contest {
        Contest { player, qualifies }
    }

    #[test]
    fn a_dealer_who_does_not_qualify_is_compared_only_where_the_bet_says_so() {
        let game = crate::load::open("three-card-poker").unwrap().game;
        let rules = game.stud().unwrap().showdown.as_ref().unwrap();
        let even = BetResult::Wins(Odds::EVEN);
        for player in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
            let out = contest(player, false);
            assert_eq!(rules.result(&rules.main_bet, out, None), even);
            assert_eq!(rules.result(&rules.street_bets, out, None), BetResult::Pushes);
            let compared = Stake {
                unqualified: Unqualified::Compared,
                pays: StakePays::Even,
            };
            let same = rules.result(&compared, contest(player, true), None);
            assert_eq!(rules.result(&compared, out, None), same);
        }
    }

    #[test]
    fn ties_go_where_the_rules_say() {
        let game = crate::load::open("caribbean-stud").unwrap().game;
        let mut rules = game.stud().unwrap().showdown.clone().unwrap();
        let tie = contest(Ordering::Equal, true);
        let row = Some(Odds::to_one(7));
        for (word, main, street) in [
            (Tie::Pushes, BetResult::Pushes, BetResult::Pushes),
            (Tie::DealerWins, BetResult::Loses, BetResult::Loses),
            (
                Tie::PlayerWins,
                BetResult::Wins(Odds::EVEN),
                BetResult::Wins(Odds::to_one(7)),
            ),
        ] {
            rules.tie = word;
            assert_eq!(rules.result(&rules.main_bet, tie, row), main);
            assert_eq!(rules.result(&rules.street_bets, tie, row), street);
        }
        let won = contest(Ordering::Greater, true);
        assert_eq!(
            rules.result(&rules.street_bets, won, None),
            BetResult::Pushes,
            "a winning hand that meets no row of the table pushes"
        );
    }
}
