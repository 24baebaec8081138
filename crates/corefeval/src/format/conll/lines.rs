//! The lines of a file; most say only that there is one more token, and are passed over.

use wide::u8x16;

/// Every line, without its newline.
pub(super) fn every(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let lines = (!bytes.is_empty()).then_some(Split { rest: Some(body) });
    lines.into_iter().flatten()
}

struct Split<'a> {
    rest: Option<&'a [u8]>,
}

impl<'a> Iterator for Split<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest?;
        let end = memchr::memchr(b'\n', rest);
        self.rest = end.map(|end| &rest[end + 1..]);
        Some(&rest[..end.unwrap_or(rest.len())])
    }
}

/// A line that says more than "one token, no mention".
pub(super) struct Told<'a> {
    /// How many plain lines were passed over since the last one told.
    pub(super) plain_before: u32,
    /// The line without its newline.
    pub(super) bytes: &'a [u8],
}

/// The lines of a file but for the plain ones: those that end in a blank and `-` and do not begin with `#`.
pub(super) struct Telling<'a> {
    bytes: &'a [u8],
    newlines: Newlines<'a>,
    line_start: usize,
    ended: bool,
}

impl<'a> Telling<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, newlines: Newlines::new(bytes), line_start: 0, ended: false }
    }
}

impl<'a> Iterator for Telling<'a> {
    type Item = Told<'a>;

    fn next(&mut self) -> Option<Told<'a>> {
        let mut plain_before = 0;
        for end in self.newlines.by_ref() {
            let bytes = &self.bytes[self.line_start..end];
            self.line_start = end + 1;
            if !is_plain(bytes) {
                return Some(Told { plain_before, bytes });
            }
            plain_before += 1;
        }
        let rest = self.bytes.get(self.line_start..).unwrap_or_default();
        let told = !self.ended && (plain_before > 0 || !rest.is_empty());
        self.ended = true;
        told.then_some(Told { plain_before, bytes: rest })
    }
}

fn is_plain(line: &[u8]) -> bool {
    // blanks and tabs are the only bytes up to b' ' that stand between columns
    matches!(line, [first, .., blank, b'-'] if *blank <= b' ' && *first != b'#')
}

/// The places of newlines, found 64 bytes at a time.
struct Newlines<'a> {
    bytes: &'a [u8],
    /// Where the next 64 bytes begin.
    next: usize,
    /// The newlines among the last 64 bytes that have not been told, a bit for each byte.
    mask: u64,
}

impl<'a> Newlines<'a> {
    fn new(bytes: &'a [u8]) -> Self {
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

#[inline]
fn newlines_in(block: &[u8; 64]) -> u64 {
    let newline = u8x16::splat(b'\n');
    let mut mask = 0;
    for (index, quarter) in block.as_chunks::<16>().0.iter().enumerate() {
        let bits = u8x16::new(*quarter).simd_eq(newline).to_bitmask();
        mask |= u64::from(bits) << (index * 16);
    }
    mask
}
