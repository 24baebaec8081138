//! MUC, B³ and CEAF in which links to names weigh more than links to nouns, and these more than links between pronouns.
//!
//! A link has the weight of the more informative of its two mentions. MUC counts the heaviest tree that joins
//! the mentions of a part: `(|S| − 1) · w(S)`, where `w(S)` is the weight of the most informative mention of
//! S. B³ divides, for each mention, the weight of its kept links by the weight of all its links, a link to
//! itself included. CEAF uses `|S| · w(S)` instead of |S|. With equal weights, all of them equal the plain
//! metrics. The idea is from Chen and Ng 2013, Linguistically aware coreference evaluation metrics. Their
//! formulas were not available, so this measure is experimental.

use std::collections::BTreeMap;

use super::Measure;
use crate::assignment::{Solver, Table};
use crate::matching::{HeadsOf, Side};
use crate::metric::{Ratio, Tally};
use crate::pair::Pair;
use crate::selection::{MentionKind, kind_of};

/// What this measure is called, and where it comes from.
pub const KIND_WEIGHTS: Measure = Measure {
    name: "kind-weights",
    command: "measures",
    summary: "MUC, B³ and CEAF in which links to names weigh more than links between pronouns",
    citation: "Chen and Ng 2013",
};

/// The weight of each kind of mention.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// A name.
    pub name: f64,
    /// A noun, a verb, or anything else that is neither name nor pronoun.
    pub nominal: f64,
    /// A pronoun.
    pub pronoun: f64,
    /// A singleton that is a singleton on both sides, in MUC; with 0, MUC ignores singletons.
    pub singleton: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { name: 1.0, nominal: 0.75, pronoun: 0.5, singleton: 0.0 }
    }
}

/// The tallies of the weighted metrics.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tallies {
    /// MUC.
    pub muc: Tally,
    /// B³.
    pub b_cubed: Tally,
    /// CEAFm.
    pub ceaf_m: Tally,
    /// CEAFe.
    pub ceaf_e: Tally,
}

impl Tallies {
    /// Names and tallies, in the order in which they are printed.
    #[must_use]
    pub fn named(&self) -> [(&'static str, Tally); 4] {
        [("muc", self.muc), ("b-cubed", self.b_cubed), ("ceaf-m", self.ceaf_m), ("ceaf-e", self.ceaf_e)]
    }
}

impl std::ops::AddAssign for Tallies {
    fn add_assign(&mut self, other: Self) {
        self.muc += other.muc;
        self.b_cubed += other.b_cubed;
        self.ceaf_m += other.ceaf_m;
        self.ceaf_e += other.ceaf_e;
    }
}

/// Counts one pair; kinds of mentions come from the key's parts of speech and syntax.
#[must_use]
pub fn tally(pair: &Pair<'_>, weights: Weights) -> Tallies {
    let table = Kinds::new(pair);
    let other = table.transposed();
    let both = |credit: &dyn Fn(&Kinds) -> Ratio| Tally { recall: credit(&table), precision: credit(&other) };
    Tallies {
        muc: both(&|table| table.muc(weights)),
        b_cubed: both(&|table| table.b_cubed(weights)),
        ceaf_m: table.ceaf(weights, true),
        ceaf_e: table.ceaf(weights, false),
    }
}

/// How many names, nominals and pronouns a set of mentions has.
type Counts = [u32; 3];

fn size(counts: Counts) -> u32 {
    counts.iter().sum()
}

impl Weights {
    fn each(self) -> [f64; 3] {
        [self.name, self.nominal, self.pronoun]
    }

    /// The weight of the most informative mention of a set.
    fn best(self, counts: Counts) -> f64 {
        let present = self.each().into_iter().zip(counts).filter(|(_, count)| *count > 0);
        present.map(|(weight, _)| weight).fold(0.0, f64::max)
    }

    /// The weight of a set, used instead of its size.
    fn whole(self, counts: Counts) -> f64 {
        f64::from(size(counts)) * self.best(counts)
    }

    /// The weight of the heaviest tree that joins a set.
    fn tree(self, counts: Counts) -> f64 {
        f64::from(size(counts).saturating_sub(1)) * self.best(counts)
    }

    /// The weight of the links from a mention of some kind to a set, including the link to itself.
    fn links(self, kind: usize, counts: Counts) -> f64 {
        let own = self.each()[kind];
        let links = self.each().into_iter().zip(counts);
        links.map(|(weight, count)| own.max(weight) * f64::from(count)).sum()
    }
}

/// The table of shared mentions, with kinds.
struct Kinds {
    rows: Vec<Counts>,
    columns: Vec<Counts>,
    cells: BTreeMap<(u32, u32), Counts>,
}

impl Kinds {
    fn new(pair: &Pair<'_>) -> Self {
        let (key, response) = (kinds(&pair.key, pair), kinds(&pair.response, pair));
        let mut cells: BTreeMap<(u32, u32), Counts> = BTreeMap::new();
        for (one, other) in pair.alignment.twins() {
            let entities = (pair.key.mentions[one].entity, pair.response.mentions[other].entity);
            // twins have the kind of the key mention
            cells.entry(entities).or_default()[key[one]] += 1;
        }
        Self { rows: by_entity(&pair.key, &key), columns: by_entity(&pair.response, &response), cells }
    }

    fn transposed(&self) -> Self {
        let cells = self.cells.iter().map(|(&(row, column), counts)| ((column, row), *counts)).collect();
        Self { rows: self.columns.clone(), columns: self.rows.clone(), cells }
    }

    fn muc(&self, weights: Weights) -> Ratio {
        let row = |entity: u32| self.rows[entity as usize];
        let column = |entity: u32| self.columns[entity as usize];
        let alone = |&(one, other): &(u32, u32)| size(row(one)) == 1 && size(column(other)) == 1;
        let kept: f64 = self.cells.values().map(|counts| weights.tree(*counts)).sum();
        let singletons = self.cells.keys().filter(|cell| alone(cell)).count() as f64;
        let all: f64 = self.rows.iter().map(|counts| weights.tree(*counts)).sum();
        let all_singletons = self.rows.iter().filter(|counts| size(**counts) == 1).count() as f64;
        Ratio::new(kept + weights.singleton * singletons, all + weights.singleton * all_singletons)
    }

    fn b_cubed(&self, weights: Weights) -> Ratio {
        let credit = |(&(row, _), counts): (&(u32, u32), &Counts)| -> f64 {
            let whole = self.rows[row as usize];
            let of_kind = |kind: usize| {
                let share = Ratio::new(weights.links(kind, *counts), weights.links(kind, whole)).or_zero();
                f64::from(counts[kind]) * share
            };
            (0..3).map(of_kind).sum()
        };
        let mentions = self.rows.iter().map(|counts| u64::from(size(*counts))).sum::<u64>();
        Ratio::new(self.cells.iter().map(credit).sum(), mentions as f64)
    }

    /// The tally of the best alignment by shared weight, or by shared weight over the mean weight of the two
    /// entities.
    fn ceaf(&self, weights: Weights, by_mentions: bool) -> Tally {
        let similarity = |row: u32, column: u32, counts: Counts| {
            let sizes = weights.whole(self.rows[row as usize]) + weights.whole(self.columns[column as usize]);
            let shared = weights.whole(counts);
            if by_mentions { shared } else { Ratio::new(2.0 * shared, sizes).or_zero() }
        };
        let mut table = Table::new();
        for row in 0..self.rows.len() as u32 {
            let cells = self.cells.range((row, 0)..=(row, u32::MAX));
            table.add_row(cells.map(|(&(_, column), counts)| (column, similarity(row, column, *counts))));
        }
        let best = Solver::new().solve(&table).exact_total();
        let out_of = |sets: &[Counts]| -> f64 {
            let filled = sets.iter().filter(|counts| size(**counts) > 0);
            filled.map(|counts| if by_mentions { weights.whole(*counts) } else { 1.0 }).sum()
        };
        Tally::shared(best, out_of(&self.rows), out_of(&self.columns))
    }
}

/// The kind of each mention of a side, as the place of its weight.
fn kinds(side: &Side<'_>, pair: &Pair<'_>) -> Vec<usize> {
    let mut heads = HeadsOf::new(pair.key.document);
    let mut place = |mention| match kind_of(side.document, mention, &mut heads) {
        MentionKind::Name => 0,
        MentionKind::Nominal | MentionKind::Verb => 1,
        MentionKind::Pronoun => 2,
    };
    side.mentions.iter().map(&mut place).collect()
}

fn by_entity(side: &Side<'_>, kinds: &[usize]) -> Vec<Counts> {
    let mut counts = vec![Counts::default(); side.document.entity_count()];
    for (mention, kind) in side.mentions.iter().zip(kinds) {
        counts[mention.entity as usize][*kind] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::{Tallies, Weights, tally};
    use crate::document::{Document, Layer};
    use crate::matching::{Matching, Side};
    use crate::metric::assert::score;
    use crate::metric::by_name;
    use crate::pair::{Pair, notation};

    /// Tallies of a response in set notation, in which names begin with N, pronouns with p.
    fn tallies(key: &str, response: &str, weights: Weights) -> Tallies {
        let (mut key_document, response_document) = notation::documents(key, response);
        let mut tags = vec!["NN"; key_document.tokens as usize];
        for word in key.split_whitespace().chain(response.split_whitespace()).filter(|word| *word != "|") {
            let place = places(key, response).iter().position(|known| *known == word).unwrap_or_default();
            tags[place] = match word.chars().next() {
                Some('N') => "NNP",
                Some('p') => "PRP",
                _ => "NN",
            };
        }
        key_document.layers.set(Layer::PartOfSpeech, tags.iter().collect());
        counted(&key_document, &response_document, weights)
    }

    /// The words of both sides in the order in which the notation numbers them.
    fn places<'a>(key: &'a str, response: &'a str) -> Vec<&'a str> {
        let words = key.split_whitespace().chain(response.split_whitespace()).filter(|word| *word != "|");
        words.fold(Vec::new(), |mut seen, word| {
            if !seen.contains(&word) {
                seen.push(word);
            }
            seen
        })
    }

    fn counted(key: &Document, response: &Document, weights: Weights) -> Tallies {
        let (key, response) = (Side::all(key), Side::all(response));
        let alignment = Matching::EXACT.align(&key, &response);
        tally(&Pair::new(key, response, alignment), weights)
    }

    fn assert_near(found: impl Into<Option<f64>>, expected: f64) {
        let found = found.into().unwrap_or(0.0);
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    #[test]
    fn with_equal_weights_they_are_the_plain_metrics() {
        let equal = Weights { name: 1.0, nominal: 1.0, pronoun: 1.0, singleton: 0.0 };
        for (key, response) in [
            ("a b c | d e f g", "a b | c d | f g h i"),
            ("N1 p2 n3 | N4 p5", "N1 p5 | p2 n3 | N4 x"),
            ("a | b c", "a b c | x | y z"),
        ] {
            for (name, tally) in tallies(key, response, equal).named() {
                let [recall, precision, _] = score(by_name(name).unwrap(), key, response).or_zero();
                let found = tally.score(1.0);
                assert_near(found.recall, recall);
                assert_near(found.precision, precision);
            }
        }
    }

    #[test]
    fn pronouns_without_their_name_are_worth_less() {
        // the key's tree weighs 2; a name and a pronoun are joined by 1, two pronouns by 1/2
        let key = "N1 p2 p3";
        let (named, nameless) =
            (tallies(key, "N1 p2", Weights::default()), tallies(key, "p2 p3", Weights::default()));
        assert_near(named.muc.recall.or_zero(), 1.0 / 2.0);
        assert_near(nameless.muc.recall.or_zero(), 1.0 / 4.0);
        // all links weigh 1 but those among pronouns: N1 keeps 2 of 3, p2 keeps 1 + 1/2 of 1 + 1/2 + 1/2
        assert_near(named.b_cubed.recall.or_zero(), (2.0 / 3.0 + 1.5 / 2.0) / 3.0);
        // p2 and p3 keep 1/2 + 1/2 of 2 each
        assert_near(nameless.b_cubed.recall.or_zero(), 1.0 / 3.0);
        assert_near(named.ceaf_m.recall.or_zero(), 2.0 / 3.0);
        assert_near(nameless.ceaf_m.recall.or_zero(), 1.0 / 3.0);
        // 2 · 2 / (3 + 2), and 2 · 1 / (3 + 1)
        assert_near(named.ceaf_e.recall.or_zero(), 4.0 / 5.0);
        assert_near(nameless.ceaf_e.recall.or_zero(), 1.0 / 2.0);
    }

    #[test]
    fn singletons_count_in_muc_if_they_weigh_anything() {
        let weights = Weights { singleton: 0.5, ..Weights::default() };
        let found = tallies("a | b | c d", "a | b c d", weights).muc;
        // of two singletons one is found, and the link of two nouns
        assert_near(found.recall.or_zero(), (0.5 + 0.75) / (1.0 + 0.75));
    }
}
