//! A way of playing against the dealer's hand that can be played at a table: the best one, a rule, or the least bets.

use croupier_rules::poker::Tally;
use croupier_rules::{Card, Game};
use croupier_table::{Action, ActionKind, Situation, Strategy};
use rustc_hash::FxHashMap;

use super::play::ShowdownPlay;
use super::rule::Thresholds;
use crate::solution::WagerValue;
use crate::stud::StudAction;

/// A way of playing a game against the dealer's hand at one main bet.
pub struct ShowdownBook {
    play: ShowdownPlay,
    way: Way,
}

enum Way {
    /// The best play, the least bet of equally good ones. The kinds of hands are found by the ranks of their suits.
    Best(FxHashMap<[u16; 4], u32>),
    /// A rule.
    Rule(Thresholds),
    /// The least bet, whatever the cards.
    LeastBets,
}

impl ShowdownBook {
    /// The best play.
    pub fn best(play: ShowdownPlay) -> ShowdownBook {
        let kinds = 0..play.sides.players.len();
        let kinds = kinds.map(|place| (by_suit(&play.hand(place)).0, place as u32));
        ShowdownBook {
            way: Way::Best(kinds.collect()),
            play,
        }
    }

    /// The rule that a person can carry.
    pub fn rule(play: ShowdownPlay) -> ShowdownBook {
        let thresholds = Thresholds::best(&play);
        ShowdownBook {
            way: Way::Rule(thresholds),
            play,
        }
    }

    /// The least bet, whatever the cards.
    pub fn smallest_bets(play: ShowdownPlay) -> ShowdownBook {
        let way = Way::LeastBets;
        ShowdownBook { play, way }
    }

    /// The figures of the main game when it is played so.
    pub fn wager_value(&self, game: &Game) -> WagerValue {
        match self.way {
            Way::Best(_) => self.play.wager_value(game),
            _ => {
                let endings = self.play.endings_of(|cards, up| self.action(cards, up));
                self.play.measured(game, &endings)
            }
        }
    }

    /// The place of the action with this hand and up card.
    fn action(&self, cards: &[Card], up: Option<Card>) -> usize {
        match &self.way {
            Way::Rule(thresholds) => thresholds.action(Tally::of(cards).strength(self.play.rules.hands.hand_size)),
            Way::LeastBets => {
                let bets = self.play.actions.iter().position(|action| matches!(action, StudAction::Bet(1..)));
                bets.unwrap_or(0)
            }
            Way::Best(kinds) => {
                let (key, suits) = by_suit(cards);
                let Some(place) = kinds.get(&key).map(|place| *place as usize) else {
                    return 0;
                };
                let up = up.map_or(0, |up| {
                    // The suits are named as in the kind that is kept, the up card's with them.
                    let (_, kept) = by_suit(&self.play.hand(place));
                    let order = suits.iter().position(|suit| *suit == up.suit() as usize).unwrap_or(0);
                    let suit = croupier_rules::Suit::ALL[kept[order]];
                    usize::from(self.play.sides.cards.place(Card::new(up.rank(), suit)))
                });
                let bits = self.play.best[place * self.play.ups() + up];
                bits.trailing_zeros() as usize % self.play.actions.len()
            }
        }
    }
}

impl Strategy for ShowdownBook {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        match self.play.actions[self.action(situation.cards, situation.up)] {
            StudAction::Fold => Action::plain(ActionKind::Fold),
            StudAction::Bet(times) => Action::plain(ActionKind::Bet(times)),
        }
    }
}

/// The ranks of each suit, in an order that does not depend on the names of the suits, and the suits in that order.
fn by_suit(cards: &[Card]) -> ([u16; 4], [usize; 4]) {
    let mut ranks = [0u16; 4];
    for card in cards {
        ranks[card.suit() as usize] |= 1 << card.rank() as u16;
    }
    let mut suits = [0, 1, 2, 3];
    suits.sort_by_key(|suit| (ranks[*suit], *suit));
    (suits.map(|suit| ranks[suit]), suits)
}
