//! Results become text: one table, laid out in several ways, listed in [`OUTPUTS`].

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

/// A way of laying a table out.
#[derive(Debug)]
#[non_exhaustive]
pub struct Output {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is good for.
    pub title: &'static str,
    /// How files end that have it.
    pub endings: &'static [&'static str],
    /// Who is to read it.
    pub readers: Readers,
    /// Lays a table out.
    pub layout: fn(&Table, Page) -> String,
}

/// Who is to read a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Readers {
    /// People: what matters most, in few columns.
    People,
    /// Readers of papers: the figures alone, a row for each system.
    Papers,
    /// Programs: everything, in the same columns always.
    Programs,
}

impl Output {
    /// Lays a table out. Whatever names and words are in it, the text holds nothing that a terminal would obey but the
    /// style that is asked for.
    #[must_use]
    pub fn render(&self, table: &Table, page: impl Into<Page>) -> String {
        (self.layout)(table, page.into())
    }

    /// Lays several tables out: one after the other for people, as one for programs.
    #[must_use]
    pub fn render_all(&self, tables: &[Table], page: impl Into<Page>) -> String {
        let page = page.into();
        match self.readers {
            Readers::Programs => self.render(&long::table(tables), page),
            _ => tables.iter().map(|table| self.render(table, page)).collect::<Vec<_>>().join("\n"),
        }
    }
}

/// Every layout of a table. JSON is not among them: it carries more than a table does.
pub const OUTPUTS: &[&Output] =
    &[&text::TEXT, &delimited::TSV, &delimited::CSV, &markdown::MARKDOWN, &latex::LATEX];

/// The output with that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Output> {
    OUTPUTS.iter().find(|output| output.name == name).copied()
}
