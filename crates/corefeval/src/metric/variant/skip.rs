//! Metrics as most evaluators inside training code have counted them since 2016: they skip singletons in some
//! places.
//!
//! B³ and LEA skip singletons on the side that is counted. B³ gives no credit for mentions whose entity on
//! the other side is a singleton. CEAFe drops the singletons of the response but not those of the key.
//! Without singletons, all of them equal the usual metrics; with singletons, even a perfect response has a
//! CEAFe below 1.

use super::super::ceaf::{CEAF_E, entity_tally};
use super::super::contribution::{Explain, Share};
use super::super::{Changes, Group, LookedUp, Metric, Part, Ratio, Tally, b_cubed, lea};
use super::{Variant, twinless};
use crate::pair::Overlap;

const CITATION: &str = "Clark and Manning 2016; Lee et al. 2017";
const SETTING: &str = "evaluators in training code since 2016 (deep-coref, e2e-coref, SpanBERT, s2e, AllenNLP, fastcoref), with singletons";

/// B³ that skips singletons.
pub const B_CUBED: Variant = Variant {
    metric: Metric {
        name: "b-cubed-skip",
        title: "B³ skip",
        aliases: &[],
        summary: "B³ of entities with more than one mention, on both sides",
        citation: CITATION,
        parts: &[Part::Entities(b_cubed_tally)],
        group: Group::Variant,
        explain: Explain::Entities(&[Share::Alone(b_cubed_tally)]),
        changes: looked_up(|looked_up| vec![looked_up.entities.b_cubed_without_singletons()]),
        ..b_cubed::B_CUBED
    },
    of: "b-cubed",
    sets: None,
    rule: "singletons on the side that is counted are skipped, those on the other side give no credit",
    setting: SETTING,
    confirmed: true,
};

/// CEAFe without the singletons of the response.
pub const CEAF_E_SKIP: Variant = Variant {
    metric: Metric {
        name: "ceaf-e-skip",
        title: "CEAFe skip",
        aliases: &[],
        summary: "CEAFe without the singletons of the response, but with those of the key",
        citation: CITATION,
        parts: &[Part::Entities(|overlap| twinless::tally(twinless::SKIP, overlap, entity_tally))],
        group: Group::Variant,
        changes: looked_up(|looked_up| vec![looked_up.entities.ceaf_e_without_response_singletons()]),
        ..CEAF_E
    },
    of: "ceaf-e",
    sets: Some(twinless::SKIP),
    rule: "singletons of the response are dropped, those of the key stay",
    setting: SETTING,
    confirmed: true,
};

/// LEA that skips singletons.
pub const LEA: Variant = Variant {
    metric: Metric {
        name: "lea-skip",
        title: "LEA skip",
        aliases: &[],
        summary: "LEA of entities with more than one mention",
        citation: CITATION,
        parts: &[Part::Entities(lea_tally)],
        group: Group::Variant,
        explain: Explain::Entities(&[Share::Alone(lea_tally)]),
        changes: looked_up(|looked_up| vec![looked_up.entities.lea_without_singletons()]),
        ..lea::LEA
    },
    of: "lea",
    sets: None,
    rule: "singletons on the side that is counted are skipped",
    setting: "wl-coref and evaluators in training code since 2016, with singletons",
    confirmed: true,
};

const fn looked_up(count: fn(&LookedUp) -> Vec<Tally>) -> Changes {
    Changes { looked_up: Some(count), ..Changes::NONE }
}

fn b_cubed_tally(overlap: &Overlap) -> Tally {
    Tally::both_ways(overlap, |overlap| {
        let credited = |column: u32| overlap.column_sizes()[column as usize] > 1;
        let entities = overlap.rows().filter(|(size, _)| *size > 1).map(|(size, cells)| {
            let cells = cells.iter().filter(|cell| credited(cell.column));
            let kept: u64 = cells.map(|cell| u64::from(cell.count).pow(2)).sum();
            Ratio::new(kept as f64 / f64::from(size), f64::from(size))
        });
        entities.sum()
    })
}

fn lea_tally(overlap: &Overlap) -> Tally {
    Tally::both_ways(overlap, |overlap| {
        let entities = overlap.rows().filter(|(size, _)| *size > 1).map(|(size, cells)| {
            let kept: u64 = cells.iter().map(|cell| lea::links(cell.count)).sum();
            Ratio::new(f64::from(size) * (kept as f64 / lea::links(size) as f64), f64::from(size))
        });
        entities.sum()
    })
}

#[cfg(test)]
mod tests {
    use super::{B_CUBED, CEAF_E_SKIP, LEA};
    use crate::metric::assert::assert_score;

    #[test]
    fn a_perfect_response_with_singletons_lacks_recall_in_ceaf() {
        let text = "a b | c | d";
        assert_score(&B_CUBED.metric, text, text, (1.0, 1.0));
        assert_score(&LEA.metric, text, text, (1.0, 1.0));
        assert_score(&CEAF_E_SKIP.metric, text, text, (1.0 / 3.0, 1.0));
    }

    #[test]
    fn singletons_of_the_other_side_give_no_credit() {
        // of a b c, only a is found: B³ would give 1/3 of 3
        assert_score(&B_CUBED.metric, "a b c | d e", "a | d e", (2.0 / 5.0, 1.0));
        assert_score(&LEA.metric, "a b c | d e", "a | d e", (2.0 / 5.0, 1.0));
        assert_score(&CEAF_E_SKIP.metric, "a b c | d e", "a | d e", (1.0 / 2.0, 1.0));
    }

    #[test]
    fn without_singletons_nothing_changes() {
        let (key, response) = ("a b c | d e f g", "a b | c d | f g h i");
        assert_score(&B_CUBED.metric, key, response, (5.0 / 12.0, 1.0 / 2.0));
        assert_score(&LEA.metric, key, response, (5.0 / 21.0, 1.0 / 3.0));
        assert_score(&CEAF_E_SKIP.metric, key, response, (13.0 / 20.0, 13.0 / 30.0));
    }
}
