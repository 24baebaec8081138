//! Results become text: one table, laid out in several ways, listed in [`OUTPUTS`].

pub mod corpus;
mod delimited;
pub mod json;
mod latex;
pub mod layers;
pub mod leaderboard;
mod markdown;
mod number;
pub mod records;
pub mod rules;
pub mod scores;
pub mod sheet;
mod shown;
mod table;
mod text;

pub use number::{Digits, Rounding, UNDEFINED, f_name, gain, percent};
pub use scores::{By, Layout, Results, System};
pub use shown::{escaped_json, shown};
pub use table::{Alignment, Cell, Mark, Row, Table};

/// A way of laying a table out.
#[derive(Debug)]
pub struct Output {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is good for.
    pub title: &'static str,
    /// Who is to read it.
    pub readers: Readers,
    /// What is written above a table that has a title.
    pub heading: fn(title: &str) -> String,
    /// Lays a table out.
    pub layout: fn(&Table, Style) -> String,
}

/// Who is to read a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// People: what matters most, in few columns.
    People,
    /// Programs: everything, in the same columns always.
    Programs,
}

/// Whether text is styled for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text and nothing else.
    Plain,
    /// With ANSI escape sequences for bold and faint text, in layouts that are looked at in a terminal.
    Ansi,
}

impl Output {
    /// Lays a table out. Whatever names and words are in it, the text holds nothing that a terminal would obey but the
    /// style that is asked for.
    #[must_use]
    pub fn render(&self, table: &Table, style: Style) -> String {
        (self.layout)(table, style)
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
