//! How the game is played best: the simple chart or rule with its cost, what each start is worth, and what a mistake
//! costs.

use croupier_rules::{Game, Rank};
use croupier_solver::single_card::FirstChoice;
use croupier_solver::solution::to_f64;
use croupier_solver::twenty_one::against::Against;
use croupier_solver::twenty_one::views::{FirstHand, FirstKind, UpValue};
use croupier_table::ActionKind;

use crate::chart::{self, DEALER_SHOWS, pair};
use crate::document::{Document, Holds, Table};
use crate::findings::Play;
use crate::kinds;
use crate::numbers::{figure, percent, signed};
use crate::plots::{Bar, Cell, Heat, bars, heat};

/// Adds the section.
pub(crate) fn section(page: &mut Document, game: &Game, play: &Play) {
    page.heading(1, "Play");
    match play {
        Play::TwentyOne {
            chart,
            worth,
            ups,
            hands,
        } => {
            page.heading(2, "A chart that a person can carry");
            cost_of(page, "chart", -worth.chart, -worth.best);
            page.paragraph(chart::legend(game, chart).join(" "));
            page.figure(chart::figure(
                game,
                chart,
                12.0,
                "The best chart by total, number of cards and up card.",
            ));
            by_up_card(page, ups);
            mistakes(page, hands);
        }
        Play::Stud { strategy, starts } => {
            page.heading(2, "A rule that a person can carry");
            let followed = strategy.rule.as_ref().map_or(strategy.ev, |rule| rule.ev);
            cost_of(page, "rule", -followed, -strategy.ev);
            kinds::rule(page, 3, strategy);
            if starts.iter().all(|start| start.cards.len() == 2) {
                starting_hands(page, starts);
            }
        }
        Play::SingleCard { strategy, choices } => {
            page.heading(2, "A rule that a person can carry");
            let followed = strategy.rule.as_ref().map_or(strategy.ev, |rule| rule.ev);
            cost_of(page, "rule", -followed, -strategy.ev);
            kinds::rule(page, 3, strategy);
            first_cards(page, choices);
        }
        Play::Nothing => page.paragraph("The players have nothing to choose: every card is drawn by the rules."),
    }
}

fn cost_of(page: &mut Document, what: &str, followed: f64, best: f64) {
    page.paragraph(format!(
        "Followed to the letter, the {what} leaves a house edge of {}; the complete best play leaves {}. Using the {what} \
         costs {} of the initial wager.",
        percent(followed, 4),
        percent(best, 4),
        percent(followed - best, 4)
    ));
}

/// What each choice is worth, by the first cards.
fn first_cards(page: &mut Document, choices: &[FirstChoice]) {
    page.heading(2, "Value by first cards");
    let mut table = Table::new(
        "What each choice is worth, in initial wagers",
        [
            ("First cards", Holds::Words),
            ("Probability", Holds::Figures),
            ("Raise", Holds::Figures),
            ("Otherwise", Holds::Figures),
            ("Difference", Holds::Figures),
        ],
    );
    for choice in choices {
        let [chance, raise, otherwise] = [&choice.chance, &choice.raise, &choice.otherwise].map(to_f64);
        table.row([
            choice.with.clone(),
            figure(chance, 6),
            signed(raise, 6),
            format!("{} ({})", signed(otherwise, 6), choice.other_action.word()),
            signed(raise - otherwise, 6),
        ]);
    }
    page.table(table);
}

fn by_up_card(page: &mut Document, ups: &[UpValue]) {
    page.heading(2, "Value by up card");
    let list: Vec<Bar> = ups
        .iter()
        .map(|up| Bar {
            name: up.up.head(),
            value: up.value * 100.0,
            written: format!("{:+.1}", up.value * 100.0),
            error: 0.0,
        })
        .collect();
    page.figure(bars(
        &list,
        "player's expected result, % of the initial wager",
        "dealer's up card",
        "What each up card is worth to the player with the best play.",
    ));
    let mut table = Table::new(
        "Value by up card",
        [
            ("Up card", Holds::Words),
            ("Probability", Holds::Figures),
            ("Player's expected result", Holds::Figures),
            ("Adds to the result", Holds::Figures),
        ],
    );
    for up in ups {
        table.row([
            up.up.head(),
            figure(up.chance, 6),
            signed(up.value, 6),
            signed(up.chance * up.value, 6),
        ]);
    }
    table.sum([
        "All".to_string(),
        figure(ups.iter().map(|up| up.chance).sum(), 6),
        String::new(),
        signed(ups.iter().map(|up| up.chance * up.value).sum(), 6),
    ]);
    page.table(table);
}

/// The cost of the second best action on the first two cards.
fn mistakes(page: &mut Document, hands: &[FirstHand]) {
    page.heading(2, "The cost of a mistake");
    page.paragraph(
        "For the first two cards: what the second best action costs against the best, in percent of the initial wager. \
         The letter is the best action (S stand, H hit, D double, P split, R surrender).",
    );
    let mut columns: Vec<Against> = Vec::new();
    for hand in hands {
        if !columns.contains(&hand.up) {
            columns.push(hand.up.clone());
        }
    }
    let mut kinds: Vec<FirstKind> = hands.iter().map(|hand| hand.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let section = |name: &str, of: fn(FirstKind) -> bool| {
        let rows = kinds.iter().copied().filter(|kind| of(*kind));
        let rows = rows.map(|kind| {
            let cells = columns.iter().map(|up| {
                let hand = hands.iter().find(|hand| hand.kind == kind && hand.up == *up);
                hand.and_then(cost).unwrap_or_default()
            });
            (named(kind, &columns), cells.collect::<Vec<Cell>>())
        });
        (name.to_string(), rows.collect::<Vec<_>>())
    };
    let map = Heat {
        over: DEALER_SHOWS.to_string(),
        columns: columns.iter().map(Against::head).collect(),
        sections: vec![
            section("Hard totals", |kind| matches!(kind, FirstKind::Hard(_))),
            section("Soft totals", |kind| matches!(kind, FirstKind::Soft(_))),
            section("Pairs", |kind| matches!(kind, FirstKind::Pair(_))),
        ],
    };
    let dear = hands
        .iter()
        .filter(|hand| hand.actions.len() > 1)
        .min_by(|one, other| margin(one).total_cmp(&margin(other)));
    let close = dear.map_or(String::new(), |hand| {
        format!(
            " The closest choice is {} against {}: {} of the wager.",
            named(hand.kind, &columns),
            hand.up.head(),
            percent(margin(hand), 3)
        )
    });
    page.figure(heat(
        &map,
        58.0,
        12.0,
        &format!("The cost of the second best action by first hand and up card; darker cells cost more.{close}"),
        "The cost of the second best action on the first two cards, in percent of the initial wager: darker costs more.",
    ));
}

fn margin(hand: &FirstHand) -> f64 {
    match hand.actions.as_slice() {
        [(_, best), (_, second), ..] => best - second,
        _ => f64::INFINITY,
    }
}

/// A cell with the best action and the cost of the second best; darker costs more.
fn cost(hand: &FirstHand) -> Option<Cell> {
    let (best, _) = hand.actions.first()?;
    if hand.actions.len() < 2 {
        return None;
    }
    let cost = margin(hand) * 100.0;
    let letter = match best {
        ActionKind::Stand => "S",
        ActionKind::Hit => "H",
        ActionKind::Double => "D",
        ActionKind::Split => "P",
        ActionKind::Surrender => "R",
        _ => "",
    };
    let places = if cost < 10.0 { 1 } else { 0 };
    Some(Cell {
        letters: format!("{letter} {cost:.places$}"),
        fill: shade(cost / 60.0).to_string(),
    })
}

/// Eight grays from light to dark, all light enough for dark letters.
pub(super) fn shade(share: f64) -> &'static str {
    const GREYS: [&str; 8] = [
        "#ffffff", "#f3f3f0", "#e8e6e0", "#dcd8cf", "#d0cabd", "#c3bbab", "#b6ab98", "#a99c86",
    ];
    let place = (share.clamp(0.0, 1.0).sqrt() * (GREYS.len() - 1) as f64).round() as usize;
    GREYS[place]
}

/// Two hole cards: what each start is worth and what is best, on a square of ranks; suited above the diagonal.
fn starting_hands(page: &mut Document, starts: &[crate::findings::Start]) {
    page.heading(2, "Value by hole cards");
    page.paragraph(
        "The player's expected result over the whole round in initial wagers, and the best action before the first \
         community card. Above the diagonal the two cards are of one suit, below it of two.",
    );
    let order: Vec<Rank> = Rank::ALL.into_iter().rev().collect();
    let order: Vec<Rank> = order
        .into_iter()
        .filter(|rank| {
            starts
                .iter()
                .any(|start| start.cards.iter().any(|card| card.rank() == *rank))
        })
        .collect();
    let grid = |cell: &dyn Fn(&crate::findings::Start) -> Cell| Heat {
        over: String::new(),
        columns: order.iter().map(|rank| rank.to_string()).collect(),
        sections: vec![(
            String::new(),
            order
                .iter()
                .enumerate()
                .map(|(row, one)| {
                    let cells = order.iter().enumerate().map(|(column, other)| {
                        let start = starts.iter().find(|start| start.is(*one, *other, column > row));
                        start.map(cell).unwrap_or_default()
                    });
                    (one.to_string(), cells.collect())
                })
                .collect(),
        )],
    };
    let most = starts.iter().map(|start| start.best().1).fold(f64::MIN, f64::max);
    let least = starts.iter().map(|start| start.best().1).fold(f64::MAX, f64::min);
    let values = grid(&|start: &crate::findings::Start| {
        let (action, value) = start.best();
        let short = action.replace("fold", "F").replace("bet-", "");
        Cell {
            letters: format!("{short} {value:+.1}"),
            fill: shade((value - least) / (most - least)).to_string(),
        }
    });
    page.figure(heat(
        &values,
        46.0,
        12.0,
        "A square of ranks: the best action and the expected result of every pair of hole cards; darker cells are worth more.",
        "Best action (F fold, otherwise the multiple bet) and the expected result in initial wagers; darker is worth more.",
    ));
    let costs = grid(&|start: &crate::findings::Start| {
        let cost = start.margin() * 100.0;
        Cell {
            letters: format!("{cost:.0}"),
            fill: shade(cost / 200.0).to_string(),
        }
    });
    page.figure(heat(
        &costs,
        46.0,
        12.0,
        "A square of ranks: what the second best action costs for every pair of hole cards; darker cells cost more.",
        "The cost of the second best action before the first community card, in percent of the initial wager.",
    ));
}

fn named(kind: FirstKind, ups: &[Against]) -> String {
    match kind {
        FirstKind::Hard(total) => format!("hard {total}"),
        FirstKind::Soft(total) => format!("soft {total}"),
        FirstKind::Pair(value) => pair(value, ups.iter().map(Against::ranks)),
    }
}
