//! The mention overlap ratio of the Universal Anaphora scorer: words shared under the alignment of mentions.

use super::sides::Sides;
use crate::metric::Tally;

/// Counts the words of equal mentions and the words that aligned mentions share, out of the words of each
/// side.
pub(in crate::dropin) fn tally(sides: &Sides) -> Tally {
    let places = sides.response.distinct();
    let by_identity: rustc_hash::FxHashMap<u32, usize> =
        places.iter().map(|&place| (sides.response.identities[place], place)).collect();
    let mut shared = 0;
    let keys = sides.key.distinct();
    for &place in &keys {
        let identity = sides.key.identities[place];
        let aligned = || sides.aligned.get(&identity).and_then(|other| by_identity.get(other));
        if let Some(&other) = by_identity.get(&identity).or_else(aligned) {
            shared += sides.key.mentions[place].shared(&sides.response.mentions[other]);
        }
    }
    let words = |side: &super::sides::Side, places: &[usize]| -> usize {
        places.iter().map(|&place| side.mentions[place].words.len()).sum()
    };
    Tally::shared(shared as f64, words(&sides.key, &keys) as f64, words(&sides.response, &places) as f64)
}
