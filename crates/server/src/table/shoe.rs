//! The shoe on a table: committed to, mixed, dealt from.

use std::sync::Arc;

use croupier_house::{Entry, ShoeId, ShoeOpening, TableId};
use croupier_rules::game::Shuffled;
use croupier_rules::{Card, Game};
use croupier_table::shoe::NoEntropy;
use croupier_table::{Shoe, ShoeEvent};

use crate::fairness::{self, FORMAT, Mix, MixFault, Secret};
use crate::notation;
use crate::secrets::Secrets;
use crate::wire::ShoeLine;

/// The shoe on a table. Its secret never leaves the process before the shoe is over.
#[derive(Clone)]
pub struct ShoeOnTable {
    /// Its id.
    pub id: ShoeId,
    secret: Secret,
    /// Which of the sets that take turns was shuffled before.
    set_before: u8,
    /// The cards, once they are mixed.
    pub mixed: Option<Mixed>,
    /// The cards everybody has seen in the rounds that are over.
    pub seen: Vec<Card>,
}

/// A shoe that has been shuffled and cut.
#[derive(Clone)]
pub struct Mixed {
    /// What the players put in.
    pub mix: Mix,
    /// The cards.
    pub shoe: Shoe,
}

impl ShoeOnTable {
    /// A new shoe, after the one that used this set of cards.
    pub fn fresh(secrets: &Secrets, set_before: u8) -> Result<ShoeOnTable, NoEntropy> {
        let (id, secret) = secrets.draw()?;
        Ok(ShoeOnTable {
            id,
            secret,
            set_before,
            mixed: None,
            seen: Vec::new(),
        })
    }

    /// A shoe found in the books.
    pub fn found(id: ShoeId, secret: Secret, set_before: u8) -> ShoeOnTable {
        ShoeOnTable {
            id,
            secret,
            set_before,
            mixed: None,
            seen: Vec::new(),
        }
    }

    /// What goes into the books before the first bet.
    pub fn opening(&self, table: TableId) -> Entry {
        Entry::Shoe(ShoeOpening {
            id: self.id,
            table,
            commitment: self.secret.commitment(),
            secret: self.secret.digits(),
            format: FORMAT,
        })
    }

    /// Shuffles with the players' words and cut. Says what the dealer did, and what goes into the books.
    pub fn mix(&mut self, game: &Arc<Game>, mut mix: Mix) -> Result<(Entry, Vec<ShoeEvent>), MixFault> {
        mix.set_before = self.set_before;
        let text = notation::write(&mix);
        let events = self.remix(game, mix)?;
        Ok((Entry::ShoeMix { shoe: self.id, text }, events))
    }

    /// Shuffles as the books say it was.
    pub fn remix(&mut self, game: &Arc<Game>, mix: Mix) -> Result<Vec<ShoeEvent>, MixFault> {
        let (shoe, events) = self.secret.shoe(game, self.id.uuid(), &mix)?;
        self.mixed = Some(Mixed { mix, shoe });
        Ok(events)
    }

    /// Which set of cards this shoe is, from 1.
    pub fn set(&self, game: &Game) -> u8 {
        self.set_before % game.shoe.sets.max(1) + 1
    }

    /// Whether no further round is dealt from it.
    pub fn is_over(&self, game: &Game) -> bool {
        let dealt = |mixed: &Mixed| mixed.shoe.last_round() || game.shoe.shuffled == Shuffled::EveryRound;
        self.mixed.as_ref().is_some_and(dealt)
    }

    /// The shoe as anybody sees it.
    pub fn line(&self, game: &Game) -> ShoeLine {
        let behind = game.shoe.cut_card.map(|depth| depth.cards(&game.deck));
        let shoe = self.mixed.as_ref().map(|mixed| &mixed.shoe);
        ShoeLine {
            id: Some(self.id.uuid()),
            commitment: Some(self.secret.commitment()),
            cards: game.deck.size() as u32,
            gone: shoe.map_or(0, |shoe| shoe.gone() as u32),
            cut_card: behind.map(|behind| game.deck.size().saturating_sub(behind) as u32),
            last_round: shoe.is_some_and(Shoe::last_round),
            client_seeds: self
                .mixed
                .as_ref()
                .map_or_else(Vec::new, |mixed| mixed.mix.client_seeds.clone()),
        }
    }

    /// Whether a player has to cut before it is dealt from.
    pub fn awaits_cut(&self, game: &Arc<Game>) -> Option<(u32, u32)> {
        match self.mixed {
            Some(_) => None,
            None => fairness::cut_limits(game),
        }
    }
}
