//! The mentions of one side as lists of numbers, which are small and fast to read.

use serde::Serialize;

use super::places::Places;
use crate::document::{Document, Mention, Span};

/// All mentions of a document, as read, with positions among the tokens of the key.
#[derive(Debug, Serialize)]
pub(super) struct Mentions<'a> {
    /// The label of each entity.
    labels: Vec<&'a str>,
    /// The type of each entity; empty if none has one.
    types: Vec<&'a str>,
    /// Start, end and entity of each mention, one after the other.
    spans: Vec<u32>,
    /// The parts of mentions with gaps: the number of the mention, then start and end of each part.
    gaps: Vec<Vec<u32>>,
}

impl<'a> Mentions<'a> {
    pub(super) fn new(document: &'a Document, places: &Places<'_>) -> Self {
        let mentions = document.mentions.iter();
        let numbers = |mention: &Mention| {
            let span = places.span(mention.span);
            [span.start, span.end, mention.entity]
        };
        let has_types = document.entity_details.iter().any(|detail| !detail.kind.is_empty());
        let types = document.entity_details.iter().filter(|_| has_types);
        Self {
            labels: document.entity_labels.iter().collect(),
            types: types.map(|detail| detail.kind.as_str()).collect(),
            spans: mentions.flat_map(numbers).collect(),
            gaps: gaps(document, places),
        }
    }
}

fn gaps(document: &Document, places: &Places<'_>) -> Vec<Vec<u32>> {
    let with_gaps =
        document.mentions.iter().zip(0u32..).filter(|(mention, _)| document.parts(mention).len() > 1);
    let listed = |(mention, number): (&Mention, u32)| {
        let ends = |part: &Span| {
            let part = places.span(*part);
            [part.start, part.end]
        };
        std::iter::once(number).chain(document.parts(mention).iter().flat_map(ends)).collect()
    };
    with_gaps.map(listed).collect()
}

/// The numbers, among all mentions of a document, of the mentions that count; both lists are in the same
/// order.
pub(super) fn numbers_of(document: &Document, counted: &[Mention]) -> Vec<usize> {
    let mut all = document.mentions.iter().enumerate();
    let number = |mention: &Mention| all.find(|(_, one)| *one == mention).map(|(number, _)| number);
    counted.iter().map_while(number).collect()
}
