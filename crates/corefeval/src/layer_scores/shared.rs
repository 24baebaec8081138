//! Counts the items that two lists have in common, repetitions included.

use std::cmp::Ordering;

use crate::metric::Tally;

/// How many items both lists have, out of each.
pub(super) fn tally<T: Ord>(mut key: Vec<T>, mut response: Vec<T>) -> Tally {
    key.sort_unstable();
    response.sort_unstable();
    let (mut one, mut other, mut both) = (0, 0, 0_u64);
    while let (Some(left), Some(right)) = (key.get(one), response.get(other)) {
        match left.cmp(right) {
            Ordering::Less => one += 1,
            Ordering::Greater => other += 1,
            Ordering::Equal => {
                both += 1;
                one += 1;
                other += 1;
            }
        }
    }
    Tally::shared(both as f64, key.len() as f64, response.len() as f64)
}
