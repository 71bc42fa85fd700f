//! Why a batch is refused: one name for each reason, in the order in which they are looked for.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Defines the statuses, their names and their sentences in one list.
macro_rules! statuses {
    ($($variant:ident, $name:literal, $sentence:literal;)*) => {
        /// Why a batch is refused. Of several reasons the first in this list is given for the first entry that has one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Status {
            $(#[doc = $sentence] #[serde(rename = $name)] $variant,)*
        }

        impl Status {
            /// Every status, in order of precedence.
            pub const ALL: &'static [Status] = &[$(Status::$variant),*];

            /// The status's name, as the books and the tests have it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Status::$variant => $name,)*
                }
            }

            /// The status as a sentence.
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(Status::$variant => $sentence,)*
                }
            }
        }
    };
}

statuses! {
    RequestIdIsZero, "request_id_is_zero", "The request's id is zero.";
    RequestDiffers, "request_differs", "Something else was asked under this request id before.";
    BatchEmpty, "batch_empty", "The batch has no entries.";
    BatchTooLong, "batch_too_long", "The batch has more entries than a batch may have.";
    LeaseLost, "lease_lost", "Another server deals at this table now.";
    TextTooLong, "text_too_long", "A text is longer than a text may be.";
    TextHoldsNul, "text_holds_nul", "A text holds a NUL character, which PostgreSQL cannot keep.";

    IdIsZero, "id_is_zero", "The id of what is to be written is zero.";
    IdExists, "id_exists", "Something of this kind with this id stands in the books already.";

    UserNotFound, "user_not_found", "There is no such user.";
    NameUnfit, "name_unfit", "A name has 1 to 32 characters, no control characters, and no space at either end.";
    NameTaken, "name_taken", "Another user has this name, but for capitals.";
    TokenTaken, "token_taken", "Another session has this token.";
    SessionNotFound, "session_not_found", "There is no such session.";

    TableNotFound, "table_not_found", "There is no such table.";
    TableClosed, "table_closed", "The table is closed for good.";
    TableInPlay, "table_in_play", "A round dealt at the table is not over.";
    TableOutOfOrder, "table_out_of_order", "The number of the table's change is not the next one.";
    OwnerNotFound, "owner_not_found", "The account's user or table does not exist.";
    OwnerHasAccount, "owner_has_account", "The account's owner has an account of this kind already.";

    ShoeNotFound, "shoe_not_found", "There is no such shoe.";
    ShoeAtOtherTable, "shoe_at_other_table", "The shoe stands on another table than the round's.";
    ShoeMixed, "shoe_mixed", "The shoe has been cut and shuffled already.";
    ShoeRevealed, "shoe_revealed", "The shoe has been revealed already.";
    ShoeOutOfOrder, "shoe_out_of_order", "The number of the shoe's event is not the next one.";
    ShoeInPlay, "shoe_in_play", "A round dealt from the shoe is not over.";

    LimitBelowZero, "limit_below_zero", "A loss limit is nothing or more.";
    AmountNotPositive, "amount_not_positive", "The amount is not more than nothing.";
    AmountTooLarge, "amount_too_large", "The amount is more than one transfer may move.";
    AccountsSame, "accounts_same", "The transfer debits and credits the same account.";
    CodeUnfitForKind, "code_unfit_for_kind", "A transfer with this code is of another kind (a wager is pending, a loss posts it).";
    DebitAccountNotFound, "debit_account_not_found", "The account to be debited does not exist.";
    CreditAccountNotFound, "credit_account_not_found", "The account to be credited does not exist.";
    CodeUnfitForAccounts, "code_unfit_for_accounts", "Money does not move between these kinds of account with this code.";
    RoundNotNamed, "round_not_named", "A transfer with this code belongs to a round, and none is named.";

    RulesNotFound, "rules_not_found", "The rules of the round are not kept.";
    RoundNotFound, "round_not_found", "There is no such round.";
    RoundClosed, "round_closed", "The round is over.";
    RoundAtOtherTable, "round_at_other_table", "The rack belongs to another table than the round's.";
    LinesOutOfOrder, "lines_out_of_order", "The number of the first line is not the next one.";
    WagersUnresolved, "wagers_unresolved", "The round still has wagers on the felt.";

    PendingNotFound, "pending_not_found", "The pending transfer does not exist.";
    PendingNotPending, "pending_not_pending", "The transfer to be resolved is not a pending one.";
    PendingHasOtherAccounts, "pending_has_other_accounts", "The pending transfer is between other accounts.";
    PendingHasOtherRound, "pending_has_other_round", "The pending transfer belongs to another round.";
    PendingPosted, "pending_posted", "The pending transfer has been posted already.";
    PendingVoided, "pending_voided", "The pending transfer has been voided already.";
    AmountExceedsPending, "amount_exceeds_pending", "More would be posted than is pending.";
    AmountDiffersFromPending, "amount_differs_from_pending", "A void gives back all that is pending, no less and no more.";

    ChipsTooFew, "chips_too_few", "The player has too few chips; those on the felt count as gone.";
    LossLimit, "loss_limit", "The player's loss limit leaves too little for this today; chips on the felt count as lost.";
    BuyInLimit, "buy_in_limit", "The player has bought as many chips as the house sells to a person in a day.";
    BalanceTooLarge, "balance_too_large", "An account would hold or owe more than an account may.";
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.sentence())
    }
}

/// The text is not the name of a status.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the name of a status")]
pub struct NotStatus(pub String);

impl FromStr for Status {
    type Err = NotStatus;

    fn from_str(text: &str) -> Result<Status, NotStatus> {
        let found = Status::ALL.iter().find(|status| status.name() == text);
        found.copied().ok_or_else(|| NotStatus(text.to_string()))
    }
}
