//! Whether a key document and a response document are the same text: the same tokens, words and sentences.

use crate::document::{Column, Document, Layer};
use crate::problem::Problem;

/// Whether mentions are known by name alone.
pub(super) fn has_names(document: &Document) -> bool {
    document.layers.get(Layer::MentionName).is_some()
}

/// Checks that a pair has the same tokens, and the same words where they were read.
pub(super) fn tokens(key: &Document, response: &Document) -> Option<Problem> {
    let name = &key.name;
    if has_names(key) != has_names(response) {
        let message = format!("document {name}: mentions have names instead of a text on one side only");
        let hint = "both must be such files; `corefeval scorch-conll` makes them from CoNLL columns";
        return Some(Problem::error("names-alone", 0, message).hint(hint));
    }
    let overt = |document: &Document| document.tokens as usize - document.zeros.len();
    if overt(key) != overt(response) {
        return Some(other_count(key, response, overt(key), overt(response)));
    }
    if key.words_hash()? == response.words_hash()? {
        return None;
    }
    let words = overt_words(key).zip(overt_words(response)).enumerate();
    let Some((token, (one, other))) = words.into_iter().find(|(_, (one, other))| one != other) else {
        let message = format!("document {name}: key and response have other words");
        return Some(Problem::warning("words-differ", 0, message));
    };
    let message = format!("document {name}: token {token} is `{one}` in the key, `{other}` in the response");
    Some(Problem::warning("words-differ", 0, message))
}

/// That the numbers of tokens differ, and the first place where the words do, if they were read.
fn other_count(key: &Document, response: &Document, in_key: usize, in_response: usize) -> Problem {
    let name = &key.name;
    let mut message = format!("document {name}: the key has {in_key} tokens, the response {in_response}");
    let words = overt_words(key).zip(overt_words(response)).enumerate();
    if let Some((token, (one, other))) = words.into_iter().find(|(_, (one, other))| one != other) {
        message +=
            &format!("; they differ from token {token} on, `{one}` in the key, `{other}` in the response");
    }
    let hint =
        "key and response must be the same text with the same tokens; `--align` lines up texts that differ";
    Problem::error("token-count", 0, message).hint(hint)
}

/// The words of a document without its zeros, if words were read.
fn overt_words(document: &Document) -> impl Iterator<Item = &str> {
    let words = document.layers.get(Layer::Word).into_iter().flat_map(Column::iter);
    let mut zeros = document.zeros.iter().map(|zero| zero.token).peekable();
    (0..).zip(words).filter(move |(token, _)| zeros.next_if_eq(token).is_none()).map(|(_, word)| word)
}

/// Checks that sentences end at the same tokens, where both documents have some.
pub(super) fn sentences(key: &Document, response: &Document) -> Option<Problem> {
    if key.sentences.len() < 2 || response.sentences.len() < 2 {
        return None;
    }
    let ends = |document: &Document| sentence_ends(document);
    let (key_ends, response_ends) = (ends(key), ends(response));
    let sentence = key_ends.iter().zip(&response_ends).position(|(one, other)| one != other)?;
    let (name, one, other) = (&key.name, key_ends[sentence], response_ends[sentence]);
    let message = format!(
        "document {name}: sentence {sentence} ends after token {one} in the key, {other} in the response"
    );
    Some(Problem::warning("sentences-differ", 0, message))
}

/// After how many overt tokens each sentence ends.
fn sentence_ends(document: &Document) -> Vec<u32> {
    let overt = |end: u32| end - document.zeros.partition_point(|zero| zero.token < end) as u32;
    document.sentences.iter().map(|sentence| overt(sentence.end)).collect()
}
