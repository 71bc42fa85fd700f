//! Nobody sees what lies face down: rounds that differ only in hidden cards look the same, byte by byte, to every viewer.

use std::sync::Arc;

use croupier_rules::{Card, Game};
use croupier_table::random_play::Dice;
use croupier_table::{Event, Next, Place, Round, Step, View, Viewer, Wagers, What};

/// Takes a moment of the round and every viewer: other cards where the viewer sees none change nothing up to that moment.
pub(crate) fn check(game: &Arc<Game>, wagers: &Wagers, steps: &[Step], dice: &mut Dice) {
    let moment = 1 + dice.below(steps.len());
    let steps = &steps[..moment];
    let told = Told::of(game, wagers, steps).expect("the round was played");
    let seats = wagers.seats.iter().map(|seat| Viewer::Seat(seat.seat));
    let stranger = (1..=7).find(|seat| wagers.seats.iter().all(|taken| taken.seat != *seat));
    let viewers = seats.chain(stranger.map(Viewer::Seat)).chain([Viewer::Spectator]);
    for viewer in viewers {
        let hidden = told.hidden_from(viewer, game);
        told.names_no_hidden_card(viewer, &hidden, game);
        let Some(steps) = told.with_others_in_place(game, &hidden, dice) else {
            continue;
        };
        let Some(other) = Told::of(game, wagers, &steps) else {
            assert!(bets_tell_hands(game), "other cards leave the same choices");
            continue;
        };
        assert_eq!(
            told.seen_by(viewer, game),
            other.seen_by(viewer, game),
            "{viewer:?} can tell what is hidden"
        );
    }
}

/// Whether some bets are for some hands only: one that is made tells of the hand, by the rules.
fn bets_tell_hands(game: &Game) -> bool {
    let mut streets = game.stud().into_iter().flat_map(|rules| rules.streets.iter());
    streets.any(|street| street.larger_bets_with.is_some())
}

/// A round up to a moment, with all it told.
struct Told {
    steps: Vec<Step>,
    /// Where each step's card went; `None` for a choice.
    places: Vec<Option<Place>>,
    rounds: Vec<Round>,
    events: Vec<Vec<Event>>,
}

impl Told {
    /// `None` where a step is refused.
    fn of(game: &Arc<Game>, wagers: &Wagers, steps: &[Step]) -> Option<Told> {
        let mut round = Round::new(game, wagers).unwrap();
        let mut told = Told {
            steps: steps.to_vec(),
            places: Vec::new(),
            rounds: Vec::new(),
            events: Vec::new(),
        };
        for step in steps {
            told.places.push(match round.next() {
                Next::Card { to } => Some(to),
                _ => None,
            });
            let mut events = Vec::new();
            round.play(*step, &mut events).ok()?;
            told.events.push(events);
            told.rounds.push(round.clone());
        }
        Some(told)
    }

    /// The steps whose cards this viewer has not been shown by the end.
    fn hidden_from(&self, viewer: Viewer, game: &Game) -> Vec<usize> {
        let happened = || self.events.iter().flatten().map(|event| event.what);
        let is_hidden = |place: Place| match place {
            Place::Up | Place::Dealer | Place::Player | Place::Banker | Place::Middle => false,
            Place::Burned => true,
            Place::Hole => !happened().any(|what| matches!(what, What::Revealed { .. })),
            Place::Hand(_) if game.stud().is_none() => false,
            Place::Hand(hand) => {
                viewer != Viewer::Seat(hand.seat) && !happened().any(|what| what == What::Shown { hand })
            }
            Place::Community(_) | Place::Extra(_) => {
                !happened().any(|what| matches!(what, What::Turned { place: turned, .. } if turned == place))
            }
        };
        let places = self.places.iter().enumerate();
        places
            .filter(|(_, place)| place.is_some_and(is_hidden))
            .map(|(step, _)| step)
            .collect()
    }

    /// The same steps with the hidden cards exchanged among themselves and for cards that were never dealt.
    fn with_others_in_place(&self, game: &Game, hidden: &[usize], dice: &mut Dice) -> Option<Vec<Step>> {
        let card_at = |step: usize| match self.steps[step] {
            Step::Card(card) => card,
            Step::Choose(_) => panic!("a hidden step is a card"),
        };
        if hidden.is_empty() {
            return None;
        }
        let mut loose: Vec<Card> = game.deck.cards().collect();
        for (place, step) in self.steps.iter().enumerate() {
            if let Step::Card(card) = step
                && !hidden.contains(&place)
            {
                loose.swap_remove(loose.iter().position(|other| other == card).unwrap());
            }
        }
        let checked = self.events.iter().flatten().find_map(|event| match event.what {
            What::Checked { blackjack } => Some(blackjack),
            _ => None,
        });
        let up = self
            .places
            .iter()
            .position(|place| *place == Some(Place::Up))
            .map(card_at);
        let mut steps = self.steps.clone();
        for place in hidden {
            // What the dealer's check has told everybody stays true.
            let fits = |card: Card| match (checked, up) {
                (Some(blackjack), Some(up)) => {
                    let values = (up.value().min(card.value()), up.value().max(card.value()));
                    blackjack == (values == (1, 10))
                }
                _ => true,
            };
            let fitting: Vec<usize> = (0..loose.len()).filter(|other| fits(loose[*other])).collect();
            let chosen = fitting[dice.below(fitting.len())];
            steps[*place] = Step::Card(loose.swap_remove(chosen));
        }
        Some(steps)
    }

    /// Everything the viewer gets at every step, as it is sent.
    fn seen_by(&self, viewer: Viewer, game: &Game) -> Vec<String> {
        let closed = game.stud().is_some();
        let steps = self.rounds.iter().zip(&self.events);
        steps
            .map(|(round, events)| {
                let seen: Vec<Event> = events.iter().map(|event| event.seen_by(viewer, closed)).collect();
                let view: View = round.view(viewer);
                format!(
                    "{}\n{}",
                    serde_json::to_string(&view).unwrap(),
                    serde_json::to_string(&seen).unwrap()
                )
            })
            .collect()
    }

    /// In a single deck every card has one name: that of a hidden card stands nowhere.
    fn names_no_hidden_card(&self, viewer: Viewer, hidden: &[usize], game: &Game) {
        if game.deck.decks > 1 || hidden.is_empty() {
            return;
        }
        let seen = self.seen_by(viewer, game);
        for place in hidden {
            let Step::Card(card) = self.steps[*place] else { continue };
            let name = format!("\"{card}\"");
            assert!(
                seen.iter().all(|text| !text.contains(&name)),
                "{viewer:?} is told of {card}"
            );
        }
    }
}
