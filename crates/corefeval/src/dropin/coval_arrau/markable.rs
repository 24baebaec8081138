//! A markable, and what makes two of them equal.

/// A mention of ARRAU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Markable {
    /// Its number in its file.
    pub(super) number: u32,
    /// Its first and last token.
    pub(super) span: (i64, i64),
    /// The first and last token that must be found; only for the key's markables.
    pub(super) minimum: Option<(i64, i64)>,
}

impl Markable {
    /// Whether CoVal treats two markables as equal: the other lies inside this one and holds its minimum, or the spans
    /// are equal. This is not transitive, and a markable whose minimum lies outside is not even equal to itself.
    pub(super) fn equals(&self, other: &Self) -> bool {
        match (self.minimum, other.minimum) {
            (Some(minimum), _) => holds(self.span, minimum, other.span),
            (None, Some(minimum)) => holds(other.span, minimum, self.span),
            (None, None) => self.span == other.span,
        }
    }

    /// Whether the two have the same key in a table: the same number, or equality in CoVal's sense.
    pub(super) fn is_at(&self, other: &Self) -> bool {
        self.number == other.number || self.equals(other)
    }
}

fn holds(outer: (i64, i64), minimum: (i64, i64), inner: (i64, i64)) -> bool {
    outer.0 <= inner.0 && inner.0 <= minimum.0 && minimum.1 <= inner.1 && inner.1 <= outer.1
}
