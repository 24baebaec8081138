//! The counts of named-entity coreference, and the measures computed from them.

use std::iter::Sum;
use std::ops::Add;

use crate::metric::{Ratio, Tally, Undefined};

/// The counts of a document. Counts can be added; measures cannot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Counts {
    /// Σ F1 over key entities with a name, out of their number.
    pub f1: Ratio,
    /// Σ recall and Σ precision of the same pairs, out of the number of key entities with a name.
    pub means: Tally,
    /// Shared mentions of all pairs, out of the mentions of the key entities and of the response entities they are paired with.
    pub micro: Tally,
    /// Key entities without a candidate.
    pub not_found: u64,
    /// Key entities with candidates that share no mention.
    pub empty_handed: u64,
    /// Key entities that have a candidate which is also a candidate of another key entity.
    pub ambiguous: u64,
    /// The same F1 for each kind of mention: names, pronouns, nominals.
    pub kinds: [KindCounts; 3],
    /// Key entities whose names are in several response entities.
    pub split: u64,
    /// For each key entity, the number of response entities with its names; summed.
    pub pieces: u64,
    /// Key entities whose names are in some response entity.
    pub placed: u64,
    /// Response entities with a name.
    pub kept: u64,
    /// Response entities with names of several key entities.
    pub merged: u64,
    /// Pairs of key entities with names in the same response entity: all pairs, pairs with the same last
    /// name, and pairs of the same type.
    pub merged_pairs: [u64; 3],
    /// Response entities with a third-person pronoun that have no name, out of all that have such a pronoun.
    pub nameless: Ratio,
    /// MUC, B³ and CEAFe of the entities with a name.
    pub filtered: [Tally; 3],
}

/// F1 for one kind of mention, over the key entities that have some.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct KindCounts {
    /// Σ F1, out of the number of key entities.
    pub f1: Ratio,
}

impl Counts {
    /// NEC F1: the mean over key entities with a name.
    #[must_use]
    pub fn nec_f1(&self) -> Option<f64> {
        self.f1.value()
    }

    /// The share of key entities with a name that have no candidate.
    #[must_use]
    pub fn share_not_found(&self) -> Option<f64> {
        Ratio::new(self.not_found as f64, self.f1.denominator).value()
    }

    /// The mean of the F1 of MUC, B³ and CEAFe, for entities with a name.
    #[must_use]
    pub fn filtered_conll(&self) -> Option<f64> {
        Undefined::Zero.mean(self.filtered.iter().map(|tally| tally.score(1.0).f))
    }

    /// The share of key entities whose names are spread over several response entities.
    #[must_use]
    pub fn share_split(&self) -> Option<f64> {
        Ratio::new(self.split as f64, self.f1.denominator).value()
    }

    /// The mean number of response entities over which the names of a key entity are spread.
    #[must_use]
    pub fn mean_pieces(&self) -> Option<f64> {
        Ratio::of(self.pieces, self.placed).value()
    }

    /// The share of response entities with a name that have names of several key entities.
    #[must_use]
    pub fn share_merged(&self) -> Option<f64> {
        Ratio::of(self.merged, self.kept).value()
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let mut sum = self;
        sum.f1 = self.f1 + other.f1;
        sum.means += other.means;
        sum.micro += other.micro;
        sum.not_found += other.not_found;
        sum.empty_handed += other.empty_handed;
        sum.ambiguous += other.ambiguous;
        sum.kinds.iter_mut().zip(other.kinds).for_each(|(sum, more)| sum.f1 = sum.f1 + more.f1);
        sum.split += other.split;
        sum.pieces += other.pieces;
        sum.placed += other.placed;
        sum.kept += other.kept;
        sum.merged += other.merged;
        sum.merged_pairs.iter_mut().zip(other.merged_pairs).for_each(|(sum, more)| *sum += more);
        sum.nameless = self.nameless + other.nameless;
        sum.filtered.iter_mut().zip(other.filtered).for_each(|(sum, more)| *sum += more);
        sum
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}
