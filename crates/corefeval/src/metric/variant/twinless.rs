//! What published scorers did with twinless mentions before they counted: added, dropped, or both.
//!
//! Each rule has two lists of steps: one produces the table for recall, the other the table for precision.

use super::super::Tally;
use crate::pair::Overlap;

/// How the key and the response are changed before they are compared.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The steps before recall is counted.
    pub recall: &'static [Step],
    /// The steps before precision is counted.
    pub precision: &'static [Step],
}

/// One change to the key or the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Removes spurious mentions from the response.
    DropSpurious,
    /// Removes spurious mentions that are singletons from the response.
    DropSpuriousSingletons,
    /// Removes singletons from the response.
    DropSingletons,
    /// Adds each missed mention to the response as a singleton.
    AddMissed,
    /// Adds each spurious mention to the key as a singleton.
    AddSpurious,
    /// Adds all spurious mentions to the first entity of the key.
    SpuriousIntoFirst,
}
use Step::{AddMissed, AddSpurious, DropSingletons, DropSpurious, DropSpuriousSingletons, SpuriousIntoFirst};

/// Spurious mentions are ignored (Stoyanov et al. 2009).
pub const ZERO: Rule = Rule { recall: &[DropSpurious], precision: &[DropSpurious] };

/// A twinless mention counts as correct for itself (Stoyanov et al. 2009).
pub const ALL: Rule = Rule { recall: &[AddMissed], precision: &[AddSpurious] };

/// As [`ALL`], without spurious singletons (Rahman and Ng 2009, as read by Cai and Strube 2010).
pub const RAHMAN_NG: Rule = Rule { recall: &[AddMissed], precision: &[DropSpuriousSingletons, AddSpurious] };

/// Spurious mentions count for precision only, and missed ones are put back (Cai and Strube 2010).
pub const SYS: Rule = Rule { recall: &[DropSpurious, AddMissed], precision: ONE_PAIR };

/// The tables for precision are also used for recall: the error described by Recasens et al. 2013.
pub const V4: Rule = Rule { recall: ONE_PAIR, precision: ONE_PAIR };

/// A mention that the key lacks counts as a mention of the key's first entity, as in the scorer of
/// SemEval-2010.
pub const SEMEVAL: Rule = Rule { recall: FIRST, precision: FIRST };

/// Singletons of the response are ignored (evaluators in training code since 2016).
pub const SKIP: Rule = Rule { recall: &[DropSingletons], precision: &[DropSingletons] };

const FIRST: &[Step] = &[AddMissed, SpuriousIntoFirst];

const ONE_PAIR: &[Step] = &[DropSpuriousSingletons, AddMissed, AddSpurious];

/// Counts under a rule.
pub fn tally(rule: Rule, overlap: &Overlap, count: fn(&Overlap) -> Tally) -> Tally {
    let (recall, precision) = (changed(overlap, rule.recall), changed(overlap, rule.precision));
    Tally { recall: count(&recall).recall, precision: count(&precision).precision }
}

/// The table after some changes.
#[must_use]
pub fn changed(overlap: &Overlap, steps: &[Step]) -> Overlap {
    steps.iter().fold(overlap.clone(), |overlap, step| match step {
        DropSpurious => with_response_sizes(&overlap, |_, twins| twins),
        DropSpuriousSingletons => {
            with_response_sizes(&overlap, |size, twins| if size == 1 { twins } else { size })
        }
        DropSingletons => without_response_singletons(&overlap),
        AddMissed => with_missed_alone(&overlap),
        AddSpurious => with_missed_alone(&overlap.transposed()).transposed(),
        SpuriousIntoFirst => with_missed_in_first(&overlap.transposed()).transposed(),
    })
}

/// The table with changed sizes of response entities; `size` gets the old size and the number of mentions
/// with twins.
fn with_response_sizes(overlap: &Overlap, size: impl Fn(u32, u32) -> u32) -> Overlap {
    let mut twins = vec![0; overlap.column_sizes().len()];
    for cell in overlap.cells() {
        twins[cell.column as usize] += cell.count;
    }
    let sizes = overlap.column_sizes().iter().zip(&twins).map(|(&old, &twins)| size(old, twins));
    Overlap::new(overlap.row_sizes().to_vec(), sizes.collect(), entity_pairs(overlap))
}

/// The table without response entities of one mention.
fn without_response_singletons(overlap: &Overlap) -> Overlap {
    let columns = overlap.column_sizes();
    let sizes = columns.iter().map(|&size| if size == 1 { 0 } else { size }).collect();
    let pairs = entity_pairs(overlap).filter(|(_, column)| columns[*column as usize] > 1);
    Overlap::new(overlap.row_sizes().to_vec(), sizes, pairs)
}

/// The table with a response singleton for each missed mention.
fn with_missed_alone(overlap: &Overlap) -> Overlap {
    let mut columns = overlap.column_sizes().to_vec();
    let mut added = Vec::new();
    for (row, missed) in missed(overlap) {
        for _ in 0..missed {
            added.push((row, columns.len() as u32));
            columns.push(1);
        }
    }
    Overlap::new(overlap.row_sizes().to_vec(), columns, entity_pairs(overlap).chain(added))
}

/// The table with all missed mentions added to the first response entity, which is created if there is none.
fn with_missed_in_first(overlap: &Overlap) -> Overlap {
    let mut columns = overlap.column_sizes().to_vec();
    let first = columns.iter().position(|&size| size > 0).unwrap_or(columns.len());
    columns.resize(columns.len().max(first + 1), 0);
    let mut added = Vec::new();
    for (row, missed) in missed(overlap) {
        columns[first] += missed;
        added.extend(std::iter::repeat_n((row, first as u32), missed as usize));
    }
    Overlap::new(overlap.row_sizes().to_vec(), columns, entity_pairs(overlap).chain(added))
}

/// How many mentions of each key entity are missed.
fn missed(overlap: &Overlap) -> impl Iterator<Item = (u32, u32)> {
    let rows = overlap.row_sizes().iter().zip(overlap.row_starts().windows(2)).zip(0..);
    rows.map(|((size, ends), row)| {
        let cells = &overlap.cells()[ends[0] as usize..ends[1] as usize];
        (row, size.saturating_sub(cells.iter().map(|cell| cell.count).sum()))
    })
}

/// The key and the response entity of each pair of twins.
fn entity_pairs(overlap: &Overlap) -> impl Iterator<Item = (u32, u32)> {
    let rows = overlap.row_starts().windows(2).enumerate();
    rows.flat_map(|(row, ends)| {
        let cells = &overlap.cells()[ends[0] as usize..ends[1] as usize];
        cells.iter().flat_map(move |cell| std::iter::repeat_n((row as u32, cell.column), cell.count as usize))
    })
}

#[cfg(test)]
mod tests {
    use super::{Step, changed};
    use crate::pair::notation::overlap;

    #[test]
    fn dropping_and_adding_give_the_tables_they_should() {
        let table = overlap("a b c", "a b d | i");
        assert_eq!(changed(&table, &[Step::DropSpurious]).column_sizes(), [2, 0]);
        assert_eq!(changed(&table, &[Step::DropSpuriousSingletons]).column_sizes(), [3, 0]);
        assert_eq!(changed(&overlap("a b c", "a | b d"), &[Step::DropSingletons]).column_sizes(), [0, 2]);
        assert_eq!(changed(&table, &[Step::AddMissed]).column_sizes(), [3, 1, 1]);
        assert_eq!(changed(&table, &[Step::AddSpurious]).row_sizes(), [3, 1, 1]);
        assert_eq!(changed(&table, &[Step::SpuriousIntoFirst]).row_sizes(), [5]);
        assert_eq!(changed(&overlap("", "a b"), &[Step::SpuriousIntoFirst]).row_sizes(), [2]);
    }

    #[test]
    fn after_both_additions_the_two_sides_have_the_same_mentions() {
        let table = overlap("a b c | d e f g", "a b | c d | f g h i | j");
        let both = changed(&table, &[Step::AddMissed, Step::AddSpurious]);
        assert_eq!(both.key_mentions(), both.response_mentions());
        assert_eq!(both.twins(), both.key_mentions());
    }
}
