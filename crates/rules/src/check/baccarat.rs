//! Rules of baccarat that contradict each other, and rows of its pay tables that no coup is paid by.

use super::Check;
use super::reach::{Reach, Stakes, Tried};
use super::tables::Table;
use crate::baccarat::{Baccarat, Coup};
use crate::game::{Deck, MainBet};
use crate::load::message;
use crate::load::section::place;
use crate::numbers::Numbers;
use crate::pay_table::Sight;
use crate::play::{count_coups, points_of};

pub(super) fn check(check: &mut Check) {
    let bet = &check.game.main_bet;
    let Some(rules) = check.game.baccarat() else {
        if !bet.required {
            check.fault(
                message::main_bet_required(),
                &[place!(MainBet.required), super::family()],
            );
        }
        return;
    };
    if !bet.spots.is_empty() {
        check.fault(message::no_spots(), &[place!(MainBet.spots), super::family()]);
    }
    let fields = [
        (rules.coup.natural, place!(Coup.natural)),
        (rules.coup.player_draws, place!(Coup.player_draws)),
        (rules.coup.banker_draws, place!(Coup.banker_draws)),
    ];
    for (points, at) in fields {
        if too_many_points(points) {
            check.fault(message::too_many_points(), &[at]);
        }
    }
    let after = place!(Coup.banker_draws_after);
    for (entry, points) in rules.coup.banker_draws_after.iter().enumerate() {
        if too_many_points(*points) {
            check.entry_fault(message::too_many_points(), &after, entry);
        }
    }
    if !rules.coup.pays_allowed.is_empty() && !rules.coup.pays_allowed.contains(&rules.coup.pays) {
        let places = [place!(Coup.pays), place!(Coup.pays_allowed)];
        check.fault(message::pay_table_not_allowed(&rules.coup.pays), &places);
    }
}

/// For every row of a table over both hands, whether it can be paid.
pub(super) fn search(rules: &Baccarat, table: &Table, deck: &Deck, stakes: Stakes) -> Vec<Reach> {
    let pays: Vec<_> = table.rows.iter().map(|row| row.pays).collect();
    let mut tried = Tried::new(&pays, stakes);
    let mut left = [0; 10];
    for card in deck.cards() {
        left[usize::from(points_of(card.rank()))] += 1;
    }
    for (end, _) in count_coups(&rules.coup, left) {
        let sight = Sight::of_coup(end);
        let met = (0..table.rows.len())
            .filter(|row| table.rows[*row].when.holds(&sight))
            .fold(0, |bits, row| bits | 1 << row);
        for row in super::reach::bits(met & tried.pending) {
            tried.met(row, met);
        }
    }
    tried.reaches()
}

fn too_many_points(points: Numbers) -> bool {
    points != Numbers::ANY && points.max().is_some_and(|most| most > 9)
}
