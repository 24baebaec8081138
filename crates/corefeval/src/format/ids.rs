//! Entity ids as written in a file, numbered in order of first appearance.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::document::Column;

/// Numbers given to ids; almost all ids are small numbers, with an `e` before them in some formats, and are
/// looked up in a table.
#[derive(Debug, Default)]
pub(super) struct Ids {
    small: Vec<u32>,
    other: FxHashMap<Box<[u8]>, u32>,
    labels: Column,
    seen: Vec<u32>,
    /// Whether a label since the last call of [`Self::take_replaced`] has U+FFFD in place of bytes that are
    /// not UTF-8.
    replaced: bool,
}

const UNSEEN: u32 = u32::MAX;
const SMALL: usize = 1 << 16;

impl Ids {
    /// The number of an id; the next free one if it has none yet.
    pub(super) fn number(&mut self, id: &[u8]) -> u32 {
        match small(id) {
            Some(value) => self.number_of_small(value, id),
            None => self.number_of_other(id),
        }
    }

    /// The number of an id that is a small number, as almost all are; `None` if it is anything else.
    #[inline]
    pub(super) fn number_if_small(&mut self, id: &[u8]) -> Option<u32> {
        small(id).map(|value| self.number_of_small(value, id))
    }

    #[inline]
    fn number_of_small(&mut self, value: usize, id: &[u8]) -> u32 {
        match self.small.get(value) {
            Some(&number) if number != UNSEEN => number,
            _ => self.number_of_new(value, id),
        }
    }

    fn number_of_new(&mut self, value: usize, id: &[u8]) -> u32 {
        if self.small.len() <= value {
            self.small.resize(value + 1, UNSEEN);
        }
        let number = self.labels.len() as u32;
        self.small[value] = number;
        self.seen.push(value as u32);
        self.labels.push(std::str::from_utf8(id).unwrap_or_default());
        number
    }

    fn number_of_other(&mut self, id: &[u8]) -> u32 {
        if let Some(&number) = self.other.get(id) {
            return number;
        }
        let number = self.labels.len() as u32;
        self.other.insert(id.into(), number);
        let label = String::from_utf8_lossy(id);
        self.replaced |= matches!(label, Cow::Owned(_));
        self.labels.push(&label);
        number
    }

    /// Whether a label since the last call was changed because its bytes are not UTF-8.
    pub(super) fn take_replaced(&mut self) -> bool {
        std::mem::take(&mut self.replaced)
    }

    /// The number of an id, if it has one.
    pub(super) fn find(&self, id: &[u8]) -> Option<u32> {
        match small(id) {
            Some(value) => self.small.get(value).copied().filter(|&number| number != UNSEEN),
            None => self.other.get(id).copied(),
        }
    }

    /// The labels in order of their numbers.
    pub(super) fn labels(&self) -> &Column {
        &self.labels
    }

    /// Takes the labels in order of their numbers; afterwards no id has a number.
    pub(super) fn take(&mut self) -> Column {
        for value in self.seen.drain(..) {
            self.small[value as usize] = UNSEEN;
        }
        self.other.clear();
        // the copy has no spare capacity, and the capacity here is reused for the next document
        let labels = self.labels.clone();
        self.labels.clear();
        labels
    }
}

/// The place of an id that is a small number written in the one usual way (`01` and `1` are two ids): even
/// places are plain numbers, odd ones have an `e` before them.
#[inline]
fn small(id: &[u8]) -> Option<usize> {
    let (digits, has_letter) = match id {
        [b'e', digits @ ..] => (digits, 1),
        digits => (digits, 0),
    };
    let canonical = !digits.is_empty() && digits.len() <= 5 && (digits[0] != b'0' || digits.len() == 1);
    if !canonical {
        return None;
    }
    let mut value = 0;
    for byte in digits {
        value = value * 10 + usize::from(byte.wrapping_sub(b'0'));
        if !byte.is_ascii_digit() {
            return None;
        }
    }
    (value < SMALL).then_some(value * 2 + has_letter)
}

#[cfg(test)]
mod tests {
    use super::Ids;

    #[test]
    fn ids_are_numbered_in_order_of_appearance_and_compared_as_text() {
        let mut ids = Ids::default();
        let numbers: Vec<u32> = ["7", "07", "x", "7", "17740950239373139", "e7", "0", "e7"]
            .iter()
            .map(|id| ids.number(id.as_bytes()))
            .collect();
        assert_eq!(numbers, [0, 1, 2, 0, 3, 4, 5, 4]);
        assert_eq!(ids.take().iter().collect::<Vec<_>>(), ["7", "07", "x", "17740950239373139", "e7", "0"]);
        assert_eq!(ids.number(b"9"), 0);
    }
}
