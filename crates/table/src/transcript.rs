//! The text form of a round: a story that a person reads and a machine replays, bit for bit.
//!
//! A transcript has a header, the bets, and the steps; under each step stand the events it caused, each with the clause it
//! carries out. Steps and bets that must be refused are written `refuse …`. Behind a step or bets the storyteller may name
//! in brackets the clauses that it shows, beyond those its events cite. Only header, bets and steps are needed to replay;
//! [`Transcript::replay`] writes the events, so a story can be written without them and filled in by the program.
//!
//! ```text
//! # Half of every bet is forfeited on the first action.
//! game: nh21-plus
//! shows: surrender
//! refuse bets: 1 $11 [ante]
//! bets: 1 $10 spots 2x,4x down-match=$5 [spots]
//!
//! card Kh
//!     bet 1 main $30                                 [ante]
//! …
//! choose surrender
//!     chose 1 surrender                              [surrender]
//! refuse choose hit [turns]
//! ```

use std::fmt::{self, Write as _};
use std::sync::Arc;

use croupier_rules::load::Change;
use croupier_rules::{Card, Game, Money};

use crate::event::{Event, Outcome, Wager, WagerKind, What};
use crate::round::Round;
use crate::step::{Action, ActionKind, Next, Place, Step};
use crate::wagers::{HandWagers, SeatWagers, Wagers};

/// A round as it is written down.
#[derive(Clone, PartialEq, Debug)]
pub struct Transcript {
    /// The lines of comment at the top.
    pub story: Vec<String>,
    /// The game's id, or the path of its rules file.
    pub game: String,
    /// Changes of its rules, where the story is of another reading.
    pub changes: Vec<Change>,
    /// The clauses the story shows.
    pub shows: Vec<String>,
    /// Bets that must be refused.
    pub refused: Vec<RefusedBets>,
    /// The bets as they are written; what they mean depends on the game.
    pub bets: Vec<Bets>,
    /// The steps.
    pub lines: Vec<Line>,
}

/// The bets of one hand as they are written: `1 $10 spots 2x,4x down-match=$5`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bets {
    /// The seat.
    pub seat: u8,
    /// The main bet.
    pub main: Money,
    /// Names of the further spots that carry it.
    pub spots: Vec<String>,
    /// Side bets by their ids.
    pub side: Vec<(String, Money)>,
    /// The clauses the storyteller says they show.
    pub clauses: Vec<String>,
}

/// Bets of one hand or several that must be refused: `1 $5; 1 $10`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedBets {
    /// The bets.
    pub bets: Vec<Bets>,
    /// The clauses that refuse them, as the storyteller says.
    pub clauses: Vec<String>,
}

/// One step of a story.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The step.
    pub step: Step,
    /// Whether it must be refused.
    pub refused: bool,
    /// The clauses the storyteller says it shows, or is refused by.
    pub clauses: Vec<String>,
    /// The line of the text it stands on, from 1; 0 when it was not read from a text.
    pub number: usize,
}

/// What is wrong with a transcript.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct TranscriptFault {
    /// The line, from 1; 0 for the transcript as a whole.
    pub line: usize,
    /// What is wrong and what would be right.
    pub what: String,
}

/// A transcript played through: the events of every step, and the round at its end.
#[derive(Clone, Debug)]
pub struct Replay {
    /// For each line, the events it caused; none for a refused step.
    pub events: Vec<Vec<Event>>,
    /// The round as the last line left it.
    pub round: Round,
}

impl Transcript {
    /// A round that was played: the word its game was opened by, the bets and the steps.
    pub fn of(word: &str, game: &Game, wagers: &Wagers, steps: &[Step]) -> Transcript {
        let bets = |seat: &SeatWagers| -> Vec<Bets> {
            let hands = seat.hands.iter();
            hands.map(|hand| Bets::of(seat.seat, hand, game)).collect()
        };
        let line = |step: &Step| Line {
            step: *step,
            refused: false,
            clauses: Vec::new(),
            number: 0,
        };
        Transcript {
            story: Vec::new(),
            game: word.to_string(),
            changes: Vec::new(),
            shows: Vec::new(),
            refused: Vec::new(),
            bets: wagers.seats.iter().flat_map(bets).collect(),
            lines: steps.iter().map(line).collect(),
        }
    }

    /// Reads a transcript. Events under the steps are passed over: replaying writes them anew.
    pub fn parse(text: &str) -> Result<Transcript, TranscriptFault> {
        let mut transcript = Transcript {
            story: Vec::new(),
            game: String::new(),
            changes: Vec::new(),
            shows: Vec::new(),
            refused: Vec::new(),
            bets: Vec::new(),
            lines: Vec::new(),
        };
        for (number, line) in text.lines().enumerate() {
            let fault = |what: String| TranscriptFault { line: number + 1, what };
            if line.trim().is_empty() || line.starts_with(' ') || line.starts_with('\t') {
                continue;
            }
            if let Some(story) = line.strip_prefix('#') {
                transcript.story.push(story.trim().to_string());
            } else if let Some(bets) = line.strip_prefix("refuse bets:") {
                transcript.refused.push(parse_refused_bets(bets).map_err(fault)?);
            } else if let Some((key, value)) = line.split_once(':').filter(|(key, _)| !key.contains(' ')) {
                match key {
                    "game" => transcript.game = value.trim().to_string(),
                    "set" => {
                        let change = value.trim().parse::<Change>();
                        transcript
                            .changes
                            .push(change.map_err(|wrong| fault(wrong.to_string()))?);
                    }
                    "shows" => transcript.shows.extend(value.split_whitespace().map(str::to_string)),
                    "bets" => transcript.bets.push(parse_bets(value).map_err(fault)?),
                    "over" => {}
                    _ => {
                        return Err(fault(format!(
                            "`{key}` is not known here; write game, set, shows or bets"
                        )));
                    }
                }
            } else {
                transcript.lines.push(parse_line(line, number + 1).map_err(fault)?);
            }
        }
        let whole = |what: &str| TranscriptFault {
            line: 0,
            what: what.to_string(),
        };
        if transcript.game.is_empty() {
            return Err(whole("a transcript needs a line `game: ID`"));
        }
        if transcript.bets.is_empty() {
            return Err(whole("a transcript needs a line `bets: SEAT $AMOUNT …` for each hand"));
        }
        Ok(transcript)
    }

    /// The bets of the story in terms of the game.
    pub fn wagers(&self, game: &Game) -> Result<Wagers, TranscriptFault> {
        wagers_of(&self.bets, game)
    }

    /// Every clause the storyteller names behind bets and steps.
    pub fn named(&self) -> impl Iterator<Item = &str> {
        let refused = self.refused.iter().flat_map(|bets| &bets.clauses);
        let bets = self.bets.iter().flat_map(|bets| &bets.clauses);
        let lines = self.lines.iter().flat_map(|line| &line.clauses);
        refused.chain(bets).chain(lines).map(String::as_str)
    }

    /// Plays the story through a round.
    pub fn replay(&self, game: &Arc<Game>) -> Result<Replay, TranscriptFault> {
        let whole = |what: String| TranscriptFault { line: 0, what };
        for bets in &self.refused {
            if wagers_of(&bets.bets, game)?.check(game).is_ok() {
                return Err(whole(format!("`{bets}` should be refused, but it is allowed")));
            }
        }
        let mut round = Round::new(game, &self.wagers(game)?).map_err(|fault| whole(fault.to_string()))?;
        let mut events = Vec::with_capacity(self.lines.len());
        for line in &self.lines {
            let fault = |what: String| TranscriptFault {
                line: line.number,
                what,
            };
            let mut caused = Vec::new();
            let played = round.play(line.step, &mut caused);
            match (played, line.refused) {
                (Ok(()), false) | (Err(_), true) => {}
                (Ok(()), true) => {
                    return Err(fault(format!(
                        "`{}` should be refused, but it is offered",
                        StepText(line.step)
                    )));
                }
                (Err(illegal), false) => return Err(fault(illegal.to_string())),
            }
            events.push(caused);
        }
        Ok(Replay { events, round })
    }

    /// The whole text with the events of a replay.
    pub fn text(&self, game: &Game, replay: &Replay) -> String {
        let mut text = String::new();
        for story in &self.story {
            let _ = writeln!(text, "# {story}");
        }
        let _ = writeln!(text, "game: {}", self.game);
        for change in &self.changes {
            let _ = writeln!(text, "set: {change}");
        }
        if !self.shows.is_empty() {
            let _ = writeln!(text, "shows: {}", self.shows.join(" "));
        }
        for bets in &self.refused {
            let _ = writeln!(text, "refuse bets: {bets}");
        }
        for bets in &self.bets {
            let _ = writeln!(text, "bets: {bets}{}", ClausesText(&bets.clauses));
        }
        text.push('\n');
        for (line, events) in self.lines.iter().zip(&replay.events) {
            let _ = writeln!(text, "{line}");
            for event in events {
                let _ = writeln!(text, "    {}", EventText { event, game });
            }
        }
        let seats: std::collections::BTreeSet<u8> = self.bets.iter().map(|bets| bets.seat).collect();
        let nets = seats
            .iter()
            .map(|seat| format!("{seat} {}", signed(replay.round.net(*seat))));
        if replay.round.next() == Next::Over {
            let _ = writeln!(text, "over: {}", nets.collect::<Vec<_>>().join(", "));
        }
        text
    }
}

impl Bets {
    /// How the bets of a hand are written.
    pub fn of(seat: u8, hand: &HandWagers, game: &Game) -> Bets {
        let spots = game
            .main_bet
            .spots
            .iter()
            .enumerate()
            .filter(|(place, _)| hand.spots >> place & 1 == 1);
        let side = game
            .side_bets
            .iter()
            .zip(&hand.side)
            .filter(|(_, stake)| **stake != Money::ZERO);
        Bets {
            seat,
            main: hand.main,
            spots: spots.map(|(_, spot)| spot.clone()).collect(),
            side: side.map(|(bet, stake)| (bet.id.clone(), *stake)).collect(),
            clauses: Vec::new(),
        }
    }

    fn hand(&self, game: &Game) -> Result<HandWagers, String> {
        let mut hand = HandWagers::new(self.main);
        for name in &self.spots {
            let place = game.main_bet.spots.iter().position(|spot| spot == name);
            let place = place.ok_or_else(|| format!("`{name}` is not a spot of {}", game.id))?;
            hand.spots |= 1 << place;
        }
        for (id, stake) in &self.side {
            let (place, _) = game
                .side_bet(id)
                .ok_or_else(|| format!("`{id}` is not a side bet of {}", game.id))?;
            hand.side.resize(hand.side.len().max(place + 1), Money::ZERO);
            hand.side[place] = *stake;
        }
        Ok(hand)
    }
}

pub(crate) fn wagers_of(bets: &[Bets], game: &Game) -> Result<Wagers, TranscriptFault> {
    let mut wagers = Wagers::default();
    for bets in bets {
        let hand = bets.hand(game).map_err(|what| TranscriptFault { line: 0, what })?;
        match wagers.seats.last_mut() {
            Some(seat) if seat.seat == bets.seat => seat.hands.push(hand),
            _ => wagers.seats.push(SeatWagers {
                seat: bets.seat,
                hands: vec![hand],
            }),
        }
    }
    Ok(wagers)
}

/// Takes the clauses in brackets off the end of a line.
fn parse_clauses(line: &str) -> (&str, Vec<String>) {
    match line.trim_end().strip_suffix(']').and_then(|line| line.split_once('[')) {
        Some((line, clauses)) => (
            line.trim_end(),
            clauses.split_whitespace().map(str::to_string).collect(),
        ),
        None => (line.trim_end(), Vec::new()),
    }
}

fn parse_refused_bets(text: &str) -> Result<RefusedBets, String> {
    let (text, clauses) = parse_clauses(text);
    let bets = text.split(';').map(parse_bets).collect::<Result<_, _>>()?;
    Ok(RefusedBets { bets, clauses })
}

pub(crate) fn parse_bets(text: &str) -> Result<Bets, String> {
    let (text, clauses) = parse_clauses(text);
    let mut words = text.split_whitespace();
    let form = || "write `bets: SEAT $AMOUNT [spots NAME,NAME] [SIDE-BET=$AMOUNT …]`".to_string();
    let seat = words.next().and_then(|word| word.parse().ok()).ok_or_else(form)?;
    let main = words
        .next()
        .ok_or_else(form)?
        .parse::<Money>()
        .map_err(|fault| fault.to_string())?;
    let mut bets = Bets {
        seat,
        main,
        spots: Vec::new(),
        side: Vec::new(),
        clauses,
    };
    while let Some(word) = words.next() {
        if word == "spots" {
            bets.spots = words.next().ok_or_else(form)?.split(',').map(str::to_string).collect();
        } else {
            let (id, stake) = word.split_once('=').ok_or_else(form)?;
            bets.side.push((
                id.to_string(),
                stake.parse::<Money>().map_err(|fault| fault.to_string())?,
            ));
        }
    }
    Ok(bets)
}

fn parse_line(line: &str, number: usize) -> Result<Line, String> {
    let (step, refused) = match line.strip_prefix("refuse ") {
        Some(step) => (step, true),
        None => (line, false),
    };
    let (step, clauses) = parse_clauses(step);
    Ok(Line {
        step: parse_step(step)?,
        refused,
        clauses,
        number,
    })
}

/// Reads a step: `card Kh`, `choose hit`, `choose double $5`.
pub fn parse_step(text: &str) -> Result<Step, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["card", card] => card.parse::<Card>().map(Step::Card).map_err(|fault| fault.to_string()),
        ["choose", word] | ["choose", word, _] => {
            let kind =
                ActionKind::from_word(word).ok_or_else(|| format!("`{word}` is not something a player can do"))?;
            let amount = match words.get(2) {
                Some(amount) => amount
                    .parse()
                    .map_err(|fault: croupier_rules::NotMoney| fault.to_string())?,
                None => Money::ZERO,
            };
            Ok(Step::Choose(Action { kind, amount }))
        }
        _ => Err(format!(
            "`{text}` is not a step; write `card Kh`, `choose hit` or `choose double $5`"
        )),
    }
}

/// A step as one line of a transcript: `card Kh`, `choose double $5`.
pub struct StepText(pub Step);

impl fmt::Display for StepText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0 {
            Step::Card(card) => write!(f, "card {card}"),
            Step::Choose(action) => write!(f, "choose {action}"),
        }
    }
}

struct ClausesText<'a>(&'a [String]);

impl fmt::Display for ClausesText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        write!(f, " [{}]", self.0.join(" "))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let refuse = if self.refused { "refuse " } else { "" };
        write!(f, "{refuse}{}{}", StepText(self.step), ClausesText(&self.clauses))
    }
}

impl fmt::Display for RefusedBets {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let bets: Vec<String> = self.bets.iter().map(Bets::to_string).collect();
        write!(f, "{}{}", bets.join("; "), ClausesText(&self.clauses))
    }
}

impl fmt::Display for Bets {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.seat, self.main)?;
        if !self.spots.is_empty() {
            write!(f, " spots {}", self.spots.join(","))?;
        }
        self.side.iter().try_for_each(|(id, stake)| write!(f, " {id}={stake}"))
    }
}

/// An event as one line of a transcript, with its clause in brackets.
pub struct EventText<'a> {
    /// The event.
    pub event: &'a Event,
    /// The game, for names.
    pub game: &'a Game,
}

impl fmt::Display for EventText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let line = self.line();
        match self
            .event
            .clause
            .and_then(|place| self.game.sources.clauses.get(usize::from(place)))
        {
            Some(clause) => write!(f, "{line:<54} [{}]", clause.id),
            None => f.write_str(&line),
        }
    }
}

impl EventText<'_> {
    fn line(&self) -> String {
        let game = self.game;
        match self.event.what {
            What::Placed { wager, amount } => format!("bet {} {amount}", wager_text(wager, game)),
            What::FreeBet { wager, face } => format!("free bet {} {face}", wager_text(wager, game)),
            What::Dealt { to, card } => {
                format!(
                    "deal {} {}",
                    place_text(to),
                    card.map_or("??".to_string(), |card| card.to_string())
                )
            }
            What::Chose { hand, action } => format!("chose {hand:#} {action}"),
            What::Parted { from, to } => format!("part {from:#} into {from:#} and {to:#}"),
            What::Checked { blackjack } => format!("check {}", if blackjack { "blackjack" } else { "no blackjack" }),
            What::Revealed { card } => format!("reveal {card}"),
            What::Qualified { qualifies } => {
                format!("dealer {}", if qualifies { "qualifies" } else { "does not qualify" })
            }
            What::DealerDone { total, soft } => {
                format!("dealer {}{total}", if soft { "soft " } else { "" })
            }
            What::Points { player, banker } => format!("points player {player}, banker {banker}"),
            What::Turned { place, card } => format!("turn {} {card}", place_text(place)),
            What::Tucked { hand } => format!("tuck {hand:#}"),
            What::Shown { hand } => format!("show {hand:#}"),
            What::CalledOut { wager, row } => {
                let label = Outcome::Row(row).label(game, wager.kind);
                match wager.kind {
                    WagerKind::Main => format!("call out {:#} {label}", wager.hand),
                    _ => format!("call out {} {label}", wager_text(wager, game)),
                }
            }
            What::Capped { hand, from, to } => format!("cap {hand:#} {from} to {to}"),
            What::Settled {
                wager,
                outcome,
                stake,
                net,
            } => format!(
                "settle {} {stake}: {} {}",
                wager_text(wager, game),
                outcome.label(game, wager.kind).to_lowercase(),
                signed(net)
            ),
        }
    }
}

fn wager_text(wager: Wager, game: &Game) -> String {
    let name = match wager.kind {
        WagerKind::Main => game.main_bet.wager_id().to_string(),
        WagerKind::Street(number) => {
            let street = game.stud().and_then(|stud| stud.streets.get(usize::from(number) - 1));
            street.map_or(format!("street-{number}"), |street| street.name.to_lowercase())
        }
        kind => kind.id(game),
    };
    format!("{:#} {name}", wager.hand)
}

fn place_text(place: Place) -> String {
    match place {
        Place::Hand(hand) => format!("{hand:#}"),
        Place::Up => "up".to_string(),
        Place::Hole => "hole".to_string(),
        Place::Dealer => "dealer".to_string(),
        Place::Community(number) => format!("community-{number}"),
        Place::Extra(number) => format!("extra-{number}"),
        Place::Player => "player".to_string(),
        Place::Banker => "banker".to_string(),
        Place::Middle => "middle".to_string(),
        Place::Burned => "burned".to_string(),
    }
}

fn signed(amount: Money) -> String {
    if amount > Money::ZERO {
        format!("+{amount}")
    } else {
        amount.to_string()
    }
}
