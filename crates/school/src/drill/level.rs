//! How hard the questions of a kind are. It follows from what the learner knows of it.

use crate::schedule::Schedule;

/// A level of difficulty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Round bets, few cards, few players.
    One,
    /// Any bet, any hand.
    Two,
    /// More cards and more players, in less time.
    Three,
}

/// Right answers in a row that a topic needs for the level to rise.
const STREAK_FOR_TWO: u32 = 1;
const STREAK_FOR_THREE: u32 = 3;

impl Level {
    /// The level of a learner in topics of one kind, by their names: two when three quarters of them were answered right the last time, three
    /// when three quarters were answered right three times in a row.
    pub fn of(schedule: &Schedule, topics: &[String]) -> Level {
        let known = |streak: u32| {
            let known = topics.iter().filter(|topic| {
                let memory = schedule.of(topic);
                memory.is_some_and(|memory| memory.streak >= streak)
            });
            !topics.is_empty() && known.count() * 4 >= topics.len() * 3
        };
        match (known(STREAK_FOR_TWO), known(STREAK_FOR_THREE)) {
            (_, true) => Level::Three,
            (true, false) => Level::Two,
            (false, false) => Level::One,
        }
    }

    /// The level of a number.
    pub const fn numbered(number: u8) -> Option<Level> {
        match number {
            1 => Some(Level::One),
            2 => Some(Level::Two),
            3 => Some(Level::Three),
            _ => None,
        }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// How many seconds an answer may take, where time is counted.
    pub const fn seconds(self) -> u32 {
        match self {
            Level::One => 40,
            Level::Two => 20,
            Level::Three => 10,
        }
    }

    /// One of three by the level.
    pub(super) fn pick<T>(self, levels: [T; 3]) -> T {
        let [one, two, three] = levels;
        match self {
            Level::One => one,
            Level::Two => two,
            Level::Three => three,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Grade;

    #[test]
    fn a_level_rises_with_what_is_known_and_falls_with_what_is_forgotten() {
        let topics: Vec<String> = (0..4).map(|topic| format!("topic {topic}")).collect();
        let mut schedule = Schedule::default();
        let mut answer = |topics: &[String], grade| {
            topics.iter().for_each(|topic| schedule.note(topic, grade, 1));
            Level::of(&schedule, &[0, 1, 2, 3].map(|topic| format!("topic {topic}")))
        };
        assert_eq!(answer(&[], Grade::RIGHT), Level::One);
        assert_eq!(answer(&topics[..2], Grade::RIGHT), Level::One, "half are known");
        assert_eq!(answer(&topics[2..3], Grade::RIGHT), Level::Two, "three quarters are");
        assert_eq!(answer(&topics, Grade::RIGHT), Level::Two);
        assert_eq!(answer(&topics, Grade::RIGHT), Level::Three, "three times in a row");
        assert_eq!(answer(&topics[..2], Grade::WRONG), Level::One);
        assert_eq!(Level::of(&Schedule::default(), &[]), Level::One);
        for number in 1..=3 {
            assert_eq!(Level::numbered(number).map(Level::number), Some(number));
        }
        assert_eq!(Level::numbered(4), None);
    }
}
