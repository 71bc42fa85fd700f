//! Help: the keys, the rule sheet, and what every bet pays.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Padding, Paragraph, Wrap};

use crate::terminal::pays::{PayLine, pays};
use crate::terminal::screen::{PAYS_WIDTH, Screen};
use crate::terminal::session::Session;

/// As many lines as a terminal of 24 has room for.
const KEYS: [(&str, &str); 18] = [
    ("H  S", "hit, stand"),
    ("D  P", "double, split a pair"),
    ("R", "surrender"),
    ("I  N", "insurance, no insurance"),
    ("E  T", "even money, take the blackjack's pay"),
    ("F", "fold"),
    ("1 2 3", "bet so many times the ante; 0 checks"),
    ("A", "ask the coach what each choice is worth"),
    ("", ""),
    ("↑ ↓ ← →", "choose a bet and change it; digits type an amount"),
    ("Enter", "deal; after a round, the same bets again"),
    ("B  C", "change the bets; cut a fresh shoe"),
    ("", ""),
    ("PgUp PgDn", "earlier and later commentary"),
    ("W", "save the last round as a transcript"),
    ("O", "what every bet pays, and the most that is paid"),
    ("?  Tab", "this help; the rule sheet"),
    ("Q", "leave the table"),
];

/// Draws the keys.
pub fn draw_keys(frame: &mut Frame, area: Rect, screen: &Screen) {
    let colors = screen.colors;
    let lines: Vec<Line> = KEYS
        .iter()
        .map(|(keys, does)| {
            Line::from(vec![
                Span::styled(format!("{keys:12}"), colors.gold()),
                Span::styled(*does, colors.felt()),
            ])
        })
        .collect();
    let block = framed(screen, " Keys ");
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// Draws the rule sheet from this line on.
pub fn draw_sheet(frame: &mut Frame, area: Rect, screen: &Screen, top: usize) {
    let shown = screen.sheet.iter().skip(top).take(usize::from(area.height));
    let lines: Vec<Line> = shown.map(|line| Line::from(line.as_str())).collect();
    let block = framed(screen, " Rule sheet ");
    let sheet = Paragraph::new(lines).wrap(Wrap { trim: false }).block(block);
    frame.render_widget(sheet.style(screen.colors.felt()), area);
}

/// Draws what every bet pays from this line on, in two columns: where the first ends the second goes on.
pub fn draw_pays(frame: &mut Frame, area: Rect, session: &Session, screen: &Screen, top: usize) {
    let colors = screen.colors;
    let block = framed(screen, " What every bet pays ");
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let lines = pays(session.game(), PAYS_WIDTH);
    let shown: Vec<Line> = lines
        .into_iter()
        .skip(top)
        .map(|line| match line {
            PayLine::Heading(name) => Line::from(Span::styled(name, colors.gold())),
            PayLine::Text(text) => Line::from(Span::styled(text, colors.felt())),
        })
        .collect();
    let [left, _, right] = Layout::horizontal([
        Constraint::Length(PAYS_WIDTH as u16),
        Constraint::Length(2),
        Constraint::Length(PAYS_WIDTH as u16),
    ])
    .areas(inside);
    let first = shown.len().min(usize::from(inside.height));
    frame.render_widget(Paragraph::new(shown[..first].to_vec()), left);
    // A column begins with what it has to tell.
    let rest = shown[first..].iter().skip_while(|line| line.width() == 0);
    frame.render_widget(Paragraph::new(rest.cloned().collect::<Vec<_>>()), right);
}

fn framed(screen: &Screen, title: &'static str) -> Block<'static> {
    Block::new()
        .borders(Borders::ALL)
        .border_style(screen.colors.dim())
        .padding(Padding::horizontal(1))
        .title(Span::styled(title, screen.colors.gold()))
}
