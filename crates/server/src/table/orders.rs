//! Orders of players: who may give them, and what comes of them.

use std::sync::Arc;

use croupier_house::{AccountId, Code, Entry, Role, TableStanding, Transfer, TransferId, TransferKind};
use croupier_rules::Money;
use croupier_table::{Action, ActionKind};

use super::books::{Draft, Purpose, Requester, Then};
use super::dealer::{Dealer, Stage};
use super::seat::Seat;
use crate::ledger::day;
use crate::offers::{self, price};
use crate::person::Person;
use crate::problem::Problem;
use crate::slip;
use crate::telling::{TableEvent, viewer};
use crate::wire::{self, CoachWhen, Command, DecisionAt, Message, Order};

/// The most chips that are bought or sold at once.
const EXCHANGE_MAX: i64 = 1_000_000;

/// What came of an order.
pub(super) enum Obeyed {
    /// It is done.
    Done,
    /// The books are asked, and it is answered when they have answered.
    Asked,
}

impl Dealer {
    pub(super) fn order(&mut self, connection: u64, order: Order) {
        let Some(viewer) = self.audience.viewer(connection) else {
            return;
        };
        let Some(person) = viewer else {
            let problem = Some(Problem::not_signed_in());
            self.send(connection, &Message::Reply { id: order.id, problem });
            return;
        };
        let requester = Requester::new(connection, order.id, self.fixed.id.uuid(), person.id, &order.command);
        if let Some(before) = self.errands.memory.recall(&requester) {
            let problem = before.unwrap_or_else(Some);
            self.send(connection, &Message::Reply { id: order.id, problem });
            return;
        }
        metrics::counter!("croupier_orders_total").increment(1);
        match self.carry_out(&requester, &person, order.command) {
            Ok(Obeyed::Done) => self.reply(&requester, None),
            Ok(Obeyed::Asked) => {}
            // It may have been done before this process began: the books know.
            Err(problem) => self.ask(Purpose::Repeat(requester, problem)),
        }
    }

    fn carry_out(&mut self, requester: &Requester, person: &Arc<Person>, command: Command) -> Result<Obeyed, Problem> {
        if person.role == Role::Auditor {
            return Err(Problem::not_allowed("players"));
        }
        match command {
            Command::Sit { seat } => self.sit(person, seat),
            Command::Leave => self.leave(person),
            Command::BuyIn { cents } => self.buy_in(requester, person, cents),
            Command::CashOut { cents } => self.cash_out(requester, person, cents),
            Command::Bet { hands } => self.bet(person, &hands),
            Command::Ready => self.ready(person),
            Command::Act {
                decision,
                action,
                amount,
            } => self.act_asked(requester, person, decision, &action, amount),
            Command::Seal { commitment } => self.seal(requester, person, commitment),
            Command::Open { seed } => self.open_seed(requester, person, seed),
            Command::Cut { cards } => self.cut_asked(requester, person, cards),
            Command::SitOut { on } => self.sit_out(person, on),
            Command::Pace { fast } => {
                self.seat_mut(person)?.1.fast = fast;
                Ok(Obeyed::Done)
            }
            Command::Coach { when } => {
                let (number, seat) = self.seat_mut(person)?;
                seat.coach = when;
                let deciding = matches!(self.stage, Stage::Deciding { seat, .. } if seat == number);
                if let (CoachWhen::Before, true, Some(decision)) = (when, deciding, self.decision()) {
                    self.coach(decision, None);
                }
                Ok(Obeyed::Done)
            }
        }
    }

    pub(super) fn seat_mut(&mut self, person: &Person) -> Result<(u8, &mut Seat), Problem> {
        let number = self.seat_of(person);
        let seat = number.and_then(|number| Some((number, self.seats.get_mut(&number)?)));
        seat.ok_or_else(|| Problem::new("not-seated", "Take a seat first."))
    }

    fn sit(&mut self, person: &Arc<Person>, number: u8) -> Result<Obeyed, Problem> {
        if number == 0 || number > self.fixed.game.table.seats {
            let message = format!(
                "There is no seat {number}; seats are numbered 1 to {}.",
                self.fixed.game.table.seats
            );
            return Err(Problem::new("no-such-seat", message));
        }
        if self.terms.standing == TableStanding::Closed || self.terms.text.closing_ordered_by.is_some() {
            return Err(Problem::new("closed", "The table is closed."));
        }
        if let Some(taken) = self.seats.get(&number) {
            return match taken.person.id == person.id {
                true => Ok(Obeyed::Done),
                false => Err(Problem::new("seat-taken", format!("{} sits there.", taken.person.name))),
            };
        }
        if let Some(other) = self.seat_of(person) {
            return Err(Problem::new(
                "seated",
                format!("You sit at seat {other}; leave it first."),
            ));
        }
        self.seats
            .insert(number, Seat::new(Arc::clone(person), self.fixed.times.bank));
        self.show(vec![TableEvent::Person(format!(
            "{} takes seat {number}.",
            person.name
        ))]);
        if matches!(self.stage, Stage::Betting { until: None }) {
            self.make_ready();
        }
        Ok(Obeyed::Done)
    }

    fn leave(&mut self, person: &Person) -> Result<Obeyed, Problem> {
        let (number, seat) = self.seat_mut(person)?;
        seat.leaving = true;
        seat.bets.clear();
        self.release_seats();
        let deciding = matches!(self.stage, Stage::Deciding { seat, .. } if seat == number);
        if let (true, Some(choice)) = (deciding, self.choice()) {
            self.act_by_clock(offers::safe(&choice));
        }
        Ok(Obeyed::Done)
    }

    /// Takes those from their seats who have left, or for whom the seat was held long enough. Somebody with a hand in play
    /// keeps the seat until it is played, by the safe default.
    pub(super) fn release_seats(&mut self) {
        let now = self.now.instant;
        let playing = self.is_playing() || self.audience.is_showing();
        let mut gone = Vec::new();
        for (number, seat) in &mut self.seats {
            if seat.held_until.is_some_and(|until| until <= now) {
                seat.leaving = true;
            }
            let in_play = playing && self.play.as_ref().is_some_and(|play| play.seats.contains_key(number));
            if seat.leaving && !in_play {
                gone.push(*number);
            }
        }
        for number in gone {
            if let Some(seat) = self.seats.remove(&number) {
                self.show(vec![TableEvent::Person(format!(
                    "{} leaves seat {number}.",
                    seat.person.name
                ))]);
            }
        }
        let nobody_bets = self.seats.values().all(|seat| seat.bets.is_empty());
        let nobody_there = !self.seats.values().any(Seat::is_present);
        match self.stage {
            Stage::Betting { until: Some(_) } if nobody_bets => self.enter(Stage::Betting { until: None }),
            // Nobody is there to see a shuffle; it is made ready for whoever comes.
            Stage::Sealing { .. } | Stage::Opening { .. } | Stage::Cutting { .. } if nobody_there => {
                self.enter(Stage::Betting { until: None });
            }
            Stage::Cutting { seat, .. } if !self.seats.contains_key(&seat) => self.ask_to_cut(),
            _ => {}
        }
    }

    fn buy_in(&mut self, requester: &Requester, person: &Arc<Person>, cents: i64) -> Result<Obeyed, Problem> {
        if !(100..=EXCHANGE_MAX).contains(&cents) || cents % 100 != 0 {
            let message = "Buy whole dollars, $1 to $10,000 at once.";
            return Err(Problem::new("amount-not-allowed", message));
        }
        person.may_buy(cents, day(self.now.wall))?;
        let said = format!("{} buys {} in chips.", person.name, Money::from_cents(cents));
        self.exchange(requester, person, cents, Code::BuyIn, said)
    }

    fn cash_out(&mut self, requester: &Requester, person: &Arc<Person>, cents: i64) -> Result<Obeyed, Problem> {
        if cents <= 0 || cents > person.purse().available {
            let has = Money::from_cents(person.purse().available);
            return Err(Problem::new("chips-too-few", format!("You have {has} to sell.")));
        }
        let said = format!("{} sells {} in chips.", person.name, Money::from_cents(cents));
        self.exchange(requester, person, -cents, Code::CashOut, said)
    }

    /// Chips change hands with the rack.
    fn exchange(
        &mut self,
        requester: &Requester,
        person: &Arc<Person>,
        cents: i64,
        code: Code,
        said: String,
    ) -> Result<Obeyed, Problem> {
        let (debit, credit): (AccountId, AccountId) = match code {
            Code::BuyIn => (self.fixed.rack, person.account),
            _ => (person.account, self.fixed.rack),
        };
        let mut batch = self.batch_of(requester);
        batch.entries.push(Entry::Transfer(Transfer {
            id: TransferId::fresh(),
            debit,
            credit,
            amount: Money::from_cents(cents.abs()),
            kind: TransferKind::Posted,
            code,
            round: None,
        }));
        let draft = Draft {
            bought: Some((Arc::clone(person), cents)),
            told: vec![TableEvent::Person(said)],
            ..Draft::default()
        };
        self.write(batch, draft, Then::Reply(requester.clone()));
        Ok(Obeyed::Asked)
    }

    fn bet(&mut self, person: &Arc<Person>, hands: &[wire::HandBet]) -> Result<Obeyed, Problem> {
        let (game, limits, stage) = (Arc::clone(&self.fixed.game), self.limits(), self.stage);
        let closing = self.terms.resting || self.terms.text.closing_ordered_by.is_some();
        let open = self.terms.standing == TableStanding::Open && !closing;
        let shuffled = self.shoe.shuffled.as_ref();
        let is_shuffled = shuffled.is_some();
        let withheld = shuffled.is_some_and(|shuffled| shuffled.shuffle.is_withheld_by(person.id));
        let (number, seat) = self.seat_mut(person)?;
        if !open {
            return Err(Problem::new("paused", "The table takes no bets now."));
        }
        if !matches!(stage, Stage::Betting { .. }) || !is_shuffled {
            return Err(Problem::new(
                "not-now",
                "Bets are taken when the next betting window opens, after the shuffle.",
            ));
        }
        if withheld {
            let message = "You committed to a client seed and did not open it: you sit out until the next shuffle.";
            return Err(Problem::new("seed-withheld", message));
        }
        if hands.is_empty() {
            seat.bets.clear();
            seat.ready = false;
        } else {
            let bets = slip::read(&game, limits, number, hands)?;
            seat.person.cover(slip::total(&game, &bets).cents())?;
            seat.bets = bets;
            seat.ready = false;
            seat.sits_out = false;
        }
        if let Stage::Betting { until } = self.stage {
            self.stage = self.window(until);
        }
        self.show(Vec::new());
        Ok(Obeyed::Done)
    }

    fn ready(&mut self, person: &Person) -> Result<Obeyed, Problem> {
        if !matches!(self.stage, Stage::Betting { .. }) {
            return Err(Problem::new("not-now", "There is nothing to be ready for now."));
        }
        self.seat_mut(person)?.1.ready = true;
        self.show(Vec::new());
        Ok(Obeyed::Done)
    }

    fn act_asked(
        &mut self,
        requester: &Requester,
        person: &Person,
        decision: DecisionAt,
        action: &str,
        amount: i64,
    ) -> Result<Obeyed, Problem> {
        let (number, _) = self.seat_mut(person)?;
        let next = self.play.as_ref().map(|play| play.decision());
        if next.is_none_or(|next| next.round != decision.round || decision.number < next.number) {
            let message = "That decision has been made: the answer came too late or twice.";
            return Err(Problem::new("decision-over", message));
        }
        let not_yours = || Problem::new("not-your-turn", "It is not this hand's turn.");
        let (Stage::Deciding { seat, until }, Some(choice)) = (self.stage, self.choice()) else {
            return Err(not_yours());
        };
        if seat != number || next != Some(decision) {
            return Err(not_yours());
        }
        let action = self.offered(&choice, action, amount)?;
        let used = self.now.instant.saturating_duration_since(until);
        if let Some(seat) = self.seats.get_mut(&number) {
            seat.bank = seat.bank.saturating_sub(used);
        }
        let coached = self.is_coached(number, CoachWhen::After);
        let decision = coached.then(|| self.decision()).flatten();
        let draft = Draft {
            coached: decision.map(|decision| (decision, action)),
            ..Draft::default()
        };
        let batch = self.batch_of(requester);
        self.act(action, batch, draft, Then::Reply(requester.clone()));
        Ok(Obeyed::Asked)
    }

    /// The action among the offers that the player's words mean, if the chips cover it.
    fn offered(&self, choice: &croupier_table::Choice, word: &str, amount: i64) -> Result<Action, Problem> {
        let offered = || {
            let words: Vec<&str> = choice.offers.iter().map(|offer| offer.kind.word()).collect();
            words.join(", ")
        };
        let not_offered = |what: String| Problem::new("not-offered", format!("{what} Offered: {}.", offered()));
        let offer = ActionKind::from_word(word).and_then(|kind| choice.offer(kind));
        let offer = offer.ok_or_else(|| not_offered(format!("`{word}` is not offered.")))?;
        let named = Action {
            kind: offer.kind,
            amount: Money::from_cents(amount),
        };
        // Where there is one amount only, it need not be named.
        let action = if amount == 0 && offer.min == offer.max {
            offer.in_full()
        } else {
            named
        };
        if !offer.allows(action) {
            let (min, max, step) = (offer.min, offer.max, offer.step);
            return Err(not_offered(format!(
                "{word} is for {min} to {max} on each spot, in steps of {step}."
            )));
        }
        let seat = choice.hand.seat;
        let view = self.play.as_ref().map(|play| play.round.view(viewer(Some(seat))));
        let hand = view
            .as_ref()
            .and_then(|view| view.hands.iter().find(|hand| hand.at == choice.hand));
        let cost = hand.map_or(Money::ZERO, |hand| price(hand, offer, action));
        if cost > Money::ZERO && cost > self.spendable(seat) {
            let message = format!("{word} costs {cost}, and you have {} to spend.", self.spendable(seat));
            return Err(Problem::new("chips-too-few", message));
        }
        Ok(action)
    }

    fn sit_out(&mut self, person: &Person, on: bool) -> Result<Obeyed, Problem> {
        let (_, seat) = self.seat_mut(person)?;
        seat.sits_out = on;
        seat.idle_rounds = 0;
        if on {
            seat.bets.clear();
        }
        self.show(Vec::new());
        Ok(Obeyed::Done)
    }
}
