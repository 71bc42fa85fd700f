//! What may be done with a hand in an ordinary game of 21 with one rule changed, and why not.

use super::*;
use crate::card::parse_cards;
use crate::twenty_one::{
    DoubleAmount, DoubleMax, HoleCard, Pairs, SplitAces, SurrenderAfterDouble, SurrenderWhen, TwentyOne,
};
use crate::{Money, Numbers, Odds, Rank, load};

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
    let doubled = hand("8h 2c 6d", Origin::Split, 1);
    assert_eq!(
        rules.may_surrender(&doubled),
        Ok(()),
        "as a split hand that is not doubled"
    );
    rules.surrender.doubled_after_split = Some(false);
    assert_eq!(rules.may_surrender(&doubled), Err(Refusal::SurrenderAfterSplit));
    assert_eq!(rules.may_surrender(&split), Ok(()));
    (rules.surrender.after_split, rules.surrender.doubled_after_split) = (false, Some(true));
    assert_eq!(rules.may_surrender(&doubled), Ok(()));
    assert_eq!(rules.may_surrender(&split), Err(Refusal::SurrenderAfterSplit));
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
    (dealer.hole_card, dealer.checks) = (HoleCard::FaceUp, Default::default());
    assert_eq!(
        dealer.check_under(Rank::King),
        BlackjackCheck::Checked,
        "everybody sees it"
    );
    assert_eq!(dealer.check_under(Rank::Nine), BlackjackCheck::Impossible);
}
