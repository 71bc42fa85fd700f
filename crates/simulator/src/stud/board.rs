//! Games against the dealer's hand beside a board: what hole cards and board come to stands in tables by their ranks and, where
//! a suit has enough cards, by the ranks of that suit; what a player does, by the board and the hole cards, suits named as
//! they fall.

mod choices;
mod lanes;
mod ranks;

use std::sync::Arc;

use croupier_rules::game::{Over, SideBet};
use croupier_rules::pattern::Row;
use croupier_rules::pay_table::{Sight, best_paid};
use croupier_rules::stud::Stud;
use croupier_rules::{Card, Game, Money, Rank};
use croupier_table::{HandWagers, Strategy};

use super::rows::{asks_suits, best};
use super::showdown::{
    Deals, Ends, FLUSH_BITS, HandEnd, Strengths, cards_of_suit, each_ranks, flush_bias, ranks_of, suit_sets,
    suits_change_places,
};
use crate::cards::{CardKind, CardSource, Layout};
use crate::compiled::CODES_MAX;
use crate::fault::Fault;
use crate::settled::Settled;
use choices::{Asked, StreetChoices, Then};
use ranks::RankNumbers;

/// How many hole cards a player has, and how many cards the dealer.
const HOLE: usize = 2;
const DEALER: usize = 2;
/// The most cards of a board.
const BOARD_MAX: usize = 5;

/// A game with a board and a strategy, compiled: all that the kernels read.
///
/// The cards of a hand's round are numbered: hole cards, then the dealer's, then the board.
#[derive(Clone, Debug)]
pub struct BoardTables {
    /// The cards of the shoe.
    pub layout: Layout,
    deals: Deals,
    /// How many cards the board has.
    board: usize,
    /// What each card adds to a hand.
    adds: [Added; Card::KINDS],
    numbers: RankNumbers,
    /// By the number of their ranks, what hole cards and board come to without a flush.
    hands: Vec<HandEnd>,
    flushes: Flushes,
    /// The place of the least strength with which the dealer qualifies.
    qualifies_from: u32,
    streets: Vec<StreetChoices>,
    ends: Ends,
}

/// What cards add up to: the sum that numbers their ranks in the low half, the cards of each suit, one byte each, in the high one.
type Added = u64;

const SUITS_SHIFT: u32 = 32;

/// What flushes come to.
#[derive(Clone, Debug)]
struct Flushes {
    /// Added to the cards of each suit, so that a flush sets a bit.
    bias: Added,
    /// By the ranks of the suit: strength, and the digits of rows that ask for suits.
    ends: Vec<HandEnd>,
    tables: Vec<HandTable>,
}

/// A pay table over hole cards and board.
#[derive(Clone, Debug)]
struct HandTable {
    rows: Vec<Row>,
    stake: Money,
    hand_size: u8,
    /// What its digit counts in the code.
    radix: u32,
    /// By the digit without a flush and that of the flush, the digit of what is paid.
    better: Vec<u32>,
}

impl BoardTables {
    /// Compiles the rules, a strategy and the bets of one hand; `None` where tables cannot say all of the game.
    pub fn compile(
        game: &Arc<Game>,
        rules: &Stud,
        strategy: &(dyn Strategy + Sync),
        bets: &HandWagers,
    ) -> Result<Option<BoardTables>, Fault> {
        let layout = Layout::new(&game.deck);
        let (board, size) = (usize::from(rules.community_cards()), rules.hands.hand_size);
        let showdown = rules.showdown.as_ref().filter(|_| is_simple(game, rules, &layout));
        let deals = showdown.and_then(|_| Deals::learn(game, bets, HOLE, DEALER, board));
        let Some((showdown, deals)) = showdown.zip(deals) else {
            return Ok(None);
        };
        let asked = Asked {
            game,
            rules,
            strategy,
            bets,
            layout: &layout,
        };
        let (streets, paths) = asked.streets()?;
        let over_hand = |bet: &SideBet| bet.over == Over::HoleAndCommunity;
        let ends = Ends::new(game, rules, showdown, &layout, bets, paths, over_hand);
        if ends.codes() > CODES_MAX {
            return Ok(None);
        }
        let cards = HOLE + board;
        let strengths = Strengths::new(&layout, cards, size, Vec::new());
        let numbers = RankNumbers::new(cards);
        let tables: Vec<HandTable> = hand_tables(&ends, size).collect();
        let adds = std::array::from_fn(|kind| added(kind as CardKind));
        let mut hands = vec![HandEnd::default(); numbers.len()];
        each_ranks(&ranks_of(&layout), cards, &mut Vec::new(), &mut |ranks| {
            if let Some(cards) = without_flush(ranks) {
                let sum: Added = cards.iter().map(|card| adds[usize::from(layout.kind(*card))]).sum();
                let digit = |table: &HandTable| table.plain_row(&cards) * table.radix;
                hands[numbers.number(sum as u32)] = HandEnd {
                    strength: strengths.of_ranks(ranks, size),
                    code: tables.iter().map(digit).sum(),
                };
            }
        });
        Ok(Some(BoardTables {
            qualifies_from: rules.qualifier().map_or(0, |least| strengths.place(least)),
            flushes: Flushes::new(&layout, &strengths, size, tables),
            deals,
            board,
            adds,
            numbers,
            hands,
            streets,
            ends,
            layout,
        }))
    }

    /// How many codes a hand can end with.
    pub fn codes(&self) -> u64 {
        self.ends.codes()
    }

    /// How every wager of a hand with this code ended.
    pub fn settled_code(&self, code: u32) -> Vec<Settled> {
        self.ends.settled_code(code)
    }

    /// Plays one round with so many hands and says with which code each ended; `false` when the cards ran out.
    pub fn play<S: CardSource>(&self, hands: usize, source: &mut S, codes: &mut [u32]) -> bool {
        self.deals
            .deal(hands, source, |hand, cards| codes[hand] = self.code(cards))
    }

    /// All numbers of the tables, for a fingerprint.
    pub(crate) fn each_word(&self, mut visit: impl FnMut(u64)) {
        let hands = self.hands.iter().chain(&self.flushes.ends);
        hands.for_each(|hand| visit(u64::from(hand.strength) << 32 | u64::from(hand.code)));
        self.streets.iter().flat_map(StreetChoices::words).for_each(visit);
    }

    fn code(&self, cards: &[CardKind]) -> u32 {
        let (hole, others) = cards.split_at(HOLE);
        let (dealer, board) = others.split_at(DEALER);
        let add = |sum: Added, card: &CardKind| sum + self.adds[usize::from(*card)];
        let on_board = board.iter().fold(self.flushes.bias, add);
        let hand = self.end(hole.iter().fold(on_board, add), || hole.iter().chain(board).copied());
        let dealers = self.end(dealer.iter().fold(on_board, add), || {
            dealer.iter().chain(board).copied()
        });
        let path = self.path([hole[0], hole[1]], board);
        let mut code = self.compared(hand, dealers.strength, path);
        for side in &self.ends.sides[self.ends.sides_of_hand..] {
            code += side.rows.row(&self.layout, |card| cards[usize::from(card)]) * side.radix;
        }
        code
    }

    /// What cards with this sum come to; they are only looked at where they make a flush.
    #[inline(always)]
    fn end<C: Iterator<Item = CardKind>>(&self, sum: Added, cards: impl Fn() -> C) -> HandEnd {
        let end = self.hands[self.numbers.number(sum as u32)];
        match (sum >> SUITS_SHIFT) as u32 & FLUSH_BITS {
            0 => end,
            flush => self.flushes.of(end, flush, cards()),
        }
    }

    #[inline(always)]
    fn compared(&self, hand: HandEnd, dealers: u32, path: u8) -> u32 {
        self.ends.compared(hand, dealers, dealers >= self.qualifies_from, path)
    }

    /// What is done with these hole cards as the board is turned.
    fn path(&self, hole: [CardKind; 2], board: &[CardKind]) -> u8 {
        let mut state = 0;
        for street in &self.streets {
            let found = street.boards.found(&board[..street.open]);
            let (kind, pair) = street.find(found, hole);
            match street.then(state, kind, pair) {
                Then::Path(path) => return path,
                Then::State(next) => state = usize::from(next),
            }
        }
        unreachable!("the last street leads to a path")
    }
}

impl Flushes {
    fn new(layout: &Layout, strengths: &Strengths, size: u8, tables: Vec<HandTable>) -> Flushes {
        let places = strengths.of_flushes(layout, size);
        let end = |ranks: u32| {
            let cards = cards_of_suit(layout, ranks);
            let digit = |table: &HandTable| table.flush_row(&cards) * table.radix;
            HandEnd {
                strength: places[ranks as usize],
                code: match cards.len() >= usize::from(size) {
                    true => tables.iter().map(digit).sum(),
                    false => 0,
                },
            }
        };
        Flushes {
            bias: Added::from(flush_bias(size)) << SUITS_SHIFT,
            ends: (0..suit_sets(layout)).map(end).collect(),
            tables,
        }
    }

    /// What a hand comes to that has a flush as well.
    #[inline(never)]
    fn of(&self, plain: HandEnd, flush_bits: u32, cards: impl Iterator<Item = CardKind>) -> HandEnd {
        let suit = (flush_bits.trailing_zeros() / 8) as CardKind;
        let ranks = cards.filter(|card| card & 3 == suit);
        let ranks = ranks.fold(0_usize, |ranks, card| ranks | 1 << (card >> 2));
        let flush = self.ends[ranks];
        let digit = |table: &HandTable| table.better_digit(plain.code, flush.code) * table.radix;
        HandEnd {
            strength: plain.strength.max(flush.strength),
            code: self.tables.iter().map(digit).sum(),
        }
    }
}

impl HandTable {
    fn new(rows: &[Row], stake: Money, hand_size: u8, radix: u32) -> HandTable {
        let ends = rows.len() as u32 + 1;
        let better = |digits: u32| {
            let either = |place: usize| [digits / ends, digits % ends].contains(&(place as u32 + 1));
            best_paid(rows.iter().map(|row| row.pays), either, stake).map_or(0, |place| place as u32 + 1)
        };
        HandTable {
            better: (0..ends * ends).map(better).collect(),
            rows: rows.to_vec(),
            stake,
            hand_size,
            radix,
        }
    }

    fn ends(&self) -> u32 {
        self.rows.len() as u32 + 1
    }

    /// The row these cards meet, plus one, among those that ask for no suits.
    fn plain_row(&self, cards: &[Card]) -> u32 {
        self.row(cards, |place| !asks_suits(&self.rows[place].when))
    }

    /// The row these cards meet, plus one, among those that ask for suits.
    fn flush_row(&self, cards: &[Card]) -> u32 {
        self.row(cards, |place| asks_suits(&self.rows[place].when))
    }

    fn row(&self, cards: &[Card], looked_at: impl Fn(usize) -> bool) -> u32 {
        best(&self.rows, looked_at, &Sight::new(cards, self.hand_size), self.stake)
    }

    fn better_digit(&self, plain: u32, flush: u32) -> u32 {
        let digit = |code: u32| code / self.radix % self.ends();
        self.better[(digit(plain) * self.ends() + digit(flush)) as usize]
    }
}

/// The pay tables over hole cards and board that make digits of the code.
fn hand_tables(ends: &Ends, size: u8) -> impl Iterator<Item = HandTable> {
    let main = ends.hand_tables().into_iter();
    let main = main.map(move |(rows, stake, radix)| HandTable::new(rows, stake, size, radix));
    let sides = ends.sides[..ends.sides_of_hand].iter();
    main.chain(sides.map(|side| {
        let stake = Money::from_cents(side.stake);
        HandTable::new(&side.rows.rows, stake, side.rows.hand_size, side.radix)
    }))
}

/// Whether tables can say all of the game: one deck, whose suits are alike, two hole cards against two, a choice on every street,
/// and never two flushes in one hand.
fn is_simple(game: &Game, rules: &Stud, layout: &Layout) -> bool {
    let board = usize::from(rules.community_cards());
    let (cards, size) = (HOLE + board, usize::from(rules.hands.hand_size));
    let showdown = rules.showdown.as_ref();
    let is_two = showdown.is_some_and(|showdown| showdown.dealer_cards == 2 && showdown.up_cards == 0);
    let over_hand = game.side_bets.iter().filter(|bet| bet.over == Over::HoleAndCommunity);
    let mut sizes = over_hand.map(|bet| usize::from(bet.poker_size(cards)));
    let in_turn = |street: &croupier_rules::stud::Street| {
        street.has_choice()
            && !street.lies_before_deal()
            && street.larger_bets_with.is_none()
            && street.bets.len() < CHOICES_MAX
    };
    is_two
        && usize::from(rules.hands.hole_cards) == HOLE
        && (1..=BOARD_MAX).contains(&board)
        && 2 * size > cards
        && sizes.all(|other| other == size)
        && rules.streets.iter().all(in_turn)
        && suits_change_places(game, rules, layout)
}

/// The most choices a street may have.
const CHOICES_MAX: usize = 16;

fn added(kind: CardKind) -> Added {
    let suit = 1 << (SUITS_SHIFT + 8 * u32::from(kind & 3));
    suit | Added::from(RankNumbers::adds(kind))
}

/// Cards of these ranks, which rise, of suits that take turns, so that there is no flush; `None` where a rank has more cards than
/// there are suits.
fn without_flush(ranks: &[Rank]) -> Option<Vec<Card>> {
    let suits = croupier_rules::Suit::ALL.into_iter().cycle();
    let cards: Vec<Card> = ranks
        .iter()
        .zip(suits)
        .map(|(rank, suit)| Card::new(*rank, suit))
        .collect();
    let five_alike = cards.windows(5).any(|cards| cards[0].rank() == cards[4].rank());
    (!five_alike).then_some(cards)
}
