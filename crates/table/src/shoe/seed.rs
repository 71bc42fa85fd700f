//! Where the randomness of a shoe comes from: 32 bytes, written as 64 hexadecimal digits or as a plain number.

use std::fmt;
use std::str::FromStr;

use rand::TryRng;
use rand::rngs::SysRng;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// The seed of a shoe. The same seed gives the same cards in every release.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

/// The operating system gave no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gave no random bytes ({0}); name a seed instead")]
pub struct NoEntropy(String);

/// The text is not a seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a seed; write a whole number up to 18446744073709551615, or 64 hexadecimal digits")]
pub struct NotASeed(pub String);

impl Seed {
    /// The seed with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// A fresh seed from the operating system.
    pub fn from_system() -> Result<Seed, NoEntropy> {
        let mut bytes = [0; 32];
        SysRng
            .try_fill_bytes(&mut bytes)
            .map_err(|fault| NoEntropy(fault.to_string()))?;
        Ok(Seed(bytes))
    }

    /// The bytes.
    pub const fn bytes(self) -> [u8; 32] {
        self.0
    }

    /// The generator for the shuffle of this number. Every shuffle has a stream of its own, so that any shoe of a night
    /// can be dealt again without dealing those before it.
    pub(super) fn stream(self, number: u64) -> ChaCha20Rng {
        let mut source = ChaCha20Rng::from_seed(self.0);
        source.set_stream(number);
        source
    }
}

impl From<u64> for Seed {
    /// The number, low byte first, followed by zeros.
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }
}

impl FromStr for Seed {
    type Err = NotASeed;

    fn from_str(text: &str) -> Result<Seed, NotASeed> {
        let fault = || NotASeed(text.to_string());
        if text.len() != 64 {
            return text.parse::<u64>().map(Seed::from).map_err(|_| fault());
        }
        let mut bytes = [0; 32];
        for (place, byte) in bytes.iter_mut().enumerate() {
            let digits = text.get(2 * place..2 * place + 2).ok_or_else(fault)?;
            if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                return Err(fault());
            }
            *byte = u8::from_str_radix(digits, 16).map_err(|_| fault())?;
        }
        Ok(Seed(bytes))
    }
}

impl fmt::Display for Seed {
    /// The plain number where it is one, else 64 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.0[8..].iter().all(|byte| *byte == 0) {
            let mut number = [0; 8];
            number.copy_from_slice(&self.0[..8]);
            return write!(f, "{}", u64::from_le_bytes(number));
        }
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_read_back_as_they_are_written() {
        for seed in [
            Seed::from(0),
            Seed::from(u64::MAX),
            Seed::from_bytes([7; 32]),
            Seed::from_bytes(std::array::from_fn(|place| place as u8 * 8)),
        ] {
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
    }

    #[test]
    fn what_is_no_seed_is_refused() {
        let spaced = "0 ".repeat(32);
        let signed = "+1".repeat(32);
        let wide = "é".repeat(32);
        for text in [
            "",
            "-1",
            "one",
            "18446744073709551616",
            "0x10",
            "1.5",
            &spaced,
            &signed,
            &wide,
        ] {
            assert!(text.parse::<Seed>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_operating_system_gives_a_new_seed_each_time() {
        assert_ne!(Seed::from_system().unwrap(), Seed::from_system().unwrap());
    }
}
