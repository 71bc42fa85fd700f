//! Who is paid what at the end of a round of stud, and in which order.

use croupier_rules::game::ClauseAt;
use croupier_rules::game::{Procedure, Settled};
use croupier_rules::pay_table::{self, LookedAt};
use croupier_rules::poker::Tally;
use croupier_rules::{Card, Money};

use super::{Standing, StudRound};
use crate::event::{Event, Outcome, Wager, WagerKind, What};

impl StudRound {
    /// A fold: the main bet and the street bets are lost at once.
    pub(super) fn collect_fold(&mut self, hand: usize, events: &mut Vec<Event>) {
        let clause = self.game.procedure.get(Procedure::Fold);
        self.hands[hand].standing = Standing::Folded;
        for (kind, stake) in self.main_wagers(hand) {
            self.resolve(hand, kind, Outcome::Folded, stake, -stake, clause, events);
        }
    }

    /// The end of the round: side bets before the main game, the main game, side bets after it, each from right to left.
    pub(super) fn settle(&mut self, events: &mut Vec<Event>) {
        self.settle_side_bets(Settled::BeforeMain, events);
        self.show_dealer(events);
        for hand in (0..self.hands.len()).rev() {
            if self.hands[hand].standing == Standing::In || self.rides_over_hole_cards(hand) {
                self.show(hand, events);
            }
        }
        for hand in (0..self.hands.len()).rev() {
            if self.hands[hand].standing == Standing::In {
                self.settle_main(hand, events);
            }
        }
        self.settle_side_bets(Settled::AfterMain, events);
    }

    fn settle_main(&mut self, hand: usize, events: &mut Vec<Event>) {
        if self.rules().showdown.is_some() {
            return self.settle_against_dealer(hand, events);
        }
        let cards: LookedAt = self.hands[hand].cards.iter().chain(&self.community).copied().collect();
        let main = self.hands[hand].main();
        let row = self.rules().best_row(&cards, main);
        if let Some(row) = row
            && self.is_called_out(&cards)
        {
            let what = What::CalledOut {
                hand: self.hands[hand].at(),
                row: row as u8,
            };
            self.note(Procedure::CallOut, what, events);
        }
        self.hands[hand].standing = Standing::Settled;
        let settle = self.game.procedure.get(Procedure::Settle);
        for (kind, stake) in self.main_wagers(hand) {
            match row {
                Some(row) => {
                    let clause = self.game.citations.pays[row].or(settle);
                    let pays = self.rules().pays[row].pays;
                    let paid = match kind {
                        WagerKind::Main => pays.paid_on(stake),
                        _ => pays.on_added_bets().paid_on(stake),
                    };
                    self.pay(hand, kind, Outcome::Row(row as u8), stake, paid, clause, events);
                }
                None => self.resolve(hand, kind, Outcome::NoRow, stake, -stake, settle, events),
            }
        }
    }

    /// Whether the dealer calls out the hand these cards make.
    fn is_called_out(&self, cards: &[Card]) -> bool {
        let hands = &self.rules().hands;
        hands.called_out.is_some_and(|least| {
            let contained = Tally::of(cards).contains(hands.hand_size);
            contained.bits() >> least as u8 != 0
        })
    }

    fn settle_side_bets(&mut self, moment: Settled, events: &mut Vec<Event>) {
        for place in 0..self.game.side_bets.len() {
            let bet = &self.game.side_bets[place];
            let sees = bet.over.sees();
            if bet.settled != moment || !self.hands.iter().any(|hand| hand.rides(place)) {
                continue;
            }
            if sees.extra {
                self.turn_extra(events);
            }
            if sees.hole {
                self.turn_dealer(events);
            }
            for hand in (0..self.hands.len()).rev() {
                if self.hands[hand].rides(place) {
                    if sees.player {
                        self.show(hand, events);
                    }
                    self.settle_side_bet(hand, place, events);
                }
            }
        }
    }

    fn settle_side_bet(&mut self, hand: usize, place: usize, events: &mut Vec<Event>) {
        let bet = &self.game.side_bets[place];
        let citations = &self.game.citations.side_bets[place];
        let dealt = pay_table::Dealt::Stud {
            hole: &self.hands[hand].cards,
            dealer: &self.dealer,
            community: &self.community,
            extra: &self.extra,
        };
        let stake = self.hands[hand].side[place];
        let kind = WagerKind::Side(place as u8);
        match bet.best_row(&dealt, stake) {
            Some(row) => {
                let clause = citations.rows[row];
                let pays = bet.rows[row].pays.paid_on(stake);
                self.pay(hand, kind, Outcome::Row(row as u8), stake, pays, clause, events);
            }
            None => {
                let clause = citations.bet;
                self.resolve(hand, kind, Outcome::NoRow, stake, -stake, clause, events);
            }
        }
        self.hands[hand].side_open &= !(1 << place);
    }

    fn rides_over_hole_cards(&self, hand: usize) -> bool {
        let mut side_bets = self.game.side_bets.iter().enumerate();
        side_bets.any(|(place, bet)| self.hands[hand].rides(place) && bet.over.sees().player)
    }

    fn show(&mut self, hand: usize, events: &mut Vec<Event>) {
        if !self.hands[hand].shown {
            self.hands[hand].shown = true;
            let hand = self.hands[hand].at();
            self.note(Procedure::ShowHands, What::Shown { hand }, events);
        }
    }

    /// Pays a wager, cut to what the cap leaves of all that the seat is paid in this round.
    #[expect(clippy::too_many_arguments, reason = "the parts of one `Settled` event")]
    fn pay(
        &mut self,
        hand: usize,
        kind: WagerKind,
        outcome: Outcome,
        stake: Money,
        pays: Money,
        clause: ClauseAt,
        events: &mut Vec<Event>,
    ) {
        let at = self.hands[hand].at();
        let mut paid = pays;
        if let Some((place, max)) = self.cap(hand) {
            let left = max - self.paid[usize::from(at.seat) - 1].min(max);
            if pays > left {
                paid = left;
                let clause = self.game.citations.caps[place].or(self.game.procedure.get(Procedure::Cap));
                let what = What::Capped {
                    hand: at,
                    from: pays,
                    to: paid,
                };
                events.push(Event { what, clause });
            }
        }
        self.paid[usize::from(at.seat) - 1] += paid;
        self.resolve(hand, kind, outcome, stake, paid, clause, events);
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one `Settled` event")]
    pub(super) fn resolve(
        &mut self,
        hand: usize,
        kind: WagerKind,
        outcome: Outcome,
        stake: Money,
        net: Money,
        clause: ClauseAt,
        events: &mut Vec<Event>,
    ) {
        let at = self.hands[hand].at();
        self.nets[usize::from(at.seat) - 1] += net;
        self.resolved += 1;
        let wager = Wager { hand: at, kind };
        let what = What::Settled {
            wager,
            outcome,
            stake,
            net,
        };
        events.push(Event { what, clause });
    }

    /// The most this hand's seat is paid in the round, with its place in the rules file.
    pub(super) fn cap(&self, hand: usize) -> Option<(usize, Money)> {
        self.rules().cap_at(self.hands[hand].main())
    }

    /// The main bet and the street bets that have money on them.
    pub(super) fn main_wagers(
        &self,
        hand: usize,
    ) -> arrayvec::ArrayVec<(WagerKind, Money), { croupier_rules::stud::Hands::STREETS_MAX as usize + 1 }> {
        let hand = &self.hands[hand];
        let spots = i64::from(hand.spots());
        let streets = hand.bets.iter().zip(1..).filter(|(bet, _)| **bet != Money::ZERO);
        std::iter::once((WagerKind::Main, hand.main() * spots))
            .chain(streets.map(|(bet, street)| (WagerKind::Street(street), *bet * spots)))
            .collect()
    }
}
