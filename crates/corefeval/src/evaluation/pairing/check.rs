//! Whether a key document and a response document are the same text: the same tokens, words and sentences.

use crate::document::{Column, Document, Layer};
use crate::problem::{Problem, in_words};

/// Whether mentions are identified only by names.
pub(super) fn has_names(document: &Document) -> bool {
    document.layers.get(Layer::MentionName).is_some()
}

/// Checks that a pair has the same tokens, and the same words if they were read.
pub(super) fn tokens(key: &Document, response: &Document, called: [&str; 2]) -> Option<Problem> {
    let name = &key.name;
    if has_names(key) != has_names(response) {
        let message =
            format!("document {name}: only one side has a text; on the other, mentions are only names");
        let hint = "both must be scorch files; `corefeval scorch-conll` converts CoNLL columns to them";
        return Some(Problem::error("names-alone", 0, message).hint(hint));
    }
    let overt = |document: &Document| document.tokens as usize - document.zeros.len();
    if overt(key) != overt(response) {
        return Some(other_count([key, response], [overt(key), overt(response)], called));
    }
    if key.words_hash()? == response.words_hash()? {
        return None;
    }
    let [in_one, in_other] = called;
    let Some(difference) = Difference::between(key, response) else {
        let message = format!("document {name}: {in_one} and {in_other} have different words");
        return Some(Problem::warning("words-differ", 0, message));
    };
    let Difference { token, words: [one, other], .. } = &difference;
    let message = format!("document {name}: token {token} is {one} in {in_one}, {other} in {in_other}");
    Some(Problem::warning("words-differ", difference.line(), message).hint(difference.contexts(called)))
}

/// The problem of different numbers of tokens, with the first place where the words differ, if they were
/// read.
fn other_count([key, response]: [&Document; 2], counts: [usize; 2], called: [&str; 2]) -> Problem {
    let (name, [in_key, in_response], [in_one, in_other]) = (&key.name, counts, called);
    let tokens = in_words(in_key, "token");
    let mut message = format!("document {name}: {in_one} has {tokens}, {in_other} {in_response}");
    let advice = "both must be the same text with the same tokens; `--align` aligns texts that differ";
    let Some(difference) = Difference::between(key, response) else {
        return Problem::error("token-count", 0, message).hint(advice);
    };
    let Difference { token, words: [one, other], .. } = &difference;
    message += &format!("; they differ from token {token} on, {one} in {in_one}, {other} in {in_other}");
    let hint = format!("{}. {advice}", difference.contexts(called));
    Problem::error("token-count", difference.line(), message).hint(hint)
}

/// The first token at which two texts differ.
struct Difference {
    token: usize,
    /// The word at this token in the key and in the response, or a note that the text ends.
    words: [String; 2],
    /// The same two words with the words around them.
    around: [String; 2],
    /// The line of the word in the file of the key and of the response, if lines were read.
    lines: [Option<u64>; 2],
}

/// How many words are shown before and after a difference.
const AROUND: usize = 3;

impl Difference {
    /// The first difference, if words were read on both sides.
    fn between(key: &Document, response: &Document) -> Option<Self> {
        let sides =
            [key, response].map(|document| overt_words(document).unzip::<_, _, Vec<u32>, Vec<&str>>());
        let [(in_key, key_words), (in_response, response_words)] = &sides;
        if key_words.is_empty() || response_words.is_empty() {
            return None;
        }
        let longest = key_words.len().max(response_words.len());
        let token = (0..longest).find(|token| key_words.get(*token) != response_words.get(*token))?;
        let word = |words: &[&str]| match words.get(token) {
            Some(word) => format!("`{word}`"),
            None => "the end of the text".to_owned(),
        };
        let line = |document: &Document, tokens: &[u32]| {
            tokens.get(token).or(tokens.last()).and_then(|token| document.line_of(*token))
        };
        Some(Self {
            token,
            words: [word(key_words), word(response_words)],
            around: [around(key_words, token), around(response_words, token)],
            lines: [line(key, in_key), line(response, in_response)],
        })
    }

    /// The line in the file of the response; 0 if it is not known.
    fn line(&self) -> u64 {
        self.lines[1].unwrap_or(0)
    }

    /// The words around the difference on both sides, with their lines.
    fn contexts(&self, [one, other]: [&str; 2]) -> String {
        let on_line = self.lines.map(|line| line.map(|line| format!(" on line {line}")).unwrap_or_default());
        let ([in_key, in_response], [key_line, response_line]) = (&self.around, &on_line);
        format!("{one} has {in_key}{key_line}; {other} has {in_response}{response_line}")
    }
}

/// A word in brackets with those before and after it.
fn around(words: &[&str], token: usize) -> String {
    let from = token.saturating_sub(AROUND);
    let to = (token + AROUND + 1).min(words.len());
    let shown =
        (from..to).map(|at| if at == token { format!("[{}]", words[at]) } else { words[at].to_owned() });
    let shown: Vec<String> = shown.collect();
    let end = if token < words.len() { "" } else { " and ends" };
    let before = if from > 0 { "… " } else { "" };
    let after = if to < words.len() { " …" } else { "" };
    format!("`{before}{}{after}`{end}", shown.join(" "))
}

/// The tokens of a document that are not zeros, with their words, if words were read.
fn overt_words(document: &Document) -> impl Iterator<Item = (u32, &str)> {
    let words = document.layers.get(Layer::Word).into_iter().flat_map(Column::iter);
    let mut zeros = document.zeros.iter().map(|zero| zero.token).peekable();
    (0..).zip(words).filter(move |(token, _)| zeros.next_if_eq(token).is_none())
}

/// Checks that sentences end at the same tokens, if both documents have sentences.
pub(super) fn sentences(key: &Document, response: &Document, called: [&str; 2]) -> Option<Problem> {
    if key.sentences.len() < 2 || response.sentences.len() < 2 {
        return None;
    }
    let ends = |document: &Document| sentence_ends(document);
    let (key_ends, response_ends) = (ends(key), ends(response));
    let sentence = key_ends.iter().zip(&response_ends).position(|(one, other)| one != other)?;
    let (name, one, other) = (&key.name, key_ends[sentence], response_ends[sentence]);
    let [in_one, in_other] = called;
    let message = format!(
        "document {name}: sentence {sentence} ends after token {one} in {in_one}, {other} in {in_other}"
    );
    Some(Problem::warning("sentences-differ", 0, message))
}

/// The number of overt tokens before the end of each sentence.
fn sentence_ends(document: &Document) -> Vec<u32> {
    let overt = |end: u32| end - document.zeros.partition_point(|zero| zero.token < end) as u32;
    document.sentences.iter().map(|sentence| overt(sentence.end)).collect()
}

#[cfg(test)]
mod tests {
    use super::around;

    #[test]
    fn a_difference_is_shown_with_the_words_around_it() {
        let words = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
        assert_eq!(around(&words, 0), "`[a] b c d …`");
        assert_eq!(around(&words, 4), "`… b c d [e] f g h …`");
        assert_eq!(around(&words, 9), "`… g h i` and ends");
    }
}
