//! Keys that are known and keys that are not.

use std::borrow::Cow;

use super::document::Node;
use super::message;
use super::path::Path;
use super::read::{short, within};
use super::report::Report;

/// The keys a table may have.
pub(crate) struct Known(Vec<&'static str>);

impl Known {
    pub(crate) fn new(keys: impl Iterator<Item = &'static str>) -> Known {
        Known(keys.collect())
    }

    /// The values of known keys. Unknown keys are reported; one that is close to a known key that is not there is taken for
    /// that key.
    pub(crate) fn sort<'n>(
        &self,
        entries: &'n [(String, Node)],
        at: &Path,
        report: &mut Report,
    ) -> Vec<(&'static str, Cow<'n, Node>)> {
        let known = |key: &str| self.0.iter().copied().find(|known| *known == key);
        let mut found: Vec<(&'static str, Cow<Node>)> = entries
            .iter()
            .filter_map(|(key, node)| Some((known(key)?, Cow::Borrowed(node))))
            .collect();
        let unknown = entries.iter().filter(|(key, _)| known(key).is_none());
        for (number, (key, node)) in unknown.enumerate() {
            let is_found = |name: &&str| found.iter().any(|(found, _)| found == name);
            let missing = self.0.iter().copied().filter(|name| !is_found(name));
            let is_guessed = number < GUESSED_MAX;
            let taken_for = is_guessed.then(|| nearest(key, missing)).flatten();
            let close = taken_for.or_else(|| is_guessed.then(|| nearest(key, self.0.iter().copied())).flatten());
            let message = match close {
                Some(near) => message::unknown_key_like(short(key), within(at), near),
                None => message::unknown_key(short(key), within(at), self.0.join(", ")),
            };
            report.at_key(message, &at.key(key), node);
            found.extend(taken_for.and_then(known).map(|name| (name, Cow::Borrowed(node))));
        }
        found
    }
}

/// Of so many unknown keys in a table it is guessed what was meant; whoever has more did not misspell them.
pub(super) const GUESSED_MAX: usize = 100;

/// The word most like this one, if it is like it at all.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    /// A word this long is like none.
    const LONGEST: usize = 60;
    if word.len() > LONGEST {
        return None;
    }
    let plain = |word: &str| word.to_lowercase().replace(['_', ' '], "-");
    let word = plain(word);
    known
        .map(|known| (strsim::damerau_levenshtein(&word, &plain(known)), known))
        .filter(|(distance, known)| *distance <= known.len().max(word.len()).div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}
