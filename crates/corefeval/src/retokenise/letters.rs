//! The letters of a document, one after the other, and the token of each.

use unicode_normalization::UnicodeNormalization;

use crate::document::{Document, Layer};

/// The letters of the overt tokens of a document in the form in which they are compared: without blanks, in
/// lower case, decomposed, and with only one kind of quotation mark and one kind of dash.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Letters {
    pub(super) all: Vec<char>,
    /// The number of each overt token in the document.
    pub(super) tokens: Vec<u32>,
    /// The place at which the letters of each overt token begin, and the end of the last token.
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

    /// The overt token to which a letter belongs.
    pub(super) fn token_at(&self, letter: u32) -> usize {
        self.starts.partition_point(|&start| start <= letter).saturating_sub(1)
    }

    /// Whether an overt token consists only of marks that are often attached to a word.
    pub(super) fn is_punctuation(&self, token: usize) -> bool {
        let (start, end) = self.range(token);
        self.all[start as usize..end as usize].iter().all(|letter| PUNCTUATION.contains(*letter))
    }
}

/// Marks that some tokenisers separate from words and others leave attached.
const PUNCTUATION: &str = ".,;:!?'()[]{}-/¿¡«»‹›";

/// The word, with brackets escaped as in treebanks replaced by the brackets.
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

/// Adds a letter: typographic marks become plain ones, double quotation marks become two single ones,
/// invisible characters are left out.
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
