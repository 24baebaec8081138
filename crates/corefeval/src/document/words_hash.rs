//! The words of a document as one number, so that two texts can be compared without keeping either.

use super::{Document, Layer};

/// A running hash of words: the same words in the same order give the same number, in every format.
///
/// Different words give a different number, except by chance (one in 2^64). It protects against mistakes, not
/// against texts that were made to have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordsHash {
    state: u64,
    /// Whether any token had a word.
    any: bool,
}

/// Odd numbers without a pattern, from the fraction of the golden ratio and of the square root of 2.
const START: u64 = 0x6A09_E667_F3BC_C909;
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// For each length up to 8, a mask of that many of the lowest bytes.
const FIRST_BYTES: [u64; 9] = [
    0,
    0xFF,
    0xFFFF,
    0xFF_FFFF,
    0xFFFF_FFFF,
    0xFF_FFFF_FFFF,
    0xFFFF_FFFF_FFFF,
    0xFF_FFFF_FFFF_FFFF,
    u64::MAX,
];

impl Default for WordsHash {
    fn default() -> Self {
        Self { state: START, any: false }
    }
}

impl WordsHash {
    /// Adds a word at the end.
    #[inline]
    pub(crate) fn push(&mut self, word: &[u8]) {
        self.push_start(word, word.len());
    }

    /// Adds a word at the end: the first bytes of `text`, whatever follows them.
    #[inline]
    pub(crate) fn push_start(&mut self, text: &[u8], length: usize) {
        self.any = true;
        match text.first_chunk::<8>() {
            Some(eight) if length <= 8 => {
                let last = u64::from_le_bytes(*eight) & FIRST_BYTES[length];
                self.end(last, length);
            }
            _ => self.push_slowly(&text[..length]),
        }
    }

    /// Adds a word that is long, or has few bytes after it.
    fn push_slowly(&mut self, word: &[u8]) {
        let (eights, last) = word.split_at(word.len().saturating_sub(1) / 8 * 8);
        for eight in eights.as_chunks::<8>().0 {
            self.state = folded(self.state ^ u64::from_le_bytes(*eight), FACTOR);
        }
        let last = last.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
        self.end(last, word.len());
    }

    /// Adds the last bytes of a word and its length, which marks where the word ends.
    #[inline]
    fn end(&mut self, last: u64, length: usize) {
        self.state = folded(self.state ^ last, FACTOR.wrapping_add((length as u64) << 1));
    }

    /// Adds a token without a word, which is not the same as no token.
    pub(crate) fn push_nothing(&mut self) {
        self.push_mark(b"");
    }

    /// Adds the placeholder for a missing word: a document with only placeholders has no words.
    pub(crate) fn push_mark(&mut self, mark: &[u8]) {
        let any = self.any;
        self.push(mark);
        self.any = any;
    }

    /// Records that the file has words, whether they count or not.
    pub(crate) fn note_words(&mut self) {
        self.any = true;
    }

    /// The hash of all words so far, if there were any; starts again for the next document.
    pub(crate) fn take(&mut self) -> Option<u64> {
        let Self { state, any } = std::mem::take(self);
        any.then_some(state)
    }
}

/// The product of two numbers in twice the bits, folded back.
#[inline]
fn folded(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}

impl Document {
    /// A hash of the words of the document without its zeros; `None` if words were not read.
    ///
    /// Documents with the same words have the same number whatever their formats. When two numbers differ, so do the
    /// words, unless one of the files is not valid UTF-8.
    #[must_use]
    pub fn words_hash(&self) -> Option<u64> {
        self.layers.words_hash().or_else(|| {
            self.layers.get(Layer::Word)?;
            let mut hash = WordsHash::default();
            hash.note_words();
            for word in self.overt_words() {
                hash.push(word.as_bytes());
            }
            hash.take()
        })
    }

    /// The words of all tokens except zeros; empty if words were not read.
    pub fn overt_words(&self) -> impl Iterator<Item = &str> {
        let words = self.layers.get(Layer::Word).into_iter().flat_map(super::Column::iter);
        let mut zeros = self.zeros.iter().map(|zero| zero.token).peekable();
        (0..).zip(words).filter(move |(token, _)| zeros.next_if_eq(token).is_none()).map(|(_, word)| word)
    }
}

#[cfg(test)]
mod tests {
    use super::WordsHash;
    use crate::document::{Document, Layer, Zero};

    fn hash(words: &[&str]) -> Option<u64> {
        let mut hash = WordsHash::default();
        for word in words {
            hash.push(word.as_bytes());
        }
        hash.take()
    }

    #[test]
    fn words_are_told_apart_from_their_neighbours() {
        let texts: [&[&str]; 12] = [
            &[],
            &[""],
            &["", ""],
            &["ab", "c"],
            &["a", "bc"],
            &["abc"],
            &["abc\0"],
            &["abcdefgh"],
            &["abcdefgh", ""],
            &["abcdefghi"],
            &["abcdefg", "hi"],
            &["ihgfedcba"],
        ];
        let mut hashes: Vec<Option<u64>> = texts.iter().map(|text| hash(text)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), texts.len());
    }

    #[test]
    fn what_follows_a_word_does_not_matter() {
        let text = "abcdefghijklmnopqrstuvwxyz";
        for length in 0..text.len() {
            let mut other = WordsHash::default();
            other.push_start(text.as_bytes(), length);
            assert_eq!(other.take(), hash(&[&text[..length]]), "{length}");
        }
    }

    #[test]
    fn zeros_are_left_out() {
        let mut document =
            Document { tokens: 3, zeros: vec![Zero { token: 1, rank: 1 }], ..Document::default() };
        assert_eq!(document.words_hash(), None);
        document.layers.set(Layer::Word, ["a", "_", "b"].iter().collect());
        assert_eq!(document.words_hash(), hash(&["a", "b"]));
    }
}
