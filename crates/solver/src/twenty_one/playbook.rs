//! The complete best play of a game of 21 as a document: written as JSON, read back, and played by.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::OnceLock;

use croupier_rules::play::is_ace_ten;
use croupier_rules::{Card, Game, Money, Rank};
use croupier_table::{Action, ActionKind, Situation, Strategy, Total};
use serde::{Deserialize, Serialize};

use super::best::{BestPlay, UpBest};
use super::deal::{DEALT, Plan};
use super::hands::{Hands, NONE};
use super::play::{Decision, Play};
use super::report::STRATEGY_CLASS;
use super::rows::{Rows, Track};
use super::setting::CameFrom;
use crate::solution::SCHEMA;

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
    /// The up cards: ranks like `T J Q K`, or exact cards where suits matter.
    pub up: String,
    /// Where the hand comes from: `deal`, or `split 8`.
    pub from: String,
    /// The doubles made, in cents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubled_cents: Vec<i64>,
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
        let mut tables = Vec::new();
        let mut ups: Vec<(&Card, &UpBest<N>)> = self.beside.iter().collect();
        ups.sort_by_key(|(card, _)| **card);
        let mut first_of: Vec<(&Card, &UpBest<N>, Vec<HandTable>)> = Vec::new();
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
                .map(|(card, _)| card.rank())
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
        tables.sort_by(|one, other| {
            (&one.up, &one.from, &one.doubled_cents).cmp(&(&other.up, &other.from, &other.doubled_cents))
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
                    if self.insurance_choice(&cards, up) == wanted {
                        insured.entry(up.to_string()).or_default().insert(cards_key(&cards));
                    }
                }
            }
        }
        insured
    }

    /// Every table beside one exact up card, with pairs named card by card.
    fn tables(&self, best: &UpBest<N>, up: Card) -> Vec<HandTable> {
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
                let starts = starts.map(|hand| (hand, 0)).collect();
                self.reached(&split.play, CameFrom::Split(split.value), starts)
            })
            .collect();
        for (stake, staked) in self.setting.stakes.all().iter().enumerate() {
            let doubled_cents: Vec<i64> = staked.added.iter().map(|amount| amount.cents()).collect();
            let mut table = HandTable {
                up: up.to_string(),
                from: "deal".to_string(),
                doubled_cents: doubled_cents.clone(),
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
                    split: match stake {
                        0 => again.map(|(card, hands)| (card.rank().to_string(), *hands)).collect(),
                        _ => BTreeMap::new(),
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
                Decision::Double(place) => self.setting.stakes.all()[stake].more[usize::from(place)].1,
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
                let stake = self.setting.stakes.all()[0].more[*place].1;
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
                    let amount = self.setting.stakes.all()[stake].more[usize::from(place)].0;
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
                let amount = self.setting.stakes.all()[0].more[*place].0;
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
        let mut left = *self.shoe();
        left[best.play.up.index()] -= 1;
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
fn differences(shared: &[HandTable], listed: Vec<HandTable>, up: Card) -> Vec<HandTable> {
    let mut differences = Vec::new();
    for table in listed {
        let known = shared
            .iter()
            .find(|other| other.from == table.from && other.doubled_cents == table.doubled_cents);
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

fn cards_key(cards: &[Card]) -> String {
    let mut cards = cards.to_vec();
    cards.sort();
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// The letter of a value, from `A` for 0 to `T` for 9.
pub fn value_letter(value: usize) -> char {
    b"A23456789T"[value.min(9)] as char
}

/// A playbook made ready to play by.
#[derive(Clone, Debug)]
pub struct BookStrategy {
    hands: Hands,
    insurance: BTreeMap<String, BTreeSet<String>>,
    even_money: BTreeMap<String, BTreeSet<String>>,
    surrender_early: BTreeMap<String, BTreeSet<String>>,
    tables: HashMap<(String, String, Vec<i64>), HandTable>,
    /// The first hand that was asked for and is in no table.
    gap: OnceLock<String>,
}

/// A playbook that cannot be played by.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlaybookFault {
    /// Another version.
    #[error("the strategy is written in version {0} of the schema; this program reads version {SCHEMA}")]
    Schema(u32),
    /// Another game.
    #[error("the strategy is for `{0}`, not for `{1}`")]
    Game(String, String),
    /// An action that is none.
    #[error(
        "`{action}` is no action (hand `{hand}`, up card {up}); write stand, hit, surrender, or double and the cents"
    )]
    Action {
        /// The word found.
        action: String,
        /// For which hand.
        hand: String,
        /// Under which up card.
        up: String,
    },
}

impl BookStrategy {
    /// Reads a playbook into a strategy for its game.
    pub fn new(book: &Playbook, game: &Game) -> Result<BookStrategy, PlaybookFault> {
        let rules = game.twenty_one().filter(|_| game.id == book.game);
        let rules = rules.ok_or_else(|| PlaybookFault::Game(book.game.clone(), game.id.clone()))?;
        if book.schema != SCHEMA {
            return Err(PlaybookFault::Schema(book.schema));
        }
        let mut tables = HashMap::new();
        for table in &book.tables {
            for (hand, action) in &table.play {
                if read_action(action).is_none() {
                    return Err(PlaybookFault::Action {
                        action: action.clone(),
                        hand: hand.clone(),
                        up: table.up.clone(),
                    });
                }
            }
            for up in table.up.split(' ') {
                let key = (up.to_string(), table.from.clone(), table.doubled_cents.clone());
                tables.insert(key, table.clone());
            }
        }
        let hands = Hands::new(&Rows::new(rules), &super::full_shoe(game));
        Ok(BookStrategy {
            hands,
            insurance: book.insurance.clone(),
            even_money: book.even_money.clone(),
            surrender_early: book.surrender_early.clone(),
            tables,
            gap: OnceLock::new(),
        })
    }

    /// The first hand that the book was asked for and does not have. It stood there, which may be a mistake.
    pub fn gap(&self) -> Option<&str> {
        self.gap.get().map(String::as_str)
    }

    /// What the book does before the check.
    fn insure(&self, up: Card, situation: &Situation) -> Action {
        let offered = |kind| situation.offers.iter().find(|offer| offer.kind == kind);
        let lists = |hands| lists(hands, up, situation.cards);
        let kind = match (lists(&self.insurance), lists(&self.even_money)) {
            (true, _) => ActionKind::Insurance,
            (_, true) => ActionKind::EvenMoney,
            _ => ActionKind::NoInsurance,
        };
        offered(kind).map_or(Action::plain(ActionKind::NoInsurance), |offer| offer.in_full())
    }

    /// What the book does with a hand that could be ended before the check.
    fn take_or_keep(&self, up: Card, situation: &Situation) -> Action {
        let lists = |hands| lists(hands, up, situation.cards);
        let is_blackjack = situation
            .offers
            .iter()
            .any(|offer| offer.kind == ActionKind::TakeBlackjack);
        let doubles = || {
            let exact = cards_key(situation.cards);
            let listed = self.tables(up, situation).find_map(|table| table.play.get(&exact));
            let action = listed.and_then(|action| read_action(action));
            action.is_some_and(|action| action.kind == ActionKind::Double)
        };
        let kept_blackjack = is_blackjack && (lists(&self.insurance) || lists(&self.even_money) || doubles());
        Action::plain(match is_blackjack {
            true if kept_blackjack => ActionKind::Keep,
            true => ActionKind::TakeBlackjack,
            false if lists(&self.surrender_early) => ActionKind::Surrender,
            false => ActionKind::Keep,
        })
    }

    /// Remembers a hand that is in no table, unless there is nothing to choose with it.
    fn note_gap(&self, up: Card, situation: &Situation) {
        let total = Total::of(situation.cards);
        if situation.offers.len() < 2 || total.best() == 21 {
            return;
        }
        let mut hand = format!("{} against {up}", cards_key(situation.cards));
        if situation.split {
            hand += ", after a split";
        }
        for amount in situation.added {
            hand += &format!(", doubled for {amount}");
        }
        // Another thread may have been first; one gap is enough.
        let _ = self.gap.set(hand);
    }

    fn name(&self, situation: &Situation) -> Option<String> {
        let split = situation.split;
        let (before, after) = situation.cards.split_at(situation.cards.len() - situation.added.len());
        let hand = self.hands.find(before, Track { split, doubled: false })?;
        let hand = after.iter().try_fold(hand, |hand, card| {
            let next = self.hands.following(hand, Track { split, doubled: true }).by(*card);
            (next != NONE).then_some(next)
        })?;
        Some(self.hands.name(hand))
    }

    /// The tables to look into: that of the exact up card first, then that of its rank.
    fn tables(&self, up: Card, situation: &Situation) -> impl Iterator<Item = &HandTable> {
        let from = match situation.split {
            false => "deal".to_string(),
            true => format!("split {}", value_letter(usize::from(situation.cards[0].value()) - 1)),
        };
        let doubled: Vec<i64> = situation.added.iter().map(|amount| amount.cents()).collect();
        let of = move |up: String| self.tables.get(&(up, from.clone(), doubled.clone()));
        [up.to_string(), up.rank().to_string()].into_iter().filter_map(of)
    }
}

fn read_action(text: &str) -> Option<Action> {
    match text.split_once(' ') {
        None => {
            let kind = ActionKind::from_word(text)?;
            let plain = matches!(kind, ActionKind::Stand | ActionKind::Hit | ActionKind::Surrender);
            plain.then_some(Action::plain(kind))
        }
        Some(("double", cents)) => Some(Action {
            kind: ActionKind::Double,
            amount: Money::from_cents(cents.parse().ok()?),
        }),
        _ => None,
    }
}

/// Whether a book lists these first two cards under this up card.
fn lists(hands: &BTreeMap<String, BTreeSet<String>>, up: Card, cards: &[Card]) -> bool {
    hands
        .get(&up.to_string())
        .is_some_and(|hands| hands.contains(&cards_key(cards)))
}

impl Strategy for BookStrategy {
    fn choose(&self, _: &Game, situation: &Situation) -> Action {
        let offered = |kind| situation.offers.iter().find(|offer| offer.kind == kind);
        let fallback = [ActionKind::NoInsurance, ActionKind::TakeBlackjack, ActionKind::Stand];
        let fallback = fallback.into_iter().find_map(offered).or(situation.offers.last());
        let fallback = fallback.map_or(Action::plain(ActionKind::Stand), |offer| offer.in_full());
        let Some(up) = situation.up else { return fallback };
        if offered(ActionKind::NoInsurance).is_some() {
            return self.insure(up, situation);
        }
        if offered(ActionKind::Keep).is_some() {
            return self.take_or_keep(up, situation);
        }
        let exact = cards_key(situation.cards);
        if offered(ActionKind::TakeBlackjack).is_some() && is_ace_ten(situation.cards) {
            // Where suits matter, an ace and a ten are listed among the hands too; of a blackjack only a double is asked.
            let listed = self.tables(up, situation).find_map(|table| table.play.get(&exact));
            let doubled = listed.and_then(|action| read_action(action));
            return doubled
                .filter(|action| action.kind == ActionKind::Double)
                .unwrap_or(fallback);
        }
        if offered(ActionKind::Split).is_some() {
            let mut ranks = [situation.cards[0].rank(), situation.cards[1].rank()];
            ranks.sort();
            let ranks = format!("{} {}", ranks[0], ranks[1]);
            let first = situation.cards[0].rank().to_string();
            let key = |table: &HandTable| match situation.split {
                false => table.split.get(&exact).or(table.split.get(&ranks)).copied(),
                true => table.split.get(&first).copied(),
            };
            if self
                .tables(up, situation)
                .find_map(key)
                .is_some_and(|hands| situation.parts < hands)
            {
                return Action::plain(ActionKind::Split);
            }
        }
        let name = self.name(situation);
        let action = name.and_then(|name| self.tables(up, situation).find_map(|table| table.play.get(&name)));
        action.and_then(|action| read_action(action)).unwrap_or_else(|| {
            self.note_gap(up, situation);
            fallback
        })
    }
}
