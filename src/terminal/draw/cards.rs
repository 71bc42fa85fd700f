//! Cards, drawn large enough to read: seven columns by five rows, laid over each other where there is little room.

use croupier_rules::Rank;
use croupier_table::Seen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::terminal::palette::Colors;

/// The columns of a card.
pub const WIDTH: u16 = 7;
/// The rows of a card.
pub const HEIGHT: u16 = 5;
/// The columns that must stay free of a card for its rank and suit to be read.
const STEP_MIN: u16 = 3;

/// Draws cards from left to right. Where the room is too small even for cards laid over each other, the first ones are
/// left out and counted.
pub fn draw(buffer: &mut Buffer, area: Rect, cards: &[Seen], colors: Colors) {
    if area.width < WIDTH || area.height < HEIGHT || cards.is_empty() {
        return;
    }
    let room = usize::from((area.width - WIDTH) / STEP_MIN) + 1;
    let left_out = cards.len().saturating_sub(room);
    let cards = &cards[left_out..];
    let step = match cards.len() {
        1 => WIDTH + 1,
        many => ((area.width - WIDTH) / (many as u16 - 1)).clamp(STEP_MIN, WIDTH + 1),
    };
    for (place, card) in cards.iter().enumerate() {
        let x = area.x + place as u16 * step;
        let cover = match place + 1 == cards.len() || step >= WIDTH {
            true => Cover::Free,
            false if step > STEP_MIN => Cover::Partly,
            false => Cover::Mostly,
        };
        draw_one(buffer, x, area.y, *card, cover, colors);
    }
    if left_out > 0 {
        buffer.set_string(area.x + 1, area.y + HEIGHT - 2, format!("+{left_out}"), colors.edge());
    }
}

/// The columns this many cards take side by side.
pub fn width(cards: usize) -> u16 {
    (cards as u16 * (WIDTH + 1)).saturating_sub(1)
}

/// How much of a card the next one hides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cover {
    Free,
    Partly,
    Mostly,
}

fn draw_one(buffer: &mut Buffer, x: u16, y: u16, card: Seen, cover: Cover, colors: Colors) {
    let edge = if card.0.is_some() {
        colors.edge()
    } else {
        colors.back()
    };
    buffer.set_string(x, y, "╭─────╮", edge);
    for row in 1..HEIGHT - 1 {
        buffer.set_string(x, y + row, "│     │", edge);
    }
    buffer.set_string(x, y + HEIGHT - 1, "╰─────╯", edge);
    let Some(card) = card.0 else {
        for row in 1..HEIGHT - 1 {
            buffer.set_string(x + 1, y + row, "░░░░░", edge);
        }
        return;
    };
    let rank = match card.rank() {
        Rank::Ten if cover != Cover::Mostly => "10".to_string(),
        rank => rank.letter().to_string(),
    };
    let ink = colors.card(card.suit()).add_modifier(Modifier::BOLD);
    let symbol = card.suit().symbol();
    buffer.set_string(x + 1, y + 1, format!("{rank}{symbol}"), ink);
    if cover == Cover::Free {
        buffer.set_string(x + 3, y + 2, symbol.to_string(), ink);
        buffer.set_string(x + 1, y + 3, format!("{:>5}", format!("{rank}{symbol}")), ink);
    }
}
