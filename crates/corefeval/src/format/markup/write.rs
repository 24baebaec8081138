//! Documents as text with mentions in brackets, a sentence on each line.

use super::super::Problem;
use super::marks::ESCAPED;
use super::{HEADER, TOKENISED};
use crate::document::{Document, Layer, Span};

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
    // what is closed first among the same spans was read first, and is written innermost
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

/// A word with its own brackets escaped; one that is empty or has blanks in it could not be told apart.
fn push_word(word: &str, text: &mut String) {
    if word.is_empty() {
        text.push('_');
    }
    for character in word.chars() {
        if ESCAPED.contains(character) {
            text.push('\\');
        }
        text.push(if character.is_whitespace() { '_' } else { character });
    }
}

/// What the format cannot hold.
fn losses(document: &Document, kept: usize) -> Vec<Problem> {
    let gaps = document.details.iter().filter(|detail| !detail.parts.is_empty()).count();
    let unwritable = |word: &str| word.is_empty() || word.contains(char::is_whitespace);
    let words = document.layers.get(Layer::Word);
    let odd_words =
        words.map_or(document.tokens as usize, |words| words.iter().filter(|word| unwritable(word)).count());
    let mut lost = Vec::new();
    let mut say = |count: usize, code, what: &str| {
        if count > 0 {
            lost.push(Problem::warning(code, 0, format!("{}: {count} {what}", document.name)));
        }
    };
    say(document.mentions.len() - kept, "lost-mentions", "mentions cross others; they are left out");
    say(gaps, "lost-gaps", "mentions have gaps; each is written as one span over them");
    say(document.zeros.len(), "lost-zeros", "zeros are written as tokens");
    say(document.relations.len(), "lost-relations", "relations other than identity are left out");
    say(odd_words, "lost-words", "words are missing or have blanks in them; `_` is written");
    lost
}
