//! The provable shuffle: what binds the house to a shoe before the first bet, and how the cards follow from it.
//!
//! Everything here is frozen by test vectors: a shoe of any past year must come out the same. `docs/fairness.md` says it
//! in words.

use std::sync::Arc;

use croupier_house::UserId;
use croupier_rules::{Card, Game};
use croupier_table::shoe::{CutRefused, Needs, NoEntropy};
use croupier_table::{Seed, Shoe, ShoeEvent};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::merkle::{self, Digest32};
use crate::notation::{self, Unreadable};

/// The version of the derivation, kept with every new shoe. Shoes of version 1, whose client seeds were never sealed, can
/// still be verified.
pub const FORMAT: u32 = 2;
/// What the message of each derivation begins with, so that no other use of a seed can give the same bytes.
const PURPOSE_1: &[u8] = b"croupier shoe 1\0";
const PURPOSE: &[u8] = b"croupier shoe 2\0";
const PURPOSE_SALT: &[u8] = b"croupier salt 2\0";
/// The most bytes of a client seed.
pub const CLIENT_SEED_BYTES_MAX: usize = 256;

/// The secret of a shoe, and what is published of it.
#[derive(Clone, Copy)]
pub struct Secret(Seed);

/// What went into a shuffle, and what was published of it before the first bet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shuffle {
    /// The client seeds, in the order they were sealed.
    pub client_seeds: Vec<ClientSeed>,
    /// The cut, where the game has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// Which of the sets that take turns was shuffled before, from 1; 0 for none.
    #[serde(default)]
    pub set_before: u8,
    /// The Merkle root over the cards after shuffle and cut; none in version 1.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub root: String,
}

/// A client's seed: sealed before anybody's is known, then opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClientSeed {
    /// The seat of the client.
    pub seat: u8,
    /// Who sat there; not recorded in version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<UserId>,
    /// SHA-256 of the seed, given before any seed was opened; empty in version 1.
    pub commitment: String,
    /// The seed; `None` when the client did not open it, and so sits out until the next shuffle.
    pub seed: Option<String>,
}

/// A shuffle of version 1, whose client seeds were open from the first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mix1 {
    client_seeds: Vec<(u8, String)>,
    cut: Option<Cut>,
    #[serde(default)]
    set_before: u8,
}

/// A cut of the shuffled cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// How many cards went to the bottom.
    pub cards: u32,
    /// The seat that cut; nobody's when the dealer did, who always cuts in the middle.
    pub seat: Option<u8>,
    /// Who sat there; not recorded in version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<UserId>,
}

impl Shuffle {
    /// The shuffle in a text of the books.
    pub fn read(format: u32, text: &str) -> Result<Shuffle, Unreadable> {
        if format != 1 {
            return notation::read("the shuffle of a shoe", text);
        }
        let old: Mix1 = notation::read("the shuffle of a shoe", text)?;
        let open = |(seat, seed)| ClientSeed {
            seat,
            user: None,
            commitment: String::new(),
            seed: Some(seed),
        };
        Ok(Shuffle {
            client_seeds: old.client_seeds.into_iter().map(open).collect(),
            cut: old.cut,
            set_before: old.set_before,
            root: String::new(),
        })
    }

    /// Whether somebody sealed a seed and did not open it.
    pub fn is_withheld_by(&self, user: UserId) -> bool {
        let seeds = self.client_seeds.iter();
        seeds
            .filter(|sealed| sealed.seed.is_none())
            .any(|sealed| sealed.user == Some(user))
    }
}

/// A shoe that does not follow from its shuffle.
#[derive(Debug, thiserror::Error)]
pub enum ShuffleFault {
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
        hex::encode(self.0.bytes())
    }

    /// What is published before the first bet: the SHA-256 of the 32 bytes.
    pub fn commitment(self) -> String {
        hex::encode(Sha256::digest(self.0.bytes()))
    }

    /// What the cards are shuffled from: HMAC-SHA-256 under the secret over the shoe's id and the client seeds that were
    /// opened, each with its seat and, since version 2, its person.
    pub fn shuffle_seed(self, format: u32, shoe: Uuid, client_seeds: &[ClientSeed]) -> Seed {
        let mut mac = self.mac(if format == 1 { PURPOSE_1 } else { PURPOSE }, shoe);
        for client in client_seeds {
            let Some(seed) = &client.seed else { continue };
            mac.update(&[client.seat]);
            if let Some(user) = client.user {
                mac.update(user.uuid().as_bytes());
            }
            mac.update(&(seed.len() as u16).to_be_bytes());
            mac.update(seed.as_bytes());
        }
        Seed::from_bytes(mac.finalize().into_bytes().into())
    }

    /// The salt of the card at a place, from 0.
    pub fn salt(self, shoe: Uuid, place: u16) -> Digest32 {
        let mac = self.mac(PURPOSE_SALT, shoe);
        mac.chain_update(place.to_be_bytes()).finalize().into_bytes().into()
    }

    /// The leaves of the Merkle tree over these cards.
    pub fn leaves(self, shoe: Uuid, cards: &[Card]) -> Vec<Digest32> {
        let leaf = |(place, card): (u16, &Card)| merkle::leaf(place, &self.salt(shoe, place), *card);
        (0..).zip(cards).map(leaf).collect()
    }

    /// The Merkle root over these cards, in hexadecimal digits.
    pub fn root(self, shoe: Uuid, cards: &[Card]) -> String {
        hex::encode(merkle::root(&self.leaves(shoe, cards)))
    }

    fn mac(self, purpose: &[u8], shoe: Uuid) -> Hmac<Sha256> {
        let mac = Hmac::<Sha256>::new_from_slice(&self.0.bytes()).expect("a key of any length is taken");
        mac.chain_update(purpose).chain_update(shoe.as_bytes())
    }

    /// The shoe shuffled and cut, ready for its first round, with what the dealer did to it.
    pub fn shoe(
        self,
        game: &Arc<Game>,
        format: u32,
        id: Uuid,
        shuffle: &Shuffle,
    ) -> Result<(Shoe, Vec<ShoeEvent>), ShuffleFault> {
        let mut events = Vec::new();
        let mut shoe =
            Shoe::new(game, self.shuffle_seed(format, id, &shuffle.client_seeds)).after_set(shuffle.set_before);
        match (shoe.prepare(&mut events), shuffle.cut) {
            (Needs::Nothing, None) => {}
            (Needs::Cut { .. }, Some(cut)) => {
                let middle = middle(game);
                if cut.seat.is_none() && cut.cards != middle {
                    let cards = cut.cards;
                    return Err(ShuffleFault::DealersCut { cards, middle });
                }
                shoe.cut(cut.cards as usize, &mut events)?;
            }
            (Needs::Cut { .. }, None) => return Err(ShuffleFault::Uncut),
            (Needs::Nothing, Some(_)) => return Err(CutRefused::NotDue.into()),
        }
        Ok((shoe, events))
    }
}

/// What a client publishes of its seed before it opens it: the SHA-256 of the text, in hexadecimal digits.
pub fn seal(seed: &str) -> String {
    hex::encode(Sha256::digest(seed))
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

/// A hash written in 64 hexadecimal digits; `None` if it is not that.
pub fn digest(digits: &str) -> Option<Digest32> {
    let mut bytes = Digest32::default();
    hex::decode_to_slice(digits, &mut bytes).ok()?;
    Some(bytes)
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

    fn client(seat: u8, user: Option<u128>, seed: &str) -> ClientSeed {
        ClientSeed {
            seat,
            user: user.map(|user| UserId::from(Uuid::from_u128(user))),
            commitment: seal(seed),
            seed: Some(seed.to_string()),
        }
    }

    fn order(id: &str, format: u32, shuffle: &Shuffle) -> Result<Vec<Card>, ShuffleFault> {
        let (shoe, _) = secret().shoe(&game(id), format, shoe(), shuffle)?;
        Ok(shoe.order().to_vec())
    }

    fn written(cards: &[Card]) -> String {
        let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
        cards.join(" ")
    }

    /// From Python's hashlib and hmac, apart from this program.
    #[test]
    fn commitment_and_shuffle_seed_never_change() {
        assert_eq!(
            secret().commitment(),
            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
        );
        let seeds = [client(2, None, "my own words"), client(5, None, "größer")];
        assert_eq!(
            hex::encode(secret().shuffle_seed(1, shoe(), &[]).bytes()),
            "5daf4f892c0c80ce4211f6ddb285feb83575b62857a9af831265d276222c65b0"
        );
        assert_eq!(
            hex::encode(secret().shuffle_seed(1, shoe(), &seeds).bytes()),
            "4f2902d0ba7121f1b1afad7be4439bbaa7ac25d3128ee387599fc1ef596ebb8d"
        );
    }

    #[test]
    fn the_order_of_a_shoe_of_version_1_never_changes() {
        let text = r#"{"client_seeds":[[2,"my own words"]],"set_before":0}"#;
        let shuffle = Shuffle::read(1, text).unwrap();
        assert_eq!(
            written(&order("nh-holdem", 1, &shuffle).unwrap()),
            "Tc 6c 3c 8d 8s 6s 8c Ks Ah Jd Td 7c 5c 4h Kd 2c 8h 7s Qc 7h Ad 2s 3s As 5s 2h Kc 5d 9h Qd 9c 2d 4d Jh 5h Ac 3d Kh Jc Ts Js 4s Th 6h 6d 4c Qs 7d 9s 3h Qh 9d"
        );
        let cut = Shuffle::read(1, r#"{"client_seeds":[],"cut":{"cards":100,"seat":1},"set_before":0}"#).unwrap();
        let order = order("nh21-plus", 1, &cut).unwrap();
        assert_eq!(
            written(&order[..20]),
            "Jd Qc 5d Jd 6s Jh 9s 3h 8d Kh 7d 6h 3s 2s 4c Ah Qc 2h Kd 2c"
        );
    }

    /// From a program in Python, apart from this one (`tests/fairness/vectors.py`).
    #[test]
    fn version_2_never_changes() {
        let seeds = vec![client(2, Some(0xA11), "my own words"), client(5, Some(0xB0B), "größer")];
        assert_eq!(
            hex::encode(secret().shuffle_seed(2, shoe(), &seeds).bytes()),
            "49f2a7335d7daa7750616b10ce54077c570680572a36cb26a2a0ed4496ddc1b9"
        );
        assert_eq!(
            hex::encode(secret().salt(shoe(), 51)),
            "96d70d0acab7e63135837ffd0b917d5debef6a18d9f0983fed49b3ac3975de73"
        );
        let shuffle = Shuffle {
            client_seeds: seeds,
            ..Shuffle::default()
        };
        let order = order("nh-holdem", 2, &shuffle).unwrap();
        assert_eq!(written(&order[..10]), "4d 5d 3d Js Qc 8c 6d 9h Jc 9s");
        assert_eq!(
            secret().root(shoe(), &order),
            "64a44c4735678806995f8f5f5f6613579e1c01cf8537ae6dad940fb1702544f4"
        );
    }

    #[test]
    fn everything_mixed_in_changes_the_cards() {
        let middle = Shuffle {
            cut: Some(Cut {
                cards: 144,
                seat: None,
                user: None,
            }),
            ..Shuffle::default()
        };
        let with = |seed: &str, seat, user| Shuffle {
            client_seeds: vec![client(seat, Some(user), seed)],
            ..middle.clone()
        };
        let orders = [
            middle.clone(),
            with("a", 1, 1),
            with("b", 1, 1),
            with("a", 2, 1),
            with("a", 1, 2),
        ]
        .map(|shuffle| order("nh21-plus", 2, &shuffle).unwrap());
        for (place, one) in orders.iter().enumerate() {
            assert!(orders[..place].iter().all(|other| other != one));
            assert_eq!(one.len(), 288);
        }
        let mut withheld = with("a", 1, 1);
        withheld.client_seeds[0].seed = None;
        assert_eq!(
            order("nh21-plus", 2, &withheld).unwrap(),
            orders[0],
            "a seed that is not opened does nothing"
        );
        assert!(withheld.is_withheld_by(UserId::from(Uuid::from_u128(1))));
    }

    #[test]
    fn a_cut_that_is_not_lawful_is_refused() {
        let cut = |cards, seat| Shuffle {
            cut: Some(Cut {
                cards,
                seat,
                user: None,
            }),
            ..Shuffle::default()
        };
        let fault = |shuffle: &Shuffle| order("nh21-plus", 2, shuffle).unwrap_err().to_string();
        assert!(fault(&cut(10, Some(1))).contains("too near"));
        assert!(fault(&cut(100, None)).contains("only cut in the middle"));
        assert!(fault(&Shuffle::default()).contains("no cut is recorded"));
        assert_eq!(cut_limits(&game("nh21-plus")), Some((48, 240)));
        assert!(Secret::parse("12").is_none());
        assert_eq!(Secret::parse(&secret().digits()).unwrap().digits(), secret().digits());
    }
}
