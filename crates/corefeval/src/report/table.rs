//! The table from which every layout is made.

use std::ops::Range;

/// A table with a head, rows, and lines of text around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The title of the table; empty if it needs none.
    pub title: String,
    /// Heads over groups of columns, each with the number of columns it spans; empty if there are none.
    pub groups: Vec<(String, usize)>,
    /// The head of each column.
    pub head: Vec<String>,
    /// How each column is aligned.
    pub alignments: Vec<Alignment>,
    /// The rows.
    pub rows: Vec<Row>,
    /// Lines below the table: remarks for people. Information for programs is in the rows.
    pub notes: Vec<String>,
    /// Figures of the remarks, for programs, each with a name for its row and its column.
    pub facts: Vec<[String; 3]>,
    /// The signature under which the figures were computed; empty if there is none.
    pub signature: String,
}

/// How a column is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its cells, as many as the table has columns.
    pub cells: Vec<Cell>,
    /// Whether a line is drawn above it.
    pub ruled: bool,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its text.
    pub text: String,
    /// Its highlighting.
    pub mark: Mark,
}

impl Cell {
    /// A cell without highlighting.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), mark: Mark::None }
    }
}

/// How a cell is highlighted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Not highlighted.
    #[default]
    None,
    /// The best of its column.
    Best,
    /// Less important than its neighbours.
    Faint,
}

impl Table {
    /// A table with these columns and no rows.
    #[must_use]
    pub fn new(columns: &[(&str, Alignment)]) -> Self {
        let head = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        let alignments = columns.iter().map(|(_, alignment)| *alignment).collect();
        Self { head, alignments, ..Self::default() }
    }

    /// Sets the title.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// Some columns of the table, without title, remarks and signature.
    pub(super) fn with_columns(&self, columns: &[usize]) -> Self {
        let spans = self.group_spans();
        let of_group = |column: &usize| spans.iter().position(|(_, span)| span.contains(column));
        let mut groups: Vec<(String, usize)> = Vec::new();
        let known: Vec<Option<usize>> = columns.iter().map(of_group).collect();
        for run in known.chunk_by(|one, other| one == other).filter(|_| !self.groups.is_empty()) {
            let name = run[0].map_or_else(String::new, |group| spans[group].0.to_owned());
            groups.push((name, run.len()));
        }
        let cells = |row: &Row| {
            columns.iter().map(|column| row.cells.get(*column).cloned().unwrap_or_default()).collect()
        };
        Self {
            groups,
            head: columns.iter().map(|column| self.head[*column].clone()).collect(),
            alignments: columns.iter().map(|column| self.alignment(*column)).collect(),
            rows: self.rows.iter().map(|row| Row { cells: cells(row), ruled: row.ruled }).collect(),
            ..Self::default()
        }
    }

    /// The groups, each with the columns it spans, limited to the columns of the table.
    pub(super) fn group_spans(&self) -> Vec<(&str, Range<usize>)> {
        let mut spans = Vec::new();
        let mut start = 0_usize;
        for (name, columns) in &self.groups {
            let end = start.saturating_add(*columns).min(self.head.len());
            spans.push((name.as_str(), start..end));
            start = end;
        }
        spans.retain(|(_, span)| !span.is_empty());
        spans
    }

    /// Adds a row of plain cells.
    pub fn push<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let cells = cells.into_iter().map(|text| Cell { text: text.into(), mark: Mark::None }).collect();
        self.rows.push(Row { cells, ruled: false });
    }

    /// Column heads with the name of their group before them, for layouts without a second head row.
    #[must_use]
    pub fn full_head(&self) -> Vec<String> {
        let spans = self.groups.iter().flat_map(|(name, span)| std::iter::repeat_n(name.as_str(), *span));
        let groups = spans.chain(std::iter::repeat(""));
        let full = |(head, group): (&String, &str)| format!("{group} {head}").trim().to_owned();
        self.head.iter().zip(groups).map(full).collect()
    }

    /// The alignment of a column; left by default.
    #[must_use]
    pub fn alignment(&self, column: usize) -> Alignment {
        self.alignments.get(column).copied().unwrap_or(Alignment::Left)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Alignment, Cell, Mark, Row, Table};
    use crate::report::{OUTPUTS, Page, Style};

    fn any_table() -> impl Strategy<Value = Table> {
        let word = || "[a-c北| ]{0,9}";
        let words = move |most| prop::collection::vec(word(), 0..most);
        let span = prop_oneof![4 => 0..4_usize, 1 => Just(usize::MAX)];
        let alignment = prop_oneof![Just(Alignment::Left), Just(Alignment::Right)];
        (
            words(6),
            prop::collection::vec(words(7), 0..4),
            prop::collection::vec((word(), span), 0..4),
            prop::collection::vec(alignment, 0..6),
        )
            .prop_map(|(head, rows, groups, alignments)| {
                let cell = |text| Cell { text, mark: Mark::Best };
                let row =
                    |cells: Vec<String>| Row { cells: cells.into_iter().map(cell).collect(), ruled: true };
                let rows = rows.into_iter().map(row).collect();
                Table { groups, head, alignments, rows, ..Table::default() }
            })
    }

    proptest! {
        #[test]
        fn tables_that_do_not_fit_together_are_laid_out(table in any_table(), width in prop::option::of(0..40_usize)) {
            for output in OUTPUTS {
                drop(output.render(&table, Page { style: Style::Ansi, width }));
                drop(output.render_all(&[table.clone(), table.clone()], Page { style: Style::Plain, width }));
            }
        }
    }
}
