//! Strips of paper: a report is set into strips that are never cut, and these are put on pages one under the other.

use std::rc::Rc;

use super::letters::Gray;
use super::lines::Line;
use super::tags::Leaf;
use crate::picture::Picture;

/// A strip of paper that is never cut.
#[derive(Clone, Debug, Default)]
pub(super) struct Strip {
    /// The space above it, unless it begins a page.
    pub(super) above: f32,
    pub(super) height: f32,
    /// Whether the next one stays with it.
    pub(super) keep: bool,
    /// What is on it, measured from its top left corner.
    pub(super) marks: Vec<Mark>,
    /// What is repeated above it where it begins a page: the head of a table.
    pub(super) head: Option<Rc<Strip>>,
    /// The block that begins here, for links.
    pub(super) begins: Option<usize>,
}

/// A mark on the paper.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) ink: Ink,
    pub(super) role: Role,
}

/// What is put on the paper.
#[derive(Clone, Debug)]
pub(super) enum Ink {
    /// A line of text, on its baseline.
    Text(Line),
    /// A filled box.
    Bar { width: f32, height: f32, gray: Gray },
    /// A picture, so many times its size.
    Picture { picture: Rc<Picture>, scale: f32 },
    /// A link to a block, over a box.
    Link {
        width: f32,
        height: f32,
        to: usize,
        says: String,
    },
}

/// What a mark is to somebody who reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Part of what the report says.
    Says(Leaf),
    /// Lines and fills, and heads of tables that are repeated.
    Decoration,
    /// What stands above every page.
    Header,
    /// What stands under every page.
    Footer,
}

/// A place for strips: a page, or a column of one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Region {
    pub(super) page: usize,
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) height: f32,
}

/// The strips where they have come to lie.
#[derive(Debug, Default)]
pub(super) struct Laid {
    /// The marks of each page, measured from its top left corner.
    pub(super) pages: Vec<Vec<Mark>>,
    /// Where each block begins: its number, the page, and how far down.
    pub(super) begins: Vec<(usize, usize, f32)>,
    /// How many regions it took.
    pub(super) regions: usize,
}

/// Puts strips into regions, one after the other. Strips that stay together begin a new region where they do not fit into
/// the rest of one, unless no region is high enough for them.
pub(super) fn lay(strips: &[Strip], region: &dyn Fn(usize) -> Region) -> Laid {
    let mut laid = Laid::default();
    let mut here = region(0);
    let mut y = 0.0;
    let mut place = 0;
    laid.regions = 1;
    while place < strips.len() {
        let together = together(&strips[place..], here.height);
        let group = &strips[place..place + together];
        if y > 0.0 && y + height(group, false) > here.height + 0.01 {
            here = region(laid.regions);
            laid.regions += 1;
            y = 0.0;
        }
        for strip in group {
            if y > 0.0 {
                y += strip.above;
            } else if let Some(head) = &strip.head {
                laid.put(head, here, y, true);
                y += head.height;
            }
            laid.put(strip, here, y, false);
            y += strip.height;
        }
        place += together;
    }
    laid
}

/// How high strips are, one under the other.
pub(super) fn height(strips: &[Strip], first: bool) -> f32 {
    let above: f32 = strips.iter().skip(usize::from(first)).map(|strip| strip.above).sum();
    above + strips.iter().map(|strip| strip.height).sum::<f32>()
}

/// How many strips from the first stay together: one, if all of them would be higher than a region.
fn together(strips: &[Strip], room: f32) -> usize {
    let last = strips.iter().position(|strip| !strip.keep);
    let count = last.map_or(strips.len(), |last| last + 1);
    let head = strips[0].head.as_ref().map_or(0.0, |head| head.height);
    if head + height(&strips[..count], true) <= room {
        count
    } else {
        1
    }
}

impl Laid {
    fn put(&mut self, strip: &Strip, region: Region, y: f32, again: bool) {
        while self.pages.len() <= region.page {
            self.pages.push(Vec::new());
        }
        if let Some(block) = strip.begins {
            self.begins.push((block, region.page, region.y + y));
        }
        let marks = strip.marks.iter().map(|mark| Mark {
            x: region.x + mark.x,
            y: region.y + y + mark.y,
            ink: mark.ink.clone(),
            role: if again { Role::Decoration } else { mark.role },
        });
        self.pages[region.page].extend(marks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(number: usize) -> Region {
        Region {
            page: number,
            x: 0.0,
            y: 10.0,
            height: 100.0,
        }
    }

    fn strip(block: usize, height: f32, keep: bool) -> Strip {
        Strip {
            above: 5.0,
            height,
            keep,
            begins: Some(block),
            ..Strip::default()
        }
    }

    fn begins(strips: &[Strip]) -> Vec<(usize, usize, f32)> {
        lay(strips, &page).begins
    }

    #[test]
    fn strips_fill_a_page_and_go_on_at_the_top_of_the_next() {
        let strips = [strip(0, 40.0, false), strip(1, 55.0, false), strip(2, 1.0, false)];
        assert_eq!(begins(&strips), [(0, 0, 10.0), (1, 0, 55.0), (2, 1, 10.0)]);
    }

    #[test]
    fn a_heading_goes_with_what_it_is_above() {
        let strips = [strip(0, 70.0, false), strip(1, 10.0, true), strip(2, 20.0, false)];
        assert_eq!(begins(&strips), [(0, 0, 10.0), (1, 1, 10.0), (2, 1, 25.0)]);
    }

    #[test]
    fn what_is_kept_together_and_fits_nowhere_is_cut() {
        let strips = [strip(0, 60.0, true), strip(1, 60.0, true), strip(2, 60.0, false)];
        assert_eq!(begins(&strips), [(0, 0, 10.0), (1, 1, 10.0), (2, 2, 10.0)]);
    }

    #[test]
    fn the_head_of_a_table_is_repeated_on_each_page() {
        let mark = Mark {
            x: 0.0,
            y: 0.0,
            ink: Ink::Bar {
                width: 1.0,
                height: 1.0,
                gray: Gray(0),
            },
            role: Role::Header,
        };
        let head = Strip {
            height: 10.0,
            marks: vec![mark],
            ..Strip::default()
        };
        let row = Strip {
            height: 40.0,
            head: Some(Rc::new(head.clone())),
            ..Strip::default()
        };
        let laid = lay(&[head, row.clone(), row.clone(), row], &page);
        let roles: Vec<Vec<Role>> = laid
            .pages
            .iter()
            .map(|marks| marks.iter().map(|mark| mark.role).collect())
            .collect();
        assert_eq!(roles, [[Role::Header], [Role::Decoration]]);
    }
}
