//! CEAF with other similarities, and under the rules for twinless mentions with which figures have been
//! published.
//!
//! φ1 = 1 if K = R, φ2 = 1 if they share a mention; φ3 and φ4 are CEAFm and CEAFe themselves.

use super::super::ceaf::{CEAF_E, CEAF_M, best, entities, entity_tally, mention_tally};
use super::super::contribution::{Explain, OutOf, Share};
use super::super::{Changes, Group, Metric, Part, Tally};
use super::{Variant, twinless};
use crate::pair::{Cell, Overlap};

/// CEAF that counts entities which are exactly right.
pub const PHI_1: Variant = Variant {
    metric: Metric {
        name: "ceaf-phi1",
        title: "CEAF φ1",
        summary: "how many entities are exactly right",
        citation: "Luo 2005",
        parts: &[Part::Entities(|overlap| aligned(overlap, same))],
        group: Group::Variant,
        explain: Explain::Entities(&[Share::Aligned { similarity: same, out_of: OutOf::Entities }]),
        changes: Changes::NONE,
        ..CEAF_E
    },
    of: "ceaf-e",
    sets: None,
    rule: "φ = 1 if the two entities have the same mentions, 0 otherwise",
    setting: "Luo 2005; recall and precision of exact entities",
    confirmed: true,
};

/// CEAF that counts entities which share a mention.
pub const PHI_2: Variant = Variant {
    metric: Metric {
        name: "ceaf-phi2",
        title: "CEAF φ2",
        summary: "how many entities can be aligned with one that shares a mention",
        citation: "Luo 2005",
        parts: &[Part::Entities(|overlap| aligned(overlap, touching))],
        group: Group::Variant,
        explain: Explain::Entities(&[Share::Aligned { similarity: touching, out_of: OutOf::Entities }]),
        changes: Changes::NONE,
        ..CEAF_E
    },
    of: "ceaf-e",
    sets: None,
    rule: "φ = 1 if the two entities share a mention, 0 otherwise",
    setting: "Luo 2005",
    confirmed: true,
};

/// CEAFm for system mentions.
pub const M_SYS: Variant = Variant {
    metric: Metric {
        name: "ceaf-m-sys",
        title: "CEAFm sys",
        summary: "CEAFm with missed mentions added, spurious ones counted for precision only",
        citation: "Cai and Strube 2010",
        parts: &[Part::Entities(|overlap| twinless::tally(twinless::SYS, overlap, mention_tally))],
        group: Group::Variant,
        changes: Changes::NONE,
        ..CEAF_M
    },
    of: "ceaf-m",
    sets: Some(twinless::SYS),
    rule: "the sets of B³sys, φ3",
    setting: "Cai and Strube 2010",
    confirmed: true,
};

/// CEAFm as in versions 4 and 5 of the CoNLL scorer.
pub const M_V4: Variant = Variant {
    metric: Metric {
        name: "ceaf-m-v4",
        title: "CEAFm v4",
        summary: "CEAFm on one pair of sets with the same mentions: recall is precision",
        citation: "Pradhan et al. 2011",
        parts: &[Part::Entities(|overlap| twinless::tally(twinless::V4, overlap, mention_tally))],
        group: Group::Variant,
        changes: Changes::NONE,
        ..CEAF_M
    },
    of: "ceaf-m",
    sets: Some(twinless::V4),
    rule: "the sets of B³ v4, φ3; recall = precision always",
    setting: "CoNLL scorer v4–v5: CoNLL-2011 and 2012 as first published",
    confirmed: true,
};

/// CEAFe for system mentions.
pub const E_SYS: Variant = Variant {
    metric: Metric {
        name: "ceaf-e-sys",
        title: "CEAFe sys",
        summary: "CEAFe with missed mentions added, spurious ones counted for precision only",
        citation: "Cai and Strube 2010",
        parts: &[Part::Entities(|overlap| twinless::tally(twinless::SYS, overlap, entity_tally))],
        group: Group::Variant,
        changes: Changes::NONE,
        ..CEAF_E
    },
    of: "ceaf-e",
    sets: Some(twinless::SYS),
    rule: "the sets of B³sys, φ4",
    setting: "Cai and Strube 2010 applied to φ4",
    confirmed: false,
};

/// CEAFe as in versions 4 and 5 of the CoNLL scorer.
pub const E_V4: Variant = Variant {
    metric: Metric {
        name: "ceaf-e-v4",
        title: "CEAFe v4",
        summary: "CEAFe on one pair of sets with the same mentions",
        citation: "Pradhan et al. 2011",
        parts: &[Part::Entities(|overlap| twinless::tally(twinless::V4, overlap, entity_tally))],
        group: Group::Variant,
        changes: Changes::NONE,
        ..CEAF_E
    },
    of: "ceaf-e",
    sets: Some(twinless::V4),
    rule: "the sets of B³ v4, φ4",
    setting: "CoNLL scorer v4–v5: CoNLL-2011 and 2012 as first published",
    confirmed: true,
};

/// The similarity of the entities of the best alignment, out of all entities.
fn aligned(overlap: &Overlap, similarity: fn(&Overlap, u32, Cell) -> f64) -> Tally {
    let total = best(overlap, |size, cell| similarity(overlap, size, *cell));
    Tally::shared(total, entities(overlap.row_sizes()), entities(overlap.column_sizes()))
}

fn same(overlap: &Overlap, size: u32, cell: Cell) -> f64 {
    let same = cell.count == size && cell.count == overlap.column_sizes()[cell.column as usize];
    f64::from(u8::from(same))
}

fn touching(_: &Overlap, _: u32, _: Cell) -> f64 {
    1.0
}

#[cfg(test)]
mod tests {
    use super::{E_V4, M_SYS, M_V4, PHI_1, PHI_2};
    use crate::metric::assert::{assert_f1, assert_score};

    const KEY: &str = "a b c | d e f g";
    const RESPONSE: &str = "a b | c d | f g h i";

    #[test]
    fn the_example_of_pradhan_et_al_2014() {
        assert_score(&PHI_1.metric, KEY, RESPONSE, (0.0, 0.0));
        assert_score(&PHI_2.metric, KEY, RESPONSE, (1.0, 2.0 / 3.0));
        assert_f1(&PHI_2.metric, KEY, RESPONSE, 0.8);
        assert_score(&M_SYS.metric, KEY, RESPONSE, (4.0 / 7.0, 4.0 / 9.0));
        assert_f1(&M_SYS.metric, KEY, RESPONSE, 0.5);
        assert_score(&M_V4.metric, KEY, RESPONSE, (4.0 / 9.0, 4.0 / 9.0));
        assert_f1(&E_V4.metric, KEY, RESPONSE, 0.4);
    }

    #[test]
    fn the_examples_of_cai_and_strube_2010() {
        for response in ["a b d", "a b d | c", "a b d | i | j | k"] {
            assert_score(&M_SYS.metric, "a b c", response, (2.0 / 3.0, 0.5));
            assert_f1(&M_SYS.metric, "a b c", response, 4.0 / 7.0);
            assert_score(&M_V4.metric, "a b c", response, (0.5, 0.5));
            assert_score(&E_V4.metric, "a b c", response, (0.5, 0.5));
        }
    }

    #[test]
    fn the_examples_of_luo_2005() {
        let key = "1 2 3 4 5 | 6 7 | 8 9 A B C";
        assert_f1(&PHI_1.metric, key, "1 2 3 4 5 | 6 7 8 9 A B C", 0.4);
        assert_f1(&PHI_2.metric, key, "1 2 3 4 5 | 6 7 8 9 A B C", 0.8);
    }
}
