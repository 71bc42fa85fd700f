//! A second, simpler ledger in memory: it makes random requests, right and wrong, and says what must come of them.
//! It keeps lists of what happened and adds them up anew each time, so it shares no idea with the house.

use std::collections::BTreeMap;

use croupier_house::{
    AccountId, Balance, Batch, Code, Entry, Line, LineKind, Moment, Reply, RequestId, RoundId, TableId, Transfer,
    TransferId, TransferKind,
};
use croupier_rules::Money;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{BANK, at_table, player, rack, round_at, wager};

/// The most players a model has.
const PLAYERS_MAX: u32 = 8;
/// At how many tables they play.
pub(crate) const TABLES: u32 = 3;

/// The ledger in memory.
pub(crate) struct Model {
    rng: ChaCha8Rng,
    players: u32,
    /// What is written for good.
    written: Ledger,
    /// Every request made, for repeats.
    requests: BTreeMap<RequestId, (Batch, Reply)>,
    /// What was asked for last, to be repeated or resolved: the walk would hardly find a wager by chance.
    batches: Vec<Batch>,
    wagers: Vec<Transfer>,
    /// The rounds, and the table each is to be dealt at.
    rounds: Vec<(RoundId, u32)>,
}

#[derive(Clone, Default)]
struct Ledger {
    transfers: Vec<Transfer>,
    rounds: BTreeMap<RoundId, ModelRound>,
}

#[derive(Clone)]
struct ModelRound {
    table: TableId,
    lines: u32,
    over: bool,
}

impl Model {
    /// The ledger after [`super::opening`] with so many players and a hundred dollars each.
    pub(crate) fn new(players: u32) -> Model {
        let mut written = Ledger::default();
        for number in 0..players {
            written
                .transfers
                .push(moved(Code::BuyIn, BANK, player(number), Money::from_dollars(100), None));
        }
        Model {
            rng: ChaCha8Rng::seed_from_u64(21),
            players,
            written,
            requests: BTreeMap::new(),
            batches: Vec::new(),
            wagers: Vec::new(),
            rounds: vec![(RoundId::fresh(), 0)],
        }
    }

    /// How many requests are made at once.
    pub(crate) fn wave(&mut self) -> u32 {
        self.rng.random_range(1..12)
    }

    /// A request: new, a repeat, or another under an old id.
    pub(crate) fn batch(&mut self) -> Batch {
        if !self.batches.is_empty() && self.rng.random_range(0..8) == 0 {
            let old = pick(&mut self.rng, &self.batches);
            if self.rng.random_range(0..3) > 0 {
                return old;
            }
            let mut other = self.fresh_batch();
            other.request = old.request;
            return other;
        }
        let batch = self.fresh_batch();
        self.batches.push(batch.clone());
        batch
    }

    fn fresh_batch(&mut self) -> Batch {
        let mut batch = Batch::new(RequestId::fresh(), Moment(0));
        for _ in 0..self.rng.random_range(1..3) {
            batch.entries.push(self.entry());
        }
        batch
    }

    fn entry(&mut self) -> Entry {
        let number = self.rng.random_range(0..self.players);
        let cents = Money::from_cents(self.rng.random_range(0..2500));
        let recent = self.rounds.len().saturating_sub(4);
        let (at, number_of_table) = match self.open_rounds() {
            open if !open.is_empty() && self.rng.random_range(0..3) > 0 => pick(&mut self.rng, &open),
            _ => pick(&mut self.rng, &self.rounds[recent..]),
        };
        match self.rng.random_range(0..12) {
            0 => {
                let (id, table) = (RoundId::fresh(), self.rng.random_range(0..TABLES));
                self.rounds.push((id, table));
                round_at(table, id)
            }
            1 => Entry::Lines {
                round: at,
                first: self.written.rounds.get(&at).map_or(0, |round| round.lines) + self.rng.random_range(0..2),
                lines: vec![
                    Line {
                        kind: LineKind::Event,
                        text: "x".to_string()
                    };
                    2
                ],
            },
            2 => Entry::RoundClose { round: at },
            3..6 => {
                let stake = wager(TransferId::fresh(), player(number), cents, at);
                let stake = at_table(number_of_table, stake);
                self.wagers.push(stake);
                Entry::Transfer(stake)
            }
            6..9 if !self.wagers.is_empty() => Entry::Transfer(self.resolution(cents)),
            9 => Entry::Transfer(moved(
                Code::Payout,
                rack(number_of_table),
                player(number),
                cents,
                Some(at),
            )),
            10 => Entry::Transfer(moved(Code::CashOut, player(number), rack(0), cents, None)),
            _ => Entry::Transfer(moved(Code::BuyIn, BANK, player(number), cents, None)),
        }
    }

    /// The rounds that are not over: the walk would hardly meet them by chance.
    fn open_rounds(&self) -> Vec<(RoundId, u32)> {
        let is_open = |id: &RoundId| self.written.rounds.get(id).is_some_and(|round| !round.over);
        self.rounds.iter().copied().filter(|(id, _)| is_open(id)).collect()
    }

    /// Something that may resolve one of the last wagers.
    fn resolution(&mut self, cents: Money) -> Transfer {
        let recent = self.wagers.len().saturating_sub(6);
        let stake = pick(&mut self.rng, &self.wagers[recent..]);
        let id = TransferId::fresh();
        match self.rng.random_range(0..3) {
            0 => Transfer {
                id,
                kind: TransferKind::Void { pending: stake.id },
                code: Code::Returned,
                ..stake
            },
            1 => Transfer {
                id,
                kind: TransferKind::Post { pending: stake.id },
                code: Code::Loss,
                ..stake
            },
            _ => {
                let kind = TransferKind::Post { pending: stake.id };
                Transfer {
                    id,
                    amount: cents,
                    kind,
                    code: Code::Loss,
                    ..stake
                }
            }
        }
    }

    /// Follows the house's answer and says whether the batch was to be accepted; panics when the answer is wrong.
    pub(crate) fn check(&mut self, batch: &Batch, reply: &Reply) -> bool {
        if let Some((first, answer)) = self.requests.get(&batch.request) {
            if first.entries == batch.entries {
                assert_eq!(reply, answer, "a repeat");
            } else {
                assert!(matches!(reply, Reply::Refused { status, .. } if status.name() == "request_differs"));
            }
            return matches!(reply, Reply::Done { .. });
        }
        self.requests.insert(batch.request, (batch.clone(), reply.clone()));
        let mut after = self.written.clone();
        let wrong = batch.entries.iter().position(|entry| !after.take(entry));
        match reply {
            Reply::Done { balances, .. } => {
                assert_eq!(wrong, None, "{batch:?}");
                self.written = after;
                for said in balances {
                    assert_eq!(said.balance, self.written.balance(said.account), "{batch:?}");
                }
                true
            }
            Reply::Refused { entry, status } => {
                assert_eq!(wrong, Some(*entry), "{status:?} {batch:?}");
                false
            }
        }
    }

    /// Every account and what it must hold.
    pub(crate) fn balances(&self) -> Vec<(AccountId, Balance)> {
        let players = (0..self.players).map(player);
        players
            .chain([BANK])
            .chain((0..TABLES).map(rack))
            .map(|account| (account, self.written.balance(account)))
            .collect()
    }
}

impl Ledger {
    /// Writes an entry if it is right.
    fn take(&mut self, entry: &Entry) -> bool {
        match entry {
            Entry::Round(round) => {
                let in_play = |other: &ModelRound| other.table == round.table && !other.over;
                if self.rounds.contains_key(&round.id) || self.rounds.values().any(in_play) {
                    return false;
                }
                let begun = ModelRound {
                    table: round.table,
                    lines: 0,
                    over: false,
                };
                self.rounds.insert(round.id, begun).is_none()
            }
            Entry::Lines { round, first, lines } => match self.rounds.get_mut(round) {
                Some(round) if !round.over && round.lines == *first => {
                    round.lines += lines.len() as u32;
                    true
                }
                _ => false,
            },
            Entry::RoundClose { round } => {
                let felt = self
                    .transfers
                    .iter()
                    .any(|stake| stake.round == Some(*round) && self.held(stake) > Money::ZERO);
                match self.rounds.get_mut(round) {
                    Some(round) if !round.over && !felt => {
                        round.over = true;
                        true
                    }
                    _ => false,
                }
            }
            Entry::Transfer(transfer) => {
                let right = self.is_right(transfer);
                if right {
                    self.transfers.push(*transfer);
                }
                right && (0..PLAYERS_MAX).all(|number| self.balance(player(number)).available() >= Money::ZERO)
            }
            _ => panic!("the model makes no such entry"),
        }
    }

    fn is_right(&self, transfer: &Transfer) -> bool {
        let in_play = transfer
            .round
            .is_none_or(|round| self.rounds.get(&round).is_some_and(|round| !round.over));
        let unheard = self.transfers.iter().all(|other| other.id != transfer.id);
        let fits = match transfer.kind {
            TransferKind::Posted | TransferKind::Pending => true,
            TransferKind::Post { pending } | TransferKind::Void { pending } => {
                let stake = self.transfers.iter().find(|other| other.id == pending);
                let held = stake.map_or(Money::ZERO, |stake| self.held(stake));
                let is_void = matches!(transfer.kind, TransferKind::Void { .. });
                held > Money::ZERO
                    && if is_void {
                        transfer.amount == held
                    } else {
                        transfer.amount <= held
                    }
            }
        };
        in_play && unheard && fits && transfer.amount > Money::ZERO
    }

    /// What a transfer still holds: its amount while it is pending and nothing resolves it.
    fn held(&self, stake: &Transfer) -> Money {
        let resolves = |other: &Transfer| match other.kind {
            TransferKind::Post { pending } | TransferKind::Void { pending } => pending == stake.id,
            TransferKind::Posted | TransferKind::Pending => false,
        };
        match stake.kind == TransferKind::Pending && !self.transfers.iter().any(resolves) {
            true => stake.amount,
            false => Money::ZERO,
        }
    }

    fn balance(&self, account: AccountId) -> Balance {
        let mut balance = Balance::default();
        for transfer in &self.transfers {
            let posted = match transfer.kind {
                TransferKind::Posted | TransferKind::Post { .. } => transfer.amount,
                TransferKind::Pending | TransferKind::Void { .. } => Money::ZERO,
            };
            if transfer.debit == account {
                balance.posted -= posted;
                balance.pending_out += self.held(transfer);
            }
            if transfer.credit == account {
                balance.posted += posted;
                balance.pending_in += self.held(transfer);
            }
        }
        balance
    }
}

fn moved(code: Code, debit: AccountId, credit: AccountId, amount: Money, round: Option<RoundId>) -> Transfer {
    Transfer {
        id: TransferId::fresh(),
        debit,
        credit,
        amount,
        kind: TransferKind::Posted,
        code,
        round,
    }
}

fn pick<T: Clone>(rng: &mut ChaCha8Rng, things: &[T]) -> T {
    things[rng.random_range(0..things.len())].clone()
}
