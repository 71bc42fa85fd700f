//! The seats along the table. A viewer's own seat is larger than the others, so every seat as one's own is worked out.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::plan::Plan;
use crate::printed::Printed;
use crate::spots::{Spot, along, bottom};

/// The middle of the felt, from the left.
pub(crate) const MIDDLE: f64 = 800.0;
/// The breadth of a seat in its own units.
const BREADTH: f64 = 200.0;
/// How much larger a viewer's own seat is.
const OWN: f64 = 1.36;
/// How much smaller each of several hands at one seat is.
const SMALLER: f64 = 0.8;
/// How far spots stay from the rail.
pub(crate) const FROM_RAIL: f64 = 14.0;

/// Where something lies: in the coordinates of the felt, or of the seat it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Place {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// How large it is.
    pub scale: f64,
    /// How far it is turned, in degrees.
    pub angle: f64,
}

/// The seats as one viewer sees them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Seating {
    /// The viewer's seat; none for somebody who watches.
    pub mine: Option<u8>,
    /// The viewer's hands, in the units of the seat; every other seat has one hand, at its origin.
    pub hands: Vec<Place>,
    /// The seats, from the left of the felt.
    pub seats: Vec<SeatPlace>,
}

/// A seat on the felt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatPlace {
    /// Its number, from 1 on the dealer's left.
    pub seat: u8,
    /// Whether it is the viewer's.
    pub mine: bool,
    /// Its main spot, from the left.
    pub x: f64,
    /// Its main spot, from the top.
    pub y: f64,
    /// How large it is.
    pub scale: f64,
    /// How far it is turned, in degrees.
    pub angle: f64,
    /// How wide its cards may spread, in its own units.
    pub room: f64,
}

/// The seats for every viewer: nobody's own, then each seat with each number of hands.
pub(crate) fn seatings(printed: &Printed, spots: &[Spot]) -> Vec<Seating> {
    let own = (1..=printed.seats).flat_map(|seat| (1..=printed.hands_max).map(move |hands| (Some(seat), hands)));
    let views = std::iter::once((None, 1)).chain(own);
    views
        .map(|(mine, hands)| seating(printed, spots, mine, hands))
        .collect()
}

fn seating(printed: &Printed, spots: &[Spot], mine: Option<u8>, hands: u8) -> Seating {
    let several = if hands > 1 { SMALLER * f64::from(hands) } else { 1.0 };
    let own_breadth = mine.map_or(0.0, |_| OWN * BREADTH * several);
    let others = f64::from(printed.seats - u8::from(mine.is_some())).max(1.0);
    let other = f64::min(1.05, (1284.0 - own_breadth) / (BREADTH * others));
    let breadth = |seat: u8| {
        8.0 + if Some(seat) == mine {
            own_breadth
        } else {
            BREADTH * other
        }
    };
    let total: f64 = (1..=printed.seats).map(breadth).sum();
    let mut left = MIDDLE - total / 2.0;
    let rail = Plan::outline().points(48);
    let hands = side_by_side(hands);
    let seats = (1..=printed.seats).rev().map(|seat| {
        let x = left + breadth(seat) / 2.0;
        left += breadth(seat);
        let is_mine = Some(seat) == mine;
        let bend = f64::sqrt(f64::max(0.0, 1.0 - ((x - MIDDLE) / 690.0).powi(2)));
        let lifted = if is_mine { 24.0 } else { 0.0 };
        let place = SeatPlace {
            seat,
            mine: is_mine,
            x: hundredths(x),
            y: hundredths(216.0 + 436.0 * bend - lifted + (139.0 - bottom(spots)) * 0.6),
            scale: if is_mine { OWN } else { hundredths(other) },
            angle: hundredths((MIDDLE - x) / MIDDLE * 20.0),
            room: if is_mine {
                f64::max(250.0, hundredths(own_breadth / OWN))
            } else {
                210.0
            },
        };
        let one = [ORIGIN];
        place.clear_of(&rail, spots, if is_mine { &hands } else { &one })
    });
    Seating {
        mine,
        seats: seats.collect(),
        hands: hands.clone(),
    }
}

/// One hand takes the whole seat, more lie side by side, each a little smaller.
fn side_by_side(count: u8) -> Vec<Place> {
    let scale = if count > 1 { SMALLER } else { 1.0 };
    let hands = (0..usize::from(count)).map(|place| Place {
        x: hundredths(along(place, count.into(), 206.0) * scale),
        y: 0.0,
        scale,
        angle: 0.0,
    });
    hands.collect()
}

/// Where the one hand of a seat lies.
pub(crate) const ORIGIN: Place = Place {
    x: 0.0,
    y: 0.0,
    scale: 1.0,
    angle: 0.0,
};

impl SeatPlace {
    /// The seat moved up, toward the dealer, until its spots keep away from the rail: the ends of a table bend in.
    fn clear_of(mut self, rail: &[(f64, f64)], spots: &[Spot], hands: &[Place]) -> SeatPlace {
        const STEP: f64 = 2.0;
        let top = self.y - 120.0;
        while self.y > top && self.from(rail, spots, hands) < FROM_RAIL {
            self.y = hundredths(self.y - STEP);
        }
        self
    }

    /// How far the spots of the seat's hands are from the rail.
    pub(crate) fn from(&self, rail: &[(f64, f64)], spots: &[Spot], hands: &[Place]) -> f64 {
        let circles = hands.iter().flat_map(|hand| {
            spots.iter().map(|spot| {
                let middle = self.on(hand.x + spot.x * hand.scale, hand.y + spot.y * hand.scale);
                (middle, spot.r * hand.scale * self.scale)
            })
        });
        let gap = |(middle, r): (Place, f64)| {
            let far = rail.iter().map(|(x, y)| f64::hypot(middle.x - x, middle.y - y));
            far.fold(f64::INFINITY, f64::min) - r
        };
        circles.map(gap).fold(f64::INFINITY, f64::min)
    }

    /// A point of the seat's one hand, in the coordinates of the felt.
    pub fn on(&self, x: f64, y: f64) -> Place {
        let (sin, cos) = self.angle.to_radians().sin_cos();
        let (right, down) = (x * self.scale, y * self.scale);
        Place {
            x: self.x + right * cos - down * sin,
            y: self.y + right * sin + down * cos,
            scale: self.scale,
            angle: self.angle,
        }
    }
}

/// A length to a hundredth, which is all that a screen can show.
pub(crate) fn hundredths(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}
