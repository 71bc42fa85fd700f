//! Bets as the command line names them.

use croupier_rules::{Game, Money};
use croupier_simulator::witness;
use croupier_table::HandWagers;

use crate::failure::Failure;
use crate::terminal::slip::parse_spots;

/// The bets of one hand, checked against the limits: the main bet or the lowest, on these further spots, and these side bets.
pub fn checked(game: &Game, main: Option<Money>, spots: Option<&str>, side: &[String]) -> Result<HandWagers, Failure> {
    let spots = spots.map(|names| parse_spots(game, names)).transpose();
    let bets = HandWagers {
        main: main.unwrap_or_else(|| game.main_bet.lowest()),
        spots: spots
            .map_err(|fault| Failure::Input(format!("--spots: {fault}")))?
            .unwrap_or(0),
        side: stakes(side, game)?,
    };
    let checked = witness::wagers(&bets, 1).check(game);
    checked.map_err(|fault| Failure::Input(fault.to_string()))?;
    Ok(bets)
}

/// The stakes of the side bets, in the order of the rules file, from texts like `up-match=5`.
fn stakes(texts: &[String], game: &Game) -> Result<Vec<Money>, Failure> {
    let mut stakes = vec![Money::ZERO; game.side_bets.len()];
    for text in texts {
        let ids: Vec<&str> = game.side_bets.iter().map(|bet| bet.id.as_str()).collect();
        let (id, amount) = text
            .split_once('=')
            .ok_or_else(|| Failure::Input(format!("`--side {text}` names no amount; write it like `--side ID=5`")))?;
        let (place, _) = game.side_bet(id).ok_or_else(|| {
            Failure::Input(match ids[..] {
                [] => format!("{} has no side bets", game.name),
                _ => format!("{} has no side bet `{id}`; it has: {}", game.name, ids.join(", ")),
            })
        })?;
        let wrong = |fault| Failure::Input(format!("--side {text}: {fault}"));
        stakes[place] = amount.parse().map_err(wrong)?;
    }
    Ok(stakes)
}
