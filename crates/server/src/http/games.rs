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
use crate::room::HouseGame;
use crate::values::edges;
use crate::wire::GameCard;

/// How a rule sheet is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
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
    Json(house.room.games().values().map(|dealt| card(&house, dealt)).collect())
}

/// How to play a game best at its least bet: a chart (21) or a rule (stud), with its exact value.
#[utoipa::path(get, path = "/games/{id}/chart", tag = "games", operation_id = "chart",
    params(("id" = String, Path, description = "The game's id")), responses(
    (status = 200, description = "The chart or rule, as `croupier strategy --format json` gives it", body = serde_json::Value),
    (status = 404, description = "There is no such game, or nothing to choose in it", body = Problem)))]
pub(super) async fn chart(State(house): State<House>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let dealt = house.room.games().get(&id).ok_or_else(|| Problem::not_found("game"))?;
    let chart = house.room.papers.chart(&dealt.game, &dealt.rules).await?;
    let chart = chart.ok_or_else(|| Problem::not_found("chart"))?;
    Ok(Json(&*chart).into_response())
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
    let dealt = house.room.games().get(&id).ok_or_else(|| Problem::not_found("game"))?;
    let game = &dealt.game;
    Ok(match query.format.unwrap_or(SheetFormat::Json) {
        SheetFormat::Json => Json(croupier_rules::print::json(game)).into_response(),
        SheetFormat::Markdown => text("text/markdown; charset=utf-8", croupier_rules::print::markdown(game)),
        SheetFormat::Text => text("text/plain; charset=utf-8", croupier_rules::print::text(game, 80)),
    })
}

fn text(kind: &'static str, text: String) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

fn card(house: &House, dealt: &HouseGame) -> GameCard {
    let game = &dealt.game;
    let known = house.room.values.known(&dealt.rules, game.main_bet.lowest()).flatten();
    GameCard {
        id: game.id.clone(),
        name: game.name.clone(),
        short_name: game.short_name.clone(),
        object: game.object.clone(),
        edges: known.map_or_else(Vec::new, |solution| edges(&solution)),
        layout: layout(game, widest(game)),
    }
}
