//! What stands before every request: where it comes from, how often, and the headers of every answer.

use std::net::IpAddr;
use std::num::NonZeroU32;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::{House, Refusal};
use crate::problem::Problem;

/// How much more often an address may ask in a burst than over time.
const BURST: u32 = 4;

/// Refuses requests from other sites and from those who ask too often.
pub(super) async fn guard(State(house): State<House>, request: Request, next: Next) -> Response {
    if let Err(refusal) = from_here(&house, request.method(), request.headers()) {
        return refusal.into_response();
    }
    // Files of the page cost nothing, and a page has dozens of them.
    if request.uri().path().starts_with("/api/")
        && let Some(client) = house.client(request.extensions(), request.headers())
        && house.limiter.check_key(&client).is_err()
    {
        metrics::counter!("croupier_refused_total", "limit" => "requests").increment(1);
        return Refusal::from(Problem::too_fast("requests from this address")).into_response();
    }
    let begun = std::time::Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.map_or_else(|| "page".to_string(), |route| route.as_str().to_string());
    let response = next.run(request).await;
    let (seconds, status) = (begun.elapsed().as_secs_f64(), response.status().as_u16());
    metrics::histogram!("croupier_request_seconds", "route" => route.clone()).record(seconds);
    // Neither query nor cookie is logged: both may hold secrets.
    tracing::info!(target: "croupier_server::requests", %method, route, status, seconds, "request");
    response
}

/// How often each address may ask.
pub(super) type Limiter = DefaultKeyedRateLimiter<IpAddr>;

/// A limiter of so many requests a second, with room for a burst.
pub(super) fn limiter(per_second: u32) -> Limiter {
    let rate = NonZeroU32::new(per_second).unwrap_or(NonZeroU32::MIN);
    let burst = rate.saturating_mul(NonZeroU32::MIN.saturating_add(BURST - 1));
    RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst))
}

/// A limiter of so many in a minute, all of which may come at once.
pub(super) fn limiter_per_minute<K: std::hash::Hash + Eq + Clone>(per_minute: u32) -> DefaultKeyedRateLimiter<K> {
    let rate = NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MIN);
    RateLimiter::keyed(Quota::per_minute(rate))
}

/// A browser names the page a request comes from whenever something could change, and with every WebSocket. A request that
/// names none comes from a program, which carries no cookie it was not given.
fn from_here(house: &House, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
    let upgrade = headers.contains_key(header::UPGRADE);
    if !upgrade && (method == Method::GET || method == Method::HEAD) {
        return Ok(());
    }
    let Some(origin) = headers.get(header::ORIGIN) else {
        return Ok(());
    };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    let scheme = if house.room.options.https { "https" } else { "http" };
    if house.room.options.origins.iter().any(|known| known == origin)
        || (is_address(host) && origin == format!("{scheme}://{host}"))
    {
        return Ok(());
    }
    let problem = Problem::new("other-origin", "This request comes from another site.");
    Err(Refusal::new(StatusCode::FORBIDDEN, problem))
}

/// Whether a host is an address or this machine itself: a name could be anybody's, pointed here (`--origin` allows one).
fn is_address(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name == "localhost" || name.parse::<IpAddr>().is_ok()
}

/// Puts the security headers on every answer.
pub(super) async fn headers(State(house): State<House>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let mut put = |name: HeaderName, value: &'static str| {
        response
            .headers_mut()
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    };
    put(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; \
         form-action 'self'",
    );
    put(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    put(header::REFERRER_POLICY, "same-origin");
    put(header::X_FRAME_OPTIONS, "DENY");
    put(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    put(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    put(
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=()",
    );
    if house.room.options.https {
        put(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    if api {
        put(header::CACHE_CONTROL, "no-store");
    }
    response
}

/// What is counted, as Prometheus reads it.
pub(super) async fn metrics(State(house): State<House>) -> impl IntoResponse {
    let tables = house.room.tables();
    metrics::gauge!("croupier_tables").set(tables.len() as f64);
    let stuck = |open: &&crate::room::OpenTable| open.table.card().standing == crate::wire::Standing::Stopped;
    metrics::gauge!("croupier_tables_stopped").set(tables.iter().filter(stuck).count() as f64);
    let seated: usize = tables.iter().map(|open| open.table.card().seats.len()).sum();
    metrics::gauge!("croupier_seated").set(seated as f64);
    let text = house.metrics.render();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}

/// Whether the process lives.
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether the house can be played in: the books answer.
pub(super) async fn readyz(State(house): State<House>) -> Result<&'static str, Refusal> {
    house.room.in_play().await?;
    Ok("ready\n")
}

/// The address is right, the method is not.
pub(super) async fn method_not_allowed() -> Refusal {
    let problem = Problem::new("method-not-allowed", "This address does not take this method.");
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, problem)
}
