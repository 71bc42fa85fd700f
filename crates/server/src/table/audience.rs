//! Those who watch: the welcome, and numbered frames, in order and without gaps to every one of them.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tokio::time::{Duration, Instant};

use super::dealer::{Dealer, Effect};
use crate::layout::layout;
use crate::person::Person;
use crate::scene::Scene;
use crate::telling::{TableEvent, tell};
use crate::wire::{self, Frame, Message, TableCard};

/// How many frames' commentary is kept for those who come back.
const RECENT_MAX: usize = 64;
/// How much commentary a newcomer is told.
const NEWCOMER_SAID: usize = 12;

/// Those who watch, what they have been shown, and what they are to be shown.
pub(super) struct Audience {
    /// Who is at each connection.
    viewers: BTreeMap<u64, Option<Arc<Person>>>,
    /// What was shown last.
    pub(super) shown: Scene,
    queue: VecDeque<QueuedFrame>,
    next_frame: Instant,
    /// The number of the last frame.
    number: u64,
    recent: VecDeque<(u64, Vec<TableEvent>)>,
}

/// A frame to be shown.
pub(super) struct QueuedFrame {
    pub(super) told: Vec<TableEvent>,
    pub(super) scene: Scene,
}

impl Audience {
    pub(super) fn new(shown: Scene, now: Instant) -> Audience {
        Audience {
            viewers: BTreeMap::new(),
            shown,
            queue: VecDeque::new(),
            next_frame: now,
            number: 0,
            recent: VecDeque::new(),
        }
    }

    /// Whether there are frames to be shown yet.
    pub(super) fn is_showing(&self) -> bool {
        !self.queue.is_empty()
    }

    /// When the next frame is shown.
    pub(super) fn next_frame(&self) -> Option<Instant> {
        self.is_showing().then_some(self.next_frame)
    }

    /// Who is at a connection: `None` when it is not there, `Some(None)` for somebody who is not signed in.
    pub(super) fn viewer(&self, connection: u64) -> Option<Option<Arc<Person>>> {
        self.viewers.get(&connection).cloned()
    }

    /// The connections of a person.
    pub(super) fn connections_of(&self, person: &Person) -> Vec<u64> {
        let theirs = |viewer: &Option<Arc<Person>>| viewer.as_ref().is_some_and(|other| other.id == person.id);
        let viewers = self.viewers.iter().filter(|(_, viewer)| theirs(viewer));
        viewers.map(|(connection, _)| *connection).collect()
    }

    /// What the viewer has not been told, as far as it is kept.
    fn missed(&self, after: Option<u64>) -> Vec<TableEvent> {
        let frames = self.recent.iter();
        match after {
            Some(after) => frames
                .filter(|(number, _)| *number > after)
                .flat_map(|(_, told)| told.clone())
                .collect(),
            None => {
                let told: Vec<TableEvent> = frames.flat_map(|(_, told)| told.clone()).collect();
                told[told.len().saturating_sub(NEWCOMER_SAID)..].to_vec()
            }
        }
    }
}

impl Dealer {
    pub(super) fn join(&mut self, connection: u64, person: Option<Arc<Person>>, after: Option<u64>) {
        let seat = person.as_ref().and_then(|person| self.seat_of(person));
        let came_back = seat
            .and_then(|seat| self.seats.get_mut(&seat))
            .and_then(|seat| seat.held_until.take().map(|_| seat.person.name.clone()));
        self.audience.viewers.insert(connection, person);
        if !self.audience.is_showing() {
            // Chips may have changed at another table since the last frame.
            self.audience.shown = self.scene();
        }
        let game = &self.fixed.game;
        let welcome = Message::Welcome {
            version: wire::VERSION,
            table: TableCard {
                code: None,
                ..self.card()
            },
            layout: layout(game, self.limits()),
            seat,
            number: self.audience.number,
            felt: self.felt(seat),
            missed: tell(game, None, &self.audience.missed(after), seat),
        };
        self.send(connection, &welcome);
        if let Some(name) = came_back {
            self.show(vec![TableEvent::Person(format!("{name} is back."))]);
        }
    }

    pub(super) fn part(&mut self, connection: u64) {
        if let Some(Some(person)) = self.audience.viewers.remove(&connection) {
            self.hold_seat(&person);
        }
    }

    /// Holds the seat of a person who has no connection left.
    fn hold_seat(&mut self, person: &Person) {
        if !self.audience.connections_of(person).is_empty() {
            return;
        }
        let Some(seat) = self.seat_of(person).and_then(|seat| self.seats.get_mut(&seat)) else {
            return;
        };
        seat.held_until = Some(self.now.instant + self.fixed.times.held);
        self.show(vec![TableEvent::Person(format!(
            "{} is disconnected; the seat is held.",
            person.name
        ))]);
    }

    pub(super) fn seat_of(&self, person: &Person) -> Option<u8> {
        let mut seats = self.seats.iter();
        seats
            .find(|(_, seat)| seat.person.id == person.id)
            .map(|(number, _)| *number)
    }

    /// How many watch without a seat.
    pub(super) fn spectators(&self) -> u32 {
        let seated =
            |viewer: &&Option<Arc<Person>>| viewer.as_ref().is_some_and(|person| self.seat_of(person).is_some());
        let viewers = self.audience.viewers.values();
        viewers.filter(|viewer| !seated(viewer)).count() as u32
    }

    /// Shows the frames of a step: one after the other at the table's pace, or all in one.
    pub(super) fn queue_cues(&mut self, frames: Vec<QueuedFrame>) {
        if self.is_fast() {
            let mut told = Vec::new();
            let mut last = None;
            for frame in self.audience.queue.drain(..).chain(frames) {
                told.extend(frame.told);
                last = Some(frame.scene);
            }
            self.audience
                .queue
                .extend(last.map(|scene| QueuedFrame { told, scene }));
        } else {
            self.audience.queue.extend(frames);
        }
        self.audience.next_frame = self.audience.next_frame.max(self.now.instant);
        self.show_due();
    }

    /// Shows every frame whose time has come.
    pub(super) fn show_due(&mut self) {
        while self.audience.next_frame <= self.now.instant
            && let Some(frame) = self.audience.queue.pop_front()
        {
            self.audience.shown = frame.scene;
            let pause = if self.is_fast() {
                Duration::ZERO
            } else {
                self.fixed.times.frame
            };
            self.audience.next_frame = self.now.instant + pause;
            if !self.audience.is_showing() {
                self.shown_all();
            }
            self.send_frame(frame.told);
        }
    }

    /// Shows that something other than the cards has changed.
    pub(super) fn show(&mut self, told: Vec<TableEvent>) {
        if !self.audience.is_showing() {
            self.audience.shown = self.scene();
        }
        self.send_frame(told);
    }

    /// One frame to everybody, made for each seat once.
    fn send_frame(&mut self, told: Vec<TableEvent>) {
        self.audience.number += 1;
        let number = self.audience.number;
        let mut classes: BTreeMap<Option<u8>, Vec<u64>> = BTreeMap::new();
        for (connection, viewer) in &self.audience.viewers {
            let seat = viewer.as_ref().and_then(|person| self.seat_of(person));
            classes.entry(seat).or_default().push(*connection);
        }
        let round = self.audience.shown.round.as_ref();
        let wagers = round.map(|round| Arc::clone(&round.wagers));
        for (seat, to) in classes {
            let frame = Message::Frame(Frame {
                number,
                seat,
                said: tell(&self.fixed.game, wagers.as_deref(), &told, seat),
                felt: self.felt(seat),
            });
            let text = text(&frame);
            self.effects.push(Effect::Send { to, text });
        }
        self.audience.recent.push_back((number, told));
        if self.audience.recent.len() > RECENT_MAX {
            self.audience.recent.pop_front();
        }
    }

    pub(super) fn send(&mut self, connection: u64, message: &Message) {
        let to = vec![connection];
        let text = text(message);
        self.effects.push(Effect::Send { to, text });
    }
}

/// A message as it goes over the wire.
pub(super) fn text(message: &Message) -> Utf8Bytes {
    serde_json::to_string(message)
        .expect("messages have a JSON form without fail")
        .into()
}
