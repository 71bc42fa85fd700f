//! What is wrong with a rules file is said with its place, all of it at once, and never with a panic.
//!
//! `tests/faults` has a file for every kind of fault. A case takes a game, replaces a piece of its file (`-` lines by `+`
//! lines) or asks for a change of rules (`change:`), and gives what is said of it (`|` lines). `UPDATE=1` rewrites what is
//! said; a person reads the diff.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fmt::Write as _;
use std::path::PathBuf;

use croupier_rules::load::{self, Change, Faults, Files, Kind};

#[test]
fn every_kind_of_fault_has_cases_and_they_are_told_so() {
    for kind in Kind::ALL {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/faults/{}.txt", kind.word()));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        let mut told = String::new();
        for case in text.split("\n\n").map(Case::parse) {
            let faults = case.faults();
            assert!(
                faults.list.iter().any(|fault| fault.kind == *kind),
                "{}: no {} in\n{faults}",
                case.story,
                kind.word()
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

/// One case as it is written.
#[derive(Default)]
struct Case {
    story: String,
    game: String,
    from: Vec<String>,
    to: Vec<String>,
    change: Option<String>,
}

impl Case {
    fn parse(text: &str) -> Case {
        let mut case = Case::default();
        for line in text.lines() {
            match line.split_once(' ').unwrap_or((line, "")) {
                ("#", story) => case.story = story.to_string(),
                ("game:", game) => case.game = game.to_string(),
                ("change:", change) => case.change = Some(change.to_string()),
                ("-", from) => case.from.push(from.to_string()),
                ("+", to) => case.to.push(to.to_string()),
                ("|", _) => {}
                _ => panic!("`{line}` is no line of a case"),
            }
        }
        case
    }

    fn faults(&self) -> Faults {
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
        let changes: Vec<Change> = self.change.iter().map(|change| change.parse().unwrap()).collect();
        let faults = files.read(&changes).err();
        let faults = faults.unwrap_or_else(|| panic!("{}: {} has no fault so", self.story, self.game));
        for fault in &faults.list {
            assert!(
                fault.line >= 1 && fault.column >= 1 && !fault.what.is_empty(),
                "{fault}"
            );
        }
        faults
    }

    fn write(&self, faults: &Faults, told: &mut String) {
        writeln!(told, "# {}\ngame: {}", self.story, self.game).unwrap();
        if let Some(change) = &self.change {
            writeln!(told, "change: {change}").unwrap();
        }
        for (sign, lines) in [("-", &self.from), ("+", &self.to)] {
            for line in lines {
                writeln!(told, "{}", format!("{sign} {line}").trim_end()).unwrap();
            }
        }
        for line in faults.to_string().lines() {
            writeln!(told, "{}", format!("| {line}").trim_end()).unwrap();
        }
    }
}
