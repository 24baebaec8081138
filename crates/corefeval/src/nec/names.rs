//! Reads names from the bits of column 11 of CoNLL files, `(PERSON*` … `*)`.

use super::Possessive;
use crate::document::{Document, Layer, Span};

/// A name in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameSpan {
    /// Its tokens, without a possessive ending unless that is kept.
    pub span: Span,
    /// Its type, such as `PERSON`.
    pub kind: String,
}

/// The usual name of a type: corpora write `PER` and `PERSON`.
pub(super) fn canonical(kind: &str) -> &str {
    match kind {
        "PER" | "person" => "PERSON",
        "organization" => "ORG",
        other => other,
    }
}

/// The names of a document, in order of their ends; brackets that do not match are ignored.
#[must_use]
pub fn names(document: &Document, possessive: Possessive) -> Vec<NameSpan> {
    let Some(bits) = document.layers.get(Layer::Name) else { return Vec::new() };
    let (mut open, mut found): (Vec<(u32, &str)>, Vec<NameSpan>) = (Vec::new(), Vec::new());
    for (cell, token) in bits.iter().zip(0..) {
        for piece in cell.split('(').skip(1) {
            open.push((token, piece.trim_end_matches([')', '*'])));
        }
        for _ in cell.matches(')') {
            if let Some((start, kind)) = open.pop() {
                let span = match possessive {
                    Possessive::Drop => without_possessive(document, Span::new(start, token + 1)),
                    Possessive::Keep => Span::new(start, token + 1),
                };
                found.push(NameSpan { span, kind: canonical(kind).to_owned() });
            }
        }
    }
    found
}

fn without_possessive(document: &Document, span: Span) -> Span {
    let last = document.layers.at(Layer::Word, span.end - 1);
    let ends = span.len() > 1 && last.is_some_and(|word| matches!(word, "'s" | "’s" | "'" | "’"));
    if ends { Span::new(span.start, span.end - 1) } else { span }
}

#[cfg(test)]
mod tests {
    use super::names;
    use crate::document::{Document, Layer, Span};
    use crate::nec::Possessive;

    #[test]
    fn bits_become_spans() {
        let mut document = Document { tokens: 5, ..Document::default() };
        document.layers.set(Layer::Word, ["Ann", "Lee", "'s", "in", "Oslo"].iter().collect());
        document.layers.set(Layer::Name, ["(PER*", "*", "*)", "*", "(GPE)"].iter().collect());
        let found = names(&document, Possessive::Drop);
        assert_eq!((found[0].span, found[0].kind.as_str()), (Span::new(0, 2), "PERSON"));
        assert_eq!((found[1].span, found[1].kind.as_str()), (Span::new(4, 5), "GPE"));
        assert_eq!(names(&document, Possessive::Keep)[0].span, Span::new(0, 3));
    }

    #[test]
    fn broken_brackets_do_no_harm() {
        let mut document = Document { tokens: 3, ..Document::default() };
        document.layers.set(Layer::Name, [")", "(ORG*", "((X)"].iter().collect());
        assert_eq!(names(&document, Possessive::Drop).len(), 1);
    }
}
