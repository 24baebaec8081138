//! Messages about documents that only one side has.

use std::sync::Arc;

use super::super::Missing;
use crate::document::Name;
use crate::problem::Problem;

/// What the sides are called in messages: key and response, or the names of annotators.
#[derive(Clone, Debug, Default)]
pub(super) struct Sides {
    annotators: Vec<String>,
}

impl Sides {
    pub(super) fn annotators(names: &[String]) -> Self {
        Self { annotators: names.to_vec() }
    }

    /// The names of the first annotator and of the annotator that is this system.
    fn names(&self, system: usize) -> Option<(&str, &str)> {
        Some((self.annotators.first()?, self.annotators.get(system + 1)?))
    }

    /// The names in messages of the first annotator and of the annotator that is this system; `None` for key
    /// and response.
    pub(super) fn called(&self, system: usize) -> Option<Arc<[String; 2]>> {
        self.names(system).map(|(first, other)| Arc::new([first.to_owned(), other.to_owned()]))
    }

    /// The problem for a document of a system that the first side lacks.
    pub(super) fn extra(&self, system: usize, name: &Name) -> Problem {
        match self.names(system) {
            Some((first, other)) => only_in(other, first, name),
            None => {
                let message = format!("document {name} is not in the key; it is left out");
                Problem::warning("extra-document", 0, message)
            }
        }
    }

    /// The problem for a document of the first side that a system lacks, if both are annotators.
    pub(super) fn only_in_first(&self, system: usize, name: &Name) -> Option<Problem> {
        self.names(system).map(|(first, other)| only_in(first, other, name))
    }

    /// The problem for two sides that have no document in common.
    pub(super) fn strangers(&self, system: usize, name: &Name, key_name: &Name) -> Problem {
        let message = match self.names(system) {
            Some((first, other)) => format!(
                "{first} and {other} have no document in common: {first} has {key_name}, {other} {name}"
            ),
            None => format!(
                "no document of the response is in the key: the response has {name}, the key {key_name}"
            ),
        };
        let hint = "documents are paired by name: is this the same text, with the same document names?";
        Problem::error("no-common-document", 0, message).hint(hint)
    }

    /// The problem for a side without mentions in any document.
    pub(super) fn without_mentions(&self, side: usize) -> Problem {
        let what = match (self.annotators.get(side), side) {
            (Some(name), _) => name,
            (None, 0) => "the key",
            (None, _) => "the response",
        };
        Problem::warning("no-mentions", 0, format!("no document of {what} has a mention"))
    }
}

fn only_in(one: &str, other: &str, name: &Name) -> Problem {
    let message = format!("document {name} is in {one} and not in {other}; the two are compared without it");
    Problem::warning("missing-document", 0, message)
}

/// The problem for a key document that a response lacks.
pub(super) fn missing(name: &Name, missing: Missing) -> Problem {
    let absent = format!("document {name} is not in the response");
    match missing {
        Missing::Error => {
            let hint = "`missing: empty` counts it as a response without mentions";
            Problem::error("missing-document", 0, absent).hint(hint)
        }
        Missing::Skip => Problem::warning("missing-document", 0, absent + "; it is not scored"),
        Missing::Empty => Problem::warning("missing-document", 0, absent + "; it is scored as empty"),
    }
}
