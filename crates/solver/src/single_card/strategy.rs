//! How single cards are played, as it is written to a file and read back: a line or two by how the first cards stand, or all ranks.

use croupier_rules::play::CardsStand;
use croupier_rules::single_card::{First, FirstCards, SingleCard};
use croupier_rules::{Game, Money, Rank};
use croupier_table::{ActionKind, instead_of_raise};
use dashu_ratio::RBig;

use super::{CardBook, Decision, by_stand, decisions};
use crate::pack::Pack;
use crate::solution::{SCHEMA, fraction, to_f64};
use crate::stud::{
    KindPlay, RuleLine, RuleStreet, StreetStrategy, StudBookFault, StudFault, StudRule, StudStrategy, checked_bet,
};

/// What a raise and the other choice are worth with one kind of first cards, in main bets over the whole round.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstChoice {
    /// The first cards in words.
    pub with: String,
    /// How likely they are.
    pub chance: RBig,
    /// What the largest raise is worth.
    pub raise: RBig,
    /// What the other choice is worth.
    pub otherwise: RBig,
    /// The other choice.
    pub other_action: ActionKind,
}

/// The words behind the least spread of a line.
const OR_MORE: &str = " or more";

impl CardBook {
    /// The play by how the first cards stand, which a person can remember, with its price against the best.
    pub(crate) fn lines(&self) -> StudRule {
        let deal = self.rules.deal.first;
        let kinds: Vec<CardsStand> = by_stand(&self.decisions()).into_keys().collect();
        let raised: Vec<CardsStand> = kinds.iter().copied().filter(|kind| self.raises_with(*kind)).collect();
        let best = CardBook::best(&self.rules, &self.pack, self.main).ev();
        let ev = self.ev();
        StudRule {
            points: match deal {
                FirstCards::OneEach => "Suits do not matter.".to_string(),
                FirstCards::TwoForAll => "The spread is the number of ranks between the two cards.".to_string(),
            },
            streets: vec![RuleStreet {
                name: self.rules.raise.name.clone(),
                lines: in_lines(deal, &kinds, &raised),
                otherwise: instead_of_raise(&self.rules).word().to_string(),
            }],
            ev: to_f64(&ev),
            ev_exact: ev.to_string(),
            cost: to_f64(&(best - ev)),
        }
    }

    /// The play by the ranks of the first two cards.
    pub(crate) fn by_ranks(&self) -> StreetStrategy {
        let kinds = self.decisions().into_iter().filter(|decision| self.is_listed(decision));
        StreetStrategy {
            name: self.rules.raise.name.clone(),
            wagers: vec![1],
            kinds: kinds
                .map(|decision| KindPlay {
                    cards: ranks_of(&decision),
                    best: vec![self.action(&decision).word().to_string()],
                })
                .collect(),
        }
    }

    /// What is written in a file, for a game at this main bet.
    pub fn read(written: &StudStrategy, game: &Game, main: Money) -> Result<CardBook, StudBookFault> {
        if written.schema != SCHEMA {
            return Err(StudBookFault::Schema(written.schema));
        }
        if written.game != game.id {
            return Err(StudBookFault::Game(written.game.clone(), game.id.clone()));
        }
        let main = checked_bet(game, Some(main))?;
        let rules = game
            .single_card()
            .ok_or_else(|| StudFault::NotStud(game.name.clone()))?;
        let mut book = CardBook::never(rules, &Pack::fresh(&game.deck), main);
        let name = &rules.raise.name;
        let missing = || StudBookFault::Street {
            street: name.clone(),
            what: "at all".to_string(),
        };
        match (&written.streets[..], &written.rule) {
            ([], None) => return Err(StudBookFault::Nothing),
            ([], Some(rule)) => {
                let street = rule.streets.iter().find(|street| street.name == *name);
                book.read_lines(street.ok_or_else(missing)?)?;
            }
            (streets, _) => {
                let street = streets.iter().find(|street| street.name == *name);
                book.read_ranks(street.ok_or_else(missing)?)?;
            }
        }
        Ok(book)
    }

    /// What each choice is worth, by how the first cards stand.
    pub fn choices(&self) -> Vec<FirstChoice> {
        let decisions = self.decisions();
        let cards = u128::from(self.pack.size());
        let kinds = by_stand(&decisions).into_iter().map(|(stand, (raise, other))| {
            let mine = || decisions.iter().filter(|decision| decision.stand == stand);
            let ways: u128 = mine().map(|decision| decision.ways).sum();
            let draws: u128 = mine().map(|decision| decision.ways * decision.draws).sum();
            let value = |sum: i128| fraction(sum, draws * self.main.cents() as u128);
            FirstChoice {
                with: stand.words(self.rules.deal.first),
                chance: fraction(ways as i128, cards * (cards - 1)),
                raise: value(raise),
                otherwise: value(other),
                other_action: instead_of_raise(&self.rules),
            }
        });
        kinds.collect()
    }

    fn decisions(&self) -> Vec<Decision> {
        decisions(&self.rules, &self.pack, self.main)
    }

    /// Cards for all are the same in either order, and listed once.
    fn is_listed(&self, decision: &Decision) -> bool {
        self.rules.deal.first == FirstCards::OneEach || decision.first[0] <= decision.first[1]
    }

    fn action(&self, decision: &Decision) -> ActionKind {
        let [one, other] = decision.first.map(|rank| rank as usize);
        match self.raises[one][other] {
            true => ActionKind::Raise,
            false => instead_of_raise(&self.rules),
        }
    }

    /// Whether it raises with every first cards that stand so.
    fn raises_with(&self, stand: CardsStand) -> bool {
        let mine = self.decisions().into_iter().filter(|decision| decision.stand == stand);
        mine.map(|decision| self.action(&decision))
            .all(|action| action == ActionKind::Raise)
    }

    fn read_lines(&mut self, street: &RuleStreet) -> Result<(), StudBookFault> {
        let deal = self.rules.deal.first;
        let rest = self.named(&street.name, &street.otherwise, "anything else")?;
        let lines = street.lines.iter().map(|line| -> Result<(Fits, bool), StudBookFault> {
            let fits = read_line(deal, &line.with).ok_or_else(|| StudBookFault::Line {
                street: street.name.clone(),
                with: line.with.clone(),
                example: example(deal).to_string(),
            })?;
            Ok((fits, self.named(&street.name, &line.action, &line.with)?))
        });
        let lines: Vec<(Fits, bool)> = lines.collect::<Result<_, _>>()?;
        for decision in self.decisions() {
            let [one, other] = decision.first.map(|rank| rank as usize);
            let line = lines.iter().find(|(fits, _)| fits(decision.stand));
            self.raises[one][other] = line.map_or(rest, |(_, raises)| *raises);
        }
        Ok(())
    }

    fn read_ranks(&mut self, street: &StreetStrategy) -> Result<(), StudBookFault> {
        for decision in self.decisions() {
            let mut sorted = decision;
            if self.rules.deal.first == FirstCards::TwoForAll {
                sorted.first.sort();
            }
            let cards = ranks_of(&sorted);
            let kind = street.kinds.iter().find(|kind| kind.cards == cards);
            let word = kind
                .and_then(|kind| kind.best.first())
                .ok_or_else(|| StudBookFault::Gap {
                    street: street.name.clone(),
                    cards: cards.clone(),
                    wager: 1,
                })?;
            let [one, other] = decision.first.map(|rank| rank as usize);
            self.raises[one][other] = self.named(&street.name, word, &cards)?;
        }
        Ok(())
    }

    /// Whether the action of this name is the raise.
    fn named(&self, street: &str, word: &str, cards: &str) -> Result<bool, StudBookFault> {
        let [raise, other] = [ActionKind::Raise, instead_of_raise(&self.rules)].map(ActionKind::word);
        match word {
            word if word == raise => Ok(true),
            word if word == other => Ok(false),
            _ => Err(StudBookFault::Action {
                street: street.to_string(),
                action: word.to_string(),
                cards: cards.to_string(),
                offered: format!("{raise}, {other}"),
            }),
        }
    }
}

/// Whether first cards are those of a line.
type Fits = Box<dyn Fn(CardsStand) -> bool>;

/// The raises in lines: spreads that reach to the largest are one line.
fn in_lines(deal: FirstCards, kinds: &[CardsStand], raised: &[CardsStand]) -> Vec<RuleLine> {
    let spread_of = |stand: &CardsStand| stand.spread.filter(|_| stand.first == First::Apart);
    let spreads: Vec<u8> = kinds.iter().filter_map(spread_of).collect();
    let wide: Vec<u8> = raised.iter().filter_map(spread_of).collect();
    let to_the_top = wide.len() > 1 && spreads.ends_with(&wide);
    let mut with: Vec<String> = Vec::new();
    for stand in raised {
        match spread_of(stand) {
            Some(spread) if to_the_top && spread == wide[0] => with.push(stand.words(deal) + OR_MORE),
            Some(_) if to_the_top => {}
            _ => with.push(stand.words(deal)),
        }
    }
    let line = |with| RuleLine {
        action: ActionKind::Raise.word().to_string(),
        with,
    };
    with.into_iter().map(line).collect()
}

fn read_line(deal: FirstCards, with: &str) -> Option<Fits> {
    let (words, more) = match with.strip_suffix(OR_MORE) {
        Some(words) => (words, true),
        None => (with, false),
    };
    let pairs = || {
        Rank::ALL
            .into_iter()
            .flat_map(|one| Rank::ALL.map(|other| [one, other]))
    };
    let named = pairs()
        .map(|first| deal.stand(first, &[]))
        .find(|stand| stand.words(deal) == words)?;
    match more {
        false => Some(Box::new(move |stand| stand == named)),
        true => {
            named.spread?;
            Some(Box::new(move |stand| {
                stand.first == named.first && stand.spread >= named.spread
            }))
        }
    }
}

const fn example(deal: FirstCards) -> &'static str {
    match deal {
        FirstCards::OneEach => "`a card equal to the dealer's`",
        FirstCards::TwoForAll => "`a spread of 7 or more`, `a pair`",
    }
}

/// The ranks of the first two cards as they are written: `9-9`, `2-A`.
fn ranks_of(decision: &Decision) -> String {
    let [one, other] = decision.first;
    format!("{one}-{other}")
}

/// The best play, or the play by how the first cards stand; `None` for a game of another family.
pub(crate) fn book(game: &Game, main: Money, make: fn(&SingleCard, &Pack, Money) -> CardBook) -> Option<CardBook> {
    let rules = game.single_card()?;
    Some(make(rules, &Pack::fresh(&game.deck), main))
}
