//! The text and the tables of a kernel, section by section.

use std::fmt::Write;

/// What stands before every kernel: cards as `cards.rs` draws them.
pub(super) const CARDS: &str = include_str!("cards.cu");

/// What stands before the kernels of 21: how its tables are read.
pub(super) const TABLES: &str = include_str!("tables.cu");

/// Threads of a block; there is one block on every multiprocessor.
pub(super) const THREADS: usize = 1024;

/// The tables of a kernel, first those that every round reads, and what the kernel's text has to know of them.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) words: Vec<u32>,
    pub(super) names: String,
}

impl Layout {
    /// A number that the kernel knows by this name.
    pub(super) fn name(&mut self, name: &str, value: impl std::fmt::Display) {
        writeln!(self.names, "#define {name} {value}").expect("a text can be written to");
    }

    /// Words that the kernel finds at a place of this name.
    pub(super) fn words(&mut self, name: &str, words: impl IntoIterator<Item = u32>) {
        self.name(name, format_args!("{}u", self.words.len()));
        self.words.extend(words);
    }

    /// The same for numbers of 16 bits.
    pub(super) fn halves(&mut self, name: &str, halves: &[u16]) {
        let word = |pair: &[u16]| u32::from(pair[0]) | u32::from(*pair.get(1).unwrap_or(&0)) << 16;
        self.words(name, halves.chunks(2).map(word));
    }

    /// The same for bytes.
    pub(super) fn bytes(&mut self, name: &str, bytes: &[u8]) {
        let word = |four: &[u8]| {
            (0..)
                .zip(four)
                .fold(0, |word, (place, byte)| word | u32::from(*byte) << (8 * place))
        };
        self.words(name, bytes.chunks(4).map(word));
    }

    /// Ends the tables that every round reads: the threads of a block share them if they fit into this many bytes beside so many
    /// other words, else they stay in the card's memory. Says how many bytes a block shares; `None` when the others alone do not fit.
    pub(super) fn end_hot(&mut self, others: usize, room: usize) -> Option<usize> {
        let hot = self.words.len();
        let fits = (hot + others) * 4 <= room;
        let before = if fits { hot } else { 0 };
        self.name("HOT_WORDS", format_args!("{hot}u"));
        self.name("HOT_IS_SHARED", u8::from(fits));
        self.name("COUNTERS", format_args!("{before}u"));
        self.name("SHARED_WORDS", before + others);
        (others * 4 <= room).then_some((before + others) * 4)
    }

    /// What is drawn: from a shoe of so many cards, with the words refused for each pair of cards.
    pub(super) fn draws(&mut self, seed: u64, size: usize, refused: &[u32], drawn: usize) {
        self.name("KEY_LOW", format_args!("{}u", seed as u32));
        self.name("KEY_HIGH", format_args!("{}u", seed >> 32));
        self.name("SHOE", format_args!("{size}u"));
        self.name("DRAWN_MAX", drawn);
        self.name("DEEP_MAX", 64);
        let each = (0..).zip(&refused[..drawn / 2]);
        let cases: String = each
            .map(|(pair, least)| format!("(pair) == {pair} ? {least}u : "))
            .collect();
        self.name("REFUSED(pair)", format_args!("({cases}0u)"));
    }
}
