//! The cards to come: shuffled, cut, burnt and dealt as the rules file says. Nothing else in this crate sees a random
//! source.

mod seed;
mod shuffle;

use std::sync::Arc;

use croupier_rules::game::{Depth, Procedure, Shuffled};
use croupier_rules::{Card, Game};
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

pub use seed::{NoEntropy, NotASeed, Seed};

/// The cards of one table. Between rounds it is made ready with [`Shoe::prepare`]; during a round it deals.
#[derive(Clone, Debug)]
pub struct Shoe {
    game: Arc<Game>,
    /// `None` when the order of the cards was written down by somebody.
    source: Option<Box<Source>>,
    /// All cards in the order they are dealt, those already dealt at the front.
    cards: Vec<Card>,
    /// How many have been dealt or burnt.
    gone: usize,
    /// How many were gone when the round began: the discards.
    discards: usize,
    /// How many are dealt before the cut card comes out.
    cut_card: Option<usize>,
    stage: Stage,
}

/// Where shuffles come from.
#[derive(Clone, Debug)]
struct Source {
    seed: Seed,
    /// How many shuffles there have been.
    shuffles: u64,
    /// Which of the sets that take turns was shuffled last.
    set: u8,
    /// The stream of the last shuffle.
    stream: ChaCha20Rng,
}

impl Source {
    /// The stream of the next shuffle.
    fn next(&mut self) -> &mut ChaCha20Rng {
        self.shuffles += 1;
        self.stream = self.seed.stream(self.shuffles);
        &mut self.stream
    }
}

/// How far a shoe is between one shuffle and the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// To be shuffled before the next round.
    Unshuffled,
    /// Shuffled; a player cuts next.
    Uncut,
    /// Ready, and no round has been dealt from it.
    Fresh,
    /// Rounds have been dealt from it.
    InPlay,
    /// The cut card has come out: no further round is dealt from it.
    LastRound,
}

/// What the shoe needs before the next round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Nothing: deal.
    Nothing,
    /// A player's cut, with at least `min` and at most `max` cards above it.
    Cut {
        /// The least number of cards cut off.
        min: usize,
        /// The most.
        max: usize,
    },
}

/// One thing that happened to the shoe, with the clause it carries out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ShoeEvent {
    /// What happened.
    pub what: ShoeWhat,
    /// The clause, as an index into the game's clauses.
    pub clause: Option<u16>,
}

/// What happened to the shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum ShoeWhat {
    /// All cards were shuffled.
    Shuffled {
        /// How many.
        cards: usize,
        /// Which of the sets that take turns, from 1.
        set: u8,
        /// How many sets take turns.
        sets: u8,
    },
    /// A player cut so many cards to the bottom.
    Cut {
        /// How many.
        cards: usize,
    },
    /// The cut card was placed with so many cards behind it.
    CutCardPlaced {
        /// How many.
        behind: usize,
    },
    /// So many cards were burnt.
    Burnt {
        /// How many.
        cards: usize,
    },
    /// A new dealer started.
    NewDealer,
    /// The cut card came out: this is the last round of the shoe.
    LastRound,
    /// The shoe ran out during a round; the cards of earlier rounds were shuffled to finish it.
    DiscardsShuffled {
        /// How many.
        cards: usize,
    },
}

/// A cut too near to an end, or when none is due. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CutRefused {
    /// Too near to an end.
    #[error("a cut of {cards} cards is too near to an end; cut {min} to {max}")]
    TooNear {
        /// The cut tried.
        cards: usize,
        /// The least allowed.
        min: usize,
        /// The most allowed.
        max: usize,
    },
    /// Not the moment for it.
    #[error("no cut is due: the shoe is cut only right after a shuffle")]
    NotDue,
}

/// All cards of the shoe are on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no card is left: all {cards} are on the table or were never shuffled")]
pub struct OutOfCards {
    /// How many cards the shoe has.
    pub cards: usize,
}

impl Shoe {
    /// A shoe that shuffles from this seed, unshuffled as yet.
    pub fn new(game: &Arc<Game>, seed: Seed) -> Shoe {
        Shoe {
            game: Arc::clone(game),
            source: Some(Box::new(Source {
                seed,
                shuffles: 0,
                set: 0,
                stream: seed.stream(0),
            })),
            cards: Vec::new(),
            gone: 0,
            discards: 0,
            cut_card: None,
            stage: Stage::Unshuffled,
        }
    }

    /// The same shoe, of whose sets that take turns this one was shuffled last; 0 for none.
    pub fn after_set(mut self, set: u8) -> Shoe {
        if let Some(source) = &mut self.source {
            source.set = set;
        }
        self
    }

    /// A shoe that deals exactly these cards, without shuffle, cut, cut card or burn.
    pub fn from_cards(game: &Arc<Game>, cards: Vec<Card>) -> Shoe {
        Shoe {
            game: Arc::clone(game),
            source: None,
            cards,
            gone: 0,
            discards: 0,
            cut_card: None,
            stage: Stage::Fresh,
        }
    }

    /// Makes the shoe ready for a round: shuffles where it is time, and says whether a player's cut is due.
    pub fn prepare(&mut self, events: &mut Vec<ShoeEvent>) -> Needs {
        let due = match self.stage {
            Stage::Unshuffled | Stage::LastRound => true,
            Stage::Uncut | Stage::Fresh => false,
            Stage::InPlay => self.game.shoe.shuffled == Shuffled::EveryRound,
        };
        if due {
            self.shuffle_all(events);
        }
        self.discards = self.gone;
        match (self.stage, self.cut_limits()) {
            (Stage::Uncut, Some((min, max))) => Needs::Cut { min, max },
            _ => Needs::Nothing,
        }
    }

    /// Cuts so many cards to the bottom, places the cut card and burns.
    pub fn cut(&mut self, cards: usize, events: &mut Vec<ShoeEvent>) -> Result<(), CutRefused> {
        let (Stage::Uncut, Some((min, max))) = (self.stage, self.cut_limits()) else {
            return Err(CutRefused::NotDue);
        };
        if cards < min || cards > max {
            return Err(CutRefused::TooNear { cards, min, max });
        }
        self.cards.rotate_left(cards);
        self.say(ShoeWhat::Cut { cards }, Procedure::Cut, events);
        self.finish_shuffle(events);
        Ok(())
    }

    /// Makes the shoe ready for a round like [`Shoe::prepare`]; where a cut is due, some player cuts anywhere allowed.
    pub fn prepare_and_cut(&mut self, events: &mut Vec<ShoeEvent>) {
        if let Needs::Cut { min, max } = self.prepare(events)
            && let Some(source) = &mut self.source
        {
            let cards = min + shuffle::below(&mut source.stream, (max - min) as u32 + 1) as usize;
            self.cut(cards, events)
                .expect("a cut within the limits just given is allowed");
        }
    }

    /// The next card. Says so when the cut card comes out before it.
    pub fn deal(&mut self, events: &mut Vec<ShoeEvent>) -> Result<Card, OutOfCards> {
        if matches!(self.stage, Stage::Unshuffled | Stage::Uncut) {
            return Err(OutOfCards { cards: 0 });
        }
        if self.gone == self.cards.len() {
            self.shuffle_discards(events)?;
        }
        if self.stage != Stage::LastRound {
            self.stage = Stage::InPlay;
        }
        self.come_out(events);
        let card = self.cards[self.gone];
        self.gone += 1;
        Ok(card)
    }

    /// A new dealer starts between two rounds and burns what the rules say.
    pub fn change_dealer(&mut self, events: &mut Vec<ShoeEvent>) {
        self.say(ShoeWhat::NewDealer, Procedure::Burn, events);
        if matches!(self.stage, Stage::Fresh | Stage::InPlay) {
            self.burn(self.game.shoe.burn_at_dealer_change, events);
        }
    }

    /// How many cards are left to deal.
    pub fn remaining(&self) -> usize {
        self.cards.len() - self.gone
    }

    /// How many cards have been dealt or burnt since the shuffle.
    pub fn gone(&self) -> usize {
        self.gone
    }

    /// All cards in the order they are dealt, those gone at the front: for a proof, when nothing is hidden any more.
    pub fn order(&self) -> &[Card] {
        &self.cards
    }

    /// Whether the cut card has come out, so that the cards are shuffled before the next round.
    pub fn last_round(&self) -> bool {
        self.stage == Stage::LastRound
    }

    fn shuffle_all(&mut self, events: &mut Vec<ShoeEvent>) {
        let Some(source) = &mut self.source else { return };
        let sets = self.game.shoe.sets.max(1);
        source.set = source.set % sets + 1;
        self.cards = self.game.deck.cards().collect();
        shuffle::shuffle(source.next(), &mut self.cards);
        let what = ShoeWhat::Shuffled {
            cards: self.cards.len(),
            set: source.set,
            sets,
        };
        (self.gone, self.cut_card, self.stage) = (0, None, Stage::Uncut);
        self.say(what, Procedure::Shuffle, events);
        if self.cut_limits().is_none() {
            self.finish_shuffle(events);
        }
    }

    fn finish_shuffle(&mut self, events: &mut Vec<ShoeEvent>) {
        self.stage = Stage::Fresh;
        if let Some(behind) = self.depth(self.game.shoe.cut_card) {
            self.cut_card = Some(self.cards.len().saturating_sub(behind));
            self.say(ShoeWhat::CutCardPlaced { behind }, Procedure::Cut, events);
        }
        self.burn(self.game.shoe.burn, events);
        self.discards = self.gone;
    }

    /// The cards of earlier rounds come back, shuffled, behind those on the table, which stay where they are.
    fn shuffle_discards(&mut self, events: &mut Vec<ShoeEvent>) -> Result<(), OutOfCards> {
        let cards = self.cards.len();
        let Some(source) = &mut self.source else {
            return Err(OutOfCards { cards });
        };
        if self.discards == 0 {
            return Err(OutOfCards { cards });
        }
        let returned = self.discards;
        // In a fixed order first, so that the shuffle alone decides what comes.
        self.cards[..returned].sort_unstable();
        shuffle::shuffle(source.next(), &mut self.cards[..returned]);
        self.cards.rotate_left(returned);
        self.gone -= returned;
        (self.discards, self.cut_card, self.stage) = (0, None, Stage::LastRound);
        self.say(
            ShoeWhat::DiscardsShuffled { cards: returned },
            Procedure::Shuffle,
            events,
        );
        Ok(())
    }

    fn burn(&mut self, cards: u8, events: &mut Vec<ShoeEvent>) {
        let cards = usize::from(cards).min(self.remaining());
        if cards > 0 {
            self.gone += cards;
            self.say(ShoeWhat::Burnt { cards }, Procedure::Burn, events);
        }
    }

    /// The cut card comes out when the card behind it is about to be dealt.
    fn come_out(&mut self, events: &mut Vec<ShoeEvent>) {
        if self.stage == Stage::InPlay && self.cut_card.is_some_and(|place| self.gone >= place) {
            self.stage = Stage::LastRound;
            self.say(ShoeWhat::LastRound, Procedure::LastRound, events);
        }
    }

    /// The least and the most cards a player may cut off; `None` when no player cuts.
    fn cut_limits(&self) -> Option<(usize, usize)> {
        let min = self.depth(self.game.shoe.player_cut_min)?.min(self.cards.len() / 2);
        Some((min, self.cards.len() - min))
    }

    fn depth(&self, depth: Option<Depth>) -> Option<usize> {
        Some(depth?.cards(&self.game.deck))
    }

    fn say(&self, what: ShoeWhat, step: Procedure, events: &mut Vec<ShoeEvent>) {
        let clause = self.game.procedure.get(step);
        events.push(ShoeEvent { what, clause });
    }
}

#[cfg(test)]
mod tests;
