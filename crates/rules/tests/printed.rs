//! The printed rule sheets, compared with the files in `printed/`. `UPDATE=1` rewrites them; a person reads the diff.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::{Path, PathBuf};

use std::sync::LazyLock;

use croupier_rules::game::Procedure;
use croupier_rules::load::{self, Change};
use croupier_rules::{Game, print};

/// The games, read and checked once.
static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| load::ids().map(|id| load::open(id).unwrap().game).collect());

#[test]
fn the_sheets_are_printed_as_they_were_read() {
    let mut stale = Vec::new();
    for game in &*GAMES {
        let id = &game.id;
        stale.extend(compare(&format!("{id}.txt"), &print::text(game, 100)));
        stale.extend(compare(&format!("{id}.md"), &print::markdown(game)));
    }
    assert!(
        stale.is_empty(),
        "the printed sheets have changed: {stale:?}; run with UPDATE=1 and read the diff"
    );
}

#[test]
fn a_game_written_as_one_file_is_the_same_game() {
    for game in &*GAMES {
        let read = load::parse(&game.toml()).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(read == *game, "{}", game.id);
    }
}

#[test]
fn games_of_others_are_read_and_printed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut stale = Vec::new();
    for file in files {
        let game = load::open(&file.display().to_string())
            .unwrap_or_else(|fault| panic!("{fault}"))
            .game;
        assert_eq!(file.file_stem().unwrap().to_str().unwrap(), game.id);
        stale.extend(compare(&format!("others/{}.txt", game.id), &print::text(&game, 100)));
    }
    assert!(
        stale.is_empty(),
        "the printed sheets have changed: {stale:?}; run with UPDATE=1 and read the diff"
    );
}

#[test]
fn no_line_is_wider_than_asked_for() {
    for game in &*GAMES {
        for width in [60, 80, 120] {
            for line in print::text(game, width).lines() {
                // A change of fields is one word and may stand out.
                let fits = line.chars().count() <= width || !line.trim().contains(' ');
                assert!(fits, "{} at {width}: {line}", game.id);
            }
        }
    }
}

#[test]
fn every_clause_and_unclear_point_is_on_the_sheet() {
    for game in &*GAMES {
        let sheet = print::text(game, 10_000);
        for clause in &game.sources.clauses {
            assert!(
                sheet.contains(&clause.says) && sheet.contains(&clause.at),
                "{}",
                clause.id
            );
        }
        for point in &game.sources.points {
            for said in [&point.question, &point.reading, &point.reason, &point.alternative] {
                assert!(sheet.contains(said), "{}", point.id);
            }
        }
    }
}

#[test]
fn every_sentence_names_its_source() {
    for game in &*GAMES {
        let sheet = print::Sheet::of(game);
        let parts = sheet.method_of_play.iter().flat_map(|part| &part.sentences);
        let lists = sheet.cards.iter().chain(&sheet.equipment).chain(&sheet.conduct);
        for said in lists.chain(parts) {
            assert!(said.source().is_some(), "{}: {}", game.id, said.text);
        }
        for row in sheet.pay_tables.iter().flat_map(|table| &table.rows) {
            assert!(row.source().is_some(), "{}: {}", game.id, row.name);
        }
    }
}

#[test]
fn every_line_stands_behind_its_step() {
    for game in &*GAMES {
        let sheet = print::Sheet::of(game);
        let parts = sheet.method_of_play.iter().map(|part| &part.sentences);
        let parts: Vec<_> = parts.chain([&sheet.cards]).collect();
        let elsewhere = [Procedure::Equipment, Procedure::Conduct, Procedure::Shuffle];
        for line in game.sources.lines.iter().filter(|line| !elsewhere.contains(&line.at)) {
            let place = parts.iter().find_map(|said| {
                let place = said.iter().position(|said| said.text == line.says)?;
                Some(&said[place.checked_sub(1)?])
            });
            let before = place.unwrap_or_else(|| panic!("{}: {}", game.id, line.says));
            assert_eq!(before.step, Some(line.at), "{}: {}", game.id, line.says);
        }
    }
}

/// Changes to ordinary blackjack, and what the sheet must then say.
const WORDINGS: [(&[&str], &str); 30] = [
    (&["dealer.tie=dealer-wins"], "The dealer wins ties: the bet is lost."),
    (
        &["dealer.tie=player-wins"],
        "The player wins ties: the bet is paid 1 to 1.",
    ),
    (
        &["dealer.tie=dealer-wins", "dealer.tie-on=17-19"],
        "The dealer wins ties on 17 to 19: the bet is lost. A tie on another total is a push.",
    ),
    (
        &["dealer.win-pays=6:5"],
        "closer to 21 than the dealer's is paid 6 to 5",
    ),
    (
        &["dealer.twenty-two=pushes"],
        "If the dealer has exactly 22, every remaining hand pushes",
    ),
    (&["dealer.soft-17=hits"], "draws to 16 or less and to soft 17"),
    (
        &["dealer.checks=A"],
        "A dealer's blackjack with a ten-value card up is found only after the players have acted",
    ),
    (
        &["dealer.checks=none"],
        "The dealer does not check for blackjack before the players act.",
    ),
    (
        &[
            "dealer.checks=none",
            "dealer.hole-card=none",
            "dealer.late-blackjack-takes=original-bets",
        ],
        "takes only the original bets; doubles and bets on split hands are returned, those of busted hands too",
    ),
    (
        &[
            "surrender.when=any-time",
            "surrender.after-split=false",
            "surrender.after-double=loses-original-bet",
            "surrender.doubled-after-split=true",
        ],
        "A doubled hand may be surrendered after a split too.",
    ),
    (
        &[
            "dealer.checks=none",
            "dealer.hole-card=none",
            "dealer.late-blackjack-takes=original-and-busted-bets",
        ],
        "takes one bet from every hand still standing, split hands included",
    ),
    (&["double.times-max=0"], "Doubling down is never allowed."),
    (
        &["double.hard=9,11", "double.soft=none"],
        "exactly two cards with a hard total of 9 or 11, and on no soft total",
    ),
    (
        &["double.hard=4-18", "double.soft=12-18"],
        "exactly two cards totaling 18 or less",
    ),
    (&["double.cards=2-3"], "a hand of 2 or 3 cards totaling 21 or less"),
    (
        &["double.times-max=2", "double.again={ max = \"total-bet\" }"],
        "the second double adds an amount equal to all that is bet on the hand so far",
    ),
    (&["double.after-split=false"], "Split hands may not be doubled."),
    (
        &[
            "split.hands-max=1",
            "split.aces-hands-max=1",
            "double.after-split=false",
        ],
        "Pairs are never split.",
    ),
    (&["split.aces-hands-max=1"], "aces may not be split."),
    (
        &["split.aces-hands-max=3"],
        "aces may be split up to two times, making at most three hands.",
    ),
    (
        &["split.hands-max=2"],
        "A hand may be split once, making at most two hands; this holds for aces too.",
    ),
    (
        &["split.ace-ten=blackjack"],
        "is a blackjack and is paid as one at once",
    ),
    (
        &["surrender.when=first-action"],
        "as the first action on the first two cards",
    ),
    (
        &[
            "surrender.when=any-time",
            "surrender.after-double=loses-share-of-all",
            "surrender.loses=1:4",
        ],
        "A doubled hand may be surrendered: a quarter of all that is bet on the hand is lost.",
    ),
    (
        &["insurance.even-money=true"],
        "may take even money: the hand is paid 1 to 1 at once and is over.",
    ),
    (
        &["insurance.with-blackjack=false"],
        "A player with blackjack may not take insurance.",
    ),
    (&["insurance.max=1:1"], "up to the whole of the Bet"),
    (
        &["blackjack.paid=in-turn", "blackjack.may-double=true"],
        "may double down on a blackjack; the ace then counts 1.",
    ),
    (
        &["deck.removed=2,J"],
        "six decks of 44 cards (the 2s and jacks are removed), 264 cards in all",
    ),
    (&["deck.removed=2,J"], "10s, queens and kings count 10"),
];

#[test]
fn every_rule_has_its_words() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games/blackjack.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let plain = print::text(&load::parse(&text).unwrap(), 10_000);
    for (changes, wording) in WORDINGS {
        let changes: Vec<Change> = changes.iter().map(|change| change.parse().unwrap()).collect();
        let game = load::parse_with(&text, &changes).unwrap_or_else(|faults| panic!("{changes:?}: {faults}"));
        let sheet = print::text(&game, 10_000);
        assert!(sheet.contains(wording), "{changes:?}: {wording}");
        assert!(!plain.contains(wording), "{wording} is said without the change");
    }
}

/// The name of the file, if it does not hold this text.
fn compare(name: &str, printed: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/printed").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, printed).unwrap();
    }
    let held = std::fs::read_to_string(&path).unwrap_or_default();
    (held != printed).then_some(path)
}
