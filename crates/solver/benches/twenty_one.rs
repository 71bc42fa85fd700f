//! How long it takes to solve games of 21 on one core, and to answer for one hand off any shoe, beside the plain way.

use std::time::Instant;

use croupier_rules::load::{Change, parse, parse_with};
use croupier_rules::twenty_one::SoftSeventeen;
use croupier_rules::{Card, Game};
use croupier_solver::twenty_one::Dealing;
use croupier_solver::twenty_one::chart::Chart;
use croupier_solver::twenty_one::internals::{
    DEALER_RESULTS, DealerChances, Draws, Setting, Unseen, UpClass, by_value,
};
use croupier_solver::twenty_one::{Moment, Question, full_shoe, hand_value, round_value};

fn main() {
    let one = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("one thread can be had");
    one.install(|| {
        whole_games();
        one_hand();
        dealer();
    });
    memory();
}

fn game(text: &str) -> Game {
    parse(text).expect("the rules file is valid")
}

fn whole_games() {
    let blackjack = include_str!("../../../tests/games/blackjack.toml");
    let one_deck = parse_with(blackjack, &[Change::new("deck.decks", 1)]).expect("one deck is allowed");
    let games = [
        ("six decks, four hands", game(blackjack), Some(0.2)),
        ("one deck, four hands", one_deck, None),
        (
            "nh21-plus",
            game(include_str!("../../../games/nh21-plus.toml")),
            Some(0.5),
        ),
        ("nh21-v3", game(include_str!("../../../games/nh21-v3.toml")), Some(0.5)),
        (
            "super-fun-21",
            game(include_str!("../../../games/super-fun-21.toml")),
            Some(0.15),
        ),
        (
            "presque-isle-blackjack",
            game(include_str!("../../../games/presque-isle-blackjack.toml")),
            None,
        ),
        (
            "spanish-21, suits on split hands",
            game(include_str!("../../../tests/games/spanish-21-redoubling.toml")),
            None,
        ),
    ];
    println!("whole game, composition-dependent, exact splits, one thread");
    for (name, game, bar) in games {
        let (main, shoe) = (game.main_bet.lowest(), full_shoe(&game));
        let seconds = best_of(5, || {
            round_value::<f64>(&game, main, &shoe)
                .expect("it is a game of 21")
                .value
        });
        let bar = bar.map_or(String::new(), |bar: f64| format!("bar {bar:.2} s"));
        println!("  {name:<34} {seconds:>8.4} s   {bar}");
    }
    let game = game(blackjack);
    let (main, shoe) = (game.main_bet.lowest(), full_shoe(&game));
    let seconds = best_of(1, || Chart::best(&game, main, &shoe));
    println!("  {:<34} {seconds:>8.4} s", "six decks, derive the best chart");
}

/// One decision on an arbitrary remaining shoe, pairs included.
fn one_hand() {
    println!("one hand off a random remaining shoe");
    for (name, text) in [
        (
            "presque-isle-blackjack",
            include_str!("../../../games/presque-isle-blackjack.toml"),
        ),
        ("nh21-plus", include_str!("../../../games/nh21-plus.toml")),
        ("super-fun-21", include_str!("../../../games/super-fun-21.toml")),
    ] {
        let game = game(text);
        let mut times = Vec::new();
        let mut dice = 1u64;
        while times.len() < 400 {
            let mut cards: Vec<Card> = game.deck.cards().collect();
            let mut draw = |cards: &mut Vec<Card>| {
                dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                cards.swap_remove((dice >> 33) as usize % cards.len())
            };
            let hand = [draw(&mut cards), draw(&mut cards)];
            let up = draw(&mut cards);
            let out = cards.len() / 2;
            let removed: Vec<Card> = (0..out).map(|_| draw(&mut cards)).collect();
            let question = Question {
                cards: &hand,
                up,
                hole: None,
                removed: &removed,
                main: game.main_bet.lowest(),
                parts: None,
                doubled: &[],
                free: croupier_rules::play::FreeBets::NONE,
                moment: Moment::Turn,
            };
            let start = Instant::now();
            // A blackjack has nothing to choose.
            if hand_value(&game, &question).is_ok() {
                times.push(start.elapsed().as_secs_f64());
            }
        }
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize] * 1e3;
        let (middle, most) = (at(0.5), at(0.99));
        println!("  {name:<34} p50 {middle:>6.2} ms   p99 {most:>6.2} ms   bar 20 ms");
    }
}

/// The dealer's chances beside every hand, by the lists here and by plain recursion over the dealer's cards.
fn dealer() {
    let game = game(include_str!("../../../tests/games/blackjack.toml"));
    let shoe = full_shoe(&game);
    let setting: Setting<f64> = Setting::new(&game, game.main_bet.lowest(), &shoe, &[]).expect("it is a game of 21");
    let hands: Vec<([u8; 10], u8)> = (0..setting.hands.count() as u32)
        .map(|hand| (setting.hands.get(hand).counts, setting.hands.get(hand).cards))
        .collect();
    let ups = UpClass::all(&setting.rules, &setting.rows, &shoe);
    let facing = |up: &UpClass| {
        (
            Unseen::new(&by_value(&shoe), up),
            Draws::of(up.value, None, SoftSeventeen::Stands),
        )
    };
    let fast = best_of(3, || {
        ups.iter()
            .map(|up| {
                let (unseen, draws) = facing(up);
                f64::dealer_chances_of(&unseen, draws, &hands).len()
            })
            .sum::<usize>()
    });
    let few: Vec<_> = hands.iter().step_by(97).collect();
    let start = Instant::now();
    let mut worst = 0.0f64;
    for up in &ups {
        let (unseen, draws) = facing(up);
        for (hand, cards) in &few {
            let mut left: [i64; 10] = std::array::from_fn(|value| unseen.left(hand, value));
            let mut plain = [0.0; DEALER_RESULTS];
            draw_on(
                &mut left,
                unseen.size - i64::from(*cards),
                u32::from(up.value),
                up.value == 1,
                1,
                1.0,
                &mut plain,
            );
            let listed: DealerChances<f64> = unseen.dealer_chances(draws, hand, *cards);
            for end in 0..5 {
                worst = worst.max((listed[end] - plain[end]).abs());
            }
        }
    }
    let slow = start.elapsed().as_secs_f64() * hands.len() as f64 / few.len() as f64;
    assert!(worst < 1e-12, "both ways must agree, and are off by {worst}");
    println!(
        "the dealer's chances beside {} hands and {} up cards",
        hands.len(),
        ups.len()
    );
    println!("  {:<34} {fast:>8.4} s", "listed multisets, four hands at once");
    println!(
        "  {:<34} {slow:>8.4} s   {:.0} times as long (from a sample)",
        "plain recursion, card by card",
        slow / fast
    );
}

fn draw_on(
    left: &mut [i64; 10],
    size: i64,
    hard: u32,
    ace: bool,
    cards: u32,
    chance: f64,
    dealer_chances: &mut [f64; DEALER_RESULTS],
) {
    let soft = ace && hard <= 11;
    let total = if soft { hard + 10 } else { hard };
    if total >= 17 {
        let blackjack = total == 21 && cards == 2;
        if total <= 21 && !blackjack {
            dealer_chances[total as usize - 17] += chance;
        }
        return;
    }
    for value in 0..10 {
        if left[value] > 0 {
            let share = left[value] as f64 / size as f64;
            left[value] -= 1;
            draw_on(
                left,
                size - 1,
                hard + value as u32 + 1,
                ace || value == 0,
                cards + 1,
                chance * share,
                dealer_chances,
            );
            left[value] += 1;
        }
    }
}

fn memory() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(line) = status.lines().find(|line| line.starts_with("VmHWM")) {
        println!(
            "most memory used: {}   bar 200 MB",
            line.trim_start_matches("VmHWM:").trim()
        );
    }
}

fn best_of<T>(times: usize, mut run: impl FnMut() -> T) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..times {
        let start = Instant::now();
        std::hint::black_box(run());
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}
