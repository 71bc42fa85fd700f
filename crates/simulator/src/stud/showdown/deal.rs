//! Where the cards of a round go, learned from the round itself.

use std::sync::Arc;

use croupier_rules::Game;
use croupier_table::{HandWagers, Next, Place, Round, Step};

use crate::cards::{CardKind, CardSource, LANES};
use crate::witness;

/// The order of the deal for any number of hands.
///
/// The cards of a hand's round are numbered: hole cards, then the dealer's, then the board.
#[derive(Clone, Debug)]
pub(in crate::stud) struct Deals {
    /// For every number of hands, from 1: where the cards go in the order of the deal, hand by hand, the dealer's behind them,
    /// then the board.
    orders: Vec<Vec<u8>>,
    hole: usize,
    /// How many cards all hands share: the dealer's and the board.
    shared: usize,
    /// Which of the dealer's cards lies up.
    pub(in crate::stud) up: Option<usize>,
}

/// The most cards a round may take.
const CARDS_MAX: usize = 64;

/// The most cards of one hand's round.
pub(in crate::stud) const ROUND_CARDS: usize = 16;

impl Deals {
    /// Finds out where the cards go; `None` where hands, dealer and board are not the whole of them.
    pub(in crate::stud) fn learn(
        game: &Arc<Game>,
        bets: &HandWagers,
        hole: usize,
        dealer: usize,
        board: usize,
    ) -> Option<Deals> {
        let mut deals = Deals {
            orders: Vec::new(),
            hole,
            shared: dealer + board,
            up: None,
        };
        if hole + deals.shared > ROUND_CARDS {
            return None;
        }
        for hands in 1..=game.table.seats {
            let cards = usize::from(hands) * hole + deals.shared;
            if cards > CARDS_MAX || cards > game.deck.size() {
                break;
            }
            let order = deals.learn_order(game, bets, hands, dealer)?;
            let mut all = order.clone();
            all.sort_unstable();
            if all.iter().copied().ne(0..cards as u8) {
                return None;
            }
            deals.orders.push(order);
        }
        (!deals.orders.is_empty()).then_some(deals)
    }

    /// Where the cards of so many hands go when all of them stay in.
    fn learn_order(&mut self, game: &Arc<Game>, bets: &HandWagers, hands: u8, dealer: usize) -> Option<Vec<u8>> {
        let mut round = Round::new(game, &witness::wagers(bets, hands)).ok()?;
        let (mut order, mut events) = (Vec::new(), Vec::new());
        let dealers = usize::from(hands) * self.hole;
        let mut got = vec![0; usize::from(hands) + 1];
        let mut next_of = |place: usize| {
            got[place] += 1;
            got[place] - 1
        };
        loop {
            let step = match round.next() {
                Next::Over => return Some(order),
                Next::Choice(choice) => {
                    let stays = choice.offers.iter().find(|offer| offer.kind.street_bet().is_some());
                    Step::Choose(stays?.in_full())
                }
                Next::Card { to } => {
                    let place = match to {
                        Place::Hand(at) => {
                            let hand = usize::from(at.seat) - 1;
                            hand * self.hole + next_of(hand)
                        }
                        Place::Community(number) => dealers + dealer + usize::from(number) - 1,
                        Place::Up | Place::Hole | Place::Dealer => {
                            let card = next_of(usize::from(hands));
                            self.up = if to == Place::Up { Some(card) } else { self.up };
                            dealers + card
                        }
                        _ => return None,
                    };
                    let card = game.deck.cards().nth(order.len())?;
                    order.push(place as u8);
                    Step::Card(card)
                }
            };
            round.play(step, &mut events).ok()?;
        }
    }

    /// The cards of rounds of a lone hand, played side by side, each where it goes.
    #[inline(always)]
    pub(in crate::stud) fn arranged<const CARDS: usize>(&self, drawn: &[[u16; LANES]; CARDS]) -> [[u16; LANES]; CARDS] {
        let mut cards = [[0; LANES]; CARDS];
        for (place, dealt) in self.orders[0].iter().zip(drawn) {
            cards[usize::from(*place)] = *dealt;
        }
        cards
    }

    /// Deals a round to so many hands, and hands over the cards of each; `false` when the cards ran out.
    pub(in crate::stud) fn deal<S: CardSource>(
        &self,
        hands: usize,
        source: &mut S,
        mut each: impl FnMut(usize, &[CardKind]),
    ) -> bool {
        let mut dealt = [0; CARDS_MAX];
        for place in &self.orders[hands - 1] {
            let Some(kind) = source.card() else { return false };
            dealt[usize::from(*place)] = kind;
        }
        let shared = &dealt[hands * self.hole..][..self.shared];
        for hand in 0..hands {
            let mut cards = [0; ROUND_CARDS];
            cards[..self.hole].copy_from_slice(&dealt[hand * self.hole..][..self.hole]);
            cards[self.hole..][..self.shared].copy_from_slice(shared);
            each(hand, &cards[..self.hole + self.shared]);
        }
        true
    }
}
