//! Semantic roles as the scorer of CoNLL-2005 counts them: an argument is right if its predicate, role and
//! tokens are all right. `V` itself does not count; `C-ARG1` continues the `ARG1` before it.

use std::collections::BTreeMap;

use super::shared;
use crate::corpus::{Proposition, annotated, propositions};
use crate::document::{Document, Layer, Span};
use crate::metric::{Ratio, Tally};

/// Predicates and their arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Roles {
    /// Sentences of the key that have a predicate.
    pub sentences: u64,
    /// Propositions of the key with all arguments right and no additional ones, out of all propositions of
    /// the key.
    pub perfect: Ratio,
    /// Predicates with the key's frameset, out of the predicates that have a frameset in the key.
    pub framesets: Ratio,
    /// Arguments.
    pub arguments: Tally,
}

/// An argument with its continuations.
type Whole = (String, Vec<Span>);

impl Roles {
    /// Adds a sentence.
    pub(super) fn add(&mut self, key: &Document, response: &Document, sentence: Span) {
        let both = |layer| key.layers.get(layer).is_some() && response.layers.get(layer).is_some();
        if both(Layer::Frameset) {
            self.framesets = self.framesets + framesets(key, response, sentence);
        }
        let (key, mut response) = (by_predicate(key, sentence), by_predicate(response, sentence));
        self.sentences += u64::from(!key.is_empty());
        for (predicate, arguments) in key {
            let found = response.remove(&predicate);
            let tally = shared::tally(arguments, found.clone().unwrap_or_default());
            let perfect = found.is_some()
                && tally.recall.numerator >= tally.recall.denominator.max(tally.precision.denominator);
            self.perfect = self.perfect + Ratio::of(u64::from(perfect), 1);
            self.arguments += tally;
        }
        for spurious in response.into_values() {
            self.arguments += shared::tally(Vec::new(), spurious);
        }
    }

    /// Adds the counts of other sentences.
    pub(super) fn sum(&mut self, other: &Self) {
        self.sentences += other.sentences;
        self.perfect = self.perfect + other.perfect;
        self.framesets = self.framesets + other.framesets;
        self.arguments += other.arguments;
    }
}

fn framesets(key: &Document, response: &Document, sentence: Span) -> Ratio {
    let right = |token: u32| {
        let frameset = annotated(key, Layer::Frameset, token)?;
        Some(u64::from(annotated(response, Layer::Frameset, token) == Some(frameset)))
    };
    (sentence.start..sentence.end).filter_map(right).map(|right| Ratio::of(right, 1)).sum()
}

fn by_predicate(document: &Document, sentence: Span) -> BTreeMap<u32, Vec<Whole>> {
    let told = propositions(document, sentence).into_iter();
    told.filter_map(|proposition| Some((proposition.predicate?, wholes(&proposition)))).collect()
}

/// The arguments except `V`, with their continuations.
fn wholes(proposition: &Proposition) -> Vec<Whole> {
    let mut wholes: Vec<Whole> = Vec::new();
    for argument in &proposition.arguments {
        let continued = argument.label.strip_prefix("C-");
        let before = continued.and_then(|label| wholes.iter_mut().rfind(|(known, _)| known == label));
        match before {
            Some((_, spans)) => spans.push(argument.span),
            None => wholes.push((argument.label.clone(), vec![argument.span])),
        }
    }
    wholes.retain(|(label, _)| label != "V");
    wholes
}
