//! What a player asks at a decision beside the worth of each choice: how often the hand wins, what the next card does, how the
//! dealer's hand ends. The coach says it as the reason.

use croupier_rules::pay_table::Ranking;
use croupier_rules::play::{BlackjackCheck, DealerResult, Total, is_half_of_blackjack};
use croupier_rules::poker::Tally;
use croupier_rules::stud::Stud;
use croupier_rules::twenty_one::{TwentyOne, TwentyTwo};
use croupier_rules::{Card, Money};
use serde::{Deserialize, Serialize};

use crate::pack::{Pack, choose};
use crate::solution::{fraction, to_f64};
use crate::twenty_one::Draws;

/// How likely something is that a player asks about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Chance {
    /// What.
    pub of: ChanceOf,
    /// How likely it is.
    pub probability: f64,
    /// The same as a fraction, where it was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<String>,
    /// Where one card decides it: which share of the unseen cards do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outs: Option<Outs>,
}

/// So many of the unseen cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outs {
    /// How many of them.
    pub cards: u32,
    /// How many are unseen.
    pub unseen: u32,
}

/// What a player asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChanceOf {
    /// Played to the end, the hand beats the dealer's; or the bets win.
    Wins,
    /// Played to the end, the hands are equal; or the bets push.
    Ties,
    /// Played to the end, the dealer's hand is better; or the bets lose.
    Loses,
    /// The dealer's hand qualifies.
    DealerQualifies,
    /// One card is enough for the dealer to have the better hand with the board.
    DealerOuts,
    /// Played to the end, the hand is paid by the pay table.
    Pays,
    /// Played to the end, the bets come back.
    Pushes,
    /// One more card busts the hand.
    Busts,
    /// The dealer busts.
    DealerBusts,
    /// The dealer has a 22 that pushes.
    DealerTwentyTwo,
    /// The dealer's hole card makes a blackjack.
    DealerBlackjack,
}

/// The most ways in which cards may come that are gone through for a coach who must answer at once.
const WAYS_MAX: u128 = 250_000;

impl Chance {
    /// So many of all ways.
    pub(crate) fn counted(of: ChanceOf, count: u128, all: u128) -> Chance {
        let exact = fraction(count as i128, all.max(1));
        Chance {
            of,
            probability: to_f64(&exact),
            exact: Some(exact.to_string()),
            outs: None,
        }
    }

    /// So many of the unseen cards.
    pub(crate) fn outs(of: ChanceOf, cards: u32, unseen: u32) -> Chance {
        Chance {
            outs: Some(Outs { cards, unseen }),
            ..Chance::counted(of, u128::from(cards), u128::from(unseen))
        }
    }

    fn computed(of: ChanceOf, probability: f64) -> Chance {
        Chance {
            of,
            probability,
            exact: None,
            outs: None,
        }
    }
}

/// The chances in sentences: the reasons behind the values.
pub(crate) fn sentences(chances: &[Chance]) -> Vec<String> {
    let find = |of: ChanceOf| chances.iter().find(|chance| chance.of == of);
    let percent = |chance: &Chance| format!("{:.1}%", 100.0 * chance.probability);
    let mut why = Vec::new();
    if let (Some(wins), Some(loses)) = (find(ChanceOf::Wins), find(ChanceOf::Loses)) {
        let ties = find(ChanceOf::Ties).map_or_else(String::new, |ties| format!(", ties {}", percent(ties)));
        why.push(format!(
            "Played to the end, the hand wins {}{ties} and loses {} of the time.",
            percent(wins),
            percent(loses)
        ));
    }
    if let Some(pays) = find(ChanceOf::Pays) {
        why.push(paid(pays, find(ChanceOf::Pushes), percent));
    }
    let alone = [
        (ChanceOf::DealerQualifies, "The dealer qualifies"),
        (ChanceOf::DealerBusts, "The dealer busts"),
        (ChanceOf::DealerTwentyTwo, "The dealer has a 22, which pushes,"),
    ];
    for (of, words) in alone {
        why.extend(find(of).map(|chance| format!("{words} {} of the time.", percent(chance))));
    }
    let by_card = [
        (ChanceOf::DealerOuts, "would give the dealer a better hand."),
        (ChanceOf::Busts, "would bust the hand."),
        (ChanceOf::DealerBlackjack, "would make the dealer's blackjack."),
    ];
    for (of, words) in by_card {
        let outs = find(of).and_then(|chance| chance.outs);
        why.extend(outs.map(|Outs { cards, unseen }| format!("{cards} of the {unseen} unseen cards {words}")));
    }
    why
}

fn paid(pays: &Chance, pushes: Option<&Chance>, percent: impl Fn(&Chance) -> String) -> String {
    match pays.outs {
        Some(Outs { cards, unseen }) => {
            let pushes = pushes.and_then(|pushes| pushes.outs);
            let pushes = pushes.map_or_else(String::new, |pushes| format!(", {} one that pushes", pushes.cards));
            format!("{cards} of the {unseen} unseen cards make a hand that pays{pushes}.")
        }
        None => {
            let pushes = pushes.map_or_else(String::new, |pushes| format!(" and pushes {}", percent(pushes)));
            format!(
                "Played to the end, the hand is paid {}{pushes} of the time.",
                percent(pays)
            )
        }
    }
}

/// Stud without a dealer's hand: how often these cards come to be paid with so many more of the pack.
pub(crate) fn of_pay_table(rules: &Stud, main: Money, known: &[Card], pack: &Pack, to_come: usize) -> Vec<Chance> {
    let all = choose(pack.size(), to_come as u32);
    if all > WAYS_MAX {
        return Vec::new();
    }
    let mut walk = Runouts {
        kinds: pack.kinds().collect(),
        ranking: Ranking::new(&rules.pays, rules.hands.hand_size, main),
        rules,
        pays: 0,
        pushes: 0,
    };
    let mut cards = known.to_vec();
    walk.each(&mut cards, 0, to_come, 1);
    let chance = |of: ChanceOf, count: u128| match to_come {
        1 => Chance::outs(of, count as u32, pack.size()),
        _ => Chance::counted(of, count, all),
    };
    let mut chances = vec![chance(ChanceOf::Pays, walk.pays)];
    if rules
        .pays
        .iter()
        .any(|row| row.pays.odds().is_some_and(|odds| odds.is_push()))
    {
        chances.push(chance(ChanceOf::Pushes, walk.pushes));
    }
    chances
}

/// Every way in which the cards to come may come.
struct Runouts<'r> {
    rules: &'r Stud,
    ranking: Ranking,
    kinds: Vec<(Card, u32)>,
    pays: u128,
    pushes: u128,
}

impl Runouts<'_> {
    fn each(&mut self, cards: &mut Vec<Card>, from: usize, more: usize, ways: u128) {
        if more == 0 {
            let met = self.ranking.best(&Tally::of(cards), cards);
            let pays = met.map(|row| self.rules.pays[row].pays.odds());
            match pays {
                Some(Some(odds)) if odds.is_push() => self.pushes += ways,
                Some(_) => self.pays += ways,
                None => {}
            }
            return;
        }
        for place in from..self.kinds.len() {
            let (card, copies) = self.kinds[place];
            for taken in 1..=more.min(copies as usize) {
                cards.extend(std::iter::repeat_n(card, taken));
                let ways = ways * choose(copies, taken as u32);
                self.each(cards, place + 1, more - taken, ways);
                cards.truncate(cards.len() - taken);
            }
        }
    }
}

/// 21: what one more card does to the hand, and how the dealer's hand ends, with these cards unseen.
pub(crate) fn of_twenty_one(rules: &TwentyOne, cards: &[Card], shown: [Option<Card>; 2], unseen: &Pack) -> Vec<Chance> {
    let mut chances = Vec::new();
    let total = Total::of(cards);
    let busts: u32 = unseen
        .kinds()
        .filter(|(card, _)| total.with(*card).is_bust())
        .map(|(_, copies)| copies)
        .sum();
    if busts > 0 {
        chances.push(Chance::outs(ChanceOf::Busts, busts, unseen.size()));
    }
    let [Some(up), hole] = shown else { return chances };
    let mut shoe = [0.0; 10];
    for (card, copies) in unseen.kinds() {
        shoe[usize::from(card.value()) - 1] += f64::from(copies);
    }
    let draws = Draws::of(up.value(), hole.map(Card::value), rules.dealer.soft_17);
    let mut falling = vec![1.0];
    for drawn in 0..=draws.length_max() {
        let left = f64::from(unseen.size()) - drawn as f64;
        let before = falling[drawn];
        falling.push(if left > 0.0 { before / left } else { 0.0 });
    }
    let ends = draws.dealer_chances(&shoe, &falling);
    let blackjack = ends[DealerResult::Blackjack.place()];
    // Where the dealer has checked there is no blackjack; where not, it is one of the ends.
    let checked = hole.is_some() || rules.dealer.check_under(up.rank()) == BlackjackCheck::Checked;
    let all = if checked { 1.0 - blackjack } else { 1.0 };
    let others: f64 = ends.iter().sum();
    let twenty_two = ends[DealerResult::TwentyTwo.place()] / all;
    let over = (1.0 - others) / all;
    if rules.dealer.twenty_two == TwentyTwo::Pushes {
        chances.push(Chance::computed(ChanceOf::DealerBusts, over));
        chances.push(Chance::computed(ChanceOf::DealerTwentyTwo, twenty_two));
    } else {
        chances.push(Chance::computed(ChanceOf::DealerBusts, over + twenty_two));
    }
    chances
}

/// 21, when insurance is offered: which of the unseen cards would make the dealer's blackjack.
pub(crate) fn of_insurance(up: Card, unseen: &Pack) -> Vec<Chance> {
    let makes = |card: Card| is_half_of_blackjack(card.rank()) && (card.value() == 1) != (up.value() == 1);
    let cards = unseen
        .kinds()
        .filter(|(card, _)| makes(*card))
        .map(|(_, copies)| copies)
        .sum();
    vec![Chance::outs(ChanceOf::DealerBlackjack, cards, unseen.size())]
}
