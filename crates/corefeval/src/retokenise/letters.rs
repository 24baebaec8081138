//! The letters of a document, one after the other, and which token each is of.

use unicode_normalization::UnicodeNormalization;

use crate::document::{Document, Layer};

/// The letters of the overt tokens of a document as they are compared: blanks left out, in lower case, decomposed, and with
/// one kind of quotation mark and one of dash.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Letters {
    pub(super) all: Vec<char>,
    /// The number of each overt token in the document.
    pub(super) tokens: Vec<u32>,
    /// Where the letters of each overt token begin, and the end of the last.
    starts: Vec<u32>,
}

impl Letters {
    /// The letters of a document that has words.
    pub(super) fn of(document: &Document) -> Self {
        let mut letters = Self { all: Vec::new(), tokens: Vec::new(), starts: vec![0] };
        for token in (0..document.tokens).filter(|&token| !document.is_zero(token)) {
            let word = document.layers.at(Layer::Word, token).unwrap_or("");
            push_letters(spelled(word), &mut letters.all);
            letters.tokens.push(token);
            letters.starts.push(letters.all.len() as u32);
        }
        letters
    }

    /// How many overt tokens there are.
    pub(super) fn count(&self) -> usize {
        self.tokens.len()
    }

    /// The letters of an overt token.
    pub(super) fn range(&self, token: usize) -> (u32, u32) {
        (self.starts[token], self.starts[token + 1])
    }

    /// The overt token that a letter is of.
    pub(super) fn token_at(&self, letter: u32) -> usize {
        self.starts.partition_point(|&start| start <= letter).saturating_sub(1)
    }

    /// Whether an overt token is nothing but marks that are often written onto a word.
    pub(super) fn is_punctuation(&self, token: usize) -> bool {
        let (start, end) = self.range(token);
        self.all[start as usize..end as usize].iter().all(|letter| PUNCTUATION.contains(*letter))
    }
}

/// Marks that tokenisers part from words, or leave on them.
const PUNCTUATION: &str = ".,;:!?'()[]{}-/¿¡«»‹›";

/// Brackets as treebanks escape them.
fn spelled(word: &str) -> &str {
    match word {
        "-LRB-" => "(",
        "-RRB-" => ")",
        "-LSB-" => "[",
        "-RSB-" => "]",
        "-LCB-" => "{",
        "-RCB-" => "}",
        _ => word,
    }
}

fn push_letters(word: &str, out: &mut Vec<char>) {
    if word.is_ascii() {
        word.chars().for_each(|letter| push_plain(letter.to_ascii_lowercase(), out));
    } else {
        word.nfkd().flat_map(char::to_lowercase).for_each(|letter| push_plain(letter, out));
    }
}

/// Adds a letter: typographic marks as plain ones, double quotation marks as two single ones, whatever is not seen not at all.
fn push_plain(letter: char, out: &mut Vec<char>) {
    match letter {
        '"' | '“' | '”' | '„' => out.extend(['\'', '\'']),
        '‘' | '’' | '‚' | '`' => out.push('\''),
        '‐' | '–' | '—' | '−' => out.push('-'),
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{feff}' => {}
        _ if letter.is_whitespace() => {}
        _ => out.push(letter),
    }
}
