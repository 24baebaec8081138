//! BLANC on one pair of sets with the same mentions, the only case for which it was first defined.
//!
//! The scorer of SemEval-2010 compared undefined entities where mentions are twinless; that is not imitated.

use super::super::blanc::{BLANC, kept_apart};
use super::super::{Metric, Part, pairwise};
use super::{Variant, twinless};

/// BLANC as in versions 4 and 5 of the CoNLL scorer.
pub const V4: Variant = Variant {
    metric: Metric {
        name: "blanc-v4",
        title: "BLANC v4",
        summary: "BLANC on one pair of sets with the same mentions",
        citation: "Recasens and Hovy 2011",
        parts: &[
            Part::Entities(|overlap| twinless::tally(twinless::V4, overlap, pairwise::tally)),
            Part::Entities(|overlap| twinless::tally(twinless::V4, overlap, kept_apart)),
        ],
        ..BLANC
    },
    of: "blanc",
    rule: "BLANC as first defined, on the sets of B³ v4",
    setting: "CoNLL scorer v4–v5, as described",
    confirmed: false,
};

#[cfg(test)]
mod tests {
    use super::V4;
    use crate::metric::assert::{assert_f1, score};
    use crate::metric::blanc::BLANC;

    #[test]
    fn without_twinless_mentions_it_is_blanc() {
        let (key, response) = ("1 2 3 4 5 | 6 7 | 8 9 A B C", "1 2 3 4 5 | 6 7 8 9 A B C");
        assert_f1(&V4.metric, key, response, score(&BLANC, key, response).f1);
    }
}
