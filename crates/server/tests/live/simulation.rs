//! Tables and their books driven through crashes, pauses, lost, repeated and late orders and clock jumps, without a socket or
//! a clock: one seed is one run. Every frame sent is held against what is on disk at that instant, and after each run the
//! audit, the accounts and the clients' own records agree.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use croupier_house::{
    Account, AccountId, AccountKind, Batch, Code, Credential, Entry, Fault, Hash, Moment, Reply, RequestId, Role, Span,
    Store, TableChange, TableId, TableStanding, Transfer, TransferId, TransferKind, User, UserId,
};
use croupier_rules::{Game, Money};
use croupier_server::audit::audit;
use croupier_server::notation::{self, TableText};
use croupier_server::person::{Person, Purse};
use croupier_server::secrets::Secrets;
use croupier_server::table::{
    Answer, Dealer, Effect, Found, Input, Now, Question, Restored, Setup, ShoeOnTable, Times,
};
use croupier_server::wire::{Message, Phase, Standing, TableOrder};
use croupier_table::Seed;
use tokio::time::Instant;
use uuid::Uuid;

mod clients;
mod disk;

use clients::Client;
use disk::Disk;

/// How many things happen in a run before it is brought to its end.
const STEPS: usize = 160;
const PLAYERS: usize = 3;
const GAMES: [&str; 6] = [
    "nh-holdem",
    "nh21-plus",
    "super-fun-21",
    "nh21-v3",
    "presque-isle-blackjack",
    "free-bet-blackjack",
];

/// How many seeds each test runs, unless `CROUPIER_RUNS` says otherwise.
const RUNS: u64 = 250;

/// The runs of one test; `CROUPIER_SEED` runs one seed alone.
fn runs(part: u64) {
    let number = |name| {
        let text = std::env::var(name).ok()?;
        Some(
            text.parse::<u64>()
                .unwrap_or_else(|_| panic!("{name} is a whole number, not {text:?}")),
        )
    };
    let one = number("CROUPIER_SEED");
    let each = number("CROUPIER_RUNS").unwrap_or(RUNS);
    let seeds = one.map_or(part * each..(part + 1) * each, |seed| seed..seed + 1);
    let mut seen = Seen::default();
    for seed in seeds {
        match std::panic::catch_unwind(|| run(seed)) {
            Ok((run, _)) => seen.add(&run),
            Err(panic) => {
                eprintln!("seed {seed} fails: CROUPIER_SEED={seed} runs it alone");
                std::panic::resume_unwind(panic);
            }
        }
    }
    eprintln!("{seen:?}");
    if one.is_none() {
        seen.is_enough(each as usize);
    }
}

/// What happened in the runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Seen {
    rounds: usize,
    crashes: usize,
    dealers: usize,
    opened: usize,
    withheld: usize,
    faults: usize,
}

impl Seen {
    fn add(&mut self, other: &Seen) {
        self.rounds += other.rounds;
        self.crashes += other.crashes;
        self.dealers += other.dealers;
        self.opened += other.opened;
        self.withheld += other.withheld;
        self.faults += other.faults;
    }

    /// Runs in which nothing happens prove nothing.
    fn is_enough(&self, runs: usize) {
        let Seen {
            rounds,
            crashes,
            dealers,
            opened,
            withheld,
            faults,
        } = *self;
        let all = [rounds, crashes, dealers, opened, withheld, faults];
        assert!(
            all.iter().all(|count| *count > runs / 25),
            "too little happened in {runs} runs: {self:?}"
        );
    }
}

#[test]
fn first_quarter_of_the_seeds() {
    runs(0);
}

#[test]
fn second_quarter_of_the_seeds() {
    runs(1);
}

#[test]
fn third_quarter_of_the_seeds() {
    runs(2);
}

#[test]
fn fourth_quarter_of_the_seeds() {
    runs(3);
}

#[test]
fn a_seed_gives_the_same_run_again() {
    for seed in 0..5 {
        assert_eq!(run(seed), run(seed), "seed {seed}");
    }
}

/// What happened in the run of a seed, and the cards of each of its rounds.
fn run(seed: u64) -> (Seen, Vec<BTreeSet<String>>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(simulate(seed))
}

async fn simulate(seed: u64) -> (Seen, Vec<BTreeSet<String>>) {
    let mut world = World::new(seed).await;
    for _ in 0..STEPS {
        world.step().await;
    }
    world.finish().await;
    let shoes = world.disk.shoes.values();
    let seeds: Vec<_> = shoes
        .filter(|shoe| shoe.root.is_some())
        .flat_map(|shoe| &shoe.seeds)
        .collect();
    let seen = Seen {
        rounds: world.disk.rounds.len(),
        crashes: world.crashes,
        dealers: world.disk.dealers,
        opened: seeds.iter().filter(|sealed| sealed.2.is_some()).count(),
        withheld: seeds.iter().filter(|sealed| sealed.2.is_none()).count(),
        faults: world.faults,
    };
    let rounds = world.disk.rounds.into_values();
    (seen, rounds.map(|round| round.cards).collect())
}

/// Random numbers that follow from a seed (SplitMix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
}

/// A process with two tables, the books it writes to, and the clients that speak to it.
struct World {
    dice: Dice,
    secrets: Secrets,
    store: Arc<dyn Store>,
    _folder: tempfile::TempDir,
    begun: Instant,
    elapsed: Duration,
    /// How far the clock on the wall is off.
    off: i64,
    bank: AccountId,
    people: Vec<Arc<Person>>,
    floor: Arc<Person>,
    tables: Vec<Place>,
    clients: Vec<Client>,
    disk: Disk,
    crashes: usize,
    /// How often the books could not be reached or their answer was lost.
    faults: usize,
}

/// A table of the process.
struct Place {
    id: TableId,
    rack: AccountId,
    game: Arc<Game>,
    dealer: Dealer,
    asked: Option<Question>,
    connections: u64,
    tickets: u64,
}

impl World {
    async fn new(seed: u64) -> World {
        let mut dice = Dice(seed);
        let memory = std::path::Path::new("/dev/shm");
        let folder = match memory.is_dir() {
            true => tempfile::tempdir_in(memory).unwrap(),
            false => tempfile::tempdir().unwrap(),
        };
        let path = folder.path().join("house.db");
        let store = croupier_house::open(path.to_str().unwrap()).await.unwrap();
        let secrets = Secrets::simulated(Seed::from(seed));
        let bank = AccountId::fresh();
        let mut disk = Disk::default();
        let mut batch = Batch::new(RequestId::fresh(), Moment(1));
        batch.entries.push(Entry::Account(Account {
            id: bank,
            kind: AccountKind::HouseBank,
        }));
        let mut people: Vec<Arc<Person>> = (0..PLAYERS + 1)
            .map(|number| person(number, AccountId::fresh()))
            .collect();
        for person in &people {
            batch.entries.push(Entry::User(User {
                id: person.id,
                name: person.name.clone(),
                credential: Credential::Guest,
                role: person.role,
            }));
            batch.entries.push(Entry::Account(Account {
                id: person.account,
                kind: AccountKind::Player(person.id),
            }));
        }
        let floor = people.pop().unwrap();
        let mut tables = Vec::new();
        for _ in 0..2 {
            let id = GAMES[dice.below(GAMES.len())];
            let game = Arc::new(croupier_rules::load::open(id).unwrap().game);
            let rules = game.toml();
            batch.entries.push(Entry::Rules { text: rules.clone() });
            let (table, rack) = (TableId::fresh(), AccountId::fresh());
            let text = TableText {
                name: "Simulated".to_string(),
                game: id.to_string(),
                rules: Hash::of(rules.as_bytes()).as_str().to_string(),
                min: game.main_bet.lowest().cents(),
                max: game.main_bet.highest().cents(),
                code: None,
                opened_by: None,
                betting_ms: 15_000,
                decision_ms: 20_000,
                dealer_ordered_by: None,
                closing_ordered_by: None,
                called_out: Vec::new(),
                acknowledged: None,
            };
            let shoe = ShoeOnTable::fresh(&secrets, 0).unwrap();
            batch.entries.push(Entry::Table(TableChange {
                table,
                number: 0,
                standing: TableStanding::Open,
                text: notation::write(&text),
            }));
            batch.entries.push(Entry::Account(Account {
                id: rack,
                kind: AccountKind::Rack(table),
            }));
            batch.entries.push(Entry::Transfer(Transfer {
                id: TransferId::fresh(),
                debit: bank,
                credit: rack,
                amount: Money::from_dollars(20_000),
                kind: TransferKind::Posted,
                code: Code::Fill,
                round: None,
            }));
            batch.entries.push(shoe.opening(table));
            tables.push((table, rack, game));
        }
        let reply = store.commit(batch.clone()).await.unwrap();
        assert!(matches!(reply, Reply::Done { .. }), "{reply:?}");
        disk.write(&batch, 0);
        let clients = (0..PLAYERS * 2).map(|number| Client {
            person: number % PLAYERS,
            table: number / PLAYERS,
            connection: None,
            number: 0,
            felt: None,
            unanswered: Vec::new(),
            done: Vec::new(),
            seed: String::new(),
            bought: 0,
        });
        let mut world = World {
            dice,
            secrets,
            store,
            _folder: folder,
            begun: Instant::now(),
            elapsed: Duration::ZERO,
            off: 0,
            bank,
            people,
            floor,
            tables: Vec::new(),
            clients: clients.collect(),
            disk,
            crashes: 0,
            faults: 0,
        };
        for (id, rack, game) in tables {
            let dealer = world.restore(id, rack, &game).await;
            world.tables.push(Place {
                id,
                rack,
                game,
                dealer,
                asked: None,
                connections: 0,
                tickets: 0,
            });
        }
        world
    }

    fn now(&self) -> Now {
        Now {
            instant: self.begun + self.elapsed,
            wall: Moment(1_000_000_000_000 + self.elapsed.as_micros() as i64 + self.off),
        }
    }

    /// A dealer made from the books alone.
    async fn restore(&self, id: TableId, rack: AccountId, game: &Arc<Game>) -> Dealer {
        let change = self.store.table_changes(id).await.unwrap().pop().unwrap();
        let found = Found::read(&self.store, id).await.unwrap();
        let people: BTreeMap<UserId, Arc<Person>> = self
            .people
            .iter()
            .map(|person| (person.id, Arc::clone(person)))
            .collect();
        let restored: Restored = found
            .expect("a shoe stands on every table")
            .unwrap()
            .restore(game, &people)
            .unwrap_or_else(|fault| panic!("the table cannot be restored: {fault}"));
        let frame = Duration::from_millis(if self.crashes.is_multiple_of(2) { 0 } else { 450 });
        let times = Times {
            frame,
            ..Times::default()
        };
        let setup = Setup {
            id,
            text: notation::read("a table", &change.text).unwrap(),
            standing: change.standing,
            changes: change.number + 1,
            rack,
            bank: self.bank,
            game: Arc::clone(game),
            times,
            secrets: self.secrets.clone(),
            restored,
        };
        Dealer::new(setup, self.now())
    }

    /// One thing happens.
    async fn step(&mut self) {
        let table = self.dice.below(self.tables.len());
        match self.dice.below(100) {
            0..40 => self.act(),
            40..70 => self.books_answer(table, true).await,
            70..74 => self.books_fail(table).await,
            74..77 => self.resend(),
            77..80 => self.lose_line(),
            80..82 => self.floor_orders(table),
            82..83 => self.crash().await,
            83..84 => self.off += self.dice.below(7_200_000_000) as i64 - 3_600_000_000,
            84..86 => self.wait(Duration::from_secs(600)),
            86..92 => self.wait(Duration::from_secs(6)),
            _ => self.wait(Duration::from_millis(500)),
        }
    }

    /// Time passes, and whoever set an alarm hears of it.
    fn wait(&mut self, most: Duration) {
        self.elapsed += most.mul_f64(self.dice.below(1000) as f64 / 1000.0);
        for table in 0..self.tables.len() {
            let alarm = self.tables[table].dealer.alarm();
            if alarm.is_some_and(|alarm| alarm <= self.now().instant) {
                self.tell(table, Input::Tick);
            }
        }
    }

    fn tell(&mut self, table: usize, input: Input) {
        let now = self.now();
        let effects = self.tables[table].dealer.hear(now, input);
        for effect in effects {
            match effect {
                Effect::Ask(question) => {
                    let before = self.tables[table].asked.replace(question);
                    assert!(before.is_none(), "one question at a time");
                }
                Effect::Send { to, text } => {
                    let message: Message = serde_json::from_str(&text).unwrap();
                    for connection in to {
                        self.receive(table, connection, &message);
                    }
                }
                Effect::PutAside(reason) => panic!("the table is put aside: {reason}"),
                Effect::Coach { .. } | Effect::Answer { .. } | Effect::End => {}
            }
        }
    }

    fn floor_orders(&mut self, table: usize) {
        let mut order = TableOrder {
            id: Uuid::now_v7(),
            standing: None,
            min: None,
            max: None,
            new_dealer: false,
            acknowledge: false,
        };
        match self.dice.below(4) {
            0 => order.standing = Some(Standing::Paused),
            1 => order.standing = Some(Standing::Open),
            2 => order.acknowledge = true,
            _ => order.new_dealer = true,
        }
        self.tables[table].tickets += 1;
        let (ticket, by) = (self.tables[table].tickets, Arc::clone(&self.floor));
        let order = Box::new(order);
        self.tell(table, Input::Change { ticket, order, by });
    }

    /// The books do what they are asked; the answer comes, or is lost on the way.
    async fn books_answer(&mut self, table: usize, arrives: bool) {
        let Some(question) = self.tables[table].asked.clone() else {
            return;
        };
        let answer = self.ask(table, &question).await;
        self.tables[table].asked = None;
        let lost = || Fault::Gone("the answer was lost".to_string());
        let answer = match answer {
            answer if arrives => answer,
            Answer::Commit(_) => Answer::Commit(Err(lost())),
            Answer::Answered(_) => Answer::Answered(Err(lost())),
            Answer::Balances(_) => Answer::Balances(Err(lost())),
        };
        self.tell(table, Input::Answer(answer));
    }

    async fn ask(&mut self, table: usize, question: &Question) -> Answer {
        match question {
            Question::Commit(batch) => {
                let reply = self.store.commit((**batch).clone()).await;
                if let Ok(Reply::Done { answer, .. }) = &reply
                    && *answer == batch.answer
                {
                    // The same batch, asked again because its answer was lost, is written once.
                    if self.disk.batches.insert(batch.request) {
                        let burn = u32::from(self.tables[table].game.shoe.burn);
                        self.disk.write(batch, burn);
                    }
                }
                Answer::Commit(reply)
            }
            Question::Answered(request) => Answer::Answered(self.store.answered(*request).await),
            Question::Balances(accounts) => {
                let mut balances = Vec::new();
                for account in accounts {
                    balances.push(self.store.account(*account).await.unwrap().map(|(_, balance)| balance));
                }
                Answer::Balances(Ok(balances))
            }
        }
    }

    /// The books cannot be reached; whether they did what they were asked is not known.
    async fn books_fail(&mut self, table: usize) {
        self.faults += usize::from(self.tables[table].asked.is_some());
        if self.dice.one_in(2) {
            return self.books_answer(table, false).await;
        }
        let Some(question) = self.tables[table].asked.take() else {
            return;
        };
        let fault = Fault::Gone("cut off".to_string());
        let answer = match question {
            Question::Commit(_) => Answer::Commit(Err(fault)),
            Question::Answered(_) => Answer::Answered(Err(fault)),
            Question::Balances(_) => Answer::Balances(Err(fault)),
        };
        self.tell(table, Input::Answer(answer));
    }

    /// The process is killed; what it was writing may be on disk or not. It comes back and knows only its books.
    async fn crash(&mut self) {
        self.crashes += 1;
        for table in 0..self.tables.len() {
            if self.dice.one_in(2)
                && let Some(question) = self.tables[table].asked.clone()
            {
                self.ask(table, &question).await;
            }
            self.tables[table].asked = None;
        }
        for number in 0..self.people.len() {
            let account = self.people[number].account;
            let (_, balance) = self.store.account(account).await.unwrap().unwrap();
            let id = self.people[number].id;
            let name = self.people[number].name.clone();
            let purse = purse(balance.available().cents(), balance.pending_out.cents());
            self.people[number] = Arc::new(Person::new(id, name, Role::Player, true, account, purse));
        }
        for client in &mut self.clients {
            (client.connection, client.number, client.felt) = (None, 0, None);
        }
        for table in 0..self.tables.len() {
            let place = &self.tables[table];
            let dealer = self.restore(place.id, place.rack, &place.game).await;
            self.tables[table].dealer = dealer;
            self.tables[table].connections = 0;
        }
    }

    /// The faults end, everything is answered, every round is played out; then everybody's records are compared.
    async fn finish(&mut self) {
        for _ in 0..400 {
            for table in 0..self.tables.len() {
                while self.tables[table].asked.is_some() {
                    self.books_answer(table, true).await;
                }
            }
            for number in 0..self.clients.len() {
                if self.clients[number].connection.is_none() {
                    self.connect(number);
                }
                let table = self.clients[number].table;
                for order in self.clients[number].unanswered.clone() {
                    self.send(number, table, order);
                    while self.tables[table].asked.is_some() {
                        self.books_answer(table, true).await;
                    }
                }
            }
            // Frames follow each other, then the clocks run out.
            for tick in 0..20 {
                self.elapsed += Duration::from_millis(if tick == 19 { 60_000 } else { 500 });
                for table in 0..self.tables.len() {
                    self.tell(table, Input::Tick);
                }
            }
            let quiet = self.tables.iter().all(|place| place.asked.is_none());
            let answered = self.clients.iter().all(|client| client.unanswered.is_empty());
            if quiet && answered && self.store.rounds_open().await.unwrap().is_empty() && self.is_shown() {
                return self.compare().await;
            }
        }
        panic!("the tables do not come to rest");
    }

    fn is_shown(&self) -> bool {
        let felts = self.clients.iter().filter_map(|client| client.felt.as_ref());
        felts
            .filter(|felt| !felt.seats.is_empty())
            .all(|felt| !matches!(felt.phase, Phase::Dealing | Phase::Deciding { .. }))
    }

    async fn compare(&mut self) {
        let report = audit(&self.store).await.unwrap();
        assert!(report.holds(), "{report:?}");
        let accounts = self.store.accounts().await.unwrap();
        let sum: i64 = accounts.iter().map(|(_, balance)| balance.posted.cents()).sum();
        assert_eq!(sum, 0);
        for (number, person) in self.people.iter().enumerate() {
            let (_, balance) = self.store.account(person.account).await.unwrap().unwrap();
            assert_eq!(balance.pending_out, Money::ZERO, "nothing is left on a felt");
            assert_eq!(person.purse().available, balance.available().cents());
            let transfers = self
                .store
                .transfers_of(person.account, Span::newest(1000))
                .await
                .unwrap();
            let exchanged = transfers.iter().map(|record| match record.transfer.code {
                Code::BuyIn => record.transfer.amount.cents(),
                Code::CashOut => -record.transfer.amount.cents(),
                _ => 0,
            });
            let own: i64 = self
                .clients
                .iter()
                .filter(|client| client.person == number)
                .map(|client| client.bought)
                .sum();
            assert_eq!(
                exchanged.sum::<i64>(),
                own,
                "the client's record of chips bought and sold"
            );
        }
        // Whoever comes back is shown what the books say.
        for number in 0..self.clients.len() {
            let table = self.clients[number].table;
            if let Some(connection) = self.clients[number].connection.take() {
                self.tell(table, Input::Part(connection));
            }
            self.connect(number);
            let client = &self.clients[number];
            let seats = client.felt.iter().flat_map(|felt| &felt.seats);
            for seat in seats.filter(|seat| seat.you) {
                let account = self.people[client.person].account;
                let (_, balance) = self.store.account(account).await.unwrap().unwrap();
                assert_eq!(seat.chips, balance.available().cents(), "the chips the client is shown");
            }
        }
    }
}

fn purse(available: i64, on_felt: i64) -> Purse {
    Purse {
        available,
        on_felt,
        session_net: 0,
        session_began: Moment(0),
        loss_limit: None,
        today: Default::default(),
    }
}

fn person(number: usize, account: AccountId) -> Arc<Person> {
    let role = if number < PLAYERS { Role::Player } else { Role::Floor };
    let name = format!("Player {number}");
    // A person's id goes into the shuffle beside the client seed, so it follows from the number.
    Arc::new(Person::new(
        UserId::new(number as u128 + 1),
        name,
        role,
        true,
        account,
        purse(0, 0),
    ))
}
