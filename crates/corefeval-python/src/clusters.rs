//! Clusters of Python objects become clusters of numbers: equal mentions get the same number.

use corefeval::document::{self, DocumentBuilder, DocumentError, Span};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyMapping, PyString, PyTuple};
use rustc_hash::FxHashMap;

use crate::problems::exception;

/// The mentions of a document, numbered as they are met.
pub(crate) struct Mentions<'py> {
    pairs: FxHashMap<(i64, i64), u32>,
    /// Mentions that are not pairs of numbers, known by their hash and equality in Python.
    others: Option<Bound<'py, PyDict>>,
    /// First and last token of each mention; none if it is not a pair of numbers.
    spans: Vec<Option<(i64, i64)>>,
}

/// The clusters of one side, as numbers of mentions.
#[derive(Default)]
pub(crate) struct Clusters {
    side: String,
    members: Vec<u32>,
    /// Where each cluster ends among the members.
    ends: Vec<usize>,
    /// What the clusters are called, if anything.
    labels: Vec<String>,
    /// The first mention that is repeated, and where, if that is allowed.
    repeated: Option<String>,
}

/// Signals are looked for after so many mentions.
const MANY: usize = 1 << 16;

impl<'py> Mentions<'py> {
    pub(crate) fn new() -> Self {
        Self { pairs: FxHashMap::default(), others: None, spans: Vec::new() }
    }

    /// Reads the clusters of one side: an iterable of iterables of mentions, or a mapping from labels to them.
    pub(crate) fn clusters(
        &mut self,
        side: &str,
        given: &Bound<'py, PyAny>,
        may_repeat: bool,
    ) -> PyResult<Clusters> {
        let mut clusters = Clusters { side: side.to_owned(), ..Clusters::default() };
        // the cluster in which each mention was seen, from 1
        let mut seen: Vec<u32> = Vec::new();
        let given = match given.cast::<PyMapping>() {
            Ok(mapping) => {
                for label in mapping.keys()? {
                    clusters.labels.push(label.str()?.to_string());
                }
                mapping.values()?.into_any()
            }
            Err(_) => given.clone(),
        };
        for cluster in listed(&given, || format!("the clusters of the {side}"))? {
            let cluster = cluster?;
            let number = clusters.ends.len() as u32 + 1;
            let what = || format!("cluster {} of the {side}", number - 1);
            for mention in listed(&cluster, what)? {
                let mention = mention?;
                let id = self.number(&mention, || format!("cluster {} of the {side}", number - 1))?;
                if seen.len() <= id as usize {
                    seen.resize(self.spans.len(), 0);
                }
                let before = std::mem::replace(&mut seen[id as usize], number);
                if before != 0 && clusters.repeated.is_none() {
                    let said = repeated(&mention, side, (before - 1, number - 1));
                    if !may_repeat {
                        return Err(refused(mention.py(), &said));
                    }
                    clusters.repeated = Some(said);
                }
                clusters.members.push(id);
                if clusters.members.len().is_multiple_of(MANY) {
                    given.py().check_signals()?;
                }
            }
            clusters.ends.push(clusters.members.len());
        }
        Ok(clusters)
    }

    fn number(&mut self, mention: &Bound<'py, PyAny>, place: impl Fn() -> String + Copy) -> PyResult<u32> {
        let next = self.spans.len() as u32;
        if let Some(pair) = pair(mention) {
            let number = *self.pairs.entry(pair).or_insert(next);
            if number == next {
                self.spans.push(Some(pair));
            }
            return Ok(number);
        }
        if mention.is_none() {
            return Err(PyTypeError::new_err(format!("{}: None is not a mention", place())));
        }
        let others = self.others.get_or_insert_with(|| PyDict::new(mention.py()));
        match others.get_item(mention) {
            Ok(Some(number)) => number.extract(),
            Ok(None) => {
                others.set_item(mention, next)?;
                self.spans.push(None);
                Ok(next)
            }
            Err(error) if error.is_instance_of::<PyTypeError>(mention.py()) => {
                if let Some(list) = as_list(mention) {
                    return self.number(&list, place);
                }
                Err(PyTypeError::new_err(format!(
                    "{}: {} is not a mention: a mention is a pair of numbers (start, end), or anything hashable",
                    place(),
                    shown(mention)
                )))
            }
            Err(error) => Err(error),
        }
    }

    /// Whether every mention is a span of tokens.
    pub(crate) fn are_spans(&self) -> bool {
        let most = i64::from(document::Document::MOST_TOKENS_WITHOUT_WORDS);
        let is_span = |span: &Option<(i64, i64)>| {
            span.is_some_and(|(start, last)| 0 <= start && start <= last && last < most)
        };
        self.spans.iter().all(is_span)
    }

    /// How many tokens there must be, at least, where all mentions are spans; otherwise each is a token of its own.
    pub(crate) fn least_tokens(&self) -> usize {
        if self.are_spans() {
            let last = self.spans.iter().flatten().map(|(_, last)| *last).max();
            last.map_or(0, |last| usize::try_from(last).unwrap_or(0) + 1)
        } else {
            self.spans.len()
        }
    }

    /// The document with these clusters. Documents that are to meet must come from the same mentions.
    pub(crate) fn document(
        &self,
        name: document::Name,
        tokens: usize,
        clusters: &Clusters,
    ) -> Result<document::Document, DocumentError> {
        let mut builder = document::Document::builder(name);
        builder.tokens(tokens);
        self.fill(&mut builder, clusters);
        builder.build()
    }

    /// Adds these clusters to a document.
    pub(crate) fn fill(&self, builder: &mut DocumentBuilder, clusters: &Clusters) {
        let spans = self.are_spans();
        let span = |&number: &u32| match self.spans[number as usize].filter(|_| spans) {
            // both fit, or there would be no spans
            Some((start, last)) => Span::inclusive(token(start), token(last)),
            None => Span::new(number, number + 1),
        };
        let mut start = 0;
        for (number, &end) in clusters.ends.iter().enumerate() {
            let members = clusters.members[start..end].iter().map(span);
            match clusters.labels.get(number) {
                Some(label) => builder.cluster(label, members),
                None => builder.cluster(number, members),
            };
            start = end;
        }
    }
}

impl Clusters {
    /// How many mentions there are, repeated ones counted each time.
    pub(crate) fn mentions(&self) -> usize {
        self.members.len()
    }

    /// The first mention that is repeated, and where.
    pub(crate) fn repeated(&self) -> Option<&str> {
        self.repeated.as_deref()
    }

    /// Which side they are of.
    pub(crate) fn side(&self) -> &str {
        &self.side
    }
}

/// An iterator over a collection; text and anything else that is no collection is refused.
fn listed<'py>(
    given: &Bound<'py, PyAny>,
    what: impl Fn() -> String,
) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
    let is_text = given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>();
    let refuse = || PyTypeError::new_err(format!("{} must be a list or tuple, not {}", what(), shown(given)));
    if is_text || given.is_none() {
        return Err(refuse());
    }
    given.try_iter().map_err(
        |error| {
            if error.is_instance_of::<PyTypeError>(given.py()) { refuse() } else { error }
        },
    )
}

/// A pair in an array of numpy or the like, as a list.
fn as_list<'py>(mention: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let list = mention.call_method0("tolist").ok()?;
    pair(&list).is_some().then_some(list)
}

/// A tuple or list of two whole numbers.
fn pair(mention: &Bound<'_, PyAny>) -> Option<(i64, i64)> {
    if let Ok(tuple) = mention.cast::<PyTuple>() {
        let two = (tuple.len() == 2).then(|| (tuple.get_item(0), tuple.get_item(1)));
        return two.and_then(|(first, second)| numbers(&first.ok()?, &second.ok()?));
    }
    if let Ok(list) = mention.cast::<PyList>() {
        let two = (list.len() == 2).then(|| (list.get_item(0), list.get_item(1)));
        return two.and_then(|(first, second)| numbers(&first.ok()?, &second.ok()?));
    }
    None
}

fn numbers(first: &Bound<'_, PyAny>, second: &Bound<'_, PyAny>) -> Option<(i64, i64)> {
    Some((first.extract().ok()?, second.extract().ok()?))
}

/// A token that is known to be one.
fn token(number: i64) -> u32 {
    u32::try_from(number).unwrap_or_default()
}

/// An object as messages show it: its type, and the beginning of its `repr`.
fn shown(object: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    let kind = object.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    let text = object.repr().map(|text| text.to_string()).unwrap_or_default();
    let short: String = text.chars().take(MOST).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{kind} {short}{more}")
}

/// Which mention is repeated, and where.
fn repeated(mention: &Bound<'_, PyAny>, side: &str, (first, second): (u32, u32)) -> String {
    let text = mention.repr().map(|text| text.to_string()).unwrap_or_default();
    let place = if first == second {
        format!("twice in cluster {first}")
    } else {
        format!("in clusters {first} and {second}")
    };
    format!("mention {text} is {place} of the {side}")
}

fn refused(py: Python<'_>, repeated: &str) -> PyErr {
    let message = format!(
        "{repeated}; choose with repeats= (\"reference\", \"first\", \"last\" …) what becomes of repeated mentions"
    );
    exception(py, "InputError", &message, &[])
}
