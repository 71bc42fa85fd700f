//! The named policies: simple rules of play that need no solver.

use croupier_rules::Game;
use croupier_table::{Action, ActionKind, Situation, Strategy, Total};

/// A rule of play that anybody can follow. None takes insurance or even money, splits, doubles, surrenders or folds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Always stands. In stud: the smallest bet to the river. With single cards: no raise where one may stay in without.
    Stand,
    /// Hits hard 16 or less and soft 17 or less.
    MimicDealer,
    /// Hits hard below 12 and soft below 18.
    NeverBust,
}

impl Policy {
    /// Every named policy.
    pub const ALL: [Policy; 3] = [Policy::Stand, Policy::MimicDealer, Policy::NeverBust];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Policy::Stand => "stand",
            Policy::MimicDealer => "mimic-dealer",
            Policy::NeverBust => "never-bust",
        }
    }

    /// The policy of this name.
    pub fn from_name(name: &str) -> Option<Policy> {
        Policy::ALL.into_iter().find(|policy| policy.name() == name)
    }

    /// Whether it takes a card to this total, where it may.
    pub const fn hits(self, total: u8, is_soft: bool) -> bool {
        let (hard, soft) = match self {
            Policy::Stand => (0, 0),
            Policy::MimicDealer => (16, 17),
            Policy::NeverBust => (11, 17),
        };
        total <= if is_soft { soft } else { hard }
    }
}

impl Strategy for Policy {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        let offered = |kind: ActionKind| situation.offers.iter().find(|offer| offer.kind == kind);
        let total = Total::of(situation.cards);
        if let Some(offer) = offered(ActionKind::Hit)
            && self.hits(total.best(), total.is_soft())
        {
            return offer.in_full();
        }
        let passive = [
            ActionKind::NoInsurance,
            ActionKind::TakeBlackjack,
            ActionKind::Keep,
            ActionKind::Stand,
        ];
        if let Some(offer) = passive.into_iter().find_map(offered) {
            return offer.in_full();
        }
        let bets = situation
            .offers
            .iter()
            .filter(|offer| offer.kind.street_bet().is_some());
        // One time the main bet, as the documentation of the policies says; where a game has no such bet, its smallest.
        let by_one = |offer: &&croupier_table::Offer| {
            let times = offer.kind.street_bet().unwrap_or(u8::MAX);
            (times == 0, times)
        };
        bets.min_by_key(by_one).unwrap_or(&situation.offers[0]).in_full()
    }
}
