//! One chunk of rounds: a pure function of the job and the number of the chunk.

use std::ops::Range;

use crate::baccarat;
use crate::cards::{CardKind, CardSource, CutShoe, Drawn, Fresh, LANES, Layout, Rewound, Taped};
use crate::compiled::Compiled;
use crate::fault::Fault;
use crate::job::{Job, Mode};
use crate::philox;
use crate::session::SessionRun;
use crate::settled::Settled;
use crate::single_card::SingleCardTables;
use crate::stud;
use crate::tally::{Group, Slice, Tally};
use crate::twenty_one::lanes::Sink;
use crate::twenty_one::{HANDS_MAX, PlayedHand, Stopped, lanes};
use crate::witness;

/// Plays a chunk.
pub(crate) fn play(job: &Job, chunk: u64) -> Result<Tally, Fault> {
    let first = chunk * job.chunk_rounds();
    let rounds = job.chunk_rounds().min(job.rounds - first);
    let mut recorder = Recorder::new(job);
    let key = philox::key(job.seed);
    let mut done = 0;
    if job.seats == 1 && job.mode == Mode::Fresh {
        let groups = rounds / LANES as u64;
        match &job.compiled {
            Compiled::TwentyOne(tables, Some(lane_tables)) => {
                lanes::play(tables, lane_tables, key, first, groups, &mut recorder);
                done = groups * LANES as u64;
            }
            Compiled::Stud(tables, true) => {
                stud::lanes::play(tables, key, first, groups, |code| recorder.next_code(code));
                done = groups * LANES as u64;
            }
            Compiled::Showdown(tables) if tables.fit_lanes() => {
                tables.play_lanes(key, first, groups, |code| recorder.next_code(code));
                done = groups * LANES as u64;
            }
            Compiled::Board(tables) if tables.fit_lanes() => {
                tables.play_lanes(key, first, groups, |code| recorder.next_code(code));
                done = groups * LANES as u64;
            }
            Compiled::Baccarat(tables) if tables.layout.size() > 2 * baccarat::CARDS => {
                play_coded(
                    &tables.layout,
                    key,
                    first,
                    groups,
                    |deal| tables.code(deal),
                    &mut recorder,
                );
                done = groups * LANES as u64;
            }
            Compiled::SingleCard(tables) => {
                done = play_single_cards(tables, key, first, groups, &mut recorder);
            }
            _ => {}
        }
    }
    let layout = Layout::new(&job.game.deck);
    match job.mode {
        Mode::Fresh => {
            let rest = first + done..first + rounds;
            let one_hand_of_21 = job.seats == 1 && job.game.twenty_one().is_some();
            match layout.size() {
                33.. if job.seats > 2 => play_fresh::<32>(&mut recorder, &layout, key, rest),
                17.. if !one_hand_of_21 => play_fresh::<16>(&mut recorder, &layout, key, rest),
                9.. if one_hand_of_21 => play_fresh::<8>(&mut recorder, &layout, key, rest),
                _ => rest.for_each(|round| recorder.play(round, &mut Fresh::new(&layout, key, round), None)),
            }
        }
        Mode::CutCard { behind, burn } => {
            let mut shoe = CutShoe::new(&layout, key, chunk, behind, burn);
            for round in first..first + rounds {
                let gone = shoe.prepare();
                recorder.play(round, &mut shoe, Some(gone / job.depth_step()));
            }
        }
    }
    recorder.finish(rounds)
}

/// Plays these rounds alone, one hand each from a full shoe.
pub(crate) fn play_listed(job: &Job, rounds: &[u64]) -> Result<Tally, Fault> {
    let mut recorder = Recorder::new(job);
    let layout = Layout::new(&job.game.deck);
    let key = philox::key(job.seed);
    for round in rounds {
        recorder.play(*round, &mut Fresh::new(&layout, key, *round), None);
    }
    recorder.finish(rounds.len() as u64)
}

/// Plays rounds of single cards side by side, as many cards drawn as a round may take; returns how many were played.
fn play_single_cards(
    tables: &SingleCardTables,
    key: [u32; 2],
    first: u64,
    groups: u64,
    recorder: &mut Recorder,
) -> u64 {
    // Cards are drawn in pairs. The longest round that the rules can say takes eleven.
    let layout = &tables.layout;
    match tables.cards() {
        cards if layout.size() <= 2 * cards + 2 => return 0,
        0..=4 => play_coded::<4>(layout, key, first, groups, |deal| tables.code(deal), recorder),
        5..=8 => play_coded::<8>(layout, key, first, groups, |deal| tables.code(deal), recorder),
        _ => play_coded::<12>(layout, key, first, groups, |deal| tables.code(deal), recorder),
    }
    groups * LANES as u64
}

/// Plays rounds of one hand from full shoes whose code follows from their first cards, which are drawn side by side.
fn play_coded<const CARDS: usize>(
    layout: &Layout,
    key: [u32; 2],
    first: u64,
    groups: u64,
    code: impl Fn(&[CardKind; CARDS]) -> u32,
    recorder: &mut Recorder,
) {
    let mut drawn: Drawn<CARDS> = Drawn::default();
    for group in 0..groups {
        let first = first + group * LANES as u64;
        drawn.draw_widest(layout, key, &std::array::from_fn(|lane| first + lane as u64));
        for lane in 0..LANES {
            let deal = std::array::from_fn(|card| drawn.kinds[card][lane] as CardKind);
            recorder.next_code(code(&deal));
        }
    }
}

/// Plays rounds from full shoes by the plain kernel. Their first cards, as many as most of them need, are drawn side by side.
fn play_fresh<const CARDS: usize>(recorder: &mut Recorder, layout: &Layout, key: [u32; 2], rounds: Range<u64>) {
    let mut drawn: Drawn<CARDS> = Drawn::default();
    for first in rounds.clone().step_by(LANES) {
        drawn.draw_widest(layout, key, &std::array::from_fn(|lane| first + lane as u64));
        for (lane, round) in (first..rounds.end).take(LANES).enumerate() {
            recorder.play(round, &mut drawn.of_round(layout, key, round, lane), None);
        }
    }
}

struct Recorder<'a> {
    job: &'a Job<'a>,
    tally: Tally,
    session: Option<SessionRun>,
    /// What the rounds of a window came to, where sessions want them in order.
    window: Vec<i64>,
    fault: Option<Fault>,
    tape: Vec<CardKind>,
    ends: [PlayedHand; HANDS_MAX],
    codes: [u32; HANDS_MAX],
    /// The sums over the hands of the round, and their squares over all rounds: the main game, all wagers, the others.
    sums: Vec<i64>,
    squares: Vec<i128>,
}

impl<'a> Recorder<'a> {
    fn new(job: &'a Job) -> Recorder<'a> {
        let mut tally = Tally {
            // One more, for the lanes whose code comes later.
            codes: vec![0; job.compiled.codes() as usize + 1],
            ..Tally::default()
        };
        if let Compiled::TwentyOne(tables, _) = &job.compiled {
            tally.uncoded.leaves = vec![0; tables.leaves.len()];
            tally.uncoded.digits = vec![0; tables.digit_codes() as usize];
        }
        if job.slices() {
            tally.seats = vec![Slice::default(); usize::from(job.seats)];
        }
        Recorder {
            job,
            tally,
            session: job.session.map(SessionRun::new),
            window: vec![0; if job.session.is_some() { lanes::WINDOW } else { 0 }],
            fault: None,
            tape: Vec::with_capacity(64),
            ends: [PlayedHand::default(); HANDS_MAX],
            codes: [0; HANDS_MAX],
            sums: vec![0; OTHERS + job.nets.others.len()],
            squares: vec![0; OTHERS + job.nets.others.len()],
        }
    }

    fn finish(mut self, rounds: u64) -> Result<Tally, Fault> {
        self.tally.rounds = rounds;
        self.tally.codes.pop();
        let groups = [Group::Main, Group::All]
            .into_iter()
            .chain(self.job.nets.others.iter().copied());
        let squares = groups.zip(self.squares).filter(|(_, squares)| *squares != 0);
        self.tally.round_squares = squares.collect();
        match self.fault {
            Some(fault) => Err(fault),
            None => Ok(self.tally),
        }
    }

    /// Plays one round by the plain kernel.
    fn play(&mut self, round: u64, source: &mut impl CardSource, depth: Option<usize>) {
        let hands = usize::from(self.job.seats);
        self.tape.clear();
        let mut tape = std::mem::take(&mut self.tape);
        let mut taped = Taped::new(source, &mut tape);
        let met = match &self.job.compiled {
            Compiled::TwentyOne(tables, _) => match tables.play(hands, &mut taped, &mut self.ends) {
                Ok(()) => Some(true),
                Err(Stopped::Unmet) => None,
                Err(Stopped::OutOfCards) => Some(false),
            },
            Compiled::Stud(tables, _) => Some(tables.play(hands, &mut taped, &mut self.codes)),
            Compiled::Showdown(tables) => Some(tables.play(hands, &mut taped, &mut self.codes)),
            Compiled::Board(tables) => Some(tables.play(hands, &mut taped, &mut self.codes)),
            Compiled::Baccarat(tables) => Some(tables.play(&mut taped, &mut self.codes[..hands])),
            Compiled::SingleCard(tables) => Some(tables.play(hands, &mut taped, &mut self.codes)),
            Compiled::ByRound => None,
        };
        match met {
            Some(true) => self.record(hands, depth),
            Some(false) => self.out_of_cards(round),
            None => {
                let all = self.ask_round(round, &mut Rewound::new(taped), depth);
                if let Some(session) = &mut self.session {
                    session.add(all, &mut self.tally.sessions);
                }
            }
        }
        self.tape = tape;
    }

    fn out_of_cards(&mut self, round: u64) {
        self.fault.get_or_insert(Fault::OutOfCards { round });
    }

    /// Records the hands that the plain kernel has just played.
    fn record(&mut self, hands: usize, depth: Option<usize>) {
        let slices = self.job.slices();
        for hand in 0..hands {
            let (main, all) = match &self.job.compiled {
                Compiled::TwentyOne(_, _) => {
                    let end = self.ends[hand];
                    self.record_end(&end)
                }
                _ => {
                    self.tally.codes[self.codes[hand] as usize] += 1;
                    let net = self.job.nets.of(self.codes[hand]);
                    (net.main, net.all)
                }
            };
            if slices {
                self.tally.seats[hand].add(main);
                self.slice_depth(depth, main);
            }
            if hands > 1 {
                self.add_hand(hand, main, all);
            }
            if hand == 0
                && let Some(session) = &mut self.session
            {
                session.add(all, &mut self.tally.sessions);
            }
        }
        self.square();
    }

    fn slice_depth(&mut self, depth: Option<usize>, main: i64) {
        if let Some(depth) = depth {
            if self.tally.depths.len() <= depth {
                self.tally.depths.resize(depth + 1, Slice::default());
            }
            self.tally.depths[depth].add(main);
        }
    }

    /// Adds what a hand came to to the sums over the round.
    fn add_hand(&mut self, hand: usize, main: i64, all: i64) {
        let code = match &self.job.compiled {
            Compiled::TwentyOne(_, _) => self.ends[hand].digits,
            _ => self.codes[hand],
        };
        self.sums[MAIN] += main;
        self.sums[ALL] += all;
        for (sum, net) in self.sums[OTHERS..].iter_mut().zip(self.job.nets.beside(code)) {
            *sum += net;
        }
    }

    /// The round is over: with several hands, squares its sums.
    fn square(&mut self) {
        if self.job.seats > 1 {
            for (squares, sum) in self.squares.iter_mut().zip(&mut self.sums) {
                *squares += i128::from(*sum) * i128::from(*sum);
                *sum = 0;
            }
        }
    }

    /// Records a hand of 21 and says what its main game and all of it came to.
    #[inline]
    fn record_end(&mut self, end: &PlayedHand) -> (i64, i64) {
        let Compiled::TwentyOne(tables, _) = &self.job.compiled else {
            return (0, 0);
        };
        if let Some(leaf) = end.only_leaf() {
            let code = leaf * tables.digit_codes() + end.digits;
            self.tally.codes[code as usize] += 1;
            let net = self.job.nets.of(code);
            return (net.main, net.all);
        }
        let (mut stake, mut net) = (0, 0);
        let uncoded = &mut self.tally.uncoded;
        for leaf in end.leaves() {
            uncoded.leaves[leaf as usize] += 1;
            let of_leaf = self.job.nets.of(leaf * tables.digit_codes());
            stake += of_leaf.staked;
            net += of_leaf.main;
        }
        uncoded.digits[end.digits as usize] += 1;
        uncoded.main.add_one(stake, net);
        // What insurance and side bets come to is the same with every leaf.
        let beside = self.job.nets.of(end.digits);
        let all_net = net + beside.all - beside.main;
        uncoded.all.add_one(stake + beside.staked_beside, all_net);
        (net, all_net)
    }

    /// Lets the round itself play what the tables do not hold, and says what all of the first hand came to.
    fn ask_round(&mut self, round: u64, source: &mut impl CardSource, depth: Option<usize>) -> i64 {
        let job = self.job;
        let layout = Layout::new(&job.game.deck);
        let wagers = witness::wagers(&job.bets, job.seats);
        let ends = match witness::play(&job.game, job.strategy, &wagers, &layout, source) {
            Ok(Some(ends)) => ends,
            Ok(None) => {
                self.out_of_cards(round);
                return 0;
            }
            Err(fault) => {
                self.fault.get_or_insert(fault);
                return 0;
            }
        };
        for (seat, settled) in ends.iter().enumerate() {
            self.tally.uncoded.add_round(settled);
            let net = |kinds: fn(&Settled) -> bool| settled.iter().filter(|bet| kinds(bet)).map(|bet| bet.net).sum();
            let main: i64 = net(|bet| Group::of(bet.kind) == Group::Main);
            if job.slices() {
                self.tally.seats[seat].add(main);
                self.slice_depth(depth, main);
            }
            for bet in settled {
                let group = Group::of(bet.kind);
                let others = self.job.nets.others.iter().position(|other| *other == group);
                self.sums[others.map_or(MAIN, |place| OTHERS + place)] += bet.net;
                self.sums[ALL] += bet.net;
            }
        }
        self.square();
        ends.first()
            .map_or(0, |settled| settled.iter().map(|bet| bet.net).sum())
    }
}

/// Places in the sums over a round.
const MAIN: usize = 0;
const ALL: usize = 1;
const OTHERS: usize = 2;

impl Recorder<'_> {
    /// Records the next round, of one hand, that ended with this code.
    #[inline(always)]
    fn next_code(&mut self, code: u32) {
        self.tally.codes[code as usize] += 1;
        if let Some(session) = &mut self.session {
            session.add(self.job.nets.of(code).all, &mut self.tally.sessions);
        }
    }
}

impl Sink for Recorder<'_> {
    #[inline(always)]
    fn codes(&mut self, place: usize, codes: &[u32; LANES]) {
        let counts = &mut self.tally.codes[..];
        for code in codes {
            counts[*code as usize] += 1;
        }
        if self.session.is_some() {
            for (result, code) in self.window[place..].iter_mut().zip(codes) {
                *result = self.job.nets.get(*code).all;
            }
        }
    }

    #[inline(always)]
    fn code(&mut self, place: usize, code: u32) {
        self.tally.codes[code as usize] += 1;
        if let Some(result) = self.window.get_mut(place) {
            *result = self.job.nets.of(code).all;
        }
    }

    fn hand(&mut self, place: usize, end: &PlayedHand) {
        let (_, all) = self.record_end(end);
        if let Some(result) = self.window.get_mut(place) {
            *result = all;
        }
    }

    fn stopped(&mut self, place: usize, round: u64, why: Stopped) {
        match why {
            Stopped::OutOfCards => self.out_of_cards(round),
            Stopped::Unmet => {
                let layout = Layout::new(&self.job.game.deck);
                let mut fresh = Fresh::new(&layout, philox::key(self.job.seed), round);
                let all = self.ask_round(round, &mut fresh, None);
                if let Some(result) = self.window.get_mut(place) {
                    *result = all;
                }
            }
        }
    }

    fn window(&mut self, rounds: usize) {
        if let Some(session) = &mut self.session {
            for result in &self.window[..rounds] {
                session.add(*result, &mut self.tally.sessions);
            }
        }
    }
}
