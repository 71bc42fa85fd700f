//! Index plays, insurance and side bets by count, against published figures.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use croupier_rules::load::{Change, open};
use croupier_rules::{Game, Rank};
use croupier_solver::counting::{Hand, Indices, Reference, insurance_index, side_bets_by_count};
use croupier_solver::twenty_one::chart::Chart;
use croupier_solver::twenty_one::full_shoe;
use croupier_table::counting::System;

const BLACKJACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/blackjack.toml");

/// Six decks, dealer stands on soft 17, double after splits, no surrender.
fn blackjack(decks: u8) -> Game {
    let changes = [
        Change::new("deck.decks", decks),
        Change::new("dealer.soft-17", "stands"),
        Change::new("double.after-split", true),
    ];
    open(BLACKJACK).unwrap().with(&changes).unwrap().game
}

/// The Illustrious 18 for Hi-Lo (Don Schlesinger, *Blackjack Attack*, third edition), as listed in
/// <https://github.com/possibly-wrong/blackjack>, `indices/indices_hi_lo_i18_bja3.txt`: the true count, rounded down, from which on the
/// second play is the better. Published lists differ by one from each other in several lines (12 against 2 and 5, 9 against 7,
/// tens against 5 and 6), so that a line is met when it is within one.
#[test]
fn the_illustrious_eighteen_are_found() {
    let game = blackjack(6);
    let system = System::named("hi-lo").unwrap();
    let reference = Reference::half_way(&system, &game.deck, 78);
    let found = Indices::find(&game, game.main_bet.lowest(), &reference, -6..=8).unwrap();
    let published = [
        (Hand::Hard(16), Rank::Ten, "stand", 0),
        (Hand::Hard(15), Rank::Ten, "stand", 4),
        (Hand::Hard(16), Rank::Nine, "stand", 5),
        (Hand::Hard(13), Rank::Two, "stand", -1),
        (Hand::Hard(13), Rank::Three, "stand", -2),
        (Hand::Hard(12), Rank::Two, "stand", 4),
        (Hand::Hard(12), Rank::Three, "stand", 2),
        (Hand::Hard(12), Rank::Four, "stand", 0),
        (Hand::Hard(12), Rank::Five, "stand", -1),
        (Hand::Hard(12), Rank::Six, "stand", -1),
        (Hand::Hard(11), Rank::Ace, "double", 1),
        (Hand::Hard(10), Rank::Ten, "double", 4),
        (Hand::Hard(10), Rank::Ace, "double", 4),
        (Hand::Hard(9), Rank::Two, "double", 1),
        (Hand::Hard(9), Rank::Seven, "double", 4),
        (Hand::Pair(10), Rank::Five, "split", 5),
        (Hand::Pair(10), Rank::Six, "split", 5),
    ];
    let mut far = Vec::new();
    for (hand, up, from, count) in published {
        let mut plays = found
            .plays
            .iter()
            .filter(|play| play.hand == hand && play.up.ranks().contains(&up));
        let play = plays.find(|play| play.from == from);
        match play {
            Some(play) => {
                println!(
                    "{hand} against {up}: {from} from {:+.2}, published {count:+}",
                    play.index
                );
                if (play.whole() - count).abs() > 1 {
                    far.push(format!("{hand} against {up}: {:+.2}, published {count:+}", play.index));
                }
            }
            None => far.push(format!("{hand} against {up}: none, published {count:+}")),
        }
    }
    assert!(far.is_empty(), "{far:#?}");
    plays_by_the_count_gain(&game, &reference, &found);
}

/// Off shoes with a count the chart with its index plays is worth more than the chart of the full shoe, and at no count at all it is that chart.
fn plays_by_the_count_gain(game: &Game, reference: &Reference, found: &Indices) {
    let main = game.main_bet.lowest();
    let base = Chart::best(game, main, &full_shoe(game)).unwrap();
    for count in [-4, 5] {
        let shoe = reference.shoe(f64::from(count), &[]).unwrap().whole_shoes(1)[0];
        let value = |chart: &Chart| chart.value(game, main, &shoe).unwrap().value;
        let (fixed, followed) = (value(&base), value(&found.chart(&base, count)));
        let best = croupier_solver::twenty_one::round_value::<f64>(game, main, &shoe)
            .unwrap()
            .value;
        println!("{count:+}: chart {fixed:+.5}, index plays {followed:+.5}, best {best:+.5}");
        assert!(
            fixed < followed && followed <= best + 1e-12,
            "{count:+}: {fixed} {followed} {best}"
        );
        assert!(
            best - followed < 0.25 * (best - fixed),
            "{count:+}: most of what there is to gain is gained"
        );
    }
    let tens = found.chart(&base, 6);
    let six = tens
        .columns
        .iter()
        .find(|column| column.up.ranks().contains(&Rank::Six))
        .unwrap();
    assert!(six.pairs[&10] > 1, "tens are split against a six");
}

/// Insurance with Hi-Lo: +3 for shoes in every list, +1.4 for one deck (Wong, *Professional Blackjack*: +3.0 and +1.4). What is known
/// exactly: with perfect knowledge of the tens it gains when more than a third of the cards to come are tens.
#[test]
fn insurance_gains_where_a_third_of_the_cards_are_tens() {
    for (decks, published) in [(6, 3.0), (1, 1.4)] {
        let game = blackjack(decks);
        let system = System::named("hi-lo").unwrap();
        let reference = Reference::half_way(&system, &game.deck, 26);
        let insurance = game.twenty_one().unwrap().insurance.as_ref().unwrap();
        let index = insurance_index(insurance, &reference).unwrap();
        let shoe = reference.shoe(index, &["As".parse().unwrap()]).unwrap();
        let tens = shoe.mean(|card| f64::from(u8::from(card.value() == 10)));
        assert!((tens - 1.0 / 3.0).abs() < 1e-6, "{decks} decks: {tens}");
        println!("{decks} decks: {index:+.3}, published {published:+}");
        assert!((index - published).abs() < 0.35, "{decks} decks: {index}");
    }
}

/// Whatever a count says, on average over all counts a side bet is worth what the full shoe says. Counts lie around nothing like a normal
/// distribution.
#[test]
fn side_bets_are_worth_their_full_shoe_over_all_counts() {
    let game = open("presque-isle-blackjack").unwrap().game;
    let system = System::named("hi-lo").unwrap();
    let reference = Reference::half_way(&system, &game.deck, 78);
    let main = game.main_bet.lowest();
    let pack = croupier_solver::pack::Pack::fresh(&game.deck);
    let spread = reference.spread();
    assert!((1.5..3.0).contains(&spread), "{spread}");
    let weight = |count: i32| (-0.5 * (f64::from(count) / spread).powi(2)).exp();
    for (place, bet) in side_bets_by_count(&game, main, &reference, -10..=10).iter().enumerate() {
        let full = croupier_solver::side_bets::value(&game, place, &pack, game.side_bets[place].min.min(main), main).ev;
        let sum: f64 = bet.counts.iter().map(|at| weight(at.count) * at.ev).sum();
        let mean = sum / bet.counts.iter().map(|at| weight(at.count)).sum::<f64>();
        println!("{}: {mean:+.5} over all counts, {full:+.5} from the full shoe", bet.id);
        assert!((mean - full).abs() < 5e-4, "{}: {mean} and {full}", bet.id);
    }
}

/// Dragon 7 by the tags that Eliot Jacobson published for it (4 to 7 count −1, 8 and 9 +2:
/// <https://discountgambling.net/2011/10/04/baccarat-dragon-7-tracking-sheet/>) is the player's from +4 on.
/// A card counts here when it is seen: what helps the bet when it is gone counts up.
#[test]
fn dragon_seven_is_the_players_from_a_count_of_four() {
    let game = open("ez-baccarat").unwrap().game;
    let text = "name = \"Dragon 7\"\ncount = \"true\"\n[tags]\n2 = 0\n3 = 0\n4 = -1\n5 = -1\n6 = -1\n7 = -1\n8 = 2\n9 = 2\nT = 0\nA = 0\n";
    let system = System::read("dragon-7", text).unwrap();
    let reference = Reference::half_way(&system, &game.deck, 14);
    let bets = side_bets_by_count(&game, game.main_bet.lowest(), &reference, 0..=8);
    let dragon = bets.iter().find(|bet| bet.id == "dragon-7").unwrap();
    for at in &dragon.counts {
        println!("{:+}: {:+.5}", at.count, at.ev);
    }
    assert_eq!(dragon.gains_from, Some(4));
}
