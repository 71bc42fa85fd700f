//! How long it takes to solve a game of stud, beside plain enumeration of the same deals in the same run.

use std::collections::HashMap;
use std::time::Instant;

use croupier_rules::poker::Tally;
use croupier_rules::{Card, Game, Money, load};
use croupier_solver::pack::Pack;
use croupier_solver::{side_bets, stud};

fn main() {
    let game = load::parse(include_str!("../../../games/nh-holdem.toml")).expect("the rules file is valid");
    let main = Money::from_dollars(2);
    let seconds = best_of(20, || stud::play(&game, main).expect("it is a game of stud").value());
    println!(
        "{}: best play under the cap    {seconds:>9.4} s   bar 0.0500 s",
        game.id
    );
    let whole = best_of(10, || {
        stud::play(&game, main)
            .expect("it is a game of stud")
            .wager_value(&game)
            .ev
            .to_bits()
    });
    println!("{}: with all figures           {whole:>9.4} s   bar 0.0500 s", game.id);
    let pack = Pack::fresh(&game.deck);
    for (place, bet) in game.side_bets.iter().enumerate() {
        let seconds = best_of(5, || side_bets::value(&game, place, &pack, bet.min, main).ev.to_bits());
        println!("{}: {:<26} {seconds:>9.4} s", game.id, bet.id);
    }
    let start = Instant::now();
    let (value, plain) = (
        stud::play(&game, main).expect("it is a game of stud"),
        plain_value(&game, main),
    );
    let baseline = start.elapsed().as_secs_f64();
    assert_eq!(value.value(), plain, "the baseline finds the same value");
    println!(
        "{}: baseline, every deal alone {baseline:>9.4} s   {:.0} times as long",
        game.id,
        baseline / seconds
    );
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

/// The same value without renaming suits: every choice of hole cards, every card of every street, the pay table read for
/// every five cards. Three streets of one card each.
fn plain_value(game: &Game, main: Money) -> i128 {
    let rules = game.stud().expect("it is a game of stud");
    let cards: Vec<Card> = game.deck.cards().collect();
    let cap = rules
        .caps
        .iter()
        .find(|cap| cap.main_bets.contains(&main))
        .expect("this bet has a cap")
        .max;
    let odds: Vec<i128> = rules
        .pays
        .iter()
        .map(|row| i128::from(row.pays.winnings(main).expect("the rows pay whole cents").cents()))
        .collect();
    let ranking = croupier_rules::pay_table::Ranking::new(&rules.pays, rules.hands.hand_size, main);
    let cost = i128::from(main.cents());
    let gain = |row: Option<usize>, units: i128| match row {
        Some(row) => (odds[row] * units).min(i128::from(cap.cents())),
        None => -cost * units,
    };
    let river = |seen: &[Card], units: i128| -> i128 {
        let tally = Tally::of(seen);
        let mut rows = vec![0i128; odds.len() + 1];
        for card in cards.iter().filter(|card| !seen.contains(card)) {
            let mut tally = tally;
            tally.add(*card);
            rows[ranking.best(&tally, &[]).unwrap_or(odds.len())] += 1;
        }
        let bet = |times: i128| -> i128 {
            let of =
                |(row, count): (usize, &i128)| count * gain(Some(row).filter(|row| *row < odds.len()), units + times);
            rows.iter().enumerate().map(of).sum()
        };
        bet(1).max(bet(2)).max(bet(3)).max(-cost * units * 48)
    };
    let each = |from: &[Card]| -> Vec<Card> { cards.iter().filter(|card| !from.contains(card)).copied().collect() };
    // Each set of four cards is looked at once, in whatever order it comes.
    let mut known: HashMap<[Card; 4], [i128; 5]> = HashMap::new();
    let mut before_river = |mut seen: [Card; 4]| -> [i128; 5] {
        seen.sort_unstable();
        *known
            .entry(seen)
            .or_insert_with(|| [3, 4, 5, 6, 7].map(|units| river(&seen, units)))
    };
    let mut total = 0;
    for first in &cards {
        for second in each(&[*first]) {
            let mut flop = [0i128; 3];
            for third in each(&[*first, second]) {
                let seen = [*first, second, third];
                let mut turn = [0i128; 5];
                for fourth in each(&seen) {
                    let found = before_river([seen[0], seen[1], seen[2], fourth]);
                    for (sum, value) in turn.iter_mut().zip(found) {
                        *sum += value;
                    }
                }
                for (units, sum) in (2..).zip(flop.iter_mut()) {
                    let best = (1..=3)
                        .map(|times| turn[(units + times - 3) as usize])
                        .max()
                        .unwrap_or(0);
                    *sum += best.max(-cost * units * 49 * 48);
                }
            }
            total += flop.into_iter().max().unwrap_or(0).max(-cost * 50 * 49 * 48);
        }
    }
    total
}
