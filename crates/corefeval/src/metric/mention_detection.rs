//! Mention detection asks only whether the mentions were found, not what they refer to.
//!
//! Recall = twins / key mentions, precision = twins / response mentions.

use super::{Metric, Part, Tally, plain};
use crate::pair::Overlap;

/// How well mentions were found.
pub const MENTION_DETECTION: Metric = Metric {
    name: "mentions",
    title: "Mentions",
    summary: "how many mentions were found, whatever they refer to",
    citation: "Pradhan et al. 2011",
    parts: &[Part::Entities(tally)],
    score: plain,
    counts_singletons_first: true,
};

fn tally(overlap: &Overlap) -> Tally {
    let (key, response) = (overlap.key_mentions(), overlap.response_mentions());
    Tally::shared(overlap.twins() as f64, key as f64, response as f64)
}

#[cfg(test)]
mod tests {
    use super::MENTION_DETECTION;
    use crate::metric::assert::assert_score;

    #[test]
    fn partitions_do_not_matter() {
        assert_score(&MENTION_DETECTION, "a b c | d e f g", "a b | c d | f g h i", (6.0 / 7.0, 6.0 / 8.0));
    }
}
