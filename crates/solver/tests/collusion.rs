//! Cards that neighbors tell, and the first actions, valued a second way.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use croupier_rules::card::parse_cards;
use croupier_rules::load;
use croupier_solver::pack::Pack;
use croupier_solver::stud::{self, StudBook};
use croupier_solver::{HandQuestion, hand};

#[test]
fn knowing_cards_is_worth_what_the_hand_is_worth_without_them() {
    let game = load::open("nh-holdem").unwrap().game;
    let main = game.main_bet.lowest();
    let best = StudBook::best(stud::play(&game, main).unwrap());
    let pack = Pack::fresh(&game.deck);
    for (hole, out) in [
        ("Jh 7d", "Jc Js 7c 7s"),
        ("Ah Kh", "2c 3d 4s 5h"),
        ("6c 2d", "6h 6s 6d"),
        ("9c 8c", ""),
    ] {
        let (cards, removed) = (parse_cards(hole).unwrap(), parse_cards(out).unwrap());
        let shared = best.collude(&pack, &cards, &removed).unwrap();
        let asked = hand(
            &game,
            &HandQuestion {
                cards,
                removed: removed.clone(),
                ..HandQuestion::default()
            },
        );
        let exact = asked.unwrap().actions[0].ev;
        assert!((shared.together - exact).abs() < 1e-12, "{hole} without {out}");
        assert!(shared.together >= shared.alone, "to know more is never worth less");
        if removed.is_empty() {
            assert_eq!(shared.together, shared.alone);
        }
    }
    let dead = best.collude(
        &pack,
        &parse_cards("Jh 7d").unwrap(),
        &parse_cards("Jc Js Jd 7c 7s 7h").unwrap(),
    );
    let dead = dead.unwrap();
    assert!(
        dead.together > dead.alone,
        "a hand that cannot pair is folded by whoever knows"
    );
}

#[test]
fn the_first_actions_average_to_the_game() {
    let game = load::open("nh-holdem").unwrap().game;
    let main = game.main_bet.lowest();
    let play = stud::play(&game, main).unwrap();
    let starts = play.first_actions();
    // 13 pairs, 78 suited and 78 unsuited starts.
    assert_eq!(starts.len(), 169);
    let mean: f64 = starts
        .iter()
        .map(|(cards, actions)| {
            let ways = match (cards[0].rank() == cards[1].rank(), cards[0].suit() == cards[1].suit()) {
                (true, _) => 6.0,
                (false, true) => 4.0,
                (false, false) => 12.0,
            };
            let best = actions.iter().map(|(_, value)| *value).fold(f64::MIN, f64::max);
            ways / 1326.0 * best
        })
        .sum();
    let exact = play.value() as f64 / (play.deals() as f64 * play.unit() as f64);
    assert!((mean - exact).abs() < 1e-12, "{mean} is not {exact}");
}
