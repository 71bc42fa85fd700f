//! One round of a game of single cards, from the bets to the last settlement.

use std::sync::Arc;

use arrayvec::ArrayVec;
use croupier_rules::game::{ClauseAt, Procedure, SettleOrder, SideBet};
use croupier_rules::pay_table::Dealt;
use croupier_rules::play::{CardsStand, FreeBets};
use croupier_rules::single_card::{Deal, FirstCards, SingleCard};
use croupier_rules::{Card, Game, Money, Rank};

use crate::event::{Event, Outcome, Wager, WagerKind, What};
use crate::nets::Nets;
use crate::step::{Action, ActionKind, Choice, HandAt, Illegal, Next, Offer, Offers, Place, Step};
use crate::strategy::Situation;
use crate::view::{HandStanding, HandView, Seen, View};
use crate::wagers::{HandWagers, WagerFault, Wagers};

/// One round of single cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SingleCardRound {
    game: Arc<Game>,
    /// The hands, from the dealer's left.
    hands: Vec<Hand>,
    /// The dealer's cards, or those for all.
    shared: Cards,
    burned: ArrayVec<Card, { Deal::BURN_MAX as usize }>,
    stage: Stage,
    /// The offers of the choice that is open; empty when none is.
    offers: Offers,
    nets: Nets,
}

/// At most the first cards and those that follow.
type Cards = ArrayVec<Card, 3>;

/// How far the round has come. A hand is a place among the hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    First,
    Choice { hand: u8 },
    Burn,
    More,
    Over,
}

/// The cards and bets of one starting hand.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Hand {
    at: HandAt,
    cards: Cards,
    main: Money,
    /// The raise, once it is made.
    raise: ArrayVec<Money, 1>,
    side: [Money; SideBet::COUNT_MAX],
    side_settled: bool,
    /// Whether its main bet still waits for cards.
    is_in: bool,
}

impl SingleCardRound {
    /// A round with these bets on the table, waiting for its first card.
    pub fn new(game: &Arc<Game>, wagers: &Wagers) -> Result<SingleCardRound, WagerFault> {
        wagers.check(game)?;
        let hands = wagers.starting_hands().map(|(at, hand)| Hand::new(at, hand));
        Ok(SingleCardRound {
            game: Arc::clone(game),
            hands: hands.collect(),
            shared: Cards::new(),
            burned: ArrayVec::new(),
            stage: Stage::First,
            offers: Offers::new(),
            nets: Nets::default(),
        })
    }

    /// What the round waits for.
    pub fn next(&self) -> Next {
        match self.stage {
            Stage::First | Stage::More | Stage::Burn => Next::Card { to: self.receiver() },
            Stage::Choice { hand } => Next::Choice(Choice {
                hand: self.hands[usize::from(hand)].at,
                offers: self.offers.clone(),
            }),
            Stage::Over => Next::Over,
        }
    }

    /// Answers what the round waits for. The events it caused are appended in the order of procedure. What was not asked
    /// for or is not offered is refused, and the round is unchanged.
    pub fn play(&mut self, step: Step, events: &mut Vec<Event>) -> Result<(), Illegal> {
        match (step, self.stage) {
            (Step::Choose(action), Stage::Choice { hand }) if self.is_offered(action) => {
                self.act(usize::from(hand), action, events);
                self.ask(usize::from(hand) + 1);
            }
            (Step::Card(card), Stage::First | Stage::Burn | Stage::More) if self.is_left(card) => {
                self.receive(card, events);
            }
            _ => return Err(Illegal::new(step, self.next())),
        }
        Ok(())
    }

    /// The rules being played.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// What a seat has gained or lost so far, over its resolved wagers.
    pub fn net(&self, seat: u8) -> Money {
        self.nets.of(seat)
    }

    /// All that anybody may see: every card but those burned lies face up.
    pub fn view(&self) -> View {
        let open = |cards: &Cards| cards.iter().map(|card| Seen::open(*card)).collect();
        let (dealer, board) = match self.deal() {
            FirstCards::OneEach => (open(&self.shared), Vec::new()),
            FirstCards::TwoForAll => (Vec::new(), open(&self.shared)),
        };
        View {
            dealer,
            dealer_total: None,
            board,
            extra: Vec::new(),
            hands: self.hands.iter().map(|hand| self.hand_view(hand)).collect(),
            choice: match self.next() {
                Next::Choice(choice) => Some(choice),
                _ => None,
            },
            over: self.stage == Stage::Over,
        }
    }

    /// All that the decision rests on that is open now.
    pub fn situation(&self) -> Option<Situation<'_>> {
        let Stage::Choice { hand } = self.stage else {
            return None;
        };
        let hand = &self.hands[usize::from(hand)];
        let (up, board) = match self.deal() {
            FirstCards::OneEach => (self.shared.first().copied(), &[][..]),
            FirstCards::TwoForAll => (None, self.shared.as_slice()),
        };
        Some(Situation {
            cards: &hand.cards,
            up,
            hole: None,
            board,
            split: false,
            parts: 1,
            main: hand.main,
            added: &hand.raise,
            free: FreeBets::NONE,
            offers: &self.offers,
        })
    }

    fn hand_view(&self, hand: &Hand) -> HandView {
        let sides = self.game.side_bets.len();
        HandView {
            at: hand.at,
            cards: hand.cards.iter().map(|card| Seen::open(*card)).collect(),
            total: None,
            main: hand.main,
            spots: 1,
            added: hand.raise.to_vec(),
            free: Vec::new(),
            insurance: Money::ZERO,
            side: match hand.side_settled {
                true => vec![Money::ZERO; sides],
                false => hand.side[..sides].to_vec(),
            },
            standing: match (hand.is_in, self.stage) {
                (false, _) => HandStanding::Done,
                (true, Stage::Choice { .. }) => HandStanding::Open,
                (true, _) => HandStanding::Waits,
            },
        }
    }

    fn rules(&self) -> &SingleCard {
        self.game
            .single_card()
            .expect("a round of single cards is made for a game of single cards")
    }

    fn deal(&self) -> FirstCards {
        self.rules().deal.first
    }

    fn is_offered(&self, action: Action) -> bool {
        self.offers.iter().any(|offer| offer.allows(action))
    }

    /// Whether the shoe can still hold this card.
    fn is_left(&self, card: Card) -> bool {
        let in_hands = self.hands.iter().flat_map(|hand| &hand.cards);
        let out = in_hands.chain(&self.shared).chain(&self.burned);
        out.filter(|other| **other == card).count() < usize::from(self.game.deck.count(card))
    }

    /// Where the next card goes: to every hand in turn that lacks one, then to the dealer; or to the middle.
    fn receiver(&self) -> Place {
        let wanted = if self.stage == Stage::First { 1 } else { 2 };
        let lacks = |hand: &&Hand| hand.is_in && hand.cards.len() < wanted;
        match self.deal() {
            _ if self.stage == Stage::Burn => Place::Burned,
            FirstCards::TwoForAll => Place::Middle,
            FirstCards::OneEach => match self.hands.iter().find(lacks) {
                Some(hand) => Place::Hand(hand.at),
                None if self.stage == Stage::First => Place::Up,
                None => Place::Dealer,
            },
        }
    }

    fn receive(&mut self, card: Card, events: &mut Vec<Event>) {
        if self.stage == Stage::First && self.shared.is_empty() && self.hands.iter().all(|hand| hand.cards.is_empty()) {
            self.note_bets(events);
        }
        let to = self.receiver();
        let step = match (self.stage, to) {
            (Stage::Burn, _) => Procedure::BurnBeforeDraw,
            (Stage::More, _) => Procedure::Draw,
            (_, Place::Up) => Procedure::UpCard,
            _ => Procedure::Deal,
        };
        match to {
            Place::Burned => self.burned.push(card),
            Place::Hand(at) => self
                .hands
                .iter_mut()
                .filter(|hand| hand.at == at)
                .for_each(|hand| hand.cards.push(card)),
            _ => self.shared.push(card),
        }
        self.note(step, What::Dealt { to, card: Some(card) }, events);
        match self.stage {
            Stage::Burn if self.burned.len() == usize::from(self.rules().deal.burn) => self.stage = Stage::More,
            Stage::First if self.shared.len() == self.first_shared() => self.compare_first(events),
            Stage::More if self.shared.len() > self.first_shared() => self.settle(events),
            _ => {}
        }
    }

    /// How many of the first cards are the dealer's or for all.
    fn first_shared(&self) -> usize {
        match self.deal() {
            FirstCards::OneEach => 1,
            FirstCards::TwoForAll => 2,
        }
    }

    /// The first two cards of a hand: its own and the dealer's, or the two for all.
    fn first(&self, hand: usize) -> [Card; 2] {
        match self.deal() {
            FirstCards::OneEach => [self.hands[hand].cards[0], self.shared[0]],
            FirstCards::TwoForAll => [self.shared[0], self.shared[1]],
        }
    }

    fn stand(&self, hand: usize) -> CardsStand {
        let own = self.hands[hand].cards.iter().skip(1);
        let drawn: ArrayVec<Rank, 2> = own
            .chain(self.shared.iter().skip(self.first_shared()))
            .map(|card| card.rank())
            .collect();
        self.deal().stand(self.first(hand).map(Card::rank), &drawn)
    }

    /// All first cards lie open: bets on them are settled, then the hands that they decide; the others choose.
    fn compare_first(&mut self, events: &mut Vec<Event>) {
        for place in 0..self.game.side_bets.len() {
            self.settle_side_bet(place, events);
        }
        self.hands.iter_mut().for_each(|hand| hand.side_settled = true);
        for hand in self.game.table.settling(self.hands.len()) {
            if !self.rules().goes_on(self.stand(hand)) {
                self.settle_main(hand, events);
            }
        }
        self.ask(0);
    }

    /// Asks the first hand from this one on that may raise; when there is none left, the round goes on.
    fn ask(&mut self, from: usize) {
        self.offers.clear();
        for hand in from..self.hands.len() {
            if self.hands[hand].is_in && self.rules().is_raise_offered(self.stand(hand)) {
                self.offers = self.offers_to(self.hands[hand].main);
                self.stage = Stage::Choice { hand: hand as u8 };
                return;
            }
        }
        self.stage = match self.rules().deal.burn {
            _ if self.hands.iter().all(|hand| !hand.is_in) => Stage::Over,
            0 => Stage::More,
            _ => Stage::Burn,
        };
    }

    fn offers_to(&self, main: Money) -> Offers {
        let rules = self.rules();
        let amounts = rules.raise_amounts(&self.game.main_bet, main);
        [
            Offer::of_amounts(ActionKind::Raise, amounts, 1),
            Offer::plain(instead_of_raise(rules)),
        ]
        .into_iter()
        .collect()
    }

    /// Carries out a choice that was offered.
    fn act(&mut self, hand: usize, action: Action, events: &mut Vec<Event>) {
        let at = self.hands[hand].at;
        let step = match action.kind {
            ActionKind::Surrender => Procedure::Surrender,
            _ => Procedure::Raise,
        };
        self.note(step, What::Chose { hand: at, action }, events);
        match action.kind {
            ActionKind::Raise => {
                self.hands[hand].raise.push(action.amount);
                let wager = Wager {
                    hand: at,
                    kind: WagerKind::Raise,
                };
                let amount = action.amount;
                self.note(step, What::Placed { wager, amount }, events);
            }
            ActionKind::Surrender => {
                let main = self.hands[hand].main;
                let lost = self.rules().surrendered(main).unwrap_or(main);
                let clause = self.game.procedure.get(step);
                self.hands[hand].is_in = false;
                self.resolve(hand, WagerKind::Main, Outcome::Surrendered, main, -lost, clause, events);
            }
            _ => {}
        }
    }

    /// All cards lie open: the hands still in are settled.
    fn settle(&mut self, events: &mut Vec<Event>) {
        self.stage = Stage::Over;
        for hand in self.game.table.settling(self.hands.len()) {
            if self.hands[hand].is_in {
                self.settle_main(hand, events);
            }
        }
    }

    /// The main bet of a hand and its raise.
    fn settle_main(&mut self, hand: usize, events: &mut Vec<Event>) {
        self.hands[hand].is_in = false;
        let (stand, main) = (self.stand(hand), self.hands[hand].main);
        let row = self.rules().best_row(stand, main);
        let settle = match stand.drawn {
            Some(_) => self.game.procedure.get(Procedure::SettleDrawn),
            None => None,
        };
        let settle = settle.or(self.game.procedure.get(Procedure::Settle));
        self.pay(hand, WagerKind::Main, row, main, settle, events);
        for raise in self.hands[hand].raise.clone() {
            let row = self.rules().best_raise_row(stand, raise);
            self.pay(hand, WagerKind::Raise, row, raise, settle, events);
        }
    }

    /// Pays the main bet or the raise by a row of its pay table, or takes it.
    fn pay(
        &mut self,
        hand: usize,
        kind: WagerKind,
        row: Option<usize>,
        stake: Money,
        settle: ClauseAt,
        events: &mut Vec<Event>,
    ) {
        let citations = &self.game.citations;
        let (rows, cited) = match kind {
            WagerKind::Raise => (&self.rules().raise_pays, &citations.raise),
            _ => (&self.rules().pays, &citations.pays),
        };
        let net = row.map_or(-stake, |row| rows[row].pays.paid_on(stake));
        let clause = row.and_then(|row| cited[row]).or(settle);
        self.resolve(hand, kind, outcome(row), stake, net, clause, events);
    }

    fn settle_side_bet(&mut self, place: usize, events: &mut Vec<Event>) {
        let game = Arc::clone(&self.game);
        let (bet, citations) = (&game.side_bets[place], &game.citations.side_bets[place]);
        let riding: Vec<usize> = game
            .table
            .settling(self.hands.len())
            .filter(|hand| self.hands[*hand].side[place] != Money::ZERO)
            .collect();
        let row = |round: &SingleCardRound, hand: usize| {
            let first = round.first(hand);
            bet.best_row(&Dealt::SingleCard { first }, round.hands[hand].side[place])
        };
        let losers_first = game.order_of(bet) == SettleOrder::LosersFirst;
        let comes_first = |hand: &usize| losers_first && row(self, *hand).is_none();
        let (first, then): (Vec<usize>, Vec<usize>) = riding.into_iter().partition(comes_first);
        for hand in first.into_iter().chain(then) {
            let (stake, row) = (self.hands[hand].side[place], row(self, hand));
            let net = row.map_or(-stake, |row| bet.rows[row].pays.paid_on(stake));
            let clause = row.map_or(citations.bet, |row| citations.rows[row]);
            let kind = WagerKind::Side(place as u8);
            self.resolve(hand, kind, outcome(row), stake, net, clause, events);
        }
    }

    fn note(&self, step: Procedure, what: What, events: &mut Vec<Event>) {
        let clause = self.game.procedure.get(step);
        events.push(Event { what, clause });
    }

    fn note_bets(&self, events: &mut Vec<Event>) {
        let place_bets = self.game.procedure.get(Procedure::PlaceBets);
        for hand in &self.hands {
            let mut place = |kind: WagerKind, amount: Money, own: ClauseAt| {
                let wager = Wager { hand: hand.at, kind };
                let clause = own.or(place_bets);
                events.push(Event {
                    what: What::Placed { wager, amount },
                    clause,
                });
            };
            place(WagerKind::Main, hand.main, None);
            for (side, citations) in self.game.citations.side_bets.iter().enumerate() {
                if hand.side[side] != Money::ZERO {
                    place(WagerKind::Side(side as u8), hand.side[side], citations.placed);
                }
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one `Settled` event")]
    fn resolve(
        &mut self,
        hand: usize,
        kind: WagerKind,
        outcome: Outcome,
        stake: Money,
        net: Money,
        clause: ClauseAt,
        events: &mut Vec<Event>,
    ) {
        let at = self.hands[hand].at;
        self.nets.add(at.seat, net);
        let what = What::Settled {
            wager: Wager { hand: at, kind },
            outcome,
            stake,
            net,
        };
        events.push(Event { what, clause });
    }
}

impl Hand {
    fn new(at: HandAt, wagers: &HandWagers) -> Hand {
        Hand {
            at,
            cards: Cards::new(),
            main: wagers.main,
            raise: ArrayVec::new(),
            side: std::array::from_fn(|place| wagers.side_stake(place)),
            side_settled: false,
            is_in: true,
        }
    }
}

/// What a player does who does not raise.
pub const fn instead_of_raise(rules: &SingleCard) -> ActionKind {
    match rules.raise.surrender_loses {
        Some(_) => ActionKind::Surrender,
        None => ActionKind::Bet(0),
    }
}

fn outcome(row: Option<usize>) -> Outcome {
    row.map_or(Outcome::NoRow, |row| Outcome::Row(row as u8))
}
