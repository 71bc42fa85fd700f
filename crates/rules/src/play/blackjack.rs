//! When a blackjack is one and when it is paid; insurance and even money.

use crate::card::{Card, Rank};
use crate::money::Odds;
use crate::play::{BetResult, HandFacts, Origin, Total, is_ace_ten};
use crate::twenty_one::{
    AgainstDealerBlackjack, Blackjack, BlackjackPaid, Insurance, SplitAceTen, SuitedPays, TwentyOne,
};

/// Whether a card of this rank may be one of the two cards of a blackjack.
#[inline]
pub const fn is_half_of_blackjack(rank: Rank) -> bool {
    matches!(rank.value(), 1 | 10)
}

/// The row of suited pays that two cards meet: the one that pays most, of equals the first.
pub fn best_suited(rows: &[SuitedPays], cards: &[Card]) -> Option<usize> {
    let met = rows.iter().enumerate().filter(|(_, row)| row.suits.hold(cards));
    met.max_by(|(one, row), (other, rival)| row.pays.cmp(&rival.pays).then(other.cmp(one)))
        .map(|(place, _)| place)
}

impl TwentyOne {
    /// Whether a hand is a blackjack: as dealt, or as an ace and a ten-value card on a split hand where the rules say so.
    pub fn is_blackjack(&self, hand: &HandFacts) -> bool {
        hand.is_natural() || (hand.is_ace_ten() && self.split.ace_ten == SplitAceTen::Blackjack)
    }

    /// Whether a player may double a blackjack in turn instead of being paid.
    pub fn may_double_blackjack(&self) -> bool {
        let hand = HandFacts {
            cards: 2,
            total: Total::default().with_value(1).with_value(10),
            origin: Origin::Dealt,
            doubles: 0,
        };
        self.blackjack.has_turn() && self.blackjack.may_double && self.may_double(&hand).is_ok()
    }

    /// Whether a blackjack that would be paid at once under this up card may be kept: to insure it, or to double it.
    pub fn may_keep_blackjack(&self, up: Rank) -> bool {
        self.blackjack.paid == BlackjackPaid::AtOnce
            && (self.may_double_blackjack() || self.insurance_for(up, true).is_some() || self.may_take_even_money(up))
    }

    /// Whether a blackjack waits unpaid while insurance is offered under this up card.
    pub fn blackjack_waits(&self, up: Rank) -> bool {
        match self.blackjack.paid {
            BlackjackPaid::BeforeInsurance => false,
            BlackjackPaid::AfterCheck => is_half_of_blackjack(up),
            BlackjackPaid::AtOnce | BlackjackPaid::InTurn => true,
        }
    }

    /// The insurance that a player may take under this up card, with or without a blackjack.
    pub fn insurance_for(&self, up: Rank, has_blackjack: bool) -> Option<&Insurance> {
        self.insurance_under(up)
            .filter(|insurance| !has_blackjack || insurance.with_blackjack)
    }

    /// Whether a player with blackjack may be paid 1:1 at once under this up card.
    pub fn may_take_even_money(&self, up: Rank) -> bool {
        self.insurance_under(up).is_some_and(|insurance| insurance.even_money) && self.blackjack_waits(up)
    }

    fn insurance_under(&self, up: Rank) -> Option<&Insurance> {
        self.insurance
            .as_ref()
            .filter(|insurance| insurance.offered_on.contains(up))
    }
}

impl Blackjack {
    /// What the blackjack of these two cards pays: the suited row it meets, if any, and the odds.
    pub fn pays_for(&self, cards: &[Card]) -> (Option<usize>, Odds) {
        suited_or(&self.suited, cards, self.pays)
    }

    /// Whether it wins even against a dealer's blackjack.
    pub fn beats_blackjack(&self) -> bool {
        self.is_paid_first() || self.against_dealer_blackjack == AgainstDealerBlackjack::Wins
    }

    /// Whether it may be paid before anybody knows whether the dealer has blackjack, whatever the up card.
    pub fn is_paid_first(&self) -> bool {
        matches!(self.paid, BlackjackPaid::BeforeInsurance | BlackjackPaid::AtOnce)
    }

    /// Whether a blackjack that was not paid before has a turn of its own.
    pub fn has_turn(&self) -> bool {
        matches!(self.paid, BlackjackPaid::AtOnce | BlackjackPaid::InTurn)
    }
}

impl Insurance {
    /// What becomes of insurance when the dealer holds these two cards, and the suited row that pays it, if any.
    pub fn result(&self, dealer: [Card; 2]) -> (Option<usize>, BetResult) {
        if !is_ace_ten(&dealer) {
            return (None, BetResult::Loses);
        }
        let (row, odds) = suited_or(&self.suited, &dealer, self.pays);
        (row, BetResult::Wins(odds))
    }
}

fn suited_or(rows: &[SuitedPays], cards: &[Card], pays: Odds) -> (Option<usize>, Odds) {
    let row = best_suited(rows, cards);
    (row, row.map_or(pays, |row| rows[row].pays))
}
