//! The steps of a procedure, which events and the rule sheet name and clauses are cited for.

use crate::load::section::words;

words! {
    /// The steps of the procedure, each with the clause it carries out: those that a log names, then those that only the school
    /// or the rule sheet tells.
    pub enum Procedure {
        /// The cards are shuffled.
        Shuffle,
        /// A player cuts.
        Cut,
        /// A card is burnt.
        Burn,
        /// The cut card has come out: the last round of the shoe.
        LastRound,
        /// Bets are placed.
        PlaceBets,
        /// A card is dealt to a player.
        Deal,
        /// The dealer's first card is dealt face up.
        UpCard,
        /// The dealer's second card is dealt face down.
        HoleCard,
        /// Blackjacks are paid.
        PayBlackjack,
        /// A player takes the blackjack's pay instead of doubling it.
        TakeBlackjack,
        /// A player keeps a blackjack that would be paid at once, to insure or double it.
        KeepBlackjack,
        /// A blackjack that was kept is paid.
        PayKeptBlackjack,
        /// A blackjack against the dealer's pushes, where a clause of its own says so.
        PushBlackjack,
        /// A player takes even money.
        EvenMoney,
        /// Insurance is bet or declined.
        Insurance,
        /// The dealer checks the hole card.
        Check,
        /// The dealer has blackjack.
        DealerBlackjack,
        /// The dealer has blackjack with a ten-value card up; left out, `dealer-blackjack` says it.
        DealerBlackjackUnderTen,
        /// The hole card is shown because the check found a blackjack; left out, the step of the dealer's blackjack says it.
        RevealBlackjack,
        /// Insurance is settled.
        SettleInsurance,
        /// A player hits.
        Hit,
        /// A player stands.
        Stand,
        /// A player doubles.
        Double,
        /// A player doubles again.
        DoubleAgain,
        /// The house stakes a double; left out, `double` says it.
        FreeDouble,
        /// A player splits.
        Split,
        /// The house stakes the bet of a hand that is split off; left out, `split` says it.
        FreeSplit,
        /// A player surrenders.
        Surrender,
        /// A hand busts.
        Bust,
        /// A hand wins at once.
        Winner,
        /// The hole card is shown.
        Reveal,
        /// The dealer draws.
        DealerDraws,
        /// The dealer stands.
        DealerStands,
        /// The dealer busts.
        DealerBusts,
        /// Hands are compared, paid and collected.
        Settle,
        /// A tie.
        Push,
        /// A dealer's 22 pushes; left out, `push` says it.
        PushTwentyTwo,
        /// Stud: community and extra cards are laid out face down.
        LayOut,
        /// Stud: a player bets on a street.
        Bet,
        /// Stud: a player folds.
        Fold,
        /// Stud: community cards are turned.
        TurnCommunity,
        /// Stud: hole cards are tucked after the last bet.
        Tuck,
        /// Stud: players' hole cards are shown.
        ShowHands,
        /// Stud: a hand is called out and acknowledged.
        CallOut,
        /// Stud: extra cards are turned.
        TurnExtra,
        /// Stud: the dealer's hand is held against the least it must be.
        Qualify,
        /// Stud: a dealer who does not qualify decides a bet.
        Unqualified,
        /// Stud: a bonus on the main bet is paid.
        Bonus,
        /// A payment is cut to the most that is paid.
        Cap,
        /// Baccarat: a natural ends the coup with four cards.
        Natural,
        /// Baccarat: the player's hand draws a third card.
        PlayerDraws,
        /// Baccarat: the banker's hand draws a third card, the player's hand having stood.
        BankerDraws,
        /// Baccarat: the banker's hand draws a third card after the player's.
        BankerDrawsAfter,
        /// Baccarat: the points of both hands are announced and compared.
        Compare,
        /// Single card: a player raises, or stays in without.
        Raise,
        /// Single card: cards are burned before more are dealt.
        BurnBeforeDraw,
        /// Single card: more cards are dealt.
        Draw,
        /// Single card: hands are settled after more cards; left out, `settle` says it.
        SettleDrawn,
        /// School only: the cards of a hand that is over during play are taken off the table, or put under a side bet that still looks
        /// at them.
        Muck,
        /// School only: the decks are verified before the table opens.
        Verify,
        /// School only: the cards are washed before they are shuffled.
        Wash,
        /// School only: a player's hand signal counts where it contradicts the player's words.
        HandOverVoice,
        /// Sheet only: what the cards count, or how they rank.
        CardValues,
        /// Sheet only: players look at their hole cards.
        LookAtCards,
        /// Sheet only: side bets are settled after the deal.
        SideBets,
        /// Sheet only: in which order hands are played.
        TurnOrder,
        /// Sheet only: a hand that meets several rows is paid one of them.
        BestRow,
        /// Sheet only: a hard 21 is offered no choice.
        HardTwentyOne,
        /// Sheet only: how many cards a double brings.
        DoubleCard,
        /// Sheet only: in which order split hands get their cards.
        SplitOrder,
        /// Sheet only: what is done when the cards run out during a round.
        CardsRunOut,
        /// Sheet only: surrender waits for the dealer's check.
        SurrenderAfterCheck,
        /// Sheet only: the dealer does not draw when no hand waits.
        DealerIdle,
        /// Sheet only: a blackjack beats another 21.
        BlackjackBeatsTwentyOne,
        /// Sheet only: all bets on a hand are paid at its odds.
        BetsAlike,
        /// Sheet only: further spots are paid as the main bet is.
        SpotsAlike,
        /// Sheet only: in which order hands are settled.
        SettleOrder,
        /// Sheet only: what is needed at the table.
        Equipment,
        /// Sheet only: rules of conduct and notices.
        Conduct,
    }
}

impl Procedure {
    /// How many steps are named.
    pub const COUNT: usize = Procedure::ALL.len();
}
