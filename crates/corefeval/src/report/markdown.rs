//! A table for README files and issue threads.

use super::Output;
use super::table::{Alignment, Cell, Mark, Table};

/// A Markdown table, the best of a column in bold.
pub(super) const MARKDOWN: Output = Output { name: "markdown", title: "a Markdown table", render };

fn render(table: &Table) -> String {
    let mut out = String::new();
    let spans = table.groups.iter().flat_map(|(name, span)| std::iter::repeat_n(name.as_str(), *span));
    let mut groups = spans.chain(std::iter::repeat(""));
    let head =
        table.head.iter().map(|head| format!("{} {head}", groups.next().unwrap_or("")).trim().to_owned());
    push_row(&mut out, head.map(|head| escaped(&head)));
    push_row(&mut out, (0..table.head.len()).map(|column| dashes(table.alignment(column)).to_owned()));
    for row in &table.rows {
        push_row(&mut out, row.cells.iter().map(marked));
    }
    for note in &table.notes {
        out.push_str(&format!("\n`{note}`\n"));
    }
    out
}

fn push_row(out: &mut String, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.collect();
    out.push_str(&format!("| {} |\n", cells.join(" | ")));
}

fn dashes(alignment: Alignment) -> &'static str {
    match alignment {
        Alignment::Left => "---",
        Alignment::Right => "---:",
    }
}

fn marked(cell: &Cell) -> String {
    let text = escaped(&cell.text);
    if cell.mark == Mark::Best { format!("**{text}**") } else { text }
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
