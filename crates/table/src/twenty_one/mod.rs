//! One deal of a game of 21, from the bets to the last settlement.

mod hand;
mod offers;
mod settle;
mod watch;

use std::sync::Arc;

use arrayvec::ArrayVec;
use croupier_rules::game::{Procedure, Settled};
use croupier_rules::play::{BlackjackCheck, FreeBets, Total, is_ace_ten};
use croupier_rules::twenty_one::{BlackjackPaid, DealerAlone, SecondCards, TwentyOne};
use croupier_rules::{Card, Game, Money};

use crate::dealt::Dealt;
use crate::event::{Event, Outcome, Wager, WagerKind, What};
use crate::nets::Nets;
use crate::step::{Action, ActionKind, Choice, HandAt, Illegal, Next, Offers, Place, Step};
use crate::wagers::{WagerFault, Wagers};
use hand::{CARDS_MAX, Hand, Standing, Start};

/// One deal of a game of 21.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwentyOneRound {
    game: Arc<Game>,
    /// The starting hands in the order they are dealt.
    starts: Vec<Start>,
    /// The hands in the order they are played; a split puts its new hand right behind the old one.
    hands: Vec<Hand>,
    /// The up card, the hole card, and the cards drawn.
    dealer: ArrayVec<Card, CARDS_MAX>,
    dealer_total: Total,
    hole_shown: bool,
    /// What the dealer's check has told everybody.
    check: Check,
    dealt: Dealt,
    stage: Stage,
    /// The offers of the choice that is open; empty when none is.
    offers: Offers,
    nets: Nets,
}

/// What is known from the dealer's check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Check {
    /// The dealer has not checked, and the up card may make a blackjack.
    Open,
    /// There is no dealer's blackjack, by the check or because the up card cannot make one.
    NoBlackjack,
}

/// How far the round has come. A number is a place among the starts or the hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    First(u8),
    Up,
    Second(u8),
    Hole,
    /// A blackjack that would be paid at once may be kept.
    Blackjack(u8),
    Insurance(u8),
    /// The hand may be surrendered before the dealer's check.
    BeforeCheck(u8),
    /// The hand has its turn and waits for a choice.
    Choose(u8),
    /// The hand has its turn and waits for a card, after which it plays on or has its double.
    Draw(u8),
    /// The hand has been split and waits for its second card, after which the hand behind it receives its own.
    SecondCard(u8),
    /// The hand behind one that was split waits for its second card, after which the one before plays on.
    SecondCardBehind(u8),
    /// The dealer takes cards.
    Dealer,
    Over,
}

impl TwentyOneRound {
    /// A round with these bets on the table, waiting for its first card.
    pub fn new(game: &Arc<Game>, wagers: &Wagers) -> Result<TwentyOneRound, WagerFault> {
        wagers.check(game)?;
        let starts = wagers.starting_hands().map(|(at, hand)| Start {
            at,
            first: ArrayVec::new(),
            main: hand.main,
            spots: hand.spot_count(),
            side: std::array::from_fn(|place| hand.side_stake(place)),
            insurance: Money::ZERO,
            parts: 1,
            in_play: false,
        });
        let starts: Vec<Start> = starts.collect();
        let mut hands = Vec::with_capacity(starts.len() + 3);
        hands.extend(starts.iter().zip(0..).map(|(start, place)| Hand::new(start, place)));
        Ok(TwentyOneRound {
            dealt: Dealt::new(&game.deck),
            game: Arc::clone(game),
            starts,
            hands,
            dealer: ArrayVec::new(),
            dealer_total: Total::default(),
            hole_shown: false,
            check: Check::Open,
            stage: Stage::First(0),
            offers: Offers::new(),
            nets: Nets::default(),
        })
    }

    /// What the round waits for.
    pub fn next(&self) -> Next {
        match self.stage {
            Stage::First(place) | Stage::Second(place) => Next::Card {
                to: Place::Hand(self.starts[usize::from(place)].at),
            },
            Stage::Up => Next::Card { to: Place::Up },
            Stage::Hole => Next::Card { to: self.hole_place() },
            Stage::Draw(place) | Stage::SecondCard(place) | Stage::SecondCardBehind(place) => Next::Card {
                to: Place::Hand(self.hands[usize::from(place)].at),
            },
            Stage::Dealer => Next::Card { to: Place::Dealer },
            Stage::Insurance(place) => self.choice(self.starts[usize::from(place)].at),
            Stage::Blackjack(place) | Stage::BeforeCheck(place) | Stage::Choose(place) => {
                self.choice(self.hands[usize::from(place)].at)
            }
            Stage::Over => Next::Over,
        }
    }

    /// Answers what the round waits for; what was not asked for is refused and nothing has changed.
    pub fn play(&mut self, step: Step, events: &mut Vec<Event>) -> Result<(), Illegal> {
        match (step, self.stage) {
            (_, Stage::Over) => return Err(self.illegal(step)),
            (Step::Choose(action), Stage::Insurance(place)) if self.is_offered(action) => {
                self.insure(usize::from(place), action, events);
            }
            (Step::Choose(action), Stage::Choose(place)) if self.is_offered(action) => {
                self.act(usize::from(place), action, events);
            }
            (Step::Choose(action), Stage::Blackjack(place)) if self.is_offered(action) => {
                self.take_or_keep(usize::from(place), action, events);
            }
            (Step::Choose(action), Stage::BeforeCheck(place)) if self.is_offered(action) => {
                self.surrender_or_keep(usize::from(place), action, events);
            }
            (Step::Choose(_), _)
            | (Step::Card(_), Stage::Blackjack(_) | Stage::Insurance(_) | Stage::BeforeCheck(_) | Stage::Choose(_)) => {
                return Err(self.illegal(step));
            }
            (Step::Card(card), _) => {
                if !self.dealt.take(card) {
                    return Err(self.illegal(step));
                }
                self.receive(card, events);
            }
        }
        if self.stage == Stage::Over {
            self.assert_settled();
        }
        Ok(())
    }

    /// The rules being played.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// What a seat has gained or lost so far, over its resolved wagers.
    pub fn net(&self, seat: u8) -> Money {
        self.nets.of(seat)
    }

    fn choice(&self, hand: HandAt) -> Next {
        Next::Choice(Choice {
            hand,
            offers: self.offers.clone(),
        })
    }

    fn is_offered(&self, action: Action) -> bool {
        self.offers.iter().any(|offer| offer.allows(action))
    }

    fn illegal(&self, step: Step) -> Illegal {
        Illegal::new(step, self.next())
    }

    fn rules(&self) -> &TwentyOne {
        self.game.twenty_one().expect("a round of 21 is made for a game of 21")
    }

    fn note(&self, step: Procedure, what: What, events: &mut Vec<Event>) {
        events.push(Event {
            what,
            clause: self.game.procedure.get(step),
        });
    }

    /// Puts a card where the stage wants it and goes on to the next thing to ask for.
    fn receive(&mut self, card: Card, events: &mut Vec<Event>) {
        match self.stage {
            Stage::First(place) => {
                if place == 0 {
                    self.note_bets(events);
                }
                self.deal_to_start(usize::from(place), card, events);
                self.stage = self.after_start(place, Stage::First, Stage::Up);
            }
            Stage::Up => {
                self.deal_to_dealer(card, Place::Up, Procedure::UpCard, events);
                self.stage = Stage::Second(0);
            }
            Stage::Second(place) => {
                self.deal_to_start(usize::from(place), card, events);
                let after = match self.rules().dealer.hole_card.is_dealt() {
                    true => Stage::Hole,
                    false => Stage::Insurance(0),
                };
                self.stage = self.after_start(place, Stage::Second, after);
                if self.stage == Stage::Insurance(0) {
                    self.after_deal(events);
                }
            }
            Stage::Hole => {
                self.deal_to_dealer(card, self.hole_place(), Procedure::HoleCard, events);
                self.hole_shown = self.rules().dealer.hole_card.is_face_up();
                self.after_deal(events);
            }
            Stage::Draw(place) => {
                self.deal_to_hand(usize::from(place), card, events);
                self.look_at(usize::from(place), events);
            }
            Stage::SecondCard(place) => {
                self.deal_to_hand(usize::from(place), card, events);
                self.stage = Stage::SecondCardBehind(place + 1);
            }
            Stage::SecondCardBehind(place) => {
                self.deal_to_hand(usize::from(place), card, events);
                self.look_at(usize::from(place) - 1, events);
            }
            Stage::Dealer => {
                self.deal_to_dealer(card, Place::Dealer, Procedure::DealerDraws, events);
                self.dealer_plays(events);
            }
            Stage::Blackjack(_) | Stage::Insurance(_) | Stage::BeforeCheck(_) | Stage::Choose(_) | Stage::Over => {
                unreachable!("`play` lets a card through only when a card is asked for")
            }
        }
    }

    /// Where the dealer's second card goes: a card that lies face up is another up card.
    fn hole_place(&self) -> Place {
        match self.rules().dealer.hole_card.is_face_up() {
            true => Place::Up,
            false => Place::Hole,
        }
    }

    fn after_start(&self, place: u8, same: impl Fn(u8) -> Stage, after: Stage) -> Stage {
        if usize::from(place) + 1 < self.starts.len() {
            same(place + 1)
        } else {
            after
        }
    }

    fn note_bets(&self, events: &mut Vec<Event>) {
        for start in &self.starts {
            let placed = |kind, amount| What::Placed {
                wager: Wager { hand: start.at, kind },
                amount,
            };
            let main = start.main * i64::from(start.spots);
            self.note(Procedure::PlaceBets, placed(WagerKind::Main, main), events);
            for (place, stake) in start
                .side
                .iter()
                .enumerate()
                .filter(|(_, stake)| **stake != Money::ZERO)
            {
                let clause = self.game.citations.side_bets[place].placed;
                events.push(Event {
                    what: placed(WagerKind::Side(place as u8), *stake),
                    clause: clause.or(self.game.procedure.get(Procedure::PlaceBets)),
                });
            }
        }
    }

    fn deal_to_start(&mut self, place: usize, card: Card, events: &mut Vec<Event>) {
        self.starts[place].first.push(card);
        self.hands[place].take(card);
        let to = Place::Hand(self.starts[place].at);
        self.note(Procedure::Deal, What::Dealt { to, card: Some(card) }, events);
    }

    fn deal_to_hand(&mut self, place: usize, card: Card, events: &mut Vec<Event>) {
        let hand = &mut self.hands[place];
        hand.take(card);
        let to = Place::Hand(hand.at);
        self.note(Procedure::Deal, What::Dealt { to, card: Some(card) }, events);
    }

    fn deal_to_dealer(&mut self, card: Card, to: Place, step: Procedure, events: &mut Vec<Event>) {
        self.dealer.push(card);
        self.dealer_total = self.dealer_total.with(card);
        self.note(step, What::Dealt { to, card: Some(card) }, events);
    }

    /// The cards are out: side bets on open cards, blackjacks that need not wait, then insurance.
    fn after_deal(&mut self, events: &mut Vec<Event>) {
        self.settle_side_bets(Settled::AfterDeal, events);
        let up = self.dealer[0].rank();
        if self.rules().dealer.check_under(up) == BlackjackCheck::Impossible {
            self.check = Check::NoBlackjack;
        }
        let waits = self.rules().blackjack_waits(up);
        for place in 0..self.hands.len() {
            if self.hands[place].is_blackjack() {
                self.hands[place].standing = Standing::Blackjack;
                if !waits {
                    self.pay_blackjack(place, Procedure::PayBlackjack, events);
                }
            }
        }
        self.ask_blackjacks(0, events);
    }

    /// Pays the blackjacks from `place` on that are paid at once; one that may be kept is asked about. Insurance follows.
    fn ask_blackjacks(&mut self, place: usize, events: &mut Vec<Event>) {
        if self.rules().blackjack.paid == BlackjackPaid::AtOnce {
            let up = self.dealer[0].rank();
            for place in place..self.hands.len() {
                if self.hands[place].standing != Standing::Blackjack {
                    continue;
                }
                if self.rules().may_keep_blackjack(up) {
                    self.offers = offers::blackjack_at_once();
                    self.stage = Stage::Blackjack(place as u8);
                    return;
                }
                self.pay_blackjack(place, Procedure::PayBlackjack, events);
            }
        }
        self.ask_insurance(0, events);
    }

    fn take_or_keep(&mut self, place: usize, action: Action, events: &mut Vec<Event>) {
        let hand = self.hands[place].at;
        let chose = What::Chose { hand, action };
        if action.kind == ActionKind::TakeBlackjack {
            self.note(Procedure::PayBlackjack, chose, events);
            self.pay_blackjack(place, Procedure::PayBlackjack, events);
        } else {
            self.note(Procedure::KeepBlackjack, chose, events);
        }
        self.ask_blackjacks(place + 1, events);
    }

    /// Asks the first start from `place` on that insurance can be offered to; when there is none left, the check follows.
    fn ask_insurance(&mut self, place: usize, events: &mut Vec<Event>) {
        let up = self.dealer[0].rank();
        let at_once = self.rules().blackjack.paid == BlackjackPaid::AtOnce;
        for place in place..self.starts.len() {
            let has_blackjack = self.hands[place].is_blackjack();
            if has_blackjack && at_once && self.hands[place].standing == Standing::Done {
                // The player took the pay instead of keeping the blackjack to insure it.
                continue;
            }
            let offers = offers::insurance(self.rules(), &self.starts[place], has_blackjack, up);
            if !offers.is_empty() {
                self.offers = offers;
                self.stage = Stage::Insurance(place as u8);
                return;
            }
        }
        self.ask_before_check(0, events);
    }

    /// Asks the first hand from `place` on that may be surrendered before the check; when there is none left, the check
    /// follows.
    fn ask_before_check(&mut self, place: usize, events: &mut Vec<Event>) {
        let up = self.dealer[0].rank();
        for place in place..self.hands.len() {
            let hand = &self.hands[place];
            if hand.standing == Standing::Open && self.rules().may_surrender_early(&hand.facts(), up) {
                self.offers = offers::before_check();
                self.stage = Stage::BeforeCheck(place as u8);
                return;
            }
        }
        self.offers.clear();
        self.dealer_checks(events);
    }

    fn surrender_or_keep(&mut self, place: usize, action: Action, events: &mut Vec<Event>) {
        let hand = self.hands[place].at;
        self.note(Procedure::Surrender, What::Chose { hand, action }, events);
        if action.kind == ActionKind::Surrender {
            self.surrender(place, events);
        }
        self.ask_before_check(place + 1, events);
    }

    fn insure(&mut self, place: usize, action: Action, events: &mut Vec<Event>) {
        let at = self.starts[place].at;
        let step = if action.kind == ActionKind::EvenMoney {
            Procedure::EvenMoney
        } else {
            Procedure::Insurance
        };
        self.note(step, What::Chose { hand: at, action }, events);
        match action.kind {
            ActionKind::Insurance => {
                let start = &mut self.starts[place];
                start.insurance = action.amount;
                let amount = action.price(start.main, start.spots);
                let wager = Wager {
                    hand: at,
                    kind: WagerKind::Insurance,
                };
                self.note(Procedure::Insurance, What::Placed { wager, amount }, events);
            }
            ActionKind::EvenMoney => self.pay_even_money(place, events),
            _ => {}
        }
        self.ask_insurance(place + 1, events);
    }

    /// The dealer looks at the hole card where the rules say so, and play begins unless it makes a blackjack.
    fn dealer_checks(&mut self, events: &mut Vec<Event>) {
        if self.rules().dealer.check_under(self.dealer[0].rank()) == BlackjackCheck::Checked {
            let blackjack = is_ace_ten(&self.dealer);
            if !self.hole_shown {
                self.note(Procedure::Check, What::Checked { blackjack }, events);
            }
            if blackjack {
                self.settle_dealer_blackjack(events);
                return;
            }
            self.check = Check::NoBlackjack;
        }
        if self.check == Check::NoBlackjack {
            self.collect_insurance(events);
            if self.rules().blackjack.paid == BlackjackPaid::AfterCheck {
                for place in 0..self.hands.len() {
                    if self.hands[place].standing == Standing::Blackjack {
                        self.pay_blackjack(place, Procedure::PayBlackjack, events);
                    }
                }
            }
        }
        self.take_turn(0, events);
    }

    /// Gives the turn to the first hand from `place` on that has one; when there is none left, the dealer plays.
    fn take_turn(&mut self, place: usize, events: &mut Vec<Event>) {
        for place in place..self.hands.len() {
            let hand = &self.hands[place];
            match hand.standing {
                Standing::Open if hand.cards.len() == 1 => {
                    self.stage = Stage::Draw(place as u8);
                    return;
                }
                Standing::Open => {
                    self.look_at(place, events);
                    return;
                }
                Standing::Blackjack if self.rules().blackjack.has_turn() => {
                    let offers = offers::in_turn(self.rules(), &self.hands[place], 1);
                    if offers.len() > 1 {
                        self.offers = offers;
                        self.stage = Stage::Choose(place as u8);
                        return;
                    }
                    self.take_blackjack(place, events);
                }
                _ => {}
            }
        }
        self.offers.clear();
        self.after_turns(events);
    }

    /// Looks at a hand that has just been given its turn or a card: it may be over, stand by itself, or have a choice.
    fn look_at(&mut self, place: usize, events: &mut Vec<Event>) {
        let hand = &self.hands[place];
        let rules = self.rules();
        if hand.total.is_bust() {
            if self.bust_waits(place) {
                self.hands[place].standing = Standing::Busted;
            } else {
                self.lose_bust(place, events);
            }
            return self.take_turn(place + 1, events);
        }
        if hand.is_split() && rules.is_blackjack(&hand.facts()) {
            self.pay_blackjack(place, Procedure::PayBlackjack, events);
            return self.take_turn(place + 1, events);
        }
        let winner = rules.best_winner(
            &hand.cards,
            self.dealer[0],
            hand.is_split(),
            hand.is_doubled(),
            hand.main,
        );
        if let Some(row) = winner {
            self.pay_winner(place, row, events);
            return self.take_turn(place + 1, events);
        }
        let parts = self.starts[usize::from(hand.start)].parts;
        let offers = offers::in_turn(rules, hand, parts);
        if !offers.is_empty() {
            self.offers = offers;
            self.stage = Stage::Choose(place as u8);
            return;
        }
        self.hands[place].standing = Standing::Waits;
        self.take_turn(place + 1, events);
    }

    /// Whether a busted hand's bets stay on the table: a dealer's blackjack is still possible, and would give some back.
    fn bust_waits(&self, place: usize) -> bool {
        let hand = &self.hands[place];
        let takes = self.rules().dealer.late_blackjack_takes;
        self.check == Check::Open && takes.keeps_busted(hand.is_split(), hand.is_doubled())
    }

    /// Carries out a choice that was offered.
    fn act(&mut self, place: usize, action: Action, events: &mut Vec<Event>) {
        let free = self.offers.iter().any(|offer| offer.free && offer.kind == action.kind);
        self.offers.clear();
        let hand = self.hands[place].at;
        let step = match action.kind {
            ActionKind::Double if free && self.cites(Procedure::FreeDouble) => Procedure::FreeDouble,
            ActionKind::Split if free && self.cites(Procedure::FreeSplit) => Procedure::FreeSplit,
            ActionKind::Hit => Procedure::Hit,
            ActionKind::Double if self.hands[place].is_doubled() => Procedure::DoubleAgain,
            ActionKind::Double => Procedure::Double,
            ActionKind::Split => Procedure::Split,
            ActionKind::Surrender => Procedure::Surrender,
            ActionKind::TakeBlackjack => Procedure::TakeBlackjack,
            _ => Procedure::Stand,
        };
        self.note(step, What::Chose { hand, action }, events);
        match action.kind {
            ActionKind::Hit => self.stage = Stage::Draw(place as u8),
            ActionKind::Double => self.double(place, action, step, events),
            ActionKind::Split => self.split(place, action, step, events),
            ActionKind::Surrender => {
                self.surrender(place, events);
                self.take_turn(place + 1, events);
            }
            ActionKind::TakeBlackjack => {
                self.take_blackjack(place, events);
                self.take_turn(place + 1, events);
            }
            _ => {
                self.hands[place].standing = Standing::Waits;
                self.take_turn(place + 1, events);
            }
        }
    }

    fn double(&mut self, place: usize, action: Action, step: Procedure, events: &mut Vec<Event>) {
        let free = self.rules().is_double_free(&self.hands[place].facts());
        let hand = &mut self.hands[place];
        hand.free = hand.free.doubled(hand.doubles.len(), free);
        hand.doubles.push(action.amount);
        hand.standing = Standing::Open;
        let kind = WagerKind::Double(hand.doubles.len() as u8);
        let wager = Wager { hand: hand.at, kind };
        let amount = action.price(hand.main, hand.spots);
        self.bet(wager, amount, free, step, events);
        self.stage = Stage::Draw(place as u8);
    }

    fn split(&mut self, place: usize, action: Action, step: Procedure, events: &mut Vec<Event>) {
        let start = usize::from(self.hands[place].start);
        self.starts[start].parts += 1;
        let parts = self.starts[start].parts;
        let free = self.rules().split.is_free(self.hands[place].cards[0].rank());
        let bets = if free { FreeBets::MAIN } else { FreeBets::NONE };
        let other = self.hands[place].part(parts, bets);
        let (from, to) = (self.hands[place].at, other.at);
        let amount = action.price(other.main, other.spots);
        self.hands.insert(place + 1, other);
        let wager = Wager {
            hand: to,
            kind: WagerKind::Main,
        };
        self.bet(wager, amount, free, step, events);
        self.note(step, What::Parted { from, to }, events);
        self.stage = match self.rules().split.second_cards {
            SecondCards::InTurn => Stage::Draw(place as u8),
            SecondCards::AtOnce => Stage::SecondCard(place as u8),
        };
    }

    /// A bet is added in a hand's turn: by the player, or by the house.
    fn bet(&self, wager: Wager, amount: Money, free: bool, step: Procedure, events: &mut Vec<Event>) {
        let what = match free {
            true => What::FreeBet { wager, face: amount },
            false => What::Placed { wager, amount },
        };
        self.note(step, what, events);
    }

    /// Whether a step has a clause of its own.
    fn cites(&self, step: Procedure) -> bool {
        self.game.procedure.get(step).is_some()
    }

    fn take_blackjack(&mut self, place: usize, events: &mut Vec<Event>) {
        if self.check == Check::NoBlackjack || self.rules().blackjack.beats_blackjack() {
            self.pay_waiting_blackjack(place, events);
        }
    }

    /// All hands have been played: the hole card is shown, and the dealer draws if anything depends on it.
    fn after_turns(&mut self, events: &mut Vec<Event>) {
        if self.dealer.len() == 2 {
            if !self.hole_shown {
                self.show_hole(events);
            }
            return self.dealer_plays(events);
        }
        if self.anything_waits() || self.has_open_side_bets(&[Settled::AtReveal]) || self.completes_hand() {
            self.stage = Stage::Dealer;
        } else {
            self.stage = Stage::Over;
        }
    }

    fn show_hole(&mut self, events: &mut Vec<Event>) {
        self.mark_in_play();
        self.hole_shown = true;
        self.note(Procedure::Reveal, What::Revealed { card: self.dealer[1] }, events);
        self.settle_side_bets(Settled::AtReveal, events);
    }

    fn anything_waits(&self) -> bool {
        self.hands
            .iter()
            .any(|hand| matches!(hand.standing, Standing::Waits | Standing::Busted | Standing::Blackjack))
            || self.starts.iter().any(|start| start.insurance != Money::ZERO)
    }

    /// The dealer has two cards or more, the hole card shown: draws on, or finishes and settles.
    fn dealer_plays(&mut self, events: &mut Vec<Event>) {
        if self.dealer.len() == 2 {
            if !self.hole_shown {
                // Without a hole card the second card comes face up, and side bets on it are settled now.
                self.mark_in_play();
                self.hole_shown = true;
                self.settle_side_bets(Settled::AtReveal, events);
            }
            if self.check == Check::Open {
                if is_ace_ten(&self.dealer) {
                    return self.settle_late_blackjack(events);
                }
                self.check = Check::NoBlackjack;
                self.collect_busted(events);
                self.collect_insurance(events);
                self.pay_waiting_blackjacks(events);
            }
        }
        let completes = self.hands.iter().any(|hand| hand.standing == Standing::Waits) || self.completes_hand();
        if completes && self.rules().dealer.soft_17.dealer_draws(self.dealer_total) {
            self.stage = Stage::Dealer;
            return;
        }
        if completes {
            self.settle_complete(events);
        }
        self.stage = Stage::Over;
    }

    /// Whether the dealer completes the hand though no hand waits to be compared: always, or for a bet on it.
    fn completes_hand(&self) -> bool {
        self.rules().dealer.alone == DealerAlone::Draws
            || self.has_open_side_bets(&[Settled::BeforeMain, Settled::AfterMain])
    }

    /// Our own mistake if it fails: every wager is resolved exactly once by the end of the round.
    fn assert_settled(&self) {
        assert!(
            self.hands.iter().all(|hand| hand.standing == Standing::Done)
                && self.starts.iter().all(|start| start.insurance == Money::ZERO && start.side.iter().all(|stake| *stake == Money::ZERO)),
            "a round ended with an open wager"
        );
    }

    fn settle(
        &mut self,
        wager: Wager,
        outcome: Outcome,
        stake: Money,
        net: Money,
        clause: Option<u16>,
        events: &mut Vec<Event>,
    ) {
        self.nets.add(wager.hand.seat, net);
        events.push(Event {
            what: What::Settled {
                wager,
                outcome,
                stake,
                net,
            },
            clause,
        });
    }
}
