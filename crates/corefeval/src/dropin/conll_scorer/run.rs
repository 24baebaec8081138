//! A run: counts every requested metric over every requested document, and prints the output.

use super::file::{File, Which};
use super::printing::Page;
use super::reading::{Problem, Reading};
use super::{Failure, Request};
use crate::dropin::evaluator::Scored;
use crate::metric::Tally;
use crate::metric::repeated::blanc::{self, Blanc};
use crate::metric::repeated::{Matched, Side, b_cubed, ceaf, muc};

/// The metrics in the order `all` runs them.
const METRICS: [&str; 5] = ["muc", "bcub", "ceafm", "ceafe", "blanc"];

/// The number of repeated response mentions that are allowed when repeats are refused.
const REPEATS_ALLOWED: usize = 10;

/// The state of a run.
pub(super) struct Run<'a> {
    request: &'a Request<'a>,
    scope: Scope<'a>,
    pub(super) page: Page,
    /// The totals that were printed.
    pub(super) scores: Vec<Scored>,
    /// Repeated response mentions found so far, over all documents and metrics.
    repeats: usize,
}

/// What is scored and shown.
#[derive(Clone, Copy)]
enum Scope<'a> {
    /// Every document, only totals shown.
    Totals,
    /// Every document, everything shown.
    Every,
    /// The document of this name, everything shown.
    One(&'a [u8]),
}

/// A document of both files, read and matched.
struct Document<'a> {
    name: &'a [u8],
    key: Reading<'a>,
    response: Result<Reading<'a>, Failure>,
    matched: Matched,
}

/// What has been added up over documents.
#[derive(Default)]
struct Totals {
    mentions: Tally,
    entities: Tally,
    links: Blanc,
}

impl<'a> Run<'a> {
    /// Prepares a run.
    pub(super) fn new(request: &'a Request<'a>) -> Self {
        let scope = match request.name {
            None => Scope::Every,
            Some(b"none") => Scope::Totals,
            Some(name) => Scope::One(name),
        };
        let page = Page::default();
        Self { request, scope, page, scores: Vec::new(), repeats: 0 }
    }

    /// Runs every metric that was requested.
    pub(super) fn metrics(&mut self) -> Result<(), Failure> {
        let documents = self.documents();
        if self.request.metric != b"all" {
            let metric = String::from_utf8_lossy(self.request.metric);
            return self.metric(&metric.to_ascii_lowercase(), &documents);
        }
        for metric in METRICS {
            self.page.line(&format!("\nMETRIC {metric}:"));
            self.metric(metric, &documents)?;
        }
        Ok(())
    }

    fn documents(&self) -> Result<Vec<Document<'a>>, Failure> {
        let key = File::new(self.request.key.as_ref().map_err(Failure::clone)?);
        let response = self.request.response.as_ref().map_err(Failure::clone);
        let response = response.map(|bytes| File::new(bytes));
        if let Scope::One(name) = self.scope {
            let response = response.map(|file| file.read(name, Which::First));
            return Ok(vec![Document::new(name, key.read(name, Which::First), response)]);
        }
        let response = response?;
        let read = |name| {
            let answer = response.read(name, Which::Last);
            Document::new(name, key.read(name, Which::Last), Ok(answer))
        };
        Ok(key.names().map(read).collect())
    }

    fn metric(&mut self, metric: &str, documents: &Result<Vec<Document>, Failure>) -> Result<(), Failure> {
        if let Scope::One(name) = self.scope {
            self.page.named("", name);
        }
        let mut totals = Totals::default();
        for document in documents.as_ref().map_err(Failure::clone)? {
            self.document(metric, document, &mut totals)?;
        }
        self.page.totals(&totals.mentions);
        match metric {
            "blanc" => self.page.blanc(&totals.links),
            _ => self.page.score("Coreference: ", &totals.entities),
        }
        self.keep(metric, &totals);
        Ok(())
    }

    /// Keeps totals unrounded.
    fn keep(&mut self, metric: &str, totals: &Totals) {
        if self.scores.is_empty() {
            self.scores.push(scored("mentions", totals.mentions));
        }
        let Some(name) = METRICS.iter().find(|name| **name == metric) else { return };
        self.scores.push(match *name {
            "blanc" => Scored {
                name,
                tallies: vec![totals.links.coreferent, totals.links.other],
                score: totals.links.score(),
            },
            name => scored(name, totals.entities),
        });
    }

    fn document(&mut self, metric: &str, document: &Document, totals: &mut Totals) -> Result<(), Failure> {
        self.reading(&document.key, "key")?;
        let response = document.response.as_ref().map_err(Failure::clone)?;
        self.reading(response, "response")?;
        if let Scope::Every = self.scope {
            // the reference is meant to print the name here too, but prints an empty one
            let name = if metric == "blanc" { b"" } else { document.name };
            self.page.named("", name);
        }
        self.repeats(&document.matched)?;
        if self.shows_documents() {
            self.page.mentions(&document.matched);
        }
        totals.mentions += document.matched.mentions();
        let stop = |message| Failure { message, code: code(response) };
        if metric == "blanc" {
            totals.links += links(&document.matched).map_err(stop)?;
            return Ok(());
        }
        let tally = entities(metric, &document.matched).map_err(stop)?;
        if self.shows_documents() {
            self.page.score("", &tally);
        }
        totals.entities += tally;
        Ok(())
    }

    fn shows_documents(&self) -> bool {
        !matches!(self.scope, Scope::Totals)
    }

    /// Shows a document as read, up to where reading stopped.
    fn reading(&mut self, reading: &Reading, side: &str) -> Result<(), Failure> {
        if self.shows_documents() {
            self.page.opening(reading);
        }
        if let Some(problem) = &reading.problem {
            let message = message(problem, side);
            return Err(Failure { message, code: code(reading) });
        }
        if self.shows_documents() {
            self.page.entities(reading);
        }
        Ok(())
    }

    /// Shows repeated mentions, and counts those of the response.
    fn repeats(&mut self, matched: &Matched) -> Result<(), Failure> {
        for repeat in &matched.repeats {
            self.page.repeat(repeat);
            self.repeats += usize::from(repeat.side == Side::Response);
            if self.request.refuse_repeats && self.repeats > REPEATS_ALLOWED {
                let message = "Found too many repeated mentions (> 10) in the response, \
                    so refusing to score. Please fix the output."
                    .to_owned();
                return Err(Failure { message, code: 1 });
            }
        }
        Ok(())
    }
}

impl<'a> Document<'a> {
    fn new(name: &'a [u8], key: Reading<'a>, response: Result<Reading<'a>, Failure>) -> Self {
        let answers = response.as_ref().map_or(&[][..], |reading| &reading.entities);
        let matched = Matched::new(&key.entities, answers);
        Self { name, key, response, matched }
    }
}

/// The exit status after a failure: it depends on whether the last opened file was read to its end.
fn code(last_opened: &Reading) -> u8 {
    if last_opened.to_the_end { 255 } else { 25 }
}

fn message(problem: &Problem, side: &str) -> String {
    match problem {
        Problem::NoEnd => "Error: some mentions in the document do not close".to_owned(),
        Problem::NoBegin { id, index, token, line } => format!(
            "Detected the end of a mention [{id}]({index}) without begin (?,{token}) \
             at line {line} of the {side}."
        ),
    }
}

fn scored(name: &'static str, tally: Tally) -> Scored {
    Scored { name, tallies: vec![tally], score: tally.score(1.0) }
}

fn entities(metric: &str, matched: &Matched) -> Result<Tally, String> {
    match metric {
        "muc" => Ok(muc::tally(matched)),
        "bcub" => Ok(b_cubed::tally(matched)),
        "ceafm" => Ok(ceaf::tally_by_mentions(matched)),
        "ceafe" => Ok(ceaf::tally_by_entities(matched)),
        _ => Err(format!("Metric {metric} not implemented yet")),
    }
}

/// The links of BLANC; like the reference, fails for a key entity without mentions.
fn links(matched: &Matched) -> Result<Blanc, String> {
    if matched.key.iter().any(Vec::is_empty) {
        return Err("Can't use an undefined value as an ARRAY reference".to_owned());
    }
    Ok(blanc::tally(matched))
}
