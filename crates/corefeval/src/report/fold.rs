//! Tables that are too wide for their page: long words are wrapped, or columns are cut into tables below each other.

use unicode_width::UnicodeWidthStr;

use super::shown;
use super::table::{Alignment, Table};

/// How many columns of a terminal are between two columns of a table.
pub(super) const GAP: usize = 2;

/// The smallest width of columns of words.
const NARROWEST: usize = 12;

/// The width of each column of the table, in columns of a terminal.
pub(super) fn widths(table: &Table) -> Vec<usize> {
    let mut widths: Vec<usize> = table.head.iter().map(|head| shown(head).width()).collect();
    for row in &table.rows {
        for (width, cell) in widths.iter_mut().zip(&row.cells) {
            *width = (*width).max(shown(&cell.text).width());
        }
    }
    widths
}

/// The width of the table, in columns of a terminal.
pub(super) fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
}

/// Widths at which the table fits if its columns of words are wrapped; the widest columns are narrowed first.
pub(super) fn narrowed(table: &Table, widths: &[usize], page: usize) -> Option<Vec<usize>> {
    let mut widths = widths.to_vec();
    while total(&widths) > page {
        let words = widths.iter_mut().enumerate().filter(|(column, _)| is_of_words(table, *column));
        // among columns of equal width, the last: the first columns are names
        let (_, widest) = words.filter(|(_, width)| **width > NARROWEST).max_by_key(|(_, width)| **width)?;
        *widest -= 1;
    }
    Some(widths)
}

fn is_of_words(table: &Table, column: usize) -> bool {
    table.alignment(column) == Alignment::Left
}

/// The columns of each of the tables into which a table is cut. The columns that name the rows are in all of
/// them, and columns of a group stay together if possible.
pub(super) fn blocks(table: &Table, widths: &[usize], page: usize) -> Vec<Vec<usize>> {
    let labels = (0..widths.len()).take_while(|column| is_of_words(table, *column)).count();
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    let of_labels: Vec<usize> = (0..labels).collect();
    for columns in runs(table, labels, widths.len()) {
        let fits = |block: &Vec<usize>, more: &[usize]| {
            let taken: Vec<usize> = block.iter().chain(more).map(|column| widths[*column]).collect();
            total(&taken) <= page
        };
        // a group that does not fit on one page is cut
        let together = fits(&of_labels, &columns);
        let pieces: Vec<&[usize]> = if together { vec![&columns] } else { columns.chunks(1).collect() };
        for piece in pieces {
            match blocks.last_mut().filter(|block| fits(block, piece)) {
                Some(block) => block.extend_from_slice(piece),
                None => blocks.push(of_labels.iter().chain(piece).copied().collect()),
            }
        }
    }
    blocks
}

/// The columns after the labels, with the columns of a group together.
fn runs(table: &Table, labels: usize, columns: usize) -> Vec<Vec<usize>> {
    let mut runs = Vec::new();
    let mut from = 0;
    for (_, span) in table.group_spans() {
        runs.push((span.start.max(labels)..span.end.min(columns)).collect());
        from = span.end;
    }
    runs.extend((from.max(labels)..columns).map(|column| vec![column]));
    runs.retain(|run: &Vec<usize>| !run.is_empty());
    runs
}

#[cfg(test)]
mod tests {
    use super::{blocks, narrowed, widths};
    use crate::report::{Alignment, Table};

    fn table() -> Table {
        let right = Alignment::Right;
        let mut table = Table::new(&[("System", Alignment::Left), ("R", right), ("P", right), ("F1", right)]);
        table.groups = vec![(String::new(), 1), ("MUC".to_owned(), 2), (String::new(), 1)];
        table.push(["a-name-of-twenty-let", "10.00", "20.00", "13.33"]);
        table
    }

    #[test]
    fn words_are_wrapped_before_columns_are_cut() {
        let table = table();
        let widths = widths(&table);
        assert_eq!(widths, [20, 5, 5, 5]);
        assert_eq!(narrowed(&table, &widths, 35), Some(vec![14, 5, 5, 5]));
        assert_eq!(narrowed(&table, &widths, 32), None);
    }

    #[test]
    fn columns_of_a_group_stay_together_where_they_can() {
        let table = table();
        assert_eq!(blocks(&table, &widths(&table), 39), [vec![0, 1, 2], vec![0, 3]]);
        assert_eq!(blocks(&table, &widths(&table), 28), [vec![0, 1], vec![0, 2], vec![0, 3]]);
        assert_eq!(blocks(&table, &widths(&table), 10), [vec![0, 1], vec![0, 2], vec![0, 3]]);
    }
}
