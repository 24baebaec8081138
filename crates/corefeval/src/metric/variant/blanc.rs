//! BLANC on one pair of sets with the same mentions, the only case for which it was first defined.
//!
//! The scorer of SemEval-2010 computed it even with twinless mentions: a mention that the key lacks had an
//! undefined entity there, which compared as equal with another undefined entity and with the entity numbered
//! 0.

use super::super::blanc::{BLANC, kept_apart};
use super::super::{Changes, Group, Metric, Part, pairwise};
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
        group: Group::Variant,
        changes: Changes::NONE,
        ..BLANC
    },
    of: "blanc",
    sets: Some(twinless::V4),
    rule: "BLANC as first defined, on the sets of B³ v4",
    setting: "CoNLL scorer v4–v5, as described",
    confirmed: false,
};

/// BLANC as in the scorer of SemEval-2010, as far as its treatment of twinless mentions is known.
pub const SEMEVAL: Variant = Variant {
    metric: Metric {
        name: "blanc-semeval",
        title: "BLANC SemEval",
        summary: "BLANC with all spurious mentions in the first key entity",
        citation: "Recasens and Hovy 2011; Recasens et al. 2010",
        parts: &[
            Part::Entities(|overlap| twinless::tally(twinless::SEMEVAL, overlap, pairwise::tally)),
            Part::Entities(|overlap| twinless::tally(twinless::SEMEVAL, overlap, kept_apart)),
        ],
        group: Group::Variant,
        changes: Changes::NONE,
        ..BLANC
    },
    of: "blanc",
    sets: Some(twinless::SEMEVAL),
    rule: "missed mentions are response singletons, all spurious mentions belong to the first key entity",
    setting: "SemEval-2010 scorer 1.04, as described",
    confirmed: false,
};

#[cfg(test)]
mod tests {
    use super::{SEMEVAL, V4};
    use crate::metric::assert::{assert_f1, assert_score, score};
    use crate::metric::blanc::BLANC;

    #[test]
    fn without_twinless_mentions_it_is_blanc() {
        let (key, response) = ("1 2 3 4 5 | 6 7 | 8 9 A B C", "1 2 3 4 5 | 6 7 8 9 A B C");
        for variant in [&V4, &SEMEVAL] {
            assert_f1(&variant.metric, key, response, score(&BLANC, key, response).or_zero()[2]);
        }
    }

    #[test]
    fn spurious_mentions_may_fall_into_the_first_key_entity() {
        // {a b c h i} {d e f g} against {a b} {c d} {f g h i} {e}: 3 of 16 and 8 links, 15 of 20 and 28 others
        let (key, response) = ("a b c | d e f g", "a b | c d | f g h i");
        assert_score(
            &SEMEVAL.metric,
            key,
            response,
            (f64::midpoint(3.0 / 16.0, 15.0 / 20.0), f64::midpoint(3.0 / 8.0, 15.0 / 28.0)),
        );
        assert_f1(&SEMEVAL.metric, key, response, 7.0 / 16.0);
    }

    #[test]
    fn on_the_sets_of_v4_twinless_mentions_are_singletons() {
        // {a b c} {d e f g} {h} {i} against {a b} {c d} {f g h i} {e}: 2 of 9 and 8 links, 21 of 27 and 28 others
        let (key, response) = ("a b c | d e f g", "a b | c d | f g h i");
        assert_f1(&V4.metric, key, response, f64::midpoint(4.0 / 17.0, 42.0 / 55.0));
    }
}
