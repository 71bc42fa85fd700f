//! The same tiny shoes counted a second way: small walks written from the documents, without `Round`. They know one player
//! with one hand and no pairs, which is all these shoes can deal.

use croupier_rules::{Card, Rank, Suit};
use croupier_table::perft::Whole;

/// Calls `visit` with every card of `cards` and the others.
fn each(cards: &[Card], mut visit: impl FnMut(Card, &[Card])) {
    for place in 0..cards.len() {
        let mut rest = cards.to_vec();
        let card = rest.remove(place);
        visit(card, &rest);
    }
}

/// The total and whether it is soft.
fn total(cards: &[Card]) -> (i64, bool) {
    let hard: i64 = cards
        .iter()
        .map(|card| match card.rank().letter() {
            'A' => 1,
            'T' | 'J' | 'Q' | 'K' => 10,
            digit => i64::from(digit.to_digit(10).unwrap()),
        })
        .sum();
    let ace = cards.iter().any(|card| card.rank() == Rank::Ace);
    if ace && hard + 10 <= 21 {
        (hard + 10, true)
    } else {
        (hard, false)
    }
}

fn blackjack(cards: &[Card]) -> bool {
    cards.len() == 2 && total(cards).0 == 21
}

fn all(cards: &[Card], suit: Suit) -> bool {
    cards.iter().all(|card| card.suit() == suit)
}

fn over(sum: &mut Whole, cents: i64) {
    sum.rounds += 1;
    sum.cents += i128::from(cents);
}

/// Draws for the dealer and settles a bet of so many cents at 1:1, beside what is settled already.
fn dealer(cards: &[Card], hits_soft_17: bool, rest: &[Card], player: i64, bet: i64, settled: i64, sum: &mut Whole) {
    let (points, soft) = total(cards);
    if points < 17 || (points == 17 && soft && hits_soft_17) {
        sum.short += u64::from(rest.is_empty());
        each(rest, |card, rest| {
            let cards = [cards, &[card]].concat();
            dealer(&cards, hits_soft_17, rest, player, bet, settled, sum);
        });
    } else if points > 21 || player > points {
        over(sum, settled + bet);
    } else if player < points {
        over(sum, settled - bet);
    } else {
        over(sum, settled);
    }
}

/// One hand in play: what is on the table and what has been settled beside it.
#[derive(Clone)]
struct Hand {
    cards: Vec<Card>,
    dealer: Vec<Card>,
    doubles: Vec<i64>,
    settled: i64,
}

impl Hand {
    fn with(&self, card: Card) -> Hand {
        let mut hand = self.clone();
        hand.cards.push(card);
        hand
    }

    fn doubled(&self, amount: i64) -> Hand {
        let mut hand = self.clone();
        hand.doubles.push(amount);
        hand
    }

    /// The bet of so many cents and the doubles.
    fn stake(&self, bet: i64) -> i64 {
        bet + self.doubles.iter().sum::<i64>()
    }

    fn draw(&self, rest: &[Card], sum: &mut Whole, mut go_on: impl FnMut(Hand, &[Card], &mut Whole)) {
        sum.short += u64::from(rest.is_empty());
        each(rest, |card, rest| go_on(self.with(card), rest, sum));
    }
}

/// Deals player, up card, player, hole card in every way.
fn deal(shoe: &[Card], mut play: impl FnMut(Hand, &[Card])) {
    each(shoe, |first, rest| {
        each(rest, |up, rest| {
            each(rest, |second, rest| {
                each(rest, |hole, rest| {
                    let hand = Hand {
                        cards: vec![first, second],
                        dealer: vec![up, hole],
                        doubles: Vec::new(),
                        settled: 0,
                    };
                    play(hand, rest);
                });
            });
        });
    });
}

/// No insurance, then every amount from $1 to half of the bet by 50 cents.
fn insurances(bet: i64) -> impl Iterator<Item = i64> {
    std::iter::once(0).chain((100..=bet / 2).step_by(50))
}

/// New Hampshire 21 Plus with an ante of $5.
pub(crate) fn nh21_plus(shoe: &[Card]) -> Whole {
    const ANTE: i64 = 500;
    fn turn(hand: Hand, rest: &[Card], first: bool, sum: &mut Whole) {
        let points = total(&hand.cards).0;
        let stake = hand.stake(ANTE);
        if points > 21 {
            return over(sum, hand.settled - stake);
        }
        if points == 21 {
            // No 7-7-7 is possible here; 6-7-8 is not either without a six.
            let halves = match hand.cards.len() {
                _ if !hand.doubles.is_empty() => 2,
                5 => 3,
                6 => 4,
                7 => 6,
                _ => 2,
            };
            return over(sum, hand.settled + stake * halves / 2);
        }
        dealer(&hand.dealer, true, rest, points, stake, hand.settled, sum);
        if first {
            over(sum, hand.settled - ANTE / 2);
        }
        if hand.doubles.is_empty() {
            hand.draw(rest, sum, |hand, rest, sum| turn(hand, rest, false, sum));
        }
        let amounts = match hand.doubles[..] {
            [] => vec![100, 200, 300, 400, 500],
            [amount] => vec![amount],
            _ => vec![],
        };
        for amount in amounts {
            let hand = hand.doubled(amount);
            hand.draw(rest, sum, |hand, rest, sum| turn(hand, rest, false, sum));
        }
    }
    let mut sum = Whole::default();
    deal(shoe, |hand, rest| {
        let ace_up = hand.dealer[0].rank() == Rank::Ace;
        for insurance in insurances(if ace_up { ANTE } else { 0 }) {
            let pays = if all(&hand.dealer, Suit::Hearts) { 6 } else { 2 };
            let insured = if blackjack(&hand.dealer) {
                insurance * pays
            } else {
                -insurance
            };
            if blackjack(&hand.cards) {
                over(&mut sum, ANTE * 3 / 2 + insured);
            } else if blackjack(&hand.dealer) {
                over(&mut sum, insured - ANTE);
            } else {
                let mut hand = hand.clone();
                hand.settled = insured;
                turn(hand, rest, true, &mut sum);
            }
        }
    });
    sum
}

/// Super Fun 21 with a bet of $10.
pub(crate) fn super_fun_21(shoe: &[Card]) -> Whole {
    const BET: i64 = 1000;
    fn turn(hand: Hand, rest: &[Card], sum: &mut Whole) {
        let (points, soft) = total(&hand.cards);
        let stake = hand.stake(BET);
        let doubled = !hand.doubles.is_empty();
        if points > 21 {
            return over(sum, hand.settled - stake);
        }
        match (hand.cards.len(), points) {
            (5 | 6, 21) if !doubled => return over(sum, hand.settled + 2 * BET),
            (6, _) if !doubled => return over(sum, hand.settled + BET),
            _ => {}
        }
        dealer(&hand.dealer, true, rest, points, stake, hand.settled, sum);
        if points == 21 && !soft {
            return;
        }
        // Half of one bet, or one of the two.
        over(sum, hand.settled - if doubled { BET } else { BET / 2 });
        if !doubled {
            hand.draw(rest, sum, turn);
            hand.doubled(BET).draw(rest, sum, turn);
        }
    }
    let mut sum = Whole::default();
    deal(shoe, |hand, rest| {
        let ace_up = hand.dealer[0].rank() == Rank::Ace;
        let pays = if all(&hand.cards, Suit::Diamonds) { 2 * BET } else { BET };
        // A blackjack is paid at once, before any other play, or kept to insure or to double it.
        if blackjack(&hand.cards) {
            over(&mut sum, pays);
        }
        for insurance in insurances(if ace_up { BET } else { 0 }) {
            let has = blackjack(&hand.dealer);
            let mut hand = hand.clone();
            hand.settled = if has { 2 * insurance } else { -insurance };
            if blackjack(&hand.cards) {
                over(&mut sum, hand.settled + pays);
                if !has {
                    hand.doubled(BET).draw(rest, &mut sum, turn);
                }
            } else if has {
                over(&mut sum, hand.settled - BET);
            } else {
                turn(hand, rest, &mut sum);
            }
        }
    });
    sum
}

/// Presque Isle blackjack with a bet of $5.
pub(crate) fn presque_isle_blackjack(shoe: &[Card]) -> Whole {
    const BET: i64 = 500;
    fn turn(hand: Hand, rest: &[Card], sum: &mut Whole) {
        let (points, soft) = total(&hand.cards);
        let stake = hand.stake(BET);
        if points > 21 {
            return over(sum, hand.settled - stake);
        }
        dealer(&hand.dealer, false, rest, points, stake, hand.settled, sum);
        if !hand.doubles.is_empty() || (points == 21 && !soft) {
            return;
        }
        hand.draw(rest, sum, turn);
        if hand.cards.len() == 2 {
            over(sum, hand.settled - BET / 2);
            for amount in [100, 200, 300, 400, 500] {
                hand.doubled(amount).draw(rest, sum, turn);
            }
        }
    }
    let mut sum = Whole::default();
    deal(shoe, |hand, rest| {
        let ace_up = hand.dealer[0].rank() == Rank::Ace;
        let (player, house) = (blackjack(&hand.cards), blackjack(&hand.dealer));
        if ace_up && player {
            over(&mut sum, BET);
        }
        for insurance in insurances(if ace_up { BET } else { 0 }) {
            let insured = if house { 2 * insurance } else { -insurance };
            match (player, house) {
                (true, true) => over(&mut sum, insured),
                (true, false) => over(&mut sum, insured + BET * 3 / 2),
                (false, true) => over(&mut sum, insured - BET),
                (false, false) => {
                    let mut hand = hand.clone();
                    hand.settled = insured;
                    turn(hand, rest, &mut sum);
                }
            }
        }
    });
    sum
}

/// What a hand of five cards is, from 0 for less than a pair of sixes to 10 for a royal flush.
fn five(cards: &[Card]) -> usize {
    let mut ranks: Vec<usize> = cards.iter().map(|card| card.index() / 4 + 2).collect();
    ranks.sort_unstable();
    let flush = Suit::ALL.into_iter().any(|suit| all(cards, suit));
    let straight = ranks.windows(2).all(|pair| pair[1] == pair[0] + 1) || ranks == [2, 3, 4, 5, 14];
    let times = |rank: usize| ranks.iter().filter(|other| **other == rank).count();
    let with = |count: usize| (2..=14).filter(|rank| times(*rank) == count).collect::<Vec<_>>();
    match (with(4).len(), with(3).len(), &with(2)[..]) {
        _ if straight && flush && ranks[0] == 10 => 10,
        _ if straight && flush => 9,
        (1, ..) => 8,
        (_, 1, [_]) => 7,
        _ if flush => 6,
        _ if straight => 5,
        (_, 1, _) => 4,
        (_, _, [_, _]) => 3,
        (_, _, [11..=14]) => 2,
        (_, _, [6..=10]) => 1,
        _ => 0,
    }
}

/// New Hampshire Hold 'Em with an ante and both bonus bets of the same amount, every order of the seven cards to come.
pub(crate) fn nh_holdem(hole: [Card; 2], shoe: &[Card], bet: i64) -> Whole {
    let cap = match bet {
        200 => 100_000,
        400 => 200_000,
        _ => 500_000,
    };
    let mut sum = Whole::default();
    orders(shoe, &mut Vec::new(), &mut |order| {
        let (board, bonus) = order.split_at(3);
        let pair_plus = three(board).map_or(-1, |pays| pays);
        let six = [&hole[..], bonus].concat();
        let six_card = (0..6)
            .map(|left_out| {
                let mut cards = six.clone();
                cards.remove(left_out);
                [-1, -1, -1, -1, 5, 10, 15, 20, 50, 200, 1000][five(&cards)]
            })
            .max()
            .unwrap();
        let main = [-1, 0, 1, 2, 3, 4, 6, 8, 30, 80, 250][five(&[&hole[..], board].concat())];
        // Folds before the flop, the turn and the river lose 1 ante and what was bet before.
        let mut rounds = vec![(1, -1)];
        for flop in 1..=3 {
            rounds.push((1, -1 - flop));
            for turn in 1..=3 {
                rounds.push((1, -1 - flop - turn));
                rounds.extend((1..=3).map(|river| (1 + flop + turn + river, 0)));
            }
        }
        for (units, lost) in rounds {
            // A fold has lost its main bets; its bonus bets ride.
            let main = if lost < 0 { 0 } else { main * units };
            let won: i64 = [pair_plus, main, six_card].iter().map(|net| net.max(&0) * bet).sum();
            let gone: i64 = [pair_plus, main, six_card].iter().map(|net| net.min(&0) * bet).sum();
            over(&mut sum, won.min(cap) + gone + lost * bet);
        }
    });
    sum
}

/// What Pair Plus pays on three cards of one deck.
fn three(cards: &[Card]) -> Option<i64> {
    let mut ranks: Vec<usize> = cards.iter().map(|card| card.index() / 4 + 2).collect();
    ranks.sort_unstable();
    let flush = Suit::ALL.into_iter().any(|suit| all(cards, suit));
    let straight = (ranks[1] == ranks[0] + 1 && ranks[2] == ranks[1] + 1) || ranks == [2, 3, 14];
    if straight && flush {
        Some(40)
    } else if ranks[0] == ranks[2] {
        Some(30)
    } else if straight {
        Some(6)
    } else if flush {
        Some(3)
    } else if ranks[0] == ranks[1] || ranks[1] == ranks[2] {
        Some(1)
    } else {
        None
    }
}

fn orders(rest: &[Card], order: &mut Vec<Card>, visit: &mut impl FnMut(&[Card])) {
    if rest.is_empty() {
        return visit(order);
    }
    for place in 0..rest.len() {
        let mut others = rest.to_vec();
        order.push(others.remove(place));
        orders(&others, order, visit);
        order.pop();
    }
}
