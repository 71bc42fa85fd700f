//! Old rounds moved to an archive, over either database: the audit still accepts the books, and plays everything again
//! when it is given the archive.

use croupier_house::{Archives, Code, PAGE_MAX, Purpose, Span};
use croupier_rows::{Cell, Column, Rows, Table};
use croupier_server::audit::{Audit, audit};
use croupier_server::ledger::now;

use crate::common::{bet, first_of};
use crate::postgres::PgHost;
use crate::tampered::played;

fn checked(audit: &Audit, law: &str) -> u64 {
    let law = audit.laws.iter().find(|check| check.says.starts_with(law));
    law.unwrap().checked
}

async fn audited(address: &str, archives: &[std::path::PathBuf]) -> Audit {
    let archives = Archives::open(archives).unwrap();
    let store = croupier_house::open_with_archives(address, archives).await.unwrap();
    let audit = audit(&store).await.unwrap();
    store.close().await;
    audit
}

/// Copies an archive with one text in it changed.
fn forge(from: &std::path::Path, to: &std::path::Path) {
    let columns = [
        Column::whole("ordinal"),
        Column::text("round"),
        Column::whole("number"),
        Column::text("kind"),
        Column::text("text"),
        Column::time("at"),
    ];
    let mut table = Table::new(std::fs::File::create(to).unwrap(), &columns).unwrap();
    for (number, row) in Rows::open(from, &columns).unwrap().enumerate() {
        let mut row = row.unwrap();
        if number == 0 {
            // Another card than the one that was dealt.
            let king = Cell::Text("card Kh".to_string());
            row[4] = if row[4] == king {
                Cell::Text("card Ks".to_string())
            } else {
                king
            };
        }
        table.push(row).unwrap();
    }
    table.finish().unwrap();
}

async fn archives_and_audits(address: &str) {
    let folder = tempfile::tempdir().unwrap();
    let house = played(address).await;
    let store = &house.room.store;
    let before = audit(store).await.unwrap();
    assert!(before.holds(), "{before:?}");
    assert_eq!(checked(&before, "each round, played again"), 12);
    let balances = store.accounts().await.unwrap();

    // Whatever began before a moment long gone stays.
    let first = folder.path().join("first.parquet");
    let none = store.archive(croupier_house::Moment(1), &first, now()).await.unwrap();
    assert_eq!((none, first.exists()), (None, false));
    let made = store.archive(now(), &first, now()).await.unwrap().unwrap();
    assert!(made.after == 0 && made.last >= 6 && made.lines > 6 * 10, "{made:?}");
    let again = store.archive(now(), &first, now()).await.unwrap_err();
    assert!(again.to_string().contains("exists already"), "{again}");

    // The lines are gone, the money is not, and the page says where the round is.
    let mut oldest = store.rounds(Span::newest(PAGE_MAX)).await.unwrap().pop().unwrap();
    let book = store.round(oldest.id).await.unwrap().unwrap();
    assert!(book.is_archived() && book.transfers.iter().any(|record| record.transfer.code == Code::Wager));
    assert_eq!(store.accounts().await.unwrap(), balances);
    let without = audit(store).await.unwrap();
    assert!(without.holds(), "{without:?}");
    let left = 12 - made.last.unsigned_abs();
    assert_eq!(checked(&without, "each round, played again"), left);
    assert!(without.laws.iter().any(|law| law.says.contains("1 of 1 are not given")));
    let arrival = house
        .room
        .sign_up("Audrey", "correct horse", croupier_house::Role::Auditor)
        .await
        .unwrap();
    let mut auditor = crate::common::Client::new(house.address);
    auditor.cookie = Some(format!("croupier-session={}", arrival.token));
    let (status, answer) = auditor.get(&format!("/api/v1/rounds/{}", oldest.id)).await;
    assert_eq!((status, &answer["code"]), (422, &"archived".into()));
    let shoe = oldest.shoe.take().unwrap();
    let (status, answer) = auditor.get(&format!("/api/v1/shoes/{shoe}")).await;
    assert_eq!((status, &answer["code"]), (422, &"archived".into()));

    // People play on, and the next archive begins where the first ended.
    let mut seat = house.guest().await.join(house.table_of("nh-holdem").await).await;
    seat.sit(2, 1_000).await;
    seat.bet(bet(5)).await;
    seat.play(first_of(&["fold"])).await;
    house.close().await;
    let whole = audited(address, std::slice::from_ref(&first)).await;
    assert!(whole.holds(), "{whole:?}");
    assert_eq!(checked(&whole, "each round, played again"), 13);
    let shoes = checked(&before, "each revealed shoe") + 1;
    assert_eq!(checked(&whole, "each revealed shoe"), shoes);

    // An archive that was altered is not the one whose hash the books have, and its round does not play.
    let forged = folder.path().join("forged.parquet");
    forge(&first, &forged);
    let found = audited(address, &[forged]).await;
    assert!(!found.holds());
    let archives = found
        .laws
        .iter()
        .find(|law| law.says.starts_with("each archive"))
        .unwrap();
    assert_eq!(archives.broken, 1, "{found:?}");
    let events = found
        .laws
        .iter()
        .find(|law| law.says.starts_with("each round, played"))
        .unwrap();
    assert!(events.broken >= 1, "{found:?}");
    let store = croupier_house::open_for(address, Purpose::Read).await.unwrap();
    assert_eq!(store.archives().await.unwrap(), [made]);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_archived_and_audited() {
    let folder = tempfile::tempdir().unwrap();
    let address = folder.path().join("house.db").to_str().unwrap().to_string();
    archives_and_audits(&address).await;
    // Lines that are in no archive cannot be deleted, by whomever.
    let url = format!("sqlite://{address}");
    let mut connection = <sqlx::SqliteConnection as sqlx::Connection>::connect(&url)
        .await
        .unwrap();
    let refused = sqlx::query("DELETE FROM lines")
        .execute(&mut connection)
        .await
        .unwrap_err();
    assert!(refused.to_string().contains("lines are never changed"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_archived_and_audited() {
    let host = PgHost::start();
    archives_and_audits(&host.fresh().await).await;
}
