//! What lies on the felt at one instant, ready to be shown to any viewer: cards, wagers and chips, but no person or clock.

use std::sync::Arc;

use croupier_house::RoundId;
use croupier_rules::play::Total;
use croupier_rules::{Card, Game, Money};
use croupier_table::{Event, HandAt, HandStanding, Outcome, Round, Seen, Viewer, Wager, WagerKind, Wagers, What};

use crate::wire;

/// The most seats a table has.
pub const SEATS_MAX: usize = croupier_rules::game::TableRules::SEATS_MAX as usize;

/// The felt at one instant.
#[derive(Clone)]
pub struct Scene {
    /// The round on the felt, or the last one.
    pub round: Option<RoundScene>,
    /// The cards to come.
    pub shoe: wire::ShoeLine,
    /// Chips by seat, those on the felt not counted: what they were at this instant, whatever has been decided since.
    pub chips: [i64; SEATS_MAX],
}

/// A round at one instant.
#[derive(Clone)]
pub struct RoundScene {
    /// Which.
    pub id: RoundId,
    /// The round.
    pub round: Arc<Round>,
    /// The bets it opened with.
    pub wagers: Arc<Wagers>,
    /// Every wager so far and how it ended.
    pub tally: Arc<Tally>,
}

/// Every wager of a round and how it ended, in the order they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(Vec<WagerLine>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WagerLine {
    wager: Wager,
    stake: Money,
    /// The face of a free bet.
    free: Option<Money>,
    ended: Option<(Outcome, Money, Option<u16>)>,
}

impl Tally {
    /// Takes note of what happened.
    pub fn note(&mut self, events: &[Event]) {
        for event in events {
            match event.what {
                What::Placed { wager, amount } => self.0.push(WagerLine {
                    wager,
                    stake: amount,
                    free: None,
                    ended: None,
                }),
                What::FreeBet { wager, face } => self.0.push(WagerLine {
                    wager,
                    stake: Money::ZERO,
                    free: Some(face),
                    ended: None,
                }),
                What::Settled {
                    wager, outcome, net, ..
                } => {
                    let open = self
                        .0
                        .iter_mut()
                        .find(|line| line.wager == wager && line.ended.is_none());
                    let ended = Some((outcome, net, event.clause));
                    match open {
                        Some(line) => line.ended = ended,
                        // A bonus is settled without having been placed.
                        None => self.0.push(WagerLine {
                            wager,
                            stake: Money::ZERO,
                            free: None,
                            ended,
                        }),
                    }
                }
                _ => {}
            }
        }
    }
}

/// What of a felt the round decides, for one viewer.
pub struct RoundFelt {
    /// The dealer's cards.
    pub dealer: Vec<String>,
    /// The dealer's total or hand in words.
    pub dealer_total: Option<String>,
    /// 21: what the dealer's open cards count.
    pub dealer_count: Option<wire::Count>,
    /// Stud: the community cards.
    pub board: Vec<String>,
    /// Stud: the extra cards.
    pub extra: Vec<String>,
    /// The hands.
    pub hands: Vec<wire::HandView>,
}

impl RoundScene {
    /// The round as this viewer sees it.
    pub fn felt(&self, viewer: Viewer) -> RoundFelt {
        let game = self.round.game();
        let view = self.round.view(viewer);
        let hands = view.hands.iter().map(|hand| wire::HandView {
            at: at(hand.at),
            cards: cards(&hand.cards),
            total: hand.total.clone(),
            count: count(game, &hand.cards),
            wagers: self.wagers_of(game, hand.at),
            standing: standing(hand.standing).to_string(),
        });
        RoundFelt {
            hands: hands.collect(),
            dealer: cards(&view.dealer),
            dealer_count: count(game, &view.dealer),
            dealer_total: view.dealer_total,
            board: cards(&view.board),
            extra: cards(&view.extra),
        }
    }

    fn wagers_of(&self, game: &Game, hand: HandAt) -> Vec<wire::WagerView> {
        let mut views = Vec::new();
        for line in self.tally.0.iter().filter(|line| line.wager.hand == hand) {
            match line.wager.kind {
                WagerKind::Main => views.extend(self.spread(game, line)),
                kind => views.push(self.view(line, kind.id(game), wager_name(game, kind))),
            }
        }
        views
    }

    /// The main bet, spot by spot. Each spot carries the same; should cents not divide, the first spot has the rest.
    fn spread(&self, game: &Game, line: &WagerLine) -> Vec<wire::WagerView> {
        let names = self.spots(game, line.wager.hand);
        let spots = names.len() as i64 + 1;
        let part = |whole: Money, place: i64| {
            let each = whole.cents() / spots;
            Money::from_cents(if place == 0 {
                whole.cents() - each * (spots - 1)
            } else {
                each
            })
        };
        let places = std::iter::once(("main".to_string(), game.main_bet.name.clone()))
            .chain(names.into_iter().map(|name| (name.clone(), name)));
        let spot = |(place, (id, name)): (i64, (String, String))| {
            let line = WagerLine {
                stake: part(line.stake, place),
                free: line.free.map(|face| part(face, place)),
                ended: line
                    .ended
                    .map(|(outcome, net, clause)| (outcome, part(net, place), clause)),
                ..*line
            };
            self.view(&line, id, name)
        };
        (0..).zip(places).map(spot).collect()
    }

    fn view(&self, line: &WagerLine, id: String, name: String) -> wire::WagerView {
        let game = self.round.game();
        wire::WagerView {
            id,
            name,
            stake: line.stake.cents(),
            free: line.free.map(Money::cents),
            ended: line.ended.map(|(outcome, net, clause)| wire::Ended {
                outcome: format!(
                    "{}{}",
                    outcome.words(game, line.wager.kind, net),
                    self.score(line.wager, outcome)
                ),
                net: net.cents(),
                clause: cites(game, clause),
            }),
        }
    }

    /// The totals that were compared, the winner's first: " 20–18"; empty where no totals were.
    fn score(&self, wager: Wager, outcome: Outcome) -> String {
        let compared = matches!(outcome, Outcome::Higher | Outcome::Lower);
        if !compared || self.round.game().twenty_one().is_none() {
            return String::new();
        }
        let view = self.round.view(Viewer::Spectator);
        let points = |cards: &[Seen]| {
            let open: Vec<Card> = cards.iter().filter_map(|seen| seen.0).collect();
            Total::of(&open).best()
        };
        let hand = view.hands.iter().find(|hand| hand.at == wager.hand);
        let (dealer, player) = (points(&view.dealer), hand.map_or(0, |hand| points(&hand.cards)));
        match outcome {
            Outcome::Higher => format!(" {player}–{dealer}"),
            _ => format!(" {dealer}–{player}"),
        }
    }

    fn spots(&self, game: &Game, hand: HandAt) -> Vec<String> {
        let seat = self.wagers.seats.iter().find(|seat| seat.seat == hand.seat);
        let bets = seat.and_then(|seat| seat.hands.get(usize::from(hand.hand) - 1));
        let carried = bets.map_or(0, |bets| bets.spots);
        let spots = game.main_bet.spots.iter().enumerate();
        spots
            .filter(|(place, _)| carried >> place & 1 == 1)
            .map(|(_, spot)| spot.clone())
            .collect()
    }
}

/// Where a clause stands.
pub fn cites(game: &Game, clause: Option<u16>) -> Option<String> {
    let clause = game.sources.clauses.get(usize::from(clause?))?;
    Some(clause.at.clone())
}

/// What a wager is called on the felt.
pub fn wager_name(game: &Game, kind: WagerKind) -> String {
    match kind {
        WagerKind::Main => game.main_bet.name.clone(),
        WagerKind::Double(1) => "Double".to_string(),
        WagerKind::Double(number) => format!("Double {number}"),
        WagerKind::Insurance => "Insurance".to_string(),
        WagerKind::Street(number) => {
            let streets = game.stud().map(|stud| &stud.streets);
            let street = streets.and_then(|streets| streets.get(usize::from(number).wrapping_sub(1)));
            street.map_or_else(|| format!("Street {number}"), |street| capital(&street.name))
        }
        WagerKind::Blind => game.blind().map_or("Blind", |blind| &blind.name).to_string(),
        WagerKind::Raise => game
            .single_card()
            .map_or("Raise", |rules| &rules.raise.name)
            .to_string(),
        WagerKind::Bonus => format!("{} bonus", game.main_bet.name),
        WagerKind::Side(place) => match game.side_bets.get(usize::from(place)) {
            Some(bet) => bet.name.clone(),
            None => format!("Side bet {}", place + 1),
        },
    }
}

/// A hand on the wire.
pub fn at(hand: HandAt) -> wire::HandAt {
    wire::HandAt {
        seat: hand.seat,
        hand: hand.hand,
        part: hand.part,
    }
}

/// What the open cards of a hand of 21 count; other games do not count.
fn count(game: &Game, cards: &[Seen]) -> Option<wire::Count> {
    game.twenty_one()?;
    let open: Vec<Card> = cards.iter().filter_map(|seen| seen.0).collect();
    let total = (!open.is_empty()).then(|| Total::of(&open))?;
    Some(wire::Count {
        points: total.best(),
        soft: total.is_soft(),
    })
}

fn cards(cards: &[Seen]) -> Vec<String> {
    cards.iter().map(Seen::to_string).collect()
}

fn standing(standing: HandStanding) -> &'static str {
    match standing {
        HandStanding::Open => "open",
        HandStanding::Blackjack => "blackjack",
        HandStanding::Waits => "waits",
        HandStanding::Folded => "folded",
        HandStanding::Done => "done",
    }
}

/// The text with a capital letter first.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next();
    first.map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
