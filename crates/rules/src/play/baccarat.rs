//! How a coup of baccarat runs: what cards count, which hand draws a third, and how the coup ends.

use arrayvec::ArrayVec;

use crate::baccarat::{Coup, CoupWinner};
use crate::card::{Card, Rank};

/// How a coup ended, as pay tables see it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CoupEnd {
    /// The points of the player's hand.
    pub player: u8,
    /// How many cards the player's hand has.
    pub player_cards: u8,
    /// The points of the banker's hand.
    pub banker: u8,
    /// How many cards the banker's hand has.
    pub banker_cards: u8,
}

/// What a card counts: an ace 1, tens and face cards 0.
pub const fn points_of(rank: Rank) -> u8 {
    match rank {
        Rank::Ace => 1,
        Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 0,
        rank => rank as u8 + 2,
    }
}

/// The points of a hand: the last digit of the sum.
pub fn points(cards: &[Card]) -> u8 {
    cards.iter().map(|card| points_of(card.rank())).sum::<u8>() % 10
}

impl Coup {
    /// Whether two cards of so many points in the player's hand and so many in the banker's end the coup.
    pub fn is_natural(&self, player: u8, banker: u8) -> bool {
        self.natural.contains(player) || self.natural.contains(banker)
    }

    /// Whether the player's hand draws a third card, with two cards of so many points in each hand.
    pub fn player_takes_third(&self, player: u8, banker: u8) -> bool {
        !self.is_natural(player, banker) && self.player_draws.contains(player)
    }

    /// Whether the banker's hand draws a third card, with two cards of so many points in each hand; `third` are the points of
    /// the player's third card, where there is one.
    pub fn banker_takes_third(&self, player: u8, banker: u8, third: Option<u8>) -> bool {
        let draws = match third {
            None => Some(&self.banker_draws),
            Some(third) => self.banker_draws_after.get(usize::from(third)),
        };
        !self.is_natural(player, banker) && draws.is_some_and(|draws| draws.contains(banker))
    }
}

impl CoupEnd {
    /// How the hands of these cards compare.
    pub fn of(player: &[Card], banker: &[Card]) -> CoupEnd {
        CoupEnd {
            player: points(player),
            player_cards: player.len() as u8,
            banker: points(banker),
            banker_cards: banker.len() as u8,
        }
    }

    /// Which hand wins.
    pub const fn winner(self) -> CoupWinner {
        if self.player > self.banker {
            CoupWinner::Player
        } else if self.player < self.banker {
            CoupWinner::Banker
        } else {
            CoupWinner::Tie
        }
    }

    const fn code(self) -> usize {
        let [player, banker] = [self.player as usize, self.banker as usize];
        ((player * 10 + banker) * 2 + (self.player_cards as usize - 2)) * 2 + self.banker_cards as usize - 2
    }

    const fn of_code(code: usize) -> CoupEnd {
        CoupEnd {
            player: (code / 40) as u8,
            player_cards: 2 + (code / 2 % 2) as u8,
            banker: (code / 4 % 10) as u8,
            banker_cards: 2 + (code % 2) as u8,
        }
    }
}

/// The most cards of a coup.
const CARDS_MAX: usize = 6;

/// How many ordered deals of six cards end in each way, dealt from so many cards of each points. A coup that ends before the sixth
/// card counts once for every way the rest of six could come, so that all coups have one denominator.
pub fn count_coups(coup: &Coup, left: [u128; 10]) -> Vec<(CoupEnd, u128)> {
    let mut count = Count {
        coup,
        left,
        size: left.iter().sum(),
        deals: [0; 400],
    };
    count.deal(&mut ArrayVec::new(), 1);
    let ends = count.deals.iter().enumerate().filter(|(_, deals)| **deals > 0);
    ends.map(|(code, deals)| (CoupEnd::of_code(code), *deals)).collect()
}

struct Count<'c> {
    coup: &'c Coup,
    left: [u128; 10],
    size: u128,
    /// By the code of the end.
    deals: [u128; 400],
}

impl Count<'_> {
    /// Deals on from these points, which can have come in so many ways: first and third card to the player's hand, second and
    /// fourth to the banker's, then the third cards.
    fn deal(&mut self, dealt: &mut ArrayVec<u8, CARDS_MAX>, ways: u128) {
        let [first, second, third, fourth, ref more @ ..] = dealt[..] else {
            return self.each(dealt, ways);
        };
        let (player, banker) = ((first + third) % 10, (second + fourth) % 10);
        let (player_third, more) = match (self.coup.player_takes_third(player, banker), more) {
            (true, [third, more @ ..]) => (Some(*third), more),
            (true, []) => return self.each(dealt, ways),
            (false, more) => (None, more),
        };
        let banker_third = match (self.coup.banker_takes_third(player, banker, player_third), more) {
            (true, [third, ..]) => Some(*third),
            (true, []) => return self.each(dealt, ways),
            (false, _) => None,
        };
        let end = CoupEnd {
            player: (player + player_third.unwrap_or(0)) % 10,
            player_cards: 2 + u8::from(player_third.is_some()),
            banker: (banker + banker_third.unwrap_or(0)) % 10,
            banker_cards: 2 + u8::from(banker_third.is_some()),
        };
        let rest = (dealt.len()..CARDS_MAX).map(|gone| self.size.saturating_sub(gone as u128));
        self.deals[end.code()] += ways * rest.product::<u128>();
    }

    /// One more card of every points there is.
    fn each(&mut self, dealt: &mut ArrayVec<u8, CARDS_MAX>, ways: u128) {
        for points in 0..10 {
            let copies = self.left[usize::from(points)];
            if copies > 0 {
                self.left[usize::from(points)] -= 1;
                dealt.push(points);
                self.deal(dealt, ways * copies);
                dealt.pop();
                self.left[usize::from(points)] += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;

    #[test]
    fn points_are_the_last_digit() {
        for (cards, sum) in [
            ("Ah 9c", 0),
            ("Kd Qs", 0),
            ("7c 8d", 5),
            ("2c 3d Th", 5),
            ("9c 9d 9h", 7),
        ] {
            assert_eq!(points(&parse_cards(cards).unwrap()), sum, "{cards}");
        }
    }

    #[test]
    fn every_end_has_a_code_of_its_own() {
        for code in 0..400 {
            assert_eq!(CoupEnd::of_code(code).code(), code);
        }
    }

    /// The table that every felt prints, row by row.
    #[test]
    fn third_cards_are_drawn_as_the_table_says() {
        let game = crate::load::open("baccarat").unwrap().game;
        let coup = &game.baccarat().unwrap().coup;
        for banker in 0..=7 {
            let drawn: String = (0..10)
                .map(|third| {
                    if coup.banker_takes_third(5, banker, Some(third)) {
                        'D'
                    } else {
                        'S'
                    }
                })
                .collect();
            let table = match banker {
                0..=2 => "DDDDDDDDDD",
                3 => "DDDDDDDDSD",
                4 => "SSDDDDDDSS",
                5 => "SSSSDDDDSS",
                6 => "SSSSSSDDSS",
                _ => "SSSSSSSSSS",
            };
            assert_eq!(drawn, table, "banker {banker}");
        }
        for points in 0..10 {
            assert_eq!(coup.player_takes_third(points, 0), points <= 5);
            assert_eq!(coup.banker_takes_third(6, points, None), points <= 5);
            assert!(!coup.player_takes_third(points, 8) && !coup.banker_takes_third(9, points, None));
        }
    }
}
