//! `croupier person`: who may come in, changed by whoever holds the books.

use std::io::Write;
use std::sync::Arc;

use croupier_house::{Batch, Credential, Entry, Purpose, Reply, RequestId, Role, Store, User};
use croupier_server::ledger::now;
use croupier_server::people::hash_password;

use super::books::with_books;
use crate::args::{Person, PersonDoes, RoleArg};
use crate::failure::Failure;

/// What stands in place of a password's hash when nobody may sign in: no password has it.
const DISABLED: &str = "!";

/// Lists people, or changes one.
pub fn run(args: &Person) -> Result<(), Failure> {
    match &args.does {
        PersonDoes::List => list(&args.house),
        PersonDoes::Password { name } => {
            let password = fresh_password()?;
            let hash = hash_password(&password).ok_or_else(|| anyhow::anyhow!("the password cannot be hashed"))?;
            change(&args.house, name, |user| user.credential = Credential::Password(hash))?;
            writeln!(
                anstream::stdout(),
                "The password of {name} is {password} (shown once; write it down)"
            )?;
            Ok(())
        }
        PersonDoes::Disable { name } => {
            change(&args.house, name, |user| {
                user.credential = Credential::Password(DISABLED.to_string());
            })?;
            writeln!(
                anstream::stdout(),
                "{name} is signed out and may not sign in; a new password lets them in again."
            )?;
            Ok(())
        }
        PersonDoes::Role { name, role } => {
            change(&args.house, name, |user| user.role = role_of(*role))?;
            writeln!(
                anstream::stdout(),
                "{name} is {} now, and signs in again.",
                word(role_of(*role))
            )?;
            Ok(())
        }
    }
}

/// A password nobody guesses: twelve random bytes in hexadecimal.
pub fn fresh_password() -> Result<String, Failure> {
    let seed = croupier_table::Seed::from_system().map_err(anyhow::Error::from)?;
    Ok(hex::encode(&seed.bytes()[..12]))
}

fn list(house: &str) -> Result<(), Failure> {
    let users = with_books(house, Purpose::Read, |store| async move { store.users().await })?;
    let mut out = anstream::stdout().lock();
    for user in users {
        let how = match &user.credential {
            Credential::Guest => "guest",
            Credential::Password(hash) if hash == DISABLED => "disabled",
            Credential::Password(_) => "member",
        };
        writeln!(out, "{:<8} {:<9} {}", word(user.role), how, user.name)?;
    }
    out.flush()?;
    Ok(())
}

/// Changes a person and signs them out everywhere, at every server within seconds.
fn change(house: &str, name: &str, change: impl FnOnce(&mut User) + Send) -> Result<(), Failure> {
    let found = with_books(house, Purpose::Write, |store: Arc<dyn Store>| async move {
        let Some(mut user) = store.user_named(name).await? else {
            return Ok(None);
        };
        change(&mut user);
        let id = user.id;
        let batch = Batch::new(RequestId::fresh(), now())
            .with(Entry::UserChange(user))
            .with(Entry::SessionsEnd { user: id });
        store.commit(batch).await.map(Some)
    })?;
    match found {
        Some(Reply::Done { .. }) => Ok(()),
        Some(Reply::Refused { status, .. }) => Err(Failure::Input(format!("`{name}` is not changed: {status}"))),
        None => Err(Failure::Input(format!(
            "nobody is called `{name}`; `croupier person list` shows who is"
        ))),
    }
}

fn role_of(role: RoleArg) -> Role {
    match role {
        RoleArg::Player => Role::Player,
        RoleArg::Floor => Role::Floor,
        RoleArg::Auditor => Role::Auditor,
    }
}

fn word(role: Role) -> &'static str {
    match role {
        Role::Player => "player",
        Role::Floor => "floor",
        Role::Auditor => "auditor",
    }
}
