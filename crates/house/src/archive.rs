//! Old rounds taken out of the books: the lines of their play go to a Parquet file, and the books keep its hash. Whoever
//! has the file can play every round again; accounts, transfers, rounds and shoes stay where they are.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use croupier_rows::{Cell, Column, Rows, Table};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::fault::Fault;
use crate::id::{Hash, Moment, RoundId};
use crate::records::Line;
use crate::sql_connection::{Arg, SqlConnection, word};
use crate::sqlite::{sync_folder_of, with_suffix};

/// The columns of an archive.
const COLUMNS: [Column; 6] = [
    Column::whole("ordinal"),
    Column::text("round"),
    Column::whole("number"),
    Column::text("kind"),
    Column::text("text"),
    Column::time("at"),
];
/// How many rounds are read, or taken out, at once: few enough that the house does not wait for it.
const ROUNDS_AT_ONCE: i64 = 200;

/// An archive as the books know it. Each begins where the one before ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveRecord {
    /// The ordinal of the last round that is not in it.
    pub after: i64,
    /// The ordinal of the last round in it.
    pub last: i64,
    /// How many lines it has.
    pub lines: i64,
    /// The hash of the file.
    pub hash: Hash,
    /// When it was made.
    pub at: Moment,
}

/// Archives that were opened beside the books.
#[derive(Clone, Debug, Default)]
pub struct Archives {
    /// The hash of each file.
    pub hashes: Vec<Hash>,
    rounds: HashMap<RoundId, Vec<Line>>,
}

impl Archives {
    /// Reads archives whole.
    pub fn open(paths: &[PathBuf]) -> Result<Archives, Fault> {
        let mut archives = Archives::default();
        for path in paths {
            archives.add(path).map_err(|cause| Fault::Archive {
                path: path.clone(),
                cause,
            })?;
        }
        Ok(archives)
    }

    /// The lines of a round that is in one of them.
    pub(crate) fn lines(&self, round: RoundId) -> Vec<Line> {
        self.rounds.get(&round).cloned().unwrap_or_default()
    }

    fn add(&mut self, path: &Path) -> Result<(), String> {
        let told = |error: std::io::Error| error.to_string();
        for row in Rows::open(path, &COLUMNS).map_err(told)? {
            let row: [Cell; COLUMNS.len()] = row.map_err(told)?.try_into().map_err(|_| "a row is too long")?;
            let [
                _,
                Cell::Text(round),
                Cell::Whole(number),
                Cell::Text(kind),
                Cell::Text(text),
                _,
            ] = row
            else {
                return Err("a row does not fit its columns".to_string());
            };
            let round: RoundId = round.parse().map_err(|_| format!("`{round}` is no id of a round"))?;
            let kind = word(&kind).map_err(|fault| fault.to_string())?;
            let lines = self.rounds.entry(round).or_default();
            if usize::try_from(number) != Ok(lines.len()) {
                return Err(format!("round {round} has line {number} where {} is due", lines.len()));
            }
            lines.push(Line { kind, text });
        }
        self.hashes.push(hash_of(path).map_err(told)?);
        Ok(())
    }
}

/// The archives the books know, oldest first.
pub(crate) async fn archives<D: SqlConnection>(db: &mut D) -> Result<Vec<ArchiveRecord>, Fault> {
    let sql = "SELECT after_round, last_round, lines, hash, at FROM archives ORDER BY last_round";
    let rows: Vec<(i64, i64, i64, String, i64)> = db.rows(sql, Vec::new()).await?;
    let record = |(after, last, lines, hash, at): (i64, i64, i64, String, i64)| ArchiveRecord {
        after,
        last,
        lines,
        hash: Hash::stored(hash),
        at: Moment(at),
    };
    Ok(rows.into_iter().map(record).collect())
}

/// Which rounds the next archive has: all after the last one's that began before this moment, up to the first that is
/// not over, or whose shoe is still in play. Gives the ordinals of the last round before them and of the last of them.
pub(crate) async fn due<D: SqlConnection>(db: &mut D, before: Moment) -> Result<Option<(i64, i64)>, Fault> {
    let after = archives(db).await?.last().map_or(0, |archive| archive.last);
    let stays = "SELECT min(r.ordinal) FROM rounds r WHERE r.ordinal > $1 AND (r.at >= $2 \
         OR NOT EXISTS (SELECT 1 FROM round_closes c WHERE c.round = r.id) \
         OR (r.shoe IS NOT NULL AND NOT EXISTS (SELECT 1 FROM shoe_reveals v WHERE v.shoe = r.shoe)))";
    let args = vec![Arg::Int(after), Arg::Int(before.0)];
    let stays: Vec<(Option<i64>,)> = db.rows(stays, args).await?;
    let stays = stays.first().and_then(|(ordinal,)| *ordinal).unwrap_or(i64::MAX);
    let last = "SELECT max(ordinal) FROM rounds WHERE ordinal > $1 AND ordinal < $2";
    let last: Vec<(Option<i64>,)> = db.rows(last, vec![Arg::Int(after), Arg::Int(stays)]).await?;
    Ok(last.first().and_then(|(ordinal,)| *ordinal).map(|last| (after, last)))
}

/// Writes the lines of these rounds to a file that does not exist yet, whole or not at all.
pub(crate) async fn write_file<D: SqlConnection>(
    db: &mut D,
    (after, last): (i64, i64),
    to: &Path,
    at: Moment,
) -> Result<ArchiveRecord, Fault> {
    let partial = with_suffix(to, ".partial");
    let failed = |error: std::io::Error| Fault::Archive {
        path: to.to_path_buf(),
        cause: error.to_string(),
    };
    let mut table = Table::new(File::create(&partial).map_err(failed)?, &COLUMNS).map_err(failed)?;
    let sql = "SELECT r.ordinal, r.id, l.number, l.kind, l.text, l.at FROM rounds r JOIN lines l ON l.round = r.id \
         WHERE r.ordinal > $1 AND r.ordinal <= $2 ORDER BY r.ordinal, l.number";
    type Found = (i64, Uuid, i64, String, String, i64);
    let (mut from, mut lines) = (after, 0);
    while from < last {
        let until = last.min(from + ROUNDS_AT_ONCE);
        let page: Vec<Found> = db.rows(sql, vec![Arg::Int(from), Arg::Int(until)]).await?;
        for (ordinal, round, number, kind, text, at) in page {
            lines += 1;
            let round = round.to_string();
            let row = [
                ordinal.into(),
                round.into(),
                number.into(),
                kind.into(),
                text.into(),
                Cell::Time(at),
            ];
            table.push(row).map_err(failed)?;
        }
        from = until;
    }
    let file = table.finish().map_err(failed)?;
    file.sync_all().map_err(failed)?;
    let hash = hash_of(&partial).map_err(failed)?;
    // A hard link, unlike a rename, never replaces a file that appeared meanwhile.
    let linked = fs::hard_link(&partial, to).and_then(|()| sync_folder_of(to));
    let _ = fs::remove_file(&partial);
    linked.map_err(failed)?;
    Ok(ArchiveRecord {
        after,
        last,
        lines,
        hash,
        at,
    })
}

/// Writes the archive into the books. Somebody else's of the same rounds is in the way, and refused.
pub(crate) async fn record<D: SqlConnection>(db: &mut D, archive: &ArchiveRecord) -> Result<(), Fault> {
    let sql = "INSERT INTO archives (after_round, last_round, lines, hash, at) VALUES ($1, $2, $3, $4, $5)";
    let args = vec![
        Arg::Int(archive.after),
        Arg::Int(archive.last),
        Arg::Int(archive.lines),
        Arg::Text(archive.hash.to_string()),
        Arg::Int(archive.at.0),
    ];
    db.run(sql, args).await
}

/// Takes the lines of archived rounds out of the books, a few rounds at a time. What an archiver that was killed has left
/// is taken out too.
pub(crate) async fn remove_lines<D: SqlConnection>(db: &mut D) -> Result<(), Fault> {
    let Some(last) = archives(db).await?.last().map(|archive| archive.last) else {
        return Ok(());
    };
    let first = "SELECT min(r.ordinal) FROM rounds r WHERE r.ordinal <= $1 \
         AND EXISTS (SELECT 1 FROM lines l WHERE l.round = r.id)";
    let remove =
        "DELETE FROM lines WHERE round IN (SELECT r.id FROM rounds r WHERE r.ordinal >= $1 AND r.ordinal < $2)";
    loop {
        let found: Vec<(Option<i64>,)> = db.rows(first, vec![Arg::Int(last)]).await?;
        let Some(first) = found.first().and_then(|(ordinal,)| *ordinal) else {
            return Ok(());
        };
        let until = (last + 1).min(first + ROUNDS_AT_ONCE);
        db.run(remove, vec![Arg::Int(first), Arg::Int(until)]).await?;
    }
}

fn hash_of(path: &Path) -> std::io::Result<Hash> {
    let mut hasher = Sha256::new();
    std::io::copy(&mut File::open(path)?, &mut HashWriter(&mut hasher))?;
    Ok(Hash::stored(hex::encode(hasher.finalize())))
}

/// A hasher that can be written to.
struct HashWriter<'a>(&'a mut Sha256);

impl std::io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
