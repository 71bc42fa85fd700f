//! What a dealer could do at a table, right or wrong: everything within reach of the hands, sorted by what is touched. It does not
//! tell what is due.

use croupier_rules::game::Procedure;
use croupier_rules::single_card::FirstCards;
use croupier_rules::twenty_one::TwentyOne;
use croupier_rules::{Family, Game, Money};
use croupier_table::{ActionKind, HandAt, Place, Wager, WagerKind, bet_on, instead_of_raise};

use crate::moves::{Announcement, Move, Question};

/// Something on the table that a dealer's hand can reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Its id: `shoe`, `dealer`, `board`, `3`, `3 up-match`.
    pub id: String,
    /// The seat it belongs to, if any.
    pub seat: Option<u8>,
    /// What it is called.
    pub name: String,
    /// What lies on it, where it is a wager.
    pub stake: Option<Money>,
    /// What can be done with it.
    pub tools: Vec<Tool>,
}

/// One thing that can be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tool {
    /// The written move; where something is asked for, without it.
    pub text: String,
    /// What the button says.
    pub label: String,
    /// What the dealer adds.
    pub asks: Asks,
}

/// What a dealer adds to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    /// Nothing.
    Nothing,
    /// Chips.
    Amount,
    /// A total.
    Total,
    /// The points of two hands.
    Points,
}

/// Everything within reach, with these hands and wagers on the table.
pub fn reach(game: &Game, hands: &[HandAt], wagers: &[(Wager, Money)]) -> Vec<Target> {
    let mut targets = vec![shoe(game)];
    targets.extend(dealer(game));
    targets.extend(board(game));
    for hand in hands {
        targets.push(of_hand(game, *hand));
        let own = wagers.iter().filter(|(wager, _)| wager.hand == *hand);
        targets.extend(own.map(|(wager, stake)| of_wager(game, *wager, *stake)));
    }
    targets
}

fn target(id: impl Into<String>, name: impl Into<String>, tools: Vec<Tool>) -> Target {
    Target {
        id: id.into(),
        seat: None,
        name: name.into(),
        stake: None,
        tools,
    }
}

/// A move that needs nothing more.
fn plain(game: &Game, made: Move, label: impl Into<String>) -> Tool {
    Tool {
        text: made.text(game),
        label: label.into(),
        asks: Asks::Nothing,
    }
}

fn shoe(game: &Game) -> Target {
    let tools = [
        (Move::Verify, "Verify the decks"),
        (Move::Wash, "Wash the cards"),
        (Move::Shuffle, "Shuffle"),
        (Move::OfferCut, "Offer the cut"),
        (Move::PlaceCutCard, "Place the cut card"),
        (Move::Burn, "Burn"),
        (Move::CloseBets, "No more bets"),
        (Move::Announce(Announcement::LastRound), "Announce the last round"),
        (Move::Collect, "Collect the cards"),
    ];
    target(
        "shoe",
        "Shoe",
        tools.map(|(made, label)| plain(game, made, label)).to_vec(),
    )
}

fn dealer(game: &Game) -> Vec<Target> {
    let deal = |to, label: &str| plain(game, Move::Deal { to }, label);
    let announce = |label: &str, asks| Tool {
        text: "announce".to_string(),
        label: label.to_string(),
        asks,
    };
    match &game.family {
        Family::TwentyOne(_) => {
            let tools = vec![
                deal(Place::Up, "Deal face up"),
                deal(Place::Hole, "Deal face down"),
                deal(Place::Dealer, "Draw"),
                plain(game, Move::Check, "Check the hole card"),
                plain(game, Move::Reveal, "Turn over"),
                announce("Stand or bust with", Asks::Total),
            ];
            vec![target("dealer", "Dealer", tools)]
        }
        Family::Stud(rules) if rules.showdown.is_some() => {
            let says = |qualifies, label: &str| plain(game, Move::Announce(Announcement::Qualifies(qualifies)), label);
            let tools = vec![
                deal(Place::Up, "Deal face up"),
                deal(Place::Hole, "Deal face down"),
                plain(game, Move::Reveal, "Turn over"),
                says(true, "Dealer qualifies"),
                says(false, "Dealer does not qualify"),
            ];
            vec![target("dealer", "Dealer", tools)]
        }
        Family::Stud(_) => Vec::new(),
        Family::SingleCard(rules) => {
            let mut places = match rules.deal.first {
                FirstCards::OneEach => vec![target(
                    "dealer",
                    "Dealer",
                    vec![deal(Place::Up, "Deal face up"), deal(Place::Dealer, "Draw")],
                )],
                FirstCards::TwoForAll => vec![target("board", "Middle", vec![deal(Place::Middle, "Deal face up")])],
            };
            if rules.deal.burn > 0 {
                places.push(target(
                    "burned",
                    "Burned cards",
                    vec![deal(Place::Burned, "Burn a card")],
                ));
            }
            places
        }
        Family::Baccarat(_) => vec![
            target("player", "Player hand", vec![deal(Place::Player, "Deal")]),
            target(
                "banker",
                "Banker hand",
                vec![deal(Place::Banker, "Deal"), announce("Announce points", Asks::Points)],
            ),
        ],
    }
}

/// The community and extra cards.
fn board(game: &Game) -> Vec<Target> {
    let Some(rules) = game.stud() else {
        return Vec::new();
    };
    let row = |id: &str, name: &str, count: u8, place: fn(u8) -> Place| {
        let dealt =
            (1..=count).map(|number| plain(game, Move::Deal { to: place(number) }, format!("Lay out {number}")));
        let turned =
            (1..=count).map(|number| plain(game, Move::Turn { place: place(number) }, format!("Turn over {number}")));
        let tools: Vec<Tool> = dealt.chain(turned).collect();
        (count > 0).then(|| target(id, name, tools))
    };
    let community = row("board", "Community cards", rules.community_cards(), Place::Community);
    let extra = row("extra", "Bonus cards", rules.hands.extra_cards, Place::Extra);
    community.into_iter().chain(extra).collect()
}

fn of_hand(game: &Game, hand: HandAt) -> Target {
    let ask = |question, label: &str| plain(game, Move::Ask { hand, question }, label);
    let mut tools = Vec::new();
    let own_cards = match &game.family {
        Family::TwentyOne(_) | Family::Stud(_) => true,
        Family::Baccarat(_) => false,
        Family::SingleCard(rules) => rules.deal.first == FirstCards::OneEach,
    };
    if own_cards {
        tools.push(plain(game, Move::Deal { to: Place::Hand(hand) }, "Deal a card"));
    }
    if game.baccarat().is_none() {
        tools.push(ask(Question::Turn, "Turn to the player"));
    }
    match &game.family {
        Family::TwentyOne(rules) => {
            if rules.insurance.is_some() {
                tools.push(ask(Question::Insurance, "Offer insurance"));
            }
            tools.push(ask(Question::Keep, "Ask whether to keep"));
            tools.push(plain(game, Move::Part { hand }, "Part the pair"));
            tools.extend(lammers(game, rules, hand));
        }
        Family::Stud(_) => {
            tools.push(plain(game, Move::Tuck { hand }, "Tuck the cards"));
            tools.push(plain(game, Move::Show { hand }, "Turn over the cards"));
        }
        Family::Baccarat(_) | Family::SingleCard(_) => {}
    }
    let heed = |kind: ActionKind| plain(game, Move::Heed { hand, wants: kind }, wish(kind));
    tools.extend(wishes(game).into_iter().map(heed));
    if game.procedure.get(Procedure::Muck).is_some() {
        tools.push(plain(game, Move::Muck { hand }, "Muck the cards"));
    }
    tools.push(plain(game, Move::CallFloor { seat: hand.seat }, "Call the floor"));
    Target {
        seat: Some(hand.seat),
        ..target(format!("{hand:#}"), capital(&hand.to_string()), tools)
    }
}

/// The lammers that may be put down for a hand: as its double, and as the bet of a hand split off from it.
fn lammers(game: &Game, rules: &TwentyOne, hand: HandAt) -> Vec<Tool> {
    let mut tools = Vec::new();
    if rules.double.may_be_free() {
        for number in 1..=rules.double.times_max {
            let kind = WagerKind::Double(number);
            let label = match rules.double.times_max {
                1 => "Free double lammer".to_string(),
                _ => format!("Free double lammer {number}"),
            };
            tools.push(plain(
                game,
                Move::Lammer {
                    wager: Wager { hand, kind },
                },
                label,
            ));
        }
    }
    if !rules.split.free.is_empty() && hand.part == 1 {
        for part in 2..=rules.split.hands_max {
            let wager = Wager {
                hand: HandAt { part, ..hand },
                kind: WagerKind::Main,
            };
            tools.push(plain(game, Move::Lammer { wager }, format!("Free split lammer {part}")));
        }
    }
    tools
}

fn of_wager(game: &Game, wager: Wager, stake: Money) -> Target {
    let id = format!("{:#} {}", wager.hand, wager.kind.id(game));
    let amount = |verb: &str, label: &str| Tool {
        text: format!("{verb} {id}"),
        label: label.to_string(),
        asks: Asks::Amount,
    };
    let mut tools = vec![
        amount("pay", "Pay"),
        amount("take", "Take"),
        plain(game, Move::Leave { wager }, "Leave"),
    ];
    if has_free_bets(game) && matches!(wager.kind, WagerKind::Main | WagerKind::Double(_)) {
        tools.push(plain(game, Move::TakeLammer { wager }, "Take down the lammer"));
    }
    if game.stud().is_some_and(|rules| rules.hands.called_out.is_some()) {
        tools.push(plain(game, Move::CallOut { wager }, "Call out the hand"));
    }
    if matches!(wager.kind, WagerKind::Side(_)) && game.procedure.get(Procedure::Muck).is_some() {
        tools.push(plain(game, Move::PutUnder { wager }, "Put the cards under it"));
    }
    let name = croupier_table::Commentary::new(game).wager_name(wager.kind);
    Target {
        seat: Some(wager.hand.seat),
        stake: Some(stake),
        ..target(
            id.clone(),
            format!("{}, {name}", capital(&wager.hand.to_string())),
            tools,
        )
    }
}

fn has_free_bets(game: &Game) -> bool {
    game.twenty_one()
        .is_some_and(|rules| rules.double.may_be_free() || !rules.split.free.is_empty())
}

/// Everything a player of the game could ever want.
fn wishes(game: &Game) -> Vec<ActionKind> {
    match &game.family {
        Family::TwentyOne(rules) => {
            let mut wishes = vec![
                ActionKind::Hit,
                ActionKind::Stand,
                ActionKind::Double,
                ActionKind::Split,
                ActionKind::Surrender,
            ];
            if let Some(insurance) = &rules.insurance {
                wishes.extend([ActionKind::Insurance, ActionKind::NoInsurance]);
                wishes.extend(insurance.even_money.then_some(ActionKind::EvenMoney));
            }
            wishes.extend([ActionKind::TakeBlackjack, ActionKind::Keep]);
            wishes
        }
        Family::Stud(rules) => {
            let mut wishes = vec![ActionKind::Fold];
            for street in &rules.streets {
                for times in &street.bets {
                    let kind = bet_on(street, *times);
                    if !wishes.contains(&kind) {
                        wishes.push(kind);
                    }
                }
            }
            wishes
        }
        Family::SingleCard(rules) => vec![ActionKind::Raise, instead_of_raise(rules)],
        Family::Baccarat(_) => Vec::new(),
    }
}

fn wish(kind: ActionKind) -> String {
    capital(&kind.word().replace('-', " "))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next();
    first.map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
