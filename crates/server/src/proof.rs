//! The proof of a shoe: that its cards were fixed before the first bet, and dealt as they lay.

use std::sync::Arc;

use croupier_house::{Fault, RoundBook, ShoeId, ShoeRecord, Store};
use croupier_rules::{Card, Game};
use croupier_table::Shoe;

use crate::fairness::{Cut, Mix, Secret};
use crate::notation::{self, TableText};
use crate::past::Past;
use crate::wire::{ProofCheck, ShoeProof};

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
    Ok(game.map(|game| prove(&game, &shoe, &books)))
}

/// Proves a shoe from the books: what can be shown of it now, and what was checked.
pub fn prove(game: &Arc<Game>, shoe: &ShoeRecord, books: &[RoundBook]) -> ShoeProof {
    let mix: Mix = shoe
        .mix
        .as_deref()
        .and_then(|mix| notation::read("a mix", mix).ok())
        .unwrap_or_default();
    let mut proof = ShoeProof {
        id: shoe.id.uuid(),
        table: shoe.table.uuid(),
        game: game.id.clone(),
        commitment: shoe.commitment.clone(),
        seed: shoe.secret.clone(),
        client_seeds: mix.client_seeds.clone(),
        cut: mix.cut.map(|cut| cut.cards),
        cards: Vec::new(),
        rounds: books.iter().map(|book| book.round.id.uuid()).collect(),
        checks: Vec::new(),
    };
    if let Some(seed) = &shoe.secret {
        let rounds = books.iter().map(|book| (book, Past::replay(game, book)));
        let rounds = rounds.map(|(book, past)| {
            past.map(|past| Dealt {
                gone: past.opening.gone as usize,
                cards: past.cards(),
            })
            .map_err(|difference| format!("round {}: {difference}", book.round.id))
        });
        check(
            game,
            seed,
            shoe.mix.is_some().then_some(&mix),
            rounds.collect(),
            &mut proof,
        );
    }
    proof
}

/// Checks a proof that somebody has on paper, without any books: that its cards follow from the published commitment.
pub fn check_paper(game: &Arc<Game>, paper: &ShoeProof) -> Vec<ProofCheck> {
    let mut proof = paper.clone();
    proof.checks.clear();
    let Some(secret) = paper.seed.as_deref().and_then(Secret::parse) else {
        say(&mut proof, "the seed is revealed, in 64 hexadecimal digits", false);
        return proof.checks;
    };
    let committed = secret.commitment() == paper.commitment;
    say(
        &mut proof,
        "the SHA-256 of the seed is what was published before the first bet",
        committed,
    );
    let mix = Mix {
        client_seeds: paper.client_seeds.clone(),
        // The paper does not say who cut, so only the limits are checked.
        cut: paper.cut.map(|cards| Cut { cards, seat: Some(0) }),
        set_before: 0,
    };
    let order = secret.order(game, paper.id, &mix);
    let follows = order.is_ok_and(|order| written(&order) == paper.cards);
    say(
        &mut proof,
        "the cards follow from the seed, the players' words and the cut",
        follows,
    );
    proof.checks
}

/// What a round was dealt.
struct Dealt {
    /// How many cards were gone before it.
    gone: usize,
    cards: Vec<Card>,
}

fn check(game: &Arc<Game>, seed: &str, mix: Option<&Mix>, rounds: Vec<Result<Dealt, String>>, proof: &mut ShoeProof) {
    let Some(secret) = Secret::parse(seed) else {
        return say(proof, "the seed is 64 hexadecimal digits", false);
    };
    let committed = secret.commitment() == proof.commitment;
    say(
        proof,
        "the SHA-256 of the seed is what was published before the first bet",
        committed,
    );
    let Some(mix) = mix else {
        let what = "the shoe was never mixed, and no round was dealt from it";
        return say(proof, what, rounds.is_empty());
    };
    let mut shoe = match secret.shoe(game, proof.id, mix) {
        Ok((shoe, _)) => shoe,
        Err(fault) => return say(proof, &format!("the cut is a lawful one: {fault}"), false),
    };
    say(proof, "the cut is a lawful one", true);
    proof.cards = written(shoe.order());
    let count = rounds.len();
    for (number, round) in (1..).zip(rounds) {
        let dealt = round.and_then(|round| deal(&mut shoe, &round));
        if let Err(what) = dealt {
            return say(
                proof,
                &format!("round {number} of {count} was dealt the shoe's next cards: {what}"),
                false,
            );
        }
    }
    say(
        proof,
        &format!("all {count} rounds were dealt the shoe's cards as they lay"),
        true,
    );
}

/// Deals a round again; cards burnt for a new dealer lie between two rounds.
fn deal(shoe: &mut Shoe, round: &Dealt) -> Result<(), String> {
    let mut events = Vec::new();
    while shoe.gone() < round.gone {
        shoe.deal(&mut events).map_err(|out| out.to_string())?;
    }
    if shoe.gone() != round.gone {
        return Err(format!(
            "it began at card {} and should have at {}",
            round.gone,
            shoe.gone()
        ));
    }
    shoe.prepare(&mut events);
    for card in &round.cards {
        let next = shoe.deal(&mut events).map_err(|out| out.to_string())?;
        if next != *card {
            return Err(format!("it has {card} where the shoe has {next}"));
        }
    }
    Ok(())
}

fn say(proof: &mut ShoeProof, what: &str, holds: bool) {
    proof.checks.push(ProofCheck {
        what: what.to_string(),
        holds,
    });
}

fn written(cards: &[Card]) -> Vec<String> {
    cards.iter().map(Card::to_string).collect()
}
