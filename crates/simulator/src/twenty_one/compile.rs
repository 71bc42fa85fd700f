//! Compiles a game of 21 and a strategy into one flat table, by asking the round itself what happens.
//!
//! Every different hand is played out once by [`Round`], with the strategy's choice at every choice. What is simulated is
//! therefore what is dealt. What follows the players' turns (the dealer's draws, the comparison, insurance) is tabulated for
//! every dealer's hand by asking the rules (`croupier_rules::play`), as the round does.

mod splits;

use std::sync::Arc;

use croupier_rules::play::{BetKind, BlackjackCheck, DealerResult, FreeBets, HandFacts, Total, is_ace_ten};
use croupier_rules::twenty_one::{HoleCard, TwentyOne};
use croupier_rules::{Card, Game, Money, Rank};
use croupier_table::{
    Action, ActionKind, Event, HandWagers, Next, Outcome, Place, Round, SeatWagers, Step, Strategy, WagerKind, Wagers,
    What,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::dealer::{DealerHand, DealerHands};
use super::leaf::{Leaf, Leaves, Waiting, compare};
use super::likeness::{Faced, Held, Splits, likeness};
use super::{OPENINGS_MAX, Opening, Tables};
use crate::cards::{CardKind, Layout};
use crate::fault::Fault;
use crate::settled::Settled;
use crate::sides::Sides;
use crate::table::{BY_CARD, BY_RANK, Entry, Stop, TableBuilder};

/// How many different hands are compiled. Rules that ask for the exact cards of long hands know millions; those beyond are
/// left to the round, which is slower and just as right.
const MET_MAX: usize = 1_000_000;

/// What is asked of the compiler once per different hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    faced: Faced,
    splits: Splits,
    doubles: Vec<Money>,
    free: FreeBets,
    likeness: Vec<u8>,
}

/// A hand being played out.
#[derive(Clone)]
struct Hand {
    round: Round,
    /// Which part of its starting hand it is.
    part: u8,
    faced: Faced,
    splits: Splits,
    cards: Vec<Card>,
    doubles: Vec<Money>,
    free: FreeBets,
}

impl Hand {
    fn facts(&self) -> HandFacts {
        HandFacts::of(&self.cards, self.splits.origin(), self.doubles.len())
    }
}

struct Compiler<'a> {
    game: &'a Arc<Game>,
    rules: &'a TwentyOne,
    strategy: &'a dyn Strategy,
    layout: &'a Layout,
    bets: HandWagers,
    dealer: DealerHands,
    table: TableBuilder,
    leaves: Leaves,
    /// Hands that have just received a card.
    met: FxHashMap<Key, Entry>,
    /// Hands that are about to receive one.
    drawing: FxHashMap<Key, Entry>,
    rows: FxHashMap<Waiting, Entry>,
    fused: FxHashMap<(Waiting, DealerHand), Entry>,
    openings: Vec<Opening>,
    starts: FxHashMap<(Faced, Vec<u8>), Entry>,
    /// Pairs that are split and not yet compiled: what the dealer shows, and the rank that a split hand begins with.
    pairs_split: Vec<(Faced, Rank)>,
    pairs_known: FxHashSet<(Faced, Rank)>,
}

/// Compiles one hand with these bets.
pub(super) fn compile(
    game: &Arc<Game>,
    rules: &TwentyOne,
    strategy: &dyn Strategy,
    bets: &HandWagers,
) -> Result<Tables, Fault> {
    let layout = Layout::new(&game.deck);
    let mut compiler = Compiler {
        game,
        rules,
        strategy,
        layout: &layout,
        bets: HandWagers {
            side: Vec::new(),
            ..bets.clone()
        },
        dealer: DealerHands::new(rules.dealer.soft_17),
        table: TableBuilder::default(),
        leaves: Leaves::default(),
        met: FxHashMap::default(),
        drawing: FxHashMap::default(),
        rows: FxHashMap::default(),
        fused: FxHashMap::default(),
        openings: Vec::new(),
        starts: FxHashMap::default(),
        pairs_split: Vec::new(),
        pairs_known: FxHashSet::default(),
    };
    let begun = compiler.deal()?;
    let (faced, split_starts, split_off_at) = compiler.split_starts()?;
    let (insurance, insurance_ends) = compiler.insurance();
    let Compiler {
        dealer,
        table,
        leaves,
        openings,
        ..
    } = compiler;
    let kinds = layout.kinds();
    let mut dealer_starts = vec![0; BY_CARD * BY_CARD];
    let mut dealer_singles = vec![0; BY_CARD];
    let mut checked = vec![false; BY_CARD];
    for up in 0..kinds {
        let up_card = layout.card(up as CardKind);
        let single = dealer.single(up_card.rank());
        dealer_singles[up] = dealer.number(single);
        checked[up] = is_checked(rules, up_card) && !rules.dealer.hole_card.is_face_up();
        for hole in 0..kinds {
            let hand = dealer.with(single, layout.card(hole as CardKind).rank());
            dealer_starts[up * BY_CARD + hole] = dealer.number(hand);
        }
    }
    let mut dealer_next = vec![0; 64 * BY_RANK];
    for (number, hand) in dealer.all().iter().enumerate() {
        for kind in (0..kinds).step_by(4) {
            let next = dealer.with(*hand, layout.card(kind as CardKind).rank());
            dealer_next[number * BY_RANK + kind / 4] = dealer.number(next);
        }
    }
    Ok(Tables {
        blackjack: dealer.number(DealerHand::Done(DealerResult::Blackjack)),
        late_blackjack_spares_bets: [BetKind::Original, BetKind::SplitOff, BetKind::Double]
            .into_iter()
            .any(|bet| !rules.dealer.late_blackjack_takes.takes(bet)),
        has_hole_card: rules.dealer.hole_card.is_dealt(),
        hole_is_open: rules.dealer.hole_card.is_face_up(),
        entries: table.finish(),
        begun,
        leaves: leaves.list,
        openings,
        insurance,
        insurance_ends,
        dealer_starts,
        dealer_singles,
        dealer_next,
        checked,
        faced,
        split_starts,
        split_off_at,
        sides: Sides::compile(game, &layout, bets),
        layout,
    })
}

/// Whether the dealer looks for a blackjack under this up card before the players act.
fn is_checked(rules: &TwentyOne, up: Card) -> bool {
    rules.dealer.check_under(up.rank()) == BlackjackCheck::Checked
}

impl Compiler<'_> {
    /// By first card and up card: the node of the second card.
    fn deal(&mut self) -> Result<Vec<Entry>, Fault> {
        let kinds = self.layout.kinds() as CardKind;
        let mut begun = vec![Entry::stop(Stop::Unmet); BY_CARD * BY_CARD];
        for first in 0..kinds {
            for up in 0..kinds {
                let mut by_second = Vec::new();
                for second in 0..kinds {
                    let (low, high) = (first.min(second), first.max(second));
                    let cards = [low, high].map(|kind| self.layout.card(kind));
                    by_second.push(match self.rules.dealer.hole_card.is_face_up() {
                        true => self.by_open_hole(cards, self.layout.card(up))?,
                        false => {
                            let up = self.layout.card(up);
                            self.start(cards, Faced { up, hole: None })?
                        }
                    });
                }
                begun[usize::from(first) * BY_CARD + usize::from(up)] = self.possible_node(by_second);
            }
        }
        Ok(begun)
    }

    /// The node of the dealer's second card, which lies face up, after the deal of these cards.
    fn by_open_hole(&mut self, cards: [Card; 2], up: Card) -> Result<Entry, Fault> {
        let alike = likeness(self.rules, Held::dealt(&cards));
        let key = (Faced { up, hole: None }.like(self.rules), alike);
        if let Some(entry) = self.starts.get(&key) {
            return Ok(*entry);
        }
        let mut by_hole = Vec::new();
        for hole in 0..self.layout.kinds() as CardKind {
            let hole = Some(self.layout.card(hole));
            by_hole.push(self.start(cards, Faced { up, hole })?);
        }
        let unmet = Entry::stop(Stop::Unmet);
        let is_met = by_hole.iter().any(|entry| *entry != unmet);
        let entry = self.possible_node(by_hole);
        if is_met {
            self.starts.insert(key, entry);
        }
        Ok(if is_met { entry } else { unmet })
    }

    /// A node of the deal. A card that cannot come, because it is on the table already, leads where its rank leads, so that
    /// it does not make suits matter.
    fn possible_node(&mut self, mut by_kind: Vec<Entry>) -> Entry {
        let unmet = Entry::stop(Stop::Unmet);
        for rank in by_kind.chunks_mut(4) {
            if let Some(known) = rank.iter().copied().find(|entry| *entry != unmet) {
                for entry in rank {
                    if *entry == unmet {
                        *entry = known;
                    }
                }
            }
        }
        self.table.node(&by_kind)
    }

    /// The entry after the deal of these cards.
    fn start(&mut self, cards: [Card; 2], faced: Faced) -> Result<Entry, Fault> {
        let faced_like = faced.like(self.rules);
        let alike = likeness(self.rules, Held::dealt(&cards));
        // Where insurance is offered, the choice may rest on anything about the three cards.
        let up = faced.up.rank();
        let asked = self.rules.insurance_for(up, false).is_some() || self.rules.may_take_even_money(up);
        if !asked && let Some(entry) = self.starts.get(&(faced_like, alike.clone())) {
            return Ok(*entry);
        }
        let Some((entry, opening)) = self.play_start(cards, faced)? else {
            return Ok(Entry::stop(Stop::Unmet));
        };
        let place = match self.openings.iter().position(|known| *known == opening) {
            Some(place) => place,
            None => {
                self.openings.push(opening);
                self.openings.len() - 1
            }
        };
        if place >= OPENINGS_MAX {
            return Err(Fault::Openings { max: OPENINGS_MAX });
        }
        let entry = entry.opening(place as u32);
        if !asked {
            self.starts.insert((faced_like, alike), entry);
        }
        Ok(entry)
    }

    fn play_start(&mut self, cards: [Card; 2], faced: Faced) -> Result<Option<(Entry, Opening)>, Fault> {
        let up = faced.up;
        let Some((round, events)) = self.dealt_to_play(cards, faced)? else {
            return Ok(None);
        };
        let mut hand = Hand {
            round,
            part: 1,
            faced: faced.like(self.rules),
            splits: Splits::NONE,
            cards: cards.to_vec(),
            doubles: Vec::new(),
            free: FreeBets::NONE,
        };
        let mut insured = 0;
        let entry = self.play_on(&mut hand, events, &mut insured)?;
        let mut opening = Opening {
            insured,
            against_blackjack: None,
        };
        if is_checked(self.rules, up) && faced.hole.is_none() {
            for hole in Card::all().filter(|card| is_ace_ten(&[up, *card]) && self.game.deck.count(*card) > 0) {
                let Some((mut round, mut events)) = self.dealt(cards, up, Some(hole))? else {
                    continue;
                };
                while let Next::Choice(_) = round.next() {
                    let action = self.choose(&round)?;
                    self.step(&mut round, Step::Choose(action), &mut events);
                }
                let leaf = settled(&events, usize::MAX, 1);
                opening.against_blackjack = Some(self.leaves.number(leaf));
                break;
            }
        }
        Ok(Some((entry, opening)))
    }

    /// The round after the deal of these cards, with a hole card under which play begins where the dealer has one; `None` when
    /// the shoe does not hold them all.
    fn dealt_to_play(&self, cards: [Card; 2], faced: Faced) -> Result<Option<(Round, Vec<Event>)>, Fault> {
        let up = faced.up;
        match self.rules.dealer.hole_card {
            HoleCard::None | HoleCard::FaceUp => self.dealt(cards, up, faced.hole),
            HoleCard::Dealt => match self.quiet_hole(&[cards[0], cards[1], up], up) {
                Some(hole) => self.dealt(cards, up, Some(hole)),
                None => Ok(None),
            },
        }
    }

    /// A hole card that the dealer's check finds no blackjack with, and whose absence from the shoe hands feel the least: from
    /// 2 to 9 where there is one, of another rank than the cards on the table, and high, for few high cards make a hand.
    fn quiet_hole(&self, table: &[Card], up: Card) -> Option<Card> {
        let left = |card: &Card| {
            let gone = table.iter().filter(|other| *other == card).count();
            usize::from(self.game.deck.count(*card)) > gone
        };
        let ends_the_round = |card: &Card| is_checked(self.rules, up) && is_ace_ten(&[up, *card]);
        let another = |card: &Card| table.iter().all(|other| other.rank() != card.rank());
        let makes_no_blackjack = |card: &Card| (2..=9).contains(&card.value());
        Card::all()
            .filter(|card| left(card) && !ends_the_round(card))
            .max_by_key(|card| (makes_no_blackjack(card), another(card), card.value(), card.suit()))
    }

    /// The round after the deal of these cards, or `None` when the shoe does not hold them all.
    fn dealt(&self, cards: [Card; 2], up: Card, hole: Option<Card>) -> Result<Option<(Round, Vec<Event>)>, Fault> {
        let wagers = Wagers {
            seats: vec![SeatWagers {
                seat: 1,
                hands: vec![self.bets.clone()],
            }],
        };
        let mut round = Round::new(self.game, &wagers)?;
        let mut events = Vec::new();
        for card in [cards[0], up, cards[1]].into_iter().chain(hole) {
            if round.play(Step::Card(card), &mut events).is_err() {
                return Ok(None);
            }
        }
        Ok(Some((round, events)))
    }

    fn step(&self, round: &mut Round, step: Step, events: &mut Vec<Event>) {
        round.play(step, events).expect("only what is offered is played");
    }

    fn choose(&self, round: &Round) -> Result<Action, Fault> {
        let situation = round
            .situation()
            .expect("a round that asks for a choice has a situation");
        let action = self.strategy.choose(self.game, &situation);
        if situation.offers.iter().any(|offer| offer.allows(action)) {
            Ok(action)
        } else {
            Err(Fault::not_offered(action, &situation))
        }
    }

    /// Plays a hand on until it needs a card or is over.
    fn play_on(&mut self, hand: &mut Hand, mut events: Vec<Event>, insured: &mut i64) -> Result<Entry, Fault> {
        loop {
            match hand.round.next() {
                Next::Choice(choice) if choice.hand.part == hand.part => {
                    let action = self.choose(&hand.round)?;
                    match action.kind {
                        ActionKind::Split => {
                            self.note_split(hand.faced, hand.cards[0].value());
                            return Ok(Entry::stop(Stop::Split));
                        }
                        ActionKind::Double => {
                            let free = self.rules.is_double_free(&hand.facts());
                            hand.free = hand.free.doubled(hand.doubles.len(), free);
                            hand.doubles.push(action.amount);
                        }
                        ActionKind::Insurance => *insured = action.amount.cents(),
                        _ => {}
                    }
                    self.step(&mut hand.round, Step::Choose(action), &mut events);
                }
                Next::Card { to: Place::Hand(at) } if at.part == hand.part => return self.draw(hand),
                _ => break,
            }
        }
        let shown = events
            .iter()
            .position(|event| matches!(event.what, What::Revealed { .. } | What::DealerDone { .. }))
            .unwrap_or(events.len());
        let leaf = settled(&events, shown, hand.part);
        if !leaf.bets.is_empty() {
            return Ok(Entry::leaf(self.leaves.number(leaf)));
        }
        let blackjack = self.rules.is_blackjack(&hand.facts());
        self.wait(Waiting {
            total: Total::of(&hand.cards).best(),
            blackjack: blackjack.then(|| self.rules.blackjack.pays_for(&hand.cards)),
            doubles: hand.doubles.clone(),
            free: hand.free,
        })
    }

    /// Split hands may begin with any card of the value, for hands that are alike were played out only once.
    fn note_split(&mut self, faced: Faced, value: u8) {
        for rank in Rank::ALL.into_iter().filter(|rank| rank.value() == value) {
            if self.pairs_known.insert((faced, rank)) {
                self.pairs_split.push((faced, rank));
            }
        }
    }

    fn key(&self, hand: &Hand, cards: &[Card]) -> Key {
        Key {
            faced: hand.faced,
            splits: hand.splits,
            doubles: hand.doubles.clone(),
            free: hand.free,
            likeness: likeness(
                self.rules,
                Held {
                    splits: hand.splits,
                    doubles: hand.doubles.len(),
                    cards,
                },
            ),
        }
    }

    /// The node of a hand that is about to receive a card.
    fn draw(&mut self, hand: &Hand) -> Result<Entry, Fault> {
        let key = self.key(hand, &hand.cards);
        if let Some(entry) = self.drawing.get(&key) {
            return Ok(*entry);
        }
        if self.met.len() >= MET_MAX {
            return Ok(Entry::stop(Stop::Beyond));
        }
        let unmet = Entry::stop(Stop::Unmet);
        let mut by_kind = vec![unmet; self.layout.kinds()];
        let mut keys = Vec::with_capacity(by_kind.len());
        let mut cards = hand.cards.clone();
        for (kind, entry) in by_kind.iter_mut().enumerate() {
            cards.truncate(hand.cards.len());
            cards.push(self.layout.card(kind as CardKind));
            let after = self.key(hand, &cards);
            *entry = match self.met.get(&after) {
                Some(entry) => *entry,
                None => {
                    let found = self.receive(hand, &cards)?;
                    if found != unmet {
                        self.met.insert(after.clone(), found);
                    }
                    found
                }
            };
            keys.push(after);
        }
        // A card that this hand could not receive, because the shoe has no more of it, may be like one that it did.
        for (entry, key) in by_kind.iter_mut().zip(&keys) {
            if *entry == unmet
                && let Some(known) = self.met.get(key)
            {
                *entry = *known;
            }
        }
        let node = self.table.node(&by_kind);
        self.drawing.insert(key, node);
        Ok(node)
    }

    fn receive(&mut self, hand: &Hand, cards: &[Card]) -> Result<Entry, Fault> {
        let card = *cards.last().expect("a card was just added");
        let mut after = hand.clone();
        after.cards.push(card);
        let mut events = Vec::new();
        if after.round.play(Step::Card(card), &mut events).is_err() {
            return Ok(Entry::stop(Stop::Unmet));
        }
        self.play_on(&mut after, events, &mut 0)
    }

    /// The entry of a hand that waits: where its row of dealer's hands starts.
    fn wait(&mut self, hand: Waiting) -> Result<Entry, Fault> {
        if let Some(entry) = self.rows.get(&hand) {
            return Ok(*entry);
        }
        let hands = self.dealer.all().to_vec();
        let row: Vec<Entry> = hands.iter().map(|dealer| self.against(&hand, *dealer)).collect();
        let entry = Entry::wait(self.table.row(&row));
        self.rows.insert(hand, entry);
        Ok(entry)
    }

    fn compare(&mut self, hand: &Waiting, dealer: DealerResult) -> Entry {
        let leaf = compare(self.rules, self.bets.main, self.bets.spot_count(), hand, dealer);
        Entry::leaf(self.leaves.number(leaf))
    }

    /// How a waiting hand goes on against this dealer's hand.
    fn against(&mut self, hand: &Waiting, dealer: DealerHand) -> Entry {
        let single = match dealer {
            DealerHand::Done(result) => return self.compare(hand, result),
            DealerHand::Draws { single, .. } => single,
        };
        // A blackjack and a busted hand wait for no more than the dealer's second card.
        if (hand.blackjack.is_some() || hand.total > 21) && !single {
            return self.compare(hand, DealerResult::Stands(21));
        }
        if let Some(entry) = self.fused.get(&(hand.clone(), dealer)) {
            return *entry;
        }
        let by_kind: Vec<Entry> = (0..self.layout.kinds() as CardKind)
            .map(|kind| {
                let next = self.dealer.with(dealer, self.layout.card(kind).rank());
                self.against(hand, next)
            })
            .collect();
        let node = self.table.node(&by_kind);
        self.fused.insert((hand.clone(), dealer), node);
        node
    }

    /// For every opening, up card and hole card: the digit of how insurance ends, and what the digits mean.
    fn insurance(&self) -> (Vec<u16>, Vec<Settled>) {
        let mut digits = vec![0; self.openings.len() * BY_CARD * BY_CARD];
        let mut ends: Vec<Settled> = Vec::new();
        for (opening, digits) in self.openings.iter().zip(digits.chunks_mut(BY_CARD * BY_CARD)) {
            if opening.insured == 0 {
                continue;
            }
            for up in 0..self.layout.kinds() {
                for hole in 0..self.layout.kinds() {
                    let dealer = [up, hole].map(|kind| self.layout.card(kind as CardKind));
                    let end = self.insurance_end(opening.insured, dealer);
                    let place = ends.iter().position(|known| *known == end).unwrap_or_else(|| {
                        ends.push(end);
                        ends.len() - 1
                    });
                    digits[up * BY_CARD + hole] = place as u16 + 1;
                }
            }
        }
        (digits, ends)
    }

    fn insurance_end(&self, insured: i64, dealer: [Card; 2]) -> Settled {
        let rules = self.rules.insurance.as_ref().expect("only what is offered is insured");
        let stake = Money::from_cents(insured * i64::from(self.bets.spot_count()));
        let (row, result) = rules.result(dealer);
        Settled {
            kind: WagerKind::Insurance,
            outcome: Outcome::insurance(row, result),
            stake: stake.cents(),
            net: result.net(stake).cents(),
        }
    }
}

/// The bets of a part that were settled among the first events.
fn settled(events: &[Event], until: usize, part: u8) -> Leaf {
    let mut bets = Vec::new();
    for event in events.iter().take(until) {
        if let What::Settled {
            wager,
            outcome,
            stake,
            net,
        } = event.what
            && wager.hand.part == part
            && matches!(wager.kind, WagerKind::Main | WagerKind::Double(_))
        {
            bets.push(Settled {
                kind: wager.kind,
                outcome,
                stake: stake.cents(),
                net: net.cents(),
            });
        }
    }
    Leaf { bets }
}
