//! Splits JSON objects into fields without parsing unused values.

use super::lane::Lane;
use super::lines::bytes_in;

/// A field of an object: its name, and its value as in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<'a> {
    /// The name between its quotes, escapes left as they are.
    pub(crate) name: &'a [u8],
    /// The value, without blanks around it.
    pub(crate) value: &'a [u8],
    /// Where the value begins.
    pub(crate) at: usize,
}

/// Where an object is not JSON, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The byte.
    pub(crate) at: usize,
    /// What was expected there.
    pub(crate) expected: &'static str,
}

/// Reads the object that begins at `at`: passes each field to `keep`, and returns where the object ends.
///
/// Only the structure is checked: a value ends where its brackets do, but its content may be invalid.
pub(crate) fn object<'a>(
    bytes: &'a [u8],
    at: usize,
    mut keep: impl FnMut(Field<'a>),
) -> Result<usize, Fault> {
    let mut at = expect(bytes, at, b'{', "`{`")?;
    if bytes.get(at) == Some(&b'}') {
        return Ok(at + 1);
    }
    loop {
        if bytes.get(at) != Some(&b'"') {
            return Err(Fault { at, expected: "a field name in quotes" });
        }
        let name_end = string_end(bytes, at)?;
        let colon = skip_blanks(bytes, name_end);
        let value_start = expect(bytes, colon, b':', "`:` after a field name")?;
        let value_end = value_end(bytes, value_start)?;
        let (name, value) = (&bytes[at + 1..name_end - 1], &bytes[value_start..value_end]);
        keep(Field { name, value, at: value_start });
        let after = skip_blanks(bytes, value_end);
        match bytes.get(after) {
            Some(b',') => at = skip_blanks(bytes, after + 1),
            Some(b'}') => return Ok(after + 1),
            _ => return Err(Fault { at: after, expected: "`,` or `}` after a field" }),
        }
    }
}

/// The place after blanks and line ends.
pub(crate) fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    let blanks = bytes[at.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_whitespace());
    at.min(bytes.len()) + blanks.count()
}

/// The place after a byte and the blanks that follow it.
fn expect(bytes: &[u8], at: usize, byte: u8, expected: &'static str) -> Result<usize, Fault> {
    if bytes.get(at) == Some(&byte) { Ok(skip_blanks(bytes, at + 1)) } else { Err(Fault { at, expected }) }
}

/// Where a value ends.
fn value_end(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    match bytes.get(at) {
        Some(b'"') => string_end(bytes, at),
        Some(b'[' | b'{') => Nesting::default().end(bytes, at),
        Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'-' => {
            let length = bytes[at..].iter().position(|byte| b",}]\n\r\t ".contains(byte));
            Ok(length.map_or(bytes.len(), |length| at + length))
        }
        _ => Err(Fault { at, expected: "a value" }),
    }
}

/// Where a string that begins at `at` ends, its closing quote included.
fn string_end(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    let mut from = at + 1;
    while let Some(found) = bytes.get(from..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        from += found + 1;
        if bytes[from - 1] == b'"' {
            return Ok(from);
        }
        from += 1;
    }
    Err(Fault { at, expected: "a closing quote" })
}

/// Passes on the strings of a value that contains only lists of strings: the bytes after the opening quote of
/// each, and the length of the string. Returns their number; `None` if there is anything else, or a string
/// has escapes, and then the strings that were passed on must be ignored.
pub(crate) fn each_plain_string<'a>(
    value: &'a [u8],
    mut hand_on: impl FnMut(&'a [u8], usize),
) -> Option<u32> {
    if value.first() != Some(&b'[') || memchr::memchr(b'\\', value).is_some() {
        return None;
    }
    let mut count = 0;
    // where the open string begins, if there is one, and where the last one ended
    let (mut start, mut end) = (None, 0);
    let mut base = 0;
    while let Some(rest) = value.get(base..).filter(|rest| !rest.is_empty()) {
        let mut quotes = match rest.first_chunk::<64>() {
            Some(block) => bytes_in(block, b'"'),
            None => bytes_in(&padded(rest), b'"'),
        };
        while quotes != 0 {
            let at = base + quotes.trailing_zeros() as usize;
            quotes &= quotes - 1;
            match start.take() {
                None => {
                    is_between_strings(&value[end..at]).then_some(())?;
                    start = Some(at + 1);
                }
                Some(start) => {
                    hand_on(&value[start..], at - start);
                    count += 1;
                    end = at + 1;
                }
            }
        }
        base += 64;
    }
    (start.is_none() && is_between_strings(&value[end..])).then_some(count)
}

/// Whether there are only brackets of lists, commas and blanks.
#[inline]
fn is_between_strings(bytes: &[u8]) -> bool {
    matches!(bytes, b"," | b", ")
        || bytes.iter().all(|&byte| byte <= b' ' || matches!(byte, b'[' | b']' | b','))
}

/// How deep in lists and objects the scan is.
#[derive(Default)]
struct Nesting {
    depth: u32,
    /// All ones inside a string, otherwise none.
    in_string: u64,
    escaped: bool,
}

impl Nesting {
    /// Where a list or object that begins at `at` ends: 64 bytes at a time.
    fn end(mut self, bytes: &[u8], at: usize) -> Result<usize, Fault> {
        let mut base = at;
        while base < bytes.len() {
            let rest = &bytes[base..];
            let bit = match rest.first_chunk::<64>() {
                Some(block) => self.step(block),
                None => self.step(&padded(rest)),
            };
            if let Some(bit) = bit {
                return Ok(base + bit as usize + 1);
            }
            base += 64;
        }
        Err(Fault { at, expected: "a closing bracket for this one" })
    }

    /// Processes 64 bytes; returns the bit at which the outermost bracket closes, if it does.
    #[inline]
    fn step(&mut self, block: &[u8; 64]) -> Option<u32> {
        if self.escaped || has_brackets_or_backslashes(block) {
            return self.step_closely(&Masks::of(block));
        }
        let quotes = bytes_in(block, b'"');
        if !quotes.count_ones().is_multiple_of(2) {
            self.in_string = !self.in_string;
        }
        None
    }

    /// Processes 64 bytes with any content.
    fn step_closely(&mut self, masks: &Masks) -> Option<u32> {
        let quotes = masks.quote & !self.escapes(masks.backslash);
        let inside = prefix_xor(quotes) ^ self.in_string;
        self.in_string = 0_u64.wrapping_sub(inside >> 63);
        let (opens, closes) = (masks.open & !inside, masks.close & !inside);
        if opens | closes == 0 { None } else { self.closing_bit(opens, closes) }
    }

    /// Which bytes follow a backslash that is not itself escaped.
    #[inline]
    fn escapes(&mut self, backslashes: u64) -> u64 {
        let mut escaped = u64::from(std::mem::take(&mut self.escaped));
        let mut left = backslashes & !escaped;
        while left != 0 {
            let bit = left & left.wrapping_neg();
            escaped |= bit << 1;
            self.escaped = bit >> 63 == 1;
            left &= !(bit | bit << 1);
        }
        escaped
    }

    fn closing_bit(&mut self, opens: u64, closes: u64) -> Option<u32> {
        let mut left = opens | closes;
        while left != 0 {
            let bit = left.trailing_zeros();
            if opens >> bit & 1 == 1 {
                self.depth += 1;
            } else {
                self.depth -= 1;
                if self.depth == 0 {
                    return Some(bit);
                }
            }
            left &= left - 1;
        }
        None
    }
}

/// Whether a bracket or a backslash is among 64 bytes; a bar may be mistaken for one.
#[inline]
fn has_brackets_or_backslashes(block: &[u8; 64]) -> bool {
    // `[`, `\\` and `]` follow each other, as do `{`, `|` and `}`, one bit apart from them
    let (bit, first, last) = (Lane::splat(b'[' ^ b'{'), Lane::splat(b'{'), Lane::splat(b'}' - b'{'));
    let mut found = Lane::splat(0);
    for quarter in block.as_chunks::<16>().0 {
        let places = Lane::new(*quarter).or(bit).minus(first);
        found = found.or(places.least(last).equals(places));
    }
    found.bits() != 0
}

fn padded(rest: &[u8]) -> [u8; 64] {
    let mut block = [b' '; 64];
    block[..rest.len()].copy_from_slice(rest);
    block
}

/// Each bit is the exclusive or of all bits up to it: from an opening quote up to the closing one, ones.
#[inline]
fn prefix_xor(mut bits: u64) -> u64 {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^ bits << 32
}

/// The places of quotes, backslashes and brackets among 64 bytes, a bit for each byte.
struct Masks {
    quote: u64,
    backslash: u64,
    open: u64,
    close: u64,
}

impl Masks {
    #[inline]
    fn of(block: &[u8; 64]) -> Self {
        let mut masks = Self { quote: 0, backslash: 0, open: 0, close: 0 };
        for (index, quarter) in block.as_chunks::<16>().0.iter().enumerate() {
            masks.add(Lane::new(*quarter), index * 16);
        }
        masks
    }

    #[inline]
    fn add(&mut self, lane: Lane, shift: usize) {
        let bits = |lane: Lane, byte: u8| u64::from(lane.equals(Lane::splat(byte)).bits()) << shift;
        // `[` and `{` differ in one bit, as do `]` and `}`
        let brackets = lane.or(Lane::splat(b'[' ^ b'{'));
        self.quote |= bits(lane, b'"');
        self.backslash |= bits(lane, b'\\');
        self.open |= bits(brackets, b'{');
        self.close |= bits(brackets, b'}');
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{each_plain_string, object};

    fn fields(text: &str) -> Option<Vec<(String, String)>> {
        let mut found = Vec::new();
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let end = object(text.as_bytes(), 0, |field| {
            found.push((shown(field.name), shown(field.value)));
        });
        (end == Ok(text.trim_end().len())).then_some(found)
    }

    #[test]
    fn values_end_where_their_brackets_do() {
        let text = r#"{"a": [["x]", "\"]"], []], "b" : {"c": "}"} ,"d":-1.5, "e": "\\", "f": null}"#;
        let found = fields(text).unwrap();
        let values: Vec<&str> = found.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(values, [r#"[["x]", "\"]"], []]"#, r#"{"c": "}"}"#, "-1.5", r#""\\""#, "null"]);
    }

    fn strings(value: &str) -> Option<Vec<String>> {
        let mut found = Vec::new();
        let count = each_plain_string(value.as_bytes(), |from, length| {
            found.push(String::from_utf8_lossy(&from[..length]).into_owned());
        });
        count.map(|count| {
            assert_eq!(count as usize, found.len());
            found
        })
    }

    #[test]
    fn the_strings_of_lists_are_found_across_blocks() {
        let words: Vec<String> = (0..500).map(|number| format!("w]{{,{number}é")).collect();
        for between in ["\",\"", "\", \"", "\"] ,\t[\"", "\"],[],[\""] {
            let value = format!("[[\"{}\"]]", words.join(between));
            assert_eq!(strings(&value), Some(words.clone()), "{between}");
        }
        assert_eq!(strings("[[], []]"), Some(vec![]));
    }

    #[test]
    fn lists_with_anything_but_plain_strings_are_not_read() {
        for value in
            ["[[\"a\", 1]]", "[{\"a\": \"b\"}]", "[null, \"a\"]", "[\"a\\n\"]", "[\"a]", "[\"a\"x]", "\"a\""]
        {
            assert_eq!(strings(value), None, "{value}");
        }
    }

    #[test]
    fn what_is_not_an_object_is_refused_at_its_place() {
        let fault = |text: &str| object(text.as_bytes(), 0, |_| {}).unwrap_err().at;
        assert_eq!(fault("[1]"), 0);
        assert_eq!(fault("{\"a\" 1}"), 5);
        assert_eq!(fault("{\"a\": [1}"), 9);
        assert_eq!(fault("{\"a\": [[1]"), 6);
        assert_eq!(fault("{\"a\": \"x}"), 6);
        assert_eq!(fault("{\"a\": 1 \"b\": 2}"), 8);
        assert_eq!(fault("{a: 1}"), 1);
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = object(&bytes, 0, |_| {});
        }

        #[test]
        fn brackets_and_quotes_in_any_order_do_not_either(text in "\\{\"a\": [\\[\\]\\{\\}\"\\\\, x]{0,200}") {
            let _ = object(text.as_bytes(), 0, |_| {});
        }
    }
}
