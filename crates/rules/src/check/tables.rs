//! Every pay table of a file, with the cards it looks at.

use crate::game::{Family, Game, Over, SideBet};
use crate::pattern::{Pattern, Pays, Row};
use crate::stud::Stud;

/// One pay table.
pub(super) struct Table<'a> {
    /// Where its list of rows stands in the file.
    pub(super) at: String,
    /// Its rows.
    pub(super) rows: Vec<TableRow<'a>>,
    /// The side bet it belongs to, if it is a side bet's.
    pub(super) bet: Option<&'a SideBet>,
    /// How many cards make a poker hand.
    pub(super) hand_size: u8,
    cards: Cards,
}

/// What all rows of pay tables have.
#[derive(Clone, Copy)]
pub(super) struct TableRow<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    pub(super) when: &'a Pattern,
    pub(super) pays: Pays,
    /// For a row of winners: whether it holds for split hands, and for doubled hands.
    pub(super) flags: (bool, bool),
}

/// The cards a table looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cards {
    /// A hand of 21 as it grows.
    Hand,
    /// Groups of cards of these sizes; within a group order means nothing.
    Groups([u8; 3]),
}

/// The pay tables of a game: of hands that win at once, of stud, of side bets. A table that several bets share is there for
/// each of them.
pub(super) fn tables(game: &Game) -> Vec<Table<'_>> {
    let mut tables = Vec::new();
    match &game.family {
        Family::TwentyOne(rules) if rules.winners.is_empty() => {}
        Family::TwentyOne(rules) => tables.push(Table {
            at: "winner".to_string(),
            rows: rules
                .winners
                .iter()
                .map(|row| TableRow {
                    id: &row.id,
                    name: &row.name,
                    when: &row.when,
                    pays: row.pays,
                    flags: (row.after_split, row.after_double),
                })
                .collect(),
            bet: None,
            hand_size: 5,
            cards: Cards::Hand,
        }),
        Family::Stud(rules) => {
            let showdown = rules.showdown.as_ref();
            let ids = (rules.hands.pays.iter().chain(&rules.hands.pays_allowed)).chain(
                showdown
                    .into_iter()
                    .flat_map(|showdown| showdown.bonus.iter().chain(&showdown.bonus_allowed)),
            );
            let mut named: Vec<&str> = Vec::new();
            for id in ids {
                if !named.contains(&id.as_str()) {
                    named.push(id);
                }
            }
            for table in named.into_iter().filter_map(|id| game.pay_tables.find(id)) {
                tables.push(Table {
                    at: format!("pay-table.{}", table.id),
                    rows: table.rows.iter().map(plain).collect(),
                    bet: None,
                    hand_size: rules.hands.hand_size,
                    cards: Cards::Groups([rules.hands.hole_cards.saturating_add(rules.community_cards()), 0, 0]),
                });
            }
        }
    }
    for bet in &game.side_bets {
        let cards = groups(game, bet.over);
        let size: u8 = cards.iter().fold(0, |sum, group| group.saturating_add(sum));
        for id in std::iter::once(bet.pays.as_str()).chain(bet.other_tables()) {
            let Some(table) = game.pay_tables.find(id) else {
                continue;
            };
            tables.push(Table {
                at: format!("pay-table.{id}"),
                rows: table.rows.iter().map(plain).collect(),
                bet: Some(bet),
                hand_size: bet.poker_size(usize::from(size)),
                cards: Cards::Groups(cards),
            });
        }
    }
    tables
}

impl<'a> Table<'a> {
    /// The patterns of its rows.
    pub(super) fn patterns(&self) -> impl Iterator<Item = &'a Pattern> {
        self.rows.iter().map(|row| row.when)
    }

    /// Whether it is the table of hands that win at once.
    pub(super) fn is_winners(&self) -> bool {
        self.cards == Cards::Hand
    }

    /// The groups of cards it looks at, except for a hand that grows.
    pub(super) fn groups(&self) -> Option<[u8; 3]> {
        match self.cards {
            Cards::Hand => None,
            Cards::Groups(groups) => Some(groups),
        }
    }

    /// How many cards it looks at, except for a hand that grows.
    pub(super) fn size(&self) -> Option<usize> {
        self.groups()
            .map(|groups| groups.iter().map(|group| usize::from(*group)).sum())
    }
}

fn plain(row: &Row) -> TableRow<'_> {
    TableRow {
        id: &row.id,
        name: &row.name,
        when: &row.when,
        pays: row.pays,
        flags: (true, true),
    }
}

fn groups(game: &Game, over: Over) -> [u8; 3] {
    let (hole, extra, community) = match game.stud() {
        Some(rules) => (rules.hands.hole_cards, rules.hands.extra_cards, rules.community_cards()),
        None => (0, 0, 0),
    };
    let dealer = game.stud().map_or(0, Stud::dealer_cards);
    match over {
        Over::FirstTwo => [2, 0, 0],
        Over::FirstTwoAndUp | Over::FirstTwoAndHole => [2, 1, 0],
        Over::FirstTwoUpAndHole => [2, 1, 1],
        Over::UpAndHole => [0, 1, 1],
        Over::Community => [community, 0, 0],
        Over::HoleCards => [hole, 0, 0],
        Over::HoleAndExtra => [hole.saturating_add(extra), 0, 0],
        Over::HoleAndCommunity => [hole.saturating_add(community), 0, 0],
        Over::DealerCards => [dealer, 0, 0],
        Over::HoleAndDealer => [hole.saturating_add(dealer), 0, 0],
    }
}
