//! `croupier audit`, `croupier verify`, `croupier backup` and `croupier archive`: the books of a house, read by whoever holds them.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use croupier_house::{Archives, Fault, Purpose, ShoeId, Store};
use croupier_rules::Game;
use croupier_server::audit::{self, Audit};
use croupier_server::ledger::now;
use croupier_server::night::GamingDay;
use croupier_server::proof;
use croupier_server::round_proof::check_round;
use croupier_server::wire::{ProofCheck, RoundProof, ShoeProof};

use super::open::open as open_game;
use super::serve::books;
use crate::args::{Archive, Audit as AuditArgs, Backup, Verify};
use crate::failure::Failure;

/// Audits the books of a house.
pub fn audit(args: &AuditArgs) -> Result<(), Failure> {
    let archives = Archives::open(&args.archive).map_err(|fault| Failure::Input(fault.to_string()))?;
    let opened = croupier_house::open_with_archives(&args.books.house, archives);
    let audit = with_opened(
        &args.books.house,
        opened,
        |store| async move { audit::audit(&store).await },
    )?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", as_json(&audit))?;
    } else {
        for law in &audit.laws {
            let mark = if law.broken == 0 { "ok " } else { "BAD" };
            writeln!(out, "{mark} {:>9}  {}", law.checked, law.says)?;
            for difference in &law.differences {
                writeln!(out, "               {difference}")?;
            }
        }
    }
    out.flush()?;
    if audit.holds() {
        return Ok(());
    }
    let broken: u64 = audit.laws.iter().map(|law| law.broken).sum();
    Err(Failure::Other(anyhow::anyhow!(
        "the books do not hold: {broken} differences"
    )))
}

fn as_json(audit: &Audit) -> serde_json::Value {
    let laws = audit.laws.iter().map(|law| {
        serde_json::json!({
            "law": law.says,
            "checked": law.checked,
            "broken": law.broken,
            "differences": law.differences,
        })
    });
    serde_json::json!({ "holds": audit.holds(), "laws": laws.collect::<Vec<_>>() })
}

/// Verifies a shoe: one of a house, or one on paper.
pub fn verify(args: &Verify) -> Result<(), Failure> {
    let checks = match args.shoe.parse::<ShoeId>() {
        Ok(id) => of_house(&args.books.house, id)?,
        Err(_) => on_paper(Path::new(&args.shoe), args.game.as_deref())?,
    };
    let holds = checks.iter().all(|check| check.holds);
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", serde_json::json!({ "holds": holds, "checks": checks }))?;
    } else {
        for check in &checks {
            writeln!(out, "{} {}", if check.holds { "ok " } else { "BAD" }, check.what)?;
        }
    }
    out.flush()?;
    match holds {
        true => Ok(()),
        false => Err(Failure::Other(anyhow::anyhow!("it is not what was committed to"))),
    }
}

fn of_house(house: &str, id: ShoeId) -> Result<Vec<ProofCheck>, Failure> {
    let proof = with_books(house, Purpose::Read, |store| async move {
        match proof::is_archived(&store, id).await? {
            true => Ok(Err(format!(
                "rounds of shoe {id} are in an archive: `croupier audit --archive FILE` proves it"
            ))),
            false => proof::proof_of(&store, id).await.map(Ok),
        }
    })?;
    let proof = proof
        .map_err(Failure::Input)?
        .ok_or_else(|| Failure::Input(format!("the house `{}` has no shoe {id}", croupier_house::shown(house))))?;
    if proof.checks.is_empty() {
        let message = format!("shoe {id} is still in play: its seed is revealed when it is over");
        return Err(Failure::Input(message));
    }
    Ok(proof.checks)
}

fn on_paper(path: &Path, game: Option<&str>) -> Result<Vec<ProofCheck>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|fault| {
        let path = path.display();
        Failure::Input(format!(
            "`{path}` is neither the id of a shoe nor a file that can be read: {fault}"
        ))
    })?;
    if let Ok(paper) = serde_json::from_str::<RoundProof>(&text) {
        return Ok(check_round(&paper));
    }
    let paper: ShoeProof = serde_json::from_str(&text).map_err(|fault| {
        let path = path.display();
        Failure::Input(format!(
            "`{path}` is not a proof as GET /api/v1/shoes/{{id}} or GET /api/v1/rounds/{{id}}/proof answers it: {fault}"
        ))
    })?;
    let game: Arc<Game> = Arc::new(open_game(game.unwrap_or(&paper.game))?.game);
    Ok(proof::check_paper(&game, &paper))
}

/// Copies the books of a house to a new file while it goes on.
pub fn backup(args: &Backup) -> Result<(), Failure> {
    let to = args.to.clone();
    with_books(
        &args.house,
        Purpose::Read,
        |store| async move { store.backup(&to).await },
    )?;
    writeln!(
        anstream::stdout().lock(),
        "The books are copied to {}.",
        args.to.display()
    )?;
    Ok(())
}

/// How long ago rounds must have begun to be archived: whatever was being written then is written by now.
const WRITTEN_WITHIN: i64 = 3_600_000_000;

/// Moves the play of old rounds to a file.
pub fn archive(args: &Archive) -> Result<(), Failure> {
    let day = GamingDay {
        date: args.before,
        start: jiff::civil::Time::midnight(),
    };
    let before = day.span().start;
    if before.0 > now().0 - WRITTEN_WITHIN {
        let message = format!("{} is not over yet: name an earlier day, as 2026-01-01", args.before);
        return Err(Failure::Input(message));
    }
    let to = args.to.clone();
    let made = with_books(&args.books.house, Purpose::Write, |store| async move {
        store.archive(before, &to, now()).await
    })?;
    let mut out = anstream::stdout().lock();
    match made {
        None => writeln!(
            out,
            "No round is to be archived: none that is over began before {}.",
            args.before
        )?,
        Some(made) => writeln!(
            out,
            "{} lines of the rounds {} to {} are in {} and no longer in the books, which keep its hash {}.",
            made.lines,
            made.after + 1,
            made.last,
            args.to.display(),
            made.hash
        )?,
    }
    Ok(())
}

/// Opens books that exist and asks something of them.
pub fn with_books<T, F: Future<Output = Result<T, Fault>>>(
    house: &str,
    purpose: Purpose,
    ask: impl FnOnce(Arc<dyn Store>) -> F,
) -> Result<T, Failure> {
    with_opened(house, croupier_house::open_for(house, purpose), ask)
}

fn with_opened<T, F: Future<Output = Result<T, Fault>>>(
    house: &str,
    opened: impl Future<Output = Result<Arc<dyn Store>, Fault>>,
    ask: impl FnOnce(Arc<dyn Store>) -> F,
) -> Result<T, Failure> {
    if !croupier_house::is_postgres(house) && !Path::new(house).is_file() {
        return Err(Failure::Input(format!(
            "there are no books at `{house}`; name a file or database with --house"
        )));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("no runtime")?;
    runtime.block_on(async {
        let store = opened.await.map_err(|fault| books(house, fault))?;
        let answer = ask(Arc::clone(&store)).await;
        store.close().await;
        answer.map_err(|fault| match fault {
            Fault::BackupExists(_) | Fault::Archive { .. } | Fault::Unable(_) => Failure::Input(fault.to_string()),
            other => books(house, other),
        })
    })
}
