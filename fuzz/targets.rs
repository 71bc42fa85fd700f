//! What is fuzzed, as plain functions of bytes: cargo-fuzz calls them with what libFuzzer makes up, an ordinary test with
//! what a small mutator of its own makes of the games and stories of the repository.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use croupier_rules::load::{ids, open, parse};
use croupier_rules::{Game, print};
use croupier_table::random_play::{Dice, Pile, play_out, random_wagers};
use croupier_table::transcript::Transcript;
use croupier_table::{Commentary, Round, Wagers, perft};

/// Any text is a game or a list of faults; a game can be printed and played.
pub(crate) fn fuzz_rules(bytes: &[u8]) -> Option<Arc<Game>> {
    let text = std::str::from_utf8(bytes).ok()?;
    match parse(text) {
        Err(faults) => {
            assert!(!faults.to_string().is_empty(), "a refused file has faults to show");
            None
        }
        Ok(game) => {
            let game = Arc::new(game);
            assert!(!print::text(&game, 80).is_empty() && !print::markdown(&game).is_empty());
            let mut dice = Dice::new(bytes.len() as u64);
            let mut pile = Pile::new(&game);
            for _ in 0..4 {
                let wagers = random_wagers(&game, 1 + dice.below(7) as u8, &mut dice);
                play(&game, &wagers, &mut pile, &mut dice);
            }
            Some(game)
        }
    }
}

/// Any text is a story or a fault; a story that replays tells itself, and its retelling tells the same.
pub(crate) fn fuzz_transcript(bytes: &[u8]) -> Option<String> {
    static GAMES: LazyLock<BTreeMap<&str, Arc<Game>>> = LazyLock::new(|| {
        let read = |id: &'static str| Some((id, Arc::new(open(id).ok()?.game)));
        ids().filter_map(read).collect()
    });
    let text = std::str::from_utf8(bytes).ok()?;
    let story = match Transcript::parse(text) {
        Err(fault) => {
            assert!(!fault.to_string().is_empty(), "a fault says what is wrong");
            return None;
        }
        Ok(story) => story,
    };
    let game = GAMES.get(story.game.as_str())?;
    if !story.changes.is_empty() {
        // A story of another reading is one of another game.
        return None;
    }
    match story.replay(game) {
        Err(fault) => {
            assert!(!fault.to_string().is_empty(), "a fault says what is wrong");
            None
        }
        Ok(replay) => {
            let told = story.text(game, &replay);
            let again = Transcript::parse(&told).expect("a story told by the program can be read");
            let replayed = again.replay(game).expect("a story told by the program can be replayed");
            assert_eq!(told, again.text(game, &replayed), "a story told twice is the same");
            Some(told)
        }
    }
}

/// Any text is a list of positions or a fault; positions read back as they are written.
pub(crate) fn fuzz_perft(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let positions = perft::parse(text).ok()?;
    let told = perft::text(&positions);
    assert_eq!(perft::parse(&told).expect("positions read back"), positions);
    Some(told)
}

fn play(game: &Arc<Game>, wagers: &Wagers, pile: &mut Pile, dice: &mut Dice) {
    let mut round = Round::new(game, wagers).expect("random wagers keep the limits");
    let mut events = Vec::new();
    pile.gather();
    play_out(&mut round, pile, dice, &mut events);
    for event in &events {
        assert!(!Commentary::new(game).event(event).is_empty());
    }
}
