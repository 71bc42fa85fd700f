//! How a hand of 21 compares with the dealer's, and what becomes of its bets.

use std::cmp::Ordering;

use crate::money::{Money, Odds};
use crate::numbers::Numbers;
use crate::pattern::Pays;
use crate::play::DealerResult;
use crate::twenty_one::{Dealer, LateBlackjackTakes, Surrender, SurrenderAfterDouble, Tie, TwentyTwo};

/// What becomes of a bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BetResult {
    /// It is paid at these odds and comes back.
    Wins(Odds),
    /// The house takes it.
    Loses,
    /// It comes back and nothing is paid.
    Pushes,
}

/// How a hand that stands compares with the dealer's, by the names that events and reports give it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Nearer to 21 than the dealer.
    Higher,
    /// The dealer is nearer to 21.
    Lower,
    /// Equal totals, whatever the rules do with them.
    Tie,
    /// The dealer went over 21.
    DealerBust,
    /// The dealer's 22 pushes.
    TwentyTwo,
    /// The dealer has blackjack, and the hand has not.
    DealerBlackjack,
}

/// The bets on a hand, by how they came there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BetKind {
    /// Made before the deal; it lies on the first hand of a split.
    Original,
    /// The main bet of a hand that was split off.
    SplitOff,
    /// A double.
    Double,
}

impl Dealer {
    /// How a hand that stands on this total, no blackjack, compares with the dealer's, and what becomes of its main bet.
    /// What a late blackjack takes of other bets, [`LateBlackjackTakes::takes`] says.
    pub fn compare(&self, total: u8, dealer: DealerResult) -> (Comparison, BetResult) {
        let win = BetResult::Wins(self.win_pays);
        match dealer {
            DealerResult::Blackjack => (Comparison::DealerBlackjack, BetResult::Loses),
            DealerResult::TwentyTwo if self.twenty_two == TwentyTwo::Pushes => {
                (Comparison::TwentyTwo, BetResult::Pushes)
            }
            DealerResult::TwentyTwo | DealerResult::Bust => (Comparison::DealerBust, win),
            DealerResult::Stands(stands) => match total.cmp(&stands) {
                Ordering::Greater => (Comparison::Higher, win),
                Ordering::Less => (Comparison::Lower, BetResult::Loses),
                Ordering::Equal => {
                    let result = match self.tie_at(total) {
                        Tie::Pushes => BetResult::Pushes,
                        Tie::DealerWins => BetResult::Loses,
                        Tie::PlayerWins => win,
                    };
                    (Comparison::Tie, result)
                }
            },
        }
    }

    /// What a tie on this total does.
    pub fn tie_at(&self, total: u8) -> Tie {
        match self.tie_on.contains(total) {
            true => self.tie,
            false => Tie::Pushes,
        }
    }

    /// The totals on which a tie does not push, where ties on others do; `None` where all ties end alike.
    pub fn ties_apart(&self) -> Option<Numbers> {
        let totals = DealerResult::TOTALS.into_iter();
        let apart = totals.filter(|total| self.tie_at(*total) != Tie::Pushes);
        let all = apart.clone().count() == DealerResult::TOTALS.len();
        (self.tie != Tie::Pushes && !all).then(|| apart.collect())
    }
}

impl LateBlackjackTakes {
    /// Whether a dealer's blackjack found after the players acted takes a bet that is still on the table.
    pub fn takes(self, bet: BetKind) -> bool {
        match self {
            LateBlackjackTakes::AllBets => true,
            LateBlackjackTakes::OriginalBets => bet == BetKind::Original,
            LateBlackjackTakes::OriginalAndBustedBets => bet != BetKind::Double,
        }
    }

    /// Whether the bets of a busted hand stay on the table until the dealer's blackjack is found or ruled out: where some of
    /// them, or of the hands of the same split, would come back.
    pub fn keeps_busted(self, split: bool, doubled: bool) -> bool {
        self == LateBlackjackTakes::OriginalBets && (split || doubled)
    }
}

impl Surrender {
    /// Whether a hand that came of a split may be surrendered as far as that goes.
    pub fn allows_split(&self, doubled: bool) -> bool {
        match self.doubled_after_split {
            Some(allowed) if doubled => allowed,
            _ => self.after_split,
        }
    }

    /// The share of a bet that a surrender loses: of the hand's main bet, or of a double.
    pub fn loss_of(&self, is_main: bool, doubled: bool) -> Odds {
        let rescued = doubled && self.after_double == SurrenderAfterDouble::LosesOriginalBet;
        match (rescued, is_main) {
            (true, true) => Odds::EVEN,
            (true, false) => Odds::PUSH,
            (false, _) => self.loses,
        }
    }
}

impl BetResult {
    /// What the player gains, or loses, by a stake.
    pub fn net(self, stake: Money) -> Money {
        match self {
            BetResult::Wins(odds) => odds.paid_on(stake),
            BetResult::Loses => -stake,
            BetResult::Pushes => Money::ZERO,
        }
    }
}

impl Odds {
    /// What a stake wins that a checked game allows.
    pub fn paid_on(self, stake: Money) -> Money {
        self.winnings(stake)
            .expect("a checked game pays whole cents on every amount it allows")
    }
}

impl Pays {
    /// What a stake wins that a checked game allows.
    pub fn paid_on(self, stake: Money) -> Money {
        match self {
            Pays::Odds(odds) => odds.paid_on(stake),
            Pays::Amount(amount) | Pays::OfMeter { amount, .. } => amount,
        }
    }

    /// What a row pays on the bets that were added to the main bet: a fixed amount is paid once, on the main bet, and the
    /// others come back.
    pub fn on_added_bets(self) -> Pays {
        match self {
            Pays::Odds(_) => self,
            Pays::Amount(_) | Pays::OfMeter { .. } => Pays::Odds(Odds::PUSH),
        }
    }
}
