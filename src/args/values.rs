//! What wagers are worth, and how to play.

use clap::ValueEnum;
use croupier_report::counting::{CountPlay, Spread};
use croupier_rules::card::NotACard;
use croupier_rules::load::Change;
use croupier_rules::{Card, Money, Rank, Suit};

use super::simulate::rounds;

/// A game, with changes to its rules and the bet it is valued at.
#[derive(clap::Args, Debug)]
pub struct Rules {
    /// The game's id, or the path of a rules file.
    pub game: String,
    /// The main bet in dollars; the lowest if left out.
    #[arg(long, value_name = "$", allow_hyphen_values = true)]
    pub bet: Option<Money>,
    /// Deal from so many decks.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks: Option<u8>,
    /// Change a field of the rules file, like `dealer.soft-17=stands` or `winner.seven-card-21.pays=5:1`. May be given often.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<Change>,
}

/// `croupier solve`.
#[derive(clap::Args, Debug)]
pub struct Solve {
    /// What to solve.
    #[command(flatten)]
    pub rules: Rules,
    /// The stake of a side bet, like `pair-plus=5`; the least if left out. May be given often. Where one cap holds for all
    /// that a player is paid, the total of main game and these side bets under it is found too.
    #[arg(long, value_name = "ID=$")]
    pub side: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `croupier hand`.
#[derive(clap::Args, Debug)]
pub struct Hand {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// The player's cards, like `"7h 7d"`.
    #[arg(long, value_name = "CARDS", required_unless_present = "board")]
    pub cards: Option<String>,
    /// 21 and single cards: the dealer's up card, like `Th`; a rank alone, like `T`, stands for its spade. Both cards, like
    /// `Th,6c`, where both lie face up.
    #[arg(long, value_name = "CARD", value_parser = up_card, value_delimiter = ',')]
    pub up: Vec<Card>,
    /// Stud: the community cards turned so far. Single cards: the two in the middle.
    #[arg(long, value_name = "CARDS", default_value = "", hide_default_value = true)]
    pub board: String,
    /// Cards known to be out of the shoe, like `"Kc 2d"`.
    #[arg(long, value_name = "CARDS", default_value = "", hide_default_value = true)]
    pub removed: String,
    /// 21: the hand comes from a split; the number says how many hands there are now.
    #[arg(long, value_name = "HANDS", num_args = 0..=1, default_missing_value = "2", value_parser = clap::value_parser!(u8).range(2..=4))]
    pub split_hand: Option<u8>,
    /// 21: the hand was split off free, so that its main bet is the house's.
    #[arg(long, requires = "split_hand")]
    pub free: bool,
    /// 21: the hand has been doubled for this amount. Given twice for a hand doubled twice.
    #[arg(long, value_name = "$")]
    pub doubled: Vec<Money>,
    /// 21: value insurance, before the dealer's check.
    #[arg(long)]
    pub insurance: bool,
    /// Stud: the bets made on the streets before, as multiples of the main bet; the least if left out.
    #[arg(long, value_name = "TIMES", value_delimiter = ',')]
    pub street_bets: Vec<u8>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `croupier strategy`.
#[derive(clap::Args, Debug)]
pub struct Strategy {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// Which play.
    #[arg(long, value_enum, default_value_t = WhichPlay::Chart)]
    pub play: WhichPlay,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = StrategyFormat::Text)]
    pub format: StrategyFormat,
}

/// Which play is printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhichPlay {
    /// What a person can carry: a chart, or a rule of a few lines.
    Chart,
    /// The best play of every hand.
    Complete,
}

/// How a strategy is printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrategyFormat {
    /// For reading in a terminal.
    Text,
    /// For programs.
    Json,
    /// For a spreadsheet.
    Csv,
    /// A picture of the chart.
    Svg,
}

/// `croupier compare`.
#[derive(clap::Args, Debug)]
pub struct Compare {
    /// The one game: an id, or the path of a rules file.
    pub one: String,
    /// The other, which `--decks` and `--set` change; the first again if left out.
    #[arg(required_unless_present_any = ["decks", "set"])]
    pub other: Option<String>,
    /// The main bet in dollars; each game's lowest if left out.
    #[arg(long, value_name = "$", allow_hyphen_values = true)]
    pub bet: Option<Money>,
    /// Deal the other game from so many decks.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks: Option<u8>,
    /// Change a field of the other game, like `dealer.soft-17=stands`. May be given often.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<Change>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `croupier effects`.
#[derive(clap::Args, Debug)]
pub struct Effects {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// A counting system to measure: hi-lo, ko, halves, or a file that says what each card counts. May be given often; the three if left
    /// out.
    #[arg(long, value_name = "NAME|FILE")]
    pub system: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `croupier count`.
#[derive(clap::Args, Debug)]
pub struct Count {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// The counting system: hi-lo, ko, halves, or a file that says what each card counts.
    #[arg(long, value_name = "NAME|FILE", default_value = "hi-lo")]
    pub system: String,
    /// How the bet follows the count, in units of the main bet.
    #[arg(long, value_name = "UNITS", default_value = "1-8", allow_hyphen_values = true)]
    pub spread: Spread,
    /// How the play does.
    #[arg(long, default_value = CountPlay::Insurance.name(), value_parser = count_play())]
    pub play: CountPlay,
    /// How many seats play, one hand each, all by the count.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seats: u8,
    /// The share of the shoe that is dealt, like 0.75; by the game's own cut card if left out.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub penetration: Option<f64>,
    /// Bet on a side bet too, like `up-match=5`, and tell what it comes to by count. May be given often.
    #[arg(long, value_name = "ID=$")]
    pub side: Vec<String>,
    /// Tell the risk that this bankroll is lost, and the Kelly bets for it.
    #[arg(long, value_name = "$")]
    pub bankroll: Option<Money>,
    /// How many rounds, like 250000 or 1e9.
    #[arg(long, value_name = "N", default_value = "1e7", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: u64,
    /// The seed, a number.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How many threads; as many as the machine has if left out.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `croupier sensitivity`.
#[derive(clap::Args, Debug)]
pub struct Sensitivity {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// How play may follow a count, by name.
fn count_play() -> impl clap::builder::TypedValueParser<Value = CountPlay> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
    let plays = CountPlay::ALL.map(|play| PossibleValue::new(play.name()).help(play.about()));
    PossibleValuesParser::new(plays).map(|name| CountPlay::named(&name).unwrap_or(CountPlay::Insurance))
}

/// A share between 0 and 1.
fn share(text: &str) -> Result<f64, String> {
    let share: Option<f64> = text.parse().ok();
    share
        .filter(|share| *share > 0.0 && *share < 1.0)
        .ok_or_else(|| format!("`{text}` is not a share of the shoe; write a number between 0 and 1, like 0.75"))
}

/// An up card; a rank alone is taken as its spade.
fn up_card(text: &str) -> Result<Card, String> {
    if let Ok(rank) = text.parse::<Rank>() {
        return Ok(Card::new(rank, Suit::Spades));
    }
    text.parse().map_err(|fault: NotACard| fault.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_alone_is_an_up_card() {
        assert_eq!(up_card("T"), up_card("Ts"));
        assert_eq!(up_card("10"), up_card("Ts"));
        assert_eq!(up_card("9c").unwrap().to_string(), "9c");
        assert!(up_card("11").is_err());
    }
}
