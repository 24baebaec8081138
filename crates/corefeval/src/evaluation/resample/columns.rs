//! Tallies of units as rows of numbers that add up, and figures from their sums.

use super::super::{Averaging, DocumentTallies, Evaluation, Plan};
use super::figure::averages;
use super::sheet::{Sheet, add};
use super::{TIE, Units};
use crate::metric::{Metric, Ratio, Score, Tally, Undefined};

/// What the numbers of a row mean. If tallies are summed: numerators and denominators of every part of every
/// metric. If scores of documents are averaged: for every metric, sums of scores and how many are defined,
/// and at the end how many documents there are.
#[derive(Clone, Debug)]
pub(in super::super) struct Columns {
    metrics: Vec<&'static Metric>,
    averages: Vec<Vec<usize>>,
    averaging: Averaging,
    undefined: Undefined,
    beta: f64,
    width: usize,
    most_parts: usize,
    /// Where each number is kept: many metrics have the same denominators.
    kept: Vec<usize>,
}

/// What is left of a sum; 0 if it is so small that it comes from rounding.
pub(super) fn remainder(left: f64, of: f64) -> f64 {
    if left.abs() <= TIE * of { 0.0 } else { left }
}

impl Columns {
    /// The numbers of evaluations under a plan, and the sheets of those evaluations.
    pub(in super::super) fn of(
        plan: &Plan,
        evaluations: &[&Evaluation],
        units: &Units,
    ) -> (Self, Vec<Sheet>) {
        let metrics = plan.metrics().to_vec();
        let width = match plan.averaging() {
            Averaging::Micro => metrics.iter().map(|metric| metric.parts.len() * 4).sum(),
            Averaging::Macro => metrics.len() * 6 + 1,
        };
        let mut columns = Self {
            averages: averages(plan).into_iter().map(|(_, places)| places).collect(),
            averaging: plan.averaging(),
            undefined: plan.undefined(),
            beta: plan.protocol().beta,
            most_parts: metrics.iter().map(|metric| metric.parts.len()).max().unwrap_or(0),
            kept: (0..width).collect(),
            metrics,
            width,
        };
        let rows: Vec<Vec<f64>> =
            evaluations.iter().map(|evaluation| columns.rows(evaluation, units)).collect();
        let sheets = columns.keep_once(&rows);
        (columns, sheets)
    }

    /// A row for each unit, one after the other.
    fn rows(&self, evaluation: &Evaluation, units: &Units) -> Vec<f64> {
        let mut rows = vec![0.0; self.width * units.len()];
        for (row, documents) in rows.chunks_exact_mut(self.width.max(1)).zip(&units.documents) {
            for document in documents.iter().filter_map(|place| evaluation.documents().get(*place)) {
                add(row, &self.numbers(evaluation, document));
            }
        }
        rows
    }

    /// What one document adds.
    fn numbers(&self, evaluation: &Evaluation, document: &DocumentTallies) -> Vec<f64> {
        match self.averaging {
            Averaging::Micro => document.tallies.iter().flatten().flat_map(tally_numbers).collect(),
            Averaging::Macro => {
                let alone = |metric| evaluation.score_of(metric, std::iter::once(document));
                let scores = (0..self.metrics.len()).flat_map(|metric| score_numbers(&alone(metric)));
                scores.chain([1.0]).collect()
            }
        }
    }

    /// The sheets of runs, in which columns that are alike in all of them are kept once.
    fn keep_once(&mut self, runs: &[Vec<f64>]) -> Vec<Sheet> {
        let width = self.width.max(1);
        let alike = |one: usize, other: usize| {
            let mut rows = runs.iter().flat_map(|rows| rows.chunks_exact(width));
            rows.all(|row| row[one].to_bits() == row[other].to_bits())
        };
        let mut first: Vec<usize> = Vec::new();
        for column in 0..self.width {
            let known = first.iter().position(|&earlier| alike(earlier, column));
            self.kept[column] = known.unwrap_or(first.len());
            if known.is_none() {
                first.push(column);
            }
        }
        let kept = |row: &[f64]| first.iter().map(|&column| row[column]).collect::<Vec<f64>>();
        runs.iter().map(|rows| Sheet::new(first.len(), rows.chunks_exact(width).map(kept))).collect()
    }

    /// How many figures there are: three for each metric, one for each average.
    pub(in super::super) fn figures(&self) -> usize {
        self.metrics.len() * 3 + self.averages.len()
    }

    /// The figures of summed rows, in the order of [`Figure::all`](super::Figure::all); undefined figures are
    /// NaN.
    pub(super) fn write_figures(&self, sums: &[f64], figures: &mut [f64]) {
        let (of_metrics, of_averages) = figures.split_at_mut(self.metrics.len() * 3);
        match self.averaging {
            Averaging::Micro => self.write_divided(sums, of_metrics),
            Averaging::Macro => self.write_means(sums, of_metrics),
        }
        for (figure, places) in of_averages.iter_mut().zip(&self.averages) {
            let defined = |place: &usize| Some(of_metrics[place * 3 + 2]).filter(|figure| !figure.is_nan());
            *figure = self.undefined.mean(places.iter().map(defined)).unwrap_or(f64::NAN);
        }
    }

    fn write_divided(&self, sums: &[f64], figures: &mut [f64]) {
        let mut tallies = Vec::with_capacity(self.most_parts);
        let mut places = self.kept.chunks_exact(4);
        for (metric, figures) in self.metrics.iter().zip(figures.chunks_exact_mut(3)) {
            tallies.clear();
            tallies.extend(places.by_ref().take(metric.parts.len()).map(|places| tally(sums, places)));
            let Score { recall, precision, f } = (metric.score)(&tallies, self.beta);
            for (figure, value) in figures.iter_mut().zip([recall, precision, f]) {
                *figure = value.unwrap_or(f64::NAN);
            }
        }
    }

    fn write_means(&self, sums: &[f64], figures: &mut [f64]) {
        let documents = self.kept.last().map_or(0.0, |place| sums[*place]);
        for (figure, places) in figures.iter_mut().zip(self.kept.chunks_exact(2)) {
            let (sum, defined) = (sums[places[0]], sums[places[1]]);
            let out_of = if self.undefined == Undefined::Zero { documents } else { defined };
            *figure = if defined > 0.0 { sum / out_of } else { f64::NAN };
        }
    }
}

fn tally_numbers(tally: &Tally) -> [f64; 4] {
    let Tally { recall, precision } = tally;
    [recall.numerator, recall.denominator, precision.numerator, precision.denominator]
}

fn tally(sums: &[f64], places: &[usize]) -> Tally {
    Tally {
        recall: Ratio::new(sums[places[0]], sums[places[1]]),
        precision: Ratio::new(sums[places[2]], sums[places[3]]),
    }
}

/// Each of the three scores of a document, and whether it is defined.
fn score_numbers(score: &Score) -> [f64; 6] {
    let of = |value: Option<f64>| (value.unwrap_or(0.0), f64::from(u8::from(value.is_some())));
    let (recall, precision, f) = (of(score.recall), of(score.precision), of(score.f));
    [recall.0, recall.1, precision.0, precision.1, f.0, f.1]
}
