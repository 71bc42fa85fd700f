//! A rule that a person can carry. Before the board it names hole cards by their ranks; then it asks what the hole cards add
//! to the board, how near they are to a flush, and in the end how many cards beat them. Each street has one bet beside what
//! is done otherwise. The lines are those that gain most where the best play comes to, and the price of the whole is exact.

use croupier_rules::poker::{Tally, order};
use croupier_rules::{Card, Rank};
use rayon::prelude::*;

use super::cards::{BoardCards, pair};
use super::count::{Best, Chooser, Counter};
use super::deal::Alike;
use super::play::{BOARDS_AT_ONCE, BoardPlay, edge, with_bet};
use crate::solution::{fraction, to_f64};
use crate::stud::{RuleLine, RuleStreet, StudRule, TieRule};

/// The lines of every street.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) streets: Vec<Lines>,
}

/// The lines of one street: a hand that fits any of them takes the one action, every other hand the other.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub(super) lines: Vec<Condition>,
    pub(super) action: usize,
    pub(super) otherwise: usize,
}

/// What a line asks of the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    /// A pair of this rank or a higher one in the hole.
    HolePair(Rank),
    /// Two ranks in the hole, the lower of which is this or higher; of one suit or whatever the suits.
    Hole { high: Rank, low: Rank, suited: bool },
    /// A hand of this kind or better, counted as strengths count them, that the board alone does not have.
    Made(u8),
    /// One card short of a flush with a hole card of this rank or higher in it.
    NearFlush(Rank),
    /// At most so many cards that beat the hand if the dealer holds one of them.
    Outs(u8),
}

/// What a person sees in two cards beside a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    low: Card,
    high: Card,
    /// The kind of hand, 0 where the board alone has it.
    made: u8,
    /// One more than the rank of the highest hole card in a suit that is one card short of a flush; 0 where there is none.
    near_flush: u8,
    /// How many cards beat it; counted when the board is whole.
    outs: u8,
}

/// The most a kind of hand counts for.
const MADE_MAX: usize = 3;
const RANKS: usize = Rank::ALL.len();

impl Condition {
    /// Every condition there is.
    fn all() -> Vec<Condition> {
        let mut all: Vec<Condition> = Rank::ALL.map(Condition::HolePair).to_vec();
        for high in Rank::ALL {
            for low in Rank::ALL.into_iter().filter(|low| *low < high) {
                all.extend([true, false].map(|suited| Condition::Hole { high, low, suited }));
            }
        }
        all.extend((1..=MADE_MAX as u8).map(Condition::Made));
        all.extend(Rank::ALL.map(Condition::NearFlush));
        all.extend((0..Card::KINDS as u8).map(Condition::Outs));
        all
    }

    fn fits(self, seen: &Seen) -> bool {
        let (low, high) = (
            seen.low.rank().min(seen.high.rank()),
            seen.low.rank().max(seen.high.rank()),
        );
        match self {
            Condition::HolePair(least) => low == high && low >= least,
            Condition::Hole {
                high: wanted,
                low: least,
                suited,
            } => high == wanted && low != high && low >= least && (!suited || seen.low.suit() == seen.high.suit()),
            Condition::Made(least) => seen.made >= least,
            Condition::NearFlush(least) => seen.near_flush > least as u8,
            Condition::Outs(most) => seen.outs <= most,
        }
    }

    pub(super) fn words(self, hand_size: u8) -> String {
        match self {
            Condition::HolePair(least) => format!("a pair of {} or higher", least.plural()),
            Condition::Hole { high, low, suited } => {
                let suited = if suited { ", of one suit" } else { "" };
                format!("{}-{} or a higher second card{suited}", high.letter(), low.letter())
            }
            Condition::Made(least) => {
                let kind = order(hand_size)[usize::from(least) - 1];
                let kind = croupier_rules::print::poker_in_words(kind, None);
                format!("{kind} or better that the board alone does not have")
            }
            Condition::NearFlush(least) => format!(
                "one card short of a flush, with {} or higher in the hole for it",
                croupier_rules::print::a(least.name())
            ),
            Condition::Outs(most) => format!("at most {most} cards that beat the hand if the dealer holds one of them"),
        }
    }

    /// The condition in these words.
    pub(super) fn from_words(words: &str, hand_size: u8) -> Option<Condition> {
        Condition::all()
            .into_iter()
            .find(|condition| condition.words(hand_size) == words)
    }
}

impl Rule {
    /// Finds the rule of a game that has been solved.
    pub(super) fn find(play: &BoardPlay) -> Rule {
        let streets = (0..play.streets.len()).map(|street| match street {
            0 => starts(play),
            _ => beside_board(play, street),
        });
        Rule {
            streets: streets.collect(),
        }
    }

    /// The rule in words, with its exact value.
    pub(super) fn describe(&self, play: &BoardPlay) -> StudRule {
        let endings = play.endings_by(&Plays { play, rule: self });
        let whole = play.deals() * play.stakes.scale as u128;
        let (mean, best) = (fraction(endings.sum(), whole), fraction(play.value(), whole));
        let size = play.rules.hands.hand_size;
        let streets = self.streets.iter().zip(&play.streets).zip(&play.rules.streets);
        let streets = streets.map(|((lines, street), rules)| {
            let word = |action: usize| street.actions[action].on(rules).word().to_string();
            RuleStreet {
                name: rules.name.clone(),
                lines: lines
                    .lines
                    .iter()
                    .map(|condition| RuleLine {
                        action: word(lines.action),
                        with: condition.words(size),
                    })
                    .collect(),
                otherwise: word(lines.otherwise),
            }
        });
        StudRule {
            points: String::new(),
            streets: streets.collect(),
            ev: to_f64(&mean),
            ev_exact: mean.to_string(),
            cost: to_f64(&(best - mean)),
        }
    }
}

impl Lines {
    fn choose(&self, seen: &Seen) -> usize {
        match self.lines.iter().any(|condition| condition.fits(seen)) {
            true => self.action,
            false => self.otherwise,
        }
    }
}

/// Plays by a rule.
pub(super) struct Plays<'r> {
    pub(super) play: &'r BoardPlay,
    pub(super) rule: &'r Rule,
}

impl<'r> Chooser for Plays<'r> {
    type Board = Beside<'r>;

    fn look(&self, street: usize, _: usize, board: &BoardCards) -> Beside<'r> {
        Beside {
            lines: &self.rule.streets[street],
            board: BoardSeen::new(self.play, board),
            late: Vec::new(),
        }
    }

    fn look_late(&self, board: &BoardCards, alike: &[Alike]) -> Beside<'r> {
        let mut beside = self.look(self.play.streets.len() - 1, 0, board);
        beside.late = beside.board.see_alike(alike);
        beside
    }

    fn choose(&self, beside: &Beside, pair: u16, alike: usize, _: usize) -> usize {
        let cards = self.play.pairs.cards(pair);
        beside.lines.choose(&match beside.late.get(alike) {
            Some((made, outs)) => beside.board.seen_late(cards, *made, *outs),
            None => beside.board.seen(cards),
        })
    }
}

/// The lines of a street beside one of its boards.
pub(super) struct Beside<'r> {
    lines: &'r Lines,
    board: BoardSeen<'r>,
    /// What pairs that are alike make, and how many cards beat them, where the board is whole.
    late: Vec<(u8, u8)>,
}

/// A board with what is needed to see two cards beside it.
pub(super) struct BoardSeen<'p> {
    play: &'p BoardPlay,
    tally: Tally,
    /// The kind of hand that the board alone has.
    kind: u8,
    suits: [u8; 4],
    is_whole: bool,
    /// The strength of the board with each other card, where it is whole, as numbers; 0 for the cards that lie there.
    with_one: [u32; Card::KINDS],
}

impl<'p> BoardSeen<'p> {
    fn new(play: &'p BoardPlay, board: &BoardCards) -> BoardSeen<'p> {
        let cards: Vec<Card> = board
            .iter()
            .map(|card| play.maker.cards.at(usize::from(*card)))
            .collect();
        let tally = Tally::of(&cards);
        let size = play.rules.hands.hand_size;
        let mut suits = [0; 4];
        cards.iter().for_each(|card| suits[card.suit() as usize] += 1);
        let is_whole = board.len() == play.board_cards;
        let others = (0..play.maker.cards.len() as u8).filter(|card| is_whole && !board.contains(card));
        let mut with_one = [0; Card::KINDS];
        for card in others {
            let mut tally = tally;
            tally.add(play.maker.cards.at(usize::from(card)));
            with_one[usize::from(card)] = tally.strength(size).bits();
        }
        BoardSeen {
            play,
            kind: tally.strength(size).kind_place(),
            suits,
            is_whole,
            with_one,
            tally,
        }
    }

    fn seen(&self, cards: (u8, u8)) -> Seen {
        let size = self.play.rules.hands.hand_size;
        let [one, other] = self.cards(cards);
        let mut tally = self.tally;
        tally.add(one);
        tally.add(other);
        let strength = tally.strength(size);
        let mut suits = self.suits;
        [one, other].iter().for_each(|card| suits[card.suit() as usize] += 1);
        let near = |card: &&Card| !self.is_whole && suits[card.suit() as usize] + 1 == size;
        let near_flush = [one, other].iter().filter(near).map(|card| card.rank() as u8 + 1).max();
        Seen {
            low: one,
            high: other,
            made: self.made(strength.kind_place()),
            near_flush: near_flush.unwrap_or(0),
            outs: self.outs(strength.bits()),
        }
    }

    /// The same beside a whole board, given what the pair makes and how many cards beat it.
    fn seen_late(&self, cards: (u8, u8), made: u8, outs: u8) -> Seen {
        let [low, high] = self.cards(cards);
        Seen {
            low,
            high,
            made,
            near_flush: 0,
            outs,
        }
    }

    /// What pairs that are alike make beside a whole board, and how many cards beat them.
    fn see_alike(&self, alike: &[Alike]) -> Vec<(u8, u8)> {
        let see = |alike: &Alike| (self.made(alike.made.kind), self.outs(alike.made.strength));
        alike.iter().map(see).collect()
    }

    fn cards(&self, (low, high): (u8, u8)) -> [Card; 2] {
        [low, high].map(|card| self.play.maker.cards.at(usize::from(card)))
    }

    /// What a kind of hand counts for.
    fn made(&self, kind: u8) -> u8 {
        match kind > self.kind {
            true => kind.min(MADE_MAX as u8),
            false => 0,
        }
    }

    /// How many cards beat a hand; its own make no more than the whole.
    fn outs(&self, strength: u32) -> u8 {
        self.with_one.iter().map(|with| u8::from(*with > strength)).sum()
    }
}

/// The bet that gains most beside the first action of a street, given what each gains more than the first where it gains
/// anything.
fn best_action(gained: &[i128]) -> usize {
    let places = (1..gained.len()).max_by_key(|place| gained[*place]);
    places.unwrap_or(0)
}

/// The lines for hole cards: for pairs, for each high card, and for each high card of one suit the least that pays.
fn starts(play: &BoardPlay) -> Lines {
    let mut gained = vec![0i128; play.streets[0].actions.len()];
    for start in play.starts() {
        for (sum, value) in gained.iter_mut().zip(&start.values) {
            *sum += i128::from((value - start.values[0]).max(0));
        }
    }
    let action = best_action(&gained);
    let more = |low: Rank, high: Rank, suited: bool| -> i128 {
        let starts = play.starts().iter().filter(|start| {
            let (one, other) = play.pairs.cards(start.pair);
            let [one, other] = [one, other].map(|card| play.maker.cards.at(usize::from(card)));
            let ranks = (one.rank().min(other.rank()), one.rank().max(other.rank()));
            ranks == (low, high) && (one.suit() == other.suit()) == suited
        });
        starts
            .map(|start| i128::from(start.values[action] - start.values[0]))
            .sum()
    };
    // Of a falling list of gains, how many from the start are worth most together.
    let worth = |gains: &[i128]| -> usize {
        let sums = gains.iter().scan(0, |sum, gain| {
            *sum += gain;
            Some(*sum)
        });
        let best = sums
            .enumerate()
            .filter(|(_, sum)| *sum > 0)
            .max_by_key(|(place, sum)| (*sum, std::cmp::Reverse(*place)));
        best.map_or(0, |(place, _)| place + 1)
    };
    let mut lines = Vec::new();
    let falling: Vec<Rank> = Rank::ALL.into_iter().rev().collect();
    let pairs: Vec<i128> = falling.iter().map(|rank| more(*rank, *rank, false)).collect();
    lines.extend(
        worth(&pairs)
            .checked_sub(1)
            .map(|last| Condition::HolePair(falling[last])),
    );
    for high in &falling {
        let lows: Vec<Rank> = falling.iter().copied().filter(|low| low < high).collect();
        let [plain, suited] = [false, true].map(|suited| {
            let gains: Vec<i128> = lows.iter().map(|low| more(*low, *high, suited)).collect();
            worth(&gains)
        });
        let line = |many: usize, suited: bool| {
            many.checked_sub(1).map(|last| Condition::Hole {
                high: *high,
                low: lows[last],
                suited,
            })
        };
        lines.extend(line(plain, false));
        lines.extend(line(suited, true).filter(|_| suited > plain));
    }
    Lines {
        lines,
        action,
        otherwise: 0,
    }
}

/// What the bet gains more than the first action, by what is made and how near a flush is, or how many cards beat the hand.
type Gained = Vec<[i128; Card::KINDS]>;

fn no_gain() -> Gained {
    vec![[0; Card::KINDS]; MADE_MAX + 1]
}

/// The least that must be made, and the other limit, that gain most together. The other limit is the first place that does
/// not count.
fn best_limits(gained: &Gained) -> (usize, usize) {
    let made_at_least = |least: usize| gained[least.min(MADE_MAX + 1)..].as_flattened().iter().sum::<i128>();
    let limits = (1..=MADE_MAX + 1).flat_map(|made| (0..=Card::KINDS).map(move |other| (made, other)));
    let gain = |(made, other): &(usize, usize)| {
        let below = gained[..*made].iter().flat_map(|by_other| &by_other[..*other]);
        made_at_least(*made) + below.sum::<i128>()
    };
    limits.max_by_key(gain).unwrap_or((MADE_MAX + 1, 0))
}

/// The lines of a street after the first.
fn beside_board(play: &BoardPlay, place: usize) -> Lines {
    let street = &play.streets[place];
    let gained = match place < play.early_streets() {
        true => gained_early(play, place),
        false => gained_late(play),
    };
    let (made, other) = best_limits(&gained);
    let other = match street.open == play.board_cards {
        true => other.checked_sub(1).map(|most| Condition::Outs(most as u8)),
        false => other
            .min(RANKS)
            .checked_sub(1)
            .map(|near| Condition::NearFlush(Rank::ALL[RANKS - 1 - near])),
    };
    Lines {
        lines: made_line(made).into_iter().chain(other).collect(),
        action: street.actions.len() - 1,
        otherwise: 0,
    }
}

/// What the largest bet gains more than the first action on a street that is decided before the board is whole.
fn gained_early(play: &BoardPlay, street: usize) -> Gained {
    let best = Best::new(play, TieRule::Least);
    let last = (street + 1 == play.streets.len()).then(|| (play.gains_after_last(), Counter::new(play, &best)));
    let kinds = play.boards[street].kinds.par_iter().enumerate();
    let gained = kinds.fold(no_gain, |mut gained, (at, board)| {
        let seen = BoardSeen::new(play, &board.cards);
        let mut add = |pair: u16, more: i64, times: u64| {
            if more != 0 && times > 0 {
                let seen = seen.seen(play.pairs.cards(pair));
                // The highest card counts first.
                let near = RANKS - usize::from(seen.near_flush);
                gained[usize::from(seen.made)][near] += i128::from(more) * i128::from(times);
            }
        };
        match &last {
            None => {
                for valued in &play.values[street][at] {
                    add(
                        valued.pair,
                        valued.edge(),
                        u64::from(play.comes_to(street, valued.pair)),
                    );
                }
            }
            Some((sums, counter)) => {
                let comes = counter.comes(street, &board.cards);
                let rules = &play.streets[street];
                for (pair, sum, many) in board.join(&play.pairs, &sums.of_kind(at)).sums {
                    let deals = rules.deals_beside(board.ways, many);
                    let with = |bet: u8| with_bet(&sum, bet);
                    let values = play.stakes.values(rules, rules.before[0], deals, with);
                    add(pair, edge(&values), comes[usize::from(pair)].with(0));
                }
            }
        }
        gained
    });
    gained.reduce(no_gain, with)
}

/// The same on a last street that is decided beside a whole board.
fn gained_late(play: &BoardPlay) -> Gained {
    let last = play.streets.len() - 1;
    let street = &play.streets[last];
    let best = Best::new(play, TieRule::Least);
    let counter = Counter::new(play, &best);
    let chunks = play.whole_boards().par_chunks(BOARDS_AT_ONCE);
    let gained = chunks.fold(no_gain, |mut gained, kinds| {
        let mut survey = play.survey();
        for kind in kinds {
            play.look(&mut survey, &kind.cards);
            let comes = counter.comes(last, &kind.cards);
            let board = BoardSeen::new(play, &kind.cards);
            let more = |alike: &Alike| {
                let with = |bet: u8| alike.gains.with(bet);
                let values = play.stakes.values(street, street.before[0], street.deals as i64, with);
                edge(&values)
            };
            let mut times = vec![0; survey.alike().len()];
            for held in survey.held() {
                times[usize::from(held.alike)] += comes[usize::from(held.pair)].with(0);
            }
            let seen = board.see_alike(survey.alike());
            for ((alike, times), (made, outs)) in survey.alike().iter().zip(times).zip(seen) {
                gained[usize::from(made)][usize::from(outs)] +=
                    i128::from(more(alike)) * i128::from(kind.ways) * i128::from(times);
            }
        }
        gained
    });
    gained.reduce(no_gain, with)
}

fn made_line(made: usize) -> Option<Condition> {
    (made <= MADE_MAX).then_some(Condition::Made(made as u8))
}

fn with(mut one: Gained, other: Gained) -> Gained {
    let sums = one.as_flattened_mut().iter_mut().zip(other.as_flattened());
    sums.for_each(|(sum, more)| *sum += more);
    one
}

/// The number of the pair of two cards of a deck.
pub(super) fn number_of(play: &BoardPlay, cards: &[Card]) -> Option<(u16, (u8, u8))> {
    let [one, other] = cards else { return None };
    let [one, other] = [*one, *other].map(|card| play.maker.cards.place(card));
    Some((pair(one, other), (one.min(other), one.max(other))))
}
