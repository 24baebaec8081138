//! B³ credits each mention with the share of its entity that was kept together (Bagga and Baldwin 1998).
//!
//! The credit is added up one response mention at a time, because the last digits depend on it.

use super::count;
use super::matched::Matched;
use crate::metric::Tally;

/// Credit of all mentions, out of the mentions of each side.
pub(crate) fn tally(matched: &Matched) -> Tally {
    let mut tally = Tally::shared(0.0, count(&matched.key), count(&matched.response));
    let mut shared = vec![0_usize; matched.key.len()];
    for entity in &matched.response {
        let holders = || entity.iter().flat_map(|&number| matched.holders.of(number));
        for &holder in holders() {
            shared[holder as usize] += 1;
        }
        for holder in entity.iter().filter_map(|&number| matched.holders.last_of(number)) {
            let shared = shared[holder] as f64;
            tally.precision.numerator += shared / entity.len() as f64;
            tally.recall.numerator += shared / matched.key[holder].len() as f64;
        }
        for &holder in holders() {
            shared[holder as usize] = 0;
        }
    }
    tally
}
