//! Documents as Python objects: mentions with their text, entities, layers.

use std::collections::BTreeMap;
use std::sync::Arc;

use corefeval::document::{self, Column, Layer, Name, Span};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::clusters::{Mentions, Wish};
use crate::problems::exception;
use crate::reading;

/// A document: tokens, and mentions grouped into entities.
#[pyclass(module = "corefeval._corefeval", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct Document(pub(crate) Arc<document::Document>);

/// A mention of an entity. Tokens are counted from 0; the end is not part of it.
#[pyclass(module = "corefeval._corefeval", frozen, get_all, eq)]
#[derive(PartialEq)]
pub(crate) struct Mention {
    start: u32,
    end: u32,
    parts: Vec<(u32, u32)>,
    text: Option<String>,
    entity: String,
    head: Option<u32>,
    minimum: Option<(u32, u32)>,
    id: Option<String>,
    sentence: Option<usize>,
    is_zero: bool,
    attributes: BTreeMap<String, String>,
}

#[pymethods]
impl Mention {
    fn __repr__(&self) -> String {
        let text = self.text.as_ref().map(|text| format!(" {text:?}")).unwrap_or_default();
        format!("<Mention {}:{}{text} of {:?}>", self.start, self.end, self.entity)
    }
}

/// An entity: the mentions that refer to one thing.
#[pyclass(module = "corefeval._corefeval", frozen, get_all)]
pub(crate) struct Entity {
    label: String,
    kind: Option<String>,
    non_referring: bool,
    elements: Vec<String>,
    mentions: Vec<Py<Mention>>,
}

#[pymethods]
impl Entity {
    fn __len__(&self) -> usize {
        self.mentions.len()
    }

    fn __repr__(&self) -> String {
        format!("<Entity {:?}, {} mentions>", self.label, self.mentions.len())
    }
}

#[pymethods]
impl Document {
    /// A document from words or a number of tokens, and clusters of spans (first and last token).
    #[new]
    #[pyo3(signature = (name, clusters, words=None, tokens=None, sentences=None, zeros=None))]
    fn new(
        py: Python<'_>,
        name: &str,
        clusters: &Bound<'_, PyAny>,
        words: Option<Vec<String>>,
        tokens: Option<usize>,
        sentences: Option<Vec<usize>>,
        zeros: Option<Vec<u32>>,
    ) -> PyResult<Self> {
        let mut mentions = Mentions::new(py);
        let read = mentions.clusters("document", clusters)?;
        let mut builder = document::Document::builder(named(name));
        let least = read.fill(&mut builder);
        let refuse = |message: &str| exception(py, "InputError", message, &[]);
        if !read.are_spans() {
            return Err(refuse("every mention of a document must be a pair of its first and last token"));
        }
        match (words, tokens) {
            (Some(words), Some(tokens)) if words.len() != tokens => {
                return Err(refuse(&format!("there are {} words, but tokens={tokens}", words.len())));
            }
            (Some(words), _) => builder.words(&words),
            (None, tokens) => builder.tokens(tokens.unwrap_or(least)),
        };
        let mut start = 0;
        for length in sentences.unwrap_or_default() {
            let end = u32::try_from(length).ok().and_then(|length| u32::checked_add(start, length));
            let end = end.ok_or_else(|| refuse(&format!("a sentence has {length} tokens")))?;
            builder.sentence(Span::new(start, end));
            start = end;
        }
        for token in zeros.unwrap_or_default() {
            builder.zero(token);
        }
        let made = builder.build().map_err(|error| refuse(&error.to_string()))?;
        Ok(Self(Arc::new(made)))
    }

    /// The name in the file, with the part if the file numbers parts.
    #[getter]
    fn name(&self) -> String {
        self.0.name().to_string()
    }

    /// The id, without the part.
    #[getter]
    fn id(&self) -> &str {
        &self.0.name().id
    }

    /// The part, if the file numbers parts.
    #[getter]
    fn part(&self) -> Option<u32> {
        self.0.name().part
    }

    /// The genre, if the id begins with one.
    #[getter]
    fn genre(&self) -> Option<&str> {
        self.0.name().genre()
    }

    /// How many tokens it has, zeros included.
    #[getter]
    fn tokens(&self) -> u32 {
        self.0.tokens()
    }

    /// The words, if there are any.
    #[getter]
    fn words(&self) -> Option<Vec<&str>> {
        self.0.layers().get(Layer::Word).map(|words| words.iter().collect())
    }

    /// First token and end of each sentence.
    #[getter]
    fn sentences(&self) -> Vec<(u32, u32)> {
        self.0.sentences().iter().map(|span| (span.start, span.end)).collect()
    }

    /// The tokens that are zeros (empty nodes).
    #[getter]
    fn zeros(&self) -> Vec<u32> {
        self.0.zeros().iter().map(|zero| zero.token).collect()
    }

    /// The names of the layers.
    #[getter]
    fn layers(&self) -> Vec<&'static str> {
        self.0.layers().iter().map(|(layer, _)| layer.name()).collect()
    }

    /// A layer: a string for each token.
    fn layer(&self, py: Python<'_>, name: &str) -> PyResult<Vec<String>> {
        let column = Layer::by_name(name).and_then(|layer| self.0.layers().get(layer));
        let strings = |column: &Column| column.iter().map(str::to_owned).collect();
        column.map(strings).ok_or_else(|| {
            let message = format!("the document has no layer `{name}`; it has {}", self.layers().join(", "));
            exception(py, "ChoiceError", &message, &[])
        })
    }

    /// Every mention, in the order of the file.
    #[getter]
    fn mentions(&self) -> Vec<Mention> {
        self.0.mentions().iter().map(|mention| self.mention(mention)).collect()
    }

    /// Every entity, in the order of first appearance.
    #[getter]
    fn entities(&self, py: Python<'_>) -> PyResult<Vec<Entity>> {
        let labels: Vec<&str> = self.0.entity_labels().iter().collect();
        let mut entities: Vec<Entity> = labels
            .iter()
            .enumerate()
            .map(|(number, label)| self.entity(number as u32, label, &labels))
            .collect();
        for mention in self.0.mentions() {
            if let Some(entity) = entities.get_mut(mention.entity as usize) {
                entity.mentions.push(Py::new(py, self.mention(mention))?);
            }
        }
        Ok(entities)
    }

    /// The entities as lists of first and last tokens, as in JSON lines.
    #[getter]
    fn clusters(&self) -> Vec<Vec<(u32, u32)>> {
        let mut clusters = vec![Vec::new(); self.0.entity_count()];
        for mention in self.0.mentions() {
            if let Some(cluster) = clusters.get_mut(mention.entity as usize) {
                cluster.push((mention.span.start, mention.span.end.saturating_sub(1)));
            }
        }
        clusters.retain(|cluster| !cluster.is_empty());
        clusters
    }

    /// The words of a range of tokens.
    fn text(&self, start: u32, end: u32) -> Option<String> {
        self.0.text(Span::new(start, end))
    }

    /// The same document under another name.
    fn renamed(&self, name: &str) -> Self {
        let mut document = (*self.0).clone();
        document.rename(named(name));
        Self(Arc::new(document))
    }

    fn __repr__(&self) -> String {
        let (tokens, mentions) = (self.0.tokens(), self.0.mentions().len());
        format!(
            "<Document {:?}: {tokens} tokens, {mentions} mentions, {} entities>",
            self.name(),
            self.0.entity_count()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Vec<u8>,))> {
        let bytes = reading::lossless(std::slice::from_ref(&slf.get().0));
        Ok((slf.get_type().getattr("_load")?, (bytes,)))
    }

    #[classmethod]
    fn _load(_class: &Bound<'_, PyType>, bytes: &[u8]) -> PyResult<Self> {
        let refuse = || PyValueError::new_err("these bytes are not a document");
        reading::from_lossless(bytes)
            .into_iter()
            .next()
            .map(|document| Self(Arc::new(document)))
            .ok_or_else(refuse)
    }
}

impl Document {
    fn mention(&self, mention: &document::Mention) -> Mention {
        let document = &self.0;
        let detail = document.detail(mention);
        let pair = |span: &Span| (span.start, span.end);
        let words: Option<Vec<String>> =
            document.parts(mention).iter().map(|part| document.text(*part)).collect();
        Mention {
            start: mention.span.start,
            end: mention.span.end,
            parts: document.parts(mention).iter().map(pair).collect(),
            text: words.map(|words| words.join(" ")),
            entity: document.entity_labels().get(mention.entity as usize).unwrap_or_default().to_owned(),
            head: detail.and_then(|detail| detail.head),
            minimum: detail.and_then(|detail| detail.minimum.as_ref().map(pair)),
            id: detail.map(|detail| detail.id.clone()).filter(|id| !id.is_empty()),
            sentence: document.sentence_of(mention.span.start),
            is_zero: document.is_zero_mention(mention),
            attributes: detail.map(|detail| detail.attributes.iter().cloned().collect()).unwrap_or_default(),
        }
    }

    fn entity(&self, number: u32, label: &str, labels: &[&str]) -> Entity {
        let detail = self.0.entity_detail(number);
        let name = |element: &u32| labels.get(*element as usize).map(|label| (*label).to_owned());
        Entity {
            label: label.to_owned(),
            kind: detail.map(|detail| detail.kind.clone()).filter(|kind| !kind.is_empty()),
            non_referring: detail.is_some_and(|detail| detail.non_referring),
            elements: detail
                .map(|detail| detail.elements.iter().filter_map(name).collect())
                .unwrap_or_default(),
            mentions: Vec::new(),
        }
    }
}

/// Reads the name of a document as users write it: an id, followed by a part if there is one.
fn named(name: &str) -> Name {
    Name::parse(name)
}

/// The documents of one text from the clusters of its key and of responses. Mentions are any hashable
/// objects; equal objects are the same mention on all sides.
#[pyfunction]
pub(crate) fn documents_of_clusters<'py>(
    py: Python<'py>,
    name: &str,
    sides: Vec<(String, Bound<'py, PyAny>)>,
    tokens: Option<usize>,
    may_repeat: bool,
) -> PyResult<Vec<Document>> {
    let mut mentions = Mentions::new(py);
    let read = sides.iter().map(|(side, clusters)| mentions.clusters(side, clusters));
    let read = read.collect::<PyResult<Vec<_>>>()?;
    let wish = Wish { tokens, may_repeat, may_sort: false };
    let made = mentions.documents(&named(name), &read, wish)?;
    Ok(made.documents.into_iter().map(|document| Document(Arc::new(document))).collect())
}
