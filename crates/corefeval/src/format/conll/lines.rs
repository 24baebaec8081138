//! The lines of a file that tell something; most say only that there is one more token, and are passed over.

use super::super::lines::Newlines;

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
