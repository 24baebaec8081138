//! MUC counts the links that must be added to restore an entity.
//!
//! Recall = Σ (|K| − parts of K) / Σ (|K| − 1), where the parts of K are the response entities that hold its mentions
//! and each of its twinless mentions.

use super::contribution::{Explain, Share};
use super::credits::Held;
use super::{Changes, Credits, Group, Metric, Part, Ratio, Rules, Tally, repeated, split};
use crate::pair::Overlap;

/// The link-based metric of Vilain et al.
pub const MUC: Metric = Metric {
    name: "muc",
    title: "MUC",
    aliases: &[],
    summary: "how few links must be added to restore each entity",
    formula: "recall = Σ (|K| − parts of K) / Σ (|K| − 1) over key entities K; the parts of K are the response entities that hold its mentions, and each missed mention is a part by itself",
    citation: "Vilain et al. 1995",
    setting: "every CoNLL scorer, CoVal",
    parts: &[Part::Entities(tally)],
    group: Group::Standard,
    explain: Explain::Entities(&[Share::Alone(tally)]),
    credits: Some(|pair| Credits::both_ways(pair, link_back)),
    changes: Changes {
        under: Some(under),
        repeated: Some(|matched| vec![repeated::muc::tally(matched)]),
        looked_up: Some(|looked_up| vec![looked_up.entities.muc()]),
    },
    ..Metric::PLAIN
};

fn under(rules: Rules) -> &'static Metric {
    if rules.count_splits { &split::MUC_WITH_SPLITS } else { &MUC }
}

pub(crate) fn tally(overlap: &Overlap) -> Tally {
    Tally::both_ways(overlap, kept_links)
}

fn kept_links(overlap: &Overlap) -> Ratio {
    let entities = overlap.rows().map(|(size, cells)| {
        // each twinless mention is a separate part, so only mentions in cells can be linked
        let linked: u32 = cells.iter().map(|cell| cell.count - 1).sum();
        Ratio::of(linked.into(), u64::from(size) - 1)
    });
    entities.sum()
}

/// The link from a mention back to its entity: a first mention has none; it is kept if an earlier mention is
/// in the same part.
fn link_back(held: &Held) -> Ratio {
    let is_kept = held.twin.is_some() && !held.is_first_of_part;
    Ratio::of(is_kept.into(), (!held.is_first).into())
}

#[cfg(test)]
mod tests {
    use super::MUC;
    use crate::metric::assert::{assert_f1, assert_score};

    #[test]
    fn the_example_of_pradhan_et_al_2014() {
        assert_score(&MUC, "a b c | d e f g", "a b | c d | f g h i", (2.0 / 5.0, 2.0 / 5.0));
    }

    #[test]
    fn the_examples_of_luo_2005() {
        let key = "1 2 3 4 5 | 6 7 | 8 9 A B C";
        assert_f1(&MUC, key, "1 2 3 4 5 | 6 7 8 9 A B C", 18.0 / 19.0);
        assert_f1(&MUC, key, "1 2 3 4 5 8 9 A B C | 6 7", 18.0 / 19.0);
        assert_f1(&MUC, key, "1 2 3 4 5 6 7 8 9 A B C", 0.9);
        assert_f1(&MUC, key, "1|2|3|4|5|6|7|8|9|A|B|C", 0.0);
    }

    #[test]
    fn singletons_have_no_links_to_find() {
        assert_score(&MUC, "a | b", "a | b", (0.0, 0.0));
    }
}
