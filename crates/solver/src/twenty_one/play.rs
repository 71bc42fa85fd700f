//! The best play of one hand against one up card, and its value: from the hands with most cards back to the first two.

use croupier_rules::Card;
use croupier_rules::play::BlackjackCheck;

use super::comparison::Comparison;
use super::dealer::{BLACKJACK, DEALER_RESULTS, DealerChances, Draws};
use super::hand_results::{BUST, BUST_AT_BLACKJACK, HandResults, ROWS, SURRENDER};
use super::hands::{Following, NONE};
use super::rows::Track;
use super::setting::{CameFrom, Setting};
use super::unseen::{Dealing, Unseen};
use super::up_class::UpClass;

/// What is done with a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The hand never comes up.
    Nothing,
    /// It stands, by choice or by itself.
    Stand,
    /// It takes a card.
    Hit,
    /// It is doubled by the amount at this place of the stake's list.
    Double(u8),
    /// It is surrendered.
    Surrender,
    /// It wins at once by this row.
    Win(u8),
}

/// What one hand meets: the up card, the cards left, and the dealer's draws.
#[derive(Clone, Debug)]
pub(super) struct Facing<'a, N> {
    /// The game.
    pub setting: &'a Setting<N>,
    /// The up card.
    pub up: &'a UpClass,
    /// Where the hand comes from.
    pub origin: CameFrom,
    /// The cards left, by value.
    pub unseen: Unseen,
    /// What a main bet of the player's own gets at a late blackjack.
    pub main_at_blackjack: N,
}

/// The cards left one by one, where suits matter: the exact cards out that are known.
#[derive(Clone, Debug)]
pub struct Suited {
    counts: [i64; Card::KINDS],
    values: [i64; 10],
}

/// Choices and values for every hand and stake.
#[derive(Clone, Debug)]
pub struct Play<N> {
    /// How many hands there are.
    len: usize,
    choices: Vec<Decision>,
    values: Vec<N>,
}

/// Every action open to a hand, with its value.
pub(super) type Actions<N> = Vec<(Decision, N)>;

impl Suited {
    /// A shoe with so many of each card left.
    pub fn new(shoe: &[u32; Card::KINDS]) -> Suited {
        let mut suited = Suited {
            counts: shoe.map(i64::from),
            values: [0; 10],
        };
        for card in Card::all() {
            suited.values[usize::from(card.value()) - 1] += suited.counts[card.index()];
        }
        suited
    }

    /// The same without a card.
    pub fn without(&self, card: Card) -> Suited {
        let mut suited = self.clone();
        suited.counts[card.index()] -= 1;
        suited.values[usize::from(card.value()) - 1] -= 1;
        suited
    }

    /// Of the cards of its value, the share that are exactly this card, beside these held.
    pub fn share<N: Dealing>(&self, card: Card, held: &[Card]) -> N {
        let value = usize::from(card.value()) - 1;
        let same = held.iter().filter(|other| **other == card).count() as i64;
        let alike = held.iter().filter(|other| other.value() == card.value()).count() as i64;
        let (left, of) = (self.counts[card.index()] - same, self.values[value] - alike);
        if left <= 0 || of <= 0 {
            N::zero()
        } else {
            N::ratio(left, of)
        }
    }
}

impl<N: Dealing> Play<N> {
    /// No choice made yet.
    pub fn new(setting: &Setting<N>) -> Play<N> {
        let len = setting.hands.count();
        Play {
            len,
            choices: vec![Decision::Nothing; len * setting.stakes.count()],
            values: vec![N::zero(); len * setting.stakes.count()],
        }
    }

    /// What is done with a hand.
    pub fn choice(&self, hand: u32, stake: usize) -> Decision {
        self.choices[stake * self.len + hand as usize]
    }

    /// What the hand is worth, jointly with what the check has shown.
    pub fn value(&self, hand: u32, stake: usize) -> &N {
        &self.values[stake * self.len + hand as usize]
    }

    /// Sets what is done with a hand.
    pub fn choose(&mut self, hand: u32, stake: usize, choice: Decision) {
        self.choices[stake * self.len + hand as usize] = choice;
    }

    /// Sets what is done with a hand, and what that is worth.
    pub(super) fn set(&mut self, hand: u32, stake: usize, choice: Decision, value: N) {
        self.choices[stake * self.len + hand as usize] = choice;
        self.values[stake * self.len + hand as usize] = value;
    }
}

/// The dealer's chances beside each hand, as far as they have been computed.
#[derive(Clone, Debug)]
pub(super) struct DealerByHand<N> {
    dealer_chances: Vec<Option<DealerChances<N>>>,
}

impl<N: Dealing> DealerByHand<N> {
    /// None computed yet.
    pub(super) fn new(setting: &Setting<N>) -> DealerByHand<N> {
        DealerByHand {
            dealer_chances: vec![None; setting.hands.count()],
        }
    }

    /// Computes what is missing of these hands.
    pub(super) fn prepare(&mut self, facing: &Facing<N>, hands: impl Iterator<Item = u32>) {
        let graph = &facing.setting.hands;
        let mut missing: Vec<u32> = hands
            .map(|hand| graph.get(hand).plain)
            .filter(|hand| self.dealer_chances[*hand as usize].is_none())
            .collect();
        missing.sort_unstable();
        missing.dedup();
        let wanted: Vec<([u8; 10], u8)> = missing
            .iter()
            .map(|hand| (graph.get(*hand).counts, graph.get(*hand).cards))
            .collect();
        let (unseen, up, soft_17) = (&facing.unseen, facing.up, facing.setting.rules.dealer.soft_17);
        let dealer_chances = match &facing.setting.memory {
            Some(memory) => memory.dealer_chances_of(unseen, up, soft_17, &wanted),
            None => N::dealer_chances_of(unseen, Draws::of(up.value, up.hole_value(), soft_17), &wanted),
        };
        for (hand, dealer_chances) in missing.into_iter().zip(dealer_chances) {
            self.dealer_chances[hand as usize] = Some(dealer_chances);
        }
    }

    /// The dealer's chances beside this hand; `None` where they were not asked for, because standing cannot be best.
    pub(super) fn get(&self, facing: &Facing<N>, hand: u32) -> Option<&DealerChances<N>> {
        let plain = facing.setting.hands.get(hand).plain;
        self.dealer_chances[plain as usize].as_ref()
    }
}

/// The hands that may follow by one card, each with its chance, and the chance of a bust, jointly with the check.
#[derive(Clone, Debug)]
pub(super) struct Chances<N> {
    hands: Vec<(u32, N)>,
    bust: N,
    /// A bust together with a dealer's blackjack, where the bets have waited for it.
    bust_at_blackjack: N,
}

impl<N: Dealing> Chances<N> {
    fn none() -> Chances<N> {
        Chances {
            hands: Vec::new(),
            bust: N::zero(),
            bust_at_blackjack: N::zero(),
        }
    }

    /// The hands, each with its chance.
    pub(super) fn hands(&self) -> &[(u32, N)] {
        &self.hands
    }

    /// The chance of a bust, whatever the dealer has.
    pub(super) fn any_bust(&self) -> N {
        self.bust.clone() + self.bust_at_blackjack.clone()
    }
}

impl<'a, N: Dealing> Facing<'a, N> {
    /// Finds the best play of all these hands. They must come with those of more cards first.
    pub(super) fn solve(&self, play: &mut Play<N>, dealer: &DealerByHand<N>, hands: &[u32]) {
        let mut chances = [Chances::none(), Chances::none()];
        for hand in hands {
            self.solve_hand(play, *hand, dealer, None, &mut chances);
        }
    }

    /// The same for all hands known card by card.
    pub(super) fn solve_suited(&self, play: &mut Play<N>, dealer: &DealerByHand<N>, suited: &Suited) {
        self.solve_some_suited(play, dealer, suited, self.setting.hands.by_card());
    }

    /// The same for some of them, those with more cards first.
    pub(super) fn solve_some_suited(
        &self,
        play: &mut Play<N>,
        dealer: &DealerByHand<N>,
        suited: &Suited,
        hands: &[u32],
    ) {
        let mut chances = [Chances::none(), Chances::none()];
        for hand in hands {
            if self.setting.hands.get(*hand).cards >= 2 {
                self.solve_hand(play, *hand, dealer, Some(suited), &mut chances);
            }
        }
    }

    /// Values hands by the choices already made. They must come with those of more cards first.
    pub(super) fn price(&self, play: &mut Play<N>, dealer: &DealerByHand<N>, hands: &[u32]) {
        let setting = self.setting;
        for hand in hands.iter().copied() {
            for stake in (0..setting.stakes.count()).rev() {
                if !setting.can_have(self.origin, stake) {
                    continue;
                }
                let track = setting.track(self.origin, stake);
                let doubled = Track { doubled: true, ..track };
                let choice = play.choice(hand, stake);
                let value = match choice {
                    Decision::Nothing => continue,
                    Decision::Stand => {
                        let dealer_chances = dealer
                            .get(self, hand)
                            .expect("the dealer's chances beside hands that stand are prepared");
                        self.stand(setting.hands.get(hand).total.best(), stake, dealer_chances)
                    }
                    Decision::Hit => self.after_card(play, stake, &self.chances_of(hand, track, None)),
                    Decision::Double(place) => {
                        let next = setting.stakes.all()[stake].more[usize::from(place)].next;
                        self.after_card(play, next, &self.chances_of(hand, doubled, None))
                    }
                    Decision::Surrender => setting.ended_net(SURRENDER, stake).clone() * self.weight(hand),
                    Decision::Win(row) => setting.ended_net(ROWS + usize::from(row), stake).clone() * self.weight(hand),
                };
                play.set(hand, stake, choice, value);
            }
        }
    }

    /// Every action open to a hand, in a fixed order, with its value.
    pub(super) fn actions(
        &self,
        play: &Play<N>,
        dealer: &DealerByHand<N>,
        hand: u32,
        stake: usize,
        suited: Option<&Suited>,
    ) -> Actions<N> {
        let track = self.setting.track(self.origin, stake);
        let mut chances = [Chances::none(), Chances::none()];
        self.chances(hand, track, suited, &mut chances[0]);
        self.chances(hand, Track { doubled: true, ..track }, suited, &mut chances[1]);
        let mut actions = Vec::new();
        self.each_action(
            play,
            dealer.get(self, hand),
            hand,
            stake,
            [&chances[0], &chances[1]],
            |choice, value| {
                actions.push((choice, value));
            },
        );
        actions
    }

    fn solve_hand(
        &self,
        play: &mut Play<N>,
        hand: u32,
        dealer: &DealerByHand<N>,
        suited: Option<&Suited>,
        chances: &mut [Chances<N>; 2],
    ) {
        let setting = self.setting;
        let cards = setting.hands.get(hand);
        if !self.unseen.can_deal(&cards.counts) {
            return;
        }
        let split = self.origin != CameFrom::Deal;
        let dealer_chances = dealer.get(self, hand);
        let mut known = false;
        let plain = setting.hands.is_plain(hand);
        for stake in (0..setting.stakes.count()).rev() {
            if !setting.can_have(self.origin, stake) {
                continue;
            }
            let track = setting.track(self.origin, stake);
            if let Some(row) = setting.winner(self.up, track, cards) {
                let value = setting.ended_net(ROWS + row, stake).clone() * self.weight(hand);
                play.set(hand, stake, Decision::Win(row as u8), value);
                continue;
            }
            if !known {
                let [undoubled, doubled] = chances;
                self.chances(hand, Track { split, doubled: true }, suited, doubled);
                if !plain {
                    self.chances(hand, Track { split, doubled: false }, suited, undoubled);
                }
                known = true;
            }
            // Where suits do not matter, a card leads to the same hand whether the hand is doubled or not.
            let hit = if track.doubled || plain {
                &chances[1]
            } else {
                &chances[0]
            };
            let mut best: Option<(Decision, N)> = None;
            self.each_action(
                play,
                dealer_chances,
                hand,
                stake,
                [hit, &chances[1]],
                |choice, value| {
                    if best.as_ref().is_none_or(|(_, best)| value > *best) {
                        best = Some((choice, value));
                    }
                },
            );
            if let Some((choice, value)) = best {
                play.set(hand, stake, choice, value);
            }
        }
    }

    fn each_action(
        &self,
        play: &Play<N>,
        dealer_chances: Option<&DealerChances<N>>,
        hand: u32,
        stake: usize,
        [hit, double]: [&Chances<N>; 2],
        mut each: impl FnMut(Decision, N),
    ) {
        let cards = self.setting.hands.get(hand);
        let may = self.setting.may(self.origin, stake, cards);
        if let Some(dealer_chances) = dealer_chances {
            each(Decision::Stand, self.stand(cards.total.best(), stake, dealer_chances));
        }
        if may.hit {
            each(Decision::Hit, self.after_card(play, stake, hit));
        }
        if may.double {
            let more = self.setting.stakes.all()[stake].more.iter().enumerate();
            for (place, more) in more.filter(|(_, more)| more.free == may.double_free) {
                each(Decision::Double(place as u8), self.after_card(play, more.next, double));
            }
        }
        if may.surrender {
            let value = self.setting.ended_net(SURRENDER, stake).clone() * self.weight(hand);
            each(Decision::Surrender, value);
        }
    }

    /// Whether the dealer's chances matter beside a hand: not where it wins at once on every track, nor where it cannot be
    /// doubled into and one more card can only do good.
    pub(super) fn may_stand(&self, hand: u32) -> bool {
        let setting = self.setting;
        let cards = setting.hands.get(hand);
        let split = self.origin != CameFrom::Deal;
        let wins = |doubled| setting.winner(self.up, Track { split, doubled }, cards).is_some();
        setting.may_rest(self.origin, cards) && !(wins(false) && wins(true)) && self.unseen.can_deal(&cards.counts)
    }

    /// What a hand that stands is worth.
    pub(super) fn stand(&self, total: u8, stake: usize, dealer_chances: &DealerChances<N>) -> N {
        let comparison = &self.setting.comparison;
        let results = &comparison.results[Comparison::<N>::class(total)];
        let pairs = results.iter().zip(dealer_chances).take(DEALER_RESULTS - 1);
        let sum = pairs
            .clone()
            .fold(N::zero(), |sum, (result, chance)| sum + result.clone() * chance.clone());
        let staked = &self.setting.stakes.all()[stake];
        let mut value = sum * staked.own_units();
        if staked.free_units != N::zero() {
            // A free bet counts where it wins, and nowhere else.
            let wins = pairs.filter(|(result, _)| **result > N::zero());
            let won = wins.fold(N::zero(), |sum, (result, chance)| sum + result.clone() * chance.clone());
            value += won * staked.free_units.clone();
        }
        if dealer_chances[BLACKJACK] == N::zero() {
            return value;
        }
        let main = self.main_at_blackjack.clone() * staked.main_units.clone();
        let lost = main + staked.added_units.clone() * comparison.added_at_blackjack.clone();
        value + lost * dealer_chances[BLACKJACK].clone()
    }

    /// What a hand is worth that takes a card and goes on with this stake.
    fn after_card(&self, play: &Play<N>, stake: usize, chances: &Chances<N>) -> N {
        let mut value = self.setting.ended_net(BUST, stake).clone() * chances.bust.clone();
        if chances.bust_at_blackjack != N::zero() {
            let main = self.setting.stakes.all()[stake].main_units.clone() * self.main_at_blackjack.clone();
            value += main * chances.bust_at_blackjack.clone();
        }
        for (next, chance) in &chances.hands {
            value += chance.clone() * play.value(*next, stake).clone();
        }
        value
    }

    /// The chance that the hole card is what the check allows, beside this hand.
    pub(super) fn weight(&self, hand: u32) -> N {
        let cards = self.setting.hands.get(hand);
        self.unseen.weight(&cards.counts, cards.cards)
    }

    /// The hands that may follow by one card.
    pub(super) fn chances(&self, hand: u32, track: Track, suited: Option<&Suited>, chances: &mut Chances<N>) {
        let graph = &self.setting.hands;
        let held = graph.get(hand);
        chances.hands.clear();
        chances.bust = N::zero();
        chances.bust_at_blackjack = N::zero();
        let size = self.unseen.size - i64::from(held.cards);
        if size <= 0 {
            return;
        }
        let one = N::ratio(1, size);
        let chance = |value: usize| N::whole(self.unseen.left(&held.counts, value)) * one.clone();
        match graph.following(hand, track) {
            Following::Values(places) => {
                for (value, next) in places.iter().enumerate() {
                    if *next != NONE && self.unseen.left(&held.counts, value) > 0 {
                        chances.hands.push((*next, chance(value)));
                    }
                }
            }
            Following::Cards(places) => {
                let suited = suited.expect("hands known card by card are played with the cards left one by one");
                let exact = held.exact.as_deref().unwrap_or(&[]);
                for card in Card::all() {
                    let next = places[card.index()];
                    let share: N = suited.share(card, exact);
                    if next != NONE && share > N::zero() {
                        chances
                            .hands
                            .push((next, chance(usize::from(card.value()) - 1) * share));
                    }
                }
            }
        }
        // The values that bust a hand are those above a number.
        let low = i64::from(held.total.low());
        for value in (21 - low).clamp(0, 10) as usize..10 {
            let copies = self.unseen.left(&held.counts, value);
            if copies > 0 {
                let mut counts = held.counts;
                counts[value] += 1;
                let weight: N = self.unseen.weight(&counts, held.cards + 1);
                let blackjack = self.waits_for_blackjack(track, &counts, held.cards + 1);
                chances.bust += chance(value) * (weight - blackjack.clone());
                chances.bust_at_blackjack += chance(value) * blackjack;
            }
        }
    }

    /// The chance of a late blackjack that a busted hand's bets wait for: none where they are lost at once.
    fn waits_for_blackjack(&self, track: Track, hand: &[u8; 10], cards: u8) -> N {
        let takes = self.setting.comparison.takes;
        let waits = self.up.check == BlackjackCheck::Late && takes.keeps_busted(track.split, track.doubled);
        let size = self.unseen.size - i64::from(cards);
        match self.up.partner() {
            Some(value) if waits && size > 0 => N::ratio(self.unseen.left(hand, value), size),
            _ => N::zero(),
        }
    }

    /// The same as a list of its own.
    pub(super) fn chances_of(&self, hand: u32, track: Track, suited: Option<&Suited>) -> Chances<N> {
        let mut chances = Chances::none();
        self.chances(hand, track, suited, &mut chances);
        chances
    }
}

/// Hands on their way: how often each is reached under a play that is given.
#[derive(Clone, Debug)]
pub(super) struct Flow<N> {
    len: usize,
    reached: Vec<N>,
    waiting: Vec<(u32, usize, N)>,
    tally: HandResults<N>,
    chances: Chances<N>,
}

impl<N: Dealing> Flow<N> {
    /// Nothing on its way.
    pub(super) fn new(setting: &Setting<N>) -> Flow<N> {
        let len = setting.hands.count();
        Flow {
            len,
            reached: vec![N::zero(); len * setting.stakes.count()],
            waiting: Vec::new(),
            tally: HandResults::new(setting),
            chances: Chances::none(),
        }
    }

    /// Lets a hand in so often.
    pub(super) fn enter(&mut self, hand: u32, stake: usize, chance: N) {
        self.reached[stake * self.len + hand as usize] += chance;
    }

    /// Lets a hand in that is doubled by the amount at this place, and gives it its card.
    pub(super) fn enter_doubled(&mut self, facing: &Facing<N>, hand: u32, place: usize, chance: N, suited: &Suited) {
        let next = facing.setting.stakes.all()[0].more[place].next;
        self.draw(facing, hand, next, chance, Some(suited));
    }

    /// Plays the hands known card by card as far as they go.
    pub(super) fn run_suited(&mut self, facing: &Facing<N>, play: &Play<N>, suited: &Suited) {
        for hand in facing.setting.hands.by_card().iter().rev() {
            self.pass(facing, play, *hand, Some(suited));
        }
    }

    /// Plays the hands known by value to their ends: all, or those of a split alone.
    pub(super) fn run(&mut self, facing: &Facing<N>, play: &Play<N>) {
        let graph = &facing.setting.hands;
        let hands = match facing.origin {
            CameFrom::Deal => graph.by_value(),
            CameFrom::Split(value) => graph.with_value(value),
        };
        for hand in hands.iter().rev() {
            self.pass(facing, play, *hand, None);
        }
    }

    /// Takes the tally out, once the dealer's chances are known beside the hands that wait for them. Nothing is left on its
    /// way, so that the next hands may enter.
    pub(super) fn settle(&mut self, facing: &Facing<N>, dealer: &mut DealerByHand<N>) -> HandResults<N> {
        dealer.prepare(facing, self.waiting.iter().map(|(hand, _, _)| *hand));
        let mut tally = std::mem::replace(&mut self.tally, HandResults::new(facing.setting));
        for (hand, stake, chance) in self.waiting.drain(..) {
            let class = Comparison::<N>::class(facing.setting.hands.get(hand).total.best());
            let dealer_chances = dealer.get(facing, hand).expect("just prepared");
            tally.compare(stake, class, &chance, dealer_chances);
        }
        tally
    }

    fn pass(&mut self, facing: &Facing<N>, play: &Play<N>, hand: u32, suited: Option<&Suited>) {
        let setting = facing.setting;
        for stake in 0..setting.stakes.count() {
            let place = stake * self.len + hand as usize;
            if self.reached[place] == N::zero() {
                continue;
            }
            let chance = std::mem::replace(&mut self.reached[place], N::zero());
            match play.choice(hand, stake) {
                Decision::Nothing => unreachable!("a hand that comes up has a play"),
                Decision::Stand => self.waiting.push((hand, stake, chance)),
                Decision::Surrender => self.tally.end(SURRENDER, stake, chance * facing.weight(hand)),
                Decision::Win(row) => self
                    .tally
                    .end(ROWS + usize::from(row), stake, chance * facing.weight(hand)),
                Decision::Hit => self.draw(facing, hand, stake, chance, suited),
                Decision::Double(place) => {
                    let next = setting.stakes.all()[stake].more[usize::from(place)].next;
                    self.draw(facing, hand, next, chance, suited);
                }
            }
        }
    }

    fn draw(&mut self, facing: &Facing<N>, hand: u32, stake: usize, chance: N, suited: Option<&Suited>) {
        let track = facing.setting.track(facing.origin, stake);
        facing.chances(hand, track, suited, &mut self.chances);
        for (next, share) in &self.chances.hands {
            self.reached[stake * self.len + *next as usize] += chance.clone() * share.clone();
        }
        if self.chances.bust != N::zero() {
            self.tally.end(BUST, stake, chance.clone() * self.chances.bust.clone());
        }
        if self.chances.bust_at_blackjack != N::zero() {
            let both = chance * self.chances.bust_at_blackjack.clone();
            self.tally.end(BUST_AT_BLACKJACK, stake, both);
        }
    }
}
