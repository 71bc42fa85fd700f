//! What each action of one hand is worth, off any remaining shoe: the live coach's question.

use croupier_rules::play::{Amounts, BlackjackCheck, FreeBets, HandFacts, Origin, Total, is_ace_ten};
use croupier_rules::{Card, Game, Money};
use croupier_table::ActionKind;

use super::deal::{CardCounts, count_pair_cards};
use super::hands::NONE;
use super::play::{DealerByHand, Decision, Facing, Play, Suited};
use super::rows::Track;
use super::setting::{CameFrom, Setting};
use super::split::{Pair, SplitPlay};
use super::unseen::Unseen;
use super::up_class::{Shown, UpClass};
use crate::solution::{ActionValue, HandValue};

/// A question about one hand.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The hand's cards, in the order they came; of a split hand, the pair's card first.
    pub cards: &'a [Card],
    /// The up card.
    pub up: Card,
    /// The dealer's second card, where it lies face up.
    pub hole: Option<Card>,
    /// Cards that are out beside these, however often each. Of a split hand, one card of the pair's value is taken to
    /// be out with the other hand even if none is named.
    pub removed: &'a [Card],
    /// The main bet.
    pub main: Money,
    /// Whether the hand comes from a split, and into how many hands the start has become.
    pub parts: Option<u8>,
    /// The doubles made.
    pub doubled: &'a [Money],
    /// Which of these bets are free.
    pub free: FreeBets,
    /// Whether the dealer has yet to ask for insurance and to check.
    pub moment: Moment,
}

impl Question<'_> {
    /// What the dealer shows.
    pub(super) fn shown(&self) -> Shown {
        Shown {
            up: self.up,
            hole: self.hole,
        }
    }

    /// What the rules can see of the hand.
    fn facts(&self) -> HandFacts {
        let origin = match (self.parts, self.cards.first()) {
            (Some(_), Some(card)) => Origin::split_from(card.rank()),
            _ => Origin::Dealt,
        };
        HandFacts::of(self.cards, origin, self.doubled.len())
    }
}

/// When the question is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// In the hand's turn, after the dealer's check.
    Turn,
    /// When insurance is offered.
    Insurance,
}

/// A question that has no answer, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum QuestionFault {
    /// The game is of another family.
    #[error("`{0}` is not a game of 21")]
    Family(String),
    /// A card that is out more often than the shoe holds it.
    #[error("{card} is named {named} times, but the shoe holds it {held} times")]
    TooMany {
        /// The card.
        card: Card,
        /// How often it is named.
        named: u32,
        /// How often the shoe holds it.
        held: u32,
    },
    /// Too few cards for a hand.
    #[error("a hand in its turn has two cards or more; {0} given")]
    TooFew(usize),
    /// The hand is over 21.
    #[error("the hand is bust with {0}; there is nothing to choose")]
    Bust(u8),
    /// The hand has already won.
    #[error("the hand has already won at once ({0}); there is nothing to choose")]
    Won(String),
    /// The hand stands by itself.
    #[error("the hand stands by itself with {0}; there is nothing to choose")]
    Stands(u8),
    /// A blackjack that has no choice.
    #[error("the hand is a blackjack and has no choice in its turn")]
    Blackjack,
    /// The bet is outside the limits.
    #[error("a {name} of {amount} is not allowed; bet {least} to {most} in steps of {step}")]
    Bet {
        /// What the bet is called.
        name: String,
        /// The amount.
        amount: Money,
        /// The least.
        least: Money,
        /// The most.
        most: Money,
        /// The step.
        step: Money,
    },
    /// The doubles cannot have been made.
    #[error("{0}")]
    Doubled(String),
    /// The split cannot have been made.
    #[error("{0}")]
    Split(String),
    /// Only one of two open cards is named.
    #[error("both of the dealer's cards lie face up; name the second beside {0}, like --up {0},9c")]
    OneOpenCard(Card),
    /// A card is named that nobody sees.
    #[error("the dealer's second card lies face down; name the up card alone, like --up {0}")]
    HiddenCard(Card),
    /// The dealer shows a blackjack.
    #[error("the dealer shows a blackjack; there is nothing to choose")]
    DealerBlackjack,
    /// Insurance is not offered here.
    #[error("insurance is not offered on {0}")]
    NoInsurance(Card),
    /// Too few cards are left for the round.
    #[error("only {0} cards are left; a round may need more")]
    ShoeTooSmall(usize),
}

/// The fewest cards that must be left beside those seen.
pub(super) const LEFT_MIN: usize = 12;

/// The value of every legal action, best first. Values are given that the dealer has no blackjack where the dealer has checked.
pub fn hand_value(game: &Game, question: &Question) -> Result<HandValue, QuestionFault> {
    let shoe = remaining(game, question)?;
    check(game, question)?;
    let rules = game
        .twenty_one()
        .ok_or_else(|| QuestionFault::Family(game.id.clone()))?;
    if question.moment == Moment::Insurance {
        return super::insurance::insurance_value(game, question, &shoe, &with_hand(&shoe, question));
    }
    if question.facts().is_natural() && !rules.may_double_blackjack() {
        return Err(QuestionFault::Blackjack);
    }
    let whole = with_hand(&shoe, question);
    let setting: Setting<f64> = Setting::with_free(game, question.main, &whole, question.doubled, question.free)
        .ok_or_else(|| QuestionFault::Family(game.id.clone()))?;
    let asked = Asked::new(&setting, question, whole)?;
    let actions = asked.actions(game, question)?;
    Ok(HandValue::rank(&game.id, question.main.cents(), actions))
}

/// The cards left when all named ones are out.
pub(super) fn remaining(game: &Game, question: &Question) -> Result<CardCounts, QuestionFault> {
    let mut shoe = super::full_shoe(game);
    let mut named = [0u32; Card::KINDS];
    let shown: Vec<Card> = question.shown().cards().collect();
    let all = question.cards.iter().chain(&shown).chain(question.removed);
    for card in all {
        named[card.index()] += 1;
    }
    for card in Card::all() {
        let (named, held) = (named[card.index()], shoe[card.index()]);
        if named > held {
            return Err(QuestionFault::TooMany { card, named, held });
        }
        shoe[card.index()] -= named;
    }
    let left: u32 = shoe.iter().sum();
    if (left as usize) < LEFT_MIN {
        return Err(QuestionFault::ShoeTooSmall(left as usize));
    }
    Ok(shoe)
}

/// The remaining shoe with the hand's cards and the up card put back, as the solver wants it.
fn with_hand(shoe: &CardCounts, question: &Question) -> CardCounts {
    let mut whole = *shoe;
    for card in question.cards.iter().copied().chain(question.shown().cards()) {
        whole[card.index()] += 1;
    }
    whole
}

fn check(game: &Game, question: &Question) -> Result<(), QuestionFault> {
    let bet = &game.main_bet;
    if !bet.allows(question.main) {
        return Err(QuestionFault::Bet {
            name: bet.name.clone(),
            amount: question.main,
            least: bet.lowest(),
            most: bet.highest(),
            step: bet.step(),
        });
    }
    if question.cards.len() < 2 {
        return Err(QuestionFault::TooFew(question.cards.len()));
    }
    let total = Total::of(question.cards);
    if total.is_bust() {
        return Err(QuestionFault::Bust(total.best()));
    }
    let Some(rules) = game.twenty_one() else {
        return Err(QuestionFault::Family(game.id.clone()));
    };
    match (rules.dealer.hole_card.is_face_up(), question.hole) {
        (true, None) => return Err(QuestionFault::OneOpenCard(question.up)),
        (false, Some(_)) => return Err(QuestionFault::HiddenCard(question.up)),
        (true, Some(hole)) if is_ace_ten(&[question.up, hole]) => return Err(QuestionFault::DealerBlackjack),
        _ => {}
    }
    for (place, amount) in question.doubled.iter().enumerate() {
        let before = &question.doubled[..place];
        let Some(amounts) = rules.double.amounts(question.main, before) else {
            let most = rules.double.times_max;
            return Err(QuestionFault::Doubled(format!(
                "a hand may be doubled {most} times at most"
            )));
        };
        let amounts = match question.free.double(place) {
            true => Amounts::only(question.main),
            false => amounts,
        };
        if !amounts.allow(*amount) {
            let (min, max) = (amounts.min, amounts.max);
            let which = place + 1;
            return Err(QuestionFault::Doubled(format!(
                "double {which} cannot be {amount}; it may be {min} to {max}"
            )));
        }
    }
    if question.cards.len() < 2 + question.doubled.len() {
        return Err(QuestionFault::Doubled(format!(
            "a hand doubled {} times has at least {} cards",
            question.doubled.len(),
            2 + question.doubled.len()
        )));
    }
    if let Some(parts) = question.parts {
        let most = rules.split.hands_max_of(question.cards[0].rank());
        if parts < 2 || parts > most {
            let card = question.cards[0].rank().plural();
            return Err(QuestionFault::Split(format!(
                "{card} may be split into at most {most} hands, not {parts}"
            )));
        }
    }
    let splits_free = question.parts.is_some() && rules.split.is_free(question.cards[0].rank());
    if question.free.main && !splits_free {
        return Err(QuestionFault::Split(
            "the main bet is free only on a hand that was split off free".to_string(),
        ));
    }
    Ok(())
}

/// A question made ready.
struct Asked<'a> {
    setting: &'a Setting<f64>,
    up: UpClass,
    unseen: Unseen,
    suited: Suited,
    whole: CardCounts,
    hand: u32,
    origin: CameFrom,
}

impl<'a> Asked<'a> {
    fn new(setting: &'a Setting<f64>, question: &Question, whole: CardCounts) -> Result<Asked<'a>, QuestionFault> {
        let up = UpClass::of(&setting.rules, &setting.rows, question.shown());
        let origin = match question.parts {
            None => CameFrom::Deal,
            Some(_) => CameFrom::Split(usize::from(question.cards[0].value()) - 1),
        };
        let hand = find(setting, question).ok_or(QuestionFault::TooFew(question.cards.len()))?;
        let mut unseen = Unseen::new(&super::deal::by_value(&whole), &up);
        if let CameFrom::Split(value) = origin {
            // The card of the other hand is out, too, unless the question names one.
            let named = question
                .removed
                .iter()
                .any(|card| usize::from(card.value()) - 1 == value);
            let held = setting.hands.get(hand).counts[value];
            if !named {
                unseen = unseen.without(value, unseen.spare(value, i64::from(held)));
            }
        }
        Ok(Asked {
            unseen,
            suited: Suited::new(&question.shown().out_of(&whole)),
            setting,
            up,
            whole,
            hand,
            origin,
        })
    }

    fn facing(&self) -> Facing<'_, f64> {
        match self.origin {
            CameFrom::Deal => super::deal::facing(self.setting, &self.up, self.unseen.clone()),
            CameFrom::Split(value) => super::split::facing(self.setting, &self.up, value, self.unseen.clone()),
        }
    }

    fn actions(&self, game: &Game, question: &Question) -> Result<Vec<ActionValue>, QuestionFault> {
        let facing = self.facing();
        let setting = self.setting;
        let cards = setting.hands.get(self.hand);
        let blackjack = question.facts().is_natural();
        if !blackjack && let Some(row) = setting.winner(&self.up, setting.track(self.origin, 0), cards) {
            let outcome = setting.rows.get(row).outcome;
            return Err(QuestionFault::Won(outcome.label(game, croupier_table::WagerKind::Main)));
        }
        let (play, dealer) = self.solve(&facing);
        let weight = facing.weight(self.hand);
        let mut actions: Vec<(ActionKind, Money, f64)> = Vec::new();
        for (choice, value) in facing.actions(&play, &dealer, self.hand, 0, Some(&self.suited)) {
            let (kind, amount) = match choice {
                Decision::Stand => (ActionKind::Stand, Money::ZERO),
                Decision::Hit => (ActionKind::Hit, Money::ZERO),
                Decision::Surrender => (ActionKind::Surrender, Money::ZERO),
                Decision::Double(place) => (
                    ActionKind::Double,
                    setting.stakes.all()[0].more[usize::from(place)].amount,
                ),
                Decision::Nothing | Decision::Win(_) => continue,
            };
            if !blackjack || kind == ActionKind::Double {
                actions.push((kind, amount, value / weight));
            }
        }
        if blackjack {
            actions.push((ActionKind::TakeBlackjack, Money::ZERO, self.taken(question)));
        } else {
            actions.extend(
                self.split(question)
                    .map(|value| (ActionKind::Split, Money::ZERO, value / weight)),
            );
        }
        if actions.len() == 1 {
            return Err(QuestionFault::Stands(cards.total.best()));
        }
        let named = |(kind, amount, ev): (ActionKind, Money, f64)| ActionValue {
            action: kind.word().to_string(),
            amount_cents: amount.cents(),
            ev,
            ev_exact: None,
            cost: 0.0,
        };
        Ok(actions.into_iter().map(named).collect())
    }

    /// The play of all hands that can come of this one.
    fn solve(&self, facing: &Facing<f64>) -> (Play<f64>, DealerByHand<f64>) {
        let setting = self.setting;
        let counts = setting.hands.get(self.hand).counts;
        let grows = |hand: &u32| {
            setting
                .hands
                .get(*hand)
                .counts
                .iter()
                .zip(&counts)
                .all(|(more, held)| more >= held)
        };
        let hands: Vec<u32> = setting.hands.by_value().iter().copied().filter(grows).collect();
        let mut dealer = DealerByHand::new(setting);
        let cards_by_one: Vec<u32> = setting.hands.by_card().iter().copied().filter(grows).collect();
        let needed = |hand: &u32| facing.may_stand(*hand);
        dealer.prepare(
            facing,
            hands
                .iter()
                .chain(&cards_by_one)
                .copied()
                .filter(needed)
                .chain([self.hand]),
        );
        let mut play = Play::new(setting);
        facing.solve(&mut play, &dealer, &hands);
        facing.solve_some_suited(&mut play, &dealer, &self.suited, &cards_by_one);
        (play, dealer)
    }

    fn taken(&self, question: &Question) -> f64 {
        let blackjack = &self.setting.rules.blackjack;
        let (_, odds) = blackjack.pays_for(question.cards);
        if self.up.check != BlackjackCheck::Late || blackjack.beats_blackjack() {
            return odds.to_f64();
        }
        let size = self.unseen.size - 2;
        let held = &self.setting.hands.get(self.hand).counts;
        let dealer = self.up.partner().map_or(0, |value| self.unseen.left(held, value)) as f64 / size as f64;
        odds.to_f64() * (1.0 - dealer)
    }

    /// What splitting is worth, jointly with the check, where it is offered.
    fn split(&self, question: &Question) -> Option<f64> {
        let &[one, other] = question.cards else { return None };
        let value = usize::from(one.value()) - 1;
        let parts = question.parts.unwrap_or(1);
        let doubled = !question.doubled.is_empty();
        self.setting.rules.may_split(question.cards, doubled, parts).ok()?;
        let split = SplitPlay::new(self.setting, &self.up, &self.unseen, value);
        let split = match self.setting.rows.has_detail(Track {
            split: true,
            doubled: false,
        }) {
            true => split.suited(self.setting, &self.up, &self.unseen, &self.suited),
            false => split,
        };
        let left = question.shown().out_of(&self.whole);
        let pair = Pair {
            cards: [one, other],
            unseen: &self.unseen,
            suited: &self.suited,
            pair_cards: count_pair_cards(self.setting, [one, other], &left).min(self.unseen.counts[value] - 2),
        };
        // A pair that comes again may become as many more hands as the start has not used up.
        let hands_max = self.setting.rules.split.hands_max_of(one.rank()) - parts + 1;
        let results = split.results(self.setting, &self.up, &pair);
        let best = results.into_iter().filter(|result| result.hands_max <= hands_max);
        best.map(|result| result.value).reduce(f64::max)
    }
}

fn find(setting: &Setting<f64>, question: &Question) -> Option<u32> {
    let split = question.parts.is_some();
    let before = Track { split, doubled: false };
    let doubled = Track { split, doubled: true };
    let undoubled = question.cards.len() - question.doubled.len();
    let mut hand = setting.hands.find(&question.cards[..undoubled], before)?;
    for card in &question.cards[undoubled..] {
        hand = setting.hands.following(hand, doubled).by(*card);
        if hand == NONE {
            return None;
        }
    }
    Some(hand)
}
