//! Marks on pages written as a tagged PDF.

use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::{luma, rgb};
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::metadata::{DateTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::{Page, PageSettings};
use krilla::paint::{Fill, LineCap, Paint, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag};
use krilla::{Document as Pdf, SerializeSettings};

use super::letters::{BLACK, Face, Gray, Style};
use super::lines::Line;
use super::strip::{Ink, Laid, Mark, Role};
use super::tags::{Tags, Written};
use super::{LANGUAGE, LETTER};
use crate::document::{Block, Document};
use crate::picture::{Anchor, Picture, Shape};

/// The pages as a file that meets PDF/UA-1, for everybody's eyes and ears, and PDF/A-2a, for the archive.
pub(super) fn written(document: &Document, laid: &Laid, tags: &Tags) -> Result<Vec<u8>, String> {
    let configuration = ConfigurationBuilder::new()
        .with_accessibility_validator(Accessibility::UA1)
        .with_archival_validator(Archival::A2_A)
        .finish()
        .map_err(|fault| format!("{fault:?}"))?;
    let mut pdf = Pdf::new_with(SerializeSettings {
        configuration,
        ..SerializeSettings::default()
    });
    let mut written = Written::new(tags);
    let settings = PageSettings::from_wh(LETTER.0, LETTER.1).ok_or("the paper has no size")?;
    for marks in &laid.pages {
        let mut page = pdf.start_page_with(settings.clone());
        let mut surface = page.surface();
        for mark in marks {
            draw(&mut surface, mark, &mut written);
        }
        surface.finish();
        for mark in marks {
            link(&mut page, mark, laid, &mut written);
        }
        page.finish();
    }
    pdf.set_outline(outline(document, laid));
    let day = DateTime::new(document.date.year().unsigned_abs())
        .month(document.date.month().unsigned_abs())
        .day(document.date.day().unsigned_abs());
    pdf.set_metadata(
        Metadata::new()
            .creation_date(day)
            .title(format!("{}: {}", document.title, document.subtitle))
            .language(LANGUAGE.to_string())
            .creator("Croupier".to_string())
            .authors(vec!["Croupier".to_string()]),
    );
    pdf.set_tag_tree(tags.tree(&written, LANGUAGE));
    pdf.finish().map_err(|fault| format!("{fault:?}"))
}

/// The bookmarks: all headings, each under the one above it.
fn outline(document: &Document, laid: &Laid) -> Outline {
    let title = OutlineNode::new(document.title.clone(), XyzDestination::new(0, Point::from_xy(0.0, 0.0)));
    // The headings that are still open, the title first.
    let mut open = vec![(0, title)];
    let close = |open: &mut Vec<(u8, OutlineNode)>| {
        let (_, node) = open.pop().expect("the title is open");
        open.last_mut().expect("the title is open").1.push_child(node);
    };
    for (number, block) in document.blocks.iter().enumerate() {
        let Block::Heading(level, text) = block else { continue };
        let Some(place) = place(laid, number) else { continue };
        while open.last().is_some_and(|(above, _)| above >= level) {
            close(&mut open);
        }
        open.push((*level, OutlineNode::new(text.clone(), place)));
    }
    while open.len() > 1 {
        close(&mut open);
    }
    let mut outline = Outline::new();
    open.into_iter().for_each(|(_, title)| outline.push_child(title));
    outline
}

fn place(laid: &Laid, block: usize) -> Option<XyzDestination> {
    let (_, page, y) = laid.begins.iter().find(|(begins, ..)| *begins == block)?;
    Some(XyzDestination::new(*page, Point::from_xy(0.0, *y)))
}

fn draw(surface: &mut Surface, mark: &Mark, written: &mut Written) {
    if matches!(mark.ink, Ink::Link { .. }) {
        return;
    }
    let artifact = |kind| ContentTag::Artifact(Artifact::with_kind(kind));
    let tag = match (mark.role, &mark.ink) {
        (Role::Says(_), Ink::Text(_)) => ContentTag::Span(SpanTag::empty()),
        (Role::Says(_), _) => ContentTag::Other,
        (Role::Decoration, _) => artifact(ArtifactType::Layout),
        (Role::Header, _) => artifact(ArtifactType::Header),
        (Role::Footer, _) => artifact(ArtifactType::Footer),
    };
    let identifier = surface.start_tagged(tag);
    match &mark.ink {
        Ink::Text(line) => draw_line(surface, mark.x, mark.y, line),
        Ink::Bar { width, height, gray } => {
            fill(surface, paint(*gray), 1.0);
            surface.set_stroke(None);
            let path = rectangle(mark.x, mark.y, *width, *height);
            path.iter().for_each(|path| surface.draw_path(path));
        }
        Ink::Picture { picture, scale } => {
            surface.push_transform(&Transform::from_row(*scale, 0.0, 0.0, *scale, mark.x, mark.y));
            draw_picture(surface, picture);
            surface.pop();
        }
        Ink::Link { .. } => {}
    }
    surface.end_tagged();
    if let Role::Says(leaf) = mark.role {
        written.note(leaf, identifier);
    }
}

fn link(page: &mut Page, mark: &Mark, laid: &Laid, written: &mut Written) {
    let Ink::Link {
        width,
        height,
        to,
        says,
    } = &mark.ink
    else {
        return;
    };
    let (Some(area), Some(place), Role::Says(leaf)) = (
        Rect::from_xywh(mark.x, mark.y, *width, *height),
        place(laid, *to),
        mark.role,
    ) else {
        return;
    };
    let target = Target::Destination(place.into());
    let annotation = Annotation::new_link(LinkAnnotation::new(area, target), Some(says.clone()));
    written.note(leaf, page.add_tagged_annotation(annotation));
}

fn draw_line(surface: &mut Surface, x: f32, y: f32, line: &Line) {
    let mut x = x;
    surface.set_stroke(None);
    for run in &line.runs {
        fill(surface, paint(run.style.ink), 1.0);
        let (start, size) = (Point::from_xy(x, y), run.style.size);
        surface.draw_glyphs(start, &run.glyphs, run.style.face.font(), &run.text, size, false);
        x += run.width;
    }
}

fn draw_picture(surface: &mut Surface, picture: &Picture) {
    for shape in &picture.shapes {
        match shape {
            Shape::Box {
                corner,
                size,
                fill: color,
            } => {
                fill(surface, colored(color), 1.0);
                stroke(surface, 0.6, 1.0, &[]);
                let [x, y, width, height] = [corner.0, corner.1, size.0, size.1].map(|length| length as f32);
                let path = rectangle(x, y, width, height);
                path.iter().for_each(|path| surface.draw_path(path));
            }
            Shape::Line {
                from,
                to,
                width,
                opacity,
            } => {
                surface.set_fill(None);
                stroke(surface, *width, *opacity, &[]);
                draw_path(surface, &[*from, *to], false);
            }
            Shape::Path { points, width, dashes } => {
                surface.set_fill(None);
                stroke(surface, *width, 1.0, dashes);
                draw_path(surface, points, false);
            }
            Shape::Area { points, opacity } => {
                fill(surface, paint(BLACK), *opacity);
                surface.set_stroke(None);
                draw_path(surface, points, true);
            }
            Shape::Text { at, letters, text } => {
                let face = if letters.bold { Face::SansBold } else { Face::Sans };
                let line = Line::of(
                    text,
                    Style {
                        face,
                        size: letters.size as f32,
                        ink: BLACK,
                        tabular: true,
                    },
                );
                let before = match letters.anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => 0.5,
                    Anchor::End => 1.0,
                };
                let (sin, cos) = (letters.angle as f32).to_radians().sin_cos();
                surface.push_transform(&Transform::from_row(cos, sin, -sin, cos, at.0 as f32, at.1 as f32));
                draw_line(surface, -before * line.width, 0.0, &line);
                surface.pop();
            }
        }
    }
}

fn draw_path(surface: &mut Surface, points: &[(f64, f64)], closed: bool) {
    let mut path = PathBuilder::new();
    for (place, (x, y)) in points.iter().enumerate() {
        match place {
            0 => path.move_to(*x as f32, *y as f32),
            _ => path.line_to(*x as f32, *y as f32),
        }
    }
    if closed {
        path.close();
    }
    path.finish().iter().for_each(|path| surface.draw_path(path));
}

fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.push_rect(Rect::from_xywh(x, y, width, height)?);
    path.finish()
}

fn fill(surface: &mut Surface, paint: Paint, opacity: f64) {
    surface.set_fill(Some(Fill {
        paint,
        opacity: share(opacity),
        ..Fill::default()
    }));
}

fn stroke(surface: &mut Surface, width: f64, opacity: f64, dashes: &[f64]) {
    surface.set_stroke(Some(Stroke {
        paint: paint(BLACK),
        width: width as f32,
        opacity: share(opacity),
        line_cap: LineCap::Butt,
        dash: (!dashes.is_empty()).then(|| StrokeDash {
            array: dashes.iter().map(|length| *length as f32).collect(),
            offset: 0.0,
        }),
        ..Stroke::default()
    }));
}

fn share(opacity: f64) -> NormalizedF32 {
    NormalizedF32::new(opacity as f32).unwrap_or(NormalizedF32::ONE)
}

fn paint(gray: Gray) -> Paint {
    luma::Color::new(gray.0).into()
}

/// A color written `#9db7d5`.
fn colored(written: &str) -> Paint {
    let part = |from: usize| {
        let digits = written.get(from..from + 2);
        digits
            .and_then(|digits| u8::from_str_radix(digits, 16).ok())
            .unwrap_or(u8::MAX)
    };
    rgb::Color::new(part(1), part(3), part(5)).into()
}
