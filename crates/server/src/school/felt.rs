//! The felt of a round that a dealer is dealing: as far as the moves have brought it, and no further. Totals are left out; counting
//! is the dealer's.

use std::sync::Arc;

use croupier_house::RoundId;
use croupier_school::{Exercise, Happening, Move};
use croupier_table::{Event, HandAt, Round, What};

use crate::scene::{RoundScene, Tally, at};
use crate::telling::{TableEvent, tell, viewer};
use crate::unfold::{apply, undealt};
use crate::wire::{self, Felt, HandView, Phase, SeatView, ShoeLine, Standing};

/// The felt after these moves of the script, given by their places.
pub(super) fn felt(exercise: &Exercise, done: &[usize], asked: Option<HandAt>) -> Felt {
    let steps = felts_after_steps(exercise);
    let mut felt = bare(exercise);
    let brought: Vec<usize> = done
        .iter()
        .filter_map(|due| exercise.script.dues[*due].brings)
        .collect();
    let by_dealer = |place: &usize| exercise.script.dues.iter().any(|due| due.brings == Some(*place));
    // Whatever the players do of themselves is seen until the first thing that waits for the dealer.
    let waits = (0..exercise.happenings.len()).find(|place| by_dealer(place) && !brought.contains(place));
    for (place, happening) in exercise.happenings.iter().enumerate() {
        let is_seen = match by_dealer(&place) {
            true => brought.contains(&place),
            false => waits.is_none_or(|waits| place < waits),
        };
        let step = exercise.steps.iter().position(|(_, end)| place < *end);
        if let (true, Happening::Round(event), Some(step)) = (is_seen, happening, step) {
            bring(exercise, &mut felt, &steps[step], event);
        }
    }
    for due in done {
        put_away(&mut felt, exercise.script.dues[*due].made);
    }
    for hand in &mut felt.hands {
        (hand.total, hand.count) = (None, None);
    }
    felt.phase = match asked {
        Some(hand) => deciding(hand),
        None => Phase::Dealing,
    };
    felt
}

/// The wagers that lie open on a felt, with what lies on them: every wager that was made and is not settled.
pub(super) fn open_wagers(exercise: &Exercise, felt: &Felt) -> Vec<(croupier_table::Wager, croupier_rules::Money)> {
    let game = &exercise.game;
    let mut open = Vec::new();
    for happening in &exercise.happenings {
        let Happening::Round(Event { what, .. }) = happening else {
            continue;
        };
        let (wager, stake) = match what {
            What::Placed { wager, amount } => (*wager, *amount),
            What::FreeBet { wager, .. } => (*wager, croupier_rules::Money::ZERO),
            // A bonus lies on no spot of its own; it is paid where its hand lies.
            What::Settled { wager, stake, .. } if wager.kind == croupier_table::WagerKind::Bonus => (*wager, *stake),
            _ => continue,
        };
        let id = wager.kind.id(game);
        let hand = felt.hands.iter().find(|hand| hand.at == at(wager.hand));
        let view = hand.and_then(|hand| hand.wagers.iter().find(|view| view.id == id));
        let lies = match wager.kind {
            croupier_table::WagerKind::Bonus => view.is_none(),
            _ => view.is_some_and(|view| view.ended.is_none()),
        };
        if lies {
            open.push((wager, stake));
        }
    }
    open
}

/// The round as anybody sees it after each of its steps.
fn felts_after_steps(exercise: &Exercise) -> Vec<Felt> {
    let wagers = Arc::new(exercise.wagers.clone());
    let mut round = Round::new(&exercise.game, &wagers).expect("the bets were checked when the round was dealt");
    let mut tally = Tally::default();
    let after = |(step, _): &(croupier_table::Step, usize)| {
        let mut events = Vec::new();
        round
            .play(*step, &mut events)
            .expect("the steps of a round that was played");
        tally.note(&events);
        let scene = RoundScene {
            id: RoundId::new(1),
            round: Arc::new(round.clone()),
            wagers: Arc::clone(&wagers),
            tally: Arc::new(tally.clone()),
        };
        let seen = scene.felt(viewer(None));
        Felt {
            dealer: seen.dealer,
            board: seen.board,
            extra: seen.extra,
            hands: seen.hands,
            ..bare(exercise)
        }
    };
    exercise.steps.iter().map(after).collect()
}

/// The felt before anything lies on it.
fn bare(exercise: &Exercise) -> Felt {
    let size = exercise.game.deck.size() as u32;
    let behind = exercise
        .game
        .shoe
        .cut_card
        .map(|depth| depth.cards(&exercise.game.deck) as u32);
    let seat = |(place, seat): (usize, &croupier_table::SeatWagers)| SeatView {
        seat: seat.seat,
        name: name(place).to_string(),
        you: false,
        chips: 0,
        bets: Vec::new(),
        ready: false,
        sits_out: false,
        connected: true,
        net: 0,
    };
    Felt {
        phase: Phase::Dealing,
        standing: Standing::Open,
        round: None,
        shoe: ShoeLine {
            id: None,
            commitment: None,
            cards: size,
            gone: 0,
            cut_card: behind.map(|behind| size.saturating_sub(behind)),
            last_round: false,
            client_seeds: Vec::new(),
            root: None,
        },
        seats: exercise.wagers.seats.iter().enumerate().map(seat).collect(),
        dealer: Vec::new(),
        dealer_total: None,
        dealer_count: None,
        board: Vec::new(),
        extra: Vec::new(),
        hands: Vec::new(),
    }
}

/// What the player at the table's nth taken seat is called.
pub(super) fn name(place: usize) -> &'static str {
    const NAMES: [&str; 7] = ["Ada", "Ben", "Cleo", "Dev", "Edie", "Finn", "Gus"];
    NAMES[place % NAMES.len()]
}

/// Lets one event happen on the felt. What it leads to is read off the felt after its step.
fn bring(exercise: &Exercise, felt: &mut Felt, after: &Felt, event: &Event) {
    match event.what {
        What::Placed { wager, .. } | What::FreeBet { wager, .. } => make_room(felt, after, wager.hand),
        What::Parted { from, to } => {
            make_room(felt, after, to);
            let moved = hand_of(felt, from).and_then(|hand| hand.cards.pop());
            if let Some(hand) = hand_of(felt, to) {
                hand.cards.extend(moved);
            }
        }
        What::Shown { hand } => {
            let cards = after
                .hands
                .iter()
                .find(|view| view.at == at(hand))
                .map(|view| view.cards.clone());
            if let (Some(view), Some(cards)) = (hand_of(felt, hand), cards) {
                view.cards = cards;
            }
        }
        What::Chose { hand, action } if action.kind == croupier_table::ActionKind::Fold => {
            if let Some(view) = hand_of(felt, hand) {
                view.standing = "folded".to_string();
            }
        }
        _ => {}
    }
    let told = tell(
        &exercise.game,
        Some(&exercise.wagers),
        &[TableEvent::Event(*event)],
        None,
    );
    for one in told {
        apply(felt, after, &one.what, &exercise.game.main_bet.spots);
    }
    if matches!(event.what, What::Dealt { .. }) {
        felt.shoe.gone += 1;
    }
}

/// A hand that has just come to be lies behind those that are there, in the order they are played.
fn make_room(felt: &mut Felt, after: &Felt, hand: HandAt) {
    if hand_of(felt, hand).is_some() {
        return;
    }
    let order = |view: &HandView| after.hands.iter().position(|other| other.at == view.at);
    if let Some(view) = after.hands.iter().find(|view| view.at == at(hand)) {
        let mut fresh = undealt(view);
        fresh.standing = "open".to_string();
        felt.hands.push(fresh);
        felt.hands.sort_by_key(order);
    }
}

/// Cards that are taken off the table.
fn put_away(felt: &mut Felt, made: Move) {
    match made {
        Move::Muck { hand } => {
            if let Some(view) = hand_of(felt, hand) {
                view.cards.clear();
            }
        }
        Move::Collect => {
            felt.dealer.clear();
            felt.board.clear();
            felt.extra.clear();
            felt.hands.iter_mut().for_each(|hand| hand.cards.clear());
        }
        _ => {}
    }
}

fn hand_of(felt: &mut Felt, hand: HandAt) -> Option<&mut HandView> {
    felt.hands.iter_mut().find(|view| view.at == at(hand))
}

fn deciding(hand: HandAt) -> Phase {
    Phase::Deciding {
        decision: wire::DecisionAt {
            round: uuid::Uuid::nil(),
            number: 0,
        },
        hand: at(hand),
        asks: None,
        offers: Vec::new(),
        withheld: Vec::new(),
        left_ms: 0,
        bank_ms: 0,
    }
}
