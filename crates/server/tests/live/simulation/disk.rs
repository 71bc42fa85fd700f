//! What is on disk, and that nothing is shown which is not.

use std::collections::{BTreeMap, BTreeSet};

use croupier_house::{Batch, Entry, LineKind, RequestId, RoundId, ShoeId, TableId, TableStanding};
use croupier_server::fairness::{self, Shuffle};
use croupier_server::notation::{self, ShoeEventText};
use croupier_server::wire::{Felt, Standing};
use uuid::Uuid;

/// What is on disk, kept apart from the program by reading every batch that was written.
#[derive(Default)]
pub(super) struct Disk {
    /// How each table stood, in order.
    pub(super) tables: BTreeMap<Uuid, Vec<TableStanding>>,
    pub(super) shoes: BTreeMap<ShoeId, DiskShoe>,
    pub(super) rounds: BTreeMap<RoundId, DiskRound>,
    pub(super) dealers: usize,
    /// The requests that were written.
    pub(super) batches: BTreeSet<RequestId>,
}

#[derive(Default)]
pub(super) struct DiskShoe {
    pub(super) commitment: String,
    pub(super) seeds: Vec<(u8, String, Option<String>)>,
    pub(super) root: Option<String>,
    pub(super) gone: u32,
}

#[derive(Default)]
pub(super) struct DiskRound {
    pub(super) shoe: Option<ShoeId>,
    pub(super) cards: BTreeSet<String>,
    pub(super) events: usize,
}

impl Disk {
    pub(super) fn write(&mut self, batch: &Batch, burn: u32) {
        for entry in &batch.entries {
            match entry {
                Entry::Table(change) => {
                    let standings = self.tables.entry(change.table.uuid()).or_default();
                    standings.push(change.standing);
                }
                Entry::Shoe(shoe) => {
                    let commitment = shoe.commitment.clone();
                    let opened = DiskShoe {
                        commitment,
                        ..DiskShoe::default()
                    };
                    self.shoes.insert(shoe.id, opened);
                }
                Entry::ShoeEvent { shoe, text, .. } => self.shoe_event(*shoe, text),
                Entry::ShoeShuffle { shoe, text } => {
                    let shuffle = Shuffle::read(2, text).unwrap();
                    let known = self.shoes.get_mut(shoe).unwrap();
                    known.root = Some(shuffle.root);
                    known.gone = burn;
                }
                Entry::Round(round) => {
                    let shoe = round.shoe;
                    let opened = DiskRound {
                        shoe,
                        ..DiskRound::default()
                    };
                    self.rounds.insert(round.id, opened);
                }
                Entry::Lines { round, lines, .. } => {
                    let known = self.rounds.get_mut(round).unwrap();
                    known.events += lines.iter().filter(|line| line.kind == LineKind::Event).count();
                    let steps = lines.iter().filter(|line| line.kind == LineKind::Step);
                    for card in steps.filter_map(|line| line.text.strip_prefix("card ")) {
                        known.cards.insert(card.to_string());
                        let shoe = known.shoe.unwrap();
                        self.shoes.get_mut(&shoe).unwrap().gone += 1;
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn shoe_event(&mut self, shoe: ShoeId, text: &str) {
        let known = self.shoes.get_mut(&shoe).unwrap();
        match notation::read::<ShoeEventText>("an event", text).unwrap() {
            ShoeEventText::Sealed { seat, commitment, .. } => known.seeds.push((seat, commitment, None)),
            ShoeEventText::Opened { seed, .. } => {
                let commitment = fairness::seal(&seed);
                let sealed = known.seeds.iter_mut().find(|sealed| sealed.1 == commitment);
                sealed.unwrap().2 = Some(seed);
            }
            ShoeEventText::NewDealer(text) => {
                known.gone += text.burned;
                self.dealers += 1;
            }
        }
    }

    /// Whether everything a felt shows is on disk.
    pub(super) fn holds(&self, table: TableId, felt: &Felt) {
        let shown = match felt.standing {
            Standing::Open => Some(TableStanding::Open),
            Standing::Paused => Some(TableStanding::Paused),
            Standing::Closed => Some(TableStanding::Closed),
            Standing::Stopped => None,
        };
        // The disk may be one step ahead of what is shown, while the answer is on its way; never behind.
        let standings = &self.tables[&table.uuid()];
        let last = &standings[standings.len().saturating_sub(2)..];
        assert!(
            shown.is_none_or(|shown| last.contains(&shown)),
            "{shown:?} is shown, {last:?} on disk"
        );
        let shoe = &self.shoes[&ShoeId::from(felt.shoe.id.unwrap())];
        let seeds: Vec<_> = felt
            .shoe
            .client_seeds
            .iter()
            .map(|sealed| (sealed.seat, sealed.commitment.clone(), sealed.seed.clone()))
            .collect();
        assert!(seeds.len() <= shoe.seeds.len(), "the client seeds shown are on disk");
        for (shown, kept) in seeds.iter().zip(&shoe.seeds) {
            assert_eq!((shown.0, &shown.1), (kept.0, &kept.1));
            assert!(shown.2.is_none() || shown.2 == kept.2, "an open client seed is on disk");
        }
        assert!(felt.shoe.root.is_none() || shoe.root == felt.shoe.root);
        assert!(felt.shoe.gone <= shoe.gone, "cards shown gone are gone on disk");
        assert_eq!(Some(&shoe.commitment), felt.shoe.commitment.as_ref());
        let Some(round) = felt.round else { return };
        let round = &self.rounds[&RoundId::from(round)];
        let hands = felt.hands.iter().flat_map(|hand| &hand.cards);
        let shown = hands.chain(&felt.dealer).chain(&felt.board).chain(&felt.extra);
        for card in shown.filter(|card| *card != "??") {
            assert!(round.cards.contains(card), "{card} is shown and not on disk");
        }
    }
}
