//! Players who behave like players: they bet, decide and signal by their temperament, and all of it follows from a seed.

use croupier_rules::play::Total;
use croupier_rules::{Game, Money};
use croupier_table::random_play::{Dice, random_action};
use croupier_table::{Action, ActionKind, Choice, Round, Situation, Strategy};
use strum::IntoStaticStr;

/// How a player plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Temperament {
    /// Plays as the dealer must in 21, and stays in to the end in stud.
    Steady,
    /// Does whatever comes to mind.
    Hunches,
    /// Puts as much on the table as may be.
    Bold,
    /// Puts as little on the table as may be, and gives up early.
    Timid,
    /// Plays by the chart: basic strategy.
    Chart,
}

/// What players do beside playing well, each as a chance in a hundred for every occasion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mischief {
    /// Hand and voice contradict each other, where the document says which counts.
    pub mixed_signals: u8,
    /// A bet comes late, or cards are touched.
    pub irregularities: u8,
    /// A player shows one thing and then another; what is shown last counts.
    pub second_thoughts: u8,
    /// A player takes time to decide.
    pub slow: u8,
    /// A player cheats: chips are added to a bet that has won or taken off one that has lost, cards change hands.
    pub cheating: u8,
}

/// How a player tells what is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signal {
    /// What the hand shows.
    pub hand: ActionKind,
    /// What the voice says, if it says anything.
    pub voice: Option<ActionKind>,
    /// What the hand showed before, if the player has thought again.
    pub first: Option<ActionKind>,
    /// How long the player takes, in milliseconds.
    pub thinks_ms: u32,
}

/// Something a player does that is not theirs to do. The dealer stops and calls the floor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Irregularity {
    /// Chips are put down after the first card.
    LateBet,
    /// Cards are touched.
    CardsTouched,
    /// Cheating: chips are added to a bet that has won.
    PastPosting,
    /// Cheating: chips are taken off a bet that has lost.
    Pinching,
    /// Cheating: two players change cards.
    CardsSwitched,
}

impl Mischief {
    /// Players who behave.
    pub const NONE: Mischief = Mischief {
        mixed_signals: 0,
        irregularities: 0,
        second_thoughts: 0,
        slow: 0,
        cheating: 0,
    };

    /// Whether every chance is one that there can be.
    pub const fn is_possible(self) -> bool {
        let Mischief {
            mixed_signals,
            irregularities,
            second_thoughts,
            slow,
            cheating,
        } = self;
        mixed_signals <= 100 && irregularities <= 100 && second_thoughts <= 100 && slow <= 100 && cheating <= 100
    }
}

impl Temperament {
    /// Those that come of themselves; players by the chart are asked for.
    const MOODS: [Temperament; 4] = [
        Temperament::Steady,
        Temperament::Hunches,
        Temperament::Bold,
        Temperament::Timid,
    ];

    /// The temperament in a word.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Any mood.
    pub fn any(dice: &mut Dice) -> Temperament {
        Temperament::MOODS[dice.below(Temperament::MOODS.len())]
    }

    /// What the player does; always something that is offered. Without a chart, whoever plays by it is steady.
    pub fn choose(self, round: &Round, choice: &Choice, chart: Option<&dyn Strategy>, dice: &mut Dice) -> Action {
        let price = |action: &Action| match action.kind {
            ActionKind::Bet(times) => Money::from_dollars(i64::from(times)),
            ActionKind::Ride | ActionKind::Split => Money::from_dollars(1),
            _ => action.amount,
        };
        let mut offered = choice.offers.iter().map(|offer| offer.in_full());
        let wished = match self {
            Temperament::Hunches => Some(random_action(choice, dice)),
            Temperament::Bold => offered.max_by_key(price).filter(|action| price(action) > Money::ZERO),
            Temperament::Timid if dice.once_in(2) => offered.find(|action| gives_up(action.kind)),
            Temperament::Timid | Temperament::Steady => None,
            Temperament::Chart => by_chart(round, chart),
        };
        wished.unwrap_or_else(|| steady(round, choice))
    }
}

impl Signal {
    /// How a player shows and says what is wanted. Where the two contradict each other, the hand shows it.
    pub fn of(wants: ActionKind, offered: &Choice, mixed: bool, dice: &mut Dice) -> Signal {
        let plain = [ActionKind::Hit, ActionKind::Stand];
        let other = plain
            .into_iter()
            .find(|kind| *kind != wants && offered.offer(*kind).is_some());
        let voice = match other {
            Some(other) if mixed && plain.contains(&wants) => Some(other),
            _ => dice.once_in(3).then_some(wants),
        };
        Signal {
            hand: wants,
            voice,
            first: None,
            thinks_ms: 0,
        }
    }

    /// The player has shown something else before, where there is something else to want.
    pub fn after_second_thoughts(self, offered: &Choice, dice: &mut Dice) -> Signal {
        let others = offered.offers.iter().map(|offer| offer.kind);
        let others: Vec<ActionKind> = others.filter(|kind| *kind != self.hand).collect();
        let first = match others.len() {
            0 => None,
            count => Some(others[dice.below(count)]),
        };
        Signal { first, ..self }
    }

    /// Whether hand and voice contradict each other.
    pub fn is_mixed(self) -> bool {
        self.voice.is_some_and(|voice| voice != self.hand)
    }

    /// What is seen of the hand.
    pub fn gesture(self) -> String {
        match self.first {
            Some(first) => format!("{}, then {}", gesture(first), gesture(self.hand)),
            None => gesture(self.hand),
        }
    }

    /// What is heard, if anything.
    pub fn speech(self) -> Option<String> {
        let voice = self.voice?;
        Some(match voice {
            ActionKind::Hit => "Hit me.".to_string(),
            ActionKind::Stand => "I stay.".to_string(),
            ActionKind::Bet(0) => "Check.".to_string(),
            ActionKind::Bet(times) => format!("{times} times."),
            other => {
                let word = other.word().replace('-', " ");
                format!("{}{}.", word[..1].to_uppercase(), &word[1..])
            }
        })
    }
}

impl Irregularity {
    /// Bad manners.
    pub const MANNERS: [Irregularity; 2] = [Irregularity::LateBet, Irregularity::CardsTouched];

    /// Its word: `late-bet`.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// What is seen, said of the player.
    pub const fn words(self) -> &'static str {
        match self {
            Irregularity::LateBet => "puts more chips down after the first card",
            Irregularity::CardsTouched => "picks up cards",
            Irregularity::PastPosting => "slips chips onto a bet that has won",
            Irregularity::Pinching => "takes chips off a bet that has lost",
            Irregularity::CardsSwitched => "passes a card to the next player",
        }
    }
}

/// How a hand shows a wish.
fn gesture(wants: ActionKind) -> String {
    let shown = match wants {
        ActionKind::Bet(times @ 2..) => return format!("puts {times} times the bet on the spot"),
        ActionKind::Hit => "taps the felt",
        ActionKind::Stand => "waves a hand over the cards",
        ActionKind::Double => "puts chips beside the bet and shows one finger",
        ActionKind::Split => "puts chips beside the bet and shows two fingers",
        ActionKind::Surrender => "draws a line behind the bet",
        ActionKind::Insurance => "puts chips on the insurance line",
        ActionKind::NoInsurance => "shakes the head",
        ActionKind::EvenMoney => "nods at the blackjack",
        ActionKind::TakeBlackjack => "points at the rack",
        ActionKind::Keep => "covers the bet with a hand",
        ActionKind::Fold => "pushes the cards forward",
        ActionKind::Bet(0) => "taps the felt",
        ActionKind::Bet(_) => "puts as much as the bet on the spot",
        ActionKind::Ride => "slides the cards under the bet",
        ActionKind::PullBack => "brushes the cards toward the body",
        ActionKind::Raise => "puts chips beside the bet",
    };
    shown.to_string()
}

/// What the chart says; `None` where there is none, or it is not asked.
fn by_chart(round: &Round, chart: Option<&dyn Strategy>) -> Option<Action> {
    Some(chart?.choose(round.game(), &round.situation()?))
}

/// What the player does who imitates the dealer: draws as the dealer would, insures nothing, keeps what may be kept.
fn steady(round: &Round, choice: &Choice) -> Action {
    let hits = round
        .situation()
        .is_some_and(|situation| draws(round.game(), &situation));
    let wished = match hits {
        true => &[ActionKind::Hit, ActionKind::Stand][..],
        false => &[
            ActionKind::Stand,
            ActionKind::NoInsurance,
            ActionKind::Keep,
            ActionKind::Ride,
        ][..],
    };
    let offered = wished.iter().find_map(|kind| choice.offer(*kind));
    let least_bet = || {
        let stays = |kind: ActionKind| kind.street_bet().is_some();
        choice.offers.iter().find(|offer| stays(offer.kind))
    };
    let offer = offered.or_else(least_bet).unwrap_or(&choice.offers[0]);
    offer.in_full()
}

fn draws(game: &Game, situation: &Situation) -> bool {
    let rules = game.twenty_one();
    rules.is_some_and(|rules| rules.dealer.soft_17.dealer_draws(Total::of(situation.cards)))
}

const fn gives_up(kind: ActionKind) -> bool {
    matches!(
        kind,
        ActionKind::Fold | ActionKind::PullBack | ActionKind::Surrender | ActionKind::Stand | ActionKind::NoInsurance
    )
}
