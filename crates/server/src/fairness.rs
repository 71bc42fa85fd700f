//! The provable shuffle: what binds the house to a shoe before the first bet, and how the cards follow from it.
//!
//! Everything here is frozen by test vectors: a shoe of any past year must come out the same. `docs/fairness.md` says it
//! in words.

use std::sync::Arc;

use croupier_rules::{Card, Game};
use croupier_table::shoe::{CutRefused, Needs, NoEntropy};
use croupier_table::{Seed, Shoe, ShoeEvent};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The version of the derivation, kept with every shoe.
pub const FORMAT: u32 = 1;
/// What the message of the derivation begins with, so that no other use of a seed can give the same bytes.
const PURPOSE: &[u8] = b"croupier shoe 1\0";
/// The most bytes of one player's own words.
pub const CLIENT_SEED_BYTES_MAX: usize = 256;

/// The secret of a shoe, and what is published of it.
#[derive(Clone, Copy)]
pub struct Secret(Seed);

/// What the players put into a shuffle before it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mix {
    /// Their own words, by seat in rising order.
    pub client_seeds: Vec<(u8, String)>,
    /// The cut, where the game has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// Which of the sets that take turns was shuffled before, from 1; 0 for none.
    #[serde(default)]
    pub set_before: u8,
}

/// A cut of the shuffled cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// How many cards went to the bottom.
    pub cards: u32,
    /// The seat that cut; nobody's when the dealer did, who always cuts in the middle.
    pub seat: Option<u8>,
}

/// A shoe that does not follow from its mix.
#[derive(Debug, thiserror::Error)]
pub enum MixFault {
    /// The cut is outside the limits, or none is due.
    #[error(transparent)]
    Cut(#[from] CutRefused),
    /// The game has a cut, and none is recorded.
    #[error("the game has its shoes cut, and no cut is recorded")]
    Uncut,
    /// The dealer cut elsewhere than in the middle.
    #[error("the dealer cut {cards} cards, and may only cut in the middle, at {middle}")]
    DealersCut {
        /// Where the cut was.
        cards: u32,
        /// Where it had to be.
        middle: u32,
    },
}

impl Secret {
    /// A secret nobody has known before.
    pub fn fresh() -> Result<Secret, NoEntropy> {
        Seed::from_system().map(Secret)
    }

    /// The secret with this seed.
    pub const fn of(seed: Seed) -> Secret {
        Secret(seed)
    }

    /// The secret in its 64 hexadecimal digits; `None` if it is not that.
    pub fn parse(digits: &str) -> Option<Secret> {
        (digits.len() == 64).then(|| digits.parse().ok()).flatten().map(Secret)
    }

    /// The 64 hexadecimal digits.
    pub fn digits(self) -> String {
        hex(&self.0.bytes())
    }

    /// What is published before the first bet: the SHA-256 of the 32 bytes.
    pub fn commitment(self) -> String {
        hex(&Sha256::digest(self.0.bytes()))
    }

    /// What the cards are shuffled from: HMAC-SHA-256 under the secret over the shoe's id and the players' own words.
    pub fn shuffle_seed(self, shoe: Uuid, client_seeds: &[(u8, String)]) -> Seed {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0.bytes()).expect("a key of any length is taken");
        mac.update(PURPOSE);
        mac.update(shoe.as_bytes());
        for (seat, words) in client_seeds {
            mac.update(&[*seat]);
            mac.update(&(words.len() as u16).to_be_bytes());
            mac.update(words.as_bytes());
        }
        Seed::from_bytes(mac.finalize().into_bytes().into())
    }

    /// The shoe shuffled and cut, ready for its first round, with what the dealer did to it.
    pub fn shoe(self, game: &Arc<Game>, id: Uuid, mix: &Mix) -> Result<(Shoe, Vec<ShoeEvent>), MixFault> {
        let mut events = Vec::new();
        let mut shoe = Shoe::new(game, self.shuffle_seed(id, &mix.client_seeds)).after_set(mix.set_before);
        match (shoe.prepare(&mut events), mix.cut) {
            (Needs::Nothing, None) => {}
            (Needs::Cut { .. }, Some(cut)) => {
                let middle = middle(game);
                if cut.seat.is_none() && cut.cards != middle {
                    let cards = cut.cards;
                    return Err(MixFault::DealersCut { cards, middle });
                }
                shoe.cut(cut.cards as usize, &mut events)?;
            }
            (Needs::Cut { .. }, None) => return Err(MixFault::Uncut),
            (Needs::Nothing, Some(_)) => return Err(CutRefused::NotDue.into()),
        }
        Ok((shoe, events))
    }

    /// Every card of the shoe in the order it is dealt, the burnt ones first.
    pub fn order(self, game: &Arc<Game>, id: Uuid, mix: &Mix) -> Result<Vec<Card>, MixFault> {
        Ok(self.shoe(game, id, mix)?.0.order().to_vec())
    }
}

/// The fewest and the most cards a player may cut off a shoe of this game; `None` when no player cuts.
pub fn cut_limits(game: &Arc<Game>) -> Option<(u32, u32)> {
    match Shoe::new(game, Seed::from(0)).prepare(&mut Vec::new()) {
        Needs::Cut { min, max } => Some((min as u32, max as u32)),
        Needs::Nothing => None,
    }
}

/// Where the dealer cuts when no player does. It is fixed, since the house knows the order of the cards.
pub fn middle(game: &Game) -> u32 {
    game.deck.size() as u32 / 2
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes
        .iter()
        .fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}
