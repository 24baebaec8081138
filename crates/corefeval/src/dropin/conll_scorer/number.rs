//! Numbers as C's `%.15g` prints them: at most 15 significant digits, no padding.

/// How many significant digits are kept.
const DIGITS: i32 = 15;

/// Writes `value` with up to 15 significant digits.
pub(super) fn text(value: f64) -> String {
    let scientific = format!("{value:.14e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return scientific; // infinite, or not a number
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(positive) => ("-", positive),
        None => ("", mantissa),
    };
    let digits: String = mantissa.chars().filter(|&c| c != '.').collect();
    let digits = digits.trim_end_matches('0');
    format!("{sign}{}", lay_out(digits, exponent))
}

/// Writes significant digits, of which the first has the value ten to the `exponent`.
fn lay_out(digits: &str, exponent: i32) -> String {
    let power = exponent.unsigned_abs() as usize;
    match exponent {
        _ if digits.is_empty() => "0".to_owned(),
        0..DIGITS => with_point(digits, power + 1),
        -4..0 => format!("0.{}{digits}", "0".repeat(power - 1)),
        _ => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{}e{sign}{power:02}", with_point(digits, 1))
        }
    }
}

/// Puts the point after `whole` digits, and zeros where there are fewer digits than that.
fn with_point(digits: &str, whole: usize) -> String {
    match digits.split_at_checked(whole) {
        Some((before, "")) => before.to_owned(),
        Some((before, after)) => format!("{before}.{after}"),
        None => format!("{digits}{}", "0".repeat(whole - digits.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn whole_numbers_have_no_point() {
        assert_eq!(text(0.0), "0");
        assert_eq!(text(7.0), "7");
        assert_eq!(text(1200.0), "1200");
        assert_eq!(text(123_456_789_012_345.0), "123456789012345");
    }

    #[test]
    fn fractions_keep_fifteen_digits() {
        assert_eq!(text(1.0 / 3.0), "0.333333333333333");
        assert_eq!(text(200.0 / 3.0), "66.6666666666667");
        assert_eq!(text(0.1 + 0.2), "0.3");
        assert_eq!(text(9.99), "9.99");
        assert_eq!(text(-2.5), "-2.5");
    }

    #[test]
    fn halves_are_rounded_to_even() {
        assert_eq!(text(100_000_000_000_000.5), "100000000000000");
        assert_eq!(text(100_000_000_000_001.5), "100000000000002");
    }

    #[test]
    fn very_small_and_very_large_numbers_get_an_exponent() {
        assert_eq!(text(0.0001), "0.0001");
        assert_eq!(text(0.00001), "1e-05");
        assert_eq!(text(1e15), "1e+15");
        assert_eq!(text(1.5e-7), "1.5e-07");
        assert_eq!(text(1e120), "1e+120");
    }
}
