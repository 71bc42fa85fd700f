//! What has been: history, replays, proofs, statistics, drills; and the pit.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use croupier_house::{RoundId, ShoeId};
use jiff::civil::{Date, Time};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::extract::{Path, Query, SignedIn};
use super::{House, Refusal};
use crate::ledger::now;
use crate::night::GamingDay;
use crate::problem::Problem;
use crate::rounds::Wanted;
use crate::wire::{Drill, HistoryPage, Night, Pit, RoundProof, RoundReplay, RoundsPage, ShoeProof, Statistics};

/// Which page.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct PageQuery {
    /// What the page before answered as `older`.
    before: Option<i64>,
}

/// The rounds the visitor has played in, newest first.
#[utoipa::path(get, path = "/history", tag = "history", operation_id = "history", params(PageQuery), responses(
    (status = 200, description = "A page of rounds", body = HistoryPage),
    (status = 400, description = "The query cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem)))]
pub(super) async fn history(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Query(query): Query<PageQuery>,
) -> Result<Json<HistoryPage>, Refusal> {
    Ok(Json(house.room.history(&person, query.before).await?))
}

/// What is looked for among the rounds of the house.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct RoundsQuery {
    /// Dealt at this table.
    table: Option<Uuid>,
    /// With a wager of the person of this name.
    person: Option<String>,
    /// Begun on this day in universal time: `2026-11-15`.
    day: Option<String>,
    /// What the page before answered as `older`.
    before: Option<i64>,
}

/// The rounds of the house: for auditors and the floor.
#[utoipa::path(get, path = "/rounds", tag = "history", operation_id = "rounds", params(RoundsQuery), responses(
    (status = 200, description = "A page of rounds, newest first", body = RoundsPage),
    (status = 400, description = "The query cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 403, description = "Only the floor and auditors may", body = Problem),
    (status = 404, description = "There is no such player", body = Problem)))]
pub(super) async fn rounds(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Query(query): Query<RoundsQuery>,
) -> Result<Json<RoundsPage>, Refusal> {
    person.must_oversee()?;
    let wanted = Wanted {
        table: query.table,
        person: query.person,
        day: query.day.as_deref().map(date).transpose()?,
        before: query.before,
    };
    Ok(Json(house.room.find_rounds(wanted).await??))
}

/// A round to be stepped through: for those who played in it, the floor and auditors.
#[utoipa::path(get, path = "/rounds/{id}", tag = "history", operation_id = "round",
    params(("id" = Uuid, Path, description = "The round")), responses(
    (status = 200, description = "The round", body = RoundReplay),
    (status = 400, description = "The id cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 404, description = "There is no such round, or it is others'", body = Problem)))]
pub(super) async fn round(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Path(id): Path<Uuid>,
) -> Result<Json<RoundReplay>, Refusal> {
    Ok(Json(house.room.replay(RoundId::from(id), &person).await??))
}

/// The proof of a round that is over, while its shoe goes on: for those who played in it, the floor and auditors.
#[utoipa::path(get, path = "/rounds/{id}/proof", tag = "history", operation_id = "roundProof",
    params(("id" = Uuid, Path, description = "The round")), responses(
    (status = 200, description = "The cards the visitor has seen, each with its way to the root", body = RoundProof),
    (status = 400, description = "The id cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 404, description = "There is no such round, or it is others'", body = Problem),
    (status = 422, description = "The round is not over, or its shoe has no root", body = Problem)))]
pub(super) async fn round_proof(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Path(id): Path<Uuid>,
) -> Result<Json<RoundProof>, Refusal> {
    Ok(Json(house.room.round_proof(RoundId::from(id), &person).await??))
}

/// A shoe; with its seed, its cards and what was checked once it is revealed.
#[utoipa::path(get, path = "/shoes/{id}", tag = "history", operation_id = "shoe",
    params(("id" = Uuid, Path, description = "The shoe")), responses(
    (status = 200, description = "The shoe", body = ShoeProof),
    (status = 400, description = "The id cannot be read", body = Problem),
    (status = 404, description = "There is no such shoe", body = Problem)))]
pub(super) async fn shoe(State(house): State<House>, Path(id): Path<Uuid>) -> Result<Json<ShoeProof>, Refusal> {
    Ok(Json(house.room.shoe_proof(ShoeId::from(id)).await??))
}

/// How the visitor has done over the last thousand rounds.
#[utoipa::path(get, path = "/statistics", tag = "history", operation_id = "statistics", responses(
    (status = 200, description = "The figures", body = Statistics),
    (status = 401, description = "Nobody is signed in", body = Problem)))]
pub(super) async fn statistics(
    State(house): State<House>,
    SignedIn(person): SignedIn,
) -> Result<Json<Statistics>, Refusal> {
    Ok(Json(house.room.statistics(&person).await?))
}

/// The decisions the visitor got wrong, dearest first.
#[utoipa::path(get, path = "/drills", tag = "history", operation_id = "drills", responses(
    (status = 200, description = "The decisions", body = Vec<Drill>),
    (status = 401, description = "Nobody is signed in", body = Problem)))]
pub(super) async fn drills(
    State(house): State<House>,
    SignedIn(person): SignedIn,
) -> Result<Json<Vec<Drill>>, Refusal> {
    Ok(Json(house.room.drills(&person).await?))
}

/// Every table with its figures: for the floor and auditors.
#[utoipa::path(get, path = "/pit", tag = "tables", operation_id = "pit", responses(
    (status = 200, description = "The tables", body = Pit),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 403, description = "Only the floor and auditors may", body = Problem)))]
pub(super) async fn pit(State(house): State<House>, SignedIn(person): SignedIn) -> Result<Json<Pit>, Refusal> {
    person.must_oversee()?;
    Ok(Json(house.room.pit().await?))
}

/// Which gaming day.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct NightQuery {
    /// The day it begins on, `2026-11-15`; the last one that has begun if left out.
    day: Option<String>,
    /// When it begins, in universal time, `06:00`; midnight if left out.
    start: Option<String>,
}

/// What a gaming day came to at every table: for the floor and auditors.
#[utoipa::path(get, path = "/night", tag = "tables", operation_id = "night", params(NightQuery), responses(
    (status = 200, description = "The report", body = Night),
    (status = 400, description = "The query cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 403, description = "Only the floor and auditors may", body = Problem)))]
pub(super) async fn night(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Query(query): Query<NightQuery>,
) -> Result<Json<Night>, Refusal> {
    person.must_oversee()?;
    let start = match query.start.as_deref() {
        None => Time::midnight(),
        Some(text) => text
            .parse()
            .map_err(|_| unreadable(format!("`{text}` is not a time of day; write it as 06:00.")))?,
    };
    let day = match query.day.as_deref() {
        None => GamingDay::last(start, now()),
        Some(text) => GamingDay {
            date: date(text)?,
            start,
        },
    };
    Ok(Json(house.room.night(day).await?))
}

fn date(text: &str) -> Result<Date, Refusal> {
    text.parse()
        .map_err(|_| unreadable(format!("`{text}` is not a day; write it as 2026-11-15.")))
}

fn unreadable(message: String) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, Problem::new("query-unreadable", message))
}
