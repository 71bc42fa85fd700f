//! A rule that a person can carry: bet with this hand or a better one. It is the best rule of its kind, with its exact price.

use croupier_rules::poker::{Strength, Tally};
use croupier_rules::{Card, Rank};

use super::play::ShowdownPlay;
use crate::solution::{fraction, to_f64};
use crate::stud::{RuleLine, RuleStreet, StudRule};

/// From which hands on each action is taken. Actions stand in rising order of what they add.
#[derive(Clone, Debug)]
pub(super) struct Thresholds {
    /// For every action but the first: the least hand it is taken with, as a place among the kinds of hands; the number of
    /// kinds where it is never taken.
    from: Vec<usize>,
    /// The strengths of those hands.
    strengths: Vec<Option<Strength>>,
}

impl Thresholds {
    /// The thresholds that gain most. Of equally good ones the highest are taken.
    pub(super) fn best(play: &ShowdownPlay) -> Thresholds {
        let kinds = &play.sides.players;
        // Where one strength ends and the next begins: a rule cannot tell hands of one strength apart.
        let cuts: Vec<usize> = (0..=kinds.len())
            .filter(|place| *place == 0 || *place == kinds.len() || kinds[*place].strength != kinds[place - 1].strength)
            .collect();
        let totals = totals(play, &cuts);
        let mut best: Vec<i128> = totals[0].clone();
        let mut choices: Vec<Vec<usize>> = Vec::new();
        for gains in &totals[1..] {
            let (mut high, mut at) = (i128::MIN, 0);
            let mut from = Vec::with_capacity(cuts.len());
            for (cut, (before, gain)) in best.iter().zip(gains).enumerate() {
                if before - gain >= high {
                    (high, at) = (before - gain, cut);
                }
                from.push(at);
            }
            let with = from.iter().zip(gains).map(|(at, gain)| best[*at] - gains[*at] + gain);
            best = with.collect();
            choices.push(from);
        }
        let mut until = cuts.len() - 1;
        let mut from: Vec<usize> = Vec::new();
        for choice in choices.iter().rev() {
            until = choice[until];
            from.push(cuts[until]);
        }
        from.reverse();
        let strength = |place: &usize| kinds.get(*place).map(|kind| kind.strength);
        Thresholds {
            strengths: from.iter().map(strength).collect(),
            from,
        }
    }

    /// The least hand of each action, the largest bets first: the first line that is met is played.
    pub(super) fn lines(&self) -> Vec<(Strength, usize)> {
        let actions = (1..=self.strengths.len()).rev();
        actions
            .filter_map(|action| Some((self.strengths[action - 1]?, action)))
            .collect()
    }

    /// The rule in words, with its exact value.
    pub(super) fn describe(&self, play: &ShowdownPlay) -> StudRule {
        let size = play.rules.hands.hand_size;
        let lines = self.lines();
        let endings = play.endings_of(|cards, _| {
            let strength = Tally::of(cards).strength(size);
            lines
                .iter()
                .find(|(least, _)| strength >= *least)
                .map_or(0, |(_, action)| *action)
        });
        let whole = play.deals() * play.scale as u128;
        let (mean, best) = (fraction(endings.sum(), whole), fraction(play.value(), whole));
        let word = |action: usize| play.word(play.actions[action]).to_string();
        let taken = (1..play.actions.len())
            .rev()
            .filter(|action| self.from[action - 1] < play.sides.players.len());
        // An action whose hands a larger bet takes over whole is never taken.
        let taken = taken.filter(|action| self.from.get(*action) != Some(&self.from[action - 1]));
        StudRule {
            points: String::new(),
            streets: vec![RuleStreet {
                name: play.rules.streets[0].name.clone(),
                lines: taken
                    .map(|action| RuleLine {
                        action: word(action),
                        with: format!("{} or better", ranks(&play.hand(self.from[action - 1]))),
                    })
                    .collect(),
                otherwise: word(0),
            }],
            ev: to_f64(&mean),
            ev_exact: mean.to_string(),
            cost: to_f64(&(best - mean)),
        }
    }
}

/// What an action is taken to gain with hands that may not take it.
const FORBIDDEN: i128 = -(1 << 100);

/// For every action, what it gains with all hands below each cut.
fn totals(play: &ShowdownPlay, cuts: &[usize]) -> Vec<Vec<i128>> {
    let of = |action: usize| {
        let mut sum = 0;
        let mut totals = vec![sum];
        for two in cuts.windows(2) {
            let gain = |place: usize| match play.allows(place, action) {
                true => i128::from(play.sides.players[place].ways) * i128::from(play.sums[place][action]),
                false => FORBIDDEN,
            };
            sum += (two[0]..two[1]).map(gain).sum::<i128>();
            totals.push(sum);
        }
        totals
    };
    (0..play.actions.len()).map(of).collect()
}

/// A hand by its ranks, pairs first, as players say it: `Q-6-4`, `8-8-A-K-3`.
pub(super) fn ranks(cards: &[Card]) -> String {
    let times = |rank: Rank| cards.iter().filter(|card| card.rank() == rank).count();
    let mut ranks: Vec<Rank> = cards.iter().map(|card| card.rank()).collect();
    ranks.sort_by_key(|rank| std::cmp::Reverse((times(*rank), *rank)));
    let letters: Vec<String> = ranks.iter().map(|rank| rank.letter().to_string()).collect();
    letters.join("-")
}
