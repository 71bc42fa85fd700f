//! What the dealer says: every event as a sentence, so that a log reads like commentary. Terminal, page and audit log
//! all take their words from here.

use croupier_rules::{Card, Game, Money, Rank};

use crate::event::{Event, Outcome, Wager, WagerKind, What};
use crate::shoe::{ShoeEvent, ShoeWhat};
use crate::step::{Action, ActionKind, HandAt, Place};
use crate::wagers::Wagers;

/// Puts events into words for one reader.
#[derive(Clone, Copy, Debug)]
pub struct Commentary<'g> {
    game: &'g Game,
    you: Option<u8>,
    cards: CardWords,
    wagers: Option<&'g Wagers>,
}

/// How a card is written in a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CardWords {
    /// "the king of hearts"
    #[default]
    Spoken,
    /// "K♥"
    Symbols,
}

impl<'g> Commentary<'g> {
    /// Commentary for a spectator, who calls everybody by the seat.
    pub fn new(game: &'g Game) -> Commentary<'g> {
        Commentary {
            game,
            you: None,
            cards: CardWords::Spoken,
            wagers: None,
        }
    }

    /// The same for the player at this seat, who is called "you".
    pub fn to_seat(self, seat: u8) -> Commentary<'g> {
        Commentary {
            you: Some(seat),
            ..self
        }
    }

    /// The same with cards written this way.
    pub fn with_cards(self, cards: CardWords) -> Commentary<'g> {
        Commentary { cards, ..self }
    }

    /// The same about a round that began with these bets, so that every spot of a main bet is named.
    pub fn with_wagers(self, wagers: &'g Wagers) -> Commentary<'g> {
        Commentary {
            wagers: Some(wagers),
            ..self
        }
    }

    /// An event of the round as a sentence.
    pub fn event(&self, event: &Event) -> String {
        match event.what {
            What::Placed { wager, amount } => self.placed(wager, amount),
            What::FreeBet { wager, face } => format!(
                "The dealer puts down a free bet of {face} as {} {}.",
                self.whose(wager.hand).to_lowercase(),
                self.wager_name(wager.kind)
            ),
            What::Dealt { to, card } => self.dealt(to, card),
            What::Chose { hand, action } => self.chose(hand, action),
            What::Parted { from, to } => format!(
                "The pair is split: {} and {} play on.",
                self.hand_name(from),
                self.hand_name(to)
            ),
            What::Checked { blackjack: true } => "The dealer checks the hole card: blackjack.".to_string(),
            What::Checked { blackjack: false } => "The dealer checks the hole card: no blackjack.".to_string(),
            What::Revealed { card } if self.game.stud().is_some() => format!("The dealer shows {}.", self.card(card)),
            What::Revealed { card } => format!("The dealer shows the hole card, {}.", self.card(card)),
            What::Qualified { qualifies: true } => "The dealer qualifies.".to_string(),
            What::Qualified { qualifies: false } => "The dealer does not qualify.".to_string(),
            What::DealerDone { total, .. } if total > 21 => format!("The dealer busts with {total}."),
            What::DealerDone { total, soft } => {
                let soft = if soft { "soft " } else { "" };
                format!("The dealer stands on {soft}{total}.")
            }
            What::Points { player, banker } => format!("The player's hand has {player}, the banker's {banker}."),
            What::Turned { place, card } => {
                format!("The dealer turns {}: {}.", self.place_name(place), self.card(card))
            }
            What::Tucked { hand } => format!("{} cards are tucked.", self.whose(hand)),
            What::Shown { hand } => format!("{} cards are shown.", self.whose(hand)),
            What::CalledOut { wager, row } => self.called_out(wager, row),
            What::Capped { hand, from, to } => format!(
                "{} payment of {from} is cut to {to}, the most that is paid in a round.",
                self.whose(hand)
            ),
            What::Settled {
                wager,
                outcome,
                stake,
                net,
            } => self.settled(wager, outcome, stake, net),
        }
    }

    /// An event of the shoe as a sentence.
    pub fn shoe(&self, event: &ShoeEvent) -> String {
        match event.what {
            ShoeWhat::Shuffled { cards, sets: 1, .. } => format!("The dealer shuffles {cards} cards."),
            ShoeWhat::Shuffled { cards, set, sets } => {
                format!("The dealer takes deck {set} of {sets}, freshly shuffled: {cards} cards.")
            }
            ShoeWhat::Cut { cards } => format!("A player cuts {cards} cards to the bottom."),
            ShoeWhat::CutCardPlaced { behind } => format!("The cut card goes in with {behind} cards behind it."),
            ShoeWhat::Burnt { cards: 1 } => "The dealer burns a card.".to_string(),
            ShoeWhat::Burnt { cards } => format!("The dealer burns {cards} cards."),
            ShoeWhat::NewDealer => "A new dealer starts.".to_string(),
            ShoeWhat::LastRound => "The cut card is out: this is the last hand of the shoe.".to_string(),
            ShoeWhat::DiscardsShuffled { cards } => {
                format!("The shoe is out of cards; the dealer shuffles the {cards} discards to finish the round.")
            }
        }
    }

    /// Where a clause stands, as it follows a sentence: `[000, Method of Play ¶9]`; empty where none is cited.
    pub fn cites(&self, clause: Option<u16>) -> Option<&'g str> {
        let clause = self.game.sources.clauses.get(usize::from(clause?))?;
        Some(clause.at.as_str())
    }

    /// What a wager is called: "ante", "double", "insurance", "flop bet", "Dealer Up Match".
    pub fn wager_name(&self, kind: WagerKind) -> String {
        match kind {
            // One of several bets that may be made is called by its name, like a side bet.
            WagerKind::Main if !self.game.main_bet.required => self.game.main_bet.name.clone(),
            WagerKind::Main => self.game.main_bet.name.to_lowercase(),
            WagerKind::Double(1) => "double".to_string(),
            WagerKind::Double(2) => "second double".to_string(),
            WagerKind::Double(times) => format!("double {times}"),
            WagerKind::Insurance => "insurance".to_string(),
            WagerKind::Street(street) => format!("{} bet", self.street_name(street)),
            WagerKind::Blind => self.game.blind().map_or("blind", |blind| &blind.name).to_lowercase(),
            WagerKind::Raise => {
                let name = self.game.single_card().map_or("raise", |rules| &rules.raise.name);
                name.to_lowercase()
            }
            WagerKind::Bonus => format!("{} bonus", self.game.main_bet.name.to_lowercase()),
            WagerKind::Side(place) => match self.game.side_bets.get(usize::from(place)) {
                Some(bet) => bet.name.clone(),
                None => format!("side bet {}", place + 1),
            },
        }
    }

    fn placed(&self, wager: Wager, amount: Money) -> String {
        let name = self.wager_name(wager.kind);
        let spots = self.further_spots(wager.hand);
        match wager.kind {
            WagerKind::Main if !spots.is_empty() => {
                let each = Money::from_cents(amount.cents() / (spots.len() as i64 + 1));
                let rest = format!("{each} each on the {name}, the {}", spots.join(", the "));
                let rest = rest
                    .rsplit_once(", ")
                    .map(|(first, last)| format!("{first} and {last}"));
                self.says(wager.hand, "bet", "bets", &rest.unwrap_or_default())
            }
            WagerKind::Main if !self.game.main_bet.required => {
                self.says(wager.hand, "bet", "bets", &format!("{amount} on {name}"))
            }
            WagerKind::Side(_) => self.says(wager.hand, "bet", "bets", &format!("{amount} on {name}")),
            WagerKind::Main if name == "bet" => self.says(wager.hand, "bet", "bets", &amount.to_string()),
            WagerKind::Main => self.says(wager.hand, "bet", "bets", &format!("{amount} on the {name}")),
            _ => self.says(wager.hand, "put", "puts", &format!("{amount} on the {name}")),
        }
    }

    /// The further spots that carry the main bet of a hand, as far as the bets are known.
    fn further_spots(&self, hand: HandAt) -> Vec<&'g str> {
        let seats = self.wagers.map_or(&[][..], |wagers| &wagers.seats);
        let seat = seats.iter().find(|seat| seat.seat == hand.seat);
        let bets = seat.and_then(|seat| seat.hands.get(usize::from(hand.hand).wrapping_sub(1)));
        let carried = bets.filter(|_| hand.part == 1).map_or(0, |bets| bets.spots);
        let spots = self.game.main_bet.spots.iter().enumerate();
        let taken = spots.filter(|(place, _)| carried >> place & 1 == 1);
        taken.map(|(_, spot)| spot.as_str()).collect()
    }

    fn dealt(&self, to: Place, card: Option<Card>) -> String {
        let card = match card {
            Some(card) => self.card(card),
            None => "a card face down".to_string(),
        };
        match to {
            Place::Hand(hand) => {
                let is = if self.is_you(hand) { "are" } else { "is" };
                format!("{} {is} dealt {card}.", self.who(hand))
            }
            Place::Hole if self.game.stud().is_some() => format!("The dealer takes {card}."),
            Place::Hole => format!("The dealer takes {card} as hole card."),
            Place::Dealer => format!("The dealer draws {card}."),
            Place::Up if self.game.single_card().is_some() => format!("The dealer takes {card}."),
            Place::Up => format!("The dealer's up card is {card}."),
            Place::Middle => format!("The dealer lays out {card}."),
            Place::Burned => "The dealer burns a card.".to_string(),
            Place::Player => format!("The player's hand is dealt {card}."),
            Place::Banker => format!("The banker's hand is dealt {card}."),
            Place::Community(_) | Place::Extra(_) => {
                format!("The dealer lays out {card} as {}.", self.place_name(to))
            }
        }
    }

    fn chose(&self, hand: HandAt, action: Action) -> String {
        let amount = action.amount;
        let each = match self.game.main_bet.spots.is_empty() {
            true => "",
            false => " on each spot",
        };
        let (you, they, rest) = match action.kind {
            ActionKind::Insurance => ("take", "takes", format!("insurance of {amount}{each}")),
            ActionKind::NoInsurance => ("decline", "declines", "insurance".to_string()),
            ActionKind::EvenMoney => ("take", "takes", "even money".to_string()),
            ActionKind::TakeBlackjack => ("take", "takes", "the blackjack's pay".to_string()),
            ActionKind::Keep => ("keep", "keeps", "the hand".to_string()),
            ActionKind::Stand => ("stand", "stands", String::new()),
            ActionKind::Hit => ("hit", "hits", String::new()),
            ActionKind::Double => ("double", "doubles", format!("for {amount}{each}")),
            ActionKind::Split => ("split", "splits", String::new()),
            ActionKind::Surrender => ("surrender", "surrenders", String::new()),
            ActionKind::Fold => ("fold", "folds", String::new()),
            ActionKind::Bet(0) => ("check", "checks", String::new()),
            ActionKind::Ride => ("let", "lets", "the bet ride".to_string()),
            ActionKind::PullBack => ("pull", "pulls", "the bet back".to_string()),
            ActionKind::Raise => ("raise", "raises", format!("by {amount}")),
            ActionKind::Bet(times) => (
                "bet",
                "bets",
                format!("{times}x the {}", self.wager_name(WagerKind::Main)),
            ),
        };
        self.says(hand, you, they, &rest)
    }

    fn called_out(&self, wager: Wager, row: u8) -> String {
        let label = Outcome::Row(row).label(self.game, wager.kind);
        let hand = match wager.kind {
            WagerKind::Side(_) => format!("{} hand on {}", self.whose(wager.hand), self.wager_name(wager.kind)),
            _ => format!("{} hand", self.whose(wager.hand)),
        };
        format!("{hand} is called out by the dealer for the floor: {label}.")
    }

    fn settled(&self, wager: Wager, outcome: Outcome, stake: Money, net: Money) -> String {
        let name = self.wager_name(wager.kind);
        let whose = self.whose(wager.hand);
        let label = outcome.words(self.game, wager.kind, net);
        let result = match net.cents() {
            0 => "pushes".to_string(),
            gain if gain > 0 => format!("wins {net}"),
            _ => format!("loses {}", -net),
        };
        match outcome {
            _ if wager.kind != WagerKind::Bonus && stake == Money::ZERO => match net > Money::ZERO {
                true => format!("{whose} free {name} {result}: {label}."),
                false => format!("{whose} free {name} is taken down: {label}."),
            },
            _ if wager.kind == WagerKind::Bonus => format!("{whose} {name} pays {net}: {label}."),
            Outcome::NoRow => format!("{whose} {name} of {stake} {result}."),
            _ if label == "Push" => format!("{whose} {name} of {stake} {result}."),
            Outcome::PulledBack => format!("{whose} {name} of {stake} comes back."),
            _ => format!("{whose} {name} of {stake} {result}: {label}."),
        }
    }

    /// A sentence with the hand as its subject.
    fn says(&self, hand: HandAt, you: &str, they: &str, rest: &str) -> String {
        let verb = if self.is_you(hand) { you } else { they };
        let space = if rest.is_empty() { "" } else { " " };
        format!("{} {verb}{space}{rest}.", self.who(hand))
    }

    /// Whether the sentence says plain "you": the reader's first hand.
    fn is_you(&self, hand: HandAt) -> bool {
        self.you == Some(hand.seat) && hand.hand == 1 && hand.part == 1
    }

    fn who(&self, hand: HandAt) -> String {
        if self.is_you(hand) {
            "You".to_string()
        } else {
            capital(&self.hand_name(hand))
        }
    }

    fn whose(&self, hand: HandAt) -> String {
        if self.is_you(hand) {
            "Your".to_string()
        } else {
            format!("{}'s", self.who(hand))
        }
    }

    /// "seat 3", "seat 3, hand 2", "your hand 2", "your second split hand".
    fn hand_name(&self, hand: HandAt) -> String {
        let split = hand.split_words();
        match (self.you == Some(hand.seat), split) {
            (true, None) => format!("your hand {}", hand.hand),
            (true, Some(split)) if hand.hand == 1 => format!("your {split}"),
            (true, Some(split)) => format!("your hand {}, {split}", hand.hand),
            (false, None) => hand.to_string(),
            (false, Some(split)) => format!("{}, {split}", HandAt { part: 1, ..hand }),
        }
    }

    fn card(&self, card: Card) -> String {
        match self.cards {
            CardWords::Spoken => format!("the {} of {}", card.rank().name(), card.suit().name()),
            CardWords::Symbols if card.rank() == Rank::Ten => format!("10{}", card.suit().symbol()),
            CardWords::Symbols => format!("{}{}", card.rank().letter(), card.suit().symbol()),
        }
    }

    fn place_name(&self, place: Place) -> String {
        match place {
            Place::Community(number) => match self.street_of_card(number) {
                Some(street) => format!("the {street}"),
                None => format!("community card {number}"),
            },
            Place::Extra(number) => format!("bonus card {number}"),
            Place::Hand(hand) => self.hand_name(hand),
            Place::Up => "the up card".to_string(),
            Place::Hole => "the hole card".to_string(),
            Place::Dealer => "the dealer's hand".to_string(),
            Place::Player => "the player's hand".to_string(),
            Place::Banker => "the banker's hand".to_string(),
            Place::Middle => "the middle".to_string(),
            Place::Burned => "the burned cards".to_string(),
        }
    }

    fn street_name(&self, street: u8) -> String {
        self.game
            .stud()
            .and_then(|rules| rules.streets.get(usize::from(street).wrapping_sub(1)))
            .map_or_else(|| format!("street {street}"), |street| street.name.clone())
    }

    /// The street on which the community card of this number is turned, where it is the only card of that street.
    fn street_of_card(&self, number: u8) -> Option<&'g str> {
        let mut before = 0;
        for street in &self.game.stud()?.streets {
            if number <= before + street.cards {
                return (street.cards == 1).then_some(street.name.as_str());
            }
            before += street.cards;
        }
        None
    }
}

/// Sentences begin with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
