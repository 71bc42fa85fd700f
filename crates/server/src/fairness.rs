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

#[cfg(test)]
mod tests {
    use super::*;

    fn secret() -> Secret {
        Secret::of(Seed::from_bytes(std::array::from_fn(|place| place as u8)))
    }

    fn shoe() -> Uuid {
        Uuid::from_u128(0x0198_c0de_0000_7000_8000_0000_0000_0001)
    }

    fn game(id: &str) -> Arc<Game> {
        Arc::new(croupier_rules::load::open(id).unwrap().game)
    }

    /// From Python's hashlib and hmac, apart from this program.
    #[test]
    fn commitment_and_shuffle_seed_never_change() {
        assert_eq!(
            secret().commitment(),
            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
        );
        let words = [(2, "my own words".to_string()), (5, "größer".to_string())];
        assert_eq!(
            hex(&secret().shuffle_seed(shoe(), &[]).bytes()),
            "5daf4f892c0c80ce4211f6ddb285feb83575b62857a9af831265d276222c65b0"
        );
        assert_eq!(
            hex(&secret().shuffle_seed(shoe(), &words).bytes()),
            "4f2902d0ba7121f1b1afad7be4439bbaa7ac25d3128ee387599fc1ef596ebb8d"
        );
    }

    #[test]
    fn the_order_of_a_shoe_never_changes() {
        let mix = Mix {
            client_seeds: vec![(2, "my own words".to_string())],
            ..Mix::default()
        };
        let order = secret().order(&game("nh-holdem"), shoe(), &mix).unwrap();
        let cards: Vec<String> = order.iter().map(Card::to_string).collect();
        assert_eq!(
            cards.join(" "),
            "Tc 6c 3c 8d 8s 6s 8c Ks Ah Jd Td 7c 5c 4h Kd 2c 8h 7s Qc 7h Ad 2s 3s As 5s 2h Kc 5d 9h Qd 9c 2d 4d Jh 5h Ac 3d Kh Jc Ts Js 4s Th 6h 6d 4c Qs 7d 9s 3h Qh 9d"
        );
        let cut = Mix {
            cut: Some(Cut {
                cards: 100,
                seat: Some(1),
            }),
            ..Mix::default()
        };
        let order = secret().order(&game("nh21-plus"), shoe(), &cut).unwrap();
        let cards: Vec<String> = order[..20].iter().map(Card::to_string).collect();
        assert_eq!(
            cards.join(" "),
            "Jd Qc 5d Jd 6s Jh 9s 3h 8d Kh 7d 6h 3s 2s 4c Ah Qc 2h Kd 2c"
        );
    }

    #[test]
    fn everything_mixed_in_changes_the_cards() {
        let order = |mix: &Mix| secret().order(&game("nh21-plus"), shoe(), mix).unwrap();
        let middle = Mix {
            cut: Some(Cut { cards: 144, seat: None }),
            ..Mix::default()
        };
        let with = |words: &str, seat| Mix {
            client_seeds: vec![(seat, words.to_string())],
            ..middle.clone()
        };
        let orders = [
            order(&middle),
            order(&with("a", 1)),
            order(&with("b", 1)),
            order(&with("a", 2)),
        ];
        for (place, one) in orders.iter().enumerate() {
            assert!(orders[..place].iter().all(|other| other != one));
            assert_eq!(one.len(), 288);
        }
    }

    #[test]
    fn a_cut_that_is_not_lawful_is_refused() {
        let cut = |cards, seat| Mix {
            cut: Some(Cut { cards, seat }),
            ..Mix::default()
        };
        let game = game("nh21-plus");
        let fault = |mix: &Mix| secret().order(&game, shoe(), mix).unwrap_err().to_string();
        assert!(fault(&cut(10, Some(1))).contains("too near"));
        assert!(fault(&cut(100, None)).contains("only cut in the middle"));
        assert!(fault(&Mix::default()).contains("no cut is recorded"));
        assert_eq!(cut_limits(&game), Some((48, 240)));
        assert!(Secret::parse("12").is_none());
        assert_eq!(Secret::parse(&secret().digits()).unwrap().digits(), secret().digits());
    }
}
