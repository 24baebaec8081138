//! Converts results to text: one kind of table with several layouts, listed in [`OUTPUTS`].

pub mod analysis;
pub mod contrast;
pub mod corpus;
pub mod data;
mod delimited;
pub mod disagreements;
mod fold;
pub mod json;
mod latex;
pub mod layers;
pub mod leaderboard;
mod long;
mod markdown;
mod number;
mod page;
pub mod probe;
pub mod records;
pub mod rules;
pub mod scores;
pub mod show;
mod shown;
mod sort;
pub mod spans;
mod table;
pub mod task;
pub mod task_page;
pub mod task_records;
mod text;
mod wrap;

pub use number::{Digits, Rounding, UNDEFINED, f_name, gain, percent};
pub use page::{Page, Style};
pub use scores::{By, Layout, Results, System};
pub use shown::{escaped_json, shown};
pub use sort::{Sort, order};
pub use table::{Alignment, Cell, Mark, Row, Table};

/// A layout of tables.
#[derive(Debug)]
#[non_exhaustive]
pub struct Output {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description of its use.
    pub title: &'static str,
    /// The endings of file names that select it.
    pub endings: &'static [&'static str],
    /// Its readers.
    pub readers: Readers,
    /// Converts a table to text.
    pub layout: fn(&Table, Page) -> String,
}

/// The readers of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Readers {
    /// People: the most important figures, in few columns.
    People,
    /// Readers of papers: only the figures, with a row for each system.
    Papers,
    /// Programs: everything, always in the same columns.
    Programs,
}

impl Output {
    /// Converts a table to text. Control characters in names and words are escaped; the text has no terminal
    /// sequences except those of the requested style.
    #[must_use]
    pub fn render(&self, table: &Table, page: impl Into<Page>) -> String {
        (self.layout)(table, page.into())
    }

    /// Converts several tables to text: one after the other for people, as a single table for programs.
    #[must_use]
    pub fn render_all(&self, tables: &[Table], page: impl Into<Page>) -> String {
        let page = page.into();
        match self.readers {
            Readers::Programs => self.render(&long::table(tables), page),
            _ => tables.iter().map(|table| self.render(table, page)).collect::<Vec<_>>().join("\n"),
        }
    }
}

/// Every layout of a table. JSON is not one of them: it contains more than a table.
pub const OUTPUTS: &[&Output] =
    &[&text::TEXT, &delimited::TSV, &delimited::CSV, &markdown::MARKDOWN, &latex::LATEX];

/// The output with that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Output> {
    OUTPUTS.iter().find(|output| output.name == name).copied()
}
