//! Every pay table of a game, in words.

use super::pattern::{poker_hand, suits, takes};
use super::sheet::{Clauses, PayRow, PayTable, Sentence, Sources};
use super::turns::every_21;
use super::twenty_one::cards_of;
use super::words::{any_of, capital, odds, share};
use crate::game::{Family, Game, MainBet, PayTable as Table, Procedure, SideBet};
use crate::load::Path;
use crate::load::section::{key, place};
use crate::meter::WinningStake;
use crate::pattern::{Pattern, Pays, Row};
use crate::showdown::{BlindPaid, StakePays};
use crate::stud::Stud;
use crate::twenty_one::{
    AgainstDealerBlackjack, Blackjack, Dealer, Insurance, SuitedPays, Surrender, SurrenderWhen, Tie, TwentyOne,
    TwentyTwo, Winner,
};

/// All pay tables, the main game first.
pub(super) fn tables(sources: &Sources) -> Vec<PayTable> {
    let game = sources.game;
    let mut tables = Vec::new();
    match &game.family {
        Family::TwentyOne(rules) => {
            tables.push(main_game(sources, rules));
            tables.extend(winners(sources, rules));
            tables.extend(
                rules
                    .insurance
                    .as_ref()
                    .map(|insurance| insurance_table(sources, insurance)),
            );
        }
        Family::Stud(rules) => stud(sources, rules, &mut tables),
        Family::Baccarat(rules) => by_rows(sources, &game.main_bet.name, rules.tables(), &mut tables),
        Family::SingleCard(rules) => {
            by_rows(sources, &game.main_bet.name, rules.main_tables(), &mut tables);
            by_rows(sources, &rules.raise.name, rules.raise_tables(), &mut tables);
        }
    }
    for bet in &game.side_bets {
        tables.extend(side_bet(sources, bet));
    }
    tables
}

/// The tables of the hand and of the bonus, and those that may take their places.
fn stud(sources: &Sources, rules: &Stud, tables: &mut Vec<PayTable>) {
    let main = &sources.game.main_bet.name;
    let (hands, showdown) = (&rules.hands, rules.showdown.as_ref());
    let note = match showdown {
        None => format!("Paid on the {main} and on every street bet alike. Anything less loses."),
        Some(showdown) => {
            let bets = match (showdown.main_bet.pays, showdown.street_bets.pays) {
                (StakePays::ByTable, StakePays::ByTable) => format!("the {main} and every other bet on the hand"),
                (StakePays::ByTable, StakePays::Even) => format!("the {main}"),
                _ => "every bet made in the player's turn".to_string(),
            };
            format!("Paid on {bets} when the hand wins. Anything less comes back.")
        }
    };
    let bonus = format!("Paid on the {main} of a hand that has not folded, whatever the dealer has.");
    let blind = showdown.and_then(|showdown| showdown.blind.as_ref());
    let blind_note = match blind.map(|blind| blind.paid) {
        Some(BlindPaid::EveryHand) => {
            "Paid on every hand that has not folded, whatever the dealer has. Anything less comes back when the hand wins."
        }
        _ => "Paid when the hand wins. Anything less comes back.",
    };
    let named = [
        ("Main game", note, hands.pays.as_ref(), Some(&hands.pays_allowed)),
        (
            blind.map_or("Blind", |blind| &blind.name),
            blind_note.to_string(),
            blind.map(|blind| &blind.pays),
            blind.map(|blind| &blind.pays_allowed),
        ),
        (
            "Bonus",
            bonus,
            showdown.and_then(|showdown| showdown.bonus.as_ref()),
            showdown.map(|showdown| &showdown.bonus_allowed),
        ),
    ];
    for (name, note, own, allowed) in named {
        let others = allowed.into_iter().flatten().filter(|id| Some(*id) != own);
        for id in own.into_iter().chain(others) {
            let Some(table) = sources.game.pay_tables.find(id) else {
                continue;
            };
            let mut notes = vec![note.clone()];
            if Some(id) != own {
                notes.push("This table may be used instead.".to_string());
            }
            tables.push(PayTable {
                name: match &table.title {
                    Some(title) => format!("{name}: {title}"),
                    None => name.to_string(),
                },
                title: sources.title(&[place!(Table[table.id])]),
                notes,
                rows: rows(
                    sources,
                    &place!(Table[table.id]),
                    &table.rows,
                    None,
                    hands.hand_size,
                    sources.home(&place!(Table[table.id])),
                ),
            });
        }
    }
}

/// The table of a bet that is settled by rows alone, and those that may take its place.
fn by_rows<'a>(sources: &Sources, bet: &str, ids: impl Iterator<Item = &'a str>, tables: &mut Vec<PayTable>) {
    for (place, table) in ids.filter_map(|id| sources.game.pay_tables.find(id)).enumerate() {
        let mut notes = vec!["Anything else loses.".to_string()];
        if place > 0 {
            notes.push("This table may be used instead.".to_string());
        }
        let home = sources.home(&place!(Table[table.id]));
        tables.push(PayTable {
            name: match &table.title {
                Some(title) => format!("{bet}: {title}"),
                None => bet.to_string(),
            },
            title: sources.title(&[place!(Table[table.id])]),
            notes,
            rows: rows(sources, &place!(Table[table.id]), &table.rows, None, 5, home),
        });
    }
}

fn main_game(sources: &Sources, rules: &TwentyOne) -> PayTable {
    let blackjack = &rules.blackjack;
    let win = odds(rules.dealer.win_pays);
    let step = |name: &str, pays: &str, step: Procedure, fields: &[Path]| {
        plain(name, pays, sources.say_step(step, "", fields))
    };
    let of_blackjack = |fields: &[Path]| sources.say("", sources.home(&place!(Blackjack)), fields);
    let mut rows = vec![plain(
        "Blackjack",
        &odds(blackjack.pays),
        of_blackjack(&[place!(Blackjack.pays)]),
    )];
    rows[0].takes = "an ace and a card that counts 10 as the first two cards".to_string();
    rows.extend(suited_rows(
        sources,
        &place!(Blackjack.suited),
        &blackjack.suited,
        "a blackjack",
    ));
    let against = match blackjack.against_dealer_blackjack {
        AgainstDealerBlackjack::Wins => "paid as above",
        AgainstDealerBlackjack::Pushes => "push",
    };
    rows.push(plain(
        "Blackjack against a dealer's blackjack",
        against,
        of_blackjack(&[place!(Blackjack.against_dealer_blackjack)]),
    ));
    if rules.insurance.as_ref().is_some_and(|insurance| insurance.even_money) {
        let fields = [place!(Insurance.even_money)];
        rows.push(step(
            "Even money on a blackjack, instead of insurance",
            "1 to 1",
            Procedure::EvenMoney,
            &fields,
        ));
    }
    let fields = [place!(Dealer.win_pays)];
    rows.push(plain(
        "Closer to 21 than the dealer",
        &win,
        sources.cite(sources.step(Procedure::Settle), &fields),
    ));
    let fields = [place!(Dealer.twenty_two)];
    match rules.dealer.twenty_two {
        TwentyTwo::Busts => rows.push(step("The dealer goes over 21", &win, Procedure::DealerBusts, &fields)),
        TwentyTwo::Pushes => {
            rows.push(step(
                "The dealer has exactly 22",
                "push",
                Procedure::DealerBusts,
                &fields,
            ));
            rows.push(step(
                "The dealer has more than 22",
                &win,
                Procedure::DealerBusts,
                &fields,
            ));
        }
    }
    let tie = match rules.dealer.tie {
        Tie::Pushes => "push",
        Tie::DealerWins => "loses",
        Tie::PlayerWins => &win,
    };
    let fields = [place!(Dealer.tie), place!(Dealer.tie_on)];
    match rules.dealer.ties_apart() {
        None => rows.push(step("Tie", tie, Procedure::Push, &fields)),
        Some(totals) => {
            let on = format!("Tie on {}", any_of(totals, 21));
            rows.push(step(&on, tie, Procedure::Push, &fields));
            rows.push(step("Tie on another total", "push", Procedure::Push, &fields));
        }
    }
    rows.push(step("Further from 21 than the dealer", "loses", Procedure::Settle, &[]));
    rows.push(step("Over 21", "loses", Procedure::Bust, &[]));
    rows.push(step("Dealer's blackjack", "loses", Procedure::DealerBlackjack, &[]));
    if rules.surrender.when != SurrenderWhen::Never {
        // "Loses half": of what, the row says by standing in the table of the main game.
        let share = share(rules.surrender.loses, "the bet");
        let loses = format!("loses {}", share.trim_end_matches(" of the bet"));
        rows.push(step(
            "Surrender",
            &loses,
            Procedure::Surrender,
            &[place!(Surrender.loses)],
        ));
    }
    PayTable {
        name: "Main game".to_string(),
        title: sources.title(&[place!(MainBet)]),
        notes: Vec::new(),
        rows,
    }
}

/// A row whose name says what it takes, with what is said of its source.
fn plain(name: &str, pays: &str, said: Sentence) -> PayRow {
    PayRow {
        name: name.to_string(),
        takes: String::new(),
        pays: pays.to_string(),
        split_hands: None,
        doubled_hands: None,
        cites: said.cites.clone(),
        points: said.points.clone(),
        from: said.origin(),
    }
}

/// The rows of hands that win at once that stand under one heading.
pub(super) struct WinnerTable<'g> {
    /// The heading.
    pub(super) name: String,
    /// Whether the rules file names the group.
    named: bool,
    /// The rows.
    rows: Vec<&'g Winner>,
}

/// The hands that win at once, by the names of their groups.
pub(super) fn winner_tables(rules: &TwentyOne) -> Vec<WinnerTable<'_>> {
    let grouped = rules.winners.iter().any(|winner| winner.group.text().is_some());
    let rest = match grouped {
        true => "Other hands that win at once",
        false => "Hands that win at once",
    };
    let mut tables: Vec<WinnerTable> = Vec::new();
    for row in &rules.winners {
        let name = row.group.text().unwrap_or(rest);
        match tables.iter_mut().find(|table| table.name == name) {
            Some(table) => table.rows.push(row),
            None => tables.push(WinnerTable {
                name: name.to_string(),
                named: row.group.text().is_some(),
                rows: vec![row],
            }),
        }
    }
    tables
}

fn winners(sources: &Sources, rules: &TwentyOne) -> Vec<PayTable> {
    let tables = winner_tables(rules).into_iter();
    tables
        .map(|table| {
            let mut notes = Vec::new();
            if table.rows.len() > 1 {
                notes.push("A hand that qualifies for several payouts receives only the highest.".to_string());
            }
            if table.rows.iter().any(|winner| every_21(winner)) {
                notes.push("A blackjack is paid by the main game.".to_string());
            }
            let rows = table.rows.iter();
            PayTable {
                title: match table.named {
                    true => sources.title(&[Path::from_iter(["winner"])]),
                    false => None,
                },
                name: table.name,
                notes,
                rows: rows.map(|winner| winner_row(sources, rules, winner)).collect(),
            }
        })
        .collect()
}

fn winner_row(sources: &Sources, rules: &TwentyOne, winner: &Winner) -> PayRow {
    let takes = match every_21(winner) && rules.winners.len() > 1 {
        true => "any other total of 21".to_string(),
        false => beyond(&winner.name, takes(&winner.when, None, sources.game)),
    };
    let fields = [place!(Winner[winner.id].when), place!(Winner[winner.id].pays)];
    let said = sources.say("", sources.home(&place!(Winner[winner.id])), &fields);
    PayRow {
        takes,
        split_hands: Some(winner.after_split),
        doubled_hands: Some(winner.after_double),
        ..plain(&winner.name, &pays(winner.pays), said)
    }
}

fn insurance_table(sources: &Sources, insurance: &Insurance) -> PayTable {
    let said = sources.say("", sources.home(&place!(Insurance)), &[place!(Insurance.pays)]);
    let mut rows = vec![plain("Dealer's blackjack", &odds(insurance.pays), said)];
    rows.extend(suited_rows(
        sources,
        &place!(Insurance.suited),
        &insurance.suited,
        "a dealer's blackjack",
    ));
    PayTable {
        name: "Insurance".to_string(),
        title: sources.title(&[place!(Insurance), place!(Insurance.suited)]),
        notes: vec!["Anything else loses.".to_string()],
        rows,
    }
}

fn suited_rows(sources: &Sources, at: &Path, rows: &[SuitedPays], hand: &str) -> Vec<PayRow> {
    rows.iter()
        .map(|row| PayRow {
            takes: match suits(row.suits) {
                Some(how) => format!("{hand}, both cards {}", how.strip_prefix("all ").unwrap_or(how)),
                None => hand.to_string(),
            },
            ..plain(
                &row.name,
                &odds(row.pays),
                sources.say("", sources.home(&at.key(&row.id)), &[at.key(&row.id)]),
            )
        })
        .collect()
}

/// The pay table of a side bet, and the other tables an operator may choose for it.
fn side_bet(sources: &Sources, bet: &SideBet) -> Vec<PayTable> {
    let notes = side_bet_notes(sources.game, bet);
    let size = poker_size(sources.game, bet);
    let own = sources.game.pay_tables.find(&bet.pays);
    let named = own.is_some_and(|table| table.title.is_some());
    let others = bet.other_tables().filter_map(|id| sources.game.pay_tables.find(id));
    let mut tables = Vec::new();
    for (place, table) in own.into_iter().chain(others).enumerate() {
        let at = place!(Table[table.id]);
        let cites = sources.home(&at).or_else(|| sources.home(&place!(SideBet[bet.id])));
        let mut notes = notes.clone();
        notes.extend(match (place, named) {
            (0, _) => None,
            (_, true) => {
                Some("This table is used for the games its heading names, in place of the one above.".to_string())
            }
            (_, false) => Some("This table may be used instead.".to_string()),
        });
        tables.push(PayTable {
            name: match &table.title {
                Some(title) => format!("{}: {title}", bet.name),
                None => bet.name.clone(),
            },
            title: sources.title(std::slice::from_ref(&at)),
            notes,
            rows: rows(sources, &at, &table.rows, Some(bet), size, cites),
        });
    }
    tables
}

/// What must be known to read the pay table of a side bet.
fn side_bet_notes(game: &Game, bet: &SideBet) -> Vec<String> {
    let mut notes = vec![format!(
        "{}. Only the highest payout that the cards qualify for is paid; anything else loses.",
        capital(&decided_by(game, bet))
    )];
    if bet.winning_stake == WinningStake::Kept {
        notes.push("The stake of a winning bet is kept: what the table says is all that is paid.".to_string());
    }
    if let Some(meter) = game.meter(bet) {
        notes.push(format!("The {} shows {}.", meter.name, meter.amount));
    }
    let asks = |what: fn(&Pattern) -> bool| bet.rows.iter().any(|row| what(&row.when));
    if asks(|when| when.suited_matches.is_some() || when.unsuited_matches.is_some()) {
        notes.push(
            "A suited match is a card of the same rank and suit as the dealer's, an unsuited match one of the same rank in \
             another suit; each of the player's two cards is matched separately."
                .to_string(),
        );
    }
    if asks(|when| when.spread.is_some()) {
        notes.push("The cards rank from 2 low to ace high.".to_string());
    }
    notes
}

fn decided_by(game: &Game, bet: &SideBet) -> String {
    let mut text = format!("decided by {}", cards_of(bet));
    if game.stud().is_some() {
        let (cards, size) = (game.cards_seen_by(bet.over), poker_size(game, bet));
        if cards > size {
            text += &format!(", the best {size} of {cards}");
        }
    }
    text
}

/// How many of the cards a side bet looks at make a poker hand.
fn poker_size(game: &Game, bet: &SideBet) -> u8 {
    bet.poker_size(usize::from(game.cards_seen_by(bet.over)))
}

fn rows<'g>(
    sources: &Sources<'g>,
    at: &Path,
    rows: &[Row],
    bet: Option<&SideBet>,
    size: u8,
    otherwise: Option<Clauses<'g>>,
) -> Vec<PayRow> {
    let (over, stake) = bet.map_or((None, WinningStake::Returned), |bet| {
        (Some(bet.over), bet.winning_stake)
    });
    rows.iter()
        .map(|row| {
            let at = at.key(&row.id);
            let fields = [at.key(key!(Row.when)), at.key(key!(Row.pays))];
            let said = sources.say("", sources.home(&at).or_else(|| otherwise.clone()), &fields);
            let mut shown = plain(&row.name, &pays_in_words(row.pays, stake), said);
            shown.takes = beyond(&row.name, takes(&row.when, over, sources.game));
            if let (true, Some(hand), None) = (shown.takes.is_empty(), row.when.poker, row.when.of) {
                shown.takes = poker_hand(hand, size);
            }
            shown
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

/// What a row pays in words: "3 to 2", "300 for 1" where the stake is kept, "$500", "10% of meter".
pub fn pays_in_words(pays: Pays, stake: WinningStake) -> String {
    match (pays, stake) {
        (Pays::Odds(at), WinningStake::Kept) => format!("{} for {}", at.pays, at.per),
        (Pays::Odds(at), WinningStake::Returned) => odds(at),
        (Pays::Amount(amount), _) => amount.to_string(),
        (Pays::OfMeter { share, .. }, _) => format!("{share} of meter"),
    }
}

fn pays(pays: Pays) -> String {
    pays_in_words(pays, WinningStake::Returned)
}
