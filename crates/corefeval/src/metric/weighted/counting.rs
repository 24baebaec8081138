//! MUC, B³, LEA, CEAF and BLANC over look-ups, and the scores computed from them.

use super::{Comparison, Entity, Lookups};
use crate::metric::{Ratio, Score, Tally, Undefined};

impl Comparison {
    /// MUC: the links that need not be added.
    #[must_use]
    pub fn muc(&self) -> Tally {
        self.both_sides(|side, _| side.entities.iter().map(kept_links).sum())
    }

    /// MUC over the parts of a split antecedent: a part of a single mention counts as a link, kept if it is
    /// found alone.
    #[must_use]
    pub fn muc_of_parts(&self) -> Tally {
        self.both_sides(|side, other| side.entities.iter().map(|part| kept_links_of_part(part, other)).sum())
    }

    /// B³: for each mention, the share of its entity with which it was kept together.
    #[must_use]
    pub fn b_cubed(&self) -> Tally {
        self.both_sides(|side, _| side.entities.iter().map(kept_share).sum())
    }

    /// LEA: how much of each entity was resolved, times its size.
    #[must_use]
    pub fn lea(&self) -> Tally {
        self.both_sides(|side, other| side.entities.iter().map(|entity| resolved(entity, other)).sum())
    }

    /// B³ of entities with more than one mention; mentions count as found only in such entities.
    pub(crate) fn b_cubed_without_singletons(&self) -> Tally {
        self.both_sides(|side, other| {
            let credited = |entity: &Entity| {
                let cells = entity.cells.iter().filter(|cell| other.size(cell.entity) > 1);
                kept_share(&Entity { size: entity.size, cells: cells.copied().collect() })
            };
            several(side).map(credited).sum()
        })
    }

    /// LEA of entities with more than one mention.
    pub(crate) fn lea_without_singletons(&self) -> Tally {
        self.both_sides(|side, other| several(side).map(|entity| resolved(entity, other)).sum())
    }

    /// CEAFe without the singletons of the response.
    pub(crate) fn ceaf_e_without_response_singletons(&self) -> Tally {
        let total = self.best_total(
            |weight, key, response| {
                if response == 1 { 0.0 } else { dice(weight, key, response) }
            },
        );
        Tally::shared(total, self.key.entities.len() as f64, several(&self.response).count() as f64)
    }

    /// CEAFe: the best one-to-one assignment of entities, each pair worth its Dice coefficient.
    #[must_use]
    pub fn ceaf_e(&self) -> Tally {
        let total = self.best_total(dice);
        let entities = |side: &Lookups| side.entities.len() as f64;
        Tally::shared(total, entities(&self.key), entities(&self.response))
    }

    /// CEAFm: the best one-to-one assignment of entities, each pair worth the mentions it shares.
    #[must_use]
    pub fn ceaf_m(&self) -> Tally {
        let total = self.best_total(|weight, _, _| weight);
        Tally::shared(total, self.key.mentions() as f64, self.response.mentions() as f64)
    }

    /// BLANC's two parts: coreference links, and pairs of mentions kept apart.
    ///
    /// Both are counted from the key; repeated mentions add separate links.
    #[must_use]
    pub fn blanc(&self) -> [Tally; 2] {
        let (together, apart) = shared_links(&self.key, self.response.entities.len());
        let links_of =
            |side: &Lookups| side.entities.iter().map(|entity| links(entity.size.into())).sum::<f64>();
        let (key, response) = (links_of(&self.key), links_of(&self.response));
        let pairs = |side: &Lookups| links(side.mentions() as f64);
        let non_links = (pairs(&self.key) - key, pairs(&self.response) - response);
        [Tally::shared(together, key, response), Tally::shared(apart, non_links.0, non_links.1)]
    }

    /// The highest total worth of pairs of entities.
    fn best_total(&self, worth: impl Fn(f64, u32, u32) -> f64) -> f64 {
        self.held.best_total(|entity| self.response.size(entity), worth)
    }

    fn both_sides(&self, count: impl Fn(&Lookups, &Lookups) -> Ratio) -> Tally {
        Tally { recall: count(&self.key, &self.response), precision: count(&self.response, &self.key) }
    }
}

fn dice(weight: f64, key: u32, response: u32) -> f64 {
    2.0 * weight / (f64::from(key) + f64::from(response))
}

/// The entities of a side that have more than one mention.
fn several(side: &Lookups) -> impl Iterator<Item = &Entity> {
    side.entities.iter().filter(|entity| entity.size > 1)
}

fn kept_links(entity: &Entity) -> Ratio {
    let kept = entity.cells.iter().map(|cell| (cell.weight - 1.0).max(0.0)).sum();
    // an entity without mentions subtracts 1, as in those scorers
    Ratio::new(kept, f64::from(entity.size) - 1.0)
}

fn kept_links_of_part(part: &Entity, other: &Lookups) -> Ratio {
    if part.size == 1 { Ratio::new(self_link(part, other), 1.0) } else { kept_links(part) }
}

/// The share of an entity that was kept. An entity without mentions is 0/0 in those scorers, which then stop;
/// here it adds nothing.
fn kept_share(entity: &Entity) -> Ratio {
    let squares: f64 = entity.cells.iter().map(|cell| cell.weight * cell.weight).sum();
    let size = f64::from(entity.size);
    if entity.size == 0 { Ratio::default() } else { Ratio::new(squares / size, size) }
}

fn resolved(entity: &Entity, other: &Lookups) -> Ratio {
    let size = f64::from(entity.size);
    let (kept, all) =
        if entity.size == 1 { (self_link(entity, other), 1.0) } else { (kept_pairs(entity), links(size)) };
    if entity.size == 0 { Ratio::default() } else { Ratio::new(size * kept / all, size) }
}

fn self_link(entity: &Entity, other: &Lookups) -> f64 {
    let alone = entity.cells.iter().filter(|cell| other.size(cell.entity) == 1);
    alone.map(|cell| cell.weight).sum()
}

fn kept_pairs(entity: &Entity) -> f64 {
    entity.cells.iter().map(|cell| pairs_within(cell.weight, cell.squares)).sum()
}

/// The sum over all pairs of the product of their weights.
fn pairs_within(weight: f64, squares: f64) -> f64 {
    (weight * weight - squares) / 2.0
}

fn links(mentions: f64) -> f64 {
    mentions * (mentions - 1.0) / 2.0
}

/// How many pairs of key mentions are together on both sides, and how many are apart on both.
fn shared_links(key: &Lookups, responses: usize) -> (f64, f64) {
    let mut columns = vec![(0.0, 0.0); responses];
    let (mut together, mut same_key, mut all) = (0.0, 0.0, (0.0, 0.0));
    for entity in &key.entities {
        let mut row = (0.0, 0.0);
        for cell in &entity.cells {
            together += pairs_within(cell.weight, cell.squares);
            let column = columns.get_mut(cell.entity as usize);
            for sum in [Some(&mut row), column, Some(&mut all)].into_iter().flatten() {
                *sum = (sum.0 + cell.weight, sum.1 + cell.squares);
            }
        }
        same_key += pairs_within(row.0, row.1);
    }
    let same_response: f64 = columns.iter().map(|column| pairs_within(column.0, column.1)).sum();
    (together, pairs_within(all.0, all.1) - same_key - same_response + together)
}

/// The score of a summed tally. Recall or precision with numerator 0 is 0, even if the denominator is
/// negative, but F1 keeps its sign.
#[must_use]
pub fn score(tally: Tally) -> Score {
    let positive = |ratio: Ratio| ratio.value().map(|value| if ratio.numerator == 0.0 { 0.0 } else { value });
    Score { recall: positive(tally.recall), precision: positive(tally.precision), f: tally.score(1.0).f }
}

/// BLANC: the mean over the parts that either side has.
#[must_use]
pub fn blanc_score(parts: &[Tally; 2]) -> Score {
    let present = |tally: &&Tally| tally.recall.denominator != 0.0 || tally.precision.denominator != 0.0;
    let scores: Vec<Score> = parts.iter().filter(present).map(|tally| score(*tally)).collect();
    Score::mean(&scores, Undefined::Zero)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
