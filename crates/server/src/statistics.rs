//! How a player has done against what was to be expected, what mistakes cost, and the hands to practise.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, PoisonError};

use croupier_house::{Fault, PlayedRound, RoundId, ShoeId, Span};
use croupier_rules::{Card, Money};
use croupier_table::{Outcome, Step, WagerKind, What};

use crate::coach::Decision;
use crate::offers;
use crate::past::Past;
use crate::person::Person;
use crate::room::Room;
use crate::scene::wager_name;
use crate::wire::{Advice, CurvePoint, DecisionAt, Drill, Felt, Phase, Statistics, WagerStatistics};

/// How many rounds statistics are about, at most: the newest.
const ROUNDS_MAX: u32 = 1000;
/// How many rounds are kept valued, at most.
const JUDGED_MAX: usize = 20_000;
/// How many drills are given, at most.
const DRILLS_MAX: usize = 20;
/// Below this a choice is as good as the best: a hundredth of a cent.
const WRONG_CENTS: f64 = 0.01;

/// A decision of a round gone by, valued.
pub struct Judged {
    seat: u8,
    /// Which step of the round it was.
    place: usize,
    advice: Advice,
}

impl Room {
    /// How a person has done over the newest rounds.
    pub async fn statistics(&self, person: &Person) -> Result<Statistics, Fault> {
        let mut statistics = Statistics {
            rounds: 0,
            wagered: 0,
            net: 0,
            expected: 0.0,
            sigma: 0.0,
            luck: 0.0,
            mistakes: 0.0,
            decisions: 0,
            wrong: 0,
            curve: Vec::new(),
            wagers: Vec::new(),
        };
        let mut lines = BTreeMap::new();
        let mut variance = 0.0;
        for played in self.finished(person).await? {
            let Some((past, seat)) = self.past_of(&played, person).await? else {
                continue;
            };
            let worth = self
                .values
                .worth(&past.game, &past.record.rules, &past.opening.wagers, Some(seat))
                .await;
            variance += worth.variance;
            statistics.rounds += 1;
            statistics.wagered += played.wagered.cents();
            statistics.net += played.net.cents();
            statistics.expected += worth.expected;
            statistics.sigma = f64::sqrt(variance);
            statistics.curve.push(CurvePoint {
                round: statistics.rounds,
                net: statistics.net,
                expected: statistics.expected,
                sigma: statistics.sigma,
            });
            self.add_wagers(&past, seat, &mut lines).await;
            for judged in self.judged(&past).await?.iter().filter(|judged| judged.seat == seat) {
                statistics.decisions += 1;
                statistics.mistakes += judged.advice.cost;
                statistics.wrong += u64::from(judged.advice.cost > WRONG_CENTS);
            }
        }
        if statistics.sigma > 0.0 {
            let expected = statistics.expected - statistics.mistakes;
            statistics.luck = (statistics.net as f64 - expected) / statistics.sigma;
        }
        statistics.wagers = lines.into_values().collect();
        Ok(statistics)
    }

    /// The decisions a person got wrong, dearest first.
    pub async fn drills(&self, person: &Person) -> Result<Vec<Drill>, Fault> {
        let mut drills = Vec::new();
        let mut known = HashSet::new();
        for played in self.finished(person).await? {
            let Some((past, seat)) = self.past_of(&played, person).await? else {
                continue;
            };
            let shoe = self.shoe_line(&past).await?;
            for judged in self.judged(&past).await?.iter() {
                let advice = &judged.advice;
                if judged.seat != seat || advice.cost <= WRONG_CENTS || judged.place == 0 {
                    continue;
                }
                let felt = deciding(&past, judged, past.felt(judged.place - 1, Some(seat), &shoe));
                // The same cards against the same up card are one drill.
                if !known.insert((past.game.id.clone(), cards_of(&felt, advice))) {
                    continue;
                }
                drills.push(Drill {
                    game: past.game.id.clone(),
                    round: past.record.id.uuid(),
                    hand: advice.hand,
                    felt,
                    chosen: advice.chosen.clone().unwrap_or_default(),
                    choices: advice.choices.clone(),
                });
            }
        }
        let cost = |drill: &Drill| {
            let chosen = drill.choices.iter().filter(|choice| choice.action == drill.chosen);
            chosen.map(|choice| choice.cost).fold(0.0, f64::max)
        };
        drills.sort_by(|one, other| cost(other).total_cmp(&cost(one)));
        drills.truncate(DRILLS_MAX);
        Ok(drills)
    }

    /// The newest rounds of a person that are over, oldest first.
    async fn finished(&self, person: &Person) -> Result<Vec<PlayedRound>, Fault> {
        let mut played = self
            .store
            .rounds_of_player(person.account, Span::newest(ROUNDS_MAX))
            .await?;
        played.retain(|played| played.round.closed.is_some() && played.round.voided.is_none());
        played.reverse();
        Ok(played)
    }

    async fn past_of(&self, played: &PlayedRound, person: &Person) -> Result<Option<(Past, u8)>, Fault> {
        let Some(book) = self.store.round(played.round.id).await? else {
            return Ok(None);
        };
        let past = self.past(&book).await?;
        Ok(past.and_then(|past| past.seat_of(person.id).map(|seat| (past, seat))))
    }

    async fn add_wagers(&self, past: &Past, seat: u8, lines: &mut BTreeMap<(String, String), WagerStatistics>) {
        let game = &past.game;
        for event in past.steps.iter().flat_map(|step| &step.events) {
            let What::Settled {
                wager,
                outcome,
                stake,
                net,
            } = event.what
            else {
                continue;
            };
            // A bet that was pulled back was never at risk.
            if wager.hand.seat != seat || outcome == Outcome::PulledBack {
                continue;
            }
            // Doubles, splits and street bets are parts of the main game, which is valued as a whole.
            let kind = match wager.kind {
                kind if kind.is_part_of_main() => WagerKind::Main,
                kind => kind,
            };
            let begins = wager.kind == kind && wager.hand.part == 1;
            let id = match kind {
                WagerKind::Main => game.main_bet.wager_id().to_string(),
                kind => kind.id(game),
            };
            let main = main_bet(past, wager.hand);
            let solution = self.values.solution(game, &past.record.rules, main).await;
            let value = solution
                .as_ref()
                .and_then(|solution| solution.wagers.iter().find(|value| value.id == id));
            let line = lines
                .entry((game.id.clone(), id.clone()))
                .or_insert_with(|| WagerStatistics {
                    game: game.id.clone(),
                    wager: id.clone(),
                    name: wager_name(game, kind),
                    times: 0,
                    wagered: 0,
                    net: 0,
                    expected: 0.0,
                });
            line.times += u64::from(begins);
            line.wagered += stake.cents();
            line.net += net.cents();
            if begins {
                line.expected += value.map_or(0.0, |value| value.ev) * stake.cents() as f64;
            }
        }
    }

    /// The decisions of a round, valued once and kept.
    async fn judged(&self, past: &Past) -> Result<Arc<Vec<Judged>>, Fault> {
        let id = past.record.id;
        if let Some(judged) = self.judged.lock().unwrap_or_else(PoisonError::into_inner).get(&id) {
            return Ok(Arc::clone(judged));
        }
        let seen = match past.record.shoe {
            Some(shoe) => self.seen_before(shoe, id).await?,
            None => Vec::new(),
        };
        let asked: Vec<(usize, Decision, croupier_table::Action)> = decisions(past, &seen);
        let judged = self.thinking.run(move || {
            let judge = |(place, decision, action): (usize, Decision, croupier_table::Action)| {
                Some(Judged {
                    seat: decision.hand.seat,
                    place,
                    advice: decision.advice(Some(action))?,
                })
            };
            Arc::new(asked.into_iter().filter_map(judge).collect::<Vec<_>>())
        });
        let judged = judged.await.map_err(|problem| Fault::Busy(problem.message))?;
        let mut kept = self.judged.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= JUDGED_MAX {
            kept.clear();
        }
        kept.insert(id, Arc::clone(&judged));
        Ok(judged)
    }

    /// The cards of a shoe that were seen in the rounds before this one.
    async fn seen_before(&self, shoe: ShoeId, round: RoundId) -> Result<Vec<Card>, Fault> {
        let mut seen = Vec::new();
        for record in self.store.rounds_of_shoe(shoe).await? {
            if record.id == round {
                break;
            }
            if let Some(book) = self.store.round(record.id).await?
                && let Some(past) = self.past(&book).await?
            {
                seen.extend(past.seen());
            }
        }
        Ok(seen)
    }
}

/// Every decision of a round with what was chosen.
fn decisions(past: &Past, seen: &[Card]) -> Vec<(usize, Decision, croupier_table::Action)> {
    let steps = past.steps.iter().enumerate();
    steps
        .filter_map(|(place, step)| match step.step {
            Step::Choose(action) => Some((
                place,
                Decision::of(&step.before, decision_at(past, place), seen)?,
                action,
            )),
            Step::Card(_) => None,
        })
        .collect()
}

/// Which decision of a round its step at this place answers.
fn decision_at(past: &Past, place: usize) -> DecisionAt {
    let made = past.steps[..place].iter();
    let made = made.filter(|step| matches!(step.step, Step::Choose(_))).count() as u32;
    DecisionAt {
        round: past.record.id.uuid(),
        number: made + 1,
    }
}

fn main_bet(past: &Past, hand: croupier_table::HandAt) -> Money {
    let seat = past.opening.wagers.seats.iter().find(|seat| seat.seat == hand.seat);
    let bets = seat.and_then(|seat| seat.hands.get(usize::from(hand.hand) - 1));
    let least = past.game.main_bet.lowest();
    bets.map_or(least, |bets| bets.main.max(least))
}

/// The felt at a decision.
fn deciding(past: &Past, judged: &Judged, felt: Felt) -> Felt {
    let you = felt.seats.iter().find(|seat| seat.you);
    let chips = Money::from_cents(you.map_or(0, |seat| seat.chips));
    let menu = offers::menu(&past.steps[judged.place].before, chips).unwrap_or_default();
    Felt {
        phase: Phase::Deciding {
            decision: judged.advice.decision,
            hand: judged.advice.hand,
            asks: menu.asks,
            offers: menu.offers,
            withheld: menu.withheld,
            left_ms: 0,
            bank_ms: 0,
        },
        ..felt
    }
}

fn cards_of(felt: &Felt, advice: &Advice) -> Vec<String> {
    let hand = felt.hands.iter().find(|hand| hand.at == advice.hand);
    let mut cards = hand.map_or_else(Vec::new, |hand| hand.cards.clone());
    cards.extend(felt.dealer.first().cloned());
    cards.extend(felt.board.clone());
    cards.extend(advice.chosen.clone());
    cards
}
