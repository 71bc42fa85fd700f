//! The order of a shoe as a Merkle root over salted cards: published before the first bet, it fixes every card, and any
//! one of them can be shown to be in its place without a word about the others.
//!
//! A leaf is SHA-256(0 ‖ place ‖ salt ‖ card), a node SHA-256(1 ‖ left ‖ right); a node without a neighbor moves up as it
//! is. The leading byte keeps leaves and nodes apart, the salt keeps a card from being guessed.

use croupier_rules::Card;
use sha2::{Digest, Sha256};

/// A SHA-256.
pub type Digest32 = [u8; 32];

/// The leaf of a card at its place, from 0, in the order the cards are dealt.
pub fn leaf(place: u16, salt: &Digest32, card: Card) -> Digest32 {
    let hash = Sha256::new().chain_update([0]).chain_update(place.to_be_bytes());
    hash.chain_update(salt).chain_update(card.to_string()).finalize().into()
}

/// The root over leaves; that of no leaves is the hash of nothing.
pub fn root(leaves: &[Digest32]) -> Digest32 {
    levels(leaves)
        .last()
        .map_or_else(|| Sha256::digest([]).into(), |top| top[0])
}

/// The neighbors on the way from a leaf to the root, lowest first.
pub fn path(leaves: &[Digest32], place: usize) -> Vec<Digest32> {
    let levels = levels(leaves);
    let below_root = levels.iter().take(levels.len().saturating_sub(1));
    below_root
        .enumerate()
        .filter_map(|(height, level)| level.get((place >> height) ^ 1).copied())
        .collect()
}

/// Whether a leaf at this place among so many leads to the root by these neighbors.
pub fn leads_to(root: &Digest32, leaf: Digest32, place: usize, count: usize, path: &[Digest32]) -> bool {
    if place >= count {
        return false;
    }
    let (mut hash, mut place, mut count) = (leaf, place, count);
    let mut neighbors = path.iter();
    while count > 1 {
        if place ^ 1 < count {
            let Some(neighbor) = neighbors.next() else { return false };
            hash = if place % 2 == 0 {
                node(&hash, neighbor)
            } else {
                node(neighbor, &hash)
            };
        }
        (place, count) = (place / 2, count.div_ceil(2));
    }
    neighbors.next().is_none() && hash == *root
}

fn node(left: &Digest32, right: &Digest32) -> Digest32 {
    let hash = Sha256::new().chain_update([1]).chain_update(left);
    hash.chain_update(right).finalize().into()
}

/// The leaves, the nodes above them, and so on up to the root.
fn levels(leaves: &[Digest32]) -> Vec<Vec<Digest32>> {
    let mut levels = Vec::new();
    let mut level = leaves.to_vec();
    while !level.is_empty() {
        let above = level.chunks(2).map(|pair| match pair {
            [left, right] => node(left, right),
            [lone, ..] => *lone,
            [] => unreachable!("chunks are not empty"),
        });
        let above: Vec<Digest32> = above.collect();
        let top = level.len() == 1;
        levels.push(level);
        if top {
            break;
        }
        level = above;
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(count: usize) -> Vec<Digest32> {
        let cards: Vec<Card> = Card::all().collect();
        let leaf = |place: usize| leaf(place as u16, &[place as u8; 32], cards[place % cards.len()]);
        (0..count).map(leaf).collect()
    }

    #[test]
    fn every_leaf_of_every_size_leads_to_the_root() {
        for count in 1..70 {
            let leaves = leaves(count);
            let root = root(&leaves);
            for (place, leaf) in leaves.iter().enumerate() {
                let path = path(&leaves, place);
                assert!(leads_to(&root, *leaf, place, count, &path), "{place} of {count}");
                assert!(!leads_to(&root, [7; 32], place, count, &path));
                for other in (0..count).filter(|other| *other != place) {
                    assert!(
                        !leads_to(&root, *leaf, other, count, &path),
                        "{place} for {other} of {count}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_changed_moved_or_missing_card_changes_the_root() {
        let leaves = leaves(9);
        let whole = root(&leaves);
        let mut swapped = leaves.clone();
        swapped.swap(2, 7);
        assert_ne!(root(&swapped), whole);
        assert_ne!(root(&leaves[..8]), whole);
    }
}
