//! Compiles the decisions of a strategy at stud into a table over the cards in the order of the deal.

use croupier_rules::pattern::Pattern;
use croupier_rules::play::FreeBets;
use croupier_rules::stud::Stud;
use croupier_rules::{Card, Game, Money, Suit};
use croupier_table::{Action, ActionKind, HandWagers, Situation, Strategy, offers_on};
use rustc_hash::FxHashMap;

use super::rows::NOWHERE;
use crate::cards::{CardKind, Layout};
use crate::fault::Fault;
use crate::table::{Entry, TableBuilder, Turn};

/// What a hand does over the streets.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// The street bets in cents on one spot; zero where the hand stayed without betting.
    pub bets: Vec<i64>,
    /// Whether it folded after those.
    pub folded: bool,
}

/// The most nodes over which decisions are compiled.
const NODES_MAX: u64 = 400_000;

/// The decisions of a strategy.
#[derive(Clone, Debug)]
pub struct Decisions {
    /// The table; a leaf is a path.
    pub entries: Vec<Entry>,
    /// Where it begins.
    pub root: Entry,
    /// How many cards, in the order of the deal, it reads at most.
    pub cards: usize,
    /// The paths.
    pub paths: Vec<Path>,
}

struct Compiler<'a> {
    game: &'a Game,
    rules: &'a Stud,
    strategy: &'a dyn Strategy,
    layout: &'a Layout,
    bets: &'a HandWagers,
    table: TableBuilder,
    paths: Vec<Path>,
    /// Choices already asked for: cards and bets.
    asked: FxHashMap<(Vec<u8>, Vec<i64>), ActionKind>,
    /// Hole cards in any order.
    holes: FxHashMap<Vec<u8>, Entry>,
    suits_alike: bool,
}

/// Compiles the decisions; `None` when there are too many different cards to decide on.
pub(super) fn compile(
    game: &Game,
    rules: &Stud,
    strategy: &dyn Strategy,
    layout: &Layout,
    bets: &HandWagers,
) -> Result<Option<Decisions>, Fault> {
    let hole = usize::from(rules.hands.hole_cards);
    let seen = rules.cards_known_at(rules.streets.len().saturating_sub(1)) - hole;
    let kinds = layout.kinds() as u64;
    let nodes = (0..hole + seen.saturating_sub(1)).fold(1_u64, |nodes, place| {
        let of = if place < hole { place as u64 + 1 } else { 1 };
        nodes.saturating_mul(kinds) / of
    });
    if nodes > NODES_MAX {
        return Ok(None);
    }
    let patterns = || rules.pays.iter().map(|row| &row.when);
    let mut compiler = Compiler {
        game,
        rules,
        strategy,
        layout,
        bets,
        table: TableBuilder::default(),
        paths: Vec::new(),
        asked: FxHashMap::default(),
        holes: FxHashMap::default(),
        suits_alike: patterns().all(suits_are_alike),
    };
    let root = compiler.hole(&[])?;
    Ok(Some(Decisions {
        entries: compiler.table.finish(),
        root,
        cards: hole + seen,
        paths: compiler.paths,
    }))
}

/// Whether any two suits may change places.
pub(super) fn suits_are_alike(pattern: &Pattern) -> bool {
    let swap = |one: Suit, other: Suit| pattern.allows_swap(one, other);
    Suit::ALL
        .into_iter()
        .all(|one| Suit::ALL.into_iter().all(|other| swap(one, other)))
}

/// What follows one more card.
type Then<'a, C> = dyn FnMut(&mut C, &mut Vec<CardKind>) -> Result<Entry, Fault> + 'a;

impl Compiler<'_> {
    /// The node after these hole cards.
    fn hole(&mut self, cards: &[CardKind]) -> Result<Entry, Fault> {
        let mut sorted = cards.to_vec();
        sorted.sort_unstable();
        if let Some(entry) = self.holes.get(&sorted) {
            return Ok(*entry);
        }
        let entry = if cards.len() == usize::from(self.rules.hands.hole_cards) {
            let sorted = sorted.clone();
            self.street(&sorted, &mut Vec::new(), 0, Vec::new())?
        } else {
            self.each_card(&mut cards.to_vec(), &mut |compiler, cards| compiler.hole(cards))?
        };
        self.holes.insert(sorted, entry);
        Ok(entry)
    }

    /// A node over every card that can still come after these; a node that waits for nothing is none.
    fn each_card(&mut self, cards: &mut Vec<CardKind>, then: &mut Then<Self>) -> Result<Entry, Fault> {
        let mut by_kind = Vec::with_capacity(self.layout.kinds());
        for kind in 0..self.layout.kinds() as CardKind {
            let out = cards.iter().filter(|other| **other == kind).count();
            if out >= usize::from(self.game.deck.count(self.layout.card(kind))) {
                by_kind.push(NOWHERE);
                continue;
            }
            cards.push(kind);
            let entry = then(self, cards);
            cards.pop();
            by_kind.push(entry?);
        }
        let known = by_kind
            .iter()
            .copied()
            .find(|entry| *entry != NOWHERE)
            .unwrap_or(NOWHERE);
        if known.turn() == Turn::Leaf && by_kind.iter().all(|entry| *entry == known || *entry == NOWHERE) {
            return Ok(known);
        }
        for rank in by_kind.chunks_mut(4) {
            if let Some(known) = rank.iter().copied().find(|entry| *entry != NOWHERE) {
                rank.iter_mut()
                    .filter(|entry| **entry == NOWHERE)
                    .for_each(|entry| *entry = known);
            }
        }
        Ok(self.table.node(&by_kind))
    }

    /// What follows at this street, with these cards known and these bets made.
    fn street(
        &mut self,
        hole: &[CardKind],
        board: &mut Vec<CardKind>,
        street: usize,
        mut bets: Vec<i64>,
    ) -> Result<Entry, Fault> {
        let Some(rules) = self.rules.streets.get(street) else {
            return Ok(self.path(bets, false));
        };
        if !rules.has_choice() {
            bets.push(0);
        } else {
            match self.choose(hole, board, street, &bets)?.street_bet() {
                Some(times) => bets.push(self.bets.main.cents() * i64::from(times)),
                None => return Ok(self.path(bets, true)),
            }
        }
        if street + 1 == self.rules.streets.len() {
            return Ok(self.path(bets, false));
        }
        self.turn(hole, board, street, usize::from(rules.cards), bets)
    }

    /// Turns so many community cards, then the next street follows.
    fn turn(
        &mut self,
        hole: &[CardKind],
        board: &mut Vec<CardKind>,
        street: usize,
        count: usize,
        bets: Vec<i64>,
    ) -> Result<Entry, Fault> {
        if count == 0 {
            return self.street(hole, board, street + 1, bets);
        }
        let mut cards: Vec<CardKind> = hole.iter().chain(board.iter()).copied().collect();
        self.each_card(&mut cards, &mut |compiler, cards| {
            board.push(*cards.last().expect("a card was just added"));
            let entry = compiler.turn(hole, board, street, count - 1, bets.clone());
            board.pop();
            entry
        })
    }

    fn path(&mut self, bets: Vec<i64>, folded: bool) -> Entry {
        let path = Path { bets, folded };
        let place = self.paths.iter().position(|known| *known == path).unwrap_or_else(|| {
            self.paths.push(path);
            self.paths.len() - 1
        });
        Entry::leaf(place as u32)
    }

    fn choose(
        &mut self,
        hole: &[CardKind],
        board: &[CardKind],
        street: usize,
        bets: &[i64],
    ) -> Result<ActionKind, Fault> {
        let key = (self.alike(hole, board), bets.to_vec());
        if let Some(kind) = self.asked.get(&key) {
            return Ok(*kind);
        }
        let offers = offers_on(&self.rules.streets[street], self.bets.spot_count());
        let cards = |kinds: &[CardKind]| kinds.iter().map(|kind| self.layout.card(*kind)).collect::<Vec<Card>>();
        let (cards, board) = (cards(hole), cards(board));
        let added: Vec<Money> = bets.iter().map(|cents| Money::from_cents(*cents)).collect();
        let situation = Situation {
            cards: &cards,
            up: None,
            hole: None,
            board: &board,
            split: false,
            parts: 1,
            main: self.bets.main,
            added: &added,
            free: FreeBets::NONE,
            offers: &offers,
        };
        let action: Action = self.strategy.choose(self.game, &situation);
        if !offers.iter().any(|offer| offer.allows(action)) {
            return Err(Fault::not_offered(action, &situation));
        }
        self.asked.insert(key, action.kind);
        Ok(action.kind)
    }

    /// Cards that differ only in the names of suits are alike, where the rules name no suit.
    fn alike(&self, hole: &[CardKind], board: &[CardKind]) -> Vec<u8> {
        let write = |names: [u8; 4]| {
            let rename = |kind: &CardKind| (kind & !3) | names[usize::from(kind & 3)];
            let mut text: Vec<u8> = hole.iter().map(rename).collect();
            text.sort_unstable();
            let mut board: Vec<u8> = board.iter().map(rename).collect();
            board.sort_unstable();
            text.extend(board);
            text
        };
        if !self.suits_alike {
            return write([0, 1, 2, 3]);
        }
        // Each suit is described by the ranks it holds in hand and on the board; suits are named in the order of that.
        let mut suits: [(u32, u32, u8); 4] = [(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3)];
        for kind in hole {
            suits[usize::from(kind & 3)].0 |= 1 << (kind >> 2);
        }
        for kind in board {
            suits[usize::from(kind & 3)].1 |= 1 << (kind >> 2);
        }
        suits.sort_unstable_by_key(|suit| std::cmp::Reverse((suit.0, suit.1)));
        let mut names = [0; 4];
        for (name, suit) in suits.iter().enumerate() {
            names[usize::from(suit.2)] = name as u8;
        }
        write(names)
    }
}
