//! The slow, obvious oracle: every card handed to a [`Round`], every choice tried or looked up.
//!
//! It knows no rules. A belief is a weighted set of rounds that look the same to the player; a hidden card multiplies the
//! rounds of a belief, an open card or a visible difference parts it. Values are exact fractions of cents.

use std::sync::Arc;

use croupier_rules::{Card, Game, Money};
use croupier_table::{Action, ActionKind, HandWagers, Next, Place, Round, SeatWagers, Step, Strategy, Wagers};
use dashu_ratio::RBig;

use crate::number::{Number, Ring};

/// What decides.
#[derive(Clone, Copy)]
pub enum Decides<'a> {
    /// A strategy.
    Strategy(&'a dyn Strategy),
    /// The best of all that is offered, by trying everything. Insurance is declined.
    BestAction,
    /// The same, insurance and even money included.
    BestInsured,
}

/// How cards are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cards {
    /// Each by rank and suit.
    One,
    /// By rank alone, where no rule looks at suits: any suit that is left stands for all.
    Rank,
}

/// The shoe ran out of cards in some order of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the shoe is too small: some order of play asks for a card when none is left")]
pub struct OutOfCards;

/// One round of a belief: how likely, how it stands, and the cards left.
#[derive(Clone)]
struct Weighed {
    weight: RBig,
    round: Round,
    left: [u8; Card::KINDS],
}

struct Oracle<'a> {
    game: Arc<Game>,
    decides: Decides<'a>,
    cards: Cards,
    power: isize,
}

/// The expected gain of one hand at this main bet, in main bets.
pub fn value(game: &Arc<Game>, main: Money, decides: Decides, cards: Cards) -> Result<RBig, OutOfCards> {
    moment(game, main, decides, cards, 1)
}

/// The expected gain of one hand with these bets, in all that is first bet on the main game.
pub fn value_with(game: &Arc<Game>, bets: &HandWagers, decides: Decides, cards: Cards) -> Result<RBig, OutOfCards> {
    moment_with(game, bets, decides, cards, 1)
}

/// The mean of a power of the gain. With the first power, the best action is the one that gains most.
pub fn moment(game: &Arc<Game>, main: Money, decides: Decides, cards: Cards, power: isize) -> Result<RBig, OutOfCards> {
    let bets = HandWagers {
        main,
        spots: 0,
        side: Vec::new(),
    };
    moment_with(game, &bets, decides, cards, power)
}

fn moment_with(
    game: &Arc<Game>,
    bets: &HandWagers,
    decides: Decides,
    cards: Cards,
    power: isize,
) -> Result<RBig, OutOfCards> {
    let wagers = Wagers {
        seats: vec![SeatWagers {
            seat: 1,
            hands: vec![bets.clone()],
        }],
    };
    let round = Round::new(game, &wagers).expect("the caller bets within the limits");
    let left = std::array::from_fn(|index| Card::from_index(index).map_or(0, |card| game.deck.count(card)));
    let oracle = Oracle {
        game: Arc::clone(game),
        decides,
        cards,
        power,
    };
    let belief = vec![Weighed {
        weight: RBig::ONE,
        round,
        left,
    }];
    let cents = oracle.value(belief)?;
    let staked = bets.main * i64::from(bets.spot_count());
    Ok(cents / RBig::whole(staked.cents()).pow(power))
}

impl Oracle<'_> {
    /// The weight of each round times the mean power of its gain, in cents.
    fn value(&self, belief: Vec<Weighed>) -> Result<RBig, OutOfCards> {
        let mut sum = RBig::ZERO;
        let mut groups: Vec<(Next, Vec<Weighed>)> = Vec::new();
        for weighed in belief {
            let next = weighed.round.next();
            if next == Next::Over {
                sum += weighed.weight * RBig::whole(weighed.round.net(1).cents()).pow(self.power);
                continue;
            }
            match groups.iter_mut().find(|(known, _)| *known == next) {
                Some((_, group)) => group.push(weighed),
                None => groups.push((next, vec![weighed])),
            }
        }
        for (next, group) in groups {
            sum += match next {
                Next::Card {
                    to: Place::Hole | Place::Burned,
                } => self.hidden(group)?,
                Next::Card { .. } => self.open(group)?,
                Next::Choice(_) => self.choose(group)?,
                Next::Over => unreachable!("rounds that are over were summed up"),
            };
        }
        Ok(sum)
    }

    /// A card that nobody sees.
    fn hidden(&self, group: Vec<Weighed>) -> Result<RBig, OutOfCards> {
        let mut belief = Vec::new();
        for weighed in &group {
            for (card, chance) in self.kinds(&weighed.left)? {
                belief.push(weighed.with(card, chance));
            }
        }
        self.value(belief)
    }

    /// A card that everybody sees.
    fn open(&self, group: Vec<Weighed>) -> Result<RBig, OutOfCards> {
        let mut by_card: Vec<(usize, Vec<Weighed>)> = Vec::new();
        for weighed in &group {
            for (card, chance) in self.kinds(&weighed.left)? {
                let kind = match self.cards {
                    Cards::One => card.index(),
                    Cards::Rank => card.rank() as usize,
                };
                let next = weighed.with(card, chance);
                match by_card.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, rounds)) => rounds.push(next),
                    None => by_card.push((kind, vec![next])),
                }
            }
        }
        by_card
            .into_iter()
            .try_fold(RBig::ZERO, |sum, (_, rounds)| Ok(sum + self.value(rounds)?))
    }

    fn choose(&self, group: Vec<Weighed>) -> Result<RBig, OutOfCards> {
        let situation = group[0].round.situation().expect("a choice is open");
        let actions: Vec<Action> = match self.decides {
            Decides::Strategy(strategy) => vec![strategy.choose(&self.game, &situation)],
            Decides::BestAction | Decides::BestInsured => {
                let insures = matches!(self.decides, Decides::BestInsured);
                let declines = |kind| kind == ActionKind::NoInsurance && !insures;
                match situation.offers.iter().find(|offer| declines(offer.kind)) {
                    Some(offer) => vec![offer.in_full()],
                    None => {
                        let all = situation.offers.iter().flat_map(|offer| {
                            let kind = offer.kind;
                            offer.amounts().into_iter().map(move |amount| Action { kind, amount })
                        });
                        all.collect()
                    }
                }
            }
        };
        let mut best: Option<RBig> = None;
        for action in actions {
            let belief = group
                .iter()
                .map(|weighed| {
                    let mut next = weighed.clone();
                    let played = next.round.play(Step::Choose(action), &mut Vec::new());
                    played.expect("the strategy chooses what is offered");
                    next
                })
                .collect();
            let value = self.value(belief)?;
            if best.as_ref().is_none_or(|best| value > *best) {
                best = Some(value);
            }
        }
        Ok(best.expect("a choice has offers"))
    }

    /// The different cards left, each with its chance.
    fn kinds(&self, left: &[u8; Card::KINDS]) -> Result<Vec<(Card, RBig)>, OutOfCards> {
        let size: i64 = left.iter().map(|count| i64::from(*count)).sum();
        if size == 0 {
            return Err(OutOfCards);
        }
        let mut kinds: Vec<(Card, i64)> = Vec::new();
        for card in Card::all().filter(|card| left[card.index()] > 0) {
            let count = i64::from(left[card.index()]);
            let alike = kinds
                .iter_mut()
                .find(|(known, _)| self.cards == Cards::Rank && known.rank() == card.rank());
            match alike {
                Some((_, sum)) => *sum += count,
                None => kinds.push((card, count)),
            }
        }
        Ok(kinds
            .into_iter()
            .map(|(card, count)| (card, RBig::ratio(count, size)))
            .collect())
    }
}

impl Weighed {
    fn with(&self, card: Card, chance: RBig) -> Weighed {
        let mut next = self.clone();
        next.weight *= chance;
        next.left[card.index()] -= 1;
        next.round
            .play(Step::Card(card), &mut Vec::new())
            .expect("the card was asked for and is left");
        next
    }
}
