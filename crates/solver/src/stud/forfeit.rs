//! Side bets that a fold loses: how often each row is paid when the main game is played best.
//!
//! The main game is played as if nothing else were bet. Every two hole cards and every order of the community cards is followed
//! through its decisions to a fold or to the end. Extra cards, which nobody sees before the end, may be any that are left: how many
//! boards that are played to the end leave them all in the deck is found by inclusion and exclusion over the cards they share.

use croupier_rules::game::{HoleCardsPlay, SideBet};
use croupier_rules::pattern::Pays;
use croupier_rules::pay_table::Ranking;
use croupier_rules::play::CardsSeen;
use croupier_rules::poker::Tally;
use croupier_rules::{Card, Game, Money};
use rayon::prelude::*;

use super::lattice::{Places, SeenCards};
use super::play::{Play, StudAction, TieRule};
use crate::kinds::{Cards, each_kind};
use crate::pack::{Pack, choose};
use crate::side_bets::{RowCounts, counted};
use crate::solution::WagerValue;

/// What a side bet is worth that a fold of the main game loses; `None` where that is not counted: with more than three community
/// cards, several decks, fixed amounts, or a bet that looks at both community and hole cards.
pub(super) fn value(game: &Game, play: &Play, place: usize, stake: Money) -> Option<WagerValue> {
    let bet = &game.side_bets[place];
    let pack = Pack::fresh(&game.deck);
    let counts = row_counts(game, play, bet, &pack, stake)?;
    Some(counted(game, bet, &pack, stake, play.main, &counts))
}

fn row_counts(game: &Game, play: &Play, bet: &SideBet, pack: &Pack, stake: Money) -> Option<RowCounts> {
    let looks_at = looked_at(bet.over.sees())?;
    let single = pack.kinds().all(|(_, count)| count == 1);
    let at_odds = bet.rows.iter().all(|row| matches!(row.pays, Pays::Odds(_)));
    let small = (1..=BOARD_MAX).contains(&usize::from(play.rules.community_cards()));
    if !single || !at_odds || !small || bet.hole_cards != HoleCardsPlay::MayPlay {
        return None;
    }
    let following = Following {
        play,
        bet,
        pack,
        looks_at,
        ranking: Ranking::new(&bet.rows, bet.poker_size(game.cards_seen_by(bet.over).into()), stake),
        places: play
            .streets
            .iter()
            .map(|street| play.lattice.places(street.level))
            .collect(),
        extra: match looks_at {
            Looks::HoleAndExtra => play.rules.hands.extra_cards.into(),
            Looks::Community | Looks::Hole => 0,
        },
    };
    Some(following.counts())
}

/// The most community cards that are followed.
const BOARD_MAX: usize = 3;
/// How many different cards there are.
const KINDS: usize = Card::KINDS;

/// What a side bet looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Looks {
    Community,
    Hole,
    HoleAndExtra,
}

fn looked_at(seen: CardsSeen) -> Option<Looks> {
    match (seen.player, seen.community, seen.extra, seen.up || seen.hole) {
        (false, true, false, false) => Some(Looks::Community),
        (true, false, false, false) => Some(Looks::Hole),
        (true, false, true, false) => Some(Looks::HoleAndExtra),
        _ => None,
    }
}

struct Following<'a> {
    play: &'a Play,
    bet: &'a SideBet,
    pack: &'a Pack,
    looks_at: Looks,
    ranking: Ranking,
    /// Where to find the kinds of cards at each decision.
    places: Vec<Places>,
    /// How many extra cards the bet looks at.
    extra: usize,
}

/// The boards that are played to the end with some hole cards, each in all the orders in which it is.
struct Kept {
    all: i128,
    /// Those that hold a card, two cards, three cards; cards by rising index.
    holding: [Vec<i128>; BOARD_MAX],
    /// Each board once, with its orders.
    boards: Vec<(Cards, i128)>,
}

impl Following<'_> {
    fn counts(&self) -> RowCounts {
        let patterns = || self.play.rules.pays.iter().chain(&self.bet.rows).map(|row| &row.when);
        let alike = self.pack.alike_suits(patterns());
        let mut holes: Vec<(Cards, u128)> = Vec::new();
        let hole_cards = usize::from(self.play.rules.hands.hole_cards);
        each_kind(self.pack, &alike, hole_cards, &mut |hole, _, ways| {
            holes.push((hole.clone(), ways))
        });
        let parts: Vec<Vec<u128>> = holes
            .par_iter()
            .map(|(hole, ways)| self.with_hole(hole, *ways))
            .collect();
        let mut rows = vec![0; self.bet.rows.len()];
        for part in parts {
            rows.iter_mut().zip(part).for_each(|(sum, count)| *sum += count);
        }
        let left = self.pack.size() - hole_cards as u32;
        let boards = (0..u32::from(self.play.rules.community_cards()))
            .map(|card| u128::from(left - self.extra as u32 - card))
            .product::<u128>();
        let holes: u128 = holes.iter().map(|(_, ways)| ways).sum();
        let all = holes * choose(left, self.extra as u32) * boards;
        RowCounts {
            none: all - rows.iter().sum::<u128>(),
            rows,
        }
    }

    /// The deals with these hole cards that are paid by each row.
    fn with_hole(&self, hole: &Cards, ways: u128) -> Vec<u128> {
        let kept = self.kept(hole);
        let mut rows = vec![0; self.bet.rows.len()];
        let mut add = |cards: &[Card], deals: i128| {
            let mut tally = Tally::default();
            cards.iter().for_each(|card| tally.add(*card));
            if let Some(row) = self.ranking.best(&tally, cards) {
                rows[row] += ways * deals as u128;
            }
        };
        match self.looks_at {
            Looks::Community => kept.boards.iter().for_each(|(board, orders)| add(board, *orders)),
            Looks::Hole => add(hole, kept.all),
            Looks::HoleAndExtra => {
                let left = self.pack.without(hole).expect("the hole cards were found in the pack");
                let patterns = self.play.rules.pays.iter().chain(&self.bet.rows).map(|row| &row.when);
                let alike = left.alike_suits_beside(hole, patterns);
                each_kind(&left, &alike, self.extra, &mut |extra, _, more| {
                    let hand: Cards = hole.iter().chain(extra).copied().collect();
                    add(&hand, kept.apart_from(extra) * more as i128);
                });
            }
        }
        rows
    }

    /// The boards with which these hole cards are played to the end.
    fn kept(&self, hole: &Cards) -> Kept {
        let left: Vec<Card> = self
            .pack
            .kinds()
            .map(|(card, _)| card)
            .filter(|card| !hole.contains(card))
            .collect();
        let mut boards = vec![0u32; KINDS.pow(BOARD_MAX as u32)];
        self.decide(0, hole, &left, &mut Cards::new(), 1, &mut |board| {
            boards[place(board)] += 1
        });
        let size = usize::from(self.play.rules.community_cards());
        let mut kept = Kept {
            all: 0,
            holding: [1, 2, 3].map(|cards| vec![0; KINDS.pow(cards)]),
            boards: Vec::new(),
        };
        for (at, orders) in boards.into_iter().enumerate().filter(|(_, orders)| *orders > 0) {
            let board: Cards = cards_at(at, size);
            let orders = i128::from(orders);
            kept.all += orders;
            each_part(&board, &mut |part| kept.holding[part.len() - 1][place(part)] += orders);
            kept.boards.push((board, orders));
        }
        kept
    }

    /// Decides a street and deals its cards, one after another.
    fn decide(
        &self,
        street: usize,
        hole: &Cards,
        left: &[Card],
        board: &mut Cards,
        units: u32,
        visit: &mut dyn FnMut(&[Card]),
    ) {
        let Some(decided) = self.play.streets.get(street) else {
            return visit(board);
        };
        let seen = SeenCards::of(hole).plus(SeenCards::of(board));
        let kind = self.places[street]
            .find(seen)
            .expect("every kind of cards is on its level");
        match self.play.best(decided, kind, units, TieRule::Least) {
            StudAction::Fold => {}
            StudAction::Bet(times) => {
                let cards = usize::from(self.play.street_rules(street).cards);
                self.turn(cards, street, hole, left, board, units + u32::from(times), visit);
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "a walk carries where it stands")]
    fn turn(
        &self,
        cards: usize,
        street: usize,
        hole: &Cards,
        left: &[Card],
        board: &mut Cards,
        units: u32,
        visit: &mut dyn FnMut(&[Card]),
    ) {
        if cards == 0 {
            return self.decide(street + 1, hole, left, board, units, visit);
        }
        for card in left {
            if !board.contains(card) {
                board.push(*card);
                self.turn(cards - 1, street, hole, left, board, units, visit);
                board.pop();
            }
        }
    }
}

impl Kept {
    /// How many of the boards, in their orders, hold none of these cards.
    fn apart_from(&self, cards: &[Card]) -> i128 {
        let mut apart = self.all;
        each_part(cards, &mut |part| {
            let holding = self.holding[part.len() - 1][place(part)];
            apart += if part.len() % 2 == 1 { -holding } else { holding };
        });
        apart
    }
}

/// Up to three cards as a place in a list, whatever their order.
fn place(cards: &[Card]) -> usize {
    let mut indexes: [usize; BOARD_MAX] = [0; BOARD_MAX];
    for (index, card) in indexes.iter_mut().zip(cards) {
        *index = card.index();
    }
    let indexes = &mut indexes[..cards.len()];
    indexes.sort_unstable();
    indexes.iter().fold(0, |place, index| place * KINDS + index)
}

/// The cards of a place.
fn cards_at(mut place: usize, count: usize) -> Cards {
    let mut cards = Cards::new();
    for _ in 0..count {
        cards.extend(Card::all().nth(place % KINDS));
        place /= KINDS;
    }
    cards
}

/// Every one, two or three of some cards.
fn each_part(cards: &[Card], visit: &mut dyn FnMut(&[Card])) {
    for (first, one) in cards.iter().enumerate() {
        visit(&[*one]);
        for (second, other) in cards.iter().enumerate().skip(first + 1) {
            visit(&[*one, *other]);
            for third in &cards[second + 1..] {
                visit(&[*one, *other, *third]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stud::play;

    /// NH Hold 'Em with twelve cards: few enough to deal every round.
    fn small() -> Game {
        let mut game = croupier_rules::load::open("nh-holdem").unwrap().game;
        game.deck.removed = "2-J".parse().unwrap();
        game
    }

    /// Every deal of a side bet's cards, one by one: the hole cards, the board in its order, and the extra cards.
    fn dealt(game: &Game, play: &Play, place: usize, stake: Money) -> RowCounts {
        let bet = &game.side_bets[place];
        let cards: Vec<Card> = game.deck.cards().collect();
        let places: Vec<Places> = play
            .streets
            .iter()
            .map(|street| play.lattice.places(street.level))
            .collect();
        let ranking = Ranking::new(&bet.rows, bet.poker_size(game.cards_seen_by(bet.over).into()), stake);
        let mut counts = RowCounts {
            rows: vec![0; bet.rows.len()],
            none: 0,
        };
        let of = |bits: usize| (0..cards.len()).filter(move |card| bits >> card & 1 == 1);
        for hole in (0..1 << cards.len()).filter(|bits: &usize| bits.count_ones() == 2) {
            for (one, two, three) in (0..1728).map(|board| (board % 12, board / 12 % 12, board / 144)) {
                let board = 1 << one | 1 << two | 1 << three;
                if usize::count_ones(board) != 3 || board & hole != 0 {
                    continue;
                }
                let mut units = 1;
                let mut seen: Vec<Card> = of(hole).map(|card| cards[card]).collect();
                let mut folded = false;
                for (street, next) in [one, two, three].into_iter().enumerate() {
                    let kind = places[street].find(SeenCards::of(&seen)).unwrap();
                    match play.best(&play.streets[street], kind, units, TieRule::Least) {
                        StudAction::Fold => folded = true,
                        StudAction::Bet(times) => units += u32::from(times),
                    }
                    if folded {
                        break;
                    }
                    seen.push(cards[next]);
                }
                let extra = if bet.over.sees().extra { 4 } else { 0 };
                let free = |bits: &usize| bits.count_ones() == extra && bits & (hole | board) == 0;
                for extra in (0..1 << cards.len()).filter(free) {
                    let hand = if bet.over.sees().community { board } else { hole | extra };
                    let hand: Vec<Card> = of(hand).map(|card| cards[card]).collect();
                    let mut tally = Tally::default();
                    hand.iter().for_each(|card| tally.add(*card));
                    match ranking.best(&tally, &hand).filter(|_| !folded) {
                        Some(row) => counts.rows[row] += 1,
                        None => counts.none += 1,
                    }
                }
            }
        }
        counts
    }

    #[test]
    fn the_count_is_that_of_every_deal() {
        let game = small();
        let main = Money::from_dollars(2);
        let play = play(&game, main).unwrap();
        let pack = Pack::fresh(&game.deck);
        for place in 0..game.side_bets.len() {
            let bet = &game.side_bets[place];
            let counted = row_counts(&game, &play, bet, &pack, bet.min).unwrap();
            assert_eq!(counted, dealt(&game, &play, place, bet.min), "{}", bet.name);
            assert!(counted.rows.iter().sum::<u128>() > 0);
        }
    }
}
