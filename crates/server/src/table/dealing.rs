//! Dealing: a round is opened, a choice is played, and the round runs ahead to the next choice, all in one batch.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_house::{Balance, Batch, Entry, Hash, Line, LineKind, RoundId, RoundOpening, Status};
use croupier_rules::{Card, Family, Game, Money};
use croupier_table::transcript::{self, EventText};
use croupier_table::{Action, Event, Next, Place, Round, SeatWagers, ShoeWhat, Step, Wagers};

use super::audience::QueuedFrame;
use super::books::{Draft, Purpose, Then};
use super::dealer::{Dealer, Stage};
use super::shoe::ShoeOnTable;
use crate::chips::{self, Chips};
use crate::notation::{self, OpeningText, ROUND_FORMAT, SeatText};
use crate::offers;
use crate::past::seen;
use crate::person::Person;
use crate::scene::{RoundScene, SEATS_MAX, Scene, Tally};
use crate::slip;
use crate::telling::TableEvent;
use crate::wire::DecisionAt;

/// A round on the felt.
#[derive(Clone)]
pub struct Play {
    pub(super) id: RoundId,
    pub(super) round: Round,
    pub(super) wagers: Arc<Wagers>,
    pub(super) tally: Tally,
    /// How many lines the books have.
    pub(super) lines: u32,
    /// How many choices were made.
    choices: u32,
    /// Who plays.
    pub(super) seats: BTreeMap<u8, Arc<Person>>,
    /// The cards everybody has seen.
    seen: Vec<Card>,
}

/// One step and all it caused.
struct PlayedStep {
    lines: Vec<Line>,
    events: Vec<Event>,
    frame: QueuedFrame,
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
    Chips(#[from] chips::NobodyThere),
    #[error(transparent)]
    Entropy(#[from] croupier_table::shoe::NoEntropy),
    #[error("the shoe is not shuffled")]
    Unshuffled,
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
            choices: 0,
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

    /// The decision that is next to be made.
    pub(super) fn decision(&self) -> DecisionAt {
        DecisionAt {
            round: self.id.uuid(),
            number: self.choices + 1,
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
        self.choices += u32::from(matches!(step, Step::Choose(_)));
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
    pub(super) fn deal(&mut self) {
        let told = self.take_back_uncovered();
        let betting = self.seats.iter().filter(|(_, seat)| !seat.bets.is_empty());
        let seats: Vec<SeatWagers> = betting
            .map(|(number, seat)| SeatWagers {
                seat: *number,
                hands: seat.bets.clone(),
            })
            .collect();
        if seats.is_empty() || self.terms.resting {
            self.stage = Stage::Betting { until: None };
            self.show(told);
            return;
        }
        match self.draft_round(Wagers { seats }, told) {
            Ok((batch, draft)) => self.write(batch, draft, Then::Deal),
            Err(trouble) => self.halt(&trouble.to_string()),
        }
    }

    /// Bets that the chips no longer cover go back.
    fn take_back_uncovered(&mut self) -> Vec<TableEvent> {
        let game = Arc::clone(&self.fixed.game);
        let mut told = Vec::new();
        for seat in self.seats.values_mut().filter(|seat| !seat.bets.is_empty()) {
            if let Err(problem) = seat.person.cover(slip::total(&game, &seat.bets).cents()) {
                seat.bets.clear();
                seat.ready = false;
                told.push(TableEvent::Person(format!(
                    "{}'s bets go back. {}",
                    seat.person.name, problem.message
                )));
            }
        }
        told
    }

    /// The books know better who has chips: everybody is counted anew, and bets that are not covered go back.
    pub(super) fn deal_refused(&mut self, status: Status) {
        let people = self.seats.values().map(|seat| Arc::clone(&seat.person));
        let people = people.map(|person| {
            let settled = person.writes_settled();
            (person, settled)
        });
        self.ask(Purpose::Recount(people.collect(), status));
    }

    pub(super) fn recounted(
        &mut self,
        people: &[(Arc<Person>, Option<u64>)],
        balances: &[Option<Balance>],
        status: Status,
    ) {
        for ((person, settled), balance) in people.iter().zip(balances) {
            match balance {
                // Another table has written meanwhile, and its own answer brings the purse up to date.
                _ if settled.is_none() || person.writes_settled() != *settled => {}
                Some(balance) => person.recount(balance.available().cents(), balance.pending_out.cents()),
                None => tracing::error!(table = %self.fixed.id, person = %person.id, "a player has no account"),
            }
        }
        if status != Status::ChipsTooFew {
            self.seats.values_mut().for_each(|seat| seat.bets.clear());
        }
        self.stage = Stage::Betting { until: None };
        let sentence = format!("The deal is called off: {status} All bets go back.");
        self.show(vec![TableEvent::Other(sentence)]);
    }

    fn draft_round(&self, wagers: Wagers, told: Vec<TableEvent>) -> Result<(Batch, Draft), Trouble> {
        let mut batch = self.own_batch();
        let mut draft = Draft {
            begins: true,
            told,
            ..Draft::default()
        };
        let mut shoe = self.shoe.clone();
        shoe.rounds += 1;
        let shuffled = shoe.shuffled.as_mut().ok_or(Trouble::Unshuffled)?;
        shuffled.shoe.prepare(&mut Vec::new());
        let people = wagers.seats.iter().filter_map(|wagers| {
            let seat = self.seats.get(&wagers.seat)?;
            Some((wagers.seat, Arc::clone(&seat.person)))
        });
        let mut play = Play::new(RoundId::fresh(), &self.fixed.game, wagers.clone(), people.collect())?;
        batch.entries.push(Entry::Round(RoundOpening {
            id: play.id,
            table: self.fixed.id,
            rules: self.terms.text.rules.parse().unwrap_or_else(|_| Hash::of(b"")),
            shoe: Some(shoe.id),
            format: ROUND_FORMAT,
            text: notation::write(&OpeningText {
                seats: self.seat_texts(),
                wagers,
                gone: shoe.gone(),
            }),
        }));
        let played_steps = self.run_ahead(&mut play, &mut shoe, None)?;
        self.finish(&mut batch, &mut draft, play, shoe, played_steps)?;
        Ok((batch, draft))
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
    ) -> Result<Vec<PlayedStep>, Trouble> {
        let mut played_steps = Vec::new();
        let mut chips = self.scene().chips;
        loop {
            let mut told = Vec::new();
            let step = match (action.take(), play.round.next()) {
                (Some(action), _) => Step::Choose(action),
                (None, Next::Card { to }) => {
                    let shuffled = shoe.shuffled.as_mut().ok_or(Trouble::Unshuffled)?;
                    let mut events = Vec::new();
                    let card = shuffled.shoe.deal(&mut events)?;
                    if events.iter().any(|event| event.what == ShoeWhat::LastRound) {
                        shoe.cutter = receiver(to);
                    }
                    told.extend(events.into_iter().map(TableEvent::Shoe));
                    Step::Card(card)
                }
                (None, Next::Choice(choice)) if self.has_left(choice.hand.seat) => Step::Choose(offers::safe(&choice)),
                (None, _) => return Ok(played_steps),
            };
            let (lines, events) = play.step(step)?;
            for seat in play.seats.keys() {
                chips[usize::from(*seat) - 1] += chips::change(&events, *seat).available;
            }
            told.extend(events.iter().copied().map(TableEvent::Event));
            let scene = self.scene_of(play, shoe, chips);
            played_steps.push(PlayedStep {
                lines,
                events,
                frame: QueuedFrame { told, scene },
            });
        }
    }

    fn has_left(&self, seat: u8) -> bool {
        self.seats.get(&seat).is_none_or(|seat| seat.leaving)
    }

    fn scene_of(&self, play: &Play, shoe: &ShoeOnTable, chips: [i64; SEATS_MAX]) -> Scene {
        Scene {
            round: Some(play.scene()),
            shoe: shoe.line(&self.fixed.game),
            chips,
        }
    }

    /// Puts the steps into the batch, with what they do to the accounts; ends round and shoe where they are over.
    fn finish(
        &self,
        batch: &mut Batch,
        draft: &mut Draft,
        play: Play,
        mut shoe: ShoeOnTable,
        played_steps: Vec<PlayedStep>,
    ) -> Result<(), Trouble> {
        let lines: Vec<Line> = played_steps
            .iter()
            .flat_map(|played_step| played_step.lines.clone())
            .collect();
        let events: Vec<Event> = played_steps
            .iter()
            .flat_map(|played_step| played_step.events.clone())
            .collect();
        batch.entries.push(Entry::Lines {
            round: play.id,
            first: play.lines - lines.len() as u32,
            lines,
        });
        let transfers = Chips {
            round: play.id,
            rack: self.fixed.rack,
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
            if let Some(text) = self.with_called_out(&play, &events) {
                batch.entries.push(self.change_entry(&text, self.terms.standing));
                draft.text = Some((text, self.terms.standing));
            }
            if shoe.is_over(&self.fixed.game) {
                let mut next = ShoeOnTable::fresh(&self.fixed.secrets, shoe.set(&self.fixed.game))?;
                next.cutter = shoe.cutter;
                batch.entries.push(Entry::ShoeReveal { shoe: shoe.id });
                batch.entries.push(next.opening(self.fixed.id));
                shoe = next;
            }
        }
        draft.shoe = Some(shoe);
        draft.frames = played_steps.into_iter().map(|played_step| played_step.frame).collect();
        draft.play = Some(play);
        Ok(())
    }

    /// Plays an action of the player whose decision it is.
    pub(super) fn act(&mut self, action: Action, mut batch: Batch, mut draft: Draft, then: Then) {
        let Some(mut play) = self.play.clone() else { return };
        let mut shoe = self.shoe.clone();
        let drafted = self
            .run_ahead(&mut play, &mut shoe, Some(action))
            .and_then(|played_steps| self.finish(&mut batch, &mut draft, play, shoe, played_steps));
        match drafted {
            Ok(()) => self.write(batch, draft, then),
            Err(trouble) => self.halt(&trouble.to_string()),
        }
    }

    /// Plays an action because the time ran out, or its player left.
    pub(super) fn act_by_clock(&mut self, action: Action) {
        let batch = self.own_batch();
        // No chip goes on the felt by a safe choice, so the books have no reason to refuse it.
        self.act(action, batch, Draft::default(), Then::Rule);
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
