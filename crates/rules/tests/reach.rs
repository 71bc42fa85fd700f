//! Which rows of a pay table can be paid, against the slow way: every deal of a small deck.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeSet;
use std::path::Path;

use croupier_rules::baccarat::Coup;
use croupier_rules::game::{Deck, HoleCardsPlay, Matched, Over, SideBet};
use croupier_rules::load::{self, Kind};
use croupier_rules::pattern::Row;
use croupier_rules::pay_table::Dealt;
use croupier_rules::play::{CardsStand, CoupEnd, Total, points};
use croupier_rules::single_card::SingleCard;
use croupier_rules::twenty_one::SoftSeventeen;
use croupier_rules::{Card, Game, Money, Rank, Ranks};
use croupier_sample as sample;

/// Ranks that are left in a deck, so that some rows can be paid and some cannot.
const LEFT: [&str; 6] = ["2-6", "A,K,Q,J,9", "5,6,7,8,A", "7,J,Q,K", "3,4,T,A", "6,8,T,Q,A"];

#[test]
fn rows_called_unreachable_are_those_that_no_deal_pays() {
    let (mut unreachable, mut reachable) = (0, 0);
    for (place, game) in games().into_iter().enumerate() {
        for turn in 0..2 {
            let left = LEFT[(place + turn) % LEFT.len()];
            let game = narrowed(game.clone(), left, 1 + (place + turn) as u8 % 2);
            let said = said_to_be_unreachable(&game);
            for (rows, paid, table) in tables(&game) {
                for (place, row) in rows.iter().enumerate() {
                    let path = format!("pay-table.{table}.{}.when", row.id);
                    let never = !paid.contains(&place);
                    assert_eq!(said.contains(&path), never, "{} from {left}: {path}", game.id);
                    *(if never { &mut unreachable } else { &mut reachable }) += 1;
                }
            }
        }
    }
    assert!(
        unreachable > 100 && reachable > 100,
        "{unreachable} and {reachable} rows"
    );
}

/// The five games, the other published ones, and random ones.
fn games() -> Vec<Game> {
    let mut games: Vec<Game> = load::ids().map(|id| load::open(id).unwrap().game).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    games.extend(
        files
            .iter()
            .map(|file| load::open(file.to_str().unwrap()).unwrap().game),
    );
    games.extend((0..12).flat_map(|seed| [sample::twenty_one(seed), sample::stud(seed), sample::single_card(seed)]));
    games
}

/// The same game from few cards, for one player, so that only its rows can be at fault.
fn narrowed(mut game: Game, left: &str, decks: u8) -> Game {
    let left: Ranks = left.parse().unwrap();
    let removed: Vec<String> = Ranks::ANY
        .iter()
        .filter(|rank| !left.contains(*rank))
        .map(|rank| rank.letter().to_string())
        .collect();
    game.deck.removed = removed.join(",").parse().unwrap();
    game.deck.decks = decks;
    game.deck.decks_allowed = None;
    (game.table.seats, game.table.hands_max) = (1, 1);
    (game.shoe.cut_card, game.shoe.player_cut_min) = (None, None);
    game.shoe.burn = 0;
    game.sources = Default::default();
    game
}

fn said_to_be_unreachable(game: &Game) -> BTreeSet<String> {
    match load::parse(&game.toml()) {
        Ok(_) => BTreeSet::new(),
        Err(faults) => {
            let unreachable = faults.list.iter().filter(|fault| fault.kind == Kind::UnreachableRow);
            unreachable.map(|fault| fault.path.clone()).collect()
        }
    }
}

/// Every table over a fixed number of cards: its rows, those some deal pays, and its name.
fn tables(game: &Game) -> Vec<(&[Row], BTreeSet<usize>, &str)> {
    let mut tables = Vec::new();
    let searched = |bet: &&SideBet| bet.matched == Matched::FirstTwo && !takes_too_long(game, bet);
    for bet in game.side_bets.iter().filter(searched) {
        tables.push((bet.rows.as_slice(), paid_by_side_bet(game, bet), bet.pays.as_str()));
    }
    if let Some(stud) = game.stud() {
        let cards = stud.hands.hole_cards + stud.streets.iter().map(|street| street.cards).sum::<u8>();
        let mut paid = BTreeSet::new();
        let stakes = [game.main_bet.lowest(), game.main_bet.highest()];
        each_hand(&game.deck, usize::from(cards), &mut |cards| {
            paid.extend(stakes.iter().filter_map(|stake| stud.best_row(cards, *stake)));
        });
        tables.push((stud.pays.as_slice(), paid, stud.hands.table()));
    }
    if let Some(rules) = game.baccarat() {
        let mut paid = BTreeSet::new();
        for_each_coup(&game.deck, &rules.coup, &mut |player, banker| {
            paid.extend(rules.best_row(CoupEnd::of(player, banker), game.main_bet.lowest()));
        });
        tables.push((rules.pays.as_slice(), paid, rules.coup.pays.as_str()));
    }
    if let Some(rules) = game.single_card() {
        let (mut main, mut raise) = (BTreeSet::new(), BTreeSet::new());
        let stakes = [game.main_bet.lowest(), game.main_bet.highest()];
        for_each_stand(&game.deck, rules, &mut |stand| {
            main.extend(stakes.iter().filter_map(|stake| rules.best_row(stand, *stake)));
            raise.extend(stakes.iter().filter_map(|stake| rules.best_raise_row(stand, *stake)));
        });
        tables.push((rules.pays.as_slice(), main, rules.deal.pays.as_str()));
        tables.push((rules.raise_pays.as_slice(), raise, rules.raise.pays.as_str()));
    }
    tables
}

/// Every way the cards of a round may stand, dealt rank by rank. A rank that is there is there four times.
fn for_each_stand(deck: &Deck, rules: &SingleCard, look: &mut dyn FnMut(CardsStand)) {
    let mut ranks: Vec<Rank> = deck.cards().map(Card::rank).collect();
    ranks.sort();
    ranks.dedup();
    let deal = rules.deal.first;
    for one in &ranks {
        for other in &ranks {
            let first = [*one, *other];
            if !rules.goes_on(deal.stand(first, &[])) {
                look(deal.stand(first, &[]));
                continue;
            }
            for next in &ranks {
                for last in &ranks {
                    look(deal.stand(first, &[*next, *last][..deal.more()]));
                }
            }
        }
    }
}

/// The same cards with every choice of the hole cards first, where it matters which they are.
fn for_each_choice(bet: &SideBet, hole: usize, cards: &[Card], look: &mut impl FnMut(&[Card])) {
    if bet.hole_cards != HoleCardsPlay::MustPlay {
        return look(cards);
    }
    for chosen in (0_u32..1 << cards.len()).filter(|chosen| chosen.count_ones() as usize == hole) {
        let is_chosen = |place: &usize| chosen >> place & 1 == 1;
        let (first, rest): (Vec<usize>, Vec<usize>) = (0..cards.len()).partition(is_chosen);
        let ordered: Vec<Card> = first.into_iter().chain(rest).map(|place| cards[place]).collect();
        look(&ordered);
    }
}

fn paid_by_side_bet(game: &Game, bet: &SideBet) -> BTreeSet<usize> {
    let mut paid = BTreeSet::new();
    let stakes: [Money; 2] = [bet.min, bet.max];
    let mut look = |dealt: &Dealt| paid.extend(stakes.iter().filter_map(|stake| bet.best_row(dealt, *stake)));
    if let Some(stud) = game.stud() {
        let community: u8 = stud.streets.iter().map(|street| street.cards).sum();
        let [hole, community, extra] = [stud.hands.hole_cards, community, stud.hands.extra_cards].map(usize::from);
        let dealer = usize::from(stud.dealer_cards());
        let (hole, dealer, community, extra) = match bet.over {
            Over::Community => (0, 0, community, 0),
            Over::HoleCards => (hole, 0, 0, 0),
            Over::HoleAndExtra => (hole, 0, 0, extra),
            Over::DealerCards => (0, dealer, 0, 0),
            Over::HoleAndDealer => (hole, dealer, 0, 0),
            _ => (hole, 0, community, 0),
        };
        each_hand(&game.deck, hole + dealer + community + extra, &mut |cards| {
            for_each_choice(bet, hole, cards, &mut |cards| {
                let (hole, rest) = cards.split_at(hole);
                let (dealer, rest) = rest.split_at(dealer);
                let (community, extra) = rest.split_at(community);
                look(&Dealt::Stud {
                    hole,
                    dealer,
                    community,
                    extra,
                });
            });
        });
        return paid;
    }
    if let Some(rules) = game.baccarat() {
        for_each_coup(&game.deck, &rules.coup, &mut |player, banker| {
            look(&Dealt::Baccarat { player, banker })
        });
        return paid;
    }
    if game.single_card().is_some() {
        let cards: Vec<Card> = game.deck.cards().collect();
        for (place, one) in cards.iter().enumerate() {
            for other in cards.iter().skip(place + 1) {
                look(&Dealt::SingleCard { first: [*one, *other] });
            }
        }
        return paid;
    }
    if let (Over::DealerHand, Some(rules)) = (bet.over, game.twenty_one()) {
        let cards: Vec<Card> = game.deck.cards().collect();
        let mut hands = vec![[cards[0]; 2]];
        if bet.rows.iter().any(|row| row.when.player_blackjack) {
            let [ace, ten] = [1, 10].map(|value| cards.iter().filter(move |card| card.value() == value));
            hands.extend(ace.clone().zip(ten.clone()).map(|(ace, ten)| [*ace, *ten]).take(1));
            hands.extend(ace.rev().zip(ten.rev()).map(|(ace, ten)| [*ace, *ten]).take(1));
        }
        for player in hands {
            let gone: &[Card] = if player[0] == player[1] { &[] } else { &player };
            for_each_dealer_hand(&game.deck, rules.dealer.soft_17, gone, &mut Vec::new(), &mut |dealer| {
                let hole = dealer.get(1).copied();
                look(&Dealt::TwentyOne {
                    player,
                    up: dealer[0],
                    hole,
                    dealer,
                });
            });
        }
        return paid;
    }
    for_each_start(&game.deck, &mut |player, up, hole| {
        look(&Dealt::TwentyOne {
            player,
            up,
            hole: Some(hole),
            dealer: &[],
        });
    });
    paid
}

/// Whether the dealer's hands are too many to be dealt card by card: of low cards they are long.
fn takes_too_long(game: &Game, bet: &SideBet) -> bool {
    bet.over == Over::DealerHand && game.deck.cards().any(|card| (2..5).contains(&card.value()))
}

/// Every complete hand of the dealer, dealt card by card.
fn for_each_dealer_hand(
    deck: &Deck,
    soft_17: SoftSeventeen,
    gone: &[Card],
    hand: &mut Vec<Card>,
    look: &mut dyn FnMut(&[Card]),
) {
    if !soft_17.dealer_draws(Total::of(hand)) {
        return look(hand);
    }
    for card in Card::all() {
        let out = hand.iter().chain(gone).filter(|other| **other == card).count();
        if out < usize::from(deck.count(card)) {
            hand.push(card);
            for_each_dealer_hand(deck, soft_17, gone, hand, look);
            hand.pop();
        }
    }
}

/// Every coup, dealt card by card.
fn for_each_coup(deck: &Deck, coup: &Coup, look: &mut dyn FnMut(&[Card], &[Card])) {
    // Suits count for nothing, so that two cards of each rank stand for all where a rank is there twice.
    let mut cards: Vec<Card> = deck.cards().collect();
    cards.dedup_by_key(|card| card.rank());
    let copies = |card: Card| deck.cards().filter(|other| other.rank() == card.rank()).count();
    let mut deals: Vec<(Vec<Card>, Vec<Card>)> = vec![(Vec::new(), Vec::new())];
    while let Some((player, banker)) = deals.pop() {
        let two = (player.len() >= 2 && banker.len() >= 2).then(|| (points(&player[..2]), points(&banker[..2])));
        let third = player.get(2).map(|card| points(&[*card]));
        let to_player = match two {
            None => player.len() == banker.len(),
            Some((mine, theirs)) if player.len() == 2 && coup.player_takes_third(mine, theirs) => true,
            Some((mine, theirs)) if banker.len() == 2 && coup.banker_takes_third(mine, theirs, third) => false,
            Some(_) => {
                look(&player, &banker);
                continue;
            }
        };
        for card in &cards {
            let out = player
                .iter()
                .chain(&banker)
                .filter(|other| other.rank() == card.rank())
                .count();
            if out < copies(*card) {
                let (mut player, mut banker) = (player.clone(), banker.clone());
                if to_player {
                    player.push(*card)
                } else {
                    banker.push(*card)
                }
                deals.push((player, banker));
            }
        }
    }
}

/// Every set of so many cards of the deck, each once.
fn each_hand(deck: &Deck, cards: usize, look: &mut dyn FnMut(&[Card])) {
    let all: Vec<Card> = deck.cards().collect();
    let mut chosen = Vec::with_capacity(cards);
    choose(&all, cards, &mut chosen, look);
}

fn choose(rest: &[Card], cards: usize, chosen: &mut Vec<Card>, look: &mut dyn FnMut(&[Card])) {
    if chosen.len() == cards {
        return look(chosen);
    }
    let mut last = None;
    for (place, card) in rest.iter().enumerate() {
        if last != Some(*card) {
            chosen.push(*card);
            choose(&rest[place + 1..], cards, chosen, look);
            chosen.pop();
        }
        last = Some(*card);
    }
}

/// Every player's pair with every up and hole card.
fn for_each_start(deck: &Deck, look: &mut dyn FnMut([Card; 2], Card, Card)) {
    let mut kinds: Vec<Card> = deck.cards().collect();
    kinds.sort_unstable();
    kinds.dedup();
    let fits = |cards: &[Card]| {
        let copies = |card: &Card| cards.iter().filter(|other| *other == card).count();
        cards.iter().all(|card| copies(card) <= usize::from(deck.count(*card)))
    };
    for (place, first) in kinds.iter().enumerate() {
        for second in &kinds[place..] {
            for up in &kinds {
                for hole in &kinds {
                    if fits(&[*first, *second, *up, *hole]) {
                        look([*first, *second], *up, *hole);
                    }
                }
            }
        }
    }
}
