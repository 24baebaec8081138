//! What the formats that are kinds of CoNLL-U have in common: numbered rows, comments, sentences.

pub(super) mod comment;
pub(super) mod layers;
pub(super) mod limits;
pub(super) mod opening;
pub(super) mod row;
pub(super) mod write;
