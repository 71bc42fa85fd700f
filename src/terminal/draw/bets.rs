//! The betting screen: a line for every bet, changed with the arrows.

use croupier_rules::Money;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::terminal::screen::{Screen, amount_or_none};
use crate::terminal::session::{Session, Tone};
use crate::terminal::slip::{Slip, SlipLine};

/// The rows the betting screen takes.
pub fn height(session: &Session) -> u16 {
    Slip::lines(session.game()).len() as u16 + 7
}

/// Draws the betting screen.
pub fn draw(frame: &mut Frame, area: Rect, session: &Session, screen: &Screen) {
    let colors = screen.colors;
    let game = session.game();
    let mut lines = vec![
        Line::default(),
        Line::from(Span::styled("   Your bets", colors.gold())),
        Line::default(),
    ];
    for (place, line) in Slip::lines(game).into_iter().enumerate() {
        lines.push(draw_line(session, screen, line, place == screen.cursor));
    }
    let stake: Money = screen.slip.to_bets().iter().map(|hand| hand.total(game)).sum();
    let tone = if stake > session.cash() {
        Tone::Loss
    } else {
        Tone::Yours
    };
    lines.push(Line::default());
    lines.push(Line::from(vec![
        Span::styled(format!("   {:24}", "Together"), colors.felt()),
        Span::styled(format!("  {stake:>7}"), colors.tone(tone)),
        Span::styled(format!("    of {}", session.cash()), colors.dim()),
    ]));
    let shoe = session.shoe();
    let cards = format!("   {} cards in the shoe", shoe.remaining());
    lines.push(Line::from(Span::styled(cards, colors.dim())));
    frame.render_widget(Paragraph::new(lines), area);
}

fn draw_line(session: &Session, screen: &Screen, line: SlipLine, selected: bool) -> Line<'static> {
    let colors = screen.colors;
    let game = session.game();
    let hand = &screen.slip.hand;
    let bet = &game.main_bet;
    let (name, amount, about) = match line {
        SlipLine::Main => {
            let about = if bet.amounts.is_empty() {
                format!("{} to {}", bet.lowest(), bet.highest())
            } else {
                let amounts: Vec<String> = bet.amounts.iter().map(Money::to_string).collect();
                amounts.join(" or ")
            };
            (bet.name.clone(), amount_or_none(hand.main), about)
        }
        SlipLine::Spot(place) => {
            let on = hand.spots >> place & 1 == 1;
            let amount = if on { hand.main } else { Money::ZERO };
            let about = format!("the same as the {} again", bet.name.to_lowercase());
            (bet.spots[place].clone(), amount_or_none(amount), about)
        }
        SlipLine::Side(place) => {
            let side = &game.side_bets[place];
            let limit = if side.at_most_main_bet {
                format!("{} to {}, at most the {}", side.min, side.max, bet.name.to_lowercase())
            } else {
                format!("{} to {}", side.min, side.max)
            };
            (side.name.clone(), amount_or_none(hand.side[place]), limit)
        }
        SlipLine::Hands => (
            "Hands".to_string(),
            screen.slip.hands.to_string(),
            format!("1 to {}, the same bets on each", game.table.hands_max),
        ),
    };
    let (mark, style) = if selected {
        (" ▸ ", colors.tone(Tone::Yours))
    } else {
        ("   ", colors.felt())
    };
    let (less, more) = if selected { ("◂", "▸") } else { (" ", " ") };
    Line::from(vec![
        Span::styled(mark, colors.gold()),
        Span::styled(format!("{name:24}"), style),
        Span::styled(format!("{less} "), colors.gold()),
        Span::styled(format!("{amount:>7}"), style),
        Span::styled(format!(" {more}  "), colors.gold()),
        Span::styled(about, colors.dim()),
    ])
}
