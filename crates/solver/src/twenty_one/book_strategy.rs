//! A playbook read back and played by: what the document names by words is looked up by cards, hands and amounts.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::OnceLock;

use croupier_rules::card::parse_cards;
use croupier_rules::play::{FreeBets, is_ace_ten};
use croupier_rules::{Card, Game, Money, Rank};
use croupier_table::{Action, ActionKind, Situation, Strategy, Total};

use super::hands::{Hands, NONE};
use super::playbook::{HandTable, Playbook, cards_key, read_free_bets, value_letter};
use super::rows::{Rows, Track};
use super::setting::CameFrom;
use crate::solution::SCHEMA;

/// A playbook made ready to play by.
#[derive(Clone, Debug)]
pub struct BookStrategy {
    hands: Hands,
    insurance: FirstCards,
    even_money: FirstCards,
    surrender_early: FirstCards,
    tables: HashMap<Moment, Choices>,
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
    /// Words that name no cards, no hand of the game, or nothing a hand may come from.
    #[error("`{found}` names no {what} of this game; write {remedy}")]
    Name {
        /// The words found.
        found: String,
        /// What they should name.
        what: &'static str,
        /// How it is named.
        remedy: &'static str,
    },
}

/// First two cards, in order, under an exact up card.
type FirstCards = HashSet<(Card, [Card; 2])>;

/// When a table of the book holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Moment {
    dealer: Dealer,
    origin: CameFrom,
    doubled: Vec<Money>,
    free: FreeBets,
}

/// What the dealer shows: the up card, or both cards.
type Dealer = (Up, Option<Up>);

/// A card that the dealer shows: exact where suits matter, otherwise its rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Up {
    Card(Card),
    Rank(Rank),
}

/// What one table of the book says.
#[derive(Clone, Debug, Default)]
struct Choices {
    /// Up to how many hands a pair is split.
    split: HashMap<Pair, u8>,
    /// What is done with each hand.
    play: HashMap<u32, Action>,
    /// What is done with first two cards that the table names exactly.
    exact: HashMap<[Card; 2], Action>,
}

/// A pair as a table names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Pair {
    Cards([Card; 2]),
    Ranks([Rank; 2]),
    /// The rank of the first card of a split hand that got its pair card.
    Again(Rank),
}

impl BookStrategy {
    /// Reads a playbook into a strategy for its game.
    pub fn new(book: &Playbook, game: &Game) -> Result<BookStrategy, PlaybookFault> {
        let rules = game.twenty_one().filter(|_| game.id == book.game);
        let rules = rules.ok_or_else(|| PlaybookFault::Game(book.game.clone(), game.id.clone()))?;
        if book.schema != SCHEMA {
            return Err(PlaybookFault::Schema(book.schema));
        }
        let hands = Hands::new(&Rows::new(rules), &super::full_shoe(game));
        let mut by_name: HashMap<String, Vec<u32>> = HashMap::new();
        for hand in 0..hands.count() as u32 {
            by_name.entry(hands.name(hand)).or_default().push(hand);
        }
        let mut tables = HashMap::new();
        for table in &book.tables {
            let choices = read_choices(table, &by_name)?;
            let origin = read_origin(&table.from)?;
            let doubled: Vec<Money> = table
                .doubled_cents
                .iter()
                .map(|cents| Money::from_cents(*cents))
                .collect();
            let free = read_free_bets(&table.free).ok_or_else(|| {
                wrong_name(
                    &table.free.join(" "),
                    "list of free bets",
                    "`main`, or doubles like `double-1`",
                )
            })?;
            for up in table.up.split(' ') {
                let doubled = doubled.clone();
                let dealer = read_dealer(up)?;
                tables.insert(
                    Moment {
                        dealer,
                        origin,
                        doubled,
                        free,
                    },
                    choices.clone(),
                );
            }
        }
        Ok(BookStrategy {
            hands,
            insurance: read_first_cards(&book.insurance)?,
            even_money: read_first_cards(&book.even_money)?,
            surrender_early: read_first_cards(&book.surrender_early)?,
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
        let key = (up, first_two(situation.cards));
        let kind = if self.insurance.contains(&key) {
            ActionKind::Insurance
        } else if self.even_money.contains(&key) {
            ActionKind::EvenMoney
        } else {
            ActionKind::NoInsurance
        };
        offered(kind).map_or(Action::plain(ActionKind::NoInsurance), |offer| offer.in_full())
    }

    /// What the book does with a hand that could be ended before the check.
    fn take_or_keep(&self, up: Card, situation: &Situation) -> Action {
        let key = (up, first_two(situation.cards));
        let mut offers = situation.offers.iter();
        let is_blackjack = offers.any(|offer| offer.kind == ActionKind::TakeBlackjack);
        let insured = || self.insurance.contains(&key) || self.even_money.contains(&key);
        Action::plain(match is_blackjack {
            true if insured() || self.doubled_blackjack(up, situation).is_some() => ActionKind::Keep,
            true => ActionKind::TakeBlackjack,
            false if self.surrender_early.contains(&key) => ActionKind::Surrender,
            false => ActionKind::Keep,
        })
    }

    /// The double that the book makes on this blackjack. Where suits matter, an ace and a ten are listed among the hands too; of
    /// a blackjack only a double is asked.
    fn doubled_blackjack(&self, up: Card, situation: &Situation) -> Option<Action> {
        let cards = first_two(situation.cards);
        let listed = self.tables(up, situation).find_map(|table| table.exact.get(&cards));
        listed.copied().filter(|action| action.kind == ActionKind::Double)
    }

    /// Whether the book splits this pair once more.
    fn splits(&self, up: Card, situation: &Situation) -> bool {
        let cards = first_two(situation.cards);
        let ranks = sorted(cards.map(|card| card.rank()));
        let names: &[Pair] = match situation.split {
            false => &[Pair::Cards(cards), Pair::Ranks(ranks)],
            true => &[Pair::Again(situation.cards[0].rank())],
        };
        let hands_max = |table: &Choices| names.iter().find_map(|name| table.split.get(name)).copied();
        let hands_max = self.tables(up, situation).find_map(hands_max);
        hands_max.is_some_and(|hands_max| situation.parts < hands_max)
    }

    /// Remembers a hand that is in no table, unless there is nothing to choose with it.
    fn note_gap(&self, up: Card, situation: &Situation) {
        let total = Total::of(situation.cards);
        if situation.offers.len() < 2 || total.best() == 21 {
            return;
        }
        let mut hand = format!("{} against {up}", cards_key(situation.cards));
        if let Some(hole) = situation.hole {
            hand += &format!(" and {hole}");
        }
        if situation.split {
            hand += ", after a split";
        }
        for amount in situation.added {
            hand += &format!(", doubled for {amount}");
        }
        // Another thread may have been first; one gap is enough.
        let _ = self.gap.set(hand);
    }

    /// The hand these cards make, in the order in which they came.
    fn hand(&self, situation: &Situation) -> Option<u32> {
        let split = situation.split;
        let (before, after) = situation.cards.split_at(situation.cards.len() - situation.added.len());
        let hand = self.hands.find(before, Track { split, doubled: false })?;
        after.iter().try_fold(hand, |hand, card| {
            let next = self.hands.following(hand, Track { split, doubled: true }).by(*card);
            (next != NONE).then_some(next)
        })
    }

    /// The tables to look into: that of the dealer's exact cards first, then those of their ranks.
    fn tables(&self, up: Card, situation: &Situation) -> impl Iterator<Item = &Choices> {
        let origin = match situation.split {
            false => CameFrom::Deal,
            true => CameFrom::Split(usize::from(situation.cards[0].value()) - 1),
        };
        let doubled = situation.added.to_vec();
        let free = situation.free;
        let of = move |dealer| {
            let doubled = doubled.clone();
            self.tables.get(&Moment {
                dealer,
                origin,
                doubled,
                free,
            })
        };
        names(up, situation.hole).into_iter().filter_map(of)
    }
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
        if offered(ActionKind::TakeBlackjack).is_some() && is_ace_ten(situation.cards) {
            return self.doubled_blackjack(up, situation).unwrap_or(fallback);
        }
        if offered(ActionKind::Split).is_some() && self.splits(up, situation) {
            return Action::plain(ActionKind::Split);
        }
        let hand = self.hand(situation);
        let action = hand.and_then(|hand| self.tables(up, situation).find_map(|table| table.play.get(&hand)));
        action.copied().unwrap_or_else(|| {
            self.note_gap(up, situation);
            fallback
        })
    }
}

fn read_choices(table: &HandTable, by_name: &HashMap<String, Vec<u32>>) -> Result<Choices, PlaybookFault> {
    let mut choices = Choices::default();
    for (name, action) in &table.play {
        let action = read_action(action).ok_or_else(|| PlaybookFault::Action {
            action: action.clone(),
            hand: name.clone(),
            up: table.up.clone(),
        })?;
        let exact = read_two_cards(name);
        // Hands that may still meet different rows share a name as long as they are played alike.
        let hands = by_name.get(name);
        choices.exact.extend(exact.map(|cards| (cards, action)));
        choices
            .play
            .extend(hands.into_iter().flatten().map(|hand| (*hand, action)));
        if exact.is_none() && hands.is_none() {
            return Err(wrong_name(name, "hand", "its values as in `A 2 5`, or its exact cards"));
        }
    }
    for (name, hands) in &table.split {
        let pair = read_pair(name).ok_or_else(|| wrong_name(name, "pair", "two ranks, two cards or one rank"))?;
        choices.split.insert(pair, *hands);
    }
    Ok(choices)
}

fn read_origin(text: &str) -> Result<CameFrom, PlaybookFault> {
    let split = |value: &usize| {
        text.strip_prefix("split ")
            .is_some_and(|letter| letter.chars().eq([value_letter(*value)]))
    };
    match text {
        "deal" => Some(CameFrom::Deal),
        _ => (0..10).find(split).map(CameFrom::Split),
    }
    .ok_or_else(|| {
        wrong_name(
            text,
            "origin of a hand",
            "`deal`, or `split` and the pair's value as in `split 8`",
        )
    })
}

/// The names under which a table for these cards may stand, exact ones first.
fn names(up: Card, hole: Option<Card>) -> Vec<Dealer> {
    let named = |card: Card| [Up::Card(card), Up::Rank(card.rank())];
    let Some(hole) = hole else {
        return named(up).map(|up| (up, None)).to_vec();
    };
    let with_hole = |up| named(hole).map(|hole| (up, Some(hole)));
    named(up).into_iter().flat_map(with_hole).collect()
}

fn read_dealer(text: &str) -> Result<Dealer, PlaybookFault> {
    match text.split_once('+') {
        Some((up, hole)) => Ok((read_up(up)?, Some(read_up(hole)?))),
        None => Ok((read_up(text)?, None)),
    }
}

fn read_up(text: &str) -> Result<Up, PlaybookFault> {
    let card = text.parse().map(Up::Card);
    let up = card.or_else(|_| text.parse().map(Up::Rank));
    up.map_err(|_| wrong_name(text, "up card", "a rank as in `T`, or a card as in `Th`"))
}

fn read_pair(text: &str) -> Option<Pair> {
    if let Some(cards) = read_two_cards(text) {
        return Some(Pair::Cards(cards));
    }
    let ranks: Result<Vec<Rank>, _> = text.split(' ').map(str::parse).collect();
    match ranks.ok()?[..] {
        [one, other] => Some(Pair::Ranks(sorted([one, other]))),
        [one] => Some(Pair::Again(one)),
        _ => None,
    }
}

fn read_first_cards(listed: &BTreeMap<String, BTreeSet<String>>) -> Result<FirstCards, PlaybookFault> {
    let mut first_cards = FirstCards::new();
    for (up, hands) in listed {
        let up: Card = up
            .parse()
            .map_err(|_| wrong_name(up, "up card", "an exact card as in `Th`"))?;
        for hand in hands {
            let cards =
                read_two_cards(hand).ok_or_else(|| wrong_name(hand, "first two cards", "them as in `8h 8s`"))?;
            first_cards.insert((up, cards));
        }
    }
    Ok(first_cards)
}

fn read_two_cards(text: &str) -> Option<[Card; 2]> {
    let cards = parse_cards(text).ok()?;
    Some(sorted(cards.try_into().ok()?))
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

fn wrong_name(found: &str, what: &'static str, remedy: &'static str) -> PlaybookFault {
    PlaybookFault::Name {
        found: found.to_string(),
        what,
        remedy,
    }
}

fn first_two(cards: &[Card]) -> [Card; 2] {
    sorted([cards[0], cards[1]])
}

fn sorted<T: Ord>(mut two: [T; 2]) -> [T; 2] {
    two.sort();
    two
}
