//! LEA weighs each entity by its importance and measures how much of it was resolved.
//!
//! Recall = Σ |K| · resolved(K) / Σ |K|, where resolved(K) is the share of its links that the response has.
//! A singleton has one link, to itself, and is resolved if it is a singleton on the other side too.

use super::contribution::{Explain, Share};
use super::credits::Held;
use super::{Changes, Credits, Group, Metric, Part, Ratio, Rules, Tally, split};
use crate::pair::{Cell, Overlap};

/// The link-based entity-aware metric of Moosavi and Strube.
pub const LEA: Metric = Metric {
    name: "lea",
    title: "LEA",
    aliases: &[],
    summary: "how much of each entity was resolved, weighted by its size",
    formula: "recall = Σ |K| · resolved(K) / Σ |K|; resolved(K) = the share of the links of K that the response has; a singleton has one link, to itself",
    citation: "Moosavi and Strube 2016",
    setting: "CoVal, CorefUD scorer",
    parts: &[Part::Entities(tally)],
    group: Group::Standard,
    explain: Explain::Entities(&[Share::Alone(tally)]),
    credits: Some(|pair| Credits::both_ways(pair, linked)),
    changes: Changes {
        under: Some(under),
        repeated: None,
        looked_up: Some(|looked_up| vec![looked_up.entities.lea()]),
    },
    ..Metric::PLAIN
};

fn under(rules: Rules) -> &'static Metric {
    if rules.count_splits { &split::LEA_WITH_SPLITS } else { &LEA }
}

fn tally(overlap: &Overlap) -> Tally {
    Tally::both_ways(overlap, resolved)
}

fn resolved(overlap: &Overlap) -> Ratio {
    let entities = overlap.rows().map(|(size, cells)| {
        let share = if size == 1 { self_link(overlap, cells) } else { kept_share(size, cells) };
        Ratio::new(f64::from(size) * share, f64::from(size))
    });
    entities.sum()
}

fn self_link(overlap: &Overlap, cells: &[Cell]) -> f64 {
    let found = cells.iter().any(|cell| overlap.column_sizes()[cell.column as usize] == 1);
    if found { 1.0 } else { 0.0 }
}

fn kept_share(size: u32, cells: &[Cell]) -> f64 {
    let kept: u64 = cells.iter().map(|cell| links(cell.count)).sum();
    kept as f64 / links(size) as f64
}

/// The share of a mention's links that the other side has: |K| · (links kept of K) / (links of K), with half
/// of each link for either of its mentions.
fn linked(held: &Held) -> Ratio {
    let share = match held.twin {
        None => 0.0,
        Some(twin) if held.size == 1 => f64::from(u8::from(twin.size == 1)),
        Some(twin) => f64::from(twin.shared - 1) / f64::from(held.size - 1),
    };
    Ratio::new(share, 1.0)
}

/// How many links join so many mentions.
pub(crate) fn links(mentions: u32) -> u64 {
    let mentions = u64::from(mentions);
    mentions * mentions.saturating_sub(1) / 2
}

#[cfg(test)]
mod tests {
    use super::LEA;
    use crate::metric::assert::{assert_f1, assert_score};

    #[test]
    fn the_example_of_pradhan_et_al_2014() {
        assert_score(&LEA, "a b c | d e f g", "a b | c d | f g h i", (5.0 / 21.0, 1.0 / 3.0));
    }

    #[test]
    fn the_examples_of_luo_2005() {
        let key = "1 2 3 4 5 | 6 7 | 8 9 A B C";
        assert_score(&LEA, key, "1 2 3 4 5 | 6 7 8 9 A B C", (1.0, 13.0 / 18.0));
        assert_f1(&LEA, key, "1 2 3 4 5 6 7 8 9 A B C", 2.0 * (7.0 / 22.0) / (29.0 / 22.0));
    }

    #[test]
    fn a_singleton_is_resolved_only_by_a_singleton() {
        assert_score(&LEA, "a | b c", "a | b c", (1.0, 1.0));
        assert_score(&LEA, "a | b c", "a b c", (2.0 / 3.0, 1.0 / 3.0));
    }

    #[test]
    fn a_split_entity_keeps_the_links_inside_its_pieces() {
        assert_score(&LEA, "a b c d e", "a b c | d e", (0.4, 1.0));
    }
}
