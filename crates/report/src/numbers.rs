//! Numbers as a report writes them.

use croupier_rules::Money;

/// A share as a percentage: `0.504%`.
pub fn percent(share: f64, places: usize) -> String {
    format!("{:.places$}%", zero(share * 100.0, places))
}

/// A share as a percentage with its sign: `+0.120%`.
pub fn signed_percent(share: f64, places: usize) -> String {
    format!("{:+.places$}%", zero(share * 100.0, places))
}

/// A difference as a percentage with its sign; one that is too small for the places says so: `less than 0.0001%`.
pub fn difference(share: f64, places: usize) -> String {
    let least = 10_f64.powi(-(places as i32));
    match share != 0.0 && (share * 100.0).abs() < least / 2.0 {
        true => format!("less than {least:.places$}%"),
        false => signed_percent(share, places),
    }
}

/// A number to so many places, never written as a negative zero.
pub fn figure(number: f64, places: usize) -> String {
    format!("{:.places$}", zero(number, places))
}

/// A number with its sign.
pub fn signed(number: f64, places: usize) -> String {
    format!("{:+.places$}", zero(number, places))
}

/// A whole number with a comma after every third digit: `11,819,808`.
pub fn count(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Dollars that need not be whole cents, with their sign before the sign of the dollar: `-$0.03`, `$1,204`.
pub fn dollars(amount: f64) -> String {
    let places = if amount.abs() >= 1000.0 { 0 } else { 2 };
    let rounded = zero(amount, places);
    let whole = rounded.abs();
    let text = format!("{whole:.places$}");
    let (units, cents) = text.split_once('.').unwrap_or((&text, ""));
    let units = count(units.parse().unwrap_or(0));
    let sign = if rounded < 0.0 { "-" } else { "" };
    if cents.is_empty() {
        format!("{sign}${units}")
    } else {
        format!("{sign}${units}.{cents}")
    }
}

/// An amount of cents as money.
pub fn cents(cents: i64) -> String {
    Money::from_cents(cents).to_string()
}

/// A probability: to six places, or in powers of ten where that would be nothing.
pub fn chance(chance: f64) -> String {
    if chance != 0.0 && chance.abs() < 5e-6 {
        format!("{chance:.3e}")
    } else {
        figure(chance, 6)
    }
}

/// What an outcome pays, as felts print it: `3:2` is "3 to 2", `lose` is "loses".
pub fn paid(pays: &str) -> String {
    match pays.strip_prefix("lose") {
        Some(rest) => format!("loses{rest}"),
        None => pays.replace(':', " to "),
    }
}

/// So many of something: "1 deck", "6 decks".
pub fn many(number: usize, one: &str, more: &str) -> String {
    format!("{} {}", count(number as u128), if number == 1 { one } else { more })
}

fn zero(number: f64, places: usize) -> f64 {
    if number.abs() < 0.5 * 10f64.powi(-(places as i32)) {
        0.0
    } else {
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_reading() {
        assert_eq!(count(11_819_808), "11,819,808");
        assert_eq!(count(7), "7");
        assert_eq!(dollars(-0.03), "-$0.03");
        assert_eq!(dollars(1204.4), "$1,204");
        assert_eq!(dollars(-0.001), "$0.00");
        assert_eq!(percent(0.005037905, 3), "0.504%");
        assert_eq!(signed_percent(-0.0000001, 3), "+0.000%");
        assert_eq!(difference(-0.0000001, 4), "less than 0.0001%");
        assert_eq!(difference(0.0, 4), "+0.0000%");
        assert_eq!(difference(-0.001, 4), "-0.1000%");
        assert_eq!(chance(0.000002348), "2.348e-6");
        assert_eq!(chance(0.25), "0.250000");
        assert_eq!(["18:1", "lose 1/2", "push"].map(paid), ["18 to 1", "loses 1/2", "push"]);
    }
}
