//! Rows of pay tables that are there twice or can never be paid.

use super::reach::{self, ROWS_MAX, Reach, Stakes};
use super::tables::{Table, tables};
use super::{Check, winners};
use crate::card::{Card, Rank, Suit};
use crate::game::{Family, Game};
use crate::load::Kind;
use crate::money::{Money, Odds};
use crate::twenty_one::SuitedPays;

pub(super) fn check(check: &mut Check) {
    for table in tables(check.game) {
        rows(check, table);
    }
    let Some(rules) = check.game.twenty_one() else {
        return;
    };
    suited(check, "blackjack.suited", &rules.blackjack.suited, rules.blackjack.pays);
    if let Some(insurance) = &rules.insurance {
        suited(check, "insurance.suited", &insurance.suited, insurance.pays);
    }
}

fn rows(check: &mut Check, mut table: Table) {
    if table.rows.len() > ROWS_MAX {
        let what = format!("a pay table of {} rows is too long", table.rows.len());
        check.fault(Kind::OutOfRange, &[&table.at], what, format!("at most {ROWS_MAX} rows"));
        return;
    }
    // Rows that could not be read say nothing about the others; a doubled row is reported as such and then left out.
    let mut places: Vec<usize> = (0..table.rows.len()).collect();
    places.retain(|row| {
        let at = format!("{}.{}", table.at, table.rows[*row].id);
        let when = format!("{at}.when");
        check.trusts(&[&at]) && !doubled(check, &table, *row) && !check.is_reported(&when)
    });
    table.rows = places.iter().map(|place| table.rows[*place]).collect();
    if !can_be_searched(check, &table) || already_searched(check, &table) {
        return;
    }
    let reaches = if table.is_winners() {
        winners::search(check.game, &table, stakes(check.game, &table))
    } else {
        reach::search(&table, &check.game.deck, stakes(check.game, &table))
    };
    for (row, reach) in reaches.into_iter().enumerate() {
        report(check, &table, row, reach);
    }
}

/// Reports a row that asks for the same as an earlier one.
fn doubled(check: &mut Check, table: &Table, row: usize) -> bool {
    let this = table.rows[row];
    let same = |earlier: &usize| table.rows[*earlier].when == this.when && table.rows[*earlier].flags == this.flags;
    let Some(earlier) = (0..row).find(same) else {
        return false;
    };
    let what = format!("the row asks for the same as the row `{}`", table.rows[earlier].name);
    let at = [
        format!("{}.{}.when", table.at, this.id),
        format!("{}.{}.when", table.at, table.rows[earlier].id),
    ];
    check.fault(Kind::DoubledRow, &[&at[0], &at[1]], what, "keep one of the two");
    true
}

/// What the search rests on must be what the file says.
fn can_be_searched(check: &Check, table: &Table) -> bool {
    let over = table
        .bet
        .map_or("family".to_string(), |bet| format!("side-bet.{}.over", bet.id));
    let rests_on = if table.is_winners() {
        vec!["deck", "family", "double", "split", "blackjack"]
    } else if table.bet.is_some() {
        vec!["deck", "family", "hands", "street", &over]
    } else {
        vec!["deck", "family", "hands", "street"]
    };
    check.trusts(&rests_on)
}

/// Whether the search would find what it found in the file that this one is another reading of.
fn already_searched(check: &Check, table: &Table) -> bool {
    let Some(base) = check.base else {
        return false;
    };
    let game = check.game;
    game.deck == base.deck
        && game.main_bet == base.main_bet
        && match (&game.family, &base.family) {
            (Family::TwentyOne(now), Family::TwentyOne(before)) if table.is_winners() => {
                now.winners == before.winners
                    && now.double == before.double
                    && now.split == before.split
                    && now.blackjack == before.blackjack
            }
            (Family::TwentyOne(_), Family::TwentyOne(_)) => same_side_bets(game, base),
            (Family::Stud(now), Family::Stud(before)) => {
                now.hands == before.hands
                    && now.showdown == before.showdown
                    && now.streets == before.streets
                    && match table.bet {
                        Some(_) => same_side_bets(game, base),
                        None => now.pays == before.pays,
                    }
            }
            _ => false,
        }
}

fn same_side_bets(game: &Game, base: &Game) -> bool {
    game.side_bets == base.side_bets && game.pay_tables == base.pay_tables
}

fn stakes(game: &Game, table: &Table) -> Stakes {
    let [low, high] = match table.bet {
        Some(bet) => [bet.min, bet.max],
        None => [game.main_bet.lowest(), game.main_bet.highest()],
    };
    // Without a sound stake odds are compared as they are.
    [low, high].map(|stake| {
        if stake > Money::ZERO {
            stake
        } else {
            Money::from_dollars(1)
        }
    })
}

fn report(check: &mut Check, table: &Table, row: usize, reach: Reach) {
    let at = format!("{}.{}.when", table.at, table.rows[row].id);
    let name = table.rows[row].name;
    match reach {
        Reach::Paid => {}
        Reach::NoCards => {
            let what = format!("the row `{name}` is never paid: no cards of this game meet it");
            check.fault(
                Kind::UnreachableRow,
                &[&at],
                what,
                "take the row out, or change what it asks for",
            );
        }
        Reach::Outdone(Some(better)) => {
            let better = table.rows[better];
            let what = format!(
                "the row `{name}` is never paid: all its cards are paid by `{}`",
                better.name
            );
            let remedy = format!("take the row out, or let it pay more than {}", better.pays);
            check.fault(Kind::UnreachableRow, &[&at], what, remedy);
        }
        Reach::Outdone(None) => {
            let what = format!("the row `{name}` is never paid: all its cards are paid by other rows");
            check.fault(
                Kind::UnreachableRow,
                &[&at],
                what,
                "take the row out, or let it pay more",
            );
        }
    }
}

/// Rows by suits of two cards, of which one is an ace and the other a ten-value card.
fn suited(check: &mut Check, at: &str, rows: &[SuitedPays], otherwise: Odds) {
    let pairs = || {
        Suit::ALL
            .into_iter()
            .flat_map(|one| Suit::ALL.map(|other| [one, other]))
    };
    let pairs: Vec<[Card; 2]> = pairs()
        .map(|[one, other]| [Card::new(Rank::Ace, one), Card::new(Rank::King, other)])
        .collect();
    for (place, row) in rows.iter().enumerate() {
        let when = format!("{at}.{}.suits", row.id);
        if let Some(earlier) = rows[..place].iter().position(|earlier| earlier.suits == row.suits) {
            let what = format!("the row asks for the same suits as the row `{}`", rows[earlier].name);
            let other = format!("{at}.{}.suits", rows[earlier].id);
            check.fault(Kind::DoubledRow, &[&when, &other], what, "keep one of the two");
            continue;
        }
        let is_ahead = |other: usize| rows[other].pays > row.pays || (rows[other].pays == row.pays && other < place);
        let outdone = |cards: &[Card]| (0..rows.len()).any(|other| is_ahead(other) && rows[other].suits.hold(cards));
        let paid = pairs.iter().any(|cards| row.suits.hold(cards) && !outdone(cards));
        if !paid {
            let what = format!(
                "the row `{}` is never paid: all its cards are paid by other rows",
                row.name
            );
            check.fault(
                Kind::UnreachableRow,
                &[&when, at],
                what,
                "take the row out, or let it pay more",
            );
        } else if row.pays == otherwise {
            let what = format!("the row `{}` pays {}, as it would without it", row.name, row.pays);
            let pays = format!("{at}.{}.pays", row.id);
            let plain = at.replace("suited", "pays");
            check.fault(
                Kind::DoubledRow,
                &[&pays, &plain],
                what,
                "take the row out, or let it pay something else",
            );
        }
    }
}
