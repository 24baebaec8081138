//! Markables of one column that have begun, and markables that have ended; a repeated id adds a part.

use rustc_hash::FxHashMap;

use super::attributes::value;
use crate::document::Span;

/// A markable whose bracket is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opened<'a> {
    pub(super) token: u32,
    /// The attributes in the bracket.
    pub(super) text: &'a [u8],
}

/// A markable, complete unless another part follows.
#[derive(Debug)]
pub(super) struct Markable<'a> {
    /// The attributes of its first part.
    pub(super) text: &'a [u8],
    pub(super) parts: Vec<Span>,
    /// The number of the end of its last part, counted in file order.
    pub(super) ended: u32,
}

/// The markables of a column in one document.
#[derive(Debug, Default)]
pub(super) struct Markables<'a> {
    /// In order of opening; closed ones are removed at once from the end, and later from the middle.
    open: Vec<Option<Opened<'a>>>,
    open_by_id: FxHashMap<&'a [u8], Vec<usize>>,
    ended: Vec<Markable<'a>>,
    ended_by_id: FxHashMap<&'a [u8], usize>,
}

impl<'a> Markables<'a> {
    pub(super) fn open(&mut self, opened: Opened<'a>) {
        let id = value(opened.text, "MarkableID");
        self.open_by_id.entry(id).or_default().push(self.open.len());
        self.open.push(Some(opened));
    }

    /// Closes the markable that was opened last: `)`.
    pub(super) fn close_newest(&mut self) -> Option<Opened<'a>> {
        let opened = loop {
            if let Some(opened) = self.open.pop()? {
                break opened;
            }
        };
        let id = value(opened.text, "MarkableID");
        self.open_by_id.get_mut(id).and_then(Vec::pop);
        Some(opened)
    }

    /// Closes the markable with that id that was opened last: `m1)`.
    pub(super) fn close_named(&mut self, id: &[u8]) -> Option<Opened<'a>> {
        let index = self.open_by_id.get_mut(id)?.pop()?;
        self.open.get_mut(index)?.take()
    }

    /// Adds a complete bracket pair: a new markable, or another part of one.
    pub(super) fn end(&mut self, opened: Opened<'a>, span: Span, ended: u32) {
        let id = value(opened.text, "MarkableID");
        match self.ended_by_id.get(id).and_then(|&index| self.ended.get_mut(index)) {
            Some(markable) => {
                markable.parts.push(span);
                markable.ended = ended;
            }
            None => {
                if !id.is_empty() {
                    self.ended_by_id.insert(id, self.ended.len());
                }
                self.ended.push(Markable { text: opened.text, parts: vec![span], ended });
            }
        }
    }

    /// The markables that were never closed, and those that were.
    pub(super) fn take(&mut self) -> (Vec<Opened<'a>>, Vec<Markable<'a>>) {
        let taken = std::mem::take(self);
        (taken.open.into_iter().flatten().collect(), taken.ended)
    }
}

#[cfg(test)]
mod tests {
    use super::{Markables, Opened};
    use crate::document::Span;

    fn opened(text: &str) -> Opened<'_> {
        Opened { token: 0, text: text.as_bytes() }
    }

    #[test]
    fn brackets_close_the_newest_or_the_one_they_name() {
        let mut markables = Markables::default();
        for id in ["MarkableID=a", "MarkableID=b", "MarkableID=c"] {
            markables.open(opened(id));
        }
        assert_eq!(markables.close_named(b"b").unwrap().text, b"MarkableID=b");
        assert!(markables.close_named(b"b").is_none());
        assert_eq!(markables.close_newest().unwrap().text, b"MarkableID=c");
        assert_eq!(markables.close_newest().unwrap().text, b"MarkableID=a");
        assert!(markables.close_newest().is_none());
    }

    #[test]
    fn an_id_that_comes_again_adds_a_part() {
        let mut markables = Markables::default();
        markables.end(opened("MarkableID=a"), Span::new(0, 1), 0);
        markables.end(opened("MarkableID=b"), Span::new(1, 2), 1);
        markables.end(opened("MarkableID=a"), Span::new(3, 4), 2);
        let (open, ended) = markables.take();
        assert!(open.is_empty());
        assert_eq!(
            ended.iter().map(|markable| (markable.parts.len(), markable.ended)).collect::<Vec<_>>(),
            [(2, 2), (1, 1)]
        );
    }
}
