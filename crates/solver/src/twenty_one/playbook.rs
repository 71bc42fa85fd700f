//! The complete best play of a game of 21 as a document, written as JSON. [`BookStrategy`] reads it back and plays by it.

use std::collections::{BTreeMap, BTreeSet};

use croupier_rules::play::FreeBets;
use croupier_rules::twenty_one::Double;
use croupier_rules::{Card, Game, Rank};
use croupier_table::ActionKind;
use serde::{Deserialize, Serialize};

use super::best::{BestPlay, UpBest};
use super::deal::{DEALT, Plan};
use super::hands::NONE;
use super::play::{Decision, Play};
use super::report::STRATEGY_CLASS;
use super::rows::Track;
use super::setting::CameFrom;
use super::stakes::Stake;
use super::up_class::Shown;
use crate::solution::SCHEMA;

pub use super::book_strategy::{BookStrategy, PlaybookFault};

/// The best play of a game of 21, complete.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Playbook {
    /// The version of this schema.
    pub schema: u32,
    /// The game's id.
    pub game: String,
    /// The main bet it holds at, in cents.
    pub bet_cents: i64,
    /// What the play of split hands may know.
    pub strategy_class: String,
    /// Before the check, by the exact up card: the first two cards with which insurance is taken, for the most allowed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub insurance: BTreeMap<String, BTreeSet<String>>,
    /// Before the check, by the exact up card: the blackjacks for which even money is taken.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub even_money: BTreeMap<String, BTreeSet<String>>,
    /// Before the check, by the exact up card: the first two cards that are surrendered then.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub surrender_early: BTreeMap<String, BTreeSet<String>>,
    /// The play, by up card, by where the hand comes from, by the doubles on it.
    pub tables: Vec<HandTable>,
}

/// What to do with every hand of one kind under some up cards.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct HandTable {
    /// The up cards: ranks like `T J Q K`, or exact cards where suits matter. Where both of the dealer's cards lie open, both:
    /// `6+T T+6`.
    pub up: String,
    /// Where the hand comes from: `deal`, or `split 8`.
    pub from: String,
    /// The doubles made, in cents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubled_cents: Vec<i64>,
    /// Which bets are free: `main` of a hand split off free, `double-1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<String>,
    /// Pairs that are split, and up to how many hands: by ranks like `8 8`, or by exact cards; 1 for a pair that is not split
    /// where the table of the rank would split it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub split: BTreeMap<String, u8>,
    /// The action for each hand: its values like `A 2 5`, or its exact cards where suits matter. After `~` stand the rows
    /// of the rules file, from 0, whose suits or ranks the hand has for certain. Hands that are in no table have nothing
    /// to choose.
    pub play: BTreeMap<String, String>,
}

impl<N: super::unseen::Dealing> BestPlay<N> {
    /// The play as a document.
    pub fn playbook(&self, game: &Game) -> Playbook {
        let mut tables = match self.setting.rules.dealer.hole_card.is_face_up() {
            true => self.open_tables(),
            false => self.up_tables(),
        };
        tables.sort_by(|one, other| {
            let key = |table: &HandTable| {
                let HandTable {
                    up,
                    from,
                    doubled_cents,
                    free,
                    ..
                } = table.clone();
                (up, from, doubled_cents, free)
            };
            key(one).cmp(&key(other))
        });
        Playbook {
            schema: SCHEMA,
            game: game.id.clone(),
            bet_cents: self.setting.main.cents(),
            strategy_class: STRATEGY_CLASS.to_string(),
            insurance: self.insured(ActionKind::Insurance),
            even_money: self.insured(ActionKind::EvenMoney),
            surrender_early: self.surrendered_early(),
            tables,
        }
    }

    /// The tables where both of the dealer's cards lie open: those that say the same are one.
    fn open_tables(&self) -> Vec<HandTable> {
        let mut shown: Vec<(&Shown, &UpBest<N>)> = self.beside.iter().collect();
        shown.sort_by_key(|(shown, _)| **shown);
        let mut tables: Vec<(HandTable, Vec<String>)> = Vec::new();
        for (shown, best) in shown {
            let part = |card: Card| match self.setting.tells_suit(card) {
                true => card.to_string(),
                false => card.rank().to_string(),
            };
            let name = |shown: Shown| shown.cards().map(part).collect::<Vec<_>>().join("+");
            // Where the order of the two cards tells nothing, one order was solved for both.
            let turned = Some(shown.turned()).filter(|turned| !self.beside.contains_key(turned));
            let names: Vec<String> = [Some(*shown), turned].into_iter().flatten().map(name).collect();
            for mut table in self.tables(best, *shown) {
                table.split.retain(|_, hands| *hands > 1);
                table.up = String::new();
                match tables.iter_mut().find(|(known, _)| *known == table) {
                    Some((_, known)) => known.extend(names.clone()),
                    None => tables.push((table, names.clone())),
                }
            }
        }
        let named = |(table, names): (HandTable, Vec<String>)| HandTable {
            up: names.join(" "),
            ..table
        };
        tables.into_iter().map(named).collect()
    }

    /// The tables where the up card alone is seen: one for a class of up cards, and what differs for an exact one.
    fn up_tables(&self) -> Vec<HandTable> {
        let mut tables = Vec::new();
        let mut ups: Vec<(&Shown, &UpBest<N>)> = self.beside.iter().collect();
        ups.sort_by_key(|(card, _)| **card);
        let mut first_of: Vec<(&Shown, &UpBest<N>, Vec<HandTable>)> = Vec::new();
        for (card, best) in ups {
            // Cards of one class share the play of hands known by value.
            let known = first_of
                .iter_mut()
                .find(|(_, other, _)| std::sync::Arc::ptr_eq(&other.play.by_value, &best.play.by_value));
            let listed = self.tables(best, *card);
            match known {
                None => first_of.push((card, best, listed)),
                Some((_, _, shared)) => tables.extend(differences(shared, listed, *card)),
            }
        }
        for (card, best, mut shared) in first_of {
            let alike = self.beside.iter();
            let ranks: BTreeSet<Rank> = alike
                .filter(|(_, other)| std::sync::Arc::ptr_eq(&other.play.by_value, &best.play.by_value))
                .map(|(shown, _)| shown.up.rank())
                .collect();
            let ranks: Vec<String> = ranks.iter().map(Rank::to_string).collect();
            for table in &mut shared {
                let suited: BTreeMap<String, String> = take_suited(&mut table.play);
                let split: BTreeMap<String, u8> = take_suited(&mut table.split);
                if !suited.is_empty() || !split.is_empty() {
                    tables.push(HandTable {
                        up: card.to_string(),
                        play: suited,
                        split,
                        ..table.clone()
                    });
                }
                table.up = ranks.join(" ");
                // Nothing lies behind the table of a rank, so what it does not name is not split.
                table.split.retain(|_, hands| *hands > 1);
            }
            tables.extend(shared);
        }
        tables
    }

    /// The first two cards that are surrendered before the check, by the exact up card.
    fn surrendered_early(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut surrendered: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (up, best) in &self.beside {
            let plans = best.plans.iter();
            for (cards, _) in plans.filter(|(_, plan)| matches!(plan, Plan::Surrendered)) {
                surrendered.entry(up.to_string()).or_default().insert(cards_key(cards));
            }
        }
        surrendered
    }

    /// The first two cards with which this is taken before the check, by the exact up card.
    fn insured(&self, wanted: ActionKind) -> BTreeMap<String, BTreeSet<String>> {
        let mut insured: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let (shoe, rules) = (*self.shoe(), &self.setting.rules);
        let Some(insurance) = &rules.insurance else {
            return insured;
        };
        let in_shoe = |card: &Card, out: &[Card]| {
            let gone = out.iter().filter(|other| *other == card).count();
            shoe[card.index()] as usize > gone
        };
        for up in Card::all().filter(|up| insurance.offered_on.contains(up.rank()) && in_shoe(up, &[])) {
            for one in Card::all().filter(|one| in_shoe(one, &[up])) {
                for other in Card::all().filter(|other| one <= *other && in_shoe(other, &[up, one])) {
                    let cards = [one, other];
                    if self.insurance_choice(&cards, Shown { up, hole: None }) == wanted {
                        insured.entry(up.to_string()).or_default().insert(cards_key(&cards));
                    }
                }
            }
        }
        insured
    }

    /// Every table beside exact cards of the dealer's, with pairs named card by card.
    fn tables(&self, best: &UpBest<N>, up: Shown) -> Vec<HandTable> {
        let mut tables = Vec::new();
        let dealt = (0..self.setting.hands.count() as u32).map(|hand| (hand, 0));
        let dealt = dealt.chain(self.after_doubled_blackjacks(best));
        let from_deal = self.reached(&best.play.play, CameFrom::Deal, dealt.collect());
        let from_split: Vec<BTreeSet<(u32, usize)>> = best
            .play
            .splits
            .iter()
            .flatten()
            .map(|split| {
                let cards = Card::all().filter(|card| usize::from(card.value()) - 1 == split.value);
                let starts = cards.filter_map(|card| self.setting.hands.find(&[card], Track::ALL[2]));
                let stakes = [0, self.setting.stakes.split_off(self.setting.splits_free(split.value))];
                let starts = starts.flat_map(|hand| stakes.map(|stake| (hand, stake))).collect();
                self.reached(&split.play, CameFrom::Split(split.value), starts)
            })
            .collect();
        for (stake, staked) in self.setting.stakes.all().iter().enumerate() {
            let doubled_cents: Vec<i64> = staked.added.iter().map(|amount| amount.cents()).collect();
            let free = free_bets(staked);
            let mut table = HandTable {
                up: up.to_string(),
                from: "deal".to_string(),
                doubled_cents: doubled_cents.clone(),
                free: free.clone(),
                split: BTreeMap::new(),
                play: self.listed(&best.play.play, stake, &from_deal),
            };
            if stake == 0 {
                self.add_plans(&mut table, best);
            }
            tables.push(table);
            for (split, reached) in best.play.splits.iter().flatten().zip(&from_split) {
                let letter = value_letter(split.value);
                let again = best
                    .hands
                    .iter()
                    .filter(|(card, _)| usize::from(card.value()) - 1 == split.value);
                tables.push(HandTable {
                    up: up.to_string(),
                    from: format!("split {letter}"),
                    doubled_cents: doubled_cents.clone(),
                    free: free.clone(),
                    split: match staked.added.is_empty() && self.setting.can_have(CameFrom::Split(split.value), stake) {
                        true => again.map(|(card, hands)| (card.rank().to_string(), *hands)).collect(),
                        false => BTreeMap::new(),
                    },
                    play: self.listed(&split.play, stake, reached),
                });
            }
        }
        tables.retain(|table| !table.play.is_empty() || !table.split.is_empty());
        tables
    }

    /// The hands that can come up from these when the play is followed, with their stakes. Undivided hands without a double
    /// all start here, so that the play is complete even after a mistake.
    fn reached(&self, play: &Play<N>, origin: CameFrom, mut waiting: Vec<(u32, usize)>) -> BTreeSet<(u32, usize)> {
        let graph = &self.setting.hands;
        let mut reached = BTreeSet::new();
        while let Some((hand, stake)) = waiting.pop() {
            if !reached.insert((hand, stake)) {
                continue;
            }
            let next = match play.choice(hand, stake) {
                Decision::Hit => stake,
                Decision::Double(place) => self.setting.stakes.all()[stake].more[usize::from(place)].next,
                Decision::Nothing if graph.get(hand).cards < 2 => stake,
                _ => continue,
            };
            waiting.extend(self.followed(hand, origin, next));
        }
        reached
    }

    /// The hands that follow by one card, with this stake.
    fn followed(&self, hand: u32, origin: CameFrom, stake: usize) -> impl Iterator<Item = (u32, usize)> {
        let following = self.setting.hands.following(hand, self.setting.track(origin, stake));
        let hands: BTreeSet<u32> = Card::all().map(|card| following.by(card)).collect();
        let hands = hands.into_iter().filter(|hand| *hand != NONE);
        hands.map(move |hand| (hand, stake))
    }

    /// What blackjacks come to that are doubled. A blackjack is played by its plan and not like another ace and ten, so
    /// these hands are found apart.
    fn after_doubled_blackjacks(&self, best: &UpBest<N>) -> BTreeSet<(u32, usize)> {
        let mut reached = BTreeSet::new();
        for (cards, plan) in &best.plans {
            if let Plan::DoubledBlackjack { place, .. } = plan
                && let Some(hand) = self.setting.hands.find(cards, DEALT)
            {
                let stake = self.setting.stakes.all()[0].more[*place].next;
                reached.extend(self.followed(hand, CameFrom::Deal, stake));
            }
        }
        reached
    }

    fn listed(&self, play: &Play<N>, stake: usize, reached: &BTreeSet<(u32, usize)>) -> BTreeMap<String, String> {
        let hands = reached
            .iter()
            .filter(|(_, other)| *other == stake)
            .map(|(hand, _)| *hand);
        let mut listed = BTreeMap::new();
        for hand in hands {
            let cards = self.setting.hands.get(hand);
            let action = match play.choice(hand, stake) {
                Decision::Stand if cards.total.is_hard_21() => continue,
                Decision::Stand => "stand".to_string(),
                Decision::Hit => "hit".to_string(),
                Decision::Surrender => "surrender".to_string(),
                Decision::Double(place) => {
                    let amount = self.setting.stakes.all()[stake].more[usize::from(place)].amount;
                    format!("double {}", amount.cents())
                }
                Decision::Nothing | Decision::Win(_) => continue,
            };
            listed.insert(self.setting.hands.name(hand), action);
        }
        listed
    }

    fn add_plans(&self, table: &mut HandTable, best: &UpBest<N>) {
        for (cards, plan) in &best.plans {
            if let Plan::DoubledBlackjack { place, .. } = plan {
                let amount = self.setting.stakes.all()[0].more[*place].amount;
                table
                    .play
                    .insert(cards_key(cards), format!("double {}", amount.cents()));
            }
        }
        table.split = self.pair_hands(best);
    }

    /// Into how many hands each pair is split that may be, 1 for not at all: by ranks where the pair's suits do not matter,
    /// otherwise by the cards of every pair that can be dealt.
    fn pair_hands(&self, best: &UpBest<N>) -> BTreeMap<String, u8> {
        let left = best.play.shown.out_of(self.shoe());
        let mut by_ranks: BTreeMap<[Rank; 2], Vec<([Card; 2], u8)>> = BTreeMap::new();
        for one in Card::all() {
            for other in Card::all().skip(one.index()) {
                let cards = [one, other];
                let copies = if one == other { 2 } else { 1 };
                let dealt = left[one.index()] >= copies && left[other.index()] >= copies;
                if !dealt || !self.setting.rules.split.is_pair(one, other) {
                    continue;
                }
                let hands = match best.plans.get(&cards) {
                    Some(Plan::Split(result)) => result.hands_max,
                    _ => 1,
                };
                let mut ranks = [one.rank(), other.rank()];
                ranks.sort();
                by_ranks.entry(ranks).or_default().push((cards, hands));
            }
        }
        let mut named = BTreeMap::new();
        for (ranks, pairs) in by_ranks {
            let hands = pairs[0].1;
            if pairs.iter().all(|(_, other)| *other == hands) {
                named.insert(format!("{} {}", ranks[0], ranks[1]), hands);
            } else {
                named.extend(pairs.iter().map(|(cards, hands)| (cards_key(cards), *hands)));
            }
        }
        named
    }
}

/// The bets of a stake that are free, as the document names them.
fn free_bets<N>(staked: &Stake<N>) -> Vec<String> {
    let doubles = (0..staked.added.len()).filter(|place| staked.free.double(*place));
    let doubles = doubles.map(|place| format!("double-{}", place + 1));
    let main = staked.free.main.then(|| "main".to_string());
    main.into_iter().chain(doubles).collect()
}

/// Which bets these names stand for; `None` where one is the name of none.
pub(super) fn read_free_bets(names: &[String]) -> Option<FreeBets> {
    names.iter().try_fold(FreeBets::NONE, |free, name| match name.as_str() {
        "main" => Some(free.with_main()),
        double => {
            let number: usize = double.strip_prefix("double-")?.parse().ok()?;
            let place = number
                .checked_sub(1)
                .filter(|place| *place < usize::from(Double::TIMES_MAX))?;
            Some(free.doubled(place, true))
        }
    })
}

/// Entries named by exact cards.
fn take_suited<T>(entries: &mut BTreeMap<String, T>) -> BTreeMap<String, T> {
    let keys: Vec<String> = entries
        .keys()
        .filter(|key| key.contains(['c', 'd', 'h', 's']))
        .cloned()
        .collect();
    keys.into_iter().filter_map(|key| entries.remove_entry(&key)).collect()
}

/// What is listed beside one card otherwise than for its whole class.
fn differences(shared: &[HandTable], listed: Vec<HandTable>, up: Shown) -> Vec<HandTable> {
    let mut differences = Vec::new();
    for table in listed {
        let known = shared.iter().find(|other| {
            (&other.from, &other.doubled_cents, &other.free) == (&table.from, &table.doubled_cents, &table.free)
        });
        let new = |key: &String| key.contains(['c', 'd', 'h', 's']);
        let play: BTreeMap<String, String> = table
            .play
            .iter()
            .filter(|(key, action)| new(key) || known.and_then(|known| known.play.get(*key)) != Some(*action))
            .map(|(key, action)| (key.clone(), action.clone()))
            .collect();
        let split: BTreeMap<String, u8> = table
            .split
            .iter()
            .filter(|(key, hands)| new(key) || known.and_then(|known| known.split.get(*key)) != Some(*hands))
            .map(|(key, hands)| (key.clone(), *hands))
            .collect();
        if !play.is_empty() || !split.is_empty() {
            differences.push(HandTable {
                up: up.to_string(),
                play,
                split,
                ..table
            });
        }
    }
    differences
}

/// Exact cards as the document names them, in order.
pub(super) fn cards_key(cards: &[Card]) -> String {
    let mut cards = cards.to_vec();
    cards.sort();
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// The letter of a value, from `A` for 0 to `T` for 9.
pub fn value_letter(value: usize) -> char {
    b"A23456789T"[value.min(9)] as char
}
