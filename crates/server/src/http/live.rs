//! The WebSocket of a table.

use std::num::NonZeroU32;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message as Packet, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use governor::{Quota, RateLimiter};
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot};
use utoipa::IntoParams;
use uuid::Uuid;

use super::extract::{Path, Query, Visitor};
use super::tables::find;
use super::{House, Refusal};
use crate::problem::Problem;
use crate::table::{Ask, Join, Table};
use crate::wire::{Message, Order};

/// The most bytes of one order.
const ORDER_BYTES_MAX: usize = 16 * 1024;
/// What is buffered in each direction; thousands of silent connections should cost little.
const BUFFER_BYTES: usize = 8 * 1024;
/// The most messages that wait for a viewer.
const WAITING_MAX: usize = 256;
/// How often a silent connection is asked whether it is still there.
const PING_EVERY: Duration = Duration::from_secs(20);
/// How many orders come at once before the rate counts.
const BURST: u32 = 3;

/// How one comes to a table.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Coming {
    /// The number of the last frame seen.
    after: Option<u64>,
    /// The code of a private table.
    code: Option<String>,
}

/// The WebSocket of a table: orders up, numbered frames down. See docs/protocol.md.
#[utoipa::path(get, path = "/tables/{id}/live", tag = "tables", operation_id = "live",
    params(("id" = Uuid, Path, description = "The table"), Coming), responses(
    (status = 101, description = "The connection is a WebSocket from here on"),
    (status = 400, description = "The id or the query cannot be read, or it is no WebSocket", body = Problem),
    (status = 403, description = "From another site", body = Problem),
    (status = 404, description = "There is no such table, or one needs its code", body = Problem)))]
pub(super) async fn live(
    State(house): State<House>,
    Visitor(person): Visitor,
    Path(id): Path<Uuid>,
    Query(coming): Query<Coming>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let open = find(&house, id, coming.code.as_deref(), person.as_deref())?;
    let upgrade = upgrade.map_err(|rejection| {
        let problem = Problem::new("no-websocket", rejection.body_text());
        Refusal::new(axum::http::StatusCode::BAD_REQUEST, problem)
    })?;
    let orders_per_second = house.room.options.orders_per_second;
    let upgrade = upgrade
        .max_message_size(ORDER_BYTES_MAX)
        .max_frame_size(ORDER_BYTES_MAX)
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let (out, waiting) = mpsc::channel(WAITING_MAX);
        let (joined, connection) = oneshot::channel();
        let join = Join {
            person,
            after: coming.after,
            out: out.clone(),
            joined,
        };
        if !open.table.ask(Ask::Join(join)).await {
            return;
        }
        let Ok(connection) = connection.await else { return };
        metrics::gauge!("croupier_connections").increment(1);
        talk(socket, &open.table, connection, out, waiting, orders_per_second).await;
        metrics::gauge!("croupier_connections").decrement(1);
        open.table.ask(Ask::Part(connection)).await;
    }))
}

/// Carries orders up and messages down until either side ends it.
async fn talk(
    socket: WebSocket,
    table: &Table,
    connection: u64,
    out: mpsc::Sender<Utf8Bytes>,
    mut waiting: mpsc::Receiver<Utf8Bytes>,
    orders_per_second: u32,
) {
    let (mut down, mut up) = socket.split();
    let rate = NonZeroU32::new(orders_per_second).unwrap_or(NonZeroU32::MIN);
    let burst = rate.saturating_mul(NonZeroU32::MIN.saturating_add(BURST - 1));
    let limiter = RateLimiter::direct(Quota::per_second(rate).allow_burst(burst));
    let mut ping = tokio::time::interval(PING_EVERY);
    ping.tick().await;
    // The table holds the only other sender; when it lets a viewer go, this end must see it.
    let replies = out.downgrade();
    drop(out);
    loop {
        tokio::select! {
            message = waiting.recv() => match message {
                Some(text) => {
                    if down.send(Packet::Text(text)).await.is_err() {
                        break;
                    }
                }
                None => break,
            },
            packet = up.next() => match packet {
                Some(Ok(Packet::Text(text))) => {
                    let problem = match serde_json::from_str::<Order>(&text) {
                        Ok(order) if limiter.check().is_ok() => {
                            if !table.ask(Ask::Order(connection, Box::new(order))).await {
                                break;
                            }
                            continue;
                        }
                        Ok(_) => Problem::new("too-fast", "Too many orders: wait a second."),
                        Err(fault) => Problem::new("order-unreadable", fault.to_string()),
                    };
                    let reply = Message::Reply { id: id_of(&text), problem: Some(problem) };
                    let text = serde_json::to_string(&reply).expect("messages have a JSON form without fail");
                    match replies.upgrade() {
                        Some(out) if out.try_send(text.into()).is_ok() => {}
                        _ => break,
                    }
                }
                Some(Ok(Packet::Ping(_) | Packet::Pong(_))) => {}
                Some(Ok(Packet::Binary(_) | Packet::Close(_)) | Err(_)) | None => break,
            },
            _ = ping.tick() => {
                if down.send(Packet::Ping(Default::default())).await.is_err() {
                    break;
                }
            }
        }
    }
    let _ = down.close().await;
}

/// The id of an order that cannot be read, as far as it has one.
fn id_of(text: &str) -> Uuid {
    #[derive(Deserialize)]
    struct Id {
        id: Uuid,
    }
    serde_json::from_str::<Id>(text).map_or(Uuid::nil(), |order| order.id)
}
