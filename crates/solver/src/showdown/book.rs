//! A way of playing against the dealer's hand that can be played at a table: the best one, a rule, or one read from a file.

use croupier_rules::card::parse_cards;
use croupier_rules::poker::{LeastHand, Strength, Tally};
use croupier_rules::{Card, Game, Money, Suit};
use croupier_table::{Action, Situation, Strategy};
use rustc_hash::FxHashMap;

use super::play::ShowdownPlay;
use super::rule::Thresholds;
use crate::solution::{SCHEMA, WagerValue};
use crate::stud::{RuleStreet, StreetStrategy, StudAction, StudBookFault, StudFault, StudStrategy};

/// A way of playing a game against the dealer's hand at one main bet.
pub struct ShowdownBook {
    play: ShowdownPlay,
    way: Way,
}

enum Way {
    /// For each kind of hand and each up card the actions that may be taken, one bit each; the lowest is.
    Table(Vec<u8>, Kinds),
    /// The first line whose hand is met says the action; the last action is that of all other hands.
    Lines(Vec<(Strength, usize)>, usize),
}

/// The places of the kinds of hands, by the ranks of their suits.
type Kinds = FxHashMap<[u16; 4], u32>;

impl ShowdownBook {
    /// The best play, the least bet of equally good ones.
    pub fn best(play: ShowdownPlay) -> ShowdownBook {
        let kinds = kinds(&play);
        ShowdownBook {
            way: Way::Table(play.best.clone(), kinds),
            play,
        }
    }

    /// The rule that a person can carry.
    pub fn rule(play: ShowdownPlay) -> ShowdownBook {
        let lines = Thresholds::best(&play).lines();
        ShowdownBook {
            way: Way::Lines(lines, 0),
            play,
        }
    }

    /// The least bet, whatever the cards.
    pub fn smallest_bets(play: ShowdownPlay) -> ShowdownBook {
        let bets = play
            .actions
            .iter()
            .position(|action| matches!(action, StudAction::Bet(1..)));
        ShowdownBook {
            way: Way::Lines(Vec::new(), bets.unwrap_or(0)),
            play,
        }
    }

    /// What is written in a file, for a game at this main bet.
    pub fn read(written: &StudStrategy, game: &Game, main: Money) -> Result<ShowdownBook, StudBookFault> {
        if written.schema != SCHEMA {
            return Err(StudBookFault::Schema(written.schema));
        }
        if written.game != game.id {
            return Err(StudBookFault::Game(written.game.clone(), game.id.clone()));
        }
        let main = crate::stud::checked_bet(game, Some(main))?;
        let play = super::play(game, main)?.ok_or_else(|| StudFault::NotStud(game.name.clone()))?;
        let name = &play.rules.streets[0].name;
        let missing = || StudBookFault::Street {
            street: name.clone(),
            what: "at all".to_string(),
        };
        let way = match (&written.streets[..], &written.rule) {
            ([], None) => return Err(StudBookFault::Nothing),
            ([], Some(rule)) => {
                let street = rule.streets.iter().find(|street| street.name == *name);
                read_lines(&play, street.ok_or_else(missing)?)?
            }
            (streets, _) => {
                let street = streets.iter().find(|street| street.name == *name);
                read_table(&play, street.ok_or_else(missing)?)?
            }
        };
        Ok(ShowdownBook { play, way })
    }

    /// The figures of the main game when it is played so.
    pub fn wager_value(&self, game: &Game) -> WagerValue {
        let endings = self.play.endings_of(|cards, up| self.action(cards, up));
        self.play.measured(game, &endings)
    }

    /// The place of the action with this hand and up card.
    fn action(&self, cards: &[Card], up: Option<Card>) -> usize {
        match &self.way {
            Way::Lines(lines, otherwise) => {
                let strength = Tally::of(cards).strength(self.play.rules.hands.hand_size);
                // A line that asks for more than the hand may bet is not met.
                let may = |action: usize| self.play.allows_hand(strength, action);
                let met = lines.iter().find(|(least, action)| strength >= *least && may(*action));
                met.map_or(*otherwise, |(_, action)| *action)
            }
            Way::Table(bits, kinds) => {
                let place = place_of(&self.play, kinds, cards, up);
                let bits = place.map_or(1, |(kind, up)| bits[kind * self.play.ups() + up]);
                bits.trailing_zeros() as usize % self.play.actions.len()
            }
        }
    }
}

impl Strategy for ShowdownBook {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        let action = self.play.actions[self.action(situation.cards, situation.up)];
        Action::plain(action.on(&self.play.rules.streets[0]))
    }
}

fn kinds(play: &ShowdownPlay) -> Kinds {
    let kinds = 0..play.sides.players.len();
    kinds
        .map(|place| (by_suit(&play.hand(place)).0, place as u32))
        .collect()
}

/// The kind of a hand, and the place of the up card when suits are named as in the hand kept for the kind.
fn place_of(play: &ShowdownPlay, kinds: &Kinds, cards: &[Card], up: Option<Card>) -> Option<(usize, usize)> {
    let (key, suits) = by_suit(cards);
    let kind = *kinds.get(&key)? as usize;
    let Some(up) = up else {
        return Some((kind, 0));
    };
    let (_, kept) = by_suit(&play.hand(kind));
    let order = suits.iter().position(|suit| *suit == up.suit() as usize)?;
    let named = Card::new(up.rank(), Suit::ALL[kept[order]]);
    Some((kind, usize::from(play.sides.cards.place(named))))
}

/// The ranks of each suit, in an order that does not depend on the names of the suits, and the suits in that order.
fn by_suit(cards: &[Card]) -> ([u16; 4], [usize; 4]) {
    let mut ranks = [0u16; 4];
    for card in cards {
        ranks[card.suit() as usize] |= 1 << card.rank() as u16;
    }
    let mut suits = [0, 1, 2, 3];
    suits.sort_by_key(|suit| (ranks[*suit], *suit));
    (suits.map(|suit| ranks[suit]), suits)
}

/// A rule as it is written: lines like `Q-6-4 or better`.
fn read_lines(play: &ShowdownPlay, written: &RuleStreet) -> Result<Way, StudBookFault> {
    let mut lines = Vec::new();
    for line in &written.lines {
        let hand = line
            .with
            .strip_suffix(" or better")
            .and_then(|hand| hand.parse::<LeastHand>().ok());
        let hand = hand.ok_or_else(|| StudBookFault::Line {
            street: written.name.clone(),
            with: line.with.clone(),
            example: "`Q-6-4 or better`, `A-K or better`, `2-2 or better` for a pair".to_string(),
        })?;
        let action = named(play, &written.name, &line.action, &line.with)?;
        lines.push((hand.strength(play.rules.hands.hand_size), action));
    }
    Ok(Way::Lines(
        lines,
        named(play, &written.name, &written.otherwise, "anything else")?,
    ))
}

/// The complete play as it is written: every kind of hand, alone or `against` an up card.
fn read_table(play: &ShowdownPlay, written: &StreetStrategy) -> Result<Way, StudBookFault> {
    let kinds = kinds(play);
    let mut bits = vec![0u8; play.best.len()];
    for line in &written.kinds {
        let wrong = |problem: &str| StudBookFault::Cards {
            street: written.name.clone(),
            cards: line.cards.clone(),
            problem: problem.to_string(),
        };
        let (hand, up) = match line.cards.split_once(" against ") {
            Some((hand, up)) => (hand, Some(up)),
            None => (line.cards.as_str(), None),
        };
        let hand = parse_cards(hand).map_err(|fault| wrong(&fault.to_string()))?;
        let up: Option<Card> = match up {
            Some(up) => Some(up.parse().map_err(|_| wrong("the up card cannot be read"))?),
            None => None,
        };
        let place = place_of(play, &kinds, &hand, up);
        let (kind, at) = place.ok_or_else(|| wrong("these are not the cards of a hand"))?;
        let word = line.best.first().map(String::as_str).unwrap_or_default();
        let action = 1 << named(play, &written.name, word, &line.cards)?;
        let ups = &mut bits[kind * play.ups()..][..play.ups()];
        match up {
            Some(_) => ups[at] = action,
            None => ups.fill(action),
        }
    }
    let gap = (0..bits.len()).find(|place| bits[*place] == 0 && play.best[*place] != 0);
    match gap {
        None => Ok(Way::Table(bits, kinds)),
        Some(place) => Err(StudBookFault::Gap {
            street: written.name.clone(),
            cards: crate::stud::words(&play.hand(place / play.ups())),
            wager: 1,
        }),
    }
}

/// The place of the action of this name.
fn named(play: &ShowdownPlay, street: &str, word: &str, with: &str) -> Result<usize, StudBookFault> {
    let place = play.actions.iter().position(|action| play.word(*action) == word);
    place.ok_or_else(|| StudBookFault::Action {
        street: street.to_string(),
        action: word.to_string(),
        cards: with.to_string(),
        offered: play
            .actions
            .iter()
            .map(|action| play.word(*action))
            .collect::<Vec<_>>()
            .join(", "),
    })
}
