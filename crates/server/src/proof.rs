//! The proof of a shoe: that its cards were fixed before the first bet, that nobody spoke last, and that they were dealt as
//! they lay. What is proved from the books and what is proved from paper is the same paper, checked by the same checks.

use std::sync::Arc;

use croupier_house::{Fault, RoundBook, ShoeId, ShoeRecord, Store, UserId};
use croupier_rules::{Card, Game};
use croupier_table::Shoe;

use crate::fairness::{self, ClientSeed, Cut, FORMAT, Secret, Shuffle};
use crate::notation::{self, OpeningText, ShoeEventText, TableText};
use crate::past::Past;
use crate::table::{DEALER_CHANGES_MAX, burned, sealed_seed};
use crate::wire::{NewDealer, ProofCheck, SealedSeed, ShoeCut, ShoeProof, ShoeRound, ShoeRules};

/// The proof of a shoe of the books; `None` when there is no such shoe, or its rules cannot be read.
pub async fn proof_of(store: &Arc<dyn Store>, id: ShoeId) -> Result<Option<ShoeProof>, Fault> {
    let Some(shoe) = store.shoe(id).await? else {
        return Ok(None);
    };
    let mut books = Vec::new();
    for round in store.rounds_of_shoe(id).await? {
        books.extend(store.round(round.id).await?);
    }
    let rules = match books.first() {
        Some(book) => Some(book.round.rules.clone()),
        None => {
            let table = store.table_changes(shoe.table).await?.pop();
            let text = table.and_then(|table| notation::read::<TableText>("a table", &table.text).ok());
            text.and_then(|text| text.rules.parse().ok())
        }
    };
    let Some(rules) = rules else { return Ok(None) };
    let text = store.rules(&rules).await?;
    let game = text
        .and_then(|text| croupier_rules::upgrade::read_any_format(&text).ok())
        .map(Arc::new);
    let Some(game) = game else { return Ok(None) };
    let events = store.shoe_events(id).await?;
    // Whole shoes are dealt again, which is too much work between two messages of a table.
    let proof = tokio::task::spawn_blocking(move || prove(&game, &shoe, &events, &books)).await;
    proof.map(Some).map_err(|fault| Fault::Unable(fault.to_string()))
}

/// Whether a round of a shoe is in an archive, so that the books alone do not prove the shoe.
pub async fn is_archived(store: &Arc<dyn Store>, id: ShoeId) -> Result<bool, Fault> {
    let archived = store.archives().await?.last().map_or(0, |archive| archive.last);
    let rounds = store.rounds_of_shoe(id).await?;
    Ok(rounds.iter().any(|round| round.ordinal <= archived))
}

/// Proves a shoe from the books: what can be shown of it now, and what was checked.
pub fn prove(game: &Arc<Game>, shoe: &ShoeRecord, events: &[String], books: &[RoundBook]) -> ShoeProof {
    let mut unreadable = Vec::new();
    let mut paper = paper(game, shoe, events, books, &mut unreadable);
    if shoe.secret.is_some() {
        let unread = unreadable.into_iter().map(|what| ProofCheck { what, holds: false });
        let replayed = books.iter().filter_map(|book| {
            let difference = Past::replay(game, book).err()?;
            let what = format!("round {} is played by its rules: {difference}", book.round.id);
            Some(ProofCheck { what, holds: false })
        });
        paper.checks = unread.chain(replayed).collect();
        paper.checks.extend(check_paper(game, &paper));
    }
    paper
}

/// Everything that is written of a shoe, as far as it may be shown.
fn paper(
    game: &Arc<Game>,
    shoe: &ShoeRecord,
    events: &[String],
    books: &[RoundBook],
    unreadable: &mut Vec<String>,
) -> ShoeProof {
    let broken = |fault: notation::Unreadable| format!("the books can be read: {fault}");
    let shuffle = shoe.shuffle.as_deref().map(|text| Shuffle::read(shoe.format, text));
    let shuffle = shuffle.transpose().unwrap_or_else(|fault| {
        unreadable.push(broken(fault));
        None
    });
    let mut client_seeds: Vec<SealedSeed> = Vec::new();
    let mut new_dealers = Vec::new();
    for text in events {
        match notation::read::<ShoeEventText>("an event of a shoe", text) {
            Err(fault) => unreadable.push(broken(fault)),
            Ok(ShoeEventText::Sealed { seat, user, commitment }) => client_seeds.push(SealedSeed {
                seat,
                user: Some(user.uuid()),
                commitment,
                seed: None,
            }),
            Ok(ShoeEventText::Opened { user, seed }) => {
                let sealed = client_seeds
                    .iter_mut()
                    .filter(|sealed| sealed.user == Some(user.uuid()));
                match sealed.last() {
                    Some(sealed) => sealed.seed = Some(seed),
                    None => unreadable.push("a client seed was sealed before it was opened".to_string()),
                }
            }
            Ok(ShoeEventText::NewDealer(dealer)) => new_dealers.push(NewDealer {
                ordered_by: dealer.ordered_by.uuid(),
                rounds: dealer.rounds,
                gone: dealer.gone,
                burned: dealer.burned,
            }),
        }
    }
    if let Some(shuffle) = &shuffle {
        let shuffled: Vec<SealedSeed> = shuffle.client_seeds.iter().map(sealed_seed).collect();
        if shoe.format == 1 {
            client_seeds = shuffled;
        } else if shuffled != client_seeds {
            unreadable.push("the client seeds in the shuffle are those that were sealed and opened".to_string());
        }
    }
    let revealed = shoe.secret.is_some();
    let mut proof = ShoeProof {
        id: shoe.id.uuid(),
        table: shoe.table.uuid(),
        game: game.id.clone(),
        rules: rules_of(game),
        format: shoe.format,
        commitment: shoe.commitment.clone(),
        seed: shoe.secret.clone(),
        client_seeds,
        cut: shuffle.as_ref().and_then(|shuffle| shuffle.cut).map(|cut| ShoeCut {
            cards: cut.cards,
            seat: cut.seat,
            user: cut.user.map(UserId::uuid),
        }),
        set_before: shuffle.as_ref().map_or(0, |shuffle| shuffle.set_before),
        root: shuffle.map(|shuffle| shuffle.root),
        cards: Vec::new(),
        new_dealers,
        rounds: books.iter().map(|book| dealt(game, book, revealed)).collect(),
        checks: Vec::new(),
    };
    if let Some(shoe) = secret_of(&proof).and_then(|secret| shuffled(game, secret, &proof).ok()) {
        proof.cards = written(shoe.order());
    }
    proof
}

fn rules_of(game: &Arc<Game>) -> ShoeRules {
    let deck: Vec<Card> = game.deck.cards().collect();
    ShoeRules {
        deck: written(&deck),
        burn: game.shoe.burn,
        burn_at_dealer_change: game.shoe.burn_at_dealer_change,
        cut_limits: fairness::cut_limits(game),
    }
}

/// What a round was dealt; its cards are shown when the shoe is.
fn dealt(game: &Arc<Game>, book: &RoundBook, revealed: bool) -> ShoeRound {
    let opening = notation::read::<OpeningText>("the opening of a round", &book.round.text);
    let past = revealed.then(|| Past::replay(game, book).ok()).flatten();
    ShoeRound {
        id: book.round.id.uuid(),
        gone: opening.as_ref().map_or(0, |opening| opening.gone),
        players: opening.map_or_else(|_| Vec::new(), |opening| players(&opening)),
        cards: past.map_or_else(Vec::new, |past| written(&past.cards())),
    }
}

/// Who bet in a round.
fn players(opening: &OpeningText) -> Vec<uuid::Uuid> {
    let bets = |seat: u8| opening.wagers.seats.iter().any(|wagers| wagers.seat == seat);
    let seats = opening.seats.iter().filter(|seat| bets(seat.seat));
    seats.map(|seat| seat.user.uuid()).collect()
}

/// Checks a proof from the paper alone: the cards, where they come from, and that they were dealt as they lay.
pub fn check_paper(game: &Arc<Game>, paper: &ShoeProof) -> Vec<ProofCheck> {
    let mut checks = Vec::new();
    if paper.format == 0 || paper.format > FORMAT {
        let what = format!("the derivation is of a known version, not of version {}", paper.format);
        say(&mut checks, what, false);
        return checks;
    }
    let Some(secret) = secret_of(paper) else {
        say(
            &mut checks,
            "the house's seed is revealed, in 64 hexadecimal digits",
            false,
        );
        return checks;
    };
    say(
        &mut checks,
        "the SHA-256 of the house's seed is the commitment published before the shuffle",
        secret.commitment() == paper.commitment,
    );
    say(
        &mut checks,
        "the rules on the paper are the game's",
        paper.rules == rules_of(game),
    );
    check_client_seeds(paper, &mut checks);
    if paper.root.is_none() {
        let what = "the shoe was never shuffled, and no round was dealt from it";
        say(&mut checks, what, paper.rounds.is_empty());
        return checks;
    }
    let mut shoe = match shuffled(game, secret, paper) {
        Ok(shoe) => shoe,
        Err(fault) => {
            say(&mut checks, format!("the cut is a lawful one: {fault}"), false);
            return checks;
        }
    };
    say(&mut checks, cut_sentence(paper), true);
    say(
        &mut checks,
        "the cards follow from the house's seed, the client seeds and the cut",
        written(shoe.order()) == paper.cards,
    );
    if paper.format > 1 {
        let root = secret.root(paper.id, shoe.order());
        let what = "the Merkle root over the cards is the one published before the first bet";
        say(&mut checks, what, Some(&root) == paper.root.as_ref());
    }
    let sound = deal_again(&mut shoe, paper);
    let count = paper.rounds.len();
    let what = format!("all {count} rounds were dealt the shoe's cards as they lay, and no other card left it");
    match sound {
        Ok(()) => say(&mut checks, what, true),
        Err(difference) => say(&mut checks, format!("{what}: {difference}"), false),
    }
    checks
}

/// Each seed is the one its client committed to; who did not open one is named.
fn check_client_seeds(paper: &ShoeProof, checks: &mut Vec<ProofCheck>) {
    if paper.format == 1 {
        let what = "no client seed was sealed: derivation 1 did not do so, and whoever spoke last could choose";
        return say(checks, what, true);
    }
    for sealed in &paper.client_seeds {
        let seat = sealed.seat;
        match &sealed.seed {
            Some(seed) => say(
                checks,
                format!("the client seed of seat {seat} is the one committed to"),
                fairness::seal(seed) == sealed.commitment,
            ),
            None => {
                let what = format!("seat {seat} did not open its client seed, and sat out until the next shuffle");
                let bet = sealed.user.is_some_and(|user| paper.has_bet(user));
                say(checks, what, !bet);
            }
        }
    }
    if paper.client_seeds.is_empty() {
        say(checks, "no client put in a seed", true);
    }
}

fn cut_sentence(paper: &ShoeProof) -> String {
    match paper.cut {
        None => "the game has no cut".to_string(),
        Some(ShoeCut { cards, seat: None, .. }) => {
            format!("nobody cut, so the dealer did, in the middle ({cards} cards)")
        }
        Some(ShoeCut {
            cards,
            seat: Some(seat),
            ..
        }) => format!("seat {seat} cut {cards} cards, as the rules allow"),
    }
}

/// Deals every round again, with every new dealer between them; nothing else may take a card from the shoe.
fn deal_again(shoe: &mut Shoe, paper: &ShoeProof) -> Result<(), String> {
    if paper.new_dealers.len() > DEALER_CHANGES_MAX as usize {
        return Err(format!(
            "{} new dealers started, and at most {DEALER_CHANGES_MAX} may in a shoe",
            paper.new_dealers.len()
        ));
    }
    let mut dealers = paper.new_dealers.iter().peekable();
    for (number, round) in (0..).zip(&paper.rounds) {
        while let Some(dealer) = dealers.next_if(|dealer| dealer.rounds == number) {
            start(shoe, dealer)?;
        }
        let difference = |what: String| format!("round {}: {what}", number + 1);
        if shoe.gone() != round.gone as usize {
            let (began, due) = (round.gone, shoe.gone());
            return Err(difference(format!("it began with {began} cards gone, and {due} were")));
        }
        let mut events = Vec::new();
        shoe.prepare(&mut events);
        for card in &round.cards {
            let next = shoe.deal(&mut events).map_err(|out| difference(out.to_string()))?;
            if next.to_string() != *card {
                return Err(difference(format!("it was dealt {card} where the shoe has {next}")));
            }
        }
    }
    let count = paper.rounds.len() as u32;
    while let Some(dealer) = dealers.next_if(|dealer| dealer.rounds == count) {
        start(shoe, dealer)?;
    }
    match dealers.next() {
        Some(dealer) => Err(format!("a new dealer started after round {} of {count}", dealer.rounds)),
        None => Ok(()),
    }
}

/// A new dealer starts and burns what the rules say.
fn start(shoe: &mut Shoe, dealer: &NewDealer) -> Result<(), String> {
    let mut events = Vec::new();
    let gone = shoe.gone();
    shoe.change_dealer(&mut events);
    match gone == dealer.gone as usize && burned(&events) == dealer.burned {
        true => Ok(()),
        false => Err(format!(
            "a new dealer burned {} cards with {} gone, and the rules say {} with {gone} gone",
            dealer.burned,
            dealer.gone,
            burned(&events)
        )),
    }
}

impl ShoeProof {
    /// Whether somebody bet in a round of the shoe.
    fn has_bet(&self, user: uuid::Uuid) -> bool {
        self.rounds.iter().any(|round| round.players.contains(&user))
    }
}

fn secret_of(paper: &ShoeProof) -> Option<Secret> {
    paper.seed.as_deref().and_then(Secret::parse)
}

/// The shoe as it lay before its first round.
fn shuffled(game: &Arc<Game>, secret: Secret, paper: &ShoeProof) -> Result<Shoe, fairness::ShuffleFault> {
    let client_seeds = paper.client_seeds.iter().map(|sealed| ClientSeed {
        seat: sealed.seat,
        user: sealed.user.map(UserId::from),
        commitment: sealed.commitment.clone(),
        seed: sealed.seed.clone(),
    });
    let shuffle = Shuffle {
        client_seeds: client_seeds.collect(),
        cut: paper.cut.map(|cut| Cut {
            cards: cut.cards,
            seat: cut.seat,
            user: cut.user.map(UserId::from),
        }),
        set_before: paper.set_before,
        root: String::new(),
    };
    Ok(secret.shoe(game, paper.format, paper.id, &shuffle)?.0)
}

fn say(checks: &mut Vec<ProofCheck>, what: impl Into<String>, holds: bool) {
    let what = what.into();
    checks.push(ProofCheck { what, holds });
}

fn written(cards: &[Card]) -> Vec<String> {
    cards.iter().map(Card::to_string).collect()
}
