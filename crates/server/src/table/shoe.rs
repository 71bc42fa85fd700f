//! The shoe on a table: committed to, sealed into, shuffled, cut, dealt from. Whatever happens to it is an entry for the
//! books, and what the books say happened makes it again.

use std::sync::Arc;

use croupier_house::{Entry, ShoeId, ShoeOpening, TableId, UserId};
use croupier_rules::game::Shuffled;
use croupier_rules::{Card, Game};
use croupier_table::shoe::NoEntropy;
use croupier_table::{Shoe, ShoeEvent, ShoeWhat};

use crate::fairness::{self, ClientSeed, Cut, FORMAT, Secret, Shuffle, ShuffleFault};
use crate::notation::{self, NewDealerText, ShoeEventText};
use crate::secrets::Secrets;
use crate::wire::{SealedSeed, ShoeLine};

/// How often a new dealer may start in the course of a shoe. Each one burns a card that the house may know, so the number
/// is a bound on what the house can choose.
pub const DEALER_CHANGES_MAX: u32 = 1;

/// The shoe on a table. Its secret never leaves the process before the shoe is over.
#[derive(Clone)]
pub struct ShoeOnTable {
    /// Its id.
    pub id: ShoeId,
    secret: Secret,
    /// Which of the sets that take turns was shuffled before.
    set_before: u8,
    /// The client seeds, in the order they were sealed.
    pub client_seeds: Vec<ClientSeed>,
    /// How many events of it the books have.
    events: u32,
    /// How many rounds were dealt from it.
    pub rounds: u32,
    /// How many dealers have started in the course of it.
    pub dealer_changes: u32,
    /// The cards, once they are shuffled and cut.
    pub shuffled: Option<ShuffledShoe>,
    /// The cards everybody has seen in the rounds that are over.
    pub seen: Vec<Card>,
    /// Who is asked to cut it: who received the cut card at the end of the shoe before.
    pub cutter: Option<u8>,
}

/// A shoe that has been shuffled and cut.
#[derive(Clone)]
pub struct ShuffledShoe {
    /// What went into the shuffle.
    pub shuffle: Shuffle,
    /// The cards.
    pub shoe: Shoe,
}

/// What the books say of a shoe cannot have happened to it.
#[derive(Debug, thiserror::Error)]
pub enum ShoeFault {
    /// The shuffle or the cut.
    #[error(transparent)]
    Shuffle(#[from] ShuffleFault),
    /// The root is not that of the cards.
    #[error("the root written down at the shuffle is not that of the shoe's cards")]
    Root,
    /// A seed that nobody sealed, or another than the one sealed.
    #[error("a client seed was opened that was not sealed")]
    Unsealed,
    /// A new dealer at another place, or with other burns.
    #[error(
        "a new dealer is recorded after {rounds} rounds with {gone} cards gone and {burned} burned, which is not so"
    )]
    NewDealer {
        /// Rounds before it.
        rounds: u32,
        /// Cards gone.
        gone: u32,
        /// Cards burned.
        burned: u32,
    },
    /// More new dealers than there may be.
    #[error("more than {DEALER_CHANGES_MAX} new dealer started in the course of the shoe")]
    NewDealers,
}

impl ShoeOnTable {
    /// A new shoe, after the one that used this set of cards.
    pub fn fresh(secrets: &Secrets, set_before: u8) -> Result<ShoeOnTable, NoEntropy> {
        let (id, secret) = secrets.draw()?;
        Ok(ShoeOnTable::found(id, secret, set_before))
    }

    /// A shoe found in the books.
    pub fn found(id: ShoeId, secret: Secret, set_before: u8) -> ShoeOnTable {
        ShoeOnTable {
            id,
            secret,
            set_before,
            client_seeds: Vec::new(),
            events: 0,
            rounds: 0,
            dealer_changes: 0,
            shuffled: None,
            seen: Vec::new(),
            cutter: None,
        }
    }

    /// What goes into the books before the first client seed is opened.
    pub fn opening(&self, table: TableId) -> Entry {
        Entry::Shoe(ShoeOpening {
            id: self.id,
            table,
            commitment: self.secret.commitment(),
            secret: self.secret.digits(),
            format: FORMAT,
        })
    }

    /// A client commits to a seed.
    pub fn seal(&mut self, seat: u8, user: UserId, commitment: String) -> Entry {
        self.client_seeds.push(ClientSeed {
            seat,
            user: Some(user),
            commitment: commitment.clone(),
            seed: None,
        });
        self.happened(&ShoeEventText::Sealed { seat, user, commitment })
    }

    /// A client opens the seed it committed to.
    pub fn open(&mut self, user: UserId, seed: String) -> Result<Entry, ShoeFault> {
        let commitment = fairness::seal(&seed);
        let fits = self
            .client_seeds
            .iter_mut()
            .find(|sealed| sealed.user == Some(user) && sealed.seed.is_none() && sealed.commitment == commitment);
        fits.ok_or(ShoeFault::Unsealed)?.seed = Some(seed.clone());
        Ok(self.happened(&ShoeEventText::Opened { user, seed }))
    }

    /// Shuffles with the client seeds and cuts. Says what the dealer did, and what goes into the books.
    pub fn shuffle(&mut self, game: &Arc<Game>, cut: Option<Cut>) -> Result<(Entry, Vec<ShoeEvent>), ShuffleFault> {
        let mut shuffle = Shuffle {
            client_seeds: self.client_seeds.clone(),
            cut,
            set_before: self.set_before,
            root: String::new(),
        };
        let (shoe, events) = self.secret.shoe(game, FORMAT, self.id.uuid(), &shuffle)?;
        shuffle.root = self.secret.root(self.id.uuid(), shoe.order());
        let text = notation::write(&shuffle);
        self.shuffled = Some(ShuffledShoe { shuffle, shoe });
        Ok((Entry::ShoeShuffle { shoe: self.id, text }, events))
    }

    /// Shuffles as the books say it was.
    pub fn shuffle_again(&mut self, game: &Arc<Game>, shuffle: Shuffle) -> Result<(), ShoeFault> {
        let (shoe, _) = self.secret.shoe(game, FORMAT, self.id.uuid(), &shuffle)?;
        if self.secret.root(self.id.uuid(), shoe.order()) != shuffle.root {
            return Err(ShoeFault::Root);
        }
        self.set_before = shuffle.set_before;
        self.shuffled = Some(ShuffledShoe { shuffle, shoe });
        Ok(())
    }

    /// A new dealer starts and burns what the rules say.
    pub fn change_dealer(&mut self, ordered_by: UserId) -> (Entry, Vec<ShoeEvent>) {
        let mut events = Vec::new();
        let gone = self.gone();
        if let Some(shuffled) = &mut self.shuffled {
            shuffled.shoe.change_dealer(&mut events);
        }
        self.dealer_changes += 1;
        let text = NewDealerText {
            ordered_by,
            rounds: self.rounds,
            gone,
            burned: burned(&events),
        };
        (self.happened(&ShoeEventText::NewDealer(text)), events)
    }

    /// Takes up an event of the books.
    pub fn take_up(&mut self, event: &ShoeEventText) -> Result<(), ShoeFault> {
        match event {
            ShoeEventText::Sealed { seat, user, commitment } => {
                self.seal(*seat, *user, commitment.clone());
            }
            ShoeEventText::Opened { user, seed } => {
                self.open(*user, seed.clone())?;
            }
            ShoeEventText::NewDealer(text) => {
                let NewDealerText {
                    ordered_by,
                    rounds,
                    gone,
                    burned: recorded,
                } = *text;
                let due = rounds == self.rounds && gone == self.gone();
                let (_, events) = self.change_dealer(ordered_by);
                if !due || burned(&events) != recorded {
                    let burned = recorded;
                    return Err(ShoeFault::NewDealer { rounds, gone, burned });
                }
                if self.dealer_changes > DEALER_CHANGES_MAX {
                    return Err(ShoeFault::NewDealers);
                }
            }
        }
        Ok(())
    }

    /// Which set of cards this shoe is, from 1.
    pub fn set(&self, game: &Game) -> u8 {
        self.set_before % game.shoe.sets.max(1) + 1
    }

    /// How many cards are gone.
    pub fn gone(&self) -> u32 {
        self.shuffled.as_ref().map_or(0, |shuffled| shuffled.shoe.gone() as u32)
    }

    /// Whether no further round is dealt from it.
    pub fn is_over(&self, game: &Game) -> bool {
        let dealt = |shuffled: &ShuffledShoe| shuffled.shoe.last_round() || game.shoe.shuffled == Shuffled::EveryRound;
        self.shuffled.as_ref().is_some_and(dealt)
    }

    /// The shoe as anybody sees it.
    pub fn line(&self, game: &Game) -> ShoeLine {
        let behind = game.shoe.cut_card.map(|depth| depth.cards(&game.deck));
        let shuffled = self.shuffled.as_ref();
        ShoeLine {
            id: Some(self.id.uuid()),
            commitment: Some(self.secret.commitment()),
            cards: game.deck.size() as u32,
            gone: self.gone(),
            cut_card: behind.map(|behind| game.deck.size().saturating_sub(behind) as u32),
            last_round: shuffled.is_some_and(|shuffled| shuffled.shoe.last_round()),
            client_seeds: self.client_seeds.iter().map(sealed_seed).collect(),
            root: shuffled.map(|shuffled| shuffled.shuffle.root.clone()),
        }
    }

    /// Whether a player has to cut before it is dealt from.
    pub fn awaits_cut(&self, game: &Arc<Game>) -> Option<(u32, u32)> {
        match self.shuffled {
            Some(_) => None,
            None => fairness::cut_limits(game),
        }
    }

    fn happened(&mut self, event: &ShoeEventText) -> Entry {
        let number = self.events;
        self.events += 1;
        Entry::ShoeEvent {
            shoe: self.id,
            number,
            text: notation::write(event),
        }
    }
}

/// A client seed as anybody sees it.
pub fn sealed_seed(sealed: &ClientSeed) -> SealedSeed {
    SealedSeed {
        seat: sealed.seat,
        user: sealed.user.map(UserId::uuid),
        commitment: sealed.commitment.clone(),
        seed: sealed.seed.clone(),
    }
}

/// How many cards these events burned.
pub fn burned(events: &[ShoeEvent]) -> u32 {
    let burned = events.iter().map(|event| match event.what {
        ShoeWhat::Burnt { cards } => cards as u32,
        _ => 0,
    });
    burned.sum()
}
