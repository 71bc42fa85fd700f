//! Games with a board: figures of others, and every deal of small decks through the round itself.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_rules::load::open;
use croupier_rules::showdown::{BlindPaid, Unqualified};
use croupier_rules::stud::{Betting, Stud};
use croupier_rules::twenty_one::Tie;
use croupier_rules::{Card, Family, Game};
use croupier_solver::showdown::{BoardBook, BoardPlay};
use croupier_solver::solution::fraction;
use croupier_solver::stud::{self, TieRule};
use croupier_solver::{HandQuestion, side_bets};
use croupier_table::{Action, ActionKind, Next, Round, Step, Strategy, Wagers};

fn game(id: &str) -> Game {
    open(id).unwrap().game
}

fn play(game: &Game) -> Arc<BoardPlay> {
    BoardPlay::of(game).unwrap()
}

#[test]
fn ultimate_texas_holdem_is_worth_what_is_published() {
    let game = game("ultimate-texas-holdem");
    let play = play(&game);
    // Two cards each of 52 and five on the board, of which any three may be the flop.
    assert_eq!(play.deals(), 2_781_381_002_400 * 10);
    let least = play.endings(TieRule::Least);
    assert_eq!(least.deals.values().sum::<u128>(), play.deals());
    assert_eq!(
        least.sum(),
        play.value(),
        "the deals gain what the best play was found to"
    );
    let value = play.measured(&game, game.main_bet.lowest(), least);
    // 2.185 % of the ante and 0.526 % of all that is bet: http://wizardofodds.com/games/ultimate-texas-hold-em/ and copies.
    assert_eq!(value.ev_exact.as_deref(), Some("-50643648973/2317817502000"));
    assert_eq!(format!("{:.5}", value.house_edge), "0.02185");
    assert_eq!(format!("{:.5}", value.element_of_risk), "0.00526");
    // Heads up, nobody folding: https://discountgambling.net/category/caribbean-stud/ultimate-texas-holdem/
    // Equal hands alone gain nothing; that the dealer does not qualify is said first of some of them.
    let all = play.endings_of_bets(&[4, 0, 0]);
    let ties = all.deals.iter().filter(|((_, _, gain), _)| *gain == 0);
    assert_eq!(ties.map(|(_, deals)| deals).sum::<u128>(), 113_130_263_816 * 10);
    // Raise with any ace and with 3-3, not with 2-2: http://wizardofodds.com/games/ultimate-texas-hold-em/strategy/
    let starts = play.first_actions();
    let best = |cards: &str| {
        let cards = croupier_rules::card::parse_cards(cards).unwrap();
        let look = |cards: &[Card]| {
            let mut ranks = [cards[0].rank(), cards[1].rank()];
            ranks.sort();
            (ranks, cards[0].suit() == cards[1].suit())
        };
        let (_, values) = starts.iter().find(|(other, _)| look(other) == look(&cards)).unwrap();
        let most = values.iter().max_by(|one, other| one.1.total_cmp(&other.1)).unwrap();
        most.0.clone()
    };
    for raised in ["Ac 2d", "3c 3d", "Kc 5d", "Kc 2c", "Qc 8d", "Qc 6c", "Jc Td", "Jc 8c"] {
        assert_eq!(best(raised), "bet-4", "{raised}");
    }
    for checked in ["2c 2d", "Kc 4d", "Qc 7d", "Qc 5c", "Jc 9d", "Jc 7c", "Tc 9c"] {
        assert_eq!(best(checked), "check", "{checked}");
    }
}

#[test]
fn trips_has_its_published_edges() {
    let pack = croupier_solver::pack::Pack::fresh(&game("ultimate-texas-holdem").deck);
    // By the counts of seven-card hands.
    for (table, exact) in [
        ("trips", "-233985/6689228"),
        ("trips-9-7-4", "-301629/33446140"),
        ("trips-8-6-5", "-48987/2572780"),
        ("trips-20-7-6-5", "-22717/367540"),
    ] {
        let change = format!("side-bet.trips.pays={table}").parse().unwrap();
        let game = open("ultimate-texas-holdem").unwrap().with(&[change]).unwrap().game;
        let value = side_bets::value(&game, 0, &pack, game.side_bets[0].min, game.main_bet.lowest());
        assert_eq!(value.ev_exact.as_deref(), Some(exact), "{table}");
    }
}

#[test]
fn texas_holdem_bonus_is_worth_what_is_published() {
    let game = game("texas-holdem-bonus");
    let play = play(&game);
    // 2.04 % of the ante: http://www.beatingbonuses.com/texasholdem.htm
    let edge = -play.value() as f64 / (play.deals() as f64 * play.scale() as f64);
    assert_eq!(format!("{edge:.4}"), "0.0204");
    // Fold 2-3 to 2-7 of two suits, nothing else: https://casinosite.net/?p=882
    let folds = |(cards, values): &(Vec<Card>, Vec<(String, f64)>)| {
        let best = values.iter().max_by(|one, other| one.1.total_cmp(&other.1)).unwrap();
        let ranks = croupier_rules::Ranks::from_iter(cards.iter().map(|card| card.rank()));
        (best.0 == "fold").then(|| (ranks.to_string(), cards[0].suit() == cards[1].suit()))
    };
    let folded: Vec<(String, bool)> = play.first_actions().iter().filter_map(folds).collect();
    let published = ["2,3", "2,4", "2,5", "2,6", "2,7"].map(|ranks| (ranks.to_string(), false));
    assert_eq!(folded, published);
    // 8.90 % without the row for aces of both: 118/1326.
    let pack = croupier_solver::pack::Pack::fresh(&game.deck);
    let bonus = side_bets::value(&game, 0, &pack, game.side_bets[0].min, game.main_bet.lowest());
    assert_eq!(bonus.ev_exact.as_deref(), Some("-59/663"));
}

/// A variant of a game with a small deck, hands of three cards and two community cards.
fn small(id: &str, cards: &[u8], change: impl Fn(&mut Stud)) -> Game {
    let mut game = game(id);
    game.deck.removed = "2-T,A".parse().unwrap();
    game.table.seats = 1;
    let Family::Stud(rules) = &mut game.family else {
        panic!("a game of stud was expected")
    };
    rules.hands.hand_size = 3;
    for (street, cards) in rules.streets.iter_mut().zip(cards) {
        street.cards = *cards;
    }
    change(rules);
    game.citations.streets = vec![None; rules.streets.len()];
    game
}

fn small_games() -> Vec<(&'static str, Game)> {
    vec![
        (
            "one bet for all streets",
            small("ultimate-texas-holdem", &[1, 1, 0], |_| {}),
        ),
        (
            "a card comes after the last bet",
            small("texas-holdem-bonus", &[1, 1], |rules| {
                rules.streets.pop();
            }),
        ),
        (
            "bets on every street, a blind bet paid whatever the dealer has, folds after bets",
            small("ultimate-texas-holdem", &[1, 1, 0], |rules| {
                rules.hands.betting = Betting::EveryStreet;
                rules.streets[0].bets = vec![0, 1];
                rules.streets[1].bets = vec![1];
                rules.streets[1].fold = true;
                rules.streets[2].bets = vec![0, 2];
                rules.streets[2].fold = true;
                let showdown = rules.showdown.as_mut().unwrap();
                showdown.tie = Tie::PlayerWins;
                showdown.qualifies = Some("Q-Q".parse().unwrap());
                showdown.main_bet.unqualified = Unqualified::Wins;
                let blind = showdown.blind.as_mut().unwrap();
                blind.paid = BlindPaid::EveryHand;
                blind.unqualified = Unqualified::Pushes;
            }),
        ),
    ]
}

/// What a player has chosen.
type History = Vec<ActionKind>;

/// For hole cards and community cards, street by street, what each history gains over all pairs of the dealer.
type Nets = BTreeMap<(Vec<Card>, Vec<Card>), BTreeMap<History, i64>>;

fn through_the_round(game: &Game) -> Nets {
    let cards: Vec<Card> = game.deck.cards().collect();
    let streets: Vec<usize> = game
        .stud()
        .unwrap()
        .streets
        .iter()
        .map(|street| usize::from(street.cards))
        .collect();
    let shared = Arc::new(game.clone());
    let mut nets = Nets::new();
    each_choice(&cards, 2, &mut |hole, rest| {
        each_board(rest, &streets, &mut Vec::new(), &mut |board, rest| {
            let by_history = nets.entry((hole.to_vec(), board.to_vec())).or_default();
            each_choice(rest, 2, &mut |dealer, _| {
                let mut round = Round::new(&shared, &Wagers::one(game.main_bet.lowest())).unwrap();
                let mut events = Vec::new();
                for card in hole.iter().chain(dealer).chain(board) {
                    round.play(Step::Card(*card), &mut events).unwrap();
                }
                each_history(&round, &mut Vec::new(), by_history);
            });
        });
    });
    nets
}

fn each_history(round: &Round, history: &mut History, nets: &mut BTreeMap<History, i64>) {
    let Next::Choice(choice) = round.next() else {
        assert_eq!(round.next(), Next::Over);
        *nets.entry(history.clone()).or_default() += round.net(1).cents();
        return;
    };
    for offer in &choice.offers {
        let mut further = round.clone();
        further
            .play(Step::Choose(Action::plain(offer.kind)), &mut Vec::new())
            .unwrap();
        history.push(offer.kind);
        each_history(&further, history, nets);
        history.pop();
    }
}

fn each_choice(cards: &[Card], take: usize, visit: &mut impl FnMut(&[Card], &[Card])) {
    for chosen in (0u32..1 << cards.len()).filter(|chosen| chosen.count_ones() as usize == take) {
        let (taken, rest): (Vec<usize>, Vec<usize>) = (0..cards.len()).partition(|place| chosen >> place & 1 == 1);
        let pick = |places: Vec<usize>| places.into_iter().map(|place| cards[place]).collect::<Vec<Card>>();
        visit(&pick(taken), &pick(rest));
    }
}

fn each_board(rest: &[Card], streets: &[usize], board: &mut Vec<Card>, visit: &mut impl FnMut(&[Card], &[Card])) {
    let Some((cards, later)) = streets.split_first() else {
        return visit(board, rest);
    };
    let mut nexts = Vec::new();
    each_choice(rest, *cards, &mut |taken, rest| {
        nexts.push((taken.to_vec(), rest.to_vec()))
    });
    for (taken, rest) in nexts {
        board.extend(&taken);
        each_board(&rest, later, board, visit);
        board.truncate(board.len() - taken.len());
    }
}

/// Plain recursion: the best that a player can do who knows these cards, over all that may come.
struct Oracle<'n> {
    nets: &'n Nets,
    /// How many community cards lie open when each street is decided.
    open: Vec<usize>,
}

impl Oracle<'_> {
    /// What each choice gains with these hole cards, this board and this history.
    fn values(&self, hole: &[Card], board: &[Card], history: &History) -> BTreeMap<ActionKind, i64> {
        let mut next: BTreeMap<ActionKind, i64> = BTreeMap::new();
        let deals = self
            .nets
            .iter()
            .filter(|((other, whole), _)| other == hole && whole.starts_with(board));
        let deals: Vec<_> = deals.collect();
        let place = history.len();
        let further = |kind: ActionKind| [history.as_slice(), &[kind]].concat();
        for (_, by_history) in &deals {
            for other in by_history
                .keys()
                .filter(|other| other.starts_with(history) && other.len() > place)
            {
                next.entry(other[place]).or_insert(0);
            }
        }
        for (kind, sum) in &mut next {
            let history = further(*kind);
            let ends = deals[0].1.contains_key(&history);
            *sum = match ends {
                true => deals.iter().map(|(_, by_history)| by_history[&history]).sum(),
                false => {
                    let open = self.open[history.len()];
                    let mut boards: Vec<&[Card]> = deals.iter().map(|((_, whole), _)| &whole[..open]).collect();
                    boards.sort();
                    boards.dedup();
                    boards.iter().map(|board| self.best(hole, board, &history)).sum()
                }
            };
        }
        next
    }

    fn best(&self, hole: &[Card], board: &[Card], history: &History) -> i64 {
        self.values(hole, board, history).into_values().max().unwrap()
    }
}

#[test]
fn every_deal_of_small_decks_gains_through_the_round_what_the_solver_says() {
    for (name, game) in small_games() {
        let nets = through_the_round(&game);
        let rules = game.stud().unwrap();
        let open = |street: usize| rules.cards_known_at(street) - 2;
        let oracle = Oracle {
            nets: &nets,
            open: (0..rules.streets.len()).map(open).collect(),
        };
        let play = play(&game);
        let main = game.main_bet.lowest();
        let mut holes: Vec<&Vec<Card>> = nets.keys().map(|(hole, _)| hole).collect();
        holes.dedup();
        let sum: i64 = holes.iter().map(|hole| oracle.best(hole, &[], &Vec::new())).sum();
        let value = play.wager_value(&game, main);
        let expected = fraction(i128::from(sum), play.deals() * main.cents() as u128);
        assert_eq!(value.ev_exact, Some(expected.to_string()), "{name}");
        let book = BoardBook::best(play, main);
        assert_eq!(book.wager_value(&game).ev_exact, value.ev_exact, "{name}");
        for (place, hole) in holes.iter().enumerate().step_by(7) {
            let board: Vec<Card> = game
                .deck
                .cards()
                .filter(|card| !hole.contains(card))
                .skip(place % 5)
                .take(1)
                .collect();
            for board in [&[][..], &board] {
                one_hand(&game, &oracle, &book, hole, board, name);
            }
        }
    }
}

/// `croupier hand` and the book say of one hand what plain recursion found.
fn one_hand(game: &Game, oracle: &Oracle, book: &BoardBook, hole: &[Card], board: &[Card], name: &str) {
    let street = oracle.open.iter().position(|open| *open == board.len()).unwrap();
    let rules = game.stud().unwrap();
    let least = |street: usize| rules.streets[street].bets.iter().copied().min().unwrap();
    let bets: Vec<u8> = (0..street).map(least).collect();
    let history: History = bets.iter().map(|bet| ActionKind::Bet(*bet)).collect();
    if rules.hands.betting == Betting::Once && bets.iter().any(|bet| *bet > 0) {
        return;
    }
    let values = oracle.values(hole, board, &history);
    let main = game.main_bet.lowest();
    let question = HandQuestion {
        cards: hole.to_vec(),
        board: board.to_vec(),
        bet: Some(main),
        street_bets: Some(bets.clone()),
        ..HandQuestion::default()
    };
    let found = croupier_solver::hand(game, &question).unwrap();
    let deals = oracle
        .nets
        .keys()
        .filter(|(other, whole)| other == hole && whole.starts_with(board))
        .count();
    let left = game.deck.cards().count() - 2 - usize::from(rules.community_cards());
    let deals = (deals * left * (left - 1) / 2) as u128;
    for (kind, sum) in &values {
        let ev = fraction(i128::from(*sum), deals * main.cents() as u128);
        let action = found
            .actions
            .iter()
            .find(|action| action.action == kind.word())
            .unwrap();
        assert_eq!(
            action.ev_exact,
            Some(ev.to_string()),
            "{name}: {hole:?} {board:?} {kind:?}"
        );
    }
    let offers = Default::default();
    let added: Vec<_> = bets.iter().map(|bet| main * i64::from(*bet)).collect();
    let situation = croupier_table::Situation {
        cards: hole,
        up: None,
        hole: None,
        board,
        split: false,
        parts: 1,
        main,
        added: &added,
        free: croupier_rules::play::FreeBets::NONE,
        offers: &offers,
    };
    let chosen = book.choose(game, &situation).kind;
    assert_eq!(
        Some(&values[&chosen]),
        values.values().max(),
        "{name}: {hole:?} {board:?}"
    );
}

#[test]
fn a_rule_that_a_person_can_carry_is_written_and_read_back() {
    let game = small("ultimate-texas-holdem", &[1, 1, 0], |_| {});
    let main = game.main_bet.lowest();
    let written = stud::simple(&game, None).unwrap();
    let rule = written.rule.as_ref().unwrap();
    assert_eq!(rule.streets.len(), 3);
    assert!(rule.cost >= 0.0 && rule.cost < 0.2, "{rule:?}");
    let text = serde_json::to_string(&written).unwrap();
    let book = BoardBook::read(&serde_json::from_str(&text).unwrap(), &game, main).unwrap();
    assert_eq!(
        book.wager_value(&game).ev_exact.as_deref(),
        Some(rule.ev_exact.as_str())
    );
    let mut wrong = written.clone();
    wrong.rule.as_mut().unwrap().streets[0].otherwise = "dance".to_string();
    let fault = BoardBook::read(&wrong, &game, main).err().unwrap().to_string();
    assert!(fault.contains("dance"), "{fault}");
}
