//! Scores of systems as a table: one system in full, several ranked, or by document or genre.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::number::{Digits, Rounding, UNDEFINED, f_name, percent};
use super::sort::{Sort, order, sort_groups};
use super::table::{Alignment, Cell, Mark, Row, Table};
use super::{Output, Readers, records};
use crate::choice::{Value, none_of};
use crate::evaluation::{DocumentTallies, Evaluation};
use crate::metric::{Average, Explain, Metric, Ratio, Score, Tally, Undefined};
use crate::strata::{self, STRATA, Strata, Stratified};

/// The scores of systems under one signature.
#[derive(Clone, Debug)]
pub struct Results {
    /// The metrics and every choice that can change a score, in one line.
    pub signature: String,
    /// The systems, in the order they were given.
    pub systems: Vec<System>,
}

/// A system and its evaluation.
#[derive(Clone, Debug)]
pub struct System {
    /// Its name.
    pub name: String,
    /// Its evaluation, with the tallies of every document.
    pub evaluation: Evaluation,
    /// The evaluation split by properties of mentions, if the table shows strata.
    pub strata: Option<Stratified>,
}

/// The layout of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How percentages are rounded.
    pub rounding: Rounding,
    /// The number of decimals.
    pub decimals: u8,
    /// Whether recall and precision are shown beside F even if that makes the table wide.
    pub wide: bool,
    /// What a row represents.
    pub by: By,
    /// Whether every document has the same weight.
    pub macro_average: bool,
    /// The order of rows. By default, tables for people have the best system first; everything else keeps its
    /// order.
    pub sort: Option<Sort>,
}

impl Default for Layout {
    fn default() -> Self {
        let Digits { rounding, decimals } = Digits::default();
        Self { rounding, decimals, wide: false, by: By::System, macro_average: false, sort: None }
    }
}

impl Layout {
    /// The rounding and decimals of percentages.
    #[must_use]
    pub fn digits(self) -> Digits {
        Digits { rounding: self.rounding, decimals: self.decimals }
    }
}

/// What a row of the table represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum By {
    /// A system.
    System,
    /// A document.
    Document,
    /// The documents of a genre.
    Genre,
    /// The mentions of a stratum.
    Strata(&'static Strata),
}

impl By {
    /// Every value with its name and meaning.
    #[must_use]
    pub fn values() -> Vec<Value> {
        let documents = [
            Value { name: "system", about: "A system." },
            Value { name: "document", about: "A document." },
            Value { name: "genre", about: "The documents of a genre, known from their names." },
        ];
        let strata = STRATA.iter().map(|strata| Value { name: strata.name, about: strata.about });
        documents.into_iter().chain(strata).collect()
    }

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Document => "document",
            Self::Genre => "genre",
            Self::Strata(strata) => strata.name,
        }
    }

    /// How mentions are grouped, if rows represent strata of mentions.
    #[must_use]
    pub const fn strata(self) -> Option<&'static Strata> {
        match self {
            Self::Strata(strata) => Some(strata),
            _ => None,
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::System => "System",
            Self::Document => "Document",
            Self::Genre => "Genre",
            Self::Strata(strata) => strata.title,
        }
    }
}

impl fmt::Display for By {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for By {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let documents = [Self::System, Self::Document, Self::Genre];
        let found = documents.into_iter().find(|by| by.name() == text);
        let found = found.or_else(|| strata::by_name(text).map(Self::Strata));
        found.ok_or_else(|| none_of(text, Self::values().into_iter().map(|value| value.name)))
    }
}

/// A table of scores for the readers of an output: in few columns for people, complete for programs.
#[must_use]
pub fn table_for(output: &Output, results: &Results, layout: Layout) -> Table {
    match output.readers {
        Readers::People => table(results, layout),
        Readers::Papers => paper(results, layout),
        Readers::Programs => records::table(results, layout),
    }
}

/// A table of scores for people.
#[must_use]
pub fn table(results: &Results, layout: Layout) -> Table {
    let table = match (layout.by, &results.systems[..]) {
        (By::System, [system]) => one_system(&system.evaluation, layout),
        (By::System, systems) => ranked(systems, layout),
        (by, systems) => grouped(systems, by, layout),
    };
    annotated(table, results)
}

/// A table of scores for readers of papers: a row for each system, even if there is only one.
fn paper(results: &Results, layout: Layout) -> Table {
    let table = match layout.by {
        By::System => ranked(&results.systems, layout),
        by => grouped(&results.systems, by, layout),
    };
    let beta = results.systems.first().map_or(1.0, |system| system.evaluation.beta());
    let figures = if layout.wide { format!("Recall, precision and {}", f_name(beta)) } else { f_name(beta) };
    let best = if table.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.mark == Mark::Best) {
        "; the best of each column in bold"
    } else {
        ""
    };
    annotated(table, results).titled(format!("{figures} in percent{best}."))
}

/// The table with remarks and the signature below it.
fn annotated(mut table: Table, results: &Results) -> Table {
    table.notes.extend(undefined_note(&table, results));
    table.notes.extend(results.systems.first().and_then(|system| f1_note(&system.evaluation)));
    table.signature.clone_from(&results.signature);
    table
}

/// A note on how averages treat undefined figures, if any is shown.
fn undefined_note(table: &Table, results: &Results) -> Option<String> {
    let shown = table.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.text == UNDEFINED);
    let averages = match results.systems.first().filter(|_| shown)?.evaluation.undefined() {
        Undefined::Zero => "count it as 0, as in published figures",
        Undefined::Skip => "leave it out",
    };
    let is_stratified = results.systems.iter().any(|system| system.strata.is_some());
    let averages = if is_stratified { "of a stratum are undefined then too" } else { averages };
    Some(format!("{UNDEFINED} undefined: the denominator is 0; averages {averages}"))
}

/// A note on metrics that are means of each entity's F1 and have no F with another beta.
fn f1_note(evaluation: &Evaluation) -> Option<String> {
    let has_f1_only = |metric: &&&Metric| matches!(metric.explain, Explain::Names(_));
    let metric =
        evaluation.metrics().iter().find(has_f1_only).filter(|_| f_name(evaluation.beta()) != "F1")?;
    Some(format!("{}: the mean F1 of entities, independent of beta", metric.title))
}

fn one_system(evaluation: &Evaluation, layout: Layout) -> Table {
    let (right, f) = (Alignment::Right, f_name(evaluation.beta()));
    let columns = [
        ("Metric", Alignment::Left),
        ("Recall", right),
        ("of key", right),
        ("Precision", right),
        ("of response", right),
        (&f, right),
    ];
    let mut table = Table::new(&columns);
    let documents: Vec<&DocumentTallies> = evaluation.documents().iter().collect();
    let scores = scores_of(evaluation, &documents, layout);
    for (place, (metric, score)) in evaluation.metrics().iter().zip(&scores).enumerate() {
        let total = evaluation.total(place, documents.iter().copied());
        let counts = fractions(&total, layout);
        let shown = |value: Option<f64>| percent(value, layout.digits());
        let cells = [
            metric.title.to_owned(),
            shown(score.recall),
            counts.0,
            shown(score.precision),
            counts.1,
            shown(score.f),
        ];
        table.push(cells);
        for column in [2, 4] {
            mark(&mut table, column, Mark::Faint);
        }
    }
    for (number, (average, value)) in evaluation.averages(&scores).into_iter().enumerate() {
        let value = percent(value, layout.digits());
        table.push([average.title, "", "", "", "", &value]);
        mark(&mut table, 5, Mark::Best);
        if let Some(row) = table.rows.last_mut() {
            row.ruled = number == 0;
        }
    }
    table
}

fn mark(table: &mut Table, column: usize, mark: Mark) {
    if let Some(cell) = table.rows.last_mut().and_then(|row| row.cells.get_mut(column)) {
        cell.mark = mark;
    }
}

/// Numerators and denominators, if there is only one pair of each.
fn fractions(total: &[Tally], layout: Layout) -> (String, String) {
    match total {
        [tally] if !layout.macro_average => (fraction(tally.recall), fraction(tally.precision)),
        _ => (String::new(), String::new()),
    }
}

fn fraction(ratio: Ratio) -> String {
    format!("{}/{}", short(ratio.numerator), short(ratio.denominator))
}

fn short(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.2}") }
}

/// The score of every metric over these documents.
pub(super) fn scores_of(
    evaluation: &Evaluation,
    documents: &[&DocumentTallies],
    layout: Layout,
) -> Vec<Score> {
    let alone = |metric, document| evaluation.score_of(metric, std::iter::once(document));
    let score = |metric| {
        if layout.macro_average {
            let scores: Vec<Score> = documents.iter().map(|document| alone(metric, *document)).collect();
            Score::mean(&scores, evaluation.undefined())
        } else {
            evaluation.score_of(metric, documents.iter().copied())
        }
    };
    (0..evaluation.metrics().len()).map(score).collect()
}

/// One line of figures: each metric's scores, then the averages.
fn figures(evaluation: &Evaluation, scores: &[Score], layout: Layout) -> Vec<Option<f64>> {
    figures_with(evaluation.averages(scores), scores, layout)
}

fn figures_with(
    averages: Vec<(&'static Average, Option<f64>)>,
    scores: &[Score],
    layout: Layout,
) -> Vec<Option<f64>> {
    let of = |score: &Score| {
        if layout.wide { vec![score.recall, score.precision, score.f] } else { vec![score.f] }
    };
    let averages = averages.into_iter().map(|(_, value)| value);
    scores.iter().flat_map(of).chain(averages).collect()
}

fn head(evaluation: &Evaluation, first: &[&str], layout: Layout) -> Table {
    let mut columns: Vec<(&str, Alignment)> = first.iter().map(|name| (*name, Alignment::Left)).collect();
    let mut groups = vec![(String::new(), first.len())];
    let f = f_name(evaluation.beta());
    for metric in evaluation.metrics() {
        let names: &[&str] = if layout.wide { &["R", "P", &f] } else { &[metric.title] };
        columns.extend(names.iter().map(|name| (*name, Alignment::Right)));
        groups.push((metric.title.to_owned(), names.len()));
    }
    let none = vec![Score::default(); evaluation.metrics().len()];
    for (average, _) in evaluation.averages(&none) {
        columns.push((average.title, Alignment::Right));
        groups.push((String::new(), 1));
    }
    let groups = if layout.wide { groups } else { Vec::new() };
    Table { groups, ..Table::new(&columns) }
}

fn ranked(systems: &[System], layout: Layout) -> Table {
    let Some(first) = systems.first() else { return Table::default() };
    let mut table = head(&first.evaluation, &["System"], layout);
    let order = order(systems, layout.sort.unwrap_or(Sort::Score), layout);
    let lines: Vec<(&str, Vec<Option<f64>>)> =
        order.iter().map(|system| line(&systems[*system], layout)).collect();
    let best = if lines.len() > 1 { best(lines.iter().map(|(_, figures)| &figures[..])) } else { Vec::new() };
    for (name, figures) in &lines {
        push_figures(&mut table, vec![(*name).to_owned()], figures, &best, layout);
    }
    table
}

fn line(system: &System, layout: Layout) -> (&str, Vec<Option<f64>>) {
    let documents: Vec<&DocumentTallies> = system.evaluation.documents().iter().collect();
    let scores = scores_of(&system.evaluation, &documents, layout);
    (&system.name, figures(&system.evaluation, &scores, layout))
}

/// The last figure over these documents, which is the CoNLL average if there is one; undefined is less than
/// any number.
pub(super) fn main_figure(evaluation: &Evaluation, documents: &[&DocumentTallies], layout: Layout) -> f64 {
    let scores = scores_of(evaluation, documents, layout);
    figures(evaluation, &scores, layout).last().copied().flatten().unwrap_or(f64::NEG_INFINITY)
}

/// The best figure of each column; none if the best is 0.
fn best<'a>(lines: impl Iterator<Item = &'a [Option<f64>]>) -> Vec<Option<f64>> {
    lines.fold(Vec::new(), |mut best: Vec<Option<f64>>, figures| {
        best.resize(figures.len(), None);
        for (best, figure) in best.iter_mut().zip(figures) {
            *best = best.iter().chain(figure).copied().reduce(f64::max);
        }
        best
    })
}

fn push_figures(
    table: &mut Table,
    first: Vec<String>,
    figures: &[Option<f64>],
    best: &[Option<f64>],
    layout: Layout,
) {
    let mut cells: Vec<Cell> = first.into_iter().map(|text| Cell { text, mark: Mark::None }).collect();
    for (column, figure) in figures.iter().enumerate() {
        let text = percent(*figure, layout.digits());
        // figures that are printed the same are the same to readers
        let best = best.get(column).copied().flatten().map(|best| percent(best, layout.digits()));
        let mark = if best.is_some_and(|best| best == text) { Mark::Best } else { Mark::None };
        cells.push(Cell { text, mark });
    }
    table.rows.push(Row { cells, ruled: false });
}

fn grouped(systems: &[System], by: By, layout: Layout) -> Table {
    let Some(first) = systems.first() else { return Table::default() };
    let several = systems.len() > 1;
    let counts: &[&str] = if by.strata().is_some() { &["Key", "Response"] } else { &["Documents"] };
    let names: Vec<&str> = several.then_some("System").into_iter().chain([by.title()]).collect();
    let mut table = head(&first.evaluation, &[&names, counts].concat(), layout);
    for alignment in table.alignments.iter_mut().skip(names.len()) {
        *alignment = Alignment::Right;
    }
    let order = order(systems, layout.sort.unwrap_or(Sort::None), layout);
    for (place, system) in order.iter().map(|system| &systems[*system]).enumerate() {
        let groups = sort_groups(system, groups_of(system, by), layout);
        let all = groups.len().saturating_sub(1);
        for (number, (group, documents)) in groups.iter().enumerate() {
            let counted = if number == all { all_of(system, documents) } else { documents.clone() };
            let about = std::iter::once(group.clone()).chain(counts_of(&counted, by));
            let first = several.then(|| system.name.clone()).into_iter().chain(about).collect();
            let of_stratum = by.strata().is_some() && number != all;
            let scores = of_row(scores_of(&system.evaluation, documents, layout), of_stratum);
            let averages = averages_of(&system.evaluation, &scores, of_stratum);
            push_figures(&mut table, first, &figures_with(averages, &scores, layout), &[], layout);
            if let Some(row) = table.rows.last_mut() {
                row.ruled = number == all || (number == 0 && place > 0);
            }
        }
    }
    table
}

/// The documents of the last row; for strata, the documents of all strata, in which mentions that were left
/// out are not counted.
fn all_of<'a>(system: &'a System, documents: &[&'a DocumentTallies]) -> Vec<&'a DocumentTallies> {
    match &system.strata {
        Some(stratified) => stratified.strata.iter().flat_map(|stratum| &stratum.documents).collect(),
        None => documents.to_vec(),
    }
}

/// The number of documents of a group; for strata, the numbers of key and response mentions.
fn counts_of(documents: &[&DocumentTallies], by: By) -> Vec<String> {
    match by {
        By::Strata(_) => {
            let (key, response) = mentions_of(documents);
            vec![key.to_string(), response.to_string()]
        }
        _ => vec![documents.len().to_string()],
    }
}

/// How many mentions of key and response documents have.
pub(super) fn mentions_of(documents: &[&DocumentTallies]) -> (usize, usize) {
    let labels = || documents.iter().map(|document| &document.labels);
    (labels().map(|one| one.key_mentions).sum(), labels().map(|one| one.response_mentions).sum())
}

/// The scores of a row. In a stratum, F is undefined if recall or precision is undefined: mentions that are
/// in this row on one side may be in another row on the other side, which is not an error of the response.
pub(super) fn of_row(scores: Vec<Score>, of_stratum: bool) -> Vec<Score> {
    let is_whole = |score: &Score| !of_stratum || (score.recall.is_some() && score.precision.is_some());
    scores.into_iter().map(|score| Score { f: score.f.filter(|_| is_whole(&score)), ..score }).collect()
}

/// The averages of scores. The average of a stratum is undefined if one of its metrics is undefined: in a
/// stratum of first mentions, MUC has nothing to count, which is not an error of the response.
pub(super) fn averages_of(
    evaluation: &Evaluation,
    scores: &[Score],
    of_stratum: bool,
) -> Vec<(&'static Average, Option<f64>)> {
    let metrics = evaluation.metrics().iter().zip(scores);
    let undefined: Vec<&str> =
        metrics.filter(|(_, score)| score.f.is_none()).map(|(metric, _)| metric.name).collect();
    let is_whole = |average: &Average| !of_stratum || !average.of.iter().any(|name| undefined.contains(name));
    let averages = evaluation.averages(scores).into_iter();
    averages.map(|(average, value)| (average, value.filter(|_| is_whole(average)))).collect()
}

/// The strata of a system, or the groups of its documents; then all documents.
#[must_use]
pub fn groups_of(system: &System, by: By) -> Vec<(String, Vec<&DocumentTallies>)> {
    let strata = system.strata.iter().filter(|_| by.strata().is_some()).flat_map(|one| &one.strata);
    let strata = strata.map(|stratum| (stratum.name.clone(), stratum.documents.iter().collect()));
    strata.chain(groups(&system.evaluation, by)).collect()
}

/// The documents of each group, then all documents. Groups are sorted by name, but documents are in file
/// order.
#[must_use]
pub fn groups(evaluation: &Evaluation, by: By) -> Vec<(String, Vec<&DocumentTallies>)> {
    let mut groups: Vec<(String, Vec<&DocumentTallies>)> = Vec::new();
    match by {
        By::System | By::Strata(_) => {}
        By::Document => {
            groups.extend(
                evaluation.documents().iter().map(|document| (document.name.to_string(), vec![document])),
            );
        }
        By::Genre => {
            let mut by_genre: BTreeMap<&str, Vec<&DocumentTallies>> = BTreeMap::new();
            for document in evaluation.documents() {
                by_genre.entry(document.name.genre().unwrap_or("(no genre)")).or_default().push(document);
            }
            groups.extend(by_genre.into_iter().map(|(genre, documents)| (genre.to_owned(), documents)));
        }
    }
    groups.push(("all".to_owned(), evaluation.documents().iter().collect()));
    groups
}
