//! What may be done with a hand of 21 in its turn, and why not.

use crate::card::{Card, Rank};
use crate::numbers::Numbers;
use crate::play::{BlackjackCheck, HandFacts, Origin};
use crate::twenty_one::{
    AfterDouble, Pairs, Split, SplitAces, SurrenderAfterDouble, SurrenderCheck, SurrenderWhen, TwentyOne,
};

/// Why something may not be done with a hand, in the words for its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The hand stands by itself.
    #[error("A hard 21 stands.")]
    HardTwentyOne,
    /// Split aces that play no further.
    #[error("Split aces take one card each.")]
    OneCardOnly,
    /// No card but that of the double.
    #[error("A doubled hand takes one card only.")]
    Doubled,
    /// No doubles at all.
    #[error("This game has no doubles.")]
    NoDoubles,
    /// No more doubles.
    #[error("{}", times_max(*.0))]
    DoubledOften(u8),
    /// No doubles after a split.
    #[error("Split hands are not doubled.")]
    DoubleAfterSplit,
    /// No doubles after a split of aces.
    #[error("Split aces are not doubled.")]
    DoubleSplitAces,
    /// The first double needs another number of cards.
    #[error("A hand is doubled with {0} cards.")]
    DoubleCards(Numbers),
    /// Other soft totals are doubled.
    #[error("Soft hands are doubled on {0} only.")]
    DoubleSoft(Numbers),
    /// Other hard totals are doubled.
    #[error("Hard hands are doubled on {0} only.")]
    DoubleHard(Numbers),
    /// The hand is not two cards that have just been dealt or split.
    #[error("Only the first two cards are split.")]
    NotTwoCards,
    /// The two cards are of different value.
    #[error("Only a pair is split.")]
    NotAPair,
    /// The two cards are of equal value, but not of equal rank.
    #[error("Only cards of equal rank are a pair here.")]
    NotOfOneRank,
    /// Pairs, or pairs of aces, are never split.
    #[error("{} cannot be split in this game.", pairs(*.aces))]
    NoSplits {
        /// Whether the pair is of aces.
        aces: bool,
    },
    /// The pair has become as many hands as it may.
    #[error("{} may become {hands_max} hands at most.", pairs(*.aces))]
    SplitOften {
        /// Whether the pair is of aces.
        aces: bool,
        /// The most hands it may become.
        hands_max: u8,
    },
    /// No surrender at all.
    #[error("This game has no surrender.")]
    NoSurrender,
    /// No surrender after a split.
    #[error("Split hands are not surrendered.")]
    SurrenderAfterSplit,
    /// No surrender after a double.
    #[error("Doubled hands are not surrendered.")]
    SurrenderAfterDouble,
    /// Too late for a surrender.
    #[error("Surrender is for the first two cards only.")]
    SurrenderLate,
}

impl TwentyOne {
    /// Whether the hand may take a card.
    #[inline]
    pub fn may_hit(&self, hand: &HandFacts) -> Result<(), Refusal> {
        self.plays_on(hand)?;
        if hand.is_doubled() && self.double.then == AfterDouble::NoHit {
            return Err(Refusal::Doubled);
        }
        Ok(())
    }

    /// Whether the hand may be doubled; for how much, [`crate::twenty_one::Double::amounts`] says.
    #[inline]
    pub fn may_double(&self, hand: &HandFacts) -> Result<(), Refusal> {
        let double = &self.double;
        if double.times_max == 0 {
            return Err(Refusal::NoDoubles);
        }
        if hand.doubles >= double.times_max {
            return Err(Refusal::DoubledOften(double.times_max));
        }
        if hand.is_split() && !double.after_split {
            return Err(Refusal::DoubleAfterSplit);
        }
        if hand.origin == Origin::SplitAces && !double.split_aces {
            return Err(Refusal::DoubleSplitAces);
        }
        if !(double.hard_21 && hand.total.is_hard_21()) {
            self.plays_on(hand)?;
        }
        if !hand.is_doubled() && !double.cards.contains(hand.cards) && !self.is_double_free(hand) {
            return Err(Refusal::DoubleCards(double.cards));
        }
        match hand.total.is_soft() {
            true if !double.soft.contains(hand.total.best()) => Err(Refusal::DoubleSoft(double.soft)),
            false if !double.hard.contains(hand.total.best()) => Err(Refusal::DoubleHard(double.hard)),
            _ => Ok(()),
        }
    }

    /// Whether a hand of these cards may be split when its starting hand has become so many hands.
    pub fn may_split(&self, cards: &[Card], doubled: bool, hands: u8) -> Result<(), Refusal> {
        let [one, other] = *cards else {
            return Err(Refusal::NotTwoCards);
        };
        if doubled {
            return Err(Refusal::NotTwoCards);
        }
        if one.value() != other.value() {
            return Err(Refusal::NotAPair);
        }
        if !self.split.is_pair(one, other) {
            return Err(Refusal::NotOfOneRank);
        }
        let aces = one.rank() == Rank::Ace;
        match self.split.hands_max_of(one.rank()) {
            0 | 1 => Err(Refusal::NoSplits { aces }),
            hands_max if hands >= hands_max => Err(Refusal::SplitOften { aces, hands_max }),
            _ => Ok(()),
        }
    }

    /// Whether the hand may be surrendered; what that costs, [`crate::twenty_one::Surrender::loss_of`] says.
    #[inline]
    pub fn may_surrender(&self, hand: &HandFacts) -> Result<(), Refusal> {
        let surrender = &self.surrender;
        if surrender.when == SurrenderWhen::Never {
            return Err(Refusal::NoSurrender);
        }
        if hand.is_split() && !surrender.allows_split(hand.is_doubled()) {
            return Err(Refusal::SurrenderAfterSplit);
        }
        self.plays_on(hand)?;
        if hand.is_doubled() {
            // The rescue of a doubled hand is a right of its own, whatever the time limit of an ordinary surrender.
            return match surrender.after_double {
                SurrenderAfterDouble::Never => Err(Refusal::SurrenderAfterDouble),
                _ => Ok(()),
            };
        }
        // A hand of two cards has been neither hit nor doubled: whatever is done with it is its first action.
        if surrender.when == SurrenderWhen::FirstAction && hand.cards > 2 {
            return Err(Refusal::SurrenderLate);
        }
        Ok(())
    }

    /// Whether the hand may be surrendered before the dealer checks under this up card.
    pub fn may_surrender_early(&self, hand: &HandFacts, up: Rank) -> bool {
        self.surrender.check == SurrenderCheck::Before
            && self.surrender.early_under.contains(up)
            && self.dealer.check_under(up) == BlackjackCheck::Checked
            && self.may_surrender(hand).is_ok()
    }

    /// Whether a hand of this origin takes one card and then stands, unless it is split again.
    #[inline]
    pub fn takes_one_card_only(&self, origin: Origin) -> bool {
        origin == Origin::SplitAces && self.split.aces == SplitAces::OneCard
    }

    /// Whether there is anything to do with the hand but to stand and to split.
    #[inline]
    fn plays_on(&self, hand: &HandFacts) -> Result<(), Refusal> {
        if hand.total.is_hard_21() {
            return Err(Refusal::HardTwentyOne);
        }
        if self.takes_one_card_only(hand.origin) {
            return Err(Refusal::OneCardOnly);
        }
        Ok(())
    }
}

impl Split {
    /// Whether two cards make a pair.
    pub fn is_pair(&self, one: Card, other: Card) -> bool {
        match self.pairs {
            Pairs::Rank => one.rank() == other.rank(),
            Pairs::Value => one.value() == other.value(),
        }
    }

    /// The most hands a pair of this rank may become; 1 where it may not be split.
    pub fn hands_max_of(&self, rank: Rank) -> u8 {
        match rank {
            Rank::Ace => self.aces_hands_max,
            _ => self.hands_max,
        }
    }
}

fn times_max(times: u8) -> String {
    match times {
        1 => "A hand is doubled once.".to_string(),
        most => format!("A hand is doubled {most} times at most."),
    }
}

fn pairs(aces: bool) -> &'static str {
    if aces { "Aces" } else { "A pair" }
}
