//! Rows of pay tables that are there twice or can never be paid.

use super::reach::{self, Reach, Stakes};
use super::tables::{LooksAt, Table, TableRow, tables};
use super::{Check, baccarat, dealer_hand, family, single_card, winners};
use crate::baccarat::Coup;
use crate::card::{Card, Rank, Suit};
use crate::game::{Deck, Family, Game, Matched, SideBet};
use crate::load::section::{key, place};
use crate::load::{Path, message};
use crate::money::{Money, Odds};
use crate::pattern::{Pattern, Pays, Row};
use crate::play::best_suited;
use crate::single_card::{Deal, Raise};
use crate::stud::{Hands, Street};
use crate::twenty_one::{Blackjack, Dealer, Double, Insurance, Split, SuitedPays};

pub(super) fn check(check: &mut Check) {
    for table in tables(check.game) {
        rows(check, table);
    }
    let Some(rules) = check.game.twenty_one() else {
        return;
    };
    let plain = (rules.blackjack.pays, place!(Blackjack.pays));
    suited(check, &place!(Blackjack.suited), &rules.blackjack.suited, plain);
    if let Some(insurance) = &rules.insurance {
        let plain = (insurance.pays, place!(Insurance.pays));
        suited(check, &place!(Insurance.suited), &insurance.suited, plain);
    }
}

fn rows(check: &mut Check, mut table: Table) {
    // Rows that could not be read say nothing about the others; a doubled row is reported as such and then left out.
    let mut places: Vec<usize> = (0..table.rows.len()).collect();
    places.retain(|row| {
        let at = table.at.key(table.rows[*row].id);
        let when = at.key(key!(Row.when));
        check.trusts(&[at]) && !doubled(check, &table, *row) && !check.is_reported(&when)
    });
    table.rows = places.iter().map(|place| table.rows[*place]).collect();
    // Where every card of a hand is matched, more cards may meet a row than are listed.
    let matches = |pattern: &Pattern| pattern.suited_matches.is_some() || pattern.unsuited_matches.is_some();
    let is_long = table.bet.is_some_and(|bet| bet.matched == Matched::EveryCard) && table.patterns().any(matches);
    if is_long || !can_be_searched(check, &table) || already_searched(check, &table) {
        return;
    }
    let stakes = stakes(check.game, &table);
    let deck = &check.game.deck;
    let reaches = match (&check.game.family, table.over) {
        _ if table.is_winners() => winners::search(check.game, &table, stakes),
        (Family::Baccarat(rules), LooksAt::Coup) => baccarat::search(rules, &table, deck, stakes),
        (Family::SingleCard(rules), LooksAt::Stand) => single_card::search(rules, &table, deck, stakes),
        (Family::TwentyOne(rules), _) if table.is_over_dealer_hand() => {
            dealer_hand::search(rules.dealer.soft_17, &table, deck, stakes)
        }
        _ => reach::search(&table, deck, stakes),
    };
    for (row, reach) in reaches.into_iter().enumerate() {
        report(check, &table, row, reach);
    }
}

/// Reports a row that asks for the same as an earlier one.
fn doubled(check: &mut Check, table: &Table, row: usize) -> bool {
    let this = table.rows[row];
    let flags = |row: &TableRow| row.winner.map(|winner| (winner.after_split, winner.after_double));
    let is_same = |earlier: &&TableRow| earlier.when == this.when && flags(earlier) == flags(&this);
    let Some(earlier) = table.rows[..row].iter().find(is_same) else {
        return false;
    };
    let places = [this.id, earlier.id].map(|id| table.at.key(id).key(key!(Row.when)));
    check.fault(message::same_row(earlier.name), &places);
    true
}

/// What the search rests on must be what the file says.
fn can_be_searched(check: &Check, table: &Table) -> bool {
    let mut rests_on = vec![place!(Deck), family()];
    if table.is_winners() {
        rests_on.extend([place!(Double), place!(Split), place!(Blackjack)]);
    } else {
        rests_on.extend([place!(Hands), place!(Street), place!(Coup), place!(Deal), place!(Raise)]);
        rests_on.extend(table.bet.map(|bet| place!(SideBet[bet.id].over)));
        rests_on.extend(table.is_over_dealer_hand().then(|| place!(Dealer.soft_17)));
    }
    // A share of a meter that is not known, or cannot be paid, compares with nothing.
    let is_known = |row: &TableRow| !matches!(row.pays, Pays::OfMeter { amount, .. } if amount <= Money::ZERO);
    check.trusts(&rests_on) && table.rows.iter().all(is_known)
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
            (Family::TwentyOne(now), Family::TwentyOne(before)) => {
                let same_hands = !table.is_over_dealer_hand() || now.dealer.soft_17 == before.dealer.soft_17;
                same_hands && same_side_bets(game, base)
            }
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
    let this = table.rows[row];
    let message = match reach {
        Reach::Paid => return,
        Reach::NoCards => message::met_by_no_cards(this.name),
        Reach::Outdone(Some(better)) => {
            message::outdone_by(this.name, table.rows[better].name, table.rows[better].pays)
        }
        Reach::Outdone(None) => message::outdone(this.name),
    };
    check.fault(message, &[table.at.key(this.id).key(key!(Row.when))]);
}

/// Rows by suits of two cards, of which one is an ace and the other a ten-value card; and what is paid without them.
fn suited(check: &mut Check, at: &Path, rows: &[SuitedPays], (otherwise, otherwise_at): (Odds, Path)) {
    let pairs: Vec<[Card; 2]> = Suit::ALL
        .into_iter()
        .flat_map(|one| Suit::ALL.map(|other| [Card::new(Rank::Ace, one), Card::new(Rank::King, other)]))
        .collect();
    for (place, row) in rows.iter().enumerate() {
        let [suits_at, pays_at] = [key!(SuitedPays.suits), key!(SuitedPays.pays)].map(|key| at.key(&row.id).key(key));
        if let Some(earlier) = rows[..place].iter().find(|earlier| earlier.suits == row.suits) {
            let other_at = at.key(&earlier.id).key(key!(SuitedPays.suits));
            check.fault(message::same_suits(&earlier.name), &[suits_at, other_at]);
        } else if !pairs.iter().any(|cards| best_suited(rows, cards) == Some(place)) {
            check.fault(message::outdone(&row.name), &[suits_at, at.clone()]);
        } else if row.pays == otherwise {
            check.fault(message::same_pay(&row.name, row.pays), &[pays_at, otherwise_at.clone()]);
        }
    }
}
