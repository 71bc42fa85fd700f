//! What others may see of a round of stud.

use arrayvec::ArrayVec;
use croupier_rules::Card;

use super::{Stage, Standing, StudHand, StudRound, offers_on};
use crate::step::{Choice, Next};
use crate::view::{HandStanding, HandView, Seen, View, Viewer};

impl StudRound {
    /// What this viewer sees: cards that lie open, and the viewer's own hole cards.
    pub fn view(&self, viewer: Viewer) -> View {
        let seen = |(card, open): (Card, bool)| if open { Seen::open(card) } else { Seen::HIDDEN };
        View {
            dealer: self.dealer().map(seen).collect(),
            dealer_total: self.dealer_hand(),
            board: self.community().map(seen).collect(),
            extra: self.extra().map(seen).collect(),
            hands: self.hands.iter().map(|hand| self.hand_view(hand, viewer)).collect(),
            choice: self.choice_seen_by(viewer),
            over: self.stage == Stage::Over,
        }
    }

    /// The choice that is open. What a hand may do can depend on its cards, so others see what any hand may.
    fn choice_seen_by(&self, viewer: Viewer) -> Option<Choice> {
        let Next::Choice(choice) = self.next() else {
            return None;
        };
        if viewer == Viewer::Seat(choice.hand.seat) {
            return Some(choice);
        }
        let spots = self
            .hands
            .iter()
            .find(|hand| hand.at() == choice.hand)
            .map_or(1, StudHand::spots);
        let street = &self.rules().streets[self.street()?];
        Some(Choice {
            offers: offers_on(street, spots),
            ..choice
        })
    }

    fn hand_view(&self, hand: &StudHand, viewer: Viewer) -> HandView {
        let open = hand.is_shown() || viewer == Viewer::Seat(hand.at().seat);
        let sides = 0..self.game.side_bets.len();
        HandView {
            at: hand.at(),
            cards: hand
                .cards
                .iter()
                .map(|card| if open { Seen::open(*card) } else { Seen::HIDDEN })
                .collect(),
            total: if open { self.made_hand(hand) } else { None },
            main: hand.main(),
            spots: hand.spots(),
            added: self.street_stakes(hand).collect(),
            free: Vec::new(),
            insurance: croupier_rules::Money::ZERO,
            side: sides
                .map(|place| {
                    if hand.rides(place) {
                        hand.side_stake(place)
                    } else {
                        croupier_rules::Money::ZERO
                    }
                })
                .collect(),
            standing: match hand.standing() {
                Standing::In if self.street().is_none() && self.stage == Stage::Over => HandStanding::Waits,
                Standing::In => HandStanding::Open,
                Standing::Folded => HandStanding::Folded,
                Standing::Settled => HandStanding::Done,
            },
        }
    }

    /// The dealer's hand in words, once all its cards lie open.
    fn dealer_hand(&self) -> Option<String> {
        let open = self.dealer_turned && !self.dealer.is_empty();
        let cards: ArrayVec<Card, 32> = self.dealer.iter().chain(self.board()).copied().collect();
        open.then(|| self.hand_in_words(&cards))
    }

    fn hand_in_words(&self, cards: &[Card]) -> String {
        self.rules().strength(cards).words(self.rules().hands.hand_size)
    }

    /// What the hole cards and the open community cards make so far, in words.
    fn made_hand(&self, hand: &StudHand) -> Option<String> {
        let cards: ArrayVec<Card, 32> = hand.cards.iter().chain(self.board()).copied().collect();
        (!cards.is_empty()).then(|| self.hand_in_words(&cards))
    }
}
