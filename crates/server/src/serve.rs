//! The house on a socket: opened, served, and closed without losing anything.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::serve::ListenerExt;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;

use crate::http::{House, router};
use crate::room::Room;

/// How often what is no longer needed is forgotten.
const TIDY_EVERY: Duration = Duration::from_secs(10);

/// Serves the house until the future ends, then lets every table finish what it is writing and closes the books.
pub async fn serve(
    listener: TcpListener,
    room: Arc<Room>,
    end: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let solving = Arc::clone(&room);
    let solving = tokio::spawn(async move {
        for shelf in solving.games().values() {
            solving.values.solution(&shelf.game, shelf.game.main_bet.lowest()).await;
        }
    });
    let house = House::new(Arc::clone(&room), metrics());
    let tidied = house.clone();
    let tidying = tokio::spawn(async move {
        let mut every = tokio::time::interval(TIDY_EVERY);
        loop {
            every.tick().await;
            tidied.tidy();
        }
    });
    let router = router(house);
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let (ending, ended) = tokio::sync::watch::channel(false);
    // A frame and the answer to an order follow each other closely: neither may wait until the other is acknowledged.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection keeps small packets back");
        }
    });
    let served = axum::serve(listener, service).with_graceful_shutdown(async move {
        end.await;
        let _ = ending.send(true);
    });
    let mut told = ended.clone();
    tokio::select! {
        served = served.into_future() => served?,
        // Open WebSockets would keep the server waiting for ever, so only the tables are waited for.
        () = async move { let _ = told.wait_for(|ended| *ended).await; } => {}
    }
    solving.abort();
    tidying.abort();
    for open in room.tables() {
        open.table.rest().await;
    }
    room.store.close().await;
    Ok(())
}

/// The counters of this process. There is one set, however many houses it serves.
fn metrics() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    let handle = HANDLE.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        // Another recorder may be there already, in a program that brings its own; then ours stays empty.
        let _ = metrics::set_global_recorder(recorder);
        handle
    });
    handle.clone()
}
