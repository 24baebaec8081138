//! Pairwise F1 counts coreference links: pairs of mentions of one entity.
//!
//! Recall = links of the key that the response has / links of the key. It is the coreference half of BLANC.

use super::contribution::{Explain, Share};
use super::credits::Held;
use super::lea::links;
use super::{Credits, Group, Metric, Part, Ratio, Tally};
use crate::pair::Overlap;

/// Recall and precision of coreference links.
pub const PAIRWISE: Metric = Metric {
    name: "pairwise",
    title: "Pairwise",
    aliases: &["pair-f1", "link-f1"],
    summary: "how many pairs of coreferent mentions were found",
    formula: "recall = shared coreference links / links of the key; precision = shared links / links of the response; a link is a pair of mentions of one entity",
    citation: "Recasens and Hovy 2011",
    setting: "papers that print pairwise or link F1; the coreference half of BLANC",
    parts: &[Part::Entities(tally)],
    group: Group::Standard,
    explain: Explain::Entities(&[Share::Alone(tally)]),
    credits: Some(|pair| Credits::both_ways(pair, half_links)),
    ..Metric::PLAIN
};

/// The number of coreference links of the key, of the response and of both.
pub(super) fn tally(overlap: &Overlap) -> Tally {
    let shared: u64 = overlap.cells().iter().map(|cell| links(cell.count)).sum();
    let count = |sizes: &[u32]| sizes.iter().map(|&size| links(size)).sum::<u64>();
    let (key, response) = (count(overlap.row_sizes()), count(overlap.column_sizes()));
    Tally { recall: Ratio::of(shared, key), precision: Ratio::of(shared, response) }
}

/// Half of each link of a mention; the other half belongs to the other mention.
fn half_links(held: &Held) -> Ratio {
    let half = |mentions: u32| f64::from(mentions.saturating_sub(1)) / 2.0;
    Ratio::new(half(held.shared()), half(held.size))
}

#[cfg(test)]
mod tests {
    use super::PAIRWISE;
    use crate::metric::assert::assert_score;

    #[test]
    fn the_example_of_pradhan_et_al_2014() {
        assert_score(&PAIRWISE, "a b c | d e f g", "a b | c d | f g h i", (2.0 / 9.0, 2.0 / 8.0));
    }
}
