//! Dealing: a round is opened, a choice is played, and the round runs ahead to the next choice, all in one batch.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_house::{Batch, Entry, Hash, Line, LineKind, RequestId, RoundId, RoundOpening, Status};
use croupier_rules::{Card, Family, Game, Money};
use croupier_table::transcript::{self, EventText};
use croupier_table::{Action, Event, Next, Place, Round, SeatWagers, ShoeWhat, Step, Wagers};

use super::books::{Asker, Draft, Written};
use super::dealer::{Dealer, Stage};
use super::shoe::ShoeOnTable;
use super::showing::Cue;
use crate::chips::{self, Chips};
use crate::fairness::{Cut, Mix, middle};
use crate::ledger::now;
use crate::notation::{self, OpeningText, ROUND_FORMAT, SeatText};
use crate::offers;
use crate::past::seen;
use crate::person::Person;
use crate::scene::{RoundScene, SEATS_MAX, Scene, Tally};
use crate::slip;
use crate::telling::Told;

/// A round on the felt.
#[derive(Clone)]
pub struct Play {
    pub(super) id: RoundId,
    pub(super) round: Round,
    pub(super) wagers: Arc<Wagers>,
    pub(super) tally: Tally,
    /// How many lines the books have.
    pub(super) lines: u32,
    /// Who plays.
    pub(super) seats: BTreeMap<u8, Arc<Person>>,
    /// The cards everybody has seen.
    seen: Vec<Card>,
}

/// One step and all it caused.
struct Beat {
    lines: Vec<Line>,
    events: Vec<Event>,
    cue: Cue,
}

/// What cannot be dealt.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Cards(#[from] croupier_table::shoe::OutOfCards),
    #[error(transparent)]
    Step(#[from] croupier_table::Illegal),
    #[error(transparent)]
    Bets(#[from] croupier_table::WagerFault),
    #[error(transparent)]
    Mix(#[from] crate::fairness::MixFault),
    #[error(transparent)]
    Chips(#[from] chips::NobodyThere),
    #[error(transparent)]
    Entropy(#[from] croupier_table::shoe::NoEntropy),
    #[error("the shoe is not mixed")]
    Unmixed,
}

impl Play {
    pub(super) fn new(
        id: RoundId,
        game: &Arc<Game>,
        wagers: Wagers,
        seats: BTreeMap<u8, Arc<Person>>,
    ) -> Result<Play, croupier_table::WagerFault> {
        Ok(Play {
            id,
            round: Round::new(game, &wagers)?,
            wagers: Arc::new(wagers),
            tally: Tally::default(),
            lines: 0,
            seats,
            seen: Vec::new(),
        })
    }

    pub(super) fn scene(&self) -> RoundScene {
        RoundScene {
            id: self.id,
            round: Arc::new(self.round.clone()),
            wagers: Arc::clone(&self.wagers),
            tally: Arc::new(self.tally.clone()),
        }
    }

    /// The cards everybody has seen.
    pub(super) fn seen(&self) -> &[Card] {
        &self.seen
    }

    /// Plays one step and takes note of it. Says the lines for the books and the events.
    pub(super) fn step(&mut self, step: Step) -> Result<(Vec<Line>, Vec<Event>), croupier_table::Illegal> {
        let mut events = Vec::new();
        self.round.play(step, &mut events)?;
        self.tally.note(&events);
        let closed = matches!(self.round.game().family, Family::Stud(_));
        self.seen.extend(seen(events.iter(), closed));
        let game = self.round.game();
        let line = |kind, text: String| Line { kind, text };
        let mut lines = vec![line(LineKind::Step, transcript::StepText(step).to_string())];
        let told = events.iter().map(|event| EventText { event, game }.to_string());
        lines.extend(told.map(|text| line(LineKind::Event, text)));
        self.lines += lines.len() as u32;
        Ok((lines, events))
    }
}

impl Dealer {
    /// Deals to everybody who has bet.
    pub(super) async fn deal(&mut self) {
        let told = self.take_back_uncovered();
        let betting = self.seats.iter().filter(|(_, seat)| !seat.bets.is_empty());
        let seats: Vec<SeatWagers> = betting
            .map(|(number, seat)| SeatWagers {
                seat: *number,
                hands: seat.bets.clone(),
            })
            .collect();
        if seats.is_empty() || self.resting {
            self.stage = Stage::Betting { until: None };
            self.show(told);
            return;
        }
        match self.draft_round(Wagers { seats }, told) {
            Ok((batch, draft)) => {
                if let Written::Refused(status) = self.write(batch, draft, None).await {
                    self.deal_refused(status).await;
                }
            }
            Err(trouble) => self.stop_for(&trouble),
        }
    }

    /// Bets that the chips no longer cover go back.
    fn take_back_uncovered(&mut self) -> Vec<Told> {
        let mut told = Vec::new();
        for seat in self.seats.values_mut().filter(|seat| !seat.bets.is_empty()) {
            if let Err(problem) = seat.person.cover(slip::total(&seat.bets).cents()) {
                seat.bets.clear();
                seat.ready = false;
                told.push(Told::Person(format!(
                    "{}'s bets go back. {}",
                    seat.person.name, problem.message
                )));
            }
        }
        told
    }

    /// The books know better who has chips: everybody is counted anew, and bets that are not covered go back.
    async fn deal_refused(&mut self, status: Status) {
        let people: Vec<Arc<Person>> = self.seats.values().map(|seat| Arc::clone(&seat.person)).collect();
        for person in people {
            self.recount(&person).await;
        }
        if status != Status::ChipsTooFew {
            self.seats.values_mut().for_each(|seat| seat.bets.clear());
        }
        self.stage = Stage::Betting { until: None };
        let sentence = format!("The deal is called off: {status} All bets go back.");
        self.show(vec![Told::Other(sentence)]);
    }

    /// Reads from the books what a person's chips are.
    pub(super) async fn recount(&mut self, person: &Person) {
        match self.ledger.balance(person.account).await {
            Ok(Some(balance)) => person.recount(balance.available().cents(), balance.pending_out.cents()),
            Ok(None) => tracing::error!(table = %self.id, person = %person.id, "a player has no account"),
            Err(fault) => tracing::error!(table = %self.id, %fault, "the books cannot be read"),
        }
    }

    fn draft_round(&self, wagers: Wagers, told: Vec<Told>) -> Result<(Batch, Draft), Trouble> {
        let mut batch = Batch::new(RequestId::fresh(), now());
        let mut draft = Draft {
            begins: true,
            told,
            ..Draft::default()
        };
        let mut shoe = self.shoe.clone();
        let mut before = Vec::new();
        if shoe.mixed.is_none() {
            let cut = shoe.awaits_cut(&self.game).map(|_| self.dealers_cut());
            let (entry, events) = shoe.mix(&self.game, self.mix(cut))?;
            batch.entries.push(entry);
            draft.mixed = true;
            before.extend(events.into_iter().map(Told::Shoe));
        }
        let mixed = shoe.mixed.as_mut().ok_or(Trouble::Unmixed)?;
        mixed.shoe.prepare(&mut Vec::new());
        let people = wagers.seats.iter().filter_map(|wagers| {
            let seat = self.seats.get(&wagers.seat)?;
            Some((wagers.seat, Arc::clone(&seat.person)))
        });
        let mut play = Play::new(RoundId::fresh(), &self.game, wagers.clone(), people.collect())?;
        batch.entries.push(Entry::Round(RoundOpening {
            id: play.id,
            table: self.id,
            rules: self.text.rules.parse().unwrap_or_else(|_| Hash::of(b"")),
            shoe: Some(shoe.id),
            format: ROUND_FORMAT,
            text: notation::write(&OpeningText {
                seats: self.seat_texts(),
                wagers,
                gone: mixed.shoe.gone() as u32,
            }),
        }));
        let mut beats = self.run_ahead(&mut play, &mut shoe, None, &mut draft)?;
        if let Some(first) = beats.first_mut() {
            before.append(&mut first.cue.told);
            first.cue.told = before;
        }
        self.finish(batch, draft, play, shoe, beats)
    }

    fn seat_texts(&self) -> Vec<SeatText> {
        let seats = self.seats.iter();
        seats
            .map(|(number, seat)| SeatText {
                seat: *number,
                user: seat.person.id,
                account: seat.person.account,
                name: seat.person.name.clone(),
                chips: seat.person.purse().available,
            })
            .collect()
    }

    /// Plays a choice, if there is one, and every card up to the next choice. Somebody who has left chooses safely.
    fn run_ahead(
        &self,
        play: &mut Play,
        shoe: &mut ShoeOnTable,
        mut action: Option<Action>,
        draft: &mut Draft,
    ) -> Result<Vec<Beat>, Trouble> {
        let mut beats = Vec::new();
        let mut chips = self.scene().chips;
        loop {
            let mut told = Vec::new();
            let step = match (action.take(), play.round.next()) {
                (Some(action), _) => Step::Choose(action),
                (None, Next::Card { to }) => {
                    let mixed = shoe.mixed.as_mut().ok_or(Trouble::Unmixed)?;
                    let mut events = Vec::new();
                    let card = mixed.shoe.deal(&mut events)?;
                    if events.iter().any(|event| event.what == ShoeWhat::LastRound) {
                        draft.cutter = receiver(to);
                    }
                    told.extend(events.into_iter().map(Told::Shoe));
                    Step::Card(card)
                }
                (None, Next::Choice(choice)) if self.has_left(choice.hand.seat) => Step::Choose(offers::safe(&choice)),
                (None, _) => return Ok(beats),
            };
            let (lines, events) = play.step(step)?;
            for seat in play.seats.keys() {
                chips[usize::from(*seat) - 1] += chips::change(&events, *seat).available;
            }
            told.extend(events.iter().copied().map(Told::Event));
            let scene = self.scene_of(play, shoe, chips);
            beats.push(Beat {
                lines,
                events,
                cue: Cue { told, scene },
            });
        }
    }

    fn has_left(&self, seat: u8) -> bool {
        self.seats.get(&seat).is_none_or(|seat| seat.leaving)
    }

    fn scene_of(&self, play: &Play, shoe: &ShoeOnTable, chips: [i64; SEATS_MAX]) -> Scene {
        Scene {
            round: Some(play.scene()),
            shoe: shoe.line(&self.game),
            chips,
        }
    }

    /// Puts the steps into the batch, with what they do to the accounts; ends round and shoe where they are over.
    fn finish(
        &self,
        mut batch: Batch,
        mut draft: Draft,
        play: Play,
        mut shoe: ShoeOnTable,
        beats: Vec<Beat>,
    ) -> Result<(Batch, Draft), Trouble> {
        let lines: Vec<Line> = beats.iter().flat_map(|beat| beat.lines.clone()).collect();
        let events: Vec<Event> = beats.iter().flat_map(|beat| beat.events.clone()).collect();
        batch.entries.push(Entry::Lines {
            round: play.id,
            first: play.lines - lines.len() as u32,
            lines,
        });
        let transfers = Chips {
            round: play.id,
            rack: self.rack,
            account: |seat| play.seats.get(&seat).map(|person| person.account),
        }
        .transfers(&events)?;
        batch.entries.extend(transfers.into_iter().map(Entry::Transfer));
        for (seat, person) in &play.seats {
            draft.changes.push((Arc::clone(person), chips::change(&events, *seat)));
        }
        if play.round.next() == Next::Over {
            shoe.seen.extend(&play.seen);
            batch.entries.push(Entry::RoundClose { round: play.id });
            if shoe.is_over(&self.game) {
                let next = ShoeOnTable::fresh(&self.secrets, shoe.set(&self.game))?;
                batch.entries.push(Entry::ShoeReveal { shoe: shoe.id });
                batch.entries.push(next.opening(self.id));
                shoe = next;
            }
        }
        draft.shoe = Some(shoe);
        draft.cues = beats.into_iter().map(|beat| beat.cue).collect();
        draft.play = Some(play);
        Ok((batch, draft))
    }

    /// Plays an action of the player whose decision it is.
    pub(super) async fn act(&mut self, action: Action, batch: Batch, asker: Option<Asker>) -> Written {
        let Some(mut play) = self.play.clone() else {
            return Written::Refused(Status::RoundNotFound);
        };
        let mut shoe = self.shoe.clone();
        let mut draft = Draft::default();
        let drafted = self
            .run_ahead(&mut play, &mut shoe, Some(action), &mut draft)
            .and_then(|beats| self.finish(batch, draft, play, shoe, beats));
        match drafted {
            Ok((batch, draft)) => self.write(batch, draft, asker).await,
            Err(trouble) => {
                self.stop_for(&trouble);
                Written::Later
            }
        }
    }

    /// Plays an action because the time ran out, or its player left.
    pub(super) async fn act_by_clock(&mut self, action: Action) {
        let batch = Batch::new(RequestId::fresh(), now());
        if let Written::Refused(status) = self.act(action, batch, None).await {
            // No chip goes on the felt by a safe choice, so this is our own mistake; it must not be tried for ever.
            tracing::error!(table = %self.id, status = status.name(), "the books refuse a safe choice");
            self.stop_for(&status);
        }
    }

    /// The players' words for the next shuffle, and a cut.
    fn mix(&self, cut: Option<Cut>) -> Mix {
        let seeds = self
            .seats
            .iter()
            .filter_map(|(number, seat)| Some((*number, seat.client_seed.clone()?)));
        Mix {
            client_seeds: seeds.collect(),
            cut,
            set_before: 0,
        }
    }

    fn dealers_cut(&self) -> Cut {
        Cut {
            cards: middle(&self.game),
            seat: None,
        }
    }

    /// Cuts the new shoe, in the name of a seat or the dealer's own.
    pub(super) async fn cut(&mut self, cut: Cut, mut batch: Batch, asker: Option<Asker>) -> Written {
        let mut shoe = self.shoe.clone();
        match shoe.mix(&self.game, self.mix(Some(cut))) {
            Err(trouble) => {
                self.stop_for(&trouble);
                Written::Later
            }
            Ok((entry, events)) => {
                batch.entries.push(entry);
                let draft = Draft {
                    shoe: Some(shoe),
                    mixed: true,
                    told: events.into_iter().map(Told::Shoe).collect(),
                    ..Draft::default()
                };
                self.cutter = None;
                self.write(batch, draft, asker).await
            }
        }
    }

    pub(super) async fn cut_by_dealer(&mut self) {
        let batch = Batch::new(RequestId::fresh(), now());
        self.cut(self.dealers_cut(), batch, None).await;
    }

    /// What a seat may put on the felt.
    pub(super) fn spendable(&self, seat: u8) -> Money {
        Money::from_cents(self.seats.get(&seat).map_or(0, |seat| seat.person.spendable()))
    }
}

/// The seat a card goes to.
fn receiver(to: Place) -> Option<u8> {
    match to {
        Place::Hand(hand) => Some(hand.seat),
        _ => None,
    }
}
