//! JSON objects cut into fields without parsing unused values.

use wide::u8x16;

use super::lines::bytes_in;

/// A field of an object: its name, and its value as it stands in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<'a> {
    /// The name between its quotes, escapes left as they are.
    pub(crate) name: &'a [u8],
    /// The value, without blanks around it.
    pub(crate) value: &'a [u8],
    /// Where the value begins.
    pub(crate) at: usize,
    /// How many strings the value holds when it is nothing but lists of strings.
    pub(crate) strings: Option<u32>,
}

/// Where an object is not JSON, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The byte.
    pub(crate) at: usize,
    /// What was expected there.
    pub(crate) expected: &'static str,
}

/// Reads the object that begins at `at`: hands each field to `keep`, returns where the object ends.
///
/// Only the frame is checked: a value is known to end where its brackets do, not to be right inside.
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
        let (value_end, strings) = value_end(bytes, value_start)?;
        let (name, value) = (&bytes[at + 1..name_end - 1], &bytes[value_start..value_end]);
        keep(Field { name, value, at: value_start, strings });
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

/// Where a value ends, and how many strings it holds if it is a list of nothing else.
fn value_end(bytes: &[u8], at: usize) -> Result<(usize, Option<u32>), Fault> {
    match bytes.get(at) {
        Some(b'"') => Ok((string_end(bytes, at)?, None)),
        Some(b'[' | b'{') => Nesting::default().end(bytes, at),
        Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'-' => {
            let length = bytes[at..].iter().position(|byte| b",}]\n\r\t ".contains(byte));
            Ok((length.map_or(bytes.len(), |length| at + length), None))
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

/// Hands on the strings of a value that holds nothing but lists of strings: what follows the opening quote of each, and how
/// many bytes of that are its own. False, and nothing is handed on, if a string has escapes.
pub(crate) fn each_plain_string<'a>(value: &'a [u8], mut hand_on: impl FnMut(&'a [u8], usize)) -> bool {
    if memchr::memchr(b'\\', value).is_some() {
        return false;
    }
    // where the string that is open begins
    let mut start = None;
    let mut quote = |at: usize| match start.take() {
        None => start = Some(at + 1),
        Some(start) => hand_on(&value[start..], at - start),
    };
    let (blocks, end) = value.as_chunks::<64>();
    for (number, block) in blocks.iter().enumerate() {
        let mut quotes = bytes_in(block, b'"');
        while quotes != 0 {
            quote(number * 64 + quotes.trailing_zeros() as usize);
            quotes &= quotes - 1;
        }
    }
    memchr::memchr_iter(b'"', end).for_each(|at| quote(blocks.len() * 64 + at));
    true
}

/// How deep in lists and objects the scan is, and what it has seen.
#[derive(Default)]
struct Nesting {
    depth: u32,
    quotes: u32,
    in_string: bool,
    escaped: bool,
    /// Whether anything but strings, square brackets, commas and blanks was seen.
    mixed: bool,
}

impl Nesting {
    /// Where a list or object that begins at `at` ends: 64 bytes at a time.
    fn end(mut self, bytes: &[u8], at: usize) -> Result<(usize, Option<u32>), Fault> {
        let mut base = at;
        while base < bytes.len() {
            let rest = &bytes[base..];
            let masks = match rest.first_chunk::<64>() {
                Some(block) => Masks::of(block),
                None => Masks::of(&padded(rest)),
            };
            if let Some(bit) = self.step(&masks) {
                let end = base + bit as usize + 1;
                return Ok((end, (!self.mixed).then_some(self.quotes / 2)));
            }
            base += 64;
        }
        Err(Fault { at, expected: "a closing bracket for this one" })
    }

    /// Passes over 64 bytes; the bit at which the outermost bracket closes, if it does.
    #[inline]
    fn step(&mut self, masks: &Masks) -> Option<u32> {
        let quotes = masks.quote & !self.escapes(masks.backslash);
        let inside = prefix_xor(quotes) ^ if self.in_string { u64::MAX } else { 0 };
        let (opens, closes) = (masks.open & !inside, masks.close & !inside);
        let end = self.closing_bit(opens, closes);
        // what lies behind the end is not this value's
        let kept = end.map_or(u64::MAX, |bit| u64::MAX >> (63 - bit));
        self.quotes += (quotes & kept).count_ones();
        self.mixed |= masks.other & !inside & kept != 0;
        self.in_string = inside >> 63 == 1;
        end
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

fn padded(rest: &[u8]) -> [u8; 64] {
    let mut block = [b' '; 64];
    block[..rest.len()].copy_from_slice(rest);
    block
}

/// Each bit is the exclusive or of all bits up to it: from an opening quote up to the closing one, ones.
fn prefix_xor(bits: u64) -> u64 {
    [1, 2, 4, 8, 16, 32].iter().fold(bits, |bits, shift| bits ^ bits << shift)
}

/// Where in 64 bytes something stands, a bit for each byte.
struct Masks {
    quote: u64,
    backslash: u64,
    open: u64,
    close: u64,
    /// Neither quote nor square bracket nor comma nor blank.
    other: u64,
}

impl Masks {
    #[inline]
    fn of(block: &[u8; 64]) -> Self {
        let mut masks = Self { quote: 0, backslash: 0, open: 0, close: 0, other: 0 };
        for (index, quarter) in block.as_chunks::<16>().0.iter().enumerate() {
            masks.add(u8x16::new(*quarter), index * 16);
        }
        masks
    }

    #[inline]
    fn add(&mut self, lane: u8x16, shift: usize) {
        let equal = |byte: u8| lane.simd_eq(u8x16::splat(byte));
        let bits = |mask: u8x16| u64::from(mask.to_bitmask()) << shift;
        let blank = lane.min(u8x16::splat(b' ')).simd_eq(lane);
        let (quote, list, list_end) = (equal(b'"'), equal(b'['), equal(b']'));
        self.quote |= bits(quote);
        self.backslash |= bits(equal(b'\\'));
        self.open |= bits(list | equal(b'{'));
        self.close |= bits(list_end | equal(b'}'));
        self.other |= bits(!(quote | list | list_end | blank | equal(b',')));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::object;

    fn fields(text: &str) -> Option<Vec<(String, String, Option<u32>)>> {
        let mut found = Vec::new();
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let end = object(text.as_bytes(), 0, |field| {
            found.push((shown(field.name), shown(field.value), field.strings));
        });
        (end == Ok(text.trim_end().len())).then_some(found)
    }

    #[test]
    fn values_end_where_their_brackets_do() {
        let text = r#"{"a": [["x]", "\"]"], []], "b" : {"c": "}"} ,"d":-1.5, "e": "\\", "f": null}"#;
        let found = fields(text).unwrap();
        let values: Vec<&str> = found.iter().map(|(_, value, _)| value.as_str()).collect();
        assert_eq!(values, [r#"[["x]", "\"]"], []]"#, r#"{"c": "}"}"#, "-1.5", r#""\\""#, "null"]);
        assert_eq!(found[0].2, Some(2));
        assert_eq!(found[1].2, None);
    }

    #[test]
    fn long_lists_are_counted_across_blocks() {
        let words: Vec<String> = (0..500).map(|number| format!("\"w\\\\{number}\\\"\"")).collect();
        let text = format!("{{\"s\": [[{}], [\"é\"]]}}", words.join(", "));
        assert_eq!(fields(&text).unwrap()[0].2, Some(501));
    }

    #[test]
    fn lists_with_anything_but_strings_are_not_counted() {
        for value in ["[[\"a\", 1]]", "[{\"a\": \"b\"}]", "[null, \"a\"]"] {
            assert_eq!(fields(&format!("{{\"s\": {value}}}")).unwrap()[0].2, None, "{value}");
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
