//! CONLL-UA files as the Universal Anaphora scorers read them: documents of rows.

use rustc_hash::FxHashMap;

use crate::dropin::anaphora::Problem;
use crate::dropin::python_text::{columns, lines, stripped};

/// A row of columns.
#[derive(Debug)]
pub(super) struct Row<'a> {
    /// The line it is on.
    pub(super) line: usize,
    /// The texts between blanks.
    pub(super) columns: Vec<&'a str>,
}

/// The name of a document, and its rows.
pub(super) type Rows<'a> = (&'a str, Vec<Row<'a>>);

const NEW_DOCUMENT: &str = "# newdoc id = ";

impl<'a> Row<'a> {
    /// A column, which must exist.
    pub(super) fn column(&self, index: usize) -> Result<&'a str, Problem> {
        let missing = || Problem::new(self.line, format!("the row has no column {}", index + 1));
        self.columns.get(index).copied().ok_or_else(missing)
    }
}

/// The documents of a file that have rows. Of two with the same name, the later counts; rows before the first
/// document belong to it.
pub(super) fn documents(text: &str) -> Vec<Rows<'_>> {
    let mut documents = Documents::default();
    let mut current: Option<&str> = None;
    let mut rows = Vec::new();
    for (line, text) in (1..).zip(lines(text).map(|line| stripped(line.text))) {
        if let Some(name) = text.strip_prefix(NEW_DOCUMENT) {
            if let Some(before) = current.replace(name) {
                documents.add(before, std::mem::take(&mut rows));
            }
        } else if !text.starts_with('#') {
            let columns: Vec<&str> = columns(text).collect();
            rows.extend((!columns.is_empty()).then_some(Row { line, columns }));
        }
    }
    if let Some(name) = current {
        documents.add(name, rows);
    }
    documents.all
}

#[derive(Default)]
struct Documents<'a> {
    all: Vec<Rows<'a>>,
    places: FxHashMap<&'a str, usize>,
}

impl<'a> Documents<'a> {
    fn add(&mut self, name: &'a str, rows: Vec<Row<'a>>) {
        match self.places.get(name) {
            _ if rows.is_empty() => {}
            Some(&place) => self.all[place].1 = rows,
            None => {
                self.places.insert(name, self.all.len());
                self.all.push((name, rows));
            }
        }
    }
}
