//! Converts clusters of Python objects to documents. Pairs of numbers are spans; other mentions are
//! identified by their hash and equality in Python, and equal mentions become the same token.

use corefeval::document::{self, DocumentBuilder, DocumentError, Mention, Name};
use corefeval::matching::exact;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyMapping, PyString, PyTuple};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::members::{Member, Members, Packed, Places};
use crate::problems::exception;

/// The mentions of a document that are not pairs of numbers, numbered in the order in which they are read.
pub(crate) struct Mentions<'py> {
    py: Python<'py>,
    others: Option<Bound<'py, PyDict>>,
}

/// The clusters of one side, as read.
pub(crate) struct Clusters {
    side: String,
    members: Members,
    /// The end of each cluster among the members.
    ends: Vec<usize>,
    /// The labels of the clusters, if they have any.
    labels: Vec<String>,
}

/// The documents of several sides of one text.
pub(crate) struct Made {
    /// A document for each side.
    pub(crate) documents: Vec<document::Document>,
    /// The first repeated mention, and its place.
    pub(crate) repeated: Option<String>,
}

/// The requirements on documents that are made from clusters.
#[derive(Clone, Copy)]
pub(crate) struct Wish {
    /// How many tokens there are, if that is known.
    pub(crate) tokens: Option<usize>,
    /// Whether mentions may be repeated.
    pub(crate) may_repeat: bool,
    /// Whether mentions may be sorted in text order, in which they are matched fastest.
    pub(crate) may_sort: bool,
}

/// Signals are checked after each such number of clusters; Python code that runs in between checks for them
/// itself.
const MANY: usize = 1 << 12;

/// Whole numbers up to this can be represented exactly as floating-point numbers.
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

impl<'py> Mentions<'py> {
    pub(crate) fn new(py: Python<'py>) -> Self {
        Self { py, others: None }
    }

    /// Reads the clusters of one side: an iterable of iterables of mentions, or a mapping from labels to them.
    pub(crate) fn clusters(&mut self, side: &str, given: &Bound<'py, PyAny>) -> PyResult<Clusters> {
        let members = Members::Spans(Vec::new());
        let mut clusters = Clusters { side: side.to_owned(), members, ends: Vec::new(), labels: Vec::new() };
        // checking whether it is a mapping takes as long as reading a short list
        let is_plain = given.is_exact_instance_of::<PyList>() || given.is_exact_instance_of::<PyTuple>();
        let mapping = if is_plain { None } else { given.cast::<PyMapping>().ok() };
        let given = match mapping {
            Some(mapping) => {
                let mut named = FxHashSet::default();
                for label in mapping.keys()? {
                    let label = label.str()?.to_string();
                    if !named.insert(label.clone()) {
                        let message = format!("two clusters of the {} are called {label}", clusters.side);
                        return Err(exception(given.py(), "InputError", &message, &[]));
                    }
                    clusters.labels.push(label);
                }
                mapping.values()?.into_any()
            }
            None => given.clone(),
        };
        let Clusters { side, members, ends, .. } = &mut clusters;
        each(
            &given,
            || format!("the clusters of the {side}"),
            |cluster| {
                let number = ends.len();
                let place = || format!("cluster {number} of the {side}");
                if cluster.is_instance_of::<PyDict>() {
                    return Err(PyTypeError::new_err(format!(
                        "{} is {}: a cluster is a list of mentions",
                        place(),
                        shown(cluster)
                    )));
                }
                members.reserve(size(cluster));
                each(cluster, place, |mention| self.read(mention, number, members, place))?;
                ends.push(members.len());
                if number.is_multiple_of(MANY) { self.py.check_signals() } else { Ok(()) }
            },
        )?;
        Ok(clusters)
    }

    /// Reads one mention.
    #[inline]
    fn read(
        &mut self,
        mention: &Bound<'py, PyAny>,
        cluster: usize,
        members: &mut Members,
        place: impl Fn() -> String + Copy,
    ) -> PyResult<()> {
        let pair = pair(mention);
        if let Members::Spans(spans) = members
            && let Some(span) = pair.and_then(|pair| Packed::new(pair, cluster))
        {
            spans.push(span);
            return Ok(());
        }
        let member = self.member(mention, pair, place)?;
        members.any().push(member);
        Ok(())
    }

    fn member(
        &mut self,
        mention: &Bound<'py, PyAny>,
        pair: Option<(i64, i64)>,
        place: impl Fn() -> String + Copy,
    ) -> PyResult<Member> {
        match pair {
            Some((start, last)) => Ok(Member::Pair(start, last)),
            None => self.other(mention, place),
        }
    }

    fn other(&mut self, mention: &Bound<'py, PyAny>, place: impl Fn() -> String + Copy) -> PyResult<Member> {
        if mention.is_none() {
            return Err(PyTypeError::new_err(format!("{}: None is not a mention", place())));
        }
        let others = self.others.get_or_insert_with(|| PyDict::new(mention.py()));
        match others.get_item(mention) {
            Ok(Some(number)) => Ok(Member::Other(number.extract()?)),
            Ok(None) => {
                let number = others.len() as u32;
                others.set_item(mention, number)?;
                Ok(Member::Other(number))
            }
            Err(error) if error.is_instance_of::<PyTypeError>(mention.py()) => {
                if let Some((start, last)) = listed_pair(mention) {
                    return Ok(Member::Pair(start, last));
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

impl Mentions<'_> {
    /// The documents of all sides from the clusters that were read.
    pub(crate) fn documents(&self, name: &Name, sides: &[Clusters], wish: Wish) -> PyResult<Made> {
        let places = Places::new(sides.iter().map(|side| &side.members));
        if wish.tokens.is_some() && !places.are_spans() {
            return Err(self.not_in_a_text(name, sides));
        }
        let tokens = wish.tokens.unwrap_or_else(|| places.tokens());
        let mut made = Made { documents: Vec::with_capacity(sides.len()), repeated: None };
        for clusters in sides {
            let (mut mentions, all_differ) = clusters.sorted(&places);
            if !all_differ {
                let said = self.repeated(clusters);
                if !wish.may_repeat {
                    return Err(refused(self.py, &said));
                }
                made.repeated.get_or_insert(said);
            }
            // the order of repeated mentions matters
            if !(wish.may_sort && all_differ) {
                mentions = clusters.mentions(&places);
            }
            let document = clusters.document(name, tokens, mentions);
            let refuse = |error| {
                let message = format!("{} of document {name}: {error}", clusters.side);
                exception(self.py, "InputError", &message, &[])
            };
            made.documents.push(document.map_err(refuse)?);
        }
        Ok(made)
    }

    /// The exception for mentions that are not spans although there is a text; it names the first of them.
    fn not_in_a_text(&self, name: &Name, sides: &[Clusters]) -> PyErr {
        let mut members = sides.iter().flat_map(|side| side.members.each().map(move |member| (side, member)));
        let found = members.find(|(_, member)| member.tokens().is_none());
        let said = found.map_or_else(String::new, |(side, member)| {
            format!("mention {} of the {}", self.text(member), side.side)
        });
        let message = format!(
            "{said} is not a span of document {name}, which has a text: its mentions must be pairs of the first and the last token"
        );
        exception(self.py, "InputError", &message, &[])
    }

    /// The first mention that is repeated, and where.
    fn repeated(&self, clusters: &Clusters) -> String {
        let mut seen: FxHashMap<Member, usize> = FxHashMap::default();
        for (number, member) in clusters.each() {
            if let Some(before) = seen.insert(member, number) {
                let place = if before == number {
                    format!("twice in cluster {number}")
                } else {
                    format!("in clusters {before} and {number}")
                };
                return format!("mention {} is {place} of the {}", self.text(member), clusters.side);
            }
        }
        format!("a mention of the {} is repeated", clusters.side)
    }

    /// A mention as shown in messages.
    fn text(&self, member: Member) -> String {
        match member {
            Member::Pair(start, last) => format!("({start}, {last})"),
            Member::Other(wanted) => {
                let mut others = self.others.iter().flat_map(PyDictMethods::iter);
                let is_wanted =
                    |number: &Bound<'_, PyAny>| number.extract::<u32>().is_ok_and(|n| n == wanted);
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

    /// Whether every mention is a span of tokens.
    pub(crate) fn are_spans(&self) -> bool {
        self.members.tokens().is_some()
    }

    /// Adds all clusters of a text to a document. Returns the number of tokens that they need.
    pub(crate) fn fill(&self, builder: &mut DocumentBuilder) -> usize {
        let places = Places::new(std::iter::once(&self.members));
        let label = |number: usize| self.labels.get(number).cloned().unwrap_or_else(|| number.to_string());
        let labels: Vec<String> = (0..self.ends.len()).map(label).collect();
        for label in &labels {
            builder.entity(label);
        }
        for (number, member) in self.each() {
            builder.mention(places.span(member), &labels[number]);
        }
        places.tokens()
    }

    /// Every mention with the number of its cluster.
    fn each(&self) -> impl Iterator<Item = (usize, Member)> + '_ {
        let starts = std::iter::once(&0).chain(&self.ends);
        let sizes = starts.zip(&self.ends).map(|(start, end)| end - start).enumerate();
        let numbers = sizes.flat_map(|(number, size)| std::iter::repeat_n(number, size));
        numbers.zip(self.members.each())
    }

    /// The mentions as they were given.
    fn mentions(&self, places: &Places) -> Vec<Mention> {
        if let (Members::Spans(spans), Places::Spans { .. }) = (&self.members, places) {
            return spans.iter().map(|span| span.mention()).collect();
        }
        self.each().map(|(number, member)| Mention::new(places.span(member), number as u32)).collect()
    }

    /// The mentions in text order, and whether all are different.
    fn sorted(&self, places: &Places) -> (Vec<Mention>, bool) {
        if let (Members::Spans(spans), Places::Spans { .. }) = (&self.members, places) {
            let mut spans = spans.clone();
            spans.sort_unstable();
            let all_differ = spans.windows(2).all(|pair| pair[0].span() < pair[1].span());
            return (spans.iter().map(|span| span.mention()).collect(), all_differ);
        }
        let mut mentions = self.mentions(places);
        let all_differ = exact::sort(&mut mentions);
        (mentions, all_differ)
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

/// How many items a list or tuple has.
fn size(given: &Bound<'_, PyAny>) -> usize {
    let list = given.cast_exact::<PyList>().map(PyListMethods::len);
    list.or_else(|_| given.cast_exact::<PyTuple>().map(PyTupleMethods::len)).unwrap_or(0)
}

/// Calls a function with each item of a collection; refuses text and anything else that is not a collection.
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
    let iterator = given
        .try_iter()
        .map_err(|error| if error.is_instance_of::<PyTypeError>(given.py()) { refuse() } else { error })?;
    for item in iterator {
        work(&item?)?;
    }
    Ok(())
}

/// A pair of numbers in an array of numpy or the like.
fn listed_pair(mention: &Bound<'_, PyAny>) -> Option<(i64, i64)> {
    pair(&mention.call_method0("tolist").ok()?)
}

/// A tuple or list of two whole numbers.
#[inline]
fn pair(mention: &Bound<'_, PyAny>) -> Option<(i64, i64)> {
    if let Ok(tuple) = mention.cast_exact::<PyTuple>() {
        return pair_of_tuple(tuple);
    }
    if let Ok(tuple) = mention.cast::<PyTuple>() {
        return pair_of_tuple(tuple);
    }
    let list = mention.cast::<PyList>().ok().filter(|list| list.len() == 2)?;
    Some((whole(&list.get_item(0).ok()?)?, whole(&list.get_item(1).ok()?)?))
}

#[inline]
fn pair_of_tuple(tuple: &Bound<'_, PyTuple>) -> Option<(i64, i64)> {
    match tuple.extract() {
        Ok(pair) => Some(pair),
        Err(_) if tuple.len() == 2 => {
            Some((whole(&tuple.get_item(0).ok()?)?, whole(&tuple.get_item(1).ok()?)?))
        }
        Err(_) => None,
    }
}

/// A whole number.
#[inline]
fn whole(number: &Bound<'_, PyAny>) -> Option<i64> {
    number.extract().ok().or_else(|| whole_float(number))
}

/// A whole number given as a floating-point number, since the two are equal in Python.
#[cold]
fn whole_float(number: &Bound<'_, PyAny>) -> Option<i64> {
    if !number.hasattr("is_integer").unwrap_or(false) {
        return None;
    }
    let value: f64 = number.extract().ok()?;
    let is_whole = value.fract() == 0.0 && value.abs() <= MOST_EXACT;
    is_whole.then_some(value as i64)
}

/// An object as shown in messages: its type, and the beginning of its `repr`.
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
        "{repeated}; choose how repeated mentions count with repeats= (\"reference\", \"first\", \"last\" …)"
    );
    exception(py, "InputError", &message, &[])
}
