//! What a player gains by knowing more than the rules show: by counting cards for a side bet, by seeing the hole card, by
//! seeing the cards of neighbors.

use croupier_rules::game::Shuffled;
use croupier_rules::{Card, Game, Money};
use croupier_simulator::cards::{CardSource, Fresh, Layout};
use croupier_simulator::philox;
use croupier_solver::pack::Pack;
use croupier_solver::side_bets::listed::{Left, Listed};
use croupier_solver::solution::Solution;
use croupier_solver::stud::{self, StudBook};
use croupier_solver::twenty_one::known_hole::{KnownHole, known_hole};
use rayon::prelude::*;

use crate::document::{Document, Holds, Table};
use crate::numbers::{count, figure, percent, signed_percent};

/// Shoes drawn for each depth.
const SHOES: u64 = 1_500;
/// Deals drawn for each number of cards seen.
const DEALS: u64 = 240;

/// What is gained by knowing more.
#[derive(Clone, Debug, Default)]
pub struct Exposures {
    /// Bets that a counter of cards may turn.
    pub counted: Vec<Counted>,
    /// Bets that look at more cards than are counted here.
    pub uncounted: Vec<String>,
    /// The main game with the hole card known.
    pub hole: Option<KnownHole>,
    /// Stud: seats that tell each other their cards.
    pub told: Vec<Seats>,
}

/// A bet, counted perfectly.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// The bet.
    pub name: String,
    /// By depth in the shoe.
    pub depths: Vec<Depth>,
}

/// A bet at one depth, to somebody who knows every card that is gone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Depth {
    /// The cards gone.
    pub gone: usize,
    /// How often the bet is worth more than its stake.
    pub positive: f64,
    /// What it is worth then, on average.
    pub when_positive: f64,
    /// What is gained a round when it is made exactly then.
    pub gain: f64,
    /// The standard error of that.
    pub error: f64,
}

/// Seats that show each other their cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seats {
    /// How many more cards a player knows.
    pub cards: usize,
    /// What that is worth a round, in main bets.
    pub gain: f64,
    /// Its standard error.
    pub error: f64,
}

/// Finds the exposures of a game.
pub fn exposures(game: &Game, solution: &Solution, seed: u64) -> Exposures {
    let main = Money::from_cents(solution.bet_cents);
    let mut found = Exposures {
        hole: known_hole(game, main),
        told: told(game, main, seed),
        ..Exposures::default()
    };
    if game.shoe.shuffled == Shuffled::EveryRound {
        return found;
    }
    for (place, bet) in game.side_bets.iter().enumerate() {
        match Listed::side_bet(game, place, bet.min) {
            Some(listed) => found.counted.push(Counted {
                name: bet.name.clone(),
                depths: counted(game, &listed, seed),
            }),
            None => found.uncounted.push(bet.name.clone()),
        }
    }
    if let Some(insurance) = game.twenty_one().and_then(|rules| rules.insurance.as_ref()) {
        found.counted.push(Counted {
            name: "Insurance, when it is offered".to_string(),
            depths: counted(game, &Listed::insurance(insurance), seed),
        });
    }
    found
}

/// The bet at a quarter, a half and three quarters of the way to the cut card, and at it.
fn counted(game: &Game, listed: &Listed, seed: u64) -> Vec<Depth> {
    let behind = game.shoe.cut_card.map_or(0, |depth| depth.cards(&game.deck));
    let reach = game.deck.size().saturating_sub(behind);
    let layout = Layout::new(&game.deck);
    let depths = (1..=4).map(|quarter| reach * quarter / 4);
    depths
        .filter(|gone| *gone > 0)
        .map(|gone| {
            let values: Vec<f64> = (0..SHOES)
                .into_par_iter()
                .map(|shoe| {
                    let mut left: Left = [0; Card::KINDS];
                    for card in game.deck.cards() {
                        left[card.index()] += 1;
                    }
                    let mut source = Fresh::new(&layout, philox::key(seed), shoe);
                    for kind in (0..gone).filter_map(|_| source.card()) {
                        left[layout.card(kind).index()] -= 1;
                    }
                    listed.value(&left)
                })
                .collect();
            depth(gone, &values)
        })
        .collect()
}

fn depth(gone: usize, values: &[f64]) -> Depth {
    let all = values.len() as f64;
    let positive = values.iter().filter(|value| **value > 0.0).count() as f64;
    let gained: Vec<f64> = values.iter().map(|value| value.max(0.0)).collect();
    let (gain, error) = mean(&gained);
    Depth {
        gone,
        positive: positive / all,
        when_positive: if positive > 0.0 { gain * all / positive } else { 0.0 },
        gain,
        error,
    }
}

/// What players gain who know the hole cards of so many neighbors: the same deals played with that knowledge and
/// without, each exactly over all cards to come.
fn told(game: &Game, main: Money, seed: u64) -> Vec<Seats> {
    let (Some(rules), Some(play)) = (game.stud(), stud::play(game, main)) else {
        return Vec::new();
    };
    let hole = usize::from(rules.hands.hole_cards);
    let others = usize::from(game.table.seats).saturating_sub(1);
    let mut neighbors = vec![1, others.div_ceil(2), others];
    neighbors.retain(|seats| *seats > 0);
    neighbors.dedup();
    let best = StudBook::best(play);
    let pack = Pack::fresh(&game.deck);
    let layout = Layout::new(&game.deck);
    neighbors
        .into_iter()
        .map(|seats| {
            let cards = seats * hole;
            let gains: Vec<f64> = (0..DEALS)
                .into_par_iter()
                .filter_map(|deal| {
                    let mut source = Fresh::new(&layout, philox::key(seed), deal);
                    let drawn: Vec<Card> = (0..hole + cards)
                        .filter_map(|_| source.card())
                        .map(|kind| layout.card(kind))
                        .collect();
                    let shared = best.collude(&pack, &drawn[..hole], &drawn[hole..]).ok()?;
                    Some(shared.together - shared.alone)
                })
                .collect();
            let (gain, error) = mean(&gains);
            Seats { cards, gain, error }
        })
        .collect()
}

/// The mean and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let all = values.len().max(2) as f64;
    let mean = values.iter().sum::<f64>() / all;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (all - 1.0);
    (mean, (variance / all).sqrt())
}

/// Adds the section.
pub(crate) fn section(page: &mut Document, game: &Game, solution: &Solution, found: &Exposures) {
    page.heading(1, "Exposures");
    page.paragraph("What the house stands to lose to somebody who knows more than the rules show.");
    counting(page, game, found);
    if let (Some(hole), Some(main)) = (
        &found.hole,
        solution
            .wagers
            .iter()
            .find(|wager| wager.id == game.main_bet.wager_id()),
    ) {
        page.heading(2, "A known hole card");
        page.paragraph(format!(
            "To a player who sees the hole card before every decision, the main game is worth {} of the initial wager, \
             against {} without it; insurance for the most allowed, taken exactly when the dealer has blackjack, adds {}. \
             These figures are exact, with split hands as in the rest of this sheet.",
            signed_percent(hole.value, 3),
            signed_percent(main.ev, 3),
            signed_percent(hole.insurance, 3)
        ));
    }
    if !found.told.is_empty() {
        seats(page, game, found);
    }
}

fn counting(page: &mut Document, game: &Game, found: &Exposures) {
    page.heading(2, "Counting the side bets");
    if game.shoe.shuffled == Shuffled::EveryRound {
        page.paragraph(format!(
            "{} is shuffled for every round: there is nothing to count.",
            game.short_name
        ));
        return;
    }
    if found.counted.is_empty() {
        page.paragraph("There is no side bet to count.");
    } else {
        page.paragraph(format!(
            "An upper bound: a counter who knows every card that is gone and bets exactly when the bet is worth more than its \
             stake. For each depth {} shoes are drawn and the bet is valued exactly for each; the error is that of the draw.",
            count(SHOES.into())
        ));
        let mut table = Table::new(
            "Side bets to a perfect counter",
            [
                ("Bet", Holds::Words),
                ("Cards gone", Holds::Figures),
                ("Worth betting", Holds::Figures),
                ("Worth then", Holds::Figures),
                ("Gain a round", Holds::Figures),
                ("Standard error", Holds::Figures),
            ],
        );
        for bet in &found.counted {
            for depth in &bet.depths {
                table.row([
                    bet.name.clone(),
                    depth.gone.to_string(),
                    percent(depth.positive, 1),
                    signed_percent(depth.when_positive, 2),
                    signed_percent(depth.gain, 3),
                    percent(depth.error, 3),
                ]);
            }
        }
        page.table(table);
    }
    if !found.uncounted.is_empty() {
        page.paragraph(format!(
            "Not valued here, because they are not over two or three cards of a game of 21: {}.",
            found.uncounted.join(", ")
        ));
    }
}

fn seats(page: &mut Document, game: &Game, found: &Exposures) {
    page.heading(2, "Seats that play together");
    page.paragraph(format!(
        "What a player gains who knows the hole cards of neighbors, in {}s a round: {} deals for each number of cards, each \
         played with that knowledge and without it, exactly over all cards to come. The error is that of the choice of deals.",
        game.main_bet.name,
        count(DEALS.into())
    ));
    let mut table = Table::new(
        "The gain from cards seen",
        [
            ("Cards seen", Holds::Figures),
            ("Gain a round", Holds::Figures),
            ("Standard error", Holds::Figures),
        ],
    );
    for seats in &found.told {
        table.row([seats.cards.to_string(), figure(seats.gain, 4), figure(seats.error, 4)]);
    }
    page.table(table);
}
