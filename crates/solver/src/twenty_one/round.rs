//! What a whole round comes to: value, average wager, every outcome, and the distribution of the gain.

use std::collections::BTreeMap;

use croupier_rules::Card;
use croupier_rules::play::{BlackjackCheck, is_ace_ten};
use croupier_table::Outcome;

use super::deal::{Beside, CardCounts, FirstTwo, Plan, UpPlay};
use super::dealer::DEALER_RESULTS;
use super::hand_results::{HandResults, SURRENDER, WhichHand};
use super::insurance;
use super::setting::Setting;
use super::split::{SplitResult, Way};
use super::unseen::Dealing;
use super::up_class::UpClass;

/// What a round comes to, all in main bets.
#[derive(Clone, Debug)]
pub struct RoundValue<N> {
    /// The expected gain.
    pub value: N,
    /// What taking insurance or even money exactly where it pays adds to that.
    pub insurance: N,
    /// What is wagered in all.
    pub wager: N,
    /// Every outcome of a hand: how often in a round, and what it adds to the gain.
    pub outcomes: BTreeMap<Outcome, OutcomeShare<N>>,
    /// How likely each gain is.
    pub gains: Gains,
}

/// How often one outcome comes, and what it adds.
#[derive(Clone, Debug)]
pub struct OutcomeShare<N> {
    /// How many hands of a round end so.
    pub chance: N,
    /// What it adds to the expected gain.
    pub contribution: N,
}

/// The distribution of a gain, in millionths of a main bet.
pub(super) type Gains = BTreeMap<i64, f64>;

impl<N: Dealing> RoundValue<N> {
    fn new() -> RoundValue<N> {
        RoundValue {
            value: N::zero(),
            insurance: N::zero(),
            wager: N::zero(),
            outcomes: BTreeMap::new(),
            gains: Gains::new(),
        }
    }

    /// Adds what happens under another up card.
    pub fn add(&mut self, other: RoundValue<N>) {
        self.value += other.value;
        self.insurance += other.insurance;
        self.wager += other.wager;
        for (outcome, share) in other.outcomes {
            self.end(outcome, share.chance, share.contribution);
        }
        for (gain, chance) in other.gains {
            *self.gains.entry(gain).or_default() += chance;
        }
    }

    fn end(&mut self, outcome: Outcome, chance: N, contribution: N) {
        let share = self.outcomes.entry(outcome).or_insert_with(|| OutcomeShare {
            chance: N::zero(),
            contribution: N::zero(),
        });
        share.chance += chance;
        share.contribution += contribution;
    }

    /// A hand that ends so, alone in its round.
    fn alone(&mut self, outcome: Outcome, chance: N, net: N, wager: N) {
        if chance == N::zero() {
            return;
        }
        *self.gains.entry(millionths(net.to_f64())).or_default() += chance.to_f64();
        self.hand(outcome, chance, net, wager);
    }

    fn hand(&mut self, outcome: Outcome, chance: N, net: N, wager: N) {
        let contribution = chance.clone() * net;
        self.value += contribution.clone();
        self.wager += chance.clone() * wager;
        self.end(outcome, chance, contribution);
    }
}

/// What rounds in which the dealer shows cards of this class come to, weighted by how often that is.
pub(super) fn under<N: Dealing>(setting: &Setting<N>, up: &UpClass, shoe: &CardCounts) -> RoundValue<N> {
    if up.is_blackjack() {
        return against_open_blackjack(setting, up, shoe);
    }
    under_play(setting, &UpPlay::new(setting, up, shoe), shoe)
}

/// The same when hands are played so.
pub(super) fn under_play<N: Dealing>(setting: &Setting<N>, play: &UpPlay<N>, shoe: &CardCounts) -> RoundValue<N> {
    let mut before = Vec::new();
    let mut cards: Vec<Beside<N>> = Vec::new();
    for (shown, chance) in play.up.shown(shoe, |card| setting.tells_suit(card)) {
        let known = cards.last().map(|(known, _, _)| known);
        let beside = play.beside_alike(setting, shoe, known, shown);
        let deals = play.deals(setting, &beside, shoe, &mut before);
        cards.push((beside, deals, chance));
    }
    let mut round = RoundValue::new();
    let tally = play.flow(setting, &cards);
    tally.visit(setting, WhichHand::First, |ended| {
        let wager = setting.stakes.all()[ended.stake].own_units();
        round.alone(ended.outcome, ended.chance, ended.net, wager);
    });
    let mut splits: Vec<(&SplitResult<N>, N)> = Vec::new();
    for (card, deals, weight) in &cards {
        let left = card.shown.out_of(shoe);
        for dealt in deals {
            let chance = weight.clone() * dealt.chance.clone();
            add_blackjacks(&mut round, setting, play, dealt, &chance);
            round.insurance += chance.clone() * best_insurance(setting, card.shown.up, dealt, &left);
            if let Plan::Split(result) = &dealt.plan {
                match splits
                    .iter_mut()
                    .find(|(known, _)| known.value == result.value && known.hands_max == result.hands_max)
                {
                    Some((_, sum)) => *sum += chance,
                    None => splits.push((result, chance)),
                }
            }
        }
    }
    for (result, chance) in splits {
        add_split(&mut round, setting, result, &chance);
    }
    round
}

/// The dealer shows a blackjack, and nobody plays.
fn against_open_blackjack<N: Dealing>(setting: &Setting<N>, up: &UpClass, shoe: &CardCounts) -> RoundValue<N> {
    let mut round = RoundValue::new();
    for (shown, chance) in up.shown::<N>(shoe, |card| setting.tells_suit(card)) {
        let mut lost = N::one();
        for (cards, own) in own_blackjacks::<N>(&shown.out_of(shoe)) {
            let (row, odds) = setting.rules.blackjack.pays_for(&cards);
            let (outcome, net) = match setting.rules.blackjack.beats_blackjack() {
                true => (Outcome::blackjack(row), N::odds(odds)),
                false => (Outcome::BlackjackPush, N::zero()),
            };
            round.alone(outcome, chance.clone() * own.clone(), net, N::one());
            lost = lost - own;
        }
        round.alone(Outcome::DealerBlackjack, chance * lost, -N::one(), N::one());
    }
    round
}

/// Every blackjack a player may be dealt from these cards, with its chance.
pub(super) fn own_blackjacks<N: Dealing>(left: &CardCounts) -> Vec<([Card; 2], N)> {
    let size: i64 = left.iter().map(|count| i64::from(*count)).sum();
    let there = || Card::all().filter(|card| left[card.index()] > 0);
    let mut blackjacks = Vec::new();
    for one in there() {
        for other in there().filter(|other| one < *other && is_ace_ten(&[one, *other])) {
            let ways = 2 * i64::from(left[one.index()]) * i64::from(left[other.index()]);
            blackjacks.push(([one, other], N::ratio(ways, size * (size - 1))));
        }
    }
    blackjacks
}

/// Blackjacks of both sides that end the round before play.
fn add_blackjacks<N: Dealing>(
    round: &mut RoundValue<N>,
    setting: &Setting<N>,
    play: &UpPlay<N>,
    dealt: &FirstTwo<N>,
    chance: &N,
) {
    let dealer = play.dealer_blackjack(setting, dealt.hand);
    let wins = setting.rules.blackjack.beats_blackjack();
    let checked = play.up.check == BlackjackCheck::Checked;
    let mut end = |outcome, share: N, net: N| round.alone(outcome, chance.clone() * share, net, N::one());
    match dealt.plan {
        Plan::Blackjack { outcome, odds } => {
            if wins {
                end(outcome, N::one(), N::odds(odds));
            } else {
                end(outcome, N::one() - dealer.clone(), N::odds(odds));
                end(Outcome::BlackjackPush, dealer, N::zero());
            }
        }
        Plan::DoubledBlackjack { outcome, odds, .. } if checked => {
            if wins {
                end(outcome, dealer, N::odds(odds));
            } else {
                end(Outcome::BlackjackPush, dealer, N::zero());
            }
        }
        Plan::Surrendered => end(Outcome::Surrendered, N::one(), setting.ended_net(SURRENDER, 0).clone()),
        Plan::Played | Plan::Split(_) if checked => end(Outcome::DealerBlackjack, dealer, -N::one()),
        _ => {}
    }
}

/// What the best of insurance, even money and neither adds, given the first two cards and the up card.
fn best_insurance<N: Dealing>(setting: &Setting<N>, up: Card, dealt: &FirstTwo<N>, left: &CardCounts) -> N {
    if setting.rules.insurance_for(up.rank(), false).is_none() {
        return N::zero();
    }
    let mut left = *left;
    for card in dealt.cards {
        left[card.index()] -= 1;
    }
    insurance::gains(&setting.rules, setting.main, &dealt.cards, up, &left, Some(&dealt.plan))
        .into_iter()
        .map(|offered| offered.gain)
        .fold(N::zero(), |best, gain| if gain > best { gain } else { best })
}

/// The hands of a split. What each is worth is exact; the distribution of their sum takes the hands as independent of
/// each other once the dealer's result is given.
fn add_split<N: Dealing>(round: &mut RoundValue<N>, setting: &Setting<N>, result: &SplitResult<N>, chance: &N) {
    for way in &result.ways {
        let chance = chance.clone() * way.chance.clone();
        let mut add = |tally: &HandResults<N>, part, times: u32| {
            tally.visit(setting, part, |ended| {
                let wager = setting.stakes.all()[ended.stake].own_units();
                let often = chance.clone() * N::whole(i64::from(times)) * ended.chance;
                round.hand(ended.outcome, often, ended.net, wager);
            });
        };
        add(&way.first, WhichHand::First, 1);
        for (times, tally) in &way.others {
            add(tally, WhichHand::SplitOff, *times);
        }
        for (gain, often) in sum_of_hands(setting, way) {
            *round.gains.entry(gain).or_default() += chance.to_f64() * often;
        }
    }
}

fn sum_of_hands<N: Dealing>(setting: &Setting<N>, way: &Way<N>) -> Gains {
    let mut hands = vec![by_end(setting, &way.first, WhichHand::First)];
    for (times, tally) in &way.others {
        let gains = by_end(setting, tally, WhichHand::SplitOff);
        hands.extend(std::iter::repeat_n(gains, *times as usize));
    }
    // How likely each end of the dealer's is, by the hands that were compared with it.
    let mut ends = [0.0; DEALER_RESULTS];
    let mut whole = 0.0;
    for hand in &hands {
        for (sum, (chance, _)) in ends.iter_mut().zip(hand.iter()) {
            *sum += chance;
        }
    }
    let compared: f64 = ends.iter().sum();
    for hand in &hands {
        whole += hand.iter().map(|(chance, _)| chance).sum::<f64>();
    }
    let mass = whole / hands.len() as f64;
    let mut sums = Gains::new();
    for (end, often) in ends.iter().enumerate().filter(|(_, often)| **often != 0.0) {
        let chance = often / compared * mass;
        let mut sum = Gains::from([(0, 1.0)]);
        for hand in &hands {
            sum = convolve(&sum, &given_end(hand, end, mass));
        }
        for (gain, often) in sum {
            *sums.entry(gain).or_default() += chance * often;
        }
    }
    if compared == 0.0 {
        let mut sum = Gains::from([(0, mass)]);
        for hand in &hands {
            let alone: Gains = hand[DEALER_RESULTS]
                .1
                .iter()
                .map(|(gain, chance)| (*gain, chance / mass))
                .collect();
            sum = convolve(&sum, &alone);
        }
        sums = sum;
    }
    sums
}

type ByEnd = [(f64, Gains); DEALER_RESULTS + 1];

/// The gains of one hand by the dealer's result; those that did not wait for the dealer come last.
fn by_end<N: Dealing>(setting: &Setting<N>, tally: &HandResults<N>, part: WhichHand) -> ByEnd {
    let mut ends: ByEnd = std::array::from_fn(|_| (0.0, Gains::new()));
    tally.visit(setting, part, |ended| {
        let (sum, gains) = &mut ends[ended.end.unwrap_or(DEALER_RESULTS)];
        let chance = ended.chance.to_f64();
        *sum += chance;
        *gains.entry(millionths(ended.net.to_f64())).or_default() += chance;
    });
    ends
}

/// One hand's gains given the dealer's result; a hand that did not wait is taken to be independent of it.
fn given_end(hand: &ByEnd, end: usize, mass: f64) -> Gains {
    let (compared, gains) = &hand[end];
    let waits = 1.0 - hand[DEALER_RESULTS].0 / mass;
    let mut given = Gains::new();
    if *compared > 0.0 {
        for (gain, often) in gains {
            *given.entry(*gain).or_default() += often / compared * waits;
        }
    }
    for (gain, often) in &hand[DEALER_RESULTS].1 {
        *given.entry(*gain).or_default() += often / mass;
    }
    given
}

fn convolve(one: &Gains, other: &Gains) -> Gains {
    let mut sums = Gains::new();
    for (gain, chance) in one {
        for (more, often) in other {
            *sums.entry(gain + more).or_default() += chance * often;
        }
    }
    sums
}

/// A gain in main bets as a whole number of millionths.
pub(super) fn millionths(gain: f64) -> i64 {
    (gain * 1e6).round() as i64
}
