//! Rounds of the books, played again: for the history, the statistics, the coach and the audit.

use std::sync::Arc;

use croupier_house::{AccountId, LineKind, RoundBook, RoundRecord, Transfer};
use croupier_rules::{Card, Family, Game};
use croupier_table::transcript::{self, EventText, Transcript};
use croupier_table::{Event, Next, Round, Step, Viewer, What};

use crate::chips::{self, Chips, NobodyThere};
use crate::notation::{self, OpeningText, Unreadable};
use crate::scene::{RoundScene, SEATS_MAX, Tally};
use crate::telling::viewer;
use crate::wire::{Felt, Phase, SeatView, ShoeLine, Standing};

/// A round of the books, played again.
pub struct Past {
    /// The round.
    pub record: RoundRecord,
    /// The rules it was played by.
    pub game: Arc<Game>,
    /// How it began.
    pub opening: OpeningText,
    /// What was done, and what came of it.
    pub steps: Vec<PastStep>,
}

/// One step of it.
pub struct PastStep {
    /// What was done.
    pub step: Step,
    /// What came of it.
    pub events: Vec<Event>,
    /// The round before it.
    pub before: Arc<Round>,
    /// The felt after it.
    pub scene: RoundScene,
}

/// A round that does not come out as the books say.
#[derive(Debug, thiserror::Error)]
pub enum Difference {
    /// A text cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The bets or a step are refused, or something else is amiss.
    #[error("{0}")]
    Refused(String),
    /// Another event.
    #[error("line {line} of the books says `{books}`, and the round says `{round}`")]
    Event {
        /// The line, from 0.
        line: usize,
        /// In the books.
        books: String,
        /// By the rules.
        round: String,
    },
    /// Another transfer.
    #[error("the books have {books}, and the round causes {round}")]
    Transfer {
        /// In the books.
        books: String,
        /// By the rules.
        round: String,
    },
    /// A wager of nobody.
    #[error(transparent)]
    Nobody(#[from] NobodyThere),
}

impl Past {
    /// Plays a round again by its rules; every event must come out as the books have it.
    pub fn replay(game: &Arc<Game>, book: &RoundBook) -> Result<Past, Difference> {
        let opening: OpeningText = notation::read("the opening of a round", &book.round.text)?;
        let refused = |what: &dyn std::fmt::Display| Difference::Refused(what.to_string());
        let wagers = Arc::new(opening.wagers.clone());
        let mut round = Round::new(game, &wagers).map_err(|fault| refused(&fault))?;
        let mut tally = Tally::default();
        let mut steps: Vec<PastStep> = Vec::new();
        let mut due: std::collections::VecDeque<String> = std::collections::VecDeque::new();
        for (number, line) in book.lines.iter().enumerate() {
            let differs = |round: String| Difference::Event {
                line: number,
                books: line.text.clone(),
                round,
            };
            match (line.kind, due.pop_front()) {
                (LineKind::Event, Some(event)) if event == line.text => {}
                (LineKind::Event, due) => return Err(differs(due.unwrap_or("nothing".to_string()))),
                (LineKind::Step, Some(event)) => return Err(differs(event)),
                (LineKind::Step, None) => {
                    let step = transcript::parse_step(&line.text).map_err(|what| refused(&what))?;
                    let before = Arc::new(round.clone());
                    let mut events = Vec::new();
                    round.play(step, &mut events).map_err(|illegal| refused(&illegal))?;
                    tally.note(&events);
                    due.extend(events.iter().map(|event| EventText { event, game }.to_string()));
                    let scene = RoundScene {
                        id: book.round.id,
                        round: Arc::new(round.clone()),
                        wagers: Arc::clone(&wagers),
                        tally: Arc::new(tally.clone()),
                    };
                    steps.push(PastStep {
                        step,
                        events,
                        before,
                        scene,
                    });
                }
            }
        }
        if let Some(event) = due.pop_front() {
            return Err(refused(&format!("the books end before `{event}`")));
        }
        Ok(Past {
            record: book.round.clone(),
            game: Arc::clone(game),
            opening,
            steps,
        })
    }

    /// Whether every wager is settled.
    pub fn is_over(&self) -> bool {
        self.steps
            .last()
            .is_some_and(|last| last.scene.round.next() == Next::Over)
    }

    /// The transfers the round causes, in order.
    pub fn transfers(&self, rack: AccountId) -> Result<Vec<Transfer>, NobodyThere> {
        let chips = Chips {
            round: self.record.id,
            rack,
            account: |number| {
                let seat = self.opening.seats.iter().find(|seat| seat.seat == number);
                seat.map(|seat| seat.account)
            },
        };
        let events: Vec<Event> = self.steps.iter().flat_map(|step| step.events.clone()).collect();
        chips.transfers(&events)
    }

    /// The cards that were dealt, in order.
    pub fn cards(&self) -> Vec<Card> {
        let steps = self.steps.iter();
        steps
            .filter_map(|step| match step.step {
                Step::Card(card) => Some(card),
                Step::Choose(_) => None,
            })
            .collect()
    }

    /// The cards everybody has seen when the round is over.
    pub fn seen(&self) -> Vec<Card> {
        let closed = matches!(self.game.family, Family::Stud(_));
        let events = self.steps.iter().flat_map(|step| &step.events);
        seen(events, closed)
    }

    /// The seat of a person in this round.
    pub fn seat_of(&self, user: croupier_house::UserId) -> Option<u8> {
        let seat = self.opening.seats.iter().find(|seat| seat.user == user)?;
        let plays = self.opening.wagers.seats.iter().any(|wagers| wagers.seat == seat.seat);
        plays.then_some(seat.seat)
    }

    /// The round as a transcript, for `croupier replay`.
    pub fn transcript(&self) -> Option<String> {
        let steps: Vec<Step> = self.steps.iter().map(|step| step.step).collect();
        let transcript = Transcript::of(&self.game.id, &self.game, &self.opening.wagers, &steps);
        let replay = transcript.replay(&self.game).ok()?;
        Some(transcript.text(&self.game, &replay))
    }

    /// The felt after a step as the viewer at this seat saw it.
    pub fn felt(&self, place: usize, seat: Option<u8>, shoe: &ShoeLine) -> Felt {
        let step = &self.steps[place];
        let round = &step.scene.round;
        let over = round.next() == Next::Over;
        let shown = step.scene.felt(viewer(seat));
        let dealt = self.steps[..=place]
            .iter()
            .filter(|step| matches!(step.step, Step::Card(_)))
            .count() as u32;
        Felt {
            phase: if over { Phase::Settled } else { Phase::Dealing },
            standing: Standing::Open,
            round: Some(self.record.id.uuid()),
            shoe: ShoeLine {
                gone: self.opening.gone + dealt,
                ..shoe.clone()
            },
            seats: self.seats(place, seat),
            dealer: shown.dealer,
            dealer_total: shown.dealer_total,
            dealer_count: shown.dealer_count,
            board: shown.board,
            extra: shown.extra,
            hands: shown.hands,
        }
    }

    fn seats(&self, place: usize, viewer: Option<u8>) -> Vec<SeatView> {
        let mut chips = [0; SEATS_MAX];
        for step in &self.steps[..=place] {
            for seat in &self.opening.seats {
                chips[usize::from(seat.seat) - 1] += chips::change(&step.events, seat.seat).available;
            }
        }
        let seats = self.opening.seats.iter();
        seats
            .map(|seat| SeatView {
                seat: seat.seat,
                name: seat.name.clone(),
                you: viewer == Some(seat.seat),
                chips: seat.chips + chips[usize::from(seat.seat) - 1],
                bets: Vec::new(),
                ready: false,
                sits_out: false,
                connected: true,
                net: self.steps[place].scene.round.net(seat.seat).cents(),
            })
            .collect()
    }
}

/// The cards in these events that lie open to everybody; `closed` says whether players hold theirs closed.
pub fn seen<'a>(events: impl Iterator<Item = &'a Event>, closed: bool) -> Vec<Card> {
    let card = |event: &Event| match event.seen_by(Viewer::Spectator, closed).what {
        What::Dealt { card, .. } => card,
        What::Revealed { card } | What::Turned { card, .. } => Some(card),
        _ => None,
    };
    events.filter_map(card).collect()
}
