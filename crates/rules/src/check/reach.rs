//! Which rows of a pay table can ever be paid: a row needs cards that meet it and no row that pays more.
//!
//! Ranks are walked exhaustively and suits only where a row's ranks fit, so that the search ends soon after the last row
//! has been met.

use arrayvec::ArrayVec;

use super::tables::Table;
use crate::card::{Card, Rank, Suit};
use crate::game::{Deck, FamilyName, Over};
use crate::money::Money;
use crate::pattern::{Pattern, Pays, Poker, Suits};
use crate::pay_table::{Dealt, Sight};

/// Whether a row can be paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// Some cards are paid by it.
    Paid,
    /// No cards of the deck meet it.
    NoCards,
    /// Cards meet it, but others always pay at least as much; if it is always the same row, that row.
    Outdone(Option<usize>),
}

/// A table that looks at more cards than this is not searched; its rows are taken to be sound.
const CARDS_MAX: usize = 7;

/// The smallest and the largest stake; between odds and fixed amounts the stake decides which row pays more.
pub(super) type Stakes = [Money; 2];

/// For every row, the rows that are paid before it at the smallest and at the largest stake, as bits.
pub(super) fn ahead(pays: &[Pays], stakes: Stakes) -> Vec<[u64; 2]> {
    let before = |row: usize, stake: Money| {
        (0..pays.len())
            .filter(|other| match pays[*other].cmp_at(pays[row], stake) {
                std::cmp::Ordering::Greater => true,
                std::cmp::Ordering::Equal => *other < row,
                std::cmp::Ordering::Less => false,
            })
            .fold(0, |bits, other| bits | 1 << other)
    };
    (0..pays.len())
        .map(|row| stakes.map(|stake| before(row, stake)))
        .collect()
}

/// What the search has learnt about each row.
pub(super) struct Tried {
    /// The rows not yet paid.
    pub(super) pending: u64,
    ahead: Vec<[u64; 2]>,
    /// For rows that were met but not paid: the rows that were ahead every time.
    outdone: Vec<Option<u64>>,
}

impl Tried {
    pub(super) fn new(pays: &[Pays], stakes: Stakes) -> Tried {
        Tried {
            pending: ((1u128 << pays.len()) - 1) as u64,
            ahead: ahead(pays, stakes),
            outdone: vec![None; pays.len()],
        }
    }

    /// Whether these rows, met together with the row, are paid before it at every stake. If so, remembers them.
    pub(super) fn is_outdone(&mut self, row: usize, met: u64) -> bool {
        let [low, high] = self.ahead[row].map(|ahead| ahead & met);
        if low == 0 || high == 0 {
            return false;
        }
        let so_far = self.outdone[row].unwrap_or(u64::MAX);
        self.outdone[row] = Some(so_far & low & high);
        true
    }

    /// The row was met, and these rows with it.
    pub(super) fn met(&mut self, row: usize, met: u64) {
        if !self.is_outdone(row, met) {
            self.pending &= !(1 << row);
        }
    }

    pub(super) fn reaches(&self) -> Vec<Reach> {
        let reach = |row: usize| match self.outdone[row] {
            _ if self.pending >> row & 1 == 0 => Reach::Paid,
            None => Reach::NoCards,
            Some(0) => Reach::Outdone(None),
            Some(rows) => Reach::Outdone(Some(rows.trailing_zeros() as usize)),
        };
        (0..self.outdone.len()).map(reach).collect()
    }
}

/// For every row of a table over a fixed number of cards, whether it can be paid.
pub(super) fn search(table: &Table, deck: &Deck, stakes: Stakes) -> Vec<Reach> {
    let patterns: Vec<&Pattern> = table.patterns().collect();
    let pays: Vec<Pays> = table.rows.iter().map(|row| row.pays).collect();
    let roles = roles(table);
    if roles.len() > CARDS_MAX || roles.is_empty() {
        return vec![Reach::Paid; patterns.len()];
    }
    let any_suits: Vec<Pattern> = patterns.iter().map(|pattern| without_suits(pattern)).collect();
    let by_ranks = |row: &usize| any_suits[*row] == *patterns[*row];
    let by_ranks = (0..patterns.len())
        .filter(by_ranks)
        .fold(0, |bits, row| bits | 1 << row);
    let mut search = Search {
        suits: distinct(some_suits(roles.len(), table.hand_size), &patterns),
        over: table
            .bet
            .map(|bet| bet.over)
            .filter(|over| over.family() == FamilyName::TwentyOne),
        hand_size: table.hand_size,
        patterns,
        any_suits,
        by_ranks,
        roles,
        deck,
        tried: Tried::new(&pays, stakes),
    };
    search.ranks(&mut ArrayVec::new());
    if search.tried.pending != 0 && search.roles.len() == 5 {
        // The few suits tried first were chosen well for nearly every table; now all of them.
        search.suits = distinct(every_suits(5), &search.patterns);
        search.ranks(&mut ArrayVec::new());
    }
    search.tried.reaches()
}

/// Whose card a card is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Player,
    Up,
    Hole,
    Table,
}

type Dressed = ArrayVec<Suit, CARDS_MAX>;
type Ranked = ArrayVec<Rank, CARDS_MAX>;
type Cards = ArrayVec<Card, CARDS_MAX>;

struct Search<'a> {
    patterns: Vec<&'a Pattern>,
    /// The patterns with every condition on suits taken out.
    any_suits: Vec<Pattern>,
    /// The rows that have no condition on suits.
    by_ranks: u64,
    /// The cards of 21 that a bet looks at; `None` for a table of poker hands alone.
    over: Option<Over>,
    hand_size: u8,
    roles: Vec<Role>,
    deck: &'a Deck,
    suits: Vec<Dressed>,
    tried: Tried,
}

impl Search<'_> {
    /// Walks every choice of ranks, high cards first; among cards of one role order means nothing.
    fn ranks(&mut self, ranks: &mut Ranked) {
        let at = ranks.len();
        if at == self.roles.len() {
            return self.look(ranks);
        }
        let ordered = at > 0 && self.roles[at] == self.roles[at - 1];
        for rank in Rank::ALL.into_iter().rev() {
            let copies = ranks.iter().filter(|other| **other == rank).count();
            let there = usize::from(self.deck.count(Card::new(rank, Suit::Clubs))) * 4;
            if copies >= there || (ordered && rank > ranks[at - 1]) {
                continue;
            }
            ranks.push(rank);
            self.ranks(ranks);
            ranks.pop();
            if self.tried.pending == 0 {
                return;
            }
        }
    }

    /// Looks at one choice of ranks in the suits that may matter.
    fn look(&mut self, ranks: &Ranked) {
        let cards: Cards = ranks.iter().map(|rank| Card::new(*rank, Suit::Clubs)).collect();
        let fits = self.held(&cards, |row| Some(&self.any_suits[row]));
        let mut open = fits & self.tried.pending;
        for row in bits(open) {
            if self.tried.is_outdone(row, fits & self.by_ranks) {
                open &= !(1 << row);
            }
        }
        let mut next = 0;
        while open & self.tried.pending != 0 && next < self.suits.len() {
            let suits = &self.suits[next];
            let cards: Cards = ranks
                .iter()
                .zip(suits)
                .map(|(rank, suit)| Card::new(*rank, *suit))
                .collect();
            next += 1;
            if !self.is_in_deck(&cards) {
                continue;
            }
            let met = self.held(&cards, |row| (fits >> row & 1 == 1).then(|| self.patterns[row]));
            for row in bits(met & open & self.tried.pending) {
                self.tried.met(row, met);
            }
        }
    }

    fn is_in_deck(&self, cards: &[Card]) -> bool {
        let copies = |card: &Card| cards.iter().filter(|other| *other == card).count();
        cards
            .iter()
            .all(|card| copies(card) <= usize::from(self.deck.count(*card)))
    }

    /// The rows whose pattern holds for these cards.
    fn held<'p>(&'p self, cards: &[Card], pattern: impl Fn(usize) -> Option<&'p Pattern>) -> u64 {
        let dealt = self.over.map(|over| (over, self.dealt(cards)));
        let looked_at = dealt.as_ref().map(|(over, dealt)| over.cards(dealt));
        let sight = match (&dealt, &looked_at) {
            (Some((over, dealt)), Some(looked_at)) => Sight::of_bet(*over, dealt, looked_at),
            _ => Sight::new(cards, self.hand_size),
        };
        (0..self.patterns.len())
            .filter(|row| pattern(*row).is_some_and(|pattern| pattern.holds(&sight)))
            .fold(0, |bits, row| bits | 1 << row)
    }

    /// The cards as those of a round of 21. A card that nobody asks for is any.
    fn dealt(&self, cards: &[Card]) -> Dealt<'static> {
        let of = |role: Role| {
            let with_roles = cards.iter().zip(&self.roles);
            with_roles.filter(move |(_, its)| **its == role).map(|(card, _)| *card)
        };
        let first = |role: Role| of(role).next().unwrap_or(cards[0]);
        let mut player = of(Role::Player);
        Dealt::TwentyOne {
            player: [player.next(), player.next()].map(|card| card.unwrap_or(cards[0])),
            up: first(Role::Up),
            hole: Some(first(Role::Hole)),
            dealer: &[],
        }
    }
}

/// The rows of a set of bits.
pub(super) fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |row| set >> row & 1 == 1)
}

/// The cards that decide the table.
fn roles(table: &Table) -> Vec<Role> {
    let of_21 = |over: &Over| over.family() == FamilyName::TwentyOne;
    let Some(over) = table.bet.map(|bet| bet.over).filter(of_21) else {
        return vec![Role::Table; table.size.unwrap_or(0)];
    };
    let decides = over.decided_by(table.rows.iter().map(|row| row.when));
    let roles = [
        (decides.player, Role::Player),
        (decides.player, Role::Player),
        (decides.up, Role::Up),
        (decides.hole, Role::Hole),
    ];
    roles
        .into_iter()
        .filter(|(decides, _)| *decides)
        .map(|(_, role)| role)
        .collect()
}

/// The pattern that the ranks alone must fit.
pub(super) fn without_suits(pattern: &Pattern) -> Pattern {
    Pattern {
        suits: Suits::Any,
        exactly: None,
        ranks: match &pattern.exactly {
            Some(cards) => Some(cards.iter().map(|card| card.rank()).collect()),
            None => pattern.ranks.clone(),
        },
        poker: match pattern.poker {
            Some(Poker::Flush) => None,
            Some(Poker::StraightFlush | Poker::RoyalFlush) => Some(Poker::Straight),
            other => other,
        },
        suited_matches: None,
        unsuited_matches: None,
        ..pattern.clone()
    }
}

/// Suits for so many cards: all of them for few cards; for more, those that make and break flushes and colors.
fn some_suits(cards: usize, hand_size: u8) -> Vec<Dressed> {
    if cards <= 4 {
        return every_suits(cards);
    }
    let turn = |of: &[Suit]| (0..cards).map(|place| of[place % of.len()]).collect::<Dressed>();
    let mut chosen = vec![turn(&Suit::ALL)];
    chosen.extend(Suit::ALL.map(|suit| turn(&[suit])));
    for suit in Suit::ALL {
        let others = Suit::ALL
            .into_iter()
            .filter(|other| *other != suit)
            .collect::<ArrayVec<Suit, 3>>();
        chosen.extend(others.iter().map(|other| turn(&[suit, *other])));
        for flush in (0u32..1 << cards).filter(|set| set.count_ones() == u32::from(hand_size)) {
            let rest = |of: &[Suit]| {
                let mut rest = of.iter().cycle();
                (0..cards)
                    .map(|place| {
                        if flush >> place & 1 == 1 {
                            suit
                        } else {
                            *rest.next().unwrap_or(&suit)
                        }
                    })
                    .collect::<Dressed>()
            };
            chosen.push(rest(&others));
            chosen.extend(others.iter().map(|other| rest(&[*other])));
        }
    }
    chosen
}

/// Of suits that differ only by an exchange no row can tell, one.
fn distinct(suits: Vec<Dressed>, patterns: &[&Pattern]) -> Vec<Dressed> {
    let may_swap = |one: usize, other: usize| {
        let [one, other] = [one, other].map(|suit| Suit::ALL[suit]);
        one == other || patterns.iter().all(|pattern| pattern.allows_swap(one, other))
    };
    let exchanges: Vec<[usize; 4]> = (0..256usize)
        .map(|code| [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6])
        .filter(|to| to.iter().fold(0, |seen, suit| seen | 1 << suit) == 0b1111)
        .filter(|to| (0..4).all(|suit| may_swap(suit, to[suit])))
        .collect();
    let exchanged = |suits: &Dressed, to: &[usize; 4]| -> Dressed {
        suits.iter().map(|suit| Suit::ALL[to[*suit as usize]]).collect()
    };
    let first = |suits: &Dressed| exchanges.iter().map(|to| exchanged(suits, to)).min();
    let mut seen = std::collections::HashSet::new();
    let firsts = suits.iter().filter_map(first);
    firsts.filter(|suits| seen.insert(suits.clone())).collect()
}

fn every_suits(cards: usize) -> Vec<Dressed> {
    let suit = |code: usize, place: usize| Suit::ALL[code >> (2 * place) & 3];
    (0..1usize << (2 * cards))
        .map(|code| (0..cards).map(|place| suit(code, place)).collect())
        .collect()
}
