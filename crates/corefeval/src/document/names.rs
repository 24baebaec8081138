//! The names that the documents of one side have taken.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Document, Name};

/// Names of documents, all different.
#[derive(Debug, Default)]
pub struct Names {
    taken: FxHashSet<Name>,
    /// The next number to try for documents without a name, by the name of their file.
    next: FxHashMap<String, u32>,
}

impl Names {
    /// How many names are taken.
    #[must_use]
    pub fn count(&self) -> usize {
        self.taken.len()
    }

    /// Takes a name; false if another document has it.
    pub fn take(&mut self, name: &Name) -> bool {
        self.taken.insert(name.clone())
    }

    /// Gives a document without a name in its file the first number that makes its name new.
    pub fn number_unnamed(&mut self, document: &mut Document) {
        if !document.unnamed || !self.taken.contains(&document.name) {
            return;
        }
        let first = document.name.part.map_or(1, |part| part.saturating_add(1));
        let next = self.next.entry(document.name.id.clone()).or_insert(first);
        document.name.part = Some(*next);
        while self.taken.contains(&document.name) && *next < u32::MAX {
            *next += 1;
            document.name.part = Some(*next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Names;
    use crate::document::{Document, Name};

    #[test]
    fn documents_without_a_name_are_numbered() {
        let mut names = Names::default();
        let mut parts = Vec::new();
        // too many to count up from the first number each time
        for _ in 0..100_000 {
            let mut document = Document { name: Name::plain("x"), unnamed: true, ..Document::default() };
            names.number_unnamed(&mut document);
            assert!(names.take(&document.name));
            parts.push(document.name.part);
        }
        assert_eq!(parts[..3], [None, Some(1), Some(2)]);
        assert_eq!(parts[99_999], Some(99_999));
        // one step for each document: the next number is never searched for from the start
        assert_eq!(names.next["x"], 99_999);
        assert!(!names.take(&Name::plain("x")));
    }
}
