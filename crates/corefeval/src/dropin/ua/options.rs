//! The options of the scorers.

use crate::dropin::anaphora::Metric;

/// Which scorer is emulated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// Version 1.
    One,
    /// Version 2.
    #[default]
    Two,
    /// The engine of version 2 in the CorefUD scorer.
    Fork,
}

/// The format of the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// CONLL-UA.
    #[default]
    Ua,
    /// CorefUD.
    CorefUd,
    /// CoNLL-2012.
    Conll,
}

/// When a response mention stands for a key mention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Matching {
    /// The response mention has the same words.
    #[default]
    Exact,
    /// One of the two lies inside the other and has its minimum.
    Minimum,
    /// A segment of the response mention lies in the first segment of the key mention, as in the CRAFT shared
    /// task.
    Craft,
}

/// What counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// Entities of one mention.
    pub singletons: bool,
    /// Split antecedents.
    pub splits: bool,
    /// Zeros.
    pub zeros: bool,
}

/// Settings that are consistent with each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the scorers")]
pub struct Options {
    /// Which scorer is emulated.
    pub version: Version,
    /// The format of the files.
    pub format: Format,
    /// What to print, in this order.
    pub metrics: Vec<Metric>,
    /// What counts.
    pub keep: Keep,
    /// When a response mention stands for a key mention.
    pub matching: Matching,
    /// Whether `craft` was requested, even if mentions must be equal.
    pub craft: bool,
    /// Whether mentions must have the same head; these formats have no heads.
    pub head: bool,
    /// Whether zeros are to be matched by what they depend on.
    pub dependent_zeros: bool,
    /// Whether CEAF and the non-referring score of version 1 compare only minimum spans.
    pub minimum: bool,
    /// Whether discourse deixis is scored instead of identity.
    pub deixis: bool,
    /// Whether only split antecedents are scored.
    pub only_splits: bool,
    /// Whether markables may cross.
    pub crossing: bool,
    /// Whether only noun phrases count.
    pub np_only: bool,
    /// Whether mentions inside others are left out.
    pub remove_nested: bool,
    /// The place of the metric `mention` among the others, if it was requested.
    pub mention: Option<usize>,
    /// Whether to print 0 for non-referring markables and bridging, as version 2 always does.
    pub no_relations: bool,
}

impl Options {
    /// The metrics by name.
    pub(super) fn metric_names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = self.metrics.iter().map(|metric| metric.name()).collect();
        if let Some(place) = self.mention {
            names.insert(place.min(names.len()), "mention");
        }
        names
    }

    /// Whether non-referring markables and bridging are printed as 0.
    pub(super) fn leaves_relations_out(&self) -> bool {
        self.no_relations || self.deixis || self.only_splits
    }

    /// The options that the words after the files set for version 1; other words are ignored.
    #[must_use]
    pub fn of_words(words: &[impl AsRef<str>]) -> Self {
        let has = |names: &[&str]| words.iter().any(|word| names.contains(&word.as_ref()));
        let mut metrics: Vec<Metric> =
            FIRST_VERSION.into_iter().filter(|metric| has(&[metric.name(), "all"])).collect();
        if metrics.is_empty() {
            metrics = FIRST_VERSION.to_vec();
        }
        let deixis = has(&["evaluate_discourse_deixis"]);
        let only_splits = !deixis && has(&["only_split_antecedent", "only_split_antecedents"]);
        let alone = deixis || only_splits;
        if !alone && has(&["keep_non_referring", "keep_non_referrings"]) {
            metrics.push(Metric::NonReferring);
        }
        if !alone && has(&["keep_bridging", "keep_bridgings"]) {
            metrics.push(Metric::Bridging);
        }
        let keep = Keep {
            singletons: alone || !has(&["remove_singleton", "remove_singletons"]),
            splits: alone || !has(&["remove_split_antecedent", "remove_split_antecedents"]),
            zeros: true,
        };
        let minimum = has(&["MIN", "min", "min_spans"]);
        Self { version: Version::One, metrics, keep, minimum, deixis, only_splits, ..Self::default() }
    }
}

/// The metrics of version 1, in the order in which it prints them.
const FIRST_VERSION: [Metric; 6] =
    [Metric::Lea, Metric::Muc, Metric::BCubed, Metric::CeafE, Metric::CeafM, Metric::Blanc];
