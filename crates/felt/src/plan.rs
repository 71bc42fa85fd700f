//! The whole felt, as it is seen from the players' side: everything that is printed on it, with its place.

use croupier_rules::Game;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::curve::Curve;
use crate::printed::{PayRow, Printed};
use crate::seats::{MIDDLE, Place, Seating, hundredths, seatings};
use crate::spots::{Spot, along, spots};

/// The felt of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Plan {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// The outline of the cloth, as the path of an SVG.
    pub cloth: String,
    /// The spots of one hand.
    pub spots: Vec<Spot>,
    /// The seats, for every viewer.
    pub seatings: Vec<Seating>,
    /// The dealer's cards.
    pub dealer: Place,
    /// Stud: the community cards.
    pub board: Place,
    /// Stud: the extra cards.
    pub extra: Place,
    /// The shoe.
    pub shoe: Place,
    /// The discard tray.
    pub tray: Place,
    /// The chip rack.
    pub rack: Place,
    /// The places printed for the dealer's cards, or for community and extra cards.
    pub slots: Vec<Slot>,
    /// The line that the game's name follows, as a path.
    pub title_line: String,
    /// The line that the pay table of the main bet follows.
    pub pays_line: String,
    /// As many rows of that pay table as it has room for.
    pub pays: String,
    /// The band for insurance, where it is offered.
    pub insurance: Option<Band>,
    /// Pay tables of side bets, printed beside the dealer.
    pub pay_cards: Vec<PayCard>,
}

/// A place for a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Slot {
    /// Its middle, from the left.
    pub x: f64,
    /// Its middle, from the top.
    pub y: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What is printed in it.
    pub name: String,
}

/// A band between two lines, with words along a third.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Band {
    /// Its edges, as paths.
    pub edges: Vec<String>,
    /// The line that the words follow.
    pub line: String,
    /// The words.
    pub words: String,
}

/// The pay table of a side bet, printed on the felt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PayCard {
    /// Its left edge.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// The side bet.
    pub name: String,
    /// The rows, sixteen units apart.
    pub rows: Vec<PayRow>,
}

/// A card's width and height, in the units of a place of scale 1.
const CARD: (f64, f64) = (76.0, 106.4);
/// The most letters that fit on the line of the main bet's pay table.
const PAYS_MAX: usize = 66;
/// The most rows that fit on a printed pay table: above the band for insurance, and where there is none.
const ROWS_MAX: [usize; 2] = [6, 9];

const CLOTH: Curve = Curve::new(
    (92.0, 40.0),
    &[
        [(564.0, 40.0), (1036.0, 40.0), (1508.0, 40.0)],
        [(1542.0, 40.0), (1560.0, 62.0), (1558.0, 96.0)],
        [(1562.0, 640.0), (1290.0, 806.0), (800.0, 806.0)],
        [(310.0, 806.0), (38.0, 640.0), (42.0, 96.0)],
        [(40.0, 62.0), (58.0, 40.0), (92.0, 40.0)],
    ],
);
const TITLE: Curve = Curve::new((330.0, 158.0), &[[(520.0, 272.0), (1080.0, 272.0), (1270.0, 158.0)]]);
const PAYS: Curve = Curve::new((250.0, 174.0), &[[(500.0, 310.0), (1100.0, 310.0), (1350.0, 174.0)]]);
const INSURANCE: [Curve; 3] = [
    Curve::new((226.0, 196.0), &[[(480.0, 340.0), (1120.0, 340.0), (1374.0, 196.0)]]),
    Curve::new((216.0, 222.0), &[[(474.0, 372.0), (1126.0, 372.0), (1384.0, 222.0)]]),
    Curve::new((220.0, 216.0), &[[(476.0, 364.0), (1124.0, 364.0), (1380.0, 216.0)]]),
];

impl Plan {
    /// The felt of a game.
    pub fn of(game: &Game) -> Plan {
        Plan::new(&Printed::of(game))
    }

    /// The felt that shows this.
    pub fn new(printed: &Printed) -> Plan {
        let spots = spots(printed);
        let seatings = seatings(printed, &spots);
        let shared = printed.shared_hands.len() == 2;
        let (dealer, board) = match printed.extra {
            _ if shared => (lying(1000.0, 1.3), lying(600.0, 1.3)),
            _ if printed.community > 0 && printed.dealer > 0 => side_by_side(printed.dealer, printed.community),
            0 => (lying(MIDDLE, 1.3), lying(MIDDLE, 1.3)),
            _ => (lying(MIDDLE, 1.3), lying(655.0, 1.3)),
        };
        let extra = lying(if printed.community > 0 { 1000.0 } else { MIDDLE }, 0.98);
        let name = |hand: usize, otherwise: &str| {
            printed
                .shared_hands
                .get(hand)
                .map_or(otherwise, String::as_str)
                .to_string()
        };
        let mut slots = row(board, printed.community, &name(0, "community"));
        slots.extend(row(extra, printed.extra, "bonus"));
        slots.extend(row(dealer, printed.dealer, &name(1, "")));
        Plan {
            width: 1600.0,
            height: 830.0,
            cloth: CLOTH.path() + "Z",
            spots,
            seatings,
            dealer,
            board,
            extra,
            shoe: Place {
                y: 100.0,
                ..lying(1270.0, 1.0)
            },
            tray: Place {
                y: 100.0,
                ..lying(330.0, 1.0)
            },
            rack: Place {
                y: 28.0,
                ..lying(MIDDLE, 1.0)
            },
            slots,
            title_line: TITLE.path(),
            pays_line: PAYS.path(),
            pays: pays(&printed.main.pays),
            insurance: printed.insurance.then(|| Band {
                edges: vec![INSURANCE[0].path(), INSURANCE[1].path()],
                line: INSURANCE[2].path(),
                words: "insurance".to_string(),
            }),
            pay_cards: pay_cards(printed),
        }
    }

    /// The seats as a viewer sees them.
    pub fn seating(&self, mine: Option<u8>, hands: usize) -> Option<&Seating> {
        self.seatings
            .iter()
            .find(|seating| seating.mine == mine && seating.hands.len() == hands)
    }

    /// The outline of the cloth.
    pub const fn outline() -> Curve {
        CLOTH
    }

    /// The line that the game's name follows.
    pub const fn title() -> Curve {
        TITLE
    }

    /// The line that the main bet's pay table follows.
    pub const fn pays_along() -> Curve {
        PAYS
    }

    /// The edges of the band for insurance, and the line its words follow.
    pub const fn insurance_band() -> [Curve; 3] {
        INSURANCE
    }
}

/// A place in the row of the dealer's cards.
fn lying(x: f64, scale: f64) -> Place {
    Place {
        x,
        y: 124.0,
        scale,
        angle: 0.0,
    }
}

/// The dealer's own cards on the left and the community cards on the right, as near to the middle as they can.
fn side_by_side(dealer: u8, community: u8) -> (Place, Place) {
    const SCALE: f64 = 1.05;
    const BETWEEN: f64 = 40.0;
    let step = CARD.0 * SCALE + 10.0;
    let (own, all) = (f64::from(dealer) * step, f64::from(community) * step);
    let left = MIDDLE - (own + BETWEEN + all) / 2.0;
    let at = |x: f64| lying(hundredths(x), SCALE);
    (at(left + own / 2.0), at(left + own + BETWEEN + all / 2.0))
}

/// Places for cards in a row.
fn row(at: Place, count: u8, name: &str) -> Vec<Slot> {
    let (width, height) = (CARD.0 * at.scale, CARD.1 * at.scale);
    // More than three cards of a dealer lie closer, so that shoe and tray keep their room.
    let gap = match count {
        4.. if name.is_empty() => f64::min(width + 10.0, 430.0 / f64::from(count - 1)),
        _ => width + 10.0,
    };
    let slots = (0..usize::from(count)).map(|place| Slot {
        x: hundredths(at.x + along(place, count.into(), gap)),
        y: at.y,
        width: hundredths(width),
        height: hundredths(height),
        name: name.to_string(),
    });
    slots.collect()
}

/// As many rows of a pay table as there is room for on the line, the dearest first where they are dear.
fn pays(rows: &[PayRow]) -> String {
    let first_number = |row: &PayRow| row.pays.split(' ').next().and_then(|number| number.parse::<f64>().ok());
    let dear = rows.last().and_then(first_number).is_some_and(|pays| pays > 5.0);
    let ordered: Vec<&PayRow> = if dear {
        rows.iter().rev().collect()
    } else {
        rows.iter().collect()
    };
    let mut words = String::new();
    for row in ordered {
        let verb = if row.pays.starts_with(|letter: char| letter.is_ascii_digit()) {
            "pays "
        } else {
            ""
        };
        let gap = if words.is_empty() { "" } else { "  ·  " };
        let more = format!("{words}{gap}{} {verb}{}", row.name, row.pays);
        if more.chars().count() > PAYS_MAX {
            break;
        }
        words = more;
    }
    words
}

fn pay_cards(printed: &Printed) -> Vec<PayCard> {
    let most = ROWS_MAX[usize::from(!printed.insurance)];
    let cards = printed.side.iter().zip([60.0, 1368.0]).map(|(bet, x)| {
        let rows: Vec<PayRow> = bet.pays.iter().take(most).cloned().collect();
        PayCard {
            x,
            y: 70.0,
            width: 172.0,
            height: 34.0 + 16.0 * rows.len() as f64,
            name: bet.name.clone(),
            rows,
        }
    });
    cards.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::Bet;
    use crate::seats::FROM_RAIL;
    use crate::spots::SpotKind;

    fn bet(name: &str) -> Bet {
        Bet {
            id: name.to_lowercase(),
            name: name.to_string(),
            pays: vec![PayRow {
                name: "Pair".to_string(),
                pays: "1 to 1".to_string(),
            }],
        }
    }

    fn bare() -> Printed {
        Printed {
            title: "Bare".to_string(),
            seats: 1,
            hands_max: 2,
            main: bet("Bet"),
            multiples: Vec::new(),
            side: Vec::new(),
            blind: None,
            streets: Vec::new(),
            raise: None,
            shared_hands: Vec::new(),
            community: 0,
            extra: 0,
            dealer: 2,
            insurance: false,
        }
    }

    /// The games of the program, and felts that nobody has made yet.
    fn plans() -> Vec<(String, Plan)> {
        let games = croupier_rules::load::ids();
        let game = |id: &str| {
            croupier_rules::load::open(id)
                .expect("a test keeps the games valid")
                .game
        };
        let mut plans: Vec<(String, Plan)> = games.map(|id| (id.to_string(), Plan::of(&game(id)))).collect();
        let side = ["A", "B", "C", "D"].map(bet).to_vec();
        let streets = ["One", "Two", "Three"].map(str::to_string).to_vec();
        plans.push(("bare".to_string(), Plan::new(&bare())));
        plans.push((
            "four side bets".to_string(),
            Plan::new(&Printed {
                side,
                seats: 7,
                ..bare()
            }),
        ));
        let stud = Printed {
            blind: None,
            streets,
            side: vec![bet("A")],
            community: 5,
            seats: 6,
            ..bare()
        };
        plans.push(("three streets".to_string(), Plan::new(&stud)));
        plans
    }

    #[test]
    fn cards_of_the_dealer_and_of_the_board_never_cover_each_other() {
        for (name, plan) in plans() {
            // More than three cards of a dealer overlap within their own row.
            let rows = ["community", "", "bonus"];
            let of = |row: &'static str| plan.slots.iter().filter(move |slot| slot.name == row);
            for (place, one) in rows.iter().enumerate() {
                for other in &rows[place + 1..] {
                    for (slot, beside) in of(one).flat_map(|slot| of(other).map(move |beside| (slot, beside))) {
                        let gap = (slot.x - beside.x).abs() - (slot.width + beside.width) / 2.0;
                        assert!(gap >= 0.0, "{name}: `{one}` and `{other}` cover each other by {gap}");
                    }
                }
            }
        }
    }

    #[test]
    fn spots_lie_on_the_cloth_and_keep_apart_for_every_viewer() {
        for (name, plan) in plans() {
            for seating in plan.seatings.iter().filter(|seating| seating.hands.len() == 1) {
                let circles: Vec<(Place, f64)> = seating
                    .seats
                    .iter()
                    .flat_map(|seat| plan.spots.iter().map(|spot| (seat.on(spot.x, spot.y), spot.r)))
                    .map(|(place, r)| (place, r * place.scale))
                    .collect();
                for (place, (one, r)) in circles.iter().enumerate() {
                    let inside =
                        one.x - r >= 0.0 && one.x + r <= plan.width && one.y - r >= 0.0 && one.y + r <= plan.height;
                    assert!(inside, "{name}: a spot is off the table");
                    for (other, s) in &circles[place + 1..] {
                        let gap = f64::hypot(one.x - other.x, one.y - other.y) - r - s;
                        assert!(
                            gap >= -1.0,
                            "{name}, seat {:?}: spots cover each other by {gap}",
                            seating.mine
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn pay_tables_beside_the_dealer_are_whole_where_there_is_room() {
        for id in ["nh21-plus", "nh21-v3", "nh-holdem", "presque-isle-blackjack"] {
            let game = croupier_rules::load::open(id)
                .expect("a test keeps the games valid")
                .game;
            for (card, bet) in Plan::of(&game).pay_cards.iter().zip(&game.side_bets) {
                assert_eq!(card.rows.len(), bet.rows.len(), "{id}: {}", bet.name);
            }
        }
    }

    #[test]
    fn no_spot_touches_the_rail_for_any_viewer() {
        let rail = Plan::outline().points(200);
        for (name, plan) in plans() {
            for seating in &plan.seatings {
                for seat in &seating.seats {
                    let one = [crate::seats::ORIGIN];
                    let hands = if seat.mine { &seating.hands[..] } else { &one };
                    let gap = seat.from(&rail, &plan.spots, hands);
                    let (mine, at) = (seating.mine, seat.seat);
                    assert!(
                        gap >= FROM_RAIL - 1.0,
                        "{name} for {mine:?}: seat {at} is {gap} from the rail"
                    );
                }
            }
        }
    }

    #[test]
    fn a_felt_shows_every_bet_and_street_of_its_game() {
        for id in croupier_rules::load::ids() {
            let game = croupier_rules::load::open(id)
                .expect("a test keeps the games valid")
                .game;
            let plan = Plan::of(&game);
            let streets = game.stud().map_or(0, |stud| stud.streets.len());
            let blind = usize::from(game.blind().is_some());
            let raise = usize::from(game.single_card().is_some());
            let wanted = 1 + blind + game.main_bet.spots.len() + game.side_bets.len() + streets + raise;
            assert_eq!(plan.spots.len(), wanted, "{id}");
            assert_eq!(plan.spots[0].kind, SpotKind::Main);
            let views = 1 + usize::from(game.table.seats) * usize::from(game.table.hands_max);
            assert_eq!(plan.seatings.len(), views, "{id}");
        }
    }
}
