//! Small changes to a document that keep it valid.

use super::{Document, Layer, Name};

impl Document {
    /// A document of the same name and length, and nothing else: a response in which a system found nothing.
    ///
    /// ```
    /// # use corefeval::document::{Document, DocumentError};
    /// let key = Document::from_clusters("letter", 5, [[0..1, 2..3]])?;
    /// let response = key.blank();
    /// assert_eq!((response.name(), response.tokens(), response.mentions()), (key.name(), 5, &[][..]));
    /// # Ok::<(), DocumentError>(())
    /// ```
    #[must_use]
    pub fn blank(&self) -> Self {
        Self { name: self.name.clone(), unnamed: self.unnamed, tokens: self.tokens, ..Self::default() }
    }

    /// The same text with its sentences, zeros and layers, without mentions, entities and relations.
    #[must_use]
    pub fn without_mentions(&self) -> Self {
        Self {
            sentences: self.sentences.clone(),
            zeros: self.zeros.clone(),
            layers: self.layers.clone(),
            ..self.blank()
        }
    }

    /// Gives the document another name.
    pub fn rename(&mut self, name: impl Into<Name>) {
        self.name = name.into();
    }

    /// Gives every entity another label, made from the one it has.
    ///
    /// Entities stay separate even if their labels become the same.
    pub fn relabel_entities(&mut self, label: impl FnMut(&str) -> String) {
        self.entity_labels = self.entity_labels.iter().map(label).collect();
    }

    /// Takes the words of a document with the same number of tokens, unless there are words already; returns
    /// whether words were taken.
    pub fn borrow_words(&mut self, other: &Self) -> bool {
        let lacking = self.layers.get(Layer::Word).is_none() && self.tokens == other.tokens;
        let words = other.layers.get(Layer::Word).filter(|_| lacking).cloned();
        let taken = words.is_some();
        if let Some(words) = words {
            self.layers.set(Layer::Word, words);
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use crate::document::{Document, Layer};

    fn letter() -> Document {
        Document::builder("letter")
            .words(["Mary", "saw", "her", "dog"])
            .mention(0..1, "mary")
            .head(0)
            .mention(2..3, "mary")
            .bridging(1, 0, "")
            .build()
            .unwrap()
    }

    #[test]
    fn a_text_without_mentions_keeps_its_words() {
        let bare = letter().without_mentions();
        assert_eq!(bare.check(), Ok(()));
        assert_eq!((bare.mentions.len(), bare.entity_count(), bare.relations.len()), (0, 0, 0));
        assert_eq!(bare.layers.at(Layer::Word, 3), Some("dog"));
        assert_eq!(letter().blank().check(), Ok(()));
    }

    #[test]
    fn words_are_taken_from_a_text_of_the_same_length_only() {
        let mut response = letter().blank();
        assert!(response.borrow_words(&letter()) && response.check().is_ok());
        assert!(!response.borrow_words(&letter()), "it has words now");
        let mut shorter = Document::builder("letter").tokens(3).build().unwrap();
        assert!(!shorter.borrow_words(&letter()));
    }

    #[test]
    fn entities_get_other_labels() {
        let mut document = letter();
        document.relabel_entities(|label| format!("letter/{label}"));
        document.rename("a letter");
        assert_eq!(document.entity_labels.get(0), Some("letter/mary"));
        assert_eq!(document.name.id, "a letter");
    }
}
