//! The stud solver against published figures and against plain enumeration.

use std::collections::HashMap;
use std::sync::Arc;

use croupier_rules::pattern::{Pays, Poker, Suits};
use croupier_rules::stud::{StreetPlaced, Stud};
use croupier_rules::{Card, Family, Odds, load};
use croupier_table::{Action, Next, Step};
use croupier_table::{HandWagers, SeatWagers, Strategy, StudRound, Wagers};

use super::*;

const HOLDEM: &str = include_str!("../../../../games/nh-holdem.toml");

fn holdem() -> Game {
    load::parse(HOLDEM).unwrap()
}

/// NH Hold 'Em with other rules.
fn changed(change: impl FnOnce(&mut Stud)) -> Game {
    let mut game = holdem();
    match &mut game.family {
        Family::Stud(rules) => change(rules),
        _ => panic!("a game of stud was expected"),
    }
    game
}

/// Sets what the rows pay, from the straight up.
fn pay(rules: &mut Stud, odds: [u32; 6]) {
    for (row, odds) in rules.pays[4..].iter_mut().zip(odds) {
        row.pays = Pays::Odds(Odds::to_one(odds));
    }
}

fn mississippi(straight: u32) -> Game {
    changed(|rules| {
        rules.caps.clear();
        pay(rules, [straight, 6, 10, 40, 100, 500]);
    })
}

fn near(found: f64, published: f64, digits: i32) {
    assert!(
        (found - published).abs() < 0.51 * 0.1f64.powi(digits),
        "{found} is not {published}"
    );
}

/// Wizard of Odds: 4.91 %, average wager 3.59, element of risk 1.37 %; with straights at 5:1 3.7591 %.
#[test]
fn mississippi_stud_as_published() {
    let game = mississippi(4);
    let play = play(&game, Money::from_dollars(10)).unwrap();
    let value = play.wager_value(&game);
    assert_eq!(value.ev_exact, Some(fraction(-7_664_112, 155_937_600).to_string()));
    assert_eq!(
        fraction(play.value(), play.deals() * play.unit() as u128).to_string(),
        value.ev_exact.unwrap()
    );
    let ties = value.ties.unwrap();
    near(ties.most.average_wager, 3.589_772, 6);
    near(ties.most.element_of_risk, 0.013_691_28, 8);
    near(ties.least.average_wager, 3.483_568, 6);
    near(ties.least.element_of_risk, 0.014_108_69, 8);
    let folds = &value.streets[0].actions;
    near(folds[0].probability, 412.0 / 1326.0, 12);
    near(folds[3].probability, 78.0 / 1326.0, 12);
    near(value.outcomes.iter().map(|row| row.contribution).sum(), value.ev, 12);
    let other = super::play(&mississippi(5), Money::from_dollars(10)).unwrap();
    assert_eq!(
        fraction(other.value(), other.deals() * other.unit() as u128),
        fraction(-5_861_856, 155_937_600)
    );
}

/// The counts of an independent program, ties resolved to the largest bet.
#[test]
fn mississippi_stud_endings() {
    let game = mississippi(4);
    let endings = play(&game, Money::from_dollars(2))
        .unwrap()
        .count_best_results(TieRule::Most);
    assert_eq!(endings.values().sum::<u128>(), 155_937_600);
    let of = |ending: StudResult| -> Vec<(u32, u128)> {
        let range = endings.range((ending, 0)..=(ending, u32::MAX));
        range.map(|((_, units), count)| (*units, *count)).collect()
    };
    let row = |row: usize| of(StudResult::Row(row));
    assert_eq!(row(9), [(8, 240)]);
    assert_eq!(row(8), [(6, 672), (8, 720)]);
    assert_eq!(row(7), [(6, 1560), (8, 10_776), (10, 20_160)]);
    assert_eq!(row(6), [(6, 14_040), (8, 96_984), (10, 69_120)]);
    assert_eq!(row(5), [(6, 185_808), (8, 22_440)]);
    assert_eq!(row(4), [(4, 216_288), (6, 137_376), (8, 7968)]);
    assert_eq!(row(3), [(4, 163_296), (6, 641_256), (8, 851_544), (10, 785_664)]);
    assert_eq!(row(2), [(4, 489_888), (6, 1_820_808), (8, 1_843_416), (10, 1_026_432)]);
    assert_eq!(
        row(1),
        [(4, 5_396_544), (6, 5_075_616), (8, 4_124_256), (10, 2_027_520)]
    );
    assert_eq!(
        row(0),
        [(4, 5_078_808), (6, 4_795_632), (8, 3_459_060), (10, 2_534_400)]
    );
    assert_eq!(of(StudResult::NoRow), [(4, 43_594_056), (6, 3_368_064), (8, 88_644)]);
    assert_eq!(of(StudResult::Folded(0)), [(1, 48_451_200)]);
    assert_eq!(of(StudResult::Folded(1)), [(2, 11_966_976)]);
    assert_eq!(of(StudResult::Folded(2)), [(3, 7_569_216), (5, 1152)]);
}

/// Let It Ride: three cards, then twice a bet that may be taken back, one card each. 3.51 %, average bet 1.23.
#[test]
fn let_it_ride_as_published() {
    let game = changed(|rules| {
        rules.caps.clear();
        rules.hands.hole_cards = 3;
        rules.streets.truncate(2);
        for street in &mut rules.streets {
            street.bets = vec![0, 1];
            street.fold = false;
        }
        pay(rules, [5, 8, 11, 50, 200, 1000]);
        rules.pays.remove(0);
        rules.pays[0].when.of = Some("T-A".parse().unwrap());
    });
    let value = play(&game, Money::from_dollars(5)).unwrap().wager_value(&game);
    near(value.ev, -0.035_056_791_9, 10);
    let ties = value.ties.unwrap();
    near(ties.least.average_wager, 1.223_707, 6);
    near(ties.most.average_wager, 1.232_084, 6);
    near(value.streets[0].actions[1].probability, 1608.0 / 22_100.0, 12);
}

/// The two games as they are shipped are the two of the tests above; the words are those of bets pulled back.
#[test]
fn the_shipped_games_are_the_published_ones() {
    let solved = |id: &str| {
        let game = croupier_rules::load::open(id).unwrap().game;
        crate::solve(&game, None).unwrap().wagers
    };
    let ride = solved("let-it-ride");
    near(ride[0].ev, -0.035_056_791_9, 10);
    // The same by a program of thirty lines that tries every deal of three, four and five cards.
    assert_eq!(ride[0].ev_exact.as_deref(), Some("-37963/1082900"));
    let words: Vec<&str> = ride[0].streets[0]
        .actions
        .iter()
        .map(|share| share.action.as_str())
        .collect();
    assert_eq!(words, ["pull-back", "let-it-ride"]);
    // 50-40-30-6-3-1 on three cards, tunicatravel.com: 7.10 %.
    near(ride[1].ev, -0.070_950_226_2, 10);
    let stud = solved("mississippi-stud");
    assert_eq!(stud[0].ev_exact, Some(fraction(-7_664_112, 155_937_600).to_string()));
    near(stud[1].ev, -392.0 / 5525.0, 12);
}

const FOLDED: u8 = 255;

/// The best play of one seat, found by trying every card and every choice through the round itself.
struct Oracle {
    game: Arc<Game>,
    stakes: Vec<Money>,
    seen: HashMap<String, i64>,
}

impl Oracle {
    /// The sum of the gain in cents over every order of the cards to come, and the number of orders. `bets` are the street
    /// bets made; 255 stands for a fold, after which nothing is chosen.
    fn value(&mut self, hole: &[Card], board: &[Card], left: &[Card], bets: &[u8], main: Money) -> (i64, i64) {
        let rules = self.game.stud().unwrap().clone();
        let on_board = |streets: usize| {
            rules.streets[..streets]
                .iter()
                .map(|street| usize::from(street.cards))
                .sum()
        };
        if hole.len() < usize::from(rules.hands.hole_cards) {
            return self.each(left, |oracle, card, left| {
                oracle.value(&[hole, &[card]].concat(), board, left, bets, main)
            });
        }
        let done = bets.len() == rules.streets.len() || bets.last() == Some(&FOLDED);
        let turned: usize = on_board(if done { rules.streets.len() } else { bets.len() });
        let dealt = if done {
            turned + usize::from(rules.hands.extra_cards)
        } else {
            turned
        };
        if board.len() < dealt {
            return self.each(left, |oracle, card, left| {
                oracle.value(hole, &[board, &[card]].concat(), left, bets, main)
            });
        }
        if done {
            return (self.gain(hole, board, bets, main), 1);
        }
        let street = &rules.streets[bets.len()];
        let fold = street.fold.then_some(FOLDED);
        let choices: Vec<u8> = street.bets.iter().copied().chain(fold).collect();
        choices
            .into_iter()
            .map(|choice| self.value(hole, board, left, &[bets, &[choice]].concat(), main))
            .max()
            .unwrap()
    }

    fn each(&mut self, left: &[Card], mut visit: impl FnMut(&mut Oracle, Card, &[Card]) -> (i64, i64)) -> (i64, i64) {
        let (mut value, mut deals) = (0, 0);
        for place in 0..left.len() {
            let mut rest = left.to_vec();
            let card = rest.remove(place);
            let (gain, ways) = visit(self, card, &rest);
            value += gain;
            deals += ways;
        }
        (value, deals)
    }

    /// What the round itself pays.
    fn gain(&mut self, hole: &[Card], board: &[Card], bets: &[u8], main: Money) -> i64 {
        let key = format!("{hole:?}{board:?}{bets:?}");
        if let Some(gain) = self.seen.get(&key) {
            return *gain;
        }
        let hand = HandWagers {
            side: self.stakes.clone(),
            ..HandWagers::new(main)
        };
        let wagers = Wagers {
            seats: vec![SeatWagers {
                seat: 1,
                hands: vec![hand],
            }],
        };
        let mut round = StudRound::new(&self.game, &wagers).unwrap();
        let mut cards = hole.iter().chain(board);
        let mut bets = bets.iter();
        loop {
            let streets = &self.game.stud().unwrap().streets;
            let kind = |times: u8| match times {
                FOLDED => croupier_table::ActionKind::Fold,
                times => croupier_table::bet_on(&streets[round.street().unwrap()], times),
            };
            let step = match round.next() {
                Next::Card { .. } => Step::Card(*cards.next().unwrap()),
                Next::Choice(_) => Step::Choose(Action::plain(kind(*bets.next().unwrap()))),
                Next::Over => break,
            };
            round.play(step, &mut Vec::new()).unwrap();
        }
        let gain = round.net(1).cents();
        self.seen.insert(key, gain);
        gain
    }
}

/// A game from a deck so small that every deal can be tried; the cap bites.
fn small(removed: &str, change: impl FnOnce(&mut Stud)) -> Game {
    let mut game = changed(|rules| {
        rules.hands.extra_cards = 0;
        rules.caps[0].max = Money::from_dollars(30);
        change(rules);
    });
    game.deck.removed = removed.parse().unwrap();
    game.side_bets.clear();
    game
}

#[test]
fn small_games_agree_with_trying_everything_through_the_round() {
    let games = [
        small("2-4,7-Q", |_| {}),
        small("2-4,7-T,A", |rules| {
            rules.streets[0].cards = 2;
            rules.streets[0].bets = vec![0, 2];
            rules.streets[1].cards = 0;
            rules.streets[1].bets = vec![1, 3];
        }),
        small("2-9", |rules| {
            rules.streets[0].bets = vec![1];
            rules.streets[0].fold = false;
            rules.pays[2].when.suits = Suits::MixedColors;
            rules.pays[1].pays = Pays::Odds(Odds { pays: 3, per: 2 });
        }),
        small("2-4,7-Q", |rules| {
            for street in &mut rules.streets {
                street.fold = false;
                street.bets = vec![0, 1];
            }
            rules.streets[0].placed = StreetPlaced::BeforeDeal;
            rules.streets[2].placed = StreetPlaced::BeforeDeal;
        }),
    ];
    for game in games {
        let main = Money::from_dollars(2);
        let all: Vec<Card> = game.deck.cards().collect();
        // Seven cards spread over the deck are left in the pack.
        let (left, out): (Vec<_>, Vec<_>) = all.iter().enumerate().partition(|(place, _)| place * 7 % all.len() < 7);
        let cards = |places: Vec<(usize, &Card)>| -> Vec<Card> { places.into_iter().map(|(_, card)| *card).collect() };
        let (left, out) = (cards(left), cards(out));
        let rules = game.stud().unwrap().clone();
        let pack = Pack::fresh(&game.deck).without(&out).unwrap();
        let fast = Play::new(&rules, &pack, main, &[], 0, 1);
        let mut oracle = Oracle {
            game: Arc::new(game),
            stakes: Vec::new(),
            seen: HashMap::new(),
        };
        let (value, deals) = oracle.value(&[], &[], &left, &[], main);
        assert!(left.len() >= 7 && value != 0);
        assert_eq!(fast.deals(), deals as u128);
        assert_eq!(fast.value(), i128::from(value) * fast.unit() / i128::from(main.cents()));
    }
}

#[test]
fn the_cap_changes_value_and_play_by_the_ante() {
    let game = holdem();
    let evs: Vec<String> = [2, 4, 5, 10]
        .map(|dollars| {
            let play = play(&game, Money::from_dollars(dollars)).unwrap();
            let value = play.wager_value(&game);
            assert_eq!(
                fraction(play.value(), play.deals() * play.unit() as u128).to_string(),
                *value.ev_exact.as_ref().unwrap()
            );
            value.ev_exact.unwrap()
        })
        .to_vec();
    assert_eq!(evs[0], evs[1], "500 antes are paid at most for $2 and for $4");
    assert_eq!(evs.iter().collect::<std::collections::BTreeSet<_>>().len(), 2);
}

fn at(cards: &str, board: &str, removed: &str, bets: Option<Vec<u8>>) -> StudHand {
    let read = |text: &str| croupier_rules::card::parse_cards(text).unwrap();
    StudHand {
        cards: read(cards),
        board: read(board),
        removed: read(removed),
        bets,
        main: Money::from_dollars(5),
    }
}

#[test]
fn hands_are_valued_at_every_street() {
    let game = holdem();
    let value = |hand: &StudHand| {
        let value = super::hand(&game, hand).unwrap();
        assert_eq!(value.actions[0].cost, 0.0);
        value
    };
    // A pair of aces is paid already: every further bet gains.
    let aces = value(&at("As Ah", "", "", None));
    assert_eq!(aces.best, "bet-3");
    // 7-2 with nothing on the board is given up; a fold loses what was bet.
    let nothing = value(&at("7s 2h", "3c Jd", "", None));
    assert_eq!(nothing.best, "fold");
    assert_eq!(nothing.actions[0].ev, -3.0);
    // Four to a flush, one card to come: 9 of 48 make it, 3 jacks pay even money, 36 lose, on seven antes in all.
    let draw = value(&at("Js 2s", "3s 4s", "", Some(vec![1, 2])));
    assert_eq!(draw.best, "bet-3");
    assert_eq!(
        draw.actions[0].ev_exact,
        Some(fraction(7 * (9 * 6 + 3 - 36), 48).to_string())
    );
    assert_eq!(draw.actions[3].action, "fold");
    assert_eq!(draw.actions[3].cost, draw.actions[0].ev + 4.0);
    // A seen card is as good as gone: with all other spades out the draw is dead.
    let dead = value(&at("Js 2s", "3s 4s", "5s 6s 7s 8s 9s Ts Qs Ks As", Some(vec![1, 2])));
    assert_eq!(dead.best, "fold");
}

#[test]
fn the_value_of_the_game_is_that_of_its_hands() {
    let game = holdem();
    let main = Money::from_dollars(5);
    let all: Vec<Card> = game.deck.cards().collect();
    let mut sum = 0.0;
    for first in 0..52 {
        for second in first + 1..52 {
            // Suits may be renamed, so one hand of each kind stands for its kind.
            let (one, other) = (all[first], all[second]);
            let suited = one.suit() == other.suit();
            let (wanted, ways) = match (one.rank() == other.rank(), suited) {
                (true, _) => (one.suit() as u8 == 0 && other.suit() as u8 == 1, 6.0),
                (false, true) => (one.suit() as u8 == 0, 4.0),
                (false, false) => (one.suit() as u8 == 0 && other.suit() as u8 == 1, 12.0),
            };
            if wanted {
                let hand = StudHand {
                    cards: vec![one, other],
                    board: Vec::new(),
                    removed: Vec::new(),
                    bets: None,
                    main,
                };
                sum += ways * super::hand(&game, &hand).unwrap().actions[0].ev;
            }
        }
    }
    near(sum / 1326.0, play(&game, main).unwrap().wager_value(&game).ev, 12);
}

#[test]
fn hands_that_cannot_be_are_refused() {
    let game = holdem();
    let fault = |hand: &StudHand| super::hand(&game, hand).unwrap_err().to_string();
    assert!(fault(&at("As", "", "", None)).contains("2 hole cards"));
    assert!(fault(&at("As As", "", "", None)).contains("As comes 2 times"));
    assert!(fault(&at("As Ah", "2c", "2c", None)).contains("2c comes 2 times"));
    assert!(fault(&at("As Ah", "2c 3c 4c", "", None)).contains("0 or 1 or 2"));
    assert!(fault(&at("As Ah", "2c", "", Some(vec![4]))).contains("[4]"));
    assert!(fault(&at("As Ah", "2c", "", Some(vec![1, 1]))).contains("1 streets"));
    let odd = StudHand {
        main: Money::from_dollars(3),
        ..at("As Ah", "", "", None)
    };
    assert!(fault(&odd).contains("$3"));
}

/// Without a cap nothing ties the bets together: the total is the sum of its parts, to the last digit.
#[test]
fn the_total_without_a_cap_is_the_sum_of_its_parts() {
    let game = changed(|rules| rules.caps.clear());
    let (main, stakes) = (
        Money::from_dollars(5),
        [Money::from_dollars(3), Money::from_dollars(10)],
    );
    let together = total(&game, Some(main), &stakes).unwrap();
    let play = play(&game, main).unwrap();
    let pack = Pack::fresh(&game.deck);
    let side = |place: usize| -> dashu_ratio::RBig {
        let value = side_bets::value(&game, place, &pack, stakes[place], main);
        let share = fraction(i128::from(stakes[place].cents()), main.cents() as u128);
        value.ev_exact.unwrap().parse::<dashu_ratio::RBig>().unwrap() * share
    };
    let parts = fraction(play.value(), play.deals() * play.unit() as u128) + side(0) + side(1);
    assert_eq!(together.ev_exact, parts.to_string());
    near(together.ev, together.ev_apart, 12);
}

/// Main game and both bonuses under a cap that bites everywhere, against trying everything through the round.
#[test]
fn the_total_under_a_shared_cap_agrees_with_the_round() {
    let main = Money::from_dollars(2);
    let stakes = vec![Money::from_dollars(3), Money::from_dollars(2)];
    for (ranks, cap, community) in [("2-J", 19, 2), ("2-Q", 7, 1)] {
        let mut game = changed(|rules| {
            rules.hands.hole_cards = 1;
            rules.hands.extra_cards = 2;
            rules.streets.truncate(community);
            rules.caps[0].max = Money::from_dollars(cap);
            rules.pays[2].when.poker = Some(Poker::Pair);
            rules.pays[2].when.suits = Suits::SameColor;
        });
        game.deck.removed = ranks.parse().unwrap();
        game.side_bets[0].over = croupier_rules::game::Over::HoleAndCommunity;
        game.side_bets[1].rows[0].when.poker = Some(Poker::Pair);
        let left: Vec<Card> = game.deck.cards().collect();
        let together = total(&game, Some(main), &stakes).unwrap();
        let alone: f64 = together.ev_apart;
        let mut oracle = Oracle {
            game: Arc::new(game),
            stakes: stakes.clone(),
            seen: HashMap::new(),
        };
        let (value, deals) = oracle.value(&[], &[], &left, &[], main);
        assert_eq!(
            together.ev_exact,
            fraction(i128::from(value), (deals * main.cents()) as u128).to_string()
        );
        assert!(together.ev < alone, "the cap is shared");
    }
}

#[test]
fn the_simple_rule_is_short_and_nearly_as_good() {
    let game = holdem();
    let rule = simple(&game, None).unwrap().rule.unwrap();
    assert!(rule.streets.iter().all(|street| street.lines.len() <= 7));
    assert!(rule.cost > 0.0 && rule.cost < 0.000_5);
    let flop: Vec<&str> = rule.streets[0].lines.iter().map(|line| line.with.as_str()).collect();
    assert_eq!(flop, ["any pair or better", "2 points or more"]);
    assert_eq!(rule.points, "points: J-A count 2, 6-T count 1, 2-5 count 0");
}

/// The best play as a strategy chooses at the table what the solver says of the hand.
#[test]
fn the_best_play_is_chosen_at_the_table() {
    let game = Arc::new(holdem());
    let main = Money::from_dollars(5);
    let best = StudBook::best(play(&game, main).unwrap());
    let cards = croupier_rules::card::parse_cards("Kd 9h Ks 3c 4d 2c 2d 2h 2s").unwrap();
    let mut round = StudRound::new(&game, &Wagers::one(main)).unwrap();
    let mut chosen = Vec::new();
    let mut next = cards.iter();
    loop {
        let step = match round.next() {
            Next::Card { .. } => Step::Card(*next.next().unwrap()),
            Next::Choice(choice) => {
                let action = best.choose(&game, &round.situation(choice.hand).unwrap());
                chosen.push(action.kind.word());
                Step::Choose(action)
            }
            Next::Over => break,
        };
        round.play(step, &mut Vec::new()).unwrap();
    }
    assert_eq!(chosen, ["bet-1", "bet-3", "bet-3"]);
}

/// What is written is read back as the same play, with the same value to the last digit.
#[test]
fn written_play_is_worth_what_it_says() {
    let game = holdem();
    let main = Money::from_dollars(2);
    let rule = simple(&game, Some(main)).unwrap();
    let book = StudBook::read(&rule, &game, main).unwrap();
    assert_eq!(book.wager_value(&game).ev_exact, rule.rule.map(|rule| rule.ev_exact));
    let best = complete(&game, Some(main)).unwrap();
    let kinds: Vec<usize> = best.streets.iter().map(|street| street.kinds.len()).collect();
    assert_eq!(kinds, [169, 1755, 16_432]);
    let text = serde_json::to_string(&best).unwrap();
    let read = StudBook::read(&serde_json::from_str(&text).unwrap(), &game, main).unwrap();
    assert_eq!(read.wager_value(&game).ev_exact, Some(best.ev_exact));
}

#[test]
fn written_play_with_a_gap_or_an_illegal_action_is_refused() {
    let game = holdem();
    let main = Money::from_dollars(2);
    let refused = |change: &dyn Fn(&mut StudStrategy), complete_play: bool| {
        let written = if complete_play { complete } else { simple };
        let mut written = written(&game, Some(main)).unwrap();
        change(&mut written);
        StudBook::read(&written, &game, main).err().unwrap().to_string()
    };
    let gap = refused(&|written| drop(written.streets[1].kinds.remove(7)), true);
    assert!(gap.contains("gap") && gap.contains("no action with"), "{gap}");
    let short = refused(&|written| drop(written.streets[2].kinds[9].best.pop()), true);
    assert!(short.contains("gap"), "{short}");
    let illegal = refused(
        &|written| written.streets[0].kinds[3].best[0] = "bet-9".to_string(),
        true,
    );
    assert!(
        illegal.contains("`bet-9`") && illegal.contains("offered: "),
        "{illegal}"
    );
    let cards = refused(&|written| written.streets[0].kinds[3].cards = "Ah Ah".to_string(), true);
    assert!(cards.contains("`Ah Ah`"), "{cards}");
    let street = refused(&|written| written.streets.truncate(2), true);
    assert!(street.contains("at all"), "{street}");
    let line =
        |written: &mut StudStrategy| written.rule.as_mut().unwrap().streets[0].lines[0].with = "luck".to_string();
    assert!(refused(&line, false).contains("`luck`"));
    let nothing = refused(&|written| written.rule = None, false);
    assert!(nothing.contains("neither"), "{nothing}");
    let other = refused(&|written| written.game = "poker".to_string(), false);
    assert!(other.contains("`poker`"), "{other}");
}
