//! A rule of a few lines that a person can carry, found by the program, with its own exact value.
//!
//! A line names cards by what a player sees in them: a hand that is paid already, a pair, cards of one suit, cards to a
//! straight, and points. A rank's points follow from the pay table: two where a pair of it wins, one where it only pushes.
//! Each street has lines for its bets, and a hand that fits several makes the largest of their bets. Lines are added,
//! exchanged and dropped, always the change that gains most, until no change gains more than a line is worth remembering.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use croupier_rules::pattern::{Pays, Poker};
use croupier_rules::pay_table::Ranking;
use croupier_rules::poker::Tally;
use croupier_rules::stud::Street;
use croupier_rules::{Card, Rank, Suit};
use serde::{Deserialize, Serialize};

use super::book::StudBookFault;
use super::play::{Play, StreetPlay, StudAction, TieRule};
use crate::solution::{Gains, to_f64};

/// The most lines of one street.
const LINES_MAX: usize = 7;
/// A line that gains less than this share of a main bet is not worth remembering.
const LINE_WORTH: f64 = 0.000_2;

/// A simple rule as it is printed, with its value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudRule {
    /// How points are counted.
    pub points: String,
    /// The lines of each street.
    pub streets: Vec<RuleStreet>,
    /// The expected gain when it is played, per unit of the main bet.
    pub ev: f64,
    /// The same as a fraction.
    pub ev_exact: String,
    /// What it costs against the best play.
    pub cost: f64,
}

/// The lines of one street, the largest bets first: the first line that fits is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RuleStreet {
    /// The street.
    pub name: String,
    /// The lines.
    pub lines: Vec<RuleLine>,
    /// What to do when none fits.
    pub otherwise: String,
}

/// One line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RuleLine {
    /// What to do.
    pub action: String,
    /// With what cards.
    pub with: String,
}

/// A simple rule, ready to be played: what to do with each kind of cards on each street.
#[derive(Clone, Debug)]
pub(crate) struct HumanRule {
    streets: Vec<Lines>,
    points: [u8; 13],
}

#[derive(Clone, Debug)]
struct Lines {
    lines: Vec<(Condition, usize)>,
    otherwise: usize,
    /// The action for each kind, as a place among the street's actions.
    chosen: Vec<u8>,
}

/// What a player sees in some cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Features {
    /// How much the cards pay already: 0 for nothing, 1 for a push, 2 for more.
    made: u8,
    /// A pair, or better.
    pair: bool,
    /// All of one suit.
    suited: bool,
    /// How many ranks are missing inside a straight through all the cards; `None` where no straight takes them all.
    gaps: Option<u8>,
    /// Whether such a straight can be completed at both ends.
    open: bool,
    points: u8,
}

/// What a line asks of the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Condition {
    shape: Shape,
    points_min: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Any,
    Made,
    MadeToWin,
    Pair,
    Suited,
    Straight { gaps_max: u8 },
    OpenStraight,
    SuitedStraight { gaps_max: u8 },
}

impl HumanRule {
    /// Finds the rule for a game that has been solved.
    pub(crate) fn derive(play: &Play) -> HumanRule {
        let mut rule = HumanRule {
            streets: Vec::new(),
            points: points(play),
        };
        for (place, street) in play.streets.iter().enumerate() {
            let worth = rule.worth(play, place);
            rule.streets
                .push(Lines::find(street, &list_features(play, street, &rule.points), &worth));
        }
        rule
    }

    /// The rule as somebody has written it. Points are counted as the program counts them.
    pub(crate) fn read(written: &StudRule, play: &Play) -> Result<HumanRule, StudBookFault> {
        let points = points(play);
        let mut streets = Vec::new();
        for street in &play.streets {
            let rules = &play.rules.streets[street.street];
            let name = &rules.name;
            let lines = written.streets.iter().find(|other| other.name == *name);
            let lines = lines.ok_or_else(|| StudBookFault::Street {
                street: name.clone(),
                what: "in its rule".to_string(),
            })?;
            streets.push(Lines::read(
                lines,
                rules,
                street,
                &list_features(play, street, &points),
            )?);
        }
        Ok(HumanRule { streets, points })
    }

    /// The value of each action for each kind of a street, weighted by how often the rule so far comes there.
    fn worth(&self, play: &Play, street_place: usize) -> Vec<Vec<f64>> {
        let street = &play.streets[street_place];
        let kinds = play.lattice.levels[street.level].kinds.len();
        let mut worth = vec![vec![0.0; street.actions.len()]; kinds];
        let scale = play.unit() as f64 * play.deals() as f64;
        play.walk(
            street_place,
            |street, kind, units| self.choose(play, street, kind, units),
            |kind, units, count| {
                for (sum, (_, value)) in worth[kind].iter_mut().zip(play.action_values(street, kind, units)) {
                    *sum += count as f64 * value as f64 / scale;
                }
            },
        );
        worth
    }

    /// What the rule does; on streets it has no lines for yet, the best play.
    pub(crate) fn choose(&self, play: &Play, street: &StreetPlay, kind: usize, units: u32) -> StudAction {
        match self.streets.get(play.street_place(street)) {
            Some(lines) => street.actions[usize::from(lines.chosen[kind])],
            None => play.best(street, kind, units, TieRule::Least),
        }
    }

    /// The rule in words, with its exact value.
    pub(crate) fn describe(&self, play: &Play) -> StudRule {
        let reached = play.count_results(|street, kind, units| self.choose(play, street, kind, units));
        let mut gains = Gains::default();
        for ((result, units), count) in &reached.results {
            gains.add(play.bank.gain(*result, *units), *count);
        }
        let mean = gains.mean(play.unit());
        let best = crate::solution::fraction(play.value(), play.deals() * play.unit() as u128);
        let streets = play.streets.iter().zip(&self.streets);
        StudRule {
            points: self.legend(),
            streets: streets.map(|(street, lines)| lines.describe(play, street)).collect(),
            ev: to_f64(&mean),
            ev_exact: mean.to_string(),
            cost: to_f64(&(best - mean)),
        }
    }

    fn legend(&self) -> String {
        let of = |wanted: u8| -> String {
            let ranks: croupier_rules::Ranks = Rank::ALL
                .into_iter()
                .filter(|rank| self.points[*rank as usize] == wanted)
                .collect();
            ranks.to_string()
        };
        format!("points: {} count 2, {} count 1, {} count 0", of(2), of(1), of(0))
    }
}

impl Lines {
    /// Changes lines one at a time, always for the greatest gain, until nothing gains.
    fn find(street: &StreetPlay, features: &[Features], worth: &[Vec<f64>]) -> Lines {
        let search = Search::new(street.actions.len(), features, worth);
        let mut lines: Vec<Line> = Vec::new();
        while let Some((slot, change)) = search.best_change(&lines) {
            lines.splice(slot..(slot + 1).min(lines.len()), change);
        }
        // The largest bets come first, and the widest of their lines.
        lines.sort_by_key(|line| (Reverse(line.action), Reverse(search.fitting(*line))));
        let chosen = search.chosen(&lines, None);
        let place = |seen: &Features| search.features.binary_search(seen).expect("every seen was noted");
        Lines {
            lines: lines
                .iter()
                .map(|line| (search.conditions[line.condition], line.action))
                .collect(),
            otherwise: 0,
            chosen: features.iter().map(|seen| chosen[place(seen)]).collect(),
        }
    }

    /// Lines as they are written: the first that fits is played.
    fn read(
        written: &RuleStreet,
        rules: &Street,
        street: &StreetPlay,
        features: &[Features],
    ) -> Result<Lines, StudBookFault> {
        let action = |word: &str, with: &str| {
            let place = street.actions.iter().position(|action| action.on(rules).word() == word);
            place.ok_or_else(|| StudBookFault::Action {
                street: written.name.clone(),
                action: word.to_string(),
                cards: with.to_string(),
                offered: street.offered(rules),
            })
        };
        let conditions = Condition::all();
        let mut lines = Vec::new();
        for line in &written.lines {
            let condition = conditions.iter().find(|condition| condition.words() == line.with);
            let condition = condition.ok_or_else(|| StudBookFault::Line {
                street: written.name.clone(),
                with: line.with.clone(),
                example: "`any pair or better`, `4 points or more`, `all cards of one suit, and 2 points or more`"
                    .to_string(),
            })?;
            lines.push((*condition, action(&line.action, &line.with)?));
        }
        let otherwise = action(&written.otherwise, "anything else")?;
        let chosen = |seen: &Features| {
            let fits = lines.iter().find(|(condition, _)| condition.fits(seen));
            fits.map_or(otherwise, |(_, action)| *action) as u8
        };
        Ok(Lines {
            chosen: features.iter().map(chosen).collect(),
            lines,
            otherwise,
        })
    }

    fn describe(&self, play: &Play, street: &StreetPlay) -> RuleStreet {
        let rules = &play.rules.streets[street.street];
        let word = |action: usize| street.actions[action].on(rules).word().to_string();
        RuleStreet {
            name: rules.name.clone(),
            lines: self
                .lines
                .iter()
                .map(|(condition, action)| RuleLine {
                    action: word(*action),
                    with: condition.words(),
                })
                .collect(),
            otherwise: word(self.otherwise),
        }
    }
}

/// The search for the lines of one street. Cards that look alike are one.
struct Search {
    actions: usize,
    conditions: Vec<Condition>,
    features: Vec<Features>,
    /// For each look, what each action is worth.
    worth: Vec<Vec<f64>>,
    /// For each condition, the looks that have it.
    fits: Vec<Vec<usize>>,
}

/// A line during the search: the place of its condition, and of its action among those of the street.
#[derive(Clone, Copy, Debug)]
struct Line {
    condition: usize,
    action: usize,
}

impl Search {
    fn new(actions: usize, features: &[Features], worth: &[Vec<f64>]) -> Search {
        let mut sums: BTreeMap<Features, Vec<f64>> = BTreeMap::new();
        for (seen, worth) in features.iter().zip(worth) {
            let sum = sums.entry(*seen).or_insert_with(|| vec![0.0; actions]);
            for (sum, value) in sum.iter_mut().zip(worth) {
                *sum += value;
            }
        }
        let (features, worth): (Vec<Features>, Vec<Vec<f64>>) = sums.into_iter().unzip();
        let conditions = Condition::all();
        let having = |condition: &Condition| {
            (0..features.len())
                .filter(|place| condition.fits(&features[*place]))
                .collect()
        };
        Search {
            actions,
            fits: conditions.iter().map(having).collect(),
            conditions,
            features,
            worth,
        }
    }

    /// The change that gains most: one or two lines in the place of one or of none, or one line fewer.
    fn best_change(&self, lines: &[Line]) -> Option<(usize, Vec<Line>)> {
        let now = self.value(&self.chosen(lines, None));
        let mut best = None;
        let mut most = 1e-9;
        for slot in 0..=lines.len() {
            let there = usize::from(slot < lines.len());
            let room = LINES_MAX + there - lines.len().min(LINES_MAX);
            let rest = self.chosen(lines, Some(slot));
            let without = self.value(&rest) - now + LINE_WORTH * there as f64;
            if there == 1 && without > most {
                (most, best) = (without, Some((slot, Vec::new())));
            }
            if room == 0 {
                continue;
            }
            for (line, gain) in self.gains(&rest) {
                let gained = without + gain - LINE_WORTH;
                if gained > most {
                    (most, best) = (gained, Some((slot, vec![line])));
                }
                if room > 1 {
                    let mut chosen = rest.clone();
                    self.add(line, &mut chosen);
                    for (second, more) in self.gains(&chosen) {
                        if gained + more - LINE_WORTH > most {
                            (most, best) = (gained + more - LINE_WORTH, Some((slot, vec![line, second])));
                        }
                    }
                }
            }
        }
        best
    }

    /// What the lines do with each look, without one of them: the largest bet of those that fit.
    fn chosen(&self, lines: &[Line], without: Option<usize>) -> Vec<u8> {
        let mut chosen = vec![0; self.features.len()];
        for (slot, line) in lines.iter().enumerate() {
            if Some(slot) != without {
                self.add(*line, &mut chosen);
            }
        }
        chosen
    }

    fn add(&self, line: Line, chosen: &mut [u8]) {
        for seen in &self.fits[line.condition] {
            chosen[*seen] = chosen[*seen].max(line.action as u8);
        }
    }

    fn value(&self, chosen: &[u8]) -> f64 {
        let each = self.worth.iter().zip(chosen);
        each.map(|(values, action)| values[usize::from(*action)]).sum()
    }

    /// What every possible line would gain.
    fn gains(&self, chosen: &[u8]) -> Vec<(Line, f64)> {
        let mut all = Vec::with_capacity(self.conditions.len() * self.actions);
        for (condition, features) in self.fits.iter().enumerate() {
            let first = all.len();
            all.extend((1..self.actions).map(|action| (Line { condition, action }, 0.0)));
            for seen in features {
                let (values, now) = (&self.worth[*seen], usize::from(chosen[*seen]));
                for (line, gain) in &mut all[first + now.max(1) - 1..] {
                    *gain += values[line.action] - values[now];
                }
            }
        }
        all
    }

    /// How many looks have a line's condition.
    fn fitting(&self, line: Line) -> usize {
        self.fits[line.condition].len()
    }
}

impl Condition {
    /// Every line a person might be asked to remember, simple ones first.
    fn all() -> Vec<Condition> {
        let mut shapes = vec![
            Shape::Any,
            Shape::Made,
            Shape::MadeToWin,
            Shape::Pair,
            Shape::Suited,
            Shape::OpenStraight,
        ];
        for gaps_max in 0..=2 {
            shapes.push(Shape::Straight { gaps_max });
            shapes.push(Shape::SuitedStraight { gaps_max });
        }
        let conditions = shapes.into_iter().flat_map(|shape| {
            let most = if matches!(shape, Shape::Made | Shape::MadeToWin | Shape::Pair) {
                0
            } else {
                8
            };
            (0..=most).map(move |points_min| Condition { shape, points_min })
        });
        conditions.collect()
    }

    fn fits(self, seen: &Features) -> bool {
        let gaps = |most: u8| seen.gaps.is_some_and(|gaps| gaps <= most);
        seen.points >= self.points_min
            && match self.shape {
                Shape::Any => true,
                Shape::Made => seen.made >= 1,
                Shape::MadeToWin => seen.made >= 2,
                Shape::Pair => seen.pair,
                Shape::Suited => seen.suited,
                Shape::Straight { gaps_max } => gaps(gaps_max),
                Shape::OpenStraight => seen.open,
                Shape::SuitedStraight { gaps_max } => seen.suited && gaps(gaps_max),
            }
    }

    fn words(self) -> String {
        let gaps = |most: u8| match most {
            0 => "without a gap".to_string(),
            1 => "with at most one gap".to_string(),
            more => format!("with at most {more} gaps"),
        };
        let shape = match self.shape {
            Shape::Any => "any cards".to_string(),
            Shape::Made => "a hand that is paid or pushes already".to_string(),
            Shape::MadeToWin => "a hand that wins already".to_string(),
            Shape::Pair => "any pair or better".to_string(),
            Shape::Suited => "all cards of one suit".to_string(),
            Shape::Straight { gaps_max } => format!("all cards to a straight, {}", gaps(gaps_max)),
            Shape::OpenStraight => "all cards to a straight that is open at both ends".to_string(),
            Shape::SuitedStraight { gaps_max } => format!("all cards to a straight flush, {}", gaps(gaps_max)),
        };
        match (self.shape, self.points_min) {
            (Shape::Any, points) => format!("{points} points or more"),
            (_, 0) => shape,
            (_, points) => format!("{shape}, and {points} points or more"),
        }
    }
}

/// What a player sees in each kind of cards on a street.
fn list_features(play: &Play, street: &StreetPlay, points: &[u8; 13]) -> Vec<Features> {
    let ranking = Ranking::new(&play.rules.pays, play.rules.hands.hand_size, play.main);
    let kinds = play.lattice.levels[street.level].kinds.iter();
    kinds
        .map(|kind| features_of(play, &ranking, points, &kind.cards()))
        .collect()
}

/// Two points for a rank whose pair wins, one where it pushes.
fn points(play: &Play) -> [u8; 13] {
    let ranking = Ranking::new(&play.rules.pays, play.rules.hands.hand_size, play.main);
    Rank::ALL.map(|rank| {
        let pair = [Card::new(rank, Suit::Clubs), Card::new(rank, Suit::Hearts)];
        paid(play, ranking.best(&Tally::of(&pair), &pair))
    })
}

/// 0 for no row, 1 for a push, 2 for more.
fn paid(play: &Play, row: Option<usize>) -> u8 {
    match row.map(|row| play.rules.pays[row].pays) {
        None => 0,
        Some(Pays::Odds(odds)) if odds.is_push() => 1,
        Some(_) => 2,
    }
}

fn features_of(play: &Play, ranking: &Ranking, points: &[u8; 13], cards: &[Card]) -> Features {
    let tally = Tally::of(cards);
    let size = play.rules.hands.hand_size;
    let suited = cards.windows(2).all(|pair| pair[0].suit() == pair[1].suit());
    let (gaps, open) = straight(cards, size);
    Features {
        made: paid(play, ranking.best(&tally, cards)),
        pair: tally.contains(size).has(Poker::Pair),
        suited: suited && cards.len() <= usize::from(size),
        gaps,
        open,
        points: cards.iter().map(|card| points[card.rank() as usize]).sum(),
    }
}

/// The gaps inside a straight through all the cards, and whether more than one straight takes them all without a gap.
fn straight(cards: &[Card], size: u8) -> (Option<u8>, bool) {
    let mut bits = cards.iter().fold(0u32, |bits, card| bits | 2 << card.rank() as u32);
    bits |= bits >> 13 & 1;
    let count = cards.len() as u32;
    let mut least = None;
    let mut straights = 0;
    for low in 0..=14 - u32::from(size) {
        let window = ((1u32 << size) - 1) << low;
        let inside = bits & window;
        if inside.count_ones() == count && distinct(cards) {
            straights += 1;
            let span = 32 - inside.leading_zeros() - inside.trailing_zeros();
            let gaps = (span - count) as u8;
            least = Some(least.map_or(gaps, |least: u8| least.min(gaps)));
        }
    }
    (least, straights > 1 && least == Some(0))
}

fn distinct(cards: &[Card]) -> bool {
    let ranks = cards.iter().fold(0u16, |ranks, card| ranks | 1 << card.rank() as u16);
    ranks.count_ones() as usize == cards.len()
}
