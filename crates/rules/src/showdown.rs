//! A dealer's hand in a game of the stud family: what is dealt to it, when it qualifies, and what becomes of each bet when
//! hands are compared.

use crate::keyed::Keyed;
use crate::load::read::Home;
use crate::load::section::{section, values, words};
use crate::pattern::Row;
use crate::poker::LeastHand;
use crate::stud::Hands;
use crate::twenty_one::Tie;

section! {
    /// `[showdown]`: the dealer has a hand as well, and the better hand wins.
    pub struct Showdown {
        /// Cards dealt to the dealer.
        pub dealer_cards: u8 where (1..=Hands::CARDS_MAX),
        /// How many of them are dealt face up.
        pub up_cards: u8 where (0..=1) = 0,
        /// The least hand the dealer qualifies with, by its ranks: "Q" for queen high, "A-K", "2-2" for a pair. Left out,
        /// every hand qualifies.
        pub qualifies: Option<LeastHand>,
        /// What happens when the hands are equal.
        pub tie: Tie = Tie::Pushes,
        /// What becomes of the main bet.
        pub main_bet: Stake,
        /// What becomes of the street bets.
        pub street_bets: Stake,
        /// A bet that every hand makes beside the main bet, equal to it.
        pub blind: Option<Blind>,
        /// The pay table of a bonus on the main bet, paid to every hand that has not folded, whatever the dealer has.
        pub bonus: Option<String>,
        /// The pay tables of the bonus an operator may choose from; just the one if left out.
        pub bonus_allowed: Vec<String> = Vec::new(),
        derived {
            /// The rows of the bonus.
            pub bonus_rows: Keyed<Row> = Keyed::default(),
        }
    }
}

section! {
    /// What becomes of a bet when the hands are compared.
    pub struct Stake {
        /// What a dealer's hand that does not qualify does.
        pub unqualified: Unqualified = Unqualified::Compared,
        /// What a winning hand is paid.
        pub pays: StakePays = StakePays::Even,
    }
}

section! {
    /// `[showdown.blind]`: a bet that every hand makes before the deal, equal to the main bet. It wins and loses with the
    /// hand and is paid by a table of its own.
    pub struct Blind {
        /// What it is called at the table: Blind, Super Bonus.
        pub name: String,
        /// Its pay table, a `[pay-table.NAME]`.
        pub pays: String,
        /// The pay tables an operator may choose from; just the one if left out.
        pub pays_allowed: Vec<String> = Vec::new(),
        /// Which hands are paid by it.
        pub paid: BlindPaid = BlindPaid::WinningHands,
        /// What a dealer's hand that does not qualify does.
        pub unqualified: Unqualified = Unqualified::Compared,
        derived {
            /// The rows of its pay table.
            pub rows: Keyed<Row> = Keyed::default(),
        }
    }
}

words! {
    /// Which hands a blind bet is paid on by its table.
    pub enum BlindPaid {
        /// Those that win; one that meets no row pushes.
        WinningHands,
        /// Every hand that has not folded and meets a row, whatever the dealer has; one that meets none pushes where it wins.
        EveryHand,
    }
}

words! {
    /// What a dealer's hand that does not qualify does to a bet.
    pub enum Unqualified {
        /// Nothing: the hands are compared all the same.
        Compared,
        /// The bet wins, whatever the player's hand.
        Wins,
        /// The bet comes back, whatever the player's hand.
        Pushes,
    }
}

words! {
    /// What a bet on a winning hand is paid.
    pub enum StakePays {
        /// 1 to 1.
        Even,
        /// By the pay table of the hand; a winning hand that meets no row pushes.
        ByTable,
    }
}

impl Showdown {
    /// The tables that are paid on amounts of the main bet beside that of the hand, with their rows: those of the bonus and
    /// of the blind bet.
    pub fn tables_beside_hand(&self) -> impl Iterator<Item = (&str, &Keyed<Row>)> {
        let bonus = self.bonus.iter().map(|table| (table.as_str(), &self.bonus_rows));
        let blind = self.blind.iter().map(|blind| (blind.pays.as_str(), &blind.rows));
        bonus.chain(blind)
    }
}

values!(Showdown, Stake, Blind);

impl Home for Showdown {
    const HOME: &'static str = "showdown";
}
