//! Rules of single cards that contradict each other, and rows of their pay tables that no cards are paid by.

use super::Check;
use super::reach::{Reach, Stakes, Tried};
use super::tables::Table;
use crate::card::Rank;
use crate::game::{Deck, MainBet, PayTable};
use crate::load::message;
use crate::load::section::{key, place};
use crate::money::Odds;
use crate::pattern::{Pays, Row};
use crate::pay_table::Sight;
use crate::play::{CardsStand, RanksLeft};
use crate::single_card::{Deal, FirstCards, Raise, RaiseAmount, SingleCard};

pub(super) fn check(check: &mut Check) {
    let Some(rules) = check.game.single_card() else {
        return;
    };
    if !check.game.main_bet.spots.is_empty() {
        check.fault(message::no_spots(), &[place!(MainBet.spots), super::family()]);
    }
    let named = [
        (
            &rules.deal.pays,
            &rules.deal.pays_allowed,
            [place!(Deal.pays), place!(Deal.pays_allowed)],
        ),
        (
            &rules.raise.pays,
            &rules.raise.pays_allowed,
            [place!(Raise.pays), place!(Raise.pays_allowed)],
        ),
    ];
    for (own, allowed, places) in named {
        if !allowed.is_empty() && !allowed.contains(own) {
            check.fault(message::pay_table_not_allowed(own), &places);
        }
    }
    if let Some(loses) = rules
        .raise
        .surrender_loses
        .filter(|loses| loses.is_push() || *loses >= Odds::EVEN)
    {
        check.fault(message::surrender_not_a_share(loses), &[place!(Raise.surrender_loses)]);
    }
    if rules.raise.surrender_loses.is_some() && rules.raise.amount == RaiseAmount::UpToMainBet {
        let places = [place!(Raise.surrender_loses), place!(Raise.amount)];
        check.fault(message::small_raise_or_surrender(), &places);
    }
    for table in rules.raise_tables().filter_map(|id| check.game.pay_tables.find(id)) {
        for row in table.rows.iter().filter(|row| matches!(row.pays, Pays::Amount(_))) {
            let at = place!(PayTable[table.id]).key(&row.id).key(key!(Row.pays));
            check.fault(message::amount_on_raise(), &[at]);
        }
    }
}

/// For every row of a table over how the cards stand, whether it can be paid.
pub(super) fn search(rules: &SingleCard, table: &Table, deck: &Deck, stakes: Stakes) -> Vec<Reach> {
    let pays: Vec<_> = table.rows.iter().map(|row| row.pays).collect();
    let mut tried = Tried::new(&pays, stakes);
    for stand in ends(rules, deck) {
        let sight = Sight::of_stand(stand);
        let met = (0..table.rows.len())
            .filter(|row| table.rows[*row].when.holds(&sight))
            .fold(0, |bits, row| bits | 1 << row);
        for row in super::reach::bits(met & tried.pending) {
            tried.met(row, met);
        }
    }
    tried.reaches()
}

/// Every way the cards of a round may stand at its end.
fn ends(rules: &SingleCard, deck: &Deck) -> Vec<CardsStand> {
    let deal: FirstCards = rules.deal.first;
    let mut left: RanksLeft = [0; 13];
    for card in deck.cards() {
        left[card.rank() as usize] += 1;
    }
    let mut ends = Vec::new();
    for one in Rank::ALL {
        for other in Rank::ALL {
            let mut after = left;
            let taken = [one, other].iter().all(|rank| {
                let left = &mut after[*rank as usize];
                let is_there = *left > 0;
                *left = left.saturating_sub(1);
                is_there
            });
            if !taken {
                continue;
            }
            let first = deal.stand([one, other], &[]);
            match rules.goes_on(first) {
                true => ends.extend(deal.draws([one, other], &after).into_iter().map(|(stand, _)| stand)),
                false => ends.push(first),
            }
        }
    }
    ends
}
