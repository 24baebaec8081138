//! The lines of a file; most say only that there is one more token, and are passed over in blocks of 64 bytes.

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
    /// Where the next 64 bytes begin.
    at: usize,
    /// The newlines of the current 64 bytes that have not been passed, and those of them that end a line to tell.
    newlines: u64,
    to_tell: u64,
    base: usize,
    line_start: usize,
    plain: u32,
    carry: Carry,
}

/// What the last bytes of a block mean for the next one.
#[derive(Clone, Copy, Default)]
struct Carry {
    newline: u64,
    dash_after_blank: u64,
    blank: u64,
    hash_line: bool,
}

impl<'a> Telling<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        // the start of the file is the start of a line, and what precedes the first byte counts as blank
        let carry = Carry { newline: 1, dash_after_blank: 0, blank: 1, hash_line: false };
        Self { bytes, at: 0, newlines: 0, to_tell: 0, base: 0, line_start: 0, plain: 0, carry }
    }

    fn tell(&mut self, end: usize) -> Told<'a> {
        let line = &self.bytes[self.line_start..end];
        self.line_start = end + 1;
        Told { plain_before: std::mem::take(&mut self.plain), bytes: line }
    }

    /// Looks at the next 64 bytes, fewer at the end.
    fn load(&mut self) {
        let rest = &self.bytes[self.at..];
        let masks = match rest.first_chunk::<64>() {
            Some(block) => Masks::of(block),
            None => {
                let mut block = [0; 64];
                block[..rest.len()].copy_from_slice(rest);
                Masks::of(&block)
            }
        };
        self.base = self.at;
        self.at += rest.len().min(64);
        self.newlines = masks.newline;
        self.to_tell = masks.newline & !self.plain_ends(&masks);
    }

    /// The newlines that end a plain line.
    fn plain_ends(&mut self, masks: &Masks) -> u64 {
        let dash_after_blank = masks.dash & (masks.blank << 1 | self.carry.blank);
        let mut plain = masks.newline & (dash_after_blank << 1 | self.carry.dash_after_blank);
        let hashes = masks.hash & (masks.newline << 1 | self.carry.newline);
        if hashes != 0 || self.carry.hash_line {
            plain &= !self.ends_of_hash_lines(hashes, masks.newline);
        }
        self.carry.newline = masks.newline >> 63;
        self.carry.dash_after_blank = dash_after_blank >> 63;
        self.carry.blank = masks.blank >> 63;
        plain
    }

    fn ends_of_hash_lines(&mut self, hashes: u64, newlines: u64) -> u64 {
        let mut ends = 0;
        if std::mem::take(&mut self.carry.hash_line) {
            ends |= newlines & newlines.wrapping_neg();
            self.carry.hash_line = newlines == 0;
        }
        let mut left = hashes;
        while left != 0 {
            let after = newlines & (u64::MAX << left.trailing_zeros());
            ends |= after & after.wrapping_neg();
            self.carry.hash_line |= after == 0;
            left &= left - 1;
        }
        ends
    }
}

impl<'a> Iterator for Telling<'a> {
    type Item = Told<'a>;

    fn next(&mut self) -> Option<Told<'a>> {
        while self.to_tell == 0 {
            if self.newlines != 0 {
                self.plain += self.newlines.count_ones();
                self.line_start = self.base + 64 - self.newlines.leading_zeros() as usize;
                self.newlines = 0;
            }
            if self.at >= self.bytes.len() {
                let left_over = self.line_start < self.bytes.len() || self.plain > 0;
                return left_over.then(|| self.tell(self.bytes.len()));
            }
            self.load();
        }
        let bit = self.to_tell.trailing_zeros();
        let passed = self.newlines & !(u64::MAX << bit);
        if passed != 0 {
            self.plain += passed.count_ones();
            self.line_start = self.base + 64 - passed.leading_zeros() as usize;
        }
        // two shifts, since shifting by 64 at once is not allowed
        self.newlines &= u64::MAX << bit << 1;
        self.to_tell &= self.to_tell - 1;
        Some(self.tell(self.base + bit as usize))
    }
}

/// Where in 64 bytes something stands, a bit for each byte.
struct Masks {
    newline: u64,
    dash: u64,
    blank: u64,
    hash: u64,
}

impl Masks {
    fn of(block: &[u8; 64]) -> Self {
        let mut masks = Self { newline: 0, dash: 0, blank: 0, hash: 0 };
        for (index, quarter) in block.chunks_exact(16).enumerate() {
            let mut lane = [0; 16];
            lane.copy_from_slice(quarter);
            let lane = u8x16::new(lane);
            let shift = index * 16;
            let bits = |equal: u8x16| u64::from(equal.to_bitmask()) << shift;
            masks.newline |= bits(lane.simd_eq(u8x16::splat(b'\n')));
            masks.dash |= bits(lane.simd_eq(u8x16::splat(b'-')));
            masks.hash |= bits(lane.simd_eq(u8x16::splat(b'#')));
            // blanks, tabs and line ends are the bytes up to b' '
            masks.blank |= bits(lane.min(u8x16::splat(b' ')).simd_eq(lane));
        }
        masks
    }
}
