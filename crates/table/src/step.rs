//! What a round asks for and what it is answered: cards and choices.

use std::fmt;
use std::sync::LazyLock;

use arrayvec::ArrayVec;
use croupier_rules::play::Amounts;
use croupier_rules::{Card, Game, Money};
use serde::{Deserialize, Serialize};

use crate::commentary::capital;

/// One hand on the table: the seat, which of the seat's starting hands, and which part of it after splits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct HandAt {
    /// The seat, 1 on the dealer's left.
    pub seat: u8,
    /// The starting hand of that seat, from 1.
    pub hand: u8,
    /// 1 for the starting hand itself, 2 and up for hands split off from it, in the order they came to be.
    pub part: u8,
}

/// Where a card goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// To a player's hand.
    Hand(HandAt),
    /// To the dealer, face up, first.
    Up,
    /// To the dealer, face down.
    Hole,
    /// 21: to the dealer's hand after all players have acted.
    Dealer,
    /// Stud: the community card of this number, from 1, face down.
    Community(u8),
    /// Stud: the extra card of this number, from 1, face down.
    Extra(u8),
    /// Baccarat: to the player's hand, face up.
    Player,
    /// Baccarat: to the banker's hand, face up.
    Banker,
    /// Single card: to the middle of the table, face up.
    Middle,
    /// Single card: burned, face down.
    Burned,
}

/// What the round waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::large_enum_variant,
    reason = "a choice is made a million times a second; boxing it would allocate"
)]
pub enum Next {
    /// The next card from the shoe.
    Card {
        /// Where it will go.
        to: Place,
    },
    /// A player's choice.
    Choice(Choice),
    /// Nothing: the round is over and every wager is resolved.
    Over,
}

/// A choice to be made: by whom, for which hand, among what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The hand to be decided on; its seat decides.
    pub hand: HandAt,
    /// Everything that may be chosen. This list is the only authority.
    pub offers: Offers,
}

/// The offers of one choice.
pub type Offers = ArrayVec<Offer, 8>;

/// One thing that may be chosen, and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// What may be done.
    pub kind: ActionKind,
    /// The least amount on each spot, where an amount is named; zero otherwise.
    pub min: Money,
    /// The most on each spot.
    pub max: Money,
    /// Amounts are `max`, `min`, or a whole multiple of this.
    pub step: Money,
    /// How many spots the amount is placed on, so that the price is amount × spots.
    pub spots: u8,
    /// Whether the house stakes the bet, so that the player pays nothing for it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub free: bool,
}

/// The words for street bets, made once: a word is looked up wherever an action is written.
static BET_WORDS: LazyLock<Vec<String>> = LazyLock::new(|| (0..=u8::MAX).map(|times| format!("bet-{times}")).collect());

/// What a player may do, without amounts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActionKind {
    /// Bet that the dealer has blackjack.
    Insurance,
    /// Do not insure.
    NoInsurance,
    /// Take 1:1 for a blackjack at once.
    EvenMoney,
    /// Be paid for a blackjack rather than double it.
    TakeBlackjack,
    /// Keep a hand that could be ended before the dealer's check: a blackjack that would be paid, a hand that could be
    /// surrendered.
    Keep,
    /// Take no more cards.
    Stand,
    /// Take a card.
    Hit,
    /// Add to the bet and take one card.
    Double,
    /// Make two hands of a pair.
    Split,
    /// Give up part of the bet.
    Surrender,
    /// Stud: give up the hand.
    Fold,
    /// Stud: bet this multiple of the main bet; 0 stays in without betting, in a game of single cards too.
    Bet(u8),
    /// Stud: leave the bet of the street on the table, where it has lain since before the deal.
    Ride,
    /// Stud: take that bet back.
    PullBack,
    /// Single card: add a bet to the main bet.
    Raise,
}

/// A choice made, with the amount on each spot where one is named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Action {
    /// What is done.
    pub kind: ActionKind,
    /// The amount on each spot for insurance, doubles and raises; zero otherwise.
    pub amount: Money,
}

/// An answer to what the round asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The card it asked for.
    Card(Card),
    /// The choice it asked for.
    Choose(Action),
}

/// The step was not asked for or not offered. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Illegal {
    /// What was tried.
    pub step: Step,
    /// What the round waits for.
    pub next: Box<Next>,
}

impl Illegal {
    pub(crate) fn new(step: Step, next: Next) -> Illegal {
        Illegal {
            step,
            next: Box::new(next),
        }
    }
}

impl Offer {
    /// An offer that names no amount.
    pub const fn plain(kind: ActionKind) -> Offer {
        Offer {
            kind,
            min: Money::ZERO,
            max: Money::ZERO,
            step: Money::ZERO,
            spots: 1,
            free: false,
        }
    }

    /// An offer that names an amount on each of so many spots.
    pub const fn of_amounts(kind: ActionKind, amounts: Amounts, spots: u8) -> Offer {
        Offer {
            kind,
            min: amounts.min,
            max: amounts.max,
            step: amounts.step,
            spots,
            free: false,
        }
    }

    /// Whether this action is within the offer.
    pub fn allows(&self, action: Action) -> bool {
        self.kind == action.kind && self.limits().allow(action.amount)
    }

    /// What an action of this offer costs a hand with this main bet on each spot.
    pub fn price(&self, action: Action, main: Money, spots: u8) -> Money {
        match self.free {
            true => Money::ZERO,
            false => action.price(main, spots),
        }
    }

    /// What the offer is called on the felt, for a hand that has been asked on so many streets: "Hit", "Free double".
    pub fn label(&self, game: &Game, streets: usize) -> String {
        let label = self.kind.label(game, streets);
        match self.free {
            true => format!("Free {}", label.to_lowercase()),
            false => label,
        }
    }

    /// The action at the most it may be, which for plain offers is the action itself.
    pub const fn in_full(&self) -> Action {
        Action {
            kind: self.kind,
            amount: self.max,
        }
    }

    /// Every amount the offer allows, rising.
    pub fn amounts(&self) -> Vec<Money> {
        self.limits().list()
    }

    const fn limits(&self) -> Amounts {
        Amounts {
            min: self.min,
            max: self.max,
            step: self.step,
        }
    }
}

impl Choice {
    /// The offer of this kind, if it is among them.
    pub fn offer(&self, kind: ActionKind) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.kind == kind)
    }
}

impl Action {
    /// An action that names no amount.
    pub const fn plain(kind: ActionKind) -> Action {
        Action {
            kind,
            amount: Money::ZERO,
        }
    }

    /// The money that goes on the table for a hand with this main bet on each of so many spots. What the player pays of it,
    /// [`Offer::price`] says.
    pub fn price(self, main: Money, spots: u8) -> Money {
        let on_each = match self.kind {
            ActionKind::Insurance | ActionKind::Double | ActionKind::Raise => self.amount,
            ActionKind::Split => main,
            ActionKind::Bet(times) => main * i64::from(times),
            _ => Money::ZERO,
        };
        on_each * i64::from(spots)
    }
}

impl ActionKind {
    /// The key that chooses it, at every table.
    pub fn key(self) -> char {
        match self {
            ActionKind::Insurance => 'I',
            ActionKind::NoInsurance => 'N',
            ActionKind::EvenMoney => 'E',
            ActionKind::TakeBlackjack => 'T',
            ActionKind::Keep => 'K',
            ActionKind::Stand => 'S',
            ActionKind::Hit => 'H',
            ActionKind::Double => 'D',
            ActionKind::Split => 'P',
            ActionKind::Surrender => 'R',
            ActionKind::Fold => 'F',
            ActionKind::Bet(times) => char::from(b'0' + times.min(9)),
            ActionKind::Ride => 'L',
            ActionKind::PullBack => 'B',
            ActionKind::Raise => 'A',
        }
    }

    /// What it is called on the felt, for a hand that has been asked on so many streets: "Hit", "Flop bet 2x".
    pub fn label(self, game: &Game, streets: usize) -> String {
        let plain = match self {
            ActionKind::Insurance => "Insurance",
            ActionKind::NoInsurance => "No insurance",
            ActionKind::EvenMoney => "Even money",
            ActionKind::TakeBlackjack => "Take the blackjack",
            ActionKind::Keep => "Keep the hand",
            ActionKind::Stand => "Stand",
            ActionKind::Hit => "Hit",
            ActionKind::Double => "Double",
            ActionKind::Split => "Split",
            ActionKind::Surrender => "Surrender",
            ActionKind::Fold => "Fold",
            ActionKind::Bet(0) => "Check",
            ActionKind::Ride => "Let it ride",
            ActionKind::PullBack => "Pull back",
            ActionKind::Raise => game.single_card().map_or("Raise", |rules| &rules.raise.name),
            ActionKind::Bet(times) => {
                let street = game.stud().and_then(|stud| stud.streets.get(streets));
                let street = street.map_or_else(String::new, |street| format!("{} ", street.name));
                return capital(&format!("{street}bet {times}x"));
            }
        };
        plain.to_string()
    }

    /// The word for it in transcripts and JSON: `stand`, `bet-2`.
    pub fn word(self) -> &'static str {
        match self {
            ActionKind::Insurance => "insurance",
            ActionKind::NoInsurance => "no-insurance",
            ActionKind::EvenMoney => "even-money",
            ActionKind::TakeBlackjack => "take-blackjack",
            ActionKind::Keep => "keep",
            ActionKind::Stand => "stand",
            ActionKind::Hit => "hit",
            ActionKind::Double => "double",
            ActionKind::Split => "split",
            ActionKind::Surrender => "surrender",
            ActionKind::Fold => "fold",
            ActionKind::Bet(0) => "check",
            ActionKind::Bet(times) => &BET_WORDS[usize::from(times)],
            ActionKind::Ride => "let-it-ride",
            ActionKind::PullBack => "pull-back",
            ActionKind::Raise => "raise",
        }
    }

    /// How many main bets it leaves on a street of stud; `None` for what is not done there, or gives up the hand.
    pub const fn street_bet(self) -> Option<u8> {
        match self {
            ActionKind::Bet(times) => Some(times),
            ActionKind::Ride => Some(1),
            ActionKind::PullBack => Some(0),
            _ => None,
        }
    }

    /// Every kind of action there is, with bets from 0 to 9 times standing for all.
    pub fn all() -> impl Iterator<Item = ActionKind> {
        use ActionKind::*;
        [
            Insurance,
            NoInsurance,
            EvenMoney,
            TakeBlackjack,
            Keep,
            Stand,
            Hit,
            Double,
            Split,
            Surrender,
            Fold,
            Ride,
            PullBack,
            Raise,
        ]
        .into_iter()
        .chain((0..10).map(Bet))
    }

    /// The kind a word stands for.
    pub fn from_word(word: &str) -> Option<ActionKind> {
        let times = word.strip_prefix("bet-").and_then(|times| times.parse().ok());
        let mut kinds = ActionKind::all().chain(times.map(ActionKind::Bet));
        kinds.find(|kind| kind.word() == word)
    }
}

impl HandAt {
    /// Which hand of a split it is, in words; nothing for the starting hand itself.
    pub fn split_words(self) -> Option<String> {
        const NUMBERS: [&str; 7] = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
        let place = usize::from(self.part).checked_sub(2)?;
        Some(match NUMBERS.get(place) {
            Some(number) => format!("{number} split hand"),
            None => format!("split hand {}", self.part),
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.kind.word())?;
        if self.amount != Money::ZERO {
            write!(f, " {}", self.amount)?;
        }
        Ok(())
    }
}

impl fmt::Display for HandAt {
    /// `seat 3`, `seat 3 hand 2`, `seat 3 hand 2 part 2`; written `3`, `3.2`, `3.2.2` in the alternate form.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let short = f.alternate();
        write!(f, "{}{}", if short { "" } else { "seat " }, self.seat)?;
        if self.hand > 1 || self.part > 1 {
            write!(f, "{}{}", if short { "." } else { " hand " }, self.hand)?;
        }
        if self.part > 1 {
            write!(f, "{}{}", if short { "." } else { " part " }, self.part)?;
        }
        Ok(())
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.step {
            Step::Card(card) => write!(f, "the card {card} was not asked for")?,
            Step::Choose(action) => write!(f, "`{action}` is not offered")?,
        }
        match &*self.next {
            Next::Card { .. } => f.write_str("; the round waits for a card"),
            Next::Over => f.write_str("; the round is over"),
            Next::Choice(choice) => {
                write!(f, " to {}; offered:", choice.hand)?;
                for offer in &choice.offers {
                    write!(f, " {}", offer.kind.word())?;
                    if offer.min < offer.max {
                        write!(f, " {} to {}", offer.min, offer.max)?;
                    } else if offer.max > Money::ZERO {
                        write!(f, " {}", offer.max)?;
                    }
                }
                Ok(())
            }
        }
    }
}
