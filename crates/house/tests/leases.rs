//! A model of leases, epochs, takeovers and late writers, checked exhaustively: two servers, one table, three requests,
//! and every order in which they, the database and bad luck can take their steps.
//!
//! The steps are those of `src/lease.rs` and `src/load.rs`: a lease is taken when it has ended; a transaction locks the
//! lease, compares the epoch, and writes; a server may crash or sleep anywhere, the database may throw a transaction out,
//! and an answer may be lost after the commit.

use stateright::{Checker, Model, Property};

const SERVERS: usize = 2;
const REQUESTS: u8 = 3;
const EPOCH_MAX: u8 = 4;

/// Where the epoch is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fence {
    /// Inside the transaction that writes, with the lease locked: as it is done.
    Inside,
    /// Before the transaction, as one might think to be enough.
    Before,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct World {
    epoch: u8,
    owner: Option<usize>,
    ended: bool,
    locked_by: Option<usize>,
    log: Vec<Written>,
    servers: [Server; SERVERS],
}

/// A batch on disk.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Written {
    request: u8,
    /// How many batches the server knew of when it decided what to write: what it dealt from.
    base: usize,
    /// Whether the writer's epoch was the newest.
    newest: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Server {
    /// The epoch of the lease it believes to have.
    held: Option<u8>,
    /// How many batches it knows of, once it has read the table from the books.
    knows: Option<usize>,
    /// The request it is writing: it does nothing else before it knows what became of it.
    writing: Option<u8>,
    in_transaction: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    LeaseEnds,
    Take(usize),
    Restore(usize),
    Renew(usize),
    Begin(usize, u8),
    Commit(usize),
    CommitUnheard(usize),
    ThrowOut(usize),
    Crash(usize),
}

struct House(Fence);

impl Model for House {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![World {
            epoch: 0,
            owner: None,
            ended: true,
            locked_by: None,
            log: Vec::new(),
            servers: Default::default(),
        }]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        if !world.ended {
            actions.push(Action::LeaseEnds);
        }
        for (number, server) in world.servers.iter().enumerate() {
            let unlocked = world.locked_by.is_none_or(|by| by == number);
            if world.epoch < EPOCH_MAX
                && (world.ended || world.owner == Some(number))
                && unlocked
                && server.held.is_none()
            {
                actions.push(Action::Take(number));
            }
            if server.held.is_some() {
                actions.push(Action::Crash(number));
                if server.knows.is_none() {
                    actions.push(Action::Restore(number));
                }
                if unlocked {
                    actions.push(Action::Renew(number));
                }
            }
            if server.in_transaction {
                actions.extend([
                    Action::Commit(number),
                    Action::CommitUnheard(number),
                    Action::ThrowOut(number),
                ]);
            } else if server.held.is_some() && server.knows.is_some() && (self.0 == Fence::Before || unlocked) {
                // A client asks again until it is answered, and whom it finds: any request may come at any time.
                let asked = server.writing.map_or(0..REQUESTS, |request| request..request + 1);
                actions.extend(asked.map(|request| Action::Begin(number, request)));
            }
        }
    }

    fn next_state(&self, before: &World, action: Action) -> Option<World> {
        let mut world = before.clone();
        match action {
            Action::LeaseEnds => world.ended = true,
            Action::Take(number) => {
                world.epoch += 1;
                world.owner = Some(number);
                world.ended = false;
                world.servers[number] = Server {
                    held: Some(world.epoch),
                    ..Server::default()
                };
            }
            Action::Restore(number) => world.servers[number].knows = Some(world.log.len()),
            Action::Renew(number) => match world.servers[number].held == Some(world.epoch) {
                true => world.ended = false,
                false => world.let_go(number),
            },
            Action::Begin(number, request) => {
                if world.servers[number].held != Some(world.epoch) {
                    world.let_go(number);
                } else {
                    if self.0 == Fence::Inside {
                        world.locked_by = Some(number);
                    }
                    world.servers[number].writing = Some(request);
                    world.servers[number].in_transaction = true;
                }
            }
            Action::Commit(number) => {
                world.commit(number);
                let server = &mut world.servers[number];
                server.writing = None;
                server.knows = Some(world.log.len());
            }
            Action::CommitUnheard(number) => world.commit(number),
            Action::ThrowOut(number) => world.end_transaction(number),
            Action::Crash(number) => {
                world.end_transaction(number);
                world.servers[number] = Server::default();
            }
        }
        Some(world)
    }

    fn properties(&self) -> Vec<Property<House>> {
        vec![
            Property::always("every request is written at most once", |_, world: &World| {
                (0..REQUESTS).all(|request| world.log.iter().filter(|batch| batch.request == request).count() <= 1)
            }),
            Property::always("nobody deals from a table that has moved on", |_, world: &World| {
                world.log.iter().enumerate().all(|(place, batch)| batch.base == place)
            }),
            Property::always("only the newest epoch writes", |_, world: &World| {
                world.log.iter().all(|batch| batch.newest)
            }),
            Property::sometimes("all requests are written, over a takeover", |_, world: &World| {
                world.log.len() == usize::from(REQUESTS) && world.epoch > 1
            }),
            Property::sometimes("a late server lets go", |_, world: &World| {
                world.epoch > 1
                    && world
                        .servers
                        .iter()
                        .any(|server| server.held.is_some_and(|held| held < world.epoch))
            }),
        ]
    }
}

impl World {
    /// Writes the batch, unless its request was answered before.
    fn commit(&mut self, number: usize) {
        let server = &self.servers[number];
        let request = server.writing.expect("a transaction is about a request");
        if !self.log.iter().any(|batch| batch.request == request) {
            let base = server.knows.expect("a server that writes has read the table");
            let newest = server.held == Some(self.epoch);
            self.log.push(Written { request, base, newest });
        }
        self.end_transaction(number);
    }

    fn end_transaction(&mut self, number: usize) {
        self.servers[number].in_transaction = false;
        if self.locked_by == Some(number) {
            self.locked_by = None;
        }
    }

    fn let_go(&mut self, number: usize) {
        self.end_transaction(number);
        self.servers[number] = Server::default();
    }
}

#[test]
fn a_fenced_lease_lets_nobody_write_late() {
    let checker = House(Fence::Inside).checker().spawn_bfs().join();
    checker.assert_properties();
    assert!(checker.unique_state_count() > 1_000, "{}", checker.unique_state_count());
}

/// The model can fail: with the epoch compared before the transaction only, a late server writes.
#[test]
fn an_epoch_compared_too_early_is_found_out() {
    let checker = House(Fence::Before).checker().spawn_bfs().join();
    assert!(checker.discovery("only the newest epoch writes").is_some());
    assert!(
        checker
            .discovery("nobody deals from a table that has moved on")
            .is_some()
    );
}
