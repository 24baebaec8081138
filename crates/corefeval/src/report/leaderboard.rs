//! The ranks that scores would have in a published table.

use super::table::{Alignment, Cell, Mark, Row, Table};
use crate::leaderboard::{Board, Column, PUBLISHED, Protocol, Published, Standing};
use crate::metric::{self, AVERAGES};

/// A score to be placed among published ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// Its figure for each main column of the table in percent, where known.
    pub values: Vec<Option<f64>>,
}

/// A published table, or one slice of it, ranked by one of its main columns, with entrants among its systems.
pub struct Ranking<'a> {
    /// The table and how its figures were computed.
    pub published: &'a Published,
    /// Its rows.
    pub board: &'a Board,
    /// The main column by which rows are ranked.
    pub column: &'a str,
    /// The scores to be placed.
    pub entrants: &'a [Entrant],
}

/// A list of all published tables.
#[must_use]
pub fn list() -> Table {
    let left = Alignment::Left;
    let columns = [("Table", left), ("Printed in", left), ("Rows", Alignment::Right), ("Ranked by", left)];
    let mut table = Table::new(&columns);
    for published in PUBLISHED {
        let rows = published.board().standings.len().to_string();
        table.push([published.name, published.source, &rows, published.main]);
    }
    table
}

/// A table for programs with a row for each figure of each published table, with all that is known about it.
#[must_use]
pub fn records() -> Table {
    let names = [
        "table",
        "source",
        "test_set",
        "track",
        "condition",
        "scorer",
        "protocol",
        "system",
        "slice",
        "metric",
        "rule",
        "figure",
        "printed",
    ];
    let mut table = Table::new(&names.map(|name| (name, Alignment::Left)));
    for published in PUBLISHED {
        let board = published.board();
        for standing in &board.standings {
            for (column, figure) in board.columns.iter().zip(&standing.figures) {
                table.push(record(published, standing, *column, figure.text));
            }
        }
    }
    table
}

fn record(published: &Published, standing: &Standing, column: Column, printed: &str) -> [String; 13] {
    let protocol = match published.protocol {
        Protocol::Signature(signature) => signature,
        Protocol::Names => "",
    };
    let cells = [
        published.name,
        published.source,
        published.test_set,
        published.track,
        published.condition,
        published.scorer,
        protocol,
        standing.system,
        standing.slice.unwrap_or(""),
        column.metric(),
        column.rule().unwrap_or(""),
        column.part.name(),
        printed,
    ];
    cells.map(str::to_owned)
}

impl Ranking<'_> {
    /// The systems and the entrants, best first.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table = Table::new(&[("System", Alignment::Left), ("Place", Alignment::Right)]);
        self.push_heads(&mut table);
        let mut rows: Vec<(usize, Row)> = self.entrants.iter().map(|entrant| self.entrant(entrant)).collect();
        let place = self.board.column(self.column);
        for standing in place.map_or(Vec::new(), |column| self.board.ranked(column)) {
            rows.push(self.standing(standing));
        }
        // an entrant comes before systems with the same figure
        rows.sort_by_key(|(place, _)| *place);
        table.rows = rows.into_iter().map(|(_, row)| row).collect();
        table.notes = self.notes();
        table
    }

    /// Adds the metrics as heads; if rules are compared, the rules below their metrics.
    fn push_heads(&self, table: &mut Table) {
        for column in self.board.main_columns() {
            let title = title(column.metric());
            table.head.push(column.rule().unwrap_or(&title).to_owned());
            match table.groups.last_mut() {
                Some((group, span)) if *group == title => *span += 1,
                _ if column.rule().is_some() => {
                    let before = if table.groups.is_empty() { vec![(String::new(), 2)] } else { Vec::new() };
                    table.groups.extend(before.into_iter().chain([(title, 1)]));
                }
                _ => {}
            }
        }
        table.alignments.resize(table.head.len(), Alignment::Right);
    }

    /// The rank that an entrant would have; none if it lacks the figure by which systems are ranked.
    #[must_use]
    pub fn place(&self, entrant: &Entrant) -> Option<usize> {
        let among = self.board.main_columns().position(|column| column.name == self.column)?;
        let value = entrant.values.get(among).copied().flatten()?;
        Some(self.board.place(self.board.column(self.column)?, value))
    }

    fn standing(&self, standing: &Standing) -> (usize, Row) {
        let column = self.board.column(self.column).unwrap_or(0);
        let value = standing.value(column);
        let place = value.map_or(usize::MAX, |value| self.board.place(column, value));
        let misprinted = self.board.other_mean(standing).is_some();
        let mark = if misprinted { " †" } else { "" };
        let mut cells =
            vec![format!("{}{mark}", standing.system), value.map_or(String::new(), |_| place.to_string())];
        for main in self.board.main_columns() {
            let figure = self.board.column(main.name).map_or("", |column| standing.text(column));
            cells.push(figure.to_owned());
        }
        (place, row(cells, Mark::None))
    }

    fn entrant(&self, entrant: &Entrant) -> (usize, Row) {
        let place = self.place(entrant);
        let shown = place.map_or(String::new(), |place| place.to_string());
        let figures = self.board.main_columns().zip(&entrant.values);
        let figure = |(column, value): (&Column, &Option<f64>)| {
            value.map_or("–".to_owned(), |value| self.like_printed(column.name, value))
        };
        let cells = [format!("→ {}", entrant.name), shown].into_iter().chain(figures.map(figure));
        (place.unwrap_or(usize::MAX), row(cells.collect(), Mark::Best))
    }

    /// A percentage in the format of the printed column.
    fn like_printed(&self, column: &str, percent: f64) -> String {
        let column = self.board.column(column);
        let sample = column.and_then(|column| self.board.standings.first().map(|row| row.text(column)));
        match sample {
            Some(text) if text.ends_with('%') => format!("{percent:.1}%"),
            Some(text) if text.starts_with("0.") => format!("{:.2}", percent / 100.0),
            Some(text) => format!("{percent:.*}", text.split_once('.').map_or(1, |(_, tail)| tail.len())),
            None => format!("{percent:.2}"),
        }
    }

    fn notes(&self) -> Vec<String> {
        let Published { source, test_set, track, condition, scorer, remarks, .. } = self.published;
        let track = if track.is_empty() { String::new() } else { format!(", {track} track") };
        let mut notes = vec![format!("{source}: {test_set}{track}; {condition}; {scorer}.")];
        notes.extend(remarks.iter().map(|remark| {
            let mark = if remark.contains("mean of its columns") { "† " } else { "" };
            format!("{mark}{remark}")
        }));
        notes
    }
}

fn row(cells: Vec<String>, mark: Mark) -> Row {
    Row { cells: cells.into_iter().map(|text| Cell { text, mark }).collect(), ruled: false }
}

/// The title of a metric in tables.
fn title(name: &str) -> String {
    let average = AVERAGES.iter().find(|average| average.name == name).map(|average| average.title);
    metric::by_name(name).map(|metric| metric.title).or(average).unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Entrant, Ranking, records};
    use crate::leaderboard::by_name;

    #[test]
    fn an_entrant_stands_before_those_it_equals() {
        let published = by_name("conll-2012-en").unwrap();
        let board = published.board();
        let values = vec![None, None, None, None, None, None, Some(57.7)];
        let entrants = [Entrant { name: "ours".to_owned(), values }];
        let ranking = Ranking { published, board: &board, column: "conll", entrants: &entrants };
        let table = ranking.table();
        let names: Vec<&str> = table.rows[..3].iter().map(|row| row.cells[0].text.as_str()).collect();
        assert_eq!(names, ["fernandes", "→ ours", "martschat"]);
        assert_eq!((table.rows.len(), table.rows[1].cells[1].text.as_str()), (16, "2"));
        assert!(table.notes[1].starts_with("† stamborg"));
    }

    #[test]
    fn every_figure_has_a_record_with_all_that_is_known_of_it() {
        let table = records();
        let row = |cells: &[(usize, &str)]| {
            table
                .rows
                .iter()
                .filter(|row| cells.iter().all(|(at, text)| row.cells[*at].text == *text))
                .count()
        };
        // Tables 12 to 19: 58 rows of 19 figures
        assert_eq!(row(&[(2, "CoNLL-2011, English"), (9, "blanc-v4"), (11, "recall")]), 58);
        assert_eq!(
            row(&[(0, "mina-wikicoref"), (7, "Lee et al. 2018"), (10, "head-set"), (11, "rank"), (12, "1")]),
            2
        );
        assert_eq!(row(&[(0, "nec"), (8, "ORG"), (9, "not-found"), (12, "15%")]), 1);
    }

    #[test]
    fn few_entities_not_found_are_best_and_figures_look_like_their_column() {
        let published = by_name("nec").unwrap();
        let board = published.board().of_slice("ORG");
        let entrants = [Entrant { name: "ours".to_owned(), values: vec![Some(20.0), Some(61.0), None] }];
        let ranking = Ranking { published, board: &board, column: "not-found", entrants: &entrants };
        let row = &ranking.table().rows[1];
        let texts: Vec<&str> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
        assert_eq!(texts, ["→ ours", "2", "20.0%", "0.61", "–"]);
    }
}
