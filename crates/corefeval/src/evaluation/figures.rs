//! Choices about how printed figures come out of tallies.

use crate::choice::choice;

choice! {
    /// How a percentage is cut to its decimals.
    Rounding {
        /// To the nearest.
        Nearest = "nearest",
        /// Towards zero, as the CoNLL scorer does.
        Truncate = "truncate",
    }
}

choice! {
    /// What documents weigh in the score of all of them.
    Averaging {
        /// As much as they have to count: numerators and denominators are summed before they are divided.
        Micro = "micro",
        /// All the same: the mean of the documents' scores.
        Macro = "macro",
    }
}
