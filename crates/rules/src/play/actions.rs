//! What may be done with a hand of 21 in its turn, and why not.

use crate::card::{Card, Rank};
use crate::numbers::Numbers;
use crate::play::{HandFacts, Origin};
use crate::twenty_one::{Pairs, Split, SplitAces, SurrenderAfterDouble, SurrenderWhen, TwentyOne};

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
    #[error("Surrender is the first action on a hand or none.")]
    SurrenderLate,
}

impl TwentyOne {
    /// Whether the hand may take a card.
    #[inline]
    pub fn may_hit(&self, hand: &HandFacts) -> Result<(), Refusal> {
        self.plays_on(hand)?;
        if hand.is_doubled() {
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
        self.plays_on(hand)?;
        if !hand.is_doubled() && !double.cards.contains(hand.cards) {
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
        if hand.is_split() && !surrender.after_split {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;
    use crate::load;
    use crate::play::{Amounts, BlackjackCheck};
    use crate::twenty_one::{DoubleAmount, DoubleMax, HoleCard};
    use crate::{Money, Odds};

    /// An ordinary game: double any two cards once and after splits, split to four hands and aces once, surrender first.
    fn rules() -> TwentyOne {
        let game = load::open("presque-isle-blackjack").unwrap().game;
        let mut rules = game.twenty_one().unwrap().clone();
        rules.double.times_max = 1;
        rules.double.cards = Numbers::only(2);
        (rules.double.hard, rules.double.soft) = (Numbers::ANY, Numbers::ANY);
        (rules.double.after_split, rules.double.split_aces) = (true, true);
        (rules.split.pairs, rules.split.aces) = (Pairs::Rank, SplitAces::OneCard);
        (rules.split.hands_max, rules.split.aces_hands_max) = (4, 2);
        rules.surrender.when = SurrenderWhen::FirstAction;
        rules.surrender.after_split = false;
        rules.surrender.after_double = SurrenderAfterDouble::Never;
        rules
    }

    fn hand(cards: &str, origin: Origin, doubles: usize) -> HandFacts {
        HandFacts::of(&parse_cards(cards).unwrap(), origin, doubles)
    }

    #[test]
    fn hits_are_refused_for_a_reason() {
        let rules = rules();
        let dealt = |cards, doubles| rules.may_hit(&hand(cards, Origin::Dealt, doubles));
        assert_eq!(dealt("Th 6c", 0), Ok(()));
        assert_eq!(dealt("Ah 4c 6d", 0), Ok(()), "a soft 21 may be hit");
        assert_eq!(dealt("7h 7c 7d", 0), Err(Refusal::HardTwentyOne));
        assert_eq!(dealt("5h 6c 2d", 1), Err(Refusal::Doubled));
        assert_eq!(rules.may_hit(&hand("8h 3c", Origin::Split, 0)), Ok(()));
        let aces = hand("Ah 3c", Origin::SplitAces, 0);
        assert_eq!(rules.may_hit(&aces), Err(Refusal::OneCardOnly));
        let mut plays_on = rules.clone();
        plays_on.split.aces = SplitAces::PlayOn;
        assert_eq!(plays_on.may_hit(&aces), Ok(()));
    }

    #[test]
    fn doubles_are_refused_for_a_reason() {
        let refusal = |change: fn(&mut TwentyOne), cards, origin, doubles| {
            let mut rules = rules();
            change(&mut rules);
            rules.may_double(&hand(cards, origin, doubles))
        };
        let (dealt, split, aces) = (Origin::Dealt, Origin::Split, Origin::SplitAces);
        let nothing = |_: &mut TwentyOne| {};
        let tens = "9-11".parse::<Numbers>().unwrap();
        assert_eq!(refusal(nothing, "5h 6c", dealt, 0), Ok(()));
        assert_eq!(refusal(nothing, "5h 6c", split, 0), Ok(()));
        assert_eq!(
            refusal(|rules| rules.double.times_max = 0, "5h 6c", dealt, 0),
            Err(Refusal::NoDoubles)
        );
        assert_eq!(refusal(nothing, "5h 6c 2d", dealt, 1), Err(Refusal::DoubledOften(1)));
        assert_eq!(
            refusal(|rules| rules.double.after_split = false, "5h 6c", split, 0),
            Err(Refusal::DoubleAfterSplit)
        );
        assert_eq!(
            refusal(|rules| rules.double.split_aces = false, "Ah 6c", aces, 0),
            Err(Refusal::DoubleSplitAces)
        );
        assert_eq!(refusal(nothing, "Ah 6c", aces, 0), Err(Refusal::OneCardOnly));
        assert_eq!(
            refusal(nothing, "5h 2d 4c", dealt, 0),
            Err(Refusal::DoubleCards(Numbers::only(2)))
        );
        assert_eq!(
            refusal(|rules| rules.double.hard = "9-11".parse().unwrap(), "5h 3c", dealt, 0),
            Err(Refusal::DoubleHard(tens))
        );
        assert_eq!(
            refusal(|rules| rules.double.soft = "9-11".parse().unwrap(), "Ah 6c", dealt, 0),
            Err(Refusal::DoubleSoft(tens))
        );
        // Only the first double asks for a number of cards.
        assert_eq!(
            refusal(|rules| rules.double.times_max = 2, "5h 2d 4c", dealt, 1),
            Ok(())
        );
    }

    #[test]
    fn splits_are_refused_for_a_reason() {
        let rules = rules();
        let split = |cards, doubled, hands| rules.may_split(&parse_cards(cards).unwrap(), doubled, hands);
        assert_eq!(split("8h 8c", false, 3), Ok(()));
        assert_eq!(split("8h 8c 2d", false, 1), Err(Refusal::NotTwoCards));
        assert_eq!(split("8h 8c", true, 1), Err(Refusal::NotTwoCards));
        assert_eq!(split("8h 9c", false, 1), Err(Refusal::NotAPair));
        assert_eq!(split("Kh Qc", false, 1), Err(Refusal::NotOfOneRank));
        let often = |aces, hands_max| Err(Refusal::SplitOften { aces, hands_max });
        assert_eq!(split("8h 8c", false, 4), often(false, 4));
        assert_eq!(split("Ah Ac", false, 1), Ok(()));
        assert_eq!(split("Ah Ac", false, 2), often(true, 2));
        let mut other = rules.clone();
        (other.split.pairs, other.split.aces_hands_max) = (Pairs::Value, 1);
        assert_eq!(other.may_split(&parse_cards("Kh Qc").unwrap(), false, 1), Ok(()));
        let aces = parse_cards("Ah Ac").unwrap();
        assert_eq!(other.may_split(&aces, false, 1), Err(Refusal::NoSplits { aces: true }));
    }

    #[test]
    fn surrenders_are_refused_for_a_reason_and_cost_what_the_rules_say() {
        let mut rules = rules();
        let dealt = |rules: &TwentyOne, cards, doubles| rules.may_surrender(&hand(cards, Origin::Dealt, doubles));
        assert_eq!(dealt(&rules, "Th 6c", 0), Ok(()));
        assert_eq!(dealt(&rules, "Th 2c 4d", 0), Err(Refusal::SurrenderLate));
        assert_eq!(dealt(&rules, "Th 2c 4d", 1), Err(Refusal::SurrenderAfterDouble));
        let split = hand("8h 8c", Origin::Split, 0);
        assert_eq!(rules.may_surrender(&split), Err(Refusal::SurrenderAfterSplit));
        rules.surrender.after_split = true;
        assert_eq!(rules.may_surrender(&split), Ok(()));
        rules.surrender.after_double = SurrenderAfterDouble::LosesOriginalBet;
        assert_eq!(
            dealt(&rules, "Th 2c 4d", 1),
            Ok(()),
            "a rescue is not bound to the first action"
        );
        assert_eq!(rules.surrender.loss_of(true, true), Odds::EVEN);
        assert_eq!(rules.surrender.loss_of(false, true), Odds::PUSH);
        assert_eq!(rules.surrender.loss_of(true, false), rules.surrender.loses);
        rules.surrender.when = SurrenderWhen::Never;
        assert_eq!(dealt(&rules, "Th 6c", 0), Err(Refusal::NoSurrender));
    }

    #[test]
    fn a_double_may_be_for_what_its_limits_say() {
        let mut double = rules().double;
        let limits = |min: Option<i64>, max| DoubleAmount {
            min: min.map(Money::from_dollars),
            max,
            step: Money::from_dollars(2),
        };
        let dollars = |amounts: &[i64]| amounts.iter().copied().map(Money::from_dollars).collect::<Vec<Money>>();
        let list = |amounts: Option<Amounts>| amounts.map(|amounts| amounts.list());
        double.times_max = 2;
        double.first = limits(Some(5), DoubleMax::MainBet);
        double.again = Some(limits(None, DoubleMax::TotalBet));
        let main = Money::from_dollars(10);
        assert_eq!(list(double.amounts(main, &[])), Some(dollars(&[5, 6, 8, 10])));
        assert_eq!(list(double.amounts(main, &dollars(&[6]))), Some(dollars(&[16])));
        assert_eq!(list(double.amounts(main, &dollars(&[6, 16]))), None);
        double.again = Some(limits(Some(9), DoubleMax::LastDouble));
        assert_eq!(
            list(double.amounts(main, &dollars(&[6]))),
            Some(dollars(&[6])),
            "the least is never above the most"
        );
    }

    #[test]
    fn the_dealer_checks_under_the_cards_that_may_make_a_blackjack() {
        let mut dealer = rules().dealer;
        (dealer.hole_card, dealer.checks) = (HoleCard::Dealt, "A".parse().unwrap());
        assert_eq!(dealer.check_under(Rank::Ace), BlackjackCheck::Checked);
        assert_eq!(dealer.check_under(Rank::King), BlackjackCheck::Late);
        assert_eq!(dealer.check_under(Rank::Nine), BlackjackCheck::Impossible);
        dealer.hole_card = HoleCard::None;
        assert_eq!(dealer.check_under(Rank::Ace), BlackjackCheck::Late);
    }
}
