//! Letters: the faces built into the program, and text shaped into their glyphs.

use std::sync::LazyLock;

use harfrust::{Feature, FontRef, ShapeOptions, ShaperData, Tag, UnicodeBuffer};
use krilla::text::{Font, GlyphId, KrillaGlyph};

/// A face of letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Face {
    Serif,
    SerifBold,
    Sans,
    SansBold,
    Mono,
}

/// How light the ink is: 0 is black, 255 is white.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Gray(pub(super) u8);

pub(super) const BLACK: Gray = Gray(0);
/// The ink of sources, captions and page numbers: 7:1 on white paper.
pub(super) const QUIET: Gray = Gray(85);

/// How letters are set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Style {
    pub(super) face: Face,
    pub(super) size: f32,
    pub(super) ink: Gray,
    /// Whether all digits are equally wide, so that figures line up.
    pub(super) tabular: bool,
}

/// Letters of one style, shaped.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) style: Style,
    pub(super) text: String,
    pub(super) glyphs: Vec<KrillaGlyph>,
    pub(super) width: f32,
}

impl Face {
    /// The font as the PDF embeds it.
    pub(super) fn font(self) -> Font {
        FACES[self as usize].font.clone()
    }

    /// The face that has the characters this one lacks.
    fn fallback(self) -> Face {
        match self {
            Face::SerifBold | Face::SansBold => Face::SansBold,
            Face::Serif | Face::Sans | Face::Mono => Face::Sans,
        }
    }

    fn has(self, character: char) -> bool {
        // Every face has the printable characters of ASCII.
        if character.is_ascii() {
            return !character.is_ascii_control();
        }
        let shaped = self.glyphs(character.encode_utf8(&mut [0; 4]), false);
        shaped.iter().all(|glyph| glyph.glyph_id != GlyphId::new(0))
    }

    fn glyphs(self, text: &str, tabular: bool) -> Vec<KrillaGlyph> {
        let face = &FACES[self as usize];
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let features = [Feature::new(Tag::new(b"tnum"), u32::from(tabular), ..)];
        let shaper = face.data.shaper(&face.tables).build();
        let shaped = shaper.shape(buffer, ShapeOptions::new().features(&features));
        let em = shaper.units_per_em() as f32;
        let infos = shaped.glyph_infos();
        let glyphs = infos.iter().zip(shaped.glyph_positions());
        glyphs
            .map(|(info, position)| {
                let start = info.cluster as usize;
                let later = infos
                    .iter()
                    .map(|info| info.cluster as usize)
                    .filter(|place| *place > start);
                KrillaGlyph::new(
                    GlyphId::new(info.glyph_id),
                    position.x_advance as f32 / em,
                    position.x_offset as f32 / em,
                    position.y_offset as f32 / em,
                    0.0,
                    start..later.min().unwrap_or(text.len()),
                    None,
                )
            })
            .collect()
    }
}

/// Shapes text. Characters that the face lacks are set in another, and those that no face has as a replacement character.
pub(super) fn shape(text: &str, style: Style) -> Vec<Run> {
    let mut parts: Vec<(Face, String)> = Vec::new();
    for character in text.chars() {
        let fallback = style.face.fallback();
        let (face, character) = match character {
            any if style.face.has(any) => (style.face, any),
            any if fallback.has(any) => (fallback, any),
            _ => (fallback, char::REPLACEMENT_CHARACTER),
        };
        match parts.last_mut() {
            Some((last, part)) if *last == face => part.push(character),
            _ => parts.push((face, character.to_string())),
        }
    }
    let runs = parts.into_iter().map(|(face, text)| {
        let glyphs = face.glyphs(&text, style.tabular);
        let width = glyphs.iter().map(|glyph| glyph.x_advance).sum::<f32>() * style.size;
        Run {
            style: Style { face, ..style },
            text,
            glyphs,
            width,
        }
    });
    runs.collect()
}

impl Run {
    /// Puts more letters of the same style behind these.
    pub(super) fn append(&mut self, more: Run) {
        let behind = self.text.len();
        self.text += &more.text;
        self.glyphs.extend(more.glyphs.into_iter().map(|mut glyph| {
            glyph.text_range = glyph.text_range.start + behind..glyph.text_range.end + behind;
            glyph
        }));
        self.width += more.width;
    }

    /// The letters that fit into a width, at least one, and the rest.
    pub(super) fn split(&self, width: f32) -> (Run, Option<Run>) {
        let mut reach = 0.0;
        let fits = self.glyphs.iter().take_while(|glyph| {
            reach += glyph.x_advance * self.style.size;
            reach <= width
        });
        let cut = self.glyphs.get(fits.count().max(1)).map(|glyph| glyph.text_range.start);
        let again = |text: &str| {
            let mut runs = shape(text, self.style).into_iter();
            let first = runs.next();
            runs.fold(first, |whole, more| {
                whole.map(|mut whole| {
                    whole.append(more);
                    whole
                })
            })
        };
        match cut.filter(|cut| *cut > 0 && *cut < self.text.len()) {
            None => (self.clone(), None),
            Some(cut) => (
                again(&self.text[..cut]).unwrap_or_else(|| self.clone()),
                again(&self.text[cut..]),
            ),
        }
    }
}

struct Loaded {
    font: Font,
    tables: FontRef<'static>,
    data: ShaperData,
}

/// The faces, in the order of [`Face`].
static FACES: LazyLock<[Loaded; 5]> = LazyLock::new(|| {
    let files: [&'static [u8]; 5] = [
        include_bytes!("../../../fonts/LibertinusSerif-Regular.otf"),
        include_bytes!("../../../fonts/LibertinusSerif-Bold.otf"),
        dejavu::sans_condensed::regular(),
        dejavu::sans_condensed::bold(),
        dejavu::sans_mono::regular(),
    ];
    files.map(|file| {
        let tables = FontRef::new(file).expect("the fonts built in are read by a test");
        Loaded {
            font: Font::new(file.into(), 0).expect("the fonts built in are read by a test"),
            data: ShaperData::new(&tables),
            tables,
        }
    })
});

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Style = Style {
        face: Face::Serif,
        size: 10.0,
        ink: BLACK,
        tabular: true,
    };

    #[test]
    fn every_face_has_the_characters_of_reports() {
        for face in [Face::Serif, Face::SerifBold, Face::Sans, Face::SansBold, Face::Mono] {
            for character in "Az09¶§·–—×±−≤≥…“”‘’½♥♦♣♠•".chars() {
                assert!(face.has(character), "{face:?} lacks {character}");
            }
        }
    }

    #[test]
    fn what_no_face_has_is_replaced_and_nothing_is_lost() {
        let text: String = shape("a\u{1F0A1}b\tc", PLAIN).into_iter().map(|run| run.text).collect();
        assert_eq!(text, "a\u{1F0A1}b\u{FFFD}c");
        let text: String = shape("a\u{13000}b", PLAIN).into_iter().map(|run| run.text).collect();
        assert_eq!(text, "a\u{FFFD}b");
    }

    #[test]
    fn digits_are_equally_wide_where_figures_line_up() {
        let width = |text: &str| shape(text, PLAIN).iter().map(|run| run.width).sum::<f32>();
        assert_eq!(width("1111"), width("8888"));
    }

    #[test]
    fn kerning_brings_letters_together() {
        let width = |text: &str| shape(text, PLAIN).iter().map(|run| run.width).sum::<f32>();
        assert!(width("AV") < width("A") + width("V"));
    }

    #[test]
    fn a_run_is_split_where_the_width_ends() {
        let run = shape("0000000000", PLAIN).remove(0);
        let (first, rest) = run.split(run.width * 0.45);
        assert_eq!(first.text, "0000");
        assert_eq!(rest.map(|rest| rest.text).as_deref(), Some("000000"));
        assert!(run.split(0.1).0.text == "0", "one letter at least");
    }
}
