//! Games against the dealer's hand with one decision: what a hand is and does stands in tables by its kind, the dealer's hand is
//! read from its ranks and, where a suit has enough cards, from the ranks of that suit.

mod lanes;

use std::cmp::Ordering;
use std::sync::Arc;

use croupier_rules::game::{Over, Settled as When};
use croupier_rules::pattern::Row;
use croupier_rules::pay_table::{Sight, best_row};
use croupier_rules::play::Contest;
use croupier_rules::poker::{Strength, Tally};
use croupier_rules::showdown::Showdown;
use croupier_rules::stud::Stud;
use croupier_rules::{Card, Game, Money, Rank, Suit};
use croupier_table::{
    HandWagers, Next, Offers, Outcome, Place, Round, Situation, Step, Strategy, WagerKind, offers_on, offers_to,
};
use rayon::prelude::*;

use super::compile::suits_are_alike;
use super::hand_kinds::{HOLE_MAX, Hand, HandKinds, Named};
use super::rows::{RowTable, rank_table};
use super::{Path, Side};
use crate::cards::{CardKind, CardSource, Layout};
use crate::compiled::CODES_MAX;
use crate::fault::Fault;
use crate::settled::Settled;
use crate::table::{Entry, Turn};
use crate::witness;

/// The most cards a round may take.
const CARDS_MAX: usize = 64;

/// How hands may compare, for a dealer who qualifies or not.
const CONTESTS: u32 = 6;

/// A game against the dealer's hand and a strategy, compiled: all that the kernels read.
///
/// The cards of a hand's round are numbered: hole cards, then the dealer's.
#[derive(Clone, Debug)]
pub struct ShowdownTables {
    /// The cards of the shoe.
    pub layout: Layout,
    /// For every number of hands, from 1: where the cards go in the order of the deal, hand by hand, the dealer's behind them.
    deals: Vec<Vec<u8>>,
    /// How many cards each hand is dealt, and the dealer.
    hole: usize,
    dealer: usize,
    /// Which of the dealer's cards lies up.
    up: Option<usize>,
    kinds: HandKinds,
    /// What the hands of each kind are.
    hands: Vec<HandOfKind>,
    /// For each kind and up card, the path that is taken.
    decisions: Vec<u8>,
    dealers: DealerHands,
    /// What can be chosen, as a path.
    paths: Vec<Path>,
    /// The side bets that are bet on, those over the hole cards first.
    sides: Vec<Side>,
    /// How many of them depend on the hole cards alone.
    sides_of_hand: usize,
    row_codes: u32,
    rows: HandRows,
    bets: HandWagers,
    stud: Stud,
}

#[derive(Clone, Copy, Debug)]
struct HandOfKind {
    /// The place of its strength among all strengths.
    strength: u32,
    /// The rows it meets, as digits of the code.
    code: u32,
}

/// How many ends the rows of the hand, of the bonus and of the blind bet have, the first the lowest digit.
#[derive(Clone, Copy, Debug)]
struct HandRows([u32; 3]);

/// How good a dealer's hand is, as lookups.
#[derive(Clone, Debug)]
struct DealerHands {
    entries: Vec<Entry>,
    root: Entry,
    /// Added to counts of suits kept in bytes: the highest bit of a byte is set when there is a flush.
    bias: u32,
    /// By the ranks of a suit that makes one, the place of its strength.
    flushes: Vec<u32>,
    /// The place of the least strength that qualifies.
    qualifies_from: u32,
}

impl ShowdownTables {
    /// Compiles the rules, a strategy and the bets of one hand; `None` where there is more than one decision, or more than
    /// tables can say.
    pub fn compile(
        game: &Arc<Game>,
        rules: &Stud,
        strategy: &(dyn Strategy + Sync),
        bets: &HandWagers,
    ) -> Result<Option<ShowdownTables>, Fault> {
        let layout = Layout::new(&game.deck);
        let Some(showdown) = rules.showdown.as_ref().filter(|_| is_simple(game, rules, &layout)) else {
            return Ok(None);
        };
        let (hole, dealer) = (usize::from(rules.hands.hole_cards), usize::from(showdown.dealer_cards));
        let kinds = HandKinds::new(layout.kinds(), hole);
        let strengths = Strengths::new(&layout, &kinds, rules, dealer);
        let rows = HandRows::new(rules, showdown);
        let (sides, sides_of_hand, row_codes) = side_bets(game, rules, &layout, bets, rows.codes());
        let mut tables = ShowdownTables {
            deals: Vec::new(),
            up: None,
            hands: Vec::new(),
            decisions: Vec::new(),
            dealers: strengths.dealers(&layout, rules, dealer),
            paths: paths(rules, bets),
            stud: rules.clone(),
            bets: bets.clone(),
            hole,
            dealer,
            kinds,
            sides,
            sides_of_hand,
            row_codes,
            rows,
            layout,
        };
        if tables.codes() > CODES_MAX || !tables.learn_deals(game) {
            return Ok(None);
        }
        let of_kind = |hand: &Hand| tables.hand_of_kind(showdown, &strengths, hand);
        tables.hands = tables.kinds.hands.par_iter().map(of_kind).collect();
        tables.decisions = tables.decide(game, strategy)?;
        Ok(Some(tables))
    }

    /// How many codes a hand can end with.
    pub fn codes(&self) -> u64 {
        self.paths.len() as u64 * u64::from(CONTESTS) * u64::from(self.row_codes)
    }

    /// How many cards a lone hand's round takes.
    fn cards(&self) -> usize {
        self.hole + self.dealer
    }

    /// Plays one round with so many hands and says with which code each ended; `false` when the cards ran out.
    pub fn play<S: CardSource>(&self, hands: usize, source: &mut S, codes: &mut [u32]) -> bool {
        let mut dealt = [0; CARDS_MAX];
        for place in &self.deals[hands - 1] {
            let Some(kind) = source.card() else { return false };
            dealt[usize::from(*place)] = kind;
        }
        let dealer = hands * self.hole..hands * self.hole + self.dealer;
        for (hand, code) in codes[..hands].iter_mut().enumerate() {
            let mut cards = [0; HOLE_MAX + DEALER_MAX];
            cards[..self.hole].copy_from_slice(&dealt[hand * self.hole..][..self.hole]);
            cards[self.hole..][..self.dealer].copy_from_slice(&dealt[dealer.clone()]);
            *code = self.code(&cards[..self.cards()]);
        }
        true
    }

    #[inline(always)]
    fn code(&self, cards: &[CardKind]) -> u32 {
        let (hole, dealer) = cards.split_at(self.hole);
        let named = self.kinds.of(hole);
        let hand = self.hands[named.kind];
        let path = self.decisions[self.decision(named, |up| dealer[up])];
        let mut code = self.compared(hand, self.dealers.strength(dealer), path);
        for side in &self.sides[self.sides_of_hand..] {
            code += side.rows.row(&self.layout, |card| cards[usize::from(card)]) * side.radix;
        }
        code
    }

    /// The place of the decision on a hand, where `dealer` says which card lies up.
    #[inline(always)]
    fn decision(&self, named: Named, dealer: impl Fn(usize) -> CardKind) -> usize {
        match self.up {
            Some(up) => named.kind * Card::KINDS + usize::from(named.rename(dealer(up))),
            None => named.kind,
        }
    }

    /// The code of a hand on a path beside a dealer's hand, but for the side bets that look at the dealer's cards.
    #[inline(always)]
    fn compared(&self, hand: HandOfKind, dealers: u32, path: u8) -> u32 {
        let path = u32::from(path);
        let qualifies = u32::from(dealers >= self.dealers.qualifies_from);
        let contest = qualifies * 3 + 1 + u32::from(hand.strength > dealers) - u32::from(hand.strength < dealers);
        let in_play = u32::from(!self.paths[path as usize].folded);
        (path * CONTESTS + contest * in_play) * self.row_codes + hand.code
    }

    /// How every wager of a hand with this code ended.
    pub fn settled_code(&self, code: u32) -> Vec<Settled> {
        let path = &self.paths[(code / self.row_codes / CONTESTS) as usize];
        let contest = contest_of(code / self.row_codes % CONTESTS);
        let rows = code % self.row_codes;
        let mut settled = self.settled_main(path, contest, rows);
        settled.extend(self.sides.iter().map(|side| {
            let row = rows / side.radix % side.rows.ends();
            let (outcome, net) = match row.checked_sub(1) {
                Some(row) => (Outcome::Row(row as u8), side.pays[row as usize]),
                None => (Outcome::NoRow, -side.stake),
            };
            Settled {
                kind: WagerKind::Side(side.bet),
                outcome,
                stake: side.stake,
                net,
            }
        }));
        settled
    }

    fn settled_main(&self, path: &Path, contest: Contest, rows: u32) -> Vec<Settled> {
        let spots = i64::from(self.bets.spot_count());
        let main = self.bets.main * spots;
        let (stud, showdown) = (&self.stud, self.showdown());
        let blind = showdown.blind.as_ref().map(|_| (WagerKind::Blind, main));
        let streets = path.bets.iter().zip(1..).filter(|(bet, _)| **bet != 0);
        let streets = streets.map(|(bet, street)| (WagerKind::Street(street), Money::from_cents(*bet) * spots));
        let wagers = std::iter::once((WagerKind::Main, main)).chain(blind).chain(streets);
        let [hand, bonus, blind_row] = self.rows.of(rows);
        let ends = wagers.map(|(kind, stake)| {
            let (outcome, net) = match (kind, &showdown.blind) {
                _ if path.folded => (Outcome::Folded, -stake),
                (WagerKind::Blind, Some(blind)) => {
                    let odds = blind_row.and_then(|row| blind.rows[row].pays.odds());
                    let net = showdown.blind_result(blind, contest, odds).net(stake);
                    (Outcome::of_blind(contest, blind, blind_row), net)
                }
                _ => {
                    let terms = match kind {
                        WagerKind::Main => &showdown.main_bet,
                        _ => &showdown.street_bets,
                    };
                    let odds = hand.and_then(|row| stud.pays[row].pays.odds());
                    let net = showdown.result(terms, contest, odds).net(stake);
                    (Outcome::of_contest(contest, terms, hand), net)
                }
            };
            Settled {
                kind,
                outcome,
                stake: stake.cents(),
                net: net.cents(),
            }
        });
        let mut ends: Vec<Settled> = ends.collect();
        ends.extend(bonus.filter(|_| !path.folded).map(|row| Settled {
            kind: WagerKind::Bonus,
            outcome: Outcome::Row(row as u8),
            stake: 0,
            net: showdown.bonus_rows[row].pays.paid_on(main).cents(),
        }));
        ends
    }

    /// All numbers of the tables, for a fingerprint.
    pub(crate) fn each_word(&self, mut visit: impl FnMut(u64)) {
        self.decisions.iter().for_each(|path| visit(u64::from(*path)));
        for hand in &self.hands {
            visit(u64::from(hand.strength) << 32 | u64::from(hand.code));
        }
        self.dealers.entries.iter().for_each(|entry| visit(u64::from(entry.0)));
    }

    fn showdown(&self) -> &Showdown {
        self.stud
            .showdown
            .as_ref()
            .expect("tables are made where there is a dealer's hand")
    }

    /// Finds out from rounds where the cards of the deal go; `false` where that is not the whole of them.
    fn learn_deals(&mut self, game: &Arc<Game>) -> bool {
        for hands in 1..=game.table.seats {
            let cards = usize::from(hands) * self.hole + self.dealer;
            if cards > CARDS_MAX || cards > self.layout.size() {
                break;
            }
            let Ok(mut round) = Round::new(game, &witness::wagers(&self.bets, hands)) else {
                return false;
            };
            let mut events = Vec::new();
            let mut got = vec![0; usize::from(hands) + 1];
            let mut deal = Vec::new();
            while let (Next::Card { to }, Some(card)) = (round.next(), game.deck.cards().nth(deal.len())) {
                let to_hand = match to {
                    Place::Hand(at) => usize::from(at.seat) - 1,
                    Place::Up => {
                        self.up = Some(got[usize::from(hands)]);
                        usize::from(hands)
                    }
                    _ => usize::from(hands),
                };
                deal.push((to_hand * self.hole + got[to_hand]) as u8);
                got[to_hand] += 1;
                if round.play(Step::Card(card), &mut events).is_err() {
                    return false;
                }
            }
            let mut all = deal.clone();
            all.sort_unstable();
            if all.iter().copied().ne(0..cards as u8) {
                return false;
            }
            self.deals.push(deal);
        }
        !self.deals.is_empty()
    }

    fn hand_of_kind(&self, showdown: &Showdown, strengths: &Strengths, hand: &Hand) -> HandOfKind {
        let cards: Vec<Card> = hand.iter().map(|kind| self.layout.card(*kind)).collect();
        let size = self.stud.hands.hand_size;
        let met = |rows: &[Row], stake: Money| best_row(rows, &Sight::new(&cards, size), stake);
        let all_spots = self.bets.main * i64::from(self.bets.spot_count());
        let blind = showdown.blind.as_ref().and_then(|blind| met(&blind.rows, all_spots));
        let rows = [
            met(&self.stud.pays, self.bets.main),
            met(&showdown.bonus_rows, all_spots),
            blind,
        ];
        let sides = self.sides[..self.sides_of_hand].iter();
        let sides = sides.map(|side| side.rows.row(&self.layout, |card| hand[usize::from(card)]) * side.radix);
        HandOfKind {
            strength: strengths.place(Tally::of(&cards).strength(size)),
            code: self.rows.code(rows) + sides.sum::<u32>(),
        }
    }

    /// Asks the strategy for every kind of hand and every up card.
    fn decide(&self, game: &Game, strategy: &(dyn Strategy + Sync)) -> Result<Vec<u8>, Fault> {
        let of_hand = |hand: &Hand| -> Result<Vec<u8>, Fault> {
            let cards: Vec<Card> = hand.iter().map(|kind| self.layout.card(*kind)).collect();
            let offers = offers_to(&self.stud, 0, self.bets.spot_count(), &cards);
            if self.up.is_none() {
                return Ok(vec![self.choose(game, strategy, &offers, &cards, None)?]);
            }
            let mut paths = vec![0; Card::KINDS];
            for (kind, path) in paths[..self.layout.kinds()].iter_mut().enumerate() {
                if !hand.contains(&(kind as CardKind)) {
                    let up = self.layout.card(kind as CardKind);
                    *path = self.choose(game, strategy, &offers, &cards, Some(up))?;
                }
            }
            Ok(paths)
        };
        let paths: Result<Vec<Vec<u8>>, Fault> = self.kinds.hands.par_iter().map(of_hand).collect();
        Ok(paths?.concat())
    }

    fn choose(
        &self,
        game: &Game,
        strategy: &dyn Strategy,
        offers: &Offers,
        cards: &[Card],
        up: Option<Card>,
    ) -> Result<u8, Fault> {
        let situation = Situation {
            cards,
            up,
            hole: None,
            board: &[],
            split: false,
            parts: 1,
            main: self.bets.main,
            added: &[],
            offers,
        };
        let action = strategy.choose(game, &situation);
        let offered = offers.iter().find(|offer| offer.allows(action));
        // The paths are those of all hands, some of which may do more.
        let mut paths = offers_on(&self.stud.streets[0], self.bets.spot_count()).into_iter();
        match offered.and_then(|offered| paths.position(|offer| offer.kind == offered.kind)) {
            Some(place) => Ok(place as u8),
            None => Err(Fault::not_offered(action, &situation)),
        }
    }
}

/// The most cards of a dealer's hand.
const DEALER_MAX: usize = 8;

/// Whether tables can say all of the game: one deck, whose suits are alike, and one decision over hole cards.
fn is_simple(game: &Game, rules: &Stud, layout: &Layout) -> bool {
    let street = &rules.streets[0];
    let rows = rules.showdown.iter().flat_map(|showdown| showdown.tables_beside_hand());
    let rows = rows.flat_map(|(_, rows)| rows.iter()).chain(rules.pays.iter());
    let dealer_cards = rules.showdown.as_ref().map_or(0, |showdown| showdown.dealer_cards);
    game.deck.decks == 1
        && layout.kinds().is_multiple_of(Suit::ALL.len())
        && rules.streets.len() == 1
        && street.has_choice()
        && !street.lies_before_deal()
        && rules.community_cards() + rules.hands.extra_cards == 0
        && usize::from(rules.hands.hole_cards) <= HOLE_MAX
        && usize::from(dealer_cards) <= DEALER_MAX
        && rules.caps.is_empty()
        && rows.map(|row| &row.when).all(suits_are_alike)
        && game
            .side_bets
            .iter()
            .flat_map(|bet| bet.rows.iter())
            .map(|row| &row.when)
            .all(suits_are_alike)
}

/// What each offer of the one street leads to.
fn paths(rules: &Stud, bets: &HandWagers) -> Vec<Path> {
    let offers = offers_on(&rules.streets[0], bets.spot_count());
    let path = |times: Option<u8>| Path {
        bets: times
            .map(|times| bets.main.cents() * i64::from(times))
            .into_iter()
            .collect(),
        folded: times.is_none(),
    };
    offers.iter().map(|offer| path(offer.kind.street_bet())).collect()
}

/// The side bets that are bet on, those over the hole cards first; how many those are, and how many codes all rows have together.
fn side_bets(
    game: &Game,
    rules: &Stud,
    layout: &Layout,
    bets: &HandWagers,
    hand_codes: u32,
) -> (Vec<Side>, usize, u32) {
    let hole = rules.hands.hole_cards;
    let dealer = rules.showdown.as_ref().map_or(0, |showdown| showdown.dealer_cards);
    let (mut sides, mut codes): (Vec<Side>, u32) = (Vec::new(), hand_codes);
    let mut of_hand = 0;
    for over_hole in [true, false] {
        for (place, bet) in game.side_bets.iter().enumerate() {
            let stake = bets.side_stake(place);
            if stake == Money::ZERO || (bet.over == Over::HoleCards) != over_hole {
                continue;
            }
            let sees = bet.over.sees();
            let cards: Vec<u8> = (0..hole)
                .filter(|_| sees.player)
                .chain((hole..hole + dealer).filter(|_| sees.hole))
                .collect();
            let rows = RowTable::new(layout, &bet.rows, bet.poker_size(cards.len()), stake, cards);
            let radix = codes;
            codes = codes.saturating_mul(rows.ends());
            sides.push(Side {
                bet: place as u8,
                stake: stake.cents(),
                settled: When::AfterMain,
                radix,
                rows,
                pays: bet.rows.iter().map(|row| row.pays.paid_on(stake).cents()).collect(),
            });
        }
        if over_hole {
            of_hand = sides.len();
        }
    }
    (sides, of_hand, codes)
}

fn contest_of(digit: u32) -> Contest {
    Contest {
        player: match digit % 3 {
            0 => Ordering::Less,
            1 => Ordering::Equal,
            _ => Ordering::Greater,
        },
        qualifies: digit >= 3,
    }
}

impl HandRows {
    fn new(rules: &Stud, showdown: &Showdown) -> HandRows {
        let ends = |rows: usize| rows as u32 + 1;
        let blind = showdown.blind.as_ref().map_or(0, |blind| blind.rows.len());
        HandRows([ends(rules.pays.len()), ends(showdown.bonus_rows.len()), ends(blind)])
    }

    fn codes(self) -> u32 {
        self.0.iter().product()
    }

    fn code(self, rows: [Option<usize>; 3]) -> u32 {
        let digit = |row: Option<usize>| row.map_or(0, |row| row as u32 + 1);
        let [hand, bonus, blind] = rows.map(digit);
        hand + self.0[0] * (bonus + self.0[1] * blind)
    }

    fn of(self, code: u32) -> [Option<usize>; 3] {
        let [hands, bonuses, blinds] = self.0;
        let digits = [code % hands, code / hands % bonuses, code / hands / bonuses % blinds];
        digits.map(|digit| digit.checked_sub(1).map(|row| row as usize))
    }
}

/// All strengths that hands of a game may have, in rising order.
struct Strengths(Vec<Strength>);

impl Strengths {
    fn new(layout: &Layout, kinds: &HandKinds, rules: &Stud, dealer: usize) -> Strengths {
        let size = rules.hands.hand_size;
        let of_hand = |hand: &Hand| {
            let cards: Vec<Card> = hand.iter().map(|kind| layout.card(*kind)).collect();
            Tally::of(&cards).strength(size)
        };
        let mut all: Vec<Strength> = kinds.hands.par_iter().map(of_hand).collect();
        each_ranks(&ranks_of(layout), dealer, &mut Vec::new(), &mut |ranks| {
            all.push(strength_of_ranks(ranks, size));
        });
        all.extend((0..1 << (layout.kinds() / 4)).filter_map(|ranks| flush_of(layout, ranks, size)));
        all.sort_unstable();
        all.dedup();
        Strengths(all)
    }

    /// The place of a strength.
    fn place(&self, strength: Strength) -> u32 {
        self.0.partition_point(|other| *other < strength) as u32
    }

    fn dealers(&self, layout: &Layout, rules: &Stud, dealer: usize) -> DealerHands {
        let size = rules.hands.hand_size;
        let (entries, root) = rank_table(layout, dealer, &|ranks| self.place(strength_of_ranks(ranks, size)));
        let flush = |ranks| flush_of(layout, ranks, size).map_or(0, |strength| self.place(strength));
        DealerHands {
            entries,
            root,
            bias: (128 - u32::from(size)) * 0x0101_0101,
            flushes: (0..1 << (layout.kinds() / 4)).map(flush).collect(),
            qualifies_from: rules.qualifier().map_or(0, |least| self.place(least)),
        }
    }
}

impl DealerHands {
    /// The place of the strength of these cards.
    #[inline(always)]
    fn strength(&self, cards: &[CardKind]) -> u32 {
        let mut at = self.root;
        let mut suits = self.bias;
        for kind in cards {
            if at.turn() == Turn::Draw {
                at = self.entries[at.at(*kind)];
            }
            suits += 1 << (8 * (kind & 3));
        }
        if suits & 0x8080_8080 == 0 {
            at.payload()
        } else {
            self.with_flush(cards, at.payload())
        }
    }

    #[inline(never)]
    fn with_flush(&self, cards: &[CardKind], by_ranks: u32) -> u32 {
        let mut ranks = [0usize; 4];
        for kind in cards {
            ranks[usize::from(kind & 3)] |= 1 << (kind >> 2);
        }
        let flushes = ranks.map(|ranks| self.flushes[ranks]);
        flushes.into_iter().fold(by_ranks, u32::max)
    }
}

/// The ranks of the deck.
fn ranks_of(layout: &Layout) -> Vec<Rank> {
    (0..layout.kinds())
        .step_by(4)
        .map(|kind| layout.card(kind as CardKind).rank())
        .collect()
}

/// How good cards of these ranks are, no flush counted.
fn strength_of_ranks(ranks: &[Rank], size: u8) -> Strength {
    let mut tally = Tally::default();
    ranks.iter().for_each(|rank| tally.add_rank(*rank));
    tally.strength(size)
}

/// The best flush of a suit that has these ranks of the deck, one bit each.
fn flush_of(layout: &Layout, ranks: u32, size: u8) -> Option<Strength> {
    let held = (0..layout.kinds() as u32 / 4).filter(|rank| ranks >> rank & 1 == 1);
    let cards: Vec<Card> = held.map(|rank| layout.card((4 * rank) as CardKind)).collect();
    (cards.len() >= usize::from(size)).then(|| Tally::of(&cards).strength(size))
}

/// Visits every choice of so many ranks, in rising order.
fn each_ranks(from: &[Rank], left: usize, ranks: &mut Vec<Rank>, visit: &mut impl FnMut(&[Rank])) {
    if left == 0 {
        return visit(ranks);
    }
    for place in 0..from.len() {
        ranks.push(from[place]);
        each_ranks(&from[place..], left - 1, ranks, visit);
        ranks.pop();
    }
}
