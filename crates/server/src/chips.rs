//! What the events of a round do to the accounts: every wager placed is a pending transfer, every wager settled resolves it.
//!
//! The ids of the transfers follow from the round and the wager, so that a table rebuilt from the books resolves the wagers
//! it finds there, and the audit can tell what each transfer is.

use croupier_house::{AccountId, Code, RoundId, Transfer, TransferId, TransferKind};
use croupier_rules::Money;
use croupier_table::{Event, Wager, WagerKind, What};
use sha2::{Digest, Sha256};

/// Turns events into transfers for one round.
#[derive(Clone, Copy, Debug)]
pub struct Chips<F> {
    /// The round.
    pub round: RoundId,
    /// The table's rack.
    pub rack: AccountId,
    /// Whose chips are at a seat.
    pub account: F,
}

/// An event speaks of a seat nobody sits at.
#[derive(Debug, thiserror::Error)]
#[error("seat {0} has a wager but no player")]
pub struct NobodyThere(pub u8);

/// Why a transfer is made, beside its wager.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Placed,
    Resolved,
    Paid,
}

impl<F: Fn(u8) -> Option<AccountId>> Chips<F> {
    /// The transfers these events cause, in their order.
    pub fn transfers(&self, events: &[Event]) -> Result<Vec<Transfer>, NobodyThere> {
        let mut transfers = Vec::new();
        for event in events {
            match event.what {
                What::Placed { wager, amount } => transfers.push(self.placed(wager, amount)?),
                What::Settled { wager, stake, net, .. } => self.settled(wager, stake, net, &mut transfers)?,
                _ => {}
            }
        }
        Ok(transfers)
    }

    fn placed(&self, wager: Wager, amount: Money) -> Result<Transfer, NobodyThere> {
        let player = self.player(wager)?;
        Ok(self.transfer(
            wager,
            Part::Placed,
            player,
            self.rack,
            amount,
            TransferKind::Pending,
            Code::Wager,
        ))
    }

    fn settled(&self, wager: Wager, stake: Money, net: Money, out: &mut Vec<Transfer>) -> Result<(), NobodyThere> {
        let player = self.player(wager)?;
        let pending = self.id(wager, Part::Placed);
        if net < Money::ZERO {
            let kind = TransferKind::Post { pending };
            out.push(self.transfer(wager, Part::Resolved, player, self.rack, -net, kind, Code::Loss));
            return Ok(());
        }
        // A bonus has no stake of its own, so nothing waits to be given back.
        if stake > Money::ZERO {
            let kind = TransferKind::Void { pending };
            out.push(self.transfer(wager, Part::Resolved, player, self.rack, stake, kind, Code::Returned));
        }
        if net > Money::ZERO {
            let kind = TransferKind::Posted;
            out.push(self.transfer(wager, Part::Paid, self.rack, player, net, kind, Code::Payout));
        }
        Ok(())
    }

    fn player(&self, wager: Wager) -> Result<AccountId, NobodyThere> {
        let seat = wager.hand.seat;
        (self.account)(seat).ok_or(NobodyThere(seat))
    }

    #[expect(clippy::too_many_arguments, reason = "they are the fields of a transfer")]
    fn transfer(
        &self,
        wager: Wager,
        part: Part,
        debit: AccountId,
        credit: AccountId,
        amount: Money,
        kind: TransferKind,
        code: Code,
    ) -> Transfer {
        Transfer {
            id: self.id(wager, part),
            debit,
            credit,
            amount,
            kind,
            code,
            round: Some(self.round),
        }
    }

    /// The first six bytes are the round's own, which is its time: the transfers of a round stay together in the indexes.
    fn id(&self, wager: Wager, part: Part) -> TransferId {
        let round = self.round.uuid();
        let (kind, number) = match wager.kind {
            WagerKind::Main => (0, 0),
            WagerKind::Double(number) => (1, number),
            WagerKind::Insurance => (2, 0),
            WagerKind::Street(number) => (3, number),
            WagerKind::Side(place) => (4, place),
            WagerKind::Bonus => (5, 0),
            WagerKind::Blind => (6, 0),
            WagerKind::Raise => (7, 0),
        };
        let hand = wager.hand;
        let label = [hand.seat, hand.hand, hand.part, kind, number, part as u8];
        let digest = Sha256::new()
            .chain_update(round.as_bytes())
            .chain_update(label)
            .finalize();
        let mut bytes = *round.as_bytes();
        bytes[6..].copy_from_slice(&digest[..10]);
        TransferId::from(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }
}

/// What events do to the chips a seat can spend: wagers leave, returned stakes and winnings come.
pub fn change(events: &[Event], seat: u8) -> Change {
    let mut change = Change::default();
    for event in events {
        match event.what {
            What::Placed { wager, amount } if wager.hand.seat == seat => {
                change.available -= amount.cents();
                change.on_felt += amount.cents();
            }
            What::Settled { wager, stake, net, .. } if wager.hand.seat == seat => {
                change.available += (stake + net).cents();
                change.on_felt -= stake.cents();
                change.net += net.cents();
            }
            _ => {}
        }
    }
    change
}

/// How a player's chips change, in cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Chips in hand.
    pub available: i64,
    /// Chips on the felt.
    pub on_felt: i64,
    /// What is won or lost for good.
    pub net: i64,
}
