//! Many systems: p corrected for the number of comparisons, and the ranks that systems could have had.

use super::super::resample::TIE;
use super::differences::Estimates;
use super::{Difference, Standing};

/// Corrects every figure's p for the number of pairs.
pub(super) fn adjust(differences: &mut [Difference]) {
    let figures = differences.first().map_or(0, |difference| difference.figures.len());
    for figure in 0..figures {
        let p: Vec<Option<f64>> = differences.iter().map(|difference| difference.figures[figure].p).collect();
        for (difference, p) in differences.iter_mut().zip(holm(&p)) {
            difference.figures[figure].adjusted_p = p;
        }
    }
}

/// Holm's correction: the least p is multiplied by the number of tests, the next by one less, and so on, and
/// none becomes less than the one before. Undefined values are not tests.
#[must_use]
pub fn holm(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let defined = p_values.iter().enumerate().filter_map(|(place, p)| Some((place, (*p)?)));
    let mut sorted: Vec<(usize, f64)> = defined.collect();
    sorted.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut adjusted = vec![None; p_values.len()];
    let mut least = 0.0f64;
    for (rank, &(place, p)) in sorted.iter().enumerate() {
        least = least.max((p * (sorted.len() - rank) as f64).min(1.0));
        adjusted[place] = Some(least);
    }
    adjusted
}

/// The rank of every system in a figure, and the ranks that it could have had.
pub(super) fn standings(estimates: &Estimates<'_>, figure: usize) -> Vec<Option<Standing>> {
    let systems = estimates.systems;
    let observed: Vec<f64> = estimates.observed.iter().map(|figures| figures[figure]).collect();
    let mut counts = vec![vec![0.0; systems]; systems];
    let weights = estimates.samples.weights();
    let mut of_figure = Vec::with_capacity(systems);
    for (number, figures) in estimates.resamples().enumerate() {
        of_figure.clear();
        of_figure.extend(figures.iter().skip(figure).step_by(estimates.figures()).copied());
        let weight = weights.get(number).copied().unwrap_or(1.0);
        for (counts, own) in counts.iter_mut().zip(&of_figure) {
            counts[rank(*own, &of_figure) - 1] += weight;
        }
    }
    let tail = estimates.options.tail();
    let standing = |((rank, value), counts): ((usize, &f64), &Vec<f64>)| {
        (!value.is_nan()).then(|| Standing { rank, interval: likely(counts, tail) })
    };
    ranks(&observed).into_iter().zip(&observed).zip(&counts).map(standing).collect()
}

/// The rank of each figure: 1 for the best; undefined figures are last.
pub(super) fn ranks(figures: &[f64]) -> Vec<usize> {
    figures.iter().map(|own| rank(*own, figures)).collect()
}

fn rank(own: f64, figures: &[f64]) -> usize {
    let better = |other: f64| other > own + TIE || (own.is_nan() && !other.is_nan());
    1 + figures.iter().filter(|other| better(**other)).count()
}

/// The ranks that are left when a share of the resamples is left out at each end.
pub(super) fn likely(counts: &[f64], tail: f64) -> (usize, usize) {
    let all: f64 = counts.iter().sum();
    let reached = |share: f64| {
        let mut sum = 0.0;
        let place = counts.iter().position(|count| {
            sum += count / all;
            sum >= share - 1e-12
        });
        place.unwrap_or(counts.len().saturating_sub(1)) + 1
    };
    (reached(tail), reached(1.0 - tail))
}

#[cfg(test)]
mod tests {
    use super::{holm, likely, ranks};

    #[test]
    fn the_least_p_is_corrected_most() {
        // Holm 1979: sorted, 0.01, 0.02 and 0.04 are multiplied by 3, 2 and 1
        let adjusted = holm(&[Some(0.04), Some(0.01), None, Some(0.02)]);
        let close = |one: Option<f64>, other: f64| (one.unwrap() - other).abs() < 1e-12;
        assert!(
            close(adjusted[0], 0.04) && close(adjusted[1], 0.03) && close(adjusted[3], 0.04),
            "{adjusted:?}"
        );
        assert_eq!(adjusted[2], None);
        assert_eq!(holm(&[Some(0.9), Some(0.8)]), [Some(1.0), Some(1.0)]);
    }

    #[test]
    fn equals_share_a_rank_and_the_undefined_is_last() {
        assert_eq!(ranks(&[0.5, 0.7, 0.5, f64::NAN, 0.1]), [2, 1, 2, 5, 4]);
        assert_eq!(likely(&[1.0, 97.0, 2.0], 0.025), (2, 2));
        assert_eq!(likely(&[3.0, 94.0, 3.0], 0.025), (1, 3));
    }
}
