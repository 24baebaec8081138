//! B³ under every rule for twinless mentions with which figures have been published.

use super::super::{Changes, Group, Metric, Part, b_cubed};
use super::{Variant, twinless};

/// B³ that ignores spurious mentions.
pub const ZERO: Variant = Variant {
    metric: Metric {
        name: "b-cubed-0",
        title: "B³₀",
        summary: "B³ without spurious mentions",
        citation: "Stoyanov et al. 2009",
        parts: &[Part::Entities(|overlap| twinless::tally(twinless::ZERO, overlap, b_cubed::tally))],
        group: Group::Variant,
        changes: Changes::NONE,
        ..b_cubed::B_CUBED
    },
    of: "b-cubed",
    sets: Some(twinless::ZERO),
    rule: "spurious mentions are dropped; a missed mention has recall 0",
    setting: "papers of 2009–2011 that print B³0",
    confirmed: true,
};

/// B³ where a twinless mention counts as correct for itself.
pub const ALL: Variant = Variant {
    metric: Metric {
        name: "b-cubed-all",
        title: "B³all",
        summary: "B³ where a twinless mention counts as correct for itself",
        citation: "Stoyanov et al. 2009",
        parts: &[Part::Entities(|overlap| twinless::tally(twinless::ALL, overlap, b_cubed::tally))],
        group: Group::Variant,
        changes: Changes::NONE,
        ..b_cubed::B_CUBED
    },
    of: "b-cubed",
    sets: Some(twinless::ALL),
    rule: "a twinless mention counts 1/size of its own entity",
    setting: "papers of 2009–2012 that print B³all",
    confirmed: true,
};

/// B³all without spurious singletons.
pub const RAHMAN_NG: Variant = Variant {
    metric: Metric {
        name: "b-cubed-rn",
        title: "B³r&n",
        summary: "B³all without spurious singletons",
        citation: "Rahman and Ng 2009",
        parts: &[Part::Entities(|overlap| twinless::tally(twinless::RAHMAN_NG, overlap, b_cubed::tally))],
        group: Group::Variant,
        changes: Changes::NONE,
        ..b_cubed::B_CUBED
    },
    of: "b-cubed",
    sets: Some(twinless::RAHMAN_NG),
    rule: "spurious singletons are dropped, then B³all (the reading of Cai and Strube)",
    setting: "Rahman and Ng 2009 and papers that follow them",
    confirmed: false,
};

/// B³ for system mentions.
pub const SYS: Variant = Variant {
    metric: Metric {
        name: "b-cubed-sys",
        title: "B³sys",
        summary: "B³ with missed mentions added, spurious ones counted for precision only",
        citation: "Cai and Strube 2010",
        parts: &[Part::Entities(|overlap| twinless::tally(twinless::SYS, overlap, b_cubed::tally))],
        group: Group::Variant,
        changes: Changes::NONE,
        ..b_cubed::B_CUBED
    },
    of: "b-cubed",
    sets: Some(twinless::SYS),
    rule: "spurious singletons dropped, missed mentions added as singletons; other spurious mentions are key singletons for \
           precision and dropped for recall",
    setting: "Cai and Strube 2010; neleval with twinless adjustment",
    confirmed: true,
};

/// B³ as in versions 4 and 5 of the CoNLL scorer.
pub const V4: Variant = Variant {
    metric: Metric {
        name: "b-cubed-v4",
        title: "B³ v4",
        summary: "B³sys with the sets for precision also used for recall",
        citation: "Pradhan et al. 2011; Recasens et al. 2013",
        parts: &[Part::Entities(|overlap| twinless::tally(twinless::V4, overlap, b_cubed::tally))],
        group: Group::Variant,
        changes: Changes::NONE,
        ..b_cubed::B_CUBED
    },
    of: "b-cubed",
    sets: Some(twinless::V4),
    rule: "as B³sys, but recall is computed on the sets for precision",
    setting: "CoNLL scorer v4–v5: CoNLL-2011 and 2012 as first published; CoreNLP's Bconll",
    confirmed: true,
};

#[cfg(test)]
mod tests {
    use super::{ALL, RAHMAN_NG, SYS, V4, ZERO};
    use crate::metric::assert::{assert_f1, assert_score};

    const THIRD: f64 = 1.0 / 3.0;

    #[test]
    fn the_first_example_of_cai_and_strube_2010() {
        let (key, response) = ("a b c", "a b d");
        assert_score(&ZERO.metric, key, response, (4.0 / 9.0, 1.0));
        assert_score(&ALL.metric, key, response, (5.0 / 9.0, 5.0 / 9.0));
        assert_score(&RAHMAN_NG.metric, key, response, (5.0 / 9.0, 5.0 / 9.0));
        assert_score(&SYS.metric, key, response, (5.0 / 9.0, 2.0 * THIRD));
        assert_score(&V4.metric, key, response, (2.0 * THIRD, 2.0 * THIRD));
    }

    #[test]
    fn the_example_of_cai_and_strube_2010_with_the_missed_mention_alone() {
        let (key, response) = ("a b c", "a b d | c");
        assert_score(&ZERO.metric, key, response, (5.0 / 9.0, 1.0));
        assert_score(&ALL.metric, key, response, (5.0 / 9.0, 2.0 * THIRD));
        assert_score(&RAHMAN_NG.metric, key, response, (5.0 / 9.0, 2.0 * THIRD));
        assert_score(&SYS.metric, key, response, (5.0 / 9.0, 2.0 * THIRD));
        assert_score(&V4.metric, key, response, (2.0 * THIRD, 2.0 * THIRD));
    }

    #[test]
    fn the_example_of_cai_and_strube_2010_with_spurious_singletons() {
        let (key, response) = ("a b c", "a b d | i | j | k");
        assert_score(&ZERO.metric, key, response, (4.0 / 9.0, 1.0));
        assert_score(&ALL.metric, key, response, (5.0 / 9.0, 7.0 / 9.0));
        assert_score(&RAHMAN_NG.metric, key, response, (5.0 / 9.0, 5.0 / 9.0));
        assert_score(&SYS.metric, key, response, (5.0 / 9.0, 2.0 * THIRD));
        assert_score(&V4.metric, key, response, (2.0 * THIRD, 2.0 * THIRD));
    }

    #[test]
    fn the_example_of_pradhan_et_al_2014_under_every_rule() {
        let (key, response) = ("a b c | d e f g", "a b | c d | f g h i");
        assert_score(&ZERO.metric, key, response, (5.0 / 12.0, 5.0 / 6.0));
        assert_f1(&ZERO.metric, key, response, 5.0 / 9.0);
        assert_score(&ALL.metric, key, response, (19.0 / 42.0, 9.0 / 16.0));
        assert_score(&RAHMAN_NG.metric, key, response, (19.0 / 42.0, 9.0 / 16.0));
        assert_score(&SYS.metric, key, response, (19.0 / 42.0, 11.0 / 18.0));
        assert_score(&V4.metric, key, response, (31.0 / 54.0, 11.0 / 18.0));
    }
}
