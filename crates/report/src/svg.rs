//! A small drawing board for the plots. It draws in the page's own ink (`currentColor`), so that one picture serves light
//! and dark pages and paper; fills are light and carry dark letters on any ground.

use std::fmt::Write;

use crate::render::escaped;

/// The letters of a picture.
const FONT: &str = "DejaVu Sans, Verdana, Segoe UI, sans-serif";
/// The ink of letters that stand on a light fill, whatever the page.
pub const DARK: &str = "#111111";

/// A picture being drawn.
#[derive(Clone, Debug)]
pub struct Board {
    width: f64,
    height: f64,
    body: String,
}

/// Where a text stands beside its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// How a text is written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Letters {
    /// The size.
    pub size: f64,
    /// Whether they are bold.
    pub bold: bool,
    /// Where the text stands.
    pub anchor: Anchor,
    /// The ink.
    pub ink: &'static str,
}

impl Letters {
    /// Letters of the page's ink that begin at their place.
    pub const fn new(size: f64) -> Letters {
        Letters {
            size,
            bold: false,
            anchor: Anchor::Start,
            ink: "currentColor",
        }
    }

    /// The same in bold.
    pub const fn bold(mut self) -> Letters {
        self.bold = true;
        self
    }

    /// The same around their place.
    pub const fn middle(mut self) -> Letters {
        self.anchor = Anchor::Middle;
        self
    }

    /// The same before their place.
    pub const fn end(mut self) -> Letters {
        self.anchor = Anchor::End;
        self
    }

    /// The same in another ink.
    pub const fn ink(mut self, ink: &'static str) -> Letters {
        self.ink = ink;
        self
    }
}

impl Board {
    /// An empty board.
    pub fn new(width: f64, height: f64) -> Board {
        Board {
            width,
            height,
            body: String::new(),
        }
    }

    /// A filled box with a thin edge.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) {
        self.put(format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"currentColor\" stroke-width=\"0.6\"/>",
            short(x),
            short(y),
            short(width.max(0.0)),
            short(height.max(0.0))
        ));
    }

    /// A box without an edge, half transparent in the page's ink.
    pub fn shade(&mut self, x: f64, y: f64, width: f64, height: f64, opacity: f64) {
        self.put(format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"currentColor\" fill-opacity=\"{opacity}\"/>",
            short(x),
            short(y),
            short(width.max(0.0)),
            short(height.max(0.0))
        ));
    }

    /// A line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, opacity: f64) {
        self.put(format!(
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"currentColor\" stroke-width=\"{width}\" stroke-opacity=\"{opacity}\"/>",
            short(from.0),
            short(from.1),
            short(to.0),
            short(to.1)
        ));
    }

    /// A line through many points; `dashes` as SVG writes them, empty for a whole line.
    pub fn path(&mut self, points: &[(f64, f64)], width: f64, dashes: &str) {
        let dashes = match dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        self.put(format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"{width}\"{dashes}/>",
            listed(points)
        ));
    }

    /// An area, half transparent in the page's ink.
    pub fn area(&mut self, points: &[(f64, f64)], opacity: f64) {
        self.put(format!(
            "<polygon points=\"{}\" fill=\"currentColor\" fill-opacity=\"{opacity}\"/>",
            listed(points)
        ));
    }

    /// A dot.
    pub fn dot(&mut self, x: f64, y: f64, radius: f64) {
        self.put(format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"currentColor\"/>",
            short(x),
            short(y)
        ));
    }

    /// A text.
    pub fn text(&mut self, x: f64, y: f64, letters: Letters, text: &str) {
        let anchor = match letters.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if letters.bold { " font-weight=\"bold\"" } else { "" };
        self.put(format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{}\"{weight}>{}</text>",
            short(x),
            short(y),
            short(letters.size),
            letters.ink,
            escaped(text)
        ));
    }

    /// The picture.
    pub fn finish(self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" font-family=\"{FONT}\">\n{}</svg>\n",
            short(self.width),
            short(self.height),
            short(self.width),
            short(self.height),
            self.body
        )
    }

    fn put(&mut self, element: String) {
        let _ = writeln!(self.body, "{element}");
    }
}

/// A scale from figures to places on the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    from: (f64, f64),
    to: (f64, f64),
}

impl Scale {
    /// The scale that puts the figures `from.0..from.1` on the places `to.0..to.1`.
    pub fn new(from: (f64, f64), to: (f64, f64)) -> Scale {
        Scale { from, to }
    }

    /// The place of a figure.
    pub fn at(&self, figure: f64) -> f64 {
        let wide = self.from.1 - self.from.0;
        let share = if wide == 0.0 {
            0.5
        } else {
            (figure - self.from.0) / wide
        };
        self.to.0 + share * (self.to.1 - self.to.0)
    }

    /// Round figures to mark on the scale, about so many.
    pub fn marks(&self, about: usize) -> Vec<f64> {
        let (low, high) = (self.from.0.min(self.from.1), self.from.0.max(self.from.1));
        let rough = (high - low) / about.max(1) as f64;
        if rough <= 0.0 || !rough.is_finite() {
            return vec![low];
        }
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|times| times * power)
            .find(|step| *step >= rough)
            .unwrap_or(10.0 * power);
        let first = (low / step).ceil() as i64;
        let last = (high / step).floor() as i64;
        (first..=last).map(|place| place as f64 * step).collect()
    }
}

/// How many places a mark needs so that it differs from its neighbours.
pub fn places(marks: &[f64]) -> usize {
    let step = match marks {
        [one, other, ..] => (other - one).abs(),
        _ => 1.0,
    };
    (0..9)
        .find(|places| {
            let shown = (step * 10f64.powi(*places)).round() / 10f64.powi(*places);
            (shown - step).abs() < step * 1e-6
        })
        .unwrap_or(0) as usize
}

fn listed(points: &[(f64, f64)]) -> String {
    let points: Vec<String> = points
        .iter()
        .map(|(x, y)| format!("{},{}", short(*x), short(*y)))
        .collect();
    points.join(" ")
}

/// A coordinate to a hundredth, without idle zeros.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_string()
    } else {
        text.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_marked_at_round_figures() {
        let scale = Scale::new((0.0, 0.93), (0.0, 100.0));
        assert_eq!(scale.marks(5), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8]);
        assert_eq!(places(&scale.marks(5)), 1);
        assert_eq!(scale.at(0.465), 50.0);
        assert_eq!(
            Scale::new((-120.0, 80.0), (0.0, 1.0)).marks(4),
            [-100.0, -50.0, 0.0, 50.0]
        );
    }

    #[test]
    fn coordinates_are_short() {
        assert_eq!(short(12.5), "12.5");
        assert_eq!(short(3.0), "3");
        assert_eq!(short(-0.001), "0");
    }
}
