//! The layout of a table, drawn in lines from the same plan as the felt of the page.

use croupier_felt::{Curve, PayCard, Plan, Printed, SeatPlace, Slot, Spot, SpotKind};
use croupier_rules::Game;

use crate::document::Figure;
use crate::picture::{Letters, Picture, Point};

/// Points of each bend of a curve.
const EACH: u32 = 48;

/// The layout of a game as a figure.
pub fn layout(game: &Game) -> Figure {
    let printed = Printed::of(game);
    let plan = Plan::new(&printed);
    Figure {
        picture: drawn(&printed, &plan),
        alt: described(&printed, &plan),
        caption: format!(
            "The layout of {}, seen from the players' side. It is not to scale.",
            game.short_name
        ),
    }
}

fn drawn(printed: &Printed, plan: &Plan) -> Picture {
    let mut picture = Picture::new(plan.width, plan.height);
    picture.path(&Plan::outline().points(EACH), 5.0, &[]);
    let title_size = f64::min(38.0, 1000.0 / printed.title.chars().count() as f64);
    words_along(
        &mut picture,
        &Plan::title(),
        Letters::new(title_size).bold(),
        &printed.title,
    );
    words_along(&mut picture, &Plan::pays_along(), Letters::new(18.0), &plan.pays);
    if let Some(band) = &plan.insurance {
        let [upper, lower, line] = Plan::insurance_band();
        picture.path(&upper.points(EACH), 1.5, &[]);
        picture.path(&lower.points(EACH), 1.5, &[]);
        words_along(&mut picture, &line, Letters::new(17.0), &band.words);
    }
    plan.slots.iter().for_each(|slot| card_slot(&mut picture, slot));
    plan.pay_cards.iter().for_each(|card| pay_card(&mut picture, card));
    gear(&mut picture, plan);
    let seating = plan.seating(None, 1);
    for seat in seating.into_iter().flat_map(|seating| &seating.seats) {
        plan.spots.iter().for_each(|each| spot(&mut picture, seat, each));
    }
    picture
}

/// Shoe, discard tray and chip rack, as the boxes they are.
fn gear(picture: &mut Picture, plan: &Plan) {
    for (name, at, (width, height)) in [
        ("shoe", plan.shoe, (160.0, 90.0)),
        ("discards", plan.tray, (120.0, 90.0)),
        ("chip rack", plan.rack, (380.0, 38.0)),
    ] {
        outline(
            picture,
            (at.x - width / 2.0, at.y - height / 2.0),
            (width, height),
            &[6.0, 4.0],
        );
        picture.text(at.x, at.y + 5.0, Letters::new(15.0).middle(), name);
    }
}

fn card_slot(picture: &mut Picture, slot: &Slot) {
    let corner = (slot.x - slot.width / 2.0, slot.y - slot.height / 2.0);
    outline(picture, corner, (slot.width, slot.height), &[]);
    if !slot.name.is_empty() {
        picture.text(
            slot.x,
            slot.y + 4.0,
            Letters::new(slot.width * 0.13).middle(),
            &slot.name,
        );
    }
}

fn pay_card(picture: &mut Picture, card: &PayCard) {
    outline(picture, (card.x, card.y), (card.width, card.height), &[]);
    picture.text(
        card.x + card.width / 2.0,
        card.y + 20.0,
        Letters::new(13.0).bold().middle(),
        &card.name,
    );
    // All rows are set in the size in which the longest fits.
    let fitting = card
        .rows
        .iter()
        .map(|row| (card.width - 24.0) / breadth(&format!("{}  {}", row.name, row.pays)));
    let size = fitting.fold(11.0, f64::min);
    for (place, row) in card.rows.iter().enumerate() {
        let y = card.y + 42.0 + 16.0 * place as f64;
        picture.text(card.x + 8.0, y, Letters::new(size), &row.name);
        picture.text(card.x + card.width - 8.0, y, Letters::new(size).end(), &row.pays);
    }
}

/// A betting spot of one seat, with its name.
fn spot(picture: &mut Picture, seat: &SeatPlace, spot: &Spot) {
    let around = |reach: f64| -> Vec<Point> {
        let corners: Vec<Point> = match spot.kind {
            SpotKind::Street => vec![(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)],
            _ => (0..=EACH)
                .map(|step| (f64::from(step) / f64::from(EACH) * std::f64::consts::TAU).sin_cos())
                .collect(),
        };
        let on_felt = |(x, y): Point| {
            let place = seat.on(spot.x + x * reach, spot.y + y * reach);
            (place.x, place.y)
        };
        corners.into_iter().map(on_felt).collect()
    };
    picture.path(&around(spot.r), 2.0, &[]);
    if spot.kind == SpotKind::Main {
        picture.path(&around(spot.r - 5.0), 1.0, &[]);
    }
    for (place, line) in spot.lines.iter().enumerate() {
        let down = (place as f64 - (spot.lines.len() as f64 - 1.0) / 2.0) * spot.size * 1.05 + spot.size * 0.35;
        let at = seat.on(spot.x, spot.y + down);
        let letters = Letters::new(spot.size * at.scale).middle().turned(at.angle);
        picture.text(at.x, at.y, letters, line);
    }
}

fn outline(picture: &mut Picture, (x, y): Point, (width, height): (f64, f64), dashes: &'static [f64]) {
    let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)];
    picture.path(&corners, 1.5, dashes);
}

/// How wide words are beside the size of their letters, about, in the condensed letters of pictures.
fn breadth(words: &str) -> f64 {
    let letter = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | '\'' | '·' | ' ' => 0.28,
        'f' | 'r' | 't' | '-' | '/' => 0.36,
        'm' | 'w' | 'M' | 'W' => 0.82,
        'A'..='Z' | '&' | '+' => 0.64,
        _ => 0.56,
    };
    words.chars().map(letter).sum()
}

/// Words around the middle of a curve, each turned as the curve is there.
fn words_along(picture: &mut Picture, curve: &Curve, letters: Letters, words: &str) {
    let points = curve.points(EACH);
    let steps = || {
        points.windows(2).map(|pair| {
            (
                pair[0],
                pair[1],
                f64::hypot(pair[1].0 - pair[0].0, pair[1].1 - pair[0].1),
            )
        })
    };
    let whole: f64 = steps().map(|(_, _, length)| length).sum();
    // Bold letters are about an eighth wider.
    let weight = if letters.bold { 1.125 } else { 1.0 };
    let wide = |word: &str| breadth(word) * letters.size * weight;
    let mut reached = (whole - wide(words)) / 2.0;
    for word in words.split(' ') {
        let middle = reached + wide(word) / 2.0;
        reached += wide(word) + wide(" ");
        let mut left = middle;
        let found = steps().find(|(_, _, length)| {
            left -= length;
            left <= 0.0
        });
        if let (Some((from, to, length)), false) = (found, word.is_empty()) {
            let share = 1.0 + left / length;
            let angle = f64::atan2(to.1 - from.1, to.0 - from.0).to_degrees();
            let at = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            picture.text(at.0, at.1, letters.middle().turned(angle), word);
        }
    }
}

/// The layout in words, for those who do not see it.
fn described(printed: &Printed, plan: &Plan) -> String {
    let spots: Vec<&str> = plan.spots.iter().map(|spot| spot.name.as_str()).collect();
    let cards: Vec<&str> = plan.pay_cards.iter().map(|card| card.name.as_str()).collect();
    let mut text = format!(
        "A table with {} seats in an arc around the dealer. Each seat has spots for {}.",
        printed.seats,
        spots.join(", ")
    );
    if !cards.is_empty() {
        text += &format!(
            " The pay tables of {} are printed beside the dealer.",
            cards.join(" and ")
        );
    }
    if plan.insurance.is_some() {
        text += " A band for insurance runs between the dealer and the seats.";
    }
    text
}
