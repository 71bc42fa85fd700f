//! The written play, of the real games and of random ones: the same choices as the solver's own, at every turn, after every
//! deal.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::sync::Arc;

use common::{Shape, open_game, random_game};
use croupier_rules::{Card, Game, Money, load};
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::full_shoe;
use croupier_solver::twenty_one::playbook::{BookStrategy, Playbook, PlaybookFault};
use croupier_table::{Next, Round, Step, Strategy, Wagers};

/// How many choices of one game were compared, and of how many hands that could be split.
#[derive(Debug, Default)]
struct Compared {
    choices: u64,
    pairs: u64,
}

/// Deals every two cards against every up card, plays on with random cards as the solver chooses, and asks the book at
/// every turn. Only so do two equal cards of one suit, once in a thousand deals, come with every up card.
fn compare(game: &Arc<Game>, main: Money) -> Compared {
    let best: BestPlay<f64> = BestPlay::new(game, main, &full_shoe(game), Insures::WhenItPays).unwrap();
    let json = serde_json::to_string(&best.playbook(game)).unwrap();
    let book: Playbook = serde_json::from_str(&json).unwrap();
    let book = BookStrategy::new(&book, game).unwrap();
    let mut compared = Compared::default();
    let mut dice = 7u64;
    for up in Card::all() {
        for one in Card::all() {
            for other in Card::all().skip(one.index()) {
                // The player's first card, the up card, the player's second card.
                if let Some(cards) = without(game, &[one, up, other]) {
                    play(
                        game,
                        main,
                        (&best, &book),
                        [one, up, other],
                        cards,
                        &mut dice,
                        &mut compared,
                    );
                }
            }
        }
    }
    assert_eq!(book.gap(), None, "{}", game.id);
    compared
}

/// The shoe without these cards, if it has them.
fn without(game: &Game, taken: &[Card]) -> Option<Vec<Card>> {
    let mut cards: Vec<Card> = game.deck.cards().collect();
    for card in taken {
        let place = cards.iter().position(|other| other == card)?;
        cards.swap_remove(place);
    }
    Some(cards)
}

fn play(
    game: &Arc<Game>,
    main: Money,
    (best, book): (&BestPlay<f64>, &BookStrategy),
    first: [Card; 3],
    mut cards: Vec<Card>,
    dice: &mut u64,
    compared: &mut Compared,
) {
    let mut round = Round::new(game, &Wagers::one(main)).unwrap();
    let mut first = first.into_iter();
    loop {
        let step = match round.next() {
            Next::Over => break,
            Next::Card { .. } => {
                *dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let place = (*dice >> 33) as usize % cards.len();
                Step::Card(first.next().unwrap_or_else(|| cards.swap_remove(place)))
            }
            Next::Choice(choice) => {
                let situation = round.situation().unwrap();
                let chosen = best.choose(game, &situation);
                assert_eq!(book.choose(game, &situation), chosen, "{} {situation:?}", game.id);
                compared.choices += 1;
                compared.pairs += u64::from(choice.offer(croupier_table::ActionKind::Split).is_some());
                Step::Choose(chosen)
            }
        };
        round.play(step, &mut Vec::new()).unwrap();
    }
}

#[test]
fn playbooks_choose_what_the_solver_chooses() {
    for text in [
        include_str!("../../../games/nh21-plus.toml"),
        include_str!("../../../games/super-fun-21.toml"),
        include_str!("../../../games/presque-isle-blackjack.toml"),
        // 7-7 of one suit against 7 is not split: three of them win the super bonus.
        include_str!("../../../tests/games/spanish-21-redoubling.toml"),
    ] {
        let game = Arc::new(load::parse(text).unwrap());
        let compared = compare(&game, Money::from_dollars(10));
        assert!(compared.choices > 50_000, "{}: too few choices were compared", game.id);
    }
}

/// Both of the dealer's cards lie open, and the book names both.
#[test]
fn playbooks_for_two_open_cards_choose_what_the_solver_chooses() {
    let game = Arc::new(load::open("double-exposure").unwrap().game);
    let compared = compare(&game, Money::from_dollars(10));
    assert!(compared.choices > 50_000, "too few choices were compared");
    for seed in [15, 18, 21] {
        let game = Arc::new(open_game(seed, Shape::ManyCards));
        assert!(compare(&game, Money::from_dollars(10)).choices > 10_000, "seed {seed}");
    }
}

/// From two decks and more a card may pair with its like; only so can a pair of one suit be played otherwise than the other
/// pairs of its rank.
#[test]
fn playbooks_of_random_games_choose_what_the_solver_chooses() {
    let mut all = Compared::default();
    for seed in 15..26 {
        let game = Arc::new(random_game(seed, Shape::ManyCards));
        let found = compare(&game, Money::from_dollars(10));
        all.choices += found.choices;
        all.pairs += found.pairs;
    }
    assert!(all.choices > 100_000 && all.pairs > 10_000, "{all:?}");
}

#[test]
fn a_playbook_of_another_game_or_with_a_wrong_word_is_refused() {
    let game = load::parse(include_str!("../../../games/super-fun-21.toml")).unwrap();
    let main = Money::from_dollars(10);
    let best: BestPlay<f64> = BestPlay::new(&game, main, &full_shoe(&game), Insures::Never).unwrap();
    let written = best.playbook(&game);
    let mut book = written.clone();
    let other = load::parse(include_str!("../../../games/nh21-v3.toml")).unwrap();
    assert!(matches!(BookStrategy::new(&book, &other), Err(PlaybookFault::Game(..))));
    let table = book.tables.iter_mut().find(|table| !table.play.is_empty()).unwrap();
    let hand = table.play.keys().next().unwrap().clone();
    table.play.insert(hand, "jump".to_string());
    assert!(matches!(
        BookStrategy::new(&book, &game),
        Err(PlaybookFault::Action { .. })
    ));
    // What names nothing is refused as well, wherever it stands.
    type Spoil = fn(&mut Playbook);
    let wrong: [(&str, Spoil); 5] = [
        ("hand", |book| {
            drop(book.tables[0].play.insert("A 2 21".to_string(), "hit".to_string()))
        }),
        ("pair", |book| book.tables[0].split = [("8 8 8".to_string(), 2)].into()),
        ("up card", |book| book.tables[0].up = "11".to_string()),
        ("origin of a hand", |book| book.tables[0].from = "split 11".to_string()),
        ("first two cards", |book| {
            let hands = ["8h".to_string()].into();
            drop(book.insurance.insert("Ah".to_string(), hands));
        }),
    ];
    for (named, spoil) in wrong {
        let mut book = written.clone();
        spoil(&mut book);
        match BookStrategy::new(&book, &game) {
            Err(PlaybookFault::Name { what, .. }) => assert_eq!(what, named),
            read => panic!("{named}: {read:?}"),
        }
    }
}
