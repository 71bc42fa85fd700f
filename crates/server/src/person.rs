//! A person in the house, and the chips in their hand.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use croupier_house::{AccountId, Day, Moment, Role, UserId};

use crate::chips::Change;
use crate::ledger::now;
use crate::problem::Problem;

/// The most play money one person may buy in a day, what was sold again not counted.
pub const BUY_IN_DAY_MAX: i64 = 1_000_000;

/// A person in the house. Everybody who speaks of the same person holds the same one.
pub struct Person {
    /// Their id.
    pub id: UserId,
    /// Their name.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// Whether they came without a password.
    pub guest: bool,
    /// Whose chips they play with.
    pub account: AccountId,
    purse: Mutex<Purse>,
    /// How many writes that may change the purse have been begun, and how many have ended.
    writes: (AtomicU64, AtomicU64),
}

/// A write under way that changes a purse. It ends when this is dropped: the purse has followed it, the books have
/// refused it, or whoever was writing is gone and the books are read anew.
pub struct PurseWrite(Arc<Person>);

impl Drop for PurseWrite {
    fn drop(&mut self) {
        self.0.writes.1.fetch_add(1, Ordering::SeqCst);
    }
}

/// The chips of a person, following the books.
#[derive(Clone, Copy, Debug)]
pub struct Purse {
    /// Chips in hand.
    pub available: i64,
    /// Chips on the felt, at all tables.
    pub on_felt: i64,
    /// What was won or lost since the person signed in.
    pub session_net: i64,
    /// When that was.
    pub session_began: Moment,
    /// The most the person wants to lose in a day.
    pub loss_limit: Option<i64>,
    /// What was bought and won today.
    pub today: Today,
}

/// What was bought and won on a day.
#[derive(Clone, Copy, Debug, Default)]
pub struct Today {
    /// The day, counted from 1970.
    pub day: i64,
    /// Chips bought, less chips sold.
    pub bought: i64,
    /// Won, less lost.
    pub won: i64,
}

impl Today {
    /// What the books say of a day.
    pub fn of(sums: Day, day: i64) -> Today {
        Today {
            day,
            bought: sums.bought.cents(),
            won: sums.won.cents(),
        }
    }

    /// The same on this day: nothing yet when it is another.
    fn on(self, day: i64) -> Today {
        if self.day == day {
            self
        } else {
            Today {
                day,
                ..Today::default()
            }
        }
    }
}

impl Person {
    /// Only the floor and auditors may see what others have done.
    pub fn must_oversee(&self) -> Result<(), Problem> {
        match self.role {
            Role::Player => Err(Problem::not_allowed("the floor and auditors")),
            Role::Floor | Role::Auditor => Ok(()),
        }
    }

    /// A person with so many chips.
    pub fn new(id: UserId, name: String, role: Role, guest: bool, account: AccountId, purse: Purse) -> Person {
        let purse = Mutex::new(purse);
        Person {
            id,
            name,
            role,
            guest,
            account,
            purse,
            writes: Default::default(),
        }
    }

    /// Something is being written that will change the purse.
    pub fn begin_write(self: &Arc<Person>) -> PurseWrite {
        self.writes.0.fetch_add(1, Ordering::SeqCst);
        PurseWrite(Arc::clone(self))
    }

    /// How many writes there have been, while none is under way: only then do purse and books agree.
    pub fn writes_settled(&self) -> Option<u64> {
        let (begun, ended) = (
            self.writes.0.load(Ordering::SeqCst),
            self.writes.1.load(Ordering::SeqCst),
        );
        (begun == ended).then_some(begun)
    }

    /// The chips as they are now.
    pub fn purse(&self) -> Purse {
        *self.lock()
    }

    /// Chips that may be put on the felt: those in hand, as far as the loss limit leaves room.
    pub fn spendable(&self) -> i64 {
        let purse = self.lock();
        let won = purse.today.on(now().day()).won;
        let room = purse.loss_limit.map(|limit| limit + won - purse.on_felt);
        room.map_or(purse.available, |room| purse.available.min(room)).max(0)
    }

    /// Refuses bets of so many cents when the chips or the loss limit do not cover them.
    pub fn cover(&self, cents: i64) -> Result<(), Problem> {
        let dollars = |cents| croupier_rules::Money::from_cents(cents);
        let purse = self.purse();
        if cents > purse.available {
            let message = format!(
                "That is {}, and you have {}: buy chips first.",
                dollars(cents),
                dollars(purse.available)
            );
            return Err(Problem::new("chips-too-few", message));
        }
        if cents > self.spendable() {
            let message = format!(
                "That is {}, and your loss limit leaves {} for today.",
                dollars(cents),
                dollars(self.spendable())
            );
            return Err(Problem::new("loss-limit", message));
        }
        Ok(())
    }

    /// Follows what the books say was wagered, settled and paid.
    pub fn apply(&self, change: Change) {
        let mut purse = self.lock();
        purse.available += change.available;
        purse.on_felt += change.on_felt;
        purse.session_net += change.net;
        purse.today = purse.today.on(now().day());
        purse.today.won += change.net;
    }

    /// Follows chips bought (or sold, below zero) on this day.
    pub fn bought(&self, cents: i64, day: i64) {
        let mut purse = self.lock();
        purse.available += cents;
        purse.today = purse.today.on(day);
        purse.today.bought += cents;
    }

    /// Refuses to sell more play money than a person may buy in a day.
    pub fn may_buy(&self, cents: i64, day: i64) -> Result<(), Problem> {
        let purse = self.purse();
        let before = purse.today.on(day).bought.max(0);
        let dollars = |cents| croupier_rules::Money::from_cents(cents);
        if cents > BUY_IN_DAY_MAX - before {
            let message = format!(
                "The house sells {} of play money to a person in a day, and you have bought {}.",
                dollars(BUY_IN_DAY_MAX),
                dollars(before)
            );
            return Err(Problem::new("buy-in-limit", message));
        }
        Ok(())
    }

    /// Follows what was read from the books when so many writes were settled, unless one has begun since: another server
    /// or an operator may have moved this person's chips too.
    pub fn reconcile(&self, settled: u64, available: i64, on_felt: i64, today: Today) {
        let mut purse = self.lock();
        if self.writes_settled() == Some(settled) {
            purse.available = available;
            purse.on_felt = on_felt;
            purse.today = today;
        }
    }

    /// Puts the purse right after the books have refused for want of chips.
    pub fn recount(&self, available: i64, on_felt: i64) {
        let mut purse = self.lock();
        purse.available = available;
        purse.on_felt = on_felt;
    }

    /// The person has signed in: the session's count begins anew. The loss limit goes by the day and does not.
    pub fn begin_session(&self) {
        let mut purse = self.lock();
        purse.session_net = 0;
        purse.session_began = now();
    }

    /// Follows the limit that is in the books.
    pub fn limit_losses(&self, cents: Option<i64>) {
        self.lock().loss_limit = cents;
    }

    fn lock(&self) -> MutexGuard<'_, Purse> {
        // The numbers are consistent between any two statements above, so a panic elsewhere does not spoil them.
        self.purse.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
