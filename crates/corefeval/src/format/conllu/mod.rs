//! Common parts of the formats based on CoNLL-U: numbered rows, comments, sentences.

pub(super) mod comment;
pub(super) mod layers;
pub(super) mod limits;
pub(super) mod opening;
pub(super) mod row;
pub(super) mod write;
