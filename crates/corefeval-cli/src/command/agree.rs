//! `corefeval agree`: do annotators agree?

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use corefeval::document::{Document, Span, Wanted};
use corefeval::evaluation::{
    Aids, DocumentPair, DocumentTallies, Evaluation, Plan, Protocol, Repeats, Singletons, Tokens, each_pair,
};
use corefeval::matching::{Matching, Side, exact};
use corefeval::measures::agreement::{Agreement, Distance};
use corefeval::metric::{METRICS, Metric};
use corefeval::report::{Alignment, Digits, Table, UNDEFINED, percent};
use corefeval::selection::Selection;
use serde_json::{Map, Value, json};

use super::annotators::{self, Two};
use super::arguments::{ComparisonArguments, OutputArguments};
use super::protocol::{Accepts, ProtocolArguments, one_rule};
use crate::{names, paths};

/// Measure agreement between annotators: metrics and α.
///
/// Every metric between all pairs of annotators, and Krippendorff's α over all of them. Each pair is compared on the
/// documents that both have, α on those that all have; a warning names the others.
///
/// F1 does not depend on which of two annotators is taken as the key (except for BLANC in rare cases). For α, the value of
/// a mention is its entity, compared by Passonneau's distances of 2004 and 2006 (MASI) and by the nominal distance; a
/// mention that an annotator did not mark is a singleton for that annotator. The distances follow descriptions of the
/// papers, so α is experimental. With --adjudicated, every annotator is also compared with that file.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotations, two or more.
    #[arg(required = true, num_args = 2..)]
    annotations: Vec<PathBuf>,
    /// The adjudicated annotation.
    #[arg(long, value_name = "FILE")]
    adjudicated: Option<PathBuf>,
    /// Rows: all documents together, or also one for each genre.
    #[arg(long, value_name = "WHAT", default_value = "corpus", help_heading = "Output")]
    by: By,
    #[command(flatten)]
    protocol: ProtocolArguments<Agreed>,
    #[command(flatten)]
    input: ComparisonArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Which rows the table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// All documents together.
    Corpus,
    /// Each genre, known from the names of documents, and all together.
    Genre,
}

/// The choices that `agree` supports: its metrics are fixed.
#[derive(Clone, Debug)]
pub(crate) struct Agreed;

impl Accepts for Agreed {
    const REFUSED: &'static [&'static str] = &["metrics", "undefined", "entity-map"];
    const MADE: &'static [(&'static str, &'static str)] = ON_COMMON_DOCUMENTS;
}

/// Annotators are compared on the documents that both have.
pub(super) const ON_COMMON_DOCUMENTS: &[(&str, &str)] = &[("missing", "skip")];

/// Everything that was read, and what each pair of annotations has in common.
struct Annotations {
    names: Vec<String>,
    /// For each annotation, its documents in the order of the first.
    documents: Vec<Vec<Option<Document>>>,
    comparisons: Vec<Compared>,
    /// How many of them are annotators; an adjudicated one may follow.
    annotators: usize,
    plan: Plan,
}

/// Two annotations compared.
type Compared = Two<DocumentPair>;

/// Measures agreement.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let annotations = read(arguments)?;
    let groups = annotations.groups(arguments.by == By::Genre);
    let alphas = groups.iter().map(|group| annotations.alphas(group)).collect::<Result<Vec<_>>>()?;
    let found = (&groups[..], &alphas[..]);
    arguments.output.write_tables(&[as_table(&annotations, found)], || as_json(&annotations, found))?;
    Ok(ExitCode::SUCCESS)
}

/// Reads all annotations, and compares every two of them as `score` does.
fn read(arguments: &Arguments) -> Result<Annotations> {
    let files: Vec<PathBuf> = arguments.annotations.iter().chain(&arguments.adjudicated).cloned().collect();
    let inputs = files.iter().map(PathBuf::as_path).chain(arguments.protocol.files());
    paths::check(inputs, arguments.output.file())?;
    let (plan, aids) = arguments.protocol.plan(files.len() - 1)?;
    one_rule(&plan)?;
    let plan = plan.with_metrics(METRICS);
    let names = names::distinct(&files);
    let annotations = annotators::Annotations {
        files: &files,
        names: &names,
        plan: &plan,
        aids: &aids,
        also: Wanted::MENTIONS,
        input: &arguments.input,
    };
    let comparisons = annotations.each_two(|pair| pair)?;
    let documents = by_place(&comparisons, files.len());
    let annotators = arguments.annotations.len();
    Ok(Annotations { names, documents, comparisons, annotators, plan })
}

/// The documents of all annotations, under the names that they have in the first.
fn by_place(comparisons: &[Compared], annotations: usize) -> Vec<Vec<Option<Document>>> {
    let with_first = comparisons.iter().filter(|compared| compared.one == 0);
    let pairs = || with_first.clone().flat_map(|compared| compared.pairs.iter());
    let places = pairs().map(|pair| pair.place() + 1).max().unwrap_or(0);
    let mut documents = vec![vec![None; places]; annotations];
    for pair in pairs() {
        let mut response = pair.response().clone();
        response.rename(pair.key().name().clone());
        documents[pair.system() + 1][pair.place()] = Some(response);
        documents[0][pair.place()] = Some(pair.key().clone());
    }
    documents
}

impl Annotations {
    /// Why α is not available, if it is not: it compares mentions with the same tokens, counts every mention,
    /// and needs each in one entity.
    fn lacks_alpha(&self) -> Option<&'static str> {
        let Protocol { matching, selection, tokens, singletons, repeats, .. } = self.plan.protocol();
        if *matching != Matching::default()
            || *selection != Selection::default()
            || *tokens != Tokens::Same
            || *singletons != Singletons::Keep
        {
            return Some("it compares mentions with the same tokens and counts every mention");
        }
        let settled = matches!(repeats, Repeats::First | Repeats::Last);
        (!settled && self.repeats_mentions())
            .then_some("mentions are repeated; with `--repeats first` or `last`, each is in one entity")
    }

    fn repeats_mentions(&self) -> bool {
        let documents = self.documents[..self.annotators].iter().flatten().flatten();
        let mut sides = documents.map(Side::all);
        sides.any(|side| !exact::same_tokens(&side).is_empty())
    }

    /// α for each distance over the documents of a group; none if it is undefined.
    fn alphas(&self, group: &Group) -> Result<Vec<Option<f64>>> {
        if self.lacks_alpha().is_some() {
            return Ok(vec![None; Distance::ALL.len()]);
        }
        let mut agreements = vec![Agreement::default(); Distance::ALL.len()];
        for place in 0..self.documents[0].len() {
            let documents: Option<Vec<&Document>> =
                self.documents[..self.annotators].iter().map(|documents| documents[place].as_ref()).collect();
            let Some(documents) = documents else { continue };
            if group.has(documents[0].name().genre()) {
                self.add_document(&mut agreements, &documents)?;
            }
        }
        Ok(agreements.iter().map(Agreement::alpha).collect())
    }

    /// Adds a document: each annotator's mentions in it, and what each pair of annotators shares.
    fn add_document(&self, agreements: &mut [Agreement], documents: &[&Document]) -> Result<()> {
        let units = units(documents);
        for (number, other) in documents.iter().enumerate() {
            let own = self.paired(other, other)?;
            let sizes = own.matched(&self.plan).overlap().row_sizes().to_vec();
            for agreement in agreements.iter_mut() {
                agreement.add_annotator(&sizes, units);
            }
            for one in &documents[..number] {
                let pair = self.paired(one, other)?;
                let matched = pair.matched(&self.plan);
                for (agreement, &distance) in agreements.iter_mut().zip(Distance::ALL) {
                    agreement.add_pair(matched.overlap(), units, distance);
                }
            }
        }
        Ok(())
    }

    fn paired(&self, one: &Document, other: &Document) -> Result<DocumentPair> {
        let (key, response) = ([one.clone()], [[other.clone()]]);
        let (pairs, _) = each_pair(key, response, &self.plan, &Aids::default(), |pair, _| pair)?;
        pairs.into_iter().flatten().next().ok_or_else(|| anyhow!("nothing was compared"))
    }

    /// The genres, if requested, and all documents.
    fn groups(&self, by_genre: bool) -> Vec<Group> {
        let names = self.documents[0].iter().flatten().map(Document::name);
        let genres: BTreeSet<Option<String>> = names.map(|name| name.genre().map(str::to_owned)).collect();
        let genres = genres.into_iter().filter(|_| by_genre).map(Group::Genre);
        let mut groups: Vec<Group> = genres.collect();
        groups.sort_by_key(Group::name);
        groups.push(Group::All);
        groups
    }
}

/// The number of mentions that at least one annotator marked in a document.
fn units(documents: &[&Document]) -> u64 {
    let parts = documents
        .iter()
        .flat_map(|document| document.mentions().iter().map(|mention| document.parts(mention).to_vec()));
    parts.collect::<HashSet<Vec<Span>>>().len() as u64
}

/// Documents that make one row.
enum Group {
    Genre(Option<String>),
    All,
}

impl Group {
    fn name(&self) -> String {
        match self {
            Self::Genre(genre) => genre.clone().unwrap_or_else(|| "(no genre)".to_owned()),
            Self::All => "all".to_owned(),
        }
    }

    fn has(&self, genre: Option<&str>) -> bool {
        match self {
            Self::Genre(own) => own.as_deref() == genre,
            Self::All => true,
        }
    }

    fn documents<'e>(&self, evaluation: &'e Evaluation) -> Vec<&'e DocumentTallies> {
        evaluation.documents().iter().filter(|document| self.has(document.labels.genre.as_deref())).collect()
    }

    fn f(&self, compared: &Compared, metric: usize) -> Option<f64> {
        compared.evaluation.averaged(metric, &self.documents(&compared.evaluation)).f
    }
}

type Groups<'a> = (&'a [Group], &'a [Vec<Option<f64>>]);

fn as_table(annotations: &Annotations, (groups, alphas): Groups<'_>) -> Table {
    let left = Alignment::Left;
    let mut heads = vec![("Genre", left), ("Annotators", left)];
    heads.extend(METRICS.iter().map(|metric| (metric.title, Alignment::Right)));
    let mut table = Table::new(&heads);
    let digits = Digits::from(&annotations.plan);
    for group in groups {
        for compared in &annotations.comparisons {
            let names = [compared.one, compared.other].map(|place| annotations.names[place].as_str());
            let figures = (0..METRICS.len()).map(|metric| percent(group.f(compared, metric), digits));
            table.push([group.name(), names.join(" – ")].into_iter().chain(figures));
        }
    }
    for (group, alphas) in groups.iter().zip(alphas) {
        let shown = |alpha: &Option<f64>| alpha.map_or(UNDEFINED.to_owned(), |alpha| format!("{alpha:.3}"));
        let name = group.name();
        let mut values = Vec::new();
        for (distance, alpha) in Distance::ALL.iter().zip(alphas) {
            values.push(format!("{distance} {}", shown(alpha)));
            table.facts.push([name.clone(), format!("alpha {distance}"), shown(alpha)]);
        }
        table.notes.push(format!("Krippendorff's α (experimental), {name}: {}", values.join(", ")));
    }
    if let Some(why) = annotations.lacks_alpha() {
        table.notes.push(format!("α is left out: {why}"));
    }
    table.signature = annotations.plan.to_string();
    table
}

fn as_json(annotations: &Annotations, (groups, alphas): Groups<'_>) -> Value {
    let group = |(group, alphas): (&Group, &Vec<Option<f64>>)| {
        let pair = |compared: &Compared| {
            let scores = METRICS.iter().enumerate();
            let scores = scores.map(|(place, metric): (usize, &&Metric)| {
                (metric.name.to_owned(), json!(group.f(compared, place)))
            });
            let names = [&annotations.names[compared.one], &annotations.names[compared.other]];
            json!({"annotators": names, "f": scores.collect::<Map<String, Value>>()})
        };
        let documents = annotations.comparisons.first();
        let documents = documents.map_or(0, |compared| group.documents(&compared.evaluation).len());
        let alphas = Distance::ALL
            .iter()
            .zip(alphas)
            .map(|(distance, alpha)| (distance.name().to_owned(), json!(alpha)));
        json!({
            "genre": group.name(), "documents": documents,
            "alpha_experimental": alphas.collect::<Map<String, Value>>(),
            "pairs": annotations.comparisons.iter().map(pair).collect::<Vec<_>>(),
        })
    };
    let groups: Vec<Value> = groups.iter().zip(alphas).map(group).collect();
    json!({"schema": 1, "signature": annotations.plan.to_string(), "groups": groups})
}
