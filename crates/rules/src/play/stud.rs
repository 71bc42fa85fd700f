//! What a stud game asks and allows, street by street, and the most it pays.

use crate::card::{Card, Rank};
use crate::game::{Game, SideBet};
use crate::money::Money;
use crate::pattern::{Poker, Row};
use crate::poker::{Strength, Tally};
use crate::stud::{Capped, Street, StreetPlaced, Stud};

/// The most that is paid, and the place of the cap in the rules file.
pub type CapAt = (usize, Money);

impl Stud {
    /// How many cards a player knows when a street, from 0, is decided: hole cards and community cards turned.
    pub fn cards_known_at(&self, street: usize) -> usize {
        let turned: u8 = self.streets.iter().take(street).map(|street| street.cards).sum();
        usize::from(self.hands.hole_cards + turned)
    }

    /// How many cards a hand is made of in the end.
    pub fn hand_cards(&self) -> usize {
        self.cards_known_at(self.streets.len())
    }

    /// Whether the dealer calls out the best hand of so many cards, 3 or 5, that is among these.
    pub fn is_called_out(&self, cards: &[Card], hand_size: u8) -> bool {
        let contained = Tally::of(cards).contains(hand_size);
        self.hands.called_out.is_some_and(|least| {
            let mut hands = Poker::ALL.iter().copied();
            hands.any(|hand| contained.has(hand) && strength(hand, hand_size) >= strength(least, hand_size))
        })
    }

    /// The most a player with this main bet is paid for a round; `None` where there is no such cap.
    pub fn cap_on_player(&self, main: Money) -> Option<CapAt> {
        if self.hands.capped != Capped::Player {
            return None;
        }
        let mut caps = self.caps.iter().enumerate();
        caps.find(|(_, cap)| cap.main_bets.contains(&main))
            .map(|(place, cap)| (place, cap.max))
    }

    /// The most that one bet of this amount is paid; `None` where bets have no caps of their own.
    pub fn cap_on_bet(&self, bet: Money) -> Option<CapAt> {
        if self.hands.capped != Capped::Bet {
            return None;
        }
        let caps = self.caps.iter().enumerate();
        let amounts = caps.flat_map(|(place, cap)| cap.main_bets.iter().map(move |amount| (*amount, place, cap.max)));
        let below = amounts.filter(|(amount, _, _)| *amount <= bet);
        below
            .max_by_key(|(amount, _, _)| *amount)
            .map(|(_, place, max)| (place, max))
    }
}

impl Game {
    /// Whether some straight of this game counts an ace below the 2.
    pub fn ace_may_be_low(&self) -> bool {
        let low = |rows: &[Row], hand_size: u8| {
            let highest = Rank::ALL[usize::from(hand_size) - 2];
            let straights = [Poker::Straight, Poker::StraightFlush].map(Some);
            let mut asked = rows.iter().map(|row| &row.when);
            asked.any(|when| straights.contains(&when.poker) && when.of.is_none_or(|of| of.contains(highest)))
        };
        let of_bet = |bet: &SideBet| low(&bet.rows, bet.poker_size(usize::from(self.cards_seen_by(bet.over))));
        let of_hand = |rules: &Stud| rules.showdown.is_some() || low(&rules.pays, rules.hands.hand_size);
        self.stud().is_some_and(of_hand) || self.side_bets.iter().any(of_bet)
    }
}

/// How high a hand ranks among hands of so many cards: of three, a straight beats a flush and three of a kind beats both.
fn strength(hand: Poker, hand_size: u8) -> u8 {
    match hand {
        Poker::Flush if hand_size == 3 => Poker::ThreeOfAKind as u8,
        Poker::ThreeOfAKind if hand_size == 3 => Poker::Flush as u8,
        hand => hand as u8,
    }
}

impl Street {
    /// Whether there is anything to choose on the street; without a choice it is passed without betting.
    pub fn has_choice(&self) -> bool {
        self.fold || !self.bets.is_empty()
    }

    /// Whether a hand of this strength may bet so many main bets; hands have so many cards.
    pub fn allows(&self, times: u8, hand: Strength, hand_size: u8) -> bool {
        let least = self.larger_bets_with.as_ref();
        let is_least = self.bets.iter().all(|other| times <= *other);
        is_least || least.is_none_or(|least| hand >= least.strength(hand_size))
    }

    /// With which hands more than the least bet may be made: "with a pair of aces or better".
    pub fn larger_bets_in_words(&self, hand_size: u8) -> Option<String> {
        let least = self.larger_bets_with.as_ref()?;
        Some(format!("with {} or better", least.strength(hand_size).words(hand_size)))
    }

    /// Whether its bet lies on the table from before the deal.
    pub fn lies_before_deal(&self) -> bool {
        self.placed == StreetPlaced::BeforeDeal
    }
}
