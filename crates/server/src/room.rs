//! The card room: its games, tables and people over one set of books.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use croupier_house::{
    Account, AccountId, AccountKind, Batch, Code, Entry, Fault, Hash, Reply, RequestId, Role, RoundId, Store,
    TableChange, TableId, TableStanding, Transfer, TransferId, TransferKind, UserId,
};
use croupier_rules::load::Loaded;
use croupier_rules::{Game, Money};
use uuid::Uuid;

use crate::keeper::Keeper;
use crate::ledger::{Books, Ledger, now};
use crate::notation::{self, TableText};
use crate::papers::Papers;
use crate::person::Person;
use crate::pit::Counted;
use crate::problem::Problem;
use crate::school::Classroom;
use crate::secrets::Secrets;
use crate::setup::table_text;
use crate::statistics::Judged;
use crate::table::{Aside, Found, Restored, Setup, ShoeOnTable, Surroundings, Table, Times};
use crate::values::Values;
use crate::wire::{NewTable, TableCard};
use crate::work::Workshop;

/// What the bank brings to a new table.
const FILL: Money = Money::from_dollars(20_000);
/// The most tables that are open at once.
const TABLES_MAX: usize = 4_000;
/// The most tables one member has open at once.
const TABLES_OF_MEMBER_MAX: usize = 4;
/// The most tables a guest has open at once: guests cost nothing to make.
const TABLES_OF_GUEST_MAX: usize = 1;

/// How the house is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long things take at the tables.
    pub times: Times,
    /// Where the secrets of new shoes come from.
    pub secrets: Secrets,
    /// Whether pages are reached over https, so that cookies must be too.
    pub https: bool,
    /// The origins pages may come from, beside the address itself.
    pub origins: Vec<String>,
    /// Requests one address may make in a second.
    pub requests_per_second: u32,
    /// Orders one connection may give in a second.
    pub orders_per_second: u32,
    /// Games of the house's own; one with the id of a built-in game takes its place.
    pub own_games: Vec<Loaded>,
    /// What strangers may ask for.
    pub limits: Limits,
    /// The proxies whose word is taken for where a request comes from.
    pub trusted_proxies: Vec<ipnet::IpNet>,
    /// Where other servers of the same house reach this one.
    pub address: Option<String>,
    /// What the house is called.
    pub brand: Brand,
}

/// What a house is called and shows at the head of its pages.
#[derive(Clone, Debug)]
pub struct Brand {
    /// Its name.
    pub name: String,
    /// Its logo.
    pub logo: Option<Logo>,
}

/// A picture as it is sent.
#[derive(Clone, Debug)]
pub struct Logo {
    /// What kind of picture: `image/svg+xml` or `image/png`.
    pub media: &'static str,
    /// The file.
    pub bytes: Vec<u8>,
}

impl Default for Brand {
    fn default() -> Brand {
        Brand {
            name: "Croupier".to_string(),
            logo: None,
        }
    }
}

/// The most that strangers may ask for.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Guests that may come from one address in a minute.
    pub guests_per_minute: u32,
    /// Attempts to sign in to one account, or from one address, in a minute.
    pub sign_ins_per_minute: u32,
    /// Connections of one address, WebSockets included.
    pub connections_per_address: usize,
    /// Connections in all.
    pub connections: usize,
    /// Private tables of all players together; the floor can always open one.
    pub private_tables: usize,
    /// How long a private table may stand with nobody at it.
    pub private_table_idle: std::time::Duration,
    /// How long a client may take to send the head of a request, or its body.
    pub request_timeout: std::time::Duration,
    /// How often a WebSocket is asked whether it is there; after three times without an answer it is closed.
    pub ping_every: std::time::Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            guests_per_minute: 20,
            sign_ins_per_minute: 20,
            connections_per_address: 128,
            connections: 10_000,
            private_tables: 1_000,
            private_table_idle: std::time::Duration::from_secs(30 * 60),
            request_timeout: std::time::Duration::from_secs(10),
            ping_every: std::time::Duration::from_secs(15),
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            times: Times::default(),
            secrets: Secrets::default(),
            https: false,
            origins: Vec::new(),
            requests_per_second: 50,
            orders_per_second: 50,
            own_games: Vec::new(),
            limits: Limits::default(),
            trusted_proxies: Vec::new(),
            address: None,
            brand: Brand::default(),
        }
    }
}

/// A game of the house, with the files it was read from.
#[derive(Clone)]
pub struct HouseGame {
    /// The game.
    pub game: Arc<Game>,
    /// The hash of its rules file, which the books keep.
    pub rules: Hash,
    /// Its files.
    pub loaded: Arc<Loaded>,
}

/// The card room.
pub struct Room {
    /// The books.
    pub store: Arc<dyn Store>,
    /// How the house is run.
    pub options: Options,
    games: BTreeMap<String, HouseGame>,
    bank: AccountId,
    pub(crate) people: RwLock<HashMap<UserId, Arc<Person>>>,
    pub(crate) sessions: RwLock<HashMap<Hash, crate::people::Visit>>,
    /// Hashing passwords, which takes memory and time on purpose.
    pub(crate) passwords: Workshop,
    /// Valuing the decisions of rounds gone by.
    pub(crate) thinking: Workshop,
    /// Who deals where, when several servers share the books.
    pub keeper: Option<Keeper>,
    thinkers: Arc<tokio::sync::Semaphore>,
    /// What wagers are worth.
    pub values: Arc<Values>,
    /// Reports of the games.
    pub papers: Papers,
    pub(crate) judged: Mutex<HashMap<RoundId, Arc<Vec<Judged>>>>,
    pub(crate) figures: Mutex<HashMap<TableId, Counted>>,
    rules: Mutex<HashMap<Hash, Arc<Game>>>,
    tables: RwLock<BTreeMap<TableId, OpenTable>>,
    /// The tables that could not go on and wait for the floor.
    pub(crate) aside: Aside,
    /// Rounds being dealt and questions being asked in the school.
    pub(crate) classroom: Classroom,
}

/// A table that is open, and what is asked before one is let near.
#[derive(Clone)]
pub struct OpenTable {
    /// The table.
    pub table: Table,
    /// Who opened it; nobody for the house itself.
    pub opened_by: Option<UserId>,
}

/// The house cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenFault {
    /// The books.
    #[error(transparent)]
    Books(#[from] Fault),
    /// A rules file.
    #[error("a rules file has faults: {0}")]
    Rules(String),
    /// The books refuse something the house needs.
    #[error("the books refuse what the house needs: {0}")]
    Refused(String),
    /// No random bytes.
    #[error(transparent)]
    Entropy(#[from] croupier_table::shoe::NoEntropy),
}

impl Room {
    /// Opens the house over its books: every table stands where it stood, and a new house has one table a game.
    pub async fn open(store: Arc<dyn Store>, options: Options) -> Result<Arc<Room>, OpenFault> {
        let games = games(&options.own_games)?;
        let bank = bank(&store).await?;
        for dealt in games.values() {
            let text = dealt.game.toml();
            done(
                store
                    .commit(Batch::new(RequestId::fresh(), now()).with(Entry::Rules { text }))
                    .await?,
            )?;
        }
        let expired = Entry::SessionsExpire { before: now() };
        done(
            store
                .commit(Batch::new(RequestId::fresh(), now()).with(expired))
                .await?,
        )?;
        let keeper = store.leases().map(|_| {
            let address = options.address.clone();
            Keeper::new(address.unwrap_or_else(|| "127.0.0.1:8021".to_string()))
        });
        let room = Arc::new(Room {
            store,
            options,
            games,
            bank,
            people: RwLock::default(),
            sessions: RwLock::default(),
            passwords: Workshop::new("passwords", 2, 64),
            thinking: Workshop::new("thinking", 1, 256),
            keeper,
            thinkers: Arc::new(tokio::sync::Semaphore::new(1)),
            values: Arc::default(),
            papers: Papers::default(),
            judged: Mutex::default(),
            figures: Mutex::default(),
            rules: Mutex::default(),
            tables: RwLock::default(),
            aside: Aside::default(),
            classroom: Classroom::default(),
        });
        let known = room.store.tables().await?;
        let fresh = known.is_empty();
        if !fresh {
            room.options.secrets.skip_to(now().0.unsigned_abs());
        }
        for change in known
            .into_iter()
            .filter(|change| change.standing != TableStanding::Closed)
        {
            if room.may_deal(change.table).await? {
                room.restore_or_put_aside(&change).await?;
            }
        }
        room.open_first_tables(fresh).await?;
        Ok(room)
    }

    /// The games by id.
    pub fn games(&self) -> &BTreeMap<String, HouseGame> {
        &self.games
    }

    /// The table of this id, while it is open.
    pub fn table(&self, id: TableId) -> Option<OpenTable> {
        self.tables
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&id)
            .cloned()
    }

    /// Every open table, by id.
    pub fn tables(&self) -> Vec<OpenTable> {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.retain(|_, open| open.table.card().standing != crate::wire::Standing::Closed);
        tables.values().cloned().collect()
    }

    /// Whether this server deals at a table: always in a house of its own, else while it has the lease.
    async fn may_deal(&self, table: TableId) -> Result<bool, Fault> {
        match (&self.keeper, self.store.leases()) {
            (Some(keeper), Some(leases)) => keeper.take(leases, table).await,
            _ => Ok(true),
        }
    }

    /// Whether the books have a table that is not closed.
    pub async fn is_open_in_books(&self, table: TableId) -> Result<bool, Fault> {
        let last = self.store.table_changes(table).await?.pop();
        Ok(last.is_some_and(|change| change.standing != TableStanding::Closed))
    }

    /// Ends the task of a table and forgets it; the books have all there is to know about it.
    pub(crate) fn forget_table(&self, id: TableId) {
        let open = self.tables.write().unwrap_or_else(PoisonError::into_inner).remove(&id);
        if let Some(open) = open {
            open.table.abandon();
        }
        self.aside.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }

    /// Whether a table could not go on here and waits for the floor.
    pub(crate) fn is_aside(&self, id: TableId) -> bool {
        self.aside_reason(id).is_some()
    }

    /// Why it could not.
    pub(crate) fn aside_reason(&self, id: TableId) -> Option<String> {
        let aside = self.aside.lock().unwrap_or_else(PoisonError::into_inner);
        aside.get(&id).cloned()
    }

    /// The books as a table writes to them: under its lease, where servers share them.
    pub(crate) fn books_of(&self, table: TableId) -> Books {
        Books {
            store: Arc::clone(&self.store),
            lease: self.keeper.as_ref().and_then(|keeper| keeper.lease(table)),
        }
    }

    /// Opens a table for somebody, or for the house.
    pub async fn open_table(&self, new: &NewTable, by: Option<&Person>) -> Result<TableCard, Problem> {
        let id = TableId::from(new.id);
        if let Some(open) = self.table(id) {
            return match by.is_none_or(|by| open.opened_by == Some(by.id)) {
                true => Ok(open.table.card()),
                false => Err(Problem::new(
                    "request-differs",
                    "There is a table of this id: make a new id.",
                )),
            };
        }
        let dealt = self.games.get(&new.game).ok_or_else(|| {
            let ids: Vec<&str> = self.games.keys().map(String::as_str).collect();
            Problem::new(
                "not-found",
                format!("There is no game `{}`; there are {}.", new.game, ids.join(", ")),
            )
        })?;
        if by.is_some_and(|by| by.role == Role::Player) {
            self.check_player_may_open(new, by)?;
        }
        if self.tables().len() >= TABLES_MAX {
            return Err(Problem::new(
                "too-many",
                format!("The house has {TABLES_MAX} tables open already."),
            ));
        }
        let code = new
            .private
            .then(code)
            .transpose()
            .map_err(|fault| Problem::new("stopped", fault))?;
        let text = table_text(new, &dealt.game, &dealt.rules, code, by.map(|by| by.id))?;
        let shoe =
            ShoeOnTable::fresh(&self.options.secrets, 0).map_err(|fault| Problem::new("stopped", fault.to_string()))?;
        let refused = |fault: Fault| {
            tracing::error!(%fault, "a table cannot be opened");
            Problem::stopped()
        };
        if !self.may_deal(id).await.map_err(refused)? {
            return Err(Problem::new(
                "request-differs",
                "There is a table of this id: make a new id.",
            ));
        }
        let rack = AccountId::fresh();
        let mut batch = Batch::new(RequestId::fresh(), now());
        batch.entries = vec![
            Entry::Table(TableChange {
                table: id,
                number: 0,
                standing: TableStanding::Open,
                text: notation::write(&text),
            }),
            Entry::Account(Account {
                id: rack,
                kind: AccountKind::Rack(id),
            }),
            Entry::Transfer(Transfer {
                id: TransferId::fresh(),
                debit: self.bank,
                credit: rack,
                amount: FILL,
                kind: TransferKind::Posted,
                code: Code::Fill,
                round: None,
            }),
            shoe.opening(id),
        ];
        match self.store.commit(batch).await {
            Ok(Reply::Done { .. }) => {}
            Ok(Reply::Refused { status, .. }) => {
                return Err(Problem::new(&status.name().replace('_', "-"), status.sentence()));
            }
            Err(fault) => return Err(refused(fault)),
        }
        let restored = Restored {
            shoe,
            play: None,
            seats: Vec::new(),
        };
        let change = TableChange {
            table: id,
            number: 0,
            standing: TableStanding::Open,
            text: String::new(),
        };
        Ok(self
            .start(&change, text, Arc::clone(&dealt.game), rack, restored)
            .card())
    }

    /// Players open private tables, and not too many.
    fn check_player_may_open(&self, new: &NewTable, by: Option<&Person>) -> Result<(), Problem> {
        if !new.private {
            return Err(Problem::new(
                "not-allowed",
                "Players open private tables; the floor opens public ones.",
            ));
        }
        let guest = by.is_some_and(|by| by.guest);
        let own_max = if guest {
            TABLES_OF_GUEST_MAX
        } else {
            TABLES_OF_MEMBER_MAX
        };
        let own = |open: &OpenTable| open.opened_by.is_some() && open.opened_by == by.map(|by| by.id);
        let tables = self.tables();
        if tables.iter().filter(|open| own(open)).count() >= own_max {
            let message = format!("You have as many tables open as you may ({own_max}); close one first.");
            return Err(Problem::new("too-many", message));
        }
        let private = tables.iter().filter(|open| open.opened_by.is_some()).count();
        if private >= self.options.limits.private_tables {
            metrics::counter!("croupier_refused_total", "limit" => "private_tables").increment(1);
            let message = "The house has as many private tables open as it may: come back later.";
            return Err(Problem::new("too-many", message));
        }
        Ok(())
    }

    fn start(
        &self,
        change: &TableChange,
        text: TableText,
        game: Arc<Game>,
        rack: AccountId,
        restored: Restored,
    ) -> Table {
        let opened_by = text.opened_by;
        let setup = Setup {
            id: change.table,
            text,
            standing: change.standing,
            changes: change.number + 1,
            rack,
            bank: self.bank,
            game,
            times: self.options.times,
            secrets: self.options.secrets.clone(),
            restored,
        };
        let surroundings = Surroundings {
            ledger: Arc::new(self.books_of(change.table)) as Arc<dyn Ledger>,
            thinkers: Arc::clone(&self.thinkers),
            aside: Arc::clone(&self.aside),
        };
        let table = Table::start(setup, surroundings);
        let open = OpenTable {
            table: table.clone(),
            opened_by,
        };
        self.tables
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(change.table, open);
        table
    }

    /// A new house has a table of each game; a house that is given a game of its own, one of that game.
    async fn open_first_tables(&self, fresh: bool) -> Result<(), OpenFault> {
        let own: Vec<Hash> = self
            .options
            .own_games
            .iter()
            .map(|loaded| Hash::of(loaded.game.toml().as_bytes()))
            .collect();
        let tables = self.store.tables().await?;
        let open = tables.iter().filter(|table| table.standing != TableStanding::Closed);
        let at_tables: Vec<Hash> = open.filter_map(rules_of).collect();
        let missing = |dealt: &&HouseGame| fresh || (own.contains(&dealt.rules) && !at_tables.contains(&dealt.rules));
        for dealt in self.games.values().filter(missing) {
            let new = NewTable {
                id: self.first_table_id(&dealt.rules, &tables),
                game: dealt.game.id.clone(),
                name: dealt.game.short_name.chars().take(40).collect(),
                private: false,
                min: None,
                max: None,
                betting_ms: None,
                decision_ms: None,
            };
            match self.open_table(&new, None).await {
                Ok(_) => {}
                // Another server of the same new house was quicker.
                Err(problem) if self.keeper.is_some() && problem.code == "request-differs" => {}
                Err(problem) => return Err(OpenFault::Refused(problem.message)),
            }
        }
        Ok(())
    }

    /// The id of a table that the house opens by itself. Servers that share the books must not open it twice, so there
    /// it follows from the rules and from how many tables have dealt by them.
    fn first_table_id(&self, rules: &Hash, tables: &[TableChange]) -> Uuid {
        if self.keeper.is_none() {
            return Uuid::now_v7();
        }
        let before = tables
            .iter()
            .filter_map(rules_of)
            .filter(|other| other == rules)
            .count();
        let id = Hash::of(format!("{rules} {before}").as_bytes());
        id.as_str()[..32]
            .parse()
            .expect("a hash begins with 32 hexadecimal digits")
    }

    /// Restores a table; one that cannot be restored is put aside with the reason, and the house opens without it.
    pub(crate) async fn restore_or_put_aside(&self, change: &TableChange) -> Result<(), OpenFault> {
        let restored = self.restore(change).await?;
        let mut aside = self.aside.lock().unwrap_or_else(PoisonError::into_inner);
        match restored {
            Ok(()) => drop(aside.remove(&change.table)),
            Err(reason) => {
                tracing::error!(table = %change.table, reason, "a table cannot be restored and is put aside");
                aside.insert(change.table, reason);
            }
        }
        Ok(())
    }

    /// A table as the books have it; says why not, when they do not fit together.
    async fn restore(&self, change: &TableChange) -> Result<Result<(), String>, OpenFault> {
        let text: TableText = match notation::read("a table", &change.text) {
            Ok(text) => text,
            Err(unreadable) => return Ok(Err(unreadable.to_string())),
        };
        let Some(game) = self.game_of(&text).await? else {
            return Ok(Err(format!("the rules of {} cannot be read", text.game)));
        };
        let Some((rack, _)) = self.store.account_of(AccountKind::Rack(change.table)).await? else {
            return Ok(Err("it has no rack".to_string()));
        };
        let restored = match Found::read(&self.store, change.table).await? {
            Some(Err(unreadable)) => return Ok(Err(unreadable.to_string())),
            Some(Ok(found)) if found.is_outdated() => {
                let batch = Batch::new(RequestId::fresh(), now()).with(Entry::ShoeReveal { shoe: found.shoe.id });
                self.fresh_shoe(change.table, batch).await?
            }
            Some(Ok(found)) => match found.restore(&game, &self.people_of(&found).await?) {
                Ok(restored) => restored,
                Err(fault) => return Ok(Err(fault.to_string())),
            },
            None => {
                let batch = Batch::new(RequestId::fresh(), now());
                self.fresh_shoe(change.table, batch).await?
            }
        };
        self.start(change, text, game, rack.id, restored);
        Ok(Ok(()))
    }

    /// A new shoe on a table, with what else is to be written.
    async fn fresh_shoe(&self, table: TableId, batch: Batch) -> Result<Restored, OpenFault> {
        let shoe = ShoeOnTable::fresh(&self.options.secrets, 0)?;
        done(self.books_of(table).commit(batch.with(shoe.opening(table))).await?)?;
        Ok(Restored {
            shoe,
            play: None,
            seats: Vec::new(),
        })
    }

    /// The people who sat at a table.
    async fn people_of(&self, found: &Found) -> Result<BTreeMap<UserId, Arc<Person>>, Fault> {
        let mut people = BTreeMap::new();
        for seat in &found.seated {
            people.extend(self.person(seat.user).await?.map(|person| (seat.user, person)));
        }
        Ok(people)
    }

    /// The game a table deals: by the rules it was opened with, whatever the program's own are by now.
    async fn game_of(&self, text: &TableText) -> Result<Option<Arc<Game>>, Fault> {
        match text.rules.parse() {
            Ok(hash) => self.game_by_rules(&hash).await,
            Err(_) => Ok(None),
        }
    }

    /// The game of a rules file that the books keep; `None` if they do not, or it has faults.
    pub async fn game_by_rules(&self, hash: &Hash) -> Result<Option<Arc<Game>>, Fault> {
        if let Some(dealt) = self.games.values().find(|dealt| dealt.rules == *hash) {
            return Ok(Some(Arc::clone(&dealt.game)));
        }
        if let Some(game) = self.rules.lock().unwrap_or_else(PoisonError::into_inner).get(hash) {
            return Ok(Some(Arc::clone(game)));
        }
        let text = self.store.rules(hash).await?;
        let Some(game) = text
            .and_then(|text| croupier_rules::upgrade::read_any_format(&text).ok())
            .map(Arc::new)
        else {
            return Ok(None);
        };
        let mut rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        rules.insert(hash.clone(), Arc::clone(&game));
        Ok(Some(game))
    }

    /// What a table is or was called.
    pub async fn table_name(&self, id: TableId) -> Result<String, Fault> {
        if let Some(open) = self.table(id) {
            return Ok(open.table.card().name);
        }
        let last = self.store.table_changes(id).await?.pop();
        let text = last.and_then(|change| notation::read::<TableText>("a table", &change.text).ok());
        Ok(text.map_or_else(String::new, |text| text.name))
    }

    /// What the bank has put in play.
    pub async fn in_play(&self) -> Result<i64, Fault> {
        let bank = self.store.account(self.bank).await?;
        Ok(bank.map_or(0, |(_, balance)| -balance.posted.cents()))
    }
}

fn games(own: &[Loaded]) -> Result<BTreeMap<String, HouseGame>, OpenFault> {
    let mut games = BTreeMap::new();
    let built_in = croupier_rules::load::ids()
        .map(|id| croupier_rules::load::open(id).map_err(|_| OpenFault::Rules(id.to_string())));
    for loaded in built_in.chain(own.iter().cloned().map(Ok)) {
        let loaded = loaded?;
        let dealt = HouseGame {
            game: Arc::new(loaded.game.clone()),
            rules: Hash::of(loaded.game.toml().as_bytes()),
            loaded: Arc::new(loaded),
        };
        games.insert(dealt.game.id.clone(), dealt);
    }
    Ok(games)
}

/// The rules a table deals by.
fn rules_of(change: &TableChange) -> Option<Hash> {
    let text: TableText = notation::read("a table", &change.text).ok()?;
    text.rules.parse().ok()
}

/// The bank's account, opened when the house is new.
async fn bank(store: &Arc<dyn Store>) -> Result<AccountId, OpenFault> {
    if let Some((account, _)) = store.account_of(AccountKind::HouseBank).await? {
        return Ok(account.id);
    }
    let account = Account {
        id: AccountId::fresh(),
        kind: AccountKind::HouseBank,
    };
    let batch = Batch::new(RequestId::fresh(), now()).with(Entry::Account(account));
    let reply = store.commit(batch).await?;
    // Another server of the same new house may have been quicker.
    match store.account_of(AccountKind::HouseBank).await? {
        Some((account, _)) => Ok(account.id),
        None => done(reply).map(|()| account.id),
    }
}

fn done(reply: Reply) -> Result<(), OpenFault> {
    match reply {
        Reply::Done { .. } => Ok(()),
        Reply::Refused { status, .. } => Err(OpenFault::Refused(status.sentence().to_string())),
    }
}

/// A code nobody guesses: ten random bytes.
fn code() -> Result<String, String> {
    let seed = croupier_table::Seed::from_system().map_err(|fault| fault.to_string())?;
    Ok(hex::encode(&seed.bytes()[..10]))
}
