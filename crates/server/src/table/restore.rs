//! A table rebuilt from the books: its shoe with all that happened to it, the round that was open, and who sat there.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_house::{Fault, LineKind, RoundBook, ShoeRecord, Span, Store, TableId, UserId};
use croupier_rules::Game;
use croupier_table::transcript::parse_step;
use croupier_table::{Next, Shoe, Step};

use super::dealing::Play;
use super::shoe::{ShoeFault, ShoeOnTable};
use crate::fairness::{FORMAT, Secret, Shuffle};
use crate::notation::{self, OpeningText, SeatText, ShoeEventText, Unreadable};
use crate::person::Person;

/// What a table begins with.
pub struct Restored {
    /// The shoe.
    pub shoe: ShoeOnTable,
    /// The round that was open.
    pub play: Option<Play>,
    /// Who sat there.
    pub seats: Vec<(u8, Arc<Person>)>,
}

/// What the books have of a table.
pub struct Found {
    /// The newest shoe.
    pub shoe: ShoeRecord,
    /// The secret of it.
    pub secret: String,
    /// What happened to it.
    pub events: Vec<String>,
    /// The rounds dealt from that shoe, in order.
    pub rounds: Vec<RoundBook>,
    /// Who sat at the table in its last round.
    pub seated: Vec<SeatText>,
}

/// A table whose books do not fit together.
#[derive(Debug, thiserror::Error)]
pub enum RestoreFault {
    /// A text cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The shoe does not follow from what happened to it.
    #[error(transparent)]
    Shoe(#[from] ShoeFault),
    /// The shoe was shuffled by an older program.
    #[error("its shoe is of version {0}, which is no longer dealt from")]
    Format(u32),
    /// The books' cards are not the shoe's.
    #[error("the books have {books} where the shoe has {shoe}")]
    Card {
        /// The card in the books.
        books: String,
        /// The card in the shoe.
        shoe: String,
    },
    /// A round began elsewhere in the shoe.
    #[error("a round began with {books} cards gone, and the shoe has {shoe} gone there")]
    Gone {
        /// In the books.
        books: u32,
        /// In the shoe.
        shoe: u32,
    },
    /// A step that the round refuses, and other contradictions.
    #[error("{0}")]
    Round(String),
}

impl Found {
    /// Reads what the books have of a table; `None` when no shoe stands on it that could be dealt from.
    pub async fn read(store: &Arc<dyn Store>, table: TableId) -> Result<Option<Result<Found, Unreadable>>, Fault> {
        let shoe = store.shoes_of_table(table, Span::newest(1)).await?.into_iter().next();
        let Some(shoe) = shoe.filter(|shoe| shoe.revealed.is_none()) else {
            return Ok(None);
        };
        let mut rounds = Vec::new();
        for round in store.rounds_of_shoe(shoe.id).await? {
            rounds.extend(store.round(round.id).await?);
        }
        let last = store.rounds_of_table(table, Span::newest(1)).await?;
        let seated = match last.first().map(seats_of).transpose() {
            Ok(seated) => seated.unwrap_or_default(),
            Err(unreadable) => return Ok(Some(Err(unreadable))),
        };
        Ok(Some(Ok(Found {
            secret: store.shoe_secret(shoe.id).await?.unwrap_or_default(),
            events: store.shoe_events(shoe.id).await?,
            shoe,
            rounds,
            seated,
        })))
    }

    /// The table as it stood, with the people who sat at it.
    pub fn restore(&self, game: &Arc<Game>, people: &BTreeMap<UserId, Arc<Person>>) -> Result<Restored, RestoreFault> {
        if self.shoe.format != FORMAT {
            return Err(RestoreFault::Format(self.shoe.format));
        }
        let secret = Secret::parse(&self.secret);
        let secret = secret.ok_or_else(|| RestoreFault::Round("the shoe's secret is not a seed".to_string()))?;
        let mut shoe = ShoeOnTable::found(self.shoe.id, secret, 0);
        let events = self.events.iter();
        let events = events.map(|text| notation::read::<ShoeEventText>("an event of a shoe", text));
        let events = events.collect::<Result<Vec<_>, _>>()?;
        for event in events
            .iter()
            .filter(|event| !matches!(event, ShoeEventText::NewDealer(_)))
        {
            shoe.take_up(event)?;
        }
        if let Some(shuffle) = &self.shoe.shuffle {
            shoe.shuffle_again(game, Shuffle::read(self.shoe.format, shuffle)?)?;
        }
        let mut play = None;
        for book in &self.rounds {
            start_dealers(&mut shoe, &events)?;
            let replayed = replay(game, &mut shoe, book, people)?;
            if book.round.closed.is_none() && replayed.round.next() != Next::Over {
                play = Some(replayed);
            } else {
                shoe.seen.extend(replayed.seen());
            }
        }
        start_dealers(&mut shoe, &events)?;
        let seats = self.seated.iter();
        let seats = seats.filter_map(|text| Some((text.seat, Arc::clone(people.get(&text.user)?))));
        Ok(Restored {
            shoe,
            play,
            seats: seats.collect(),
        })
    }
}

/// The dealers start who started when so many rounds had been dealt.
fn start_dealers(shoe: &mut ShoeOnTable, events: &[ShoeEventText]) -> Result<(), ShoeFault> {
    let rounds = shoe.rounds;
    let due = |event: &&ShoeEventText| matches!(event, ShoeEventText::NewDealer(text) if text.rounds == rounds);
    events.iter().filter(due).try_for_each(|event| shoe.take_up(event))
}

impl Found {
    /// Whether the shoe is of a version that is no longer dealt from, and no round of it is open: another may take its
    /// place.
    pub fn is_outdated(&self) -> bool {
        self.shoe.format != FORMAT && self.rounds.iter().all(|book| book.round.closed.is_some())
    }
}

/// Who sat where when a round began.
pub fn seats_of(book: &croupier_house::RoundRecord) -> Result<Vec<SeatText>, Unreadable> {
    Ok(notation::read::<OpeningText>("the opening of a round", &book.text)?.seats)
}

/// Plays a round of the books again from its shoe, card by card.
fn replay(
    game: &Arc<Game>,
    shoe: &mut ShoeOnTable,
    book: &RoundBook,
    people: &BTreeMap<UserId, Arc<Person>>,
) -> Result<Play, RestoreFault> {
    let opening: OpeningText = notation::read("the opening of a round", &book.round.text)?;
    let fault = |what: &dyn std::fmt::Display| RestoreFault::Round(what.to_string());
    let gone = shoe.gone();
    shoe.rounds += 1;
    let shuffled = shoe.shuffled.as_mut();
    let cards: &mut Shoe = &mut shuffled
        .ok_or_else(|| fault(&"a round was dealt before the shuffle"))?
        .shoe;
    if opening.gone != gone {
        let (books, shoe) = (opening.gone, gone);
        return Err(RestoreFault::Gone { books, shoe });
    }
    cards.prepare(&mut Vec::new());
    let seated = opening.seats.iter();
    let seated = seated.filter_map(|seat| Some((seat.seat, Arc::clone(people.get(&seat.user)?))));
    let bets = |seat: &u8| opening.wagers.seats.iter().any(|wagers| wagers.seat == *seat);
    let seated: BTreeMap<u8, Arc<Person>> = seated.filter(|(seat, _)| bets(seat)).collect();
    let mut play = Play::new(book.round.id, game, opening.wagers, seated).map_err(|bets| fault(&bets))?;
    let steps = book.lines.iter().filter(|line| line.kind == LineKind::Step);
    for line in steps {
        let step = parse_step(&line.text).map_err(|what| fault(&what))?;
        if let Step::Card(card) = step {
            let dealt = cards.deal(&mut Vec::new()).map_err(|out| fault(&out))?;
            if dealt != card {
                return Err(RestoreFault::Card {
                    books: card.to_string(),
                    shoe: dealt.to_string(),
                });
            }
        }
        play.step(step).map_err(|illegal| fault(&illegal))?;
    }
    if play.lines as usize != book.lines.len() {
        return Err(fault(&"the round has other events than the books"));
    }
    Ok(play)
}
