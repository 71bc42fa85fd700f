//! What has been: history, replays, proofs, statistics, drills; and the pit.

use axum::Json;
use axum::extract::State;
use croupier_house::{Role, RoundId, ShoeId};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::extract::{Path, Query, SignedIn};
use super::{House, Refusal};
use crate::problem::Problem;
use crate::wire::{Drill, HistoryPage, Pit, RoundReplay, ShoeProof, Statistics};

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
    if person.role == Role::Player {
        return Err(Problem::not_allowed("the floor and auditors").into());
    }
    Ok(Json(house.room.pit().await?))
}
