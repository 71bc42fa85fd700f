//! When a topic is asked again: SM-2, the schedule of SuperMemo 2 (P. A. Woźniak, "Optimization of learning", 1990, section 3.2).
//! Days are counted by whoever keeps the time.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How well an answer was known, from 0 (not at all) to 5 (at once), as SM-2 grades it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Grade(u8);

/// What is known of one topic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Right answers in a row.
    pub streak: u32,
    /// The ease factor, in hundredths: 250 at first, never below 130.
    pub ease: u32,
    /// Days from the last answer to the next question.
    pub interval: u32,
    /// The day it is asked again.
    pub due: i64,
    /// Answers in all.
    pub asked: u32,
    /// Wrong ones.
    pub wrong: u32,
}

/// What is known of all topics, by their names.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Schedule {
    topics: BTreeMap<String, Memory>,
}

impl Grade {
    /// Wrong.
    pub const WRONG: Grade = Grade(1);
    /// Right, with some thought.
    pub const RIGHT: Grade = Grade(4);
    /// Right at once.
    pub const QUICK: Grade = Grade(5);
}

impl Schedule {
    /// Notes an answer given on a day.
    pub fn note(&mut self, topic: &str, grade: Grade, today: i64) {
        let memory = self.topics.entry(topic.to_string()).or_insert(Memory::new(today));
        memory.note(grade, today);
    }

    /// The topic to ask on a day: one that is due, longest due first; else one never asked, in the order given; else the one due
    /// soonest. `None` only where there are no topics.
    pub fn next<'t>(&self, topics: impl IntoIterator<Item = &'t str>, today: i64) -> Option<&'t str> {
        let rank = |topic: &str| match self.topics.get(topic) {
            Some(memory) if memory.due <= today => (0, memory.due),
            None => (1, 0),
            Some(memory) => (2, memory.due),
        };
        topics.into_iter().min_by_key(|topic| rank(topic))
    }

    /// What is known of a topic.
    pub fn of(&self, topic: &str) -> Option<&Memory> {
        self.topics.get(topic)
    }

    /// Every topic that has been asked.
    pub fn topics(&self) -> impl Iterator<Item = (&str, &Memory)> {
        self.topics.iter().map(|(name, memory)| (name.as_str(), memory))
    }
}

impl Memory {
    const fn new(today: i64) -> Memory {
        Memory {
            streak: 0,
            ease: 250,
            interval: 0,
            due: today,
            asked: 0,
            wrong: 0,
        }
    }

    /// A wrong answer starts the topic anew and leaves its ease; a right one lengthens the interval.
    fn note(&mut self, Grade(grade): Grade, today: i64) {
        self.asked += 1;
        if grade < 3 {
            self.wrong += 1;
            self.streak = 0;
            self.interval = 1;
        } else {
            self.streak += 1;
            self.interval = match self.streak {
                1 => 1,
                2 => 6,
                _ => (self.interval * self.ease).div_ceil(100),
            };
        }
        // EF' = EF + (0.1 − (5 − q)(0.08 + (5 − q) 0.02)), in hundredths.
        let missing = 5 - u32::from(grade);
        let ease = self.ease + 10;
        self.ease = ease.saturating_sub(missing * (8 + 2 * missing)).max(130);
        self.due = today + i64::from(self.interval);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_grow_as_sm_2_says() {
        let mut schedule = Schedule::default();
        let mut day = 0;
        let mut intervals = Vec::new();
        for _ in 0..5 {
            schedule.note("a", Grade::RIGHT, day);
            let memory = schedule.topics["a"];
            intervals.push(memory.interval);
            day = memory.due;
        }
        // An answer graded 4 leaves the ease at 2.5: 1, 6, 15, 38, 95 days.
        assert_eq!(intervals, [1, 6, 15, 38, 95]);
        assert_eq!(schedule.topics["a"].ease, 250);
        schedule.note("a", Grade::WRONG, day);
        let memory = schedule.topics["a"];
        // 2.5 + 0.1 − 4 × (0.08 + 4 × 0.02) = 1.96
        assert_eq!((memory.interval, memory.streak, memory.ease), (1, 0, 196));
        for _ in 0..9 {
            schedule.note("a", Grade::WRONG, day);
        }
        assert_eq!(schedule.topics["a"].ease, 130);
        schedule.note("b", Grade::QUICK, day);
        assert_eq!(schedule.topics["b"].ease, 260);
    }

    #[test]
    fn what_is_due_comes_before_what_is_new_and_that_before_what_is_not_yet_due() {
        let mut schedule = Schedule::default();
        schedule.note("known", Grade::RIGHT, 10);
        schedule.note("weak", Grade::WRONG, 8);
        let topics = ["known", "new", "weak"];
        assert_eq!(schedule.next(topics, 10), Some("weak"));
        schedule.note("weak", Grade::RIGHT, 10);
        assert_eq!(schedule.next(topics, 10), Some("new"));
        assert_eq!(schedule.next(["known"], 10), Some("known"));
        assert_eq!(schedule.next([], 10), None);
    }
}
