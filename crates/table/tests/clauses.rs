//! Clauses that no round can show: those about the cards are carried out by the shoe, those about the house stand on the
//! printed rule sheet.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::sync::Arc;

use croupier_rules::game::{About, Clause};
use croupier_rules::load::{ids, open};
use croupier_rules::{Card, Game, print};
use croupier_table::shoe::Needs;
use croupier_table::{Seed, Shoe, ShoeEvent, ShoeWhat};

/// A clause that no event of the shoe cites, and what shows that it is kept all the same.
type Proof = (&'static str, &'static str, fn(&Arc<Game>));

/// Every shoe clause that has no event of its own.
const PROOFS: [Proof; 7] = [
    ("nh21-plus", "deck", six_decks_without_tens),
    ("nh21-plus", "wash", any_card_comes_anywhere),
    ("nh21-plus", "cut-card", cut_card_at_one_and_a_half_decks),
    ("nh21-v3", "deck", six_decks_without_tens),
    ("super-fun-21", "decks", one_deck),
    ("nh-holdem", "two-decks", two_sets_alternate),
    ("nh-holdem", "decks", one_deck),
];

#[test]
fn every_clause_about_the_cards_is_carried_out_by_the_shoe() {
    let mut proven = BTreeSet::new();
    for game in games() {
        for clause in clauses(&game, About::Shoe) {
            let place = game.sources.clause_index(&clause.id);
            let cited = night(&game).iter().any(|event| event.clause == place);
            let proof = PROOFS.iter().find(|(id, name, _)| *id == game.id && *name == clause.id);
            if let Some((_, _, proof)) = proof {
                proof(&game);
                proven.insert((game.id.clone(), clause.id.clone()));
            }
            assert!(cited || proof.is_some(), "{}: nothing shows `{}`", game.id, clause.id);
        }
    }
    assert_eq!(
        proven.len(),
        PROOFS.len(),
        "every proof belongs to a clause that exists"
    );
}

#[test]
fn every_event_of_the_shoe_cites_a_clause() {
    for game in games() {
        // A new dealer who burns nothing carries out no clause.
        let silent = |what| what == ShoeWhat::NewDealer && game.shoe.burn_at_dealer_change == 0;
        for event in night(&game).into_iter().filter(|event| !silent(event.what)) {
            let clause = event.clause.map(|place| &game.sources.clauses[usize::from(place)]);
            let clause = clause.unwrap_or_else(|| panic!("{}: {:?} cites nothing", game.id, event.what));
            assert_eq!(
                clause.about,
                About::Shoe,
                "{}: {:?} cites `{}`",
                game.id,
                event.what,
                clause.id
            );
        }
    }
}

#[test]
fn the_shoe_does_what_its_document_says() {
    let whats = |id: &str| -> Vec<ShoeWhat> {
        let game = games().into_iter().find(|game| game.id == id).unwrap();
        night(&game).iter().map(|event| event.what).collect()
    };
    for id in ["nh21-plus", "nh21-v3"] {
        let whats = whats(id);
        let [shuffled, cut, placed, burnt, ..] = whats[..] else {
            panic!("{id} begins with shuffle, cut, cut card and burn: {whats:?}")
        };
        assert_eq!(
            shuffled,
            ShoeWhat::Shuffled {
                cards: 288,
                set: 1,
                sets: 1
            }
        );
        assert!(
            matches!(cut, ShoeWhat::Cut { cards: 48..=240 }),
            "at least one deck from either end: {cut:?}"
        );
        assert_eq!(placed, ShoeWhat::CutCardPlaced { behind: 72 });
        assert_eq!(burnt, ShoeWhat::Burnt { cards: 1 });
        let dealer = whats.iter().position(|what| *what == ShoeWhat::NewDealer).unwrap();
        assert_eq!(
            whats[dealer + 1],
            ShoeWhat::Burnt { cards: 1 },
            "a new dealer burns a card"
        );
        let last = whats.iter().position(|what| *what == ShoeWhat::LastRound).unwrap();
        assert_eq!(whats[last + 1], shuffled, "after the last hand a new shuffle commences");
    }
    let shuffles = |id: &str| -> Vec<ShoeWhat> {
        whats(id)
            .into_iter()
            .filter(|what| matches!(what, ShoeWhat::Shuffled { .. }))
            .collect()
    };
    assert!(shuffles("nh-holdem").len() > 20, "the cards are shuffled every hand");
}

#[test]
fn a_cut_nearer_than_one_deck_is_refused() {
    let game = games().into_iter().find(|game| game.id == "nh21-plus").unwrap();
    let mut shoe = Shoe::new(&game, Seed::from(7));
    let mut events = Vec::new();
    assert_eq!(shoe.prepare(&mut events), Needs::Cut { min: 48, max: 240 });
    assert!(shoe.cut(47, &mut events).is_err() && shoe.cut(241, &mut events).is_err());
    assert!(shoe.cut(48, &mut events).is_ok());
}

#[test]
fn every_clause_about_the_house_stands_on_the_rule_sheet() {
    for game in games() {
        let (text, markdown) = (one_line(&print::text(&game, 10_000)), one_line(&print::markdown(&game)));
        let json = print::json(&game).to_string();
        for clause in clauses(&game, About::Sheet) {
            let says = one_line(&clause.says);
            assert!(text.contains(&says), "{}: the sheet lacks `{}`", game.id, clause.id);
            assert!(
                markdown.contains(&says),
                "{}: the Markdown sheet lacks `{}`",
                game.id,
                clause.id
            );
            let quoted = serde_json::to_string(&clause.says).unwrap();
            assert!(
                json.contains(&quoted),
                "{}: the JSON sheet lacks `{}`",
                game.id,
                clause.id
            );
        }
    }
}

fn games() -> Vec<Arc<Game>> {
    ids().map(|id| Arc::new(open(id).unwrap().game)).collect()
}

fn clauses(game: &Game, about: About) -> Vec<Clause> {
    game.sources
        .clauses
        .iter()
        .filter(|clause| clause.about == about)
        .cloned()
        .collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A night at the table: rounds of twelve cards until the shoe has been shuffled again, with a change of dealers.
fn night(game: &Arc<Game>) -> Vec<ShoeEvent> {
    let mut shoe = Shoe::new(game, Seed::from(42));
    let mut events = Vec::new();
    for round in 0..60 {
        shoe.prepare_and_cut(&mut events);
        if round == 3 {
            shoe.change_dealer(&mut events);
        }
        for _ in 0..12 {
            shoe.deal(&mut events).unwrap();
        }
    }
    events
}

/// All cards of one shoe in the order they come, behind the burnt one.
fn order(game: &Arc<Game>, seed: u64) -> Vec<Card> {
    let mut shoe = Shoe::new(game, Seed::from(seed));
    let mut events = Vec::new();
    shoe.prepare_and_cut(&mut events);
    (0..shoe.remaining()).map(|_| shoe.deal(&mut events).unwrap()).collect()
}

fn holds(game: &Arc<Game>, decks: u8, ranks: &str) {
    let cards = order(game, 1);
    let burnt = usize::from(game.shoe.burn);
    assert_eq!(cards.len() + burnt, usize::from(decks) * ranks.len() * 4);
    for card in Card::all() {
        let times = cards.iter().filter(|other| **other == card).count();
        let most = if ranks.contains(card.rank().letter()) {
            usize::from(decks)
        } else {
            0
        };
        assert!(times <= most && times + burnt >= most, "{card} comes {times} times");
    }
}

fn six_decks_without_tens(game: &Arc<Game>) {
    holds(game, 6, "23456789JQKA");
}

fn one_deck(game: &Arc<Game>) {
    holds(game, 1, "23456789TJQKA");
}

fn any_card_comes_anywhere(game: &Arc<Game>) {
    let mut first = BTreeSet::new();
    let mut last = BTreeSet::new();
    for seed in 0..600 {
        let cards = order(game, seed);
        first.insert(cards[0]);
        last.insert(cards[cards.len() - 1]);
    }
    assert!(
        first.len() == 48 && last.len() == 48,
        "every card comes first, and last, in some shoe"
    );
}

fn cut_card_at_one_and_a_half_decks(game: &Arc<Game>) {
    let mut shoe = Shoe::new(game, Seed::from(3));
    let mut events = Vec::new();
    shoe.prepare_and_cut(&mut events);
    while !shoe.last_round() {
        shoe.deal(&mut events).unwrap();
    }
    // The card in front of which the cut card came out has been dealt too.
    assert_eq!(shoe.remaining(), 72 - 1);
}

fn two_sets_alternate(game: &Arc<Game>) {
    let sets: Vec<u8> = night(game)
        .iter()
        .filter_map(|event| match event.what {
            ShoeWhat::Shuffled { cards, set, sets } => {
                assert_eq!((cards, sets), (52, 2));
                Some(set)
            }
            _ => None,
        })
        .collect();
    assert!(
        sets.len() == 60 && sets.windows(2).all(|pair| pair[0] != pair[1]),
        "the dealer switches each hand"
    );
}
