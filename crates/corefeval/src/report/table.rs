//! The one table that every layout fills in.

/// A table with a head, rows, and lines of text around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Words over groups of columns, each with how many columns it spans; empty when there are none.
    pub groups: Vec<(String, usize)>,
    /// The head of each column.
    pub head: Vec<String>,
    /// How each column is aligned.
    pub alignments: Vec<Alignment>,
    /// The rows.
    pub rows: Vec<Row>,
    /// Lines below the table: signatures and remarks.
    pub notes: Vec<String>,
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
    /// What it says.
    pub text: String,
    /// How it stands out.
    pub mark: Mark,
}

impl Cell {
    /// A cell that does not stand out.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), mark: Mark::None }
    }
}

/// How a cell stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// It does not.
    #[default]
    None,
    /// The best of its column.
    Best,
    /// Less important than its neighbours.
    Faint,
}

impl Table {
    /// A table with such columns and no rows.
    #[must_use]
    pub fn new(columns: &[(&str, Alignment)]) -> Self {
        let head = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        let alignments = columns.iter().map(|(_, alignment)| *alignment).collect();
        Self { head, alignments, ..Self::default() }
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

    /// How each column is aligned; words where nothing was said.
    #[must_use]
    pub fn alignment(&self, column: usize) -> Alignment {
        self.alignments.get(column).copied().unwrap_or(Alignment::Left)
    }
}
