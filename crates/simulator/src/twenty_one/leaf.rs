//! How a hand of 21 ends, and the comparison with the dealer.

use croupier_rules::play::BetKind;
use croupier_rules::twenty_one::{AgainstDealerBlackjack, Tie, TwentyOne, TwentyTwo};
use croupier_rules::{Money, Odds};
use croupier_table::{Outcome, WagerKind};
use rustc_hash::FxHashMap;

use super::dealer::DealerEnd;

/// One wager of a hand and how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Settled {
    /// The main bet, a double, a street, insurance or a side bet.
    pub kind: WagerKind,
    /// How it ended.
    pub outcome: Outcome,
    /// What was staked, in cents over all spots.
    pub stake: i64,
    /// What the player gained or lost, in cents.
    pub net: i64,
}

/// How the bets of one hand ended: the main bet first, then the doubles.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leaf {
    /// The bets.
    pub bets: Vec<Settled>,
}

/// Leaves, equal ones once.
#[derive(Debug, Default)]
pub(super) struct Leaves {
    pub(super) list: Vec<Leaf>,
    known: FxHashMap<Leaf, u32>,
}

impl Leaves {
    pub(super) fn number(&mut self, leaf: Leaf) -> u32 {
        let list = &mut self.list;
        *self.known.entry(leaf).or_insert_with_key(|leaf| {
            list.push(leaf.clone());
            list.len() as u32 - 1
        })
    }
}

/// A hand that waits for the dealer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Waiting {
    pub(super) total: u8,
    /// A blackjack that is yet to be paid, and the suited row that pays it.
    pub(super) blackjack: Option<Option<u8>>,
    pub(super) doubles: Vec<i64>,
}

/// How a waiting hand ends against this dealer's hand. `main` and the doubles are cents on one spot.
///
/// Against a late blackjack that does not take all bets this holds for a hand that was not split; how split hands end then
/// depends on each other, and the round itself is asked.
pub(super) fn compare(rules: &TwentyOne, main: i64, spots: i64, hand: &Waiting, end: DealerEnd) -> Leaf {
    let bets = std::iter::once((WagerKind::Main, main * spots)).chain(
        (1..)
            .zip(&hand.doubles)
            .map(|(number, amount)| (WagerKind::Double(number), amount * spots)),
    );
    let (outcome, ends) = ending(rules, hand, end);
    let late_blackjack = end == DealerEnd::Blackjack && hand.blackjack.is_none();
    let comes_back = |kind: WagerKind| {
        let bet = match kind {
            WagerKind::Main => BetKind::Original,
            _ => BetKind::Double,
        };
        late_blackjack && !rules.dealer.late_blackjack_takes.takes(bet)
    };
    let bets = bets.map(|(kind, stake)| {
        let (outcome, net) = if comes_back(kind) {
            (Outcome::Returned, 0)
        } else {
            (outcome, ends.net(stake))
        };
        Settled {
            kind,
            outcome,
            stake,
            net,
        }
    });
    Leaf { bets: bets.collect() }
}

enum Ends {
    Pays(Odds),
    Loses,
    Returns,
}

impl Ends {
    fn net(&self, stake: i64) -> i64 {
        match self {
            Ends::Pays(odds) => odds
                .winnings(Money::from_cents(stake))
                .expect("a checked game pays whole cents on every amount it allows")
                .cents(),
            Ends::Loses => -stake,
            Ends::Returns => 0,
        }
    }
}

fn ending(rules: &TwentyOne, hand: &Waiting, end: DealerEnd) -> (Outcome, Ends) {
    if let Some(row) = hand.blackjack {
        if end == DealerEnd::Blackjack && rules.blackjack.against_dealer_blackjack == AgainstDealerBlackjack::Pushes {
            return (Outcome::BlackjackPush, Ends::Returns);
        }
        return match row {
            Some(row) => (
                Outcome::SuitedBlackjack(row),
                Ends::Pays(rules.blackjack.suited[usize::from(row)].pays),
            ),
            None => (Outcome::Blackjack, Ends::Pays(rules.blackjack.pays)),
        };
    }
    let win = Ends::Pays(rules.dealer.win_pays);
    match end {
        DealerEnd::Blackjack => (Outcome::DealerBlackjack, Ends::Loses),
        // A busted hand waits only for a dealer's blackjack.
        _ if hand.total > 21 => (Outcome::Bust, Ends::Loses),
        DealerEnd::TwentyTwo if rules.dealer.twenty_two == TwentyTwo::Pushes => (Outcome::TwentyTwo, Ends::Returns),
        DealerEnd::TwentyTwo | DealerEnd::Bust => (Outcome::DealerBust, win),
        DealerEnd::Stands(total) if hand.total > total => (Outcome::Higher, win),
        DealerEnd::Stands(total) if hand.total < total => (Outcome::Lower, Ends::Loses),
        DealerEnd::Stands(_) => match rules.dealer.tie {
            Tie::Pushes => (Outcome::Tie, Ends::Returns),
            Tie::DealerWins => (Outcome::Tie, Ends::Loses),
            Tie::PlayerWins => (Outcome::Tie, win),
        },
    }
}
