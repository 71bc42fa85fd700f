//! A game of 21 made ready for solving: its rows, its hands, its stakes, at one main bet.

use std::sync::Arc;

use croupier_rules::pattern::Pays;
use croupier_rules::play::{FreeBets, HandFacts, Origin, is_half_of_blackjack};
use croupier_rules::twenty_one::TwentyOne;
use croupier_rules::{Card, Game, Money, Suit};

use super::comparison::Comparison;
use super::hand_results::{BUST, BUST_AT_BLACKJACK, ROWS, SURRENDER};
use super::hands::{Hand, Hands, rank_of};
use super::memory::Memory;
use super::rows::{RowSet, Rows, Track};
use super::split::Class;
use super::stakes::Stakes;
use super::unseen::Dealing;
use super::up_class::{Shown, UpClass};

/// Where a hand comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CameFrom {
    /// The deal.
    Deal,
    /// A split of a pair of this value, as a place from 0 for the ace.
    Split(usize),
}

/// A game of 21 made ready for solving.
#[derive(Clone, Debug)]
pub struct Setting<N> {
    /// The rules.
    pub rules: TwentyOne,
    /// The main bet.
    pub main: Money,
    /// The rows by which hands win at once.
    pub rows: Rows,
    /// Every hand.
    pub hands: Hands,
    /// The doubles that can be best.
    pub stakes: Stakes<N>,
    /// What the play of split hands may know.
    pub class: Class,
    /// What is known of the dealer's chances from other games.
    pub memory: Option<Arc<Memory<N>>>,
    /// What hands that are compared are worth.
    pub comparison: Comparison<N>,
    on_track: [RowSet; 4],
    /// What endings that do not wait for the dealer are worth, by ending and stake.
    ended_nets: Vec<N>,
    /// Whether one more card can only do good to a hand that it cannot bust.
    hitting_never_hurts: bool,
}

/// What may be done with a hand, beside standing and splitting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct May {
    /// Take a card.
    pub hit: bool,
    /// Double.
    pub double: bool,
    /// Whether such a double is free.
    pub double_free: bool,
    /// Surrender.
    pub surrender: bool,
}

impl<N: Dealing> Setting<N> {
    /// The game at a main bet, dealt from at most these cards, with these doubles already made.
    pub fn new(game: &Game, main: Money, shoe: &[u32; Card::KINDS], added: &[Money]) -> Option<Setting<N>> {
        Setting::with_free(game, main, shoe, added, FreeBets::NONE)
    }

    /// The same, with these of the bets free.
    pub fn with_free(
        game: &Game,
        main: Money,
        shoe: &[u32; Card::KINDS],
        added: &[Money],
        free: FreeBets,
    ) -> Option<Setting<N>> {
        let rules = game.twenty_one()?.clone();
        let rows = Rows::new(&rules);
        let mut setting = Setting {
            hitting_never_hurts: rows.pay_at_least(rules.dealer.win_pays, main),
            ended_nets: Vec::new(),
            main,
            hands: Hands::new(&rows, shoe),
            stakes: Stakes::new(&rules, main, added, free),
            class: Class::Cdp1,
            memory: None,
            comparison: Comparison::new(&rules.dealer),
            on_track: Track::ALL.map(|track| rows.on(track)),
            rows,
            rules,
        };
        let endings = ROWS + setting.rows.count();
        let stakes = setting.stakes.count();
        setting.ended_nets = (0..endings * stakes)
            .map(|place| setting.net_of(place / stakes, place % stakes))
            .collect();
        Some(setting)
    }

    /// The track of a hand.
    pub fn track(&self, origin: CameFrom, stake: usize) -> Track {
        Track {
            split: origin != CameFrom::Deal,
            doubled: !self.stakes.all()[stake].added.is_empty(),
        }
    }

    /// The row by which a hand wins at once, if it does.
    pub fn winner(&self, up: &UpClass, track: Track, hand: &Hand) -> Option<usize> {
        let met = hand.met & up.rows & self.on_track[track.place()];
        if met == 0 { None } else { self.rows.best(met, self.main) }
    }

    /// What an ending that does not wait for the dealer is worth, in main bets.
    pub fn ended_net(&self, ending: usize, stake: usize) -> &N {
        &self.ended_nets[ending * self.stakes.count() + stake]
    }

    fn net_of(&self, ending: usize, stake: usize) -> N {
        let staked = &self.stakes.all()[stake];
        match ending {
            BUST => -staked.own_units(),
            BUST_AT_BLACKJACK => -staked.main_units.clone(),
            SURRENDER => {
                let doubled = !staked.added.is_empty();
                let share = |is_main| N::odds(self.rules.surrender.loss_of(is_main, doubled));
                -(share(true) * staked.main_units.clone() + share(false) * staked.added_units.clone())
            }
            row => match self.rows.get(row - ROWS).pays {
                Pays::Odds(odds) => staked.net(&N::odds(odds)),
                Pays::Amount(amount) | Pays::OfMeter { amount, .. } => N::share(amount, self.main),
            },
        }
    }

    /// What may be done with a hand that has not won at once. With nothing, it stands by itself.
    pub fn may(&self, origin: CameFrom, stake: usize, hand: &Hand) -> May {
        let staked = &self.stakes.all()[stake];
        let facts = HandFacts {
            cards: hand.cards,
            total: hand.total,
            origin: origin.in_rules(),
            doubles: staked.added.len() as u8,
        };
        May {
            hit: self.rules.may_hit(&facts).is_ok(),
            double: self.rules.may_double(&facts).is_ok(),
            double_free: self.rules.is_double_free(&facts),
            surrender: self.rules.may_surrender(&facts).is_ok(),
        }
    }

    /// Whether hands of this origin can have such a stake: a main bet that is free lies on hands split off free.
    pub fn can_have(&self, origin: CameFrom, stake: usize) -> bool {
        match origin {
            _ if stake == 0 || !self.stakes.all()[stake].free.main => true,
            CameFrom::Deal => false,
            CameFrom::Split(value) => self.splits_free(value),
        }
    }

    /// Whether pairs of this value are split free.
    pub fn splits_free(&self, value: usize) -> bool {
        self.rules.split.is_free(rank_of(value))
    }

    /// Whether a hand may come to stand at all. Where cards do only good, a hand of hard 11 or less, or soft 16 or less,
    /// is never better off standing: whatever comes, it may stand then with no smaller chance to win. So only hands that
    /// are doubled into, or may not draw, come to rest so low.
    pub fn may_rest(&self, origin: CameFrom, hand: &Hand) -> bool {
        let double = &self.rules.double;
        let doubles = |cards: u8| {
            let free = double.may_be_free() && double.free_cards.contains(cards);
            double.cards.contains(cards) || free
        };
        let doubled_into = double.times_max > 1 || (double.times_max == 1 && hand.cards > 2 && doubles(hand.cards - 1));
        let one_card_only = self.rules.takes_one_card_only(origin.in_rules());
        let total = hand.total.best();
        let low = if hand.total.is_soft() { total <= 16 } else { total <= 11 };
        !low || doubled_into || one_card_only || !self.hitting_never_hurts
    }

    /// Whether any rule tells this card apart from others of its rank.
    pub fn tells_suit(&self, card: Card) -> bool {
        let insurance = self.rules.insurance.as_ref();
        let suited_blackjack =
            !self.rules.blackjack.suited.is_empty() || insurance.is_some_and(|insurance| !insurance.suited.is_empty());
        self.hands.is_suited(usize::from(card.value()) - 1) || (suited_blackjack && is_half_of_blackjack(card.rank()))
    }

    /// The cards by which a play beside these is kept: of two open cards whose suits no rule tells apart, one suit for all.
    pub fn kept_by(&self, shown: Shown) -> Shown {
        let like = |card: Card| match self.tells_suit(card) {
            true => card,
            false => Card::new(card.rank(), Suit::Clubs),
        };
        match shown.hole {
            Some(hole) => Shown {
                up: like(shown.up),
                hole: Some(like(hole)),
            },
            None => shown,
        }
    }

    /// Whether suits, or ranks of equal value, matter to any hand.
    pub fn has_detail(&self) -> bool {
        Track::ALL.iter().any(|track| self.rows.has_detail(*track))
    }
}

impl CameFrom {
    /// The origin as far as the rules ask.
    #[inline]
    pub fn in_rules(self) -> Origin {
        match self {
            CameFrom::Deal => Origin::Dealt,
            CameFrom::Split(value) => Origin::split_from(rank_of(value)),
        }
    }
}
