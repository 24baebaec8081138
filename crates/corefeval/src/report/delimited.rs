//! Tables for other programs: one row a line, cells parted by tabs or commas.

use super::Output;
use super::table::Table;

/// Cells parted by tabs.
pub(super) const TSV: Output =
    Output { name: "tsv", title: "tab-separated values", render: |table| render(table, '\t') };

/// Cells parted by commas, quoted where needed.
pub(super) const CSV: Output =
    Output { name: "csv", title: "comma-separated values", render: |table| render(table, ',') };

fn render(table: &Table, separator: char) -> String {
    let rows = table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.text.clone()).collect());
    let lines = std::iter::once(full_head(table)).chain(rows);
    let mut out = String::new();
    for cells in lines {
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell, separator)).collect();
        out.push_str(&cells.join(&separator.to_string()));
        out.push('\n');
    }
    for note in &table.notes {
        out.push_str(&format!("# {note}\n"));
    }
    out
}

/// Column heads with the name of their group before them, since there is no second head row here.
fn full_head(table: &Table) -> Vec<String> {
    let spans = table.groups.iter().flat_map(|(name, span)| std::iter::repeat_n(name.as_str(), *span));
    let mut groups = spans.chain(std::iter::repeat(""));
    let full = |head: &String| match groups.next() {
        Some(group) if !group.is_empty() => format!("{group} {head}"),
        _ => head.clone(),
    };
    table.head.iter().map(full).collect()
}

fn quoted(cell: &str, separator: char) -> String {
    match separator {
        '\t' => cell.replace(['\t', '\n'], " "),
        _ if cell.contains([separator, '"', '\n']) => format!("\"{}\"", cell.replace('"', "\"\"")),
        _ => cell.to_owned(),
    }
}
