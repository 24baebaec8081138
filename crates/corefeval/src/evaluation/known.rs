//! Every metric that can be asked for, wherever it lives.

use crate::choice::Value;
use crate::metric::variant::VARIANTS;
use crate::metric::{self, AVERAGES, METRICS, Metric, SPECIAL};
use crate::nec::NEC;

/// Metrics that look at names, tags or syntax of the key, printed when they are asked for by name.
pub const LAYERED: &[&Metric] = &[&NEC];

/// The metric with that name, of all there are.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Metric> {
    metric::by_name(name).or_else(|| LAYERED.iter().find(|metric| metric.name == name).copied())
}

/// Every metric there is, in the order in which they are printed.
pub fn all() -> impl Iterator<Item = &'static Metric> {
    let variants = VARIANTS.iter().map(|variant| &variant.metric);
    METRICS.iter().chain(SPECIAL).chain(LAYERED).copied().chain(variants)
}

/// Names of metrics and averages, with what they mean.
pub(super) fn values() -> Vec<Value> {
    let metrics = all().map(|metric| Value { name: metric.name, about: metric.summary });
    let averages = AVERAGES.iter().map(|average| Value { name: average.name, about: average.citation });
    metrics.chain(averages).collect()
}

/// The metrics with these names, in the order of printing; the name of an average stands for its metrics.
pub(super) fn listed(names: &[&str]) -> Result<Vec<&'static Metric>, String> {
    let mut wanted: Vec<&str> = Vec::new();
    for name in names {
        match AVERAGES.iter().find(|average| average.name == *name) {
            Some(average) => wanted.extend(average.of),
            None if by_name(name).is_some() => wanted.push(name),
            None => {
                let known: Vec<&str> = values().iter().map(|value| value.name).collect();
                return Err(format!("`{name}` is not a metric; choose from {}", known.join(", ")));
            }
        }
    }
    Ok(all().filter(|metric| wanted.contains(&metric.name)).collect())
}
