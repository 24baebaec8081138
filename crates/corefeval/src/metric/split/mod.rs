//! Split antecedents: in `John met Mary. They left.`, the antecedent of `They` consists of two entities.
//!
//! A plural entity has one additional member, its split antecedent: the set of the entities it is made of.
//! Split antecedents of key and response are paired one to one so that the sum of their F1 is largest. A pair
//! is scored by the same metric, as if the documents had only the parts of the two (MUC counts a part of one
//! mention as one link). In its entity, a split antecedent counts like a mention that was found to the degree
//! of its pair's score: recall in recall, precision in precision, F1 in CEAF and in both kinds of link of
//! BLANC (Paun et al. 2023).

mod atoms;
mod count;
mod gather;
mod pairing;

pub use count::Count;
pub use pairing::{ByLookup, Counted, Entities, Finder, Pairs, Split, Splits};

use super::blanc::{self, BLANC, BLANC_2014, BLANC_COREFUD};
use super::{Changes, Explain, Group, Metric, Part, Tally, b_cubed, ceaf, lea, muc};
use crate::document::Wanted;
use crate::pair::Pair;

/// MUC in which split antecedents count like mentions.
pub(super) const MUC_WITH_SPLITS: Metric = Metric {
    parts: &[Part::Mentions(|pair| all(pair, Count::Muc, &muc::MUC.parts[0]))],
    wanted_key: DETAILS,
    wanted_response: DETAILS,
    ..muc::MUC
};

/// B³ in which split antecedents count like mentions.
pub(super) const B_CUBED_WITH_SPLITS: Metric = Metric {
    parts: &[Part::Mentions(|pair| all(pair, Count::BCubed, &b_cubed::B_CUBED.parts[0]))],
    wanted_key: DETAILS,
    wanted_response: DETAILS,
    ..b_cubed::B_CUBED
};

/// CEAFm in which split antecedents count like mentions.
pub(super) const CEAF_M_WITH_SPLITS: Metric = Metric {
    parts: &[Part::Mentions(|pair| all(pair, Count::CeafM, &ceaf::CEAF_M.parts[0]))],
    wanted_key: DETAILS,
    wanted_response: DETAILS,
    ..ceaf::CEAF_M
};

/// CEAFe in which split antecedents count like mentions.
pub(super) const CEAF_E_WITH_SPLITS: Metric = Metric {
    parts: &[Part::Mentions(|pair| all(pair, Count::CeafE, &ceaf::CEAF_E.parts[0]))],
    wanted_key: DETAILS,
    wanted_response: DETAILS,
    ..ceaf::CEAF_E
};

/// LEA in which split antecedents count like mentions.
pub(super) const LEA_WITH_SPLITS: Metric = Metric {
    parts: &[Part::Mentions(|pair| all(pair, Count::Lea, &lea::LEA.parts[0]))],
    wanted_key: DETAILS,
    wanted_response: DETAILS,
    ..lea::LEA
};

/// BLANC in which split antecedents count like mentions.
pub(super) const BLANC_WITH_SPLITS: Metric =
    Metric { parts: LINKS, wanted_key: DETAILS, wanted_response: DETAILS, ..BLANC };

/// Both kinds of link of BLANC.
const LINKS: &[Part] = &[
    Part::Mentions(|pair| all(pair, Count::Links, &BLANC.parts[0])),
    Part::Mentions(|pair| all(pair, Count::NonLinks, &BLANC.parts[1])),
];

/// BLANC with split antecedents and the edge rule of the CorefUD scorer.
pub(super) const BLANC_COREFUD_WITH_SPLITS: Metric =
    Metric { parts: LINKS, wanted_key: DETAILS, wanted_response: DETAILS, ..BLANC_COREFUD };

/// BLANC with split antecedents and the edge rules of Luo et al. 2014.
pub(super) const BLANC_2014_WITH_SPLITS: Metric = Metric {
    parts: &[LINKS[0], LINKS[1], Part::Entities(blanc::mentions)],
    wanted_key: DETAILS,
    wanted_response: DETAILS,
    ..BLANC_2014
};

const PROPOSED: &str = "Paun et al. 2023";

const PRINTED: &str = "Universal Anaphora scorers 1 and 2";

/// The elements of plural entities are read with the details.
const DETAILS: Wanted = Wanted::MENTIONS.and_details();

/// MUC over the parts of split antecedents.
pub const SPLIT_MUC: Metric = Metric {
    name: "split-muc",
    title: "MUC (split)",
    summary: "MUC over the parts of split antecedents only",
    citation: PROPOSED,
    setting: PRINTED,
    parts: &[Part::Mentions(|pair| alone(pair, Count::Muc))],
    group: Group::Special,
    wanted_key: DETAILS,
    wanted_response: DETAILS,
    explain: Explain::Sums,
    changes: Changes::NONE,
    ..muc::MUC
};

/// B³ over the parts of split antecedents.
pub const SPLIT_B_CUBED: Metric = Metric {
    name: "split-b-cubed",
    title: "B³ (split)",
    summary: "B³ over the parts of split antecedents only",
    citation: PROPOSED,
    setting: PRINTED,
    parts: &[Part::Mentions(|pair| alone(pair, Count::BCubed))],
    group: Group::Special,
    wanted_key: DETAILS,
    wanted_response: DETAILS,
    explain: Explain::Sums,
    changes: Changes::NONE,
    ..b_cubed::B_CUBED
};

/// CEAFm over the parts of split antecedents.
pub const SPLIT_CEAF_M: Metric = Metric {
    name: "split-ceaf-m",
    title: "CEAFm (split)",
    summary: "CEAFm over the parts of split antecedents only",
    citation: PROPOSED,
    setting: PRINTED,
    parts: &[Part::Mentions(|pair| alone(pair, Count::CeafM))],
    group: Group::Special,
    wanted_key: DETAILS,
    wanted_response: DETAILS,
    explain: Explain::Sums,
    changes: Changes::NONE,
    ..ceaf::CEAF_M
};

/// CEAFe over the parts of split antecedents.
pub const SPLIT_CEAF_E: Metric = Metric {
    name: "split-ceaf-e",
    title: "CEAFe (split)",
    summary: "CEAFe over the parts of split antecedents only",
    citation: PROPOSED,
    setting: PRINTED,
    parts: &[Part::Mentions(|pair| alone(pair, Count::CeafE))],
    group: Group::Special,
    wanted_key: DETAILS,
    wanted_response: DETAILS,
    explain: Explain::Sums,
    changes: Changes::NONE,
    ..ceaf::CEAF_E
};

/// BLANC over the parts of split antecedents.
pub const SPLIT_BLANC: Metric = Metric {
    name: "split-blanc",
    title: "BLANC (split)",
    summary: "BLANC over the parts of split antecedents only",
    citation: PROPOSED,
    setting: PRINTED,
    parts: &[
        Part::Mentions(|pair| alone(pair, Count::Links)),
        Part::Mentions(|pair| alone(pair, Count::NonLinks)),
    ],
    group: Group::Special,
    wanted_key: DETAILS,
    wanted_response: DETAILS,
    explain: Explain::Sums,
    changes: Changes::NONE,
    ..BLANC_COREFUD
};

/// LEA over the parts of split antecedents.
pub const SPLIT_LEA: Metric = Metric {
    name: "split-lea",
    title: "LEA (split)",
    summary: "LEA over the parts of split antecedents only",
    citation: PROPOSED,
    setting: PRINTED,
    parts: &[Part::Mentions(|pair| alone(pair, Count::Lea))],
    group: Group::Special,
    wanted_key: DETAILS,
    wanted_response: DETAILS,
    explain: Explain::Sums,
    changes: Changes::NONE,
    ..lea::LEA
};

/// The tally of all mentions and split antecedents; if there are no split antecedents, the metric's own
/// tally.
fn all(pair: &Pair<'_>, count: Count, plain: &Part) -> Tally {
    gather::splits(pair).map_or_else(|| plain.tally(pair), |splits| splits.count(count, &ByLookup).all)
}

/// The tally of only the split antecedents.
fn alone(pair: &Pair<'_>, count: Count) -> Tally {
    gather::splits(pair).map_or_else(Tally::default, |splits| splits.count(count, &ByLookup).alone)
}

#[cfg(test)]
mod tests;
