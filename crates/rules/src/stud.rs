//! The rules of a game of the stud family: hole cards, community cards turned street by street, bets on each street, one
//! pay table for the hand or a dealer's hand to beat.

use crate::game::MainBet;
use crate::keyed::Keyed;
use crate::load::read::Home;
use crate::load::section::{section, values, words};
use crate::money::Money;
use crate::pattern::{Poker, Row};
use crate::showdown::Showdown;

section! {
    /// Everything that sets one stud game apart from another.
    pub struct Stud {
        /// Stud family: the cards each player and the table receive.
        pub hands: Hands,
        /// Stud family: the streets, in order.
        pub streets as "street": Keyed<Street> where (1..=Hands::STREETS_MAX),
        /// Stud family: the dealer's hand; left out, hands are paid by their pay table alone.
        pub showdown: Option<Showdown>,
        /// Stud family: the most a player is paid for one round.
        pub caps as "cap": Keyed<Cap> where (0..=Cap::COUNT_MAX),
        derived {
            /// What the hand pays. Without a showdown it is paid on the main bet and every street bet alike, and a hand that
            /// meets no row loses.
            pub pays: Keyed<Row> = Keyed::default(),
        }
    }
}

section! {
    /// `[hands]`: what is dealt.
    pub struct Hands {
        /// Cards dealt to each player, face down.
        pub hole_cards: u8 where (1..=Hands::CARDS_MAX),
        /// Cards laid out apart from the community cards, for side bets only.
        pub extra_cards: u8 where (0..=Hands::CARDS_MAX) = 0,
        /// How many cards make a poker hand: 3, 4 or 5. The best such hand among a player's hole cards and the community cards
        /// counts.
        pub hand_size: u8 where (3..=5),
        /// The pay table of the hand, a `[pay-table.NAME]`. Only a game with a showdown may do without.
        pub pays: Option<String>,
        /// The pay tables of the hand an operator may choose from; just the one if left out.
        pub pays_allowed: Vec<String> = Vec::new(),
        /// The least hand the dealer calls out and the floor acknowledges.
        pub called_out: Option<Poker>,
        /// Which hands are looked at for that.
        pub called_out_in: CalledOutIn = CalledOutIn::MainGame,
        /// When the hole cards of a folded hand are shown that a side bet still rides on.
        pub folded_shown: FoldedShown = FoldedShown::WithTheOthers,
        /// When the bets of a folded hand are collected.
        pub fold_collected: FoldCollected = FoldCollected::AtOnce,
        /// Which bets a fold loses.
        pub fold_takes: FoldTakes = FoldTakes::MainBets,
        /// Whether community cards are turned that decide nothing, because every hand has folded.
        pub unneeded_cards: UnneededCards = UnneededCards::FaceDown,
        /// What each cap holds for.
        pub capped: Capped = Capped::Player,
        /// How often a hand may bet in its turns.
        pub betting: Betting = Betting::EveryStreet,
    }
}

words! {
    /// How often a hand may bet in its turns.
    pub enum Betting {
        /// On every street.
        EveryStreet,
        /// Once: a hand that has bet is asked no more and stays in to the end.
        Once,
    }
}

words! {
    /// Which hands are called out.
    pub enum CalledOutIn {
        /// Hands of the main game.
        MainGame,
        /// Hands of the main game and of every side bet.
        EveryPayTable,
    }
}

words! {
    /// When the hole cards of a folded hand are shown that a side bet still rides on.
    pub enum FoldedShown {
        /// Before the main game is settled, with the cards of all hands still in.
        WithTheOthers,
        /// When its side bet is settled.
        WithItsSideBet,
    }
}

words! {
    /// When the bets of a folded hand are collected.
    pub enum FoldCollected {
        /// As soon as the player folds.
        AtOnce,
        /// When the main game is settled; until then they lie beside the cards.
        WithMainGame,
    }
}

words! {
    /// Which bets a fold loses.
    pub enum FoldTakes {
        /// The main bet and the bets on streets; side bets stay in play.
        MainBets,
        /// Every bet, those on the side too.
        EveryBet,
    }
}

words! {
    /// What becomes of community cards when every hand has folded and no bet needs them.
    pub enum UnneededCards {
        /// They stay face down.
        FaceDown,
        /// They are turned all the same.
        Turned,
    }
}

words! {
    /// What a cap holds for.
    pub enum Capped {
        /// All that one player is paid for one round, by the main bet.
        Player,
        /// Each bet by its own amount: the main bet, every one of the bets on a street, every side bet. A bet between the
        /// amounts that the caps name has the cap of the amount below it.
        Bet,
    }
}

impl Hands {
    /// The most hole cards, community cards or extra cards there may be, each.
    pub const CARDS_MAX: u8 = 7;
    /// The most streets there may be.
    pub const STREETS_MAX: u8 = 7;

    /// The name of the pay table of the hand; empty where there is none.
    pub fn table(&self) -> &str {
        self.pays.as_deref().unwrap_or_default()
    }
}

impl Street {
    /// The most different bets one street may offer beside a fold.
    pub const BETS_MAX: u8 = 7;
    /// The most main bets that one of them may be.
    pub const BET_MAX: u8 = 100;
}

impl Cap {
    /// The most caps there may be.
    pub const COUNT_MAX: u8 = 100;
}

impl Stud {
    /// The names of the pay tables of the hand, of the blind bet and of the bonus, those that may take their places among them, each once.
    pub fn tables(&self) -> impl Iterator<Item = &str> {
        let (hands, showdown) = (&self.hands, self.showdown.iter());
        let blind = showdown.clone().flat_map(|showdown| &showdown.blind);
        let blind = blind.flat_map(|blind| std::iter::once(&blind.pays).chain(&blind.pays_allowed));
        let bonus = showdown.flat_map(|showdown| showdown.bonus.iter().chain(&showdown.bonus_allowed));
        let named = hands.pays.iter().chain(&hands.pays_allowed).chain(blind).chain(bonus);
        let mut once: Vec<&str> = Vec::new();
        for id in named {
            if !once.contains(&id.as_str()) {
                once.push(id);
            }
        }
        once.into_iter()
    }

    /// How many cards are dealt to the dealer.
    pub fn dealer_cards(&self) -> u8 {
        self.showdown.as_ref().map_or(0, |showdown| showdown.dealer_cards)
    }

    /// How many community cards all streets turn together.
    pub fn community_cards(&self) -> u8 {
        self.streets
            .iter()
            .fold(0, |sum: u8, street| sum.saturating_add(street.cards))
    }
}

section! {
    /// `[street.NAME]`: a decision, then community cards turned.
    pub struct Street by id {
        /// Its name: flop, turn, river.
        pub name: String,
        /// How many community cards are turned after the bets.
        pub cards: u8 where (0..=Hands::CARDS_MAX),
        /// The bets a player may make, as multiples of the main bet; 0 is to stay without betting.
        pub bets: Vec<u8> where (0..=Street::BETS_MAX),
        /// Whether a player may fold instead.
        pub fold: bool,
        /// When its bet is placed.
        pub placed: StreetPlaced = StreetPlaced::InTurn,
    }
}

words! {
    /// When the bet of a street is placed.
    pub enum StreetPlaced {
        /// In the player's turn.
        InTurn,
        /// Before the deal, equal to the main bet; in turn the player lets it ride or pulls it back.
        BeforeDeal,
    }
}

section! {
    /// `[cap.NAME]`: the most one player is paid for one round: winnings of the main game and all side bets together, returned
    /// stakes not counted.
    pub struct Cap by id {
        /// The main bets it holds for.
        pub main_bets: Vec<Money> where (0..=MainBet::AMOUNTS_MAX),
        /// The most that is paid.
        pub max: Money,
    }
}

values!(Hands);

impl Home for Hands {
    const HOME: &'static str = "hands";
}

impl Home for Street {
    const HOME: &'static str = "street";
}

impl Home for Cap {
    const HOME: &'static str = "cap";
}
