//! Minimum spans where a key has dependencies but no trees: the head and what makes one name or word with it.

use super::dependencies::Dependencies;
use super::free::push_joined;
use crate::document::{Document, Layer, Span};

/// Adds the minimum of a mention with these parts to `out`: its head, and the tokens of it that hang from the head as
/// parts of a name, a compound or a fixed expression.
pub(super) fn push(document: &Document, dependencies: &Dependencies, parts: &[Span], out: &mut Vec<Span>) {
    let first = out.len();
    let Some(head) = dependencies.head(parts) else { return };
    for token in parts.iter().flat_map(|part| part.start..part.end) {
        let belongs = || dependencies.governor(token) == Some(head) && is_part_of_name(document, token);
        if token == head || belongs() {
            push_joined(Span::new(token, token + 1), first, out);
        }
    }
}

fn is_part_of_name(document: &Document, token: u32) -> bool {
    let relation = document.layers.at(Layer::Relation, token).unwrap_or("");
    let relation = relation.split(':').next().unwrap_or("");
    matches!(relation, "flat" | "compound" | "fixed" | "name" | "goeswith")
}
