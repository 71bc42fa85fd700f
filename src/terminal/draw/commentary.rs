//! What has been said, the latest at the bottom, wrapped to the window.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};

use crate::terminal::screen::Screen;
use crate::terminal::session::Session;

/// Draws the commentary.
pub fn draw(frame: &mut Frame, area: Rect, session: &Session, screen: &Screen) {
    let colors = screen.colors;
    let title = match screen.back {
        0 => " Commentary ".to_string(),
        _ => " Commentary, earlier (PgDn for later) ".to_string(),
    };
    let block = Block::new()
        .borders(Borders::TOP)
        .border_style(colors.dim())
        .title(Span::styled(title, colors.gold()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let said = &session.log()[..session.log().len() - screen.back.min(session.log().len())];
    let height = usize::from(inner.height);
    let mut lines: Vec<Line> = Vec::new();
    // From the end, and only as far as the window shows.
    for line in said.iter().rev().take(height) {
        let mut words: Vec<(&str, Style)> = line
            .text
            .split(' ')
            .map(|word| (word, colors.tone(line.tone)))
            .collect();
        // A paragraph sign stays with its heading.
        let cites = line
            .cites
            .as_ref()
            .map(|cites| format!("[{}]", cites.replace(" ¶", "\u{a0}¶")));
        if let Some(cites) = &cites {
            words.extend(cites.split(' ').map(|word| (word, colors.dim())));
        }
        let wrapped = wrap(&words, usize::from(inner.width.saturating_sub(2)));
        lines.extend(wrapped.into_iter().rev());
    }
    lines.truncate(height);
    lines.reverse();
    frame.render_widget(Paragraph::new(lines), inner);
}

fn wrap(words: &[(&str, Style)], width: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::from(" ")];
    for (word, style) in words {
        let long = lines
            .last()
            .is_some_and(|line| line.width() + word.chars().count() > width);
        if long {
            lines.push(Line::from("   "));
        }
        if let Some(line) = lines.last_mut() {
            line.push_span(Span::styled(format!("{word} "), *style));
        }
    }
    lines
}
