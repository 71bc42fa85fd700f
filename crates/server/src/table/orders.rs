//! Orders of players: who may give them, and what comes of them.

use std::sync::Arc;

use croupier_house::{
    AccountId, Batch, Code, Entry, RequestId, Role, TableStanding, Transfer, TransferId, TransferKind,
};
use croupier_rules::Money;
use croupier_table::{Action, ActionKind};
use tokio::time::Instant;

use super::books::{Asker, Draft, Written, answer_of, differs};
use super::dealer::{Dealer, Stage};
use super::seat::Seat;
use crate::fairness::{CLIENT_SEED_BYTES_MAX, Cut};
use crate::ledger::{day, now};
use crate::offers::{self, price};
use crate::person::Person;
use crate::problem::Problem;
use crate::scene::at;
use crate::slip;
use crate::telling::{Told, viewer};
use crate::wire::{self, CoachWhen, Command, Message, Order};

/// The most chips that are bought or sold at once.
const EXCHANGE_MAX: i64 = 1_000_000;
/// The most characters of a player's own words for the shuffle.
const CLIENT_SEED_MAX: usize = 64;

/// What came of an order.
enum Obeyed {
    /// It is done.
    Done,
    /// It has been judged by the books.
    Written(Written),
}

impl Dealer {
    pub(super) async fn order(&mut self, connection: u64, order: Order) {
        let Some(viewing) = self.viewers.get(&connection) else {
            return;
        };
        let Some(person) = viewing.person.clone() else {
            let problem = Some(Problem::not_signed_in());
            self.send(connection, &Message::Reply { id: order.id, problem });
            return;
        };
        let asker = Asker::new(connection, order.id, self.id.uuid(), person.id, &order.command);
        if let Some(before) = self.memory.recall(&asker) {
            let problem = before.unwrap_or_else(Some);
            self.send(connection, &Message::Reply { id: order.id, problem });
            return;
        }
        metrics::counter!("croupier_orders_total").increment(1);
        match self.obey(&asker, &person, order.command).await {
            Ok(Obeyed::Done) => self.reply(&asker, None),
            Ok(Obeyed::Written(Written::Later)) => {}
            Ok(Obeyed::Written(written)) => self.reply(&asker, answer_of(written)),
            Err(problem) => {
                let problem = self.answered_before(&asker).await.unwrap_or(Some(problem));
                self.reply(&asker, problem);
            }
        }
    }

    /// What the order was answered before this process began, if it was: a repeat is refused only if the first was.
    async fn answered_before(&self, asker: &Asker) -> Option<Option<Problem>> {
        let answered = self.ledger.answered(RequestId::from(asker.id)).await.ok()??;
        if answered.asked != Batch::hash_of_asked(&asker.asked) {
            return Some(Some(differs()));
        }
        Some(match answered.reply {
            croupier_house::Reply::Done { .. } => None,
            croupier_house::Reply::Refused { status, .. } => answer_of(Written::Refused(status)),
        })
    }

    async fn obey(&mut self, asker: &Asker, person: &Arc<Person>, command: Command) -> Result<Obeyed, Problem> {
        if person.role == Role::Auditor {
            return Err(Problem::not_allowed("players"));
        }
        if self.stuck.is_some() {
            return Err(Problem::stopped());
        }
        match command {
            Command::Sit { seat } => self.sit(person, seat),
            Command::Leave => self.leave(person).await,
            Command::BuyIn { cents } => self.buy_in(asker, person, cents).await,
            Command::CashOut { cents } => self.cash_out(asker, person, cents).await,
            Command::Bet { hands } => self.bet(person, &hands),
            Command::Ready => self.ready(person),
            Command::Act { hand, action, amount } => self.act_asked(asker, person, hand, &action, amount).await,
            Command::Cut { cards } => self.cut_asked(asker, person, cards).await,
            Command::ClientSeed { text } => self.client_seed(person, text),
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

    fn seat_mut(&mut self, person: &Person) -> Result<(u8, &mut Seat), Problem> {
        let number = self.seat_of(person);
        let seat = number.and_then(|number| Some((number, self.seats.get_mut(&number)?)));
        seat.ok_or_else(|| Problem::new("not-seated", "Take a seat first."))
    }

    fn sit(&mut self, person: &Arc<Person>, number: u8) -> Result<Obeyed, Problem> {
        if number == 0 || number > self.game.table.seats {
            let message = format!(
                "There is no seat {number}; seats are numbered 1 to {}.",
                self.game.table.seats
            );
            return Err(Problem::new("no-such-seat", message));
        }
        if self.standing == TableStanding::Closed || self.closing {
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
            .insert(number, Seat::new(Arc::clone(person), self.times.bank));
        self.show(vec![Told::Person(format!("{} takes seat {number}.", person.name))]);
        if matches!(self.stage, Stage::Betting { until: None }) {
            self.open_betting();
        }
        Ok(Obeyed::Done)
    }

    async fn leave(&mut self, person: &Person) -> Result<Obeyed, Problem> {
        let (number, seat) = self.seat_mut(person)?;
        seat.leaving = true;
        seat.bets.clear();
        self.release_seats(Instant::now()).await;
        let deciding = matches!(self.stage, Stage::Deciding { seat, .. } if seat == number);
        if let (true, Some(choice)) = (deciding, self.choice()) {
            self.act_by_clock(offers::safe(&choice)).await;
        }
        Ok(Obeyed::Done)
    }

    /// Takes those from their seats who have left, or for whom the seat was held long enough. Somebody with a hand in play
    /// keeps the seat until it is played, by the safe default.
    pub(super) async fn release_seats(&mut self, now: Instant) {
        let playing = self.is_playing() || !self.queue.is_empty();
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
                self.show(vec![Told::Person(format!(
                    "{} leaves seat {number}.",
                    seat.person.name
                ))]);
            }
            if matches!(self.stage, Stage::Cutting { seat, .. } if seat == number) {
                self.open_betting();
            }
        }
        if let Stage::Betting { until: Some(_) } = self.stage
            && self.seats.values().all(|seat| seat.bets.is_empty())
        {
            self.stage = Stage::Betting { until: None };
            self.show(Vec::new());
        }
    }

    async fn buy_in(&mut self, asker: &Asker, person: &Arc<Person>, cents: i64) -> Result<Obeyed, Problem> {
        if !(100..=EXCHANGE_MAX).contains(&cents) || cents % 100 != 0 {
            let message = "Buy whole dollars, $1 to $10,000 at once.";
            return Err(Problem::new("amount-not-allowed", message));
        }
        person.may_buy(cents, day(now()))?;
        let said = format!("{} buys {} in chips.", person.name, Money::from_cents(cents));
        self.exchange(asker, person, cents, Code::BuyIn, said).await
    }

    async fn cash_out(&mut self, asker: &Asker, person: &Arc<Person>, cents: i64) -> Result<Obeyed, Problem> {
        if cents <= 0 || cents > person.purse().available {
            let has = Money::from_cents(person.purse().available);
            return Err(Problem::new("chips-too-few", format!("You have {has} to sell.")));
        }
        let said = format!("{} sells {} in chips.", person.name, Money::from_cents(cents));
        self.exchange(asker, person, -cents, Code::CashOut, said).await
    }

    /// Chips change hands with the rack.
    async fn exchange(
        &mut self,
        asker: &Asker,
        person: &Arc<Person>,
        cents: i64,
        code: Code,
        said: String,
    ) -> Result<Obeyed, Problem> {
        let (debit, credit): (AccountId, AccountId) = match code {
            Code::BuyIn => (self.rack, person.account),
            _ => (person.account, self.rack),
        };
        let mut batch = asker.batch();
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
            told: vec![Told::Person(said)],
            ..Draft::default()
        };
        let written = self.write(batch, draft, Some(asker.clone())).await;
        Ok(Obeyed::Written(written))
    }

    fn bet(&mut self, person: &Arc<Person>, hands: &[wire::HandBet]) -> Result<Obeyed, Problem> {
        let (game, limits) = (Arc::clone(&self.game), self.limits());
        let (standing, stage, resting) = (self.standing, self.stage, self.resting || self.closing);
        let (number, seat) = self.seat_mut(person)?;
        if standing != TableStanding::Open || resting {
            return Err(Problem::new("paused", "The table takes no bets now."));
        }
        if !matches!(stage, Stage::Betting { .. } | Stage::Cutting { .. }) {
            return Err(Problem::new(
                "not-now",
                "Bets are taken when the next betting window opens.",
            ));
        }
        if hands.is_empty() {
            seat.bets.clear();
            seat.ready = false;
        } else {
            let bets = slip::read(&game, limits, number, hands)?;
            seat.person.cover(slip::total(&bets).cents())?;
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
        if !matches!(self.stage, Stage::Betting { .. } | Stage::Cutting { .. }) {
            return Err(Problem::new("not-now", "There is nothing to be ready for now."));
        }
        self.seat_mut(person)?.1.ready = true;
        self.show(Vec::new());
        Ok(Obeyed::Done)
    }

    async fn act_asked(
        &mut self,
        asker: &Asker,
        person: &Person,
        hand: wire::HandAt,
        action: &str,
        amount: i64,
    ) -> Result<Obeyed, Problem> {
        let (number, _) = self.seat_mut(person)?;
        let not_yours = || Problem::new("not-your-turn", "It is not this hand's turn.");
        let (Stage::Deciding { seat, until }, Some(choice)) = (self.stage, self.choice()) else {
            return Err(not_yours());
        };
        if seat != number || at(choice.hand) != hand {
            return Err(not_yours());
        }
        let action = self.offered(&choice, action, amount)?;
        let used = Instant::now().saturating_duration_since(until);
        if let Some(seat) = self.seats.get_mut(&number) {
            seat.bank = seat.bank.saturating_sub(used);
        }
        let decision = if self.is_coached(number, CoachWhen::After) {
            self.decision()
        } else {
            None
        };
        let written = self.act(action, asker.batch(), Some(asker.clone())).await;
        if let (Some(decision), Written::Done) = (decision, written) {
            self.coach(decision, Some(action));
        }
        Ok(Obeyed::Written(written))
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
        let cost = hand.map_or(Money::ZERO, |hand| price(hand, action));
        if cost > Money::ZERO && cost > self.spendable(seat) {
            let message = format!("{word} costs {cost}, and you have {} to spend.", self.spendable(seat));
            return Err(Problem::new("chips-too-few", message));
        }
        Ok(action)
    }

    async fn cut_asked(&mut self, asker: &Asker, person: &Person, cards: u32) -> Result<Obeyed, Problem> {
        let (number, _) = self.seat_mut(person)?;
        match (self.stage, self.shoe.awaits_cut(&self.game)) {
            (Stage::Cutting { seat, .. }, Some((min, max))) if seat == number => {
                if cards < min || cards > max {
                    let message = format!("A cut of {cards} cards is too near to an end; cut {min} to {max}.");
                    return Err(Problem::new("cut-not-allowed", message));
                }
                let cut = Cut {
                    cards,
                    seat: Some(number),
                };
                let written = self.cut(cut, asker.batch(), Some(asker.clone())).await;
                Ok(Obeyed::Written(written))
            }
            _ => Err(Problem::new("not-now", "You are not asked to cut.")),
        }
    }

    fn client_seed(&mut self, person: &Person, text: String) -> Result<Obeyed, Problem> {
        if text.is_empty()
            || text.chars().count() > CLIENT_SEED_MAX
            || text.len() > CLIENT_SEED_BYTES_MAX
            || text.chars().any(char::is_control)
        {
            let message = "Words for the shuffle have 1 to 64 characters, none of them a control character.";
            return Err(Problem::new("text-unfit", message));
        }
        let mixed = self.shoe.mixed.is_some();
        let (_, seat) = self.seat_mut(person)?;
        seat.client_seed = Some(text);
        if !mixed {
            self.show(Vec::new());
        }
        Ok(Obeyed::Done)
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
