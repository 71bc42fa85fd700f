//! What each mark on the paper is, as a tree in reading order: what a screen reader reads.

use krilla::tagging::{Identifier, TagGroup, TagKind, TagTree};

/// A group of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group(usize);

/// A mark on the paper that belongs to a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf(usize);

/// The tree while it grows.
pub(super) struct Tags {
    groups: Vec<(Option<TagKind>, Vec<Child>)>,
    leaves: usize,
}

enum Child {
    Group(Group),
    Leaf(Leaf),
}

/// The whole document.
pub(super) const ROOT: Group = Group(0);

impl Tags {
    /// A tree of the document alone.
    pub(super) fn new() -> Tags {
        Tags {
            groups: vec![(None, Vec::new())],
            leaves: 0,
        }
    }

    /// Adds a group as the last one inside another.
    pub(super) fn group(&mut self, inside: Group, kind: impl Into<TagKind>) -> Group {
        let group = Group(self.groups.len());
        self.groups.push((Some(kind.into()), Vec::new()));
        self.groups[inside.0].1.push(Child::Group(group));
        group
    }

    /// Adds a mark as the last one of a group.
    pub(super) fn leaf(&mut self, inside: Group) -> Leaf {
        let leaf = Leaf(self.leaves);
        self.leaves += 1;
        self.groups[inside.0].1.push(Child::Leaf(leaf));
        leaf
    }

    /// How many marks there are.
    pub(super) fn leaves(&self) -> usize {
        self.leaves
    }

    /// The tree as it is written, with what each mark is in the file.
    pub(super) fn tree(&self, written: &Written, language: &str) -> TagTree {
        let mut tree = TagTree::new().with_lang(Some(language.to_string()));
        for child in &self.groups[ROOT.0].1 {
            match child {
                Child::Group(group) => tree.push(self.written_group(*group, written)),
                Child::Leaf(leaf) => written.of(*leaf).into_iter().for_each(|mark| tree.push(mark)),
            }
        }
        tree
    }

    fn written_group(&self, group: Group, written: &Written) -> TagGroup {
        let (kind, children) = &self.groups[group.0];
        let mut tag = TagGroup::new(kind.clone().expect("only the root has no kind"));
        for child in children {
            match child {
                Child::Group(group) => tag.push(self.written_group(*group, written)),
                Child::Leaf(leaf) => written.of(*leaf).into_iter().for_each(|mark| tag.push(mark)),
            }
        }
        tag
    }
}

/// What each mark became in the file.
pub(super) struct Written(Vec<Option<Identifier>>);

impl Written {
    /// Room for the marks of a tree.
    pub(super) fn new(tags: &Tags) -> Written {
        Written((0..tags.leaves()).map(|_| None).collect())
    }

    /// Notes what a mark became.
    pub(super) fn note(&mut self, leaf: Leaf, identifier: Identifier) {
        self.0[leaf.0] = Some(identifier);
    }

    fn of(&self, leaf: Leaf) -> Option<Identifier> {
        self.0[leaf.0]
    }
}
