//! How long it takes to solve the games against the dealer's hand, beside a plain loop over their deals; and how long one decision
//! takes the coach, street by street, for every game that asks for any.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use croupier_rules::{Card, Game, load};
use croupier_solver::{HandQuestion, hand, solve};
use croupier_table::{FirstOffer, Next, Round, Step, Strategy, Wagers};

/// The games with the seconds that a solution may take on two cores.
const SOLVED: [(&str, f64); 6] = [
    ("three-card-poker", 0.1),
    ("caribbean-stud", 1.0),
    ("four-card-poker", 10.0),
    ("crazy-4-poker", 10.0),
    ("texas-holdem-bonus", 10.0),
    ("ultimate-texas-holdem", 10.0),
];

/// How many deals the plain loop looks at; the time for the rest is estimated in proportion.
const DEALS: u64 = 2_000_000;
/// How many rounds the coach follows.
const ROUNDS: usize = 300;
/// What one decision may take, in milliseconds.
const COACH_BAR: f64 = 50.0;

fn main() {
    println!("solved, with every figure");
    for (id, bar) in SOLVED {
        let game = game(id);
        let start = Instant::now();
        let solution = solve(&game, None).expect("the game is solved");
        let seconds = start.elapsed().as_secs_f64();
        std::hint::black_box(solution);
        println!(
            "  {id:<24} {seconds:>8.3} s   bar {bar:>5.1} s   a plain loop over its {:.3e} deals {:.1e} s",
            deals(&game),
            plain(&game)
        );
    }
    println!("one decision, without the first, which solves the game where it has a board");
    for id in load::ids() {
        coach(&game(id));
    }
}

fn game(id: &str) -> Arc<Game> {
    Arc::new(load::open(id).expect("the game is built in").game)
}

/// How many deals there are to one player and the dealer, their cards in no order.
fn deals(game: &Game) -> f64 {
    let rules = game.stud().expect("a game of poker");
    let [hole, dealer, board] = [rules.hands.hole_cards, rules.dealer_cards(), rules.community_cards()].map(f64::from);
    let mut left = game.deck.size() as f64;
    let mut deals = 1.0;
    for cards in [hole, board, dealer] {
        for card in 0..cards as u32 {
            deals *= (left - f64::from(card)) / (f64::from(card) + 1.0);
        }
        left -= cards;
    }
    deals
}

/// The seconds a plain loop would take: both hands looked at for every deal.
fn plain(game: &Game) -> f64 {
    let rules = game.stud().expect("a game of poker");
    let [hole, dealer, board] =
        [rules.hands.hole_cards, rules.dealer_cards(), rules.community_cards()].map(usize::from);
    let mut cards: Vec<Card> = game.deck.cards().collect();
    let mut dice = Dice(1);
    let start = Instant::now();
    let mut wins = 0u64;
    for _ in 0..DEALS {
        for place in 0..hole + dealer + board {
            let other = place + dice.below(cards.len() - place);
            cards.swap(place, other);
        }
        let (mine, others) = cards.split_at(hole);
        let (theirs, others) = others.split_at(dealer);
        let shared = &others[..board];
        wins += u64::from(rules.strength(&[mine, shared].concat()) > rules.strength(&[theirs, shared].concat()));
    }
    std::hint::black_box(wins);
    start.elapsed().as_secs_f64() / DEALS as f64 * deals(game)
}

/// Follows rounds of random cards and prints what the decisions took.
fn coach(game: &Arc<Game>) {
    let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let mut dice = Dice(7);
    for played in 0..ROUNDS {
        let Ok(mut round) = Round::new(game, &Wagers::one(game.main_bet.lowest())) else {
            return;
        };
        let mut left: Vec<Card> = game.deck.cards().collect();
        let mut events = Vec::new();
        loop {
            let step = match round.next() {
                Next::Over => break,
                Next::Card { .. } => Step::Card(left.swap_remove(dice.below(left.len()))),
                Next::Choice(choice) => {
                    let situation = round.situation().expect("a choice has a situation");
                    let name = match game.stud() {
                        Some(_) => format!("{} community cards", situation.board.len()),
                        None => "any".to_string(),
                    };
                    let question = HandQuestion::of(&round, &[]).expect("a choice is asked about");
                    let start = Instant::now();
                    let value = hand(game, &question);
                    let took = start.elapsed().as_secs_f64() * 1e3;
                    std::hint::black_box(&value);
                    if played > 0 {
                        times.entry(name).or_default().push(took);
                    }
                    // Half of the players stay in whatever they hold, so that every street is seen.
                    let stays = choice.offers.iter().find(|offer| offer.kind.street_bet().is_some());
                    match stays.filter(|_| dice.below(2) == 0) {
                        Some(offer) => Step::Choose(offer.in_full()),
                        None => Step::Choose(FirstOffer.choose(game, &situation)),
                    }
                }
            };
            round.play(step, &mut events).expect("the step is offered");
        }
    }
    for (street, mut times) in times {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        println!(
            "  {:<24} {street:<20} p50 {:>7.2} ms   p99 {:>7.2} ms   bar {COACH_BAR} ms",
            game.id,
            at(0.5),
            at(0.99)
        );
    }
}

/// Numbers that are random enough to choose cards for a measurement.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}
