//! Reads a rules file and checks it.

use crate::citations::Citations;
use crate::game::{Family, FamilyName, Game, GameFile};
use crate::stud::Stud;
use crate::twenty_one::TwentyOne;

/// Reads a game from the text of a rules file.
pub fn parse(text: &str) -> Result<Game, String> {
    let file: GameFile = toml::from_str(text).map_err(|fault| fault.to_string())?;
    build(file)
}

fn build(file: GameFile) -> Result<Game, String> {
    let missing = |section: &str| format!("section `{section}` is missing");
    let family = match file.family {
        FamilyName::TwentyOne => Family::TwentyOne(TwentyOne {
            dealer: file.dealer.ok_or_else(|| missing("dealer"))?,
            blackjack: file.blackjack.ok_or_else(|| missing("blackjack"))?,
            winners: file.winners,
            double: file.double.ok_or_else(|| missing("double"))?,
            split: file.split.ok_or_else(|| missing("split"))?,
            surrender: file.surrender.ok_or_else(|| missing("surrender"))?,
            insurance: file.insurance,
        }),
        FamilyName::Stud => Family::Stud(Stud {
            hands: file.hands.ok_or_else(|| missing("hands"))?,
            streets: file.streets,
            pays: file.pays,
            caps: file.caps,
        }),
    };
    let place = |id: &str| {
        file.clauses
            .iter()
            .position(|clause| clause.id == id)
            .map(|place| place as u16)
    };
    let procedure = file
        .procedure
        .iter()
        .filter_map(|(step, id)| Some((*step, place(id)?)))
        .collect();
    let citations = Citations::resolve(&family, &file.side_bets, &file.clauses);
    Ok(Game {
        id: file.id,
        short_name: file.short_name.unwrap_or_else(|| file.name.clone()),
        name: file.name,
        object: file.object,
        documents: file.documents,
        equipment: file.equipment,
        deck: file.deck,
        shoe: file.shoe,
        table: file.table,
        main_bet: file.main_bet,
        side_bets: file.side_bets,
        family,
        conduct: file.conduct,
        unclear: file.unclear,
        clauses: file.clauses,
        procedure,
        citations,
    })
}
