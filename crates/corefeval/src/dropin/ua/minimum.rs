//! Version 1's minimum spans: which response clusters hold a key mention if its boundaries need not be exact.
//!
//! Only CEAF and the non-referring score use them; all other metrics look mentions up by their exact
//! boundaries.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dropin::anaphora::mention::{Mention, Word};
use crate::dropin::anaphora::sides::Sides;
use crate::dropin::evaluator::{Found, Lookups};

/// For each list of key mentions, the lists of response mentions that contain them; not one to one.
pub(super) fn held(sides: &Sides, key: &[Vec<usize>], response: &[Vec<usize>]) -> Vec<Vec<Found>> {
    let numbered = (0u32..).zip(response);
    let listed = numbered.flat_map(|(number, list)| list.iter().map(move |&place| (place, number)));
    let index = Index::new(listed.map(|(place, number)| (&sides.response.mentions[place], number)));
    let found = |&place: &usize| index.clusters_with(&sides.key.mentions[place]);
    key.iter().map(|list| list.iter().flat_map(found).map(Found::whole).collect()).collect()
}

/// The result of [`held`] in the form in which it is counted.
pub(super) fn lookups(sides: &Sides, key: &[Vec<usize>], response: &[Vec<usize>]) -> Lookups {
    let mut lookups = Lookups::default();
    for (list, found) in key.iter().zip(held(sides, key, response)) {
        lookups.add(list.len(), found);
    }
    lookups
}

/// How many key markables are among those of the response.
pub(super) fn found(key: &[&Mention], response: &[&Mention]) -> usize {
    let index = Index::new(response.iter().map(|mention| (*mention, 0)));
    key.iter().filter(|mention| !index.clusters_with(mention).is_empty()).count()
}

/// The mentions of a side by their first words, and their clusters.
struct Index<'a> {
    by_start: FxHashMap<Word, Vec<(&'a Mention, u32)>>,
}

impl<'a> Index<'a> {
    fn new(mentions: impl Iterator<Item = (&'a Mention, u32)>) -> Self {
        let mut by_start: FxHashMap<Word, Vec<(&Mention, u32)>> = FxHashMap::default();
        for (mention, cluster) in mentions {
            if let Some(first) = mention.words.first() {
                by_start.entry(*first).or_default().push((mention, cluster));
            }
        }
        Self { by_start }
    }

    /// The clusters that hold a mention, each once.
    fn clusters_with(&self, mention: &Mention) -> FxHashSet<u32> {
        let starts = mention.words.iter().filter_map(|word| self.by_start.get(word)).flatten();
        starts.filter(|(other, _)| equal(mention, other)).map(|&(_, cluster)| cluster).collect()
    }
}

/// Whether a response mention is equal to a key mention: it contains the minimum and is inside the key
/// mention.
fn equal(key: &Mention, response: &Mention) -> bool {
    let (Some(first), Some(last)) = (key.core.first(), key.core.last()) else {
        return key.words == response.words;
    };
    let (start, end) = (response.words.first(), response.words.last());
    key.words.first() <= start && start <= Some(first) && Some(last) <= end && end <= key.words.last()
}
