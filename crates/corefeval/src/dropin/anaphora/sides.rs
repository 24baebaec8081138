//! A key and a response document: clusters of mentions, and which mention is aligned with which.

use rustc_hash::{FxHashMap, FxHashSet};

use super::mention::{Mention, Word};
use crate::dropin::evaluator;

/// The mentions of one document, and how they are clustered.
#[derive(Clone, Debug, Default)]
pub(in crate::dropin) struct Side {
    /// All mentions.
    pub(in crate::dropin) mentions: Vec<Mention>,
    /// The clusters, in the order in which the scorer keeps them, as places in the list of mentions.
    pub(in crate::dropin) clusters: Vec<Vec<usize>>,
    /// Mentions with equal numbers are the same mention to the scorer, on either side.
    pub(in crate::dropin) identities: Vec<u32>,
}

/// The condition under which two mentions are the same mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dropin) enum Equality {
    /// They have the same words.
    Words,
    /// They have the same words and the same head.
    WordsAndHead,
}

/// A key and a response document.
#[derive(Clone, Debug, Default)]
pub(in crate::dropin) struct Sides {
    /// The annotation taken to be right.
    pub(in crate::dropin) key: Side,
    /// The annotation being scored.
    pub(in crate::dropin) response: Side,
    /// For mentions that are aligned with another one, which one: a single table for both directions.
    pub(in crate::dropin) aligned: FxHashMap<u32, u32>,
}

impl Side {
    /// A side of clusters, not yet numbered.
    pub(in crate::dropin) fn new(clusters: Vec<Vec<Mention>>) -> Self {
        let mut side = Self::default();
        for cluster in clusters {
            let start = side.mentions.len();
            side.mentions.extend(cluster);
            side.clusters.push((start..side.mentions.len()).collect());
        }
        side
    }

    /// The first occurrence of each mention, in the order of first word, last word and length.
    pub(in crate::dropin) fn distinct(&self) -> Vec<usize> {
        let mut seen = FxHashSet::default();
        let clustered = self.clusters.iter().flatten().copied();
        let mut distinct: Vec<usize> =
            clustered.filter(|&mention| seen.insert(self.identities[mention])).collect();
        distinct.sort_by_key(|&mention| self.mentions[mention].extent());
        distinct
    }

    /// The cluster of each mention: the last one that has it.
    pub(in crate::dropin) fn table(&self) -> FxHashMap<u32, usize> {
        let clusters = self.clusters.iter().enumerate();
        clusters
            .flat_map(|(number, cluster)| cluster.iter().map(move |&place| (self.identities[place], number)))
            .collect()
    }

    /// Keeps only the first occurrence of each mention of a cluster.
    pub(in crate::dropin) fn collapse(&mut self) {
        for cluster in &mut self.clusters {
            let mut seen = FxHashSet::default();
            cluster.retain(|&mention| seen.insert(self.identities[mention]));
        }
    }

    /// Removes the clusters of one mention.
    pub(in crate::dropin) fn drop_singletons(&mut self) {
        self.clusters.retain(|cluster| cluster.len() != 1);
    }

    /// Lists of places, with every mention looked up as the one it is aligned with.
    pub(in crate::dropin) fn sought(&self, lists: &[Vec<usize>], aligned: &FxHashMap<u32, u32>) -> Clusters {
        let mention = |&place: &usize| {
            let identity = self.identities[place];
            let counterpart = aligned.get(&identity).copied().unwrap_or(identity);
            evaluator::Mention { identity, counterpart }
        };
        lists.iter().map(|list| list.iter().map(mention).collect()).collect()
    }
}

/// Clusters in the form that the evaluator needs.
pub(in crate::dropin) type Clusters = Vec<Vec<evaluator::Mention>>;

impl Sides {
    /// Numbers the mentions of both sides; the same mentions get the same number.
    pub(in crate::dropin) fn new(mut key: Side, mut response: Side, equality: Equality) -> Self {
        let mut numbers: FxHashMap<(&[Word], &[Word]), u32> = FxHashMap::default();
        let mut number = |mention| {
            let next = numbers.len() as u32;
            *numbers.entry(identity(mention, equality)).or_insert(next)
        };
        key.identities = key.mentions.iter().map(&mut number).collect();
        response.identities = response.mentions.iter().map(&mut number).collect();
        Self { key, response, aligned: FxHashMap::default() }
    }

    /// Everything that MUC, B³, CEAF, LEA and BLANC count.
    pub(in crate::dropin) fn comparison(&self) -> evaluator::Comparison {
        let (key, response) = self.sought();
        evaluator::Comparison::new(&key, &response)
    }

    /// The clusters of both sides, with every mention looked up as the one it is aligned with.
    pub(in crate::dropin) fn sought(&self) -> (Clusters, Clusters) {
        let of = |side: &Side| side.sought(&side.clusters, &self.aligned);
        (of(&self.key), of(&self.response))
    }

    /// Enters pairs of places, as key and response, into the table: first one way, then the other,
    /// so that an entry of the first kind can be lost when both sides have its mention.
    pub(in crate::dropin) fn align(&mut self, pairs: &[(usize, usize)]) {
        let identities = |&(key, response): &(usize, usize)| {
            (self.key.identities[key], self.response.identities[response])
        };
        let unequal: Vec<(u32, u32)> =
            pairs.iter().map(identities).filter(|(key, response)| key != response).collect();
        self.aligned.extend(unequal.iter().copied());
        self.aligned.extend(unequal.iter().map(|&(key, response)| (response, key)));
    }
}

fn identity(mention: &Mention, equality: Equality) -> (&[Word], &[Word]) {
    match equality {
        Equality::Words => (&mention.words, &[]),
        Equality::WordsAndHead => (&mention.words, &mention.core),
    }
}
