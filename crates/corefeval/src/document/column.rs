//! Many short strings in one allocation: a column of a file, or the labels of entities.

use std::fmt;

/// A list of strings stored end to end.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Column {
    text: String,
    ends: Vec<u32>,
    /// Whether a string was left out because the column would have become too long.
    too_long: bool,
}

/// The most bytes of a column: the ends of strings are kept in 32 bits.
const MOST_BYTES: usize = u32::MAX as usize;

impl Column {
    /// An empty column.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty column with the capacity of another one.
    #[must_use]
    pub fn with_room_of(other: &Self) -> Self {
        Self {
            text: String::with_capacity(other.text.len()),
            ends: Vec::with_capacity(other.ends.len()),
            too_long: false,
        }
    }

    /// The numbers from 0 up to `count`, as strings.
    #[must_use]
    pub(crate) fn of_numbers(count: u32) -> Self {
        let mut column = Self::new();
        column.ends.reserve(count as usize);
        let mut digits = String::with_capacity(10);
        for number in 0..count {
            digits.clear();
            push_digits(&mut digits, number);
            column.push(&digits);
        }
        column
    }

    /// Adds a string at the end, or an empty one if the column would become longer than 4 GiB, which no
    /// document may have.
    pub fn push(&mut self, item: &str) {
        self.push_within(MOST_BYTES, item);
    }

    fn push_within(&mut self, most: usize, item: &str) {
        if item.len() <= most - self.text.len() {
            self.text.push_str(item);
        } else {
            self.too_long = true;
        }
        self.ends.push(self.text.len() as u32);
    }

    /// Whether strings were left out because the column would have become longer than 4 GiB.
    #[must_use]
    pub fn is_too_long(&self) -> bool {
        self.too_long
    }

    /// Removes all strings, but keeps their memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.too_long = false;
    }

    /// How many strings there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no strings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Whether any of the strings contains this character.
    #[must_use]
    pub(crate) fn contains(&self, character: char) -> bool {
        self.text.contains(character)
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

/// Writes a number; several times as fast as `write!`.
fn push_digits(text: &mut String, number: u32) {
    if number >= 10 {
        push_digits(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
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

#[cfg(test)]
mod tests {
    use super::Column;

    #[test]
    fn numbers_are_written_as_everywhere() {
        let numbers: Column = (0..1234_u32).map(|number| number.to_string()).collect();
        assert_eq!(Column::of_numbers(1234), numbers);
    }

    #[test]
    fn what_does_not_fit_is_left_out_and_remembered() {
        let mut column: Column = ["ab", "c"].iter().collect();
        column.push_within(4, "de");
        assert!(column.is_too_long());
        column.push_within(4, "f");
        assert_eq!(column.iter().collect::<Vec<_>>(), ["ab", "c", "", "f"]);
    }
}
