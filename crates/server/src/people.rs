//! Who comes in: names and passwords, guests, sessions.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use croupier_house::{
    Account, AccountId, AccountKind, Batch, Code, Credential, Day, Entry, Fault, Hash, Moment, Reply, RequestId, Role,
    Session, Span, Status, TransferRecord, User, UserId,
};
use croupier_rules::Money;
use tokio::sync::watch;
use unicode_security::MixedScript;
use unicode_security::skeleton;

use crate::ledger::now;
use crate::person::{Person, Purse, Today};
use crate::problem::Problem;
use crate::room::Room;

/// How long a session lasts.
pub const SESSION_SECONDS: i64 = 7 * 86_400;
const NAME_CHARACTERS: std::ops::RangeInclusive<usize> = 2..=24;
const PASSWORD_CHARACTERS: std::ops::RangeInclusive<usize> = 8..=256;
/// How often a guest's name is drawn before giving up.
const NAME_TRIES: usize = 20;
/// The letters and digits of a guest's name: none is taken for another, and eight of them never run out.
const GUEST_LETTERS: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const GUEST_LENGTH: usize = 8;
/// How the name of a guest begins, whatever its capitals.
const GUEST_PREFIX: &str = "guest";
/// How long a session is believed before the books are asked again: another server may have ended it.
const BELIEVED: Duration = Duration::from_secs(10);
/// How many people's chips are read in one statement.
const READ_AT_ONCE: usize = 500;
/// From how many people and sessions on those are forgotten that nobody needs.
const REMEMBERED_MAX: usize = 50_000;

/// A session in memory.
#[derive(Clone)]
pub struct Visit {
    person: Arc<Person>,
    expires: Moment,
    checked: Instant,
    over: watch::Sender<bool>,
}

/// A person who has just signed in, and the token that proves it.
pub struct Arrival {
    /// Who.
    pub person: Arc<Person>,
    /// The token for the cookie. Only its hash is kept.
    pub token: String,
}

impl Room {
    /// Opens an account with a name and a password, and signs in.
    pub async fn sign_up(&self, name: &str, password: &str, role: Role) -> Result<Arrival, Problem> {
        check_name(name)?;
        check_password(password)?;
        let hash = self.hash(password.to_string()).await?;
        self.arrive(name, Credential::Password(hash), role).await
    }

    /// Comes in without a password; the account cannot be entered again when the session is over.
    pub async fn guest(&self) -> Result<Arrival, Problem> {
        let mut last = Problem::stopped();
        for _ in 0..NAME_TRIES {
            let letters = random()?.map(|byte| char::from(GUEST_LETTERS[usize::from(byte) % GUEST_LETTERS.len()]));
            let name: String = letters[..GUEST_LENGTH].iter().collect();
            match self
                .arrive(&format!("Guest {name}"), Credential::Guest, Role::Player)
                .await
            {
                Err(problem) if problem.code == "name-taken" => last = problem,
                other => return other,
            }
        }
        Err(last)
    }

    /// Signs in with name and password.
    pub async fn sign_in(&self, name: &str, password: &str) -> Result<Arrival, Problem> {
        let wrong = || Problem::new("wrong-credentials", "Wrong name or password.");
        if password.len() > 4 * PASSWORD_CHARACTERS.end() || name.len() > 4 * NAME_CHARACTERS.end() {
            return Err(wrong());
        }
        let user = self.store.user_named(name.trim()).await.map_err(books)?;
        let hash = match user.as_ref().map(|user| &user.credential) {
            Some(Credential::Password(hash)) => Some(hash.clone()),
            _ => None,
        };
        // An unknown name takes as long as a wrong password, so that names cannot be probed.
        let known = hash.is_some();
        let fits = self.verify(password.to_string(), hash).await?;
        let (true, true, Some(user)) = (known, fits, user) else {
            return Err(wrong());
        };
        let token = token()?;
        let entry = session(&token, user.id);
        let expires = entry.expires;
        self.write(vec![Entry::Session(entry)]).await?;
        self.forget_if_changed(&user);
        let person = self.person(user.id).await.map_err(books)?.ok_or_else(wrong)?;
        Ok(self.welcome(person, token, expires))
    }

    /// Ends a session.
    pub async fn sign_out(&self, token: &str) -> Result<(), Problem> {
        let hash = Hash::of(token.as_bytes());
        self.end_visit(&hash);
        self.write(vec![Entry::SessionClose { token: hash }]).await
    }

    /// Becomes true when the session of a token ends, here or at another server.
    pub fn session_over(&self, token: &str) -> Option<watch::Receiver<bool>> {
        let sessions = self.sessions.read().unwrap_or_else(PoisonError::into_inner);
        let visit = sessions.get(&Hash::of(token.as_bytes()))?;
        Some(visit.over.subscribe())
    }

    /// Forgets a session, and tells every connection that was made with it.
    fn end_visit(&self, hash: &Hash) {
        let mut sessions = self.sessions.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(visit) = sessions.remove(hash) {
            visit.over.send_replace(true);
        }
    }

    /// A person whose role or name an operator has changed is read anew.
    fn forget_if_changed(&self, user: &User) {
        let mut people = self.people.write().unwrap_or_else(PoisonError::into_inner);
        let changed = |person: &Arc<Person>| person.role != user.role || person.name != user.name;
        if people.get(&user.id).is_some_and(changed) {
            people.remove(&user.id);
        }
    }

    /// Whose session a token is.
    pub async fn visitor(&self, token: &str) -> Result<Option<Arc<Person>>, Fault> {
        let hash = Hash::of(token.as_bytes());
        let cached = self
            .sessions
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&hash)
            .cloned();
        if let Some(visit) = &cached {
            if visit.expires <= now() {
                self.end_visit(&hash);
                return Ok(None);
            }
            if visit.checked.elapsed() < BELIEVED {
                return Ok(Some(Arc::clone(&visit.person)));
            }
        }
        let session = match (self.store.session(&hash).await, cached) {
            (Ok(session), _) => session,
            // While the books are out of reach, whoever was here stays.
            (Err(_), Some(visit)) => return Ok(Some(visit.person)),
            (Err(fault), None) => return Err(fault),
        };
        let Some(session) = session.filter(|session| session.expires > now()) else {
            self.end_visit(&hash);
            return Ok(None);
        };
        let Some(person) = self.person(session.user).await? else {
            return Ok(None);
        };
        if let Err(fault) = self.recount(std::slice::from_ref(&person)).await {
            tracing::warn!(%fault, "a purse cannot be read and stays as it was");
        }
        self.remember(hash, &person, session.expires);
        Ok(Some(person))
    }

    /// The person of this id. Everybody gets the same one.
    pub async fn person(&self, id: UserId) -> Result<Option<Arc<Person>>, Fault> {
        if let Some(person) = self.people.read().unwrap_or_else(PoisonError::into_inner).get(&id) {
            return Ok(Some(Arc::clone(person)));
        }
        let Some(user) = self.store.user(id).await? else {
            return Ok(None);
        };
        let Some((account, balance)) = self.store.account_of(AccountKind::Player(id)).await? else {
            return Ok(None);
        };
        let session_began = self.store.session_began(id).await?.unwrap_or(now());
        let purse = Purse {
            available: balance.available().cents(),
            on_felt: balance.pending_out.cents(),
            session_net: self.net_since(account.id, session_began).await?,
            session_began,
            loss_limit: self.store.loss_limit(id).await?.map(Money::cents),
            today: self.today(account.id).await?,
        };
        let guest = user.credential == Credential::Guest;
        let person = Arc::new(Person::new(id, user.name, user.role, guest, account.id, purse));
        // Somebody else may have been quicker; then theirs is the one.
        let mut people = self.people.write().unwrap_or_else(PoisonError::into_inner);
        if people.len() >= REMEMBERED_MAX {
            people.retain(|_, person| Arc::strong_count(person) > 1);
        }
        Ok(Some(Arc::clone(people.entry(id).or_insert(person))))
    }

    /// Sets the most a person wants to lose in a day, or lifts the limit. It outlives the session and the process.
    pub async fn limit_losses(&self, person: &Person, cents: Option<i64>) -> Result<(), Problem> {
        let limit = cents.map(Money::from_cents);
        self.write(vec![Entry::LossLimit { user: person.id, limit }]).await?;
        person.limit_losses(cents);
        Ok(())
    }

    /// What an account has bought and won today.
    async fn today(&self, account: AccountId) -> Result<Today, Fault> {
        let day = now().day();
        let standings = self.store.standings(&[account], day).await?;
        Ok(Today::of(
            standings.first().map_or_else(Day::default, |standing| standing.day),
            day,
        ))
    }

    /// Reads the chips of everybody at a table or connected to one: other servers and operators move them too. Those
    /// whom only the list of people and a session know are read when they come, with their session.
    pub(crate) async fn reconcile(&self) -> Result<(), Fault> {
        let people: Vec<Arc<Person>> = {
            let people = self.people.read().unwrap_or_else(PoisonError::into_inner);
            let here = |person: &&Arc<Person>| Arc::strong_count(person) > 2;
            people.values().filter(here).cloned().collect()
        };
        for some in people.chunks(READ_AT_ONCE) {
            self.recount(some).await?;
        }
        Ok(())
    }

    /// Reads the chips of people, except whose chips are being moved just now.
    async fn recount(&self, people: &[Arc<Person>]) -> Result<(), Fault> {
        let settled = |person: &Arc<Person>| Some((person.account, (Arc::clone(person), person.writes_settled()?)));
        let settled: HashMap<AccountId, (Arc<Person>, u64)> = people.iter().filter_map(settled).collect();
        let accounts: Vec<AccountId> = settled.keys().copied().collect();
        let day = now().day();
        for standing in self.store.standings(&accounts, day).await? {
            if let Some((person, settled)) = settled.get(&standing.account) {
                let (available, on_felt) = (standing.balance.available(), standing.balance.pending_out);
                person.reconcile(
                    *settled,
                    available.cents(),
                    on_felt.cents(),
                    Today::of(standing.day, day),
                );
            }
        }
        Ok(())
    }

    /// What an account has won or lost since a moment.
    async fn net_since(&self, account: AccountId, began: Moment) -> Result<i64, Fault> {
        let mut net = 0;
        self.each_transfer(account, |record| {
            match record.transfer.code {
                Code::Payout if record.at >= began => net += record.transfer.amount.cents(),
                Code::Loss if record.at >= began => net -= record.transfer.amount.cents(),
                _ => {}
            }
            record.at >= began
        })
        .await?;
        Ok(net)
    }

    /// Shows the transfers of an account, newest first, as long as the next is wanted.
    async fn each_transfer(
        &self,
        account: AccountId,
        mut show: impl FnMut(&TransferRecord) -> bool + Send,
    ) -> Result<(), Fault> {
        let mut span = Span::newest(croupier_house::PAGE_MAX);
        loop {
            let page = self.store.transfers_of(account, span).await?;
            let Some(last) = page.last() else { return Ok(()) };
            span = Span::older_than(last.ordinal, croupier_house::PAGE_MAX);
            if !page.iter().all(&mut show) {
                return Ok(());
            }
        }
    }

    /// A new person with an account and a session, all at once.
    async fn arrive(&self, name: &str, credential: Credential, role: Role) -> Result<Arrival, Problem> {
        let user = User {
            id: UserId::fresh(),
            name: name.trim().to_string(),
            credential,
            role,
        };
        let account = Account {
            id: AccountId::fresh(),
            kind: AccountKind::Player(user.id),
        };
        let token = token()?;
        let session = session(&token, user.id);
        let (id, expires) = (user.id, session.expires);
        self.write(vec![
            Entry::User(user),
            Entry::Account(account),
            Entry::Session(session),
        ])
        .await?;
        let person = self.person(id).await.map_err(books)?.ok_or_else(Problem::stopped)?;
        Ok(self.welcome(person, token, expires))
    }

    fn welcome(&self, person: Arc<Person>, token: String, expires: Moment) -> Arrival {
        person.begin_session();
        self.remember(Hash::of(token.as_bytes()), &person, expires);
        Arrival { person, token }
    }

    fn remember(&self, hash: Hash, person: &Arc<Person>, expires: Moment) {
        let mut sessions = self.sessions.write().unwrap_or_else(PoisonError::into_inner);
        if sessions.len() > REMEMBERED_MAX {
            // Whoever is connected stays; the others are read again when they come.
            sessions.retain(|_, visit| visit.over.receiver_count() > 0);
        }
        let over = sessions.get(&hash).map(|visit| visit.over.clone());
        let visit = Visit {
            person: Arc::clone(person),
            expires,
            checked: Instant::now(),
            over: over.unwrap_or_else(|| watch::Sender::new(false)),
        };
        sessions.insert(hash, visit);
    }

    async fn write(&self, entries: Vec<Entry>) -> Result<(), Problem> {
        let mut batch = Batch::new(RequestId::fresh(), now());
        batch.entries = entries;
        match self.store.commit(batch).await.map_err(books)? {
            Reply::Done { .. } => Ok(()),
            Reply::Refused {
                status: Status::NameTaken,
                ..
            } => Err(Problem::new(
                "name-taken",
                "Somebody has this name already: choose another.",
            )),
            Reply::Refused { status, .. } => Err(Problem::new(&status.name().replace('_', "-"), status.sentence())),
        }
    }

    /// The argon2id hash of a password. It takes memory and time on purpose, so only a few are made at once.
    pub(crate) async fn hash(&self, password: String) -> Result<String, Problem> {
        let hashed = self.passwords.run(move || hash_password(&password)).await?;
        hashed.ok_or_else(Problem::stopped)
    }

    async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, Problem> {
        let Some(hash) = hash else {
            self.hash(password).await?;
            return Ok(false);
        };
        let verify = move || {
            PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
        };
        self.passwords.run(verify).await
    }
}

/// The argon2id hash of a password, as the books keep it.
pub fn hash_password(password: &str) -> Option<String> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.ok().map(|hash: PasswordHash| hash.to_string())
}

fn session(token: &str, user: UserId) -> Session {
    Session {
        token: Hash::of(token.as_bytes()),
        user,
        expires: Moment(now().0 + SESSION_SECONDS * 1_000_000),
    }
}

fn token() -> Result<String, Problem> {
    random().map(hex::encode)
}

fn random() -> Result<[u8; 32], Problem> {
    let seed = croupier_table::Seed::from_system();
    seed.map(croupier_table::Seed::bytes)
        .map_err(|fault| Problem::new("stopped", fault.to_string()))
}

fn books(fault: Fault) -> Problem {
    tracing::error!(%fault, "the books cannot be read or written");
    Problem::stopped()
}

/// A name that nobody takes for another: letters of one script, none that only looks like a Latin one, and not a guest's.
pub fn check_name(name: &str) -> Result<(), Problem> {
    let name = name.trim();
    let fits = |letter: char| letter.is_alphanumeric() || " ._-".contains(letter);
    let plain = name.is_ascii() || (name.is_single_script() && !skeleton(name).all(|letter| letter.is_ascii()));
    let guest = skeleton(&name.to_lowercase())
        .collect::<String>()
        .starts_with(GUEST_PREFIX);
    if NAME_CHARACTERS.contains(&name.chars().count()) && name.chars().all(fits) && plain && !guest {
        return Ok(());
    }
    let message = "A name has 2 to 24 letters of one script, digits, spaces, dots, dashes or underscores, looks like no \
                   other name, and is not a guest's.";
    Err(Problem::new("name-unfit", message))
}

/// Refuses passwords that are too short or too long.
pub fn check_password(password: &str) -> Result<(), Problem> {
    if PASSWORD_CHARACTERS.contains(&password.chars().count()) {
        return Ok(());
    }
    Err(Problem::new("password-unfit", "A password has 8 to 256 characters."))
}
