//! `croupier serve`: the card room on a socket.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use croupier_house::{Fault, Role};
use croupier_rules::load::Loaded;
use croupier_server::problem::Problem;
use croupier_server::room::{Brand, Limits, Logo, OpenFault, Options, Room};
use croupier_server::secrets::Secrets;
use croupier_server::table::Times;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::open::open as open_game;
use super::person::fresh_password;
use crate::args::{LogFormat, Serve};
use crate::failure::Failure;

/// Opens the house and serves it until it is told to stop.
pub fn run(args: &Serve) -> Result<(), Failure> {
    start_log(args.log_format)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(args))
}

/// What is logged unless `CROUPIER_LOG` says otherwise.
const LOGGED: &str = "warn,croupier_server=info,croupier_server::requests=warn";

/// What goes wrong, and every request, is logged to standard error; `CROUPIER_LOG=debug` says more.
fn start_log(format: LogFormat) -> Result<(), Failure> {
    let said = std::env::var("CROUPIER_LOG").unwrap_or_else(|_| LOGGED.to_string());
    let wanted: Targets = said.parse().map_err(|fault| {
        let example = "croupier_server::requests=info";
        Failure::Input(format!(
            "CROUPIER_LOG is `{said}`, which says nothing ({fault}); write a level such as `debug`, or `{example}`"
        ))
    })?;
    let log = tracing_subscriber::registry().with(wanted);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // A log that is there already is as good.
    let _ = match format {
        LogFormat::Text => log.with(lines).try_init(),
        LogFormat::Json => log.with(lines.json()).try_init(),
    };
    Ok(())
}

async fn serve(args: &Serve) -> Result<(), Failure> {
    let listener = TcpListener::bind(args.listen).await;
    let listener = listener.map_err(|fault| {
        Failure::Input(format!(
            "cannot listen on {}: {fault}; name another with --listen",
            args.listen
        ))
    })?;
    let address = listener.local_addr().context("the socket has no address")?;
    let store = croupier_house::open(&args.house)
        .await
        .map_err(|fault| books(&args.house, fault))?;
    let options = Options {
        times: times(args.pace),
        secrets: args.seed.map_or_else(Secrets::default, Secrets::fixed),
        https: args.https,
        origins: args.origin.clone(),
        own_games: own_games(&args.game)?,
        requests_per_second: args.rate,
        orders_per_second: args.rate,
        limits: Limits {
            guests_per_minute: args.guests,
            connections_per_address: args.connections as usize,
            ..Limits::default()
        },
        trusted_proxies: args.trusted_proxy.clone(),
        address: Some(args.advertise.clone().unwrap_or_else(|| address.to_string())),
        brand: Brand {
            name: args.name.clone(),
            logo: args.logo.as_deref().map(logo).transpose()?,
        },
    };
    let room = Room::open(store, options).await.map_err(|fault| match fault {
        OpenFault::Books(fault) => books(&args.house, fault),
        other => Failure::Other(anyhow::anyhow!("{other}")),
    })?;
    make_account(&room, args.floor.as_deref(), Role::Floor).await?;
    make_account(&room, args.auditor.as_deref(), Role::Auditor).await?;
    {
        let mut out = anstream::stdout().lock();
        writeln!(
            out,
            "The house is open at \u{1b}[1mhttp://{address}/\u{1b}[0m (play money; Ctrl-C closes it)"
        )?;
        out.flush()?;
    }
    let mut terminate = signal(SignalKind::terminate())?;
    let end = async move {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
    };
    croupier_server::serve::serve(listener, room, end).await?;
    Ok(())
}

/// The rules files to be dealt beside the built-in games, each checked here, where its faults can be shown.
fn own_games(words: &[String]) -> Result<Vec<Loaded>, Failure> {
    words.iter().map(|word| open_game(word)).collect()
}

/// The most bytes of a logo: every page loads it.
const LOGO_BYTES_MAX: usize = 500_000;

/// A logo that browsers can show.
fn logo(path: &Path) -> Result<Logo, Failure> {
    let bad = |what: String| Failure::Input(format!("the logo `{}` {what}", path.display()));
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    let media = match extension.to_ascii_lowercase().as_str() {
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => return Err(bad("is neither .svg nor .png".to_string())),
    };
    let bytes = std::fs::read(path).map_err(|fault| bad(format!("cannot be read: {fault}")))?;
    if bytes.len() > LOGO_BYTES_MAX {
        return Err(bad(format!("has {} bytes; the most is {LOGO_BYTES_MAX}", bytes.len())));
    }
    Ok(Logo { media, bytes })
}

fn times(pace: u64) -> Times {
    let usual = Times::default();
    match pace {
        0 => Times {
            frame: Duration::ZERO,
            settled: Duration::ZERO,
            ..usual
        },
        pace => Times {
            frame: Duration::from_millis(pace),
            ..usual
        },
    }
}

/// Makes an account for somebody who works here. The password is made here and shown once.
async fn make_account(room: &Arc<Room>, name: Option<&str>, role: Role) -> Result<(), Failure> {
    let Some(name) = name else { return Ok(()) };
    let password = fresh_password()?;
    let made = room.sign_up(name, &password, role).await;
    let arrival =
        made.map_err(|Problem { message, .. }| Failure::Input(format!("no account for `{name}`: {message}")))?;
    // The account is signed in from the page, not from here.
    room.sign_out(&arrival.token)
        .await
        .map_err(|problem| anyhow::anyhow!(problem.message))?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "Account {name}, password {password} (shown once; write it down)")?;
    Ok(())
}

/// Books that cannot be opened: what is wrong with what was named is bad input, the rest is trouble.
pub fn books(house: &str, fault: Fault) -> Failure {
    let house = croupier_house::shown(house);
    match fault {
        Fault::Newer { .. } | Fault::Older { .. } | Fault::Foreign(_) | Fault::Careless(_) | Fault::Taken(_) => {
            Failure::Input(format!("`{house}`: {fault}"))
        }
        other => Failure::Other(anyhow::anyhow!("`{house}`: {other}")),
    }
}
