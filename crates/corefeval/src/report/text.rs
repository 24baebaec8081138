//! A table for terminals: aligned columns, with the best figure of a column in bold.

use unicode_width::UnicodeWidthStr;

use super::fold::{GAP, blocks, narrowed, total, widths};
use super::table::{Alignment, Cell, Mark, Table};
use super::wrap::{Breaks, wrap};
use super::{Output, Page, Readers, Style, shown};

/// Aligned columns for a terminal.
pub(super) const TEXT: Output = Output {
    name: "text",
    title: "aligned columns for reading",
    endings: &["txt"],
    readers: Readers::People,
    layout: render,
};

const BOLD: &str = "\u{1b}[1m";
const FAINT: &str = "\u{1b}[2m";
const PLAIN: &str = "\u{1b}[0m";
const BLANKS: &str = "  ";
const BLANK: &str = " ";

/// If a row would take more lines than this, rows are shown as lists.
const MOST_LINES: usize = 6;

fn render(table: &Table, page: Page) -> String {
    let mut out = String::new();
    if !table.title.is_empty() {
        push_words(&mut out, &table.title, page);
        out.push('\n');
    }
    out.push_str(&body(table, page));
    if !table.notes.is_empty() || !table.signature.is_empty() {
        out.push('\n');
    }
    for note in &table.notes {
        push_words(&mut out, note, page);
    }
    if !table.signature.is_empty() {
        // always on one line, so that it can be copied
        push_line(&mut out, &shown(&table.signature));
    }
    out
}

/// The table as it is or, if the page is too narrow, with wrapped columns, as lists, or cut into several
/// tables.
fn body(table: &Table, page: Page) -> String {
    let natural = widths(table);
    let Some(width) = page.width.filter(|width| total(&natural) > *width) else {
        return columns(table, &natural, BLANKS, page.style);
    };
    // total counts two blanks between columns
    if total(&natural) - natural.len().saturating_sub(1) <= width {
        return columns(table, &natural, BLANK, page.style);
    }
    if let Some(widths) = narrowed(table, &natural, width) {
        let lines = |(cell, width): (&Cell, &usize)| wrap(&shown(&cell.text), *width, Breaks::Anywhere).len();
        let tallest = table.rows.iter().flat_map(|row| row.cells.iter().zip(&widths)).map(lines).max();
        if tallest <= Some(MOST_LINES) {
            return columns(table, &widths, BLANKS, page.style);
        }
    }
    let tables: Vec<Table> =
        blocks(table, &natural, width).iter().map(|block| table.with_columns(block)).collect();
    if tables.is_empty() || tables.iter().any(|table| total(&widths(table)) > width) {
        return list(table, width);
    }
    let texts = tables.iter().map(|table| columns(table, &widths(table), BLANKS, page.style));
    texts.collect::<Vec<_>>().join("\n")
}

fn push_words(out: &mut String, text: &str, page: Page) {
    for line in wrap(&shown(text), page.width.unwrap_or(usize::MAX), Breaks::Blanks) {
        push_line(out, &line);
    }
}

fn push_line(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}

fn columns(table: &Table, widths: &[usize], gap: &str, style: Style) -> String {
    let look = Look { table, widths, gap, style };
    let mut out = String::new();
    if !table.groups.is_empty() {
        push_line(&mut out, &groups(table, widths, gap));
    }
    let head: Vec<Cell> = table.head.iter().map(Cell::plain).collect();
    push_row(&mut out, &head, look);
    push_line(&mut out, &rule(widths, gap));
    for row in &table.rows {
        if row.ruled {
            push_line(&mut out, &rule(widths, gap));
        }
        push_row(&mut out, &row.cells, look);
    }
    out
}

/// The layout of the rows of a table.
#[derive(Clone, Copy)]
struct Look<'a> {
    table: &'a Table,
    widths: &'a [usize],
    gap: &'a str,
    style: Style,
}

/// Appends a row on as many lines as its tallest cell has.
fn push_row(out: &mut String, cells: &[Cell], Look { table, widths, gap, style }: Look<'_>) {
    let lines: Vec<Vec<String>> = cells
        .iter()
        .zip(widths)
        .map(|(cell, width)| wrap(&shown(&cell.text), (*width).max(1), Breaks::Anywhere))
        .collect();
    for number in 0..lines.iter().map(Vec::len).max().unwrap_or(0) {
        let line = cells.iter().zip(&lines).enumerate().map(|(column, (cell, lines))| {
            let text = lines.get(number).map_or("", String::as_str);
            styled(cell.mark, padded(table.alignment(column), text, widths[column]), style)
        });
        push_line(out, &line.collect::<Vec<_>>().join(gap));
    }
}

/// Each row as a list: its first cell, and below it the other cells with the heads of their columns.
fn list(table: &Table, width: usize) -> String {
    let head = table.full_head();
    let longest = head.iter().skip(1).map(|head| shown(head).width()).max().unwrap_or(0);
    let space = width.saturating_sub(longest + 2 * GAP).max(1);
    let mut out = String::new();
    for row in &table.rows {
        let mut cells = row.cells.iter();
        let name = shown(cells.next().map_or("", |cell| &cell.text));
        for line in wrap(&name, width, Breaks::Anywhere) {
            push_line(&mut out, &line);
        }
        for (cell, head) in cells.zip(head.iter().skip(1)) {
            let mut head = padded(Alignment::Left, &shown(head), longest);
            for line in wrap(&shown(&cell.text), space, Breaks::Anywhere) {
                push_line(&mut out, &format!("{BLANKS}{head}{BLANKS}{line}"));
                head = " ".repeat(longest);
            }
        }
    }
    out
}

fn groups(table: &Table, widths: &[usize], gap: &str) -> String {
    let mut line = Vec::new();
    for (name, span) in table.group_spans() {
        let name = shown(name);
        let gaps = gap.len() * (span.len() - 1);
        let width = widths.get(span).unwrap_or_default().iter().sum::<usize>() + gaps;
        let space = width.saturating_sub(name.width());
        line.push(format!("{}{name}{}", " ".repeat(space / 2), " ".repeat(space - space / 2)));
    }
    line.join(gap)
}

fn rule(widths: &[usize], gap: &str) -> String {
    let lines: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
    lines.join(gap)
}

/// Text padded with blanks on one side. `format!` would count letters, but some take two columns and some
/// none.
fn padded(alignment: Alignment, text: &str, width: usize) -> String {
    let space = " ".repeat(width.saturating_sub(text.width()));
    match alignment {
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

    use crate::report::{Alignment, Mark, Page, Style, Table, by_name};

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
        table.signature = evil.to_owned();
        let table = table.titled(evil);
        for output in crate::report::OUTPUTS {
            let text = output.render(&table, Style::Plain);
            assert!(!text.contains(['\u{1b}', '\u{7}', '\u{8}', '\u{9b}', '\u{202e}']), "{text:?}");
            assert!(text.contains("u\\{202e\\}") || text.contains("u{202e}"), "{text}");
            assert!(!text.contains("b\nc"), "{text}");
        }
    }

    fn widest(text: &str) -> usize {
        text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0)
    }

    fn within(table: &Table, width: usize) -> String {
        by_name("text").unwrap().render(table, Page { style: Style::Plain, width: Some(width) })
    }

    #[test]
    fn columns_that_do_not_fit_stand_below_each_other() {
        let mut columns = vec![("System", Alignment::Left)];
        columns.extend(["MUC", "B³", "LEA", "CoNLL"].map(|name| (name, Alignment::Right)));
        let mut table = Table::new(&columns);
        table.push(["one", "1.00", "2.00", "3.00", "4.00"]);
        let expected = "System   MUC    B³\n──────  ────  ────\none     1.00  2.00\n\n\
                        System   LEA  CoNLL\n──────  ────  ─────\none     3.00   4.00\n";
        assert_eq!(within(&table, 20), expected);
        assert!(within(&table, 27).starts_with("System  MUC   B³  LEA CoNLL\n────── ──── ────"));
        assert!(by_name("text").unwrap().render(&table, Style::Plain).contains("LEA  CoNLL"));
    }

    #[test]
    fn no_line_is_wider_than_the_page_but_one_that_is_to_be_copied() {
        let left = Alignment::Left;
        let mut table = Table::new(&[("Preset", left), ("What it sets", left), ("Of", Alignment::Right)]);
        table.push(["conll-2012", "match:exact|singletons:keep|repeats:reference|blanc:reference", "2014"]);
        table.push(["北京北京北京北京北京北京", &"long words ".repeat(40), "1"]);
        table.notes.push("a remark that is longer than the page is wide".to_owned());
        for width in [24, 30, 40, 60, 79] {
            let text = within(&table, width);
            assert!(widest(&text) <= width, "{text}");
        }
        table.signature = "match:exact|singletons:keep|repeats:reference".to_owned();
        assert!(within(&table, 30).ends_with("\nmatch:exact|singletons:keep|repeats:reference\n"));
    }
}
