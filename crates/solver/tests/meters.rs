//! Progressive meters: published break-even meters, the line of the value over what the meter shows against the round itself, and the edge in the long run against a meter that is played.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use croupier_rules::game::Deck;
use croupier_rules::load::{self, Change, open};
use croupier_rules::meter::Share;
use croupier_rules::pattern::Pays;
use croupier_rules::{Game, Money, Rank, Ranks};
use croupier_solver::exhaustive::{Cards, Decides, value_with};
use croupier_solver::pack::Pack;
use croupier_solver::side_bets;
use croupier_solver::solution::{MeterValue, WagerValue};
use croupier_table::HandWagers;
use dashu_ratio::RBig;

fn changed(id: &str, changes: &[(&str, &str)]) -> Game {
    let changes: Vec<Change> = changes.iter().map(|(path, word)| Change::new(*path, *word)).collect();
    open(id)
        .unwrap()
        .with(&changes)
        .unwrap_or_else(|faults| panic!("{faults}"))
        .game
}

fn progressive(game: &Game) -> WagerValue {
    let (place, bet) = game.side_bet("progressive").unwrap();
    let pack = Pack::fresh(&game.deck);
    side_bets::value(game, place, &pack, bet.min, game.main_bet.lowest())
}

fn metered(game: &Game) -> MeterValue {
    progressive(game).meter.unwrap()
}

/// Michael Shackleford, Contingencies, November/December 2000, Table 3: the meters at which the progressive bet of Caribbean Stud
/// breaks even. The third is printed as $217,047; the hands behind it give $218,047.37, as they give the others to the dollar.
#[test]
fn caribbean_stud_breaks_even_where_it_is_published() {
    for (table, published, exact) in [
        ("progressive-100", 263_205, "5000900/19"),
        ("progressive-150", 246_784, "4688900/19"),
        ("progressive-500", 218_047, "4142900/19"),
    ] {
        let meter = metered(&changed("caribbean-stud", &[("side-bet.progressive.pays", table)]));
        assert_eq!(meter.break_even_exact.as_deref(), Some(exact), "{table}");
        assert_eq!(meter.break_even.unwrap().floor() as i64, published, "{table}");
    }
    // By hand: 4 royal and 36 straight flushes, 624 fours of a kind, 3,744 full houses and 5,108 flushes of 2,598,960.
    let value = progressive(&changed("caribbean-stud", &[]));
    assert_eq!(value.ev_exact.as_deref(), Some("-1847/9282"));
    assert_eq!(value.meter.unwrap().break_even_cents, Some(21_804_737));
    let counts: Vec<u64> = value.outcomes.iter().filter_map(|row| row.count).collect();
    assert_eq!(counts, [4, 36, 624, 3_744, 5_108, 2_598_960 - 9_516]);
    let pays: Vec<&str> = value.outcomes.iter().map(|row| row.pays.as_str()).collect();
    assert_eq!(pays, ["100% of meter", "10% of meter", "$500", "$100", "$50", "lose"]);
}

/// 58 Pa. Code § 655a.12(c), Paytable A. By hand: what is paid for $1 in fixed amounts over 2,598,960 hands is
/// 624·300 + 3,744·50 + 5,108·40 + 10,200·30 + 54,912·9 = $1,378,928, and every dollar on the meter is paid 7.6 times.
#[test]
fn mississippi_stud_pays_its_progressive_for_one() {
    let value = progressive(&changed("mississippi-stud", &[]));
    assert_eq!(value.ev_exact.as_deref(), Some("-9584/54145"));
    assert_eq!(value.outcomes[2].pays, "300 for 1");
    assert_eq!(value.meter.unwrap().break_even_exact.as_deref(), Some("3050080/19"));
}

/// At the meter where it breaks even, to the next ten cents that can be shared, the bet is worth nothing or a trifle.
#[test]
fn at_its_break_even_meter_the_bet_costs_nothing() {
    let at = |amount: &str| progressive(&changed("caribbean-stud", &[("meter.progressive.amount", amount)])).ev;
    assert!(at("$218,047.30") < 0.0);
    assert!(at("$218,047.40") > 0.0);
    assert!(at("$218,047.40") < 1e-6);
}

/// A game with a side bet over cards of its own family that pays all and a tenth of a meter, from a deck with these ranks.
fn small(id: &str, over: &str, settled: &str, stake: &str, rows: &str, ranks: &str, decks: u8) -> Game {
    let path = format!("{}/../../games/{id}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let added = format!(
        "\n[pay-table.jackpot]\n{rows}\n[meter.jackpot]\nname = \"jackpot\"\namount = \"$10,000,000\"\n\
         [side-bet.progressive]\nname = \"Progressive\"\nmin = \"$2\"\nmax = \"$2\"\nover = \"{over}\"\nsettled = \"{settled}\"\n\
         pays = \"jackpot\"\nmeter = \"jackpot\"\nwinning-stake = \"{stake}\"\n"
    );
    let mut game = load::parse(&(text + &added)).unwrap_or_else(|faults| panic!("{faults}"));
    let kept: Ranks = ranks.parse().unwrap();
    game.deck = Deck {
        decks,
        removed: Rank::ALL.into_iter().filter(|rank| !kept.contains(*rank)).collect(),
        ..game.deck
    };
    game
}

/// The same game with this on the meter, in cents.
fn with_meter(game: &Game, cents: i64) -> Game {
    let mut game = game.clone();
    let (place, bet) = game.side_bet("progressive").unwrap();
    let kept = bet.kept_stake().unwrap_or(Money::ZERO);
    let meter = bet.meter.clone().unwrap();
    for row in game.side_bets[place].rows.iter_mut() {
        if let Pays::OfMeter { share, amount } = &mut row.pays {
            *amount = Money::from_cents(cents * share.parts() / Share::WHOLE) - kept;
        }
    }
    let meter = game.meters.iter_mut().find(|found| found.id == meter).unwrap();
    meter.amount = Money::from_cents(cents);
    game
}

/// What the bet gains through the round itself, over every deal, in its own stakes.
fn through_the_round(game: &Game, cards: Cards) -> RBig {
    let (game, main) = (Arc::new(game.clone()), game.main_bet.lowest());
    let (place, bet) = game.side_bet("progressive").unwrap();
    let value = |stake: Money| {
        let mut side = vec![Money::ZERO; game.side_bets.len()];
        side[place] = stake;
        let bets = HandWagers { main, spots: 0, side };
        value_with(&game, &bets, Decides::BestAction, cards).unwrap()
    };
    (value(bet.min) - value(Money::ZERO)) * RBig::from(main.cents()) / RBig::from(bet.min.cents())
}

const PAIRS: &str = "sevens = { name = \"Sevens\", when = { same-rank = \"7\" }, pays = \"100% of meter\" }\n\
                     pair = { name = \"Pair\", when = { same-rank = \"any\" }, pays = \"0.25% of meter\" }\n\
                     low = { name = \"Low\", when = { sum = \"2-9\" }, pays = \"3:2\" }\n";

/// Over a player's and a dealer's card and over the first cards of a coup, with the stake returned and kept: the value at a meter of ten million and at a small one is what the round
/// pays, and the line between the two is the one that is told.
#[test]
fn the_line_over_the_meter_is_what_the_round_pays() {
    for stake in ["returned", "kept"] {
        let games = [
            (
                small("casino-war", "first-cards", "after-deal", stake, PAIRS, "2,7,9", 1),
                Cards::Rank,
            ),
            (
                small("baccarat", "player-first-two", "after-main", stake, PAIRS, "2,7,T", 1),
                Cards::Rank,
            ),
        ];
        for (game, cards) in games {
            let [low, high] = [400_000, 1_000_000_000].map(|cents| {
                let game = with_meter(&game, cents);
                let paid = through_the_round(&game, cards);
                let value = progressive(&game);
                assert_eq!(value.ev_exact, Some(paid.to_string()), "{} at {cents} cents", game.id);
                (paid, value.meter.unwrap())
            });
            let per_dollar = (&high.0 - &low.0) / RBig::from(10_000_000 - 4_000);
            let at_zero = &low.0 - &per_dollar * RBig::from(4_000);
            for meter in [&low.1, &high.1] {
                assert_eq!(meter.ev_per_dollar_exact, Some(per_dollar.to_string()), "{}", game.id);
                assert_eq!(meter.ev_at_zero_exact, Some(at_zero.to_string()), "{}", game.id);
            }
        }
    }
}

/// Where a share falls below what another row pays for the same cards, that row is paid, and the line bends: the break-even meter is
/// found all the same.
#[test]
fn a_line_that_bends_is_followed_to_its_zero() {
    let rows = "sevens = { name = \"Sevens\", when = { same-rank = \"7\" }, pays = \"10% of meter\" }\n\
                pair = { name = \"Pair\", when = { same-rank = \"any\" }, pays = \"7:4\" }\n\
                high = { name = \"Nine high\", when = { sum = \"16\" }, pays = \"1% of meter\" }\n";
    let game = small("casino-war", "first-cards", "after-deal", "returned", rows, "2,7,9", 1);
    let high = progressive(&with_meter(&game, 1_000_000_000)).meter.unwrap();
    let crossing = high.break_even_cents.unwrap();
    // By hand: of 66 deals 18 are pairs, all paid $3.50 for $2 there, since a tenth of the meter is less; 16 are paid a hundredth of it,
    // and 32 lose. 18·350 + 16·cents/100 = 32·200.
    assert_eq!(crossing, 625);
    let at = |cents: i64| through_the_round(&with_meter(&game, cents), Cards::Rank);
    let whole = crossing / 100 * 100;
    assert!(at(whole) < RBig::ZERO && at(whole + 100) >= RBig::ZERO, "{crossing}");
}

/// The progressive of Casino Hold 'Em, pay table 1 at nilapub.com/games/casino-hold-em/progressive/: straight and royal flushes are
/// paid all of a meter that starts from $1,000 and takes 9% of every bet, and return 0.105391 of the bets.
#[test]
fn what_is_added_to_a_meter_comes_back_with_the_seed() {
    let meter = metered(&changed(
        "caribbean-stud",
        &[
            ("pay-table.progressive-500.straight-flush.pays", "100% of meter"),
            ("pay-table.progressive-500.royal-flush.pays", "100% of meter"),
            ("meter.progressive.seed", "$1,000"),
            ("meter.progressive.increment", "9%"),
        ],
    ));
    let returned = -meter.long_run_house_edge.unwrap() - meter.ev_at_zero;
    assert!((returned - 0.105_391).abs() < 5e-7, "{returned}");
    assert_eq!(metered(&changed("caribbean-stud", &[])).long_run_house_edge, None);
}

/// A meter that is played for millions of rounds: fed by every bet, emptied by sevens, and by a tenth at other pairs.
#[test]
fn a_meter_in_play_costs_its_edge_in_the_long_run() {
    let rows = "sevens = { name = \"Sevens\", when = { same-rank = \"7\" }, pays = \"100% of meter\" }\n\
                pair = { name = \"Pair\", when = { same-rank = \"any\" }, pays = \"10% of meter\" }\n";
    let mut game = small("casino-war", "first-cards", "after-deal", "kept", rows, "2-A", 6);
    game.meters[0].seed = Some(Money::from_dollars(20));
    game.meters[0].increment = Some("60%".parse().unwrap());
    let edge = metered(&game).long_run_house_edge.unwrap();
    let (mut state, rounds, stake) = (88_172_645_463_325_252_u64, 20_000_000, 2.0);
    let mut roll = |sides: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % sides
    };
    let (mut meter, mut paid) = (20.0, 0.0);
    for _ in 0..rounds {
        meter += 0.6 * stake;
        // Two cards of six decks: the second pairs the first with 23 of 311.
        let (rank, pairs) = (roll(13), roll(311) < 23);
        match (pairs, rank == 5) {
            (true, true) => {
                paid += meter;
                meter = 20.0;
            }
            (true, false) => {
                paid += meter / 10.0;
                meter -= meter / 10.0;
            }
            (false, _) => {}
        }
    }
    let lost = 1.0 - paid / (stake * f64::from(rounds));
    assert!((lost - edge).abs() < 2e-3, "{lost} played, {edge} told");
}
