//! A picture as a list of shapes: drawn once by a plot, written as SVG for a page or set straight into a PDF. It is drawn
//! in the page's own ink (`currentColor`), so that one picture serves light and dark pages and paper; fills are light and
//! carry dark letters on any background.

use std::fmt::Write;

use crate::render::escaped;

/// The letters of a picture.
const FONT: &str = "DejaVu Sans, Verdana, Segoe UI, sans-serif";

/// A picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What is drawn, the first at the back.
    pub shapes: Vec<Shape>,
}

/// A place in a picture: to the right, and down.
pub type Point = (f64, f64);

/// A shape of a picture.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A filled box with a thin edge.
    Box {
        /// The corner at the top left.
        corner: Point,
        /// Its width and height.
        size: (f64, f64),
        /// Its color, like `#9db7d5`.
        fill: String,
    },
    /// A line from place to place.
    Line {
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
        /// How wide it is.
        width: f64,
        /// How much of what lies behind it covers, up to 1.
        opacity: f64,
    },
    /// A line through many points.
    Path {
        /// The points in order.
        points: Vec<Point>,
        /// How wide it is.
        width: f64,
        /// The lengths of dashes and gaps in turn; none for a whole line.
        dashes: &'static [f64],
    },
    /// An area in the page's ink.
    Area {
        /// The corners in order.
        points: Vec<Point>,
        /// How much of what lies behind it covers, up to 1.
        opacity: f64,
    },
    /// A text.
    Text {
        /// Where it stands, on its baseline.
        at: Point,
        /// How it is written.
        letters: Letters,
        /// What it says.
        text: String,
    },
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

/// The color of letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// That of the page.
    Page,
    /// Dark on any page, for letters on a light fill.
    Dark,
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
    pub ink: Ink,
    /// How far the text is turned around its place, in degrees.
    pub angle: f64,
}

impl Letters {
    /// Letters of the page's ink that begin at their place.
    pub const fn new(size: f64) -> Letters {
        Letters {
            size,
            bold: false,
            anchor: Anchor::Start,
            ink: Ink::Page,
            angle: 0.0,
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

    /// The same turned around its place.
    pub const fn turned(mut self, angle: f64) -> Letters {
        self.angle = angle;
        self
    }

    /// The same in another ink.
    pub const fn ink(mut self, ink: Ink) -> Letters {
        self.ink = ink;
        self
    }
}

impl Picture {
    /// An empty picture.
    pub fn new(width: f64, height: f64) -> Picture {
        Picture {
            width,
            height,
            shapes: Vec::new(),
        }
    }

    /// Adds a filled box with a thin edge.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) {
        self.shapes.push(Shape::Box {
            corner: (x, y),
            size: (width.max(0.0), height.max(0.0)),
            fill: fill.to_string(),
        });
    }

    /// Adds a line.
    pub fn line(&mut self, from: Point, to: Point, width: f64, opacity: f64) {
        self.shapes.push(Shape::Line {
            from,
            to,
            width,
            opacity,
        });
    }

    /// Adds a line through many points.
    pub fn path(&mut self, points: &[Point], width: f64, dashes: &'static [f64]) {
        self.shapes.push(Shape::Path {
            points: points.to_vec(),
            width,
            dashes,
        });
    }

    /// Adds an area, half transparent in the page's ink.
    pub fn area(&mut self, points: &[Point], opacity: f64) {
        self.shapes.push(Shape::Area {
            points: points.to_vec(),
            opacity,
        });
    }

    /// Adds a text.
    pub fn text(&mut self, x: f64, y: f64, letters: Letters, text: &str) {
        self.shapes.push(Shape::Text {
            at: (x, y),
            letters,
            text: text.to_string(),
        });
    }

    /// Puts another picture into this one, its corner at this place.
    pub fn put(&mut self, (right, down): Point, other: Picture) {
        let moved = |(x, y): Point| (x + right, y + down);
        self.shapes.extend(other.shapes.into_iter().map(|shape| match shape {
            Shape::Box { corner, size, fill } => Shape::Box {
                corner: moved(corner),
                size,
                fill,
            },
            Shape::Line {
                from,
                to,
                width,
                opacity,
            } => Shape::Line {
                from: moved(from),
                to: moved(to),
                width,
                opacity,
            },
            Shape::Path { points, width, dashes } => Shape::Path {
                points: points.into_iter().map(moved).collect(),
                width,
                dashes,
            },
            Shape::Area { points, opacity } => Shape::Area {
                points: points.into_iter().map(moved).collect(),
                opacity,
            },
            Shape::Text { at, letters, text } => Shape::Text {
                at: moved(at),
                letters,
                text,
            },
        }));
    }

    /// The picture as SVG.
    pub fn svg(&self) -> String {
        let (width, height) = (short(self.width), short(self.height));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"{FONT}\">\n"
        );
        for shape in &self.shapes {
            let _ = writeln!(svg, "{}", element(shape));
        }
        svg + "</svg>\n"
    }
}

/// A shape as an element of SVG.
fn element(shape: &Shape) -> String {
    match shape {
        Shape::Box { corner, size, fill } => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"currentColor\" stroke-width=\"0.6\"/>",
            short(corner.0),
            short(corner.1),
            short(size.0),
            short(size.1)
        ),
        Shape::Line {
            from,
            to,
            width,
            opacity,
        } => format!(
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"currentColor\" stroke-width=\"{width}\" stroke-opacity=\"{opacity}\"/>",
            short(from.0),
            short(from.1),
            short(to.0),
            short(to.1)
        ),
        Shape::Path { points, width, dashes } => {
            let lengths: Vec<String> = dashes.iter().map(f64::to_string).collect();
            let dashes = match dashes {
                [] => String::new(),
                _ => format!(" stroke-dasharray=\"{}\"", lengths.join(" ")),
            };
            format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"{width}\"{dashes}/>",
                listed(points)
            )
        }
        Shape::Area { points, opacity } => format!(
            "<polygon points=\"{}\" fill=\"currentColor\" fill-opacity=\"{opacity}\"/>",
            listed(points)
        ),
        Shape::Text { at, letters, text } => {
            let anchor = match letters.anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let ink = match letters.ink {
                Ink::Page => "currentColor",
                Ink::Dark => "#111111",
            };
            let weight = if letters.bold { " font-weight=\"bold\"" } else { "" };
            let turned = match short(letters.angle).as_str() {
                "0" => String::new(),
                angle => format!(" transform=\"rotate({angle} {} {})\"", short(at.0), short(at.1)),
            };
            format!(
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{ink}\"{weight}{turned}>{}</text>",
                short(at.0),
                short(at.1),
                short(letters.size),
                escaped(text)
            )
        }
    }
}

/// A scale from figures to places in a picture.
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

/// How many places a mark needs so that it differs from its neighbors.
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

fn listed(points: &[Point]) -> String {
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
