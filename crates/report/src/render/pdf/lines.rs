//! Text broken into lines.

use super::letters::{Run, Style, shape};

/// A line of text.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) runs: Vec<Run>,
    /// How wide it looks, without the space it ends with.
    pub(super) width: f32,
}

/// Letters between two places at which a line may be broken, with the space before them.
struct Chunk {
    space: Option<Run>,
    runs: Vec<Run>,
}

impl Line {
    /// The text as one line.
    pub(super) fn of(text: &str, style: Style) -> Line {
        let mut line = Line::default();
        for run in shape(text, style) {
            line.push(run);
        }
        line
    }

    fn push(&mut self, run: Run) {
        self.width += run.width;
        match self.runs.last_mut() {
            Some(last) if last.style == run.style => last.append(run),
            _ => self.runs.push(run),
        }
    }

    /// Ends the line with the space at which it was broken: words that are read or copied do not run together.
    fn end_with(&mut self, space: Option<Run>) {
        let width = self.width;
        space.into_iter().for_each(|space| self.push(space));
        self.width = width;
    }
}

/// Breaks text into lines of at most this width. A word that is wider is broken where the line ends.
pub(super) fn broken(pieces: &[(String, Style)], width: f32) -> Vec<Line> {
    let mut lines = vec![Line::default()];
    for chunk in chunks(pieces) {
        let line = lines.last_mut().expect("there is a line from the start");
        let space = chunk.space.as_ref().map_or(0.0, |space| space.width);
        if line.width == 0.0 {
            fill(&mut lines, chunk.runs, width);
        } else if line.width + space + chunk.width() <= width {
            chunk.space.into_iter().chain(chunk.runs).for_each(|run| line.push(run));
        } else {
            line.end_with(chunk.space);
            lines.push(Line::default());
            fill(&mut lines, chunk.runs, width);
        }
    }
    lines
}

/// How wide the text is when it is not broken, and how wide its widest part that cannot be.
pub(super) fn widths(pieces: &[(String, Style)]) -> (f32, f32) {
    let chunks = chunks(pieces);
    let widest = chunks.iter().map(Chunk::width).fold(0.0, f32::max);
    let spaces = chunks.iter().filter_map(|chunk| chunk.space.as_ref());
    let whole = chunks.iter().map(Chunk::width).sum::<f32>() + spaces.map(|space| space.width).sum::<f32>();
    (whole, widest)
}

/// Puts runs on the last line, which is empty, and goes on below where they are wider than a line.
fn fill(lines: &mut Vec<Line>, runs: Vec<Run>, width: f32) {
    for run in runs {
        let mut rest = Some(run);
        while let Some(run) = rest.take() {
            let line = lines.last_mut().expect("there is a line from the start");
            if line.width + run.width <= width {
                line.push(run);
                continue;
            }
            if line.width > 0.0 {
                lines.push(Line::default());
            }
            let line = lines.last_mut().expect("there is a line from the start");
            let (first, more) = run.split(width);
            line.push(first);
            if more.is_some() {
                lines.push(Line::default());
            }
            rest = more;
        }
    }
}

impl Chunk {
    fn width(&self) -> f32 {
        self.runs.iter().map(|run| run.width).sum()
    }
}

fn chunks(pieces: &[(String, Style)]) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut space: Option<Run> = None;
    // Pieces that touch, like a word and its comma in another style, stay together.
    let mut touches = false;
    for (text, style) in pieces {
        for (place, word) in text
            .split(|letter: char| letter.is_whitespace() && letter != '\u{a0}')
            .enumerate()
        {
            if place > 0 {
                space = shape(" ", *style).pop();
                touches = false;
            }
            for part in parts(word) {
                let runs = shape(part, *style);
                match chunks.last_mut() {
                    Some(last) if touches => last.runs.extend(runs),
                    _ => chunks.push(Chunk {
                        space: space.take(),
                        runs,
                    }),
                }
                touches = !may_break_after(part);
            }
        }
    }
    chunks
}

/// A word in the parts between which it may be broken: behind a hyphen or a slash between letters.
fn parts(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let letters: Vec<(usize, char)> = word.char_indices().collect();
    for around in letters.windows(3) {
        let [(_, before), (_, mark), (next, after)] = [around[0], around[1], around[2]];
        if is_break(mark) && before.is_alphanumeric() && after.is_alphabetic() {
            parts.push(&word[start..next]);
            start = next;
        }
    }
    if start < word.len() {
        parts.push(&word[start..]);
    }
    parts
}

fn may_break_after(part: &str) -> bool {
    let mut letters = part.chars().rev();
    letters.next().is_some_and(is_break) && letters.next().is_some_and(char::is_alphanumeric)
}

fn is_break(letter: char) -> bool {
    matches!(letter, '-' | '/' | '\u{2013}' | '\u{2014}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::pdf::letters::{BLACK, Face};

    const PLAIN: Style = Style {
        face: Face::Serif,
        size: 10.0,
        ink: BLACK,
        tabular: false,
    };

    fn texts(text: &str, width: f32) -> Vec<String> {
        let lines = broken(&[(text.to_string(), PLAIN)], width);
        assert!(lines.iter().all(|line| line.width <= width));
        let text = |line: &Line| line.runs.iter().map(|run| run.text.as_str()).collect();
        lines.iter().map(text).collect()
    }

    #[test]
    fn lines_are_broken_at_spaces_and_keep_every_letter() {
        let text = "The dealer shall deal two cards to each player, one at a time, and two to the dealer.";
        let lines = texts(text, 120.0);
        assert!(lines.len() > 2);
        assert_eq!(lines.concat(), text);
        assert!(lines[..lines.len() - 1].iter().all(|line| line.ends_with(' ')));
    }

    #[test]
    fn words_are_broken_behind_hyphens_and_figures_are_not() {
        assert_eq!(texts("double-down", 40.0), ["double-", "down"]);
        assert_eq!(texts("21 -0.5", 20.0), ["21 ", "-0.5"]);
        assert_eq!(texts("pair 10-10", 30.0), ["pair ", "10-10"]);
    }

    #[test]
    fn what_is_wider_than_a_line_is_broken_where_it_ends() {
        let hash = "0123456789abcdef".repeat(8);
        let lines = texts(&hash, 100.0);
        assert_eq!(lines.concat(), hash);
        assert!(lines.len() > 4);
    }

    #[test]
    fn pieces_that_touch_stay_together() {
        let bold = Style {
            face: Face::SerifBold,
            ..PLAIN
        };
        let pieces = [
            ("a ".to_string(), PLAIN),
            ("word".to_string(), bold),
            (", more".to_string(), PLAIN),
        ];
        let lines = broken(&pieces, 31.0);
        let text = |line: &Line| line.runs.iter().map(|run| run.text.clone()).collect::<String>();
        assert_eq!(lines.iter().map(text).collect::<Vec<_>>(), ["a ", "word, ", "more"]);
    }
}
