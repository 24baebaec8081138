//! Mention detection measures only whether the mentions were found, not what they refer to.
//!
//! Recall = twins / key mentions, precision = twins / response mentions. A matching rule may join some twins
//! only in part (SemEval-2010): they count half here, and in full in every other metric.

use super::contribution::{Explain, Share};
use super::credits::{Held, Twin};
use super::{Changes, Credits, Group, Metric, Part, Ratio, Tally};
use crate::pair::Pair;

/// How well mentions were found.
pub const MENTION_DETECTION: Metric = Metric {
    name: "mentions",
    title: "Mentions",
    aliases: &["md", "mention", "mention-detection"],
    summary: "how many mentions were found, whatever they refer to",
    formula: "recall = mentions found / key mentions; precision = mentions found / response mentions",
    citation: "Pradhan et al. 2011",
    setting: "every CoNLL scorer, CoVal",
    parts: &[Part::Mentions(tally)],
    counts_singletons_first: true,
    group: Group::Standard,
    explain: Explain::Entities(&[Share::Found]),
    credits: Some(|pair| Credits::both_ways(pair, found)),
    changes: Changes {
        under: None,
        repeated: Some(|matched| vec![matched.mentions()]),
        looked_up: Some(|looked_up| vec![looked_up.mentions]),
    },
    ..Metric::PLAIN
};

fn tally(pair: &Pair<'_>) -> Tally {
    let (key, response) = (pair.overlap.key_mentions(), pair.overlap.response_mentions());
    let found = pair.overlap.twins() as f64 - pair.alignment.partial_count() as f64 / 2.0;
    Tally::shared(found, key as f64, response as f64)
}

fn found(held: &Held) -> Ratio {
    let weight = |twin: Twin| if twin.in_part { 0.5 } else { 1.0 };
    Ratio::new(held.twin.map_or(0.0, weight), 1.0)
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
