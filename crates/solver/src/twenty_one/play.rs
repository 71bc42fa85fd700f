//! The best play of one hand against one up card, and its value: from the hands with most cards back to the first two.

use croupier_rules::Card;

use super::dealer::{BLACKJACK, Draws, FINALS, Finals};
use super::hands::{Following, NONE};
use super::rows::Track;
use super::setting::{Origin, Setting};
use super::table::{Comparison, Dealing, Unseen, UpClass};
use super::tally::{BUST, ROWS, SURRENDER, Tally};

/// What is done with a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
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
pub struct Facing<'a, N> {
    /// The game.
    pub setting: &'a Setting<N>,
    /// The up card.
    pub up: &'a UpClass,
    /// Where the hand comes from.
    pub origin: Origin,
    /// The cards left, by value.
    pub unseen: Unseen,
    /// What a main bet gets at a late blackjack.
    pub main_at_blackjack: N,
}

/// The cards left one by one, where suits matter: the very cards out that are known.
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
    choices: Vec<Choice>,
    values: Vec<N>,
}

/// Every action open to a hand, with its value.
pub type Actions<N> = Vec<(Choice, N)>;

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

    /// Of the cards of its value, the share that are this very card, beside these held.
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
            choices: vec![Choice::Nothing; len * setting.stakes.count()],
            values: vec![N::zero(); len * setting.stakes.count()],
        }
    }

    /// What is done with a hand.
    pub fn choice(&self, hand: u32, stake: usize) -> Choice {
        self.choices[stake * self.len + hand as usize]
    }

    /// What the hand is worth, jointly with what the check has told.
    pub fn value(&self, hand: u32, stake: usize) -> &N {
        &self.values[stake * self.len + hand as usize]
    }

    /// Sets what is done with a hand.
    pub fn choose(&mut self, hand: u32, stake: usize, choice: Choice) {
        self.choices[stake * self.len + hand as usize] = choice;
    }

    fn set(&mut self, hand: u32, stake: usize, choice: Choice, value: N) {
        self.choices[stake * self.len + hand as usize] = choice;
        self.values[stake * self.len + hand as usize] = value;
    }
}

/// The dealer's ends beside each hand, as far as they have been computed.
#[derive(Clone, Debug)]
pub struct Ends<N> {
    finals: Vec<Option<Finals<N>>>,
}

impl<N: Dealing> Ends<N> {
    /// None computed yet.
    pub fn new(setting: &Setting<N>) -> Ends<N> {
        Ends {
            finals: vec![None; setting.hands.count()],
        }
    }

    /// Computes what is missing of these hands.
    pub fn prepare(&mut self, facing: &Facing<N>, hands: impl Iterator<Item = u32>) {
        let graph = &facing.setting.hands;
        let mut missing: Vec<u32> = hands
            .map(|hand| graph.get(hand).plain)
            .filter(|hand| self.finals[*hand as usize].is_none())
            .collect();
        missing.sort_unstable();
        missing.dedup();
        let wanted: Vec<([u8; 10], u8)> = missing
            .iter()
            .map(|hand| (graph.get(*hand).counts, graph.get(*hand).cards))
            .collect();
        let draws = Draws::of(facing.up.value, facing.setting.rules.dealer.soft_17);
        for (hand, finals) in missing.into_iter().zip(N::finals_of(&facing.unseen, draws, &wanted)) {
            self.finals[hand as usize] = Some(finals);
        }
    }

    /// The dealer's ends beside this hand.
    pub fn get(&self, facing: &Facing<N>, hand: u32) -> &Finals<N> {
        let plain = facing.setting.hands.get(hand).plain;
        self.finals[plain as usize]
            .as_ref()
            .expect("the ends were prepared for every hand that stands")
    }
}

impl<'a, N: Dealing> Facing<'a, N> {
    /// Finds the best play of all these hands. They must come with those of more cards first.
    pub fn solve(&self, play: &mut Play<N>, ends: &Ends<N>, hands: &[u32]) {
        for hand in hands {
            if !self.unseen.can_deal(&self.setting.hands.get(*hand).counts) {
                continue;
            }
            self.solve_hand(play, *hand, ends, |hand, track| self.chances(hand, track, None));
        }
    }

    /// The same for hands known card by card.
    pub fn solve_suited(&self, play: &mut Play<N>, ends: &Ends<N>, suited: &Suited) {
        self.solve_some_suited(play, ends, suited, self.setting.hands.by_card());
    }

    /// The same for some of them, those with more cards first.
    pub fn solve_some_suited(&self, play: &mut Play<N>, ends: &Ends<N>, suited: &Suited, hands: &[u32]) {
        for hand in hands {
            let cards = self.setting.hands.get(*hand);
            if cards.cards < 2 || !self.unseen.can_deal(&cards.counts) {
                continue;
            }
            self.solve_hand(play, *hand, ends, |hand, track| self.chances(hand, track, Some(suited)));
        }
    }

    /// Every action open to a hand, in a fixed order, with its value.
    pub fn actions(
        &self,
        play: &Play<N>,
        ends: &Ends<N>,
        hand: u32,
        stake: usize,
        suited: Option<&Suited>,
    ) -> Actions<N> {
        let track = self.setting.track(self.origin, stake);
        let doubled = Track { doubled: true, ..track };
        let hit = self.chances(hand, track, suited);
        let double = self.chances(hand, doubled, suited);
        self.actions_by(play, ends.get(self, hand), hand, stake, &hit, &double)
    }

    fn solve_hand(&self, play: &mut Play<N>, hand: u32, ends: &Ends<N>, chances: impl Fn(u32, Track) -> Vec<(u32, N)>) {
        let mut by_track: [Option<Vec<(u32, N)>>; 2] = [None, None];
        let split = self.origin != Origin::Dealt;
        for stake in (0..self.setting.stakes.count()).rev() {
            let track = self.setting.track(self.origin, stake);
            if let Some(row) = self.setting.winner(self.up, track, self.setting.hands.get(hand)) {
                let value = self.setting.ended_net(ROWS + row, stake) * self.weight(hand);
                play.set(hand, stake, Choice::Win(row as u8), value);
                continue;
            }
            for doubled in [false, true] {
                by_track[usize::from(doubled)].get_or_insert_with(|| chances(hand, Track { split, doubled }));
            }
            let [Some(undoubled), Some(doubled)] = &by_track else {
                unreachable!("both were just filled")
            };
            let hit = if track.doubled { doubled } else { undoubled };
            let actions = self.actions_by(play, ends.get(self, hand), hand, stake, hit, doubled);
            let best = actions
                .into_iter()
                .reduce(|best, next| if next.1 > best.1 { next } else { best });
            let (choice, value) = best.expect("a hand may always stand");
            play.set(hand, stake, choice, value);
        }
    }

    fn actions_by(
        &self,
        play: &Play<N>,
        finals: &Finals<N>,
        hand: u32,
        stake: usize,
        hit: &[(u32, N)],
        double: &[(u32, N)],
    ) -> Actions<N> {
        let cards = self.setting.hands.get(hand);
        let may = self.setting.may(self.origin, stake, cards);
        let mut actions = vec![(Choice::Stand, self.stand(cards.total, stake, finals))];
        if may.hit {
            actions.push((Choice::Hit, self.after_card(play, hand, stake, hit)));
        }
        if may.double {
            for (place, (_, next)) in self.setting.stakes.all()[stake].more.iter().enumerate() {
                actions.push((Choice::Double(place as u8), self.after_card(play, hand, *next, double)));
            }
        }
        if may.surrender {
            let value = self.setting.ended_net(SURRENDER, stake) * self.weight(hand);
            actions.push((Choice::Surrender, value));
        }
        actions
    }

    /// Whether the dealer's ends matter beside a hand: not where it wins at once on every track.
    pub fn may_stand(&self, hand: u32) -> bool {
        let cards = self.setting.hands.get(hand);
        let split = self.origin != Origin::Dealt;
        let wins = |doubled| self.setting.winner(self.up, Track { split, doubled }, cards).is_some();
        !(wins(false) && wins(true)) && self.unseen.can_deal(&cards.counts)
    }

    /// What a hand that stands is worth.
    pub fn stand(&self, total: u8, stake: usize, finals: &Finals<N>) -> N {
        let comparison = &self.setting.comparison;
        let results = &comparison.results[Comparison::<N>::class(total)];
        let pairs = results.iter().zip(finals).take(FINALS - 1);
        let sum = pairs.fold(N::zero(), |sum, (result, chance)| sum + result.clone() * chance.clone());
        let added = &self.setting.stakes.all()[stake].added_units;
        let value = sum * (N::one() + added.clone());
        if finals[BLACKJACK] == N::zero() {
            return value;
        }
        let lost = self.main_at_blackjack.clone() + added.clone() * comparison.added_at_blackjack.clone();
        value + lost * finals[BLACKJACK].clone()
    }

    /// What a hand is worth that takes a card and goes on with this stake.
    fn after_card(&self, play: &Play<N>, hand: u32, stake: usize, chances: &[(u32, N)]) -> N {
        let mut value = N::zero();
        let mut bust = self.weight(hand);
        for (next, chance) in chances {
            value += chance.clone() * play.value(*next, stake).clone();
            bust = bust - chance.clone() * self.weight(*next);
        }
        value + self.setting.ended_net(BUST, stake) * bust
    }

    /// The chance that the hole card is what the check allows, beside this hand.
    pub fn weight(&self, hand: u32) -> N {
        let cards = self.setting.hands.get(hand);
        self.unseen.weight(&cards.counts, cards.cards)
    }

    /// The hands that may follow by one card, each with its chance; busts are left out.
    pub fn chances(&self, hand: u32, track: Track, suited: Option<&Suited>) -> Vec<(u32, N)> {
        let graph = &self.setting.hands;
        let held = graph.get(hand);
        let size = self.unseen.size - i64::from(held.cards);
        if size <= 0 {
            return Vec::new();
        }
        let chance = |value: usize| N::ratio(self.unseen.left(&held.counts, value), size);
        let mut chances = Vec::with_capacity(10);
        match graph.following(hand, track) {
            Following::Values(places) => {
                for (value, next) in places.iter().enumerate() {
                    if *next != NONE && self.unseen.left(&held.counts, value) > 0 {
                        chances.push((*next, chance(value)));
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
                        chances.push((next, chance(usize::from(card.value()) - 1) * share));
                    }
                }
            }
        }
        chances
    }
}

/// Hands on their way: how often each is reached under a play that is given.
#[derive(Clone, Debug)]
pub struct Flow<N> {
    len: usize,
    reached: Vec<N>,
    waiting: Vec<(u32, usize, N)>,
    tally: Tally<N>,
}

impl<N: Dealing> Flow<N> {
    /// Nothing on its way.
    pub fn new(setting: &Setting<N>) -> Flow<N> {
        let len = setting.hands.count();
        Flow {
            len,
            reached: vec![N::zero(); len * setting.stakes.count()],
            waiting: Vec::new(),
            tally: Tally::new(setting),
        }
    }

    /// Lets a hand in so often.
    pub fn enter(&mut self, hand: u32, stake: usize, chance: N) {
        self.reached[stake * self.len + hand as usize] += chance;
    }

    /// Lets a hand in that is doubled by the amount at this place, and gives it its card.
    pub fn enter_doubled(&mut self, facing: &Facing<N>, hand: u32, place: usize, chance: N, suited: &Suited) {
        let next = facing.setting.stakes.all()[0].more[place].1;
        self.draw(facing, hand, next, chance, Some(suited));
    }

    /// How often a hand is reached.
    pub fn reached(&self, hand: u32, stake: usize) -> &N {
        &self.reached[stake * self.len + hand as usize]
    }

    /// Plays the hands known card by card as far as they go.
    pub fn run_suited(&mut self, facing: &Facing<N>, play: &Play<N>, suited: &Suited) {
        for hand in facing.setting.hands.by_card().iter().rev() {
            self.pass(facing, play, *hand, Some(suited));
            for stake in 0..facing.setting.stakes.count() {
                self.reached[stake * self.len + *hand as usize] = N::zero();
            }
        }
    }

    /// Plays the hands known by value to their ends.
    pub fn run(&mut self, facing: &Facing<N>, play: &Play<N>) {
        for hand in facing.setting.hands.by_value().iter().rev() {
            self.pass(facing, play, *hand, None);
        }
    }

    /// The tally, once the dealer's ends are known beside the hands that wait for him.
    pub fn settle(mut self, facing: &Facing<N>, ends: &mut Ends<N>) -> Tally<N> {
        ends.prepare(facing, self.waiting.iter().map(|(hand, _, _)| *hand));
        for (hand, stake, chance) in &self.waiting {
            let class = Comparison::<N>::class(facing.setting.hands.get(*hand).total);
            self.tally.compare(*stake, class, chance, ends.get(facing, *hand));
        }
        self.tally
    }

    fn pass(&mut self, facing: &Facing<N>, play: &Play<N>, hand: u32, suited: Option<&Suited>) {
        let setting = facing.setting;
        for stake in 0..setting.stakes.count() {
            let chance = self.reached(hand, stake).clone();
            if chance == N::zero() {
                continue;
            }
            match play.choice(hand, stake) {
                Choice::Nothing => unreachable!("a hand that comes up has a play"),
                Choice::Stand => self.waiting.push((hand, stake, chance)),
                Choice::Surrender => self.tally.end(SURRENDER, stake, chance * facing.weight(hand)),
                Choice::Win(row) => self
                    .tally
                    .end(ROWS + usize::from(row), stake, chance * facing.weight(hand)),
                Choice::Hit => self.draw(facing, hand, stake, chance, suited),
                Choice::Double(place) => {
                    let next = setting.stakes.all()[stake].more[usize::from(place)].1;
                    self.draw(facing, hand, next, chance, suited);
                }
            }
        }
    }

    fn draw(&mut self, facing: &Facing<N>, hand: u32, stake: usize, chance: N, suited: Option<&Suited>) {
        let track = facing.setting.track(facing.origin, stake);
        let mut bust = facing.weight(hand);
        for (next, share) in facing.chances(hand, track, suited) {
            bust = bust - share.clone() * facing.weight(next);
            self.reached[stake * self.len + next as usize] += chance.clone() * share;
        }
        self.tally.end(BUST, stake, chance * bust);
    }
}
