//! The house on a socket: opened, served, and closed without losing anything.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use ipnet::IpNet;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt as _;

use crate::http::{House, network, router};
use crate::room::{Limits, Options, Room};
use crate::work::compute_behind_the_tables;

/// How often what is no longer needed is forgotten.
const TIDY_EVERY: Duration = Duration::from_secs(10);
/// How long the tables may take to finish what they are writing when the house closes.
const REST_TIMEOUT: Duration = Duration::from_secs(8);
/// How long a listener that cannot take connections waits before it tries again.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);
/// The bounds of the histograms of times, in seconds.
const SECONDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 4.0];

/// Serves the house until the future ends, then hands the tables over and closes the books.
pub async fn serve(
    listener: TcpListener,
    room: Arc<Room>,
    end: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    compute_behind_the_tables();
    let solving = Arc::clone(&room);
    let solving = tokio::spawn(async move {
        for dealt in solving.games().values() {
            solving
                .values
                .solution(&dealt.game, &dealt.rules, dealt.game.main_bet.lowest())
                .await;
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
    let keeping = tokio::spawn(Arc::clone(&room).keep());
    let looking_after = tokio::spawn(Arc::clone(&room).tidy());
    let accepting = accept(listener, router(house), Arc::new(Doorman::new(&room.options)));
    tokio::select! {
        () = accepting => {}
        // Open WebSockets would keep the server waiting for ever, so only the tables are waited for.
        () = end => {}
    }
    for task in [solving, tidying, keeping, looking_after] {
        task.abort();
    }
    if tokio::time::timeout(REST_TIMEOUT, room.hand_over()).await.is_err() {
        tracing::error!("the tables do not come to rest; what is on disk stands");
    }
    if tokio::time::timeout(REST_TIMEOUT, room.store.close()).await.is_err() {
        tracing::error!("the books cannot be closed in good order; what is on disk stands");
    }
    Ok(())
}

/// Takes connections for ever.
async fn accept(listener: TcpListener, router: Router, doorman: Arc<Doorman>) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let Some(place) = doorman.let_in(peer.ip()) else {
                    continue;
                };
                let router = router.clone();
                let timeout = doorman.limits.request_timeout;
                tokio::spawn(async move {
                    connection(stream, peer, router, timeout).await;
                    drop(place);
                });
            }
            // No descriptor is free, or the connection is gone again; either passes.
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be taken");
                tokio::time::sleep(ACCEPT_AGAIN).await;
            }
        }
    }
}

/// Serves one connection. The head of each request must come in time; the body is looked after by the router.
async fn connection(stream: TcpStream, peer: SocketAddr, router: Router, head_timeout: Duration) {
    // A frame and the answer to an order follow each other closely: neither may wait until the other is acknowledged.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps small packets back");
    }
    let service = router.map_request(move |mut request: Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.map(axum::body::Body::new)
    });
    let served = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_timeout)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades()
        .await;
    if let Err(error) = served {
        tracing::debug!(%error, %peer, "a connection ends");
    }
}

/// Counts the connections of every address.
struct Doorman {
    limits: Limits,
    /// Behind a proxy is everybody, so a proxy's connections are counted only in all; it limits its own clients.
    trusted: Vec<IpNet>,
    inside: Mutex<HashMap<IpAddr, usize>>,
    all: Mutex<usize>,
}

/// A connection that was let in, until it is dropped.
struct Place {
    doorman: Arc<Doorman>,
    address: IpAddr,
}

impl Doorman {
    fn new(options: &Options) -> Doorman {
        Doorman {
            limits: options.limits.clone(),
            trusted: options.trusted_proxies.clone(),
            inside: Mutex::default(),
            all: Mutex::new(0),
        }
    }

    fn let_in(self: &Arc<Doorman>, address: IpAddr) -> Option<Place> {
        let is_proxy = self
            .trusted
            .iter()
            .any(|network| network.contains(&address.to_canonical()));
        let address = network(address);
        let refuse = |limit: &'static str| {
            metrics::counter!("croupier_refused_total", "limit" => limit).increment(1);
            None
        };
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if *all >= self.limits.connections {
            return refuse("connections");
        }
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let here = inside.entry(address).or_default();
        if *here >= self.limits.connections_per_address && !is_proxy {
            return refuse("connections_per_address");
        }
        *here += 1;
        *all += 1;
        metrics::gauge!("croupier_sockets").set(*all as f64);
        let doorman = Arc::clone(self);
        Some(Place { doorman, address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut all = self.doorman.all.lock().unwrap_or_else(PoisonError::into_inner);
        let mut inside = self.doorman.inside.lock().unwrap_or_else(PoisonError::into_inner);
        *all -= 1;
        metrics::gauge!("croupier_sockets").set(*all as f64);
        if let Some(here) = inside.get_mut(&self.address) {
            *here -= 1;
            if *here == 0 {
                inside.remove(&self.address);
            }
        }
    }
}

/// The counters of this process. There is one set, however many houses it serves.
fn metrics() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    let handle = HANDLE.get_or_init(|| {
        let builder = PrometheusBuilder::new();
        let builder = builder
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_string()), &SECONDS)
            .expect("the list of bounds is not empty");
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        // Another recorder may be there already, in a program that brings its own; then ours stays empty.
        let _ = metrics::set_global_recorder(recorder);
        handle
    });
    handle.clone()
}
