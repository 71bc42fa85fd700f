//! The dealer of one table: a state machine that does no IO. Orders, ticks of the clock and answers of the books go in;
//! questions to the books, frames and answers come out, and the next alarm can be read off it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use croupier_house::{AccountId, Moment, TableId, TableStanding};
use croupier_rules::{Game, Money};
use croupier_table::{Action, Choice, Next};
use tokio::time::{Duration, Instant};

use super::audience::Audience;
use super::books::{Answer, Errands, Question};
use super::dealing::Play;
use super::seat::Seat;
use super::shoe::ShoeOnTable;
use super::{Setup, Times};
use crate::coach::Decision;
use crate::notation::TableText;
use crate::offers;
use crate::person::Person;
use crate::problem::Problem;
use crate::scene::Scene;
use crate::secrets::Secrets;
use crate::slip::Limits;
use crate::wire::{CoachWhen, Order, TableCard, TableOrder, TakenSeat};

/// The dealer of one table.
pub struct Dealer {
    /// What does not change while the table stands.
    pub(super) fixed: Fixed,
    /// What the house has ordered.
    pub(super) terms: Terms,
    pub(super) seats: BTreeMap<u8, Seat>,
    pub(super) shoe: ShoeOnTable,
    /// The round on the felt, from its opening until the next one.
    pub(super) play: Option<Play>,
    pub(super) stage: Stage,
    pub(super) audience: Audience,
    pub(super) errands: Errands,
    /// The clocks at the input being heard.
    pub(super) now: Now,
    /// What the input being heard has caused so far.
    pub(super) effects: Vec<Effect>,
}

/// What does not change while a table stands.
pub(super) struct Fixed {
    pub(super) id: TableId,
    pub(super) rack: AccountId,
    pub(super) bank: AccountId,
    pub(super) game: Arc<Game>,
    pub(super) times: Times,
    pub(super) secrets: Secrets,
}

/// How a table stands by order of the house.
pub(super) struct Terms {
    pub(super) text: TableText,
    pub(super) standing: TableStanding,
    pub(super) changes: u32,
    /// The house closes for now.
    pub(super) resting: bool,
    /// The table cannot go on and waits for the floor.
    pub(super) halted: bool,
}

/// The clocks at one instant.
#[derive(Clone, Copy, Debug)]
pub struct Now {
    /// The clock that never jumps, for deadlines.
    pub instant: Instant,
    /// The clock on the wall, for the books.
    pub wall: Moment,
}

/// What the dealer hears.
pub enum Input {
    /// Somebody connects.
    Join {
        /// The number of the connection.
        connection: u64,
        /// Who; nobody for a spectator who is not signed in.
        person: Option<Arc<Person>>,
        /// The last frame seen before.
        after: Option<u64>,
    },
    /// A connection is gone.
    Part(u64),
    /// An order came over a connection.
    Order(u64, Box<Order>),
    /// The floor, or whoever opened the table, wants a change.
    Change {
        /// Named in the answer.
        ticket: u64,
        /// The change.
        order: Box<TableOrder>,
        /// Who wants it.
        by: Arc<Person>,
    },
    /// The house closes for now: no new round.
    Rest,
    /// The books have answered the last question.
    Answer(Answer),
    /// Time has passed.
    Tick,
}

/// What the dealer wants done.
#[derive(Debug)]
pub enum Effect {
    /// The books are asked something; never while they are being asked something else.
    Ask(Question),
    /// A message goes to these connections.
    Send {
        /// Their numbers.
        to: Vec<u64>,
        /// The message.
        text: Utf8Bytes,
    },
    /// A decision is valued for its player.
    Coach {
        /// The decision.
        decision: Box<Decision>,
        /// What was chosen, when it is valued after.
        chosen: Option<Action>,
        /// The player's connections.
        to: Vec<u64>,
    },
    /// A change is answered.
    Answer {
        /// Which.
        ticket: u64,
        /// The answer.
        answer: Result<TableCard, Problem>,
    },
    /// The table cannot go on; the floor is to see to it.
    PutAside(String),
    /// The table is closed.
    End,
}

/// What the table waits for, once everything is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Clients to commit to their seeds.
    Sealing { until: Instant },
    /// Clients to open their seeds.
    Opening { until: Instant },
    /// A cut of the new shoe.
    Cutting { seat: u8, until: Instant },
    /// Bets; the clock runs from the first one on.
    Betting { until: Option<Instant> },
    /// The frames of a round to be shown.
    Dealing,
    /// A player's decision. The time bank is used from `until` on.
    Deciding { seat: u8, until: Instant },
    /// The end of the pause after a round.
    Settled { until: Instant },
}

impl Stage {
    /// Whether no round is in play and none has just ended.
    pub(super) fn is_between(self) -> bool {
        matches!(
            self,
            Stage::Sealing { .. } | Stage::Opening { .. } | Stage::Cutting { .. } | Stage::Betting { .. }
        )
    }
}

impl Dealer {
    /// The dealer of a table as it stands.
    pub fn new(setup: Setup, now: Now) -> Dealer {
        let shown = Scene {
            round: None,
            shoe: setup.restored.shoe.line(&setup.game),
            chips: [0; _],
        };
        let mut seats = BTreeMap::new();
        for (number, person) in setup.restored.seats {
            let mut seat = Seat::new(person, setup.times.bank);
            seat.held_until = Some(now.instant + setup.times.held);
            seats.insert(number, seat);
        }
        let mut dealer = Dealer {
            fixed: Fixed {
                id: setup.id,
                rack: setup.rack,
                bank: setup.bank,
                game: setup.game,
                times: setup.times,
                secrets: setup.secrets,
            },
            terms: Terms {
                text: setup.text,
                standing: setup.standing,
                changes: setup.changes,
                resting: false,
                halted: false,
            },
            seats,
            shoe: setup.restored.shoe,
            play: setup.restored.play,
            stage: Stage::Settled { until: now.instant },
            audience: Audience::new(shown, now.instant),
            errands: Errands::default(),
            now,
            effects: Vec::new(),
        };
        dealer.audience.shown = dealer.scene();
        if dealer.is_playing() {
            dealer.stage = Stage::Dealing;
            dealer.shown_all();
        }
        dealer
    }

    /// The table's id.
    pub fn id(&self) -> TableId {
        self.fixed.id
    }

    /// Hears something and says what is to be done about it, in order.
    pub fn hear(&mut self, now: Now, input: Input) -> Vec<Effect> {
        self.now = now;
        match input {
            Input::Join {
                connection,
                person,
                after,
            } => self.join(connection, person, after),
            Input::Part(connection) => self.part(connection),
            Input::Rest => self.terms.resting = true,
            Input::Tick => {}
            Input::Answer(answer) => self.answered(answer),
            order if self.errands.is_waiting() || self.terms.halted => self.put_off(order),
            order => self.obey(order),
        }
        self.proceed();
        std::mem::take(&mut self.effects)
    }

    /// When something is due by itself.
    pub fn alarm(&self) -> Option<Instant> {
        let frame = self.audience.next_frame();
        if self.terms.halted {
            return frame;
        }
        if self.errands.is_waiting() {
            return self.errands.alarm().into_iter().chain(frame).min();
        }
        let stage = match self.stage {
            _ if frame.is_some() => frame,
            Stage::Betting { until } => until,
            Stage::Sealing { until }
            | Stage::Opening { until }
            | Stage::Cutting { until, .. }
            | Stage::Settled { until } => Some(until),
            Stage::Deciding { seat, until } => Some(until + self.bank_of(seat)),
            Stage::Dealing => None,
        };
        // A seat that is given up already waits for its hands to be played, not for a clock.
        let held = self.seats.values().filter(|seat| !seat.leaving);
        held.filter_map(|seat| seat.held_until).chain(stage).min()
    }

    /// The table as the lobby lists it, with its code.
    pub fn card(&self) -> TableCard {
        let (text, seats) = (&self.terms.text, self.seats.iter());
        TableCard {
            id: self.fixed.id.uuid(),
            name: text.name.clone(),
            game: self.fixed.game.id.clone(),
            min: text.min,
            max: text.max,
            standing: self.standing(),
            private: text.code.is_some(),
            code: text.code.clone(),
            seats: seats
                .map(|(number, seat)| TakenSeat {
                    seat: *number,
                    name: seat.person.name.clone(),
                })
                .collect(),
            spectators: self.spectators(),
        }
    }

    fn obey(&mut self, input: Input) {
        match input {
            Input::Order(connection, order) => self.order(connection, *order),
            Input::Change { ticket, order, by } => self.change(ticket, &order, &by),
            _ => {}
        }
    }

    /// Does everything that is due: frames first, then what was put off, then the clocks.
    fn proceed(&mut self) {
        self.show_due();
        self.mind_errand();
        while let Some(input) = self.errands.next_put_off() {
            self.obey(input);
        }
        if !self.errands.is_waiting() && !self.terms.halted {
            self.on_time();
        }
        if self.terms.standing == TableStanding::Closed && !self.audience.is_showing() {
            self.effects.push(Effect::End);
        }
    }

    fn on_time(&mut self) {
        let now = self.now.instant;
        self.release_seats();
        if self.errands.is_waiting() || self.audience.is_showing() {
            return;
        }
        match self.stage {
            Stage::Sealing { until } if until <= now || !self.awaits_seals() => self.ask_to_open(),
            Stage::Opening { until } if until <= now || !self.awaits_seeds() => self.ask_to_cut(),
            Stage::Cutting { until, .. } if until <= now => self.shuffle_by_dealer(),
            Stage::Betting { .. } if self.awaits_shuffle() => self.make_ready(),
            Stage::Betting { until } if until.is_some_and(|until| until <= now) || self.all_ready() => self.deal(),
            Stage::Deciding { seat, until } if until + self.bank_of(seat) <= now => {
                if let Some(seat) = self.seats.get_mut(&seat) {
                    seat.bank = Duration::ZERO;
                }
                self.choose_safely();
            }
            Stage::Settled { until } if until <= now => self.between(),
            _ => {}
        }
    }

    /// Between two rounds: people who got up are gone, the house's orders are carried out, and the shoe is made ready.
    pub(super) fn between(&mut self) {
        if self.is_playing() || self.errands.is_waiting() || self.terms.standing == TableStanding::Closed {
            return;
        }
        self.release_seats();
        if self.errands.is_waiting() {
            return;
        }
        if self.terms.text.closing_ordered_by.is_some() {
            self.ask(super::books::Purpose::Close);
        } else if let Some(by) = self.terms.text.dealer_ordered_by {
            self.change_dealer(by);
        } else {
            self.make_ready();
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
        let now = self.now.instant;
        self.stage = match self.choice() {
            Some(choice) => Stage::Deciding {
                seat: choice.hand.seat,
                until: now + Duration::from_millis(u64::from(self.terms.text.decision_ms)),
            },
            None if self.is_fast() => Stage::Settled { until: now },
            None => Stage::Settled {
                until: now + self.fixed.times.settled,
            },
        };
        if let Stage::Deciding { seat, .. } = self.stage
            && self.is_coached(seat, CoachWhen::Before)
            && let Some(decision) = self.decision()
        {
            self.coach(decision, None);
        }
    }

    /// The betting window: its clock runs while a bet lies on the felt.
    pub(super) fn window(&self, until: Option<Instant>) -> Stage {
        let window = Duration::from_millis(u64::from(self.terms.text.betting_ms));
        let anybody = self.seats.values().any(|seat| !seat.bets.is_empty());
        Stage::Betting {
            until: anybody.then(|| until.unwrap_or(self.now.instant + window)),
        }
    }

    /// Goes to a stage, and shows it if it is another.
    pub(super) fn enter(&mut self, stage: Stage) {
        if std::mem::replace(&mut self.stage, stage) != stage {
            self.show(Vec::new());
        }
    }

    fn all_ready(&self) -> bool {
        let betting = self.seats.values().any(|seat| !seat.bets.is_empty());
        let mut active = self.seats.values().filter(|seat| seat.is_active());
        betting && !self.terms.resting && active.all(|seat| seat.ready)
    }

    /// Whether there are no pauses: the table's own pace, or the wish of a lone player.
    pub(super) fn is_fast(&self) -> bool {
        let mut connected = self.seats.values().filter(|seat| seat.is_connected());
        let lone = matches!((connected.next(), connected.next()), (Some(seat), None) if seat.fast);
        self.fixed.times.frame.is_zero() || lone
    }

    fn choose_safely(&mut self) {
        let Some(choice) = self.choice() else { return };
        self.act_by_clock(offers::safe(&choice));
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            min: Money::from_cents(self.terms.text.min),
            max: Money::from_cents(self.terms.text.max),
        }
    }

    /// Whether the player at a seat wants the coach to speak then.
    pub(super) fn is_coached(&self, seat: u8, when: CoachWhen) -> bool {
        self.seats.get(&seat).is_some_and(|seat| seat.coach == when)
    }

    /// The decision the round waits for, as its player knows it.
    pub(super) fn decision(&self) -> Option<Decision> {
        let play = self.play.as_ref()?;
        Decision::of(&play.round, play.decision(), &self.shoe.seen)
    }

    /// Has a decision valued for its player.
    pub(super) fn coach(&mut self, decision: Decision, chosen: Option<Action>) {
        let Some(seat) = self.seats.get(&decision.hand.seat) else {
            return;
        };
        let to = self.audience.connections_of(&seat.person);
        let decision = Box::new(decision);
        self.effects.push(Effect::Coach { decision, chosen, to });
    }
}
