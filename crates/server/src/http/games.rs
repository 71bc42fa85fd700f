//! The games: what they are, and their rule sheets.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::extract::{Path, Query};
use super::{House, Refusal};
use crate::layout::{layout, widest};
use crate::problem::Problem;
use crate::room::Shelf;
use crate::wire::GameCard;

/// How a rule sheet is wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct SheetQuery {
    /// How it is printed.
    #[param(inline)]
    format: Option<SheetFormat>,
}

/// How a rule sheet is printed.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SheetFormat {
    /// As JSON, sentence by sentence.
    Json,
    /// As Markdown.
    Markdown,
    /// As plain text.
    Text,
}

/// The games of the house.
#[utoipa::path(get, path = "/games", tag = "games", operation_id = "games", responses(
    (status = 200, description = "The games, by id", body = Vec<GameCard>)))]
pub(super) async fn list(State(house): State<House>) -> Json<Vec<GameCard>> {
    Json(house.room.games().values().map(card).collect())
}

/// The rule sheet of a game.
#[utoipa::path(get, path = "/games/{id}/rules", tag = "games", operation_id = "rules",
    params(("id" = String, Path, description = "The game's id"), SheetQuery), responses(
    (status = 200, description = "The rule sheet: JSON unless another format is asked for", content(
        (serde_json::Value = "application/json"), (String = "text/markdown"), (String = "text/plain"))),
    (status = 400, description = "The query cannot be read", body = Problem),
    (status = 404, description = "There is no such game", body = Problem)))]
pub(super) async fn rules(
    State(house): State<House>,
    Path(id): Path<String>,
    Query(query): Query<SheetQuery>,
) -> Result<Response, Refusal> {
    let shelf = house.room.games().get(&id).ok_or_else(|| Problem::not_found("game"))?;
    let game = &shelf.game;
    Ok(match query.format.unwrap_or(SheetFormat::Json) {
        SheetFormat::Json => Json(croupier_rules::print::json(game)).into_response(),
        SheetFormat::Markdown => text("text/markdown; charset=utf-8", croupier_rules::print::markdown(game)),
        SheetFormat::Text => text("text/plain; charset=utf-8", croupier_rules::print::text(game, 80)),
    })
}

fn text(kind: &'static str, text: String) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

fn card(shelf: &Shelf) -> GameCard {
    let game = &shelf.game;
    GameCard {
        id: game.id.clone(),
        name: game.name.clone(),
        object: game.object.clone(),
        edges: Vec::new(),
        layout: layout(game, widest(game)),
    }
}
