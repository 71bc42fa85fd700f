//! Bets as the command line names them.

use croupier_rules::{Game, Money};
use croupier_simulator::witness;
use croupier_table::HandWagers;

use crate::failure::Failure;

/// The bets of one hand, checked against the limits: the main bet or the lowest, on so many spots beside the first, and these
/// side bets.
pub fn checked(game: &Game, main: Option<Money>, spots: u8, side: &[String]) -> Result<HandWagers, Failure> {
    let bets = HandWagers {
        main: main.unwrap_or_else(|| game.main_bet.lowest()),
        spots: first_spots(game, spots)?,
        side: stakes(side, game)?,
    };
    let checked = witness::wagers(&bets, 1).check(game);
    checked.map_err(|fault| Failure::Input(fault.to_string()))?;
    Ok(bets)
}

/// The first spots of the rules file, so many of them.
fn first_spots(game: &Game, count: u8) -> Result<u8, Failure> {
    let there = game.main_bet.spots.len();
    if usize::from(count) > there {
        return Err(Failure::Input(format!(
            "--spots {count}: {} has {there} spots beside the {}; name 0 to {there}",
            game.name, game.main_bet.name
        )));
    }
    Ok((1_u16 << count).wrapping_sub(1) as u8)
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
