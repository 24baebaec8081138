//! Choices about how printed figures are computed from tallies.

use crate::choice::choice;

choice! {
    /// How percentages are rounded.
    Rounding {
        /// To the nearest decimal.
        Nearest = "nearest",
        /// Towards zero, as the CoNLL scorer does.
        Truncate = "truncate",
    }
}

choice! {
    /// How documents are averaged.
    Averaging {
        /// Numerators and denominators are summed over documents, then divided.
        Micro = "micro",
        /// The mean of the documents' scores: every document has the same weight.
        Macro = "macro",
    }
}
