//! One coup of a game of baccarat, from the bets to the last settlement. Nobody has anything to choose.

use std::sync::Arc;

use arrayvec::ArrayVec;
use croupier_rules::baccarat::{Baccarat, Coup};
use croupier_rules::game::{ClauseAt, Procedure, SettleOrder, SideBet};
use croupier_rules::pattern::Row;
use croupier_rules::pay_table::Dealt;
use croupier_rules::play::{CoupEnd, points, points_of};
use croupier_rules::{Card, Game, Money};

use crate::event::{Event, Outcome, Wager, WagerKind, What};
use crate::nets::Nets;
use crate::step::{HandAt, Illegal, Next, Place, Step};
use crate::view::{HandStanding, HandView, Seen, View};
use crate::wagers::{HandWagers, WagerFault, Wagers};

/// One coup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaccaratRound {
    game: Arc<Game>,
    /// The bets, from the dealer's left.
    bets: Vec<Bets>,
    player: Cards,
    banker: Cards,
    is_over: bool,
    nets: Nets,
}

type Cards = ArrayVec<Card, 3>;

/// The bets of one starting hand; its cards are those of the coup.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Bets {
    at: HandAt,
    main: Money,
    side: [Money; SideBet::COUNT_MAX],
}

impl BaccaratRound {
    /// A coup with these bets on the table, waiting for its first card.
    pub fn new(game: &Arc<Game>, wagers: &Wagers) -> Result<BaccaratRound, WagerFault> {
        wagers.check(game)?;
        let bets = wagers.starting_hands().map(|(at, hand)| Bets::new(at, hand));
        Ok(BaccaratRound {
            game: Arc::clone(game),
            bets: bets.collect(),
            player: Cards::new(),
            banker: Cards::new(),
            is_over: false,
            nets: Nets::default(),
        })
    }

    /// What the coup waits for.
    pub fn next(&self) -> Next {
        match self.is_over {
            true => Next::Over,
            false => Next::Card { to: self.receiver() },
        }
    }

    /// Deals the card it waits for. The events it caused are appended in the order of procedure. What was not asked for is
    /// refused, and the coup is unchanged.
    pub fn play(&mut self, step: Step, events: &mut Vec<Event>) -> Result<(), Illegal> {
        match step {
            Step::Card(card) if !self.is_over && self.is_left(card) => self.receive(card, events),
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

    /// All that anybody may see: every card lies face up. The player's hand is shown as the board, the banker's as the dealer's.
    pub fn view(&self) -> View {
        let open = |cards: &Cards| cards.iter().map(|card| Seen::open(*card)).collect();
        let side_bets = self.game.side_bets.len();
        View {
            dealer: open(&self.banker),
            dealer_total: (!self.banker.is_empty()).then(|| points(&self.banker).to_string()),
            board: open(&self.player),
            extra: Vec::new(),
            hands: self.bets.iter().map(|bets| self.hand_view(bets, side_bets)).collect(),
            choice: None,
            over: self.is_over,
        }
    }

    fn hand_view(&self, bets: &Bets, side_bets: usize) -> HandView {
        HandView {
            at: bets.at,
            cards: Vec::new(),
            total: None,
            main: bets.main,
            spots: 1,
            added: Vec::new(),
            free: Vec::new(),
            insurance: Money::ZERO,
            side: match self.is_over {
                true => vec![Money::ZERO; side_bets],
                false => bets.side[..side_bets].to_vec(),
            },
            standing: match self.is_over {
                true => HandStanding::Done,
                false => HandStanding::Waits,
            },
        }
    }

    fn rules(&self) -> &Baccarat {
        self.game.baccarat().expect("a coup is made for a game of baccarat")
    }

    fn coup(&self) -> &Coup {
        &self.rules().coup
    }

    /// The hand that the next card goes to: the first four by turns, then the third cards.
    fn receiver(&self) -> Place {
        let dealt = self.player.len() + self.banker.len();
        match dealt {
            0..4 if dealt % 2 == 0 => Place::Player,
            0..4 => Place::Banker,
            _ if self.player.len() == 2 && self.player_takes_third() => Place::Player,
            _ => Place::Banker,
        }
    }

    fn two_cards(&self) -> (u8, u8) {
        (points(&self.player[..2]), points(&self.banker[..2]))
    }

    fn player_takes_third(&self) -> bool {
        let (player, banker) = self.two_cards();
        self.coup().player_takes_third(player, banker)
    }

    fn banker_takes_third(&self) -> bool {
        let (player, banker) = self.two_cards();
        let third = self.player.get(2).map(|card| points_of(card.rank()));
        self.coup().banker_takes_third(player, banker, third)
    }

    /// Whether both hands have all their cards.
    fn is_complete(&self) -> bool {
        self.banker.len() >= 2
            && (self.player.len() == 3 || !self.player_takes_third())
            && (self.banker.len() == 3 || !self.banker_takes_third())
    }

    /// Whether the shoe can still hold this card.
    fn is_left(&self, card: Card) -> bool {
        let out = self.player.iter().chain(&self.banker);
        out.filter(|other| **other == card).count() < usize::from(self.game.deck.count(card))
    }

    fn receive(&mut self, card: Card, events: &mut Vec<Event>) {
        if self.player.is_empty() {
            self.note_bets(events);
        }
        let to = self.receiver();
        let (hand, third) = match to {
            Place::Player => (&mut self.player, Procedure::PlayerDraws),
            _ if self.player.len() == 3 => (&mut self.banker, Procedure::BankerDrawsAfter),
            _ => (&mut self.banker, Procedure::BankerDraws),
        };
        let step = if hand.len() < 2 { Procedure::Deal } else { third };
        hand.push(card);
        self.note(step, What::Dealt { to, card: Some(card) }, events);
        if self.is_complete() {
            self.settle(events);
        }
    }

    fn note(&self, step: Procedure, what: What, events: &mut Vec<Event>) {
        let clause = self.game.procedure.get(step);
        events.push(Event { what, clause });
    }

    fn note_bets(&self, events: &mut Vec<Event>) {
        let place = self.game.procedure.get(Procedure::PlaceBets);
        for bets in &self.bets {
            let kinds = self.kinds().filter(|kind| bets.stake(*kind) != Money::ZERO);
            events.extend(kinds.map(|kind| {
                let own = match kind {
                    WagerKind::Side(side) => self.game.citations.side_bets[usize::from(side)].placed,
                    _ => None,
                };
                let wager = Wager { hand: bets.at, kind };
                let amount = bets.stake(kind);
                Event {
                    what: What::Placed { wager, amount },
                    clause: own.or(place),
                }
            }));
        }
    }

    /// The wagers there may be, in the order they are placed and settled.
    fn kinds(&self) -> impl Iterator<Item = WagerKind> + use<> {
        let sides = (0..self.game.side_bets.len()).map(|place| WagerKind::Side(place as u8));
        std::iter::once(WagerKind::Main).chain(sides)
    }

    /// The end of the coup: the points are announced, then each wager is settled for all players.
    fn settle(&mut self, events: &mut Vec<Event>) {
        self.is_over = true;
        let end = CoupEnd::of(&self.player, &self.banker);
        let natural = self.player.len() + self.banker.len() == 4 && self.coup().is_natural(end.player, end.banker);
        let step = if natural {
            Procedure::Natural
        } else {
            Procedure::Compare
        };
        let what = What::Points {
            player: end.player,
            banker: end.banker,
        };
        self.note(step, what, events);
        for kind in self.kinds() {
            self.settle_kind(kind, end, events);
        }
    }

    fn settle_kind(&mut self, kind: WagerKind, end: CoupEnd, events: &mut Vec<Event>) {
        let riding: Vec<usize> = self.game.table.settling(self.bets.len()).collect();
        let riding = riding
            .into_iter()
            .filter(|place| self.bets[*place].stake(kind) != Money::ZERO);
        let losers_first = match kind {
            WagerKind::Side(side) => self.game.order_of(&self.game.side_bets[usize::from(side)]),
            _ => SettleOrder::LosersFirst,
        } == SettleOrder::LosersFirst;
        let loses = |place: &usize| losers_first && self.row(kind, end, self.bets[*place].stake(kind)).is_none();
        let (first, then): (Vec<usize>, Vec<usize>) = riding.partition(loses);
        for place in first.into_iter().chain(then) {
            self.settle_wager(place, kind, end, events);
        }
    }

    /// The row of its pay table that a wager meets.
    fn row(&self, kind: WagerKind, end: CoupEnd, stake: Money) -> Option<usize> {
        match kind {
            WagerKind::Side(side) => {
                let dealt = Dealt::Baccarat {
                    player: &self.player,
                    banker: &self.banker,
                };
                self.game.side_bets[usize::from(side)].best_row(&dealt, stake)
            }
            _ => self.rules().best_row(end, stake),
        }
    }

    fn settle_wager(&mut self, place: usize, kind: WagerKind, end: CoupEnd, events: &mut Vec<Event>) {
        let (at, stake) = (self.bets[place].at, self.bets[place].stake(kind));
        let row = self.row(kind, end, stake);
        let net = row.map_or(-stake, |row| self.rows(kind)[row].pays.paid_on(stake));
        let what = What::Settled {
            wager: Wager { hand: at, kind },
            outcome: row.map_or(Outcome::NoRow, |row| Outcome::Row(row as u8)),
            stake,
            net,
        };
        let clause = self.clause(kind, row);
        self.nets.add(at.seat, net);
        events.push(Event { what, clause });
    }

    fn rows(&self, kind: WagerKind) -> &[Row] {
        match kind {
            WagerKind::Side(side) => &self.game.side_bets[usize::from(side)].rows,
            _ => &self.rules().pays,
        }
    }

    fn clause(&self, kind: WagerKind, row: Option<usize>) -> ClauseAt {
        let citations = &self.game.citations;
        match kind {
            WagerKind::Side(side) => {
                let bet = &citations.side_bets[usize::from(side)];
                row.map_or(bet.bet, |row| bet.rows[row])
            }
            _ => row
                .and_then(|row| citations.pays[row])
                .or(self.game.procedure.get(Procedure::Settle)),
        }
    }
}

impl Bets {
    fn new(at: HandAt, wagers: &HandWagers) -> Bets {
        Bets {
            at,
            main: wagers.main,
            side: std::array::from_fn(|place| wagers.side_stake(place)),
        }
    }

    fn stake(&self, kind: WagerKind) -> Money {
        match kind {
            WagerKind::Side(side) => self.side[usize::from(side)],
            _ => self.main,
        }
    }
}
