//! Optional annotation besides mentions: each layer is a column with one string for each token.

use super::Column;

/// A kind of annotation that a file may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Layer {
    /// The token itself.
    Word,
    /// Its part of speech (in CoNLL-U, the language's own tag).
    PartOfSpeech,
    /// The bits of the constituency tree, as in CoNLL column 6.
    Parse,
    /// Its lemma.
    Lemma,
    /// The number of the frameset of a predicate.
    Frameset,
    /// Its word sense.
    Sense,
    /// Who says it.
    Speaker,
    /// The bits of named entities, as in CoNLL column 11.
    Name,
    /// The bits of arguments, one for each predicate of the sentence, separated by tabs.
    Arguments,
    /// The number of its dependency head in the sentence, counted from 1; 0 for the root.
    Head,
    /// Its dependency relation.
    Relation,
    /// Its enhanced dependencies, as in CoNLL-U.
    Enhanced,
    /// Its universal part of speech.
    UniversalPartOfSpeech,
    /// Its morphological features.
    Features,
    /// What CoNLL-U has in its last column, without mentions.
    Miscellany,
    /// Where it begins in the document's text, in characters.
    Offset,
    /// Rows before it that are not tokens, as written and joined by newlines: the multi-word tokens of
    /// CoNLL-U.
    Row,
    /// Comments before a sentence, joined by newlines: one string for each sentence, not token.
    SentenceComments,
    /// The document's text as one string.
    Text,
    /// The name of the mention at a token, in files that identify mentions by names and have no text: each
    /// name is a token.
    MentionName,
}

impl Layer {
    /// Every layer with its name in files and on the command line.
    pub const NAMES: &'static [(Self, &'static str)] = &[
        (Self::Word, "word"),
        (Self::PartOfSpeech, "part-of-speech"),
        (Self::Parse, "parse"),
        (Self::Lemma, "lemma"),
        (Self::Frameset, "frameset"),
        (Self::Sense, "sense"),
        (Self::Speaker, "speaker"),
        (Self::Name, "name"),
        (Self::Arguments, "arguments"),
        (Self::Head, "head"),
        (Self::Relation, "relation"),
        (Self::Enhanced, "enhanced"),
        (Self::UniversalPartOfSpeech, "universal-part-of-speech"),
        (Self::Features, "features"),
        (Self::Miscellany, "miscellany"),
        (Self::Offset, "offset"),
        (Self::Row, "row"),
        (Self::SentenceComments, "sentence-comments"),
        (Self::Text, "text"),
        (Self::MentionName, "mention-name"),
    ];

    /// The name of the layer in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(layer, _)| *layer == self).map_or("", |(_, name)| name)
    }

    /// The layer with that name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, other)| *other == name).map(|(layer, _)| *layer)
    }
}

/// The layers that a document has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layers {
    columns: Vec<(Layer, Column)>,
    /// The hash of the words, if only that was wanted.
    words_hash: Option<u64>,
}

impl Layers {
    /// The column of a layer, if the document has it.
    #[must_use]
    pub fn get(&self, layer: Layer) -> Option<&Column> {
        self.columns.iter().find(|(kind, _)| *kind == layer).map(|(_, column)| column)
    }

    /// The column of a layer; a new empty one if the document has none.
    pub(crate) fn get_or_insert(&mut self, layer: Layer) -> &mut Column {
        let index = self.columns.iter().position(|(kind, _)| *kind == layer).unwrap_or_else(|| {
            self.columns.push((layer, Column::new()));
            self.columns.len() - 1
        });
        &mut self.columns[index].1
    }

    /// Sets or replaces the column of a layer.
    pub(crate) fn set(&mut self, layer: Layer, column: Column) {
        *self.get_or_insert(layer) = column;
    }

    /// Removes a layer.
    pub(crate) fn remove(&mut self, layer: Layer) -> Option<Column> {
        let index = self.columns.iter().position(|(kind, _)| *kind == layer)?;
        Some(self.columns.remove(index).1)
    }

    /// Sets the hash of the words, for readers that keep nothing else of the words.
    pub(crate) fn set_words_hash(&mut self, hash: Option<u64>) {
        self.words_hash = hash;
    }

    pub(super) fn words_hash(&self) -> Option<u64> {
        self.words_hash
    }

    /// All layers, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (Layer, &Column)> {
        self.columns.iter().map(|(layer, column)| (*layer, column))
    }

    /// The value of a layer at a token, if the document has it.
    #[must_use]
    pub fn at(&self, layer: Layer, token: u32) -> Option<&str> {
        self.get(layer)?.get(token as usize)
    }
}

/// Which layers a reader should build; the parts of mentions, entities and zeros always are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    bits: u32,
}

impl Wanted {
    /// Mentions and entities only.
    pub const MENTIONS: Self = Self { bits: 0 };
    /// Whatever the file has.
    pub const ALL: Self = Self { bits: !Self::WORDS_HASH };
    const SENTENCES: u32 = 1 << 31;
    const DETAILS: u32 = 1 << 30;
    const WORDS_HASH: u32 = 1 << 29;
    const LINES: u32 = 1 << 28;
    const NO_LAYERS: u32 = Self::SENTENCES | Self::DETAILS | Self::WORDS_HASH | Self::LINES;

    /// These and one more layer; a layer also includes the sentences and the details.
    #[must_use]
    pub const fn and(self, layer: Layer) -> Self {
        Self { bits: self.bits | 1 << layer as u32 | Self::SENTENCES | Self::DETAILS }.settled()
    }

    /// These and the words, without sentences and details, to check that a key and a response are the same
    /// text.
    #[must_use]
    pub const fn and_words(self) -> Self {
        Self { bits: self.bits | 1 << Layer::Word as u32 }.settled()
    }

    /// These and the hash that shows whether a key and a response have the same words:
    /// [`Document::words_hash`].
    ///
    /// A reader that cannot hash words while it reads returns the words instead.
    ///
    /// [`Document::words_hash`]: super::Document::words_hash
    #[must_use]
    pub const fn and_words_hash(self) -> Self {
        Self { bits: self.bits | Self::WORDS_HASH }.settled()
    }

    /// These without the hash of the words, for a reader that computes the hash separately.
    #[must_use]
    pub(crate) const fn without_words_hash(self) -> Self {
        Self { bits: self.bits & !Self::WORDS_HASH }
    }

    /// These and what mentions and entities have besides their tokens: heads, types, relations and the like.
    #[must_use]
    pub const fn and_details(self) -> Self {
        Self { bits: self.bits | Self::DETAILS }
    }

    /// These and the sentences.
    #[must_use]
    pub const fn and_sentences(self) -> Self {
        Self { bits: self.bits | Self::SENTENCES }
    }

    /// These and the line of each token: [`Document::line_of`].
    ///
    /// [`Document::line_of`]: super::Document::line_of
    #[must_use]
    pub const fn and_lines(self) -> Self {
        Self { bits: self.bits | Self::LINES }
    }

    /// Everything that is wanted in either.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self { bits: self.bits | other.bits }.settled()
    }

    /// The same without the hash if the words themselves are wanted.
    const fn settled(self) -> Self {
        let words = self.bits & 1 << Layer::Word as u32 != 0;
        Self { bits: if words { self.bits & !Self::WORDS_HASH } else { self.bits } }
    }

    /// Whether a layer is wanted; words are also wanted for their hash.
    #[must_use]
    pub const fn has(self, layer: Layer) -> bool {
        self.bits & (1 << layer as u32) != 0 || (matches!(layer, Layer::Word) && self.hash_of_words())
    }

    /// Whether any layer is wanted for more than a hash.
    #[must_use]
    pub(crate) const fn layers(self) -> bool {
        self.bits & !Self::NO_LAYERS != 0
    }

    /// Whether words are wanted for their hash, and for nothing else.
    #[must_use]
    pub const fn hash_of_words(self) -> bool {
        self.bits & Self::WORDS_HASH != 0
    }

    /// Whether the sentences are wanted.
    #[must_use]
    pub const fn sentences(self) -> bool {
        self.bits & Self::SENTENCES != 0
    }

    /// Whether the lines of tokens are wanted.
    #[must_use]
    pub const fn lines(self) -> bool {
        self.bits & Self::LINES != 0
    }

    /// Whether details of mentions and entities are wanted.
    #[must_use]
    pub const fn details(self) -> bool {
        self.bits & Self::DETAILS != 0
    }

    /// Whether nothing but mentions and entities is wanted.
    #[must_use]
    pub const fn only_mentions(self) -> bool {
        self.bits == 0
    }
}

#[cfg(test)]
mod tests {
    use super::{Layer, Wanted};

    #[test]
    fn words_that_are_wanted_anyway_need_no_hash() {
        let hash = Wanted::MENTIONS.and_words_hash();
        assert!(hash.hash_of_words() && hash.has(Layer::Word) && !hash.only_mentions());
        let others =
            [hash.and(Layer::Word), hash.and_words(), hash.union(Wanted::ALL), Wanted::ALL.and_words_hash()];
        assert!(others.iter().all(|wanted| wanted.has(Layer::Word) && !wanted.hash_of_words()));
        assert_eq!(Wanted::ALL.and_words_hash(), Wanted::ALL);
        assert!(hash.and(Layer::Parse).hash_of_words());
    }
}
