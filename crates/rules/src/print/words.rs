//! Numbers, money, odds, ranks and lists in words.

use crate::game::{Deck, Depth, DepthUnit};
use crate::money::{Money, Odds};
use crate::numbers::{Numbers, Ranks};
use crate::{Card, Rank};

/// A whole number: in letters up to twelve, in digits above.
pub(super) fn number(number: usize) -> String {
    const LETTERS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ];
    match LETTERS.get(number) {
        Some(letters) => letters.to_string(),
        None => number.to_string(),
    }
}

/// So many of something: "one hand", "two hands".
pub(super) fn count(many: usize, one: &str, more: &str) -> String {
    format!("{} {}", number(many), if many == 1 { one } else { more })
}

/// "first", "second", then in digits from the twelfth on.
pub(super) fn ordinal(place: usize) -> String {
    const LETTERS: [&str; 12] = [
        "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh",
    ];
    match LETTERS.get(place) {
        Some(letters) => letters.to_string(),
        None => format!("{place}th"),
    }
}

/// A list in a sentence: "a, b and c".
pub(super) fn join<T: AsRef<str>>(items: &[T], and: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_string(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {and} {}", first.join(", "), last.as_ref())
        }
    }
}

/// The word with its indefinite article.
pub fn a(word: &str) -> String {
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O', '8']);
    format!("{} {word}", if vowel { "an" } else { "a" })
}

/// The sentence with a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Odds in words: "3 to 2", or "push".
pub fn odds(odds: Odds) -> String {
    if odds.is_push() {
        "push".to_string()
    } else {
        format!("{} to {}", odds.pays, odds.per)
    }
}

/// A share of something: "half of the Ante".
pub(super) fn share(share: Odds, whole: &str) -> String {
    match (share.pays, share.per) {
        (0, _) => format!("none of {whole}"),
        (pays, per) if pays == per => format!("the whole of {whole}"),
        (1, 2) => format!("half of {whole}"),
        (1, 3) => format!("a third of {whole}"),
        (1, 4) => format!("a quarter of {whole}"),
        (2, 1) => format!("twice {whole}"),
        (pays, 1) => format!("{} times {whole}", number(pays as usize)),
        (pays, per) => format!("{pays}/{per} of {whole}"),
    }
}

/// What may be bet: "$5 to $10 in multiples of $1".
pub(super) fn range(min: Money, max: Money, step: Money) -> String {
    if min == max {
        format!("exactly {min}")
    } else {
        format!("{min} to {max} in multiples of {step}")
    }
}

/// A depth in the shoe: "one and a half decks".
pub(super) fn depth(depth: Depth) -> String {
    let (whole, rest) = (depth.part / depth.of, depth.part % depth.of);
    let fraction = match (rest * 12).checked_div(depth.of) {
        Some(0) if rest == 0 => "",
        Some(6) if rest * 2 == depth.of => "half",
        Some(3) if rest * 4 == depth.of => "a quarter",
        Some(9) if rest * 4 == depth.of * 3 => "three quarters",
        Some(4) if rest * 3 == depth.of => "a third",
        Some(8) if rest * 3 == depth.of * 2 => "two thirds",
        _ => return format!("{}/{} of {}", depth.part, depth.of, unit(depth.unit)),
    };
    match (whole, fraction, depth.unit) {
        (0, "", _) => "no cards".to_string(),
        (0, fraction, kind) => format!("{fraction} of {}", unit(kind)),
        (1, "", kind) => format!("one {}", noun(kind)),
        (whole, "", kind) => format!("{} {}s", number(whole as usize), noun(kind)),
        (whole, "half", kind) => format!("{} and a half {}s", number(whole as usize), noun(kind)),
        (whole, fraction, kind) => format!("{} and {fraction} {}s", number(whole as usize), noun(kind)),
    }
}

fn unit(unit: DepthUnit) -> &'static str {
    match unit {
        DepthUnit::Deck => "a deck",
        DepthUnit::Shoe => "the cards",
    }
}

fn noun(unit: DepthUnit) -> &'static str {
    match unit {
        DepthUnit::Deck => "deck",
        DepthUnit::Shoe => "shoe",
    }
}

/// A rank as it is printed: digits for numbers, a word for the others.
pub(super) fn rank(rank: Rank) -> String {
    match rank {
        Rank::Jack | Rank::Queen | Rank::King | Rank::Ace => rank.name().to_string(),
        Rank::Ten => "10".to_string(),
        low => low.letter().to_string(),
    }
}

/// The plural of a rank: "6s", "jacks".
pub(super) fn rank_plural(of: Rank) -> String {
    match of {
        Rank::Jack | Rank::Queen | Rank::King | Rank::Ace => of.plural().to_string(),
        low => format!("{}s", rank(low)),
    }
}

/// A rank in a short row: "6", "J".
pub(super) fn rank_short(of: Rank) -> String {
    match of {
        Rank::Ten => "10".to_string(),
        other => other.letter().to_string(),
    }
}

/// A card in a short row: "Q♥".
pub(super) fn card(card: Card) -> String {
    format!("{}{}", rank_short(card.rank()), card.suit().symbol())
}

/// Any one of these ranks, of those the deck has: "an ace or a ten-value card".
pub(super) fn one_of(ranks: Ranks, deck: &Deck) -> String {
    let held: Vec<Rank> = ranks.iter().filter(|rank| !deck.removed.contains(*rank)).collect();
    let dealt = Rank::ALL.into_iter().filter(|rank| !deck.removed.contains(*rank));
    if held.len() == dealt.clone().count() {
        return "any card".to_string();
    }
    let tens: Vec<Rank> = dealt.filter(|rank| rank.value() == 10).collect();
    let all_tens = tens.len() == 4 && tens.iter().all(|ten| held.contains(ten));
    let mut names = Vec::new();
    if held.contains(&Rank::Ace) {
        names.push("an ace".to_string());
    }
    let rest: Vec<Rank> = held
        .into_iter()
        .filter(|rank| *rank != Rank::Ace && !(all_tens && rank.value() == 10))
        .collect();
    names.extend(rest.iter().map(|one| a(&rank(*one))));
    if all_tens {
        names.push("a ten-value card".to_string());
    }
    if names.is_empty() {
        return "no card".to_string();
    }
    join(&names, "or")
}

/// A set of numbers as a choice: "two or more", "9 to 11", "5"; `in_letters` writes a lone number as a word.
pub(super) fn any_of(numbers: Numbers, highest: u8) -> String {
    let members: Vec<u8> = numbers.iter().filter(|number| *number <= highest).collect();
    let open = numbers.contains(63);
    match members.as_slice() {
        [] => "none".to_string(),
        [one] if open => format!("{one} or more"),
        [one] => one.to_string(),
        [low, .., high] if open && usize::from(high - low) + 1 == members.len() => format!("{low} or more"),
        [low, high] => format!("{low} or {high}"),
        [low, .., high] if usize::from(high - low) + 1 == members.len() => format!("{low} to {high}"),
        members => join(&members.iter().map(u8::to_string).collect::<Vec<_>>(), "or"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_said_in_words() {
        for (text, words) in [
            ("3/2 decks", "one and a half decks"),
            ("1 deck", "one deck"),
            ("2 decks", "two decks"),
            ("1/2 shoe", "half of the cards"),
            ("1/4 deck", "a quarter of a deck"),
            ("1/26 shoe", "1/26 of the cards"),
            ("2/7 shoe", "2/7 of the cards"),
            ("5/4 decks", "one and a quarter decks"),
        ] {
            assert_eq!(depth(text.parse().unwrap()), words);
        }
    }

    #[test]
    fn sets_are_said_in_words() {
        let numbers = |text: &str| any_of(text.parse().unwrap(), 21);
        assert_eq!(numbers("2+"), "2 or more");
        assert_eq!(numbers("9-11"), "9 to 11");
        assert_eq!(numbers("10,11"), "10 or 11");
        assert_eq!(numbers("5"), "5");
        assert_eq!(numbers("none"), "none");
        let deck = |removed: &str| Deck {
            decks: 6,
            decks_allowed: None,
            removed: removed.parse().unwrap(),
        };
        assert_eq!(
            one_of("T-A".parse().unwrap(), &deck("none")),
            "an ace or a ten-value card"
        );
        assert_eq!(
            one_of("T-A".parse().unwrap(), &deck("T")),
            "an ace, a jack, a queen or a king"
        );
        assert_eq!(one_of("A".parse().unwrap(), &deck("none")), "an ace");
        assert_eq!(one_of("8".parse().unwrap(), &deck("none")), "an 8");
        assert_eq!(one_of("any".parse().unwrap(), &deck("T")), "any card");
    }

    #[test]
    fn shares_are_said_in_words() {
        let of = |text: &str| share(text.parse().unwrap(), "the bet");
        assert_eq!(of("1:2"), "half of the bet");
        assert_eq!(of("1:1"), "the whole of the bet");
        assert_eq!(of("3:4"), "3/4 of the bet");
    }
}
