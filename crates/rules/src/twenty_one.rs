//! The rules of a game of the 21 family.

use serde_json::Value as Json;

use crate::game::PayTable;
use crate::keyed::Keyed;
use crate::load::Path;
use crate::load::document::{Node, Value};
use crate::load::read::{Home, Read, refuse_control_characters, wrong_type};
use crate::load::report::Report;
use crate::load::section::{section, values, words};
use crate::load::shape::Shape;
use crate::money::{Money, Odds};
use crate::numbers::{Numbers, Ranks};
use crate::pattern::{Pattern, Pays, Suits};

section! {
    /// Everything that sets one game of 21 apart from another.
    pub struct TwentyOne {
        /// 21 family: how the dealer draws and checks.
        pub dealer: Dealer,
        /// 21 family: what a blackjack is worth.
        pub blackjack: Blackjack,
        /// 21 family: hands that win at once.
        pub winners as "winner": Keyed<Winner> where (0..=PayTable::ROWS_MAX),
        /// 21 family: doubling down.
        pub double: Double,
        /// 21 family: splitting pairs.
        pub split: Split,
        /// 21 family: giving up part of the bet.
        pub surrender: Surrender,
        /// 21 family: the wager that the dealer has blackjack; left out, it is not offered.
        pub insurance: Option<Insurance>,
    }
}

section! {
    /// `[dealer]`: how the dealer draws, checks and compares.
    pub struct Dealer {
        /// Whether the dealer draws to a soft 17.
        pub soft_17: SoftSeventeen,
        /// Whether the dealer takes a second card before the players act, and whether they see it.
        pub hole_card: HoleCard = HoleCard::Dealt,
        /// The up cards under which the dealer checks the hole card for blackjack before the players act.
        pub checks: Ranks,
        /// Under an up card that was not checked: what a dealer's blackjack takes from hands that were doubled or split.
        pub late_blackjack_takes: LateBlackjackTakes = LateBlackjackTakes::AllBets,
        /// What a dealer's total of 22 does to hands still standing. A player's blackjack has been paid before.
        pub twenty_two: TwentyTwo = TwentyTwo::Busts,
        /// What a winning hand is paid.
        pub win_pays: Odds = Odds::EVEN,
        /// What happens when the totals are equal.
        pub tie: Tie = Tie::Pushes,
        /// The totals on which a tie does that; ties on other totals push.
        pub tie_on: Numbers = Numbers::ANY,
        /// What the dealer does when no hand waits to be compared.
        pub alone: DealerAlone = DealerAlone::Stands,
    }
}

words! {
    /// Whether the dealer draws to a soft 17.
    pub enum SoftSeventeen {
        /// Draws.
        Hits,
        /// Stands.
        Stands,
        /// Draws, and draws to a hard 17 too.
        HitsEverySeventeen,
    }
}

words! {
    /// When the dealer's second card is dealt.
    pub enum HoleCard {
        /// With the players' second cards, face down.
        Dealt,
        /// With the players' second cards, face up: nothing of the dealer's hand is hidden.
        FaceUp,
        /// Only after all players have acted.
        None,
    }
}

words! {
    /// What a dealer's blackjack found after the players acted takes. `docs/solver.md` gives the trade's names and their
    /// sources.
    pub enum LateBlackjackTakes {
        /// Every bet on the table, doubles and the bets on split hands included (ENHC).
        AllBets,
        /// The original bet alone (OBO): doubles and the bets on split hands come back. Bets of busted hands that were doubled
        /// or split stay on the table until then, and come back too.
        OriginalBets,
        /// One bet of every hand still standing, split hands included, and the busted bets, which were taken at once (OBBO):
        /// doubles of hands that did not bust come back.
        OriginalAndBustedBets,
    }
}

words! {
    /// What a dealer's total of 22 does.
    pub enum TwentyTwo {
        /// It is a bust like any other.
        Busts,
        /// It pushes all hands still standing.
        Pushes,
    }
}

words! {
    /// What a tie does.
    pub enum Tie {
        /// The bet comes back.
        Pushes,
        /// The dealer takes the bet.
        DealerWins,
        /// The player is paid.
        PlayerWins,
    }
}

words! {
    /// What the dealer does when no hand waits to be compared.
    pub enum DealerAlone {
        /// Shows the hole card and draws no more.
        Stands,
        /// Completes the hand all the same.
        Draws,
    }
}

section! {
    /// `[blackjack]`: an ace and a ten-value card as the first two cards of an unsplit hand.
    pub struct Blackjack {
        /// What it pays.
        pub pays: Odds,
        /// What it pays instead in certain suits.
        pub suited: Keyed<SuitedPays> where (0..=PayTable::ROWS_MAX),
        /// What it does against a dealer's blackjack.
        pub against_dealer_blackjack: AgainstDealerBlackjack,
        /// When it is paid.
        pub paid: BlackjackPaid,
        /// Whether the player may double it (the ace then counts 1) instead of being paid.
        pub may_double: bool = false,
    }
}

section! {
    /// Other odds where the two cards are in certain suits.
    pub struct SuitedPays by id {
        /// The row as the pay table prints it.
        pub name: String,
        /// How the suits of the two cards must relate.
        pub suits: Suits,
        /// What it pays.
        pub pays: Odds,
    }
}

words! {
    /// What a player's blackjack does against a dealer's.
    pub enum AgainstDealerBlackjack {
        /// It wins all the same.
        Wins,
        /// It ties.
        Pushes,
    }
}

words! {
    /// When a player's blackjack is paid.
    pub enum BlackjackPaid {
        /// Before insurance is offered and before the dealer checks.
        BeforeInsurance,
        /// Before insurance and any other play, unless its player keeps it to insure or to double it; a blackjack that is kept
        /// is paid in the player's turn, or at a dealer's blackjack.
        AtOnce,
        /// Before play when the up card cannot make a blackjack, otherwise after the dealer's check.
        AfterCheck,
        /// In the player's turn, after the dealer's check; a dealer's blackjack settles it at the check.
        InTurn,
    }
}

section! {
    /// `[winner]`: a hand that wins at once, whatever the dealer has. Of all rows a hand meets, the best is paid.
    pub struct Winner by id {
        /// The row as the pay table prints it.
        pub name: String,
        /// What the hand must show. The conditions over dealer's cards do not apply, except `up`.
        pub when: Pattern,
        /// What the bet is paid.
        pub pays: Pays,
        /// Whether split hands are paid so.
        pub after_split: bool = false,
        /// Whether doubled hands are paid so.
        pub after_double: bool = false,
        /// What the document calls the rows it belongs to, like Super 21; empty where it has no name for them.
        pub group: Heading = Heading::default(),
    }
}

section! {
    /// `[double]`: doubling down. One card is dealt; the hand may then stand, and hit, double again or surrender only where the
    /// rules allow that.
    pub struct Double {
        /// How often a hand may be doubled; 0 for never.
        pub times_max: u8 where (0..=Double::TIMES_MAX),
        /// How many cards the hand may have at its first double.
        pub cards: Numbers,
        /// The hard totals that may be doubled.
        pub hard: Numbers = Numbers::ANY,
        /// The soft totals that may be doubled.
        pub soft: Numbers = Numbers::ANY,
        /// Whether a hard 21 that has not won at once may be doubled, though every card busts it; `hard` must contain it.
        pub hard_21: bool = false,
        /// Whether split hands may be doubled.
        pub after_split: bool,
        /// Whether split aces may be doubled.
        pub split_aces: bool,
        /// What may be added at the first double, on each spot.
        pub first: DoubleAmount,
        /// What may be added at a later double, on each spot.
        pub again: Option<DoubleAmount>,
        /// Whether a doubled hand may take more cards.
        pub then: AfterDouble = AfterDouble::NoHit,
        /// The hard totals on which a double is a free bet: the house stakes it, for exactly the hand's main bet. Such a hand is
        /// doubled in no other way.
        pub free: Numbers = Numbers::NONE,
        /// How many cards a hand may have at a free double, whatever `cards` says of others.
        pub free_cards: Numbers = Double::FREE_CARDS,
    }
}

words! {
    /// What a doubled hand may do after its card.
    pub enum AfterDouble {
        /// It may stand, or do what the rules allow beside a hit.
        NoHit,
        /// It may hit like any other hand.
        MayHit,
    }
}

impl Double {
    /// The most often a hand may be doubled.
    pub const TIMES_MAX: u8 = 4;
    /// The cards of a free double where none are given.
    pub const FREE_CARDS: Numbers = Numbers::only(2);
}

section! {
    /// The limits of one double.
    pub struct DoubleAmount {
        /// The least that may be added; left out, only the full amount may be.
        pub min: Option<Money>,
        /// The full amount, which is also the most.
        pub max: DoubleMax,
        /// Amounts between are whole multiples of this.
        pub step: Money = DoubleAmount::STEP,
    }
}

impl DoubleAmount {
    /// The step where none is given.
    pub const STEP: Money = Money::from_dollars(1);
}

words! {
    /// What the full amount of a double is.
    pub enum DoubleMax {
        /// The original bet of the hand.
        MainBet,
        /// The amount of the double before.
        LastDouble,
        /// All that is on the hand: bet and doubles.
        TotalBet,
    }
}

section! {
    /// `[split]`: splitting the first two cards.
    pub struct Split {
        /// Which cards make a pair.
        pub pairs: Pairs,
        /// The most hands one starting hand may become; 1 for no splits.
        pub hands_max: u8 where (1..=Split::HANDS_MAX),
        /// The most hands a pair of aces may become.
        pub aces_hands_max: u8 where (1..=Split::HANDS_MAX),
        /// How split aces are played.
        pub aces: SplitAces,
        /// What an ace with a ten-value card is on a split hand.
        pub ace_ten: SplitAceTen = SplitAceTen::TwentyOne,
        /// When split hands receive their second cards.
        pub second_cards: SecondCards = SecondCards::InTurn,
        /// The pairs, by the rank of their cards, that are split free: the house stakes the bet of every hand that is split off, for
        /// exactly the main bet. The first hand keeps the original bet.
        pub free: Ranks = Ranks::NONE,
    }
}

words! {
    /// When split hands receive their second cards.
    pub enum SecondCards {
        /// Each when it has its turn, after the one before has been played out.
        InTurn,
        /// Both at once, before either is played.
        AtOnce,
    }
}

words! {
    /// Which two cards make a pair.
    pub enum Pairs {
        /// Equal rank: king and king, not king and queen.
        Rank,
        /// Equal value: king and queen too.
        Value,
    }
}

words! {
    /// How split aces are played.
    pub enum SplitAces {
        /// One card each; then the hand stands (or is split again, where the limit allows).
        OneCard,
        /// Like any other hand.
        PlayOn,
    }
}

words! {
    /// What an ace with a ten-value card is on a split hand.
    pub enum SplitAceTen {
        /// A total of 21.
        TwentyOne,
        /// A blackjack, paid as one.
        Blackjack,
    }
}

section! {
    /// `[surrender]`: ending the hand for part of the bet.
    pub struct Surrender {
        /// When it is allowed.
        pub when: SurrenderWhen,
        /// Whether split hands may be surrendered.
        pub after_split: bool = false,
        /// Whether a doubled hand may be surrendered, and for what.
        pub after_double: SurrenderAfterDouble = SurrenderAfterDouble::Never,
        /// Whether a doubled hand that came of a split may be surrendered; left out, it may where split hands may.
        pub doubled_after_split: Option<bool>,
        /// The share of the bet that is lost.
        pub loses: Odds = Odds { pays: 1, per: 2 },
        /// Whether a hand may be surrendered before the dealer's check too, for the same share even of what a dealer's blackjack
        /// would take.
        pub check: SurrenderCheck = SurrenderCheck::After,
        /// The up cards under which a hand may be surrendered before the check, where any may.
        pub early_under: Ranks = Ranks::ANY,
    }
}

words! {
    /// Whether surrender waits for the dealer's check.
    pub enum SurrenderCheck {
        /// Only after the check (late surrender).
        After,
        /// Before the check too (early surrender).
        Before,
    }
}

words! {
    /// When surrender is allowed.
    pub enum SurrenderWhen {
        /// Never.
        Never,
        /// As the first action on the first two cards.
        FirstAction,
        /// On any hand that has not ended.
        AnyTime,
    }
}

words! {
    /// Whether a doubled hand may be surrendered, and what that costs.
    pub enum SurrenderAfterDouble {
        /// Not allowed.
        Never,
        /// The original bet is lost, the doubles come back.
        LosesOriginalBet,
        /// The same share of all bets on the hand is lost.
        LosesShareOfAll,
    }
}

section! {
    /// `[insurance]`: the wager that the dealer has blackjack.
    pub struct Insurance {
        /// The up cards under which it is offered.
        pub offered_on: Ranks,
        /// The least that may be bet, on each spot.
        pub min: Money,
        /// The most: this share of the main bet, on each spot.
        pub max: Odds,
        /// Amounts are whole multiples of this.
        pub step: Money = Money::from_cents(50),
        /// What it pays.
        pub pays: Odds,
        /// What it pays instead when the dealer's two cards are in certain suits.
        pub suited: Keyed<SuitedPays> where (0..=PayTable::ROWS_MAX),
        /// Whether a blackjack may be paid 1:1 at once instead.
        pub even_money: bool = false,
        /// Whether a player with blackjack may insure.
        pub with_blackjack: bool = true,
    }
}

values!(Dealer, Blackjack, Double, Split, Surrender, Insurance);
values!(brief DoubleAmount);

impl Copy for DoubleAmount {}

macro_rules! homes {
    ($($section:ident at $key:literal),+ $(,)?) => {
        $(impl Home for $section {
            const HOME: &'static str = $key;
        })+
    };
}

homes!(
    Dealer at "dealer",
    Blackjack at "blackjack",
    Winner at "winner",
    Double at "double",
    Split at "split",
    Surrender at "surrender",
    Insurance at "insurance",
);

impl Split {
    /// The most hands one starting hand may become.
    pub const HANDS_MAX: u8 = 8;
}

/// The heading that rows of a pay table stand under; empty for none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heading(pub String);

impl Heading {
    /// The heading, if there is one.
    pub fn text(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(self.0.as_str())
    }
}

impl Read for Heading {
    fn shape() -> Shape {
        Shape::Text
    }

    fn stand_in() -> Heading {
        Heading::default()
    }

    fn read(node: &Node, at: &Path, report: &mut Report) -> Heading {
        match &node.value {
            Value::Text(text) => {
                refuse_control_characters(text, node, at, report);
                Heading(text.clone())
            }
            _ => {
                wrong_type(node, at, report, "a text in quotes");
                Heading::default()
            }
        }
    }

    fn write(&self) -> Option<Json> {
        self.text().map(Json::from)
    }
}
