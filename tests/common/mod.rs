//! Runs the program as a shell would.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its share")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// What a run of the program left behind.
pub struct Run {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

impl Run {
    /// The output of a run that must succeed.
    #[track_caller]
    pub fn succeeds(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.err);
        self.out
    }

    /// The error message of a run that must fail in order, without a panic.
    #[track_caller]
    pub fn fails_with(self, code: i32) -> String {
        let said = self.err + &self.out;
        assert!(!said.contains("panicked"), "{said}");
        assert_eq!(self.code, Some(code), "{said}");
        assert!(!said.trim().is_empty(), "it failed without a word");
        said
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            out: String::from_utf8(output.stdout).expect("the program writes UTF-8"),
            err: String::from_utf8(output.stderr).expect("the program writes UTF-8"),
            code: output.status.code(),
        }
    }
}

/// The program, at the root of the repository.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("NO_COLOR");
    command
}

/// Runs the program with nothing to read.
pub fn croupier(args: &[&str]) -> Run {
    croupier_with(args, "")
}

/// Runs the program with this to read.
pub fn croupier_with(args: &[&str], input: &str) -> Run {
    let mut child = command()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is piped");
    let input = input.as_bytes().to_vec();
    // From another thread, so that a long output does not stop the input. The program may end before it has read all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    output.into()
}

/// Runs the program with nobody reading its output.
pub fn closed_output(args: &[&str]) -> Run {
    let mut child = command()
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    child.wait_with_output().expect("the program ends").into()
}

/// A file with this text in a directory of the tests' own.
pub fn temporary(name: &str, text: &str) -> String {
    temporary_bytes(name, text.as_bytes())
}

/// A file with these bytes in a directory of the tests' own.
pub fn temporary_bytes(name: &str, bytes: &[u8]) -> String {
    let path = temporary_path(name);
    std::fs::write(&path, bytes).expect("the temporary directory can be written");
    path
}

/// A path in a directory of the tests' own.
pub fn temporary_path(name: &str) -> String {
    let mut path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    path.push(format!("{}-{name}", std::process::id()));
    path.display().to_string()
}
