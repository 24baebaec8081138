//! How one pair of documents is scored: select, match, count.

use super::{
    BlancRule, LAYERED, Protocol, Repeat, Repeats, Singletons, SplitAntecedents, Tokens, lookup, repeats,
};
use crate::document::{Document, Layer, Name, Wanted};
use crate::dropin::conll_scorer;
use crate::matching::{Matching, Side, ZeroMatching};
use crate::metric::b_cubed::B_CUBED;
use crate::metric::blanc::{BLANC, BLANC_2014};
use crate::metric::ceaf::{CEAF_E, CEAF_M};
use crate::metric::mention_detection::MENTION_DETECTION;
use crate::metric::muc::MUC;
use crate::metric::{Metric, SPECIAL, Tally, split};
use crate::nec::{self, Heads, Material, NEC};
use crate::pair::Pair;
use crate::selection;

/// A protocol and the metrics to count under it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The choices.
    pub protocol: Protocol,
    /// The metrics, in the order of their tallies.
    pub metrics: Vec<&'static Metric>,
}

/// What one document contributed to every metric.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentTallies {
    /// The document.
    pub name: Name,
    /// For each metric, a tally for each of its parts.
    pub tallies: Vec<Vec<Tally>>,
    /// Spans that the key mentions more than once.
    pub key_repeats: Vec<Repeat>,
    /// Spans that the response mentions more than once.
    pub response_repeats: Vec<Repeat>,
}

impl Plan {
    /// The metrics under a protocol, which has a say in which BLANC is meant and whether split antecedents count.
    #[must_use]
    pub fn new(protocol: Protocol, metrics: &[&'static Metric]) -> Self {
        let luo = protocol.blanc == BlancRule::Luo2014;
        let chosen = |metric: &&'static Metric| match protocol.split_antecedents {
            SplitAntecedents::Count => split::counting_splits(metric, luo),
            SplitAntecedents::Ignore if luo && metric.name == BLANC.name => &BLANC_2014,
            SplitAntecedents::Ignore => *metric,
        };
        let metrics = metrics.iter().map(chosen).collect();
        Self { protocol, metrics }
    }

    /// What must be read of the key.
    #[must_use]
    pub fn wanted_key(&self) -> Wanted {
        let Protocol { matching, selection, .. } = &self.protocol;
        let wanted = matching.wanted_key().union(selection.wanted_key()).union(self.wanted_layers());
        wanted.union(self.wanted_zeros()).union(self.wanted_words()).union(self.wanted_metrics())
    }

    /// What must be read of a response.
    #[must_use]
    pub fn wanted_response(&self) -> Wanted {
        let Protocol { matching, selection, .. } = &self.protocol;
        let wanted = matching.wanted_response().union(selection.wanted_response());
        wanted.union(self.wanted_zeros()).union(self.wanted_words()).union(self.wanted_metrics())
    }

    /// Metrics that look at names, tags or syntax take them from the key.
    fn wanted_layers(&self) -> Wanted {
        if self.looks_at_layers() { nec::wanted_key() } else { Wanted::MENTIONS }
    }

    /// Whether a metric looks at names, tags or syntax of the key.
    #[must_use]
    pub fn looks_at_layers(&self) -> bool {
        self.metrics.iter().any(|metric| LAYERED.iter().any(|known| known.name == metric.name))
    }

    /// What the key documents that have been read lack, without which a metric has nothing to count.
    #[must_use]
    pub fn lacks(&self, material: Material) -> Option<String> {
        let lack = material.lacks(Heads::Auto).filter(|_| self.has(NEC.name))?;
        Some(format!("the key has {lack}; `{}` needs them", NEC.name))
    }

    /// What is used where the key documents that have been read lack something better.
    #[must_use]
    pub fn makeshift(&self, material: Material) -> Option<&'static str> {
        material.makeshift(Heads::Auto).filter(|_| self.looks_at_layers() && self.lacks(material).is_none())
    }

    fn has(&self, name: &str) -> bool {
        self.metrics.iter().any(|metric| metric.name == name)
    }

    /// Bridging, heads of zeros, what does not refer and what plural entities are made of are details.
    fn wanted_metrics(&self) -> Wanted {
        let special = |metric: &&Metric| SPECIAL.iter().any(|known| known.name == metric.name);
        let splits = self.protocol.split_antecedents == SplitAntecedents::Count;
        if splits || self.metrics.iter().any(special) {
            Wanted::MENTIONS.and_details()
        } else {
            Wanted::MENTIONS
        }
    }

    fn wanted_words(&self) -> Wanted {
        match self.protocol.tokens {
            Tokens::Same => Wanted::MENTIONS,
            Tokens::Aligned => Wanted::MENTIONS.and(Layer::Word),
        }
    }

    fn wanted_zeros(&self) -> Wanted {
        match self.protocol.zero_matching {
            ZeroMatching::Linear => Wanted::MENTIONS,
            ZeroMatching::Dependent => Wanted::MENTIONS.and(Layer::Enhanced),
        }
    }

    /// Counts one pair of documents.
    #[must_use]
    pub fn tally(&self, key: &Document, response: &Document) -> DocumentTallies {
        let (mut key_side, mut response_side) = (Side::all(key), Side::all(response));
        self.protocol.selection.apply(&mut key_side, key);
        self.protocol.selection.apply(&mut response_side, key);
        let (key_repeats, response_repeats) = (repeats::found(&key_side), repeats::found(&response_side));
        let mut tallies = Vec::new();
        let repeats = !key_repeats.is_empty() || !response_repeats.is_empty();
        if repeats || self.protocol.matching.has_sets() {
            let before = (key_side.clone(), response_side.clone());
            let as_reference = repeats::settle(&self.protocol, &mut key_side, &mut response_side);
            tallies = self.tallies(key_side, response_side);
            let as_reference = as_reference && !self.counts_splits(key, response);
            if as_reference && self.protocol.matching == Matching::EXACT {
                self.count_as_reference(before.0, before.1, &mut tallies);
            }
        } else {
            tallies.extend(self.tallies(key_side, response_side));
        }
        DocumentTallies { name: key.name.clone(), tallies, key_repeats, response_repeats }
    }

    /// Whether split antecedents count and either document may have some; the CoNLL scorer knows none.
    fn counts_splits(&self, key: &Document, response: &Document) -> bool {
        let has_splits =
            |document: &Document| document.entity_details.iter().any(|detail| !detail.elements.is_empty());
        self.protocol.split_antecedents == SplitAntecedents::Count
            && (has_splits(key) || has_splits(response))
    }

    /// A pair as metrics other than mention detection see it: selected, repeats settled, singletons dropped if they are to be.
    #[must_use]
    pub fn matched<'a>(&self, key: &'a Document, response: &'a Document) -> Pair<'a> {
        let (mut key_side, mut response_side) = (Side::all(key), Side::all(response));
        self.protocol.selection.apply(&mut key_side, key);
        self.protocol.selection.apply(&mut response_side, key);
        let _ = repeats::settle(&self.protocol, &mut key_side, &mut response_side);
        match self.protocol.singletons {
            Singletons::Keep => self.pair(key_side, response_side),
            _ => self.pair(without_singletons(key_side), without_singletons(response_side)),
        }
    }

    fn tallies(&self, key: Side<'_>, response: Side<'_>) -> Vec<Vec<Tally>> {
        match self.protocol.singletons {
            Singletons::Keep => self.counted(&self.pair(key, response)),
            Singletons::Drop => {
                self.counted(&self.pair(without_singletons(key), without_singletons(response)))
            }
            Singletons::DropAfterDetection => {
                let before = self.pair(key, response);
                let (key, response) = (before.key.clone(), before.response.clone());
                let after = self.pair(without_singletons(key), without_singletons(response));
                let first = self.counted_if(&before, |metric| metric.counts_singletons_first);
                let rest = self.counted_if(&after, |metric| !metric.counts_singletons_first);
                // a metric is counted once, the other time it has no tallies
                first.into_iter().zip(rest).map(|(first, rest)| [first, rest].concat()).collect()
            }
        }
    }

    /// Where repeated mentions are left, no table of twins says what the CoNLL scorer counts: it is asked itself.
    fn count_as_reference(&self, key: Side<'_>, response: Side<'_>, tallies: &mut [Vec<Tally>]) {
        let before = reference(&key, &response);
        let after = match self.protocol.singletons {
            Singletons::Keep => before.clone(),
            _ => reference(&without_singletons(key), &without_singletons(response)),
        };
        for (metric, tally) in self.metrics.iter().zip(tallies) {
            let first =
                metric.counts_singletons_first && self.protocol.singletons == Singletons::DropAfterDetection;
            let counted = if first { &before } else { &after };
            if let Some((_, counted)) = counted.iter().find(|(name, _)| *name == metric.name) {
                tally.clone_from(counted);
            }
        }
    }

    fn pair<'a>(&self, key: Side<'a>, response: Side<'a>) -> Pair<'a> {
        let alignment = self.protocol.matching.align_with(self.protocol.zero_matching, &key, &response);
        Pair::new(key, response, alignment)
    }

    fn counted(&self, pair: &Pair<'_>) -> Vec<Vec<Tally>> {
        self.counted_if(pair, |_| true)
    }

    /// The tallies of the metrics that are wanted, none for the others. Where repeated mentions are left to be looked up,
    /// metrics count what was looked up.
    fn counted_if(&self, pair: &Pair<'_>, wanted: impl Fn(&Metric) -> bool) -> Vec<Vec<Tally>> {
        let looked_up = self.looked_up(pair);
        let count = |metric: &&'static Metric| {
            let by_lookup = looked_up.iter().find(|(name, _)| *name == metric.name);
            match by_lookup {
                _ if !wanted(metric) => Vec::new(),
                Some((_, tallies)) => tallies.clone(),
                None => counts(metric, pair),
            }
        };
        self.metrics.iter().map(count).collect()
    }

    fn looked_up(&self, pair: &Pair<'_>) -> Vec<(&'static str, Vec<Tally>)> {
        let by_lookup = matches!(self.protocol.repeats, Repeats::CoVal | Repeats::CorefUd);
        if by_lookup && !self.counts_splits(pair.key.document, pair.response.document) {
            lookup::tallies(&self.protocol, &pair.key, &pair.response).unwrap_or_default()
        } else {
            Vec::new()
        }
    }

    /// Whether repeated mentions forbid scoring.
    #[must_use]
    pub fn refuses(&self, tallies: &DocumentTallies) -> bool {
        let repeated = !tallies.key_repeats.is_empty() || !tallies.response_repeats.is_empty();
        self.protocol.repeats == Repeats::Error && repeated
    }
}

/// What the CoNLL scorer counts for each metric that it has.
fn reference(key: &Side<'_>, response: &Side<'_>) -> Vec<(&'static str, Vec<Tally>)> {
    let counted = conll_scorer::tallies(&entities(key), &entities(response));
    vec![
        (MENTION_DETECTION.name, vec![counted.mentions]),
        (MUC.name, vec![counted.muc]),
        (B_CUBED.name, vec![counted.b_cubed]),
        (CEAF_M.name, vec![counted.ceaf_m]),
        (CEAF_E.name, vec![counted.ceaf_e]),
        (BLANC.name, vec![counted.blanc_coreferent, counted.blanc_other]),
    ]
}

/// First and last token of each mention of each entity that has any, in file order.
fn entities(side: &Side<'_>) -> Vec<Vec<(u32, u32)>> {
    let mut entities = vec![Vec::new(); side.document.entity_count()];
    for mention in side.mentions.iter() {
        entities[mention.entity as usize].push((mention.span.start, mention.span.end.saturating_sub(1)));
    }
    entities.retain(|mentions| !mentions.is_empty());
    entities
}

fn counts(metric: &Metric, pair: &Pair<'_>) -> Vec<Tally> {
    metric.parts.iter().map(|part| part.tally(pair)).collect()
}

fn without_singletons(mut side: Side<'_>) -> Side<'_> {
    selection::drop_singletons(&mut side);
    side
}
