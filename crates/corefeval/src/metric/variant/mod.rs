//! Variants of the metrics with which figures have been published: none is a default, all can be asked for by
//! name.
//!
//! Most of them differ in how twinless mentions are treated; see [`twinless`].

pub mod b_cubed;
pub mod blanc;
pub mod ceaf;
pub mod skip;
pub mod twinless;

use super::{METRICS, Metric};

/// A variant of a metric, and where figures of it were published.
#[derive(Debug)]
#[non_exhaustive]
pub struct Variant {
    /// How it is computed.
    pub metric: Metric,
    /// The metric that it is a variant of.
    pub of: &'static str,
    /// How twinless mentions are changed before the original metric is counted; `None` if they are not
    /// changed.
    pub sets: Option<twinless::Rule>,
    /// The rule in one line.
    pub rule: &'static str,
    /// The papers, scorers and shared tasks that used it.
    pub setting: &'static str,
    /// Whether its definition was confirmed; `false` if it is known only from descriptions.
    pub confirmed: bool,
}

/// Every variant, in the order in which they are printed.
pub const VARIANTS: &[&Variant] = &[
    &b_cubed::ZERO,
    &b_cubed::ALL,
    &b_cubed::RAHMAN_NG,
    &b_cubed::SYS,
    &b_cubed::V4,
    &skip::B_CUBED,
    &ceaf::PHI_1,
    &ceaf::PHI_2,
    &ceaf::M_SYS,
    &ceaf::M_V4,
    &ceaf::E_SYS,
    &ceaf::E_V4,
    &skip::CEAF_E_SKIP,
    &blanc::V4,
    &blanc::SEMEVAL,
    &skip::LEA,
];

/// The record of the variant that has this metric, if the metric is a variant.
#[must_use]
pub fn of(metric: &Metric) -> Option<&'static Variant> {
    VARIANTS.iter().find(|variant| variant.metric.name == metric.name).copied()
}

/// Every metric, each followed by its variants.
#[must_use]
pub fn every_metric() -> Vec<&'static Metric> {
    let family = |metric: &&'static Metric| {
        let variants = VARIANTS.iter().filter(|variant| variant.of == metric.name);
        std::iter::once(*metric).chain(variants.map(|variant| &variant.metric)).collect::<Vec<_>>()
    };
    METRICS.iter().flat_map(family).collect()
}

/// The rule of a metric or variant, and where figures of it were published.
#[must_use]
pub fn provenance(metric: &Metric) -> (&'static str, String) {
    match of(metric) {
        Some(variant) if variant.confirmed => (variant.rule, variant.setting.to_owned()),
        Some(variant) => (variant.rule, format!("experimental: {}", variant.setting)),
        None => ("no mention is added or dropped", metric.setting.to_owned()),
    }
}

/// The metric of the variant with that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Metric> {
    VARIANTS.iter().find(|variant| variant.metric.name == name).map(|variant| &variant.metric)
}
