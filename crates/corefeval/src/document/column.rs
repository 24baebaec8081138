//! Many short strings in one allocation: a column of a file, or the labels of entities.

use std::fmt;

/// A list of strings stored end to end.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Column {
    text: String,
    ends: Vec<u32>,
}

impl Column {
    /// An empty column.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty column with room for as much as another has.
    #[must_use]
    pub fn with_room_of(other: &Self) -> Self {
        Self { text: String::with_capacity(other.text.len()), ends: Vec::with_capacity(other.ends.len()) }
    }

    /// Adds a string at the end.
    pub fn push(&mut self, item: &str) {
        self.text.push_str(item);
        self.ends.push(self.text.len() as u32);
    }

    /// How many strings there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The string at `index`.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)? as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        self.text.get(start..end)
    }

    /// All strings in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

impl fmt::Debug for Column {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

impl<S: AsRef<str>> FromIterator<S> for Column {
    fn from_iter<I: IntoIterator<Item = S>>(items: I) -> Self {
        let mut column = Self::new();
        for item in items {
            column.push(item.as_ref());
        }
        column
    }
}
