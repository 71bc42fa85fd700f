//! Games of single cards, counted: the ranks of the first two cards, then every draw after them. A raise is worth making where
//! it gains more than the other choice, and a larger raise is worth as much more as it is larger, so that the best raise is the
//! largest or none.

mod strategy;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::Instant;

use croupier_rules::play::{CardsStand, RanksLeft};
use croupier_rules::single_card::{FirstCards, SingleCard};
use croupier_rules::{Card, Game, Money, Rank};
use croupier_table::{Action, ActionKind, Situation, Strategy, instead_of_raise};
use dashu_ratio::RBig;

use crate::ask::{HandFault, HandQuestion, SolveFault, checked_bet, stake_of};
use crate::chances::{Chance, ChanceOf};
use crate::pack::Pack;
use crate::side_bets;
use crate::solution::{
    ActionValue, Gains, HandValue, OutcomeByWager, OutcomeRow, SCHEMA, Solution, WagerValue, fraction, to_f64,
};
pub use strategy::FirstChoice;
pub(crate) use strategy::book;

/// A player of single cards: by the ranks of the first two cards, whether to raise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardBook {
    rules: SingleCard,
    main: Money,
    pack: Pack,
    raises: [[bool; RANKS]; RANKS],
}

const RANKS: usize = Rank::ALL.len();

/// The choice after two first cards: what each action gains in cents, summed over all draws that may follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Decision {
    first: [Rank; 2],
    stand: CardsStand,
    /// How many ordered deals begin so.
    ways: u128,
    /// How many draws may follow each of them.
    draws: u128,
    /// With the largest raise.
    raise: i128,
    /// With none, the hand staying in.
    stays: i128,
    /// With what is offered instead of a raise.
    otherwise: i128,
}

/// How the main game ends: the row of the main bet, `None` for a loss, or a surrender.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    Row(usize),
    NoRow,
    Surrendered,
}

/// What every wager is worth at this main bet, or at the lowest, with these stakes on the side bets or the least.
pub(crate) fn solve(
    game: &Game,
    rules: &SingleCard,
    bet: Option<Money>,
    stakes: &[Money],
) -> Result<Solution, SolveFault> {
    let start = Instant::now();
    let main = checked_bet(game, bet)?;
    let pack = Pack::fresh(&game.deck);
    let best = CardBook::best(rules, &pack, main);
    let sides = 0..game.side_bets.len();
    let sides = sides.map(|place| side_bets::value(game, place, &pack, stake_of(game, place, stakes), main));
    Ok(Solution {
        schema: SCHEMA,
        game: game.id.clone(),
        bet_cents: main.cents(),
        decks: game.deck.decks,
        strategy_class: "optimal".to_string(),
        wagers: std::iter::once(best.wager_value(game)).chain(sides).collect(),
        total: None,
        by_bet: Vec::new(),
        notes: vec![
            "Every figure is a count over all deals of a full shoe; a raise is the largest allowed or none."
                .to_string(),
        ],
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// What each legal action of a hand is worth, best first.
pub(crate) fn hand(
    game: &Game,
    rules: &SingleCard,
    question: &HandQuestion,
    main: Money,
) -> Result<HandValue, HandFault> {
    let first: Vec<Card> = match rules.deal.first {
        FirstCards::OneEach => question.cards.iter().chain(&question.up).copied().collect(),
        FirstCards::TwoForAll => question.board.clone(),
    };
    let fits = match rules.deal.first {
        FirstCards::OneEach => question.cards.len() == 1 && question.board.is_empty(),
        FirstCards::TwoForAll => question.cards.is_empty() && question.up.is_none(),
    };
    let &[one, other] = first.as_slice() else {
        return Err(HandFault::FirstCards(rules.deal.first));
    };
    if !fits {
        return Err(HandFault::FirstCards(rules.deal.first));
    }
    let out: Vec<Card> = first.iter().chain(&question.removed).copied().collect();
    let pack = Pack::fresh(&game.deck).without(&out)?;
    let ranks = [one, other].map(Card::rank);
    let decision = Decision::new(rules, ranks, &left_in(&pack), main).ok_or(HandFault::NothingOffered)?;
    let value = |kind: ActionKind, amount: Money, ev: RBig| ActionValue {
        action: kind.word().to_string(),
        amount_cents: amount.cents(),
        ev: to_f64(&ev),
        ev_exact: Some(ev.to_string()),
        cost: 0.0,
    };
    let amounts = rules.raise_amounts(&game.main_bet, main);
    let mut raises = vec![amounts.max];
    raises.extend((amounts.min < amounts.max).then_some(amounts.min));
    let raises = raises.into_iter();
    let actions = raises
        .map(|amount| value(ActionKind::Raise, amount, decision.raised_by(amount, main)))
        .chain([value(
            instead_of_raise(rules),
            Money::ZERO,
            fraction(decision.otherwise, decision.draws * main.cents() as u128),
        )]);
    let chances = chances_of(rules, ranks, &left_in(&pack), main);
    Ok(HandValue::rank(&game.id, main.cents(), actions.collect()).with_chances(chances))
}

/// How often main bet and largest raise together win, come back or lose.
fn chances_of(rules: &SingleCard, first: [Rank; 2], left: &RanksLeft, main: Money) -> Vec<Chance> {
    let draws = rules.deal.first.draws(first, left);
    let all = draws.iter().map(|(_, ways)| u128::from(*ways)).sum();
    let ends = [
        (ChanceOf::Wins, Ordering::Greater),
        (ChanceOf::Ties, Ordering::Equal),
        (ChanceOf::Loses, Ordering::Less),
    ];
    let count = |order: Ordering| {
        let gain = |stand: CardsStand| main_gain(rules, stand, main) + raise_gain(rules, stand, main);
        let such = draws
            .iter()
            .filter(|(stand, _)| gain(*stand).cmp(&Money::ZERO) == order);
        such.map(|(_, ways)| u128::from(*ways)).sum()
    };
    let chances = ends.map(|(of, order)| Chance::counted(of, count(order), all));
    chances.into_iter().filter(|chance| chance.probability > 0.0).collect()
}

impl CardBook {
    /// The best play over the cards that may come.
    pub fn best(rules: &SingleCard, pack: &Pack, main: Money) -> CardBook {
        CardBook::new(rules, pack, main, |decision| decision.raise > decision.otherwise)
    }

    /// Play by how the first cards stand alone, which is all that a person has to remember: the better choice over all cards
    /// that stand so.
    pub fn rule(rules: &SingleCard, pack: &Pack, main: Money) -> CardBook {
        let kinds = by_stand(&decisions(rules, pack, main));
        CardBook::new(rules, pack, main, |decision| {
            kinds
                .get(&decision.stand)
                .is_some_and(|(raise, otherwise)| raise > otherwise)
        })
    }

    /// The same cards and bet played by how the first cards stand alone.
    pub(crate) fn by_stand(&self) -> CardBook {
        CardBook::rule(&self.rules, &self.pack, self.main)
    }

    /// Play that raises only where one may not stay in without.
    pub fn by_policy(rules: &SingleCard, pack: &Pack, main: Money) -> CardBook {
        CardBook::new(rules, pack, main, |_| rules.raise.surrender_loses.is_some())
    }

    /// Play that never raises.
    pub fn never(rules: &SingleCard, pack: &Pack, main: Money) -> CardBook {
        CardBook::new(rules, pack, main, |_| false)
    }

    fn new(rules: &SingleCard, pack: &Pack, main: Money, raises: impl Fn(&Decision) -> bool) -> CardBook {
        let mut book = CardBook {
            rules: rules.clone(),
            main,
            pack: pack.clone(),
            raises: [[false; RANKS]; RANKS],
        };
        for decision in decisions(rules, pack, main) {
            let [one, other] = decision.first.map(|rank| rank as usize);
            book.raises[one][other] = raises(&decision);
        }
        book
    }

    /// The expected gain of the main game, in main bets.
    pub fn ev(&self) -> RBig {
        let (gains, _) = self.count();
        gains.mean(i128::from(self.main.cents()))
    }

    /// The figures of the main game when it is played so.
    pub fn wager_value(&self, game: &Game) -> WagerValue {
        let unit = i128::from(self.main.cents());
        let (gains, ends) = self.count();
        let all = gains.total();
        let mut value = WagerValue {
            id: game.main_bet.wager_id().to_string(),
            name: game.main_bet.name.clone(),
            stake_cents: self.main.cents(),
            ..WagerValue::default()
        };
        value.measure(&gains, unit);
        let wagered: u128 = ends.iter().map(|((_, units, _), ways)| units * ways).sum();
        value.wager(wagered as f64 / all as f64);
        let rows = (0..self.rules.pays.len()).map(End::Row);
        let surrender = self.rules.raise.surrender_loses.map(|_| End::Surrendered);
        let ways_to_end = rows.chain([End::NoRow]).chain(surrender);
        value.outcomes = ways_to_end.map(|end| self.outcome(end, &ends, all)).collect();
        value
    }

    fn outcome(&self, end: End, ends: &Ends, all: u128) -> OutcomeRow {
        let unit = self.main.cents();
        let mine = || ends.range((end, 0, i128::MIN)..=(end, u128::MAX, i128::MAX));
        let count: u128 = mine().map(|(_, ways)| ways).sum();
        let sum: i128 = mine().map(|((_, _, gain), ways)| gain * *ways as i128).sum();
        let (row, pays) = match end {
            End::Row(row) => (self.rules.pays[row].name.clone(), self.rules.pays[row].pays.to_string()),
            End::NoRow => ("Loses".to_string(), "lose".to_string()),
            End::Surrendered => ("Surrender".to_string(), "lose".to_string()),
        };
        OutcomeRow {
            row,
            pays,
            probability: count as f64 / all as f64,
            count: u64::try_from(count).ok(),
            contribution: to_f64(&fraction(sum, all * unit as u128)),
            by_wager: mine()
                .map(|((_, units, gain), ways)| OutcomeByWager {
                    wager: *units as f64,
                    count: u64::try_from(*ways).unwrap_or(u64::MAX),
                    net: *gain as f64 / unit as f64,
                })
                .collect(),
        }
    }

    /// Every deal: how often each gain, and how often each end with what was wagered and gained.
    fn count(&self) -> (Gains, Ends) {
        let (mut gains, mut ends) = (Gains::default(), Ends::new());
        let mut add = |end: End, units: u128, gain: Money, ways: u128| {
            let gain = i128::from(gain.cents());
            gains.add(gain, ways);
            *ends.entry((end, units, gain)).or_default() += ways;
        };
        each_first(&self.pack, |first, left, ways| {
            let deal = self.rules.deal.first;
            let stand = deal.stand(first, &[]);
            let draws = deal.draws(first, left);
            let offered = self.rules.is_raise_offered(stand);
            let raises = offered && self.raises[first[0] as usize][first[1] as usize];
            let rest: u128 = draws.iter().map(|(_, ways)| u128::from(*ways)).sum();
            match self.rules.surrendered(self.main) {
                Some(lost) if offered && !raises => return add(End::Surrendered, 1, -lost, ways * rest),
                _ => {}
            }
            if !self.rules.goes_on(stand) {
                let (end, gain) = self.main_end(stand);
                return add(end, 1, gain, ways * rest);
            }
            for (stand, more) in draws {
                let (end, gain) = self.main_end(stand);
                let raised = if raises {
                    raise_gain(&self.rules, stand, self.main)
                } else {
                    Money::ZERO
                };
                add(end, 1 + u128::from(raises), gain + raised, ways * u128::from(more));
            }
        });
        (gains, ends)
    }

    fn main_end(&self, stand: CardsStand) -> (End, Money) {
        let end = self.rules.best_row(stand, self.main).map_or(End::NoRow, End::Row);
        (end, main_gain(&self.rules, stand, self.main))
    }
}

/// How often the main game ends so, with so many main bets wagered and this gain in cents.
type Ends = BTreeMap<(End, u128, i128), u128>;

impl Strategy for CardBook {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        let first = match (situation.cards, situation.up, situation.board) {
            ([mine, ..], Some(theirs), _) => [mine.rank(), theirs.rank()],
            (_, _, [one, other, ..]) => [one.rank(), other.rank()],
            _ => return situation.offers[0].in_full(),
        };
        let raises = self.raises[first[0] as usize][first[1] as usize];
        let mut offers = situation.offers.iter();
        let chosen = offers.find(|offer| (offer.kind == ActionKind::Raise) == raises);
        chosen.unwrap_or(&situation.offers[0]).in_full()
    }
}

impl Decision {
    /// The choice after these first cards, with these cards left; `None` where there is none.
    fn new(rules: &SingleCard, first: [Rank; 2], left: &RanksLeft, main: Money) -> Option<Decision> {
        let stand = rules.deal.first.stand(first, &[]);
        if !rules.is_raise_offered(stand) {
            return None;
        }
        let mut decision = Decision {
            first,
            stand,
            ways: 1,
            draws: 0,
            raise: 0,
            stays: 0,
            otherwise: 0,
        };
        for (stand, ways) in rules.deal.first.draws(first, left) {
            let stays = i128::from(main_gain(rules, stand, main).cents());
            let raised = i128::from(raise_gain(rules, stand, main).cents());
            let ways = i128::from(ways);
            decision.draws += ways as u128;
            decision.raise += (stays + raised) * ways;
            decision.stays += stays * ways;
        }
        decision.otherwise = match rules.surrendered(main) {
            Some(lost) => -i128::from(lost.cents()) * decision.draws as i128,
            None => decision.stays,
        };
        Some(decision)
    }

    /// What a raise of this amount beside this main bet is worth, in main bets: it is won or lost in proportion.
    fn raised_by(&self, amount: Money, main: Money) -> RBig {
        let [amount, main] = [amount, main].map(|money| i128::from(money.cents()));
        let sum = self.stays * main + (self.raise - self.stays) * amount;
        fraction(sum, self.draws * (main * main) as u128)
    }
}

/// Every choice there is over the cards of a pack.
fn decisions(rules: &SingleCard, pack: &Pack, main: Money) -> Vec<Decision> {
    let mut decisions = Vec::new();
    each_first(pack, |first, left, ways| {
        let decision = Decision::new(rules, first, left, main);
        decisions.extend(decision.map(|decision| Decision { ways, ..decision }));
    });
    decisions
}

/// What a raise and the other choice gain over all first cards that stand alike.
fn by_stand(decisions: &[Decision]) -> BTreeMap<CardsStand, (i128, i128)> {
    let mut kinds: BTreeMap<CardsStand, (i128, i128)> = BTreeMap::new();
    for decision in decisions {
        let (raise, otherwise) = kinds.entry(decision.stand).or_default();
        *raise += decision.raise * decision.ways as i128;
        *otherwise += decision.otherwise * decision.ways as i128;
    }
    kinds
}

/// Every two first cards by rank, with the cards left and the number of ordered deals that begin so.
fn each_first(pack: &Pack, mut look: impl FnMut([Rank; 2], &RanksLeft, u128)) {
    let all = left_in(pack);
    for one in Rank::ALL.into_iter().filter(|rank| all[*rank as usize] > 0) {
        let mut left = all;
        left[one as usize] -= 1;
        for other in Rank::ALL.into_iter().filter(|rank| left[*rank as usize] > 0) {
            let ways = u128::from(all[one as usize]) * u128::from(left[other as usize]);
            let mut left = left;
            left[other as usize] -= 1;
            look([one, other], &left, ways);
        }
    }
}

fn left_in(pack: &Pack) -> RanksLeft {
    let mut left: RanksLeft = [0; RANKS];
    for (card, copies) in pack.kinds() {
        left[card.rank() as usize] += copies;
    }
    left
}

fn main_gain(rules: &SingleCard, stand: CardsStand, main: Money) -> Money {
    let row = rules.best_row(stand, main);
    row.map_or(-main, |row| rules.pays[row].pays.paid_on(main))
}

fn raise_gain(rules: &SingleCard, stand: CardsStand, raise: Money) -> Money {
    let row = rules.best_raise_row(stand, raise);
    row.map_or(-raise, |row| rules.raise_pays[row].pays.paid_on(raise))
}
