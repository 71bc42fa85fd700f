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

    fn twenty_one_owes(&self, rules: &TwentyOne, wager: Wager, outcome: Outcome, stake: Money) -> Money {
        let cards = &self.hands[self.place_of(wager.hand)].1;
        let total = points(cards).0;
        let dealer = points(&self.dealer).0;
        let doubled = self
            .wagers
            .iter()
            .any(|entry| entry.wager.hand == wager.hand && matches!(entry.wager.kind, WagerKind::Double(_)));
        if let WagerKind::Side(place) = wager.kind {
            return self.side_bet_owes(wager.hand, usize::from(place), outcome, stake);
        }
        self.row_is_the_best(rules, wager, outcome, doubled);
        let insurance = rules.insurance.as_ref();
        match outcome {
            Outcome::Blackjack | Outcome::SuitedBlackjack(_) | Outcome::EvenMoney | Outcome::BlackjackPush => {
                assert!(
                    is_blackjack(cards) && wager.kind == WagerKind::Main,
                    "a blackjack is an ace and a ten"
                );
            }
            Outcome::Higher | Outcome::Lower | Outcome::Tie | Outcome::DealerBust | Outcome::TwentyTwo => {
                assert!(
                    self.dealer_done && total <= 21,
                    "hands are compared when the dealer is done"
                );
            }
            Outcome::DealerBlackjack | Outcome::Returned | Outcome::Insured | Outcome::SuitedInsured(_) => {
                assert!(self.revealed && is_blackjack(&self.dealer), "the dealer has blackjack");
            }
            Outcome::Winner(_) => assert!(
                self.checked != Some(true) && self.dealer.len() <= 2,
                "a hand wins at once, before the dealer draws"
            ),
            Outcome::Surrendered | Outcome::Bust => {
                let early = outcome == Outcome::Surrendered && rules.surrender.check == SurrenderCheck::Before;
                assert!(
                    (self.turns_begun || early) && self.dealer.len() <= 2,
                    "a hand is surrendered or goes bust by a choice, before the dealer draws"
                );
            }
            _ => {}
        }
        let winner = |row: u8| &rules.winners[usize::from(row)];
        let pays_hand = |odds: Odds| self.pays_over_spots(odds, wager, stake);
        match outcome {
            Outcome::Blackjack => pays_hand(rules.blackjack.pays),
            Outcome::SuitedBlackjack(row) => pays_hand(rules.blackjack.suited[usize::from(row)].pays),
            Outcome::EvenMoney => stake,
            Outcome::BlackjackPush => {
                assert!(is_blackjack(&self.dealer));
                assert_eq!(rules.blackjack.against_dealer_blackjack, AgainstDealerBlackjack::Pushes);
                Money::ZERO
            }
            Outcome::Winner(row) => {
                assert!(!doubled || winner(row).after_double, "the row is paid on doubled hands");
                match winner(row).pays {
                    Pays::Odds(odds) => pays_hand(odds),
                    Pays::Amount(amount) => amount,
                    Pays::OfMeter { .. } => panic!("only side bets are paid of a meter"),
                }
            }
            Outcome::Higher => {
                assert!(total > dealer && dealer <= 21);
                pays_hand(rules.dealer.win_pays)
            }
            Outcome::DealerBust => {
                assert!(dealer > 21 && (dealer > 22 || rules.dealer.twenty_two == TwentyTwo::Busts));
                pays_hand(rules.dealer.win_pays)
            }
            Outcome::TwentyTwo => {
                assert!(dealer == 22 && rules.dealer.twenty_two == TwentyTwo::Pushes);
                Money::ZERO
            }
            Outcome::Tie => {
                assert_eq!(total, dealer);
                match rules.dealer.tie {
                    _ if !rules.dealer.tie_on.contains(total) => Money::ZERO,
                    Tie::Pushes => Money::ZERO,
                    Tie::DealerWins => -stake,
                    Tie::PlayerWins => pays_hand(rules.dealer.win_pays),
                }
            }
            Outcome::Lower => {
                assert!(total < dealer && dealer <= 21);
                -stake
            }
            Outcome::Bust => {
                assert!(total > 21, "a bust is over 21");
                -stake
            }
            Outcome::DealerBlackjack => {
                let late = self.checked.is_none();
                let taken = match rules.dealer.late_blackjack_takes {
                    LateBlackjackTakes::AllBets => true,
                    LateBlackjackTakes::OriginalBets => wager.kind == WagerKind::Main && wager.hand.part == 1,
                    LateBlackjackTakes::OriginalAndBustedBets => wager.kind == WagerKind::Main,
                };
                assert!(!late || taken, "a late blackjack takes only what the rules say");
                -stake
            }
            Outcome::Returned => {
                let comes_back = match rules.dealer.late_blackjack_takes {
                    LateBlackjackTakes::AllBets => false,
                    LateBlackjackTakes::OriginalBets => wager.kind != WagerKind::Main || wager.hand.part > 1,
                    LateBlackjackTakes::OriginalAndBustedBets => wager.kind != WagerKind::Main && total <= 21,
                };
                assert!(
                    comes_back && self.checked.is_none(),
                    "what a late blackjack takes does not come back"
                );
                Money::ZERO
            }
            Outcome::Surrendered => match (wager.kind, rules.surrender.after_double) {
                (WagerKind::Main, SurrenderAfterDouble::LosesOriginalBet) if doubled => -stake,
                (_, SurrenderAfterDouble::LosesOriginalBet) if doubled => Money::ZERO,
                (_, after) => {
                    assert!(!doubled || after != SurrenderAfterDouble::Never);
                    -pays(rules.surrender.loses, stake)
                }
            },
            Outcome::Insured => pays(insurance.expect("insurance is offered").pays, stake),
            Outcome::SuitedInsured(row) => pays(
                insurance.expect("insurance is offered").suited[usize::from(row)].pays,
                stake,
            ),
            Outcome::NotInsured => {
                assert!(!is_blackjack(&self.dealer) || self.dealer.len() < 2);
                -stake
            }
            Outcome::Row(_) | Outcome::NoRow | Outcome::Folded | Outcome::Unqualified | Outcome::PulledBack => {
                panic!("{outcome:?} is not an end of {wager:?}")
            }
        }
    }

    /// What odds come to on a bet of a hand: on all spots, or on the first alone where the others are paid 1 to 1.
    fn pays_over_spots(&self, odds: Odds, wager: Wager, stake: Money) -> Money {
        let of_start = |at: &HandAt| at.seat == wager.hand.seat && at.hand == wager.hand.hand;
        let one = self
            .mains
            .iter()
            .find(|(at, _)| of_start(at))
            .expect("a hand has a main bet")
            .1;
        let main = Wager {
            kind: WagerKind::Main,
            ..wager
        };
        let spots = self.entry(main).stake.cents() / one.cents();
        let first = Money::from_cents(stake.cents() / spots);
        match self.game.main_bet.spots_pay {
            SpotsPay::AsMainBet => pays(odds, stake),
            SpotsPay::Even => pays(odds, first) + stake - first,
        }
    }

    /// Remembers which starting hands have a hand left that has neither ended nor busted, nor is a blackjack that waits.
    fn note_in_play(&mut self) {
        let in_play = |(at, cards): &&(HandAt, Vec<Card>)| {
            let of_hand = |entry: &&Entry| entry.wager.hand == *at;
            let main = |entry: &Entry| entry.wager.kind == WagerKind::Main && entry.net.is_none();
            let bets = self.wagers.iter().filter(of_hand).count();
            let is_whole = self
                .hands
                .iter()
                .all(|(other, _)| other == at || !same_start(*other, *at));
            let doubled = self
                .wagers
                .iter()
                .filter(of_hand)
                .any(|entry| matches!(entry.wager.kind, WagerKind::Double(_)));
            let waits = is_blackjack(cards) && is_whole && !doubled;
            bets > 0 && self.wagers.iter().filter(of_hand).any(main) && points(cards).0 <= 21 && !waits
        };
        let starts = self
            .hands
            .iter()
            .filter(in_play)
            .map(|(at, _)| HandAt { part: 1, ..*at });
        self.in_play = starts.collect();
    }

    /// Whether a side bet of 21 is still paid on what its hand has become.
    fn rides(&self, hand: HandAt, rides: Rides) -> bool {
        let parts = self.hands.iter().filter(|(at, _)| same_start(*at, hand)).count();
        let doubles =
            |entry: &Entry| same_start(entry.wager.hand, hand) && matches!(entry.wager.kind, WagerKind::Double(_));
        match rides {
            Rides::EveryHand => true,
            Rides::UnsplitUndoubled => parts == 1 && !self.wagers.iter().any(doubles),
            Rides::HandsInPlay => self.in_play.contains(&hand),
        }
    }

    /// The row that a hand of 21 is paid by is the one that a reader of the rules would find, and a hand that ends otherwise
    /// meets none.
    fn row_is_the_best(&self, rules: &TwentyOne, wager: Wager, outcome: Outcome, doubled: bool) {
        let suited = |rows: &[SuitedPays], cards: &[Card]| {
            let met = rows
                .iter()
                .enumerate()
                .filter(|(_, row)| naive::suits_hold(row.suits, cards));
            let worth = |row: &SuitedPays| f64::from(row.pays.pays) / f64::from(row.pays.per);
            met.fold(None, |best: Option<(usize, f64)>, (place, row)| match best {
                Some((_, most)) if most >= worth(row) => best,
                _ => Some((place, worth(row))),
            })
            .map(|(place, _)| place as u8)
        };
        let cards = &self.hands[self.place_of(wager.hand)].1;
        match outcome {
            Outcome::Blackjack => assert_eq!(suited(&rules.blackjack.suited, cards), None),
            Outcome::SuitedBlackjack(row) => assert_eq!(suited(&rules.blackjack.suited, cards), Some(row)),
            Outcome::Insured | Outcome::SuitedInsured(_) => {
                let row = match outcome {
                    Outcome::SuitedInsured(row) => Some(row),
                    _ => None,
                };
                let insurance = rules.insurance.as_ref().expect("insurance is offered");
                assert_eq!(suited(&insurance.suited, &self.dealer[..2]), row);
            }
            Outcome::Winner(_)
            | Outcome::Higher
            | Outcome::Lower
            | Outcome::Tie
            | Outcome::DealerBust
            | Outcome::TwentyTwo => {
                let row = match outcome {
                    Outcome::Winner(row) => Some(usize::from(row)),
                    _ => None,
                };
                let met = self.winner(rules, wager.hand, cards, doubled);
                assert_eq!(met, row, "{outcome:?} of {cards:?}");
            }
            _ => {}
        }
    }

    /// The row by which a hand of 21 wins at once.
    fn winner(&self, rules: &TwentyOne, hand: HandAt, cards: &[Card], doubled: bool) -> Option<usize> {
        let of_start = |at: &HandAt| at.seat == hand.seat && at.hand == hand.hand;
        let split = self.hands.iter().filter(|(at, _)| of_start(at)).count() > 1;
        let main = self.mains.iter().find(|(at, _)| of_start(at))?.1;
        let applies = |place: usize| {
            let row = &rules.winners[place];
            (row.after_split || !split) && (row.after_double || !doubled)
        };
        let places: Vec<usize> = (0..rules.winners.len()).filter(|place| applies(*place)).collect();
        let rows = places
            .iter()
            .map(|place| (&rules.winners[*place].when, rules.winners[*place].pays));
        let looked = Looked {
            cards,
            hand_size: hand_size(cards),
            up: self.dealer.first().copied(),
            ..Looked::default()
        };
        naive::best_row(rows, looked, main).map(|best| places[best])
    }

    /// The row that a hand of stud is paid by.
    fn stud_row(&self, hand: HandAt) -> Option<usize> {
        let rules = self.game.stud().expect("a game is of one of two families");
        let cards = [self.first_cards(hand), &self.board].concat();
        let main = self.mains.iter().find(|(at, _)| *at == hand)?.1;
        let looked = Looked {
            cards: &cards,
            hand_size: usize::from(rules.hands.hand_size),
            ..Looked::default()
        };
        naive::best_row(rules.pays.iter().map(|row| (&row.when, row.pays)), looked, main)
    }

    /// The row that a side bet is paid by.
    fn side_row(&self, hand: HandAt, place: usize, stake: Money) -> Option<usize> {
        let bet = &self.game.side_bets[place];
        let first = self.first_cards(hand);
        let (up, hole) = (self.dealer.first(), self.dealer.get(1));
        let dealer = |cards: &[Option<&Card>]| -> Vec<Card> { cards.iter().filter_map(|card| card.copied()).collect() };
        let cards = match bet.over {
            Over::FirstTwo | Over::HoleCards => first.to_vec(),
            Over::FirstTwoAndUp => [first, &dealer(&[up])].concat(),
            Over::FirstTwoAndHole => [first, &dealer(&[hole])].concat(),
            Over::FirstTwoUpAndHole => [first, &dealer(&[up, hole])].concat(),
            Over::UpAndHole => dealer(&[up, hole]),
            Over::DealerHand => self.dealer.clone(),
            Over::Community => self.board.clone(),
            Over::HoleAndExtra => [first, &self.extra].concat(),
            Over::HoleAndCommunity => [first, &self.board].concat(),
            Over::DealerCards => self.dealer.clone(),
            Over::HoleAndDealer => [first, &self.dealer].concat(),
            Over::PlayerFirstTwo | Over::BankerFirstTwo | Over::BothHands => Vec::new(),
            Over::FirstCards => self.two_first_cards(hand).to_vec(),
        };
        let against = if bet.over == Over::FirstTwoAndHole { hole } else { up };
        let mut counted = first.to_vec();
        if bet.matched == Matched::EveryCard {
            counted.extend(self.drawn(hand));
        }
        let matched = against
            .filter(|_| first.len() == 2)
            .map(|against| (counted.as_slice(), *against));
        let looked = Looked {
            cards: &cards,
            hand_size: bet.hand_size.map_or_else(|| hand_size(&cards), usize::from),
            matched,
            up: up.copied(),
            // A side bet over open cards does not see a hole card that lies face down.
            hole: hole.copied(),
            third: self.dealer.get(2).copied(),
            first,
            ..Looked::default()
        };
        let rows = || bet.rows.iter().map(|row| (&row.when, row.pays));
        if bet.hole_cards == HoleCardsPlay::MayPlay || cards.len() <= looked.hand_size || self.game.stud().is_none() {
            return naive::best_row(rows(), looked, stake);
        }
        let worth = |row: &usize| bet.rows[*row].pays.winnings(stake).expect("whole cents");
        let hands = naive::hands_with(first, &cards[first.len()..], looked.hand_size).into_iter();
        let met = hands.filter_map(|hand| naive::best_row(rows(), Looked { cards: &hand, ..looked }, stake));
        met.max_by_key(|row| (worth(row), std::cmp::Reverse(*row)))
    }

    /// The cards that a starting hand and the hands split from it have beside the first two of the deal.
    fn drawn(&self, hand: HandAt) -> Vec<Card> {
        let of_hand = self.hands.iter().filter(|(at, _)| same_start(*at, hand));
        let mut cards: Vec<Card> = of_hand.flat_map(|(_, cards)| cards.iter().copied()).collect();
        for first in self.first_cards(hand) {
            let at = cards.iter().position(|card| card == first);
            cards.remove(at.expect("the first two cards stay with the hands they began"));
        }
        cards
    }

    fn first_cards(&self, hand: HandAt) -> &[Card] {
        let first = self.firsts.iter().find(|(at, _)| *at == hand);
        &first.expect("a bet lies beside a starting hand").1
    }

    fn side_bet_owes(&self, hand: HandAt, place: usize, outcome: Outcome, stake: Money) -> Money {
        let bet = &self.game.side_bets[place];
        let row = match outcome {
            Outcome::Row(row) => Some(usize::from(row)),
            _ => None,
        };
        let met = self.side_row(hand, place, stake);
        let met = met.filter(|_| self.rides(hand, bet.rides));
        assert_eq!(met, row, "{} of {hand}", bet.name);
        let needs_hole = matches!(
            bet.over,
            Over::FirstTwoAndHole | Over::FirstTwoUpAndHole | Over::UpAndHole | Over::DealerCards | Over::HoleAndDealer
        );
        assert!(
            !needs_hole || self.revealed,
            "a bet over the hole card waits until it is shown"
        );
        match bet.settled {
            Settled::AfterDeal => assert!(!self.turns_begun, "a bet over open cards is settled before play"),
            Settled::AtReveal => assert!(
                self.revealed && !self.dealer_done,
                "at the reveal, before the dealer draws"
            ),
            Settled::BeforeMain | Settled::AfterMain if self.game.twenty_one().is_some() => {
                self.dealer_hand_is_complete(bet.settled);
            }
            Settled::BeforeMain | Settled::AfterMain => {}
        }
        match outcome {
            Outcome::Row(row) => naive::side_bet_gains(self.game, bet, usize::from(row), stake),
            Outcome::NoRow => -stake,
            _ => panic!("{outcome:?} is not an end of a side bet"),
        }
    }

    /// A bet on the dealer's hand of 21 waits until that is complete, and until hands have been compared where the rules say so.
    fn dealer_hand_is_complete(&self, settled: Settled) {
        assert!(
            self.revealed && (self.dealer_done || is_blackjack(&self.dealer)),
            "a bet on the dealer's hand waits until it is complete"
        );
        let mains = self.wagers.iter().filter(|entry| entry.wager.kind == WagerKind::Main);
        let open = mains.filter(|entry| entry.net.is_none()).count();
        assert!(
            settled == Settled::BeforeMain || open == 0,
            "hands are compared before the bet is settled"
        );
    }

    /// Third cards were drawn exactly where the rules say, read off the two cards of each hand.
    fn third_cards_are_right(&self) {
        let coup = &self.game.baccarat().expect("only a coup has points").coup;
        let [player, banker] = [&self.board, &self.dealer].map(|cards| naive::baccarat_points(&cards[..2]));
        let natural = coup.natural.contains(player) || coup.natural.contains(banker);
        let draws = !natural && coup.player_draws.contains(player);
        assert_eq!(self.board.len(), if draws { 3 } else { 2 }, "the player's third card");
        let set = match self.board.get(2) {
            Some(third) => coup.banker_draws_after[usize::from(naive::baccarat_points(&[*third]))],
            None => coup.banker_draws,
        };
        let draws = !natural && set.contains(banker);
        assert_eq!(self.dealer.len(), if draws { 3 } else { 2 }, "the banker's third card");
    }

    fn baccarat_owes(&self, rules: &Baccarat, wager: Wager, outcome: Outcome, stake: Money) -> Money {
        assert!(self.dealer_done, "a coup is settled when its points are announced");
        let rows = match wager.kind {
            WagerKind::Side(place) => &self.game.side_bets[usize::from(place)].rows,
            _ => &rules.pays,
        };
        let cards = match wager.kind {
            WagerKind::Side(place) => match self.game.side_bets[usize::from(place)].over {
                Over::PlayerFirstTwo => &self.board[..2],
                Over::BankerFirstTwo => &self.dealer[..2],
                _ => &[],
            },
            _ => &[],
        };
        let looked = Looked {
            cards,
            coup: Some((&self.board, &self.dealer)),
            ..Looked::default()
        };
        let best = naive::best_row(rows.iter().map(|row| (&row.when, row.pays)), looked, stake);
        match (best, outcome) {
            (Some(row), Outcome::Row(place)) => {
                assert_eq!(row, usize::from(place), "the best row is paid");
                match wager.kind {
                    WagerKind::Side(side) => {
                        naive::side_bet_gains(self.game, &self.game.side_bets[usize::from(side)], row, stake)
                    }
                    _ => rows[row].pays.winnings(stake).expect("whole cents"),
                }
            }
            (None, Outcome::NoRow) => -stake,
            _ => panic!("{outcome:?} is not an end of {wager:?}, which meets {best:?}"),
        }
    }

    /// The first two cards that bear on a hand of single cards: its own and the dealer's, or those in the middle.
    fn two_first_cards(&self, hand: HandAt) -> [Card; 2] {
        match self.first_cards(hand).first() {
            Some(own) => [*own, self.dealer[0]],
            None => [self.board[0], self.board[1]],
        }
    }

    fn single_card_owes(&self, rules: &SingleCard, wager: Wager, outcome: Outcome, stake: Money) -> Money {
        let rows = match wager.kind {
            WagerKind::Side(place) => return self.side_bet_owes(wager.hand, usize::from(place), outcome, stake),
            WagerKind::Raise => &rules.raise_pays,
            _ => &rules.pays,
        };
        let first = self.two_first_cards(wager.hand);
        let own = self.first_cards(wager.hand);
        let drawn: Vec<Card> = match own.get(1) {
            Some(second) => vec![*second, self.dealer[1]],
            None => self.board.iter().skip(2).copied().collect(),
        };
        let stand = Stand {
            first,
            drawn: &drawn,
            each: !own.is_empty(),
        };
        if outcome == Outcome::Surrendered {
            assert!(wager.kind == WagerKind::Main && stand.drawn.is_empty());
            let loses = rules.raise.surrender_loses.expect("a surrender loses a share");
            return -pays(loses, stake);
        }
        let mut asked = rules.pays.iter().chain(&rules.raise_pays);
        let more = asked.any(|row| naive::stays_open(&row.when, stand));
        assert_eq!(
            more,
            !stand.drawn.is_empty(),
            "more cards come exactly where a row asks for them"
        );
        assert!(!more || self.burned == rules.deal.burn, "the cards are burned before");
        let looked = Looked {
            stand: Some(stand),
            matched: stand
                .drawn
                .first()
                .filter(|_| !stand.each)
                .map(|third| (&first[..], *third)),
            ..Looked::default()
        };
        let best = naive::best_row(rows.iter().map(|row| (&row.when, row.pays)), looked, stake);
        match (best, outcome) {
            (Some(row), Outcome::Row(place)) => {
                assert_eq!(row, usize::from(place), "the best row is paid");
                match wager.kind {
                    WagerKind::Side(side) => {
                        naive::side_bet_gains(self.game, &self.game.side_bets[usize::from(side)], row, stake)
                    }
                    _ => rows[row].pays.winnings(stake).expect("whole cents"),
                }
            }
            (None, Outcome::NoRow) => -stake,
            _ => panic!("{outcome:?} is not an end of {wager:?}, which meets {best:?}"),
        }
    }

    fn stud_owes(&mut self, wager: Wager, outcome: Outcome, stake: Money) -> Money {
        let rules = self.game.stud().expect("a game is of one of two families");
        let main_open = |entry: &Entry| {
            entry.net.is_none()
                && matches!(
                    entry.wager.kind,
                    WagerKind::Main | WagerKind::Blind | WagerKind::Street(_)
                )
        };
        match (wager.kind, outcome) {
            (WagerKind::Side(_), Outcome::Folded) => {
                assert_eq!(rules.hands.fold_takes, FoldTakes::EveryBet, "a fold takes side bets");
                -stake
            }
            (WagerKind::Side(place), _) => {
                let place = usize::from(place);
                let bet = &self.game.side_bets[place];
                let anything_open = self.wagers.iter().any(main_open);
                assert!(
                    bet.settled != Settled::AfterMain || !anything_open,
                    "after the main game"
                );
                if !matches!(bet.over, Over::Community | Over::DealerCards) {
                    assert!(
                        self.shown.contains(&wager.hand),
                        "hole cards that decide a bet are shown"
                    );
                }
                if matches!(bet.over, Over::Community | Over::HoleAndCommunity) {
                    assert_eq!(
                        self.board.len(),
                        usize::from(rules.community_cards()),
                        "all community cards lie open"
                    );
                }
                self.side_bet_owes(wager.hand, place, outcome, stake)
            }
            (WagerKind::Street(street), Outcome::PulledBack) => {
                let turned = rules.cards_known_at(usize::from(street) - 1) - usize::from(rules.hands.hole_cards);
                assert!(self.lies_before_deal(street), "only what lies there is pulled back");
                assert_eq!(
                    self.board.len(),
                    turned,
                    "a bet is pulled back before its card is turned"
                );
                Money::ZERO
            }
            (_, Outcome::Folded) => {
                if wager.kind == WagerKind::Main {
                    self.folded.push(wager.hand);
                }
                -stake
            }
            _ if rules.showdown.is_some() => self.showdown_owes(wager, outcome, stake),
            (kind, Outcome::Row(row)) => {
                assert!(self.shown.contains(&wager.hand) && !self.folded.contains(&wager.hand));
                assert_eq!(
                    self.stud_row(wager.hand),
                    Some(usize::from(row)),
                    "the best row is paid"
                );
                match rules.pays[usize::from(row)].pays {
                    Pays::Odds(odds) => pays(odds, stake),
                    Pays::Amount(amount) if kind == WagerKind::Main => amount,
                    Pays::Amount(_) => Money::ZERO,
                    Pays::OfMeter { .. } => panic!("only side bets are paid of a meter"),
                }
            }
            (_, Outcome::NoRow) => {
                assert!(self.shown.contains(&wager.hand) && !self.folded.contains(&wager.hand));
                assert_eq!(self.stud_row(wager.hand), None, "a hand that meets a row is paid");
                -stake
            }
            _ => panic!("{outcome:?} is not an end of {wager:?}"),
        }
    }

    fn lies_before_deal(&self, street: u8) -> bool {
        let rules = self.game.stud().expect("only stud has streets");
        rules.streets[usize::from(street) - 1].placed == StreetPlaced::BeforeDeal
    }

    /// What a bet on a hand beside the dealer's is owed.
    fn showdown_owes(&self, wager: Wager, outcome: Outcome, stake: Money) -> Money {
        let rules = self.game.stud().expect("a game is of one of two families");
        let showdown = rules.showdown.as_ref().expect("the caller has looked");
        assert!(self.revealed && self.shown.contains(&wager.hand) && !self.folded.contains(&wager.hand));
        let size = usize::from(rules.hands.hand_size);
        let hand = [self.first_cards(wager.hand), &self.board].concat();
        let dealer = [self.dealer.as_slice(), &self.board].concat();
        let [mine, theirs] = [&hand, &dealer].map(|cards| naive::worth(cards, size));
        let looked = || Looked {
            cards: &hand,
            hand_size: size,
            ..Looked::default()
        };
        if wager.kind == WagerKind::Bonus {
            let main = self
                .wagers
                .iter()
                .find(|entry| entry.wager.hand == wager.hand && entry.wager.kind == WagerKind::Main);
            let main = main.expect("a bonus is paid on a main bet").stake;
            let rows = showdown.bonus_rows.iter().map(|row| (&row.when, row.pays));
            let row = naive::best_row(rows, looked(), main).expect("a bonus that is paid meets a row");
            assert_eq!(outcome, Outcome::Row(row as u8));
            return showdown.bonus_rows[row].pays.winnings(main).expect("whole cents");
        }
        if let (WagerKind::Blind, Some(blind)) = (wager.kind, &showdown.blind) {
            let rows = blind.rows.iter().map(|row| (&row.when, row.pays));
            let row = naive::best_row(rows, looked(), stake);
            let paid = row.map_or(Money::ZERO, |row| {
                blind.rows[row].pays.winnings(stake).expect("whole cents")
            });
            let ends = self.blind_ends(mine.cmp(&theirs), showdown.tie, blind);
            if row.is_some() && blind.paid == BlindPaid::EveryHand {
                assert_eq!(
                    outcome,
                    Outcome::Row(row.unwrap_or(0) as u8),
                    "its table pays whatever the dealer has"
                );
                return paid;
            }
            return match ends {
                std::cmp::Ordering::Greater => paid,
                std::cmp::Ordering::Equal => Money::ZERO,
                std::cmp::Ordering::Less => -stake,
            };
        }
        let terms = match wager.kind {
            WagerKind::Main => &showdown.main_bet,
            _ => &showdown.street_bets,
        };
        let wins = match terms.pays {
            StakePays::Even => stake,
            StakePays::ByTable => self
                .stud_row(wager.hand)
                .map_or(Money::ZERO, |row| match rules.pays[row].pays {
                    Pays::Odds(odds) => pays(odds, stake),
                    Pays::Amount(_) | Pays::OfMeter { .. } => panic!("bets beside a dealer's hand are paid at odds"),
                }),
        };
        match (self.dealer_qualifies(), terms.unqualified) {
            (false, Unqualified::Wins) => {
                assert_eq!(outcome, Outcome::Unqualified);
                return wins;
            }
            (false, Unqualified::Pushes) => {
                assert_eq!(outcome, Outcome::Unqualified);
                return Money::ZERO;
            }
            _ => {}
        }
        match mine.cmp(&theirs) {
            std::cmp::Ordering::Greater => {
                assert!(matches!(outcome, Outcome::Higher | Outcome::Row(_)));
                wins
            }
            std::cmp::Ordering::Less => {
                assert_eq!(outcome, Outcome::Lower);
                -stake
            }
            std::cmp::Ordering::Equal => {
                assert_eq!(outcome, Outcome::Tie);
                match showdown.tie {
                    Tie::Pushes => Money::ZERO,
                    Tie::DealerWins => -stake,
                    Tie::PlayerWins => wins,
                }
            }
        }
    }

    /// Whether a blind bet wins, comes back or is lost by the hands alone.
    fn blind_ends(&self, player: std::cmp::Ordering, tie: Tie, blind: &Blind) -> std::cmp::Ordering {
        match (self.dealer_qualifies(), blind.unqualified, player, tie) {
            (false, Unqualified::Wins, ..) => std::cmp::Ordering::Greater,
            (false, Unqualified::Pushes, ..) => std::cmp::Ordering::Equal,
            (_, _, std::cmp::Ordering::Equal, Tie::PlayerWins) => std::cmp::Ordering::Greater,
            (_, _, std::cmp::Ordering::Equal, Tie::DealerWins) => std::cmp::Ordering::Less,
            _ => player,
        }
    }

    /// More than the least bet of a street is made with the hand it asks for.
    fn larger_bets_have_their_hand(&self, street: u8, hand: HandAt, amount: Money) {
        let rules = self.game.stud().expect("only stud has streets");
        let street = &rules.streets[usize::from(street) - 1];
        let main = Wager {
            hand,
            kind: WagerKind::Main,
        };
        let least_bet = street
            .bets
            .iter()
            .min()
            .map(|times| self.entry(main).stake * i64::from(*times));
        if let Some(least) = street.larger_bets_with.as_ref().filter(|_| Some(amount) > least_bet) {
            let worth = naive::worth(self.first_cards(hand), usize::from(rules.hands.hand_size));
            assert!(
                worth >= naive::worth_of_ranks(&least.to_string()),
                "{amount} is bet with too little"
            );
        }
    }

    /// Whether the dealer's cards qualify: the ranks of the least hand are held against those of the best.
    fn dealer_qualifies(&self) -> bool {
        let rules = self.game.stud().expect("a game is of one of two families");
        let least = rules.showdown.as_ref().and_then(|showdown| showdown.qualifies.as_ref());
        let dealer = [self.dealer.as_slice(), &self.board].concat();
        least.is_none_or(|least| {
            naive::worth(&dealer, usize::from(rules.hands.hand_size)) >= naive::worth_of_ranks(&least.to_string())
        })
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
