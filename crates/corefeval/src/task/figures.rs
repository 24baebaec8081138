//! Scores by name, and their means over datasets.

use serde::Serialize;

use crate::evaluation::{DocumentTallies, Evaluation};
use crate::metric::{Score, Undefined};

/// A metric's score, or an average, which has only an F.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The name of the metric or average.
    pub name: &'static str,
    /// Its title in tables.
    #[serde(skip)]
    pub title: &'static str,
    /// From 0 to 1; `None` where it is undefined.
    pub recall: Option<f64>,
    /// From 0 to 1; `None` where it is undefined.
    pub precision: Option<f64>,
    /// From 0 to 1; `None` where it is undefined.
    pub f: Option<f64>,
}

/// The score of every metric, then the averages.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Figures(pub Vec<Figure>);

impl Figures {
    /// The figures of these documents, averaged as the plan says.
    #[must_use]
    pub fn of(evaluation: &Evaluation, documents: &[&DocumentTallies]) -> Self {
        let metrics = evaluation.metrics();
        let scores: Vec<Score> =
            (0..metrics.len()).map(|place| evaluation.averaged(place, documents)).collect();
        let of_metrics = metrics.iter().zip(&scores).map(|(metric, score)| Figure {
            name: metric.name,
            title: metric.title,
            recall: score.recall,
            precision: score.precision,
            f: score.f,
        });
        let averages = evaluation.averages(&scores).into_iter();
        let of_averages = averages.map(|(average, f)| Figure {
            name: average.name,
            title: average.title,
            recall: None,
            precision: None,
            f,
        });
        Self(of_metrics.chain(of_averages).collect())
    }

    /// The mean of each figure over datasets, which have equal weight. If only some datasets have a figure,
    /// it is the mean over these; `missing` gives the number of datasets without a response that would have
    /// it, which count as 0.
    #[must_use]
    pub fn mean(datasets: &[&Self], missing: impl Fn(&str) -> usize, undefined: Undefined) -> Self {
        let mut names: Vec<(&'static str, &'static str)> = Vec::new();
        for figure in datasets.iter().flat_map(|figures| &figures.0) {
            if !names.iter().any(|(name, _)| *name == figure.name) {
                names.push((figure.name, figure.title));
            }
        }
        let mean = |(name, title)| {
            let having: Vec<&Figure> = datasets.iter().filter_map(|figures| figures.get(name)).collect();
            let zeros = missing(name);
            let of = |value: fn(&Figure) -> Option<f64>| {
                let values = having.iter().map(|figure| value(figure));
                undefined.mean(values.chain(std::iter::repeat_n(Some(0.0), zeros)))
            };
            // an average has no recall, so there is no mean of it either, even if missing datasets count as 0
            let unless_average = |value: fn(&Figure) -> Option<f64>| {
                having.iter().any(|figure| value(figure).is_some()).then(|| of(value)).flatten()
            };
            Figure {
                name,
                title,
                recall: unless_average(|figure| figure.recall),
                precision: unless_average(|figure| figure.precision),
                f: of(|figure| figure.f),
            }
        };
        Self(names.into_iter().map(mean).collect())
    }

    /// The figure with that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Figure> {
        self.0.iter().find(|figure| figure.name == name)
    }

    /// The F of the figure with that name.
    #[must_use]
    pub fn f(&self, name: &str) -> Option<f64> {
        self.get(name).and_then(|figure| figure.f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Figure, Figures};
    use crate::metric::Undefined;

    fn figures(values: &[(&'static str, Option<f64>)]) -> Figures {
        let figure = |&(name, f): &(&'static str, Option<f64>)| Figure {
            name,
            title: name,
            recall: f,
            precision: f,
            f,
        };
        Figures(values.iter().map(figure).collect())
    }

    #[test]
    fn datasets_weigh_the_same_and_missing_ones_count_as_nothing() {
        let (one, other) = (figures(&[("muc", Some(0.5))]), figures(&[("muc", Some(0.25))]));
        let mean = |missing| Figures::mean(&[&one, &other], |_| missing, Undefined::Zero).f("muc");
        assert_eq!((mean(0), mean(1)), (Some(0.375), Some(0.25)));
    }

    #[test]
    fn a_missing_dataset_counts_in_the_figures_that_it_has() {
        let one = figures(&[("muc", Some(0.5)), ("nec", Some(0.5))]);
        let mean = Figures::mean(&[&one], |name| if name == "nec" { 1 } else { 3 }, Undefined::Zero);
        assert_eq!((mean.f("muc"), mean.f("nec")), (Some(0.125), Some(0.25)));
    }

    #[test]
    fn what_only_some_datasets_have_is_the_mean_over_these() {
        let (one, other) = (figures(&[("muc", None), ("nec", Some(0.5))]), figures(&[("muc", Some(0.5))]));
        let mean = |undefined| Figures::mean(&[&one, &other], |_| 0, undefined);
        assert_eq!((mean(Undefined::Zero).f("muc"), mean(Undefined::Zero).f("nec")), (Some(0.25), Some(0.5)));
        assert_eq!(mean(Undefined::Skip).f("muc"), Some(0.5));
        assert_eq!(Figures::mean(&[], |_| 2, Undefined::Zero), Figures::default());
    }
}
