//! Every pay table of a game, in words.

use super::pattern::{suits, takes};
use super::sheet::{PayRow, PayTable, Sources};
use super::twenty_one::cards_of;
use super::words::{capital, odds, share};
use crate::game::{Family, Game, Over, Procedure, SideBet};
use crate::pattern::{Pays, Row};
use crate::twenty_one::{AgainstDealerBlackjack, Insurance, SuitedPays, SurrenderWhen, Tie, TwentyOne, TwentyTwo};

/// All pay tables, the main game first.
pub(super) fn tables(sources: &Sources) -> Vec<PayTable> {
    let game = sources.game;
    let mut tables = Vec::new();
    match &game.family {
        Family::TwentyOne(rules) => {
            tables.push(main_game(sources, rules));
            if !rules.winners.is_empty() {
                tables.push(winners(sources, rules));
            }
            tables.extend(
                rules
                    .insurance
                    .as_ref()
                    .map(|insurance| insurance_table(sources, insurance)),
            );
        }
        Family::Stud(rules) => tables.push(PayTable {
            name: "Main game".to_string(),
            notes: vec![format!(
                "Paid on the {} and on every street bet alike. Anything less loses.",
                game.main_bet.name
            )],
            rows: rows(sources, &rules.pays, None, &None),
        }),
    }
    for bet in &game.side_bets {
        tables.extend(side_bet(sources, bet));
    }
    tables
}

fn main_game(sources: &Sources, rules: &TwentyOne) -> PayTable {
    let blackjack = &rules.blackjack;
    let win = odds(rules.dealer.win_pays);
    let row = |name: &str, pays: &str, cites: Option<String>| PayRow {
        name: name.to_string(),
        takes: String::new(),
        pays: pays.to_string(),
        split_hands: None,
        doubled_hands: None,
        cites,
    };
    let step = |name: &str, pays: &str, step: Procedure| row(name, pays, sources.step(step));
    let mut rows = vec![row(
        "Blackjack",
        &odds(blackjack.pays),
        sources.clause(&blackjack.clause),
    )];
    rows[0].takes = "an ace and a card that counts 10 as the first two cards".to_string();
    rows.extend(suited_rows(sources, &blackjack.suited, "a blackjack"));
    let against = match blackjack.against_dealer_blackjack {
        AgainstDealerBlackjack::Wins => "paid as above",
        AgainstDealerBlackjack::Pushes => "push",
    };
    rows.push(row(
        "Blackjack against a dealer's blackjack",
        against,
        sources.of_fields(
            &["blackjack.against-dealer-blackjack"],
            sources.clause(&blackjack.clause),
        ),
    ));
    let settle = sources.step(Procedure::Settle);
    rows.push(row(
        "Closer to 21 than the dealer",
        &win,
        sources.of_fields(&["dealer.win-pays"], settle),
    ));
    match rules.dealer.twenty_two {
        TwentyTwo::Busts => rows.push(step("The dealer goes over 21", &win, Procedure::DealerBusts)),
        TwentyTwo::Pushes => {
            rows.push(step("The dealer has exactly 22", "push", Procedure::DealerBusts));
            rows.push(step("The dealer has more than 22", &win, Procedure::DealerBusts));
        }
    }
    let tie = match rules.dealer.tie {
        Tie::Pushes => "push",
        Tie::DealerWins => "loses",
        Tie::PlayerWins => &win,
    };
    rows.push(step("Tie", tie, Procedure::Push));
    rows.push(step("Further from 21 than the dealer", "loses", Procedure::Settle));
    rows.push(step("Over 21", "loses", Procedure::Bust));
    rows.push(step("Dealer's blackjack", "loses", Procedure::DealerBlackjack));
    if rules.surrender.when != SurrenderWhen::Never {
        let loses = format!("loses {}", share(rules.surrender.loses, "the bet"));
        rows.push(step("Surrender", &loses, Procedure::Surrender));
    }
    PayTable {
        name: "Main game".to_string(),
        notes: Vec::new(),
        rows,
    }
}

fn winners(sources: &Sources, rules: &TwentyOne) -> PayTable {
    let rows = rules.winners.iter().map(|winner| PayRow {
        name: winner.name.clone(),
        takes: beyond(&winner.name, takes(&winner.when, None, &sources.game.deck)),
        pays: pays(winner.pays),
        split_hands: Some(winner.after_split),
        doubled_hands: Some(winner.after_double),
        cites: sources.clause(&winner.clause),
    });
    PayTable {
        name: "Hands that win at once".to_string(),
        notes: vec!["Of all rows a hand meets, the best is paid.".to_string()],
        rows: rows.collect(),
    }
}

fn insurance_table(sources: &Sources, insurance: &Insurance) -> PayTable {
    let mut rows = vec![PayRow {
        name: "Dealer's blackjack".to_string(),
        takes: String::new(),
        pays: odds(insurance.pays),
        split_hands: None,
        doubled_hands: None,
        cites: sources.clause(&insurance.clause),
    }];
    rows.extend(suited_rows(sources, &insurance.suited, "a dealer's blackjack"));
    PayTable {
        name: "Insurance".to_string(),
        notes: vec!["Anything else loses.".to_string()],
        rows,
    }
}

fn suited_rows(sources: &Sources, rows: &[SuitedPays], hand: &str) -> Vec<PayRow> {
    rows.iter()
        .map(|row| PayRow {
            name: row.name.clone(),
            takes: match suits(row.suits) {
                Some(how) => format!(
                    "{hand}, {}",
                    how.replace("all ", "both ").replace("both of", "both cards of")
                ),
                None => hand.to_string(),
            },
            pays: odds(row.pays),
            split_hands: None,
            doubled_hands: None,
            cites: sources.clause(&row.clause),
        })
        .collect()
}

/// The pay table of a side bet, and the other tables the rules file names for it.
fn side_bet(sources: &Sources, bet: &SideBet) -> Vec<PayTable> {
    let mut notes = vec![format!(
        "{}. Anything else loses.",
        capital(&decided_by(sources.game, bet.over))
    )];
    if bet
        .rows
        .iter()
        .any(|row| row.when.suited_matches.is_some() || row.when.unsuited_matches.is_some())
    {
        notes.push(
            "A suited match is a card of the same rank and suit as the dealer's, an unsuited match one of the same rank in \
             another suit; each of the player's two cards is matched for itself."
                .to_string(),
        );
    }
    let mut tables = vec![PayTable {
        name: bet.name.clone(),
        notes: notes.clone(),
        rows: rows(sources, &bet.rows, Some(bet.over), &bet.clause),
    }];
    for table in &bet.other_tables {
        let mut notes = notes.clone();
        notes.push("This table may be used instead.".to_string());
        tables.push(PayTable {
            name: format!("{}: {}", bet.name, table.name),
            notes,
            rows: rows(sources, &table.rows, Some(bet.over), &table.clause),
        });
    }
    tables
}

fn decided_by(game: &Game, over: Over) -> String {
    let mut text = format!("decided by {}", cards_of(over));
    if let (Some(rules), Over::HoleAndExtra) = (game.stud(), over) {
        let cards = rules.hands.hole_cards + rules.hands.extra_cards;
        let size = if cards == 3 { 3 } else { 5 };
        if cards > size {
            text += &format!(", the best {size} of {cards}");
        }
    }
    text
}

fn rows(sources: &Sources, rows: &[Row], over: Option<Over>, clause: &Option<String>) -> Vec<PayRow> {
    rows.iter()
        .map(|row| PayRow {
            name: row.name.clone(),
            takes: beyond(&row.name, takes(&row.when, over, &sources.game.deck)),
            pays: pays(row.pays),
            split_hands: None,
            doubled_hands: None,
            cites: sources.clause(&row.clause).or_else(|| sources.clause(clause)),
        })
        .collect()
}

/// What a row takes, unless its name says just that.
fn beyond(name: &str, takes: String) -> String {
    let plain = |text: &str| -> String {
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        let words = words.filter(|word| !word.is_empty() && !matches!(*word, "a" | "an"));
        words.collect::<Vec<_>>().join(" ").to_lowercase()
    };
    if plain(name) == plain(&takes) {
        String::new()
    } else {
        takes
    }
}

fn pays(pays: Pays) -> String {
    match pays {
        Pays::Odds(at) => odds(at),
        Pays::Amount(amount) => amount.to_string(),
    }
}
