//! `corefeval agree`: do annotators agree?

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use corefeval::document::{Document, Span, Wanted};
use corefeval::evaluation::{Evaluation, Plan, Protocol};
use corefeval::metric::agreement::{Agreement, Distance};
use corefeval::metric::{METRICS, Metric};
use corefeval::report::{Alignment, Rounding, Table, percent};
use serde_json::{Map, Value, json};

use crate::pairs::{self, Request};
use crate::problems::Problems;
use crate::{choices, names, output};

/// Measure how far annotators agree: every metric between all pairs, and Krippendorff's α over all.
///
/// F1 does not depend on which of two annotators is taken as the key (but for BLANC in odd cases). α takes each mention
/// with its entity as a value, at Passonneau's distances of 2004 and of 2006 (MASI), and nominally; a mention that an
/// annotator lacks is alone. The distances follow descriptions of the papers: α is experimental. With --adjudicated,
/// every annotator is compared with that file as well.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotations, two or more.
    #[arg(required = true, num_args = 2..)]
    annotations: Vec<PathBuf>,
    /// The adjudicated annotation.
    #[arg(long, value_name = "FILE")]
    adjudicated: Option<PathBuf>,
    /// Rows for each genre besides those for all documents.
    #[arg(long)]
    by_genre: bool,
    /// How the result is laid out: text, json, tsv, csv, markdown, latex.
    #[arg(short, long, value_name = "LAYOUT", default_value = "text")]
    output: String,
    /// The format of all files; told by looking at them unless given.
    #[arg(short, long, value_name = "NAME")]
    format: Option<String>,
    /// Do not show warnings.
    #[arg(short, long)]
    quiet: bool,
}

/// Everything that was read: for each annotation its documents, in the order of the first.
struct Annotations {
    names: Vec<String>,
    documents: Vec<Vec<Document>>,
    /// How many of them are annotators; an adjudicated one may follow.
    annotators: usize,
}

/// Two annotations compared.
struct Comparison {
    one: usize,
    other: usize,
    evaluation: Evaluation,
}

/// Measures agreement.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let annotations = read(arguments)?;
    let comparisons = annotations.comparisons();
    let groups = groups(arguments, &annotations.documents[0]);
    let alphas: Vec<Vec<f64>> = groups.iter().map(|(_, places)| annotations.alphas(places)).collect();
    let text = if arguments.output == "json" {
        let value = as_json(&annotations, &comparisons, (&groups, &alphas));
        serde_json::to_string_pretty(&value)? + "\n"
    } else {
        let table = as_table(&annotations, &comparisons, (&groups, &alphas));
        (choices::output(&arguments.output)?.render)(&table)
    };
    output::write(&text, None)?;
    Ok(ExitCode::SUCCESS)
}

fn read(arguments: &Arguments) -> Result<Annotations> {
    let paths: Vec<PathBuf> = arguments.annotations.iter().chain(&arguments.adjudicated).cloned().collect();
    let format = arguments.format.as_deref().map(choices::format).transpose()?;
    let request = Request { key: &paths[0], responses: &paths[1..], format, wanted: Wanted::MENTIONS };
    let pairs = pairs::read(&request, &mut Problems::new(false, arguments.quiet))?;
    let mut documents: Vec<Vec<Document>> = Vec::new();
    documents.push(pairs.first().into_iter().flatten().map(|pair| (*pair.key).clone()).collect());
    for pairs in pairs {
        documents.push(pairs.into_iter().map(|pair| pair.response).collect());
    }
    Ok(Annotations { names: names::distinct(&paths), documents, annotators: arguments.annotations.len() })
}

impl Annotations {
    /// Every pair of annotators, then each of them with the adjudicated annotation.
    fn comparisons(&self) -> Vec<Comparison> {
        let mut comparisons = Vec::new();
        for other in 1..self.documents.len() {
            for one in 0..other.min(self.annotators) {
                comparisons.push(self.comparison(one, other));
            }
        }
        comparisons
    }

    fn comparison(&self, one: usize, other: usize) -> Comparison {
        let plan = Plan::new(Protocol::default(), METRICS);
        let pairs = self.documents[one].iter().zip(&self.documents[other]);
        let documents = pairs.map(|(one, other)| plan.tally(one, other)).collect();
        Comparison { one, other, evaluation: Evaluation { metrics: plan.metrics, beta: 1.0, documents } }
    }

    /// α at each distance, over some documents.
    fn alphas(&self, places: &[usize]) -> Vec<f64> {
        let plan = Plan::new(Protocol::default(), &[]);
        let alpha = |&distance: &Distance| {
            let mut agreement = Agreement::default();
            for &place in places {
                let units = self.units(place);
                for other in 0..self.annotators {
                    let document = &self.documents[other][place];
                    let pair = plan.matched(document, document);
                    agreement.add_annotator(pair.overlap.row_sizes(), units);
                    for one in 0..other {
                        let pair = plan.matched(&self.documents[one][place], document);
                        agreement.add_pair(&pair.overlap, units, distance);
                    }
                }
            }
            agreement.alpha()
        };
        Distance::ALL.iter().map(alpha).collect()
    }

    /// How many mentions a document has that any annotator found.
    fn units(&self, place: usize) -> u64 {
        let mut units: HashSet<Vec<Span>> = HashSet::new();
        for documents in &self.documents[..self.annotators] {
            let document = &documents[place];
            units.extend(document.mentions().iter().map(|mention| document.parts(mention).to_vec()));
        }
        units.len() as u64
    }
}

/// The documents of each genre, if they are wanted, and all of them.
fn groups(arguments: &Arguments, documents: &[Document]) -> Vec<(String, Vec<usize>)> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    if arguments.by_genre {
        for (place, document) in documents.iter().enumerate() {
            let genre = document.name().genre().unwrap_or("(no genre)");
            match groups.iter_mut().find(|(name, _)| name == genre) {
                Some((_, places)) => places.push(place),
                None => groups.push((genre.to_owned(), vec![place])),
            }
        }
    }
    groups.sort();
    groups.push(("all".to_owned(), (0..documents.len()).collect()));
    groups
}

type Groups<'a> = (&'a [(String, Vec<usize>)], &'a [Vec<f64>]);

fn f1(comparison: &Comparison, metric: usize, places: &[usize]) -> Option<f64> {
    let documents = places.iter().map(|&place| &comparison.evaluation.documents[place]);
    comparison.evaluation.score_of(metric, documents).f
}

fn as_table(annotations: &Annotations, comparisons: &[Comparison], (groups, alphas): Groups<'_>) -> Table {
    let left = Alignment::Left;
    let mut heads = vec![("Genre", left), ("Annotators", left)];
    heads.extend(METRICS.iter().map(|metric| (metric.title, Alignment::Right)));
    let mut table = Table::new(&heads);
    for (group, places) in groups {
        for comparison in comparisons {
            let pair =
                format!("{} – {}", annotations.names[comparison.one], annotations.names[comparison.other]);
            let figures =
                (0..METRICS.len()).map(|metric| percent(f1(comparison, metric, places), Rounding::Nearest));
            table.push([group.clone(), pair].into_iter().chain(figures));
        }
    }
    for ((group, _), alphas) in groups.iter().zip(alphas) {
        let values: Vec<String> = Distance::ALL
            .iter()
            .zip(alphas)
            .map(|(distance, alpha)| format!("{distance} {alpha:.3}"))
            .collect();
        table.notes.push(format!("Krippendorff's α (experimental), {group}: {}", values.join(", ")));
    }
    table
}

fn as_json(annotations: &Annotations, comparisons: &[Comparison], (groups, alphas): Groups<'_>) -> Value {
    let group = |((name, places), alphas): (&(String, Vec<usize>), &Vec<f64>)| {
        let pair = |comparison: &Comparison| {
            let scores = METRICS.iter().enumerate();
            let scores = scores.map(|(place, metric): (usize, &&Metric)| {
                (metric.name.to_owned(), json!(f1(comparison, place, places)))
            });
            let names = [&annotations.names[comparison.one], &annotations.names[comparison.other]];
            json!({"annotators": names, "f1": scores.collect::<Map<String, Value>>()})
        };
        let alphas = Distance::ALL
            .iter()
            .zip(alphas)
            .map(|(distance, alpha)| (distance.name().to_owned(), json!(alpha)));
        json!({
            "genre": name, "documents": places.len(), "alpha_experimental": alphas.collect::<Map<String, Value>>(),
            "pairs": comparisons.iter().map(pair).collect::<Vec<_>>(),
        })
    };
    json!({"schema": 1, "groups": groups.iter().zip(alphas).map(group).collect::<Vec<_>>()})
}
