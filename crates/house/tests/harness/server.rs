//! A real PostgreSQL for tests, of this crate and of those built on it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(dead_code, reason = "every test binary uses its own part of this")]

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::Connection;

/// A PostgreSQL server of our own; `tests/postgres.sh` ends it when this process ends.
pub(crate) struct PgHost {
    folder: PathBuf,
    /// The script's input and output; taken when the server is to end.
    pipes: Mutex<Option<(ChildStdin, BufReader<ChildStdout>)>>,
    databases: AtomicU32,
    script: Child,
}

impl PgHost {
    /// Starts a server. A machine without PostgreSQL fails the test: these tests are never skipped.
    pub(crate) fn start() -> PgHost {
        static HOSTS: AtomicU32 = AtomicU32::new(0);
        let number = HOSTS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("croupier-pg-{}-{number}", std::process::id()));
        let mut script = Command::new("sh")
            .args(["-c", include_str!("../postgres.sh"), "postgres.sh"])
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // What is missing is said on the output; nothing may hold the test's own pipes open after it.
            .stderr(Stdio::null())
            .spawn()
            .expect("there is a shell to run postgres.sh");
        let stdin = script.stdin.take().unwrap();
        let stdout = BufReader::new(script.stdout.take().unwrap());
        let host = PgHost {
            folder,
            pipes: Mutex::new(Some((stdin, stdout))),
            databases: AtomicU32::new(0),
            script,
        };
        host.await_word("ready");
        host
    }

    /// Gives the script a command and waits until it is done.
    pub(crate) fn order(&self, command: &str, answer: &str) {
        let mut pipes = self.pipes.lock().unwrap();
        let (input, _) = pipes.as_mut().expect("the server has not ended");
        writeln!(input, "{command}").unwrap();
        drop(pipes);
        self.await_word(answer);
    }

    fn await_word(&self, word: &str) {
        let mut line = String::new();
        let mut pipes = self.pipes.lock().unwrap();
        let (_, output) = pipes.as_mut().expect("the server has not ended");
        output.read_line(&mut line).unwrap();
        assert_eq!(line.trim(), word, "{line}");
    }

    /// The address of a new, empty database.
    pub(crate) async fn fresh(&self) -> String {
        let name = format!("house_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut connection = sqlx::PgConnection::connect(&self.address("postgres")).await.unwrap();
        let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::raw_sql(create).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        self.address(&name)
    }

    /// Sends a signal to every process of the server that serves a croupier, and gives their ids.
    pub(crate) async fn signal_croupiers(&self, address: &str, signal: &str) -> Vec<i32> {
        let mut connection = sqlx::PgConnection::connect(address).await.unwrap();
        let sql = "SELECT pid FROM pg_stat_activity WHERE application_name = 'croupier'";
        let processes: Vec<i32> = sqlx::query_scalar(sql).fetch_all(&mut connection).await.unwrap();
        PgHost::signal(&processes, signal);
        processes
    }

    /// The process that lets new connections in.
    pub(crate) fn postmaster(&self) -> i32 {
        let text = std::fs::read_to_string(self.folder.join("books/postmaster.pid")).unwrap();
        text.lines().next().unwrap().trim().parse().unwrap()
    }

    /// Sends a signal to processes.
    pub(crate) fn signal(processes: &[i32], signal: &str) {
        for process in processes {
            let sent = Command::new("kill").args(["-s", signal, &process.to_string()]).status();
            assert!(sent.unwrap().success());
        }
    }

    fn address(&self, database: &str) -> String {
        format!("postgres://house@localhost/{database}?host={}", self.folder.display())
    }
}

impl Drop for PgHost {
    /// The script stops the server when its input ends, and is waited for.
    fn drop(&mut self) {
        if let Ok(mut pipes) = self.pipes.lock() {
            *pipes = None;
        }
        let _ = self.script.wait();
    }
}
