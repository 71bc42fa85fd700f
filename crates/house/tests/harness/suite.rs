//! What both databases must do. Each test gets the address of fresh books.

use std::collections::BTreeSet;
use std::sync::Arc;

use croupier_house::{
    AccountId, AccountKind, Batch, Code, Credential, Day, Entry, Fault, Hash, Line, LineKind, Moment, Purpose, Reply,
    RequestId, Role, RoundId, Session, ShoeId, ShoeOpening, Span, Status, Store, TableChange, TableStanding,
    TransferId, UserId, open, open_for,
};
use croupier_rules::Money;

use super::model::Model;
use super::script::{Row, rows};
use super::{
    BANK, RACK, RULES, TABLE, account, assert_clean, at_table, available, batch, done, fault, lost, number_of, opening,
    paid, player, posted, refused, returned, round, round_at, tables, tamper, user, wager,
};

/// Makes a test of each function of a module for one database.
#[macro_export]
macro_rules! conformance {
    ($fresh:path, $module:ident: $($test:ident),* $(,)?) => {
        $(
            #[tokio::test]
            async fn $test() {
                let fresh = $fresh().await;
                harness::$module::$test(&fresh.address).await;
            }
        )*
    };
}

/// Runs every test of what both databases must do on one of them.
#[macro_export]
macro_rules! conform {
    ($fresh:path) => {
        $crate::conformance!(
            $fresh, suite: every_row_has_its_status,
            a_repeat_is_answered_as_the_first_was_and_pays_once,
            what_was_asked_decides_whether_it_is_a_repeat,
            the_books_are_the_same_when_they_are_opened_again,
            a_round_is_found_with_all_that_belongs_to_it,
            histories_are_read_a_page_at_a_time,
            a_seed_stays_secret_until_it_is_revealed,
            people_sign_in_and_out,
            a_table_has_one_open_round,
            a_loss_limit_holds_at_all_tables_for_the_day,
            a_day_has_a_limit_of_chips_to_buy,
            those_who_only_read_change_nothing,
            the_newest_loss_limit_holds,
            notes_are_kept_under_their_hashes,
            tables_change_and_rules_are_kept_once,
            many_tasks_write_at_once_and_nothing_is_lost,
            a_request_made_by_many_at_once_pays_once,
            random_batches_come_to_what_the_model_says,
            closed_books_say_so
        );
        $crate::conformance!(
            $fresh, audit: what_is_written_cannot_be_changed,
            the_audit_finds_what_was_tampered_with,
            the_audit_is_right_while_the_house_goes_on
        );
    };
}

pub(crate) async fn every_row_has_its_status(address: &str) {
    let store = open(address).await.unwrap();
    let mut seen = BTreeSet::new();
    for (line, row) in rows(include_str!("../statuses.txt")) {
        match row {
            Row::Request(batch, expected) => {
                let name = match store.commit(*batch).await.unwrap() {
                    Reply::Done { .. } => "done",
                    Reply::Refused { status, .. } => {
                        seen.insert(status);
                        status.name()
                    }
                };
                assert_eq!(name, expected, "{line}");
            }
            Row::Balance(account, [posted, pending_out, pending_in]) => {
                let (_, balance) = store.account(account).await.unwrap().unwrap();
                let held = [balance.posted, balance.pending_out, balance.pending_in];
                assert_eq!(held, [posted, pending_out, pending_in], "{line}");
            }
        }
    }
    let unseen: Vec<&Status> = Status::ALL.iter().filter(|status| !seen.contains(status)).collect();
    assert!(unseen.is_empty(), "no row is answered with {unseen:?}");
    assert_clean(&*store).await;
}

pub(crate) async fn a_repeat_is_answered_as_the_first_was_and_pays_once(address: &str) {
    let store = open(address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    let mut buy = batch(vec![posted(Code::BuyIn, BANK, player(0), Money::from_dollars(50))]);
    buy.answer = "fifty dollars in chips".to_string();
    let first = store.commit(buy.clone()).await.unwrap();
    let Reply::Done { answer, balances } = &first else {
        panic!("{first:?}")
    };
    assert_eq!(answer, "fifty dollars in chips");
    assert_eq!(balances.len(), 2);
    done(
        &*store,
        vec![posted(Code::CashOut, player(0), BANK, Money::from_dollars(30))],
    )
    .await;
    buy.at = Moment(buy.at.0 + 1_000_000);
    assert_eq!(store.commit(buy.clone()).await.unwrap(), first);
    assert_eq!(available(&*store, player(0)).await, Money::from_dollars(120));

    // A refusal is repeated too, even when it would go through by now.
    let dear = batch(vec![posted(Code::CashOut, player(0), BANK, Money::from_dollars(200))]);
    let refusal = store.commit(dear.clone()).await.unwrap();
    assert!(matches!(
        refusal,
        Reply::Refused {
            entry: 0,
            status: Status::ChipsTooFew
        }
    ));
    done(
        &*store,
        vec![posted(Code::BuyIn, BANK, player(0), Money::from_dollars(500))],
    )
    .await;
    assert_eq!(store.commit(dear.clone()).await.unwrap(), refusal);
    assert_eq!(store.answered(dear.request).await.unwrap().unwrap().reply, refusal);

    // After a restart as well.
    store.close().await;
    let store = open(address).await.unwrap();
    assert_eq!(store.commit(buy).await.unwrap(), first);
    assert_eq!(store.commit(dear).await.unwrap(), refusal);
    assert_eq!(store.answered(RequestId::fresh()).await.unwrap(), None);
    assert_eq!(available(&*store, player(0)).await, Money::from_dollars(620));
    assert_clean(&*store).await;
}

pub(crate) async fn what_was_asked_decides_whether_it_is_a_repeat(address: &str) {
    let store = open(address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    let asked = |words: &str| Batch {
        asked: Some(words.to_string()),
        ..batch(vec![posted(Code::BuyIn, BANK, player(0), Money::from_dollars(1))])
    };
    let first = asked("buy in for a dollar");
    let reply = store.commit(first.clone()).await.unwrap();
    // The house has made new ids for what comes of the same command.
    let again = Batch {
        request: first.request,
        ..asked("buy in for a dollar")
    };
    assert_ne!(first.entries, again.entries);
    assert_eq!(store.commit(again).await.unwrap(), reply);
    let other = Batch {
        request: first.request,
        ..asked("buy in for two dollars")
    };
    let differs = Reply::Refused {
        entry: 0,
        status: Status::RequestDiffers,
    };
    assert_eq!(store.commit(other).await.unwrap(), differs);
    let answered = store.answered(first.request).await.unwrap().unwrap();
    assert_eq!(answered.asked, Batch::hash_of_asked("buy in for a dollar"));
    assert_eq!(available(&*store, player(0)).await, Money::from_dollars(101));
}

pub(crate) async fn the_books_are_the_same_when_they_are_opened_again(address: &str) {
    let store = open(address).await.unwrap();
    done(&*store, opening(2, 100)).await;
    let (over, open_still) = (RoundId::fresh(), RoundId::fresh());
    let stake = wager(TransferId::fresh(), player(0), Money::from_dollars(10), over);
    done(
        &*store,
        vec![round(over), Entry::Transfer(stake), lost(stake, stake.amount)],
    )
    .await;
    done(&*store, vec![Entry::RoundClose { round: over }]).await;
    let held = wager(TransferId::fresh(), player(1), Money::from_dollars(25), open_still);
    done(&*store, vec![round(open_still), Entry::Transfer(held)]).await;
    let accounts = store.accounts().await.unwrap();
    let book = store.round(open_still).await.unwrap();
    store.close().await;

    let store = open(address).await.unwrap();
    assert_eq!(store.accounts().await.unwrap(), accounts);
    assert_eq!(store.round(open_still).await.unwrap(), book);
    let rounds = store.rounds_open().await.unwrap();
    assert_eq!(rounds.iter().map(|round| round.id).collect::<Vec<_>>(), [open_still]);
    // The round goes on where it stood.
    assert_eq!(available(&*store, player(1)).await, Money::from_dollars(75));
    done(&*store, vec![returned(held), paid(held, Money::from_cents(3750))]).await;
    done(&*store, vec![Entry::RoundClose { round: open_still }]).await;
    assert_eq!(available(&*store, player(1)).await, Money::from_cents(13750));
    assert!(store.rounds_open().await.unwrap().is_empty());
    assert_clean(&*store).await;
}

pub(crate) async fn a_round_is_found_with_all_that_belongs_to_it(address: &str) {
    let store = open(address).await.unwrap();
    done(&*store, opening(2, 100)).await;
    let id = RoundId::fresh();
    let line = |kind, text: &str| Line {
        kind,
        text: text.to_string(),
    };
    let first = vec![
        line(LineKind::Step, "card 5♠"),
        line(
            LineKind::Event,
            "{\"dealt\": \"5♠\", \"note\": \"a 'quoted' \\\\ text\"}",
        ),
    ];
    let second = vec![line(LineKind::Step, "stand")];
    let stakes = [0, 1].map(|number| wager(TransferId::fresh(), player(number), Money::from_dollars(10), id));
    let mut entries = vec![round(id)];
    entries.extend(stakes.map(Entry::Transfer));
    entries.push(Entry::Lines {
        round: id,
        first: 0,
        lines: first.clone(),
    });
    done(&*store, entries).await;
    let entries = vec![
        Entry::Lines {
            round: id,
            first: 2,
            lines: second.clone(),
        },
        lost(stakes[0], Money::from_dollars(5)),
        returned(stakes[1]),
        paid(stakes[1], Money::from_dollars(15)),
        Entry::RoundClose { round: id },
    ];
    done(&*store, entries).await;

    let book = store.round(id).await.unwrap().unwrap();
    assert_eq!(book.lines, [first, second].concat());
    assert_eq!(book.players, [player(0), player(1)]);
    assert_eq!((book.round.id, book.round.table), (id, TABLE));
    assert_eq!(book.round.rules, Hash::of(RULES.as_bytes()));
    assert_eq!(book.round.text, "seats 3");
    assert!(book.round.closed.is_some());
    let codes: Vec<Code> = book.transfers.iter().map(|record| record.transfer.code).collect();
    assert_eq!(
        codes,
        [Code::Wager, Code::Wager, Code::Loss, Code::Returned, Code::Payout]
    );
    assert_eq!(store.round(RoundId::fresh()).await.unwrap(), None);

    // Half of ten dollars is lost by the one, fifteen won by the other.
    for (number, net) in [(0, -5), (1, 15)] {
        let played = store.rounds_of_player(player(number), Span::newest(10)).await.unwrap();
        assert_eq!(played.len(), 1);
        assert_eq!(played[0].round, book.round);
        assert_eq!(
            (played[0].wagered, played[0].net),
            (Money::from_dollars(10), Money::from_dollars(net))
        );
    }
}

pub(crate) async fn histories_are_read_a_page_at_a_time(address: &str) {
    let store = open(address).await.unwrap();
    done(&*store, opening(2, 100)).await;
    let ids: Vec<RoundId> = (0..7).map(|_| RoundId::fresh()).collect();
    for (place, id) in ids.iter().enumerate() {
        let stake = wager(TransferId::fresh(), player(0), Money::from_dollars(1), *id);
        let mut entries = vec![round(*id), Entry::Transfer(stake), lost(stake, stake.amount)];
        if place % 3 == 0 {
            let other = wager(TransferId::fresh(), player(1), Money::from_dollars(1), *id);
            entries.extend([Entry::Transfer(other), returned(other)]);
        }
        entries.push(Entry::RoundClose { round: *id });
        done(&*store, entries).await;
    }
    let newest_first: Vec<RoundId> = ids.iter().rev().copied().collect();
    let mut read = Vec::new();
    let mut span = Span::newest(3);
    loop {
        let page = store.rounds_of_table(TABLE, span).await.unwrap();
        let Some(last) = page.last() else { break };
        span = Span::older_than(last.ordinal, 3);
        read.extend(page.iter().map(|round| round.id));
    }
    assert_eq!(read, newest_first);
    let all: Vec<RoundId> = store
        .rounds(Span::newest(100))
        .await
        .unwrap()
        .iter()
        .map(|round| round.id)
        .collect();
    assert_eq!(all, newest_first);
    let of_second = store.rounds_of_player(player(1), Span::newest(100)).await.unwrap();
    assert_eq!(
        of_second.iter().map(|played| played.round.id).collect::<Vec<_>>(),
        [ids[6], ids[3], ids[0]]
    );

    // The rack is at the credit end of the wagers and of nothing else here.
    let mut ordinals = Vec::new();
    let mut span = Span::newest(4);
    loop {
        let page = store.transfers_of(RACK, span).await.unwrap();
        let Some(last) = page.last() else { break };
        span = Span::older_than(last.ordinal, 4);
        ordinals.extend(page.iter().map(|record| record.ordinal));
    }
    assert_eq!(ordinals.len(), 7 * 2 + 3 * 2);
    assert!(ordinals.windows(2).all(|pair| pair[0] > pair[1]));
}

pub(crate) async fn a_seed_stays_secret_until_it_is_revealed(address: &str) {
    let store = open(address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    let id = ShoeId::fresh();
    let shoe = ShoeOpening {
        id,
        table: TABLE,
        commitment: "c0ffee".to_string(),
        secret: "the seed".to_string(),
        format: 3,
    };
    assert!(!format!("{shoe:?}").contains("the seed"));
    done(&*store, vec![Entry::Shoe(shoe)]).await;
    let shuffle = Entry::ShoeShuffle {
        shoe: id,
        text: "cut 17".to_string(),
    };
    done(&*store, vec![shuffle]).await;
    let seen = store.shoe(id).await.unwrap().unwrap();
    assert_eq!(
        (seen.commitment.as_str(), seen.format, seen.secret),
        ("c0ffee", 3, None)
    );
    assert_eq!(seen.shuffle.as_deref(), Some("cut 17"));
    assert_eq!(store.shoe_secret(id).await.unwrap().as_deref(), Some("the seed"));
    done(&*store, vec![Entry::ShoeReveal { shoe: id }]).await;
    let seen = store.shoes_of_table(TABLE, Span::newest(5)).await.unwrap();
    assert_eq!(seen[0].secret.as_deref(), Some("the seed"));
    assert!(seen[0].revealed.is_some());
    assert_eq!(store.shoes(Span::newest(5)).await.unwrap(), seen);
    assert_eq!(store.shoe(ShoeId::fresh()).await.unwrap(), None);
    assert_eq!(store.shoe_secret(ShoeId::fresh()).await.unwrap(), None);
}

pub(crate) async fn people_sign_in_and_out(address: &str) {
    let store = open(address).await.unwrap();
    let (id, guest) = (UserId::fresh(), UserId::fresh());
    let mut ann = user(id, "Ann");
    let mut bob = user(guest, "Guest 7");
    bob.credential = Credential::Guest;
    done(&*store, vec![Entry::User(ann.clone()), Entry::User(bob.clone())]).await;
    assert_eq!(store.user_named("aNN").await.unwrap(), Some(ann.clone()));
    assert_eq!(store.user_named("nobody").await.unwrap(), None);
    assert_eq!(store.user_named("nul\0").await.unwrap(), None);
    assert_eq!(store.user(guest).await.unwrap(), Some(bob.clone()));
    assert!(!format!("{ann:?}").contains("argon2id"));

    ann.role = Role::Floor;
    ann.credential = Credential::Password("another hash".to_string());
    done(&*store, vec![Entry::UserChange(ann.clone())]).await;
    assert_eq!(store.users().await.unwrap(), [ann, bob]);

    let session = |token: &str, expires| Session {
        token: Hash::of(token.as_bytes()),
        user: id,
        expires: Moment(expires),
    };
    let (short, long) = (session("short", 100), session("long", 200));
    done(
        &*store,
        vec![Entry::Session(short.clone()), Entry::Session(long.clone())],
    )
    .await;
    assert_eq!(store.session(&long.token).await.unwrap(), Some(long.clone()));
    done(&*store, vec![Entry::SessionsExpire { before: Moment(150) }]).await;
    assert_eq!(store.session(&short.token).await.unwrap(), None);
    done(
        &*store,
        vec![Entry::SessionClose {
            token: long.token.clone(),
        }],
    )
    .await;
    assert_eq!(store.session(&long.token).await.unwrap(), None);
    assert_eq!(
        refused(&*store, vec![Entry::SessionClose { token: long.token }]).await,
        Status::SessionNotFound
    );
}

pub(crate) async fn notes_are_kept_under_their_hashes(address: &str) {
    let store = open(address).await.unwrap();
    let (ann, bob) = (UserId::fresh(), UserId::fresh());
    done(
        &*store,
        vec![Entry::User(user(ann, "Ann")), Entry::User(user(bob, "Bob"))],
    )
    .await;
    let note = |user, kind: &str, text: &str| Entry::Note {
        user,
        kind: kind.to_string(),
        text: text.to_string(),
    };
    let unknown = note(UserId::fresh(), "drill", "x");
    assert_eq!(refused(&*store, vec![unknown]).await, Status::UserNotFound);
    done(
        &*store,
        vec![
            note(ann, "drill", "one"),
            note(bob, "drill", "two"),
            note(ann, "test", "three"),
        ],
    )
    .await;
    store.close().await;
    let store = open(address).await.unwrap();
    let texts = |notes: Vec<croupier_house::NoteRecord>| notes.into_iter().map(|note| note.text).collect::<Vec<_>>();
    let all = Span::newest(10);
    assert_eq!(texts(store.notes("drill", None, all).await.unwrap()), ["two", "one"]);
    assert_eq!(texts(store.notes("drill", Some(ann), all).await.unwrap()), ["one"]);
    let newest = store.notes("drill", None, Span::newest(1)).await.unwrap();
    let older = Span::older_than(newest[0].ordinal, 10);
    assert_eq!(texts(store.notes("drill", None, older).await.unwrap()), ["one"]);
    let found = store.note(&Hash::of(b"three")).await.unwrap().unwrap();
    assert_eq!(
        (found.user, found.kind.as_str(), found.text.as_str()),
        (ann, "test", "three")
    );
    assert_eq!(store.note(&Hash::of(b"four")).await.unwrap(), None);
}

pub(crate) async fn the_newest_loss_limit_holds(address: &str) {
    let store = open(address).await.unwrap();
    let (ann, bob) = (UserId::fresh(), UserId::fresh());
    done(
        &*store,
        vec![Entry::User(user(ann, "Ann")), Entry::User(user(bob, "Bob"))],
    )
    .await;
    assert_eq!(store.loss_limit(ann).await.unwrap(), None);
    assert_eq!(store.session_began(ann).await.unwrap(), None);
    let limit = |user, dollars: Option<i64>| Entry::LossLimit {
        user,
        limit: dollars.map(Money::from_dollars),
    };
    done(&*store, vec![limit(ann, Some(50)), limit(bob, Some(7))]).await;
    done(&*store, vec![limit(ann, Some(20)), limit(bob, None)]).await;
    store.close().await;
    let store = open(address).await.unwrap();
    assert_eq!(store.loss_limit(ann).await.unwrap(), Some(Money::from_dollars(20)));
    assert_eq!(store.loss_limit(bob).await.unwrap(), None);
    let session = Session {
        token: Hash::of(b"token"),
        user: ann,
        expires: Moment(900),
    };
    let mut signed_in = batch(vec![Entry::Session(session)]);
    signed_in.at = Moment(300);
    assert!(matches!(store.commit(signed_in).await.unwrap(), Reply::Done { .. }));
    assert_eq!(store.session_began(ann).await.unwrap(), Some(Moment(300)));
    assert_eq!(store.session_began(bob).await.unwrap(), None);
}

pub(crate) async fn tables_change_and_rules_are_kept_once(address: &str) {
    let store = open(address).await.unwrap();
    done(&*store, opening(0, 0)).await;
    done(
        &*store,
        vec![Entry::Rules {
            text: RULES.to_string(),
        }],
    )
    .await;
    assert_eq!(
        store.rules(&Hash::of(RULES.as_bytes())).await.unwrap().as_deref(),
        Some(RULES)
    );
    assert_eq!(store.rules(&Hash::of(b"other")).await.unwrap(), None);
    let change = |number, standing, text: &str| TableChange {
        table: TABLE,
        number,
        standing,
        text: text.to_string(),
    };
    let changes = [
        change(0, TableStanding::Open, "{}"),
        change(1, TableStanding::Paused, "{\"ante_min\": \"$10\"}"),
        change(2, TableStanding::Closed, ""),
    ];
    done(&*store, changes[1..].iter().cloned().map(Entry::Table).collect()).await;
    assert_eq!(store.tables().await.unwrap(), [changes[2].clone()]);
    assert_eq!(store.table_changes(TABLE).await.unwrap(), changes);
    let (rack, _) = store.account_of(AccountKind::Rack(TABLE)).await.unwrap().unwrap();
    assert_eq!(rack.id, RACK);
    assert_eq!(
        store.account_of(AccountKind::Player(UserId::fresh())).await.unwrap(),
        None
    );
    assert_eq!(
        store.account_of(AccountKind::HouseBank).await.unwrap().unwrap().0.id,
        BANK
    );
}

pub(crate) async fn many_tasks_write_at_once_and_nothing_is_lost(address: &str) {
    const TASKS: u32 = 24;
    const ROUNDS: u32 = 8;
    let store = open(address).await.unwrap();
    done(&*store, opening(TASKS, 100)).await;
    done(&*store, tables(0..TASKS)).await;
    let mut tasks = Vec::new();
    for number in 0..TASKS {
        let store: Arc<dyn Store> = store.clone();
        tasks.push(tokio::spawn(async move {
            for turn in 0..ROUNDS {
                let id = RoundId::fresh();
                let stake = wager(TransferId::fresh(), player(number), Money::from_dollars(5), id);
                let stake = at_table(number, stake);
                done(&*store, vec![round_at(number, id), Entry::Transfer(stake)]).await;
                // Somebody's batch that is wrong must not harm those it is written with.
                let dear = posted(Code::CashOut, player(number), BANK, Money::from_dollars(1_000));
                assert_eq!(refused(&*store, vec![dear]).await, Status::ChipsTooFew);
                let mut entries = match turn % 2 {
                    0 => vec![lost(stake, stake.amount)],
                    _ => vec![returned(stake), paid(stake, Money::from_cents(750))],
                };
                entries.push(Entry::RoundClose { round: id });
                done(&*store, entries).await;
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let each = Money::from_dollars(100) + (Money::from_cents(750) - Money::from_dollars(5)) * i64::from(ROUNDS / 2);
    for number in 0..TASKS {
        assert_eq!(available(&*store, player(number)).await, each);
    }
    assert_clean(&*store).await;
}

pub(crate) async fn a_request_made_by_many_at_once_pays_once(address: &str) {
    let store = open(address).await.unwrap();
    let other_store = open_for(address, Purpose::Write).await.unwrap();
    done(&*store, opening(1, 100)).await;
    for _ in 0..10 {
        let buy = batch(vec![posted(Code::BuyIn, BANK, player(0), Money::from_dollars(1))]);
        let mut tasks = Vec::new();
        for place in 0..16 {
            let store = if place % 2 == 0 {
                store.clone()
            } else {
                other_store.clone()
            };
            let buy = buy.clone();
            tasks.push(tokio::spawn(async move { store.commit(buy).await.unwrap() }));
        }
        let mut replies = Vec::new();
        for task in tasks {
            replies.push(task.await.unwrap());
        }
        assert!(matches!(replies[0], Reply::Done { .. }));
        assert!(replies.iter().all(|reply| *reply == replies[0]), "{replies:?}");
    }
    assert_eq!(available(&*store, player(0)).await, Money::from_dollars(110));
    assert_clean(&*store).await;
}

pub(crate) async fn random_batches_come_to_what_the_model_says(address: &str) {
    let store = open(address).await.unwrap();
    let mut model = Model::new(4);
    done(&*store, opening(4, 100)).await;
    done(&*store, tables(0..super::model::TABLES)).await;
    let mut accepted = 0;
    let mut refused = 0;
    for _ in 0..60 {
        // Those of a wave are sent in this order and written in groups as they come.
        let mut wave = Vec::new();
        for _ in 0..model.wave() {
            let batch = model.batch();
            let store = store.clone();
            let asked = batch.clone();
            wave.push((batch, tokio::spawn(async move { store.commit(asked).await.unwrap() })));
        }
        for (batch, task) in wave {
            match model.check(&batch, &task.await.unwrap()) {
                true => accepted += 1,
                false => refused += 1,
            }
        }
    }
    for (account, balance) in model.balances() {
        assert_eq!(store.account(account).await.unwrap().unwrap().1, balance, "{account}");
    }
    // The walk is worth something only if it goes both ways often.
    assert!(
        accepted > 100 && refused > 100,
        "{accepted} accepted, {refused} refused"
    );
    assert_clean(&*store).await;
}

/// Two programs that both believe to deal at a table cannot both open a round, neither by asking nor behind the back of
/// the judge.
pub(crate) async fn a_table_has_one_open_round(address: &str) {
    let store = open(address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    let (first, second) = (RoundId::fresh(), RoundId::fresh());
    done(&*store, vec![round(first)]).await;
    assert_eq!(refused(&*store, vec![round(second)]).await, Status::TableInPlay);
    let copy = "INSERT INTO rounds (id, table_id, rules, format, text, at) \
         SELECT request, table_id, rules, format, text, r.at FROM rounds r, \
             (SELECT min(id) AS request FROM requests) AS q";
    let copy = match address.starts_with("postgres") {
        true => copy.replace("min(id)", "min(id::text)::uuid"),
        false => copy.to_string(),
    };
    let refusal = tamper(address, &copy).await.expect_err("two open rounds").to_string();
    assert!(refusal.contains("rounds_open"), "{refusal}");
    done(&*store, vec![Entry::RoundClose { round: first }, round(second)]).await;
    let open_now: Vec<RoundId> = store.rounds_open().await.unwrap().iter().map(|r| r.id).collect();
    assert_eq!(open_now, [second]);
    assert_clean(&*store).await;
}

pub(crate) async fn a_loss_limit_holds_at_all_tables_for_the_day(address: &str) {
    let store = open(address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    done(&*store, tables(0..3)).await;
    let user = UserId::new(0xC000);
    let limit = |dollars| Entry::LossLimit {
        user,
        limit: Some(Money::from_dollars(dollars)),
    };
    let ids: Vec<RoundId> = (0..3).map(|_| RoundId::fresh()).collect();
    let stake = |number: u32, dollars: i64| {
        let id = ids[number as usize];
        at_table(
            number,
            wager(TransferId::fresh(), player(0), Money::from_dollars(dollars), id),
        )
    };
    done(&*store, vec![limit(30)]).await;
    let opened = (0..3).map(|number| round_at(number, ids[number as usize])).collect();
    done(&*store, opened).await;
    // What lies on the felt of one table is gone for the others.
    let (one, two) = (stake(0, 20), stake(1, 10));
    done(&*store, vec![Entry::Transfer(one)]).await;
    let over = vec![Entry::Transfer(stake(1, 11))];
    assert_eq!(refused(&*store, over).await, Status::LossLimit);
    done(&*store, vec![Entry::Transfer(two)]).await;
    // What is lost stays lost, what is won is to spare, and signing in again changes neither.
    done(
        &*store,
        vec![lost(one, one.amount), returned(two), paid(two, Money::from_dollars(5))],
    )
    .await;
    let session = Session {
        token: Hash::of(b"again"),
        user,
        expires: Moment(i64::MAX),
    };
    done(&*store, vec![Entry::Session(session)]).await;
    let over = vec![Entry::Transfer(stake(2, 16))];
    assert_eq!(refused(&*store, over).await, Status::LossLimit);
    let fits = stake(2, 15);
    done(&*store, vec![Entry::Transfer(fits), returned(fits)]).await;
    let day = batch(Vec::new()).at.day();
    let standings = store.standings(&[player(0), AccountId::fresh()], day).await.unwrap();
    let [standing] = standings[..] else {
        panic!("one of the two is an account: {standings:?}")
    };
    let (bought, won) = (Money::from_dollars(100), Money::from_dollars(-15));
    assert_eq!((standing.account, standing.day), (player(0), Day { bought, won }));
    assert_eq!(standing.balance.available(), available(&*store, player(0)).await);
    // A new day begins anew.
    let mut tomorrow = batch(vec![Entry::Transfer(stake(2, 30))]);
    tomorrow.at = Moment(tomorrow.at.0 + 86_400_000_000);
    assert!(matches!(store.commit(tomorrow).await.unwrap(), Reply::Done { .. }));
    assert_clean(&*store).await;
}

pub(crate) async fn a_day_has_a_limit_of_chips_to_buy(address: &str) {
    let store = open(address).await.unwrap();
    done(&*store, opening(1, 10)).await;
    let buy = |dollars| {
        vec![
            posted(Code::BuyIn, BANK, player(0), Money::from_dollars(dollars)),
            Entry::BuyInMax {
                account: player(0),
                max: Money::from_dollars(100),
            },
        ]
    };
    // Nine tables at once sell no more than one.
    let mut tasks = Vec::new();
    for _ in 0..9 {
        let store = store.clone();
        let buy = batch(buy(30));
        tasks.push(tokio::spawn(async move { store.commit(buy).await.unwrap() }));
    }
    let mut sold = 0;
    for task in tasks {
        match task.await.unwrap() {
            Reply::Done { .. } => sold += 1,
            Reply::Refused { entry, status } => assert_eq!((entry, status), (1, Status::BuyInLimit)),
        }
    }
    assert_eq!(sold, 3);
    // What is sold again may be bought again.
    done(
        &*store,
        vec![posted(Code::CashOut, player(0), BANK, Money::from_dollars(20))],
    )
    .await;
    done(&*store, buy(20)).await;
    assert_eq!(available(&*store, player(0)).await, Money::from_dollars(100));
    assert_clean(&*store).await;
}

pub(crate) async fn those_who_only_read_change_nothing(address: &str) {
    let unmade = fault(open_for(address, Purpose::Read).await);
    assert!(matches!(unmade, Fault::Gone(_) | Fault::Foreign(_)), "{unmade}");
    let store = open(address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    // Beside a house that is open: one reads, another writes.
    let reader = open_for(address, Purpose::Read).await.unwrap();
    assert_eq!(available(&*reader, player(0)).await, Money::from_dollars(100));
    assert_clean(&*reader).await;
    let buy = batch(vec![posted(Code::BuyIn, BANK, player(0), Money::from_dollars(1))]);
    assert!(matches!(fault(reader.commit(buy.clone()).await), Fault::Closed));
    reader.close().await;
    let writer = open_for(address, Purpose::Write).await.unwrap();
    assert!(matches!(writer.commit(buy).await.unwrap(), Reply::Done { .. }));
    writer.close().await;
    assert_eq!(available(&*store, player(0)).await, Money::from_dollars(101));
    store.close().await;
    // Older books are left as they are.
    let (older, version) = match address.starts_with("postgres") {
        true => (
            "UPDATE house_version SET version = 1",
            "SELECT version FROM house_version",
        ),
        false => ("PRAGMA user_version = 1", "PRAGMA user_version"),
    };
    tamper(address, older).await.unwrap();
    for purpose in [Purpose::Read, Purpose::Write] {
        let refusal = fault(open_for(address, purpose).await);
        assert!(matches!(refusal, Fault::Older { found: 1, .. }), "{refusal}");
    }
    assert_eq!(number_of(address, version).await, 1);
}

pub(crate) async fn closed_books_say_so(address: &str) {
    let store = open(address).await.unwrap();
    // What came before the close is written.
    let first = {
        let store = store.clone();
        tokio::spawn(async move { store.commit(batch(opening(1, 100))).await })
    };
    tokio::task::yield_now().await;
    store.close().await;
    assert!(matches!(first.await.unwrap().unwrap(), Reply::Done { .. }));
    let late = store.commit(batch(vec![account(BANK, AccountKind::HouseBank)])).await;
    assert!(matches!(fault(late), Fault::Closed));
    assert!(matches!(fault(store.accounts().await), Fault::Closed));
    store.close().await;
    let store = open(address).await.unwrap();
    assert_eq!(available(&*store, player(0)).await, Money::from_dollars(100));
}
