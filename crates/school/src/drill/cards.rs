//! What cards come to: totals and hands, who wins, which row is met.

use std::sync::Arc;

use croupier_rules::game::Procedure;
use croupier_rules::pattern::Poker;
use croupier_rules::play::{CardsStand, Total, points};
use croupier_rules::single_card::FirstCards;
use croupier_rules::{Card, Family, Game, Money, Rank};
use croupier_table::random_play::{Dice, Pile};
use croupier_table::{HandAt, Outcome, Round, View, Viewer, WagerKind};

use super::settled::{Settled, find};
use super::{Answer, Level, Question, Topic};
use crate::lesson::{Exercise, Lesson};

/// How many hands are looked at for a case of what is asked.
const TRIES: usize = 200;

/// What is counted in a game.
pub(super) fn totals(game: &Game) -> Vec<String> {
    let ids: &[&str] = match game.family {
        Family::TwentyOne(_) => &["hard", "soft"],
        Family::Stud(_) => &["hand"],
        Family::Baccarat(_) => &["points"],
        Family::SingleCard(_) => &["first-cards"],
    };
    ids.iter().map(|id| (*id).to_string()).collect()
}

/// The bets that have a pay table of their own.
pub(super) fn tables(game: &Game) -> Vec<String> {
    game.side_bets.iter().map(|bet| bet.id.clone()).collect()
}

pub(super) fn ask_total(game: &Arc<Game>, topic: &Topic, level: Level, dice: &mut Dice) -> Option<Question> {
    let question = |asks: String, cards: &[Card], options, answer, because| Question {
        topic: topic.clone(),
        asks: vec![words(cards), asks],
        options,
        answer,
        because,
        clauses: game.procedure.get(Procedure::CardValues).into_iter().collect(),
    };
    match &game.family {
        Family::TwentyOne(_) => {
            let soft = topic.id == "soft";
            let (cards, total) = (0..TRIES).find_map(|_| {
                let (least, more) = level.pick([(2, 2), (2, 4), (3, 4)]);
                let cards = draw(game, least + dice.below(more), dice);
                let total = Total::of(&cards);
                (total.is_soft() == soft && !total.is_bust()).then_some((cards, total))
            })?;
            let said = if soft { "soft " } else { "" };
            let because = format!("They count {said}{}.", total.best());
            let answer = Answer::Count(total.best(), soft);
            Some(question(
                "What is the count?".to_string(),
                &cards,
                Vec::new(),
                answer,
                because,
            ))
        }
        Family::Stud(rules) => {
            let size = rules.hands.hand_size;
            let names: Vec<String> = Poker::ALL
                .iter()
                .map(|hand| hand.word().replace('-', " "))
                .chain(["high card".to_string()])
                .collect();
            let (cards, place) = (0..TRIES).find_map(|_| {
                let cards = draw(game, rules.hand_cards(), dice);
                let kind = rules.strength(&cards).kind(size);
                let place = kind.map_or(Some(Poker::ALL.len()), |kind| {
                    Poker::ALL.iter().position(|hand| *hand == kind)
                });
                // Most hands are nothing; half of those are passed over.
                place
                    .filter(|_| kind.is_some() || dice.once_in(4))
                    .map(|place| (cards, place))
            })?;
            let because = format!("It is {}.", rules.strength(&cards).words(size));
            let asks = "What hand is it?".to_string();
            Some(question(asks, &cards, names, Answer::Option(place), because))
        }
        Family::SingleCard(rules) => {
            let deal = rules.deal.first;
            let cards = draw(game, 2, dice);
            let [one, other] = cards.as_slice() else {
                return None;
            };
            let stand = deal.stand([one.rank(), other.rank()], &[]);
            let (asks, options) = stands(deal);
            let place = options.iter().position(|words| *words == stand.words(deal))?;
            let because = format!("It is {}.", stand.words(deal));
            Some(question(
                asks.to_string(),
                &cards,
                options,
                Answer::Option(place),
                because,
            ))
        }
        Family::Baccarat(_) => {
            let cards = draw(game, 2 + dice.below(2), dice);
            let counted = points(&cards);
            let because = format!("They have {counted} points.");
            let asks = "How many points?".to_string();
            Some(question(
                asks,
                &cards,
                Vec::new(),
                Answer::Number(u32::from(counted)),
                because,
            ))
        }
    }
}

/// What is asked of the first cards, and every way they may stand.
fn stands(deal: FirstCards) -> (&'static str, Vec<String>) {
    let pairs = Rank::ALL
        .into_iter()
        .flat_map(|one| Rank::ALL.map(|other| [one, other]));
    let mut all: Vec<CardsStand> = pairs.map(|first| deal.stand(first, &[])).collect();
    all.sort();
    all.dedup();
    let asks = match deal {
        FirstCards::OneEach => "The first is the player's, the second the dealer's. What does the player have?",
        FirstCards::TwoForAll => "What are they?",
    };
    (asks, all.into_iter().map(|stand| stand.words(deal)).collect())
}

pub(super) fn ask_winner(game: &Arc<Game>, topic: &Topic, dice: &mut Dice) -> Option<Question> {
    let wanted = dice.below(3);
    let fits = |settled: &Settled| {
        settled.wager.kind == WagerKind::Main && settled.outcome != Outcome::Folded && result(settled.net) == wanted
    };
    let (exercise, settled) = find(game, |_| Lesson::Plain, dice, fits).or_else(|| {
        let any = |settled: &Settled| settled.wager.kind == WagerKind::Main;
        find(game, |_| Lesson::Plain, dice, any)
    })?;
    let view = at_the_end(&exercise, settled.wager.hand);
    let mut asks = table_words(game, &view, settled.wager.hand);
    asks.push(format!(
        "{} lies on the {}. What becomes of it?",
        settled.stake, game.main_bet.name
    ));
    Some(Question {
        topic: topic.clone(),
        asks,
        options: ["It loses", "It pushes", "It wins"].map(String::from).to_vec(),
        answer: Answer::Option(result(settled.net)),
        because: format!("{}.", settled.outcome.words(game, settled.wager.kind, settled.net)),
        clauses: settled.clause.into_iter().collect(),
    })
}

pub(super) fn ask_row(game: &Arc<Game>, topic: &Topic, level: Level, dice: &mut Dice) -> Option<Question> {
    let (place, bet) = game.side_bet(&topic.id)?;
    let kind = WagerKind::Side(place as u8);
    // At first every hand is one that pays.
    let wins = level == Level::One || !dice.once_in(4);
    let is_row = |settled: &Settled| matches!(settled.outcome, Outcome::Row(_));
    let any = move |settled: &Settled| settled.wager.kind == kind && settled.outcome != Outcome::Folded;
    let (exercise, settled) = find(
        game,
        |_| Lesson::SideBets,
        dice,
        |settled| any(settled) && is_row(settled) == wins,
    )
    .or_else(|| find(game, |_| Lesson::SideBets, dice, any))?;
    let view = at_the_end(&exercise, settled.wager.hand);
    let mut asks = table_words(game, &view, settled.wager.hand);
    asks.push(format!("Which row does {} pay?", bet.name));
    let rows = bet.rows.iter().map(|row| row.name.clone());
    let answer = match settled.outcome {
        Outcome::Row(row) => usize::from(row),
        _ => bet.rows.len(),
    };
    let clauses = settled.clause.into_iter().collect();
    Some(Question {
        topic: topic.clone(),
        asks,
        options: rows.chain(["None: it loses".to_string()]).collect(),
        answer: Answer::Option(answer),
        because: format!("{}.", settled.outcome.label(game, kind)),
        clauses,
    })
}

/// 0 for a loss, 1 for a push, 2 for a win.
fn result(net: Money) -> usize {
    match net.cents() {
        0 => 1,
        cents if cents > 0 => 2,
        _ => 0,
    }
}

/// The table when the round is over, as the player of this hand sees it.
fn at_the_end(exercise: &Exercise, hand: HandAt) -> View {
    let mut round =
        Round::new(&exercise.game, &exercise.wagers).expect("the bets were checked when the round was dealt");
    for (step, _) in &exercise.steps {
        round
            .play(*step, &mut Vec::new())
            .expect("the steps of a round that was played");
    }
    round.view(Viewer::Seat(hand.seat))
}

/// The cards that bear on a hand, row by row.
fn table_words(game: &Game, view: &View, at: HandAt) -> Vec<String> {
    let hand = view.hands.iter().find(|hand| hand.at == at);
    let (dealer, board) = match game.family {
        Family::Baccarat(_) => ("Banker", "Player"),
        Family::SingleCard(_) => ("Dealer", "Middle"),
        Family::TwentyOne(_) | Family::Stud(_) => ("Dealer", "Community"),
    };
    let rows = [
        ("Hand", hand.map_or(&[][..], |hand| &hand.cards)),
        (board, &view.board),
        (dealer, &view.dealer),
        ("Bonus cards", &view.extra),
    ];
    let shown = rows
        .into_iter()
        .filter(|(_, cards)| cards.iter().any(|seen| seen.0.is_some()));
    shown
        .map(|(name, cards)| {
            let cards: Vec<Card> = cards.iter().filter_map(|seen| seen.0).collect();
            format!("{name}: {}", words(&cards))
        })
        .collect()
}

fn draw(game: &Game, count: usize, dice: &mut Dice) -> Vec<Card> {
    let mut pile = Pile::new(game);
    (0..count).filter_map(|_| pile.draw(dice)).collect()
}

/// Cards as they are written: "Kh 7s".
fn words(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    cards.join(" ")
}
