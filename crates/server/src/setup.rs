//! What a table may be: its name, limits and clocks, within the rules.

use croupier_house::{Hash, UserId};
use croupier_rules::{Game, Money};

use crate::layout::widest;
use crate::notation::TableText;
use crate::problem::Problem;
use crate::wire::NewTable;

/// How long bets are taken if nobody says otherwise.
pub const BETTING_MS: u32 = 15_000;
/// How long a decision may take if nobody says otherwise.
pub const DECISION_MS: u32 = 20_000;
const CLOCK_MS: std::ops::RangeInclusive<u32> = 1_000..=300_000;
const NAME_MAX: usize = 40;

/// A table as it goes into the books.
pub fn table_text(
    new: &NewTable,
    game: &Game,
    rules: &Hash,
    code: Option<String>,
    by: Option<UserId>,
) -> Result<TableText, Problem> {
    let name = new.name.trim();
    if name.is_empty() || name.chars().count() > NAME_MAX || name.chars().any(char::is_control) {
        let message = format!("A table's name has 1 to {NAME_MAX} characters, none of them a control character.");
        return Err(Problem::new("name-unfit", message));
    }
    let widest = widest(game);
    let (min, max) = (
        new.min.unwrap_or(widest.min.cents()),
        new.max.unwrap_or(widest.max.cents()),
    );
    check_limits(game, min, max)?;
    Ok(TableText {
        name: name.to_string(),
        game: game.id.clone(),
        rules: rules.as_str().to_string(),
        min,
        max,
        code,
        opened_by: by,
        betting_ms: clock("betting_ms", new.betting_ms.unwrap_or(BETTING_MS))?,
        dealer_ordered_by: None,
        closing_ordered_by: None,
        called_out: Vec::new(),
        acknowledged: None,
        decision_ms: clock("decision_ms", new.decision_ms.unwrap_or(DECISION_MS))?,
    })
}

/// Refuses limits that the rules do not allow.
pub fn check_limits(game: &Game, min: i64, max: i64) -> Result<(), Problem> {
    let bet = &game.main_bet;
    let (least, most) = (Money::from_cents(min), Money::from_cents(max));
    if least > most {
        let message = format!("Minimum is above maximum: {least} is more than {most}.");
        return Err(Problem::new("limits-not-allowed", message));
    }
    if !bet.allows(least) || !bet.allows(most) {
        let message = format!("Limits of {least} to {most} are not possible: {}.", bet.allowed());
        return Err(Problem::new("limits-not-allowed", message));
    }
    Ok(())
}

fn clock(name: &str, ms: u32) -> Result<u32, Problem> {
    if CLOCK_MS.contains(&ms) {
        return Ok(ms);
    }
    let message = format!(
        "`{name}` is {ms}; a clock runs for {} to {} milliseconds.",
        CLOCK_MS.start(),
        CLOCK_MS.end()
    );
    Err(Problem::new("clock-not-allowed", message))
}
