//! Baccarat: published counts, each with its source, and every deal of small decks through the round itself.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use croupier_rules::baccarat::CoupWinner;
use croupier_rules::load::{Change, open};
use croupier_rules::{Card, Game, Money};
use croupier_solver::baccarat::coups;
use croupier_solver::pack::Pack;
use croupier_solver::solution::{WagerValue, fraction};
use croupier_solver::solve;
use croupier_table::{HandWagers, Next, Round, SeatWagers, Step, Wagers};

fn game(id: &str, decks: u8) -> Game {
    let changes = [
        Change::new("deck.decks", decks),
        Change::new("deck.decks-allowed", "1-8"),
        Change::new("shoe.cut-card", "1/2 shoe"),
    ];
    open(id).unwrap().with(&changes).unwrap().game
}

fn wager(game: &Game, id: &str) -> WagerValue {
    let solution = solve(game, None).unwrap();
    solution.wagers.into_iter().find(|wager| wager.id == id).unwrap()
}

fn exact(game: &Game, id: &str) -> String {
    wager(game, id).ev_exact.unwrap()
}

/// Wizard of Odds, <https://wizardofodds.com/games/baccarat/one-to-twelve-decks/>; the whole numbers of six and eight decks from
/// <http://www.casinoexploit.com/baccarat.html>.
#[test]
fn coups_end_as_often_as_published() {
    for (decks, player, banker, tie, all) in [
        (1, 6_548_674_432, 6_737_232_640, 1_372_227_328, 14_658_134_400),
        (2, 487_816_735_232, 501_543_728_128, 103_154_274_240, 1_092_514_737_600),
        (
            4,
            33_608_344_225_792,
            34_543_624_867_840,
            7_145_601_996_928,
            75_297_571_090_560,
        ),
        (
            6,
            392_220_492_728_832,
            403_095_751_234_560,
            83_552_962_932_288,
            878_869_206_895_680,
        ),
        (
            8,
            2_230_518_282_592_256,
            2_292_252_566_437_888,
            475_627_426_473_216,
            4_998_398_275_503_360u128,
        ),
    ] {
        let game = game("baccarat", decks);
        let counted = coups(&game.baccarat().unwrap().coup, &Pack::fresh(&game.deck));
        let of = |winner: CoupWinner| -> u128 {
            let ends = counted.iter().filter(|(end, _)| end.winner() == winner);
            ends.map(|(_, deals)| deals).sum()
        };
        let found = [CoupWinner::Player, CoupWinner::Banker, CoupWinner::Tie].map(of);
        assert_eq!(found, [player, banker, tie], "{decks} decks");
        assert_eq!(found.iter().sum::<u128>(), all, "{decks} decks");
    }
}

/// The edges that every book prints: 1.24, 1.06, 14.36 and 10.36 %; with ties at 9:1 4.84 %.
#[test]
fn the_bets_of_baccarat_are_worth_what_is_published() {
    let game = open("baccarat").unwrap().game;
    assert_eq!(exact(&game, "player"), "-241149546272/19524993263685");
    assert_eq!(exact(&game, "banker"), "-114753351728/10847218479825");
    assert_eq!(exact(&game, "tie"), "-103841353768/723147898655");
    assert_eq!(exact(&game, "player-pair"), "-43/415");
    assert_eq!(exact(&game, "banker-pair"), "-43/415");
    let nine = open("baccarat").unwrap();
    let nine = nine.with(&[Change::new("side-bet.tie.pays", "tie-9")]).unwrap().game;
    assert!((wager(&nine, "tie").house_edge - 0.048_440_3).abs() < 1e-7);
}

/// 112,633,011,329,024 ways to the Dragon 7 and 172,660,763,262,976 to the Panda 8 (a copy of Wizard of Odds,
/// <http://user-casino.com/games/ez-baccarat/>): 1.02, 7.61 and 10.19 %.
#[test]
fn the_bets_of_ez_baccarat_are_worth_what_is_published() {
    let game = open("ez-baccarat").unwrap().game;
    assert_eq!(wager(&game, "dragon-7").outcomes[0].count, Some(112_633_011_329_024));
    assert_eq!(wager(&game, "panda-8").outcomes[0].count, Some(172_660_763_262_976));
    assert_eq!(exact(&game, "banker"), "-66274384744/6508331087895");
    assert_eq!(exact(&game, "dragon-7"), "-64613588827/848912750595");
    assert_eq!(exact(&game, "panda-8"), "-153010345753/1501922558745");
    assert_eq!(exact(&game, "player"), exact(&open("baccarat").unwrap().game, "player"));
    assert_eq!(exact(&game, "tie"), exact(&open("baccarat").unwrap().game, "tie"));
}

/// Decks so small that every order of their cards is dealt through the round, with every bet alone.
#[test]
fn small_decks_agree_with_every_deal_of_the_round() {
    for (id, kept) in [
        ("baccarat", "2,7"),
        ("baccarat", "A,5,K"),
        ("ez-baccarat", "3,4"),
        ("ez-baccarat", "6,8,J"),
    ] {
        let mut game = game(id, 1);
        let kept: croupier_rules::Ranks = kept.parse().unwrap();
        game.deck.removed = croupier_rules::Ranks::ANY
            .iter()
            .filter(|rank| !kept.contains(*rank))
            .collect();
        let game = Arc::new(game);
        let cards: Vec<Card> = game.deck.cards().collect();
        let main = HandWagers::new(game.main_bet.lowest());
        let sides = (0..game.side_bets.len()).map(|place| {
            let mut side = vec![Money::ZERO; game.side_bets.len()];
            side[place] = game.side_bets[place].min;
            HandWagers {
                side,
                ..HandWagers::new(Money::ZERO)
            }
        });
        let solution = solve(&game, None).unwrap();
        for (bets, wager) in std::iter::once(main).chain(sides).zip(&solution.wagers) {
            let staked = bets.total(&game).cents() as u128;
            let wagers = Wagers {
                seats: vec![SeatWagers {
                    seat: 1,
                    hands: vec![bets],
                }],
            };
            let round = Round::new(&game, &wagers).unwrap();
            let mut out = vec![false; cards.len()];
            let (sum, deals) = every_deal(&round, &cards, &mut out, 0);
            let mean = fraction(sum, deals * staked);
            assert_eq!(Some(mean.to_string()), wager.ev_exact, "{id}: {}", wager.id);
        }
    }
}

/// The sum of what seat 1 gains over every order of six cards, and how many orders there are.
fn every_deal(round: &Round, cards: &[Card], out: &mut Vec<bool>, dealt: usize) -> (i128, u128) {
    if round.next() == Next::Over {
        let rest: usize = (dealt..6).map(|gone| cards.len() - gone).product();
        return (i128::from(round.net(1).cents()) * rest as i128, rest as u128);
    }
    let (mut sum, mut deals) = (0, 0);
    for (place, card) in cards.iter().enumerate() {
        if !out[place] {
            out[place] = true;
            let mut next = round.clone();
            next.play(Step::Card(*card), &mut Vec::new()).unwrap();
            let (gain, ways) = every_deal(&next, cards, out, dealt + 1);
            out[place] = false;
            sum += gain;
            deals += ways;
        }
    }
    (sum, deals)
}
