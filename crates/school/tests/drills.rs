//! The drills of every game: each topic finds a question, the right answer is judged right, and another wrong.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use croupier_rules::load::{ids, open};
use croupier_rules::{Game, Money};
use croupier_school::{Answer, DrillKind, Drills, HouseRule, Level, Topic, read_chips};

#[test]
fn every_topic_of_every_game_finds_a_question_with_one_right_answer() {
    for id in ids() {
        let drills = drills(id);
        for &kind in DrillKind::ALL {
            for topic in drills.topics(kind) {
                let level = Level::numbered(1 + (topic.id.len() % 3) as u8).unwrap();
                let question = (0..10).find_map(|seed| drills.ask(&topic, level, seed));
                let Some(question) = question else {
                    // Not every round has bets to settle in more than one order.
                    assert!(
                        matches!(kind, DrillKind::Order | DrillKind::FindTheError),
                        "{id} {topic:?}"
                    );
                    continue;
                };
                let said = || format!("{id} {topic:?}: {question:?}");
                let (right, wrong) = match &question.answer {
                    Answer::Option(place) => {
                        assert!(question.options.len() > 1, "{}", said());
                        (
                            (place + 1).to_string(),
                            ((place + 1) % question.options.len() + 1).to_string(),
                        )
                    }
                    Answer::Amount(amount) => {
                        assert!(*amount > Money::ZERO, "{}", said());
                        (amount.to_string(), (*amount + Money::from_cents(50)).to_string())
                    }
                    Answer::Number(number) => (number.to_string(), (number + 1).to_string()),
                    Answer::Count(..) => (question.right(), "soft 3".to_string()),
                };
                assert_eq!(question.judge(&right), Ok(true), "{}", said());
                assert_eq!(question.judge(&wrong), Ok(false), "{}", said());
                assert!(question.judge("what").is_err(), "{}", said());
                let again = (0..10).find_map(|seed| drills.ask(&topic, level, seed));
                assert_eq!(again.as_ref(), Some(&question), "the same seed asks the same");
            }
        }
    }
}

#[test]
fn payouts_are_those_of_the_documents() {
    // Each answer is worked out by hand from the pay tables of the documents.
    for (game, topic, odds) in [
        ("nh21-plus", "blackjack", (3, 2)),
        ("nh21-plus", "winner.seven-card-21", (3, 1)),
        ("nh21-plus", "side-bet.up-match.two-non-suited-matches", (8, 1)),
        ("nh21-plus", "side-bet.down-match.two-suited-matches", (18, 1)),
        ("nh21-plus", "insurance.hearts", (6, 1)),
        ("nh21-plus", "insurance", (2, 1)),
    ] {
        let drills = drills(game);
        let topics = drills.topics(DrillKind::Payouts);
        let found = topics.iter().find(|known| known.id == topic);
        let topic = found.unwrap_or_else(|| panic!("{topic} is not among {:?}", ids_of(&topics)));
        for seed in 0..20 {
            let question = drills.ask(topic, Level::Two, seed).unwrap();
            let stake: Money = question.asks[0].split(' ').next().unwrap().parse().unwrap();
            let paid = Money::from_cents(stake.cents() * odds.0 / odds.1);
            assert_eq!(question.answer, Answer::Amount(paid), "{question:?}");
        }
    }
}

#[test]
fn a_cap_cuts_a_payout() {
    let drills = drills("nh-holdem");
    let topics = drills.topics(DrillKind::Payouts);
    let cut = topics
        .iter()
        .flat_map(|topic| (0..20).filter_map(|seed| drills.ask(topic, Level::Two, seed)));
    let mut cut = cut.filter(|question| question.because.contains("cut to"));
    assert!(cut.next().is_some(), "some payout of a capped game is cut");
}

#[test]
fn chips_are_read_in_dollars_and_in_stacks() {
    for (typed, cents) in [
        ("12.50", Some(1250)),
        ("$12.50", Some(1250)),
        ("2x5+2.50", Some(1250)),
        ("3 x 25 + 4", Some(7900)),
    ] {
        assert_eq!(read_chips(typed).map(Money::cents), cents, "{typed}");
    }
    for typed in ["", "x5", "5x", "five", "1++2"] {
        assert_eq!(read_chips(typed), None, "{typed}");
    }
}

fn ids_of(topics: &[Topic]) -> Vec<&str> {
    topics.iter().map(|topic| topic.id.as_str()).collect()
}

fn drills(id: &str) -> Drills {
    let game: Arc<Game> = Arc::new(open(id).unwrap().game);
    let rule = |title: &str, says: &str| HouseRule {
        title: title.to_string(),
        says: says.to_string(),
    };
    Drills::new(
        &game,
        vec![
            rule("A late bet", "It is returned."),
            rule("A card face up", "It is not used."),
        ],
    )
}
