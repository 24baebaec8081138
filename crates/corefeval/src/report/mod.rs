//! Results become text: one table, laid out in several ways, listed in [`OUTPUTS`].

pub mod corpus;
mod delimited;
pub mod json;
mod latex;
pub mod layers;
pub mod leaderboard;
mod markdown;
mod number;
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
    /// Lays a table out.
    pub render: fn(&Table) -> String,
}

/// Every layout of a table. JSON is not among them: it carries more than a table does.
pub const OUTPUTS: &[&Output] =
    &[&text::TEXT, &delimited::TSV, &delimited::CSV, &markdown::MARKDOWN, &latex::LATEX];

/// The output with that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Output> {
    OUTPUTS.iter().find(|output| output.name == name).copied()
}
