//! Statistics of a corpus, as in Tables 2 to 4, 6 and 9 of Pradhan et al. 2011: counts that add up.

use std::collections::{BTreeMap, BTreeSet};

use super::{Polysemy, category_of};
use crate::document::{Document, Layer, Mention, Span, Tree};

/// Counts of numbers that fall between bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buckets<const N: usize> {
    /// The largest number of each bucket; the last is open.
    pub bounds: [u32; N],
    /// How many fell into each.
    pub counts: [u64; N],
}

impl<const N: usize> Buckets<N> {
    const fn new(bounds: [u32; N]) -> Self {
        Self { bounds, counts: [0; N] }
    }

    fn add(&mut self, number: u32) {
        let place = self.bounds.iter().position(|bound| number <= *bound);
        if let Some(count) = place.and_then(|place| self.counts.get_mut(place)) {
            *count += 1;
        }
    }

    /// What each bucket is called: `2`, `3–5`, `>10`.
    #[must_use]
    pub fn names(&self, least: u32) -> [String; N] {
        let mut below = least;
        self.bounds.map(|bound| {
            let first = std::mem::replace(&mut below, bound.saturating_add(1));
            match bound {
                u32::MAX => format!(">{}", first.saturating_sub(1)),
                _ if first == bound => bound.to_string(),
                _ => format!("{first}–{bound}"),
            }
        })
    }
}

/// The statistics of some documents.
#[derive(Clone, Debug)]
pub struct Statistics {
    ids: BTreeSet<String>,
    /// Parts: what is scored as one document.
    pub parts: u64,
    /// Sentences.
    pub sentences: u64,
    /// Tokens that are words, zeros left out.
    pub words: u64,
    /// Tokens without words.
    pub zeros: u64,
    /// Entities with at least one mention.
    pub entities: u64,
    /// Mentions.
    pub mentions: u64,
    /// Entities with one mention.
    pub singletons: u64,
    /// The size of the largest entity.
    pub largest: u64,
    /// Mentions of each of [`super::Category::ALL`].
    pub categories: [u64; 7],
    /// Mentions without a category: they are not constituents, or there is no syntax.
    pub without_category: u64,
    /// Entities by how many mentions they have.
    pub sizes: Buckets<5>,
    /// Mentions by how many sentences back the previous mention of their entity is, only in documents of
    /// several sentences, because a file without sentence ends also looks like one sentence.
    pub sentences_back: Buckets<6>,
    /// Mentions by how many tokens back the previous mention of their entity begins.
    pub tokens_back: Buckets<6>,
    /// How many senses and framesets lemmas are used in.
    pub polysemy: Polysemy,
}

impl Default for Statistics {
    fn default() -> Self {
        Self {
            ids: BTreeSet::new(),
            parts: 0,
            sentences: 0,
            words: 0,
            zeros: 0,
            entities: 0,
            mentions: 0,
            singletons: 0,
            largest: 0,
            categories: [0; 7],
            without_category: 0,
            sizes: Buckets::new([1, 2, 5, 10, u32::MAX]),
            sentences_back: Buckets::new([0, 1, 2, 5, 10, u32::MAX]),
            tokens_back: Buckets::new([5, 10, 25, 50, 100, u32::MAX]),
            polysemy: Polysemy::default(),
        }
    }
}

impl Statistics {
    /// How many texts there are; the parts of one text have one id.
    #[must_use]
    pub fn documents(&self) -> u64 {
        self.ids.len() as u64
    }

    /// Links, counted as MUC does: one less than there are mentions in an entity.
    #[must_use]
    pub fn links(&self) -> u64 {
        self.mentions - self.entities
    }

    /// Adds the counts of a document.
    pub fn add(&mut self, document: &Document) {
        self.ids.insert(document.name.id.clone());
        self.parts += 1;
        self.sentences += document.sentences_or_whole().len() as u64;
        self.zeros += document.zeros.len() as u64;
        self.words += u64::from(document.tokens).saturating_sub(document.zeros.len() as u64);
        self.mentions += document.mentions.len() as u64;
        self.add_categories(document);
        self.add_entities(document);
        self.polysemy.add(document);
    }

    fn add_categories(&mut self, document: &Document) {
        let none = crate::document::Column::new();
        let bits = document.layers.get(Layer::Parse).unwrap_or(&none);
        let mut tree = Tree::default();
        let mut read = Span::default();
        for mention in in_order(document) {
            let number = document.sentence_of(mention.span.start);
            let sentence = number.map_or(Span::new(0, document.tokens), |number| document.sentences[number]);
            if read != sentence {
                tree.read(bits, sentence);
                read = sentence;
            }
            match category_of(document, &tree, mention.span) {
                Some(category) => self.categories[category as usize] += 1,
                None => self.without_category += 1,
            }
        }
    }

    fn add_entities(&mut self, document: &Document) {
        let mut sizes = vec![0_u32; document.entity_count()];
        let mut last: Vec<Option<Span>> = vec![None; document.entity_count()];
        for mention in in_order(document) {
            let Some(size) = sizes.get_mut(mention.entity as usize) else { continue };
            *size += 1;
            if let Some(before) = last[mention.entity as usize].replace(mention.span) {
                self.add_distance(document, before, mention.span);
            }
        }
        for size in sizes.into_iter().filter(|size| *size > 0) {
            self.entities += 1;
            self.singletons += u64::from(size == 1);
            self.largest = self.largest.max(u64::from(size));
            self.sizes.add(size);
        }
    }

    fn add_distance(&mut self, document: &Document, before: Span, after: Span) {
        self.tokens_back.add(after.start - before.start);
        let sentence = |span: Span| document.sentence_of(span.start).unwrap_or(0) as u32;
        if document.sentences.len() > 1 {
            self.sentences_back.add(sentence(after) - sentence(before));
        }
    }
}

/// Mentions in the order in which they begin, longer ones first.
pub(super) fn in_order(document: &Document) -> Vec<Mention> {
    let mut mentions = document.mentions.clone();
    mentions.sort_by_key(|mention| (mention.span.start, u32::MAX - mention.span.end));
    mentions
}

/// The statistics of each genre by name; documents whose names do not have a genre are under an empty name.
#[must_use]
pub fn by_genre(documents: &[Document]) -> Vec<(String, Statistics)> {
    let mut genres: BTreeMap<String, Statistics> = BTreeMap::new();
    for document in documents {
        let genre = document.name.genre().unwrap_or("").to_owned();
        genres.entry(genre).or_default().add(document);
    }
    genres.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{Statistics, by_genre};
    use crate::document::{Document, Layer, Mention, Name, Span};

    fn document() -> Document {
        let mention = |start, end, entity| Mention::new(Span::new(start, end), entity);
        let mut document = Document {
            name: Name::parse("(bc/x/00/x_0001); part 000"),
            tokens: 40,
            sentences: vec![Span::new(0, 2), Span::new(2, 4), Span::new(4, 40)],
            // in the order in which a reader completes them, not in which they begin
            mentions: vec![mention(1, 2, 0), mention(0, 2, 0), mention(4, 5, 0), mention(39, 40, 1)],
            entity_labels: ["a", "b", "empty"].iter().collect(),
            ..Document::default()
        };
        document.layers.set(Layer::PartOfSpeech, ["DT", "PRP"].iter().collect());
        document.layers.set(Layer::Parse, ["(NP*", "*)"].iter().collect());
        document
    }

    #[test]
    fn everything_is_counted() {
        let mut statistics = Statistics::default();
        statistics.add(&document());
        let mut second = document();
        second.name.part = Some(1);
        statistics.add(&second);
        assert_eq!((statistics.documents(), statistics.parts, statistics.words), (1, 2, 80));
        assert_eq!((statistics.entities, statistics.mentions, statistics.links()), (4, 8, 4));
        assert_eq!((statistics.singletons, statistics.largest), (2, 3));
        assert_eq!(statistics.sizes.counts, [2, 0, 2, 0, 0]);
        assert_eq!(statistics.sentences_back.counts, [2, 0, 2, 0, 0, 0]);
        assert_eq!(statistics.tokens_back.counts, [4, 0, 0, 0, 0, 0]);
        assert_eq!((statistics.categories, statistics.without_category), ([2, 2, 0, 0, 0, 0, 0], 4));
    }

    #[test]
    fn a_document_of_one_sentence_has_no_distances_in_sentences() {
        let mut document = document();
        document.sentences = vec![Span::new(0, 40)];
        let mut statistics = Statistics::default();
        statistics.add(&document);
        assert_eq!(statistics.sentences_back.counts, [0; 6]);
        assert_eq!(statistics.tokens_back.counts, [2, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn buckets_are_called_by_their_bounds() {
        let statistics = Statistics::default();
        assert_eq!(statistics.sizes.names(1), ["1", "2", "3–5", "6–10", ">10"]);
        assert_eq!(statistics.sentences_back.names(0), ["0", "1", "2", "3–5", "6–10", ">10"]);
    }

    #[test]
    fn genres_are_counted_apart() {
        let mut other = document();
        other.name = Name::plain("no_genre");
        let genres = by_genre(&[document(), other]);
        let names: Vec<&str> = genres.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["", "bc"]);
    }
}
