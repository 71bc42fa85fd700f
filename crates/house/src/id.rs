//! The names of things: ids made by whoever asks, moments, and the hash a rules file is kept under.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Makes one kind of id, so that a round can never be taken for a table.
macro_rules! id {
    ($name:ident, $about:literal) => {
        #[doc = $about]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// The id with this number.
            pub const fn new(number: u128) -> $name {
                $name(Uuid::from_u128(number))
            }

            /// An id nobody has made before; later ids sort after earlier ones, which keeps the indexes short.
            pub fn fresh() -> $name {
                $name(Uuid::now_v7())
            }

            /// The id as a UUID.
            pub const fn uuid(self) -> Uuid {
                self.0
            }

            /// Whether this is the zero id, which nothing may have.
            pub const fn is_zero(self) -> bool {
                self.0.is_nil()
            }
        }

        impl From<Uuid> for $name {
            fn from(uuid: Uuid) -> $name {
                $name(uuid)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<$name, uuid::Error> {
                Uuid::parse_str(text).map($name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "{} {}", stringify!($name), self.0)
            }
        }
    };
}

id!(AccountId, "The id of an account.");
id!(TransferId, "The id of a transfer, made by whoever asks for it.");
id!(
    RequestId,
    "The id of a request, made by whoever asks: a repeat is known by it and pays nothing."
);
id!(RoundId, "The id of a round.");
id!(ShoeId, "The id of a shoe.");
id!(TableId, "The id of a table.");
id!(UserId, "The id of a person who may sign in.");

impl RequestId {
    /// The id of what is asked once for this place, whoever asks: a second request is a repeat, or refused.
    pub fn once(place: &str) -> RequestId {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&Sha256::digest(place)[..16]);
        RequestId(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }

    /// The id of what a client asks, from the id that the client made: never that of something asked [once](RequestId::once),
    /// which a client could foresee and take.
    pub fn of_client(id: Uuid) -> RequestId {
        const OURS: usize = 8;
        const VERSION_BITS: u32 = 76;
        match id.get_version_num() {
            OURS => RequestId::new(id.as_u128() | 0xF << VERSION_BITS),
            _ => RequestId(id),
        }
    }
}

/// When something happened: microseconds since 1970 in UTC, as the caller's clock had it.
/// The ledger orders by its own numbering and never by this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub i64);

impl Moment {
    /// The day in UTC, counted from 1970.
    pub const fn day(self) -> i64 {
        self.0.div_euclid(86_400_000_000)
    }
}

/// A SHA-256 digest, written as 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hash(String);

impl Hash {
    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(hex::encode(Sha256::digest(bytes)))
    }

    /// The 64 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A hash as it stands in the books, which may be wrong: the audit compares it.
    pub(crate) fn stored(text: String) -> Hash {
        Hash(text)
    }
}

/// The text is not a SHA-256 digest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a SHA-256 digest; write 64 lower-case hexadecimal digits")]
pub struct NotHash(pub String);

impl FromStr for Hash {
    type Err = NotHash;

    fn from_str(text: &str) -> Result<Hash, NotHash> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == 64 && text.bytes().all(digit) {
            Ok(Hash(text.to_string()))
        } else {
            Err(NotHash(text.to_string()))
        }
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_cannot_take_the_id_of_what_is_asked_once() {
        let ours = RequestId::once("test-move 1");
        assert_eq!(ours, RequestId::once("test-move 1"));
        assert_ne!(ours, RequestId::once("test-move 2"));
        assert_ne!(RequestId::of_client(ours.uuid()), ours);
        let usual = Uuid::now_v7();
        assert_eq!(RequestId::of_client(usual).uuid(), usual);
    }

    #[test]
    fn the_hash_is_sha_256() {
        // The first example of FIPS 180-2.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Hash::of(b"abc").as_str(), abc);
        assert_eq!(abc.parse(), Ok(Hash::of(b"abc")));
        assert!("ba78".parse::<Hash>().is_err());
        assert!(abc.to_uppercase().parse::<Hash>().is_err());
    }

    #[test]
    fn fresh_ids_are_different_and_in_order() {
        let ids: Vec<TransferId> = (0..1000).map(|_| TransferId::fresh()).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(!ids[0].is_zero());
        assert!(TransferId::new(0).is_zero());
    }
}
