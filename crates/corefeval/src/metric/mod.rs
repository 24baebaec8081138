//! A table of shared mentions becomes a tally, tallies add up, and only the sum becomes a score.
//!
//! One file for each metric, listed in [`METRICS`].

pub mod assert;
mod average;
mod changes;
mod tally;

pub mod anaphora;
pub mod b_cubed;
pub mod blanc;
pub mod bridging;
pub mod ceaf;
pub mod contribution;
pub mod credits;
pub mod lea;
pub mod mela;
pub mod mention_detection;
pub mod mention_overlap;
pub mod muc;
pub mod non_referring;
pub mod pairwise;
pub mod repeated;
pub mod split;
pub mod variant;
pub mod weighted;

pub use average::{AVERAGES, Average, CONLL, CONLL_V4, Undefined, averages, possible_averages};
pub use changes::{Changes, LookedUp, Rules};
pub use contribution::Explain;
pub use credits::Credits;
pub use tally::{Ratio, Score, Tally};

use crate::choice::same_name;
use crate::document::Wanted;
use crate::pair::{Overlap, Pair};

/// A way of scoring, described and computed in one place.
///
/// Metrics are known by name; a custom metric is made from [`Metric::PLAIN`] and given to
/// `Plan::with_metrics`, as in `examples/own_metric.rs`.
///
/// ```
/// use corefeval::metric::METRICS;
///
/// let metric = METRICS.iter().find(|metric| metric.is_called("bcub")).ok_or("no such metric")?;
/// assert_eq!((metric.name, metric.title), ("b-cubed", "B³"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug)]
pub struct Metric {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its title in tables.
    pub title: &'static str,
    /// Other spellings of its name; capital letters, hyphens and underscores never matter.
    pub aliases: &'static [&'static str],
    /// One sentence that says what it rewards.
    pub summary: &'static str,
    /// How recall and precision are computed.
    pub formula: &'static str,
    /// Who proposed it.
    pub citation: &'static str,
    /// Which scorers and papers print it in this way.
    pub setting: &'static str,
    /// What is counted: BLANC counts two things, the others one.
    pub parts: &'static [Part],
    /// The names of the parts if there are several: coreference links, mentions.
    pub part_names: &'static [&'static str],
    /// One summed tally for each part, divided; `beta` weighs recall against precision.
    pub score: fn(tallies: &[Tally], beta: f64) -> Score,
    /// Whether it counts mentions before singletons are dropped, if the protocol drops them after mention
    /// detection.
    pub counts_singletons_first: bool,
    /// The group of metrics it belongs to.
    pub group: Group,
    /// What must be read of the key.
    pub wanted_key: Wanted,
    /// What must be read of the response.
    pub wanted_response: Wanted,
    /// How its tallies are split into contributions.
    pub explain: Explain,
    /// What each mention contributes to its tally, if it has one part that can be divided among mentions.
    pub credits: Option<fn(&Pair<'_>) -> Credits>,
    /// How it changes under choices of a protocol; a metric derived from another has [`Changes::NONE`] or its
    /// own.
    pub changes: Changes,
}

impl Metric {
    /// The base of other records, with `..Metric::PLAIN`: it reads only mentions and entities, has recall and
    /// precision, and is printed only if asked for by name. It has no name and counts nothing.
    pub const PLAIN: Self = Self {
        name: "",
        title: "",
        summary: "",
        citation: "",
        aliases: &[],
        formula: "",
        setting: "",
        parts: &[],
        part_names: &[],
        score: plain,
        counts_singletons_first: false,
        group: Group::Special,
        wanted_key: Wanted::MENTIONS,
        wanted_response: Wanted::MENTIONS,
        explain: Explain::Sums,
        credits: None,
        changes: Changes::NONE,
    };
}

impl Metric {
    /// Whether a text is its name or one of its aliases.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        [self.name].iter().chain(self.aliases).any(|known| same_name(known, name))
    }
}

/// Which metrics belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Group {
    /// Metrics of entities that are printed by default.
    Standard,
    /// Metrics of single mentions, or of annotation that only some corpora have.
    Special,
    /// Metrics of entities that need names, tags or syntax of the key.
    Layered,
    /// A published variant of another metric.
    Variant,
}

/// What a metric counts in a document.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// A function only of how entities overlap.
    Entities(fn(&Overlap) -> Tally),
    /// A function that needs the mentions themselves.
    Mentions(fn(&Pair<'_>) -> Tally),
}

impl Part {
    /// Counts one document.
    #[must_use]
    pub fn tally(&self, pair: &Pair<'_>) -> Tally {
        match self {
            Self::Entities(count) => count(&pair.overlap),
            Self::Mentions(count) => count(pair),
        }
    }
}

/// Every metric, in the order in which they are printed.
pub const METRICS: &[&Metric] = &[
    &mention_detection::MENTION_DETECTION,
    &muc::MUC,
    &b_cubed::B_CUBED,
    &ceaf::CEAF_M,
    &ceaf::CEAF_E,
    &blanc::BLANC,
    &lea::LEA,
    &pairwise::PAIRWISE,
];

/// Metrics of single mentions and of annotation that only some corpora have, printed if asked for by name.
pub const SPECIAL: &[&Metric] = &[
    &mention_overlap::MENTION_OVERLAP,
    &mention_overlap::MENTION_OVERLAP_OF_TWINS,
    &anaphora::ANAPHORA,
    &anaphora::ZERO_ANAPHORA,
    &bridging::BRIDGING_ANAPHORS,
    &bridging::BRIDGING_MENTIONS,
    &bridging::BRIDGING_ENTITIES,
    &non_referring::NON_REFERRING,
    &split::SPLIT_MUC,
    &split::SPLIT_B_CUBED,
    &split::SPLIT_CEAF_M,
    &split::SPLIT_CEAF_E,
    &split::SPLIT_BLANC,
    &split::SPLIT_LEA,
];

/// The metric or variant with that name or alias.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Metric> {
    let known =
        || METRICS.iter().chain(SPECIAL).copied().chain(variant::VARIANTS.iter().map(|one| &one.metric));
    let exact = known().find(|metric| metric.name == name);
    exact.or_else(|| known().find(|metric| metric.is_called(name)))
}

/// The score of a metric with a single part: its two ratios, and their F.
#[must_use]
pub fn plain(tallies: &[Tally], beta: f64) -> Score {
    tallies.first().map_or(Score::default(), |tally| tally.score(beta))
}
