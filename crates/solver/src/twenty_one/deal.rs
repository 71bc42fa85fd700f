//! The deal: every up card and first two cards, the choices there, and what the round comes to.

use std::sync::Arc;

use croupier_rules::play::{BlackjackCheck, HandFacts, Origin as RulesOrigin, is_ace_ten};
use croupier_rules::{Card, Odds};
use croupier_table::Outcome;

use super::hand_results::{HandResults, SURRENDER};
use super::hands::rank_of;
use super::play::{DealerByHand, Decision, Facing, Flow, Play, Suited};
use super::rows::Track;
use super::setting::{CameFrom, Setting};
use super::split::{Pair, SplitPlay, SplitResult};
use super::unseen::{Dealing, Unseen};
use super::up_class::{Shown, UpClass};

const SPLIT: Track = Track {
    split: true,
    doubled: false,
};
/// A hand that is neither split nor doubled.
pub(super) const DEALT: Track = Track {
    split: false,
    doubled: false,
};

/// The cards of the shoe, one by one.
pub type CardCounts = [u32; Card::KINDS];

/// The best splits found before.
pub(super) type BestSplits<N> = Vec<(SplitKey, Option<Arc<SplitResult<N>>>)>;

/// What tells two splits under one class of up cards apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SplitKey {
    value: u8,
    /// The number of cards that would pair again.
    pair_cards: i64,
    /// The pair's cards, where their suits matter…
    cards: Option<[Card; 2]>,
    /// …and what the dealer shows, where its suits do.
    shown: Option<Shown>,
}

/// The best play against one class of up cards.
#[derive(Clone, Debug)]
pub(super) struct UpPlay<N> {
    /// The up cards.
    pub up: UpClass,
    /// The play of hands known by value, undivided.
    pub play: Arc<Play<N>>,
    /// The play of split hands, by value of the pair; `None` where no such pair can be split.
    pub splits: Arc<Vec<Option<SplitPlay<N>>>>,
    dealer: DealerByHand<N>,
    unseen: Unseen,
    /// What a chart says of splits and blackjacks; `None` for the best play.
    prescribed: Option<StartingPlay>,
}

/// What a chart says of the first two cards.
#[derive(Clone, Debug)]
pub(super) struct StartingPlay {
    /// Into how many hands a pair of each value is split, the ace first; 1 for not at all.
    pub hands: [u8; 10],
    /// Whether a blackjack is doubled where it may be.
    pub double_blackjack: bool,
}

/// Sets what is done with hands: given what they face, the play to set it in, and the hands.
pub(super) type Follow<'a, N> = dyn Fn(&Facing<N>, &mut Play<N>, &[u32]) + 'a;

/// The same beside what the dealer shows exactly, where suits matter.
#[derive(Clone, Debug)]
pub struct CardPlay<N> {
    /// What the dealer shows.
    pub shown: Shown,
    /// The play of hands known by value, which all cards of the class share.
    pub by_value: Arc<Play<N>>,
    /// The play of undivided hands.
    pub play: Arc<Play<N>>,
    /// The play of split hands.
    pub splits: Arc<Vec<Option<SplitPlay<N>>>>,
    pub(super) suited: Suited,
}

/// Everything that may be dealt beside one exact up card, and how often that is shown.
pub(super) type Beside<N> = (CardPlay<N>, Vec<FirstTwo<N>>, N);

/// What the first two cards come to.
#[derive(Clone, Debug)]
pub(super) struct FirstTwo<N> {
    /// The cards.
    pub cards: [Card; 2],
    /// The hand they make.
    pub hand: u32,
    /// How likely, given the up card.
    pub chance: N,
    /// What happens.
    pub plan: Plan<N>,
}

/// What happens to the first two cards.
#[derive(Clone, Debug)]
pub enum Plan<N> {
    /// A blackjack is paid.
    Blackjack {
        /// What the ending is called.
        outcome: Outcome,
        /// At what odds.
        odds: Odds,
    },
    /// A blackjack is doubled by the amount at this place, unless a dealer's blackjack is found first.
    DoubledBlackjack {
        /// The place among the amounts.
        place: usize,
        /// What the ending is called when the dealer is found to have one.
        outcome: Outcome,
        /// The odds then.
        odds: Odds,
        /// What that is worth before any check.
        worth: N,
    },
    /// The hand is played.
    Played,
    /// The pair is split.
    Split(Arc<SplitResult<N>>),
    /// The hand is surrendered before the dealer's check.
    Surrendered,
}

impl<N: Dealing> UpPlay<N> {
    /// The best play against these up cards, off this shoe.
    pub(super) fn new(setting: &Setting<N>, up: &UpClass, shoe: &CardCounts) -> UpPlay<N> {
        let unseen = Unseen::new(&by_value(shoe), up);
        let facing = facing(setting, up, unseen.clone());
        let hands: Vec<u32> = setting
            .hands
            .by_value()
            .iter()
            .copied()
            .filter(|hand| setting.hands.get(*hand).cards >= 2)
            .collect();
        let mut dealer = DealerByHand::new(setting);
        // A blackjack may be doubled though it would have won at once.
        let needed = |hand: &u32| setting.hands.get(*hand).cards == 2 || facing.may_stand(*hand);
        dealer.prepare(&facing, hands.iter().copied().filter(needed));
        let mut play = Play::new(setting);
        facing.solve(&mut play, &dealer, &hands);
        let splits = (0..10)
            .map(|value| {
                let possible = setting.rules.split.hands_max_of(rank_of(value)) > 1 && unseen.counts[value] > 1;
                possible.then(|| SplitPlay::new(setting, up, &unseen, value))
            })
            .collect();
        UpPlay {
            up: up.clone(),
            play: Arc::new(play),
            splits: Arc::new(splits),
            dealer,
            unseen,
            prescribed: None,
        }
    }

    /// The play that somebody tells, valued as it is.
    pub(super) fn following(
        setting: &Setting<N>,
        up: &UpClass,
        shoe: &CardCounts,
        prescribed: StartingPlay,
        follow: &Follow<N>,
    ) -> UpPlay<N> {
        let unseen = Unseen::new(&by_value(shoe), up);
        let facing = facing(setting, up, unseen.clone());
        let mut hands: Vec<u32> = setting.hands.by_value().to_vec();
        hands.retain(|hand| {
            let held = setting.hands.get(*hand);
            held.cards >= 2 && unseen.can_deal(&held.counts)
        });
        let mut play = Play::new(setting);
        follow(&facing, &mut play, &hands);
        follow(&facing, &mut play, setting.hands.by_card());
        let mut dealer = DealerByHand::new(setting);
        let stands = |hand: &u32| (0..setting.stakes.count()).any(|stake| play.choice(*hand, stake) == Decision::Stand);
        dealer.prepare(&facing, hands.iter().copied().filter(stands));
        facing.price(&mut play, &dealer, &hands);
        let splits = (0..10).map(|value| {
            let possible = setting.rules.split.hands_max_of(rank_of(value)) > 1 && unseen.counts[value] > 1;
            possible.then(|| {
                let facing = super::split::facing(setting, up, value, unseen.without(value, 1));
                let mut play = Play::new(setting);
                follow(&facing, &mut play, setting.hands.with_value(value));
                follow(&facing, &mut play, setting.hands.by_card());
                SplitPlay { value, play }
            })
        });
        UpPlay {
            up: up.clone(),
            splits: Arc::new(splits.collect()),
            play: Arc::new(play),
            dealer,
            unseen: unseen.clone(),
            prescribed: Some(prescribed),
        }
    }

    /// The facing of an undivided hand.
    pub(super) fn facing<'a>(&'a self, setting: &'a Setting<N>) -> Facing<'a, N> {
        facing(setting, &self.up, self.unseen.clone())
    }

    /// What each action of an undivided hand is worth beside one exact up card.
    pub(super) fn actions(&self, setting: &Setting<N>, card: &CardPlay<N>, hand: u32) -> Vec<(Decision, N)> {
        let facing = self.facing(setting);
        facing.actions(&card.play, &self.dealer, hand, 0, Some(&card.suited))
    }

    /// The play beside another card of the class whose suit does not matter either.
    pub(super) fn beside_alike(
        &self,
        setting: &Setting<N>,
        shoe: &CardCounts,
        known: Option<&CardPlay<N>>,
        shown: Shown,
    ) -> CardPlay<N> {
        match known {
            Some(known) if !is_suited(setting, shown) => CardPlay {
                shown,
                by_value: Arc::clone(&self.play),
                play: Arc::clone(&known.play),
                splits: Arc::clone(&known.splits),
                suited: Suited::new(&shown.out_of(shoe)),
            },
            _ => self.beside(setting, shoe, shown),
        }
    }

    /// The play beside exact cards of the class.
    pub(super) fn beside(&self, setting: &Setting<N>, shoe: &CardCounts, shown: Shown) -> CardPlay<N> {
        let suited = Suited::new(&shown.out_of(shoe));
        let mut play = Arc::clone(&self.play);
        let mut splits = Arc::clone(&self.splits);
        // A chart says what is done with hands known card by card, too.
        let solves = self.prescribed.is_none();
        if solves && setting.rows.has_detail(DEALT) {
            let facing = self.facing(setting);
            let mut dealer = self.dealer.clone();
            dealer.prepare(&facing, setting.hands.by_card().iter().copied());
            facing.solve_suited(Arc::make_mut(&mut play), &dealer, &suited);
        }
        if solves && setting.rows.has_detail(SPLIT) {
            for known in Arc::make_mut(&mut splits).iter_mut().flatten() {
                *known = known.suited(setting, &self.up, &self.unseen, &suited);
            }
        }
        CardPlay {
            shown,
            by_value: Arc::clone(&self.play),
            play,
            splits,
            suited,
        }
    }

    /// Every first two cards beside one exact up card, with what is best to do.
    pub(super) fn deals(
        &self,
        setting: &Setting<N>,
        card: &CardPlay<N>,
        shoe: &CardCounts,
        before: &mut BestSplits<N>,
    ) -> Vec<FirstTwo<N>> {
        let left = card.shown.out_of(shoe);
        let size: i64 = left.iter().map(|count| i64::from(*count)).sum();
        let mut deals = Vec::new();
        for one in Card::all() {
            for other in Card::all().skip(one.index()) {
                let (first, second) = (i64::from(left[one.index()]), i64::from(left[other.index()]));
                let ways = if one == other {
                    first * (first - 1)
                } else {
                    2 * first * second
                };
                if ways > 0 {
                    let cards = [one, other];
                    deals.push(FirstTwo {
                        cards,
                        hand: setting.hands.find(&cards, DEALT).expect("two cards are never bust"),
                        chance: N::ratio(ways, size * (size - 1)),
                        plan: self.plan(setting, card, cards, &left, before),
                    });
                }
            }
        }
        deals
    }

    fn plan(
        &self,
        setting: &Setting<N>,
        card: &CardPlay<N>,
        cards: [Card; 2],
        left: &CardCounts,
        before: &mut BestSplits<N>,
    ) -> Plan<N> {
        let hand = setting.hands.find(&cards, DEALT).expect("two cards are never bust");
        if is_ace_ten(&cards) {
            return self.blackjack(setting, card, cards, hand);
        }
        let plan = self.plan_after_check(setting, card, cards, hand, left, before);
        match self.surrenders_early(setting, card, hand, &plan) {
            true => Plan::Surrendered,
            false => plan,
        }
    }

    /// Whether a hand is given up before the dealer's check rather than played so.
    fn surrenders_early(&self, setting: &Setting<N>, card: &CardPlay<N>, hand: u32, plan: &Plan<N>) -> bool {
        let held = setting.hands.get(hand);
        let facts = HandFacts {
            cards: held.cards,
            total: held.total,
            origin: RulesOrigin::Dealt,
            doubles: 0,
        };
        let checked = self.up.check == BlackjackCheck::Checked;
        if !checked || !setting.rules.may_surrender_early(&facts, card.shown.up.rank()) {
            return false;
        }
        let kept = match plan {
            Plan::Split(_) if self.prescribed.is_some() => return false,
            Plan::Split(result) => &result.value,
            _ => card.play.value(hand, 0),
        };
        match card.play.choice(hand, 0) {
            Decision::Win(_) => false,
            // Who surrenders after the check had better do it before.
            choice if self.prescribed.is_some() => choice == Decision::Surrender,
            _ => *setting.ended_net(SURRENDER, 0) > kept.clone() - self.dealer_blackjack(setting, hand),
        }
    }

    fn plan_after_check(
        &self,
        setting: &Setting<N>,
        card: &CardPlay<N>,
        cards: [Card; 2],
        hand: u32,
        left: &CardCounts,
        before: &mut BestSplits<N>,
    ) -> Plan<N> {
        if setting.rules.may_split(&cards, false, 1).is_err() {
            return Plan::Played;
        }
        if matches!(card.play.choice(hand, 0), Decision::Win(_)) {
            return Plan::Played;
        }
        let pair_cards = count_pair_cards(setting, cards, left);
        let value = cards[0].value();
        let detailed = setting.rows.has_detail(SPLIT) && setting.hands.is_suited(usize::from(value) - 1);
        let key = SplitKey {
            value,
            pair_cards,
            cards: detailed.then_some(cards),
            shown: Some(card.shown).filter(|shown| detailed && is_suited(setting, *shown)),
        };
        let best = match before.iter().find(|(known, _)| *known == key) {
            Some((_, best)) => best.clone(),
            None => {
                let results = self.split_results(setting, card, cards, pair_cards);
                let most = results.iter().map(|result| result.hands_max).max().unwrap_or(1);
                let prescribed = self.prescribed.as_ref();
                let prescribed =
                    prescribed.map(|prescribed| prescribed.hands[usize::from(cards[0].value()) - 1].min(most));
                let results = results.into_iter();
                let results = results.filter(|result| prescribed.is_none_or(|hands| result.hands_max == hands));
                // How often a pair is split again must not depend on the suit that went to the other hand: what was
                // best for the first such pair holds for all.
                let alike = |known: &SplitKey| {
                    SplitKey {
                        cards: key.cards,
                        ..*known
                    } == key
                };
                let agreed = before.iter().find(|(known, _)| alike(known));
                let agreed = agreed.and_then(|(_, best)| best.as_ref()).map(|best| best.hands_max);
                let best = results
                    .filter(|result| agreed.is_none_or(|agreed| result.hands_max == agreed))
                    .reduce(|best, next| if next.value > best.value { next } else { best });
                let best = best.map(Arc::new);
                before.push((key, best.clone()));
                best
            }
        };
        match best {
            Some(best) if self.prescribed.is_some() || best.value > *card.play.value(hand, 0) => Plan::Split(best),
            _ => Plan::Played,
        }
    }

    /// What splitting this pair comes to, for each number of hands.
    pub(super) fn split_results(
        &self,
        setting: &Setting<N>,
        card: &CardPlay<N>,
        cards: [Card; 2],
        pair_cards: i64,
    ) -> Vec<SplitResult<N>> {
        let value = usize::from(cards[0].value()) - 1;
        let Some(play) = &card.splits[value] else {
            return Vec::new();
        };
        let dealt = |cards| {
            let pair = Pair {
                cards,
                unseen: &self.unseen,
                suited: &card.suited,
                pair_cards,
            };
            play.results(setting, &self.up, &pair)
        };
        let [one, other] = cards;
        let unlike = setting.rows.has_detail(SPLIT) && one != other;
        let first_bet_differs = setting.splits_free(value) || setting.comparison.takes_original_alone();
        if !(unlike && first_bet_differs) {
            return dealt(cards);
        }
        // Either card may have come first, and the bet of the first hand is not like the others.
        let turned = dealt([other, one]);
        let both = dealt(cards).into_iter().zip(turned);
        both.map(|(one, other)| one.or_evenly(other)).collect()
    }

    /// What is best to do with a blackjack beside exact dealer's cards, off this shoe.
    pub(super) fn plan_blackjack(
        &self,
        setting: &Setting<N>,
        shoe: &CardCounts,
        shown: Shown,
        cards: [Card; 2],
    ) -> Plan<N> {
        let hand = setting.hands.find(&cards, DEALT).expect("two cards are never bust");
        self.blackjack(setting, &self.beside(setting, shoe, shown), cards, hand)
    }

    fn blackjack(&self, setting: &Setting<N>, card: &CardPlay<N>, cards: [Card; 2], hand: u32) -> Plan<N> {
        let blackjack = &setting.rules.blackjack;
        let (row, odds) = blackjack.pays_for(&cards);
        let outcome = Outcome::blackjack(row);
        let paid = Plan::Blackjack { outcome, odds };
        if !setting.rules.may_double_blackjack() {
            return paid;
        }
        let facing = self.facing(setting);
        let actions = facing.actions(&card.play, &self.dealer, hand, 0, Some(&card.suited));
        let doubles = actions.into_iter().filter_map(|(choice, value)| match choice {
            Decision::Double(place) => Some((place, value)),
            _ => None,
        });
        let sure = self.up.check != BlackjackCheck::Late || blackjack.beats_blackjack();
        let taken = match sure {
            true => N::odds(odds) * facing.weight(hand),
            false => N::odds(odds) * (N::one() - self.dealer_blackjack(setting, hand)),
        };
        let wanted = |value: &N| match &self.prescribed {
            Some(prescribed) => prescribed.double_blackjack,
            None => *value > taken,
        };
        match doubles.reduce(|best, next| if next.1 > best.1 { next } else { best }) {
            Some((place, value)) if wanted(&value) => {
                let paid_at_check = match self.up.check {
                    BlackjackCheck::Checked if blackjack.beats_blackjack() => {
                        N::odds(odds) * self.dealer_blackjack(setting, hand)
                    }
                    _ => N::zero(),
                };
                Plan::DoubledBlackjack {
                    place: usize::from(place),
                    outcome,
                    odds,
                    worth: value + paid_at_check,
                }
            }
            _ => paid,
        }
    }

    /// The chance of a dealer's blackjack beside a hand, before any check.
    pub(super) fn dealer_blackjack(&self, setting: &Setting<N>, hand: u32) -> N {
        let held = setting.hands.get(hand);
        let size = self.unseen.size - i64::from(held.cards);
        match self.up.partner() {
            Some(value) if size > 0 => N::ratio(self.unseen.left(&held.counts, value), size),
            _ => N::zero(),
        }
    }

    /// A tally of the undivided hands among these deals.
    pub(super) fn flow(&self, setting: &Setting<N>, cards: &[Beside<N>]) -> HandResults<N> {
        let facing = self.facing(setting);
        let mut flow = Flow::new(setting);
        for (card, deals, weight) in cards {
            for dealt in deals {
                let chance = weight.clone() * dealt.chance.clone();
                match dealt.plan {
                    Plan::Played => flow.enter(dealt.hand, 0, chance),
                    Plan::DoubledBlackjack { place, .. } => {
                        flow.enter_doubled(&facing, dealt.hand, place, chance, &card.suited);
                    }
                    Plan::Blackjack { .. } | Plan::Split(_) | Plan::Surrendered => {}
                }
            }
            flow.run_suited(&facing, &card.play, &card.suited);
        }
        flow.run(&facing, &self.play);
        flow.settle(&facing, &mut self.dealer.clone())
    }
}

/// Whether the suit of a card that the dealer shows says something about the hands to come.
fn is_suited<N>(setting: &Setting<N>, shown: Shown) -> bool {
    let mut values = shown.cards().map(|card| usize::from(card.value()) - 1);
    values.any(|value| setting.hands.is_suited(value))
}

/// How many cards beside the pair would make a pair with one of it.
pub(super) fn count_pair_cards<N>(setting: &Setting<N>, cards: [Card; 2], left: &CardCounts) -> i64 {
    let pair_cards = Card::all().filter(|card| setting.rules.split.is_pair(cards[0], *card));
    pair_cards.map(|card| i64::from(left[card.index()])).sum::<i64>() - 2
}

/// The cards of a shoe by value.
pub fn by_value(shoe: &CardCounts) -> [i64; 10] {
    let mut values = [0; 10];
    for card in Card::all() {
        values[usize::from(card.value()) - 1] += i64::from(shoe[card.index()]);
    }
    values
}

/// What an undivided hand faces.
pub(super) fn facing<'a, N: Dealing>(setting: &'a Setting<N>, up: &'a UpClass, unseen: Unseen) -> Facing<'a, N> {
    Facing {
        setting,
        up,
        origin: CameFrom::Deal,
        unseen,
        main_at_blackjack: -N::one(),
    }
}
