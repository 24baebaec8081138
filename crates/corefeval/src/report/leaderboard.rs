//! Where scores would stand among the systems of a shared task.

use super::table::{Alignment, Cell, Mark, Row, Table};
use crate::leaderboard::{COLUMNS, Standing, Task};

/// A score to be placed among published ones, in percent.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// What it is called.
    pub name: String,
    /// Its F1 for each of [`COLUMNS`], where known.
    pub values: [Option<f64>; 6],
    /// Its average of MUC, B³ and CEAFe, where known.
    pub average: Option<f64>,
}

impl Entrant {
    fn value(&self, column: &str) -> Option<f64> {
        let place = COLUMNS.iter().position(|known| *known == column);
        place.map_or(self.average, |place| self.values[place])
    }
}

/// The systems of a task ranked by a column, with the entrants among them.
#[must_use]
pub fn table(task: &Task, column: &str, entrants: &[Entrant]) -> Table {
    let right = Alignment::Right;
    let mut table = Table::new(&[
        ("", right),
        ("System", Alignment::Left),
        ("Mentions", right),
        ("MUC", right),
        ("B³", right),
        ("CEAFm", right),
        ("CEAFe", right),
        ("BLANC", right),
        ("CoNLL", right),
    ]);
    let mut rows: Vec<(f64, Row)> = entrants
        .iter()
        .map(|entrant| (entrant.value(column).unwrap_or(0.0), entrant_row(task, column, entrant)))
        .collect();
    for standing in task.ranked(column) {
        let value = standing.value(column).unwrap_or(0.0);
        rows.push((value, standing_row(standing, task.place(column, value))));
    }
    rows.sort_by(|one, other| other.0.total_cmp(&one.0));
    table.rows = rows.into_iter().map(|(_, row)| row).collect();
    table.notes = notes(task);
    table
}

fn standing_row(standing: &Standing, place: usize) -> Row {
    let one = |tenths: u16| format!("{:.1}", f64::from(tenths) / 10.0);
    let mark = if standing.adds_up() { "" } else { "†" };
    let mut cells = vec![place.to_string(), standing.system.to_owned()];
    cells.extend(standing.tenths.iter().map(|tenths| one(*tenths)));
    cells.push(format!("{mark}{}", one(standing.average)));
    row(cells, Mark::None)
}

fn entrant_row(task: &Task, column: &str, entrant: &Entrant) -> Row {
    let one = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.1}"));
    let place = entrant.value(column).map(|value| task.place(column, value));
    let place = place.map_or(String::new(), |place| format!("→ {place}"));
    let mut cells = vec![place, entrant.name.clone()];
    cells.extend(entrant.values.iter().map(|value| one(*value)));
    cells.push(one(entrant.average));
    row(cells, Mark::Best)
}

fn row(cells: Vec<String>, mark: Mark) -> Row {
    Row { cells: cells.into_iter().map(|text| Cell { text, mark }).collect(), ruled: false }
}

fn notes(task: &Task) -> Vec<String> {
    let mut notes = vec![format!("{}. {}.", task.title, task.source)];
    for standing in task.standings.iter().filter(|standing| !standing.adds_up()) {
        let mean = f64::from(standing.sum()) / 30.0;
        notes.push(format!("† as printed; the mean of {}'s columns is {mean:.1}", standing.system));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::{Entrant, table};
    use crate::leaderboard::by_name;

    #[test]
    fn an_entrant_stands_before_those_it_equals() {
        let entrant = Entrant { name: "ours".to_owned(), values: [None; 6], average: Some(57.7) };
        let table = table(by_name("conll-2012-en").unwrap(), "conll", &[entrant]);
        let names: Vec<&str> = table.rows[..3].iter().map(|row| row.cells[1].text.as_str()).collect();
        assert_eq!(names, ["fernandes", "ours", "martschat"]);
        assert_eq!((table.rows.len(), table.rows[1].cells[0].text.as_str()), (16, "→ 2"));
        assert!(table.notes[1].contains("stamborg's columns is 54.5"));
    }
}
