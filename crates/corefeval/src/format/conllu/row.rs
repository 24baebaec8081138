//! The lines of a CoNLL-U file, and the numbers that rows begin with.

use super::super::lines;

/// How many columns a row has.
pub(in super::super) const COLUMNS: usize = 10;

/// The kind of row that a number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Id {
    /// `8`: a token.
    Token,
    /// `8.1`: the first empty node after token 8.
    Zero { after: u32, rank: u32 },
    /// `8-9`: a multi-word token, which is not a token itself.
    Range,
    /// Not such a number, or no tab after it.
    Other,
}

impl Id {
    /// The kind of a row.
    #[inline]
    pub(in super::super) fn of(row: &[u8]) -> Self {
        match row.iter().position(|byte| !byte.is_ascii_digit()) {
            Some(at) if at > 0 && row[at] == b'\t' => Self::Token,
            _ => Self::of_odd_row(row),
        }
    }

    fn of_odd_row(row: &[u8]) -> Self {
        memchr::memchr(b'\t', row).map_or(Self::Other, |tab| Self::of_cell(&row[..tab]))
    }

    /// The kind of a row whose first cell this is.
    pub(in super::super) fn of_cell(id: &[u8]) -> Self {
        match id.iter().position(|byte| !byte.is_ascii_digit()) {
            None if !id.is_empty() => Self::Token,
            Some(at) if at > 0 => Self::of_two(&id[..at], id[at], &id[at + 1..]),
            _ => Self::Other,
        }
    }

    fn of_two(first: &[u8], between: u8, second: &[u8]) -> Self {
        match (between, number(first), number(second)) {
            (b'.', Some(after), Some(rank)) => Self::Zero { after, rank },
            (b'-', Some(_), Some(_)) => Self::Range,
            _ => Self::Other,
        }
    }
}

/// A number written only in digits, if it is not too large.
pub(in super::super) fn number(digits: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(digits).ok()?;
    // `parse` would take a sign as well
    if digits.iter().all(u8::is_ascii_digit) { text.parse().ok() } else { None }
}

/// Every line, without its line end.
pub(in super::super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    lines::every(bytes).map(without_return)
}

/// A line without the carriage return that some systems put at its end.
#[inline]
pub(in super::super) fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The first row of a file, comments and blank lines left out.
pub(in super::super) fn first(start: &[u8]) -> Option<&[u8]> {
    lines(start).find(|line| !line.starts_with(b"#") && !line.trim_ascii().is_empty())
}

#[cfg(test)]
mod tests {
    use super::Id;

    #[test]
    fn numbers_tell_tokens_zeros_and_ranges_apart() {
        assert_eq!(Id::of(b"8\tx"), Id::Token);
        assert_eq!(Id::of(b"8.10\tx"), Id::Zero { after: 8, rank: 10 });
        assert_eq!(Id::of(b"8-9\tx"), Id::Range);
        for other in ["8", "x\ty", "\ty", "8.\ty", "8.+1\ty", "99999999999.1\ty"] {
            assert_eq!(Id::of(other.as_bytes()), Id::Other, "{other}");
        }
    }
}
