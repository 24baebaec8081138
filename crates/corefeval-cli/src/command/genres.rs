//! Checks for requested genres that do not occur.

use std::collections::BTreeSet;

use corefeval::document::Name;
use corefeval::problem::Problem;

/// A warning if some of the requested genres have no document. There is none if no genre has a document,
/// because that is reported as an error.
pub(super) fn absent<'n>(requested: &[String], names: impl Iterator<Item = &'n Name>) -> Option<Problem> {
    let known: BTreeSet<&str> = names.filter_map(Name::genre).collect();
    let is_absent = |genre: &&str| !known.contains(genre);
    let absent: Vec<&str> = requested.iter().map(String::as_str).filter(is_absent).collect();
    if absent.is_empty() || absent.len() == requested.len() {
        return None;
    }
    let known: Vec<&str> = known.into_iter().collect();
    let message = format!("no document is of the genre {}", absent.join(", "));
    let hint = format!("the documents are of the genres {}", known.join(", "));
    Some(Problem::warning("nothing-selected", 0, message).hint(hint))
}
