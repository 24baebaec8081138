//! B³ credits each mention with the share of its entity that the response kept together.
//!
//! Recall = Σ |K ∩ R|² / |K|, over all pairs of entities, out of all key mentions.

use super::contribution::{Explain, Share};
use super::{Changes, Credits, Group, Metric, Part, Ratio, Rules, Tally, repeated, split};
use crate::pair::{Overlap, Pair};

/// The mention-based metric of Bagga and Baldwin.
pub const B_CUBED: Metric = Metric {
    name: "b-cubed",
    title: "B³",
    aliases: &["bcub", "b3"],
    summary: "for each mention, the share of its entity that is in the same entity on the other side",
    formula: "recall = Σ |K ∩ R|² / |K| over all pairs of a key entity K and a response entity R, / key mentions; precision = the same with |R|, / response mentions",
    citation: "Bagga and Baldwin 1998",
    setting: "CoNLL scorer v6–v8, CoVal, CorefUD scorer",
    parts: &[Part::Entities(tally)],
    group: Group::Standard,
    explain: Explain::Entities(&[Share::Alone(tally)]),
    credits: Some(credits),
    changes: Changes {
        under: Some(under),
        repeated: Some(|matched| vec![repeated::b_cubed::tally(matched)]),
        looked_up: Some(|looked_up| vec![looked_up.entities.b_cubed()]),
    },
    ..Metric::PLAIN
};

fn under(rules: Rules) -> &'static Metric {
    if rules.count_splits { &split::B_CUBED_WITH_SPLITS } else { &B_CUBED }
}

/// The credits of all mentions, out of the mentions of each side.
pub(crate) fn tally(overlap: &Overlap) -> Tally {
    Tally::both_ways(overlap, credit)
}

fn credit(overlap: &Overlap) -> Ratio {
    let entities = overlap.rows().map(|(size, cells)| {
        let kept: u64 = cells.iter().map(|cell| u64::from(cell.count).pow(2)).sum();
        Ratio::new(kept as f64 / f64::from(size), f64::from(size))
    });
    entities.sum()
}

/// For each mention, the share of its entity with which it is kept together.
fn credits(pair: &Pair<'_>) -> Credits {
    Credits::both_ways(pair, |held| Ratio::new(f64::from(held.shared()) / f64::from(held.size), 1.0))
}

#[cfg(test)]
mod tests {
    use super::B_CUBED;
    use crate::metric::assert::{assert_f1, assert_score};

    #[test]
    fn missing_mentions_lower_recall_only() {
        assert_score(&B_CUBED, "a | b c | d e f", "a | d e", (7.0 / 18.0, 1.0));
    }

    #[test]
    fn false_alarms_lower_precision_only() {
        assert_score(&B_CUBED, "a | b c | d e f", "a | b c x | d e f y | z", (1.0, 55.0 / 108.0));
    }

    #[test]
    fn the_example_of_pradhan_et_al_2014() {
        // the paper prints F1 .46, the F1 of its rounded .42 and .50; the fractions give 5/11
        assert_score(&B_CUBED, "a b c | d e f g", "a b | c d | f g h i", (5.0 / 12.0, 1.0 / 2.0));
        assert_f1(&B_CUBED, "a b c | d e f g", "a b | c d | f g h i", 5.0 / 11.0);
    }

    #[test]
    fn the_examples_of_cai_and_strube_2010() {
        assert_score(&B_CUBED, "a b c", "a b d", (4.0 / 9.0, 4.0 / 9.0));
        // Pradhan et al. 2014 say that precision drops to 0.333 here; by their own formula it is 7/12
        assert_score(&B_CUBED, "a b c", "a b d | c", (5.0 / 9.0, 7.0 / 12.0));
    }

    #[test]
    fn the_examples_of_luo_2005() {
        let key = "1 2 3 4 5 | 6 7 | 8 9 A B C";
        assert_score(&B_CUBED, key, "1 2 3 4 5 | 6 7 8 9 A B C", (1.0, 16.0 / 21.0));
        assert_score(&B_CUBED, key, "1 2 3 4 5 8 9 A B C | 6 7", (1.0, 7.0 / 12.0));
        assert_score(&B_CUBED, key, "1 2 3 4 5 6 7 8 9 A B C", (1.0, 3.0 / 8.0));
        assert_score(&B_CUBED, key, "1|2|3|4|5|6|7|8|9|A|B|C", (1.0 / 4.0, 1.0));
    }
}
