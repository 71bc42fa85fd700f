//! The cards on the table: the dealer or the board, the player's hands with their bets, the other seats, the bankroll.

use croupier_rules::play::points;
use croupier_rules::{Card, Family, Money};
use croupier_table::{Commentary, HandStanding, HandView, Outcome, Seen, View, Wager, WagerKind};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Sparkline};

use super::cards;
use crate::terminal::screen::Screen;
use crate::terminal::session::{Session, Tone};

/// Rows above a hand's cards, and below them for its bets.
const HAND_ROWS: u16 = 1 + cards::HEIGHT + 2;

/// The rows the table takes where there is little room.
pub fn height(session: &Session) -> u16 {
    1 + cards::HEIGHT + HAND_ROWS + others_rows(session)
}

/// Draws the table.
pub fn draw(frame: &mut Frame, area: Rect, session: &Session, screen: &Screen) {
    let Some(view) = session.view() else { return };
    let spare = area.height.saturating_sub(height(session));
    let gap = (spare / 3).min(2);
    let [_, dealer, _, others, _, hands] = Layout::vertical([
        Constraint::Length(gap),
        Constraint::Length(1 + cards::HEIGHT),
        Constraint::Length(gap),
        Constraint::Length(others_rows(session)),
        Constraint::Length(gap.min(1)),
        Constraint::Min(HAND_ROWS),
    ])
    .areas(area);
    if session.game().baccarat().is_some() {
        draw_coup(frame, dealer, &view, screen);
    } else if view.dealer.is_empty() && !view.board.is_empty() {
        let title = match session.game().single_card() {
            Some(_) => " In the middle",
            None => " Community cards",
        };
        draw_board(frame, dealer, &view, title, screen);
    } else {
        draw_dealer(frame, dealer, &view, screen);
    }
    draw_others(frame, others, session, &view, screen);
    draw_hands(frame, hands, session, &view, screen);
}

/// Draws what the player has had after every round.
pub fn draw_bankroll(frame: &mut Frame, area: Rect, session: &Session, screen: &Screen) {
    let colors = screen.colors;
    let history = session.history();
    let title = match history.len() - 1 {
        1 => " Bankroll over 1 round ".to_string(),
        rounds => format!(" Bankroll over {rounds} rounds "),
    };
    let block = Block::new()
        .borders(Borders::TOP)
        .border_style(colors.dim())
        .title(Span::styled(title, colors.gold()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let [graph, range] = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(inner);
    let shown = &history[history.len().saturating_sub(usize::from(graph.width))..];
    // The least amount still has a foot to stand on.
    let bars: Vec<u64> = heights(shown, 60).iter().map(|height| height + 4).collect();
    frame.render_widget(Sparkline::default().data(&bars).max(64).style(colors.gold()), graph);
    let least = history.iter().min().copied().unwrap_or_default();
    let most = history.iter().max().copied().unwrap_or_default();
    let line = format!(" least {least}, most {most}, now {}", session.cash());
    frame.render_widget(Paragraph::new(line).style(colors.dim()), range);
}

/// The last amounts as a row of little bars.
pub fn sparks(history: &[Money], most: usize) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    if history.len() < 2 {
        return String::new();
    }
    let shown = &history[history.len().saturating_sub(most)..];
    heights(shown, 7).iter().map(|height| BARS[*height as usize]).collect()
}

/// Amounts as heights from 0 to `top`, the least at the bottom.
fn heights(amounts: &[Money], top: i64) -> Vec<u64> {
    let cents = || amounts.iter().map(|amount| amount.cents());
    let least = cents().min().unwrap_or(0);
    let range = (cents().max().unwrap_or(0) - least).max(1);
    cents().map(|amount| ((amount - least) * top / range) as u64).collect()
}

fn draw_dealer(frame: &mut Frame, area: Rect, view: &View, screen: &Screen) {
    let colors = screen.colors;
    let hidden = view.dealer.iter().any(|card| card.0.is_none());
    let mut title = vec![Span::styled(" Dealer", colors.gold())];
    if let Some(total) = &view.dealer_total {
        let said = match view.dealer.first().and_then(|card| card.0) {
            Some(card) if hidden || view.dealer.len() < 2 => format!("shows {}", card.rank().name()),
            _ if total.starts_with("Bust") => total.clone(),
            _ => format!("has {total}"),
        };
        title.push(Span::styled(format!("  {said}"), colors.felt()));
    }
    frame.render_widget(Paragraph::new(Line::from(title)), Rect { height: 1, ..area });
    cards::draw(frame.buffer_mut(), below_title(area), &view.dealer, colors);
}

fn draw_board(frame: &mut Frame, area: Rect, view: &View, board_title: &str, screen: &Screen) {
    let colors = screen.colors;
    let board = cards::width(view.board.len()) + 3;
    let [community, extra] = Layout::horizontal([Constraint::Length(board + 2), Constraint::Min(0)]).areas(area);
    for (area, title, row) in [
        (community, board_title, &view.board),
        (extra, " Bonus cards", &view.extra),
    ] {
        if !row.is_empty() {
            frame.render_widget(Paragraph::new(title).style(colors.gold()), Rect { height: 1, ..area });
            cards::draw(frame.buffer_mut(), below_title(area), row, colors);
        }
    }
}

/// The two hands of a coup, each with its points.
fn draw_coup(frame: &mut Frame, area: Rect, view: &View, screen: &Screen) {
    let colors = screen.colors;
    let columns = Layout::horizontal([Constraint::Fill(1); 2]).split(area);
    for (area, name, hand) in [
        (columns[0], "Player", &view.board),
        (columns[1], "Banker", &view.dealer),
    ] {
        let cards: Vec<Card> = hand.iter().filter_map(|seen| seen.0).collect();
        let mut title = vec![Span::styled(format!(" {name}"), colors.gold())];
        if !cards.is_empty() {
            title.push(Span::styled(format!("  has {}", points(&cards)), colors.felt()));
        }
        frame.render_widget(Paragraph::new(Line::from(title)), Rect { height: 1, ..area });
        cards::draw(frame.buffer_mut(), below_title(area), hand, colors);
    }
}

fn below_title(area: Rect) -> Rect {
    Rect {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(1),
    }
}

fn draw_hands(frame: &mut Frame, area: Rect, session: &Session, view: &View, screen: &Screen) {
    let mine: Vec<&HandView> = view
        .hands
        .iter()
        .filter(|hand| hand.at.seat == session.seats().yours)
        .collect();
    // Many hands do not fit side by side: then those around the one being played are shown.
    let room = usize::from(area.width / 18).max(1);
    let turn = session.choice().map(|choice| choice.hand);
    let active = mine.iter().position(|hand| Some(hand.at) == turn).unwrap_or(0);
    let first = active.saturating_sub(room / 2).min(mine.len().saturating_sub(room));
    let shown = &mine[first..mine.len().min(first + room)];
    let columns = Layout::horizontal(shown.iter().map(|_| Constraint::Fill(1))).split(area);
    for (hand, column) in shown.iter().zip(columns.iter()) {
        let several = mine.len() > 1;
        draw_hand(frame, *column, session, hand, several, Some(hand.at) == turn, screen);
    }
}

fn draw_hand(
    frame: &mut Frame,
    area: Rect,
    session: &Session,
    hand: &HandView,
    several: bool,
    active: bool,
    screen: &Screen,
) {
    let colors = screen.colors;
    let mark = if active { "▸" } else { " " };
    let mut title = vec![
        Span::styled(mark, colors.gold()),
        Span::styled(title_of(hand, several), colors.gold()),
    ];
    if let Some(total) = &hand.total {
        title.push(Span::styled(format!("  {total}"), colors.tone(Tone::Yours)));
    }
    if hand.standing == HandStanding::Folded {
        title.push(Span::styled("  folded", colors.dim()));
    }
    frame.render_widget(Paragraph::new(Line::from(title)), Rect { height: 1, ..area });
    cards::draw(frame.buffer_mut(), below_title(area), &hand.cards, colors);
    let bets = Rect {
        y: area.y + 1 + cards::HEIGHT,
        height: area.height.saturating_sub(1 + cards::HEIGHT),
        ..area
    };
    let lines = wrap_bets(&bets_of(session, hand), area.width, screen);
    frame.render_widget(Paragraph::new(lines), bets);
}

/// "Your hand", or short where several stand side by side: "Hand 1", "Hand 1.2" for the second part of a split one.
fn title_of(hand: &HandView, several: bool) -> String {
    match (several, hand.at.part) {
        (false, _) if hand.cards.is_empty() => "Your bets".to_string(),
        (false, _) => "Your hand".to_string(),
        (true, 1) => format!("Hand {}", hand.at.hand),
        (true, part) => format!("Hand {}.{part}", hand.at.hand),
    }
}

/// The bets of one of the player's hands, each as it lies or as it was resolved.
fn bets_of(session: &Session, hand: &HandView) -> Vec<(String, Tone)> {
    let game = session.game();
    let commentary = Commentary::new(game);
    let spots = i64::from(hand.spots);
    let names = spot_names(session, hand);
    let mut bets = Vec::new();
    if hand.main > Money::ZERO && !session.results().iter().any(|result| is_main_of(&result.wager, hand)) {
        let free = lammer(hand, WagerKind::Main);
        bets.extend(
            names
                .iter()
                .map(|name| (format!("{free}{name} {}", hand.main), Tone::Plain)),
        );
    }
    let mut push = |name: String, kind: WagerKind, stake: Money| {
        let resolved = session
            .results()
            .iter()
            .find(|result| result.wager.hand == hand.at && result.wager.kind == kind);
        let Some(result) = resolved else {
            if stake > Money::ZERO {
                bets.push((format!("{}{name} {stake}", lammer(hand, kind)), Tone::Plain));
            }
            return;
        };
        // Doubles and street bets end as the main bet does, which says it once for all of them.
        let label = match (result.outcome, kind) {
            (Outcome::NoRow, _) | (_, WagerKind::Double(_) | WagerKind::Street(_)) => String::new(),
            // So does a blind bet that no row pays.
            (outcome, WagerKind::Blind) if !matches!(outcome, Outcome::Row(_)) => String::new(),
            // A push is said by the amount.
            (Outcome::Tie | Outcome::BlackjackPush, _) if result.net == Money::ZERO => String::new(),
            (outcome, _) => format!(" {}", outcome.words(game, kind, result.net)),
        };
        bets.push(match result.net.cents() {
            0 if hand.free.contains(&kind) => (format!("Free {name} off{label}"), Tone::Yours),
            0 => (format!("{name} push{label}"), Tone::Yours),
            cents if cents > 0 => (format!("{name} +{}{label}", result.net), Tone::Gain),
            _ => (format!("{name} {}{label}", result.net), Tone::Loss),
        });
    };
    push(names.join(" "), WagerKind::Main, Money::ZERO);
    if let Some(blind) = game.blind() {
        push(blind.name.clone(), WagerKind::Blind, hand.main * spots);
    }
    for (place, amount) in hand.added.iter().enumerate() {
        let kind = match game.family {
            Family::Stud(_) => WagerKind::Street(place as u8 + 1),
            Family::SingleCard(_) => WagerKind::Raise,
            Family::TwentyOne(_) | Family::Baccarat(_) => WagerKind::Double(place as u8 + 1),
        };
        push(capital(&commentary.wager_name(kind)), kind, *amount * spots);
    }
    push("Insurance".to_string(), WagerKind::Insurance, hand.insurance * spots);
    for (place, stake) in hand.side.iter().enumerate() {
        let kind = WagerKind::Side(place as u8);
        push(commentary.wager_name(kind), kind, *stake);
    }
    bets
}

/// What stands before the name of a bet whose chips are the house's.
fn lammer(hand: &HandView, kind: WagerKind) -> &'static str {
    if hand.free.contains(&kind) { "Free " } else { "" }
}

fn is_main_of(wager: &Wager, hand: &HandView) -> bool {
    wager.hand == hand.at && wager.kind == WagerKind::Main
}

/// The spots that carry the main bet: "Ante", "2x", "4x".
fn spot_names<'s>(session: &'s Session, hand: &HandView) -> Vec<&'s str> {
    let main = &session.game().main_bet;
    let bets = session.bets().get(usize::from(hand.at.hand) - 1);
    let bits = bets.map_or(0, |bets| bets.spots);
    let spots = main.spots.iter().enumerate();
    let taken = spots.filter(|(place, _)| bits >> place & 1 == 1);
    std::iter::once(main.name.as_str())
        .chain(taken.map(|(_, spot)| spot.as_str()))
        .collect()
}

fn wrap_bets(bets: &[(String, Tone)], width: u16, screen: &Screen) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for (text, tone) in bets {
        let text = format!(" ● {text}");
        if lines
            .last()
            .is_some_and(|line| line.width() > 0 && line.width() + text.chars().count() > usize::from(width))
        {
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            line.push_span(Span::styled(text, screen.colors.tone(*tone)));
        }
    }
    lines
}

/// One row for every two other seats.
fn others_rows(session: &Session) -> u16 {
    u16::from(session.seats().taken.saturating_sub(1)).div_ceil(2)
}

fn draw_others(frame: &mut Frame, area: Rect, session: &Session, view: &View, screen: &Screen) {
    let mut seats: Vec<Line> = Vec::new();
    for seat in (1..=session.seats().taken).filter(|seat| *seat != session.seats().yours) {
        let mut spans = vec![Span::styled(format!(" Seat {seat} "), screen.colors.dim())];
        for hand in view.hands.iter().filter(|hand| hand.at.seat == seat) {
            for card in &hand.cards {
                spans.extend(small(*card, screen));
            }
            let total = hand.total.clone().unwrap_or_default();
            let standing = match hand.standing {
                HandStanding::Folded => "folded",
                _ => &total,
            };
            spans.push(Span::styled(standing.to_string(), screen.colors.felt()));
        }
        seats.push(Line::from(spans));
    }
    let columns = Layout::horizontal([Constraint::Fill(1); 2]).split(area);
    for (place, line) in seats.into_iter().enumerate() {
        let (row, column) = (place as u16 / 2, place % 2);
        if row < area.height {
            let at = Rect {
                y: area.y + row,
                height: 1,
                ..columns[column]
            };
            frame.render_widget(Paragraph::new(line), at);
        }
    }
}

/// A card in two or three columns.
fn small(card: Seen, screen: &Screen) -> [Span<'static>; 2] {
    let (text, style): (String, Style) = match card.0 {
        Some(card) => (
            format!("{}{}", card.rank().letter(), card.suit().symbol()),
            screen.colors.card(card.suit()),
        ),
        None => ("░░".to_string(), screen.colors.back()),
    };
    [Span::styled(text, style), Span::raw(" ")]
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
