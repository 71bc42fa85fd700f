//! Who is paid what, in the order of procedure.

use arrayvec::ArrayVec;
use croupier_rules::game::{Matched, Procedure, SettleOrder, Settled};
use croupier_rules::pattern::Pays;
use croupier_rules::pay_table::Dealt;
use croupier_rules::play::{BetKind, BetResult, Comparison, FreeBets, HandRidden};
use croupier_rules::twenty_one::{BlackjackPaid, LateBlackjackTakes};
use croupier_rules::{Card, Money, Odds, Rank};

use super::TwentyOneRound;
use super::hand::{Hand, STARTS_MAX, Standing};
use crate::event::{Event, Outcome, Wager, WagerKind};

impl TwentyOneRound {
    /// Settles the side bets of this moment, one kind after another.
    pub(super) fn settle_side_bets(&mut self, moment: Settled, events: &mut Vec<Event>) {
        for place in 0..self.game.side_bets.len() {
            if self.game.side_bets[place].settled == moment {
                self.settle_side_bet(place, events);
            }
        }
    }

    fn settle_side_bet(&mut self, bet_place: usize, events: &mut Vec<Event>) {
        let game = std::sync::Arc::clone(&self.game);
        let (bet, citations) = (&game.side_bets[bet_place], &game.citations.side_bets[bet_place]);
        let kind = WagerKind::Side(bet_place as u8);
        let winners_wait = game.order_of(bet) == SettleOrder::LosersFirst;
        let mut winners = ArrayVec::<(Wager, usize, Money), STARTS_MAX>::new();
        for place in game.table.settling(self.starts.len()) {
            let start = &mut self.starts[place];
            let stake = std::mem::replace(&mut start.side[bet_place], Money::ZERO);
            if stake == Money::ZERO {
                continue;
            }
            let wager = Wager { hand: start.at, kind };
            let dealt = Dealt::TwentyOne {
                player: [start.first[0], start.first[1]],
                up: self.dealer[0],
                hole: self.dealer.get(1).copied(),
                dealer: &self.dealer,
            };
            let drawn = match bet.matched {
                Matched::FirstTwo => Vec::new(),
                Matched::EveryCard => self.drawn_since(place),
            };
            let doubled = self
                .hands
                .iter()
                .any(|hand| usize::from(hand.start) == place && hand.is_doubled());
            let start = &self.starts[place];
            let rides = bet.rides.holds(HandRidden {
                hands: start.parts,
                doubled,
                in_play: start.in_play,
            });
            match bet.best_row_of_hand(&dealt, &drawn, stake).filter(|_| rides) {
                Some(row) if winners_wait => winners.push((wager, row, stake)),
                Some(row) => self.pay_side_bet(wager, row, stake, events),
                None => self.settle(wager, Outcome::NoRow, stake, -stake, citations.bet, events),
            }
        }
        for (wager, row, stake) in winners {
            self.pay_side_bet(wager, row, stake, events);
        }
    }

    /// The cards that a starting hand, and the hands split from it, have drawn beside its first two.
    fn drawn_since(&self, place: usize) -> Vec<Card> {
        let hands = self.hands.iter().filter(|hand| usize::from(hand.start) == place);
        let mut cards: Vec<Card> = hands.flat_map(|hand| hand.cards.iter().copied()).collect();
        for first in &self.starts[place].first {
            if let Some(at) = cards.iter().position(|card| card == first) {
                cards.remove(at);
            }
        }
        cards
    }

    fn pay_side_bet(&mut self, wager: Wager, row: usize, stake: Money, events: &mut Vec<Event>) {
        let WagerKind::Side(bet) = wager.kind else {
            unreachable!("only side bets are paid by their own tables");
        };
        let bet = usize::from(bet);
        let net = self.game.side_bets[bet].rows[row].pays.paid_on(stake);
        let clause = self.game.citations.side_bets[bet].rows[row];
        self.settle(wager, Outcome::Row(row as u8), stake, net, clause, events);
    }

    /// The places of the hands in the order they are settled.
    fn in_settling_order(&self) -> impl Iterator<Item = usize> + use<> {
        self.game.table.settling(self.hands.len())
    }

    /// Whether a side bet is on the table that waits for one of these moments.
    pub(super) fn has_open_side_bets(&self, moments: &[Settled]) -> bool {
        let side_bets = self.game.side_bets.iter().enumerate();
        let mut waiting = side_bets.filter(|(_, bet)| moments.contains(&bet.settled));
        waiting.any(|(place, _)| self.starts.iter().any(|start| start.side[place] != Money::ZERO))
    }

    pub(super) fn pay_blackjack(&mut self, place: usize, step: Procedure, events: &mut Vec<Event>) {
        let (row, odds) = self.rules().blackjack.pays_for(&self.hands[place].cards);
        let clause = match row {
            Some(row) => self.game.citations.suited_blackjack[row],
            None => self.game.procedure.get(step),
        };
        self.end_hand(place, Outcome::blackjack(row), BetResult::Wins(odds), clause, events);
    }

    pub(super) fn pay_even_money(&mut self, place: usize, events: &mut Vec<Event>) {
        let clause = self.game.procedure.get(Procedure::EvenMoney);
        self.end_hand(place, Outcome::EvenMoney, BetResult::Wins(Odds::EVEN), clause, events);
    }

    pub(super) fn pay_waiting_blackjacks(&mut self, events: &mut Vec<Event>) {
        for place in self.in_settling_order() {
            if self.hands[place].standing == Standing::Blackjack {
                self.pay_waiting_blackjack(place, events);
            }
        }
    }

    /// Pays a blackjack that has waited; where it would have been paid at once, its player has kept it.
    pub(super) fn pay_waiting_blackjack(&mut self, place: usize, events: &mut Vec<Event>) {
        let kept = self.rules().blackjack.paid == BlackjackPaid::AtOnce;
        let cites = self.game.procedure.get(Procedure::PayKeptBlackjack).is_some();
        let step = match kept && cites {
            true => Procedure::PayKeptBlackjack,
            false => Procedure::PayBlackjack,
        };
        self.pay_blackjack(place, step, events);
    }

    pub(super) fn pay_winner(&mut self, place: usize, row: usize, events: &mut Vec<Event>) {
        let clause = self.game.citations.winners[row].or(self.game.procedure.get(Procedure::Winner));
        let outcome = Outcome::Winner(row as u8);
        match self.rules().winners[row].pays {
            Pays::Odds(odds) => self.end_hand(place, outcome, BetResult::Wins(odds), clause, events),
            Pays::Amount(amount) | Pays::OfMeter { amount, .. } => {
                let hand = &mut self.hands[place];
                hand.standing = Standing::Done;
                let main = HandBet::main(hand);
                self.settle_bet(main, outcome, amount, clause, events);
            }
        }
    }

    pub(super) fn lose_bust(&mut self, place: usize, events: &mut Vec<Event>) {
        let clause = self.game.procedure.get(Procedure::Bust);
        self.end_hand(place, Outcome::Bust, BetResult::Loses, clause, events);
    }

    /// There is no dealer's blackjack after all: busted bets that stayed on the table are lost.
    pub(super) fn collect_busted(&mut self, events: &mut Vec<Event>) {
        for place in self.in_settling_order() {
            if self.hands[place].standing == Standing::Busted {
                self.lose_bust(place, events);
            }
        }
    }

    /// Ends the hand for part of its bets.
    pub(super) fn surrender(&mut self, place: usize, events: &mut Vec<Event>) {
        let clause = self.game.procedure.get(Procedure::Surrender);
        let hand = &mut self.hands[place];
        hand.standing = Standing::Done;
        let doubled = hand.is_doubled();
        for bet in hand_bets(hand) {
            let share = self
                .rules()
                .surrender
                .loss_of(bet.wager.kind == WagerKind::Main, doubled);
            self.settle_bet(bet, Outcome::Surrendered, -share.paid_on(bet.face), clause, events);
        }
    }

    /// Notes which starting hands are still in play, before the hole card is shown and settles them.
    pub(super) fn mark_in_play(&mut self) {
        for hand in &self.hands {
            let in_play = matches!(hand.standing, Standing::Open | Standing::Waits);
            self.starts[usize::from(hand.start)].in_play |= in_play;
        }
    }

    /// The dealer's check found a blackjack: main bets, insurance, then the side bets on the hole card.
    pub(super) fn settle_dealer_blackjack(&mut self, events: &mut Vec<Event>) {
        self.mark_in_play();
        if !self.hole_shown {
            self.hole_shown = true;
            let what = crate::event::What::Revealed { card: self.dealer[1] };
            let shown = self.game.procedure.get(Procedure::RevealBlackjack);
            let clause = shown.or(self.dealer_blackjack_clause());
            events.push(Event { what, clause });
        }
        self.settle_side_bets(Settled::BeforeMain, events);
        self.settle_against_blackjack(LateBlackjackTakes::AllBets, events);
        self.pay_insurance(events);
        self.settle_side_bets(Settled::AtReveal, events);
        self.settle_side_bets(Settled::AfterMain, events);
        self.stage = super::Stage::Over;
    }

    /// The dealer's second card, seen only after the players have acted, makes a blackjack.
    pub(super) fn settle_late_blackjack(&mut self, events: &mut Vec<Event>) {
        let takes = self.rules().dealer.late_blackjack_takes;
        self.settle_side_bets(Settled::BeforeMain, events);
        self.settle_against_blackjack(takes, events);
        self.pay_insurance(events);
        self.settle_side_bets(Settled::AfterMain, events);
        self.stage = super::Stage::Over;
    }

    fn settle_against_blackjack(&mut self, takes: LateBlackjackTakes, events: &mut Vec<Event>) {
        let clause = self.dealer_blackjack_clause();
        let wins = self.rules().blackjack.beats_blackjack();
        for place in self.in_settling_order() {
            match self.hands[place].standing {
                Standing::Done => {}
                Standing::Blackjack if wins => self.pay_waiting_blackjack(place, events),
                Standing::Blackjack => {
                    let procedure = &self.game.procedure;
                    let push = procedure
                        .get(Procedure::PushBlackjack)
                        .or(procedure.get(Procedure::Push));
                    self.end_hand(place, Outcome::BlackjackPush, BetResult::Pushes, push, events);
                }
                _ => self.lose_to_blackjack(place, takes, clause, events),
            }
        }
    }

    /// The clause of a dealer's blackjack, which may depend on the card that is up.
    fn dealer_blackjack_clause(&self) -> Option<u16> {
        let procedure = &self.game.procedure;
        let under_ten = match self.dealer[0].rank() {
            Rank::Ace => None,
            _ => procedure.get(Procedure::DealerBlackjackUnderTen),
        };
        under_ten.or(procedure.get(Procedure::DealerBlackjack))
    }

    fn lose_to_blackjack(
        &mut self,
        place: usize,
        takes: LateBlackjackTakes,
        clause: Option<u16>,
        events: &mut Vec<Event>,
    ) {
        let hand = &mut self.hands[place];
        hand.standing = Standing::Done;
        for bet in hand_bets(hand) {
            let kind = match (bet.wager.kind, bet.wager.hand.part) {
                (WagerKind::Main, 1) => BetKind::Original,
                (WagerKind::Main, _) => BetKind::SplitOff,
                _ => BetKind::Double,
            };
            let (outcome, net) = if takes.takes(kind) {
                (Outcome::DealerBlackjack, -bet.face)
            } else {
                (Outcome::Returned, Money::ZERO)
            };
            self.settle_bet(bet, outcome, net, clause, events);
        }
    }

    fn pay_insurance(&mut self, events: &mut Vec<Event>) {
        let Some(insurance) = &self.rules().insurance else {
            return;
        };
        let (row, result) = insurance.result([self.dealer[0], self.dealer[1]]);
        let clause = match row {
            Some(row) => self.game.citations.suited_insurance[row],
            None => self.game.procedure.get(Procedure::SettleInsurance),
        };
        self.end_insurance(Outcome::insurance(row, result), result, clause, events);
    }

    pub(super) fn collect_insurance(&mut self, events: &mut Vec<Event>) {
        let clause = self.game.procedure.get(Procedure::SettleInsurance);
        self.end_insurance(Outcome::NotInsured, BetResult::Loses, clause, events);
    }

    fn end_insurance(&mut self, outcome: Outcome, result: BetResult, clause: Option<u16>, events: &mut Vec<Event>) {
        for place in self.game.table.settling(self.starts.len()) {
            let start = &mut self.starts[place];
            if start.insurance != Money::ZERO {
                let stake = start.insurance * i64::from(start.spots);
                start.insurance = Money::ZERO;
                let wager = Wager {
                    hand: start.at,
                    kind: WagerKind::Insurance,
                };
                self.settle(wager, outcome, stake, result.net(stake), clause, events);
            }
        }
    }

    /// The dealer's hand is complete: bets on it are settled, and every hand that waits is compared with it.
    pub(super) fn settle_complete(&mut self, events: &mut Vec<Event>) {
        let dealer = self.dealer_total;
        let done = crate::event::What::DealerDone {
            total: dealer.best(),
            soft: dealer.is_soft(),
        };
        let step = if dealer.is_bust() {
            Procedure::DealerBusts
        } else {
            Procedure::DealerStands
        };
        self.note(step, done, events);
        self.settle_side_bets(Settled::BeforeMain, events);
        self.compare_all(events);
        self.settle_side_bets(Settled::AfterMain, events);
    }

    fn compare_all(&mut self, events: &mut Vec<Event>) {
        let soft_17 = self.rules().dealer.soft_17;
        let dealer_result = soft_17
            .dealer_result(self.dealer_total, self.dealer.len())
            .expect("hands are compared when the dealer draws no more");
        for place in self.in_settling_order() {
            if self.hands[place].standing != Standing::Waits {
                continue;
            }
            let (comparison, result) = self
                .rules()
                .dealer
                .compare(self.hands[place].total.best(), dealer_result);
            let step = match comparison {
                Comparison::TwentyTwo if self.game.procedure.get(Procedure::PushTwentyTwo).is_some() => {
                    Procedure::PushTwentyTwo
                }
                Comparison::TwentyTwo | Comparison::Tie => Procedure::Push,
                Comparison::DealerBust => Procedure::DealerBusts,
                Comparison::Higher | Comparison::Lower | Comparison::DealerBlackjack => Procedure::Settle,
            };
            let clause = self.game.procedure.get(step);
            self.end_hand(place, comparison.into(), result, clause, events);
        }
    }

    /// Resolves the main bet and the doubles of a hand alike.
    fn end_hand(
        &mut self,
        place: usize,
        outcome: Outcome,
        result: BetResult,
        clause: Option<u16>,
        events: &mut Vec<Event>,
    ) {
        let hand = &mut self.hands[place];
        hand.standing = Standing::Done;
        let spots = hand.spots;
        for bet in hand_bets(hand) {
            let net = self.game.main_bet.net_over_spots(result, bet.face, spots);
            self.settle_bet(bet, outcome, net, clause, events);
        }
    }

    /// Resolves a bet that would come to this with the player's own stake.
    fn settle_bet(&mut self, bet: HandBet, outcome: Outcome, net: Money, clause: Option<u16>, events: &mut Vec<Event>) {
        let (stake, net) = (FreeBets::stake(bet.free, bet.face), FreeBets::net(bet.free, net));
        self.settle(bet.wager, outcome, stake, net, clause, events);
    }
}

/// A bet of a hand, over all its spots.
#[derive(Clone, Copy)]
struct HandBet {
    wager: Wager,
    /// What it is paid on.
    face: Money,
    free: bool,
}

impl HandBet {
    fn main(hand: &Hand) -> HandBet {
        HandBet::of(hand, WagerKind::Main, hand.main, hand.free.main)
    }

    fn of(hand: &Hand, kind: WagerKind, on_each: Money, free: bool) -> HandBet {
        HandBet {
            wager: Wager { hand: hand.at, kind },
            face: on_each * i64::from(hand.spots),
            free,
        }
    }
}

/// The main bet and the doubles of a hand.
fn hand_bets(hand: &Hand) -> ArrayVec<HandBet, { super::hand::DOUBLES_MAX + 1 }> {
    let doubles = hand.doubles.iter().enumerate().map(|(place, amount)| {
        let kind = WagerKind::Double(place as u8 + 1);
        HandBet::of(hand, kind, *amount, hand.free.double(place))
    });
    std::iter::once(HandBet::main(hand)).chain(doubles).collect()
}
