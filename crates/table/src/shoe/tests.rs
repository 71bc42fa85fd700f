use super::*;

const SHOE_OF_SIX: &str = r#"
    shuffled = "at-cut-card"
    cut-card = "3/2 decks"
    player-cut-min = "1 deck"
    burn = 1
    burn-at-dealer-change = 1
"#;

/// A plain game of 21 with this deck and this shoe, and the clauses a log needs.
fn game(deck: &str, shoe: &str) -> Arc<Game> {
    let text = format!(
        r#"
        format = 2
        id = "shoe"
        name = "Shoe"
        family = "twenty-one"
        object = "To deal."
        [deck]
        {deck}
        [shoe]
        {shoe}
        [table]
        seats = 7
        [main-bet]
        name = "Bet"
        min = "$5"
        max = "$10"
        step = "$1"
        [dealer]
        soft-17 = "hits"
        checks = "T-A"
        [blackjack]
        pays = "3:2"
        against-dealer-blackjack = "pushes"
        paid = "after-check"
        [double]
        times-max = 1
        cards = "2"
        after-split = true
        split-aces = false
        first = {{ max = "main-bet" }}
        [split]
        pairs = "value"
        hands-max = 2
        aces-hands-max = 2
        aces = "one-card"
        [surrender]
        when = "never"
        [sources.step]
        shuffle = "shuffle"
        last-round = "cut-card"
        [sources.clause]
        shuffle = {{ at = "000, Method of Play ¶2", says = "The cards are shuffled.", about = "shoe" }}
        cut-card = {{ at = "000, Method of Play ¶3", says = "The cut card signals the last hand.", about = "shoe" }}
        "#
    );
    Arc::new(croupier_rules::load::parse(&text).unwrap())
}

fn six_decks() -> Arc<Game> {
    game("decks = 6\nremoved = \"T\"", SHOE_OF_SIX)
}

fn single_deck() -> Arc<Game> {
    game("decks = 1", "shuffled = \"at-cut-card\"\ncut-card = \"1/2 shoe\"")
}

fn whats(events: &[ShoeEvent]) -> Vec<ShoeWhat> {
    events.iter().map(|event| event.what).collect()
}

#[test]
fn a_shoe_is_shuffled_cut_and_burnt_before_the_first_round() {
    let mut shoe = Shoe::new(&six_decks(), Seed::from(1));
    let mut events = Vec::new();
    assert_eq!(shoe.deal(&mut events), Err(OutOfCards { cards: 0 }));
    assert_eq!(shoe.cut(100, &mut events), Err(CutRefused::NotDue));
    assert_eq!(shoe.prepare(&mut events), Needs::Cut { min: 48, max: 240 });
    assert_eq!(shoe.prepare(&mut events), Needs::Cut { min: 48, max: 240 });
    assert_eq!(shoe.deal(&mut events), Err(OutOfCards { cards: 0 }));
    shoe.cut(100, &mut events).unwrap();
    assert_eq!(
        whats(&events),
        [
            ShoeWhat::Shuffled {
                cards: 288,
                set: 1,
                sets: 1
            },
            ShoeWhat::Cut { cards: 100 },
            ShoeWhat::CutCardPlaced { behind: 72 },
            ShoeWhat::Burnt { cards: 1 },
        ]
    );
    assert_eq!(events[0].clause, Some(0));
    assert_eq!((shoe.remaining(), shoe.gone()), (287, 1));
    assert_eq!(shoe.prepare(&mut events), Needs::Nothing);
    assert_eq!(events.len(), 4);
}

#[test]
fn a_cut_near_an_end_is_refused_and_changes_nothing() {
    let mut shoe = Shoe::new(&six_decks(), Seed::from(1));
    let mut events = Vec::new();
    shoe.prepare(&mut events);
    for cards in [0, 47, 241, 288, 1000] {
        let refused = CutRefused::TooNear {
            cards,
            min: 48,
            max: 240,
        };
        assert_eq!(shoe.cut(cards, &mut events), Err(refused));
    }
    assert_eq!(events.len(), 1);
    shoe.cut(48, &mut events).unwrap();
    assert_eq!(shoe.cut(48, &mut events), Err(CutRefused::NotDue));
}

#[test]
fn a_cut_takes_the_top_to_the_bottom_and_loses_no_card() {
    let shuffled = {
        let mut shoe = Shoe::new(&six_decks(), Seed::from(3));
        shoe.prepare(&mut Vec::new());
        shoe.cards
    };
    let mut shoe = Shoe::new(&six_decks(), Seed::from(3));
    shoe.prepare(&mut Vec::new());
    shoe.cut(60, &mut Vec::new()).unwrap();
    assert_eq!(shoe.cards[..228], shuffled[60..]);
    assert_eq!(shoe.cards[228..], shuffled[..60]);
    let mut sorted = shoe.cards.clone();
    sorted.sort();
    assert!(sorted.iter().copied().eq(six_decks().deck.cards()));
}

#[test]
fn the_cut_card_makes_the_round_the_last_one() {
    let mut shoe = Shoe::new(&six_decks(), Seed::from(1));
    let mut events = Vec::new();
    shoe.prepare_and_cut(&mut events);
    events.clear();
    for _ in 0..215 {
        shoe.deal(&mut events).unwrap();
    }
    // The burnt card and 215 dealt ones stood before the cut card.
    assert!(events.is_empty() && !shoe.last_round());
    assert_eq!(shoe.prepare(&mut events), Needs::Nothing);
    shoe.deal(&mut events).unwrap();
    assert!(shoe.last_round());
    assert_eq!(whats(&events), [ShoeWhat::LastRound]);
    assert_eq!(events[0].clause, Some(1));
    shoe.deal(&mut events).unwrap();
    assert_eq!(events.len(), 1, "it comes out once");
    assert!(matches!(shoe.prepare(&mut events), Needs::Cut { .. }));
    assert!(!shoe.last_round());
}

#[test]
fn a_new_dealer_burns_a_card() {
    let mut shoe = Shoe::new(&six_decks(), Seed::from(1));
    let mut events = Vec::new();
    shoe.prepare_and_cut(&mut events);
    shoe.deal(&mut events).unwrap();
    events.clear();
    shoe.change_dealer(&mut events);
    assert_eq!(whats(&events), [ShoeWhat::NewDealer, ShoeWhat::Burnt { cards: 1 }]);
    assert_eq!(shoe.remaining(), 288 - 3);
}

#[test]
fn two_decks_alternate_and_every_round_is_shuffled() {
    let game = game("decks = 1", "shuffled = \"every-round\"\nsets = 2");
    let mut shoe = Shoe::new(&game, Seed::from(9));
    let mut firsts = Vec::new();
    for round in 0..4_u8 {
        let mut events = Vec::new();
        assert_eq!(shoe.prepare(&mut events), Needs::Nothing);
        assert_eq!(
            whats(&events),
            [ShoeWhat::Shuffled {
                cards: 52,
                set: round % 2 + 1,
                sets: 2
            }]
        );
        let hand: Vec<Card> = (0..9).map(|_| shoe.deal(&mut events).unwrap()).collect();
        firsts.push(hand);
    }
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn a_shoe_that_runs_out_goes_on_with_the_discards() {
    let mut shoe = Shoe::new(&single_deck(), Seed::from(2));
    let mut events = Vec::new();
    shoe.prepare_and_cut(&mut events);
    let mut earlier: Vec<Card> = (0..25).map(|_| shoe.deal(&mut events).unwrap()).collect();
    assert_eq!(shoe.prepare(&mut events), Needs::Nothing);
    events.clear();
    let table: Vec<Card> = (0..27).map(|_| shoe.deal(&mut events).unwrap()).collect();
    assert_eq!(whats(&events), [ShoeWhat::LastRound]);
    let mut returned: Vec<Card> = (0..25).map(|_| shoe.deal(&mut events).unwrap()).collect();
    assert_eq!(
        whats(&events),
        [ShoeWhat::LastRound, ShoeWhat::DiscardsShuffled { cards: 25 }]
    );
    assert_ne!(returned, earlier);
    returned.sort();
    earlier.sort();
    assert_eq!(returned, earlier, "only cards of earlier rounds come back");
    assert!(table.iter().all(|card| !returned.contains(card)));
    assert_eq!(shoe.deal(&mut events), Err(OutOfCards { cards: 52 }));
    assert_eq!(shoe.deal(&mut events), Err(OutOfCards { cards: 52 }));
    shoe.prepare(&mut events);
    assert_eq!(shoe.remaining(), 52);
}

#[test]
fn every_shuffle_of_a_seed_is_its_own_and_comes_back_with_the_seed() {
    let night = |seed: u64| {
        let mut shoe = Shoe::new(&six_decks(), Seed::from(seed));
        let mut dealt = Vec::new();
        for _ in 0..3 {
            shoe.prepare_and_cut(&mut Vec::new());
            while !shoe.last_round() {
                dealt.push(shoe.deal(&mut Vec::new()).unwrap());
            }
        }
        dealt
    };
    assert_eq!(night(7), night(7));
    assert_ne!(night(7), night(8));
    let first = night(7);
    assert_ne!(first[..200], first[216..416]);
}

#[test]
fn a_written_shoe_deals_what_is_written_and_no_more() {
    let cards = croupier_rules::card::parse_cards("Ah Kh 2c").unwrap();
    let mut shoe = Shoe::from_cards(&six_decks(), cards.clone());
    let mut events = Vec::new();
    shoe.prepare_and_cut(&mut events);
    for card in cards {
        assert_eq!(shoe.deal(&mut events), Ok(card));
    }
    assert_eq!(shoe.deal(&mut events), Err(OutOfCards { cards: 3 }));
    assert!(events.is_empty());
}
