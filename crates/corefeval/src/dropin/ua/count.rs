//! The counts that clusters are scored by: BLANC's two kinds of links are two of them.

use crate::dropin::evaluator::Comparison;
use crate::metric::Tally;

/// One count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Muc,
    BCubed,
    CeafE,
    CeafM,
    Lea,
    Links,
    NonLinks,
}

impl Count {
    /// Counts clusters.
    pub(super) fn tally(self, comparison: &Comparison) -> Tally {
        match self {
            Self::Muc => comparison.muc(),
            Self::BCubed => comparison.b_cubed(),
            Self::CeafE => comparison.ceaf_e(),
            Self::CeafM => comparison.ceaf_m(),
            Self::Lea => comparison.lea(),
            Self::Links => comparison.blanc()[0],
            Self::NonLinks => comparison.blanc()[1],
        }
    }

    /// Counts the parts of two split antecedents.
    pub(super) fn tally_parts(self, comparison: &Comparison) -> Tally {
        if self == Self::Muc { comparison.muc_of_parts() } else { self.tally(comparison) }
    }

    /// Whether it is one of the parts of BLANC, which weighs links the same in both directions.
    pub(super) fn is_blanc(self) -> bool {
        matches!(self, Self::Links | Self::NonLinks)
    }
}
