//! NEC F1 as a metric beside the others: the means of recall, precision and F1 over key entities with a name.

use super::{NamedPair, Options, pairs, wanted_key};
use crate::metric::{Explain, Group, Metric, Part, Ratio, Score, Tally};
use crate::pair::Pair;

/// How well entities are found by their names, under the default options.
pub const NEC: Metric = Metric {
    name: "nec",
    title: "NEC",
    aliases: &["named-entity-coreference"],
    summary: "how well each named entity was found by its name, with equal weight for all",
    formula: "each key entity with a name is compared with the best response entity that has one of its names; recall, precision and F1 of shared mentions, averaged over these entities",
    citation: "Agarwal et al. 2019",
    setting: "Agarwal et al. 2019",
    parts: &[Part::Mentions(means), Part::Mentions(f1)],
    score,
    group: Group::Layered,
    wanted_key: wanted_key(),
    explain: Explain::Names(|pair| pairs(pair, &Options::default())),
    ..Metric::PLAIN
};

fn means(pair: &Pair<'_>) -> Tally {
    pairs(pair, &Options::default()).iter().map(NamedPair::means).sum()
}

fn f1(pair: &Pair<'_>) -> Tally {
    let f1 = pairs(pair, &Options::default()).iter().map(|pair| Ratio::new(pair.f1(), 1.0)).sum();
    Tally { recall: f1, precision: f1 }
}

/// The means of recall, of precision, and of F1. F1 is computed for each entity, so beta has no effect.
fn score(tallies: &[Tally], _beta: f64) -> Score {
    let part = |place: usize| tallies.get(place).copied().unwrap_or_default();
    let (means, f1) = (part(0), part(1));
    Score { recall: means.recall.value(), precision: means.precision.value(), f: f1.recall.value() }
}
