//! What has been: a player's rounds, one round step by step, a shoe and its proof.

use croupier_house::{AccountId, Fault, PlayedRound, Role, RoundBook, RoundId, ShoeId, Span};

use crate::past::Past;
use crate::person::Person;
use crate::problem::Problem;
use crate::proof::{is_archived, proof_of};
use crate::room::Room;
use crate::telling::{TableEvent, tell};
use crate::unfold::unfold;
use crate::wire::{HistoryPage, ReplayStep, RoundLine, RoundReplay, RoundTransfer, ShoeLine, ShoeProof};

/// How many rounds a page of history has.
pub const PAGE: u32 = 50;

impl Room {
    /// A page of the rounds a person has played in, newest first.
    pub async fn history(&self, person: &Person, before: Option<i64>) -> Result<HistoryPage, Fault> {
        let span = Span { before, limit: PAGE };
        let played = self.store.rounds_of_player(person.account, span).await?;
        let full = played.len() == PAGE as usize;
        let older = played.last().map(|last| last.round.ordinal).filter(|_| full);
        let mut rounds = Vec::with_capacity(played.len());
        for played in &played {
            rounds.push(self.round_line(played).await?);
        }
        Ok(HistoryPage { rounds, older })
    }

    async fn round_line(&self, played: &PlayedRound) -> Result<RoundLine, Fault> {
        let round = &played.round;
        let game = self.game_by_rules(&round.rules).await?;
        Ok(RoundLine {
            id: round.id.uuid(),
            table: round.table.uuid(),
            table_name: self.table_name(round.table).await?,
            game: game.map_or_else(String::new, |game| game.id.clone()),
            began: round.opened.0 / 1000,
            wagered: played.wagered.cents(),
            net: played.net.cents(),
            over: round.closed.is_some(),
            shoe: round.shoe.map(ShoeId::uuid),
        })
    }

    /// A round to be stepped through, for somebody who played in it, the floor or an auditor.
    pub async fn replay(&self, id: RoundId, person: &Person) -> Result<Result<RoundReplay, Problem>, Fault> {
        let missing = || Ok(Err(Problem::not_found("round")));
        let Some(book) = self.store.round(id).await? else {
            return missing();
        };
        if person.role == Role::Player && !book.players.contains(&person.account) {
            return missing();
        }
        if book.is_archived() {
            return Ok(Err(Problem::archived()));
        }
        let Some(past) = self.past(&book).await? else {
            return missing();
        };
        let seat = past.seat_of(person.id);
        let shoe = self.shoe_line(&past).await?;
        let mut steps: Vec<ReplayStep> = Vec::new();
        for (place, step) in past.steps.iter().enumerate() {
            let told: Vec<TableEvent> = step.events.iter().copied().map(TableEvent::Event).collect();
            let before = steps.last().map(|last| last.felt.clone());
            let (felt, said) = (
                past.felt(place, seat, &shoe),
                tell(&past.game, Some(&past.opening.wagers), &told, seat),
            );
            steps.extend(unfold(before.as_ref(), felt, said, &past.game.main_bet.spots));
        }
        let revealed = match book.round.shoe {
            Some(shoe) => self.store.shoe(shoe).await?.is_some_and(|shoe| shoe.revealed.is_some()),
            None => true,
        };
        let open = revealed && book.round.closed.is_some();
        Ok(Ok(RoundReplay {
            line: self.round_line(&played(&book, person)).await?,
            steps,
            transcript: if open { past.transcript() } else { None },
            transfers: match person.role {
                Role::Player => Vec::new(),
                Role::Floor | Role::Auditor => round_transfers(&past, &book),
            },
        }))
    }

    /// A round of the books played again; `None` (and a line in the log) when it does not come out as they say.
    pub(crate) async fn past(&self, book: &RoundBook) -> Result<Option<Past>, Fault> {
        let Some(game) = self.game_by_rules(&book.round.rules).await? else {
            return Ok(None);
        };
        Ok(Past::replay(&game, book)
            .inspect_err(|difference| tracing::error!(round = %book.round.id, %difference, "a round differs"))
            .ok())
    }

    /// The shoe of a round gone by.
    pub(crate) async fn shoe_line(&self, past: &Past) -> Result<ShoeLine, Fault> {
        let shoe = match past.record.shoe {
            Some(shoe) => self.store.shoe(shoe).await?,
            None => None,
        };
        let size = past.game.deck.size();
        let behind = past.game.shoe.cut_card.map(|depth| depth.cards(&past.game.deck));
        Ok(ShoeLine {
            id: shoe.as_ref().map(|shoe| shoe.id.uuid()),
            commitment: shoe.map(|shoe| shoe.commitment),
            cards: size as u32,
            gone: past.opening.gone,
            cut_card: behind.map(|behind| size.saturating_sub(behind) as u32),
            last_round: false,
            client_seeds: Vec::new(),
            root: None,
        })
    }

    /// A shoe, with its proof once it is revealed.
    pub async fn shoe_proof(&self, id: ShoeId) -> Result<Result<ShoeProof, Problem>, Fault> {
        if is_archived(&self.store, id).await? {
            return Ok(Err(Problem::archived()));
        }
        let proof = proof_of(&self.store, id).await?;
        Ok(proof.ok_or_else(|| Problem::not_found("shoe")))
    }
}

/// What a person put on the felt in a round and won by it, as the books' transfers have it.
fn played(book: &RoundBook, person: &Person) -> PlayedRound {
    use croupier_house::Code;
    let mut played = PlayedRound {
        round: book.round.clone(),
        wagered: croupier_rules::Money::ZERO,
        net: croupier_rules::Money::ZERO,
    };
    for record in &book.transfers {
        let transfer = &record.transfer;
        let (paid, received) = (transfer.debit == person.account, transfer.credit == person.account);
        match transfer.code {
            Code::Wager if paid => played.wagered += transfer.amount,
            Code::Loss if paid => played.net -= transfer.amount,
            Code::Payout if received => played.net += transfer.amount,
            Code::Correction if paid => played.net -= transfer.amount,
            Code::Correction if received => played.net += transfer.amount,
            _ => {}
        }
    }
    played
}

/// The transfers of a round, each account by the name of who sat there.
fn round_transfers(past: &Past, book: &RoundBook) -> Vec<RoundTransfer> {
    let name = |account: AccountId| {
        let seat = past.opening.seats.iter().find(|seat| seat.account == account);
        seat.map_or_else(|| "rack".to_string(), |seat| seat.name.clone())
    };
    let transfers = book.transfers.iter();
    transfers
        .map(|record| RoundTransfer {
            id: record.transfer.id.uuid(),
            request: record.request.uuid(),
            at: record.at.0 / 1000,
            code: record.transfer.code.word().to_string(),
            from: name(record.transfer.debit),
            to: name(record.transfer.credit),
            amount: record.transfer.amount.cents(),
        })
        .collect()
}
