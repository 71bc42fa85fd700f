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

values!(Showdown, Stake);

impl Home for Showdown {
    const HOME: &'static str = "showdown";
}
