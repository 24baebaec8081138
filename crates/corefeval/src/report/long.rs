//! Converts any tables to one table for programs: a row for each figure, always with the same columns.

use super::UNDEFINED;
use super::table::{Alignment, Table};

/// The columns, described in `docs/tables.md`.
const COLUMNS: [&str; 5] = ["table", "row", "column", "value", "signature"];

/// One table with a row for each figure of the given tables.
pub(super) fn table(tables: &[Table]) -> Table {
    let mut long = Table::new(&COLUMNS.map(|name| (name, Alignment::Left)));
    for table in tables {
        let head = distinct(&table.full_head());
        let labels = labels(table);
        let mut above: Vec<&str> = Vec::new();
        for row in &table.rows {
            let mut texts: Vec<&str> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
            let named = labels.min(texts.len());
            // in tables for people, only the first row of a block has the name of the block
            let blank = texts[..named].iter().take_while(|text| text.is_empty()).count();
            let repeated = blank.min(named.saturating_sub(1)).min(above.len());
            texts[..repeated].copy_from_slice(&above[..repeated]);
            let name = texts[..named].join(" / ");
            texts[..named].clone_into(&mut above);
            for (head, text) in head.iter().zip(&texts).skip(labels).filter(|(_, text)| !text.is_empty()) {
                long.push([&*table.title, &name, head, value(text), &table.signature]);
            }
        }
        for [row, column, text] in &table.facts {
            long.push([&*table.title, row, column, value(text), &table.signature]);
        }
    }
    long
}

/// Heads made unique: a head that occurs several times, as in `Entities, %, Mentions, %`, is prefixed with
/// the last head that occurs once.
fn distinct(heads: &[String]) -> Vec<String> {
    let mut last = "";
    let mut names = Vec::new();
    for head in heads {
        if heads.iter().filter(|other| *other == head).count() > 1 {
            names.push(format!("{last} {head}").trim().to_owned());
        } else {
            last = head;
            names.push(head.clone());
        }
    }
    names
}

/// The number of columns that name the rows: the columns of words before the first column of numbers, but
/// never all.
fn labels(table: &Table) -> usize {
    let numbers = (0..table.head.len()).find(|column| table.alignment(*column) == Alignment::Right);
    numbers.unwrap_or(1).max(1).min(table.head.len())
}

/// The value of a cell: undefined figures are empty, which programs read as missing; percentages become
/// numbers.
fn value(text: &str) -> &str {
    let number = text.strip_suffix('%').filter(|number| number.parse::<f64>().is_ok());
    if text == UNDEFINED { "" } else { number.unwrap_or(text) }
}

#[cfg(test)]
mod tests {
    use crate::report::{Alignment, Style, Table, by_name};

    #[test]
    fn no_two_figures_have_the_same_names() {
        let (left, right) = (Alignment::Left, Alignment::Right);
        let columns = [
            ("Genre", left),
            ("Type", left),
            ("Entities", right),
            ("%", right),
            ("Size", right),
            ("%", right),
        ];
        let mut table = Table::new(&columns);
        table.push(["nw", "ORG", "1", "2", "3", "4"]);
        table.push(["", "GPE", "5", "6", "7", "8"]);
        let expected = "table,row,column,value,signature\n,nw / ORG,Entities,1,\n,nw / ORG,Entities %,2,\n,nw / ORG,Size,3,\n\
                        ,nw / ORG,Size %,4,\n,nw / GPE,Entities,5,\n,nw / GPE,Entities %,6,\n,nw / GPE,Size,7,\n,nw / GPE,Size %,8,\n";
        assert_eq!(by_name("csv").unwrap().render_all(&[table], Style::Plain), expected);
    }

    #[test]
    fn tables_of_any_shape_have_the_same_columns() {
        let (left, right) = (Alignment::Left, Alignment::Right);
        let mut one = Table::new(&[("", left), ("Kind", left), ("R", right), ("P", right)]).titled("One");
        one.groups = vec![(String::new(), 2), ("MUC".to_owned(), 2)];
        one.push(["a", "name", "12.5%", "–"]);
        one.notes.push("b has 3".to_owned());
        one.facts.push(["b", "number", "3"].map(str::to_owned));
        let mut two = Table::new(&[("Measure", left), ("union", right)]).titled("Two");
        two.signature = "match:exact".to_owned();
        two.push(["rand", "0.5"]);
        let expected = "table,row,column,value,signature\nOne,a / name,MUC R,12.5,\nOne,a / name,MUC P,,\nOne,b,number,3,\n\
                        Two,rand,union,0.5,match:exact\n";
        assert_eq!(by_name("csv").unwrap().render_all(&[one, two], Style::Plain), expected);
    }
}
