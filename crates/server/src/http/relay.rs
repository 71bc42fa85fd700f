//! Tables that another server deals at: whatever is asked about them here is passed on to it, WebSockets included, so
//! that any server behind a proxy serves any table.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use croupier_house::TableId;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::timeout;
use uuid::Uuid;

use super::{House, Refusal};
use crate::problem::Problem;

/// Says that a request has been passed on once; it is not passed on again.
const RELAYED: HeaderName = HeaderName::from_static("x-croupier-relayed");
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");
/// How long the other server may take to be reached, and to answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Passes a request about a table on to the server that deals at it.
pub(super) async fn relay(State(house): State<House>, request: Request, next: Next) -> Response {
    let Some(table) = table_of(request.uri()) else {
        return next.run(request).await;
    };
    let room = &house.room;
    if room.keeper.is_none() || room.table(table).is_some() || room.is_aside(table) {
        return next.run(request).await;
    }
    let elsewhere = room.keeper.as_ref().and_then(|keeper| keeper.elsewhere(table));
    let relayed = request.headers().contains_key(RELAYED);
    let Some(elsewhere) = elsewhere else {
        // A table that exists but that nobody deals at is being taken over.
        return match room.is_open_in_books(table).await {
            Ok(true) => moving(),
            _ => next.run(request).await,
        };
    };
    if relayed {
        return moving();
    }
    metrics::counter!("croupier_relayed_total").increment(1);
    match pass_on(&elsewhere.address, request).await {
        Ok(response) => response,
        Err(trouble) => {
            tracing::debug!(%table, trouble, "a table's server does not answer");
            moving()
        }
    }
}

/// The table an address of the API is about.
fn table_of(uri: &Uri) -> Option<TableId> {
    let rest = uri.path().strip_prefix("/api/v1/tables/")?;
    let id: Uuid = rest.split('/').next()?.parse().ok()?;
    Some(TableId::from(id))
}

fn moving() -> Response {
    let problem = Problem::new(
        "moving",
        "The table is moving to another server: try again in a second.",
    );
    Refusal::from(problem).into_response()
}

async fn pass_on(address: &str, mut request: Request) -> Result<Response, String> {
    let peer: Option<IpAddr> = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map(|peer| peer.0.ip());
    let path = request.uri().path_and_query().cloned();
    *request.uri_mut() = path.map_or_else(Uri::default, Uri::from);
    request.headers_mut().insert(RELAYED, HeaderValue::from_static("1"));
    if let Some(peer) = peer.and_then(|peer| HeaderValue::from_str(&peer.to_string()).ok()) {
        request.headers_mut().append(FORWARDED, peer);
    }
    let upgrade = request.extensions_mut().remove::<OnUpgrade>();

    let stream = timeout(CONNECT_TIMEOUT, TcpStream::connect(address)).await;
    let stream = stream
        .map_err(|late| late.to_string())?
        .map_err(|fault| fault.to_string())?;
    let _ = stream.set_nodelay(true);
    let (mut sender, connection) = hyper::client::conn::http1::handshake::<_, Body>(TokioIo::new(stream))
        .await
        .map_err(|fault| fault.to_string())?;
    tokio::spawn(async move {
        let _ = connection.with_upgrades().await;
    });
    let answer = timeout(ANSWER_TIMEOUT, sender.send_request(request)).await;
    let mut answer = answer
        .map_err(|late| late.to_string())?
        .map_err(|fault| fault.to_string())?;
    if answer.status() == StatusCode::SWITCHING_PROTOCOLS
        && let Some(upgrade) = upgrade
    {
        let there = hyper::upgrade::on(&mut answer);
        tokio::spawn(async move {
            if let (Ok(here), Ok(there)) = (upgrade.await, there.await) {
                let (mut here, mut there) = (TokioIo::new(here), TokioIo::new(there));
                let _ = tokio::io::copy_bidirectional(&mut here, &mut there).await;
            }
        });
    }
    Ok(answer.map(Body::new))
}
