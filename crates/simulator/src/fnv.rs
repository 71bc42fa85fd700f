//! FNV-1a of 128 bits: no secret, only a fingerprint that shows when two things differ.

use std::fmt;

/// A fingerprint of the bytes added so far.
pub(crate) struct Fnv(u128);

impl Fnv {
    pub(crate) const fn new() -> Fnv {
        Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    pub(crate) fn add_all(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        }
    }
}

impl fmt::Display for Fnv {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}
