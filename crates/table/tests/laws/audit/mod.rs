//! An auditor that sees nothing but the bets and the events, keeps its own books, and checks every entry against the rules.

use croupier_rules::baccarat::Baccarat;
use croupier_rules::game::{HoleCardsPlay, Matched, Over, Rides, SettleOrder, Settled, SettledFrom, SpotsPay};
use croupier_rules::pattern::Pays;
use croupier_rules::showdown::{Blind, BlindPaid, StakePays, Unqualified};
use croupier_rules::single_card::{RaiseAmount, SingleCard};
use croupier_rules::stud::{FoldTakes, StreetPlaced};
use croupier_rules::twenty_one::{
    AgainstDealerBlackjack, BlackjackPaid, HoleCard, LateBlackjackTakes, SuitedPays, SurrenderAfterDouble,
    SurrenderCheck, Tie, TwentyOne, TwentyTwo,
};
use croupier_rules::{Card, Family, Game, Money, Odds};
use croupier_table::{Event, HandAt, Outcome, Place, Round, Wager, WagerKind, Wagers, What};

use super::naive::{self, Looked, Stand, points};

mod poker;
mod side_bets;
mod small_games;
mod twenty_one;

/// The books of one round.
pub(crate) struct Audit<'a> {
    game: &'a Game,
    wagers: Vec<Entry>,
    /// The main bet on one spot of each starting hand.
    mains: Vec<(HandAt, Money)>,
    /// The hands from the dealer's left, with their cards.
    hands: Vec<(HandAt, Vec<Card>)>,
    /// The first two cards of each starting hand of 21, and the hole cards of stud.
    firsts: Vec<(HandAt, Vec<Card>)>,
    extra: Vec<Card>,
    dealer: Vec<Card>,
    board: Vec<Card>,
    /// How many cards were burned during the round.
    burned: u8,
    dealt: [u8; Card::KINDS],
    /// What has happened so far.
    revealed: bool,
    checked: Option<bool>,
    turns_begun: bool,
    /// The hand that chose last.
    chose: Option<HandAt>,
    dealer_done: bool,
    /// The starting hands that were still in play when the hole card was shown.
    in_play: Vec<HandAt>,
    folded: Vec<HandAt>,
    shown: Vec<HandAt>,
    tucked: Vec<HandAt>,
    capped: Option<Money>,
    house: Money,
}

/// One wager in the books.
struct Entry {
    wager: Wager,
    /// What it is paid on; of a free bet, the player has staked nothing of it.
    stake: Money,
    free: bool,
    net: Option<Money>,
}

impl<'a> Audit<'a> {
    pub(crate) fn new(game: &'a Game, wagers: &Wagers) -> Audit<'a> {
        let mut mains = Vec::new();
        for seat in &wagers.seats {
            for (hand, number) in seat.hands.iter().zip(1..) {
                let at = HandAt {
                    seat: seat.seat,
                    hand: number,
                    part: 1,
                };
                mains.push((at, hand.main));
            }
        }
        Audit {
            game,
            wagers: Vec::new(),
            hands: mains.iter().map(|(at, _)| (*at, Vec::new())).collect(),
            firsts: mains.iter().map(|(at, _)| (*at, Vec::new())).collect(),
            extra: Vec::new(),
            mains,
            dealer: Vec::new(),
            board: Vec::new(),
            burned: 0,
            dealt: [0; Card::KINDS],
            revealed: false,
            checked: None,
            turns_begun: false,
            chose: None,
            dealer_done: false,
            in_play: Vec::new(),
            folded: Vec::new(),
            shown: Vec::new(),
            tucked: Vec::new(),
            capped: None,
            house: Money::ZERO,
        }
    }

    /// Enters the events of one step.
    pub(crate) fn step(&mut self, events: &[Event]) {
        self.settlement_runs_from_the_right(events);
        for event in events {
            assert!(
                event
                    .clause
                    .is_none_or(|clause| usize::from(clause) < self.game.sources.clauses.len()),
                "a cited clause exists"
            );
            self.enter(event.what);
        }
    }

    /// The round is over: every wager is settled, and the books agree with the round.
    pub(crate) fn over(&self, round: &Round) {
        let mut total = Money::ZERO;
        for seat in 1..=7 {
            let entries = self.wagers.iter().filter(|entry| entry.wager.hand.seat == seat);
            let net: Money = entries
                .map(|entry| entry.net.expect("every wager placed is settled"))
                .sum();
            assert_eq!(round.net(seat), net, "a seat's net is the sum of its wagers");
            total += net;
            let hands = self.mains.iter().filter(|(at, _)| at.seat == seat);
            let caps: Option<Vec<Money>> = hands.map(|(at, _)| self.cap(*at)).collect();
            if let Some(max) = caps.and_then(|caps| caps.into_iter().max()) {
                assert!(self.paid(seat) <= max, "no player is paid more than the cap");
            }
        }
        assert_eq!(total + self.house, Money::ZERO, "what players win the house loses");
        assert!(self.capped.is_none(), "a cut payment is paid at once");
        if self.game.twenty_one().is_some() && self.dealer.len() >= 2 {
            assert!(self.revealed, "the hole card is always shown at the end");
        }
    }

    fn enter(&mut self, what: What) {
        match what {
            What::Placed { wager, amount } => self.place(wager, amount, false),
            What::FreeBet { wager, face } => self.place(wager, face, true),
            What::Dealt { to, card } => self.deal(to, card.expect("the table's own events hide nothing")),
            What::Chose { hand, action } => {
                assert!(
                    self.hands.iter().any(|(at, _)| *at == hand),
                    "only hands on the table choose"
                );
                self.chose = Some(hand);
                self.turns_begun |= !self.may_come_before_turns(action.kind.word());
                self.open_side_bets_are_of_later(Settled::AfterDeal);
            }
            What::Parted { from, to } => {
                let place = self.place_of(from);
                let moved = self.hands[place].1.pop().expect("a pair is split");
                assert_eq!(self.hands[place].1.len(), 1, "only two cards are split");
                assert!(self.hands.iter().all(|(at, _)| *at != to), "a split makes a new hand");
                self.hands.insert(place + 1, (to, vec![moved]));
            }
            What::Checked { blackjack } => {
                assert!(
                    !self.turns_begun && self.checked.is_none(),
                    "the check comes before all turns, once"
                );
                assert_eq!(blackjack, is_blackjack(&self.dealer), "the check tells the truth");
                self.checked = Some(blackjack);
            }
            What::Revealed { card } if self.game.stud().is_some() => {
                assert!(self.dealer.contains(&card), "the dealer shows the dealer's own cards");
                self.revealed = true;
            }
            What::Qualified { qualifies } => {
                assert!(self.revealed, "the dealer qualifies with open cards");
                assert_eq!(
                    qualifies,
                    self.dealer_qualifies(),
                    "the dealer qualifies as the cards say"
                );
            }
            What::Revealed { card } => {
                assert!(!self.revealed && self.dealer[1] == card, "the hole card is shown once");
                self.revealed = true;
                self.note_in_play();
            }
            What::DealerDone { total, soft } => {
                assert!(self.revealed && !self.dealer_done);
                assert_eq!(
                    (total, soft),
                    points(&self.dealer),
                    "the dealer's total is that of the cards"
                );
                self.dealer_done = true;
            }
            What::Points { player, banker } => {
                let [mine, theirs] = [&self.board, &self.dealer].map(|cards| naive::baccarat_points(cards));
                assert_eq!((player, banker), (mine, theirs), "the points are those of the cards");
                self.third_cards_are_right();
                self.dealer_done = true;
            }
            What::Turned { place, card } => match place {
                Place::Community(_) => self.board.push(card),
                Place::Extra(_) => self.extra.push(card),
                _ => {}
            },
            What::Tucked { hand } => {
                assert!(!self.tucked.contains(&hand), "cards are tucked once");
                self.tucked.push(hand);
            }
            What::Shown { hand } => {
                assert!(!self.shown.contains(&hand), "cards are shown once");
                self.shown.push(hand);
            }
            What::CalledOut { wager, .. } => {
                let sees_hole_cards = match wager.kind {
                    WagerKind::Side(bet) => self.game.side_bets[usize::from(bet)].over.sees().player,
                    _ => true,
                };
                let is_shown = !sees_hole_cards || self.shown.contains(&wager.hand);
                assert!(is_shown, "only cards that are shown are called out");
            }
            What::Capped { hand, from, to } => {
                assert!(to < from && to >= Money::ZERO, "a cap cuts");
                assert_eq!(to, self.left_of_cap(hand), "a cut pays up to the cap");
                self.capped = Some(from);
            }
            What::Settled {
                wager,
                outcome,
                stake,
                net,
            } => self.settle(wager, outcome, stake, net),
        }
    }

    fn place(&mut self, wager: Wager, amount: Money, free: bool) {
        assert_eq!(
            free,
            self.is_free(wager),
            "the house stakes what the rules say, and no more"
        );
        if free {
            let start = Wager {
                hand: HandAt { part: 1, ..wager.hand },
                kind: WagerKind::Main,
            };
            assert_eq!(amount, self.entry(start).stake, "a free bet equals the main bet");
        }
        assert!(amount > Money::ZERO, "a wager is worth something");
        assert!(
            self.wagers.iter().all(|entry| entry.wager != wager),
            "a wager is placed once"
        );
        match wager.kind {
            WagerKind::Insurance => assert!(
                !self.turns_begun && self.checked.is_none(),
                "insurance comes before the check"
            ),
            WagerKind::Double(number) => {
                let main = Wager {
                    kind: WagerKind::Main,
                    ..wager
                };
                assert!(self.entry(main).net.is_none(), "only a live hand is doubled");
                let before = Wager {
                    kind: WagerKind::Double(number - 1),
                    ..wager
                };
                assert!(number == 1 || self.entry(before).net.is_none());
            }
            WagerKind::Street(street) => {
                assert!(!self.folded.contains(&wager.hand), "a folded hand bets no more");
                let dealt = self.dealt.iter().any(|count| *count > 0);
                assert_eq!(
                    !dealt,
                    self.lies_before_deal(street),
                    "a street bet is placed in its time"
                );
                self.larger_bets_have_their_hand(street, wager.hand, amount);
            }
            WagerKind::Main | WagerKind::Side(_) => {}
            WagerKind::Blind => {
                let main = Wager {
                    kind: WagerKind::Main,
                    ..wager
                };
                assert_eq!(self.entry(main).stake, amount, "a blind bet equals the main bet");
            }
            WagerKind::Raise => {
                let main = Wager {
                    kind: WagerKind::Main,
                    ..wager
                };
                assert!(self.entry(main).net.is_none(), "only a live hand is raised");
                let rules = self.game.single_card().expect("only single cards are raised");
                assert!(amount <= self.entry(main).stake, "a raise is at most the main bet");
                let whole = rules.raise.amount == RaiseAmount::EqualsMainBet;
                assert!(
                    !whole || amount == self.entry(main).stake,
                    "a raise equals the main bet"
                );
            }
            WagerKind::Bonus => panic!("a bonus has no stake"),
        }
        self.wagers.push(Entry {
            wager,
            stake: amount,
            free,
            net: None,
        });
    }

    /// Whether the house stakes a bet that is added now: a double on a hard total, or the bet of a hand split off a pair.
    fn is_free(&self, wager: Wager) -> bool {
        let (Some(rules), Some(chose)) = (self.game.twenty_one(), self.chose) else {
            return false;
        };
        let cards = &self.hands[self.place_of(chose)].1;
        match wager.kind {
            WagerKind::Double(_) => {
                let (total, soft) = points(cards);
                let by_cards = rules.double.free_cards.contains(cards.len() as u8);
                !soft && rules.double.free.contains(total) && by_cards
            }
            WagerKind::Main if wager.hand.part > 1 => cards.iter().all(|card| rules.split.free.contains(card.rank())),
            _ => false,
        }
    }

    fn deal(&mut self, to: Place, card: Card) {
        let count = &mut self.dealt[card.index()];
        *count += 1;
        assert!(
            *count <= self.game.deck.count(card),
            "no card comes more often than the deck holds it"
        );
        match to {
            Place::Hand(hand) => {
                let place = self.place_of(hand);
                self.hands[place].1.push(card);
                let dealt = if self.game.twenty_one().is_some() {
                    2
                } else {
                    usize::MAX
                };
                let first = self.firsts.iter_mut().find(|(at, _)| *at == hand);
                if let Some((_, cards)) = first.filter(|(_, cards)| cards.len() < dealt) {
                    cards.push(card);
                }
                if self.game.twenty_one().is_some() {
                    let main = Wager {
                        hand,
                        kind: WagerKind::Main,
                    };
                    assert!(self.entry(main).net.is_none(), "a settled hand gets no cards");
                }
            }
            Place::Up => {
                let rules = self.game.twenty_one();
                let both = rules.is_some_and(|rules| rules.dealer.hole_card == HoleCard::FaceUp);
                assert!(
                    self.dealer.len() < if both { 2 } else { 1 },
                    "the dealer shows so many cards"
                );
                self.revealed = both && self.dealer.len() == 1;
            }
            Place::Hole => assert!(self.dealer.len() == 1 || self.game.stud().is_some()),
            Place::Dealer => {
                let second = self.dealer.len() == 1;
                assert!(self.revealed || second, "the dealer draws after the hole card is shown");
                self.revealed |= second;
                if second {
                    self.note_in_play();
                }
            }
            Place::Community(_) | Place::Extra(_) => {}
            Place::Player | Place::Middle => self.board.push(card),
            Place::Burned => {
                self.burned += 1;
                let most = self.game.single_card().map_or(0, |rules| rules.deal.burn);
                assert!(self.burned <= most, "only so many cards are burned");
            }
            Place::Banker => self.dealer.push(card),
        }
        if matches!(to, Place::Up | Place::Hole | Place::Dealer) {
            self.dealer.push(card);
        }
    }

    fn settle(&mut self, wager: Wager, outcome: Outcome, stake: Money, net: Money) {
        if wager.kind == WagerKind::Bonus {
            self.wagers.push(Entry {
                wager,
                stake: Money::ZERO,
                free: false,
                net: None,
            });
        }
        let entry = self.entry(wager);
        assert!(entry.net.is_none(), "a wager is settled once: {wager:?}");
        let (face, free) = (entry.stake, entry.free);
        let placed = if free { Money::ZERO } else { face };
        assert_eq!(placed, stake, "the stake settled is the stake placed");
        let mut owed = match &self.game.family {
            Family::TwentyOne(rules) => self.twenty_one_owes(rules, wager, outcome, face),
            Family::Stud(_) => self.stud_owes(wager, outcome, stake),
            Family::Baccarat(rules) => self.baccarat_owes(rules, wager, outcome, stake),
            Family::SingleCard(rules) => self.single_card_owes(rules, wager, outcome, stake),
        };
        if free && owed < Money::ZERO {
            owed = Money::ZERO;
        }
        if let Some(from) = self.capped.take() {
            assert_eq!(owed, from, "the cut payment is what the odds would have paid");
            owed = self.left_of_cap(wager.hand);
        }
        assert_eq!(net, owed, "{wager:?} {outcome:?} on {stake}");
        assert!(net >= -stake, "nobody loses more than the stake");
        self.house += if net < Money::ZERO {
            Money::from_cents(net.cents().abs())
        } else {
            -net
        };
        let entry = self.wagers.iter_mut().find(|entry| entry.wager == wager);
        entry.expect("it was just found").net = Some(net);
    }

    /// Comparisons, community-card bets and collections of one kind run from the dealer's right to the left; of side bets
    /// in 21 the losers come before the winners.
    fn settlement_runs_from_the_right(&self, events: &[Event]) {
        let order = |at: HandAt| self.hands.iter().position(|(hand, _)| *hand == at);
        let mut last: Option<(Phase, bool, usize)> = None;
        for event in events {
            let What::Settled { wager, outcome, .. } = event.what else {
                continue;
            };
            let Some(phase) = phase(wager, outcome) else { continue };
            // A hand that was just split off is not in the books yet.
            let Some(place) = order(wager.hand) else { continue };
            let losers_first = match wager.kind {
                WagerKind::Side(bet) => {
                    let bet = &self.game.side_bets[usize::from(bet)];
                    let usual = match self.game.stud() {
                        Some(_) => SettleOrder::OnePass,
                        None => SettleOrder::LosersFirst,
                    };
                    bet.order.unwrap_or(usual) == SettleOrder::LosersFirst
                }
                WagerKind::Main => self.game.baccarat().is_some(),
                _ => false,
            };
            let loses = losers_first && outcome == Outcome::NoRow;
            if let Some((before, lost, from)) = last
                && before == phase
            {
                assert!(lost || !loses, "losing side bets are collected before winners are paid");
                let onward = match self.game.table.settled_from {
                    SettledFrom::Right => place <= from,
                    SettledFrom::Left => place >= from,
                };
                assert!(lost != loses || onward, "settlement runs along the table, one way");
            }
            last = Some((phase, loses, place));
        }
    }

    fn open_side_bets_are_of_later(&self, moment: Settled) {
        let open = self.wagers.iter().filter(|entry| entry.net.is_none());
        for entry in open {
            if let WagerKind::Side(place) = entry.wager.kind {
                let settled = self.game.side_bets[usize::from(place)].settled;
                assert!(
                    settled != moment,
                    "a side bet over open cards is settled before anybody chooses"
                );
            }
        }
    }

    /// Whether a choice may be made before the check, when no hand has had its turn.
    fn may_come_before_turns(&self, choice: &str) -> bool {
        let Some(rules) = self.game.twenty_one() else {
            return false;
        };
        match choice {
            "insurance" | "no-insurance" | "even-money" | "keep" => true,
            "take-blackjack" => rules.blackjack.paid == BlackjackPaid::AtOnce,
            "surrender" => rules.surrender.check == SurrenderCheck::Before && self.checked.is_none(),
            _ => false,
        }
    }

    fn place_of(&self, hand: HandAt) -> usize {
        let place = self.hands.iter().position(|(at, _)| *at == hand);
        place.expect("an event names a hand on the table")
    }

    fn entry(&self, wager: Wager) -> &Entry {
        let entry = self.wagers.iter().find(|entry| entry.wager == wager);
        entry.expect("a wager is placed before it is settled")
    }

    /// What the seat has been paid, returned stakes not counted.
    fn paid(&self, seat: u8) -> Money {
        let entries = self.wagers.iter().filter(|entry| entry.wager.hand.seat == seat);
        entries
            .filter_map(|entry| entry.net.filter(|net| *net > Money::ZERO))
            .sum()
    }

    /// The most this hand's seat is paid, by the main bet of the hand.
    fn cap(&self, hand: HandAt) -> Option<Money> {
        let main = self.mains.iter().find(|(at, _)| *at == hand)?.1;
        let caps = &self.game.stud()?.caps;
        caps.iter().find(|cap| cap.main_bets.contains(&main)).map(|cap| cap.max)
    }

    /// What may still be paid on this hand.
    fn left_of_cap(&self, hand: HandAt) -> Money {
        let max = self.cap(hand).expect("only a capped bet is cut");
        max - self.paid(hand.seat).min(max)
    }
}

/// The batches that are settled together.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Side(u8),
    Compared,
    AtDealerBlackjack,
    Insurance,
}

fn phase(wager: Wager, outcome: Outcome) -> Option<Phase> {
    match (wager.kind, outcome) {
        (_, Outcome::Folded) => None,
        (WagerKind::Side(place), _) => Some(Phase::Side(place)),
        (WagerKind::Insurance, _) => Some(Phase::Insurance),
        (_, Outcome::Higher | Outcome::Lower | Outcome::Tie | Outcome::DealerBust | Outcome::TwentyTwo) => {
            Some(Phase::Compared)
        }
        (_, Outcome::Row(_) | Outcome::NoRow) => Some(Phase::Compared),
        (_, Outcome::DealerBlackjack | Outcome::BlackjackPush | Outcome::Returned) => Some(Phase::AtDealerBlackjack),
        _ => None,
    }
}

fn pays(odds: Odds, stake: Money) -> Money {
    let cents = i128::from(stake.cents()) * i128::from(odds.pays);
    assert_eq!(cents % i128::from(odds.per), 0, "payments are whole cents");
    Money::from_cents((cents / i128::from(odds.per)) as i64)
}

/// Whether two hands come from one starting hand.
fn same_start(one: HandAt, other: HandAt) -> bool {
    one.seat == other.seat && one.hand == other.hand
}

/// Three cards are a poker hand of three, all others of five.
fn hand_size(cards: &[Card]) -> usize {
    if cards.len() == 3 { 3 } else { 5 }
}

fn is_blackjack(cards: &[Card]) -> bool {
    cards.len() == 2 && points(cards).0 == 21
}
