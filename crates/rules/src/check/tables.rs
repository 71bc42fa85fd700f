//! Every pay table of a file, with the cards it looks at.

use crate::game::{Family, Game, Over, PayTable, SideBet};
use crate::load::Path;
use crate::load::section::place;
use crate::pattern::{Pattern, Pays, Row};
use crate::twenty_one::Winner;

/// One pay table.
pub(super) struct Table<'a> {
    /// Where its rows stand in the file.
    pub(super) at: Path,
    /// Its rows.
    pub(super) rows: Vec<TableRow<'a>>,
    /// The side bet it belongs to, if it is a side bet's.
    pub(super) bet: Option<&'a SideBet>,
    /// How many cards it looks at; `None` for a hand of 21 that grows.
    pub(super) size: Option<usize>,
    /// How many cards make a poker hand.
    pub(super) hand_size: u8,
    /// What its rows are held against.
    pub(super) over: LooksAt,
}

/// What the rows of a table are held against.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LooksAt {
    /// Cards.
    Cards,
    /// Baccarat: how a coup ends.
    Coup,
    /// Single card: how the cards stand.
    Stand,
}

/// What all rows of pay tables have.
#[derive(Clone, Copy)]
pub(super) struct TableRow<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    pub(super) when: &'a Pattern,
    pub(super) pays: Pays,
    /// The row as one of hands that win at once, if it is one.
    pub(super) winner: Option<&'a Winner>,
}

/// The pay tables of a game: of hands that win at once, of stud, of side bets. A table that several bets share is there for
/// each of them.
pub(super) fn tables(game: &Game) -> Vec<Table<'_>> {
    let mut tables = Vec::new();
    match &game.family {
        Family::TwentyOne(rules) if rules.winners.is_empty() => {}
        Family::TwentyOne(rules) => tables.push(Table {
            at: place!(Winner),
            rows: rules.winners.iter().map(TableRow::of_winner).collect(),
            bet: None,
            size: None,
            hand_size: 5,
            over: LooksAt::Cards,
        }),
        Family::Stud(rules) => {
            let named = rules.tables().filter_map(|id| game.pay_tables.find(id));
            tables.extend(named.map(|table| Table {
                at: place!(PayTable[table.id]),
                rows: table.rows.iter().map(TableRow::of_row).collect(),
                bet: None,
                size: Some(rules.hand_cards()),
                hand_size: rules.hands.hand_size,
                over: LooksAt::Cards,
            }));
        }
        Family::Baccarat(rules) => {
            let named = rules.tables().filter_map(|id| game.pay_tables.find(id));
            tables.extend(named.map(|table| Table::without_cards(table, LooksAt::Coup)));
        }
        Family::SingleCard(rules) => {
            let named = rules.main_tables().chain(rules.raise_tables());
            let named = named.filter_map(|id| game.pay_tables.find(id));
            tables.extend(named.map(|table| Table::without_cards(table, LooksAt::Stand)));
        }
    }
    for bet in &game.side_bets {
        let size = usize::from(game.cards_seen_by(bet.over));
        for table in bet.tables().filter_map(|id| game.pay_tables.find(id)) {
            tables.push(Table {
                at: place!(PayTable[table.id]),
                rows: table
                    .rows
                    .iter()
                    .map(|row| TableRow {
                        pays: row.pays.of_meter(game.meter(bet)),
                        ..TableRow::of_row(row)
                    })
                    .collect(),
                bet: Some(bet),
                size: Some(size),
                hand_size: bet.poker_size(size),
                over: match bet.over {
                    Over::BothHands => LooksAt::Coup,
                    _ => LooksAt::Cards,
                },
            });
        }
    }
    tables
}

impl<'a> Table<'a> {
    /// A table of the main game whose rows look at no cards.
    fn without_cards(table: &'a PayTable, over: LooksAt) -> Table<'a> {
        Table {
            at: place!(PayTable[table.id]),
            rows: table.rows.iter().map(TableRow::of_row).collect(),
            bet: None,
            size: Some(0),
            hand_size: 5,
            over,
        }
    }

    /// The patterns of its rows.
    pub(super) fn patterns(&self) -> impl Iterator<Item = &'a Pattern> + Clone {
        self.rows.iter().map(|row| row.when)
    }

    /// Whether it is the table of a bet over the dealer's complete hand.
    pub(super) fn is_over_dealer_hand(&self) -> bool {
        self.bet.is_some_and(|bet| bet.over == Over::DealerHand)
    }

    /// Whether it is the table of hands that win at once.
    pub(super) fn is_winners(&self) -> bool {
        self.size.is_none()
    }
}

impl<'a> TableRow<'a> {
    fn of_row(row: &'a Row) -> TableRow<'a> {
        TableRow {
            id: &row.id,
            name: &row.name,
            when: &row.when,
            pays: row.pays,
            winner: None,
        }
    }

    fn of_winner(row: &'a Winner) -> TableRow<'a> {
        TableRow {
            id: &row.id,
            name: &row.name,
            when: &row.when,
            pays: row.pays,
            winner: Some(row),
        }
    }

    /// Whether it counts for a hand, by whether that is split and whether it is doubled.
    pub(super) fn counts_for(&self, split: bool, doubled: bool) -> bool {
        self.winner.is_none_or(|row| row.counts_for(split, doubled))
    }
}
