//! Random legal play: a tiny seeded source of cards and choices for laws, benchmarks and simple opponents.

use croupier_rules::{Card, Game, Money};

use crate::event::Event;
use crate::round::Round;
use crate::step::{Action, Choice, Next, Offer, Step};
use crate::wagers::{HandWagers, SeatWagers, Wagers};

/// A small, fast, reproducible generator (SplitMix64). It is never used where money or fairness is at stake.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that always fall the same way for the same seed.
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next 64 bits.
    pub const fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.roll() as u128 * bound as u128) >> 64) as usize
    }

    /// True once in `times`.
    pub const fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// A pile of cards from which any card may come next, without replacement, and to which all return at once.
#[derive(Clone, Debug)]
pub struct Pile {
    cards: Vec<Card>,
    left: usize,
}

impl Pile {
    /// All cards of a game's shoe.
    pub fn new(game: &Game) -> Pile {
        let cards: Vec<Card> = game.deck.cards().collect();
        Pile {
            left: cards.len(),
            cards,
        }
    }

    /// A random card of those that are left; `None` when there is none.
    pub fn draw(&mut self, dice: &mut Dice) -> Option<Card> {
        if self.left == 0 {
            return None;
        }
        let place = dice.below(self.left);
        self.left -= 1;
        self.cards.swap(place, self.left);
        Some(self.cards[self.left])
    }

    /// Puts every card back.
    pub fn gather(&mut self) {
        self.left = self.cards.len();
    }

    /// How many cards are left.
    pub const fn left(&self) -> usize {
        self.left
    }
}

/// Random bets within the limits for so many seats, the rarer wagers included.
pub fn random_wagers(game: &Game, seats: u8, dice: &mut Dice) -> Wagers {
    let seats = seats.min(game.table.seats);
    let first = 1 + dice.below(usize::from(game.table.seats - seats) + 1) as u8;
    let seats = (first..first + seats).map(|seat| {
        let count = 1 + dice.below(usize::from(game.table.hands_max)) as u8;
        let hands = (0..count).map(|_| random_hand(game, count > 1, dice)).collect();
        SeatWagers { seat, hands }
    });
    Wagers { seats: seats.collect() }
}

/// A random choice among the offers, and a random amount where one is named.
pub fn random_action(choice: &Choice, dice: &mut Dice) -> Action {
    let offer = &choice.offers[dice.below(choice.offers.len())];
    Action {
        kind: offer.kind,
        amount: random_amount(offer, dice),
    }
}

/// Plays a round to its end with random cards and choices. Events are appended; `false` when the cards ran out.
pub fn play_out(round: &mut Round, pile: &mut Pile, dice: &mut Dice, events: &mut Vec<Event>) -> bool {
    loop {
        let step = match round.next() {
            Next::Over => return true,
            Next::Card { .. } => match pile.draw(dice) {
                Some(card) => Step::Card(card),
                None => return false,
            },
            Next::Choice(choice) => Step::Choose(random_action(&choice, dice)),
        };
        round
            .play(step, events)
            .expect("a step that was asked for and offered is legal");
    }
}

fn random_hand(game: &Game, several: bool, dice: &mut Dice) -> HandWagers {
    let least = game.main_bet.min_on_each(&game.table, several);
    let amounts = &game.main_bet.amounts;
    let main = if amounts.is_empty() {
        random_multiple(least, game.main_bet.highest(), game.main_bet.step(), dice)
    } else {
        let allowed: Vec<Money> = amounts.iter().copied().filter(|amount| *amount >= least).collect();
        allowed[dice.below(allowed.len())]
    };
    let spots = dice.below(1 << game.main_bet.spots.len()) as u8;
    let side = game.side_bets.iter().map(|bet| {
        let (min, max) = (bet.min_on_each(&game.table, several), bet.max_beside(main));
        if min > max || dice.once_in(2) {
            Money::ZERO
        } else {
            random_multiple(min, max, bet.step, dice)
        }
    });
    let side: Vec<Money> = side.collect();
    let other_bets = side.iter().any(|stake| *stake != Money::ZERO);
    let none = !game.main_bet.required && other_bets && dice.once_in(2);
    HandWagers {
        main: if none { Money::ZERO } else { main },
        spots,
        side,
    }
}

/// A random multiple of `step` from `min` to `max`, both of which are multiples in a checked game.
fn random_multiple(min: Money, max: Money, step: Money, dice: &mut Dice) -> Money {
    let steps = (max - min).cents() / step.cents();
    min + step * dice.below(steps as usize + 1) as i64
}

/// The least or the most an offer allows, or something between.
fn random_amount(offer: &Offer, dice: &mut Dice) -> Money {
    match dice.below(3) {
        _ if offer.min == offer.max => offer.max,
        0 => offer.min,
        1 => offer.max,
        _ => {
            let between = random_multiple(offer.min, offer.max, offer.step, dice);
            if between.is_multiple_of(offer.step) {
                between
            } else {
                offer.max
            }
        }
    }
}
