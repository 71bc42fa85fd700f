//! A round's cards remembered, so that it can be played again.

use super::{CardKind, CardSource};

/// Remembers what another source deals.
pub(crate) struct Taped<'a, S> {
    source: &'a mut S,
    tape: &'a mut Vec<CardKind>,
}

impl<'a, S: CardSource> Taped<'a, S> {
    /// Deals from this source, onto this tape.
    pub(crate) fn new(source: &'a mut S, tape: &'a mut Vec<CardKind>) -> Taped<'a, S> {
        Taped { source, tape }
    }
}

impl<S: CardSource> CardSource for Taped<'_, S> {
    #[inline]
    fn card(&mut self) -> Option<CardKind> {
        let card = self.source.card()?;
        self.tape.push(card);
        Some(card)
    }
}

/// Deals what is on a tape again, and then goes on, taping the rest.
pub(crate) struct Rewound<'a, S> {
    taped: Taped<'a, S>,
    next: usize,
}

impl<'a, S: CardSource> Rewound<'a, S> {
    /// Begins at the start of the tape.
    pub(crate) fn new(taped: Taped<'a, S>) -> Rewound<'a, S> {
        Rewound { taped, next: 0 }
    }
}

impl<S: CardSource> CardSource for Rewound<'_, S> {
    fn card(&mut self) -> Option<CardKind> {
        if self.next == self.taped.tape.len() {
            self.taped.card()?;
        }
        self.next += 1;
        Some(self.taped.tape[self.next - 1])
    }
}
