//! The lobby: tables, opened and changed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use croupier_house::{Role, TableId, UserId};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::extract::{Body, Path, Query, SignedIn, Visitor};
use super::{House, Refusal};
use crate::person::Person;
use crate::problem::Problem;
use crate::room::OpenTable;
use crate::wire::{NewTable, TableCard, TableOrder, VoidOrder};

/// The code of a private table.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct WithCode {
    /// The code of a private table.
    code: Option<String>,
}

/// The tables that are open: public ones, and the private ones the visitor has opened or oversees.
#[utoipa::path(get, path = "/tables", tag = "tables", operation_id = "tables", responses(
    (status = 200, description = "The tables, oldest first", body = Vec<TableCard>)))]
pub(super) async fn list(State(house): State<House>, Visitor(person): Visitor) -> Json<Vec<TableCard>> {
    let tables = house.room.tables();
    let mine = |open: &OpenTable| oversees(open, person.as_deref());
    let cards = tables.iter().filter_map(|open| {
        let card = open.table.card();
        let mine = mine(open);
        (!card.private || mine).then(|| told(card, mine))
    });
    let mut cards: Vec<TableCard> = cards.collect();
    let elsewhere = house.room.keeper.as_ref().map(|keeper| keeper.all_elsewhere());
    cards.extend(elsewhere.unwrap_or_default().into_iter().filter_map(|table| {
        let (card, opened_by) = table.open()?;
        let mine = may_oversee(opened_by, person.as_deref());
        (!card.private || mine).then(|| told(card, mine))
    }));
    cards.sort_by_key(|card| card.id);
    Json(cards)
}

/// Opens a table.
#[utoipa::path(post, path = "/tables", tag = "tables", operation_id = "openTable", request_body = NewTable, responses(
    (status = 200, description = "The table", body = TableCard),
    (status = 400, description = "The body cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 403, description = "Only players and the floor open tables; players open private ones", body = Problem),
    (status = 404, description = "There is no such game", body = Problem),
    (status = 409, description = "Too many tables, or the id is another's", body = Problem),
    (status = 413, description = "The body is too long", body = Problem),
    (status = 415, description = "The body is not JSON", body = Problem),
    (status = 422, description = "The rules do not allow such a table", body = Problem)))]
pub(super) async fn open(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Body(new): Body<NewTable>,
) -> Result<Json<TableCard>, Refusal> {
    if person.role == Role::Auditor {
        return Err(Problem::not_allowed("players and the floor").into());
    }
    Ok(Json(house.room.open_table(&new, Some(&person)).await?))
}

/// One table.
#[utoipa::path(get, path = "/tables/{id}", tag = "tables", operation_id = "table",
    params(("id" = Uuid, Path, description = "The table"), WithCode), responses(
    (status = 200, description = "The table", body = TableCard),
    (status = 400, description = "The id or the query cannot be read", body = Problem),
    (status = 404, description = "There is no such table, or one needs its code", body = Problem)))]
pub(super) async fn one(
    State(house): State<House>,
    Visitor(person): Visitor,
    Path(id): Path<Uuid>,
    Query(query): Query<WithCode>,
) -> Result<Json<TableCard>, Refusal> {
    let open = find(&house, id, query.code.as_deref(), person.as_deref())?;
    let mine = oversees(&open, person.as_deref());
    Ok(Json(told(open.table.card(), mine)))
}

/// Changes a table: for the floor, or whoever opened it.
#[utoipa::path(post, path = "/tables/{id}/change", tag = "tables", operation_id = "changeTable",
    params(("id" = Uuid, Path, description = "The table")), request_body = TableOrder, responses(
    (status = 200, description = "The table as it is now", body = TableCard),
    (status = 400, description = "The id or the body cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 403, description = "Only the floor, or whoever opened the table, may", body = Problem),
    (status = 404, description = "There is no such table", body = Problem),
    (status = 409, description = "The table is closed, or the id was used for something else", body = Problem),
    (status = 413, description = "The body is too long", body = Problem),
    (status = 415, description = "The body is not JSON", body = Problem),
    (status = 422, description = "The rules do not allow it", body = Problem)))]
pub(super) async fn change(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Path(id): Path<Uuid>,
    Body(order): Body<TableOrder>,
) -> Result<Json<TableCard>, Refusal> {
    let open = house
        .room
        .table(TableId::from(id))
        .ok_or_else(|| Problem::not_found("table"))?;
    if person.role != Role::Floor && open.opened_by != Some(person.id) {
        return Err(Problem::not_allowed("the floor, or whoever opened the table,").into());
    }
    Ok(Json(open.table.change(order, Arc::clone(&person)).await?))
}

/// Voids the open round of a table that was put aside: for the floor.
#[utoipa::path(post, path = "/tables/{id}/void", tag = "tables", operation_id = "voidRound",
    params(("id" = Uuid, Path, description = "The table")), request_body = VoidOrder, responses(
    (status = 204, description = "Every wager has gone back, and the table deals from a new shoe"),
    (status = 400, description = "The id or the body cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 403, description = "Only the floor may", body = Problem),
    (status = 413, description = "The body is too long", body = Problem),
    (status = 415, description = "The body is not JSON", body = Problem),
    (status = 422, description = "The table was not put aside, or no clause is named", body = Problem)))]
pub(super) async fn void(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Path(id): Path<Uuid>,
    Body(order): Body<VoidOrder>,
) -> Result<StatusCode, Refusal> {
    if person.role != Role::Floor {
        return Err(Problem::not_allowed("the floor").into());
    }
    house.room.void(TableId::from(id), &order, &person).await??;
    Ok(StatusCode::NO_CONTENT)
}

/// The table of this id, if the visitor may see it.
pub(super) fn find(house: &House, id: Uuid, code: Option<&str>, person: Option<&Person>) -> Result<OpenTable, Refusal> {
    let open = house
        .room
        .table(TableId::from(id))
        .ok_or_else(|| Problem::not_found("table"))?;
    let card = open.table.card();
    if card.private && card.code.as_deref() != code && !oversees(&open, person) {
        return Err(Problem::not_found("table").into());
    }
    Ok(open)
}

/// Whether a person may see a private table without its code.
fn oversees(open: &OpenTable, person: Option<&Person>) -> bool {
    may_oversee(open.opened_by, person)
}

fn may_oversee(opened_by: Option<UserId>, person: Option<&Person>) -> bool {
    person.is_some_and(|person| person.role != Role::Player || opened_by == Some(person.id))
}

fn told(card: TableCard, with_code: bool) -> TableCard {
    TableCard {
        code: card.code.filter(|_| with_code),
        ..card
    }
}
