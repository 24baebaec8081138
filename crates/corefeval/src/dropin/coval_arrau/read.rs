//! Turns columns into entities of markables.

use rustc_hash::FxHashMap;

use super::markable::Markable;
use crate::dropin::python_text::{columns, decoded, lines};

/// The entities of a document, in the order of their first markables.
#[derive(Debug, Default)]
pub(super) struct Entities {
    pub(super) referring: Vec<Vec<Markable>>,
    /// The first markable of each entity whose first markable does not refer.
    pub(super) non_referring: Vec<Markable>,
}

/// A markable while rows are read.
struct Unfinished {
    entity: i64,
    markable: Markable,
    refers: bool,
}

#[derive(Default)]
struct Reader {
    markables: Vec<Unfinished>,
    places: FxHashMap<i64, usize>,
    with_minimum: bool,
}

/// The lists in one row: for each markable its name, its minimum and its tag, the latter two if there are as many.
struct Row<'a> {
    token: i64,
    names: Vec<&'a str>,
    minima: Vec<&'a str>,
    tags: Vec<&'a str>,
}

/// Reads a document; the minimum is taken from the key only.
pub(super) fn entities(bytes: &[u8], with_minimum: bool) -> Result<Entities, String> {
    let mut reader = Reader { with_minimum, ..Reader::default() };
    let mut token = 0;
    for (number, line) in (1..).zip(lines(decoded(bytes)?)) {
        if !line.text.starts_with("TOKEN") {
            reader.row(token, line.text).map_err(|problem| format!("line {number}: {problem}"))?;
            token += 1;
        }
    }
    Ok(reader.finish())
}

impl Reader {
    fn row(&mut self, token: i64, line: &str) -> Result<(), String> {
        let cells: Vec<&str> = columns(line).collect();
        let names = match cells[..] {
            [] => return Err("a blank line; every row needs a token".to_owned()),
            [_] => return Ok(()),
            [_, names, ..] => list(Some(names)),
        };
        let tags = list(cells.last().copied().filter(|_| cells.len() >= 3));
        let minima = list(cells.get(2).copied().filter(|_| self.with_minimum && cells.len() >= 4));
        let as_many = |list: Vec<_>| if list.len() == names.len() { list } else { Vec::new() };
        let (tags, minima) = (as_many(tags), as_many(minima));
        self.markables_of(&Row { token, names, minima, tags })
    }

    fn markables_of(&mut self, row: &Row) -> Result<(), String> {
        for (place, name) in row.names.iter().enumerate() {
            let (number, entity) = numbers(name)
                .ok_or_else(|| format!("`{name}`: a markable is written like B-markable_1=set_2"))?;
            if name.starts_with("B-markable_") {
                self.begin(number, entity, row, place)?;
            } else if name.starts_with("I-markable_") {
                if let Some(&place) = self.places.get(&number) {
                    self.markables[place].markable.span.1 = row.token;
                }
            } else {
                return Err(format!("`{name}`: a markable begins with B- and goes on with I-"));
            }
        }
        Ok(())
    }

    /// Begins a markable; one that begins a second time starts again, but keeps its place.
    fn begin(&mut self, number: i64, entity: i64, row: &Row, place: usize) -> Result<(), String> {
        let minimum = match row.minima.get(place) {
            Some(&text) if !text.is_empty() => Some(
                minimum(text).ok_or_else(|| format!("`{text}`: a minimum is written like word_1..word_2"))?,
            ),
            _ => None,
        };
        let next = self.markables.len();
        let at = *self.places.entry(number).or_insert(next);
        let markable = Markable { number: at as u32, span: (row.token, row.token), minimum };
        let refers = row.tags.get(place) != Some(&"non_referring");
        let begun = Unfinished { entity, markable, refers };
        if at == next {
            self.markables.push(begun);
        } else {
            self.markables[at] = begun;
        }
        Ok(())
    }

    fn finish(self) -> Entities {
        let mut places: FxHashMap<i64, usize> = FxHashMap::default();
        let mut entities: Vec<(bool, Vec<Markable>)> = Vec::new();
        for Unfinished { entity, markable, refers } in self.markables {
            let place = *places.entry(entity).or_insert(entities.len());
            if place == entities.len() {
                entities.push((refers, Vec::new()));
            }
            entities[place].1.push(markable);
        }
        let mut sorted = Entities::default();
        for (refers, entity) in entities {
            if refers {
                sorted.referring.push(entity);
            } else {
                sorted.non_referring.extend(entity.first());
            }
        }
        sorted
    }
}

/// The parts of a cell, which are separated by `@`.
fn list(cell: Option<&str>) -> Vec<&str> {
    cell.map_or(Vec::new(), |cell| cell.split('@').collect())
}

/// The numbers in `B-markable_1=set_2`; what is around them is not checked.
fn numbers(name: &str) -> Option<(i64, i64)> {
    let (markable, set) = name.split_once('=')?;
    Some((number_after(markable, 11)?, number_after(set, 4)?))
}

/// The first and last token in `word_1..word_2`, or the same token twice for `word_1`, counted from 0.
fn minimum(text: &str) -> Option<(i64, i64)> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    Some((number_after(first, 5)?.checked_sub(1)?, number_after(last, 5)?.checked_sub(1)?))
}

fn number_after(text: &str, skipped: usize) -> Option<i64> {
    text.chars().skip(skipped).collect::<String>().parse().ok()
}
