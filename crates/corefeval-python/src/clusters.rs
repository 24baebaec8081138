//! Clusters of Python objects become documents. Pairs of numbers are spans; other mentions are known by their hash and equality in
//! Python, and equal ones become the same token.

use corefeval::document::{self, DocumentBuilder, DocumentError, Mention, Name, Span};
use corefeval::matching::exact;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyList, PyMapping, PyString, PyTuple};
use rustc_hash::FxHashMap;

use crate::problems::exception;

/// The mentions of a document that are not pairs of numbers, numbered as they are met.
pub(crate) struct Mentions<'py> {
    py: Python<'py>,
    others: Option<Bound<'py, PyDict>>,
    /// Whether every mention so far is a span of tokens.
    are_spans: bool,
    /// How many tokens spans need.
    tokens: usize,
}

/// The clusters of one side, as they were read.
pub(crate) struct Clusters {
    side: String,
    members: Vec<Member>,
    /// Where each cluster ends among the members.
    ends: Vec<usize>,
    /// What the clusters are called, if anything.
    labels: Vec<String>,
}

/// A mention as it was read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Member {
    /// A pair of numbers.
    Pair(i64, i64),
    /// The number of any other object.
    Other(u32),
}

/// The documents of several sides of one text.
pub(crate) struct Made {
    /// A document for each side.
    pub(crate) documents: Vec<document::Document>,
    /// The first mention that is repeated, and where.
    pub(crate) repeated: Option<String>,
}

/// What is asked of documents that are made of clusters.
#[derive(Clone, Copy)]
pub(crate) struct Wish {
    /// How many tokens there are, if that is known.
    pub(crate) tokens: Option<usize>,
    /// Whether mentions may be repeated.
    pub(crate) may_repeat: bool,
    /// Whether mentions may be put in the order of the text, in which they are matched fastest.
    pub(crate) may_sort: bool,
}

/// Signals are looked for after so many mentions.
const MANY: usize = 1 << 16;

/// Whole numbers up to this are the same as floating-point numbers.
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

impl<'py> Mentions<'py> {
    pub(crate) fn new(py: Python<'py>) -> Self {
        Self { py, others: None, are_spans: true, tokens: 0 }
    }

    /// Reads the clusters of one side: an iterable of iterables of mentions, or a mapping from labels to them.
    pub(crate) fn clusters(&mut self, side: &str, given: &Bound<'py, PyAny>) -> PyResult<Clusters> {
        let side = side.to_owned();
        let mut clusters = Clusters { side, members: Vec::new(), ends: Vec::new(), labels: Vec::new() };
        // asking whether it is a mapping takes as long as reading a short list
        let is_plain = given.is_exact_instance_of::<PyList>() || given.is_exact_instance_of::<PyTuple>();
        let mapping = if is_plain { None } else { given.cast::<PyMapping>().ok() };
        let given = match mapping {
            Some(mapping) => {
                for label in mapping.keys()? {
                    clusters.labels.push(label.str()?.to_string());
                }
                mapping.values()?.into_any()
            }
            None => given.clone(),
        };
        let what = || format!("the clusters of the {}", clusters.side);
        let mut members = Vec::new();
        let mut ends = Vec::new();
        each(&given, what, |cluster| {
            let number = ends.len();
            let what = || format!("cluster {number} of the {}", clusters.side);
            each(cluster, what, |mention| {
                members.push(self.member(mention, what)?);
                if members.len().is_multiple_of(MANY) { self.py.check_signals() } else { Ok(()) }
            })?;
            ends.push(members.len());
            Ok(())
        })?;
        Ok(Clusters { members, ends, ..clusters })
    }

    fn member(&mut self, mention: &Bound<'py, PyAny>, place: impl Fn() -> String + Copy) -> PyResult<Member> {
        let Some((start, last)) = pair(mention) else { return self.other(mention, place) };
        let most = i64::from(document::Document::MOST_TOKENS_WITHOUT_WORDS);
        self.are_spans &= 0 <= start && start <= last && last < most;
        if self.are_spans {
            self.tokens = self.tokens.max(token(last) as usize + 1);
        }
        Ok(Member::Pair(start, last))
    }

    fn other(&mut self, mention: &Bound<'py, PyAny>, place: impl Fn() -> String + Copy) -> PyResult<Member> {
        if mention.is_none() {
            return Err(PyTypeError::new_err(format!("{}: None is not a mention", place())));
        }
        let others = self.others.get_or_insert_with(|| PyDict::new(mention.py()));
        match others.get_item(mention) {
            Ok(Some(number)) => Ok(Member::Other(number.extract()?)),
            Ok(None) => {
                self.are_spans = false;
                let number = others.len() as u32;
                others.set_item(mention, number)?;
                Ok(Member::Other(number))
            }
            Err(error) if error.is_instance_of::<PyTypeError>(mention.py()) => {
                if let Some(list) = as_list(mention) {
                    return self.member(&list, place);
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
}

/// Where mentions are in their text: at their spans, or, if some have none, each on a token of its own.
enum Places {
    Spans { tokens: usize },
    Tokens(FxHashMap<Member, u32>),
}

impl Places {
    /// How many tokens there are at least.
    fn tokens(&self) -> usize {
        match self {
            Self::Spans { tokens } => *tokens,
            Self::Tokens(numbers) => numbers.len(),
        }
    }

    fn span(&self, member: Member) -> Span {
        match (self, member) {
            // both fit, or there would be no spans
            (Self::Spans { .. }, Member::Pair(start, last)) => Span::inclusive(token(start), token(last)),
            (Self::Spans { .. }, Member::Other(number)) => Span::inclusive(number, number),
            (Self::Tokens(numbers), member) => {
                let number = numbers.get(&member).copied().unwrap_or_default();
                Span::inclusive(number, number)
            }
        }
    }
}

impl Mentions<'_> {
    /// Whether every mention is a span of tokens.
    pub(crate) fn are_spans(&self) -> bool {
        self.are_spans
    }

    fn places(&self, sides: &[Clusters]) -> Places {
        if self.are_spans {
            return Places::Spans { tokens: self.tokens };
        }
        let mut numbers = FxHashMap::default();
        for member in sides.iter().flat_map(|clusters| &clusters.members) {
            let next = numbers.len() as u32;
            numbers.entry(*member).or_insert(next);
        }
        Places::Tokens(numbers)
    }

    /// The documents with these clusters, which are all that were read.
    pub(crate) fn documents(&self, name: &Name, sides: &[Clusters], wish: Wish) -> PyResult<Made> {
        let places = self.places(sides);
        let tokens = wish.tokens.unwrap_or_else(|| places.tokens());
        let mut made = Made { documents: Vec::with_capacity(sides.len()), repeated: None };
        for clusters in sides {
            let mut mentions = clusters.mentions(&places);
            let all_differ =
                if wish.may_sort { exact::sort(&mut mentions) } else { exact::sort(&mut mentions.clone()) };
            if !all_differ {
                let said = self.repeated(clusters);
                if !wish.may_repeat {
                    return Err(refused(self.py, &said));
                }
                made.repeated.get_or_insert(said);
                // which of them comes first matters
                mentions = clusters.mentions(&places);
            }
            let document = clusters.document(name, tokens, mentions);
            let refuse =
                |error| PyValueError::new_err(format!("{} of document {name}: {error}", clusters.side));
            made.documents.push(document.map_err(refuse)?);
        }
        Ok(made)
    }

    /// Adds clusters, which are all that were read, to a document; says how many tokens there must be.
    pub(crate) fn fill(&self, builder: &mut DocumentBuilder, clusters: &Clusters) -> usize {
        let places = self.places(std::slice::from_ref(clusters));
        for (number, members) in clusters.each() {
            let spans = members.iter().map(|member| places.span(*member));
            match clusters.labels.get(number) {
                Some(label) => builder.cluster(label, spans),
                None => builder.cluster(number, spans),
            };
        }
        places.tokens()
    }

    /// The first mention that is repeated, and where.
    fn repeated(&self, clusters: &Clusters) -> String {
        let mut seen: FxHashMap<Member, usize> = FxHashMap::default();
        for (number, members) in clusters.each() {
            for member in members {
                if let Some(before) = seen.insert(*member, number) {
                    let place = if before == number {
                        format!("twice in cluster {number}")
                    } else {
                        format!("in clusters {before} and {number}")
                    };
                    return format!("mention {} is {place} of the {}", self.text(*member), clusters.side);
                }
            }
        }
        format!("a mention of the {} is repeated", clusters.side)
    }

    /// A mention as messages show it.
    fn text(&self, member: Member) -> String {
        match member {
            Member::Pair(start, last) => format!("({start}, {last})"),
            Member::Other(wanted) => {
                let mut others = self.others.iter().flat_map(|others| others.iter());
                let is_wanted = |number: &Bound<'_, PyAny>| number.extract::<u32>().is_ok_and(|n| n == wanted);
                let found = others.find(|(_, number)| is_wanted(number));
                let text = found.and_then(|(mention, _)| mention.repr().ok());
                text.map(|text| text.to_string()).unwrap_or_default()
            }
        }
    }
}

impl Clusters {
    /// How many mentions there are, repeated ones counted each time.
    pub(crate) fn count(&self) -> usize {
        self.members.len()
    }

    /// The number of each cluster, and its mentions.
    fn each(&self) -> impl Iterator<Item = (usize, &[Member])> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let members = starts.zip(&self.ends).map(|(start, end)| &self.members[*start..*end]);
        members.enumerate()
    }

    fn mentions(&self, places: &Places) -> Vec<Mention> {
        let mut mentions = Vec::with_capacity(self.members.len());
        for (number, members) in self.each() {
            mentions.extend(members.iter().map(|member| Mention::new(places.span(*member), number as u32)));
        }
        mentions
    }

    fn document(
        &self,
        name: &Name,
        tokens: usize,
        mentions: Vec<Mention>,
    ) -> Result<document::Document, DocumentError> {
        if self.labels.is_empty() {
            let entities = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
            return document::Document::from_numbered(name.clone(), tokens, entities, mentions);
        }
        let mut builder = document::Document::builder(name.clone());
        builder.tokens(tokens);
        for label in &self.labels {
            builder.entity(label);
        }
        for mention in mentions {
            builder.mention(mention.span, &self.labels[mention.entity as usize]);
        }
        builder.build()
    }
}

/// Does something with each item of a collection; text and anything else that is no collection is refused.
fn each<'py>(
    given: &Bound<'py, PyAny>,
    what: impl Fn() -> String,
    mut work: impl FnMut(&Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    if let Ok(list) = given.cast_exact::<PyList>() {
        return list.iter().try_for_each(|item| work(&item));
    }
    if let Ok(tuple) = given.cast_exact::<PyTuple>() {
        return tuple.iter_borrowed().try_for_each(|item| work(&item));
    }
    let is_text = given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>();
    let refuse = || PyTypeError::new_err(format!("{} must be a list or tuple, not {}", what(), shown(given)));
    if is_text || given.is_none() {
        return Err(refuse());
    }
    let iterator = given.try_iter().map_err(
        |error| {
            if error.is_instance_of::<PyTypeError>(given.py()) { refuse() } else { error }
        },
    )?;
    for item in iterator {
        work(&item?)?;
    }
    Ok(())
}

/// A pair in an array of numpy or the like, as a list.
fn as_list<'py>(mention: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let list = mention.call_method0("tolist").ok()?;
    pair(&list).is_some().then_some(list)
}

/// A tuple or list of two whole numbers.
fn pair(mention: &Bound<'_, PyAny>) -> Option<(i64, i64)> {
    if let Ok(tuple) = mention.cast::<PyTuple>() {
        if tuple.len() != 2 {
            return None;
        }
        let (first, second) = (tuple.get_borrowed_item(0).ok()?, tuple.get_borrowed_item(1).ok()?);
        return Some((whole(&first)?, whole(&second)?));
    }
    let list = mention.cast::<PyList>().ok().filter(|list| list.len() == 2)?;
    Some((whole(&list.get_item(0).ok()?)?, whole(&list.get_item(1).ok()?)?))
}

/// A whole number, also one that is written as a floating-point number, since these are equal in Python.
fn whole(number: &Bound<'_, PyAny>) -> Option<i64> {
    match number.extract() {
        Ok(whole) => Some(whole),
        Err(_) => {
            let value = number.cast::<PyFloat>().ok()?.value();
            let is_whole = value.fract() == 0.0 && value.abs() <= MOST_EXACT;
            is_whole.then_some(value as i64)
        }
    }
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

fn refused(py: Python<'_>, repeated: &str) -> PyErr {
    let message = format!(
        "{repeated}; choose with repeats= (\"reference\", \"first\", \"last\" …) what becomes of repeated mentions"
    );
    exception(py, "InputError", &message, &[])
}
