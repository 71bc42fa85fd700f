//! The house over HTTP: the API, the WebSocket of each table, and the page.

mod client;
mod document;
mod extract;
mod games;
mod guard;
mod history;
mod live;
mod page;
mod papers;
mod people;
mod refusal;
mod relay;
mod school;
mod tables;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::http::{Extensions, HeaderMap};
use axum::routing::get;
use governor::DefaultKeyedRateLimiter;
use metrics_exporter_prometheus::PrometheusHandle;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;
use utoipa::OpenApi;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{ContentBuilder, Ref, ResponseBuilder};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::room::Room;

pub(crate) use client::network;
pub use refusal::Refusal;

/// The most bytes of a request's body.
const BODY_BYTES_MAX: usize = 16 * 1024;

/// What the OpenAPI document says beside the routes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Croupier",
        description = "A card room: games, tables, people, history and proofs. Money is whole cents of play money. \
                       Signing in sets a cookie, or gives a bearer token with ?token=true, which every other request carries. Each table is played over a \
                       WebSocket at /api/v1/tables/{id}/live; see docs/protocol.md.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "people", description = "Signing in, and who one is"),
        (name = "games", description = "What is played, and what it is worth"),
        (name = "tables", description = "Where it is played"),
        (name = "history", description = "What has been, and its proof"),
        (name = "school", description = "Where dealers learn and are tested"),
    )
)]
struct Document;

/// Everything a handler needs.
#[derive(Clone)]
pub struct House {
    /// The card room.
    pub room: Arc<Room>,
    metrics: PrometheusHandle,
    limiter: Arc<guard::Limiter>,
    guests: Arc<guard::Limiter>,
    sign_ins: Arc<guard::Limiter>,
    sign_ins_of_account: Arc<DefaultKeyedRateLimiter<String>>,
}

impl House {
    /// The house of this card room, counted by these metrics.
    pub fn new(room: Arc<Room>, metrics: PrometheusHandle) -> House {
        let limits = &room.options.limits;
        House {
            limiter: Arc::new(guard::limiter(room.options.requests_per_second)),
            guests: Arc::new(guard::limiter_per_minute(limits.guests_per_minute)),
            sign_ins: Arc::new(guard::limiter_per_minute(limits.sign_ins_per_minute)),
            sign_ins_of_account: Arc::new(guard::limiter_per_minute(limits.sign_ins_per_minute)),
            room,
            metrics,
        }
    }

    /// Whom limits are counted by.
    fn client(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<IpAddr> {
        client::client(extensions, headers, &self.room.options.trusted_proxies)
    }

    /// Forgets what is no longer needed: addresses that have been quiet, and samples that are counted.
    pub fn tidy(&self) {
        self.limiter.retain_recent();
        self.guests.retain_recent();
        self.sign_ins.retain_recent();
        self.sign_ins_of_account.retain_recent();
        self.metrics.run_upkeep();
    }
}

/// The API with its document.
fn api() -> (Router<House>, utoipa::openapi::OpenApi) {
    let v1 = OpenApiRouter::new()
        .routes(routes!(people::guest))
        .routes(routes!(people::sign_up))
        .routes(routes!(people::sign_in))
        .routes(routes!(people::sign_out))
        .routes(routes!(people::me))
        .routes(routes!(people::loss_limit))
        .routes(routes!(games::list))
        .routes(routes!(games::rules))
        .routes(routes!(games::chart))
        .routes(routes!(papers::list))
        .routes(routes!(papers::report))
        .routes(routes!(tables::list, tables::open))
        .routes(routes!(tables::one))
        .routes(routes!(tables::change))
        .routes(routes!(tables::void))
        .routes(routes!(live::live))
        .routes(routes!(history::history))
        .routes(routes!(history::rounds))
        .routes(routes!(history::round))
        .routes(routes!(history::round_proof))
        .routes(routes!(history::shoe))
        .routes(routes!(history::statistics))
        .routes(routes!(history::drills))
        .routes(routes!(history::pit))
        .routes(routes!(history::night))
        .routes(routes!(school::school))
        .routes(routes!(school::begin))
        .routes(routes!(school::exercise))
        .routes(routes!(school::make_move))
        .routes(routes!(school::finish))
        .routes(routes!(school::ask))
        .routes(routes!(school::answer))
        .routes(routes!(school::set_test))
        .routes(routes!(school::take_test))
        .routes(routes!(school::record))
        .routes(routes!(school::dealers));
    let (router, mut document) = OpenApiRouter::with_openapi(Document::openapi())
        .nest("/api/v1", v1)
        .split_for_parts();
    for item in document.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.post].into_iter().flatten() {
            refused_anywhere(operation);
        }
    }
    (router, document)
}

/// What any request may be answered: from another site, too often, or while the books are out of reach.
fn refused_anywhere(operation: &mut Operation) {
    for (status, description) in [
        ("403", "From another site"),
        ("429", "Too many requests from this address"),
        ("503", "The books cannot be read or written"),
    ] {
        let problem = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name("Problem")))
            .build();
        let response = ResponseBuilder::new()
            .description(description)
            .content("application/json", problem);
        let responses = &mut operation.responses.responses;
        responses
            .entry(status.to_string())
            .or_insert_with(|| response.build().into());
    }
}

/// The OpenAPI document.
pub fn document() -> utoipa::openapi::OpenApi {
    api().1
}

/// Everything the house answers to.
pub fn router(house: House) -> Router {
    let (api, document) = api();
    let document = Arc::new(document.to_json().expect("the document has a JSON form without fail"));
    api.route(
        "/api/v1/openapi.json",
        get(move || {
            let document = Arc::clone(&document);
            async move {
                (
                    [(axum::http::header::CONTENT_TYPE, "application/json")],
                    document.as_str().to_string(),
                )
            }
        }),
    )
    .route("/metrics", get(guard::metrics))
    .route("/healthz", get(guard::healthz))
    .route("/readyz", get(guard::readyz))
    .fallback(page::serve)
    .method_not_allowed_fallback(guard::method_not_allowed)
    .layer(axum::middleware::from_fn_with_state(house.clone(), relay::relay))
    .layer(axum::middleware::from_fn_with_state(house.clone(), guard::guard))
    .layer(RequestBodyLimitLayer::new(BODY_BYTES_MAX))
    .layer(RequestBodyTimeoutLayer::new(house.room.options.limits.request_timeout))
    .layer(CompressionLayer::new())
    .layer(axum::middleware::from_fn_with_state(house.clone(), guard::headers))
    .with_state(house)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    /// A parameter of a path stands in it and any other does not, and whatever can be unreadable is answered so.
    #[test]
    fn the_document_says_where_parameters_are_and_that_they_may_be_unreadable() {
        let document = serde_json::to_value(super::document()).unwrap();
        let mut seen = 0;
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let parameters: Vec<&Value> = operation["parameters"].as_array().into_iter().flatten().collect();
                for parameter in &parameters {
                    let name = parameter["name"].as_str().unwrap();
                    let in_path = path.contains(&format!("{{{name}}}"));
                    assert_eq!(parameter["in"] == "path", in_path, "{method} {path}: {name}");
                    seen += 1;
                }
                let text = |parameter: &&Value| {
                    parameter["schema"]["type"] == "string" && parameter["schema"]["format"].is_null()
                };
                if operation["requestBody"].is_object() || !parameters.iter().all(text) {
                    assert!(
                        operation["responses"]["400"].is_object(),
                        "{method} {path} has no answer 400"
                    );
                }
            }
        }
        assert!(seen > 10, "{seen} parameters");
    }
}
