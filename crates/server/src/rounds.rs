//! The browser of rounds, for auditors and the floor: what was dealt where, when and to whom.

use std::collections::HashMap;

use croupier_house::{AccountKind, Code, Fault, Moment, RoundRecord, RoundSearch, ShoeId, Span, TableId};
use jiff::civil::{Date, Time};
use uuid::Uuid;

use crate::history::PAGE;
use crate::night::GamingDay;
use crate::notation::{self, OpeningText};
use crate::problem::Problem;
use crate::room::Room;
use crate::wire::{FoundRound, RoundsPage};

/// What is looked for; everything that is named must hold.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Dealt at this table.
    pub table: Option<Uuid>,
    /// With a wager of this person.
    pub person: Option<String>,
    /// Begun on this day in universal time.
    pub day: Option<Date>,
    /// What the page before answered as `older`.
    pub before: Option<i64>,
}

impl Room {
    /// A page of the rounds that fit, newest first.
    pub async fn find_rounds(&self, wanted: Wanted) -> Result<Result<RoundsPage, Problem>, Fault> {
        let player = match &wanted.person {
            None => None,
            Some(name) => {
                let user = self.store.user_named(name).await?;
                let account = match user {
                    Some(user) => self.store.account_of(AccountKind::Player(user.id)).await?,
                    None => None,
                };
                let Some((account, _)) = account else {
                    return Ok(Err(Problem::not_found("player")));
                };
                Some(account.id)
            }
        };
        let day = wanted.day.map(|date| GamingDay {
            date,
            start: Time::midnight(),
        });
        let search = RoundSearch {
            table: wanted.table.map(TableId::from),
            player,
            opened: day.map(GamingDay::span),
        };
        let span = Span {
            before: wanted.before,
            limit: PAGE,
        };
        let found = self.store.find_rounds(&search, span).await?;
        let full = found.len() == PAGE as usize;
        let older = found.last().map(|last| last.ordinal).filter(|_| full);
        let mut names = HashMap::new();
        let mut rounds = Vec::with_capacity(found.len());
        for round in &found {
            rounds.push(self.found_round(round, &mut names).await?);
        }
        Ok(Ok(RoundsPage { rounds, older }))
    }

    async fn found_round(
        &self,
        round: &RoundRecord,
        names: &mut HashMap<TableId, String>,
    ) -> Result<FoundRound, Fault> {
        if let std::collections::hash_map::Entry::Vacant(entry) = names.entry(round.table) {
            entry.insert(self.table_name(round.table).await?);
        }
        let game = self.game_by_rules(&round.rules).await?;
        let opening = notation::read::<OpeningText>("the opening of a round", &round.text).ok();
        let players = opening.map_or_else(Vec::new, |opening| {
            let bets = |seat: u8| opening.wagers.seats.iter().any(|wagers| wagers.seat == seat);
            let seats = opening.seats.iter().filter(|seat| bets(seat.seat));
            seats.map(|seat| seat.name.clone()).collect()
        });
        let (mut wagered, mut house_net) = (0, 0);
        for record in self.store.transfers_of_round(round.id).await? {
            let cents = record.transfer.amount.cents();
            match record.transfer.code {
                Code::Wager => wagered += cents,
                Code::Loss => house_net += cents,
                Code::Payout => house_net -= cents,
                _ => {}
            }
        }
        let millis = |moment: Moment| moment.0 / 1000;
        Ok(FoundRound {
            id: round.id.uuid(),
            table: round.table.uuid(),
            table_name: names.get(&round.table).cloned().unwrap_or_default(),
            game: game.map_or_else(String::new, |game| game.id.clone()),
            began: millis(round.opened),
            ended: round.closed.map(millis),
            voided: round.voided.is_some(),
            players,
            wagered,
            house_net,
            shoe: round.shoe.map(ShoeId::uuid),
        })
    }
}
