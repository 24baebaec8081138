//! What can be written in a file of rows.

use super::comment::Comment;
use super::row::Id;
use crate::document::{Layer, Name};

/// Whether a document with this name, written after `# newdoc`, is read with the same name.
pub(in super::super) fn fits_name(name: &Name) -> bool {
    let line = format!("# newdoc id = {name}");
    let again = match Comment::of(line.as_bytes()) {
        Comment::Document(Some(text)) => Name::parse(&String::from_utf8_lossy(text)),
        _ => return false,
    };
    again == *name && !name.id.is_empty() && fits_cell(&line)
}

/// Whether a value can be written between tabs.
pub(in super::super) fn fits_cell(value: &str) -> bool {
    !value.contains(['\t', '\n', '\r'])
}

/// Whether a layer can have a value; `special` is the declaration for the whole file that the format reads.
pub(in super::super) fn fits(layer: Layer, value: &str, special: &[u8]) -> bool {
    match layer {
        Layer::Word => !value.is_empty() && fits_cell(value),
        Layer::Row => Id::of(value.as_bytes()) == Id::Range && !value.contains('\r'),
        Layer::SentenceComments => {
            let means_nothing = match Comment::of(value.as_bytes()) {
                Comment::Document(_) => false,
                Comment::Global(name, _) => name != special,
                Comment::Other => true,
            };
            value.starts_with('#') && means_nothing && !value.contains('\r')
        }
        _ => fits_cell(value),
    }
}
