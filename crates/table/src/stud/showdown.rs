//! The dealer's hand of a round of stud: turned over, held against the qualifier, compared with each hand still in.

use croupier_rules::Money;
use croupier_rules::game::ClauseAt;
use croupier_rules::game::Procedure;
use croupier_rules::pay_table::{LookedAt, Sight, best_row};
use croupier_rules::play::Contest;
use croupier_rules::poker::Strength;
use croupier_rules::showdown::{Blind, StakePays};

use super::{Standing, StudRound};
use crate::event::{Event, Outcome, WagerKind, What};

impl StudRound {
    /// Turns the dealer's cards where a hand is still in, and says whether they qualify.
    pub(super) fn show_dealer(&mut self, events: &mut Vec<Event>) {
        let waits = self.hands.iter().any(|hand| hand.standing == Standing::In);
        if self.dealer.is_empty() || !waits {
            return;
        }
        self.turn_dealer(events);
        if let Some(least) = self.rules().qualifier() {
            let qualifies = self.dealer_strength() >= least;
            self.note(Procedure::Qualify, What::Qualified { qualifies }, events);
        }
    }

    /// Settles the bets on a hand still in: the bonus first, then the main bet and the street bets.
    pub(super) fn settle_against_dealer(&mut self, hand: usize, events: &mut Vec<Event>) {
        let cards: LookedAt = self.hands[hand].cards.iter().chain(&self.community).copied().collect();
        let contest = self
            .rules()
            .contest(self.rules().strength(&cards), self.dealer_strength());
        let row = self.rules().best_row(&cards, self.hands[hand].main());
        self.hands[hand].standing = Standing::Settled;
        self.settle_bonus(hand, &cards, events);
        for (kind, stake) in self.main_wagers(hand) {
            let (outcome, net, clause) = match (kind, self.game.blind()) {
                (WagerKind::Blind, Some(blind)) => self.blind_compared(blind, stake, contest, &cards),
                _ => self.compared(kind, stake, contest, row),
            };
            self.resolve(hand, kind, outcome, stake, net, clause, events);
        }
    }

    /// How a wager ends, what it gains, and the clause that says so.
    fn compared(
        &self,
        kind: WagerKind,
        stake: Money,
        contest: Contest,
        row: Option<usize>,
    ) -> (Outcome, Money, ClauseAt) {
        let rules = self.rules();
        let showdown = rules
            .showdown
            .as_ref()
            .expect("hands are compared where there is a showdown");
        let terms = match kind {
            WagerKind::Main => &showdown.main_bet,
            _ => &showdown.street_bets,
        };
        let odds = row.and_then(|row| rules.pays[row].pays.odds());
        let net = showdown.result(terms, contest, odds).net(stake);
        let (procedure, citations) = (&self.game.procedure, &self.game.citations);
        let outcome = Outcome::of_contest(contest, terms, row);
        let clause = match outcome {
            Outcome::Unqualified => procedure.get(Procedure::Unqualified),
            Outcome::Row(row) if terms.pays == StakePays::ByTable => citations.pays[usize::from(row)],
            Outcome::Tie => procedure.get(Procedure::Push),
            _ => None,
        };
        (outcome, net, clause.or(procedure.get(Procedure::Settle)))
    }

    /// The same for the blind bet.
    fn blind_compared(
        &self,
        blind: &Blind,
        stake: Money,
        contest: Contest,
        cards: &[croupier_rules::Card],
    ) -> (Outcome, Money, ClauseAt) {
        let rules = self.rules();
        let showdown = rules
            .showdown
            .as_ref()
            .expect("a blind bet is made against a dealer's hand");
        let row = best_row(&blind.rows, &Sight::new(cards, rules.hands.hand_size), stake);
        let net = showdown
            .blind_result(blind, contest, row.and_then(|row| blind.rows[row].pays.odds()))
            .net(stake);
        let outcome = Outcome::of_blind(contest, blind, row);
        let procedure = &self.game.procedure;
        let clause = match outcome {
            Outcome::Unqualified => procedure.get(Procedure::Unqualified),
            Outcome::Row(row) => self.game.citations.blind[usize::from(row)],
            Outcome::Tie => procedure.get(Procedure::Push),
            _ => None,
        };
        (outcome, net, clause.or(procedure.get(Procedure::Settle)))
    }

    /// Pays the bonus on the main bet, where the hand meets a row of it.
    fn settle_bonus(&mut self, hand: usize, cards: &[croupier_rules::Card], events: &mut Vec<Event>) {
        let rules = self.rules();
        let Some(showdown) = rules.showdown.as_ref() else {
            return;
        };
        let main = self.hands[hand].main() * i64::from(self.hands[hand].spots());
        let sight = Sight::new(cards, rules.hands.hand_size);
        if let Some(row) = best_row(&showdown.bonus_rows, &sight, main) {
            let paid = showdown.bonus_rows[row].pays.paid_on(main);
            let clause = self.game.citations.bonus[row].or(self.game.procedure.get(Procedure::Bonus));
            self.placed += 1;
            let outcome = Outcome::Row(row as u8);
            self.resolve(hand, WagerKind::Bonus, outcome, Money::ZERO, paid, clause, events);
        }
    }

    fn dealer_strength(&self) -> Strength {
        let cards: LookedAt = self.dealer.iter().chain(&self.community).copied().collect();
        self.rules().strength(&cards)
    }
}
