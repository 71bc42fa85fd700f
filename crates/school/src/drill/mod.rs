//! Drills: short questions with one right answer. Every answer is asked of the rules or read off a round; none is worked out here.

mod cards;
mod level;
mod payouts;
mod procedure;
mod settled;

use std::sync::Arc;

use croupier_rules::{Game, Money};
use croupier_table::random_play::Dice;
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use crate::schedule::Schedule;

pub use level::Level;

/// What is drilled.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, EnumMessage, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum DrillKind {
    /// What a bet is paid, odd ones and caps among them.
    Payouts,
    /// What cards come to.
    Totals,
    /// Whether a hand wins, loses or pushes.
    Winner,
    /// Which row of a pay table is met.
    Row,
    /// Which move comes next.
    Next,
    /// Whose bet is settled first.
    Order,
    /// Which move of a round is wrong.
    FindTheError,
    /// What the house does about an irregularity.
    Irregularities,
}

/// What is done about an irregularity, as the house's procedures have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseRule {
    /// What has happened.
    pub title: String,
    /// What is done.
    pub says: String,
}

/// The drills of one game in one house.
#[derive(Clone, Debug)]
pub struct Drills {
    game: Arc<Game>,
    house: Vec<HouseRule>,
}

/// One thing to know. Questions about it differ by their seeds; the schedule counts how well it is known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Topic {
    /// What is drilled.
    pub kind: DrillKind,
    /// What of it: `side-bet.up-match.two-suited`.
    pub id: String,
}

/// A question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What it is about.
    pub topic: Topic,
    /// What is asked, in lines.
    pub asks: Vec<String>,
    /// The answers to choose from; empty where an amount or a number is asked for.
    pub options: Vec<String>,
    /// The right answer.
    pub answer: Answer,
    /// Why, in a sentence.
    pub because: String,
    /// The clauses behind it, as indexes into the game's clauses.
    pub clauses: Vec<u16>,
}

/// A right answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// An amount of money.
    Amount(Money),
    /// A number.
    Number(u32),
    /// A count of 21: the total, and whether it is soft.
    Count(u8, bool),
    /// One of the options, from 0.
    Option(usize),
}

/// A text that cannot be an answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{typed}` is no answer here; {write}")]
pub struct NotAnAnswer {
    /// What was typed.
    pub typed: String,
    /// What may be.
    pub write: String,
}

impl DrillKind {
    /// All of them.
    pub const ALL: &[DrillKind] = DrillKind::VARIANTS;

    /// Its word: `find-the-error`.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// What is asked, in a sentence.
    pub fn about(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// What is drilled, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            DrillKind::Payouts => "Payouts",
            DrillKind::Totals => "Totals",
            DrillKind::Winner => "Which hand wins",
            DrillKind::Row => "Which row pays",
            DrillKind::Next => "What comes next",
            DrillKind::Order => "Who is settled first",
            DrillKind::FindTheError => "Find the error",
            DrillKind::Irregularities => "Irregularities",
        }
    }

    /// The kind of a word.
    pub fn from_word(word: &str) -> Option<DrillKind> {
        word.parse().ok()
    }
}

impl Topic {
    fn new(kind: DrillKind, id: impl Into<String>) -> Topic {
        Topic { kind, id: id.into() }
    }

    /// The name the schedule keeps it by: `nh21-plus payouts side-bet.up-match.two-suited`.
    pub fn name(&self, game: &Game) -> String {
        format!("{} {} {}", game.id, self.kind.word(), self.id)
    }
}

impl Drills {
    /// The drills of a game in a house with these procedures.
    pub fn new(game: &Arc<Game>, house: Vec<HouseRule>) -> Drills {
        Drills {
            game: Arc::clone(game),
            house,
        }
    }

    /// Everything there is to know of a kind; empty where the game has nothing of it.
    pub fn topics(&self, kind: DrillKind) -> Vec<Topic> {
        let ids: Vec<String> = match kind {
            DrillKind::Payouts => payouts::topics(&self.game),
            DrillKind::Totals => cards::totals(&self.game),
            DrillKind::Winner => vec!["main".to_string()],
            DrillKind::Row => cards::tables(&self.game),
            DrillKind::Next | DrillKind::Order => procedure::lessons(&self.game, kind),
            DrillKind::FindTheError => procedure::errors(&self.game),
            DrillKind::Irregularities => self.house.iter().map(|rule| rule.title.clone()).collect(),
        };
        ids.into_iter().map(|id| Topic::new(kind, id)).collect()
    }

    /// The level of a learner in a kind.
    pub fn level(&self, kind: DrillKind, schedule: &Schedule) -> Level {
        let names: Vec<String> = self.topics(kind).iter().map(|topic| topic.name(&self.game)).collect();
        Level::of(schedule, &names)
    }

    /// A question about a topic; the same level and seed always ask the same. `None` where the seed finds no case of it.
    pub fn ask(&self, topic: &Topic, level: Level, seed: u64) -> Option<Question> {
        let mut dice = Dice::new(seed);
        match topic.kind {
            DrillKind::Payouts => payouts::ask(&self.game, topic, level, &mut dice),
            DrillKind::Totals => cards::ask_total(&self.game, topic, level, &mut dice),
            DrillKind::Winner => cards::ask_winner(&self.game, topic, &mut dice),
            DrillKind::Row => cards::ask_row(&self.game, topic, level, &mut dice),
            DrillKind::Next => procedure::ask_next(&self.game, topic, level, &mut dice),
            DrillKind::Order => procedure::ask_order(&self.game, topic, level, &mut dice),
            DrillKind::FindTheError => procedure::ask_error(&self.game, topic, level, &mut dice),
            DrillKind::Irregularities => self.ask_irregularity(topic, &mut dice),
        }
    }

    fn ask_irregularity(&self, topic: &Topic, dice: &mut Dice) -> Option<Question> {
        let rule = self.house.iter().find(|rule| rule.title == topic.id)?;
        let others = self.house.iter().map(|rule| rule.says.clone()).collect();
        let (options, right) = choices(rule.says.clone(), others, dice);
        Some(Question {
            topic: topic.clone(),
            asks: vec![format!("{}: what is done?", rule.title)],
            options,
            answer: Answer::Option(right),
            because: rule.says.clone(),
            clauses: Vec::new(),
        })
    }
}

impl Question {
    /// Whether what was typed is right: an amount (`$10.50`, or chips like `2x5+0.50`), a number, a count (`soft 17`), or the number of an
    /// option.
    pub fn judge(&self, typed: &str) -> Result<bool, NotAnAnswer> {
        let typed = typed.trim();
        let not = |write: String| NotAnAnswer {
            typed: typed.to_string(),
            write,
        };
        match self.answer {
            Answer::Amount(right) => {
                let amount = read_chips(typed);
                let amount =
                    amount.ok_or_else(|| not("write an amount like 10.50, or chips like 2x5+0.50".to_string()))?;
                Ok(amount == right)
            }
            Answer::Number(right) => {
                let number = typed.parse::<u32>();
                let number = number.map_err(|_| not("write a number".to_string()))?;
                Ok(number == right)
            }
            Answer::Count(total, soft) => {
                let lower = typed.to_lowercase();
                let (said_soft, number) = match lower.strip_prefix("soft") {
                    Some(rest) => (true, rest.trim()),
                    None => (false, lower.trim_start_matches("hard").trim()),
                };
                let number = number.parse::<u8>();
                let number = number.map_err(|_| not("write a count like 15 or soft 17".to_string()))?;
                Ok((number, said_soft) == (total, soft))
            }
            Answer::Option(right) => {
                let number = typed.parse::<usize>().ok();
                let place = number.filter(|number| (1..=self.options.len()).contains(number));
                let place = place.ok_or_else(|| not(format!("write a number from 1 to {}", self.options.len())))?;
                Ok(place - 1 == right)
            }
        }
    }

    /// The right answer as it would be typed or read.
    pub fn right(&self) -> String {
        match self.answer {
            Answer::Amount(amount) => amount.to_string(),
            Answer::Number(number) => number.to_string(),
            Answer::Count(total, true) => format!("soft {total}"),
            Answer::Count(total, false) => total.to_string(),
            Answer::Option(place) => format!("{} {}", place + 1, self.options[place]),
        }
    }
}

/// An amount as it is typed, in dollars or in chips: `$12.50`, `2x5+2.50`.
pub fn read_chips(typed: &str) -> Option<Money> {
    let read = |part: &str| -> Option<Money> {
        let part = part.trim();
        match part.split_once(['x', 'X', '×']) {
            Some((count, chip)) => {
                let count = count.trim().parse::<u16>().ok()?;
                Some(chip.trim().parse::<Money>().ok()? * i64::from(count))
            }
            None => part.parse().ok(),
        }
    };
    typed
        .split('+')
        .map(read)
        .try_fold(Money::ZERO, |sum, part| Some(sum + part?))
}

/// How many options a question has at most.
const OPTIONS: usize = 4;

/// The right answer among some wrong ones, and its place.
fn choices(right: String, others: Vec<String>, dice: &mut Dice) -> (Vec<String>, usize) {
    let mut wrong: Vec<String> = Vec::new();
    for other in others {
        if other != right && !wrong.contains(&other) {
            wrong.push(other);
        }
    }
    while wrong.len() >= OPTIONS {
        wrong.swap_remove(dice.below(wrong.len()));
    }
    let place = dice.below(wrong.len() + 1);
    wrong.insert(place, right);
    (wrong, place)
}
