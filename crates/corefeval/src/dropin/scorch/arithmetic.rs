//! Sums and means without rounding on the way, and numbers as Python writes them.

/// The sum of numbers, rounded once at the end.
///
/// Shewchuk 1997: partial sums that do not overlap hold the whole sum exactly.
pub(super) fn exact_sum(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let mut parts: Vec<f64> = Vec::new();
    for mut number in numbers {
        let mut kept = 0;
        for place in 0..parts.len() {
            let (sum, lost) = two_sum(number, parts[place]);
            if lost != 0.0 {
                parts[kept] = lost;
                kept += 1;
            }
            number = sum;
        }
        parts.truncate(kept);
        parts.push(number);
    }
    rounded(&parts)
}

/// Rounds a sum given in parts, the largest last; a tie is broken by the smaller parts.
fn rounded(parts: &[f64]) -> f64 {
    let mut left = parts.iter().rev();
    let mut sum = left.next().copied().unwrap_or(0.0);
    for &part in left.by_ref() {
        let (rounded, lost) = two_sum(sum, part);
        sum = rounded;
        if lost != 0.0 {
            let further = left.next().copied().unwrap_or(0.0);
            let doubled = 2.0 * lost;
            let up = sum + doubled;
            let is_tie = (up - sum).to_bits() == doubled.to_bits();
            return if lost * further > 0.0 && is_tie { up } else { sum };
        }
    }
    sum
}

/// A rounded sum and its rounding error (Knuth).
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// The mean, rounded once.
pub(super) fn mean(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    let sum = exact_sum(numbers.iter().copied());
    let lost = exact_sum(numbers.iter().copied().chain([-sum]));
    quotient(sum, lost, count)
}

/// The harmonic mean of two numbers above zero: their reciprocals are rounded, the rest is not.
pub(super) fn harmonic_mean(one: f64, other: f64) -> f64 {
    let (sum, lost) = two_sum(1.0 / one, 1.0 / other);
    let quotient = 2.0 / sum;
    let rest = quotient.mul_add(-sum, 2.0) - quotient * lost;
    quotient + rest / sum
}

/// (number + lost) / divisor, corrected by the remainder of the division.
fn quotient(number: f64, lost: f64, divisor: f64) -> f64 {
    let quotient = number / divisor;
    let rest = quotient.mul_add(-divisor, number) + lost;
    quotient + rest / divisor
}

/// The shortest decimal text that is read back as the same number, as Python writes it.
pub(super) fn written(number: f64) -> String {
    let scientific = format!("{number:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    match exponent.parse::<i32>() {
        Ok(exponent) if !(-4..16).contains(&exponent) && number != 0.0 => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
        }
        _ => format!("{number:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{exact_sum, harmonic_mean, mean, written};

    #[test]
    fn a_sum_is_rounded_once() {
        assert_eq!(exact_sum([1e16, 1.0, 1e-16]).to_bits(), 1.000_000_000_000_000_2e16_f64.to_bits());
        assert_eq!(exact_sum(std::iter::repeat_n(0.1, 10)).to_bits(), 1.0_f64.to_bits());
        assert_eq!(exact_sum([]).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn means_are_rounded_once() {
        assert_eq!(mean(&[0.1, 0.1, 0.1]).to_bits(), 0.1_f64.to_bits());
        assert_eq!(harmonic_mean(0.5, 1.0).to_bits(), (2.0_f64 / 3.0).to_bits());
    }

    #[test]
    fn numbers_are_written_as_in_python() {
        let written_ones = [0.0, 1.0, 0.1 + 0.2, 0.0001, 0.000_012, 1e16].map(written);
        assert_eq!(written_ones, ["0.0", "1.0", "0.30000000000000004", "0.0001", "1.2e-05", "1e+16"]);
    }
}
