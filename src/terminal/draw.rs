//! The felt: a picture of a session, and nothing but a picture. The same session always gives the same cells.

mod bets;
mod cards;
mod commentary;
mod help;
mod table;

use croupier_rules::Money;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};

use super::screen::{Ask, Front, Message, Screen, question};
use super::session::{Phase, Session, Tone};
use super::words;

/// The least window the table is drawn in.
pub const LEAST: (u16, u16) = (70, 22);
/// From this width on the commentary stands beside the table.
const WIDE: u16 = 110;

/// Draws the session as the screen shows it.
pub fn draw(frame: &mut Frame, session: &Session, screen: &Screen) {
    let area = frame.area();
    frame.render_widget(Block::new().style(screen.colors.felt()), area);
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return draw_too_small(frame, area);
    }
    let [top, middle, bottom] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(3)]).areas(area);
    header(frame, top, session, screen);
    match screen.front {
        Front::Keys => help::draw_keys(frame, middle, screen),
        Front::Sheet { top } => help::draw_sheet(frame, middle, screen, top),
        Front::Pays { top } => help::draw_pays(frame, middle, session, screen, top),
        _ if area.width >= WIDE => draw_wide(frame, middle, session, screen),
        _ => draw_narrow(frame, middle, session, screen),
    }
    footer(frame, bottom, session, screen);
}

fn draw_wide(frame: &mut Frame, area: Rect, session: &Session, screen: &Screen) {
    let [felt, side] = Layout::horizontal([Constraint::Min(0), Constraint::Length(46)]).areas(area);
    let [said, money] = Layout::vertical([Constraint::Min(0), Constraint::Length(8)]).areas(side);
    draw_front(frame, felt, session, screen);
    commentary::draw(frame, said, session, screen);
    table::draw_bankroll(frame, money, session, screen);
}

fn draw_narrow(frame: &mut Frame, area: Rect, session: &Session, screen: &Screen) {
    let felt = match screen.front {
        Front::Bets
        | Front::Typing {
            ask: Ask::Bet(_) | Ask::Cut,
            ..
        } => bets::height(session),
        _ => table::height(session),
    };
    let [felt, said] = Layout::vertical([Constraint::Length(felt), Constraint::Min(0)]).areas(area);
    draw_front(frame, felt, session, screen);
    commentary::draw(frame, said, session, screen);
}

fn draw_front(frame: &mut Frame, area: Rect, session: &Session, screen: &Screen) {
    match screen.front {
        Front::Bets
        | Front::Typing {
            ask: Ask::Bet(_) | Ask::Cut,
            ..
        } => bets::draw(frame, area, session, screen),
        _ => table::draw(frame, area, session, screen),
    }
}

fn draw_too_small(frame: &mut Frame, area: Rect) {
    let text = format!(
        "The table needs a window of {} by {}.\nThis one is {} by {}.\nMake it larger, or press q to leave.",
        LEAST.0, LEAST.1, area.width, area.height
    );
    frame.render_widget(Paragraph::new(text), area);
}

fn header(frame: &mut Frame, area: Rect, session: &Session, screen: &Screen) {
    let colors = screen.colors;
    let seat = format!("  seat {} of {}", session.seats().yours, session.game().table.seats);
    let left = vec![
        Span::styled(format!(" {}", session.game().short_name), colors.gold()),
        Span::styled(seat, colors.dim()),
    ];
    let right = match screen.front {
        Front::Retold { told, of } => vec![Span::styled(format!("step {told} of {of} "), colors.gold())],
        _ => money(session, screen),
    };
    frame.render_widget(Paragraph::new(Line::from(left)), area);
    frame.render_widget(Paragraph::new(Line::from(right).right_aligned()), area);
}

/// The player's money: how it went, what is left, what is on the table, what is won or lost so far.
fn money(session: &Session, screen: &Screen) -> Vec<Span<'static>> {
    let colors = screen.colors;
    let start = session.history().first().copied().unwrap_or_default();
    let on_table = session.on_table();
    let now = session.cash() + on_table;
    let mut right = vec![Span::styled(table::sparks(session.history(), 12), colors.gold())];
    right.push(Span::styled(format!("  {}", session.cash()), colors.gold()));
    if on_table != Money::ZERO {
        right.push(Span::styled(format!(" + {on_table} on the table"), colors.dim()));
    }
    if now != start && on_table == Money::ZERO {
        let tone = if now > start { Tone::Gain } else { Tone::Loss };
        let sign = if now > start { "+" } else { "" };
        right.push(Span::styled(format!(" ({sign}{})", now - start), colors.tone(tone)));
    }
    right.push(Span::raw(" "));
    right
}

fn footer(frame: &mut Frame, area: Rect, session: &Session, screen: &Screen) {
    let [says, keys] = Layout::vertical([Constraint::Length(1), Constraint::Length(2)]).areas(area);
    let colors = screen.colors;
    if let Front::Typing { ask, text } = &screen.front {
        let line = Line::from(vec![
            Span::styled(format!(" {} ", question(session, *ask)), colors.gold()),
            Span::styled(format!("{text}▏"), colors.tone(Tone::Yours)),
        ]);
        frame.render_widget(Paragraph::new(line), says);
    } else if let Some(message) = &screen.message {
        let (text, tone) = match message {
            Message::Done(text) => (text, Tone::Gain),
            Message::Refused(text) => (text, Tone::Loss),
        };
        frame.render_widget(Paragraph::new(format!(" {text}")).style(colors.tone(tone)), says);
    } else {
        frame.render_widget(Paragraph::new(prompt(session, screen)).style(colors.gold()), says);
    }
    let keys_line = wrap_keys(&key_list(session, screen), keys.width, screen);
    frame.render_widget(Paragraph::new(keys_line), keys);
}

/// What the table waits for, in a few words.
fn prompt(session: &Session, screen: &Screen) -> String {
    match (&screen.front, session.phase()) {
        (Front::Keys | Front::Sheet { .. } | Front::Pays { .. } | Front::Typing { .. }, _) => String::new(),
        (Front::Bets, _) => match session.cut_due() {
            Some(_) => " The shoe is shuffled: cut it yourself, or just deal.".to_string(),
            None => " Place your bets.".to_string(),
        },
        (Front::Retold { told: 0, .. }, _) => " The bets are down.".to_string(),
        (Front::Retold { .. }, _) => String::new(),
        (_, Phase::Moving) => " The dealer is busy…".to_string(),
        (_, Phase::Betting) => " The round is over.".to_string(),
        (_, Phase::Choosing) => match (session.choice(), session.view()) {
            (Some(choice), Some(view)) => {
                let mine = |hand: &&croupier_table::HandView| hand.at.seat == choice.hand.seat;
                let several = view.hands.iter().filter(mine).count() > 1;
                let title = super::session::hand_title(choice.hand, several);
                format!(" {title}: your choice.")
            }
            _ => String::new(),
        },
    }
}

/// The keys that do something now, each with what it does.
fn key_list(session: &Session, screen: &Screen) -> Vec<(String, String)> {
    let pair = |key: &str, does: &str| (key.to_string(), does.to_string());
    match &screen.front {
        Front::Typing { .. } => vec![pair("Enter", "done"), pair("Esc", "back")],
        Front::Retold { .. } => vec![
            pair("→", "next step"),
            pair("←", "back"),
            pair("Home End", "first, last"),
            pair("PgUp PgDn", "commentary"),
            pair("Q", "leave"),
        ],
        Front::Keys => vec![pair("Tab", "rule sheet"), pair("Esc", "back to the table")],
        Front::Sheet { .. } => vec![
            pair("↑ ↓", "scroll"),
            pair("PgDn", "page"),
            pair("Tab", "keys"),
            pair("Esc", "back to the table"),
        ],
        Front::Pays { .. } => vec![
            pair("↑ ↓", "scroll"),
            pair("PgDn", "page"),
            pair("Esc", "back to the table"),
        ],
        Front::Bets => {
            let mut keys = vec![pair("Enter", "deal"), pair("↑ ↓", "choose"), pair("← →", "change")];
            keys.push(pair("0-9", "type"));
            if session.cut_due().is_some() {
                keys.push(pair("C", "cut"));
            }
            keys.extend([pair("O", "payouts"), pair("?", "help"), pair("Q", "leave")]);
            keys
        }
        Front::Table => match session.phase() {
            Phase::Moving => vec![pair("Enter", "hurry"), pair("?", "help")],
            Phase::Choosing => choice_keys(session),
            Phase::Betting => {
                let mut keys = vec![pair("Enter", "same bets"), pair("B", "change bets")];
                if session.cut_due().is_some() {
                    keys.push(pair("C", "cut"));
                }
                keys.extend([
                    pair("W", "save the round"),
                    pair("O", "payouts"),
                    pair("?", "help"),
                    pair("Q", "leave"),
                ]);
                keys
            }
        },
    }
}

fn choice_keys(session: &Session) -> Vec<(String, String)> {
    let (Some(choice), Some(view)) = (session.choice(), session.view()) else {
        return Vec::new();
    };
    let Some(hand) = view.hands.iter().find(|hand| hand.at == choice.hand) else {
        return Vec::new();
    };
    choice
        .offers
        .iter()
        .map(|offer| {
            let label = offer.kind.label(session.game(), hand.added.len());
            let price = words::price(session, hand, offer);
            let does = match (price.is_empty(), session.affords(hand, offer)) {
                (true, _) => label,
                (false, true) => format!("{label} {price}"),
                (false, false) => format!("{label} {price} (too dear)"),
            };
            (offer.kind.key().to_string(), does)
        })
        .chain([("A", "Ask the coach"), ("O", "Payouts")].map(|(key, does)| (key.to_string(), does.to_string())))
        .collect()
}

/// Keys with what they do, on as many lines as they need.
fn wrap_keys(keys: &[(String, String)], width: u16, screen: &Screen) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for (key, does) in keys {
        let spans = [
            Span::raw(" "),
            Span::styled(format!(" {key} "), screen.colors.key()),
            Span::styled(format!(" {does} "), screen.colors.felt()),
        ];
        let needed: usize = spans.iter().map(Span::width).sum();
        if lines
            .last()
            .is_some_and(|line| line.width() + needed > usize::from(width))
        {
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            line.spans.extend(spans);
        }
    }
    lines
}

#[cfg(test)]
mod tests;
