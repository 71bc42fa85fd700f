//! The main game and the side bets played together, where one cap holds for all that a player is paid.
//!
//! The cap ties the bets together: what a side bet pays may leave less for the main game, and so the best play of the
//! main game depends on the side bets that ride. For each kind of hole cards the boards are walked as in the main game.
//! The extra cards are not walked again for every board: how many choices of extra cards avoid the board follows, by
//! inclusion and exclusion, from how many hold each part of it.

use croupier_rules::game::SideBet;
use croupier_rules::pattern::Pays;
use croupier_rules::pay_table::{Dealt, Ranking};
use croupier_rules::poker::Tally;
use croupier_rules::stud::Stud;
use croupier_rules::{Card, Game, Money};
use rayon::prelude::*;

use super::lattice::{Lattice, LatticeSpec, Places, SeenCards};
use super::play::{Bank, StreetPlay, StudAction, place};
use super::{StudFault, checked_bet, play};
use crate::kinds::{Cards, each_kind};
use crate::pack::{Pack, choose};
use crate::side_bets::{self, lcm};
use crate::solution::{TotalValue, fraction, to_f64};

/// What main game and side bets are worth together at these stakes, in the order of the rules file, played best.
pub fn total(game: &Game, bet: Option<Money>, stakes: &[Money]) -> Result<TotalValue, StudFault> {
    let main = checked_bet(game, bet)?;
    let rules = game.stud().ok_or_else(|| StudFault::NotStud(game.name.clone()))?;
    let whole = Whole::new(game, rules, main, stakes);
    let pack = Pack::fresh(&game.deck);
    let mut hands: Vec<(Cards, u128)> = Vec::new();
    let alike = pack.alike_suits(whole.patterns(rules));
    each_kind(
        &pack,
        &alike,
        usize::from(rules.hands.hole_cards),
        &mut |cards, _, ways| {
            hands.push((cards.clone(), ways));
        },
    );
    let value: i128 = hands
        .par_iter()
        .map(|(cards, ways)| *ways as i128 * whole.value(&pack, cards))
        .sum();
    let deals = hands.iter().map(|(_, ways)| ways).sum::<u128>() * whole.deals(&pack);
    let ev = fraction(value, deals * whole.unit(main) as u128);
    let mut apart = play(game, main).map_or(0.0, |play| play.wager_value(game).ev);
    for (place, stake) in stakes.iter().enumerate().filter(|(_, stake)| **stake > Money::ZERO) {
        let ev = side_bets::value(game, place, &pack, *stake, main).ev;
        apart += ev * stake.cents() as f64 / main.cents() as f64;
    }
    Ok(TotalValue {
        bet_cents: main.cents(),
        stakes_cents: stakes.iter().map(|stake| stake.cents()).collect(),
        ev: to_f64(&ev),
        ev_exact: ev.to_string(),
        ev_apart: apart,
    })
}

/// A side bet that is played, with its rows sorted and what they pay in parts of a cent.
struct Ridden<'a> {
    bet: &'a SideBet,
    ranking: Ranking,
    pays: Vec<i128>,
    stake: i128,
}

/// Everything that one hand is paid by.
struct Whole<'a> {
    rules: &'a Stud,
    bank: Bank,
    ranking: Ranking,
    /// The side bets over hole and community cards, and those over extra cards.
    open: Vec<Ridden<'a>>,
    extra: Vec<Ridden<'a>>,
    scale: i128,
    cap: i128,
    main: i128,
    beside: Vec<SideBet>,
}

/// What some bets pay, and what they lose, in parts of a cent.
type PaidLost = (i128, i128);

impl<'a> Whole<'a> {
    fn new(game: &'a Game, rules: &'a Stud, main: Money, stakes: &[Money]) -> Whole<'a> {
        let bank = Bank::new(rules, main);
        let ridden: Vec<(&SideBet, Money)> = game
            .side_bets
            .iter()
            .zip(stakes.iter().copied())
            .filter(|(_, stake)| *stake > Money::ZERO)
            .collect();
        let odds = ridden
            .iter()
            .flat_map(|(bet, _)| &bet.rows)
            .filter_map(|row| match row.pays {
                Pays::Odds(odds) => Some(i128::from(odds.per)),
                Pays::Amount(_) | Pays::OfMeter { .. } => None,
            });
        let scale = odds.fold(bank.scale, lcm);
        let ride = |(bet, stake): &(&'a SideBet, Money)| Ridden::new(game, bet, *stake, scale);
        let (extra, open): (Vec<_>, Vec<_>) = ridden.iter().partition(|(bet, _)| bet.over.sees().extra);
        Whole {
            rules,
            ranking: Ranking::new(&rules.pays, rules.hands.hand_size, main),
            open: open.iter().map(ride).collect(),
            extra: extra.iter().map(ride).collect(),
            scale,
            cap: bank.cap.map_or(i128::MAX, |cap| i128::from(cap.cents()) * scale),
            main: i128::from(main.cents()) * scale,
            bank,
            beside: ridden.iter().map(|(bet, _)| (*bet).clone()).collect(),
        }
    }

    fn unit(&self, main: Money) -> i128 {
        i128::from(main.cents()) * self.scale
    }

    fn patterns(&self, rules: &'a Stud) -> impl Iterator<Item = &croupier_rules::pattern::Pattern> + Clone {
        let beside = self.beside.iter().flat_map(|bet| &bet.rows);
        rules.pays.iter().chain(beside).map(|row| &row.when)
    }

    /// How many extra cards matter: none when no bet looks at them.
    fn extra_cards(&self) -> usize {
        if self.extra.is_empty() {
            0
        } else {
            usize::from(self.rules.hands.extra_cards)
        }
    }

    /// How many deals there are after the hole cards: boards in order, extra cards in none.
    fn deals(&self, pack: &Pack) -> u128 {
        let left = pack.size() - u32::from(self.rules.hands.hole_cards);
        let community = u32::from(self.rules.community_cards());
        let boards = (0..community).fold(1, |boards, card| boards * u128::from(left - card));
        boards * choose(left - community, self.extra_cards() as u32)
    }

    /// The sum of the best gains over all those deals, from these hole cards.
    fn value(&self, pack: &Pack, hole: &Cards) -> i128 {
        let left = pack.without(hole).expect("the hole cards were taken from the pack");
        let size = hole.len() + usize::from(self.rules.community_cards());
        let lattice = Lattice::new(&LatticeSpec {
            pack: &left,
            known: hole,
            size,
            last_decision: size,
            rows: &self.rules.pays,
            ranking: &self.ranking,
            beside: &self.beside,
        });
        let mut streets = Vec::new();
        let mut units = vec![1];
        for street in 0..self.rules.streets.len() {
            let next = StreetPlay::new(
                self.rules,
                street,
                self.rules.cards_known_at(street) - hole.len(),
                units,
            );
            units = next.units_after.clone();
            streets.push(next);
        }
        // One column for each total wager, and one for the side bets of a hand that folds.
        let mut values = self.on_full_boards(&left, hole, &lattice, &units);
        let last = lattice.levels.len() - 1;
        for level in (0..=last).rev() {
            if level < last {
                values = lattice.step_back(level, &values, units.len() + 1);
            }
            let community = u32::from(self.rules.community_cards());
            let deals = (level as u32..community).fold(1, |deals, card| deals * u128::from(left.size() - card))
                * choose(left.size() - community, self.extra_cards() as u32);
            for street in streets.iter().rev().filter(|street| street.level == level) {
                values = self.decide(street, &values, deals as i128);
                units = street.units.clone();
            }
        }
        values[0]
    }

    fn decide(&self, street: &StreetPlay, after: &[i128], deals: i128) -> Vec<i128> {
        let mut values = Vec::new();
        for after in after.chunks_exact(street.units_after.len() + 1) {
            let sides = after[street.units_after.len()];
            for units in &street.units {
                let best = street.actions.iter().map(|action| match action {
                    StudAction::Fold => sides - i128::from(*units) * self.main * deals,
                    StudAction::Bet(times) => after[place(&street.units_after, units + u32::from(*times))],
                });
                values.push(best.max().unwrap_or(0));
            }
            values.push(sides);
        }
        values
    }

    /// The values once all community cards are known, summed over the extra cards.
    fn on_full_boards(&self, pack: &Pack, hole: &Cards, lattice: &Lattice, units: &[u32]) -> Vec<i128> {
        let extras = Extras::new(self, pack, hole, lattice);
        let hole_seen = SeenCards::of(hole);
        let boards = &lattice.levels.last().expect("there is a first level").kinds;
        let mut values = Vec::with_capacity(boards.len() * (units.len() + 1));
        for (kind, seen) in boards.iter().enumerate() {
            let board = seen.minus(hole_seen).cards();
            let row = lattice
                .row_counts(kind)
                .iter()
                .position(|count| *count > 0)
                .unwrap_or(0);
            let (paid, lost) = self.open_bets(hole, &board);
            let counts = extras.avoiding(&board);
            for units in units {
                let (main_paid, main_lost) = if row < self.rules.pays.len() {
                    (self.bank.paid(row, *units) * (self.scale / self.bank.scale), 0)
                } else {
                    (0, self.main * i128::from(*units))
                };
                values.push(self.sum(&extras, &counts, paid + main_paid, lost + main_lost));
            }
            values.push(self.sum(&extras, &counts, paid, lost));
        }
        values
    }

    /// The gains over all choices of extra cards, when so much is paid and lost already.
    fn sum(&self, extras: &Extras, counts: &[i128], paid: i128, lost: i128) -> i128 {
        let results = extras.results.iter().zip(counts);
        results
            .map(|((more, less), count)| count * ((paid + more).min(self.cap) - lost - less))
            .sum()
    }

    /// What the side bets over hole and community cards pay and lose.
    fn open_bets(&self, hole: &Cards, board: &Cards) -> PaidLost {
        let mut both = (0, 0);
        for ridden in &self.open {
            let cards = ridden.bet.over.cards(&Dealt::Stud {
                dealer: &[],
                hole,
                community: board,
                extra: &[],
            });
            let (paid, lost) = ridden.result(&Tally::of(&cards), &cards);
            both = (both.0 + paid, both.1 + lost);
        }
        both
    }
}

impl<'a> Ridden<'a> {
    fn new(game: &Game, bet: &'a SideBet, stake: Money, scale: i128) -> Ridden<'a> {
        let size = game.cards_seen_by(bet.over);
        let cents = i128::from(stake.cents());
        let cap = game.stud().and_then(|rules| rules.cap_on_bet(stake));
        let most = cap.map_or(i128::MAX, |(_, cap)| i128::from(cap.cents()) * scale);
        let pays = bet.rows.iter().map(|row| match row.pays {
            Pays::Odds(odds) => (cents * i128::from(odds.pays) * (scale / i128::from(odds.per))).min(most),
            Pays::Amount(amount) | Pays::OfMeter { amount, .. } => (i128::from(amount.cents()) * scale).min(most),
        });
        Ridden {
            bet,
            ranking: Ranking::new(&bet.rows, bet.poker_size(usize::from(size)), stake),
            pays: pays.collect(),
            stake: cents * scale,
        }
    }

    fn result(&self, tally: &Tally, cards: &[Card]) -> PaidLost {
        match self.ranking.best(tally, cards) {
            Some(row) => (self.pays[row], 0),
            None => (0, self.stake),
        }
    }
}

/// For one hand: how many choices of extra cards have each result and hold certain cards.
struct Extras {
    /// The results there are.
    results: Vec<PaidLost>,
    /// By the number of certain cards and their kind: the choices with each result.
    holding: Vec<Vec<i128>>,
    places: Vec<Places>,
    hole: SeenCards,
}

impl Extras {
    fn new(whole: &Whole, pack: &Pack, hole: &Cards, lattice: &Lattice) -> Extras {
        let cards = whole.extra_cards();
        let most = cards.min(lattice.levels.len() - 1);
        let full = SeenCards::of_pack(pack).plus(SeenCards::of(hole));
        let mut results: Vec<PaidLost> = Vec::new();
        let deepest = &lattice.levels[most].kinds;
        let mut found = Vec::with_capacity(deepest.len());
        for kind in deepest {
            let mut counts: Vec<(usize, i128)> = Vec::new();
            let mut visit = |result: PaidLost, ways: i128| {
                let at = results.iter().position(|known| *known == result).unwrap_or_else(|| {
                    results.push(result);
                    results.len() - 1
                });
                match counts.iter_mut().find(|(known, _)| *known == at) {
                    Some((_, count)) => *count += ways,
                    None => counts.push((at, ways)),
                }
            };
            complete(whole, lattice, kind, &full, cards - most, 1, &mut visit);
            let orders: i128 = (1..=(cards - most) as i128).product();
            for (_, count) in &mut counts {
                *count /= orders;
            }
            found.push(counts);
        }
        let width = results.len();
        let mut dense: Vec<Vec<i128>> = vec![
            found
                .iter()
                .flat_map(|counts| {
                    let mut row = vec![0; width];
                    for (at, count) in counts {
                        row[*at] = *count;
                    }
                    row
                })
                .collect(),
        ];
        // Every choice that holds these cards holds one of the others too, and is counted once for each of those.
        for level in (0..most).rev() {
            let next = dense.last().expect("the deepest level was counted");
            let mut sums = lattice.step_back(level, next, width);
            for sum in &mut sums {
                *sum /= (cards - level) as i128;
            }
            dense.push(sums);
        }
        dense.reverse();
        Extras {
            results,
            holding: dense,
            places: (0..=most).map(|level| lattice.places(level)).collect(),
            hole: SeenCards::of(hole),
        }
    }

    /// How many choices of extra cards with each result avoid these cards.
    fn avoiding(&self, board: &[Card]) -> Vec<i128> {
        let width = self.results.len();
        let mut counts = vec![0; width];
        for part in 0u32..1 << board.len() {
            let size = part.count_ones() as usize;
            if size >= self.holding.len() {
                continue;
            }
            let cards = (0..board.len()).filter(|place| part >> place & 1 == 1);
            let seen = cards.fold(self.hole, |seen, place| seen.with(board[place]));
            let kind = self.places[size]
                .find(seen)
                .expect("every part of a board is on the lattice");
            let condition = if size.is_multiple_of(2) { 1 } else { -1 };
            for (count, holding) in counts.iter_mut().zip(&self.holding[size][kind * width..][..width]) {
                *count += condition * holding;
            }
        }
        counts
    }
}

/// Visits every way to add so many cards, in every order, with the result they make of the bets over extra cards.
fn complete(
    whole: &Whole,
    lattice: &Lattice,
    seen: &SeenCards,
    full: &SeenCards,
    more: usize,
    ways: i128,
    visit: &mut impl FnMut(PaidLost, i128),
) {
    if more > 1 {
        lattice.each_next(seen, full, |card, count| {
            // The suits are no longer in order after a card, so that equal suits may stand apart: each is visited alone.
            complete(
                whole,
                lattice,
                &seen.with(card),
                full,
                more - 1,
                ways * i128::from(count),
                visit,
            );
        });
        return;
    }
    let cards = seen.cards();
    let tally = Tally::of(&cards);
    if more == 0 {
        return visit(whole.extra_result(&tally, &cards), ways);
    }
    let mut longer = cards.clone();
    lattice.each_next(seen, full, |card, count| {
        let mut tally = tally;
        tally.add(card);
        longer.push(card);
        visit(whole.extra_result(&tally, &longer), ways * i128::from(count));
        longer.pop();
    });
}

impl Whole<'_> {
    fn extra_result(&self, tally: &Tally, cards: &[Card]) -> PaidLost {
        self.extra.iter().fold((0, 0), |both, ridden| {
            let (paid, lost) = ridden.result(tally, cards);
            (both.0 + paid, both.1 + lost)
        })
    }
}
