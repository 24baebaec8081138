//! The letters of a document, one after the other, and which token each is of.

use crate::document::{Document, Layer};

/// The letters of the overt tokens of a document, blanks left out.
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
            letters.all.extend(spelled(word).chars().filter(|letter| !letter.is_whitespace()).map(plain));
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
}

/// Brackets and quotation marks as treebanks escape them.
fn spelled(word: &str) -> &str {
    match word {
        "-LRB-" => "(",
        "-RRB-" => ")",
        "-LSB-" => "[",
        "-RSB-" => "]",
        "-LCB-" => "{",
        "-RCB-" => "}",
        "``" | "''" => "\"",
        _ => word,
    }
}

/// Typographic quotation marks as plain ones.
fn plain(letter: char) -> char {
    match letter {
        '“' | '”' | '„' => '"',
        '‘' | '’' | '‚' | '`' => '\'',
        _ => letter,
    }
}
