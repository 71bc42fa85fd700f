//! What each action is worth with one pair of hole cards beside a board, with any cards known to be out.

use arrayvec::ArrayVec;
use croupier_rules::stud::{Betting, Stud};
use croupier_rules::{Card, Game, Suit};
use rustc_hash::FxHashMap;

use super::cards::BoardCards;
use super::deal::Gains;
use super::made::{BoardSuits, ByRanks, Made, Maker, rank_key};
use super::play::{BoardPlay, Contests};
use super::streets::{Stakes, Street, Values, streets};
use crate::chances::{Chance, ChanceOf};
use crate::pack::Pack;
use crate::showdown::classes::each_set;
use crate::showdown::hand::chances_of;
use crate::showdown::terms::{CONTESTS, Counts, scale};
use crate::solution::{ActionValue, HandValue, fraction, to_f64};
use crate::stud::{StudAction, StudHand, StudHandFault};

/// What each action is worth, best first.
pub(in crate::showdown) fn hand(game: &Game, rules: &Stud, hand: &StudHand) -> Result<HandValue, StudHandFault> {
    let shape = || StudHandFault::Unsolved(game.name.clone());
    let known: Vec<Card> = hand
        .cards
        .iter()
        .chain(&hand.board)
        .chain(&hand.removed)
        .copied()
        .collect();
    let pack = Pack::fresh(&game.deck).without(&known)?;
    let unseen = game.deck.size() as u32 - 2 - hand.removed.len() as u32;
    if (pack.size() as usize) < usize::from(rules.community_cards()) - hand.board.len() + 2 {
        return Err(StudHandFault::TooFew { left: pack.size() });
    }
    let streets = streets(rules, unseen).ok_or_else(shape)?;
    let place = street_of(&streets, hand)?;
    let bet = bet_before(rules, &streets[place], place, hand)?;
    let (values, deals, contests) = match place {
        0 if hand.removed.is_empty() => starting(game, hand).ok_or_else(shape)?,
        // Without the whole game there are two million boards to come.
        0 => return Err(StudHandFault::RemovedAtStart),
        _ => {
            let mut one = OneHand::new(game, rules, hand, &pack, streets.clone()).ok_or_else(shape)?;
            (one.values(place, bet), streets[place].deals, one.contests())
        }
    };
    let scale = one_main_bet(rules) as u128;
    let actions = streets[place].actions.iter().zip(values).map(|(action, value)| {
        let ev = fraction(i128::from(value), deals * scale);
        ActionValue {
            action: action.on(&rules.streets[place]).word().to_string(),
            amount_cents: match action {
                StudAction::Fold => 0,
                StudAction::Bet(times) => hand.main.cents() * i64::from(*times),
            },
            ev: to_f64(&ev),
            ev_exact: Some(ev.to_string()),
            cost: 0.0,
        }
    });
    let mut chances = chances_of(rules, &contests);
    if hand.board.len() == usize::from(rules.community_cards()) {
        chances.push(dealer_outs(rules, hand, &pack));
    }
    Ok(HandValue::rank(&game.id, hand.main.cents(), actions.collect()).with_chances(chances))
}

/// The unseen cards any one of which gives the dealer a better hand with the board.
fn dealer_outs(rules: &Stud, hand: &StudHand, pack: &Pack) -> Chance {
    let with_board = |cards: &[Card]| rules.strength(&[cards, hand.board.as_slice()].concat());
    let mine = with_board(&hand.cards);
    let better = pack.kinds().filter(|(card, _)| with_board(&[*card]) > mine);
    Chance::outs(
        ChanceOf::DealerOuts,
        better.map(|(_, copies)| copies).sum(),
        pack.size(),
    )
}

fn one_main_bet(rules: &Stud) -> i64 {
    rules.showdown.as_ref().map_or(1, |showdown| scale(rules, showdown))
}

/// The street that is decided with so many community cards.
fn street_of(streets: &[Street], hand: &StudHand) -> Result<usize, StudHandFault> {
    let place = streets.iter().position(|street| street.open == hand.board.len());
    place.ok_or_else(|| StudHandFault::Board {
        given: hand.board.len(),
        wanted: streets
            .iter()
            .map(|street| street.open.to_string())
            .collect::<Vec<_>>()
            .join(" or "),
    })
}

/// The sum of the bets made before the street; left out, the least there may be.
fn bet_before(rules: &Stud, street: &Street, place: usize, hand: &StudHand) -> Result<u8, StudHandFault> {
    let Some(given) = &hand.bets else {
        return Ok(street.before[0]);
    };
    let wrong = || StudHandFault::Bets {
        given: given.clone(),
        streets: place,
    };
    let allowed = given
        .iter()
        .zip(&rules.streets)
        .all(|(bet, street)| street.bets.contains(bet) || *bet == 0);
    let sum: u8 = given.iter().fold(0, |sum: u8, bet| sum.saturating_add(*bet));
    let asked = !(rules.hands.betting == Betting::Once && sum > 0);
    match allowed && given.len() == place && street.before.contains(&sum) && asked {
        true => Ok(sum),
        false => Err(wrong()),
    }
}

/// What each action of the first street comes to with these hole cards, over how many deals, and how many of these stand how
/// to the dealer's hand.
fn starting(game: &Game, hand: &StudHand) -> Option<(Values, u128, Contests)> {
    let play = BoardPlay::of(game)?;
    let at = play.start_of(&hand.cards)?;
    let start = &play.starts()[at];
    let deals = u128::from(start.pairs) * play.streets[0].deals;
    Some((start.values.clone(), deals, play.start_contests()[at]))
}

/// One pair of hole cards beside a board.
struct OneHand {
    maker: Maker,
    streets: Vec<Street>,
    stakes: Stakes,
    board_cards: usize,
    qualifier: u32,
    pair: (u8, u8),
    board: BoardCards,
    /// The cards that may still come.
    live: ArrayVec<u8, { Card::KINDS }>,
    seen: FxHashMap<BoardCards, Seen>,
    /// What two ranks make with boards of the same ranks.
    by_ranks: FxHashMap<u64, ByRanks>,
}

/// How the hand stands beside one whole board.
#[derive(Clone, Copy)]
struct Seen {
    counts: Counts,
    gains: Gains,
}

impl OneHand {
    fn new(game: &Game, rules: &Stud, hand: &StudHand, pack: &Pack, streets: Vec<Street>) -> Option<OneHand> {
        let maker = Maker::new(game, rules)?;
        let place = |card: &Card| maker.cards.place(*card);
        let mut board: BoardCards = hand.board.iter().map(place).collect();
        board.sort_unstable();
        let [one, other] = [place(&hand.cards[0]), place(&hand.cards[1])];
        Some(OneHand {
            streets,
            stakes: Stakes {
                once: rules.hands.betting == Betting::Once,
                before_deal: game.bets_before_deal(),
                scale: one_main_bet(rules),
            },
            board_cards: usize::from(rules.community_cards()),
            qualifier: rules.qualifier().map_or(0, |least| least.bits()),
            pair: (one.min(other), one.max(other)),
            board,
            live: pack.kinds().map(|(card, _)| place(&card)).collect(),
            seen: FxHashMap::default(),
            by_ranks: FxHashMap::default(),
            maker,
        })
    }

    /// What each action of a street comes to.
    fn values(&mut self, street: usize, bet: u8) -> Values {
        let board = self.board.clone();
        let sums: Vec<(u8, i64)> = self.streets[street]
            .after
            .clone()
            .into_iter()
            .map(|after| (after, self.after(street, &board, after)))
            .collect();
        let after = |bet: u8| sums.iter().find(|(other, _)| *other == bet).map_or(0, |(_, sum)| *sum);
        let street = &self.streets[street];
        self.stakes.values(street, bet, street.deals as i64, after)
    }

    /// What the hand comes to after a street with these bets.
    fn after(&mut self, street: usize, board: &BoardCards, bet: u8) -> i64 {
        let until = match self.streets.get(street + 1) {
            Some(next) => next.open,
            None => self.board_cards,
        };
        let live: Vec<u8> = self.live.iter().copied().filter(|card| !board.contains(card)).collect();
        let mut boards: Vec<BoardCards> = Vec::new();
        each_set(live.len(), until - board.len(), |set| {
            let mut longer = board.clone();
            longer.extend(
                live.iter()
                    .enumerate()
                    .filter(|(place, _)| set >> place & 1 == 1)
                    .map(|(_, card)| *card),
            );
            longer.sort_unstable();
            boards.push(longer);
        });
        boards.iter().map(|board| self.decided(street + 1, board, bet)).sum()
    }

    /// What the hand comes to on a street that is played best.
    fn decided(&mut self, street: usize, board: &BoardCards, bet: u8) -> i64 {
        if street == self.streets.len() {
            return self.gains_on(board).with(bet);
        }
        if self.stakes.once && bet > 0 {
            return self.after(street, board, bet);
        }
        let sums: ArrayVec<(u8, i64), 8> = self.streets[street]
            .actions
            .clone()
            .into_iter()
            .filter_map(|action| match action {
                StudAction::Bet(times) => Some(bet + times),
                StudAction::Fold => None,
            })
            .map(|after| (after, self.after(street, board, after)))
            .collect();
        let after = |bet: u8| sums.iter().find(|(other, _)| *other == bet).map_or(0, |(_, sum)| *sum);
        let street = &self.streets[street];
        self.stakes.best(street, bet, street.deals as i64, after).0
    }

    /// What the hand gains beside a whole board, over all pairs the dealer may hold.
    fn gains_on(&mut self, board: &BoardCards) -> Gains {
        if let Some(known) = self.seen.get(board) {
            return known.gains;
        }
        let by_ranks = self.by_ranks.entry(rank_key(board));
        let by_ranks = by_ranks.or_insert_with(|| self.maker.by_ranks(board));
        let suits = self.maker.suits(board);
        let made = |low: u8, high: u8| -> Made {
            let flush = match suits.near_flush() {
                true => self.maker.flush(board, &suits, low, high),
                false => None,
            };
            let rank = |place: u8| self.maker.cards.at(usize::from(place)).rank();
            flush.unwrap_or_else(|| by_ranks.of(rank(low), rank(high)))
        };
        let mine = made(self.pair.0, self.pair.1);
        let mut counts = [0; CONTESTS.len()];
        let groups = like_cards(self.live.iter().copied().filter(|card| !board.contains(card)), &suits);
        for (place, high) in groups.iter().enumerate() {
            for low in &groups[..=place] {
                let Some((ways, [low, high])) = pairs_of(low, high) else {
                    continue;
                };
                let theirs = made(low, high).strength;
                let order = match mine.strength.cmp(&theirs) {
                    std::cmp::Ordering::Greater => 0,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Less => 2,
                };
                counts[order + 3 * usize::from(theirs >= self.qualifier)] += ways;
            }
        }
        let gains = Gains::of(&self.maker.terms[usize::from(mine.terms)], &counts);
        self.seen.insert(board.clone(), Seen { counts, gains });
        gains
    }

    /// How the hand stands to the dealer's over all boards that may come, every one of which has been looked at by then.
    fn contests(&self) -> Contests {
        let mut contests = Contests::default();
        for seen in self.seen.values() {
            for (contest, count) in contests.iter_mut().zip(seen.counts) {
                *contest += count as u128;
            }
        }
        contests
    }
}

/// Cards of one rank that make the same with a board: those of suits in which no flush is near.
type LikeCards = ArrayVec<u8, { Suit::ALL.len() }>;

/// The cards, in rising places, by what they make with a board.
fn like_cards(cards: impl Iterator<Item = u8>, suits: &BoardSuits) -> ArrayVec<LikeCards, { Card::KINDS }> {
    const SUITS: usize = Suit::ALL.len();
    let mut groups: ArrayVec<LikeCards, { Card::KINDS }> = ArrayVec::new();
    let is_near = |card: u8| suits.near[usize::from(card) % SUITS];
    for card in cards {
        let rank = usize::from(card) / SUITS;
        let alike =
            |group: &&mut LikeCards| !is_near(card) && !is_near(group[0]) && usize::from(group[0]) / SUITS == rank;
        // A rank has few groups, and they are the last ones.
        match groups.iter_mut().rev().take(SUITS).find(alike) {
            Some(group) => group.push(card),
            None => groups.push(LikeCards::from_iter([card])),
        }
    }
    groups
}

/// How many pairs there are of cards of two groups, or of one, and one of them, the lower card first.
fn pairs_of(low: &LikeCards, high: &LikeCards) -> Option<(i64, [u8; 2])> {
    let [lows, highs] = [low, high].map(|group| group.len() as i64);
    match low[0] == high[0] {
        true => Some((lows * (lows - 1) / 2, [*low.first()?, *low.get(1)?])),
        false => Some((lows * highs, [low[0].min(high[0]), low[0].max(high[0])])),
    }
}
