//! The felt as each viewer sees it.

use croupier_rules::Money;
use croupier_table::Next;
use tokio::time::Instant;

use super::dealer::{Dealer, Stage};
use crate::offers::{self, Menu};
use crate::scene::Scene;
use crate::slip;
use crate::telling::viewer;
use crate::wire::{Felt, Phase, SeatView};

impl Dealer {
    /// The felt as it is now in truth, which is what is shown when nothing is queued.
    pub(super) fn scene(&self) -> Scene {
        let mut chips = [0; _];
        for (number, seat) in &self.seats {
            chips[usize::from(*number) - 1] = seat.person.purse().available;
        }
        Scene {
            round: self.play.as_ref().map(|play| play.scene()),
            shoe: self.shoe.line(&self.fixed.game),
            chips,
        }
    }

    /// The felt as the viewer at this seat, or a spectator, sees it.
    pub(super) fn felt(&self, seat: Option<u8>) -> Felt {
        let scene = &self.audience.shown;
        let round = scene.round.as_ref().map(|round| round.felt(viewer(seat)));
        let mut shoe = scene.shoe.clone();
        if self.fixed.secrets.is_fixed() {
            (shoe.commitment, shoe.root) = (None, None);
        }
        let felt = Felt {
            phase: self.phase(seat),
            standing: self.standing(),
            round: scene.round.as_ref().map(|round| round.id.uuid()),
            shoe,
            seats: self.seats.keys().map(|number| self.seat_view(*number, seat)).collect(),
            dealer: Vec::new(),
            dealer_total: None,
            dealer_count: None,
            board: Vec::new(),
            extra: Vec::new(),
            hands: Vec::new(),
        };
        match round {
            None => felt,
            Some(round) => Felt {
                dealer: round.dealer,
                dealer_total: round.dealer_total,
                dealer_count: round.dealer_count,
                board: round.board,
                extra: round.extra,
                hands: round.hands,
                ..felt
            },
        }
    }

    fn seat_view(&self, number: u8, viewer: Option<u8>) -> SeatView {
        let seat = &self.seats[&number];
        let round = self.audience.shown.round.as_ref();
        SeatView {
            seat: number,
            name: seat.person.name.clone(),
            you: viewer == Some(number),
            chips: self.audience.shown.chips[usize::from(number) - 1],
            bets: seat
                .bets
                .iter()
                .map(|hand| slip::write(&self.fixed.game, hand))
                .collect(),
            ready: seat.ready,
            sits_out: seat.sits_out,
            connected: seat.is_connected(),
            net: round.map_or(Money::ZERO, |round| round.round.net(number)).cents(),
        }
    }

    fn phase(&self, viewer: Option<u8>) -> Phase {
        let left = |until: Instant| until.saturating_duration_since(self.now.instant).as_millis() as u32;
        match self.stage {
            _ if self.audience.is_showing() => Phase::Dealing,
            Stage::Betting { .. } if self.seats.is_empty() => Phase::Waiting,
            Stage::Betting { until } => Phase::Betting {
                left_ms: until.map(left),
            },
            Stage::Sealing { until } => Phase::Sealing { left_ms: left(until) },
            Stage::Opening { until } => Phase::Opening { left_ms: left(until) },
            Stage::Cutting { seat, until } => {
                let (min, max) = self.shoe.awaits_cut(&self.fixed.game).unwrap_or_default();
                Phase::Cutting {
                    seat,
                    min,
                    max,
                    left_ms: left(until),
                }
            }
            Stage::Dealing => Phase::Dealing,
            Stage::Settled { .. } => Phase::Settled,
            Stage::Deciding { seat, until } => {
                let over = self.now.instant.saturating_duration_since(until);
                let bank = self.bank_of(seat).saturating_sub(over);
                self.deciding(viewer == Some(seat), left(until), bank.as_millis() as u32)
            }
        }
    }

    /// The decision; what may be chosen is told to its player alone.
    fn deciding(&self, yours: bool, left_ms: u32, bank_ms: u32) -> Phase {
        let Some(play) = &self.play else { return Phase::Dealing };
        let Next::Choice(choice) = play.round.next() else {
            return Phase::Dealing;
        };
        let menu = match yours {
            true => offers::menu(&play.round, self.spendable(choice.hand.seat)).unwrap_or_default(),
            false => Menu::default(),
        };
        Phase::Deciding {
            decision: play.decision(),
            hand: crate::scene::at(choice.hand),
            asks: menu.asks,
            offers: menu.offers,
            withheld: menu.withheld,
            left_ms,
            bank_ms,
        }
    }
}
