//! What is wrong with a rules file is said with its place, all of it at once, and never with a panic.
//!
//! `tests/faults` has a file for every kind of fault, and in it a case for every message. A case names the message and a
//! game, and says what is changed: lines of a file that extends the game (`+`) and of its sources (`>`), a piece of the game's own files
//! (`-` lines replaced by `+` lines), or a change of rules (`change:`). What is said of it follows (`|`). `UPDATE=1` rewrites
//! that; a person reads the diff.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use croupier_rules::load::{self, Change, Faults, Files, Kind, LoadError, MESSAGES};
use croupier_rules::upgrade;

#[test]
fn every_case_is_told_so() {
    for kind in Kind::ALL {
        let (path, text) = cases_of(*kind);
        let mut told = String::new();
        for case in parse(&text) {
            let faults = case.faults();
            let of_kind = faults.list.iter().filter(|fault| fault.kind == *kind);
            let met: Vec<&str> = of_kind.map(|fault| fault.message).collect();
            assert!(
                met.contains(&case.message.as_str()),
                "{}: not {} but {met:?} in\n{faults}",
                case.story,
                case.message
            );
            if !told.is_empty() {
                told.push('\n');
            }
            case.write(&faults, &mut told);
        }
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, told).unwrap();
        } else {
            assert_eq!(told, text, "{}: UPDATE=1 rewrites it", path.display());
        }
    }
}

#[test]
fn every_message_has_a_case() {
    let cased: BTreeSet<String> = Kind::ALL
        .iter()
        .flat_map(|kind| parse(&cases_of(*kind).1))
        .map(|case| case.message)
        .collect();
    let missing: Vec<&str> = MESSAGES
        .iter()
        .map(|(message, _)| *message)
        .filter(|message| !cased.contains(*message))
        .collect();
    assert!(missing.is_empty(), "no case has {missing:?}");
    let known: BTreeSet<&str> = MESSAGES.iter().map(|(message, _)| *message).collect();
    assert_eq!(known.len(), MESSAGES.len(), "two messages have one name");
    assert_eq!(known.len(), cased.len(), "a case names no message");
}

#[test]
fn every_file_of_cases_is_a_kind() {
    let known: Vec<String> = Kind::ALL.iter().map(|kind| format!("{}.txt", kind.word())).collect();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(known.contains(&name), "{name} is no kind of fault");
    }
}

#[test]
fn several_faults_are_told_at_once() {
    let faulty = rules("nh21-plus")
        .replacen("soft-17 =", "soft_17x =", 1)
        .replacen("min = \"$5\"", "min = \"$50\"", 1)
        .replacen("pays = \"3:2\"", "pays = \"1.5\"", 1);
    let faults = load::parse(&faulty).expect_err("three faults");
    for kind in [Kind::UnknownKey, Kind::Limits, Kind::Unreadable] {
        assert!(
            faults.list.iter().any(|fault| fault.kind == kind),
            "{}\n{faults}",
            kind.word()
        );
    }
}

/// A file with thirty thousand faults is told in a hundred of them. Work that grows with the square of their number would be felt here.
#[test]
fn many_faults_are_told_briefly() {
    let on_lines = |count: usize| {
        (0..count)
            .map(|number| format!("unknown-{number} = 1\n"))
            .collect::<String>()
    };
    let on_a_line = |count: usize| {
        let keys: Vec<String> = (0..count).map(|number| format!("u{number} = 1")).collect();
        format!(
            "\n[deck]\ndecks = 6\nremoved = {{ {} }}\n[dealer]\nx = {{ {} }}\n",
            keys.join(", "),
            keys.join(", ")
        )
    };
    let winners = |count: usize| {
        let row = |number| format!("w{number} = {{ name = \"W\", when = {{ total = \"21\" }}, pays = \"1:1\" }}\n");
        format!("[winner]\n{}", (0..count).map(row).collect::<String>())
    };
    let citations = |count: usize| {
        let line = |number| format!("\"winner.w{number}\" = \"c{number}\"\n");
        format!("[sources.source]\n{}", (0..count).map(line).collect::<String>())
    };
    for make in [&on_lines as &dyn Fn(usize) -> String, &on_a_line, &winners, &citations] {
        let faults = load::parse(&make(30_000)).expect_err("faults");
        let told = faults.to_string();
        assert!(told.len() < 200_000, "{} letters: {}", told.len(), &make(1));
        if faults.list.len() > 100 {
            assert!(
                told.ends_with(&format!("… and {} more\n", faults.list.len() - 100)),
                "{}",
                &make(1)
            );
        }
    }
}

#[test]
fn broken_files_never_panic() {
    let mut seed = 1u64;
    for round in 0..60 {
        let ids: Vec<&str> = load::ids().collect();
        let loaded = load::open(ids[round % ids.len()]).unwrap();
        let texts = loaded.files.texts();
        let mut bytes = texts[round / ids.len() % texts.len()].text.clone().into_bytes();
        for _ in 0..3 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let at = (seed >> 33) as usize % bytes.len();
            bytes[at] = b" \n\"=[]{}.,019aZ$:-#"[(seed >> 20) as usize % 19];
        }
        let broken = String::from_utf8_lossy(&bytes).into_owned();
        let files = match round / ids.len() % texts.len() {
            0 => Files::new("rules", broken).with_sources("sources", texts[1].text.as_str()),
            _ => Files::new("rules", texts[0].text.as_str()).with_sources("sources", broken),
        };
        if let Err(faults) = files.read(&[]) {
            assert!(!faults.list.is_empty() && !faults.to_string().is_empty());
        }
    }
}

fn rules(id: &str) -> String {
    load::open(id).unwrap().files.texts()[0].text.clone()
}

fn cases_of(kind: Kind) -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/faults/{}.txt", kind.word()));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    (path, text)
}

fn parse(text: &str) -> Vec<Case> {
    text.split("\n\n").map(Case::parse).collect()
}

/// One case as it is written.
#[derive(Default)]
struct Case {
    story: String,
    message: String,
    game: String,
    from: Vec<String>,
    to: Vec<String>,
    sources: Vec<String>,
    /// A change as it is given on a command line, or as JSON.
    change: Option<String>,
    /// Whether the lines are rewritten as a file of format 1, rather than read.
    is_upgraded: bool,
}

impl Case {
    fn parse(text: &str) -> Case {
        let mut case = Case::default();
        for line in text.lines() {
            match line.split_once(' ').unwrap_or((line, "")) {
                ("#", story) => case.story = story.to_string(),
                ("message:", message) => case.message = message.to_string(),
                ("game:", game) => case.game = game.to_string(),
                ("change:", change) => case.change = Some(change.to_string()),
                ("-", from) => case.from.push(from.to_string()),
                ("+", to) => case.to.push(to.to_string()),
                (">", line) => case.sources.push(line.to_string()),
                ("upgrade:", _) => case.is_upgraded = true,
                ("|", _) => {}
                _ => panic!("`{line}` is no line of a case"),
            }
        }
        case
    }

    fn faults(&self) -> Faults {
        let faults = if self.is_upgraded {
            upgrade::upgrade("mine.toml", &self.to.join("\n")).expect_err("a fault")
        } else if self.from.is_empty() && !(self.to.is_empty() && self.sources.is_empty()) {
            self.faults_of_new_file()
        } else {
            self.faults_of_changed_files()
        };
        for fault in &faults.list {
            let is_whole = fault.line >= 1 && fault.column >= 1 && !fault.what.is_empty() && !fault.file.is_empty();
            assert!(is_whole, "{fault}");
        }
        faults
    }

    /// Writes a file that extends the game, or stands alone where no game is named, and opens it.
    fn faults_of_new_file(&self) -> Faults {
        let folder = std::env::temp_dir().join(format!("croupier-faults-{}-{}", self.message, std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/games/{}.toml", self.game));
        if beside.exists() {
            std::fs::copy(beside, folder.join(format!("{}.toml", self.game))).unwrap();
        }
        let head = match self.game.as_str() {
            "" => String::new(),
            game => format!("format = 2\nid = \"mine\"\nname = \"Mine\"\nextends = \"{game}\"\n"),
        };
        std::fs::write(folder.join("mine.toml"), head + &self.to.join("\n") + "\n").unwrap();
        if !self.sources.is_empty() {
            std::fs::write(folder.join("mine.sources.toml"), self.sources.join("\n") + "\n").unwrap();
        }
        let opened = load::open(folder.join("mine.toml").to_str().unwrap());
        let read = opened.map(|loaded| loaded.with(&self.changes()));
        std::fs::remove_dir_all(&folder).unwrap();
        let mut faults = match read {
            Err(LoadError::Faulty(faults)) => *faults,
            Ok(Err(faults)) => faults,
            Ok(Ok(_)) => panic!("{}: {} has no fault so", self.story, self.game),
            Err(other) => panic!("{}: {other}", self.story),
        };
        for fault in &mut faults.list {
            fault.file = fault.file.replace(&format!("{}/", folder.display()), "");
        }
        faults
    }

    fn faults_of_changed_files(&self) -> Faults {
        let loaded = load::open(&self.game).unwrap();
        let [rules, sources] = loaded.files.texts() else {
            panic!("{} has sources", self.game);
        };
        let from = self.from.join("\n");
        let faulty = |text: &str| text.replacen(&from, &self.to.join("\n"), 1);
        let in_rules = rules.text.contains(&from);
        assert!(
            in_rules || sources.text.contains(&from),
            "{}: `{from}` is not there",
            self.story
        );
        let files = match in_rules {
            true => Files::new(&rules.name, faulty(&rules.text)).with_sources(&sources.name, &sources.text),
            false => Files::new(&rules.name, &rules.text).with_sources(&sources.name, faulty(&sources.text)),
        };
        let faults = files.read(&self.changes()).err();
        faults.unwrap_or_else(|| panic!("{}: {} has no fault so", self.story, self.game))
    }

    fn changes(&self) -> Vec<Change> {
        let read = |text: &String| match text.starts_with('{') {
            true => serde_json::from_str(text).unwrap(),
            false => text.parse().unwrap(),
        };
        self.change.iter().map(read).collect()
    }

    fn write(&self, faults: &Faults, told: &mut String) {
        writeln!(told, "# {}\nmessage: {}", self.story, self.message).unwrap();
        for (key, value) in [("game", Some(&self.game)), ("change", self.change.as_ref())] {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                writeln!(told, "{key}: {value}").unwrap();
            }
        }
        if self.is_upgraded {
            writeln!(told, "upgrade:").unwrap();
        }
        for (sign, lines) in [("-", &self.from), ("+", &self.to), (">", &self.sources)] {
            for line in lines {
                writeln!(told, "{}", format!("{sign} {line}").trim_end()).unwrap();
            }
        }
        for line in faults.to_string().lines() {
            writeln!(told, "{}", format!("| {line}").trim_end()).unwrap();
        }
    }
}
