//! Scores taken apart by what mentions have in common: type, size of the entity, distance to the antecedent and so on.
//!
//! Every contribution to a numerator or denominator belongs to one mention ([`Credits`](crate::metric::Credits)), and every mention
//! to one stratum, so that strata add up to the score. Nothing is filtered and scored again: a pronoun is judged with the names of
//! its entity. Key mentions are sorted for recall, response mentions for precision.
//!
//! One [`Strata`] for each way to sort mentions, listed in [`STRATA`].

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

/// A way to sort mentions into strata.
#[derive(Debug)]
pub struct Strata {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What its column is called.
    pub title: &'static str,
    /// What mentions are sorted by, in a sentence.
    pub about: &'static str,
    /// The strata in their order; empty where files name them: then the largest is first.
    pub values: &'static [Value],
    /// What the key must have, and what is done where the response has less.
    pub needs: &'static str,
    /// What must be read for it.
    pub wanted: Wanted,
    /// What a key document lacks, without which its mentions cannot be sorted.
    pub lacks: fn(&Document) -> Option<&'static str>,
    /// What is done where the response lacks something.
    pub makeshift: fn(&Document) -> Option<&'static str>,
    /// The stratum of each mention.
    pub labels: fn(&View<'_>) -> Vec<Label>,
}

impl PartialEq for Strata {
    /// Names are not given twice.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Strata {}

impl Strata {
    /// What a record is made from: needs nothing but mentions.
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

/// Every way to sort mentions, in the order in which they are shown.
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

/// The first range that holds a number, each given by its last number.
fn range_of(number: u32, ranges: &[(u32, &'static str)]) -> Label {
    let range = ranges.iter().find(|(last, _)| number <= *last).or(ranges.last());
    range.map_or(Cow::Borrowed(""), |(_, name)| Cow::Borrowed(*name))
}
