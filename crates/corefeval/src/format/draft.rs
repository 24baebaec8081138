//! A document that is built from mentions in any order.

use super::ids::Ids;
use super::{Problem, Reading, repeats};
use crate::document::{Detail, Document, EntityDetail, Mention, Name, Span, Wanted};

/// A document with the data that is needed until it is finished.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) document: Document,
    pub(super) wanted: Wanted,
    ids: Ids,
    lines: Vec<u64>,
}

impl Draft {
    pub(super) fn new(name: Name, wanted: Wanted) -> Self {
        let document = Document { name, ..Document::default() };
        Self { document, wanted, ids: Ids::default(), lines: Vec::new() }
    }

    /// A document that the file does not name.
    pub(super) fn unnamed(name: Name, wanted: Wanted) -> Self {
        Self::opened(name, true, wanted)
    }

    /// A document that the file may name or not.
    pub(super) fn opened(name: Name, unnamed: bool, wanted: Wanted) -> Self {
        let mut draft = Self::new(name, wanted);
        draft.document.unnamed = unnamed;
        draft
    }

    /// The number of the entity with that id.
    pub(super) fn entity(&mut self, id: &str) -> u32 {
        self.ids.number(id.as_bytes())
    }

    /// The number of the entity with that id, if it has been named.
    pub(super) fn find(&self, id: &str) -> Option<u32> {
        self.ids.find(id.as_bytes())
    }

    /// Sets the type of an entity; the first that is not empty stays.
    pub(super) fn set_kind(&mut self, entity: u32, kind: &str) {
        if kind.is_empty() || !self.wanted.details() {
            return;
        }
        let details = &mut self.document.entity_details;
        details.resize(details.len().max(entity as usize + 1), EntityDetail::default());
        if details[entity as usize].kind.is_empty() {
            kind.clone_into(&mut details[entity as usize].kind);
        }
    }

    /// Adds a mention that is complete at `line`. Its parts are sorted; adjacent parts are merged.
    pub(super) fn mention(&mut self, parts: &[Span], entity: u32, mut detail: Detail, line: u64) {
        let parts = joined(parts);
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
        let mut mention = Mention::new(Span::new(first.start, last.end), entity);
        let with_gaps = parts.len() > 1;
        if !self.wanted.details() {
            detail = Detail::default();
        }
        if with_gaps {
            detail.parts = parts;
        }
        if detail != Detail::default() {
            mention = mention.with_detail(self.document.details.len());
            self.document.details.push(detail);
        }
        self.document.mentions.push(mention);
        self.lines.push(line);
    }

    /// Adds the document to a reading, with what is odd about it.
    pub(super) fn finish_into(self, reading: &mut Reading) {
        let (document, odd) = self.finish();
        reading.documents.push(document);
        reading.problems.extend(odd);
    }

    /// The document, and what is odd about it.
    pub(super) fn finish(mut self) -> (Document, Vec<Problem>) {
        self.document.entity_labels = self.ids.take();
        if !self.document.entity_details.is_empty() {
            self.document.entity_details.resize(self.document.entity_count(), EntityDetail::default());
        }
        let repeated = repeats::problems(&self.document, &self.lines, self.wanted);
        (self.document, repeated)
    }
}

fn joined(parts: &[Span]) -> Vec<Span> {
    let mut sorted: Vec<Span> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    sorted.sort_unstable();
    let mut joined: Vec<Span> = Vec::with_capacity(sorted.len());
    for part in sorted {
        match joined.last_mut() {
            Some(last) if part.start <= last.end => last.end = last.end.max(part.end),
            _ => joined.push(part),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::Draft;
    use crate::document::{Detail, Name, Span, Wanted};

    #[test]
    fn parts_are_put_in_order_and_those_that_touch_become_one() {
        let mut draft = Draft::new(Name::plain("d"), Wanted::MENTIONS);
        let entity = draft.entity("x");
        draft.mention(&[Span::new(4, 5), Span::new(1, 2), Span::new(2, 3)], entity, Detail::default(), 1);
        draft.mention(&[Span::new(7, 8)], entity, Detail { head: Some(7), ..Detail::default() }, 1);
        let (document, _) = draft.finish();
        assert_eq!(document.mentions[0].span, Span::new(1, 5));
        assert_eq!(document.parts(&document.mentions[0]), [Span::new(1, 3), Span::new(4, 5)]);
        assert_eq!(document.detail(&document.mentions[1]), None, "heads were not wanted");
    }

    #[test]
    fn types_of_entities_are_kept_when_wanted() {
        let mut draft = Draft::new(Name::plain("d"), Wanted::ALL);
        let (_, second) = (draft.entity("a"), draft.entity("b"));
        draft.set_kind(second, "person");
        draft.set_kind(second, "place");
        let (document, _) = draft.finish();
        let kinds: Vec<_> = document.entity_details.iter().map(|detail| detail.kind.as_str()).collect();
        assert_eq!(kinds, ["", "person"]);
    }
}
