//! The CoNLL-2011/2012 reference scorer v8.01, output for output.
//!
//! It reads, matches, counts, adds up and prints as the reference does, down to the last digit and the exit status.
//! Documents come in file order, and too many repeated mentions are refused only on request.

mod brackets;
mod file;
mod number;
mod printing;
mod reading;
mod run;
#[cfg(test)]
mod tests;

use printing::Page;
use run::Run;

use super::evaluator::Scored;
use crate::metric::Tally;
use crate::metric::repeated::{Matched, b_cubed, blanc, ceaf, muc};

pub use crate::metric::repeated::Span;

/// What is to be scored.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// `muc`, `bcub`, `ceafm`, `ceafe`, `blanc` or `all`.
    pub metric: &'a [u8],
    /// The contents of the key, or why it cannot be read.
    pub key: Result<&'a [u8], Failure>,
    /// The contents of the response, or why it cannot be read.
    pub response: Result<&'a [u8], Failure>,
    /// The one document to score; `none` for the totals of all; without it, all documents are shown.
    pub name: Option<&'a [u8]>,
    /// Whether to stop at the eleventh repeated response mention, as the reference does.
    pub refuse_repeats: bool,
}

/// Why scoring stopped, and the exit status for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What to print on stderr, without a line end.
    pub message: String,
    /// The exit status.
    pub code: u8,
}

/// What the reference would have printed, and its exit status.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What goes to stdout; bytes, because document names need not be UTF-8.
    pub stdout: Vec<u8>,
    /// What goes to stderr.
    pub stderr: String,
    /// The exit status.
    pub code: u8,
    /// The totals behind the text, unrounded: mention detection and a score for each metric that was
    /// finished.
    pub scores: Vec<Scored>,
}

/// What is printed first, instead of the path of the reference.
const VERSION: &str = concat!("version: 8.01 corefeval ", env!("CARGO_PKG_VERSION"));

/// What a metric must begin with, in any case.
const METRICS: [&[u8]; 6] = [b"muc", b"bcub", b"ceafm", b"ceafe", b"blanc", b"all"];

/// Scores a response.
#[must_use]
pub fn score(request: &Request) -> Outcome {
    let mut run = Run::new(request);
    run.page.line(VERSION);
    let is_metric = METRICS.iter().any(|name| begins_with(request.metric, name));
    let result = if is_metric {
        run.metrics()
    } else {
        run.page.line("Invalid metric");
        Ok(())
    };
    Outcome { scores: run.scores, ..outcome(run.page, result) }
}

fn begins_with(text: &[u8], start: &[u8]) -> bool {
    let beginning = text.get(..start.len());
    beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(start))
}

fn outcome(page: Page, result: Result<(), Failure>) -> Outcome {
    let (stderr, code) = match result {
        Ok(()) => (String::new(), 0),
        Err(failure) => (failure.message + "\n", failure.code),
    };
    Outcome { stdout: page.bytes, stderr, code, scores: Vec::new() }
}

/// What is printed when arguments are missing.
#[must_use]
pub fn usage() -> Outcome {
    let mut page = Page::default();
    page.line(VERSION);
    page.line(USAGE);
    outcome(page, Ok(()))
}

const USAGE: &str = "
Usage: scorer.pl METRIC KEY RESPONSE [NAME]

  METRIC    muc, bcub, ceafm, ceafe, blanc, or all of them: all
  KEY       file with the annotation taken to be right
  RESPONSE  file with the annotation to be scored
  NAME      the document to score, or none for the totals alone;
            without it every document is shown, then the totals
";

/// What a document contributes to every metric, with repeated mentions treated as the reference does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tallies {
    /// Identification of mentions.
    pub mentions: Tally,
    /// MUC.
    pub muc: Tally,
    /// B³.
    pub b_cubed: Tally,
    /// CEAFm.
    pub ceaf_m: Tally,
    /// CEAFe.
    pub ceaf_e: Tally,
    /// Coreferent links of BLANC.
    pub blanc_coreferent: Tally,
    /// Non-coreferent links of BLANC.
    pub blanc_other: Tally,
}

/// Tallies a document given as the spans of its entities, in the order they were read.
#[must_use]
pub fn tallies(key: &[Vec<Span>], response: &[Vec<Span>]) -> Tallies {
    let matched = Matched::new(key, response);
    let links = blanc::tally(&matched);
    Tallies {
        mentions: matched.mentions(),
        muc: muc::tally(&matched),
        b_cubed: b_cubed::tally(&matched),
        ceaf_m: ceaf::tally_by_mentions(&matched),
        ceaf_e: ceaf::tally_by_entities(&matched),
        blanc_coreferent: links.coreferent,
        blanc_other: links.other,
    }
}
