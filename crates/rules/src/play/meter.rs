//! What a share of a meter comes to, and what a winner gains whose stake is kept.

use crate::game::SideBet;
use crate::meter::{Meter, WinningStake};
use crate::money::{Money, Odds};
use crate::pattern::{Pays, Row};

impl Pays {
    /// The same with the share of this meter in money.
    pub(crate) fn of_meter(self, meter: Option<&Meter>) -> Pays {
        match (self, meter) {
            (Pays::OfMeter { share, .. }, Some(meter)) => Pays::OfMeter {
                share,
                amount: share.of(meter.amount).unwrap_or(Money::ZERO),
            },
            _ => self,
        }
    }

    /// What a player gains where the table says this: of a stake that is kept, what is paid beyond it.
    pub(crate) fn gained(self, meter: Option<&Meter>, kept: Option<Money>) -> Pays {
        match kept {
            Some(stake) => self.of_meter(meter).moved_by(-stake, -1),
            None => self.of_meter(meter),
        }
    }

    /// The same with this much added to amounts, and this often the stake to odds.
    fn moved_by(self, money: Money, stakes: i64) -> Pays {
        match self {
            Pays::Odds(odds) => {
                let pays = i64::from(odds.pays) + stakes * i64::from(odds.per);
                Pays::Odds(match u32::try_from(pays) {
                    Ok(1..) => Odds {
                        pays: pays as u32,
                        ..odds
                    },
                    _ => Odds::PUSH,
                })
            }
            Pays::Amount(amount) => Pays::Amount(amount + money),
            Pays::OfMeter { share, amount } => Pays::OfMeter {
                share,
                amount: amount + money,
            },
        }
    }
}

impl SideBet {
    /// Whether it may be made at one stake only.
    pub fn has_one_stake(&self) -> bool {
        self.min == self.max
    }

    /// The stake that a winner does not get back; what is paid in amounts is paid at one stake only.
    pub fn kept_stake(&self) -> Option<Money> {
        (self.winning_stake == WinningStake::Kept).then_some(self.min)
    }

    /// What the pay table says that a row pays, of which a kept stake is a part.
    pub fn stated(&self, row: &Row) -> Pays {
        match self.kept_stake() {
            Some(stake) => row.pays.moved_by(stake, 1),
            None => row.pays,
        }
    }

    /// What the dealer hands a winner who gains this by a stake, beside a stake that comes back.
    pub fn handed_over(&self, gain: Money, stake: Money) -> Money {
        match self.winning_stake {
            WinningStake::Returned => gain,
            WinningStake::Kept => gain + stake,
        }
    }
}
