//! Effects of removal: what every wager gains or loses when one card has left the shoe.
//!
//! Two kinds are told apart. With the play *fixed* (the chart of the full shoe goes on being followed) the effects of all cards of
//! the shoe add up to nothing, for the card that leaves first is as likely any as the other: this is the check of the figures,
//! and what a count of cards for betting is measured by. With the *best* play for what is left they add up to a little more: what
//! the knowledge is worth.

use croupier_rules::pattern::Pattern;
use croupier_rules::{Card, Game, Money, Suit};
use croupier_table::counting::System;
use serde::Serialize;

use crate::pack::Pack;
use crate::side_bets;
use crate::twenty_one::chart::Chart;
use crate::twenty_one::{CardCounts, full_shoe, round_value};

/// The version of the JSON that [`Effects`] is written as.
pub const SCHEMA: u32 = 1;

/// What the removal of each card does to every wager.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Effects {
    /// The version of this schema.
    pub schema: u32,
    /// The game's id.
    pub game: String,
    /// The main bet the figures hold at, in cents.
    pub bet_cents: i64,
    /// How many decks are dealt.
    pub decks: u8,
    /// The wagers: `main` by the fixed chart, `main-best` with the best play, `insurance`, the side bets by their ids.
    pub wagers: Vec<WagerEffects>,
    /// How well counting systems follow these effects.
    pub systems: Vec<SystemFit>,
}

/// What the removal of each card does to one wager.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WagerEffects {
    /// `main`, `main-best`, `insurance`, or the id of a side bet.
    pub id: String,
    /// What it is called at the table.
    pub name: String,
    /// The expected gain from the full shoe, per unit.
    pub ev: f64,
    /// The sum of the effects over all cards of the shoe: nothing where the play is fixed, but for the rounding of the machine.
    pub sum: f64,
    /// By card; cards whose suits play no part stand together.
    pub cards: Vec<CardEffect>,
}

/// What the removal of one card does.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CardEffect {
    /// The cards that do the same, like `["Ah"]` or all four aces.
    pub cards: Vec<Card>,
    /// How many of them the shoe holds.
    pub count: u32,
    /// The change of the expected gain, per unit.
    pub effect: f64,
}

/// How well a counting system follows the effects.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SystemFit {
    /// The system's name on the command line.
    pub system: String,
    /// Whether its tags add up to nothing over a deck of this game.
    pub balanced: bool,
    /// By wager: the correlation of tags and effects. Of `main` it is known as the betting correlation, of `insurance` as the insurance
    /// correlation.
    pub correlations: Vec<Correlation>,
}

/// The correlation of a system's tags with a wager's effects.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Correlation {
    /// The wager.
    pub wager: String,
    /// From −1 to 1; `None` where no card does anything, or the system counts nothing.
    pub correlation: Option<f64>,
}

/// The effects of a game of 21 at this main bet; `None` when the game is of another family, which is shuffled for every round.
pub fn effects(game: &Game, main: Money, systems: &[System]) -> Option<Effects> {
    let rules = game.twenty_one()?;
    let shoe = full_shoe(game);
    let pack = Pack::fresh(&game.deck);
    let kinds = kinds_of_cards(game, &pack);
    let mut wagers = Vec::new();
    let mut add = |id: &str, name: &str, value: &dyn Fn(Option<Card>) -> Option<f64>| -> Option<()> {
        wagers.push(WagerEffects::new(id, name, &pack, &kinds, value)?);
        Some(())
    };
    let chart = Chart::best(game, main, &shoe)?;
    let fixed = |gone: Option<Card>| Some(chart.value(game, main, &without(&shoe, gone))?.value);
    add(game.main_bet.wager_id(), &game.main_bet.name, &fixed)?;
    let best = |gone: Option<Card>| Some(round_value::<f64>(game, main, &without(&shoe, gone))?.value);
    add("main-best", &game.main_bet.name, &best)?;
    if let Some(insurance) = &rules.insurance {
        let value = |gone: Option<Card>| Some(side_bets::insurance(insurance, &left_of(&pack, gone))?.ev);
        // Where no up card is left to offer it on, it has no effects to tell.
        let _ = add("insurance", "Insurance", &value);
    }
    for (place, bet) in game.side_bets.iter().enumerate() {
        let stake = bet.min.min(main);
        let value = |gone: Option<Card>| Some(side_bets::value(game, place, &left_of(&pack, gone), stake, main).ev);
        add(&bet.id, &bet.name, &value)?;
    }
    let systems = systems.iter().map(|system| SystemFit::new(system, &wagers)).collect();
    Some(Effects {
        schema: SCHEMA,
        game: game.id.clone(),
        bet_cents: main.cents(),
        decks: game.deck.decks,
        wagers,
        systems,
    })
}

impl WagerEffects {
    fn new(
        id: &str,
        name: &str,
        pack: &Pack,
        kinds: &[Vec<Card>],
        value: &dyn Fn(Option<Card>) -> Option<f64>,
    ) -> Option<WagerEffects> {
        let ev = value(None)?;
        let mut cards = Vec::new();
        for kind in kinds {
            let effect = value(Some(kind[0]))? - ev;
            let count = kind.iter().map(|card| u32::from(pack.count(*card))).sum();
            cards.push(CardEffect {
                cards: kind.clone(),
                count,
                effect,
            });
        }
        let sum = cards.iter().map(|card| f64::from(card.count) * card.effect).sum();
        Some(WagerEffects {
            id: id.to_string(),
            name: name.to_string(),
            ev,
            sum,
            cards,
        })
    }
}

impl SystemFit {
    fn new(system: &System, wagers: &[WagerEffects]) -> SystemFit {
        let of = |wager: &WagerEffects| Correlation {
            wager: wager.id.clone(),
            correlation: correlation(system, wager),
        };
        let balance: f64 = wagers.first().map_or(0.0, |wager| {
            let tags = wager.cards.iter();
            tags.map(|kind| f64::from(kind.count) * system.tag(kind.cards[0])).sum()
        });
        SystemFit {
            system: system.id.clone(),
            balanced: balance.abs() < 1e-9,
            correlations: wagers.iter().map(of).collect(),
        }
    }
}

/// The correlation over all cards of the shoe, tags and effects each measured from their mean.
fn correlation(system: &System, wager: &WagerEffects) -> Option<f64> {
    let mean = |of: &dyn Fn(&CardEffect) -> f64| {
        let (sum, count) = wager.cards.iter().fold((0.0, 0.0), |(sum, count), card| {
            (sum + f64::from(card.count) * of(card), count + f64::from(card.count))
        });
        sum / count
    };
    let tag = |card: &CardEffect| system.tag(card.cards[0]);
    let (tag_mean, effect_mean) = (mean(&tag), mean(&|card| card.effect));
    let product = mean(&|card| (tag(card) - tag_mean) * (card.effect - effect_mean));
    let tags = mean(&|card| (tag(card) - tag_mean).powi(2));
    let effects = mean(&|card| (card.effect - effect_mean).powi(2));
    let both = (tags * effects).sqrt();
    (both > 1e-15).then(|| product / both)
}

/// The cards of the deck by rank, and by suits where some row of the game tells suits apart.
fn kinds_of_cards(game: &Game, pack: &Pack) -> Vec<Vec<Card>> {
    let patterns = patterns(game);
    let blocks: Vec<Vec<Suit>> = pack.alike_suits(patterns.iter());
    let of_rank = |rank| {
        let cards = |block: &Vec<Suit>| -> Vec<Card> {
            let cards = block.iter().map(|suit| Card::new(rank, *suit));
            cards.filter(|card| pack.count(*card) > 0).collect()
        };
        blocks.iter().map(cards).collect::<Vec<_>>()
    };
    let kinds = croupier_rules::Rank::ALL.into_iter().flat_map(of_rank);
    kinds.filter(|cards| !cards.is_empty()).collect()
}

/// Every condition of the game that may tell suits apart.
fn patterns(game: &Game) -> Vec<Pattern> {
    let rows = game.side_bets.iter().flat_map(|bet| bet.rows.iter());
    let mut patterns: Vec<Pattern> = rows.map(|row| row.when.clone()).collect();
    if let Some(rules) = game.twenty_one() {
        patterns.extend(rules.winners.iter().map(|row| row.when.clone()));
        let insured = rules.insurance.iter().flat_map(|insurance| insurance.suited.iter());
        for row in rules.blackjack.suited.iter().chain(insured) {
            patterns.push(Pattern {
                suits: row.suits,
                ..Pattern::default()
            });
        }
    }
    patterns
}

fn without(shoe: &CardCounts, gone: Option<Card>) -> CardCounts {
    let mut left = *shoe;
    if let Some(card) = gone {
        left[card.index()] -= 1;
    }
    left
}

fn left_of(pack: &Pack, gone: Option<Card>) -> Pack {
    let gone: Vec<Card> = gone.into_iter().collect();
    pack.without(&gone).expect("the card is one of the shoe")
}
