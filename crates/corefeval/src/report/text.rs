//! A table to look at: aligned columns, with the best of a column in bold.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::table::{Alignment, Mark, Table};
use super::{Output, Readers, Style, shown};

/// Aligned columns for a terminal.
pub(super) const TEXT: Output = Output {
    name: "text",
    title: "aligned columns to look at",
    readers: Readers::People,
    heading: |title| format!("{}\n\n", shown(title)),
    layout: render,
};

const BOLD: &str = "\u{1b}[1m";
const FAINT: &str = "\u{1b}[2m";
const PLAIN: &str = "\u{1b}[0m";
const GAP: &str = "  ";

fn render(table: &Table, style: Style) -> String {
    let widths = widths(table);
    let mut out = String::new();
    if !table.groups.is_empty() {
        push_line(&mut out, &groups(table, &widths));
    }
    let head: Vec<String> =
        (0..widths.len()).map(|column| padded(table, column, &table.head[column], &widths)).collect();
    push_line(&mut out, &head.join(GAP));
    push_line(&mut out, &rule(&widths));
    for row in &table.rows {
        if row.ruled {
            push_line(&mut out, &rule(&widths));
        }
        let cells = row.cells.iter().enumerate();
        let cells: Vec<String> = cells
            .map(|(column, cell)| styled(cell.mark, padded(table, column, &cell.text, &widths), style))
            .collect();
        push_line(&mut out, &cells.join(GAP));
    }
    for note in &table.notes {
        let _ = write!(out, "\n{}", shown(note));
    }
    if !table.notes.is_empty() {
        out.push('\n');
    }
    out
}

fn push_line(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}

/// How many columns of a terminal each column of the table takes.
fn widths(table: &Table) -> Vec<usize> {
    let mut widths: Vec<usize> = table.head.iter().map(|head| shown(head).width()).collect();
    for row in &table.rows {
        for (width, cell) in widths.iter_mut().zip(&row.cells) {
            *width = (*width).max(shown(&cell.text).width());
        }
    }
    widths
}

fn groups(table: &Table, widths: &[usize]) -> String {
    let mut column = 0;
    let mut line = Vec::new();
    for (name, span) in &table.groups {
        let last = (column + span).min(widths.len());
        let width =
            widths[column..last].iter().sum::<usize>() + GAP.len() * (last - column).saturating_sub(1);
        let name = shown(name);
        let space = width.saturating_sub(name.width());
        line.push(format!("{}{name}{}", " ".repeat(space / 2), " ".repeat(space - space / 2)));
        column = last;
    }
    line.join(GAP)
}

fn rule(widths: &[usize]) -> String {
    let lines: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
    lines.join(GAP)
}

/// A cell's text with blanks on one side: formatting would count letters, of which some take two columns and some none.
fn padded(table: &Table, column: usize, text: &str, widths: &[usize]) -> String {
    let text = shown(text);
    let width = widths.get(column).copied().unwrap_or(0);
    let space = " ".repeat(width.saturating_sub(text.width()));
    match table.alignment(column) {
        Alignment::Left => format!("{text}{space}"),
        Alignment::Right => format!("{space}{text}"),
    }
}

fn styled(mark: Mark, text: String, style: Style) -> String {
    match (mark, style) {
        _ if text.trim().is_empty() => text,
        (Mark::None, _) | (_, Style::Plain) => text,
        (Mark::Best, Style::Ansi) => format!("{BOLD}{text}{PLAIN}"),
        (Mark::Faint, Style::Ansi) => format!("{FAINT}{text}{PLAIN}"),
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use crate::report::{Alignment, Mark, Style, Table, by_name};

    fn table() -> Table {
        let mut table = Table::new(&[("System", Alignment::Left), ("F1", Alignment::Right)]);
        for name in ["plain", "北京", "👩‍🔬 lab", "e\u{301}te\u{301}"] {
            table.push([name, "1.00"]);
        }
        table
    }

    #[test]
    fn columns_are_aligned_whatever_letters_are_wide() {
        let text = by_name("text").unwrap().render(&table(), Style::Plain);
        let widths: Vec<usize> = text.lines().map(UnicodeWidthStr::width).collect();
        assert!(widths.iter().all(|width| *width == widths[0]), "{text}");
    }

    #[test]
    fn text_is_plain_unless_it_is_to_be_styled() {
        let mut table = table();
        table.rows[0].cells[1].mark = Mark::Best;
        let text = by_name("text").unwrap();
        assert!(!text.render(&table, Style::Plain).contains('\u{1b}'));
        assert!(text.render(&table, Style::Ansi).contains("\u{1b}[1m1.00\u{1b}[0m"));
    }

    #[test]
    fn no_layout_sends_what_a_terminal_would_obey() {
        let evil = "a\u{1b}]0;x\u{7}\u{8}\u{9b}2J\u{202e}b\nc\td";
        let mut table = Table::new(&[(evil, Alignment::Left)]);
        table.groups.push((evil.to_owned(), 1));
        table.push([evil]);
        table.notes.push(evil.to_owned());
        for output in crate::report::OUTPUTS {
            let text = (output.heading)(evil) + &output.render(&table, Style::Plain);
            assert!(!text.contains(['\u{1b}', '\u{7}', '\u{8}', '\u{9b}', '\u{202e}']), "{text:?}");
            assert!(text.contains("u\\{202e\\}") || text.contains("u{202e}"), "{text}");
            assert!(!text.contains("b\nc"), "{text}");
        }
    }
}
