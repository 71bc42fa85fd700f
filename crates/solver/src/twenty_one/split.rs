//! What a split is worth: exactly, for a play of the split hands that looks at one hand and the up card alone.
//!
//! The class of strategy is CDP1: every split hand is played by one table that is the best for the first hand of a
//! split, knowing its own cards, the up card and the one card that went to the other hand, and nothing more. A pair that
//! comes again is split again as long as fewer than so many hands lie on the table; that number is chosen for the best
//! value, too. Where the split is free, the first hand, whose bet is the player's, and the others, whose bets are the house's,
//! are played by a table each. See `docs/solver.md` for why the value below is exact.

use croupier_rules::Card;
use croupier_rules::play::BlackjackCheck;

use super::hand_results::{HandResults, WhichHand};
use super::hands::{NONE, rank_of};
use super::play::{DealerByHand, Facing, Flow, Play, Suited};
use super::rows::Track;
use super::setting::{CameFrom, Setting};
use super::unseen::{Dealing, Unseen};
use super::up_class::UpClass;

const SPLIT: Track = Track {
    split: true,
    doubled: false,
};

/// The play of the hands split from pairs of one value against one up card.
#[derive(Clone, Debug)]
pub struct SplitPlay<N> {
    /// The value of the pair, as a place from 0 for the ace.
    pub value: usize,
    /// What is done with each hand.
    pub play: Play<N>,
}

/// What the play of a split hand may know, in the field's terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Its own cards and the up card, as if it had not been split; a pair that comes again is always split again.
    CdzMinus,
    /// The one card of the other hand, too.
    Cdp1,
    /// How many further pair cards are out, too; a pair that comes again is always split again.
    Cdp,
}

impl Class {
    /// How many cards of the other hands the play knows, when so many further pair cards are out.
    fn known(self, further: i64) -> i64 {
        match self {
            Class::CdzMinus => 0,
            Class::Cdp1 => 1,
            Class::Cdp => 1 + further,
        }
    }
}

/// A pair to be split: its cards and what is left beside it.
#[derive(Clone, Debug)]
pub struct Pair<'a> {
    /// The two cards.
    pub cards: [Card; 2],
    /// The cards left when only the up card is out, by value…
    pub unseen: &'a Unseen,
    /// …and one by one.
    pub suited: &'a Suited,
    /// How many cards beside the pair would make a pair with one of it.
    pub pair_cards: i64,
}

/// What a split comes to when pairs are split again up to so many hands.
#[derive(Clone, Debug)]
pub struct SplitResult<N> {
    /// The most hands.
    pub hands_max: u8,
    /// The value in main bets, jointly with what the check has shown.
    pub value: N,
    /// Every way the hands may be dealt, with its chance.
    pub ways: Vec<Way<N>>,
}

/// One way in which a split may turn out: so many hands, each with what becomes of it.
#[derive(Clone, Debug)]
pub struct Way<N> {
    /// How likely.
    pub chance: N,
    /// The hand that keeps the original bet.
    pub first: HandResults<N>,
    /// The other hands: how many of them have this tally.
    pub others: Vec<(u32, HandResults<N>)>,
}

/// Which of the split hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// The one with the pair's first card.
    First,
    /// One that came of a later split.
    Middle,
    /// The one with the pair's second card, which is always played last.
    Last,
}

impl<N: Dealing> SplitPlay<N> {
    /// The best play of a hand split from a pair of this value, with what its class knows out of the shoe.
    pub fn new(setting: &Setting<N>, up: &UpClass, unseen: &Unseen, value: usize) -> SplitPlay<N> {
        SplitPlay::after(setting, up, unseen, value, 0)
    }

    /// The same when so many further pair cards are out.
    fn after(setting: &Setting<N>, up: &UpClass, unseen: &Unseen, value: usize, further: i64) -> SplitPlay<N> {
        let facing = facing(setting, up, value, unseen.without(value, setting.class.known(further)));
        let hands = setting.hands.with_value(value);
        let mut dealer = DealerByHand::new(setting);
        dealer.prepare(&facing, hands.iter().copied().filter(|hand| facing.may_stand(*hand)));
        let mut play = Play::new(setting);
        facing.solve(&mut play, &dealer, hands);
        SplitPlay { value, play }
    }

    /// The same with hands known card by card, beside this exact up card.
    pub fn suited(&self, setting: &Setting<N>, up: &UpClass, unseen: &Unseen, suited: &Suited) -> SplitPlay<N> {
        let facing = facing(
            setting,
            up,
            self.value,
            unseen.without(self.value, setting.class.known(0)),
        );
        let mut dealer = DealerByHand::new(setting);
        dealer.prepare(&facing, setting.hands.by_card().iter().copied());
        let mut play = self.play.clone();
        facing.solve_suited(&mut play, &dealer, suited);
        SplitPlay {
            value: self.value,
            play,
        }
    }

    /// Whether a pair that comes again on a split hand may win at once.
    fn pairs_win(&self, setting: &Setting<N>, up: &UpClass) -> bool {
        let cards = || Card::all().filter(|card| usize::from(card.value()) - 1 == self.value);
        let wins = |one: Card, other: Card| {
            let hand = setting.hands.find(&[one, other], SPLIT);
            hand.is_some_and(|hand| setting.winner(up, SPLIT, setting.hands.get(hand)).is_some())
        };
        cards().any(|one| cards().any(|other| setting.rules.split.is_pair(one, other) && wins(one, other)))
    }

    /// What splitting a pair comes to, for every number of hands up to the most that the rules allow, or for that alone where
    /// the class always splits again.
    pub fn results(&self, setting: &Setting<N>, up: &UpClass, pair: &Pair) -> Vec<SplitResult<N>> {
        let hands_max = match self.pairs_win(setting, up) {
            // What wins at once is not split again, so the number of hands no longer follows from pair cards alone. Two hands
            // follow from nothing.
            true => 2,
            false => setting.rules.split.hands_max_of(rank_of(self.value)),
        };
        let mut split_hands = SplitHands::new(self, setting, up, pair, hands_max);
        let least = match setting.class {
            Class::CdzMinus | Class::Cdp => hands_max,
            Class::Cdp1 => 2,
        };
        (least..=hands_max)
            .map(|hands_max| split_hands.result(setting, hands_max))
            .collect()
    }
}

/// What a hand split from a pair of this value faces.
pub(super) fn facing<'a, N: Dealing>(
    setting: &'a Setting<N>,
    up: &'a UpClass,
    value: usize,
    unseen: Unseen,
) -> Facing<'a, N> {
    let comes_back = up.check == BlackjackCheck::Late && setting.comparison.takes_original_alone();
    Facing {
        setting,
        up,
        origin: CameFrom::Split(value),
        unseen,
        // One of the two hands holds the original bet, so the play is made for their mean. After a free split the others hold
        // no bet of the player's.
        main_at_blackjack: match comes_back && !setting.splits_free(value) {
            true => N::ratio(-1, 2),
            false => -N::one(),
        },
    }
}

/// What becomes of one split hand, given how many further pair cards (`a`) and others (`b`) the other hands got.
struct SplitHands<N> {
    /// By place, then `a`, then `b`: the hand's second card may be anything.
    any: [Vec<Vec<HandResults<N>>>; 3],
    /// The same when its second card is no pair card.
    other: [Vec<Vec<HandResults<N>>>; 3],
    pair_cards: i64,
    left: i64,
    /// The places that are told apart.
    places: &'static [Place],
}

impl<N: Dealing> SplitHands<N> {
    fn new(split: &SplitPlay<N>, setting: &Setting<N>, up: &UpClass, pair: &Pair, hands_max: u8) -> SplitHands<N> {
        let deepest = (2 * i64::from(hands_max) - 4).min(pair.pair_cards);
        let detailed = setting.rows.has_detail(SPLIT);
        let places: &[Place] = match (detailed, setting.splits_free(split.value)) {
            (true, _) => &[Place::First, Place::Middle, Place::Last],
            // The bet of the first hand is the player's, those of the others are the house's.
            (false, true) => &[Place::First, Place::Last],
            (false, false) => &[Place::First],
        };
        let mut split_hands = SplitHands {
            any: [Vec::new(), Vec::new(), Vec::new()],
            other: [Vec::new(), Vec::new(), Vec::new()],
            pair_cards: pair.pair_cards,
            left: pair.unseen.size - 2,
            places,
        };
        let mut flow = Flow::new(setting);
        for more in 0..=deepest {
            let varied = setting.class == Class::Cdp && more > 0;
            let after = varied.then(|| SplitPlay::after(setting, up, pair.unseen, split.value, more));
            let split = after.as_ref().unwrap_or(split);
            let unseen = pair.unseen.without(split.value, 1 + more);
            let facing = facing(setting, up, split.value, unseen);
            let mut dealer = DealerByHand::new(setting);
            for place in places {
                let half = Half {
                    split,
                    facing: &facing,
                    pair,
                    place: *place,
                };
                half.any_second(&mut flow);
                let any = flow.settle(&facing, &mut dealer);
                let v = split_hands.chance(more, 0);
                let other = if v == N::zero() {
                    any.clone()
                } else if v == N::one() || more > 2 * i64::from(hands_max) - 5 {
                    // It cannot be, or is not asked for.
                    HandResults::new(setting)
                } else {
                    half.pair_card_second(&mut flow);
                    any.without(&v, &flow.settle(&facing, &mut dealer))
                };
                split_hands.any[*place as usize].push(vec![any]);
                split_hands.other[*place as usize].push(vec![other]);
            }
        }
        split_hands
    }

    /// The chance that an unseen card is a pair card when `a` pair cards and `b` others are out beside the pair.
    fn chance(&self, a: i64, b: i64) -> N {
        let (pair_cards, left) = (self.pair_cards - a, self.left - a - b);
        if pair_cards <= 0 || left <= 0 {
            N::zero()
        } else {
            N::ratio(pair_cards, left)
        }
    }

    /// Knowing that one more card of the others is no pair card: by the law of total expectation over that card.
    fn tally(&mut self, place: Place, known: bool, a: i64, b: i64) -> &HandResults<N> {
        let place = self.kept_as(place);
        let len = self.list(place, known)[a as usize].len() as i64;
        for b in len..=b {
            let v = self.chance(a, b - 1 + i64::from(known));
            let before = self.list(place, known)[a as usize][b as usize - 1].clone();
            let next = if v == N::zero() || v == N::one() {
                before
            } else {
                let with_pair_card = self.tally(place, known, a + 1, b - 1).clone();
                before.without(&v, &with_pair_card)
            };
            self.list(place, known)[a as usize].push(next);
        }
        &self.list(place, known)[a as usize][b as usize]
    }

    /// The place whose tally stands for this one.
    fn kept_as(&self, place: Place) -> Place {
        match self.places {
            [only] => *only,
            [first, others] => {
                if place == Place::First {
                    *first
                } else {
                    *others
                }
            }
            _ => place,
        }
    }

    fn list(&mut self, place: Place, known: bool) -> &mut Vec<Vec<HandResults<N>>> {
        let lists = if known { &mut self.other } else { &mut self.any };
        &mut lists[place as usize]
    }

    /// The chance that second cards come as so many pair cards and so many others, in one given order.
    fn sequence(&self, pair_cards: i64, others: i64) -> N {
        let mut chance = N::one();
        for k in 0..pair_cards {
            chance = chance * self.chance(k, 0);
        }
        for k in 0..others {
            chance = chance * (N::one() - self.chance(pair_cards, k));
        }
        chance
    }

    fn result(&mut self, setting: &Setting<N>, hands_max: u8) -> SplitResult<N> {
        let most = i64::from(hands_max);
        let mut ways = Vec::new();
        for hands in 2..most {
            // All second cards are known, the last one being no pair card.
            let chance = self.sequence(hands - 2, hands) * N::whole(orders_ended(hands));
            if chance > N::zero() {
                let (a, b) = (hands - 2, hands - 1);
                let others = vec![
                    (hands as u32 - 2, self.tally(Place::Middle, true, a, b).clone()),
                    (1, self.tally(Place::Last, true, a, b).clone()),
                ];
                let first = self.tally(Place::First, true, a, b).clone();
                ways.push(Way { chance, first, others });
            }
        }
        for done in 0..=most - 2 {
            // The most hands are reached with a pair card, after so many hands got another card.
            let chance = self.sequence(most - 2, done) * N::whole(orders_full(most, done));
            if chance > N::zero() {
                let a = most - 2;
                let first_done = done > 0;
                let first = match first_done {
                    true => self.tally(Place::First, true, a, done - 1).clone(),
                    false => self.tally(Place::First, false, a, done).clone(),
                };
                let mut others = vec![(1, self.tally(Place::Last, false, a, done).clone())];
                if done > 1 {
                    others.push((done as u32 - 1, self.tally(Place::Middle, true, a, done - 1).clone()));
                }
                let open = most - 1 - done.max(1);
                if open > 0 {
                    others.push((open as u32, self.tally(Place::Middle, false, a, done).clone()));
                }
                ways.push(Way { chance, first, others });
            }
        }
        let value = ways
            .iter()
            .fold(N::zero(), |sum, way| sum + way.chance.clone() * way.value(setting));
        SplitResult { hands_max, value, ways }
    }
}

impl<N: Dealing> SplitResult<N> {
    /// One or the other, both as likely.
    pub(super) fn or_evenly(self, other: SplitResult<N>) -> SplitResult<N> {
        let half = N::ratio(1, 2);
        let ways = self.ways.into_iter().chain(other.ways).map(|way| Way {
            chance: way.chance * half.clone(),
            ..way
        });
        SplitResult {
            hands_max: self.hands_max,
            value: (self.value + other.value) * half.clone(),
            ways: ways.collect(),
        }
    }
}

impl<N: Dealing> Way<N> {
    fn value(&self, setting: &Setting<N>) -> N {
        self.others
            .iter()
            .fold(self.first.value(setting, WhichHand::First), |sum, (times, tally)| {
                sum + N::whole(i64::from(*times)) * tally.value(setting, WhichHand::SplitOff)
            })
    }
}

/// In how many orders pair cards and others may come so that exactly so many hands are made and all end.
fn orders_ended(hands: i64) -> i64 {
    walks(hands, hands, hands)
}

/// In how many orders the most hands are reached with a pair card, after `done` hands got another card.
fn orders_full(most: i64, done: i64) -> i64 {
    if most == 2 {
        return i64::from(done == 0);
    }
    // The last card is a pair card that leads from one hand fewer.
    walks(most - 1, done, most)
}

/// Counts the orders in which hands become `hands` and `done` of them get their second card, while some hand still waits
/// before each card and fewer than `most` lie on the table.
fn walks(hands: i64, done: i64, most: i64) -> i64 {
    fn count(at: i64, got: i64, hands: i64, done: i64) -> i64 {
        if at == hands && got == done {
            return 1;
        }
        if got == at {
            return 0;
        }
        let pair_card = if at < hands { count(at + 1, got, hands, done) } else { 0 };
        let other = if got < done { count(at, got + 1, hands, done) } else { 0 };
        pair_card + other
    }
    debug_assert!(hands <= most);
    count(2, 0, hands, done)
}

/// One split hand on its way.
struct Half<'a, N> {
    split: &'a SplitPlay<N>,
    facing: &'a Facing<'a, N>,
    pair: &'a Pair<'a>,
    place: Place,
}

impl<N: Dealing> Half<'_, N> {
    /// What lies on the hand when it has its first card.
    fn stake(&self) -> usize {
        let setting = self.facing.setting;
        match self.place {
            Place::First => 0,
            Place::Middle | Place::Last => setting.stakes.split_off(setting.splits_free(self.split.value)),
        }
    }

    /// The exact cards the hand may start with, each with its share, and the cards left beside the known ones.
    fn starts(&self) -> Vec<(Card, N, Suited)> {
        let [one, other] = self.pair.cards;
        match self.place {
            Place::First => vec![(one, N::one(), self.pair.suited.without(other))],
            Place::Last => vec![(other, N::one(), self.pair.suited.without(one))],
            Place::Middle => {
                let left = self.pair.suited.without(one).without(other);
                let pair_cards = Card::all().filter(|card| usize::from(card.value()) - 1 == self.split.value);
                let shares = pair_cards.map(|card| (card, left.share::<N>(card, &[]), left.clone()));
                shares.filter(|(_, share, _)| *share > N::zero()).collect()
            }
        }
    }

    fn any_second(&self, flow: &mut Flow<N>) {
        self.enter(flow, |flow, start, share, suited| {
            for (next, chance) in self.facing.chances_of(start, SPLIT, Some(suited)).hands() {
                flow.enter(*next, self.stake(), share.clone() * chance.clone());
            }
        });
    }

    fn pair_card_second(&self, flow: &mut Flow<N>) {
        let hands = &self.facing.setting.hands;
        self.enter(flow, |flow, start, share, suited| {
            let held = hands.get(start).exact.as_deref().unwrap_or(&[]);
            let following = hands.following(start, SPLIT);
            for card in Card::all().filter(|card| usize::from(card.value()) - 1 == self.split.value) {
                let chance: N = suited.share(card, held);
                let next = following.by(card);
                if next != NONE && chance > N::zero() {
                    flow.enter(next, self.stake(), share.clone() * chance);
                }
            }
        });
    }

    fn enter(&self, flow: &mut Flow<N>, enter: impl Fn(&mut Flow<N>, u32, &N, &Suited)) {
        let setting = self.facing.setting;
        for (card, share, suited) in self.starts() {
            let start = setting.hands.find(&[card], SPLIT).expect("one card is a hand");
            enter(flow, start, &share, &suited);
            if setting.rows.has_detail(SPLIT) {
                flow.run_suited(self.facing, &self.split.play, &suited);
            }
        }
        flow.run(self.facing, &self.split.play);
    }
}
