//! What a dealer's hands can do, one move at a time, and how a move is written and said.

use std::fmt;

use croupier_rules::{Game, Money};
use croupier_table::{ActionKind, Commentary, HandAt, Place, Wager, WagerKind};

/// One move of a dealer. Written `deal 3`, `pay 3 up-match $64`, `heed 1 hit`; see [`Move::text`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Spreads and verifies the decks.
    Verify,
    /// Washes the cards.
    Wash,
    /// Shuffles the cards.
    Shuffle,
    /// Offers the cut to a player, and cuts where the player says.
    OfferCut,
    /// Places the cut card that ends the shoe.
    PlaceCutCard,
    /// Burns what the rules say.
    Burn,
    /// Sees that every bet lies as it should, and takes no more.
    CloseBets,
    /// Deals the next card to a place.
    Deal {
        /// Where it goes.
        to: Place,
    },
    /// Turns to a hand and asks.
    Ask {
        /// The hand.
        hand: HandAt,
        /// What is asked.
        question: Question,
    },
    /// Carries out what a player wants.
    Heed {
        /// The hand.
        hand: HandAt,
        /// What the dealer takes the player to want.
        wants: ActionKind,
    },
    /// Parts a pair.
    Part {
        /// The hand.
        hand: HandAt,
    },
    /// Looks at the hole card.
    Check,
    /// Turns over the dealer's next card that lies face down.
    Reveal,
    /// Turns over a community or extra card.
    Turn {
        /// Which.
        place: Place,
    },
    /// Tucks a player's cards under the chips.
    Tuck {
        /// Whose.
        hand: HandAt,
    },
    /// Turns over a player's cards.
    Show {
        /// Whose.
        hand: HandAt,
    },
    /// Calls out a high hand for the floor.
    CallOut {
        /// The wager it is paid on.
        wager: Wager,
    },
    /// Says what the cards come to.
    Announce(Announcement),
    /// Takes chips of a wager into the rack.
    Take {
        /// The wager.
        wager: Wager,
        /// How much.
        amount: Money,
    },
    /// Pays a wager from the rack.
    Pay {
        /// The wager.
        wager: Wager,
        /// How much, the stake itself not counted; where it is kept, all that is paid.
        amount: Money,
    },
    /// Lets the player have the stake back and pays nothing.
    Leave {
        /// The wager.
        wager: Wager,
    },
    /// Puts down a free bet lammer, which is the house's stake on a wager.
    Lammer {
        /// The wager.
        wager: Wager,
    },
    /// Takes down the lammer of a free bet that has not won.
    TakeLammer {
        /// The wager.
        wager: Wager,
    },
    /// Takes the cards of a hand off the table.
    Muck {
        /// Whose.
        hand: HandAt,
    },
    /// Puts the first cards of a hand under a side bet that still looks at them.
    PutUnder {
        /// The side bet.
        wager: Wager,
    },
    /// Stops and calls the floor to a seat.
    CallFloor {
        /// The seat.
        seat: u8,
    },
    /// Collects the cards that are left on the table.
    Collect,
}

/// What a dealer asks a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Whether the player insures, or takes even money.
    Insurance,
    /// Whether the player keeps a hand that could be ended before the dealer's check.
    Keep,
    /// What the player does.
    Turn,
}

/// What a dealer says of the cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Announcement {
    /// 21: the dealer's total, and that no more cards are drawn.
    Total(u8),
    /// Baccarat: the points of the player's and of the banker's hand.
    Points(u8, u8),
    /// Stud: whether the dealer qualifies.
    Qualifies(bool),
    /// The cut card is out: this is the last round of the shoe.
    LastRound,
}

/// A text that is no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no move; write it like `deal 1`, `pay 1 main $15` or `heed 1 hit`")]
pub struct NotAMove(pub String);

impl Move {
    /// The wager it settles.
    pub const fn settles(self) -> Option<Wager> {
        match self {
            Move::Take { wager, .. } | Move::Pay { wager, .. } | Move::Leave { wager } | Move::TakeLammer { wager } => {
                Some(wager)
            }
            _ => None,
        }
    }

    /// Whether it shows a card to somebody who had not seen it, or takes one from the shoe.
    pub const fn exposes(self) -> bool {
        matches!(
            self,
            Move::Deal { .. } | Move::Check | Move::Reveal | Move::Turn { .. } | Move::Show { .. }
        )
    }

    /// The move as it is written: `pay 3 up-match $64`.
    pub fn text(self, game: &Game) -> String {
        let wager = |wager: Wager| format!("{:#} {}", wager.hand, wager.kind.id(game));
        match self {
            Move::Verify => "verify".to_string(),
            Move::Wash => "wash".to_string(),
            Move::Shuffle => "shuffle".to_string(),
            Move::OfferCut => "offer-cut".to_string(),
            Move::PlaceCutCard => "place-cut-card".to_string(),
            Move::Burn => "burn".to_string(),
            Move::CloseBets => "close-bets".to_string(),
            Move::Deal { to } => format!("deal {}", PlaceText(to)),
            Move::Ask { hand, question } => format!("ask {hand:#} {}", question.word()),
            Move::Heed { hand, wants } => format!("heed {hand:#} {}", wants.word()),
            Move::Part { hand } => format!("part {hand:#}"),
            Move::Check => "check".to_string(),
            Move::Reveal => "reveal".to_string(),
            Move::Turn { place } => format!("turn {}", PlaceText(place)),
            Move::Tuck { hand } => format!("tuck {hand:#}"),
            Move::Show { hand } => format!("show {hand:#}"),
            Move::CallOut { wager: called } => format!("call-out {}", wager(called)),
            Move::Announce(Announcement::Total(total)) => format!("announce {total}"),
            Move::Announce(Announcement::Points(player, banker)) => format!("announce {player} {banker}"),
            Move::Announce(Announcement::Qualifies(true)) => "announce qualifies".to_string(),
            Move::Announce(Announcement::Qualifies(false)) => "announce does-not-qualify".to_string(),
            Move::Announce(Announcement::LastRound) => "announce last-round".to_string(),
            Move::Take { wager: taken, amount } => format!("take {} {amount}", wager(taken)),
            Move::Pay { wager: paid, amount } => format!("pay {} {amount}", wager(paid)),
            Move::Leave { wager: left } => format!("leave {}", wager(left)),
            Move::Lammer { wager: free } => format!("lammer {}", wager(free)),
            Move::TakeLammer { wager: free } => format!("take-lammer {}", wager(free)),
            Move::Muck { hand } => format!("muck {hand:#}"),
            Move::PutUnder { wager: over } => format!("put-under {}", wager(over)),
            Move::CallFloor { seat } => format!("call-floor {seat}"),
            Move::Collect => "collect".to_string(),
        }
    }

    /// Reads what [`Move::text`] writes.
    pub fn parse(text: &str, game: &Game) -> Result<Move, NotAMove> {
        read(text, game).ok_or_else(|| NotAMove(text.to_string()))
    }

    /// The move as a dealer would say it: "Pay seat 3's Dealer Up Match $64".
    pub fn words(self, game: &Game) -> String {
        let whose = |wager: Wager| format!("{}'s {}", wager.hand, Commentary::new(game).wager_name(wager.kind));
        match self {
            Move::Verify => "Verify the decks".to_string(),
            Move::Wash => "Wash the cards".to_string(),
            Move::Shuffle => "Shuffle".to_string(),
            Move::OfferCut => "Offer the cut".to_string(),
            Move::PlaceCutCard => "Place the cut card".to_string(),
            Move::Burn => "Burn".to_string(),
            Move::CloseBets => "No more bets".to_string(),
            Move::Deal { to } => format!("Deal a card to {}", place_words(to)),
            Move::Ask {
                hand,
                question: Question::Insurance,
            } => format!("Offer insurance to {hand}"),
            Move::Ask {
                hand,
                question: Question::Keep,
            } => format!("Ask {hand} whether to keep the hand"),
            Move::Ask {
                hand,
                question: Question::Turn,
            } => format!("Turn to {hand}"),
            Move::Heed { hand, wants } => format!("{}: {}", capital(&hand.to_string()), wants.word().replace('-', " ")),
            Move::Part { hand } => format!("Part the pair of {hand}"),
            Move::Check => "Check the hole card".to_string(),
            Move::Reveal => "Turn over the dealer's card".to_string(),
            Move::Turn { place } => format!("Turn over {}", place_words(place)),
            Move::Tuck { hand } => format!("Tuck the cards of {hand}"),
            Move::Show { hand } => format!("Turn over the cards of {hand}"),
            Move::CallOut { wager } => format!("Call out {} for the floor", whose(wager)),
            Move::Announce(Announcement::Total(total)) if total > 21 => format!("Announce the bust with {total}"),
            Move::Announce(Announcement::Total(total)) => format!("Stand and announce {total}"),
            Move::Announce(Announcement::Points(player, banker)) => {
                format!("Announce player {player}, banker {banker}")
            }
            Move::Announce(Announcement::Qualifies(true)) => "Announce that the dealer qualifies".to_string(),
            Move::Announce(Announcement::Qualifies(false)) => "Announce that the dealer does not qualify".to_string(),
            Move::Announce(Announcement::LastRound) => "Announce the last round of the shoe".to_string(),
            Move::Take { wager, amount } => format!("Take {amount} of {}", whose(wager)),
            Move::Pay { wager, amount } => format!("Pay {} {amount}", whose(wager)),
            Move::Leave { wager } => format!("Leave {}", whose(wager)),
            Move::Lammer { wager } => format!("Put down a free bet lammer as {}", whose(wager)),
            Move::TakeLammer { wager } => format!("Take down the lammer of {}", whose(wager)),
            Move::Muck { hand } => format!("Muck the cards of {hand}"),
            Move::PutUnder { wager } => format!("Put the first cards of {} under {}", wager.hand, whose(wager)),
            Move::CallFloor { seat } => format!("Call the floor to seat {seat}"),
            Move::Collect => "Collect the cards".to_string(),
        }
    }
}

impl Question {
    /// The question that these answers belong to.
    pub const fn answered_by(kind: ActionKind) -> Question {
        match kind {
            ActionKind::Insurance | ActionKind::NoInsurance | ActionKind::EvenMoney => Question::Insurance,
            ActionKind::Keep => Question::Keep,
            _ => Question::Turn,
        }
    }

    /// Its word in the written move.
    pub const fn word(self) -> &'static str {
        match self {
            Question::Insurance => "insurance",
            Question::Keep => "keep",
            Question::Turn => "turn",
        }
    }

    fn from_word(word: &str) -> Option<Question> {
        let all = [Question::Insurance, Question::Keep, Question::Turn];
        all.into_iter().find(|question| question.word() == word)
    }
}

struct PlaceText(Place);

impl fmt::Display for PlaceText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0 {
            Place::Hand(hand) => write!(f, "{hand:#}"),
            Place::Up => f.write_str("up"),
            Place::Hole => f.write_str("hole"),
            Place::Dealer => f.write_str("dealer"),
            Place::Community(number) => write!(f, "community-{number}"),
            Place::Extra(number) => write!(f, "extra-{number}"),
            Place::Player => f.write_str("player"),
            Place::Banker => f.write_str("banker"),
            Place::Middle => f.write_str("middle"),
            Place::Burned => f.write_str("burned"),
        }
    }
}

fn place_words(place: Place) -> String {
    match place {
        Place::Hand(hand) => hand.to_string(),
        Place::Up => "the dealer, face up".to_string(),
        Place::Hole => "the dealer, face down".to_string(),
        Place::Dealer => "the dealer".to_string(),
        Place::Community(number) => format!("community card {number}"),
        Place::Extra(number) => format!("bonus card {number}"),
        Place::Player => "the player's hand".to_string(),
        Place::Banker => "the banker's hand".to_string(),
        Place::Middle => "the middle".to_string(),
        Place::Burned => "the burned cards, face down".to_string(),
    }
}

fn read(text: &str, game: &Game) -> Option<Move> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let made = match words[..] {
        ["verify"] => Move::Verify,
        ["wash"] => Move::Wash,
        ["shuffle"] => Move::Shuffle,
        ["offer-cut"] => Move::OfferCut,
        ["place-cut-card"] => Move::PlaceCutCard,
        ["burn"] => Move::Burn,
        ["close-bets"] => Move::CloseBets,
        ["check"] => Move::Check,
        ["reveal"] => Move::Reveal,
        ["collect"] => Move::Collect,
        ["call-floor", seat] => Move::CallFloor {
            seat: seat.parse().ok()?,
        },
        ["deal", to] => Move::Deal { to: read_place(to)? },
        ["turn", place] => Move::Turn {
            place: read_place(place)?,
        },
        ["ask", hand, question] => Move::Ask {
            hand: read_hand(hand)?,
            question: Question::from_word(question)?,
        },
        ["heed", hand, wants] => Move::Heed {
            hand: read_hand(hand)?,
            wants: ActionKind::from_word(wants)?,
        },
        ["part", hand] => Move::Part { hand: read_hand(hand)? },
        ["tuck", hand] => Move::Tuck { hand: read_hand(hand)? },
        ["show", hand] => Move::Show { hand: read_hand(hand)? },
        ["muck", hand] => Move::Muck { hand: read_hand(hand)? },
        ["call-out", hand, id] => Move::CallOut {
            wager: read_wager(hand, id, game)?,
        },
        ["put-under", hand, id] => Move::PutUnder {
            wager: read_wager(hand, id, game)?,
        },
        ["leave", hand, id] => Move::Leave {
            wager: read_wager(hand, id, game)?,
        },
        ["lammer", hand, id] => Move::Lammer {
            wager: read_wager(hand, id, game)?,
        },
        ["take-lammer", hand, id] => Move::TakeLammer {
            wager: read_wager(hand, id, game)?,
        },
        ["take", hand, id, amount] => Move::Take {
            wager: read_wager(hand, id, game)?,
            amount: amount.parse().ok()?,
        },
        ["pay", hand, id, amount] => Move::Pay {
            wager: read_wager(hand, id, game)?,
            amount: amount.parse().ok()?,
        },
        ["announce", "qualifies"] => Move::Announce(Announcement::Qualifies(true)),
        ["announce", "does-not-qualify"] => Move::Announce(Announcement::Qualifies(false)),
        ["announce", "last-round"] => Move::Announce(Announcement::LastRound),
        ["announce", total] => Move::Announce(Announcement::Total(total.parse().ok()?)),
        ["announce", player, banker] => {
            Move::Announce(Announcement::Points(player.parse().ok()?, banker.parse().ok()?))
        }
        _ => return None,
    };
    Some(made)
}

/// A hand as it is written: `3`, `3.2`, `3.2.2`.
fn read_hand(text: &str) -> Option<HandAt> {
    let mut numbers = text
        .split('.')
        .map(|number| number.parse::<u8>().ok().filter(|number| *number > 0));
    let seat = numbers.next()??;
    let hand = numbers.next().unwrap_or(Some(1))?;
    let part = numbers.next().unwrap_or(Some(1))?;
    numbers.next().is_none().then_some(HandAt { seat, hand, part })
}

fn read_place(text: &str) -> Option<Place> {
    let number = |prefix: &str| text.strip_prefix(prefix).and_then(|number| number.parse().ok());
    match text {
        "up" => Some(Place::Up),
        "hole" => Some(Place::Hole),
        "dealer" => Some(Place::Dealer),
        "player" => Some(Place::Player),
        "banker" => Some(Place::Banker),
        "middle" => Some(Place::Middle),
        "burned" => Some(Place::Burned),
        _ => number("community-")
            .map(Place::Community)
            .or_else(|| number("extra-").map(Place::Extra))
            .or_else(|| read_hand(text).map(Place::Hand)),
    }
}

fn read_wager(hand: &str, id: &str, game: &Game) -> Option<Wager> {
    let number = |prefix: &str| id.strip_prefix(prefix).and_then(|number| number.parse().ok());
    let side = game.side_bet(id).map(|(place, _)| WagerKind::Side(place as u8));
    let kind = match id {
        "main" => Some(WagerKind::Main),
        "insurance" => Some(WagerKind::Insurance),
        "blind" => Some(WagerKind::Blind),
        "raise" => Some(WagerKind::Raise),
        "bonus" => Some(WagerKind::Bonus),
        _ => side
            .or_else(|| number("double-").map(WagerKind::Double))
            .or_else(|| number("street-").map(WagerKind::Street)),
    };
    Some(Wager {
        hand: read_hand(hand)?,
        kind: kind?,
    })
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next();
    first.map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
