//! Mentions that have begun and not yet ended, including those that wait for their next part.

use rustc_hash::FxHashMap;

use super::super::ids::Ids;
use super::super::open::OpenBrackets;
use super::parts::Part;
use crate::document::Span;

/// Where a bracket was opened, and its contents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opened<'a> {
    pub(super) token: u32,
    pub(super) text: &'a [u8],
}

/// Which mention a bracket belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handle<'a> {
    pub(super) entity: u32,
    /// The id as written, with the number of the part.
    pub(super) id: &'a [u8],
    pub(super) part: Part,
}

/// A mention with gaps of which some parts have been read.
#[derive(Debug)]
pub(super) struct Unfinished<'a> {
    pub(super) parts: Vec<Span>,
    /// The bracket of the part read last: its values are taken, as other readers do.
    pub(super) opened: Opened<'a>,
}

/// The part that is expected next: entity, number of the part, number of all parts.
type Awaited = (u32, u32, u32);

/// Every mention of a document that is not complete.
#[derive(Debug, Default)]
pub(super) struct OpenMentions<'a> {
    whole: OpenBrackets<Opened<'a>>,
    parts: OpenBrackets<Opened<'a>>,
    part_ids: Ids,
    unfinished: FxHashMap<Awaited, Vec<Unfinished<'a>>>,
}

impl<'a> OpenMentions<'a> {
    pub(super) fn open(&mut self, handle: Handle<'a>, opened: Opened<'a>) {
        if handle.part == Part::WHOLE {
            self.whole.open(handle.entity, opened);
        } else {
            self.parts.open(self.part_ids.number(handle.id), opened);
        }
    }

    /// The newest bracket that this one closes.
    pub(super) fn close(&mut self, handle: Handle<'a>) -> Option<Opened<'a>> {
        if handle.part == Part::WHOLE {
            self.whole.close(handle.entity)
        } else {
            self.parts.close(self.part_ids.number(handle.id))
        }
    }

    /// Adds a part to the newest mention that expects it; an error if there is none.
    pub(super) fn add_part(
        &mut self,
        handle: Handle<'a>,
        opened: Opened<'a>,
        span: Span,
    ) -> Result<Option<Unfinished<'a>>, ()> {
        let Part { number, of } = handle.part;
        let mut parts = match number {
            1 => Vec::new(),
            _ => self.awaiting((handle.entity, number, of)).ok_or(())?.parts,
        };
        parts.push(span);
        let unfinished = Unfinished { parts, opened };
        if number == of {
            return Ok(Some(unfinished));
        }
        self.unfinished.entry((handle.entity, number + 1, of)).or_default().push(unfinished);
        Ok(None)
    }

    fn awaiting(&mut self, awaited: Awaited) -> Option<Unfinished<'a>> {
        self.unfinished.get_mut(&awaited)?.pop()
    }

    /// Takes the brackets that were never closed and the mentions with missing parts, in file order.
    pub(super) fn take(&mut self) -> Vec<Left<'a>> {
        let whole = self.whole.take().into_iter().map(|(_, opened)| Left::Bracket(opened));
        let parts = self.parts.take().into_iter().map(|(_, opened)| Left::Bracket(opened));
        let unfinished = std::mem::take(&mut self.unfinished);
        let waiting = unfinished.into_values().flatten();
        let mut left: Vec<_> =
            whole.chain(parts).chain(waiting.map(|unfinished| Left::Part(unfinished.opened))).collect();
        left.sort_by_key(|left| left.opened().text.as_ptr());
        self.part_ids.take();
        left
    }
}

/// What is missing at the end of a document.
#[derive(Clone, Copy, Debug)]
pub(super) enum Left<'a> {
    /// A closing bracket.
    Bracket(Opened<'a>),
    /// The next part.
    Part(Opened<'a>),
}

impl<'a> Left<'a> {
    pub(super) fn opened(&self) -> &Opened<'a> {
        match self {
            Self::Bracket(opened) | Self::Part(opened) => opened,
        }
    }
}

/// The whole span, and its parts in text order, with adjacent ones merged; empty if only one part is left.
pub(super) fn joined(mut parts: Vec<Span>) -> (Span, Vec<Span>) {
    parts.sort_unstable();
    let mut joined: Vec<Span> = Vec::with_capacity(parts.len());
    for part in parts {
        match joined.last_mut() {
            Some(last) if part.start <= last.end => last.end = last.end.max(part.end),
            _ => joined.push(part),
        }
    }
    let start = joined.first().map_or(0, |part| part.start);
    let span = Span::new(start, joined.last().map_or(start, |part| part.end));
    if joined.len() < 2 {
        joined.clear();
    }
    (span, joined)
}

#[cfg(test)]
mod tests {
    use super::joined;
    use crate::document::Span;

    #[test]
    fn parts_that_touch_are_one() {
        let spans = |ends: &[(u32, u32)]| -> Vec<Span> {
            ends.iter().map(|&(start, end)| Span::new(start, end)).collect()
        };
        assert_eq!(joined(spans(&[(0, 2), (2, 3)])), (Span::new(0, 3), vec![]));
        assert_eq!(joined(spans(&[(4, 5), (0, 2)])), (Span::new(0, 5), spans(&[(0, 2), (4, 5)])));
        assert_eq!(joined(vec![]), (Span::new(0, 0), vec![]));
    }
}
