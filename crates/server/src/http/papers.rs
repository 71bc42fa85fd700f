//! Reports of the games, as files to keep.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use croupier_report::filing::Form;
use croupier_report::{Format, Kind};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::extract::{Path, Query};
use super::{House, Refusal};
use crate::problem::Problem;
use crate::wire::{ReportKind, Reports};

/// How a report is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct PaperQuery {
    /// How it is laid out.
    #[param(inline)]
    format: Option<PaperFormat>,
    /// The regulation whose headings a submission takes: New Hampshire's if left out.
    #[param(inline)]
    form: Option<PaperForm>,
}

/// The regulation whose headings a submission takes.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PaperForm {
    /// New Hampshire, Lot 7206.07(c)(1).
    Nh,
    /// Massachusetts, 205 CMR 147.04(3).
    Ma,
    /// Pennsylvania, 58 Pa. Code Chapter 633a or the poker chapters.
    Pa,
}

/// How a document is laid out.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PaperFormat {
    /// One HTML file.
    #[default]
    Html,
    /// Markdown.
    Markdown,
    /// Typeset pages, where the program was built with them.
    Pdf,
}

/// The reports there are of every game.
#[utoipa::path(get, path = "/reports", tag = "games", operation_id = "reports", responses(
    (status = 200, description = "The kinds of report, and how this program lays them out", body = Reports)))]
pub(super) async fn list() -> Json<Reports> {
    let kinds = Kind::ALL.into_iter().map(|kind| ReportKind {
        id: kind.name().to_string(),
        title: kind.title().to_string(),
    });
    Json(Reports {
        kinds: kinds.collect(),
        formats: ["html", "markdown", "pdf"].map(str::to_string).to_vec(),
    })
}

/// A report of a game at its lowest bet, dated today.
#[utoipa::path(get, path = "/games/{id}/reports/{kind}", tag = "games", operation_id = "report",
    params(("id" = String, Path, description = "The game's id"),
        ("kind" = String, Path, description = "The kind of report: one of those that /reports lists, like submission or par"), PaperQuery), responses(
    (status = 200, description = "The report: HTML unless another format is asked for", content(
        (String = "text/html"), (String = "text/markdown"), (Vec<u8> = "application/pdf"))),
    (status = 400, description = "The query cannot be read", body = Problem),
    (status = 404, description = "There is no such game or report", body = Problem),
    (status = 422, description = "The report cannot be made so", body = Problem)))]
pub(super) async fn report(
    State(house): State<House>,
    Path((id, kind)): Path<(String, String)>,
    Query(query): Query<PaperQuery>,
) -> Result<Response, Refusal> {
    let dealt = house.room.games().get(&id).ok_or_else(|| Problem::not_found("game"))?;
    let kind = Kind::named(&kind).ok_or_else(|| Problem::not_found("report"))?;
    let format = query.format.unwrap_or_default().into();
    let form = match query.form.unwrap_or(PaperForm::Nh) {
        PaperForm::Nh => Form::NewHampshire,
        PaperForm::Ma => Form::Massachusetts,
        PaperForm::Pa => Form::Pennsylvania,
    };
    let paper = house.room.papers.paper(dealt, kind, form, format).await?;
    let name = format!("{}-{}", dealt.game.id, kind.name());
    Ok(download(&name, format, paper.to_vec()))
}

/// A document as a file to keep: it has a style of its own, which the pages of the house do not let in.
pub(super) fn download(name: &str, format: Format, laid_out: Vec<u8>) -> Response {
    let media = match format {
        Format::Html => "text/html; charset=utf-8",
        Format::Markdown => "text/markdown; charset=utf-8",
        Format::Pdf => "application/pdf",
    };
    let name = format!("attachment; filename=\"{name}.{}\"", format.extension());
    let headers = [
        (header::CONTENT_TYPE, media.to_string()),
        (header::CONTENT_DISPOSITION, name),
    ];
    (headers, laid_out).into_response()
}

impl From<PaperFormat> for Format {
    fn from(format: PaperFormat) -> Format {
        match format {
            PaperFormat::Html => Format::Html,
            PaperFormat::Markdown => Format::Markdown,
            PaperFormat::Pdf => Format::Pdf,
        }
    }
}
