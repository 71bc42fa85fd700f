//! One chunk of a counter's rounds.

use croupier_rules::Game;
use croupier_table::counting;
use croupier_table::{Action, Place, Situation};

use super::tally::{CountSums, CountTally, CountedWith};
use super::{COUNTS, CountJob, place};
use crate::cards::{CardKind, CardSource, CutShoe, Rewound, Taped};
use crate::fault::Fault;
use crate::job::CHUNK_ROUNDS;
use crate::philox;
use crate::settled::Settled;
use crate::tally::Group;
use crate::twenty_one::{FirstCards, HANDS_MAX, PlayedHand, Stopped};
use crate::witness;

/// Plays a chunk.
pub(super) fn chunk(job: &CountJob, chunk: u64) -> Result<CountTally, Fault> {
    match job.order.seats {
        // The hand of a lone player needs no lists.
        1 => Counter::<1>::new(job).play(chunk),
        _ => Counter::<HANDS_MAX>::new(job).play(chunk),
    }
}

/// Keeps the count of a shoe and plays by it.
struct Counter<'a, const MAX: usize> {
    job: &'a CountJob<'a>,
    hands: usize,
    deck_size: i64,
    start: i64,
    /// The running count before the round, in parts.
    running: i64,
    /// Cards in the shoe before the round.
    left: usize,
    tape: Vec<CardKind>,
    ends: [PlayedHand; HANDS_MAX],
    /// By count from the lowest.
    counted: Vec<CountedWith>,
    /// What the hands of a round came to, wager by wager.
    sums: Vec<i64>,
}

impl<'a, const MAX: usize> Counter<'a, MAX> {
    fn new(job: &'a CountJob<'a>) -> Counter<'a, MAX> {
        let wagers = 1 + job.levels.others.len();
        let none = CountedWith {
            rounds: 0,
            wagers: vec![CountSums::default(); wagers],
        };
        let start = job.order.system.start_parts(&job.game.deck);
        Counter {
            job,
            hands: usize::from(job.order.seats),
            deck_size: job.game.deck.deck_size() as i64,
            start,
            running: start,
            left: 0,
            tape: Vec::with_capacity(128),
            ends: [PlayedHand::default(); HANDS_MAX],
            counted: vec![none; COUNTS],
            sums: vec![0; wagers],
        }
    }

    fn play(mut self, chunk: u64) -> Result<CountTally, Fault> {
        let job = self.job;
        let first = chunk * CHUNK_ROUNDS;
        let rounds = CHUNK_ROUNDS.min(job.order.rounds - first);
        let burn = usize::from(job.game.shoe.burn);
        let mut shoe = CutShoe::new(&job.layout, philox::key(job.order.seed), chunk, job.order.behind, burn);
        for round in first..first + rounds {
            let gone = shoe.prepare();
            if gone == burn {
                self.running = self.start;
            }
            self.left = job.layout.size() - gone;
            self.play_round(round, &mut shoe)?;
            self.running += self.tape.iter().map(|kind| job.tags[usize::from(*kind)]).sum::<i64>();
        }
        let counts = -counting::COUNT_MAX..=counting::COUNT_MAX;
        let counted = counts.zip(self.counted).filter(|(_, counted)| counted.rounds > 0);
        Ok(CountTally {
            rounds,
            counts: counted.collect(),
        })
    }

    fn play_round(&mut self, round: u64, shoe: &mut CutShoe) -> Result<(), Fault> {
        let at = place(self.whole(self.running, self.left));
        let bet = usize::from(self.job.bet_at[at]);
        let mut tape = std::mem::take(&mut self.tape);
        tape.clear();
        let mut taped = Taped::new(shoe, &mut tape);
        let played = self.play_tables(at, bet, &mut taped);
        let result = match played {
            Ok(()) => Ok(()),
            Err(Stopped::OutOfCards) => Err(Fault::OutOfCards { round }),
            Err(Stopped::Unmet) => self.ask_round(at, bet, round, &mut Rewound::new(taped)),
        };
        self.tape = tape;
        result
    }

    /// Plays a round from tables and counts it.
    #[inline]
    fn play_tables(&mut self, at: usize, bet: usize, source: &mut impl CardSource) -> Result<(), Stopped> {
        let (first, _) = self.job.levels.get(bet, 0).ok_or(Stopped::Unmet)?;
        let dealt = FirstCards::<MAX>::deal(self.hands, first.tables.has_hole_card, source)?;
        let tag = |kind: &CardKind| self.job.tags[usize::from(*kind)];
        let open = dealt.first[..self.hands].iter().chain(&dealt.second[..self.hands]);
        let hole = dealt.hole.iter().filter(|_| first.tables.hole_is_open);
        let shown = 1 + hole.clone().count();
        let seen: i64 = open.chain([&dealt.up]).chain(hole).map(tag).sum();
        let play = self.play_at(self.running + seen, self.left.saturating_sub(2 * self.hands + shown));
        let (level, times) = self.job.levels.get(bet, play).ok_or(Stopped::Unmet)?;
        level.tables.play_dealt(self.hands, &dealt, source, &mut self.ends)?;
        let others = self.job.levels.others.len();
        for end in &self.ends[..self.hands] {
            let main = level.main(end).map(|cents| cents * times);
            let beside = level.beside(end, others);
            let insurance = beside[0].map(|cents| cents * times);
            add_hand(&mut self.counted[at], &mut self.sums, main, insurance, &beside[1..]);
        }
        self.end_round(at);
        Ok(())
    }

    /// Lets the round itself play what the tables do not hold.
    fn ask_round(&mut self, at: usize, bet: usize, number: u64, source: &mut impl CardSource) -> Result<(), Fault> {
        let job = self.job;
        let wagers = witness::wagers(&job.order.bets[bet].bets, job.order.seats);
        let mut player = Watching {
            counter: self,
            running: self.running,
            left: self.left,
            burned: 0,
            play: None,
        };
        let ends = witness::play_by(&job.game, &mut player, &wagers, &job.layout, source)?;
        // They are on the tape like all others, but nobody sees them.
        let burned = player.burned;
        self.running -= burned;
        let ends = ends.ok_or(Fault::OutOfCards { round: number })?;
        for settled in &ends {
            let sum = |group: Group| -> [i64; 2] {
                let theirs = settled.iter().filter(|bet: &&Settled| Group::of(bet.kind) == group);
                theirs.fold([0, 0], |[stake, net], bet| [stake + bet.stake, net + bet.net])
            };
            let beside: Vec<[i64; 2]> = job.levels.others.iter().map(|group| sum(*group)).collect();
            add_hand(
                &mut self.counted[at],
                &mut self.sums,
                sum(Group::Main),
                beside[0],
                &beside[1..],
            );
        }
        self.end_round(at);
        Ok(())
    }

    /// The round is over: its sums are squared.
    #[inline]
    fn end_round(&mut self, at: usize) {
        let counted = &mut self.counted[at];
        counted.rounds += 1;
        for (wager, sum) in counted.wagers.iter_mut().zip(&mut self.sums) {
            wager.round_squares += i128::from(*sum) * i128::from(*sum);
            *sum = 0;
        }
    }

    #[inline(always)]
    fn whole(&self, running: i64, left: usize) -> i32 {
        counting::whole(self.job.order.system, self.deck_size, running, left)
    }

    /// The step of the play at this running count.
    #[inline(always)]
    fn play_at(&self, running: i64, left: usize) -> usize {
        match self.job.order.plays.len() {
            1 => 0,
            _ => usize::from(self.job.play_at[place(self.whole(running, left))]),
        }
    }
}

/// Adds a hand: the main game with insurance, insurance alone, the side bets. Each is what was staked and what was won.
#[inline(always)]
fn add_hand(counted: &mut CountedWith, sums: &mut [i64], main: [i64; 2], insurance: [i64; 2], sides: &[[i64; 2]]) {
    let both = [main[0] + insurance[0], main[1] + insurance[1]];
    let all = [both, insurance].into_iter().chain(sides.iter().copied());
    for ((wager, sum), [stake, net]) in counted.wagers.iter_mut().zip(sums).zip(all) {
        if stake != 0 {
            wager.add(stake, net);
            *sum += net;
        }
    }
}

/// Counts what lies open until the first choice, and plays by that count.
struct Watching<'a, const MAX: usize> {
    counter: &'a Counter<'a, MAX>,
    running: i64,
    left: usize,
    /// What the cards count that were burned in this round.
    burned: i64,
    play: Option<usize>,
}

impl<const MAX: usize> witness::Player for Watching<'_, MAX> {
    fn see(&mut self, kind: CardKind, to: Place) {
        let tag = self.counter.job.tags[usize::from(kind)];
        match to {
            Place::Hole => {}
            Place::Burned => self.burned += tag,
            _ => {
                self.running += tag;
                self.left = self.left.saturating_sub(1);
            }
        }
    }

    fn choose(&mut self, game: &Game, situation: &Situation) -> Action {
        let play = *self
            .play
            .get_or_insert_with(|| self.counter.play_at(self.running, self.left));
        self.counter.job.order.plays[play].strategy.choose(game, situation)
    }
}
