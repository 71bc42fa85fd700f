//! Perft: exact counts of step sequences from written positions, in text files that a person reads and a machine rewrites.
//!
//! A position is a game, its bets and some first steps. From there every card the pack still holds and every choice with
//! every amount is tried. `depth N` counts the sequences of exactly N steps. On a tiny `shoe` the whole tree is walked:
//! `rounds` counts the rounds played to their end and `short` those the shoe could not finish, both with every single
//! card of the shoe told apart, and `cents` sums what the players won over all the rounds.
//!
//! ```text
//! # Two eights: stand, hit, split, surrender, or double for $1 to $5.
//! position: eights against a six
//! game: nh21-plus
//! bets: 1 $5
//! steps: 8h, 6c, 8d, Kc
//! depth 1: 9
//! ```

use std::fmt::{self, Write as _};
use std::sync::Arc;

use croupier_rules::{Card, Game};

use crate::round::Round;
use crate::step::{Action, Next, Step};
use crate::transcript::{Bets, TranscriptFault, parse_bets, parse_step, wagers_of};

/// A position with what is counted from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The lines of comment above it.
    pub story: Vec<String>,
    /// Its name.
    pub name: String,
    /// The game's id, or the path of its rules file.
    pub game: String,
    /// The bets.
    pub bets: Vec<Bets>,
    /// The steps that lead to it.
    pub steps: Vec<Step>,
    /// The only cards there are beside those of the steps; `None` for the whole deck.
    pub shoe: Option<Vec<Card>>,
    /// What is counted, and the numbers written down for it.
    pub counts: Vec<Count>,
}

/// One number counted from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// Sequences of exactly so many steps.
    Depth {
        /// How many steps.
        depth: u8,
        /// How many sequences.
        sequences: u64,
    },
    /// The whole tree.
    Whole(Whole),
}

/// The whole tree below a position, every single card of the shoe told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Whole {
    /// Rounds played to their end.
    pub rounds: u64,
    /// Rounds that ran out of cards.
    pub short: u64,
    /// What all players won together over all finished rounds, in cents.
    pub cents: i128,
}

/// The cards still to come: how many of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pack([u8; Card::KINDS]);

impl Pack {
    /// All cards of a game's deck.
    pub fn of_deck(game: &Game) -> Pack {
        game.deck.cards().collect()
    }

    fn left(&self, card: Card) -> u8 {
        self.0[card.index()]
    }

    fn kinds(&self) -> impl Iterator<Item = Card> {
        Card::all().filter(|card| self.left(*card) > 0)
    }

    fn without(&self, card: Card) -> Pack {
        let mut rest = self.clone();
        rest.0[card.index()] = rest.0[card.index()].saturating_sub(1);
        rest
    }
}

impl FromIterator<Card> for Pack {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Pack {
        let mut pack = Pack([0; Card::KINDS]);
        for card in cards {
            pack.0[card.index()] += 1;
        }
        pack
    }
}

/// How many sequences of exactly `depth` steps go on from this round.
pub fn sequences(round: &Round, pack: &Pack, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    match round.next() {
        Next::Over => 0,
        Next::Card { .. } => pack
            .kinds()
            .map(|card| sequences(&played(round, Step::Card(card)), &pack.without(card), depth - 1))
            .sum(),
        Next::Choice(choice) => actions(&choice.offers)
            .map(|action| sequences(&played(round, Step::Choose(action)), pack, depth - 1))
            .sum(),
    }
}

/// Walks the whole tree below this round. Meant for tiny packs.
pub fn whole(round: &Round, pack: &Pack, seats: &[u8]) -> Whole {
    let mut sum = Whole::default();
    match round.next() {
        Next::Over => {
            sum.rounds = 1;
            sum.cents = seats.iter().map(|seat| i128::from(round.net(*seat).cents())).sum();
        }
        Next::Card { .. } => {
            sum.short = u64::from(pack.kinds().next().is_none());
            for card in pack.kinds() {
                let below = whole(&played(round, Step::Card(card)), &pack.without(card), seats);
                sum.add(below, pack.left(card));
            }
        }
        Next::Choice(choice) => {
            for action in actions(&choice.offers) {
                sum.add(whole(&played(round, Step::Choose(action)), pack, seats), 1);
            }
        }
    }
    sum
}

impl Whole {
    fn add(&mut self, below: Whole, times: u8) {
        self.rounds += below.rounds * u64::from(times);
        self.short += below.short * u64::from(times);
        self.cents += below.cents * i128::from(times);
    }
}

impl Position {
    /// Counts anew all that is asked for.
    pub fn count(&self, game: &Arc<Game>) -> Result<Vec<Count>, TranscriptFault> {
        let fault = |what: String| TranscriptFault {
            line: 0,
            what: format!("position `{}`: {what}", self.name),
        };
        let wagers = wagers_of(&self.bets, game)?;
        let mut round = Round::new(game, &wagers).map_err(|what| fault(what.to_string()))?;
        let mut pack = Pack::of_deck(game);
        for step in &self.steps {
            round
                .play(*step, &mut Vec::new())
                .map_err(|what| fault(what.to_string()))?;
            if let Step::Card(card) = step {
                pack = pack.without(*card);
            }
        }
        if let Some(shoe) = &self.shoe {
            let tiny: Pack = shoe.iter().copied().collect();
            if let Some(card) = tiny.kinds().find(|card| tiny.left(*card) > pack.left(*card)) {
                return Err(fault(format!("the shoe holds more of {card} than the deck has left")));
            }
            pack = tiny;
        }
        let seats: Vec<u8> = wagers.seats.iter().map(|seat| seat.seat).collect();
        let counts = self.counts.iter().map(|count| match count {
            Count::Depth { depth, .. } => Count::Depth {
                depth: *depth,
                sequences: sequences(&round, &pack, *depth),
            },
            Count::Whole(_) => Count::Whole(whole(&round, &pack, &seats)),
        });
        Ok(counts.collect())
    }
}

/// Reads the positions of a perft file.
pub fn parse(text: &str) -> Result<Vec<Position>, TranscriptFault> {
    let mut positions: Vec<Position> = Vec::new();
    let mut story = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let fault = |what: &str| TranscriptFault {
            line: number + 1,
            what: what.to_string(),
        };
        if let Some(comment) = line.strip_prefix('#') {
            story.push(comment.trim().to_string());
        } else if let Some((key, value)) = line.split_once(':') {
            if key == "position" {
                positions.push(Position {
                    story: std::mem::take(&mut story),
                    name: value.trim().to_string(),
                    game: String::new(),
                    bets: Vec::new(),
                    steps: Vec::new(),
                    shoe: None,
                    counts: Vec::new(),
                });
            } else {
                let position = positions.last_mut();
                let position = position.ok_or_else(|| fault("a file begins with `position: NAME`"))?;
                position.read(key, value.trim()).map_err(|what| fault(&what))?;
            }
        } else if !line.trim().is_empty() {
            return Err(fault("write `key: value`, or a comment behind `#`"));
        }
    }
    Ok(positions)
}

/// One number for the behavior of everything that was counted: it changes when any of the texts does.
pub fn signature<'a>(texts: impl IntoIterator<Item = &'a str>) -> u64 {
    // FNV-1a: short, fixed for ever, and good enough to tell two behaviors apart.
    texts
        .into_iter()
        .flat_map(str::bytes)
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

fn played(round: &Round, step: Step) -> Round {
    let mut next = round.clone();
    next.play(step, &mut Vec::new())
        .expect("a card of the pack and an action that is offered are legal");
    next
}

fn actions(offers: &crate::step::Offers) -> impl Iterator<Item = Action> {
    offers.iter().flat_map(|offer| {
        let kind = offer.kind;
        offer.amounts().into_iter().map(move |amount| Action { kind, amount })
    })
}

impl Position {
    fn read(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "game" => self.game = value.to_string(),
            "bets" => self.bets.push(parse_bets(value)?),
            "steps" => self.steps = value.split(',').map(parse_short_step).collect::<Result<_, _>>()?,
            "shoe" => {
                let cards = croupier_rules::card::parse_cards(value);
                self.shoe = Some(cards.map_err(|fault| fault.to_string())?);
            }
            "rounds" => self.whole().rounds = number(value)?,
            "short" => self.whole().short = number(value)?,
            "cents" => self.whole().cents = number(value)?,
            _ => {
                let depth = key.strip_prefix("depth ").and_then(|depth| depth.parse().ok());
                let depth = depth.ok_or_else(|| format!("`{key}` is not known here"))?;
                let sequences = number(value)?;
                self.counts.push(Count::Depth { depth, sequences });
            }
        }
        Ok(())
    }

    /// The count of the whole tree, asked for from now on.
    fn whole(&mut self) -> &mut Whole {
        if !matches!(self.counts.last(), Some(Count::Whole(_))) {
            self.counts.push(Count::Whole(Whole::default()));
        }
        match self.counts.last_mut() {
            Some(Count::Whole(whole)) => whole,
            _ => unreachable!("the last count was just made so"),
        }
    }
}

/// A number to be counted may be left out or written `?`.
fn number<N: std::str::FromStr + Default>(text: &str) -> Result<N, String> {
    match text {
        "" | "?" => Ok(N::default()),
        _ => text
            .replace('_', "")
            .parse()
            .map_err(|_| format!("`{text}` is not a number")),
    }
}

/// A step without its first word: `8h`, `stand`, `double $5`.
fn parse_short_step(text: &str) -> Result<Step, String> {
    let text = text.trim();
    match text.parse::<Card>() {
        Ok(card) => Ok(Step::Card(card)),
        Err(_) => parse_step(&format!("choose {text}")),
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for line in &self.story {
            writeln!(f, "# {line}")?;
        }
        writeln!(f, "position: {}\ngame: {}", self.name, self.game)?;
        for bets in &self.bets {
            writeln!(f, "bets: {bets}")?;
        }
        if !self.steps.is_empty() {
            let steps: Vec<String> = self.steps.iter().map(short_step).collect();
            writeln!(f, "steps: {}", steps.join(", "))?;
        }
        if let Some(shoe) = &self.shoe {
            let cards: Vec<String> = shoe.iter().map(Card::to_string).collect();
            writeln!(f, "shoe: {}", cards.join(" "))?;
        }
        for count in &self.counts {
            match count {
                Count::Depth { depth, sequences } => writeln!(f, "depth {depth}: {sequences}")?,
                Count::Whole(whole) => {
                    let Whole { rounds, short, cents } = whole;
                    writeln!(f, "rounds: {rounds}\nshort: {short}\ncents: {cents}")?;
                }
            }
        }
        Ok(())
    }
}

fn short_step(step: &Step) -> String {
    match step {
        Step::Card(card) => card.to_string(),
        Step::Choose(action) => action.to_string(),
    }
}

/// The text of a perft file.
pub fn text(positions: &[Position]) -> String {
    let mut text = String::new();
    for (place, position) in positions.iter().enumerate() {
        let blank = if place == 0 { "" } else { "\n" };
        let _ = write!(text, "{blank}{position}");
    }
    text
}
