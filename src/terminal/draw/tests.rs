//! The screens as text. `cargo insta review` or `INSTA_UPDATE=always` rewrites them; a person reads the difference.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use croupier_rules::card::parse_cards;
use croupier_rules::{Game, Money, Suit};
use croupier_table::transcript::Transcript;
use croupier_table::{CardWords, Shoe};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Color;

use super::draw;
use crate::terminal::palette::Colors;
use crate::terminal::screen::{Front, Outside, Screen};
use crate::terminal::session::{Phase, Seats, Session};

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);
const SHEET: &str = "THE RULE SHEET\n\nObject\n  To have a hand closer to 21 than the dealer's.\n";

/// A table that deals these cards to one player, or to several with the player among them.
struct Table {
    session: Session,
    screen: Screen,
}

impl Table {
    fn new(game: &str, cards: &str) -> Table {
        Table::with_seats(game, cards, Seats { taken: 1, yours: 1 })
    }

    fn with_seats(game: &str, cards: &str, seats: Seats) -> Table {
        let game: Arc<Game> = Arc::new(croupier_rules::load::open(game).unwrap().game);
        let shoe = Shoe::from_cards(&game, parse_cards(cards).unwrap());
        let session = Session::new(&game, seats, Money::from_dollars(500), shoe).with_cards(CardWords::Symbols);
        let screen = Screen::new(&session, Colors::Two, SHEET);
        Table { session, screen }
    }

    fn press(&mut self, code: KeyCode) -> Outside {
        let outside = self
            .screen
            .press(&mut self.session, KeyEvent::new(code, KeyModifiers::NONE));
        self.session.advance_to_player();
        outside
    }

    /// Presses keys written as letters; `>` is right, `v` down, `.` Enter.
    fn keys(&mut self, keys: &str) -> &mut Table {
        for key in keys.chars() {
            self.press(match key {
                '>' => KeyCode::Right,
                'v' => KeyCode::Down,
                '.' => KeyCode::Enter,
                letter => KeyCode::Char(letter),
            });
        }
        self
    }

    fn buffer(&self, (width, height): (u16, u16)) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, &self.session, &self.screen)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// The screen line by line, without the blanks at the ends.
    fn text(&self, size: (u16, u16)) -> String {
        let buffer = self.buffer(size);
        let rows = (0..size.1).map(|y| {
            let row: String = (0..size.0).map(|x| buffer[(x, y)].symbol()).collect();
            row.trim_end().to_string()
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

#[test]
fn betting() {
    let mut table = Table::new("nh21-plus", "");
    table.keys(">v>vv>v>>");
    insta::assert_snapshot!("betting_small", table.text(SMALL));
    insta::assert_snapshot!("betting_large", table.text(LARGE));
}

#[test]
fn a_decision_with_every_offer() {
    let mut table = Table::new("nh21-plus", "8h 6s 8d Kc");
    table.keys("v>vv>v>>.");
    assert_eq!(table.session.phase(), Phase::Choosing);
    insta::assert_snapshot!("decision_small", table.text(SMALL));
    insta::assert_snapshot!("decision_large", table.text(LARGE));
}

#[test]
fn an_amount_is_asked_for() {
    let mut table = Table::new("nh21-plus", "5h 6s 6d Kc Kd 9h");
    table.keys("v>.d");
    insta::assert_snapshot!("amount", table.text(SMALL));
    table.keys("2.");
    insta::assert_snapshot!("doubled_for_less", table.text(SMALL));
}

#[test]
fn insurance_under_an_ace() {
    let mut table = Table::new("nh21-plus", "Kh As 8d Kc");
    table.keys(".");
    insta::assert_snapshot!("insurance", table.text(SMALL));
    table.keys("i1.");
    insta::assert_snapshot!("insured", table.text(SMALL));
}

#[test]
fn four_hands_after_splits() {
    let mut table = Table::new("nh21-plus", "8h 6s 8d Kc 8s 8c 2d 3d 4d 5d");
    table.keys(".ppphh");
    insta::assert_snapshot!("splits_small", table.text(SMALL));
    insta::assert_snapshot!("splits_large", table.text(LARGE));
}

#[test]
fn two_hands_of_one_player() {
    let mut table = Table::new("nh21-v3", "8h Kh 6s 9d Qd Kc");
    table.keys(">>>>>>>>vvv>.");
    insta::assert_snapshot!("two_hands", table.text(SMALL));
}

#[test]
fn settled() {
    let mut table = Table::new("nh21-plus", "7h 6s 7d Kc 7c 9d");
    table.keys("v>vvv>.h");
    assert_eq!(table.session.phase(), Phase::Betting);
    insta::assert_snapshot!("settled_small", table.text(SMALL));
    insta::assert_snapshot!("settled_large", table.text(LARGE));
}

#[test]
fn a_full_table() {
    let cards = "2h 3h 4h 5h 6h 7h 8h Kd Qh Qd Jh Js 9h 9d 9s 6d Ks 2s 3s 4s 5s 6s 7s 8s Kc Qc Jc 9c 8c";
    let mut table = Table::with_seats("nh21-plus", cards, Seats { taken: 7, yours: 4 });
    table.keys(".");
    insta::assert_snapshot!("full_table_small", table.text(SMALL));
    insta::assert_snapshot!("full_table_large", table.text(LARGE));
}

#[test]
fn holdem_street_by_street() {
    let mut table = Table::new("nh-holdem", "Kh Kd 2c 7d 9s 3h 4h 5h Kc");
    table.keys("v>v>.");
    insta::assert_snapshot!("holdem_flop", table.text(SMALL));
    table.keys("1");
    insta::assert_snapshot!("holdem_turn", table.text(SMALL));
    table.keys("2");
    insta::assert_snapshot!("holdem_river", table.text(SMALL));
    table.keys("3");
    insta::assert_snapshot!("holdem_settled_small", table.text(SMALL));
    insta::assert_snapshot!("holdem_settled_large", table.text(LARGE));
}

#[test]
fn a_written_round_is_shown_forward_and_back() {
    let text = "game: nh21-plus\nbets: 2 $10 spots 2x\nbets: 3 $5\ncard Kh\ncard 5s\ncard 6s\ncard 7h\ncard 5d\ncard 9c\n\
                refuse choose split\nchoose stand\nchoose hit\ncard Kd\nchoose stand\ncard 8d\n";
    let transcript = Transcript::parse(text).unwrap();
    let game: Arc<Game> = Arc::new(croupier_rules::load::open("nh21-plus").unwrap().game);
    let wagers = transcript.wagers(&game).unwrap();
    let at = |told: usize| Session::retold(&game, 2, wagers.clone(), &transcript.lines[..told]).unwrap();
    let mut session = at(0);
    let mut screen = Screen::retelling(&session, Colors::Two, transcript.lines.len());
    let mut press = |code: KeyCode| {
        let outside = screen.press(&mut session, KeyEvent::new(code, KeyModifiers::NONE));
        if let Front::Retold { told, .. } = screen.front {
            session = at(told);
        }
        let table = Table {
            session: session.clone(),
            screen: screen.clone(),
        };
        (outside, table.text(SMALL))
    };
    press(KeyCode::Left);
    for _ in 0..7 {
        press(KeyCode::Right);
    }
    let (_, middle) = press(KeyCode::Char('x'));
    insta::assert_snapshot!("retold_middle", middle);
    let (_, end) = press(KeyCode::End);
    insta::assert_snapshot!("retold_end", end);
    assert_eq!(press(KeyCode::Enter).1, end, "there is nothing behind the end");
    press(KeyCode::Home);
    for _ in 0..7 {
        press(KeyCode::Char(' '));
    }
    assert_eq!(press(KeyCode::Char('x')).1, middle);
    assert_eq!(press(KeyCode::Char('q')).0, Outside::Leave);
}

#[test]
fn help_and_rule_sheet() {
    let mut table = Table::new("nh21-plus", "");
    table.keys("?");
    insta::assert_snapshot!("keys", table.text(SMALL));
    table.press(KeyCode::Tab);
    insta::assert_snapshot!("sheet", table.text(SMALL));
    table.press(KeyCode::Esc);
    assert!(table.text(SMALL).contains("Your bets"));
}

#[test]
fn what_every_bet_pays() {
    let mut table = Table::new("nh-holdem", "Kh Kd 2c 7d 9s 3h 4h 5h Kc");
    table.keys("o");
    insta::assert_snapshot!("pays_holdem", table.text(SMALL));
    table.press(KeyCode::Esc);
    assert!(table.text(SMALL).contains("Your bets"));
    table.keys("v>v>.o");
    assert!(
        table.text(SMALL).contains("With an Ante of $2"),
        "also during a round, with the caps"
    );
    table.press(KeyCode::Esc);
    assert_eq!(table.session.phase(), Phase::Choosing);
    let mut table = Table::new("nh21-plus", "");
    table.keys("o");
    insta::assert_snapshot!("pays_plus", table.text(SMALL));
    table.press(KeyCode::PageDown);
    insta::assert_snapshot!("pays_plus_more", table.text(SMALL));
}

#[test]
fn a_window_too_small_says_so() {
    let table = Table::new("nh21-plus", "");
    insta::assert_snapshot!("too_small", table.text((40, 10)));
    for width in 1..130 {
        for height in 1..45 {
            table.buffer((width, height));
        }
    }
}

#[test]
fn any_window_shows_any_screen() {
    let mut table = Table::with_seats(
        "nh21-plus",
        "8h 6s 8d Kc 8s 8c 2d 3d 4d 5d 2c 3c 4c",
        Seats { taken: 1, yours: 1 },
    );
    for keys in [".", "p", "p", "p", "h", "h", "d", "\u{1b}"] {
        table.keys(keys);
        for width in [1, 18, 69, 70, 71, 80, 109, 110, 200] {
            for height in [1, 5, 21, 22, 24, 40, 90] {
                table.buffer((width, height));
            }
        }
    }
}

#[test]
fn what_cannot_be_paid_is_too_dear() {
    let game: Arc<Game> = Arc::new(croupier_rules::load::open("nh21-plus").unwrap().game);
    let shoe = Shoe::from_cards(&game, parse_cards("8h 6s 8d Kc").unwrap());
    let session = Session::new(&game, Seats { taken: 1, yours: 1 }, Money::from_dollars(7), shoe);
    let screen = Screen::new(&session, Colors::Two, SHEET);
    let mut table = Table { session, screen };
    table.keys(".");
    assert!(
        table.text(SMALL).contains("Split $5 (too dear)"),
        "{}",
        table.text(SMALL)
    );
    table.keys("p");
    assert!(table.text(SMALL).contains("that costs $5 and you have $2"));
    assert_eq!(table.session.phase(), Phase::Choosing);
}

#[test]
fn leaving_a_round_takes_two_presses() {
    let mut table = Table::new("nh21-plus", "8h 6s 8d Kc");
    table.keys(".");
    assert_eq!(table.press(KeyCode::Char('q')), Outside::Nothing);
    assert_eq!(table.press(KeyCode::Char('x')), Outside::Nothing);
    assert_eq!(table.press(KeyCode::Char('q')), Outside::Nothing);
    assert_eq!(table.press(KeyCode::Char('q')), Outside::Leave);
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(table.screen.press(&mut table.session, interrupt), Outside::Interrupt);
}

#[test]
fn suits_are_told_apart_by_color_where_colors_are_wanted() {
    let mut table = Table::new("nh21-plus", "8h 6s 8d Kc");
    table.keys(".");
    let mut inks = |colors: Colors| -> Vec<Color> {
        table.screen.colors = colors;
        let buffer = table.buffer(SMALL);
        let ink = |suit: Suit| {
            let cell = buffer
                .content
                .iter()
                .find(|cell| cell.symbol() == suit.symbol().to_string());
            cell.map_or(Color::Reset, |cell| cell.fg)
        };
        [Suit::Hearts, Suit::Diamonds, Suit::Spades].map(ink).to_vec()
    };
    let two = inks(Colors::Two);
    assert_eq!(two[0], two[1]);
    assert_ne!(two[0], two[2]);
    let four = inks(Colors::Four);
    assert_ne!(four[0], four[1]);
    assert_ne!(four[1], four[2]);
    assert_eq!(inks(Colors::None), [Color::Reset; 3]);
    table.screen.colors = Colors::None;
    let cells = table.buffer(SMALL).content;
    assert!(
        cells
            .iter()
            .all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset)
    );
}
