//! Exceptions of a chart for two cards of one suit, where a row of the rules looks at suits: "7-8 of one suit: hit".

use std::collections::{BTreeMap, BTreeSet};

use croupier_rules::{Card, Rank, Suit};
use serde::{Deserialize, Serialize};

use super::super::deal::{CardCounts, DEALT, UpPlay};
use super::super::setting::Setting;
use super::{Base, Column, Prefer, WORTH_A_NOTE};

/// What to do with two cards of one suit, as they were dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SuitedLine {
    /// Their ranks, in rising order.
    pub cards: Vec<Rank>,
    /// The suit; any one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suit: Option<Suit>,
    /// What to do, best first; what is not allowed is passed over.
    pub prefer: Vec<Prefer>,
}

impl SuitedLine {
    fn fits(&self, cards: &[Card]) -> bool {
        let mut ranks: Vec<Rank> = cards.iter().map(|card| card.rank()).collect();
        ranks.sort();
        let suit = self.suit.or(cards.first().map(|card| card.suit()));
        ranks == self.cards && cards.iter().all(|card| Some(card.suit()) == suit)
    }
}

impl Column {
    /// What the exceptions say of these two cards.
    pub(super) fn suited_prefer(&self, cards: &[Card]) -> Option<&[Prefer]> {
        let line = self.suited.iter().find(|line| line.fits(cards));
        line.map(|line| line.prefer.as_slice())
    }

    /// Adds the exceptions that are worth a note: where the best play of suited cards is not the chart's.
    pub(super) fn choose_suited(&mut self, setting: &Setting<f64>, bases: &[Base], shoe: &CardCounts) {
        let mut lines: Vec<SuitedLine> = Vec::new();
        for base in bases {
            for line in self.suited_lines(setting, shoe, &base.play) {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        if lines.is_empty() {
            return;
        }
        let mut known = self.worth(setting, bases, shoe);
        for line in lines {
            self.suited.push(line);
            let with = self.worth(setting, bases, shoe);
            if with > known + WORTH_A_NOTE {
                known = with;
            } else {
                self.suited.pop();
            }
        }
    }

    fn suited_lines(&self, setting: &Setting<f64>, shoe: &CardCounts, base: &UpPlay<f64>) -> Vec<SuitedLine> {
        let Some(shown) = base.up.example(shoe) else {
            return Vec::new();
        };
        let best = base.beside(setting, shoe, shown);
        let facing = base.facing(setting);
        let staked = &setting.stakes.all()[0];
        let mut found: BTreeMap<(Vec<Rank>, Prefer), BTreeSet<Suit>> = BTreeMap::new();
        for hand in setting.hands.by_card().iter().copied() {
            let Some(&[one, other]) = setting.hands.get(hand).exact.as_deref() else {
                continue;
            };
            let dealt = setting.hands.find(&[one, other], DEALT) == Some(hand);
            let split = one.value() == other.value() && self.pairs.get(&one.value()).is_some_and(|hands| *hands > 1);
            if one.suit() != other.suit() || !dealt || split {
                continue;
            }
            let choice = best.play.choice(hand, 0);
            if let Some(prefer) = Prefer::of(choice, staked)
                && choice != self.choice(&facing, hand, 0)
            {
                let mut ranks = vec![one.rank(), other.rank()];
                ranks.sort();
                found.entry((ranks, prefer)).or_default().insert(one.suit());
            }
        }
        let mut lines = Vec::new();
        for ((cards, prefer), suits) in found {
            let suits: Vec<Option<Suit>> = match suits.len() {
                4 => vec![None],
                _ => suits.into_iter().map(Some).collect(),
            };
            lines.extend(suits.into_iter().map(|suit| SuitedLine {
                cards: cards.clone(),
                suit,
                prefer: vec![prefer, Prefer::Stand],
            }));
        }
        for line in &mut lines {
            line.prefer.dedup();
            if line.prefer[0] == Prefer::Hit {
                line.prefer.truncate(1);
            }
        }
        lines
    }
}
