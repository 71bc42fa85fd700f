//! The task that deals: what it keeps, what it waits for, and what happens when a clock runs out.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, RwLock};

use croupier_house::{AccountId, TableId, TableStanding};
use croupier_rules::{Game, Money};
use croupier_table::{Choice, Next};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Duration, Instant};

use super::books::{Memory, Stuck};
use super::dealing::Play;
use super::seat::Seat;
use super::shoe::ShoeOnTable;
use super::showing::{Cue, Viewing};
use super::{Ask, Setup, Times};
use crate::ledger::Ledger;
use crate::notation::TableText;
use crate::offers;
use crate::scene::Scene;
use crate::secrets::Secrets;
use crate::slip::Limits;
use crate::telling::Told;
use crate::wire::{CoachWhen, Standing, TableCard};

/// The task that deals at one table.
pub(super) struct Dealer {
    pub(super) id: TableId,
    pub(super) text: TableText,
    pub(super) standing: TableStanding,
    pub(super) changes: u32,
    pub(super) rack: AccountId,
    pub(super) bank: AccountId,
    pub(super) game: Arc<Game>,
    pub(super) ledger: Arc<dyn Ledger>,
    pub(super) times: Times,
    pub(super) secrets: Secrets,
    pub(super) thinkers: Arc<Semaphore>,

    pub(super) seats: BTreeMap<u8, Seat>,
    pub(super) viewers: HashMap<u64, Viewing>,
    pub(super) connections: u64,

    pub(super) shoe: ShoeOnTable,
    /// The round on the felt, from its opening until the next one.
    pub(super) play: Option<Play>,
    pub(super) stage: Stage,
    /// Who received the cut card at the end of the last shoe, and is asked to cut the next.
    pub(super) cutter: Option<u8>,
    pub(super) dealer_due: bool,
    pub(super) closing: bool,
    pub(super) resting: bool,

    /// What was shown last, and what is still to be shown.
    pub(super) shown: Scene,
    pub(super) queue: VecDeque<Cue>,
    pub(super) next_cue: Instant,
    pub(super) number: u64,
    pub(super) recent: VecDeque<(u64, Vec<Told>)>,

    pub(super) memory: Memory,
    pub(super) stuck: Option<Stuck>,
    pub(super) card: Arc<RwLock<TableCard>>,
}

/// What the table waits for, once everything is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Bets; the clock runs from the first one on.
    Betting { until: Option<Instant> },
    /// A cut of the new shoe.
    Cutting { seat: u8, until: Instant },
    /// The frames of a round to be shown.
    Dealing,
    /// A player's decision. The time bank is used from `until` on.
    Deciding { seat: u8, until: Instant },
    /// The end of the pause after a round.
    Settled { until: Instant },
}

impl Dealer {
    pub(super) fn new(setup: Setup) -> Dealer {
        let Setup {
            id,
            text,
            standing,
            changes,
            rack,
            bank,
            game,
            ledger,
            times,
            secrets,
            thinkers,
            restored,
        } = setup;
        let now = Instant::now();
        let shown = Scene {
            round: None,
            shoe: restored.shoe.line(&game),
            chips: [0; _],
        };
        let card = TableCard {
            id: id.uuid(),
            name: text.name.clone(),
            game: game.id.clone(),
            min: text.min,
            max: text.max,
            standing: Standing::Open,
            private: text.code.is_some(),
            code: text.code.clone(),
            seats: Vec::new(),
            spectators: 0,
        };
        let mut dealer = Dealer {
            id,
            text,
            standing,
            changes,
            rack,
            bank,
            game,
            ledger,
            times,
            secrets,
            thinkers,
            seats: BTreeMap::new(),
            viewers: HashMap::new(),
            connections: 0,
            shoe: restored.shoe,
            play: restored.play,
            stage: Stage::Betting { until: None },
            cutter: None,
            dealer_due: false,
            closing: false,
            resting: false,
            shown,
            queue: VecDeque::new(),
            next_cue: now,
            number: 0,
            recent: VecDeque::new(),
            memory: Memory::default(),
            stuck: None,
            card: Arc::new(RwLock::new(card)),
        };
        for (number, person) in restored.seats {
            let mut seat = Seat::new(person, times.bank);
            seat.held_until = Some(now + times.held);
            dealer.seats.insert(number, seat);
        }
        dealer.shown = dealer.scene();
        if dealer.is_playing() {
            dealer.stage = Stage::Dealing;
            dealer.shown_all();
        }
        dealer.renew_card();
        dealer
    }

    pub(super) fn card_shelf(&self) -> Arc<RwLock<TableCard>> {
        Arc::clone(&self.card)
    }

    /// Deals until the table is closed or the house is gone.
    pub(super) async fn run(mut self, mut asked: mpsc::Receiver<Ask>) {
        self.between().await;
        loop {
            let deadline = self.deadline();
            let ask = match deadline {
                Some(at) => tokio::select! {
                    biased;
                    ask = asked.recv() => ask.map(Some),
                    () = tokio::time::sleep_until(at) => Some(None),
                },
                None => asked.recv().await.map(Some),
            };
            match ask {
                None => return,
                Some(Some(ask)) => self.answer(ask).await,
                Some(None) => {}
            }
            self.on_time().await;
            if self.standing == TableStanding::Closed && self.queue.is_empty() {
                self.renew_card();
                return;
            }
        }
    }

    async fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Join(join) => self.join(join),
            Ask::Part(connection) => self.part(connection),
            Ask::Order(connection, order) => self.order(connection, *order).await,
            Ask::Change(order, by, reply) => {
                let answer = self.change(*order, &by).await;
                // Whoever asked may have given up waiting.
                let _ = reply.send(answer);
            }
            Ask::Rest(reply) => {
                self.resting = true;
                let _ = reply.send(());
            }
        }
    }

    /// When something is due by itself.
    fn deadline(&self) -> Option<Instant> {
        let stage = match self.stage {
            _ if !self.queue.is_empty() => Some(self.next_cue),
            Stage::Betting { until } => until,
            Stage::Cutting { until, .. } | Stage::Settled { until } => Some(until),
            Stage::Deciding { seat, until } => Some(until + self.bank_of(seat)),
            Stage::Dealing => None,
        };
        let stage = if self.stuck.is_some() { None } else { stage };
        // A seat that is given up already waits for its hands to be played, not for a clock.
        let held = self.seats.values().filter(|seat| !seat.leaving);
        let held = held.filter_map(|seat| seat.held_until);
        let stuck = self.stuck.as_ref().map(|stuck| stuck.again);
        held.chain(stage).chain(stuck).min()
    }

    /// Does everything that is due.
    async fn on_time(&mut self) {
        let now = Instant::now();
        if self.stuck.as_ref().is_some_and(|stuck| stuck.again <= now) {
            self.try_again().await;
        }
        while !self.queue.is_empty() && self.next_cue <= now {
            self.show_next();
        }
        self.release_seats(now).await;
        if self.stuck.is_some() || !self.queue.is_empty() {
            return;
        }
        match self.stage {
            Stage::Betting { until } if until.is_some_and(|until| until <= now) || self.all_ready() => {
                self.deal().await;
            }
            Stage::Cutting { until, .. } if until <= now => self.cut_by_dealer().await,
            Stage::Deciding { seat, until } if until + self.bank_of(seat) <= now => {
                if let Some(seat) = self.seats.get_mut(&seat) {
                    seat.bank = Duration::ZERO;
                }
                self.choose_safely().await;
            }
            Stage::Settled { until } if until <= now => self.between().await,
            _ => {}
        }
    }

    /// The time bank a decision may use: none for somebody who is not there.
    pub(super) fn bank_of(&self, seat: u8) -> Duration {
        let connected = self.seats.get(&seat).filter(|seat| seat.is_connected());
        connected.map_or(Duration::ZERO, |seat| seat.bank)
    }

    pub(super) fn is_playing(&self) -> bool {
        self.play.as_ref().is_some_and(|play| play.round.next() != Next::Over)
    }

    /// The choice the round waits for.
    pub(super) fn choice(&self) -> Option<Choice> {
        match self.play.as_ref()?.round.next() {
            Next::Choice(choice) => Some(choice),
            _ => None,
        }
    }

    /// Everything has been shown: the next clock starts.
    pub(super) fn shown_all(&mut self) {
        if self.stage != Stage::Dealing {
            return;
        }
        let now = Instant::now();
        self.stage = match self.choice() {
            Some(choice) => Stage::Deciding {
                seat: choice.hand.seat,
                until: now + Duration::from_millis(u64::from(self.text.decision_ms)),
            },
            None => Stage::Settled {
                until: now
                    + if self.is_fast() {
                        Duration::ZERO
                    } else {
                        self.times.settled
                    },
            },
        };
        if let Stage::Deciding { seat, .. } = self.stage
            && self.is_coached(seat, CoachWhen::Before)
            && let Some(decision) = self.decision()
        {
            self.coach(decision, None);
        }
    }

    /// Between two rounds: the floor's orders are carried out, people who got up are gone, and a new shoe is cut.
    pub(super) async fn between(&mut self) {
        if self.is_playing() {
            return;
        }
        self.release_seats(Instant::now()).await;
        if self.closing {
            return self.close().await;
        }
        if self.dealer_due {
            self.change_dealer();
        }
        self.open_betting();
    }

    /// Opens the betting window, or has the shoe cut first when somebody is there to cut it.
    pub(super) fn open_betting(&mut self) {
        let awaits = self.shoe.awaits_cut(&self.game).is_some();
        let cutter = self
            .cutter
            .filter(|seat| self.seats.get(seat).is_some_and(Seat::is_active));
        let anybody = || {
            self.seats
                .iter()
                .find(|(_, seat)| seat.is_active())
                .map(|(number, _)| *number)
        };
        let stage = match cutter.or_else(anybody) {
            Some(seat) if awaits && self.standing == TableStanding::Open => Stage::Cutting {
                seat,
                until: Instant::now() + self.times.cut,
            },
            _ => Stage::Betting { until: None },
        };
        let changed = self.stage != stage;
        self.stage = stage;
        if changed {
            self.show(Vec::new());
        }
    }

    /// The betting window: its clock runs while a bet lies on the felt.
    pub(super) fn window(&self, until: Option<Instant>) -> Stage {
        let window = Duration::from_millis(u64::from(self.text.betting_ms));
        let anybody = self.seats.values().any(|seat| !seat.bets.is_empty());
        Stage::Betting {
            until: anybody.then(|| until.unwrap_or_else(|| Instant::now() + window)),
        }
    }

    fn all_ready(&self) -> bool {
        let betting = self.seats.values().any(|seat| !seat.bets.is_empty());
        betting
            && self
                .seats
                .values()
                .filter(|seat| seat.is_active())
                .all(|seat| seat.ready)
    }

    /// Whether there are no pauses: the table's own pace, or the wish of a lone player.
    pub(super) fn is_fast(&self) -> bool {
        let mut connected = self.seats.values().filter(|seat| seat.is_connected());
        let lone = matches!((connected.next(), connected.next()), (Some(seat), None) if seat.fast);
        self.times.frame.is_zero() || lone
    }

    async fn choose_safely(&mut self) {
        let Some(choice) = self.choice() else { return };
        let action = offers::safe(&choice);
        self.act_by_clock(action).await;
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            min: Money::from_cents(self.text.min),
            max: Money::from_cents(self.text.max),
        }
    }
}
