//! Bets as a player names them: in words (`10 spots 2x,3x side up-match=5`), or changed one step at a time on the betting
//! screen.

use croupier_rules::{Game, Money};
use croupier_table::HandWagers;

use super::session::Refused;

/// Reads the bets of one seat: `AMOUNT [spots NAME,…] [side ID=AMOUNT,…] [hands N]`, with `and` between hands that differ.
pub fn parse_bets(game: &Game, words: &[&str]) -> Result<Vec<HandWagers>, Refused> {
    let mut hands = Vec::new();
    for part in words.split(|word| *word == "and") {
        let (hand, times) = parse_hand(game, part)?;
        hands.extend(std::iter::repeat_n(hand, times));
    }
    Ok(hands)
}

/// Bets in the words that read back as the same bets.
pub fn bets_in_words(game: &Game, hands: &[HandWagers]) -> String {
    let hands: Vec<String> = hands.iter().map(|hand| hand_in_words(game, hand)).collect();
    hands.join(" and ")
}

/// One line of the betting screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlipLine {
    /// The main bet.
    Main,
    /// Another spot, by its place.
    Spot(usize),
    /// A side bet, by its place.
    Side(usize),
    /// How many hands are played.
    Hands,
}

/// The bets on the betting screen: the same on every hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slip {
    /// The bets of each hand.
    pub hand: HandWagers,
    /// How many hands.
    pub hands: u8,
}

impl Slip {
    /// The slip that shows these bets.
    pub fn of(game: &Game, hands: &[HandWagers]) -> Slip {
        let mut hand = hands
            .first()
            .cloned()
            .unwrap_or_else(|| HandWagers::new(game.main_bet.lowest()));
        hand.side.resize(game.side_bets.len(), Money::ZERO);
        Slip {
            hand,
            hands: hands.len().clamp(1, usize::from(game.table.hands_max)) as u8,
        }
    }

    /// The lines to choose from.
    pub fn lines(game: &Game) -> Vec<SlipLine> {
        let mut lines = vec![SlipLine::Main];
        lines.extend((0..game.main_bet.spots.len()).map(SlipLine::Spot));
        lines.extend((0..game.side_bets.len()).map(SlipLine::Side));
        if game.table.hands_max > 1 {
            lines.push(SlipLine::Hands);
        }
        lines
    }

    /// The bets as they go down.
    pub fn to_bets(&self) -> Vec<HandWagers> {
        vec![self.hand.clone(); usize::from(self.hands)]
    }

    /// Changes a line by so many steps up or down, within the limits.
    pub fn change(&mut self, game: &Game, line: SlipLine, steps: i64) {
        match line {
            SlipLine::Main => {
                let next = moved(&main_amounts(game, self.hands), self.hand.main, steps);
                self.set(game, line, next);
            }
            SlipLine::Spot(place) => self.hand.spots ^= 1 << place,
            SlipLine::Side(place) => {
                let next = moved(&self.side_amounts(game, place), self.hand.side[place], steps);
                self.set(game, line, next);
            }
            SlipLine::Hands => {
                let hands = i64::from(self.hands) + steps.signum();
                self.hands = hands.clamp(1, i64::from(game.table.hands_max)) as u8;
                let nearest = moved(&main_amounts(game, self.hands), self.hand.main, 0);
                self.set(game, SlipLine::Main, nearest);
            }
        }
    }

    /// Sets the amount of a line; limits are checked when the bets go down.
    pub fn set(&mut self, game: &Game, line: SlipLine, amount: Money) {
        match line {
            SlipLine::Main => {
                self.hand.main = amount;
                for (stake, bet) in self.hand.side.iter_mut().zip(&game.side_bets) {
                    if bet.at_most_main_bet {
                        *stake = (*stake).min(amount);
                    }
                }
            }
            SlipLine::Side(place) => self.hand.side[place] = amount,
            SlipLine::Spot(_) | SlipLine::Hands => {}
        }
    }

    /// What may be bet on a side bet beside this main bet, nothing first.
    fn side_amounts(&self, game: &Game, place: usize) -> Vec<Money> {
        let bet = &game.side_bets[place];
        let min = bet.min_on_each(&game.table, self.hands > 1);
        let max = bet.max_beside(self.hand.main);
        let mut amounts = vec![Money::ZERO];
        amounts.extend(steps(min, max, bet.step));
        amounts
    }
}

/// Every main bet allowed, rising.
fn main_amounts(game: &Game, hands: u8) -> Vec<Money> {
    let bet = &game.main_bet;
    let mut amounts = if bet.amounts.is_empty() {
        steps(bet.lowest(), bet.highest(), bet.step())
    } else {
        bet.amounts.clone()
    };
    amounts.sort();
    let least = bet.min_on_each(&game.table, hands > 1);
    amounts.retain(|amount| *amount >= least);
    if !bet.required {
        amounts.insert(0, Money::ZERO);
    }
    amounts
}

fn steps(min: Money, max: Money, step: Money) -> Vec<Money> {
    let mut amounts = Vec::new();
    let mut next = min;
    while next <= max && step > Money::ZERO {
        amounts.push(next);
        next += step;
    }
    amounts
}

/// The amount so many places up or down from the nearest one.
fn moved(amounts: &[Money], from: Money, steps: i64) -> Money {
    let nearest = amounts
        .iter()
        .position(|amount| *amount >= from)
        .unwrap_or(amounts.len().saturating_sub(1));
    let last = amounts.len().saturating_sub(1) as i64;
    let place = (nearest as i64 + steps).clamp(0, last.max(0)) as usize;
    amounts.get(place).copied().unwrap_or(from)
}

fn parse_hand(game: &Game, words: &[&str]) -> Result<(HandWagers, usize), Refused> {
    let main = &game.main_bet.name;
    let Some((amount, mut rest)) = words.split_first() else {
        return Err(Refused(format!(
            "name the {} first, like `bet {}`",
            main.to_lowercase(),
            plain(game.main_bet.lowest())
        )));
    };
    let mut hand = HandWagers::new(parse_money(amount)?);
    hand.side = vec![Money::ZERO; game.side_bets.len()];
    let mut times = 1;
    while let [word, value, more @ ..] = rest {
        match *word {
            "spots" => hand.spots = parse_spots(game, value)?,
            "side" => parse_side(game, value, &mut hand)?,
            "hands" => times = parse_hands(game, value)?,
            _ => return Err(unknown_word(word)),
        }
        rest = more;
    }
    match rest {
        [] => Ok((hand, times)),
        [word @ ("spots" | "side" | "hands"), ..] => Err(Refused(format!("`{word}` needs a value after it"))),
        [word, ..] => Err(unknown_word(word)),
    }
}

fn unknown_word(word: &str) -> Refused {
    Refused(format!(
        "`{word}` is not part of a bet; after the amount write `spots`, `side`, `hands` or `and`"
    ))
}

fn parse_spots(game: &Game, value: &str) -> Result<u8, Refused> {
    let spots = &game.main_bet.spots;
    let mut bits = 0;
    for name in value.split(',') {
        let place = spots
            .iter()
            .position(|spot| spot.eq_ignore_ascii_case(name))
            .ok_or_else(|| {
                let names: Vec<&str> = spots.iter().map(|spot| spot.as_str()).collect();
                Refused(format!("there is no spot `{name}`; {}", listed("spots", &names)))
            })?;
        bits |= 1 << place;
    }
    Ok(bits)
}

fn parse_side(game: &Game, value: &str, hand: &mut HandWagers) -> Result<(), Refused> {
    for bet in value.split(',') {
        let (id, amount) = bet.split_once('=').ok_or_else(|| {
            Refused(format!(
                "`{bet}` is no side bet; write its name and amount, like `ID=5`"
            ))
        })?;
        let (place, _) = game.side_bet(id).ok_or_else(|| {
            let ids: Vec<&str> = game.side_bets.iter().map(|bet| bet.id.as_str()).collect();
            Refused(format!("there is no side bet `{id}`; {}", listed("side bets", &ids)))
        })?;
        hand.side[place] = parse_money(amount)?;
    }
    Ok(())
}

fn parse_hands(game: &Game, value: &str) -> Result<usize, Refused> {
    match value.parse() {
        Ok(hands) if (1..=usize::from(game.table.hands_max)).contains(&hands) => Ok(hands),
        _ => Err(Refused(format!(
            "`{value}` hands cannot be played; this game allows 1 to {}",
            game.table.hands_max
        ))),
    }
}

/// Reads an amount of money that is not negative.
pub fn parse_money(text: &str) -> Result<Money, Refused> {
    match text.parse::<Money>() {
        Ok(amount) if amount < Money::ZERO => Err(Refused(format!("`{text}` is less than nothing"))),
        Ok(amount) => Ok(amount),
        Err(fault) => Err(Refused(fault.to_string())),
    }
}

fn hand_in_words(game: &Game, hand: &HandWagers) -> String {
    let mut words = plain(hand.main);
    let spots: Vec<&str> = game
        .main_bet
        .spots
        .iter()
        .enumerate()
        .filter(|(place, _)| hand.spots >> place & 1 == 1)
        .map(|(_, spot)| spot.as_str())
        .collect();
    if !spots.is_empty() {
        words += &format!(" spots {}", spots.join(","));
    }
    let side: Vec<String> = game
        .side_bets
        .iter()
        .zip(&hand.side)
        .filter(|(_, stake)| **stake != Money::ZERO)
        .map(|(bet, stake)| format!("{}={}", bet.id, plain(*stake)))
        .collect();
    if !side.is_empty() {
        words += &format!(" side {}", side.join(","));
    }
    words
}

/// An amount as it is typed: without the dollar sign and commas.
pub fn plain(amount: Money) -> String {
    amount.to_string().replace(['$', ','], "")
}

fn listed(what: &str, names: &[&str]) -> String {
    if names.is_empty() {
        format!("this game has no {what}")
    } else {
        format!("the {what} are {}", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> Game {
        croupier_rules::load::parse(include_str!("../../games/nh21-plus.toml")).unwrap()
    }

    fn read(text: &str) -> Result<Vec<HandWagers>, Refused> {
        parse_bets(&game(), &text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn bets_read_back_as_they_are_written() {
        for text in [
            "5",
            "10 spots 2x,4x",
            "7 side up-match=5",
            "10 spots 3x side up-match=5,down-match=1 and 5",
        ] {
            assert_eq!(bets_in_words(&game(), &read(text).unwrap()), text);
        }
        assert_eq!(read("5 hands 2").unwrap().len(), 2);
    }

    #[test]
    fn a_wrong_bet_is_told_what_would_be_right() {
        for (text, remedy) in [
            ("", "like `bet 5`"),
            ("ten", "not an amount of money"),
            ("-5", "less than nothing"),
            ("5 spots 5x", "the spots are 2x, 3x, 4x"),
            ("5 side lucky=5", "the side bets are up-match, down-match"),
            ("5 side up-match", "like `ID=5`"),
            ("5 hands 9", "1 to 2"),
            ("5 spots", "needs a value"),
            ("5 please", "not part of a bet"),
        ] {
            let refused = read(text).unwrap_err().to_string();
            assert!(refused.contains(remedy), "{text}: {refused}");
        }
    }

    #[test]
    fn the_slip_stays_within_the_limits() {
        let game = game();
        let mut slip = Slip::of(&game, &[HandWagers::new(Money::from_dollars(9))]);
        slip.change(&game, SlipLine::Side(0), 99);
        assert_eq!(slip.hand.side[0], Money::from_dollars(9));
        slip.change(&game, SlipLine::Main, -99);
        assert_eq!(slip.hand.main, Money::from_dollars(5));
        assert_eq!(
            slip.hand.side[0],
            Money::from_dollars(5),
            "a match bet is at most the ante"
        );
        slip.change(&game, SlipLine::Side(0), -99);
        assert_eq!(slip.hand.side[0], Money::ZERO);
        slip.change(&game, SlipLine::Spot(2), 1);
        slip.change(&game, SlipLine::Hands, 1);
        slip.change(&game, SlipLine::Hands, 1);
        assert_eq!(bets_in_words(&game, &slip.to_bets()), "5 spots 4x and 5 spots 4x");
    }
}
