//! PARSEVAL: labelled phrases that both trees have (Black et al. 1991), counted as `evalb` does with Collins' parameters:
//! the root and punctuation do not count, function tags are removed, and ADVP and PRT count as the same
//! label.

use super::shared;
use crate::document::{Document, Layer, Span, Tree};
use crate::metric::Tally;

/// The labelled phrases of a sentence in both trees.
pub(super) fn tally(key: &Document, response: &Document, sentence: Span) -> Tally {
    let words = words_before(key, sentence);
    shared::tally(phrases(key, sentence, &words), phrases(response, sentence, &words))
}

/// The number of words before each token of the sentence, and before its end, not counting punctuation.
fn words_before(key: &Document, sentence: Span) -> Vec<u32> {
    let mut words = vec![0];
    let mut count = 0;
    for token in sentence.start..sentence.end {
        let tag = key.layers.at(Layer::PartOfSpeech, token).unwrap_or("");
        count += u32::from(!matches!(tag, "," | ":" | "``" | "''" | "."));
        words.push(count);
    }
    words
}

fn phrases<'a>(document: &'a Document, sentence: Span, words: &[u32]) -> Vec<(&'a str, u32, u32)> {
    let Some(bits) = document.layers.get(Layer::Parse) else { return Vec::new() };
    let tree = Tree::new(bits, sentence);
    let word = |token: u32| words.get((token - sentence.start) as usize).copied().unwrap_or(0);
    let phrases = tree.phrases().iter().map(|phrase| {
        let label = if phrase.category() == "PRT" { "ADVP" } else { phrase.category() };
        (label, word(phrase.span.start), word(phrase.span.end))
    });
    let counts =
        |(label, start, end): &(&str, u32, u32)| start < end && !matches!(*label, "" | "TOP" | "ROOT" | "S1");
    phrases.filter(counts).collect()
}
