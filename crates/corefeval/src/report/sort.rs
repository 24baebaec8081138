//! The order of systems and groups in a table.

use super::scores::{Layout, System, main_figure};
use crate::evaluation::DocumentTallies;

crate::choice::choice! {
    /// The order of rows.
    Sort {
        /// Unsorted: systems as given, documents as in the key, genres by name.
        None = "none",
        /// By the last figure, which is the CoNLL average if there is one; best first, ties as given.
        Score = "score",
        /// By name.
        Name = "name",
    }
}

/// The systems in the order of their rows, as indices.
#[must_use]
pub fn order(systems: &[System], sort: Sort, layout: Layout) -> Vec<usize> {
    let mut order: Vec<usize> = (0..systems.len()).collect();
    match sort {
        Sort::None => {}
        Sort::Score => {
            let score = |system: &System| {
                let documents: Vec<&DocumentTallies> = system.evaluation.documents().iter().collect();
                main_figure(&system.evaluation, &documents, layout)
            };
            let scores: Vec<f64> = systems.iter().map(score).collect();
            order.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
        }
        Sort::Name => order.sort_by(|one, other| systems[*one].name.cmp(&systems[*other].name)),
    }
    order
}

/// Sorts the groups of a system, except the last, which is the total.
pub(super) fn sort_groups<'a>(
    system: &System,
    mut groups: Vec<(String, Vec<&'a DocumentTallies>)>,
    layout: Layout,
) -> Vec<(String, Vec<&'a DocumentTallies>)> {
    let Some(all) = groups.pop() else { return groups };
    match layout.sort.unwrap_or(Sort::None) {
        Sort::None => {}
        Sort::Name => groups.sort_by(|one, other| one.0.cmp(&other.0)),
        Sort::Score => {
            let score = |documents: &[&DocumentTallies]| main_figure(&system.evaluation, documents, layout);
            let mut scored: Vec<_> = groups.into_iter().map(|group| (score(&group.1), group)).collect();
            scored.sort_by(|one, other| other.0.total_cmp(&one.0));
            groups = scored.into_iter().map(|(_, group)| group).collect();
        }
    }
    groups.push(all);
    groups
}
