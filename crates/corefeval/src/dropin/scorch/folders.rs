//! Whole folders: documents are scored one by one, and the scores are averaged, weighted by numbers of
//! mentions.

use super::entities::{Documents, Entities};
use super::figures::{F1, Figures, METRICS};
use crate::dropin::evaluator::Printout;

/// A key and a response document, in scorch's JSON.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The name of the document in messages.
    pub name: &'a str,
    /// The contents of the key's file.
    pub key: &'a [u8],
    /// The contents of the response's file.
    pub response: &'a [u8],
}

/// The scores of one document under each metric, with its numbers of mentions.
struct Document {
    figures: Vec<Figures>,
    in_key: f64,
    in_response: f64,
}

/// Scores documents: recall is averaged by key mentions, precision by response mentions, F1 by both.
#[must_use]
pub fn score_folders(pairs: &[Pair]) -> Printout {
    let mut printout = Printout::default();
    printout.failure = run(pairs, &mut printout).err();
    printout
}

fn run(pairs: &[Pair], printout: &mut Printout) -> Result<(), String> {
    let documents: Vec<Document> = pairs.iter().map(Document::score).collect::<Result<_, _>>()?;
    let mut in_average = Vec::new();
    for (place, metric) in METRICS.iter().enumerate() {
        let average = |value: fn(&Figures) -> f64, weight: fn(&Document) -> f64| {
            let total: f64 = documents.iter().map(weight).sum();
            let sum: f64 =
                documents.iter().map(|document| value(&document.figures[place]) * weight(document)).sum();
            if total == 0.0 {
                Err("a side without mentions cannot be averaged over documents")
            } else {
                Ok(sum / total)
            }
        };
        let recall = average(|figures| figures.recall, |document| document.in_key)?;
        let precision = average(|figures| figures.precision, |document| document.in_response)?;
        let f1 = average(|figures| figures.f1.value(), |document| document.in_key + document.in_response)?;
        super::print(metric.name, &Figures { recall, precision, f1: F1::Mean(f1) }, printout);
        in_average.extend(metric.in_average.then_some(f1));
    }
    super::print_average(&in_average, printout);
    Ok(())
}

impl Document {
    fn score(pair: &Pair) -> Result<Self, String> {
        let in_document = |problem: String| format!("document {}: {problem}", pair.name);
        let documents = Documents::read(pair.key, pair.response).map_err(in_document)?;
        let figures = METRICS.iter().map(|metric| (metric.score)(&documents)).collect::<Result<_, _>>();
        let mentions = |entities: &Entities| entities.iter().map(Vec::len).sum::<usize>() as f64;
        Ok(Self {
            figures: figures.map_err(in_document)?,
            in_key: mentions(&documents.key),
            in_response: mentions(&documents.response),
        })
    }
}
