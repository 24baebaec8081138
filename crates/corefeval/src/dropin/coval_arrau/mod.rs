//! CoVal's scorer for ARRAU: the same words, the same output.
//!
//! It reads one document from each file, in columns:
//!
//! ```text
//! TOKEN   MARKABLE                                     MIN                     REFERENCE
//! An      B-markable_1=set_1                           word_2                  new
//! owl     I-markable_1=set_1                           word_2                  new
//! hooted
//! ```

mod document;
mod markable;
mod matches;
mod options;
mod read;
mod table;

pub use options::Options;

use document::Document;
use options::Step;
use rustc_hash::FxHashMap;

use super::evaluator::{Printout, Scored, conll_average, percentages};
use crate::metric::{Score, Tally};

/// A file with one document.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The name of the file without its folder, which is also the name of the document.
    pub name: &'a str,
    /// Its contents.
    pub bytes: &'a [u8],
}

/// Scores response documents against key documents with the same names.
#[must_use]
pub fn score(key: &[Source], response: &[Source], options: &Options) -> Printout {
    let mut printout = Printout::default();
    printout.line(&options.sentence());
    printout.failure = run(key, response, options, &mut printout).err();
    printout
}

fn run(
    key: &[Source],
    response: &[Source],
    options: &Options,
    printout: &mut Printout,
) -> Result<(), String> {
    let mut tallies = vec![Tally::default(); options.metrics().len()];
    let mut non_referring = Tally::default();
    // of two files with one name, the last counts
    let by_name: FxHashMap<&str, &Source> = response.iter().map(|source| (source.name, source)).collect();
    for source in key {
        let Some(other) = by_name.get(source.name) else {
            printout.line(&format!("The document  {}  does not exist in the system output.", source.name));
            continue;
        };
        let document = Document::read(source, other, options)?;
        for (metric, tally) in options.metrics().iter().zip(&mut tallies) {
            *tally += (metric.tally)(&document.comparison);
        }
        non_referring += document.non_referring;
    }
    let mut in_average = Vec::new();
    for (metric, tally) in options.metrics().iter().zip(tallies) {
        let scored = Scored::new(metric.name, tally)?;
        printout.line(&format!("{}\n{}", metric.name, percentages(&scored.score)));
        in_average.extend(metric.in_average.then_some(scored.score));
        printout.scores.push(scored);
    }
    if let Ok(scores) = <&[Score; 3]>::try_from(&in_average[..]) {
        printout.line(&format!("CoNLL score: {:.2}", conll_average(scores)));
    }
    if options.has(Step::KeepNonReferring) {
        let scored = Scored::new("non-referring", non_referring)?;
        printout.line("============================================");
        printout.line("Non-referring markable identification scores:");
        printout.line(&percentages(&scored.score));
        printout.scores.push(scored);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
