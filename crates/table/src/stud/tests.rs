//! Rounds of stud, played card by card.

use croupier_rules::card::parse_cards;
use croupier_rules::load;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::event::Outcome;
use crate::wagers::{HandWagers, SeatWagers};

fn holdem() -> Arc<Game> {
    Arc::new(load::parse(include_str!("../../../../games/nh-holdem.toml")).expect("the rules file is valid"))
}

/// The same game with other rules.
fn holdem_with(change: impl FnOnce(&mut Game, &mut Stud)) -> Arc<Game> {
    let mut game = Arc::unwrap_or_clone(holdem());
    let mut rules = game.stud().unwrap().clone();
    change(&mut game, &mut rules);
    game.family = croupier_rules::Family::Stud(rules);
    Arc::new(game)
}

fn seats(bets: &[(u8, i64, [i64; 2])]) -> Wagers {
    let seats = bets.iter().map(|(seat, main, side)| SeatWagers {
        seat: *seat,
        hands: vec![HandWagers {
            side: side.map(Money::from_dollars).to_vec(),
            ..HandWagers::new(Money::from_dollars(*main))
        }],
    });
    Wagers { seats: seats.collect() }
}

/// Plays the cards and then the choices in order, and writes down what happened, a line each.
fn story(game: &Arc<Game>, wagers: &Wagers, cards: &str, choices: &str) -> Vec<String> {
    let mut round = StudRound::new(game, wagers).unwrap();
    let mut events = Vec::new();
    for card in parse_cards(cards).unwrap() {
        round.play(Step::Card(card), &mut events).unwrap();
    }
    for word in choices.split_whitespace() {
        let kind = ActionKind::all().find(|kind| kind.word() == word).unwrap();
        round.play(Step::Choose(Action::plain(kind)), &mut events).unwrap();
    }
    assert_eq!(round.next(), Next::Over);
    events.iter().filter_map(|event| line(event.what)).collect()
}

fn line(what: What) -> Option<String> {
    let wager = |wager: Wager| format!("{:#} {:?}", wager.hand, wager.kind);
    Some(match what {
        What::Placed { .. } | What::Dealt { .. } => return None,
        What::Chose { hand, action } => format!("{hand:#} {}", action.kind.word()),
        What::Turned { place, card } => format!("{place:?} {card}"),
        What::Tucked { hand } => format!("{hand:#} tucked"),
        What::Shown { hand } => format!("{hand:#} shown"),
        What::CalledOut { wager, row } => format!("{:#} called out {row}", wager.hand),
        What::Capped { hand, from, to } => format!("{hand:#} capped {from} {to}"),
        What::Settled {
            wager: which,
            outcome,
            stake,
            net,
        } => {
            format!("{} {outcome:?} {stake} {net}", wager(which))
        }
        other => panic!("{other:?} has no place in stud"),
    })
}

#[test]
fn a_round_runs_in_the_documents_order() {
    let wagers = seats(&[(1, 5, [2, 2]), (3, 10, [0, 3]), (4, 2, [5, 0])]);
    // Seat 1 has 7c 7d, seat 3 folds 2c 3d, seat 4 has Ks Kh; board 7h Kd 9s; extra 2d 2h 4c 5c.
    let told = story(
        &holdem(),
        &wagers,
        "7c 2c Ks 7d 3d Kh 7h Kd 9s 2d 2h 4c 5c",
        "bet-3 bet-1 bet-1 bet-3 fold bet-1 bet-1 bet-2",
    );
    let expected = [
        "1 bet-3",
        "3 bet-1",
        "4 bet-1",
        "Community(1) 7h",
        "1 bet-3",
        "3 fold",
        "3 Main Folded $10 -$10",
        "3 Street(1) Folded $10 -$10",
        "3 tucked",
        "4 bet-1",
        "Community(2) Kd",
        "1 bet-1",
        "1 tucked",
        "4 bet-2",
        "4 tucked",
        "Community(3) 9s",
        "4 Side(0) NoRow $5 -$5",
        "1 Side(0) NoRow $2 -$2",
        "4 shown",
        "3 shown",
        "1 shown",
        "4 called out 3",
        "4 Main Row(3) $2 $6",
        "4 Street(1) Row(3) $2 $6",
        "4 Street(2) Row(3) $2 $6",
        "4 Street(3) Row(3) $4 $12",
        "1 called out 3",
        "1 Main Row(3) $5 $15",
        "1 Street(1) Row(3) $15 $45",
        "1 Street(2) Row(3) $15 $45",
        "1 Street(3) Row(3) $5 $15",
        "Extra(1) 2d",
        "Extra(2) 2h",
        "Extra(3) 4c",
        "Extra(4) 5c",
        "3 called out 0",
        "3 Side(1) Row(0) $3 $15",
        "1 Side(1) NoRow $2 -$2",
    ];
    assert_eq!(told, expected);
}

#[test]
fn the_cap_cuts_what_is_paid_last() {
    let wagers = seats(&[(1, 10, [10, 10])]);
    // Three to a royal on the board and the other two in the hand; the bonus hand is a straight.
    let told = story(&holdem(), &wagers, "As Ks Qs Js Ts Qh Jh Th 2c", "bet-3 bet-3 bet-3");
    let settled: Vec<&str> = told.iter().skip(7).map(String::as_str).collect();
    let expected = [
        "1 called out 4",
        "1 Side(0) Row(4) $10 $400",
        "1 shown",
        "1 called out 9",
        "1 Main Row(9) $10 $2,500",
        "1 capped $7,500 $2,100",
        "1 Street(1) Row(9) $30 $2,100",
        "1 capped $7,500 $0",
        "1 Street(2) Row(9) $30 $0",
        "1 capped $7,500 $0",
        "1 Street(3) Row(9) $30 $0",
        "Extra(1) Qh",
        "Extra(2) Jh",
        "Extra(3) Th",
        "Extra(4) 2c",
        "1 called out 1",
        "1 capped $100 $0",
        "1 Side(1) Row(1) $10 $0",
    ];
    assert_eq!(settled, expected);
}

#[test]
fn cards_nobody_needs_stay_face_down() {
    let cards = "2s 7c 3h 4h 9d Qd Qc Qh 8c";
    let told = story(&holdem(), &seats(&[(2, 4, [0, 0])]), cards, "fold");
    assert_eq!(told, ["2 fold", "2 Main Folded $4 -$4", "2 tucked"]);
    let told = story(&holdem(), &seats(&[(2, 4, [2, 0])]), cards, "bet-1 fold");
    let expected = [
        "2 bet-1",
        "Community(1) 3h",
        "2 fold",
        "2 Main Folded $4 -$4",
        "2 Street(1) Folded $4 -$4",
        "2 tucked",
        "Community(2) 4h",
        "Community(3) 9d",
        "2 Side(0) NoRow $2 -$2",
    ];
    assert_eq!(told, expected);
    let told = story(&holdem(), &seats(&[(2, 4, [0, 2])]), cards, "fold");
    let expected = [
        "2 fold",
        "2 Main Folded $4 -$4",
        "2 tucked",
        "2 shown",
        "Extra(1) Qd",
        "Extra(2) Qc",
        "Extra(3) Qh",
        "Extra(4) 8c",
        "2 called out 0",
        "2 Side(1) Row(0) $2 $10",
    ];
    assert_eq!(told, expected);
}

#[test]
fn what_is_not_asked_for_is_refused_and_changes_nothing() {
    let game = holdem();
    let mut round = StudRound::new(&game, &seats(&[(1, 5, [2, 0])])).unwrap();
    let mut events = Vec::new();
    let refuse = |round: &mut StudRound, step: Step| {
        let before = format!("{round:?}");
        let mut events = Vec::new();
        let fault = round.play(step, &mut events).unwrap_err();
        assert_eq!(fault.step, step);
        assert_eq!(*fault.next, round.next());
        assert!(events.is_empty() && format!("{round:?}") == before);
    };
    let card = |text: &str| Step::Card(text.parse().unwrap());
    let choose = |kind| Step::Choose(Action::plain(kind));
    refuse(&mut round, choose(ActionKind::Fold));
    round.play(card("Ah"), &mut events).unwrap();
    refuse(&mut round, card("Ah"));
    for text in ["Kh", "2c", "2d", "2h", "3c", "3d", "3h", "4c"] {
        refuse(&mut round, card("Ah"));
        round.play(card(text), &mut events).unwrap();
    }
    for kind in [ActionKind::Bet(0), ActionKind::Bet(4), ActionKind::Hit] {
        refuse(&mut round, choose(kind));
    }
    refuse(&mut round, card("9c"));
    let amount = Money::from_dollars(5);
    let kind = ActionKind::Bet(1);
    refuse(&mut round, Step::Choose(Action { kind, amount }));
    for _ in 0..3 {
        round.play(choose(ActionKind::Bet(1)), &mut events).unwrap();
    }
    assert_eq!(round.next(), Next::Over);
    refuse(&mut round, choose(ActionKind::Fold));
    refuse(&mut round, card("9c"));
}

#[test]
fn a_card_the_deck_does_not_hold_is_refused_and_a_second_copy_is_not() {
    let game = holdem_with(|game, _| {
        game.deck.decks = 2;
        game.deck.removed = "5".parse().unwrap();
    });
    let mut round = StudRound::new(&game, &seats(&[(1, 5, [0, 0])])).unwrap();
    let mut play = |text: &str| round.play(Step::Card(text.parse().unwrap()), &mut Vec::new()).is_ok();
    assert!(!play("5c"));
    assert!(play("7c") && play("7c") && !play("7c"));
}

#[test]
fn a_street_may_be_free_or_have_no_choice_at_all() {
    let game = holdem_with(|_, rules| {
        rules.streets[0].bets = vec![0, 1];
        rules.streets[0].fold = false;
        rules.streets[1].bets.clear();
        rules.streets[1].fold = false;
    });
    let told = story(
        &game,
        &seats(&[(1, 5, [0, 0])]),
        "Js Jc 3h 4h 9d Qd Qc Qh 8c",
        "check bet-2",
    );
    let expected = [
        "1 check",
        "Community(1) 3h",
        "Community(2) 4h",
        "1 bet-2",
        "1 tucked",
        "Community(3) 9d",
        "1 shown",
        "1 Main Row(1) $5 $5",
        "1 Street(3) Row(1) $10 $10",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_fixed_amount_is_paid_once_on_the_main_bet() {
    let game = holdem_with(|_, rules| rules.pays[9].pays = "$6000".parse().unwrap());
    let told = story(
        &game,
        &seats(&[(1, 2, [0, 0])]),
        "As Ks Qs Js Ts Qh Jh Th 2c",
        "bet-1 bet-1 bet-1",
    );
    let expected = [
        "1 capped $6,000 $1,000",
        "1 Main Row(9) $2 $1,000",
        "1 Street(1) Row(9) $2 $0",
        "1 Street(2) Row(9) $2 $0",
        "1 Street(3) Row(9) $2 $0",
    ];
    assert_eq!(told[told.len() - 5..], expected);
}

#[test]
fn laws_hold_under_random_legal_play() {
    let game = holdem();
    let mut random = rand_chacha::ChaCha12Rng::seed_from_u64(3);
    for _ in 0..20_000 {
        let mut bets = Vec::new();
        for seat in 1..=7 {
            if random.random_bool(0.4) {
                let main = [2, 4, 5, 10][random.random_range(0..4)];
                let mut side = || [0, 2, 3, 10][random.random_range(0..4)];
                bets.push((seat, main, [side(), side()]));
            }
        }
        if bets.is_empty() {
            continue;
        }
        let mut deck: Vec<Card> = game.deck.cards().collect();
        let mut round = StudRound::new(&game, &seats(&bets)).unwrap();
        let mut events = Vec::new();
        loop {
            let step = match round.next() {
                Next::Card { .. } => Step::Card(deck.swap_remove(random.random_range(0..deck.len()))),
                Next::Choice(choice) => {
                    let situation = round.situation(choice.hand).unwrap();
                    assert_eq!(*situation.offers, choice.offers);
                    assert_eq!(situation.board.len(), round.street().unwrap());
                    Step::Choose(choice.offers[random.random_range(0..choice.offers.len())].in_full())
                }
                Next::Over => break,
            };
            round.play(step, &mut events).unwrap();
        }
        check_laws(&round, &bets, &events);
    }
}

fn check_laws(round: &StudRound, bets: &[(u8, i64, [i64; 2])], events: &[Event]) {
    let mut placed = Vec::new();
    let mut settled = Vec::new();
    for (seat, main, _) in bets {
        let (mut net, mut paid) = (Money::ZERO, Money::ZERO);
        for event in events {
            match event.what {
                What::Placed { wager, amount } if wager.hand.seat == *seat => placed.push((wager, amount)),
                What::Settled {
                    wager,
                    stake,
                    net: gain,
                    outcome,
                } if wager.hand.seat == *seat => {
                    settled.push((wager, stake));
                    net += gain;
                    if gain > Money::ZERO {
                        paid += gain;
                    }
                    let lost = matches!(outcome, Outcome::NoRow | Outcome::Folded);
                    assert!(if lost { gain == -stake } else { gain >= Money::ZERO });
                }
                _ => {}
            }
        }
        assert_eq!(net, round.net(*seat));
        let cap = if *main == 2 {
            1000
        } else if *main == 4 {
            2000
        } else {
            5000
        };
        assert!(paid <= Money::from_dollars(cap));
    }
    placed.sort_unstable();
    settled.sort_unstable();
    assert_eq!(placed, settled);
}
