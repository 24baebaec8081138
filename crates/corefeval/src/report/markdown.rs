//! A table for README files and issue threads.

use super::table::{Alignment, Cell, Mark, Table};
use super::{Output, Page, Readers, shown};

/// A Markdown table; the best figure of a column is bold.
pub(super) const MARKDOWN: Output = Output {
    name: "markdown",
    title: "a Markdown table",
    endings: &["md", "markdown"],
    readers: Readers::People,
    layout: render,
};

fn render(table: &Table, _: Page) -> String {
    let mut out = String::new();
    if !table.title.is_empty() {
        out.push_str(&format!("## {}\n\n", escaped(&table.title)));
    }
    let head = table.full_head();
    push_row(&mut out, head.iter().map(|head| escaped(head)));
    push_row(&mut out, (0..table.head.len()).map(|column| dashes(table.alignment(column)).to_owned()));
    for row in &table.rows {
        push_row(&mut out, row.cells.iter().map(marked));
    }
    for note in &table.notes {
        out.push_str(&format!("\n{}\n", escaped(note)));
    }
    if !table.signature.is_empty() {
        out.push_str(&format!("\n{}\n", code(&table.signature)));
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
    if cell.mark == Mark::Best && !text.is_empty() { format!("**{text}**") } else { text }
}

/// Text escaped for Markdown and HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in shown(text).chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' => out.extend(['\\', letter]),
            letter => out.push(letter),
        }
    }
    out
}

/// Text as code, between more backticks than it has in a row.
fn code(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{}{space}{fence}", shown(text))
}

#[cfg(test)]
mod tests {
    use super::MARKDOWN;
    use crate::report::{Alignment, Style, Table};

    #[test]
    fn nothing_in_a_cell_is_taken_for_markdown_or_html() {
        let mut table = Table::new(&[("System", Alignment::Left)]);
        table.push(["<img src=x onerror=alert(1)>|`a`*b*"]);
        table.notes.push("<b>".to_owned());
        table.signature = "with:`x`".to_owned();
        let expected = "| System |\n| --- |\n| &lt;img src=x onerror=alert(1)&gt;\\|\\`a\\`\\*b\\* |\n\n&lt;b&gt;\n\n`` with:`x` ``\n";
        assert_eq!(MARKDOWN.render(&table, Style::Plain), expected);
    }
}
