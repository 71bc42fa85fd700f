//! One step of a round gone by, unfolded into what happened one after the other. A fold may end a round, and then a single
//! step turns every card and settles every wager; whoever looks at it wants to see them one by one.

use crate::wire::{Announcement, Felt, HandAt, HandView, Happening, ReplayStep};

/// What is face down.
const HIDDEN: &str = "??";

/// The step from one felt to the next, told as short steps. The last of them shows the felt as it is after all. `spots` are
/// the further spots that carry the main bet.
pub fn unfold(before: Option<&Felt>, after: Felt, said: Vec<Announcement>, spots: &[String]) -> Vec<ReplayStep> {
    let mut felt = before.cloned().unwrap_or_else(|| bare(&after));
    let mut steps: Vec<ReplayStep> = Vec::new();
    for group in groups(said) {
        for one in &group {
            apply(&mut felt, &after, &one.what, spots);
        }
        steps.push(ReplayStep {
            said: group,
            felt: felt.clone(),
        });
    }
    match steps.last_mut() {
        Some(last) => last.felt = after,
        None => steps.push(ReplayStep {
            said: Vec::new(),
            felt: after,
        }),
    }
    steps
}

/// A choice and the chips it puts on the felt are one thing, and so are bets placed together.
fn groups(said: Vec<Announcement>) -> Vec<Vec<Announcement>> {
    let mut groups: Vec<Vec<Announcement>> = Vec::new();
    for one in said {
        let placed = matches!(one.what, Happening::Placed { .. });
        match groups.last_mut() {
            Some(group) if placed && group.iter().all(|other| is_bet(&other.what)) => group.push(one),
            _ => groups.push(vec![one]),
        }
    }
    groups
}

fn is_bet(what: &Happening) -> bool {
    matches!(what, Happening::Placed { .. } | Happening::Chose { .. })
}

/// The felt before the first card.
fn bare(after: &Felt) -> Felt {
    Felt {
        dealer: Vec::new(),
        dealer_total: None,
        dealer_count: None,
        board: Vec::new(),
        extra: Vec::new(),
        hands: after.hands.iter().map(undealt).collect(),
        ..after.clone()
    }
}

pub(crate) fn undealt(hand: &HandView) -> HandView {
    HandView {
        cards: Vec::new(),
        total: None,
        count: None,
        wagers: Vec::new(),
        ..hand.clone()
    }
}

/// Lets one thing happen. What it leads to is read off the felt after the step.
pub(crate) fn apply(felt: &mut Felt, after: &Felt, what: &Happening, spots: &[String]) {
    match what {
        Happening::Dealt { to, hand, card } => deal(felt, to, *hand, card),
        Happening::Turned { place, card } => {
            let (row, shown) = match place.as_str() {
                "community" => (&mut felt.board, &after.board),
                "extra" => (&mut felt.extra, &after.extra),
                _ => (&mut felt.dealer, &after.dealer),
            };
            let mut places = row.iter_mut().zip(shown);
            if let Some((lies, _)) = places.find(|(lies, shown)| *lies == HIDDEN && *shown == card) {
                lies.clone_from(card);
            }
        }
        Happening::Placed { hand, wager, .. }
        | Happening::FreeBet { hand, wager, .. }
        | Happening::Settled { hand, wager, .. } => {
            let settled = matches!(what, Happening::Settled { .. });
            let meant = |id: &String| id == wager || (wager == "main" && spots.contains(id));
            copy_wagers(felt, after, *hand, meant, settled);
        }
        Happening::Chose { .. }
        | Happening::CalledOut { .. }
        | Happening::Shoe
        | Happening::Person
        | Happening::Other => {}
    }
}

fn deal(felt: &mut Felt, to: &str, hand: Option<HandAt>, card: &str) {
    let row = match (to, hand) {
        ("community", _) => Some(&mut felt.board),
        // A burned card lies in the tray, not on the felt.
        ("burned", _) => None,
        ("extra", _) => Some(&mut felt.extra),
        (_, Some(at)) => felt
            .hands
            .iter_mut()
            .find(|hand| hand.at == at)
            .map(|hand| &mut hand.cards),
        _ => Some(&mut felt.dealer),
    };
    if let Some(row) = row {
        row.push(card.to_string());
    }
}

/// Takes over the wagers that are meant of a hand.
fn copy_wagers(felt: &mut Felt, after: &Felt, at: HandAt, meant: impl Fn(&String) -> bool, settled: bool) {
    let from = after.hands.iter().find(|hand| hand.at == at);
    let to = felt.hands.iter_mut().find(|hand| hand.at == at);
    let (Some(from), Some(to)) = (from, to) else { return };
    for view in from.wagers.iter().filter(|view| meant(&view.id)) {
        let mut view = view.clone();
        if !settled {
            view.ended = None;
        }
        match to.wagers.iter_mut().find(|other| other.id == view.id) {
            Some(other) => *other = view,
            None => to.wagers.push(view),
        }
    }
}
