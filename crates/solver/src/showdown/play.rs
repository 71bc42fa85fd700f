//! The best play of a game against the dealer's hand that has one decision.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use croupier_rules::poker::Tally;
use croupier_rules::stud::{Street, Stud};
use croupier_rules::{Card, Game, Money};
use croupier_table::Outcome;

use super::classes::Cards;
use super::sweep::{Kind, Sides};
use super::terms::{CONTESTS, Counts, Tables, Terms, by_contest, scale};
use crate::kinds::each_kind;
use crate::pack::Pack;
use crate::stud::StudAction;

/// A game against the dealer's hand with its best play.
pub struct ShowdownPlay {
    pub(super) rules: Stud,
    pub(super) main: Money,
    pub(super) sides: Sides,
    pub(super) terms: Vec<Terms>,
    /// What may be chosen: a fold first, where it is allowed, then the bets in rising order.
    pub(super) actions: Vec<StudAction>,
    /// How many parts make one main bet.
    pub(super) scale: i64,
    /// How many main bets lie on the table before the deal.
    before_deal: i64,
    /// For each kind of hand and each up card, the best actions, one bit each.
    pub(super) best: Vec<u8>,
    /// For each kind of hand, what each action gains in all, over all up cards and dealer's hands.
    pub(super) sums: Vec<ArrayVec<i64, 8>>,
    /// How the deals end when the choice that adds least is taken of equally good ones, and the one that adds most.
    pub(super) least: Endings,
    pub(super) most: Endings,
}

/// How the deals end under one way of playing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endings {
    /// By outcome of the main bet, total wager in main bets and gain in parts of the main bet: how many deals.
    pub deals: BTreeMap<(Outcome, u32, i64), u128>,
    /// How often each action is taken.
    pub actions: Vec<u128>,
}

impl ShowdownPlay {
    /// Solves a game whose hands are compared with the dealer's and that has one street and no community cards.
    pub(super) fn new(game: &Game, rules: &Stud, main: Money) -> ShowdownPlay {
        let showdown = rules.showdown.as_ref().expect("the caller has looked for a showdown");
        let pack = Pack::fresh(&game.deck);
        let cards = Cards::new(game.deck.cards());
        let kinds = |size: u8| kinds_of(&pack, &cards, usize::from(size), rules.hands.hand_size);
        let players = kinds(rules.hands.hole_cards);
        let dealers = kinds(showdown.dealer_cards);
        let scale = scale(rules, showdown);
        let tables = Tables::new(rules, showdown, main);
        let terms = players.iter().map(|kind| {
            let hand: ArrayVec<Card, 8> = kind.cards.iter().map(|place| cards.at(usize::from(*place))).collect();
            Terms::new(rules, showdown, scale, tables.met(&Tally::of(&hand), &hand))
        });
        let terms = terms.collect();
        let sides = Sides::new(
            cards,
            players,
            dealers,
            rules.hands.hand_size,
            usize::from(showdown.up_cards),
            rules.qualifier(),
        );
        let mut play = ShowdownPlay {
            rules: rules.clone(),
            main,
            sides,
            terms,
            actions: actions(rules),
            scale,
            before_deal: game.bets_before_deal(),
            best: Vec::new(),
            sums: Vec::new(),
            least: Endings::default(),
            most: Endings::default(),
        };
        play.solve();
        play
    }

    /// The expected gain is this over [`ShowdownPlay::deals`], in parts of the main bet.
    pub fn value(&self) -> i128 {
        self.least.sum()
    }

    /// How many deals there are, cards of one hand in no order.
    pub fn deals(&self) -> u128 {
        self.least.deals.values().sum()
    }

    /// How the deals end when somebody else chooses: given the hand and the up card, the place of the action.
    pub fn endings_of(&self, choose: impl Fn(&[Card], Option<Card>) -> usize + Sync) -> Endings {
        let shares = self.sides.survey(
            || self.no_endings(),
            |endings, place, ups| {
                let hand = self.hand(place);
                let mut counts = vec![[0; CONTESTS.len()]; self.actions.len()];
                for (up, below) in ups {
                    let found = by_contest(*below, self.sides.as_good_as_qualifier(place));
                    let action = choose(&hand, up.map(|up| self.sides.cards.at(up)));
                    add(&mut counts[action], &found);
                }
                self.note(endings, place, &counts);
            },
        );
        shares.into_iter().fold(self.no_endings(), Endings::with)
    }

    /// How many up cards and dealer's hands there are beside each hand.
    pub(super) fn deals_beside_a_hand(&self) -> u128 {
        let hands: u128 = self.sides.players.iter().map(|kind| u128::from(kind.ways)).sum();
        self.deals() / hands.max(1)
    }

    /// The cards of a kind of hand.
    pub(super) fn hand(&self, place: usize) -> ArrayVec<Card, 8> {
        let cards = self.sides.players[place].cards.iter();
        cards.map(|place| self.sides.cards.at(usize::from(*place))).collect()
    }

    /// How many up cards are told apart.
    pub(super) fn ups(&self) -> usize {
        match self.sides.up_cards {
            0 => 1,
            _ => self.sides.cards.len(),
        }
    }

    fn solve(&mut self) {
        let shares = self.sides.survey(
            || Share {
                least: self.no_endings(),
                most: self.no_endings(),
                ..Share::default()
            },
            |share, place, ups| self.decide(share, place, ups),
        );
        let (mut least, mut most) = (self.no_endings(), self.no_endings());
        for share in shares {
            self.best.extend(share.best);
            self.sums.extend(share.sums);
            least = least.with(share.least);
            most = most.with(share.most);
        }
        (self.least, self.most) = (least, most);
    }

    /// Finds the best action of a kind of hand for every up card.
    fn decide(&self, share: &mut Share, place: usize, ups: &[(Option<usize>, super::sweep::Below)]) {
        let mut sums: ArrayVec<i64, 8> = self.actions.iter().map(|_| 0).collect();
        let mut least = [[0; CONTESTS.len()]; 8];
        let mut most = least;
        let first = share.best.len();
        share.best.resize(first + self.ups(), 0);
        for (up, below) in ups {
            let counts = by_contest(*below, self.sides.as_good_as_qualifier(place));
            let (mut high, mut bits) = (i64::MIN, 0u8);
            for (action, sum) in sums.iter_mut().enumerate() {
                let value = self.action_value(place, &counts, action);
                *sum += value;
                if value > high {
                    (high, bits) = (value, 0);
                }
                bits |= u8::from(value == high) << action;
            }
            share.best[first + up.unwrap_or(0)] = bits;
            add(&mut least[bits.trailing_zeros() as usize], &counts);
            add(&mut most[7 - bits.leading_zeros() as usize], &counts);
        }
        share.sums.push(sums);
        self.note(&mut share.least, place, &least[..self.actions.len()]);
        self.note(&mut share.most, place, &most[..self.actions.len()]);
    }

    fn action_value(&self, place: usize, counts: &Counts, action: usize) -> i64 {
        match self.actions[action] {
            StudAction::Fold => -self.scale * self.before_deal * counts.iter().sum::<i64>(),
            StudAction::Bet(times) => self.terms[place].value(counts, times),
        }
    }

    /// Notes how the deals of a kind of hand end, given how many dealer's hands stand how under each action.
    fn note(&self, endings: &mut Endings, place: usize, by_action: &[Counts]) {
        let ways = u128::from(self.sides.players[place].ways);
        let terms = &self.terms[place];
        for ((counts, action), taken) in by_action.iter().zip(&self.actions).zip(&mut endings.actions) {
            for (contest, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let ending = match action {
                    StudAction::Fold => (Outcome::Folded, self.before_deal as u32, -self.scale * self.before_deal),
                    StudAction::Bet(times) => (
                        terms.outcomes[contest],
                        self.before_deal as u32 + u32::from(*times),
                        terms.gain(contest, *times),
                    ),
                };
                let deals = ways * *count as u128;
                *taken += deals;
                *endings.deals.entry(ending).or_default() += deals;
            }
        }
    }

    fn no_endings(&self) -> Endings {
        Endings {
            deals: BTreeMap::new(),
            actions: vec![0; self.actions.len()],
        }
    }
}

/// What one thread finds.
#[derive(Default)]
struct Share {
    best: Vec<u8>,
    sums: Vec<ArrayVec<i64, 8>>,
    least: Endings,
    most: Endings,
}

impl Endings {
    /// The sum of the gains over all deals, in parts of the main bet.
    pub fn sum(&self) -> i128 {
        let deals = self.deals.iter();
        deals
            .map(|((_, _, gain), deals)| i128::from(*gain) * *deals as i128)
            .sum()
    }

    fn with(mut self, other: Endings) -> Endings {
        for (ending, deals) in other.deals {
            *self.deals.entry(ending).or_default() += deals;
        }
        for (mine, theirs) in self.actions.iter_mut().zip(other.actions) {
            *mine += theirs;
        }
        self
    }
}

/// What the one street offers.
pub(super) fn actions(rules: &Stud) -> Vec<StudAction> {
    actions_on(&rules.streets[0])
}

/// What a street offers: a fold first, then the bets in rising order; to stay where there is nothing to choose.
pub(super) fn actions_on(street: &Street) -> Vec<StudAction> {
    let mut bets = street.bets.clone();
    bets.sort_unstable();
    let fold = street.fold.then_some(StudAction::Fold);
    let mut actions: Vec<StudAction> = fold.into_iter().chain(bets.into_iter().map(StudAction::Bet)).collect();
    if actions.is_empty() {
        actions.push(StudAction::Bet(0));
    }
    actions
}

/// Every kind of hand of so many cards, rising in strength.
fn kinds_of(pack: &Pack, cards: &Cards, size: usize, hand_size: u8) -> Vec<Kind> {
    let mut kinds = Vec::new();
    each_kind(
        pack,
        &pack.alike_suits(std::iter::empty()),
        size,
        &mut |hand, tally, ways| {
            let mut places: ArrayVec<u8, 6> = hand.iter().map(|card| cards.place(*card)).collect();
            places.sort_unstable();
            kinds.push(Kind {
                cards: places,
                ways: ways as u32,
                strength: tally.strength(hand_size),
            });
        },
    );
    kinds.sort_by_key(|kind| kind.strength);
    kinds
}

fn add(sum: &mut Counts, counts: &Counts) {
    for (sum, count) in sum.iter_mut().zip(counts) {
        *sum += count;
    }
}
