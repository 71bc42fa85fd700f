//! A table rebuilt from the books: its shoe, the round that was open, and who sat there.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_house::{LineKind, RoundBook, ShoeRecord};
use croupier_rules::Game;
use croupier_table::transcript::parse_step;
use croupier_table::{Next, Shoe, Step};

use super::dealing::Play;
use super::shoe::ShoeOnTable;
use crate::fairness::{Mix, MixFault, Secret};
use crate::notation::{self, OpeningText, SeatText, Unreadable};
use crate::past::Past;
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
    /// The newest shoe, and its secret.
    pub shoe: ShoeRecord,
    /// The secret of it.
    pub secret: String,
    /// The rounds dealt from that shoe, in order.
    pub rounds: Vec<RoundBook>,
    /// Who sat at the table in its last round.
    pub seated: Vec<SeatedBefore>,
}

/// Somebody who sat at a table in its last round.
pub struct SeatedBefore {
    /// The seat.
    pub seat: u8,
    /// Who.
    pub person: Arc<Person>,
}

/// A table whose books do not fit together.
#[derive(Debug, thiserror::Error)]
pub enum RestoreFault {
    /// A text cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The shoe does not follow from its mix.
    #[error(transparent)]
    Mix(#[from] MixFault),
    /// The books' cards are not the shoe's.
    #[error("the books have {books} where the shoe has {shoe}")]
    Card {
        /// The card in the books.
        books: String,
        /// The card in the shoe.
        shoe: String,
    },
    /// A step that the round refuses, and other contradictions.
    #[error("{0}")]
    Round(String),
}

impl Found {
    /// The table as it stood.
    pub fn restore(self, game: &Arc<Game>) -> Result<Restored, RestoreFault> {
        let secret = Secret::parse(&self.secret);
        let secret = secret.ok_or_else(|| RestoreFault::Round("the shoe's secret is not a seed".to_string()))?;
        let mut shoe = ShoeOnTable::found(self.shoe.id, secret, 0);
        if let Some(mix) = &self.shoe.mix {
            let mix: Mix = notation::read("the mix of a shoe", mix)?;
            shoe.remix(game, mix)?;
        }
        let mut play = None;
        if let (Some(mixed), Some((book, earlier))) = (&mut shoe.mixed, self.rounds.split_last()) {
            for book in earlier {
                let past = Past::replay(game, book);
                let past = past.map_err(|difference| RestoreFault::Round(difference.to_string()))?;
                shoe.seen.extend(past.seen());
            }
            let replayed = replay(game, &mut mixed.shoe, book, &self.seated)?;
            match replayed.round.next() {
                Next::Over => shoe.seen.extend(replayed.seen()),
                _ => play = Some(replayed),
            }
        }
        let seats = self
            .seated
            .into_iter()
            .map(|seated| (seated.seat, seated.person))
            .collect();
        Ok(Restored { shoe, play, seats })
    }
}

/// Who sat where when a round began.
pub fn seats_of(book: &croupier_house::RoundRecord) -> Result<Vec<SeatText>, Unreadable> {
    Ok(notation::read::<OpeningText>("the opening of a round", &book.text)?.seats)
}

/// Plays a round of the books again from its shoe, card by card.
fn replay(game: &Arc<Game>, shoe: &mut Shoe, book: &RoundBook, seated: &[SeatedBefore]) -> Result<Play, RestoreFault> {
    let opening: OpeningText = notation::read("the opening of a round", &book.round.text)?;
    let fault = |what: &dyn std::fmt::Display| RestoreFault::Round(what.to_string());
    let mut events = Vec::new();
    while shoe.gone() < opening.gone as usize {
        shoe.deal(&mut events).map_err(|out| fault(&out))?;
    }
    shoe.prepare(&mut events);
    let people: BTreeMap<u8, Arc<Person>> = opening
        .wagers
        .seats
        .iter()
        .filter_map(|wagers| {
            let seated = seated.iter().find(|seated| seated.seat == wagers.seat)?;
            Some((wagers.seat, Arc::clone(&seated.person)))
        })
        .collect();
    let mut play = Play::new(book.round.id, game, opening.wagers, people).map_err(|bets| fault(&bets))?;
    let steps = book.lines.iter().filter(|line| line.kind == LineKind::Step);
    for line in steps {
        let step = parse_step(&line.text).map_err(|what| fault(&what))?;
        if let Step::Card(card) = step {
            let dealt = shoe.deal(&mut events).map_err(|out| fault(&out))?;
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
