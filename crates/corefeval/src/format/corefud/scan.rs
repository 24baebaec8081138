//! The fast way through a file when only mentions are wanted: rows are counted, 64 bytes at a time, and only
//! those are looked at that say `Entity=` or are not plain tokens.

use wide::u8x16;

use super::super::conllu::row::without_return;
use super::builder::Builder;

/// Tells the builder of a file's lines, plain tokens only by their number.
pub(super) fn scan<'a>(bytes: &'a [u8], builder: &mut Builder<'a>) {
    // the last line may lack its newline: it is read as any row is when layers are wanted
    let whole = memchr::memrchr(b'\n', bytes).map_or(0, |newline| newline + 1);
    let (lines, last) = bytes.split_at(whole);
    let mut scan = Scan { bytes: lines, passed: 0, carry: Carry { start: 1, number: 0, separator: 0 } };
    for base in (0..lines.len()).step_by(64) {
        scan.block(base, builder);
    }
    if !last.is_empty() {
        builder.line(without_return(last));
    }
}

struct Scan<'a> {
    bytes: &'a [u8],
    /// Everything before this byte has been told.
    passed: usize,
    carry: Carry,
}

/// What the last byte of a block means for the first of the next.
struct Carry {
    start: u64,
    number: u64,
    separator: u64,
}

impl<'a> Scan<'a> {
    fn block(&mut self, base: usize, builder: &mut Builder<'a>) {
        let (masks, valid) = self.masks(base);
        let found = self.find(&masks, valid);
        let (mut tokens, mut left) = (found.tokens, found.events);
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let at = base + bit as usize;
            if at < self.passed {
                continue;
            }
            let before = !(u64::MAX << bit);
            self.pass(tokens & before, base, builder);
            tokens &= !before;
            if found.candidates >> bit & 1 == 1 {
                self.entity(at, builder);
            } else {
                self.odd_line(at, builder);
            }
        }
        self.pass(tokens, base, builder);
    }

    fn pass(&self, tokens: u64, base: usize, builder: &mut Builder<'a>) {
        if tokens == 0 {
            return;
        }
        if builder.is_outside() {
            let (start, end) = self.line_at(base + tokens.trailing_zeros() as usize);
            builder.begin_outside(without_return(&self.bytes[start..end]));
        }
        builder.pass(tokens.count_ones());
    }

    /// Where the line begins and ends that holds a byte.
    fn line_at(&self, at: usize) -> (usize, usize) {
        let start = memchr::memrchr(b'\n', &self.bytes[..at]).map_or(0, |newline| newline + 1);
        let end = memchr::memchr(b'\n', &self.bytes[at..]).map_or(self.bytes.len(), |end| at + end);
        (start, end)
    }

    /// The masks of the next 64 bytes, and which of these there are.
    fn masks(&self, base: usize) -> (Masks, u64) {
        let rest = &self.bytes[base..];
        match rest.first_chunk::<64>() {
            Some(block) => (Masks::of(block), u64::MAX),
            None => {
                let mut block = [0; 64];
                block[..rest.len()].copy_from_slice(rest);
                (Masks::of(&block), !(u64::MAX << rest.len()))
            }
        }
    }

    fn find(&mut self, masks: &Masks, valid: u64) -> Found {
        let starts = masks.newline << 1 | self.carry.start;
        // adding the first digit of a number to all its digits carries into the byte after it
        let (sum, overflow) = masks.digit.overflowing_add(starts & masks.digit);
        let (sum, overflow_too) = sum.overflowing_add(self.carry.number);
        let after_numbers = sum & !masks.digit;
        let candidates = masks.letter & (masks.separator << 1 | self.carry.separator);
        self.carry = Carry {
            start: masks.newline >> 63,
            number: u64::from(overflow || overflow_too),
            separator: masks.separator >> 63,
        };
        let odd = starts & !masks.digit & valid | after_numbers & !masks.tab;
        Found { tokens: after_numbers & masks.tab, candidates, events: candidates | odd }
    }

    /// A cell or attribute that begins with `E`.
    fn entity(&mut self, at: usize, builder: &mut Builder<'a>) {
        let Some(rest) = self.bytes[at..].strip_prefix(b"Entity=") else { return };
        let Some(end) = memchr::memchr3(b'|', b'\n', b'\t', rest) else { return };
        // only the last column counts
        let in_last = match rest[end] {
            b'|' => memchr::memchr2(b'\n', b'\t', &rest[end..]).is_some_and(|stop| rest[end + stop] == b'\n'),
            other => other == b'\n',
        };
        if in_last {
            builder.entity(without_return(&rest[..end]));
        }
    }

    /// A comment, a blank line, or a row that is no plain token.
    fn odd_line(&mut self, at: usize, builder: &mut Builder<'a>) {
        let (start, end) = self.line_at(at);
        builder.line(without_return(&self.bytes[start..end]));
        self.passed = end;
    }
}

/// Where in 64 bytes something is to be done.
struct Found {
    /// The tab after the number of each plain token.
    tokens: u64,
    /// Capital `E` at the start of a cell or an attribute.
    candidates: u64,
    /// These, and where other lines differ from plain tokens.
    events: u64,
}

/// Where in 64 bytes something stands, a bit for each byte.
struct Masks {
    newline: u64,
    digit: u64,
    tab: u64,
    separator: u64,
    letter: u64,
}

impl Masks {
    fn of(block: &[u8; 64]) -> Self {
        let mut masks = Self { newline: 0, digit: 0, tab: 0, separator: 0, letter: 0 };
        for (index, quarter) in block.chunks_exact(16).enumerate() {
            let mut lane = [0; 16];
            lane.copy_from_slice(quarter);
            let lane = u8x16::new(lane);
            let shift = index * 16;
            let bits = |equal: u8x16| u64::from(equal.to_bitmask()) << shift;
            let is = |byte: u8| lane.simd_eq(u8x16::splat(byte));
            let from_zero = lane - u8x16::splat(b'0');
            let tab = is(b'\t');
            masks.newline |= bits(is(b'\n'));
            masks.digit |= bits(from_zero.min(u8x16::splat(9)).simd_eq(from_zero));
            masks.tab |= bits(tab);
            masks.separator |= bits(tab | is(b'|'));
            masks.letter |= bits(is(b'E'));
        }
        masks
    }
}
