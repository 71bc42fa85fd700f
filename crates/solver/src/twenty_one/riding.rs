//! Side bets that are lost when the hand is split or doubled: how often the best play does neither, beside each hole card.
//!
//! A hole card that is known is a card that nobody else can draw, and says nothing more: the player does not see it. So the
//! play is that of the main game, and the chances of its draws are those of the shoe without that card.

use croupier_rules::game::SideBet;
use croupier_rules::pay_table::Dealt;
use croupier_rules::play::BlackjackCheck;
use croupier_rules::{Card, Game, Money};
use rayon::prelude::*;

use super::deal::{CardCounts, CardPlay, DEALT, FirstTwo, Plan, UpPlay, facing};
use super::play::Decision;
use super::setting::Setting;
use super::unseen::{Dealing, Unseen};
use super::up_class::UpClass;

/// How likely each row of a side bet is paid, in the order of the rules file, when it rides only on hands that are neither
/// split nor doubled and the main game is played best. `None` when the game is of another family.
pub fn row_chances<N: Dealing>(
    game: &Game,
    main: Money,
    bet: &SideBet,
    stake: Money,
    shoe: &CardCounts,
) -> Option<Vec<N>> {
    let setting: Setting<N> = Setting::new(game, main, shoe, &[])?;
    let ups = UpClass::all(&setting.rules, &setting.rows, shoe);
    let rides = Riding {
        setting: &setting,
        bet,
        stake,
        shoe,
    };
    let parts: Vec<Vec<N>> = ups.par_iter().map(|up| rides.under(up)).collect();
    let mut sum = vec![N::zero(); bet.rows.len()];
    for part in parts {
        for (sum, chance) in sum.iter_mut().zip(part) {
            *sum += chance;
        }
    }
    Some(sum)
}

struct Riding<'a, N> {
    setting: &'a Setting<N>,
    bet: &'a SideBet,
    stake: Money,
    shoe: &'a CardCounts,
}

impl<N: Dealing> Riding<'_, N> {
    /// The rows under these up cards, weighted by how often one is shown.
    fn under(&self, up: &UpClass) -> Vec<N> {
        let play = UpPlay::new(self.setting, up, self.shoe);
        let size: i64 = self.shoe.iter().map(|count| i64::from(*count)).sum();
        let mut rows = vec![N::zero(); self.bet.rows.len()];
        let mut before = Vec::new();
        let mut known: Option<CardPlay<N>> = None;
        for (shown, shown_chance) in up.shown::<N>(self.shoe, |card| self.setting.tells_suit(card)) {
            let beside = play.beside_alike(self.setting, self.shoe, known.as_ref(), shown);
            let deals = play.deals(self.setting, &beside, self.shoe, &mut before);
            let left = shown.out_of(self.shoe);
            for hole in Card::all().filter(|hole| left[hole.index()] > 0) {
                let met: Vec<(usize, &FirstTwo<N>)> = deals
                    .iter()
                    .filter_map(|dealt| Some((self.row(dealt, shown.up, hole)?, dealt)))
                    .collect();
                if met.is_empty() {
                    continue;
                }
                let stays = self.stays(up, &beside, hole);
                for (row, dealt) in met {
                    let of_hole = i64::from(left[hole.index()]) - copies(&dealt.cards, hole);
                    if of_hole > 0 {
                        let chance = shown_chance.clone() * dealt.chance.clone() * N::ratio(of_hole, size - 3);
                        rows[row] += chance * stays_so(up, dealt, hole, &stays);
                    }
                }
            }
            known = Some(beside);
        }
        rows
    }

    /// The row that the cards meet.
    fn row(&self, dealt: &FirstTwo<N>, up: Card, hole: Card) -> Option<usize> {
        let cards = Dealt::TwentyOne {
            player: dealt.cards,
            up,
            hole: self.bet.decided_by().hole.then_some(hole),
            dealer: &[],
        };
        self.bet.best_row(&cards, self.stake)
    }

    /// How likely each hand ends undoubled when it is played on, beside a hole card that is out of the shoe.
    fn stays(&self, up: &UpClass, beside: &CardPlay<N>, hole: Card) -> Vec<N> {
        let setting = self.setting;
        let mut unseen = Unseen::new(&super::deal::by_value(self.shoe), up).without(usize::from(hole.value()) - 1, 1);
        unseen.barred = None;
        let facing = facing(setting, up, unseen);
        let suited = beside.suited.without(hole);
        let mut stays = vec![N::zero(); setting.hands.count()];
        // A hand known card by card may become one known by value, never the other way; in both lists hands with more cards
        // come first.
        for hand in setting.hands.by_value().iter().chain(setting.hands.by_card()) {
            stays[*hand as usize] = match beside.play.choice(*hand, 0) {
                Decision::Nothing | Decision::Double(_) => N::zero(),
                Decision::Stand | Decision::Surrender | Decision::Win(_) => N::one(),
                Decision::Hit => {
                    let drawn = facing.chances_of(*hand, DEALT, Some(&suited));
                    let next = drawn.hands().iter();
                    next.fold(drawn.any_bust(), |sum, (next, chance)| {
                        sum + chance.clone() * stays[*next as usize].clone()
                    })
                }
            };
        }
        stays
    }
}

/// How likely the first two cards end neither split nor doubled beside this hole card.
fn stays_so<N: Dealing>(up: &UpClass, dealt: &FirstTwo<N>, hole: Card, stays: &[N]) -> N {
    let is_over = up.check == BlackjackCheck::Checked && up.partner() == Some(usize::from(hole.value()) - 1);
    match dealt.plan {
        _ if is_over => N::one(),
        Plan::Blackjack { .. } | Plan::Surrendered => N::one(),
        Plan::DoubledBlackjack { .. } | Plan::Split(_) => N::zero(),
        Plan::Played => stays[dealt.hand as usize].clone(),
    }
}

fn copies(cards: &[Card], card: Card) -> i64 {
    cards.iter().filter(|other| **other == card).count() as i64
}
