//! One round as an environment plays it: the bets are chosen, cards come from the shoe, the round asks for actions.

use std::sync::Arc;

use croupier_rules::{Card, Game};
use croupier_simulator::cards::Layout;
use croupier_table::{Event, HandWagers, Next, Round, SeatWagers, Situation, Step, Viewer, Wagers, What};

use crate::cards::Cards;
use crate::menu::{Item, Menu};

/// The planes of cards in an observation: the hand to be decided on, the dealer's and community cards, everything seen.
pub(crate) const PLANES: usize = 3;

/// The numbers in an observation: main bet in the lowest bets, what was added in main bets, how often, whether it was split,
/// how many hands the start has become, and how many main bets of those on the hand are free.
pub(crate) const NUMBERS: usize = 6;

/// The cards of an observation, one plane after the other.
pub(crate) const CARDS: usize = PLANES * Card::KINDS;

/// One round from the bets to the last settlement.
#[derive(Clone)]
pub(crate) struct Episode {
    cards: Cards,
    /// `None` while bets are chosen.
    round: Option<Round>,
    /// The bets chosen so far, by seat.
    bets: Vec<usize>,
    events: Vec<Event>,
    seats: Vec<Seat>,
    /// The seat, from 0, that has to choose; `None` when the round is over.
    chooser: Option<usize>,
}

/// What one seat has seen and won.
#[derive(Clone)]
struct Seat {
    seen: [u8; Card::KINDS],
    /// What was settled since it was last asked, in cents.
    net: i64,
}

/// A round with these bets at the first seats, waiting for its first card.
pub(crate) fn open<'a>(game: &Arc<Game>, bets: impl Iterator<Item = &'a HandWagers>) -> Round {
    let seat = |(bets, seat): (&HandWagers, u8)| SeatWagers {
        seat,
        hands: vec![bets.clone()],
    };
    let wagers = Wagers {
        seats: bets.zip(1..).map(seat).collect(),
    };
    Round::new(game, &wagers).expect("the bets of a menu were checked")
}

/// The shoe has run out in the middle of a round.
pub(crate) struct OutOfCards;

impl Episode {
    /// A table of so many seats with no round yet.
    pub(crate) fn new(layout: &Arc<Layout>, seed: u64, seats: usize) -> Episode {
        let seat = Seat {
            seen: [0; Card::KINDS],
            net: 0,
        };
        Episode {
            cards: Cards::new(layout, seed),
            round: None,
            bets: Vec::with_capacity(seats),
            events: Vec::new(),
            seats: vec![seat; seats],
            chooser: Some(0),
        }
    }

    /// Begins the round of this number: bets are to be chosen.
    pub(crate) fn begin(&mut self, number: u64) {
        self.cards.begin(number);
        self.round = None;
        self.bets.clear();
        self.chooser = Some(0);
        for seat in &mut self.seats {
            seat.seen.fill(0);
            seat.net = 0;
        }
    }

    /// Whether the round is over.
    pub(crate) fn is_over(&self) -> bool {
        self.chooser.is_none()
    }

    /// The seat, from 0, that has to choose.
    pub(crate) fn chooser(&self) -> Option<usize> {
        self.chooser
    }

    /// What the seat that has to choose knows; `None` while bets are chosen and when the round is over.
    pub(crate) fn situation(&self) -> Option<Situation<'_>> {
        self.round.as_ref().and_then(Round::situation)
    }

    /// Chooses; `false` when that is not offered, and nothing has changed.
    pub(crate) fn choose(&mut self, game: &Arc<Game>, menu: &Menu, item: Item) -> Result<bool, OutOfCards> {
        let action = match (item, &self.round) {
            _ if self.chooser.is_none() => return Ok(false),
            (Item::Bets(bets), None) => {
                self.bets.push(bets);
                self.chooser = Some(self.bets.len());
                if self.bets.len() == self.seats.len() {
                    self.deal(game, menu)?;
                }
                return Ok(true);
            }
            (Item::InFull(kind), Some(_)) => {
                let offers = self.situation().map(|situation| situation.offers);
                let offer = offers.and_then(|offers| offers.iter().find(|offer| offer.kind == kind));
                offer.map(|offer| offer.in_full())
            }
            (Item::Exactly(action), Some(_)) => Some(action),
            _ => None,
        };
        let (Some(action), Some(round)) = (action, &mut self.round) else {
            return Ok(false);
        };
        if round.play(Step::Choose(action), &mut self.events).is_err() {
            return Ok(false);
        }
        self.go_on(game)?;
        Ok(true)
    }

    /// What the seat has gained or lost since it was last asked, in its main bets.
    pub(crate) fn take_reward(&mut self, menu: &Menu, seat: usize) -> f64 {
        let net = std::mem::take(&mut self.seats[seat].net);
        match self.bets.get(seat) {
            Some(bets) => net as f64 / menu.bets[*bets].main.cents() as f64,
            None => 0.0,
        }
    }

    /// Writes what a seat knows.
    pub(crate) fn observe(&self, game: &Game, menu: &Menu, seat: usize, cards: &mut [u8], numbers: &mut [f32]) {
        cards.fill(0);
        numbers.fill(0.0);
        let (hand, rest) = cards.split_at_mut(Card::KINDS);
        let (open, seen) = rest.split_at_mut(Card::KINDS);
        seen.copy_from_slice(&self.seats[seat].seen);
        if let Some(bets) = self.bets.get(seat) {
            numbers[0] = menu.bets[*bets].main.cents() as f32 / game.main_bet.lowest().cents() as f32;
        }
        let Some(situation) = self.situation().filter(|_| self.chooser == Some(seat)) else {
            return;
        };
        for card in situation.cards {
            hand[card.index()] += 1;
        }
        for card in situation.up.iter().chain(&situation.hole).chain(situation.board) {
            open[card.index()] += 1;
        }
        let added: i64 = situation.added.iter().map(|amount| amount.cents()).sum();
        numbers[1] = added as f32 / situation.main.cents() as f32;
        numbers[2] = situation.added.len() as f32;
        numbers[3] = f32::from(u8::from(situation.split));
        numbers[4] = f32::from(situation.parts);
        let free = situation.added.iter().enumerate();
        let free = free.filter(|(place, _)| situation.free.double(*place));
        let free: i64 = free.map(|(_, amount)| amount.cents()).sum();
        numbers[5] = free as f32 / situation.main.cents() as f32 + f32::from(u8::from(situation.free.main));
    }

    /// The cards a seat has seen that are neither in the hand to be decided on nor the dealer's or the community's.
    pub(crate) fn seen_elsewhere(&self, seat: usize, situation: &Situation) -> Vec<Card> {
        let mut left = self.seats[seat].seen;
        let shown = situation.up.iter().chain(&situation.hole);
        for card in situation.cards.iter().chain(shown).chain(situation.board) {
            left[card.index()] = left[card.index()].saturating_sub(1);
        }
        let times = |card: Card| std::iter::repeat_n(card, usize::from(left[card.index()]));
        Card::all().flat_map(times).collect()
    }

    fn deal(&mut self, game: &Arc<Game>, menu: &Menu) -> Result<(), OutOfCards> {
        self.round = Some(match self.bets[..] {
            [alone] => menu.opened[alone].clone(),
            _ => open(game, self.bets.iter().map(|bets| &menu.bets[*bets])),
        });
        self.go_on(game)
    }

    /// Deals until somebody has to choose or the round is over.
    fn go_on(&mut self, game: &Game) -> Result<(), OutOfCards> {
        let round = self.round.as_mut().expect("the round has begun");
        loop {
            match round.next() {
                Next::Card { .. } => {
                    let card = self.cards.deal().ok_or(OutOfCards)?;
                    round
                        .play(Step::Card(card), &mut self.events)
                        .expect("a card that was asked for is taken");
                }
                Next::Choice(choice) => {
                    self.chooser = Some(usize::from(choice.hand.seat) - 1);
                    break;
                }
                Next::Over => {
                    self.chooser = None;
                    break;
                }
            }
        }
        self.note(game.stud().is_some());
        Ok(())
    }

    /// Notes what the events since the last choice showed and settled.
    fn note(&mut self, closed: bool) {
        for event in self.events.drain(..) {
            if let What::Settled { wager, net, .. } = event.what {
                self.seats[usize::from(wager.hand.seat) - 1].net += net.cents();
                continue;
            }
            for (seat, number) in self.seats.iter_mut().zip(1..) {
                let shown = match event.seen_by(Viewer::Seat(number), closed).what {
                    What::Dealt { card, .. } => card,
                    What::Revealed { card } | What::Turned { card, .. } => Some(card),
                    _ => None,
                };
                if let Some(card) = shown {
                    seat.seen[card.index()] += 1;
                }
            }
        }
    }
}
