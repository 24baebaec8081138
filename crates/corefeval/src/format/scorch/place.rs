//! Names that give the place of a mention: `0.2-3`, `0.2-1.3`, `0.2-3+0.6-6`.

use crate::document::{Document, Mention, Span};

/// The place of a mention with this name, in a text with these sentences; `None` if the name does not give
/// one.
pub(super) fn read(name: &str, sentences: &[Span]) -> Option<Vec<Span>> {
    name.split('+').map(|part| read_part(part, sentences)).collect()
}

fn read_part(part: &str, sentences: &[Span]) -> Option<Span> {
    let (first, last) = part.split_once('-')?;
    let (first_sentence, first) = first.split_once('.')?;
    let (last_sentence, last) = last.split_once('.').unwrap_or((first_sentence, last));
    let token = |sentence: &str, token: &str| {
        let span = sentences.get(sentence.parse::<usize>().ok()?)?;
        let token = span.start.checked_add(token.parse().ok()?)?;
        (token < span.end).then_some(token)
    };
    let (start, last) = (token(first_sentence, first)?, token(last_sentence, last)?);
    (start <= last).then(|| Span::new(start, last + 1))
}

/// The name that gives the place of a mention.
pub(super) fn write(document: &Document, mention: &Mention, sentences: &[Span]) -> String {
    let parts = document.parts(mention).iter().map(|part| write_part(*part, sentences));
    parts.collect::<Vec<_>>().join("+")
}

fn write_part(part: Span, sentences: &[Span]) -> String {
    let place = |token: u32| {
        let number = sentences.partition_point(|sentence| sentence.end <= token);
        (number, token - sentences.get(number).map_or(0, |sentence| sentence.start.min(token)))
    };
    let ((sentence, first), (last_sentence, last)) = (place(part.start), place(part.end.saturating_sub(1)));
    if sentence == last_sentence {
        format!("{sentence}.{first}-{last}")
    } else {
        format!("{sentence}.{first}-{last_sentence}.{last}")
    }
}
