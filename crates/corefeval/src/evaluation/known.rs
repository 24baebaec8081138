//! Every metric that can be asked for, wherever it lives.

use crate::metric::{self, Metric};
use crate::nec::NEC;

/// Metrics that look at names, tags or syntax of the key, printed when they are asked for by name.
pub const LAYERED: &[&Metric] = &[&NEC];

/// The metric with that name, of all there are.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Metric> {
    metric::by_name(name).or_else(|| LAYERED.iter().find(|metric| metric.name == name).copied())
}
