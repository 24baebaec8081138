//! One document of a pair, with the mentions of it that count.

use std::borrow::Cow;

use crate::document::{Document, Mention};

/// A document and the mentions of it that count.
#[derive(Clone, Debug)]
pub struct Side<'a> {
    pub(crate) document: &'a Document,
    pub(crate) mentions: Cow<'a, [Mention]>,
}

impl<'a> Side<'a> {
    /// A side in which all mentions of a document count.
    #[must_use]
    pub fn all(document: &'a Document) -> Self {
        Self { document, mentions: Cow::Borrowed(&document.mentions) }
    }

    /// The document.
    #[must_use]
    pub fn document(&self) -> &'a Document {
        self.document
    }

    /// Its mentions that count, in file order.
    #[must_use]
    pub fn mentions(&self) -> &[Mention] {
        &self.mentions
    }

    /// Keeps only the mentions for which `keep` is true; copies nothing if all are kept.
    pub fn retain(&mut self, mut keep: impl FnMut(usize, &Mention) -> bool) {
        let mut index = 0..;
        if !self.mentions.iter().all(|mention| keep(index.next().unwrap_or(0), mention)) {
            let mut index = 0..;
            self.mentions.to_mut().retain(|mention| keep(index.next().unwrap_or(0), mention));
        }
    }

    /// The places of its mentions, ordered by start, then by end.
    #[must_use]
    pub(crate) fn in_text_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.mentions.len()).collect();
        order.sort_by_key(|&place| {
            let mention = &self.mentions[place];
            (mention.span.start, mention.span.end, mention.entity, place)
        });
        order
    }

    /// The entities that have mentions, by their mentions in the order of the text, so that their order in the file does not matter.
    #[must_use]
    pub(crate) fn entities_in_text_order(&self) -> Vec<u32> {
        let mut spans = vec![Vec::new(); self.document.entity_count()];
        for place in self.in_text_order() {
            let mention = &self.mentions[place];
            spans[mention.entity as usize].push(mention.span);
        }
        let mut entities: Vec<u32> = (0..spans.len() as u32).collect();
        entities.retain(|entity| !spans[*entity as usize].is_empty());
        entities.sort_by(|one, other| spans[*one as usize].cmp(&spans[*other as usize]));
        entities
    }

    /// For each mention, the place of the nearest earlier mention of its entity.
    #[must_use]
    pub(crate) fn antecedents(&self) -> Vec<Option<usize>> {
        let mut last = vec![None; self.document.entity_count()];
        let mut before = vec![None; self.mentions.len()];
        for place in self.in_text_order() {
            let entity = self.mentions[place].entity as usize;
            before[place] = last[entity].replace(place);
        }
        before
    }

    /// How many of the mentions that count each entity has.
    #[must_use]
    pub fn entity_sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.document.entity_count()];
        for mention in self.mentions.iter() {
            sizes[mention.entity as usize] += 1;
        }
        sizes
    }
}
