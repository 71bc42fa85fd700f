//! The seats of a table and the bets that are made before the deal.

use serde_json::Value as Json;

use crate::keyed::Keyed;
use crate::load::read::{Entry, Home, Named, Read, count_entries, out_of_range, read_keyed, write_keyed};
use crate::load::report::Report;
use crate::load::section::{section, values, words};
use crate::load::shape::{Field, Shape};
use crate::meter::WinningStake;
use crate::money::Money;
use crate::pattern::Row;

section! {
    /// `[table]`: seats and hands.
    pub struct TableRules {
        /// Seats at the table.
        pub seats: u8 where (1..=TableRules::SEATS_MAX),
        /// Hands one player may play.
        pub hands_max: u8 where (1..=TableRules::HANDS_MAX) = 1,
        /// With more than one hand, the main bet on each is at least this.
        pub several_hands_main_bet_min: Option<Money>,
        /// With more than one hand, side bets are at least this.
        pub several_hands_side_bet_min: Option<Money>,
        /// The most side bets one hand may carry; left out, all of them.
        pub side_bets_max: Option<u8>,
        /// From which end of the table bets are settled.
        pub settled_from: SettledFrom = SettledFrom::Right,
    }
}

section! {
    /// `[main-bet]`: the bet that buys a hand. Either `amounts`, or `min`, `max` and `step`.
    pub struct MainBet {
        /// What it is called at the table: Ante, Bet.
        pub name: String,
        /// What results call it; `main` if left out.
        pub id: Option<String>,
        /// Whether every hand must carry it. Baccarat: where it need not, any other bet will do.
        pub required: bool = true,
        /// The least.
        pub min: Option<Money>,
        /// The most.
        pub max: Option<Money>,
        /// Amounts are whole multiples of this.
        pub step: Option<Money>,
        /// The only amounts allowed.
        pub amounts: Vec<Money> where (0..=MainBet::AMOUNTS_MAX) = Vec::new(),
        /// More spots on the same hand by their names, like `2x`, any of which may take another bet equal to the main bet.
        pub spots: Vec<String> where (0..=MainBet::SPOTS_MAX) = Vec::new(),
        /// 21: what the bets on them are paid when the hand wins.
        pub spots_pay: SpotsPay = SpotsPay::AsMainBet,
    }
}

section! {
    /// `[side-bet.NAME]`: a bet beside the main bet, made before the deal and paid by its own table. Its name is used on the
    /// command line and in results.
    pub struct SideBet by id {
        /// What it is called at the table.
        pub name: String,
        /// The least.
        pub min: Money,
        /// The most.
        pub max: Money,
        /// Amounts are whole multiples of this.
        pub step: Money = Money::from_dollars(1),
        /// Whether it may not exceed the main bet.
        pub at_most_main_bet: bool = false,
        /// Whether it must equal the main bet.
        pub equals_main_bet: bool = false,
        /// Whether every player must make it.
        pub required: bool = false,
        /// The cards it looks at.
        pub over: Over,
        /// How many cards make a poker hand: 3 of exactly three cards, else 5, if left out.
        pub hand_size: Option<u8> where (3..=5),
        /// Stud: whether all hole cards it looks at must be part of its poker hand.
        pub hole_cards: HoleCardsPlay = HoleCardsPlay::MayPlay,
        /// 21: which of the player's cards are matched with the dealer's card.
        pub matched: Matched = Matched::FirstTwo,
        /// When it is settled.
        pub settled: Settled,
        /// 21: the hands it rides on to the end.
        pub rides: Rides = Rides::EveryHand,
        /// In which order the bets of all players are settled; left out, losing bets come first in 21, and stud settles in
        /// one pass.
        pub order: Option<SettleOrder>,
        /// The pay table it is paid by, a `[pay-table.NAME]`.
        pub pays: String,
        /// The pay tables an operator may choose from; just the one it is paid by if left out.
        pub pays_allowed: Vec<String> where (0..=SideBet::TABLES_MAX) = Vec::new(),
        /// The meter that its table pays shares of, a `[meter.NAME]`.
        pub meter: Option<String>,
        /// What becomes of the stake when it wins.
        pub winning_stake: WinningStake = WinningStake::Returned,
        derived {
            /// The rows of the table it is paid by, each with what the player gains by it: shares of the meter in money, and
            /// without a stake that is kept. Of all rows the cards meet, the best is paid; cards that meet none lose.
            pub rows: Keyed<Row> = Keyed::default(),
        }
    }
}

/// `[pay-table.NAME]`: rows by their names, for one bet or several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayTable {
    /// The name it has in the rules file.
    pub id: String,
    /// What the document calls it, where it names several.
    pub title: Option<String>,
    /// Its rows.
    pub rows: Keyed<Row>,
}

words! {
    /// What the bets on further spots are paid when the hand wins.
    pub enum SpotsPay {
        /// The same odds as the main bet.
        AsMainBet,
        /// 1:1, whatever the main bet is paid.
        Even,
    }
}

words! {
    /// The cards a side bet looks at.
    pub enum Over {
        /// 21: the player's first two cards.
        FirstTwo,
        /// 21: the player's first two cards and the dealer's up card.
        FirstTwoAndUp,
        /// 21: the player's first two cards and the dealer's hole card.
        FirstTwoAndHole,
        /// 21: the player's first two cards and both dealer's cards.
        FirstTwoUpAndHole,
        /// 21: the dealer's up card and hole card.
        UpAndHole,
        /// 21: the dealer's hand when it is complete, which the dealer then plays out for the bet.
        DealerHand,
        /// Stud: the community cards alone.
        Community,
        /// Stud: the player's hole cards alone.
        HoleCards,
        /// Stud: the player's hole cards and the extra cards.
        HoleAndExtra,
        /// Stud: the player's hole cards and the community cards.
        HoleAndCommunity,
        /// Stud: the dealer's cards alone.
        DealerCards,
        /// Stud: the player's hole cards and the dealer's cards.
        HoleAndDealer,
        /// Baccarat: the first two cards of the player's hand.
        PlayerFirstTwo,
        /// Baccarat: the first two cards of the banker's hand.
        BankerFirstTwo,
        /// Baccarat: how the coup ends, by the points and the number of cards of both hands.
        BothHands,
        /// Single card: the first two cards, the player's and the dealer's or the two for all.
        FirstCards,
    }
}

words! {
    /// When a side bet is settled.
    pub enum Settled {
        /// 21 and single card: when the first cards are dealt, before insurance and play.
        AfterDeal,
        /// 21: when the hole card is shown.
        AtReveal,
        /// Stud, and bets over the dealer's hand of 21: before the main game is settled.
        BeforeMain,
        /// Stud, baccarat, and bets over the dealer's hand of 21: after the main game is settled.
        AfterMain,
    }
}

words! {
    /// The hands that a side bet rides on to the end; on others it is lost.
    pub enum Rides {
        /// Whatever is done with the hand.
        EveryHand,
        /// Hands that were neither split nor doubled.
        UnsplitUndoubled,
        /// Hands still in play when the hole card is shown: not all busted, won at once, surrendered or paid as a blackjack.
        HandsInPlay,
    }
}

words! {
    /// Which of the player's cards a side bet matches with the dealer's card.
    pub enum Matched {
        /// The first two.
        FirstTwo,
        /// Every card of the hand, and of the hands split from it.
        EveryCard,
    }
}

words! {
    /// Whether hole cards are part of a poker hand.
    pub enum HoleCardsPlay {
        /// Those that make the best hand.
        MayPlay,
        /// All of them.
        MustPlay,
    }
}

words! {
    /// In which order the bets of all players on one side bet are settled.
    pub enum SettleOrder {
        /// All losing bets are collected, then the winning bets are paid.
        LosersFirst,
        /// Each bet is collected or paid as it comes.
        OnePass,
    }
}

words! {
    /// From which end of the table bets are settled.
    pub enum SettledFrom {
        /// Starting on the dealer's right and moving to the left.
        Right,
        /// Starting on the dealer's left and moving to the right.
        Left,
    }
}

values!(TableRules, MainBet);

impl Home for TableRules {
    const HOME: &'static str = "table";
}

impl Home for MainBet {
    const HOME: &'static str = "main-bet";
}

impl Home for SideBet {
    const HOME: &'static str = "side-bet";
}

impl Home for PayTable {
    const HOME: &'static str = "pay-table";
}

impl TableRules {
    /// The most seats a table may have.
    pub const SEATS_MAX: u8 = 7;
    /// The most hands one player may play.
    pub const HANDS_MAX: u8 = 7;
}

impl SideBet {
    /// The most side bets a game may have.
    pub const COUNT_MAX: usize = 8;
    /// The most pay tables an operator may choose from.
    pub const TABLES_MAX: usize = 16;

    /// The pay tables it may be paid by, first the one it is paid by.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.pays.as_str()).chain(self.other_tables())
    }

    /// How many cards make a poker hand where it looks at so many.
    pub fn poker_size(&self, cards: usize) -> u8 {
        self.hand_size.unwrap_or(crate::play::poker_size(cards))
    }

    /// The pay tables it may be paid by besides the one it is paid by.
    pub fn other_tables(&self) -> impl Iterator<Item = &str> {
        let others = self.pays_allowed.iter().map(String::as_str);
        others.filter(|other| *other != self.pays)
    }
}

impl MainBet {
    /// The most spots beside the main bet.
    pub const SPOTS_MAX: usize = 7;
    /// The most amounts a list may name.
    pub const AMOUNTS_MAX: usize = 100;

    /// What results call it.
    pub fn wager_id(&self) -> &str {
        self.id.as_deref().unwrap_or("main")
    }

    /// The smallest main bet.
    pub fn lowest(&self) -> Money {
        self.amounts.iter().copied().min().or(self.min).unwrap_or(Money::ZERO)
    }

    /// The largest main bet.
    pub fn highest(&self) -> Money {
        self.amounts.iter().copied().max().or(self.max).unwrap_or(Money::ZERO)
    }

    /// Every main bet that may be made, rising.
    pub fn every(&self) -> Vec<Money> {
        if !self.amounts.is_empty() {
            let mut amounts = self.amounts.clone();
            amounts.sort();
            return amounts;
        }
        if self.step() <= Money::ZERO {
            return Vec::new();
        }
        let amounts = std::iter::successors(Some(self.lowest()), |amount| Some(*amount + self.step()));
        amounts.take_while(|amount| *amount <= self.highest()).collect()
    }

    /// What amounts are multiples of.
    pub fn step(&self) -> Money {
        self.step.unwrap_or(Money::from_dollars(1))
    }

    /// What may be bet, in words: `bet $5 to $10 in steps of $1`.
    pub fn allowed(&self) -> String {
        if self.amounts.is_empty() {
            return format!(
                "bet {} to {} in steps of {}",
                self.lowest(),
                self.highest(),
                self.step()
            );
        }
        let amounts: Vec<String> = self.amounts.iter().map(Money::to_string).collect();
        format!("bet {}", amounts.join(" or "))
    }

    /// Whether this amount may be bet.
    pub fn allows(&self, amount: Money) -> bool {
        if self.amounts.is_empty() {
            amount >= self.lowest() && amount <= self.highest() && amount.is_multiple_of(self.step())
        } else {
            self.amounts.contains(&amount)
        }
    }
}

/// The key of a pay table's title, beside its rows.
const TITLE: &str = "title";

const TITLE_FIELD: &[Field] = &[Field {
    key: TITLE,
    about: "What the document calls the table, where it names several.",
    shape: <Option<String> as Read>::shape,
    is_required: || false,
    default: || None,
    limits: None,
}];

impl PayTable {
    /// The most pay tables a game may have.
    pub const COUNT_MAX: usize = 64;
    /// The most rows a pay table may have.
    pub const ROWS_MAX: usize = 64;
}

impl Named for PayTable {
    fn id(&self) -> &str {
        &self.id
    }

    fn entry_shape() -> Shape {
        Shape::Keyed {
            entry: Box::new(Row::entry_shape()),
            own: TITLE_FIELD,
        }
    }

    fn read_entry(entry: &Entry, report: &mut Report) -> PayTable {
        let title = entry.node.get(TITLE);
        let rows = match count_entries(entry.node, &[TITLE]) {
            Some(count) if count > PayTable::ROWS_MAX => {
                out_of_range(entry.node, &entry.at, report, (0, PayTable::ROWS_MAX as i64));
                Vec::new()
            }
            _ => read_keyed(entry.node, &[TITLE], &entry.at, report),
        };
        PayTable {
            id: entry.id.to_string(),
            title: title.map(|node| String::read(node, &entry.at.key(TITLE), report)),
            rows: rows.into(),
        }
    }

    fn write_entry(&self) -> Json {
        let mut entries = serde_json::Map::new();
        entries.extend(self.title.write().map(|title| (TITLE.to_string(), title)));
        entries.extend(write_keyed(&self.rows));
        Json::Object(entries)
    }
}
