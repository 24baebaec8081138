//! Minimum spans of the mentions that are left to match, in one sentence of the key after another.

use std::ops::Range;

use super::dependency_minimum::DependencyMinimums;
use super::free::{Free, FreeMention, push_joined};
use super::minimum::{Minimums, Reading};
use super::needs::has_trees;
use super::work::Work;
use crate::document::{Column, Layer, Span, Tree};

/// Finds minimum spans in one sentence of the key after another.
pub(super) struct MinimumFinder<'a> {
    work: &'a Work<'a>,
    source: Source<'a>,
    sentence: Span,
    parts: Vec<Span>,
    /// All minimum spans found, end to end.
    found: Vec<Span>,
}

enum Source<'a> {
    Trees { bits: &'a Column, tree: Tree<'a>, minimums: Minimums<'a> },
    Dependencies(DependencyMinimums),
}

impl<'a> MinimumFinder<'a> {
    pub(super) fn new(work: &'a Work<'a>, reading: Reading) -> Self {
        let document = work.key_side.document;
        let layer = |layer| document.layers.get(layer);
        let source = match layer(Layer::Parse).filter(|_| has_trees(document)) {
            Some(bits) => {
                let words = layer(Layer::Word).filter(|_| reading == Reading::WithoutPunctuation);
                let minimums = Minimums::new(words, layer(Layer::PartOfSpeech));
                Source::Trees { bits, tree: Tree::default(), minimums }
            }
            None => Source::Dependencies(DependencyMinimums::default()),
        };
        Self { work, source, sentence: Span::default(), parts: Vec::new(), found: Vec::new() }
    }

    /// Moves on to a sentence of the key.
    pub(super) fn enter(&mut self, sentence: Span) {
        self.sentence = sentence;
        match &mut self.source {
            Source::Trees { bits, tree, .. } => tree.read(bits, sentence),
            Source::Dependencies(minimums) => minimums.read(self.work.key_side.document, sentence),
        }
    }

    /// Finds the minimum of a mention, and returns its range among all spans found. A mention that extends
    /// into the next sentence is its own minimum.
    pub(super) fn find(&mut self, free: &Free, mention: &FreeMention) -> Range<usize> {
        let start = self.found.len();
        self.work.numbering.key_parts(free.spans(mention), &mut self.parts);
        match &mut self.source {
            _ if !self.parts.iter().all(|part| self.sentence.contains(*part)) => {
                self.parts.iter().for_each(|part| push_joined(*part, start, &mut self.found));
            }
            Source::Trees { tree, minimums, .. } => {
                minimums.push(tree, &self.parts, &mut self.found);
            }
            Source::Dependencies(minimums) => {
                minimums.push(self.work.key_side.document, &self.parts, &mut self.found);
            }
        }
        start..self.found.len()
    }

    /// The minimum at a range among all spans found.
    pub(super) fn found(&self, range: Range<usize>) -> &[Span] {
        &self.found[range]
    }

    /// The minimums at these ranges among all spans found, each with its number.
    pub(super) fn marks(&self, minimums: Vec<(Range<usize>, u32)>) -> Vec<(&[Span], u32)> {
        minimums.into_iter().map(|(range, place)| (&self.found[range], place)).collect()
    }
}
