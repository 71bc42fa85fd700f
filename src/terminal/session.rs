//! A night at the table, without any input or output: the game, the shoe, the player's money, the round in play and what
//! has been said. Both front ends drive it and show it.

use std::sync::Arc;

use croupier_rules::{Game, Money};
use croupier_solver::HandQuestion;
use croupier_solver::solution::ActionValue;
use croupier_table::shoe::Needs;
use croupier_table::transcript::{self, Transcript};
use croupier_table::{
    Action, ActionKind, CardWords, Choice, Commentary, Event, HandAt, HandView, HandWagers, Next, Offer, Outcome,
    Round, SeatWagers, Shoe, ShoeEvent, Step, Strategy, View, Viewer, Wager, Wagers, What,
};

use super::bots::MimicDealer;

/// Who sits where.
#[derive(Clone, Copy, Debug)]
pub struct Seats {
    /// How many seats are taken.
    pub taken: u8,
    /// The player's own.
    pub yours: u8,
}

/// One night at the table.
#[derive(Clone, Debug)]
pub struct Session {
    game: Arc<Game>,
    /// The word the game was opened by: its id, or the path of its rules file.
    word: String,
    shoe: Shoe,
    seats: Seats,
    /// The player's money that is not on the table.
    cash: Money,
    /// What the player had after each round, from the start.
    history: Vec<Money>,
    /// The player's bets of the last round, or to begin with the least.
    bets: Vec<HandWagers>,
    /// The limits of a cut that is due.
    cut: Option<(usize, usize)>,
    round: Option<Played>,
    log: Vec<Line>,
    cards: CardWords,
}

/// A round with everything needed to write it down.
#[derive(Clone, Debug)]
struct Played {
    round: Round,
    wagers: Wagers,
    steps: Vec<Step>,
    results: Vec<Resolved>,
    /// The player's money before the bets.
    cash_before: Money,
}

/// One of the player's wagers, resolved.
#[derive(Clone, Copy, Debug)]
pub struct Resolved {
    /// Which.
    pub wager: Wager,
    /// How it ended.
    pub outcome: Outcome,
    /// What it won or lost.
    pub net: Money,
}

/// One line of the commentary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The sentence.
    pub text: String,
    /// The clause it carries out.
    pub cites: Option<String>,
    /// How it should strike the eye.
    pub tone: Tone,
}

/// How a line should strike the eye.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// The dealer's ordinary business.
    Plain,
    /// About the player.
    Yours,
    /// The player gains.
    Gain,
    /// The player loses.
    Loss,
}

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The player's bets.
    Betting,
    /// The dealer or another player, who act by themselves.
    Moving,
    /// The player's choice.
    Choosing,
}

/// What the player wanted is not possible, and why. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

impl Session {
    /// Sits down with this much money at a table with this shoe.
    pub fn new(game: &Arc<Game>, seats: Seats, bankroll: Money, shoe: Shoe) -> Session {
        let mut session = Session {
            game: Arc::clone(game),
            word: game.id.clone(),
            shoe,
            seats,
            cash: bankroll,
            history: vec![bankroll],
            bets: vec![HandWagers::new(game.main_bet.lowest())],
            cut: None,
            round: None,
            log: Vec::new(),
            cards: CardWords::Spoken,
        };
        session.prepare_shoe();
        session
    }

    /// A written round as far as these lines, seen from this seat.
    pub fn retold(game: &Arc<Game>, seat: u8, wagers: Wagers, lines: &[transcript::Line]) -> Result<Session, Refused> {
        let refused = |fault: &dyn std::fmt::Display| Refused(fault.to_string());
        let round = Round::new(game, &wagers).map_err(|fault| refused(&fault))?;
        let seats = Seats {
            taken: wagers.seats.iter().map(|seat| seat.seat).max().unwrap_or(1),
            yours: seat,
        };
        let mut session = Session::new(game, seats, Money::ZERO, Shoe::from_cards(game, Vec::new()));
        let mine = wagers.seats.iter().find(|wagers| wagers.seat == seat);
        session.bets = mine.map_or_else(Vec::new, |wagers| wagers.hands.clone());
        session.cards = CardWords::Symbols;
        session.round = Some(Played {
            round,
            wagers,
            steps: Vec::new(),
            results: Vec::new(),
            cash_before: Money::ZERO,
        });
        for line in lines {
            match line.refused {
                false => session.play(line.step)?,
                true => session.say(format!("Refused: {line}."), None, Tone::Plain),
            }
        }
        Ok(session)
    }

    /// The same session, with its game opened by this word: an id, or the path of a rules file.
    pub fn opened_as(self, word: &str) -> Session {
        Session {
            word: word.to_string(),
            ..self
        }
    }

    /// The same session, with cards written this way in the commentary.
    pub fn with_cards(self, cards: CardWords) -> Session {
        Session { cards, ..self }
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Who sits where.
    pub fn seats(&self) -> Seats {
        self.seats
    }

    /// The player's money that is not on the table.
    pub fn cash(&self) -> Money {
        self.cash
    }

    /// The player's money on the table.
    pub fn on_table(&self) -> Money {
        match &self.round {
            Some(played) => played.cash_before + played.results.iter().map(|result| result.net).sum() - self.cash,
            None => Money::ZERO,
        }
    }

    /// What the player had after each round, from the start.
    pub fn history(&self) -> &[Money] {
        &self.history
    }

    /// The player's bets of the last round, or to begin with the least.
    pub fn bets(&self) -> &[HandWagers] {
        &self.bets
    }

    /// Everything said so far.
    pub fn log(&self) -> &[Line] {
        &self.log
    }

    /// The cards to come.
    pub fn shoe(&self) -> &Shoe {
        &self.shoe
    }

    /// The least and the most cards of a cut that is due.
    pub fn cut_due(&self) -> Option<(usize, usize)> {
        self.cut
    }

    /// What the table waits for.
    pub fn phase(&self) -> Phase {
        match self.round.as_ref().map(|played| played.round.next()) {
            None | Some(Next::Over) => Phase::Betting,
            Some(Next::Choice(choice)) if choice.hand.seat == self.seats.yours => Phase::Choosing,
            Some(_) => Phase::Moving,
        }
    }

    /// The round in play or the last one, as the player sees it.
    pub fn view(&self) -> Option<View> {
        let viewer = Viewer::Seat(self.seats.yours);
        self.round.as_ref().map(|played| played.round.view(viewer))
    }

    /// The choice the player has to make.
    pub fn choice(&self) -> Option<Choice> {
        match self.round.as_ref()?.round.next() {
            Next::Choice(choice) if choice.hand.seat == self.seats.yours => Some(choice),
            _ => None,
        }
    }

    /// The player's wagers that are resolved in this round.
    pub fn results(&self) -> &[Resolved] {
        self.round.as_ref().map_or(&[], |played| &played.results)
    }

    /// The last round as a transcript. A round in play is not written down: its hidden cards would be in it.
    pub fn transcript(&self) -> Result<String, Refused> {
        let played = match &self.round {
            Some(played) if played.round.next() == Next::Over => played,
            Some(_) => return Err(Refused("a round is saved when it is over; finish it first".to_string())),
            None => return Err(Refused("there is no round to save yet; play one first".to_string())),
        };
        let mut transcript = Transcript::of(&self.word, &self.game, &played.wagers, &played.steps);
        transcript.story.push(format!(
            "A round of {}, played at seat {}.",
            self.game.short_name, self.seats.yours
        ));
        let replay = transcript
            .replay(&self.game)
            .map_err(|fault| Refused(fault.to_string()))?;
        Ok(transcript.text(&self.game, &replay))
    }

    /// What an action of an offer costs the player.
    pub fn cost(&self, hand: &HandView, offer: &Offer, action: Action) -> Money {
        offer.price(action, hand.main, hand.spots)
    }

    /// Whether the player has the money for an offer, at least in part.
    pub fn affords(&self, hand: &HandView, offer: &Offer) -> bool {
        let least = Action {
            kind: offer.kind,
            amount: offer.min,
        };
        self.cost(hand, offer, least) <= self.cash
    }

    /// Cuts so many cards to the bottom of a fresh shoe.
    pub fn cut(&mut self, cards: usize) -> Result<(), Refused> {
        let mut events = Vec::new();
        self.shoe
            .cut(cards, &mut events)
            .map_err(|refused| Refused(refused.to_string()))?;
        self.cut = None;
        self.note_shoe(&events);
        Ok(())
    }

    /// Places the player's bets, one entry a hand, and starts a round.
    pub fn bet(&mut self, hands: Vec<HandWagers>) -> Result<(), Refused> {
        if self.phase() != Phase::Betting {
            return Err(Refused("the bets are down; finish this round first".to_string()));
        }
        let wagers = self.all_wagers(&hands);
        let round = Round::new(&self.game, &wagers).map_err(|fault| Refused(fault.to_string()))?;
        let stake = hands.iter().map(|hand| hand.total(&self.game)).sum::<Money>();
        if stake > self.cash {
            return Err(Refused(format!(
                "these bets come to {stake} and you have {}; bet less",
                self.cash
            )));
        }
        let mut events = Vec::new();
        self.shoe.prepare_and_cut(&mut events);
        self.cut = None;
        self.note_shoe(&events);
        self.bets = hands;
        self.round = Some(Played {
            round,
            wagers,
            steps: Vec::new(),
            results: Vec::new(),
            cash_before: self.cash,
        });
        Ok(())
    }

    /// Makes the player's choice.
    pub fn choose(&mut self, action: Action) -> Result<(), Refused> {
        let (Some(choice), Some(view)) = (self.choice(), self.view()) else {
            return Err(Refused("there is nothing to choose now".to_string()));
        };
        if let Some(hand) = view.hands.iter().find(|hand| hand.at == choice.hand) {
            let offer = choice.offer(action.kind);
            let cost = offer.map_or(Money::ZERO, |offer| self.cost(hand, offer, action));
            // A player who can afford nothing that is offered plays on credit rather than not at all.
            let stuck = !choice.offers.iter().any(|offer| self.affords(hand, offer));
            if cost > self.cash && !stuck {
                return Err(Refused(format!("that costs {cost} and you have {}", self.cash)));
            }
        }
        self.play(Step::Choose(action))
    }

    /// Says what each choice is worth on average, best first, for the cards on the table.
    pub fn coach(&mut self) -> Result<(), Refused> {
        let refused = |why: &dyn std::fmt::Display| Refused(why.to_string());
        let (Some(choice), Some(played)) = (self.choice(), &self.round) else {
            return Err(Refused("the coach speaks when you are to choose".to_string()));
        };
        let question = HandQuestion::of(&played.round, &[]);
        let question = question.ok_or_else(|| refused(&"the coach has no answer here"))?;
        let value = croupier_solver::hand(&self.game, &question).map_err(|fault| refused(&fault))?;
        let hand = self.view().and_then(|view| {
            let hand = view.hands.into_iter().find(|hand| hand.at == choice.hand)?;
            Some(hand.main.cents() as f64 * f64::from(hand.spots))
        });
        let unit = hand.ok_or_else(|| refused(&"the coach has no answer here"))?;
        let offered = value.actions.iter().filter(|action| {
            let kind = ActionKind::from_word(&action.action);
            kind.is_some_and(|kind| choice.offer(kind).is_some())
        });
        let best = offered
            .clone()
            .map(|action| action.ev)
            .fold(f64::NEG_INFINITY, f64::max);
        let words: Vec<String> = offered.map(|action| counsel(action, best, unit)).collect();
        self.say(format!("Coach: {}.", words.join("; ")), None, Tone::Yours);
        if !value.why.is_empty() {
            self.say(value.why.join(" "), None, Tone::Yours);
        }
        Ok(())
    }

    /// Lets the dealer or another player do one thing. Does nothing unless they are to move.
    pub fn advance(&mut self) {
        let Some(played) = &self.round else { return };
        match played.round.next() {
            Next::Over => {}
            Next::Choice(choice) if choice.hand.seat == self.seats.yours => {}
            Next::Choice(_) => {
                if let Some(situation) = played.round.situation() {
                    let action = MimicDealer.choose(&self.game, &situation);
                    self.play(Step::Choose(action))
                        .expect("the simple player chooses among the offers");
                }
            }
            Next::Card { .. } => self.deal(),
        }
    }

    /// Lets dealer and other players go on until the player is asked.
    pub fn advance_to_player(&mut self) {
        while self.phase() == Phase::Moving {
            self.advance();
        }
    }

    fn deal(&mut self) {
        let mut events = Vec::new();
        let dealt = self.shoe.deal(&mut events);
        self.note_shoe(&events);
        match dealt {
            Ok(card) => self
                .play(Step::Card(card))
                .expect("the round asked for a card and the shoe holds no card too many"),
            Err(fault) => self.void(&fault.to_string()),
        }
    }

    /// Calls off a round that cannot be finished.
    fn void(&mut self, why: &str) {
        if let Some(played) = self.round.take() {
            self.cash = played.cash_before;
        }
        let text = format!("The round is void and every bet comes back: {why}.");
        self.say(text, None, Tone::Plain);
        self.prepare_shoe();
    }

    fn play(&mut self, step: Step) -> Result<(), Refused> {
        let Some(played) = &mut self.round else {
            return Err(Refused("no round is being played".to_string()));
        };
        let mut events = Vec::new();
        played
            .round
            .play(step, &mut events)
            .map_err(|illegal| Refused(illegal.to_string()))?;
        played.steps.push(step);
        for event in &events {
            self.note(event);
        }
        self.finish_if_over();
        Ok(())
    }

    fn finish_if_over(&mut self) {
        let Some(played) = &self.round else { return };
        if played.round.next() != Next::Over {
            return;
        }
        let net = played.round.net(self.seats.yours);
        assert_eq!(
            self.cash,
            played.cash_before + net,
            "the player's money changes by exactly what the round says"
        );
        let have = match self.history[0] {
            Money::ZERO => String::new(),
            _ => format!(" and have {}", self.cash),
        };
        let total = match net.cents() {
            0 => format!("You are even in this round{have}."),
            gain if gain > 0 => format!("You gain {net} in this round{have}."),
            _ => format!("You lose {} in this round{have}.", -net),
        };
        self.say(total, None, tone_of(net));
        self.history.push(self.cash);
        self.prepare_shoe();
    }

    fn prepare_shoe(&mut self) {
        let mut events = Vec::new();
        self.cut = match self.shoe.prepare(&mut events) {
            Needs::Nothing => None,
            Needs::Cut { min, max } => Some((min, max)),
        };
        self.note_shoe(&events);
    }

    /// Everybody's bets: the player's own, and the least at every other seat.
    fn all_wagers(&self, hands: &[HandWagers]) -> Wagers {
        let seats = (1..=self.seats.taken)
            .map(|seat| SeatWagers {
                seat,
                hands: if seat == self.seats.yours {
                    hands.to_vec()
                } else {
                    vec![HandWagers::new(self.game.main_bet.lowest())]
                },
            })
            .collect();
        Wagers { seats }
    }

    fn note(&mut self, event: &Event) {
        let you = self.seats.yours;
        let mut tone = Tone::Plain;
        match event.what {
            What::Placed { wager, amount } if wager.hand.seat == you => {
                self.cash -= amount;
                tone = Tone::Yours;
            }
            What::Settled {
                wager,
                outcome,
                stake,
                net,
            } if wager.hand.seat == you => {
                self.cash += stake + net;
                tone = tone_of(net);
                if let Some(played) = &mut self.round {
                    played.results.push(Resolved { wager, outcome, net });
                }
            }
            What::Chose { hand, .. } if hand.seat == you => tone = Tone::Yours,
            _ => {}
        }
        let seen = event.seen_by(Viewer::Seat(you), self.game.stud().is_some());
        let game = Arc::clone(&self.game);
        let commentary = Commentary::new(&game).to_seat(you).with_cards(self.cards);
        let said = match &self.round {
            Some(played) => commentary.with_wagers(&played.wagers).event(&seen),
            None => commentary.event(&seen),
        };
        self.say(said, commentary.cites(event.clause), tone);
        // The program is the whole house here, its floor too.
        if matches!(event.what, What::CalledOut { .. }) {
            self.say(
                "Floor: acknowledged.".to_string(),
                commentary.cites(event.clause),
                Tone::Plain,
            );
        }
    }

    fn note_shoe(&mut self, events: &[ShoeEvent]) {
        let game = Arc::clone(&self.game);
        let commentary = Commentary::new(&game);
        for event in events {
            self.say(commentary.shoe(event), commentary.cites(event.clause), Tone::Plain);
        }
    }

    fn say(&mut self, text: String, cites: Option<&str>, tone: Tone) {
        self.log.push(Line {
            text,
            cites: cites.map(str::to_string),
            tone,
        });
    }
}

/// Which of the player's hands this is, where several are played: "hand 1", "second split hand".
pub fn hand_title(at: HandAt, several: bool) -> String {
    match (several, at.split_words()) {
        (false, _) => "Your hand".to_string(),
        (true, None) => format!("Your hand {}", at.hand),
        (true, Some(split)) if at.hand == 1 => format!("Your {split}"),
        (true, Some(split)) => format!("Your hand {}, {split}", at.hand),
    }
}

/// What one choice is worth: "stand is best, -$0.54 on average", "hit costs $0.12".
fn counsel(action: &ActionValue, best: f64, unit: f64) -> String {
    let name = match action.amount_cents {
        0 => action.action.clone(),
        cents => format!("{} for {}", action.action, Money::from_cents(cents)),
    };
    let dollars = |units: f64| {
        let cents = units * unit;
        format!("{}${:.2}", if cents < -0.5 { "-" } else { "" }, cents.abs() / 100.0)
    };
    match best - action.ev {
        cost if cost * unit < 0.005 => format!("{name} is best, {} on average", dollars(action.ev)),
        cost => format!("{name} costs {}", dollars(cost)),
    }
}

fn tone_of(net: Money) -> Tone {
    match net.cents() {
        0 => Tone::Yours,
        gain if gain > 0 => Tone::Gain,
        _ => Tone::Loss,
    }
}
