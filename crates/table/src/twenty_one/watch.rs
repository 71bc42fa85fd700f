//! What others may see of a round of 21.

use super::hand::{Hand, Standing};
use super::{Stage, TwentyOneRound};
use crate::event::WagerKind;
use crate::step::Next;
use crate::strategy::Situation;
use crate::view::{HandStanding, HandView, Seen, View};
use croupier_rules::play::count_in_words;

impl TwentyOneRound {
    /// What lies open: everything but the hole card. Every viewer sees the same.
    pub fn view(&self) -> View {
        let shown = if self.hole_shown || self.dealer.len() < 2 {
            self.dealer.len()
        } else {
            1
        };
        let dealer = self.dealer.iter().enumerate();
        View {
            dealer: dealer
                .map(|(place, card)| if place < shown { Seen::open(*card) } else { Seen::HIDDEN })
                .collect(),
            dealer_total: (!self.dealer.is_empty()).then(|| count_in_words(&self.dealer[..shown])),
            board: Vec::new(),
            extra: Vec::new(),
            hands: self.hands.iter().map(|hand| self.hand_view(hand)).collect(),
            choice: match self.next() {
                Next::Choice(choice) => Some(choice),
                _ => None,
            },
            over: self.stage == Stage::Over,
        }
    }

    /// What the player who has to choose knows.
    pub fn situation(&self) -> Option<Situation<'_>> {
        let hand = match self.stage {
            Stage::Blackjack(place) | Stage::Insurance(place) | Stage::BeforeCheck(place) | Stage::Choose(place) => {
                &self.hands[usize::from(place)]
            }
            _ => return None,
        };
        Some(Situation {
            cards: &hand.cards,
            up: self.dealer.first().copied(),
            hole: self.dealer.get(1).copied().filter(|_| self.hole_shown),
            board: &[],
            split: hand.is_split(),
            parts: self.starts[usize::from(hand.start)].parts,
            main: hand.main,
            added: &hand.doubles,
            free: hand.free,
            offers: &self.offers,
        })
    }

    fn hand_view(&self, hand: &Hand) -> HandView {
        let start = &self.starts[usize::from(hand.start)];
        let first_part = hand.at.part == 1;
        HandView {
            at: hand.at,
            cards: hand.cards.iter().copied().map(Seen::open).collect(),
            total: (!hand.cards.is_empty()).then(|| {
                if hand.is_blackjack() {
                    "blackjack".to_string()
                } else {
                    count_in_words(&hand.cards)
                }
            }),
            main: hand.main,
            spots: hand.spots,
            added: hand.doubles.to_vec(),
            free: free_bets(hand),
            insurance: if first_part {
                start.insurance
            } else {
                croupier_rules::Money::ZERO
            },
            side: if first_part {
                start.side[..self.game.side_bets.len()].to_vec()
            } else {
                Vec::new()
            },
            standing: match hand.standing {
                Standing::Open => HandStanding::Open,
                Standing::Blackjack => HandStanding::Blackjack,
                Standing::Waits | Standing::Busted => HandStanding::Waits,
                Standing::Done => HandStanding::Done,
            },
        }
    }
}

/// The bets of a hand that are free.
fn free_bets(hand: &Hand) -> Vec<WagerKind> {
    let doubles = (0..hand.doubles.len()).filter(|place| hand.free.double(*place));
    let doubles = doubles.map(|place| WagerKind::Double(place as u8 + 1));
    hand.free
        .main
        .then_some(WagerKind::Main)
        .into_iter()
        .chain(doubles)
        .collect()
}
