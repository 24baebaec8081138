//! CEAF aligns entities one to one so that they are as similar as can be, and credits their similarity.
//!
//! Similarity Φ = Σ φ(K, g(K)) over the best one-to-one map g. CEAFm counts shared mentions, φ = |K∩R|, out of all
//! mentions; CEAFe takes φ = 2|K∩R| / (|K|+|R|), out of all entities.

use std::cell::RefCell;

use super::contribution::{Explain, OutOf, Share};
use super::credits::Held;
use super::{Changes, Credits, Group, Metric, Part, Ratio, Rules, Tally, repeated, split};
use crate::assignment::{Best, Solver, Table};
use crate::pair::{Cell, Overlap, Pair};

/// The mention-based variant, φ3.
pub const CEAF_M: Metric = Metric {
    name: "ceaf-m",
    title: "CEAFm",
    aliases: &["mention-ceaf", "ceaf-phi3"],
    summary: "how many mentions the best one-to-one alignment of entities shares",
    formula: "Φ = Σ |K ∩ R| over the best one-to-one alignment of entities; recall = Φ / key mentions; precision = Φ / response mentions",
    citation: "Luo 2005",
    setting: "CoNLL scorer v6–v8, CorefUD scorer",
    parts: &[Part::Entities(mention_tally)],
    group: Group::Standard,
    explain: Explain::Entities(&[Share::Aligned { similarity: shared, out_of: OutOf::Mentions }]),
    credits: Some(mention_credits),
    changes: Changes {
        under: Some(m_under),
        repeated: Some(|matched| vec![repeated::ceaf::tally_by_mentions(matched)]),
        looked_up: Some(|looked_up| vec![looked_up.entities.ceaf_m()]),
    },
    ..Metric::PLAIN
};

fn m_under(rules: Rules) -> &'static Metric {
    if rules.count_splits { &split::CEAF_M_WITH_SPLITS } else { &CEAF_M }
}

/// The entity-based variant, φ4.
pub const CEAF_E: Metric = Metric {
    name: "ceaf-e",
    title: "CEAFe",
    aliases: &["entity-ceaf", "ceaf-phi4"],
    summary: "how similar the entities of the best one-to-one alignment are",
    formula: "Φ = Σ 2 |K ∩ R| / (|K| + |R|) over the best one-to-one alignment of entities; recall = Φ / key entities; precision = Φ / response entities",
    citation: "Luo 2005",
    setting: "CoNLL scorer v6–v8, CoVal, CorefUD scorer",
    parts: &[Part::Entities(entity_tally)],
    group: Group::Standard,
    explain: Explain::Entities(&[Share::Aligned { similarity: dice, out_of: OutOf::Entities }]),
    credits: Some(entity_credits),
    changes: Changes {
        under: Some(e_under),
        repeated: Some(|matched| vec![repeated::ceaf::tally_by_entities(matched)]),
        looked_up: Some(|looked_up| vec![looked_up.entities.ceaf_e()]),
    },
    ..Metric::PLAIN
};

fn e_under(rules: Rules) -> &'static Metric {
    if rules.count_splits { &split::CEAF_E_WITH_SPLITS } else { &CEAF_E }
}

/// The number of shared mentions in the best alignment, out of the mentions of each side.
pub(super) fn mention_tally(overlap: &Overlap) -> Tally {
    let similarity = best(overlap, |size, cell| shared(overlap, size, *cell));
    Tally::shared(similarity, overlap.key_mentions() as f64, overlap.response_mentions() as f64)
}

/// The similarity of aligned entities in the best alignment, out of the entities of each side.
pub(crate) fn entity_tally(overlap: &Overlap) -> Tally {
    let columns = overlap.column_sizes();
    let similarity = best(overlap, |size, cell| dice(overlap, size, *cell));
    Tally::shared(similarity, entities(overlap.row_sizes()), entities(columns))
}

/// A mention is right if its twin is in the entity that its own is aligned with.
fn mention_credits(pair: &Pair<'_>) -> Credits {
    let aligned = Aligned::new(pair, shared);
    let credit = |held: &Held, partner: Option<u32>| {
        let is_right = held.twin.is_some_and(|twin| Some(twin.entity) == partner);
        Ratio::of(is_right.into(), 1)
    };
    Credits::of_sides(
        pair,
        |held| credit(held, aligned.of_key[held.entity as usize]),
        |held| credit(held, aligned.of_response[held.entity as usize]),
    )
}

/// Divides the similarity of an entity and the one it is aligned with equally among all its mentions, and its
/// denominator of 1 likewise. If only twins had credit, they could get more than their denominator.
fn entity_credits(pair: &Pair<'_>) -> Credits {
    let overlap = &pair.overlap;
    let aligned = Aligned::new(pair, dice);
    let credit = |overlap: &Overlap, entity: u32, partner: Option<u32>| {
        let (size, cells) = overlap.row(entity);
        let cell = cells.iter().find(|cell| Some(cell.column) == partner);
        let whole = f64::from(size);
        Ratio::new(cell.map_or(0.0, |cell| dice(overlap, size, *cell)) / whole, 1.0 / whole)
    };
    let ratios = |overlap: &Overlap, partners: &[Option<u32>]| -> Vec<Ratio> {
        let entities = (0..).zip(partners);
        entities.map(|(entity, partner)| credit(overlap, entity, *partner)).collect()
    };
    let of_key = ratios(overlap, &aligned.of_key);
    let of_response = ratios(overlap.turned(), &aligned.of_response);
    Credits::of_sides(pair, |held| of_key[held.entity as usize], |held| of_response[held.entity as usize])
}

/// The entity that each entity is aligned with.
struct Aligned {
    of_key: Vec<Option<u32>>,
    of_response: Vec<Option<u32>>,
}

impl Aligned {
    /// Of alignments that are equally good, the one that is found with the entities in the order of the text: that of the file must
    /// not change what single mentions are credited with.
    fn new(pair: &Pair<'_>, similarity: fn(&Overlap, u32, Cell) -> f64) -> Self {
        let overlap = &pair.overlap;
        let (keys, responses) = (pair.key.entities_in_text_order(), pair.response.entities_in_text_order());
        let mut places = vec![0; overlap.column_sizes().len()];
        for (place, &entity) in (0..).zip(&responses) {
            places[entity as usize] = place;
        }
        let mut table = Table::new();
        for &entity in &keys {
            let (size, cells) = overlap.row(entity);
            let cells =
                cells.iter().map(|cell| (places[cell.column as usize], similarity(overlap, size, *cell)));
            let mut cells: Vec<(u32, f64)> = cells.collect();
            cells.sort_unstable_by_key(|(place, _)| *place);
            table.add_row(cells);
        }
        let mut of_key = vec![None; overlap.row_sizes().len()];
        let mut of_response = vec![None; overlap.column_sizes().len()];
        for (&key, place) in keys.iter().zip(Solver::new().solve(&table).partners()) {
            let Some(place) = place else { continue };
            let response = responses[place as usize];
            of_key[key as usize] = Some(response);
            of_response[response as usize] = Some(key);
        }
        Self { of_key, of_response }
    }
}

/// The number of mentions that a key entity and a response entity share.
fn shared(_: &Overlap, _: u32, cell: Cell) -> f64 {
    f64::from(cell.count)
}

/// The Dice coefficient of a key entity of this size and a response entity.
pub(super) fn dice(overlap: &Overlap, size: u32, cell: Cell) -> f64 {
    let other = overlap.column_sizes()[cell.column as usize];
    2.0 * f64::from(cell.count) / (f64::from(size) + f64::from(other))
}

/// The response entity that the best alignment gives to each key entity that has mentions.
pub(super) fn partners(overlap: &Overlap, similarity: impl Fn(u32, &Cell) -> f64) -> Vec<Option<u32>> {
    solved(overlap, similarity, |best| best.partners().collect())
}

/// How many entities have mentions.
pub(super) fn entities(sizes: &[u32]) -> f64 {
    sizes.iter().filter(|&&size| size > 0).count() as f64
}

/// The total of the best one-to-one alignment under a similarity.
pub(super) fn best(overlap: &Overlap, similarity: impl Fn(u32, &Cell) -> f64) -> f64 {
    solved(overlap, similarity, |best| best.exact_total())
}

thread_local! {
    /// Memory that is reused from document to document; no values are carried over.
    static MEMORY: RefCell<(Table, Solver)> = RefCell::default();
}

/// The memory of tables with more cells than this is not kept.
const MUCH: usize = 1 << 16;

fn solved<T>(
    overlap: &Overlap,
    similarity: impl Fn(u32, &Cell) -> f64,
    take: impl FnOnce(Best<'_>) -> T,
) -> T {
    let (mut table, mut solver) = MEMORY.take();
    table.clear();
    for (size, cells) in overlap.rows() {
        table.add_row(cells.iter().map(|cell| (cell.column, similarity(size, cell))));
    }
    let taken = take(solver.solve(&table));
    if overlap.cells().len() <= MUCH {
        MEMORY.set((table, solver));
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::{CEAF_E, CEAF_M};
    use crate::metric::assert::{assert_f1, assert_score};

    #[test]
    fn the_example_of_pradhan_et_al_2014() {
        assert_score(&CEAF_M, "a b c | d e f g", "a b | c d | f g h i", (4.0 / 7.0, 4.0 / 8.0));
        assert_score(&CEAF_E, "a b c | d e f g", "a b | c d | f g h i", (13.0 / 20.0, 13.0 / 30.0));
    }

    #[test]
    fn the_examples_of_luo_2005() {
        let key = "1 2 3 4 5 | 6 7 | 8 9 A B C";
        assert_f1(&CEAF_M, key, "1 2 3 4 5 | 6 7 8 9 A B C", 10.0 / 12.0);
        assert_f1(&CEAF_E, key, "1 2 3 4 5 | 6 7 8 9 A B C", 2.0 * (11.0 / 6.0) / 5.0);
        assert_f1(&CEAF_M, key, "1 2 3 4 5 8 9 A B C | 6 7", 7.0 / 12.0);
        assert_f1(&CEAF_E, key, "1 2 3 4 5 8 9 A B C | 6 7", 2.0 * (5.0 / 3.0) / 5.0);
        assert_f1(&CEAF_M, key, "1 2 3 4 5 6 7 8 9 A B C", 5.0 / 12.0);
        assert_f1(&CEAF_E, key, "1 2 3 4 5 6 7 8 9 A B C", 2.0 * (10.0 / 17.0) / 4.0);
    }

    #[test]
    fn the_greedy_choice_is_not_taken() {
        assert_score(&CEAF_M, "a b c | d e", "a b d e | c", (3.0 / 5.0, 3.0 / 5.0));
    }
}
