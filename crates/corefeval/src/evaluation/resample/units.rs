//! What is drawn or swapped as a whole.

use super::super::DocumentTallies;
use super::{ResamplingError, Strata};
use crate::choice::choice;

choice! {
    /// What is drawn or swapped as a whole: documents that depend on each other belong together.
    Unit {
        /// A document, or a part of one where files are cut into parts.
        Document = "document",
        /// All parts of a file.
        File = "file",
        /// All documents of a topic, known from their names.
        Topic = "topic",
        /// All documents of a genre, known from their names.
        Genre = "genre",
    }
}

impl Unit {
    fn label(self, document: &DocumentTallies) -> String {
        match self {
            Self::Document => document.name.to_string(),
            Self::File => document.name.id.clone(),
            Self::Topic => document.labels.topic.clone(),
            Self::Genre => genre(document),
        }
    }

    /// A number of units in words, such as `2 documents`.
    #[must_use]
    pub fn counted(self, count: usize) -> String {
        format!("{count} {self}{}", if count == 1 { "" } else { "s" })
    }
}

/// The genre of a document; documents without a genre count as one genre.
fn genre(document: &DocumentTallies) -> String {
    document.labels.genre.clone().unwrap_or_default()
}

/// Documents grouped into units, and units into strata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Units {
    /// The documents of each unit, by their places in the evaluation, in file order.
    pub(in super::super) documents: Vec<Vec<usize>>,
    /// The units of each stratum; a single stratum if units are not stratified.
    pub(super) strata: Vec<Vec<usize>>,
}

impl Units {
    /// The units of documents, in the order in which they first occur.
    pub(in super::super) fn new(
        documents: &[DocumentTallies],
        unit: Unit,
        strata: Strata,
    ) -> Result<Self, ResamplingError> {
        let places = documents.iter().enumerate();
        let by_unit = places.map(|(place, document)| {
            let label = if unit == Unit::Document { place.to_string() } else { unit.label(document) };
            (label, place)
        });
        let documents_of = grouped(by_unit);
        let strata_of = |(place, of): (usize, &Vec<usize>)| {
            let first = of.first().and_then(|first| documents.get(*first));
            (first.map(genre).filter(|_| strata == Strata::Genre).unwrap_or_default(), place)
        };
        let strata_of = grouped(documents_of.iter().enumerate().map(strata_of));
        if strata == Strata::Genre && strata_of.iter().all(|units| units.len() == 1) {
            return Err(ResamplingError::LoneUnits);
        }
        Ok(Self { documents: documents_of, strata: strata_of })
    }

    /// How many units there are.
    pub(in super::super) fn len(&self) -> usize {
        self.documents.len()
    }
}

/// Places grouped by label; labels are in the order in which they first occur.
fn grouped(labelled: impl Iterator<Item = (String, usize)>) -> Vec<Vec<usize>> {
    let mut numbers = rustc_hash::FxHashMap::default();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (label, place) in labelled {
        let number = *numbers.entry(label).or_insert(groups.len());
        if number == groups.len() {
            groups.push(Vec::new());
        }
        groups[number].push(place);
    }
    groups
}
