//! The players at the other seats. They play simply and never against the rules.

use croupier_rules::{Game, Rank};
use croupier_table::{Action, ActionKind, Situation, Strategy, Total};

/// Draws as the dealer would and takes no extra risk; in stud, stays for one bet with a pair, a high card or suited cards.
#[derive(Clone, Copy, Debug)]
pub struct MimicDealer;

impl Strategy for MimicDealer {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        let wishes: &[ActionKind] = if situation.up.is_none() {
            if is_worth_a_bet(situation) {
                &[ActionKind::Bet(1), ActionKind::Bet(0), ActionKind::Ride]
            } else {
                &[ActionKind::Bet(0), ActionKind::PullBack, ActionKind::Fold]
            }
        } else if Total::of(situation.cards).best() < 17 {
            &[
                ActionKind::TakeBlackjack,
                ActionKind::NoInsurance,
                ActionKind::Keep,
                ActionKind::Hit,
            ]
        } else {
            &[
                ActionKind::TakeBlackjack,
                ActionKind::NoInsurance,
                ActionKind::Keep,
                ActionKind::Stand,
            ]
        };
        wishes
            .iter()
            .find_map(|wish| situation.offers.iter().find(|offer| offer.kind == *wish))
            .or(situation.offers.first())
            .expect("a choice has at least one offer")
            .in_full()
    }
}

/// Whether a stud hand shows anything: a pair, a jack or better, or only one suit.
fn is_worth_a_bet(situation: &Situation) -> bool {
    let cards = || situation.cards.iter().chain(situation.board);
    let paired = cards()
        .enumerate()
        .any(|(place, card)| cards().skip(place + 1).any(|other| other.rank() == card.rank()));
    let high = situation.cards.iter().any(|card| card.rank() >= Rank::Jack);
    let mut suits = cards().map(|card| card.suit());
    let first = suits.next();
    let suited = suits.all(|suit| Some(suit) == first);
    paired || high || suited
}
