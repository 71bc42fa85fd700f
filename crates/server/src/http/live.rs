//! The WebSocket of a table.

use std::num::NonZeroU32;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message as Packet, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use governor::{Quota, RateLimiter};
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot, watch};
use utoipa::IntoParams;
use uuid::Uuid;

use super::extract::{Path, Query, Token, Visitor};
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
/// How long a viewer may take to read what is sent.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// How many times a connection may leave the question unanswered whether it is still there.
const UNHEARD_MAX: u32 = 3;
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
    Token(token): Token,
    Path(id): Path<Uuid>,
    Query(coming): Query<Coming>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let open = find(&house, id, coming.code.as_deref(), person.as_deref())?;
    let upgrade = upgrade.map_err(|rejection| {
        let problem = Problem::new("no-websocket", rejection.body_text());
        Refusal::new(axum::http::StatusCode::BAD_REQUEST, problem)
    })?;
    let signed_in = person.is_some();
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
        let line = Line {
            table: &open.table,
            connection,
            over: token.as_deref().and_then(|token| house.room.session_over(token)),
            token: token.filter(|_| signed_in),
            house: &house,
        };
        // The table holds the only other sender; when it lets a viewer go, this end must see it.
        let replies = out.downgrade();
        drop(out);
        line.talk(socket, replies, waiting).await;
        metrics::gauge!("croupier_connections").decrement(1);
        open.table.ask(Ask::Part(connection)).await;
    }))
}

/// A connection to a table.
struct Line<'a> {
    house: &'a House,
    table: &'a Table,
    connection: u64,
    /// The session it was made with, and what says that it is over.
    token: Option<String>,
    over: Option<watch::Receiver<bool>>,
}

impl Line<'_> {
    /// Carries orders up and messages down until either side ends it, or the session does.
    async fn talk(
        mut self,
        socket: WebSocket,
        replies: mpsc::WeakSender<Utf8Bytes>,
        mut waiting: mpsc::Receiver<Utf8Bytes>,
    ) {
        let (mut down, mut up) = socket.split();
        let options = &self.house.room.options;
        let rate = NonZeroU32::new(options.orders_per_second).unwrap_or(NonZeroU32::MIN);
        let burst = rate.saturating_mul(NonZeroU32::MIN.saturating_add(BURST - 1));
        let limiter = RateLimiter::direct(Quota::per_second(rate).allow_burst(burst));
        let mut ping = tokio::time::interval(options.limits.ping_every);
        ping.tick().await;
        let mut unheard = 0;
        let mut over = self.over.take();
        loop {
            tokio::select! {
                message = waiting.recv() => match message {
                    Some(text) => {
                        if !send(&mut down, Packet::Text(text)).await {
                            break;
                        }
                    }
                    None => break,
                },
                packet = up.next() => {
                    unheard = 0;
                    match packet {
                        Some(Ok(Packet::Text(text))) => {
                            if !self.order(&text, limiter.check().is_ok(), &replies).await {
                                break;
                            }
                        }
                        Some(Ok(Packet::Ping(_) | Packet::Pong(_))) => {}
                        Some(Ok(Packet::Binary(_) | Packet::Close(_)) | Err(_)) | None => break,
                    }
                }
                () = ended(&mut over) => break,
                _ = ping.tick() => {
                    unheard += 1;
                    if unheard > UNHEARD_MAX
                        || !self.is_signed_in().await
                        || !send(&mut down, Packet::Ping(Default::default())).await
                    {
                        break;
                    }
                }
            }
        }
        let _ = tokio::time::timeout(SEND_TIMEOUT, down.close()).await;
    }

    /// Passes an order to the table, or says what is wrong with it; false when the line ends.
    async fn order(&self, text: &str, in_time: bool, replies: &mpsc::WeakSender<Utf8Bytes>) -> bool {
        let problem = match serde_json::from_str::<Order>(text) {
            Ok(order) if in_time => {
                return self.table.ask(Ask::Order(self.connection, Box::new(order))).await;
            }
            Ok(_) => Problem::new("too-fast", "Too many orders: wait a second."),
            Err(fault) => Problem::new("order-unreadable", fault.to_string()),
        };
        let reply = Message::Reply {
            id: id_of(text),
            problem: Some(problem),
        };
        let text = serde_json::to_string(&reply).expect("messages have a JSON form without fail");
        replies.upgrade().is_some_and(|out| out.try_send(text.into()).is_ok())
    }

    /// Whether the session still stands, also at other servers. Spectators have none to lose.
    async fn is_signed_in(&self) -> bool {
        match &self.token {
            Some(token) => !matches!(self.house.room.visitor(token).await, Ok(None)),
            None => true,
        }
    }
}

/// Sends something, unless the other side does not read.
async fn send(down: &mut SplitSink<WebSocket, Packet>, packet: Packet) -> bool {
    matches!(tokio::time::timeout(SEND_TIMEOUT, down.send(packet)).await, Ok(Ok(())))
}

/// Waits until the session is over; for ever where there is none.
async fn ended(over: &mut Option<watch::Receiver<bool>>) {
    match over {
        Some(over) => drop(over.wait_for(|over| *over).await),
        None => std::future::pending().await,
    }
}

/// The id of an order that cannot be read, as far as it has one.
fn id_of(text: &str) -> Uuid {
    #[derive(Deserialize)]
    struct Id {
        id: Uuid,
    }
    serde_json::from_str::<Id>(text).map_or(Uuid::nil(), |order| order.id)
}
