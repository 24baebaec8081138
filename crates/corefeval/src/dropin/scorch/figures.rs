//! The five metrics of scorch, which treats entities as sets and scores one document at a time.

use std::fmt;

use super::arithmetic::{exact_sum, harmonic_mean, written};
use super::entities::{Documents, Entities};
use super::links;
use crate::assignment::{Solver, Table};
use crate::dropin::evaluator::Scored;
use crate::metric::Score;

/// A metric with the name that scorch gives it.
pub(super) struct Metric {
    pub(super) name: &'static str,
    /// Whether it is one of the three that make the CoNLL score.
    pub(super) in_average: bool,
    pub(super) score: fn(&Documents) -> Result<Figures, String>,
}

pub(super) const METRICS: [Metric; 5] = [
    Metric { name: "MUC", in_average: true, score: muc },
    Metric { name: "B³", in_average: true, score: b_cubed },
    Metric { name: "CEAF_m", in_average: false, score: ceaf_m },
    Metric { name: "CEAF_e", in_average: true, score: ceaf_e },
    Metric { name: "BLANC", in_average: false, score: |documents| Ok(blanc(documents)) },
];

/// Recall, precision and F1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Figures {
    pub(super) recall: f64,
    pub(super) precision: f64,
    pub(super) f1: F1,
}

/// An F1; scorch writes `0` if it cannot compute a mean, and `0.0` if it does not try.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum F1 {
    Mean(f64),
    NoMean,
}

impl F1 {
    pub(super) fn value(self) -> f64 {
        match self {
            Self::Mean(value) => value,
            Self::NoMean => 0.0,
        }
    }
}

impl Figures {
    pub(super) const ZERO: Self = Self { recall: 0.0, precision: 0.0, f1: F1::Mean(0.0) };
    const ONE: Self = Self { recall: 1.0, precision: 1.0, f1: F1::Mean(1.0) };

    fn new(recall: f64, precision: f64) -> Self {
        let has_mean = recall > 0.0 && precision > 0.0;
        let f1 = if has_mean { F1::Mean(harmonic_mean(recall, precision)) } else { F1::NoMean };
        Self { recall, precision, f1 }
    }

    pub(super) fn scored(&self, name: &'static str) -> Scored {
        let score = Score::defined(self.recall, self.precision, self.f1.value());
        Scored { name, tallies: Vec::new(), score }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f1 = match self.f1 {
            F1::Mean(value) => written(value),
            F1::NoMean => "0".to_owned(),
        };
        write!(formatter, "R={}\tP={}\tF₁={f1}", written(self.recall), written(self.precision))
    }
}

fn muc(documents: &Documents) -> Result<Figures, String> {
    let (key, response) = (&documents.key, &documents.response);
    let no_links = |entities: &Entities| entities.iter().all(|entity| entity.len() == 1);
    if no_links(key) || no_links(response) {
        return Ok(Figures::ZERO);
    }
    let recall = kept_links(key, &first_entities(response, documents.mentions))?;
    let precision = kept_links(response, &first_entities(key, documents.mentions))?;
    Ok(Figures::new(recall, precision))
}

/// The first entity that holds each mention.
fn first_entities(entities: &Entities, mentions: usize) -> Vec<Option<usize>> {
    let mut first = vec![None; mentions];
    for (number, entity) in entities.iter().enumerate() {
        for &mention in entity {
            first[mention as usize].get_or_insert(number);
        }
    }
    first
}

fn kept_links(entities: &Entities, other: &[Option<usize>]) -> Result<f64, String> {
    let kept: usize = entities
        .iter()
        .map(|entity| {
            let mut parts: Vec<usize> =
                entity.iter().filter_map(|&mention| other[mention as usize]).collect();
            let found = parts.len();
            parts.sort_unstable();
            parts.dedup();
            found - parts.len()
        })
        .sum();
    let links = sum(entities) - entities.len() as f64;
    // an entity without mentions counts as minus one link
    let share = kept as f64 / links;
    if links == 0.0 || share < 0.0 { Err(without_mentions("MUC")) } else { Ok(share) }
}

fn without_mentions(metric: &str) -> String {
    format!("{metric} is undefined for entities without mentions; remove them from the input")
}

fn sum(entities: &Entities) -> f64 {
    entities.iter().map(|entity| entity.len() as f64).sum()
}

fn b_cubed(documents: &Documents) -> Result<Figures, String> {
    let (key, response) = (&documents.key, &documents.response);
    let shared = Shared::new(key, response, documents.mentions);
    let recall = credit(key, response, shared.cells.iter().map(|cell| (cell.key, cell.count)))?;
    let precision = credit(response, key, shared.cells.iter().map(|cell| (cell.response, cell.count)))?;
    Ok(Figures::new(recall, precision))
}

fn credit(
    entities: &Entities,
    other: &Entities,
    cells: impl Iterator<Item = (usize, usize)>,
) -> Result<f64, String> {
    let mentions = sum(entities);
    if mentions == 0.0 {
        return Ok(0.0);
    }
    if !other.is_empty() && entities.iter().any(Vec::is_empty) {
        return Err(without_mentions("B³"));
    }
    let share = |(entity, count): (usize, usize)| (count * count) as f64 / entities[entity].len() as f64;
    Ok(exact_sum(cells.map(share)) / mentions)
}

fn ceaf_m(documents: &Documents) -> Result<Figures, String> {
    ceaf(documents, |shared, _, _| shared, sum)
}

fn ceaf_e(documents: &Documents) -> Result<Figures, String> {
    ceaf(documents, |shared, key, response| 2.0 * shared / (key + response), |entities| entities.len() as f64)
}

fn ceaf(
    documents: &Documents,
    worth: impl Fn(f64, f64, f64) -> f64,
    out_of: impl Fn(&Entities) -> f64,
) -> Result<Figures, String> {
    let (key, response) = (&documents.key, &documents.response);
    if key.is_empty() || response.is_empty() {
        return Ok(Figures::ZERO);
    }
    let mut table = Table::new();
    let shared = Shared::new(key, response, documents.mentions);
    for cells in shared.rows(key.len()) {
        let size = |entity: &Vec<u32>| entity.len() as f64;
        let weight =
            |cell: &Cell| worth(cell.count as f64, size(&key[cell.key]), size(&response[cell.response]));
        table.add_row(cells.iter().map(|cell| (cell.response as u32, weight(cell))));
    }
    let total = Solver::new().solve(&table).total;
    // if entities have mentions, those of the response are in the key
    if total == 0.0 {
        return Err(without_mentions("CEAF"));
    }
    Ok(Figures::new(total / out_of(key), total / out_of(response)))
}

/// A key and a response entity that share mentions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) key: usize,
    pub(super) response: usize,
    pub(super) count: usize,
}

/// All pairs of entities that share mentions, by key entity.
pub(super) struct Shared {
    pub(super) cells: Vec<Cell>,
}

impl Shared {
    fn new(key: &Entities, response: &Entities, mentions: usize) -> Self {
        let mut holders: Vec<Vec<usize>> = vec![Vec::new(); mentions];
        for (number, entity) in response.iter().enumerate() {
            for &mention in entity {
                holders[mention as usize].push(number);
            }
        }
        let mut cells = Vec::new();
        for (number, entity) in key.iter().enumerate() {
            let mut found: Vec<usize> =
                entity.iter().flat_map(|&mention| holders[mention as usize].iter().copied()).collect();
            found.sort_unstable();
            let counted = found.chunk_by(|a, b| a == b);
            cells.extend(counted.map(|same| Cell { key: number, response: same[0], count: same.len() }));
        }
        Self { cells }
    }

    /// The cells of each key entity.
    fn rows(&self, keys: usize) -> impl Iterator<Item = &[Cell]> {
        let mut rest = &self.cells[..];
        (0..keys).map(move |key| {
            let (row, after) = rest.split_at(rest.partition_point(|cell| cell.key == key));
            rest = after;
            row
        })
    }
}

fn blanc(documents: &Documents) -> Figures {
    if let ([key], [response]) = (&documents.key[..], &documents.response[..])
        && key.len() == 1
        && response.len() == 1
    {
        return if key == response { Figures::ONE } else { Figures::ZERO };
    }
    let counts = links::count(documents);
    let (together, apart) = (part(counts.together), part(counts.apart));
    match (counts.together.key, counts.apart.key) {
        (0, _) => apart,
        (_, 0) => together,
        _ => Figures {
            recall: f64::midpoint(together.recall, apart.recall),
            precision: f64::midpoint(together.precision, apart.precision),
            f1: F1::Mean(f64::midpoint(together.f1.value(), apart.f1.value())),
        },
    }
}

fn part(counts: links::Counts) -> Figures {
    match (counts.key, counts.response) {
        (0, 0) => Figures::ONE,
        (0, _) | (_, 0) => Figures::ZERO,
        (key, response) => {
            let (shared, key, response) = (counts.shared as f64, key as f64, response as f64);
            let f1 = F1::Mean(2.0 * shared / (key + response));
            Figures { recall: shared / key, precision: shared / response, f1 }
        }
    }
}
