use super::*;
use croupier_rules::Ranks;

fn deck(decks: u8, removed: &str) -> Deck {
    Deck {
        decks,
        decks_allowed: None,
        removed: removed.parse::<Ranks>().unwrap(),
    }
}

/// The sum of (observed − expected)² / expected.
fn chi_square(counts: &[u64], expected: f64) -> f64 {
    counts
        .iter()
        .map(|count| (*count as f64 - expected).powi(2) / expected)
        .sum()
}

/// A bound that chi-square with so many degrees of freedom exceeds once in some thirty thousand times.
fn bound(freedom: f64) -> f64 {
    freedom + 4.0 * (2.0 * freedom).sqrt() + 8.0
}

/// The first cards of neighboring rounds.
fn drawn<const CARDS: usize>(layout: &Layout, key: [u32; 2], first: u64) -> Drawn<CARDS> {
    let mut drawn = Drawn::default();
    drawn.draw(layout, key, |lane| first + lane as u64);
    drawn
}

#[test]
fn lanes_draw_what_a_lone_round_draws() {
    for (decks, removed) in [(1, "none"), (6, "T"), (8, "none"), (2, "2,3,4,5,6")] {
        let layout = Layout::new(&deck(decks, removed));
        let key = philox::key(99);
        for first in [0, 12_345, (1 << 32) - 16, 1 << 40] {
            let eight: Drawn<8> = drawn(&layout, key, first);
            let twelve: Drawn<12> = drawn(&layout, key, first);
            for lane in 0..LANES {
                let round = first + lane as u64;
                let mut fresh = Fresh::new(&layout, key, round);
                let mut ahead = eight.of_round(&layout, key, round, lane);
                for number in 0..12 {
                    let card = fresh.card().unwrap();
                    assert_eq!(twelve.kinds[number][lane], u16::from(card));
                    assert_eq!(ahead.card(), Some(card), "the ninth goes on behind the eighth");
                }
            }
        }
    }
}

#[test]
fn rounds_that_are_no_neighbors_are_drawn_alike() {
    let layout = Layout::new(&deck(6, "none"));
    let key = philox::key(99);
    let rounds = std::array::from_fn(|lane| (lane * lane * lane) as u64 + ((lane as u64 % 3) << 32));
    let mut drawn: Drawn<16> = Drawn::default();
    drawn.draw_widest(&layout, key, &rounds);
    for (lane, round) in rounds.into_iter().enumerate() {
        let mut fresh = Fresh::new(&layout, key, round);
        for cards in &drawn.kinds {
            assert_eq!(fresh.card().map(u16::from), Some(cards[lane]));
        }
    }
}

/// Words are refused once in fifty thousand; enough rounds are looked at that some were.
#[test]
fn refused_words_are_replaced_alike() {
    let layout = Layout::new(&deck(8, "none"));
    let key = philox::key(5);
    let mut refused = 0;
    for group in 0..2_000 {
        let first = group * LANES as u64;
        let mut words = [[0; LANES]; 4];
        philox::lanes(|lane| (first + lane as u64, 0), Purpose::Fresh, key, &mut words);
        let lanes: Vec<usize> = (0..LANES)
            .filter(|lane| (0..4).any(|pair| layout.places(words[pair][*lane] as u32, pair).is_none()))
            .collect();
        if lanes.is_empty() {
            continue;
        }
        refused += lanes.len();
        let drawn: Drawn<8> = drawn(&layout, key, first);
        for lane in lanes {
            let mut fresh = Fresh::new(&layout, key, first + lane as u64);
            for cards in &drawn.kinds {
                assert_eq!(fresh.card().map(u16::from), Some(cards[lane]));
            }
        }
    }
    assert!(refused > 2, "{refused}");
}

#[test]
fn a_round_can_take_every_card_once() {
    let layout = Layout::new(&deck(2, "T"));
    let mut fresh = Fresh::new(&layout, philox::key(1), 7);
    let mut counts = vec![0; layout.kinds()];
    while let Some(card) = fresh.card() {
        counts[usize::from(card)] += 1;
    }
    assert!(counts.iter().all(|count| *count == 2));
}

/// Position: every card is equally likely as the n-th card.
#[test]
fn every_card_comes_equally_often_at_every_place() {
    let layout = Layout::new(&deck(1, "none"));
    let rounds = 520_000;
    let mut counts = vec![[0_u64; 52]; 8];
    for group in 0..rounds / LANES as u64 {
        let drawn: [_; 8] = drawn(&layout, philox::key(11), group * LANES as u64).kinds;
        for (counts, cards) in counts.iter_mut().zip(&drawn) {
            cards.iter().for_each(|card| counts[usize::from(*card)] += 1);
        }
    }
    for counts in &counts {
        let found = chi_square(counts, rounds as f64 / 52.0);
        assert!(found < bound(51.0), "{found}");
    }
}

/// Adjacency: every ordered pair of different cards is equally likely as neighbors.
#[test]
fn every_pair_of_neighbors_comes_equally_often() {
    let layout = Layout::new(&deck(1, "none"));
    let groups = 20_000;
    let mut counts = vec![0_u64; 52 * 52];
    for group in 0..groups {
        let drawn: [_; 8] = drawn(&layout, philox::key(12), group * LANES as u64).kinds;
        for lane in 0..LANES {
            counts[(drawn[6][lane] * 52 + drawn[7][lane]) as usize] += 1;
        }
    }
    let pairs: Vec<u64> = (0..52 * 52)
        .filter(|pair| pair / 52 != pair % 52)
        .map(|pair| counts[pair])
        .collect();
    assert_eq!(pairs.iter().sum::<u64>(), groups * LANES as u64, "no card comes twice");
    let found = chi_square(&pairs, (groups * LANES as u64) as f64 / (52.0 * 51.0));
    assert!(found < bound(52.0 * 51.0 - 1.0), "{found}");
}

/// Hand class: three cards of 52 make the poker hands that can be counted by hand (22100 sets).
#[test]
fn three_cards_make_their_poker_hands() {
    let layout = Layout::new(&deck(1, "none"));
    let groups = 10_000;
    let mut counts = [0_u64; 6];
    for group in 0..groups {
        let drawn: [_; 8] = drawn(&layout, philox::key(13), group * LANES as u64).kinds;
        for lane in 0..LANES {
            let cards = [2, 3, 4].map(|number: usize| layout.card(drawn[number][lane] as CardKind));
            let mut ranks = cards.map(|card| card.rank() as u8);
            ranks.sort_unstable();
            let flush = cards.iter().all(|card| card.suit() == cards[0].suit());
            let straight = (ranks[0] + 1 == ranks[1] && ranks[1] + 1 == ranks[2]) || ranks == [0, 1, 12];
            let pairs = ranks.windows(2).filter(|pair| pair[0] == pair[1]).count();
            let class = match (pairs, straight, flush) {
                (2, _, _) => 0,
                (1, _, _) => 1,
                (_, true, true) => 2,
                (_, true, false) => 3,
                (_, false, true) => 4,
                _ => 5,
            };
            counts[class] += 1;
        }
    }
    let hands = (groups * LANES as u64) as f64;
    let sets = [52.0, 3744.0, 48.0, 720.0, 1096.0, 16440.0];
    let found: f64 = counts
        .iter()
        .zip(sets)
        .map(|(count, sets)| {
            let expected = hands * sets / 22100.0;
            (*count as f64 - expected).powi(2) / expected
        })
        .sum();
    assert!(found < bound(5.0), "{found} {counts:?}");
}

/// A shoe dealt to its end holds every card once, and depths do not favor a card.
#[test]
fn a_shoe_is_a_fair_shuffle_to_the_cut_card() {
    let layout = Layout::new(&deck(2, "none"));
    let mut shoe = CutShoe::new(&layout, philox::key(3), 0, 20, 1);
    let mut counts = vec![vec![0_u64; 52]; 104];
    let shoes = 60_000;
    let mut shuffles = 0;
    while shuffles < shoes {
        let gone = shoe.prepare();
        shuffles += u64::from(gone == 1);
        for number in 0..7 {
            let card = shoe.card().unwrap();
            if gone + number < 104 {
                counts[gone + number][usize::from(card)] += 1;
            }
        }
    }
    for counts in counts.iter().take(85).skip(1) {
        let total: u64 = counts.iter().sum();
        let found = chi_square(counts, total as f64 / 52.0);
        assert!(found < bound(51.0), "{found}");
    }
}

#[test]
fn a_shoe_that_runs_out_deals_the_discards_again() {
    let layout = Layout::new(&deck(1, "none"));
    let mut shoe = CutShoe::new(&layout, philox::key(3), 0, 0, 1);
    shoe.prepare();
    for _ in 0..30 {
        shoe.card().unwrap();
    }
    shoe.prepare();
    let mut seen = vec![0; 52];
    // Twenty-one are left; the thirty-one that were dealt or burnt come again behind them, and then there is none.
    for _ in 0..52 {
        seen[usize::from(shoe.card().unwrap())] += 1;
    }
    assert!(seen.iter().all(|count| *count == 1));
    assert_eq!(shoe.card(), None);
    assert_eq!(shoe.prepare(), 1, "the shoe is shuffled before the next round");
}
