//! Several tables in one result, each with a title.

use super::{Output, Style, Table};

/// A table with a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What the table shows.
    pub title: String,
    /// The table.
    pub table: Table,
}

impl Sheet {
    /// A table with a title.
    #[must_use]
    pub fn new(title: impl Into<String>, table: Table) -> Self {
        Self { title: title.into(), table }
    }
}

/// Lays tables out one after the other, each under its title.
#[must_use]
pub fn render(sheets: &[Sheet], output: &Output, style: Style) -> String {
    let rendered =
        |sheet: &Sheet| format!("{}{}", (output.heading)(&sheet.title), output.render(&sheet.table, style));
    sheets.iter().map(rendered).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::{Alignment, Style, Table, by_name};
    use super::{Sheet, render};

    #[test]
    fn every_table_stands_under_its_title() {
        let mut table = Table::new(&[("a", Alignment::Left)]);
        table.push(["1"]);
        let sheets = [Sheet::new("One", table.clone()), Sheet::new("Two", table)];
        assert_eq!(render(&sheets, by_name("tsv").unwrap(), Style::Plain), "# One\na\n1\n\n# Two\na\n1\n");
    }
}
