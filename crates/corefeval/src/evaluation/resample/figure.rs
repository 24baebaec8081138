//! The figures that have intervals and tests: recall, precision and F of every metric, and the averages.

use super::super::Plan;
use crate::choice::choice;
use crate::metric::{AVERAGES, Average};

choice! {
    /// One of the figures of a metric.
    FigurePart {
        /// How much of the key was found.
        Recall = "recall",
        /// How much of the response was right.
        Precision = "precision",
        /// Fβ of the two.
        F = "f",
    }
}

/// A printed figure: recall, precision or F of a metric, or an average of F.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The name of the metric or average.
    pub name: &'static str,
    /// Its name in tables.
    pub title: &'static str,
    /// Which figure of the metric.
    pub part: FigurePart,
}

impl Figure {
    /// The figures of a plan: for each metric recall, precision and F; then the averages that the metrics allow.
    #[must_use]
    pub fn all(plan: &Plan) -> Vec<Self> {
        let parts = |metric: &&'static crate::metric::Metric| {
            let (name, title) = (metric.name, metric.title);
            FigurePart::ALL.iter().map(move |&part| Self { name, title, part })
        };
        let averages = averages(plan).into_iter().map(|(average, _)| Self {
            name: average.name,
            title: average.title,
            part: FigurePart::F,
        });
        plan.metrics().iter().flat_map(parts).chain(averages).collect()
    }

    /// Whether it is an average of several metrics.
    #[must_use]
    pub fn is_average(&self) -> bool {
        AVERAGES.iter().any(|average| average.name == self.name)
    }
}

/// The averages that the metrics of a plan allow, with the places of the metrics whose F they average.
pub(super) fn averages(plan: &Plan) -> Vec<(&'static Average, Vec<usize>)> {
    let place = |name: &&str| plan.metrics().iter().position(|metric| metric.name == *name);
    let of =
        |average: &&'static Average| Some((*average, average.of.iter().map(place).collect::<Option<_>>()?));
    AVERAGES.iter().filter_map(of).collect()
}
