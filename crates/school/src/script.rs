//! The moves a dealer makes in a round, in the document's order, each with the clauses it carries out. They are read off the
//! events of the round; no game is known here.

use croupier_rules::game::{Clause, Procedure};
use croupier_rules::{Game, Money};
use croupier_table::{Event, HandAt, Outcome, ShoeEvent, ShoeWhat, Wager, WagerKind, What};

use crate::moves::{Announcement, Move, Question};
use crate::players::Irregularity;

/// One thing that happens at the table, to the cards to come or in the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Happening {
    /// The table is opened with fresh decks.
    Opening,
    /// To the shoe.
    Shoe(ShoeEvent),
    /// In the round.
    Round(Event),
    /// At a seat, against the rules.
    Irregularity {
        /// Whose hand.
        hand: HandAt,
        /// What.
        what: Irregularity,
    },
}

/// One move that is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// The move.
    pub made: Move,
    /// The clauses it carries out, as indexes into the game's clauses.
    pub clauses: Vec<u16>,
    /// The happening it brings about, as an index; `None` for a move that no event tells of.
    pub brings: Option<usize>,
    /// How many happenings there have been when the move is due: those of the players that it answers are among them.
    pub after: usize,
    /// Neighbors of the same group may change places.
    group: usize,
    /// Settlements of one kind that follow each other are one pass along the table.
    pass: Option<usize>,
}

/// All moves of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// The moves, in order.
    pub dues: Vec<Due>,
}

impl Script {
    /// The moves that bring about what happened.
    pub fn of(game: &Game, happenings: &[Happening]) -> Script {
        let mut writer = Writer::new(game);
        for (place, happening) in happenings.iter().enumerate() {
            writer.place = place;
            match happening {
                Happening::Opening => writer.opening(),
                Happening::Shoe(event) => writer.shoe(event),
                Happening::Round(event) => writer.round(event),
                Happening::Irregularity { hand, .. } => {
                    writer.push(Move::CallFloor { seat: hand.seat }, None, Some(place));
                }
            }
        }
        writer.place = happenings.len();
        writer.push(Move::Collect, None, None);
        Script { dues: writer.dues }
    }

    /// Whether two moves may change places: the document settles hand by hand, and leaves open in which order the wagers of one
    /// hand are settled.
    pub fn may_change_places(&self, one: usize, other: usize) -> bool {
        self.dues[one].group == self.dues[other].group
    }

    /// Whether two moves settle wagers of one kind in one pass along the table.
    pub fn are_of_one_pass(&self, one: usize, other: usize) -> bool {
        self.dues[one].pass.is_some() && self.dues[one].pass == self.dues[other].pass
    }

    /// The clauses that a move carries out.
    pub fn clauses<'g>(&self, game: &'g Game, due: usize) -> Vec<&'g Clause> {
        let clauses = self.dues.get(due).map_or(&[][..], |due| &due.clauses);
        clauses
            .iter()
            .filter_map(|clause| game.sources.clauses.get(usize::from(*clause)))
            .collect()
    }
}

/// Writes the script while events are told.
struct Writer<'g> {
    game: &'g Game,
    dues: Vec<Due>,
    /// The happening being told.
    place: usize,
    /// Wagers that lie on the felt.
    open: Vec<Wager>,
    /// Whether players may bet.
    betting: bool,
    /// Whom the dealer last turned to, and for what.
    asked: Option<(HandAt, Question)>,
    /// Whether the dealer's own hand is being played: hands that end from now on stay until the cards are collected.
    dealer_plays: bool,
    /// The clause that cuts the next payment.
    cap: Option<u16>,
    /// The kind of wagers of the pass that is under way.
    passing: Option<PassKind>,
    passes: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PassKind {
    MainGame,
    Insurance,
    Side(u8),
}

impl<'g> Writer<'g> {
    fn new(game: &'g Game) -> Writer<'g> {
        Writer {
            game,
            dues: Vec::new(),
            place: 0,
            open: Vec::new(),
            betting: true,
            asked: None,
            dealer_plays: false,
            cap: None,
            passing: None,
            passes: 0,
        }
    }

    fn push(&mut self, made: Move, clause: Option<u16>, brings: Option<usize>) {
        let keeps_turn = match made {
            Move::Deal { to } => self
                .asked
                .is_some_and(|(hand, _)| to == croupier_table::Place::Hand(hand)),
            Move::Ask { .. } | Move::Heed { .. } | Move::Part { .. } | Move::Lammer { .. } => true,
            _ => false,
        };
        if !keeps_turn {
            self.asked = None;
        }
        let pass = self.pass_of(made);
        let same_hand = |last: &Due| match (last.made.settles(), made.settles()) {
            (Some(one), Some(other)) => one.hand == other.hand && is_main_game(one) && is_main_game(other),
            _ => false,
        };
        let group = match self.dues.last() {
            Some(last) if same_hand(last) => last.group,
            Some(last) => last.group + 1,
            None => 0,
        };
        self.dues.push(Due {
            made,
            clauses: clause.into_iter().collect(),
            brings,
            after: self.place,
            group,
            pass,
        });
    }

    fn pass_of(&mut self, made: Move) -> Option<usize> {
        match made.settles().map(|wager| wager.kind) {
            Some(kind) => {
                let kind = PassKind::of(kind);
                if self.passing != Some(kind) {
                    self.passing = Some(kind);
                    self.passes += 1;
                }
                Some(self.passes)
            }
            None => {
                let between = matches!(
                    made,
                    Move::Show { .. } | Move::CallOut { .. } | Move::Muck { .. } | Move::PutUnder { .. }
                );
                if !between {
                    self.passing = None;
                }
                None
            }
        }
    }

    /// By the document where it says so, else by the house's own procedure.
    fn opening(&mut self) {
        self.push(Move::Verify, self.game.procedure.get(Procedure::Verify), None);
        self.push(Move::Wash, self.game.procedure.get(Procedure::Wash), Some(self.place));
    }

    fn shoe(&mut self, event: &ShoeEvent) {
        let made = match event.what {
            ShoeWhat::Shuffled { .. } | ShoeWhat::DiscardsShuffled { .. } => Move::Shuffle,
            ShoeWhat::Cut { .. } => Move::OfferCut,
            ShoeWhat::CutCardPlaced { .. } => Move::PlaceCutCard,
            ShoeWhat::Burnt { .. } => Move::Burn,
            ShoeWhat::LastRound => Move::Announce(Announcement::LastRound),
            ShoeWhat::NewDealer => return,
        };
        self.push(made, event.clause, Some(self.place));
    }

    fn round(&mut self, event: &Event) {
        let made = match event.what {
            What::Placed { wager, .. } => return self.open.push(wager),
            What::FreeBet { wager, .. } => {
                self.open.push(wager);
                Move::Lammer { wager }
            }
            What::Capped { .. } => {
                self.cap = event.clause;
                return;
            }
            What::Chose { hand, action } => return self.heed(hand, action.kind, event.clause),
            What::Settled {
                wager,
                outcome,
                stake,
                net,
            } => return self.settle(wager, outcome, (stake, net), event.clause),
            What::Dealt { to, .. } => {
                self.close_bets();
                self.dealer_plays |= to == croupier_table::Place::Dealer;
                Move::Deal { to }
            }
            What::Revealed { .. } => {
                self.dealer_plays = true;
                Move::Reveal
            }
            What::Parted { from, .. } => Move::Part { hand: from },
            What::Checked { .. } => Move::Check,
            What::Qualified { qualifies } => Move::Announce(Announcement::Qualifies(qualifies)),
            What::DealerDone { total, .. } => Move::Announce(Announcement::Total(total)),
            What::Points { player, banker } => Move::Announce(Announcement::Points(player, banker)),
            What::Turned { place, .. } => Move::Turn { place },
            What::Tucked { hand } => Move::Tuck { hand },
            What::Shown { hand } => Move::Show { hand },
            What::CalledOut { wager, .. } => Move::CallOut { wager },
        };
        self.push(made, event.clause, Some(self.place));
    }

    /// Before the first card: the bets lie, and no more are taken.
    fn close_bets(&mut self) {
        if std::mem::take(&mut self.betting) {
            let clause = self.game.procedure.get(Procedure::PlaceBets);
            self.push(Move::CloseBets, clause, None);
        }
    }

    /// A decision: the dealer turns to the hand, unless it has the dealer's attention already, and carries out what it wants.
    fn heed(&mut self, hand: HandAt, wants: croupier_table::ActionKind, clause: Option<u16>) {
        let question = Question::answered_by(wants);
        if self.asked != Some((hand, question)) {
            self.push(Move::Ask { hand, question }, clause, None);
            self.asked = Some((hand, question));
        }
        self.push(Move::Heed { hand, wants }, clause, Some(self.place));
    }

    fn settle(&mut self, wager: Wager, outcome: Outcome, (stake, net): (Money, Money), clause: Option<u16>) {
        let side_bet = match wager.kind {
            WagerKind::Side(place) => self.game.side_bets.get(usize::from(place)),
            _ => None,
        };
        let made = match net.cents() {
            0 if stake == Money::ZERO => Move::TakeLammer { wager },
            0 => Move::Leave { wager },
            gain if gain > 0 => Move::Pay {
                wager,
                amount: side_bet.map_or(net, |bet| bet.handed_over(net, stake)),
            },
            _ => Move::Take { wager, amount: -net },
        };
        self.push(made, clause, Some(self.place));
        let cap = self.cap.take();
        if let Some(due) = self.dues.last_mut() {
            due.clauses.extend(cap);
        }
        self.open.retain(|open| *open != wager);
        let is_over = is_main_game(wager)
            && !self
                .open
                .iter()
                .any(|open| open.hand == wager.hand && is_main_game(*open));
        if is_over && !self.dealer_plays {
            self.put_away(wager.hand, outcome);
        }
    }

    /// Where the document says what becomes of the cards of a hand that is over during play: mucked, or put under a side bet that
    /// still looks at them.
    fn put_away(&mut self, hand: HandAt, outcome: Outcome) {
        let Some(clause) = self.game.procedure.get(Procedure::Muck) else {
            return;
        };
        let start = HandAt { part: 1, ..hand };
        let looks = |wager: &&Wager| match wager.kind {
            WagerKind::Side(place) => {
                let bet = self.game.side_bets.get(usize::from(place));
                wager.hand == start && bet.is_some_and(|bet| bet.over.sees().player)
            }
            _ => false,
        };
        let made = match self.open.iter().find(looks) {
            Some(wager) => Move::PutUnder { wager: *wager },
            None => Move::Muck { hand },
        };
        self.push(made, Some(self.said_of(outcome).unwrap_or(clause)), None);
    }

    /// The clause of the step `muck` that the sheet cites where it tells of this outcome; a document may say it once for each.
    fn said_of(&self, outcome: Outcome) -> Option<u16> {
        let step = match outcome {
            Outcome::Bust => Procedure::Bust,
            Outcome::Blackjack | Outcome::SuitedBlackjack(_) => Procedure::PayBlackjack,
            Outcome::Winner(_) => Procedure::Winner,
            Outcome::Surrendered => Procedure::Surrender,
            _ => return None,
        };
        let sources = &self.game.sources;
        let (_, muck) = sources.steps.0.iter().find(|(step, _)| *step == Procedure::Muck)?;
        let cited = sources.lines_at(step).flat_map(|line| &line.clause.0);
        let own = cited.into_iter().find(|clause| muck.0.contains(clause))?;
        sources.clause_index(own)
    }
}

impl PassKind {
    const fn of(kind: WagerKind) -> PassKind {
        match kind {
            WagerKind::Side(place) => PassKind::Side(place),
            WagerKind::Insurance => PassKind::Insurance,
            WagerKind::Main
            | WagerKind::Double(_)
            | WagerKind::Street(_)
            | WagerKind::Blind
            | WagerKind::Raise
            | WagerKind::Bonus => PassKind::MainGame,
        }
    }
}

/// Whether a wager is settled with the hand it lies on, rather than on its own.
fn is_main_game(wager: Wager) -> bool {
    PassKind::of(wager.kind) == PassKind::MainGame
}
