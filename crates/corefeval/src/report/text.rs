//! A table to look at: aligned columns, with the best of a column in bold.

use std::fmt::Write;

use super::Output;
use super::table::{Alignment, Cell, Mark, Table};

/// Aligned columns for a terminal.
pub(super) const TEXT: Output = Output { name: "text", title: "aligned columns to look at", render };

const BOLD: &str = "\u{1b}[1m";
const FAINT: &str = "\u{1b}[2m";
const PLAIN: &str = "\u{1b}[0m";
const GAP: &str = "  ";

fn render(table: &Table) -> String {
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
        let cells: Vec<String> =
            cells.map(|(column, cell)| styled(cell, &padded(table, column, &cell.text, &widths))).collect();
        push_line(&mut out, &cells.join(GAP));
    }
    for note in &table.notes {
        let _ = write!(out, "\n{note}");
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

fn widths(table: &Table) -> Vec<usize> {
    let mut widths: Vec<usize> = table.head.iter().map(|head| head.chars().count()).collect();
    for row in &table.rows {
        for (width, cell) in widths.iter_mut().zip(&row.cells) {
            *width = (*width).max(cell.text.chars().count());
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
        line.push(format!("{name:^width$}"));
        column = last;
    }
    line.join(GAP)
}

fn rule(widths: &[usize]) -> String {
    let lines: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
    lines.join(GAP)
}

fn padded(table: &Table, column: usize, text: &str, widths: &[usize]) -> String {
    let width = widths.get(column).copied().unwrap_or(0);
    match table.alignment(column) {
        Alignment::Left => format!("{text:<width$}"),
        Alignment::Right => format!("{text:>width$}"),
    }
}

fn styled(cell: &Cell, text: &str) -> String {
    match cell.mark {
        _ if cell.text.is_empty() => text.to_owned(),
        Mark::None => text.to_owned(),
        Mark::Best => format!("{BOLD}{text}{PLAIN}"),
        Mark::Faint => format!("{FAINT}{text}{PLAIN}"),
    }
}
