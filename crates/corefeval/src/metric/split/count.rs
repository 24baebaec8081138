//! The counts by which entities with split antecedents are scored; BLANC's two kinds of links are two counts.

use crate::metric::Tally;
use crate::metric::weighted::Comparison;

/// One count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// MUC.
    Muc,
    /// B³.
    BCubed,
    /// CEAF over entities.
    CeafE,
    /// CEAF over mentions.
    CeafM,
    /// LEA.
    Lea,
    /// The links of BLANC.
    Links,
    /// The non-links of BLANC.
    NonLinks,
}

impl Count {
    /// Counts entities.
    #[must_use]
    pub fn tally(self, comparison: &Comparison) -> Tally {
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
    #[must_use]
    pub fn tally_parts(self, comparison: &Comparison) -> Tally {
        if self == Self::Muc { comparison.muc_of_parts() } else { self.tally(comparison) }
    }

    /// Whether it is one of the parts of BLANC, which gives links the same weight in both directions.
    pub(super) fn is_blanc(self) -> bool {
        matches!(self, Self::Links | Self::NonLinks)
    }
}
