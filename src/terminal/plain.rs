//! The table line by line, for scripts and screen readers: every event is a sentence, every question lists its answers.

use std::io::{BufRead, Write};

use croupier_rules::{Game, print};
use croupier_table::{Choice, HandView, Seen, View};

use super::pays::{PayLine, pays};
use super::save::save;
use super::session::{Line, Phase, Refused, Session, hand_title};
use super::slip::{bets_in_words, parse_bets, plain};
use super::words::{in_words, parse_action};
use crate::failure::Failure;

/// Whether what the player says is repeated in the output. It is where input comes from a file or a pipe, so that the
/// output can be read by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Echo {
    /// The terminal shows it already.
    Off,
    /// Repeat it.
    On,
}

/// Plays until the player leaves, has no money left, or the input ends.
pub fn run(mut session: Session, input: impl BufRead, out: &mut impl Write, echo: Echo) -> Result<(), Failure> {
    greet(&session, out)?;
    let mut lines = input.lines();
    let mut told = 0;
    loop {
        session.advance_to_player();
        tell(&session.log()[told..], out)?;
        told = session.log().len();
        if session.phase() == Phase::Betting && session.cash() < session.game().main_bet.lowest() {
            let name = session.game().main_bet.name.to_lowercase();
            writeln!(
                out,
                "You have {} left, less than the least {name}. Good night.",
                session.cash()
            )?;
            return Ok(());
        }
        ask(&session, out)?;
        let Some(line) = lines.next() else {
            writeln!(out)?;
            return farewell(&session, out);
        };
        let line = line.map_err(|fault| Failure::Input(format!("the input cannot be read: {fault}")))?;
        if echo == Echo::On {
            writeln!(out, "> {line}")?;
        }
        match answer(&mut session, line.trim(), out) {
            Ok(Answered::GoOn) => {}
            Ok(Answered::Leave) => return farewell(&session, out),
            Err(Unanswered::Refused(refused)) => writeln!(out, "No: {refused}.")?,
            Err(Unanswered::Failed(failure)) => return Err(failure),
        }
    }
}

/// What the player's words led to.
enum Answered {
    GoOn,
    Leave,
}

/// Why the player's words led to nothing.
enum Unanswered {
    Refused(Refused),
    Failed(Failure),
}

impl From<Refused> for Unanswered {
    fn from(refused: Refused) -> Unanswered {
        Unanswered::Refused(refused)
    }
}

impl From<std::io::Error> for Unanswered {
    fn from(fault: std::io::Error) -> Unanswered {
        Unanswered::Failed(fault.into())
    }
}

fn greet(session: &Session, out: &mut impl Write) -> Result<(), Failure> {
    let seats = session.seats();
    writeln!(
        out,
        "{}. You sit at seat {} of {} with {}. Say `help` for the words.",
        session.game().name,
        seats.yours,
        session.game().table.seats,
        session.cash()
    )?;
    if seats.taken > 1 {
        writeln!(out, "{} other seats are taken.", seats.taken - 1)?;
    }
    Ok(())
}

/// What the player takes home.
pub fn farewell(session: &Session, out: &mut impl Write) -> Result<(), Failure> {
    let rounds = session.history().len() - 1;
    let start = session.history().first().copied().unwrap_or_default();
    if session.phase() != Phase::Betting {
        writeln!(out, "You leave in the middle of a round; its bets stay on the table.")?;
    }
    let s = if rounds == 1 { "" } else { "s" };
    writeln!(
        out,
        "You played {rounds} round{s}, sat down with {start} and leave with {}.",
        session.cash()
    )?;
    Ok(())
}

fn tell(lines: &[Line], out: &mut impl Write) -> Result<(), Failure> {
    for line in lines {
        match &line.cites {
            Some(cites) => writeln!(out, "{} [{cites}]", line.text)?,
            None => writeln!(out, "{}", line.text)?,
        }
    }
    Ok(())
}

fn ask(session: &Session, out: &mut impl Write) -> Result<(), Failure> {
    match (session.choice(), session.view()) {
        (Some(choice), Some(view)) => ask_choice(session, &choice, &view, out)?,
        _ => ask_bets(session, out)?,
    }
    out.flush()?;
    Ok(())
}

fn ask_bets(session: &Session, out: &mut impl Write) -> Result<(), Failure> {
    let game = session.game();
    if let Some((min, max)) = session.cut_due() {
        writeln!(
            out,
            "You may cut the shoe first: `cut {min}` to `cut {max}`; else another player cuts."
        )?;
    }
    writeln!(
        out,
        "Place your bets: `bet {}`, `rebet` for {}, `help`, `quit`.",
        plain(game.main_bet.lowest()),
        bets_in_words(game, session.bets())
    )?;
    Ok(())
}

fn ask_choice(session: &Session, choice: &Choice, view: &View, out: &mut impl Write) -> Result<(), Failure> {
    let Some(hand) = view.hands.iter().find(|hand| hand.at == choice.hand) else {
        return Ok(());
    };
    let several = view.hands.iter().filter(|other| other.at.seat == hand.at.seat).count() > 1;
    let title = hand_title(hand.at, several);
    writeln!(
        out,
        "{title}: {}. {}",
        cards_in_words(hand),
        table_in_words(session.game(), view)
    )?;
    let offers: Vec<String> = choice
        .offers
        .iter()
        .map(|offer| in_words(session, hand, offer))
        .collect();
    writeln!(out, "Your choice: {}?", offers.join(", "))?;
    Ok(())
}

fn cards_in_words(hand: &HandView) -> String {
    let cards = spoken(&hand.cards);
    match &hand.total {
        Some(total) => format!("{cards}: {total}"),
        None => cards,
    }
}

fn table_in_words(game: &Game, view: &View) -> String {
    let shown: Vec<Seen> = view.dealer.iter().copied().filter(|card| card.0.is_some()).collect();
    if game.stud().is_some() && view.board.is_empty() && !view.dealer.is_empty() {
        if shown.is_empty() {
            "The dealer's cards lie face down.".to_string()
        } else {
            format!("The dealer shows {}.", spoken(&shown))
        }
    } else if game.single_card().is_some() && !view.board.is_empty() {
        format!("In the middle: {}.", spoken(&view.board))
    } else if game.stud().is_some() {
        let open: Vec<Seen> = view.board.iter().copied().filter(|card| card.0.is_some()).collect();
        if open.is_empty() {
            "No community card is turned yet.".to_string()
        } else {
            format!("On the board: {}.", spoken(&open))
        }
    } else {
        format!("The dealer shows {}.", spoken(&view.dealer[..view.dealer.len().min(1)]))
    }
}

fn spoken(cards: &[Seen]) -> String {
    let words: Vec<String> = cards
        .iter()
        .map(|seen| match seen.0 {
            Some(card) => format!("{} of {}", card.rank().name(), card.suit().name()),
            None => "a hidden card".to_string(),
        })
        .collect();
    words.join(", ")
}

fn answer(session: &mut Session, line: &str, out: &mut impl Write) -> Result<Answered, Unanswered> {
    if let Some(path) = line.strip_prefix("save ") {
        save(session, path)?;
        writeln!(out, "Saved; `croupier replay {}` tells it again.", path.trim())?;
        return Ok(Answered::GoOn);
    }
    let line = line.to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    match (&words[..], session.choice()) {
        ([], _) => return Err(Refused("nothing was said; say `help` for the words".to_string()).into()),
        (["save"], _) => {
            return Err(Refused("name a file to save the round in, like `save good.round`".to_string()).into());
        }
        (["quit" | "exit" | "leave"], _) => return Ok(Answered::Leave),
        (["help" | "?"], _) => help(session, out)?,
        (["pays" | "payouts"], _) => write_pays(session.game(), out)?,
        (["rules"], _) => write!(out, "{}", print::text(session.game(), 80))?,
        (["coach"], Some(_)) => session.coach()?,
        (["money" | "bankroll"], _) => writeln!(out, "You have {}.", session.cash())?,
        (_, Some(choice)) => session.choose(parse_action(&choice.offers, &words)?)?,
        (["rebet"], None) => session.bet(session.bets().to_vec())?,
        (["bet", bets @ ..], None) => session.bet(parse_bets(session.game(), bets)?)?,
        (["cut", cards], None) => {
            let cards = cards
                .parse()
                .map_err(|_| Refused(format!("`{cards}` is not a number of cards")))?;
            session.cut(cards)?;
        }
        _ => {
            return Err(Refused(format!(
                "`{line}` is not understood here; say `bet`, `rebet`, `help` or `quit`"
            ))
            .into());
        }
    }
    Ok(Answered::GoOn)
}

fn help(session: &Session, out: &mut impl Write) -> std::io::Result<()> {
    let game = session.game();
    let bet = &game.main_bet;
    writeln!(out, "Between rounds:")?;
    writeln!(
        out,
        "  bet AMOUNT        put AMOUNT on the {} and deal",
        bet.name.to_lowercase()
    )?;
    if let [first, ..] = &bet.spots[..] {
        let names: Vec<&str> = bet.spots.iter().map(|spot| spot.as_str()).collect();
        writeln!(
            out,
            "    spots {0}        the same on other spots: {1}",
            first,
            names.join(",")
        )?;
    }
    for side in &game.side_bets {
        writeln!(
            out,
            "    side {}=AMOUNT  {}, {} to {}",
            side.id, side.name, side.min, side.max
        )?;
    }
    if game.table.hands_max > 1 {
        writeln!(
            out,
            "    hands N         the same on N hands; or `and` between hands that differ"
        )?;
    }
    writeln!(out, "  rebet             the bets of the last round again")?;
    writeln!(out, "  cut N             cut a fresh shoe N cards deep")?;
    writeln!(
        out,
        "In a round: say one of the offers, with an amount where one may be chosen, like `double 5`."
    )?;
    writeln!(
        out,
        "  coach             what each choice is worth on average, for the cards on the table"
    )?;
    writeln!(out, "After a round: save FILE writes it down as a transcript.")?;
    writeln!(out, "Any time: money, pays, rules, help, quit.")
}

/// What every bet pays, and the most that is paid.
fn write_pays(game: &Game, out: &mut impl Write) -> std::io::Result<()> {
    for line in pays(game, 60) {
        let (PayLine::Heading(text) | PayLine::Text(text)) = line;
        writeln!(out, "{text}")?;
    }
    Ok(())
}
