//! What happened, as one viewer is told it.

use croupier_rules::{Family, Game};
use croupier_table::{Commentary, Event, Place, ShoeEvent, Viewer, Wagers, What};

use crate::scene::{at, cites};
use crate::wire::{Announcement, Happening};

/// One thing that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableEvent {
    /// In the round.
    Event(Event),
    /// To the shoe.
    Shoe(ShoeEvent),
    /// A person came, left, or something was said about one.
    Person(String),
    /// Anything else the dealer says.
    Other(String),
}

/// The viewer at this seat, or a spectator.
pub fn viewer(seat: Option<u8>) -> Viewer {
    seat.map_or(Viewer::Spectator, Viewer::Seat)
}

/// What the viewer at this seat, or a spectator, is told; of a round that began with these bets, where they are known.
pub fn tell(game: &Game, wagers: Option<&Wagers>, told: &[TableEvent], seat: Option<u8>) -> Vec<Announcement> {
    let commentary = Commentary::new(game);
    let commentary = wagers.map_or(commentary, |wagers| commentary.with_wagers(wagers));
    let commentary = seat.map_or(commentary, |seat| commentary.to_seat(seat));
    told.iter().map(|told| said(game, &commentary, told, seat)).collect()
}

fn said(game: &Game, commentary: &Commentary, told: &TableEvent, seat: Option<u8>) -> Announcement {
    match told {
        TableEvent::Event(event) => {
            let closed = matches!(game.family, Family::Stud(_));
            let event = event.seen_by(viewer(seat), closed);
            Announcement {
                what: happening(game, &event),
                sentence: commentary.event(&event),
                clause: cites(game, event.clause),
            }
        }
        TableEvent::Shoe(event) => Announcement {
            what: Happening::Shoe,
            sentence: commentary.shoe(event),
            clause: cites(game, event.clause),
        },
        TableEvent::Person(sentence) => Announcement {
            what: Happening::Person,
            sentence: sentence.clone(),
            clause: None,
        },
        TableEvent::Other(sentence) => Announcement {
            what: Happening::Other,
            sentence: sentence.clone(),
            clause: None,
        },
    }
}

fn happening(game: &Game, event: &Event) -> Happening {
    match event.what {
        What::Placed { wager, amount } => Happening::Placed {
            hand: at(wager.hand),
            wager: wager.kind.id(game),
            amount: amount.cents(),
        },
        What::FreeBet { wager, face } => Happening::FreeBet {
            hand: at(wager.hand),
            wager: wager.kind.id(game),
            face: face.cents(),
        },
        What::Dealt { to, card } => Happening::Dealt {
            to: place(to).to_string(),
            hand: match to {
                Place::Hand(hand) => Some(at(hand)),
                _ => None,
            },
            card: card.map_or("??".to_string(), |card| card.to_string()),
        },
        What::Chose { hand, action } => Happening::Chose {
            hand: at(hand),
            action: action.kind.word().to_string(),
        },
        What::Revealed { card } => Happening::Turned {
            place: "hole".to_string(),
            card: card.to_string(),
        },
        What::Turned { place: to, card } => Happening::Turned {
            place: place(to).to_string(),
            card: card.to_string(),
        },
        What::CalledOut { wager, .. } => Happening::CalledOut { hand: at(wager.hand) },
        What::Settled { wager, net, .. } => Happening::Settled {
            hand: at(wager.hand),
            wager: wager.kind.id(game),
            net: net.cents(),
        },
        _ => Happening::Other,
    }
}

fn place(place: Place) -> &'static str {
    match place {
        Place::Hand(_) => "hand",
        Place::Up => "up",
        Place::Hole => "hole",
        Place::Dealer => "dealer",
        Place::Community(_) => "community",
        Place::Extra(_) => "extra",
        Place::Player => "community",
        Place::Banker => "dealer",
        Place::Middle => "community",
        Place::Burned => "burned",
    }
}
