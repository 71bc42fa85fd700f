//! The best play of a game as a [`Strategy`]: what simulator, bots and the exhaustive oracle follow.

use croupier_rules::play::is_ace_ten;
use croupier_rules::{Card, Game, Money, Suit};
use croupier_table::{Action, ActionKind, Situation, Strategy};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::deal::{CardCounts, CardPlay, FirstTwo, Plan, UpPlay};
use super::insurance;
use super::play::{Decision, Play};
use super::rows::Track;
use super::setting::Setting;
use super::unseen::Dealing;
use super::up_class::{Shown, UpClass};

/// The best play off one shoe at one main bet.
#[derive(Clone, Debug)]
pub struct BestPlay<N> {
    /// The game made ready.
    pub setting: Setting<N>,
    /// What is done beside all that the dealer may show, by [`Setting::kept_by`].
    pub beside: FxHashMap<Shown, UpBest<N>>,
    shoe: CardCounts,
    insures: Insures,
}

/// What is done beside exact cards of the dealer's.
#[derive(Clone, Debug)]
pub struct UpBest<N> {
    /// The play of hands.
    pub play: CardPlay<N>,
    /// The first two cards whose plan is not to be played like any other hand.
    pub plans: FxHashMap<[Card; 2], Plan<N>>,
    /// Into how many hands pairs of each rank are split; 1 for not at all.
    pub hands: FxHashMap<Card, u8>,
}

/// Whether the strategy takes insurance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insures {
    /// Never: the main game alone.
    Never,
    /// Exactly where it pays, with all that the hand's player knows.
    WhenItPays,
}

impl<N: Dealing> BestPlay<N> {
    /// The best play of a game; `None` when it is of another family.
    pub fn new(game: &Game, main: Money, shoe: &CardCounts, insures: Insures) -> Option<BestPlay<N>> {
        let setting: Setting<N> = Setting::new(game, main, shoe, &[])?;
        let ups = UpClass::played(&setting.rules, &setting.rows, shoe);
        let parts: Vec<Vec<(Shown, UpBest<N>)>> = ups.par_iter().map(|up| UpBest::under(&setting, up, shoe)).collect();
        Some(BestPlay {
            beside: parts.into_iter().flatten().collect(),
            setting,
            shoe: *shoe,
            insures,
        })
    }

    /// What is done beside these cards of the dealer's.
    pub(super) fn beside(&self, shown: Shown) -> Option<&UpBest<N>> {
        let kept = |shown: Shown| self.beside.get(&self.setting.kept_by(shown));
        kept(shown).or_else(|| kept(shown.turned()))
    }

    /// What is done with a hand that is not a pair to be split or a blackjack.
    pub fn choice(&self, situation: &Situation, shown: Shown) -> Option<(Decision, usize)> {
        let beside = self.beside(shown)?;
        let split = situation.split;
        let stake = self.setting.stakes.find(situation.added, situation.free)?;
        let undoubled = situation.cards.len() - situation.added.len();
        let mut hand = self
            .setting
            .hands
            .find(&situation.cards[..undoubled], Track { split, doubled: false })?;
        for card in &situation.cards[undoubled..] {
            hand = self
                .setting
                .hands
                .following(hand, Track { split, doubled: true })
                .by(*card);
        }
        let play: &Play<N> = if split {
            let value = usize::from(situation.cards[0].value()) - 1;
            &beside.play.splits[value].as_ref()?.play
        } else {
            &beside.play.play
        };
        Some((play.choice(hand, stake), stake))
    }

    fn insure(&self, situation: &Situation, shown: Shown) -> Action {
        let offered = |kind| situation.offers.iter().find(|offer| offer.kind == kind);
        let kind = self.insurance_choice(situation.cards, shown);
        offered(kind).map_or(Action::plain(ActionKind::NoInsurance), |offer| offer.in_full())
    }

    /// What is best before the check: insurance for the most that may be bet, even money, or neither.
    pub(super) fn insurance_choice(&self, cards: &[Card], shown: Shown) -> ActionKind {
        if self.insures == Insures::Never {
            return ActionKind::NoInsurance;
        }
        let mut left = shown.out_of(&self.shoe);
        for card in cards {
            left[card.index()] -= 1;
        }
        let mut sorted = [cards[0], cards[1]];
        sorted.sort();
        let plan = self.beside(shown).and_then(|beside| beside.plans.get(&sorted));
        let offered = insurance::gains(&self.setting.rules, self.setting.main, cards, shown.up, &left, plan);
        let best = offered
            .into_iter()
            .reduce(|best, next| if next.gain > best.gain { next } else { best });
        best.filter(|best| best.gain > N::zero())
            .map_or(ActionKind::NoInsurance, |best| best.kind)
    }

    /// The shoe that the play is best for.
    pub(super) fn shoe(&self) -> &CardCounts {
        &self.shoe
    }
}

impl<N: Dealing> UpBest<N> {
    fn under(setting: &Setting<N>, up: &UpClass, shoe: &CardCounts) -> Vec<(Shown, UpBest<N>)> {
        let play = UpPlay::new(setting, up, shoe);
        let mut before = Vec::new();
        let mut all: Vec<(Shown, UpBest<N>)> = Vec::new();
        for (shown, _) in up.shown::<f64>(shoe, |card| setting.tells_suit(card)) {
            let known = all.last().map(|(_, known)| &known.play);
            let beside = play.beside_alike(setting, shoe, known, shown);
            let deals = play.deals(setting, &beside, shoe, &mut before);
            // Cards that stand for others of their rank may be the last of their suit: what is done with other suits is the same.
            let alike = |card: Card| match shown.hole.is_some() && !setting.tells_suit(card) {
                true => Suit::ALL.map(|suit| Card::new(card.rank(), suit)).to_vec(),
                false => vec![card],
            };
            all.push((setting.kept_by(shown), UpBest::new(beside, deals, alike)));
        }
        all
    }

    /// What is done with the first two cards of each deal, and with those `alike`.
    fn new(play: CardPlay<N>, deals: Vec<FirstTwo<N>>, alike: impl Fn(Card) -> Vec<Card>) -> UpBest<N> {
        let mut plans = FxHashMap::default();
        let mut hands = FxHashMap::default();
        for FirstTwo { cards, plan, .. } in deals {
            if let Plan::Split(result) = &plan {
                for card in cards.into_iter().flat_map(&alike) {
                    hands.insert(card, result.hands_max);
                }
            }
            if matches!(plan, Plan::Played) {
                continue;
            }
            for one in alike(cards[0]) {
                for other in alike(cards[1]) {
                    let mut cards = [one, other];
                    cards.sort();
                    plans.insert(cards, plan.clone());
                }
            }
        }
        UpBest { play, plans, hands }
    }
}

impl<N: Dealing> Strategy for BestPlay<N> {
    fn choose(&self, _: &Game, situation: &Situation) -> Action {
        let offered = |kind| situation.offers.iter().find(|offer| offer.kind == kind);
        let fallback = situation.offers.last().map(|offer| offer.in_full());
        let fallback = fallback.unwrap_or(Action::plain(ActionKind::Stand));
        let Some(up) = situation.up else { return fallback };
        let shown = Shown {
            up,
            hole: situation.hole,
        };
        if offered(ActionKind::NoInsurance).is_some() {
            return self.insure(situation, shown);
        }
        let beside = self.beside(shown);
        let first_two = |cards: &[Card]| {
            let mut cards = [cards[0], cards[1]];
            cards.sort();
            beside.and_then(|beside| beside.plans.get(&cards))
        };
        let amount = |stake: usize, place: usize| Action {
            kind: ActionKind::Double,
            amount: self.setting.stakes.all()[stake].more[place].amount,
        };
        if offered(ActionKind::Keep).is_some() {
            let plan = first_two(situation.cards);
            let wanted = match offered(ActionKind::TakeBlackjack) {
                Some(_) if matches!(plan, Some(Plan::DoubledBlackjack { .. })) => ActionKind::Keep,
                Some(_) if self.insurance_choice(situation.cards, shown) != ActionKind::NoInsurance => ActionKind::Keep,
                Some(_) => ActionKind::TakeBlackjack,
                None if matches!(plan, Some(Plan::Surrendered)) => ActionKind::Surrender,
                None => ActionKind::Keep,
            };
            return Action::plain(wanted);
        }
        if offered(ActionKind::TakeBlackjack).is_some() && is_ace_ten(situation.cards) {
            return match first_two(situation.cards) {
                Some(Plan::DoubledBlackjack { place, .. }) => amount(0, *place),
                _ => Action::plain(ActionKind::TakeBlackjack),
            };
        }
        if offered(ActionKind::Split).is_some() {
            let split = Action::plain(ActionKind::Split);
            let again = beside.and_then(|beside| beside.hands.get(&situation.cards[0]));
            let wanted = match situation.split {
                false => matches!(first_two(situation.cards), Some(Plan::Split(_))),
                true => again.is_some_and(|hands| situation.parts < *hands),
            };
            if wanted {
                return split;
            }
        }
        match self.choice(situation, shown) {
            Some((Decision::Hit, _)) => Action::plain(ActionKind::Hit),
            Some((Decision::Surrender, _)) => Action::plain(ActionKind::Surrender),
            Some((Decision::Double(place), stake)) => amount(stake, usize::from(place)),
            Some((Decision::Stand, _)) => Action::plain(ActionKind::Stand),
            _ => fallback,
        }
    }
}
