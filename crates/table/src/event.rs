//! What happened: every event of a round, with the clause it carries out.

use std::cmp::Ordering;

use croupier_rules::play::{BetResult, Comparison, Contest};
use croupier_rules::showdown::{Blind, BlindPaid, Stake, Unqualified};
use croupier_rules::{Card, Family, Game, Money};
use serde::{Deserialize, Serialize};

use crate::step::{Action, HandAt, Place};

/// One thing that happened at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Event {
    /// What happened.
    pub what: What,
    /// The clause it carries out, as an index into the game's clauses.
    pub clause: Option<u16>,
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum What {
    /// Money was put on the table, over all spots of the hand.
    Placed {
        /// On what.
        wager: Wager,
        /// How much.
        amount: Money,
    },
    /// 21: the house staked a bet on a player's hand, over all its spots: the dealer puts down a free bet lammer.
    FreeBet {
        /// On what.
        wager: Wager,
        /// What it is paid on when it wins.
        face: Money,
    },
    /// A card was dealt. A viewer who may not see it gets the event without the card.
    Dealt {
        /// Where it went.
        to: Place,
        /// Which card; `None` when hidden from the viewer.
        card: Option<Card>,
    },
    /// A player chose.
    Chose {
        /// For which hand.
        hand: HandAt,
        /// What.
        action: Action,
    },
    /// A pair became two hands: the second card of `from` moved to `to`.
    Parted {
        /// The hand that was split.
        from: HandAt,
        /// The new hand.
        to: HandAt,
    },
    /// The dealer looked at the hole card.
    Checked {
        /// Whether it makes a blackjack.
        blackjack: bool,
    },
    /// A card of the dealer that lay face down was shown.
    Revealed {
        /// The card.
        card: Card,
    },
    /// Stud: the dealer's hand was held against the least it must be.
    Qualified {
        /// Whether it qualifies.
        qualifies: bool,
    },
    /// The dealer has finished drawing.
    DealerDone {
        /// The dealer's total.
        total: u8,
        /// Whether an ace counts 11 in it.
        soft: bool,
    },
    /// Baccarat: no more cards are drawn, and the points of both hands are announced.
    Points {
        /// Of the player's hand.
        player: u8,
        /// Of the banker's hand.
        banker: u8,
    },
    /// Stud: a community or extra card was turned face up.
    Turned {
        /// Which.
        place: Place,
        /// The card.
        card: Card,
    },
    /// Stud: a player's hole cards were tucked under the chips after the last bet or a fold.
    Tucked {
        /// Whose.
        hand: HandAt,
    },
    /// Stud: a player's hole cards were shown.
    Shown {
        /// Whose.
        hand: HandAt,
    },
    /// Stud: the dealer called out a high hand for the floor.
    CalledOut {
        /// The wager it is paid on.
        wager: Wager,
        /// The row of that wager's pay table that it meets.
        row: u8,
    },
    /// A payment was cut so that the player is paid no more than the cap for the round.
    Capped {
        /// Whose.
        hand: HandAt,
        /// What the pay table would have paid.
        from: Money,
        /// What is paid.
        to: Money,
    },
    /// A wager was resolved. Every wager is resolved exactly once.
    Settled {
        /// Which.
        wager: Wager,
        /// How it ended.
        outcome: Outcome,
        /// What the player staked on it, over all spots: nothing on a free bet.
        stake: Money,
        /// What the player gains (positive) or loses (negative): the stake itself is not counted when it comes back.
        net: Money,
    },
}

/// One wager of one hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Wager {
    /// The hand it belongs to.
    pub hand: HandAt,
    /// What kind of wager.
    pub kind: WagerKind,
}

/// The kinds of wager.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WagerKind {
    /// The main bet of the hand with all its spots.
    Main,
    /// The double of this number, from 1.
    Double(u8),
    /// Insurance.
    Insurance,
    /// Stud: the bet on the street of this number, from 1.
    Street(u8),
    /// Stud: the bet that every hand makes beside the main bet.
    Blind,
    /// Single card: the bet added when the first cards are seen.
    Raise,
    /// Stud: the bonus on the main bet. It has no stake of its own and is settled only where it is paid.
    Bonus,
    /// The side bet at this place in the rules file, from 0.
    Side(u8),
}

impl WagerKind {
    /// Its id on the wire and in written moves: `main`, `double-1`, `insurance`, `street-2`, `blind`, `raise`, `bonus`, or the id of a
    /// side bet.
    pub fn id(self, game: &Game) -> String {
        match self {
            WagerKind::Main => "main".to_string(),
            WagerKind::Double(number) => format!("double-{number}"),
            WagerKind::Insurance => "insurance".to_string(),
            WagerKind::Street(number) => format!("street-{number}"),
            WagerKind::Blind => "blind".to_string(),
            WagerKind::Raise => "raise".to_string(),
            WagerKind::Bonus => "bonus".to_string(),
            WagerKind::Side(place) => match game.side_bets.get(usize::from(place)) {
                Some(bet) => bet.id.clone(),
                None => format!("side-{place}"),
            },
        }
    }
}

/// How a wager ended. Rows are places in the rules file, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// 21: a blackjack, paid at the ordinary odds.
    Blackjack,
    /// 21: a blackjack paid by this row of `blackjack.suited`.
    SuitedBlackjack(u8),
    /// 21: a blackjack paid 1:1 at the player's wish.
    EvenMoney,
    /// 21: both have blackjack.
    BlackjackPush,
    /// 21: a hand that won at once by this row of `winner`.
    Winner(u8),
    /// 21: nearer to 21 than the dealer. Stud: a better hand than the dealer's.
    Higher,
    /// 21: the dealer went over.
    DealerBust,
    /// Equal totals or hands (whatever the rules do with them).
    Tie,
    /// 21: the dealer's 22 pushed.
    TwentyTwo,
    /// 21: the dealer is nearer to 21. Stud: the dealer has the better hand.
    Lower,
    /// 21: the hand went over.
    Bust,
    /// 21: the dealer has blackjack.
    DealerBlackjack,
    /// 21: a bet that a late dealer's blackjack does not take.
    Returned,
    /// 21 and single card: the hand was surrendered.
    Surrendered,
    /// Insurance won at the ordinary odds.
    Insured,
    /// Insurance won by this row of `insurance.suited`.
    SuitedInsured(u8),
    /// Insurance lost.
    NotInsured,
    /// A pay-table row (side bets, and the main game of every family but 21).
    Row(u8),
    /// No row was met.
    NoRow,
    /// Stud: the hand was folded.
    Folded,
    /// Stud: the dealer does not qualify, which decides the wager.
    Unqualified,
    /// Stud: the bet was pulled back.
    PulledBack,
}

impl WagerKind {
    /// Whether it is a part of the main game that the main bet speaks for: a double, a street bet, the blind bet, a raise, the
    /// bonus.
    pub const fn is_part_of_main(self) -> bool {
        match self {
            WagerKind::Double(_) | WagerKind::Street(_) | WagerKind::Blind | WagerKind::Raise | WagerKind::Bonus => {
                true
            }
            WagerKind::Main | WagerKind::Insurance | WagerKind::Side(_) => false,
        }
    }
}

impl Event {
    /// The text of the clause, where the event cites one: `000, Method of Play ¶9`.
    pub fn cites<'g>(&self, game: &'g Game) -> Option<&'g str> {
        let clause = self.clause?;
        game.sources
            .clauses
            .get(usize::from(clause))
            .map(|clause| clause.at.as_str())
    }
}

impl From<Comparison> for Outcome {
    fn from(comparison: Comparison) -> Outcome {
        match comparison {
            Comparison::Higher => Outcome::Higher,
            Comparison::Lower => Outcome::Lower,
            Comparison::Tie => Outcome::Tie,
            Comparison::DealerBust => Outcome::DealerBust,
            Comparison::TwentyTwo => Outcome::TwentyTwo,
            Comparison::DealerBlackjack => Outcome::DealerBlackjack,
        }
    }
}

impl Outcome {
    /// A blackjack paid by this suited row, or at the ordinary odds.
    pub fn blackjack(suited: Option<usize>) -> Outcome {
        suited.map_or(Outcome::Blackjack, |row| Outcome::SuitedBlackjack(row as u8))
    }

    /// Insurance with this result, paid by this suited row or at the ordinary odds.
    pub fn insurance(suited: Option<usize>, result: BetResult) -> Outcome {
        match (result, suited) {
            (BetResult::Wins(_), Some(row)) => Outcome::SuitedInsured(row as u8),
            (BetResult::Wins(_), None) => Outcome::Insured,
            _ => Outcome::NotInsured,
        }
    }

    /// How the blind bet ends; `row` is the row of its pay table that the player's hand meets.
    pub fn of_blind(contest: Contest, blind: &Blind, row: Option<usize>) -> Outcome {
        match row {
            Some(row) if blind.paid == BlindPaid::EveryHand => Outcome::Row(row as u8),
            _ => Outcome::of_contest(contest, &blind.terms(), row),
        }
    }

    /// How a wager on these terms ends when hands are compared; `row` is the row of the pay table that the player's hand
    /// meets.
    pub fn of_contest(contest: Contest, terms: &Stake, row: Option<usize>) -> Outcome {
        let decided = !contest.qualifies && terms.unqualified != Unqualified::Compared;
        match contest.player {
            _ if decided => Outcome::Unqualified,
            Ordering::Greater => row.map_or(Outcome::Higher, |row| Outcome::Row(row as u8)),
            Ordering::Equal => Outcome::Tie,
            Ordering::Less => Outcome::Lower,
        }
    }

    /// The outcome in the words a player hears, with what the wager won or lost: "Push", "Dealer wins".
    pub fn words(self, game: &Game, kind: WagerKind, net: Money) -> String {
        match self {
            Outcome::Tie | Outcome::BlackjackPush if net == Money::ZERO => "Push".to_string(),
            Outcome::Higher => "Beats the dealer".to_string(),
            Outcome::Lower => "Dealer wins".to_string(),
            _ => self.label(game, kind),
        }
    }

    /// The name of the outcome as transcripts, pay tables, reports and JSON give it.
    pub fn label(self, game: &Game, kind: WagerKind) -> String {
        let twenty_one = game.twenty_one();
        let named = |name: Option<&String>| name.cloned().unwrap_or_else(|| "row".to_string());
        match self {
            Outcome::Blackjack => "Blackjack".to_string(),
            Outcome::SuitedBlackjack(row) => named(
                twenty_one
                    .and_then(|rules| rules.blackjack.suited.get(usize::from(row)))
                    .map(|row| &row.name),
            ),
            Outcome::EvenMoney => "Even money".to_string(),
            Outcome::BlackjackPush => "Blackjack against blackjack".to_string(),
            Outcome::Winner(row) => named(
                twenty_one
                    .and_then(|rules| rules.winners.get(usize::from(row)))
                    .map(|row| &row.name),
            ),
            Outcome::Higher => "Higher than the dealer".to_string(),
            Outcome::DealerBust => "Dealer busts".to_string(),
            Outcome::Tie => "Tie".to_string(),
            Outcome::TwentyTwo => "Dealer 22".to_string(),
            Outcome::Lower => "Lower than the dealer".to_string(),
            Outcome::Bust => "Bust".to_string(),
            Outcome::DealerBlackjack => "Dealer blackjack".to_string(),
            Outcome::Returned => "Returned at the dealer's blackjack".to_string(),
            Outcome::Surrendered => "Surrender".to_string(),
            Outcome::Insured => "Dealer blackjack".to_string(),
            Outcome::SuitedInsured(row) => named(
                twenty_one
                    .and_then(|rules| rules.insurance.as_ref())
                    .and_then(|insurance| insurance.suited.get(usize::from(row)))
                    .map(|row| &row.name),
            ),
            Outcome::NotInsured => "No dealer blackjack".to_string(),
            Outcome::Row(row) => match kind {
                WagerKind::Side(bet) => named(
                    game.side_bets
                        .get(usize::from(bet))
                        .and_then(|bet| bet.rows.get(usize::from(row)))
                        .map(|row| &row.name),
                ),
                WagerKind::Blind => named(
                    game.blind()
                        .and_then(|blind| blind.rows.get(usize::from(row)))
                        .map(|row| &row.name),
                ),
                WagerKind::Bonus => named(
                    game.stud()
                        .and_then(|rules| rules.showdown.as_ref())
                        .and_then(|showdown| showdown.bonus_rows.get(usize::from(row)))
                        .map(|row| &row.name),
                ),
                WagerKind::Raise => named(
                    game.single_card()
                        .and_then(|rules| rules.raise_pays.get(usize::from(row)))
                        .map(|row| &row.name),
                ),
                _ => {
                    let rows = match &game.family {
                        Family::Stud(rules) => Some(&rules.pays),
                        Family::Baccarat(rules) => Some(&rules.pays),
                        Family::SingleCard(rules) => Some(&rules.pays),
                        Family::TwentyOne(_) => None,
                    };
                    named(rows.and_then(|rows| rows.get(usize::from(row))).map(|row| &row.name))
                }
            },
            Outcome::NoRow => "Loses".to_string(),
            Outcome::Folded => "Fold".to_string(),
            Outcome::Unqualified => "Dealer does not qualify".to_string(),
            Outcome::PulledBack => "Pulled back".to_string(),
        }
    }
}
