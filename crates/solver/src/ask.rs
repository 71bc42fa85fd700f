//! The two questions anybody asks of a game of any family: what is every wager worth, and what is each action of this
//! hand worth.

use std::sync::Arc;
use std::time::Instant;

use croupier_rules::game::SpotsPay;
use croupier_rules::pattern::Pays;
use croupier_rules::play::{FreeBets, Origin};
use croupier_rules::single_card::FirstCards;
use croupier_rules::twenty_one::TwentyOne;
use croupier_rules::{Card, Family, Game, Money, Odds};
use croupier_table::{ActionKind, Next, Round, Seen, Viewer};

use crate::baccarat;
use crate::chances;
use crate::pack::{NotHeld, Pack};
use crate::side_bets;
use crate::single_card;
use crate::solution::{HandValue, SCHEMA, Solution, WagerValue};
use crate::stud::{self, StudFault, StudHand, StudHandFault, StudOptions};
use crate::twenty_one::Memory;
use crate::twenty_one::{self, Moment, NOTES, Question, QuestionFault, STRATEGY_CLASS};

/// A game that cannot be solved so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveFault {
    /// The bet is outside the limits.
    #[error("a {name} of {amount} is not allowed; {allowed}")]
    Bet {
        /// What the main bet is called.
        name: String,
        /// The amount.
        amount: Money,
        /// What is allowed, in words.
        allowed: String,
    },
    /// A side bet whose end depends on how its hand is played.
    #[error(
        "what the {0} wins depends on all that its hand and the hands split from it come to together, and the solver follows \
         split hands one by one; `croupier simulate` plays it"
    )]
    FollowsPlay(String),
    /// Spots that are paid otherwise than a main bet that may be paid a fixed amount.
    #[error(
        "the bets on spots are paid otherwise than the main bet, which may be paid a fixed amount; `croupier simulate --spots` \
         plays them"
    )]
    Spots,
    /// From the stud solver.
    #[error(transparent)]
    Stud(#[from] StudFault),
}

/// A hand as anybody may ask about it, of any family.
#[derive(Clone, Debug, Default)]
pub struct HandQuestion {
    /// The player's cards.
    pub cards: Vec<Card>,
    /// 21 and single card: the dealer's up card.
    pub up: Option<Card>,
    /// 21: the dealer's second card, where it lies face up.
    pub hole: Option<Card>,
    /// Stud: the community cards turned so far. Single card: the two for all.
    pub board: Vec<Card>,
    /// Cards known to be out.
    pub removed: Vec<Card>,
    /// The main bet; left out, the least.
    pub bet: Option<Money>,
    /// 21: whether the hand comes from a split, and how many hands the start has become.
    pub split_hands: Option<u8>,
    /// 21: the doubles made.
    pub doubled: Vec<Money>,
    /// 21: which of these bets are free.
    pub free: FreeBets,
    /// 21: whether insurance is being offered.
    pub insurance: bool,
    /// Stud: the street bets made, as multiples of the main bet.
    pub street_bets: Option<Vec<u8>>,
}

impl HandQuestion {
    /// What a player asks whose choice the round waits for, having seen these cards of the shoe before it and what lies open
    /// now; `None` when it waits for none.
    pub fn of(round: &Round, seen_before: &[Card]) -> Option<HandQuestion> {
        let Next::Choice(choice) = round.next() else {
            return None;
        };
        let situation = round.situation()?;
        let view = round.view(Viewer::Seat(choice.hand.seat));
        let open = |cards: &[Seen]| -> Vec<Card> { cards.iter().filter_map(|card| card.0).collect() };
        let mut seen: Vec<Card> = seen_before.to_vec();
        seen.extend(open(&view.dealer));
        seen.extend(open(&view.board));
        seen.extend(open(&view.extra));
        seen.extend(view.hands.iter().flat_map(|hand| open(&hand.cards)));
        let shown = situation.up.iter().chain(&situation.hole);
        for known in situation.cards.iter().chain(shown).chain(situation.board) {
            let place = seen.iter().position(|card| card == known)?;
            seen.swap_remove(place);
        }
        let main = situation.main;
        let stud = round.game().stud().is_some();
        let multiple = |added: &Money| (added.cents() / main.cents().max(1)) as u8;
        Some(HandQuestion {
            cards: situation.cards.to_vec(),
            up: situation.up,
            hole: situation.hole,
            board: situation.board.to_vec(),
            removed: seen,
            bet: Some(main),
            split_hands: situation.split.then_some(situation.parts),
            doubled: match round.game().twenty_one() {
                Some(_) => situation.added.to_vec(),
                None => Vec::new(),
            },
            free: situation.free,
            insurance: choice.offer(ActionKind::NoInsurance).is_some(),
            street_bets: stud.then(|| situation.added.iter().map(multiple).collect()),
        })
    }

    /// The same with those bets free that the rules make free: doubles by the cards they were made on, the main bet where it is
    /// said to be.
    #[must_use]
    pub fn with_free_bets(mut self, game: &Game, main: bool) -> HandQuestion {
        if let Some(rules) = game.twenty_one() {
            let origin = match (self.split_hands, self.cards.first()) {
                (Some(_), Some(card)) => Origin::split_from(card.rank()),
                _ => Origin::Dealt,
            };
            self.free = rules.free_bets_of(&self.cards, origin, self.doubled.len(), main);
        }
        self
    }

    /// How many cards it knows.
    pub fn cards_known(&self) -> usize {
        let shown = self.up.iter().chain(&self.hole).count();
        self.cards.len() + shown + self.board.len() + self.removed.len()
    }
}

/// A hand that cannot be valued, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HandFault {
    /// A game of 21 needs an up card.
    #[error("a hand of 21 is valued against the dealer's up card; name it with --up, like --up 9c")]
    NoUp,
    /// A game of 21 has no board.
    #[error("a game of 21 has no community cards; leave out --board")]
    Board,
    /// A game of stud has no up card.
    #[error("a game of stud has no dealer's up card; leave out --up, and name community cards with --board")]
    Up,
    /// No game of stud is asked about with two of the dealer's cards.
    #[error("at most one of the dealer's cards lies open in this game; name one card with --up")]
    TwoUp,
    /// A game of stud has no splits or doubles.
    #[error("only a game of 21 has splits, doubles or insurance; leave out --split-hand, --doubled and --insurance")]
    TwentyOneOnly,
    /// A game in which nobody has anything to choose.
    #[error(
        "nothing is left to choose in {0}, so no hand of it has a value of its own; `croupier solve` values its bets"
    )]
    NoChoices(String),
    /// A game of single cards is asked about with its first two cards.
    #[error("{}", first_cards_wanted(.0))]
    FirstCards(FirstCards),
    /// First cards that leave nothing to choose.
    #[error("these first cards leave nothing to choose")]
    NothingOffered,
    /// A card that the shoe does not have so often.
    #[error(transparent)]
    NotHeld(#[from] NotHeld),
    /// From the solver of 21.
    #[error(transparent)]
    TwentyOne(#[from] QuestionFault),
    /// From the stud solver.
    #[error(transparent)]
    Stud(#[from] StudHandFault),
}

const fn first_cards_wanted(deal: &FirstCards) -> &'static str {
    match deal {
        FirstCards::OneEach => "name the player's card alone, and the dealer's with --up, like 9c --up 9h",
        FirstCards::TwoForAll => "name the two cards in the middle with --board, like --board 4c Kh, and nothing else",
    }
}

/// What every wager of a game is worth at this main bet, or at the lowest.
pub fn solve(game: &Game, bet: Option<Money>) -> Result<Solution, SolveFault> {
    solve_at(game, bet, &[])
}

/// The same with these stakes on the side bets, in the order of the rules file; what has none is valued at the least it may
/// be. Stud: where there is any, the total of all bets under their shared cap is found too.
pub fn solve_at(game: &Game, bet: Option<Money>, stakes: &[Money]) -> Result<Solution, SolveFault> {
    match &game.family {
        Family::Stud(_) => {
            let stakes = stakes.to_vec();
            Ok(stud::solve(game, &StudOptions { bet, stakes })?)
        }
        Family::TwentyOne(_) => solve_twenty_one(game, bet, stakes, None),
        Family::Baccarat(rules) => baccarat::solve(game, rules, bet, stakes),
        Family::SingleCard(rules) => single_card::solve(game, rules, bet, stakes),
    }
}

/// A game that has been solved, beside which others with a few rules changed are solved faster.
pub struct Known<'a> {
    game: &'a Game,
    solution: &'a Solution,
    memory: Arc<Memory<f64>>,
}

impl Known<'_> {
    /// The game, and what it came to.
    pub fn new<'a>(game: &'a Game, solution: &'a Solution) -> Known<'a> {
        Known {
            game,
            solution,
            memory: Arc::default(),
        }
    }
}

/// The same for a game that is another one with a few rules changed. The main game is solved again only where the change
/// touches it, which spares most of the work where side bets, insurance or words are changed (what the best insurance adds
/// to the main game is left out then); and where the cards are the same, the dealer's chances are found only once for all
/// changes.
pub fn solve_changed(game: &Game, bet: Option<Money>, known: &Known) -> Result<Solution, SolveFault> {
    let main = bet.unwrap_or(game.main_bet.lowest());
    let solution = known.solution;
    let same_cards = game.deck.removed == known.game.deck.removed && game.deck.decks == known.game.deck.decks;
    let same = same_cards
        && game.main_bet.allows(main)
        && main.cents() == solution.bet_cents
        && game.main_bet.name == known.game.main_bet.name
        && game.main_bet.spots_pay == known.game.main_bet.spots_pay
        && is_same_main(&game.family, &known.game.family);
    let main_wager = solution
        .wagers
        .iter()
        .find(|wager| wager.id == game.main_bet.wager_id());
    if game.twenty_one().is_some() {
        refuse_unsolved(game)?;
    }
    match main_wager {
        Some(wager) if same => Ok(Solution {
            wagers: std::iter::once(main_beside(wager, game, known.game))
                .chain(beside_main(game, main, &[]))
                .collect(),
            game: game.id.clone(),
            total: None,
            by_bet: Vec::new(),
            seconds: 0.0,
            ..solution.clone()
        }),
        _ if same_cards && matches!(game.family, Family::TwentyOne(_)) => {
            solve_twenty_one(game, bet, &[], Some(&known.memory))
        }
        _ => solve(game, bet),
    }
}

/// The same at another main bet, beside others of the same game: what they share is found once.
pub(crate) fn solve_beside(game: &Game, bet: Option<Money>, memory: &Arc<Memory<f64>>) -> Result<Solution, SolveFault> {
    match &game.family {
        Family::Stud(_) | Family::Baccarat(_) | Family::SingleCard(_) => solve(game, bet),
        Family::TwentyOne(_) => solve_twenty_one(game, bet, &[], Some(memory)),
    }
}

/// Whether the main game is the same. Insurance is a wager of its own.
fn is_same_main(one: &Family, other: &Family) -> bool {
    match (one, other) {
        (Family::TwentyOne(one), Family::TwentyOne(other)) => {
            let uninsured = |rules: &TwentyOne| TwentyOne {
                insurance: None,
                ..rules.clone()
            };
            uninsured(one) == uninsured(other)
        }
        _ => one == other,
    }
}

/// The main wager as it was found, but for what insurance would add to it, where that has changed.
fn main_beside(wager: &WagerValue, game: &Game, known: &Game) -> WagerValue {
    let insurance = |game: &Game| game.twenty_one().and_then(|rules| rules.insurance.clone());
    let is_same = insurance(game) == insurance(known);
    WagerValue {
        ev_with_best_insurance: wager.ev_with_best_insurance.filter(|_| is_same),
        ..wager.clone()
    }
}

/// Every wager beside the main game.
fn beside_main(game: &Game, main: Money, stakes: &[Money]) -> Vec<WagerValue> {
    let pack = Pack::fresh(&game.deck);
    let insurance = game.twenty_one().and_then(|rules| rules.insurance.as_ref());
    let insurance = insurance.and_then(|insurance| side_bets::insurance(insurance, &pack));
    let side = 0..game.side_bets.len();
    let side = side.map(|place| side_bets::value(game, place, &pack, stake_of(game, place, stakes), main));
    insurance.into_iter().chain(side).collect()
}

/// The main bet asked for, if it is allowed, or the least.
pub(crate) fn checked_bet(game: &Game, bet: Option<Money>) -> Result<Money, SolveFault> {
    let limits = &game.main_bet;
    let main = bet.unwrap_or(limits.lowest());
    if limits.allows(main) {
        return Ok(main);
    }
    Err(SolveFault::Bet {
        name: limits.name.clone(),
        amount: main,
        allowed: limits.allowed(),
    })
}

/// What a side bet is valued at: its stake where it has one, or the least.
pub(crate) fn stake_of(game: &Game, place: usize, stakes: &[Money]) -> Money {
    let stake = stakes.get(place).copied().filter(|stake| *stake > Money::ZERO);
    stake.unwrap_or(game.side_bets[place].min)
}

/// What each legal action of a hand is worth, best first.
pub fn hand(game: &Game, question: &HandQuestion) -> Result<HandValue, HandFault> {
    let main = question.bet.unwrap_or(game.main_bet.lowest());
    match &game.family {
        Family::Baccarat(_) => Err(HandFault::NoChoices(game.name.clone())),
        Family::SingleCard(rules) => {
            let others = question.split_hands.is_some() || !question.doubled.is_empty() || question.insurance;
            if others || question.street_bets.is_some() {
                return Err(HandFault::TwentyOneOnly);
            }
            single_card::hand(game, rules, question, main)
        }
        Family::Stud(rules) => {
            if question.up.is_some() && rules.showdown.is_none() {
                return Err(HandFault::Up);
            }
            if question.hole.is_some() {
                return Err(HandFault::TwoUp);
            }
            if question.split_hands.is_some() || !question.doubled.is_empty() || question.insurance {
                return Err(HandFault::TwentyOneOnly);
            }
            let hand = StudHand {
                cards: question.cards.clone(),
                board: question.board.clone(),
                removed: question.removed.clone(),
                bets: question.street_bets.clone(),
                main,
            };
            match rules.showdown {
                Some(_) => Ok(crate::showdown::hand(game, &hand, question.up)?),
                None => Ok(stud::hand(game, &hand)?),
            }
        }
        Family::TwentyOne(rules) => {
            if !question.board.is_empty() || question.street_bets.is_some() {
                return Err(HandFault::Board);
            }
            let question = Question {
                cards: &question.cards,
                up: question.up.ok_or(HandFault::NoUp)?,
                hole: question.hole,
                removed: &question.removed,
                main,
                parts: question.split_hands,
                doubled: &question.doubled,
                free: question.free,
                moment: if question.insurance {
                    Moment::Insurance
                } else {
                    Moment::Turn
                },
            };
            let value = twenty_one::hand_value(game, &question)?;
            let shown = [Some(question.up), question.hole];
            let known = question
                .cards
                .iter()
                .chain(shown.iter().flatten())
                .chain(question.removed);
            let unseen = Pack::fresh(&game.deck).without(&known.copied().collect::<Vec<Card>>())?;
            Ok(value.with_chances(match question.moment {
                Moment::Insurance => chances::of_insurance(question.up, &unseen),
                Moment::Turn => chances::of_twenty_one(rules, question.cards, shown, &unseen),
            }))
        }
    }
}

/// Refuses rules of 21 under which the wagers have no values apart.
fn refuse_unsolved(game: &Game) -> Result<(), SolveFault> {
    match game.side_bets.iter().find(|bet| !side_bets::is_valued(game, bet)) {
        Some(bet) => Err(SolveFault::FollowsPlay(bet.name.clone())),
        None => Ok(()),
    }
}

/// Where further spots are paid even money: the game that pays every bet of a hand on all spots the mean of what they are paid. The
/// bets are equal and go through the round together, so that the mean of one of them is worth what the mean of all is, and its
/// best play is best for all. `None` where every spot is paid alike.
pub fn with_every_spot(game: &Game) -> Result<Option<Game>, SolveFault> {
    let further = game.main_bet.spots.len() as u32;
    if further == 0 || game.main_bet.spots_pay == SpotsPay::AsMainBet {
        return Ok(None);
    }
    let mean = |odds: Odds| Odds {
        pays: odds.pays + further * odds.per,
        per: (1 + further) * odds.per,
    };
    let mut game = game.clone();
    game.main_bet.spots_pay = SpotsPay::AsMainBet;
    let Family::TwentyOne(rules) = &mut game.family else {
        return Err(SolveFault::Spots);
    };
    rules.blackjack.pays = mean(rules.blackjack.pays);
    rules.dealer.win_pays = mean(rules.dealer.win_pays);
    rules
        .blackjack
        .suited
        .iter_mut()
        .for_each(|suited| suited.pays = mean(suited.pays));
    for winner in rules.winners.iter_mut() {
        match winner.pays {
            Pays::Odds(odds) if !odds.is_push() => winner.pays = Pays::Odds(mean(odds)),
            Pays::Odds(_) => {}
            Pays::Amount(_) | Pays::OfMeter { .. } => return Err(SolveFault::Spots),
        }
    }
    Ok(Some(game))
}

fn solve_twenty_one(
    game: &Game,
    bet: Option<Money>,
    stakes: &[Money],
    memory: Option<&Arc<Memory<f64>>>,
) -> Result<Solution, SolveFault> {
    let start = Instant::now();
    let main = checked_bet(game, bet)?;
    refuse_unsolved(game)?;
    let mut notes = NOTES.map(str::to_string).to_vec();
    let averaged = with_every_spot(game)?;
    if averaged.is_some() {
        let spots = game.main_bet.spots.join(", ");
        let name = &game.main_bet.name;
        notes.push(format!(
            "The {name} is valued together with equal bets on {spots}, which are paid even money."
        ));
    }
    let wagers = twenty_one::solve_main_beside(averaged.as_ref().unwrap_or(game), main, memory)
        .into_iter()
        .chain(beside_main(game, main, stakes))
        .collect();
    Ok(Solution {
        schema: SCHEMA,
        game: game.id.clone(),
        bet_cents: main.cents(),
        decks: game.deck.decks,
        strategy_class: STRATEGY_CLASS.to_string(),
        wagers,
        total: None,
        by_bet: Vec::new(),
        notes,
        seconds: start.elapsed().as_secs_f64(),
    })
}
