//! Reads the rows of `statuses.txt`: one request a row, and the status it is answered with.

use croupier_house::{
    Account, AccountId, AccountKind, Batch, Code, Credential, ENTRIES_MAX, Entry, Hash, Lease, Line, LineKind, Moment,
    RequestId, Role, RoundId, RoundOpening, Session, ShoeId, ShoeOpening, TEXT_BYTES_MAX, TableChange, TableId,
    TransferId, TransferKind, User, UserId,
};
use croupier_rules::Money;
use serde::de::DeserializeOwned;

/// A row of the table.
pub(crate) enum Row {
    /// A batch, and the name of what it is answered with: `done`, or a status.
    Request(Box<Batch>, String),
    /// An account and what it holds.
    Balance(AccountId, [Money; 3]),
}

/// Every row, with its line for the message of a failure.
pub(crate) fn rows(text: &str) -> Vec<(String, Row)> {
    let mut rows = Vec::new();
    for (place, line) in text.lines().enumerate() {
        let words = line.split('#').next().unwrap_or("").trim();
        if !words.is_empty() {
            rows.push((format!("row {}: {line}", place + 1), row(words, place)));
        }
    }
    rows
}

fn row(line: &str, place: usize) -> Row {
    if let Some(balance) = line.strip_prefix("balance ") {
        let words: Vec<&str> = balance.split_whitespace().collect();
        let amounts: Vec<Money> = words[1..].iter().map(|word| money(word)).collect();
        return Row::Balance(AccountId::new(id(words[0])), amounts.try_into().unwrap());
    }
    let (asked, status) = line.split_once("->").unwrap_or_else(|| panic!("no `->` in {line}"));
    let (request, asked) = match asked.strip_prefix('@') {
        Some(rest) => {
            let (request, asked) = rest.split_once(' ').unwrap();
            (id(request), asked)
        }
        None => (0x5EED_0000 + place as u128, asked),
    };
    let mut batch = Batch::new(RequestId::new(request), Moment(place as i64));
    // `^TABLE` names the first lease of a table.
    let asked = match asked.trim_start().strip_prefix('^') {
        Some(rest) => {
            let (table, asked) = rest.split_once(' ').unwrap();
            let table = TableId::new(id(table));
            batch.lease = Some(Lease { table, epoch: 1 });
            asked
        }
        None => asked,
    };
    for entry in asked.split(" + ") {
        batch.entries.extend(repeated(entry.trim()));
    }
    Row::Request(Box::new(batch), status.trim().to_string())
}

/// An id for a name: its letters, so that `p1` is the same everywhere; `0` is the zero id.
fn id(name: &str) -> u128 {
    match name {
        "0" => 0,
        _ => name.bytes().fold(1, |number, byte| number << 8 | u128::from(byte)),
    }
}

fn money(word: &str) -> Money {
    word.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// An enum's value by its name in the books.
fn named<T: DeserializeOwned>(word: &str) -> T {
    serde_json::from_value(serde_json::Value::String(word.to_string())).unwrap_or_else(|error| panic!("{error}"))
}

/// `nul` and `long` are the two texts that cannot be kept.
fn text(word: &str) -> String {
    match word {
        "nul" => "a\0b".to_string(),
        "long" => "x".repeat(TEXT_BYTES_MAX + 1),
        _ => word.replace('_', " "),
    }
}

/// `50x fill m ...` is fifty transfers, `m0` to `m49`.
fn repeated(entry: &str) -> Vec<Entry> {
    let words: Vec<&str> = entry.split_whitespace().collect();
    let Some(times) = words[0].strip_suffix('x').and_then(|times| times.parse::<u32>().ok()) else {
        return entries(entry);
    };
    let one = |time| format!("{} {}{time} {}", words[1], words[2], words[3..].join(" "));
    (0..times).flat_map(|time| entries(&one(time))).collect()
}

fn entries(entry: &str) -> Vec<Entry> {
    let words: Vec<&str> = entry.split_whitespace().collect();
    let table = |word: &str| TableId::new(id(word));
    vec![match words[..] {
        ["nothing"] => return Vec::new(),
        ["flood"] => return vec![Entry::SessionsExpire { before: Moment(0) }; ENTRIES_MAX + 1],
        ["user", user, name] => Entry::User(person(user, name)),
        ["rename", user, name] => Entry::UserChange(person(user, name)),
        ["session", token, user] => Entry::Session(Session {
            token: Hash::of(token.as_bytes()),
            user: UserId::new(id(user)),
            expires: Moment(9),
        }),
        ["signout", token] => Entry::SessionClose {
            token: Hash::of(token.as_bytes()),
        },
        ["end_sessions", user] => Entry::SessionsEnd {
            user: UserId::new(id(user)),
        },
        ["limit", user, dollars] => Entry::LossLimit {
            user: UserId::new(id(user)),
            limit: (dollars != "none").then(|| money(dollars)),
        },
        ["rules", words] => Entry::Rules { text: text(words) },
        ["table", name, number, standing] => Entry::Table(TableChange {
            table: table(name),
            number: number.parse().unwrap(),
            standing: named(standing),
            text: String::new(),
        }),
        ["account", name, ref kind @ ..] => Entry::Account(Account {
            id: AccountId::new(id(name)),
            kind: match *kind {
                ["bank"] => AccountKind::HouseBank,
                ["player", user] => AccountKind::Player(UserId::new(id(user))),
                ["rack", at] => AccountKind::Rack(table(at)),
                _ => panic!("{entry}"),
            },
        }),
        ["shoe", name, at] => Entry::Shoe(ShoeOpening {
            id: ShoeId::new(id(name)),
            table: table(at),
            commitment: "commitment".to_string(),
            secret: "secret".to_string(),
            format: 1,
        }),
        ["mix", name] => Entry::ShoeShuffle {
            shoe: ShoeId::new(id(name)),
            text: "cut 20".to_string(),
        },
        ["happens", name, number] => Entry::ShoeEvent {
            shoe: ShoeId::new(id(name)),
            number: number.parse().unwrap(),
            text: "burn 1".to_string(),
        },
        ["reveal", name] => Entry::ShoeReveal {
            shoe: ShoeId::new(id(name)),
        },
        ["round", name, at, shoe, rules] => Entry::Round(RoundOpening {
            id: RoundId::new(id(name)),
            table: table(at),
            rules: Hash::of(text(rules).as_bytes()),
            shoe: (shoe != "-").then(|| ShoeId::new(id(shoe))),
            format: 1,
            text: String::new(),
        }),
        ["lines", round, first, ref lines @ ..] => Entry::Lines {
            round: RoundId::new(id(round)),
            first: first.parse().unwrap(),
            lines: lines.iter().map(|line| step(line)).collect(),
        },
        ["buy_in_max", account, dollars] => Entry::BuyInMax {
            account: AccountId::new(id(account)),
            max: money(dollars),
        },
        ["close", round] => Entry::RoundClose {
            round: RoundId::new(id(round)),
        },
        ["void", round, by] => Entry::RoundVoid {
            round: RoundId::new(id(round)),
            by: UserId::new(id(by)),
            text: "misdeal".to_string(),
        },
        [code, name, debit, credit, amount, ref rest @ ..] => transfer(code, name, [debit, credit], amount, rest),
        _ => panic!("{entry}"),
    }]
}

fn person(user: &str, name: &str) -> User {
    User {
        id: UserId::new(id(user)),
        name: text(name),
        credential: Credential::Guest,
        role: Role::Player,
    }
}

fn step(line: &str) -> Line {
    Line {
        kind: LineKind::Step,
        text: text(line),
    }
}

/// `CODE ID DEBIT CREDIT AMOUNT [ROUND] [PENDING]`; the kind is the code's own unless it is written before it: `posted:wager`.
fn transfer(code: &str, name: &str, accounts: [&str; 2], amount: &str, rest: &[&str]) -> Entry {
    let (kind, code) = match code.split_once(':') {
        Some((kind, code)) => (kind, code),
        None => match code {
            "wager" => ("pending", code),
            "loss" => ("post", code),
            "returned" => ("void", code),
            _ => ("posted", code),
        },
    };
    let pending = TransferId::new(rest.get(1).map_or(1, |pending| id(pending)));
    let kind = match kind {
        "posted" => TransferKind::Posted,
        "pending" => TransferKind::Pending,
        "post" => TransferKind::Post { pending },
        "void" => TransferKind::Void { pending },
        _ => panic!("{kind} is no kind of transfer"),
    };
    Entry::Transfer(croupier_house::Transfer {
        id: TransferId::new(id(name)),
        debit: AccountId::new(id(accounts[0])),
        credit: AccountId::new(id(accounts[1])),
        amount: money(amount),
        kind,
        code: named::<Code>(code),
        round: rest
            .first()
            .filter(|round| **round != "-")
            .map(|round| RoundId::new(id(round))),
    })
}
