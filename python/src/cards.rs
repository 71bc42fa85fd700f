//! The cards of a round, in the order the simulator deals them: round `n` of a seed has the same cards here as there.

use std::sync::Arc;

use croupier_rules::{Card, Game};
use croupier_simulator::cards::{CardSource, Fresh, Layout};
use croupier_simulator::philox;

/// How many cards are drawn at first; most rounds need no more.
const AHEAD: usize = 12;

/// The cards of one round from a full shoe.
#[derive(Clone)]
pub(crate) struct Cards {
    layout: Arc<Layout>,
    key: [u32; 2],
    round: u64,
    drawn: Vec<Card>,
    next: usize,
}

impl Cards {
    /// The cards of round 0 of this seed.
    pub(crate) fn new(layout: &Arc<Layout>, seed: u64) -> Cards {
        Cards {
            layout: Arc::clone(layout),
            key: philox::key(seed),
            round: 0,
            drawn: Vec::with_capacity(AHEAD),
            next: 0,
        }
    }

    /// The cards of a game's shoe.
    pub(crate) fn layout(game: &Game) -> Arc<Layout> {
        Arc::new(Layout::new(&game.deck))
    }

    /// Goes to the round of this number.
    pub(crate) fn begin(&mut self, round: u64) {
        self.round = round;
        self.next = 0;
        self.draw(AHEAD);
    }

    /// The next card; `None` when there is none left.
    pub(crate) fn deal(&mut self) -> Option<Card> {
        if self.next == self.drawn.len() {
            self.draw(2 * self.drawn.len().max(AHEAD));
        }
        let card = self.drawn.get(self.next).copied();
        self.next += 1;
        card
    }

    fn draw(&mut self, count: usize) {
        let mut source = Fresh::new(&self.layout, self.key, self.round);
        self.drawn.clear();
        let kinds = std::iter::from_fn(|| source.card()).take(count);
        self.drawn.extend(kinds.map(|kind| self.layout.card(kind)));
    }
}
