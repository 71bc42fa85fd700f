//! Outlines of the felt and the lines that words follow: cubic Bézier curves.

use std::fmt::Write;

/// A point: from the left, and from the top.
type Point = (f64, f64);

/// A line of cubic curves, one after another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    start: Point,
    bends: &'static [[Point; 3]],
}

impl Curve {
    pub(crate) const fn new(start: Point, bends: &'static [[Point; 3]]) -> Curve {
        Curve { start, bends }
    }

    /// The same as the path of an SVG.
    pub fn path(&self) -> String {
        let mut path = format!("M{} {}", self.start.0, self.start.1);
        for [one, other, end] in self.bends {
            let _ = write!(path, "C{} {} {} {} {} {}", one.0, one.1, other.0, other.1, end.0, end.1);
        }
        path
    }

    /// Points along it, this many for each bend.
    pub fn points(&self, each: u32) -> Vec<Point> {
        let mut points = vec![self.start];
        let mut from = self.start;
        for bend in self.bends {
            points.extend((1..=each).map(|step| at(from, bend, f64::from(step) / f64::from(each))));
            from = bend[2];
        }
        points
    }
}

/// A point of a cubic curve, for a share of the way.
fn at(start: Point, [one, other, end]: &[Point; 3], share: f64) -> Point {
    let left = 1.0 - share;
    let weights = [
        left.powi(3),
        3.0 * left.powi(2) * share,
        3.0 * left * share.powi(2),
        share.powi(3),
    ];
    let points = [start, *one, *other, *end];
    let sum = |pick: fn(&Point) -> f64| {
        weights
            .iter()
            .zip(&points)
            .map(|(weight, point)| weight * pick(point))
            .sum()
    };
    (sum(|point| point.0), sum(|point| point.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_ends_where_it_says() {
        let curve = Curve::new((0.0, 0.0), &[[(0.0, 10.0), (10.0, 10.0), (10.0, 0.0)]]);
        assert_eq!(curve.path(), "M0 0C0 10 10 10 10 0");
        assert_eq!(curve.points(2), [(0.0, 0.0), (5.0, 7.5), (10.0, 0.0)]);
    }
}
