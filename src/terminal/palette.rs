//! The colors of the felt. Without colors everything is told apart by weight and signs alone.

use croupier_rules::Suit;
use ratatui::style::{Color, Modifier, Style};

use super::session::Tone;

/// How the suits are colored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colors {
    /// No colors at all.
    None,
    /// Red hearts and diamonds, black clubs and spades.
    Two,
    /// Red hearts, blue diamonds, green clubs, black spades.
    Four,
}

const FELT: Color = Color::Indexed(22);
const FACE: Color = Color::Indexed(255);
const INK: Color = Color::Indexed(253);
const GOLD: Color = Color::Indexed(221);
const DIM: Color = Color::Indexed(108);

impl Colors {
    /// The colors for this environment: none where `NO_COLOR` is set.
    pub fn of_environment(four: bool) -> Colors {
        if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            Colors::None
        } else if four {
            Colors::Four
        } else {
            Colors::Two
        }
    }

    /// The felt itself and what is written on it.
    pub fn felt(self) -> Style {
        self.colored(Style::new().fg(INK).bg(FELT))
    }

    /// Frames, hints and clauses.
    pub fn dim(self) -> Style {
        self.felt().patch(self.colored(Style::new().fg(DIM)))
    }

    /// Headings and keys.
    pub fn gold(self) -> Style {
        self.felt()
            .patch(self.colored(Style::new().fg(GOLD)))
            .add_modifier(Modifier::BOLD)
    }

    /// A key to press.
    pub fn key(self) -> Style {
        match self {
            Colors::None => Style::new().add_modifier(Modifier::REVERSED),
            _ => Style::new()
                .fg(Color::Indexed(16))
                .bg(GOLD)
                .add_modifier(Modifier::BOLD),
        }
    }

    /// An open card.
    pub fn card(self, suit: Suit) -> Style {
        let ink = match (self, suit) {
            (Colors::None, _) => return Style::new(),
            (_, Suit::Hearts) => Color::Indexed(160),
            (Colors::Two, Suit::Diamonds) => Color::Indexed(160),
            (Colors::Four, Suit::Diamonds) => Color::Indexed(26),
            (Colors::Four, Suit::Clubs) => Color::Indexed(28),
            (_, Suit::Clubs | Suit::Spades) => Color::Indexed(16),
        };
        Style::new().fg(ink).bg(FACE)
    }

    /// The edge of an open card.
    pub fn edge(self) -> Style {
        self.colored(Style::new().fg(Color::Indexed(244)).bg(FACE))
    }

    /// The back of a card.
    pub fn back(self) -> Style {
        self.colored(Style::new().fg(Color::Indexed(110)).bg(Color::Indexed(18)))
    }

    /// A line of the commentary or an amount.
    pub fn tone(self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => self.felt(),
            Tone::Yours => self.felt().add_modifier(Modifier::BOLD),
            Tone::Gain => self
                .felt()
                .patch(self.colored(Style::new().fg(Color::Indexed(119))))
                .bold(),
            Tone::Loss => self
                .felt()
                .patch(self.colored(Style::new().fg(Color::Indexed(210))))
                .bold(),
        }
    }

    fn colored(self, style: Style) -> Style {
        if self == Colors::None { Style::new() } else { style }
    }
}
