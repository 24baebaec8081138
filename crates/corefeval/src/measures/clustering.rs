//! Measures of clustering, which need one set of mentions: a policy, [`MentionSet`], makes one set of the
//! two.
//!
//! For n mentions, and pairs of mentions of the same document: Rand = agreeing pairs / pairs;
//! ARI = (Σ C(|K∩R|,2) − E) / (½(Σ C(|K|,2) + Σ C(|R|,2)) − E), where E = Σ C(|K|,2) · Σ C(|R|,2) / C(n,2);
//! homogeneity = 1 − H(K|R) / H(K), completeness = 1 − H(R|K) / H(R), V their harmonic mean
//! (Rosenberg and Hirschberg 2007); VI = H(K|R) + H(R|K) in nats (Meilă 2003); purity = Σ max |K∩R| / n over response
//! entities; edit distance = splits and merges from the response to the key, each at cost 1 (Menestrina et al. 2010).

use std::iter::Sum;
use std::ops::Add;

use super::Measure;
use crate::metric::lea::links;
use crate::metric::variant::twinless::{self, Step};
use crate::pair::Overlap;

/// What this measure is called, and where it comes from.
pub const CLUSTERING: Measure = Measure {
    name: "clustering",
    command: "measures",
    summary: "how similar two clusterings of the same mentions are",
    citation: "Rosenberg and Hirschberg 2007; Meilă 2003; Menestrina et al. 2010",
};

/// How twinless mentions are treated, which a clustering cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MentionSet {
    /// A mention that one side lacks is a singleton there.
    Union,
    /// Only mentions that both sides have count.
    Common,
}

impl MentionSet {
    /// Both policies.
    pub const ALL: &'static [Self] = &[Self::Union, Self::Common];

    /// Its name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Union => "union",
            Self::Common => "common",
        }
    }

    fn apply(self, overlap: &Overlap) -> Overlap {
        match self {
            Self::Union => twinless::changed(overlap, &[Step::AddMissed, Step::AddSpurious]),
            Self::Common => {
                let response = twinless::changed(overlap, &[Step::DropSpurious]);
                twinless::changed(&response.transposed(), &[Step::DropSpurious]).transposed()
            }
        }
    }
}

/// The counts from which all these measures are computed. Counts of documents can be added; measures cannot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    mentions: u64,
    pairs: u64,
    key_links: u64,
    response_links: u64,
    shared_links: u64,
    /// Sum over documents of the links that ARI expects by chance.
    expected_links: f64,
    /// The sums Σ n log n over documents, over key entities, over response entities, and over cells.
    logs: [f64; 4],
    purest: u64,
    splits: u64,
    merges: u64,
}

impl Counts {
    /// Counts one document.
    #[must_use]
    pub fn new(overlap: &Overlap, set: MentionSet) -> Self {
        let table = set.apply(overlap);
        let mentions = table.twins();
        let pairs = mentions * mentions.saturating_sub(1) / 2;
        let all_links = |sizes: &[u32]| sizes.iter().map(|&size| links(size)).sum::<u64>();
        let (key_links, response_links) = (all_links(table.row_sizes()), all_links(table.column_sizes()));
        let shared_links = table.cells().iter().map(|cell| links(cell.count)).sum();
        let chance = key_links as f64 * response_links as f64 / pairs as f64;
        let by_response = table.transposed();
        Self {
            mentions,
            pairs,
            key_links,
            response_links,
            shared_links,
            expected_links: if pairs == 0 { 0.0 } else { chance },
            logs: logs(&table),
            purest: purest(&by_response),
            splits: cuts(&by_response),
            merges: cuts(&table),
        }
    }

    /// The measures computed from these counts.
    #[must_use]
    pub fn measures(&self) -> Measures {
        let mentions = self.mentions as f64;
        let [documents, key, response, cells] = self.logs;
        let share = |value: f64| if self.mentions == 0 { 0.0 } else { (value / mentions).max(0.0) };
        let (key_left, response_left) = (share(response - cells), share(key - cells));
        let homogeneity = without(key_left, share(documents - key));
        let completeness = without(response_left, share(documents - response));
        Measures {
            rand: self.rand(),
            adjusted_rand: self.adjusted_rand(),
            homogeneity,
            completeness,
            v: harmonic(homogeneity, completeness),
            variation: key_left + response_left,
            purity: share(self.purest as f64),
            edits: self.splits + self.merges,
            splits: self.splits,
            merges: self.merges,
        }
    }

    /// Names and values, in the order in which they are printed; undefined if there are no pairs of mentions
    /// or no mentions.
    #[must_use]
    pub fn named(&self) -> [(&'static str, Option<f64>); 10] {
        let found = self.measures();
        let of_pairs = |value: f64| (self.pairs > 0).then_some(value);
        let of_mentions = |value: f64| (self.mentions > 0).then_some(value);
        [
            ("rand", of_pairs(found.rand)),
            ("adjusted-rand", of_pairs(found.adjusted_rand)),
            ("homogeneity", of_mentions(found.homogeneity)),
            ("completeness", of_mentions(found.completeness)),
            ("v-measure", of_mentions(found.v)),
            ("variation-of-information", of_mentions(found.variation)),
            ("purity", of_mentions(found.purity)),
            ("edit-distance", Some(found.edits as f64)),
            ("splits", Some(found.splits as f64)),
            ("merges", Some(found.merges as f64)),
        ]
    }

    fn rand(&self) -> f64 {
        let agreeing = self.pairs + 2 * self.shared_links - self.key_links - self.response_links;
        if self.pairs == 0 { 1.0 } else { agreeing as f64 / self.pairs as f64 }
    }

    fn adjusted_rand(&self) -> f64 {
        let most = f64::midpoint(self.key_links as f64, self.response_links as f64);
        let range = most - self.expected_links;
        if range == 0.0 { 1.0 } else { (self.shared_links as f64 - self.expected_links) / range }
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let mut logs = self.logs;
        logs.iter_mut().zip(other.logs).for_each(|(sum, more)| *sum += more);
        Self {
            mentions: self.mentions + other.mentions,
            pairs: self.pairs + other.pairs,
            key_links: self.key_links + other.key_links,
            response_links: self.response_links + other.response_links,
            shared_links: self.shared_links + other.shared_links,
            expected_links: self.expected_links + other.expected_links,
            logs,
            purest: self.purest + other.purest,
            splits: self.splits + other.splits,
            merges: self.merges + other.merges,
        }
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

/// The measures of clustering.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Measures {
    /// The share of pairs of mentions on which both sides agree.
    pub rand: f64,
    /// The Rand index, corrected for chance.
    pub adjusted_rand: f64,
    /// How much of the key is known from the response: 1 if each response entity has mentions of only one key
    /// entity.
    pub homogeneity: f64,
    /// How much of the response is known from the key: 1 if each key entity is inside one response entity.
    pub completeness: f64,
    /// The harmonic mean of homogeneity and completeness.
    pub v: f64,
    /// Variation of information, in nats: a distance, 0 is best.
    pub variation: f64,
    /// The share of mentions that belong to the key entity with the most mentions in their response entity.
    pub purity: f64,
    /// Splits and merges from the response to the key: a distance, 0 is best.
    pub edits: u64,
    /// The number of splits.
    pub splits: u64,
    /// The number of merges.
    pub merges: u64,
}

fn logs(table: &Overlap) -> [f64; 4] {
    let log = |count: f64| if count == 0.0 { 0.0 } else { count * count.ln() };
    let all = |sizes: &[u32]| sizes.iter().map(|&size| log(f64::from(size))).sum::<f64>();
    let cells = table.cells().iter().map(|cell| log(f64::from(cell.count))).sum();
    [log(table.twins() as f64), all(table.row_sizes()), all(table.column_sizes()), cells]
}

fn purest(by_response: &Overlap) -> u64 {
    let largest = by_response.rows().filter_map(|(_, cells)| cells.iter().map(|cell| cell.count).max());
    largest.map(u64::from).sum()
}

/// How many cuts it takes until each piece of an entity lies in one entity of the other side.
fn cuts(table: &Overlap) -> u64 {
    table.rows().map(|(_, cells)| (cells.len() as u64).saturating_sub(1)).sum()
}

/// One minus the conditional entropy divided by the entropy; 1 if the entropy is 0.
fn without(left: f64, all: f64) -> f64 {
    if all == 0.0 { 1.0 } else { 1.0 - left / all }
}

fn harmonic(one: f64, other: f64) -> f64 {
    if one + other == 0.0 { 0.0 } else { 2.0 * one * other / (one + other) }
}

#[cfg(test)]
mod tests {
    use super::{Counts, Measures, MentionSet};
    use crate::pair::notation::overlap;

    fn measures(key: &str, response: &str, set: MentionSet) -> Measures {
        Counts::new(&overlap(key, response), set).measures()
    }

    fn assert_figures(found: &[f64], expected: &[f64]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() <= 1e-12, "{found} is not {expected}");
        }
    }

    fn figures(found: &Measures) -> [f64; 7] {
        let Measures { rand, adjusted_rand, homogeneity, completeness, v, variation, purity, .. } = *found;
        [rand, adjusted_rand, homogeneity, completeness, v, variation, purity]
    }

    const KEY: &str = "a b c | d e f g";
    const RESPONSE: &str = "a b | c d | f g h i";

    #[test]
    fn twinless_mentions_may_count_as_singletons_of_the_other_side() {
        // {a b c} {d e f g} {h} {i} and {a b} {c d} {f g h i} {e}: 9 and 8 links, 2 shared, of 36; chance gives 9 · 8 / 36
        let found = measures(KEY, RESPONSE, MentionSet::Union);
        let x = |count: f64| count * count.ln();
        // the key given the response: {c d} and {f g h i} have mentions of several key entities; then the
        // converse
        let (of_key, of_response) =
            ((x(2.0) + x(4.0) - x(2.0)) / 9.0, (x(3.0) - x(2.0) + x(4.0) - x(2.0)) / 9.0);
        let all = [(x(9.0) - x(3.0) - x(4.0)) / 9.0, (x(9.0) - 2.0 * x(2.0) - x(4.0)) / 9.0];
        let (homogeneity, completeness) = (1.0 - of_key / all[0], 1.0 - of_response / all[1]);
        let v = 2.0 * homogeneity * completeness / (homogeneity + completeness);
        let expected = [23.0 / 36.0, 0.0, homogeneity, completeness, v, of_key + of_response, 2.0 / 3.0];
        assert_figures(&figures(&found), &expected);
        assert_eq!((found.splits, found.merges, found.edits), (3, 3, 6));
    }

    #[test]
    fn twinless_mentions_may_be_left_out() {
        // {a b c} {d f g} and {a b} {c d} {f g}: 6 and 3 links, 2 shared, of 15; chance gives 6 · 3 / 15
        let found = measures(KEY, RESPONSE, MentionSet::Common);
        let (two, three) = (2f64.ln(), 3f64.ln());
        let completeness = 2.0 * two / (3.0 * three);
        let variation = two / 3.0 + three - 2.0 * two / 3.0;
        let v = 2.0 * (2.0 / 3.0) * completeness / (2.0 / 3.0 + completeness);
        let expected = [2.0 / 3.0, 8.0 / 33.0, 2.0 / 3.0, completeness, v, variation, 5.0 / 6.0];
        assert_figures(&figures(&found), &expected);
    }

    #[test]
    fn the_first_example_of_luo_2005() {
        // 21 and 31 links, 21 shared, of 66; {6 … C} holds 2 and 5 of the key's 12 mentions
        let (key, response) = ("1 2 3 4 5 | 6 7 | 8 9 A B C", "1 2 3 4 5 | 6 7 8 9 A B C");
        let found = measures(key, response, MentionSet::Union);
        let chance = 21.0 * 31.0 / 66.0;
        let variation = (7.0 * 7f64.ln() - 2.0 * 2f64.ln() - 5.0 * 5f64.ln()) / 12.0;
        assert_figures(
            &[found.rand, found.adjusted_rand, found.variation, found.completeness],
            &[56.0 / 66.0, (21.0 - chance) / (26.0 - chance), variation, 1.0],
        );
        assert_eq!(found.edits, 1);
    }

    #[test]
    fn nothing_to_cluster_has_no_measures_but_counts() {
        let of = |key: &str| Counts::new(&overlap(key, key), MentionSet::Union).named();
        assert!(of("")[..7].iter().all(|(_, value)| value.is_none()) && of("")[7].1.is_some());
        assert!(of("a")[0].1.is_none() && of("a")[6].1.is_some());
    }

    #[test]
    fn the_same_partition_is_perfect_whatever_the_documents() {
        let one = Counts::new(&overlap("a b | c", "a b | c"), MentionSet::Union);
        let found = (one + one).measures();
        assert_figures(&figures(&found), &[1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0]);
        assert_eq!(found.edits, 0);
    }
}
