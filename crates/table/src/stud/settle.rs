//! Who is paid what at the end of a round of stud, and in which order.

use croupier_rules::Money;
use croupier_rules::game::{ClauseAt, Procedure, SettleOrder, Settled};
use croupier_rules::pay_table::{self, LookedAt};
use croupier_rules::play::CapAt;
use croupier_rules::stud::{CalledOutIn, FoldCollected, FoldTakes, FoldedShown};

use super::{Standing, StudHand, StudRound};
use crate::event::{Event, Outcome, Wager, WagerKind, What};

impl StudRound {
    /// A fold: the main bet and the street bets are lost, at once or with the main game.
    pub(super) fn fold(&mut self, hand: usize, events: &mut Vec<Event>) {
        self.hands[hand].standing = Standing::Folded;
        if self.rules().hands.fold_collected == FoldCollected::AtOnce {
            self.collect_fold(hand, events);
        }
        if self.rules().hands.fold_takes == FoldTakes::EveryBet {
            self.forfeit_side_bets(hand, events);
        }
    }

    fn collect_fold(&mut self, hand: usize, events: &mut Vec<Event>) {
        let clause = self.game.procedure.get(Procedure::Fold);
        for (kind, stake) in self.main_wagers(hand) {
            self.resolve(hand, kind, Outcome::Folded, stake, -stake, clause, events);
        }
    }

    fn forfeit_side_bets(&mut self, hand: usize, events: &mut Vec<Event>) {
        let clause = self.game.procedure.get(Procedure::Fold);
        for place in 0..self.game.side_bets.len() {
            if self.hands[hand].rides(place) {
                let stake = self.hands[hand].side[place];
                let kind = WagerKind::Side(place as u8);
                self.resolve(hand, kind, Outcome::Folded, stake, -stake, clause, events);
                self.hands[hand].side_open &= !(1 << place);
            }
        }
    }

    /// The end of the round: side bets before the main game, the main game, side bets after it, each from right to left.
    pub(super) fn settle(&mut self, events: &mut Vec<Event>) {
        self.settle_side_bets(Settled::BeforeMain, events);
        self.show_dealer(events);
        let folded_too = self.rules().hands.folded_shown == FoldedShown::WithTheOthers;
        for hand in self.in_settling_order() {
            let is_in = self.hands[hand].standing == Standing::In;
            if is_in || (folded_too && self.rides_over_hole_cards(hand)) {
                self.show(hand, events);
            }
        }
        for hand in self.in_settling_order() {
            match self.hands[hand].standing {
                Standing::In => self.settle_main(hand, events),
                Standing::Folded if self.rules().hands.fold_collected == FoldCollected::WithMainGame => {
                    self.collect_fold(hand, events);
                }
                _ => {}
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
            && self.rules().is_called_out(&cards, self.rules().hands.hand_size)
        {
            self.call_out(hand, WagerKind::Main, row, events);
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

    fn call_out(&self, hand: usize, kind: WagerKind, row: usize, events: &mut Vec<Event>) {
        let wager = Wager {
            hand: self.hands[hand].at(),
            kind,
        };
        let row = row as u8;
        self.note(Procedure::CallOut, What::CalledOut { wager, row }, events);
    }

    /// The places of the hands in the order they are settled.
    fn in_settling_order(&self) -> impl Iterator<Item = usize> + use<> {
        self.game.table.settling(self.hands.len())
    }

    fn settle_side_bets(&mut self, moment: Settled, events: &mut Vec<Event>) {
        for place in 0..self.game.side_bets.len() {
            let bet = &self.game.side_bets[place];
            let sees = bet.over.sees();
            let winners_wait = self.game.order_of(bet) == SettleOrder::LosersFirst;
            if bet.settled != moment || !self.hands.iter().any(|hand| hand.rides(place)) {
                continue;
            }
            if sees.extra {
                self.turn_extra(events);
            }
            if sees.hole {
                self.turn_dealer(events);
            }
            let riding: Vec<usize> = self
                .in_settling_order()
                .filter(|hand| self.hands[*hand].rides(place))
                .collect();
            if sees.player && winners_wait {
                riding.iter().for_each(|hand| self.show(*hand, events));
            }
            let is_first = |hand: &usize| !winners_wait || self.side_row(*hand, place).is_none();
            let (first, then): (Vec<usize>, Vec<usize>) = riding.into_iter().partition(is_first);
            for hand in first.into_iter().chain(then) {
                if sees.player {
                    self.show(hand, events);
                }
                self.settle_side_bet(hand, place, events);
            }
        }
    }

    /// The row of its pay table that a side bet meets.
    fn side_row(&self, hand: usize, place: usize) -> Option<usize> {
        let stake = self.hands[hand].side[place];
        self.game.side_bets[place].best_row(&self.dealt(hand), stake)
    }

    fn dealt(&self, hand: usize) -> pay_table::Dealt<'_> {
        pay_table::Dealt::Stud {
            hole: &self.hands[hand].cards,
            dealer: &self.dealer,
            community: &self.community,
            extra: &self.extra,
        }
    }

    fn settle_side_bet(&mut self, hand: usize, place: usize, events: &mut Vec<Event>) {
        let game = std::sync::Arc::clone(&self.game);
        let (bet, citations) = (&game.side_bets[place], &game.citations.side_bets[place]);
        let stake = self.hands[hand].side[place];
        let kind = WagerKind::Side(place as u8);
        match self.side_row(hand, place) {
            Some(row) => {
                let cards = bet.over.cards(&self.dealt(hand));
                let rules = self.rules();
                if rules.hands.called_out_in == CalledOutIn::EveryPayTable
                    && rules.is_called_out(&cards, bet.poker_size(cards.len()))
                {
                    self.call_out(hand, kind, row, events);
                }
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
        if let Some((place, left)) = self.left_of_cap(hand, kind)
            && pays > left
        {
            paid = left;
            let clause = self.game.citations.caps[place].or(self.game.procedure.get(Procedure::Cap));
            let what = What::Capped {
                hand: at,
                from: pays,
                to: paid,
            };
            events.push(Event { what, clause });
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
        self.nets.add(at.seat, net);
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
    pub(super) fn cap_on_player(&self, hand: usize) -> Option<CapAt> {
        self.rules().cap_on_player(self.hands[hand].main())
    }

    /// The most that a wager of this hand may be paid now.
    fn left_of_cap(&self, hand: usize, kind: WagerKind) -> Option<CapAt> {
        let (at, main, spots) = (self.hands[hand].at(), self.hands[hand].main(), self.hands[hand].spots());
        if let Some((place, max)) = self.cap_on_player(hand) {
            return Some((place, max - self.paid[usize::from(at.seat) - 1].min(max)));
        }
        let (bet, bets) = match kind {
            WagerKind::Side(side) => (self.hands[hand].side[usize::from(side)], 1),
            WagerKind::Street(street) => {
                let bet = self.hands[hand].bets[usize::from(street) - 1];
                (main, bet.cents() / main.cents() * i64::from(spots))
            }
            _ => (main, i64::from(spots)),
        };
        let (place, max) = self.rules().cap_on_bet(bet)?;
        Some((place, max * bets))
    }

    /// The main bet, the blind bet and the street bets that have money on them, those that lie there since before the deal among them.
    pub(super) fn main_wagers(
        &self,
        hand: usize,
    ) -> arrayvec::ArrayVec<(WagerKind, Money), { croupier_rules::stud::Hands::STREETS_MAX as usize + 2 }> {
        let hand = &self.hands[hand];
        let spots = i64::from(hand.spots());
        let bets = self.street_stakes(hand).zip(1..);
        let streets = bets.filter(|(bet, _)| *bet != Money::ZERO);
        let blind = self.game.blind().map(|_| (WagerKind::Blind, hand.main() * spots));
        std::iter::once((WagerKind::Main, hand.main() * spots))
            .chain(blind)
            .chain(streets.map(|(bet, street)| (WagerKind::Street(street), bet * spots)))
            .collect()
    }

    /// What lies on each street, on one spot: the bets decided, then those that lie there since before the deal.
    pub(super) fn street_stakes<'h>(&'h self, hand: &'h StudHand) -> impl Iterator<Item = Money> + 'h {
        let decided = hand.bets.len();
        let lies = self.rules().streets.iter().any(|street| street.lies_before_deal());
        let ahead = self.rules().streets.iter().skip(decided).filter(move |_| lies);
        let ahead = ahead.map(|street| match street.lies_before_deal() {
            true => hand.main(),
            false => Money::ZERO,
        });
        hand.bets.iter().copied().chain(ahead)
    }
}
