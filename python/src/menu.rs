//! Everything that may ever be chosen in an environment, numbered: the bets first, then the actions of the game.

use std::sync::Arc;

use croupier_rules::play::Amounts;
use croupier_rules::{Game, Money};
use croupier_solver::solution::{ActionValue, HandValue};
use croupier_table::{Action, ActionKind, HandWagers, Offer, Round, instead_of_raise, offers_on};

use crate::episode::open;

/// One thing that may be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// The bets at this place of the list.
    Bets(usize),
    /// An action, for the most that is offered.
    InFull(ActionKind),
    /// An action for exactly this amount.
    Exactly(Action),
}

/// Everything that may ever be chosen.
#[derive(Clone)]
pub(crate) struct Menu {
    pub(crate) bets: Vec<HandWagers>,
    /// A round of one seat with each of the bets, waiting for its first card.
    pub(crate) opened: Vec<Round>,
    items: Vec<Item>,
}

/// Of doubles and insurance: only for the most that is offered, or for every amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AmountChoice {
    Most,
    Every,
}

impl Menu {
    /// The menu of a game with these bets to choose from.
    pub(crate) fn new(game: &Arc<Game>, bets: Vec<HandWagers>, amounts: AmountChoice) -> Menu {
        let mut items: Vec<Item> = (0..bets.len()).map(Item::Bets).collect();
        for kind in kinds(game) {
            let listed = amounts_of(game, kind, &bets);
            if amounts == AmountChoice::Most || listed.is_empty() {
                items.push(Item::InFull(kind));
            } else {
                items.extend(listed.into_iter().map(|amount| Item::Exactly(Action { kind, amount })));
            }
        }
        let opened = bets.iter().map(|bets| open(game, std::iter::once(bets)));
        Menu {
            opened: opened.collect(),
            bets,
            items,
        }
    }

    /// How many things there are to choose from.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// The thing of this number.
    pub(crate) fn get(&self, number: i64) -> Option<Item> {
        usize::try_from(number)
            .ok()
            .and_then(|place| self.items.get(place))
            .copied()
    }

    /// Marks what may be chosen now: the bets, or what is offered.
    pub(crate) fn mark(&self, offers: Option<&[Offer]>, mask: &mut [i8]) {
        for (item, mark) in self.items.iter().zip(mask) {
            *mark = i8::from(match (item, offers) {
                (Item::Bets(_), None) => true,
                (Item::InFull(kind), Some(offers)) => offers.iter().any(|offer| offer.kind == *kind),
                (Item::Exactly(action), Some(offers)) => offers.iter().any(|offer| offer.allows(*action)),
                _ => false,
            });
        }
    }

    /// What each thing is worth by these values; `NaN` where it is not among them.
    pub(crate) fn worth(&self, value: &HandValue) -> Vec<f64> {
        let worth = |item: &Item| {
            let (kind, exactly) = match item {
                Item::Bets(_) => return f64::NAN,
                Item::InFull(kind) => (kind, None),
                Item::Exactly(action) => (&action.kind, Some(action.amount.cents())),
            };
            let is_meant = |action: &&ActionValue| {
                action.action == kind.word() && exactly.is_none_or(|cents| action.amount_cents == cents)
            };
            let meant = value.actions.iter().filter(is_meant);
            meant
                .max_by_key(|action| action.amount_cents)
                .map_or(f64::NAN, |action| action.ev)
        };
        self.items.iter().map(worth).collect()
    }

    /// What each thing is called: `bet 0`, `hit`, `double $3`.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |item: &Item| match item {
            Item::Bets(place) => format!("bet {place}"),
            Item::InFull(kind) => kind.word().to_string(),
            Item::Exactly(action) => action.to_string(),
        };
        self.items.iter().map(name).collect()
    }
}

/// The kinds of action that a game may offer.
fn kinds(game: &Game) -> Vec<ActionKind> {
    use ActionKind::*;
    let mut kinds = Vec::new();
    if let Some(rules) = game.twenty_one() {
        if rules.insurance.is_some() {
            kinds.extend([Insurance, NoInsurance, EvenMoney]);
        }
        kinds.extend([TakeBlackjack, Keep, Stand, Hit, Double, Split, Surrender]);
    }
    for street in game.stud().map_or(&[][..], |rules| &rules.streets) {
        kinds.extend(offers_on(street, 1).iter().map(|offer| offer.kind));
    }
    if let Some(rules) = game.single_card() {
        kinds.extend([Raise, instead_of_raise(rules)]);
    }
    kinds.sort();
    kinds.dedup();
    kinds
}

/// Every amount that an action may name beside one of these bets; none where it names no amount.
fn amounts_of(game: &Game, kind: ActionKind, bets: &[HandWagers]) -> Vec<Money> {
    let mut amounts = Vec::new();
    if let (Some(rules), ActionKind::Raise) = (game.single_card(), kind) {
        let raises = bets.iter().map(|bets| rules.raise_amounts(&game.main_bet, bets.main));
        amounts.extend(raises.flat_map(|raise| raise.list()));
    }
    let Some(rules) = game.twenty_one() else {
        amounts.sort();
        amounts.dedup();
        return amounts;
    };
    for bets in bets {
        match kind {
            ActionKind::Insurance => {
                let insurance = rules
                    .insurance
                    .as_ref()
                    .and_then(|insurance| insurance.amounts(bets.main));
                amounts.extend(insurance.iter().flat_map(Amounts::list));
            }
            ActionKind::Double => {
                let mut doubles = Vec::new();
                while let Some(next) = rules.double.amounts(bets.main, &doubles) {
                    amounts.extend(next.list());
                    doubles.push(next.max);
                }
                amounts.extend(rules.double.may_be_free().then_some(bets.main));
            }
            _ => {}
        }
    }
    amounts.sort();
    amounts.dedup();
    amounts
}
