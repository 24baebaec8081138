//! Lists of strings and numbers, read without building intermediate values.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};

use crate::document::Column;

/// A list of strings, or a list of such lists and the end of each of them.
#[derive(Debug, Default)]
pub(super) struct Strings<const DEPTH: usize> {
    pub(super) all: Column,
    /// How many strings there are up to the end of each inner list.
    pub(super) ends: Vec<u32>,
}

impl<'de, const DEPTH: usize> Deserialize<'de> for Strings<DEPTH> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (mut all, mut ends) = (Column::new(), Vec::new());
        Level { depth: DEPTH, all: &mut all, ends: &mut ends }.deserialize(deserializer)?;
        Ok(Self { all, ends })
    }
}

/// A list that is a number of levels above the strings, or a string at level 0.
struct Level<'a> {
    depth: usize,
    all: &'a mut Column,
    ends: &'a mut Vec<u32>,
}

impl<'de> DeserializeSeed<'de> for Level<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.depth {
            0 => deserializer.deserialize_str(self),
            _ => deserializer.deserialize_seq(self),
        }
    }
}

impl<'de> Visitor<'de> for Level<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .write_str(["a string", "a list of strings", "a list of lists of strings"][self.depth.min(2)])
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.all.push(text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let (all, ends) = (self.all, self.ends);
        while list.next_element_seed(Level { depth: self.depth - 1, all, ends })?.is_some() {}
        if self.depth == 1 {
            ends.push(all.len() as u32);
        }
        Ok(())
    }
}

/// The numbers of a list, or of lists in a list, one after the other.
#[derive(Debug, Default)]
pub(super) struct Numbers(pub(super) Vec<u32>);

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut numbers = Self::default();
        deserializer.deserialize_seq(Flat(&mut numbers.0))?;
        Ok(numbers)
    }
}

struct Flat<'a>(&'a mut Vec<u32>);

impl<'de> DeserializeSeed<'de> for Flat<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Flat<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of numbers")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        let number = u32::try_from(number).map_err(|_| E::custom("the number is too large"))?;
        self.0.push(number);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Flat(self.0))?.is_some() {}
        Ok(())
    }
}
