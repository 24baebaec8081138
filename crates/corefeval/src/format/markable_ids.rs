//! What mentions are called in formats that give each of them an id.

use rustc_hash::FxHashSet;

use super::escape::escape;
use crate::document::Document;

/// The ids of mentions, as the document has them if all have one of their own, numbered otherwise.
pub(super) fn markable_ids(document: &Document, special: &str) -> Vec<String> {
    let own = document
        .mentions
        .iter()
        .map(|mention| document.detail(mention).map_or("", |detail| detail.id.as_str()));
    let mut seen = FxHashSet::default();
    if own.clone().all(|id| !id.is_empty() && seen.insert(id)) {
        own.map(|id| escape(id, special)).collect()
    } else {
        (1..=document.mentions.len()).map(|number| format!("markable_{number}")).collect()
    }
}
