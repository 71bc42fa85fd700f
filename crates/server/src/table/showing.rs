//! What viewers are sent: the welcome, numbered frames, and the felt as each sees it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use croupier_rules::Money;
use croupier_table::Next;
use tokio::sync::mpsc;
use tokio::time::{Duration, Instant};

use super::Join;
use super::dealer::{Dealer, Stage};
use crate::layout::layout;
use crate::offers;
use crate::person::Person;
use crate::scene::Scene;
use crate::slip;
use crate::telling::{Told, tell, viewer};
use crate::wire::{self, Felt, Frame, Message, Phase, SeatView, TakenSeat};

/// How many frames' commentary is kept for those who come back.
const RECENT_MAX: usize = 64;
/// How much commentary a newcomer is told.
const NEWCOMER_SAID: usize = 12;

/// Somebody connected to the table.
pub(super) struct Viewing {
    pub(super) person: Option<Arc<Person>>,
    out: mpsc::Sender<Utf8Bytes>,
}

/// A frame to be shown.
pub(super) struct Cue {
    pub(super) told: Vec<Told>,
    pub(super) scene: Scene,
}

impl Dealer {
    pub(super) fn join(&mut self, join: Join) {
        self.connections += 1;
        let connection = self.connections;
        let seat = join.person.as_ref().and_then(|person| self.seat_of(person));
        let came_back = seat
            .and_then(|seat| self.seats.get_mut(&seat))
            .and_then(|seat| seat.held_until.take().map(|_| seat.person.name.clone()));
        self.viewers.insert(
            connection,
            Viewing {
                person: join.person,
                out: join.out,
            },
        );
        let welcome = Message::Welcome {
            version: wire::VERSION,
            table: self.public_card(),
            layout: layout(&self.game, self.limits()),
            seat,
            number: self.number,
            felt: self.felt(seat),
            missed: tell(&self.game, &self.missed(join.after), seat),
        };
        self.send(connection, &welcome);
        // The connection may be gone already; its end will be told apart.
        let _ = join.joined.send(connection);
        self.renew_card();
        if let Some(name) = came_back {
            self.show(vec![Told::Person(format!("{name} is back."))]);
        }
    }

    pub(super) fn part(&mut self, connection: u64) {
        let Some(viewing) = self.viewers.remove(&connection) else {
            return;
        };
        if let Some(person) = viewing.person {
            self.hold_seat(&person);
        }
        self.renew_card();
    }

    /// Where messages to a person go.
    pub(super) fn outs_of(&self, person: &Person) -> Vec<mpsc::Sender<Utf8Bytes>> {
        let theirs = |viewing: &&Viewing| viewing.person.as_ref().is_some_and(|other| other.id == person.id);
        self.viewers
            .values()
            .filter(theirs)
            .map(|viewing| viewing.out.clone())
            .collect()
    }

    /// Holds the seat of a person who has no connection left.
    fn hold_seat(&mut self, person: &Person) {
        let still = |viewing: &Viewing| viewing.person.as_ref().is_some_and(|other| other.id == person.id);
        if self.viewers.values().any(still) {
            return;
        }
        let Some(seat) = self.seat_of(person).and_then(|seat| self.seats.get_mut(&seat)) else {
            return;
        };
        seat.held_until = Some(Instant::now() + self.times.held);
        self.show(vec![Told::Person(format!(
            "{} has dropped; the seat is held.",
            person.name
        ))]);
    }

    pub(super) fn seat_of(&self, person: &Person) -> Option<u8> {
        let mut seats = self.seats.iter();
        seats
            .find(|(_, seat)| seat.person.id == person.id)
            .map(|(number, _)| *number)
    }

    /// What the viewer has not been told, as far as it is kept.
    fn missed(&self, after: Option<u64>) -> Vec<Told> {
        let frames = self.recent.iter();
        match after {
            Some(after) => frames
                .filter(|(number, _)| *number > after)
                .flat_map(|(_, told)| told.clone())
                .collect(),
            None => {
                let told: Vec<Told> = frames.flat_map(|(_, told)| told.clone()).collect();
                told[told.len().saturating_sub(NEWCOMER_SAID)..].to_vec()
            }
        }
    }

    /// Shows the frames of a step: one after the other at the table's pace, or all in one.
    pub(super) fn queue_cues(&mut self, cues: Vec<Cue>) {
        if self.is_fast() {
            let mut told = Vec::new();
            let mut last = None;
            for cue in self.queue.drain(..).chain(cues) {
                told.extend(cue.told);
                last = Some(cue.scene);
            }
            self.queue.extend(last.map(|scene| Cue { told, scene }));
        } else {
            self.queue.extend(cues);
        }
        self.next_cue = self.next_cue.max(Instant::now());
        while !self.queue.is_empty() && self.next_cue <= Instant::now() {
            self.show_next();
        }
    }

    /// Shows the next frame.
    pub(super) fn show_next(&mut self) {
        let Some(cue) = self.queue.pop_front() else { return };
        self.shown = cue.scene;
        let pause = if self.is_fast() {
            Duration::ZERO
        } else {
            self.times.frame
        };
        self.next_cue = Instant::now() + pause;
        if self.queue.is_empty() {
            self.shown_all();
        }
        self.send_frame(cue.told);
    }

    /// Shows that something other than the cards has changed.
    pub(super) fn show(&mut self, told: Vec<Told>) {
        if self.queue.is_empty() {
            self.shown = self.scene();
        }
        self.send_frame(told);
    }

    fn send_frame(&mut self, told: Vec<Told>) {
        self.number += 1;
        let mut classes: BTreeMap<Option<u8>, Vec<u64>> = BTreeMap::new();
        for (connection, viewing) in &self.viewers {
            let seat = viewing.person.as_ref().and_then(|person| self.seat_of(person));
            classes.entry(seat).or_default().push(*connection);
        }
        for (seat, connections) in classes {
            let frame = Message::Frame(Frame {
                number: self.number,
                seat,
                said: tell(&self.game, &told, seat),
                felt: self.felt(seat),
            });
            let text = text(&frame);
            for connection in connections {
                self.send_text(connection, text.clone());
            }
        }
        self.recent.push_back((self.number, told));
        if self.recent.len() > RECENT_MAX {
            self.recent.pop_front();
        }
        self.renew_card();
    }

    pub(super) fn send(&mut self, connection: u64, message: &Message) {
        self.send_text(connection, text(message));
    }

    /// A viewer who does not keep up is let go; it may come back and be told what it missed.
    fn send_text(&mut self, connection: u64, text: Utf8Bytes) {
        let full = self
            .viewers
            .get(&connection)
            .is_some_and(|viewing| viewing.out.try_send(text).is_err());
        if full {
            self.part(connection);
        }
    }

    /// The felt as it is now in truth, which is what is shown when nothing is queued.
    pub(super) fn scene(&self) -> Scene {
        let mut chips = [0; _];
        for (number, seat) in &self.seats {
            chips[usize::from(*number) - 1] = seat.person.purse().available;
        }
        Scene {
            round: self.play.as_ref().map(|play| play.scene()),
            shoe: self.shoe.line(&self.game),
            chips,
        }
    }

    /// The felt as the viewer at this seat, or a spectator, sees it.
    pub(super) fn felt(&self, seat: Option<u8>) -> Felt {
        let scene = &self.shown;
        let round = scene.round.as_ref().map(|round| round.felt(viewer(seat)));
        let mut shoe = scene.shoe.clone();
        if self.secrets.is_fixed() {
            shoe.commitment = None;
        }
        if shoe.client_seeds.is_empty() {
            let seeds = self
                .seats
                .iter()
                .filter_map(|(number, seat)| Some((*number, seat.client_seed.clone()?)));
            shoe.client_seeds = seeds.collect();
        }
        let felt = Felt {
            phase: self.phase(seat),
            standing: self.standing(),
            round: scene.round.as_ref().map(|round| round.id.uuid()),
            shoe,
            seats: self.seats.keys().map(|number| self.seat_view(*number, seat)).collect(),
            dealer: Vec::new(),
            dealer_total: None,
            board: Vec::new(),
            extra: Vec::new(),
            hands: Vec::new(),
        };
        match round {
            None => felt,
            Some(round) => Felt {
                dealer: round.dealer,
                dealer_total: round.dealer_total,
                board: round.board,
                extra: round.extra,
                hands: round.hands,
                ..felt
            },
        }
    }

    fn seat_view(&self, number: u8, viewer: Option<u8>) -> SeatView {
        let seat = &self.seats[&number];
        let round = self.shown.round.as_ref();
        SeatView {
            seat: number,
            name: seat.person.name.clone(),
            you: viewer == Some(number),
            chips: self.shown.chips[usize::from(number) - 1],
            bets: seat.bets.iter().map(|hand| slip::write(&self.game, hand)).collect(),
            ready: seat.ready,
            sits_out: seat.sits_out,
            connected: seat.is_connected(),
            net: round.map_or(Money::ZERO, |round| round.round.net(number)).cents(),
        }
    }

    fn phase(&self, viewer: Option<u8>) -> Phase {
        let left = |until: Instant| until.saturating_duration_since(Instant::now()).as_millis() as u32;
        match self.stage {
            _ if !self.queue.is_empty() => Phase::Dealing,
            Stage::Betting { .. } if self.seats.is_empty() => Phase::Waiting,
            Stage::Betting { until } => Phase::Betting {
                left_ms: until.map(left),
            },
            Stage::Cutting { seat, until } => {
                let (min, max) = self.shoe.awaits_cut(&self.game).unwrap_or_default();
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
                let over = Instant::now().saturating_duration_since(until);
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
        let menu = match (yours, play.round.situation()) {
            (true, Some(situation)) => {
                let view = play.round.view(viewer(Some(choice.hand.seat)));
                let hand = view.hands.iter().find(|hand| hand.at == choice.hand);
                let chips = self
                    .seats
                    .get(&choice.hand.seat)
                    .map_or(0, |seat| seat.person.spendable());
                hand.map(|hand| offers::menu(&self.game, &choice, &situation, hand, Money::from_cents(chips)))
            }
            _ => None,
        };
        let (offers, withheld) = menu.map_or_else(Default::default, |menu| (menu.offers, menu.withheld));
        Phase::Deciding {
            hand: crate::scene::at(choice.hand),
            offers,
            withheld,
            left_ms,
            bank_ms,
        }
    }

    /// Puts what the lobby lists up to date.
    pub(super) fn renew_card(&self) {
        let mut card = self.card.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        card.name.clone_from(&self.text.name);
        (card.min, card.max, card.standing) = (self.text.min, self.text.max, self.standing());
        let seats = self.seats.iter();
        card.seats = seats
            .map(|(number, seat)| TakenSeat {
                seat: *number,
                name: seat.person.name.clone(),
            })
            .collect();
        let seated = |viewing: &&Viewing| {
            viewing
                .person
                .as_ref()
                .is_some_and(|person| self.seat_of(person).is_some())
        };
        card.spectators = (self.viewers.len() - self.viewers.values().filter(seated).count()) as u32;
    }

    fn public_card(&self) -> wire::TableCard {
        let card = self.card.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        wire::TableCard {
            code: None,
            ..card.clone()
        }
    }
}

/// A message as it goes over the wire.
pub(super) fn text(message: &Message) -> Utf8Bytes {
    serde_json::to_string(message)
        .expect("messages have a JSON form without fail")
        .into()
}
