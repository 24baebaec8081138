//! How many findings there are of each kind, without the findings themselves.

use std::collections::BTreeMap;
use std::ops::AddAssign;

/// How many findings there are of each kind of each analysis. Counts add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<(&'static str, &'static str), u64>);

impl Counts {
    /// How many there are of a kind.
    #[must_use]
    pub fn of(&self, analysis: &str, kind: &str) -> u64 {
        self.0.get(&(analysis, kind)).copied().unwrap_or(0)
    }

    /// How many there are of all kinds of an analysis.
    #[must_use]
    pub fn all(&self, analysis: &str) -> u64 {
        self.0.iter().filter(|((known, _), _)| *known == analysis).map(|(_, count)| count).sum()
    }

    pub(super) fn add(&mut self, analysis: &'static str, kind: &'static str, count: u64) {
        *self.0.entry((analysis, kind)).or_default() += count;
    }
}

impl AddAssign<&Self> for Counts {
    fn add_assign(&mut self, other: &Self) {
        for (&(analysis, kind), count) in &other.0 {
            self.add(analysis, kind, *count);
        }
    }
}
