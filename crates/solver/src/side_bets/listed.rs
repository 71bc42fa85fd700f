//! A side bet of 21 listed deal by deal, so that it can be valued off any remaining shoe in no time: what a counter of
//! cards would need.

use croupier_rules::pattern::Pays;
use croupier_rules::pay_table::Dealt;
use croupier_rules::twenty_one::Insurance;
use croupier_rules::{Card, Game, Money, Suit};

use crate::number::Number;

const KINDS: usize = Card::KINDS;

/// How many of each card are left, by the index of the card.
pub type Left = [u32; KINDS];

/// What a bet gains for each deal of the cards it looks at, in stakes.
#[derive(Clone, Debug)]
pub enum Listed {
    /// Two cards of the player and one of the dealer: by the pair, then by the third card.
    Three(Vec<[f32; KINDS]>),
    /// Two cards of the player alone.
    Two(Vec<f32>),
    /// Insurance: the up card, then the hole card, for the up cards under which it is offered.
    Insurance(Vec<(Card, [f32; KINDS])>),
}

impl Listed {
    /// The list of a side bet at this stake; `None` for bets that look at more cards, or at none of the player's.
    pub fn side_bet(game: &Game, place: usize, stake: Money) -> Option<Listed> {
        let bet = &game.side_bets[place];
        game.twenty_one()?;
        let needs = bet.decided_by();
        if !needs.player || (needs.up && needs.hole) {
            return None;
        }
        let filler = Card::new(croupier_rules::Rank::Two, Suit::Clubs);
        let gain = |player: [Card; 2], third: Card| {
            let dealt = Dealt::TwentyOne {
                player,
                up: if needs.up { third } else { filler },
                hole: needs.hole.then_some(third),
                dealer: &[],
            };
            match bet.best_row(&dealt, stake) {
                None => -1.0,
                Some(row) => match bet.rows[row].pays {
                    Pays::Odds(odds) => odds.to_f64() as f32,
                    Pays::Amount(amount) | Pays::OfMeter { amount, .. } => amount.cents() as f32 / stake.cents() as f32,
                },
            }
        };
        let cards: Vec<Card> = Card::all().collect();
        if needs.up || needs.hole {
            let third = |player: [Card; 2]| std::array::from_fn(|third| gain(player, cards[third]));
            Some(Listed::Three(pairs(&cards).map(third).collect()))
        } else {
            Some(Listed::Two(pairs(&cards).map(|player| gain(player, filler)).collect()))
        }
    }

    /// The list of insurance.
    pub fn insurance(insurance: &Insurance) -> Listed {
        let cards: Vec<Card> = Card::all().collect();
        let ups = cards.iter().filter(|up| insurance.offered_on.contains(up.rank()));
        let gain = |up: Card, hole: Card| f64::unit(insurance.result([up, hole]).1) as f32;
        let each = ups.map(|up| (*up, std::array::from_fn(|hole| gain(*up, cards[hole]))));
        Listed::Insurance(each.collect())
    }

    /// The expected gain off these cards, in stakes; zero where they do not suffice for a deal.
    pub fn value(&self, left: &Left) -> f64 {
        let size: u32 = left.iter().sum();
        match self {
            Listed::Three(list) => {
                let deals = falling(size, 3) / 2.0;
                let sums = each_pair(left).zip(list).filter(|((_, ways), _)| *ways > 0);
                let sum: f64 = sums
                    .map(|(((one, other), ways), gains)| {
                        let whole: f64 = gains
                            .iter()
                            .zip(left)
                            .map(|(gain, left)| f64::from(*gain) * f64::from(*left))
                            .sum();
                        // The pair's own cards are not there to come third.
                        f64::from(ways) * (whole - f64::from(gains[one]) - f64::from(gains[other]))
                    })
                    .sum();
                if deals > 0.0 { sum / deals } else { 0.0 }
            }
            Listed::Two(list) => {
                let deals = falling(size, 2) / 2.0;
                let pairs = each_pair(left).zip(list);
                let sum: f64 = pairs.map(|((_, ways), gain)| f64::from(ways) * f64::from(*gain)).sum();
                if deals > 0.0 { sum / deals } else { 0.0 }
            }
            Listed::Insurance(list) => {
                let (mut sum, mut deals) = (0.0, 0.0);
                for (up, gains) in list {
                    let ups = f64::from(left[up.index()]);
                    let whole: f64 = gains
                        .iter()
                        .zip(left)
                        .map(|(gain, left)| f64::from(*gain) * f64::from(*left))
                        .sum();
                    sum += ups * (whole - f64::from(gains[up.index()]));
                    deals += ups * f64::from(size.saturating_sub(1));
                }
                if deals > 0.0 { sum / deals } else { 0.0 }
            }
        }
    }
}

/// All pairs of kinds, in the order of the lists.
fn pairs(cards: &[Card]) -> impl Iterator<Item = [Card; 2]> + '_ {
    (0..KINDS).flat_map(move |one| (one..KINDS).map(move |other| [cards[one], cards[other]]))
}

/// All pairs of kinds with the number of ways to take them.
fn each_pair(left: &Left) -> impl Iterator<Item = ((usize, usize), u32)> + '_ {
    (0..KINDS).flat_map(move |one| {
        (one..KINDS).map(move |other| {
            let ways = match one == other {
                true => left[one] * left[one].saturating_sub(1) / 2,
                false => left[one] * left[other],
            };
            ((one, other), ways)
        })
    })
}

fn falling(size: u32, length: u32) -> f64 {
    (0..length).map(|taken| f64::from(size.saturating_sub(taken))).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::Pack;
    use crate::side_bets::{insurance, value};
    use croupier_rules::load;

    fn left(pack: &Pack) -> Left {
        let mut left = [0; KINDS];
        for (card, count) in pack.kinds() {
            left[card.index()] = count;
        }
        left
    }

    /// The slow count and the list must agree off a full shoe and off one that has lost cards.
    #[test]
    fn a_list_is_worth_what_counting_every_deal_gives() {
        for id in ["nh21-plus", "nh21-v3", "presque-isle-blackjack"] {
            let game = load::open(id).unwrap().game;
            let fresh = Pack::fresh(&game.deck);
            let gone: Vec<Card> = Card::all()
                .filter(|card| fresh.count(*card) > 0)
                .enumerate()
                .flat_map(|(place, card)| std::iter::repeat_n(card, place % 5))
                .collect();
            let worn = fresh.without(&gone).unwrap();
            for pack in [&fresh, &worn] {
                for (place, bet) in game.side_bets.iter().enumerate() {
                    let listed = Listed::side_bet(&game, place, bet.min).unwrap();
                    let exact = value(&game, place, pack, bet.min, game.main_bet.lowest()).ev;
                    assert!((listed.value(&left(pack)) - exact).abs() < 1e-9, "{id}: {}", bet.id);
                }
                let insured = game.twenty_one().unwrap().insurance.as_ref().unwrap();
                let exact = insurance(insured, pack).unwrap().ev;
                assert!(
                    (Listed::insurance(insured).value(&left(pack)) - exact).abs() < 1e-9,
                    "{id}: insurance"
                );
            }
        }
    }
}
