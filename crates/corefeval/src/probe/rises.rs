//! Finds where a metric rises although the damage increases.

use super::{Curve, Curves, Damage};
use crate::metric::Score;

/// A figure that is higher at a higher rate of damage.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Rise {
    /// The damage.
    pub damage: &'static Damage,
    /// The name of the metric, and its title in tables.
    pub metric: (&'static str, &'static str),
    /// `recall`, `precision` or `f`.
    pub figure: &'static str,
    /// The lower rate in percent, and the figure there.
    pub from: (u32, f64),
    /// The higher rate in percent, and the figure there.
    pub to: (u32, f64),
}

impl Rise {
    /// How much higher the figure is at the higher rate.
    #[must_use]
    pub fn gain(&self) -> f64 {
        self.to.1 - self.from.1
    }
}

/// Smaller rises are rounding errors.
const LEAST: f64 = 1e-9;

/// Recall, precision or F of a score.
type Part = fn(&Score) -> Option<f64>;

/// Recall, precision and F by name.
const FIGURES: [(&str, Part); 3] =
    [("recall", |score| score.recall), ("precision", |score| score.precision), ("f", |score| score.f)];

/// The largest rise of each figure of each metric under each damage, and of each average.
#[must_use]
pub fn rises(curves: &Curves) -> Vec<Rise> {
    curves.curves.iter().flat_map(of_curve).collect()
}

fn of_curve(curve: &Curve) -> Vec<Rise> {
    let Some((_, first)) = curve.points.first() else { return Vec::new() };
    let mut rises = Vec::new();
    for (place, metric) in first.metrics().iter().enumerate() {
        for (figure, of) in FIGURES {
            let values = curve.points.iter().map(|(rate, point)| (*rate, of(&point.score(place))));
            rises.extend(largest(values).map(|(from, to)| Rise {
                damage: curve.damage,
                metric: (metric.name, metric.title),
                figure,
                from,
                to,
            }));
        }
    }
    for (place, (average, _)) in first.averages(&first.scores()).iter().enumerate() {
        let value = |point: &crate::evaluation::Evaluation| {
            point.averages(&point.scores()).get(place).and_then(|(_, value)| *value)
        };
        let values = curve.points.iter().map(|(rate, point)| (*rate, value(point)));
        rises.extend(largest(values).map(|(from, to)| Rise {
            damage: curve.damage,
            metric: (average.name, average.title),
            figure: "f",
            from,
            to,
        }));
    }
    rises
}

type Point = (u32, f64);

/// The two points between which a figure rises most; undefined figures are left out.
fn largest(values: impl Iterator<Item = (u32, Option<f64>)>) -> Option<(Point, Point)> {
    let mut lowest: Option<Point> = None;
    let mut best: Option<(Point, Point)> = None;
    for (rate, value) in values {
        let Some(value) = value else { continue };
        if let Some(low) = lowest {
            let gain = value - low.1;
            if gain > LEAST && best.is_none_or(|(from, to)| gain > to.1 - from.1) {
                best = Some((low, (rate, value)));
            }
        }
        if lowest.is_none_or(|low| value < low.1) {
            lowest = Some((rate, value));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::largest;

    #[test]
    fn the_largest_rise_is_between_a_low_point_and_a_later_high_one() {
        let of = |values: &[f64]| largest(values.iter().zip(0..).map(|(value, rate)| (rate, Some(*value))));
        assert_eq!(of(&[1.0, 0.5, 0.6, 0.2, 0.25, 0.1]), Some(((1, 0.5), (2, 0.6))));
        assert_eq!(of(&[0.5, 0.6, 0.4, 0.9]), Some(((2, 0.4), (3, 0.9))));
        assert_eq!(of(&[1.0, 0.9, 0.9, 0.0]), None);
        assert_eq!(
            largest([(0, Some(0.1)), (10, None), (20, Some(0.3))].into_iter()),
            Some(((0, 0.1), (20, 0.3)))
        );
    }
}
