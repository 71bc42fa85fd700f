//! One deal of a game of stud, from the bets to the last settlement.

mod hand;
mod settle;
mod showdown;
mod watch;

use std::sync::Arc;

use arrayvec::ArrayVec;
use croupier_rules::game::{Procedure, SideBet, TableRules};
use croupier_rules::play::FreeBets;
use croupier_rules::stud::{Betting, Hands, Street, StreetPlaced, Stud, UnneededCards};
use croupier_rules::{Card, Game, Money};

use crate::event::{Event, Outcome, Wager, WagerKind, What};
use crate::nets::Nets;
use crate::step::{Action, ActionKind, Choice, HandAt, Illegal, Next, Offer, Offers, Place, Step};
use crate::strategy::Situation;
use crate::wagers::{WagerFault, Wagers};
pub(crate) use hand::{Standing, StudHand};

/// One deal of a game of stud.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudRound {
    game: Arc<Game>,
    /// The hands in the order they are dealt.
    hands: Vec<StudHand>,
    community: ArrayVec<Card, { Hands::CARDS_MAX as usize }>,
    extra: ArrayVec<Card, { Hands::CARDS_MAX as usize }>,
    /// The dealer's cards, those that lie face up first.
    dealer: ArrayVec<Card, { Hands::CARDS_MAX as usize }>,
    dealer_turned: bool,
    /// How many community cards lie face up.
    turned: u8,
    extra_turned: bool,
    stage: Stage,
    /// The offers of the choice that is open; empty when none is.
    offers: Offers,
    nets: Nets,
    /// What each seat has been paid, returned stakes not counted.
    paid: [Money; TableRules::SEATS_MAX as usize],
    /// How many wagers were placed and how many are resolved.
    placed: u16,
    resolved: u16,
}

/// How far the round has come. A hand is a place among the hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Hole { hand: u8 },
    Dealer,
    Community,
    Extra,
    Street { street: u8, hand: u8 },
    Over,
}

impl StudRound {
    /// A round with these bets on the table, waiting for its first card.
    pub fn new(game: &Arc<Game>, wagers: &Wagers) -> Result<StudRound, WagerFault> {
        wagers.check(game)?;
        let hands: Vec<StudHand> = wagers
            .starting_hands()
            .map(|(at, hand)| StudHand::new(at, hand))
            .collect();
        let mut round = StudRound {
            game: Arc::clone(game),
            hands,
            community: ArrayVec::new(),
            extra: ArrayVec::new(),
            dealer: ArrayVec::new(),
            dealer_turned: false,
            turned: 0,
            extra_turned: false,
            stage: Stage::Hole { hand: 0 },
            offers: Offers::new(),
            nets: Nets::default(),
            paid: [Money::ZERO; TableRules::SEATS_MAX as usize],
            placed: 0,
            resolved: 0,
        };
        let before_deal = game.bets_before_deal() as u16;
        round.placed = round
            .hands
            .iter()
            .map(|hand| before_deal + hand.side_open.count_ones() as u16)
            .sum();
        Ok(round)
    }

    /// What the round waits for.
    pub fn next(&self) -> Next {
        match self.stage {
            Stage::Hole { hand } => Next::Card {
                to: Place::Hand(self.hands[usize::from(hand)].at()),
            },
            Stage::Dealer => Next::Card {
                to: if self.dealer.len() < self.up_cards() {
                    Place::Up
                } else {
                    Place::Hole
                },
            },
            Stage::Community => Next::Card {
                to: Place::Community(self.community.len() as u8 + 1),
            },
            Stage::Extra => Next::Card {
                to: Place::Extra(self.extra.len() as u8 + 1),
            },
            Stage::Street { hand, .. } => Next::Choice(Choice {
                hand: self.hands[usize::from(hand)].at(),
                offers: self.offers.clone(),
            }),
            Stage::Over => Next::Over,
        }
    }

    /// Answers what the round waits for. The events it caused are appended in the order of procedure. What was not asked
    /// for or is not offered is refused, and the round is unchanged.
    pub fn play(&mut self, step: Step, events: &mut Vec<Event>) -> Result<(), Illegal> {
        match (step, self.stage) {
            (Step::Choose(action), Stage::Street { street, hand }) if self.is_offered(action) => {
                self.act(street, usize::from(hand), action, events);
                self.ask(street, usize::from(hand) + 1, events);
            }
            (Step::Card(card), Stage::Hole { .. } | Stage::Dealer | Stage::Community | Stage::Extra)
                if self.is_left(card) =>
            {
                self.receive(card, events);
            }
            _ => return Err(Illegal::new(step, self.next())),
        }
        if self.stage == Stage::Over {
            self.assert_laws();
        }
        Ok(())
    }

    /// What a seat has gained or lost so far, over its resolved wagers.
    pub fn net(&self, seat: u8) -> Money {
        self.nets.of(seat)
    }

    /// The rules being played.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The hands in the order they are dealt.
    pub fn hands(&self) -> &[StudHand] {
        &self.hands
    }

    /// The community cards laid out, with whether each lies face up.
    pub fn community(&self) -> impl Iterator<Item = (Card, bool)> + '_ {
        let turned = usize::from(self.turned);
        self.community
            .iter()
            .enumerate()
            .map(move |(place, card)| (*card, place < turned))
    }

    /// The extra cards laid out, with whether each lies face up.
    pub fn extra(&self) -> impl Iterator<Item = (Card, bool)> + '_ {
        self.extra.iter().map(|card| (*card, self.extra_turned))
    }

    /// The dealer's cards, with whether each lies face up.
    pub fn dealer(&self) -> impl Iterator<Item = (Card, bool)> + '_ {
        let up = self.up_cards();
        let cards = self.dealer.iter().enumerate();
        cards.map(move |(place, card)| (*card, place < up || self.dealer_turned))
    }

    /// The community cards that lie face up.
    pub fn board(&self) -> &[Card] {
        &self.community[..usize::from(self.turned)]
    }

    /// The street that is bet on, from 0, while one is.
    pub fn street(&self) -> Option<usize> {
        match self.stage {
            Stage::Street { street, .. } => Some(usize::from(street)),
            _ => None,
        }
    }

    /// All that a decision on this hand may rest on.
    pub fn situation(&self, at: HandAt) -> Option<Situation<'_>> {
        let hand = self.hands.iter().find(|hand| hand.at() == at)?;
        Some(Situation {
            cards: hand.cards(),
            up: self.dealer.first().copied().filter(|_| self.up_cards() > 0),
            hole: None,
            board: self.board(),
            split: false,
            parts: 1,
            main: hand.main(),
            added: hand.bets(),
            free: FreeBets::NONE,
            offers: &self.offers,
        })
    }

    fn rules(&self) -> &Stud {
        self.game.stud().expect("a round of stud is made for a game of stud")
    }

    /// How many of the dealer's cards are dealt face up.
    fn up_cards(&self) -> usize {
        let showdown = self.rules().showdown.as_ref();
        showdown.map_or(0, |showdown| usize::from(showdown.up_cards))
    }

    fn note(&self, step: Procedure, what: What, events: &mut Vec<Event>) {
        let clause = self.game.procedure.get(step);
        events.push(Event { what, clause });
    }

    fn is_offered(&self, action: Action) -> bool {
        self.offers.iter().any(|offer| offer.allows(action))
    }

    /// Whether the deck still holds this card.
    fn is_left(&self, card: Card) -> bool {
        let in_hands = self.hands.iter().flat_map(|hand| hand.cards.iter());
        let out = in_hands.chain(&self.dealer).chain(&self.community).chain(&self.extra);
        out.filter(|other| **other == card).count() < usize::from(self.game.deck.count(card))
    }

    /// Puts a card where the stage wants it and goes on to the next thing to ask for.
    fn receive(&mut self, card: Card, events: &mut Vec<Event>) {
        let Next::Card { to } = self.next() else {
            unreachable!("`play` lets a card through only when a card is asked for")
        };
        let mut step = Procedure::LayOut;
        match self.stage {
            Stage::Hole { hand } => {
                if hand == 0 && self.hands[0].cards.is_empty() {
                    self.note_bets(events);
                }
                self.hands[usize::from(hand)].cards.push(card);
                step = Procedure::Deal;
            }
            Stage::Dealer => {
                self.dealer.push(card);
                step = match to {
                    Place::Up => Procedure::UpCard,
                    _ => Procedure::HoleCard,
                };
            }
            Stage::Community => self.community.push(card),
            _ => self.extra.push(card),
        }
        self.note(step, What::Dealt { to, card: Some(card) }, events);
        self.next_card(events);
    }

    fn note_bets(&self, events: &mut Vec<Event>) {
        for (place, hand) in self.hands.iter().enumerate() {
            let sides = (0..SideBet::COUNT_MAX as u8).filter(|side| hand.rides(usize::from(*side)));
            let sides = sides.map(|side| (WagerKind::Side(side), hand.side[usize::from(side)]));
            for (kind, amount) in self.main_wagers(place).into_iter().chain(sides) {
                let own = match kind {
                    WagerKind::Side(side) => self.game.citations.side_bets[usize::from(side)].placed,
                    _ => None,
                };
                let wager = Wager { hand: hand.at(), kind };
                events.push(Event {
                    what: What::Placed { wager, amount },
                    clause: own.or(self.game.procedure.get(Procedure::PlaceBets)),
                });
            }
        }
    }

    /// Finds where the next card goes; when all are dealt, the first street begins.
    fn next_card(&mut self, events: &mut Vec<Event>) {
        let rules = self.rules();
        let (hole, extra) = (
            usize::from(rules.hands.hole_cards),
            usize::from(rules.hands.extra_cards),
        );
        let community = usize::from(rules.community_cards());
        if let Stage::Hole { hand } = self.stage {
            let next = (usize::from(hand) + 1) % self.hands.len();
            if self.hands[next].cards.len() < hole {
                self.stage = Stage::Hole { hand: next as u8 };
                return;
            }
        }
        if self.dealer.len() < usize::from(self.rules().dealer_cards()) {
            self.stage = Stage::Dealer;
        } else if self.community.len() < community {
            self.stage = Stage::Community;
        } else if self.extra.len() < extra {
            self.stage = Stage::Extra;
        } else {
            self.ask(0, 0, events);
        }
    }

    /// Asks the first hand from `hand` on that is still in and has a choice on this street; when there is none left,
    /// community cards are turned and the next street follows.
    fn ask(&mut self, street: u8, hand: usize, events: &mut Vec<Event>) {
        let mut from = hand;
        self.offers.clear();
        for street in street..self.rules().streets.len() as u8 {
            for hand in from..self.hands.len() {
                if self.hands[hand].standing == Standing::In {
                    if self.may_choose(hand) {
                        let held = &self.hands[hand];
                        self.offers = offers_to(self.rules(), usize::from(street), held.spots(), &held.cards);
                    }
                    if !self.offers.is_empty() {
                        self.stage = Stage::Street {
                            street,
                            hand: hand as u8,
                        };
                        return;
                    }
                    self.hands[hand].bets.push(Money::ZERO);
                }
            }
            from = 0;
            self.turn_community(street, events);
        }
        self.stage = Stage::Over;
        self.settle(events);
    }

    /// Whether a hand still in is asked on the streets to come.
    fn may_choose(&self, hand: usize) -> bool {
        let has_bet = self.hands[hand].bets.iter().any(|bet| *bet > Money::ZERO);
        !(has_bet && self.rules().hands.betting == Betting::Once)
    }

    /// Carries out a choice that was offered.
    fn act(&mut self, street: u8, hand: usize, action: Action, events: &mut Vec<Event>) {
        let at = self.hands[hand].at();
        let cited = self.game.citations.streets[usize::from(street)];
        let step = match action.kind {
            ActionKind::Fold => Procedure::Fold,
            _ => Procedure::Bet,
        };
        let clause = match step {
            Procedure::Fold => self.game.procedure.get(step).or(cited),
            _ => cited.or(self.game.procedure.get(step)),
        };
        let what = What::Chose { hand: at, action };
        events.push(Event { what, clause });
        let kind = WagerKind::Street(street + 1);
        let (main, spots) = (self.hands[hand].main(), self.hands[hand].spots());
        match action.kind.street_bet() {
            Some(times) => self.hands[hand].bets.push(main * i64::from(times)),
            None => self.fold(hand, events),
        }
        let amount = action.price(main, spots);
        if amount > Money::ZERO {
            self.placed += 1;
            let wager = Wager { hand: at, kind };
            let what = What::Placed { wager, amount };
            events.push(Event { what, clause });
        }
        if action.kind == ActionKind::PullBack {
            let (outcome, stake) = (Outcome::PulledBack, main * i64::from(spots));
            self.resolve(hand, kind, outcome, stake, Money::ZERO, clause, events);
        }
        let is_last = usize::from(street) + 1 == self.rules().streets.len();
        if is_last || action.kind == ActionKind::Fold || !self.may_choose(hand) {
            self.note(Procedure::Tuck, What::Tucked { hand: at }, events);
        }
    }

    /// Turns the community cards of a street, where a hand or a side bet still needs them.
    fn turn_community(&mut self, street: u8, events: &mut Vec<Event>) {
        let always = self.rules().hands.unneeded_cards == UnneededCards::Turned;
        let needed = always
            || self.hands.iter().any(|hand| {
                let rides = |place: usize| hand.rides(place) && self.game.side_bets[place].over.sees().community;
                hand.standing == Standing::In || (0..self.game.side_bets.len()).any(rides)
            });
        if !needed {
            return;
        }
        for _ in 0..self.rules().streets[usize::from(street)].cards {
            let card = self.community[usize::from(self.turned)];
            self.turned += 1;
            let place = Place::Community(self.turned);
            self.note(Procedure::TurnCommunity, What::Turned { place, card }, events);
        }
    }

    /// Turns the dealer's cards that lie face down.
    fn turn_dealer(&mut self, events: &mut Vec<Event>) {
        if !self.dealer_turned {
            self.dealer_turned = true;
            for card in &self.dealer[self.up_cards()..] {
                self.note(Procedure::Reveal, What::Revealed { card: *card }, events);
            }
        }
    }

    fn turn_extra(&mut self, events: &mut Vec<Event>) {
        if !self.extra_turned {
            self.extra_turned = true;
            for (card, number) in self.extra.iter().zip(1..) {
                let place = Place::Extra(number);
                self.note(Procedure::TurnExtra, What::Turned { place, card: *card }, events);
            }
        }
    }

    /// What must be true of every round that is over.
    fn assert_laws(&self) {
        assert_eq!(
            self.placed, self.resolved,
            "every wager of a round is resolved exactly once"
        );
        for (place, hand) in self.hands.iter().enumerate() {
            assert!(
                hand.standing != Standing::In && hand.side_open == 0,
                "no wager stays open"
            );
            let alone = self
                .hands
                .iter()
                .filter(|other| other.at().seat == hand.at().seat)
                .count()
                == 1;
            if let Some((_, max)) = self.cap_on_player(place).filter(|_| alone) {
                let paid = self.paid[usize::from(hand.at().seat) - 1];
                assert!(paid <= max, "a seat is paid no more than the cap");
            }
        }
    }
}

/// What a hand of so many spots and these hole cards may do on a street.
pub fn offers_to(rules: &Stud, street: usize, spots: u8, cards: &[Card]) -> Offers {
    let street = &rules.streets[street];
    let mut offers = offers_on(street, spots);
    if street.larger_bets_with.is_some() {
        let (strength, size) = (rules.strength(cards), rules.hands.hand_size);
        let allows = |times: u8| street.allows(times, strength, size);
        offers.retain(|offer| offer.kind.street_bet().is_none_or(allows));
    }
    offers
}

/// What hands of so many spots may do on a street, all of them taken together.
pub fn offers_on(street: &Street, spots: u8) -> Offers {
    let fold = street.fold.then_some(ActionKind::Fold);
    let bets = street.bets.iter().map(|times| bet_on(street, *times));
    let offer = |kind| Offer {
        spots,
        ..Offer::plain(kind)
    };
    fold.into_iter().chain(bets).map(offer).collect()
}

/// What leaves so many main bets on a street.
pub const fn bet_on(street: &Street, times: u8) -> ActionKind {
    match (street.placed, times) {
        (StreetPlaced::InTurn, times) => ActionKind::Bet(times),
        (StreetPlaced::BeforeDeal, 0) => ActionKind::PullBack,
        (StreetPlaced::BeforeDeal, _) => ActionKind::Ride,
    }
}

#[cfg(test)]
mod tests;
