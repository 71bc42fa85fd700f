//! Games of baccarat: the coup as a walk over points, every wager as a digit of the code.

use croupier_rules::baccarat::{Baccarat, Coup};
use croupier_rules::game::{Over, SideBet};
use croupier_rules::pay_table::Dealt;
use croupier_rules::play::{CoupEnd, points_of};
use croupier_rules::{Game, Money};
use croupier_table::{HandWagers, WagerKind};

use crate::cards::{CardKind, CardSource, Layout};
use crate::digits::{Digits, digit};
use crate::settled::Settled;
use crate::table::BY_CARD;

/// The most cards of a coup.
pub(crate) const CARDS: usize = 6;

/// Points of a hand, from 0.
const POINTS: usize = 10;

/// A game of baccarat and the bets of a hand, compiled: all that the kernel reads. Nobody has anything to choose.
#[derive(Clone, Debug)]
pub struct CoupTables {
    /// The cards of the shoe.
    pub layout: Layout,
    /// The points of each kind of card.
    points: [u8; BY_CARD],
    /// By the points of two cards in the player's hand, and in the banker's: whether the player's hand draws.
    player_draws: [bool; POINTS * POINTS],
    /// The same of the banker's, and by the points of the player's third card; the last stands for none.
    banker_draws: [bool; POINTS * POINTS * (POINTS + 1)],
    /// What the bets on the coup come to, by its end.
    by_end: [u32; POINTS * POINTS * 4],
    /// What the bets on the first two cards of the player's hand come to, by these; of the banker's.
    by_pair: [Vec<u32>; 2],
    wagers: Digits,
}

impl CoupTables {
    /// Compiles the rules and the bets of one hand.
    pub fn compile(game: &Game, rules: &Baccarat, bets: &HandWagers) -> CoupTables {
        let layout = Layout::new(&game.deck);
        let mut tables = CoupTables {
            points: std::array::from_fn(|kind| match kind < layout.kinds() {
                true => points_of(layout.card(kind as CardKind).rank()),
                false => 0,
            }),
            player_draws: std::array::from_fn(|at| {
                let (player, banker) = two_hands(at);
                rules.coup.player_takes_third(player, banker)
            }),
            banker_draws: std::array::from_fn(|at| draws_for_banker(&rules.coup, at)),
            by_end: [0; POINTS * POINTS * 4],
            by_pair: [Vec::new(), Vec::new()].map(|_: Vec<u32>| vec![0; BY_CARD * BY_CARD]),
            wagers: Digits::new(),
            layout,
        };
        if bets.main > Money::ZERO {
            let radix = tables.wagers.add(WagerKind::Main, bets.main, &rules.pays);
            tables.add_by_end(radix, |end| rules.best_row(end, bets.main));
        }
        for (place, bet) in game.side_bets.iter().enumerate() {
            let stake = bets.side_stake(place);
            if stake > Money::ZERO {
                let radix = tables.wagers.add(WagerKind::Side(place as u8), stake, &bet.rows);
                match bet.over {
                    Over::PlayerFirstTwo => tables.add_by_pair(0, radix, bet, stake),
                    Over::BankerFirstTwo => tables.add_by_pair(1, radix, bet, stake),
                    _ => tables.add_by_end(radix, |end| bet.best_row_of_coup(end, stake)),
                }
            }
        }
        tables
    }

    /// How many codes a hand can end with.
    pub fn codes(&self) -> u64 {
        u64::from(self.wagers.codes())
    }

    /// Plays one coup, on which all hands bet alike; `false` when the cards ran out.
    pub fn play<S: CardSource>(&self, source: &mut S, codes: &mut [u32]) -> bool {
        let mut next = || source.card();
        let Some(code) = self.deal(&mut next) else {
            return false;
        };
        codes.fill(code);
        true
    }

    /// The code of the coup that begins with these cards.
    #[inline(always)]
    pub(crate) fn code(&self, cards: &[CardKind; CARDS]) -> u32 {
        let mut cards = cards.iter().copied();
        self.deal(&mut || cards.next()).unwrap_or(0)
    }

    /// Deals a coup: two cards to each hand by turns, then the third cards.
    #[inline(always)]
    fn deal(&self, next: &mut impl FnMut() -> Option<CardKind>) -> Option<u32> {
        let [first, second, third, fourth] = [next()?, next()?, next()?, next()?].map(usize::from);
        let of = |kind: usize| usize::from(self.points[kind & (BY_CARD - 1)]);
        let (player, banker) = (last_digit(of(first) + of(third)), last_digit(of(second) + of(fourth)));
        let hands = player * POINTS + banker;
        let player_third = match self.player_draws[hands] {
            true => Some(of(usize::from(next()?))),
            false => None,
        };
        let third_points = player_third.unwrap_or(POINTS);
        let banker_third = match self.banker_draws[hands * (POINTS + 1) + third_points] {
            true => Some(of(usize::from(next()?))),
            false => None,
        };
        let player = last_digit(player + player_third.unwrap_or(0));
        let banker = last_digit(banker + banker_third.unwrap_or(0));
        let end = end_place(player, player_third.is_some(), banker, banker_third.is_some());
        let pair = |one: usize, other: usize| one * BY_CARD + other;
        Some(self.by_end[end] + self.by_pair[0][pair(first, third)] + self.by_pair[1][pair(second, fourth)])
    }

    /// How every wager of a hand with this code ended.
    pub fn settled_code(&self, code: u32) -> Vec<Settled> {
        self.wagers.settled(code).collect()
    }

    /// All numbers of the tables, for a fingerprint.
    pub(crate) fn each_word(&self, mut visit: impl FnMut(u64)) {
        let draws = self.player_draws.iter().chain(&self.banker_draws);
        draws.for_each(|draws| visit(u64::from(*draws)));
        let codes = self.by_end.iter().chain(self.by_pair.iter().flatten());
        codes.for_each(|code| visit(u64::from(*code)));
    }

    /// The digit of a wager, where the end of the coup decides.
    fn add_by_end(&mut self, radix: u32, row: impl Fn(CoupEnd) -> Option<usize>) {
        for player in 0..POINTS {
            for banker in 0..POINTS {
                for (player_third, banker_third) in [(false, false), (false, true), (true, false), (true, true)] {
                    let end = CoupEnd {
                        player: player as u8,
                        player_cards: 2 + u8::from(player_third),
                        banker: banker as u8,
                        banker_cards: 2 + u8::from(banker_third),
                    };
                    let place = end_place(player, player_third, banker, banker_third);
                    self.by_end[place] += digit(row(end)) * radix;
                }
            }
        }
    }

    /// The digit of a wager, where the first two cards of a hand decide.
    fn add_by_pair(&mut self, hand: usize, radix: u32, bet: &SideBet, stake: Money) {
        let kinds = self.layout.kinds();
        for one in 0..kinds {
            for other in 0..kinds {
                let cards = [one, other].map(|kind| self.layout.card(kind as CardKind));
                let dealt = Dealt::Baccarat {
                    player: &cards,
                    banker: &cards,
                };
                self.by_pair[hand][one * BY_CARD + other] += digit(bet.best_row(&dealt, stake)) * radix;
            }
        }
    }
}

/// The last digit of the points of up to two hands.
#[inline(always)]
const fn last_digit(points: usize) -> usize {
    if points >= POINTS { points - POINTS } else { points }
}

#[inline(always)]
const fn end_place(player: usize, player_third: bool, banker: usize, banker_third: bool) -> usize {
    ((player * POINTS + banker) * 2 + player_third as usize) * 2 + banker_third as usize
}

fn two_hands(at: usize) -> (u8, u8) {
    ((at / POINTS) as u8, (at % POINTS) as u8)
}

fn draws_for_banker(coup: &Coup, at: usize) -> bool {
    let (player, banker) = two_hands(at / (POINTS + 1));
    let third = at % (POINTS + 1);
    coup.banker_takes_third(player, banker, (third < POINTS).then_some(third as u8))
}
