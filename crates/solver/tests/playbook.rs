//! The written play of the real games: the same choices as the solver's own, at every turn of random rounds.

use std::sync::Arc;

use croupier_rules::{Card, Money, load};
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::full_shoe;
use croupier_solver::twenty_one::playbook::{BookStrategy, Playbook, PlaybookFault};
use croupier_table::{Next, Round, Step, Strategy, Wagers};

#[test]
fn playbooks_choose_what_the_solver_chooses() {
    for text in [
        include_str!("../../../games/nh21-plus.toml"),
        include_str!("../../../games/super-fun-21.toml"),
        include_str!("../../../games/presque-isle-blackjack.toml"),
    ] {
        let game = Arc::new(load::parse(text).unwrap());
        let main = Money::from_dollars(10);
        let best: BestPlay<f64> = BestPlay::new(&game, main, &full_shoe(&game), Insures::WhenItPays).unwrap();
        let json = serde_json::to_string(&best.playbook(&game)).unwrap();
        let book: Playbook = serde_json::from_str(&json).unwrap();
        let book = BookStrategy::new(&book, &game).unwrap();
        let mut dice = 7u64;
        let mut choices = 0;
        for _ in 0..20_000 {
            let mut cards: Vec<Card> = game.deck.cards().collect();
            let mut round = Round::new(&game, &Wagers::one(main)).unwrap();
            loop {
                let step = match round.next() {
                    Next::Over => break,
                    Next::Card { .. } => {
                        dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                        let place = (dice >> 33) as usize % cards.len();
                        Step::Card(cards.swap_remove(place))
                    }
                    Next::Choice(_) => {
                        let situation = round.situation().unwrap();
                        let chosen = best.choose(&game, &situation);
                        assert_eq!(book.choose(&game, &situation), chosen, "{} {situation:?}", game.id);
                        choices += 1;
                        Step::Choose(chosen)
                    }
                };
                round.play(step, &mut Vec::new()).unwrap();
            }
        }
        assert!(choices > 20_000, "{}: too few choices were compared", game.id);
        assert_eq!(book.gap(), None, "{}", game.id);
    }
}

#[test]
fn a_playbook_of_another_game_or_with_a_wrong_word_is_refused() {
    let game = load::parse(include_str!("../../../games/super-fun-21.toml")).unwrap();
    let main = Money::from_dollars(10);
    let best: BestPlay<f64> = BestPlay::new(&game, main, &full_shoe(&game), Insures::Never).unwrap();
    let mut book = best.playbook(&game);
    let other = load::parse(include_str!("../../../games/nh21-v3.toml")).unwrap();
    assert!(matches!(BookStrategy::new(&book, &other), Err(PlaybookFault::Game(..))));
    let table = book.tables.iter_mut().find(|table| !table.play.is_empty()).unwrap();
    let hand = table.play.keys().next().unwrap().clone();
    table.play.insert(hand, "jump".to_string());
    assert!(matches!(
        BookStrategy::new(&book, &game),
        Err(PlaybookFault::Action { .. })
    ));
}
