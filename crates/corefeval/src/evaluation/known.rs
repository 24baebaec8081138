//! All metrics that can be requested, from all modules.

use crate::choice::{self, Value};
use crate::metric::variant::VARIANTS;
use crate::metric::{self, AVERAGES, Average, METRICS, Metric, SPECIAL};
use crate::nec::NEC;

/// Metrics that need names, tags or syntax of the key; they are printed only if they are requested by name.
pub const LAYERED: &[&Metric] = &[&NEC];

/// The metric with that name, of all metrics.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Metric> {
    metric::by_name(name).or_else(|| LAYERED.iter().find(|metric| metric.is_called(name)).copied())
}

/// Every metric there is, in the order in which they are printed.
pub fn all() -> impl Iterator<Item = &'static Metric> {
    let variants = VARIANTS.iter().map(|variant| &variant.metric);
    METRICS.iter().chain(SPECIAL).chain(LAYERED).copied().chain(variants)
}

/// Names of metrics and averages, with what they mean.
#[must_use]
pub fn values() -> Vec<Value> {
    let metrics = all().map(|metric| Value { name: metric.name, about: metric.summary });
    let averages = AVERAGES.iter().map(|average| Value { name: average.name, about: average.about });
    metrics.chain(averages).collect()
}

/// The message for a name that is neither a metric nor an average.
#[must_use]
pub fn unknown(name: &str) -> String {
    let aliases = all().flat_map(|metric| metric.aliases).chain(AVERAGES.iter().flat_map(|one| one.aliases));
    let known: Vec<&str> = values().iter().map(|value| value.name).collect();
    match choice::nearest(name, known.iter().copied().chain(aliases.copied())) {
        Some(meant) => format!("`{name}` is not a metric; did you mean `{meant}`?"),
        None => {
            let usual = METRICS.iter().map(|metric| metric.name).chain(AVERAGES.iter().map(|one| one.name));
            let usual: Vec<&str> = usual.collect();
            let others = known.len() - usual.len();
            format!("`{name}` is not a metric; choose from {} and {others} others", usual.join(", "))
        }
    }
}

/// The metrics with these names, in the order of printing; the name of an average means its metrics.
pub(super) fn listed(names: &[&str]) -> Result<Vec<&'static Metric>, String> {
    if names.is_empty() {
        return Err("a metric is expected".to_owned());
    }
    let mut wanted: Vec<&str> = Vec::new();
    for name in names {
        match (Average::by_name(name), by_name(name)) {
            (Some(average), _) => wanted.extend(average.of),
            (None, Some(metric)) => wanted.push(metric.name),
            (None, None) => return Err(unknown(name)),
        }
    }
    Ok(all().filter(|metric| wanted.contains(&metric.name)).collect())
}
