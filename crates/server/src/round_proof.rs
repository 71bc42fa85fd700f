//! The proof of one round while its shoe goes on: every card the viewer has seen lies in its place under the Merkle root that
//! was published before the first bet. Nothing is said of any other card.

use std::sync::Arc;

use croupier_house::{Fault, Role, RoundId, ShoeRecord};
use croupier_rules::{Card, Game};
use croupier_table::{Place, Seen, Viewer, What};

use crate::fairness::{Secret, Shuffle, digest};
use crate::merkle::{self, Digest32};
use crate::past::Past;
use crate::person::Person;
use crate::problem::Problem;
use crate::room::Room;
use crate::telling::viewer;
use crate::wire::{DealtCard, ProofCheck, RoundProof};

/// Since when shoes have a root.
const ROOTED_SINCE: u32 = 2;

impl Room {
    /// The proof of a round that is over, for somebody who played in it, the floor or an auditor.
    pub async fn round_proof(&self, id: RoundId, person: &Person) -> Result<Result<RoundProof, Problem>, Fault> {
        let missing = |what: &str| Ok(Err(Problem::not_found(what)));
        let Some(book) = self.store.round(id).await? else {
            return missing("round");
        };
        if person.role == Role::Player && !book.players.contains(&person.account) {
            return missing("round");
        }
        if book.is_archived() {
            return Ok(Err(Problem::archived()));
        }
        if book.round.closed.is_none() {
            return Ok(Err(Problem::new("not-now", "The round is proved when it is over.")));
        }
        let (Some(past), Some(shoe)) = (self.past(&book).await?, book.round.shoe) else {
            return missing("round");
        };
        let (Some(record), Some(secret)) = (self.store.shoe(shoe).await?, self.store.shoe_secret(shoe).await?) else {
            return missing("shoe");
        };
        let viewer = viewer(past.seat_of(person.id));
        // A whole shoe is shuffled and hashed, which is too much work between two messages of a table.
        let proof = tokio::task::spawn_blocking(move || prove_round(&past, &record, &secret, viewer)).await;
        let proof = proof.map_err(|fault| Fault::Unable(fault.to_string()))?;
        Ok(proof.ok_or_else(|| Problem::new("no-root", "The shoe of this round has no root over its cards.")))
    }
}

/// Shows the cards of a round that a viewer has seen to lie in their places; `None` where the shoe has no root.
pub fn prove_round(past: &Past, shoe: &ShoeRecord, secret: &str, viewer: Viewer) -> Option<RoundProof> {
    let secret = Secret::parse(secret).filter(|_| shoe.format >= ROOTED_SINCE)?;
    let shuffle = Shuffle::read(shoe.format, shoe.shuffle.as_deref()?).ok()?;
    let order = order(&past.game, secret, shoe, &shuffle)?;
    let leaves = secret.leaves(shoe.id.uuid(), &order);
    let first = past.opening.gone;
    let dealt = past.cards_seen_by(viewer).into_iter();
    let cards = dealt.enumerate().map(|(number, seen)| {
        let place = first as usize + number;
        // Whatever is dealt after the last card comes from the discards, which the root does not speak of.
        let proved = seen.0.is_some() && order.get(place).copied() == seen.0;
        DealtCard {
            place: place as u32,
            card: seen.to_string(),
            salt: proved.then(|| hex::encode(secret.salt(shoe.id.uuid(), place as u16))),
            path: match proved {
                true => merkle::path(&leaves, place).iter().map(hex::encode).collect(),
                false => Vec::new(),
            },
        }
    });
    Some(RoundProof {
        round: past.record.id.uuid(),
        shoe: shoe.id.uuid(),
        commitment: shoe.commitment.clone(),
        root: shuffle.root,
        shoe_cards: order.len() as u32,
        gone: first,
        cards: cards.collect(),
    })
}

fn order(game: &Arc<Game>, secret: Secret, shoe: &ShoeRecord, shuffle: &Shuffle) -> Option<Vec<Card>> {
    let (shuffled, _) = secret.shoe(game, shoe.format, shoe.id.uuid(), shuffle).ok()?;
    Some(shuffled.order().to_vec())
}

/// Checks the proof of a round from the paper alone. Whether the root is the one that was seen before betting is for
/// whoever saw it to say.
pub fn check_round(paper: &RoundProof) -> Vec<ProofCheck> {
    let mut checks = Vec::new();
    let mut say = |what: String, holds: bool| checks.push(ProofCheck { what, holds });
    let places = (paper.gone..).zip(&paper.cards);
    let side_by_side = places.clone().all(|(place, card)| card.place == place);
    say(
        format!("the cards lie side by side, from place {} on", paper.gone + 1),
        side_by_side && !paper.cards.is_empty(),
    );
    let within = |card: &DealtCard| card.place < paper.shoe_cards;
    let seen: Vec<&DealtCard> = paper.cards.iter().filter(|card| card.card != HIDDEN).collect();
    let wrong = seen.iter().find(|card| within(card) && !leads_to_root(paper, card));
    let what = format!(
        "each of the {} cards that were seen lies in its place under the root {}",
        seen.iter().filter(|card| within(card)).count(),
        paper.root
    );
    match wrong {
        None => say(what, true),
        Some(card) => say(format!("{what}: not {} at place {}", card.card, card.place + 1), false),
    }
    let hidden = paper.cards.len() - seen.len();
    if hidden > 0 {
        say(
            format!("{hidden} cards were not seen; they are proved when the shoe is over"),
            true,
        );
    }
    let from_discards = paper.cards.iter().filter(|card| !within(card)).count();
    if from_discards > 0 {
        say(
            format!("{from_discards} cards came from the discards; they are proved when the shoe is over"),
            true,
        );
    }
    checks
}

/// How a card that was not seen is written.
const HIDDEN: &str = "??";

fn leads_to_root(paper: &RoundProof, dealt: &DealtCard) -> bool {
    let proved = || -> Option<bool> {
        let card: Card = dealt.card.parse().ok()?;
        let salt = digest(dealt.salt.as_deref()?)?;
        let path: Vec<Digest32> = dealt.path.iter().map(|hash| digest(hash)).collect::<Option<_>>()?;
        let leaf = merkle::leaf(u16::try_from(dealt.place).ok()?, &salt, card);
        let (place, count) = (dealt.place as usize, paper.shoe_cards as usize);
        Some(merkle::leads_to(&digest(&paper.root)?, leaf, place, count, &path))
    };
    proved().unwrap_or(false)
}

impl Past {
    /// The cards that were dealt, in order; those this viewer never saw are hidden.
    pub fn cards_seen_by(&self, viewer: Viewer) -> Vec<Seen> {
        let closed = self.game.stud().is_some();
        let events = || self.steps.iter().flat_map(|step| &step.events);
        let turned: Vec<Place> = events()
            .filter_map(|event| match event.what {
                What::Revealed { .. } => Some(Place::Hole),
                What::Turned { place, .. } => Some(place),
                What::Shown { hand } => Some(Place::Hand(hand)),
                _ => None,
            })
            .collect();
        events()
            .filter_map(|event| match (event.what, event.seen_by(viewer, closed).what) {
                (What::Dealt { to, card }, What::Dealt { card: seen, .. }) => {
                    Some(Seen(if turned.contains(&to) { card } else { seen }))
                }
                _ => None,
            })
            .collect()
    }
}
