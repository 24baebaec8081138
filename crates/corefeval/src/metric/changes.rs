//! How a metric changes under choices of a protocol.

use super::blanc::BlancRule;
use super::repeated::Matched;
use super::weighted::Comparison;
use super::{Metric, Tally};

/// How a metric changes under choices of the protocol; the default changes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes {
    /// The metric that its name refers to under these rules.
    pub under: Option<fn(Rules) -> &'static Metric>,
    /// What the CoNLL scorer counts if mentions are repeated, for each part; surplus tallies are dropped.
    pub repeated: Option<fn(&Matched) -> Vec<Tally>>,
    /// What is counted if each repeated mention is looked up in one entity, also for each part.
    pub looked_up: Option<fn(&LookedUp) -> Vec<Tally>>,
}

impl Changes {
    /// Nothing changes.
    pub const NONE: Self = Self { under: None, repeated: None, looked_up: None };
}

/// The choices of a protocol that determine which metric a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// Which kinds of link BLANC leaves out.
    pub blanc: BlancRule,
    /// Whether split antecedents count like mentions.
    pub count_splits: bool,
}

/// A key and a response document with repeated mentions, each looked up in the last entity that has it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LookedUp {
    /// Where mentions were found.
    pub entities: Comparison,
    /// How many mentions were found, each counted once.
    pub mentions: Tally,
}

impl Metric {
    /// The metric that its name refers to under these rules.
    #[must_use]
    pub fn under(&'static self, rules: Rules) -> &'static Self {
        self.changes.under.map_or(self, |under| under(rules))
    }

    /// The first tallies, as many as it has parts.
    #[must_use]
    pub fn of_parts(&self, mut tallies: Vec<Tally>) -> Vec<Tally> {
        tallies.truncate(self.parts.len());
        tallies
    }
}

#[cfg(test)]
mod tests {
    use super::Rules;
    use crate::metric::blanc::BlancRule;
    use crate::metric::variant::VARIANTS;
    use crate::metric::{METRICS, SPECIAL};

    #[test]
    fn a_metric_keeps_its_name_under_all_rules() {
        let variants = VARIANTS.iter().map(|variant| &variant.metric);
        for metric in METRICS.iter().chain(SPECIAL).copied().chain(variants) {
            for &blanc in BlancRule::ALL {
                for count_splits in [false, true] {
                    assert_eq!(metric.under(Rules { blanc, count_splits }).name, metric.name);
                }
            }
            // each function that counts repeated mentions belongs to one metric; a metric derived from it
            // must not keep it
            let counts = metric.changes.repeated.map(|count| count as usize);
            let counts = [counts, metric.changes.looked_up.map(|count| count as usize)];
            for known in METRICS.iter().filter(|known| known.name != metric.name) {
                let own = known.changes.repeated.map(|count| count as usize);
                let own = [own, known.changes.looked_up.map(|count| count as usize)];
                assert!(
                    !counts.iter().zip(own).any(|(one, other)| one.is_some() && *one == other),
                    "{}",
                    metric.name
                );
            }
        }
    }
}
