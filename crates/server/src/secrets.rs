//! Where the secrets of shoes come from: the operating system, or for tests a fixed seed, by which nothing is proved.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use croupier_house::ShoeId;
use croupier_table::Seed;
use croupier_table::shoe::NoEntropy;
use sha2::{Digest, Sha256};

use crate::fairness::Secret;

/// Where the ids and secrets of new shoes come from. Clones draw from the same source.
#[derive(Clone, Debug, Default)]
pub struct Secrets(Option<Arc<Fixed>>);

#[derive(Debug)]
struct Fixed {
    seed: Seed,
    drawn: AtomicU64,
    /// Whether commitments are shown all the same.
    shown: bool,
}

impl Secrets {
    /// For tests: the first shoe of the house, the second and so on follow from the seed.
    pub fn fixed(seed: Seed) -> Secrets {
        Secrets::known(seed, false)
    }

    /// For simulations: like [`fixed`](Secrets::fixed), but commitments are shown as those of secrets nobody knows.
    pub fn simulated(seed: Seed) -> Secrets {
        Secrets::known(seed, true)
    }

    fn known(seed: Seed, shown: bool) -> Secrets {
        let drawn = AtomicU64::new(0);
        Secrets(Some(Arc::new(Fixed { seed, drawn, shown })))
    }

    /// Whether they can be known beforehand, so that a commitment to them would be worth nothing.
    pub fn is_fixed(&self) -> bool {
        self.0.as_ref().is_some_and(|fixed| !fixed.shown)
    }

    /// Goes on after the shoes that books opened before may hold: from this number, which must not come twice.
    pub fn skip_to(&self, number: u64) {
        if let Some(fixed) = &self.0 {
            fixed.drawn.store(number, Ordering::Relaxed);
        }
    }

    /// The id and the secret of the next shoe.
    pub fn draw(&self) -> Result<(ShoeId, Secret), NoEntropy> {
        let Some(fixed) = &self.0 else {
            return Ok((ShoeId::fresh(), Secret::fresh()?));
        };
        let number = fixed.drawn.fetch_add(1, Ordering::Relaxed);
        let digest = |what: u8| {
            let hash = Sha256::new().chain_update(fixed.seed.bytes()).chain_update([what]);
            <[u8; 32]>::from(hash.chain_update(number.to_be_bytes()).finalize())
        };
        let mut id = [0; 16];
        id.copy_from_slice(&digest(0)[..16]);
        let id = uuid::Builder::from_custom_bytes(id).into_uuid();
        Ok((ShoeId::from(id), Secret::of(Seed::from_bytes(digest(1)))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_shoes_in_the_same_order() {
        let shoes = |secrets: Secrets| -> Vec<(ShoeId, String)> {
            let draw = |_| {
                secrets
                    .draw()
                    .map(|(id, secret)| (id, secret.digits()))
                    .expect("a seed needs no entropy")
            };
            (0..3).map(draw).collect()
        };
        let first = shoes(Secrets::fixed(Seed::from(7)));
        assert_eq!(first, shoes(Secrets::fixed(Seed::from(7))));
        assert_ne!(first, shoes(Secrets::fixed(Seed::from(8))));
        assert_ne!(first[0], first[1]);
    }

    #[test]
    fn the_system_gives_no_shoe_twice() {
        let secrets = Secrets::default();
        let draw = || {
            secrets
                .draw()
                .map(|(id, secret)| (id, secret.digits()))
                .expect("the system has entropy")
        };
        assert_ne!(draw(), draw());
        assert!(!secrets.is_fixed());
    }
}
