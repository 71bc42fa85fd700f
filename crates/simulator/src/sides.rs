//! Side bets of 21 as lookups: which row the cards meet, as a digit that is added to the code of the round.

use croupier_rules::game::{Settled as When, SideBet};
use croupier_rules::pay_table::Dealt;
use croupier_rules::{Game, Money};
use croupier_table::{HandWagers, Outcome, WagerKind};
use rustc_hash::FxHashMap;

use crate::cards::{CardKind, Layout};
use crate::settled::Settled;
use crate::table::BY_CARD;

/// One side bet that is bet on: how it can end, by digit.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its place in the rules file.
    pub bet: usize,
    /// What its digit counts in the code.
    pub radix: u32,
    /// How it ends by digit: digit 0 loses, digit n is row n − 1.
    pub ends: Vec<Settled>,
}

/// Digits that depend on the player's two cards and one of the dealer's.
#[derive(Clone, Debug)]
pub struct DigitTable {
    /// By dealer's card and first card: where a row of `digits` starts.
    pub rows: Vec<u32>,
    /// By row and second card: the digits.
    pub digits: Vec<u32>,
}

/// All side bets that are bet on.
#[derive(Clone, Debug)]
pub struct Sides {
    /// The bets.
    pub axes: Vec<Axis>,
    /// How many codes the bets have together.
    pub codes: u32,
    /// Bets that look at the player's cards and the up card.
    pub up: Option<DigitTable>,
    /// Bets that look at the player's cards and the hole card.
    pub hole: Option<DigitTable>,
    /// Bets that look at all four cards, as places among the axes.
    both: Vec<usize>,
    bets: Vec<SideBet>,
    /// Whether a bet waits for the dealer's second card, even when no hand does.
    pub wait_for_second: bool,
}

/// Which dealer's cards a bet looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DealerCards {
    Up,
    Hole,
    Both,
}

impl DigitTable {
    /// The digits for these cards.
    #[inline(always)]
    pub fn digits(&self, dealer: CardKind, first: CardKind, second: CardKind) -> u32 {
        let row = self.rows[usize::from(dealer) * BY_CARD + usize::from(first)];
        self.digits[row as usize + usize::from(second)]
    }
}

impl Sides {
    /// Compiles the side bets that have a stake.
    pub fn compile(game: &Game, layout: &Layout, bets: &HandWagers) -> Sides {
        let has_hole = game.twenty_one().is_some_and(|rules| rules.dealer.hole_card.is_dealt());
        let mut sides = Sides {
            axes: Vec::new(),
            codes: 1,
            up: None,
            hole: None,
            both: Vec::new(),
            bets: game.side_bets.to_vec(),
            wait_for_second: false,
        };
        let mut decided_by = Vec::new();
        for (place, bet) in game.side_bets.iter().enumerate() {
            let stake = bets.side_stake(place);
            if stake == Money::ZERO {
                continue;
            }
            decided_by.push(looks_at(bet, has_hole));
            sides.wait_for_second |= bet.settled == When::AtReveal;
            let radix = sides.codes;
            sides.codes = sides.codes.saturating_mul(bet.rows.len() as u32 + 1);
            sides.axes.push(Axis {
                bet: place,
                radix,
                ends: ends(bet, place, stake),
            });
        }
        let chosen = |wanted| {
            (0..decided_by.len())
                .filter(|axis| decided_by[*axis] == wanted)
                .collect::<Vec<_>>()
        };
        sides.both = chosen(DealerCards::Both);
        sides.up = sides.tabulate(layout, &chosen(DealerCards::Up), DealerCards::Up);
        sides.hole = sides.tabulate(layout, &chosen(DealerCards::Hole), DealerCards::Hole);
        sides
    }

    /// The digits of all bets.
    #[inline(always)]
    pub fn digits(&self, layout: &Layout, player: [CardKind; 2], up: CardKind, hole: Option<CardKind>) -> u32 {
        let mut digits = 0;
        if let Some(table) = &self.up {
            digits += table.digits(up, player[0], player[1]);
        }
        if let (Some(table), Some(hole)) = (&self.hole, hole) {
            digits += table.digits(hole, player[0], player[1]);
        }
        for axis in &self.both {
            let dealt = Dealt::TwentyOne {
                player: player.map(|kind| layout.card(kind)),
                up: layout.card(up),
                hole: hole.map(|kind| layout.card(kind)),
                dealer: &[],
            };
            digits += self.digit(*axis, &dealt);
        }
        digits
    }

    /// Whether every bet is a lookup.
    pub fn all_looked_up(&self) -> bool {
        self.both.is_empty()
    }

    fn digit(&self, axis: usize, dealt: &Dealt) -> u32 {
        let axis = &self.axes[axis];
        let stake = Money::from_cents(axis.ends[0].stake);
        let row = self.bets[axis.bet].best_row(dealt, stake);
        row.map_or(0, |row| row as u32 + 1) * axis.radix
    }

    fn tabulate(&self, layout: &Layout, axes: &[usize], decided_by: DealerCards) -> Option<DigitTable> {
        if axes.is_empty() {
            return None;
        }
        let kinds = layout.kinds();
        let mut table = DigitTable {
            rows: vec![0; BY_CARD * BY_CARD],
            digits: Vec::new(),
        };
        let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        for dealer in 0..kinds {
            for first in 0..kinds {
                let row: Vec<u32> = (0..BY_CARD)
                    .map(|second| {
                        if second >= kinds {
                            return 0;
                        }
                        let [one, other, dealer] = [first, second, dealer].map(|kind| layout.card(kind as CardKind));
                        // Where only one dealer's card is looked at, the other may be any.
                        let dealt = Dealt::TwentyOne {
                            player: [one, other],
                            up: dealer,
                            hole: (decided_by == DealerCards::Hole).then_some(dealer),
                            dealer: &[],
                        };
                        axes.iter().map(|axis| self.digit(*axis, &dealt)).sum()
                    })
                    .collect();
                let digits = &mut table.digits;
                table.rows[dealer * BY_CARD + first] = *known.entry(row).or_insert_with_key(|row| {
                    digits.extend(row);
                    (digits.len() - BY_CARD) as u32
                });
            }
        }
        Some(table)
    }
}

fn ends(bet: &SideBet, place: usize, stake: Money) -> Vec<Settled> {
    let kind = WagerKind::Side(place as u8);
    let settled = |outcome, net: Money| Settled {
        kind,
        outcome,
        stake: stake.cents(),
        net: net.cents(),
    };
    let rows = bet
        .rows
        .iter()
        .enumerate()
        .map(|(row, pays)| settled(Outcome::Row(row as u8), pays.pays.paid_on(stake)));
    std::iter::once(settled(Outcome::NoRow, -stake)).chain(rows).collect()
}

/// Which dealer's cards decide a bet. A bet that is settled before the dealer has a second card is decided without it.
fn looks_at(bet: &SideBet, has_hole: bool) -> DealerCards {
    let decided_by = bet.decided_by();
    let hole_is_known = has_hole || bet.settled == When::AtReveal;
    match (decided_by.up, decided_by.hole && hole_is_known) {
        (true, true) => DealerCards::Both,
        (false, true) => DealerCards::Hole,
        _ => DealerCards::Up,
    }
}
