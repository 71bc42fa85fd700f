//! Lessons, generated from the rules file: which bets are made, what the players do, and the round that comes of it.

use std::sync::Arc;

use croupier_rules::game::Procedure;
use croupier_rules::{Family, Game, Money};
use croupier_table::random_play::{Dice, random_wagers};
use croupier_table::{ActionKind, Event, Next, Round, Seed, Shoe, ShoeEvent, Step, Strategy, Wagers, What};
use strum::{EnumString, IntoStaticStr};

use crate::moves::Question;
use crate::players::{Irregularity, Mischief, Signal, Temperament};
use crate::script::{Happening, Script};

/// What a lesson practices. A course goes through them in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Lesson {
    /// A round with nothing special in it.
    Plain,
    /// With side bets.
    SideBets,
    /// 21: somebody insures.
    Insurance,
    /// 21: somebody splits or doubles.
    SplitsAndDoubles,
    /// Stud: somebody folds or pulls a bet back.
    Folds,
    /// Single card: somebody raises or does not.
    Raises,
    /// Whatever may happen.
    Everything,
}

/// What a round is dealt for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The lesson.
    pub lesson: Lesson,
    /// How many players there are.
    pub seats: u8,
    /// Whether the table is opened first: the decks are verified and washed.
    pub opening: bool,
    /// Whether the round begins with the shuffle.
    pub shuffle: bool,
    /// The chance that a player plays by the chart, in a hundred.
    pub chart_players: u8,
    /// What the players do beside playing well.
    pub mischief: Mischief,
    /// Everything follows from it.
    pub seed: u64,
}

/// A round for a dealer to deal: what happens in it, and the moves that bring it about.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The game.
    pub game: Arc<Game>,
    /// The bets before the deal.
    pub wagers: Wagers,
    /// The players' temperaments, by the order of the seats that play.
    pub players: Vec<Temperament>,
    /// The steps of the round, each with the number of happenings there have been when it is done.
    pub steps: Vec<(Step, usize)>,
    /// Everything that happens.
    pub happenings: Vec<Happening>,
    /// How players tell what they want, by the index of the happening that is their choice.
    pub signals: Vec<(usize, Signal)>,
    /// The moves of the dealer.
    pub script: Script,
}

/// How many rounds are tried before a lesson does without what it practices.
const TRIES: u64 = 400;

impl Lesson {
    /// The lessons of a game: those that its rules have something to practice for.
    pub fn course(game: &Game) -> Vec<Lesson> {
        let mut course = vec![Lesson::Plain];
        if !game.side_bets.is_empty() {
            course.push(Lesson::SideBets);
        }
        match &game.family {
            Family::TwentyOne(rules) => {
                if rules.insurance.is_some() {
                    course.push(Lesson::Insurance);
                }
                course.push(Lesson::SplitsAndDoubles);
            }
            Family::Stud(rules) => {
                let gives_up = |street: &croupier_rules::stud::Street| street.fold || street.bets.contains(&0);
                if rules.streets.iter().any(gives_up) {
                    course.push(Lesson::Folds);
                }
            }
            Family::SingleCard(_) => course.push(Lesson::Raises),
            Family::Baccarat(_) => {}
        }
        course.push(Lesson::Everything);
        course
    }

    /// Its word: `side-bets`.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// The lesson of a word.
    pub fn from_word(word: &str) -> Option<Lesson> {
        word.parse().ok()
    }

    /// Its title.
    pub const fn title(self) -> &'static str {
        match self {
            Lesson::Plain => "A plain round",
            Lesson::SideBets => "Side bets",
            Lesson::Insurance => "Insurance",
            Lesson::SplitsAndDoubles => "Splits and doubles",
            Lesson::Folds => "Folds and checks",
            Lesson::Raises => "Raises",
            Lesson::Everything => "Everything",
        }
    }

    /// Whether a round practices what the lesson is about.
    fn is_practiced(self, events: &[Event]) -> bool {
        let any = |holds: fn(&What) -> bool| events.iter().any(|event| holds(&event.what));
        match self {
            Lesson::Plain | Lesson::Everything => true,
            Lesson::SideBets => any(|what| matches!(what, What::Settled { wager, .. } if is_side(wager.kind))),
            Lesson::Insurance => {
                any(|what| matches!(what, What::Chose { action, .. } if action.kind == ActionKind::Insurance))
            }
            Lesson::SplitsAndDoubles => any(
                |what| matches!(what, What::Chose { action, .. } if matches!(action.kind, ActionKind::Split | ActionKind::Double)),
            ),
            Lesson::Raises => any(|what| matches!(what, What::Chose { .. })),
            Lesson::Folds => {
                let given_up = |what: &What| match what {
                    What::Chose { action, .. } => {
                        matches!(
                            action.kind,
                            ActionKind::Fold | ActionKind::PullBack | ActionKind::Bet(0)
                        )
                    }
                    _ => false,
                };
                events.iter().any(|event| given_up(&event.what))
            }
        }
    }

    /// How a player of this temperament plays in the lesson.
    fn tempers(self, player: Temperament, kind: ActionKind) -> Temperament {
        let special = match self {
            Lesson::Plain | Lesson::SideBets => false,
            Lesson::Insurance => Question::answered_by(kind) == Question::Insurance,
            Lesson::SplitsAndDoubles | Lesson::Folds | Lesson::Raises | Lesson::Everything => true,
        };
        if special { player } else { Temperament::Steady }
    }
}

impl Setup {
    /// A round that begins with the deal, of players who behave.
    pub const fn plain(lesson: Lesson, seats: u8, seed: u64) -> Setup {
        Setup {
            lesson,
            seats,
            opening: false,
            shuffle: false,
            chart_players: 0,
            mischief: Mischief::NONE,
            seed,
        }
    }

    /// Deals a round. The same setup always deals the same.
    pub fn deal(&self, game: &Arc<Game>) -> Exercise {
        self.deal_with(game, None)
    }

    /// Deals a round in which players may play by this chart.
    pub fn deal_with(&self, game: &Arc<Game>, chart: Option<&dyn Strategy>) -> Exercise {
        let mut dice = Dice::new(self.seed);
        let mut last = self.attempt(game, chart, dice.roll());
        for _ in 1..TRIES {
            if last.1 {
                break;
            }
            last = self.attempt(game, chart, dice.roll());
        }
        last.0
    }

    /// A round, and whether it practices what the lesson is about.
    fn attempt(&self, game: &Arc<Game>, chart: Option<&dyn Strategy>, seed: u64) -> (Exercise, bool) {
        let mut dice = Dice::new(seed);
        let wagers = self.wagers(game, &mut dice);
        let mut players: Vec<Temperament> = wagers.seats.iter().map(|_| Temperament::any(&mut dice)).collect();
        for player in &mut players {
            if at_times(self.chart_players, &mut dice) {
                *player = Temperament::Chart;
            }
        }
        let mut table = Table {
            setup: self,
            chart,
            players: &players,
            wagers: &wagers,
            happenings: Vec::new(),
            signals: Vec::new(),
            steps: Vec::new(),
        };
        table.play(game, &mut dice);
        let events: Vec<Event> = table
            .happenings
            .iter()
            .filter_map(|happening| match happening {
                Happening::Round(event) => Some(*event),
                _ => None,
            })
            .collect();
        let practiced = self.lesson.is_practiced(&events);
        let (happenings, signals, steps) = (table.happenings, table.signals, table.steps);
        let exercise = Exercise {
            game: Arc::clone(game),
            script: Script::of(game, &happenings),
            wagers,
            players,
            steps,
            happenings,
            signals,
        };
        (exercise, practiced)
    }

    /// Bets within the limits, the odd ones among them; side bets and further spots only where the lesson has them.
    fn wagers(&self, game: &Game, dice: &mut Dice) -> Wagers {
        loop {
            let mut wagers = random_wagers(game, self.seats.max(1), dice);
            let everything = self.lesson == Lesson::Everything;
            for seat in &mut wagers.seats {
                if !everything {
                    seat.hands.truncate(1);
                }
                let several = seat.hands.len() > 1;
                for hand in &mut seat.hands {
                    if !everything {
                        hand.spots = 0;
                    }
                    if game.main_bet.required
                        || hand.main > Money::ZERO
                        || hand.side.iter().all(|stake| *stake == Money::ZERO)
                    {
                        hand.main = hand.main.max(game.main_bet.min_on_each(&game.table, several));
                    }
                    let bets = everything || self.lesson == Lesson::SideBets || hand.main == Money::ZERO;
                    for (stake, bet) in hand.side.iter_mut().zip(&game.side_bets) {
                        let least = bet.min_beside(hand.main, &game.table, several);
                        let keeps = bet.required || (bets && *stake != Money::ZERO);
                        *stake = match keeps {
                            true if bet.equals_main_bet || *stake < least => least,
                            true => *stake,
                            false => Money::ZERO,
                        };
                    }
                }
            }
            if wagers.check(game).is_ok() {
                return wagers;
            }
        }
    }
}

impl Exercise {
    /// How a player tells what is wanted, where this happening is a choice.
    pub fn signal(&self, happening: usize) -> Option<Signal> {
        let found = self.signals.iter().find(|(place, _)| *place == happening);
        found.map(|(_, signal)| *signal)
    }
}

/// A table at which a round is played out.
struct Table<'s> {
    setup: &'s Setup,
    chart: Option<&'s dyn Strategy>,
    players: &'s [Temperament],
    wagers: &'s Wagers,
    happenings: Vec<Happening>,
    signals: Vec<(usize, Signal)>,
    steps: Vec<(Step, usize)>,
}

impl Table<'_> {
    fn play(&mut self, game: &Arc<Game>, dice: &mut Dice) {
        let mut shoe = Shoe::new(game, seed_of(dice));
        let mut said = Vec::new();
        shoe.prepare_and_cut(&mut said);
        if self.setup.opening {
            self.happenings.push(Happening::Opening);
        }
        if self.setup.shuffle {
            self.tell_shoe(&said);
        }
        let mut round = Round::new(game, self.wagers).expect("the bets were checked");
        loop {
            let step = match round.next() {
                Next::Over => return,
                Next::Card { .. } => {
                    let mut said = Vec::new();
                    let card = shoe
                        .deal(&mut said)
                        .expect("a shoe that was just shuffled has the cards of a round");
                    self.tell_shoe(&said);
                    Step::Card(card)
                }
                Next::Choice(choice) => {
                    self.misbehave(&choice, dice);
                    let seat = self.wagers.seats.iter().position(|seat| seat.seat == choice.hand.seat);
                    let player = seat.map_or(Temperament::Steady, |seat| self.players[seat]);
                    let tempered = self.setup.lesson.tempers(player, choice.offers[0].kind);
                    let action = tempered.choose(&round, &choice, self.chart, dice);
                    let says_which_counts = game.procedure.get(Procedure::HandOverVoice).is_some();
                    let mixed = says_which_counts && happens(self.setup.mischief.mixed_signals, dice);
                    let signal = Signal::of(action.kind, &choice, mixed, dice);
                    let signal = self.delay(signal, &choice, dice);
                    self.signals.push((self.happenings.len(), signal));
                    Step::Choose(action)
                }
            };
            let mut events = Vec::new();
            round
                .play(step, &mut events)
                .expect("a step that was asked for and offered is legal");
            for event in events {
                self.cheat(&event, dice);
                self.happenings.push(Happening::Round(event));
            }
            self.steps.push((step, self.happenings.len()));
        }
    }

    fn tell_shoe(&mut self, said: &[ShoeEvent]) {
        self.happenings.extend(said.iter().copied().map(Happening::Shoe));
    }

    /// Something that is not the player's to do, once in a while.
    fn misbehave(&mut self, choice: &croupier_table::Choice, dice: &mut Dice) {
        let hand = choice.hand;
        if happens(self.setup.mischief.irregularities, dice) {
            let what = Irregularity::MANNERS[dice.below(Irregularity::MANNERS.len())];
            self.happenings.push(Happening::Irregularity { hand, what });
        }
        let has_neighbor = self.wagers.seats.len() > 1 && choice.offer(ActionKind::NoInsurance).is_none();
        if has_neighbor && at_times(self.setup.mischief.cheating / CHANCES_TO_SWITCH, dice) {
            let what = Irregularity::CardsSwitched;
            self.happenings.push(Happening::Irregularity { hand, what });
        }
    }

    /// A player may think again, or for long.
    fn delay(&self, signal: Signal, choice: &croupier_table::Choice, dice: &mut Dice) -> Signal {
        let Mischief {
            second_thoughts, slow, ..
        } = self.setup.mischief;
        let mut signal = match at_times(second_thoughts, dice) {
            true => signal.after_second_thoughts(choice, dice),
            false => signal,
        };
        if at_times(slow, dice) {
            signal.thinks_ms = 2_000 + dice.below(6_000) as u32;
        }
        signal
    }

    /// Before a bet is settled, its player may make it larger or smaller, as it suits.
    fn cheat(&mut self, event: &Event, dice: &mut Dice) {
        let What::Settled { wager, net, .. } = event.what else {
            return;
        };
        let what = match net.cents() {
            0 => return,
            gain if gain > 0 => Irregularity::PastPosting,
            _ => Irregularity::Pinching,
        };
        if at_times(self.setup.mischief.cheating, dice) {
            let hand = wager.hand;
            self.happenings.push(Happening::Irregularity { hand, what });
        }
    }
}

/// A card is switched so many times less often than a bet is changed.
const CHANCES_TO_SWITCH: u8 = 3;

/// Like [`happens`], without a roll of the dice where it never does: rounds that were recorded before there was such a chance are dealt
/// again as they were.
fn at_times(percent: u8, dice: &mut Dice) -> bool {
    percent > 0 && happens(percent, dice)
}

fn happens(percent: u8, dice: &mut Dice) -> bool {
    dice.below(100) < usize::from(percent)
}

fn seed_of(dice: &mut Dice) -> Seed {
    let mut bytes = [0; 32];
    for part in bytes.chunks_mut(8) {
        part.copy_from_slice(&dice.roll().to_le_bytes());
    }
    Seed::from_bytes(bytes)
}

const fn is_side(kind: croupier_table::WagerKind) -> bool {
    matches!(kind, croupier_table::WagerKind::Side(_))
}
