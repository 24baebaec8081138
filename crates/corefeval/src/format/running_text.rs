//! Running text split into tokens, so that character offsets can be turned into spans.
//!
//! A token is a run of letters, digits and combining marks, or any other single character that is not blank. In scripts written
//! without blanks (Han, Kana, Thai, Lao, Khmer, Burmese) every character is a token. A line is a sentence.

use std::borrow::Cow;

use super::Problem;
use crate::document::{Column, Document, Layer, Span, Wanted};

/// A text and the places of its tokens, counted in characters (Unicode scalar values), as in Python.
#[derive(Debug, Default)]
pub(crate) struct RunningText<'a> {
    text: Cow<'a, str>,
    tokens: Vec<Token>,
    sentences: Vec<Span>,
    characters: u32,
    at_blanks: bool,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    /// First character, and the one after the last.
    start: u32,
    end: u32,
    /// First byte, and the one after the last.
    from: u32,
    to: u32,
}

/// Whether a range of characters begins and ends where tokens do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// It does.
    Exact,
    /// It had to grow to whole tokens.
    Widened,
}

/// How a character affects the tokens around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Blank,
    /// It is part of a word.
    Word,
    /// It is a token by itself.
    Alone,
}

impl<'a> RunningText<'a> {
    /// Splits a text at blanks and around punctuation.
    pub(crate) fn new(text: impl Into<Cow<'a, str>>) -> Self {
        Self::cut(text.into(), kind)
    }

    /// Splits a text only at blanks, if its tokens are already separated by blanks.
    pub(crate) fn at_blanks(text: impl Into<Cow<'a, str>>) -> Self {
        let kind = |character: char| if character.is_whitespace() { Kind::Blank } else { Kind::Word };
        Self { at_blanks: true, ..Self::cut(text.into(), kind) }
    }

    /// Splits a text only at blanks if its tokens seem to be separated by blanks, otherwise also around
    /// punctuation.
    pub(crate) fn judged(text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        if is_tokenised(&text) { Self::at_blanks(text) } else { Self::new(text) }
    }

    fn cut(text: Cow<'a, str>, kind: impl Fn(char) -> Kind) -> Self {
        let mut cut = Self::default();
        let mut sentence_start = 0;
        let mut last = Kind::Blank;
        for (place, (byte, character)) in text.char_indices().enumerate() {
            let this = kind(character);
            if this != Kind::Blank {
                let joins = this == Kind::Word && last == Kind::Word;
                cut.add(place as u32, byte as u32, character, joins);
            } else if character == '\n' {
                cut.end_sentence(&mut sentence_start);
            }
            last = this;
            cut.characters = place as u32 + 1;
        }
        cut.end_sentence(&mut sentence_start);
        cut.text = text;
        cut
    }

    fn add(&mut self, place: u32, byte: u32, character: char, joins: bool) {
        let (end, to) = (place + 1, byte + character.len_utf8() as u32);
        match self.tokens.last_mut().filter(|_| joins) {
            Some(token) => (token.end, token.to) = (end, to),
            None => self.tokens.push(Token { start: place, end, from: byte, to }),
        }
    }

    fn end_sentence(&mut self, start: &mut u32) {
        let end = self.count();
        if end > *start {
            self.sentences.push(Span::new(*start, end));
            *start = end;
        }
    }

    /// Another text, split in the same way as this one.
    pub(crate) fn cut_alike<'b>(&self, text: &'b str) -> RunningText<'b> {
        if self.at_blanks { RunningText::at_blanks(text) } else { RunningText::new(text) }
    }

    /// How many tokens there are.
    pub(crate) fn count(&self) -> u32 {
        self.tokens.len() as u32
    }

    /// How many characters there are.
    pub(crate) fn characters(&self) -> u32 {
        self.characters
    }

    /// The tokens that characters from `start` up to `end` touch; `None` if all of them are blank.
    pub(crate) fn span(&self, start: u32, end: u32) -> Option<(Span, Fit)> {
        let first = self.tokens.partition_point(|token| token.end <= start);
        let after = self.tokens.partition_point(|token| token.start < end);
        let (first_token, last_token) = (self.tokens.get(first)?, self.tokens.get(after.checked_sub(1)?)?);
        let fit = if first_token.start >= start && last_token.end <= end { Fit::Exact } else { Fit::Widened };
        (first < after).then_some((Span::new(first as u32, after as u32), fit))
    }

    /// The word of each token.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().map(|token| &self.text[token.from as usize..token.to as usize])
    }

    /// Adds tokens, and sentences, words, offsets and text if they are wanted, to a document.
    pub(crate) fn fill(&self, document: &mut Document, wanted: Wanted) {
        document.tokens = self.count();
        if wanted.sentences() {
            document.sentences.clone_from(&self.sentences);
        }
        if wanted.has(Layer::Word) {
            document.layers.set(Layer::Word, self.words().collect());
        }
        if wanted.has(Layer::Offset) {
            let offsets: Column = self.tokens.iter().map(|token| token.start.to_string()).collect();
            document.layers.set(Layer::Offset, offsets);
        }
        if wanted.has(Layer::Text) {
            document.layers.set(Layer::Text, std::iter::once(&self.text).collect());
        }
    }
}

/// Whether tokens are separated by blanks: more punctuation marks are separate than joined to the word before
/// them. Without punctuation marks, text in scripts that are written without blanks counts as not tokenised.
pub(crate) fn is_tokenised(text: &str) -> bool {
    let (mut alone, mut joined) = (0, 0);
    for line in text.lines() {
        let mut words = line.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let stop = words.peek().is_none() && word.ends_with(['.', '…']);
            let marked =
                stop || word.ends_with([',', ';', ':', '!', '?', '，', '。', '；', '：', '！', '？']);
            if marked && word.contains(char::is_alphanumeric) {
                joined += 1;
            } else if marked {
                alone += 1;
            }
        }
    }
    alone > joined || alone == joined && !text.chars().any(is_in_script_without_blanks)
}

fn is_in_script_without_blanks(character: char) -> bool {
    character.is_alphanumeric() && kind(character) == Kind::Alone
}

fn kind(character: char) -> Kind {
    match character {
        _ if character.is_whitespace() => Kind::Blank,
        '\u{0E00}'..='\u{0EFF}'       // Thai, Lao
        | '\u{1000}'..='\u{109F}'     // Burmese
        | '\u{1780}'..='\u{17FF}'     // Khmer
        | '\u{3040}'..='\u{30FF}'     // Kana
        | '\u{3400}'..='\u{4DBF}'     // Han
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}' => Kind::Alone,
        '\u{0300}'..='\u{036F}' => Kind::Word, // combining accents
        _ if character.is_alphanumeric() || character == '_' => Kind::Word,
        _ if is_mark(character) => Kind::Word,
        _ => Kind::Alone,
    }
}

/// Vowel signs and other marks of scripts that are not alphabetic by themselves, and joiners.
fn is_mark(character: char) -> bool {
    matches!(character,
        '\u{0483}'..='\u{0489}' | '\u{0591}'..='\u{05BD}' | '\u{064B}'..='\u{065F}' | '\u{0670}'
        | '\u{0900}'..='\u{0903}' | '\u{093A}'..='\u{094F}' | '\u{09BC}'..='\u{09CD}'
        | '\u{0A3C}'..='\u{0A4D}' | '\u{0ABC}'..='\u{0ACD}' | '\u{0B3C}'..='\u{0B4D}'
        | '\u{0BBE}'..='\u{0BCD}' | '\u{0C3E}'..='\u{0C4D}' | '\u{0CBC}'..='\u{0CCD}'
        | '\u{0D3B}'..='\u{0D4D}' | '\u{200C}' | '\u{200D}' | '\u{20D0}'..='\u{20FF}')
}

/// The warning for a mention that was widened.
pub(super) fn widened(mention: &str, line: u64) -> Problem {
    let message = format!("{mention} begins or ends inside a token; it is widened to whole tokens");
    Problem::warning("widened-mention", line, message)
}

#[cfg(test)]
mod tests {
    use super::{Fit, RunningText, is_tokenised};
    use crate::document::Span;

    fn words(text: &str) -> Vec<String> {
        RunningText::new(text).words().map(str::to_owned).collect()
    }

    #[test]
    fn punctuation_stands_alone() {
        assert_eq!(words("Mary's dog, Rex."), ["Mary", "'", "s", "dog", ",", "Rex", "."]);
        assert_eq!(words("naïve cafe\u{301} x_1 …"), ["naïve", "cafe\u{301}", "x_1", "…"]);
    }

    #[test]
    fn scripts_without_blanks_are_cut_at_every_character() {
        assert_eq!(words("他说 OK。"), ["他", "说", "OK", "。"]);
    }

    #[test]
    fn text_whose_tokens_have_blanks_between_them_is_told_by_its_punctuation() {
        assert!(
            is_tokenised("VOLUME I.\nHe left the U.S. , too .\nIt was a co-op .")
                && is_tokenised("Mary did n't")
        );
        assert!(!is_tokenised("He left.") && !is_tokenised("Yes, he left") && !is_tokenised("他走了"));
        assert!(is_tokenised("他 走 了 。"));
        let text = RunningText::judged("did n't , U.S. .");
        assert_eq!(text.words().collect::<Vec<_>>(), ["did", "n't", ",", "U.S.", "."]);
    }

    #[test]
    fn offsets_become_spans_and_grow_to_whole_tokens() {
        let text = RunningText::new("Zoë saw her dog.\nIt sat.");
        assert_eq!(text.span(0, 3), Some((Span::new(0, 1), Fit::Exact)));
        assert_eq!(text.span(8, 15), Some((Span::new(2, 4), Fit::Exact)));
        assert_eq!(text.span(9, 15), Some((Span::new(2, 4), Fit::Widened)));
        assert_eq!(text.span(3, 9), Some((Span::new(1, 3), Fit::Widened)));
        assert_eq!(text.span(7, 12), Some((Span::new(2, 3), Fit::Exact)), "blanks at the ends do not matter");
        assert_eq!(text.span(3, 4), None);
        assert_eq!(text.span(90, 95), None);
        assert_eq!(text.span(5, 2), None);
        assert_eq!(text.sentences, [Span::new(0, 5), Span::new(5, 8)]);
    }
}
