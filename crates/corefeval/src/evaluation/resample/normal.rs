//! The normal distribution.

/// The share of a normal distribution that is below `z`, by the series of Marsaglia (2004).
pub(super) fn share_below(z: f64) -> f64 {
    if z.abs() > 8.0 {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (z, z, 1.0);
    // terms grow at first, but are never larger than the sum of the terms before
    while term.abs() > f64::EPSILON * sum.abs() / 4.0 {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

/// The value below which there is this share of a normal distribution, from −8 to 8.
pub(in super::super) fn quantile(share: f64) -> f64 {
    let (mut low, mut high) = (-8.0, 8.0);
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if share_below(middle) < share { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::{quantile, share_below};

    #[test]
    fn the_tables_of_textbooks() {
        for (share, z) in [(0.5, 0.0), (0.975, 1.959_963_984_540_054), (0.8, 0.841_621_233_572_914_2)] {
            assert!((quantile(share) - z).abs() < 1e-12, "{share}: {}", quantile(share));
            assert!((quantile(1.0 - share) + z).abs() < 1e-12, "{share}");
        }
        for (z, share) in [(1.0, 0.841_344_746_068_542_9), (-3.0, 0.001_349_898_031_630_094_6)] {
            assert!((share_below(z) - share).abs() < 1e-15, "{z}: {}", share_below(z));
        }
    }

    #[test]
    fn the_ends_are_far_but_not_infinite() {
        assert!((quantile(0.0) + 8.0).abs() < 1e-9 && (quantile(1.0) - 8.0).abs() < 0.5);
        assert_eq!((share_below(f64::INFINITY), share_below(f64::NEG_INFINITY)), (1.0, 0.0));
    }
}
