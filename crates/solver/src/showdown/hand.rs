//! What each action is worth in one hand against the dealer's, with any cards known to be out.

use std::cmp::Ordering;

use croupier_rules::play::Contest;
use croupier_rules::poker::Tally;
use croupier_rules::stud::Stud;
use croupier_rules::{Card, Game};

use super::dealers::Dealers;
use super::terms::{CONTESTS, Tables, Terms, scale};
use crate::chances::{Chance, ChanceOf};
use crate::pack::Pack;
use crate::solution::{ActionValue, HandValue, fraction, to_f64};
use crate::stud::{StudAction, StudHand, StudHandFault};

/// What each action is worth, best first. `up` is the dealer's up card.
pub fn hand(game: &Game, hand: &StudHand, up: Option<Card>) -> Result<HandValue, StudHandFault> {
    let rules = game.stud().filter(|rules| rules.showdown.is_some());
    let rules = rules.ok_or_else(|| StudHandFault::NotStud(game.name.clone()))?;
    let showdown = rules
        .showdown
        .as_ref()
        .ok_or_else(|| StudHandFault::NotStud(game.name.clone()))?;
    check(game, rules, hand, up)?;
    if rules.community_cards() > 0 {
        return super::board::hand(game, rules, hand);
    }
    let known: Vec<Card> = hand.cards.iter().chain(&up).chain(&hand.removed).copied().collect();
    let pack = Pack::fresh(&game.deck).without(&known)?;
    let down = usize::from(showdown.dealer_cards) - up.iter().count();
    if (pack.size() as usize) < down {
        return Err(StudHandFault::TooFew { left: pack.size() });
    }
    let scale = scale(rules, showdown);
    let (strength, size) = (rules.strength(&hand.cards), rules.hands.hand_size);
    let met = Tables::new(rules, showdown, hand.main).met(&Tally::of(&hand.cards), &hand.cards);
    let terms = Terms::new(rules, showdown, scale, met);
    let counts = Dealers {
        rules,
        pack: &pack,
        up,
        down,
        player: strength,
    }
    .count();
    let whole = counts.iter().sum::<i64>().max(1) as u128 * scale as u128;
    let value = |word: &str, times: u8, sum: i64| {
        let ev = fraction(i128::from(sum), whole);
        ActionValue {
            action: word.to_string(),
            amount_cents: hand.main.cents() * i64::from(times),
            ev: to_f64(&ev),
            ev_exact: Some(ev.to_string()),
            cost: 0.0,
        }
    };
    let word = |action: StudAction| action.on(&rules.streets[0]).word();
    let street = &rules.streets[0];
    let actions = super::play::actions(rules).into_iter().filter(|action| match action {
        StudAction::Fold => true,
        StudAction::Bet(times) => street.allows(*times, strength, size),
    });
    let actions = actions.map(|action| match action {
        StudAction::Fold => value(
            word(action),
            0,
            -scale * game.bets_before_deal() * counts.iter().sum::<i64>(),
        ),
        StudAction::Bet(times) => value(word(action), times, terms.value(&counts, times)),
    });
    let chances = chances_of(rules, &counts.map(|count| count as u128));
    Ok(HandValue::rank(&game.id, hand.main.cents(), actions.collect()).with_chances(chances))
}

/// How often a hand stands how to the dealer's, and how often that qualifies.
pub(super) fn chances_of(rules: &Stud, counts: &[u128; CONTESTS.len()]) -> Vec<Chance> {
    let all = counts.iter().sum();
    let count = |holds: &dyn Fn(&Contest) -> bool| -> u128 {
        let counted = CONTESTS.iter().zip(counts).filter(|(contest, _)| holds(contest));
        counted.map(|(_, count)| count).sum()
    };
    let stands = [
        (ChanceOf::Wins, Ordering::Greater),
        (ChanceOf::Ties, Ordering::Equal),
        (ChanceOf::Loses, Ordering::Less),
    ];
    let stands = stands.map(|(of, order)| Chance::counted(of, count(&|contest| contest.player == order), all));
    let qualifies = rules
        .qualifier()
        .map(|_| Chance::counted(ChanceOf::DealerQualifies, count(&|contest| contest.qualifies), all));
    stands.into_iter().chain(qualifies).collect()
}

fn check(game: &Game, rules: &Stud, hand: &StudHand, up: Option<Card>) -> Result<(), StudHandFault> {
    if hand.cards.len() != usize::from(rules.hands.hole_cards) {
        return Err(StudHandFault::HoleCards {
            given: hand.cards.len(),
            wanted: rules.hands.hole_cards,
        });
    }
    let ups = rules.showdown.as_ref().map_or(0, |showdown| showdown.up_cards);
    match (up, ups) {
        (None, 1..) => return Err(StudHandFault::NoUp),
        (Some(_), 0) => return Err(StudHandFault::Up),
        _ => {}
    }
    if !hand.board.is_empty() && rules.community_cards() == 0 {
        return Err(StudHandFault::Board {
            given: hand.board.len(),
            wanted: "none".to_string(),
        });
    }
    if !game.main_bet.allows(hand.main) {
        return Err(StudHandFault::Main {
            name: game.main_bet.name.clone(),
            amount: hand.main,
            game: game.name.clone(),
        });
    }
    Ok(())
}
