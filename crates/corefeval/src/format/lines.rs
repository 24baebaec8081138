//! Splits files into lines.

use super::lane::Lane;

/// Every line, without its newline.
pub(super) fn every(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut newlines = Newlines::new(bytes);
    let mut start = 0;
    std::iter::from_fn(move || {
        let end = newlines.next().unwrap_or(bytes.len());
        let line = bytes.get(start..end).filter(|_| start < bytes.len())?;
        start = end + 1;
        Some(line)
    })
}

/// The places of newlines, found 64 bytes at a time.
pub(super) struct Newlines<'a> {
    bytes: &'a [u8],
    /// Where the next 64 bytes begin.
    next: usize,
    /// The newlines among the last 64 bytes that have not been returned yet, a bit for each byte.
    mask: u64,
}

impl<'a> Newlines<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, next: 0, mask: 0 }
    }
}

impl Iterator for Newlines<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.mask == 0 {
            let rest = self.bytes.get(self.next..).filter(|rest| !rest.is_empty())?;
            self.mask = match rest.first_chunk::<64>() {
                Some(block) => newlines_in(block),
                None => {
                    let mut block = [0; 64];
                    block[..rest.len()].copy_from_slice(rest);
                    newlines_in(&block)
                }
            };
            self.next += 64;
        }
        let bit = self.mask.trailing_zeros() as usize;
        self.mask &= self.mask - 1;
        Some(self.next - 64 + bit)
    }
}

/// The newlines among 64 bytes, a bit for each byte.
#[inline]
pub(super) fn newlines_in(block: &[u8; 64]) -> u64 {
    bytes_in(block, b'\n')
}

/// The places of a byte among 64 bytes, a bit for each.
#[inline]
pub(super) fn bytes_in(block: &[u8; 64], byte: u8) -> u64 {
    let wanted = Lane::splat(byte);
    bits_of(block, |bytes| bytes.equals(wanted))
}

/// The blanks and tabs among 64 bytes.
#[inline]
pub(super) fn blanks_in(block: &[u8; 64]) -> u64 {
    let (blank, tab) = (Lane::splat(b' '), Lane::splat(b'\t'));
    bits_of(block, |bytes| bytes.equals(blank).or(bytes.equals(tab)))
}

#[inline]
fn bits_of(block: &[u8; 64], mark: impl Fn(Lane) -> Lane) -> u64 {
    let mut bits = 0;
    for (index, quarter) in block.as_chunks::<16>().0.iter().enumerate() {
        bits |= u64::from(mark(Lane::new(*quarter)).bits()) << (index * 16);
    }
    bits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::every;

    proptest! {
        #[test]
        fn lines_are_those_of_the_standard_library(text in "[a\n]{0,200}") {
            let lines: Vec<&[u8]> = every(text.as_bytes()).collect();
            let expected: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
            prop_assert_eq!(lines, expected);
        }
    }
}
