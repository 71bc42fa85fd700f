//! The page: files built into the program, read from the folder while it is being worked on.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::Refusal;
use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "page/"]
#[exclude = "*.d.ts"]
#[exclude = "tsconfig.json"]
struct Files;

/// The first part of an address that is a page of its own.
const PAGES: [&str; 14] = [
    "",
    "table",
    "rules",
    "history",
    "round",
    "rounds",
    "statistics",
    "drills",
    "school",
    "examiner",
    "pit",
    "night",
    "fairness",
    "sign-in",
];

/// A file of the page, or the page an address means: `/table/…` is `table.html` if there is one, else `index.html`.
pub(super) async fn serve(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    if path.starts_with("api/") {
        return Refusal::from(Problem::not_found("address")).into_response();
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return super::guard::method_not_allowed().await.into_response();
    }
    match find(path) {
        Some((name, file)) => answer(&name, file, request.headers()),
        None => (StatusCode::NOT_FOUND, "There is no such page.\n").into_response(),
    }
}

fn find(path: &str) -> Option<(String, EmbeddedFile)> {
    if let Some(file) = Files::get(path).filter(|_| !path.is_empty()) {
        return Some((path.to_string(), file));
    }
    let first = path.split('/').next().unwrap_or_default();
    if !PAGES.contains(&first) {
        return None;
    }
    let own = format!("{first}.html");
    let name = if Files::get(&own).is_some() {
        own
    } else {
        "index.html".to_string()
    };
    let file = Files::get(&name)?;
    Some((name, file))
}

/// Browsers keep the file and ask each time whether it has changed.
fn answer(name: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..16]));
    let kept = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let caching = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "no-cache".to_string()),
    ];
    if kept.is_some_and(|tags| tags.split(',').any(|kept| kept.trim().trim_start_matches("W/") == tag)) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let mut kind = file.metadata.mimetype().to_string();
    if kind.starts_with("text/") || name.ends_with(".js") {
        kind += "; charset=utf-8";
    }
    (caching, [(header::CONTENT_TYPE, kind)], file.data.into_owned()).into_response()
}
