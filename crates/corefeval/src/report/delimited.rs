//! Tables for other programs: one line for each row, with tabs or commas between cells. Remarks are left out.
//!
//! Spreadsheets execute cells that begin like a formula, so such words get an apostrophe before them; numbers
//! are not changed.

use super::table::Table;
use super::{Output, Readers, shown};

/// Tabs between cells.
pub(super) const TSV: Output = Output {
    name: "tsv",
    title: "tab-separated values",
    endings: &["tsv"],
    readers: Readers::Programs,
    layout: |table, _| render(table, '\t'),
};

/// Commas between cells, which are quoted where needed.
pub(super) const CSV: Output = Output {
    name: "csv",
    title: "comma-separated values",
    endings: &["csv"],
    readers: Readers::Programs,
    layout: |table, _| render(table, ','),
};

fn render(table: &Table, separator: char) -> String {
    let rows = table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.text.clone()).collect());
    let lines = std::iter::once(table.full_head()).chain(rows);
    let mut out = String::new();
    for cells in lines {
        let cells: Vec<String> = cells.iter().map(|cell| quoted(&harmless(cell), separator)).collect();
        out.push_str(&cells.join(&separator.to_string()));
        out.push('\n');
    }
    out
}

/// A cell that no spreadsheet interprets as a formula; tabs and line breaks are escaped.
fn harmless(cell: &str) -> String {
    let is_formula =
        cell.trim_start_matches(' ').starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
            && cell.parse::<f64>().is_err();
    format!("{}{}", if is_formula { "'" } else { "" }, shown(cell))
}

fn quoted(cell: &str, separator: char) -> String {
    if separator == ',' && cell.contains([separator, '"']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::CSV;
    use crate::report::{Alignment, Style, Table};

    #[test]
    fn no_word_is_taken_for_a_formula() {
        let mut table = Table::new(&[("a", Alignment::Left), ("b", Alignment::Left)]);
        table.push(["=HYPERLINK(\"x\",\"y\")", "-1.50"]);
        table.push(["@SUM(1)", "+2"]);
        table.push(["-a", "\t=1"]);
        table.push([" =1", "＝1"]);
        table.notes.push("a remark".to_owned());
        let expected =
            "a,b\n\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\",-1.50\n'@SUM(1),+2\n'-a,'\\t=1\n' =1,'＝1\n";
        assert_eq!(CSV.render(&table, Style::Plain), expected);
    }
}
