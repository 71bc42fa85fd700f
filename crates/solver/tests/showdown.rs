//! Games against the dealer's hand: figures of others, and every deal of small decks through the round itself.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_rules::load::open;
use croupier_rules::pattern::{Pays, Poker};
use croupier_rules::showdown::{StakePays, Unqualified};
use croupier_rules::stud::Stud;
use croupier_rules::twenty_one::Tie;
use croupier_rules::{Card, Family, Game, Odds, Rank};
use croupier_solver::HandQuestion;
use croupier_solver::showdown::{self, ShowdownBook, ShowdownPlay};
use croupier_solver::solution::{Solution, WagerValue};
use croupier_solver::{solve, stud};
use croupier_table::{Action, ActionKind, Next, Round, Step, Strategy, Wagers};

fn game(id: &str) -> Game {
    open(id).unwrap().game
}

fn play(game: &Game) -> ShowdownPlay {
    showdown::play(game, game.main_bet.lowest()).unwrap().unwrap()
}

fn wager<'s>(solution: &'s Solution, id: &str) -> &'s WagerValue {
    solution.wagers.iter().find(|wager| wager.id == id).unwrap()
}

#[test]
fn three_card_poker_is_worth_what_is_published() {
    let solution = solve(&game("three-card-poker"), None).unwrap();
    let main = wager(&solution, "main");
    // https://wizardofodds.com/games/three-card-poker/: 3.37 % of the ante, 2.01 % of all that is bet.
    assert_eq!(main.ev_exact.as_deref(), Some("-686689/20358520"));
    assert_eq!(format!("{:.4}", main.house_edge), "0.0337");
    assert_eq!(format!("{:.4}", main.element_of_risk), "0.0201");
    let counts: Vec<_> = main.outcomes.iter().map(|row| row.count.unwrap()).collect();
    assert_eq!(counts.iter().sum::<u64>(), 407_170_400, "22,100 times 18,424 deals");
    // https://www.casinocitytimes.com/john-grochowski/article/three-card-poker-and-pair-plus-67518: 7.28 %, and 2.32 % by
    // the older table.
    assert_eq!(wager(&solution, "pair-plus").ev_exact.as_deref(), Some("-402/5525"));
    // 15.28 %: https://online.casinocity.com/article/about-three-card-poker-122573 names the table.
    assert_eq!(
        format!("{:.4}", wager(&solution, "six-card-bonus").house_edge),
        "0.1528"
    );
}

#[test]
fn three_card_poker_by_its_other_tables() {
    for (change, id, edge) in [
        ("side-bet.pair-plus.pays=pair-plus-flush-4", "pair-plus", "0.0232"),
        (
            "side-bet.six-card-bonus.pays=six-card-bonus-flush-20",
            "six-card-bonus",
            "0.1022",
        ),
    ] {
        let loaded = open("three-card-poker")
            .unwrap()
            .with(&[change.parse().unwrap()])
            .unwrap();
        let solution = solve(&loaded.game, None).unwrap();
        assert_eq!(format!("{:.4}", wager(&solution, id).house_edge), edge, "{change}");
    }
}

#[test]
fn play_queen_six_four_and_its_price() {
    let game = game("three-card-poker");
    let strategy = stud::simple(&game, None).unwrap();
    let rule = strategy.rule.unwrap();
    // https://www.casinocitytimes.com/john-grochowski/article/three-card-poker-49782: play Q-6-4 or better. One rule for all
    // hands is the best play here, so it costs nothing.
    assert_eq!(rule.streets[0].lines[0].with, "Q-6-4 or better");
    assert_eq!(rule.streets[0].lines[0].action, "bet-1");
    assert_eq!(rule.streets[0].otherwise, "fold");
    assert_eq!(rule.cost, 0.0);
    // Any queen, as the dealer qualifies: 3.45 %.
    let play = play(&game);
    let any_queen = play.endings_of(|cards, _| usize::from(strength(cards, 3) >= least("Q", 3)));
    assert_eq!(
        format!("{:.4}", -any_queen.sum() as f64 / play.deals() as f64),
        "0.0345"
    );
}

#[test]
fn caribbean_stud_is_worth_what_is_published_to_the_last_deal() {
    let game = game("caribbean-stud");
    let play = play(&game);
    assert_eq!(play.deals(), 19_933_230_517_200);
    assert_eq!(play.value(), -1_041_372_912_372);
    let value = play.wager_value(&game);
    assert_eq!(value.ev_exact.as_deref(), Some("-142031221/2718662100"));
    assert_eq!(format!("{:.5}", value.element_of_risk), "0.02555");
    // http://www.casinoadvisor.com/caribbean-stud-poker-probability-article.html
    let published = [
        ("Royal flush", 16_759_740),
        ("Straight flush", 156_929_720),
        ("Four of a kind", 2_832_435_800),
        ("Full house", 16_624_475_280),
        ("Flush", 21_856_990_280),
        ("Straight", 43_805_516_100),
        ("Three of a kind", 234_242_908_320),
        ("Two pair", 488_012_139_360),
        ("Dealer does not qualify", 4_532_514_033_720),
        ("Tie", 321_623_100),
        ("Lower than the dealer", 2_726_592_727_512),
        ("Fold", 9_523_005_974_460),
    ];
    for (row, count) in published {
        let found = value.outcomes.iter().find(|outcome| outcome.row == row).unwrap();
        assert_eq!(found.count, Some(count), "{row}");
    }
    let low = |name: &str| {
        value
            .outcomes
            .iter()
            .find(|row| row.row == name)
            .unwrap()
            .count
            .unwrap()
    };
    assert_eq!(low("Pair") + low("Ace and king"), 2_343_248_003_808, "pair or less");
}

#[test]
fn strategies_of_caribbean_stud_have_their_published_prices() {
    // https://toho-talent.com/2022/04/14/caribbean-stud-poker-strategy/, after wizardofodds.com.
    let game = game("caribbean-stud");
    let play = play(&game);
    let from =
        |hand: &'static str| move |cards: &[Card], _: Option<Card>| usize::from(strength(cards, 5) >= least(hand, 5));
    assert_eq!(play.endings_of(from("2-2")).sum(), -1_090_272_101_460, "any pair");
    assert_eq!(
        play.endings_of(from("A-K")).sum(),
        -1_132_600_203_540,
        "any ace and king"
    );
    assert_eq!(
        play.endings_of(from("A-K-J-8-3")).sum(),
        -1_059_715_400_580,
        "A-K-J-8-3 or better"
    );
    assert_eq!(play.endings_of(|_, _| 1).sum(), -3_310_360_338_060, "every hand");
    assert_eq!(
        play.endings_of(three_rules).sum(),
        -1_041_417_758_724,
        "three rules of thumb"
    );
    let rule = play.rule();
    assert_eq!(rule.streets[0].lines[0].with, "A-K-J-8-3 or better");
}

/// With ace and king: raise if the up card is 2 to queen and matches a card; if it is an ace or king and the hand has a queen
/// or jack; if it matches none, the hand has a queen and the up card is below the fourth card.
fn three_rules(cards: &[Card], up: Option<Card>) -> usize {
    let up = up.unwrap().rank();
    let has = |rank: Rank| cards.iter().any(|card| card.rank() == rank);
    let mut ranks: Vec<Rank> = cards.iter().map(|card| card.rank()).collect();
    ranks.sort_by(|one, other| other.cmp(one));
    let raise = strength(cards, 5) >= least("2-2", 5)
        || (strength(cards, 5) >= least("A-K", 5)
            && ((up <= Rank::Queen && has(up))
                || (up >= Rank::King && (has(Rank::Queen) || has(Rank::Jack)))
                || (!has(up) && has(Rank::Queen) && up < ranks[3])));
    usize::from(raise)
}

fn strength(cards: &[Card], size: u8) -> croupier_rules::poker::Strength {
    croupier_rules::poker::Tally::of(cards).strength(size)
}

fn least(hand: &str, size: u8) -> croupier_rules::poker::Strength {
    hand.parse::<croupier_rules::poker::LeastHand>().unwrap().strength(size)
}

/// A variant of a game with a small deck.
fn small(id: &str, removed: &str, change: impl Fn(&mut Stud)) -> Game {
    let mut game = game(id);
    game.deck.removed = removed.parse().unwrap();
    game.table.seats = 1;
    match &mut game.family {
        Family::Stud(rules) => {
            change(rules);
            game.citations.pays = vec![None; rules.pays.len()];
        }
        _ => panic!("a game of stud was expected"),
    }
    game
}

/// Games that between them have every rule of a showdown: up cards, qualifiers, ties, bets by table, several bets, hands of
/// three, four and five cards, more cards than a hand has.
fn small_games() -> Vec<(&'static str, Game)> {
    vec![
        ("three cards", small("three-card-poker", "4-T,K-A", |_| {})),
        ("larger bets with aces", small("crazy-4-poker", "2-J", |_| {})),
        (
            "an up card, bets by table",
            small("three-card-poker", "2-T,A", |rules| {
                let pays = rules.showdown.as_ref().unwrap().bonus_rows.clone();
                rules.pays = pays;
                rules.pays[2].when.poker = Some(Poker::Pair);
                rules.pays[2].pays = Pays::Odds(Odds { pays: 3, per: 2 });
                rules.streets[0].bets = vec![1, 2, 3];
                let showdown = rules.showdown.as_mut().unwrap();
                showdown.up_cards = 1;
                showdown.qualifies = Some("K-Q".parse().unwrap());
                showdown.street_bets.pays = StakePays::ByTable;
                showdown.tie = Tie::PlayerWins;
            }),
        ),
        (
            "best three of four, the dealer takes ties",
            small("three-card-poker", "2-3,5-T,Q,A", |rules| {
                rules.hands.hole_cards = 4;
                let showdown = rules.showdown.as_mut().unwrap();
                showdown.dealer_cards = 4;
                showdown.qualifies = Some("J-J".parse().unwrap());
                showdown.tie = Tie::DealerWins;
                showdown.main_bet.unqualified = Unqualified::Pushes;
                showdown.street_bets.unqualified = Unqualified::Compared;
            }),
        ),
        (
            "best four of five against best four of six, one card up",
            small("three-card-poker", "4-K", |rules| {
                rules.hands.hole_cards = 5;
                rules.hands.hand_size = 4;
                rules.streets[0].bets = vec![1, 3];
                let showdown = rules.showdown.as_mut().unwrap();
                (showdown.dealer_cards, showdown.up_cards) = (6, 1);
                showdown.qualifies = None;
                showdown.main_bet.unqualified = Unqualified::Compared;
                showdown.street_bets.unqualified = Unqualified::Compared;
                showdown.tie = Tie::PlayerWins;
            }),
        ),
        ("five cards", small("caribbean-stud", "2-J", |_| {})),
    ]
}

/// What each choice gains over how many deals.
type Gained = BTreeMap<ActionKind, (i64, i64)>;

/// What every choice of every hand gains through the round itself, over all deals of a deck: by hand and up card.
fn through_the_round(game: &Game) -> BTreeMap<(Vec<Card>, Option<Card>), Gained> {
    let rules = game.stud().unwrap();
    let (hole, dealer) = (usize::from(rules.hands.hole_cards), usize::from(rules.dealer_cards()));
    let ups = usize::from(rules.showdown.as_ref().unwrap().up_cards);
    let cards: Vec<Card> = game.deck.cards().collect();
    let shared = Arc::new(game.clone());
    let mut found: BTreeMap<_, Gained> = BTreeMap::new();
    each_choice(&cards, hole, &mut |hand, rest| {
        each_choice(rest, ups, &mut |up, rest| {
            each_choice(rest, dealer - ups, &mut |down, _| {
                let mut round = Round::new(&shared, &Wagers::one(game.main_bet.lowest())).unwrap();
                let mut events = Vec::new();
                for card in hand.iter().chain(up).chain(down) {
                    round.play(Step::Card(*card), &mut events).unwrap();
                }
                let Next::Choice(choice) = round.next() else {
                    panic!("the cards are dealt, a choice follows")
                };
                for offer in &choice.offers {
                    let mut ended = round.clone();
                    ended
                        .play(Step::Choose(Action::plain(offer.kind)), &mut events)
                        .unwrap();
                    assert_eq!(ended.next(), Next::Over);
                    let by_action = found.entry((hand.to_vec(), up.first().copied())).or_default();
                    let (sum, deals) = by_action.entry(offer.kind).or_default();
                    *sum += ended.net(1).cents();
                    *deals += 1;
                }
            });
        });
    });
    found
}

fn each_choice(cards: &[Card], take: usize, visit: &mut impl FnMut(&[Card], &[Card])) {
    for chosen in (0u32..1 << cards.len()).filter(|chosen| chosen.count_ones() as usize == take) {
        let (taken, rest): (Vec<usize>, Vec<usize>) = (0..cards.len()).partition(|place| chosen >> place & 1 == 1);
        let pick = |places: Vec<usize>| places.into_iter().map(|place| cards[place]).collect::<Vec<Card>>();
        visit(&pick(taken), &pick(rest));
    }
}

#[test]
fn every_deal_of_small_decks_gains_through_the_round_what_the_solver_says() {
    let drawn = (0..8).map(|seed| ("drawn at random", croupier_sample::tiny_showdown(seed)));
    for (name, game) in small_games().into_iter().chain(drawn) {
        let main = game.main_bet.lowest();
        let play = play(&game);
        let best = ShowdownBook::best(showdown::play(&game, main).unwrap().unwrap());
        let (mut sum, mut by_book, mut deals) = (0, 0, 0);
        for ((hand, up), actions) in through_the_round(&game) {
            let most = actions.values().map(|(sum, _)| *sum).max().unwrap();
            sum += most;
            deals += actions.values().next().unwrap().1;
            let chosen = choose(&best, &game, &hand, up);
            by_book += actions[&chosen].0;
            assert_eq!(actions[&chosen].0, most, "{name}: {hand:?} against {up:?}");
            if deals % 7 == 0 {
                one_hand(&game, &hand, up, &actions);
            }
        }
        assert_eq!(u128::try_from(deals).unwrap(), play.deals(), "{name}");
        let value = croupier_solver::solution::fraction(i128::from(sum), play.deals() * main.cents() as u128);
        assert_eq!(play.wager_value(&game).ev_exact, Some(value.to_string()), "{name}");
        assert_eq!(by_book, sum, "{name}: the book plays what the solver found");
    }
}

fn choose(book: &ShowdownBook, game: &Game, cards: &[Card], up: Option<Card>) -> ActionKind {
    let offers = Default::default();
    let situation = croupier_table::Situation {
        cards,
        up,
        hole: None,
        board: &[],
        split: false,
        parts: 1,
        main: game.main_bet.lowest(),
        added: &[],
        free: croupier_rules::play::FreeBets::NONE,
        offers: &offers,
    };
    book.choose(game, &situation).kind
}

/// `croupier hand` says of one hand what the round paid for it.
fn one_hand(game: &Game, hand: &[Card], up: Option<Card>, actions: &Gained) {
    let question = HandQuestion {
        cards: hand.to_vec(),
        up,
        bet: Some(game.main_bet.lowest()),
        ..HandQuestion::default()
    };
    let value = croupier_solver::hand(game, &question).unwrap();
    assert_eq!(
        value.actions.len(),
        actions.len(),
        "{hand:?}: what is offered is valued"
    );
    for (kind, (sum, deals)) in actions {
        let ev = croupier_solver::solution::fraction(
            i128::from(*sum),
            u128::try_from(*deals).unwrap() * game.main_bet.lowest().cents() as u128,
        );
        let found = value
            .actions
            .iter()
            .find(|action| action.action == kind.word())
            .unwrap();
        assert_eq!(found.ev_exact, Some(ev.to_string()), "{hand:?} against {up:?}");
    }
}

#[test]
fn a_hand_is_valued_as_the_whole_game_is() {
    // The mean over all hands of the best action is the value of the game: three cards of a small deck.
    let game = small("three-card-poker", "4-T,K-A", |_| {});
    let cards: Vec<Card> = game.deck.cards().collect();
    let (mut sum, mut hands) = (croupier_solver::solution::fraction(0, 1), 0u32);
    each_choice(&cards, 3, &mut |hand, _| {
        let question = HandQuestion {
            cards: hand.to_vec(),
            ..HandQuestion::default()
        };
        let value = croupier_solver::hand(&game, &question).unwrap();
        sum += value.actions[0]
            .ev_exact
            .as_ref()
            .unwrap()
            .parse::<dashu_ratio::RBig>()
            .unwrap();
        hands += 1;
    });
    let mean = sum / dashu_ratio::RBig::from(hands);
    assert_eq!(play(&game).wager_value(&game).ev_exact, Some(mean.to_string()));
}

#[test]
fn questions_that_do_not_fit_are_refused() {
    let caribbean = game("caribbean-stud");
    let cards = croupier_rules::card::parse_cards("Ac Kd 9h 5s 2c").unwrap();
    let answer = |game: &Game, cards: &[Card], up: Option<&str>| {
        let question = HandQuestion {
            cards: cards.to_vec(),
            up: up.map(|up| up.parse().unwrap()),
            ..HandQuestion::default()
        };
        croupier_solver::hand(game, &question)
            .map(|_| ())
            .map_err(|fault| fault.to_string())
    };
    assert_eq!(answer(&caribbean, &cards, Some("9s")), Ok(()));
    let without = answer(&caribbean, &cards, None).unwrap_err();
    assert!(without.contains("--up"), "{without}");
    let three = game("three-card-poker");
    assert!(
        answer(&three, &cards[..3], Some("9s"))
            .unwrap_err()
            .contains("shows no card")
    );
    assert!(answer(&three, &cards, None).unwrap_err().contains("3 hole cards"));
    assert!(
        answer(&caribbean, &cards, Some("Ac")).is_err(),
        "one card cannot be in two hands"
    );
}

#[test]
fn a_written_strategy_is_played_as_it_is_written() {
    let game = game("three-card-poker");
    let main = game.main_bet.lowest();
    for written in [stud::complete(&game, None).unwrap(), stud::simple(&game, None).unwrap()] {
        let text = serde_json::to_string(&written).unwrap();
        let book = ShowdownBook::read(&serde_json::from_str(&text).unwrap(), &game, main).unwrap();
        assert_eq!(book.wager_value(&game).ev_exact.as_deref(), Some("-686689/20358520"));
    }
    let mut rule = stud::simple(&game, None).unwrap();
    rule.rule.as_mut().unwrap().streets[0].lines[0].with = "a good hand".to_string();
    let fault = ShowdownBook::read(&rule, &game, main).err().unwrap().to_string();
    assert!(
        fault.contains("a good hand") && fault.contains("Q-6-4 or better"),
        "{fault}"
    );
    let mut gap = stud::complete(&game, None).unwrap();
    gap.streets[0].kinds.pop();
    let fault = ShowdownBook::read(&gap, &game, main).err().unwrap().to_string();
    assert!(fault.contains("a gap"), "{fault}");
}

#[test]
fn crazy_4_poker_is_worth_what_is_published() {
    let game = game("crazy-4-poker");
    let play = play(&game);
    // Five cards of 52 and five of 47.
    assert_eq!(play.deals(), 3_986_646_103_440);
    let solution = croupier_solver::solve(&game, None).unwrap();
    let main = wager(&solution, "main");
    // 3.42 % of the ante, 1.09 % of all that is bet: http://wizardofodds.com/games/crazy-four-poker/
    assert_eq!(main.ev_exact.as_deref(), Some("-264142729/7726058340"));
    assert_eq!(format!("{:.4}", main.house_edge), "0.0342");
    assert_eq!(format!("{:.4}", main.element_of_risk), "0.0109");
    // 4.52 %: https://blog.grosvenorcasinos.com/how-to-play-crazy-four-poker
    assert_eq!(wager(&solution, "queens-up").ev_exact.as_deref(), Some("-979/21658"));
    // K-Q-8-4 once, aces three times: http://smartgaming.com/Articles/how_to_play_crazy_4_poker.html
    let rule = play.rule();
    let lines = rule.streets[0]
        .lines
        .iter()
        .map(|line| (line.action.as_str(), line.with.as_str()));
    let wanted = [("bet-3", "A-A-5-3-2 or better"), ("bet-1", "K-Q-8-4-2 or better")];
    assert_eq!(lines.collect::<Vec<_>>(), wanted);
    // Whether an unqualified dealer takes the Super Bonus changes nothing.
    let change = "showdown.blind.unqualified=compared".parse().unwrap();
    let other = open("crazy-4-poker").unwrap().with(&[change]).unwrap().game;
    let other = croupier_solver::solve(&other, None).unwrap();
    assert_eq!(wager(&other, "main").ev_exact, main.ev_exact);
}

#[test]
fn four_card_poker_and_the_two_figures_that_are_published() {
    let game = game("four-card-poker");
    let play = play(&game);
    assert_eq!(
        play.deals(),
        167_439_136_344_480,
        "five cards, an up card, five more of 46"
    );
    let value = play.wager_value(&game);
    assert_eq!(value.ev_exact.as_deref(), Some("-8840827253/317119576410"));
    // https://wizardofodds.com/games/four-card-poker/ has 2.79 % of the ante and 1.30 % of all that is bet.
    assert_eq!(format!("{:.4}", value.house_edge), "0.0279");
    assert_eq!(format!("{:.4}", value.element_of_risk), "0.0130");
    // The 3.36 to 3.40 % that others print is the price of the pamphlet's three lines: fold below a pair of threes, bet once
    // up to nines, three times with tens or better.
    let pamphlet = play.endings_of(|cards, _| match strength(cards, 4) {
        hand if hand >= least("T-T", 4) => 3,
        hand if hand >= least("3-3", 4) => 1,
        _ => 0,
    });
    let price = -pamphlet.sum() as f64 / play.deals() as f64;
    assert_eq!(format!("{price:.4}"), "0.0340");
    // Counted by hand: 12643/324870, 3.89 %.
    let solution = solve(&game, None).unwrap();
    assert_eq!(wager(&solution, "aces-up").ev_exact.as_deref(), Some("-12643/324870"));
}
