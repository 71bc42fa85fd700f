//! The page: files built into the program, read from the folder while it is being worked on.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::document::document;
use super::{House, Refusal};
use crate::problem::Problem;
use crate::room::Brand;

#[derive(RustEmbed)]
#[folder = "page/"]
#[exclude = "*.d.ts"]
#[exclude = "tsconfig.json"]
pub(super) struct Files;

/// A file of the page, or the page an address means: `/table/…` is `table.html`, `/` the lobby.
pub(super) async fn serve(State(house): State<House>, request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    if path.starts_with("api/") {
        return Refusal::from(Problem::not_found("address")).into_response();
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return super::guard::method_not_allowed().await.into_response();
    }
    match find(path, &house.room.options.brand) {
        Some(found) => answer(found, request.headers()),
        None => (StatusCode::NOT_FOUND, "There is no such page.\n").into_response(),
    }
}

/// What is sent.
struct Found {
    media: String,
    bytes: Vec<u8>,
}

fn find(path: &str, brand: &Brand) -> Option<Found> {
    if path == "logo" {
        let logo = brand.logo.as_ref()?;
        return Some(Found {
            media: logo.media.to_string(),
            bytes: logo.bytes.clone(),
        });
    }
    let file = match path.is_empty() || path.ends_with(".html") {
        true => None,
        false => Files::get(path),
    };
    if let Some(file) = file {
        let mut media = file.metadata.mimetype().to_string();
        if media.starts_with("text/") || path.ends_with(".js") {
            media += "; charset=utf-8";
        }
        let bytes = file.data.into_owned();
        return Some(Found { media, bytes });
    }
    let first = path.split('/').next().unwrap_or_default();
    let page = match first {
        "" => Files::get("index.html")?,
        first => Files::get(&format!("{first}.html"))?,
    };
    let page = String::from_utf8_lossy(&page.data);
    Some(Found {
        media: "text/html; charset=utf-8".to_string(),
        bytes: document(&page, brand).into_bytes(),
    })
}

/// Browsers keep the file and ask each time whether it has changed.
fn answer(found: Found, headers: &HeaderMap) -> Response {
    let hash = croupier_house::Hash::of(&found.bytes).to_string();
    let tag = format!("\"{}\"", &hash[..32]);
    let kept = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let caching = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "no-cache".to_string()),
    ];
    if kept.is_some_and(|tags| tags.split(',').any(|kept| kept.trim().trim_start_matches("W/") == tag)) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(header::CONTENT_TYPE, found.media)], found.bytes).into_response()
}
