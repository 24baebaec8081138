//! Scores split by properties of mentions: type, size of the entity, distance to the antecedent and so on.
//!
//! Every contribution to a numerator or denominator belongs to one mention
//! ([`Credits`](crate::metric::Credits)), and every mention to one stratum, so the tallies of strata add up
//! to the whole tally. Nothing is filtered and scored again: a pronoun is scored with all mentions of its
//! entity. Key mentions are grouped for recall, response mentions for precision.
//!
//! One [`Strata`] for each way to group mentions, listed in [`STRATA`].

mod count;
mod distance;
mod entity;
mod mention_type;
mod nesting;
mod place;
mod speaker;
mod stratified;
mod view;

pub use count::{DocumentStrata, divided, undivided};
pub use stratified::{Stratified, Stratum, Undivided};
pub use view::View;

use std::borrow::Cow;

use crate::choice::Value;
use crate::document::{Document, Wanted};

/// The name of a stratum.
pub type Label = Cow<'static, str>;

/// A way to group mentions into strata.
#[derive(Debug)]
pub struct Strata {
    /// Its name on the command line.
    pub name: &'static str,
    /// The title of its column.
    pub title: &'static str,
    /// How mentions are grouped, in a sentence.
    pub about: &'static str,
    /// The strata in order; empty if files name the strata, which are then ordered by size, the largest
    /// first.
    pub values: &'static [Value],
    /// What the key must have, and what is done if the response has less.
    pub needs: &'static str,
    /// What must be read for it.
    pub wanted: Wanted,
    /// What a key document lacks that is needed to group its mentions.
    pub lacks: fn(&Document) -> Option<&'static str>,
    /// What is used instead of something that the response lacks.
    pub makeshift: fn(&Document) -> Option<&'static str>,
    /// The stratum of each mention.
    pub labels: fn(&View<'_>) -> Vec<Label>,
}

impl PartialEq for Strata {
    /// Compares names, which are unique.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Strata {}

impl Strata {
    /// The base of other records: needs only mentions.
    const PLAIN: Self = Self {
        name: "",
        title: "",
        about: "",
        values: &[],
        needs: "nothing but mentions",
        wanted: Wanted::MENTIONS,
        lacks: |_| None,
        makeshift: |_| None,
        labels: |_| Vec::new(),
    };
}

/// Every way to group mentions, in the order in which they are shown.
pub const STRATA: &[&Strata] = &[
    &mention_type::TYPE,
    &mention_type::PRONOUN,
    &entity::ENTITY_TYPE,
    &entity::SIZE,
    &entity::SINGLETON,
    &distance::DISTANCE,
    &distance::MENTION_DISTANCE,
    &distance::FIRST,
    &speaker::SPEAKER,
    &place::POSITION,
    &nesting::NESTING,
    &place::ZERO,
];

/// The strata with that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Strata> {
    STRATA.iter().find(|strata| strata.name == name).copied()
}

const fn value(name: &'static str, about: &'static str) -> Value {
    Value { name, about }
}

/// The first range that contains a number; a range is given by its last number.
fn range_of(number: u32, ranges: &[(u32, &'static str)]) -> Label {
    let range = ranges.iter().find(|(last, _)| number <= *last).or(ranges.last());
    range.map_or(Cow::Borrowed(""), |(_, name)| Cow::Borrowed(*name))
}
