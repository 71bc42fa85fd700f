//! What a felt shows, before it has a place.

use croupier_rules::game::SideBet;
use croupier_rules::meter::WinningStake;
use croupier_rules::pattern::{Pays, Row};
use croupier_rules::print::{odds_in_words, pays_in_words};
use croupier_rules::single_card::FirstCards;
use croupier_rules::{Family, Game};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What a felt shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// The name of the game.
    pub title: String,
    /// How many seats there are.
    pub seats: u8,
    /// How many hands one player may play.
    pub hands_max: u8,
    /// The main bet.
    pub main: Bet,
    /// Stud: the bet that every hand makes beside the main bet.
    pub blind: Option<Bet>,
    /// Spots that carry the main bet again.
    pub multiples: Vec<String>,
    /// The side bets.
    pub side: Vec<Bet>,
    /// Stud: the streets, each with its spot.
    pub streets: Vec<String>,
    /// Single card: the spot of the raise.
    pub raise: Option<String>,
    /// Baccarat: the names of the two hands that all bets are on.
    pub shared_hands: Vec<String>,
    /// Stud: the community cards. Baccarat: those of the first hand. Single card: those in the middle.
    pub community: u8,
    /// Stud: the extra cards.
    pub extra: u8,
    /// The dealer's cards that have a place of their own.
    pub dealer: u8,
    /// Whether insurance may be offered.
    pub insurance: bool,
}

/// A bet with its pay table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bet {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What is paid, row by row.
    pub pays: Vec<PayRow>,
}

/// A row of a pay table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PayRow {
    /// The row's name.
    pub name: String,
    /// What it pays: `30 to 1`.
    pub pays: String,
}

impl Printed {
    /// What the felt of a game shows.
    pub fn of(game: &Game) -> Printed {
        let stud = game.stud();
        let showdown = stud.and_then(|stud| stud.showdown.as_ref());
        Printed {
            title: game.short_name.clone(),
            seats: game.table.seats,
            hands_max: game.table.hands_max,
            main: Bet {
                id: "main".to_string(),
                name: game.main_bet.name.clone(),
                pays: main_pays(game),
            },
            blind: game.blind().map(|blind| Bet {
                id: "blind".to_string(),
                name: blind.name.clone(),
                pays: blind
                    .rows
                    .iter()
                    .map(|pay| paid(&pay.name, in_words(pay.pays)))
                    .collect(),
            }),
            multiples: game.main_bet.spots.clone(),
            side: game.side_bets.iter().map(side_bet).collect(),
            streets: stud.map_or_else(Vec::new, |stud| {
                stud.streets.iter().map(|street| capital(&street.name)).collect()
            }),
            raise: game.single_card().map(|rules| rules.raise.name.clone()),
            shared_hands: match game.family {
                Family::Baccarat(_) => vec!["Player".to_string(), "Banker".to_string()],
                _ => Vec::new(),
            },
            community: match &game.family {
                Family::Stud(stud) => stud.community_cards(),
                Family::Baccarat(_) => 3,
                Family::SingleCard(rules) if rules.deal.first == FirstCards::TwoForAll => 3,
                Family::TwentyOne(_) | Family::SingleCard(_) => 0,
            },
            extra: stud.map_or(0, |stud| stud.hands.extra_cards),
            dealer: match &game.family {
                Family::Stud(_) => showdown.map_or(0, |showdown| showdown.dealer_cards),
                Family::Baccarat(_) => 3,
                Family::SingleCard(rules) if rules.deal.first == FirstCards::TwoForAll => 0,
                Family::TwentyOne(_) | Family::SingleCard(_) => 2,
            },
            insurance: game.twenty_one().is_some_and(|rules| rules.insurance.is_some()),
        }
    }
}

fn side_bet(bet: &SideBet) -> Bet {
    let rows = bet.rows.iter();
    Bet {
        id: bet.id.clone(),
        name: bet.name.clone(),
        pays: rows
            .map(|row| paid(&row.name, pays_in_words(bet.stated(row), bet.winning_stake)))
            .collect(),
    }
}

fn main_pays(game: &Game) -> Vec<PayRow> {
    match &game.family {
        Family::Stud(stud) => {
            let bonus = stud.showdown.iter().flat_map(|showdown| &showdown.bonus_rows);
            let bonus = bonus.map(|pay| paid(&format!("Bonus: {}", pay.name.to_lowercase()), in_words(pay.pays)));
            let pays = stud.pays.iter().map(|pay| paid(&pay.name, in_words(pay.pays)));
            pays.chain(bonus).collect()
        }
        Family::Baccarat(rules) => by_rows(&rules.pays),
        Family::SingleCard(rules) => by_rows(&rules.pays),
        Family::TwentyOne(rules) => {
            let suited = rules.blackjack.suited.iter();
            let winners = rules.winners.iter();
            std::iter::once(paid("Blackjack", odds_in_words(rules.blackjack.pays)))
                .chain(suited.map(|suited| paid(&suited.name, odds_in_words(suited.pays))))
                .chain(winners.map(|winner| paid(&winner.name, in_words(winner.pays))))
                .collect()
        }
    }
}

fn by_rows(rows: &[Row]) -> Vec<PayRow> {
    rows.iter().map(|pay| paid(&pay.name, in_words(pay.pays))).collect()
}

fn paid(name: &str, pays: String) -> PayRow {
    PayRow {
        name: name.to_string(),
        pays,
    }
}

fn in_words(pays: Pays) -> String {
    pays_in_words(pays, WinningStake::Returned)
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
