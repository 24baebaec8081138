//! Documents as text with mentions in brackets, a sentence on each line.

use super::super::fit::Limits;
use super::super::{Problem, losses};
use super::marks::ESCAPED;
use super::{HEADER, TOKENISED};
use crate::document::{Document, Layer, Name, Span};

/// Ids are written in braces, words between blanks.
pub(super) const LIMITS: Limits = Limits {
    name: |name| !name.to_string().contains(['\n', '\r']) && Name::parse(&name.to_string()) == *name,
    label: Some(|label, _| {
        let special = |letter: char| "{}[]".contains(letter) || letter.is_control();
        (!label.is_empty() && label.trim() == label && !label.contains(special)).then(|| label.to_owned())
    }),
    value: |layer, word| layer != Layer::Word || !word.is_empty() && !word.contains(char::is_whitespace),
};

/// Writes documents, each after a header.
pub(super) fn write(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for document in documents {
        let kept = nested(document);
        problems.extend(losses(document, kept.len()));
        let mut text = format!("{HEADER}{}\n{TOKENISED}\n", document.name);
        write_text(document, &kept, &mut text);
        out.extend_from_slice(text.as_bytes());
    }
    problems
}

/// A mention to be written: its span and label.
type Kept<'a> = (Span, &'a str);

/// The mentions in the order in which they open, outer before inner; those that would cross another are left out.
fn nested(document: &Document) -> Vec<Kept<'_>> {
    let label = |entity: u32| document.entity_labels.get(entity as usize).unwrap_or("");
    let mut all: Vec<Kept<'_>> = document
        .mentions
        .iter()
        .filter(|mention| !mention.span.is_empty() && mention.span.end <= document.tokens)
        .map(|mention| (mention.span, label(mention.entity)))
        .collect();
    // of mentions of the same span, the one read first is closed first, and is written innermost
    all.reverse();
    all.sort_by_key(|(span, _)| (span.start, u32::MAX - span.end));
    let mut open: Vec<u32> = Vec::new();
    all.retain(|(span, _)| {
        while open.last().is_some_and(|&end| end <= span.start) {
            open.pop();
        }
        let fits = open.last().is_none_or(|&end| span.end <= end);
        if fits {
            open.push(span.end);
        }
        fits
    });
    all
}

fn write_text(document: &Document, mentions: &[Kept<'_>], text: &mut String) {
    let mut next = mentions.iter().peekable();
    let mut open: Vec<&Kept<'_>> = Vec::new();
    let mut sentence_ends = document.sentences.iter().map(|sentence| sentence.end).peekable();
    for token in 0..document.tokens {
        while let Some(mention) = next.next_if(|(span, _)| span.start == token) {
            text.push('[');
            open.push(mention);
        }
        push_word(document.layers.at(Layer::Word, token).unwrap_or(""), text);
        while let Some((_, label)) = open.pop_if(|(span, _)| span.end == token + 1) {
            text.push_str("]{");
            text.push_str(label);
            text.push('}');
        }
        let ends = sentence_ends.next_if(|&end| end == token + 1).is_some() || token + 1 == document.tokens;
        text.push(if ends { '\n' } else { ' ' });
    }
}

/// Adds a word, with the brackets in it escaped.
fn push_word(word: &str, text: &mut String) {
    if word.is_empty() {
        text.push('_');
    }
    for character in word.chars() {
        if ESCAPED.contains(character) {
            text.push('\\');
        }
        text.push(character);
    }
}

/// What the format cannot hold.
fn losses(document: &Document, kept: usize) -> Vec<Problem> {
    let left_out = document.mentions.len() - kept;
    let lost = [
        losses::lost(
            document,
            left_out,
            "lost-mentions",
            ["mention crosses another and is left out", "mentions cross others and are left out"],
        ),
        losses::gaps(document),
        losses::zeros(document),
        losses::relations(document),
        losses::stages(document),
        losses::split(document),
        losses::details(document, &[]),
        losses::words(document),
        // the text is written, though with other blanks
        losses::layers(document, &[Layer::Word, Layer::Offset, Layer::Text]),
    ];
    lost.into_iter().flatten().collect()
}
