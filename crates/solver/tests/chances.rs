//! What the coach gives as reasons: each chance found a second way.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use croupier_rules::card::parse_cards;
use croupier_rules::play::Total;
use croupier_rules::twenty_one::SoftSeventeen;
use croupier_rules::{Card, Game, Rank, Suit};
use croupier_solver::chances::{Chance, ChanceOf, Outs};
use croupier_solver::solution::HandValue;
use croupier_solver::{HandQuestion, hand};

fn game(id: &str) -> Game {
    croupier_rules::load::open(id).unwrap().game
}

fn asked(id: &str, cards: &str, up: &str, board: &str) -> HandValue {
    let question = HandQuestion {
        cards: parse_cards(cards).unwrap(),
        up: parse_cards(up).unwrap().first().copied(),
        board: parse_cards(board).unwrap(),
        ..HandQuestion::default()
    };
    hand(&game(id), &question).unwrap()
}

fn chance(value: &HandValue, of: ChanceOf) -> &Chance {
    value.chances.iter().find(|chance| chance.of == of).unwrap()
}

fn outs(value: &HandValue, of: ChanceOf) -> (u32, u32) {
    let Outs { cards, unseen } = chance(value, of).outs.unwrap();
    (cards, unseen)
}

/// Counted by hand: with J-T-9-8 four queens and four sevens make a straight and three jacks a pair that pays; three tens,
/// nines and eights push.
#[test]
fn the_outs_of_an_open_straight_in_nh_holdem() {
    let value = asked("nh-holdem", "Js Td", "", "9h 8c");
    assert_eq!(outs(&value, ChanceOf::Pays), (11, 48));
    assert_eq!(outs(&value, ChanceOf::Pushes), (9, 48));
    assert_eq!(
        value.why,
        ["11 of the 48 unseen cards make a hand that pays, 9 one that pushes."]
    );
}

/// A pair of kings pays whatever comes; a pair of fives is paid with any of the other ways to improve alone.
#[test]
fn a_pair_that_pays_is_paid_always() {
    let value = asked("let-it-ride", "Ks Kd 4h", "", "");
    assert_eq!(chance(&value, ChanceOf::Pays).exact.as_deref(), Some("1"));
    assert_eq!(chance(&value, ChanceOf::Pays).outs, None);
}

/// Every hand of the dealer gone through here, by another walk than the solver's.
#[test]
fn three_card_poker_counts_every_dealers_hand() {
    let game = game("three-card-poker");
    let rules = game.stud().unwrap();
    let mine = parse_cards("Qs 6d 4h").unwrap();
    let left: Vec<Card> = Card::all().filter(|card| !mine.contains(card)).collect();
    let queen_high = rules.strength(&parse_cards("Qc 3d 2h").unwrap());
    let (mut wins, mut ties, mut qualifies, mut all) = (0, 0, 0, 0);
    for one in 0..left.len() {
        for two in 0..one {
            for three in 0..two {
                let dealer = rules.strength(&[left[one], left[two], left[three]]);
                wins += u32::from(rules.strength(&mine) > dealer);
                ties += u32::from(rules.strength(&mine) == dealer);
                qualifies += u32::from(dealer >= queen_high);
                all += 1;
            }
        }
    }
    let value = asked("three-card-poker", "Qs 6d 4h", "", "");
    let close = |of: ChanceOf, count: u32| {
        let expected = f64::from(count) / f64::from(all);
        assert!((chance(&value, of).probability - expected).abs() < 1e-15, "{of:?}");
    };
    close(ChanceOf::Wins, wins);
    close(ChanceOf::Ties, ties);
    close(ChanceOf::DealerQualifies, qualifies);
    close(ChanceOf::Loses, all - wins - ties);
}

/// Texas hold 'em against one random hand, as every table of pocket pairs gives it: aces win 84.93 % and tie 0.54 %, king and
/// ace of one suit win 66.22 % and tie 1.65 % (caniwin.com, "Texas Hold'em Heads Up Preflop Odds").
#[test]
fn equity_before_the_flop_is_as_published() {
    for (cards, wins, ties) in [("As Ad", 84.93, 0.54), ("Ks As", 66.22, 1.65)] {
        let value = asked("ultimate-texas-holdem", cards, "", "");
        let percent = |of: ChanceOf| 100.0 * chance(&value, of).probability;
        assert!(
            (percent(ChanceOf::Wins) - wins).abs() < 0.006,
            "{cards}: {}",
            percent(ChanceOf::Wins)
        );
        assert!(
            (percent(ChanceOf::Ties) - ties).abs() < 0.006,
            "{cards}: {}",
            percent(ChanceOf::Ties)
        );
    }
}

/// Player and dealer change places: over all pairs of hole cards as many deals are won as lost.
#[test]
fn what_is_won_before_the_flop_is_lost_before_the_flop() {
    let (mut wins, mut loses, mut all) = (0.0, 0.0, 0.0);
    for high in Rank::ALL {
        for low in Rank::ALL.into_iter().filter(|low| *low <= high) {
            let suits: &[(Suit, f64)] = match low == high {
                true => &[(Suit::Hearts, 6.0)],
                false => &[(Suit::Spades, 4.0), (Suit::Hearts, 12.0)],
            };
            for (suit, pairs) in suits {
                let question = HandQuestion {
                    cards: vec![Card::new(high, Suit::Spades), Card::new(low, *suit)],
                    ..HandQuestion::default()
                };
                let value = hand(&game("texas-holdem-bonus"), &question).unwrap();
                wins += pairs * chance(&value, ChanceOf::Wins).probability;
                loses += pairs * chance(&value, ChanceOf::Loses).probability;
                all += pairs;
            }
        }
    }
    assert_eq!(all, 1326.0);
    assert!((wins - loses).abs() < 1e-9, "{wins} {loses}");
}

/// On the river the dealer's cards are gone through one by one.
#[test]
fn equity_and_dealers_outs_on_the_river() {
    let game = game("ultimate-texas-holdem");
    let rules = game.stud().unwrap();
    let (mine, board) = (parse_cards("9s 4d").unwrap(), parse_cards("Kh 9c 7d 2s 3h").unwrap());
    let with_board = |cards: &[Card]| rules.strength(&[cards, &board].concat());
    let known = [mine.clone(), board.clone()].concat();
    let left: Vec<Card> = Card::all().filter(|card| !known.contains(card)).collect();
    let mut wins = 0;
    for (place, one) in left.iter().enumerate() {
        let beaten = left[..place]
            .iter()
            .filter(|other| with_board(&[*one, **other]) < with_board(&mine));
        wins += beaten.count();
    }
    let value = asked("ultimate-texas-holdem", "9s 4d", "", "Kh 9c 7d 2s 3h");
    let expected = wins as f64 / 990.0;
    assert!((chance(&value, ChanceOf::Wins).probability - expected).abs() < 1e-15);
    // Three kings make a higher pair. A nine makes the pair that the player has, and all five cards are then the board's.
    let better = left
        .iter()
        .filter(|card| with_board(&[**card]) > with_board(&mine))
        .count();
    assert_eq!(outs(&value, ChanceOf::DealerOuts), (better as u32, 45));
    assert_eq!(better, 3);
}

/// The dealer's hands by plain recursion over the cards left, given no blackjack.
#[test]
fn the_dealers_busts_in_blackjack() {
    for up in ["6d", "Td", "Ad", "2d"] {
        let value = asked("blackjack", "Th 6c", up, "");
        let mut left = [24.0; 10];
        left[9] = 96.0;
        let up = usize::from(parse_cards(up).unwrap()[0].value());
        for out in [10, 6, up] {
            left[out - 1] -= 1.0;
        }
        let (mut busts, mut blackjack) = (0.0, 0.0);
        recurse(
            &mut left,
            Total::default().with_value(up as u8),
            1,
            1.0,
            &mut busts,
            &mut blackjack,
        );
        let found = chance(&value, ChanceOf::DealerBusts).probability;
        assert!((found - busts / (1.0 - blackjack)).abs() < 1e-12, "{up}: {found}");
        let over_five: f64 = left[5..].iter().sum();
        let (cards, unseen) = outs(&value, ChanceOf::Busts);
        assert_eq!((f64::from(cards), unseen), (over_five, 309));
    }
}

fn recurse(left: &mut [f64; 10], total: Total, cards: usize, chance: f64, busts: &mut f64, blackjack: &mut f64) {
    if cards == 2 && total.best() == 21 {
        *blackjack += chance;
        return;
    }
    if cards > 1 && !SoftSeventeen::Stands.dealer_draws(total) {
        if total.is_bust() {
            *busts += chance;
        }
        return;
    }
    let size: f64 = left.iter().sum();
    for value in 0..10 {
        if left[value] > 0.0 {
            let share = left[value] / size;
            left[value] -= 1.0;
            recurse(
                left,
                total.with_value(value as u8 + 1),
                cards + 1,
                chance * share,
                busts,
                blackjack,
            );
            left[value] += 1.0;
        }
    }
}

#[test]
fn insurance_is_asked_by_the_cards_that_make_a_blackjack() {
    let question = HandQuestion {
        cards: parse_cards("Th 6c").unwrap(),
        up: parse_cards("As").unwrap().first().copied(),
        insurance: true,
        ..HandQuestion::default()
    };
    let value = hand(&game("blackjack"), &question).unwrap();
    assert_eq!(outs(&value, ChanceOf::DealerBlackjack), (95, 309));
    assert_eq!(
        value.why,
        ["95 of the 309 unseen cards would make the dealer's blackjack."]
    );
}

/// Red dog between a four and a king: eight ranks of six decks fall between.
#[test]
fn red_dog_counts_the_cards_between() {
    let value = asked("red-dog", "", "", "4c Kh");
    let wins = chance(&value, ChanceOf::Wins);
    assert_eq!(wins.exact.as_deref(), Some("96/155"));
    assert!((wins.probability - 192.0 / 310.0).abs() < 1e-15);
}
