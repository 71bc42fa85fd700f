//! What the player looks at and types, between the keyboard and the session. No input or output: keys come in, and what
//! only the outside can do goes out.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use croupier_rules::Money;
use croupier_table::{Action, Offer};

use super::palette::Colors;
use super::pays::pays;
use super::session::{Phase, Refused, Session};
use super::slip::{Slip, SlipLine, parse_money, plain};

/// What the player looks at, apart from the table itself.
#[derive(Clone, Debug)]
pub struct Screen {
    /// What is in front.
    pub front: Front,
    /// The bets being made up.
    pub slip: Slip,
    /// The line of the betting screen under the cursor.
    pub cursor: usize,
    /// What was last said to the player.
    pub message: Option<Message>,
    /// How far the commentary is scrolled back.
    pub back: usize,
    /// Whether a key was pressed to leave in the middle of a round, which has to be pressed twice.
    pub leaving: bool,
    /// How things are colored.
    pub colors: Colors,
    /// The rule sheet, line by line.
    pub sheet: Vec<String>,
}

/// What is in front.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Front {
    /// The table.
    Table,
    /// The betting screen.
    Bets,
    /// A question with a line to type in.
    Typing {
        /// What is asked.
        ask: Ask,
        /// What has been typed.
        text: String,
    },
    /// A written round, after so many of its steps.
    Retold {
        /// The steps told.
        told: usize,
        /// All its steps.
        of: usize,
    },
    /// The keys.
    Keys,
    /// The rule sheet, from this line.
    Sheet {
        /// The first line shown.
        top: usize,
    },
    /// What every bet pays, from this line.
    Pays {
        /// The first line shown.
        top: usize,
    },
}

/// What the player is asked to type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// The amount of a double or an insurance.
    Amount(Offer),
    /// The amount of a bet.
    Bet(SlipLine),
    /// Where to cut.
    Cut,
    /// A file to save the round in.
    Save,
}

/// Something said to the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// Something done.
    Done(String),
    /// Something refused.
    Refused(String),
}

/// What only the outside can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outside {
    /// Nothing.
    Nothing,
    /// Save the round in this file.
    Save(String),
    /// Leave the table.
    Leave,
    /// Leave because of an interrupt.
    Interrupt,
}

impl Screen {
    /// The first screen: the bets.
    pub fn new(session: &Session, colors: Colors, sheet: &str) -> Screen {
        Screen {
            front: Front::Bets,
            slip: Slip::of(session.game(), session.bets()),
            cursor: 0,
            message: None,
            back: 0,
            leaving: false,
            colors,
            sheet: sheet.lines().map(str::to_string).collect(),
        }
    }

    /// The screen of a written round, before its first step.
    pub fn retelling(session: &Session, colors: Colors, of: usize) -> Screen {
        Screen {
            front: Front::Retold { told: 0, of },
            ..Screen::new(session, colors, "")
        }
    }

    /// Takes a key.
    pub fn press(&mut self, session: &mut Session, key: KeyEvent) -> Outside {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'C') => Outside::Interrupt,
                _ => Outside::Nothing,
            };
        }
        self.message = None;
        let leaving = std::mem::take(&mut self.leaving);
        match self.front.clone() {
            Front::Typing { ask, text } => self.type_key(session, ask, text, key.code),
            Front::Keys => self.keys_key(session, key.code),
            Front::Sheet { top } => self.sheet_key(session, top, key.code),
            Front::Pays { top } => self.pays_key(session, top, key.code),
            Front::Retold { told, of } => self.retold_key(session, told, of, key.code),
            Front::Bets | Front::Table => match key.code {
                KeyCode::Char('?') => self.show(Front::Keys),
                KeyCode::Char('o' | 'O') => self.show(Front::Pays { top: 0 }),
                KeyCode::Char('q' | 'Q') if session.phase() == Phase::Betting || leaving => Outside::Leave,
                KeyCode::Char('q' | 'Q') => {
                    self.leaving = true;
                    self.refuse("the bets on the table stay there; press q again to leave all the same")
                }
                KeyCode::Char('w' | 'W') => self.ask_save(session),
                KeyCode::PageUp => self.scroll(session, 5),
                KeyCode::PageDown => self.scroll(session, -5),
                code if self.front == Front::Bets => self.bets_key(session, code),
                code => self.table_key(session, code),
            },
        }
    }

    /// Tells the player how saving went.
    pub fn saved(&mut self, path: &str, result: Result<(), Refused>) {
        self.message = Some(match result {
            Ok(()) => Message::Done(format!("saved; `croupier replay {path}` tells it again")),
            Err(refused) => Message::Refused(refused.to_string()),
        });
    }

    fn table_key(&mut self, session: &mut Session, code: KeyCode) -> Outside {
        match session.phase() {
            Phase::Moving => {
                if matches!(code, KeyCode::Enter | KeyCode::Char(' ')) {
                    session.advance_to_player();
                }
                Outside::Nothing
            }
            Phase::Choosing => self.choice_key(session, code),
            Phase::Betting => match code {
                KeyCode::Enter => {
                    let bets = session.bets().to_vec();
                    self.deal(session, bets)
                }
                KeyCode::Char('b' | 'B') | KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right => {
                    self.slip = Slip::of(session.game(), session.bets());
                    self.show(Front::Bets)
                }
                KeyCode::Char('c' | 'C') => self.ask_cut(session),
                _ => Outside::Nothing,
            },
        }
    }

    fn choice_key(&mut self, session: &mut Session, code: KeyCode) -> Outside {
        let (Some(choice), Some(view)) = (session.choice(), session.view()) else {
            return Outside::Nothing;
        };
        let KeyCode::Char(letter) = code else {
            return Outside::Nothing;
        };
        let letter = letter.to_ascii_uppercase();
        if letter == 'A' {
            return match session.coach() {
                Ok(()) => Outside::Nothing,
                Err(refused) => self.refuse(&refused.to_string()),
            };
        }
        let Some(offer) = choice.offers.iter().find(|offer| offer.kind.key() == letter) else {
            return match "HSDPRINETF".contains(letter) {
                true => self.refuse("that is not offered now"),
                false => Outside::Nothing,
            };
        };
        let affords = view
            .hands
            .iter()
            .find(|hand| hand.at == choice.hand)
            .is_none_or(|hand| session.affords(hand, offer));
        if offer.min < offer.max && affords {
            return self.show(Front::Typing {
                ask: Ask::Amount(*offer),
                text: String::new(),
            });
        }
        let action = offer.in_full();
        self.choose(session, action)
    }

    fn choose(&mut self, session: &mut Session, action: Action) -> Outside {
        self.front = Front::Table;
        self.back = 0;
        match session.choose(action) {
            Ok(()) => Outside::Nothing,
            Err(refused) => self.refuse(&refused.to_string()),
        }
    }

    fn bets_key(&mut self, session: &mut Session, code: KeyCode) -> Outside {
        let game = session.game().clone();
        let lines = Slip::lines(&game);
        let line = lines[self.cursor.min(lines.len() - 1)];
        match code {
            KeyCode::Up => self.cursor = self.cursor.checked_sub(1).unwrap_or(lines.len() - 1),
            KeyCode::Down | KeyCode::Tab => self.cursor = (self.cursor + 1) % lines.len(),
            KeyCode::Left | KeyCode::Char('-') => self.slip.change(&game, line, -1),
            KeyCode::Right | KeyCode::Char('+' | '=' | ' ') => self.slip.change(&game, line, 1),
            KeyCode::Char(digit) if digit.is_ascii_digit() && matches!(line, SlipLine::Main | SlipLine::Side(_)) => {
                return self.show(Front::Typing {
                    ask: Ask::Bet(line),
                    text: digit.to_string(),
                });
            }
            KeyCode::Char('c' | 'C') => return self.ask_cut(session),
            KeyCode::Esc if session.view().is_some() => return self.show(Front::Table),
            KeyCode::Enter => {
                let bets = self.slip.to_bets();
                return self.deal(session, bets);
            }
            _ => {}
        }
        Outside::Nothing
    }

    fn deal(&mut self, session: &mut Session, bets: Vec<croupier_table::HandWagers>) -> Outside {
        match session.bet(bets) {
            Ok(()) => {
                self.back = 0;
                self.show(Front::Table)
            }
            Err(refused) => {
                self.slip = Slip::of(session.game(), session.bets());
                self.front = Front::Bets;
                self.refuse(&refused.to_string())
            }
        }
    }

    fn type_key(&mut self, session: &mut Session, ask: Ask, mut text: String, code: KeyCode) -> Outside {
        match code {
            KeyCode::Esc => return self.leave_typing(ask),
            KeyCode::Enter => return self.typed(session, ask, &text),
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Char(letter) if text.chars().count() < 60 => text.push(letter),
            _ => {}
        }
        self.show(Front::Typing { ask, text })
    }

    fn typed(&mut self, session: &mut Session, ask: Ask, text: &str) -> Outside {
        let text = text.trim();
        match ask {
            Ask::Amount(offer) => {
                let amount = if text.is_empty() {
                    Ok(offer.max)
                } else {
                    parse_money(text)
                };
                match amount {
                    Ok(amount) => self.choose(
                        session,
                        Action {
                            kind: offer.kind,
                            amount,
                        },
                    ),
                    Err(refused) => self.refuse(&refused.to_string()),
                }
            }
            Ask::Bet(line) => {
                self.front = Front::Bets;
                match parse_money(text) {
                    Ok(amount) => {
                        self.slip.set(session.game(), line, amount);
                        Outside::Nothing
                    }
                    Err(refused) => self.refuse(&refused.to_string()),
                }
            }
            Ask::Cut => {
                self.leave_typing(ask);
                let cut = text
                    .parse()
                    .map_err(|_| Refused(format!("`{text}` is not a number of cards")))
                    .and_then(|cards| session.cut(cards));
                match cut {
                    Ok(()) => Outside::Nothing,
                    Err(refused) => self.refuse(&refused.to_string()),
                }
            }
            Ask::Save => {
                self.leave_typing(ask);
                Outside::Save(text.to_string())
            }
        }
    }

    /// Where the player was before the question.
    fn leave_typing(&mut self, ask: Ask) -> Outside {
        self.show(match ask {
            Ask::Amount(_) | Ask::Save => Front::Table,
            Ask::Bet(_) | Ask::Cut => Front::Bets,
        })
    }

    fn ask_cut(&mut self, session: &Session) -> Outside {
        match session.cut_due() {
            Some(_) => self.show(Front::Typing {
                ask: Ask::Cut,
                text: String::new(),
            }),
            None => self.refuse("no cut is due: the shoe is cut only right after a shuffle"),
        }
    }

    fn ask_save(&mut self, session: &Session) -> Outside {
        match session.transcript() {
            Ok(_) => {
                let round = session.history().len() - 1;
                let text = format!("{}-{round}.round", session.game().id);
                self.show(Front::Typing { ask: Ask::Save, text })
            }
            Err(refused) => self.refuse(&refused.to_string()),
        }
    }

    fn keys_key(&mut self, session: &Session, code: KeyCode) -> Outside {
        match code {
            KeyCode::Tab | KeyCode::Char('r' | 'R') | KeyCode::Down => self.show(Front::Sheet { top: 0 }),
            _ => self.show(behind(session)),
        }
    }

    fn sheet_key(&mut self, session: &Session, top: usize, code: KeyCode) -> Outside {
        match (code, scrolled(top, self.sheet.len(), code)) {
            (KeyCode::Tab, _) => self.show(Front::Keys),
            (_, Some(top)) => self.show(Front::Sheet { top }),
            _ => self.show(behind(session)),
        }
    }

    fn pays_key(&mut self, session: &Session, top: usize, code: KeyCode) -> Outside {
        let lines = pays(session.game(), PAYS_WIDTH).len();
        match scrolled(top, lines, code) {
            Some(top) => self.show(Front::Pays { top }),
            None => self.show(behind(session)),
        }
    }

    fn retold_key(&mut self, session: &Session, told: usize, of: usize, code: KeyCode) -> Outside {
        let told = match code {
            KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ') => (told + 1).min(of),
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace => told.saturating_sub(1),
            KeyCode::Home => 0,
            KeyCode::End => of,
            KeyCode::PageUp => return self.scroll(session, 5),
            KeyCode::PageDown => return self.scroll(session, -5),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => return Outside::Leave,
            _ => told,
        };
        self.back = 0;
        self.show(Front::Retold { told, of })
    }

    fn scroll(&mut self, session: &Session, lines: isize) -> Outside {
        let most = session.log().len().saturating_sub(1);
        self.back = self.back.saturating_add_signed(lines).min(most);
        Outside::Nothing
    }

    fn show(&mut self, front: Front) -> Outside {
        self.front = front;
        Outside::Nothing
    }

    fn refuse(&mut self, why: &str) -> Outside {
        self.message = Some(Message::Refused(why.to_string()));
        Outside::Nothing
    }
}

/// The question in words, with what may be typed.
pub fn question(session: &Session, ask: Ask) -> String {
    match ask {
        Ask::Amount(offer) => {
            let label = offer.kind.label(session.game(), 0);
            let spots = match offer.spots {
                1 => String::new(),
                spots => format!(" on each of {spots} spots"),
            };
            format!(
                "{label} for {} to {}{spots} (Enter for {}):",
                offer.min, offer.max, offer.max
            )
        }
        Ask::Bet(_) => "Amount:".to_string(),
        Ask::Cut => match session.cut_due() {
            Some((min, max)) => format!("Cut how deep, {min} to {max} cards:"),
            None => "Cut how deep:".to_string(),
        },
        Ask::Save => "Save the round as:".to_string(),
    }
}

/// An amount for the betting screen: the plain number, or "none".
pub fn amount_or_none(amount: Money) -> String {
    match amount {
        Money::ZERO => "none".to_string(),
        amount => format!("${}", plain(amount)),
    }
}

/// How wide a column of pay tables is.
pub const PAYS_WIDTH: usize = 34;

/// The first line shown after a key, of so many; `None` for a key that does not scroll.
fn scrolled(top: usize, lines: usize, code: KeyCode) -> Option<usize> {
    let last = lines.saturating_sub(1);
    let top = match code {
        KeyCode::Up => top.saturating_sub(1),
        KeyCode::Down | KeyCode::Enter => top + 1,
        KeyCode::PageUp => top.saturating_sub(15),
        KeyCode::PageDown | KeyCode::Char(' ') => top + 15,
        KeyCode::Home => 0,
        KeyCode::End => last,
        _ => return None,
    };
    Some(top.min(last))
}

/// What lies behind the help.
fn behind(session: &Session) -> Front {
    match (session.phase(), session.view()) {
        (Phase::Betting, None) => Front::Bets,
        _ => Front::Table,
    }
}
