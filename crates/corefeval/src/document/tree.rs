//! Constituency trees, read from the bracket bits that CoNLL files keep beside each token.
//!
//! ```text
//! The   (S(NP*        a tree of three phrases: S over all four tokens,
//! cat   *)            NP over `The cat`,
//! slept (VP*)         VP over `slept`;
//! .     *)            the full stop is a child of S
//! ```
//!
//! Phrases are kept in one list, each before those inside it, so that walking a tree needs no recursion.

use std::fmt;

use super::{Column, Span};

/// The phrases over one sentence.
#[derive(Clone, Debug, Default)]
pub struct Tree<'a> {
    sentence: Span,
    phrases: Vec<Phrase<'a>>,
    /// For each token, the first phrase opened at it or after; one more at the end.
    opened: Vec<u32>,
    /// The phrases that are open while bits are read.
    open: Vec<u32>,
    fault: Option<TreeFault>,
}

/// A phrase of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phrase<'a> {
    /// Its label as written, such as `NP-SBJ`.
    pub label: &'a str,
    /// The tokens under it.
    pub span: Span,
    /// The first phrase in the list that is not inside it.
    after: u32,
}

/// A child of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    /// A phrase, by its place in the tree.
    Phrase(u32),
    /// A token.
    Word(u32),
}

/// What was wrong with the brackets of a tree, which was read as far as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeFault {
    /// Brackets that were not closed at the end of the sentence; they are closed there.
    Unclosed {
        /// How many.
        count: u32,
    },
    /// A closing bracket with nothing to close; it is ignored.
    Unopened {
        /// The token it stands at.
        token: u32,
    },
    /// An opening bracket after the token that it should precede; it is ignored.
    OpenedLate {
        /// The token it stands at.
        token: u32,
    },
}

impl fmt::Display for TreeFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unclosed { count } => write!(formatter, "{count} brackets of the tree are not closed"),
            Self::Unopened { token } => {
                write!(formatter, "a bracket of the tree is closed at token {token} but was not opened")
            }
            Self::OpenedLate { token } => {
                write!(formatter, "a bracket of the tree is opened after token {token}, not before it")
            }
        }
    }
}

impl<'a> Phrase<'a> {
    /// Its label without function tags and indices: `NP` for `NP-SBJ=2`.
    #[must_use]
    pub fn category(&self) -> &'a str {
        category(self.label)
    }
}

/// A label without function tags and indices; `-LRB-` and the like are kept whole.
pub(crate) fn category(label: &str) -> &str {
    let end = label.bytes().position(|byte| matches!(byte, b'-' | b'=' | b'|'));
    end.filter(|&end| end > 0).map_or(label, |end| &label[..end])
}

impl<'a> Tree<'a> {
    /// The tree of a sentence, from a column with the bits of each token of the document.
    #[must_use]
    pub fn new(bits: &'a Column, sentence: Span) -> Self {
        let mut tree = Self::default();
        tree.read(bits, sentence);
        tree
    }

    /// Like [`Tree::new`], but replaces what was read before.
    pub fn read(&mut self, bits: &'a Column, sentence: Span) {
        self.phrases.clear();
        self.opened.clear();
        self.open.clear();
        self.fault = None;
        self.sentence = sentence;
        for token in sentence.start..sentence.end {
            self.opened.push(self.phrases.len() as u32);
            self.cell(bits.get(token as usize).unwrap_or(""), token);
        }
        self.opened.push(self.phrases.len() as u32);
        if !self.open.is_empty() {
            self.note(TreeFault::Unclosed { count: self.open.len() as u32 });
            while self.close(sentence.end) {}
        }
    }

    /// Reads the bits of one token: what opens before it, the token itself as `*`, what closes after it.
    fn cell(&mut self, cell: &'a str, token: u32) {
        let mut rest = cell;
        while let Some(inner) = rest.strip_prefix('(') {
            let end = inner.find(['(', ')', '*']).unwrap_or(inner.len());
            self.open.push(self.phrases.len() as u32);
            self.phrases.push(Phrase {
                label: inner[..end].trim(),
                span: Span::new(token, token + 1),
                after: 0,
            });
            rest = &inner[end..];
        }
        for byte in rest.bytes() {
            match byte {
                b')' if !self.close(token + 1) => self.note(TreeFault::Unopened { token }),
                b'(' => self.note(TreeFault::OpenedLate { token }),
                _ => {}
            }
        }
    }

    /// Closes the innermost open phrase; false if there is none.
    fn close(&mut self, end: u32) -> bool {
        let after = self.phrases.len() as u32;
        let innermost = self.open.pop().and_then(|phrase| self.phrases.get_mut(phrase as usize));
        innermost.map(|phrase| (phrase.span.end, phrase.after) = (end, after)).is_some()
    }

    /// Records a fault if it is the first.
    fn note(&mut self, fault: TreeFault) {
        self.fault.get_or_insert(fault);
    }

    /// What was wrong with the brackets, if anything.
    #[must_use]
    pub fn fault(&self) -> Option<TreeFault> {
        self.fault
    }

    /// Whether there are no phrases, for example because a file has no trees.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    /// The tokens of the sentence.
    #[must_use]
    pub fn sentence(&self) -> Span {
        self.sentence
    }

    /// All phrases, each before those inside it.
    #[must_use]
    pub fn phrases(&self) -> &[Phrase<'a>] {
        &self.phrases
    }

    /// The phrase at a place returned by this tree; at any other place, a phrase without label and tokens.
    #[must_use]
    pub fn phrase(&self, place: u32) -> Phrase<'a> {
        self.phrases.get(place as usize).copied().unwrap_or_default()
    }

    /// The children of a phrase, in order.
    #[must_use]
    pub fn children(&self, place: u32) -> Children<'_> {
        let phrase = self.phrase(place);
        Children { tree: self, span: phrase.span, next: place.saturating_add(1), after: phrase.after }
    }

    /// The largest phrases inside a span, and the words between them.
    #[must_use]
    pub fn pieces(&self, span: Span) -> Pieces<'_> {
        Pieces { tree: self, span }
    }

    /// The phrase over exactly these tokens; of several, the one that holds the others.
    #[must_use]
    pub fn highest(&self, span: Span) -> Option<u32> {
        self.opened_at(span.start).find(|&place| self.phrase(place).span == span)
    }

    /// The phrase over exactly these tokens; of several, the one inside the others.
    #[must_use]
    pub fn lowest(&self, span: Span) -> Option<u32> {
        self.opened_at(span.start).rfind(|&place| self.phrase(place).span == span)
    }

    /// The phrases that begin at a token: each holds the next.
    fn opened_at(&self, token: u32) -> std::ops::Range<u32> {
        let at = token.checked_sub(self.sentence.start).map_or(usize::MAX, |at| at as usize);
        match self.opened.get(at..at.saturating_add(2)) {
            Some(&[first, after]) => first..after,
            _ => 0..0,
        }
    }
}

/// The children of a phrase, in order.
#[derive(Clone, Debug)]
pub struct Children<'t> {
    tree: &'t Tree<'t>,
    span: Span,
    next: u32,
    after: u32,
}

impl Iterator for Children<'_> {
    type Item = Child;

    fn next(&mut self) -> Option<Child> {
        if self.span.is_empty() {
            return None;
        }
        let token = self.span.start;
        let phrase = self.tree.phrases.get(self.next as usize);
        match phrase.filter(|phrase| self.next < self.after && phrase.span.start == token) {
            Some(phrase) => {
                self.span.start = phrase.span.end;
                Some(Child::Phrase(std::mem::replace(&mut self.next, phrase.after)))
            }
            None => {
                self.span.start += 1;
                Some(Child::Word(token))
            }
        }
    }
}

/// The largest phrases inside a span, and the words between them.
#[derive(Clone, Debug)]
pub struct Pieces<'t> {
    tree: &'t Tree<'t>,
    span: Span,
}

impl Iterator for Pieces<'_> {
    type Item = Child;

    fn next(&mut self) -> Option<Child> {
        if self.span.is_empty() {
            return None;
        }
        let token = self.span.start;
        let inside = |place: &u32| self.tree.phrase(*place).span.end <= self.span.end;
        match self.tree.opened_at(token).find(inside) {
            Some(place) => {
                self.span.start = self.tree.phrase(place).span.end;
                Some(Child::Phrase(place))
            }
            None => {
                self.span.start += 1;
                Some(Child::Word(token))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Child, Column, Span, Tree, TreeFault};

    fn column(bits: &str) -> Column {
        bits.split_whitespace().collect()
    }

    fn whole(bits: &Column) -> Tree<'_> {
        Tree::new(bits, Span::new(0, bits.len() as u32))
    }

    #[test]
    fn brackets_become_phrases_with_their_tokens() {
        let bits = column("(S(NP* *) (VP*) *)");
        let tree = whole(&bits);
        let found: Vec<_> = tree.phrases().iter().map(|phrase| (phrase.label, phrase.span)).collect();
        assert_eq!(found, [("S", Span::new(0, 4)), ("NP", Span::new(0, 2)), ("VP", Span::new(2, 3))]);
        let children: Vec<_> = tree.children(0).collect();
        assert_eq!(children, [Child::Phrase(1), Child::Phrase(2), Child::Word(3)]);
        assert_eq!(tree.fault(), None);
    }

    #[test]
    fn of_phrases_over_the_same_tokens_there_is_a_highest_and_a_lowest() {
        let bits = column("(S(VP(NP* *)))");
        let tree = whole(&bits);
        let span = Span::new(0, 2);
        assert_eq!((tree.highest(span), tree.lowest(span)), (Some(0), Some(2)));
        assert_eq!(tree.highest(Span::new(0, 1)), None);
    }

    #[test]
    fn a_span_that_is_no_phrase_falls_into_pieces() {
        let bits = column("(S(NP*) (VP* (NP* *)))");
        let tree = whole(&bits);
        let pieces: Vec<_> = tree.pieces(Span::new(0, 3)).collect();
        assert_eq!(pieces, [Child::Phrase(1), Child::Word(1), Child::Word(2)]);
    }

    #[test]
    fn broken_brackets_are_read_as_well_as_can_be() {
        let bits = column("(NP(NP* *)");
        let tree = whole(&bits);
        assert_eq!(tree.fault(), Some(TreeFault::Unclosed { count: 1 }));
        assert_eq!(tree.phrase(0).span, Span::new(0, 2));
        let bits = column("(NP*)) (VP*)");
        assert_eq!(whole(&bits).fault(), Some(TreeFault::Unopened { token: 0 }));
        assert!(whole(&column("- -")).is_empty());
    }

    #[test]
    fn function_tags_are_no_part_of_the_category() {
        let bits = column("(NP-SBJ=2(-LRB-*))");
        let tree = whole(&bits);
        assert_eq!((tree.phrase(0).category(), tree.phrase(1).category()), ("NP", "-LRB-"));
    }

    #[test]
    fn a_very_deep_tree_is_read_without_recursion() {
        let deep = format!("{}*{}", "(NP".repeat(200_000), ")".repeat(200_000));
        let bits = column(&deep);
        assert_eq!(whole(&bits).phrases().len(), 200_000);
    }

    proptest! {
        #[test]
        fn places_and_spans_of_other_trees_lead_nowhere(
            bits in prop::collection::vec("[(NP*)]{0,6}", 1..6), place in any::<u32>(), span in (0u32..20, 0u32..20),
        ) {
            let bits: Column = bits.iter().collect();
            let tree = whole(&bits);
            let is_known = (place as usize) < tree.phrases().len();
            prop_assert_eq!(tree.phrase(place).span.is_empty(), !is_known);
            prop_assert_eq!(tree.children(place).next().is_some(), is_known);
            let span = Span::new(span.0, span.1);
            prop_assert!(tree.pieces(span).count() <= span.len() as usize);
            let _ = (tree.highest(span), tree.lowest(span));
        }

        #[test]
        fn children_cover_a_phrase_once_whatever_the_bits(bits in prop::collection::vec("[(NP*)]{0,6}", 1..12)) {
            let bits: Column = bits.iter().collect();
            let tree = whole(&bits);
            for (place, phrase) in tree.phrases().iter().enumerate() {
                let covered: u32 = tree.children(place as u32).map(|child| match child {
                    Child::Phrase(inner) => tree.phrase(inner).span.len(),
                    Child::Word(_) => 1,
                }).sum();
                prop_assert_eq!(covered, phrase.span.len());
            }
        }
    }
}
