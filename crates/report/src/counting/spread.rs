//! How a main bet follows a count.

use croupier_table::counting::{COUNT_MAX, System};

/// How many units are bet at which count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spread {
    /// So many at the least and at the most, in even steps over the counts at which the system's bet rises.
    Between(u32, u32),
    /// So many from each of these counts on, in rising order; the first holds below its count too. 0 is to sit out.
    Steps(Vec<(i32, u32)>),
}

/// The text is no spread.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is not a spread; write the least and the most units like `1-8`, or units from counts on like `0=1,1=2,3=8`, where 0 units are to \
     sit out"
)]
pub struct NotASpread(String);

/// The most units of a bet.
const UNITS_MAX: u32 = 1000;

impl Spread {
    /// The units from each count on, in rising order.
    pub fn steps(&self, system: &System) -> Vec<(i32, u32)> {
        let (least, most) = match self {
            Spread::Steps(steps) => return steps.clone(),
            Spread::Between(least, most) => (*least, *most),
        };
        let [from, to] = system.rises();
        let units = |count: i32| least + (most - least) * (count - from) as u32 / (to - from) as u32;
        let mut steps: Vec<(i32, u32)> = Vec::new();
        for count in from..=to {
            if steps.last().is_none_or(|(_, before)| *before != units(count)) {
                steps.push((count, units(count)));
            }
        }
        steps
    }
}

impl std::str::FromStr for Spread {
    type Err = NotASpread;

    fn from_str(text: &str) -> Result<Spread, NotASpread> {
        let wrong = || NotASpread(text.to_string());
        let units = |text: &str| {
            let units: u32 = text.trim().parse().map_err(|_| wrong())?;
            if units <= UNITS_MAX { Ok(units) } else { Err(wrong()) }
        };
        if !text.contains('=') {
            let (least, most) = text.split_once('-').unwrap_or((text, text));
            let (least, most) = (units(least)?, units(most)?);
            return if 0 < least && least <= most {
                Ok(Spread::Between(least, most))
            } else {
                Err(wrong())
            };
        }
        let step = |text: &str| {
            let (count, bet) = text.split_once('=').ok_or_else(wrong)?;
            let count: i32 = count.trim().parse().map_err(|_| wrong())?;
            if count.abs() <= COUNT_MAX {
                Ok((count, units(bet)?))
            } else {
                Err(wrong())
            }
        };
        let steps = text.split(',').map(step).collect::<Result<Vec<_>, _>>()?;
        let rises = steps.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let bets = steps.iter().any(|(_, units)| *units > 0);
        if rises && bets {
            Ok(Spread::Steps(steps))
        } else {
            Err(wrong())
        }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Spread::Between(least, most) => write!(f, "{least}-{most}"),
            Spread::Steps(steps) => {
                let steps: Vec<String> = steps.iter().map(|(count, units)| format!("{count}={units}")).collect();
                f.write_str(&steps.join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bet_rises_in_even_steps_or_as_it_is_written() {
        let hi_lo = System::named("hi-lo").unwrap();
        let steps = |text: &str| text.parse::<Spread>().unwrap().steps(&hi_lo);
        assert_eq!(steps("1-8"), [(0, 1), (1, 2), (2, 4), (3, 6), (4, 8)]);
        assert_eq!(steps("1-3"), [(0, 1), (2, 2), (4, 3)]);
        assert_eq!(steps("5"), [(0, 5)]);
        assert_eq!(steps("-1=0, 1=1,2=12"), [(-1, 0), (1, 1), (2, 12)]);
        for text in ["1-8", "-1=0,1=1,2=12"] {
            assert_eq!(text.parse::<Spread>().unwrap().to_string(), text);
        }
        for wrong in [
            "", "8-1", "0-8", "1=1,1=2", "2=1,1=2", "0=0", "x=1", "1=", "1-2000", "99=1",
        ] {
            assert!(wrong.parse::<Spread>().is_err(), "{wrong}");
        }
    }
}
