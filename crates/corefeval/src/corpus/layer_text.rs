//! One layer of a corpus as a separate text, and back.
//!
//! ```text
//! #layer name
//! #begin document (bc/cctv/00/cctv_0001); part 000
//! 0   3   4   PERSON   Mary Smith
//! #end document
//! ```
//!
//! Columns are separated by tabs. A line names a sentence, the first and the last token in it (all counted
//! from 0), what the layer says, and, for human readers, the words, which are not read back. Trees are
//! written whole, one on a line for each sentence. A line of `prop` has a
//! sentence, the predicate's token, its lemma and frameset, and its arguments: `0 2 eat 01 ARG0:0-1 V:2-2`.

use super::merge::merge_document;
use super::statistics::in_order;
use super::{annotated, propositions};
use crate::choice::choice;
use crate::document::{Column, Document, Layer, Mention, Name, Span, Tree};

use std::collections::BTreeMap;
use std::fmt;

choice! {
    /// A layer that can be written as text.
    TextLayer {
        /// Constituency trees and parts of speech.
        Parse = "parse",
        /// Named entities.
        Name = "name",
        /// Coreference.
        Coreference = "coref",
        /// Speakers.
        Speaker = "speaker",
        /// Word senses.
        Sense = "sense",
        /// Predicates and their arguments.
        Proposition = "prop",
    }
}

/// An error in the text of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LayerError {
    /// The line, counted from 1.
    pub line: u64,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for LayerError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for LayerError {}

impl TextLayer {
    /// Whether a document has this layer; every document has coreference.
    #[must_use]
    pub fn is_in(self, document: &Document) -> bool {
        let has = |layer: Layer, is_one: fn(&str) -> bool| {
            document.layers.get(layer).is_some_and(|column| Column::iter(column).any(is_one))
        };
        let is_value = |value: &str| !matches!(value, "" | "-" | "_");
        match self {
            Self::Parse => has(Layer::Parse, |bits| bits.contains('(')),
            Self::Name => has(Layer::Name, is_value),
            Self::Coreference => true,
            Self::Speaker => has(Layer::Speaker, is_value),
            Self::Sense => has(Layer::Sense, is_value),
            Self::Proposition => has(Layer::Frameset, is_value),
        }
    }
}

/// One layer of some documents as a text. A name or value that contains a tab or a line break is an error,
/// because it would be read back as something else.
pub fn extract(documents: &[Document], layer: TextLayer) -> Result<String, LayerError> {
    let mut text = Text { written: format!("#layer {layer}\n"), lines: 1 };
    let tabs = if layer == TextLayer::Parse { 0 } else { 4 };
    for document in documents {
        text.push(&format!("#begin document {}", header(&document.name)), 0, document)?;
        let ordered = in_order(document);
        for (number, sentence) in document.sentences_or_whole().iter().enumerate() {
            for line in lines(document, layer, (&ordered, *sentence)) {
                match layer {
                    TextLayer::Parse => text.push(&line, tabs, document)?,
                    _ => text.push(&format!("{number}\t{line}"), tabs, document)?,
                }
            }
        }
        text.push("#end document", 0, document)?;
    }
    Ok(text.written)
}

/// A text that grows line by line.
struct Text {
    written: String,
    lines: u64,
}

impl Text {
    /// Adds a line, which must have this many tabs.
    fn push(&mut self, line: &str, tabs: usize, document: &Document) -> Result<(), LayerError> {
        self.lines += 1;
        if line.contains(['\n', '\r']) || line.matches('\t').count() != tabs {
            let name = &document.name;
            let message = format!(
                "document {name}: a name or value contains a tab or a line break, which layer text cannot hold"
            );
            return Err(LayerError { line: self.lines, message });
        }
        self.written.push_str(line);
        self.written.push('\n');
        Ok(())
    }
}

fn header(name: &Name) -> String {
    if name.part.is_some() { name.to_string() } else { format!("({})", name.id) }
}

fn lines(document: &Document, layer: TextLayer, (ordered, sentence): (&[Mention], Span)) -> Vec<String> {
    let items = match layer {
        TextLayer::Parse => return vec![tree(document, sentence)],
        TextLayer::Proposition => return roles(document, sentence),
        TextLayer::Name => names(document, sentence),
        TextLayer::Coreference => mentions(document, ordered, sentence),
        TextLayer::Speaker => speakers(document, sentence),
        TextLayer::Sense => senses(document, sentence),
    };
    let line = |(span, value): (Span, String)| {
        let (first, last) = (span.start - sentence.start, span.end.saturating_sub(1 + sentence.start));
        let words = document.text(span).unwrap_or_default();
        format!("{first}\t{last}\t{value}\t{}", words.replace(['\t', '\n', '\r'], " "))
    };
    items.into_iter().map(line).collect()
}

/// The whole tree: each bit with its token in place of the asterisk.
fn tree(document: &Document, sentence: Span) -> String {
    let mut text = String::new();
    for token in sentence.start..sentence.end {
        let at = |layer| document.layers.at(layer, token).unwrap_or("-");
        let leaf = format!(" ({} {})", unbracketed(at(Layer::PartOfSpeech)), unbracketed(at(Layer::Word)));
        let bits = at(Layer::Parse).replace('(', " (");
        // a file without trees has `-` or nothing instead of the asterisk
        text.push_str(&if bits.contains('*') { bits.replacen('*', &leaf, 1) } else { leaf });
    }
    text.trim_start().to_owned()
}

/// The word, escaped so that it cannot be read as a bracket of the tree.
fn unbracketed(word: &str) -> String {
    word.replace('(', "-LRB-").replace(')', "-RRB-")
}

fn names(document: &Document, sentence: Span) -> Vec<(Span, String)> {
    let none = Column::new();
    let tree = Tree::new(document.layers.get(Layer::Name).unwrap_or(&none), sentence);
    tree.phrases().iter().map(|name| (name.span, name.label.to_owned())).collect()
}

/// The mentions that begin in a sentence; `ordered` has all mentions in the order in which they begin.
fn mentions(document: &Document, ordered: &[Mention], sentence: Span) -> Vec<(Span, String)> {
    let label = |entity: u32| document.entity_labels.get(entity as usize).unwrap_or("").to_owned();
    let first = ordered.partition_point(|mention| mention.span.start < sentence.start);
    let here = ordered[first..].iter().take_while(|mention| mention.span.start < sentence.end);
    here.map(|mention| (mention.span, label(mention.entity))).collect()
}

/// Stretches of a sentence with one speaker.
fn speakers(document: &Document, sentence: Span) -> Vec<(Span, String)> {
    let mut found: Vec<(Span, String)> = Vec::new();
    for token in sentence.start..sentence.end {
        let Some(speaker) = annotated(document, Layer::Speaker, token) else { continue };
        match found.last_mut() {
            Some((span, known)) if known == speaker && span.end == token => span.end += 1,
            _ => found.push((Span::new(token, token + 1), speaker.to_owned())),
        }
    }
    found
}

fn senses(document: &Document, sentence: Span) -> Vec<(Span, String)> {
    let sense =
        |token| Some((Span::new(token, token + 1), annotated(document, Layer::Sense, token)?.to_owned()));
    (sentence.start..sentence.end).filter_map(sense).collect()
}

fn roles(document: &Document, sentence: Span) -> Vec<String> {
    let mut lines = Vec::new();
    for proposition in propositions(document, sentence) {
        let token = proposition.predicate.map(|predicate| sentence.start + predicate);
        let at = |layer| token.and_then(|token| annotated(document, layer, token)).unwrap_or("-").to_owned();
        let predicate = proposition.predicate.map_or("-".to_owned(), |token| token.to_string());
        let arguments = proposition.arguments.iter();
        let arguments: Vec<String> = arguments
            .map(|argument| format!("{}:{}-{}", argument.label, argument.span.start, argument.span.end - 1))
            .collect();
        let (lemma, frameset) = (at(Layer::Lemma), at(Layer::Frameset));
        lines.push(format!("{predicate}\t{lemma}\t{frameset}\t{}", arguments.join(" ")));
    }
    lines
}

/// Replaces a layer of documents with one from a text; returns which layer it was.
pub fn merge(documents: &mut [Document], text: &str) -> Result<TextLayer, LayerError> {
    let mut lines = text.lines().zip(1_u64..);
    let layer = lines.next().and_then(|(line, _)| line.strip_prefix("#layer ")?.trim().parse().ok());
    let unknown =
        || LayerError { line: 1, message: "the first line must name the layer: `#layer name`".to_owned() };
    let layer: TextLayer = layer.ok_or_else(unknown)?;
    let mut places: BTreeMap<Name, usize> = BTreeMap::new();
    for (place, document) in documents.iter().enumerate() {
        places.insert(whole(&document.name), place);
    }
    let mut current: Option<usize> = None;
    let mut rows: Vec<(&str, u64)> = Vec::new();
    for (line, number) in lines {
        if let Some(name) = line.strip_prefix("#begin document") {
            let name = whole(&Name::parse(name));
            let missing = || LayerError { line: number, message: format!("there is no document {name}") };
            current = Some(places.get(&name).copied().ok_or_else(missing)?);
        } else if line.starts_with("#end document") {
            let document = current.take().and_then(|place| documents.get_mut(place));
            let document = document.ok_or(LayerError {
                line: number,
                message: "no `#begin document` line before this one".to_owned(),
            })?;
            merge_document(document, layer, &std::mem::take(&mut rows), number)?;
        } else if !line.trim().is_empty() {
            rows.push((line, number));
        }
    }
    match rows.first() {
        Some((_, line)) => {
            Err(LayerError { line: *line, message: "the document has no `#end document` line".to_owned() })
        }
        None => Ok(layer),
    }
}

/// A name with its part, which is 0 by default.
fn whole(name: &Name) -> Name {
    Name { id: name.id.clone(), part: Some(name.part.unwrap_or(0)) }
}
