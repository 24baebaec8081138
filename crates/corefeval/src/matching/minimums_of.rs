//! Minimum spans of the mentions of a document, for callers that list mentions rather than match them.

use super::dependency_minimum::DependencyMinimums;
use super::free::push_joined;
use super::minimum::{Minimums, Reading};
use super::needs::{has_dependencies, has_trees};
use crate::choice::choice;
use crate::document::{Column, Detail, Document, Layer, Mention, Span, Tree};

choice! {
    /// What gave a minimum span.
    MinimumBy {
        /// Words of phrases in the tree of the sentence.
        Trees = "trees",
        /// The head, its conjuncts and the words beside them by dependencies.
        Dependencies = "dependencies",
        /// It is the whole mention: no phrase of the tree will do.
        NoPhrase = "whole: no phrase",
        /// It is the whole mention, which extends into another sentence.
        Sentences = "whole: sentences",
        /// It is the whole mention: there is no syntax.
        NoSyntax = "whole: no syntax",
    }
}

impl MinimumBy {
    /// Whether no smaller span was found and the minimum is the whole mention.
    #[must_use]
    pub fn is_whole(self) -> bool {
        matches!(self, Self::NoPhrase | Self::Sentences | Self::NoSyntax)
    }
}

/// Finds the minimums of the mentions of a document; fastest if the mentions are asked for in text order.
pub struct MinimumsOf<'a> {
    document: &'a Document,
    source: Source<'a>,
    sentence: Option<Span>,
}

enum Source<'a> {
    Trees { bits: &'a Column, tree: Tree<'a>, minimums: Minimums<'a> },
    Dependencies(DependencyMinimums),
    Nothing,
}

impl<'a> MinimumsOf<'a> {
    /// Finds minimums by the trees of a document, or by its dependencies if it has no trees.
    #[must_use]
    pub fn new(document: &'a Document, reading: Reading) -> Self {
        let layer = |layer| document.layers.get(layer);
        let source = match layer(Layer::Parse).filter(|_| has_trees(document)) {
            Some(bits) => {
                let words = layer(Layer::Word).filter(|_| reading == Reading::WithoutPunctuation);
                let minimums = Minimums::new(words, layer(Layer::PartOfSpeech));
                Source::Trees { bits, tree: Tree::default(), minimums }
            }
            None if has_dependencies(document) => Source::Dependencies(DependencyMinimums::default()),
            None => Source::Nothing,
        };
        Self { document, source, sentence: None }
    }

    /// The minimum of a mention, as spans in order that do not touch, and how it was found.
    pub fn minimum(&mut self, mention: &Mention) -> (Vec<Span>, MinimumBy) {
        let mut minimum = Vec::new();
        let parts = self.document.parts(mention);
        let inside = self.enter(mention.span);
        let by = match &mut self.source {
            Source::Nothing => MinimumBy::NoSyntax,
            _ if !inside => MinimumBy::Sentences,
            Source::Dependencies(minimums) => {
                minimums.push(self.document, parts, &mut minimum);
                MinimumBy::Dependencies
            }
            Source::Trees { tree, minimums, .. } => {
                if minimums.push(tree, parts, &mut minimum) {
                    MinimumBy::Trees
                } else {
                    MinimumBy::NoPhrase
                }
            }
        };
        if minimum.is_empty() {
            for part in parts {
                push_joined(*part, 0, &mut minimum);
            }
        }
        (minimum, by)
    }

    /// Moves on to the sentence that contains a span; false if no sentence contains all of it.
    fn enter(&mut self, span: Span) -> bool {
        let number = self.document.sentence_of(span.start);
        let sentence = number.map(|number| self.document.sentences[number]);
        let Some(sentence) = sentence.filter(|sentence| sentence.contains(span)) else { return false };
        if self.sentence != Some(sentence) {
            match &mut self.source {
                Source::Trees { bits, tree, .. } => tree.read(bits, sentence),
                Source::Dependencies(minimums) => minimums.read(self.document, sentence),
                Source::Nothing => {}
            }
            self.sentence = Some(sentence);
        }
        true
    }
}

/// How many minimums were named, and how many of them have gaps. A file cannot store gaps, so such a minimum
/// is named from its first word to its last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NamedMinimums {
    /// How many were named.
    pub named: usize,
    /// How many of them have gaps.
    pub with_gaps: usize,
    /// How many mentions still have no minimum, because no syntax determines it.
    pub without: usize,
}

/// Names the minimums of mentions that have none, if the document's own trees or dependencies determine them.
pub fn name_minimums(document: &mut Document, reading: Reading) -> NamedMinimums {
    let mut minimums = MinimumsOf::new(document, reading);
    let mut counts = NamedMinimums::default();
    let mut found = Vec::new();
    for (place, mention) in document.mentions.iter().enumerate() {
        if document.detail(mention).is_some_and(|detail| detail.minimum.is_some()) {
            continue;
        }
        let (minimum, by) = minimums.minimum(mention);
        let ends = minimum.first().zip(minimum.last()).filter(|_| by != MinimumBy::NoSyntax);
        counts.with_gaps += usize::from(ends.is_some() && minimum.len() > 1);
        counts.without += usize::from(ends.is_none());
        found.extend(ends.map(|(first, last)| (place, Span::new(first.start, last.end))));
    }
    counts.named = found.len();
    for (place, minimum) in found {
        let mention = document.mentions[place];
        let index = mention.detail().unwrap_or(document.details.len());
        if index == document.details.len() {
            document.mentions[place] = mention.with_detail(index);
            document.details.push(Detail::default());
        }
        document.details[index].minimum = Some(minimum);
    }
    counts
}
