//! A report before it is laid out: headings, paragraphs, tables, figures and notes. It is built once for each kind of
//! report; Markdown, HTML and PDF only lay it out.

use jiff::civil::Date;

use crate::picture::Picture;

/// A report.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// The title of the page.
    pub title: String,
    /// What stands under it: the game, the kind of report.
    pub subtitle: String,
    /// How it is laid out on paper.
    pub paper: Paper,
    /// The day it was made.
    pub date: Date,
    /// What it says, in order.
    pub blocks: Vec<Block>,
}

/// How a report is laid out on paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// As many pages as it takes, with a table of contents.
    Pages,
    /// One page in large letters.
    Card,
}

/// A part of a report.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// A heading, from level 1.
    Heading(u8, String),
    /// A paragraph.
    Paragraph(Text),
    /// A list with a dot before each item.
    List(Vec<Text>),
    /// A list numbered from this number.
    Numbered(usize, Vec<Text>),
    /// Terms, each with what is said of it.
    Terms(Vec<(String, Text)>),
    /// A table.
    Table(Table),
    /// A figure.
    Figure(Figure),
    /// A remark that a reader should not miss.
    Note(Text),
}

/// A text with a few kinds of letters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text(pub Vec<Span>);

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Span {
    /// Plain letters.
    Plain(String),
    /// Strong letters.
    Strong(String),
    /// Where a statement comes from.
    Source(String),
    /// A field, a file, a hash.
    Code(String),
}

/// A table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<String>>,
    /// A last row that sums up.
    pub total: Option<Vec<String>>,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its head.
    pub head: String,
    /// What it holds.
    pub holds: Holds,
}

/// What a column holds, which decides how it is lined up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// A few words.
    Words,
    /// Sentences, which take what room there is.
    Sentences,
    /// Short remarks that may be broken into lines, like the place a rule comes from.
    Remarks,
    /// Figures, lined up on the right.
    Figures,
}

/// A picture with what is said of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// The picture.
    pub picture: Picture,
    /// What it shows, for those who do not see it.
    pub alt: String,
    /// What stands under it.
    pub caption: String,
}

impl Document {
    /// An empty report.
    pub fn new(title: impl Into<String>, subtitle: impl Into<String>, paper: Paper, date: Date) -> Document {
        Document {
            title: title.into(),
            subtitle: subtitle.into(),
            paper,
            date,
            blocks: Vec::new(),
        }
    }

    /// Adds a heading.
    pub fn heading(&mut self, level: u8, text: impl Into<String>) {
        self.blocks.push(Block::Heading(level, text.into()));
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: impl Into<Text>) {
        self.blocks.push(Block::Paragraph(text.into()));
    }

    /// Adds a remark.
    pub fn note(&mut self, text: impl Into<Text>) {
        self.blocks.push(Block::Note(text.into()));
    }

    /// Adds a list, unless it is empty.
    pub fn list<T: Into<Text>>(&mut self, items: impl IntoIterator<Item = T>) {
        let items: Vec<Text> = items.into_iter().map(Into::into).collect();
        if !items.is_empty() {
            self.blocks.push(Block::List(items));
        }
    }

    /// Adds a table without the columns that hold nothing, unless it has no rows.
    pub fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.blocks.push(Block::Table(table.without_empty_columns()));
        }
    }

    /// Adds a figure.
    pub fn figure(&mut self, figure: Figure) {
        self.blocks.push(Block::Figure(figure));
    }

    /// Adds what another report says, its headings one level deeper.
    pub fn append(&mut self, other: Document) {
        self.blocks.extend(other.blocks.into_iter().map(|block| match block {
            Block::Heading(level, text) => Block::Heading(level + 1, text),
            other => other,
        }));
    }

    /// All words of the report in reading order, for tests and searches.
    pub fn words(&self) -> String {
        let mut words = format!("{}\n{}\n", self.title, self.subtitle);
        for block in &self.blocks {
            match block {
                Block::Heading(_, text) => words += text,
                Block::Paragraph(text) | Block::Note(text) => words += &text.words(),
                Block::List(items) | Block::Numbered(_, items) => {
                    let items: Vec<String> = items.iter().map(Text::words).collect();
                    words += &items.join("\n");
                }
                Block::Terms(terms) => {
                    for (term, text) in terms {
                        words += &format!("{term}: {}\n", text.words());
                    }
                }
                Block::Table(table) => {
                    let rows = table.rows.iter().chain(&table.total);
                    let lines: Vec<String> = rows.map(|row| row.join(" | ")).collect();
                    words += &format!("{}\n{}", table.caption, lines.join("\n"));
                }
                Block::Figure(figure) => words += &format!("{}\n{}", figure.alt, figure.caption),
            }
            words.push('\n');
        }
        words
    }
}

impl Text {
    /// The same text with more plain letters.
    pub fn plain(mut self, text: impl Into<String>) -> Text {
        self.0.push(Span::Plain(text.into()));
        self
    }

    /// The same text with more strong letters.
    pub fn strong(mut self, text: impl Into<String>) -> Text {
        self.0.push(Span::Strong(text.into()));
        self
    }

    /// The same text with the place it comes from, if there is one.
    pub fn source(mut self, source: Option<String>) -> Text {
        self.0.extend(source.map(Span::Source));
        self
    }

    /// The same text with a field or a hash.
    pub fn code(mut self, text: impl Into<String>) -> Text {
        self.0.push(Span::Code(text.into()));
        self
    }

    /// The words alone.
    pub fn words(&self) -> String {
        let pieces = self.0.iter().map(|span| match span {
            Span::Plain(text) | Span::Strong(text) | Span::Code(text) => text.clone(),
            Span::Source(text) => format!(" ({text})"),
        });
        pieces.collect()
    }
}

impl From<&str> for Text {
    /// Plain letters; what stands between backticks is a field or a command.
    fn from(text: &str) -> Text {
        let pieces: Vec<&str> = text.split('`').collect();
        if pieces.len().is_multiple_of(2) {
            return Text::default().plain(text);
        }
        let spans = pieces.into_iter().enumerate().map(|(place, piece)| match place % 2 {
            0 => Span::Plain(piece.to_string()),
            _ => Span::Code(piece.to_string()),
        });
        let is_said = |span: &Span| !matches!(span, Span::Plain(text) if text.is_empty());
        match text.is_empty() {
            true => Text::default().plain(text),
            false => Text(spans.filter(is_said).collect()),
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        text.as_str().into()
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Text {
        text.as_str().into()
    }
}

impl Table {
    /// An empty table.
    pub fn new<S: Into<String>>(caption: impl Into<String>, columns: impl IntoIterator<Item = (S, Holds)>) -> Table {
        let columns = columns.into_iter().map(|(head, holds)| Column {
            head: head.into(),
            holds,
        });
        Table {
            caption: caption.into(),
            columns: columns.collect(),
            rows: Vec::new(),
            total: None,
        }
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let row: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(
            row.len(),
            self.columns.len(),
            "a row of “{}” has a cell for every column",
            self.caption
        );
        self.rows.push(row);
    }

    /// Sets the row that sums up.
    pub fn sum<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.total = Some(cells.into_iter().map(Into::into).collect());
    }

    fn without_empty_columns(mut self) -> Table {
        let held: Vec<bool> = (0..self.columns.len())
            .map(|column| self.rows.iter().any(|row| !row[column].is_empty()))
            .collect();
        let keep = |row: Vec<String>| -> Vec<String> {
            let kept = row.into_iter().zip(&held).filter(|(_, held)| **held);
            kept.map(|(cell, _)| cell).collect()
        };
        self.rows = self.rows.into_iter().map(keep).collect();
        self.total = self.total.map(keep);
        let columns = self.columns.into_iter().zip(&held).filter(|(_, held)| **held);
        self.columns = columns.map(|(column, _)| column).collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_between_backticks_is_code() {
        let text = Text::from("as `sha256sum` prints it");
        let spans = [
            Span::Plain("as ".to_string()),
            Span::Code("sha256sum".to_string()),
            Span::Plain(" prints it".to_string()),
        ];
        assert_eq!(text.0, spans);
        assert_eq!(Text::from("a ` alone").0, [Span::Plain("a ` alone".to_string())]);
        assert_eq!(Text::from("").0, [Span::Plain(String::new())]);
    }

    #[test]
    fn a_table_leaves_out_what_it_does_not_hold() {
        let mut table = Table::new(
            "Pays",
            [("Hand", Holds::Words), ("From", Holds::Words), ("Pays", Holds::Figures)],
        );
        table.row(["Pair", "", "1 to 1"]);
        table.sum(["All", "", "1"]);
        let mut document = Document::new("Game", "Card", Paper::Card, Date::ZERO);
        document.table(table);
        let Block::Table(table) = &document.blocks[0] else {
            panic!("a table was added");
        };
        assert_eq!(table.columns.len(), 2);
        assert_eq!(table.rows, [["Pair", "1 to 1"]]);
        assert_eq!(table.total.as_deref(), Some(&["All".to_string(), "1".to_string()][..]));
    }
}
